"""The score of five cards in Fifty-One with the best joker, and the hands that can have a score."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.cards import JOKER, RANKS, SUITS, Card, Cards
from referee.kit.showdown import TENS

HAND = 5
VALUES = {**TENS, "A": 11}
WORTH = {Card(rank, suit): VALUES[rank] for suit in SUITS for rank in RANKS}
SIZES = {
    cards: sorted(
        (sizes for sizes in itertools.product(range(HAND + 1), repeat=len(SUITS)) if sum(sizes) == cards),
        key=lambda sizes: (max(sizes), sizes.count(0)),
    )
    for cards in (HAND - 1, HAND)
}
"""# how four and five cards can be split over four suits, the most even first"""

PATIENCE = 80  # hands tried if several were entered as scores


def score(cards: Iterable[Card]) -> int:
    """The longest suit minus all the other cards. Among equally long suits, the best one counts.

    The joker is the highest card missing from one of the suits. Trying each suit is enough, as a lower card never
    scores more.
    """
    hand = set(cards)
    suits = [[VALUES[card.rank] for card in hand if card.suit == suit] for suit in SUITS]
    if JOKER not in hand:
        return _counted(suits)
    wild = [[missing(suit, hand)] for suit in SUITS]
    return max(_counted([*suits[:i], suits[i] + wild[i], *suits[i + 1 :]]) for i in range(len(SUITS)))


def _counted(suits: Sequence[Sequence[int]]) -> int:
    longest = max(map(len, suits))
    return 2 * max(sum(suit) for suit in suits if len(suit) == longest) - sum(map(sum, suits))


def missing(suit: str, hand: Collection[Card]) -> int:
    """The value of the highest card of a suit that isn't in a hand."""
    return next(VALUES[rank] for rank in RANKS if Card(rank, suit) not in hand)


class Lot(NamedTuple):
    """A hand entered as a score: cards known to be in it, cards that may be, and the score."""

    known: frozenset[Card]
    may: frozenset[Card]
    score: int


class Part(NamedTuple):
    """One suit of a hand: the cards in it, and the cards that may be, by value."""

    kept: Cards
    more: Cards

    def span(self, size: int) -> tuple[int, int] | None:
        """The lowest and highest value of ``size`` cards of the suit, or None if there can't be that many."""
        room = size - len(self.kept)
        if not 0 <= room <= len(self.more):
            return None
        kept, first, last = worth(self.kept), worth(self.more[:room]), worth(self.more[len(self.more) - room :])
        return (kept + first, kept + last) if first < last else (kept + last, kept + first)


@lru_cache(256)  # one question asks this for every possible score
def picks(part: Part, size: int) -> list[tuple[Cards, int]]:
    """Every choice of ``size`` cards of a suit, with their values."""
    kept = worth(part.kept)
    return [
        ((*part.kept, *added), kept + worth(added))
        for added in itertools.combinations(part.more, size - len(part.kept))
    ]


@lru_cache(256)
def by_worth(part: Part, size: int, suit: str, joker: bool) -> dict[int, list[Cards]]:
    """The possible cards of the suit that counts, with or without the joker, by value."""
    choices: dict[int, list[Cards]] = {}
    for picked, value in picks(part, size):
        if joker:
            picked, value = (*picked, JOKER), value + missing(suit, picked)
        choices.setdefault(value, []).append(picked)
    return choices


def worth(cards: Iterable[Card]) -> int:
    return sum(map(WORTH.__getitem__, cards))


def hands(lot: Lot, taken: frozenset[Card] = frozenset()) -> Iterator[frozenset[Card]]:
    """Every possible hand of a lot without the cards taken elsewhere. Some hands come twice."""
    if len(lot.known) == HAND:
        yield from [lot.known] if score(lot.known) == lot.score else []
        return
    free = sorted(lot.may - lot.known - taken, key=lambda card: VALUES.get(card.rank, 0), reverse=lot.score < 0)
    parts = [
        Part(*(tuple(card for card in cards if card.suit == suit) for cards in (lot.known, free))) for suit in SUITS
    ]
    spans = [[part.span(size) for size in range(HAND + 1)] for part in parts]
    for joker in (True,) if JOKER in lot.known else (False, True) if JOKER in free else (False,):
        for sizes in SIZES[HAND - joker]:
            ends = [end for span, size in zip(spans, sizes, strict=True) if (end := span[size])]
            if len(ends) == len(SUITS):
                yield from _hands(lot.score, parts, sizes, ends, joker)


def _hands(
    total: int, parts: Sequence[Part], sizes: Sequence[int], spans: Sequence[tuple[int, int]], joker: bool
) -> Iterator[frozenset[Card]]:
    """Hands with these numbers of cards in each suit, whichever of the longest counts."""
    low, high = sum(least for least, _ in spans), sum(most for _, most in spans)
    for place, (least, most) in enumerate(spans):
        within = least - (high - most) + 2 * joker <= total <= most - (low - least) + 11 * joker
        if not within or sizes[place] + joker < max(sizes):
            continue
        counting = by_worth(parts[place], sizes[place], SUITS[place], joker)
        others = (picks(parts[i], size) for i, size in enumerate(sizes) if i != place)
        for (first, a), (second, b), (third, c) in itertools.product(*others):
            rest = (*first, *second, *third)
            for picked in counting.get(total + a + b + c, ()):
                if score((*picked, *rest)) == total:
                    yield frozenset((*picked, *rest))


def can_lie(lots: Sequence[Lot]) -> bool:
    """Whether all these hands are possible at once. Also true if that takes too long to find out."""
    hardest_first = sorted(lots, key=lambda lot: (-len(lot.known), -abs(lot.score - 10)))
    alone = all(map(can_be, hardest_first))
    return alone and (len(lots) == 1 or _laid_out(hardest_first, frozenset(), iter(range(PATIENCE))))


@lru_cache(64)  # each hand entered is tried along with all earlier ones
def can_be(lot: Lot) -> bool:
    """Whether such a hand is possible at all."""
    return next(hands(lot), None) is not None


@lru_cache(1024)  # one question lays out the others again for every possible score
def _likely(lot: Lot, taken: frozenset[Card]) -> Iterator[frozenset[Card]]:
    """The possible hands of a lot, found as far as a copy of this asks for them."""
    return itertools.tee(hands(lot, taken), 1)[0]


def _laid_out(lots: Sequence[Lot], taken: frozenset[Card], tries: Iterator[int]) -> bool:
    if not lots:
        return True
    first, *rest = lots
    likely = copy.copy(_likely(first, taken))
    return any(next(tries, None) is None or _laid_out(rest, taken | hand, tries) for hand in likely)
