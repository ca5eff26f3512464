"""The commands that carry sessions out and in."""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.notation import folded
from scoresheets.cli import talk
from scoresheets.cli.options import Db, Json, Plain
from scoresheets.cli.progress import MANY, followed
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping import database, journal
from scoresheets.keeping.opening import is_there

if TYPE_CHECKING:
    from scoresheets.keeping.journal import Journal
    from scoresheets.keeping.only_totals import Evening
    from scoresheets.keeping.past import Past
    from scoresheets.keeping.session import Session
    from scoresheets.keeping.spreadsheets import Wishes

FORMATS = ("record", "json", "csv", "rows", "md", "html", "bgstats")
EXTENSIONS = {"rows": "rows.csv", "bgstats": "bgsplay"}
"""How a file ends that isn't named after its format."""


def export(
    session: Annotated[int, typer.Argument(metavar="[SESSION]", show_default=False)] = 0,
    all: Annotated[bool, typer.Option("--all", help="Every session.")] = False,
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=f"{', '.join(FORMATS)}; several take --out.")
    ] = "record",
    out: Annotated[
        str, typer.Option("--out", metavar="FOLDER", help="A file each, in this folder.", show_default=False)
    ] = "",
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Writes sessions out. JSON and CSV have the whole journal, the others the reports that count.

    Each of them can be read again with `referee import`. `rows` is a row a hand for a spreadsheet, and `bgstats` what
    BG Stats reads.
    """
    from scoresheets.keeping.exports import FORMATS

    formats = list(dict.fromkeys(name.strip().lower() for name in format.split(",")))
    if strange := [name for name in formats if name not in FORMATS]:
        raise CommandError(f"{strange[0]!r} is no format: there are {', '.join(FORMATS)}", USAGE)
    if len(formats) > 1 and not out:
        raise CommandError("several formats are written with --out FOLDER", USAGE)
    with journal.opened() as kept:
        numbers = kept.numbers_since(database.BEGINNING) if all else [session or kept.open_session().number]
        if not numbers:
            raise CommandError("no session is kept", NOTHING)
        if out:
            for number in numbers:
                chosen = kept.readable(number)
                for name in formats:
                    file = f"{number:04d}-{chosen.slug}.{EXTENSIONS.get(name, name)}"
                    _write(Path(out) / file, _text(FORMATS[name], [chosen]))
            return
        text = _text(FORMATS[formats[0]], [kept.readable(number) for number in numbers])
    sys.stdout.write(text)


def _text(written: Callable[[Sequence[Session]], str], sessions: Sequence[Session]) -> str:
    """Sessions in a format; raises CommandError where it can't hold them."""
    try:
        return written(sessions)
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None


def _write(path: Path, text: str) -> None:
    """Writes a file; one that is there already stays as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{path} is there already, and stays as it is", REFUSED) from None
    talk.say(str(path))


def take_in(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Files; - is stdin.", show_default=False)],
    again: Annotated[bool, typer.Option("--again", help="Also what is kept already.")] = False,
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="Which game totals are of: ours or any other.", show_default=False),
    ] = "",
    low_wins: Annotated[
        bool | None,
        typer.Option("--low-wins/--high-wins", help="Who wins a game that isn't one of ours.", show_default=False),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="NAME=PLAYER", help="Who a name in the file is.", show_default=False),
    ] = None,
    leave_out: Annotated[
        list[str] | None,
        typer.Option("--leave-out", metavar="COLUMN", help="A column that is no player's.", show_default=False),
    ] = None,
    dates: Annotated[
        str, typer.Option("--dates", metavar="dmy|mdy", help="What comes first in 03/04/2006.", show_default=False)
    ] = "",
    decimal: Annotated[
        str, typer.Option("--decimal", metavar="point|comma", help="What the mark in 1,250 is.", show_default=False)
    ] = "",
    times: Annotated[
        int, typer.Option("--times", metavar="N", help="N points for each: 100 keeps cents.", min=1, max=1000)
    ] = 1,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Keep nothing.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Keeps sessions from records, from what `referee export` has written, or from a spreadsheet of past years.

    A session is kept whole or not at all, and so is a spreadsheet: rows of `date,Ann,Ben,Cat`, with a column `game` or
    `--game`. BG Stats' export is read like one. What is kept already is passed over, so that an import that was stopped
    can be begun again. The session in play stays in play.
    """
    from scoresheets.keeping.imports import taken, weighed
    from scoresheets.keeping.past import past, tells_of_past

    wishes = _wishes(game, low_wins, names or (), leave_out or (), dates, decimal, times, "-" in files)
    texts = [(name, _read(name)) for name in files]
    rows: list[dict[str, Any]] = []
    passed_over = 0
    sessions = [(name, text) for name, text in texts if not (dry_run or tells_of_past(text, name))]
    with _journal(dry_run) as kept:
        by_file = weighed(sessions, kept.clock if kept else database.now, followed)
        for name, text in followed(texts, len(texts), "importing"):
            if told := past(text, name, wishes, kept, database.now(), again=again):
                passed_over += told.already
                rows += _keep_past(kept, told, dry_run=dry_run, json=json)
                if low_wins is None and not json:
                    _say_who_wins(told.evenings)
                continue
            if dry_run:
                raise CommandError(f"{name}: --dry-run is for spreadsheets and BG Stats' export", USAGE)
            assert kept
            for taken_in in taken(kept, next(by_file), again=again):
                passed_over += taken_in.session is None
                if not taken_in.session:
                    continue
                rows.append(_row(taken_in.session))
                if not json:
                    talk.say(_line(taken_in.session))
    if passed_over:
        talk.tell(f"{passed_over} {'was' if passed_over == 1 else 'were'} kept already")
    if json:
        talk.json_out({"schema": 1, "rows": rows})


