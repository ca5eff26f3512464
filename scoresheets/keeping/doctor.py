"""Checks the file, its contents and the machine, and says how to fix each problem.

Only `mend` changes anything, and only data that can be rebuilt from the journal.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheets.catalogue import NoGame
from scoresheets.cores import Follow, in_order, unfollowed
from scoresheets.errors import DATABASE, FINE, REFUSED, CommandError
from scoresheets.keeping import backups, config, database, digests, proof, replay_cache
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.places import SCHEMA, known
from scoresheets.keeping.results import Results, written
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from scoresheets.keeping.database import Link
    from scoresheets.keeping.places import Place, Server
    from scoresheets.keeping.postgres import Wire

OK, NOTE, WRONG, BROKEN = "ok", "note", "wrong", "broken"
"""NOTE is worth knowing, WRONG can be fixed, and a BROKEN file can't be used."""

LITTLE = 50_000_000  # bytes free on the disk
NARROW = 60  # columns
BEFORE_FIX = "before-fix"  # in the name of the copy that is made before a fix
SHOWN = 5  # differences to list for a session


class Finding(NamedTuple):
    what: str
    state: str
    said: str
    to_do: str = ""


class Hearing(NamedTuple):
    """How to examine sessions: without replay if ``quick``, and with repairs if ``fix``."""

    quick: bool
    fix: bool
    follow: Follow


def exit_code(findings: Iterable[Finding]) -> int:
    states = {finding.state for finding in findings}
    return DATABASE if BROKEN in states else REFUSED if WRONG in states else FINE


def examination(
    path: Place | None = None, *, quick: bool = False, fix: bool = False, follow: Follow = unfollowed
) -> Iterator[Finding]:
    """Yields the finding of each check. With ``quick``, sessions aren't replayed."""
    wishes = _config()
    yield wishes
    try:
        path = path or database.place()
    except CommandError:
        yield Finding("file", WRONG, "the place isn't known", "fix the config file first")
    else:
        how = Hearing(quick, fix, follow)
        yield from _file(path, how) if isinstance(path, Path) else _server(path, how)
    yield from _games()
    yield from _machine()


def _config() -> Finding:
    try:
        wishes = config.read()
    except CommandError as trouble:
        return Finding("config", WRONG, trouble.message, f"fix or remove {config.file()}")
    wished = ", ".join(f"{name} = {config.shown(name, value)}" for name, value in wishes.items())
    return Finding("config", OK, f"{config.file()}: {wished}" if config.file().exists() else "no settings saved")


# The file


def _file(path: Path, how: Hearing) -> Iterator[Finding]:
    if not path.exists():
        where = path.parent
        copies = backups.copies(path)
        to_do = "`referee restore latest` restores the last backup" if copies else ""
        yield Finding(
            "file", WRONG if copies else OK, f"{path} isn't there" if copies else f"no games saved yet in {path}", to_do
        )
        yield _disk(where)
        return
    yield _permissions(path)
    yield _disk(path.parent)
    yield _backups(path)
    try:
        with database.in_a_sentence(path), closing(database.open_file(path)) as link:
            if database.is_blank(link):
                yield _blank(path)
                return
            with closing(database.snapshot(link)) as still:
                findings = [*_layers(path, still)]
                yield from findings
                if any(finding.state == BROKEN for finding in findings):
                    return
                yield from _laid_out(path, link, how.fix)
                yield from _numbering(still)
        with open_journal(path) as journal:
            yield from _checked(journal, how)
    except CommandError as trouble:
        yield Finding("file", BROKEN, trouble.message, _rescue(path))


def _blank(path: Path) -> Finding:
    if backups.copies(path):
        return Finding("schema", WRONG, f"{path} is empty, but there are backups", _rescue(path))
    return Finding("schema", NOTE, "nothing saved yet", "`referee new GAME PLAYER…` starts a game")


