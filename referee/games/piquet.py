"""Piquet.  Change cards, declare what the hand holds, then play twelve tricks; six hands make a partie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated, Any

from referee.cards import Card, Cards, Rank, listed, those_named
from referee.core import (
    NOTHING,
    Answer,
    Category,
    Deal,
    Dealt,
    Game,
    Option,
    Reason,
    Report,
    Seat,
    Told,
    at,
    bar,
    check,
    illegal,
    impossible,
    leaders,
    never,
    unclear,
    worth,
)
from referee.games._piquet import (
    ALL,
    BITS,
    BONUSES,
    FACES,
    HAND,
    MOST,
    PACK,
    ROUNDS,
    SEQUENCE_WORTH,
    SEQUENCES,
    SET_WORTH,
    SETS,
    TALON,
    VALUES,
    Claim,
    Held,
    Round,
    below_ace,
    first_runs,
    hand_can_bring,
    leads,
    mask,
    piques,
)
from referee.games._piquet_declarations import (
    DECLARATIONS,
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
    answers_the_other,
    declare,
    expose,
    in_its_round,
    is_held,
    settle,
    there_is_such,
)
from referee.glance import Example, Glance, card_values
from referee.kit.exchanges import Changes
from referee.kit.holdings import Holding
from referee.kit.messages import lines, named_twice, told_before
from referee.kit.tricks import Plays, Trick, TrickHand, follows_suit, one_card_each, so_many_left, trick_ranking
from referee.notation import NOBODY

RULES = {
    "first-dealer": illegal("Both cut, and whoever shows the higher card deals first; equal cards are cut again."),
    "deal-alternates": illegal("The two players deal by turns, and each gets twelve cards."),
    "one-pack": impossible("There are 32 cards, ace to seven, each once; with cards changed both hold twelve again."),
    "exchange-order": illegal("Elder changes cards before younger, but behind younger after calling carte blanche."),
    "exchange-limit": illegal("Everybody throws one to five cards, as far as the talon reaches."),
    "exchange-draw": impossible("Whoever throws draws that many from the talon, and nothing thrown comes back."),
    "talon-peek": worth("Elder may look at those of the top five not taken; younger may turn up what is left over."),
    "carte-blanche": illegal("Twelve cards dealt without king, queen or jack bring ten, shown before any is changed."),
    "declaration-order": illegal("The point comes first, then sequences, then sets; each time elder speaks first."),
    "declaration-time": illegal("What was passed over can't be declared any more, nor anything once a card is led."),
    "counter-beats": illegal("Younger calls elder's declaration good or equal, or goes above it; less is no answer."),
    "true-declaration": illegal("To declare less than there is, is fair; more isn't.", finding="false-declaration"),
    "proof": worth("What scores or ties is shown to the opponent who asks; tricks taken may be looked through."),
    "point-value": impossible("A point is one to eight cards of a suit, worth what so many of them can add up to."),
    "point": worth("The longer suit wins, of equal ones the one worth more, else nobody: a point for every card."),
    "sequence": worth("The longest run wins, of equal ones the highest, else nobody; its holder scores every run."),
    "set": worth("Four of a rank beat three, then the rank decides, ten and above; the winner scores every set."),
    "extra-not-higher": illegal("Only the winner of a round adds to it, and nothing above what won."),
    "repique": worth("Thirty by declarations alone, the other side having nothing, bring sixty more."),
    "pique": worth("Thirty reached in the play before the other side has anything bring thirty, unless a repique did."),
    "lead-order": illegal("Elder leads to the first trick, then the taker of each to the next."),
    "follow-suit": illegal("A player with a card of the suit led plays one.", finding="revoke"),
    "trick-winner": worth("The suit led wins, and in it the higher card; no suit is trump."),
    "trick-count": impossible("There are twelve tricks, and one player takes the last."),
    "lead-point": worth("Each card led is worth one."),
    "trick-point": worth("Each trick is worth one."),
    "cards": worth("The seventh trick of a player is worth ten, for the pique too; with six each nobody gets them."),
    "capot": worth("Thirty for all twelve tricks, but not for the pique."),
    "hand-total": impossible("What both players call must come from twelve tricks and from what hands can declare."),
    "margin": worth("The difference and a hundred; the sum and a hundred where the loser is short of the rubicon."),
}

# Reports


class Cuts(Report):
    """the card a player cuts for the first deal"""

    card: Card


class DeclaresCarteBlanche(Report, verb="declares carte-blanche"):
    """no face card was dealt; and how many cards will be changed"""

    change: Annotated[int, range(1, 6)] | None = None


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

    @classmethod
    def options(cls, hand: Any, seat: Seat) -> Iterable[Scores]:
        return (cls(points, who=seat) for points in range(MOST + 1))


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
        some = those_named(cards)
        self.tell(report, *(card for card in some if report not in self.seen.get(card, ())))
        for masks in (self.own, *among):
            masks[report.who] |= mask(some)
        self.see_holdings()

    def changed(self, seat: Seat) -> tuple[int, int]:
        """How many cards at least and at most SEAT has changed."""
        if seat in self.thrown:
            return self.thrown[seat].count, self.thrown[seat].count
        if self.exchanging:
            return 0, 0
        other = self.thrown.get(self.other(seat))
        least, most = (other.count, other.count) if other else (1, 5)
        both = 8 - len(self.talon.cards) if self.talon else None
        return max(1, both - most if both else 1), max(1, min(5, (both or 8) - least))

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
        return max(0, 8 - sum(discards.count for discards in self.thrown.values()))

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
        return any(line.category in ("repique", "pique") for line in self.lines)

    def first_runs(self, took: int, elders_last: bool) -> list[int]:
        """How many tricks elder may have taken before younger's first, as far as the tricks told go."""
        if self.opened:
            return [self.opening]
        return [run for run in first_runs(took, elders_last) if run >= self.opening]


