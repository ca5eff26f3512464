"""Piquet: two players exchange cards, declare their best cards and play twelve tricks.  Six hands make a partie."""

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
from referee.kit.messages import entered_before, lines, named_twice, together
from referee.kit.tricks import Plays, Trick, TrickHand
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat, quoted, so_many
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
    """the card a player cuts for the first deal; the higher card deals"""

    card: Card


class DeclaresCarteBlanche(Report, verb="declares carte-blanche", labels={"change": "cards to exchange"}):
    """a hand dealt without a face card; for elder, add how many cards elder will exchange"""

    change: int | None = None

    @classmethod
    def options(cls, hand: Piquet, seat: Seat) -> Iterator[DeclaresCarteBlanche]:
        yield cls(who=seat)
        changes = range(hand.house["least-changed"], hand.house["most-changed"] + 1)
        yield from (cls(change, who=seat) for change in changes)


class Discards(Changes, limits={"cards": TALON}):
    """the cards a player discards in the exchange, or their number"""


class Draws(Changes, limits={"cards": TALON}):
    """the cards drawn in the exchange, or their number"""


class Talon(Report, speaker="none"):
    """the cards left in the talon, if younger turns them up"""

    cards: Cards


class Shows(Report, sampled=True):
    """the whole hand for a carte blanche, or the cards that prove a declaration"""

    cards: Cards

    @classmethod
    def options(cls, hand: Piquet, seat: Seat) -> Iterator[Shows]:
        """One hand: the known cards, filled up with number cards."""
        known = tuple(hand.known(seat))
        others = tuple(card for card in hand.unseen() if not first_face([card]) and card not in known)
        if shown := (*known, *others)[: hand.size_of(seat)]:
            yield cls(shown, who=seat)


class DeclaresPoint(
    Report, verb="declares point", labels={"size": "cards in the suit", "value": "points of these cards"}
):
    """the number of cards in the longest suit, and their value"""

    size: Annotated[int, range(1, 9)]
    value: Annotated[int, range(7, 76)] | None = None


class DeclaresPointOf(Report, verb="declares point"):
    """the cards of the longest suit"""

    cards: Cards


class DeclaresRun(Report, verb="declares run", bare=True, labels={"size": "cards in a row", "top": "top card"}):
    """a sequence by its length, with its top card or rank"""

    size: Annotated[int, range(3, 9)]
    top: Card | None = None


class DeclaresSequence(
    Report, verb="declares", bare=True, labels={"name": "sequence", "cards": "top card, or all cards"}
):
    """a sequence by its name, with its top card or rank, or all its cards"""

    name: Literal["tierce", "quart", "quint", "sixieme", "septieme", "huitieme", "run"]
    cards: Cards = ()


class DeclaresSet(Report, verb="declares", labels={"name": "three or four alike"}):
    """three or four cards of the same rank"""

    name: Literal["trio", "quatorze"]
    rank: Rank


class DeclaresCards(Report, verb="declares"):
    """the cards of a point, a sequence or a set"""

    cards: Cards


class Good(Report):
    """the other player's declaration wins"""


class Equal(Report):
    """the answering player's cards are just as good"""


Declaration = DeclaresPoint | DeclaresPointOf | DeclaresRun | DeclaresSequence | DeclaresSet | DeclaresCards
DECLARATIONS = (DeclaresPoint, DeclaresPointOf, DeclaresRun, DeclaresSequence, DeclaresSet, DeclaresCards)
SPOKEN = (*DECLARATIONS, Good, Equal)


class Takes(Report, adds=True, as_said="takes tricks", labels={"last": "with the last trick"}):
    """the number of tricks taken, 1 if you leave it out; `last` if the twelfth is one of them"""

    tricks: Annotated[int, range(13)] = 1
    _: KW_ONLY
    last: bool = False


class DeclaresPique(Report, verb="declares pique"):
    """the player reached the score for a pique before the opponent scored anything"""


class Scores(Report, limits={"points": lambda hand, seat: hand.tariff.most}):
    """a player's points for the whole hand"""

    points: int
    options = one_for_each(lambda hand, seat: range(hand.tariff.most + 1))


# Declarations in progress


@dataclass
class DeclarationRound:
    """The state of one round of declarations: point, sequences or sets."""

    best: Claim | None = None
    due: Seat = NOBODY  # who must answer
    equal: bool = False  # the answer was "equal"
    restated: bool = False  # the value or top card was given afterward
    settled: bool = False

    def claims_more(self, claim: Claim) -> bool:
        """Whether a claim adds the value or the top card to the same player's earlier claim."""
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


def declare(hand: Piquet, report: Declaration | Good | Equal) -> None:
    said = hand.this_round
    match report:
        case Good():
            said.equal = False
            settle(hand, said)
        case Equal():
            if said.best and not said.settled:
                if hand.round != "set":
                    believe(hand, equal_to(hand, said.best, report))
                said.due, said.equal = NOBODY, True
            if said.restated:
                settle(hand, said)
        case _:
            claim = claim_of(hand, report)
            assert isinstance(claim, Claim)
            take_claim(hand, claim)


def take_claim(hand: Piquet, claim: Claim) -> None:
    """Applies a claim: it opens a round, adds detail, answers the other player's claim, or adds to the winner's."""
    believe(hand, claim)
    # A claim of a later round settles the round before it; a late claim goes into its own round.
    late = passed_over(hand, claim)
    if claim.round != hand.round and not late:
        settle(hand, hand.this_round)
        hand.round = claim.round
    said = hand.rounds[claim.round]
    if said.best is None:  # the first claim of the round
        said.best, said.due = claim, hand.younger
        if claim.who == hand.younger or late:
            settle(hand, said)  # elder has passed, or the round is over and the table keeps the claim
    elif said.claims_more(claim):  # "five" becomes "five making 47": the other player must answer again
        said.best, said.due, said.equal, said.restated = claim, hand.other(claim.who), False, True
    elif said.may_answer(claim.who):
        higher = claim.outranks(said.best)  # None: the sizes are equal, and what would decide isn't said
        if higher is None and claim.rank is None:  # "five" against "five" means "equal"
            said.due, said.equal = NOBODY, True
        elif higher is None:  # "five making 47" against "five": the first player may give the value too
            said.best, said.due, said.restated = claim, said.best.who, True
        else:  # both values are known, or one is longer
            said.equal = (claim.size, claim.rank) == (said.best.size, said.best.rank)
            said.best = claim if higher else said.best
            settle(hand, said)
    else:  # the round is settled
        settle(hand, said)
        add(hand, said, claim)


def add(hand: Piquet, said: DeclarationRound, claim: Claim) -> None:
    """A claim in a settled round: another one of the winner's, or a late one that the table keeps."""
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
    """Adds a claim that may be true, replacing the claim that it restates."""
    mine = beside(hand, claim)
    cards = witness(hand.held(claim.who), [*mine, claim])
    if cards is not None:
        hand.claims = [other for other in hand.claims if other.who != claim.who or other in mine] + [claim]
        hand.proved[claim.who] = cards


def settle(hand: Piquet, said: DeclarationRound) -> None:
    """Closes a round: the best claim scores, unless it was equaled."""
    if said.best and not said.settled and not said.equal:
        win(hand, said.best)
    said.settled, said.due = True, NOBODY


def withdraw(hand: Piquet, claim: Claim) -> None:
    """Takes back the points of a round, because only one player may score in it."""
    for line in [line for line in hand.lines if line.who == claim.who and line.rule == OF_ROUND[claim.round].name]:
        hand.lines.remove(line)
        hand.standing.balance[line.who] -= line.points


