"""What would be if something happened: ``if Ann gins with 40, is it over``, ``suppose Ben takes 3, who leads then``.

The condition is read as a report, entered, and taken back when the rest of the question is answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import NamedTuple

from referee.declared.columns import Round
from referee.entry.shorthand import DRASTIC, Several, read
from referee.entry.spoken.clauses import clauses
from referee.entry.spoken.words import bids_now
from referee.game.asks import Ask
from referee.game.game import Hand
from referee.language.reports import Report
from referee.language.words import ParseError, Seat, quoted
from referee.rules.rule import Kind, Verdict
from referee.table.referee import Referee
from scoresheets.book.wording import stem
from scoresheets.display import phrases
from scoresheets.questions.following import Before, with_names
from scoresheets.questions.parse import ASKING, SUPPOSES, Question, in_common_words, parse, spelled_out, words_of
from scoresheets.questions.position import signed

_STARTS = re.compile(rf"\b(?:{'|'.join(sorted(ASKING))})\b|(?<=,) ", re.IGNORECASE)
_BEHIND = re.compile(
    r"^(?!why\b|how come\b)(?P<asks>.+?),? (?:if|supposing|assuming)(?: that)? (?P<said>.+)$", re.IGNORECASE
)
_IDLE = re.compile(r"\b(?:again|then|now|just|only|exactly|does|did|really|actually|also|even|were to|was to)\b ?")
_WOULD = (
    (r"\b(?:would|will) (\S+(?: and \S+)?) be\b", r"is \1"),
    (r"\b(?:would|will) (\S+(?: and \S+)?) (?:then )?have\b", r"has \1"),
    (r"\b(?:would|will) (?=\w+ and\b|\w+ \w+)", "did "),
    (r"\b(what|who|which|where|how) (?:would|will) be\b", r"\1 is"),
    (r"\bthen\b", " "),
)
"""Words of what would be, as words of what is."""

_LEADS = re.compile(r"\bwho (?:leads?|is leading|would lead|did lead)\b(?! to\b)", re.IGNORECASE)


_CHANGES = re.compile(
    r"(?:and |so )?(?:what|then what)(?: (?:would|will|does|do))?(?: happens?| then| changes?)*\W*"
    r"|what (?:do|does|did|would|will) (?:he|she|they|it|that|this|i|we|you|[A-Z]\w*) "
    r"(?:get|score|bring|pay|cost|do)"
    r"(?: (?:him|her|them|us|me))?\W*",
    re.IGNORECASE,
)
"""A question for what a supposition changes."""


class Supposed(NamedTuple):
    """A question about another position: what is supposed, and what is asked of it."""

    said: str
    asks: str


def parted(text: str) -> Iterator[Supposed]:
    """Yields the ways to part a question into what it supposes and what it asks."""
    plain = re.sub(r"\s+", " ", text.strip().rstrip("?!. "))
    if match := SUPPOSES.match(plain):
        rest, parts = plain[match.end() :].strip(), False
        for start in _STARTS.finditer(rest):
            if said := rest[: start.start()].strip(" ,-"):
                parts = True
                asks = rest[start.start() :].strip(" ,-")
                yield Supposed(said, "" if _CHANGES.fullmatch(asks) else asks)
        if not parts:
            yield Supposed(rest, "")
    elif match := _BEHIND.match(plain):
        yield Supposed(match["said"], "" if _CHANGES.fullmatch(match["asks"]) else match["asks"])


def reports_of(said: str, referee: Referee) -> list[tuple[str, ...]]:
    """The reports that a supposition may stand for, each with all of its parts."""
    question = parse(said, referee)
    if not question.seats:
        return []
    idle = _IDLE.sub("", said)
    for words in dict.fromkeys((said, idle, _SMALL.sub("", idle), _IDLE.sub("", in_common_words(said)))):
        apart = re.split(rf",? and (?={_any_name(referee)}\b)", words, flags=re.IGNORECASE)
        for parts in (clauses(words, referee), apart):
            found = [_report(part.strip(), referee) for part in parts]
            if found and all(found):
                return [tuple(_in_all(text, said, question, referee) for one in found for text in one)]
    number = _number(said, question, referee)
    if number is None:
        return []
    if len(question.seats) == 1:
        who = quoted(question.seats[0])
        done = next((one for one, word in zip(question.said, question.words, strict=True) if word not in _NUMBER), "")
        found_one = (done and _report(f"{who} {number} {stem(done)}", referee)) or _report(f"{who} {number}", referee)
        return [found_one] if found_one else []
    return [*_of_team(question.seats, number, referee)]


_MADE = re.compile(r"\b(?:make|makes|made) (?:it|(?:his|her|their|the) (?:bid|contract)|theirs|hers)\b")
_SET = re.compile(r"\b(?:set|go(?:es)? down|miss(?:es)?|fail(?:s)?|bust(?:s)?)\b")
_LIKE = re.compile(r"\b(?:more|less|fewer|under|over|by|than|short|least|most|plus|minus|not)\b")


_NUMBER = words_of("WHO N take make win score have point trick all")
_SMALL = re.compile(r"\b(?:for|with|by|more|the|a|an) ")


def _number(said: str, question: Question, referee: Referee) -> int | None:
    """The number that players get by a supposition: one that is said, or as many as they bid, more or fewer."""
    amounts = question.numbers
    if _MADE.search(said) or _SET.search(said):
        bid = bids_now(referee)
        bids = [getattr(bid.get(seat), "tricks", bid.get(seat)) for seat in question.seats]
        made = [one for one in bids if isinstance(one, int)]
        if len(made) != len(bids) or not made or len(amounts) > 1:
            return None
        more = amounts[0] if amounts else 0
        return sum(made) + more if _MADE.search(said) else sum(made) - (more or 1)
    others = {*question.words} - _NUMBER
    return amounts[0] if len(amounts) == 1 and len(others) <= 1 and not _LIKE.search(said) else None


def _in_all(text: str, said: str, question: Question, referee: Referee) -> str:
    """A report of tricks with those that are still to be taken, if the supposition says how many there are in all."""
    match = re.fullmatch(r"(.+) takes (\d+)", text)
    if not match or not question.numbers or re.search(r"\b(?:more|other|another|next|rest)\b", said):
        return text
    has = getattr(referee.hand, "taken", {}).get(question.seats[0], 0)
    return f"{match[1]} takes {max(0, int(match[2]) - has)}"


def _any_name(referee: Referee) -> str:
    return f"(?:{'|'.join(re.escape(str(seat)) for seat in referee.seats)})"


def _report(words: str, referee: Referee) -> tuple[str, ...]:
    """The reports, one or a row, that words stand for now."""
    if (report := referee.can(words).report) is not None:
        return () if isinstance(report, DRASTIC) else (report.text,)
    try:
        meant = read(words, referee)
    except (Several, ParseError):
        return ()
    return tuple(_in_turn(meant.reports(referee), referee)) if meant else ()


def _in_turn(texts: Iterator[str], referee: Referee) -> list[str]:
    """The texts of reports that must be entered one after the other."""
    before, found = len(referee.entries), []
    try:
        for text in texts:
            found.append(text)
            if not referee.hear(text).accepted:
                break
    finally:
        referee.undo(len(referee.entries) - before)
    return found


def _of_team(seats: Sequence[Seat], number: int, referee: Referee) -> Iterator[tuple[str, ...]]:
    """The number of a team, for each of its players alone, if players are entered one by one."""
    hand = referee.hand
    if len({hand.side(seat) for seat in seats}) > 1:
        return
    for _, ask in referee.asks():
        if {*seats} <= {*(ask.seats() or ())}:
            for one in seats:
                amounts = {seat: number if seat == one else 0 for seat in seats}
                yield tuple(f"{quoted(seat)} {ask.verb.verb} {amount}" for seat, amount in amounts.items())
            return


NOT_NOW = "It can't be entered now."
"""Instead of a refusal that isn't because of a rule of the game."""