# The hand


async def play_hand(hand: Piquet) -> None:
    cutting = hand.ask(None, Cuts, each_cuts_once, another_card, aside=True).maybe()
    while hand.number == 1 and (cut := await cutting):
        cut_for_deal(hand, cut)
    over = bar("trick-count", "the hand is over", Plays, Trick) | bar("declaration-time", "the hand is over", *SPOKEN)
    turn = "first-dealer" if hand.cuts else "deal-alternates"
    deal = await hand.deal(
        equals_cut_again, turn=turn, size=HAND, sized="deal-alternates", barred=over if hand.number > 1 else NOTHING
    )
    hand.deal_cards(HAND, deal)
    hand.leader = hand.elder

    # Exchange
    exchanging = (
        hand.ask(hand.to_exchange, Discards, changes_once, in_limits, from_the_deal, turn="exchange-order")
        | hand.ask(hand.to_draw, Draws, as_many_as_thrown, from_the_talon, turn="exchange-order", aside=True)
        | hand.ask(None, DeclaresCarteBlanche, in_time, no_face_dealt, change_in_limits, aside=True)
        | hand.ask(None, Shows, whole_hand_shown, aside=True)
    ).maybe()
    while told := await exchanging:
        exchange(hand, told)
    hand.exchanging = False
    hand.see_holdings()

    # Declarations
    showing = hand.ask(None, Talon, what_is_left, aside=True) | hand.ask(None, Shows, in_hand, proves, aside=True)
    declaring: Any = showing | hand.ask(None, DeclaresCarteBlanche, in_time, no_face_dealt, aside=True)
    for verb in DECLARATIONS:
        declaring |= hand.ask(hand.to_speak, verb, there_is_such, in_its_round, is_held, free=True)
    declaring |= hand.ask(hand.to_speak, Good, answers_the_other, free=True)
    declaring |= hand.ask(hand.to_speak, Equal, answers_the_other, is_held, free=True)
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
    closed = bar("declaration-time", "the first card closes the declarations", *SPOKEN)
    closed |= bar("carte-blanche", "a carte blanche is shown before its owner changes cards", DeclaresCarteBlanche)
    of_a_card = (one_card_each, before_the_last, in_hand, follows_suit, counted_aloud)
    playing: Any = (
        hand.ask(hand.to_play, Plays, *of_a_card, turn="lead-order", free=hand.open_lead)
        | hand.ask(None, Trick, aside=True)
        | hand.ask(None, Takes, add_up, leaves_the_pique, aside=True)
        | hand.ask(None, DeclaresPique, thirty_in_reach, aside=True)
        | hand.ask(None, Scores, can_be_brought, aside=True)
        | showing
        | closed
    )
    while hand.tricks_left:
        match await playing:
            case Plays() as play:
                play_card(hand, play)
            case Takes() as takes:
                count_tricks(hand, takes)
            case DeclaresPique() as called:
                hand.called_pique = called
                hand.score(called.who, BONUSES["pique"], "pique", "pique", "called", called)
            case Scores() as scores:
                await both_totals(hand, scores)
                return
            case shown:
                show(hand, shown)

    # Score
    count_untold(hand)
    for seat, tricks in hand.taken.items():
        if tricks == 12:
            hand.score(seat, BONUSES["capot"], "capot", "capot", "all twelve tricks")


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
    hand.score(told.who, BONUSES["carte-blanche"], "carte-blanche", "carte-blanche", "dealt without a face card", told)