def _rescue(path: Path) -> str:
    if backups.copies(path):
        return "`referee restore latest` restores the last backup and keeps this file under another name"
    return f"there is no backup in {backups.shelf(path)}. Keep the file: `sqlite3 FILE .recover` may read part of it"


def _permissions(path: Path) -> Finding:
    if not path.is_file() or not os.access(path, os.R_OK):
        return Finding(
            "file", BROKEN, f"{path} can't be read", f"give yourself the right to read it: chmod u+rw {path}"
        )
    if not os.access(path, os.W_OK) or not os.access(path.absolute().parent, os.W_OK):
        to_do = f"make the file and its folder writable: chmod u+w {path} {path.absolute().parent}"
        return Finding("file", NOTE, f"{path} is read-only", to_do)
    return Finding("file", OK, f"{path}, {path.stat().st_size / 1e6:.1f} MB")


def _disk(folder: Path) -> Finding:
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    text = f"{free / 1e9:.1f} GB free" if free >= 1e9 else f"{free / 1e6:.0f} MB free"
    if free < LITTLE:
        return Finding(
            "disk", WRONG, text, f"free some space on the disk of {folder}: nothing can be saved when it is full"
        )
    return Finding("disk", OK, text)


def _backups(path: Path) -> Finding:
    copies = backups.copies(path)
    if not copies:
        return Finding("backups", NOTE, "no backup yet", "`referee backup` makes one")
    whole = [copy for copy in copies if BEFORE_FIX not in copy.name] or copies  # this copy has the fault
    try:
        backups.examine(whole[0])
    except CommandError as trouble:
        return Finding("backups", WRONG, trouble.message, f"remove it and make another: `referee backup` ({whole[0]})")
    return Finding("backups", OK, f"{len(copies)}, the newest with {backups.inside(whole[0])}")


def _layers(path: Path, link: sqlite3.Connection) -> Iterator[Finding]:
    """Checks the file from its first bytes up to references between rows."""
    schema = database.recognize(link, path)
    old = schema < SCHEMA
    yield Finding("schema", OK, f"{schema}" + (f", brought up to {SCHEMA} now" if old else ""))
    faults = [said for (said,) in link.execute(f"PRAGMA integrity_check({SHOWN})") if said != "ok"]
    if faults:
        yield Finding("integrity", BROKEN, "; ".join(faults), _rescue(path))
        return
    yield Finding("integrity", OK, "nothing in the file is damaged")
    dangling = link.execute("PRAGMA foreign_key_check").fetchall()
    if dangling:
        tables = ", ".join(sorted({row[0] for row in dangling}))
        rows = "1 row" if len(dangling) == 1 else f"{len(dangling)} rows"
        text = f"{rows} without the session or player that belongs to it ({tables})"
        yield Finding("references", BROKEN, text, _rescue(path))
        return
    yield Finding("references", OK, "nothing is missing")


def _laid_out(path: Path, link: sqlite3.Connection, fix: bool) -> Iterator[Finding]:
    """Compares tables, indexes and triggers with the models. Missing indexes and triggers can be rebuilt."""
    from scoresheets.keeping.models import layout

    if database.recognize(link, path) < SCHEMA:
        return  # opening it migrates it
    asked = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    with closing(sqlite3.connect(":memory:")) as fresh:
        for statement in layout():
            fresh.execute(statement)
        wanted = {(kind, name): sql for kind, name, sql in fresh.execute(asked)}
    present = {(kind, name): sql for kind, name, sql in link.execute(asked)}
    missing = [part for part in wanted if part not in present]
    missing += [part for part in wanted if part[0] == "trigger" and part in present and present[part] != wanted[part]]
    strange = [part for part in present if part[0] == "trigger" and part not in wanted]
    if lost := [name for kind, name in missing if kind == "table"]:
        yield Finding("tables", BROKEN, f"missing: {', '.join(lost)}", _rescue(path))
        return
    if (missing or strange) and fix:
        backups.back_up(path, "before-fix")
        with database.writing(link, path):
            for kind, name in (*missing, *strange):
                link.execute(f'DROP {kind} IF EXISTS "{name}"')
            for part in missing:
                link.execute(wanted[part])
    if strange:
        names = ", ".join(name for _, name in strange)
        yield _mended("triggers", f"not part of referee: {names}", fix)
    names = ", ".join(f"{kind} {name}" for kind, name in missing)
    what = "all tables, indexes and triggers are there"
    yield _mended("tables", f"missing or changed: {names}", fix) if missing else Finding("tables", OK, what)


