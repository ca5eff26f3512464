"""Reports that are entered a second time: nothing is saved twice, and a different value is offered as a correction.

A number, a row or a winner that is already in the journal is never added or applied again. If it is the same, nothing
is saved. If it differs, one question offers the correction, which goes into the journal as a `fix` does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.entry.rows import judged, typed_again, unchanged
from referee.entry.shorthand import Several, read
from referee.game.asks import Macro
from referee.game.common_reports import ANY_TIME, Deal
from referee.game.game import Hand
from referee.language.reports import Report, shape
from referee.language.synonyms import number_for
from referee.language.words import ParseError, Seat, quoted
from referee.table.hands import Entry
from referee.table.referee import Referee
from scoresheets.errors import CommandError
from scoresheets.keeping.session import Change, Correction, Session

WHY = "entered again"
"""The reason saved with the correction."""


class Choice(NamedTuple):
    """One answer to a question: the lines to correct, then the reports to add."""

    label: str
    corrections: tuple[Correction, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """The shell command for it."""
        fixes = [f"void {each.line}" if each.text is None else f"{each.line} {each.text}" for each in self.corrections]
        first, *more = fixes or [""]
        line, _, text = first.partition(" ")
        words = "; ".join((text, *more))
        fix = [f'referee fix {line} "{words}" --why "{WHY}"'] if fixes else []
        return " && ".join((*fix, *(f'referee say "{text}"' for text in self.texts)))


class AlreadyEntered(NamedTuple):
    """What is already in: the same report, or a question with its answers."""

    question: str
    choices: tuple[Choice, ...] = ()


def take(session: Session, choice: Choice) -> Change | None:
    """Carries out an answer completely or not at all. Raises CommandError if it is no longer possible."""
    with session.alone():
        made = session.correct(choice.corrections, WHY) if choice.corrections else None
        if made and made.clash:
            report, ruling = made.clash
            raise CommandError(f"line {report.line}, {report.text}: {ruling.message}")
        for text in choice.texts:
            if not (ruling := session.say(text).ruling).accepted:
                raise CommandError(f"{text}: {ruling.message}")
    return made


def single(session: Session, text: str, *, adds: bool, counted: bool = False) -> AlreadyEntered | None:
    """What to do about a report that is already in. None if the report is new.

    With ``adds``, a number may add to an earlier one, as in a record. ``counted`` is set if the line names a number,
    even if the report doesn't.
    """
    referee = session.referee
    try:
        report = referee.vocabulary.read(text, referee.hand)
    except ParseError:
        return None
    if isinstance(report, (Macro, Deal, *ANY_TIME)) or not report.who:
        return None
    before = _earlier(referee, report)
    if not before:
        if adds:
            return None
        if not referee.can(text).accepted:
            return _of_another(session, report)
        ended = _ended_hand(referee, [report])
        return _next_hand(ended, text) if ended else _besides_cards(session, report, counted)
    number, between = referee.hand.number, not referee.hand.dealer
    with referee.trial():
        accepted = referee.hear(text).accepted
        begins = referee.hand.number != number and bool(referee.hand.dealer)
    if not accepted:
        if not _repeats(referee, before, report):
            return None
        report = _added_to(before[-1].report, report)
        return _same(before, report) if _is_in(referee, before, report) else _question(session, [report])
    if begins:
        return None
    if between or not report.adds:
        in_already = before[-1].report == report and unchanged(referee, [report])
        return _same(before, report) if in_already else None
    return None if adds or not (counted or has_number(text)) else _more_or_in_all(session, before, report)


def row(
    session: Session, text: str, entered: Sequence[Report] = (), *, stands: bool = False, adds: bool = False
) -> AlreadyEntered | None:
    """What to do about a row of numbers that is already in. None if all of it is new, or if it isn't a row.

    ``told`` are the reports that the row parses to now. If it ``stands``, it may add to what is in.
    """
    referee, count = session.referee, len(_NUMBERS.findall(text))
    if stands and (ended := _ended_hand(referee, entered)):
        return _next_hand(ended, text)
    if stands and (not any(_earlier(referee, report) for report in entered) or (adds and entered[0].adds)):
        return None
    if stands and not entered[0].adds and not unchanged(referee, entered):
        return None
    if count < 2 or not (reports := typed_again(referee, text, count, entered[0].of_kind if entered else None)):
        return None
    before = {report: _earlier(referee, report) for report in reports}
    if not any(before.values()):
        return None
    new = tuple(report.text for report, entries in before.items() if not entries)
    other = [report for report, entries in before.items() if entries and not _is_in(referee, entries, report)]
    same = list(dict.fromkeys(entry.report.line for entries in before.values() for entry in entries))
    if stands and entered[0].adds and referee.hand.dealer:
        in_all = _question(session, other, new) if other else AlreadyEntered("", (Choice("", (), new),))
        more = Choice(f"{text} more", (), tuple(report.text for report in entered))
        choices = [choice._replace(label=f"{text} in all") for choice in in_all.choices] if in_all else []
        return AlreadyEntered(
            f"Some of that is already entered ({_lines(same)}). {text} more, or in all?", (more, *choices)
        )
    if other:
        return _question(session, other, new)
    return (
        AlreadyEntered("", (Choice("", (), new),))
        if new
        else AlreadyEntered(f"Already entered: {text} ({_lines(same)}).")
    )


def _next_hand(ended: Sequence[Report], text: str) -> AlreadyEntered:
    """Asks whether reports that ended the last hand, and are typed again, are of the next hand."""
    words = f"Already entered: {text} ({_lines([report.line for report in ended])}). Is it the next hand?"
    return AlreadyEntered(words, (Choice(text, (), tuple(report.text for report in ended)),))


def late(session: Session, report: Report) -> AlreadyEntered | None:
    """Asks whether a number is of the hand that it could have ended, if the next one begins with something else.

    Spades begins with bids, so tricks after a hand are rather a correction of its tricks.
    """
    referee, hand = session.referee, session.referee.last
    if referee.hand.dealer or not hand or not referee.entries_now or not report.amounts(hand):
        return None
    alike = [entry.report for entry in referee.entries_now if entry.report.of_kind == report.of_kind]
    if not alike or alike[-1] is not referee.entries_now[-1].report:
        return None
    first = referee.entries_now[0].report.of_kind == report.of_kind
    if first or any(isinstance(report, ask.verb) for ask in referee.awaited()):
        return None
    was = [other for other in alike if {*report.amounts(hand)} <= {*other.amounts(hand)}]
    if not was and not any(report.amounts(hand).values()):
        return _counted(report.who) if any(isinstance(report, ask.verb) for _, ask in referee.asks()) else None
    if was and all(was[-1].amounts(hand)[who] == number for who, number in report.amounts(hand).items()):
        return AlreadyEntered(f"Already entered: {report.text} ({_lines([was[-1].line])}).")
    new = referee.can(report.text).accepted
    following = [Choice(f"{report.text} in the next hand", (), (report.text,))] if new else []
    changed = was[-1] if was else None
    for who, number in report.amounts(hand).items() if changed else ():
        changed = changed.with_amount(hand, who, number) if changed else None
    correction = []
    if changed and _stands(session, fix := Correction(was[-1].line, changed.text)):
        correction = [Choice(f"{fix.text} (line {fix.line})", (fix,))]
    if not correction and report.speaker == "none":
        return None  # everybody's numbers, which can't be of that hand
    choices = (*correction, *following)
    return AlreadyEntered("The last hand is complete. Which hand is it?", choices) if choices else None


def _stands(session: Session, fix: Correction) -> bool:
    """Whether every later report is still allowed after a correction."""
    try:
        return not session.correct([fix], "", dry=True).clash
    except CommandError:
        return False


def _ended_hand(referee: Referee, reports: Sequence[Report]) -> list[Report]:
    """The reports that ended the last hand, after others, if the same are told again as the first of the next."""
    if referee.hand.dealer or not referee.last or not reports:
        return []
    entries = [entry.report for entry in referee.entries_now]
    ended = entries[-len(reports) :]
    return ended if len(entries) > len(reports) and ended == [*reports] else []


def deals_first(session: Session, text: str) -> AlreadyEntered | None:
    """Asks whether to deal the next hand, if a line makes sense only then. None for any other line."""
    referee = session.referee
    asked = any(issubclass(ask.verb, Deal) for _, ask in referee.asks())
    if referee.hand.dealer or not asked or _is_of(referee, text) or _reports_of(referee, text):
        return None
    with referee.trial():
        ruling = referee.hear(Deal.verb)
        if not ruling.accepted:
            return None
        texts = _reports_of(referee, text)
        deal, dealer, fits = ruling.text, referee.hand.dealer, bool(texts) or _is_of(referee, text)
    if not fits:
        return None
    told = {entry.report.text: entry.report.line for entry in referee.entries_now}
    if texts and all(each in told for each in texts):
        return AlreadyEntered(f"Already entered: {text} ({_lines([told[each] for each in texts])}).")
    words = f"This hand hasn't been dealt yet. Does {dealer} deal now?"
    return AlreadyEntered(words, (Choice("; ".join((deal, *texts)), (), (deal, *texts)),))


def _added_to(before: Report, report: Report) -> Report:
    """A report with what an earlier one said besides: *goes alone* after *calls clubs* is *calls clubs alone*."""
    if type(before) is not type(report):
        return report  # a row
    values = {
        part.field: (getattr(before, part.field), getattr(report, part.field)) for part in shape(type(report)).arguments
    }
    differ = any(was and now and was != now for was, now in values.values())
    adds = any(now and not was for was, now in values.values())
    if differ or not adds:
        return report
    return replace(report, **{field: was for field, (was, now) in values.items() if was and not now})


def dealt_already(session: Session, report: Deal) -> AlreadyEntered | None:
    """Says that a hand has just been dealt, if a deal repeats that."""
    referee = session.referee
    dealer, entries = referee.hand.dealer, referee.entries_now
    same = report.who == dealer if report.who else len(entries) == 1
    deals = [entry.report.line for entry in entries if isinstance(entry.report, Deal)]
    if not dealer or not same or not deals or report.size is not None:
        return None
    return AlreadyEntered(f"Already entered: {dealer} deals (line {deals[-1]}).")


_TOOK = re.compile(
    r"(?:(?P<who>\S+?) (?:takes?|took|w[io]ns?|gets?|got|has|had) "
    r"(?:it|that|this|that one|(?:the|that|this|his|her) trick)"
    r"|(?:(?:the|that|this) )?trick (?:(?:goes|went|is|was) )?(?:to|for) (?P<to>\S+)"
    r"|(?P<whose>\S+?)['\u2019]s trick)[.!]*",
    re.IGNORECASE,
)
"""Who took the trick just played."""


def trick_taken(session: Session, text: str) -> AlreadyEntered | None:
    """Whether it is true who took a trick, if its cards are in. None for any other line."""
    referee, hand = session.referee, session.referee.hand
    match = _TOOK.fullmatch(text)
    last = referee.entries_now[-1].report if referee.entries_now else None
    if not match or last is None or last.verb not in ("plays", "trick"):
        return None
    word = match["who"] or match["to"] or match["whose"]
    who = getattr(hand, "leader", "") if word.lower() in ("he", "she", "they") else referee.names.whole(word)
    taker = getattr(hand, "leader", "")
    if not who or not taker or getattr(hand, "trick", None) or getattr(hand, "loose", False):
        return None
    taken = f"{taker} took that trick (line {last.line})."
    return AlreadyEntered(f"Already entered: {taken}" if who == taker else f"No: {taken}")


_NOTHING = re.compile(r"\b(?:bids?|says?|said|calls?|called|goes|nil|pass\w*)\b", re.IGNORECASE)


def zero_counted(session: Session, text: str) -> AlreadyEntered | None:
    """Says that a player's zero counts already, if the numbers of the others have ended the hand."""
    from referee.entry.spoken.clauses import of_everybody, of_the_others, values_named

    referee = session.referee
    if referee.hand.dealer or not referee.last or not referee.entries_now:
        return None
    if of_the_others(text) and of_everybody(text) == "0" and (others := _left_out(referee)):
        return _counted(", ".join(others))
    if _NOTHING.search(text):
        return None
    values = values_named(text, referee)
    last = referee.entries_now[-1].report
    if len(values) != 1 or values[0][1] != "0" or last.amount(referee.last) is None:
        return None
    who = values[0][0]
    alike = [entry.report for entry in referee.entries_now if entry.report.of_kind == last.of_kind]
    told = any(who in (report.who, *report.amounts(referee.last)) for report in alike)
    return None if told else _counted(who)


