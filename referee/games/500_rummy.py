"""500 Rummy: meld for points, and draw from the stock or from deep in the discard pile."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, cached_property
from typing import Annotated, Any

from referee.cards import JOKER, RANKS, SUITS, UNKNOWN, Card, Cards, Pack, Rank, listed
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance
from referee.game.quick_reference import ace_in_runs, by_points
from referee.kit import counted, stock
from referee.kit.claims import claims
from referee.kit.counted import hand_sizes, take_up, too_many
from referee.kit.melds import (
    InGroups,
    Meld,
    Ring,
    every_meld,
    no_meld,
    numbered,
    one_rank,
    run_in_order,
    run_of,
    stands_for,
)
from referee.kit.messages import cards_of, lines
from referee.kit.showdown import TENS, Counted, by_value, worth_of_pack
from referee.kit.stock import Discards, Draws, StockHand, Upcard, can_come, stock_and_top, top_card
from referee.kit.worlds import can_count
from referee.language.reports import Less, Report, one_for_each
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
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
    worth,
)


def values(house: Mapping[str, Any]) -> dict[str, int]:
    """The value of each rank."""
    return {**TENS, **dict.fromkeys("KQJ", house["court"]), "A": house["ace"], "JK": house["joker"]}


@cache
def threes(corner: bool) -> tuple[Cards, ...]:
    return tuple(cards for cards in every_meld(corner) if len(cards) == 3)


@cache
def doubled_sets() -> tuple[Cards, ...]:
    """Every set that has a suit twice."""
    every = (
        tuple(Card(rank, suit) for suit in suits)
        for rank, size in itertools.product(RANKS, (3, 4))
        for suits in itertools.combinations_with_replacement(SUITS, size)
    )
    return tuple(cards for cards in every if len(set(cards)) < len(cards))


def packs_for(players: int) -> int:
    return 1 if players < 5 else 2


# Reports


class Takes(Report, labels={"card": "deepest card taken"}):
    """a card of the discard pile, with all cards above it"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.may_lie())


class Claims(Report):
    """a player calls Rummy, and takes a card of the discard pile that can be played at once, with all cards above it"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.may_lie())


class Melds(InGroups):
    """one or more new melds; a joker as the card it stands for, `JK=5H`"""

    @classmethod
    def options(cls, hand: Rummy500, seat: Seat) -> Iterator[Melds]:
        """One meld of every kind; melds of three also with jokers."""
        for meld in (*every_meld(hand.corner), *(doubled_sets() if hand.doubles else ())):
            for cards in with_jokers(meld) if len(meld) == 3 else (meld,):
                if hand.may_play(melds := cls((cards,), who=seat)):
                    yield melds


class Lays(Report, labels={"on": "on meld"}):
    """cards laid off on a meld; melds are numbered in the order they were made"""

    cards: Cards
    _: KW_ONLY
    on: Annotated[int, range(1, 37)]

    @classmethod
    def options(cls, hand: Rummy500, seat: Seat) -> Iterator[Lays]:
        """All lay-offs of natural cards, and three of them with jokers."""
        for on, meld in enumerate(hand.melds, 1):
            for more in hand.longer(meld):
                for cards in with_jokers(more) if len(more) < 4 else (more,):
                    if hand.may_play(lays := cls(cards, on=on, who=seat)):
                        yield lays


class Holds(Counted, bare=True, limits={"what": lambda hand, seat: worth_of_pack(hand)}):
    """what is left in a player's hand, in cards or in points"""

    def alike(self, cards: Iterable[Card]) -> Counter[Card]:
        """Cards as this report writes them."""
        with_suits = self.cards
        return Counter([card.face if with_suits else Card(card.rank) for card in cards])

    @classmethod
    def options(cls, hand: Rummy500, seat: Seat) -> list[Holds]:
        known, blind = hand.total(hand.holding(seat).known.elements()), hand.holding(seat).blind
        least, most = min(hand.values.values()), max(hand.values.values())
        return cls.each(hand, seat, range(known + least * blind, known + most * blind + 1))


class Scores(
    Report,
    sampled=True,
    labels={"points": "points melded", "held": "points left in hand"},
    limits=dict.fromkeys(("points", "held"), lambda hand, seat: worth_of_pack(hand)),
):
    """the value of all the cards a player laid, and of the cards left"""

    points: Annotated[int, Less("held")]
    _: KW_ONLY
    held: int = 0

    @classmethod
    def options(cls, hand: Rummy500, seat: Seat) -> list[Scores]:
        """A sample, as there are many."""
        laid = hand.points[seat]
        return [cls(laid + more, held=held, who=seat) for more in (0, 5, 6, 10, 45, 90) for held in (0, 1, 2, 12, 25)]


Playing = Melds | Lays | Discards
PLAY: tuple[type[Report], ...] = (Draws, Takes, Claims, Melds, Lays, Discards)


def with_jokers(cards: Cards) -> Iterator[Cards]:
    """The cards with none, one or two of them replaced by a joker."""
    for jokers in range(min(len(cards), 2) + 1):
        for places in itertools.combinations(range(len(cards)), jokers):
            yield tuple(Card(JOKER.rank, "", card.text) if i in places else card for i, card in enumerate(cards))


