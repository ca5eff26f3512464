"""The commands for export and import."""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from scoresheets import files
from scoresheets.cli import console
from scoresheets.cli.input_files import opened
from scoresheets.cli.options import Db, Json, Plain
from scoresheets.cli.progress import followed
from scoresheets.cli.times import iso
from scoresheets.errors import NOTHING, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.exports import FORMATS
from scoresheets.keeping.journal import open_journal

if TYPE_CHECKING:
    from scoresheets.keeping.session import Session

PIECE = 1_000_000  # bytes to read at once
LONGEST_LINE = 16_000_000  # bytes; an export of BG Stats is a single line
EXTENSIONS = {"rows": "rows.csv", "tidy": "tidy.csv", "bgstats": "bgsplay"}
"""File endings that differ from the format's name."""


def export(
    session: Annotated[int, typer.Argument(metavar="[SESSION]", show_default=False)] = 0,
    all: Annotated[bool, typer.Option("--all", help="Every session.")] = False,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"{', '.join(FORMATS)}. For several, put commas between them and add --out.",
        ),
    ] = "record",
    out: Annotated[
        str,
        typer.Option("--out", metavar="FOLDER", help="Write one file per game into this folder.", show_default=False),
    ] = "",
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Export sessions. JSON and CSV have the whole log, the other formats only the reports that count.

    `referee import` reads every format. For a spreadsheet, `rows` has a row for each hand and `tidy` a row for each
    player. `bgstats` is for BG Stats.
    """
    formats = list(dict.fromkeys(name.strip().lower() for name in format.split(",")))
    if strange := [name for name in formats if name not in FORMATS]:
        raise CommandError(f"{strange[0]!r} isn't a format. The formats: {', '.join(FORMATS)}", USAGE)
    if len(formats) > 1 and not out:
        raise CommandError("for several formats, add --out FOLDER", USAGE)
    with open_journal() as journal:
        numbers = journal.numbers() if all else [session or journal.open_session().number]
        if not numbers:
            raise CommandError("No games saved yet.", NOTHING)
        if out:
            for number in numbers:
                chosen = journal.readable(number)
                for name in formats:
                    file = f"{number:04d}-{chosen.counts_as[:60]}.{EXTENSIONS.get(name, name)}"
                    _write(Path(out) / file, _text(FORMATS[name], [chosen]))
            return
        text = _text(FORMATS[formats[0]], [journal.readable(number) for number in numbers])
    sys.stdout.write(text)


def _text(written: Callable[[Sequence[Session]], str], sessions: Sequence[Session]) -> str:
    """Sessions in a format. Raises CommandError if the format can't hold them."""
    try:
        return written(sessions)
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None


def _write(path: Path, text: str) -> None:
    """Writes a new file. An existing one is never overwritten."""
    files.write(path, text, new=True, folder=True)
    console.say(str(path))


