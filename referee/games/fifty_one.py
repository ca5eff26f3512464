"""Fifty-One.  Exchange a card a turn with the five on the board, for the longest and the dearest suit."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field

from referee.cards import JOKER, Card, Cards, Pack, listed
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, leaders
from referee.game.quick_reference import card_values
from referee.games._fifty_one import HAND, VALUES, Lot, can_lie, score
from referee.kit import counted
from referee.kit.counted import CountedHand, can_have, holds_too, take_up, too_many
from referee.kit.endings import hands_played
from referee.kit.messages import lines
from referee.kit.rest import IN_NUMBERS, TOLD_SO, Rest, the_rest
from referee.kit.showdown import Counted
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    not_next,
    number,
    worth,
)

LEAST, MOST, LEAST_WITH_JOKER = -28, 51, -12
FEW = 200


# Reports


class Upcard(Report, speaker="none"):
    """the cards of the board"""

    cards: Cards

    @classmethod
    def options(cls, hand: FiftyOne, seat: Seat) -> Iterator[Upcard]:
        boards = itertools.combinations(hand.unseen(), hand.house["board"])
        return (cls(cards) for cards in itertools.islice(boards, FEW))


class Exchanges(Report):
    """a card given to the board for one that lies there; the turn is over"""

    card: Card
    _: KW_ONLY
    for_: Card

    @classmethod
    def options(cls, hand: FiftyOne, seat: Seat) -> list[Exchanges]:
        return [cls(card, for_=target, who=seat) for card in hand.may_hold(seat) for target in hand.board]


class Clears(Report):
    """the board discarded, and a new one dealt"""

    cards: Cards

    @classmethod
    def options(cls, hand: FiftyOne, seat: Seat) -> Iterator[Clears]:
        size: int = hand.house["board"]
        few, old = min(hand.stock, size), (*hand.discards, *hand.board)
        boards = (
            cls((*new, *back), who=seat)
            for new in itertools.combinations(hand.in_stock(), few)
            for back in itertools.combinations(old, size - few)
        )
        return itertools.islice(boards, FEW)


class Stops(Report):
    """content with this hand: the others have one turn each"""


class Holds(Counted):
    """what the hand scores at the end, or its cards"""

    @property
    def points(self) -> int:
        return self.counted(score)

    @classmethod
    def options(cls, hand: FiftyOne, seat: Seat) -> list[Holds]:
        return cls.each(hand, seat, range(LEAST, MOST + 1))


@dataclass
class FiftyOne(CountedHand):
    """One deal; whatever lay on the board once can't be a card that nobody has named."""

    turn: Seat = NOBODY  # nobody's where the hand has ended
    board: list[Card] = field(default_factory=list)
    stock: int = 0
    renewed: list[Card] | None = None  # the cards of a stock that was made of the discards
    discards: list[Card] = field(default_factory=list)
    cleared: list[Clears] = field(default_factory=list)  # in this turn
    given: Exchanges | None = None  # the turn before, while nothing else was told
    turns: Counter[Seat] = field(default_factory=Counter)  # that everybody has had
    stop: Stops | None = None
    in_numbers: bool = False  # from some turn on
    held: dict[Seat, Holds] = field(default_factory=dict)

    def to_act(self) -> Seat:
        return self.turn

    def to_hold(self) -> tuple[Seat, ...]:
        return self.all_but(self.held)

    def in_stock(self) -> list[Card]:
        """Every card that the stock may have."""
        return list(self.unseen()) if self.renewed is None else self.renewed


# The hand