def _mended(what: str, text: str, fix: bool) -> Finding:
    if fix:
        return Finding(what, OK, f"fixed (it was {text})")
    return Finding(what, WRONG, text, "`referee doctor --fix` rebuilds it")


def _numbering(link: Link) -> Iterator[Finding]:
    asked = (
        "SELECT session_id, count(*), min(number), max(number) FROM entry GROUP BY session_id"
        " HAVING min(number) <> 1 OR max(number) <> count(*)"
    )
    gaps = link.execute(asked).fetchall()
    for session, count, _, last in gaps:
        text = f"session {session} has {count} lines, but the last is {last}"
        yield Finding("numbering", WRONG, text, "lines were lost: `referee restore` may have a backup with them")
    if not gaps:
        (lines,) = link.execute("SELECT count(*) FROM entry").fetchone()
        yield Finding("numbering", OK, f"{lines} lines; none is missing in any session")


# The server


def _server(where: Server, how: Hearing) -> Iterator[Finding]:
    from scoresheets.keeping.postgres import Wire

    try:
        with closing(Wire(where)) as wire:
            (version,) = wire.execute("SHOW server_version").fetchone()
            schema = wire.schema()
            yield Finding("server", OK, f"{where}, PostgreSQL {version.split()[0]}")
            yield _lasting(wire)
            yield Finding("backups", NOTE, "a server's backups are made on the server", "`pg_dump` makes one")
            if schema is None:
                yield Finding("schema", OK, "nothing saved yet")
                return
            old = known(schema, where) < SCHEMA
            yield Finding("schema", OK, f"{schema}" + (f", brought up to {SCHEMA} now" if old else ""))
            if not old:
                yield from _laid_out_there(wire, how.fix)
            yield from _numbering(wire)
        with open_journal(where) as journal:
            yield from _checked(journal, how)
    except CommandError as trouble:
        yield Finding("server", BROKEN, trouble.message, "see the server's log, or ask its administrator")


def _lasting(wire: Wire) -> Finding:
    """Whether acknowledged data survives a power cut."""
    loose = [name for name in ("fsync", "full_page_writes") if wire.execute(f"SHOW {name}").fetchone() == ("off",)]
    if loose:
        settings = " and ".join(loose)
        return Finding("disk", WRONG, f"{settings} off: a power cut may lose saved lines", f"turn {settings} on")
    return Finding("disk", OK, "saved lines are on the disk")


def _laid_out_there(wire: Wire, fix: bool) -> Iterator[Finding]:
    """Compares tables, indexes, triggers and their functions with the models."""
    from scoresheets.keeping.models import layout

    here = "current_schema()::regnamespace"
    present: dict[str, Any] = dict(wire.execute(f"SELECT relname, NULL FROM pg_class WHERE relnamespace = {here}"))
    present |= dict(wire.execute(f"SELECT proname, prosrc FROM pg_proc WHERE pronamespace = {here}"))
    present |= dict(
        wire.execute(
            "SELECT tgname, pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class ON tgrelid = pg_class.oid"
            f" WHERE relnamespace = {here} AND tgenabled IN ('O', 'A')"
        )
    )
    missing: dict[str, tuple[str, str]] = {}
    for statement in map(str.strip, layout("postgresql")):
        kind, name = statement.split()[1:3]
        name = name.strip('"').removesuffix("()")
        guard = statement.partition("$$")[2].removesuffix("$$") or statement.rpartition(" FUNCTION ")[2]
        if name not in present or (kind in ("FUNCTION", "TRIGGER") and guard not in present[name]):
            missing[name] = kind.lower(), statement
    if lost := [name for name, (kind, _) in missing.items() if kind == "table"]:
        yield Finding("tables", BROKEN, f"missing: {', '.join(lost)}", "restore a `pg_dump` with `pg_restore`")
        return
    if missing and fix:
        with database.writing(wire, wire.where):
            for name, (kind, statement) in missing.items():
                if kind == "trigger":
                    wire.execute(f"DROP TRIGGER IF EXISTS {name} ON {name.partition('_')[0]}")
                wire.execute(statement.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1))
    names = ", ".join(f"{kind} {name}" for name, (kind, _) in missing.items())
    what = "all tables, indexes and triggers are there"
    yield _mended("tables", f"missing or changed: {names}", fix) if missing else Finding("tables", OK, what)


