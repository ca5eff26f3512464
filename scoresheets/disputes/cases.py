"""A dispute: its rule and its report, how certain a breach is, and earlier decisions.

A question in plain words is matched to a rule first, and then to the reports that this rule judges. Nothing is called
proven about any other rule or report. Nothing is decided here: the finding is the referee's, the remedy the table's
(`scoresheets.disputes.remedies`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from referee.game.asks import Macro
from referee.game.common_reports import Adjust, House, Note, Penalty
from referee.game.findings import Breach, Line, Offence
from referee.language.reports import Report
from referee.language.words import either, folded
from referee.rules.rule import Verdict
from referee.table import certainty
from referee.table.certainty import Certainty, Suspicion
from referee.table.objects import breach_object
from referee.table.referee import Referee
from scoresheets.book.rulebook import Found, Match, as_played, fits, nearest, own_of, rules_of
from scoresheets.display import phrases
from scoresheets.disputes.precedents import Like, Precedent, keep, like
from scoresheets.disputes.questions import Asked, read
from scoresheets.errors import NOTHING, CommandError
from scoresheets.keeping.replay import JournalLine
from scoresheets.keeping.session import Session
from scoresheets.questions.known import fact
from scoresheets.questions.parse import parse
from scoresheets.questions.position import Position

LOOKED_AT = 16  # reports to consider for a question in plain words
CITED = 3  # rules to show
SUREST = (Certainty.NO_EVIDENCE, Certainty.POSSIBLE, Certainty.PROVEN)

NOT_TOLD, COUNTS, LET_STAND, GONE = "not told", "counts", "let stand", "doesn't count"


@dataclass(frozen=True)
class Doubted:
    """Another line that may be meant."""

    line: int
    text: str
    certainty: Certainty


@dataclass
class Case:
    """A report in question and what is known about it.

    ``line`` is 0 if nobody has entered it, or if the question isn't about a report. ``status`` says whether it counts;
    for a refused report it is the verdict.
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
    nearest: list[Found] = field(default_factory=list)  # if no rule answers the question
    rule: str = ""  # the rule the table chose when asked
    asked_by: str = ""  # the rule that the report in question was checked against
    position: list[str] = field(default_factory=list)  # the answer to a question of fact
    told: tuple[str, ...] = ()  # to settle it
    others: list[Doubted] = field(default_factory=list)
    looked_at: int = 0  # reports that may be meant
    scored: list[Line] = field(default_factory=list)
    accused: str = ""  # for breaking a house's own rule

    @cached_property
    def own(self) -> list[Found]:
        """The rules in words of this house."""
        return own_of(self.session.referee.in_force, self.session.game)

    @property
    def certainty(self) -> Certainty:
        return self.suspicion.certainty

    @property
    def which(self) -> bool:
        """Whether no rule answers the question, so that the table is asked which of the nearest is meant."""
        return not (self.report or self.rules or self.scored or self.position)

    @property
    def cited(self) -> list[str]:
        """The rules of the case: those broken, or possibly broken, before the others."""
        return [rule.name for rule in self.rules]

    @cached_property
    def missing(self) -> list[str]:
        """The reports that would decide the case: ``Cat had …``."""
        if self.certainty is not Certainty.POSSIBLE:
            return []
        return list(dict.fromkeys(report for breach in self.suspicion.of for report in breach.settles))

    @property
    def facts(self) -> dict[str, Any]:
        """The facts to save in a precedent."""
        texts = {entry.number: entry.text or entry.typed for entry in self.session.entries}
        proof = dict.fromkeys(line for breach in self.suspicion.of for line in breach.proof)
        known: dict[str, Any] = {"report": self.report, "who": self.who, "verb": self.verb, "hand": self.hand,
                                 "status": self.status, "certainty": str(self.certainty)}  # fmt: skip
        known["of"] = [breach_object(breach) for breach in self.suspicion.of]
        known["lines"] = {str(line): texts[line] for line in proof if line in texts}
        return {name: value for name, value in known.items() if value} | ({"told": [*self.told]} if self.told else {})


# Subject


