"""Exports of sessions: as a record, as JSON with the whole journal, as CSV, Markdown or HTML.

`scoresheets.keeping.imports` imports all of them.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from referee.game.common_reports import Deal
from referee.records.record import Header
from referee.table.referee import Referee
from scoresheets.keeping.cell_values import harmless
from scoresheets.keeping.database import here
from scoresheets.keeping.replay import JournalLine, JournalReport
from scoresheets.keeping.session import Session
from scoresheets.keeping.unreplayable import UnreplayableSession

SCHEMA = 1

OPENING = ("session", "game", "edition", "players", "house", "opened", "ended", "title", "place", "dealer", "seed",
           "profile", "chain", "sheet", "only_totals")  # fmt: skip
COLUMNS = (*OPENING, "line", *JournalLine._fields[1:])
"""The columns of a CSV: one line of the journal in each row, with its session."""


# A record


def record(session: Session) -> str:
    """The reports that count, in notation, with the score after each hand."""
    if isinstance(session, UnreplayableSession):
        return _reports_unreplayed(session)
    return record_of(header(session), session.fresh(), session.course.standing)


def record_of(header: Header, referee: Referee, standing: Iterable[JournalReport], *, strictly: bool = False) -> str:
    """The record of a table, which must be new. ``strictly`` raises ValueError if a report isn't accepted."""
    lines = [header.text()]
    for report in standing:
        hands, begun = referee.standing.hands, bool(referee.hand.dealer)
        ruling = referee.hear(report.text, line=report.line, overrule=report.overrule)
        if strictly and not ruling.accepted:
            raise ValueError(f"line {report.line}, {report.text}: {ruling.message}")
        if referee.hand.dealer and not begun:
            lines.append("")
        lines.append(("~ " if report.overrule else "") + report.text)
        if referee.standing.hands > hands:
            lines.append(f"= {scores(referee)}")
    if len(lines) == 1:
        lines.append("")
    if referee.over:
        ahead = ", ".join(referee.ahead())
        lines.append(f"= winner {ahead}" if ahead else "= over")
    return "\n".join(lines) + "\n"


def _reports_unreplayed(session: UnreplayableSession) -> str:
    """The reports that count if the game isn't installed, without hands and results, which only the game can tell."""
    told = [("~ " if told.overrule else "") + told.text for told in session.course.standing]
    return "\n".join([header(session).text(), "", *told]) + "\n"


def header(session: Session) -> Header:
    others = session.title, session.place, session.dealer
    return header_of(session.slug, list(session.players), session.house, session.opened, *others)


def header_of(
    slug: str, players: list[str], house: dict[str, str], opened: datetime, title: str, place: str, dealer: str
) -> Header:
    others = {"date": f"{here(opened):%Y-%m-%d}", "title": title, "place": place, "dealer": dealer}
    return Header(slug, players, house, {name: text for name, text in others.items() if text})


def scores(referee: Referee) -> str:
    return ", ".join(f"{side} {points}" for side, points in referee.scores.items())


# Everything


def session_object(session: Session) -> dict[str, Any]:
    """A session with its whole journal, including refused, undone and corrected lines."""
    return {
        "game": session.slug,
        "edition": session.edition,
        "players": list(session.players),
        "house": [{"name": name, "value": value, "chosen": chosen} for name, value, chosen in session.house_rows()],
        "title": session.title,
        "place": session.place,
        "dealer": session.dealer,
        "seed": session.seed,
        "profile": session.profile,
        "opened": session.opened.isoformat(),
        "ended": session.ended.isoformat() if session.ended else None,
        "chain": session.chain,
        "sheet": session.sheet,
        "only_totals": session.only_totals,
        "entries": [entry_object(entry) for entry in session.entries],
    }


def entry_object(entry: JournalLine) -> dict[str, Any]:
    row = entry._asdict() | {"rules": entry.breaches, "findings": entry.found, "overrule": bool(entry.overrule)}
    return row | {"at": entry.moment.isoformat()}