# Saved data


def _checked(journal: Journal, how: Hearing) -> Iterator[Finding]:
    """Checks the chains first. If they don't hold, nothing else in the file can be trusted."""
    faults = [*_unproven(journal)]
    if faults:
        to_do = _rescue(journal.path) if isinstance(journal.path, Path) else "restore a `pg_dump` with `pg_restore`"
        for text in faults[:SHOWN]:
            yield Finding("chains", BROKEN, text, to_do)
        return
    yield Finding("chains", OK, "every line, session, player and ruling is unchanged")
    yield from _gaps(journal)
    yield from _closings(journal)
    yield from _sessions(journal, how)
    yield from _players(journal)


def _gaps(journal: Journal) -> Iterator[Finding]:
    """Session numbers without a session. They are consecutive and never deleted, so a missing one was lost."""
    numbers = {number for (number,) in journal.link.execute("SELECT id FROM session")}
    missing = [number for number in range(1, max(numbers, default=0)) if number not in numbers]
    if missing:
        named = ", ".join(map(str, missing[:SHOWN])) + (f" and {len(missing) - SHOWN} more" * (len(missing) > SHOWN))
        text = f"session{'s' * (len(missing) > 1)} {named} {'are' if len(missing) > 1 else 'is'} missing"
        yield Finding("sessions", WRONG, text, "`referee restore` may have a backup with them")


def _closings(journal: Journal) -> Iterator[Finding]:
    """Compares whether sessions are closed or set aside in their rows and in their journals."""
    numbers = [number for (number,) in journal.link.execute("SELECT id FROM session ORDER BY id").fetchall()]
    for some in proof.portions(numbers):
        among = some[0], some[-1]
        rows = "SELECT id, ended, aside FROM session WHERE id BETWEEN ? AND ? ORDER BY id"
        lines = (
            "SELECT session_id, kind FROM entry WHERE session_id BETWEEN ? AND ? AND kind IN ('end', 'aside', 'resume')"
            " ORDER BY session_id, number"
        )
        with database.reading(journal.link):
            states = journal.link.execute(rows, among).fetchall()
            kinds: dict[int, list[str]] = {}
            for number, kind in journal.link.execute(lines, among).fetchall():
                kinds.setdefault(number, []).append(kind)
        for number, ended, aside in states:
            yield from _closing(number, ended is not None, aside is not None, kinds.get(number, []))


def _closing(number: int, is_closed: bool, is_aside: bool, kinds: Iterable[str]) -> Iterator[Finding]:
    """Whether a session's row disagrees with its lines that close it, set it aside or resume it."""
    closed = aside = False
    for kind in kinds:
        if kind == "aside":
            aside = True
        elif kind == "end":
            closed = True
        elif aside:  # resumed: first of all it counts again
            aside = False
        else:
            closed = False
    for what, row, journal_ in (("closed", is_closed, closed), ("set aside", is_aside, aside)):
        if row != journal_:
            text = f"session {number} {'is' if row else 'is not'} {what}, but its log says otherwise"
            yield Finding("session", BROKEN, text, f"`referee log {number}` has its lines")


