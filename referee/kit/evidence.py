"""What the reports alone prove about hidden hands.

Every unseen card is somewhere: in a hand, among the unnamed cards that left it, or out of play. A fact is proven if it
is true in every layout of the unseen cards. The layouts are never enumerated. Cards of one suit are interchangeable
here, and a layout is feasible if all cards can flow to a place that allows them.

Not following a suit proves nothing about the cards, because it may have been a revoke. But if no layout is left in
which everybody played correctly, somebody broke a rule. If a player did so in every layout, it is proven. Otherwise
everybody is suspected who did so in a layout with the fewest breaches.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple, Protocol, TypeVar

from referee.cards import SUIT_NAMES, Card, Suit, read_cards
from referee.game.findings import Finding, Offence
from referee.game.game import Hand
from referee.kit.layout import Layout
from referee.kit.messages import entered_in, lines
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat, either, quoted
from referee.rules.rule import Reason

T = TypeVar("T")


class Void(NamedTuple):
    """A play that was correct only if its player had no cards of a suit, and the name of the breach if it wasn't."""

    who: Seat
    suit: Suit
    play: Any  # the report, which names a card
    finding: str = "revoke"
    more: tuple[Suit, ...] = ()  # more suits that the player had none of

    @property
    def suits(self) -> tuple[Suit, ...]:
        return (self.suit, *self.more)


def barred_by(voids: Iterable[Void]) -> set[Suit]:
    """The suits that the players had none of, if these plays were correct."""
    return {suit for void in voids for suit in void.suits}


Together = tuple[Void, ...]
"""Plays of one player that were either all correct or all wrong, as far as is known."""

NONE: Mapping[Suit, int] = {}

_ANYBODY = -1
"""Stands for all hands without a known card. They are interchangeable, and treated as one."""


# Counting


class Part(NamedTuple):
    """Unknown cards that left a hand together, or are still in it, and the suits that can't be among them."""

    cards: int
    barred: Collection[Suit]


class Share(NamedTuple):
    """One player's cards, as used for counting.

    ``parts`` are in order of time, with what is still in the hand last: a suit barred from one is barred from the later
    ones. ``loose`` cards are known too, but between the two ``thrown`` numbers of them were thrown before all that. If
    they were passed on, they are in the hand with the number ``passed_to``. Hands that pass cards have one part.
    """

    parts: Sequence[Part]
    known: Mapping[Suit, int] = NONE
    loose: Mapping[Suit, int] = NONE
    thrown: tuple[int, int] = (0, 0)  # at least and at most
    passed_to: int | None = None


class Heap(NamedTuple):
    """Unseen cards, counted by suit, and how many of them can be in hands at most."""

    suits: Mapping[Suit, int]
    most: int

    def without(self, suit: Suit) -> Heap | None:
        """The heap after a hand is given a card of a suit. None if that is impossible."""
        return Heap(less, self.most - 1) if self.most and (less := less_one(self.suits, suit)) else None


def counted(suits: Iterable[Suit]) -> dict[Suit, int]:
    """The number of cards of each suit. Called too often to use a Counter."""
    counts: dict[Suit, int] = {}
    for suit in suits:
        counts[suit] = counts.get(suit, 0) + 1
    return counts


def less_one(cards: Mapping[Suit, int], suit: Suit) -> Mapping[Suit, int] | None:
    """The cards without one of a suit. None if there is none."""
    return {**cards, suit: cards[suit] - 1} if cards.get(suit) else None


