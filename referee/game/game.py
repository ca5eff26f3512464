"""What a game is written with: rules, checks, asks, the hand and the game itself.

Read this first, then one game, then `referee.table.referee`, which hears the reports.

A game is a coroutine a hand that asks for what comes next: ``await`` means *wait for the table*, and there
is no event loop anywhere.  Checks run before the coroutine resumes, so what is refused never enters it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar, overload

from referee.cards import Card, Cards, Pack, Rank, Suit
from referee.game.asks import NOTHING, Ask, Asks, Awaited, Macro, R, S, T, at, bar
from referee.game.common_reports import ANY_TIME, Adjust, Deal, Dealt, End, Misdeal, Note, Pays
from referee.game.facts import Fact
from referee.game.findings import Breach, Finding, Line, Offence
from referee.game.ruleset import WITHOUT, Cited, Ruleset, named
from referee.game.standing import Standing
from referee.language.reports import Blind, Groups, Report, Text, Vocabulary
from referee.language.words import NOBODY, Names, Seat, Seats, so_many
from referee.rules.custom import as_written, bare_name, is_own
from referee.rules.options import Clash, Option, Variant
from referee.rules.rule import Check, Reason, Rule, cannot_happen, miscounted

# What a message says


# A report that stands for several


# Asks


# The table between hands, and a hand


HAND_SIZE = "hand-size"
"""The option of how many cards are dealt to each, in games that have it."""


NOTHING_KEPT: Mapping[Any, Any] = MappingProxyType({})
"""The proofs of a hand that isn't heard again."""


