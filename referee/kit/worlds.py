"""What unseen cards can be: the totals that they can count."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar, cast

from referee.game.game import Hand

F = TypeVar("F", bound=Callable[..., Any])


def cached_until_next(find: F) -> F:
    """Caches what a function finds about a hand until the next report, because many candidates are tried at one point.

    Nothing is cached while a report is applied, or for a copy of a hand.
    """

    @functools.wraps(find)
    def kept(hand: Hand, *asked: Any) -> Any:
        answers = hand.worked_out
        if answers is None:
            return find(hand, *asked)
        if (find, *asked) not in answers:
            answers[find, *asked] = find(hand, *asked)
        return answers[find, *asked]

    return cast(F, kept)


# Totals


@functools.lru_cache(128)
def sums_of(values: tuple[int, ...], most: int) -> tuple[int, ...]:
    """For 0, 1, 2 … up to ``most`` cards with these values, every total they can count, as bits."""
    totals = [1, *[0] * most]
    for value in values:
        for number in range(most, 0, -1):
            totals[number] |= totals[number - 1] << value
    return tuple(totals)


@functools.lru_cache(128)
def shares_of(number: int, among: int) -> list[tuple[int, ...]]:
    """Every way to share out a number among ``among`` players."""
    if among == 1:
        return [(number,)]
    return [(first, *others) for first in range(number + 1) for others in shares_of(number - first, among - 1)]


def numbers_in(bits: int) -> list[int]:
    """The numbers of the bits that are set, from the lowest up."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def can_count(pool: Mapping[int, int], *hands: tuple[int, int]) -> bool:
    """Whether hands with these numbers of cards can count these points.

    All of them come from one ``pool``, which has the number of cards of each value.
    """
    ladder = tuple(sorted([(value, copies) for value, copies in pool.items() if copies > 0], reverse=True))
    return _giving_out(ladder)(ladder, tuple(sorted(hands)))


Counts = tuple[tuple[int, int], ...]
"""Hands as (cards, points) still needed, or a pool as (value, copies), highest value first."""


@functools.lru_cache(8)  # one question needs only a few pools, for every possible total
def _giving_out(pool: Counts) -> Callable[[Counts, Counts], bool]:
    """Deals out a pool from the end that is farther from its average, and remembers what was tried."""
    known: dict[tuple[Counts, Counts], bool] = {}

    def can_fill(ladder: Counts, left: Counts) -> bool:
        if not ladder:
            return not any(size or points for size, points in left)
        if (filled := known.get((ladder, left))) is None:
            mean, dearest, cheapest = _mean(ladder), ladder[0], ladder[-1]
            from_top = dearest[0] - mean >= mean - cheapest[0]
            (value, copies), rest = (dearest, ladder[1:]) if from_top else (cheapest, ladder[:-1])
            ways = _shared_out(value, copies, rest, _mean(rest), left) if _in_reach(ladder, left) else ()
            filled = known[ladder, left] = any(can_fill(rest, tuple(sorted(after))) for after in ways)
        return filled

    return can_fill


def _mean(ladder: Counts) -> float:
    copies = sum([copies for _, copies in ladder])
    return sum([value * copies for value, copies in ladder]) / copies if ladder else 0.0


def _in_reach(ladder: Counts, hands: Counts) -> bool:
    """Whether the highest cards are enough for the hands that need most, and the lowest for those that need least."""
    dearest, cheapest = ladder[0][0], ladder[-1][0]
    if any(not cheapest * size <= points <= dearest * size for size, points in hands):
        return False
    rising = sorted((hand for hand in hands if hand[0]), key=lambda hand: hand[1] / hand[0])
    for in_order, sign, cards in ((rising[::-1], 1, ladder), (rising, -1, ladder[::-1])):
        steps = iter(cards)
        wanted = reach = left = value = 0
        for size, points in in_order:
            wanted += points
            while size:
                if not left:
                    value, left = next(steps, (0, 0))
                    if not left:
                        return False
                taken = min(size, left)
                reach, size, left = reach + taken * value, size - taken, left - taken
            if sign * wanted > sign * reach:
                return False
    return True


def _shared_out(value: int, copies: int, rest: Counts, mean: float, hands: Counts) -> Iterator[Counts]:
    """Yields what hands still need after their share of one value, the most even distributions first."""
    if not hands:
        yield ()
        return
    (size, points), *others = hands
    dearest, cheapest = (rest[0][0], rest[-1][0]) if rest else (0, 0)
    share = (points - size * mean) / (value - mean) if value != mean else 0
    for count in sorted(range(min(copies, size) + 1), key=lambda n: abs(n - share)):
        after, wanted = size - count, points - count * value
        if cheapest * after <= wanted <= dearest * after:
            for left in _shared_out(value, copies - count, rest, mean, tuple(others)):
                yield (after, wanted), *left


def span(pool: Mapping[int, int], size: int, *hands: tuple[int, int]) -> tuple[int, int] | None:
    """The lowest and the highest total of ``size`` cards next to hands that were reported.

    None if those are impossible.
    """
    rising = [value for value in sorted(pool) for _ in range(pool[value])]
    if not 0 <= size <= len(rising):
        return None
    low, high, step = sum(rising[:size]), sum(rising[len(rising) - size :]), math.gcd(*pool) or 1
    least = next((n for n in range(low, high + 1, step) if can_count(pool, *hands, (size, n))), None)
    most = next((n for n in range(high, low - 1, -step) if can_count(pool, *hands, (size, n))), None)
    return None if least is None or most is None else (least, most)