def win(hand: Piquet, claim: Claim) -> None:
    rule = OF_ROUND[claim.round]
    hand.book(claim.who, rule, rule(hand, claim), claim.text, claim.report)


def passed_over(hand: Piquet, claim: Claim) -> bool:
    """Whether a later round than the claim's has already begun."""
    return hand.round is not None and ROUNDS.index(claim.round) < ROUNDS.index(hand.round)


def beside(hand: Piquet, claim: Claim) -> list[Claim]:
    """The same player's other claims, without the one that this claim restates."""
    said = hand.rounds[claim.round]
    replaces = isinstance(claim.report, Equal) or said.claims_more(claim) or said.may_answer(claim.who)
    return [other for other in hand.claims if other.who == claim.who and not (replaces and other.round == claim.round)]


@dataclass
class Piquet(TrickHand):
    """One deal of Piquet.

    Masks of known cards by player: ``own`` is every card the player ever had, ``first`` the cards dealt, ``away`` those
    discarded, ``taken_up`` those drawn, and ``sure`` those held after the exchange.
    """

    cuts: dict[Seat, Cuts] = field(default_factory=dict)
    exchanging: bool = True
    blanche: dict[Seat, Report] = field(default_factory=dict)
    plain: dict[Seat, Report] = field(default_factory=dict)  # cartes blanches that may be true
    thrown: dict[Seat, Discards] = field(default_factory=dict)
    drawn: dict[Seat, Draws] = field(default_factory=dict)
    talon: Talon | None = None
    own: Counter[Seat] = field(default_factory=Counter)
    first: Counter[Seat] = field(default_factory=Counter)
    away: Counter[Seat] = field(default_factory=Counter)
    taken_up: Counter[Seat] = field(default_factory=Counter)
    sure: Counter[Seat] = field(default_factory=Counter)
    more_dealt: Counter[Seat] = field(default_factory=Counter)  # cards dealt beyond twelve
    more_drawn: Counter[Seat] = field(default_factory=Counter)  # cards drawn beyond those discarded
    played: int = 0
    round: Round | None = None
    rounds: dict[Round, DeclarationRound] = field(default_factory=lambda: {kind: DeclarationRound() for kind in ROUNDS})
    claims: list[Claim] = field(default_factory=list)  # claims that may be true
    proved: dict[Seat, int] = field(default_factory=dict)  # for each player, cards that make all claims true
    declared: dict[Seat, int] = field(default_factory=dict)  # points before the first card
    opening: int = 0  # tricks elder took in a row from the first, entered card by card
    opened: bool = False  # younger has taken a trick
    numbers: Counter[Seat] = field(default_factory=Counter)  # tricks entered as numbers
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
        """Records who has these cards; cards of the talon have no owner."""
        named = those_named(cards)
        self.tell(report, *[card for card in named if report not in self.seen.get(card, ())])
        count = mask(named)
        for masks in (self.own, *among):
            masks[report.who] |= count
        # after the exchange a player's card tells nothing new about the other hand
        self.see_holdings(self.seats if self.exchanging or not report.who else (report.who,))

    def changed(self, seat: Seat) -> tuple[int, int]:
        """How many cards at least and at most SEAT has exchanged."""
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
        """How many cards SEAT holds before the play: twelve, unless the table kept a wrong deal or draw."""
        return HAND + self.more_dealt[seat] + self.more_drawn[seat]

    @property
    def left_over(self) -> int:
        """How many cards were left for the talon."""
        return TALON - self.more_dealt.total()

    def taken_from_talon(self, seat: Seat) -> int:
        """How many cards SEAT is known to have taken."""
        return self.drawn[seat].count if seat in self.drawn else self.thrown[seat].count if seat in self.thrown else 0

    def see_holdings(self, seats: Iterable[Seat]) -> None:
        """Updates the holdings that the shared trick code reads: known cards, unnamed discards and unknown cards."""
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
        """The reports that named SEAT's cards."""
        reports = (self.dealt.get(seat), self.blanche.get(seat), self.thrown.get(seat), self.drawn.get(seat))
        return tuple(filter(None, reports))

    # The exchange

    def to_exchange(self) -> tuple[Seat, ...]:
        order = (self.younger, self.elder) if self.elder in self.blanche else (self.elder, self.younger)
        return tuple(seat for seat in order if seat not in self.thrown)[:1]

    def to_draw(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.thrown if seat not in self.drawn)

    def announced(self, seat: Seat) -> DeclaresCarteBlanche | None:
        """SEAT's carte blanche, if it says how many cards will be changed."""
        report = self.blanche.get(seat)
        return report if isinstance(report, DeclaresCarteBlanche) and report.change is not None else None

    @property
    def in_talon(self) -> int | None:
        """Cards left in the talon; None if only part of the exchange was entered."""
        if self.talon:
            return len(self.talon.cards)
        if not self.exchanging and len(self.thrown) < 2:
            return None
        return max(0, self.left_over - sum(map(self.taken_from_talon, self.thrown)))

    # The declarations

    @property
    def this_round(self) -> DeclarationRound:
        """The round in progress."""
        return self.rounds[self.round] if self.round else DeclarationRound()

    def to_speak(self) -> Seat:
        """Who speaks next in the declarations."""
        said = self.this_round
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
        """How many tricks elder may have taken before younger's first, by the tricks entered card by card."""
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
    while report := await exchanging:
        exchange(hand, report)
    hand.exchanging = False
    hand.see_holdings(hand.seats)

    # Declarations
    showing = hand.ask(None, Talon, aside=True) | hand.ask(None, Shows, in_hand, proves, aside=True)
    blanche = hand.ask(None, DeclaresCarteBlanche, carte_blanche, aside=True)
    declaring: Any = (showing | blanche | hand.ask(hand.to_speak, *SPOKEN, free=True)).maybe()
    leading = NOTHING  # without that rule the dealer may declare between elder's lead and the reply
    if not hand.enforces(declaration_time):
        leading = hand.ask(hand.elder, Plays, turn=lead_order, aside=True)
    while report := await (declaring if hand.trick else declaring | leading):
        match report:
            case Plays():
                lay(hand, report)
            case DeclaresCarteBlanche():
                score_blanche(hand, report)
            case Shows() | Talon():
                show(hand, report)
            case _:
                declare(hand, report)
    close_declarations(hand)

    # Tricks
    closed = bar(declaration_time, "the first card has been led, so it's too late to declare", *SPOKEN)
    closed |= bar(carte_blanche, "a carte blanche must be shown before exchanging cards", DeclaresCarteBlanche)
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
    count_unnamed(hand)
    for seat, took in hand.taken.items():
        if took == HAND:
            hand.book(seat, capot, capot(hand), "all twelve tricks")


def cut_for_deal(hand: Piquet, cut: Cuts) -> None:
    if len(hand.cuts) == 2:
        hand.cuts.clear()  # the last two cards were equal
    hand.cuts[cut.who] = cut
    if len(hand.cuts) == 2:
        first, second = hand.cuts.values()
        high = min(first, second, key=lambda cut: below_ace(cut.card.rank))
        hand.standing.dealer = NOBODY if first.card.rank == second.card.rank else high.who


# Exchange