def take_dealt(hand: Piquet, dealt: Dealt) -> None:
    hand.place(dealt, dealt.cards, hand.first)


# Declarations


def close_declarations(hand: Piquet) -> None:
    settle(hand, hand.said)
    hand.declared = dict(hand.scores)
    for seat, points in hand.declared.items():
        if points >= 30 and not hand.declared[hand.other(seat)]:
            hand.score(seat, BONUSES["repique"], "repique", "repique", f"{points} by declarations, against nothing")


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
        hand.score(play.who, 1, "lead", "lead-point", f"leads {play.card.pretty}", play)
        count_to_thirty(hand)
    winner = hand.put(play)
    hand.played |= BITS[play.card]
    hand.place(play, [play.card], hand.sure)
    expose(hand, play)
    if winner:
        score_tricks(hand, winner, 1, play)
        count_to_thirty(hand)
        if not hand.opened and not hand.numbers:
            hand.opening += winner == hand.elder
            hand.opened = winner != hand.elder


def score_tricks(hand: Piquet, who: Seat, tricks: int, told: Report) -> None:
    """Books the tricks taken last, and the cards where the seventh is among them."""
    hand.score(who, tricks, "trick", "trick-point", f"{tricks} trick{'s' * (tricks > 1)}", told)
    if hand.taken[who] >= 7 > hand.taken[who] - tricks:
        hand.score(who, BONUSES["cards"], "cards", "cards", "the seventh trick", told)


def count_to_thirty(hand: Piquet) -> None:
    """The running count, while every trick is told."""
    if hand.numbers or hand.bonus:
        return
    counted = hand.scores
    for seat in hand.seats:
        if counted[seat] >= 30 and not counted[hand.other(seat)]:
            hand.score(seat, BONUSES["pique"], "pique", "pique", f"{counted[seat]}, against nothing")


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
        told = sum(line.points for line in hand.lines if line.who == seat and line.category == "lead")
        untold = leads(hand.taken[seat], seat == last, seat == hand.elder) - told
        if untold > 0:
            hand.score(seat, untold, "lead", "lead-point", f"{untold} lead{'s' * (untold > 1)} besides those told")
    runs = hand.first_runs(hand.taken[hand.elder], last == hand.elder)
    if hand.bonus or hand.declared[hand.younger]:
        return
    if all(piques(hand.declared[hand.elder], run) for run in runs):
        hand.score(hand.elder, BONUSES["pique"], "pique", "pique", "the tricks can't have been taken without it")


