"""Dingo: each diamond is hunted in turn.  A heart starts the hunt, and the last black card catches the diamond."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, ClassVar, Literal, NamedTuple, Self

from referee.cards import RANKS, UNKNOWN, Card, Cards, Pack, Rank, those_named
from referee.game.asks import Asks, Macro, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Hand, Table
from referee.game.quick_reference import by_points
from referee.kit.claims import claims
from referee.kit.endings import one_hand
from referee.kit.holdings import fresh
from referee.kit.messages import cards_of, entered_before
from referee.kit.rest import Rest, the_rest
from referee.kit.whereabouts import Whereabouts
from referee.language.reports import Blind, Report
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Scale, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    number,
    unclear,
    worth,
)
from referee.table.rulings import ORDER

CARDS_EACH = 10
WHOLE = "you have started to enter the discards, so enter all of them first, or type `rest`"
THROWN = 1 << 4  # the bit of unnamed discards; the seats have the bits from 1 << 0
ANYWHERE = THROWN * 2 - 1


ACE = RANKS[0]
UPWARD = RANKS[:0:-1] + RANKS[:1]  # the ranks in the order they are hunted
RABBIT = Card(ACE, "D")

Brought = tuple[int, int]
"""Points in score piles and points in penalty piles."""


@cache
def dingo_of(rank: Rank) -> Card:
    return Card(rank, "H")


@cache
def wolves_of(rank: Rank) -> Cards:
    return Card(rank, "S"), Card(rank, "C")


def hunt_brings(hand: Dingo, rank: Rank, out: Collection[Card] = ()) -> frozenset[Brought]:
    """The possible results of a hunt that wasn't entered, if the cards in ``out`` weren't played in it."""
    points, no_dingo = value(hand, rank), dingo_of(rank) in out and not (hand.dingo and rank == hand.rank)
    if rank != ACE:
        return frozenset({(0, 0)} if no_dingo else {(0, 0), (3 * points, 0), (4 * points, 0), (0, points)})
    thrown, unsure = RABBIT in hand.seen and RABBIT not in hand.shown, not hand.enforces(no_ace_discard)
    brings: set[Brought] = set()
    for cost in {0} if thrown else {kept_value(hand), 0} if unsure else {kept_value(hand)}:
        brings |= {(0, cost)} if no_dingo or unsure else set()
        brings |= set() if no_dingo else {(0, points + cost), (2 * points, cost), (3 * points, cost)}
    if RABBIT not in out and not no_dingo:
        bait = pile_value(hand, RABBIT)
        brings |= {(bait + 3 * points, 0)}
        brings |= set() if hand.enforces(rabbit_last) else {(bait, points), (bait + 2 * points, 0)}
    return frozenset(brings)


def can_bring(hunts: Iterable[Collection[Brought]], scored: int, against: int, no_more: bool, no_worse: bool) -> bool:
    """Whether the hunts can give these totals, or more if some piles aren't known yet."""
    for most, cost in together(tuple(map(frozenset, hunts))):
        enough = most == scored if no_more else most >= scored
        if enough and (cost == against if no_worse else cost >= against):
            return True
    return False


@lru_cache(maxsize=64)
def together(hunts: tuple[frozenset[Brought], ...]) -> frozenset[Brought]:
    """Every total that these hunts can give together."""
    totals = {(0, 0)}
    for hunt in hunts:
        totals = {(scored + more, against + cost) for scored, against in totals for more, cost in hunt}
    return frozenset(totals)


def most_scored(hand: Dingo) -> int:
    """The most that all four score piles can hold together."""
    return sum(max(scored for scored, _ in hunt_brings(hand, rank)) for rank in UPWARD)


LAST = len(UPWARD) - 1


# Reports


def may_use(hand: Dingo, kind: type[Report], seat: Seat) -> list[Card]:
    where = hand.ahead(kind)
    return [card for card in where.places if where.allows(hand.bit(seat), card)]


class PartsWith(Report):
    cards: Blind

    @classmethod
    def options(cls, hand: Dingo, seat: Seat) -> Iterable[Self]:
        return [cls(Blind((card,)), who=seat) for card in (UNKNOWN, *may_use(hand, cls, seat))]


class Discards(PartsWith):
    """a card discarded face up; ? if you don't name it"""


class Exchanges(PartsWith):
    """a card passed to another player; ? if you don't name it"""


class Round(Macro):
    cards: Blind

    stands_for: ClassVar[type[PartsWith]]

    def parts(self, hand: Dingo) -> Iterator[Report]:
        for card in self.cards:
            yield self.stands_for(Blind((card,)), line=self.line)


class DiscardRound(Round, speaker="none", verb="discards"):
    """a whole round of discards, the dealer's card first"""

    stands_for = Discards


class ExchangeRound(Round, speaker="none", verb="exchanges"):
    """a whole round of passed cards, the dealer's card first"""

    stands_for = Exchanges


class Plays(Report):
    """a dingo or a wolf; in the ace hunt all cards of one turn"""

    cards: Cards

    @classmethod
    def options(cls, hand: Dingo, seat: Seat) -> Iterable[Plays]:
        held = may_use(hand, cls, seat)
        yield from (cls((card,), who=seat) for card in held)
        if hand.dingo and (hand.rank == ACE or not hand.enforces(one_wolf)):
            mine = [card for card in (*wolves_of(hand.rank), *[RABBIT] * (hand.rank == ACE)) if card in held]
            turns = (turn for number in range(2, len(mine) + 1) for turn in itertools.permutations(mine, number))
            yield from (cls(turn, who=seat) for turn in turns)


class AllPass(Report, speaker="none", verb="passes", as_said="all pass"):
    """nobody has the dingo, or nobody else plays a wolf"""


class Passes(Report):
    """plays no wolf in this hunt"""


class Shows(Report):
    """cards left in a hand: A♦ unplayed, or hearts"""

    cards: Cards

    @classmethod
    def options(cls, hand: Dingo, seat: Seat) -> Iterable[Shows]:
        return [cls((card,), who=seat) for card in may_use(hand, cls, seat) if card.is_red]


class Hunted(NamedTuple):
    """A finished hunt, to explain plays that come too late."""

    rank: Rank
    dingo: Seat
    wolves: tuple[Seat, ...]


