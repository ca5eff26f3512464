"""The page of a game, made from its code: how it is played, reported and scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.cards import JOKER, SUITS, Pack
from referee.game.common_reports import ANY_TIME, Deal, Dealt, House, Joins, Leaves, Misdeal, Pays, Penalty, SitsOut
from referee.game.game import Example, Game, Glance, Shown, Table, struck_in
from referee.language.reports import Report, shape
from referee.language.words import pieces, so_many, span
from referee.rules.custom import own_rules
from referee.rules.options import ByPlayers, Option, read_house
from referee.rules.rule import Rule
from referee.table.referee import Referee
from scoresheets.display.phrases import changes, other_rules, scores
from scoresheets.display.plain import STRUCK, not_here, styled

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text


@dataclass(frozen=True)
class Heading:
    text: str
    depth: int = 2


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Listing:
    """Sentences, numbered or with bullets."""

    items: tuple[str, ...]
    numbered: bool = False


class Definition(NamedTuple):
    """A name with its description, as a paragraph and lines below it."""

    name: str
    text: str
    lines: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The description, without the lines below."""
        return f"{self.name}: {self.text}".rstrip()


@dataclass(frozen=True)
class Entries:
    entries: tuple[Definition, ...]


@dataclass(frozen=True)
class Typed:
    """Lines to type."""

    lines: tuple[str, ...]


Block = Heading | Paragraph | Listing | Entries | Typed

Tables = Sequence[Table]
"""The tables of a page: one for each number of players, with the rules of a house."""


def tables(game: Game[Any], players: int = 0, chosen: Mapping[str, str] = MappingProxyType({})) -> Tables:
    """The table for that number of players, or one for each possible number. Raises ValueError if there is none."""
    playable, fault = [], ValueError(f"{game.name} isn't for {so_many(players, 'player')}")
    for number in [players] if players else game.players:
        try:
            playable.append(Table(game, number, game.house(number, chosen)))
        except ValueError as error:
            fault = error
    if not playable:
        raise fault
    return playable


# The page


def brief(at: Tables) -> list[Block]:
    """How to keep score in a game, and the quick reference."""
    game = at[0].game
    return [
        Heading(game.name, 1),
        *([Paragraph(game.summary)] if game.summary else []),
        *_not_played(at),
        *_tonight(at),
        Heading("At a glance"),
        Entries(tuple(glances(at))),
    ]


def page(at: Tables) -> list[Block]:
    """The complete page of a game, the quick reference first."""
    game = at[0].game
    return [
        *brief(at),
        Heading("Rules"),
        Entries(tuple(Definition(code(name), breaking(rule, at)) for name, rule in game.rules.items())),
        *_silent(game),
        Heading("Reports"),
        Entries(tuple(_reports(game))),
        Heading("Reports of every game"),
        Entries(
            (
                *(Definition(code(usage(kind)), meaning_in(game, kind)) for kind in _any_time(at[0])),
                Definition(code("~ REPORT"), "a report that breaks a rule, kept as played"),
            )
        ),
        *_scores(game),
        *_variants(game),
        *_options(at),
    ]


def _not_played(at: Tables) -> Iterator[Block]:
    """The rules that the house drops, in a line."""
    if gone := other_rules(at[0].game, changes(at[0].house, at[0].game.house(at[0].players, {}))):
        yield Paragraph(gone)


def _tonight(at: Tables) -> Iterator[Block]:
    """How to keep score with the fewest reports, and a short example."""
    game, lines = at[0].game, example_lines(at)
    if not (game.short_form or lines):
        return
    yield Heading("Keeping score tonight")
    if game.short_form:
        yield Paragraph(game.short_form)
    if lines:
        *typed, score = lines
        yield Typed(tuple(typed))
        yield Paragraph(score)


def example_lines(at: Tables) -> list[str]:
    """The example line by line: how to open the session, what to type, and the final score."""
    if not (example := example_at(at)):
        return []
    options = "".join(f" --set {option.strip()}" for option in example.house.split(",") if option.strip())
    opened = f"referee new {at[0].game.slug} {example.players}{options}"
    return [opened, "referee table", *example.lines, f"The score is then {example.score.replace('-', '−')}."]