def can_be_laid(shares: Iterable[Share], unseen: Sequence[Heap]) -> bool:
    """Whether a layout of the unseen cards exists that fills every hand.

    Ann has two cards, among them a spade and no heart. So she needs another card that isn't a heart.

    >>> ann = Share([Part(2, {Suit("H")})], known={Suit("S"): 1})
    >>> can_be_laid([ann], [Heap({Suit("H"): 9, Suit("D"): 1}, most=10)])
    True
    >>> can_be_laid([ann], [Heap({Suit("H"): 9}, most=9)])
    False
    """
    layout = Layout()
    shares = [*shares]
    parts: dict[tuple[int, frozenset[Suit]], int] = {}  # by owner, and the suits that can't be in them
    receiving = {share.passed_to for share in shares if share.loose}
    for seat, share in enumerate(shares):
        whose = seat if share.known or share.loose or seat in receiving else _ANYBODY
        for cards, barred in share.parts:
            part = whose, frozenset(barred)
            parts[part] = parts.get(part, 0) + cards
    for part, cards in parts.items():
        layout.place(part, cards)
    for suit in {suit for heap in unseen for suit in heap.suits}:
        layout.let_pass(suit, {part: cards for part, cards in parts.items() if suit not in part[1]})
    for i, heap in enumerate(unseen):
        cards = min(heap.most, sum(heap.suits.values()))
        layout.put(("heap", i), cards, {**heap.suits, "no hand": cards})
        layout.place("no hand", 0, cards)
    for seat, share in enumerate(shares):
        own = [part for part in parts if part[0] == seat]
        for suit, cards in share.known.items():
            layout.put((seat, "known", suit), cards, {part: cards for part in own if suit not in part[1]})
        if share.passed_to is not None and share.loose:
            passed_on(layout, seat, share, own, [part for part in parts if part[0] == share.passed_to])
            continue
        layout.place((seat, "thrown"), *share.thrown)
        for suit, cards in share.loose.items():
            ways = {part: cards for part in own if suit not in part[1]}
            layout.put((seat, "loose", suit), cards, {**ways, (seat, "thrown"): cards})
    return layout.is_possible()


def passed_on(layout: Layout, seat: int, share: Share, own: Sequence[Any], theirs: Sequence[Any]) -> None:
    """Adds the known cards of a hand that has passed some of them on: limits for those kept and those passed."""
    least, most = share.thrown
    channels = (("kept", own, sum(share.loose.values()) - least), ("passed", theirs, most))
    for way, parts, cards in channels:
        layout.let_pass((seat, way), dict.fromkeys(parts, max(0, cards)))
    for suit, cards in share.loose.items():
        ways = {(seat, way): cards for way, parts, _ in channels if any(suit not in part[1] for part in parts)}
        layout.put((seat, "loose", suit), cards, ways)


# Who broke a rule


def fewest(
    doubted: Sequence[T], stand: Callable[[Collection[T]], bool], weight: Callable[[T], int]
) -> list[frozenset[T]]:
    """Every smallest set of doubted items that must be wrong so that the rest can ``stand``. Empty if they never can.

    Items that can't stand together include a wrong one, so only those are tried (a hitting set tree).
    """
    clashes: list[list[T]] = []
    order, tried, ways = count(), set[frozenset[T]](), list[frozenset[T]]()
    best = 0
    heap: list[tuple[int, int, frozenset[T]]] = [(0, next(order), frozenset())]
    while heap:
        total, _, wrong = heapq.heappop(heap)
        if ways and total > best:
            break
        if wrong in tried:
            continue
        tried.add(wrong)
        clash = next((known for known in clashes if wrong.isdisjoint(known)), None)
        if clash is None:
            believed = [lack for lack in doubted if lack not in wrong]
            if stand(believed):
                ways.append(wrong)
                best = total
                continue
            for belief in believed:
                less = [other for other in believed if other is not belief]
                if not stand(less):
                    believed = less
            clash = believed
            clashes.append(clash)
        for culprit in clash:
            heapq.heappush(heap, (total + weight(culprit), next(order), wrong | {culprit}))
    return ways


class Charge(NamedTuple):
    """What must be wrong: all items if ``sure``, otherwise at least one of them."""

    doubted: list[Any]
    sure: bool