def _left_out(referee: Referee) -> list[Seat]:
    """Who had no number in the last hand, because the numbers of the others ended it."""
    hand = referee.last or referee.hand
    told: dict[object, set[Seat]] = {}
    for report in (entry.report for entry in referee.entries_now):
        if report.amount(hand) is not None:
            told.setdefault(report.of_kind, set()).update((report.who, *report.amounts(hand)))
    apart = ([side for side in hand.sides if side not in seats] for seats in told.values())
    return next(filter(None, apart), [])


def _counted(who: str) -> AlreadyEntered:
    return AlreadyEntered(f"Already counted: the hand is complete with 0 for {who}.")


_WON = re.compile(
    r"(?:(?P<who>\S+?) (?:takes?|took|w[io]ns?|gets?|got|scoops?|collects?|rakes?)"
    r"(?: (?:it|that|this|(?:the|that) (?:pot|hand)))?"
    r"|(?:the )?pot (?:(?:goes|went|is) )?(?:to|for) (?P<to>\S+))[.!]*",
    re.IGNORECASE,
)
"""Who won the hand just finished."""


def won_already(session: Session, text: str) -> AlreadyEntered | None:
    """Says so if a line repeats who won a hand that is over. None for any other line."""
    referee = session.referee
    match = _WON.fullmatch(text)
    who = referee.names.whole(match["who"] or match["to"]) if match else None
    if not match or not who or referee.hand.dealer or not referee.chips:
        return None
    gained = [side for side, points in referee.hand_scores().items() if points > 0]
    return AlreadyEntered(f"Already entered: {who} won the hand.") if gained == [who] else None


