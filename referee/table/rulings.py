"""How a report is judged: in stages, by the asks that admit it and by their checks; and the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from referee.cards import UNKNOWN, Card
from referee.game.asks import AS_SAID, Ask
from referee.game.common_reports import Deal
from referee.game.findings import Breach, Finding, Line
from referee.game.game import Hand
from referee.language.reports import Report, forms, shape
from referee.language.words import NOBODY, Ambiguous, ParseError, Seat, either
from referee.rules.rule import Answer, Check, Kind, Reason, Rule, Verdict, not_next


def _of_every_game(name: str, text: str) -> Rule:
    rule = Rule(text, Verdict.ILLEGAL)
    rule.name = name
    return rule


ORDER = _of_every_game("order", "Enter things as they happen, in that order.")
"""Cited if a report isn't due and the game names no rule of its own."""

OVER = _of_every_game("game-over", "Nothing can be played after the game is over.")
SETTLED = _of_every_game(
    "house-settled",
    "You may change a house rule starting with the next deal, unless the game so far depends on it.",
)
SEATS = _of_every_game(
    "seats-settled",
    "In games scored hand by hand, players may join and leave between hands. In every game, a new player may take over"
    " a seat with its score.",
)
CORE_RULES = {rule.name: rule.text for rule in (ORDER, OVER, SETTLED, SEATS)}

GRAVEST_FIRST = (Verdict.IMPOSSIBLE, Verdict.ILLEGAL, Verdict.UNCLEAR)


class Ruling(NamedTuple):
    """The referee's answer to one report.

    ``report`` is the report, None if the text can't be parsed. ``broken`` has every rule it breaks, the gravest first;
    if it was accepted, those are the breaches that the table keeps as played. ``message`` is a sentence for people.
    ``findings`` has what the report brings to light, ``withdrawn`` earlier findings that no longer hold, and ``lines``
    what it adds to the score. ``doubts`` has the rules it may still break; only `Referee.can` fills it.

    If the text can't be parsed, ``typed`` is the text, ``column`` (from 1) and ``width`` say where it goes wrong, and
    ``instead`` has what would fit there.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    >>> ruling = table.hear("deal Ann")
    >>> ruling.accepted, ruling.text
    (True, 'deal Ann')
    >>> early = table.hear("Cat bids 1")
    >>> early.accepted, early.kind, early.rules, early.due
    (False, <Kind.OUT_OF_TURN: 'out-of-turn'>, ('bid-order',), ('Ben',))
    """

    verdict: Verdict
    typed: str = ""
    report: Report | None = None
    broken: tuple[Breach, ...] = ()
    message: str = ""
    findings: tuple[Finding, ...] = ()
    withdrawn: tuple[Finding, ...] = ()
    lines: tuple[Line, ...] = ()
    column: int = 0
    width: int = 0
    instead: tuple[str, ...] = ()
    doubts: tuple[Breach, ...] = ()
    ambiguous: bool = False

    def __str__(self) -> str:
        """The ruling in one line: ``accepted: Ann bids 2``, ``illegal[bid-range]: …``."""
        rules = f"[{', '.join(dict.fromkeys(self.rules))}]" if self.broken else ""
        return f"{self.verdict}{rules}: {self.text if self.accepted else self.message}"

    @property
    def text(self) -> str:
        """The report in full, or the text as typed if it can't be parsed."""
        return self.typed if self.report is None else self.report.text

    @property
    def accepted(self) -> bool:
        """Whether the report counts."""
        return self.verdict is Verdict.ACCEPTED

    @property
    def kind(self) -> Kind:
        """Accepted, or why not: the kind of the gravest breach."""
        if self.accepted:
            return Kind.ACCEPTED
        if self.verdict is Verdict.IMPOSSIBLE:
            return Kind.IMPOSSIBLE
        if self.broken:
            return self.broken[0].kind
        return Kind.AMBIGUOUS if self.ambiguous else Kind.UNREAD

    @property
    def due(self) -> tuple[Seat, ...]:
        """Whose turn it is, if the report came out of turn."""
        return self.broken[0].due if self.broken else ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the broken rules, the gravest first."""
        return tuple([breach.rule for breach in self.broken])


class Refused(Exception):
    """Raised for a report that can't be accepted."""

    def __init__(self, *broken: Breach) -> None:
        self.broken = broken


