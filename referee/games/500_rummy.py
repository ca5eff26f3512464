"""500 Rummy.  Meld for points, from the stock or from deep in the pile, and be first to five hundred."""

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
from referee.game.game import Example, Game, Glance
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
from referee.kit.showdown import TENS, Counted, by_value
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
    """What cards count by their ranks."""
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


class Takes(Report):
    """a card of the pile, with all above it"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.may_lie())


class Claims(Report):
    """Rummy: a card of the pile that can be played at once, with all above it"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.may_lie())


class Melds(InGroups):
    """one new meld, or several; a joker as the card it stands for, `JK=5H`"""

    @classmethod
    def options(cls, hand: Rummy500, seat: Seat) -> Iterator[Melds]:
        """One meld of every kind; in those of three, also with jokers."""
        for meld in (*every_meld(hand.corner), *(doubled_sets() if hand.doubles else ())):
            for cards in with_jokers(meld) if len(meld) == 3 else (meld,):
                if hand.may_play(melds := cls((cards,), who=seat)):
                    yield melds


class Lays(Report):
    """cards laid off on a meld; melds are numbered as they come"""

    cards: Cards
    _: KW_ONLY
    on: Annotated[int, range(1, 37)]

    @classmethod
    def options(cls, hand: Rummy500, seat: Seat) -> Iterator[Lays]:
        """All that goes on with natural cards, or three of them with jokers."""
        for on, meld in enumerate(hand.melds, 1):
            for more in hand.longer(meld):
                for cards in with_jokers(more) if len(more) < 4 else (more,):
                    if hand.may_play(lays := cls(cards, on=on, who=seat)):
                        yield lays


class Holds(Counted, bare=True):
    """what is left in a hand, in cards or in points"""

    def alike(self, cards: Iterable[Card]) -> Counter[Card]:
        """Cards as this report tells them."""
        with_suits = self.cards
        return Counter([card.face if with_suits else Card(card.rank) for card in cards])

    @classmethod
    def options(cls, hand: Rummy500, seat: Seat) -> list[Holds]:
        known, blind = hand.total(hand.holding(seat).known.elements()), hand.holding(seat).blind
        least, most = min(hand.values.values()), max(hand.values.values())
        return cls.each(hand, seat, range(known + least * blind, known + most * blind + 1))


class Scores(Report, sampled=True):
    """a hand in numbers: what the cards laid count, and those that were left"""

    points: Annotated[int, Less("held")]
    _: KW_ONLY
    held: int = 0

    @classmethod
    def options(cls, hand: Rummy500, seat: Seat) -> list[Scores]:
        """Some of the many."""
        laid = hand.points[seat]
        return [cls(laid + more, held=held, who=seat) for more in (0, 5, 6, 10, 45, 90) for held in (0, 1, 2, 12, 25)]


Playing = Melds | Lays | Discards
PLAY: tuple[type[Report], ...] = (Draws, Takes, Claims, Melds, Lays, Discards)


def with_jokers(cards: Cards) -> Iterator[Cards]:
    """Cards with none, one or two of them replaced by a joker."""
    for jokers in range(min(len(cards), 2) + 1):
        for places in itertools.combinations(range(len(cards)), jokers):
            yield tuple(Card(JOKER.rank, "", card.text) if i in places else card for i, card in enumerate(cards))