def exchange(hand: Piquet, report: Discards | Draws | DeclaresCarteBlanche | Shows) -> None:
    match report:
        case Discards():
            hand.thrown[report.who] = report
            hand.place(report, report.named, hand.away)
        case Draws():
            hand.drawn[report.who] = report
            thrown = hand.thrown.get(report.who)
            hand.more_drawn[report.who] = report.count - (thrown.count if thrown else 0)
            hand.place(report, report.named, hand.sure, hand.taken_up)
        case Shows() if report.who in hand.thrown:
            show(hand, report)
        case _:
            if report.who not in hand.blanche:
                hand.blanche[report.who] = hand.plain[report.who] = report
                score_blanche(hand, report)
            if isinstance(report, Shows):
                hand.place(report, report.cards, hand.first)


def score_blanche(hand: Piquet, report: Report) -> None:
    hand.book(report.who, carte_blanche, hand.house["carte-blanche"], "dealt without a face card", report)


def take_dealt(hand: Piquet, dealt: Dealt) -> None:
    hand.more_dealt[dealt.who] = len(dealt.cards) - HAND
    hand.place(dealt, dealt.cards, hand.first)


# Declarations


def close_declarations(hand: Piquet) -> None:
    settle(hand, hand.this_round)
    hand.declared = before_the_play(hand)
    for seat, points in hand.declared.items():
        bonus = repique(hand, points, hand.declared[hand.other(seat)])
        if bonus is not None:
            hand.book(seat, repique, bonus, f"{points} from declarations, and the opponent has nothing")
    if hand.trick:
        count_aloud(hand)


def before_the_play(hand: Piquet) -> dict[Seat, int]:
    """Each player's points without a card that elder led before the dealer declared."""
    led = {line.who: line.points for line in hand.lines if line.rule == lead_point.name}
    return {seat: points - led.get(seat, 0) for seat, points in hand.scores.items()}


def declaration_brings(hand: Piquet, declaration: Declaration) -> Iterator[Outcome]:
    """What a declaration can score: alone, with a repique if the opponent has nothing, or nothing at all."""
    claim = claim_of(hand, declaration)
    if isinstance(claim, dict):
        return
    who, rule = claim.who, OF_ROUND[claim.round]
    points = rule(hand, claim)
    yield Outcome("if it is good", {who: points}, (rule,))
    so_far = before_the_play(hand)
    bonus = repique(hand, so_far[who] + points, so_far[hand.other(who)])
    if bonus is not None:
        yield Outcome("if it is good and the opponent has nothing", {who: points + bonus}, (rule, repique))
    yield Outcome("if it is equal or not good", {who: 0})


def show(hand: Piquet, shown: Shows | Talon) -> None:
    if isinstance(shown, Talon):
        hand.talon = shown
        hand.place(shown, shown.cards)
    else:
        hand.place(shown, shown.cards, hand.sure)
    expose(hand, shown)


# False declarations


def expose(hand: Piquet, shown: Report) -> None:
    """Finds declarations that the cards shown prove false."""
    claimants = {claim.who for claim in hand.claims}
    for seat in hand.seats if claimants or hand.plain else ():
        if seat in hand.plain and not hand.held(seat).fits(0):
            blanche = hand.plain.pop(seat)
            why = f"{seat} declared a carte blanche ({at(blanche)}), but `{shown.text}` shows it wasn't one"
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
            why = f"{seat} declared {false.text} ({at(false.report)}), but `{shown.text}` shows {seat} didn't have it"
            hand.find("false-declaration", seat, why, false.report, shown)


# Tricks


def lay(hand: Piquet, play: Plays) -> Seat | None:
    """Plays a card and books its lead.  Returns the winner if that completed the trick."""
    if not hand.trick and lead_counts(hand, play.card):
        hand.book(play.who, lead_point, lead_point(hand, 1), f"led {play.card.pretty}", play)
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


def score_tricks(hand: Piquet, who: Seat, tricks: int, report: Report, *, counting: bool = True) -> None:
    """Books the tricks just taken if they score, and the cards if the seventh is one of them."""
    if counting:
        hand.book(who, trick_point, trick_point(hand, tricks), f"{tricks} trick{'s' * (tricks > 1)}", report)
    if hand.taken[who] >= 7 > hand.taken[who] - tricks:
        hand.book(who, cards, cards(hand), "the seventh trick", report)


def score_last(hand: Piquet, who: Seat) -> None:
    if last_trick(hand) and not hand.tricks_left:
        hand.book(who, last_trick, last_trick(hand), "the last trick")


def count_aloud(hand: Piquet) -> None:
    """Books a pique as soon as the running count reaches it; only if every trick is entered card by card."""
    if hand.numbers or hand.bonus:
        return
    counted = hand.scores
    for seat in hand.seats:
        bonus = pique(hand, counted[seat], counted[hand.other(seat)])
        if bonus is not None:
            hand.book(seat, pique, bonus, f"{counted[seat]} points, and the opponent has nothing")


def count_tricks(hand: Piquet, takes: Takes) -> None:
    """Applies tricks entered as a number."""
    hand.last = takes.who if takes.last else hand.last
    if not takes.tricks:
        return
    hand.take_unnamed(takes.who, takes.tricks)
    hand.see_holdings(hand.seats)
    hand.numbers[takes.who] += takes.tricks
    score_tricks(hand, takes.who, takes.tricks, takes)


def count_unnamed(hand: Piquet) -> None:
    """Books the leads of tricks entered as numbers, and a pique if there must have been one."""
    if not hand.numbers:
        return
    last = hand.last or hand.leader
    if not hand.booked(last_trick):
        score_last(hand, last)
    for seat in hand.seats:
        count = sum(line.points for line in hand.lines if line.who == seat and line.rule == lead_point.name)
        untold = leads(hand.taken[seat], seat == last, seat == hand.elder) - count // lead_point(hand, 1)
        if untold > 0:
            hand.book(
                seat, lead_point, lead_point(hand, untold), f"{untold} lead{'s' * (untold > 1)} not entered by card"
            )
    runs = hand.first_runs(hand.taken[hand.elder], last == hand.elder)
    if hand.bonus or hand.declared[hand.younger]:
        return
    if all(piques(hand.tariff, hand.declared[hand.elder], run) for run in runs):
        hand.book(hand.elder, pique, hand.house["pique"], "these tricks can't be taken without a pique")


# Totals


async def both_totals(hand: Piquet, scores: Scores) -> None:
    hand.totals[scores.who] = scores
    while len(hand.totals) < 2:
        scores = await hand.ask(hand.all_but(hand.totals), Scores)
        hand.totals[scores.who] = scores
    for seat, report in hand.totals.items():
        if rest := report.points - hand.scores[seat]:
            hand.book(seat, hand_total, rest, f"{report.points} for the hand", report)


# Rules: the deal

first_dealer = illegal(
    "Both players cut, and the player with the higher card deals first. If the cards have the same rank, cut again."
)


@judges(first_dealer)
def each_cuts_once(hand: Piquet, cut: Cuts) -> str | None:
    if len(hand.cuts) == 2:
        high = hand.cuts.get(hand.standing.dealer)
        return Reason(f"{high.who} cut the higher card and deals ({at(high)})", *hand.cuts.values()) if high else None
    before = hand.cuts.get(cut.who)
    return Reason(f"{cut.who} already cut {before.card.pretty} ({at(before)})", before) if before else None


@judges(first_dealer)
def equals_cut_again(hand: Piquet, deal: Deal) -> str | None:
    if len(hand.cuts) < 2 or hand.standing.dealer:
        return None
    return Reason("the cards have the same rank, so both players must cut again", *hand.cuts.values())