def charges(
    doubted: Sequence[T],
    stand: Callable[[Collection[T]], bool],
    who: Callable[[T], Seat],
    weight: Callable[[T], int] = lambda _: 1,
) -> list[Charge]:
    """What must be wrong among the doubted items: what is proven, and what only the likeliest solutions say.

    A player is never the only suspect, because that would be proof. So other suspects are added: those who did it if
    that player didn't.
    """
    if stand(doubted):
        return []
    sure = [lack for lack in doubted if not stand([lack])]
    rest = [lack for lack in doubted if lack not in sure]
    against = [Charge([breach], True) for breach in sure]
    if stand(rest):
        return against

    def unless(believed: Collection[T], right: Collection[T]) -> list[frozenset[T]]:
        """The solutions with the fewest breaches in which these plays were correct."""
        return fewest(
            [breach for breach in believed if breach not in right], lambda doubted: stand([*doubted, *right]), weight
        )

    due: dict[Seat, int] = {}  # further breaches of each player, when it isn't known in which play
    for seat in dict.fromkeys(map(who, rest)):
        mine = [breach for breach in rest if who(breach) == seat]
        if len(mine) > 1 and not stand(mine):
            ways = fewest(mine, stand, weight)
            due[seat] = sum(map(weight, ways[0]))
            if len(ways) == len(ways[0]) == 1:
                ways += unless(mine, ways[0])
            against.append(Charge([breach for breach in mine if any(breach in way for way in ways)], False))

    def besides(ways: Sequence[frozenset[T]]) -> list[T]:
        """The breaches in some solution by players who aren't already covered by ``due``."""
        done = [[breach for breach in way if who(breach) not in due or more(way, who(breach))] for way in ways]
        return [breach for breach in rest if any(breach in way for way in done)]

    def more(way: Collection[T], seat: Seat) -> bool:
        return sum(weight(breach) for breach in way if who(breach) == seat) > due[seat]

    suspected = besides(fewest(rest, stand, weight))
    suspects = {*map(who, suspected)}
    if len(suspects) == 1 and suspects.isdisjoint(due):
        suspected += besides(unless(rest, [breach for breach in rest if who(breach) in suspects]))
    if len({*map(who, suspected)}) > 1:
        against.append(Charge(suspected, False))
    return against


# Tricks