def as_json(sessions: Iterable[Session]) -> str:
    document = {"schema": SCHEMA, "sessions": [session_object(session) for session in sessions]}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def as_csv(sessions: Iterable[Session]) -> str:
    """The journal as CSV. No cell is a formula to a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for session in sessions:
        written = session_object(session)
        house = json.dumps(written["house"], ensure_ascii=False) if written["house"] else ""
        players = ", ".join(written["players"])
        seed = "" if written["seed"] is None else written["seed"]
        fixed = (session.number, written["game"], written["edition"], players, house, written["opened"],
                 written["ended"] or "", written["title"], written["place"], written["dealer"], seed,
                 written["profile"], written["chain"], written["sheet"],
                 "1" if written["only_totals"] else "")  # fmt: skip
        for entry in written["entries"] or [{}]:
            rest = [_cell(entry[name]) if entry else "" for name in JournalLine._fields]
            writer.writerow([harmless(str(value)) for value in (*fixed, *rest)])
    return text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False) if value else ""
    return int(value) if isinstance(value, bool) else value


# For readers


def hands(session: Session) -> tuple[list[str], list[list[str]], list[str]]:
    """The sides, their points in each hand, and the totals."""
    if isinstance(session, UnreplayableSession):
        scores = session.stood.scores
        return [*scores], [], [str(points) for points in scores.values()]
    referee = session.referee
    sides = list(map(str, referee.scores))
    away = {hand.number: hand.sitting_out for hand in referee.hands}
    rows = []
    for number, lines in referee.lines_by_hand():
        if lines:
            points = {side: sum(line.points for line in lines if line.who == side) for side in sides}
            cells = ["" if side in away.get(number, ()) and not points[side] else str(points[side]) for side in sides]
            rows.append([str(number or "") if not session.only_totals else "", *cells])
    return sides, rows, [str(points) for points in referee.scores.values()]


def title(session: Session) -> str:
    return session.title or f"{session.played}: {', '.join(session.players)}"


def about(session: Session) -> str:
    """The time, the place and the rules."""
    house = ", ".join(f"{name}={value}" for name, value in session.house.items())
    parts = [session.played, f"{here(session.opened):%Y-%m-%d}", session.place, house]
    return " · ".join(part for part in parts if part)


def as_markdown(sessions: Iterable[Session]) -> str:
    return "\n".join(_markdown(session) for session in sessions)


def _markdown(session: Session) -> str:
    sides, rows, totals = hands(session)
    lines = [f"# {_plain(title(session))}", "", _plain(about(session)), ""]
    lines.append(f"| hand | {' | '.join(map(_plain, sides))} |")
    lines.append("| ---: " * (len(sides) + 1) + "|")
    lines += [f"| {' | '.join(row)} |" for row in rows]
    lines.append(f"| **total** | {' | '.join(f'**{total}**' for total in totals)} |")
    if session.only_totals:
        return "\n".join([*lines, ""])
    text = record(session)
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return "\n".join([*lines, "", f"{fence}record", text + fence, ""])


def _plain(text: str) -> str:
    """Text escaped so that Markdown shows it unchanged."""
    return re.sub(r"([\\`*_{}\[\]()#+!|<>~&-])", r"\\\1", text)


def as_html(sessions: Iterable[Session]) -> str:
    pages = "\n".join(_html(session) for session in sessions)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Score sheets</title>\n'
        f"<style>\n{STYLE}</style>\n{pages}\n</html>\n"
    )


STYLE = """\
body { font: 1rem/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem }
:root { color-scheme: light dark }
table { border-collapse: collapse }
th, td { border: 1px solid; padding: .2rem .6rem; text-align: right }
pre { overflow-x: auto }
"""


def _html(session: Session) -> str:
    sides, rows, totals = hands(session)
    head = "".join(f"<th>{html.escape(heading)}" for heading in ("hand", *sides))
    body = "\n".join("<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in row) for row in rows)
    foot = "".join(f"<th>{html.escape(cell)}" for cell in ("total", *totals))
    text = html.escape(record(session))
    every = f'<details>\n<summary>Every report</summary>\n<pre class="record">\n{text}</pre>\n</details>\n'
    return (
        f"<section>\n<h1>{html.escape(title(session))}</h1>\n<p>{html.escape(about(session))}</p>\n"
        f"<table>\n<tr>{head}\n{body}\n<tr>{foot}\n</table>\n"
        f"{'' if session.only_totals else every}</section>"
    )


def as_records(sessions: Iterable[Session]) -> str:
    """One record. Raises ValueError for several, which need a file each."""
    for session in sessions:
        if session.only_totals:
            text = f"session {session.number} has only totals and can't be written as a record"
            raise ValueError(f"{text}. Try --format json, csv, rows, tidy or bgstats")
    texts = [record(session) for session in sessions]
    if len(texts) != 1:
        raise ValueError("a record is one session; several are written with --out FOLDER")
    return texts[0]


# For a spreadsheet


def as_rows(sessions: Sequence[Session]) -> str:
    """CSV with a row for each hand: its points for everybody and their totals after it. No cell is a formula.

    If a name isn't plain ASCII, the text begins with the mark by which spreadsheets recognize UTF-8.
    """
    sides = list(dict.fromkeys(str(side) for session in sessions for side in session.referee.sides))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heading = ("date", "session", "game", "hand", "dealer", *sides, *(f"{side} total" for side in sides))
    writer.writerow(map(harmless, heading))
    for session in sessions:
        day = f"{here(session.opened):%Y-%m-%d}"
        for hand, dealer, points, totals in running_rows(session):
            cells = (day, session.number, session.played, hand, dealer, *(points.get(side, "") for side in sides),
                     *(totals.get(side, "") for side in sides))  # fmt: skip
            writer.writerow([harmless(str(cell)) for cell in cells])
    rows = text.getvalue()
    return rows if rows.isascii() else f"\ufeff{rows}"


def as_tidy(sessions: Sequence[Session]) -> str:
    """A row for each player and hand, for statistics programs. No cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("date", "session", "game", "round", "player", "score"))
    for session in sessions:
        day = f"{here(session.opened):%Y-%m-%d}"
        for hand, _, points, _ in running_rows(session):
            for side, score in points.items():
                cells = (day, session.number, session.played, hand, side, score)
                writer.writerow([harmless(str(cell)) for cell in cells])
    rows = text.getvalue()
    return rows if rows.isascii() else f"\ufeff{rows}"


