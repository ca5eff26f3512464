"""Samba.  Canasta with three packs: partners meld sets and escaleras and fill them up to seven cards."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from referee.cards import JOKER, RANKS, SUITS, UNKNOWN, Card, Cards, Pack, Rank, listed
from referee.core import (
    Answer,
    Asks,
    Category,
    Deal,
    Dealt,
    Game,
    Groups,
    Hand,
    Option,
    Report,
    Seat,
    Told,
    Verdict,
    Why,
    at,
    bar,
    check,
    illegal,
    impossible,
    leaders,
    worth,
)
from referee.kit.melds import Fan, can_count, gaps, one_rank, totals
from referee.notation import KW_ONLY, NOBODY

RULES = {
    "dealer-rotation": illegal("The deal passes to the left."),
    "turn-order": illegal("The dealer's left begins, play is clockwise; a turn is a draw, what is melded, a discard."),
    "draw-first": illegal("A card of the stock or the whole pile comes into the hand before anything leaves it."),
    "red-three": illegal("A red three lies before its team, and the stock gives a card for it; it has no other use."),
    "pile-use": illegal(
        "The pile is taken whole and its top card goes into a meld there and then: onto one of the team that this card"
        " fits by itself, or together with two natural cards of its rank that were in the hand; it begins no escalera."
    ),
    "frozen-pile": illegal(
        "A wild card or a red three in the pile freezes it: then only two natural cards from the hand win the top card."
    ),
    "blocked-pile": illegal("A wild card or a three on top keeps the pile where it is."),
    "meld-shape": illegal(
        "A set is three to seven cards of one rank, an escalera three to seven neighbours of one suit, all natural and"
        " from the four up to the ace."
    ),
    "two-wilds": illegal("A set has two wild cards at most."),
    "seven-cards": illegal("With its seventh card a meld is closed."),
    "own-melds": illegal("Cards are laid on the melds of one's own team."),
    "join-sets": illegal(
        "Two sets of one rank may become one of at most seven cards; escaleras stay apart, and no meld is taken apart."
    ),
    "black-three": illegal("Black threes are melded by whoever goes out with them: one card at most is left over."),
    "opening-minimum": illegal("What a team melds first counts at least the minimum for its score at the deal."),
    "going-out": illegal("Nobody parts with a last card before the team has two melds of seven."),
    "partner-said-no": illegal("Whoever asked and was told no stays in for this turn."),
    "must-go-out": worth("Whoever asked and was told yes goes out this turn, or it costs the team 100."),
    "stock-out": illegal(
        "Without a stock a player whose team can use the top of the pile on a meld takes it, unless it is frozen;"
        " whoever doesn't take it ends the hand."
    ),
    "last-red-three": illegal(
        "Whoever draws a red three as the last card of the stock lays it out, melds, and ends the hand undiscarded."
    ),
    "hand-end": illegal("When somebody is out, or stops, nothing more is played."),
    "three-packs": impossible(
        "Every card is there three times, a joker six times; a hand has what was counted into it, and counts what its"
        " cards can count."
    ),
    "card-points": worth("The cards a team has melded count for it, those its players still hold against it."),
    "canasta-bonus": worth("A natural canasta and a samba bring 500 each, a mixed canasta 300."),
    "red-bonus": worth("A red three laid out is 100, all six 1,000; it is taken off without two melds of seven."),
    "out-bonus": worth("Going out brings the team 200."),
    "undeclared-red-three": worth("A red three left in the hand costs 500 and nothing else."),
    "pile-penalty": worth("Taking the pile without a use for its top card costs 50."),
    "ask-penalty": worth("Not going out after a yes costs 100, and so does an attempt after a no."),
    "game-end": worth("After a hand that takes a team to the target, the team ahead has won; level scores play on."),
}

# Cards

PACK = Pack(packs=3, jokers=6, ace="high")
LADDER = RANKS[:11][::-1]  # what an escalera climbs, from the four to the ace
RED_THREES = (Card("3", "H"), Card("3", "D"))
WILD = (JOKER, *(Card("2", suit) for suit in SUITS))
CARDS_EACH = 15
SEVEN = 7
ALL_POINTS = 1770  # of all cards but the red threes


def value(card: Card) -> int:
    if card.face in RED_THREES:
        return 0
    by_rank = {"JK": 50, "2": 20, "A": 20, "3": 5} | dict.fromkeys("7654", 5)
    return by_rank.get(card.rank, 10)


VALUES = {card: value(card) for card in PACK}


def count(cards: Iterable[Card]) -> int:
    return sum(VALUES[card.face] for card in cards)


def is_wild(card: Card) -> bool:
    return card.face in WILD


def naturals(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if not is_wild(card)]


def is_set(cards: Sequence[Card]) -> bool:
    """Natural cards of one rank, with or without wild ones."""
    return one_rank(naturals(cards)) is not None


def misshapen(cards: Sequence[Card]) -> str | None:
    """Why these cards are neither a set nor an escalera; how many of them are wild is another rule's affair."""
    plain = naturals(cards)
    rank = one_rank(plain)
    if not 3 <= len(cards) <= SEVEN:
        return f"a meld is three to seven cards, and {listed(cards)} {'is' if len(cards) == 1 else 'are'} {len(cards)}"
    if not plain:
        return f"{listed(cards)} stand for no rank without a natural card"
    if any(card.face in RED_THREES for card in plain):
        return "a red three belongs to no meld"
    if any(card.says and card.says.rstrip("SHDC") not in ("", rank) for card in cards):
        return f"not every card of {listed(cards)} stands for the same rank"
    if rank:
        return None
    if len({card.suit for card in plain}) > 1:
        return f"{listed(plain)} share neither rank nor suit"
    if len(plain) < len(cards):
        return "a wild card has no place in an escalera"
    return None if gaps(plain, LADDER) == 0 else f"{listed(cards)} are no sequence from the four to the ace"


def minimum(score: int) -> int:
    """What the first melds of a team with this score must count."""
    if score < 0:
        return 15
    return next((least for most, least in ((1499, 50), (2999, 90), (6999, 120)) if score <= most), 160)


# Reports


class Upcard(Report, speaker="none"):
    """the first card of the pile"""

    card: Card


class Draws(Report):
    """the top card of the stock"""

    card: Card | None = None

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Draws]:
        return [cls(who=seat), *(cls(card, who=seat) for card in hand.unseen())]


class TakesPile(Report):
    """the whole pile, in place of a card from the stock"""


class Declares(Report):
    """red threes laid out; what the stock gives for them is part of it"""

    cards: Cards

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Declares]:
        return [cls((card,), who=seat) for card in hand.may_hold(seat) if card in RED_THREES]


class Melds(Report):
    """one new meld, or several"""

    groups: Groups

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterator[Melds]:
        """One meld of every kind; which suits make up a set, and several melds at once, are left out."""
        may_empty = hand.can_go_out(seat)
        for cards in hand.makings(seat):
            if may_empty or len(hand.fan(seat)) - len(cards) > 1:
                yield cls((cards,), who=seat)


class Lays(Report):
    """cards added to a meld"""

    cards: Cards
    _: KW_ONLY
    on: Annotated[int, range(1, 55)]

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterator[Lays]:
        may_empty = hand.can_go_out(seat)
        for meld in hand.on_table(hand.side(seat)):
            for cards in hand.additions(seat, meld):
                if may_empty or len(hand.fan(seat)) - len(cards) > 1:
                    yield cls(cards, on=meld.number, who=seat)