@contextmanager
def entered(referee: Referee, texts: Sequence[str]) -> Iterator[str]:
    """Enters reports while the block runs. Gives why one of them isn't possible, or ""."""
    before = len(referee.entries)
    refused = ""
    try:
        for text in texts:
            ruling = referee.hear(text)
            if not ruling.accepted:
                breaks = ruling.verdict is Verdict.ILLEGAL and ruling.kind is Kind.BROKEN_RULE
                refused = ruling.message if breaks else NOT_NOW
                break
        yield refused
    finally:
        referee.undo(len(referee.entries) - before)


def rest_of(referee: Referee, last: type[Report], points: dict[Seat, int]) -> list[tuple[str, ...]]:
    """How the hand may end: nothing more to enter, the rest to each of those who are missing, or done."""
    if referee.scores != points or not referee.hand.dealer:
        return [()]
    for hand, ask in referee.asks():
        if not (issubclass(ask.verb, last) or issubclass(last, ask.verb)):
            continue
        counted = hand.left_of(ask.verb)
        left = counted[0] if counted else getattr(hand, "tricks_left", -1) if ask.verb.verb == "takes" else -1
        if left >= 0 and (missing := _missing(hand, ask, referee)):
            return [
                tuple(f"{quoted(seat)} {ask.verb.verb} {left if seat == one else 0}" for seat in missing)
                for one in missing
            ]
    return [("done",)] if isinstance(referee.hand, Round) and referee.can("done").accepted else [()]