def consider(session: Session, question: str, lines: Sequence[str] = (), rule: str = "") -> Case:
    """The case for a question: a line, a report or plain words. Without words, the last refusal or the last report.

    ``told`` are reports that are assumed to be true. ``rule`` is the one that is meant if the words leave that open.
    """
    with supposing(session, lines):
        case = Case(session, question, told=tuple(lines), rule=rule)
        words = question.strip()
        named = re.fullmatch(r"(?:line\s*)?#?(\d{1,9})", words, re.IGNORECASE)
        if named:
            _about_line(case, _entry(session, int(named[1])))
        elif not words:
            if not (latest := [entry for entry in _reports(session) if not _remark(session, entry)]):
                raise CommandError("nothing has been reported yet, so there is nothing to dispute", NOTHING)
            _about_line(case, latest[-1])
        elif not _about_report(case, words):
            _about_words(case, read(session.referee, words))
        if not case.rules:
            _cite(case)
        case.rules = as_played(case.rules, session.referee, case.hand)
        case.nearest = as_played(case.nearest, session.referee, case.hand)
    return case


@contextmanager
def supposing(session: Session, lines: Sequence[str]) -> Iterator[None]:
    """The table as if these facts had been entered too. Raises CommandError for one that isn't possible."""
    with session.referee.trial():
        for line, text in enumerate(lines, session.next_line):
            ruling = session.referee.hear(text, line=line)
            if not ruling.accepted:
                raise CommandError(f"{text}: {ruling.message}")
        yield


def _entry(session: Session, number: int) -> JournalLine:
    if not 1 <= number < session.next_line:
        raise CommandError(
            f"session {session.number} has no line {number}. To list its lines, run `referee log`", NOTHING
        )
    entry = session.entries[number - 1]
    if entry.kind in ("fix", "void") and entry.target:
        return session.entries[entry.target - 1]
    if entry.kind != "report":
        raise CommandError(f"line {number} isn't a report, it is {entry.kind}", NOTHING)
    return entry


def _reports(session: Session) -> list[JournalLine]:
    """The reports that weren't undone, including refused ones."""
    return [
        entry
        for entry in session.entries
        if entry.kind == "report" and (not entry.accepted or session.course.counts(entry.number))
    ]


def _remark(session: Session, entry: JournalLine) -> bool:
    """Whether a report is one that nobody disputes: a note or an agreed correction."""
    report = next((other.report for other in session.referee.entries if other.report.line == entry.number), None)
    return isinstance(report, (Note, Adjust, Penalty, House))


def _about_line(case: Case, entry: JournalLine) -> None:
    """Describes a line of the journal: its present text, and what is known against it."""
    session, referee = case.session, case.session.referee
    case.line = entry.number
    case.hand = hand_of(session, entry.number)
    if not entry.accepted:
        case.report, case.status, case.message = entry.typed or entry.text, entry.verdict, entry.message
        case.suspicion = _refused(entry)
        case.who, case.verb = _speaker(case, case.report)
        return
    told = next((report for report in session.course.reports if report.line == entry.number), None)
    case.report = told.text if told else entry.text
    if told is None or told.void:
        fate = session.course.fate(entry.number)
        case.status, case.message = GONE, f"{fate[0]} in line {fate[1]}" if fate else ""
        case.who, case.verb = _speaker(case, case.report)
        return
    heard = next(other for other in referee.entries if other.report.line == entry.number)
    case.status = LET_STAND if heard.ruling.broken else COUNTS
    case.who, case.verb = str(heard.report.who), heard.report.verb
    case.suspicion = certainty.of_line(referee, entry.number)
    if case.suspicion.certainty is Certainty.PROVEN:
        case.who = next((offence.who for offence in _offences(referee, entry.number)), case.who)


def _refused(entry: JournalLine) -> Suspicion:
    """Why a report was refused."""
    broken = tuple(
        Breach(breach["rule"], breach["message"], Verdict(entry.verdict), tuple(breach["lines"]))
        for breach in entry.breaches
    )
    return Suspicion(Certainty.PROVEN if broken else Certainty.NO_EVIDENCE, broken)


def _offences(referee: Referee, line: int) -> Iterator[Offence]:
    """The breaches of a line, proven or possible, the proven ones first."""
    findings = sorted((finding for _, finding in referee.findings), key=lambda finding: finding.open)
    return (offence for finding in findings for offence in (*finding.proven, *finding.offences) if offence.line == line)


