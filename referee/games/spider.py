"""Spider: a solitaire with two decks.  Build sequences from king down to ace in one suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import Any

from referee.cards import PIPS, SUIT_NAMES, SUITS, UNKNOWN, UPWARD, Card, Cards, Pack, Rank
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Hand, Table
from referee.kit import messages
from referee.kit.claims import deals
from referee.kit.endings import one_hand
from referee.language.reports import KW_ONLY, Report, one_for_each
from referee.language.words import Seat, Seats, Words
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    Verdict,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    number,
    unclear,
    unjudged,
    worth,
)
from referee.table.rulings import cards_of

KING_TO_ACE = UPWARD[::-1]
FACE_DOWN = "▒▒"
SUITED = {"four": "SHDC", "two": "SH", "one": "S"}

# Reports


class Upcard(Report, speaker="none", as_said="the upcards"):
    """the face-up cards of all columns after the deal; later a card that was turned up"""

    cards: Cards


class Lays(
    Report,
    verbless=True,
    labels={"on": "to column", "from_": "from column"},
    limits=dict.fromkeys(("on", "from_"), lambda hand, seat: len(hand.columns)),
):
    """a move: the card and all cards on it go to a column; if the same card could move from two columns, add `from` and
    the column"""

    cards: Cards
    _: KW_ONLY
    on: int
    from_: int | None = None

    @property
    def card(self) -> Card:
        return self.cards[0]

    @classmethod
    def spell_out(cls, words: Words, reader: Any, who: Seats) -> None:
        """``3 to 7``, or ``3 7``, moves what can go there from the end of column 3."""
        match [word.text.lower() for word in words.list[words.at :]]:
            case [source, "to", target] | [source, target] if source.isdecimal() and target.isdecimal():
                lays = moved(reader, int(source), int(target), words)
                start = () if lays.from_ is None else ("from", str(lays.from_))
                words.instead(lays.card.text, "on", target, *start)

    @classmethod
    def options(cls, hand: Spider, seat: Seat) -> Iterator[Lays]:
        """Every face-up card to every other column, the ends of the columns first."""
        lying = [
            (depth, column.number, card)
            for column in hand.columns
            for depth, card in enumerate(reversed(column.up))
            if card is not UNKNOWN
        ]
        copies = Counter(card for *_, card in lying)
        for _, source, card in sorted(lying, key=lambda place: place[:2]):
            for on in range(1, len(hand.columns) + 1):
                if on != source:
                    yield cls((card,), on=on, from_=source if copies[card] > 1 else None, who=seat)


class Draws(Report, limits={"cards": lambda hand, seat: len(hand.columns)}):
    """a deal from the stock: one card for each column"""

    cards: int | Cards = ()


class Takes(Report, adds=True):
    """sequences completed in moves you didn't enter; 1 if you give no number"""

    sequences: int = 1
    options = one_for_each(lambda hand, seat: range(1, sequences(hand.house) + 1))


# The tableau


@dataclass
class Column:
    """A column: the number of face-down cards, and the face-up cards on them, the last at the end."""

    number: int
    down: int
    up: list[Card] = field(default_factory=lambda: [UNKNOWN])

    @property
    def is_empty(self) -> bool:
        return not self.down and not self.up


@dataclass
class Spider(Hand):
    """A game.

    ``columns`` is empty before the deal and after sequences entered without their moves.  Cards turned up in the
    columns ``untold`` must be entered next, in that order.
    """

    columns: list[Column] = field(default_factory=list)
    untold: list[Column] = field(default_factory=list)
    stock: int = 0
    removed: list[str] = field(default_factory=list)  # the suit of each sequence, "" if it isn't known
    laid: int = 0

    @property
    def player(self) -> Seat:
        return self.seats[0]

    @property
    def laid_out(self) -> bool:
        """Whether the face-up cards of the layout were entered."""
        return bool(self.seen)

    def known(self, seat: Seat) -> Iterable[Card]:
        return [card for column in self.columns for card in column.up if card is not UNKNOWN]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """The cards a bare rank may mean: face-up cards for a move, unseen ones otherwise."""
        cards = self.known(report.who) if isinstance(report, Lays) else self.unseen()
        return list(dict.fromkeys(card for card in cards if card.rank == rank))

    def numbered(self, number: int) -> Column | None:
        return self.columns[number - 1] if 1 <= number <= len(self.columns) else None

    def places(self, lays: Lays) -> list[tuple[Column, int]]:
        """The places of the card to be moved, by column and depth; only movable ones, if there are any."""
        last = {
            column.number: (column, depth)
            for column in self.columns
            for depth, card in enumerate(column.up)
            if card == lays.card and lays.from_ in (None, column.number)
        }.values()
        units = [(column, depth) for column, depth in last if is_unit(column.up[depth:])]
        return units if units and self.enforces(one_suit_unit) else [*last]


