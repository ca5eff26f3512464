"""`referee dispute`: a ruling on a report, a line or a question, and what the table decides."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoresheets.cli import console
from scoresheets.cli.commands import COMMANDS
from scoresheets.cli.options import Db, Json, Plain
from scoresheets.cli.rule import rule_object
from scoresheets.cli.rulings import RULINGS
from scoresheets.cli.rulings import asked as answered
from scoresheets.display.plain import visible
from scoresheets.errors import FINE, REFUSED, UNTOLD, USAGE, CommandError, LeftFor
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import unreadable

if TYPE_CHECKING:
    from scoresheets.disputes.cases import Case
    from scoresheets.disputes.precedents import Precedent
    from scoresheets.disputes.remedies import Remedy
    from scoresheets.keeping.session import Session

COMMANDS_THERE = frozenset((*COMMANDS, "redo", "rules", "help", "quit", "exit", "<", ">", "?", "~"))
"""Words that end a question, because a line that begins with them is a command."""

REMEDIES = frozenset(("void", "fix", "stand", "adjust", "penalty", "note", "nothing"))
"""The possible remedies, besides the numbers of those shown."""


def asked(question: str, answers: Collection[str] = ()) -> str:
    """The user's answer at the terminal. Raises LeftFor for a command that isn't an answer."""
    answer = answered(question)
    first = answer.split()[0].lower() if answer.split() else ""
    if first in COMMANDS_THERE and first not in answers:
        raise LeftFor(answer)
    return answer


Which = Annotated[
    int, typer.Option("--session", metavar="N", help="Use session N, not the one in play.", show_default=False)
]


def dispute(
    words: Annotated[list[str] | None, typer.Argument(metavar="[LINE or REPORT or WORDS]", show_default=False)] = None,
    fact: Annotated[
        list[str] | None,
        typer.Option("--fact", metavar="REPORT", help="A fact that decides it: `Cat had 4S`.", show_default=False),
    ] = None,
    apply: Annotated[
        str,
        typer.Option(
            "--apply",
            metavar="REMEDY",
            help="void, fix REPORT, stand, adjust WHO N, penalty WHO RULE, note TEXT, nothing, or the number of a"
            " remedy shown.",
            show_default=False,
        ),
    ] = "",
    decide: Annotated[
        str, typer.Option("--decide", metavar="TEXT", help="The table's decision, in words.", show_default=False)
    ] = "",
    agreed: Annotated[str, typer.Option("--agreed", metavar="NAMES", help="Who agreed.", show_default=False)] = "",
    why: Annotated[
        str, typer.Option("--why", metavar="TEXT", help="The reason, for the log.", show_default=False)
    ] = "",
    instead_of: Annotated[
        int, typer.Option("--instead-of", metavar="N", help="The ruling it replaces.", show_default=False)
    ] = 0,
    session: Which = 0,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Settle a dispute about a line, a report, or a question in plain words.

    Without words, it looks at the last report. The answer is "Proven", "Can't say yet" if a fact is missing, or "No
    mistake found". It names the rule, what the table decided before, and what each remedy does to the score. A question
    of fact gets a short answer. If no rule fits, it names the closest ones.

    The table's decision is saved. Exit code 0 if nothing is wrong or it is decided, 1 if a breach is proven, 3 if a
    fact is missing or no rule covers it.
    """
    if strange := next((word for word in words or () if word.startswith("--")), ""):
        raise CommandError(f"there is no option {strange} (see `referee dispute --help`)", USAGE)
    for text in (*(fact or ()), apply, decide, agreed, why, *(words or ())):
        if fault := unreadable(text):
            raise CommandError(fault.message, USAGE)
    with open_journal() as journal:
        chosen = journal.session(session) if session else journal.open_session()
        guide = Guide(chosen, fact or [], json=json, plain=plain)
        raise typer.Exit(
            guide.rule_on(" ".join(words or ()), apply, decide, agreed=agreed, why=why, instead_of=instead_of)
        )


