"""One-Eyed Jack: play cards to mark squares on a board, and be the first to make the rows you need."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, ClassVar

from referee.cards import JOKER, Card, Cards, Pack, Rank, card, read_cards
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance
from referee.kit.claims import claims, deals
from referee.kit.counted import CountedHand, as_dealt, take_up, too_many
from referee.kit.endings import one_hand
from referee.kit.messages import lines
from referee.kit.rest import Rest, the_rest
from referee.language.reports import KW_ONLY, Report, one_for_each
from referee.language.words import NOBODY, Seat, Words, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import Answer, Reason, arithmetic, illegal, impossible, judges, number, unclear, unjudged, worth
from referee.table.rulings import ORDER

WILD = (card("JD"), card("JC"))
KILLERS = (card("JS"), card("JH"))
PACK = Pack(packs=2)


# The board


class Square(str):
    """A square by its column and row: ``f4``."""

    metavar: ClassVar[str] = "SQUARE"

    @staticmethod
    def read(words: Words, reader: Any) -> Square:
        if not (word := words.next) or word.quoted or not re.fullmatch("[a-j]([1-9]|10)", word.text.lower()):
            raise words.unread(f"{word.text!r} isn't a square: type a1 to j10" if word else "name a square here")
        return Square(words.take().text.lower())


BOARD = [[Square(f"{column}{row}") for column in "abcdefghij"] for row in range(1, 11)]
SQUARES = [square for row in BOARD for square in row]
CORNERS = (BOARD[0][0], BOARD[0][-1], BOARD[-1][0], BOARD[-1][-1])
PRINTED = Pack(packs=2, jokers=len(CORNERS), without="JS JH JD JC")
PLAIN_CARDS = [Card(rank, suit) for suit in "SHDC" for rank in (*"A23456789", "10", *"QK")] * 2
PLAIN = dict.fromkeys(SQUARES, JOKER)
PLAIN.update(zip([square for square in SQUARES if square not in CORNERS], PLAIN_CARDS, strict=True))


def arm(row: int, column: int, down: int, right: int) -> list[Square]:
    """The squares from one on to the edge of the board, in one direction."""
    places = [(row + i * down, column + i * right) for i in range(1, 10)]
    return [BOARD[r][c] for r, c in places if 0 <= r < 10 and 0 <= c < 10]


ARMS = {
    BOARD[row][column]: [
        (arm(row, column, -down, -right), arm(row, column, down, right))
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    for row in range(10)
    for column in range(10)
}
"""From each square: both ways across, down and along both diagonals."""


# Reports


@dataclass(frozen=True)
class Squares:
    """The cards shown on the squares of a row."""

    cards: Cards

    metavar: ClassVar[str] = "C C C C C C C C C C"

    @staticmethod
    def read(words: Words, reader: Any) -> Squares:
        cards: list[Card] = []
        while word := words.next:
            here = () if word.quoted else read_cards(word.text, reader.pack) or ()
            if not here or not all(card.suit or card.is_joker for card in here):
                raise words.unread(f"{word.text!r} isn't a card on the board")
            cards += here
            words.at += 1
        if not cards:
            raise words.unread("name the cards of the row here")
        return Squares(tuple(cards))

    def __str__(self) -> str:
        return " ".join(other.text for other in self.cards)


class Row(
    Report,
    speaker="none",
    sampled=True,
    labels={"number": "row of the board", "squares": "cards from left to right"},
    limits={"number": lambda hand, seat: len(BOARD)},
):
    """the cards on a row of your own board, from left to right; `JK` for a corner"""

    number: int
    squares: Squares

    @classmethod
    def options(cls, hand: OneEyedJack, seat: Seat) -> Iterator[Row]:
        """Rows of the plain board, and one way to print the cards that are left for each row."""
        left = Counter(PRINTED.copies) - Counter(hand.board.values()) - Counter({JOKER: PRINTED.copies[JOKER]})
        for place, row in enumerate(BOARD, 1):
            cards = iter(left.elements())
            yield cls(place, Squares(tuple(PLAIN[square] for square in row)))
            yield cls(place, Squares(tuple(JOKER if square in CORNERS else next(cards, JOKER) for square in row)))


class Plays(Report, labels={"on": "square"}):
    """a card, and the square for its marker or the square it clears"""

    card: Card
    _: KW_ONLY
    on: Square | None = None

    @classmethod
    def options(cls, hand: OneEyedJack, seat: Seat) -> Iterator[Plays]:
        for held in hand.may_hold(seat):
            squares = hand.markers if held in KILLERS else hand.free(held) if held in WILD else hand.spots(held)
            yield from (cls(held, on=square, who=seat) for square in squares)
            if held in KILLERS:
                yield cls(held, who=seat)


class Discards(Report):
    """a dead card, shown and replaced"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.may_hold(seat))