@dataclass
class Rummy500(StockHand):
    """One deal. ``points`` has the value of each player's cards on the table."""

    turn: Seat = NOBODY
    taken: list[Card] = field(default_factory=list)  # from the discard pile, this turn
    owed: Card | None = None  # the card the discard pile was taken for, until it is melded
    discard: Discards | None = None  # cards that Rummy can be called for
    melds: list[Meld] = field(default_factory=list)  # jokers are written as the cards they stand for
    points: Counter[Seat] = field(default_factory=Counter)
    ended: Report | None = None
    counted: dict[Seat, Holds | Scores] = field(default_factory=dict)  # at the end of the hand

    # Card values and runs

    @cached_property
    def values(self) -> dict[str, int]:
        return values(self.house)

    @cached_property
    def cheapest(self) -> list[int]:
        """The lowest value of every card in the deck, in ascending order."""
        worth = {**self.values, "A": min(self.values["A"], self.house["low-ace"])}
        return sorted(worth[card.rank] for card in Counter(self.pack.copies).elements())

    @cached_property
    def whole_pack(self) -> int:
        """The highest total of all cards in the deck."""
        worth = {**self.values, "A": max(self.values["A"], self.house["low-ace"])}
        return sum(worth[card.rank] * copies for card, copies in self.pack.copies.items())

    def total(self, cards: Iterable[Card]) -> int:
        return sum(self.values.get(card.rank, 0) for card in cards)

    def held(self, report: Holds | Scores) -> int:
        """The points of the cards left in a hand."""
        return report.held if isinstance(report, Scores) else report.counted(self.total)

    @property
    def corner(self) -> bool:
        """Whether a run may go on through the ace."""
        return bool(self.house["round-the-corner"] == "yes")

    @property
    def doubles(self) -> bool:
        """Whether a set may have a suit twice."""
        return not self.enforces(suits_differ)

    def longer(self, meld: Meld) -> Iterator[Cards]:
        """All natural cards that extend a meld together."""
        if meld.rank and self.doubles:
            yield from ((Card(meld.rank, suit),) for suit in SUITS if len(meld.cards) < 4)
        else:
            yield from meld.longer()

    @property
    def entered_in_points(self) -> bool:
        """Whether the hand was entered in points only."""
        return any(isinstance(report, Scores) for report in self.counted.values())

    # Whose report is next

    def to_act(self) -> Seat:
        return self.turn

    def to_call(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.discard and seat != self.discard.who)

    def to_hold(self) -> tuple[Seat, ...]:
        """Players whose cards left aren't known yet."""
        return tuple(seat for seat in self.all_but(self.counted) if not self.holding(seat).whole)

    def to_score(self) -> tuple[Seat, ...]:
        return self.all_but(self.counted)

    # The discard pile

    def may_lie(self) -> list[Card]:
        """Every card that may be in the discard pile, from the top down."""
        known = [card for card in reversed(self.pile) if card is not UNKNOWN]
        return list(dict.fromkeys((*known, *(self.unseen() if UNKNOWN in self.pile else ()))))

    def place(self, report: Takes | Claims) -> int | None:
        """The place of a card in the discard pile: the upper of two, unless only the lower makes a call good."""
        card = report.card.face
        places = [i for i, lying in reversed(list(enumerate(self.pile))) if lying is card]
        if UNKNOWN in self.pile and self.left(card):  # the upcard, which nobody entered
            places.append(self.pile.index(UNKNOWN))
        good = (i for i in places if isinstance(report, Claims) and self.can_be_called(i, card))
        return next(good, places[0] if places else None)

    def is_free(self, takes: Takes) -> bool:
        """Whether only the top card is taken, and it needn't be used."""
        return bool(self.house["top-card"] == "free" and self.place(takes) == len(self.pile) - 1)

    def can_be_called(self, place: int, card: Card) -> bool:
        return can_be_laid(self, card, Counter(self.pile[place + 1 :]))

    def rummy(self) -> list[Card]:
        """Cards of the discard pile that Rummy can be called for, or was called for and aren't played yet."""
        if isinstance(self.drew, Claims) and self.owed:
            return [self.owed]
        lying = enumerate(self.pile) if self.discard and not self.ended else ()
        return [card for i, card in lying if card is not UNKNOWN and self.can_be_called(i, card)]

    # The hands

    def may_play(self, act: Melds | Lays) -> bool:
        """Whether a hand may have these cards and may play them now."""
        holding = self.holding(act.who)
        unnamed = holding.unnamed(card.face for card in act.cards)
        may = unnamed.total() <= holding.blind and not too_many(self, unnamed)
        return may and not any(why and self.enforces(rule) for rule, why in pile_card_first(self, act).items())

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        match report:
            case Takes() | Claims():
                candidates: Iterable[Card] = self.may_lie()
            case Upcard() | Draws() | Dealt():
                candidates = self.unseen()
            case Lays() if meld := numbered(self.melds, report.on):
                run = {meld.run.suit} if meld.run else set(SUITS) - {card.suit for card in meld.cards}
                candidates = (card for card in self.may_hold(report.who) if card.suit in run)
            case _:
                candidates = self.may_hold(report.who)
        return [card for card in candidates if card.rank == rank]

    def pool(self, named: Iterable[Card] = ()) -> Counter[int]:
        """How many cards of each value haven't been seen, leaving out the ones named now."""
        return by_value(self.unnamed, self.values) - Counter(self.values[card.rank] for card in named)

    def unknown(self, report: Holds | Scores) -> tuple[int, int]:
        """The number of unknown cards in a hand entered in points, and their total value."""
        holding = self.holding(report.who)
        return holding.blind, self.held(report) - self.total(holding.known.elements())

    def deadwood(self, seat: Seat) -> int:
        """The value of the cards left in a hand."""
        known = self.holding(seat).known.elements()
        return self.held(self.counted[seat]) if seat in self.counted else self.total(known)


