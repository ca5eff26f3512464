"""Imports of sessions from the formats of `scoresheets.keeping.exports`, or from any record."""

from __future__ import annotations

import csv
import hashlib
import html
import io
import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

from referee.language.words import Piece, so_many
from referee.records.record import BadRecord, Judge
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.catalogue import game_of
from scoresheets.cores import Follow, in_order, unfollowed
from scoresheets.errors import REFUSED, USAGE, CommandError, as_sentence
from scoresheets.keeping.cell_values import as_typed
from scoresheets.keeping.database import Clock, stamp
from scoresheets.keeping.exports import COLUMNS, OPENING, SCHEMA, header_of, record, record_of
from scoresheets.keeping.journal import Bundle, Journal, Taken
from scoresheets.keeping.replay import JournalLine, course
from scoresheets.keeping.results import results
from scoresheets.keeping.session import Session, played_by, ruled

MUCH = 300_000  # characters from which several cores are worth it
PORTION = 8  # sessions that a core judges at a time


def read(text: str, name: str, clock: Clock) -> list[Bundle]:
    """The sessions in a file of any format; ``name`` is for messages. Raises CommandError."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[")):
        return list(_from_json(start, name))
    if start.startswith("session,game,"):
        return list(_from_csv(start, name))
    return _records(written(text), name, clock)


def is_ours(text: str) -> bool:
    """Whether a text looks like a record or an export of referee, even one with errors."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[")):
        return '"sessions"' in text or '"schema"' in text
    if re.match(r"session,game,|# |`|<(!doctype|html)", start, re.IGNORECASE):
        return True
    return not start or bool(re.search(r"^\s*(game|players)\s*:", text, re.MULTILINE | re.IGNORECASE))


# In other processes


Told = tuple[str, str, datetime]
"""A record, its name in messages, and when it was read."""


def weighed(texts: Sequence[tuple[str, str]], clock: Clock, follow: Follow = unfollowed) -> Iterator[list[Bundle]]:
    """Yields the sessions of each file, ``(name, text)``, with their results; uses several cores if there are many.

    Raises CommandError for a faulty file after yielding those before it.
    """
    counts: list[int] = []

    def sessions() -> Iterator[Told | Bundle | CommandError | None]:
        for name, text in texts:
            found: list[Told | Bundle | CommandError | None]
            try:
                found = [*_apart(text, name, clock)] or [None]
            except CommandError as trouble:
                found = [trouble]
            counts.append(len(found))
            yield from found

    coming = in_order(_weighed, sessions(), worth_it=sum(len(text) for _, text in texts) >= MUCH, portion=PORTION)
    for count, _ in enumerate(texts):
        first = next(coming)
        file = follow(itertools.chain([first], itertools.islice(coming, counts[count] - 1)), counts[count], "importing")
        yield [bundle for bundle in file if bundle]


def _apart(text: str, name: str, clock: Clock) -> Iterator[Told | Bundle]:
    """The content of a file: sessions with their journal, or records not judged yet."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[", "session,game,")):
        yield from read(text, name, clock)
        return
    records = written(text)
    if not records:
        raise CommandError(f"{name} has no record", USAGE)
    for number, record_text in enumerate(records, 1):
        yield record_text, name if len(records) == 1 else f"{name}, record {number}", clock()


def _weighed(told: Told | Bundle | CommandError | None) -> Bundle | None:
    """A session with its results, judged before it is saved.

    If it can't be replayed, it is left to the journal, which reports why.
    """
    if isinstance(told, CommandError):
        raise told
    if told is None:
        return None
    if isinstance(told, Bundle):
        bundle = told
    else:
        text, name, moment = told
        bundle = from_record(text, name, lambda: moment)
    return replayed(bundle)


def replayed(bundle: Bundle) -> Bundle:
    """A session with its results, if it can be replayed."""
    if bundle.sheet and not bundle.only_totals:
        return bundle
    try:
        game = game_of(bundle.game, bundle.sheet, bundle.only_totals)
        house = played_by(game, len(bundle.players), sorted(bundle.house))
        referee = Referee(game, bundle.players, house, bundle.dealer)
        players = [str(seat) for seat in referee.seats]
        head = header_of(game.slug, players, house, bundle.opened, bundle.title, bundle.place, bundle.dealer)
        tells = record_of(head, referee, course(bundle.entries).standing, strictly=True)
    except (ValueError, KeyError, AssertionError, IndexError, CommandError):
        return bundle
    bundle.stands = results(referee)
    bundle.tells = _in_few_letters(tells + _apart_from_others(bundle))
    return bundle


# The content of a file


def written(text: str) -> list[str]:
    """The records in an HTML or Markdown page. A text that is neither is itself a record."""
    start = text.lstrip("\ufeff \t\r\n")
    if re.match(r"<(!doctype|html)", start, re.IGNORECASE):
        escaped = re.findall(r'<pre class="record">\n?(.*?)</pre>', start, re.DOTALL)
        return [html.unescape(block) for block in escaped]
    if start.startswith(("# ", "`")) and (blocks := re.findall(r"^(`{3,})record\n(.*?)^\1$", start, re.DOTALL | re.M)):
        return [block for _, block in blocks]
    return [text]


def keep(journal: Journal, text: str, name: str, *, again: bool = False) -> list[int]:
    """Saves the sessions of a file, each completely or not at all. Returns the numbers of the new ones."""
    (bundles,) = weighed([(name, text)], journal.clock)
    return [result.number for result in taken(journal, bundles, again=again) if result.session]


def taken(journal: Journal, bundles: Sequence[Bundle], *, again: bool = False) -> Iterator[Taken]:
    """Saves sessions one by one and yields them. Raises CommandError if one can't be saved, or if none is new."""
    already: list[int] = []
    new = 0
    try:
        for result in journal.take_in(bundles, digest, again=again):
            new += result.session is not None
            already += [] if result.session else [result.number]
            yield result
    except CommandError as trouble:
        before = f". {so_many(new, 'session')} before it {'was' if new == 1 else 'were'} saved" if new else ""
        raise CommandError(trouble.message + before, trouble.code) from trouble
    if already and not new:
        what = (
            f"that is already saved as session {already[0]}"
            if len(already) == 1
            else f"all {len(already)} sessions are already saved"
        )
        raise CommandError(f"{what}. To save {'it' if len(already) == 1 else 'them'} again, add --again")