class Scores(Report, labels={"penalty": "with the penalty"}, limits={"points": lambda hand, seat: most_scored(hand)}):
    """the points in a player's score pile, or in the penalty pile"""

    points: int
    penalty: bool = field(default=False, kw_only=True)

    @classmethod
    def options(cls, hand: Dingo, seat: Seat) -> Iterable[Scores]:
        return [
            cls(points, who=seat, penalty=against)
            for against in (False, True)
            for points in range(most_scored(hand) + 1)
        ]


class Holds(Report, labels={"rabbit": "points of the rabbit"}):
    """the highest rabbit in a player's score pile, or 0 for none"""

    rabbit: Literal["0"] | Card

    @classmethod
    def options(cls, hand: Dingo, seat: Seat) -> Iterable[Holds]:
        return [cls("0", who=seat), *(cls(Card(rank, "D"), who=seat) for rank in RANKS)]


@dataclass
class Dingo(Hand):
    """One deal of Dingo, which is a whole game."""

    where: Whereabouts = field(default_factory=lambda: Whereabouts({}, []))
    fixed: dict[Card, Report] = field(default_factory=dict)  # the report that showed where each card is
    thrown: list[Seat] = field(default_factory=list)  # who has discarded in this round
    passed_on: list[Seat] = field(default_factory=list)  # who has passed a card between two rounds
    rounds: int = 0  # complete rounds of discards
    exchanged: int = 0  # exchanges that are over, entered or not
    hunting: bool = False  # a hunt has been entered
    hunt: int = 0  # which of the thirteen
    dingo: Plays | None = None
    wolves: list[tuple[Card, Plays]] = field(default_factory=list)
    acted: list[Seat] = field(default_factory=list)
    last: Hunted | None = None
    bait: Plays | None = None  # that brought A♦
    brought: dict[Rank, Brought] = field(default_factory=dict)  # the result of each hunt
    caught: dict[Card, Seat] = field(default_factory=dict)
    missed: dict[Rank, Report] = field(default_factory=dict)  # hunts without the dingo
    kept: Seat = NOBODY  # who kept A♦
    shown: dict[Card, Shows] = field(default_factory=dict)
    forfeits: list[Seat] = field(default_factory=list)
    piles: dict[Seat, Scores] = field(default_factory=dict)
    penalties: dict[Seat, Scores] = field(default_factory=dict)
    tied: list[Seat] = field(default_factory=list)  # who led when all piles were entered
    best: dict[Seat, Holds] = field(default_factory=dict)

    def bit(self, seat: Seat) -> int:
        return 1 << self.seats.index(seat)

    @property
    def rank(self) -> Rank:
        """The rank that is hunted now or next."""
        return UPWARD[min(self.hunt, LAST)]

    @property
    def next_rank(self) -> Rank | None:
        """The rank hunted after that, without ranks whose dingo was discarded."""
        return next((rank for rank in UPWARD[self.hunt + 1 :] if dingo_of(rank) not in self.seen), None)

    @property
    def rounds_due(self) -> int:
        rounds: int = self.house["rounds"]
        return rounds

    @property
    def discarding(self) -> bool:
        """Whether the discards and exchanges are in progress."""
        return self.rounds < self.rounds_due and bool(self.rounds or self.thrown)

    def partner(self, seat: Seat) -> Seat:
        """Who gets the card that SEAT passes."""
        return self.after(seat, self.rounds)

    def ahead(self, kind: type[Report]) -> Whereabouts:
        """Where the cards may be before a report of this kind, after steps that weren't entered."""
        where = self.where
        if kind is Discards and not self.thrown and self.rounds > self.exchanged:
            where = where.copy()
            for seat in self.around(self.dealer):
                where.give(self.seats.index(seat), self.seats.index(self.partner(seat)), UNKNOWN)
        elif kind not in (Discards, Exchanges) and not self.rounds and not self.hunting:
            each, seats = self.rounds_due, len(self.seats)  # in the exchanges any card can reach any player
            room = [CARDS_EACH - each] * seats + [each * seats]
            where = Whereabouts(dict.fromkeys(where.places, ANYWHERE), room)
        return where

    def holders(self, card: Card) -> tuple[Seat, ...]:
        """Who may have a card in the hunts."""
        where = self.ahead(Plays)
        return tuple([seat for seat in self.seats if where.allows(self.bit(seat), card)])

    def to_throw(self) -> tuple[Seat, ...]:
        return self.next_behind(self.thrown, self.dealer)

    def to_play(self) -> tuple[Seat, ...]:
        """The players who may have the dingo; after it, the next who may add a wolf."""
        if not self.dingo:
            return self.holders(dingo_of(self.rank)) or self.seats
        return tuple([seat for seat in self.turns() if seat not in self.acted])[:1]

    def turns(self) -> tuple[Seat, ...]:
        """The players with a turn in this hunt, in order."""
        if not self.dingo:
            return ()
        others = self.around(self.after(self.dingo.who))
        return others if self.rank == ACE or not self.enforces(not_own_wolf) else others[:-1]

    def to_enter(self) -> tuple[Seat, ...]:
        return self.all_but(self.piles)

    def known(self, seat: Seat) -> list[Card]:
        bit = self.bit(seat)
        return [card for card, places in self.where.places.items() if places == bit]

    def unseen(self) -> list[Card]:
        return [*self.where.places]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        if isinstance(report, Holds):
            return [Card(rank, "D")]
        if isinstance(report, Plays):
            wanted = [dingo_of(rank)] if not self.dingo or rank != self.rank else [*wolves_of(rank), RABBIT]
            return [card for card in may_use(self, Plays, report.who) if card.rank == rank and card in wanted]
        return super().meant(report, rank)

    def piled(self, seat: Seat) -> tuple[int, int]:
        """The points known in a player's score pile and penalty pile."""
        points = [line.points for line in self.lines if line.who == seat and line.category in self.game.score_lines]
        return sum([n for n in points if n > 0]), -sum([n for n in points if n < 0])


# The hand