def example_at(at: Tables) -> Example | None:
    """The example of a game, scored by these house rules. None if it can't be played by them.

    The example's own settings change to those of the house if possible. Both are in the line that opens the session.
    """
    game, example = at[0].game, at[0].game.example
    if not example:
        return None
    table = next((table for table in at if table.players == len(example.players.split())), at[0])
    changed = changes(table.house, standard(table))
    chosen = {name: "none" if value is None else str(value) for name, (_, value) in changed.items()}
    if not chosen:
        return example
    own = read_house(example.house)
    return _judged(game, example, own | chosen) or _judged(game, example, chosen | own)


def _judged(game: Game[Any], example: Example, house: Mapping[str, str]) -> Example | None:
    """The example scored by the rules of a house. None if it can't be played by them."""
    try:
        referee = Referee(game, example.players.split(), house)
    except ValueError:
        return None
    if not all(referee.hear(piece.text).accepted for text in example.lines for piece in pieces(text)):
        return None
    return example._replace(house=", ".join(f"{name}={value}" for name, value in house.items()), score=scores(referee))


def paired(at: Tables) -> list[int]:
    """The numbers of players with partners who share a score."""
    return [table.players for table in at if partners_at(table)]


def seating(at: Tables) -> str:
    """Where partners sit, with the numbers of players if not all have partners."""
    partners = paired(at)
    if len(partners) in (0, len(at)):
        return "; partners sit across from each other" * bool(partners)
    return f"; with {' or '.join(map(str, partners))}, partners sit across from each other"


def glances(at: Tables) -> Iterator[Definition]:
    """The quick reference, with values for these tables."""
    game = at[0].game
    yield Definition("game", f"{code(game.slug)} · {game.family}")
    seats = [table.players for table in at]
    more = (
        f", and {game.more_seats[1]} more with each extra deck ({code(game.more_seats[0])})" if game.more_seats else ""
    )
    how_many = f"{seats[0]} to {seats[-1]}" if len(at) > 2 else " or ".join(map(str, seats))
    yield Definition("players", how_many + more + seating(at))
    if seats[-1] > 1:
        yield Definition("if someone leaves", leaving(at))
    if game.unit and not game.of_a_sheet:
        yield Definition("pack", packs(at))
    yield Definition("scores", scored(at))
    for glance in game.at_a_glance:
        values: dict[Shown, list[int]] = {}
        for table in at:
            values.setdefault(glance.shown(table), []).append(table.players)
        if any(isinstance(shown, tuple) for shown in values):
            several = len(values) > 1
            lines: list[str] = []
            for shown, players in values.items():
                if several:
                    lines.append(f"for {span(players)} player{'' if players == [1] else 's'}:")
                lines += [shown] if isinstance(shown, str) else shown
            yield Definition(glance.name, "", tuple(lines))
        else:
            yield Definition(glance.name, by_players({str(shown): players for shown, players in values.items()}, FEW))


def scored(at: Tables) -> str:
    """What the score is at these tables, and how it wins."""
    game, house = at[0].game, at[0].house
    chips = game.moves_chips(house)
    if chips is True:
        if not game.accounts:
            return "chips; all wins and losses add up to zero"
        held = f"the {' and the '.join(game.accounts)}" if game.banker else f"what is left in the {game.accounts[0]}"
        return f"chips; all wins and losses, counting {held}, add up to zero"
    points = "points" + (f"; the {'lowest' if game.low_wins(house) else 'highest'} wins" if at[-1].players > 1 else "")
    return points + ("; chips are counted separately" if chips == "beside" else "")


def packs(at: Tables) -> str:
    """The pack, listed for each number of players if it differs."""
    by_pack: dict[str, list[int]] = {}
    for table in at:
        pack = table.pack
        ranks = "" if len(pack.ranks) == 13 else f" ({ranks_of(pack)})"
        jokers = pack.copies.get(JOKER, 0)
        more = f" and {jokers} joker{'s' * (jokers > 1)}" if jokers else ""
        by_pack.setdefault(f"{len(pack) - jokers} cards{ranks}{more}", []).append(table.players)
    return by_players(by_pack, FEW)