class Joins(Report):
    """two sets of one rank made one"""

    meld: Annotated[int, range(1, 55)]
    other: Annotated[int, range(1, 55)]

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Joins]:
        own = [meld.number for meld in hand.on_table(hand.side(seat))]
        return [cls(one, other, who=seat) for one, other in itertools.permutations(own, 2)]


class Question(Report, verb="asks"):
    """whether the partner agrees to going out"""


class Answers(Report):
    """yes or no; from an opponent where the partner said more than that"""

    answer: Literal["yes", "no"]


class Discards(Report):
    """the card that ends the turn"""

    card: Card

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Discards]:
        return [cls(card, who=seat) for card in hand.may_hold(seat)]


class Stops(Report):
    """the end of the hand, where nobody goes out"""


class Holds(Report):
    """what is left in the hand, in cards or in points"""

    what: int | Cards

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Holds]:
        fan = hand.fan(seat)
        known = count(fan.known.elements())
        span = totals(hand.pool(), hand.blind(seat)) or (0, 0)
        return [cls(known + rest, who=seat) for rest in range(span[0], span[1] + 1, 5)]


class Penalty(Report):
    """the pile taken without a use, an attempt after a no, asked in vain, or so many undeclared red threes"""

    kind: Literal["upcard", "no", "asked", "red"]
    number: int = 1

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Penalty]:
        reds = (cls("red", number, who=seat) for number in range(1, 7))
        return itertools.chain((cls("upcard", who=seat), cls("no", who=seat), cls("asked", who=seat)), reds)


class Scores(Report, team=True):
    """a team's hand in numbers: its melds, canastas, red threes, and what was left in its hands"""

    points: Annotated[int, range(0, ALL_POINTS + 1, 5)] = 0
    _: KW_ONLY
    natural: int = 0
    mixed: int = 0
    red: int = 0
    out: bool = False
    held: int = 0

    @property
    def sevens(self) -> int:
        return self.natural + self.mixed

    @classmethod
    def options(cls, hand: Samba, side: Seat) -> Iterator[Scores]:
        """Some of the many."""
        for natural, mixed, red, more in itertools.product((0, 1, 2), (0, 1), (0, 1, 6), (0, 60, 175)):
            points = 35 * natural + 50 * mixed + more
            held = 5 * ((points + red) % 23)
            yield cls(points, natural=natural, mixed=mixed, red=red, out=natural + mixed > 1, held=held, who=side)


PLAYED = (Upcard, Draws, TakesPile, Declares, Melds, Lays, Joins, Question, Answers, Discards, Stops)


# The hand


@dataclass
class Meld:
    """Cards of a team on the table; one that has joined another has none."""

    number: int
    side: Seat
    cards: Cards
    told: list[Report]

    @property
    def closed(self) -> bool:
        return len(self.cards) >= SEVEN

    @property
    def mixed(self) -> bool:
        return any(is_wild(card) for card in self.cards)

    def takes(self, card: Card) -> bool:
        """Whether a natural card fits by itself."""
        return not self.closed and not is_wild(card) and misshapen([*self.cards, card]) is None


@dataclass
class Turn:
    """What a player has done so far this turn.

    ``begun`` says that the table let something pass without a draw.  ``owed`` is the top card of a pile just
    taken, until it is melded; ``frozen`` and ``pair`` say how that pile lay, and how many more natural cards of
    this rank the hand can have had.  ``last`` is the last card of the stock, where it came into this hand.
    """

    who: Seat
    draw: Draws | TakesPile | None = None
    begun: bool = False
    owed: Card | None = None
    frozen: bool = False
    pair: int = 0
    taken: list[Card] = field(default_factory=list)
    last: Card | None = None
    unreplaced: list[Card] = field(default_factory=list)  # red threes the stock gave no card for
    question: Question | None = None
    open: bool = False  # the question hasn't been answered
    answer: Answers | None = None

    @property
    def last_was_red(self) -> bool:
        """The last card of the stock was a red three: named, or one that nothing replaced."""
        return self.last in RED_THREES or (self.last is UNKNOWN and bool(self.unreplaced))