async def play_hand(hand: Dingo) -> None:
    await hand.deal(size=CARDS_EACH, sized=deal_forty, free=True, whole=True)
    in_hands = [card for card in hand.pack if card.suit != "D" or card == RABBIT]
    hand.where = Whereabouts(dict.fromkeys(in_hands, THROWN - 1), [CARDS_EACH] * len(hand.seats) + [0])

    # Discards, exchanges and hunts
    waiting = stages(hand)
    while hand.hunt <= LAST:
        match await waiting[stage(hand)]:
            case Discards() as thrown:
                discard(hand, thrown)
            case Exchanges() as passed_on:
                exchange(hand, passed_on)
            case Scores() | Shows() | Rest() as report:
                await enter_piles(hand, report)
                return
            case report:
                hand.where = hand.ahead(type(report))
                hand.hunting = True
                go_on(hand, report)

    # A♦ and red cards
    too_late: Asks[Any] = hand.ask(None, Plays, no_place, aside=True)
    showing = hand.ask(lambda: hand.holders(RABBIT), Shows, in_hand, free=True) | too_late
    unsure = not hand.enforces(no_ace_discard) and hand.where.allows(THROWN, RABBIT)  # A♦ may have been discarded
    if RABBIT not in hand.seen and len(holders := hand.holders(RABBIT)) == 1 and not unsure:
        keep_rabbit(hand, holders[0], hand.fixed.get(RABBIT))
    while RABBIT not in hand.seen and not hand.kept:
        if (shows := await (showing.maybe() if unsure else showing)) is None:
            break
        show(hand, shows)
    again = hand.ask(None, Shows, in_hand) | hand.ask(None, Scores, as_piled, aside=True) | too_late
    while missing(hand):
        if (more := await again.maybe()) is None:
            break
        if isinstance(more, Shows):
            show(hand, more)
    for card in missing(hand):
        if len(holders := hand.holders(card)) == 1 and not hand.where.allows(THROWN, card):
            forfeit(hand, holders[0], card, hand.fixed.get(card))


def stages(hand: Dingo) -> dict[str, Asks[Any]]:
    """The reports accepted in each stage."""
    throwing = hand.ask(hand.to_throw, Discards)
    passing = hand.ask(lambda: hand.next_behind(hand.passed_on, hand.dealer), Exchanges)
    no_play, no_show = (hand.ask(hand.to_throw, kind, no_place, aside=True, free=True) for kind in (Plays, Shows))
    whole = the_rest(hand) | no_play | no_show | bar(discard_order, WHOLE, AllPass, Passes, Scores)
    playing = hand.ask(hand.to_play, Plays, in_hand, in_its_place, free=True)
    aside = hand.ask(hand.to_play, Plays, in_hand, in_its_place, free=True, aside=True)
    nobody = hand.ask(None, AllPass, aside=True)
    passes = hand.ask(hand.to_play, Passes, still_to_act, free=True)
    no_dingo = hand.ask(hand.to_play, Passes, no_dingo_yet, aside=True, free=True)
    piles_entered = hand.ask(None, Scores, aside=True)
    shows = hand.ask(None, Shows, in_hand, aside=True)
    return {
        "throw": throwing | whole,
        "throw or pass on": throwing | passing | whole,
        "pass on": passing | whole,
        "open": throwing | aside | nobody | no_dingo | piles_entered | shows,
        "first dingo": playing | nobody | no_dingo | piles_entered | shows,
        "dingo": playing | nobody | no_dingo | piles_entered | no_show,
        "wolves": playing | passes | nobody | piles_entered | no_show,
    }


def stage(hand: Dingo) -> str:
    if hand.discarding:
        if hand.passed_on:
            return "pass on"
        return "throw or pass on" if hand.exchanged < hand.rounds and not hand.thrown else "throw"
    if hand.hunting:
        return "wolves" if hand.dingo else "dingo"
    return "first dingo" if hand.rounds else "open"


# Discards and exchanges


def deal_out(hand: Dingo, report: Dealt) -> None:
    own = hand.bit(report.who)
    for card in hand.where.places:
        if card in report.cards:
            hand.where.places[card] = own
            hand.fixed[card] = report
        elif UNKNOWN not in report.cards:
            hand.where.places[card] &= ~own


def discard(hand: Dingo, report: Discards) -> None:
    hand.where = hand.ahead(Discards).copy()
    hand.exchanged = hand.rounds
    hand.thrown.append(report.who)
    hand.where.throw(hand.seats.index(report.who), report.cards[0])
    if report.cards[0] is not UNKNOWN:
        hand.tell(report, report.cards[0])
    if len(hand.thrown) == len(hand.seats):
        hand.thrown.clear()
        hand.rounds += 1
    if hand.rounds == hand.rounds_due:
        skip(hand)


def exchange(hand: Dingo, report: Exchanges) -> None:
    (card,) = report.cards
    hand.passed_on.append(report.who)
    hand.where.give(hand.seats.index(report.who), hand.seats.index(hand.partner(report.who)), card)
    if card is not UNKNOWN:
        hand.fixed[card] = report
    if len(hand.passed_on) == len(hand.seats):
        hand.passed_on.clear()
        hand.exchanged = hand.rounds


def discard_the_rest(hand: Dingo) -> None:
    """Ends the discards and exchanges without their cards: each card that wasn't seen may be anywhere."""
    unseen, each = hand.where.places, CARDS_EACH - hand.rounds_due
    room = [each] * len(hand.seats)
    hand.where = Whereabouts(dict.fromkeys(unseen, ANYWHERE), [*room, len(unseen) - sum(room)])
    hand.fixed.clear()
    hand.thrown.clear()
    hand.passed_on.clear()
    hand.rounds, hand.hunting = hand.rounds_due, True
    skip(hand)


# Hunts


def go_on(hand: Dingo, report: Plays | Passes | AllPass) -> None:
    if isinstance(report, AllPass):
        if not hand.dingo:
            blame(hand, report)
        close_hunt(hand, report)
        return
    if isinstance(report, Plays):
        hand.where = hand.where.copy()
        for card in report.cards:
            put(hand, report, card)
    turns = hand.turns()
    if report is not hand.dingo and report.who in turns:  # the players before have passed
        hand.acted += [seat for seat in turns[: turns.index(report.who) + 1] if seat not in hand.acted]
    if hunt_is_over(hand):
        close_hunt(hand, report)


