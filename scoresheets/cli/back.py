"""The commands that look back over many games: standings, a player, the records of the table, a chart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.notation import so_many
from scoresheets import files
from scoresheets.cli import talk
from scoresheets.cli.look import Since, Which, day, slug_of
from scoresheets.cli.options import Csv, Db, Json, Number, Plain
from scoresheets.cli.progress import followed
from scoresheets.display.plain import visible
from scoresheets.errors import NOTHING, USAGE, CommandError
from scoresheets.keeping import database, journal
from scoresheets.keeping.opening import is_there

if TYPE_CHECKING:
    from rich.console import RenderableType

    from scoresheets.looking_back.charts import Stroke
    from scoresheets.looking_back.history import Against, Career, Score
    from scoresheets.looking_back.standings import Overall, Row

Season = Annotated[
    str,
    typer.Option("--season", metavar="YEAR", help="Only that year, or month: 2026, 2026-11.", show_default=False),
]
Tonight = Annotated[bool, typer.Option("--tonight", help="Only since noon, or since the noon before.")]
Group = Annotated[
    str,
    typer.Option(metavar="NAMES", help="Only games of these players, Ann,Ben,Cat, or of a group.", show_default=False),
]


def period(since: str, season: str, tonight: bool) -> tuple[datetime | None, datetime | None]:
    """From when on, and until when; only one of the three may be asked for."""
    if sum(map(bool, (since, season, tonight))) > 1:
        raise CommandError("--since, --season and --tonight don't go together", USAGE)
    if tonight:
        from scoresheets.looking_back.settle import night_of, noon

        begun = night_of(database.now())
        return begun, noon(begun.date() + timedelta(days=1))
    if not season:
        return day(since), None
    match = re.fullmatch(r"(\d{4})(?:-(\d{2}))?", season)
    year, month = (int(match[1]), int(match[2] or 0)) if match else (0, 0)
    if not match or not 1 <= year < 9999 or not (month or not match[2]) or month > 12:
        raise CommandError(f"a season is written 2026 or 2026-11, not {season!r}", USAGE)
    after = (year + (month in (0, 12)), month % 12 + 1 if month else 1)
    return datetime(year, month or 1, 1).astimezone(), datetime(*after, 1).astimezone()


def names_of(group: str) -> list[str]:
    """The players of a group, or those whose names stand there."""
    names = [name.strip() for name in group.split(",") if name.strip()]
    if not (names and is_there(database.place())):
        return names
    from scoresheets.keeping.groups import members

    with journal.opened() as kept:
        return members(kept, names)


# Standings


def standings(
    game: Which = "",
    since: Since = "",
    season: Season = "",
    tonight: Tonight = False,
    group: Group = "",
    rating: Annotated[bool, typer.Option("--rating", help="Rate the players, by openskill.")] = False,
    together: Annotated[bool, typer.Option("--overall", help="Only over all games together.")] = False,
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Who has played and won how much. A shared win counts by its part.

    Games that are open don't count, and those that were broken off are counted apart.
    With few games a share says little, and is marked.

    Over all games a win is held against an even chance: a half between two sides, a quarter among four. Above chance is
    how many games were won more than that, in all and for each game played; points don't count, so that games of every
    kind can be added.
    """
    rows: Sequence[Row] = ()
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
        talk.json_out({"schema": 1, "rows": [_standing(row) for row in rows],
                       "overall": [_overall(row) for row in all_games], "unfinished": broken_off})  # fmt: skip
    elif csv and together:
        talk.csv_out(OVERALL_COLUMNS, ([*_overall(row).values()] for row in all_games))
    elif csv:
        talk.csv_out(STANDING_COLUMNS, ([*_standing(row).values()] for row in rows))
    elif all_games if together else rows:
        if not together:
            talk.show(standings_table(rows, plain), plain)
        if several := together or len({row.game for row in rows}) > 1:
            talk.show(overall_table(all_games, plain), plain)
        if any(row.few for row in all_games if several) or any(row.few for row in rows if not together):
            talk.say("* few games, so the share says little")
    else:
        talk.tell("no finished game is kept" if not (game or begin or group) else "no finished game matches that")
    if broken_off and not (json or csv):
        talk.say("unfinished, so not counted: " + ", ".join(f"{slug} {games}" for slug, games in broken_off.items()))


TOTALS_ONLY = ("totals only",)
"""The heading of a column that stands only where something is known by its totals alone."""

STANDING_COLUMNS = ("game", "player", "played", "won", "share", "place", "streak", "points", "chips", "few", "rating",
                    "only_totals")  # fmt: skip


def _standing(row: Row) -> dict[str, Any]:
    chips = plays_for_chips(row.game)
    values = (row.game, row.player, row.played, row.won, round(row.share, 4), round(row.place, 4), row.streak,
              None if chips else row.points, row.points if chips else None, row.few, row.rating,
              row.only_totals)  # fmt: skip
    return dict(zip(STANDING_COLUMNS, values, strict=True))


OVERALL_COLUMNS = ("player", "games", "played", "won", "share", "chance", "above", "above_each", "streak", "few")