def running_rows(session: Session) -> Iterator[tuple[str, str, dict[str, int], dict[str, int]]]:
    """Yields each hand's number and dealer, its points for each side, and the totals after it.

    Points booked outside the hands, such as corrections, have no number and appear between them. A session with totals
    only is a single row without a number.
    """
    referee = session.referee
    dealers = {hand.number: str(hand.dealer) for hand in referee.hands if Deal in referee.game.reports}
    away = {hand.number: hand.sitting_out for hand in referee.hands}
    totals = {str(side): 0 for side in referee.sides}
    finished = {hand.number for hand in referee.hands if hand.finished}
    for number, lines in referee.lines_by_hand():
        if not lines and number not in finished:
            continue
        points = {side: 0 for side in totals if side not in away.get(number, ())}
        for line in lines:
            if line.who in totals:
                points[line.who] = points.get(line.who, 0) + line.points
        totals = {side: totals[side] + points.get(side, 0) for side in totals}
        counted = number and not session.only_totals
        yield str(number) if counted else "", dealers.get(number, ""), points, totals


def as_bgstats(sessions: Sequence[Session]) -> str:
    """The format of BG Stats."""
    from scoresheets.keeping.readers.bgstats import export

    return export(sessions)


FORMATS: dict[str, Callable[[Sequence[Session]], str]] = {
    "record": as_records,
    "json": as_json,
    "csv": as_csv,
    "rows": as_rows,
    "tidy": as_tidy,
    "md": as_markdown,
    "html": as_html,
    "bgstats": as_bgstats,
}
