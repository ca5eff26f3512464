"""A row of points for a hand in a game that counts something else: ``12 0 14 0`` in Hearts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.declared.columns import Round
from referee.language.words import quoted
from referee.table.referee import Referee

MOST = 40  # the largest total of two sides for which every split is tried


def counted_from(referee: Referee, points: Sequence[int]) -> list[tuple[str, ...]]:
    """The reports of a whole hand that would score these points, in the order of the seats.

    One tuple for each way to do it.
    """
    hand = referee.hand
    if not isinstance(hand, Round) or len(points) not in (len(hand.players), len(hand.parties)):
        return []
    return [texts for texts in dict.fromkeys(_ways(hand, points)) if _brings(referee, texts, points)]


def _ways(hand: Round, points: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Yields reports that may score these points."""
    columns: dict[str, list[Any]] = {}
    for column in hand.columns:
        columns.setdefault(column.spec.kind, []).append(column)
    seats = hand.players if len(points) == len(hand.players) else hand.parties
    for everything in columns.get("all", ()):
        yield from ((f"{quoted(seat)} {everything.single.verb}",) for seat in seats)
    for count in columns.get("count", ()):
        total = count.total(hand)
        if not isinstance(total, int):
            continue
        each = int(count.number(hand, "each") or 0)
        for lone in (None, *columns.get("who", ())):
            worth = int(lone.whole_worth(hand)) if lone else 0
            for at, holder in enumerate(seats if lone else ("",)):
                left = [number - (worth if lone and i == at else 0) for i, number in enumerate(points)]
                fits = each and all(number % each == 0 and number // each >= 0 for number in left)
                if fits and sum(left) == total * each:
                    row = " ".join(str(number // each) for number in left)
                    yield (f"{count.single.verb} {row}", *([f"{quoted(holder)} {lone.single.verb}"] if lone else []))
        if len(seats) == 2 and total <= MOST:
            yield from ((f"{count.single.verb} {number} {total - number}",) for number in range(total, -1, -1))


def _brings(referee: Referee, texts: Sequence[str], points: Sequence[int]) -> bool:
    """Whether these reports end the hand and score exactly these points."""
    before, number = referee.scores, referee.hand.number
    counted = [side for side in before if side not in referee.hand.sitting_out]
    with referee.trial():
        if not all(referee.hear(text).accepted for text in texts):
            return False
        gained = [referee.scores[side] - before[side] for side in counted]
        all_to_one = [0 if number == max(points) else max(points) for number in points]
        has_all = sum(points) == max(points) and not any(map(str.isdigit, "".join(texts)))
        brings = gained == [*points] or (has_all and gained == all_to_one)
        return brings and (referee.hand.number != number or not referee.hand.dealer)


__all__ = ["counted_from"]