def put(hand: Dingo, play: Plays, card: Card) -> None:
    hand.where.throw(hand.seats.index(play.who), card)
    if card.suit == "H" and UPWARD.index(card.rank) >= hand.hunt:
        while hand.rank != card.rank:
            close_hunt(hand, play)
        hand.dingo = play
        hand.acted = [wolf.who for _, wolf in hand.wolves if wolf.who != play.who]
    elif card in wolves_of(hand.rank):
        hand.wolves.append((card, play))
    elif card == RABBIT:
        hand.bait = play
    hand.tell(play, card)


def hunt_is_over(hand: Dingo) -> bool:
    if not hand.dingo:
        return False
    if hand.rank == ACE and hand.bait:
        return True
    no_more = hand.rank != ACE and hand.seen.keys() >= {*wolves_of(hand.rank)}
    return no_more or {*hand.acted} >= {*hand.turns()}


def close_hunt(hand: Dingo, report: Report) -> None:
    """Scores the hunt and moves on to the next rabbit."""
    dingo, before = hand.dingo, len(hand.lines)
    if not dingo:
        hand.missed[hand.rank] = report
    elif hand.rank == ACE:
        score_ace_hunt(hand, dingo)
    else:
        score_hunt(hand, dingo)
    points = [line.points for line in hand.lines[before:]]
    hand.brought[hand.rank] = sum(n for n in points if n > 0), -sum(n for n in points if n < 0)
    if dingo:
        hand.last = Hunted(hand.rank, dingo.who, tuple(wolf.who for _, wolf in hand.wolves))
    hand.hunt += 1
    hand.dingo = None
    hand.wolves.clear()
    hand.acted.clear()
    skip(hand)


def skip(hand: Dingo) -> None:
    """Skips rabbits whose dingo was discarded."""
    while hand.hunt <= LAST and dingo_of(hand.rank) in hand.seen:
        hand.brought[hand.rank] = 0, 0
        hand.hunt += 1


def blame(hand: Dingo, report: AllPass) -> None:
    """Finds who had the dingo that nobody played, if cards entered later show it."""
    holders = hand.holders(dingo_of(hand.rank))
    if len(holders) != 1 or not dingo_is_gone(hand, report):
        return
    if any(other.line > report.line for other in hand.dealt.values()):
        accuse(hand, holders[0], dingo_of(hand.rank), hand.dealt.get(holders[0], report), report)


def accuse(hand: Dingo, seat: Seat, card: Card, report: Report, passed: Report) -> None:
    why = f"{seat} had {card.pretty} ({at(report)}) but didn't play it ({at(passed)})"
    hand.find(dingo_compulsory, seat, why, passed, report)


# The end


def keep_rabbit(hand: Dingo, seat: Seat, report: Report | None) -> None:
    hand.kept = seat
    proof = [report] if report else []
    hand.book(seat, ace_rabbit, -kept_value(hand), f"{RABBIT.pretty} wasn't played", *proof, line="penalty")


def show(hand: Dingo, report: Shows) -> None:
    """Applies shown cards: A♦ is a penalty unless penalties are entered as totals; hearts forfeit the game."""
    hand.where = hand.ahead(Shows).copy()
    for card in report.cards:
        hand.where.throw(hand.seats.index(report.who), card)
        hand.tell(report, card)
        hand.shown[card] = report
        if card == RABBIT and not hand.kept:
            if hand.hunt > LAST:
                keep_rabbit(hand, report.who, report)
            hand.kept = report.who
        elif card.suit == "H":
            forfeit(hand, report.who, card, report)


def missing(hand: Dingo) -> list[Card]:
    """Dingoes that nobody played or discarded by name."""
    return [card for card in map(dingo_of, UPWARD) if card not in hand.seen]


def forfeit(hand: Dingo, seat: Seat, card: Card, report: Report | None) -> None:
    proof = [report] if report else []
    hand.find(red_card_forfeit, seat, f"{seat} is left with {card.pretty}", *proof)
    if report and (passed := hand.missed.get(card.rank)):
        accuse(hand, seat, card, report, passed)
    if seat not in hand.forfeits and hand.enforces(red_card_forfeit):
        hand.forfeits.append(seat)
        hand.book(seat, red_card_forfeit, 0, f"left with {card.pretty}", *proof)


# Piles


async def enter_piles(hand: Dingo, report: Scores | Shows | Holds | Rest) -> None:
    """Applies piles entered as totals, alone or after some discards or hunts."""
    shows = hand.ask(None, Shows, in_hand, leaves_it_possible, aside=True)
    early = hand.ask(lambda: tuple(hand.piles), Holds, turn=tiebreak, aside=True)
    more = hand.ask(hand.to_enter, Scores) | hand.ask(None, Scores, aside=True) | shows | early
    while True:
        match report:
            case Scores():
                book_pile(hand, report)
            case Shows():
                show(hand, report)
            case Rest():
                discard_the_rest(hand)
            case holds:
                hand.best[holds.who] = holds
        if not hand.to_enter():
            break
        report = await more
    hand.tied = contenders(hand)
    holding = hand.ask(lambda: tied_missing(hand), Holds, free=True)
    while tied_missing(hand):
        holds = await holding
        hand.best[holds.who] = holds


def book_pile(hand: Dingo, report: Scores) -> None:
    scored, against = hand.piled(report.who)
    if report.penalty:
        hand.penalties[report.who] = report
        hand.book(report.who, pile_total, against - report.points, "the penalty pile", report, line="penalty")
    else:
        hand.piles[report.who] = report
        hand.book(report.who, pile_total, report.points - scored, "the score pile", report, line="pile")


def contenders(hand: Dingo) -> list[Seat]:
    """The leaders among the players who can still win."""
    out = (*hand.forfeits, *hand.standing.conceded)
    balance = {seat: hand.standing.balance.get(seat, 0) for seat in hand.seats if seat not in out}
    return [seat for seat, points in balance.items() if points == max(balance.values())]


def tied_missing(hand: Dingo) -> tuple[Seat, ...]:
    """Tied leaders whose highest rabbit is still needed; none if one leads alone or has A♦.

    A rabbit comes with the wolf that caught it, so a pile worth less than two cards has none.
    """
    if len(hand.tied) < 2 or any(best_rabbit(hand, seat) == LAST for seat in hand.tied):
        return ()
    least = 2 * min([value(hand, rank) for rank in UPWARD])
    return tuple([seat for seat in hand.tied if seat not in hand.best and hand.piled(seat)[0] >= least])