class Place(NamedTuple):
    """Where a report fits: the number of optional asks before it, the ask for its verb, and whether it admits the
    player.
    """

    skipped: int
    ask: Ask | None
    barred: tuple[Rule, str] | None = None
    admits: bool = False
    gone_back: bool = False  # the hand was replayed up to here, because no later ask was better


class Weighed(NamedTuple):
    """A report with its player and cards filled in, every rule it breaks, and whether it fits here at all.

    ``struck`` has the names of dropped rules that it would also break.
    """

    report: Report
    broken: list[Breach]
    admitted: bool
    struck: tuple[str, ...] = ()


def weigh(hand: Hand, report: Report, place: Place, waiting: Callable[[], str]) -> Weighed:
    """Fills in a report's player and cards, and finds everything that it breaks at its place.

    ``waiting`` returns what is due, for a report that doesn't fit here. Raises ParseError if it is unclear who or what
    is meant.
    """
    ask = place.ask
    if ask is None:  # nothing asks for the verb
        return Weighed(report, [*no_place(hand, report, place, waiting()), *foreign(hand, report)], False)
    hand = hand.judging(ask)
    if isinstance(report, Deal) and hand.standing.over:
        barred = [breach(*place.barred, kind=Kind.NOT_DUE)] if place.barred else []
        return Weighed(report, [breach(OVER, "the game is over", kind=Kind.GAME_OVER), *barred], False)
    # Fill in who said it and which cards are meant, before any check sees them.
    if not report.who and report.speaker != "none":
        report = replace(report, who=only_speaker(hand, report, ask.seats()))
    broken: list[Breach] = []
    if not of_pack(hand, report):
        report = report if report.bare else with_suits(hand, report)
        broken = foreign(hand, report)
    # Run every check. Breaches of rules that this table has dropped are noted but don't count.
    broken += [found for found in broken_by(hand, report, ask.checks) if not broken or found.rule != broken[0].rule]
    struck: tuple[str, ...] = ()
    if hand.struck:
        settled = broken_by(hand, report, ask.checks, settled=True)
        struck = tuple(breach.rule for breach in (*broken, *settled) if is_struck(hand, breach))
    broken = enforced(hand, broken)
    if place.admits:
        return Weighed(report, list(dict.fromkeys(broken)) if broken else broken, True, struck)
    # It is somebody else's turn. Apart from that only facts are cited: what a player may do depends on the turn.
    if ask.turn and not hand.enforces(ask.turn):
        return Weighed(report, list(dict.fromkeys(broken)), True, (ask.turn.name, *struck))
    facts = [breach for breach in broken if is_fact(hand, breach)]
    turn = [out_of_turn(ask.turn, ask, report)] if ask.turn else no_place(hand, report, place, waiting())
    if not ask.turn and any(fact.rule == other.rule for fact in facts for other in turn):
        turn = []  # the same rule already says why
    return Weighed(report, list(dict.fromkeys((*turn, *facts))), bool(ask.turn))


def breaches(hand: Hand, ask: Ask, report: Report) -> list[Breach]:
    """Every rule that a report would break at an ask."""
    hand = hand.judging(ask)
    turn = [out_of_turn(ask.turn, ask, report)] if ask.turn and not hand.lets_speak(ask, report.who) else []
    return [*turn, *foreign(hand, report), *enforced(hand, broken_by(hand, report, ask.checks))]


def doubts(hand: Hand, ask: Ask, report: Report) -> list[Breach]:
    """The rules that an accepted report may still break, each with the fact that would settle it."""
    hand = hand.judging(ask)
    return enforced(hand, broken_by(hand, report, [check.doubt for check in ask.checks if check.doubt]))


def broken_by(hand: Hand, report: Report, checks: Iterable[Check[Any]], settled: bool = False) -> list[Breach]:
    """The breaches that checks find in a report, under all rules.

    With ``settled``, only those that the hand itself settles.
    """
    broken: list[Breach] = []
    report = hand.with_copies(report)
    for check in checks:
        if check.settled is settled and (answer := check.judge(hand, report)):
            broken += broken_rules(check, answer, report.who)
    return broken


def broken_rules(check: Check[Any], answer: Answer, who: Seat) -> list[Breach]:
    """The breaches that a check's answer names, in a report by ``who``."""
    return [breach(rule, why, who=who) for rule, why in check.by_rule(answer).items()]


