"""A dispute: which report it is about, what the rules say, how sure that is, and what was decided before.

Nothing is decided here: the finding is the referee's, the remedy the table's (`scoresheets.remedies`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from referee import certainty
from referee.cards import read_cards
from referee.certainty import Certainty, Suspicion
from referee.core import Breach, Line, Macro, Offence, Verdict
from referee.notation import Report, Seat, folded, forms
from referee.objects import breach_object
from referee.reports import ANY_TIME, Adjust, House, Note
from referee.table import Referee
from scoresheets.course import Entry
from scoresheets.precedents import Like, Precedent, keep, like
from scoresheets.rulebook import SMALL, Found, rules_of, search
from scoresheets.session import Session
from scoresheets.trouble import NOTHING, Trouble

LOOKED_AT = 16  # reports that a question in plain words may be about
CITED = 3  # rules that are shown

NOT_TOLD, COUNTS, LET_STAND, GONE = "not told", "counts", "let stand", "doesn't count"


@dataclass(frozen=True)
class Doubted:
    """Another line that a question may be about."""

    line: int
    text: str
    certainty: Certainty


@dataclass
class Case:
    """A report in question and what is known of it.

    ``line`` is 0 where nobody has told it, or where the question is about no report at all.  ``status`` says whether
    it counts: a refused one has its verdict.
    """

    session: Session
    question: str
    line: int = 0
    report: str = ""
    who: str = ""
    verb: str = ""
    hand: int = 0
    status: str = ""
    suspicion: Suspicion = field(default_factory=lambda: Suspicion(Certainty.NO_EVIDENCE))
    message: str = ""
    rules: list[Found] = field(default_factory=list)
    nearest: list[Found] = field(default_factory=list)
    searched: bool = False  # for a rule, by words
    told: tuple[str, ...] = ()  # to settle it
    others: list[Doubted] = field(default_factory=list)
    looked_at: int = 0  # reports that may be meant
    scored: list[Line] = field(default_factory=list)

    @property
    def certainty(self) -> Certainty:
        return self.suspicion.certainty

    @property
    def covered(self) -> bool:
        """Whether a rule says anything of what was asked."""
        return bool(self.rules or self.scored or not self.searched)

    @property
    def cited(self) -> list[str]:
        """The rules that the case is about: those broken, or that may be, before the others."""
        return [one.name for one in self.rules]

    @cached_property
    def missing(self) -> list[str]:
        """The facts that would tell, as they would be reported where they can be."""
        if self.certainty is not Certainty.POSSIBLE:
            return []
        found = [fact for breach in self.suspicion.of for fact in re.findall(r"`([^`]+)`", breach.why) or [breach.why]]
        return list(dict.fromkeys(found))

    @property
    def facts(self) -> dict[str, Any]:
        """What a precedent remembers of it."""
        texts = {one.number: one.text or one.typed for one in self.session.entries}
        proof = dict.fromkeys(line for breach in self.suspicion.of for line in breach.lines)
        found: dict[str, Any] = {"report": self.report, "who": self.who, "verb": self.verb, "hand": self.hand,
                                 "status": self.status, "certainty": str(self.certainty)}  # fmt: skip
        found["of"] = [breach_object(one) for one in self.suspicion.of]
        found["lines"] = {str(line): texts[line] for line in proof if line in texts}
        return {name: value for name, value in found.items() if value} | ({"told": [*self.told]} if self.told else {})


# What it is about


def consider(session: Session, question: str, told: Sequence[str] = ()) -> Case:
    """The case that a question makes: a line, a report or plain words; alone the last refusal or the last report.

    ``told`` are reports that nobody has made yet and that are supposed to be true.
    """
    with supposing(session, told):
        case = Case(session, question, told=tuple(told))
        words = question.strip()
        named = re.fullmatch(r"(?:line\s*)?#?(\d{1,9})", words, re.IGNORECASE)
        if named:
            _about_line(case, _entry(session, int(named[1])))
        elif not words:
            if not (latest := [one for one in _reports(session) if not _remark(session, one)]):
                raise Trouble("nothing has been reported yet, so there is nothing to dispute", NOTHING)
            _about_line(case, latest[-1])
        elif _about_report(case, words):
            words = ""
        else:
            _about_words(case, words)
        _find_rules(case, "" if named else words)
    return case


@contextmanager
def supposing(session: Session, told: Sequence[str]) -> Iterator[None]:
    """The table as it would be if these facts had been told as well; raises Trouble for one that can't be."""
    heard = 0
    try:
        for text in told:
            ruling = session.referee.hear(text, line=session.next_line + heard)
            if not ruling.accepted:
                raise Trouble(f"{text}: {ruling.message}")
            heard += 1
        yield
    finally:
        session.referee.undo(heard)


