"""What the reports alone prove about hidden hands.

Cards nobody has seen lie somewhere: in a hand, among what went unnamed from it, or out of play.  A player who
didn't follow a suit had none of it, then and later.  Something is proven when it holds in every way of laying the
unseen cards that agrees with all that.  The ways themselves are never counted out: cards of a suit are alike here,
every hand says how many cards of some suits it needs at least, and where that is met for every choice of suits
some way is left (Hall's theorem).

Where no way agrees with every report somebody did wrong before; what is believed then is what the fewest such
breaches leave.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from referee.cards import Card, Suit
from referee.core import Report, Seat
from referee.notation import NOBODY

if TYPE_CHECKING:
    from referee.kit.tricks import TrickHand

T = TypeVar("T")
R = TypeVar("R", bound=Report)
Void = tuple[Seat, Suit]
"""A player who didn't follow a suit, so had none of it."""

NONE: Mapping[Suit, int] = {}


# Counting


class Part(NamedTuple):
    """So many cards that left a hand together unnamed, or are in it still, and the suits that can't be among them."""

    cards: int
    barred: Collection[Suit]


class Share(NamedTuple):
    """One player's cards, as far as counting goes.

    ``parts`` go as time does, what is in the hand comes last: a suit barred from one is barred from those after it.
    Of the ``loose`` cards, known like the others, so many were ``thrown`` before all that.
    """

    parts: Sequence[Part]
    known: Mapping[Suit, int] = NONE
    loose: Mapping[Suit, int] = NONE
    thrown: tuple[int, int] = (0, 0)  # at least and at most

    def holds_known(self) -> bool:
        """Whether the known cards find room in the parts that they may be in."""
        (least, most), room = self.thrown, 0
        for part in (*self.parts, None) if self.known or self.loose else ():
            known = sum([n for suit, n in self.known.items() if not part or suit in part.barred])
            loose = sum([n for suit, n in self.loose.items() if not part or suit in part.barred])
            if known > room or known + loose > room + most:
                return False
            room += part.cards if part else 0
        return sum(self.loose.values()) >= least

    def needs(self, bits: Mapping[Suit, int]) -> dict[int, int]:
        """How many unseen cards must be here, by the suits that these can be of; the suits have bits."""
        found: dict[int, int] = {}
        cards, some = 0, sum(self.loose.values()) - self.thrown[0]
        for part in reversed(self.parts):
            cards += part.cards
            needed = cards
            if self.known:
                needed -= sum([n for suit, n in self.known.items() if suit not in part.barred])
            if self.loose:
                needed -= min(some, sum([n for suit, n in self.loose.items() if suit not in part.barred]))
            if needed > 0:
                open_to = sum([bit for suit, bit in bits.items() if suit not in part.barred])
                found[open_to] = max(needed, found.get(open_to, 0))
        return found


class Heap(NamedTuple):
    """Cards nobody has seen, counted by suit, and how many of them the hands have at most."""

    suits: Mapping[Suit, int]
    most: int

    def without(self, suit: Suit) -> Heap | None:
        """What is left when a hand is given a card of a suit; None where it can't be."""
        return Heap(less, self.most - 1) if self.most and (less := less_one(self.suits, suit)) else None


def counted(suits: Iterable[Suit]) -> dict[Suit, int]:
    """How many there are of each suit; asked too often for a Counter."""
    found: dict[Suit, int] = {}
    for suit in suits:
        found[suit] = found.get(suit, 0) + 1
    return found


def less_one(cards: Mapping[Suit, int], suit: Suit) -> Mapping[Suit, int] | None:
    """The cards without one of a suit, if there is one."""
    return {**cards, suit: cards[suit] - 1} if cards.get(suit) else None


