"""Faro.  Bet on ranks: of the two cards of a turn the first loses and the second wins."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import lru_cache, partial
from typing import Annotated, ClassVar, Self

from referee.cards import PIPS, RANKS, UNKNOWN, UPWARD, Card, Pack, Rank, read_rank, those_named
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Hand, Outcome, Table
from referee.game.quick_reference import ranking, spaced
from referee.game.standing import Standing
from referee.kit.endings import no_end
from referee.kit.holdings import fresh
from referee.kit.ledger import holds, pay
from referee.kit.messages import lines, no_hands
from referee.kit.rest import Rest
from referee.language.reports import Blind, Reader, Report, Signed
from referee.language.words import Seat, Words, so_many
from referee.rules.options import Option, Variant, in_order
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    Verdict,
    illegal,
    impossible,
    judges,
    number,
    unclear,
    unjudged,
    worth,
)

BANK = "bank"
BOX = 51  # cards, when the soda is out
TOP, BOTTOM = RANKS[1:7], UPWARD[:6]  # the rows of the layout; the 7 lies at their end


class Order(tuple[Rank, ...]):
    """Three ranks as they are called: loser, winner, hoc."""

    metavar: ClassVar[str] = "RANK RANK RANK"

    @staticmethod
    def pieces(hand: Faro) -> tuple[str, ...]:
        """What it is put together of."""
        return tuple(PIPS)

    @classmethod
    def read(cls, words: Words, reader: Reader) -> Self:
        order = cls(ranks(words))
        if len(order) != 3:
            raise words.unread(f"loser, winner and hoc are three ranks, not {len(order)}")
        return order


class Spot(tuple[str, ...]):
    """Where a chip lies: ranks from the ace up, or odd, even or high."""

    metavar: ClassVar[str] = "SPOT"

    @classmethod
    def on(cls, covered: Iterable[Rank]) -> Self:
        upwards = sorted(covered, key=PIPS.__getitem__)
        return cls(upwards)

    @classmethod
    def read(cls, words: Words, reader: Reader) -> Self:
        if word := words.is_one(WORDS):
            words.at += 1
            return cls((word,))
        return cls.on(ranks(words))


def ranks(words: Words) -> list[Rank]:
    told: list[Rank] = []
    while (word := words.next) and (rank := read_rank(word.text)) and rank in PIPS:
        told.append(rank)
        words.at += 1
    if not told:
        raise words.unread(f"{word.text} isn't a rank" if word else "a rank is missing here")
    return told


def chips_lie() -> Iterator[Iterable[Rank]]:
    """The ranks that one chip can cover: see `bet-position`."""
    yield from ((rank,) for rank in PIPS)
    for square in zip(TOP, TOP[1:], BOTTOM, BOTTOM[1:], strict=False):
        yield from (group for size in (2, 3, 4) for group in itertools.combinations(square, size))
    yield from (pair for row in (TOP, BOTTOM) for pair in zip(row, row[2:], strict=False))
    yield from (map(Rank, ("7", *beside)) for beside in ("8", "6", "9", "5", "86"))


WORDS = ("odd", "even", "high")
ODD, EVEN, HIGH = NEXT_TURN = tuple(Spot((word,)) for word in WORDS)
SPOTS = dict.fromkeys((*map(Spot.on, chips_lie()), *NEXT_TURN))


# Reports


class Upcard(Report, speaker="none", bare=True):
    """the soda, the first card of the deal"""

    card: Card


class Limits(Report, speaker="none", sampled=True, as_said="the limits"):
    """the least and the most that the banker takes from now on"""

    least: int
    most: int


class Bets(Report, sampled=True):
    """sets a bet to so many chips; 0 takes it down"""

    chips: int
    _: KW_ONLY
    on: Spot
    coppered: bool = False

    @classmethod
    def options(cls, hand: Faro, seat: Seat) -> Iterable[Bets]:
        yield from (bet for bet in hand.up if isinstance(bet, cls) and bet.who == seat)
        least, most = hand.limits
        for chips in dict.fromkeys((least, most or 5 * least)):
            for coppered in (False, True):
                yield from (cls(chips, on=spot, coppered=coppered, who=seat) for spot in SPOTS)


class Calls(Report, sampled=True):
    """the order in which the last three cards will fall; 0 takes the call back"""

    chips: int
    _: KW_ONLY
    on: Order

    @classmethod
    def options(cls, hand: Faro, seat: Seat) -> Iterable[Calls]:
        yield from (call for call in hand.up if isinstance(call, cls) and call.who == seat)
        for order in dict.fromkeys(itertools.permutations(hand.box[:4], 3)):
            yield cls(hand.limits[0], on=Order(order), who=seat)


class Turn(Report, speaker="none", also=("turns",), bare=True, as_said="a turn"):
    """two cards from the box, the loser first"""

    cards: Blind

    @classmethod
    def options(cls, hand: Faro, seat: Seat) -> Iterable[Turn]:
        pairs = itertools.product([*map(Card, PIPS), UNKNOWN], repeat=2)
        return [cls(Blind(pair)) for pair in pairs]


class Scores(Report):
    """what a whole deal brought a punter, where its bets aren't told"""

    chips: Annotated[Signed, range(-20, 21)]