def best_rabbit(hand: Dingo, seat: Seat) -> int:
    """The place of a player's highest rabbit in the order of the hunts, -1 if there is none."""
    if (report := hand.best.get(seat)) and isinstance(report.rabbit, Card):
        return UPWARD.index(report.rabbit.rank)
    return max((UPWARD.index(rabbit.rank) for rabbit, who in hand.caught.items() if who == seat), default=-1)


def winners(hand: Dingo) -> list[Seat]:
    tied = contenders(hand)
    return [seat for seat in tied if best_rabbit(hand, seat) == max(best_rabbit(hand, other) for other in tied)]


# Rules: the deal

ROUNDS = number(4, "cards each player discards before the hunts", least=1, most=4)
deal_forty = impossible(
    "Leave out the diamonds from two to king, and deal the other forty cards, ten to each player. Each player discards"
    " {rounds:word card} before the hunts.",
    place=Deal,
    rounds=ROUNDS,
    asked="many cards",
)
one_pack = impossible(
    "The diamonds are the rabbits: those from two to king lie on the table in order, two on top, and A♦ is dealt with"
    " the other cards. The heart of a rabbit's rank is its dingo, and the two black cards of that rank are its wolves."
    " You can use only cards from your hand."
)


@judges(deal_forty, one_pack)
def ten_of_the_forty(hand: Dingo, report: Dealt) -> Answer:
    if before := entered_before(hand, report):
        return {one_pack: before}
    count = len(report.cards)
    return {
        deal_forty: None if count == CARDS_EACH else f"each player is dealt 10 cards, not {count}",
        one_pack: lacks(hand, report.who, report.cards, Dealt),
    }


# Rules: discards and exchanges

discard_order = illegal(
    "Each player discards one card face up, dealer first, then clockwise. Do this {rounds:times}.",
    turn=Discards,
    rounds=ROUNDS,
    asked="who discard first, many discard, discard order",
)
exchange_order = illegal(
    "Between two rounds of discards, each player passes one card, dealer first, then clockwise: to the left the first"
    " time, then across, then to the right.",
    turn=Exchanges,
    asked="who pass, pass cards, which way pass, pass card",
)


@judges(discard_order)
def whole_round_thrown(hand: Dingo, thrown: DiscardRound) -> Reason | None:
    return next_or_all(hand, thrown, begun=bool(hand.thrown))


@judges(exchange_order)
def whole_round_handed_on(hand: Dingo, handed_on: ExchangeRound) -> Reason | None:
    return next_or_all(hand, handed_on, begun=bool(hand.passed_on))


def next_or_all(hand: Dingo, report: Round, begun: bool) -> Reason | None:
    """A single card without a name is the next player's; four cards are a whole round, the dealer's first."""
    if len(report.cards) == 1 or (len(report.cards) == len(hand.seats) and not begun):
        return None
    if begun:
        return unclear("this round has already begun, so enter the other cards one by one")
    return unclear(f"a round has {len(hand.seats)} cards, not {len(report.cards)}")


@judges(discard_order, exchange_order)
def one_card(hand: Dingo, report: Discards | Exchanges) -> Answer:
    throws = isinstance(report, Discards)
    rule, do, did = (
        (discard_order, "discard", "discarded") if throws else (exchange_order, "pass on", "passed on a card")
    )
    if len(report.cards) != 1:
        why = f"{report.who} must {do} 1 card, not {len(report.cards)}"
    elif report.who in (hand.thrown if throws else hand.passed_on):
        why = f"{report.who} already {did} in this round"
    else:
        return None
    return {rule: cannot_happen(why)}


@illegal(asked="discard ace")
def no_ace_discard(hand: Dingo, report: Discards) -> str | None:
    """You can't discard an ace."""
    aces = [card for card in report.cards if card.rank == ACE]
    return f"{report.who} can't discard an ace" if aces else None


@judges(deal_forty, one_pack)
def in_hand(hand: Dingo, report: Discards | Exchanges | Plays | Shows) -> Answer:
    left = hand.ahead(type(report)).room[hand.seats.index(report.who)]
    too_many = isinstance(report, Plays | Shows) and len(report.cards) > left
    return {
        deal_forty: f"{report.who} has {'only ' if left else ''}{cards_of(left)} left" if too_many else None,
        one_pack: lacks(hand, report.who, report.cards, type(report)),
    }


def lacks(hand: Dingo, who: Seat, cards: Cards, kind: type[Report]) -> Reason | None:
    """Why a player can't have these cards when a report of that kind comes."""
    where = hand.where if kind is Dealt else hand.ahead(kind)
    own = hand.bit(who)
    named = those_named(cards)
    if rabbits := [card for card in named if card.suit == "D" and card != RABBIT]:
        return Reason(f"{rabbits[0].pretty} is a rabbit on the table, not in a hand")
    if why := fresh(hand, *named):
        return why
    for card in named:
        if not where.places.get(card, 0) & own:
            proof = hand.fixed.get(card) or hand.dealt.get(who)
            return Reason(
                f"{who} can't have {card.pretty}" + (f" ({at(proof)})" if proof else ""), *filter(None, [proof])
            )
    if named and not where.allows(own, *named):
        return Reason(f"{who} can't have {named[-1].pretty}: the other cards of the hand are known")
    return None


# Rules: a hunt

dingo_first = illegal(
    "Hunt the rabbits in order from two to king, and the ace last. Each hunt starts with the dingo of that rank.",
    place=Plays,
    asked="order hunt, start hunt, hunt order",
)
dingo_compulsory = illegal(
    "If you have the dingo, you must play it at once. If it was discarded, remove the rabbit, and nobody scores.",
    asked="must play dingo, keep dingo, dingo discarded, hold dingo",
)
hunt_order = illegal("After the dingo, each other player has one turn, clockwise, and may add a wolf or pass.")
one_wolf = illegal("You can't play both wolves in one hunt, except in the ace hunt.", asked="both wolves, two wolves")
not_own_wolf = illegal(
    "If you played the dingo, you can't add a wolf, except in the ace hunt.", asked="own wolf, wolf after dingo"
)
rabbit_last = illegal(
    "You may play A♦ only after both black aces have been played.", asked="when ace diamonds, play ace diamonds"
)