def _overall(row: Overall) -> dict[str, Any]:
    values = (row.player, len(row.games), row.played, row.won, round(row.share, 4), round(row.chance, 4),
              round(row.above, 4), round(row.above / row.played, 4), row.streak, row.few)  # fmt: skip
    return dict(zip(OVERALL_COLUMNS, values, strict=True))


def overall_table(rows: Sequence[Overall], plain: bool = False) -> RenderableType:
    """The standings over all games as a list."""
    header = ("all games", "played", "won", "share", "chance", "above chance", "a game", "streak")
    shown = [
        (row.player, f"{row.played}*" if row.few else f"{row.played} ", row.won, f"{row.share:.0%}",
         f"{row.chance:.0%}", more(row.above, ".1f"), more(row.above / row.played, ".0%"), streak(row.streak))
        for row in rows
    ]  # fmt: skip
    return talk.table(header, shown, numeric=header[1:], whole=header[:1], plain=plain)


def more(amount: float, form: str) -> str:
    """``+3.2``, ``-12%``; what comes to nought has no sign."""
    said = format(amount, form)
    return format(amount, f"+{form}") if said.strip("-0.%") else said.removeprefix("-")


def plays_for_chips(slug: str) -> bool:
    from referee.games import find_game

    try:
        return find_game(slug).chips is True
    except KeyError:
        return False


def standings_table(rows: Sequence[Row], plain: bool = False) -> RenderableType:
    """The standings as a list."""
    objects = [_standing(row) for row in rows]
    worth = [name for name in ("points", "chips", "rating") if any(values[name] is not None for values in objects)]
    known = ["only_totals"] if any(row.only_totals for row in rows) else []
    header = ("game", "player", "played", *TOTALS_ONLY[: len(known)], "won", "share", "place", "streak", *worth)
    shown = []
    before = ""
    for row, values in zip(rows, objects, strict=True):
        played = f"{row.played}*" if row.few else f"{row.played} "
        shown.append((row.game if row.game != before else "", row.player, played,
                      *(values[name] or "" for name in known), row.won, f"{row.share:.0%}", f"{row.place:.1f}",
                      streak(row.streak), *(values[name] for name in worth)))  # fmt: skip
        before = row.game
    return talk.table(header, shown, numeric=header[2:], whole=("player",), plain=plain)


def streak(run: int) -> str:
    """A run of games won or not: ``W3``, ``L2``."""
    return f"W{run}" if run > 0 else f"L{-run}"


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
    """What a player has won, game by game: averages, streaks, best and worst scores; then head to head.

    The rival is whoever came in ahead the most times, and the nemesis, of those met often, whoever did so the largest
    part of the time.
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

        with journal.opened() as sessions:  # who is misspelt gets the nearest
            known = [players.called(sessions, said).name for said in (name, vs) if said]
        raise CommandError(f"no finished game of {' with '.join(known)} is kept", NOTHING)
    if json:
        talk.json_out({"schema": 1} | career_object(kept))
    else:
        _show_career(kept, plain)


def career_object(career: Career) -> dict[str, Any]:
    rows = [
        _standing(row)
        | {"average": round(row.average, 2), "longest": row.longest}
        | {"best": _score(career.best[row.game]), "worst": _score(career.worst[row.game])}
        for row in career.rows.values()
    ]
    return {
        "player": career.name,
        "rows": rows,
        "overall": _overall(career.overall) | {"longest": career.overall.longest} if career.overall.played else None,
        "favourite": career.favourite.game,
        "rival": career.rival.name if career.rival else None,
        "nemesis": career.nemesis.name if career.nemesis else None,
        "partner": career.partner.name if career.partner else None,
        "against": [
            {"player": other.name, "games": other.games, "ahead": other.ahead, "behind": other.behind,
             "level": other.level, "together": other.together, "won_together": other.won_together}
            for other in _oftenest(career.others.values())
        ],
    }  # fmt: skip


def _score(score: Score) -> dict[str, int]:
    return {"points": score.points, "session": score.session}


def _oftenest(others: Iterable[Against]) -> list[Against]:
    return sorted(others, key=lambda other: (-other.games - other.together, other.name))


def _show_career(career: Career, plain: bool) -> None:
    rows = career.rows.values()
    known = any(row.only_totals for row in rows)
    header = ("game", "played", *TOTALS_ONLY[:known], "won", "share", "place", "streak", "longest")
    shown = [
        (row.game, f"{row.played}*" if row.few else f"{row.played} ", *[row.only_totals or ""][:known], row.won,
         f"{row.share:.0%}", f"{row.place:.1f}", streak(row.streak), streak(row.longest) if row.longest else "")
        for row in rows
    ]  # fmt: skip
    talk.say(career.name)
    talk.show(talk.table(header, shown, numeric=header[1:], plain=plain), plain)
    points = ("game", "average", "best (session)", "worst (session)")
    made = [
        (row.game, f"{row.average:.1f}",
         *(f"{score.points} ({score.session})" for score in (career.best[row.game], career.worst[row.game])))
        for row in rows
    ]  # fmt: skip
    talk.show(talk.table(points, made, numeric=points[1:], plain=plain), plain)
    if any(row.few for row in rows):
        talk.say("* few games, so the share says little")
    if len(career.rows) > 1:
        if career.overall.played:
            talk.say(_in_all(career.overall))
        favourite = career.favourite
        talk.say(f"favourite game: {favourite.game}, {favourite.played} of {so_many(_games(career), 'game')}")
    if rival := career.rival:
        talk.say(f"rival: {rival.name}, ahead in {rival.behind} of {so_many(rival.games, 'game')}")
    if nemesis := career.nemesis:
        talk.say(f"nemesis: {nemesis.name}, ahead in {nemesis.behind / nemesis.games:.0%} of {nemesis.games} games")
    if partner := career.partner:
        talk.say(f"partner: {partner.name}, {partner.won_together} of {partner.together} won together")
    others = [(other.name, other.ahead, other.behind, other.level, other.together or "",
               other.won_together if other.together else "")
              for other in _oftenest(career.others.values())]  # fmt: skip
    beside = ("against", "ahead", "behind", "level", "together", "won so")
    talk.show(talk.table(beside, others, numeric=beside[1:], whole=("against",), plain=plain), plain)


def _games(career: Career) -> int:
    return sum(row.played for row in career.rows.values())


def _in_all(row: Overall) -> str:
    """A player's record over all games in a sentence."""
    longest = f", longest streak {streak(row.longest)}" if row.longest else ""
    return f"all games: {row.won} of {row.played} won, {more(row.above, '.1f')} above an even chance{longest}"


