"""Commands that undo and correct: `referee undo`, `redo`, `fix` and `void`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import typer

from referee.cards import read_cards
from referee.game.common_reports import ANY_TIME
from referee.game.game import Hand
from referee.language.reports import Report, is_value
from referee.language.synonyms import number_for, stems
from referee.language.words import ParseError, Seat, quoted
from referee.table.referee import Referee
from scoresheets.cli import console
from scoresheets.cli.answers import joined
from scoresheets.cli.options import Db, Plain, Words
from scoresheets.cli.reworded import about_last, reworded
from scoresheets.cli.table import show_where_we_are
from scoresheets.display.changed import changes
from scoresheets.errors import FINE, USAGE, CommandError
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.line_entry import parts
from scoresheets.keeping.session import Correction, Session, unreadable


def undo(
    count: Annotated[int, typer.Argument(metavar="[N]", show_default=False)] = 1, plain: Plain = False, db: Db = ""
) -> None:
    """Undo the last report, or the last N."""
    with open_journal() as journal:
        session = journal.open_session()
        taken_back = session.undo(count)
        with console.after_saving():
            for report in taken_back:
                console.say(f"Undone: {report.text} (line {report.line})")
            show_where_we_are(session)


def redo(plain: Plain = False, db: Db = "") -> None:
    """Redo what the last undo took back."""
    with open_journal() as journal:
        session = journal.open_session()
        put_back = session.redo()
        with console.after_saving():
            for report in put_back:
                console.say(f"Redone: {report.text} (line {report.line})")
            show_where_we_are(session)


Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the log.", show_default=False)]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]


def fix(
    line: Annotated[str, typer.Argument(metavar="LINE")],
    report: Words,
    why: Why,
    dry_run: DryRun = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Correct an earlier report. Everything after it is judged again.

    If a later report is no longer allowed, correct it too: `fix 4 "Ben bids 2; 7 Cat bids 1; void 9" --why …`. Without
    a line number, `fix sue 3` makes Sue's last number 3. So does `fix hand 1 sue 3` in hand 1, and `fix last 3` in the
    last line.
    """
    with open_journal() as journal:
        session = journal.open_session()
        text = f"{line} {joined(report, session.referee)}"
        raise typer.Exit(change(session, filled_in(session, corrections(text, session)), why, dry_run, plain))