class Counting:
    """What counting proves about hands, and about plays that were correct only if a player was out of a suit.

    Subclasses define what players have, and what nobody has seen, with every alternative.
    """

    def __init__(self, seats: Iterable[Seat], voids: Iterable[Void] = (), player: Seat = NOBODY) -> None:
        self.player = player
        self.voids = list(voids)
        self.unseen = self.heaps()
        self.seats = tuple(seats)
        self._as_told: dict[Seat, Share] = {}
        self._believed: dict[tuple[int, ...], Share] = {}

    def heaps(self) -> list[Sequence[Heap]]:
        raise NotImplementedError

    def share(self, seat: Seat, believed: Collection[Void] = ()) -> Share:
        """One hand as used for counting, assuming that these plays of it were correct."""
        raise NotImplementedError

    def as_entered(self, seat: Seat) -> Share:
        """One hand as used for counting, without assuming that any play of it was correct."""
        if seat not in self._as_told:
            self._as_told[seat] = self.share(seat)
        return self._as_told[seat]

    def bars(self, void: Void) -> Any:
        """What a void bars its suit from. Voids in the same suit that bar the same are right or wrong together."""
        return None

    def may_lack(self, *suits: Suit) -> bool:
        """Whether the player may have no card of these suits apart from the one in play.

        Also true if no layout is feasible.
        """
        share = self.as_entered(self.player)
        *before, now = share.parts
        parts = [*before, now._replace(barred={*now.barred, *suits})]
        return self.can_lie({self.player: share._replace(parts=parts)}) or not self.can_lie({})

    def may_hold(self, suit: Suit) -> bool:
        """Whether the player may hold a card of a suit apart from the one in play."""
        share = self.as_entered(self.player)
        *before, now = share.parts
        if suit in now.barred or not now.cards:
            return False
        share = share._replace(parts=[*before, now._replace(cards=now.cards - 1)])
        shares: list[tuple[Share, Sequence[Heap]]] = []  # a known card, or one of the unknown ones
        if known := less_one(share.known, suit):
            shares += [(share._replace(known=known), heaps) for heaps in self.unseen]
        if loose := less_one(share.loose, suit):
            shares += [(share._replace(loose=loose), heaps) for heaps in self.unseen]
        for heaps in self.unseen:
            less = [(i, less_heap) for i, heap in enumerate(heaps) if (less_heap := heap.without(suit))]
            shares += [(share, [*heaps[:i], less_heap, *heaps[i + 1 :]]) for i, less_heap in less]
        if any(self.can_lie({self.player: mine}, [heaps]) for mine, heaps in shares):
            return True
        place = self.seats.index(self.player)
        for seat in self.seats:  # or one that another player passed on
            giver = self.as_entered(seat)
            least, most = giver.thrown
            loose = less_one(giver.loose, suit) if giver.passed_to == place and most else None
            if loose is not None:
                giver = giver._replace(loose=loose, thrown=(max(0, least - 1), most - 1))
                if self.can_lie({self.player: share, seat: giver}):
                    return True
        return False

    def can_lie(self, shares: Mapping[Seat, Share], unseen: Sequence[Sequence[Heap]] | None = None) -> bool:
        """Whether a layout exists when some hands are replaced by these."""
        every = [shares[seat] if seat in shares else self.as_entered(seat) for seat in self.seats]
        return any(map(can_be_laid, itertools.repeat(every), self.unseen if unseen is None else unseen))

    def may_be_right(self, voids: Iterable[Void]) -> bool:
        """Whether these plays may all have been correct."""
        by_seat: dict[Seat, list[Void]] = {}
        for void in voids:
            by_seat.setdefault(void.who, []).append(void)
        otherwise = {}
        for seat, doubted in by_seat.items():
            if (key := tuple(map(id, doubted))) not in self._believed:
                self._believed[key] = self.share(seat, doubted)
            otherwise[seat] = self._believed[key]
        return self.can_lie(otherwise)

    def charges(self) -> list[Charge]:
        """What must have been wrong among the plays that were correct only if a player was out of a suit."""
        if self.may_be_right(self.voids):
            return []
        together: dict[Any, list[Void]] = {}
        for void in self.voids:
            together.setdefault((void.who, void.suits, self.bars(void)), []).append(void)

        def stand(believed: Iterable[Together]) -> bool:
            return self.may_be_right([voids[0] for voids in believed])

        of_voids = charges([*map(tuple, together.values())], stand, lambda voids: voids[0].who, len)
        return [charge._replace(doubted=[void for voids in charge.doubted for void in voids]) for charge in of_voids]


class _Tricks(Protocol):
    """What a trick-taking hand must provide: see `tricks.TrickHand`."""

    holdings: dict[Seat, Any]
    voids: list[Void]
    fallen: set[Card]

    @property
    def suits(self) -> Mapping[Card, Suit]: ...
    @property
    def called_for(self) -> Collection[Card]: ...
    def suit_of(self, card: Card) -> Suit: ...
    def unseen_ways(self) -> Iterable[Iterable[Card]]: ...


