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
from referee.game.game import Example, Fact, Game, Glance, Hand, Outcome, Table
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
BOX = 51  # cards left after the soda
TOP, BOTTOM = RANKS[1:7], UPWARD[:6]  # the rows of the layout, with the seven at their end


class Order(tuple[Rank, ...]):
    """Three ranks as called: loser, winner, hoc."""

    metavar: ClassVar[str] = "RANK RANK RANK"

    @staticmethod
    def pieces(hand: Faro) -> tuple[str, ...]:
        """The words it can be made of."""
        return tuple(PIPS)

    @classmethod
    def read(cls, words: Words, reader: Reader) -> Self:
        order = cls(ranks(words))
        if len(order) != 3:
            raise words.unread(f"loser, winner and hoc are 3 ranks, not {len(order)}")
        return order


class Spot(tuple[str, ...]):
    """The place of a chip: ranks from the ace up, or odd, even or high."""

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
    texts: list[Rank] = []
    while (word := words.next) and (rank := read_rank(word.text)) and rank in PIPS:
        texts.append(rank)
        words.at += 1
    if not texts:
        raise words.unread(f"{word.text!r} isn't a rank" if word else "a rank is missing here")
    return texts


def chips_lie() -> Iterator[Iterable[Rank]]:
    """The ranks one chip can cover: see `bet-position`."""
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
    """the soda is turned up: the first card of a deal"""

    card: Card


class Limits(
    Report,
    speaker="none",
    sampled=True,
    as_said="the limits",
    labels={"least": "lowest bet in chips", "most": "highest bet in chips"},
):
    """the banker sets the smallest and the largest bet from now on"""

    least: int
    most: int


LIMIT = {"chips": lambda hand, seat: hand.limits[1]}
"""The highest bet that the banker takes, None without a limit."""


class Bets(Report, sampled=True, labels={"on": "on which cards"}, limits=LIMIT):
    """a player sets a bet to this many chips; 0 takes it down"""

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


class Calls(Report, sampled=True, labels={"on": "order of the last three cards"}, limits=LIMIT):
    """a player calls the order of the last three cards; 0 takes the call back"""

    chips: int
    _: KW_ONLY
    on: Order

    @classmethod
    def options(cls, hand: Faro, seat: Seat) -> Iterable[Calls]:
        yield from (call for call in hand.up if isinstance(call, cls) and call.who == seat)
        for order in dict.fromkeys(itertools.permutations(hand.box[:4], 3)):
            yield cls(hand.limits[0], on=Order(order), who=seat)


class Turn(Report, speaker="none", also=("turns",), bare=True, as_said="a turn"):
    """the dealer draws two cards from the box, the loser first"""

    cards: Blind

    @classmethod
    def options(cls, hand: Faro, seat: Seat) -> Iterable[Turn]:
        pairs = itertools.product([*map(Card, PIPS), UNKNOWN], repeat=2)
        return [cls(Blind(pair)) for pair in pairs]


class Scores(Report, labels={"chips": "chips won or lost"}):
    """what a player won or lost in a whole deal, if you don't enter the bets"""

    chips: Annotated[Signed, range(-20, 21)]


@dataclass
class Bank(Standing):
    """The banker's limits, how the last deal was entered, and the cards in its box if it stopped early."""

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
    """One deal: the cards drawn, and the bets on the layout, each under the report that would take it down."""

    soda: Upcard | None = None
    turns: list[Turn] = field(default_factory=list)
    up: dict[Bets | Calls, Bets | Calls] = field(default_factory=dict)

    @property
    def limits(self) -> tuple[int, int | None]:
        report: Limits | None = self.standing.limits
        return (report.least or 1, report.most) if report else (self.house["min"] or 1, self.house["max"])

    @property
    def left(self) -> int:
        """The number of cards in the box."""
        return BOX - 2 * len(self.turns)

    @property
    def box(self) -> list[Rank]:
        """The ranks left on the casekeeper, from the ace up, with repeats."""
        return [*left_behind(tuple([card.rank for card, reports in self.seen.items() for _ in reports]))]

    @property
    def is_full(self) -> bool:
        """Whether every card drawn so far is known."""
        return len(self.box) == self.left

    @property
    def triple(self) -> bool:
        """Whether three of a kind are certainly left."""
        return self.left == 3 and len(set(self.box)) == 1