def takes_seat(session: Session, text: str) -> AlreadyEntered | None:
    """Asks whether somebody new takes over a seat, in a line that may say something else. None for any other line."""
    from referee.entry.spoken.readings import is_doubtful

    referee = session.referee
    try:
        report = referee.vocabulary.read(text, referee.hand)
    except ParseError:
        return None
    if not is_doubtful(report, text, referee) or not (ruling := referee.can(report.text)).accepted:
        return None
    who, whom = text.split()[0], getattr(report, "whom", "")
    named = f"{who} replaces {quoted(whom)}"
    return AlreadyEntered(f"Does {who} take over {whom}'s seat?", (Choice(named, (), (ruling.text,)),))


def _is_of(referee: Referee, text: str) -> bool:
    """Whether a line is a report of the hand, allowed or not."""
    try:
        meant = read(text, referee)
        report = meant.entered[0] if meant else referee.vocabulary.read(text, referee.hand)
    except Several:
        return True
    except ParseError:
        return False
    return any(isinstance(report, ask.verb) for _, ask in referee.asks())


def _reports_of(referee: Referee, text: str) -> tuple[str, ...]:
    """The texts of the reports that a line stands for. Empty unless all of them would be accepted."""
    try:
        meant = read(text, referee)
    except Several:
        return ()
    if meant is None or len(meant.entered) == 1:
        ruling = referee.can(meant.text if meant else text)
        return (ruling.text,) if ruling.accepted else ()
    return tuple(report.text for report in judged(referee, meant, text, repair=False).reports)