@dataclass
class Samba(Hand):
    """One hand: the stock, the pile, what lies before the teams and what is known of the players' cards."""

    opening: dict[Seat, int] = field(default_factory=dict)  # the minimum by team
    stock: int = 0
    pile: list[Card] = field(default_factory=list)
    fans: dict[Seat, Fan] = field(default_factory=dict)
    melds: list[Meld] = field(default_factory=list)
    red_threes: dict[Seat, list[Card]] = field(default_factory=dict)  # laid out, by team
    turn: Turn = field(default_factory=lambda: Turn(NOBODY))
    begun: bool = False  # play was told
    refused: set[Seat] = field(default_factory=set)  # who was told no
    ended: Report | None = None
    out: Seat = NOBODY  # who went out
    held: dict[Seat, Holds] = field(default_factory=dict)
    undeclared: Counter[Seat] = field(default_factory=Counter)  # red threes paid for
    tallies: dict[Seat, Scores] = field(default_factory=dict)  # by team

    # The table

    def partner(self, seat: Seat) -> Seat:
        return self.after(seat, 2)

    def on_table(self, side: Seat) -> list[Meld]:
        return [meld for meld in self.melds if meld.side == side and meld.cards]

    def sevens(self, side: Seat) -> int:
        return sum(meld.closed for meld in self.on_table(side))

    def can_go_out(self, seat: Seat) -> bool:
        return self.sevens(self.side(seat)) > 1 and not (self.turn.answer and self.turn.answer.answer == "no")

    @property
    def frozen(self) -> bool:
        return any(is_wild(card) or card in RED_THREES for card in self.pile)

    @property
    def blocked(self) -> bool:
        return bool(self.pile) and (is_wild(self.pile[-1]) or self.pile[-1].rank == "3")

    def use_for_top(self, side: Seat) -> Meld | None:
        """A meld of the team that takes the top card of the pile."""
        if not self.pile or self.blocked:
            return None
        return next((meld for meld in self.on_table(side) if meld.takes(self.pile[-1])), None)

    # Whose report is awaited

    def to_act(self) -> tuple[Seat, ...]:
        return (self.partner(self.turn.who) if self.turn.open else self.turn.who,)

    def others(self) -> tuple[Seat, ...]:
        """The opponents of a player whose question is open."""
        asker = self.turn.who
        return (self.after(asker), self.after(asker, 3)) if self.turn.open else ()

    def to_hold(self) -> tuple[Seat, ...]:
        """Whose cards nobody knows yet, from the left of whoever ended the hand."""
        around = self.around(self.after(self.turn.who))
        return tuple(seat for seat in around if not self.fans[seat].whole and seat not in self.held)

    def to_score(self) -> tuple[Seat, ...]:
        return tuple(side for side in self.sides if side not in self.tallies)

    # What the hands may hold

    def fan(self, seat: Seat) -> Fan:
        return self.fans.get(seat) or Fan()

    def known(self, seat: Seat) -> Iterable[Card]:
        return list(self.fan(seat).known)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        some = self.unseen() if isinstance(report, (Upcard, Draws, Dealt)) else self.may_hold(report.who)
        return [card for card in some if card.rank == rank]

    def left(self, card: Card) -> int:
        """How many cards like this one nobody has named."""
        return self.pack.copies[card] - len(self.seen.get(card, ()))

    def may_hold(self, seat: Seat) -> Counter[Card]:
        """Every card that SEAT may hold, as often as it may."""
        fan = self.fan(seat)
        unseen = Counter({card: min(self.left(card), fan.blind) for card in self.pack})
        return fan.known + unseen

    def may_hold_of(self, seat: Seat, rank: Rank) -> int:
        """How many natural cards of a rank SEAT may hold at most."""
        fan = self.fan(seat)
        unseen = sum(self.left(card) for card in self.pack if card.rank == rank)
        return sum(n for card, n in fan.known.items() if card.rank == rank) + min(fan.blind, unseen)

    def reds(self, seat: Seat) -> int:
        """Red threes in a hand, known or paid for."""
        fan = self.fan(seat)
        known = sum(fan.known[card] for card in RED_THREES)
        return min(max(known, self.undeclared[seat]), known + fan.blind)

    def blind(self, seat: Seat) -> int:
        """Unknown cards of a hand that count."""
        fan = self.fan(seat)
        return fan.blind - (self.reds(seat) - sum(fan.known[card] for card in RED_THREES))

    def pool(self, named: Counter[Card] | None = None) -> dict[int, int]:
        """How many cards of each value nobody has named, but for red threes; without those named just now."""
        pool: Counter[int] = Counter()
        for card in self.pack:
            if card not in RED_THREES:
                pool[VALUES[card]] += self.left(card) - (named[card] if named else 0)
        return pool

    def counts(self, seat: Seat) -> int:
        """What the cards of a hand count, once they are told."""
        told = self.held.get(seat)
        if told is not None and isinstance(told.what, int):
            return told.what
        return count(self.fan(seat).known.elements())

    # What could be melded

    def makings(self, seat: Seat) -> Iterator[Cards]:
        """Cards for a new meld: of sets one for every rank, size and choice of wild cards, every escalera."""
        fan, may = self.fan(seat), self.may_hold(seat)
        for rank, wild, plain in itertools.product(("3", *LADDER), wilds(may), range(1, SEVEN + 1)):
            if 3 <= plain + len(wild) <= SEVEN and (some := self.alike(may, Rank(rank), plain)):
                cards = (*some, *wild)
                if fan.unnamed(cards).total() <= fan.blind:
                    yield cards
        for size, first, suit in itertools.product(range(3, SEVEN + 1), range(len(LADDER) - 2), SUITS):
            run = tuple(Card(rank, suit) for rank in LADDER[first : first + size])
            if len(run) == size and all(may[card] for card in run) and fan.unnamed(run).total() <= fan.blind:
                yield run

    def alike(self, may: Counter[Card], rank: Rank, number: int) -> Cards:
        """So many natural cards of a rank, the card that must be melded among them; none where they can't be."""
        some = [card for card in may.elements() if card.rank == rank and card not in RED_THREES]
        some.sort(key=lambda card: (card is not self.turn.owed, card.text))
        return tuple(some[:number]) if len(some) >= number else ()

    def additions(self, seat: Seat, meld: Meld) -> Iterator[Cards]:
        """Cards that could be laid on a meld."""
        fan, may = self.fan(seat), self.may_hold(seat)
        room = SEVEN - len(meld.cards)
        if is_set(meld.cards):
            rank = naturals(meld.cards)[0].rank
            for wild, plain in itertools.product(wilds(may), range(room + 1)):
                cards = (*self.alike(may, rank, plain), *wild) if plain else wild
                if 0 < len(cards) <= room and fan.unnamed(cards).total() <= fan.blind:
                    yield cards
            return
        places = [LADDER.index(card.rank) for card in meld.cards if card.rank in LADDER]
        low, high = min(places, default=0), max(places, default=0)
        for down, up in itertools.product(range(low + 1), range(len(LADDER) - high)):
            ranks = (*LADDER[low - down : low], *LADDER[high + 1 : high + 1 + up])
            cards = tuple(Card(rank, meld.cards[0].suit) for rank in ranks)
            there = 0 < len(cards) <= room and all(may[card] for card in cards)
            if there and fan.unnamed(cards).total() <= fan.blind:
                yield cards


def wilds(may: Mapping[Card, int]) -> list[Cards]:
    """No wild card, one or two, of those a player may hold; of deuces and jokers one choice each."""
    jokers = [JOKER] * may[JOKER]
    deuces = [card for card in WILD[1:] for _ in range(may[card])]
    some = [(), jokers[:1], deuces[:1], jokers[:2], [*jokers[:1], *deuces[:1]], deuces[:2]]
    return list(dict.fromkeys(tuple(one) for one in some))


# The deal


async def play_hand(hand: Samba) -> None:
    finished = bar("hand-end", "that hand is over", *PLAYED) if hand.standing.hands else Asks()
    await hand.deal(size=CARDS_EACH, barred=finished)
    hand.opening = {side: minimum(hand.standing.balance.get(side, 0)) for side in hand.sides}
    hand.fans = {seat: Fan(blind=CARDS_EACH) for seat in hand.seats}
    hand.red_threes = {side: [] for side in hand.sides}
    hand.stock = len(hand.pack) - CARDS_EACH * len(hand.seats) - 1
    hand.pile = [UNKNOWN]
    hand.turn = Turn(hand.eldest)
    if upcard := await hand.ask(None, Upcard, in_the_packs).maybe():
        hand.pile = [upcard.card]
        hand.tell(upcard, upcard.card)

    # Full or short
    acts = turn(hand)
    in_short = hand.ask(hand.to_score, Scores, *SCORED, aside=True)
    while not hand.begun:
        match await (acts | in_short):
            case Scores() as scores:
                hand.tallies[scores.who] = scores
                await in_numbers(hand)
                return
            case act:
                play(hand, act)
    in_full = bar("hand-end", "this hand is told card by card, and it isn't over", Scores)
    while not hand.ended:
        play(hand, await (acts | in_full))

    # What is left
    over = bar("hand-end", f"the hand is over: {hand.ended.text} ({at(hand.ended)})", *PLAYED, Scores)
    left = hand.ask(hand.to_hold, Holds, agrees, as_many, all_declared, can_be_held, free=True)
    while hand.to_hold():
        match await (left | penalties(hand) | over):
            case Holds() as holds:
                hold(hand, holds)
            case penalty:
                penalize(hand, penalty)
    for seat in hand.seats:
        undeclared(hand, seat)
    for side in hand.sides:
        settle(hand, tally(hand, side))


async def in_numbers(hand: Samba) -> None:
    """The short form: both teams' numbers."""
    scores = hand.ask(hand.to_score, Scores, *SCORED)
    while hand.to_score():
        match await (scores | penalties(hand)):
            case Scores() as told:
                hand.tallies[told.who] = told
            case penalty:
                penalize(hand, penalty)
    for side in hand.sides:
        settle(hand, hand.tallies[side], hand.tallies[side])


# A turn