@dataclass
class Rummy500(StockHand):
    """One deal; ``points`` has what everybody's cards on the table count."""

    turn: Seat = NOBODY
    taken: list[Card] = field(default_factory=list)  # from the pile, this turn
    owed: Card | None = None  # the one for which it was taken, until it is melded
    discard: Discards | None = None  # on which Rummy may be called
    melds: list[Meld] = field(default_factory=list)  # jokers among the cards are what they stand for
    points: Counter[Seat] = field(default_factory=Counter)
    ended: Report | None = None
    told: dict[Seat, Holds | Scores] = field(default_factory=dict)  # in the end

    # What cards count, and what is a run

    @cached_property
    def values(self) -> dict[str, int]:
        return values(self.house)

    @cached_property
    def cheapest(self) -> list[int]:
        """What each card of the pack counts at least, those that count least first."""
        worth = {**self.values, "A": min(self.values["A"], self.house["low-ace"])}
        return sorted(worth[card.rank] for card in Counter(self.pack.copies).elements())

    @cached_property
    def whole_pack(self) -> int:
        """What all cards of the pack count at most."""
        worth = {**self.values, "A": max(self.values["A"], self.house["low-ace"])}
        return sum(worth[card.rank] * copies for card, copies in self.pack.copies.items())

    def total(self, cards: Iterable[Card]) -> int:
        return sum(self.values.get(card.rank, 0) for card in cards)

    def held(self, told: Holds | Scores) -> int:
        """What was told of the cards left in a hand, in points."""
        return told.held if isinstance(told, Scores) else told.counted(self.total)

    @property
    def corner(self) -> bool:
        """A run may go on through the ace."""
        return bool(self.house["round-the-corner"] == "yes")

    @property
    def doubles(self) -> bool:
        """A set may have a suit twice."""
        return not self.enforces(suits_differ)

    def longer(self, meld: Meld) -> Iterator[Cards]:
        """All natural cards that go on a meld together."""
        if meld.rank and self.doubles:
            yield from ((Card(meld.rank, suit),) for suit in SUITS if len(meld.cards) < 4)
        else:
            yield from meld.longer()

    @property
    def told_in_points(self) -> bool:
        """Only what the cards counted was told, and not what was played."""
        return any(isinstance(told, Scores) for told in self.told.values())

    # Whose report is awaited

    def to_act(self) -> Seat:
        return self.turn

    def to_call(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.discard and seat != self.discard.who)

    def to_hold(self) -> tuple[Seat, ...]:
        """Whose cards nobody knows yet."""
        return tuple(seat for seat in self.all_but(self.told) if not self.holding(seat).whole)

    def to_score(self) -> tuple[Seat, ...]:
        return self.all_but(self.told)

    # The pile

    def may_lie(self) -> list[Card]:
        """Every card that may lie in the pile, from the top down."""
        known = [card for card in reversed(self.pile) if card is not UNKNOWN]
        return list(dict.fromkeys((*known, *(self.unseen() if UNKNOWN in self.pile else ()))))

    def place(self, report: Takes | Claims) -> int | None:
        """Where the card lies in the pile: the upper of two, but for a call that only the lower makes good."""
        card = report.card.face
        places = [i for i, lying in reversed(list(enumerate(self.pile))) if lying is card]
        if UNKNOWN in self.pile and self.left(card):  # the upcard, which nobody told
            places.append(self.pile.index(UNKNOWN))
        good = (i for i in places if isinstance(report, Claims) and self.can_be_called(i, card))
        return next(good, places[0] if places else None)

    def is_free(self, takes: Takes) -> bool:
        """Whether only the top card is taken, and needn't be of use."""
        return bool(self.house["top-card"] == "free" and self.place(takes) == len(self.pile) - 1)

    def can_be_called(self, place: int, card: Card) -> bool:
        return can_be_laid(self, card, Counter(self.pile[place + 1 :]))

    def rummy(self) -> list[Card]:
        """The cards of the pile on which Rummy may be called, or has been and they aren't played."""
        if isinstance(self.drew, Claims) and self.owed:
            return [self.owed]
        lying = enumerate(self.pile) if self.discard and not self.ended else ()
        return [card for i, card in lying if card is not UNKNOWN and self.can_be_called(i, card)]

    # The hands

    def may_play(self, act: Melds | Lays) -> bool:
        """Whether a hand may have these cards, and plays them now."""
        holding = self.holding(act.who)
        unnamed = holding.unnamed(card.face for card in act.cards)
        may = unnamed.total() <= holding.blind and not too_many(self, unnamed)
        return may and not pile_card_first(self, act)

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
        """How many cards of each value nobody has named, without those named just now."""
        return by_value(self.unnamed, self.values) - Counter(self.values[card.rank] for card in named)

    def unknown(self, told: Holds | Scores) -> tuple[int, int]:
        """How many unknown cards there are in a hand of which the points were told, and what these count."""
        holding = self.holding(told.who)
        return holding.blind, self.held(told) - self.total(holding.known.elements())

    def deadwood(self, seat: Seat) -> int:
        """What the cards left in a hand count."""
        known = self.holding(seat).known.elements()
        return self.held(self.told[seat]) if seat in self.told else self.total(known)