@contextmanager
def _journal(dry_run: bool) -> Iterator[Journal | None]:
    """The journal to keep in; of a dry run only where there is one."""
    if dry_run and not is_there(database.place()):
        yield None
        return
    with journal.opened(create=not dry_run) as kept:
        yield kept


def _wishes(
    game: str,
    low_wins: bool | None,
    names: Iterable[str],
    leave_out: Iterable[str],
    dates: str,
    decimal: str,
    times: int,
    piped: bool,
) -> Wishes:
    """What is said of a file beside what stands in it; raises CommandError."""
    from scoresheets.keeping.cells import ORDERS
    from scoresheets.keeping.spreadsheets import Wishes

    marks = {"": "", "point": ".", "comma": ","}
    for value, option, choices in ((dates, "--dates", ("", *ORDERS)), (decimal, "--decimal", (*marks,))):
        if value not in choices:
            raise CommandError(f"{option} is {' or '.join(choices[1:])}, not {value!r}", USAGE)
    meant: dict[str, str] = {}
    for told in names:
        name, equals, player = (part.strip() for part in told.rpartition("="))
        if not (name and equals and player):
            raise CommandError(f'a name is said to be a player as in --as "Anne=Anna", not {told!r}', USAGE)
        meant[folded(name)] = player
    ask = _asked if sys.stdin.isatty() and not piped else None
    left_out = frozenset(map(folded, leave_out))
    return Wishes(game, low_wins, meant, left_out, dates, marks[decimal], times, ask)


def _asked(question: str, answers: Sequence[str]) -> int:
    """What somebody at the terminal answers."""
    talk.tell(question)
    for number, answer in enumerate(answers, 1):
        talk.tell(f"  {number} {answer}")
    number = 0
    while not 1 <= number <= len(answers):
        number = typer.prompt("which", type=int, err=True)
    return number - 1


def _keep_past(kept: Journal | None, told: Past, *, dry_run: bool, json: bool) -> list[dict[str, Any]]:
    """Keeps the evenings of a file, all or none, and says so; what would be kept in a dry run."""
    from scoresheets.keeping.past import keep

    for remark in told.remarks:
        talk.tell(remark)
    shown = len(told.evenings) <= MANY and not json
    rows = []
    if dry_run or kept is None:
        for evening in told.evenings:
            rows.append(_past_row(evening, None))
            if shown:
                talk.say(_past_line(evening))
    else:
        taken = followed(keep(kept, told), len(told.evenings), "importing")
        for evening, taken_in in zip(told.evenings, taken, strict=True):
            rows.append(_past_row(evening, taken_in.number))
            if shown:
                talk.say(f"session {taken_in.number}: {_past_line(evening)}")
    if not json:
        for line in _summary(told.evenings, dry_run):
            talk.say(line)
    return rows


def _past_row(evening: Evening, number: int | None) -> dict[str, Any]:
    from scoresheets.cli.look import iso

    game = "tally" if evening.rounds else evening.played.slug
    return {"session": number, "game": game, "players": list(evening.players), "opened": iso(evening.opened),
            "reports": max(1, len(evening.rounds)) + bool(evening.note)}  # fmt: skip


def _past_line(evening: Evening) -> str:
    scores = ", ".join(f"{name} {points}" for name, points in evening.scores.items())
    count = len(evening.rounds)
    known = f"{count} round{'s' if count > 1 else ''}" if count else "totals only"
    return f"{database.here(evening.opened):%Y-%m-%d} {evening.played.name} ({scores}), {known}"


def _say_who_wins(evenings: Iterable[Evening]) -> None:
    """Says of games that nobody knows here how they are taken to be won."""
    from scoresheets.catalogue import known_game

    for played in dict.fromkeys(evening.played for evening in evenings):
        if not (played.lowest_wins or known_game(played.slug)):
            said = "isn't known here, so the highest total is taken to win; --low-wins says otherwise"
            talk.tell(f"{played.name} {said}")


def _summary(evenings: Sequence[Evening], dry_run: bool) -> Iterator[str]:
    """What was kept in all, by game, and who wins each."""
    if not evenings:
        yield "nothing is new"
        return
    count = len(evenings)
    first, last = (database.here(pick(evening.opened for evening in evenings)) for pick in (min, max))
    verb = "would be" if dry_run else "is" if count == 1 else "are"
    span = f"{first:%Y-%m-%d}" if first.date() == last.date() else f"{first:%Y-%m-%d} to {last:%Y-%m-%d}"
    yield f"{count} session{'' if count == 1 else 's'} {verb} kept, {span}"
    for played, games in Counter(evening.played for evening in evenings).items():
        lowest = "the lowest total wins" if played.lowest_wins else "the highest total wins"
        yield f"  {played.name}: {games}, {lowest}"


def _row(session: Session) -> dict[str, Any]:
    from scoresheets.cli.look import iso

    return {"session": session.number, "game": session.slug, "players": list(session.players),
            "opened": iso(session.opened), "reports": len(session.course.standing)}  # fmt: skip


def _line(session: Session) -> str:
    count = len(session.course.standing)
    reports = f"{count} report{'s' if count != 1 else ''}"
    return f"session {session.number}: {session.title or session.game.name} ({', '.join(session.players)}), {reports}"


def _read(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{name} is no text in UTF-8 (byte {error.start})", USAGE) from None
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", NOTHING) from None