class Draws(Report):
    """the card that replaced the last one a player gave up; optional"""

    card: Card


class Takes(
    Report,
    team=True,
    adds=True,
    as_said="takes rows",
    labels={"rows": "rows made"},
    limits={"rows": lambda hand, seat: hand.needed},
):
    """rows a player or team made; 1 if you give no number"""

    rows: int = 1
    options = one_for_each(lambda hand, seat: range(1, min(hand.needed, 10) + 1))


@dataclass
class OneEyedJack(CountedHand):
    """A game: the cards of the board, the report behind each marker, and the rows of each side.

    ``drawn`` has who drew a card that is still unknown, and the cards that player gave up afterwards.
    """

    board: dict[Square, Card] = field(default_factory=dict)
    markers: dict[Square, Plays] = field(default_factory=dict)
    rows: Counter[Seat] = field(default_factory=Counter)
    turn: Seat = NOBODY  # nobody if no cards are left
    stock: int = 0
    drawn: dict[Seat, list[Card]] = field(default_factory=dict)
    replaced: Discards | None = None  # the dead card replaced in this turn
    by_card: bool = False
    by_row: bool = False  # only rows are entered

    @property
    def needed(self) -> int:
        """Rows needed to win."""
        rows: int = self.house["rows"]
        return rows

    @property
    def won(self) -> bool:
        return max(self.rows.values(), default=0) >= self.needed

    def to_play(self) -> Seat:
        return self.turn

    def spots(self, card: Card) -> list[Square]:
        """The squares that a card can mark."""
        return [
            square for square, shown in self.board.items() if shown is card or (card in WILD and shown is not JOKER)
        ]

    def free(self, card: Card) -> list[Square]:
        """The free squares that a card can mark."""
        return [square for square in self.spots(card) if square not in self.markers]

    @property
    def owners(self) -> dict[Square, Seat]:
        """Whose marker is on each square."""
        return {square: self.side(marker.who) for square, marker in self.markers.items()}

    def owner(self, square: Square) -> Seat:
        marker = self.markers.get(square)
        return self.side(marker.who) if marker else NOBODY

    def rows_through(self, side: Seat, square: Square) -> Iterator[tuple[int, str]]:
        """How many rows depend on SIDE's marker on a square, and their ends, line by line.

        With rows of five, a line of five to eight is one row, and nine or ten are two rows that share a square.
        """
        further: int = self.house["row-length"] - 1  # squares of a row, minus one
        partners = [seat for seat in self.seats if self.side(seat) == side]
        own = {*CORNERS, *[place for place, marker in self.markers.items() if marker.who in partners]}
        for before, behind in ARMS[square]:
            back, on = [*takewhile(own.__contains__, before)], [*takewhile(own.__contains__, behind)]
            without = max(len(back) - 1, 0) // further + max(len(on) - 1, 0) // further
            if rows := (len(back) + len(on)) // further - without:
                yield rows, f"{[square, *back][-1]} to {[square, *on][-1]}"

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """If a square is named, it shows which card of a rank marks it."""
        shown = self.board.get(report.on) if isinstance(report, Plays) and report.on else None
        return [shown] if shown and shown.rank == rank else super().meant(report, rank)


# The hand


