"""The commands for house rules: which house plays which rules, and how they differ from the standard ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from referee.game.game import Game
from referee.games import is_game
from referee.rules.custom import PREFIX, bare_name, is_own, own_rules
from referee.rules.custom import in_words as own_rules_in_words
from referee.rules.options import read_house
from scoresheets.book import house as houses
from scoresheets.book.game_page import by_players, default
from scoresheets.book.house import STANDARD, House, is_standard
from scoresheets.catalogue import game_called
from scoresheets.cli import console, house_lines
from scoresheets.cli.dispatch import Leaf, group
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Csv, Db, Json, Like, Plain
from scoresheets.errors import REFUSED, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.opening import is_there

Name = Annotated[str, typer.Argument(metavar="HOUSE", help="The house's name, or a .toml file.")]
Slug = Annotated[str, typer.Argument(metavar="GAME")]
OneGame = Annotated[str, typer.Option("--game", metavar="GAME", help="Only this game.", show_default=False)]

house = group("Show the house rules of the open game, or manage the saved houses for `referee new … --house NAME`.")


@house.callback(invoke_without_command=True, no_args_is_help=False)
def alone(ctx: typer.Context, plain: Plain = False, db: Db = "") -> None:
    """House rules: those of the game in progress, or profiles for `referee new … --house NAME`."""
    if ctx.invoked_subcommand:
        return
    if is_there(database.place()):
        with open_journal() as journal:
            if number := journal.in_play():
                house_lines.show(journal.session(number).referee, plain, "say")
                return
    print(ctx.get_help())


# Looking


@house.command("list", cls=Leaf)
def list_(json: Json = False, csv: Csv = False, plain: Plain = False) -> None:
    """List the houses, with the games they have rules for."""
    rows: list[Played] = []
    faults: list[CommandError] = []
    for name in houses.names():
        try:
            rows += _played(houses.read(name))
        except CommandError as trouble:
            faults.append(trouble)
    nothing = f"No houses in {houses.folder()} yet. To start one, run `referee house init NAME GAME…`."
    if rows or json or csv or not faults:
        about = {"folder": str(houses.folder())}
        HOUSES.out(rows, json=json, csv=csv, plain=plain, nothing=nothing, about=about)
    for fault in faults:
        console.tell(f"referee: {fault.message}")
    if faults:
        raise typer.Exit(REFUSED)


class Played(NamedTuple):
    """The rules that a house sets for a game. Without a game, its rules in words for every game."""

    house: House
    game: str
    options: dict[str, str]
    digest: str = ""


def _played(house: House) -> Iterator[Played]:
    for slug in house.games:
        game = game_called(slug)
        chosen = house.of(game)
        yield Played(house, slug, chosen, by_players(houses.digests(game, chosen)))
    if house.rules and not house.games:
        yield Played(house, "", house.rules)


def _chosen(row: Played) -> list[str]:
    return [f"rule {bare_name(name)}" if is_own(name) else f"{name}={value}" for name, value in row.options.items()]


HOUSES: Listing[Played] = Listing(
    Column("house", str, "house", lambda row: row.house.name, whole=True),
    Column("game", str, "game", cell=lambda row: row.game or "every game"),
    Column("options", {str: str}, "rules", cell=lambda row: _chosen(row) or "standard rules", csv=_chosen),
    Column("digest", str, "digest"),
    Column("file", str, value=lambda row: str(row.house.path)),
)


@house.command("show", cls=Leaf)
def show(
    name: Name,
    game: Annotated[str, typer.Argument(metavar="[GAME]", show_default=False)] = "",
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
) -> None:
    """Show the rules of a house: every option of its games, and the standard value."""
    house = houses.read(name)
    chosen_games = [game_called(game)] if game else [game_called(slug) for slug in house.games]
    rows = [row for played in chosen_games for row in _options(house, played)]
    digests = {played.slug: by_players(houses.digests(played, house.of(played))) for played in chosen_games}
    if json or csv:
        about = {"house": house.name, "about": house.about, "file": str(house.path), "digests": digests}
        OPTIONS.out(rows, json=json, csv=csv, about=about)
        return
    console.say(f"{house.name}: {house.path}" + (f" ({house.about})" if house.about else ""))
    if not chosen_games:
        for rule in own_rules_in_words(house.rules):
            console.say(f"  {rule}")
    for played in chosen_games:
        console.say(f"{played.name} · rule set {digests[played.slug]}")
        OPTIONS.without("game").out([row for row in rows if row.game == played.slug], plain=plain)


class Compared(NamedTuple):
    """An option of a game, or a house's own rule, on two sides."""

    game: str
    option: str
    mine: str
    theirs: str
    meaning: str


def compared(mine: str, theirs: str, titles: Sequence[str]) -> Listing[Compared]:
    """The columns for options on two sides."""
    return Listing(
        Column("game", str, "game"),
        Column("option", str, "option"),
        Column(mine, str, titles[0], lambda row: row.mine),
        Column(theirs, str, titles[1], lambda row: row.theirs),
        Column("meaning", str, "meaning"),
    )


OPTIONS = compared("value", "book", ("value", "standard"))


