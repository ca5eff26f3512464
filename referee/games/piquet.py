"""Piquet.  Change cards, declare what the hand holds, then play twelve tricks; six hands make a partie."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

from referee.cards import RANK_NAMES, Card, Cards, Rank, listed, those_named
from referee.game.asks import NOTHING, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Outcome, Table, leaders
from referee.game.quick_reference import by_points
from referee.games._piquet import (
    ALL,
    BITS,
    FACES,
    HAND,
    PACK,
    ROUNDS,
    SEQUENCES,
    SETS,
    SUIT_BITS,
    TALON,
    Claim,
    Held,
    Round,
    Tariff,
    below_ace,
    first_runs,
    hand_can_bring,
    leads,
    mask,
    piques,
    point_ways,
    run_ways,
    set_ways,
    witness,
)
from referee.kit import tricks
from referee.kit.claims import claims, claims_to_be
from referee.kit.endings import all_played
from referee.kit.exchanges import Changes
from referee.kit.holdings import Holding
from referee.kit.messages import lines, named_twice, told_before
from referee.kit.tricks import Plays, Trick, TrickHand
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    FunctionRule,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    miscounted,
    number,
    unclear,
    worth,
)

# Reports


class Cuts(Report):
    """the card a player cuts for the first deal"""

    card: Card


class DeclaresCarteBlanche(Report, verb="declares carte-blanche"):
    """no face card was dealt; and how many cards will be changed"""

    change: int | None = None

    @classmethod
    def options(cls, hand: Piquet, seat: Seat) -> Iterator[DeclaresCarteBlanche]:
        yield cls(who=seat)
        changes = range(hand.house["least-changed"], hand.house["most-changed"] + 1)
        yield from (cls(change, who=seat) for change in changes)


class Discards(Changes):
    """cards thrown in the exchange, or their number"""


class Draws(Changes):
    """the cards drawn for those thrown, or their number"""


class Talon(Report, speaker="none"):
    """what younger turns up of the talon when both have changed cards"""

    cards: Cards


class Shows(Report):
    """a hand for its carte blanche, or the cards that prove a declaration"""

    cards: Cards


class DeclaresPoint(Report, verb="declares point"):
    """how many cards the longest suit has, and what they add up to"""

    size: Annotated[int, range(1, 9)]
    value: Annotated[int, range(7, 76)] | None = None


class DeclaresPointOf(Report, verb="declares point"):
    """the cards of the longest suit"""

    cards: Cards


class DeclaresRun(Report, verb="declares run", bare=True):
    """a sequence by its length, and the top card or its rank"""

    size: Annotated[int, range(3, 9)]
    top: Card | None = None


class DeclaresSequence(Report, verb="declares", bare=True):
    """a sequence by its name, and the top card or its rank, or all its cards"""

    name: Literal["tierce", "quart", "quint", "sixieme", "septieme", "huitieme", "run"]
    cards: Cards = ()


class DeclaresSet(Report, verb="declares"):
    """three or four of a rank"""

    name: Literal["trio", "quatorze"]
    rank: Rank


class DeclaresCards(Report, verb="declares"):
    """a point, a sequence or a set by its cards alone"""

    cards: Cards


class Good(Report):
    """the other's declaration isn't beaten"""


class Equal(Report):
    """the other's declaration is matched, in length or in all"""


Declaration = DeclaresPoint | DeclaresPointOf | DeclaresRun | DeclaresSequence | DeclaresSet | DeclaresCards
DECLARATIONS = (DeclaresPoint, DeclaresPointOf, DeclaresRun, DeclaresSequence, DeclaresSet, DeclaresCards)
SPOKEN = (*DECLARATIONS, Good, Equal)


class Takes(Report, adds=True):
    """tricks taken, cards untold; one where no number is given, and whether the twelfth is among them"""

    tricks: Annotated[int, range(13)] = 1
    _: KW_ONLY
    last: bool = False


class DeclaresPique(Report, verb="declares pique"):
    """thirty was reached in tricks told as numbers, the other side having nothing"""


class Scores(Report):
    """the whole hand, as it was called"""

    points: int
    options = one_for_each(lambda hand, seat: range(hand.tariff.most + 1))


# What is said


@dataclass
class Spoken:
    """What was said in one round of the declarations."""

    best: Claim | None = None
    due: Seat = NOBODY  # whose answer is awaited
    equal: bool = False  # that was the answer
    restated: bool = False  # the value or the top card was told after it
    settled: bool = False

    def told_more(self, claim: Claim) -> bool:
        """Whether a claim tells the value or the top card of the one before."""
        best = self.best
        if best is None or self.settled or best.who != claim.who or best.size != claim.size:
            return False
        if self.equal:
            return not self.restated and best.rank in (None, claim.rank)
        return bool(self.due) and claim.round == "point" and best.rank is None and claim.rank is not None

    def may_answer(self, who: Seat) -> bool:
        if self.best is None or self.best.who == who or self.settled:
            return False
        return self.due == who or (self.equal and not self.restated)


def declare(hand: Piquet, told: Declaration | Good | Equal) -> None:
    said = hand.said
    match told:
        case Good():
            said.equal = False
            settle(hand, said)
        case Equal():
            if said.best and not said.settled:
                if hand.round != "set":
                    believe(hand, equal_to(hand, said.best, told))
                said.due, said.equal = NOBODY, True
            if said.restated:
                settle(hand, said)
        case _:
            claim = claim_of(hand, told)
            assert isinstance(claim, Claim)
            take_claim(hand, claim)


def take_claim(hand: Piquet, claim: Claim) -> None:
    """A claim opens its round, says more of the same player's, answers the other's, or adds to what has won."""
    believe(hand, claim)
    # A claim of a later round ends the one before; one of an earlier round is late, and goes into that round.
    late = passed_over(hand, claim)
    if claim.round != hand.round and not late:
        settle(hand, hand.said)
        hand.round = claim.round
    said = hand.rounds[claim.round]
    if said.best is None:  # the first claim of the round
        said.best, said.due = claim, hand.younger
        if claim.who == hand.younger or late:
            settle(hand, said)  # elder has passed, or the round is over and the table lets it stand
    elif said.told_more(claim):  # "five" becomes "five making 47": the other must answer once more
        said.best, said.due, said.equal, said.restated = claim, hand.other(claim.who), False, True
    elif said.may_answer(claim.who):
        higher = claim.outranks(said.best)  # None: the sizes are equal, and what would decide isn't said
        if higher is None and claim.rank is None:  # "five" against "five" is an answer of equal
            said.due, said.equal = NOBODY, True
        elif higher is None:  # "five making 47" against "five": the first player says what decides, or lets it be
            said.best, said.due, said.restated = claim, said.best.who, True
        else:  # both are known in full, or one is longer
            said.equal = (claim.size, claim.rank) == (said.best.size, said.best.rank)
            said.best = claim if higher else said.best
            settle(hand, said)
    else:  # the round is settled
        settle(hand, said)
        add(hand, said, claim)


def add(hand: Piquet, said: Spoken, claim: Claim) -> None:
    """A claim in a round that is settled: more of the winner's, or one of the other's that the table lets stand."""
    best = said.best
    assert best
    if claim.who == best.who and not said.equal:
        if claim.round == "point":
            withdraw(hand, best)
        win(hand, claim)
        return
    equal = (claim.size, claim.rank) == (best.size, best.rank)
    if not claim.outranks(best) and not equal:
        return
    if not said.equal:
        withdraw(hand, best)
    said.equal = equal
    if not equal:
        said.best = claim
        win(hand, claim)


def believe(hand: Piquet, claim: Claim) -> None:
    """Keeps a claim that may be true, in place of what it tells more of."""
    mine = beside(hand, claim)
    cards = witness(hand.held(claim.who), [*mine, claim])
    if cards is not None:
        hand.claims = [other for other in hand.claims if other.who != claim.who or other in mine] + [claim]
        hand.proved[claim.who] = cards


def settle(hand: Piquet, said: Spoken) -> None:
    """Nothing more is answered in this round: what stands scores, unless it was equalled."""
    if said.best and not said.settled and not said.equal:
        win(hand, said.best)
    said.settled, said.due = True, NOBODY


def withdraw(hand: Piquet, claim: Claim) -> None:
    """What a round brought goes back: one side alone scores in it."""
    for line in [line for line in hand.lines if line.who == claim.who and line.rule == OF_ROUND[claim.round].name]:
        hand.lines.remove(line)
        hand.standing.balance[line.who] -= line.points