# The hand


async def play_hand(hand: Rummy500) -> None:
    await hand.deal(size=hand.house["hand-size"])
    hand.deal_out(hand.house["hand-size"])
    hand.turn = hand.eldest
    await hand.ask_upcard()

    # Turns, or the hand in points
    turns = ask_turn(hand) | hand.ask(hand.to_score, Scores, aside=True)
    while not (hand.ended or hand.entered_in_points):
        match await turns:
            case Scores() as scores:
                write(hand, scores)
            case act:
                play(hand, act)
    if hand.ended:
        over = bar(hand_end, f"`{hand.ended.text}` ended the hand ({at(hand.ended)})", *PLAY, Scores)
        left = hand.ask(hand.to_hold, Holds, free=True) | over
        while hand.to_hold():
            open_up(hand, await left)
    rest = hand.ask(hand.to_score, Scores) | bar(hand_end, "this hand is scored in points only", *PLAY)
    while hand.entered_in_points and hand.to_score():
        write(hand, await rest)

    # Score
    if hand.entered_in_points:
        hand.melds = []
    for seat in hand.seats:
        settle(hand, seat)


def ask_turn(hand: Rummy500) -> Asks[Report]:
    rummy = hand.ask(hand.to_call, Claims, free=True, aside=True)
    return hand.ask(hand.to_act, Draws, Takes, Melds, Lays, Discards) | rummy


def play(hand: Rummy500, act: Report) -> None:
    """Applies a report of a turn. The turn then belongs to the player who acted."""
    if act.who != hand.turn or isinstance(act, Claims):
        hand.turn, hand.drew, hand.owed, hand.taken = act.who, None, None, []
    hand.discard = None
    match act:
        case Draws():
            hand.drew, hand.owed = act, None
            hand.draw(act, *act.drawn(), at_once=False)
        case Takes() | Claims():
            take(hand, act)
        case Melds():
            hand.give_up(act, *act.cards)
            for cards in act.groups:
                hand.melds.append(Meld(act, []))
                put_down(hand, act.who, cards, hand.melds[-1])
        case Lays():
            hand.give_up(act, *act.cards)
            hand.melds[act.on - 1].later.append(act)
            put_down(hand, act.who, act.cards, hand.melds[act.on - 1])
        case Discards():
            hand.lay(act, act.card)
            hand.turn, hand.drew, hand.owed, hand.discard = hand.after(act.who), None, None, act
    if not hand.holding(act.who) or not hand.stock:
        hand.ended = act


def take(hand: Rummy500, act: Takes | Claims) -> None:
    free = isinstance(act, Takes) and hand.is_free(act)
    useless = (
        free or of_use(hand, act) or {pile_use.name, rummy_call.name} & {*hand.let_stand}
    )  # which the table keeps as played
    place = hand.place(act) or 0
    if hand.pile[place] is UNKNOWN:
        hand.pile[place] = act.card.face
        hand.tell(act, act.card.face)
    hand.taken = hand.take_pile(act, len(hand.pile) - place)
    hand.drew, hand.owed = act, None if useless else act.card.face


def put_down(hand: Rummy500, seat: Seat, cards: Cards, meld: Meld) -> None:
    """Adds cards to a meld and scores them for SEAT. An ace that is now below the two counts less."""
    stood, before = spelled(cards, meld.cards), meld.run
    if meld.cards:
        meld.run = before and (before.grown(stood) or before)
    elif not (rank := one_rank(card for card in stood if not card.is_joker)):
        meld.run = run_of(stood, hand.corner) or run_in_order(stood)
    else:
        meld.rank = rank
    meld.cards += stood
    aces = sum(card.rank == "A" for card in cards)
    if isinstance(meld.run, Ring):
        low_ace = bool(aces) and low_place(meld.run.cards) is not None
    else:
        below = bool(meld.run and not meld.run.low and (not before or before.low))
        above = bool(meld.run and not meld.run.above and (not before or before.above))
        low_ace = below and aces > above
    hand.points[seat] += hand.total(cards) - (hand.values["A"] - hand.house["low-ace"]) * low_ace
    hand.owed = None