async def play_hand(hand: OneEyedJack) -> None:
    telling = hand.ask(None, Row, aside=True).maybe()
    while not hand.standing.over and (row := await telling):
        hand.board.update(zip(BOARD[row.number - 1], row.squares.cards, strict=True))
    await hand.deal(free=True)
    hand.board = hand.board or PLAIN
    hand.deal_cards(hand.house["hand-size"])
    hand.stock = len(hand.pack) - hand.each * len(hand.seats)
    hand.turn = hand.eldest

    # Turns
    once = bar(ORDER, "a game has only one deal", Deal)
    playing = hand.ask(hand.to_play, Plays, Discards) | hand.ask(None, Draws, aside=True) | once
    by_card = (
        playing | the_rest(hand) | bar(row_count, "cards were played, so the rows are already known", Takes)
    ).maybe()
    untold = bar(turn_order, "this game is scored from rows only", Plays, Discards, Draws)
    by_row = (hand.ask(None, Takes) | untold | once).maybe()
    either = (playing | hand.ask(None, Takes, aside=True)).maybe()
    while hand.turn and not hand.won:
        match await (by_row if hand.by_row else by_card if hand.by_card else either):
            case Plays() as play:
                if play.card in KILLERS:
                    put(hand, play, play.on, None)
                else:
                    put(hand, play, play.on or hand.free(play.card)[0], play)
                give_up(hand, play)
                pass_turn(hand, play.who)
            case Discards() as discards:
                hand.turn, hand.replaced = discards.who, discards
                give_up(hand, discards)
                if not len(hand.holding(discards.who)):
                    pass_turn(hand, discards.who)
            case Draws() as draws:
                learn(hand, draws)
            case Rest():
                hand.by_row = True
            case Takes() as takes:
                hand.by_row = True
                form(hand, takes.who, takes.rows, "entered without cards", takes)
            case None:
                return  # the table stops


def put(hand: OneEyedJack, play: Plays, square: Square | None, marker: Plays | None) -> None:
    """Puts a marker on a square or takes one off. Updates the rows."""
    if square is None or square in CORNERS:
        return
    side, owner = hand.side(play.who), hand.owner(square)
    if square in hand.markers and not (marker and owner == side):
        for rows, ends in hand.rows_through(owner, square):
            form(hand, owner, -rows, ends, play)
        del hand.markers[square]
    if marker and square not in hand.markers:
        for rows, ends in hand.rows_through(side, square):
            form(hand, side, min(rows, hand.needed - hand.rows[side]), ends, play)
        hand.markers[square] = marker


def form(hand: OneEyedJack, side: Seat, rows: int, because: str, report: Report) -> None:
    """Adds rows to a side, or takes them away."""
    hand.rows[side] += rows
    if rows:
        hand.book(side, row if rows > 0 else one_eyed_jack, rows, because, report)


def give_up(hand: OneEyedJack, act: Plays | Discards) -> None:
    """Takes the card from the hand. An unknown card replaces it while there is a stock."""
    hand.by_card = True
    hand.part_with(act, act.card)
    if hand.stock:
        hand.stock -= 1
        hand.holdings[act.who].blind += 1
        hand.drawn[act.who] = []
    elif act.who in hand.drawn:
        hand.drawn[act.who].append(act.card)


def pass_turn(hand: OneEyedJack, seat: Seat) -> None:
    """Passes the turn. Players without cards are passed over."""
    hand.replaced = None
    hand.turn = hand.next_matching(seat, lambda other: len(hand.holding(other)))


def learn(hand: OneEyedJack, draws: Draws) -> None:
    """Adds a drawn card to the hand, unless it may have been given up since."""
    if draws.card not in hand.drawn.pop(draws.who):
        hand.holdings[draws.who].blind -= 1
        hand.holdings[draws.who].gain(draws, draws.card)
        hand.tell(draws, draws.card)


# The state of the board


def drawn_board(hand: OneEyedJack) -> list[tuple[str, ...]]:
    """The board under its letters. A free square shows its card, another its marker in brackets."""
    if not hand.board or hand.by_row:
        return []
    marks = {side: f"[{mark}]" for side, mark in marks_of(hand.sides).items()}
    wide = max(3, *map(len, marks.values()))

    def cell(square: Square) -> str:
        shown = hand.board.get(square)
        return marks.get(hand.owner(square), shown.pretty if shown else "").ljust(wide)

    rows = [(f"{number:>2}", *map(cell, row)) for number, row in enumerate(BOARD, 1)]
    return [("", *(f" {letter}" for letter in "abcdefghij")), *rows]


def marks_of(sides: tuple[Seat, ...]) -> dict[Seat, str]:
    """One or two letters of each name, or a number."""
    for size in (1, 2):
        if len({side[:size].lower() for side in sides}) == len(sides):
            return {side: side[:size] for side in sides}
    return {side: str(number) for number, side in enumerate(sides, 1)}


# Rules: the board and the deal

board_pack = impossible(
    "The board has ten rows of ten squares, each with a card on it. The four corners are jokers. Every card except"
    " the jacks is on two of the other squares."
)