def moved(hand: Spider, source: int, target: int, words: Words) -> Lays:
    """The move from one column to another, by numbers.  Raises ParseError unless there is exactly one."""
    column = hand.numbered(source)
    if not hand.columns:
        raise words.unread("the columns are no longer known, because some moves weren't entered")
    if strange := [place for place in (source, target) if not hand.numbered(place)]:
        raise words.unread(f"there is no column {strange[0]}, only 1 to {len(hand.columns)}")
    if not column or not column.up:
        raise words.unread(f"column {source} is empty")
    if column.up[-1] is UNKNOWN:
        raise words.unread(f"which card is face up in column {source}? Enter it first, with `upcard CARDS`")
    lying = Counter(card for other in hand.columns for card in other.up)
    ends = [depth for depth in range(len(column.up)) if is_unit(column.up[depth:]) or not hand.enforces(one_suit_unit)]
    moves = [
        Lays((card,), on=target, from_=source if lying[card] > 1 else None, who=hand.player)
        for card in (column.up[depth] for depth in ends if column.up[depth] is not UNKNOWN)
    ]
    fitting = [lays for lays in moves if not hand.enforces(one_higher) or not one_higher(hand, lays)]
    if len(fitting) > 1:
        which = " or ".join(lays.card.pretty for lays in fitting)
        texts = [lays.text for lays in fitting]
        raise words.unread(f"which card moves from column {source} to {target}: {which}?", texts)
    return (fitting or moves)[0]


def tableau(hand: Spider) -> list[tuple[str, ...]]:
    """The tableau in rows from the top, one cell for each column; the first row has the numbers."""
    if not hand.columns:
        return []
    cells = (
        [str(column.number)] + [FACE_DOWN] * column.down + [card.pretty for card in column.up]
        for column in hand.columns
    )
    return list(zip_longest(*cells, fillvalue=""))


# The hand


async def play_hand(hand: Spider) -> None:
    once = bar(layout, "the cards have already been laid out", Deal)
    over = once | bar(game_over, "the game is won and all cards are out of play", Upcard, Lays, Draws)
    while hand.standing.over:
        await (hand.ask(hand.player, Deal, game_over) | hand.ask(hand.player, Takes, all_eight, aside=True) | over)
    deal = await hand.deal()
    hand.columns = [Column(number, size - 1) for number, size in enumerate(sizes(hand.house), 1)]
    hand.untold = hand.columns[:]
    hand.stock = len(hand.pack) - sum(sizes(hand.house))
    if start := hand.house["start"]:
        hand.book(hand.player, moves_scored, start, "opening score", deal)

    # Moves
    taking = hand.ask(hand.player, Takes, eight_at_most) | once
    moving = (hand.ask(hand.player, Lays, Draws) | hand.ask(None, Upcard) | taking).maybe()
    lost = "the columns are no longer known, because some moves weren't entered"
    unknown = taking | bar(face_up, lost, Lays) | bar(ten_cards, lost, Draws) | bar(layout, lost, Upcard)
    while not game_won(hand):
        match await (moving if hand.columns else unknown.maybe()):
            case Upcard() as upcard:
                show(hand, upcard)
            case Lays() as lays:
                move(hand, lays)
            case Draws() as draws:
                deal_row(hand, draws)
            case Takes() as takes:
                hand.columns, hand.untold = [], []
                for _ in range(takes.sequences):
                    remove(hand, takes)
            case None:
                return  # the player stops


def show(hand: Spider, upcard: Upcard) -> None:
    for card in upcard.cards:
        hand.untold.pop(0).up = [card]
    hand.tell(upcard, *upcard.cards)


def move(hand: Spider, lays: Lays) -> None:
    (source, depth), target = hand.places(lays)[0], hand.columns[lays.on - 1]
    unit = source.up[depth:]
    del source.up[depth:]
    target.up += unit
    hand.laid += 1
    if cost := hand.house["move"]:
        hand.book(hand.player, moves_scored, -cost, f"move {hand.laid}", lays, line="move")
    settle(hand, lays, source)
    settle(hand, lays, target)


def deal_row(hand: Spider, draws: Draws) -> None:
    """Deals a card to each column, then removes complete sequences from left to right."""
    for column, card in zip(hand.columns, cards_of(draws), strict=True):
        column.up.append(card)
        hand.tell(draws, card)
    hand.stock -= len(hand.columns)
    for column in hand.columns:
        settle(hand, draws, column)