class Evidence(Counting):
    """What is known about all hands in a trick-taking game.

    Cards of a suit are interchangeable, with two exceptions: cards listed in ``apart``, which are a suit of their own,
    and cards that are known to have fallen in tricks that weren't reported.
    """

    def __init__(
        self, hand: _Tricks, player: Seat = NOBODY, playing: Card | None = None, apart: Card | None = None
    ) -> None:
        self.hand, self.playing = hand, playing
        self.suits, called_for = hand.suits, hand.called_for
        self.apart = {card.text: card for card in (apart, *called_for) if card} if apart or called_for else {}
        self.gone: set[Suit] = set()
        if self.apart or hand.fallen:
            fallen = {card: fell(self.suits[card]) for card in hand.fallen}
            self.gone.update(fallen.values())
            self.suits = {**self.suits, **fallen, **{card: Suit(text) for text, card in self.apart.items()}}
        self.alike = self.suits.__getitem__
        super().__init__(hand.holdings, hand.voids, player)

    def heaps(self) -> list[Sequence[Heap]]:
        """The cards that nobody has seen, one entry for each alternative."""
        hand = self.hand
        lying = set([self.playing] if self.playing else []).union(*[other.known for other in hand.holdings.values()])
        heaps: list[Sequence[Heap]] = []
        for cards in hand.unseen_ways():
            suits = counted(map(self.alike, {*cards, *hand.fallen} - lying))
            heaps.append([Heap(suits, sum(suits.values()))])
        return heaps

    def suit_of(self, card: Card) -> Suit:
        return self.suits[card]

    def as_entered(self, seat: Seat) -> Share:
        if self.gone or seat == self.player:
            return super().as_entered(seat)
        share: Share = self.hand.holdings[seat].share(self.alike)
        return share

    def share(self, seat: Seat, believed: Collection[Void] = ()) -> Share:
        hand = self.hand
        share: Share = hand.holdings[seat].share(self.alike, believed, self.playing if seat == self.player else None)
        if not self.gone and not (self.apart and believed):
            return share
        *before, now = [Part(part.cards, self.barred(part.barred)) for part in share.parts]
        return share._replace(parts=[*before, now._replace(barred={*now.barred, *self.gone})])

    def barred(self, suits: Collection[Suit]) -> set[Suit]:
        """These suits, and the cards listed apart from them."""
        alone = [Suit(text) for text, card in self.apart.items() if self.hand.suit_of(card) in suits]
        return {*suits, *map(fell, suits), *alone}

    def bars(self, void: Void) -> tuple[bool, ...]:
        return tuple(void in before for _, before in self.hand.holdings[void.who].untold)


def fell(suit: Suit) -> Suit:
    """A pseudo-suit for cards that are known to have fallen in tricks that weren't reported."""
    return Suit(f"{suit} fallen")


# Findings


def accuse(hand: Hand, charges: Iterable[Charge], report: Report) -> list[Void]:
    """Adds findings for what is proven, and replaces the current suspicions. Returns the voids proven wrong."""
    wrong: list[Void] = []
    suspicions = []
    for charge in charges:
        if charge.sure:
            wrong += charge.doubted
        else:
            suspicions.append(suspicion(hand, charge.doubted, report))
    for void in wrong:
        hand.find(void.finding, void.who, must_have_held([void]), void.play, report)
    hand.suspect(suspicions)
    return wrong


def suspicion(hand: Hand, voids: Sequence[Void], report: Report) -> Finding:
    """A finding that at least one play was wrong, without saying which. These need the fewest breaches."""
    seats = tuple(seat for seat in hand.seats if any(void.who == seat for void in voids))
    offences = tuple(Offence(void.who, void.finding, void.play.line) for void in voids)
    had = ", or ".join(f"{seat} had {denied([other for other in voids if other.who == seat])}" for seat in seats)
    why = f"{seats[0] if len(seats) == 1 else 'somebody'} broke a rule; most likely {had}"
    settles = tuple(f"{quoted(seat)} had …" for seat in seats)
    then = f"To settle it, enter the cards: {either([f'`{report}`' for report in settles])}"
    lines = dict.fromkeys((*(offence.line for offence in offences), report.line))
    name = " or ".join(dict.fromkeys(void.finding for void in voids))
    return Finding(name, seats, f"{why}. {then}", tuple(lines), offences, then, settles)


def must_have_held(voids: Sequence[Void]) -> str:
    """In words: what a player must have had at plays that were correct only without it."""
    return f"{voids[0].who} must have had {denied(voids)}"


def denied(voids: Sequence[Void]) -> str:
    """In words: what plays were correct only without, and where."""
    suits = either([*dict.fromkeys(in_words(suit) for void in voids for suit in void.suits)])
    return f"{suits} ({entered_in([void.play for void in voids])})"


def must_hold(hand: Hand, seat: Seat, suit: Suit) -> Reason:
    """Why ``seat`` must hold a card of a suit, by counting: all the others are elsewhere."""
    proof = tuple(hand.dealt.values())
    return Reason(f"by the other cards, {seat} still has {in_words(suit)}{lines(proof)}", *proof)


def in_words(suit: Suit) -> str:
    """A suit, or a pseudo-suit, for a message."""
    cards = read_cards(suit)
    return SUIT_NAMES.get(suit) or (cards[0].pretty if cards else suit)