@judges(hunt_order, dingo_compulsory)
def no_dingo_yet(hand: Dingo, report: Passes) -> Answer:
    """Nobody can pass before the dingo is played."""
    text = "nobody has played the dingo yet"
    has_it = hand.known(report.who) if hand.rounds else []
    return {
        hunt_order: text,
        dingo_compulsory: text if dingo_of(hand.rank) in has_it else None,
        ORDER: unclear(text),
    }


@judges(hunt_order)
def still_to_act(hand: Dingo, report: Passes) -> str | None:
    if report.who in hand.turns() and report.who not in hand.acted:
        return None
    return f"{report.who} has no more turn in this hunt"


@judges(dingo_compulsory)
def dingo_is_gone(hand: Dingo, report: AllPass) -> Reason | None:
    """Everyone may pass before a dingo only if it may have been discarded; an ace can't have been."""
    card, ace = dingo_of(hand.rank), hand.rank == ACE and hand.enforces(no_ace_discard)
    if hand.dingo or (not ace and hand.ahead(AllPass).allows(THROWN, card)):
        return None
    entered = hand.fixed.get(card)
    holders = hand.holders(card)
    who = holders[0] if len(holders) == 1 else "one player"
    proof = f" ({at(entered)})" if entered else ""
    return Reason(f"{who} has {card.pretty}{proof} and must play it", *([entered] if entered else []))


@judges(dingo_first, hunt_order, one_wolf, not_own_wolf, rabbit_last)
def in_its_place(hand: Dingo, play: Plays) -> Answer:
    """Judges the cards one by one, in the order they were played."""
    first, *more = play.cards
    why: dict[Rule, str | None] = {}
    if RABBIT in play.cards and not behind_both(hand, play):
        why[rabbit_last] = f"{RABBIT.pretty} can't be played before both black aces"
    if first.suit == "H" and first.rank == (hand.next_rank if hand.dingo else hand.rank):
        if more:
            own = first.rank != ACE and more[0] in wolves_of(first.rank)
            why[not_own_wolf if own else hunt_order] = f"after {first.pretty} the other players have their turns first"
        return why
    if not hand.dingo:
        return why | too_soon(hand, play)
    wolves = [card for card in play.cards if card in wolves_of(hand.rank)]
    if strange := [card for card in play.cards if card not in wolves and (hand.rank, card) != (ACE, RABBIT)]:
        text = f"{strange[0].pretty} is neither a wolf in this hunt nor the next dingo"
        return why | {hunt_order: text, dingo_first: text}
    if play.who in hand.acted:
        why[hunt_order] = f"{play.who}'s turn in this hunt is over"
    if hand.rank != ACE:
        before = [at(wolf) for _, wolf in hand.wolves if wolf.who == play.who]
        if len(before) + len(wolves) > 1:
            why[one_wolf] = f"{play.who} may play only one wolf{f', and already did ({before[0]})' if before else ''}"
        if hand.dingo.who == play.who:
            why[not_own_wolf] = f"{play.who} played the dingo ({at(hand.dingo)}) and can't add a wolf"
    return why


def behind_both(hand: Dingo, play: Plays) -> bool:
    before = play.cards[: play.cards.index(RABBIT)]
    return all(wolf in before or any(wolf == card for card, _ in hand.wolves) for wolf in wolves_of(ACE))


def too_soon(hand: Dingo, play: Plays) -> dict[Rule, str | None]:
    """Why a card can't be played before the dingo; a wolf may be too late for the last hunt."""
    due = dingo_of(hand.rank).pretty
    why: dict[Rule, str | None] = {dingo_first: f"the next hunt starts with {due}"}
    last = hand.last
    if last and play.cards[0] in wolves_of(last.rank):
        why[hunt_order] = f"the hunt of {Card(last.rank, 'D').pretty} is over"
        if play.who in last.wolves and last.rank != ACE:
            why[one_wolf] = f"{play.who} already played a wolf in that hunt"
        if play.who == last.dingo and last.rank != ACE:
            why[not_own_wolf] = f"{play.who} played the dingo in that hunt"
    return why


# Rules: scoring a hunt

wolf_catches = worth(
    "Except in the ace hunt, the last wolf played catches the rabbit. Its player puts both in the score pile. The"
    " player of the dingo puts the dingo in the score pile, with the first wolf if there were two.",
    lines=("rabbit", "wolf", "dingo"),
    asked="who get rabbit, catch rabbit, last wolf",
)
lone_dingo = worth(
    "If nobody plays a wolf, remove the rabbit. The dingo goes to its player's penalty pile, and counts against that"
    " player.",
    lines="penalty",
    asked="no wolf, nobody wolf",
)


def score_hunt(hand: Dingo, dingo: Plays) -> None:
    rank, points = hand.rank, value(hand, hand.rank)
    if not hand.wolves:
        hand.book(dingo.who, lone_dingo, -points, f"nobody chased {dingo_of(rank).pretty}", dingo)
        return
    *earlier, (wolf, last) = hand.wolves
    rabbit = Card(rank, "D")
    hand.caught[rabbit] = last.who
    hand.book(last.who, wolf_catches, points, wolf.pretty, last, line="wolf")
    hand.book(last.who, wolf_catches, points, f"{rabbit.pretty}, caught by {wolf.pretty}", last, line="rabbit")
    hand.book(dingo.who, wolf_catches, points, dingo_of(rank).pretty, dingo, line="dingo")
    for card, play in earlier:
        hand.book(dingo.who, wolf_catches, points, f"{card.pretty}, the first wolf", play, line="wolf")


ace_hunt = worth(
    "In the ace hunt, you may play one or both wolves on your turn, and A♦ after them. The player of the dingo also"
    " has a turn, the last one. Each wolf goes to the score pile of the player who played it.",
    lines="wolf",
    asked="ace hunt",
)
ace_rabbit = worth(
    "If you play A♦, put it in your score pile. If you can't or don't, show it and put it in your penalty pile.",
    lines=("rabbit", "penalty"),
)
ace_dingo = worth(
    "A♥ goes to its player's score pile if a black ace was played, and to the penalty pile if not.",
    lines=("dingo", "penalty"),
)