# Totals


async def both_totals(hand: Piquet, scores: Scores) -> None:
    hand.totals[scores.who] = scores
    while len(hand.totals) < 2:
        scores = await hand.ask(hand.all_but(hand.totals), Scores, can_be_brought)
        hand.totals[scores.who] = scores
    for seat, told in hand.totals.items():
        if rest := told.points - hand.scores[seat]:
            hand.score(seat, rest, "hand", "hand-total", f"{told.points} called", told)


# The partie


def is_over(hand: Piquet) -> bool:
    """After the last hand; where a tie is decided, after every second one more."""
    more: int = hand.number - hand.house["hands"]
    decided = hand.house["tie"] == "share" or len(leaders(hand.standing.balance)) == 1
    return more >= 0 and more % 2 == 0 and decided


def margin(hand: Piquet) -> int | None:
    balance: dict[str, int] = hand.standing.balance
    low, high = sorted(hand.seats, key=lambda seat: balance[seat])
    if conceded := hand.standing.conceded:
        low, high = conceded[0], hand.other(conceded[0])
    elif balance[low] == balance[high]:
        return None
    if not hand.standing.over or hand.standing.broken_off:
        return None
    crossed = balance[low] >= hand.house["rubicon"]
    return balance[high] + 100 + (-balance[low] if crossed else balance[low])


# Checks: the deal


@check("first-dealer")
def each_cuts_once(hand: Piquet, cut: Cuts) -> str | None:
    if len(hand.cuts) == 2:
        high = hand.cuts.get(hand.standing.dealer)
        return Reason(f"{high.who} has the higher card and deals ({at(high)})", *hand.cuts.values()) if high else None
    before = hand.cuts.get(cut.who)
    return Reason(f"{cut.who} has cut {before.card.pretty} ({at(before)})", before) if before else None


@check("one-pack")
def another_card(hand: Piquet, cut: Cuts) -> str | None:
    same = next((one for one in hand.cuts.values() if len(hand.cuts) == 1 and one.card == cut.card), None)
    return Reason(f"{same.who} has cut {cut.card.pretty} ({at(same)})", same) if same else None


@check("first-dealer")
def equals_cut_again(hand: Piquet, deal: Deal) -> str | None:
    if len(hand.cuts) < 2 or hand.standing.dealer:
        return None
    return Reason("the two cards cut are equal, so both cut again", *hand.cuts.values())


@check("one-pack")
def twelve_dealt(hand: Piquet, dealt: Dealt) -> str | None:
    if len(dealt.cards) != 12 and dealt.who not in hand.dealt:
        return f"{dealt.who} was dealt twelve cards, not {len(dealt.cards)}"
    return told_before(hand, dealt) or not_there(hand, dealt.who, dealt.cards)


# Checks: the exchange


@check("exchange-order")
def changes_once(hand: Piquet, discards: Discards) -> str | None:
    before = hand.thrown.get(discards.who)
    if before is None:
        return None
    return never(f"{discards.who} has changed cards ({at(before)})", before)


@check("exchange-limit")
def in_limits(hand: Piquet, discards: Discards) -> str | None:
    said = hand.announced(discards.who)
    if said and said.change != discards.count:
        return Reason(f"{discards.who} set {said.change} cards aside ({at(said)}), and changes as many", said)
    return too_many(hand, discards.who, discards.count)


@check("exchange-limit")
def change_in_limits(hand: Piquet, blanche: DeclaresCarteBlanche) -> str | None:
    return None if blanche.change is None else too_many(hand, blanche.who, blanche.change)