def low_place(run: Sequence[Card]) -> int | None:
    """The place of an ace that has the two above it in a run, or None."""
    pairs = itertools.pairwise(run)
    return next((place for place, (card, above) in enumerate(pairs) if (card.rank, above.rank) == ("A", "2")), None)


def write(hand: Rummy500, scores: Scores) -> None:
    """Stores a hand in points. In mid-hand, the points include cards laid before."""
    hand.counted[scores.who] = scores
    hand.points[scores.who] = scores.points


def open_up(hand: Rummy500, holds: Holds) -> None:
    if holds.cards or holds.who not in hand.counted:
        hand.counted[holds.who] = holds
    if holds.cards:
        hand.show(holds.who, holds, holds.cards)


def settle(hand: Rummy500, seat: Seat) -> None:
    reports = [hand.counted[seat]] if seat in hand.counted else []
    laid = [act for meld in hand.melds for act in (meld.report, *meld.later) if act.who == seat]
    if points := hand.points[seat]:
        why = f"{seat} laid cards worth {points}"
        hand.book(seat, meld_points, points, why, *dict.fromkeys(laid or reports))
    if (bonus := went_out(hand)) and not hand.deadwood(seat):
        hand.book(seat, went_out, bonus, f"{seat} went out", *reports)
    if held := hand.deadwood(seat):
        hand.book(seat, deadwood, -held, f"{seat} was left with {held}", *(reports or hand.holding(seat).proof))


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
packs = impossible(
    "Use {packs:word deck} of 52 cards. Add {jokers:word joker} for each deck.",
    stock.fresh_upcard,
    packs=number(packs_for, "decks of cards", least=packs_for, most=4),
    jokers=number(2, "jokers in each deck", most=4),
)
hand_count = arithmetic(
    "Each player is dealt {hand_size:word card}. You can play only cards from your hand. Your points must be possible"
    " with the number of cards you had.",
    hand_size=number(
        7,
        "cards dealt to each player",
        least=3,
        most=lambda players: (len(Pack(packs=packs_for(players))) - 1) // players - 1,  # and one to draw
    ),
)
judges(hand_count, packs)(counted.as_dealt)


# Rules: the draw

turn_order = illegal(
    "The player on the dealer's left goes first, and the turn passes to the left. On your turn, draw, then meld"
    " and lay off if you like, then discard one card.",
    turn=(Draws, Takes, Melds, Lays, Discards),
)
draw_first = illegal(
    "Start your turn by drawing one card from the stock, or cards from the discard pile.", place=Discards
)


@judges(turn_order, draw_first)
def draws_once(hand: Rummy500, act: Draws | Takes) -> Answer:
    if not hand.drew:
        return None
    return dict.fromkeys((turn_order, draw_first), Reason(f"{act.who} has already drawn ({at(hand.drew)})", hand.drew))


@judges(draw_first, packs)
def one_of_the_stock(hand: Rummy500, draws: Draws) -> Answer:
    drawn = draws.number()
    return {
        draw_first: None if drawn == 1 else f"you draw 1 card from the stock, not {drawn}",
        packs: "the stock has fewer cards than that" if drawn > hand.stock else can_come(hand, draws.drawn()),
    }


judges(draw_first, of=(Melds, Lays, Discards))(stock.has_drawn)


# Rules: the pile


@impossible(
    asked="take pile, pick up pile, more one card pile, whole pile, card under, middle pile, deep pile, "
    "several cards pile, part pile, card not top, lower card pile"
)
def pile_draw(hand: Rummy500, act: Takes | Claims) -> str | None:
    """You may take any card of the discard pile, but you must also take all the cards on top of it."""
    return f"{act.card.face.pretty} isn't in the discard pile" if hand.place(act) is None else None


rummy_call = illegal(
    "After a discard, before the next draw, anyone but the player who discarded may call Rummy. You may call if"
    " the discard pile has a card that fits a meld on the table, or if it has cards that make a new meld. Take the"
    " deepest of these cards with all cards on top of it. This is your draw: now it is your turn, and then that of the"
    " player on your left. Play the cards you called for before any others.",
    place=Claims,
    asked="call rummy, say rummy, shout rummy, yell rummy, what rummy, miss meld, forgot meld, discard fits meld",
)


@judges(rummy_call)
def can_call(hand: Rummy500, claims: Claims) -> str | None:
    place, card = hand.place(claims), claims.card.face
    if place is None:
        return cannot_happen(f"{card.pretty} isn't in the discard pile")
    if not hand.discard:
        return "Rummy can be called only after a discard, before the next draw"
    if claims.who == hand.discard.who:
        return Reason(f"{claims.who} made the last discard ({at(hand.discard)})", hand.discard)
    if not hand.can_be_called(place, card):
        return f"{card.pretty} fits no meld, and makes none with the cards above it in the discard pile"
    return None


pile_use = illegal(
    "If you take cards from the discard pile, you must use the card you took them for in your next meld or"
    " lay-off, {top_card}.",
    top_card={"melded": "even if you took only the top card", "free": "unless you took only the top card"},
    asked="use card took, must use, play card took, take pile use, must meld pile",
)


