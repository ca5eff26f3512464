"""The commands that carry sessions out and in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoresheets.cli import talk
from scoresheets.cli.options import Db, Json, Plain
from scoresheets.cli.progress import MANY, followed
from scoresheets.cores import unfollowed
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping import database, journal

if TYPE_CHECKING:
    from scoresheets.keeping.session import Session

EXTENSIONS = ("record", "json", "csv", "md", "html")


def export(
    session: Annotated[int, typer.Argument(metavar="[SESSION]", show_default=False)] = 0,
    all: Annotated[bool, typer.Option("--all", help="Every session.")] = False,
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=f"{', '.join(EXTENSIONS)}; several take --out.")
    ] = "record",
    out: Annotated[
        str, typer.Option("--out", metavar="FOLDER", help="A file each, in this folder.", show_default=False)
    ] = "",
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Writes sessions out. JSON and CSV have the whole journal, the others the reports that count.

    Each of them can be read again with `referee import`.
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
                chosen = kept.session(number)
                for name in formats:
                    _write(Path(out) / f"{number:04d}-{chosen.slug}.{name}", FORMATS[name]([chosen]))
            return
        try:
            text = FORMATS[formats[0]]([kept.session(number) for number in numbers])
        except ValueError as error:
            raise CommandError(str(error), USAGE) from None
    sys.stdout.write(text)


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
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Keeps sessions from records, or from what `referee export` has written; each whole or not at all.

    What is kept already is passed over, so that an import that was stopped can be begun again. The session in play
    stays in play.
    """
    from scoresheets.keeping.imports import taken, weighed

    texts = [(name, _read(name)) for name in files]
    rows = []
    passed_over = 0
    with journal.opened(create=True) as kept:
        by_file = weighed(texts, kept.clock, unfollowed if len(texts) >= MANY else followed)
        for bundles in followed(by_file, len(texts), "importing"):
            for taken_in in taken(kept, bundles, again=again):
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
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{name} is no text in UTF-8 (byte {error.start})", USAGE) from None
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", NOTHING) from None