@judges(board_pack)
def in_its_place(hand: OneEyedJack, row: Row) -> str | None:
    if not 1 <= row.number <= 10:
        return f"a board has rows 1 to 10, not row {row.number}"
    if BOARD[row.number - 1][0] in hand.board:
        return f"row {row.number} was already entered"
    return None


@judges(board_pack)
def as_printed(hand: OneEyedJack, row: Row) -> str | None:
    """Whether a row has ten squares, jokers only on the corners, and no card too often."""
    cards = row.squares.cards
    if len(cards) != 10:
        return f"a row has 10 squares, not {len(cards)}"
    here = BOARD[row.number - 1] if 1 <= row.number <= 10 else []
    for square, shown in zip(here, cards, strict=False):
        if (square in CORNERS) != shown.is_joker:
            what = "is a corner and must be a joker, not" if square in CORNERS else "isn't a corner, so it can't be"
            return f"{square} {what} {shown.pretty}"
    on_board = Counter(hand.board.values())
    for shown, times in Counter(cards).items():
        most = PRINTED.copies.get(shown, 0)
        if times + on_board[shown] > most:
            return f"{shown.pretty} is on {most or 'none'} of the squares, not on {times + on_board[shown]}"
    return None


@judges(board_pack)
def whole_board(hand: OneEyedJack, deal: Deal) -> str | None:
    missing = [n for n, row in enumerate(BOARD, 1) if row[0] not in hand.board]
    return f"enter row {missing[0]} of your board first" if 0 < len(missing) < 10 else None


hand_size = arithmetic(
    "Each player gets {hand_size:card}.",
    deals(),
    hand_size=number(
        lambda players: {2: 7, 3: 6}.get(players, 5),
        "cards dealt to each player",
        least=1,
        most=lambda players: len(PACK) // players,
    ),
)
two_packs = impossible("Shuffle two decks together. There are two of each card.")
judges(hand_size, two_packs)(as_dealt)


# Rules: a turn

turn_order = illegal(
    "The player on the dealer's left goes first, and the turn passes to the left. On your turn, play one card.",
    turn=(Plays, Discards),
)
own_hand = impossible("You can play or show only cards that are in your hand.")


@judges(own_hand, two_packs)
def from_hand(hand: OneEyedJack, act: Plays | Discards) -> Answer:
    holding = hand.holding(act.who)
    unnamed = holding.unnamed([act.card])
    lacks = Reason(f"{act.who} has no {act.card.pretty}{lines(holding.proof)}", *holding.proof)
    return {own_hand: lacks if unnamed and not holding.blind else None, two_packs: too_many(hand, unnamed)}


# Rules: squares

spot_match = illegal(
    "When you play a card, put a marker on one of its two squares. You choose which.",
    asked="where put, which square, either square",
)


@judges(spot_match)
def shows_it(hand: OneEyedJack, play: Plays) -> str | None:
    if not play.on or play.card in (*WILD, *KILLERS) or hand.board.get(play.on) is play.card:
        return None
    spots = " and ".join(hand.spots(play.card)) or "no square"
    return f"{play.on} shows {hand.board[play.on].pretty}, but {play.card.pretty} is on {spots}"


@illegal(asked="taken square, occupied, square taken, marker there")
def occupied(hand: OneEyedJack, play: Plays) -> Reason | None:
    """You can't mark a square that has a marker on it."""
    spots = [play.on] if play.on else hand.spots(play.card)
    if play.card in KILLERS or not spots or not all(spot in hand.markers for spot in spots):
        return None
    reports = [hand.markers[spot] for spot in spots]
    owners = [(spot, hand.owner(spot)) for spot in spots]
    texts = [
        f"{who} {'have' if '+' in who else 'has'} a marker on {spot} ({at(hand.markers[spot])})" for spot, who in owners
    ]
    return Reason(" and ".join(texts[:2]), *reports[:2])


@illegal(asked="corner, corners")
def corner(hand: OneEyedJack, play: Plays) -> str | None:
    """The corners count as marked for everybody, so you can't mark them."""
    if play.card in KILLERS or play.on not in CORNERS:
        return None
    return f"{play.on} is a corner, which counts for everybody and can't be marked"


two_eyed_jack = worth(
    "The jacks of diamonds and clubs have two eyes. They are wild: with one, you may mark any free square.",
    asked="two eyed, jack wild, wild",
)