@dataclass
class Bank(Standing):
    """The banker's limits, how the last deal was told, and the cards in its box if it stopped short."""

    limits: Limits | None = None
    first_bet: Bets | Calls | None = None
    scored: dict[Seat, Scores] = field(default_factory=dict)
    rest: Rest | None = None
    so_far: dict[Seat, int] = field(default_factory=dict)  # what bets had brought before that
    last_turn: Turn | None = None
    left: int = 0

    @property
    def in_mid_deal(self) -> bool:
        return self.left > 0 and (self.left < BOX or self.first_bet is not None)


@dataclass
class Faro(Hand):
    """One deal: the cards that fell, and what lies on the layout, by the report that would take it down."""

    soda: Upcard | None = None
    turns: list[Turn] = field(default_factory=list)
    up: dict[Bets | Calls, Bets | Calls] = field(default_factory=dict)

    @property
    def limits(self) -> tuple[int, int | None]:
        told: Limits | None = self.standing.limits
        return (told.least or 1, told.most) if told else (self.house["min"] or 1, self.house["max"])

    @property
    def left(self) -> int:
        """Cards in the box."""
        return BOX - 2 * len(self.turns)

    @property
    def box(self) -> list[Rank]:
        """The ranks that the casekeeper shows as left, from the ace up, each as often as it is there."""
        return [*left_behind(tuple([card.rank for card, told in self.seen.items() for _ in told]))]

    @property
    def is_full(self) -> bool:
        """Every card that has left the box was told."""
        return len(self.box) == self.left

    @property
    def triple(self) -> bool:
        """Three of a kind are surely left."""
        return self.left == 3 and len(set(self.box)) == 1


@lru_cache(8)  # asked for every bet that may be told
def left_behind(fallen: tuple[Rank, ...]) -> tuple[Rank, ...]:
    return tuple(rank for rank in PIPS for _ in range(4 - fallen.count(rank)))


# The hand


async def play_hand(hand: Faro) -> None:
    await open_box(hand)
    standing: Bank = hand.standing

    # Turns
    between = (
        hand.ask(None, Turn, in_the_box, can_be_settled)
        | hand.ask(None, Bets, Upcard, Scores, Limits, Rest, aside=True)
        | hand.ask(None, Calls, call_time, call_ranks, bet_limits, call_triple, told_once, aside=True)
    )
    while hand.left > 1 and (told := await between.maybe()):
        match told:
            case Turn():
                settle(hand, told)
                hand.turns.append(told)
                show(hand, told, *told.cards)
            case Upcard():
                hand.soda = told
                show(hand, told, told.card)
            case Bets() | Calls():
                lay(hand, told)
            case Rest():
                hand.up.clear()
                standing.rest, standing.so_far, standing.first_bet = told, hand.scores, None
            case other:
                note(hand, other, hand.number)

    # What wasn't decided goes back
    hand.up.clear()
    if hand.left > 1 and not (standing.rest or standing.scored):
        standing.left = hand.left
    elif hand.turns:
        standing.last_turn = hand.turns[-1]