def turn(hand: Samba) -> Asks[Report]:
    """Everything that may be told of a turn; the rules put it in order."""

    def act(verb: type[Report], *checks: object) -> Asks[Report]:
        return hand.ask(hand.to_act, verb, is_answered, *checks, turn="turn-order")  # type: ignore[arg-type]

    melding = (has_drawn, no_red_three, top_is_melded, leaves_one, team_can_go_out, partner_agrees, is_in_hand)
    return (
        act(Draws, draws_once, stock_is_there, in_the_packs)
        | act(TakesPile, draws_once, pile_is_there, top_is_free, top_is_of_use)
        | act(Declares, only_red_threes, is_in_hand)
        | act(Melds, *melding, well_shaped, wilds_few, opens)
        | act(Lays, *melding, on_own_meld, fits_there)
        | act(Joins, has_drawn, top_is_melded, joinable)
        | act(Question, asks_once)
        | act(Discards, has_drawn, no_red_three, top_is_melded, no_discard, team_can_go_out, partner_agrees, is_in_hand)
        | act(Stops, may_stop)
        | hand.ask(hand.to_act, Answers, was_asked, turn="turn-order")
        | hand.ask(hand.others, Answers, aside=True)
        | penalties(hand)
    )


def penalties(hand: Samba) -> Asks[Penalty]:
    """A penalty may be told by anybody; in a turn it is the player's where nobody is named."""

    def whose() -> tuple[Seat, ...]:
        return hand.seats if not hand.begun else hand.to_hold() if hand.ended else hand.to_act()

    return hand.ask(whose, Penalty, is_due, red_threes_left, free=True, aside=True)


def play(hand: Samba, act: Report) -> None:
    """Takes in what was done; play goes on from whoever did it."""
    match act:
        case Penalty():
            penalize(hand, act)
            return
        case Answers():
            answer(hand, act)
            return
    hand.begun = True
    if act.who != hand.turn.who:
        hand.turn = Turn(act.who)
    hand.turn.open = False
    match act:
        case Draws():
            draw(hand, act)
        case TakesPile():
            take_pile(hand, act)
        case Declares():
            declare(hand, act)
        case Melds():
            for cards in act.groups:
                put_down(hand, act, cards)
        case Lays():
            put_down(hand, act, act.cards, hand.melds[act.on - 1])
        case Joins():
            join(hand, act)
        case Question():
            hand.turn.question, hand.turn.open, hand.turn.answer = act, True, None
        case Discards():
            discard(hand, act)
        case Stops():
            asked_in_vain(hand, act)
            hand.ended = act


def draw(hand: Samba, draws: Draws) -> None:
    hand.turn.draw = draws
    hand.stock -= 1
    hand.fans[draws.who].gain(draws, draws.card or UNKNOWN)
    if draws.card:
        hand.tell(draws, draws.card)
    if not hand.stock:
        hand.turn.last = draws.card or UNKNOWN


def take_pile(hand: Samba, takes: TakesPile) -> None:
    top = hand.pile[-1]
    turn = hand.turn
    usable = not top_is_free(hand, takes) and not top_is_of_use(hand, takes)
    turn.draw = takes
    turn.owed = top if usable else None
    turn.frozen = hand.frozen
    turn.pair = hand.may_hold_of(takes.who, top.rank)
    turn.taken = hand.pile
    hand.fans[takes.who].gain(takes, *hand.pile)
    hand.pile = []


def declare(hand: Samba, declares: Declares) -> None:
    replaced = min(len(declares.cards), hand.stock)
    hand.stock -= replaced
    if replaced and not hand.stock:
        hand.turn.last = UNKNOWN
    hand.turn.unreplaced += declares.cards[replaced:]
    hand.red_threes[hand.side(declares.who)] += declares.cards
    part_with(hand, declares, *declares.cards)
    hand.fans[declares.who].gain(declares, blind=replaced)


def put_down(hand: Samba, act: Melds | Lays, cards: Cards, meld: Meld | None = None) -> None:
    """A new meld, or cards on one that is there."""
    if meld is None:
        meld = Meld(len(hand.melds) + 1, hand.side(act.who), (), [])
        hand.melds.append(meld)
    meld.cards += tuple(card.face for card in cards)
    meld.told.append(act)
    hand.turn.owed = None
    part_with(hand, act, *cards)
    if not hand.fans[act.who]:
        go_out(hand, act)


def join(hand: Samba, joins: Joins) -> None:
    into, other = hand.melds[joins.meld - 1], hand.melds[joins.other - 1]
    into.cards += other.cards
    into.told += [*other.told, joins]
    other.cards = ()


def answer(hand: Samba, answers: Answers) -> None:
    if hand.turn.question:
        hand.turn.answer = answers
        hand.turn.open = False
        if answers.answer == "no":
            hand.refused.add(hand.turn.who)


def discard(hand: Samba, discards: Discards) -> None:
    part_with(hand, discards, discards.card)
    hand.pile.append(discards.card)
    if not hand.fans[discards.who]:
        go_out(hand, discards)
        return
    asked_in_vain(hand, discards)
    hand.turn = Turn(hand.after(discards.who))


def part_with(hand: Samba, act: Report, *cards: Card) -> None:
    """Cards leave a hand, and everybody sees them."""
    hand.turn.begun = hand.turn.begun or not hand.turn.draw
    hand.tell(act, *hand.fans[act.who].lose(*(card.face for card in cards)))


def go_out(hand: Samba, act: Report) -> None:
    hand.ended = act
    hand.out = act.who


def asked_in_vain(hand: Samba, act: Report) -> None:
    """A player who was told yes ends the turn with cards left."""
    turn = hand.turn
    if turn.question and turn.answer and turn.answer.answer == "yes" and hand.fans[act.who]:
        why = f"{act.who} asked, was told yes ({at(turn.answer)}), and isn't out"
        hand.score(act.who, -100, "penalty", "ask-penalty", why, turn.question, turn.answer, act)
        hand.find("must-go-out", act.who, why, turn.question, turn.answer, act)


def penalize(hand: Samba, penalty: Penalty) -> None:
    who = penalty.who
    if penalty.kind == "red":
        hand.undeclared[who] += penalty.number
        why = f"{penalty.number} red three{'s' * (penalty.number > 1)} left in the hand"
        hand.score(who, -500 * penalty.number, "penalty", "undeclared-red-three", why, penalty)
    elif penalty.kind == "upcard":
        if hand.turn.owed and hand.turn.who == who:
            give_back(hand)
        hand.score(who, -50, "penalty", "pile-penalty", "the pile was taken without a use for its top card", penalty)
    else:
        why = "tried to go out after a no" if penalty.kind == "no" else "asked, was told yes, and didn't go out"
        hand.score(who, -100, "penalty", "ask-penalty", why, penalty)


def give_back(hand: Samba) -> None:
    """The pile goes back, but for a red three that was laid out meanwhile, and the draw is open again."""
    turn = hand.turn
    fan = hand.fans[turn.who]
    blind = turn.taken.count(UNKNOWN)
    back = list((Counter(turn.taken) & (fan.known + Counter({UNKNOWN: blind}))).elements())
    fan.lose(*(card for card in back if card is not UNKNOWN))
    fan.blind -= blind
    hand.pile = [card for card in turn.taken if card in back]
    turn.draw = turn.owed = None
    turn.taken = []


def hold(hand: Samba, holds: Holds) -> None:
    hand.held.setdefault(holds.who, holds)
    if not isinstance(holds.what, int):
        fan = hand.fans[holds.who]
        fresh = list(fan.unnamed(holds.what).elements())
        hand.tell(holds, *fresh)
        fan.blind = 0
        fan.gain(holds, *fresh)


# Score


