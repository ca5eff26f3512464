"""Samba's cards: what they count, what they may be melded as, and the melds on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.cards import JOKER, RANKS, SUITS, Card, Cards, Pack, listed
from referee.core import Report, Seat
from referee.kit.melds import gaps, one_rank

PACK = Pack(packs=3, jokers=6, ace="high")
LADDER = RANKS[:11][::-1]  # what an escalera climbs, from the four to the ace
RED_THREES = (Card("3", "H"), Card("3", "D"))
WILD = (JOKER, *(Card("2", suit) for suit in SUITS))
SIZES, SEVEN = range(3, 8), 7
BY_RANK = {"JK": 50, "2": 20, "A": 20, "3": 5} | dict.fromkeys("7654", 5)
VALUES = {card: 0 if card in RED_THREES else BY_RANK.get(card.rank, 10) for card in PACK}
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