@judges(pile_use)
def of_use(hand: Rummy500, act: Takes | Claims) -> Reason | None:
    place, holding = hand.place(act), hand.holding(act.who)
    if isinstance(act, Takes) and hand.is_free(act):
        return None
    if place is None or can_be_laid(
        hand, act.card.face, holding.known + Counter(hand.pile[place + 1 :]), holding.blind
    ):
        return None
    return Reason(f"{act.who} can't meld {act.card.face.pretty} or lay it off{lines(holding.proof)}", *holding.proof)


def can_be_laid(hand: Rummy500, card: Card, others: Counter[Card], blind: int = 0) -> bool:
    """Whether a card can be melded or laid off with other cards, ``blind`` of them unknown."""
    jokers = others[JOKER] + (card is JOKER)
    near = (m for m in hand.melds if card is JOKER or m.rank == card.rank or (m.run and m.run.suit == card.suit))
    for cards in itertools.chain(threes(hand.corner), *map(Meld.longer, near)):
        if card in cards or card is JOKER:
            missing = [other for other in cards if other not in others and other is not card]
            if len(missing) > jokers + blind:
                continue
            gone = [other for other in missing if not hand.left(other)]
            if len(gone) <= jokers + hand.left(JOKER):
                return True
    return hand.doubles and in_a_doubled_set(hand, card, others, jokers + blind)


def in_a_doubled_set(hand: Rummy500, card: Card, others: Counter[Card], free: int) -> bool:
    """Whether a card can go in a set with cards of any suit, given the number of jokers or unknown cards."""
    ranks = RANKS if card is JOKER else (card.rank,)
    if any(meld.rank in ranks and len(meld.cards) < 4 for meld in hand.melds):
        return True
    most = max(sum(n for other, n in others.items() if other.rank == rank) for rank in ranks)
    return most + (card is not JOKER) + free > 2


@judges(pile_use, rummy_call)
def pile_card_first(hand: Rummy500, act: Playing) -> dict[Rule, Reason | None]:
    """Whether the card taken from the discard pile is played first, and after a call without cards of the hand."""
    if not hand.owed or not hand.drew or hand.drew.who != act.who:
        return {}
    cards = Counter(card.face for card in act.cards)
    why = Reason(
        f"{act.who} took {hand.owed.pretty} from the discard pile ({at(hand.drew)}) and must meld it first", hand.drew
    )
    missing = isinstance(act, Discards) or not cards[hand.owed]
    early = isinstance(hand.drew, Claims) and (missing or bool(cards - Counter(hand.taken)))
    others = Reason(f"after a call, the cards taken with {hand.owed.pretty} must be played first", hand.drew)
    return {pile_use: why if missing else None, rummy_call: others if early else None}


# Rules: melds

meld_shape = illegal(
    "A set is three or four cards of the same rank. A run is three or more cards of one suit in a row. An ace may"
    " be below the two or above the king, and {round_the_corner}.",
    place=Melds,
    round_the_corner={
        "no": "it can't be in the middle of a run",
        "yes": "a run may go on through it, as in king, ace, two",
    },
)
suits_differ = illegal(
    "A set can't have two cards of the same suit.", asked="same suit set, two same set, duplicate set"
)
joker_named = illegal(
    "When you meld a joker, say which card it stands for. It must fit the meld, and you can't change it later."
    " The same card may also be elsewhere on the table.",
    asked="joker represent, joker stand, replace joker, swap joker, take joker, change joker, move joker, "
    "name joker, reuse joker",
)
lay_off = illegal(
    "You may lay off cards on any meld, yours or another player's. You can't move cards from one meld to another.",
    place=Lays,
    asked="lay off, add others, hit, add meld, other player meld, someone else meld, opponents meld, "
    "move card, on his/her/their meld/set/run/kings, rearrange",
)


@judges(meld_shape, suits_differ, joker_named)
def well_shaped(hand: Rummy500, melds: Melds) -> Answer:
    broken: dict[Rule, str] = {}
    for cards in melds.groups:
        stood, shown = spelled(cards), listed(cards)
        if why := misnamed(cards, stood):
            broken[joker_named] = why
            continue
        doubled = one_rank(stood) and len({card.suit for card in stood}) < len(stood) and not hand.doubles
        shaped = len(stood) in (3, 4) if one_rank(stood) else run_of(stood, hand.corner) and len(stood) > 2
        if doubled:
            broken[suits_differ] = f"{shown} have a suit twice"
        if not shaped:
            broken[meld_shape] = f"{shown} are neither a set of three or four nor a run of three or more"
        if (doubled or not shaped) and JOKER in (card.face for card in cards):
            broken[joker_named] = f"the joker can't stand for that card here: {shown}"
    return broken


