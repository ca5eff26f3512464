"""Which rules a record confirms: a check of the rule passed an accepted report, or the rule was called."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from referee.game.game import Game
from referee.language.reports import Report
from referee.language.words import Piece
from referee.records.record import Judge
from referee.rules.rule import Check, FunctionRule, Rule
from referee.table.rulings import Ruling


def is_asked(rule: Rule) -> bool:
    """Whether code decides about a rule, so that a record doesn't need a comment to confirm it."""
    return bool(rule.checks) or isinstance(rule, FunctionRule)


def asked_in(game: Game[Any], path: Path) -> Asking:
    """The judged record, with the names of the rules that were checked and confirmed."""
    judge = Asking(game)
    with ExitStack() as recording, path.open(encoding="utf-8") as lines:
        for check in game.ruleset.checks:
            recording.enter_context(replaced(check, "judge", judge.recorded(check)))
        for rule in game.rules.values():
            if isinstance(rule, FunctionRule) and not rule.checks:
                recording.enter_context(replaced(rule, "function", judge.called(rule)))
        judge.judge(lines)
    return judge


class Asking(Judge):
    """Judges a record and notes the names of the rules that are checked on the way."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game
        self.kept: set[str] = set()
        self.passing: set[str] = set()  # by a check that passed any report, even one that was refused
        self.passed: list[tuple[Report, Rule]] = []  # since the report before

    def heard(self, piece: Piece, ruling: Ruling) -> None:
        if ruling.accepted:
            kept = [rule for report, rule in self.passed if report == ruling.report]
            kept += [rule for rule in self.game.rules.values() if type(ruling.report) in (*rule.turn, *rule.place)]
            self.kept.update({rule.name for rule in kept} - {*ruling.rules}, [line.rule for line in ruling.lines])
        self.passed.clear()

    def recorded(self, check: Check[Any]) -> Callable[[Any, Any], Any]:
        judge = check.judge

        @wraps(judge, updated=())
        def recording(hand: Any, report: Any) -> Any:
            answer = judge(hand, report)
            broken = check.by_rule(answer) if answer is not None else {}
            passed = [rule for rule in check.rules if rule not in broken]
            self.passed += [(report, rule) for rule in passed]
            self.passing.update(rule.name for rule in passed)
            return answer

        return recording

    def called(self, rule: FunctionRule[Any, Any]) -> Callable[..., Any]:
        function = rule.function

        def recording(*arguments: Any, **numbers: Any) -> Any:
            self.kept.add(rule.name)
            return function(*arguments, **numbers)

        return recording


@contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)
