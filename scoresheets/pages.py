"""The page of a game, made from the code that decides it: how it is played, reported and scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.core import Game, Rule
from referee.notation import Report, shape
from referee.options import Option
from referee.reports import ANY_TIME, House, Joins, Leaves, Pays

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Heading:
    text: str
    depth: int = 2


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Listing:
    """Sentences, numbered or not."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Grid:
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Listing | Grid


# The page


def page(game: Game[Any]) -> list[Block]:
    """All that there is to know of a game, in the order a newcomer asks for it."""
    return [
        Heading(game.name, 1),
        Paragraph(game.summary),
        Listing(tuple(at_a_glance(game))),
        *_options(game),
        Heading("Rules"),
        Grid(("rule", "what it says", "breaking it is"), tuple(_rules(game))),
        Heading("Reports"),
        Grid(("report", "meaning", "when", "checked by"), tuple(_reports(game))),
        *_scores(game),
        *_short_form(game),
        Heading("Reports of every game"),
        Grid(("report", "meaning"), tuple((code(shape(kind).usage), meaning(kind)) for kind in _any_time(game))),
    ]


def at_a_glance(game: Game[Any]) -> Iterator[str]:
    yield f"game: {code(game.slug)} · {game.family}"
    few, most = game.players[0], game.players[-1]
    players = f"{few} players" if few == most else f"{few} to {most} players"
    if game.more_seats:
        players += f" ({game.more_seats[1]} for each of {code(game.more_seats[0])})"
    partners = ", partners across" if game.partners is True else ""
    yield f"{players}{partners} · {packs(game)}"
    best = "lowest" if game.lowest_wins else "highest"
    chips = "scores are chips, those of all accounts sum to nought"
    points = f"scores are points, {best} wins" + ("; chips are kept beside them" if game.chips == "beside" else "")
    if callable(game.chips):
        yield f"{points}; or {chips}"
    else:
        yield chips if game.chips is True else points


def packs(game: Game[Any]) -> str:
    """The pack, at the tables where it differs."""
    found: dict[str, list[int]] = {}
    for players in game.players:
        pack = game.pack_for(players, game.house(players, {}))
        ranks = "" if len(pack.ranks) == 13 else f" ({' '.join(pack.ranks)})"
        found.setdefault(f"{len(pack)} cards{ranks}", []).append(players)
    return by_players(found)


def by_players(found: Mapping[str, Sequence[int]]) -> str:
    """A value for every number of players: ``10 for 3–5 players, 8 for 6``."""
    if len(found) == 1:
        return next(iter(found))
    parts: list[str] = []
    for value, players in found.items():
        some = f"{players[0]}–{players[-1]}" if len(players) > 1 else f"{players[0]}"
        parts.append(f"{value} for {some}" + ("" if parts else " players"))
    return ", ".join(parts)


def default(game: Game[Any], option: Option) -> str:
    found: dict[str, list[int]] = {}
    for players in game.players:
        value = option.value(players)
        found.setdefault("none" if value is None else str(value), []).append(players)
    return by_players(found)


def _options(game: Game[Any]) -> list[Block]:
    if not game.options:
        return []
    rows = tuple(
        (code(f"{one.name}={'|'.join(one.choices) or 'N'}"), default(game, one), one.text, codes(one.rules))
        for one in game.options
    )
    return [Heading("House rules"), Grid(("option", "default", "meaning", "changes"), rows)]


def _rules(game: Game[Any]) -> Iterator[tuple[str, ...]]:
    for name, rule in game.rules.items():
        yield code(name), rule.text, breaking(rule)


def breaking(rule: Rule) -> str:
    """What breaking a rule is."""
    if rule.breaking is None:
        return f"– (a finding {code(rule.finding)})" if rule.finding else "–"
    return f"{rule.breaking}, proven later a finding {code(rule.finding)}" if rule.finding else str(rule.breaking)


def _reports(game: Game[Any]) -> Iterator[tuple[str, ...]]:
    for kind, told in game.reports.items():
        yield code(shape(kind).usage), meaning(kind), told.when, codes(told.rules)


def meaning(kind: type[Report]) -> str:
    """What a report says, in its own words."""
    said = " ".join((kind.__doc__ or "").split())
    return "" if said.startswith(f"{kind.__name__}(") else said


def _scores(game: Game[Any]) -> Iterator[Block]:
    yield Heading("Score lines")
    yield Grid(
        ("category", "worth", "rule"),
        tuple((code(name), one.worth, codes(one.rules)) for name, one in game.categories.items()),
    )
    if game.facts:
        yield Paragraph(f"Facts that a check may name: {codes(game.facts)}.")