def undeclared(hand: Samba, seat: Seat) -> None:
    """Red threes that came to light in a hand and weren't paid for."""
    fan = hand.fans[seat]
    cards = [card for card in RED_THREES for _ in range(fan.known[card])]
    missing = len(cards) - hand.undeclared[seat]
    if missing > 0:
        why = f"{seat} still held {listed(cards)}"
        told = [fan.told[card] for card in cards]
        hand.score(seat, -500 * missing, "penalty", "undeclared-red-three", why, *told)
        hand.find("undeclared-red-three", seat, why, *told)


def tally(hand: Samba, side: Seat) -> Scores:
    """What a team has in the end, in the numbers of the short form."""
    melds = hand.on_table(side)
    return Scores(
        sum(count(meld.cards) for meld in melds),
        natural=sum(meld.closed and not meld.mixed for meld in melds),
        mixed=sum(meld.closed and meld.mixed for meld in melds),
        red=len(hand.red_threes[side]),
        out=bool(hand.out) and hand.side(hand.out) == side,
        held=sum(hand.counts(seat) for seat in hand.seats if hand.side(seat) == side),
        who=side,
    )


def settle(hand: Samba, made: Scores, *told: Report) -> None:
    """Books a team's hand; ``told`` are the reports behind it, those of the play where none is given."""
    side = made.who
    melds = hand.on_table(side)
    closed = [report for meld in melds if meld.closed for report in meld.told]
    laid = [report for meld in melds for report in meld.told]
    held = [holds for seat, holds in hand.held.items() if hand.side(seat) == side]
    out = [hand.ended] if hand.ended else []
    sign = 1 if made.sevens > 1 else -1
    bonus = 1000 if made.red == 6 else 100 * made.red
    few = "" if sign > 0 else ", without two melds of seven"
    for points, category, rule, why, reports in (
        (made.points, "melds", "card-points", f"{made.points} on the table", laid),
        (-made.held, "held", "card-points", f"{made.held} left in the hands", held),
        (500 * made.natural + 300 * made.mixed, "canastas", "canasta-bonus",
         f"{made.natural} natural, {made.mixed} mixed", closed),
        (sign * bonus, "red", "red-bonus", f"red threes: {made.red}{few}", []),
        (200 * made.out, "out", "out-bonus", f"{hand.out or side} went out", out),
    ):  # fmt: skip
        if points:
            hand.score(side, points, category, rule, why, *dict.fromkeys(told or reports))
    hand.tallies[side] = made


def is_over(hand: Samba) -> bool:
    """A team has reached the target, and one is ahead."""
    target: int = hand.house["target"]
    return max(hand.standing.balance.values()) >= target and len(leaders(hand.standing.balance)) == 1


# Checks: the cards


def too_many(hand: Samba, named: Counter[Card]) -> Why | None:
    """Why cards can't be told besides those that were: there aren't so many of them."""
    for card, number in named.items():
        told = hand.seen.get(card, [])
        if len(told) + number > hand.pack.copies[card]:
            copies = hand.pack.copies[card]
            lines = ", ".join(dict.fromkeys(at(report) for report in told))
            before = f", and {len(told)} {'was' if len(told) == 1 else 'were'} told before ({lines})" if told else ""
            return Why(f"there are {copies} {card.pretty} in three packs{before}", *told)
    return None


@check("three-packs")
def in_the_packs(hand: Samba, report: Upcard | Draws) -> Why | None:
    return too_many(hand, Counter([report.card])) if report.card else None


@check("three-packs")
def as_dealt(hand: Samba, dealt: Dealt) -> str | None:
    if earlier := hand.dealt.get(dealt.who):
        return Why(f"{dealt.who}'s cards were told before ({at(earlier)})", earlier)
    if len(dealt.cards) != CARDS_EACH:
        return f"{CARDS_EACH} cards each are dealt, not {len(dealt.cards)}"
    return too_many(hand, Counter(card for card in dealt.cards if card is not UNKNOWN))


def take_up(hand: Samba, dealt: Dealt) -> None:
    hand.fans[dealt.who] = Fan()
    hand.fans[dealt.who].gain(dealt, *dealt.cards)
    hand.tell(dealt, *(card for card in dealt.cards if card is not UNKNOWN))


def parted(report: Report) -> list[Card]:
    """The cards that leave a hand by a report."""
    match report:
        case Melds():
            return [card.face for cards in report.groups for card in cards]
        case Lays() | Declares():
            return [card.face for card in report.cards]
        case Discards():
            return [report.card.face]
    return []


@check("three-packs")
def is_in_hand(hand: Samba, report: Melds | Lays | Declares | Discards) -> Why | None:
    return can_have(hand, report.who, parted(report))


def can_have(hand: Samba, seat: Seat, cards: Sequence[Card]) -> Why | None:
    """Why these cards can't all be in a hand."""
    fan = hand.fan(seat)
    if len(cards) > len(fan):
        return Why(f"{seat} has {cards_of(len(fan))}, not {len(cards)}")
    blind = fan.unnamed(cards)
    if blind.total() > fan.blind:
        proof = list(dict.fromkeys(fan.told.values()))[:3]
        lines = f" ({', '.join(at(report) for report in proof)})" if proof else ""
        card = next(iter(blind))
        return Why(f"{seat} holds no {'further ' * bool(fan.known[card])}{card.pretty}{lines}", *proof)
    return too_many(hand, blind)


def cards_of(number: int) -> str:
    return f"{number or 'no'} card{'s' * (number != 1)}"


# Checks: the order of a turn


@check("turn-order")
def is_answered(hand: Samba, report: Report) -> Why | None:
    turn = hand.turn
    if not turn.open or turn.question is None:
        return None
    return Why(f"{turn.who} asked ({at(turn.question)}), and {hand.partner(turn.who)} answers first", turn.question)


@check("turn-order")
def draws_once(hand: Samba, report: Draws | TakesPile) -> Why | None:
    draw = hand.turn.draw
    return Why(f"{hand.turn.who} {draw.verb} before ({at(draw)}), once a turn", draw) if draw else None


@check("draw-first")
def has_drawn(hand: Samba, report: Report) -> str | None:
    turn = hand.turn
    return None if turn.draw or turn.begun or turn.last_was_red else f"{report.who} hasn't drawn yet"


@check("turn-order")
def asks_once(hand: Samba, report: Question) -> Why | str | None:
    turn = hand.turn
    if turn.question:
        return Why(f"{turn.who} has asked this turn ({at(turn.question)})", turn.question)
    return has_drawn(hand, report)


@check("turn-order")
def was_asked(hand: Samba, report: Answers) -> str | None:
    return None if hand.turn.open else f"{hand.turn.who} hasn't asked"


@check("stock-out", "turn-order")
def stock_is_there(hand: Samba, report: Draws) -> Answer:
    if hand.stock:
        return None
    why = Why("the stock has no card left: the pile, or the end", verdict=Verdict.IMPOSSIBLE)
    return {"stock-out": why, "turn-order": why}


# Checks: the pile


@check("pile-use")
def pile_is_there(hand: Samba, report: TakesPile) -> Why | None:
    if not hand.pile:
        return Why("there is no pile", verdict=Verdict.IMPOSSIBLE)
    if hand.pile[-1] is UNKNOWN:
        return Why("what lies on the pile? the upcard hasn't been told", verdict=Verdict.UNCLEAR)
    return None


@check("blocked-pile")
def top_is_free(hand: Samba, report: TakesPile) -> str | None:
    return f"{hand.pile[-1].pretty} lies on the pile, so nobody takes it" if hand.blocked else None