def can_be_laid(shares: Iterable[Share], unseen: Sequence[Heap]) -> bool:
    """Whether the unseen cards can lie so that every hand is full."""
    bits: dict[Suit, int] = {}
    for heap in unseen:
        for suit in heap.suits:
            bits.setdefault(suit, 1 << len(bits))
    least: dict[int, int] = {}  # cards of some suits, in hands of which no part is choosier than another
    choosy = []
    for share in shares:
        if not share.holds_known():
            return False
        needs = share.needs(bits)
        if len(needs) > 1:
            choosy.append(needs)
        else:
            for some, needed in needs.items():
                least[some] = least.get(some, 0) + needed
    choices = {0}
    for some in {*least, *(some for needs in choosy for some in needs)}:
        choices |= {others | some for others in choices}
    for suits in choices:
        needed = sum([n for some, n in least.items() if not some & ~suits])
        needed += sum([max([n for some, n in needs.items() if not some & ~suits], default=0) for needs in choosy])
        if needed:
            there = [min(most, sum([n for suit, n in heap.items() if bits[suit] & suits])) for heap, most in unseen]
            if needed > sum(there):
                return False
    return True


def fewest(doubted: Iterable[T], stands: Callable[[Collection[T]], bool]) -> list[tuple[T, ...]]:
    """The fewest of what is doubted that must be wrong for the rest to stand, in every way that it may be.

    One way, of nothing at all, where everything stands; no way where it doesn't whatever is wrong.
    """
    some = tuple(doubted)
    for size in range(len(some) + 1):
        if found := [wrong for wrong in combinations(some, size) if stands(wrong)]:
            return found
    return []


def blamed(ways: Sequence[Sequence[T]], who: Callable[[T], Seat]) -> list[T]:
    """What is wrong beyond doubt: a single thing, or one of several of the same player; nothing while that is open."""
    if not ways or not ways[0]:
        return []
    if sure := [one for one in ways[0] if all(one in way for way in ways)]:
        return sure[:1]
    every = list(dict.fromkeys(one for way in ways for one in way))
    for seat in dict.fromkeys(map(who, every)):
        if all(any(who(one) == seat for one in way) for way in ways):
            return [one for one in every if who(one) == seat]
    return []


# Tricks


class Counting:
    """What counting proves of hands in which suits were shown to be out: of one that has a card in play, or of all.

    A kind of hand says what its players have, and what nobody has seen, in every way that it may be.
    """

    def __init__(self, seats: Iterable[Seat], voids: Iterable[Void], player: Seat = NOBODY) -> None:
        self.player = player
        self.voids = list(voids)
        self.unseen = self.heaps()
        self.shares = {seat: self.share(seat) for seat in seats}

    @cached_property
    def wrong(self) -> list[tuple[Void, ...]]:
        """What must be wrong of what players were believed to lack, in every way that it may be."""
        return fewest(self.voids, self.some_deal)

    def heaps(self) -> list[Sequence[Heap]]:
        raise NotImplementedError

    def share(self, seat: Seat, wrong: Collection[Void] = ()) -> Share:
        """What counts of one hand, where some voids are wrong."""
        raise NotImplementedError

    def believed(self, seat: Seat, out: Mapping[Suit, R], wrong: Collection[Void]) -> dict[Suit, R]:
        """Those suits of a player that count as out."""
        return {suit: told for suit, told in out.items() if (seat, suit) in self.voids and (seat, suit) not in wrong}

    def may_lack(self, suit: Suit) -> bool:
        """Whether the player may hold no card of a suit, besides the one in play."""
        if self.some_deal(without=suit):
            return True
        return not self.wrong or any(wrong and self.some_deal(wrong, without=suit) for wrong in self.wrong)

    def may_hold(self, suit: Suit) -> bool:
        """Whether the player may hold a card of a suit, besides the one in play."""
        if self.some_deal(holding=suit):
            return True
        return not self.wrong or any(wrong and self.some_deal(wrong, holding=suit) for wrong in self.wrong)

    def some_deal(
        self, wrong: Collection[Void] = (), *, without: Suit | None = None, holding: Suit | None = None
    ) -> bool:
        """Whether the cards can be laid so that everything told holds but what is wrong, and this besides."""
        shares = self.shares | {seat: self.share(seat, wrong) for seat, _ in wrong}
        if without is not None:
            *before, now = shares[self.player].parts
            lacking = now._replace(barred={*now.barred, without})
            shares[self.player] = shares[self.player]._replace(parts=[*before, lacking])
        if holding is None:
            return any(can_be_laid(shares.values(), heaps) for heaps in self.unseen)
        *before, now = shares[self.player].parts
        if holding in now.barred or not now.cards:
            return False
        share = shares[self.player]._replace(parts=[*before, now._replace(cards=now.cards - 1)])
        others = [one for seat, one in shares.items() if seat != self.player]
        found: list[tuple[Share, Sequence[Heap]]] = []  # it is a card that is known, or one of those that aren't
        if known := less_one(share.known, holding):
            found += [(share._replace(known=known), heaps) for heaps in self.unseen]
        if loose := less_one(share.loose, holding):
            found += [(share._replace(loose=loose), heaps) for heaps in self.unseen]
        for heaps in self.unseen:
            less = [(i, one) for i, heap in enumerate(heaps) if (one := heap.without(holding))]
            found += [(share, [*heaps[:i], one, *heaps[i + 1 :]]) for i, one in less]
        return any(can_be_laid([*others, mine], heaps) for mine, heaps in found)


