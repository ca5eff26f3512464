"""The commands for statistics over many games: standings, players, records, charts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.language.words import so_many
from scoresheets import files
from scoresheets.cli import console
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.look import Since, Which, slug_of
from scoresheets.cli.options import Csv, Db, Json, Number, Plain
from scoresheets.cli.progress import followed
from scoresheets.cli.times import day
from scoresheets.display.phrases import handed_over
from scoresheets.display.plain import visible
from scoresheets.errors import NOTHING, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.opening import is_there

if TYPE_CHECKING:
    from rich.console import RenderableType

    from scoresheets.keeping.places import Place
    from scoresheets.looking_back.charts import Stroke
    from scoresheets.looking_back.history import Against, Career, Feat, Score
    from scoresheets.looking_back.standings import Overall, PlayerRecord, Run

Season = Annotated[
    str,
    typer.Option("--season", metavar="YEAR", help="Only that year or month: 2026, 2026-11.", show_default=False),
]
Tonight = Annotated[
    bool,
    typer.Option("--tonight", help="Only tonight: what began since noon. After midnight, since noon the day before."),
]
Group = Annotated[
    str,
    typer.Option(metavar="NAMES", help="Only games of these players (Ann,Ben,Cat) or of a group.", show_default=False),
]


def period(since: str, season: str, tonight: bool) -> tuple[datetime | None, datetime | None]:
    """The beginning and end of a period. Only one of the three options is allowed."""
    if sum(map(bool, (since, season, tonight))) > 1:
        raise CommandError("choose one: --since, --season or --tonight", USAGE)
    if tonight:
        from scoresheets.looking_back.settle import evening_of, noon

        begun = evening_of(database.now())
        return begun, noon(begun.date() + timedelta(days=1))
    if not season:
        return day(since), None
    match = re.fullmatch(r"(\d{4})(?:-(\d{2}))?", season)
    year, month = (int(match[1]), int(match[2] or 0)) if match else (0, 0)
    if not match or not 1 <= year < 9999 or not (month or not match[2]) or month > 12:
        raise CommandError(f"write a season as 2026 or 2026-11, not {season!r}", USAGE)
    after = (year + (month in (0, 12)), month % 12 + 1 if month else 1)
    return datetime(year, month or 1, 1).astimezone(), datetime(*after, 1).astimezone()


def any_tonight(path: Place) -> bool:
    """Whether a game of tonight has been finished."""
    from scoresheets.looking_back.finished import Chosen, finished

    begin, end = period("", "", tonight=True)
    return any(finished(path, Chosen("", begin, end)))


def names_of(group: str) -> list[str]:
    """The players of a group, or of a list of names."""
    names = [name.strip() for name in group.split(",") if name.strip()]
    if not (names and is_there(database.place())):
        return names
    from scoresheets.keeping.groups import members

    with open_journal() as journal:
        return members(journal, names)


# Standings


def standings(
    game: Which = "",
    since: Since = "",
    season: Season = "",
    tonight: Tonight = False,
    group: Group = "",
    rating: Annotated[bool, typer.Option("--rating", help="Rate the players with the OpenSkill method.")] = False,
    together: Annotated[bool, typer.Option("--overall", help="Show only the table of all games together.")] = False,
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show how many games each player has played and won. If two players share a win, each gets half of it.

    Only finished games count. Games that stopped early are listed below. `*` marks players with fewer than five games.

    The last table adds up all games. By chance, you would win one game in two between two sides, and one in four
    among four. "Above chance" is how many more games you have won than that, and "a game" is the same per game
    played.
    """
    rows: Sequence[PlayerRecord] = ()
    all_games: Sequence[Overall] = ()
    broken_off: dict[str, int] = {}
    slug, (begin, end), names = slug_of(game), period(since, season, tonight), names_of(group)
    if is_there(database.place()):
        from scoresheets.looking_back.finished import Chosen, finished, unfinished
        from scoresheets.looking_back.standings import overall, tallied

        chosen = Chosen(slug, begin, end, tuple(names))
        results = [*finished(chosen=chosen)]
        rows, all_games = tallied(results, rated=rating), overall(results)
        broken_off = unfinished(chosen=chosen)
    if json:
        STANDINGS.out(rows, json=True, beside={"overall": OVERALL.objects(all_games), "unfinished": broken_off})
    elif csv and together:
        OVERALL.out(all_games, csv=True)
    elif csv:
        STANDINGS.out(rows, csv=True)
    elif all_games if together else rows:
        if not together:
            STANDINGS.out(rows, plain=plain)
        if several := together or len({row.game for row in rows}) > 1:
            OVERALL.out(all_games, plain=plain)
        if any(row.few for row in all_games if several) or any(row.few for row in rows if not together):
            console.say("* fewer than 5 games")
    else:
        console.tell(
            "No finished games yet." if not (game or begin or group) else "No finished games match your search."
        )
    if broken_off and not (json or csv):
        console.say(
            "Not counted, because unfinished: "
            + ", ".join(f"{so_many(games, 'game')} of {slug}" for slug, games in broken_off.items())
        )


