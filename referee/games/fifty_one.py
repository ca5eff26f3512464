"""Fifty-One: exchange one card a turn with the board, and collect a long suit of high cards."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field

from referee.cards import JOKER, Card, Cards, Pack, listed
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, leaders
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


class Upcard(Report, speaker="none", as_said="the upcards"):
    """the cards on the board"""

    cards: Cards

    @classmethod
    def options(cls, hand: FiftyOne, seat: Seat) -> Iterator[Upcard]:
        boards = itertools.combinations(hand.unseen(), hand.house["board"])
        return (cls(cards) for cards in itertools.islice(boards, FEW))


class Exchanges(Report, labels={"card": "card laid down", "for_": "card taken for it"}):
    """a card put on the board in place of one that is there"""

    card: Card
    _: KW_ONLY
    for_: Card

    @classmethod
    def options(cls, hand: FiftyOne, seat: Seat) -> list[Exchanges]:
        return [cls(card, for_=target, who=seat) for card in hand.may_hold(seat) for target in hand.board]


class Clears(Report):
    """a player clears the board, and these new cards are dealt to it"""

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
    """a player says Stop; the others have one more turn each"""


class Holds(Counted, labels={"what": "points in hand", "what cards": "cards in hand"}, limits={"what": MOST}):
    """the points of a player's hand at the end, or its cards"""

    @property
    def points(self) -> int:
        return self.counted(score)

    @classmethod
    def options(cls, hand: FiftyOne, seat: Seat) -> list[Holds]:
        return cls.each(hand, seat, range(LEAST, MOST + 1))


@dataclass
class FiftyOne(CountedHand):
    """One deal. A card that was once on the board can't be an unknown card."""

    turn: Seat = NOBODY  # nobody's when the hand is over
    board: list[Card] = field(default_factory=list)
    stock: int = 0
    renewed: list[Card] | None = None  # the cards of a stock made from the discard pile
    discards: list[Card] = field(default_factory=list)
    cleared: list[Clears] = field(default_factory=list)  # in this turn
    given: Exchanges | None = None  # the turn before, until something else is entered
    turns: Counter[Seat] = field(default_factory=Counter)  # turns that every player has had
    stop: Stops | None = None
    in_numbers: bool = False  # from some turn on
    held: dict[Seat, Holds] = field(default_factory=dict)

    def to_act(self) -> Seat:
        return self.turn

    def to_hold(self) -> tuple[Seat, ...]:
        return self.all_but(self.held)

    def in_stock(self) -> list[Card]:
        """Every card the stock may have."""
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
        hand.book(hand.stop.who, failed_stop, -cost, f"{hand.stop.who} said Stop and didn't win", hand.stop)


def give(hand: FiftyOne, exchange: Exchanges) -> None:
    card, taken = exchange.card, exchange.for_
    if card is not taken:
        hand.part_with(exchange, card)
        hand.holdings[exchange.who].gain(exchange, taken)
        hand.board[hand.board.index(taken)] = card
    pass_turn(hand, exchange.who)
    hand.given = exchange


def clear(hand: FiftyOne, clears: Clears) -> None:
    """Deals a new board. If the stock runs out, the last cards come from the discard pile."""
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
    """Passes the turn. When it is back at the player who said Stop, the hand is over."""
    hand.turns[seat] += 1
    hand.cleared, hand.given = [], None
    following = hand.after(seat)
    hand.turn = NOBODY if hand.stop and following == hand.stop.who else following


def forget(hand: FiftyOne) -> None:
    """Drops what is known of the cards, if turns weren't reported."""
    if not hand.board:
        hand.deal_cards(HAND)
        hand.seen = {}


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
one_pack = impossible(
    "Each player gets five cards. Then cards are dealt face up to the board. There is one of each card. A card"
    " you take stays in your hand until you put it on the board. When the stock is empty, shuffle the discard"
    " pile to make a new one.",
    asked="many cards, stock empty, keep card",
)
hand_count = arithmetic("A hand has five cards. The points entered must be possible with five cards.", place=Holds)
judges(hand_count, one_pack)(counted.as_dealt)


@judges(one_pack)
def whole_board(hand: FiftyOne, upcard: Upcard) -> str | None:
    size: int = hand.house["board"]
    if len(upcard.cards) != size:
        return f"the board has {size} cards, not {len(upcard.cards)}"
    return too_many(hand, Counter(upcard.cards))


# Rules: a turn

turn_order = illegal(
    "The player on the dealer's left goes first. The turn passes to the left.", turn=(Exchanges, Clears)
)


@illegal(asked="what do turn, exchange, must exchange, must take, many take, swap, take two")
def exchange(hand: FiftyOne, swap: Exchanges) -> str | None:
    """On your turn, you must take one card from the board and put another card from your hand in its place."""
    return "you can't give back the card you took, and you can't pass" if swap.card is swap.for_ else None


