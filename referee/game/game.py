"""What a game is written with: rules, checks, asks, the hand and the game itself.

Read this first, then one game, then `referee.table.referee`, which applies the reports.

A game is a coroutine that plays a hand and asks for what comes next. ``await`` means *wait for the table*; there is no
event loop. Checks run before the coroutine resumes, so it never gets a report that was refused.
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


# A report made up of several


# Asks


# The table between hands, and a hand


HAND_SIZE = "hand-size"
"""The option for the number of cards dealt to each player, in games that have it."""


SITTING_OUT = "sitting-out"
"""The rule that says who sits out, in games for fewer players than may be at the table."""

NOTHING_KEPT: Mapping[Any, Any] = MappingProxyType({})
"""The earlier proofs of a hand that isn't being replayed."""


@dataclass
class Hand:
    """Everything that was reported of one hand. Each game adds the facts it needs.

    ``number`` counts hands from 1; ``seen`` has, for every card that was reported, the reports that named it (as many
    as there are equal cards).  ``pack`` gives its cards one by one.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    >>> ruling = table.hear("deal Ann")
    >>> table.hand.number, table.hand.dealer, table.hand.seats, table.hand.finished
    (1, 'Ann', ('Ann', 'Ben', 'Cat'), False)

    The hand doesn't know how far play has got: that is the state of the coroutine that plays it.
    """

    game: Game[Any]
    seats: tuple[Seat, ...]
    house: Mapping[str, Any]
    standing: Any
    names: Names
    pack: Pack
    named_out: tuple[Seat, ...] = ()  # players who were named as sitting out
    last_house: Mapping[str, Any] = field(default_factory=dict)  # of the hand before, for late reports about it
    number: int = 1
    dealer: Seat = NOBODY
    next_dealer: Seat = NOBODY  # set if the deal doesn't pass to the left
    finished: bool = False
    agreed: Mapping[str, Any] | None = None  # the house, if cards were dealt differently from what it says
    thrown_in: bool = False  # the next deal is for this hand again
    dealt: dict[Seat, Dealt] = field(default_factory=dict)
    seen: dict[Card, list[Report]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    moves: list[Line] = field(default_factory=list)  # of chips, when they aren't the score
    findings: list[Finding] = field(default_factory=list)
    let_stand: tuple[str, ...] = ()  # rules that the table waived for the report that the coroutine gets
    let_be: dict[Report, tuple[str, ...]] = field(default_factory=dict)
    """Rules that the table waived, by report. Such a report isn't used as evidence."""

    proven: frozenset[Offence] = frozenset()
    """The offences that were proven before the hand is replayed."""

    proofs: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What each report proved, by its ``id()``. The report is stored too, so that its ``id()`` isn't reused."""

    nothing_new = False  # the last report only repeated known facts
    proofs_before = NOTHING_KEPT  # of the same reports, when the hand is replayed
    worked_out: dict[Any, Any] | None = field(default=None, repr=False, compare=False)
    """Results cached for the hand in its current state, see `cached_until_next`. None if nothing may be cached."""

    def as_last(self) -> Self:
        """A copy under the house rules of the hand before, for judging and scoring late reports about that hand."""
        twin = self.__copy__()
        twin._go_by(self.last_house)
        return twin

    def deal_again(self) -> None:
        """Prepares another deal of this hand, under the house rules as they are now."""
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
        """The house rules for the next deal, with the same players."""
        amended = self.standing.amended
        return {**self.house_agreed, **amended} if amended else self.house_agreed

    @property
    def house_agreed(self) -> Mapping[str, Any]:
        """The house rules of the table, whatever number of cards was dealt in this hand."""
        return self.house if self.agreed is None else self.agreed

    @property
    def dealt_next(self) -> int:
        """The number of the hand for which cards are dealt next."""
        return self.number if self.thrown_in or not (self.dealer or self.standing.goes_on) else self.number + 1

    def judging(self, ask: Ask) -> Self:
        """The hand as an ask sees it: a copy under the last house rules if the ask is about the hand before."""
        return self.as_last() if ask.of_last and self.last_house != self.house else self

    def __copy__(self) -> Self:
        """A copy for trial reports. Caches are not shared with the original."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), proofs={}, worked_out=None)
        return twin

    # Rules

    @cached_property
    def struck(self) -> frozenset[str]:
        """The names of the rules that the house has dropped."""
        return struck_in(self.house)

    def enforces(self, rule: Rule | str) -> bool:
        """Whether the table plays by a rule, given as a `Rule` or as the name of its breach."""
        if not self.struck:
            return True
        if isinstance(rule, Rule):
            return rule.name not in self.struck
        names = [other.name for other in self.game.rules.values() if other.called == rule]
        return not names or not self.struck.issuperset(names)

    def lets_speak(self, ask: Ask, who: Seat) -> bool:
        """Whether ``who`` may report this now. Out of turn is fine if the house dropped the rule about turns."""
        return ask.admits(who) or not (ask.turn is None or self.enforces(ask.turn))

    def enters_again(self, kind: type[Report]) -> bool:
        """Whether a report of this kind repeats the result of this finished hand, though the next also asks for it."""
        return False

    def left_of(self, kind: type[Report]) -> tuple[int, str] | None:
        """How many of the things that this kind of report counts are left, and what one is called. None if unknown."""
        return None

    # Seats

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The players or teams that have a score, and the game's `others`."""
        teams = {} if self.regrouped else self.names.teams
        return tuple(dict.fromkeys((*[teams.get(seat, seat) for seat in self.seats], *self.game.others)))

    def side(self, seat: Seat) -> Seat:
        """The player or the team that a player is on in this hand."""
        return self.names.teams.get(seat, seat)

    def scorer(self, seat: Seat) -> Seat:
        """The player or the team whose score a player's points belong to."""
        return seat if self.regrouped else self.side(seat)

    # Who plays this hand

    @property
    def sitting_out(self) -> tuple[Seat, ...]:
        """The players at the table who don't play this hand, in the order of the seats.

        If there are too many players, the dealer sits out, then those on the dealer's right, unless others do.
        """
        if self.game.playing is None:
            return ()
        dealer = self.presumed_dealer
        too_many = len(self.seats) - self.game.playing_at(len(self.seats), self.house)
        backward = self.around(self.after(dealer))[::-1]
        in_order = [*self.named_out, *(seat for seat in backward if seat not in self.named_out)]
        out = in_order[: max(too_many, len(self.named_out))]
        return tuple(seat for seat in self.seats if seat in out)

    @property
    def presumed_dealer(self) -> Seat:
        """The dealer of this hand, or the player who is to deal it."""
        dealer = self.dealer or self.standing.dealer
        return dealer if dealer in self.seats else self.seats[0]

    @property
    def players(self) -> tuple[Seat, ...]:
        """The players of this hand, in the order of the seats."""
        if self.game.playing is None:
            return self.seats
        out = self.sitting_out
        return tuple(seat for seat in self.seats if seat not in out)

    @property
    def parties(self) -> tuple[Seat, ...]:
        """The players or the teams of this hand, and the game's `others`."""
        return tuple(dict.fromkeys((*map(self.side, self.players), *self.game.others)))

    @property
    def dealers_place(self) -> Seat:
        """The player with the dealer's part: the dealer, or the nearest player on the right if the dealer sits out."""
        dealer = self.presumed_dealer
        return next(seat for seat in self.around(self.after(dealer))[::-1] if seat in self.players)

    @property
    def regrouped(self) -> bool:
        """Whether partners change from hand to hand, so that everybody has a score of their own."""
        return self.game.playing is not None and self.game.regroups(len(self.seats), self.house)

    def pair_up(self) -> None:
        """Makes partners of the players who sit opposite each other in this hand, if partners change."""
        if self.regrouped:
            self.names = self.names.paired(self.players)

    @property
    def eldest(self) -> Seat:
        return self.after(self.dealer)

    @property
    def deals_next(self) -> Seat:
        """Who deals the next hand. `NOBODY` if that isn't certain yet, or if this is the last hand."""
        due = self.game.hands_at(len(self.seats), self.house)
        if not self.dealer or not self.game.deal_passes or (due is not None and self.number >= due):
            return NOBODY
        return self.next_dealer or self.after(self.dealer)

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat ``steps`` places to the left."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def around(self, first: Seat) -> tuple[Seat, ...]:
        """Every seat once, clockwise from ``first``."""
        start = self.seats.index(first)
        return self.seats[start:] + self.seats[:start]

    @property
    def out_of_it(self) -> set[Seat]:
        """Players who are out of the game by their score. Empty if that would be everybody."""
        out = {*self.game.out(self)} if self.game.out else set()
        return out if out != {*self.seats} else set()

    def all_but(self, done: Container[Seat]) -> tuple[Seat, ...]:
        """Every seat that isn't in ``done``."""
        return tuple([seat for seat in self.seats if seat not in done])

    def next_behind(self, done: Mapping[Seat, Any] | Sequence[Seat], first: Seat = NOBODY) -> tuple[Seat, ...]:
        """The next player clockwise after the last key of ``done``, as a tuple.

        If ``done`` is empty: ``first``, or the eldest. Empty if every player is in ``done``.
        """
        last = next(reversed(tuple(done)), NOBODY)
        around = self.around(self.after(last) if last else first or self.eldest)
        playing = self.players
        return tuple([seat for seat in around if seat in playing and seat not in done])[:1]

    def next_matching(self, behind: Seat, accepts: Callable[[Seat], object]) -> Seat:
        """The first seat to the left of ``behind`` for which ``accepts`` is true, trying ``behind`` last.

        `NOBODY` if there is none.
        """
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
        """Waits for verbs from ``awaited``. None means anybody, or a verb without a player.

        Every check of their rules judges them, or only the rules and checks that are named. The rule for the turn is
        the one that orders it, unless ``turn`` names another; an ``aside`` has none. With ``of_last`` the report is
        about the hand before, and is judged by that hand's house rules.
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
        """Waits for the deal.

        ``size`` is the number of cards for each player, if it is fixed: by the rule ``sized``, or by the pack.

        The table may keep a deal of another size; the house then has that number for this hand. That isn't possible if
        the ``whole`` pack is dealt out, which leaves no choice of size, or if fewer than ``spare`` cards would be left.
        Anybody may deal first. If no dealer is named, it is the first player, unless the deal must be ``named``. If the
        deal is ``free``, anybody may deal every time; it passes to the left only by custom. ``barred`` has verbs that
        are too early or too late here, with the rules that refuse them. Reports that ``before`` asks for may precede
        the deal, and ``take`` applies them.
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
        """Why the deal has the wrong size.

        It is a miscount if the pack is large enough, otherwise it can't have happened.

        ``spare`` cards of the pack lie on the table.
        """
        most = (len(self.pack) - spare) // len(self.seats)
        return miscounted(why) if 0 < (deal.size or 0) <= most else cannot_happen(why)

    # Telling

    def tell(self, report: Report, *cards: Card) -> None:
        """Remembers that ``report`` named these cards."""
        for card in cards:
            self.seen.setdefault(card, []).append(report)

    def with_copies(self, report: Any) -> Any:
        """A report with the copies of the cards it names. Games that tell the copies of a pack apart override it."""
        return report

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """The cards that a bare rank in a report can mean."""
        known = [card for card in self.known(report.who) if card.rank == rank]
        return known or [card for card in self.unseen() if card.rank == rank]

    def known(self, seat: Seat) -> Iterable[Card]:
        """Cards that ``seat`` is known to hold now."""
        return ()

    def unseen(self) -> list[Card]:
        """Each different card of which at least one copy hasn't been named yet."""
        seen = self.seen
        return [card for card, copies in self.pack.copies.items() if card not in seen or len(seen[card]) < copies]

    def reports_of(self, rank: Rank) -> list[Report]:
        """Every report that named a card of this rank."""
        return [report for card, reports in self.seen.items() if card.rank == rank for report in reports]

    def proof_of(self, cards: Iterable[Card]) -> list[Report]:
        """The last report that named each of these cards. Cards that were never named are skipped."""
        return [self.seen[card][-1] for card in cards if card in self.seen]

    def sound(self, reports: Mapping[Seat, R]) -> dict[Seat, R]:
        """The reports that may be used as evidence: without those that break a rule and were kept anyway."""
        return {who: report for who, report in reports.items() if report not in self.let_be}

    def find(self, breach: Rule | str, who: Seat, why: str, *reports: Report) -> None:
        """Adds a finding, unless it is there already.

        Its name is that of the rule's breach, or ``breach`` if that is a string.
        """
        if not self.enforces(breach):
            return
        name = breach.called if isinstance(breach, Rule) else breach
        finding = Finding(name, (who,), why, tuple(report.line for report in reports))
        if finding not in self.findings:
            self.findings.append(finding)

    def suspect(self, suspicions: Iterable[Finding]) -> None:
        """Replaces all open findings with these. A finding that is no news keeps its old wording."""
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
        *reports: Report,
        line: str = "",
        hand: int | None = None,
    ) -> None:
        """Books points to a player, or to the player's team, by a rule.

        ``line`` names another score line than the rule's own.
        """
        for side in self.side(Seat(who)).split("+") if self.regrouped else [self.side(Seat(who))]:
            self.enter(self._line(side, rule, points, because, reports, line, hand))

    def book_chips(
        self,
        account: str,
        rule: Rule | None,
        chips: int,
        because: str = "",
        *reports: Report,
        line: str = "",
        hand: int | None = None,
    ) -> None:
        """Books one side of a movement of chips by a rule."""
        whose = account if self.chips == "beside" else self.scorer(Seat(account))
        self.enter_chips(self._line(whose, rule, chips, because, reports, line, hand))

    def _line(
        self,
        who: str,
        rule: Rule | None,
        points: int,
        because: str,
        reports: Iterable[Report],
        line: str,
        hand: int | None,
    ) -> Line:
        if rule and not (line or rule.lines):
            raise TypeError(f"{rule.name} scores, and names no line of the score: give it lines=")
        number = self.number if hand is None else hand
        kind = line or (rule.lines[0] if rule else "")
        proof = tuple(dict.fromkeys([report.line for report in reports])) if reports else ()
        return Line(who, points, kind, rule.name if rule else "", because, number, proof)

    def enter(self, line: Line) -> None:
        """Adds a line to the score."""
        self.lines.append(line)
        self.standing.balance[Seat(line.who)] = self.standing.balance.get(Seat(line.who), 0) + line.points

    def enter_chips(self, line: Line) -> None:
        """Adds one side of a movement of chips: to the score if chips are the score, otherwise to the purse."""
        if self.chips != "beside":
            self.enter(line)
            return
        self.moves.append(line)
        self.standing.purse[line.who] = self.standing.purse.get(line.who, 0) + line.points

    @cached_property
    def chips(self) -> bool | Literal["beside"]:
        """Whether the table plays for chips: False, True if chips are the score, ``"beside"`` if they are apart from
        it.
        """
        return self.game.moves_chips(self.house)

    def booked(self, rule: Rule) -> tuple[Seat, ...]:
        """The players who got a line of the score by a rule."""
        return tuple(dict.fromkeys(Seat(line.who) for line in self.lines if line.rule == rule.name))

    @property
    def scores(self) -> dict[Seat, int]:
        """The points of each side in this hand so far."""
        scores = dict.fromkeys(self.sides, 0)
        for line in self.lines:
            if line.hand == self.number and line.who in scores:
                scores[Seat(line.who)] += line.points
        return scores