# The hand


async def play_hand(hand: Rummy500) -> None:
    await hand.deal(size=hand.house["hand-size"])
    hand.deal_out(hand.house["hand-size"])
    hand.turn = hand.eldest
    await hand.ask_upcard()

    # Turns, or the hand in numbers
    turns = ask_turn(hand) | hand.ask(hand.to_score, Scores, aside=True)
    while not (hand.ended or hand.told_in_points):
        match await turns:
            case Scores() as scores:
                write(hand, scores)
            case act:
                play(hand, act)
    if hand.ended:
        over = bar(hand_end, f"the hand is over: {hand.ended.text} ({at(hand.ended)})", *PLAY, Scores)
        left = hand.ask(hand.to_hold, Holds, free=True) | over
        while hand.to_hold():
            open_up(hand, await left)
    rest = hand.ask(hand.to_score, Scores) | bar(hand_end, "this hand is told in points", *PLAY)
    while hand.told_in_points and hand.to_score():
        write(hand, await rest)

    # Score
    if hand.told_in_points:
        hand.melds = []
    for seat in hand.seats:
        settle(hand, seat)


def ask_turn(hand: Rummy500) -> Asks[Report]:
    rummy = hand.ask(hand.to_call, Claims, free=True, aside=True)
    return hand.ask(hand.to_act, Draws, Takes, Melds, Lays, Discards) | rummy


def play(hand: Rummy500, act: Report) -> None:
    """Takes in what was done; a turn goes on from whoever did something in it."""
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
    )  # which the table lets be
    place = hand.place(act) or 0
    if hand.pile[place] is UNKNOWN:
        hand.pile[place] = act.card.face
        hand.tell(act, act.card.face)
    hand.taken = hand.take_pile(act, len(hand.pile) - place)
    hand.drew, hand.owed = act, None if useless else act.card.face


def put_down(hand: Rummy500, seat: Seat, cards: Cards, meld: Meld) -> None:
    """Cards go on a meld, or begin it, and count for SEAT; an ace that now lies below the deuce counts less."""
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
    """The place in a run of an ace that has the deuce above it."""
    pairs = itertools.pairwise(run)
    return next((place for place, (card, above) in enumerate(pairs) if (card.rank, above.rank) == ("A", "2")), None)


def write(hand: Rummy500, scores: Scores) -> None:
    """In mid-hand the number has in it what was laid before."""
    hand.told[scores.who] = scores
    hand.points[scores.who] = scores.points


def open_up(hand: Rummy500, holds: Holds) -> None:
    if holds.cards or holds.who not in hand.told:
        hand.told[holds.who] = holds
    if holds.cards:
        hand.show(holds.who, holds, holds.cards)


def settle(hand: Rummy500, seat: Seat) -> None:
    told = [hand.told[seat]] if seat in hand.told else []
    laid = [act for meld in hand.melds for act in (meld.told, *meld.later) if act.who == seat]
    if points := hand.points[seat]:
        why = f"{seat} laid cards for {points}"
        hand.book(seat, meld_points, points, why, *dict.fromkeys(laid or told))
    if (bonus := went_out(hand)) and not hand.deadwood(seat):
        hand.book(seat, went_out, bonus, f"{seat} has no cards left", *told)
    if held := hand.deadwood(seat):
        hand.book(seat, deadwood, -held, f"{seat} still held {held}", *(told or hand.holding(seat).proof))


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
packs = impossible(
    "The cards are {packs:word pack} of fifty-two, with {jokers:word joker} to each.",
    stock.fresh_upcard,
    packs=number(packs_for, "packs of cards", least=packs_for, most=4),
    jokers=number(2, "jokers in each pack", most=4),
)
hand_count = arithmetic(
    "A hand has as many cards as came to it, {hand_size:word} to begin with, and counts what they can.",
    hand_size=number(
        7,
        "cards each",
        least=3,
        most=lambda players: (len(Pack(packs=packs_for(players))) - 1) // players - 1,  # and one to draw
    ),
)
judges(hand_count, packs)(counted.as_dealt)


# Rules: the draw