def ranks_of(pack: Pack) -> str:
    """The ranks of a pack, and the cards of those that it hasn't in every suit."""
    by_rank = {rank: [card for card in pack if card.rank == rank] for rank in pack.ranks}
    single = [card.pretty for cards in by_rank.values() if len(cards) < len(SUITS) for card in cards]
    full = " ".join(rank for rank, cards in by_rank.items() if len(cards) >= len(SUITS))
    return ", ".join((full, *single))


def leaving(at: Tables) -> str:
    """What happens to the game if somebody has to leave."""
    game = at[0].game
    if comes_and_goes(game):
        come_and_go = in_units("players may join or leave between hands", game)
        return f"{come_and_go}; a player's score is kept, or goes to someone who takes over the seat"
    sides = paired(at)
    if all(table.players == 2 or partners_at(table) for table in at):
        then = f", and the other {'side' if sides else 'player'} wins"
    else:
        then = " and can't win anymore" + ("; with partners, the other side wins" if sides else "")
    replaced = "someone new takes over the seat and its score (type `Eve replaces Ben`)"
    return f"{replaced}, or the player who leaves concedes{then}"


def comes_and_goes(game: Game[Any]) -> bool:
    """Whether players may join and leave between hands."""
    return game.open_table and len(game.players) > 1


def partners_at(table: Table) -> bool:
    return table.game.has_partners(table.players, table.house)


def by_players(values: Mapping[str, Sequence[int]], few: int = 0) -> str:
    """A value for each number of players: ``10 for 3–5 players, 8 for 6``. If there are many, three and the last."""
    if len(values) == 1:
        return next(iter(values))
    parts = [f"{value.rstrip('.')} for {span(players)}" for value, players in values.items()]
    parts[0] += " player" if [*next(iter(values.values()))] == [1] else " players"
    between = "; " if any("," in value for value in values) else ", "
    return between.join((*parts[:3], "…", parts[-1]) if few and len(parts) > few else parts)


FEW = 6  # values by number of players to list


def default(game: Game[Any], option: Option) -> str:
    return in_force(tables(game), option)


def in_force(at: Tables, option: Option) -> str:
    """The value of an option at these tables."""
    values: dict[str, list[int]] = {}
    for table in at:
        value = table.house[option.name]
        values.setdefault("none" if value is None else str(value), []).append(table.players)
    return by_players(values)


def _variants(game: Game[Any]) -> Iterator[Block]:
    """Common variants, with the options of each."""
    if game.variants:
        yield Heading("Variants")
        yield Entries(tuple(Definition(code(name), f"{text} `{house}`") for name, text, house, _ in game.variants))


SHORT = 24  # letters of choices that stay with their option


def _options(at: Tables) -> Iterator[Block]:
    game = at[0].game
    if not game.options:
        return
    yield Heading("House rules")
    entries = []
    for option in game.options:
        if not option.in_words:
            continue
        choices = option.metavar
        long = len(choices) > SHORT
        book, here = in_force(tables(game, at[0].players if len(at) == 1 else 0), option), in_force(at, option)
        here = here.replace("+", ", ") if option.several else here
        text = f"{option.text}. " + (
            f"One of {', '.join(option.choices[:-1])} or {option.choices[-1]}. " if long else ""
        )
        text += f"Standard: {book}." if here == book else f"Here: {here}; standard: {book}."
        text += f" {'Rules' if len(option.rules) > 1 else 'Rule'}: {codes(option.rules)}." if option.rules else ""
        entries.append(Definition(code(f"{option.name}={'CHOICE' if long else choices}"), text))
    yield Entries(tuple(entries))
    if own := own_rules(at[0].house):
        yield Paragraph(f"Your own house rules. {code(usage(Penalty))} charges what one costs:")
        yield Entries(tuple(Definition(code(name), rule.priced) for name, rule in own.items()))
    if numbers := tuple(_numbers(at)):
        yield Paragraph(f"You can also change these numbers in the rules{_endings(game)}:")
        yield Entries(numbers)


ENDINGS = {
    "-least": "the least for one player or side",
    "-most": "the most for one player or side",
    "-total": "for all players together",
    "-in-all": "how many there are",
    "-step": "only multiples of it",
    "-won": "how many times its value a won game scores",
    "-win": "points added for it",
    "-lost": "how many times its value a lost game costs",
    "-loss": "points taken off for it",
    "-others": "what each of the others then scores",
}
"""What the ends of the names of numbers mean, in a sheet."""


