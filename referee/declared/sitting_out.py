"""Who sits out a round, if there are more players at the table than play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.declared.columns import Round, listed
from referee.declared.sheet import Sheet
from referee.game.asks import at
from referee.game.common_reports import SitsOut
from referee.game.game import Fact
from referee.language.words import Seat
from referee.rules.options import Option
from referee.rules.rule import Reason, Rule, Verdict, cannot_happen, in_letters, judges, unclear


def sitting_out(sheet: Sheet) -> Rule | None:
    """The rule that says who sits out a round of a sheet. None if everybody always plays."""
    if sheet.seated is None or sheet.seated >= sheet.span[-1]:
        return None
    text = (
        f"{in_letters(sheet.seated).capitalize()} of you play each {sheet.unit}. If there are more of you, the dealer"
    )
    return judged(Rule(f"{text} sits out, unless you name another player.", Verdict.IMPOSSIBLE))


def by_house() -> Rule:
    """The rule for a table that may set how many play a round."""
    words = {
        "none": "everyone plays each round, unless you type who sits out",
        "N": "{N:word} of you play each round. If there are more of you, the dealer sits out, unless you name another"
        " player",
    }
    playing = Option("playing", None, "how many play each round, if there are more of you", least=2, words=words)
    return judged(Rule("{playing}.", Verdict.IMPOSSIBLE, amounts={"playing": playing}))


def judged(rule: Rule) -> Rule:
    judges(rule, of=SitsOut)(may_sit_out)
    return rule


def unit_of(hand: Round) -> str:
    """What the game calls a round."""
    sheet: Sheet = hand.game.declared  # type: ignore[attr-defined]
    return sheet.unit


def may_sit_out(hand: Round, sits: SitsOut) -> Reason | str | None:
    """Why a player can't sit out this round."""
    if not sits.who:
        return unclear("who sits out?")
    if sits.who in hand.named_out:
        return f"{sits.who} already sits out"
    if before := next(iter(entered(hand, sits.who)), None):
        return Reason(f"this {unit_of(hand)} has already begun ({at(before)})", before)
    number = hand.game.playing_at(len(hand.seats), hand.house)
    too_many = len(hand.seats) - number
    if too_many or hand.game.playing_in(hand.house):
        if len(hand.named_out) < too_many:
            return None
        if out := hand.named_out:
            return f"{listed(out)} already sit{'' if len(out) > 1 else 's'} out"
        there = f"{in_letters(number)} play each {unit_of(hand)}, and there are {in_letters(len(hand.seats))} of you"
        return f"nobody sits out: {there}"
    least = max(2, hand.game.players[0])
    return cannot_happen(f"at least {least} must play") if len(hand.players) <= least else None


def entered(hand: Round, who: Seat) -> Iterator[Any]:
    """Reports of the round which say that ``who`` plays; any report, if a fixed number plays."""
    fixed = hand.game.playing_in(hand.house) is not None
    for told in hand.reports.values():
        yield from (report for seat, report in told.items() if fixed or who in seat.split("+"))
    if fixed:
        yield from (report for reports in hand.seen.values() for report in reports)


def who_sits_out(hand: Round) -> Mapping[str, int] | str:
    """The players who sit out, in words."""
    return listed(hand.sitting_out) if hand.sitting_out else "nobody"


ASKED = Fact(who_sits_out, "who sits out", "who is sitting out", "who doesn't play")