class Guide:
    """Guides the user through a dispute, without questions that can't change the answer."""

    def __init__(self, session: Session, facts: list[str], *, json: bool, plain: bool) -> None:
        self.session = session
        self.facts = facts
        self.json = json
        self.plain = plain
        self.asks = not json and sys.stdin.isatty()

    def rule_on(
        self, question: str, apply: str, decide: str, *, agreed: str = "", why: str = "", instead_of: int = 0
    ) -> int:
        from scoresheets.disputes import cases, in_words
        from scoresheets.disputes.remedies import effects

        if not question.strip() and self.asks:
            question = asked(
                "What is the argument about? Type a line, a report or plain words. [Enter: the last report]",
                ("why", "can"),
            )
        case = self.meant(cases.consider(self.session, question, self.facts))
        said = self.asks and case.which  # by asking which rule is meant
        if not (self.json or said):
            self.say(in_words.finding(case))
        case = self.settled(case)
        remedies, before = effects(case), cases.before(case)
        if not self.json:
            self.say([] if said else in_words.grounds(case))
            self.say([(f"  {in_words.remark_before(case, like.precedent)}", "yellow") for like in before[:1]])
            if case.report or case.scored or case.accused or apply or decide:
                self.say(in_words.worked(case, remedies))
        if self.asks and not apply and not decide and (case.report or case.accused):
            apply, decide, agreed = self.decision(remedies, agreed)
        elif self.asks and not apply and not decide and case.question:
            decide = asked("How do you settle it? Type your decision [Enter: no ruling]")
            agreed = agreed or (decide and self.agreement())
        ruling = self.save(case, apply, decide, agreed, why, instead_of) if apply or decide else None
        if self.json:
            entered = case_object(case) | {"before": RULINGS.objects(like.precedent for like in before)}
            entered["effects"] = [remedy_object(remedy) for remedy in remedies]
            console.json_out(entered | {"decided": RULINGS.object(ruling) if ruling else None})
        elif ruling:
            console.say(f"ruling {ruling.number}: {ruling.verdict}" + (f" ({ruling.effect})" if ruling.effect else ""))
        elif case.missing and not self.asks:
            console.tell(f'To decide it, add: --fact "{case.missing[0]}"')
        elif case.which:
            if case.nearest and not self.asks:
                console.tell(f"Which rule? Type `referee dispute {case.nearest[0].name} …`.")
            console.tell('To save what you decide, run `referee dispute … --decide TEXT --agreed "Ann, Ben"`.')
        return FINE if ruling else exit_code(case)

    def say(self, said: Iterable[tuple[str, str]]) -> None:
        console.lines_out([*said], self.plain)

    def meant(self, case: Case) -> Case:
        """Asks which rule is meant if the words match several."""
        from scoresheets.disputes import cases, in_words

        if not (self.asks and case.which):
            return case
        self.say([*in_words.finding(case), *in_words.nearest(case, numbered=True)])
        if not case.nearest:
            return case
        answer = asked(f"Which rule do you mean? 1–{len(case.nearest)} [Enter: none of these]")
        if not (answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(case.nearest)):
            return case
        rule = case.nearest[int(answer) - 1].name
        return cases.consider(self.session, case.question, self.facts, rule)

    def settled(self, case: Case) -> Case:
        """Asks for the fact that would decide the case, until there is none or nobody knows it."""
        from scoresheets.disputes import cases, in_words

        while self.asks and case.missing:
            fact = case.missing[0]
            begins = fact.removesuffix("…").strip()
            answer = asked(f"{fact}? [Enter: nobody knows]")
            if not answer:
                break
            text = answer if answer.lower().startswith(begins.lower()) or begins == fact else f"{begins} {answer}"
            try:
                question = case.question or f"line {case.line}"
                case = cases.consider(self.session, question, [*case.told, text], case.rule)
            except CommandError as trouble:
                console.tell(visible(trouble.message))
                continue
            self.say(in_words.finding(case))
        return case

    def decision(self, remedies: list[Remedy], agreed: str) -> tuple[str, str, str]:
        """The table's remedy, or its decision in words, and who agreed."""
        numbers = f"1–{len(remedies) - 1}, " if len(remedies) > 2 else "1, " if len(remedies) > 1 else ""
        wanted = asked(
            f"What now? {numbers}adjust WHO N, nothing, or your decision in words [Enter: no ruling]", REMEDIES
        )
        if not wanted:
            return "", "", agreed
        agreed = agreed or self.agreement()
        first = wanted.split()[0].lower()
        known = first.isdigit() or first in REMEDIES
        return (wanted, "", agreed) if known else ("", wanted, agreed)

    def agreement(self) -> str:
        """The players who agreed."""
        return asked("Who agreed? [Enter: everybody]") or ", ".join(self.session.referee.seats)

    def save(self, case: Case, apply: str, decide: str, agreed: str, why: str, instead_of: int) -> Precedent:
        """Carries out the decision and saves it."""
        from scoresheets.disputes.cases import decided
        from scoresheets.disputes.precedents import LONGEST
        from scoresheets.disputes.remedies import carry_out

        for text in (decide, agreed, why, case.question):
            if len(text) > LONGEST:
                raise CommandError(f"{text[:20]}… is too long: {LONGEST} characters at most", USAGE)
        does, effect = carry_out(case, apply, why) if apply else ("", "")
        verdict = "; ".join(filter(None, (decide.strip(), does)))
        if not verdict:
            raise CommandError("Add your decision: --decide TEXT", USAGE)
        return decided(
            case, verdict, effect=effect, agreed=agreed.strip(), note=why.strip(), instead_of=instead_of or None
        )


def exit_code(case: Case) -> int:
    from referee.table.certainty import Certainty

    if case.certainty is Certainty.PROVEN:
        return REFUSED
    return UNTOLD if case.certainty is Certainty.POSSIBLE or case.which else FINE


Said = list[tuple[str, str]]


def case_object(case: Case) -> dict[str, Any]:
    """A case in the form of ``--json``."""
    from referee.table.objects import breach_object, line_object

    return {
        "session": case.session.number,
        "question": case.question,
        "line": case.line or None,
        "hand": case.hand or None,
        "report": case.report or None,
        "who": case.who or None,
        "status": case.status or None,
        "message": case.message,
        "certainty": str(case.certainty),
        "of": [breach_object(breach) for breach in dict.fromkeys(case.suspicion.of)],
        "missing": case.missing,
        "told": list(case.told),
        "covered": not case.which,
        "position": case.position,
        "rules": [rule_object(rule, ()) for rule in case.rules],
        "nearest": [rule_object(rule, ()) for rule in case.nearest],
        "scored": [{"hand": line.hand} | line_object(line) for line in case.scored],
        "others": [
            {"line": doubted.line, "text": doubted.text, "certainty": str(doubted.certainty)} for doubted in case.others
        ],
    }


def remedy_object(remedy: Remedy) -> dict[str, Any]:
    scores = None if remedy.scores is None else dict(remedy.scores)
    return {
        "remedy": remedy.name,
        "does": remedy.does,
        "scores": scores,
        "moved": remedy.moved,
        "clash": remedy.clash or None,
    }