def win(hand: Piquet, claim: Claim) -> None:
    rule = OF_ROUND[claim.round]
    hand.book(claim.who, rule, rule(hand, claim), claim.text, claim.report)


def passed_over(hand: Piquet, claim: Claim) -> bool:
    """Whether a later round has begun than the one that a claim belongs to."""
    return hand.round is not None and ROUNDS.index(claim.round) < ROUNDS.index(hand.round)


def beside(hand: Piquet, claim: Claim) -> list[Claim]:
    """What the same player claims besides, but for what a claim tells more of."""
    said = hand.rounds[claim.round]
    replaces = isinstance(claim.report, Equal) or said.told_more(claim) or said.may_answer(claim.who)
    return [other for other in hand.claims if other.who == claim.who and not (replaces and other.round == claim.round)]


@dataclass
class Piquet(TrickHand):
    """One deal of Piquet.

    ``own`` to ``sure`` have masks of known cards by player: all that were ever theirs, those dealt, those thrown and
    drawn, and those held after the exchange.
    """

    cuts: dict[Seat, Cuts] = field(default_factory=dict)
    exchanging: bool = True
    blanche: dict[Seat, Report] = field(default_factory=dict)
    plain: dict[Seat, Report] = field(default_factory=dict)  # those that may be true
    thrown: dict[Seat, Discards] = field(default_factory=dict)
    drawn: dict[Seat, Draws] = field(default_factory=dict)
    talon: Talon | None = None
    own: Counter[Seat] = field(default_factory=Counter)
    first: Counter[Seat] = field(default_factory=Counter)
    away: Counter[Seat] = field(default_factory=Counter)
    taken_up: Counter[Seat] = field(default_factory=Counter)
    sure: Counter[Seat] = field(default_factory=Counter)
    more_dealt: Counter[Seat] = field(default_factory=Counter)  # than twelve
    more_drawn: Counter[Seat] = field(default_factory=Counter)  # than were thrown
    played: int = 0
    round: Round | None = None
    rounds: dict[Round, Spoken] = field(default_factory=lambda: {kind: Spoken() for kind in ROUNDS})
    claims: list[Claim] = field(default_factory=list)  # those that may be true
    proved: dict[Seat, int] = field(default_factory=dict)  # cards with which they are
    declared: dict[Seat, int] = field(default_factory=dict)  # points before the first card
    opening: int = 0  # tricks that elder took from the first on, told card by card
    opened: bool = False  # younger took the next
    numbers: Counter[Seat] = field(default_factory=Counter)  # tricks told as numbers
    last: Seat = NOBODY
    called_pique: DeclaresPique | None = None
    totals: dict[Seat, Scores] = field(default_factory=dict)

    @property
    def elder(self) -> Seat:
        return self.eldest

    @property
    def younger(self) -> Seat:
        return self.dealer

    def other(self, seat: Seat) -> Seat:
        return self.after(seat)

    # The cards

    def place(self, report: Report, cards: Iterable[Card], *among: Counter[Seat]) -> None:
        """Remembers whose these cards are; the talon's are nobody's."""
        named = those_named(cards)
        self.tell(report, *[card for card in named if report not in self.seen.get(card, ())])
        told = mask(named)
        for masks in (self.own, *among):
            masks[report.who] |= told
        # after the exchange a player's card says nothing more of the other hand
        self.see_holdings(self.seats if self.exchanging or not report.who else (report.who,))

    def changed(self, seat: Seat) -> tuple[int, int]:
        """How many cards at least and at most SEAT has changed."""
        if seat in self.thrown:
            count = self.thrown[seat].count
            return count, count
        if self.exchanging:
            return 0, 0
        other, fewest, limit = self.thrown.get(self.other(seat)), 0, TALON
        if self.enforces(exchange_limit):
            fewest, limit = self.house["least-changed"], self.house["most-changed"]
        least, most = (other.count,) * 2 if other else (fewest, limit)
        both = self.left_over - len(self.talon.cards) if self.talon else None
        if both is None:
            return fewest, max(fewest, min(limit, self.left_over - least))
        return max(fewest, both - most), max(fewest, min(limit, both - least))

    def held(self, seat: Seat) -> Held:
        least, most = self.changed(seat)
        thrown, drawn = self.away.get(seat, 0), self.taken_up.get(seat, 0)
        dealt = self.first.get(seat, 0) & ~thrown
        elsewhere = self.own.get(self.other(seat), 0) | self.own.get(NOBODY, 0) | thrown
        return Held(
            sure=self.sure.get(seat, 0),
            dealt=dealt,
            least=dealt.bit_count() - max(0, most - thrown.bit_count()),
            most=min(dealt.bit_count(), HAND + self.more_dealt[seat] - least),
            rest=ALL & ~elsewhere & ~dealt,
            drawn=drawn,
            faces=most - drawn.bit_count() if seat in self.plain else HAND,
            size=self.size_of(seat),
        )

    def size_of(self, seat: Seat) -> int:
        """How many cards SEAT holds before the play: twelve, but for what the table keeps of a deal or a draw."""
        return HAND + self.more_dealt[seat] + self.more_drawn[seat]

    @property
    def left_over(self) -> int:
        """How many cards nobody was dealt."""
        return TALON - self.more_dealt.total()

    def taken_from_talon(self, seat: Seat) -> int:
        """How many cards SEAT is known to have taken."""
        return self.drawn[seat].count if seat in self.drawn else self.thrown[seat].count if seat in self.thrown else 0

    def see_holdings(self, seats: Iterable[Seat]) -> None:
        """What the shared mechanics of tricks look at: known cards, those thrown unnamed, and how many others."""
        for seat in seats:
            held, untold = self.held(seat), self.holdings[seat].untold
            bits, dealt = (held.dealt | held.sure) & ~self.played, held.dealt.bit_count()
            known = {card: self.seen[card][-1] for card, bit in BITS.items() if bit & bits}
            came = {card for card in known if BITS[card] & held.sure}
            slack = min(len(known) - len(came), dealt - held.least)
            holding = Holding(known, 0, slack, max(0, dealt - held.most), came, untold)
            holding.blind = max(0, self.size_of(seat) - self.played_by(seat).bit_count() - len(known) + slack)
            self.holdings[seat] = holding

    def played_by(self, seat: Seat) -> int:
        return self.played & self.own[seat]

    def may_hold(self, seat: Seat) -> list[Card]:
        held = self.held(seat)
        return [card for card, bit in BITS.items() if not bit & self.played and held.fits(bit)]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        from_hand = isinstance(report, (Discards, Plays, Shows)) and report.who
        return [card for card in (self.may_hold(report.who) if from_hand else self.unseen()) if card.rank == rank]

    def proof(self, seat: Seat) -> tuple[Report, ...]:
        """The reports that told SEAT's cards."""
        told = (self.dealt.get(seat), self.blanche.get(seat), self.thrown.get(seat), self.drawn.get(seat))
        return tuple(filter(None, told))

    # The exchange

    def to_exchange(self) -> tuple[Seat, ...]:
        order = (self.younger, self.elder) if self.elder in self.blanche else (self.elder, self.younger)
        return tuple(seat for seat in order if seat not in self.thrown)[:1]

    def to_draw(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.thrown if seat not in self.drawn)

    def announced(self, seat: Seat) -> DeclaresCarteBlanche | None:
        """The carte blanche with which SEAT said how many cards would be changed."""
        said = self.blanche.get(seat)
        return said if isinstance(said, DeclaresCarteBlanche) and said.change is not None else None

    @property
    def in_talon(self) -> int | None:
        """Cards left in the talon, None where only a part of the exchange was told."""
        if self.talon:
            return len(self.talon.cards)
        if not self.exchanging and len(self.thrown) < 2:
            return None
        return max(0, self.left_over - sum(map(self.taken_from_talon, self.thrown)))

    # The declarations

    @property
    def said(self) -> Spoken:
        """What was said in the round in progress."""
        return self.rounds[self.round] if self.round else Spoken()

    def to_speak(self) -> Seat:
        """Whose word is awaited in the declarations."""
        said = self.said
        return said.due or (said.best.who if said.best and said.equal and not said.settled else self.elder)

    # The play

    @property
    def bonus(self) -> bool:
        """Whether there was a repique or a pique."""
        return not {repique.name, pique.name}.isdisjoint([line.rule for line in self.lines])

    @cached_property
    def tariff(self) -> Tariff:
        tariff = Tariff.of(self.house)
        return tariff if self.enforces(exchange_limit) else tariff._replace(most_changed=TALON)

    def first_runs(self, took: int, elders_last: bool) -> list[int]:
        """How many tricks elder may have taken before younger's first, as far as the tricks told go."""
        if self.opened:
            return [self.opening]
        return [run for run in first_runs(took, elders_last) if run >= self.opening]