@dataclass
class Hand:
    """All that was reported of one hand; a game adds the facts it needs.

    ``number`` counts hands from 1; ``seen`` has, for every card that was reported, the reports that named it (as many
    as there are equal cards).  ``pack`` gives its cards one by one.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    >>> ruling = table.hear("deal Ann")
    >>> table.hand.number, table.hand.dealer, table.hand.seats, table.hand.finished
    (1, 'Ann', ('Ann', 'Ben', 'Cat'), False)

    Only the place in the rulebook isn't in here: it lives in the coroutine that plays the hand.
    """

    game: Game[Any]
    seats: tuple[Seat, ...]
    house: Mapping[str, Any]
    standing: Any
    names: Names
    pack: Pack
    last_house: Mapping[str, Any] = field(default_factory=dict)  # of the hand before, for what is told of it late
    number: int = 1
    dealer: Seat = NOBODY
    next_dealer: Seat = NOBODY  # set where the deal doesn't pass to the left
    finished: bool = False
    agreed: Mapping[str, Any] | None = None  # the house, where cards were dealt otherwise than it says
    thrown_in: bool = False  # the deal that comes next is this hand's once more
    dealt: dict[Seat, Dealt] = field(default_factory=dict)
    seen: dict[Card, list[Report]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    moves: list[Line] = field(default_factory=list)  # of chips beside the score
    findings: list[Finding] = field(default_factory=list)
    let_stand: tuple[str, ...] = ()  # what the table lets stand of the report that the coroutine gets
    let_be: dict[Report, tuple[str, ...]] = field(default_factory=dict)
    """What the table lets stand of reports that break rules: no evidence rests on them."""

    proven: frozenset[Offence] = frozenset()
    """What was proven before the hand is heard again."""

    proofs: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What each report proved, by its id, with the report so that the id stays its own."""

    nothing_new = False  # by the last report, which only repeated what was known
    proofs_before = NOTHING_KEPT  # of the same reports, where the hand is heard again
    worked_out: dict[Any, Any] | None = field(default=None, repr=False, compare=False)
    """What was found of the hand as it stands, see `worlds.as_it_stands`; None where nothing may be kept of it."""

    def as_last(self) -> Self:
        """A copy under the house of the hand before, to judge and book what is entered late about that hand."""
        twin = self.__copy__()
        twin._go_by(self.last_house)
        return twin

    def deal_again(self) -> None:
        """Another deal of this hand follows the house as it was changed since the first."""
        self.thrown_in = False
        if self.next_house != self.house:
            self._go_by(self.next_house)

    def _go_by(self, house: Mapping[str, Any]) -> None:
        kind = type(self)
        for name in [name for name in vars(self) if isinstance(getattr(kind, name, None), cached_property)]:
            del vars(self)[name]
        self.house, self.agreed = house, None
        self.pack = self.game.pack_for(len(self.seats), house)

    @property
    def next_house(self) -> Mapping[str, Any]:
        """The house that the next deal follows, among the same players."""
        amended = self.standing.amended
        return {**self.house_agreed, **amended} if amended else self.house_agreed

    @property
    def house_agreed(self) -> Mapping[str, Any]:
        """The house that the table plays by, whatever number of cards this hand was dealt."""
        return self.house if self.agreed is None else self.agreed

    @property
    def dealt_next(self) -> int:
        """The number of the hand for which cards are dealt next."""
        return self.number if self.thrown_in or not (self.dealer or self.standing.goes_on) else self.number + 1

    def judging(self, ask: Ask) -> Self:
        """This hand as an ask looks at it."""
        return self.as_last() if ask.of_last and self.last_house != self.house else self

    def __copy__(self) -> Self:
        """The hand for trying out what may come, which keeps nothing of what is found."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), proofs={}, worked_out=None)
        return twin

    # Rules

    @cached_property
    def struck(self) -> frozenset[str]:
        """The names of rules that the house has struck out."""
        return struck_in(self.house)

    def enforces(self, rule: Rule | str) -> bool:
        """Whether the table plays by a rule, or by one whose breach is called so when it is found."""
        if not self.struck:
            return True
        if isinstance(rule, Rule):
            return rule.name not in self.struck
        names = [other.name for other in self.game.rules.values() if other.called == rule]
        return not names or not self.struck.issuperset(names)

    def lets_speak(self, ask: Ask, who: Seat) -> bool:
        """Whether WHO may speak where something is asked for; out of turn too, where the house has no turns."""
        return ask.admits(who) or not (ask.turn is None or self.enforces(ask.turn))

    def enters_again(self, kind: type[Report]) -> bool:
        """Whether a report of a kind repeats the result of this finished hand, though the next hand asks for it too."""
        return False

    def left_of(self, kind: type[Report]) -> tuple[int, str] | None:
        """How many are missing of what reports of a kind count, and what one is called; None where nobody knows."""
        return None

    # Seats

    @property
    def sides(self) -> tuple[Seat, ...]:
        """Who keeps a score: players or teams, and whoever else the game knows."""
        teams = self.names.teams
        return tuple(dict.fromkeys((*[teams.get(seat, seat) for seat in self.seats], *self.game.others)))

    def side(self, seat: Seat) -> Seat:
        return self.names.teams.get(seat, seat)

    @property
    def eldest(self) -> Seat:
        return self.after(self.dealer)

    @property
    def deals_next(self) -> Seat:
        """Who deals the next hand; nobody where that isn't certain yet, or this one is the last."""
        due = self.game.hands_at(len(self.seats), self.house)
        if not self.dealer or not self.game.deal_passes or (due is not None and self.number >= due):
            return NOBODY
        return self.next_dealer or self.after(self.dealer)

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat so many places to the left."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def around(self, first: Seat) -> tuple[Seat, ...]:
        """Every seat once, clockwise from FIRST."""
        start = self.seats.index(first)
        return self.seats[start:] + self.seats[:start]

    @property
    def out_of_it(self) -> set[Seat]:
        """Who is out of the game by the score; nobody if everybody would be."""
        out = {*self.game.out(self)} if self.game.out else set()
        return out if out != {*self.seats} else set()

    def all_but(self, done: Container[Seat]) -> tuple[Seat, ...]:
        """Everybody who isn't among these."""
        return tuple([seat for seat in self.seats if seat not in done])

    def next_behind(self, done: Mapping[Seat, Any] | Sequence[Seat], first: Seat = NOBODY) -> tuple[Seat, ...]:
        """Whose turn it is when these have had theirs in this order: the eldest's at first, or that of ``first``."""
        last = next(reversed(tuple(done)), NOBODY)
        around = self.around(self.after(last) if last else first or self.eldest)
        return tuple([seat for seat in around if seat not in done])[:1]

    def next_matching(self, behind: Seat, accepts: Callable[[Seat], object]) -> Seat:
        """The first player to the left of BEHIND who passes the test, BEHIND asked last; nobody where none does."""
        return next((seat for seat in self.around(self.after(behind)) if accepts(seat)), NOBODY)

    # Asking

    @overload
    def ask(
        self,
        awaited: Awaited,
        verb: type[S],
        /,
        *judging: Rule | Check[Any],
        turn: Rule | None = None,
        aside: bool = False,
        free: bool | Callable[[], bool] = False,
        of_last: bool = False,
    ) -> Asks[S]: ...
    @overload
    def ask(
        self,
        awaited: Awaited,
        verb: type[S],
        other: type[T],
        /,
        *judging: Rule | Check[Any],
        turn: Rule | None = None,
        aside: bool = False,
        free: bool | Callable[[], bool] = False,
        of_last: bool = False,
    ) -> Asks[S | T]: ...
    @overload
    def ask(
        self,
        awaited: Awaited,
        *verbs: type[Report] | Rule | Check[Any],
        turn: Rule | None = None,
        aside: bool = False,
        free: bool | Callable[[], bool] = False,
        of_last: bool = False,
    ) -> Asks[Report]: ...
    def ask(
        self,
        awaited: Any,
        *verbs_and_rules: Any,
        turn: Rule | None = None,
        aside: bool = False,
        free: bool | Callable[[], bool] = False,
        of_last: bool = False,
    ) -> Asks[Any]:
        """Waits for verbs from AWAITED (None: they have no speaker, or anybody may speak).

        They are judged by all that hangs on their rules, or only by the rules and checks that are named.  The turn is
        that of the rule which orders it, unless another is named; what is told aside has none.  What is ``of_last`` is
        about the hand before, and judged by its house.
        """
        asked = self.game.ruleset.asked(verbs_and_rules, turn, aside)
        return Asks(
            tuple([Ask(verb, awaited, checks, ordered, aside, free, of_last) for verb, checks, ordered in asked])
        )

    async def deal(
        self,
        *judging: Rule | Check[Any],
        turn: Rule | None = None,
        named: bool = False,
        free: bool = False,
        size: int | Callable[[], int] = 0,
        sized: Rule | None = None,
        whole: bool = False,
        spare: int = 1,
        barred: Asks[Any] = NOTHING,
        before: Asks[Any] = NOTHING,
        take: Callable[[Any], None] | None = None,
    ) -> Deal:
        """Waits for the deal, of ``size`` cards each where that never changes: by the rule ``sized``, or the pack's.

        The table may keep a deal of another number, and the house then has that number for this hand; not where the
        ``whole`` pack is dealt out, which makes hands of one size, nor where fewer than the ``spare`` cards are left.
        The first may be anybody's; where nobody is named it is the first player's, unless it must be ``named``.
        All are anybody's where the deal is ``free``, passing to the left by custom only.
        ``barred`` refuses by rules of the game what comes too late or too soon.
        What ``before`` asks for may come before the deal, and ``take`` takes it in.
        """

        def dealers() -> tuple[Seat, ...]:
            return (self.standing.dealer,) if self.standing.dealer else self.seats[: None if named else 1]

        def counted(hand: Hand, deal: Deal) -> str | None:
            each = size() if callable(size) else size
            if not each or deal.size in (None, each):
                return None
            why = f"each player is dealt {so_many(each, 'card')}, not {deal.size}"
            return cannot_happen(why) if whole else hand.wrong_deal(deal, why, spare)

        rules = self.game.ruleset
        ordered = turn or rules.turn_of(Deal)
        checks = (Check(counted, (sized or self.game.pack_rule,)), *rules.checks_on(Deal, judging))
        if self.game.out and ordered:
            checks += (Check(is_out, (ordered,)),)
        anybodys = lambda: free or not self.standing.dealer  # noqa: E731
        asks = Asks((Ask(Deal, dealers, checks, ordered, False, anybodys),)) | barred | before
        while not isinstance(deal := await asks, Deal):
            assert take
            take(deal)
        self.dealer = deal.who
        if deal.size and HAND_SIZE in self.house:
            self.agreed, self.house = self.house_agreed, {**self.house, HAND_SIZE: deal.size}
        return deal

    def wrong_deal(self, deal: Deal, why: str, spare: int = 1) -> Reason:
        """Why so many cards aren't dealt to each: people may have counted wrongly, as far as the pack goes.

        ``spare`` cards of it lie on the table.
        """
        most = (len(self.pack) - spare) // len(self.seats)
        return miscounted(why) if 0 < (deal.size or 0) <= most else cannot_happen(why)

    # Telling

    def tell(self, report: Report, *cards: Card) -> None:
        """Remembers that REPORT told these cards."""
        for card in cards:
            self.seen.setdefault(card, []).append(report)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """The cards that a bare rank can mean in a report."""
        known = [card for card in self.known(report.who) if card.rank == rank]
        return known or [card for card in self.unseen() if card.rank == rank]

    def known(self, seat: Seat) -> Iterable[Card]:
        """Cards that SEAT is known to hold now."""
        return ()

    def unseen(self) -> list[Card]:
        """Every different card of which one at least hasn't been told."""
        seen = self.seen
        return [card for card, copies in self.pack.copies.items() if card not in seen or len(seen[card]) < copies]

    def told_of(self, rank: Rank) -> list[Report]:
        """Every report that told a card of this rank."""
        return [report for card, reports in self.seen.items() if card.rank == rank for report in reports]

    def proof_of(self, cards: Iterable[Card]) -> list[Report]:
        """What told each of these cards last, of those that were told."""
        return [self.seen[card][-1] for card in cards if card in self.seen]

    def sound(self, reports: Mapping[Seat, R]) -> dict[Seat, R]:
        """Of what players told, that on which evidence rests: not what the table keeps although it breaks a rule."""
        return {who: report for who, report in reports.items() if report not in self.let_be}

    def find(self, breach: Rule | str, who: Seat, why: str, *told: Report) -> None:
        """Raises a finding, once: what a breach of a rule is called, or a name of its own."""
        if not self.enforces(breach):
            return
        name = breach.called if isinstance(breach, Rule) else breach
        finding = Finding(name, (who,), why, tuple(report.line for report in told))
        if finding not in self.findings:
            self.findings.append(finding)

    def suspect(self, suspicions: Iterable[Finding]) -> None:
        """Puts these findings in place of all that were open, but for those that say no more than before."""
        before = {finding.offences: finding for finding in self.findings if finding.open}
        self.findings = [finding for finding in self.findings if not finding.open]
        self.findings += [before.get(finding.offences, finding) for finding in suspicions]

    # Score

    def book(
        self,
        who: str,
        rule: Rule,
        points: int,
        because: str = "",
        *told: Report,
        line: str = "",
        hand: int | None = None,
    ) -> None:
        """Books points to a player or to the team of one, by a rule: on its score line, or the one that is named."""
        self.enter(self._line(self.side(Seat(who)), rule, points, because, told, line, hand))

    def book_chips(
        self,
        account: str,
        rule: Rule | None,
        chips: int,
        because: str = "",
        *told: Report,
        line: str = "",
        hand: int | None = None,
    ) -> None:
        """Books one side of a movement of chips by a rule."""
        whose = account if self.chips == "beside" else self.side(Seat(account))
        self.enter_chips(self._line(whose, rule, chips, because, told, line, hand))

    def _line(
        self,
        who: str,
        rule: Rule | None,
        points: int,
        because: str,
        told: Iterable[Report],
        line: str,
        hand: int | None,
    ) -> Line:
        if rule and not (line or rule.lines):
            raise TypeError(f"{rule.name} scores, and names no line of the score: give it lines=")
        number = self.number if hand is None else hand
        kind = line or (rule.lines[0] if rule else "")
        proof = tuple(dict.fromkeys([report.line for report in told])) if told else ()
        return Line(who, points, kind, rule.name if rule else "", because, number, proof)

    def enter(self, line: Line) -> None:
        """Adds a line to the score."""
        self.lines.append(line)
        self.standing.balance[Seat(line.who)] = self.standing.balance.get(Seat(line.who), 0) + line.points

    def enter_chips(self, line: Line) -> None:
        """Adds one side of a movement of chips: to the score where they are that, else to the purse."""
        if self.chips != "beside":
            self.enter(line)
            return
        self.moves.append(line)
        self.standing.purse[line.who] = self.standing.purse.get(line.who, 0) + line.points

    @cached_property
    def chips(self) -> bool | Literal["beside"]:
        """Whether chips are moved at this table: no, as the score, or beside it."""
        return self.game.moves_chips(self.house)

    def booked(self, rule: Rule) -> tuple[Seat, ...]:
        """Whom a rule has given a line of the score."""
        return tuple(dict.fromkeys(Seat(line.who) for line in self.lines if line.rule == rule.name))

    @property
    def scores(self) -> dict[Seat, int]:
        """What this hand has brought each side so far."""
        scores = dict.fromkeys(self.sides, 0)
        for line in self.lines:
            if line.hand == self.number and line.who in scores:
                scores[Seat(line.who)] += line.points
        return scores


H = TypeVar("H", bound=Hand)


def is_out(hand: Hand, deal: Deal) -> str | None:
    """Why a player who is out of the game by the score doesn't deal."""
    return f"{deal.who} is out of the game" if deal.who in hand.out_of_it else None


# The game


class Outcome(NamedTuple):
    """One way in which a bid or a declaration may end: which that is, points to whom, and the rules that give them."""

    when: str
    points: Mapping[Seat, int]
    rules: tuple[Rule, ...] = ()


FactValue = int | str | Mapping[Any, Any] | Iterable[Any] | None


@dataclass(eq=False, repr=False)
class Game(Generic[H]):
    """A game: everything that the referee, the rules page and the score sheet know of it.

    ``players`` is the range of how many can play, ``options`` what a table may choose, and ``rules`` has its rules by
    their ids.

    >>> from referee import find_game
    >>> game = find_game("oh-hell")
    >>> game.name, game.players, game.family
    ('Oh Hell!', range(3, 8), 'trick-taking')
    >>> 5 in game.players, "follow-suit" in game.rules
    (True, True)
    """

    slug: str
    name: str
    summary: str
    family: str
    players: range
    pack: Pack | Callable[[int, Mapping[str, Any]], Pack]
    hand: type[H]
    play: Callable[[H], Coroutine[Any, Any, None]]
    over: Callable[[H], bool | None]
    """Is the game over?  None if only the table says when it stops.

    Asked of the hand just finished: when it ends, and after each report before the next deal, because a correction
    may end the game or reopen it.  Before the first hand it is asked of a hand with number 0.
    """

    verbs: Mapping[type[Report], str]
    """When each report is told."""

    pack_rule: Rule
    """The rule that a card which isn't in the pack breaks."""

    options: tuple[Option, ...] = ()
    """What a house chooses; the numbers of the rules join it."""

    variants: tuple[Variant, ...] = ()
    """Ways in which tables commonly play it other than by the book."""

    hands_due: Callable[[Table], int | None] | None = None
    """How many hands a game has, where that is known before it begins; where it isn't given, the option ``hands``."""

    plays_on: Callable[[Mapping[str, Any]], bool] | None = None
    """Whether a house plays on after those hands while the game isn't decided."""

    dealt_once: bool = False
    """Whether the cards are dealt only once, so that no rule can change from the next deal on."""

    facts: Mapping[str, Callable[[H], FactValue]] = field(default_factory=dict)
    asked: tuple[Fact, ...] = ()
    """What players ask besides the facts, with their words for it: the minimum, the bags, who the farmer is."""

    brings: Mapping[type[Report], Callable[[H, Any], Iterable[Outcome]]] = field(default_factory=dict)
    """What a report would bring, by how it ends, first as it is meant: a bid that is made, a declaration that is good.
    What is booked as soon as it is said goes without saying."""

    contenders: Callable[[H], Iterable[Seat]] | None = None
    """Who may still win what lies in the pots; everybody where it isn't given."""

    winners: Callable[[H], Iterable[Seat]] | None = None
    """Who has won when the game is over; the best score where it isn't given."""

    clashes: tuple[Clash, ...] = ()
    """Which options of a house contradict each other among so many players."""

    more_seats: tuple[str, int] | None = None
    """The option of which each one seats so many, where the house can make room for more than ``players``."""

    deal_passes: bool = True
    """Whether it is certain before a hand ends who deals the next: the neighbour, or whom the hand names."""

    standing: Callable[[], Standing] = Standing
    lowest_wins: bool | Callable[[Mapping[str, Any]], bool] = False
    """Whether the fewest points win, which may depend on the house."""

    partners: bool | Callable[[int, Mapping[str, Any]], bool] = False
    chips: bool | Literal["beside"] | Callable[[Mapping[str, Any]], bool] = False
    """Whether the score is chips, which may depend on the house; ``beside`` where chips are kept beside the score."""

    stack: Callable[[H, Seat], int | None] | None = None
    """The chips that a player has, None if nobody knows; a player who pays more than that is found."""

    out: Callable[[H], Iterable[Seat]] | None = None
    """Who is out of the game by the score, and so doesn't deal."""

    settle: Callable[[H, H], None] | None = None
    """Books what follows from the score, and takes back what no longer does: what a player who is out pays, what the
    end of the game brings.  Called where ``over`` is asked, with the hand to book in and the one just finished, which
    is the same when it ends.
    """

    when_over: Callable[[H], Asks[Any]] | None = None
    """What the game asks for and bars between hands while it is over; if not given, what it asks for anyway."""

    others: tuple[Seat, ...] = ()
    """Who has a say and a score besides the players, as the house where one plays alone; nobody may be called so."""

    accounts: tuple[str, ...] = ()
    """Accounts of a chip game besides the players'; nobody may be called so."""

    banker: str = ""
    """The account among them that is somebody's at the table; all others are pots, which nobody owns."""

    concession_ends: bool = True
    """With two sides a concession ends the game; else it only takes a name off the winners."""

    says: bool = False
    """Whether a card may say something: what it stands for, or a suit that it calls."""

    told_too_late: Callable[[H, H], None] | None = None
    """Finds in a hand, heard again with cards told when it was over, what would have been scored otherwise."""

    deal_out: Callable[[H, Dealt], None] | None = None
    """Takes cards told as dealt into the hand."""

    ends: tuple[Rule, ...] = ()
    """The rule that ends a hand, or several: what belongs into the play and comes after it is refused by that."""

    open_table: bool = False
    """Whether players may join and leave between hands: where each hand stands alone, and its standing with it."""

    outlasts: tuple[str, ...] = ()
    """Kinds of score lines that stay when the table stops in the middle of a hand, which is void otherwise."""

    closing: Callable[[H], None] | None = None
    """What the table does with what is left when it stops."""

    now: Callable[[H], Iterable[str]] | None = None
    """What everybody wants to know of the play as it stands, for the prompt and the sheet: upcard, cards owed …"""

    board: Callable[[H], Iterable[Iterable[str]]] | None = None
    """What lies on the table, in rows of cells with their headings, for the sheet; nothing where that isn't known."""

    at_a_glance: tuple[Glance, ...] = ()
    """What a player looks up first: card values, their order, the deal …, from what the game judges by."""

    short_form: str = ""
    phrases: Mapping[str, str] = field(default_factory=dict)
    """What players say, and the report it stands for: ``{"point of N": "declares point N"}``."""

    example: Example | None = None
    """A small game in the short form, with its score."""

    rulings: tuple[str, ...] = ()
    edition: int = 1
    of_a_sheet: bool = False
    """Whether it is declared by a sheet, so that sums are judged and the play isn't."""

    @property
    def deal_goes_unsaid(self) -> bool:
        """Whether a hand begins without its deal being reported, so that it may be void before anything was."""
        return self.of_a_sheet and Deal in self.reports

    sheet: str = ""
    """The text of the file that declares it, where it was one."""

    written: Mapping[str, Any] | None = None
    """Its rules by their names, where they stand in no module."""

    ruleset: Ruleset = field(init=False)
    """The rules of the module that ``play`` is in, or those written for it, and what follows from them."""

    def __repr__(self) -> str:
        return f"<game {self.slug}>"

    def __post_init__(self) -> None:
        names = _names(self.play.__module__) if self.written is None else self.written
        cited = {self.pack_rule, self.over, *self.ends, *(rule for glance in self.at_a_glance for rule in glance.rules)}
        try:
            self.ruleset = Ruleset(names, self.options, self.players, self.ends)
            faults = [*self.ruleset.faults(self.verbs, cited)] if self.written is None else []
        except TypeError as error:
            faults = [str(error)]
        if faults:
            raise TypeError(f"{self.slug} is declared wrongly: {'; '.join(faults)}")
        self.options = self.ruleset.options
        for glance in self.at_a_glance:
            glance.rules = named(glance.rules)

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules by their ids, in the order of the rulebook."""
        return self.ruleset.rules

    @cached_property
    def reports(self) -> Mapping[type[Report], Cited]:
        """The kinds of reports, each with when it comes and the rules that are cited with it."""
        return {verb: Cited(when, self.ruleset.cited(verb)) for verb, when in self.verbs.items()}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of its reports, and of those that every game takes."""
        return Vocabulary((*self.reports, *(kind for kind in ANY_TIME if kind is not Pays)))

    @cached_property
    def vocabulary_with_chips(self) -> Vocabulary:
        """Its words at a table where players pay one another."""
        return Vocabulary((*self.reports, *ANY_TIME))

    @property
    def score_lines(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of the score, with the names of the rules that give each."""
        return self.ruleset.score_lines

    def said(self, rule: str, players: int, house: Mapping[str, Any]) -> str:
        """The sentence of a rule, by its id, with the numbers and words of a table.

        Beside a number that the table changed is the standard one.
        """
        return self.rules[rule].said(house, self.house(players, {}))

    def house(self, players: int, chosen: Mapping[str, str]) -> dict[str, Any]:
        """The options in force at a table of so many players; raises ValueError for what can't be, or not together."""
        known = {option.name: option for option in self.options}
        chosen = {self.option_now(name): text for name, text in chosen.items()}
        in_words = {name: text for name, text in chosen.items() if is_own(name)}
        if unknown := [name for name in chosen if name not in known and name not in in_words]:
            raise ValueError(self.no_option(unknown[0]))
        house = {
            name: option.chosen(chosen[name], players) if name in chosen else option.value(players)
            for name, option in known.items()
        }
        if fault := self.clashing(players, house):
            raise ValueError(fault)
        return house | {
            name: as_written(bare_name(name), text, self.rules) for name, text in in_words.items() if text != "none"
        }

    def clashing(self, players: int, house: Mapping[str, Any]) -> str:
        """Which values of a house can't be together among so many players, in words."""
        return next((fault for clash in self.clashes if (fault := clash(players, house))), "")

    def can_play(self, players: int, chosen: Mapping[str, str]) -> bool:
        """Whether so many can sit at a table of that house."""
        try:
            self.house(players, chosen)
        except ValueError:
            return False
        return not self.too_few_or_many(players, chosen)

    def option(self, name: str) -> Option | None:
        """The option of that name, None if there is none."""
        now = self.option_now(name.lower())
        return next((other for other in self.options if other.name == now), None)

    def option_now(self, name: str) -> str:
        """What an option is called that may have had this name before."""
        return next((option.name for option in self.options if name in option.also), name)

    def no_option(self, name: str) -> str:
        names = ", ".join(option.name for option in self.options) or "none"
        return f"{self.slug} has no option {name!r}. Its options: {names}"

    def has_partners(self, players: int, house: Mapping[str, Any]) -> bool:
        return self.partners(players, house) if callable(self.partners) else self.partners

    def hands_at(self, players: int, house: Mapping[str, Any]) -> int | None:
        """How many hands a game has at a table of that house, where that is known before it begins."""
        if self.hands_due:
            return self.hands_due(Table(self, players, house))
        hands = house.get("hands")
        return hands if isinstance(hands, int) else None

    def deals(self, number: int, players: int, house: Mapping[str, Any]) -> bool:
        """Whether cards may be dealt for the hand with this number, at a table of that house."""
        if self.dealt_once:
            return number == 1
        due = self.hands_at(players, house)
        return due is None or number <= due or bool(self.plays_on and self.plays_on(house))

    def low_wins(self, house: Mapping[str, Any]) -> bool:
        """Whether the fewest points win at a table of that house."""
        return self.lowest_wins(house) if callable(self.lowest_wins) else self.lowest_wins

    def moves_chips(self, house: Mapping[str, Any]) -> bool | Literal["beside"]:
        """Whether chips are moved at a table of that house: no, as the score, or beside it."""
        return self.chips(house) if callable(self.chips) else self.chips

    def too_few_or_many(self, players: int, chosen: Mapping[str, str]) -> str:
        """What is wrong with so many players by the rules of a house; raises ValueError for rules that can't be."""
        few, most, hint = self.players[0], self.players[-1], ""
        if self.more_seats and most < players <= self.most_seats:
            name, each = self.more_seats
            most = each * self.house(players, chosen)[name]
            hint = f". With {name}={-(-players // each)} it is"
        elif self.more_seats:
            most = self.most_seats
        if few <= players <= most:
            return ""
        span = so_many(few, "player") if few == most else f"{few} to {most} players"
        return f"{self.name} is for {span}, not {players}{hint}"

    @property
    def most_seats(self) -> int:
        """The most players at any table."""
        if not self.more_seats:
            return self.players[-1]
        name, each = self.more_seats
        return next(each * option.numbers(self.players[-1])[-1] for option in self.options if option.name == name)

    def pack_for(self, players: int, house: Mapping[str, Any]) -> Pack:
        return self.pack(players, house) if callable(self.pack) else self.pack


def struck_in(house: Mapping[str, Any]) -> frozenset[str]:
    """The names of rules that a house has struck out."""
    return frozenset((house.get(WITHOUT) or "").split("+")) - {""}


def _names(home: str) -> dict[str, Any]:
    """All that is named in the module of a game, and in those that belong to it."""
    package, _, last = home.rpartition(".")
    beside = f"{package}._{last}".lstrip(".")
    belonging = [name for name in sys.modules if name == beside or name.startswith(beside + "_")]
    return {name: value for module in (*belonging, home) for name, value in vars(sys.modules[module]).items()}


def leaders(balance: Mapping[Seat, int], lowest: bool = False) -> list[Seat]:
    """Whoever has the best score."""
    if not balance:
        return []
    best = min(balance.values()) if lowest else max(balance.values())
    return [side for side, points in balance.items() if points == best]


# What a player looks up first


Value = int | str | Sequence[str] | Sequence[int] | Mapping[str, int] | Mapping[str, str]
Shown = str | tuple[str, ...]
"""A line, or several."""


@dataclass(frozen=True)
class Table:
    """A table of so many players under the rules of a house, before anything is told."""

    game: Game[Any]
    players: int
    house: Mapping[str, Any]

    @property
    def pack(self) -> Pack:
        return self.game.pack_for(self.players, self.house)

    def hand(self, **facts: Any) -> Any:
        """A hand of the game at this table, for functions that ask one."""
        game, seats = self.game, [f"P{number}" for number in range(1, self.players + 1)]
        names = Names(seats, (*game.others, *game.accounts), game.has_partners(self.players, self.house))
        hand = game.hand(game, names.seats, self.house, game.standing(), names, self.pack)
        for name, fact in facts.items():
            setattr(hand, name, fact)
        return hand


class Glance:
    """Something to look up: its name, its value or how a table gives it, and the rules that it belongs to.

    ``show`` tells the value in words; else a number or a text is a line, amounts by name are one, and texts by name
    or in a row are a line each.
    """

    __slots__ = ("name", "rules", "show", "value")

    def __init__(
        self,
        name: str,
        value: Value | Callable[[Table], Value],
        *rules: Any,
        show: Callable[[Any], Shown] | None = None,
    ) -> None:
        self.name = name
        self.value = value
        self.rules = rules
        self.show = show or in_words

    def at(self, table: Table) -> Value:
        """The value at a table."""
        return self.value(table) if callable(self.value) else self.value

    def shown(self, table: Table) -> Shown:
        """The value at a table, as a line or several."""
        return self.show(self.at(table))


class Example(NamedTuple):
    """A small game in the short form: who plays, what is told, and how everybody stands then."""

    players: str
    told: tuple[str, ...]
    score: str
    house: str = ""

    def record(self, slug: str) -> list[str]:
        """The lines of its record."""
        head = [f"game: {slug}", f"players: {', '.join(self.players.split())}"]
        head += [f"house: {self.house}"] if self.house else []
        return [*head, *self.told, f"= {self.score}"]


def signed(number: int) -> str:
    return str(number).replace("-", "−")


def in_words(value: Value) -> Shown:
    if isinstance(value, int):
        return signed(value)
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return tuple(map(str, value))
    if all(isinstance(amount, int) for amount in value.values()):
        return " · ".join(f"{name} = {signed(int(amount))}" for name, amount in value.items())
    return tuple(f"{name}: {text}" for name, text in value.items())


__all__ = [
    "Adjust", "Ask", "Asks", "Blind", "Breach", "Card", "Cards", "Deal", "Dealt", "End", "Example", "Fact", "Finding",
    "Game",
    "Glance", "Groups", "Hand", "Line", "Literal", "Macro", "Misdeal", "Note", "Offence", "Outcome", "Pack", "Rank",
    "Report", "Seat", "Seats", "Shown", "Standing", "Suit", "Table", "Text", "at", "bar", "leaders",
]  # fmt: skip