H = TypeVar("H", bound=Hand)


def is_out(hand: Hand, deal: Deal) -> str | None:
    """Why a player who is out of the game by the score doesn't deal; None if the player isn't out."""
    return f"{deal.who} is out of the game" if deal.who in hand.out_of_it else None


# The game


class Outcome(NamedTuple):
    """One way that a bid or a declaration can end: what happens, each player's points, and the rules that give them."""

    when: str
    points: Mapping[Seat, int]
    rules: tuple[Rule, ...] = ()


FactValue = int | str | Mapping[Any, Any] | Iterable[Any] | None


@dataclass(eq=False, repr=False)
class Game(Generic[H]):
    """A game: everything that the referee, the rules page and the score sheet know about it.

    ``players`` is the range of how many can play, ``options`` what a table may choose, and ``rules`` has its rules by
    their ids.

    >>> from referee import find_game
    >>> game = find_game("oh-hell")
    >>> game.name, game.players, game.family
    ('Oh Hell!', range(3, 11), 'trick-taking')
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
    """When each report is made, in words."""

    pack_rule: Rule
    """The rule that is broken by naming a card that isn't in the pack."""

    options: tuple[Option, ...] = ()
    """What a house can choose. The numbers of the rules are added to it."""

    variants: tuple[Variant, ...] = ()
    """Common ways to play the game that differ from the standard rules."""

    hands_due: Callable[[Table], int | None] | None = None
    """The number of hands in a game, if it is known before the game begins. If not given, the option ``hands``."""

    plays_on: Callable[[Mapping[str, Any]], bool] | None = None
    """Whether a house plays on after that many hands until the game is decided."""

    dealt_once: bool = False
    """Whether the cards are dealt only once, so that no rule can change from the next deal on."""

    facts: Mapping[str, Callable[[H], FactValue]] = field(default_factory=dict)
    asked: tuple[Fact, ...] = ()
    """What players ask about besides the facts, with their words for it: the minimum, the bags, who the farmer is."""

    brings: Mapping[type[Report], Callable[[H, Any], Iterable[Outcome]]] = field(default_factory=dict)
    """What a report would score, one outcome for each way it can end.

    The intended end comes first: the bid is made, the declaration is good. Points that are booked at once aren't
    listed.
    """

    contenders: Callable[[H], Iterable[Seat]] | None = None
    """Players who can still win the pots. If not given, everybody."""

    winners: Callable[[H], Iterable[Seat] | None] | None = None
    """The winners once the game is over. If not given, or if it returns None, those with the best score."""

    clashes: tuple[Clash, ...] = ()
    """Checks for options of a house that contradict each other, given the number of players."""

    more_seats: tuple[str, int] | None = None
    """An option that makes room for more than ``players``, and how many players each one of it seats."""

    deal_passes: bool = True
    """Whether the next dealer is certain before a hand ends: the player to the left, or the one the hand names."""

    standing: Callable[[], Standing] = Standing
    lowest_wins: bool | Callable[[Mapping[str, Any]], bool] = False
    """Whether the fewest points win. This may depend on the house."""

    partners: bool | Callable[[int, Mapping[str, Any]], bool] = False
    playing: int | Callable[[Mapping[str, Any]], int | None] | None = None
    """How many play a hand, which may depend on the house. If there are more players, some sit out. None if everybody
    always plays.
    """

    chips: bool | Literal["beside"] | Callable[[Mapping[str, Any]], bool] = False
    """Whether the score is chips, which may depend on the house. ``"beside"`` if chips are kept apart from the score.
    """

    stack: Callable[[H, Seat], int | None] | None = None
    """The chips that a player has, None if unknown. Paying more than that is a finding."""

    out: Callable[[H], Iterable[Seat]] | None = None
    """Players who are out of the game by their score, and so don't deal."""

    settle: Callable[[H, H], None] | None = None
    """Books what follows from the score, such as the payment of a player who is out or the prize for the whole game,
    and takes back what no longer follows. It is called when ``over`` is asked, with the hand to book in and the hand
    just finished. At the end of a hand those are the same.
    """

    when_over: Callable[[H], Asks[Any]] | None = None
    """What the game asks for and bars between hands while it is over. If not given, what it asks for anyway."""

    others: tuple[Seat, ...] = ()
    """Names besides the players that act and score, such as the house in a game for one.

    No player may have such a name.
    """

    accounts: tuple[str, ...] = ()
    """Accounts of a chip game besides the players'. No player may have such a name."""

    banker: str = ""
    """The account that belongs to somebody at the table. All other accounts are pots, which nobody owns."""

    concession_ends: bool = True
    """Whether a concession ends a game between two sides. If not, it only takes a name off the winners."""

    says: bool = False
    """Whether a card may say something: what it stands for, or a suit that it calls."""

    entered_too_late: Callable[[H, H], None] | None = None
    """Compares a hand with its replay after cards were entered late, and finds what would have scored differently."""

    deal_out: Callable[[H, Dealt], None] | None = None
    """Adds the cards of a `Dealt` report to the hand."""

    ends: tuple[Rule, ...] = ()
    """The rules that end a hand. They refuse any play that comes after the end."""

    open_table: bool = False
    """Whether players may join and leave between hands. That works if each hand and its score stand alone."""

    outlasts: tuple[str, ...] = ()
    """Kinds of score lines that stay if the table stops in the middle of a hand. Otherwise such a hand is void."""

    closing: Callable[[H], None] | None = None
    """Settles what is left when the table stops, such as chips in a pot."""

    now: Callable[[H], Iterable[str]] | None = None
    """What everybody wants to know about the play right now, for the prompt and the sheet: upcard, cards owed …"""

    before_deal: Callable[[H], Iterable[str]] | None = None
    """The same before a hand has begun: its contract, a round that counts more …"""

    board: Callable[[H], Iterable[Iterable[str]]] | None = None
    """What lies on the table, as rows of cells with their headings, for the sheet. Empty if unknown."""

    at_a_glance: tuple[Glance, ...] = ()
    """What a player looks up first: card values, their order, the deal … All from the data that judges the game."""

    short_form: str = ""
    phrases: Mapping[str, str] = field(default_factory=dict)
    """What players say, and the report it stands for: ``{"point of N": "declares point N"}``."""

    example: Example | None = None
    """A small game with totals only, and its score."""

    rulings: tuple[str, ...] = ()
    edition: int = 1
    unit: Literal["round", "hand", ""] = "hand"
    """What the game calls what is scored at a time. Empty if each report is on its own."""

    of_a_sheet: bool = False
    """Whether the game is declared by a sheet. Then only sums are judged, not the play."""

    @property
    def deal_goes_unsaid(self) -> bool:
        """Whether a hand begins without a report of its deal, so that it may be void before anything was reported."""
        return self.of_a_sheet and Deal in self.reports

    sheet: str = ""
    """The text of the file that declares the game, "" if there is none."""

    written: Mapping[str, Any] | None = None
    """Its rules by name, if they aren't in a module."""

    ruleset: Ruleset = field(init=False)
    """The rules of the module that contains ``play``, or those in ``written``, and what follows from them."""

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
        """The rules by id, in the order of the rulebook."""
        return self.ruleset.rules

    @cached_property
    def reports(self) -> Mapping[type[Report], Cited]:
        """The kinds of reports, each with when it is made and the rules cited with it."""
        return {verb: Cited(when, self.ruleset.cited(verb)) for verb, when in self.verbs.items()}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The verbs of its reports, and of those that every game takes."""
        return Vocabulary((*self.reports, *(kind for kind in ANY_TIME if kind is not Pays)))

    @cached_property
    def vocabulary_with_chips(self) -> Vocabulary:
        """Its verbs at a table where players pay one another."""
        return Vocabulary((*self.reports, *ANY_TIME))

    @property
    def score_lines(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of the score, each with the names of the rules that give it."""
        return self.ruleset.score_lines

    def said(self, rule: str, players: int, house: Mapping[str, Any]) -> str:
        """The sentence of a rule, by its id, with the numbers and words of a table.

        If the table changed a number, the standard one is shown next to it.
        """
        return self.rules[rule].said(house, self.house(players, {}))

    def house(self, players: int, chosen: Mapping[str, str]) -> dict[str, Any]:
        """The options in force for that many players.

        Raises ValueError if a value is impossible, or if two contradict each other.
        """
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
        """Why values of a house contradict each other with that many players, in words. "" if they don't."""
        return next((fault for clash in self.clashes if (fault := clash(players, house))), "")

    def can_play(self, players: int, chosen: Mapping[str, str]) -> bool:
        """Whether that many players can sit at a table with that house."""
        try:
            self.house(players, chosen)
        except ValueError:
            return False
        return not self.too_few_or_many(players, chosen)

    def option(self, name: str) -> Option | None:
        """The option with that name, None if there is none."""
        now = self.option_now(name.lower())
        return next((other for other in self.options if other.name == now), None)

    def option_now(self, name: str) -> str:
        """The current name of an option that may have had this name before."""
        return next((option.name for option in self.options if name in option.also), name)

    def no_option(self, name: str) -> str:
        names = ", ".join(option.name for option in self.options) or "none"
        return f"{self.name} has no house rule {name!r}. Its house rules: {names}"

    def has_partners(self, players: int, house: Mapping[str, Any]) -> bool:
        return self.partners(players, house) if callable(self.partners) else self.partners

    def playing_at(self, players: int, house: Mapping[str, Any]) -> int:
        """How many of that many players play a hand at a table with that house."""
        return min(self.playing_in(house) or players, players)

    def playing_in(self, house: Mapping[str, Any]) -> int | None:
        """How many play a hand at a table with that house. None if nothing limits it."""
        return self.playing(house) if callable(self.playing) else self.playing

    def regroups(self, players: int, house: Mapping[str, Any]) -> bool:
        """Whether partners change from hand to hand, because somebody sits out."""
        playing = self.playing_at(players, house)
        return playing < players and self.has_partners(playing, house)

    def hands_at(self, players: int, house: Mapping[str, Any]) -> int | None:
        """The number of hands in a game at a table with that house, if it is known before the game begins."""
        if self.hands_due:
            return self.hands_due(Table(self, players, house))
        hands = house.get("hands")
        return hands if isinstance(hands, int) else None

    def deals(self, number: int, players: int, house: Mapping[str, Any]) -> bool:
        """Whether cards may be dealt for the hand with this number, at a table with that house."""
        if self.dealt_once:
            return number == 1
        due = self.hands_at(players, house)
        return due is None or number <= due or bool(self.plays_on and self.plays_on(house))

    def low_wins(self, house: Mapping[str, Any]) -> bool:
        """Whether the fewest points win at a table with that house."""
        return self.lowest_wins(house) if callable(self.lowest_wins) else self.lowest_wins

    def moves_chips(self, house: Mapping[str, Any]) -> bool | Literal["beside"]:
        """Whether the house plays for chips: False, True if chips are the score, ``"beside"`` if they are apart from
        it.
        """
        return self.chips(house) if callable(self.chips) else self.chips

    def too_few_or_many(self, players: int, chosen: Mapping[str, str]) -> str:
        """Why that many players can't play by the rules of a house, "" if they can.

        Raises ValueError if the rules are impossible.
        """
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
    """The names of the rules that a house has dropped."""
    return frozenset((house.get(WITHOUT) or "").split("+")) - {""}