def _options(house: House, game: Game[Any]) -> Iterator[Compared]:
    chosen = house.of(game)
    for option in game.options:
        book = default(game, option)
        yield Compared(game.slug, option.name, chosen.get(option.name, book), book, option.text)
    for name, rule in own_rules(chosen).items():
        yield Compared(game.slug, f"rule {name}", f"costs {rule.costs}", "none", rule.text)


@house.command("leaflet", cls=Leaf)
def leaflet(
    name: Name,
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME…]", show_default=False)] = None,
    html: Annotated[
        str, typer.Option("--html", metavar="FILE", help="Write a page to print; - is stdout.", show_default=False)
    ] = "",
) -> None:
    """Make a page for newcomers: what is played differently here, and what to say at the table."""
    from scoresheets.cli.paper import write
    from scoresheets.display.leaflet import as_html, as_text, chapters

    house = houses.read(name)
    chosen_games = [game_called(slug) for slug in dict.fromkeys(game or house.games)]
    told = chapters(house, chosen_games)
    if html:
        write(html, as_html(house, told))
    else:
        for line in as_text(house, told):
            console.say(line)


# Writing


@house.command("init", cls=Leaf)
def init(
    name: Name,
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME…]", show_default=False)] = None,
    like: Like = None,
) -> None:
    """Create a house: a file with every option of these games, for you to edit.

    With only the name of a game, the house is named after it. `--like` starts from a common variant.
    """
    if not game and is_game(name.lower()):
        game = [name]
    chosen_games = [game_called(slug) for slug in dict.fromkeys(game or ())]
    written = houses.begin(name, chosen_games, like or ())
    with console.after_saving():
        console.say(f"Saved in {written}")


@house.command("set", cls=Leaf)
def set_(
    name: Name,
    game: Slug,
    options: Annotated[
        list[str],
        typer.Argument(metavar="OPTION=VALUE…", help="A value, or `standard` for the one in the standard rules."),
    ],
) -> None:
    """Change rules of a house. The rest of its file doesn't change.

    An open session keeps its rules. To change those, run `referee say house OPTION=VALUE`.
    """
    played = game_called(game)
    before, after = houses.change(name, played, settings(options))
    with console.after_saving():
        for option in played.options:
            was, now = (house.of(played).get(option.name, STANDARD) for house in (before, after))
            if was != now:
                console.say(f"{played.slug} {option.name}: {was} → {now}")
        if before.of(played) == after.of(played):
            console.say("Nothing changed.")
        console.say(f"Saved in {after.path}")


def settings(options: Sequence[str]) -> dict[str, str]:
    """Options in one word or several. Raises CommandError."""
    try:
        return read_house(", ".join(options))
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None


# Comparing


@house.command("diff", cls=Leaf)
def diff(
    name: Name,
    other: Annotated[
        str, typer.Argument(metavar="[OTHER]", help="A house or a session; without it, the standard rules.")
    ] = STANDARD,
    game: OneGame = "",
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show where two houses differ, or a house and a session, or a house and the standard rules."""
    sides = {label: _side(label) for label in (name, other)}
    wanted = dict.fromkeys(slug for side in sides.values() for slug in side.games)
    for label in filter(str.isdigit, sides):
        wanted = dict.fromkeys(sides[label].games)  # a session is one game
    if game:
        wanted = {game_called(game).slug: None}
    rows = []
    for slug in wanted:
        played = game_called(slug)
        chosen = [sides[label].of(played) for label in (name, other)]
        for option in played.options:
            mine, theirs = (options.get(option.name, default(played, option)) for options in chosen)
            if mine != theirs:
                rows.append(Compared(slug, option.name, mine, theirs, option.text))
        words = [own_rules(options) for options in chosen]
        for rule in dict.fromkeys(rule for own in words for rule in own):
            mine, theirs = (f"costs {own[rule].costs}" if rule in own else "none" for own in words)
            if words[0].get(rule) != words[1].get(rule):
                text = (words[0].get(rule) or words[1][rule]).text
                rows.append(Compared(slug, f"rule {rule}", mine, theirs, text))
    if rows or json or csv:
        columns = compared("this", "other", (name, other))
        columns.out(rows, json=json, csv=csv, plain=plain, about={"this": name, "other": other})
    else:
        console.say(
            f"{name} and {other} play by the same rules."
            if not is_standard(other)
            else f"{name} changes nothing: it is the same as the standard rules."
        )


def _side(name: str) -> House:
    """The rules of a house, of a session, or the standard ones."""
    if is_standard(name):
        return House(STANDARD, Path())
    if not name.isdigit():
        return houses.read(name)
    with open_journal() as journal:
        session = journal.session(int(name[:9]))
    referee = session.referee
    chosen = {
        option.name: "none" if (value := referee.in_force[option.name]) is None else str(value)
        for option in referee.game.options
        if referee.in_force[option.name] != option.value(len(referee.seats))
    }
    own = {f"{PREFIX}{rule}": text for rule, text in own_rules(referee.in_force).items()}
    return House(name, Path(), games={referee.game.slug: chosen | own})
