"""Samba's cards: what they count, what they may be melded as, and what is left of them in the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.cards import JOKER, RANKS, SUITS, Card, Cards, Pack, listed
from referee.core import Report, Seat
from referee.kit.melds import gaps, one_rank
from referee.kit.showdown import Counted, by_value
from referee.kit.worlds import span

if TYPE_CHECKING:
    from referee.games.samba import Samba

PACK = Pack(packs=3, jokers=6, ace="high")
LADDER = RANKS[:11][::-1]  # what an escalera climbs, from the four to the ace
RED_THREES = (Card("3", "H"), Card("3", "D"))
WILD = (JOKER, *(Card("2", suit) for suit in SUITS))
SIZES, SEVEN = range(3, 8), 7
BY_RANK = {**dict.fromkeys(PACK.ranks, 10), **dict.fromkeys("76543", 5), "JK": 50, "2": 20, "A": 20}
VALUES = {card: 0 if card in RED_THREES else BY_RANK[card.rank] for card in PACK}
ALL_POINTS = 1770  # of all the cards


def count(cards: Iterable[Card]) -> int:
    return sum(VALUES[card.face] for card in cards)


def wild(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face in WILD]


def natural(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face not in WILD]


def red(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face in RED_THREES]


def counting(cards: Iterable[Card]) -> list[Card]:
    """All but red threes."""
    return [card for card in cards if card.face not in RED_THREES]


def is_set(cards: Iterable[Card]) -> bool:
    """Natural cards of one rank, with or without wild ones."""
    return one_rank(natural(cards)) is not None


def misshapen(cards: Sequence[Card]) -> str | None:
    """Why these cards are neither a set nor an escalera; how many of them are wild is another rule's affair."""
    plain = natural(cards)
    rank = one_rank(plain)
    if len(cards) not in SIZES:
        return f"a meld is three to seven cards, and {listed(cards)} {'is' if len(cards) == 1 else 'are'} {len(cards)}"
    if not plain:
        return f"{listed(cards)} stand for no rank without a natural card"
    if red(plain):
        return "a red three belongs to no meld"
    if any(card.says and card.says.rstrip("SHDC") not in ("", rank) for card in cards):
        return f"not every card of {listed(cards)} stands for the same rank"
    if rank:
        return None
    if len({card.suit for card in plain}) > 1:
        return f"{listed(plain)} share neither rank nor suit"
    if len(plain) < len(cards):
        return "a wild card has no place in an escalera"
    return None if gaps(plain, LADDER) == 0 else f"{listed(cards)} are no sequence from the four to the ace"


def fits(cards: Cards, card: Card) -> bool:
    """Whether a meld may have one more card."""
    more = (*cards, card)
    return misshapen(more) is None and not (is_set(more) and too_wild(more))


def too_wild(cards: Iterable[Card]) -> str | None:
    some = wild(cards)
    return f"{listed(some)} are more than two wild cards in one set" if len(some) > 2 else None


@dataclass
class Meld:
    """Cards of a team on the table; one that has joined another has none."""

    number: int
    side: Seat
    cards: Cards
    told: list[Report]

    @property
    def closed(self) -> bool:
        return len(self.cards) >= SEVEN

    def takes(self, card: Card) -> bool:
        """Whether a natural card fits by itself."""
        return not self.closed and card not in WILD and misshapen([*self.cards, card]) is None


# What is left in the hands


class Holds(Counted):
    """what is left in the hand, in cards or in points"""

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Holds]:
        known = known_points(hand, seat)
        least, most = span(pool(hand), blind(hand, seat), *counted(hand)) or (0, 0)
        return [cls(known + more, who=seat) for more in range(least, most + 1, 5)]


def reds_in(hand: Samba, seat: Seat) -> int:
    """Red threes in a hand, known or paid for."""
    holding = hand.holding(seat)
    known = len(red(holding.known.elements()))
    return min(max(known, hand.undeclared[seat]), known + holding.blind)


def blind(hand: Samba, seat: Seat) -> int:
    """Unknown cards of a hand that count."""
    return len(hand.holding(seat)) - reds_in(hand, seat) - len(counting(hand.holding(seat).known.elements()))


def pool(hand: Samba, named: Iterable[Card] = ()) -> Counter[int]:
    """How many cards of each value nobody has named, but for red threes; without those named just now."""
    left = {card: hand.left(card) for card in counting(hand.pack)}
    return by_value(left, BY_RANK) - Counter(VALUES[card] for card in counting(named))


def known_points(hand: Samba, seat: Seat) -> int:
    """What the known cards of a hand count."""
    return count(hand.holding(seat).known.elements())


def counts(hand: Samba, seat: Seat) -> int:
    """What the cards of a hand count, once they are told."""
    told = hand.held.get(seat)
    return told.what if told and isinstance(told.what, int) else known_points(hand, seat)


def counted(hand: Samba) -> list[tuple[int, int]]:
    """The unknown cards of hands told in points: how many, and what they count."""
    some = (seat for seat, told in hand.held.items() if isinstance(told.what, int))
    return [(blind(hand, seat), counts(hand, seat) - known_points(hand, seat)) for seat in some]
