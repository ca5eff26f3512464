"""The results of a session, as stored beside the journal for statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from referee.game.findings import Line
from referee.language.amounts import amount
from referee.language.words import Seat
from referee.table.referee import Referee


class PlayerResult(NamedTuple):
    """A player's result. Partners have the score of their side.

    ``behind`` is the most that a winner of a finished game trailed another side after a hand.
    """

    seat: Seat
    side: Seat
    score: int
    place: int
    winner: bool
    sharing: int
    behind: int


class Results(NamedTuple):
    """Whether the game was finished, how many hands were, each player's result, and the chips in every account."""

    over: bool
    hands: int
    standings: tuple[PlayerResult, ...]
    accounts: Mapping[str, int]


def results(referee: Referee, *, counted: bool = False) -> Results:
    """The results of a session. Winners have first place, the others a place by score.

    A game that stopped early has no winner unless the table ``counted`` it.
    """
    winners = referee.ahead() if counted else referee.winners()
    scores = referee.scores
    low_wins = referee.game.low_wins(referee.in_force)

    def rank(side: Seat) -> tuple[bool, int]:
        return side not in winners, scores[side] if low_wins else -scores[side]

    places = {side: 1 + sum(rank(other) < rank(side) for other in scores) for side in scores}
    behind = dict.fromkeys(scores, 0) | (comebacks(referee) if winners else {})
    standings = []
    for seat in referee.players:
        side = referee.hand.scorer(seat)
        won = side in winners
        standings.append(
            PlayerResult(seat, side, scores[side], places[side], won, len(winners), behind[side] if won else 0)
        )
    over = referee.over and (counted or not referee.broken_off)
    return Results(over, referee.standing.hands, tuple(standings), accounts(referee))


def accounts(referee: Referee) -> dict[str, int]:
    """The chips of all who have sat there, of the bank, and of nonempty other accounts. The sum is 0."""
    owners = {*referee.players, *referee.names.teams.values(), referee.game.banker}
    return {name: chips for name, chips in referee.accounts.items() if chips or name in owners}


def written(accounts: Mapping[str, int]) -> str:
    """Accounts in their saved form: ``Ann=-3, pot=3``. Names have no commas or equals signs."""
    return ", ".join(f"{name}={chips}" for name, chips in accounts.items())


def read(text: str) -> dict[str, int]:
    """Accounts from their saved form."""
    parts = (part.rpartition("=") for part in text.split(", ") if part)
    return {name: amount(float(chips)) for name, _, chips in parts}


def comebacks(referee: Referee) -> dict[Seat, int]:
    """The most that each side trailed the leader after a hand."""
    sums = dict.fromkeys(referee.scores, 0)
    most = dict.fromkeys(referee.scores, 0)
    best = min if referee.game.low_wins(referee.in_force) else max
    for _, lines in groupby(referee.lines, lambda line: line.hand):
        for line in lines:
            if line.who in sums:
                sums[Seat(line.who)] += line.points
        ahead = best(sums.values())
        most = {side: max(most[side], abs(ahead - points)) for side, points in sums.items()}
    return most


def by_hand(lines: Iterable[Line]) -> dict[int, dict[str, int]]:
    """Points by hand and side, without zeros."""
    sums: dict[int, dict[str, int]] = {}
    for line in lines:
        hand = sums.setdefault(line.hand, {})
        hand[line.who] = hand.get(line.who, 0) + line.points
    return {
        hand: {who: points for who, points in points_by_side.items() if points} for hand, points_by_side in sums.items()
    }