async def open_box(hand: Faro) -> None:
    """The deal, and what may be told before it."""
    standing: Bank = hand.standing
    dealers = (standing.dealer or hand.seats[0],)
    asks = (
        hand.ask(dealers, Deal, free=True, aside=standing.left > 0)
        | hand.ask(None, Limits, aside=True)
        | hand.ask(None, Turn, last_told_again, aside=not standing.left, of_last=True)
        | hand.ask((), Bets, bet_time, aside=True)
        | hand.ask((), Calls, call_time, aside=True)
        | bar(bet_time, "bets are laid between the turns of a deal, and no box is open", Bets)
        | bar(call_time, "the order is called when three cards are left, and no box is open", Calls)
    )
    if standing.last_turn:
        asks |= hand.ask(None, Scores, aside=True, of_last=True)
    while not isinstance(told := await asks, Deal):
        note(hand, told, hand.number - 1)
    hand.dealer = hand.next_dealer = told.who
    standing.first_bet, standing.scored, standing.last_turn, standing.left = None, {}, None, 0
    standing.rest, standing.so_far = None, {}


def note(hand: Faro, told: Report, deal: int) -> None:
    """New limits, or what a deal brought somebody."""
    if isinstance(told, Limits):
        hand.standing.limits = told
    elif isinstance(told, Scores) and told.who not in hand.standing.scored:
        hand.standing.scored[told.who] = told
        more = told.chips - hand.standing.so_far.get(told.who, 0)
        pay(hand, BANK, told.who, more, told_once, "the whole deal", told, belongs_to=deal)


def show(hand: Faro, told: Turn | Upcard, *cards: Card) -> None:
    """Cards for the casekeeper; three of a kind left send all bets back."""
    hand.tell(told, *those_named(cards))
    if hand.triple and hand.enforces(call_triple):
        hand.up.clear()


def taken_down(bet: Bets | Calls) -> Bets | Calls:
    return replace(bet, chips=0)


def lay(hand: Faro, bet: Bets | Calls) -> None:
    if bet.chips:
        hand.up[taken_down(bet)] = bet
        hand.standing.first_bet = hand.standing.first_bet or bet
    else:
        hand.up.pop(bet, None)


# Turns


def settle(hand: Faro, turn: Turn) -> None:
    loser, winner = turn.cards
    fell = f"{loser.pretty} loses, {winner.pretty} wins"
    for down, bet in list(hand.up.items()):
        if isinstance(bet, Calls):
            if hand.left == 3:
                settle_call(hand, bet, turn)
        elif loser.rank == winner.rank and (bet.on == HIGH or winner.rank in bet.on):
            taken = bank_takes(hand, bet)
            pay(hand, bet.who, BANK, taken, split, f"{bet.text}: {fell}", bet, turn)
            if bet.on == HIGH or taken == bet.chips:
                del hand.up[down]
            else:
                hand.up[down] = replace(bet, chips=bet.chips - taken)
        elif (wins := decided(bet.on, loser.rank, winner.rank)) is not None:
            payer, payee, category = (BANK, bet.who, "won") if wins != bet.coppered else (bet.who, BANK, "lost")
            pay(hand, payer, payee, bet.chips, rule_of(bet), f"{bet.text}: {fell}", bet, turn, line=category)
            del hand.up[down]