def hand_of(session: Session, line: int) -> int:
    """The number of the hand that a line belongs to."""
    numbers = [hand.number for hand in session.referee.records for entry in hand.entries if entry.report.line <= line]
    return numbers[-1] if numbers else 1


def _speaker(case: Case, text: str) -> tuple[str, str]:
    ruling = case.session.referee.can(text)
    report = ruling.report
    return (str(report.who), report.verb) if report else ("", "")


def _about_report(case: Case, words: str) -> bool:
    """Describes a report in notation: the line with that report, otherwise one that nobody has entered."""
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


def _now(session: Session, entry: JournalLine) -> str:
    at = session.course.find(entry.number)
    return folded(session.course.reports[at].text) if at is not None else ""


# Plain words


def _about_words(case: Case, asked: Asked) -> None:
    """The subject of a question in plain words: a line, the position, points, or a rule and the reports it judges."""
    session, rule = case.session, case.rule or asked.rule
    if asked.line:
        _about_line(case, _entry(session, asked.line))
        return
    if not rule and _spoken(case, asked):
        return
    question = parse(asked.text, session.referee)
    if not (rule or question.has("why")) and (known := fact(Position(session.referee, question))):
        case.position = [known.text, *known.shown]
        return
    if asked.points and not (asked.allowed or rule or asked.strange or asked.ranks or asked.spoken):
        _find_points(case, asked, [])
        case.position = [] if asked.hand and case.scored else [phrases.totals(session.referee)]
        return
    if asked.judges and asked.accuses and not (asked.strange or rule or asked.spoken):
        _weigh_up(case, asked, [])
        if case.report:
            return
    meant = _rules_meant(case, asked, rule)
    if meant and asked.accuses and any(candidate.breaking or candidate.finding for candidate in meant):
        _weigh_up(case, asked, meant)
    if not case.report:
        case.rules = meant[:CITED]
        if meant and meant[0].costs is not None and len(asked.seats) == 1:
            (case.accused,) = asked.seats
        if meant and asked.accuses and asked.seats and meant[0].breaking:
            case.message = f"nothing entered for {either(sorted(asked.seats))} has to do with the rule {meant[0].name}"
        _find_points(case, asked, [candidate.name for candidate in meant if candidate.scores])


def _spoken(case: Case, asked: Asked) -> bool:
    """A report at the end of the question, as in ``may Cat play 2D?``."""
    words = asked.text.rstrip("?! ").split()
    names = case.session.referee.names.ever
    return any(names.whole(word) and _about_report(case, " ".join(words[at:])) for at, word in enumerate(words) if at)


def _rules_meant(case: Case, asked: Asked, rule: str) -> list[Found]:
    """The rules that answer a question, best first. If there are none, the case gets the nearest."""
    slug = case.session.slug
    if rule:
        return rules_of(slug, [rule], case.own)
    fitting = fits(asked.about, slug, passing=asked.accuses, own=case.own)
    judging, refusing = _judging(case.session, asked) if asked.accuses else (set(), set())
    if asked.kinds and not (asked.blames or asked.strange):  # for a verb alone, only a rule with that name
        fitting = [
            fit if fit.words == fit.in_name or fit.rule.name in refusing else fit._replace(missing=fit.words)
            for fit in fitting
        ]
    if asked.accuses:
        fitting.sort(key=lambda fit: (*_unfit(fit, judging, refusing), *fit.key))
    else:
        fitting.sort(key=lambda fit: (fit.spoken, fit.missing, asked.asks_leave and not fit.rule.breaking, *fit.order))
    answering = [fit for fit in fitting if fit.answers and (asked.accuses or fit.spoken or not fit.missing)]
    if not answering:
        case.nearest = nearest(fitting, asked.about, CITED)
    return [fit.rule for fit in answering if fit.key[:2] == answering[0].key[:2]]


def _judging(session: Session, asked: Asked) -> tuple[set[str], set[str]]:
    """The rules that judge reports of the verb in question, and those for which such reports were refused."""
    judging = {name for kind, told in session.game.reports.items() if kind in asked.kinds for name in told.rules}
    refused = [
        entry for entry in _reports(session) if not entry.accepted and _mark(session, entry, asked, set(), set())
    ]
    return judging, {breach["rule"] for entry in refused for breach in entry.breaches}