def in_points(session: Session, text: str) -> AlreadyEntered | None:
    """Asks which reports a row of points stands for in a game that counts something else. One choice if it is clear."""
    numbers = [word for word in text.replace(",", " ").split() if not word.isalpha()]
    if len(numbers) < 2 or not all(_POINTS.fullmatch(word) for word in numbers):
        return None
    from referee.entry.in_points import counted_from

    found = counted_from(session.referee, [*map(int, numbers)])[:MOST_WAYS]
    choices = tuple(Choice("; ".join(texts), (), texts) for texts in found)
    if len(choices) == 1:
        return AlreadyEntered("", choices)
    return AlreadyEntered(f"Points: {' '.join(numbers)}. How were they scored?", choices) if choices else None


def merged(*asked: AlreadyEntered | None) -> AlreadyEntered | None:
    """Several questions about one line as one, with their answers numbered consecutively."""
    found = [again for again in asked if again]
    if len(found) < 2:
        return found[0] if found else None
    choices = tuple(choice for again in found for choice in again.choices)
    return AlreadyEntered(" Or else: ".join(again.question for again in found if again.question), choices)


MOST_WAYS = 4  # to count points that a question offers
_POINTS = re.compile(r"[+-]?\d{1,6}")
_NUMBERS = re.compile(r"(?<!\S)[+-]?\d")


