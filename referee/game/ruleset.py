"""All rules of one game, and what follows from them: what judges a report, what is cited, what can be changed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple

from referee.game.common_reports import ANY_TIME, Dealt
from referee.language.reports import Report
from referee.rules.options import ByPlayers, Option
from referee.rules.rule import Check, FunctionRule, Rule, Verdict, all_checks, option_called

Verb = type[Report]
Asked = tuple[Verb, tuple[Check[Any], ...], Rule | None]

WITHOUT = "without"
"""The option that drops rules."""

IN_PLACE, AGAIN = ("now", "always"), ("again", "always")


class Cited(NamedTuple):
    """When a report is made, and the names of the rules that judge it.

    The first is cited if the report isn't possible now.
    """

    when: str
    rules: tuple[str, ...]


class Ruleset:
    """The rules that are named in a game's modules, in the order of the source.

    Each rule is named after its variable, with dashes. Its numbers become options of the house; the ``choices``, which
    aren't numbers, come after them. Raises TypeError if two rules use one name for different numbers, or if a sentence
    lacks words for a value of a choice.
    """

    def __init__(
        self, names: Mapping[str, Any], choices: Iterable[Option], players: range, ends: Collection[Rule] = ()
    ) -> None:
        self._names = names
        self._judging: dict[tuple[Verb, tuple[Rule | Check[Any], ...]], tuple[Check[Any], ...]] = {}
        self._again: dict[Verb, tuple[Check[Any], ...]] = {}
        self.asked: Callable[[tuple[Any, ...], Rule | None, bool], list[Asked]] = cache(self._asked)
        written: dict[Rule, None] = {}
        for name, rule in names.items():
            called = name.replace("_", "-").strip("-")
            if isinstance(rule, Rule) and rule.name in ("", called):  # else it is a rule of every game
                rule.name = called
                written[rule] = None
        self.rules = {rule.name: rule for rule in sorted(written, key=lambda rule: rule.serial)}
        self.renamed = {name: rule.name for rule in self.rules.values() for name in rule.also}
        if taken := sorted(self.renamed.keys() & self.rules.keys()):
            raise TypeError(f"also= has {taken[0]}, which is the name of another rule")
        options = [*map(self._worded, (*self._numbers(), *choices))]
        book = {option.name: _over(players, option) for option in options}
        for rule in self.rules.values():
            rule.text = rule.said(book, book)
        self.options = (*(option.explained_by(self.rules) for option in options), *self._without(ends))

    def _numbers(self) -> Iterator[Option]:
        """Yields every number of the rules once, with the names of the rules that have it."""
        numbers: dict[str, Option] = {}
        rules: dict[str, list[str]] = {}
        for rule in self.rules.values():
            for option in rule.amounts.values():
                if option.default != numbers.setdefault(option.name, option).default:
                    raise TypeError(f"two different numbers are called {option.name}")
                rules.setdefault(option.name, []).append(rule.name)
        return (option.with_(rules=tuple(self.rules[rule] for rule in rules[name])) for name, option in numbers.items())

    def _worded(self, option: Option) -> Option:
        """An option with the names of its rules, including those whose sentences have words for it."""
        values = {*option.choices} or {"N"}
        values |= {"none"} if option.or_none or option.default is None else set()
        rules = [*option.rules]
        for rule in self.rules.values():
            for place, words in rule.words.items():
                if option_called(place) == option.name:
                    rules.append(rule)
                    texts = {value for value in words if option.choices or not value.isdigit()}
                    if wrong := values.symmetric_difference(texts):
                        raise TypeError(f"{rule.name} and {option.name} differ in {', '.join(sorted(wrong))}")
        return option.with_(rules=tuple(dict.fromkeys(named(rules))))

    def _without(self, ends: Collection[Rule]) -> Iterator[Option]:
        """Yields the option that drops rules, if any can be dropped: breakable rules that don't order the game.

        A rule orders the game if it ends a hand, or if it never refuses a report at its place.
        """
        rules = [
            rule
            for rule in self.rules.values()
            if rule.breaking is Verdict.ILLEGAL and not rule.fact and rule not in ends
        ]
        judging = (rule.name for rule in rules if rule.turn or any(check.when in IN_PLACE for check in rule.checks))
        if names := tuple(judging):
            text = "rules you don't use"
            yield Option(WITHOUT, None, text, choices=names, several=True, renamed=self.renamed)

    def faults(self, verbs: Iterable[Verb], named: Collection[Rule]) -> Iterator[str]:
        """Yields what is declared wrongly for a game with these verbs, and how to fix it.

        ``named`` are rules the game names itself.

        Raises TypeError for a check that doesn't say what it judges.
        """
        known = tuple(dict.fromkeys((*verbs, *ANY_TIME)))
        idle: list[str] = []
        by_options = {name for option in self.options for name in option.rules}
        for rule in self.rules.values():
            for check in rule.checks:
                judged = check.verbs(self._names)
                if not any(issubclass(verb, judged) for verb in known):
                    kinds = " and ".join(kind.__name__ for kind in judged)
                    yield f"the check {check.__name__} of {rule.name} judges {kinds}: add it to verbs"
            for word in ("turn", "place"):
                for verb in getattr(rule, word):
                    if verb not in known:
                        kind = getattr(verb, "__name__", repr(verb))
                        yield f"{rule.name} has {word}={kind}: add {kind} to verbs, or name one of the verbs"
            hangs = rule.checks or rule.turn or rule.place or rule.lines or rule.finding or rule.name in by_options
            if not (hangs or rule.unjudged or rule in named or isinstance(rule, FunctionRule)):
                idle.append(rule.name)
        if idle:
            yield (
                f"nothing hangs on {', '.join(idle)}: give it a check, turn=, place=, lines=, finding= or a number,"
                ' or write `unjudged("…")` if it is only shown'
            )

    # What judges a report

    @cached_property
    def checks(self) -> tuple[Check[Any], ...]:
        """Every check of every rule, in the order of the source."""
        return tuple(all_checks(self.rules.values()))

    def _asked(self, verbs_and_rules: tuple[Any, ...], turn: Rule | None, aside: bool) -> list[Asked]:
        """Verbs that are asked for together, each with the checks that judge it and the rule that orders its turn."""
        verbs = [*itertools.takewhile(lambda part: isinstance(part, type), verbs_and_rules)]
        named = verbs_and_rules[len(verbs) :]
        return [(verb, self.checks_on(verb, named), turn or (None if aside else self.turn_of(verb))) for verb in verbs]

    def checks_on(self, verb: Verb, named: tuple[Rule | Check[Any], ...] = ()) -> tuple[Check[Any], ...]:
        """The checks that judge a verb at its place: those of all rules, or only of rules and checks in ``named``."""
        key = verb, named
        if key not in self._judging:
            checks = self.checks if not named else tuple(self._hung_on(named))
            self._judging[key] = tuple(
                check for check in checks if check in named or (check.when in IN_PLACE and self._judges(check, verb))
            )
        return self._judging[key]

    @staticmethod
    def _hung_on(named: Iterable[Rule | Check[Any]]) -> Iterator[Check[Any]]:
        for part in named:
            yield from part.checks if isinstance(part, Rule) else (part,)

    def checks_again(self, verb: Verb) -> tuple[Check[Any], ...]:
        """The checks on a result that is entered again after its hand is finished. Acts of play have none."""
        if verb not in self._again:
            again = (check for check in self.checks if check.when in AGAIN and self._judges(check, verb))
            self._again[verb] = tuple(again)
        return self._again[verb]

    @property
    def checks_on_dealt(self) -> tuple[Check[Any], ...]:
        """The checks on `Dealt` reports that come right after the deal."""
        return self.checks_on(Dealt)

    @cached_property
    def checks_late(self) -> tuple[Check[Any], ...]:
        """The checks on late `Dealt` reports against the hand as it is now, whether the cards fit or not."""
        return tuple(check for check in self.checks if check.when == "late")

    def _judges(self, check: Check[Any], verb: Verb) -> bool:
        return issubclass(verb, check.verbs(self._names))

    # What is cited

    def turn_of(self, verb: Verb) -> Rule | None:
        """The rule that orders the turn of a verb, the first if there are several."""
        return self._turns.get(verb)

    @cached_property
    def _turns(self) -> dict[Verb, Rule]:
        return {verb: rule for rule in reversed(self.rules.values()) for verb in rule.turn}

    def place_of(self, verb: Verb, struck: Collection[str] = ()) -> Rule | None:
        """The rule to cite when a verb isn't possible now: that of its place, of its turn, or the first check's."""
        if stands_for := getattr(verb, "stands_for", None):
            return self.place_of(stands_for, struck)
        placed = [rule for rule in self.rules.values() if verb in rule.place]
        turn = self.turn_of(verb)
        judging = (rule for check in self.checks_on(verb) for rule in check.rules)
        return next((rule for rule in (*placed, *([turn] if turn else ()), *judging) if rule.name not in struck), None)

    def cited(self, verb: Verb) -> tuple[str, ...]:
        """The names of the rules that judge a verb, that of its place first."""
        place = self.place_of(verb)
        rules = [place] if place else []
        rules += [rule for rule in self.rules.values() if verb in rule.turn]
        rules += [rule for check in self.checks if self._judges(check, verb) for rule in check.rules]
        names = [rule.name for rule in rules]
        if stands_for := getattr(verb, "stands_for", None):
            names += self.cited(stands_for)
        return tuple(dict.fromkeys(names))

    @cached_property
    def score_lines(self) -> dict[str, tuple[str, ...]]:
        """The lines of the score, each with the names of the rules that give it."""
        lines: dict[str, list[str]] = {}
        for rule in self.rules.values():
            for line in rule.lines:
                lines.setdefault(line, []).append(rule.name)
        return {line: tuple(rules) for line, rules in lines.items()}


def named(rules: Iterable[Rule]) -> tuple[str, ...]:
    return tuple(rule.name for rule in rules)


def _over(players: range, option: Option) -> Any:
    """The standard value of an option. If it depends on the number of players: all its values."""
    several = ByPlayers(players, (option.value(number) for number in players))
    return several[0] if len({*several}) == 1 else several
