"""The commands that show things: the score, what was reported and why it counts, sessions and standings."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.rules.rule import Verdict
from referee.table.objects import breach_object, table_object
from scoresheets.catalogue import TALLY, NoGame, counts_as, declared_in, game_called, slug_in
from scoresheets.cli import console
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Csv, Db, Json, Number, Plain, Verify
from scoresheets.cli.table import draw, heading
from scoresheets.cli.times import day, iso, local, moment
from scoresheets.display.phrases import ended, handed_over, sentence
from scoresheets.display.plain import unmarked
from scoresheets.display.reasons import (
    asked_line,
    asked_lines,
    clock,
    house_of,
    line_in_words,
    remark,
    rule_text,
    score_row,
    summed,
    suspected,
    verdict,
)
from scoresheets.keeping import database, proof
from scoresheets.keeping.digests import in_groups
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.opening import is_there
from scoresheets.keeping.replay import JournalLine
from scoresheets.keeping.session import Session
from scoresheets.keeping.unreplayable import UnreplayableSession

if TYPE_CHECKING:
    from referee.table.referee import Referee
    from scoresheets.looking_back.overview import SessionRow

Since = Annotated[
    str, typer.Option(metavar="DATE", help="Only from this day on, such as 2026-11-20.", show_default=False)
]
Which = Annotated[str, typer.Option("--game", metavar="GAME", help="Only this game.", show_default=False)]

BEGIN = (
    "referee games                          list all games",
    "referee new oh-hell Ann Ben Cat        start a game; name the players clockwise",
    "referee demo                           watch a whole evening",
)


def now(plain: bool = False) -> bool:
    """Shows the open session's score sheet and what comes next. False if none is open and a game can be asked for."""
    if is_there(database.place()):
        with open_journal() as journal:
            if (number := journal.in_play()) is not None:
                session = journal.readable(number)
                if isinstance(session, UnreplayableSession):
                    if console.at_a_terminal():
                        return False  # the question for the next game says so
                    show_unreplayable(session, json=False, plain=plain)
                    return True
                draw(session, plain)
                if session.course.standing:
                    last = session.course.standing[-1]
                    console.say(f"Last entry: {last.text} (line {last.line})")
                if console.at_a_terminal():
                    console.tell("To continue, run `referee table`. To close the session, run `referee end`.")
                return True
    if console.at_a_terminal():
        return False
    console.say("No game is open. To begin, type one of these:")
    for line in BEGIN:
        console.say(f"  {line}")
    return True


# Sessions