def digest(session: Session) -> str:
    """A short digest of a session's content."""
    return _in_few_letters(record(session) + _apart_from_others(session))


def _apart_from_others(session: Session | Bundle) -> str:
    """Tells sessions with totals only apart, since two of one day may have ended alike. "" for other sessions."""
    return f"{stamp(session.opened)} {session.sheet}" if session.only_totals else ""


def _in_few_letters(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# Records


def _records(texts: list[str], name: str, clock: Clock) -> list[Bundle]:
    if not texts:
        raise CommandError(f"{name} has no record", USAGE)
    if len(texts) == 1:
        return [from_record(texts[0], name, clock)]
    return [from_record(text, f"{name}, record {number}", clock) for number, text in enumerate(texts, 1)]


class Keeper(Judge):
    """Judges a record and collects every report with its ruling."""

    def __init__(self, beside: Path | None = None) -> None:
        super().__init__(beside)
        self.told: list[tuple[Piece, Ruling]] = []

    def heard(self, piece: Piece, ruling: Ruling) -> None:
        self.told.append((piece, ruling))


def from_record(text: str, name: str, clock: Clock) -> Bundle:
    """Judges a record and returns it as a session with a journal. Raises CommandError if a line isn't as expected."""
    judge = Keeper(None if name == "-" else Path(name).parent)
    try:
        judge.judge(text.splitlines())
    except BadRecord as error:
        raise CommandError(f"{name}:{error.line}:{error.column}: {error.message}", USAGE) from None
    for failure in judge.failures:
        what = f"expected {failure.expected}, but it is {failure.actual}"
        if failure.ruling and failure.expected == "accepted":
            what = failure.ruling.message
        where = f"{name}:{failure.line}:{failure.column}: `{failure.text}`"
        raise CommandError(f"{where}: {as_sentence(what)} Nothing was saved.", REFUSED)
    assert judge.header and judge.referee
    others = judge.header.others
    opened = _day(others.get("date", ""), name) or clock()
    entries = [
        JournalLine(i, stamp(opened), "report", typed=piece.text, overrule=piece.overrule, **ruled(ruling))
        for i, (piece, ruling) in enumerate(judge.told, 1)
    ]
    ended = None
    if judge.referee.over:
        ended = opened
        entries.append(JournalLine(len(entries) + 1, stamp(opened), "end"))
    game, players, chosen = judge.referee.game, judge.header.players, judge.header.house
    house = [
        (rule, None if value is None else str(value), rule in chosen)
        for rule, value in sorted(game.house(len(players), chosen).items())
    ]
    return Bundle(
        game.slug, players, house, opened, game.edition, ended,
        others.get("title", ""), others.get("place", ""), others.get("dealer", ""), entries=entries, where=name,
        sheet=game.sheet,
    )  # fmt: skip


def _day(text: str, name: str) -> datetime | None:
    """Noon of the day in a record."""
    if not text:
        return None
    try:
        return datetime.combine(date.fromisoformat(text), time(12)).astimezone().astimezone(UTC)
    except ValueError:
        raise CommandError(f"{name}: type the date as 2026-11-20, not {text!r}", USAGE) from None


# The whole journal


def _from_json(text: str, name: str) -> Iterator[Bundle]:
    try:
        document = json.loads(text)
        if not isinstance(document, dict) or document.get("schema") != SCHEMA or "sessions" not in document:
            raise ValueError("this wasn't written by `referee export`")
        for number, session in enumerate(document["sessions"], 1):
            yield _session(session, f"{name}, session {number}")
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise CommandError(f"{name} can't be read: {_message(error)}", USAGE) from None


def _message(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _session(session: Mapping[str, Any], where: str) -> Bundle:
    bundle = Bundle(
        _text(session["game"]),
        [_text(name) for name in session["players"]],
        [(_text(rule["name"]), None if rule["value"] is None else _text(rule["value"]), bool(rule["chosen"]))
         for rule in session["house"]],
        _moment(session["opened"]),
        _number(session["edition"]),
        _moment(session["ended"]) if session["ended"] else None,
        _text(session["title"]),
        _text(session["place"]),
        _text(session["dealer"]),
        None if session["seed"] is None else _number(session["seed"]),
        _text(session["profile"]),
        [_entry(entry) for entry in session["entries"]],
        where,
        _text(session.get("chain") or ""),
        _text(session.get("sheet") or ""),
        bool(session.get("only_totals")),
    )  # fmt: skip
    if odd := next((entry for at, entry in enumerate(bundle.entries, 1) if entry.number != at), None):
        raise ValueError(f"{where}: lines are numbered 1, 2, 3 without a gap, and {odd.number} isn't in its place")
    return bundle


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{_short(value)} isn't text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{_short(value)} isn't UTF-8 text") from None
    return value


def _number(value: Any) -> int:
    """A whole number that fits a table."""
    if isinstance(value, float):
        raise ValueError(f"{value} isn't a whole number")
    if abs(number := int(value)) >= 1 << 63:
        raise ValueError(f"{_short(value)} is too large a number")
    return number


def _short(value: Any) -> str:
    shown = ascii(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"


def _moment(text: Any) -> datetime:
    moment = datetime.fromisoformat(str(text))
    if moment.tzinfo is None:
        raise ValueError(f"the time {text!r} has no time zone")
    return moment.astimezone(UTC)


def _entry(row: Mapping[str, Any]) -> JournalLine:
    texts = ("kind", "text", "typed", "verdict", "message", "why")
    return JournalLine(
        number=_number(row["number"]),
        at=stamp(_moment(row["at"])),
        overrule=bool(row["overrule"]),
        rules=_text(json.dumps(row["rules"], ensure_ascii=False)),
        findings=_text(json.dumps(row["findings"], ensure_ascii=False)),
        target=_number(row["target"]),
        moved=_number(row["moved"]),
        digest=_text(row.get("digest") or ""),
        **{name: _text(row[name]) for name in texts},
    )


def _from_csv(text: str, name: str) -> Iterator[Bundle]:
    rows = csv.DictReader(io.StringIO(text), strict=True)
    if missing := set(COLUMNS) - {"chain", "digest", "sheet", "only_totals"} - set(rows.fieldnames or ()):
        raise CommandError(f"{name} has no column {sorted(missing)[0]}", USAGE)
    sessions: dict[str, dict[str, Any]] = {}
    try:
        for row in rows:
            cells = _cells(row, len(rows.fieldnames or ()))
            session = sessions.setdefault(cells["session"], _opening(cells))
            if cells["line"]:
                session["entries"].append(_line(cells))
        for number, session in sessions.items():
            yield _session(session, f"{name}, session {number}")
    except (ValueError, KeyError, TypeError, OverflowError, csv.Error) as error:
        raise CommandError(f"{name}:{rows.line_num}: {_message(error)}", USAGE) from None


def _cells(row: Mapping[str | None, Any], columns: int) -> dict[str, str]:
    """A row by its columns. Raises ValueError if the number of cells is wrong."""
    if None in row or None in row.values():
        cells = sum(value is not None for key, value in row.items() if key) + len(row.get(None) or ())
        raise ValueError(
            f"this row has {so_many(cells, 'cell')}, but the first line names {so_many(columns, 'column')}"
        )
    return {str(key): as_typed(value) for key, value in row.items()}


def _opening(cells: dict[str, str]) -> dict[str, Any]:
    return {
        **{key: cells.get(key, "") for key in OPENING[1:]},
        "players": [player.strip() for player in cells["players"].split(",")],
        "house": json.loads(cells["house"] or "[]"),
        "seed": cells["seed"] or None,
        "entries": [],
    }


def _line(cells: dict[str, str]) -> dict[str, Any]:
    return {
        **cells,
        "number": cells["line"],
        "overrule": cells["overrule"] == "1",
        "rules": json.loads(cells["rules"] or "[]"),
        "findings": json.loads(cells["findings"] or "[]"),
    }