@judges(lay_off, suits_differ, joker_named)
def fits_there(hand: Rummy500, lays: Lays) -> Answer:
    if not (meld := numbered(hand.melds, lays.on)):
        return {lay_off: no_meld(hand.melds, lays.on)}
    stood = spelled(lays.cards, meld.cards)
    if why := misnamed(lays.cards, stood):
        return {joker_named: why}
    if goes_on(hand, meld, stood):
        return None
    proof = (meld.report, *meld.later)
    why = Reason(f"{listed(lays.cards)} can't be added to {listed(meld.cards)}{lines(proof)}", *proof)
    suits = [card.suit for card in (*meld.cards, *stood)]
    return {
        lay_off: why,
        suits_differ: why if meld.rank and meld.rank == one_rank(stood) and len(set(suits)) < len(suits) else None,
        joker_named: why if JOKER in (card.face for card in lays.cards) else None,
    }


def goes_on(hand: Rummy500, meld: Meld, cards: Sequence[Card]) -> bool:
    """Whether all these cards can be added to a meld, in whatever order they are named."""
    if not meld.rank:
        return bool(meld.run and meld.run.grown(cards))
    every = [*meld.cards, *cards]
    differ = len({card.suit for card in every}) == len(every) or hand.doubles
    return one_rank(cards) == meld.rank and differ and len(every) < 5


def spelled(cards: Sequence[Card], beside: Sequence[Card] = ()) -> list[Card]:
    """The cards of a meld, with jokers as the cards they stand for. A bare rank becomes the only card it can be."""
    stood = [stands_for(card) if card.is_joker else card.face for card in cards]
    bare = sum(card.is_bare for card in stood)
    suits = {card.suit for card in (*beside, *stood) if card.suit}
    supply = [suit for suit in SUITS if suit not in suits] if one_rank((*beside, *stood)) else list(suits) * bare
    if len(supply) != bare:
        return stood
    given = iter(supply)
    return [Card(card.rank, next(given)) if card.is_bare else card for card in stood]


def misnamed(cards: Sequence[Card], stood: Sequence[Card]) -> str | None:
    """Why a joker doesn't name a card, or a natural card names another one, or None."""
    for card, stands in zip(cards, stood, strict=True):
        if card.says and not card.is_joker:
            return f"{card.face.pretty} isn't a joker, so it can't stand for another card"
        if stands.is_joker or stands.is_bare:
            return f"which card does {card.pretty} stand for? Write it as in JK=5H"
    return None


judges(hand_count, packs, of=(Melds, Lays, Discards))(stock.in_hand)


@illegal(
    last_discard={
        "free": "you may go out by discarding, melding or laying off your last card",
        "needed": "you must discard your last card, so keep one to discard",
    },
    asked="go out without discard, must discard last, last card meld, go out discard, finish without throw, "
    "need discard",
)
def last_discard(hand: Rummy500, act: Melds | Lays) -> str | None:
    """{last_discard}."""
    keeps = hand.house["last-discard"] == "needed" and len(act.cards) >= len(hand.holding(act.who))
    return f"{act.who} must keep a card to discard" if keeps else None


# Rules: the end

hand_end = illegal(
    "The hand ends at once when a player has no cards left, or the stock has none.",
    asked="stock run out, no cards left, no more stock, deck empty, stock last card",
)


@judges(hand_count, packs)
def can_hold(hand: Rummy500, holds: Holds) -> Answer:
    """Whether the cards can be those of the hand, or the points can be the value of its cards."""
    holding, known = hand.holding(holds.who), list(hand.holding(holds.who).known.elements())
    others = [
        hand.unknown(other)
        for other in hand.counted.values()
        if other.who != holds.who and hand.holding(other.who).blind
    ]
    has = f"{holds.who} has {cards_of(len(holding))}" + f", among them {listed(known)}{lines(holding.proof)}" * bool(
        known
    )
    wrong = elsewhere = None
    if (entered := hand.counted.get(holds.who)) and hand.held(entered) != hand.held(holds):
        wrong = cannot_happen(f"{holds.who} was left with {hand.held(entered)} ({at(entered)})", entered)
    elif isinstance(holds.what, int):
        every = by_value(hand.pack.copies, hand.values)
        if not can_count(hand.pool(), *others, mine := hand.unknown(holds)):
            wrong = Reason(f"{has}, which can't be worth {holds.what}", *holding.proof)
            elsewhere = Reason("the cards that could be worth that are elsewhere") if can_count(every, mine) else None
    else:
        cards, sure = holds.alike(holds.what), holds.alike(known)
        fresh, unseen = cards - sure, holds.alike(card for card in hand.pack for _ in range(hand.left(card)))
        if cards.total() != len(holding) or sure - cards:
            wrong = Reason(f"{has}, not {listed(cards.elements())}", *holding.proof)
        if gone := fresh - unseen:
            proof = [report for card in gone for report in hand.seen.get(card, ())]
            elsewhere = Reason(f"{listed(gone)} can no longer be in the hand{lines(proof)}", *proof)
        elif not wrong and not can_count(hand.pool(fresh.elements()), *others):
            elsewhere = Reason("with that, the other hands couldn't have what was entered for them")
    return {hand_count: wrong, packs: elsewhere}