CHAINS = 100  # sessions whose lines a core checks against their digests before it reports


def _unproven(journal: Journal) -> Iterator[str]:
    yield from _amiss(journal, proof.stale)
    yield from _amiss(journal, proof.rulings)
    yield from _amiss(journal, proof.groups)
    numbers = [number for (number,) in journal.link.execute("SELECT id FROM session ORDER BY id")]
    portions = [(journal.path, numbers[i : i + CHAINS]) for i in range(0, len(numbers), CHAINS)]
    yield from chain.from_iterable(in_order(_chains_amiss, portions, worth_it=len(portions) > 10))


def _amiss(journal: Journal, check: Callable[..., Any], *number: int) -> Iterator[str]:
    try:
        check(journal.link, *number, journal.path)
    except CommandError as trouble:
        yield trouble.message


def _chains_amiss(portion: tuple[Place, list[int]]) -> list[str]:
    place, numbers = portion
    with open_journal(place) as journal:
        return [text for number in numbers for text in _amiss(journal, proof.check_lines, number)]


def _sessions(journal: Journal, how: Hearing) -> Iterator[Finding]:
    """Replays every session and compares verdicts and results with those saved."""
    numbers = [number for (number,) in journal.link.execute("SELECT id FROM session ORDER BY id").fetchall()]
    if how.quick:
        yield Finding("sessions", NOTE, f"{len(numbers)}, none replayed", "leave out --quick to replay them")
        return
    good = 0
    stale: list[int] = []
    unheard: list[str] = []
    coming = how.follow(replay_cache.of_all(journal, numbers), len(numbers), "hearing")
    for came, number in zip(coming, numbers, strict=True):
        if isinstance(came, NoGame):
            unheard.append(came.message)
            continue
        if isinstance(came, CommandError):
            to_do = f"to see its lines, run `referee log {number}`; to correct one, `referee fix` or `void`"
            yield Finding("session", WRONG, came.message, to_do)
            continue
        if came.differences:
            more = f"; and {len(came.differences) - SHOWN} more" if len(came.differences) > SHOWN else ""
            text = f"session {number}: {'; '.join(came.differences[:SHOWN])}{more}"
            yield Finding("session", WRONG, text, _outgrown(journal.session(number, heard=False)))
        else:
            good += 1
        if not _is_summed_up(journal, number, came.stands):
            stale.append(number)
    for text in unheard[:SHOWN]:
        yield Finding("session", NOTE, text, "install the game, or a version of it that can be played")
    if len(unheard) > SHOWN:
        yield Finding("session", NOTE, f"{len(unheard) - SHOWN} more need games that aren't installed")
    if good == len(numbers) - len(unheard):
        asked = "SELECT count(*) FROM entry WHERE session_id = ?"
        lines = sum(journal.link.execute(asked, (number,)).fetchone()[0] for number in numbers)
        many = f"{good} of {len(numbers)}," if unheard else f"{good}, with {lines} lines,"
        yield Finding("sessions", OK, f"{many} replayed with the same verdicts")
    yield _summaries(journal, stale, how.fix)


def _outgrown(session: Session) -> str:
    then, now = session.edition, session.game.edition
    if then != now:
        return f"it was saved under edition {then} of {session.slug}, this is {now}; its score doesn't change"
    return f"the rules of {session.slug} have changed, or someone changed the file; what was saved stays"


def _is_summed_up(journal: Journal, number: int, stands: Results) -> bool:
    over, hands, standings, accounts = stands
    *row, known = journal.link.execute(
        "SELECT over, hands, tally, accounts FROM session WHERE id = ?", (number,)
    ).fetchone()
    asked = f"SELECT {proof.RESULT} FROM result WHERE session_id = ?"
    seats = dict(journal.link.execute("SELECT name, player_id FROM seat WHERE session_id = ?", (number,)).fetchall())
    wanted = sorted((number, seats.get(seat, 0), *rest) for seat, *rest in standings)
    chips = known and written(accounts)  # older schemas don't have them
    told = [over, hands, digests.tally(over, hands, wanted, chips)]
    return (row, sorted(journal.link.execute(asked, (number,)).fetchall())) == (told, wanted)