def score_ace_hunt(hand: Dingo, dingo: Plays) -> None:
    points = value(hand, ACE)
    for card, play in hand.wolves:
        hand.book(play.who, ace_hunt, points, card.pretty, play)
    if hand.wolves:
        hand.book(dingo.who, ace_dingo, points, dingo_of(ACE).pretty, dingo, line="dingo")
    else:
        hand.book(dingo.who, ace_dingo, -points, f"nobody chased {dingo_of(ACE).pretty}", dingo, line="penalty")
    if hand.bait:
        hand.caught[RABBIT] = hand.bait.who
        because = f"{RABBIT.pretty} after both wolves"
        hand.book(hand.bait.who, ace_rabbit, pile_value(hand, RABBIT), because, hand.bait, line="rabbit")


card_value = worth(
    "A♦ is worth {values:first}, another ace {values:second}, a card from king to ten {values:third}, and a lower"
    " card {values:fourth}. In a penalty pile A♦ is worth {kept}. Your score is your score pile minus your penalty"
    " pile.",
    lines=("rabbit", "wolf", "dingo", "penalty", "pile"),
    values=number((10, 3, 2, 1), "value of A♦, another ace, K to 10, a lower card", most=100),
    kept=number(3, "value of A♦ in a penalty pile", most=100),
    asked="worth",
)


def value(hand: Dingo, rank: Rank) -> int:
    """The points of a rank; `pile_value` has A♦."""
    _, ace, court, low = hand.house["values"]
    points: int = ace if rank == ACE else court if rank in ("K", "Q", "J", "10") else low
    return points


def pile_value(hand: Dingo, card: Card) -> int:
    """The points of a card in a score pile."""
    values: Scale = hand.house["values"]
    return values[0] if card is RABBIT else value(hand, card.rank)


def kept_value(hand: Dingo) -> int:
    kept: int = hand.house["kept"]
    return kept


# Rules: red cards at the end

red_card_forfeit = illegal(
    "After the ace hunt, everyone shows the cards left in hand. If you have a heart left, you can't win.",
    place=Shows,
    lines="forfeit",
    asked="heart left, hearts left",
)


@judges(red_card_forfeit, ace_rabbit, discard_order, dingo_first, hunt_order, rabbit_last)
def no_place(hand: Dingo, report: Plays | Shows) -> Answer:
    """A play or show at the wrong time breaks its own rule, and can't be kept."""
    rabbit, over = RABBIT in report.cards, hand.hunt > LAST
    text = WHOLE if hand.discarding else f"the hunts are {'over' if over else 'still going on'}"
    rules = [discard_order] * hand.discarding
    if isinstance(report, Plays):
        rules += [dingo_first, *[hunt_order] * over, *[rabbit_last] * rabbit]
    else:
        rules += [ace_rabbit if rabbit else red_card_forfeit]
    return {**dict.fromkeys(rules, text), ORDER: unclear(text)}


@judges(one_pack, red_card_forfeit, ace_rabbit, when="again")
def shown_again(hand: Dingo, report: Shows) -> Answer:
    new = [card for card in report.cards if not ((was := hand.shown.get(card)) and was.who == report.who)]
    why: dict[Rule, str | None] = {one_pack: lacks(hand, report.who, tuple(new), Shows)}
    if any(card.suit == "H" for card in new):
        why[red_card_forfeit] = "the game is over, so no more red cards can be shown"
    if RABBIT in new and hand.kept != report.who:
        why[ace_rabbit] = f"{report.who} didn't keep {RABBIT.pretty}"
    return why


# Rules: piles

pile_total = arithmetic(
    "If you enter only piles, their totals must be possible after thirteen hunts.", lines=("penalty", "pile")
)
as_piled: Any = judges(pile_total)(
    claims(Scores, "points", lambda hand, told: hand.piled(told.who)[told.penalty], "{who} has {} in that pile")
)
tiebreak = worth(
    "The highest score wins. In a tie, the player with the highest rabbit in a score pile wins; A♦ is the highest."
)


@judges(pile_total)
def adds_up(hand: Dingo, report: Scores) -> str | None:
    if report.who in (hand.penalties if report.penalty else hand.piles):
        return f"{report.who}'s {'penalty' if report.penalty else 'score'} pile was already entered"
    least = hand.piled(report.who)[report.penalty]
    if report.points < least:
        return f"{report.who} already has {so_many(least, 'point')} in that pile, not {report.points}"
    more = report.points - least
    return brought_by_no_hunts(hand, *((0, more) if report.penalty else (more, 0)), report)


@judges(pile_total)
def leaves_it_possible(hand: Dingo, report: Shows) -> str | None:
    return brought_by_no_hunts(hand, 0, 0, report)


def brought_by_no_hunts(hand: Dingo, scored: int, against: int, report: Scores | Shows) -> str | None:
    """Why these piles aren't possible: no outcome of the hunts gives these totals."""
    for more, cost in map(hand.piled, hand.seats):
        scored, against = scored + more, against + cost
    piles, penalties = set(hand.piles), set(hand.penalties)
    shown = () if isinstance(report, Scores) else report.cards
    if isinstance(report, Scores):
        (penalties if report.penalty else piles).add(report.who)
    no_more = len(piles) == len(hand.seats)
    no_worse = no_more or len(penalties) == len(hand.seats)
    hunts = [hunt_may_bring(hand, rank, (*hand.seen, *shown)) for rank in UPWARD]
    if can_bring(hunts, scored, against, no_more, no_worse):
        return None
    return f"the piles can't add up to {so_many(scored, 'point')} won and {against} in penalties"


def hunt_may_bring(hand: Dingo, rank: Rank, out: Collection[Card]) -> Collection[Brought]:
    """The result of a hunt, or its possible results without the cards in ``out``."""
    if rank in hand.brought:
        return [hand.brought[rank]]
    return hunt_brings(hand, rank, out)


@judges(tiebreak)
def same_best(hand: Dingo, report: Holds) -> Reason | None:
    """A player's highest rabbit entered again must be the same."""
    before = hand.best.get(report.who)
    if before is None or before.rabbit == report.rabbit:
        return None
    return cannot_happen(f"you entered another highest rabbit for {report.who} ({at(before)})", before)