deal_alternates = illegal(
    "Take turns dealing. The dealer is called younger, and the other player is elder. Each player gets twelve cards;"
    " the other eight are the talon.",
    turn=Deal,
    asked="elder, younger, what elder, who elder, many cards, many cards deal",
)
one_pack = impossible(
    "Play with 32 cards: ace to seven in four suits, ace high. After exchanging cards, each player has twelve again."
)


@judges(one_pack)
def another_card(hand: Piquet, cut: Cuts) -> str | None:
    same = next((other for other in hand.cuts.values() if len(hand.cuts) == 1 and other.card == cut.card), None)
    return Reason(f"{same.who} already cut {cut.card.pretty} ({at(same)})", same) if same else None


@judges(one_pack)
def twelve_dealt(hand: Piquet, dealt: Dealt) -> str | None:
    if len(dealt.cards) != HAND and dealt.who not in hand.dealt:
        why = f"each player is dealt 12 cards, not {len(dealt.cards)}"
        return miscounted(why) if len(dealt.cards) <= HAND + hand.left_over else cannot_happen(why)
    return entered_before(hand, dealt) or not_there(hand, dealt.who, dealt.cards)


def not_there(hand: Piquet, who: Seat, cards: Iterable[Card]) -> Reason | None:
    """Why WHO can't have these cards: they are somewhere else, or the hand has no room for them."""
    named = those_named(cards)
    if why := named_twice(named):
        return why
    for card in named:
        reports = hand.seen.get(card, [])
        if reports and reports[0].who != who:
            whose = f"is {reports[0].who}'s" if reports[0].who else "is in the talon"
            return Reason(f"{card.pretty} {whose} ({at(reports[0])})", reports[0])
        if gone := next((report for report in reports if isinstance(report, (Discards, Plays))), None):
            return Reason(f"{card.pretty} has left the hand ({at(gone)}: {gone.text})", gone)
    held, proof = hand.held(who)._replace(faces=12), hand.proof(who)
    if held.fits(mask(named)):
        return None
    missing = next((card for card in named if not held.fits(mask([card]))), None)
    what = f"doesn't have {missing.pretty}" if missing else f"can't have {listed(named)} together"
    return Reason(f"{who} {what}{lines(proof)}", *proof)


# Rules: the exchange


@illegal(turn=(Discards, Draws), asked="who change/exchange/discard first, change twice, exchange again, change order")
def exchange_order(hand: Piquet, discards: Discards) -> Reason | None:
    """Each player exchanges cards once, elder first. If elder has a carte blanche, younger goes first."""
    before = hand.thrown.get(discards.who)
    if before is None:
        return None
    return cannot_happen(f"{discards.who} already exchanged cards ({at(before)})", before)


exchange_limit = illegal(
    "Discard {least_changed} to {most_changed:card}, but no more than the talon can replace.",
    least_changed=number(1, "fewest cards you may exchange", most=1),
    most_changed=number(5, "most cards you may exchange", least=1, most=TALON - 1),
    asked="many change, many cards change/exchange/swap/discard, "
    "many elder/younger change/exchange/swap, many exchange, many discard, must change, change none, change no cards, "
    "how many swap, "
    "change at least one, change all",
)


@judges(exchange_limit)
def in_limits(hand: Piquet, discards: Discards) -> str | None:
    report = hand.announced(discards.who)
    if report and report.change != discards.count:
        why = f"{discards.who} set aside {so_many(report.change or 0, 'card')} ({at(report)}) and must discard as many"
        return Reason(why, report)
    return too_many(hand, discards.who, discards.count)


def too_many(hand: Piquet, who: Seat, count: int) -> Reason | None:
    """Why WHO can't change that many cards: the limits, and what the talon has left after the other player."""
    least, limit = hand.house["least-changed"], hand.house["most-changed"]
    other = hand.thrown.get(hand.other(who)) or hand.announced(hand.other(who))
    taken = hand.taken_from_talon(hand.other(who))
    if isinstance(other, DeclaresCarteBlanche):
        taken = other.change or 0
    most = max(0, min(limit, hand.left_over - taken))
    if least <= count <= most:
        return None
    if other is None or most == limit or count < least:
        limits = f"{in_letters(least)} to {in_letters(limit)}" if least else f"at most {in_letters(limit)}"
        return Reason(f"{who} may exchange {limits} card{'s' * (limit != 1)}, not {count}")
    return Reason(f"the talon has only {so_many(most, 'card')} left for {who} ({at(other)}), not {count}", other)


exchange_draw = impossible(
    "Draw as many cards from the talon as you discarded. Discarded cards can't come back into a hand.",
    asked="many draw, draw same, get back discard",
)


@judges(exchange_draw, one_pack)
def as_many_as_thrown(hand: Piquet, draws: Draws) -> Answer:
    thrown, before = hand.thrown.get(draws.who), hand.drawn.get(draws.who)
    if before:
        return Reason(f"{draws.who} already drew ({at(before)})", before)
    if thrown and draws.count == thrown.count:
        return None
    threw = f"discarded {so_many(thrown.count, 'card')} ({at(thrown)})" if thrown else "hasn't discarded yet"
    left = hand.left_over - hand.taken_from_talon(hand.other(draws.who))
    unlike = miscounted if 0 <= draws.count <= left else cannot_happen
    instead = f" and must draw as many, not {draws.count}" if thrown else ""
    why = unlike(f"{draws.who} {threw}{instead}", *([thrown] if thrown else []))
    return {exchange_draw: why, one_pack: why}


@judges(one_pack, exchange_draw)
def from_the_talon(hand: Piquet, draws: Draws) -> Answer:
    for card in draws.named:
        if reports := hand.seen.get(card):
            why = Reason(f"{card.pretty} wasn't in the talon ({at(reports[-1])}: {reports[-1].text})", reports[-1])
            return {one_pack: why, exchange_draw: why if isinstance(reports[-1], Discards) else None}
    return named_twice(draws.named)


talon_peek = worth(
    "If elder leaves any of the top {most_changed:word card} of the talon, elder may look at them. After the"
    " exchange, younger may"
    " turn up the rest of the talon.",
    most_changed=5,
    asked="look talon, see talon, peek, look left, see left, look at stock, look cards leave, turn up rest",
)


@judges(one_pack)
def what_is_left(hand: Piquet, talon: Talon) -> str | None:
    if hand.talon:
        return Reason(f"the talon has already been turned up ({at(hand.talon)})", hand.talon)
    left, untold = hand.left_over - sum(map(hand.taken_from_talon, hand.thrown)), 2 - len(hand.thrown)
    limits = (hand.house["most-changed"], hand.house["least-changed"]) if hand.enforces(exchange_limit) else (TALON, 0)
    fewest, most = (max(0, left - limit * untold) for limit in limits)
    if not fewest <= len(talon.cards) <= most:
        remaining = so_many(most, "card") if most == fewest else f"{fewest} to {most} cards"
        return Reason(f"the talon has {remaining} left, not {len(talon.cards)}", *hand.thrown.values())
    for card in talon.cards:
        if reports := hand.seen.get(card):
            return Reason(f"{card.pretty} is {reports[0].who}'s ({at(reports[0])})", reports[0])
    return named_twice(talon.cards)


# Rules: carte blanche

carte_blanche = illegal(
    "A carte blanche is a hand dealt without a king, queen or jack. Show it before you exchange cards, and score"
    " {carte_blanche}.",
    lines="carte-blanche",
    carte_blanche=number(10, most=100),
    asked="carte blanche, no court cards, no face cards, no picture, no king queen jack, blank hand",
)


