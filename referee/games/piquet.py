"""Piquet.  Change cards, declare what the hand holds, then play twelve tricks; six hands make a partie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated, Any

from referee.cards import Card, Rank, those_named
from referee.core import (
    NOTHING,
    Deal,
    Dealt,
    Game,
    Option,
    Reason,
    Report,
    Seat,
    at,
    bar,
    illegal,
    impossible,
    judges,
    leaders,
    number,
    unclear,
    worth,
)
from referee.games._piquet import (
    ALL,
    BITS,
    HAND,
    PACK,
    ROUNDS,
    SEQUENCES,
    SETS,
    TALON,
    VALUES,
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
)
from referee.games._piquet_declarations import (
    SPOKEN,
    DeclaresCards,
    DeclaresPoint,
    DeclaresPointOf,
    DeclaresRun,
    DeclaresSequence,
    DeclaresSet,
    Equal,
    Good,
    Spoken,
    declaration_time,
    declare,
    expose,
    point_value,
    proves,
    sequence,
    set_,
    settle,
    whole_hand_shown,
)
from referee.games._piquet_exchange import (
    Cuts,
    DeclaresCarteBlanche,
    Discards,
    Draws,
    Shows,
    Talon,
    carte_blanche,
    deal_alternates,
    exchange_order,
    first_dealer,
    not_there,
    one_pack,
)
from referee.glance import Example, Glance, Table, card_values
from referee.kit import tricks
from referee.kit.claims import claims, claims_to_be
from referee.kit.holdings import Holding
from referee.kit.tricks import Plays, Trick, TrickHand
from referee.notation import NOBODY, one_for_each

# Reports


class Takes(Report):
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
        self.tell(report, *(card for card in named if report not in self.seen.get(card, ())))
        for masks in (self.own, *among):
            masks[report.who] |= mask(named)
        self.see_holdings()

    def changed(self, seat: Seat) -> tuple[int, int]:
        """How many cards at least and at most SEAT has changed."""
        if seat in self.thrown:
            return self.thrown[seat].count, self.thrown[seat].count
        if self.exchanging:
            return 0, 0
        other, fewest, limit = (
            self.thrown.get(self.other(seat)),
            self.house["least-changed"],
            self.house["most-changed"],
        )
        least, most = (other.count, other.count) if other else (fewest, limit)
        both = TALON - len(self.talon.cards) if self.talon else None
        if both is None:
            return fewest, max(fewest, min(limit, TALON - least))
        return max(fewest, both - most), max(fewest, min(limit, both - least))

    def held(self, seat: Seat) -> Held:
        least, most = self.changed(seat)
        thrown, drawn = self.away[seat], self.taken_up[seat]
        dealt = self.first[seat] & ~thrown
        elsewhere = self.own[self.other(seat)] | self.own[NOBODY] | thrown
        return Held(
            sure=self.sure[seat],
            dealt=dealt,
            least=dealt.bit_count() - max(0, most - thrown.bit_count()),
            most=min(dealt.bit_count(), 12 - least),
            rest=ALL & ~elsewhere & ~dealt,
            drawn=drawn,
            faces=most - drawn.bit_count() if seat in self.plain else 12,
        )

    def see_holdings(self) -> None:
        """What the shared mechanics of tricks look at: known cards, those thrown unnamed, and how many others."""
        for seat in self.seats:
            held, untold = self.held(seat), self.hold(seat).untold
            bits, dealt = (held.dealt | held.sure) & ~self.played, held.dealt.bit_count()
            known = {card: self.seen[card][-1] for card, bit in BITS.items() if bit & bits}
            came = {card for card in known if BITS[card] & held.sure}
            slack = min(len(known) - len(came), dealt - held.least)
            holding = Holding(known, 0, slack, max(0, dealt - held.most), came, untold)
            holding.blind = 12 - self.played_by(seat).bit_count() - len(known) + slack
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
        return tuple(report for report in told if report)

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
        return max(0, TALON - sum(discards.count for discards in self.thrown.values()))

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
        return any(line.rule in (repique.name, pique.name) for line in self.lines)

    @property
    def tariff(self) -> Tariff:
        return Tariff.of(self.house)

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
    deal = await hand.deal(turn=turn, size=HAND, sized=deal_alternates, barred=barred)
    hand.deal_cards(HAND, deal)
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
    hand.see_holdings()

    # Declarations
    showing = hand.ask(None, Talon, aside=True) | hand.ask(None, Shows, in_hand, proves, aside=True)
    blanche = hand.ask(None, DeclaresCarteBlanche, carte_blanche, aside=True)
    declaring: Any = showing | blanche | hand.ask(hand.to_speak, *SPOKEN, free=True)
    while told := await declaring.maybe():
        match told:
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
        high = min(first, second, key=lambda one: below_ace(one.card.rank))
        hand.standing.dealer = NOBODY if first.card.rank == second.card.rank else high.who


# Exchange


def exchange(hand: Piquet, told: Discards | Draws | DeclaresCarteBlanche | Shows) -> None:
    match told:
        case Discards():
            hand.thrown[told.who] = told
            hand.place(told, told.named, hand.away)
        case Draws():
            hand.drawn[told.who] = told
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
    hand.place(dealt, dealt.cards, hand.first)


# Declarations


def close_declarations(hand: Piquet) -> None:
    settle(hand, hand.said)
    hand.declared = dict(hand.scores)
    for seat, points in hand.declared.items():
        bonus = repique(hand, points, hand.declared[hand.other(seat)])
        if bonus is not None:
            hand.book(seat, repique, bonus, f"{points} by declarations, against nothing")


def show(hand: Piquet, shown: Shows | Talon) -> None:
    if isinstance(shown, Talon):
        hand.talon = shown
        hand.place(shown, shown.cards)
    else:
        hand.place(shown, shown.cards, hand.sure)
    expose(hand, shown)


# Tricks


def play_card(hand: Piquet, play: Plays) -> None:
    if not hand.trick:
        hand.book(play.who, lead_point, lead_point(hand, 1), f"leads {play.card.pretty}", play)
        count_aloud(hand)
    winner = hand.put(play)
    hand.played |= BITS[play.card]
    hand.place(play, [play.card], hand.sure)
    expose(hand, play)
    if winner:
        score_tricks(hand, winner, 1, play)
        count_aloud(hand)
        if not hand.opened and not hand.numbers:
            hand.opening += winner == hand.elder
            hand.opened = winner != hand.elder


def score_tricks(hand: Piquet, who: Seat, tricks: int, told: Report) -> None:
    """Books the tricks taken last, and the cards where the seventh is among them."""
    hand.book(who, trick_point, trick_point(hand, tricks), f"{tricks} trick{'s' * (tricks > 1)}", told)
    if hand.taken[who] >= 7 > hand.taken[who] - tricks:
        hand.book(who, cards, cards(hand), "the seventh trick", told)


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
    hand.see_holdings()
    hand.numbers[takes.who] += takes.tricks
    score_tricks(hand, takes.who, takes.tricks, takes)


def count_untold(hand: Piquet) -> None:
    """The leads of tricks that were told as numbers, and a pique that they can't have gone without."""
    if not hand.numbers:
        return
    last = hand.last or hand.leader
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
    return f"{hand.last} took the last trick, and nothing comes behind that" if hand.last else None


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
    if takes.tricks not in (took, hand.numbers[takes.who]):
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


