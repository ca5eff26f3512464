"""Trash: fill your layout from ace to ten with the cards you turn up, each card in its own spot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.cards import JOKER_RANK, UNKNOWN, Card, Cards, Pack, Rank
from referee.game.asks import NOTHING, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Hand
from referee.game.quick_reference import spaced
from referee.kit.claims import claims_to_be
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    illegal,
    impossible,
    in_letters,
    judges,
    not_next,
    number,
    unclear,
    worth,
)

SPOTS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
WILD = {"jacks": ("J",), "kings": ("K",), "jacks-and-kings": ("J", "K"), "none": ()}

# Reports


class Turn(Report, bare=True):
    """the cards a player turned up, in order"""

    cards: Cards

    @classmethod
    def options(cls, hand: Trash, seat: Seat) -> Iterable[Any]:
        """One card, or a natural card and the wild card it frees; a turn can be entered in pieces."""
        if seat not in hand.laid:
            return
        top = [lying.card.rank for lying in hand.discards[-1:] if lying.card is not UNKNOWN]
        ranks = top if cls is Takes else dict.fromkeys((*hand.pack.ranks, *hand.wild))
        for rank in ranks:
            for card in hand.placed_anywhere(seat, rank) if rank in hand.wild else [Card(rank)]:
                yield cls((card,), who=seat)
            if wild := hand.wild_in(seat, rank):
                freed = hand.placed_anywhere(seat, wild.card.rank)
                yield from (cls((Card(rank), card), who=seat) for card in freed)


class Draws(Turn, bare=True):
    """a turn that starts with the stock: the card drawn, then each card turned up"""


class Takes(Turn, bare=True):
    """a turn that starts with the last discard: that card, then each card turned up"""


class Plays(Turn, bare=True):
    """the next cards of the same turn, if you enter it in pieces"""


class Out(Report, also=("outs",)):
    """a player has filled the layout"""


class Lying(NamedTuple):
    """A card face up on the table, and the report that named it."""

    card: Card
    told: Report

    def __str__(self) -> str:
        return f"{self.card.face.pretty} ({at(self.told)})"


@dataclass
class Trash(Hand):
    """One deal; ``laid`` has the face-up cards in each layout, by spot."""

    spots: dict[Seat, Sequence[str]] = field(default_factory=dict)
    laid: dict[Seat, dict[str, Lying]] = field(default_factory=dict)
    discards: list[Lying] = field(default_factory=list)
    stock: int = 0
    up: Seat = NOBODY  # whose turn it is
    turn: Turn | None = None  # the last report of a turn that isn't over
    before: Turn | None = None  # the last report of the turn before
    winner: Seat = NOBODY

    def to_act(self) -> Seat:
        return self.up

    def uncovered(self, seat: Seat) -> list[str]:
        return [spot for spot in self.spots[seat] if spot not in self.laid[seat]]

    @property
    def wild(self) -> tuple[Rank, ...]:
        return wild_ranks(self.house)

    def placed_anywhere(self, seat: Seat, rank: str) -> list[Card]:
        """A wild card placed in each spot it may go to."""
        return [Card(rank, says=spot) for spot in self.uncovered(seat)]

    def wild_in(self, seat: Seat, spot: str) -> Lying | None:
        """The wild card in a spot, if there is one."""
        lying = self.laid[seat].get(spot)
        return lying if lying and lying.card.rank in self.wild else None

    def lying(self, turn: Turn) -> list[Lying]:
        """All face-up cards, without discards that this turn shuffles into a new stock."""
        renews = isinstance(turn, Draws) and not self.stock
        laid = [lying for spots in self.laid.values() for lying in spots.values()]
        return laid + (self.discards[-1:] if renews else self.discards)


# The hand


async def play_hand(hand: Trash) -> None:
    finished = bar(hand_end, "a layout is full and the hand is over", Draws, Takes, Plays)
    await hand.deal(barred=finished if hand.standing.hands else NOTHING)
    for seat in hand.seats:
        hand.spots[seat], hand.laid[seat] = SPOTS[: layout_size(hand, seat) or 1], {}
    hand.stock = len(hand.pack) - sum(map(len, hand.spots.values()))
    hand.up = hand.eldest

    # Turns
    asks = (
        hand.ask(hand.to_act, Draws, Takes) | hand.ask(hand.to_act, Plays, free=True) | hand.ask(None, Out, aside=True)
    )
    while not hand.winner:
        match report := await asks:
            case Out():
                hand.winner = report.who
            case _:
                take_turn(hand, report)
    hand.book(hand.winner, hand_end, 1, "filled the layout", report)


# Turns


def take_turn(hand: Trash, report: Turn) -> None:
    course = follow(hand, report)
    if isinstance(report, Draws):
        if not hand.stock:
            hand.stock = len(hand.discards) - 1
            del hand.discards[:-1]
        hand.stock -= 1
    elif isinstance(report, Takes):
        hand.discards.pop()
    if hand.turn and (hand.up != report.who or not isinstance(report, Plays)):
        hand.discards.append(Lying(UNKNOWN, hand.turn))  # the turn ended with a card that wasn't entered
    hand.laid[report.who] = course.laid
    hand.discards += course.thrown
    if not hand.uncovered(report.who):
        hand.winner = report.who
    hand.turn, hand.before = (None, report) if course.over else (report, hand.before)
    hand.up = hand.after(report.who) if course.over else report.who


@dataclass
class Course:
    """Where the cards of one report go, and the rules they break.

    ``fresh`` are the cards that were face down before.
    """

    laid: dict[str, Lying]
    thrown: list[Lying] = field(default_factory=list)
    fresh: list[Card] = field(default_factory=list)
    broken: dict[Rule, str] = field(default_factory=dict)
    over: bool = False  # the last card was discarded, so the turn is over


def follow(hand: Trash, turn: Turn) -> Course:
    """Places the cards of a report one after the other."""
    who, spots = turn.who, hand.spots[turn.who]
    course = Course(hand.laid[who].copy())
    pushed: Lying | None = None  # a wild card that was just replaced
    for place, card in enumerate(turn.cards, 1):
        more = place < len(turn.cards)
        if not pushed and (place > 1 or not isinstance(turn, Takes)):
            course.fresh.append(card.face)
        wild = card.rank in hand.wild
        spot = card.says if wild else card.rank
        lying = course.laid.get(spot)
        if len(course.laid) == len(spots):
            if more or card.says:
                rules = (hand_end, placement) if card.says else (hand_end,)
                course.broken |= dict.fromkeys(rules, f"{who}'s layout is full and the hand is over")
            break
        if course.over:
            last = course.thrown[-1].card.pretty
            course.broken[turn_end] = f"{who} can't place {last}: discarding it ends the turn, so nothing can follow it"
        if pushed and not alike(card, pushed.card):
            course.broken[jack_freed] = Reason(f"{who} must place {pushed} next, not {card.pretty}", pushed.told)
            course.thrown.append(pushed)
        if wild:
            fits = spot in spots
            if not spot:
                course.broken[placement] = unclear(f"which spot? Type `{card.rank}=4` for the fourth")
            elif lying or not fits:
                why = Reason(f"spot {spot} already has {lying}", lying.told) if lying else f"{who} has no spot {spot}"
                course.broken |= dict.fromkeys((placement, jack_freed) if pushed else (placement,), why)
            pushed = None
        else:
            pushed = lying if lying and lying.card.rank in hand.wild and more else None
            fits = spot in spots and (not lying or pushed is not None)
        if fits:
            course.laid[spot] = Lying(card, turn)
        else:
            course.thrown.append(Lying(card, turn))
        course.over = not fits
    return course


def alike(card: Card, other: Card) -> bool:
    """Whether two cards may be the same; a suit may be left out."""
    if UNKNOWN in (card, other):
        return True
    return card.rank == other.rank and (card.suit == other.suit or not card.suit or not other.suit)


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
packs = impossible(
    "Use one deck for {players_a_pack}, {jokers}, and shuffle the decks together. Deal each layout"
    " face down, five cards to a row. When the stock is gone, keep the top discard and"
    " shuffle the others into a new stock. No card can be in two places.",
    players_a_pack=number(
        2,
        "players for each deck",
        least=1,
        most=52 // len(SPOTS),
        words={"1": "each player", "N": "every {N:word player}"},
    ),
    jokers=number(
        0,
        "jokers in each deck; they are wild",
        most=4,
        words={"0": "without jokers", "N": "with {N:word joker} in each"},
    ),
)


@judges(packs)
def as_many_as_spots(hand: Trash, deal: Deal) -> str | None:
    sizes = {layout_size(hand, seat) or 1 for seat in hand.seats}
    if deal.size is None or deal.size in sizes:
        return None
    return f"the layouts have {' or '.join(map(str, sorted(sizes)))} spots, not {deal.size}"


@judges(packs)
def one_card_a_spot(hand: Trash, dealt: Dealt) -> str | None:
    size = len(hand.spots.get(dealt.who, SPOTS))
    return None if len(dealt.cards) <= size else f"{dealt.who} gets {so_many(size, 'card')}, not {len(dealt.cards)}"


def number_of_packs(players: int, house: Mapping[str, Any]) -> int:
    return -(-players // int(house["players-a-pack"]))


def packs_for(players: int, house: Mapping[str, Any]) -> Pack:
    number = number_of_packs(players, house)
    return Pack(packs=number, jokers=number * house["jokers"], ace="low")


def wild_ranks(house: Mapping[str, Any]) -> tuple[Rank, ...]:
    """The wild ranks, jokers included."""
    return (*map(Rank, WILD[house["wild"]]), *([JOKER_RANK] if house["jokers"] else []))


@worth(asked="many spots, how many cards, smaller layout")
def layout_size(
    hand: Trash,
    seat: Seat,
    *,
    layout: int = number(
        10,
        "spots in the first layout",
        least=1,
        most=len(SPOTS),
        fixed="layouts are set when the game starts",
    ),
    shorter: int = number(
        1,
        "spots you lose for each hand you win",
        least=1,
        most=len(SPOTS),
        fixed="layouts are set when the game starts",
    ),
) -> int:
    """Your layout starts with {layout:spot}, counted from the ace. For each hand you win, your next layout has
    {shorter:word spot} fewer."""
    won: int = hand.standing.balance.get(seat, 0)
    return max(0, min(layout, layout - shorter * won))


def layouts(hand: Trash) -> dict[Seat, int]:
    """The size of each layout; between hands, the size of the next one."""
    return {
        seat: len(hand.spots[seat]) if hand.spots and not hand.finished else layout_size(hand, seat)
        for seat in hand.seats
    }


# Rules: turns

turn_order = illegal("The player on the dealer's left goes first. The turn passes to the left.", turn=(Draws, Takes))
turn_end = illegal(
    "If you can't place a card, discard it, and your turn is over.", asked="not place, end turn, can not place"
)


@judges(turn_order)
def begins(hand: Trash, turn: Draws | Takes) -> str | None:
    if not hand.turn or turn.who != hand.up:
        return None
    why = f"{hand.up}'s turn isn't over ({at(hand.turn)}): enter the next card with `{hand.up} plays …`"
    return Reason(why, hand.turn)


@judges(turn_order, turn_end)
def goes_on(hand: Trash, plays: Plays) -> Answer:
    if hand.turn:
        return None if plays.who == hand.up else not_next(plays.who, hand.up)
    if hand.before and plays.who == hand.before.who:
        why = Reason(f"{plays.who}'s turn ended with a discard ({at(hand.before)})", hand.before)
        return {turn_order: why, turn_end: why}
    return f"{hand.up} must first draw, or take the last discard"


take_discard = illegal(
    "Spots without a face-up card are open. If the last discard fits an open spot of yours, you must take it. If not,"
    " draw a card from the stock.",
    asked="must take, take discard, pick up discard",
)


@judges(take_discard)
def leaves_discard(hand: Trash, draws: Draws) -> str | None:
    top = hand.discards[-1] if hand.discards else None
    if top is None or not wants(hand, draws.who, top.card):
        return None
    return Reason(f"the last discard, {top}, fits {draws.who}'s layout, so {draws.who} must take it", top.told)


@judges(take_discard, packs)
def has_discard(hand: Trash, takes: Takes) -> Answer:
    if hand.discards and alike(takes.cards[0], hand.discards[-1].card):
        return None
    top = f"the last discard is {hand.discards[-1]}" if hand.discards else "the discard pile is empty"
    return dict.fromkeys((take_discard, packs), top)


@judges(take_discard)
def uses_discard(hand: Trash, takes: Takes) -> str | None:
    first = takes.cards[0]
    if wants(hand, takes.who, first) or (hand.wild_in(takes.who, first.rank) and len(takes.cards) > 1):
        return None
    return f"{takes.who} has no spot for {first.pretty}, so must draw from the stock"


def wants(hand: Trash, seat: Seat, card: Card) -> bool:
    """Whether a card fits a spot that has no face-up card."""
    uncovered = hand.uncovered(seat)
    return bool(uncovered) if card.rank in hand.wild else card.rank in uncovered


placement = illegal(
    "Put each card in the spot of its rank, as far as your layout goes. Then turn up the card that was there, and place"
    " that one next. You may put a wild card in any open spot. {wild}. Any jokers are wild too.",
    wild={
        "jacks": "jacks are wild",
        "kings": "kings are wild",
        "jacks-and-kings": "jacks and kings are wild",
        "none": "no rank from ace to king is wild",
    },
    asked="where jack, jacks wild, where put, jack, queen king, what wild, where go",
)
jack_freed = illegal(
    "You may replace a wild card in your layout with the natural card. Then place the wild card again.",
    asked="replace wild, replace jack, move jack",
)
hand_end = illegal(
    "The first player with a full layout wins the hand and scores 1. Then the hand is over.",
    place=Out,
    lines="won",
    asked="win hand, full layout",
)


@judges(placement, jack_freed, turn_end, hand_end)
def goes_by_rules(hand: Trash, turn: Turn) -> Mapping[Rule, str]:
    return follow(hand, turn).broken


@judges(packs)
def in_the_packs(hand: Trash, turn: Turn) -> str | None:
    """There can't be more face-up cards of a kind than the decks have."""
    for card in turn.cards:
        if card.says and card.rank not in hand.wild:
            return f"{card.face.pretty} isn't wild"
    copies = number_of_packs(len(hand.seats), hand.house)
    each = {JOKER_RANK: copies * hand.house["jokers"]}
    lying = hand.lying(turn)
    for card in follow(hand, turn).fresh:
        same = [other for other in lying if other.card.rank == card.rank]
        twins = [other for other in same if other.card.suit == card.suit]
        if len(same) >= each.get(card.rank, 4 * copies) or (card.suit and len(twins) >= copies):
            return Reason(f"every {card.pretty} is already face up", *(other.told for other in same))
        lying.append(Lying(card, turn))
    return None