def enforced(hand: Hand, broken: list[Breach]) -> list[Breach]:
    """The breaches that count at this table. Those of dropped rules don't, unless they are impossible.

    If the table keeps a sum that doesn't add up, nothing else in the hand is checked against it.
    """
    if hand.struck:
        broken = [breach for breach in broken if not is_struck(hand, breach)]
    if hand.let_be and broken:
        kept = {rule for report, rules in hand.let_be.items() if not isinstance(report, Deal) for rule in rules}
        broken = [
            breach
            for breach in broken
            if breach.verdict is not Verdict.ILLEGAL or breach.rule not in kept or not is_fact(hand, breach)
        ]
    return broken


def is_struck(hand: Hand, breach: Breach) -> bool:
    """Whether the house has dropped the broken rule. Impossible reports are refused anyway."""
    return breach.rule in hand.struck and breach.verdict is Verdict.ILLEGAL


def is_fact(hand: Hand, breach: Breach) -> bool:
    """Whether the breach is of a fact: of the cards, or of what has to add up."""
    rule = hand.game.rules.get(breach.rule)
    return breach.verdict is not Verdict.ILLEGAL or (rule is not None and rule.fact)


def refusing(hand: Hand, report: Report, checks: Iterable[Check[Any]]) -> Iterator[Check[Any]]:
    """Yields the checks that refuse a report at this table."""
    report = hand.with_copies(report)
    for check in checks:
        answer = None if check.settled else check.judge(hand, report)
        if answer and enforced(hand, broken_rules(check, answer, report.who)):
            yield check


def breach(
    rule: Rule, why: str, verdict: Verdict | None = None, kind: Kind = Kind.BROKEN_RULE, who: Seat = NOBODY
) -> Breach:
    """A breach of a rule. The verdict comes from the reason, the caller or the rule itself, in that order."""
    reason = why if isinstance(why, Reason) else Reason(why)
    return Breach(
        rule.name if isinstance(rule, Rule) else rule,
        str(why),
        reason.verdict or verdict or rule.breaking or Verdict.ILLEGAL,
        tuple(dict.fromkeys(report.line for report in reason.reports)),
        reason.kind or kind,
        reason.about,
        reason.due,
        (who,) if who else (),
        reason.then,
        reason.settles,
        reason.instead,
    )


def of_pack(hand: Hand, report: Report) -> bool:
    """Whether every card that a report names is in the pack, named in full and without standing for another."""
    return hand.pack.copies.keys() >= {*cards_of(report)}


def foreign(hand: Hand, report: Report) -> list[Breach]:
    """The breaches by cards that aren't in the pack, or stand for something they can't."""
    if of_pack(hand, report):
        return []
    copies, rule, cards = hand.pack.copies, hand.game.pack_rule, dict.fromkeys(cards_of(report))
    return [
        breach(
            rule,
            Reason(f"{card.face.pretty} can't stand for another card in this game", about=card),
            Verdict.IMPOSSIBLE,
        )
        for card in cards
        if card.says and not hand.game.says
    ] + [
        breach(
            rule,
            Reason(f"there is no {'joker' if card.is_joker else card.pretty} in this deck", about=card),
            Verdict.IMPOSSIBLE,
        )
        for card in cards
        if card not in copies and card.face not in copies and card is not UNKNOWN and not card.is_bare
    ]


def out_of_turn(turn: Rule, ask: Ask, report: Report) -> Breach:
    return breach(turn, not_next(report.who, *(ask.seats() or ())))


def no_place(hand: Hand, report: Report, place: Place, waiting: str) -> list[Breach]:
    """Why a report isn't due: the rule of a bar, otherwise the first rule that the game names for its verb.

    Between two hands, the rule that ended the last one is broken too.
    """
    kind, ends = type(report), hand.game.ends
    then = f"Next: {waiting}" if waiting else ""
    if place.barred:
        broken = breach(*place.barred, kind=Kind.NOT_DUE)
    else:
        rule = hand.game.ruleset.place_of(kind, hand.struck) or ORDER
        too_soon = isinstance(report, Deal) and hand.dealer
        words = shape(kind).words
        alike = any(verb is not kind and shape(verb).words == words for verb in hand.game.verbs)
        here = f"`{shape(kind).usage if alike else ' '.join(words)}` isn't possible now"
        what = "this hand isn't finished, so nobody deals yet" if too_soon else here
        broken = breach(rule, Reason(what, then=then), Verdict.ILLEGAL, Kind.NOT_DUE)
    between = kind in hand.game.reports and hand.standing.hands and not hand.dealer
    if not (ends and between) or broken.rule in [rule.name for rule in ends]:
        return [broken]
    over = breach(ends[0], Reason("the hand is over", then=then), Verdict.ILLEGAL, Kind.NOT_DUE)
    return [over, replace(broken, why=broken.why.removesuffix(f". {then}"), then="") if then else broken]