@lru_cache(8)  # called for every bet that can be offered
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
    while hand.left > 1 and (report := await between.maybe()):
        match report:
            case Turn():
                settle(hand, report)
                hand.turns.append(report)
                show(hand, report, *report.cards)
            case Upcard():
                hand.soda = report
                show(hand, report, report.card)
            case Bets() | Calls():
                lay(hand, report)
            case Rest():
                hand.up.clear()
                standing.rest, standing.so_far, standing.first_bet = report, hand.scores, None
            case other:
                note(hand, other, hand.number)

    # undecided bets go back
    hand.up.clear()
    if hand.left > 1 and not (standing.rest or standing.scored):
        standing.left = hand.left
    elif hand.turns:
        standing.last_turn = hand.turns[-1]


async def open_box(hand: Faro) -> None:
    """The deal, and reports accepted before it."""
    standing: Bank = hand.standing
    dealers = (standing.dealer or hand.seats[0],)
    asks = (
        hand.ask(dealers, Deal, free=True, aside=standing.left > 0)
        | hand.ask(None, Limits, aside=True)
        | hand.ask(None, Turn, last_entered_again, aside=not standing.left, of_last=True)
        | hand.ask((), Bets, bet_time, aside=True)
        | hand.ask((), Calls, call_time, aside=True)
        | bar(bet_time, "no deal has begun: bet between the turns of a deal", Bets)
        | bar(call_time, "no deal has begun: call the turn when three cards are left", Calls)
    )
    if standing.last_turn:
        asks |= hand.ask(None, Scores, aside=True, of_last=True)
    while not isinstance(report := await asks, Deal):
        note(hand, report, hand.number - 1)
    hand.dealer = hand.next_dealer = report.who
    standing.first_bet, standing.scored, standing.last_turn, standing.left = None, {}, None, 0
    standing.rest, standing.so_far = None, {}


def note(hand: Faro, report: Report, deal: int) -> None:
    """Applies new limits, or what a deal brought a player."""
    if isinstance(report, Limits):
        hand.standing.limits = report
    elif isinstance(report, Scores) and report.who not in hand.standing.scored:
        hand.standing.scored[report.who] = report
        more = report.chips - hand.standing.so_far.get(report.who, 0)
        pay(hand, BANK, report.who, more, told_once, "the whole deal", report, belongs_to=deal)


def show(hand: Faro, report: Turn | Upcard, *cards: Card) -> None:
    """Marks cards on the casekeeper. If three of a kind are left, all bets go back."""
    hand.tell(report, *those_named(cards))
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
            pay(hand, bet.who, BANK, taken, split, f"{bet.text} ({fell})", bet, turn)
            if bet.on == HIGH or taken == bet.chips:
                del hand.up[down]
            else:
                hand.up[down] = replace(bet, chips=bet.chips - taken)
        elif (wins := decided(bet.on, loser.rank, winner.rank)) is not None:
            payer, payee, category = (BANK, bet.who, "won") if wins != bet.coppered else (bet.who, BANK, "lost")
            pay(hand, payer, payee, bet.chips, rule_of(bet), f"{bet.text} ({fell})", bet, turn, line=category)
            del hand.up[down]