class Evidence(Counting):
    """What is known of all hands in a game of tricks.

    Cards of a suit are alike but for one that is looked at ``apart``, whose name is its suit then, and for those
    that are known to have fallen in tricks nobody told.
    """

    def __init__(
        self, hand: TrickHand, player: Seat = NOBODY, playing: Card | None = None, apart: Card | None = None
    ) -> None:
        self.hand, self.playing, self.apart = hand, playing, apart
        self.alike = hand.suit_of if apart is None and not hand.fallen else self.suit_of
        held_after_all = (player, hand.suit_of(playing)) if playing else None
        voids = [(seat, suit) for seat, suits in hand.shown_out.items() for suit in suits]
        super().__init__(hand.holdings, [void for void in voids if void != held_after_all], player)

    def heaps(self) -> list[Sequence[Heap]]:
        """The cards that nobody has seen, in every way that it may be these."""
        hand = self.hand
        lying = {card for holding in hand.holdings.values() for card in holding.known}
        lying.update([self.playing] if self.playing else [])
        fallen = [card for card in hand.fallen if card not in lying]
        ways = hand.unseen_ways()
        suits = [counted([self.alike(card) for card in (*cards, *fallen) if card not in lying]) for cards in ways]
        return [[Heap(some, sum(some.values()))] for some in suits]

    def suit_of(self, card: Card) -> Suit:
        if card is self.apart:
            return Suit(card.text)
        suit = self.hand.suit_of(card)
        return fell(suit) if card in self.hand.fallen else suit

    def share(self, seat: Seat, wrong: Collection[Void] = ()) -> Share:
        hand = self.hand
        out = self.believed(seat, hand.shown_out.get(seat, {}), wrong)
        share = hand.holdings[seat].share(self.alike, out, self.playing if seat == self.player else None)
        if not self.apart and not hand.fallen:
            return share
        *before, now = [Part(part.cards, self.barred(part.barred)) for part in share.parts]
        gone = {fell(hand.suit_of(card)) for card in hand.fallen}
        return share._replace(parts=[*before, now._replace(barred={*now.barred, *gone})])

    def barred(self, suits: Collection[Suit]) -> set[Suit]:
        """These suits, and what is looked at apart from them."""
        alone = [Suit(self.apart.text)] if self.apart and self.hand.suit_of(self.apart) in suits else []
        return {*suits, *map(fell, suits), *alone}


def fell(suit: Suit) -> Suit:
    """Cards of a suit that are known to have fallen in tricks nobody told, counted like a suit of their own."""
    return Suit(f"{suit} fallen")


def agrees(hand: TrickHand, seat: Seat = NOBODY, playing: Card | None = None) -> bool:
    """Whether any deal of the unseen cards agrees with what was told, and with a card that SEAT plays."""
    return Evidence(hand, seat, playing).wrong == [()]


def shown_out(hand: TrickHand, suit: Suit, but: Seat) -> list[Report]:
    """The reports that showed the other players out of a suit."""
    return [suits[suit] for seat, suits in hand.shown_out.items() if suit in suits and seat != but]


def revoked(hand: TrickHand) -> list[Void]:
    """The player who can't have been out of a suit after all, with every suit it may have been.

    Empty while the reports agree, and where it may have been one player or another.
    """
    if not any(hand.shown_out.values()):
        return []
    return blamed(Evidence(hand).wrong, lambda void: void[0])