@judges(hand_count, when="again")
def as_held(hand: Rummy500, holds: Holds) -> Reason | None:
    """Whether a report after the hand agrees with what was left of it."""
    holding, held = hand.holding(holds.who), hand.deadwood(holds.who)
    cards = () if isinstance(holds.what, int) or not (holding.whole and hand.ended) else holds.what
    if held == hand.held(holds) and (not cards or holds.alike(cards) == holds.alike(holding.known.elements())):
        return None
    return Reason(f"{holds.who} was left with {held}, in other cards{lines(holding.proof)}", *holding.proof)


# Rules: the score

meld_points = worth(
    "Each card on the table scores for the player who laid it, no matter whose meld it is on. An ace scores {ace}, or"
    " {low_ace} below the two in a run. A joker scores {joker}, a king, queen or jack {court}, and any other card its"
    " number.",
    lines="melds",
    ace=number(15, "value of an ace", least=2, most=50),
    low_ace=number(1, "value of an ace below the two in a run", most=50),
    joker=number(15, "value of a joker", least=2, most=100),
    court=number(10, "value of a king, queen or jack", least=2, most=50),
    asked="ace worth, cards worth, joker worth, what count, points meld, face cards worth, score meld, ace score",
)
deadwood = worth("Cards left in your hand count against you.", lines="deadwood", asked="left hand, cards left")
went_out = worth(
    "Going out scores {out:score} extra.",
    lines="out",
    out=number(0, "points for going out", most=500),
    asked="go out, bonus out",
)


@cache
def can_be_melded(counts: tuple[int, ...], low_ace: int, jokers: int, corner: bool) -> frozenset[int]:
    """The values that one meld of three to five cards can have, with these values for court cards, aces and jokers."""
    court, ace, joker = counts
    worth = {**TENS, **dict.fromkeys("KQJ", court), "A": ace}
    sums = set()
    for cards in every_meld(corner):
        for wild in itertools.product((False, True), repeat=len(cards)) if len(cards) < 6 else ():
            if sum(wild) <= jokers:
                low, values = low_place(cards), [worth[card.rank] for card in cards]
                if low is not None:
                    values[low] = low_ace
                sums.add(sum(joker if is_wild else value for is_wild, value in zip(wild, values, strict=True)))
    return frozenset(sums)


@judges(hand_end, deadwood, hand_count, meld_points, packs)
def adds_up(hand: Rummy500, scores: Scores) -> Answer:
    """Whether cards can make these points, given the reports of the other players."""
    others, house, values = (
        [report for report in hand.counted.values() if isinstance(report, Scores)],
        hand.house,
        hand.values,
    )
    laid, held = (
        sum(numbers) for numbers in zip(*((report.points, report.held) for report in (*others, scores)), strict=True)
    )
    lies = sum(hand.points[seat] for seat in hand.seats if seat != scores.who and seat not in hand.counted)
    out = [report for report in others if not report.held and not scores.held]
    size: int = house["hand-size"]
    least = sum(hand.cheapest[:size])  # aces below the twos of others, then twos
    few = f"{scores.who} laid all {in_letters(size)} cards, and these are worth at least {least}"
    last = len(others) == len(hand.seats) - 1
    counts = house["court"], house["ace"], house["joker"]
    single = can_be_melded(counts, house["low-ace"], house["packs"] * house["jokers"], hand.corner)
    none = last and 0 < laid < 2 * min(single) and laid not in single
    low = 0 < scores.held < min(values.values())
    return {
        rule: cannot_happen(why) if min(scores.points, scores.held) < 0 else miscounted(why, *entered)
        for rule, wrong, why, entered in (
            (hand_end, out, "another player went out", out),
            (deadwood, scores.held < 0 or low, f"no hand can be worth {scores.held}", ()),
            (hand_count, not scores.held and scores.points < least, few, ()),
            (meld_points, scores.points < 0 or none, f"no melds can be worth {laid}", others),
            (
                packs,
                laid + lies + held > hand.whole_pack,
                f"all cards together are worth {hand.whole_pack}, not {laid + lies + held}",
                others,
            ),
        )
        if wrong
    }


@judges(meld_points)
def as_laid(hand: Rummy500, scores: Scores) -> Reason | None:
    """Whether the points agree with the cards laid before."""
    before, acts = hand.points[scores.who], [report for meld in hand.melds for report in (meld.report, *meld.later)]
    if scores.points >= before:
        return None
    last = [act for act in acts if act.who == scores.who][-1:]
    return miscounted(f"{scores.who} had already laid cards worth {before}{lines(last)}, not {scores.points}", *last)


judges(meld_points)(claims(Scores, "points", lambda hand, scores: hand.points[scores.who], "{who} laid {}"))
judges(deadwood)(claims(Scores, "held", lambda hand, scores: hand.deadwood(scores.who), "{who} was left with {}"))


@worth
def game_end(hand: Rummy500, *, target: int = number(500, "points to win", least=1)) -> bool:
    """The game ends when a player has {target} or more at the end of a hand. The highest score wins."""
    return any(points >= target for points in hand.standing.balance.values())


def where(hand: Rummy500) -> Iterator[str]:
    if not hand.holdings:
        return
    yield from stock_and_top(hand)
    if cards := hand.rummy():
        yield f"Rummy: {listed(cards)}"


