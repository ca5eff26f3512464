"""Compares the score with a paper sheet: where they differ, and which slips are most likely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.table.referee import Referee
from scoresheets.keeping.results import by_hand


class Slip(NamedTuple):
    """A possible slip on paper: what kind it is, in which hand, and in words. Simpler ones come first."""

    cost: float
    hand: int
    kind: str
    text: str


@dataclass
class TotalsRow:
    """One row of totals after a hand: referee's, and the paper's if it has them."""

    hand: int
    ours: dict[str, int]
    paper: dict[str, int]

    @property
    def apart(self) -> dict[str, int]:
        """The difference: the paper minus the score."""
        return {who: self.paper[who] - self.ours[who] for who in self.paper if self.paper[who] != self.ours[who]}


@dataclass
class Reconciled:
    """The rows compared, the first that differs, and the possible slips, the likeliest first."""

    rows: list[TotalsRow]
    parts: TotalsRow | None = None
    slips: list[Slip] = field(default_factory=list)


def reconcile(referee: Referee, paper: Sequence[Mapping[str, int]]) -> Reconciled:
    """Compares a paper sheet with the score.

    One row of totals is the present score. Several are the totals after the first hand, the second and so on. Raises
    ValueError if there are more rows than hands.
    """
    totals = running(referee)
    hands = list(totals)
    if len(paper) == 1:
        rows = [TotalsRow(hands[-1], dict(totals[hands[-1]]), dict(paper[0]))]
    elif len(paper) > len(hands):
        raise ValueError(f"the paper has {len(paper)} hands, and {len(hands)} were entered here")
    else:
        rows = [TotalsRow(hand, dict(totals[hand]), dict(row)) for hand, row in zip(hands, paper, strict=False)]
    result = Reconciled(rows, next((row for row in rows if row.apart), None))
    if result.parts:
        every = list(_slips(referee, totals, result.parts, exact=len(paper) > 1))
        result.slips = sorted(set(every), key=lambda slip: (slip.cost, -slip.hand))
    return result


def running(referee: Referee) -> dict[int, dict[str, int]]:
    """The totals after each hand with a score, in order. The key is 0 if there is none.

    Points booked outside of hands count with the next hand, and after the last hand with that.
    """
    sums = dict.fromkeys(map(str, referee.scores), 0)
    sums |= dict.fromkeys(referee.accounts, 0) if referee.chips is True else {}
    totals = {}
    for hand, lines in referee.lines_by_hand():
        for line in lines:
            if line.who in sums:
                sums[line.who] += line.points
        if hand and (lines or hand == referee.standing.hands):
            totals[hand] = dict(sums)
    totals[max(totals, default=0)] = sums
    return totals


# Slips


def _slips(referee: Referee, totals: dict[int, dict[str, int]], row: TotalsRow, *, exact: bool) -> Iterator[Slip]:
    """Every single slip that explains the difference. If each hand is on paper, only those of the row."""
    brought = by_hand(referee.lines)
    apart = row.apart
    yield from _of_corrections(referee, row)
    hands = [hand for hand in totals if hand == row.hand or (not exact and hand < row.hand)]
    for hand in hands:
        points = {who: n for who, n in brought.get(hand, {}).items() if who in row.paper}
        yield from _of_a_hand(hand, points, apart)
        if len(apart) == 1:
            ((who, difference),) = apart.items()
            yield from _of_a_score(hand, who, points.get(who, 0), difference)
            yield from _of_a_line(referee, hand, who, difference)
    if len(apart) == 1:
        ((who, difference),) = apart.items()
        yield from _of_a_total(totals, row, who)


def _of_corrections(referee: Referee, row: TotalsRow) -> Iterator[Slip]:
    """A correction, or a transfer of chips, that isn't on the paper."""
    for line in referee.lines:
        if not line.hand and row.apart == {line.who: -line.points}:
            yield Slip(1, row.hand, "left-out", f"{line.who}'s {line.points:+d} ({line.category}) isn't on the paper")


