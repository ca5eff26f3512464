"""Turns a ruling into a house rule: a dropped rule, another number, or words with a price."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.game.game import Game
from referee.rules.custom import LONGEST_NAME, PREFIX, OwnRule, bare_name, is_own, own_rule, own_rules
from scoresheets.book import house as houses
from scoresheets.book.tabletalk import SMALL
from scoresheets.disputes.precedents import Precedent
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.config import setting
from scoresheets.keeping.journal import Journal

WITHOUT = "without"


class Adoption(NamedTuple):
    """A house rule: an option with its value, or a rule in words under ``rule.NAME``."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"rule {bare_name(self.name)}" if is_own(self.name) else f"{self.name}={self.value}"

    def beside(self, house: Mapping[str, Any]) -> Adoption:
        """Combines it with the rules of a house: a dropped rule is added to those dropped before."""
        struck = str(house.get(self.name) or "none") if self.name == WITHOUT else "none"
        names = [] if struck == "none" else struck.split("+")
        names += [name for name in self.value.split("+") if name not in names]
        return Adoption(self.name, "+".join(names)) if self.name == WITHOUT else self

    @property
    def report(self) -> str:
        """The report that makes this change at the table."""
        if not is_own(self.name):
            return f"house {self.name}={self.value}"
        rule = OwnRule(self.value)
        text = f'{rule.costs} "{rule.text}"' if ";" in rule else str(rule)
        return f"house rule {bare_name(self.name)} = {text}"


class Ways(NamedTuple):
    """The possible house rules for a ruling: without the rule, another option of it, or words with a name."""

    without: str
    numbers: list[str]
    name: str
    costs: int


def ways(game: Game[Any], precedent: Precedent, players: Sequence[str] = ()) -> Ways:
    """The possible house rules for a ruling, with the likely choice."""
    struck = game.option(WITHOUT)
    without = precedent.rule if struck and precedent.rule in struck.choices else ""
    changing = (option for option in game.options if precedent.rule in option.rules and option.name != WITHOUT)
    numbers = [f"{option.name}={option.metavar}" for option in changing]
    off = re.search(r"\badjust .*?-(\d{1,6})\b", precedent.verdict)
    return Ways(without, numbers, _name(game, precedent, players), int(off[1]) if off else 0)


def _name(game: Game[Any], precedent: Precedent, players: Sequence[str]) -> str:
    """A name for a rule in words, from the subject of the question."""
    sat = {name.lower() for name in (*players, str(precedent.facts.get("who", "")))}
    words = [
        word for word in re.findall(r"[a-z]+", precedent.question.lower()) if word not in SMALL and word not in sat
    ]
    name = "-".join(words[:3])[:LONGEST_NAME].strip("-")
    return name if name and name not in game.rules else f"ruling-{precedent.number}"


def option(game: Game[Any], text: str) -> Adoption:
    """An option like ``made=5`` or ``without=RULE``. Raises CommandError."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise CommandError(f"a house rule is written OPTION=VALUE, not {text!r}", USAGE)
    if (known := game.option(name)) is None:
        raise CommandError(game.no_option(name), USAGE)
    value = known.spelt(value)
    if fault := houses.fault_everywhere(game, known, value):
        raise CommandError(fault, USAGE)
    return Adoption(known.name, value)


def in_words(game: Game[Any], text: str, costs: int, name: str) -> Adoption:
    """A rule in words. Raises CommandError."""
    try:
        return Adoption(PREFIX + name, own_rule(name, text, costs, game.rules))
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None


def house_of(journal: Journal, precedent: Precedent, house: str = "") -> str:
    """The house for a ruling: the one named, that of its session, or the one from the settings."""
    row = journal.link.execute("SELECT profile FROM session WHERE id = ?", (precedent.session,)).fetchone()
    chosen = str(house or (row[0] if row else "") or setting("profile").value or "")
    if not chosen or houses.is_standard(chosen):
        raise CommandError(
            "which house is it for? Add `--house NAME`. To start one, run `referee house init NAME`.", USAGE
        )
    houses.read(chosen)
    return chosen


def write_down(game: Game[Any], adoption: Adoption, house: str) -> str:
    """Writes it to the file of a house. Returns what it became: ``made=5 in house home``. Raises CommandError."""
    if is_own(adoption.name):
        houses.write_down(house, game, bare_name(adoption.name), OwnRule(adoption.value))
    else:
        options = houses.read(house).of(game)
        houses.change(house, game, {adoption.name: adoption.beside(options).value})
    return f"{adoption} in house {house}"


def adopted(precedent: Precedent) -> Adoption | None:
    """The house rule that a ruling became, as far as the ruling records it. A rule in words only by its name."""
    text = precedent.adopted_as.rpartition(" in house ")[0]
    if text.startswith("rule "):
        return Adoption(PREFIX + text.removeprefix("rule "), "")
    name, equals, value = text.partition("=")
    return Adoption(name, value) if equals else None


def holds(adoption: Adoption, in_force: Mapping[str, Any]) -> bool:
    """Whether a table plays by it."""
    if is_own(adoption.name):
        return bare_name(adoption.name) in own_rules(in_force)
    if adoption.name == WITHOUT:
        return set(adoption.value.split("+")) <= set(str(in_force.get(WITHOUT)).split("+"))
    return str(in_force.get(adoption.name)) == adoption.value


def quoted(precedent: Precedent, report: str, in_force: Mapping[str, Any]) -> Iterator[str]:
    """The lines about a ruling below the refusal of a report, and how this table plays it.

    ``report`` is what the table may accept anyway, "" if it can't. ``in_force`` are the house rules.
    """
    yield precedent.in_short
    became = adopted(precedent)
    if became and not holds(became, in_force):
        if is_own(became.name):
            house = precedent.adopted_as.rpartition(" ")[2]
            yield f"This game doesn't use it. To start one that does, run `referee new … --house {house}`."
        else:
            change = became.beside(in_force).report
            yield f"This game doesn't use it. To use it from the next deal, enter `{change}`."
    elif became and is_own(became.name):
        yield f"To charge it, enter `penalty WHO {bare_name(became.name)}`."
    elif precedent.verdict.startswith("~ ") and report:
        yield f"If that ruling allows this too, enter `~ {report}`."
    elif precedent.adopted and not became:
        command = f"referee rulings adopt {precedent.number} --as …"
        yield f"To make it a rule that judges entries, run `{command}`."
