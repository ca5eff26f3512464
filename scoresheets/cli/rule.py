"""`referee rule`: finds rules by name or by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoresheets.book.rulebook import Applied, Found
from scoresheets.catalogue import game_called
from scoresheets.cli import console
from scoresheets.cli.options import Csv, Db, Json, Plain
from scoresheets.display.plain import not_here, styled, visible
from scoresheets.errors import NOTHING, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.opening import is_there
from scoresheets.keeping.session import unreadable

if TYPE_CHECKING:
    from scoresheets.book.house import House

WHOLE = 3  # rules to show in detail
MANY = 5  # places to show where a rule was applied


def rule(
    words: Annotated[list[str], typer.Argument(metavar="ID or WORDS…")],
    game: Annotated[str, typer.Option("--game", metavar="G", help="Only rules of this game.")] = "",
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Look up a rule by its id or by words: what it says, an example, and where it was applied tonight.

    The best match comes first, and the game in play before the others. If no rule matches, the nearest two are shown,
    with exit code 4.
    """
    from scoresheets.book.rulebook import search

    slug = slug_of(game)
    asked = " ".join(words)
    if fault := unreadable(asked):
        raise CommandError(fault.message, USAGE)
    if not re.search(r"[^\W_]", asked):
        raise CommandError(f"type a rule's name or a word from it, not {asked!r}", USAGE)
    answer = search(asked, slug, own=own_here(slug))
    rules, nearest = list(answer.found), answer.nearest
    used: dict[tuple[str, str], list[Applied]] = {}
    playing, gone = "", frozenset[str]()
    if is_there(database.place()) and (rules or nearest):
        playing, used, gone, played = at_the_table(rules or nearest)
        rules, nearest = (played, nearest) if rules else (rules, played)
        rules.sort(key=lambda rule: rule.game != playing)
    rules, nearest = for_good(rules, playing), for_good(nearest, playing)
    if json:
        rows = [rule_object(rule, used.get((rule.game, rule.name), ())) for rule in rules]
        near = {} if rules else {"nearest": [rule_object(rule, ()) for rule in nearest]}
        console.json_out({"rows": rows} | near)
    elif csv:
        console.csv_out(
            RULE_COLUMNS, ((rule.game, rule.name, rule.text, rule.breaking, rule.finding) for rule in rules)
        )
    if rules:
        if not (json or csv):
            show_rules(rules, used, [rule for rule in rules if rule.game == playing and rule.name in gone], plain)
        return
    where = f"of {nearest[0].game_name if nearest[0].game else slug}" if game else "of any game"
    raise CommandError(f"No rule {where} mentions {asked!r}. The closest: {names_of(nearest)}.", NOTHING)


RULE_COLUMNS = ("game", "rule", "text", "breaking", "finding")


def names_of(rules: Iterable[Found]) -> str:
    return ", ".join(dict.fromkeys(rule.name for rule in rules))


def slug_of(game: str) -> str:
    """The slug of a game. A game that is known by that name isn't imported."""
    from referee.games import is_game

    return game if not game or is_game(game) else game_called(game).slug


def own_here(game: str = "") -> list[Found]:
    """The rules in words of the session in play, otherwise those of the default house."""
    from scoresheets.book.rulebook import own_of
    from scoresheets.keeping.unreplayable import UnreplayableSession

    if is_there(database.place()):
        with open_journal() as journal:
            if number := journal.in_play():
                session = journal.readable(number)
                return (
                    [] if isinstance(session, UnreplayableSession) else own_of(session.referee.in_force, session.game)
                )
    if (house := house_for_good()) is None:
        return []
    try:
        chosen_games = [game_called(slug) for slug in ([game] if game else house.games)]
        own = [rule for played in chosen_games for rule in own_of(house.games.get(played.slug, {}), played)]
    except CommandError:
        return []  # playing by it reports its errors
    return [*own_of(house.rules), *own]


def house_for_good() -> House | None:
    """The default house from the settings. None if there is none, or if it can't be read."""
    from scoresheets.book import house as houses
    from scoresheets.keeping.config import setting

    profile = str(setting("profile").value or houses.STANDARD)
    try:
        return None if houses.is_standard(profile) else houses.read(profile)
    except CommandError:
        return None  # playing by it reports its errors


def for_good(rules: Iterable[Found], playing: str) -> list[Found]:
    """Rules as in the default house, except those of the game in play."""
    from scoresheets.book.game_page import sentence_at, tables

    if (house := house_for_good()) is None:
        return [*rules]
    said: list[Found] = []
    for rule in rules:
        if rule.game and rule.game != playing and (game := game_called(rule.game)).rules.get(rule.name):
            with suppress(CommandError, ValueError):
                at = tables(game, 0, house.of(game))
                rule = replace(rule, text=sentence_at(game.rules[rule.name], at))
        said.append(rule)
    return said