def too_many(hand: Piquet, who: Seat, count: int) -> Reason | None:
    """Why WHO can't change so many cards: the talon must have them, behind what the other took or set aside."""
    other = hand.thrown.get(hand.other(who)) or hand.announced(hand.other(who))
    taken = 0 if other is None else other.count if isinstance(other, Discards) else other.change or 0
    most = max(0, min(5, 8 - taken))
    if 1 <= count <= most:
        return None
    if other is None or most == 5 or count < 1:
        return Reason(f"one to five cards are changed, not {count}")
    return Reason(f"the talon has {most} cards for {who} ({at(other)}), not {count}", other)


@check("one-pack", "carte-blanche")
def from_the_deal(hand: Piquet, discards: Discards) -> Answer:
    if not 0 <= discards.count <= 12:
        return f"a hand is twelve cards, so nobody throws {discards.count}"
    face, blanche = first_face(discards.named), hand.blanche.get(discards.who)
    if face and blanche:
        text = f"{discards.who} had a carte blanche ({at(blanche)}), so no {face.pretty}"
        why = never(text, blanche)
        return {"one-pack": why, "carte-blanche": why}
    return not_there(hand, discards.who, discards.named)


@check("exchange-draw", "one-pack")
def as_many_as_thrown(hand: Piquet, draws: Draws) -> Answer:
    thrown, before = hand.thrown.get(draws.who), hand.drawn.get(draws.who)
    if before:
        return Reason(f"{draws.who} has drawn ({at(before)})", before)
    if thrown and draws.count == thrown.count:
        return None
    threw = f"threw {thrown.count} cards ({at(thrown)})" if thrown else "hasn't thrown anything"
    why = Reason(
        f"{draws.who} {threw}, and with {draws.count} drawn doesn't hold twelve", *([thrown] if thrown else [])
    )
    return {"exchange-draw": why, "one-pack": why}


@check("one-pack", "exchange-draw")
def from_the_talon(hand: Piquet, draws: Draws) -> Answer:
    for card in draws.named:
        if told := hand.seen.get(card):
            why = Reason(f"{card.pretty} wasn't in the talon ({at(told[-1])}: {told[-1].text})", told[-1])
            return {"one-pack": why, "exchange-draw": why if isinstance(told[-1], Discards) else None}
    return named_twice(draws.named)


@check("one-pack")
def what_is_left(hand: Piquet, talon: Talon) -> str | None:
    if hand.talon:
        return Reason(f"the talon was turned up before ({at(hand.talon)})", hand.talon)
    left, untold = 8 - sum(discards.count for discards in hand.thrown.values()), 2 - len(hand.thrown)
    fewest, most = max(0, left - 5 * untold), max(0, left - untold)
    if not fewest <= len(talon.cards) <= most:
        there = f"{most} cards are" if most == fewest else f"{fewest} to {most} cards are"
        return Reason(f"{there} left in the talon, not {len(talon.cards)}", *hand.thrown.values())
    for card in talon.cards:
        if told := hand.seen.get(card):
            return Reason(f"{card.pretty} is {told[0].who}'s ({at(told[0])})", told[0])
    return named_twice(talon.cards)


# Checks: the cards


def not_there(hand: Piquet, who: Seat, cards: Iterable[Card]) -> Reason | None:
    """Why WHO can't have these cards: they are elsewhere, or what is known of the hand leaves no room for them."""
    some = those_named(cards)
    if why := named_twice(some):
        return why
    for card in some:
        told = hand.seen.get(card, [])
        if told and told[0].who != who:
            whose = f"is {told[0].who}'s" if told[0].who else "lies in the talon"
            return Reason(f"{card.pretty} {whose} ({at(told[0])})", told[0])
        if gone := next((one for one in told if isinstance(one, (Discards, Plays))), None):
            return Reason(f"{card.pretty} has gone ({at(gone)}: {gone.text})", gone)
    held, proof = hand.held(who)._replace(faces=12), hand.proof(who)
    if held.fits(mask(some)):
        return None
    missing = next((card for card in some if not held.fits(mask([card]))), None)
    what = f"holds no {missing.pretty}" if missing else f"can't hold {listed(some)} together"
    return Reason(f"{who} {what}{lines(proof)}", *proof)