def take_in(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Files; - is stdin.", show_default=False)],
    again: Annotated[bool, typer.Option("--again", help="Import games even if they are already saved.")] = False,
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="The game that totals are for.", show_default=False),
    ] = "",
    low_wins: Annotated[
        bool | None,
        typer.Option(
            "--low-wins/--high-wins",
            help="For an unknown game: whether the lowest or the highest total wins.",
            show_default=False,
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--as",
            metavar="NAME=PLAYER",
            help='The player a name in the file stands for: "Anne=Anna".',
            show_default=False,
        ),
    ] = None,
    leave_out: Annotated[
        list[str] | None,
        typer.Option("--leave-out", metavar="COLUMN", help="Ignore this column.", show_default=False),
    ] = None,
    dates: Annotated[
        str, typer.Option("--dates", metavar="dmy|mdy", help="The order in dates like 03/04/2006.", show_default=False)
    ] = "",
    date: Annotated[
        str,
        typer.Option("--date", metavar="DAY", help="The day, if the rows have none.", show_default=False),
    ] = "",
    decimal: Annotated[
        str,
        typer.Option(
            "--decimal",
            metavar="point|comma",
            help="The decimal mark: with point, 1,250 is 1250; with comma, 1.25.",
            show_default=False,
        ),
    ] = "",
    times: Annotated[
        int,
        typer.Option(
            "--times",
            metavar="N",
            help="Multiply the scores of a game that has fractions: 100 keeps cents.",
            min=1,
            max=1000,
        ),
    ] = 1,
    chips: Annotated[
        bool, typer.Option("--chips", help="Scores are money or chips won and lost; `settle` counts them.")
    ] = False,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Skip plays that can't be read, keep the rest.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be kept, fixed or skipped.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Import sessions from records, from files that `referee export` has written, or results
    of past years.

    Results of past years can be a spreadsheet (`date,Ann,Ben,Cat`, or a row for each player), BG Stats' export,
    BoardGameGeek's plays, or hands of Razz from PokerStars or in the PHH format.

    Past years are saved completely or not at all, other files session by session. `--skip-bad` leaves out what can't
    be read. Sessions that are already saved are skipped, so you can repeat an import that was stopped. The session in
    play stays in play.
    """
    from scoresheets.cli import import_years
    from scoresheets.keeping.imports import taken, weighed
    from scoresheets.keeping.past_evenings import past
    from scoresheets.keeping.readers import reader_of

    wishes = import_years.wishes(
        game, low_wins, names or (), leave_out or (), dates, date, decimal, times, chips, "-" in files
    )
    texts = [(name, _read(name)) for name in files]
    rows: list[dict[str, Any]] = []
    skipped: list[dict[str, Any]] = []
    stopped: CommandError | None = None
    passed_over = 0
    sessions = [(name, text) for name, text in texts if not (dry_run or reader_of(text, name))]
    for name, text in texts:
        _readable(name, text)
    with import_years.kept_in(dry_run) as journal:
        by_file = weighed(sessions, journal.clock if journal else database.now, followed)
        for name, text in followed(texts, len(texts), "importing"):
            if told := past(text, name, wishes, journal, database.now(), again=again):
                trouble = import_years.skipping(told, skip_bad=skip_bad, dry_run=dry_run)
                if trouble and not dry_run:
                    raise trouble
                stopped = stopped or trouble
                passed_over += told.already
                skipped += [play._asdict() for play in told.plays.skipped]
                rows += import_years.keep(journal, told, dry_run=dry_run, json=json)
                if low_wins is None and not json and not told.plays.says_who_wins:
                    import_years.say_who_wins(told.evenings)
                continue
            if dry_run:
                works = "--dry-run works only for spreadsheets and files of other programs"
                raise CommandError(f"{name} is a record or an export, and {works}", USAGE)
            assert journal
            for taken_in in taken(journal, next(by_file), again=again):
                if not taken_in.session:
                    passed_over += 1
                    continue
                rows.append(_row(taken_in.session))
                if not json:
                    with console.after_saving():
                        console.say(_line(taken_in.session))
    if passed_over:
        console.tell(f"Skipped {passed_over}: already saved.")
    if json:
        with nullcontext() if dry_run else console.after_saving():
            console.json_out({"rows": rows, "skipped": skipped})
    if stopped:
        raise stopped


def _readable(name: str, text: str) -> None:
    """Raises CommandError if a file is none that can be imported."""
    from scoresheets.keeping.imports import is_ours
    from scoresheets.keeping.readers import reader_of, readers

    if not (reader_of(text, name) or is_ours(text)):
        lines = [f"{name} isn't a file that `referee import` reads. It reads:"]
        lines += ["  a record, and what `referee export` writes", *(f"  {reader.READS}" for reader in readers())]
        raise CommandError("\n".join(lines), USAGE, lines)


def _row(session: Session) -> dict[str, Any]:
    return {"session": session.number, "game": session.counts_as, "players": list(session.players),
            "opened": iso(session.opened), "reports": len(session.course.standing), "mended": []}  # fmt: skip


def _line(session: Session) -> str:
    count = len(session.course.standing)
    reports = f"{count} report{'s' if count != 1 else ''}"
    return f"session {session.number}: {session.title or session.game.name} ({', '.join(session.players)}), {reports}"


def _read(name: str) -> str:
    try:
        with opened(name) as stream:
            raw = b"".join(_lines_that_end(stream, name))
        return raw.decode("utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError as error:
        text = f"{name} isn't UTF-8 text (byte {error.start}). In your spreadsheet, save it as 'CSV UTF-8'."
        raise CommandError(text, USAGE) from None
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", NOTHING) from None


def _lines_that_end(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """Yields the content in pieces. Raises CommandError for a line that is too long."""
    since = 0
    while some := stream.read(PIECE):
        ends = max(some.rfind(b"\n"), some.rfind(b"\r"))
        since = len(some) - 1 - ends if ends >= 0 else since + len(some)
        if since > LONGEST_LINE:
            raise CommandError(f"{name} has a line of more than {LONGEST_LINE} bytes. Nothing was read.", USAGE)
        yield some
