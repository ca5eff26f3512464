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

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from referee.cards import Card, Suit
from referee.core import Report, Seat
from referee.notation import NOBODY

if TYPE_CHECKING:
    from referee.kit.tricks import TrickHand

T = TypeVar("T")
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

    def needs(self, bits: Mapping[Suit, int]) -> list[tuple[int, int]]:
        """How many unseen cards must be here, by the suits that these can be of; the suits have bits."""
        found, cards, some = [], 0, sum(self.loose.values()) - self.thrown[0]
        for part in reversed(self.parts):
            cards += part.cards
            needed = cards
            if self.known:
                needed -= sum([n for suit, n in self.known.items() if suit not in part.barred])
            if self.loose:
                needed -= min(some, sum([n for suit, n in self.loose.items() if suit not in part.barred]))
            if needed > 0:
                found.append((sum([bit for suit, bit in bits.items() if suit not in part.barred]), needed))
        return found


def can_be_laid(shares: Iterable[Share], *unseen: tuple[Mapping[Suit, int], int]) -> bool:
    """Whether the unseen cards can lie so that every hand is full.

    They are counted by suit, in heaps from which the hands have so many at most.
    """
    bits: dict[Suit, int] = {}
    for heap, _ in unseen:
        for suit in heap:
            bits.setdefault(suit, 1 << len(bits))
    least: Counter[int] = Counter()  # cards of some suits, in hands of which no part is choosier than another
    choosy = []
    for share in shares:
        if not share.holds_known():
            return False
        needs = share.needs(bits)
        if len(needs) == 1:
            least[needs[0][0]] += needs[0][1]
        elif needs:
            choosy.append(needs)
    for suits in range(1 << len(bits)):
        needed = sum([n for some, n in least.items() if not some & ~suits])
        needed += sum([max([n for some, n in needs if not some & ~suits], default=0) for needs in choosy])
        if needed:
            there = [(sum([n for suit, n in heap.items() if bits[suit] & suits]), most) for heap, most in unseen]
            if needed > sum(map(min, there)):
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


class Evidence:
    """What is known of all hands while a player has a card in play, or nobody has.

    Cards of a suit are alike but for one that is looked at ``apart``, whose name is its suit then, and for those
    that are known to have fallen in tricks nobody told.
    """

    def __init__(
        self, hand: TrickHand, player: Seat = NOBODY, playing: Card | None = None, apart: Card | None = None
    ) -> None:
        self.hand, self.player, self.playing, self.apart = hand, player, playing, apart
        lying = {card for holding in hand.holdings.values() for card in holding.known}
        lying.update([playing] if playing else [])
        self.alike = hand.suit_of if apart is None and not hand.fallen else self.suit_of
        fallen = [card for card in hand.fallen if card not in lying]
        self.unseen = [
            Counter([self.alike(card) for card in (*cards, *fallen) if card not in lying])
            for cards in hand.unseen_ways()
        ]
        self.voids = [(seat, suit) for seat, suits in hand.shown_out.items() for suit in suits]
        if playing and (void := (player, hand.suit_of(playing))) in self.voids:
            self.voids.remove(void)  # not out of it after all
        self.shares = {seat: self.share(seat) for seat in hand.holdings}
        self.wrong = fewest(self.voids, self.some_deal)

    def suit_of(self, card: Card) -> Suit:
        if card is self.apart:
            return Suit(card.text)
        suit = self.hand.suit_of(card)
        return fell(suit) if card in self.hand.fallen else suit

    def may_lack(self, suit: Suit) -> bool:
        """Whether the player may hold no card of a suit, besides the one in play."""
        return not self.wrong or any(self.some_deal(wrong, without=suit) for wrong in self.wrong)

    def may_hold(self, suit: Suit) -> bool:
        """Whether the player may hold a card of a suit, besides the one in play."""
        return not self.wrong or any(self.some_deal(wrong, holding=suit) for wrong in self.wrong)

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
            return any(can_be_laid(shares.values(), (heap, heap.total())) for heap in self.unseen)
        *before, now = shares[self.player].parts
        if holding in now.barred or not now.cards:
            return False
        share = shares[self.player]._replace(parts=[*before, now._replace(cards=now.cards - 1)])
        others = [one for seat, one in shares.items() if seat != self.player]
        for heap in self.unseen:
            one_less = [
                (heap, share._replace(known=less)) for less in less_one(share.known, holding)
            ] + [(heap, share._replace(loose=less)) for less in less_one(share.loose, holding)] + [
                (less, share) for less in less_one(heap, holding)
            ]  # fmt: skip
            for some, mine in one_less:
                if can_be_laid([*others, mine], (some, sum(some.values()))):
                    return True
        return False

    def share(self, seat: Seat, wrong: Collection[Void] = ()) -> Share:
        """What counts of one hand, where some voids are wrong."""
        hand = self.hand
        out = {suit: told for suit, told in hand.shown_out.get(seat, {}).items()
               if (seat, suit) in self.voids and (seat, suit) not in wrong}  # fmt: skip
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


def less_one(cards: Mapping[Suit, int], suit: Suit) -> list[Mapping[Suit, int]]:
    """The cards without one of a suit, if there is one."""
    return [{**cards, suit: cards[suit] - 1}] if cards.get(suit) else []


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