def _of_a_hand(hand: int, points: dict[str, int], apart: dict[str, int]) -> Iterator[Slip]:
    """A whole hand left out, written twice, or given to the wrong players."""
    if points and apart == {who: -n for who, n in points.items()}:
        yield Slip(1, hand, "left-out", f"hand {hand} isn't on the paper")
    if points and apart == points:
        yield Slip(1.5, hand, "twice", f"hand {hand} is there twice")
    if len(apart) == 2:
        (side, first), (other, _) = apart.items()
        swap = points.get(other, 0) - points.get(side, 0)
        if first == swap and apart[other] == -swap:
            yield Slip(1, hand, "swapped", f"{side} and {other} have each other's points of hand {hand}")


def _of_a_score(hand: int, who: str, points: int, difference: int) -> Iterator[Slip]:
    """One player's points in a hand: wrong sign, swapped digits, left out, doubled, a wrong digit."""
    paper, what = points + difference, f"{who}'s {points:+d} of hand {hand}"
    if not points:
        return
    if paper == -points:
        yield Slip(0.8, hand, "sign", f"{what} has the wrong sign")
    elif not paper:
        yield Slip(1.2, hand, "left-out", f"{what} was left out")
    elif paper == 2 * points:
        yield Slip(1.4, hand, "twice", f"{what} was counted twice")
    elif _turned(points, paper):
        yield Slip(1, hand, "digits", f"{what} was written {paper:+d}: digits the wrong way round")
    elif _one_digit(points, paper):
        yield Slip(1.6, hand, "digit", f"{what} was written {paper:+d}")


def _of_a_line(referee: Referee, hand: int, who: str, difference: int) -> Iterator[Slip]:
    """One item in a hand: forgotten, or counted twice."""
    for line in referee.lines:
        if line.hand == hand and line.who == who and line.points:
            what = f"{who}'s {line.category} {line.points:+d} in hand {hand}"
            if line.points == -difference:
                yield Slip(1.1, hand, "left-out", f"{what} was forgotten")
            elif line.points == difference:
                yield Slip(1.7, hand, "twice", f"{what} was counted twice")


def _of_a_total(totals: dict[int, dict[str, int]], row: TotalsRow, who: str) -> Iterator[Slip]:
    """The sum itself: an old total carried on, swapped digits, a forgotten carry."""
    ours, paper = row.ours[who], row.paper[who]
    for hand, sums in totals.items():
        if hand < row.hand and sums[who] == paper and sums[who] != ours:
            yield Slip(1.3, hand, "old-total", f"{who}'s total is still that of hand {hand}")
    if _turned(ours, paper):
        yield Slip(0.9, row.hand, "digits", f"{who}'s total {ours} was written {paper}: digits the wrong way round")
    elif ours and paper == -ours:
        yield Slip(0.9, row.hand, "sign", f"{who}'s total has the wrong sign")
    elif abs(paper - ours) in (10, 100, 1000):
        yield Slip(1.2, row.hand, "adding-up", f"{who}'s total is {abs(paper - ours)} off: a mistake in adding up")
    elif _one_digit(ours, paper):
        yield Slip(1.8, row.hand, "digit", f"{who}'s total {ours} was written {paper}")


def _turned(number: int, other: int) -> bool:
    """Whether two adjacent digits are swapped."""
    first, second = str(abs(number)), str(abs(other))
    if number * other < 0 or len(first) != len(second) or first == second:
        return False
    return any(first[:i] + first[i + 1] + first[i] + first[i + 2 :] == second for i in range(len(first) - 1))


def _one_digit(number: int, other: int) -> bool:
    """Whether exactly one digit differs."""
    first, second = str(abs(number)), str(abs(other))
    same = len(first) == len(second) and number * other > 0
    return same and sum(a != b for a, b in zip(first, second, strict=True)) == 1