turn_order = illegal(
    "The player on the dealer's left begins; a turn is a draw, melds and lay-offs as wanted, and a discard.",
    turn=(Draws, Takes, Melds, Lays, Discards),
)
draw_first = illegal("A turn starts with a card of the stock, or with cards of the pile.", place=Discards)


@judges(turn_order, draw_first)
def draws_once(hand: Rummy500, act: Draws | Takes) -> Answer:
    if not hand.drew:
        return None
    return dict.fromkeys((turn_order, draw_first), Reason(f"{act.who} has drawn ({at(hand.drew)})", hand.drew))


@judges(draw_first, packs)
def one_of_the_stock(hand: Rummy500, draws: Draws) -> Answer:
    drawn = draws.number()
    return {
        draw_first: None if drawn == 1 else f"one card comes from the stock, not {drawn}",
        packs: "so many aren't in the stock" if drawn > hand.stock else can_come(hand, draws.drawn()),
    }


judges(draw_first, of=(Melds, Lays, Discards))(stock.has_drawn)


# Rules: the pile


@impossible
def pile_draw(hand: Rummy500, act: Takes | Claims) -> str | None:
    """Any card that lies in the pile may be taken, and all that lie above it come along."""
    return f"{act.card.face.pretty} isn't in the pile" if hand.place(act) is None else None


rummy_call = illegal(
    "Between a discard and the next draw, a card of the pile that goes on a meld, or a meld lying in the pile, may"
    " be called by all but the discarder. The caller takes the deepest of these cards with all above it, plays them"
    " before any other card, and has the turn; the caller's left is next.",
    place=Claims,
)


@judges(rummy_call)
def can_call(hand: Rummy500, claims: Claims) -> str | None:
    place, card = hand.place(claims), claims.card.face
    if place is None:
        return cannot_happen(f"{card.pretty} isn't in the pile")
    if not hand.discard:
        return "Rummy is called when a card has been discarded and nobody has drawn since"
    if claims.who == hand.discard.who:
        return Reason(f"{claims.who} discarded last ({at(hand.discard)})", hand.discard)
    if not hand.can_be_called(place, card):
        return f"{card.pretty} goes on no meld, and makes none with the cards above it in the pile"
    return None


