"""Claims: a number or a name in a report, compared with the truth, which each game defines once."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from referee.game.common_reports import Deal
from referee.kit.messages import lines, together
from referee.language.reports import Report
from referee.rules.rule import Check, Reason, When, cannot_happen

Truth = int | str | range | tuple[Any, ...] | None
"""A value, a range, or several possible values of which the first is quoted. None if unknown."""

Proof = Callable[[Any, Any], Collection[Report]]


def no_proof(hand: Any, report: Any) -> tuple[Report, ...]:
    return ()


def one_of_them(several: re.Match[str]) -> str:
    """``{} cards`` in the singular."""
    return f"{{}} {several[1]}"


def claims(
    verb: type[Report],
    field: str,
    truth: Callable[[Any, Any], Truth],
    text: str = "{who} had {}",
    *,
    proof: Proof = no_proof,
    when: When = "again",
    because: Callable[[Any, Any], str] = lambda hand, report: "",
) -> Check[Reason | None]:
    """Makes a check that compares a field of a report with the truth: ``{who} took {}``, *not 4*.

    For a report that is entered again, or can be, a wrong value is impossible. Otherwise it breaks the rule.
    ``because`` follows the reason.
    """
    unlike = Reason if when == "now" else cannot_happen

    def agrees(hand: Any, report: Any) -> Reason | None:
        actual, told = truth(hand, report), getattr(report, field)
        if actual is None or told == actual or (isinstance(actual, range | tuple) and told in actual):
            return None
        if isinstance(actual, range) and len(actual) > 1:
            actual = f"{actual[0]} to {actual[-1]}"
        value = actual[0] if isinstance(actual, range | tuple) else actual
        singular = re.sub(r"\{\} (\w+)s\b", one_of_them, text) if value == 1 else text
        named = singular.format(value, who=report.who)
        proven = proof(hand, report)
        return unlike(f"{named}{lines(proven)}, not {told}{because(hand, report)}", *proven)

    return Check(agrees, when=when, of=verb)


def deals(
    size: int | str | Callable[[Any], int] = "hand-size",
    said: str = "each player is dealt {} cards",
    *,
    whole: bool = False,
) -> Check[Any]:
    """Makes a check of the number of cards dealt: against a number, a house option, or the result of a function.

    The table may keep a deal of another size, unless the ``whole`` pack is dealt out.
    """
    due: Any = size if callable(size) else lambda hand: size if isinstance(size, int) else hand.house[size]
    as_due = claims(Deal, "size", lambda hand, deal: (due(hand), None), said, when="now")

    def dealt(hand: Any, deal: Any) -> Reason | None:
        if not (why := as_due.judge(hand, deal)):
            return None
        return cannot_happen(why) if whole else hand.wrong_deal(deal, why)

    return Check(dealt, of=Deal)


def claims_to_be(
    verb: type[Report],
    truth: Callable[[Any, Any], str | Collection[str]],
    text: str,
    *,
    proof: Proof = no_proof,
    when: When = "again",
) -> Check[Reason | None]:
    """Makes a check of who did something: *Ann* ``was out first``, *not Ben*."""

    def agrees(hand: Any, report: Any) -> Reason | None:
        actual = truth(hand, report)
        seats = (actual,) if isinstance(actual, str) else tuple(dict.fromkeys(actual))
        if report.who in seats or hand.side(report.who) in seats:
            return None
        proven = proof(hand, report)
        names = [*filter(None, seats)]
        instead = f", not {report.who}" if names else ""
        return cannot_happen(f"{together(names or ['nobody'])} {text}{lines(proven)}{instead}", *proven)

    return Check(agrees, when=when, of=verb)