def _endings(game: Game[Any]) -> str:
    names = [option.name for option in game.options if game.of_a_sheet and not option.in_words]
    ends = {end: text for end, text in ENDINGS.items() if any(name.endswith(end) for name in names)}
    if "-won" not in ends:  # only with it do the other ends of a game's worth mean this
        ends = {end: text for end, text in ends.items() if end not in ("-win", "-lost", "-loss", "-others")}
    return ". In a name, " * bool(ends) + "; ".join(f"{code(end)} means {text}" for end, text in ends.items())


def _numbers(at: Tables) -> Iterator[Definition]:
    """The numbers of each rule without a description, with their values at these tables."""
    game = at[0].game
    by_rule: dict[str, list[str]] = {}
    for option in game.options:
        if not option.in_words:
            book, here = in_force(tables(game, at[0].players if len(at) == 1 else 0), option), in_force(at, option)
            beside = "" if here == book else f" (standard: {book})"
            by_rule.setdefault(codes(option.rules), []).append(code(f"{option.name}={here}") + beside)
    for rules, numbers in by_rule.items():
        yield Definition(rules, ", ".join(numbers))


def breaking(rule: Rule, at: Tables) -> str:
    """A rule's text at these tables, and the name of a breach that is found later."""
    if not rule.finding or any(at[0].house[option] == value for option, value in rule.lax.items()):
        return sentence(rule, at)
    found = "it turns out later that somebody broke this rule" if rule.breaking else "somebody does that"
    later = f"If {found}, referee reports it under the name {code(rule.finding)}."
    return f"{sentence(rule, at)} {later}"


def sentence(rule: Rule, at: Tables) -> str:
    """The text of a rule at these tables, marked if it is dropped."""
    text = sentence_at(rule, at)
    return not_here(text) if rule.name in struck_in(at[0].house) else text


def sentence_at(rule: Rule, at: Tables) -> str:
    """A rule with the values in force at these tables. Changed values are followed by the standard ones."""
    players = [table.players for table in at]
    here, book = [table.house for table in at], [standard(table) for table in at]
    return rule.said(_together(players, here), _together(players, book))


def standard(table: Table) -> Mapping[str, Any]:
    """The standard rules for that number of players."""
    return table.game.house(table.players, {})