@check("pile-use", "frozen-pile")
def top_is_of_use(hand: Samba, report: TakesPile) -> Answer:
    """Judged where the hand is known well enough to say that two natural cards can't be in it."""
    if not hand.pile or hand.pile[-1] is UNKNOWN or hand.blocked:
        return None
    top, seat = hand.pile[-1], report.who
    pair = hand.may_hold_of(seat, top.rank)
    if pair >= 2:
        return None
    fan = hand.fan(seat)
    proof = list(dict.fromkeys(fan.told.values()))[:3]
    lines = f" ({', '.join(at(one) for one in proof)})" if proof else ""
    few = f"{seat} holds {'only one' if pair else 'no'} {top.rank} to go with {top.pretty}{lines}"
    found: dict[str, str | None] = {}
    if hand.frozen:
        found["frozen-pile"] = Why(f"{few}, and the pile is frozen", *proof)
    if not hand.use_for_top(hand.side(seat)):
        found["pile-use"] = Why(f"{few}, and no meld of {hand.side(seat)} takes it", *proof)
    return found


@check("pile-use", "frozen-pile")
def top_is_melded(hand: Samba, report: Melds | Lays | Joins | Discards) -> Answer:
    """The top card of a pile just taken goes into the next meld, in the way that the pile allowed."""
    turn = hand.turn
    top = turn.owed
    if top is None or turn.draw is None:
        return None
    first = f"the pile was taken ({at(turn.draw)}), so {top.pretty} is melded first"
    if top not in parted(report) or isinstance(report, Discards):
        return {"pile-use": Why(first, turn.draw)}
    if isinstance(report, Lays):
        meld = the_meld(hand, report.on)
        if turn.frozen:
            why = f"the pile was frozen, so {top.pretty} needs a new set with two natural cards from the hand"
            return {"frozen-pile": Why(why, turn.draw)}
        if meld and meld.side == hand.side(report.who) and not meld.takes(top):
            return {"pile-use": Why(f"{top.pretty} by itself doesn't fit meld {meld.number}", turn.draw)}
        return None
    holding = [cards for cards in report.groups if top in cards] if isinstance(report, Melds) else []
    sets = [cards for cards in holding if is_set(cards)]
    if turn.pair >= 2 and any(len(naturals(cards)) > 2 for cards in sets):
        return None
    why = f"{top.pretty} from the pile needs two natural cards of its rank from the hand"
    if not sets:
        why = f"{top.pretty} from the pile can't begin an escalera"
    return {"pile-use": Why(why, turn.draw), "frozen-pile": Why(why, turn.draw) if turn.frozen else None}


# Checks: melds


def the_meld(hand: Samba, number: int) -> Meld | None:
    """The meld of that number, while it lies on the table."""
    meld = hand.melds[number - 1] if 0 < number <= len(hand.melds) else None
    return meld if meld and meld.cards else None


def no_such_meld(number: int) -> Why:
    return Why(f"there is no meld {number}", verdict=Verdict.IMPOSSIBLE)


@check("meld-shape")
def well_shaped(hand: Samba, melds: Melds) -> str | None:
    return next(filter(None, map(misshapen, melds.groups)), None)


@check("two-wilds")
def wilds_few(hand: Samba, melds: Melds) -> str | None:
    return next(filter(None, map(too_wild, melds.groups)), None)


def too_wild(cards: Sequence[Card]) -> str | None:
    wild = [card for card in cards if is_wild(card)]
    return f"{listed(wild)} are more than two wild cards in one set" if len(wild) > 2 else None


@check("red-three")
def no_red_three(hand: Samba, report: Melds | Lays | Discards) -> str | None:
    red = next((card for card in parted(report) if card in RED_THREES), None)
    return (
        f"{red.pretty} is laid out, never {'discarded' if isinstance(report, Discards) else 'melded'}" if red else None
    )


@check("red-three")
def only_red_threes(hand: Samba, declares: Declares) -> Why | None:
    other = next((card for card in declares.cards if card.face not in RED_THREES), None)
    return Why(f"{other.pretty} is no red three", verdict=Verdict.IMPOSSIBLE) if other else None


@check("opening-minimum")
def opens(hand: Samba, melds: Melds) -> str | None:
    side = hand.side(melds.who)
    points, least = count(parted(melds)), hand.opening[side]
    if hand.on_table(side) or points >= least:
        return None
    return f"{side} opens with {least} at least, and these cards count {points}"


@check("own-melds")
def on_own_meld(hand: Samba, lays: Lays) -> str | None:
    meld = the_meld(hand, lays.on)
    if meld is None:
        return no_such_meld(lays.on)
    return None if meld.side == hand.side(lays.who) else Why(f"meld {lays.on} is {meld.side}'s", meld.told[0])


@check("meld-shape", "two-wilds", "seven-cards")
def fits_there(hand: Samba, lays: Lays) -> Answer:
    meld = the_meld(hand, lays.on)
    if meld is None:
        return None
    cards = [*meld.cards, *lays.cards]
    found: dict[str, str | None] = {"two-wilds": too_wild(cards) if is_set(cards) else None}
    if len(cards) > SEVEN:
        has = "is closed" if meld.closed else f"has {len(meld.cards)}"
        found["seven-cards"] = Why(f"meld {lays.on} {has}, and seven is the most", meld.told[-1])
        cards = [*meld.cards[:2], *lays.cards][:SEVEN] if is_set(meld.cards) else list(meld.cards[:SEVEN])
    if why := misshapen(cards):
        found["meld-shape"] = f"on meld {lays.on}: {why}"
    return found


@check("join-sets", "two-wilds", "own-melds")
def joinable(hand: Samba, joins: Joins) -> Answer:
    melds = []
    for number in (joins.meld, joins.other):
        if (meld := the_meld(hand, number)) is None:
            return {"join-sets": no_such_meld(number)}
        melds.append(meld)
    into, other = melds
    if into is other:
        return {"join-sets": Why(f"meld {joins.meld} can't join itself", verdict=Verdict.IMPOSSIBLE)}
    cards = (*into.cards, *other.cards)
    found: dict[str, str | None] = {"two-wilds": too_wild(cards)}
    if foreign := next((meld for meld in melds if meld.side != hand.side(joins.who)), None):
        found["own-melds"] = found["join-sets"] = f"meld {foreign.number} is {foreign.side}'s"
    if not (is_set(into.cards) and is_set(other.cards)):
        found["join-sets"] = "escaleras are never joined"
    elif not is_set(cards):
        found["join-sets"] = f"melds {joins.meld} and {joins.other} are of two ranks"
    elif len(cards) > SEVEN:
        found["join-sets"] = f"together they have {len(cards)} cards, and seven is the most"
    return found


# Checks: going out


def left_over(hand: Samba, report: Report) -> int:
    return len(hand.fan(report.who)) - len(parted(report))


def sevens_then(hand: Samba, report: Report) -> int:
    """The team's melds of seven once the cards of a report lie there."""
    sevens = hand.sevens(hand.side(report.who))
    if isinstance(report, Melds):
        sevens += sum(len(cards) == SEVEN for cards in report.groups)
    elif isinstance(report, Lays) and (meld := the_meld(hand, report.on)) and not meld.closed:
        sevens += meld.side == hand.side(report.who) and len(meld.cards) + len(report.cards) >= SEVEN
    return sevens