def _unfit(fit: Match, judging: set[str], refusing: set[str]) -> tuple[int, ...]:
    """How little a rule fits an accusation: asked for in full, refused for it, asked for, and possible to break."""
    rule = fit.rule
    unbroken = (not (rule.breaking or rule.finding)) + (bool(judging) and rule.name not in judging)
    in_full = not fit.missing and (fit.spoken or fit.in_name == fit.words > 1)
    return not in_full, rule.name not in refusing, fit.spoken, unbroken


class Weighed(NamedTuple):
    """A report that may be meant, how certain a breach of the rules in question is, and how well the words fit."""

    certainty: Certainty
    mark: int
    entry: JournalLine


def _weigh_up(case: Case, asked: Asked, meant: Sequence[Found]) -> None:
    """Finds the report that a question is about, and weighs it by the rules that are meant, or by every rule.

    Takes the first of those rules for which there is evidence, otherwise the best match.
    """
    weighed = _suspects(case.session, asked, meant)
    if meant and not (weighed and weighed[-1].certainty is not Certainty.NO_EVIDENCE):
        meant = meant[:1]
        weighed = _suspects(case.session, asked, meant)
    if not weighed:
        return
    *others, chosen = weighed
    case.looked_at = len(weighed)
    _about_line(case, chosen.entry)
    case.suspicion = _suspected(case.session, chosen.entry, asked, _names(meant))
    case.rules = _first_broken(case, meant)
    case.asked_by = case.rules[0].name if case.rules else ""
    case.others = [
        Doubted(doubt.entry.number, doubt.entry.text if doubt.entry.accepted else doubt.entry.typed, doubt.certainty)
        for doubt in reversed(others)
        if doubt.certainty is not Certainty.NO_EVIDENCE and doubt.entry.accepted
    ][:CITED]


def _names(rules: Iterable[Found]) -> set[str]:
    """The names of breaches of these rules."""
    return {name for rule in rules for name in (rule.name, rule.finding) if name}


def _suspects(session: Session, asked: Asked, meant: Sequence[Found]) -> list[Weighed]:
    """The reports that may be meant, with the likeliest last: one for which there is evidence of a breach."""
    called = _names(meant)
    judged = {kind for kind, told in session.game.reports.items() if called & set(told.rules)}
    marked = [(mark, entry) for entry in _reports(session) if (mark := _mark(session, entry, asked, called, judged))]
    best = max((mark for mark, _ in marked), default=0)
    close = [(mark, entry) for mark, entry in marked if mark >= best - (0 if asked.latest else 3)]
    weighed = [
        Weighed(_suspected(session, entry, asked, called).certainty, mark, entry)
        for mark, entry in close[-1 if asked.latest else -LOOKED_AT :]
    ]
    weighed.sort(
        key=lambda doubt: (SUREST.index(doubt.certainty), doubt.entry.accepted, doubt.mark, doubt.entry.number)
    )
    return weighed


def _first_broken(case: Case, meant: Sequence[Found]) -> list[Found]:
    """The best of the rules with evidence, and the case for it alone. Otherwise the best match."""
    for rule in meant:
        if of := tuple(breach for breach in case.suspicion.of if breach.rule in (rule.name, rule.finding)):
            case.suspicion = Suspicion(case.certainty, of)
            return [rule]
    return [*meant[:1]]


def _suspected(session: Session, entry: JournalLine, asked: Asked, called: set[str]) -> Suspicion:
    """How certain it is that these players broke these rules with a report. Any rule if none is named."""
    suspicion = certainty.of_line(session.referee, entry.number) if entry.accepted else _refused(entry)
    report = next((other.report for other in session.referee.entries if other.report.line == entry.number), None)
    several = isinstance(report, Macro)  # only some of its players may be meant
    of = tuple(
        breach
        for breach in suspicion.of
        if (not called or breach.rule in called) and (not several or _of_them(breach, asked))
    )
    return Suspicion(suspicion.certainty, of) if of else Suspicion(Certainty.NO_EVIDENCE)


def _of_them(breach: Breach, asked: Asked) -> bool:
    """Whether a breach may be by the players in question."""
    return asked.others.isdisjoint(breach.by) or not asked.seats.isdisjoint(breach.by)


