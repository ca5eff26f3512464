"""Dingo's piles: what is told of them in place of the hunts, whether hunts can bring that, and who has won."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import field
from typing import TYPE_CHECKING

from referee.cards import RANKS, Card, Rank
from referee.core import Reason, Report, Seat, at, cannot_happen, unclear
from referee.games._dingo import RABBIT, UPWARD, Brought, can_bring, dingo_of, hunt_brings, value

if TYPE_CHECKING:
    from referee.games.dingo import Dingo, Shows

LAST = len(UPWARD) - 1
MOST = sum(max(scored for scored, _ in hunt_brings(rank, False, False)) for rank in UPWARD)  # in all four piles


# Reports


class Scores(Report):
    """the value of a player's score pile, or of the penalty pile"""

    points: int
    penalty: bool = field(default=False, kw_only=True)

    @classmethod
    def options(cls, hand: Dingo, seat: Seat) -> Iterable[Scores]:
        return [cls(points, who=seat, penalty=against) for against in (False, True) for points in range(MOST + 1)]


class Holds(Report):
    """the highest rabbit in a player's score pile, 0 for none"""

    rabbit: Card | int

    @classmethod
    def options(cls, hand: Dingo, seat: Seat) -> Iterable[Holds]:
        return [cls(0, who=seat), *(cls(Card(rank, "D"), who=seat) for rank in RANKS)]


# The piles


def contenders(hand: Dingo) -> list[Seat]:
    """Whoever leads of those who can win."""
    out = (*hand.forfeits, *hand.standing.conceded)
    balance = {seat: hand.standing.balance.get(seat, 0) for seat in hand.seats if seat not in out}
    return [seat for seat, points in balance.items() if points == max(balance.values())]


def tied_untold(hand: Dingo) -> tuple[Seat, ...]:
    """Leaders whose best rabbit is still to be told: nobody where one leads alone, or has A♦.

    A rabbit lies in a pile beside the wolf that caught it, so that a pile of less than two points has none.
    """
    if len(hand.tied) < 2 or any(best_rabbit(hand, seat) == LAST for seat in hand.tied):
        return ()
    return tuple(seat for seat in hand.tied if seat not in hand.best and hand.piled(seat)[0] > 1)


def best_rabbit(hand: Dingo, seat: Seat) -> int:
    """How high a player's highest rabbit stands, below nought where there is none."""
    if (told := hand.best.get(seat)) and isinstance(told.rabbit, Card):
        return UPWARD.index(told.rabbit.rank)
    return max((UPWARD.index(rabbit.rank) for rabbit, who in hand.caught.items() if who == seat), default=-1)


def winners(hand: Dingo) -> list[Seat]:
    tied = contenders(hand)
    return [seat for seat in tied if best_rabbit(hand, seat) == max(best_rabbit(hand, one) for one in tied)]


# Checks


def adds_up(hand: Dingo, told: Scores) -> str | None:
    if told.who in (hand.penalties if told.penalty else hand.piles):
        return f"{told.who}'s {'penalty' if told.penalty else 'score'} pile was told before"
    least = hand.piled(told.who)[told.penalty]
    if told.points < least:
        return f"{told.who} has {least} in that pile already, not {told.points}"
    more = told.points - least
    return brought_by_no_hunts(hand, *((0, more) if told.penalty else (more, 0)), told)


def leaves_it_possible(hand: Dingo, told: Shows) -> str | None:
    return brought_by_no_hunts(hand, 0, 0, told)


def brought_by_no_hunts(hand: Dingo, scored: int, against: int, told: Scores | Shows) -> str | None:
    """Why piles can't be: no outcome of the hunts gives the totals, or more where some are untold."""
    for more, cost in map(hand.piled, hand.seats):
        scored, against = scored + more, against + cost
    piles, penalties = set(hand.piles), set(hand.penalties)
    shown = () if isinstance(told, Scores) else told.cards
    if isinstance(told, Scores):
        (penalties if told.penalty else piles).add(told.who)
    no_more = len(piles) == len(hand.seats)
    no_worse = no_more or len(penalties) == len(hand.seats)
    hunts = [hunt_may_bring(hand, rank, (*hand.seen, *shown)) for rank in UPWARD]
    if can_bring(hunts, scored, against, no_more, no_worse):
        return None
    return f"no hunts bring {scored} points, and {against} against, to all piles together"


def hunt_may_bring(hand: Dingo, rank: Rank, out: Collection[Card]) -> Collection[Brought]:
    """What a hunt brought, or can bring when these cards are out."""
    if rank in hand.brought:
        return [hand.brought[rank]]
    no_dingo = dingo_of(rank) in out and not (hand.dingo and rank == hand.rank)
    return hunt_brings(rank, no_dingo, RABBIT in out)


def could_be_best(hand: Dingo, told: Holds) -> Reason | None:
    """The highest rabbit told is one that was caught, by nobody else, and has its worth in the pile."""
    rabbit, who = told.rabbit, told.who
    if isinstance(rabbit, int):
        if rabbit:
            return unclear("the highest rabbit is a diamond, or 0 for none")
        place = -1
    elif rabbit.suit != "D":
        return cannot_happen(f"{rabbit.pretty} is no rabbit")
    else:
        place = UPWARD.index(rabbit.rank)
        other = next((one for one in hand.best.values() if one.rabbit == rabbit and one.who != who), None)
        if other:
            return cannot_happen(f"{other.who} has {rabbit.pretty} ({at(other)})", other)
        if rabbit.rank in hand.brought and hand.caught.get(rabbit) != who:
            return cannot_happen(f"{who} didn't catch {rabbit.pretty}")
        least = 19 if rabbit == RABBIT else 3 * value(rabbit.rank)  # that the hunt brings where it is caught
        if all(scored < least for scored, _ in hunt_may_bring(hand, rabbit.rank, hand.seen)):
            out = RABBIT if RABBIT in hand.seen and rabbit == RABBIT else dingo_of(rabbit.rank)
            return cannot_happen(f"{rabbit.pretty} wasn't caught: {out.pretty} wasn't played", *hand.proof_of([out]))
        if (10 if rabbit == RABBIT else 2 * value(rabbit.rank)) > hand.piled(who)[0]:
            return cannot_happen(f"{who}'s pile is too small for {rabbit.pretty}")
    higher = [one for one, seat in hand.caught.items() if seat == who and UPWARD.index(one.rank) > place]
    return cannot_happen(f"{who} caught {higher[-1].pretty}") if higher else None


def same_best(hand: Dingo, told: Holds) -> Reason | None:
    """A rabbit told again."""
    before = hand.best.get(told.who)
    if before is None or before.rabbit == told.rabbit:
        return None
    return cannot_happen(f"{told.who} has another one ({at(before)})", before)


# Told again


def is_best(hand: Dingo, told: Holds) -> Reason | None:
    """A highest rabbit told when the game is over."""
    if hand.piles:
        return same_best(hand, told) or could_be_best(hand, told)
    place = UPWARD.index(told.rabbit.rank) if isinstance(told.rabbit, Card) else -1
    if place == best_rabbit(hand, told.who):
        return None
    return cannot_happen(f"that isn't {told.who}'s highest rabbit")