@check("going-out")
def team_can_go_out(hand: Samba, report: Report) -> str | None:
    sevens = sevens_then(hand, report)
    if left_over(hand, report) != 0 or sevens > 1:
        return None
    return f"that is {report.who}'s last card, and {hand.side(report.who)} has {sevens or 'no'} meld of seven"


@check("partner-said-no")
def partner_agrees(hand: Samba, report: Report) -> Why | None:
    no = hand.turn.answer
    if no is None or no.answer != "no" or left_over(hand, report) != 0:
        return None
    return Why(f"{no.who} said no ({at(no)}), so {report.who} keeps a card", no)


@check("black-three")
def leaves_one(hand: Samba, report: Melds | Lays) -> str | None:
    if not any(card.rank == "3" and card not in RED_THREES for card in parted(report)):
        return None
    left = left_over(hand, report)
    if left > 1:
        return f"{report.who} has {cards_of(left)} left, so isn't going out"
    if sevens_then(hand, report) < 2:
        return f"{report.who} can't go out: {hand.side(report.who)} hasn't two melds of seven"
    no = hand.turn.answer
    return Why(f"{no.who} said no ({at(no)})", no) if no and no.answer == "no" else None


@check("last-red-three")
def no_discard(hand: Samba, discards: Discards) -> str | None:
    return "the last card of the stock was a red three, so nothing is discarded" if hand.turn.last_was_red else None


@check("stock-out", "last-red-three")
def may_stop(hand: Samba, stops: Stops) -> Answer:
    turn = hand.turn
    if turn.last_was_red:
        last = turn.last
        kept = last if last and last is not UNKNOWN and not turn.unreplaced else None
        return {"last-red-three": f"{stops.who} lays out {kept.pretty} first"} if kept else None
    if not hand.fan(stops.who):
        return None
    if hand.stock:
        return {"stock-out": f"the stock still has {cards_of(hand.stock)}"}
    if turn.draw or turn.begun:
        return {"stock-out": f"{stops.who} has drawn, and discards"}
    use = None if hand.frozen else hand.use_for_top(hand.side(stops.who))
    if use is None or (len(hand.fan(stops.who)) + len(hand.pile) < 3 and not hand.can_go_out(stops.who)):
        return None  # with one card left after the top no turn could end
    return {"stock-out": f"{hand.pile[-1].pretty} fits meld {use.number}, so the pile is taken"}


# Checks: what is left, penalties


@check("three-packs")
def agrees(hand: Samba, holds: Holds) -> str | None:
    """What is known already, or was told before."""
    seat = holds.who
    if seat not in hand.held and not hand.fan(seat).whole:
        return None
    points = hand.counts(seat)
    so = holds.what == points if isinstance(holds.what, int) else same_cards(hand, holds)
    told = hand.held.get(seat)
    return None if so else Why(f"{seat} holds {points}", *([told] if told else []))


def same_cards(hand: Samba, holds: Holds) -> bool:
    fan = hand.fan(holds.who)
    cards = () if isinstance(holds.what, int) else holds.what
    if fan.whole:
        return Counter(cards) == fan.known
    red = sum(card in RED_THREES for card in cards)
    return len(cards) == len(fan) and count(cards) == hand.counts(holds.who) and red == hand.reds(holds.who)


@check("three-packs")
def as_many(hand: Samba, holds: Holds) -> Why | None:
    """Cards told one by one: all of them, those that are known among them."""
    fan = hand.fan(holds.who)
    if isinstance(holds.what, int):
        return None
    if len(holds.what) != len(fan):
        return Why(f"{holds.who} has {cards_of(len(fan))}, not {len(holds.what)}")
    if missing := fan.known - Counter(holds.what):
        card = next(iter(missing))
        return Why(f"{holds.who} also holds {card.pretty} ({at(fan.told[card])})", fan.told[card])
    return too_many(hand, fan.unnamed(holds.what))


@check("undeclared-red-three")
def all_declared(hand: Samba, holds: Holds) -> Why | None:
    """The red threes a hand shows are those that were paid for, where any were."""
    paid = hand.undeclared[holds.who]
    if not paid or isinstance(holds.what, int) or holds.who in hand.held:
        return None
    red = sum(card in RED_THREES for card in holds.what)
    if red == paid:
        return None
    return Why(f"{holds.who} was charged for {paid} red threes, not {red}", verdict=Verdict.IMPOSSIBLE)


@check("three-packs")
def can_be_held(hand: Samba, holds: Holds) -> str | None:
    """Whether the cards nobody has named can make up every count told."""
    seat, fan = holds.who, hand.fan(holds.who)
    if seat in hand.held or fan.whole:
        return None
    told = [
        (hand.blind(other), told.what - count(hand.fan(other).known.elements()))
        for other, told in hand.held.items()
        if isinstance(told.what, int)
    ]
    if not isinstance(holds.what, int):
        named = fan.unnamed(holds.what)
        if named.total() != fan.blind or can_count(hand.pool(named), *told):
            return None
        return "then the other hands couldn't count what was told"
    known, pool, size = count(fan.known.elements()), hand.pool(), hand.blind(seat)
    if can_count(pool, *told, (size, holds.what - known)):
        return None
    low, high = totals(pool, size) or (0, 0)
    least = next((n for n in range(low, high + 1, 5) if can_count(pool, *told, (size, n))), None)
    most = next((n for n in range(high, low - 1, -5) if can_count(pool, *told, (size, n))), None)
    if least is None or most is None:
        return f"no count of {seat}'s {cards_of(len(fan))} goes with what was told of the other hands"
    return f"{seat}'s {cards_of(len(fan))} count {known + least} to {known + most}, in fives, not {holds.what}"


@check("pile-penalty", "ask-penalty", "turn-order")
def is_due(hand: Samba, penalty: Penalty) -> Answer:
    """Penalties of the pile and of the question; before play is told they are the short form's."""
    who, turn = penalty.who, hand.turn
    rule = {"upcard": "pile-penalty", "red": "undeclared-red-three"}.get(penalty.kind, "ask-penalty")
    if penalty.number < 1 or (penalty.number > 1 and penalty.kind != "red"):
        return {rule: Why(f"{penalty.number} means nothing with {penalty.kind}", verdict=Verdict.UNCLEAR)}
    if not hand.begun or penalty.kind == "red":
        return None
    if penalty.kind == "upcard":
        if hand.ended or not turn.owed:
            return {rule: "nobody has just taken the pile"}
        return None if turn.who == who else {rule: f"{turn.who} took the pile, not {who}"}
    if penalty.kind == "asked":
        return {rule: "the turn's discard shows whether anybody asked in vain"}
    return None if who in hand.refused else {rule: f"{who} hasn't been told no"}


@check("three-packs")
def red_threes_left(hand: Samba, penalty: Penalty) -> str | None:
    """Only so many red threes exist, and some lie elsewhere."""
    if penalty.kind != "red":
        return None
    who, fan = penalty.who, hand.fan(penalty.who)
    paid = hand.undeclared[who] + penalty.number
    if hand.ended and (who in hand.held or fan.whole):
        known = sum(fan.known[card] for card in RED_THREES)
        return None if paid <= known else f"{who}'s cards are told, with {known} red threes"
    if hand.ended and paid > len(fan):
        return f"{who} has {cards_of(len(fan))}"
    elsewhere = sum(told.red for told in hand.tallies.values())
    for seat in hand.seats:
        known = sum(hand.fan(seat).known[card] for card in RED_THREES)
        elsewhere += max(known, hand.undeclared[seat]) if seat != who else 0
    elsewhere += sum(len(cards) for cards in hand.red_threes.values()) + sum(card in RED_THREES for card in hand.pile)
    return f"there are six red threes, and {elsewhere} of them are elsewhere" if elsewhere + paid > 6 else None