def first_face(cards: Iterable[Card]) -> Card | None:
    return next((card for card in cards if mask([card]) & FACES), None)


@check("one-pack")
def in_hand(hand: Piquet, report: Plays | Shows) -> str | None:
    if isinstance(report, Plays):
        return not_there(hand, report.who, [report.card])
    played = hand.played_by(report.who)  # may be shown from the tricks
    return not_there(hand, report.who, (card for card in report.cards if not mask([card]) & played))


# Checks: a carte blanche


@check("carte-blanche")
def in_time(hand: Piquet, blanche: DeclaresCarteBlanche | Shows) -> str | None:
    before = next((one for one in hand.lines if one.category == "carte-blanche" and one.who == blanche.who), None)
    if before:
        return never(f"{blanche.who} has scored it (line {before.lines[0]})")
    if changed := hand.thrown.get(blanche.who):
        return Reason(f"{blanche.who} has changed cards ({at(changed)}), and it is shown before that", changed)
    return None if hand.exchanging else "it is shown before cards are changed, and the declarations have begun"


@check("carte-blanche")
def no_face_dealt(hand: Piquet, blanche: DeclaresCarteBlanche | Shows) -> Reason | None:
    who, other = blanche.who, hand.blanche.get(hand.other(blanche.who))
    if face := first_face(card for card, bit in BITS.items() if bit & hand.first[who]):
        first = hand.seen[face][0]
        return never(f"{who} was dealt {face.pretty} ({at(first)})", first)
    if other:
        why = f"{other.who} has one ({at(other)}), and the pack hasn't cards enough without a face for two"
        return never(why, other)
    if (ALL & ~FACES & ~hand.own[hand.other(who)]).bit_count() < 12:
        return never(f"{hand.other(who)} has too many cards without a face for that")
    return None


@check("carte-blanche", "one-pack", "proof")
def whole_hand_shown(hand: Piquet, shows: Shows) -> Answer:
    if shows.who in hand.thrown:
        return proves(hand, shows)
    wrong: Reason | None
    if face := first_face(shows.cards):
        wrong = never(f"with {face.pretty} in it that is no carte blanche")
    elif len(shows.cards) != 12:
        wrong = never(f"before the exchange a whole hand is shown, not {len(shows.cards)} cards")
    else:
        wrong = no_face_dealt(hand, shows)
    return {"carte-blanche": wrong, "one-pack": not_there(hand, shows.who, shows.cards)}


@check("proof", "true-declaration", "carte-blanche")
def proves(hand: Piquet, shows: Shows) -> Answer:
    mine = [claim for claim in hand.claims if claim.who == shows.who]
    if not mine:
        why = f"{shows.who} has declared nothing that could be shown"
        return {"proof": why, "carte-blanche": in_time(hand, shows) if len(shows.cards) == 12 else None}
    if any(not way & ~mask(shows.cards) for claim in mine for way in claim.ways):
        return None
    texts = " or ".join(claim.text for claim in mine)
    why = Reason(f"{listed(shows.cards)} don't prove {texts}", *(claim.report for claim in mine))
    return {"true-declaration": why}


# Checks: the play


@check("trick-count")
def before_the_last(hand: Piquet, play: Plays) -> str | None:
    return f"{hand.last} took the last trick, and nothing comes behind that" if hand.last else None


@check("pique")
def counted_aloud(hand: Piquet, play: Plays) -> str | None:
    called = hand.called_pique
    if called is None or hand.numbers:
        return None
    return Reason(f"{called.who} called a pique ({at(called)}), which goes with tricks told as numbers", called)