def for_chips(row: PlayerRecord) -> bool:
    from referee.games import find_game

    try:
        return find_game(row.game).chips is True
    except KeyError:
        return False


def played(row: Run) -> str:
    """The number of games, marked if there are few."""
    return f"{row.played}{'*' if row.few else ' '}"


def streak(run: int) -> str:
    """A streak: ``W3``, ``L2``."""
    return f"W{run}" if run > 0 else f"L{-run}" if run else ""


def more(amount: float, form: str) -> str:
    """A number with its sign: ``+3.2``, ``-12%``. Zero has none."""
    text = format(amount, form)
    return text if text.strip("+-0.%") else text.lstrip("+-")


def average(key: str, form: str, title: str = "", places: int = 4) -> Column[Any]:
    """A column for a number with a fraction, rounded to ``places`` in JSON and CSV."""
    of = attrgetter(key)
    return Column(key, float, title or key, lambda row: round(of(row), places), lambda row: more(of(row), form))


STANDINGS: Listing[PlayerRecord] = Listing(
    Column("game", str, "game", once=True),
    Column("player", str, "player", whole=True),
    Column("played", int, "played", cell=played),
    Column("won", int, "won"),
    average("share", ".0%"),
    average("place", ".1f"),
    Column("streak", int, "streak", cell=lambda row: streak(row.streak)),
    Column("points", float | None, "points", lambda row: None if for_chips(row) else row.points, optional=True),
    Column("chips", int | None, "chips", lambda row: row.points if for_chips(row) else None, optional=True),
    Column("few", bool),
    Column("rating", float | None, "rating", optional=True),
    Column("only_totals", int, "totals only", cell=lambda row: row.only_totals or "", after="played", optional=True),
)

OVERALL: Listing[Overall] = Listing(
    Column("player", str, "all games", whole=True),
    Column("games", int, value=lambda row: len(row.games)),
    Column("played", int, "played", cell=played),
    Column("won", int, "won"),
    average("share", ".0%"),
    average("chance", ".0%"),
    average("above", "+.1f", "above chance"),
    average("above_each", "+.0%", "a game"),
    Column("streak", int, "streak", cell=lambda row: streak(row.streak)),
    Column("few", bool),
)


# One player