@judges(carte_blanche)
def in_time(hand: Piquet, blanche: DeclaresCarteBlanche | Shows) -> str | None:
    before = next((line for line in hand.lines if line.rule == carte_blanche.name and line.who == blanche.who), None)
    if before:
        return cannot_happen(f"{blanche.who} already scored the carte blanche (line {before.proof[0]})")
    if changed := hand.thrown.get(blanche.who):
        why = f"{blanche.who} already exchanged cards ({at(changed)}); a carte blanche must be shown before that"
        return Reason(why, changed)
    return None if hand.exchanging else "a carte blanche must be shown before exchanging cards"


@judges(carte_blanche)
def no_face_dealt(hand: Piquet, blanche: DeclaresCarteBlanche | Shows) -> Reason | None:
    who, other = blanche.who, hand.blanche.get(hand.other(blanche.who))
    if face := first_face(card for card, bit in BITS.items() if bit & hand.first[who]):
        first = hand.seen[face][0]
        return cannot_happen(f"{who} was dealt {face.pretty} ({at(first)})", first)
    if other:
        why = f"{other.who} has a carte blanche ({at(other)}), and the deck hasn't enough number cards for two"
        return cannot_happen(why, other)
    if (ALL & ~FACES & ~hand.own[hand.other(who)]).bit_count() < HAND:
        return cannot_happen(f"{hand.other(who)} has too many of the number cards for that")
    return None


@judges(exchange_limit)
def change_in_limits(hand: Piquet, blanche: DeclaresCarteBlanche) -> str | None:
    return None if blanche.change is None else too_many(hand, blanche.who, blanche.change)


@judges(one_pack, carte_blanche)
def from_the_deal(hand: Piquet, discards: Discards) -> Answer:
    size = hand.size_of(discards.who)
    if not 0 <= discards.count <= size:
        return f"{discards.who} has only {in_letters(size)} cards and can't discard {discards.count}"
    face, blanche = first_face(discards.named), hand.blanche.get(discards.who)
    if face and blanche:
        text = f"{discards.who} had a carte blanche ({at(blanche)}), so can't have {face.pretty}"
        why = cannot_happen(text, blanche)
        return {one_pack: why, carte_blanche: why}
    return not_there(hand, discards.who, discards.named)


def first_face(cards: Iterable[Card]) -> Card | None:
    return next((card for card in cards if mask([card]) & FACES), None)


# Rules: declarations

declaration_order = illegal(
    "Declare in three rounds: first the point, then sequences, then sets. Elder speaks first in each round.",
    turn=DECLARATIONS,
    asked="what order declare, who declare first, who speak first, order declare, declare first",
)
declaration_time = illegal(
    "You can't declare in a round that is over, and you can't declare after the first card is led. At"
    " tables without this rule, younger may still declare after elder's first lead.",
    asked="late declare, declare after lead, forget declare, when declare, too late, declare late",
)
counter_beats = illegal(
    'Answer your opponent\'s declaration: say "good" if you can\'t beat it, "equal" if yours is the same, or declare a'
    " better one.",
    asked="what say, good, equal, not good, answer, say mine, mine as good, mine better, say if",
)
extra_not_higher = illegal(
    "If you win the round of sequences or sets, you may declare more of them, but none better than the one that won.",
    asked="more sequence, second sequence, other set, another set, declare more, several sets",
)


@judges(declaration_order, declaration_time, counter_beats, extra_not_higher)
def in_its_round(hand: Piquet, report: Declaration) -> Answer:
    claim = claim_of(hand, report)
    if isinstance(claim, dict):
        return None
    if passed_over(hand, claim):
        why = f"it's too late to declare the {claim.round}: the round of {hand.round}s has begun"
        return {declaration_time: why, declaration_order: why}
    said = hand.rounds[claim.round]
    best, who = said.best, claim.who
    if best is None or said.claims_more(claim):
        return None
    if said.may_answer(who):
        return no_answer(hand, claim, best)
    if best.who == who and claim.round != "point" and not said.equal:
        above = Reason(f"{claim.text} is better than {best.text}, which won ({at(best.report)})", best.report)
        return {extra_not_higher: above} if claim.outranks(best) else None
    if best.who == who:
        equaled = f"{who}'s {best.text[2:]} was equaled ({at(best.report)}), so no other {claim.round} counts"
        already = f"{who} already declared {best.text} ({at(best.report)})"
        why = Reason(equaled if said.equal else already, best.report)
    else:
        why = Reason(f"{best.who}'s {best.text[2:]} has won this round ({at(best.report)})", best.report)
    order = why if who == hand.elder else None
    extra = why if claim.round != "point" else None
    return {declaration_time: why, declaration_order: order, extra_not_higher: extra}


def no_answer(hand: Piquet, claim: Claim, best: Claim) -> Answer:
    """Why a declaration isn't an answer to the other player's."""
    if claim.who == hand.elder and claim.size != best.size:  # elder may only add the value or the top card
        return {declaration_time: Reason(f"{claim.who} already declared {best.size} cards", best.report)}
    higher = claim.outranks(best)
    if claim.who == hand.elder or higher or (higher is None and claim.rank is not None):
        return None
    if claim.size == best.size and (higher is None or claim.rank == best.rank):
        why = Reason(f'{claim.text} only equals {best.text} ({at(best.report)}): say "equal"', best.report)
    else:
        why = Reason(f'{claim.text} doesn\'t beat {best.text} ({at(best.report)}): say "good"', best.report)
    return {counter_beats: why}


@judges(counter_beats)
def answers_the_other(hand: Piquet, answer: Good | Equal) -> str | None:
    said = hand.this_round
    best = said.best
    if best is None:
        return "nothing has been declared yet"
    if best.who == answer.who:
        why = f"{answer.who} declared {best.text} ({at(best.report)}), so {hand.other(best.who)} answers"
        return Reason(why, best.report)
    if isinstance(answer, Good):
        return "the two declarations were equal, so nobody scores" if said.equal and said.settled else None
    if best.round == "set":
        return Reason(f"no other set can equal {best.text} ({at(best.report)})", best.report)
    if said.due == answer.who:
        return None
    return Reason(f"{best.text} ({at(best.report)}) has already been answered", best.report)


true_declaration = illegal(
    "You may declare less than you have, but never more.",
    finding="false-declaration",
    asked="declare less, declare more, sink, lie, bluff, say less, say shorter, under declare, hide, "
    "wrong declare, must declare, say more",
)


@judges(true_declaration)
def is_held(hand: Piquet, report: Declaration | Equal) -> str | None:
    """A declaration must be possible with the known cards and the player's other declarations."""
    if isinstance(report, Equal):
        best = hand.this_round.best
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
        return Reason(f"{claim.who} can't have a {what}{lines(proof)}", *proof)
    before = together(f"{other.text} ({at(other.report)})" for other in mine)
    again = any(other.text == claim.text for other in mine)
    why = f"{claim.who} declared {before}, so {claim.who} can't have {'another' if again else claim.text + ' too'}"
    return Reason(why, *(other.report for other in mine), *proof)


proof = worth(
    "If your opponent asks, you must show the cards of a declaration that scores or ties. You may look through tricks"
    " already taken.",
    place=Shows,
    asked="show, prove, must show, see cards, look tricks, show my, look last trick",
)