@judges(two_eyed_jack)
def which_square(hand: OneEyedJack, play: Plays) -> Reason | None:
    if play.on or play.card in KILLERS or len(free := hand.free(play.card)) == 1:
        return None
    if not free:
        return unclear(f"to play {play.card.pretty} anyway, name the square")
    squares = f": {' or '.join(free)}?" if len(free) == 2 else "? Name the square"
    return unclear(f"where does {play.card.pretty} go{squares}")


one_eyed_jack = worth(
    "The jacks of spades and hearts have one eye. With one, you may take any one marker off the board. That"
    " breaks a row the marker was in. You don't mark a square.",
    lines="broken",
    asked="one eyed, remove marker, take off, one eye",
)


@illegal
def kill_marker(hand: OneEyedJack, play: Plays) -> str | None:
    """You can take a marker only off a square that has one."""
    if play.card not in KILLERS or play.on is None or play.on in hand.markers:
        return None
    return f"there is no marker on {play.on}"


@illegal(
    finished_rows={"open": "may be broken", "safe": "can't be broken"}, asked="break row, remove row, finished row"
)
def finished_row(hand: OneEyedJack, play: Plays) -> Reason | None:
    """A finished row {finished_rows}."""
    if play.card not in KILLERS or play.on not in hand.markers or hand.house["finished-rows"] == "open":
        return None
    marker, owner = hand.markers[play.on], hand.owner(play.on)
    ends = [ends for _, ends in hand.rows_through(owner, play.on)]
    return Reason(f"{play.on} is in a row of {owner}'s, {ends[0]}, and must stay there", marker) if ends else None


# Rules: dead cards and new ones


@illegal(
    place=Discards,
    dead_cards={
        "any": "any number in a turn",
        "one": "only one in a turn",
    },
    asked="dead card, no square left, both squares taken, replace card",
)
def dead_card(hand: OneEyedJack, discards: Discards) -> Reason | str | None:
    """A card is dead if both of its squares have markers on them. A jack is never dead. Before your play, you may
    show a dead card and draw another one for it. You may replace {dead_cards}."""
    dead = discards.card
    if hand.replaced and hand.replaced.who == discards.who and hand.house["dead-cards"] == "one":
        before = hand.replaced
        return Reason(f"{before.who} has already replaced {before.card.pretty} in this turn ({at(before)})", before)
    if dead.rank == "J":
        return f"{dead.pretty} is a jack, and jacks are never dead"
    free = hand.free(dead)
    return f"{dead.pretty} isn't dead: {' and '.join(free)} {'is' if len(free) == 1 else 'are'} free" if free else None


draw = unjudged(
    "For each card you play or replace, draw one from the stock, until the stock is empty.",
    asked="draw, many draw, forget draw",
)


@judges(two_packs, when="always")
def came_last(hand: OneEyedJack, draws: Draws) -> str | None:
    if draws.who not in hand.drawn:
        return f"{draws.who} has drawn no unknown card"
    if draws.card in hand.drawn[draws.who]:
        return None
    if not hand.holding(draws.who).blind:
        return f"every card in {draws.who}'s hand is known"
    return too_many(hand, Counter([draws.card]))


# Rules: rows

row = worth(
    "A row is {row_length:word square} next to each other across, down or diagonally, all marked by one player or"
    " team.",
    lines="row",
    row_length=number(5, "squares in a row", least=3, most=len(BOARD)),
    asked="what row, many row, diagonal",
)
two_rows = unjudged("Two rows may cross, but they can't share more than one square.", asked="share, cross")
ROWS = number(lambda players: 1 if players == 3 else 2, "rows needed to win", least=1)
rows_to_win = worth(
    "The first player or team with {rows:word finished row} on the board wins.",
    rows=ROWS,
    asked="win, many rows win, rows need",
)
row_count = impossible(
    "The game ends with the last row needed: nobody can have more than {rows:word row}.",
    claims(Takes, "rows", lambda hand, takes: hand.rows[hand.side(takes.who)], "{who} made {} rows"),
    rows=ROWS,
)


@judges(row_count)
def still_needed(hand: OneEyedJack, takes: Takes) -> str | None:
    has = hand.rows[hand.side(takes.who)]
    if 0 <= takes.rows <= hand.needed - has:
        return None
    return f"{so_many(hand.needed, 'row wins', 'rows win')}, and {takes.who} has {has}: {takes.rows} more is too many"