def only_speaker(hand: Hand, report: Report, seats: tuple[Seat, ...] | None) -> Seat:
    """The only player who can make a report that doesn't name its player; raises ParseError."""
    if seats is not None and len(seats) == 1:
        return seats[0]
    speakers = seats or hand.seats
    raise Ambiguous(f"who {in_question(report)}: {either(speakers)}?", 1, 1, speakers)


def in_question(report: Report) -> str:
    """The verb of a report after *who*: ``goes out``, ``has hearts``."""
    text = report.verb.split()[0] if report.also or report.verb.split()[0] in AS_SAID else report.verb
    if (said := report.as_said or AS_SAID.get(text)) and said != text:
        return said
    verb = next((other for other in report.also if text in forms(other)), text)
    given = [each for each in shape(type(report)).arguments if getattr(report, each.field) != each.default]
    one = getattr(report, given[0].field) if len(given) == 1 else None
    if one is True:
        return f"{verb} {given[0].field}"
    cards = (one,) if isinstance(one, Card) else one if isinstance(one, tuple) else ()
    if cards and all(isinstance(card, Card) for card in cards):
        return f"{verb} {' '.join(card.pretty for card in cards)}"
    return f"{verb} {one}" if isinstance(one, int) else verb


def with_suits(hand: Hand, report: Report) -> Report:
    """A report with its bare ranks replaced by the cards they can mean; raises ParseError."""

    def meant(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(meant, value))
        if not isinstance(value, Card) or not value.is_bare or (value.says and not hand.game.says):
            return value
        cards = hand.meant(report, value.rank)
        if len(cards) == 1:
            return Card(cards[0].rank, cards[0].suit, value.says) if value.says else cards[0]
        texts = [card.text for card in cards]
        text = f"{value} could be {either(texts)}" if cards else f"no {value} is left"
        raise Ambiguous(text, 1, 1, texts)

    if not any(card.is_bare for card in cards_of(report)):
        return report
    return replace(report, **{part.field: meant(getattr(report, part.field)) for part in shape(type(report)).arguments})


def refuse(
    broken: Sequence[Breach], report: Report, overrule: bool = False, *, admitted: bool = True, named: bool = True
) -> None:
    """Raises Refused unless nothing is broken, or the table keeps the report as played and may."""
    if not broken:
        return
    if (
        overrule
        and admitted
        and all(breach.verdict is Verdict.ILLEGAL and breach.rule != OVER.name for breach in broken)
    ):
        if named:
            return
        text = f"{report.verb} WHO" if report.speaker == "after" else f"WHO {report.text}"
        raise ParseError(f"say who, to keep it as played: `~ {text}`")
    raise Refused(*broken)


def refusal(report: Report, broken: Sequence[Breach]) -> Ruling:
    """The ruling on a report that breaks rules, the gravest first."""
    cited = tuple(sorted(broken, key=lambda breach: GRAVEST_FIRST.index(breach.verdict)))
    return Ruling(cited[0].verdict, "", report, cited, cited[0].why)


def unread(text: str, error: ParseError, column: int = 0) -> Ruling:
    """The ruling on a text that can't be parsed. ``column`` is where the text begins, if the error has none."""
    at = column + error.column - 1 if column else error.column
    return Ruling(
        Verdict.UNCLEAR, text, message=error.message, column=at, width=error.width, instead=error.instead,
        ambiguous=isinstance(error, Ambiguous),
    )  # fmt: skip


def cards_of(report: Report) -> list[Card]:
    """Every card a report names."""
    cards: list[Card] = []
    for field in shape(type(report)).naming:
        value = getattr(report, field)
        if isinstance(value, Card):
            cards.append(value)
        elif isinstance(value, tuple):
            for part in value:
                cards += [part] if isinstance(part, Card) else cards_in(part)
    return cards


def cards_in(group: Any) -> list[Card]:
    return [card for card in group if isinstance(card, Card)] if isinstance(group, tuple) else []