AtTheTable = tuple[str, dict[tuple[str, str], list[Applied]], frozenset[str], list[Found]]


def at_the_table(rules: list[Found]) -> AtTheTable:
    """The game in play: where rules were applied tonight, which ones it drops, and its versions of the rules."""
    from referee.game.game import struck_in
    from scoresheets.book.rulebook import applied, as_played, in_play, tonight

    names: dict[str, list[str]] = {}
    for rule in rules:
        names.setdefault(rule.game, []).append(rule.name)
    used: dict[tuple[str, str], list[Applied]] = {}
    gone = frozenset[str]()
    with open_journal() as journal:
        playing, number = in_play(journal), journal.in_play()
        for session in tonight(journal, names):
            if session.number == number:
                gone = struck_in(session.referee.in_force)
                rules = as_played(rules, session.referee)
            for name, places in applied(session, names[session.slug]).items():
                used.setdefault((session.slug, name), []).extend(places)
    return playing, used, gone, rules


def rule_object(rule: Found, used: Iterable[Applied]) -> dict[str, Any]:
    """A rule in the form of ``--json``."""
    example = rule.example
    return {
        "rule": rule.name,
        "game": rule.game or None,
        "text": rule.text,
        "breaking": rule.breaking,
        "finding": rule.finding,
        "silent": rule.silent,
        "reports": list(rule.reports),
        "scores": list(rule.scores),
        "options": [name for name, *_ in rule.options],
        "costs": rule.costs,
        "example": example
        and {"told": list(example.lines), "report": example.report, "verdict": example.verdict, "why": example.why},
        "tonight": [dict(zip(Applied._fields, place, strict=True)) for place in used],
    }


def show_rules(
    rules: Iterable[Found], used: dict[tuple[str, str], list[Applied]], gone: Sequence[Found], plain: bool
) -> None:
    """Prints rules: the first ones in detail, the others in a sentence. Dropped ones are struck through."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    said: list[Any] = []
    for place, rule in enumerate(rules):
        said.append(Text.assemble((rule.name, "" if plain else "bold cyan"), f" · {rule.game_name}"))
        _, *more = about(rule, used.get((rule.game, rule.name), [])) if place < WHOLE else (rule.text,)
        sentence = not_here(rule.text) if rule in gone else rule.text
        said.append(Padding(styled(sentence, plain), (0, 0, 0, 2)))
        for line in more:
            indent = len(line) - len(line.lstrip())
            said.append(Padding(Text(visible(line.strip())), (0, 0, 0, 2 + indent)))
    console.show(Group(*said), plain)


def about(rule: Found, used: list[Applied]) -> Iterator[str]:
    """The details of a rule."""
    yield rule.text
    if rule.silent:
        yield "The rules don't say. Referee plays it this way."
    if rule.costs is not None:
        yield f"A house rule: `penalty WHO {rule.name}` " + (
            f"charges {rule.costs}." if rule.costs else "notes that someone broke it.")  # fmt: skip
        used = [place for place in used if place.text or rule.costs]
    if rule.breaking:
        yield {"illegal": "A line that breaks this rule is refused unless you type `~` in front of it."}.get(
            rule.breaking, "A line that breaks this rule can't be right, so it is refused."
        )
    if rule.finding:
        yield f"If the breach comes to light only later, it is a {rule.finding}."
    if rule.reports and rule.costs is None:
        yield f"It applies to: {', '.join(rule.reports)}."
    if rule.scores:
        yield f"It scores: {', '.join(rule.scores)}."
    for name, text, default in rule.options:
        if text:
            yield f"To change it, set {name}: {text} (standard: {default})."
    if numbers := [f"{name}={default}" for name, text, default in rule.options if not text]:
        yield f"You can change its numbers: {', '.join(numbers)}."
    if rule.example:
        yield f"For example: {str(rule.example).replace('`', '')}"
    if used:
        yield "Tonight:"
    for place in used[-MANY:]:
        yield f"  {at(place)}: {': '.join(filter(None, (place.text, place.came)))}"
    if len(used) > MANY:
        yield f"  … {len(used)} times in all"


def at(place: Applied) -> str:
    where = [f"session {place.session}"]
    if place.hand:
        where.append(f"hand {place.hand}")
    if place.line:
        where.append(f"line {place.line}")
    return ", ".join(where)