board = impossible(
    "The board has {board:word card}. You can take only a card that is on the board.",
    board=number(5, "cards on the board", least=1, most=lambda players: (52 - HAND * players) // 2),
    asked="board cards, many board",
)


@judges(board)
def lies_there(hand: FiftyOne, exchange: Exchanges) -> str | None:
    if exchange.for_ in hand.board:
        return None
    why = f"the board has only {listed(hand.board)}" if hand.board else "enter the board first: `upcard …`"
    return Reason(why, *hand.seen.get(exchange.for_, ()))


@judges(one_pack)
def from_hand(hand: FiftyOne, exchange: Exchanges) -> Reason | None:
    same = exchange.card is exchange.for_
    return None if same else can_have(hand, exchange.who, (exchange.card,))


# Rules: a new board


@illegal(place=Clears, asked="clear first turn, clear first")
def first_turn(hand: FiftyOne, clears: Clears) -> str | None:
    """On your first turn, you can't clear the board."""
    return None if hand.turns[clears.who] else f"this is {clears.who}'s first turn"


clear_once = illegal(
    "To clear the board, discard its cards and deal new ones before you take a card. Then you must take one of the"
    " new cards. {clears}.",
    clears=number(
        1,
        "times you may clear the board in a turn",
        most=5,
        words={"0": "at this table you can't", "N": "you may do so {N:times} in a turn"},
    ),
    asked="clear board, clear, when clear, new cards board, clear twice, before take, wipe board, "
    "change board, clear before",
)


@judges(clear_once)
def once_a_turn(hand: FiftyOne, clears: Clears) -> str | None:
    before = hand.cleared if clears.who == hand.turn else []
    if len(before) < clear_once(hand):
        return None
    return Reason(
        f"{clears.who} has already cleared the board{lines(before)}"
        if before
        else "at this table, the board can't be cleared",
        *before,
    )


@judges(one_pack)
def new_board(hand: FiftyOne, clears: Clears) -> str | None:
    """Whether the new cards come from the stock, and from the discard pile only when the stock is empty."""
    size: int = hand.house["board"]
    cards, stock, few = set(clears.cards), hand.in_stock(), min(hand.stock, size)
    if not hand.board:
        return "enter the board first: `upcard …`"
    if len(clears.cards) != size or len(cards) != size:
        return f"{size} new cards are dealt to the board"
    back = cards.intersection((*hand.discards, *hand.board)) if few < size else set()
    if wrong := [card for card in clears.cards if card not in stock and card not in back]:
        return Reason(f"{wrong[0].pretty} isn't in the stock", *hand.seen.get(wrong[0], ()))
    if len(back) != size - few:
        return (
            f"the stock has {so_many(few, 'card')}, so {size - few} of these must come from the discard pile, not"
            f" {len(back)}"
        )
    return None


# Rules: Stop


@judges(turn_order)
def on_turn(hand: FiftyOne, stops: Stops) -> str | None:
    """Whether it is the player's turn or comes right after that player's exchange. Unknown if turns weren't entered."""
    given = hand.given and hand.given.who == stops.who
    return None if given or stops.who == hand.turn or not hand.board else not_next(stops.who, hand.turn)


@illegal(place=Stops, asked="say stop, when stop, two stop, after stop, how end")
def stop(hand: FiftyOne, stops: Stops) -> Reason | None:
    """If you like your hand, you may say Stop. After that, every other player has one more turn. Only one player can
    say Stop in a hand."""
    return Reason(f"{hand.stop.who} has already said Stop ({at(hand.stop)})", hand.stop) if hand.stop else None


@judges(clear_once)
def takes_first(hand: FiftyOne, stops: Stops) -> Reason | None:
    if not hand.cleared or hand.turn != stops.who:
        return None
    return Reason(f"{stops.who} cleared the board{lines(hand.cleared)} and must take a card first", *hand.cleared)


@illegal(asked="stop first turn, stop straight away, stop immediately, stop early, stop right away")
def early_stop(
    hand: FiftyOne,
    stops: Stops,
    *,
    rounds: int = number(
        0,
        "turns a player must have before saying Stop",
        most=10,
        words={"0": "even on your first turn", "N": "only after {N:word turn} of your own"},
    ),
) -> str | None:
    """You may say Stop {rounds}."""
    had = hand.turns[stops.who]
    return (
        f"{stops.who} needs {so_many(rounds, 'turn')} first, and has had {had}" if hand.board and had < rounds else None
    )


# Rules: the score

suit_value = worth(
    "Add up the cards of your longest suit, then subtract all your other cards. An ace is"
    " worth 11, a king, queen or jack 10, and any other card its number.",
    asked="what count, how count, other suits, ace worth, which suit, cards worth, subtract, count hand, "
    "face worth, different suits",
)
joker_wild = worth(
    "{joker}.",
    joker={
        "no": "there is no joker in the deck",
        "yes": "the joker stands for any card that isn't in your hand, the one that scores most",
    },
    asked="joker",
)


@judges(one_pack, hand_count, when="always")
def can_show(hand: FiftyOne, holds: Holds) -> Answer:
    """Whether a hand can have these cards or this score, given the other hands."""
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
        left = "the cards left can't make the other totals" if cards else "the cards left can't make it"
        broken[hand_count] = Reason(f"{who} can't have {listed(cards) if cards else total}: {left}", *holding.proof)
    return broken


def lot(hand: FiftyOne, seat: Seat, total: int, cards: Cards = ()) -> Lot:
    """The possible cards of SEAT's hand, by its score or its cards."""
    known = frozenset(cards or hand.holding(seat).known)
    return Lot(known, known if cards or hand.holding(seat).whole else known.union(hand.unseen()), total)


def others(hand: FiftyOne, seat: Seat) -> list[Lot]:
    """The possible cards of the other hands that were entered."""
    return [
        lot(hand, other, holds.points)
        for other, holds in hand.sound(hand.held).items()
        if other != seat and len(hand.holding(other)) == HAND
    ]


best_hand = worth(
    "The hand with the highest value wins, {score}. A game has {hands:word hand}.",
    lines="won",
    score={"wins": "and its player scores {won}", "counts": "but winning it scores nothing extra"},
    won=number(1, "points for winning a hand", least=1, most=100),
    hands=number(1, "hands in a game", least=1),
    asked="who win, win hand, score win",
)
stopper_tie = worth(
    "If the player who said Stop ties with others for the highest score, the others win. In any other tie, the tied"
    " players all win.",
    lines="won",
    asked="stopper tie, tie, stop tie, same score",
)
counts_scored = worth(
    "{score}.",
    lines="counts",
    score={"wins": "the value of your hand only decides who wins", "counts": "you score the value of your hand"},
    asked="value counted",
)
failed_stop = worth(
    "If you say Stop and don't win the hand, you lose {failed_stop:word point}.",
    lines="stop",
    failed_stop=number(0, "points lost by saying Stop and not winning", most=100),
    asked="stop not win, stop lose, wrong stop, stop and lose, stop penalty",
)


GAME = Game(
    slug="fifty-one",
    name="Fifty-One",
    summary="Exchange cards with the board, collect one suit, and say Stop when your hand is good enough.",
    family="drawing",
    players=range(2, 6),
    pack=lambda players, house: Pack(jokers=int(house["joker"] == "yes")),
    hand=FiftyOne,
    play=play_hand,
    over=hands_played(),
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal",
        Exchanges: "on your turn; ends it",
        Clears: "on your turn, before the exchange",
        Stops: "instead of an exchange, or right after your own",
        Rest: IN_NUMBERS,
        Holds: "when the turn comes back to the player who said Stop",
    },
    pack_rule=one_pack,
    options=(
        Option("joker", "no", "whether the deck has a joker", (joker_wild,), choices=("no", "yes")),
        Option(
            "score",
            "wins",
            "what is scored: hands won, or the value of every hand",
            (best_hand, counts_scored),
            choices=("wins", "counts"),
        ),
    ),
    variants=(
        Variant("joker", "Play with a joker.", "joker=yes"),
        Variant("for-counts", "Five hands, and everybody scores the value of each hand.", "score=counts, hands=5"),
        Variant("best-of-five", "Play five hands. The player who wins the most of them wins.", "hands=5"),
        Variant("no-early-stop", "You can't say Stop before you have had a turn.", "rounds=1"),
        Variant("board-stays", "You can't clear the board.", "clears=0"),
    ),
    facts={
        "board": Fact(lambda hand: " ".join(card.text for card in hand.board), "the cards on it"),
        "stock": Fact(lambda hand: hand.stock if hand.board or not hand.stop else None, "cards in the stock"),
        "stopper": Fact(lambda hand: hand.stop.who if hand.stop else None, "who said Stop"),
        "counts": Fact(lambda hand: {seat: holds.points for seat, holds in hand.held.items()}, "points of each hand"),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    deal_out=take_up,
    now=lambda hand: [f"board {' '.join(card.pretty for card in hand.board)}"] if hand.board else [],
    ends=(stop,),
    at_a_glance=(
        Glance("cards each", HAND, hand_count),
        Glance("face up on the board", lambda table: table.house["board"], board),
        card_values(lambda card: VALUES.get(card.rank), suit_value),
        Glance("best hand", MOST, best_hand),
    ),
    short_form=(
        "Type `deal`, then who `stops`, then the points each player `holds`. If you stop entering cards in the middle"
        " of a hand, type `rest` before the totals."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben stops", "Ann holds 28; Ben holds 41; Cat holds 17"),
        "Ann 0, Ben 1, Cat 0",
    ),
    rulings=(
        "The longest suit is the one with the most cards. If two are equally long, the one that scores more counts.",
        "You may say Stop instead of taking your turn, or right after your own exchange. You may do so even in"
        " the first round.",
        "You can't pass. On every turn, unless you say Stop instead, you take one card and put back another.",
        "If the stock runs out when you clear the board, the cards you cleared are shuffled with the rest of the"
        " discard pile. So they may come back at once.",
        "If you play with a joker, it may stand for a different card each time somebody takes it.",
        "If you end the game early, the player who has won the most hands wins it.",
    ),
    edition=2,
)