def _summaries(journal: Journal, stale: list[int], fix: bool) -> Finding:
    if not stale:
        return Finding("summaries", OK, "the same as in the log")
    if fix:
        if isinstance(journal.path, Path):
            backups.back_up(journal.path, BEFORE_FIX)
        sessions = [journal.session(number) for number in stale]
        with database.writing(journal.link, journal.path):
            for session in sessions:
                journal.link.execute("DELETE FROM result WHERE session_id = ?", (session.number,))
                journal.sum_up(session)
    return _mended("summaries", f"different from the log in session {', '.join(map(str, stale))}", fix)


def _players(journal: Journal) -> Iterator[Finding]:
    asked = (
        "SELECT one.name FROM player AS one JOIN player AS other ON one.same_as = other.id"
        " WHERE other.same_as IS NOT NULL"
    )
    if chained := [name for (name,) in journal.link.execute(asked)]:
        to_do = "to fix it, run `referee players unmerge` and `merge`"
        yield Finding("players", WRONG, f"{', '.join(chained)} were merged into someone who was merged again", to_do)
        return
    (count,) = journal.link.execute("SELECT count(*) FROM player WHERE same_as IS NULL").fetchone()
    yield Finding("players", OK, f"{count}")


# The machine


def _games() -> Iterator[Finding]:
    """The games of other packages: which are installed, which can't be played, and which are left out."""
    from referee.games import broken, clashes, games, origin

    faults = broken()
    for fault in faults:
        home = fault.origin
        to_do = f"`pip install --upgrade {home.name}`, or tell its publisher; the others work"
        yield Finding("games", WRONG, fault.args[0], to_do if home.kind == "package" else f"fix {home.name}")
    for clash in clashes():
        yield Finding("games", NOTE, str(clash), f"the one from {clash.left_out.name} can't be played")
    lost = {fault.slug for fault in faults}
    homes = {slug: origin(slug) for slug in games() if slug not in lost}
    others = [f"{slug} ({home})" for slug, home in homes.items() if home.name]
    with_it = f"{len(homes) - len(others)} come with referee"
    yield Finding("games", OK, with_it + (f", and there are {', '.join(others)}" if others else ""))


def _machine() -> Iterator[Finding]:
    from importlib.metadata import PackageNotFoundError, requires, version

    yield Finding(
        "python", OK, f"{sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}, referee {version('card-referee')}"
    )
    versions: list[str] = []
    missing: list[str] = []
    for wanted in requires("card-referee") or []:
        name = wanted.replace(";", " ").replace(">", " ").replace("<", " ").replace("=", " ").split()[0]
        if "extra ==" in wanted:
            continue
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(wanted)
    if missing:
        yield Finding("libraries", WRONG, f"missing: {', '.join(missing)}", "pip install --upgrade card-referee")
    else:
        yield Finding("libraries", OK, ", ".join(versions))
    yield _terminal()


def _terminal() -> Finding:
    columns = shutil.get_terminal_size().columns
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower()
    color = "no color (NO_COLOR)" if os.environ.get("NO_COLOR") else "color"
    text = f"{columns} columns, {color}, {encoding or 'no encoding'}"
    if not sys.stdout.isatty():
        text = f"the output goes to a file or a program, {encoding or 'no encoding'}"
    try:
        "♠♥♦♣─".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return Finding("terminal", NOTE, text, "suits can't be shown: set PYTHONUTF8=1 or a UTF-8 locale")
    if columns < NARROW:
        return Finding("terminal", NOTE, text, f"sheets need {NARROW} columns or more; --plain needs fewer")
    return Finding("terminal", OK, text)