def _short_form(game: Game[Any]) -> Iterator[Block]:
    if game.short_form:
        yield Heading("Short form")
        yield Paragraph(game.short_form)
    if game.rulings:
        yield Heading("Where the book is silent")
        yield Listing(game.rulings, numbered=True)


def _any_time(game: Game[Any]) -> Iterator[type[Report]]:
    left_out = {Pays: not game.chips, House: not game.options, Joins: not game.open_table, Leaves: not game.open_table}
    return (kind for kind in ANY_TIME if not left_out.get(kind))


def code(text: str) -> str:
    return f"`{text}`"


def codes(names: Iterable[str]) -> str:
    return ", ".join(map(code, names))


def game_object(game: Game[Any]) -> dict[str, Any]:
    """The page as ``--json`` prints it."""
    return {
        "options": [
            {"name": one.name, "default": default(game, one), "text": one.text, "rules": list(one.rules)}
            for one in game.options
        ],
        "rules": [rule_object(game, name, rule) for name, rule in game.rules.items()],
        "reports": [
            {"usage": shape(kind).usage, "meaning": meaning(kind), "when": told.when, "rules": list(told.rules)}
            for kind, told in game.reports.items()
        ],
        "categories": [
            {"name": name, "worth": one.worth, "rules": list(one.rules)} for name, one in game.categories.items()
        ],
        "facts": list(game.facts),
        "short_form": game.short_form,
        "rulings": list(game.rulings),
    }


# As Markdown


def markdown(blocks: Iterable[Block]) -> str:
    return "\n\n".join(_marked(block) for block in blocks) + "\n"


def _marked(block: Block) -> str:
    match block:
        case Heading():
            return "#" * block.depth + " " + block.text
        case Paragraph():
            return block.text
        case Listing():
            return "\n".join(f"{f'{i}.' if block.numbered else '-'} {one}" for i, one in enumerate(block.items, 1))
        case Grid():
            rows = (block.header, ("---",) * len(block.header), *block.rows)
            return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)


# On a terminal


def shown(blocks: Iterable[Block], plain: bool = False) -> RenderableType:
    """The page for a terminal."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    found: list[RenderableType] = []
    for block in blocks:
        match block:
            case Heading():
                found.append(Text(("" if block.depth == 1 else "\n") + block.text, style="" if plain else "bold"))
            case Paragraph():
                found.append(styled(block.text, plain))
            case Listing():
                for i, one in enumerate(block.items, 1):
                    found.append(styled(f"{f'{i}.' if block.numbered else '-'} {one}", plain))
            case Grid():
                found.append(Padding(grid(block, plain), (0, 0, 0, 2 if plain else 0)))
    return Group(*found)


def grid(block: Grid, plain: bool) -> RenderableType:
    from rich import box
    from rich.table import Table

    table = Table(box=None if plain else box.SIMPLE_HEAD, pad_edge=False, header_style="" if plain else "bold")
    longest = [max(len(_bare(row[i])) for row in (block.header, *block.rows)) for i in range(len(block.header))]
    for i, name in enumerate(block.header):
        table.add_column(styled(name, plain), overflow="fold", no_wrap=longest[i] <= 24 and i == 0)
    for row in block.rows:
        table.add_row(*(styled(cell, plain) for cell in row))
    return table


def _bare(text: str) -> str:
    return text.replace("`", "")


def styled(text: str, plain: bool = False) -> Any:
    """A sentence of ours with what stands between backquotes in colour."""
    from rich.text import Text

    found = Text()
    for i, part in enumerate(text.split("`")):
        found.append(part, style="cyan" if i % 2 and not plain else "")
    return found


# Of one rule


def told_by(game: Game[Any], name: str) -> list[str]:
    """The reports that a rule judges."""
    return [shape(kind).usage for kind, told in game.reports.items() if name in told.rules]


def changed_by(game: Game[Any], name: str) -> list[Option]:
    return [option for option in game.options if name in option.rules]


def rule_object(game: Game[Any], name: str, rule: Rule) -> dict[str, Any]:
    return {
        "rule": name,
        "game": game.slug,
        "text": rule.text,
        "breaking": None if rule.breaking is None else str(rule.breaking),
        "finding": rule.finding or None,
        "reports": told_by(game, name),
        "scores": [category for category, one in game.categories.items() if name in one.rules],
        "options": [option.name for option in changed_by(game, name)],
    }