# What is in


def _earlier(referee: Referee, report: Report) -> list[Entry]:
    """The reports of this hand that set the same value for the same player, or that come once a hand; oldest first."""
    asked = any(ask.verb is type(report) for _, ask in referee.asks())
    if not referee.hand.dealer and asked:
        return []  # the report would begin a new hand
    hand = _hand(referee)
    entries = referee.entries if report.once_a_game else referee.entries_now
    alike = [entry for entry in entries if entry.report.of_kind == report.of_kind]
    if not shape(type(report)).arguments:
        return alike
    return [entry for entry in alike if report.who in (entry.report.who, *entry.report.amounts(hand))]


def _hand(referee: Referee) -> Hand:
    """The hand in progress, or the one just finished."""
    return referee.last if referee.last and not referee.hand.dealer else referee.hand


def _repeats(referee: Referee, before: Sequence[Entry], report: Report) -> bool:
    """Whether a refused report is of a kind that is made only once, or repeats the same player's last report."""
    if referee.game.of_a_sheet or referee.game.ruleset.checks_again(type(report)):
        return True
    spoke = [entry for entry in referee.entries_now if entry.report.who == report.who]
    numbered = report.amount(_hand(referee)) is not None
    return bool(spoke) and spoke[-1] is before[-1] and (numbered or before[-1].report == report)


def has_number(text: str) -> bool:
    """Whether a line names a number, in digits or in words."""
    return any(word.isdigit() or number_for(word) for word in re.findall(r"\w+", text))


def _is_in(referee: Referee, before: Sequence[Entry], report: Report) -> bool:
    """Whether a report repeats one that is in."""
    if report.adds:
        return report.amount(_hand(referee)) == _total(referee, before, report.who)
    last = before[-1].report
    if last.who:
        return last == report
    return last.amounts(_hand(referee)).get(report.who) == report.amount(_hand(referee))


def _total(referee: Referee, before: Sequence[Entry], who: Seat) -> int:
    """The player's total so far, including what was counted card by card."""
    number = sum(entry.report.amounts(_hand(referee)).get(who, 0) for entry in before)
    known = getattr(_hand(referee), "taken", {}).get(who)
    return known if isinstance(known, int) else number


# The wording


def _same(before: Sequence[Entry], report: Report) -> AlreadyEntered:
    lines = [entry.report.line for entry in before] if report.adds else [before[-1].report.line]
    return AlreadyEntered(f"Already entered: {report.text} ({_lines(lines)}).")


def _lines(lines: Sequence[int]) -> str:
    return f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}"


def _more_or_in_all(session: Session, before: Sequence[Entry], report: Report) -> AlreadyEntered | None:
    """Asks whether a number adds to what is in or replaces it. None if it can only add."""
    referee = session.referee
    number, total = report.amount(referee.hand) or 0, _total(referee, before, report.who)
    in_all = [] if number == total else _corrections(referee, [report])
    if in_all and session.correct(in_all, "", dry=True).clash:
        return None
    where = _lines([entry.report.line for entry in before])
    if not number:
        return _question(session, [report]) if total else AlreadyEntered(f"Already entered: {report.text} ({where}).")
    text = f"{report.who} {DID.get(report.verb) or ('have' if '+' in report.who else 'has')} {total} ({where})."
    if not total:  # what is in has no number
        text = f"Already entered: {before[-1].report.text} ({where})."
    choices = Choice(f"{number} more", (), (report.text,)), Choice(f"{number} in all", tuple(in_all))
    return AlreadyEntered(f"{text} {number} more, or {number} in all?", choices)


def _of_another(session: Session, report: Report) -> AlreadyEntered | None:
    """Asks whether a report that one player makes in a hand is another player's: who called, who took the queen."""
    referee = session.referee
    if not referee.game.of_a_sheet or (not referee.hand.dealer and not referee.last):
        return None
    alike = [entry.report for entry in referee.entries_now if entry.report.of_kind == report.of_kind]
    if len(alike) != 1 or not alike[0].who or alike[0].who == report.who:
        return None
    fix = Correction(alike[0].line, report.text)
    try:
        if session.correct([fix], "", dry=True).clash:
            return None
    except CommandError:
        return None
    words = f"Line {alike[0].line} says `{alike[0].text}`. Was it `{report.text}` instead?"
    return AlreadyEntered(words, (Choice(f"{report.text} (line {alike[0].line})", (fix,)),))