def _entry(session: Session, number: int) -> Entry:
    if not 1 <= number < session.next_line:
        raise Trouble(f"there is no line {number} in session {session.number}; `referee log` lists them", NOTHING)
    entry = session.entries[number - 1]
    if entry.kind in ("fix", "void") and entry.target:
        return session.entries[entry.target - 1]
    if entry.kind != "report":
        raise Trouble(f"line {number} is no report, it is {entry.kind}", NOTHING)
    return entry


def _reports(session: Session) -> list[Entry]:
    """What was reported and wasn't taken back, refused reports too."""
    return [one for one in session.entries if one.kind == "report" and (not one.accepted or _counts(session, one))]


def _counts(session: Session, entry: Entry) -> bool:
    at = session.course.find(entry.number)
    return at is not None and not session.course.told[at].void


def _remark(session: Session, entry: Entry) -> bool:
    """Whether a report is one that nobody quarrels about: a note, a correction that was agreed."""
    heard = next((one.report for one in session.referee.entries if one.report.line == entry.number), None)
    return isinstance(heard, (Note, Adjust, House))


def _about_line(case: Case, entry: Entry) -> None:
    """A line of the journal: what it says by now, and what is known against it."""
    session, referee = case.session, case.session.referee
    case.line = entry.number
    case.hand = hand_of(session, entry.number)
    if not entry.accepted:
        case.report, case.status, case.message = entry.typed or entry.text, entry.verdict, entry.message
        broken = tuple(
            Breach(one["rule"], one["message"], Verdict(entry.verdict), tuple(one["lines"])) for one in entry.breaches
        )
        if broken:
            case.suspicion = Suspicion(Certainty.PROVEN, broken)
        case.who, case.verb = _speaker(case, case.report)
        return
    told = next((one for one in session.course.told if one.line == entry.number), None)
    case.report = told.text if told else entry.text
    if told is None or told.void:
        fate = session.course.fate(entry.number)
        case.status, case.message = GONE, f"{fate[0]} in line {fate[1]}" if fate else ""
        case.who, case.verb = _speaker(case, case.report)
        return
    heard = next(one for one in referee.entries if one.report.line == entry.number)
    case.status = LET_STAND if heard.ruling.broken else COUNTS
    case.who, case.verb = str(heard.report.who), heard.report.verb
    case.suspicion = certainty.of_line(referee, entry.number)
    if case.suspicion.certainty is Certainty.PROVEN:
        case.who = next((found.who for found in _offences(referee, entry.number)), case.who)


def _offences(referee: Referee, line: int) -> Iterator[Offence]:
    """What the report of a line was found to have done wrong, or may have, the proven first."""
    findings = sorted((one for _, one in referee.findings), key=lambda one: one.open)
    return (its for one in findings for its in (*one.proven, *one.offences) if its.line == line)


def hand_of(session: Session, line: int) -> int:
    """The number of the hand that a line belongs to."""
    numbers = [page.number for page in session.referee.pages for one in page.entries if one.report.line <= line]
    return numbers[-1] if numbers else 1


def _speaker(case: Case, text: str) -> tuple[str, str]:
    ruling = case.session.referee.can(text)
    report = ruling.report
    return (str(report.who), report.verb) if report else ("", "")


def _about_report(case: Case, words: str) -> bool:
    """A report as it is written: that line where somebody has told it, else one that nobody has made."""
    session = case.session
    ruling = session.referee.can(words)
    wanted = {folded(words), folded(ruling.text)}
    for entry in reversed(_reports(session)):
        if wanted & {folded(entry.text), folded(entry.typed)} or _now(session, entry) in wanted:
            _about_line(case, entry)
            return True
    if ruling.report is None:
        return False
    case.report, case.status, case.message = ruling.text, NOT_TOLD, ruling.message
    case.who, case.verb = str(ruling.report.who), ruling.report.verb
    case.hand = session.referee.hand.number
    case.suspicion = certainty.of(ruling)
    return True


def _now(session: Session, entry: Entry) -> str:
    at = session.course.find(entry.number)
    return folded(session.course.told[at].text) if at is not None else ""


# In plain words

IRREGULAR = {
    "led": "plays", "lead": "plays", "laid": "lays", "took": "takes", "taken": "takes", "won": "takes",
    "drew": "draws", "drawn": "draws", "held": "holds", "threw": "discards", "thrown": "discards", "paid": "pays",
    "dealt": "deal", "said": "declares", "card": "plays", "revoked": "plays", "revoke": "plays", "reneged": "plays",
    "renege": "plays",
    "trumped": "plays", "ruffed": "plays", "followed": "plays", "upcard": "upcard", "built": "builds",
}  # fmt: skip
"""What people say for the verbs of reports."""

POINTS = frozenset(("score", "scores", "scored", "points", "point", "total", "worth", "counts", "chips"))