@judges(carte_blanche, one_pack, proof)
def whole_hand_shown(hand: Piquet, shows: Shows) -> Answer:
    if shows.who in hand.thrown:
        return proves(hand, shows)
    wrong: Reason | None
    if face := first_face(shows.cards):
        wrong = cannot_happen(f"a hand with {face.pretty} isn't a carte blanche")
    elif len(shows.cards) != hand.size_of(shows.who):
        count = so_many(len(shows.cards), "card")
        wrong = cannot_happen(f"for a carte blanche {shows.who} must show the whole hand, not {count}")
    else:
        wrong = no_face_dealt(hand, shows)
    return {carte_blanche: wrong, one_pack: not_there(hand, shows.who, shows.cards)}


@judges(proof, true_declaration, carte_blanche)
def proves(hand: Piquet, shows: Shows) -> Answer:
    mine = [claim for claim in hand.claims if claim.who == shows.who]
    if not mine:
        why = f"{shows.who} has no declaration to prove"
        return {proof: why, carte_blanche: in_time(hand, shows) if len(shows.cards) == HAND else None}
    if any(not way & ~mask(shows.cards) for claim in mine for way in claim.ways):
        return None
    texts = " or ".join(claim.text for claim in mine)
    why = Reason(
        f"{listed(shows.cards)} {'do' if len(shows.cards) > 1 else 'does'}n't prove the declared {texts}",
        *(claim.report for claim in mine),
    )
    return {true_declaration: why}


# Rules: the point

point_value = impossible(
    "A point is one to eight cards of one suit. Its value is the sum of its cards: an ace counts"
    " {point_values:first}, a king {point_values:second}, a queen {point_values:third}, a jack {point_values:fourth},"
    " a ten {point_values:fifth}, a nine {point_values:sixth}, an eight {point_values:seventh} and a seven"
    " {point_values:eighth}.",
    point_values=number((11, 10, 10, 10, 10, 9, 8, 7), "card values for the point, ace to seven", most=100),
    asked="point value, count point, value point, ace point worth, point count",
)


def point_claim(hand: Piquet, report: Report, size: int, value: int | None) -> Claim | Strange:
    values = hand.house["point-values"]
    if not 1 <= size <= 8:
        return {point_value: cannot_happen(f"a suit has only eight cards, so a point of {size} isn't possible")}
    if value is not None and value not in map(sum, itertools.combinations(values, size)):
        return {point_value: cannot_happen(f"{so_many(size, 'card')} of one suit can't be worth {value}")}
    return Claim(report, "point", size, value, point_ways(values, size, value or 0))


def point_of_cards(hand: Piquet, report: Report, cards: Cards) -> Claim | Strange:
    suits = {card.suit for card in cards}
    if len(suits) > 1 or mask(cards).bit_count() < len(cards):
        return {point_value: cannot_happen(f"a point has different cards of one suit, unlike {listed(cards)}")}
    value = sum(hand.house["point-values"][below_ace(card.rank)] for card in cards)
    return Claim(report, "point", len(cards), value, (mask(cards),))


@worth(
    lines="point",
    asked="point length, longer point, point tie, points same length, better point, who win point, "
    "point score, point worth, points equal, equal point",
)
def point(hand: Piquet, claim: Claim, *, point: int = number(1, most=10)) -> int:
    """The longer point wins. If both are the same length, the higher value wins; if they still tie, nobody scores. The
    winner scores {point} per card."""
    return point * claim.size


# Rules: sequences


@worth(
    lines="sequence",
    asked="tierce, quart, quint, sequence worth, sequences tie, longer sequence, run worth, row worth, "
    "beat tierce, sequence equal, sequence beat",
)
def sequence(
    hand: Piquet, claim: Claim, *, sequences: tuple[int, ...] = number((3, 4, 15, 16, 17, 18), most=100)
) -> int:
    """A sequence is three or more cards of one suit in a row. The longest sequence wins; if they are equally long, the
    higher one; if they still tie, nobody scores. The winner scores every sequence in hand. A sequence of three
    scores {sequences:first}, of four {sequences:second}, of five {sequences:third}, of six {sequences:fourth}, of seven
    {sequences:fifth} and of eight {sequences:sixth}. From three to eight cards, sequences are called tierce, quart,
    quint, sixieme, septieme and huitieme."""
    return sequences[claim.size - min(SEQUENCES)]


def run_claim(report: Report, size: int, cards: Cards) -> Claim | Strange:
    """A sequence of SIZE cards.  ``cards`` has its top card or rank, all its cards, or nothing."""
    if size not in SEQUENCES:
        return {sequence: cannot_happen(f"a sequence has 3 to 8 cards, not {size}")}
    if not cards:
        return Claim(report, "sequence", size, None, run_ways(size, None))
    top = min(below_ace(card.rank) for card in cards)
    if top + size > 8:
        return {sequence: cannot_happen(f"{cards[0].pretty} can't be the top card of a {SEQUENCES[size]}")}
    ways = tuple(way for way in run_ways(size, top) if not cards[0].suit or way & SUIT_BITS[cards[0].suit])
    if len(cards) > 1 and (mask(cards) not in ways or len(cards) != size):
        return {sequence: cannot_happen(f"{listed(cards)} aren't a {SEQUENCES[size]}")}
    return Claim(report, "sequence", size, 8 - top, ways)


# Rules: sets


@worth(
    lines="set",
    asked="trio, quatorze, three aces/kings/queens/jacks/tens, four aces/kings/queens/jacks/tens, "
    "three of a kind, four of a kind, sets worth, three tens, set worth, quatorze beat trio",
)
def set_(hand: Piquet, claim: Claim, *, trio: int = number(3, most=100), quatorze: int = number(14, most=100)) -> int:
    """A set is three or four cards of the same rank, ten or higher: three are a trio, four a quatorze. A quatorze beats
    a trio, then the higher rank wins. The winner scores every set in hand, {trio} for a trio and {quatorze} for a
    quatorze."""
    return quatorze if claim.size == 4 else trio


def set_claim(report: Report, size: int, rank: Rank, cards: int = 0) -> Claim | Strange:
    """A set of SIZE cards of a rank, any of them or these."""
    if size not in SETS or below_ace(rank) > 4:
        why = f"a set is 3 or 4 of the same rank, ten or higher, not {size} {RANK_NAMES[rank]}s"
        return {set_: cannot_happen(why)}
    ways = (cards,) if cards else set_ways(size, below_ace(rank))
    return Claim(report, "set", size, 8 - below_ace(rank), ways)


# Rules: point, sequence or set

OF_ROUND: dict[Round, FunctionRule[..., int]] = {"point": point, "sequence": sequence, "set": set_}

Strange = dict[Rule, Reason]
"""Why something can't be a declaration at all, by rule."""


@judges(point_value, sequence, set_)
def there_is_such(hand: Piquet, report: Declaration) -> Answer:
    claim = claim_of(hand, report)
    return claim if isinstance(claim, dict) else None


def claim_of(hand: Piquet, report: Declaration) -> Claim | Strange:
    """What a declaration claims.  Cards alone count as a point if the round of points is on and they can be one."""
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
    """Whether cards in a row are meant as a point: the first declaration, or an answer to the other player's."""
    said = hand.rounds["point"]
    if not hand.round:
        return True
    if hand.round != "point" or not (said.due == who or (said.equal and not said.settled)):
        return False
    if said.best is None or not isinstance(claim, Claim):
        return True
    return said.claims_more(claim) if said.best.who == who else not no_answer(hand, claim, said.best)


def equal_to(hand: Piquet, best: Claim, report: Report) -> Claim:
    """What "equal" claims: as many cards, with the same value or top rank if that was said."""
    if best.round == "point":
        ways = point_ways(hand.house["point-values"], best.size, best.rank or 0)
    else:
        ways = run_ways(best.size, None if best.rank is None else 8 - best.rank)
    return Claim(report, best.round, best.size, best.rank, ways)