def bank_takes(hand: Faro, bet: Bets) -> int:
    """What the bank takes of a bet on a split."""
    if bet.on == HIGH:
        return bet.chips // 2 if hand.house["high-split"] == "half" else 0
    return {"half": bet.chips // 2, "all": bet.chips, "nothing": 0}[hand.house["split"]]


def decided(spot: Spot, loser: Rank, winner: Rank) -> bool | None:
    """Whether a spot wins. None if the turn doesn't decide it."""
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
    """What a bet would bring if it wins, if it loses, and on a split."""
    if not bet.chips:
        return
    for when, chips in (("wins", bet.chips), ("loses", -bet.chips)):
        yield Outcome(when, {bet.who: chips, Seat(BANK): -chips}, (rule_of(bet),))
    if bet.on == HIGH or bet.on not in NEXT_TURN:
        taken = bank_takes(hand, bet)
        yield Outcome("split", {bet.who: -taken, Seat(BANK): taken}, (split,))


def call_brings(hand: Faro, call: Calls) -> Iterator[Outcome]:
    """What a call would bring if it is right and if it is wrong."""
    if call.chips:
        right = call_pays(hand, len(set(call.on)) == 2) * call.chips
        for when, chips in (("called right", right), ("called wrong", -call.chips)):
            yield Outcome(when, {call.who: chips, Seat(BANK): -chips}, (call_pays,))


def winning(spot: Spot) -> list[str]:
    """The ranks with which a bet on the next card wins."""
    return [rank for rank in PIPS if decided(spot, rank, rank)]


def settle_call(hand: Faro, call: Calls, turn: Turn) -> None:
    """The hoc is the card left on the casekeeper after the turn."""
    fell = [card.rank for card in turn.cards]
    fell += (Counter(hand.box) - Counter(fell)).elements()
    because = f"{call.text}: {', '.join(fell)} came out"
    if len(set(fell)) == 1:
        return  # three of one rank have only one order
    if call.on == tuple(fell):
        times = call_pays(hand, len(set(fell)) == 2)
        pay(hand, BANK, call.who, times * call.chips, call_pays, because, call, turn, line="called")
    else:
        pay(hand, call.who, BANK, call.chips, call_pays, because, call, turn, line="miscalled")


# Rules: the box

soda = unjudged("The first card of a deal is the soda. It is turned up, and decides no bets.", asked="soda, first card")
one_pack = impossible(
    "The deck has 52 cards, one of each, four of each rank. After the soda, there are 25 turns of two cards. The"
    " last card is the hoc.",
    no_hands("players get no cards: all are drawn from the box"),
    asked="many turns, hoc",
)
box_out = illegal(
    "After the last turn, the deck is shuffled, and a new deal begins.", place=Deal, asked="deck end, after last turn"
)


@judges(box_out, one_pack)
def last_turn_dealt(hand: Faro, deal: Deal) -> Answer:
    left = hand.standing.left
    return {
        box_out: f"the last turn hasn't been dealt: {left} cards are in the box" if hand.standing.in_mid_deal else None,
        one_pack: None if deal.size in (None, len(hand.pack)) else f"the deck has 52 cards, not {deal.size}",
    }


@judges(one_pack)
def last_entered_again(hand: Faro, turn: Turn) -> str | None:
    last: Turn | None = hand.standing.last_turn
    if turn == last:
        return None
    return (
        f"the box is empty: {last.text} ({at(last)}) was the last of 25 turns"
        if last
        else "no deal has begun; type `deal` first"
    )


@judges(one_pack)
def in_the_box(hand: Faro, report: Turn | Upcard) -> Reason | None:
    cards = report.cards if isinstance(report, Turn) else (report.card,)
    if why := fresh(hand, *(card for card in cards if card.suit)):
        return why
    box = Counter(hand.box)
    for rank, count in Counter(card.rank for card in cards).items():
        if rank in PIPS and count > box[rank]:
            reports = hand.reports_of(rank)
            return Reason(
                f"all cards of the rank {rank} have come out{lines(reports)}"
                if len(reports) == 4
                else f"only {4 - len(reports)} of the four cards of the rank {rank} are left{lines(reports)}",
                *reports,
            )
    return None


@judges(one_pack)
def first_soda(hand: Faro, upcard: Upcard) -> Reason | None:
    return Reason(f"the soda is already {hand.soda.card.pretty} ({at(hand.soda)})", hand.soda) if hand.soda else None


@judges(one_pack, when="again")
def was_soda(hand: Faro, upcard: Upcard) -> Reason | None:
    """The soda told when the box is out: the same as before, or what the casekeeper has left."""
    if hand.soda and hand.soda.card.rank == upcard.card.rank and len({hand.soda.card.suit, upcard.card.suit, ""}) < 3:
        return None
    return first_soda(hand, upcard) or in_the_box(hand, upcard)


# Rules: bets

bet_time = illegal(
    "You may make and change bets before a deal's first turn and between two turns.",
    place=Bets,
    asked="when bet, change bet, take bet back, bet during turn, move bet, take bet off",
)
bet_limits = illegal(
    "The banker sets the smallest and the largest bet, and may change them at any time for later bets. The limits"
    " also hold for a call of the last turn. To begin with, {min} and {max}.",
    min=number(
        None,
        "smallest bet or call",
        least=1,
        words={"none": "there is no smallest", "N": "the smallest bet is {N}"},
    ),
    max=number(
        None,
        "largest bet or call",
        least=1,
        words={"none": "no largest", "N": "the largest is {N}"},
    ),
    asked="biggest bet, smallest bet, how much bet, bet limit, minimum bet, maximum bet, most bet",
)


@judges(bet_limits)
def within_limits(hand: Faro, bet: Bets | Calls) -> Reason | None:
    least, most = hand.limits
    if not bet.chips or least <= bet.chips <= (bet.chips if most is None else most):
        return None
    reports: list[Limits] = [hand.standing.limits] if hand.standing.limits else []
    takes = (
        f"{so_many(least, 'chip')}"
        if least == most
        else f"{least} to {most} chips"
        if most is not None
        else (f"{so_many(least, 'chip')} or more")
    )
    why = f"a bet must be {takes}{f' ({at(reports[0])})' if reports else ''}, not {bet.chips}"
    return Reason(why, *reports, verdict=Verdict.IMPOSSIBLE if bet.chips < 0 else None)


@judges(bet_limits)
def can_be_kept(hand: Faro, limits: Limits) -> Reason | None:
    if 0 <= limits.least <= limits.most:
        return None
    if limits.least < 0:
        return unclear("a bet can't be negative")
    return unclear(f"the highest bet, {limits.most}, is lower than the lowest, {limits.least}")


@illegal(asked="where bet, what bet on, bet two cards, several cards, put chip")
def bet_position(hand: Faro, bet: Bets) -> str | None:
    """The layout has two rows: K Q J 10 9 8, and below them A 2 3 4 5 6. The seven is at their end. A chip may cover
    one rank; two to four ranks of a square (two neighbors in one row and the two next to them in the other); two ranks
    of a row with one between; or the seven together with one of 9, 8, 6 and 5, or with both 8 and 6. A chip may also
    be on odd, even or high.
    """
    lies = bet.on in SPOTS or taken_down(bet) in hand.up
    return None if lies else f"no chip on the layout can cover {' '.join(bet.on)}"


# Rules: turns

turn = worth(
    "A turn is two cards from the box, which holds the deck. The first loses, and the second wins. If you bet on the"
    " winning rank, the bank pays you as much as you bet. If you bet on the losing rank, the bank takes your bet.",
    lines=("won", "lost"),
    asked="what win, who win, winning card, losing card, bet pays, win pay, what pay",
)


@judges(turn)
def can_be_settled(hand: Faro, turn: Turn) -> Reason | None:
    """Whether the turn is two cards that are known as far as bets depend on them."""
    if len(turn.cards) != 2:
        return unclear(f"a turn is a loser and a winner, not {so_many(len(turn.cards), 'card')}")
    loser, winner = turn.cards
    may_be_triple = loser.rank == winner.rank and hand.box.count(loser.rank) > 2 and not hand.triple
    for bet in hand.up.values():
        if UNKNOWN in turn.cards:
            return unclear(f"which card came out? {bet.text} ({at(bet)}) depends on it", bet)
        if hand.left == 3 and not hand.is_full and (isinstance(bet, Calls) or may_be_triple):
            return unclear(f"which card is the hoc? A card isn't known, and {bet.text} ({at(bet)}) depends on it", bet)
    return None


copper = worth(
    "To bet that a rank will lose, put a copper on your bet. A coppered bet wins if it would otherwise lose, and"
    " loses if it would otherwise win.",
    lines=("won", "lost"),
    asked="copper, bet lose, bet against, bet card to lose",
)
group_bet = worth(
    "A chip on several ranks wins or loses as soon as one of them comes out. If one of its ranks wins and another"
    " loses in the same turn, the bet is a push: nothing is paid.",
    lines=("won", "lost"),
    asked="bet several ranks, group, bet several",
)
stays_up = unjudged(
    "A bet stays on the layout if none of its ranks comes out, or if it is a push.",
    asked="nothing comes, neither card, bet stays, not come out",
)
split = worth(
    "If both cards of a turn have the same rank, that is a split: {split}.",
    lines="split",
    split={
        "half": "the bank takes half of each bet that covers the rank",
        "all": "the bank takes each bet that covers the rank",
        "nothing": "bets that cover the rank stay on the layout",
    },
    asked="split, same rank both, both cards same, pair turn, two the same, double",
)
odd_even = worth(
    (
        "A bet on odd or even is decided by the winning card of the next turn. A 3 5 7 9 J K are odd; 2 4 6 8 10 Q are"
        " even."
    ),
    lines=("won", "lost"),
    asked="odd, even",
)
high = worth(
    "A bet on high wins if the next turn's winning card is higher than its losing card, and otherwise loses. Ace is"
    " low. On a split, {high_split}.",
    lines=("won", "lost"),
    high_split={
        "returned": "the bet goes back",
        "half": "the bank takes half of the bet, and the rest goes back",
    },
    asked="bet high, high card, high bet, ace high",
)

# Rules: calls


@illegal(place=Calls, asked="when call turn, call turn")
def call_time(hand: Faro, call: Calls) -> str | None:
    """When three cards are left, you may call the turn: bet on the exact order in which they come out. You can't call
    it earlier.
    """
    return None if hand.left == 3 or taken_down(call) in hand.up else f"{hand.left} cards are left, not 3"


@illegal(asked="call which, name ranks")
def call_ranks(hand: Faro, call: Calls) -> str | None:
    """A call must name the three ranks that are left."""
    if hand.left != 3 or taken_down(call) in hand.up:
        return None
    if not hand.is_full:
        return unclear("a card isn't known, so more than three may be left")
    left = hand.box
    return None if sorted(call.on) == sorted(left) else f"{', '.join(left)} are left, not {', '.join(call.on)}"


@worth(lines=("called", "miscalled"), asked="call pay, call turn pay, last three, right order")
def call_pays(hand: Faro | Table, pair: bool, *, call: int = 4, cat_hop: int = 2) -> int:
    """If you call the last three cards in the right order, loser, winner, hoc, the bank pays you {call:chip} for each
    of yours.
    If two of the three are a pair, that is a cat-hop: it pays {cat_hop:chip} for each. If your call is wrong, the
    bank takes your chips.
    """
    return cat_hop if pair else call


@illegal(asked="last three same")
def call_triple(hand: Faro, bet: Bets | Calls) -> str | None:
    """If the last three cards are of one rank, you can't bet on them."""
    return f"only the rank {hand.box[0]} is left, so there is nothing to bet on" if hand.triple and bet.chips else None


# Rules: a deal in totals

told_once = impossible("Enter a deal either bet by bet, or by what each player won or lost in all.", lines="reported")


@judges(told_once)
def not_reported(hand: Faro, bet: Bets | Calls) -> Reason | None:
    report: Report | None = next(iter(hand.standing.scored.values()), hand.standing.rest)
    return (
        Reason(f"this deal is entered as results, not bet by bet ({at(report)}: {report.text})", report)
        if report
        else None
    )


@judges(told_once)
def no_bets(hand: Faro, scores: Scores) -> Reason | None:
    if bet := hand.standing.first_bet:
        return Reason(f"this deal is entered bet by bet ({at(bet)}: {bet.text}), not as results", bet)
    before: Scores | None = hand.standing.scored.get(scores.who)
    if before and (hand.dealer or before.chips != scores.chips):
        return Reason(f"{before.who}'s result is {before.chips:+d} ({at(before)})", before)
    return None


def case(rank: Rank, hand: Faro) -> int:
    return hand.box.count(rank)


def on_layout(hand: Faro) -> dict[Seat, int]:
    return {seat: sum(bet.chips for bet in hand.up.values() if bet.who == seat) for seat in hand.seats}


def now(hand: Faro) -> Iterator[str]:
    yield f"turn {len(hand.turns) + 1} of 25" if len(hand.turns) < 25 else "the box is empty"
    yield f"{so_many(hand.left, 'card')} left"


GAME = Game(
    slug="faro",
    name="Faro",
    summary="Bet against the bank on which ranks win and which lose, as the deck is dealt two cards at a time.",
    family="banking",
    players=range(1, 11),
    pack=Pack(ace="low"),
    hand=Faro,
    play=play_hand,
    over=no_end,
    standing=Bank,
    verbs={
        Deal: "to start, and when the box is empty",
        Upcard: "once a deal; without it, the soda is an unknown card",
        Limits: "at any time, for later bets",
        Bets: "between turns; SPOT is a rank, several ranks, `odd`, `even` or `high`; enter the bet again to change it",
        Turn: "after the deal; ranks are enough, and `?` for a card without bets",
        Calls: "before the last turn",
        Rest: "between turns, before what players won or lost in the whole deal",
        Scores: "in a deal without bets or after `rest`; also after the last turn",
    },
    pack_rule=one_pack,
    clashes=(in_order(("min", "max")),),
    brings={Bets: bet_brings, Calls: call_brings},
    asked=(
        Fact(lambda hand: hand.left, "cards in the box", "cards left", "box"),
        Fact(lambda hand: 25 - len(hand.turns), "turns left", "turns"),
        Fact(
            lambda hand: hand.turns[-1].cards[0] if hand.turns else None,
            "losing card",
            "losing rank",
            "last losing card",
        ),
        Fact(lambda hand: hand.turns[-1].cards[1] if hand.turns else None, "winning card", "winning rank"),
    ),
    facts={
        "bank": Fact(lambda hand: holds(hand, BANK), "its chips"),
        "turns": Fact(lambda hand: len(hand.turns), "turns made"),
        "left": Fact(lambda hand: hand.left, "cards in the box"),
        **{f"case-{rank}": Fact(partial(case, rank), "cards of that rank in the box") for rank in PIPS},
        "up": Fact(on_layout, "chips each player has on the layout"),
        "deal": Fact(lambda hand: hand.number, "its number"),
    },
    options=(
        Option(
            "split",
            "half",
            "what the bank takes of bets on a rank if both cards of a turn have it",
            (split,),
            choices=("half", "all", "nothing"),
        ),
        Option(
            "high-split",
            "returned",
            "what happens to a bet on high on a split: it goes back, or the bank takes half",
            (split, high),
            choices=("returned", "half"),
        ),
    ),
    variants=(
        Variant("stuss", "On a split, the bank takes all bets on the rank.", "split=all"),
        Variant("no-splits", "A split decides nothing.", "split=nothing"),
        Variant("five-for-a-call", "A right call pays five times its chips.", "call=5"),
        Variant("hard-high", "On a split, the bank also takes half of the bets on high.", "high-split=half"),
        Variant("any-group", "A chip may cover any ranks.", "without=bet-position"),
    ),
    accounts=(BANK,),
    banker=BANK,
    chips=True,
    now=now,
    ends=(box_out,),
    at_a_glance=(
        Glance("the bank", lambda table: "not one of the players; it has its own score", turn),
        ranking(lambda card: PIPS[card.rank], high),
        Glance("odd", winning(ODD), odd_even, show=spaced),
        Glance("even", winning(EVEN), odd_even, show=spaced),
        Glance("layout, upper row", TOP, bet_position, show=spaced),
        Glance("layout, lower row", (*BOTTOM, "and 7 at the end"), bet_position, show=spaced),
        Glance(
            "right call",
            lambda table: f"{call_pays(table, False)} times its chips, {call_pays(table, True)} times with a pair",
            call_pays,
        ),
    ),
    short_form=(
        "Type `deal`, then `scores` with the chips won or lost, for each player who won or lost any. The next `deal` or"
        " `end` closes the deal. If you have entered bets, type `rest` first, and include what those bets won or lost."
    ),
    example=Example(
        "Ann Ben",
        ("deal", "Ann scores 12; Ben scores -5", "end"),
        "Ann 12, Ben -5",
    ),
    rulings=(
        "For odd and high, an ace counts one and a king thirteen.",
        "A split decides odd and even like any other turn.",
        "On a split, the bank also takes its part of chips on several ranks and of coppered bets. If it takes half,"
        " an odd chip stays yours, and the rest of the bet stays on the layout.",
        "Bets on odd, even and high are only for the next turn.",
        "Bets on ranks also count in the last turn. If three of a kind are left, all bets go back before it. The hoc"
        " decides only calls.",
        "You call ranks, not cards, so you may call the two cards of a pair in either order. You may call a split.",
        "A copper on odd, even or high bets against it.",
        "If a card dealt so far wasn't entered, even the soda, you can't call the turn.",
        "If you stop in mid-deal, bets already paid count. Undecided bets and calls go back.",
    ),
    edition=2,
)