# Checks: the short form


@check("three-packs")
def adds_up(hand: Samba, scores: Scores) -> str | None:
    others = [told for side, told in hand.tallies.items() if side != scores.who]
    points = scores.points + scores.held + sum(told.points + told.held for told in others)
    red = scores.red + sum(told.red for told in others) + hand.undeclared.total()
    least = 35 * scores.natural + 50 * scores.mixed
    if min(scores.points, scores.natural, scores.mixed, scores.red, scores.held) < 0:
        return "nothing of this is less than nought"
    if scores.points % 5 or scores.held % 5:
        return f"cards count in fives, so not {scores.points if scores.points % 5 else scores.held}"
    if scores.points < least:
        return f"{scores.natural} natural and {scores.mixed} mixed count {least} at least, not {scores.points}"
    if red > 6:
        return f"there are six red threes, not {red}"
    return f"all cards together count {ALL_POINTS}, not {points}" if points > ALL_POINTS else None


@check("hand-end")
def out_alone(hand: Samba, scores: Scores) -> Why | None:
    other = next((told for side, told in hand.tallies.items() if side != scores.who and told.out), None)
    return Why(f"{other.who} went out ({at(other)})", other) if scores.out and other else None


@check("going-out")
def out_with_two(hand: Samba, scores: Scores) -> str | None:
    return (
        f"{scores.who} is out with {scores.sevens or 'no'} meld of seven" if scores.out and scores.sevens < 2 else None
    )


@check("opening-minimum")
def opened(hand: Samba, scores: Scores) -> str | None:
    least = hand.opening[scores.who]
    return f"{scores.who} opens with {least} at least, not {scores.points}" if 0 < scores.points < least else None


SCORED = (adds_up, out_alone, out_with_two, opened)


@check("three-packs")
def held_so(hand: Samba, holds: Holds) -> str | None:
    """What is told again of a hand when all is over."""
    points = hand.counts(holds.who) if hand.begun else None
    so = holds.what == points if isinstance(holds.what, int) else points is not None and same_cards(hand, holds)
    return None if so else f"{holds.who} held {'nothing that was told' if points is None else points}"


@check("three-packs")
def scored_so(hand: Samba, scores: Scores) -> str | None:
    made = hand.tallies.get(hand.side(scores.who))
    return None if made == scores or made is None else f"that hand is over: {made.text}"


GAME = Game(
    slug="samba",
    name="Samba",
    summary="Meld sets and escaleras with your partner, and fill them up to seven cards.",
    family="rummy (Canasta)",
    players=range(4, 5),
    pack=PACK,
    hand=Samba,
    play=play_hand,
    over=is_over,
    rules=RULES,
    reports={
        Deal: Told("first, and when a hand is finished", "dealer-rotation"),
        Upcard: Told("after the deal", "three-packs"),
        Draws: Told("a turn's beginning, while there is a stock", "turn-order", "stock-out", "three-packs"),
        TakesPile: Told(
            "a turn's beginning; the next meld holds its top card",
            "turn-order",
            "blocked-pile",
            "pile-use",
            "frozen-pile",
        ),
        Declares: Told("on turn", "red-three", "turn-order", "three-packs"),
        Melds: Told(
            "after the draw; the opening is one report",
            "turn-order",
            "draw-first",
            "meld-shape",
            "two-wilds",
            "opening-minimum",
            "black-three",
            "red-three",
            "pile-use",
            "frozen-pile",
            "going-out",
            "partner-said-no",
            "three-packs",
        ),
        Lays: Told(
            "after the team has opened",
            "turn-order",
            "draw-first",
            "own-melds",
            "meld-shape",
            "two-wilds",
            "seven-cards",
            "black-three",
            "red-three",
            "pile-use",
            "frozen-pile",
            "going-out",
            "partner-said-no",
            "three-packs",
        ),
        Joins: Told("after the draw; the sets become the first of the two melds", "turn-order", "join-sets"),
        Question: Told("after the draw, once a turn", "turn-order"),
        Answers: Told("after a question, by the partner, or by an opponent where that one said more", "turn-order"),
        Discards: Told(
            "ends the turn",
            "turn-order",
            "draw-first",
            "red-three",
            "pile-use",
            "going-out",
            "partner-said-no",
            "last-red-three",
            "must-go-out",
            "three-packs",
        ),
        Stops: Told(
            "without a stock or a use for the pile, or after the last red three",
            "turn-order",
            "stock-out",
            "last-red-three",
        ),
        Holds: Told("when the hand has ended, by everybody with unknown cards", "three-packs", "undeclared-red-three"),
        Penalty: Told("any time in a hand", "pile-penalty", "ask-penalty", "undeclared-red-three", "three-packs"),
        Scores: Told(
            "in place of the play, once by each team", "three-packs", "hand-end", "going-out", "opening-minimum"
        ),
    },
    categories={
        "melds": Category("the value of the cards melded", "card-points"),
        "held": Category("minus the value of the cards in both hands", "card-points"),
        "canastas": Category("500 × natural canastas and sambas, 300 × mixed canastas", "canasta-bonus"),
        "red": Category("±100 each, ±1,000 for six", "red-bonus"),
        "out": Category("200", "out-bonus"),
        "penalty": Category("−500, −100, −50", "undeclared-red-three", "ask-penalty", "pile-penalty"),
    },
    options=(Option("target", 10000, "the score that ends the game", ("game-end",)),),
    facts={
        "stock": lambda hand: hand.stock if hand.fans else None,
        "pile": lambda hand: len(hand.pile) if hand.fans else None,
        "top": lambda hand: next((card.text for card in hand.pile[-1:] if card is not UNKNOWN), None),
        "frozen": lambda hand: "yes" if hand.frozen else "no",
        "melds": lambda hand: sum(bool(meld.cards) for meld in hand.melds),
        "opening": lambda hand: (
            hand.opening or {side: minimum(hand.standing.balance.get(side, 0)) for side in hand.sides}
        ),
        "cards": lambda hand: {seat: len(fan) for seat, fan in hand.fans.items()} or None,
        "hand": lambda hand: hand.number,
    },
    partners=True,
    pack_rule="three-packs",
    dealt=(as_dealt,),
    deal_out=take_up,
    told_again={Holds: held_so, Scores: scored_so},
    short_form=(
        "`deal`, then `scores N` once for each team: what its melds count, with `natural N` (natural canastas and"
        " sambas), `mixed N`, `red N` (laid out), `out` and `held N` (left in both hands), each 0 where it is left out."
    ),
    rulings=(
        "The minimum is reached by card values alone, those of a pile just taken included.",
        "One natural card and two wild ones are a set, of black threes too.",
        "A red three that comes with the pile is laid out and replaced like any other, while there is a stock.",
        "Every samba is worth 500: wild cards are kept out of escaleras.",
        "Nobody stops while a meld of the team takes the top card; two cards in the hand oblige to nothing.",
        "An attempt to go out after a no is refused; `penalty no` books it. Nobody has to ask.",
        "Level at the target, another hand is played; from 10,000 on the minimum stays 160.",
        "At `end` the team ahead wins.",
    ),
)