ALLOWED = frozenset(
    ("allowed", "legal", "illegal", "legally", "may", "can", "could", "must", "should", "valid", "fair", "right",
     "wrong", "ok", "okay", "correct", "permitted", "possible", "cheated", "cheat")
)  # fmt: skip


@dataclass
class Hints:
    """What a question names: players, verbs, cards, numbers, a hand."""

    seats: set[Seat] = field(default_factory=set)
    kinds: set[type[Report]] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    hand: int = 0
    line: int = 0
    points: bool = False
    latest: bool = False  # ``that``, ``the last one``
    allowed: bool = False  # it asks whether something was allowed
    words: list[str] = field(default_factory=list)  # the others

    @property
    def any(self) -> bool:
        return bool(self.kinds or self.cards or self.latest or self.line)


def hints(session: Session, text: str) -> Hints:
    """What the words of a question name at this table."""
    referee = session.referee
    found = Hints()
    for kind in ("hand", "line"):
        if at := re.search(rf"\b{kind}\s+(\d{{1,9}})\b", text, re.IGNORECASE):
            setattr(found, kind, int(at[1]))
            text = text.replace(at[0], " ")
    for word in re.findall(r"[\w♠♥♦♣+]+(?:['’]s)?", text):
        bare = re.sub(r"['’]s$", "", word)
        low = bare.lower()
        if seat := referee.names.ever.whole(bare):
            found.seats.add(seat)
        elif low in ("that", "this", "last"):
            found.latest = True
        elif low in ALLOWED:
            found.allowed = True
        elif low in POINTS:
            found.points = True
        elif kinds := _kinds(referee, low):
            found.kinds |= kinds
            found.words.append(low)
        elif low.isdigit():
            found.numbers.add(int(low[:9]))
        elif 2 <= len(low) <= 4 and low not in SMALL and (cards := read_cards(bare)):
            found.cards |= {card.text for card in cards}
        elif low not in SMALL:
            found.words.append(low)
    return found


def _kinds(referee: Referee, word: str) -> set[type[Report]]:
    """The reports that a verb may mean, whatever form it has."""
    stems = [word, re.sub(r"(?:(\w)\1)?(?:ed|ing)$", r"\1", word), re.sub(r"(?:ed|ing)$", "", word),
             re.sub(r"d$", "", word), IRREGULAR.get(word, "")]  # fmt: skip
    shapes = referee.vocabulary.shapes
    for stem in filter(None, stems):
        for form in (*forms(stem), f"{stem}s", f"{stem}es"):
            if kinds := {one.kind for one in shapes.get(form, ()) if one.kind not in ANY_TIME}:
                return kinds
    return set()


def _about_words(case: Case, text: str) -> None:
    """The report that a question in plain words is about, where it is about one."""
    session = case.session
    named = hints(session, text)
    if named.line:
        _about_line(case, _entry(session, named.line))
        return
    about = search(" ".join(named.words), session.slug).found if named.words else []
    if not named.any or _of_points(named, about):
        return
    if about and not about[0].breaking and not (named.latest or named.seats or named.cards):
        return  # it asks for a rule, and not whether somebody broke it
    broken = {name for one in about for name in (one.name, one.finding) if name}
    judged = {kind for kind, told in session.game.reports.items() if broken & set(told.rules)}
    marked = [(mark, one) for one in _reports(session) if (mark := _mark(session, one, named, broken, judged))]
    best = max((mark for mark, _ in marked), default=0)
    close = [(mark, one) for mark, one in marked if mark >= best - (0 if named.latest else 3)]
    close = close[-1 if named.latest else -LOOKED_AT :]
    weighed: list[tuple[int, int, Entry, Certainty]] = []
    for mark, one in close:
        sure = _certainty(session, one)
        more = {Certainty.PROVEN: 6, Certainty.POSSIBLE: 3, Certainty.NO_EVIDENCE: 0}[sure]
        weighed.append((mark + more, one.number, one, sure))
    if not weighed:
        return
    weighed.sort(key=lambda one: one[:2])
    *others, (_, _, entry, _) = weighed
    case.looked_at = len(weighed)
    _about_line(case, entry)
    case.others = [
        Doubted(one.number, one.text if one.accepted else one.typed, sure)
        for _, _, one, sure in reversed(others)
        if sure is not Certainty.NO_EVIDENCE and one.accepted
    ][:CITED]


def _of_points(named: Hints, about: Sequence[Found]) -> bool:
    """Whether a question is what something counts, and not whether it was allowed."""
    if named.latest or named.cards or named.line or named.allowed:
        return False
    if named.points and not named.kinds:
        return True
    return bool(about and about[0].scores and not about[0].breaking and not named.numbers)


def _certainty(session: Session, entry: Entry) -> Certainty:
    if not entry.accepted:
        return Certainty.PROVEN if entry.breaches else Certainty.NO_EVIDENCE
    return certainty.of_line(session.referee, entry.number).certainty