GAME = Game(
    slug="one-eyed-jack",
    name="One-Eyed Jack",
    summary="Play cards to mark squares on a board, and be the first to make the rows you need.",
    family="board and cards",
    players=range(2, 5),
    pack=PACK,
    pack_rule=two_packs,
    hand=OneEyedJack,
    play=play_hand,
    over=one_hand,
    dealt_once=True,
    deal_passes=False,
    partners=lambda players, house: players == 4,
    verbs={
        Row: "before the deal; enter all ten rows, in any order, or none for the plain board",
        Deal: "once",
        Plays: "on your turn; leave out the square if only one is free, or if a one-eyed jack takes nothing",
        Discards: "on your turn, before the play",
        Draws: "at any time",
        Rest: "in mid-game, before you type the rows finished after that",
        Takes: "instead of the cards",
    },
    options=(
        Option(
            "finished-rows",
            "open",
            "whether one-eyed jacks can break a finished row",
            (finished_row,),
            choices=("open", "safe"),
        ),
        Option(
            "dead-cards", "any", "how many dead cards you may replace in a turn", (dead_card,), choices=("any", "one")
        ),
    ),
    variants=(
        Variant(
            "sequence",
            "One-eyed jacks can't break finished rows, and you may replace one dead card a turn.",
            "finished-rows=safe, dead-cards=one",
        ),
        Variant("one-row", "The first row wins.", "rows=1"),
        Variant("four-in-a-row", "Rows have four squares, and three rows win.", "row-length=4, rows=3"),
    ),
    asked=(
        Fact(
            lambda hand: {seat: [*hand.owners.values()].count(seat) for seat in hand.seats},
            "markers",
            "chips",
            "chips on the board",
        ),
    ),
    facts={
        "stock": Fact(lambda hand: None if hand.by_row else hand.stock, "cards in the stock"),
        "markers": Fact(lambda hand: None if hand.by_row else len(hand.markers), "markers on the board"),
        "at": Fact(
            lambda hand: None if hand.by_row else dict.fromkeys(SQUARES, "nobody") | hand.owners,
            "who has a square, as in `= at b1 Ann`",
        ),
    },
    deal_out=take_up,
    now=lambda hand: [] if hand.by_row else [f"{hand.stock} in the stock"],
    board=drawn_board,
    ends=(row_count,),
    at_a_glance=(
        Glance("cards each", lambda table: table.house["hand-size"], hand_size),
        Glance("wild, for any square", " ".join(card.pretty for card in WILD), two_eyed_jack),
        Glance("take a marker off", " ".join(card.pretty for card in KILLERS), one_eyed_jack),
        Glance("squares in a row", lambda table: table.house["row-length"], row),
        Glance("rows to win", lambda table: table.house["rows"], rows_to_win),
    ),
    short_form=(
        "Type `deal`, then who `takes` each row that is finished and stays on the board. If you stop entering"
        " cards in mid-game, type `rest`, then the rows finished after that."
    ),
    example=Example(
        "Ann Ben",
        ("deal", "Ann takes", "Ben takes", "Ben takes"),
        "Ann 1, Ben 2",
    ),
    rulings=(
        "Squares are named by column and row: `b1` is the second square of row 1. Unless you enter your own board,"
        " referee uses the plain board. It starts at `b1` and goes row by row, skipping the corners: ace to ten, queen"
        " and king of spades, then of hearts, diamonds and clubs. Then the same order is repeated.",
        "You may take any marker off, even one of your own or one in a finished row, unless a house rule keeps finished"
        " rows safe. The row counts again when it is complete again.",
        "You may play a one-eyed jack without taking a marker off, for example on an empty board.",
        "With rows of five, a line of five to eight squares is one row, and nine or ten are two. If one marker"
        " finishes more rows than you need, the extra ones don't count.",
        "You may replace any number of dead cards in a turn, even a replacement, unless a house rule allows only one.",
        "The stock isn't renewed. Players without cards are passed over. When all cards are gone, or you stop early,"
        " the player or team with the most rows wins, and players who tie share the win.",
        "Partners share their markers, but don't show each other their hands.",
        "If a marker is put on an occupied square, type `~` in front of the report to let it stand: it replaces the one"
        " there. A marker on a corner counts for nothing.",
    ),
    edition=2,
)