@worth(lines="lead")
def lead_point(hand: Piquet, leads: int, *, lead: int = number(1, least=1, most=10)) -> int:
    """Each card led is worth {lead:word}."""
    return lead * leads


@worth(lines="trick")
def trick_point(hand: Piquet, tricks: int, *, trick: int = number(1, most=10)) -> int:
    """Each trick is worth {trick:word}."""
    return trick * tricks


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

hand_total = impossible(
    "What both players call must come from twelve tricks and from what hands can declare.",
    claims(Scores, "points", lambda hand, scores: hand.scores[scores.who]),
    lines="hand",
)


@judges(hand_total)
def can_be_brought(hand: Piquet, scores: Scores) -> str | None:
    who, other, so_far, is_elder = scores.who, hand.other(scores.who), hand.scores, scores.who == hand.elder
    if scores.points < so_far[who]:
        return f"{who} has {so_far[who]} already"
    told = hand.totals.get(other)
    for points in (told.points,) if told else range(so_far[other], hand.tariff.most + 1):
        if hand_can_bring(hand.tariff, *((scores.points, points) if is_elder else (points, scores.points))):
            return None
    if told:
        return Reason(f"{scores.points} beside {other}'s {told.points} ({at(told)}) come from no hand", told)
    return f"no hand brings {'elder' if is_elder else 'younger'} {scores.points}"