# The hand


async def play_hand(hand: Piquet) -> None:
    cutting = hand.ask(None, Cuts, aside=True).maybe()
    while hand.number == 1 and (cut := await cutting):
        cut_for_deal(hand, cut)
    over = bar(trick_count, "the hand is over", Plays, Trick) | bar(declaration_time, "the hand is over", *SPOKEN)
    turn = first_dealer if hand.cuts else deal_alternates
    barred = over if hand.number > 1 else NOTHING
    deal = await hand.deal(turn=turn, size=HAND, sized=deal_alternates, spare=TALON // 2, barred=barred)
    hand.deal_cards(min(HAND, deal.size or HAND), deal)
    for seat in hand.seats:
        hand.more_dealt[seat] = (deal.size or HAND) - HAND
    hand.leader = hand.elder

    # Exchange
    exchanging = (
        hand.ask(hand.to_exchange, Discards)
        | hand.ask(hand.to_draw, Draws, turn=exchange_order, aside=True)
        | hand.ask(None, DeclaresCarteBlanche, aside=True)
        | hand.ask(None, Shows, whole_hand_shown, aside=True)
    ).maybe()
    while told := await exchanging:
        exchange(hand, told)
    hand.exchanging = False
    hand.see_holdings(hand.seats)

    # Declarations
    showing = hand.ask(None, Talon, aside=True) | hand.ask(None, Shows, in_hand, proves, aside=True)
    blanche = hand.ask(None, DeclaresCarteBlanche, carte_blanche, aside=True)
    declaring: Any = (showing | blanche | hand.ask(hand.to_speak, *SPOKEN, free=True)).maybe()
    leading = NOTHING  # without that rule the dealer declares after elder's lead, before playing to it
    if not hand.enforces(declaration_time):
        leading = hand.ask(hand.elder, Plays, turn=lead_order, aside=True)
    while told := await (declaring if hand.trick else declaring | leading):
        match told:
            case Plays():
                lay(hand, told)
            case DeclaresCarteBlanche():
                score_blanche(hand, told)
            case Shows() | Talon():
                show(hand, told)
            case _:
                declare(hand, told)
    close_declarations(hand)

    # Tricks
    closed = bar(declaration_time, "the first card closes the declarations", *SPOKEN)
    closed |= bar(carte_blanche, "a carte blanche is shown before its owner changes cards", DeclaresCarteBlanche)
    playing: Any = hand.ask_play() | hand.ask(None, Takes, DeclaresPique, Scores, aside=True) | showing | closed
    while hand.tricks_left:
        match await playing:
            case Plays() as play:
                play_card(hand, play)
            case Takes() as takes:
                count_tricks(hand, takes)
            case DeclaresPique() as called:
                hand.called_pique = called
                hand.book(called.who, pique, hand.house["pique"], "called", called)
            case Scores() as scores:
                await both_totals(hand, scores)
                return
            case shown:
                show(hand, shown)

    # Score
    count_untold(hand)
    for seat, took in hand.taken.items():
        if took == HAND:
            hand.book(seat, capot, capot(hand), "all twelve tricks")


def cut_for_deal(hand: Piquet, cut: Cuts) -> None:
    if len(hand.cuts) == 2:
        hand.cuts.clear()  # they were equal
    hand.cuts[cut.who] = cut
    if len(hand.cuts) == 2:
        first, second = hand.cuts.values()
        high = min(first, second, key=lambda cut: below_ace(cut.card.rank))
        hand.standing.dealer = NOBODY if first.card.rank == second.card.rank else high.who


# Exchange


def exchange(hand: Piquet, told: Discards | Draws | DeclaresCarteBlanche | Shows) -> None:
    match told:
        case Discards():
            hand.thrown[told.who] = told
            hand.place(told, told.named, hand.away)
        case Draws():
            hand.drawn[told.who] = told
            thrown = hand.thrown.get(told.who)
            hand.more_drawn[told.who] = told.count - (thrown.count if thrown else 0)
            hand.place(told, told.named, hand.sure, hand.taken_up)
        case Shows() if told.who in hand.thrown:
            show(hand, told)
        case _:
            if told.who not in hand.blanche:
                hand.blanche[told.who] = hand.plain[told.who] = told
                score_blanche(hand, told)
            if isinstance(told, Shows):
                hand.place(told, told.cards, hand.first)


def score_blanche(hand: Piquet, told: Report) -> None:
    hand.book(told.who, carte_blanche, hand.house["carte-blanche"], "dealt without a face card", told)


def take_dealt(hand: Piquet, dealt: Dealt) -> None:
    hand.more_dealt[dealt.who] = len(dealt.cards) - HAND
    hand.place(dealt, dealt.cards, hand.first)


# Declarations


def close_declarations(hand: Piquet) -> None:
    settle(hand, hand.said)
    hand.declared = before_the_play(hand)
    for seat, points in hand.declared.items():
        bonus = repique(hand, points, hand.declared[hand.other(seat)])
        if bonus is not None:
            hand.book(seat, repique, bonus, f"{points} by declarations, against nothing")
    if hand.trick:
        count_aloud(hand)


def before_the_play(hand: Piquet) -> dict[Seat, int]:
    """What everybody has without the card that elder may have led before the dealer declares."""
    led = {line.who: line.points for line in hand.lines if line.rule == lead_point.name}
    return {seat: points - led.get(seat, 0) for seat, points in hand.scores.items()}


def declaration_brings(hand: Piquet, declaration: Declaration) -> Iterator[Outcome]:
    """What a declaration would bring: by itself, and with the repique that it makes where the other has nothing."""
    claim = claim_of(hand, declaration)
    if isinstance(claim, dict):
        return
    who, rule = claim.who, OF_ROUND[claim.round]
    points = rule(hand, claim)
    yield Outcome("good", {who: points}, (rule,))
    so_far = before_the_play(hand)
    bonus = repique(hand, so_far[who] + points, so_far[hand.other(who)])
    if bonus is not None:
        yield Outcome("good, and the other side has nothing", {who: points + bonus}, (rule, repique))
    yield Outcome("equal, or not good", {who: 0})


def show(hand: Piquet, shown: Shows | Talon) -> None:
    if isinstance(shown, Talon):
        hand.talon = shown
        hand.place(shown, shown.cards)
    else:
        hand.place(shown, shown.cards, hand.sure)
    expose(hand, shown)


# What is found out


def expose(hand: Piquet, shown: Report) -> None:
    """Finds the declarations that can't have been true, now that cards are seen."""
    claimants = {claim.who for claim in hand.claims}
    for seat in hand.seats if claimants or hand.plain else ():
        if seat in hand.plain and not hand.held(seat).fits(0):
            blanche = hand.plain.pop(seat)
            why = f"{seat} had a carte blanche ({at(blanche)}), and after {shown.text} it can't have been one"
            hand.find("false-declaration", seat, why, blanche, shown)
        if seat not in claimants or (held := hand.held(seat)).fits(hand.proved[seat]):
            continue
        mine = [claim for claim in hand.claims if claim.who == seat]
        while mine and not held.fits(hand.proved[seat]):
            if cards := witness(held, mine):
                hand.proved[seat] = cards
                break
            false = next((claim for claim in mine if witness(held, [claim]) is None), mine[-1])
            mine.remove(false)
            hand.claims.remove(false)
            why = f"{seat} declared {false.text} ({at(false.report)}), and after {shown.text} it can't have been there"
            hand.find("false-declaration", seat, why, false.report, shown)


# Tricks


def lay(hand: Piquet, play: Plays) -> Seat | None:
    """A card to the trick, and what its lead counts; whoever takes the trick when that was its last card."""
    if not hand.trick and lead_counts(hand, play.card):
        hand.book(play.who, lead_point, lead_point(hand, 1), f"leads {play.card.pretty}", play)
    winner = hand.put(play)
    hand.played |= BITS[play.card]
    hand.place(play, [play.card], hand.sure)
    expose(hand, play)
    return winner


def play_card(hand: Piquet, play: Plays) -> None:
    led = (*hand.trick, play)[0].who
    winner = lay(hand, play)
    if not winner:
        count_aloud(hand)
    else:
        score_tricks(hand, winner, 1, play, counting=winner != led or hand.house["own-tricks"] == "count")
        score_last(hand, winner)
        count_aloud(hand)
        if not hand.opened and not hand.numbers:
            hand.opening += winner == hand.elder
            hand.opened = winner != hand.elder


def score_tricks(hand: Piquet, who: Seat, tricks: int, told: Report, *, counting: bool = True) -> None:
    """Books the tricks taken last where they count, and the cards where the seventh is among them."""
    if counting:
        hand.book(who, trick_point, trick_point(hand, tricks), f"{tricks} trick{'s' * (tricks > 1)}", told)
    if hand.taken[who] >= 7 > hand.taken[who] - tricks:
        hand.book(who, cards, cards(hand), "the seventh trick", told)


def score_last(hand: Piquet, who: Seat) -> None:
    if last_trick(hand) and not hand.tricks_left:
        hand.book(who, last_trick, last_trick(hand), "the last trick")


def count_aloud(hand: Piquet) -> None:
    """The running count, while every trick is told."""
    if hand.numbers or hand.bonus:
        return
    counted = hand.scores
    for seat in hand.seats:
        bonus = pique(hand, counted[seat], counted[hand.other(seat)])
        if bonus is not None:
            hand.book(seat, pique, bonus, f"{counted[seat]}, against nothing")


def count_tricks(hand: Piquet, takes: Takes) -> None:
    """Tricks told as numbers."""
    hand.last = takes.who if takes.last else hand.last
    if not takes.tricks:
        return
    hand.take_untold(takes.who, takes.tricks)
    hand.see_holdings(hand.seats)
    hand.numbers[takes.who] += takes.tricks
    score_tricks(hand, takes.who, takes.tricks, takes)


def count_untold(hand: Piquet) -> None:
    """The leads of tricks that were told as numbers, and a pique that they can't have gone without."""
    if not hand.numbers:
        return
    last = hand.last or hand.leader
    if not hand.booked(last_trick):
        score_last(hand, last)
    for seat in hand.seats:
        told = sum(line.points for line in hand.lines if line.who == seat and line.rule == lead_point.name)
        untold = leads(hand.taken[seat], seat == last, seat == hand.elder) - told // lead_point(hand, 1)
        if untold > 0:
            hand.book(
                seat, lead_point, lead_point(hand, untold), f"{untold} lead{'s' * (untold > 1)} besides those told"
            )
    runs = hand.first_runs(hand.taken[hand.elder], last == hand.elder)
    if hand.bonus or hand.declared[hand.younger]:
        return
    if all(piques(hand.tariff, hand.declared[hand.elder], run) for run in runs):
        hand.book(hand.elder, pique, hand.house["pique"], "the tricks can't have been taken without it")


# Totals


async def both_totals(hand: Piquet, scores: Scores) -> None:
    hand.totals[scores.who] = scores
    while len(hand.totals) < 2:
        scores = await hand.ask(hand.all_but(hand.totals), Scores)
        hand.totals[scores.who] = scores
    for seat, told in hand.totals.items():
        if rest := told.points - hand.scores[seat]:
            hand.book(seat, hand_total, rest, f"{told.points} called", told)


# Rules: the deal

first_dealer = illegal("Both cut, and whoever shows the higher card deals first; equal cards are cut again.")


@judges(first_dealer)
def each_cuts_once(hand: Piquet, cut: Cuts) -> str | None:
    if len(hand.cuts) == 2:
        high = hand.cuts.get(hand.standing.dealer)
        return Reason(f"{high.who} has the higher card and deals ({at(high)})", *hand.cuts.values()) if high else None
    before = hand.cuts.get(cut.who)
    return Reason(f"{cut.who} has cut {before.card.pretty} ({at(before)})", before) if before else None


@judges(first_dealer)
def equals_cut_again(hand: Piquet, deal: Deal) -> str | None:
    if len(hand.cuts) < 2 or hand.standing.dealer:
        return None
    return Reason("the two cards cut are equal, so both cut again", *hand.cuts.values())


deal_alternates = illegal("The two players deal in turn, and each gets twelve cards.", turn=Deal)
one_pack = impossible("There are 32 cards, ace to seven, each once; with cards changed both hold twelve again.")


@judges(one_pack)
def another_card(hand: Piquet, cut: Cuts) -> str | None:
    same = next((other for other in hand.cuts.values() if len(hand.cuts) == 1 and other.card == cut.card), None)
    return Reason(f"{same.who} has cut {cut.card.pretty} ({at(same)})", same) if same else None


@judges(one_pack)
def twelve_dealt(hand: Piquet, dealt: Dealt) -> str | None:
    if len(dealt.cards) != HAND and dealt.who not in hand.dealt:
        why = f"{dealt.who} was dealt twelve cards, not {len(dealt.cards)}"
        return miscounted(why) if len(dealt.cards) <= HAND + hand.left_over else cannot_happen(why)
    return told_before(hand, dealt) or not_there(hand, dealt.who, dealt.cards)


def not_there(hand: Piquet, who: Seat, cards: Iterable[Card]) -> Reason | None:
    """Why WHO can't have these cards: they are elsewhere, or what is known of the hand leaves no room for them."""
    named = those_named(cards)
    if why := named_twice(named):
        return why
    for card in named:
        told = hand.seen.get(card, [])
        if told and told[0].who != who:
            whose = f"is {told[0].who}'s" if told[0].who else "lies in the talon"
            return Reason(f"{card.pretty} {whose} ({at(told[0])})", told[0])
        if gone := next((report for report in told if isinstance(report, (Discards, Plays))), None):
            return Reason(f"{card.pretty} has gone ({at(gone)}: {gone.text})", gone)
    held, proof = hand.held(who)._replace(faces=12), hand.proof(who)
    if held.fits(mask(named)):
        return None
    missing = next((card for card in named if not held.fits(mask([card]))), None)
    what = f"holds no {missing.pretty}" if missing else f"can't hold {listed(named)} together"
    return Reason(f"{who} {what}{lines(proof)}", *proof)


# Rules: the exchange


@illegal(turn=(Discards, Draws))
def exchange_order(hand: Piquet, discards: Discards) -> Reason | None:
    """Both change cards once, elder before younger, but after younger when carte blanche was called."""
    before = hand.thrown.get(discards.who)
    if before is None:
        return None
    return cannot_happen(f"{discards.who} has changed cards ({at(before)})", before)


exchange_limit = illegal(
    "Everybody throws {least_changed} to {most_changed} cards, as far as the talon reaches.",
    least_changed=number(1, "cards that everybody changes at least", most=1),
    most_changed=number(5, "cards that anybody changes at most", least=1, most=TALON - 1),
)


@judges(exchange_limit)
def in_limits(hand: Piquet, discards: Discards) -> str | None:
    said = hand.announced(discards.who)
    if said and said.change != discards.count:
        return Reason(
            f"{discards.who} set {so_many(said.change or 0, 'card')} aside ({at(said)}), and changes as many", said
        )
    return too_many(hand, discards.who, discards.count)


def too_many(hand: Piquet, who: Seat, count: int) -> Reason | None:
    """Why WHO can't change so many cards: the talon must have them, behind what the other took or set aside."""
    least, limit = hand.house["least-changed"], hand.house["most-changed"]
    other = hand.thrown.get(hand.other(who)) or hand.announced(hand.other(who))
    taken = hand.taken_from_talon(hand.other(who))
    if isinstance(other, DeclaresCarteBlanche):
        taken = other.change or 0
    most = max(0, min(limit, hand.left_over - taken))
    if least <= count <= most:
        return None
    if other is None or most == limit or count < least:
        return Reason(
            f"{f'{in_letters(least)} to' if least else 'up to'} {in_letters(limit)} cards are changed, not {count}"
        )
    return Reason(f"the talon has {most} cards for {who} ({at(other)}), not {count}", other)


exchange_draw = impossible("Whoever throws draws that many from the talon, and nothing thrown comes back.")


@judges(exchange_draw, one_pack)
def as_many_as_thrown(hand: Piquet, draws: Draws) -> Answer:
    thrown, before = hand.thrown.get(draws.who), hand.drawn.get(draws.who)
    if before:
        return Reason(f"{draws.who} has drawn ({at(before)})", before)
    if thrown and draws.count == thrown.count:
        return None
    threw = f"threw {so_many(thrown.count, 'card')} ({at(thrown)})" if thrown else "hasn't thrown anything"
    left = hand.left_over - hand.taken_from_talon(hand.other(draws.who))
    unlike = miscounted if 0 <= draws.count <= left else cannot_happen
    why = unlike(
        f"{draws.who} {threw}, and with {draws.count} drawn doesn't hold twelve", *([thrown] if thrown else [])
    )
    return {exchange_draw: why, one_pack: why}


@judges(one_pack, exchange_draw)
def from_the_talon(hand: Piquet, draws: Draws) -> Answer:
    for card in draws.named:
        if told := hand.seen.get(card):
            why = Reason(f"{card.pretty} wasn't in the talon ({at(told[-1])}: {told[-1].text})", told[-1])
            return {one_pack: why, exchange_draw: why if isinstance(told[-1], Discards) else None}
    return named_twice(draws.named)


talon_peek = worth(
    "Elder may look at those of the top {most_changed:word} not taken; younger may turn up what is left over.",
    most_changed=5,
)


@judges(one_pack)
def what_is_left(hand: Piquet, talon: Talon) -> str | None:
    if hand.talon:
        return Reason(f"the talon was turned up before ({at(hand.talon)})", hand.talon)
    left, untold = hand.left_over - sum(map(hand.taken_from_talon, hand.thrown)), 2 - len(hand.thrown)
    limits = (hand.house["most-changed"], hand.house["least-changed"]) if hand.enforces(exchange_limit) else (TALON, 0)
    fewest, most = (max(0, left - limit * untold) for limit in limits)
    if not fewest <= len(talon.cards) <= most:
        remaining = f"{most} cards are" if most == fewest else f"{fewest} to {most} cards are"
        return Reason(f"{remaining} left in the talon, not {len(talon.cards)}", *hand.thrown.values())
    for card in talon.cards:
        if told := hand.seen.get(card):
            return Reason(f"{card.pretty} is {told[0].who}'s ({at(told[0])})", told[0])
    return named_twice(talon.cards)


# Rules: carte blanche

carte_blanche = illegal(
    "Twelve cards dealt without king, queen or jack bring {carte_blanche}, shown before any is changed.",
    lines="carte-blanche",
    carte_blanche=number(10, most=100),
)


@judges(carte_blanche)
def in_time(hand: Piquet, blanche: DeclaresCarteBlanche | Shows) -> str | None:
    before = next((line for line in hand.lines if line.rule == carte_blanche.name and line.who == blanche.who), None)
    if before:
        return cannot_happen(f"{blanche.who} has scored it (line {before.proof[0]})")
    if changed := hand.thrown.get(blanche.who):
        return Reason(f"{blanche.who} has changed cards ({at(changed)}), and it is shown before that", changed)
    return None if hand.exchanging else "it is shown before cards are changed, and the declarations have begun"


@judges(carte_blanche)
def no_face_dealt(hand: Piquet, blanche: DeclaresCarteBlanche | Shows) -> Reason | None:
    who, other = blanche.who, hand.blanche.get(hand.other(blanche.who))
    if face := first_face(card for card, bit in BITS.items() if bit & hand.first[who]):
        first = hand.seen[face][0]
        return cannot_happen(f"{who} was dealt {face.pretty} ({at(first)})", first)
    if other:
        why = f"{other.who} has one ({at(other)}), and the pack hasn't cards enough without a face for two"
        return cannot_happen(why, other)
    if (ALL & ~FACES & ~hand.own[hand.other(who)]).bit_count() < HAND:
        return cannot_happen(f"{hand.other(who)} has too many cards without a face for that")
    return None


@judges(exchange_limit)
def change_in_limits(hand: Piquet, blanche: DeclaresCarteBlanche) -> str | None:
    return None if blanche.change is None else too_many(hand, blanche.who, blanche.change)


@judges(one_pack, carte_blanche)
def from_the_deal(hand: Piquet, discards: Discards) -> Answer:
    size = hand.size_of(discards.who)
    if not 0 <= discards.count <= size:
        return f"{discards.who} has {in_letters(size)} cards, so doesn't throw {discards.count}"
    face, blanche = first_face(discards.named), hand.blanche.get(discards.who)
    if face and blanche:
        text = f"{discards.who} had a carte blanche ({at(blanche)}), so no {face.pretty}"
        why = cannot_happen(text, blanche)
        return {one_pack: why, carte_blanche: why}
    return not_there(hand, discards.who, discards.named)


def first_face(cards: Iterable[Card]) -> Card | None:
    return next((card for card in cards if mask([card]) & FACES), None)


# Rules: declarations

declaration_order = illegal(
    "The point comes first, then sequences, then sets; each time elder speaks first.", turn=DECLARATIONS
)
declaration_time = illegal(
    "What was passed over can't be declared any more, nor anything once a card is led; without this rule the dealer may"
    " declare between elder's lead and the card played to it."
)
counter_beats = illegal("Younger calls elder's declaration good or equal, or goes above it; less isn't an answer.")
extra_not_higher = illegal("Only the winner of a round adds to it, and nothing above what won.")


@judges(declaration_order, declaration_time, counter_beats, extra_not_higher)
def in_its_round(hand: Piquet, report: Declaration) -> Answer:
    claim = claim_of(hand, report)
    if isinstance(claim, dict):
        return None
    if passed_over(hand, claim):
        why = f"the {hand.round}s have been spoken of, so the {claim.round} before them was passed over"
        return {declaration_time: why, declaration_order: why}
    said = hand.rounds[claim.round]
    best, who = said.best, claim.who
    if best is None or said.told_more(claim):
        return None
    if said.may_answer(who):
        return no_answer(hand, claim, best)
    if best.who == who and claim.round != "point" and not said.equal:
        above = Reason(f"{claim.text} is above {best.text}, which won ({at(best.report)})", best.report)
        return {extra_not_higher: above} if claim.outranks(best) else None
    if best.who == who:
        why = Reason(f"{who} has declared {best.text} ({at(best.report)})", best.report)
    else:
        why = Reason(f"{best.who} declared {best.text} ({at(best.report)}), and {who} let that pass", best.report)
    order = why if who == hand.elder else None
    extra = why if claim.round != "point" else None
    return {declaration_time: why, declaration_order: order, extra_not_higher: extra}


def no_answer(hand: Piquet, claim: Claim, best: Claim) -> Answer:
    """Why a declaration doesn't answer the other's."""
    if claim.who == hand.elder and claim.size != best.size:  # elder only says what decides
        return {declaration_time: Reason(f"{claim.who} declared {best.size} cards", best.report)}
    higher = claim.outranks(best)
    if claim.who == hand.elder or higher or (higher is None and claim.rank is not None):
        return None
    if claim.size == best.size and (higher is None or claim.rank == best.rank):
        why = Reason(f"{claim.text} is no better than {best.text} ({at(best.report)}), but equal", best.report)
    else:
        why = Reason(f"{claim.text} is less than {best.text} ({at(best.report)})", best.report)
    return {counter_beats: why}


@judges(counter_beats)
def answers_the_other(hand: Piquet, answer: Good | Equal) -> str | None:
    said = hand.said
    best = said.best
    if best is None:
        return "nothing has been declared that could be answered"
    if best.who == answer.who:
        return Reason(f"{answer.who} declared {best.text} ({at(best.report)}): the other answers", best.report)
    if isinstance(answer, Good):
        return "nobody scores what was equalled" if said.equal and said.settled else None
    if best.round == "set":
        return Reason(f"no set is equal to {best.text} ({at(best.report)})", best.report)
    return None if said.due == answer.who else Reason(f"{best.text} ({at(best.report)}) was answered", best.report)


true_declaration = illegal("To declare less than there is, is fair; more isn't.", finding="false-declaration")


@judges(true_declaration)
def is_held(hand: Piquet, report: Declaration | Equal) -> str | None:
    """What known cards leave no room for, by itself or beside the player's other declarations."""
    if isinstance(report, Equal):
        best = hand.said.best
        claim: Claim | Strange = equal_to(hand, best, report) if best and best.round != "set" else {}
    else:
        claim = claim_of(hand, report)
    if isinstance(claim, dict):
        return None
    held, mine, proof = hand.held(claim.who), beside(hand, claim), hand.proof(claim.who)
    if witness(held, [*mine, claim]) is not None:
        return None
    what = claim.text.removeprefix("a ")
    if witness(held, [claim]) is None:
        return Reason(f"{claim.who} has no {what}{lines(proof)}", *proof)
    before = ", ".join(f"{other.text} ({at(other.report)})" for other in mine)
    return Reason(f"no twelve cards are {claim.text} beside {before}", *(other.report for other in mine), *proof)


proof = worth("What scores or ties is shown to the opponent who asks; tricks taken may be looked through.", place=Shows)


@judges(carte_blanche, one_pack, proof)
def whole_hand_shown(hand: Piquet, shows: Shows) -> Answer:
    if shows.who in hand.thrown:
        return proves(hand, shows)
    wrong: Reason | None
    if face := first_face(shows.cards):
        wrong = cannot_happen(f"with {face.pretty} in it that isn't a carte blanche")
    elif len(shows.cards) != hand.size_of(shows.who):
        wrong = cannot_happen(f"before the exchange a whole hand is shown, not {so_many(len(shows.cards), 'card')}")
    else:
        wrong = no_face_dealt(hand, shows)
    return {carte_blanche: wrong, one_pack: not_there(hand, shows.who, shows.cards)}


@judges(proof, true_declaration, carte_blanche)
def proves(hand: Piquet, shows: Shows) -> Answer:
    mine = [claim for claim in hand.claims if claim.who == shows.who]
    if not mine:
        why = f"{shows.who} has declared nothing that could be shown"
        return {proof: why, carte_blanche: in_time(hand, shows) if len(shows.cards) == HAND else None}
    if any(not way & ~mask(shows.cards) for claim in mine for way in claim.ways):
        return None
    texts = " or ".join(claim.text for claim in mine)
    why = Reason(f"by {listed(shows.cards)} nobody can prove {texts}", *(claim.report for claim in mine))
    return {true_declaration: why}


# Rules: the point

point_value = impossible(
    "A point is one to eight cards of a suit, worth what so many of them can add up to, from ace to seven"
    " {point_values}.",
    point_values=number((11, 10, 10, 10, 10, 9, 8, 7), "what cards count for the point, ace to seven", most=100),
)


def point_claim(hand: Piquet, report: Report, size: int, value: int | None) -> Claim | Strange:
    values = hand.house["point-values"]
    if not 1 <= size <= 8:
        return {point_value: cannot_happen(f"a suit has eight cards, so nobody has a point of {size}")}
    if value is not None and value not in map(sum, itertools.combinations(values, size)):
        return {point_value: cannot_happen(f"no {size} cards of a suit are worth {value}")}
    return Claim(report, "point", size, value, point_ways(values, size, value or 0))


def point_of_cards(hand: Piquet, report: Report, cards: Cards) -> Claim | Strange:
    suits = {card.suit for card in cards}
    if len(suits) > 1 or mask(cards).bit_count() < len(cards):
        return {point_value: cannot_happen(f"a point is cards of one suit, and these are {listed(cards)}")}
    value = sum(hand.house["point-values"][below_ace(card.rank)] for card in cards)
    return Claim(report, "point", len(cards), value, (mask(cards),))


@worth(lines="point")
def point(hand: Piquet, claim: Claim, *, point: int = number(1, most=10)) -> int:
    """The longer suit wins, of equal ones the one worth more, else nobody: {point:word} for every card."""
    return point * claim.size


# Rules: sequences


@worth(lines="sequence")
def sequence(
    hand: Piquet, claim: Claim, *, sequences: tuple[int, ...] = number((3, 4, 15, 16, 17, 18), most=100)
) -> int:
    """The longest run wins, of equal ones the highest, else nobody; its holder scores every run: {sequences} from
    three cards to eight."""
    return sequences[claim.size - min(SEQUENCES)]


def run_claim(report: Report, size: int, cards: Cards) -> Claim | Strange:
    """A sequence of SIZE cards, given by its top card, the rank of that, all its cards, or nothing."""
    if size not in SEQUENCES:
        return {sequence: cannot_happen(f"a sequence is three to eight cards, not {size}")}
    if not cards:
        return Claim(report, "sequence", size, None, run_ways(size, None))
    top = min(below_ace(card.rank) for card in cards)
    if top + size > 8:
        return {sequence: cannot_happen(f"no {SEQUENCES[size]} begins with {cards[0].pretty}")}
    ways = tuple(way for way in run_ways(size, top) if not cards[0].suit or way & SUIT_BITS[cards[0].suit])
    if len(cards) > 1 and (mask(cards) not in ways or len(cards) != size):
        return {sequence: cannot_happen(f"{listed(cards)} aren't a {SEQUENCES[size]}")}
    return Claim(report, "sequence", size, 8 - top, ways)


# Rules: sets


@worth(lines="set")
def set_(hand: Piquet, claim: Claim, *, trio: int = number(3, most=100), quatorze: int = number(14, most=100)) -> int:
    """Four of a rank beat three, then the rank decides, ten and above; the winner scores every set: a trio is worth
    {trio}, a quatorze {quatorze}."""
    return quatorze if claim.size == 4 else trio


def set_claim(report: Report, size: int, rank: Rank, cards: int = 0) -> Claim | Strange:
    """A set of SIZE cards of a rank, any of them or these."""
    if size not in SETS or below_ace(rank) > 4:
        return {set_: cannot_happen(f"a set is three or four of a rank, ten or higher, not {size} {RANK_NAMES[rank]}s")}
    ways = (cards,) if cards else set_ways(size, below_ace(rank))
    return Claim(report, "set", size, 8 - below_ace(rank), ways)


# Rules: point, sequence or set

OF_ROUND: dict[Round, FunctionRule[..., int]] = {"point": point, "sequence": sequence, "set": set_}

Strange = dict[Rule, Reason]
"""Why something can't be declared at all, by the rule that says so."""


@judges(point_value, sequence, set_)
def there_is_such(hand: Piquet, report: Declaration) -> Answer:
    claim = claim_of(hand, report)
    return claim if isinstance(claim, dict) else None


def claim_of(hand: Piquet, report: Declaration) -> Claim | Strange:
    """What a declaration claims; cards alone are the point where it is spoken of and they may be it."""
    match report:
        case DeclaresPoint(size, value):
            return point_claim(hand, report, size, value)
        case DeclaresPointOf(cards):
            return point_of_cards(hand, report, cards)
        case DeclaresRun(size, top):
            return run_claim(report, size, (top,) if top else ())
        case DeclaresSequence(name, cards):
            size = next((size for size, called in SEQUENCES.items() if called == name), len(cards))
            return run_claim(report, size, cards)
        case DeclaresSet(name, rank):
            return set_claim(report, 4 if name == "quatorze" else 3, rank)
        case DeclaresCards(cards) if len(cards) > 1 and len({card.rank for card in cards}) == 1:
            return set_claim(report, mask(cards).bit_count(), cards[0].rank, mask(cards))
        case DeclaresCards(cards):
            claim, as_point = run_claim(report, len(cards), cards), point_of_cards(hand, report, cards)
            return as_point if isinstance(claim, dict) or may_be_point(hand, report.who, as_point) else claim


def may_be_point(hand: Piquet, who: Seat, claim: Claim | Strange) -> bool:
    """Whether WHO names cards that are a run for the point: to begin with, or as an answer to the other's."""
    said = hand.rounds["point"]
    if not hand.round:
        return True
    if hand.round != "point" or not (said.due == who or (said.equal and not said.settled)):
        return False
    if said.best is None or not isinstance(claim, Claim):
        return True
    return said.told_more(claim) if said.best.who == who else not no_answer(hand, claim, said.best)


def equal_to(hand: Piquet, best: Claim, told: Report) -> Claim:
    """What *equal* claims: as many cards, and of as much worth where that was told."""
    if best.round == "point":
        ways = point_ways(hand.house["point-values"], best.size, best.rank or 0)
    else:
        ways = run_ways(best.size, None if best.rank is None else 8 - best.rank)
    return Claim(told, best.round, best.size, best.rank, ways)


# Rules: tricks

lead_order = illegal(
    "Elder leads to the first trick, then the taker of each to the next.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
trick_count = impossible("There are twelve tricks, and one player takes the last.")


@judges(trick_count)
def before_the_last(hand: Piquet, play: Plays) -> str | None:
    return f"{hand.last} took the last trick, and nothing comes after that" if hand.last else None


@judges(trick_count)
def add_up(hand: Piquet, takes: Takes) -> str | None:
    left = hand.tricks_left
    if not 0 <= takes.tricks <= left:
        return tricks.so_many_left(left, takes.tricks)
    if takes.last and hand.last:
        return f"{hand.last} took the last trick"
    if takes.last and not takes.tricks:
        return f"{takes.who} takes none of these tricks, so not the last"
    others = any(seat != takes.who for seat in hand.takers)
    if takes.tricks == left and not takes.last and not hand.last and (others or not takes.tricks):
        return unclear("who took the last trick?")
    return None


@judges(trick_count, when="again")
def took_as_many(hand: Piquet, takes: Takes) -> str | None:
    if hand.totals:
        return unclear("only the totals of that hand were told", *hand.totals.values())
    took, last = hand.taken[takes.who], hand.last or hand.leader
    if takes.tricks not in (took, hand.numbers[takes.who] or took):
        return f"{takes.who} took {took}, not {takes.tricks}"
    return f"{last} took the last trick" if takes.last and takes.who != last else None


@judges(one_pack)
def in_hand(hand: Piquet, report: Plays | Shows) -> str | None:
    if isinstance(report, Plays):
        return not_there(hand, report.who, [report.card])
    played = hand.played_by(report.who)  # may be shown from the tricks
    return not_there(hand, report.who, (card for card in report.cards if not mask([card]) & played))


follow_suit = illegal("A player with a card of the suit led plays one.", tricks.follows_suit, finding="revoke")
trick_winner = worth("The suit led wins, and in it the higher card; no suit is trump.")


# Rules: the score


@worth(lines="lead", low_leads={"count": "whatever its rank", "nothing": "but nothing below a ten is"})
def lead_point(hand: Piquet, leads: int, *, lead: int = number(1, least=1, most=10)) -> int:
    """Each card led is worth {lead:word}, {low_leads}."""
    return lead * leads


def lead_counts(hand: Piquet, card: Card) -> bool:
    return hand.house["low-leads"] == "count" or below_ace(card.rank) <= below_ace(Rank("10"))


@worth(lines="trick", own_tricks={"count": "whoever led to it", "nothing": "but only to a player who hasn't led to it"})
def trick_point(hand: Piquet, tricks: int, *, trick: int = number(1, most=10)) -> int:
    """Each trick is worth {trick:word}, {own_tricks}."""
    return trick * tricks


@judges(lead_point, trick_point)
def numbers_are_enough(hand: Piquet, report: Takes | DeclaresPique) -> Answer:
    """Where a card or its leader decides what a trick counts, numbers of tricks don't tell the score."""
    why = "what was led and by whom counts here, so tricks are told card by card, or only both totals"
    counted = {lead_point: hand.house["low-leads"], trick_point: hand.house["own-tricks"]}
    return {rule: unclear(why) if counts != "count" else None for rule, counts in counted.items()}


last_trick = worth("The last trick is worth {last_trick:word} more.", lines="last-trick", last_trick=number(0, most=10))


cards = worth(
    "The seventh trick of a player is worth {cards}, for the pique too; with six each nobody gets them.",
    lines="cards",
    cards=number(10, most=200),
)
capot = worth("All twelve tricks bring {capot}, but not for the pique.", lines="capot", capot=number(30, most=200))


@worth(lines="repique")
def repique(
    hand: Piquet,
    declared: int,
    against: int,
    *,
    repique_at: int = number(30, "points from which on there is a repique", least=1, most=200),
    repique: int = number(60, most=200),
) -> int | None:
    """Whoever has {repique_at} by declarations alone, the other side having nothing, scores {repique} more."""
    return repique if declared >= repique_at and not against else None


@worth(lines="pique")
def pique(
    hand: Piquet,
    counted: int,
    against: int,
    *,
    pique_at: int = number(30, "points from which on there is a pique", least=1, most=200),
    pique: int = number(30, most=200),
) -> int | None:
    """Whoever comes to {pique_at} in the play before the other side has anything scores {pique} more, unless for a
    repique already."""
    return pique if counted >= pique_at and not against else None


def spoken(points: int) -> str:
    return "thirty" if points == 30 else str(points)


@judges(pique)
def no_card_beside_the_call(hand: Piquet, play: Plays) -> str | None:
    called = hand.called_pique
    if called is None or hand.numbers:
        return None
    return Reason(f"{called.who} called a pique ({at(called)}), which goes with tricks told as numbers", called)


@judges(pique)
def leaves_the_pique(hand: Piquet, takes: Takes) -> str | None:
    called = hand.called_pique
    if called is None or not 0 <= takes.tricks <= hand.tricks_left:
        return None
    taken = {**hand.taken, takes.who: hand.taken[takes.who] + takes.tricks}
    if pique_in_reach(hand, taken, takes.who if takes.last else hand.last):
        return None
    return Reason(
        f"{called.who} called a pique ({at(called)}), and couldn't have reached {spoken(hand.house['pique-at'])} so",
        called,
    )


@judges(pique)
def pique_can_be_called(hand: Piquet, called: DeclaresPique) -> str | None:
    who, other = called.who, hand.other(called.who)
    if hand.bonus:
        return "a pique or repique is counted already"
    if who == hand.younger:
        return f"{other}'s first lead scores before {who} can"
    if hand.declared[other]:
        return f"{other} has {hand.declared[other]} by declarations"
    if hand.played and not hand.numbers:
        return f"told card by card the count speaks for itself: {who} has {hand.scores[who]}"
    if not pique_in_reach(hand, hand.taken, hand.last):
        far, so_far = spoken(hand.house["pique-at"]), hand.declared[who]
        return f"with {so_far} by declarations {who} can't reach {far} before {other} takes a trick"
    return None


def pique_in_reach(hand: Piquet, taken: Mapping[Seat, int], last: Seat) -> bool:
    """Whether elder can have counted so far first, with so many tricks taken as yet."""
    return any(
        piques(hand.tariff, hand.declared[hand.elder], run)
        for took in range(taken[hand.elder], 13 - taken[hand.younger])
        for elders_last in ((last == hand.elder,) if last else (True, False))
        if (took if elders_last else 12 - took)
        for run in hand.first_runs(took, elders_last)
    )


judges(pique)(
    claims_to_be(DeclaresPique, lambda hand, called: hand.booked(pique), "called a pique before the last tricks")
)


# Rules: totals

hand_total = arithmetic(
    "What both players call must come from twelve tricks and from what hands can declare.",
    claims(Scores, "points", lambda hand, scores: hand.scores[scores.who]),
    lines="hand",
)


@judges(hand_total)
def can_be_brought(hand: Piquet, scores: Scores) -> str | None:
    who, other, so_far, is_elder = scores.who, hand.other(scores.who), hand.scores, scores.who == hand.elder
    if scores.points < so_far[who]:
        return f"{who} has {so_far[who]} already"
    told = hand.sound(hand.totals).get(other)
    tariff = hand.tariff
    if not hand.enforces(true_declaration) and scores.points <= tariff.most_called:
        return None
    for points in (told.points,) if told else range(so_far[other], tariff.most + 1):
        if hand_can_bring(tariff, *((scores.points, points) if is_elder else (points, scores.points))):
            return None
    if told:
        return Reason(f"{scores.points} beside {other}'s {told.points} ({at(told)}) come from no hand", told)
    return f"no hand brings {'elder' if is_elder else 'younger'} {scores.points}"


# Rules: the partie


@worth(tie={"share": "a level partie is drawn", "two-more": "two more hands decide a level partie"})
def margin(
    hand: Piquet,
    *,
    hands: int = number(6, "hands in a partie; an even number, so that both deal as often", least=1),
    margin: int = number(100, "what the margin has besides"),
    rubicon: int = number(100, "what the loser must reach", least=1),
) -> int | None:
    """If the game goes to hands, the higher score has won after {hands:word}: by the difference and {margin}, or by
    the sum and {margin} where the loser hasn't reached the rubicon of {rubicon}; {tie}."""
    if hand.house["game"] == "points":
        return None
    standing = hand.standing
    balance: dict[str, int] = standing.balance
    low, high = sorted(hand.seats, key=lambda seat: balance[seat])
    if conceded := standing.conceded:
        low, high = conceded[0], hand.other(conceded[0])
    elif balance[low] == balance[high]:
        return None
    if not standing.over or standing.broken_off:
        return None
    return margin + balance[high] + (-balance[low] if balance[low] >= rubicon else balance[low])


@worth(
    game={"partie": "the game goes to hands and not to points", "points": "the game goes to points and not to hands"}
)
def au_cent(
    hand: Piquet, *, target: int = number(100, "points that win where the game goes to so many", least=1)
) -> bool:
    """{game}. If it goes to points, {target} and more than the other win when a hand is over."""
    best = leaders(hand.standing.balance)
    return len(best) == 1 and hand.standing.balance[best[0]] >= target


def is_over(hand: Piquet) -> bool:
    """After the last hand; where a tie is decided, after every second one more."""
    if hand.house["game"] == "points":
        return au_cent(hand)
    if not all_played(hand, hand.house["hands"]):
        return False
    if hand.house["tie"] == "share":
        return True
    balance = hand.standing.balance
    before = {side: balance[side] - points for side, points in hand.scores.items()}
    one_more = (hand.number - hand.house["hands"]) % 2 and len(leaders(before)) > 1
    return len(leaders(balance)) == 1 and not one_more


def point_values(table: Table) -> dict[str, int]:
    return {card.text: table.house["point-values"][below_ace(card.rank)] for card in PACK}


def ends_with(table: Table) -> str:
    if table.house["game"] == "points":
        return f"{table.house['target']} points"
    return f"{table.house['hands']} hands, rubicon {table.house['rubicon']}"


def sequences(table: Table) -> dict[str, int]:
    return dict(zip(SEQUENCES.values(), table.house["sequences"], strict=True))


def bonuses(table: Table) -> dict[str, int]:
    return {rule.name: table.house[rule.name] for rule in (carte_blanche, repique, pique, cards, capot)}


GAMES, COUNTING = ("partie", "points"), ("count", "nothing")


def stands(hand: Piquet) -> Iterator[str]:
    """Who is elder, what was made before the first card, and the tricks."""
    yield f"{hand.elder} is elder"
    if made := {seat: points for seat, points in hand.declared.items() if points}:
        yield "declared " + ", ".join(f"{seat} {points}" for seat, points in made.items())
    yield from tricks.on_the_table(hand)
    yield from tricks.taken(hand)


GAME = Game(
    slug="piquet",
    name="Piquet",
    summary="Change cards, declare the best of the hand, and play twelve tricks; six hands make a partie.",
    family="trick-taking",
    players=range(2, 3),
    pack=PACK,
    pack_rule=one_pack,
    hand=Piquet,
    play=play_hand,
    over=is_over,
    plays_on=lambda house: bool(house["tie"] != "share"),
    hands_due=lambda table: None if table.house["game"] == "points" else table.house["hands"],
    verbs={
        Cuts: "before the first deal",
        Deal: "first, and when a hand is finished",
        DeclaresCarteBlanche: "before that player changes cards",
        Discards: "elder, then younger",
        Draws: "when that player has thrown",
        Talon: "when both have changed cards",
        DeclaresPoint: "after the exchange",
        DeclaresPointOf: "after the exchange",
        DeclaresRun: "after the point",
        DeclaresSequence: "after the point",
        DeclaresSet: "last",
        DeclaresCards: "in place of any of these",
        Good: "the other's answer; silence means it too",
        Equal: "the other's answer; what decides is told next",
        Shows: "before the exchange, or with a declaration",
        Plays: "from elder's lead on",
        Trick: "from elder's lead on",
        Takes: "in place of tricks; the twelfth ends the hand",
        DeclaresPique: "where tricks are told as numbers",
        Scores: "in place of the hand; both players' end it",
    },
    options=(
        Option("tie", "share", "a level partie is drawn, or two more hands decide", (margin,), ("share", "two-more")),
        Option("game", "partie", "a partie of so many hands, or a game to points", (margin, au_cent), GAMES),
        Option("low-leads", "count", "whether leads below a ten are worth anything", (lead_point,), COUNTING),
        Option("own-tricks", "count", "whether a leader who takes the trick counts that too", (trick_point,), COUNTING),
    ),
    variants=(
        Variant("au-cent", "The first to a hundred wins, and nobody counts hands.", "game=points"),
        Variant(
            "club",
            "A leader who takes the trick counts only the lead, and the last trick is worth one more.",
            "own-tricks=nothing, last-trick=1",
        ),
        Variant("old-leads", "Only a ten or a higher card is worth anything when it is led.", "low-leads=nothing"),
        Variant("four-hands", "A partie has four hands.", "hands=4"),
    ),
    brings=dict.fromkeys(DECLARATIONS, declaration_brings),
    asked=(Fact(lambda hand: hand.dealer or None, "younger"),),
    facts={
        "hand": lambda hand: hand.number,
        "elder": lambda hand: hand.elder if hand.dealer else None,
        "talon": lambda hand: hand.in_talon,
        "tricks": lambda hand: None if hand.totals else dict(hand.taken),
        "margin": margin,
    },
    deal_out=take_dealt,
    now=stands,
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards each", f"{HAND}, and {TALON} in the talon", one_pack),
        tricks.trick_ranking(trick_winner),
        Glance("card values for the point", point_values, point_value, show=by_points),
        Glance("sequences", sequences, sequence),
        Glance("sets of tens or higher", lambda table: {name: table.house[name] for name in SETS.values()}, set_),
        Glance("bonuses", bonuses, carte_blanche, repique, pique, cards, capot),
        Glance("partie", ends_with, margin, au_cent),
    ),
    short_form=(
        "The declarations that scored, `takes N` for both with `last` for whoever took the twelfth trick, and"
        " `declares pique` where it was called; or only `scores N` for both."
    ),
    phrases={
        "point of N": "declares point N",
        "point of N making N": "declares point N N",
        "N making N": "declares point N N",
        "point N making N": "declares point N N",
        "making N": " | ".join(f"declares point {size} N" for size in range(3, 9)),
        "tierce to RANK": "declares tierce RANK",
        "quart to RANK": "declares quart RANK",
        "quint to RANK": "declares quint RANK",
        "sixieme to RANK": "declares sixieme RANK",
        "septieme to RANK": "declares septieme RANK",
        "tierce major": "declares tierce A",
        "quart major": "declares quart A",
        "quint major": "declares quint A",
        "run of N": "declares run N",
        "run of N to RANK": "declares run N RANK",
        "sequence of N": "declares run N",
        "sequence of N to RANK": "declares run N RANK",
        "4 RANK": "declares quatorze RANK",
        "14 RANK": "declares quatorze RANK",
        "quatorze of RANK": "declares quatorze RANK",
        "3 RANK": "declares trio RANK",
        "trio of RANK": "declares trio RANK",
        "carte blanche": "declares carte-blanche",
        "blank": "declares carte-blanche",
        "exchange N": "discards N",
        "exchange N card": "discards N",
        "change N": "discards N",
        "change N card": "discards N",
        "that be good": "good",
        "yours be good": "good",
        "be good": "good",
        "be equal": "equal",
        "the same": "equal",
        "not good": "? What is better? Type it, for example `declares point 6` or `declares quart K`.",
        "play 1": "? Which card? Type it, for example `plays KH`. Or type only the tricks: `takes 7 last`.",
        "pique": "declares pique",
    },
    example=Example(
        "Ann Ben",
        ("deal", "Ben declares point 5", "Ben takes 7 last; Ann takes 5"),
        "Ann 10, Ben 29",
    ),
    rulings=(
        "A trio is worth 3 and a quatorze 14.",
        "For a pique the other side has nothing when thirty is reached, counted aloud: lead, then trick, then the ten"
        " for cards with the seventh. For a repique both sides' declarations are counted when the first card is led.",
        "Carte blanche is a score like others: it helps to a repique and spoils the opponent's.",
        "After elder's carte blanche younger changes cards first.",
        "A level partie has no margin.",
        "To declare less than there is stands. After `equal` with nothing more said, nobody scores.",
    ),
    edition=3,
)