GAME = Game(
    slug="500-rummy",
    name="500 Rummy",
    summary="Meld for points, and draw from the stock or from deep in the discard pile.",
    family="rummy",
    options=(
        Option(
            "round-the-corner",
            "no",
            "whether a run may go on through the ace, as in K-A-2",
            (meld_shape, lay_off),
            choices=("no", "yes"),
        ),
        Option(
            "top-card",
            "melded",
            "whether you must meld or lay off the top card of the discard pile if you take only that",
            (pile_use,),
            choices=("melded", "free"),
        ),
        Option(
            "last-discard",
            "free",
            "whether you must discard your last card to go out",
            (last_discard,),
            choices=("free", "needed"),
        ),
    ),
    variants=(
        Variant("round-the-corner", "Runs may go on through the ace, as in king, ace, two.", "round-the-corner=yes"),
        Variant("no-jokers", "No jokers.", "jokers=0"),
        Variant("thirteen-for-two", "With two players, deal thirteen cards each.", "hand-size=13"),
        Variant("free-top-card", "You may take the top card of the discard pile and keep it.", "top-card=free"),
        Variant("twice-in-a-set", "A set may have two cards of the same suit.", "without=suits-differ"),
        Variant("discard-to-go-out", "You must go out with a discard.", "last-discard=needed"),
        Variant("thousand", "Play to 1,000.", "target=1000"),
    ),
    players=range(2, 9),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["packs"] * house["jokers"]),
    hand=Rummy500,
    play=play_hand,
    open_table=True,
    over=game_end,
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal",
        Draws: "starts a turn, from the stock",
        Takes: "starts a turn, from the discard pile",
        Claims: "after another player's discard, before the next draw",
        Melds: "after drawing",
        Lays: "after drawing",
        Discards: "ends the turn",
        Holds: "after the hand, for each player with cards left",
        Scores: "after the deal, instead of the plays or the rest of them",
    },
    facts={
        "stock": Fact(lambda hand: None if hand.entered_in_points else hand.stock, "cards in the stock"),
        "pile": Fact(lambda hand: None if hand.entered_in_points else len(hand.pile), "cards in the discard pile"),
        "top": Fact(lambda hand: None if hand.entered_in_points else top_card(hand), "its top card"),
        "melds": Fact(lambda hand: None if hand.entered_in_points else len(hand.melds), "melds on the table"),
        "rummy": Fact(lambda hand: not hand.entered_in_points and bool(hand.rummy()), "yes if somebody may call it"),
        "cards": Fact(lambda hand: None if hand.entered_in_points else hand_sizes(hand), "cards in each hand"),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    pack_rule=packs,
    says=True,
    deal_out=take_up,
    now=where,
    ends=(hand_end,),
    at_a_glance=(
        Glance("cards each", lambda table: table.house["hand-size"]),
        Glance(
            "card values",
            lambda table: {card.text: values(table.house)[card.rank] for card in table.pack},
            meld_points,
            deadwood,
            show=by_points,
        ),
        Glance("ace below a two in a run", lambda table: table.house["low-ace"], meld_points),
        ace_in_runs(run_of, meld_shape, corner="round-the-corner"),
        Glance("points to win", lambda table: table.house["target"], game_end),
    ),
    short_form=(
        "Type `deal`, then a line for each player: `scores` and the value of the cards laid, then `held` and the"
        " value of the cards left, if any. If you stop entering plays in the middle of a hand, include the cards"
        " already laid."
    ),
    phrases={
        "lay off CARD on N": "lays CARD on N",
        "lay off ...": "? Which meld? Type its number, for example `Ann lays KD on 1`.",
        "put ... with ...": "? Which meld? Type its number, for example `Ann lays KD on 1`.",
        "go out": "? Type the points, for example `Ann scores 105`.",
        "N lay ... N left ...": "scores N1 held N2",
        "N lay ... N hold": "scores N1 held N2",
        "N lay ... N in hand": "scores N1 held N2",
        "lay N ... have N left ...": "scores N1 held N2",
        "lay N ... hold N ...": "scores N1 held N2",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann scores 60 held 5", "Ben scores 25", "Cat scores 0 held 30"),
        "Ann 55, Ben 25, Cat -30",
    ),
    rulings=(
        "Laying off a card counts as using it, if you took it from the discard pile.",
        "If you draw the last card of the stock, the hand ends at once. That card counts against you.",
        "An ace counts low in any run that has it below the two, even if the two was added later. It counts high"
        " in a set, above a king and in your hand. A joker counts the same whatever it stands for.",
        "With two decks, a card may be in the discard pile twice. Then you take the upper one, or the lower one"
        " if a call needs it.",
        "You may call only for cards that can be played without any card from your hand. You don't have to call. The"
        " chance is gone when the next player draws.",
        "You may take the discard pile even on the first turn. You may go out without a discard, by melding your"
        " last cards.",
        "If the leaders tie when the game is over, they share the win. So do leaders who tie if you stop early.",
    ),
    edition=2,
)