# Rules: the partie


@worth
def margin(
    hand: Piquet,
    *,
    hands: int = number(6, "hands in a partie; an even number, so that both deal as often", least=1),
    margin: int = number(100, "what the margin has besides"),
    rubicon: int = number(100, "what the loser must reach", least=1),
) -> int | None:
    """After {hands:word} hands the higher score has won: by the difference and {margin}, or by the sum and {margin}
    where the loser hasn't reached the rubicon of {rubicon}."""
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


def is_over(hand: Piquet) -> bool:
    """After the last hand; where a tie is decided, after every second one more."""
    more: int = hand.number - hand.house["hands"]
    decided = hand.house["tie"] == "share" or len(leaders(hand.standing.balance)) == 1
    return more >= 0 and more % 2 == 0 and decided


def sequences(table: Table) -> dict[str, int]:
    return dict(zip(SEQUENCES.values(), table.house["sequences"], strict=True))


def bonuses(table: Table) -> dict[str, int]:
    return {rule.name: table.house[rule.name] for rule in (carte_blanche, repique, pique, cards, capot)}


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
    ),
    facts={
        "hand": lambda hand: hand.number,
        "elder": lambda hand: hand.elder if hand.dealer else None,
        "talon": lambda hand: hand.in_talon,
        "tricks": lambda hand: None if hand.totals else dict(hand.taken),
        "margin": margin,
    },
    deal_out=take_dealt,
    ends=trick_count,
    at_a_glance=(
        Glance("cards each", f"{HAND}, and {TALON} in the talon", one_pack),
        tricks.trick_ranking(trick_winner),
        card_values(lambda card: VALUES[below_ace(card.rank)], point_value, name="card values for the point"),
        Glance("sequences", sequences, sequence),
        Glance("sets of tens or higher", lambda table: {name: table.house[name] for name in SETS.values()}, set_),
        Glance("bonuses", bonuses, carte_blanche, repique, pique, cards, capot),
        Glance("partie", lambda table: f"{table.house['hands']} hands, rubicon {table.house['rubicon']}", margin),
    ),
    short_form=(
        "The declarations that scored, `takes N` for both with `last` for whoever took the twelfth trick, and"
        " `declares pique` where it was called; or only `scores N` for both."
    ),
    example=Example(
        "Ann Ben",
        ("deal", "Ben declares point 5", "Ben takes 7 last; Ann takes 5"),
        "Ann 10, Ben 29",
    ),
    rulings=(
        "A trio is worth 3 and a quatorze 14.",
        "For a pique the other side has nothing when thirty is reached, counted aloud: lead, then trick, then the ten"
        " for cards with the seventh. For a repique both sides' declarations are counted when the first card is led.",
        "A leader who takes the trick scores for both.",
        "Carte blanche is a score like others: it helps to a repique and spoils the opponent's.",
        "After elder's carte blanche younger changes cards first.",
        "A level partie is drawn and has no margin.",
        "To declare less than there is stands. After `equal` with nothing more said, nobody scores.",
    ),
    edition=2,
)