@judges(tiebreak)
def could_be_best(hand: Dingo, report: Holds) -> Reason | None:
    """The highest rabbit must have been caught, by this player, and fit in the pile."""
    rabbit, who = report.rabbit, report.who
    if rabbit == "0":
        place = -1
    elif rabbit.suit != "D":
        return cannot_happen(f"{rabbit.pretty} isn't a rabbit")
    else:
        place = UPWARD.index(rabbit.rank)
        other = next((best for best in hand.best.values() if best.rabbit == rabbit and best.who != who), None)
        if other:
            return cannot_happen(f"{other.who} has {rabbit.pretty} ({at(other)})", other)
        if rabbit.rank in hand.brought and hand.caught.get(rabbit) != who:
            return cannot_happen(f"{who} didn't catch {rabbit.pretty}")
        points = value(hand, rabbit.rank)  # a hunt that catches it gives at least this
        black_too = 3 * points if rabbit != RABBIT or hand.enforces(rabbit_last) else 0
        least = black_too + (pile_value(hand, RABBIT) if rabbit == RABBIT else 0)
        if all(scored < least for scored, _ in hunt_may_bring(hand, rabbit.rank, hand.seen)):
            out = RABBIT if RABBIT in hand.seen and rabbit == RABBIT else dingo_of(rabbit.rank)
            return cannot_happen(f"{rabbit.pretty} wasn't caught: {out.pretty} wasn't played", *hand.proof_of([out]))
        if (pile_value(hand, RABBIT) if rabbit == RABBIT else 2 * points) > hand.piled(who)[0]:
            return cannot_happen(f"{who}'s score pile is too small to have {rabbit.pretty}")
    higher = [card for card, seat in hand.caught.items() if seat == who and UPWARD.index(card.rank) > place]
    return cannot_happen(f"{who} caught a higher rabbit, {higher[-1].pretty}") if higher else None


@judges(tiebreak, when="again")
def is_best(hand: Dingo, report: Holds) -> Reason | None:
    """A highest rabbit entered after the game must be right."""
    if hand.piles:
        return same_best(hand, report) or could_be_best(hand, report)
    place = UPWARD.index(report.rabbit.rank) if isinstance(report.rabbit, Card) else -1
    if place == best_rabbit(hand, report.who):
        return None
    return cannot_happen(f"that isn't {report.who}'s highest rabbit")


def nothing_counts(players: int, house: Mapping[str, Any]) -> str:
    """Refuses house rules that give no card a point."""
    return "" if any(house["values"]) else f"with values={house['values']} no card is worth any points"


def card_values(table: Table) -> dict[str, int]:
    return {card.text: pile_value(table.hand(), card) for card in table.pack}


GAME = Game(
    slug="dingo",
    name="Dingo",
    summary="Hunt the diamonds in turn. A heart starts each hunt; the last black card of its rank catches the diamond.",
    family="hunting",
    players=range(4, 5),
    pack=Pack(ace="high"),
    hand=Dingo,
    play=play_hand,
    over=one_hand,
    clashes=(nothing_counts,),
    dealt_once=True,
    deal_passes=False,
    verbs={
        Deal: "at the start of the game",
        Dealt: "after the deal, if the cards are known",
        DiscardRound: "in each round of discards",
        Discards: "in each round of discards, card by card",
        ExchangeRound: "between rounds of discards, if the cards are known",
        Exchanges: "between rounds of discards, card by card",
        Plays: "in a hunt",
        AllPass: "at the start of a hunt, or after the dingo, for all players still to act",
        Passes: "in a hunt; you may leave it out",
        Shows: "after the last hunt",
        Rest: "during the discards, before the totals of the piles",
        Scores: "instead of the remaining hunts; the game ends with the fourth score pile",
        Holds: "if leaders are tied and you didn't enter the hunts",
    },
    pack_rule=one_pack,
    variants=(
        Variant("three-rounds", "Discard only three cards each, and don't pass to the right.", "rounds=3"),
        Variant("own-wolf", "After the others, the player of the dingo may add a wolf.", "without=not-own-wolf"),
        Variant("both-wolves", "You may play both wolves in one hunt.", "without=one-wolf"),
        Variant("dear-rabbit", "If you don't play A♦, it costs the points it scores when played.", "kept=10"),
    ),
    facts={
        "hunt": Fact(lambda hand: hand.rank, "its rank"),
        "wolves": Fact(lambda hand: len(hand.wolves), "wolves in the hunt"),
        "rabbits": Fact(lambda hand: len(UPWARD) - hand.hunt, "rabbits still to hunt"),
        "round": Fact(lambda hand: min(hand.rounds + 1, hand.rounds_due), "the round of discards"),
    },
    winners=winners,
    now=lambda hand: [f"hunt for {hand.rank}"] if hand.hunting else [f"round {min(hand.rounds + 1, hand.rounds_due)}"],
    deal_out=deal_out,
    at_a_glance=(
        Glance(
            "cards dealt to each player",
            lambda table: f"{CARDS_EACH}; {table.house['rounds']} to discard before the hunts",
            deal_forty,
            discard_order,
        ),
        Glance("card values", card_values, card_value, show=by_points),
        Glance("A♦ in a penalty pile", lambda table: table.house["kept"], card_value),
        Glance("hunts", " ".join(UPWARD), hunt_order),
    ),
    short_form=(
        "Type `scores … penalty` and the points in each penalty pile, then `scores` and the points in the score pile"
        " for all four players. Include hunts you have already entered. If you stop entering the discards, type"
        " `rest` before the totals."
    ),
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ann scores 20; Ben scores 9", "Cat scores 12; Cat scores 3 penalty; Dan scores 0"),
        "Ann 20, Ben 9, Cat 9, Dan 0",
    ),
    rulings=(
        "The player of a dingo may keep a wolf of that rank in hand without a penalty.",
        "If you enter no play for a player's turn, that player passed.",
        "In the ace hunt, a wolf played by the player of the dingo counts like any other.",
        "If the second black ace is played after the turn of the player with A♦, A♦ goes to the penalty pile.",
        "A♦ left in hand doesn't forfeit the game; only hearts do.",
        "If a player forfeits, the other players' scores stay the same. If everyone forfeits, nobody wins.",
        "A♦ is the highest rabbit. Tied leaders without a rabbit share the win.",
    ),
    edition=4,
)