def _says(text: str, name: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def _mark(session: Session, entry: JournalLine, asked: Asked, called: set[str], judged: set[type[Report]]) -> int:
    """How likely a question means this report; 0 if it can't."""
    report = next((other.report for other in session.referee.entries if other.report.line == entry.number), None)
    text = folded(entry.text if entry.accepted else entry.typed)
    if asked.hand and hand_of(session, entry.number) != asked.hand:
        return 0
    findings = [offence for offence in _offences(session.referee, entry.number) if offence.name in called]
    refused = any(breach["rule"] in called or (asked.allowed and not called) for breach in entry.breaches)
    proven = bool(findings) or refused
    mark = 4 if proven else 0
    if asked.seats:
        speaks = report.who in asked.seats if report else any(_says(text, folded(seat)) for seat in asked.seats)
        inside = isinstance(report, Macro) or any(_says(text, folded(seat)) for seat in asked.seats)
        if not speaks and not inside:
            return 0
        mark += 3 if speaks else 2
    kind = type(report) if report else _refused_verb(session, text)
    if called and not proven and not _among(kind, judged):
        return 0
    if alike := _among(kind, asked.kinds):
        mark += 3
    elif asked.kinds and not called:
        return 0
    mark += 2 if _among(kind, judged) else 0
    mark += 3 * sum(card.lower() in text for card in asked.cards)
    mark += 2 * any(re.search(rf"\b{rank.lower()}[shdc]?\b", text) for rank in asked.ranks)
    mark += sum(bool(re.search(rf"\b{number}\b", text)) for number in asked.numbers)
    return mark + (1 if asked.latest or mark or alike else 0)


def _among(kind: type[Report] | None, kinds: set[type[Report]]) -> bool:
    """Whether a report is of these kinds, or a whole trick of them."""
    return kind is not None and (kind in kinds or (issubclass(kind, Macro) and kind.stands_for in kinds))


def _refused_verb(session: Session, text: str) -> type[Report] | None:
    """The verb of a refused report."""
    shapes = session.referee.vocabulary.shapes
    return next((shapes[word][0].kind for word in text.split() if word in shapes), None)


# The rules


def _cite(case: Case) -> None:
    """Sets the rules that the case is about: those broken, otherwise those that judge a report like that."""
    game = case.session.game
    called = {rule.finding: name for name, rule in game.rules.items() if rule.finding}
    broken = list(dict.fromkeys(called.get(breach.rule, breach.rule) for breach in case.suspicion.of))
    kind = next((kind for kind in game.reports if kind.verb == case.verb), None) if case.verb and case.report else None
    scored = list(dict.fromkeys(line.rule for line in case.scored))
    names = broken or scored or (list(game.reports[kind].rules) if kind else [])
    case.rules = rules_of(case.session.slug, names if broken else names[:CITED])


def _find_points(case: Case, asked: Asked, rules: Sequence[str]) -> None:
    """Finds the lines of the score in question: those by these rules, or all of the hand, for the players it names."""
    referee = case.session.referee
    hand = asked.hand or (referee.last.number if referee.last else referee.hand.number)
    sides = {referee.hand.side(seat) for seat in asked.seats}
    of_hand = [line for line in referee.lines if line.hand == hand and (not sides or line.who in sides)]
    case.hand = hand
    case.scored = [line for line in of_hand if line.rule in rules] or (of_hand if asked.points and not rules else [])


# Decisions


def before(case: Case) -> list[Like]:
    """Earlier decisions of this table in similar cases."""
    facts = case.facts | {"session": case.session.number, "line": case.line}
    return like(case.session.journal, case.session.slug, case.cited, facts, case.question or case.report)


def decided(
    case: Case,
    verdict: str,
    *,
    effect: str = "",
    agreed: str = "",
    note: str = "",
    instead_of: int | None = None,
) -> Precedent:
    """Saves a decision, with the facts, the rule and the house rules in force."""
    session = case.session
    facts = case.facts | ({"instead_of": instead_of} if instead_of else {})
    house = session.referee.house_in(case.hand) if case.hand else session.referee.in_force
    options = {name: value for name, value in house.items() if value is not None}
    precedent = Precedent(
        at=session.journal.clock(),
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
    return keep(session.journal, precedent)
