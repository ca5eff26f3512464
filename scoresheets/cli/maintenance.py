"""The commands for the database file: backup, restore and doctor."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from scoresheets.cli import console
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Db, Json, Plain, Yes
from scoresheets.cli.progress import followed
from scoresheets.cli.times import local, seconds
from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE, CommandError, Damaged
from scoresheets.keeping import backups, database, opening
from scoresheets.keeping.backups import Copy
from scoresheets.keeping.digests import in_groups


def backup(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="The copy's name; otherwise beside the file.", show_default=False)
    ] = "",
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Copy the whole database file, even while it is in use.

    The five newest copies stay beside the file, and the last one of each day, week and month.
    """
    path = backups.the_file(database.place())
    opening.connect(path).close()  # migrates the file, and reports one that isn't referee's
    if file:
        made = Path(file)
        if made.is_dir():
            made = made / path.name
        if made.exists():
            raise CommandError(f"{made} already exists", REFUSED)
        if aside := backups.copy(path, made):
            console.tell(f"The old file is now {aside}.")
    else:
        made = backups.back_up(path)
    if fault := backups.fault(made):
        raise Damaged(f"the copy is damaged, as the file is: {made}: {fault}")
    inside = backups.inside(made)
    digest = backups.digest(made)
    with console.after_saving():
        if json:
            console.json_out(COPY.object(inside) | {"digest": digest})
        else:
            console.say(f"Backup: {made} ({inside})")
            console.say(f"file check: {in_groups(digest)}")


def restore(
    file: Annotated[
        str,
        typer.Argument(metavar="[FILE or latest]", help="Which backup; without it, list all.", show_default=False),
    ] = "",
    yes: Yes = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Replace the database file by a copy. The present file is copied first."""
    path = backups.the_file(database.place())
    if not file:
        _list(path, json, plain)
        return
    chosen = backups.find(path, file)
    backups.examine(chosen)
    coming = backups.inside(chosen)
    if path.exists() and not yes:
        _ask(path, chosen, f"{chosen.name} ({coming})")
    aside = backups.restore(path, chosen)
    opening.connect(path).close()  # migrates an older one at once
    with console.after_saving():
        if json:
            console.json_out({"restored": COPY.object(coming), "replaced": str(aside) if aside else None})
            return
        console.say(f"Restored {chosen.name} ({coming}).")
    if aside:
        console.tell(f"The old file is now {aside}.")


def _ask(path: Path, chosen: Path, by: str) -> None:
    try:
        inside = str(backups.inside(path))
    except CommandError as trouble:
        inside = trouble.message
    mine, theirs = backups.identity(path), backups.identity(chosen)
    if mine and theirs and mine != theirs:
        by += ", which is a copy of another file"
    if not sys.stdin.isatty():
        raise CommandError(f"That would replace {path} ({inside}) with {by}. To do it, add --yes.", USAGE)
    console.tell(f"This replaces {path} ({inside})\nwith {by}. The old file is kept under another name.")
    if not typer.confirm("Go on?", err=True):
        raise CommandError("Nothing was changed.", REFUSED)


def _list(path: Path, json: bool, plain: bool) -> None:
    """Lists the copies, newest first."""
    copies = [backups.looked_into(copy) for copy in backups.copies(path)]
    if not (copies or json):
        raise CommandError(
            f"There are no backups in {backups.shelf(path)}. To make one, run `referee backup`.", NOTHING
        )
    COPIES.out(copies, json=json, plain=plain)
    for copy in copies:
        if copy.fault and not json:
            console.tell(copy.fault)


def state(copy: Copy) -> str:
    return "damaged" if copy.fault else "sound"


COPIES: Listing[Copy] = Listing(
    Column("file", str, "backup", lambda copy: str(copy.file), lambda copy: copy.file.name),
    Column("sessions", int | None, "sessions"),
    Column("reports", int | None, "reports"),
    Column("last", str | None, "last report", lambda copy: seconds(copy.last), lambda copy: local(copy.last)),
    Column("fault", str | None, "state", lambda copy: copy.fault or None, state),
)
COPY = COPIES.without("fault")


def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Rebuild what can be rebuilt from the log.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Don't replay the sessions.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> int:
    """Check the database file, its contents, and this machine.

    Every line says ok, or what to do. Exit code 1 if something needs fixing, 5 if the file is damaged.
    """
    from scoresheets.keeping import doctor as surgery

    findings = []
    for finding in surgery.examination(quick=quick, fix=fix, follow=followed):
        findings.append(finding)
        if not json:
            _say(f"{finding.state:6}  {finding.what:10}  {finding.said}", plain)
            if finding.to_do:
                _say(f"{'':6}  {'':10}  → {finding.to_do}", plain)
    code = surgery.exit_code(findings)
    if json:
        rows = [finding._asdict() | {"to_do": finding.to_do or None} for finding in findings]
        console.json_out({"ok": code == FINE, "rows": rows})
    return code


def _say(line: str, plain: bool) -> None:
    """Prints a line, wrapped with an indent after its second column if the terminal is too narrow."""
    if plain or not sys.stdout.isatty():
        console.say(line)
        return
    import shutil
    import textwrap

    columns = max(shutil.get_terminal_size().columns, 40)
    for part in textwrap.wrap(line, columns, subsequent_indent=" " * 20, break_on_hyphens=False):
        console.say(part)