def _names(home: str) -> dict[str, Any]:
    """All names in the module of a game and in its private modules."""
    package, _, last = home.rpartition(".")
    beside = f"{package}._{last}".lstrip(".")
    belonging = [name for name in sys.modules if name == beside or name.startswith(beside + "_")]
    return {name: value for module in (*belonging, home) for name, value in vars(sys.modules[module]).items()}


def leaders(balance: Mapping[Seat, int], lowest: bool = False) -> list[Seat]:
    """The sides with the best score."""
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
    """A number of players and the rules of a house, before anything is reported."""

    game: Game[Any]
    players: int
    house: Mapping[str, Any]

    @property
    def pack(self) -> Pack:
        return self.game.pack_for(self.players, self.house)

    def hand(self, **facts: Any) -> Any:
        """A hand of the game at this table, for functions that need one."""
        game, seats = self.game, [f"P{number}" for number in range(1, self.players + 1)]
        names = Names(seats, (*game.others, *game.accounts), game.has_partners(self.players, self.house))
        hand = game.hand(game, names.seats, self.house, game.standing(), names, self.pack)
        for name, fact in facts.items():
            setattr(hand, name, fact)
        return hand


class Glance:
    """Something to look up: its name, its value or a function of the table, and the rules that it belongs to.

    ``show`` puts the value in words. Without it a number or a text is one line, amounts by name are one line, and
    texts, by name or in a row, are a line each.
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
        """The value at a table, as one line or several."""
        return self.show(self.at(table))


class Example(NamedTuple):
    """A small game with totals only: the players, the reports, and the score after them."""

    players: str
    lines: tuple[str, ...]
    score: str
    house: str = ""

    def record(self, slug: str) -> list[str]:
        """The lines of its record."""
        head = [f"game: {slug}", f"players: {', '.join(self.players.split())}"]
        head += [f"house: {self.house}"] if self.house else []
        return [*head, *self.lines, f"= {self.score}"]


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