def player(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    vs: Annotated[str, typer.Option("--vs", metavar="NAME", help="Only games with NAME.", show_default=False)] = "",
    game: Which = "",
    since: Since = "",
    season: Season = "",
    tonight: Tonight = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show a player's record by game: averages, streaks, best and worst scores; then head to head.

    The rival finished ahead of the player most often. The nemesis did so in the largest share of many games.
    """
    slug, (begin, end) = slug_of(game), period(since, season, tonight)
    kept: Career | None = None
    if is_there(database.place()):
        from scoresheets.looking_back.finished import Chosen, known_as, lowest_wins
        from scoresheets.looking_back.history import career

        whole = known_as(name) or name
        kept = career(whole, lowest_wins(), chosen=Chosen(slug, begin, end), vs=(known_as(vs) or vs) if vs else "")
    if kept is None:
        from scoresheets.keeping import players

        with open_journal() as sessions:  # a misspelled name is corrected
            known = [players.called(sessions, text).name for text in (name, vs) if text]
        who = f"{known[0]} hasn't" if len(known) == 1 else f"{' and '.join(known)} haven't"
        raise CommandError(f"{who} finished a game{' together' * (len(known) > 1)} yet.", NOTHING)
    if json:
        console.json_out(career_object(kept))
    else:
        _show_career(kept, plain)


def scored(key: str, scores: dict[str, Score]) -> Column[PlayerRecord]:
    """A score in each game, with its session."""
    return Column(
        key,
        {"points": float, "session": int},
        f"{key} (session)",
        lambda row: scores[row.game]._asdict(),
        lambda row: "{} ({})".format(*scores[row.game]),
        right=True,
    )


def games_of(career: Career) -> Listing[PlayerRecord]:
    """The columns of a player's games."""
    return Listing(
        *STANDINGS.columns,
        average("average", ".1f", places=2),
        Column("longest", int, "longest", cell=lambda row: streak(row.longest)),
        scored("best", career.best),
        scored("worst", career.worst),
    )


IN_ALL: Listing[Overall] = Listing(*OVERALL.columns, Column("longest", int))

AGAINST: Listing[Against] = Listing(
    Column("player", str, "against", lambda other: other.name, whole=True),
    Column("games", int),
    Column("ahead", int, "ahead"),
    Column("behind", int, "behind"),
    Column("level", int, "level"),
    Column("together", int, "together", cell=lambda other: other.together or ""),
    Column("won_together", int, "won together", cell=lambda other: other.won_together if other.together else ""),
)


def career_object(career: Career) -> dict[str, Any]:
    return {
        "player": career.name,
        "rows": games_of(career).objects(career.rows.values()),
        "overall": IN_ALL.object(career.overall) if career.overall.played else None,
        "favourite": career.favourite.game,
        "rival": career.rival.name if career.rival else None,
        "nemesis": career.nemesis.name if career.nemesis else None,
        "partner": career.partner.name if career.partner else None,
        "against": AGAINST.objects(_oftenest(career.others.values())),
    }


def _oftenest(others: Iterable[Against]) -> list[Against]:
    return sorted(others, key=lambda other: (-other.games - other.together, other.name))


def _show_career(career: Career, plain: bool) -> None:
    rows, columns = [*career.rows.values()], games_of(career)
    scores = ("average", "best", "worst")
    console.say(career.name)
    columns.without("player", "points", "chips", *scores).out(rows, plain=plain)
    columns.only("game", *scores).out(rows, plain=plain)
    if any(row.few for row in rows):
        console.say("* fewer than 5 games")
    if len(career.rows) > 1:
        if career.overall.played:
            console.say(_in_all(career.overall))
        favourite = career.favourite
        console.say(f"favorite game: {favourite.game}, {favourite.played} of {so_many(_games(career), 'game')}")
    if rival := career.rival:
        console.say(f"rival: {rival.name}, ahead in {rival.behind} of {so_many(rival.games, 'game')}")
    if nemesis := career.nemesis:
        console.say(f"nemesis: {nemesis.name}, ahead in {nemesis.behind / nemesis.games:.0%} of {nemesis.games} games")
    if partner := career.partner:
        console.say(f"partner: {partner.name}, {partner.won_together} of {partner.together} won together")
    AGAINST.out(_oftenest(career.others.values()), plain=plain)


def _games(career: Career) -> int:
    return sum(row.played for row in career.rows.values())


def _in_all(row: Overall) -> str:
    """A player's record over all games, in a sentence."""
    longest = f", longest streak {streak(row.longest)}" if row.longest else ""
    return f"all games: {row.won} of {row.played} won, {more(row.above, '+.1f')} above an even chance{longest}"


# The records of the table


def records(
    game: Which = "",
    since: Since = "",
    season: Season = "",
    tonight: Tonight = False,
    group: Group = "",
    hands: Annotated[bool, typer.Option("--hands", help="Add the best and the worst hand.")] = False,
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show the records: highest and lowest score, closest and widest win, biggest comeback, longest streaks.

    `--season 2026` has those of a year. For the best and the worst hand, some sessions are replayed first.
    """
    from scoresheets.looking_back.finished import Chosen, lowest_wins
    from scoresheets.looking_back.history import feats, peaks

    slug, (begin, end) = slug_of(game), period(since, season, tonight)
    chosen = Chosen(slug, begin, end, tuple(names_of(group)))
    ends = partial(peaks, follow=followed) if hands else None
    kept = feats(lowest_wins(), chosen=chosen, peaks=ends) if is_there(database.place()) else []
    totals = any(feat.only_totals for feat in kept)
    nothing = "No finished games yet." if not (game or begin or group) else "No finished games match your search."
    feats_of(totals).out(kept, json=json, csv=csv, plain=plain, nothing=nothing)
    if totals and not (json or csv):
        console.say("† totals only")


WORDS = {
    "highest": "highest score",
    "lowest": "lowest score",
    "best-hand": "best hand",
    "worst-hand": "worst hand",
    "closest": "closest win",
    "widest": "widest win",
    "comeback": "biggest comeback",
    "streak": "longest streak",
    "drought": "most without a win",
}


def feats_of(totals: bool) -> Listing[Feat]:
    """The columns of the table's records; sessions with totals only are marked, if there are any."""

    def session(feat: Feat) -> str:
        return f"{feat.session}{'†' if feat.only_totals else ' ' * totals}"

    return Listing(
        Column("game", str, "game", once=True),
        Column("what", str, "record", cell=lambda feat: WORDS[feat.what] + (f" ({feat.hand})" if feat.hand else "")),
        Column("who", str, "who", whole=True),
        Column("points", float, "how much"),
        Column("session", int, "session", cell=session),
        Column("only_totals", bool),
        Column("hand", int | None),
    )


# A chart


def chart(
    session: Number = 0,
    svg: Annotated[str, typer.Option("--svg", metavar="FILE", help="Write a picture.", show_default=False)] = "",
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Chart the totals hand by hand: a line for each player, marked with a letter. With `--plain`, in numbers."""
    from scoresheets.looking_back import charts

    with open_journal() as journal:
        chosen = journal.session(session) if session else journal.open_session()
    course = charts.course_of(chosen.referee)
    title = chosen.title or f"{chosen.game.name}: {', '.join(chosen.players)}"
    title += " (totals only)" if chosen.only_totals else ""
    if svg:
        files.write(Path(svg), charts.svg(course, title))
        if not json:
            console.say(svg)
    if json:
        console.json_out({"session": chosen.number, "hands": course.hands, "totals": course.totals})
    elif svg:
        return
    elif plain:
        console.say(title)
        header = ("hand", *course.totals)
        rows = zip(course.hands, *course.totals.values(), strict=True)
        console.show(console.table(header, rows, numeric=header, apart=header[1:], plain=True), plain)
    else:
        console.say(title)
        for line in handed_over(chosen.referee):
            console.say(line)
        console.show(_in_color(charts.drawn(course, min(console.out().width, 120)), list(course.totals)))


COLORS = ("cyan", "yellow", "green", "magenta", "bright_blue", "red")


def _in_color(lines: list[list[Stroke]], sides: list[str]) -> RenderableType:
    from rich.text import Text

    colors = {side: COLORS[i % len(COLORS)] for i, side in enumerate(sides)}
    return Text("\n").join(
        Text.assemble(*((visible(stroke.text), colors.get(stroke.side, "")) for stroke in line)) for line in lines
    )