def sessions(
    game: Which = "",
    player: Annotated[str, typer.Option(metavar="NAME", help="Only games with NAME.", show_default=False)] = "",
    since: Since = "",
    verify: Annotated[
        bool, typer.Option("--verify", help="Add a check number for the whole file, to compare it with a copy.")
    ] = False,
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """List the saved sessions."""
    rows = _sessions(slug_of(game), player, day(since))
    whole = _digest() if verify else ""
    nothing = "No games saved yet." if not (game or player or since) else "No games match your search."
    beside = {"digest": whole} if verify else {}
    SESSIONS.out(rows, json=json, csv=csv, plain=plain, nothing=nothing, beside=beside)
    if whole and not (json or csv):
        console.say(f"file check: {in_groups(whole)}")


def _digest() -> str:
    """The digest of all saved data, "" if there is none yet."""
    if not is_there(database.place()):
        return ""
    with open_journal() as journal:
        proof.examine_all(journal.link, journal.path)
        return proof.whole(journal.link, journal.path)


def _sessions(game: str, player: str, since: datetime | None) -> list[SessionRow]:
    if not is_there(database.place()):
        return []
    from scoresheets.looking_back.overview import sessions

    return sessions(game=game, player=player, since=since)


def state(kept: SessionRow) -> str:
    """The state of a session, for the list."""
    return "totals only" if kept.only_totals and kept.state == "ended" else kept.state


SESSIONS: Listing[SessionRow] = Listing(
    Column("number", int, "no"),
    Column("game", str, "game", cell=lambda kept: kept.title or kept.game, after="opened"),
    Column("title", str),
    Column("place", str),
    Column("opened", str, "opened", lambda kept: iso(kept.opened), lambda kept: local(kept.opened)),
    Column("ended", str | None, value=lambda kept: iso(kept.ended)),
    Column("state", str, "state", cell=state),
    Column("hands", int),
    Column("players", [str], "players", after="game"),
    Column("winners", [str]),
    Column(
        "scores", {str: float}, "score", cell=lambda kept: [f"{who} {points}" for who, points in kept.scores.items()]
    ),
    Column("only_totals", bool),
)


def show(
    session: Annotated[int, typer.Argument(metavar="SESSION")],
    at: Annotated[
        str, typer.Option(metavar="TIME", help="The sheet at that time: 21:30, or a date.", show_default=False)
    ] = "",
    verify: Verify = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show the score sheet of a session, now or at an earlier time."""
    with open_journal() as journal:
        chosen = journal.readable(session)
        if isinstance(chosen, UnreplayableSession):
            show_unreplayable(chosen, json=json, plain=plain)
            return
        referee = chosen.then(moment(at, chosen.opened)) if at else chosen.referee
        if json:
            console.json_out({"session": chosen.number} | table_object(referee))
        else:
            draw(chosen, plain, referee, verify=verify)


def show_unreplayable(session: UnreplayableSession, *, json: bool, plain: bool) -> None:
    """Prints the last known result of a session whose game isn't installed."""
    stood = session.stood
    if json:
        known = {"game": session.slug, "players": [*session.players], "reports": len(session.course.standing)}
        console.json_out({"session": session.number} | known | stood._asdict() | {"unheard": session.why})
        return
    console.say(f"session {session.number}: {heading(session)}, {local(session.opened)}")
    state = "the game was over" if stood.over else "the game wasn't over"
    console.say(f"after {stood.hands} {'hand' if stood.hands == 1 else 'hands'}, {state}")
    shown = [(side, points, "won" if side in stood.winners else "") for side, points in stood.scores.items()]
    console.show(console.table(("who", "score", ""), shown, numeric=("score",), whole=("who",), plain=plain), plain)
    console.tell(session.why)


# The log


def log(session: Number = 0, json: Json = False, csv: Csv = False, plain: Plain = False, db: Db = "") -> None:
    """List every report of a session, with its verdict, corrections and reasons."""
    with open_journal() as journal:
        chosen = journal.readable(session) if session else journal.open_session()
    if not (json or csv):
        console.say(f"session {chosen.number}: {heading(chosen)}, {local(chosen.opened)}")
    log_of(chosen).out(chosen.entries, json=json, csv=csv, plain=plain, about={"session": chosen.number},
                    paged=True)  # fmt: skip
    if isinstance(chosen, UnreplayableSession):
        console.tell(chosen.why)


def log_of(session: Session) -> Listing[JournalLine]:
    """The columns of a session's log."""
    course = session.course

    def became(entry: JournalLine) -> dict[str, Any] | None:
        fate = course.fate(entry.number)
        return {"what": fate[0], "line": fate[1]} if fate else None

    def became_so(entry: JournalLine) -> str:
        return " ".join(map(str, course.fate(entry.number) or ()))

    def broken(entry: JournalLine) -> list[str]:
        return [breach["rule"] or "" for breach in entry.breaches]

    def found(entry: JournalLine) -> list[str]:
        return [f"{finding['name']} {finding['who']}" for finding in entry.found]

    return Listing(
        Column("line", int, "line", lambda entry: entry.number),
        Column("at", str, "at", lambda entry: iso(entry.moment), lambda entry: clock(entry.moment, session.opened)),
        Column("kind", str),
        Column("text", str, "report", cell=line_in_words),
        Column("typed", str),
        Column("verdict", {*map(str, Verdict)}, "verdict", cell=verdict),
        Column("overrule", bool, value=lambda entry: bool(entry.overrule)),
        Column("counts", bool, value=lambda entry: course.counts(entry.number)),
        Column("became", (None, {"what": str, "line": int}), value=became, csv=became_so),
        Column("broken", [BREACH], value=lambda entry: entry.breaches, csv=broken),
        Column("findings", [FINDING], value=lambda entry: entry.found, csv=found),
        Column("message", str, "remark", cell=lambda entry: remark(session, entry)),
        Column("why", str),
        Column("target", int | None, value=lambda entry: entry.target or None),
        Column("moved", int | None, value=lambda entry: entry.moved or None),
    )


BREACH = {"rule": str | None, "message": str, "lines": [int]}
FINDING = {"name": str, "who": str, "message": str, "lines": [int]}


# Why


def why(
    what: Annotated[list[str] | None, typer.Argument(metavar="[LINE or WHO or hand N]", show_default=False)] = None,
    session: Annotated[
        int, typer.Option("--session", metavar="N", help="Use session N, not the one in play.", show_default=False)
    ] = 0,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show where points or a total come from, or why a report was refused. Alone: the last refusal or hand."""
    with open_journal() as journal:
        chosen = journal.session(session) if session else journal.open_session()
    explain(chosen, what or [], json=json, plain=plain)


def explain(chosen: Session, words: list[str], *, json: bool = False, plain: bool = False) -> None:
    """Prints where the points in question come from."""
    entry = asked_line(chosen, words)
    if entry and not entry.accepted:
        refusal(chosen, entry, json=json)
        return
    rows = [score_row(chosen.referee, line) for line in asked_lines(chosen, words, entry)]
    if json:
        extra = {"suspicion": suspicion_object(chosen, entry)} if entry and entry.kind == "report" else {}
        console.json_out({"session": chosen.number, "rows": rows} | extra)
        return
    if entry:
        console.say(f"line {entry.number}: {line_in_words(entry)}")
        if note := remark(chosen, entry):
            console.say(f"  {note}")
        for line in suspected(chosen, entry):
            console.say(f"  {line}")
    if not rows:
        console.say(f"Line {entry.number} didn't change the score." if entry else "That didn't change the score.")
        return
    header = ("hand", "who", "points", "for", "because", "rule", "house", "lines")
    shown = [
        (row["hand"] or "", who_then(chosen.referee, row), f"{row['points']:+d}", row["category"], row["because"],
         row["rule"], row["house"], row["lines"])
        for row in rows
    ]  # fmt: skip
    console.show(console.table(header, shown, numeric=("hand", "points"), whole=("who",), plain=plain), plain)
    for line in handed_over(chosen.referee):
        console.say(line)
    for who in dict.fromkeys(row["who"] for row in rows):
        console.say(f"{who}: {summed([row['points'] for row in rows if row['who'] == who])}")
    for rule, hand in {row["rule"]: row["hand"] for row in rows if row["rule"]}.items():
        console.marked(f"[{rule}] {rule_text(chosen.referee, rule, hand)}", plain)


def who_then(referee: Referee, row: dict[str, Any]) -> str:
    """The player or the side of a score line, with the names of those who sat there then."""
    line = max(row["lines"], default=0) if isinstance(row["lines"], list) else 0
    return referee.called_then(row["who"], line) if line else row["who"]


def suspicion_object(session: Session, entry: JournalLine) -> dict[str, Any]:
    from referee.table import certainty

    suspicion = certainty.of_line(session.referee, entry.number)
    return {"certainty": str(suspicion.certainty), "of": [breach_object(breach) for breach in suspicion.of]}


def refusal(session: Session, entry: JournalLine, *, json: bool) -> None:
    """Prints why a report was refused."""
    referee = session.referee
    rules = [
        breach | {"text": unmarked(rule_text(referee, breach["rule"])), "house": house_of(referee, breach["rule"])}
        for breach in entry.breaches
    ]
    if json:
        entered = {"line": entry.number, "typed": entry.typed, "verdict": entry.verdict, "message": entry.message}
        console.json_out({"session": session.number, "rows": [entered | {"broken": rules}]})
        return
    console.say(f"line {entry.number}: {entry.typed or line_in_words(entry)}")
    not_allowed = "Not allowed: " * (entry.verdict == Verdict.ILLEGAL)
    console.say(not_allowed + (ended(entry.message) if not_allowed else sentence(entry.message, referee.seats)))
    texts = {line.number: line.text for line in session.entries}
    phrases = {entry.message}
    for breach in rules:
        if not any(breach["message"] in text for text in phrases):
            console.say(f"  Also: {ended(breach['message'])}")
        phrases.add(breach["message"])
        house = f" (house: {', '.join(breach['house'])})" if breach["house"] else ""
        console.say(f"  [{breach['rule']}]{house} {breach['text']}".rstrip())
        for number in breach["lines"]:
            console.say(f"    line {number}: {texts.get(number, '')}")


def slug_of(game: str) -> str:
    """The slug of a game in the tables, even if it isn't installed."""
    if not game:
        return ""
    try:
        return game_called(game).slug
    except NoGame:
        if is_there(database.place()) and (slug := _slug_kept(game)):
            return slug
        raise


def _slug_kept(game: str) -> str:
    """The slug of a game that isn't one of referee's, if a session of it is saved."""
    wanted = slug_in(game)
    with open_journal() as journal:
        rows = journal.link.execute(
            "SELECT DISTINCT game, sheet, CASE game WHEN ? THEN title ELSE '' END FROM session", (TALLY,)
        )
        for slug, sheet, title in rows:
            if wanted and wanted in (counts_as(slug, title), slug_in(str(declared_in(sheet).get("name", "")))):
                return counts_as(slug, title)
    return ""