pile_use = illegal(
    "The card for which the pile was taken is in the next meld, or in what is next laid off, {top_card}.",
    top_card={"melded": "even if it was the top card alone", "free": "unless it was the top card alone"},
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
    return Reason(f"{act.who} can bring {act.card.face.pretty} into no meld{lines(holding.proof)}", *holding.proof)


def can_be_laid(hand: Rummy500, card: Card, others: Counter[Card], blind: int = 0) -> bool:
    """Whether a card can be melded or laid off with the help of others, so many of them unknown."""
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
    """Whether a card can go in a set with cards of any suit, and with so many jokers or unknown ones."""
    ranks = RANKS if card is JOKER else (card.rank,)
    if any(meld.rank in ranks and len(meld.cards) < 4 for meld in hand.melds):
        return True
    most = max(sum(n for other, n in others.items() if other.rank == rank) for rank in ranks)
    return most + (card is not JOKER) + free > 2


@judges(pile_use, rummy_call)
def pile_card_first(hand: Rummy500, act: Playing) -> Answer:
    """What was taken from the pile is played first; after a call nothing of the hand is played along."""
    if not hand.owed or not hand.drew or hand.drew.who != act.who:
        return None
    cards = Counter(card.face for card in act.cards)
    why = Reason(f"{act.who} took {hand.owed.pretty} from the pile ({at(hand.drew)}) and melds it first", hand.drew)
    missing = isinstance(act, Discards) or not cards[hand.owed]
    early = isinstance(hand.drew, Claims) and (missing or bool(cards - Counter(hand.taken)))
    others = Reason(f"after a call only the cards taken with {hand.owed.pretty} are played first", hand.drew)
    return {pile_use: why if missing else None, rummy_call: others if early else None}


# Rules: melds

meld_shape = illegal(
    "A set is three or four of a rank, a run three or more of a suit in sequence. An ace goes below the deuce or"
    " above the king, and {round_the_corner}.",
    place=Melds,
    round_the_corner={"no": "no run goes through it", "yes": "a run may go through it, as in K-A-2"},
)
suits_differ = illegal("No suit is in a set twice.")
joker_named = illegal(
    "Whoever lays a joker names one card for it, which fits there. The joker stays that card, wherever others like"
    " it lie."
)
lay_off = illegal(
    "Any meld on the table may be made longer, whoever laid it; cards don't change their meld.", place=Lays
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
            broken[meld_shape] = f"{shown} are neither three or four of a rank nor a run of three or more"
        if (doubled or not shaped) and JOKER in (card.face for card in cards):
            broken[joker_named] = f"the joker doesn't fit as named: {shown}"
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
    proof = (meld.told, *meld.later)
    why = Reason(f"{listed(lays.cards)} can't go with {listed(meld.cards)}{lines(proof)}", *proof)
    suits = [card.suit for card in (*meld.cards, *stood)]
    return {
        lay_off: why,
        suits_differ: why if meld.rank and meld.rank == one_rank(stood) and len(set(suits)) < len(suits) else None,
        joker_named: why if JOKER in (card.face for card in lays.cards) else None,
    }


def goes_on(hand: Rummy500, meld: Meld, cards: Sequence[Card]) -> bool:
    """Whether all these cards go on a meld, whatever order they are named in."""
    if not meld.rank:
        return bool(meld.run and meld.run.grown(cards))
    every = [*meld.cards, *cards]
    differ = len({card.suit for card in every}) == len(every) or hand.doubles
    return one_rank(cards) == meld.rank and differ and len(every) < 5


def spelled(cards: Sequence[Card], beside: Sequence[Card] = ()) -> list[Card]:
    """Cards of a meld, jokers as what they stand for; where only a rank is said, as the one card that it can be."""
    stood = [stands_for(card) if card.is_joker else card.face for card in cards]
    bare = sum(card.is_bare for card in stood)
    suits = {card.suit for card in (*beside, *stood) if card.suit}
    supply = [suit for suit in SUITS if suit not in suits] if one_rank((*beside, *stood)) else list(suits) * bare
    if len(supply) != bare:
        return stood
    given = iter(supply)
    return [Card(card.rank, next(given)) if card.is_bare else card for card in stood]


def misnamed(cards: Sequence[Card], stood: Sequence[Card]) -> str | None:
    """Why a joker has no card that it stands for, or another card has one."""
    for card, stands in zip(cards, stood, strict=True):
        if card.says and not card.is_joker:
            return f"{card.face.pretty} isn't a joker, and stands for itself"
        if stands.is_joker or stands.is_bare:
            return f"which card does {card.pretty} stand for, as in JK=5H?"
    return None


judges(hand_count, packs, of=(Melds, Lays, Discards))(stock.in_hand)


@illegal(
    last_discard={
        "free": "you may go out with a discard, or by melding or laying off all your cards",
        "needed": "you must go out with a discard, so keep a card for it",
    }
)
def last_discard(hand: Rummy500, act: Melds | Lays) -> str | None:
    """{last_discard}."""
    keeps = hand.house["last-discard"] == "needed" and len(act.cards) >= len(hand.holding(act.who))
    return f"{act.who} needs a card to discard" if keeps else None


# Rules: the end

hand_end = illegal("With no card left in a hand, or none in the stock, nothing more is played.")


@judges(hand_count, packs)
def can_hold(hand: Rummy500, holds: Holds) -> Answer:
    """The cards are those of the hand; points are what its cards can count, beside all that was told."""
    holding, known = hand.holding(holds.who), list(hand.holding(holds.who).known.elements())
    others = [
        hand.unknown(other) for other in hand.told.values() if other.who != holds.who and hand.holding(other.who).blind
    ]
    has = f"{holds.who} has {cards_of(len(holding))}" + f", among them {listed(known)}{lines(holding.proof)}" * bool(
        known
    )
    wrong = elsewhere = None
    if (told := hand.told.get(holds.who)) and hand.held(told) != hand.held(holds):
        wrong = cannot_happen(f"{holds.who} held {hand.held(told)} ({at(told)})", told)
    elif isinstance(holds.what, int):
        every = by_value(hand.pack.copies, hand.values)
        if not can_count(hand.pool(), *others, mine := hand.unknown(holds)):
            wrong = Reason(f"{has}, and can't count {holds.what}", *holding.proof)
            elsewhere = Reason("the cards that would count so much lie elsewhere") if can_count(every, mine) else None
    else:
        cards, sure = holds.alike(holds.what), holds.alike(known)
        fresh, unseen = cards - sure, holds.alike(card for card in hand.pack for _ in range(hand.left(card)))
        if cards.total() != len(holding) or sure - cards:
            wrong = Reason(f"{has}, not {listed(cards.elements())}", *holding.proof)
        if gone := fresh - unseen:
            proof = [report for card in gone for report in hand.seen.get(card, ())]
            elsewhere = Reason(f"{listed(gone)} can't be left in a hand{lines(proof)}", *proof)
        elif not wrong and not can_count(hand.pool(fresh.elements()), *others):
            elsewhere = Reason("then the others couldn't hold what was told")
    return {hand_count: wrong, packs: elsewhere}


@judges(hand_count, when="again")
def as_held(hand: Rummy500, holds: Holds) -> Reason | None:
    """The hand is over, and what was left of this one is known."""
    holding, held = hand.holding(holds.who), hand.deadwood(holds.who)
    cards = () if isinstance(holds.what, int) or not (holding.whole and hand.ended) else holds.what
    if held == hand.held(holds) and (not cards or holds.alike(cards) == holds.alike(holding.known.elements())):
        return None
    return Reason(f"{holds.who} held {held}, in other cards{lines(holding.proof)}", *holding.proof)


# Rules: the score

meld_points = worth(
    "Cards on the table score their value for the player who laid them, on any meld: an ace {ace}, but {low_ace} laid"
    " below the deuce of a run, a joker {joker}, a court card {court}, any other card its pips.",
    lines="melds",
    ace=number(15, "what an ace counts", least=2, most=50),
    low_ace=number(1, "what an ace counts below the deuce of a run", most=50),
    joker=number(15, "what a joker counts", least=2, most=100),
    court=number(10, "what a king, queen or jack counts", least=2, most=50),
)
deadwood = worth("Cards that stay in a hand cost their value.", lines="deadwood")
went_out = worth(
    "Whoever is out of cards first has {out} for it.", lines="out", out=number(0, "points for going out", most=500)
)


@cache
def can_be_melded(counts: tuple[int, ...], low_ace: int, jokers: int, corner: bool) -> frozenset[int]:
    """What one meld of three to five cards can count, where court cards, aces and jokers count so."""
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
    """The numbers are such as cards make, with what was told of the others."""
    others, house, values = [told for told in hand.told.values() if isinstance(told, Scores)], hand.house, hand.values
    laid, held = (
        sum(numbers) for numbers in zip(*((report.points, report.held) for report in (*others, scores)), strict=True)
    )
    lies = sum(hand.points[seat] for seat in hand.seats if seat != scores.who and seat not in hand.told)
    out = [report for report in others if not report.held and not scores.held]
    size: int = house["hand-size"]
    least = sum(hand.cheapest[:size])  # aces below deuces of others, then deuces
    few = f"{in_letters(size)} cards laid count {least} at least"
    last = len(others) == len(hand.seats) - 1
    counts = house["court"], house["ace"], house["joker"]
    single = can_be_melded(counts, house["low-ace"], house["packs"] * house["jokers"], hand.corner)
    none = last and 0 < laid < 2 * min(single) and laid not in single
    low = 0 < scores.held < min(values.values())
    return {
        rule: cannot_happen(why) if min(scores.points, scores.held) < 0 else miscounted(why, *told)
        for rule, wrong, why, told in (
            (hand_end, out, "another hand is the one without deadwood", out),
            (deadwood, scores.held < 0 or low, f"no hand counts {scores.held}", ()),
            (hand_count, not scores.held and scores.points < least, few, ()),
            (meld_points, scores.points < 0 or none, f"no melds count {laid}", others),
            (
                packs,
                laid + lies + held > hand.whole_pack,
                f"all cards count {hand.whole_pack}, not {laid + lies + held}",
                others,
            ),
        )
        if wrong
    }


@judges(meld_points)
def as_laid(hand: Rummy500, scores: Scores) -> Reason | None:
    """What was told card by card before lies on the table."""
    before, acts = hand.points[scores.who], [told for meld in hand.melds for told in (meld.told, *meld.later)]
    if scores.points >= before:
        return None
    last = [act for act in acts if act.who == scores.who][-1:]
    return miscounted(f"{scores.who} had laid {before} by then{lines(last)}, not {scores.points}", *last)


judges(meld_points)(claims(Scores, "points", lambda hand, scores: hand.points[scores.who], "{who} laid {}"))
judges(deadwood)(claims(Scores, "held", lambda hand, scores: hand.deadwood(scores.who), "{who} held {}"))


@worth
def game_end(hand: Rummy500, *, target: int = number(500, "points that end the game", least=1)) -> bool:
    """Once a hand takes somebody to {target}, the highest score has won."""
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
    summary="Meld for points, from the stock or from deep in the pile, and be first to five hundred.",
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
            "whether the top card of the pile must be melded at once too, or is free to be kept",
            (pile_use,),
            choices=("melded", "free"),
        ),
        Option(
            "last-discard",
            "free",
            "whether going out takes a discard, or the last cards may be melded too",
            (last_discard,),
            choices=("free", "needed"),
        ),
    ),
    variants=(
        Variant("round-the-corner", "Runs go through the ace, as in K-A-2.", "round-the-corner=yes"),
        Variant("no-jokers", "The jokers stay in their box.", "jokers=0"),
        Variant("thirteen-for-two", "Two players have thirteen cards each.", "hand-size=13"),
        Variant("free-top-card", "The top card of the pile may be taken and kept.", "top-card=free"),
        Variant("twice-in-a-set", "A set may have the same card twice.", "without=suits-differ"),
        Variant("discard-to-go-out", "Whoever goes out does so with a discard.", "last-discard=needed"),
        Variant("thousand", "The game goes to a thousand.", "target=1000"),
    ),
    players=range(2, 9),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["packs"] * house["jokers"]),
    hand=Rummy500,
    play=play_hand,
    open_table=True,
    over=game_end,
    verbs={
        Deal: "first, and when a hand is finished",
        Upcard: "after the deal",
        Draws: "begins a turn, from the stock",
        Takes: "begins a turn, from the pile",
        Claims: "after another's discard, before the next draw",
        Melds: "after the draw",
        Lays: "after the draw",
        Discards: "ends the turn",
        Holds: "when the hand has ended, by everybody with cards left",
        Scores: "in place of all others, or of the rest of them",
    },
    facts={
        "stock": lambda hand: None if hand.told_in_points else hand.stock,
        "pile": lambda hand: None if hand.told_in_points else len(hand.pile),
        "top": lambda hand: None if hand.told_in_points else top_card(hand),
        "melds": lambda hand: None if hand.told_in_points else len(hand.melds),
        "rummy": lambda hand: not hand.told_in_points and bool(hand.rummy()),
        "cards": lambda hand: None if hand.told_in_points else hand_sizes(hand),
        "hand": lambda hand: hand.number,
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
        Glance("ace below a deuce in a run", lambda table: table.house["low-ace"], meld_points),
        ace_in_runs(run_of, meld_shape, corner="round-the-corner"),
        Glance("points to win", lambda table: table.house["target"], game_end),
    ),
    short_form="`deal`, and `scores N held N` of everybody: the value of the cards laid, and of those left if any are."
    " In mid-hand these are the whole hand's too.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann scores 60 held 5", "Ben scores 25", "Cat scores 0 held 30"),
        "Ann 55, Ben 25, Cat -30",
    ),
    rulings=(
        "Laying a card off uses it as well as melding it does, when it came from the pile.",
        "The last card of the stock ends the hand as it is drawn: it stays in that hand and counts against it.",
        "An ace is low in a run that has it below the deuce, also when it came later; in a set, above a king and in a"
        " hand it is high. A joker counts the same whatever it stands for.",
        "With two packs the same card may lie in the pile twice: the upper one is meant, and in a call the lower only"
        " where the upper doesn't make it good.",
        "A call is good for cards that the pile alone can bring to the table, and they are played before the hand's"
        " own. Nobody must call; when the next player draws the chance is gone.",
        "Already the first turn may begin with the pile. Nobody needs a card to discard: melding the last ones is out.",
        "Those who are level at the top when the game is over share the win; so do leaders when the table stops early.",
    ),
    edition=2,
)