def bank_takes(hand: Faro, bet: Bets) -> int:
    """What the bank takes of a bet on a split."""
    if bet.on == HIGH:
        return bet.chips // 2 if hand.house["high-split"] == "half" else 0
    return {"half": bet.chips // 2, "all": bet.chips, "nothing": 0}[hand.house["split"]]


def decided(spot: Spot, loser: Rank, winner: Rank) -> bool | None:
    """Whether a spot wins; None where the turn doesn't decide it."""
    if spot == HIGH:
        return None if loser == winner else PIPS[winner] > PIPS[loser]
    if spot in NEXT_TURN:
        return (PIPS[winner] % 2 == 1) == (spot == ODD)
    return None if (loser in spot) == (winner in spot) else winner in spot


def rule_of(bet: Bets) -> Rule:
    """The rule by which a bet wins or loses."""
    if bet.coppered:
        return copper
    if bet.on in NEXT_TURN:
        return high if bet.on == HIGH else odd_even
    return turn if len(bet.on) == 1 else group_bet


def bet_brings(hand: Faro, bet: Bets) -> Iterator[Outcome]:
    """What a bet would bring where it wins, loses, or both cards of a turn have its rank."""
    if not bet.chips:
        return
    for when, chips in (("wins", bet.chips), ("loses", -bet.chips)):
        yield Outcome(when, {bet.who: chips, Seat(BANK): -chips}, (rule_of(bet),))
    if bet.on == HIGH or bet.on not in NEXT_TURN:
        taken = bank_takes(hand, bet)
        yield Outcome("split", {bet.who: -taken, Seat(BANK): taken}, (split,))


def call_brings(hand: Faro, call: Calls) -> Iterator[Outcome]:
    """What the order of the last three cards would bring where it was called right or wrong."""
    if call.chips:
        right = call_pays(hand, len(set(call.on)) == 2) * call.chips
        for when, chips in (("called right", right), ("called wrong", -call.chips)):
            yield Outcome(when, {call.who: chips, Seat(BANK): -chips}, (call_pays,))


def winning(spot: Spot) -> list[str]:
    """The ranks by which a bet on the next card wins."""
    return [rank for rank in PIPS if decided(spot, rank, rank)]


def settle_call(hand: Faro, call: Calls, turn: Turn) -> None:
    """The hoc is what the casekeeper has left after the turn."""
    fell = [card.rank for card in turn.cards]
    fell += (Counter(hand.box) - Counter(fell)).elements()
    because = f"{call.text}: {', '.join(fell)} fell"
    if len(set(fell)) == 1:
        return  # three of one rank come in one order only
    if call.on == tuple(fell):
        times = call_pays(hand, len(set(fell)) == 2)
        pay(hand, BANK, call.who, times * call.chips, call_pays, because, call, turn, line="called")
    else:
        pay(hand, call.who, BANK, call.chips, call_pays, because, call, turn, line="miscalled")


# Rules: the box

soda = unjudged("The first card of a deal, the soda, is turned up and decides nothing.")
one_pack = impossible(
    "A deal has every card once and every rank four times, with the soda: 25 turns and the hoc.",
    no_hands("nobody is dealt cards: they fall from the box"),
)
box_out = illegal("The pack is shuffled and dealt anew when the last turn has been dealt.", place=Deal)


@judges(box_out, one_pack)
def last_turn_dealt(hand: Faro, deal: Deal) -> Answer:
    left = hand.standing.left
    return {
        box_out: f"the last turn is yet to come: {left} cards are in the box" if hand.standing.in_mid_deal else None,
        one_pack: None if deal.size in (None, len(hand.pack)) else f"the pack has 52 cards, not {deal.size}",
    }


@judges(one_pack)
def last_told_again(hand: Faro, turn: Turn) -> str | None:
    last: Turn | None = hand.standing.last_turn
    if turn == last:
        return None
    return f"the box is out: {last.text} ({at(last)}) was the last of 25 turns" if last else "no box is open"


@judges(one_pack)
def in_the_box(hand: Faro, report: Turn | Upcard) -> Reason | None:
    cards = report.cards if isinstance(report, Turn) else (report.card,)
    if why := fresh(hand, *(card for card in cards if card.suit)):
        return why
    box = Counter(hand.box)
    for rank, count in Counter(card.rank for card in cards).items():
        if rank in PIPS and count > box[rank]:
            told = hand.told_of(rank)
            return Reason(f"a deal has four cards of the rank {rank}, and {len(told)} have fallen{lines(told)}", *told)
    return None


@judges(one_pack)
def first_soda(hand: Faro, upcard: Upcard) -> Reason | None:
    return Reason(f"the soda is {hand.soda.card.pretty} ({at(hand.soda)})", hand.soda) if hand.soda else None


@judges(one_pack, when="again")
def was_soda(hand: Faro, upcard: Upcard) -> Reason | None:
    """The soda told when the box is out: the same as before, or what the casekeeper has left."""
    if hand.soda and hand.soda.card.rank == upcard.card.rank and len({hand.soda.card.suit, upcard.card.suit, ""}) < 3:
        return None
    return first_soda(hand, upcard) or in_the_box(hand, upcard)


# Rules: bets

bet_time = illegal("Bets are laid and changed between two turns of a deal.", place=Bets)
bet_limits = illegal(
    "Bets and calls keep to the banker's limits, which may change at any time for later ones; the house's least"
    " is {min}, its most {max}.",
    min=number(None, "the least that the banker takes as one bet or call", least=1),
    max=number(None, "the most that the banker takes as one bet or call", least=1),
)


@judges(bet_limits)
def within_limits(hand: Faro, bet: Bets | Calls) -> Reason | None:
    least, most = hand.limits
    if not bet.chips or least <= bet.chips <= (bet.chips if most is None else most):
        return None
    told: list[Limits] = [hand.standing.limits] if hand.standing.limits else []
    takes = f"the banker takes {so_many(least, 'chip')} {'or more' if most is None else f'to {most}'}"
    why = f"{takes}{f' ({at(told[0])})' if told else ''}, not {bet.chips}"
    return Reason(why, *told, verdict=Verdict.IMPOSSIBLE if bet.chips < 0 else None)


@judges(bet_limits)
def can_be_kept(hand: Faro, limits: Limits) -> Reason | None:
    if 0 <= limits.least <= limits.most:
        return None
    return unclear(f"no bet lies between {limits.least} and {limits.most}")


@illegal
def bet_position(hand: Faro, bet: Bets) -> str | None:
    """On the layout K Q J 10 9 8 lie above A 2 3 4 5 6, the 7 past their end. One chip covers a rank, two to four ranks
    of a square, two of a row with one between them, or the 7 with 8, 6, 9, 5, or with 8 and 6; or it lies on odd, even
    or high."""
    lies = bet.on in SPOTS or taken_down(bet) in hand.up
    return None if lies else f"no chip on the layout covers {' '.join(bet.on)}"


# Rules: turns

turn = worth(
    "The first card of a turn loses and the second wins; a bet on one of them is settled at even money.",
    lines=("won", "lost"),
)


@judges(turn)
def can_be_settled(hand: Faro, turn: Turn) -> Reason | None:
    """Two cards, told as far as the chips on the layout depend on them."""
    if len(turn.cards) != 2:
        return unclear(f"a turn is a loser and a winner, not {so_many(len(turn.cards), 'card')}")
    loser, winner = turn.cards
    may_be_triple = loser.rank == winner.rank and hand.box.count(loser.rank) > 2 and not hand.triple
    for bet in hand.up.values():
        if UNKNOWN in turn.cards:
            return unclear(f"which card fell? {bet.text} ({at(bet)})", bet)
        if hand.left == 3 and not hand.is_full and (isinstance(bet, Calls) or may_be_triple):
            return unclear(f"which is the hoc? a card is untold, and {bet.text} ({at(bet)})", bet)
    return None


copper = worth(
    "A bet with a copper is on losing: it wins where it would lose, and loses where it would win.",
    lines=("won", "lost"),
)
group_bet = worth(
    "One chip on several ranks goes by whichever of them falls; where one wins and another loses, nothing moves.",
    lines=("won", "lost"),
)
stays_up = unjudged("A bet of which no rank fell, or which was a push, stays on the layout.")
split = worth(
    "If both cards of a turn have the same rank, {split}.",
    lines="split",
    split={
        "half": "the bank takes half of every bet that covers this rank",
        "all": "the bank takes every bet that covers this rank",
        "nothing": "the bets that cover this rank stay where they are",
    },
)
odd_even = worth("The winning card decides: A 3 5 7 9 J K are odd, 2 4 6 8 10 Q are even.", lines=("won", "lost"))
high = worth(
    "A bet on high wins if the winning card is the higher of the two; the ace is low. If both have the same rank,"
    " {high_split}.",
    lines=("won", "lost"),
    high_split={
        "returned": "the bet goes back",
        "half": "the bank takes half of the bet, and the rest goes back",
    },
)

# Rules: calls


@illegal(place=Calls)
def call_time(hand: Faro, call: Calls) -> str | None:
    """The order of the last cards is called when three of them are left, not before."""
    return None if hand.left == 3 or taken_down(call) in hand.up else f"{hand.left} cards are left, not three"


@illegal
def call_ranks(hand: Faro, call: Calls) -> str | None:
    """A call names the three ranks that are left by the casekeeper."""
    if hand.left != 3 or taken_down(call) in hand.up:
        return None
    if not hand.is_full:
        return unclear("a card is untold, so the casekeeper shows more than three")
    left = hand.box
    return None if sorted(call.on) == sorted(left) else f"{', '.join(left)} are left, not {', '.join(call.on)}"


@worth(lines=("called", "miscalled"))
def call_pays(hand: Faro | Table, pair: bool, *, call: int = 4, cat_hop: int = 2) -> int:
    """A call of the loser, the winner and the hoc in their order brings {call:word} times its chips, {cat_hop:word}
    times with a pair among them; any other is lost."""
    return cat_hop if pair else call


@illegal
def call_triple(hand: Faro, bet: Bets | Calls) -> str | None:
    """When three of one rank are left, nothing is bet on them."""
    return f"the rank {hand.box[0]} alone is left, and nothing is bet on it" if hand.triple and bet.chips else None


# Rules: a deal in short

told_once = impossible("A deal is told either by its bets or by what it brought everybody.", lines="reported")


@judges(told_once)
def not_reported(hand: Faro, bet: Bets | Calls) -> Reason | None:
    told: Report | None = next(iter(hand.standing.scored.values()), hand.standing.rest)
    return Reason(f"the deal is told by what it brought: {told.text} ({at(told)})", told) if told else None


@judges(told_once)
def no_bets(hand: Faro, scores: Scores) -> Reason | None:
    if bet := hand.standing.first_bet:
        return Reason(f"the deal is told by its bets: {bet.text} ({at(bet)})", bet)
    before: Scores | None = hand.standing.scored.get(scores.who)
    if before and (hand.dealer or before.chips != scores.chips):
        return Reason(f"the deal brought {before.who} {before.chips:+d} ({at(before)})", before)
    return None


def case(rank: Rank, hand: Faro) -> int:
    return hand.box.count(rank)


def on_layout(hand: Faro) -> dict[Seat, int]:
    return {seat: sum(bet.chips for bet in hand.up.values() if bet.who == seat) for seat in hand.seats}


def now(hand: Faro) -> Iterator[str]:
    yield f"turn {len(hand.turns) + 1} of 25" if len(hand.turns) < 25 else "the box is out"
    yield f"{so_many(hand.left, 'card')} left"


GAME = Game(
    slug="faro",
    name="Faro",
    summary="Bet against the bank on the ranks that will win or lose as the pack is dealt in turns of two.",
    family="banking",
    players=range(1, 11),
    pack=Pack(ace="low"),
    hand=Faro,
    play=play_hand,
    over=no_end,
    standing=Bank,
    verbs={
        Deal: "first, and when the box is out",
        Upcard: "once a deal; left out, the soda is an unknown card",
        Limits: "any time, for later bets",
        Bets: "between turns; the same bet again sets it",
        Turn: "after the deal; ranks will do, and `?` where nothing is bet",
        Calls: "before the last turn",
        Rest: "between turns, before what the whole deal brought",
        Scores: "in a deal without bets or after `rest`, also when its last turn has been dealt",
    },
    pack_rule=one_pack,
    clashes=(in_order(("min", "max")),),
    brings={Bets: bet_brings, Calls: call_brings},
    facts={
        "bank": lambda hand: holds(hand, BANK),
        "turns": lambda hand: len(hand.turns),
        "left": lambda hand: hand.left,
        **{f"case-{rank}": partial(case, rank) for rank in PIPS},
        "up": on_layout,
        "deal": lambda hand: hand.number,
    },
    options=(
        Option(
            "split",
            "half",
            "what the bank takes of the bets on a rank where both cards are of it",
            (split,),
            choices=("half", "all", "nothing"),
        ),
        Option(
            "high-split",
            "returned",
            "what becomes of a bet on high where neither card is the higher; half: the bank takes half of it",
            (split, high),
            choices=("returned", "half"),
        ),
    ),
    variants=(
        Variant("stuss", "On a split the bank takes the whole of every bet on its rank.", "split=all"),
        Variant("no-splits", "A split decides nothing.", "split=nothing"),
        Variant("five-for-a-call", "A call that was right brings five times its chips.", "call=5"),
        Variant("hard-high", "A split costs half of the bets on high too.", "high-split=half"),
        Variant("any-group", "One chip may be on whatever ranks somebody names.", "without=bet-position"),
    ),
    accounts=(BANK,),
    banker=BANK,
    chips=True,
    now=now,
    ends=(box_out,),
    at_a_glance=(
        ranking(lambda card: PIPS[card.rank], high),
        Glance("odd", winning(ODD), odd_even, show=spaced),
        Glance("even", winning(EVEN), odd_even, show=spaced),
        Glance("layout, upper row", TOP, bet_position, show=spaced),
        Glance("layout, lower row", (*BOTTOM, "and 7 at the end"), bet_position, show=spaced),
        Glance(
            "a call that was right",
            lambda table: f"{call_pays(table, False)} times its chips, {call_pays(table, True)} times with a pair",
            call_pays,
        ),
    ),
    short_form="`deal`, and `scores` for every punter who won or lost; the next `deal` or `end` closes it."
    " Where bets were told it comes after `rest`, and includes what these brought.",
    example=Example(
        "Ann Ben",
        ("deal", "Ann scores 12; Ben scores -5", "end"),
        "Ann 12, Ben -5",
    ),
    rulings=(
        "For odd and high the ace is one and the king thirteen.",
        "A split decides odd and even as any turn does.",
        "What the bank takes on a split it takes of groups and coppered bets too. If that is half, the odd chip is the"
        " punter's, and the other half stays up.",
        "Odd, even and high are bets on the next turn alone.",
        "Bets on ranks stand for the last turn too, but three of a kind left send them all back before it. The hoc"
        " decides calls and nothing else.",
        "A pair may be called in either order of its cards: ranks are called, not cards. A call may name a split.",
        "A copper on odd, even or high bets against it.",
        "While a card is untold, the soda included, the last three can't be called.",
        "When the table stops in mid-deal, what the turns have brought stands; undecided bets and calls go back.",
    ),
    edition=2,
)