# Rules: tricks

lead_order = illegal(
    "Elder leads to the first trick. The winner of each trick leads to the next.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
trick_count = impossible("There are twelve tricks. Only one player can take the last.")


@judges(trick_count)
def before_the_last(hand: Piquet, play: Plays) -> str | None:
    return f"{hand.last} already took the last trick" if hand.last else None


@judges(trick_count)
def add_up(hand: Piquet, takes: Takes) -> str | None:
    left = hand.tricks_left
    if not 0 <= takes.tricks <= left:
        return tricks.so_many_left(left, takes.who, takes.tricks)
    if takes.last and hand.last:
        return f"{hand.last} already took the last trick"
    if takes.last and not takes.tricks:
        return f"{takes.who} can't take the last trick with 0 tricks"
    others = any(seat != takes.who for seat in hand.takers)
    if takes.tricks == left and not takes.last and not hand.last and (others or not takes.tricks):
        return unclear("who took the last trick?")
    return None


@judges(trick_count, when="again")
def took_as_many(hand: Piquet, takes: Takes) -> str | None:
    if hand.totals:
        return unclear("only totals were entered for that hand", *hand.totals.values())
    took, last = hand.taken[takes.who], hand.last or hand.leader
    if takes.tricks not in (took, hand.numbers[takes.who] or took):
        return f"{takes.who} took {took}, not {takes.tricks}"
    return f"{last} took the last trick" if takes.last and takes.who != last else None


@judges(one_pack)
def in_hand(hand: Piquet, report: Plays | Shows) -> str | None:
    if isinstance(report, Plays):
        return not_there(hand, report.who, [report.card])
    played = hand.played_by(report.who)  # played cards may be shown too
    return not_there(hand, report.who, (card for card in report.cards if not mask([card]) & played))


follow_suit = illegal("You must follow suit if you can.", tricks.follows_suit, finding="revoke")
trick_winner = worth("The higher card of the suit led wins the trick. There are no trumps.")


# Rules: the score


@worth(
    lines="lead",
    low_leads={"count": "whatever its rank", "nothing": "but only if it is a ten or higher"},
    asked="lead card point, younger/dealer point lead, lead get, lead worth, point lead, points lead, lead score",
)
def lead_point(hand: Piquet, leads: int, *, lead: int = number(1, least=1, most=10)) -> int:
    """Score {lead} for each card you lead to a trick, {low_leads}."""
    return lead * leads


def lead_counts(hand: Piquet, card: Card) -> bool:
    return hand.house["low-leads"] == "count" or below_ace(card.rank) <= below_ace(Rank("10"))


@worth(
    lines="trick",
    own_tricks={"count": "no matter who led", "nothing": "but only if your opponent led to it"},
    asked="trick worth, take trick get, trick point, win trick point",
)
def trick_point(hand: Piquet, tricks: int, *, trick: int = number(1, most=10)) -> int:
    """Score {trick} for each trick you take, {own_tricks}."""
    return trick * tricks


@judges(lead_point, trick_point)
def numbers_are_enough(hand: Piquet, report: Takes | DeclaresPique) -> Answer:
    """Numbers of tricks aren't enough if the score depends on the cards led or on who led."""
    why = "the score depends on each lead here: enter the tricks card by card, or both totals with `WHO scores N`"
    counted = {lead_point: hand.house["low-leads"], trick_point: hand.house["own-tricks"]}
    return {rule: unclear(why) if counts != "count" else None for rule, counts in counted.items()}


last_trick = worth("The last trick scores {last_trick:score} extra.", lines="last-trick", last_trick=number(0, most=10))


cards = worth(
    "Score {cards} for the cards when you take your seventh trick. These points count toward a pique. With six tricks"
    " each, nobody scores them.",
    lines="cards",
    cards=number(10, most=200),
    asked="most tricks, seven tricks, 7 tricks, win most, seventh trick, cards worth, ten for cards, majority, "
    "more tricks, six tricks each, win seven",
)
capot = worth(
    "Score {capot} more for capot if you take all twelve tricks. These points don't count toward a pique.",
    lines="capot",
    capot=number(30, most=200),
    asked="all tricks, twelve tricks, every trick, win/take all/every trick, capot",
)


@worth(lines="repique", asked="repique, extra 60, 60 extra, sixty, 60 points")
def repique(
    hand: Piquet,
    declared: int,
    against: int,
    *,
    repique_at: int = number(30, "points you need for a repique", least=1, most=200),
    repique: int = number(60, most=200),
) -> int | None:
    """If you have {repique_at} or more before the first lead and your opponent has nothing, score {repique} more for
    repique."""
    return repique if declared >= repique_at and not against else None


@worth(lines="pique", asked="pique, extra 30, 30 extra, thirty, 30 points, 30 in play")
def pique(
    hand: Piquet,
    counted: int,
    against: int,
    *,
    pique_at: int = number(30, "points you need for a pique", least=1, most=200),
    pique: int = number(30, most=200),
) -> int | None:
    """If you reach {pique_at} during the play before your opponent scores anything, score {pique} more for pique. You
    can't score both repique and pique."""
    return pique if counted >= pique_at and not against else None


@judges(pique)
def no_card_beside_the_call(hand: Piquet, play: Plays) -> str | None:
    called = hand.called_pique
    if called is None or hand.numbers:
        return None
    tricks = f"{quoted(called.who)} takes N"
    return Reason(
        f"{called.who}'s pique was entered ({at(called)}), so enter the tricks as numbers: `{tricks}`", called
    )


@judges(pique)
def leaves_the_pique(hand: Piquet, takes: Takes) -> str | None:
    called = hand.called_pique
    if called is None or not 0 <= takes.tricks <= hand.tricks_left:
        return None
    taken = {**hand.taken, takes.who: hand.taken[takes.who] + takes.tricks}
    if pique_in_reach(hand, taken, takes.who if takes.last else hand.last):
        return None
    return Reason(
        f"with these tricks {called.who} can't have reached {hand.house['pique-at']} for the pique ({at(called)})",
        called,
    )


@judges(pique)
def pique_can_be_called(hand: Piquet, called: DeclaresPique) -> str | None:
    who, other = called.who, hand.other(called.who)
    if hand.bonus:
        return "a pique or repique has already been scored"
    if who == hand.younger:
        return f"{other} leads first, and so scores before {who} can reach a pique"
    if hand.declared[other]:
        return f"{other} has scored {hand.declared[other]} from declarations"
    if hand.played and not hand.numbers:
        return f"a pique is counted automatically when you enter cards, and {who} has only {hand.scores[who]}"
    if not pique_in_reach(hand, hand.taken, hand.last):
        far, so_far = hand.house["pique-at"], hand.declared[who]
        return f"with {so_far} from declarations {who} can't reach {far} before {other} takes a trick"
    return None


def pique_in_reach(hand: Piquet, taken: Mapping[Seat, int], last: Seat) -> bool:
    """Whether elder can have reached a pique, given the tricks each player has taken."""
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
    "If you enter only totals, both must be possible together, with the declarations and the twelve tricks of one"
    " deal.",
    claims(Scores, "points", lambda hand, scores: hand.scores[scores.who]),
    lines="hand",
)