# Rules: the end


judges(hand_end)(claims_to_be(Out, lambda hand, out: hand.winner, "filled the layout"))


@worth(asked="win game")
def game_end(hand: Trash) -> bool:
    """You win the game when you win a hand and your next layout would have no spots left."""
    return any(not layout_size(hand, seat) for seat in hand.seats)


GAME = Game(
    slug="trash",
    name="Trash",
    summary="Fill your layout from ace to ten. Each hand you win makes your next layout shorter.",
    family="layout",
    players=range(2, 31),
    pack=packs_for,
    pack_rule=packs,
    says=True,
    hand=Trash,
    play=play_hand,
    over=game_end,
    verbs={
        Deal: "at the start of each hand",
        Draws: "on a player's turn",
        Takes: "on a player's turn",
        Plays: "during a turn",
        Out: "at the end of a hand, if you didn't enter every turn",
    },
    options=(Option("wild", "jacks", "the wild ranks", (placement, jack_freed), choices=tuple(WILD)),),
    variants=(
        Variant("kings-wild", "Kings are wild, and a jack ends the turn.", "wild=kings"),
        Variant("jokers", "Add two wild jokers to each deck.", "jokers=2"),
        Variant("free-draw", "You needn't take the last discard, even if it fits.", "without=take-discard"),
        Variant("quick", "Layouts start with eight spots, two fewer for each hand won.", "layout=8, shorter=2"),
        Variant("single-hand", "The first full layout wins the game.", "shorter=10"),
    ),
    facts={
        "layout": Fact(layouts, "spots in each layout"),
        "open": Fact(
            lambda hand: {seat: 0 if seat == hand.winner else len(hand.uncovered(seat)) for seat in hand.laid},
            "spots each player still has to fill",
        ),
        "top": Fact(
            lambda hand: hand.discards[-1].card.face.text if hand.discards else None, "the top card of the discard pile"
        ),
        "stock": Fact(lambda hand: hand.stock, "cards in the stock"),
    },
    ends=(hand_end,),
    at_a_glance=(
        Glance(
            "cards each",
            lambda table: f"{table.house['layout']}, {in_letters(table.house['shorter'])} fewer for each hand won",
            layout_size,
        ),
        Glance("spots", lambda table: SPOTS[: table.house["layout"]], placement, show=spaced),
        Glance("wild", lambda table: wild_ranks(table.house) or ["none"], placement, show=spaced),
        Glance(
            "end a turn",
            lambda table: [rank for rank in table.pack.ranks if rank not in (*SPOTS, *wild_ranks(table.house))],
            turn_end,
            show=spaced,
        ),
    ),
    short_form="Type `deal`, then the winner's name and `out`.",
    example=Example(
        "Ann Ben",
        ("deal", "Ben out"),
        "Ann 0, Ben 1",
    ),
    rulings=(
        "If the last discard could only replace a wild card in your layout, you may take it or draw from the stock.",
        "If an entry ends with a natural card that could only have replaced a wild card, referee takes it as"
        " discarded.",
        "You can't put a wild card on a spot with a face-up card. A wild card leaves its spot only for the natural"
        " card.",
        "If you draw from an empty stock, the discards are shuffled into a new one automatically. Those cards may turn"
        " up again.",
        "When you fill your last spot, you may enter the card that was there, but you don't have to.",
        "Scores are hands won, so if you adjust a score, the next layout changes too.",
        "If you stop early with `end`, the player who has won the most hands wins, and tied players share the win. An"
        " unfinished hand doesn't count.",
    ),
    edition=3,
)