def _together(players: Sequence[int], houses: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Several houses as one. An option with different values has all of them."""
    values = {name: [house.get(name) for house in houses] for name in houses[0]}
    return {
        name: each[0] if each.count(each[0]) == len(each) else ByPlayers(players, each) for name, each in values.items()
    }


def usage(kind: type[Report]) -> str:
    """The form of a report. Long alternatives are spaced out so that a line can break between them."""
    parts = shape(kind).usage.split(" ")
    return " ".join(part.replace("|", " | ") if len(part) > SHORT else part for part in parts)


def _reports(game: Game[Any]) -> Iterator[Definition]:
    for kind, told in game.reports.items():
        rules = f" Rules: {codes(told.rules)}." if told.rules else ""
        yield Definition(code(usage_in(game, kind)), f"{meaning_in(game, kind)} – {told.when}.{rules}")


def usage_in(game: Game[Any], kind: type[Report]) -> str:
    """The form of a report in a game. A number is left out if it has no use: in a sheet, and where nobody has cards."""
    useful = "number" in meaning(kind) if game.of_a_sheet else kind is not Deal or _has_hands(game)
    return usage(kind) if useful else usage(kind).removesuffix(" [N]")


def _has_hands(game: Game[Any]) -> bool:
    """Whether players have cards that can be entered."""
    return bool(game.deal_out) or any(shape(kind).words[0] == Dealt.verb for kind in game.reports)


def meaning_in(game: Game[Any], kind: type[Report]) -> str:
    """The meaning of a report in a game. What TEAM and the order of a row mean is explained once.

    The deal is that of a hand or a round, by a dealer if there is one.
    """
    teams = (other for other in game.reports if usage(other).startswith("TEAM "))
    rows = (other for other in game.reports if game.of_a_sheet and meaning(other).endswith(IN_A_ROW))
    text = in_units(meaning(kind), game) if kind in COMMON else meaning(kind)
    alone = set(game.players) == {1}
    text += DEALS.get(usage_in(game, kind), "") if Deal in game.reports and not alone else ""
    if kind is next(rows, None):
        text += f", starting with {'the side of ' * ('each side' in text)}the player you named first"
    return text + ("; for TEAM, type `Ann` or `Ann+Cat`" if kind is next(teams, None) else "")


def in_units(text: str, game: Game[Any]) -> str:
    """A text about hands, in a game that may have rounds, or neither."""
    if game.unit:
        return text.replace("hand", game.unit)
    return text.replace("between hands", "at any time").removesuffix(", starting with the next hand")


COMMON = (*ANY_TIME, Deal, SitsOut)
IN_A_ROW = ", in seating order"
DEALS = {
    "deal [WHO]": ", dealt by WHO",
    "deal [WHO] [N]": "; WHO deals N cards to each player",
    "misdeal": " with the same dealer",
}


def meaning(kind: type[Report]) -> str:
    """The meaning of a report, in its own words."""
    text = " ".join((kind.__doc__ or "").split())
    return "" if text.startswith(f"{kind.__name__}(") else text


def _scores(game: Game[Any]) -> Iterator[Block]:
    yield Heading("Score lines")
    yield Paragraph("The score lists what was won and lost under these names. The rules explain them:")
    yield Entries(
        tuple(
            Definition(code(name), f"rule{'s' * (len(rules) > 1)} {codes(rules)}")
            for name, rules in game.score_lines.items()
        )
    )
    if game.facts:
        yield Paragraph(
            "A record is a text file with the reports of a game. In a record, the line `= Ann 5` checks that Ann's"
            f" score is 5{f', and `= hand 3` that it is the third {game.unit}' * bool(game.unit)}. After `=`, you can"
            f" also put one of these names and its value: {', '.join(_facts(game))}."
        )


def _facts(game: Game[Any]) -> Iterator[str]:
    """The names of the facts, and what they are. Neighbors that are the same thing share the words."""
    names = [name for name in game.facts if name != "hand"]
    for words, alike in groupby(names, lambda name: getattr(game.facts[name], "words", ())):
        yield codes(alike) + "".join(f" ({text})" for text in words[:1])


def _silent(game: Game[Any]) -> Iterator[Block]:
    if game.rulings:
        yield Heading("Good to know" if game.of_a_sheet else "Rulings where the rules don't say")
        yield Listing(game.rulings, numbered=True)


def _any_time(table: Table) -> Iterator[type[Report]]:
    game = table.game
    left_out = {
        Pays: not game.chips,
        House: not game.options,
    }
    left_out |= dict.fromkeys((Joins, Leaves), not comes_and_goes(game))
    left_out[Dealt] = game.of_a_sheet or not game.deal_out
    left_out[Misdeal] = not game.unit
    left_out[Penalty] = not own_rules(table.house)
    return (kind for kind in ANY_TIME if not left_out.get(kind))


def code(text: str) -> str:
    return f"`{text}`"


def codes(names: Iterable[str]) -> str:
    return ", ".join(map(code, names))


def game_object(at: Tables) -> dict[str, Any]:
    """The page in the form of ``--json``."""
    game, example = at[0].game, example_at(at)
    return {
        "short_form": game.short_form,
        "example": example
        and {
            "players": example.players.split(),
            "house": example.house,
            "told": list(example.lines),
            "score": example.score,
        },
        "at_a_glance": [
            {"name": glance.name, "rules": list(glance.rules), "values": _values(glance, at)}
            for glance in game.at_a_glance
        ],
        "rules": [rule_object(at, name, rule) for name, rule in game.rules.items()],
        "rulings": list(game.rulings),
        "reports": [
            {"usage": shape(kind).usage, "meaning": meaning(kind), "when": told.when, "rules": list(told.rules)}
            for kind, told in game.reports.items()
        ],
        "categories": [
            {"name": line, "worth": " ".join(sentence_at(game.rules[rule], at) for rule in rules), "rules": list(rules)}
            for line, rules in game.score_lines.items()
        ],
        "facts": list(game.facts),
        "variants": [
            {"name": name, "text": text, "house": read_house(house)} for name, text, house, _ in game.variants
        ],
        "options": [
            {
                "name": option.name,
                "default": default(game, option),
                "value": in_force(at, option),
                "text": option.text,
                "rules": list(option.rules),
            }
            for option in game.options
        ],
    }


def _values(glance: Glance, at: Tables) -> list[dict[str, Any]]:
    """A value with the numbers of players that it is for."""
    values: list[dict[str, Any]] = []
    for table in at:
        value = glance.at(table)
        if values and values[-1]["value"] == value:
            values[-1]["players"].append(table.players)
        else:
            values.append({"players": [table.players], "value": value})
    return values


# Markdown


def markdown(blocks: Iterable[Block]) -> str:
    return "\n\n".join(_marked(block) for block in blocks).replace(STRUCK, "~~") + "\n"


def _marked(block: Block) -> str:
    match block:
        case Heading():
            return "#" * block.depth + " " + block.text
        case Paragraph():
            return block.text
        case Listing():
            return "\n".join(f"{f'{i}.' if block.numbered else '-'} {item}" for i, item in enumerate(block.items, 1))
        case Entries():
            return "\n".join(
                "\n".join((f"- {entry.line}", *(f"  - {line}" for line in entry.lines))) for entry in block.entries
            )
        case Typed():
            return "\n".join(("```text", *block.lines, "```"))


# Terminal

INDENT = 2
LETTER = 2  # the widest character; no line is narrower
GLUE = "\ue000"


def shown(blocks: Iterable[Block], plain: bool = False) -> RenderableType:
    """The page for a terminal, wrapped to its width."""
    from rich.console import Group

    pieces: list[RenderableType] = []
    for block in blocks:
        match block:
            case Heading():
                pieces += [] if block.depth == 1 else [""]
                pieces.append(_piece(block.text, plain, style="bold"))
            case Paragraph():
                pieces.append(styled(block.text, plain))
            case Listing():
                for i, item in enumerate(block.items, 1):
                    pieces.append(_hanging(styled(f"{f'{i}.' if block.numbered else '-'} {item}", plain)))
            case Typed():
                pieces += [_hanging(_piece(line, plain), INDENT) for line in block.lines]
            case Entries():
                for entry in block.entries:
                    pieces.append(_hanging(styled(entry.line, plain)))
                    pieces += [_hanging(styled(f"- {line}", plain), INDENT) for line in entry.lines]
    return Group(*pieces)


def _piece(text: str, plain: bool, style: str = "cyan") -> Text:
    from rich.text import Text

    return Text(text, style="" if plain else style)


def _hanging(text: Text, indent: int = 0) -> RenderableType:
    """A paragraph with its later lines indented."""

    class Hanging:
        def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
            text.plain = glued(text.plain)
            width = max(options.max_width, LETTER)
            left = min(indent, max(0, width - LETTER - INDENT))
            more = min(INDENT, width - LETTER - left)
            for number, line in enumerate(text.wrap(console, width - left - more)):
                line.plain = line.plain.replace(GLUE, " ")
                line.rstrip()
                line.pad_left(left + more * (number > 0))
                yield line

    return Hanging()


def glued(text: str) -> str:
    """A line in which short items between points are never broken, so that an amount stays with its name."""
    name, colon, items = text.partition(": ")
    parts = [part.replace(" ", GLUE) if len(part) <= SHORT else part for part in items.split(" · ")]
    return name + colon + f"{GLUE}· ".join(parts) if len(parts) > 1 else text


# A single rule


def entered_by(game: Game[Any], name: str) -> list[str]:
    """The reports that a rule judges."""
    return [shape(kind).usage for kind, told in game.reports.items() if name in told.rules]


def changed_by(game: Game[Any], name: str) -> list[Option]:
    return [option for option in game.options if name in option.rules]


def rule_object(at: Tables, name: str, rule: Rule) -> dict[str, Any]:
    game = at[0].game
    return {
        "rule": name,
        "game": game.slug,
        "text": sentence_at(rule, at),
        "breaking": None if rule.breaking is None else str(rule.breaking),
        "finding": rule.finding or None,
        "reports": entered_by(game, name),
        "scores": [category for category, rules in game.score_lines.items() if name in rules],
        "options": [option.name for option in changed_by(game, name)],
    }