def settle(hand: Spider, report: Report, column: Column) -> None:
    """Removes a complete sequence from the end of a column, and turns up a face-down card that is now free."""
    end = column.up[-13:]
    if tuple(card.rank for card in end) == KING_TO_ACE and is_unit(end):
        del column.up[-13:]
        remove(hand, report, end[0].suit)
    if column.down and not column.up:
        column.down -= 1
        column.up = [UNKNOWN]
        hand.untold.append(column)


def remove(hand: Spider, report: Report, suit: str = "") -> None:
    hand.removed.append(suit)
    because = f"king to ace of {SUIT_NAMES[suit]}" if suit else "moves not entered"
    hand.book(hand.player, sequence, sequence(hand), because, report)


# Rules: the layout

layout = impossible(
    "Lay out all cards except the stock in {columns:word column}, as evenly as possible, with the longer columns first."
    " The last card of each column is face up, the others face down.",
    deals(lambda hand: sum(sizes(hand.house)), "{} cards are laid out", whole=True),
    messages.no_hands("there are no hands here: enter the face-up cards with `upcard CARDS`"),
    columns=number(10, "columns in the tableau", least=4, most=13),
)


def deals_in(house: Mapping[str, Any]) -> int:
    """How many times the stock can be dealt: the house's number, if there are enough cards."""
    return min(int(house["deals"]), 52 * int(house["packs"]) // int(house["columns"]) - 1)


def sizes(house: Mapping[str, Any]) -> tuple[int, ...]:
    """The size of each column in the layout, the longer ones first."""
    columns = int(house["columns"])
    each, longer = divmod(52 * int(house["packs"]) - deals_in(house) * columns, columns)
    return (each + 1,) * longer + (each,) * (columns - longer)


def sequences(house: Mapping[str, Any]) -> int:
    return 4 * int(house["packs"])


def whole_pack(players: int, house: Mapping[str, Any]) -> Pack:
    """All cards in play, of the suits in play."""
    suits = SUITED[house["suits"]]
    others = " ".join(f"{rank}{suit}" for suit in SUITS if suit not in suits for rank in UPWARD)
    return Pack(packs=sequences(house) // len(suits), without=others, ace="low")


@judges(layout)
def ten_laid_out(hand: Spider, upcard: Upcard) -> str | None:
    columns = hand.house["columns"]
    if hand.laid_out or len(upcard.cards) == columns:
        return None
    return f"enter {columns} face-up cards, one for each column, not {len(upcard.cards)}"


@judges(layout)
def ten_columns(hand: Spider, lays: Lays) -> str | None:
    strange = [number for number in (lays.on, lays.from_) if number is not None and not hand.numbered(number)]
    return f"there is no column {strange[0]}, only 1 to {len(hand.columns)}" if strange else None


def columns_shown(table: Table) -> str:
    """The columns by size, and the stock."""
    laid_out = sizes(table.house)
    columns = ", ".join(f"{number} columns of {size}" for size, number in Counter(laid_out).items())
    return f"{columns}, the last card of each face up; {len(table.pack) - sum(laid_out)} in the stock"


# Rules: cards turned up

turn_up = Rule("When a face-down card has no more cards on it, turn it up at once.", Verdict.UNCLEAR, asked="turn up")


@judges(turn_up, layout)
def laid_bare(hand: Spider, upcard: Upcard) -> Answer:
    if not hand.laid_out or len(upcard.cards) <= len(hand.untold):
        return None
    bare = " and ".join(str(column.number) for column in hand.untold)
    columns = "columns" if len(hand.untold) > 1 else "column"
    text = f"only {columns} {bare} can turn up a card" if bare else "no column can turn up a card"
    rules = (turn_up, layout) if len(upcard.cards) == len(hand.columns) else (turn_up,)
    return dict.fromkeys(rules, cannot_happen(text))


@judges(turn_up, layout)
def turned_up(hand: Spider, report: Lays | Draws) -> Answer:
    if not hand.laid_out:
        return dict.fromkeys((layout, turn_up), "first enter the face-up cards of the columns, with `upcard CARDS`")
    if not hand.untold:
        return None
    return {turn_up: f"which card was turned up in column {hand.untold[0].number}? Enter it with `upcard CARDS`"}


# Rules: moves

face_up = impossible("You can move only face-up cards.", place=Lays, asked="move face down")
one_suit_unit = illegal(
    "You may move the last card of a column. You may also move several cards together if they are the end of a column"
    " and go down in one suit without a gap.",
    asked="move several, move more, move group, move two, different suits together",
)


@judges(face_up, one_suit_unit)
def can_be_taken_up(hand: Spider, lays: Lays) -> Answer:
    broken: dict[Rule, str] = {}
    card, places = lays.card, hand.places(lays)
    if len(places) > 1:
        columns = " or ".join(str(column.number) for column, _ in places)
        broken[face_up] = unclear(f"from which column, {columns}?")
    if card in hand.unseen() and any(lays.from_ in (None, column.number) for column in hand.untold):
        return broken  # it may be the card that wasn't entered yet
    if not places:
        broken[face_up] = f"no {card.pretty} is face up{f' in column {lays.from_}' if lays.from_ else ''}"
    elif not is_unit(unit := places[0][0].up[places[0][1] :]):
        under, on = next(pair for pair in pairwise(unit) if not is_unit(pair))
        report = hand.seen[on][-1]
        is_ = "of another suit" if on.suit != under.suit else "not the next lower rank"
        where = "it" if under == card else under.pretty
        why = f"{card.pretty} can't move, because {on.pretty} on {where} is {is_} ({at(report)})"
        broken[one_suit_unit] = Reason(why, report)
    return broken


def is_unit(cards: Sequence[Card]) -> bool:
    """Whether the cards go down in one suit without a gap."""
    return all(low.suit == high.suit and PIPS[high.rank] == PIPS[low.rank] + 1 for high, low in pairwise(cards))


@illegal(asked="what put on, other suit, color, king on")
def one_higher(hand: Spider, lays: Lays) -> str | None:
    """Move a card only onto a card one rank higher, of any suit. Ace is low, and a king can't go on another card."""
    target = hand.numbered(lays.on)
    end = target.up[-1] if target and target.up else UNKNOWN
    if end is UNKNOWN or lays.card not in hand.pack or PIPS[lays.card.rank] + 1 == PIPS[end.rank]:
        return None
    report = hand.seen[end][-1]
    if end == lays.card:
        return Reason(f"{end.pretty} is already at the end of column {lays.on}", report)
    return Reason(
        f"column {lays.on} ends with {end.pretty} ({at(report)}), and {lays.card.pretty} can't go on that", report
    )


empty_space = unjudged(
    "You may move any card to an empty column, or any cards that may move together.", asked="empty column, empty space"
)

# Rules: the stock


@impossible(place=Draws, asked="deal, deal again, new cards")
def ten_cards(hand: Spider, draws: Draws) -> str | None:
    """At any time, you may deal from the stock: one card to each column, from left to right."""
    number, columns = draws.cards if isinstance(draws.cards, int) else len(draws.cards), hand.house["columns"]
    if draws.cards in ((), columns):
        return unclear(f"which cards? name all {in_letters(columns)}, from column 1 to {columns}")
    return None if number == columns else f"a deal from the stock has {columns} cards, not {number}"


@illegal(asked="deal empty")
def no_empty_space(hand: Spider, draws: Draws) -> str | None:
    """You can't deal from the stock while a column is empty."""
    empty = [column.number for column in hand.columns if column.is_empty]
    return f"column {empty[0]} is empty" if empty else None


@impossible
def stock(hand: Spider, draws: Draws, *, deals: int = number(5, "deals from the stock", most=20)) -> str | None:
    """The stock has cards for {deals:word deal}, or for fewer if there aren't enough cards."""
    return None if hand.stock else "the stock is empty"


two_packs = impossible(
    "Use {packs:word deck}, {suits}.",
    suits={
        "four": "with all four suits",
        "two": "in which every card is a spade or a heart",
        "one": "in which every card is a spade",
    },
    packs=number(2, "decks shuffled together", least=1, most=4),
)


@judges(two_packs)
def are_there(hand: Spider, report: Upcard | Draws) -> Reason | None:
    for card, times in Counter(cards_of(report)).items():
        reports = hand.seen.get(card, [])
        copies = hand.pack.copies.get(card, times + len(reports))
        if times + len(reports) > copies:
            lines = (
                f", and {len(reports)} already entered ({', '.join(dict.fromkeys(map(at, reports)))})"
                if reports
                else ""
            )
            fact = f"there are only {in_letters(copies)}" if copies > 1 else "there is only one"
            return Reason(f"{fact} {card.pretty}{lines}", *reports)
    return None


# Rules: sequences and the end


sequence = worth(
    "When a column ends in a sequence from king down to ace in one suit, remove the sequence at once, and score"
    " {sequence}.",
    lines="sequence",
    sequence=1,
    asked="complete, king to ace, remove, full sequence",
)
moves_scored = worth(
    "You start with {start:point}. A move costs {move:score}.",
    lines=("start", "move"),
    start=0,
    move=0,
)
eight_sequences = impossible("Each deck makes four sequences, so two decks make eight.")
game_over = illegal("When you have won, you can't go on.")


@judges(eight_sequences)
def eight_at_most(hand: Spider, takes: Takes) -> str | None:
    every = sequences(hand.house)
    left = every - len(hand.removed)
    if 0 <= takes.sequences <= left:
        return None
    there = f"only {left} of {in_letters(every)} sequences {'is' if left == 1 else 'are'} left"
    return Reason(f"{there}, so {takes.who} can't take {takes.sequences}", about=takes.sequences)


@judges(game_over, eight_sequences)
def all_eight(hand: Spider, takes: Takes) -> Answer:
    """Sequences entered again after the game is won must be all of them."""
    if takes.sequences == (every := sequences(hand.house)):
        return None
    won = f"the game is over: all {in_letters(every)} sequences are complete"
    return dict.fromkeys((game_over, eight_sequences), won)


@worth(asked="win")
def game_won(hand: Spider) -> bool:
    """You win when all cards are out of play."""
    return len(hand.removed) == sequences(hand.house)


no_moves = unjudged("If you can't make another useful move, stop. You haven't won.", asked="stuck, no moves")


GAME = Game(
    slug="spider",
    name="Spider",
    summary="Build sequences from king down to ace in one suit, with two decks.",
    family="patience",
    players=range(1, 2),
    pack=whole_pack,
    pack_rule=two_packs,
    hand=Spider,
    play=play_hand,
    over=one_hand,
    dealt_once=True,
    deal_passes=False,
    winners=lambda hand: hand.seats if game_won(hand) else (),
    verbs={
        Deal: "once, at the start",
        Upcard: "after the deal, then after each move that turns up a card",
        Lays: "when all face-up cards are entered",
        Draws: "when all face-up cards are entered, until the stock is empty",
        Takes: "instead of the moves",
    },
    options=(Option("suits", "four", "suits in play", (two_packs,), choices=tuple(SUITED)),),
    variants=(
        Variant("one-suit", "All cards are spades.", "suits=one"),
        Variant("two-suits", "The cards are spades and hearts.", "suits=two"),
        Variant("relaxed", "You may deal from the stock while a column is empty.", "without=no-empty-space"),
        Variant(
            "computer-score",
            "You start with 500 points. Each move costs one, and each sequence scores 100.",
            "start=500, move=1, sequence=100",
        ),
        Variant("four-packs", "A long game with four decks and thirteen columns.", "packs=4, columns=13"),
    ),
    facts={
        "sequences": Fact(lambda hand: len(hand.removed), "sequences removed"),
        "stock": Fact(lambda hand: hand.stock if hand.columns else None, "cards in the stock"),
        "empty": Fact(
            lambda hand: sum(column.is_empty for column in hand.columns) if hand.columns else None, "empty columns"
        ),
        "down": Fact(
            lambda hand: sum(column.down for column in hand.columns) if hand.columns else None, "cards face down"
        ),
        "moves": Fact(lambda hand: hand.laid, "moves made"),
        "won": Fact(lambda hand: "yes" if game_won(hand) else "no", "yes or no"),
    },
    now=lambda hand: [f"{hand.stock} in the stock"] if hand.columns else [],
    board=tableau,
    ends=(game_over,),
    at_a_glance=(
        Glance("layout", columns_shown, layout),
        Glance("sequence", " ".join(KING_TO_ACE), sequence),
    ),
    short_form=(
        "Type `deal`, then `Ann takes` for each complete sequence, and `end` if you stop without winning. You may"
        " also enter moves: `3 to 7` moves what fits from column 3 to column 7. Once you type `Ann takes`, you"
        " can't enter moves anymore."
    ),
    example=Example(
        "Ann",
        ("deal", "Ann takes", "Ann takes 2", "end"),
        "Ann 3",
    ),
    rulings=(
        "A complete sequence is always removed at once, even if a deal from the stock completes it.",
        "Any card may go to an empty column, not only a king.",
        "You may move any lower part of a sequence at the end of a column.",
        "If you stop a game early, there is no winner. Type `end` or `Ann concedes`.",
        "A move needn't be useful, and you may move cards back.",
        "If the stock has fewer cards than there are columns, you can't deal from it anymore.",
    ),
)