def _besides_cards(session: Session, report: Report, counted: bool) -> AlreadyEntered | None:
    """Asks whether a number adds to what was counted card by card. None if it can only add."""
    hand = _hand(session.referee)
    taken, number = getattr(hand, "taken", None), report.amount(hand)
    known = taken.get(report.who) if report.adds and counted and isinstance(taken, dict) else None
    if not isinstance(known, int) or not known or number is None or number < known:
        return None
    left = number - known
    if not left:
        return AlreadyEntered(f"Already entered: {report.who} has {known}.")
    choices = (
        Choice(f"{number} more", (), (report.text,)),
        Choice(f"{number} in all", (), (report.with_amount(hand, report.who, left).text,)),
    )
    return AlreadyEntered(f"{report.who} has {known}. {number} more, or {number} in all?", choices)


def _question(session: Session, other: Sequence[Report], new: tuple[str, ...] = ()) -> AlreadyEntered | None:
    """Asks whether to correct what is in. None if no correction of the earlier lines gives these reports."""
    referee = session.referee
    fixes = _corrections(referee, other)
    if {report.text for report in other if report.adds and not _by_number(referee, report)} - {
        fix.text for fix in fixes
    }:
        return None  # other cards, not another number
    try:
        if session.correct(fixes, "", dry=True).clash:
            return None
    except CommandError:
        return None
    label = "; ".join(f"void {fix.line}" if fix.text is None else f"{fix.text} (line {fix.line})" for fix in fixes)
    return AlreadyEntered(_change_to(referee, other), (Choice(label, tuple(fixes), new),))


def _by_number(referee: Referee, report: Report) -> bool:
    """Whether a report says another number than the entries it corrects."""
    number = report.amount(_hand(referee))
    return number is not None and _was(referee, report) not in (None, number)


def _was(referee: Referee, report: Report) -> int | None:
    """The number that is in for the player of a report."""
    before = _earlier(referee, report)
    if report.adds:
        return _total(referee, before, report.who)
    return before[-1].report.amounts(_hand(referee)).get(report.who)


DID = {"bids": "bid", "scores": "scored", "pegs": "pegged", "bets": "bet"}
"""What was done to get a number, for verbs of which nobody says that a player *has* it."""


def _change_to(referee: Referee, other: Sequence[Report]) -> str:
    """The question in words: ``Ben has 3 (line 7). Change to 2?``"""
    hand, has, then = _hand(referee), [], []
    for report in other:
        before = _earlier(referee, report)
        entry, number, was = before[-1], report.amount(hand), _was(referee, report)
        plain = _by_number(referee, report)
        verb = DID.get(report.verb) or ("have" if "+" in report.who else "has")
        line = entry.report.line
        has.append(f"{report.who} {verb} {was} (line {line})" if plain else f"line {line} says `{entry.report.text}`")
        then.append((f"{report.who} {number}" if len(other) > 1 else str(number)) if plain else f"`{report.text}`")
    what = has[0][0].upper() + has[0][1:] if has[0].startswith("line ") else has[0]
    return f"{', '.join([what, *has[1:]])}. Change {'it ' if len(other) == 1 else ''}to {', '.join(then)}?"


def _corrections(referee: Referee, other: Sequence[Report]) -> list[Correction]:
    """The corrections of earlier lines that give these reports."""
    hand = _hand(referee)
    now: dict[int, Report | None] = {}
    for report in other:
        entries = _earlier(referee, report)
        before = [entry.report for entry in entries]
        last, number = before[-1], report.amount(hand) or 0
        if report.adds:
            beside = _total(referee, entries, report.who) - last.amounts(hand).get(report.who, 0)
            if number < beside:  # so the lines before it go too
                now |= dict.fromkeys([each.line for each in before[:-1]], None)
                beside -= sum(each.amounts(hand).get(report.who, 0) for each in before[:-1])
            now[last.line] = last.with_amount(hand, report.who, number - beside)
        elif last.who:
            now[last.line] = report
        else:
            now[last.line] = (now.get(last.line) or last).with_amount(hand, report.who, number)
    return [Correction(line, report.text if report else None) for line, report in now.items()]