@check("trick-count")
def add_up(hand: Piquet, takes: Takes) -> str | None:
    left = hand.tricks_left
    if not 0 <= takes.tricks <= left:
        return so_many_left(left, takes.tricks)
    if takes.last and hand.last:
        return f"{hand.last} took the last trick"
    if takes.last and not takes.tricks:
        return f"{takes.who} takes none of these tricks, so not the last"
    others = any(seat != takes.who for seat in hand.takers)
    if takes.tricks == left and not takes.last and not hand.last and (others or not takes.tricks):
        return unclear("who took the last trick?")
    return None


@check("pique")
def leaves_the_pique(hand: Piquet, takes: Takes) -> str | None:
    called = hand.called_pique
    if called is None or not 0 <= takes.tricks <= hand.tricks_left:
        return None
    taken = {**hand.taken, takes.who: hand.taken[takes.who] + takes.tricks}
    if pique_in_reach(hand, taken, takes.who if takes.last else hand.last):
        return None
    return Reason(f"{called.who} called a pique ({at(called)}), and couldn't have reached thirty so", called)


@check("pique")
def thirty_in_reach(hand: Piquet, called: DeclaresPique) -> str | None:
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
        return f"with {hand.declared[who]} by declarations {who} can't reach thirty before {other} takes a trick"
    return None


def pique_in_reach(hand: Piquet, taken: Mapping[Seat, int], last: Seat) -> bool:
    """Whether elder can have reached thirty first, with so many tricks taken as yet."""
    return any(
        piques(hand.declared[hand.elder], run)
        for took in range(taken[hand.elder], 13 - taken[hand.younger])
        for elders_last in ((last == hand.elder,) if last else (True, False))
        if (took if elders_last else 12 - took)
        for run in hand.first_runs(took, elders_last)
    )


@check("hand-total")
def can_be_brought(hand: Piquet, scores: Scores) -> str | None:
    who, other, so_far, is_elder = scores.who, hand.other(scores.who), hand.scores, scores.who == hand.elder
    if scores.points < so_far[who]:
        return f"{who} has {so_far[who]} already"
    told = hand.totals.get(other)
    for points in (told.points,) if told else range(so_far[other], MOST + 1):
        if hand_can_bring(*((scores.points, points) if is_elder else (points, scores.points))):
            return None
    if told:
        return Reason(f"{scores.points} beside {other}'s {told.points} ({at(told)}) come from no hand", told)
    return f"no hand brings {'elder' if is_elder else 'younger'} {scores.points}"


# Told again


@check("trick-count")
def took_as_many(hand: Piquet, takes: Takes) -> str | None:
    if hand.totals:
        return unclear("only the totals of that hand were told", *hand.totals.values())
    took, last = hand.taken[takes.who], hand.last or hand.leader
    if takes.tricks not in (took, hand.numbers[takes.who]):
        return f"{takes.who} took {took}, not {takes.tricks}"
    return f"{last} took the last trick" if takes.last and takes.who != last else None


@check("pique")
def had_pique(hand: Piquet, called: DeclaresPique) -> str | None:
    had = any(line.category == "pique" and line.who == called.who for line in hand.lines)
    return None if had else f"no pique of {called.who}'s was told before the last tricks"


@check("hand-total")
def brought_as_much(hand: Piquet, scores: Scores) -> str | None:
    brought = hand.scores[scores.who]
    return None if scores.points == brought else f"{scores.who} had {brought}, not {scores.points}"


SPEAKING = ("declaration-order", "declaration-time", "counter-beats", "true-declaration")