def void(
    line: Annotated[list[str], typer.Argument(metavar="LINE…", show_default=False)],
    why: Why,
    dry_run: DryRun = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Strike out an earlier report. Everything after it is judged again.

    `void session NUMBER` sets a whole session aside: it stays saved but doesn't count, until you `resume` it.
    """
    with open_journal() as journal:
        if line[0] == "session":
            number = line[1] if len(line) == 2 else ""
            if not (number.isascii() and number.isdigit() and len(number) < 10):
                raise CommandError("To leave a whole session out, type `void session NUMBER --why TEXT`.", USAGE)
            set_aside(journal.session(int(number)), why, dry_run)
            return
        session = journal.open_session()
        wanted = list(corrections("void " + " ".join(line), session))
        raise typer.Exit(change(session, wanted, why, dry_run, plain))


def set_aside(session: Session, why: str, dry: bool) -> None:
    """Sets a session aside, and prints how the standings change."""
    over, hands, standings, _ = session.results
    players = [f"{row.seat} (won)" if row.winner else str(row.seat) for row in standings]
    what = f"It was a game of {session.slug}: {', '.join(players)}."
    counted = what if over and hands else "It isn't finished, so the standings don't change."
    if dry:
        console.say(f"Session {session.number} would no longer count. {counted}")
        return
    session.set_aside(why)
    with console.after_saving():
        console.say(f"Session {session.number} no longer counts. {counted}")
        console.say(f"  To undo that, run `referee resume {session.number}`.")


_FIX = re.compile(r"(\d{1,9})\s+(~\s*)?(\S.*)")
_VOID = re.compile(r"void((?:\s+\d{1,9})+)", re.IGNORECASE)


def _players_apart(session: Session, typed: str) -> list[str]:
    """A correction of numbers of several players as one for each: ``sue 4, dave 3``."""
    from referee.entry.spoken import values_named

    text = re.sub(r"^last\s+(?=[^\W\d])", "", typed, flags=re.IGNORECASE)
    values = values_named(text, session.referee)
    return [f"{quoted(who)} {value}" for who, value in values] if len(values) > 1 else [typed]


class NoCorrection(CommandError):
    """What was typed doesn't have the form of a correction."""


def corrections(text: str, session: Session) -> Iterator[Correction]:
    """``4 Ben bids 2; void 9``: the correct text of lines. A line can be named as in ``last`` or ``hand 1 sue 3``."""
    if fault := unreadable(text):
        raise CommandError(fault.message, USAGE)
    try:
        typed_parts = [part.typed for part in parts(text)]
    except ParseError as error:
        raise CommandError(error.message, USAGE) from None
    if len(typed_parts) == 1 and (again := _ended_again(session, typed_parts[0])):
        yield from again
        return
    changed: dict[int, Report] = {}
    for typed in [each for part in typed_parts for each in _players_apart(session, part)]:
        if struck := _VOID.fullmatch(typed):
            yield from (Correction(line, None) for line in dict.fromkeys(map(int, struck[1].split())))
        elif match := _FIX.fullmatch(typed):
            yield Correction(int(match[1]), match[3], bool(match[2]), typed)
        elif row := _last_row(session, typed):
            yield from row
        elif placed := _placed(session, typed, changed):
            yield placed
        else:
            raise NoCorrection(f"write a correction as LINE REPORT or void LINE, not {typed!r}", USAGE)


_CORRECTS = re.compile(
    r"(?:(?:w?h?oops+|oh|no|nope|wait|hold on|hang on|sorry|actually|correction|my mistake|scratch that"
    r"|make (?:that|it)|(?:fix|change|correct) (?:that|it|this)(?: to)?"
    r"|i mean(?:t)?|that(?:['\u2019]s| is| was) (?:wrong|not right)"
    r"|(?:in )?(?:the )?last (?:hand|round) (?:it|that) was)\b"
    r"[\s,.!:;]*)+(?P<said>.+)",
    re.IGNORECASE,
)
_CHANGE_IT = re.compile(
    r"(?P<said>.+?),? (?:so |please )*(?P<change>change|fix|correct) (?:it|that)[.!]*$", re.IGNORECASE
)
_CHANGES = tuple(
    re.compile(pattern + r"[.!]*", re.IGNORECASE)
    for pattern in (
        r"make (?P<who>\S+?)(?:'s \w+)? (?:an? |into |only )?(?P<now>[+-]?\w+)",
        r"(?:correct|change) (?P<who>\S+?)(?:'s \w+)? to (?P<now>.+)",
        r"(?P<who>\S+) chang\w+ (?:(?:it|his|her|their|the|bid) )*to (?P<now>.+)",
        r"(?P<who>\S+?)(?:'s)?(?: (?P<was>\S+))? should (?:be|have been|have) (?P<now>.+)",
        r"(?P<who>\S+) (?:\S+ )?(?P<now>\S+?),? not \S+",
    )
)
"""A correction of what a player did: ``Linda changes to 3``, ``Cat had 4, not 2``."""


_OF_LAST = re.compile(
    r"(?:it|that|this) (?:was|is|should be|should have been|ought to be) (?P<now>[+-]?\d+(?:[ ,]+(?:(?:and|to) )?\d+)*)"
    r"(?:,? not \S+)?[.!]*",
    re.IGNORECASE,
)


_IT_WAS = re.compile(r"(?:and\s+)?(?:it|that)\b", re.IGNORECASE)
_FIRMLY = re.compile(r"\W*(?:i mean|fix|change|correct)", re.IGNORECASE)
"""Beginnings that no new report has."""

_WHOSE = re.compile(
    r"(?:it|that) (?:was|is|should be|should have been) (?P<who>\w+?)(?:['\u2019]s)?(?:,? not \S+)?[.!]*", re.IGNORECASE
)


_DID = re.compile(r"(?P<who>\w+) (?:did|had|has|won|took|got) (?:it|that|this)(?: one)?[.!]*", re.IGNORECASE)
_NOT_WHO = re.compile(r"(?P<who>\w+) \w+(?: (?:it|that|this))?,? not (?P<other>\w+)[.!]*", re.IGNORECASE)


def whose(words: str, referee: Referee, again: bool) -> Seat | None:
    """The player that a line puts in place of another: ``it was Dave``, ``Dave did that, not Sue``."""
    names = referee.names
    if (match := _NOT_WHO.fullmatch(words)) and names.whole(match["other"]):
        return names.whole(match["who"])
    patterns = (_WHOSE, _DID) if again else (_WHOSE,)
    if match := next((match for pattern in patterns if (match := pattern.fullmatch(words))), None):
        return names.whole(match["who"])
    return names.whole(words.strip(" .!,")) if again else None


def instead(refused: str, text: str, session: Session) -> str:
    """A refused line with another number or player, if that is all a line says. Empty for any other line."""
    referee = session.referee
    again = _CORRECTS.fullmatch(text)
    words = (again["said"] if again else text).strip(" .!")
    if who := whose(words, referee, True):
        named = next((word for word in re.findall(r"\w+", refused) if referee.names.whole(word)), "")
        return re.sub(rf"\b{named}\b", quoted(who), refused, count=1) if named else f"{quoted(who)} {refused}"
    if of_last := _OF_LAST.fullmatch(words):
        words = of_last["now"]
        if " " in words and not re.search(r"[^\d ,]", refused):
            return words
    elif not again:
        return ""
    number = number_for(words) or words
    numbers = [match for match in re.finditer(r"\w+", refused) if number_for(match[0]) or match[0].isdecimal()]
    if not number.isdecimal() or not numbers:
        return ""
    return f"{refused[: numbers[-1].start()]}{number}{refused[numbers[-1].end() :]}"


def as_correction(text: str, session: Session) -> str:
    """A line that corrects what is in, in the form of ``fix``. Empty for any other line."""
    from referee.entry.spoken import last_named, values_named, with_names_apart

    referee = session.referee
    text = _CHANGE_IT.sub(r"\g<change> it: \g<said>", with_names_apart(text, referee))
    text = re.sub(r"\b(?:it|that) was (\w+) (?:who|that)\b", r"\1", text, flags=re.IGNORECASE)
    again = _CORRECTS.fullmatch(text)
    words = again["said"] if again else text
    row = re.split(r"[\s,]+(?:and\s+)?", words.strip(" .!"))
    if again and len(row) > 1 and all(word.isdecimal() for word in row):
        return f"last {' '.join(row)}"
    if (seat := last_named(referee)) and (said := re.match(r"(?:he|she)\b", words, re.IGNORECASE)):
        words = f"{quoted(seat)}{words[said.end() :]}"
    if again and words.strip(" .!") and (number := number_for(words.strip(" .!")) or words.strip(" .!")).isdecimal():
        return f"last {number}"
    if of_last := _OF_LAST.fullmatch(words):
        return f"last {re.sub('and|to', '', of_last['now'])}"
    if (who := whose(words, referee, bool(again))) and referee.entries_now:
        last = referee.entries_now[-1].report
        if last.who != who:
            return f"{last.line} {quoted(who)} {last.text.partition(' ')[2]}" if last.who else ""
    if was := _instead_of(words, referee) or _in_place_of(words, referee):
        return was
    if again and (only := _only(words, session)):
        return only
    if again and (of_ended := _of_ended_hand(words, referee)):
        return of_ended
    change = next((match for pattern in _CHANGES if (match := pattern.fullmatch(words))), None)
    if change:
        values = values_named(f"{change['who']} {change['now']}", referee)
    else:
        values = values_named(words, referee) if again else []
    if not values:
        ended = not referee.hand.dealer or not _is_new(words, session)
        same_kind = _of_last_hand(words, session) if again and ended else ""
        new = not about_last(text, referee) and _is_new(words, session, in_doubt=not again and not _IT_WAS.match(text))
        return same_kind or ("" if new else _reworded(text, session))
    if referee.hand.dealer and not change and not _FIRMLY.match(text) and _is_new(words, session):
        return ""
    text = "; ".join(f"{quoted(who)} {_of_the_suit(referee, who, value)}" for who, value in values)
    if not again or _can_be_read(text, session):
        return text
    return _of_last_hand(words, session) or _reworded(words, session)


def _reworded(text: str, session: Session) -> str:
    """What a line corrects in its own words: the first change that can stand, otherwise the first."""
    found = [*reworded(text, session.referee)]
    for each in found[:-1]:
        if not session.correct(filled_in(session, corrections(each, session)), "", dry=True).clash:
            return each
    return found[-1] if found else ""


def _can_be_read(text: str, session: Session) -> bool:
    """Whether the corrections that a text stands for are reports of the game."""
    vocabulary, hand = session.referee.vocabulary, session.referee.hand
    try:
        for correction in filled_in(session, corrections(text, session)):
            if correction.text:
                vocabulary.read(correction.text, hand)
    except (CommandError, ParseError):
        return False
    return True


def _of_ended_hand(words: str, referee: Referee) -> str:
    """``we took 4 and they took 1`` as a correction of the last hand, before the next one begins."""
    from referee.entry.spoken import SAYING

    plain = _ONLY.sub("", _OF_HAND.sub("", words).strip()).replace(";", ",")
    if any(not SAYING.isdisjoint(stems(word)) for word in plain.split()):
        return ""
    return ", ".join(f"{quoted(who)} {value}" for who, value in _numbers_of_ended_hand(plain, referee))


def _numbers_of_ended_hand(text: str, referee: Referee) -> list[tuple[Seat, str]]:
    """The players that a text names, each with a number, if a hand is complete and the next hasn't begun."""
    from referee.entry.spoken import values_named

    values = values_named(text, referee) if not referee.hand.dealer and referee.entries_now else []
    return values if all(value.isdecimal() and len(value) < 10 for _, value in values) else []


def _ended_again(session: Session, typed: str) -> list[Correction]:
    """The corrections that give players other numbers in the hand that is complete: what the last lines counted.

    A player without a line has what follows from the others. So a line may pass from one player to another. Raises
    CommandError if there are too few lines.
    """
    referee = session.referee
    values = _numbers_of_ended_hand(typed, referee)
    hand, counted = _hand_shown(referee), [entry.report for entry in referee.entries_now]
    counted = [report for report in counted if report.amounts(hand)]
    lines = [report for report in counted if type(report) is type(counted[-1])]
    if not values or any(report.speaker == "none" or len(report.amounts(hand)) > 1 for report in lines):
        return []
    side = referee.names.teams.get
    by_side = any("+" in report.who for report in lines)
    now = {report.who: next(iter(report.amounts(hand).values())) for report in lines}
    left = now | {side(who, who) if by_side else who: int(value) for who, value in values}
    if all(who in now for who in left):
        return []
    wanted = [(who, number) for who, number in left.items() if number]
    kept = [report for report in lines if (report.who, now[report.who]) in wanted]
    free = [report for report in lines if report not in kept]
    moved = [each for each in wanted if each not in [(report.who, now[report.who]) for report in kept]]
    if len(moved) > len(free) and len([who for who in left if who not in now]) == 1:
        return [
            Correction(report.line, report.with_amount(hand, report.who, left[report.who]).text, typed=typed)
            for report in free
        ]  # the number of the one without a line follows
    if len(moved) > len(free):
        raise CommandError("too few lines to correct: type `undo hand` and enter the hand again", USAGE)
    changed = [Correction(report.line, f"{quoted(who)} {report.verb} {number}", typed=typed)
               for report, (who, number) in zip(free, moved, strict=False)]  # fmt: skip
    return [*changed, *(Correction(report.line, None, typed=typed) for report in free[len(moved) :])]


_NOT_N = re.compile(
    r"(?P<who>\S+?)(?:['\u2019]s)? (?P<did>(?:[\w'\u2019]+ ){0,4}?)(?P<now>\w{1,9}?),? not (?P<was>\w{1,9})[.!]*",
    re.IGNORECASE,
)
_OF_HAND = re.compile(
    r",?\s*\b(?:in |of )?(?:hand|round|deal) \d+\b"
    r"|,?\s*\b(?:in |of )?(?:the |that |this )?(?:first|second|third|fourth|last|same)? ?(?:hand|round|deal)"
    r"(?=$|[.!]|,? not\b)"
    r"|\blast time\b",
    re.IGNORECASE,
)
"""The hand that a correction names. The number that was wrong finds its line."""


def _instead_of(words: str, referee: Referee) -> str:
    """``Tom had 8 not 7, Sue 3 not 4`` as the correction of the lines with a 7 and a 4. Empty for any other line.

    Raises CommandError if there is no line with that number.
    """
    changed: dict[int, Report] = {}
    for part in re.split(r",(?!\s*not\b)\s*(?:and\s+)?|\s+and\s+", _OF_HAND.sub("", words).strip()):
        match = _NOT_N.fullmatch(part)
        who = _side_or_player(match["who"].strip('"'), referee) if match else None
        now, was = (number_for(match[name]) or match[name] for name in ("now", "was")) if match else ("", "")
        if not match or not who or not now.isdecimal() or not was.isdecimal():
            return ""
        said = _meant(f"{quoted(who)} {match['did']}{was}", referee)
        found = [*_with_number(who, was, referee, changed)]
        if not found:
            raise CommandError(f"no line has {was} for {who}", USAGE)
        report, hand, seat = next((each for each in found if each[0].text == said), found[0])
        if len(re.findall(number := rf"(?<!\S){was}(?!\S)", report.text)) == 1 and report.who:
            now_in = referee.vocabulary.read(re.sub(number, now, report.text), hand)
        else:
            now_in = report.with_amount(hand, seat, int(now))
        changed[report.line] = replace(now_in, line=report.line)
    return "; ".join(f"{line} {report.text}" for line, report in changed.items())


def _side_or_player(word: str, referee: Referee) -> Seat | None:
    sides = {side.lower(): side for side in referee.names.teams.values()}
    return sides.get(word.lower()) or referee.names.whole(word)


def _meant(text: str, referee: Referee) -> str:
    """The one report that a text means. Empty if there is none, or several."""
    from referee.entry.shorthand import Several, read

    try:
        meant = read(text, referee)
    except Several:
        return ""
    return meant.text if meant else ""


def _with_number(
    who: Seat, number: str, referee: Referee, changed: dict[int, Report]
) -> Iterator[tuple[Report, Hand, Seat]]:
    """Yields the lines with a number for a player or the player's team, the latest first, each with its hand."""
    sides = (who, referee.names.teams.get(who, who))
    for record in reversed(referee.records):
        for entry in reversed(record.entries):
            report = changed.get(entry.report.line, entry.report)
            amounts = report.amounts(record.run.hand)
            if seat := next((seat for seat in sides if str(amounts.get(seat)) == number), None):
                yield report, record.run.hand, seat
            elif report.who in sides and number in report.text.split():
                yield report, record.run.hand, report.who


def _passed_on(other: Seat | None, who: Seat | None, referee: Referee) -> str:
    """The last counted line of a player as another's."""
    hand = _hand_shown(referee)
    lines = [entry.report for entry in referee.entries_now if entry.report.amounts(hand) and entry.report.who == other]
    return f"{lines[-1].line} {quoted(who or '')} {lines[-1].text.partition(' ')[2]}" if lines else ""


_NOT_WHO_DID = re.compile(r"(?P<who>\w+) (?P<did>.+?),? not (?P<other>\w+)[.!]*", re.IGNORECASE)
_LINE = re.compile(
    r"line (?P<line>\d+) (?:should(?: be| have been| say)|is|was|ought to be)(?: really)? (?P<now>.+)", re.IGNORECASE
)
_FROM_TO = re.compile(r"(?:change|correct|fix|make) (?P<was>.+?) (?:to|into) (?P<now>.+)", re.IGNORECASE)


def _in_place_of(words: str, referee: Referee) -> str:
    """A correction that names a line, or both what was entered and what it should be. Empty for any other line.

    ``line 9 should be Lee queen``; ``change Zoe queen to Lee queen``; ``Lee had the queen, not Zoe``.
    """
    if line := _LINE.fullmatch(words):
        return f"{line['line']} {line['now']}"
    if both := _FROM_TO.fullmatch(words):
        was, now = _meant(both["was"], referee) or both["was"], _meant(both["now"], referee) or both["now"]
    elif both := _NOT_WHO_DID.fullmatch(_OF_HAND.sub("", words).strip()):
        names = referee.names
        if not names.whole(both["who"]) or not names.whole(both["other"]):
            return ""
        was, now = (_meant(f"{both[name]} {both['did']}", referee) for name in ("other", "who"))
        if not any(entry.report.text == was for entry in referee.entries_now):
            return _passed_on(names.whole(both["other"]), names.whole(both["who"]), referee)
    else:
        return ""
    alike = [entry.report.line for entry in referee.entries if was and entry.report.text.lower() == was.lower()]
    return f"{alike[-1]} {now}" if alike and now else ""


_ONLY = re.compile(r"\b(?:only|just)\s+|,?\s+not\s+\w+$", re.IGNORECASE)


def _only(words: str, session: Session) -> str:
    """``only 2 red threes``, ``Dan had 2 red threes not 3`` as the correction of a player's last line of that kind."""
    referee = session.referee
    words = _OF_HAND.sub("", words).strip()
    counted = any(word.isdecimal() or number_for(word) for word in words.split())
    if not counted or not _ONLY.search(words) or not referee.entries_now:
        return ""
    plain, last = _ONLY.sub("", words.strip(" .!")), referee.entries_now[-1].report
    return _of_last_hand(plain, session) or (_of_last_hand(f"{last.who} {plain}", session) if last.who else "")


def _of_last_hand(text: str, session: Session) -> str:
    """A report as the correction of the last one of its kind in the hand that has just ended: who took the queen."""
    from referee.entry.shorthand import Several, read

    referee = session.referee
    try:
        meant = read(text, referee)
        report = meant.entered[0] if meant else referee.vocabulary.read(text, referee.hand)
    except (Several, ParseError):
        return ""
    alike = [entry.report for entry in referee.entries_now if entry.report.of_kind == report.of_kind]
    alike = [other for other in alike if other.who == report.who] or ([] if re.search(r"\d", report.text) else alike)
    text = report.text if report.who else meant.text if meant else ""
    if not report.who and report.speaker == "before":
        return ""  # a player is missing
    return f"{alike[-1].line} {text}" if alike and not isinstance(report, ANY_TIME) else ""


def _is_new(text: str, session: Session, *, in_doubt: bool = True) -> bool:
    """Whether a line would be accepted as a report. If it could be several: ``in_doubt``."""
    from referee.entry.shorthand import Several, read

    try:
        meant = read(text, session.referee)
    except Several:
        return in_doubt
    return session.referee.can(meant.text if meant else text).accepted


def _of_the_suit(referee: Referee, who: Seat, value: str) -> str:
    """A rank as the card of the suit that the player's last report names; anything else as it is."""
    cards = read_cards(value)
    if value.isdigit() or not cards or not cards[0].is_bare:
        return value
    last = next((entry.report.text for entry in reversed(referee.entries_now) if entry.report.who == who), "")
    before = read_cards(last.split()[-1]) if last else None
    return f"{value}{before[0].suit}" if before and len(before) == 1 else value


def _last_row(session: Session, typed: str) -> list[Correction]:
    """The corrections of the last row of numbers, a number a player as it was entered: ``last 4 3 3 3``."""
    first, *numbers = typed.split()
    if first.lower() != "last" or len(numbers) < 2 or not all(number.isdecimal() for number in numbers):
        return []
    hand, row = _hand_shown(session.referee), [entry.report for entry in session.referee.entries_now[-len(numbers) :]]
    amounts = [report.amounts(hand) for report in row]
    alike = len({type(report) for report in row}) == 1 and all(len(each) == 1 for each in amounts)
    if not alike or len({seat for each in amounts for seat in each}) < len(numbers):
        return []
    changed = [
        Correction(report.line, report.with_amount(hand, seat, int(number)).text, typed=typed)
        for report, each, number in zip(row, amounts, numbers, strict=True)
        for seat, before in each.items()
        if before != int(number)
    ]
    if not changed:
        raise CommandError("that row is already entered", USAGE)
    return changed


def _hand_shown(referee: Referee) -> Hand:
    """The hand in play, or the last one before the next deal."""
    return referee.hand if referee.hand.dealer else referee.last or referee.hand


def _placed(session: Session, typed: str, changed: dict[int, Report]) -> Correction | None:
    """A correction of the last report, or of a player's in this hand or another: ``last 3``, ``hand 1 sue 3``.

    ``changed`` holds the rows already changed by the same line, so that a row can be changed twice.
    """
    words = typed.split()
    strikes = words[0].lower() == "void"
    words = words[strikes:]
    if not words:
        return None
    referee = session.referee
    if words[0].lower() == "last":
        if not referee.entries or strikes is (len(words) > 1):
            return None
        if len(words) > 2 and all(map(is_value, words[1:])) and (row := _row_of(referee, len(words) - 1)):
            return Correction(row.line, f"{row.verb} {' '.join(words[1:])}", typed=typed)
        last = referee.entries[-1].report
        if len(words) == 2 and words[1].isdecimal() and len(re.findall(r"(?<!\S)[+-]?\d+(?!\S)", last.text)) == 1:
            return Correction(last.line, re.sub(r"(?<!\S)[+-]?\d+(?!\S)", words[1], last.text), typed=typed)
        text = None if strikes else _in_full(referee, " ".join(words[1:]))
        return Correction(last.line, text, typed=typed)
    entries, hand = referee.entries_now, _hand_shown(referee)
    if words[0].lower() == "hand" and words[1:] and words[1].isdigit():
        record = next((each for each in reversed(referee.records) if each.number == int(words[1])), None)
        if record is None:
            raise CommandError(f"there is no hand {words[1]}", USAGE)
        entries, hand, words = record.entries, record.run.hand, words[2:]
    if not words or not (who := _player(referee, words[0])):
        return None
    side = referee.names.teams.get(who, who)
    theirs = [(entry.report, amounts) for entry in entries
              if {who, side} & {entry.report.who, *(amounts := entry.report.amounts(hand))}]  # fmt: skip
    if not theirs:
        raise CommandError(f"nothing was entered for {who} in hand {hand.number}", USAGE)
    rest = " ".join(words[1:])
    if strikes or not rest:
        return Correction(theirs[-1][0].line, None, typed=typed) if strikes and not rest else None
    if rest.isdigit():
        if len(rest) > 9:
            raise CommandError("a number has at most 9 digits here", USAGE)
        numbered = [(report, amounts) for report, amounts in theirs if {who, side} & amounts.keys()]
        if not numbered:
            raise CommandError(f"no number was entered for {who} in hand {hand.number}", USAGE)
        report, amounts = numbered[-1]
        named = who if who in amounts else side
        others = sum(sums[named] for other, sums in numbered[:-1] if report.adds and type(other) is type(report))
        taken = getattr(hand, "taken", None)
        known = taken.get(named) if isinstance(taken, dict) else None
        if report.adds and isinstance(known, int):
            others = known - amounts[named]  # with what was entered card by card
        if int(rest) < others:
            raise CommandError(f"{who} has {others} besides line {report.line}: correct that line by its number", USAGE)
        now = changed.get(report.line, report).with_amount(hand, named, int(rest) - others)
        if now.text == report.text:
            raise CommandError(f"line {report.line} is already {report.text}", USAGE)
        changed[report.line] = now
        return Correction(report.line, now.text, typed=typed)
    text = _in_full(referee, typed.partition(words[0])[2].strip() if is_value(words[1]) else f"{quoted(who)} {rest}")
    same = [report for report, _ in theirs if text.split()[1:2] == report.text.split()[1:2]]
    old = same[-1] if same else _alike(referee, hand, text, [report for report, _ in theirs])
    if len(old.amounts(hand)) > 1 and _in_the_row(referee, hand, text, old) == text:
        raise CommandError(
            f"line {old.line}, {old.text}, has everybody's numbers. Correct it by its line number", USAGE
        )
    return Correction(old.line, text, typed=typed)


def _alike(referee: Referee, hand: Hand, text: str, reports: Sequence[Report]) -> Report:
    """The last report of the same kind as a text, otherwise the last one."""
    try:
        kind = referee.vocabulary.read(text, hand).of_kind
    except ParseError:
        return reports[-1]
    return next((report for report in reversed(reports) if report.of_kind == kind), reports[-1])


def _in_the_row(referee: Referee, hand: Hand, text: str, row: Report) -> str:
    """A player's number as a correction of the row that has it: ``bids 1 0 2``. Any other text as it is."""
    try:
        report = referee.vocabulary.read(text, hand)
    except ParseError:
        return text
    amounts = report.amounts(hand)
    if len(row.amounts(hand)) < 2 or len(amounts) != 1 or report.of_kind != row.of_kind:
        return text
    ((who, number),) = amounts.items()
    return row.with_amount(hand, who, number).text


def _row_of(referee: Referee, count: int) -> Report | None:
    """The last report of this hand with a number for each of ``count`` players."""
    hand = _hand_shown(referee)
    rows = (entry.report for entry in reversed(referee.entries_now) if entry.report.speaker == "none")
    return next((report for report in rows if len(report.one_by_one(hand)) == count), None)


def _player(referee: Referee, word: str) -> Seat | None:
    """The player with that name or prefix."""
    begun = referee.names.begins(word)
    return referee.names.whole(word) or (begun[0] if len(begun) == 1 else None)


def _in_full(referee: Referee, text: str) -> str:
    """A report in notation, if the text is an everyday way to say one. Otherwise the text itself."""
    from referee.entry.spoken import ways

    for words in (text, *(way.text for way in ways(text, referee))):
        try:
            return referee.vocabulary.read(words, referee.hand).text
        except ParseError:
            continue
    return text


def filled_in(session: Session, wanted: Iterable[Correction]) -> list[Correction]:
    """Corrections with the player and the verb of the old line, if only a number or a card was typed.

    Raises CommandError if one changes nothing.
    """
    vocabulary, hand = session.referee.vocabulary, session.referee.hand
    told = {told.line: told.text for told in session.course.standing}
    whole = []
    for correction in wanted:
        text = correction.text
        words = text.split() if text else []
        named = len(words) > 1 and _player(session.referee, words[0])
        if text and correction.line in told and all(is_value(word) for word in words[bool(named) :]):
            report = vocabulary.read(told[correction.line], hand)
            if named and named == report.who:
                text = " ".join(words[1:])
            text = " ".join(filter(None, (quoted(report.who) if report.who else "", report.verb, text)))
        if text and correction.line in told:
            with suppress(ParseError):  # a player who joined in that line can't be read as joining now
                old = replace(vocabulary.read(told[correction.line], hand), line=correction.line)
                text = _in_the_row(session.referee, _hand_shown(session.referee), text, old)
            if text == told[correction.line]:
                raise CommandError(f"line {correction.line} is already {text}", USAGE)
        whole.append(correction._replace(text=text))
    return whole


def change(session: Session, wanted: list[Correction], why: str, dry: bool, plain: bool) -> int:
    """Makes corrections and prints their effect."""
    if fault := unreadable(why):
        raise CommandError(fault.message, USAGE)
    if not why.strip():
        raise CommandError("Say why: --why TEXT", USAGE)
    made = session.correct(wanted, why.strip(), dry=dry)
    if made.clash:
        report, ruling = made.clash
        console.ruling(ruling, made.after, where=f"line {report.line}", line=report.text, plain=plain, dry=dry)
        if report.line not in (lines := [correction.line for correction in wanted]):
            console.tell(f"{also(wanted, lines, report.line)}.")
        return console.exit_code(ruling)
    if dry:
        for line in changes(made):
            console.say(line)
        console.tell("Nothing was saved.")
        return FINE
    with console.after_saving():
        for line in changes(made):
            console.say(line)
        show_where_we_are(session)
    return FINE


def also(wanted: list[Correction], lines: list[int], line: int) -> str:
    """How to correct another line in the same command."""
    if all(correction.text is None for correction in wanted):
        both = f"void {' '.join(map(str, lines))} {line}"
        return f"Without that, line {line} isn't possible. To strike it out too, type `{both}`"
    return f"To correct line {line} in the same command, add `; {line} REPORT` or `; void {line}`"