def _mark(session: Session, entry: Entry, named: Hints, broken: set[str], judged: set[type[Report]]) -> int:
    """How likely it is that a question means this report; 0 where it can't."""
    heard = next((one.report for one in session.referee.entries if one.report.line == entry.number), None)
    said = folded(entry.text if entry.accepted else entry.typed)
    if named.hand and hand_of(session, entry.number) != named.hand:
        return 0
    proven = {one["rule"] for one in entry.breaches} | {one.name for one in _offences(session.referee, entry.number)}
    mark = 4 if proven & broken else 0
    if named.seats:
        speaks = heard.who in named.seats if heard else any(folded(seat) in said for seat in named.seats)
        inside = isinstance(heard, Macro) or any(folded(seat) in said for seat in named.seats)
        if not speaks and not inside:
            return 0
        mark += 3 if speaks else 2
    kind = type(heard) if heard else _kind_said(session, said)
    if named.kinds:
        alike = kind in named.kinds or (kind and issubclass(kind, Macro) and kind.stands_for in named.kinds)
        if not alike and not proven & broken:
            return 0
        mark += 3 if alike else 0
    if kind in judged:
        mark += 2
    elif not named.kinds and not named.latest and not mark:
        return 0
    mark += 3 * sum(card.lower() in said for card in named.cards)
    mark += sum(bool(re.search(rf"\b{number}\b", said)) for number in named.numbers)
    return mark + (1 if named.latest or mark else 0)


def _kind_said(session: Session, said: str) -> type[Report] | None:
    """The verb of a report that was refused."""
    shapes = session.referee.vocabulary.shapes
    return next((shapes[word][0].kind for word in said.split() if word in shapes), None)


# The rules


def _find_rules(case: Case, words: str) -> None:
    """The rules that the case is about: those broken, those asked for, those that judge such a report."""
    session = case.session
    named = hints(session, words) if words else Hints()
    called = {rule.finding: name for name, rule in session.game.rules.items() if rule.finding}
    broken = list(dict.fromkeys(called.get(one.rule, one.rule) for one in case.suspicion.of))
    if broken:
        case.rules = rules_of(session.slug, broken)
        return
    kind = next((one for one in session.game.reports if one.verb == case.verb), None) if case.verb else None
    judging = list(session.game.reports[kind].rules) if kind else []
    answer = search(" ".join(named.words), session.slug) if named.words else None
    asked = answer.found if answer else []
    case.searched = bool(named.words)
    if not case.line and (named.points or _of_points(named, asked)):
        _find_points(case, named, [one.name for one in asked if one.scores])
    fitting = [one.name for one in asked if one.name in judging]
    names = fitting or [*(one.name for one in asked if not judging or not one.silent), *judging]
    names = list(dict.fromkeys((*(line.rule for line in case.scored), *([] if case.scored else names))))
    case.rules = rules_of(session.slug, (names or ([] if named.words else judging))[:CITED])
    if not case.rules and answer:
        case.nearest = answer.nearest


def _find_points(case: Case, named: Hints, rules: Sequence[str]) -> None:
    """The lines of the score that a question is about: by these rules, else all of the hand, of whom it names."""
    referee = case.session.referee
    hand = named.hand or (referee.last.number if referee.last else referee.hand.number)
    sides = {referee.hand.side(seat) for seat in named.seats}
    of_hand = [line for line in referee.lines if line.hand == hand and (not sides or line.who in sides)]
    case.hand = hand
    case.scored = [line for line in of_hand if line.rule in rules] or (of_hand if named.points and not rules else [])


# What was decided


def before(case: Case) -> list[Like]:
    """What this table decided in cases like this one."""
    facts = case.facts | {"session": case.session.number, "line": case.line}
    return like(case.session.kept, case.session.slug, case.cited, facts, case.question or case.report)


def decided(
    case: Case,
    verdict: str,
    *,
    effect: str = "",
    agreed: str = "",
    note: str = "",
    instead_of: int | None = None,
) -> Precedent:
    """Keeps what the table decided, with the facts, the rule and the house rules in force."""
    session = case.session
    facts = case.facts | ({"instead_of": instead_of} if instead_of else {})
    house = session.referee.house_in(case.hand) if case.hand else session.referee.in_force
    options = {name: value for name, value in house.items() if value is not None}
    one = Precedent(
        at=session.kept.clock(),
        game=session.slug,
        question=case.question or case.report,
        session=session.number,
        line=case.line,
        facts=facts,
        rule=case.cited[0] if case.rules else "",
        options=options,
        verdict=verdict,
        certainty=str(case.certainty),
        effect=effect,
        agreed=agreed,
        note=note,
    )
    return keep(session.kept, one)