async def play_hand(hand: FiftyOne) -> None:
    deal = await hand.deal(size=HAND, spare=2 * hand.house["board"])
    hand.deal_cards(deal.size or HAND)
    hand.stock = len(hand.pack) - hand.each * len(hand.seats) - hand.house["board"]
    hand.turn = hand.eldest
    if upcard := await hand.ask(None, Upcard, aside=True).maybe():
        hand.board = list(upcard.cards)
        hand.tell(upcard, *upcard.cards)

    # Turns
    stopping = hand.ask(None, Stops, aside=True)
    turns = hand.ask(hand.to_act, Exchanges, Clears) | stopping
    in_numbers = hand.ask(None, Stops) | bar(turn_order, TOLD_SO, Exchanges, Clears)
    while hand.turn and not (hand.stop and not hand.board):
        match await (in_numbers if hand.in_numbers else turns | the_rest(hand) if hand.board else turns):
            case Rest():
                hand.in_numbers, hand.board, hand.cleared, hand.given = True, [], [], None
            case Exchanges() as exchange:
                give(hand, exchange)
            case Clears() as clears:
                clear(hand, clears)
            case stops:
                hand.stop = hand.stop or stops
                pass_turn(hand, stops.who)

    # Hands
    forget(hand)
    hands = hand.ask(hand.to_hold, Holds, free=True)
    while hand.to_hold():
        holds = await hands
        hand.held[holds.who] = holds
        if holds.cards:
            hand.show(holds.who, holds, holds.cards)

    # Score
    scores = {seat: holds.points for seat, holds in hand.held.items()}
    best = leaders(scores)
    won = [seat for seat in best if len(best) == 1 or not hand.stop or seat != hand.stop.who]
    for seat in hand.seats:
        if hand.house["score"] == "counts":
            hand.book(seat, counts_scored, scores[seat], f"{seat} has {scores[seat]}", hand.held[seat])
        elif seat in won:
            rule = best_hand if won == best else stopper_tie
            hand.book(seat, rule, hand.house["won"], f"{seat} has {scores[seat]}", hand.held[seat])
    if hand.stop and hand.stop.who not in won and (cost := failed_stop(hand)):
        hand.book(hand.stop.who, failed_stop, -cost, f"{hand.stop.who} said Stop and hasn't won", hand.stop)


def give(hand: FiftyOne, exchange: Exchanges) -> None:
    card, taken = exchange.card, exchange.for_
    if card is not taken:
        hand.part_with(exchange, card)
        hand.holdings[exchange.who].gain(exchange, taken)
        hand.board[hand.board.index(taken)] = card
    pass_turn(hand, exchange.who)
    hand.given = exchange


def clear(hand: FiftyOne, clears: Clears) -> None:
    """A new board, the last cards of it from the discards where the stock runs out."""
    if clears.who != hand.turn:
        hand.cleared = []
    hand.turn, hand.given = clears.who, None
    hand.cleared.append(clears)
    hand.discards += hand.board
    hand.board = list(clears.cards)
    if hand.stock < len(hand.board):
        hand.renewed = [card for card in hand.discards if card not in clears.cards]
        hand.stock, hand.discards = len(hand.renewed), []
    else:
        hand.stock -= len(hand.board)
        if hand.renewed is not None:
            hand.renewed = [card for card in hand.renewed if card not in clears.cards]
    hand.tell(clears, *(card for card in clears.cards if card not in hand.seen))


def pass_turn(hand: FiftyOne, seat: Seat) -> None:
    """The next has the turn; back at who said Stop the hand has ended."""
    hand.turns[seat] += 1
    hand.cleared, hand.given = [], None
    following = hand.after(seat)
    hand.turn = NOBODY if hand.stop and following == hand.stop.who else following


def forget(hand: FiftyOne) -> None:
    """If turns weren't reported, nothing follows from what was dealt or exchanged before."""
    if not hand.board:
        hand.deal_cards(HAND)
        hand.seen = {}


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
one_pack = impossible(
    "Every card is in one place: a hand, the board, the stock or the discards. What was taken stays in that hand until"
    " it is given, and discards come back when nothing is left of the stock."
)
hand_count = arithmetic("Five cards are a hand, and some five cards must score what is told.", place=Holds)
judges(hand_count, one_pack)(counted.as_dealt)


@judges(one_pack)
def whole_board(hand: FiftyOne, upcard: Upcard) -> str | None:
    size: int = hand.house["board"]
    if len(upcard.cards) != size:
        return f"{size} cards lie on the board, not {len(upcard.cards)}"
    return too_many(hand, Counter(upcard.cards))


# Rules: a turn

turn_order = illegal(
    "The player on the dealer's left has the first turn, then everybody, clockwise.", turn=(Exchanges, Clears)
)


@illegal
def exchange(hand: FiftyOne, swap: Exchanges) -> str | None:
    """In a turn a card of the board goes into the hand, and another one takes its place there."""
    return "that is the same card, and nobody passes" if swap.card is swap.for_ else None