@judges(hand_total)
def can_be_brought(hand: Piquet, scores: Scores) -> str | None:
    who, other, so_far, is_elder = scores.who, hand.other(scores.who), hand.scores, scores.who == hand.elder
    if scores.points < so_far[who]:
        return f"{who} has {so_far[who]} already"
    report = hand.sound(hand.totals).get(other)
    tariff = hand.tariff
    if not hand.enforces(true_declaration) and scores.points <= tariff.most_called:
        return None
    for points in (report.points,) if report else range(so_far[other], tariff.most + 1):
        if hand_can_bring(tariff, *((scores.points, points) if is_elder else (points, scores.points))):
            return None
    if report:
        return Reason(f"{scores.points} isn't possible when {other} has {report.points} ({at(report)})", report)
    return f"{scores.points} isn't possible for {'elder' if is_elder else 'younger'}"


# Rules: the partie


@worth(
    tie={"share": "the game is a draw", "two-more": "play two more hands"},
    asked="rubicon, partie, win by, margin, many hands, how win, score end, many deals, reach 100, who win, "
    "when end, when over, difference",
)
def margin(
    hand: Piquet,
    *,
    hands: int = number(6, "hands in a partie; even, so that both players deal equally often", least=1),
    margin: int = number(100, "points added to the winner's margin"),
    rubicon: int = number(100, "points the loser needs to cross the rubicon", least=1),
) -> int | None:
    """A partie is {hands:word hand}, and the higher score wins. The winning margin is {margin} plus the difference
    between the scores, or plus both scores if the loser hasn't reached {rubicon}, the rubicon. If the scores are tied,
    {tie}."""
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
    game={
        "partie": "the game is one partie",
        "points": "the game is played to a number of points, not for a partie",
    },
    asked="100 points, play to 100, one partie",
)
def au_cent(hand: Piquet, *, target: int = number(100, "points that end a game played to points", least=1)) -> bool:
    """{game}. A game played to {target} ends with the hand in which a player reaches that score; the player ahead
    wins."""
    best = leaders(hand.standing.balance)
    return len(best) == 1 and hand.standing.balance[best[0]] >= target


def is_over(hand: Piquet) -> bool:
    """Whether the game is over: after the last hand, or after each further pair of hands if ties are played on."""
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
    return {
        rule.name.replace("-", " "): table.house[rule.name] for rule in (carte_blanche, repique, pique, cards, capot)
    }


GAMES, COUNTING = ("partie", "points"), ("count", "nothing")


def state_of(hand: Piquet) -> Iterator[str]:
    """Who is elder, the points from declarations, and the tricks."""
    yield f"{hand.elder} is elder"
    if made := {seat: points for seat, points in hand.declared.items() if points}:
        yield "declared " + ", ".join(f"{seat} {points}" for seat, points in made.items())
    yield from tricks.on_the_table(hand)
    yield from tricks.taken(hand)


GAME = Game(
    slug="piquet",
    name="Piquet",
    summary="Exchange cards, declare your best ones, then play twelve tricks. For two players.",
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
        Deal: "at the start of each hand",
        DeclaresCarteBlanche: "before the player exchanges cards",
        Discards: "elder first, then younger",
        Draws: "after the player's discards",
        Talon: "after both players have exchanged cards",
        DeclaresPoint: "after the exchange",
        DeclaresPointOf: "after the exchange",
        DeclaresRun: "after the point round",
        DeclaresSequence: "after the point round",
        DeclaresSet: "after the sequence round",
        DeclaresCards: "instead of the other ways to declare",
        Good: "in answer to a declaration; no answer means good too",
        Equal: "in answer to a declaration; then the other player adds the value or top card, as in `Ben declares"
        " point 5 49`",
        Shows: "before the exchange, or after a declaration",
        Plays: "after the declarations",
        Trick: "after the declarations",
        Takes: "instead of entering the cards; the twelfth trick ends the hand",
        DeclaresPique: "if you enter tricks as numbers",
        Scores: "instead of everything else, for both players",
    },
    options=(
        Option(
            "tie", "share", "a tied partie is a draw, or two more hands are played", (margin,), ("share", "two-more")
        ),
        Option("game", "partie", "play a partie of several hands, or to a number of points", (margin, au_cent), GAMES),
        Option("low-leads", "count", "whether you score for leading a card below a ten", (lead_point,), COUNTING),
        Option("own-tricks", "count", "whether a trick scores for the player who led to it", (trick_point,), COUNTING),
    ),
    variants=(
        Variant(
            "au-cent",
            "Play until a player has a hundred at the end of a hand; the player ahead wins.",
            "game=points",
        ),
        Variant(
            "club",
            "If you take a trick you led to, only the lead scores. The last trick scores one extra.",
            "own-tricks=nothing, last-trick=1",
        ),
        Variant("old-leads", "You score for a lead only if it is a ten or higher.", "low-leads=nothing"),
        Variant("four-hands", "A partie is four hands.", "hands=4"),
    ),
    brings=dict.fromkeys(DECLARATIONS, declaration_brings),
    asked=(Fact(lambda hand: hand.dealer or None, "younger"),),
    facts={
        "hand": Fact(lambda hand: hand.number, "its number"),
        "elder": lambda hand: hand.elder if hand.dealer else None,
        "talon": Fact(lambda hand: hand.in_talon, "cards in it"),
        "tricks": Fact(lambda hand: None if hand.totals else dict(hand.taken), "tricks each player has"),
        "margin": Fact(margin, "of the partie"),
    },
    deal_out=take_dealt,
    now=state_of,
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards dealt to each player", f"{HAND}, and {TALON} in the talon", one_pack),
        tricks.trick_ranking(trick_winner),
        Glance("card values for the point", point_values, point_value, show=by_points),
        Glance("sequences", sequences, sequence),
        Glance("sets of tens or higher", lambda table: {name: table.house[name] for name in SETS.values()}, set_),
        Glance("bonuses", bonuses, carte_blanche, repique, pique, cards, capot),
        Glance("length of the game", ends_with, margin, au_cent),
    ),
    short_form=(
        "Type the declarations that scored, then `takes N` for each player, with `last` for the player who took the"
        " twelfth trick. If there was a pique, add `declares pique`. Or enter just `scores N` for each player."
    ),
    phrases={
        "point of N": "declares point N",
        "point of N making N": "declares point N N",
        "N making N": "declares point N N",
        "point N making N": "declares point N N",
        "not good N": " | ".join(f"declares point {size} N" for size in range(3, 9)),
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
        "take N": "draws N | discards N | takes N",
        "take N card": "draws N | discards N",
        "pick N": "draws N",
        "exchange N": "discards N",
        "exchange N card": "discards N",
        "change N": "discards N",
        "change N card": "discards N",
        "that be good": "good",
        "yours be good": "good",
        "be good": "good",
        "be equal": "equal",
        "the same": "equal",
        "same": "equal",
        "mine be equal": "equal",
        "mine be same": "equal",
        "no good": "? What is better? Type it, for example `declares point 6` or `declares quart K`.",
        "point of N worth N": "declares point N N",
        "tierce": "declares tierce",
        "quart": "declares quart",
        "quint": "declares quint",
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
        "The usual values count for sets: 3 for a trio and 14 for a quatorze.",
        "Points count toward a pique in this order: the lead, then the trick, then the ten for the seventh trick. For"
        " a repique, each player's declarations are added up before the first lead.",
        "A carte blanche counts like any other score: it helps toward your repique and prevents your opponent's.",
        "If elder has a carte blanche, elder says how many cards to exchange, and younger then exchanges first.",
        "A tied partie has no margin.",
        "If a player answers `equal` and you don't enter the value or the top card, the two tie, and nobody scores.",
    ),
    edition=3,
)