def _missing(hand: Hand, ask: Ask, referee: Referee) -> list[Seat]:
    told = {entry.report.who for entry in referee.entries_now if type(entry.report) is ask.verb}
    return [seat for seat in ask.seats() or hand.seats if seat not in told]


def worlds(referee: Referee, said: str) -> Generator[tuple[tuple[str, ...], str]]:
    """Enters each way in which a supposition may come about, yields its reports and a refusal, and takes them back."""
    points = dict(referee.scores)
    for texts in reports_of(said, referee):
        with entered(referee, texts) as refused:
            last = referee.entries[-1].report if referee.entries else None
            ways = rest_of(referee, type(last), points) if last and not refused else [()]
            for more in ways:
                with entered(referee, more) as other:
                    if not other:
                        yield texts, refused


def asked_then(asks: str, said: str, referee: Referee) -> str:
    """A question about what would be, as one about what is."""
    seats = tuple(dict.fromkeys(parse(said, referee).seats))
    text = with_names(asks, Before(said, seats), referee)
    for pattern, instead in _WOULD:
        text = re.sub(pattern, instead, text, flags=re.IGNORECASE)
    return f"{text.strip()}?"


def changed(referee: Referee, points: dict[Seat, int], sides: Sequence[Seat] = ()) -> str:
    """What a supposition changes in the score, or in that of some. "" if nothing."""
    more = {side: total - points.get(side, 0) for side, total in referee.scores.items()}
    more = {side: amount if not sides or side in sides else 0 for side, amount in more.items()}
    shown = [f"{side} {_plus(more[side])}, to {signed(total)}" for side, total in referee.scores.items() if more[side]]
    return "; ".join(shown) + (f". {phrases.won(referee)}" if shown and referee.over else "")


def _plus(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)


Answers = Callable[[str], tuple[str, list[str]] | None]


class Then(NamedTuple):
    """What would be: the answer, what shows it, and the reports that were assumed."""

    first: str
    shown: list[str]


def supposed(referee: Referee, text: str, answers: Answers) -> Then | None:
    """The answer to a question about what would be. None if it supposes nothing that can be entered.

    ``answers`` answers a question in a position.
    """
    for said, asks in parted(spelled_out(text, referee)):
        if not parse(said, referee).seats:
            said = with_names(said, Before(text, tuple(parse(text, referee).seats)), referee)
        if then := _then(referee, said, asked_then(asks, said, referee) if asks else "", answers):
            return then
    return None


def _then(referee: Referee, said: str, question: str, answers: Answers) -> Then | None:
    """The answer to a question after a supposition, or what that changes. It must be the same however it comes."""
    points = dict(referee.scores)
    sides = [referee.hand.side(seat) for seat in parse(said, referee).seats]
    now = answers(question) if question else None
    found: dict[str, Then] = {}
    own: set[str] = set()  # what changes for the players who are named
    assumed = ""
    with closing(worlds(referee, said)) as every:
        for texts, refused in every:
            assumed = assumed or f"assumed: {'; '.join(texts)}"
            if refused == NOT_NOW:
                return None  # the rules may still say what happens then
            if refused:
                return Then(f"Not possible: {refused}", [assumed])
            if referee.scores != points:
                question = _LEADS.sub("who is winning", question)
            given = answers(question) if question else (changed(referee, points), [])
            own.add(changed(referee, points, sides))
            if given and given == now and referee.scores == points and referee.hand.dealer:
                return Then("That depends on the rest of the hand.", [assumed])
            if given and given[0]:
                found.setdefault(given[0], Then(given[0], [assumed, *given[1]]))
    if len(found) < 2:
        return next(iter(found.values()), None)
    if question:
        return Then("That depends on what the others do.", [assumed])
    return Then(own.pop(), [assumed]) if len(own) == 1 and all(own) else None


__all__ = ["supposed"]