board = impossible(
    "Only what lies on the board can be taken, one of {board:word} cards.",
    board=number(5, "cards on the board", least=1, most=lambda players: (52 - HAND * players) // 2),
)


@judges(board)
def lies_there(hand: FiftyOne, exchange: Exchanges) -> str | None:
    if exchange.for_ in hand.board:
        return None
    why = f"{listed(hand.board)} lie on the board" if hand.board else "the board comes first: `upcard …`"
    return Reason(why, *hand.seen.get(exchange.for_, ()))


@judges(one_pack)
def from_hand(hand: FiftyOne, exchange: Exchanges) -> Reason | None:
    same = exchange.card is exchange.for_
    return None if same else can_have(hand, exchange.who, (exchange.card,))


# Rules: a new board


@illegal(place=Clears)
def first_turn(hand: FiftyOne, clears: Clears) -> str | None:
    """In a first turn the board stays as it is."""
    return None if hand.turns[clears.who] else f"this is {clears.who}'s first turn"


clear_once = illegal(
    "A turn may begin with a new board, {clears:times}, and then takes one of its cards.",
    clears=number(1, "new boards in a turn", most=5),
)


@judges(clear_once)
def once_a_turn(hand: FiftyOne, clears: Clears) -> str | None:
    before = hand.cleared if clears.who == hand.turn else []
    if len(before) < clear_once(hand):
        return None
    return Reason(f"{clears.who} has cleared the board{lines(before)}" if before else "the board stays here", *before)


@judges(one_pack)
def new_board(hand: FiftyOne, clears: Clears) -> str | None:
    """The stock's next cards, and after its last one some of the discards."""
    size: int = hand.house["board"]
    cards, stock, few = set(clears.cards), hand.in_stock(), min(hand.stock, size)
    if not hand.board:
        return "the board comes first: `upcard …`"
    if len(clears.cards) != size or len(cards) != size:
        return f"{size} new cards are dealt to the board"
    back = cards.intersection((*hand.discards, *hand.board)) if few < size else set()
    if wrong := [card for card in clears.cards if card not in stock and card not in back]:
        return Reason(f"{wrong[0].pretty} isn't in the stock", *hand.seen.get(wrong[0], ()))
    if len(back) != size - few:
        return f"the stock has {so_many(few, 'card')}, so {size - few} of these come from the discards, not {len(back)}"
    return None


# Rules: Stop


@judges(turn_order)
def on_turn(hand: FiftyOne, stops: Stops) -> str | None:
    """In turn, or right after one's own exchange; nobody knows where turns aren't told."""
    given = hand.given and hand.given.who == stops.who
    return None if given or stops.who == hand.turn or not hand.board else not_next(stops.who, hand.turn)


@illegal(place=Stops)
def stop(hand: FiftyOne, stops: Stops) -> Reason | None:
    """Whoever is content says Stop, once in a hand; all the others have one turn after it."""
    return Reason(f"{hand.stop.who} has said Stop ({at(hand.stop)})", hand.stop) if hand.stop else None


@judges(clear_once)
def takes_first(hand: FiftyOne, stops: Stops) -> Reason | None:
    if not hand.cleared or hand.turn != stops.who:
        return None
    return Reason(f"{stops.who} has cleared the board{lines(hand.cleared)}, so takes a card of it", *hand.cleared)


@illegal
def early_stop(
    hand: FiftyOne, stops: Stops, *, rounds: int = number(0, "turns that a player has before saying Stop", most=10)
) -> str | None:
    """Before a player may say Stop, that player has had {rounds:word turn}."""
    had = hand.turns[stops.who]
    return f"{stops.who} has had {so_many(had, 'turn')} so far, of {rounds}" if hand.board and had < rounds else None


# Rules: the score

suit_value = worth("The suit of which there are most cards counts, and every other card is taken off that.")
joker_wild = worth(
    "{joker}.",
    joker={
        "no": "there is no joker in the pack",
        "yes": "the joker is any card that isn't in the hand with it, the one that brings most",
    },
)


@judges(one_pack, hand_count, when="always")
def can_show(hand: FiftyOne, holds: Holds) -> Answer:
    """Cards lie in the hand with all that are known to be there, and a number is one that some cards there score."""
    who, cards, holding, before = holds.who, holds.cards, hand.holding(holds.who), hand.held.get(holds.who)
    broken: dict[Rule, str] = {}
    total, least = holds.points, LEAST_WITH_JOKER if holding.known[JOKER] else LEAST
    if cards and (why := can_have(hand, who, cards, sized=False) or holds_too(hand, who, cards)):
        broken[one_pack] = why
    size = len(holding)
    if cards and len(cards) != size:
        broken[hand_count] = f"{who} has {size} cards, not {len(cards)}"
    elif size != HAND:
        return broken  # the table keeps a hand of another size
    elif not least <= total <= MOST:
        broken[hand_count] = f"five cards score {least} to {MOST}, not {total}"
    elif before and before.points != total:
        broken[hand_count] = cannot_happen(f"{who} has {before.points} ({at(before)}), not {total}", before)
    elif not broken and not can_lie([lot(hand, who, total, cards), *others(hand, who)]):
        broken[hand_count] = Reason(
            f"{who} can't have {listed(cards) if cards else total} beside what was told", *holding.proof
        )
    return broken


def lot(hand: FiftyOne, seat: Seat, total: int, cards: Cards = ()) -> Lot:
    """What the hand of SEAT may be, by its score or by its cards."""
    known = frozenset(cards or hand.holding(seat).known)
    return Lot(known, known if cards or hand.holding(seat).whole else known.union(hand.unseen()), total)


def others(hand: FiftyOne, seat: Seat) -> list[Lot]:
    """What the hands may be that were told of the others."""
    return [
        lot(hand, other, holds.points)
        for other, holds in hand.sound(hand.held).items()
        if other != seat and len(hand.holding(other)) == HAND
    ]


best_hand = worth(
    "The highest score wins the hand, {score}; the number of hands in a game is {hands:word}.",
    lines="won",
    score={"wins": "which counts {won:word}", "counts": "which counts nothing by itself"},
    won=number(1, "points for a hand won", least=1, most=100),
    hands=number(1, "hands in a game", least=1),
)
stopper_tie = worth("Whoever said Stop loses a tie; the others in it win together.", lines="won")
counts_scored = worth(
    "{score}.",
    lines="counts",
    score={"wins": "what a hand counts isn't scored", "counts": "everybody scores what the hand counts"},
)
failed_stop = worth(
    "Whoever said Stop and doesn't win the hand loses {failed_stop:word point}.",
    lines="stop",
    failed_stop=number(0, "points lost by a Stop that doesn't win", most=100),
)


GAME = Game(
    slug="fifty-one",
    name="Fifty-One",
    summary="Exchange cards with the board until one suit is worth enough, and say Stop.",
    family="drawing",
    players=range(2, 6),
    pack=lambda players, house: Pack(jokers=int(house["joker"] == "yes")),
    hand=FiftyOne,
    play=play_hand,
    over=hands_played(),
    verbs={
        Deal: "first, and when a hand is finished",
        Upcard: "after the deal",
        Exchanges: "in turn, and ends it",
        Clears: "in turn, before the exchange",
        Stops: "in place of an exchange, or right after one's own",
        Rest: IN_NUMBERS,
        Holds: "when the turn is back at whoever said Stop",
    },
    pack_rule=one_pack,
    options=(
        Option("joker", "no", "whether the joker is in the pack", (joker_wild,), choices=("no", "yes")),
        Option(
            "score",
            "wins",
            "whether hands won are counted, or what everybody's hand counts",
            (best_hand, counts_scored),
            choices=("wins", "counts"),
        ),
    ),
    variants=(
        Variant("joker", "A joker is in the pack.", "joker=yes"),
        Variant("for-counts", "Five hands, and everybody scores what they count.", "score=counts, hands=5"),
        Variant("best-of-five", "Five hands, and most hands won.", "hands=5"),
        Variant("no-early-stop", "Nobody says Stop before a turn of one's own.", "rounds=1"),
        Variant("board-stays", "The board is never cleared.", "clears=0"),
    ),
    facts={
        "board": lambda hand: " ".join(card.text for card in hand.board),
        "stock": lambda hand: hand.stock if hand.board or not hand.stop else None,
        "stopper": lambda hand: hand.stop.who if hand.stop else None,
        "counts": lambda hand: {seat: holds.points for seat, holds in hand.held.items()},
        "hand": lambda hand: hand.number,
    },
    deal_out=take_up,
    now=lambda hand: [f"board {' '.join(card.pretty for card in hand.board)}"] if hand.board else [],
    ends=(stop,),
    at_a_glance=(
        Glance("cards each", HAND, hand_count),
        Glance("open on the board", lambda table: table.house["board"], board),
        card_values(lambda card: VALUES.get(card.rank), suit_value),
        Glance("best hand", MOST, best_hand),
    ),
    short_form="`deal`, who `stops`, and `holds N` for everybody. In mid-hand these come after `rest`.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben stops", "Ann holds 28; Ben holds 41; Cat holds 17"),
        "Ann 0, Ben 1, Cat 0",
    ),
    rulings=(
        "The longest suit is the one with most cards; of several, the one that scores more.",
        "Stop is said in place of a turn or right after one's own exchange, also in the first round.",
        "Nobody passes: every turn takes a card of the board, and gives another one.",
        "A board that was just cleared is shuffled with the other discards, so its cards may come again at once.",
        "A joker that was given to the board is a joker again.",
        "When the table stops, the most hands won have won.",
    ),
    edition=2,
)