# The records of the table


def records(
    game: Which = "",
    since: Since = "",
    season: Season = "",
    tonight: Tonight = False,
    group: Group = "",
    hands: Annotated[bool, typer.Option("--hands", help="The best and the worst hand too.")] = False,
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """The table's records: highest and lowest score, closest and widest win, biggest comeback, longest streaks.

    `--season 2026` has those of a year. For the best and the worst hand, sessions are heard again that weren't yet.
    """
    from scoresheets.looking_back.finished import Chosen, lowest_wins
    from scoresheets.looking_back.history import feats, peaks

    slug, (begin, end) = slug_of(game), period(since, season, tonight)
    chosen = Chosen(slug, begin, end, tuple(names_of(group)))
    ends = partial(peaks, follow=followed) if hands else None
    kept = feats(lowest_wins(), chosen=chosen, peaks=ends) if is_there(database.place()) else []
    if json:
        talk.json_out({"schema": 1, "rows": [feat._asdict() for feat in kept]})
    elif csv:
        talk.csv_out(("game", "what", "who", "points", "session", "only_totals", "hand"), kept)
    elif kept:
        header = ("game", "record", "who", "how much", "session")
        known = any(feat.only_totals for feat in kept)
        before = ""
        rows = []
        for feat in kept:
            session = f"{feat.session}{'†' if feat.only_totals else ' ' if known else ''}"
            shown_game = feat.game if feat.game != before else ""
            what = WORDS[feat.what] + (f" ({feat.hand})" if feat.hand else "")
            rows.append((shown_game, what, feat.who, feat.points, session))
            before = feat.game
        talk.show(talk.table(header, rows, numeric=("how much", "session"), whole=("who",), plain=plain), plain)
        if known:
            talk.say("† totals only")
    else:
        talk.tell("no finished game is kept" if not (game or begin or group) else "no finished game matches that")


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


# A chart


def chart(
    session: Number = 0,
    svg: Annotated[str, typer.Option("--svg", metavar="FILE", help="As a picture.", show_default=False)] = "",
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """How the totals ran, hand by hand: a line for everybody, with their letter on it. With `--plain` as numbers."""
    from scoresheets.looking_back import charts

    with journal.opened() as kept:
        chosen = kept.session(session) if session else kept.open_session()
    course = charts.course_of(chosen.referee)
    title = chosen.title or f"{chosen.game.name}: {', '.join(chosen.players)}"
    title += " (totals only)" if chosen.only_totals else ""
    if svg:
        files.write(Path(svg), charts.svg(course, title))
        if not json:
            talk.say(svg)
    if json:
        talk.json_out({"schema": 1, "session": chosen.number, "hands": course.hands, "totals": course.totals})
    elif svg:
        return
    elif plain:
        talk.say(title)
        header = ("hand", *course.totals)
        rows = zip(course.hands, *course.totals.values(), strict=True)
        talk.show(talk.table(header, rows, numeric=header, apart=header[1:], plain=True), plain)
    else:
        talk.say(title)
        talk.show(_in_colour(charts.drawn(course, min(talk.out().width, 120)), list(course.totals)))


COLOURS = ("cyan", "yellow", "green", "magenta", "bright_blue", "red")


def _in_colour(lines: list[list[Stroke]], sides: list[str]) -> RenderableType:
    from rich.text import Text

    colours = {side: COLOURS[i % len(COLOURS)] for i, side in enumerate(sides)}
    return Text("\n").join(
        Text.assemble(*((visible(stroke.text), colours.get(stroke.side, "")) for stroke in line)) for line in lines
    )