GAME = Game(
    slug="piquet",
    name="Piquet",
    summary="Change cards, declare the best of the hand, and play twelve tricks; six hands make a partie.",
    family="trick-taking",
    players=range(2, 3),
    pack=PACK,
    hand=Piquet,
    play=play_hand,
    over=is_over,
    rules=RULES,
    reports={
        Cuts: Told("before the first deal", "first-dealer", "one-pack"),
        Deal: Told("first, and when a hand is finished", "deal-alternates", "first-dealer"),
        DeclaresCarteBlanche: Told("before that player changes cards", "carte-blanche", "exchange-limit"),
        Discards: Told("elder, then younger", "exchange-order", "exchange-limit", "one-pack"),
        Draws: Told("when that player has thrown", "exchange-order", "exchange-draw", "one-pack"),
        Talon: Told("when both have changed cards", "one-pack", "talon-peek"),
        DeclaresPoint: Told("after the exchange", *SPEAKING, "point", "point-value"),
        DeclaresPointOf: Told("after the exchange", *SPEAKING, "point", "point-value"),
        DeclaresRun: Told("after the point", *SPEAKING, "sequence", "extra-not-higher"),
        DeclaresSequence: Told("after the point", *SPEAKING, "sequence", "extra-not-higher"),
        DeclaresSet: Told("last", *SPEAKING, "set", "extra-not-higher"),
        DeclaresCards: Told(
            "in place of any of these", *SPEAKING, "point-value", "sequence", "set", "extra-not-higher"
        ),
        Good: Told("the other's answer; silence means it too", "counter-beats"),
        Equal: Told("the other's answer; what decides is told next", "counter-beats", "true-declaration"),
        Shows: Told(
            "before the exchange, or with a declaration", "proof", "carte-blanche", "true-declaration", "one-pack"
        ),
        Plays: Told("from elder's lead on", "lead-order", "follow-suit", "one-pack", "trick-count"),
        Trick: Told("from elder's lead on", "lead-order", "follow-suit", "one-pack", "trick-count"),
        Takes: Told("in place of tricks; the twelfth ends the hand", "trick-count", "pique"),
        DeclaresPique: Told("where tricks are told as numbers", "pique"),
        Scores: Told("in place of the hand; both players' end it", "hand-total"),
    },
    categories={
        "carte-blanche": Category("10", "carte-blanche"),
        "point": Category("1 a card", "point"),
        "sequence": Category("3, 4, 15, 16, 17, 18 for three to eight cards", "sequence"),
        "set": Category("3 for a trio, 14 for a quatorze", "set"),
        "repique": Category("60", "repique"),
        "pique": Category("30", "pique"),
        "lead": Category("1 each", "lead-point"),
        "trick": Category("1 each", "trick-point"),
        "cards": Category("10", "cards"),
        "capot": Category("30", "capot"),
        "hand": Category("what was called, where only that was told", "hand-total"),
    },
    options=(
        Option("hands", 6, "hands in a partie; an even number, so that both deal as often"),
        Option("rubicon", 100, "what the loser must reach", ("margin",)),
        Option("tie", "share", "a level partie is drawn, or two more hands decide", ("margin",), ("share", "two-more")),
    ),
    facts={
        "hand": lambda hand: hand.number,
        "elder": lambda hand: hand.elder if hand.dealer else None,
        "talon": lambda hand: hand.in_talon,
        "tricks": lambda hand: None if hand.totals else dict(hand.taken),
        "margin": margin,
    },
    dealt=(twelve_dealt,),
    deal_out=take_dealt,
    told_again={Takes: took_as_many, DeclaresPique: had_pique, Scores: brought_as_much},
    ends="trick-count",
    at_a_glance=(
        Glance("cards each", f"{HAND}, and {TALON} in the talon", "one-pack"),
        trick_ranking("trick-winner"),
        card_values(lambda card: VALUES[below_ace(card.rank)], "point-value", name="card values for the point"),
        Glance("sequences", {SEQUENCES[size]: worth for size, worth in SEQUENCE_WORTH.items()}, "sequence"),
        Glance("sets of tens or higher", {SETS[cards]: worth for cards, worth in SET_WORTH.items()}, "set"),
        Glance("bonuses", BONUSES, *BONUSES),
        Glance("partie", lambda table: f"{table.house['hands']} hands, rubicon {table.house['rubicon']}", "margin"),
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
