"""Samba: Canasta with three decks.  Partners meld sets and sequences of up to seven cards."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any, Literal, get_args

from referee.cards import JOKER, RANKS, SUITS, UNKNOWN, Card, Cards, Pack, Rank, listed, those_named
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Table, leaders
from referee.game.quick_reference import by_points
from referee.kit.counted import as_dealt, can_have, hand_sizes, holds_too, take_up, too_many
from referee.kit.melds import InGroups, alike, gaps, longer, numbered, one_rank, runs
from referee.kit.messages import cards_of, doubt_in_words, lines
from referee.kit.showdown import Counted
from referee.kit.stock import Discards, StockHand, Upcard, fresh_upcard, top_card
from referee.kit.worlds import can_count, span
from referee.language.reports import KW_ONLY, Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant, rising
from referee.rules.rule import (
    Answer,
    Open,
    Reason,
    Rule,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    last,
    miscounted,
    number,
    unclear,
    worth,
)

LADDER = RANKS[:11][::-1]  # the ranks of a sequence, from the four to the ace
RED_THREES = (Card("3", "H"), Card("3", "D"))


WILD = (JOKER, *(Card("2", suit) for suit in SUITS))
LEAST = 3  # cards in the smallest meld


@cache
def values_of(scale: tuple[int, ...]) -> dict[Card, int]:
    """The value of each card, from a house's scale that goes from joker down to black three; red threes are 0."""
    joker, ace, deuce, high, low, black = scale
    ranks = {"JK": joker, "A": ace, "2": deuce, **dict.fromkeys(LADDER[4:-1], high), **dict.fromkeys("7654", low)}
    return {card: 0 if card in RED_THREES else {**ranks, "3": black}[card.rank] for card in Pack(jokers=1)}


def values(table: Any) -> dict[Card, int]:
    return values_of(table.house["values"])


def worth_of_pack(hand: Any) -> int:
    """The points of all cards."""
    worth = values(hand)
    return sum(worth.get(card, 0) * copies for card, copies in hand.pack.copies.items())


def count(table: Any, cards: Iterable[Card]) -> int:
    worth = values(table)
    return sum(worth[card.face] for card in cards)


def all_points(table: Any) -> int:
    """The value of all cards in play."""
    worth = values(table)
    return sum(worth[card] * copies for card, copies in table.pack.copies.items())


def wild(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face in WILD]


def natural(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face not in WILD]


def red(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face in RED_THREES]


def counting(cards: Iterable[Card]) -> list[Card]:
    """The cards that aren't red threes."""
    return [card for card in cards if card.face not in RED_THREES]


def is_set(cards: Iterable[Card]) -> bool:
    """Whether the natural cards all have the same rank; wild cards may be among them."""
    return one_rank(natural(cards)) is not None


def misshapen(cards: Sequence[Card], most: int) -> str | None:
    """Why these cards are neither a set nor a sequence.  `too_wild` limits the wild cards."""
    plain = natural(cards)
    rank = one_rank(plain)
    if not LEAST <= len(cards) <= most:
        are = "is" if len(cards) == 1 else "are"
        return f"a meld has three to {in_letters(most)} cards, and {listed(cards)} {are} {len(cards)}"
    if not plain:
        return f"{listed(cards)} need a natural card with them"
    if red(plain):
        return "red threes can't be melded"
    if any(card.says and card.says.rstrip("SHDC") not in ("", rank) for card in cards):
        return f"the wild cards in {listed(cards)} don't all stand for the same rank"
    if rank:
        return None
    if len({card.suit for card in plain}) > 1:
        return f"{listed(plain)} are neither the same rank nor the same suit"
    if len(plain) < len(cards):
        return "a sequence can't have wild cards"
    return None if gaps(plain, LADDER) == 0 else f"{listed(cards)} aren't in a row (four is low, ace is high)"


def fits(hand: Samba, cards: Cards, card: Card) -> bool:
    """Whether the card can be added to a meld of these cards."""
    more = (*cards, card)
    return misshapen(more, hand.full) is None and not (is_set(more) and too_wild(hand, more))


def too_wild(hand: Samba, cards: Iterable[Card]) -> str | None:
    wilds, most = wild(cards), two_wilds(hand)
    many = len(wilds) > most and hand.enforces(two_wilds)
    limit = f"{in_letters(most)} wild card{'s' * (most != 1)}"
    return f"a set may have at most {limit}, not {len(wilds)} ({listed(wilds)})" if many else None


@dataclass
class Meld:
    """A team's meld on the table.  It is empty once it was joined to another."""

    number: int
    side: Seat
    cards: Cards
    report: list[Report]
    full: int  # the number of cards that completes it

    @property
    def closed(self) -> bool:
        return len(self.cards) >= self.full

    def takes(self, card: Card) -> bool:
        """Whether a natural card can be added on its own."""
        return not self.closed and card not in WILD and misshapen([*self.cards, card], self.full) is None


# Reports


class Draws(Report, limits={"cards": lambda hand, seat: hand.stock}):
    """cards from the stock; later in the turn, the card drawn for a red three"""

    cards: int | Blind | None = None
    options = one_for_each(lambda hand, seat: (None, *((card,) for card in hand.unseen())))

    @property
    def named(self) -> Cards:
        """The cards, if they were named."""
        return self.cards if isinstance(self.cards, tuple) else ()

    def number(self, due: int) -> int:
        """How many cards were drawn; ``due`` if the report doesn't say."""
        if isinstance(self.cards, int):
            return self.cards
        return len(self.named) or due


class TakesPile(Report, as_said="takes the pile"):
    """the whole discard pile, instead of drawing from the stock"""


class Declares(Report, labels={"draws": "cards drawn for them", "cards": "red threes"}):
    """red threes laid down; you may name the cards drawn for them"""

    cards: Cards
    _: KW_ONLY
    draws: Cards | None = None

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterator[Declares]:
        reds = [card for card in hand.may_hold(seat) if card in RED_THREES]
        yield from (cls((card,), who=seat) for card in reds)
        yield from (cls((card,), draws=(other,), who=seat) for card in reds for other in hand.unseen() if hand.stock)


class Melds(InGroups):
    """one or more new melds"""

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterator[Melds]:
        """One meld for each choice of rank and size, and all known sets at once; not every choice of suits."""
        sizes = range(LEAST, hand.full + 1)
        sets = (alike(hand.of_rank(seat, Rank(rank)), hand.wilds(seat), sizes) for rank in ("3", *LADDER))
        for cards in itertools.chain(*sets, runs(hand.may_hold(seat), LADDER, sizes)):
            if hand.may_have(seat, cards):
                yield cls((cards,), who=seat)
        of_ranks = (tuple(card for card in hand.known(seat) if card.rank == rank) for rank in LADDER)
        if len(known := tuple(cards for cards in of_ranks if len(cards) >= LEAST)) > 1:
            yield cls(known, who=seat)


class Lays(Report, labels={"on": "on meld"}):
    """cards added to a meld; melds are numbered in the order they were laid down"""

    cards: Cards
    _: KW_ONLY
    on: Annotated[int, range(1, 55)]

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterator[Lays]:
        for meld in hand.on_table(hand.side(seat)):
            room = hand.full - len(meld.cards)
            rank = one_rank(natural(meld.cards))
            choices = longer(meld.cards, hand.may_hold(seat), LADDER, room)
            if rank:
                choices = alike(hand.of_rank(seat, rank), hand.wilds(seat), range(1, room + 1))
            yield from (cls(cards, on=meld.number, who=seat) for cards in choices if hand.may_have(seat, cards))


class Joins(Report, labels={"other": "with meld"}):
    """two sets of the same rank joined into one"""

    meld: Annotated[int, range(1, 55)]
    other: Annotated[int, range(1, 55)]

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Joins]:
        own = [meld.number for meld in hand.on_table(hand.side(seat))]
        return [cls(into, other, who=seat) for into, other in itertools.permutations(own, 2)]


class Question(Report, verb="asks"):
    """a player asks the partner: may I go out?"""


class Answers(Report):
    """the partner's answer; if the partner says more than yes or no, an opponent may answer instead"""

    answer: Literal["yes", "no"]


class Stops(Report):
    """the hand ends, and nobody goes out"""


class Penalty(
    Report,
    labels={
        "kind": "for what",
        "kind=upcard": "took the pile for nothing",
        "kind=no": "tried to go out after a no",
        "kind=asked": "didn't go out after a yes",
        "kind=red": "didn't lay down red threes",
        "number": "red threes",
    },
):
    """upcard: the pile was taken, but its top card couldn't be used · no: tried to go out after a no · asked: didn't go
    out after a yes · red: N red threes weren't laid down"""

    kind: Literal["upcard", "no", "asked", "red"]
    number: int = 1

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Penalty]:
        others = (cls("upcard", who=seat), cls("no", who=seat), cls("asked", who=seat))
        return (*others, *(cls("red", number, who=seat) for number in range(1, 7)))


class Scores(
    Report,
    team=True,
    sampled=True,
    labels={
        "points": "points melded",
        "natural": "natural canastas",
        "samba": "sambas",
        "mixed": "mixed canastas",
        "red": "red threes",
        "out": "goes out",
        "held": "points left in hand",
    },
    limits={
        **dict.fromkeys(("natural", "samba", "mixed"), lambda hand, seat: len(hand.pack) // hand.full),
        "red": lambda hand, seat: sum(hand.pack.copies[red] for red in RED_THREES),
        "held": lambda hand, seat: worth_of_pack(hand),
    },
):
    """a team's totals for the hand: the cards it melded, its bonuses and the cards left in hand"""

    points: Annotated[int, range(0, 1771, 5)] = 0
    _: KW_ONLY
    natural: int = 0
    samba: int = 0
    mixed: int = 0
    red: int = 0
    out: bool = False
    held: int = 0

    @property
    def sevens(self) -> int:
        return self.natural + self.samba + self.mixed

    @classmethod
    def options(cls, hand: Samba, side: Seat) -> Iterator[Scores]:
        """A sample, and the totals of the melds on the table."""
        if hand.begun:
            yield (lies := tally(hand, side))
            if hand.ended:
                cards, points = untold(hand, lies)
                least, most = span(pool(hand), cards, *counted(hand)) or (0, -1)
                yield from (replace(lies, held=lies.held - points + more) for more in range(least, most + 1, 5))
        for clean, mixed, reds, more in itertools.product((0, 1, 2), (0, 1), (0, 1, 6), (0, 60, 175)):
            points = 35 * clean + 50 * mixed + more
            held = 5 * ((points + reds) % 23)
            yield cls(points, natural=clean, mixed=mixed, red=reds, out=clean + mixed > 1, held=held, who=side)


class Holds(Counted, limits={"what": lambda hand, seat: worth_of_pack(hand)}):
    """the cards left in a hand, or their points"""

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Holds]:
        known = known_points(hand, seat)
        least, most = span(pool(hand), blind(hand, seat), *counted(hand)) or (0, 0)
        return [cls(known + more, who=seat) for more in range(least, most + 1, 5)]


Act = Draws | TakesPile | Declares | Melds | Lays | Joins | Question | Discards | Stops
Parting = Melds | Lays | Declares | Discards


@dataclass
class Turn:
    """What a player has done so far this turn.

    ``begun``: the table allowed a play before the draw.  ``taken``: the pile just taken, and ``owed`` its top card,
    until something is melded.  ``frozen``: that pile was frozen.  ``pair``: how many natural cards of the top card's
    rank the hand can have had.  ``last``: the cards drawn together with the last card of the stock.
    """

    who: Seat
    draw: Draws | TakesPile | None = None
    begun: bool = False
    owed: Card | None = None
    frozen: bool = False
    pair: int = 0
    taken: list[Card] = field(default_factory=list)
    last: Cards = ()
    beside: int = 0
    replaced: int = 0  # cards drawn for red threes and not named yet
    unreplaced: int = 0  # red threes laid down when the stock was gone
    question: Question | None = None
    answer: Answers | None = None
    open: bool = False  # the question has no answer yet

    @property
    def last_was_red(self) -> bool:
        """Whether the last card of the stock was surely a red three: it was named, or no card replaced it."""
        return bool(red(self.last)) or (UNKNOWN in self.last and self.unreplaced > self.beside)

    @property
    def last_may_be_red(self) -> bool:
        """Whether the last card of the stock can have been a red three."""
        return self.last_was_red or (UNKNOWN in self.last and self.unreplaced > 0)

    @property
    def refused(self) -> Answers | None:
        return self.answer if self.answer and self.answer.answer == "no" else None


@dataclass
class Samba(StockHand):
    """One hand: the stock, the discard pile, each team's melds and what is known of the players' cards."""

    opening: dict[Seat, int] = field(default_factory=dict)  # the minimum by team
    melds: list[Meld] = field(default_factory=list)
    laid_out: list[Declares] = field(default_factory=list)  # red threes
    turn: Turn = field(default_factory=lambda: Turn(NOBODY))
    begun: bool = False  # at least one play was reported
    told_no: set[Seat] = field(default_factory=set)
    ended: Report | None = None
    out: Seat = NOBODY  # who went out
    held: dict[Seat, Holds] = field(default_factory=dict)
    undeclared: Counter[Seat] = field(default_factory=Counter)  # red threes penalized
    tallies: dict[Seat, Scores] = field(default_factory=dict)  # by team
    in_numbers: bool = False  # the rest is entered as totals

    # The table

    @property
    def full(self) -> int:
        """The number of cards in a complete meld."""
        return int(self.house["canasta"])

    @property
    def card_by_card(self) -> bool:
        """Whether the hand is played card by card, not entered as totals."""
        return bool(self.holdings) and not self.in_numbers

    def on_table(self, side: Seat) -> list[Meld]:
        return [meld for meld in self.melds if meld.side == side and meld.cards]

    def meld(self, number: int) -> Meld | None:
        """The meld with that number, if it is on the table."""
        meld = numbered(self.melds, number)
        return meld if meld and meld.cards else None

    def sevens(self, side: Seat) -> int:
        return sum(meld.closed for meld in self.on_table(side))

    def red_threes(self, side: Seat) -> list[Declares]:
        return [declares for declares in self.laid_out if self.side(declares.who) == side]

    @property
    def frozen(self) -> bool:
        if not self.enforces(frozen_pile):
            return False
        return bool(self.house["frozen"] == "always" or wild(self.pile) or red(self.pile))

    @property
    def froze(self) -> Seat:
        """The player whose discard freezes the pile. Nobody if it isn't frozen, or was turned up so."""
        cards = {*wild(self.pile), *red(self.pile)} if self.frozen else set()
        found = [report for card in cards for report in self.seen[card] if isinstance(report, Discards)]
        return max(found, key=lambda report: report.line).who if found else NOBODY

    @property
    def blocked(self) -> bool:
        return self.top is not None and (self.top in WILD or self.top.rank == "3")

    def use_for_top(self, side: Seat) -> Meld | None:
        """A meld of the team that the top card of the pile can be added to."""
        if self.top is None or self.blocked:
            return None
        return next((meld for meld in self.on_table(side) if meld.takes(self.top)), None)

    # Who is next

    def to_act(self) -> tuple[Seat, ...]:
        return (self.after(self.turn.who, 2 if self.turn.open else 0),)

    def opponents(self) -> tuple[Seat, ...]:
        """The opponents of a player who has asked to go out."""
        return (self.after(self.turn.who), self.after(self.turn.who, 3)) if self.turn.open else ()

    def to_hold(self) -> tuple[Seat, ...]:
        """The players whose cards aren't known, clockwise from the left of the player who ended the hand."""
        around = self.around(self.after(self.turn.who))
        return tuple(seat for seat in around if not self.holdings[seat].whole and seat not in self.held)

    def to_score(self) -> tuple[Seat, ...]:
        return tuple(side for side in self.sides if side not in self.tallies)

    def to_pay(self) -> tuple[Seat, ...]:
        """Who may be meant by a penalty that names nobody."""
        return self.seats if self.in_numbers or not self.begun else self.to_hold() if self.ended else self.to_act()

    # Cards in hand

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        candidates = self.unseen() if isinstance(report, (Upcard, Draws, Dealt)) else self.may_hold(report.who)
        return [card for card in candidates if card.rank == rank]

    # Possible melds

    def of_rank(self, seat: Seat, rank: Rank) -> Cards:
        """Natural cards of a rank that SEAT may hold; the card that must be melded comes first."""
        cards = [card for card in self.may_hold(seat).elements() if card.rank == rank and card not in RED_THREES]
        return tuple(sorted(cards, key=lambda card: (card is not self.turn.owed, card.text))[: self.full])

    def wilds(self, seat: Seat) -> list[Cards]:
        """The choices of wild cards that SEAT may hold for a set, none included; suits of twos don't matter."""
        may, most = self.may_hold(seat), two_wilds(self)
        jokers, deuces = (JOKER,) * may[JOKER], tuple(card for card in WILD[1:] for _ in range(may[card]))
        choices = (jokers[: size - part] + deuces[:part] for size in range(most + 1) for part in range(size + 1))
        return list(dict.fromkeys(choices))

    def may_have(self, seat: Seat, cards: Cards) -> bool:
        """Whether all these cards may be in SEAT's hand."""
        holding = self.holding(seat)
        return holding.unnamed(cards).total() <= holding.blind


# The hand


async def play_hand(hand: Samba) -> None:
    await hand.deal(size=hand.house["hand-size"])
    hand.deal_out(hand.house["hand-size"])
    hand.opening = minimums(hand)
    hand.turn = Turn(hand.eldest)
    await hand.ask_upcard()

    # Card by card, or as totals
    numbers = hand.ask(hand.to_score, Scores, aside=True)
    acts = (
        hand.ask(hand.to_act, Draws, TakesPile, Declares, Melds, Lays, Joins, Question, Discards, Stops, Answers)
        | hand.ask(hand.opponents, Answers, no_can_be_kept, aside=True)
        | penalties(hand)
        | numbers
    )
    while not (hand.ended or hand.in_numbers):
        play(hand, await acts)

    # Cards left in hand
    if hand.ended:
        why = f"`{hand.ended.text}` ended the hand ({at(hand.ended)})"
        over = bar(hand_end, why, Upcard, *get_args(Act), Answers)
        left = hand.ask(hand.to_hold, Holds, free=True) | penalties(hand) | numbers | over
        while hand.to_hold() and not hand.in_numbers:
            play(hand, await left)
    rest = hand.ask(hand.to_score, Scores) | penalties(hand)
    while hand.in_numbers and hand.to_score():
        play(hand, await rest)

    # Score
    for seat in () if hand.in_numbers else hand.seats:
        undeclared(hand, seat)
    for side in hand.sides:
        settle(hand, hand.tallies.get(side) or tally(hand, side))


def minimums(hand: Samba) -> dict[Seat, int]:
    return {side: minimum(hand, hand.standing.balance.get(side, 0)) for side in hand.sides}


def penalties(hand: Samba) -> Asks[Report]:
    return hand.ask(hand.to_pay, Penalty, free=True, aside=True)


# Acts of a turn


def play(hand: Samba, act: Report) -> None:
    """Applies a report.  It continues the turn of the player who made it, or starts a new one."""
    if not isinstance(act, (Penalty, Answers, Holds, Scores)):
        hand.begun = True
        hand.turn = hand.turn if act.who == hand.turn.who else Turn(act.who)
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
                hand.melds.append(Meld(len(hand.melds) + 1, hand.side(act.who), (), [], hand.full))
                put_down(hand, act, cards, hand.melds[-1])
        case Lays():
            put_down(hand, act, act.cards, hand.melds[act.on - 1])
        case Joins():
            into, other = hand.melds[act.meld - 1], hand.melds[act.other - 1]
            into.cards, other.cards = into.cards + other.cards, ()
            into.report += [*other.report, act]
            hand.turn.taken = []
        case Question():
            hand.turn.question, hand.turn.open, hand.turn.answer = act, True, None
        case Answers() if hand.turn.open:
            hand.turn.answer, hand.turn.open = act, False
            if hand.turn.refused:
                hand.told_no.add(hand.turn.who)
        case Discards():
            part_with(hand, act, act.card)
            hand.pile.append(act.card.face)
            asked_in_vain(hand, act)
            if not hand.ended:
                keeps_red(hand, act)
                hand.turn = Turn(hand.after(act.who))
        case Stops():
            hand.ended = act
            asked_in_vain(hand, act)
        case Penalty():
            penalize(hand, act)
        case Holds():
            hand.held.setdefault(act.who, act)
            if not isinstance(act.what, int):
                hand.show(act.who, act, act.what)
        case Scores():
            hand.tallies[act.who] = act
            hand.in_numbers = True


def draw(hand: Samba, draws: Draws) -> None:
    if names_replacement(hand, draws):
        name_replacement(hand, draws)
        return
    hand.turn.draw = draws
    cards = draws.named or (UNKNOWN,) * draws.number(cards_due(hand))
    hand.draw(draws, *cards, at_once=False)
    if not hand.stock:
        hand.turn.last, hand.turn.beside = cards[-1:], len(cards) - 1


def names_replacement(hand: Samba, draws: Draws | TakesPile) -> bool:
    """Whether a draw names a card drawn for a red three, after the turn's own draw."""
    if not isinstance(draws, Draws) or len(draws.named) != 1 or hand.turn.draw is None:
        return False
    return hand.turn.replaced > 0 and hand.holding(draws.who).blind > 0


def name_replacement(hand: Samba, draws: Draws) -> None:
    turn, cards = hand.turn, draws.named
    turn.replaced -= 1
    if turn.last == (UNKNOWN,) and not turn.replaced:
        turn.last = cards
    hand.holdings[draws.who].blind -= 1
    hand.holdings[draws.who].gain(draws, *cards)
    hand.tell(draws, *cards)


def take_pile(hand: Samba, takes: TakesPile) -> None:
    turn = hand.turn
    if hand.top and not hand.blocked and not top_is_of_use(hand, takes):
        turn.owed, turn.pair = hand.top, hand.may_hold_of(takes.who, hand.top.rank)
    turn.draw, turn.frozen = takes, hand.frozen
    turn.taken = hand.take_pile(takes, len(hand.pile))


def give_back(hand: Samba) -> None:
    """Puts the pile back, except red threes laid down meanwhile; the player draws again."""
    turn, holding = hand.turn, hand.holdings[hand.turn.who]
    hand.pile = [card for card in turn.taken if (holding.blind if card is UNKNOWN else holding.known[card])]
    holding.blind -= hand.pile.count(UNKNOWN)
    holding.lose(*(card for card in hand.pile if card is not UNKNOWN))
    turn.draw = turn.owed = None
    turn.taken = []


def declare(hand: Samba, declares: Declares) -> None:
    turn, named = hand.turn, declares.draws or ()
    replaced = min(len(declares.cards), hand.stock)
    turn.unreplaced += len(declares.cards) - replaced
    turn.replaced += max(0, replaced - len(named))
    hand.laid_out.append(declares)
    hand.part_with(declares, *declares.cards)
    given = (*named, *[UNKNOWN] * (replaced - len(named)))
    hand.draw(declares, *given, at_once=False)
    if given and not hand.stock:
        turn.last = given[-1:]


def put_down(hand: Samba, act: Melds | Lays, cards: Cards, meld: Meld) -> None:
    meld.cards += tuple(card.face for card in cards)
    meld.report.append(act)
    hand.turn.owed, hand.turn.taken = None, []
    part_with(hand, act, *cards)


def part_with(hand: Samba, act: Report, *cards: Card) -> None:
    """Takes cards out of a hand; if they were its last, the hand ends."""
    hand.turn.begun = hand.turn.begun or not hand.turn.draw
    hand.part_with(act, *cards)
    if not hand.holdings[act.who]:
        hand.ended, hand.out = act, act.who


def asked_in_vain(hand: Samba, act: Report) -> None:
    """Books the penalty of a player who ends the turn with cards left after a yes."""
    question, yes = hand.turn.question, hand.turn.answer
    if question and yes and yes.answer == "yes" and not hand.out:
        why = f"{act.who} asked and got a yes ({at(yes)}), but didn't go out"
        hand.book(act.who, ask_penalty, -ask_penalty(hand), why, question, yes, act)
        hand.find(must_go_out, act.who, why, question, yes, act)


def keeps_red(hand: Samba, act: Discards) -> None:
    """Finds red threes known to be still in hand at the end of a turn."""
    holding = hand.holdings[act.who]
    for card in dict.fromkeys(red(holding.known.elements())):
        hand.find(
            red_three,
            act.who,
            f"{act.who} didn't lay down {card.pretty} ({at(holding.reports[card])})",
            holding.reports[card],
        )


def penalize(hand: Samba, penalty: Penalty) -> None:
    costs: dict[str, tuple[Rule, str]] = {
        "upcard": (pile_penalty, "took the pile and couldn't use its top card"),
        "no": (ask_penalty, "tried to go out after a no"),
        "asked": (ask_penalty, "asked, got a yes and didn't go out"),
        "red": (undeclared_red_three, f"red threes not laid down: {penalty.number}"),
    }
    rule, why = costs[penalty.kind]
    hand.book(penalty.who, rule, -rule(hand) * penalty.number, why, penalty)
    if penalty.kind == "red":
        hand.undeclared[penalty.who] += penalty.number
    elif penalty.kind == "upcard" and hand.turn.taken:
        give_back(hand)


# Rules: a turn

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
turn_order = illegal(
    "The player on the dealer's left goes first, and play is clockwise. On your turn, draw, then meld if you like, then"
    " discard.",
    turn=(Draws, TakesPile, Declares, Melds, Lays, Joins, Question, Answers, Discards, Stops),
)
three_packs = impossible(
    "Play with {packs:word deck}, each with two jokers. Jokers and twos are wild cards; all others are natural. Each"
    " player is dealt {hand_size:card}. No card can be in two places, and nobody can score more than the cards allow.",
    fresh_upcard,
    packs=number(3, "decks of cards, each with two jokers", least=2, most=5),
    hand_size=number(15, "cards dealt to each player", least=1, most=25),
    asked="many decks, many jokers, many cards deal, what wild, twos wild, wild cards, natural, "
    "many cards get, many cards each",
)
judges(three_packs, three_packs)(as_dealt)
draw_first = illegal(
    "Start your turn by drawing {draw:word card} from the stock or by taking the whole discard pile.",
    draw=number(1, "cards you draw each turn", least=1, most=4),
    asked="draw two, many draw, many cards draw",
)
stock_out = illegal(
    "When the stock is gone, you must take the discard pile if it isn't frozen and its top card fits one of your team's"
    " melds. Otherwise you may take it with two natural cards from your hand, or end the hand.",
    asked="stock last, no more cards",
)


@judges(turn_order)
def is_answered(hand: Samba, act: Act) -> Reason | None:
    turn = hand.turn
    if not turn.open or turn.question is None:
        return None
    return Reason(f"{hand.to_act()[0]} must first answer {turn.who}'s question ({at(turn.question)})", turn.question)


@judges(turn_order)
def draws_once(hand: Samba, report: Draws | TakesPile) -> Reason | None:
    draw = hand.turn.draw
    if draw is None or names_replacement(hand, report):
        return None
    drew = "drew" if isinstance(draw, Draws) else "took the pile"
    return Reason(f"{hand.turn.who} already {drew} this turn ({at(draw)})", draw)


@judges(draw_first, stock_out)
def has_drawn(hand: Samba, act: Melds | Lays | Joins | Discards) -> Answer:
    return not_drawn(hand, act.who)


def not_drawn(hand: Samba, seat: Seat) -> dict[Rule, str | None] | None:
    turn = hand.turn
    if turn.draw or turn.begun or turn.last_may_be_red:
        return None
    out = None if hand.stock else f"the stock is gone, so {seat} must take the pile or stop"
    return {draw_first: f"{seat} must draw first", stock_out: out}


@judges(turn_order)
def asks_once(hand: Samba, question: Question) -> str | None:
    if earlier := hand.turn.question:
        return Reason(f"{question.who} already asked this turn ({at(earlier)})", earlier)
    return f"{question.who} must draw before asking" if not_drawn(hand, question.who) else None


@judges(turn_order)
def was_asked(hand: Samba, report: Answers) -> str | None:
    return None if hand.turn.open else f"{hand.turn.who} hasn't asked"


@judges(stock_out, turn_order)
def stock_is_there(hand: Samba, report: Draws) -> Answer:
    if hand.stock or names_replacement(hand, report):
        return None
    why = cannot_happen("the stock is gone: take the pile or stop")
    return {stock_out: why, turn_order: why}


def cards_due(hand: Samba) -> int:
    """How many cards a player draws at the start of a turn."""
    return min(draw_first(hand), hand.stock)


@judges(draw_first)
def as_many_as_due(hand: Samba, draws: Draws) -> str | None:
    due = cards_due(hand)
    number = draws.number(due)
    if not due or number == due or names_replacement(hand, draws):
        return None
    why = f"{draws.who} must draw {cards_of(due)}, not {number}"
    return why if 0 < number <= hand.stock else cannot_happen(why)


@judges(three_packs)
def in_the_packs(hand: Samba, draws: Draws) -> Reason | None:
    return too_many(hand, Counter(those_named(draws.named)))


# Rules: red threes

red_three = illegal(
    "Lay down every red three you get, and draw a card from the stock for it. You can't meld or discard red threes.",
    place=Declares,
    asked="what red three, get red three, draw red three, discard red three, lay down red three",
)


@judges(red_three)
def only_red_threes(hand: Samba, declares: Declares) -> Reason | None:
    other = counting(declares.cards)
    return cannot_happen(f"{other[0].pretty} isn't a red three") if other else None


@judges(red_three)
def no_red_three(hand: Samba, report: Melds | Lays | Discards) -> str | None:
    threes = red(report.cards)
    return f"{threes[0].pretty} must be laid down and can't be melded or discarded" if threes else None


# Rules: the pile

pile_use = illegal(
    "If you take the discard pile, take all of it and meld its top card at once. Add the top card alone to one of your"
    " team's melds, or meld it with two natural cards of its rank from your hand. It can't start a sequence.",
    asked="take pile, pick up pile, take top, need pair pile, one matching pile, natural pair pile, "
    "pile first meld, whole pile, take part pile, take pile one card",
)
frozen_pile = illegal(
    "{frozen}. You can take a frozen pile only by melding its top card with two natural cards of its rank from your"
    " hand.",
    frozen={
        "by-wilds": "a wild card or a red three in the discard pile freezes the pile",
        "always": "the pile is always frozen",
    },
    asked="frozen, freeze, when frozen, unfreeze",
)


@judges(pile_use)
def pile_is_there(hand: Samba, report: TakesPile) -> Reason | None:
    if hand.top:
        return None
    if hand.pile:
        return unclear("which card is on top of the pile? Enter the upcard first")
    return cannot_happen("the discard pile is empty")


@illegal(asked="take pile wild top, take pile three top, joker top, two top, block")
def blocked_pile(hand: Samba, report: TakesPile) -> str | None:
    """You can't take the discard pile when a wild card or a three is on top."""
    return f"{hand.pile[-1].pretty} is on top, so nobody can take the pile" if hand.blocked else None


def top_may_be_of_no_use(hand: Samba, report: TakesPile) -> Answer:
    """The doubt that cards nobody has named leave."""
    holding, top = hand.holding(report.who), hand.top
    if top is None or hand.blocked or sum(n for card, n in holding.known.items() if card.rank == top.rank) >= 2:
        return None
    why = doubt_in_words(report.who, f"may not have had two {top.rank}s to go with {top.pretty}")
    use = hand.use_for_top(hand.side(report.who))
    return {frozen_pile: why if hand.frozen else None, pile_use: None if use else why}


@judges(pile_use, frozen_pile, doubt=top_may_be_of_no_use)
def top_is_of_use(hand: Samba, report: TakesPile) -> Answer:
    """Refuses only if enough of the hand is known to rule out two natural cards."""
    seat, top = report.who, hand.top
    pair = hand.may_hold_of(seat, top.rank) if top else 0
    if top is None or hand.blocked or pair >= 2:
        return None
    proof = hand.holding(seat).proof
    few = f"{seat} has {'only one' if pair else 'no'} {top.rank} to go with {top.pretty}{lines(proof)}"
    use = hand.use_for_top(hand.side(seat))
    return {
        frozen_pile: Reason(f"{few}, and the pile is frozen", *proof) if hand.frozen else None,
        pile_use: None if use else Reason(f"{few}, and it fits no meld of {hand.side(seat)}", *proof),
    }


@judges(pile_use, frozen_pile)
def top_is_melded(hand: Samba, report: Melds | Lays | Joins | Discards) -> Answer:
    """The next meld must use the top card of the pile just taken, in a way that the pile allows."""
    turn, top = hand.turn, hand.turn.owed
    if top is None or turn.draw is None:
        return None
    frozen = Reason(f"the pile was frozen: meld {top.pretty} with two natural cards from the hand", turn.draw)
    match report:
        case Melds() if top in report.cards:
            sets = [natural(cards) for cards in report.groups if top in cards and is_set(cards)]
            if turn.pair >= 2 and any(len(cards) > 2 for cards in sets):
                return None
            needs = ": meld it with two natural cards from the hand" if sets else ", so it can't start a sequence"
            why = f"{top.pretty} came from the pile{needs}"
            return {pile_use: Reason(why, turn.draw), frozen_pile: frozen if turn.frozen else None}
        case Lays() if top in report.cards:
            meld = hand.meld(report.on)
            alone = meld is None or meld.side != hand.side(report.who) or meld.takes(top)
            why = f"{top.pretty} alone doesn't fit meld {report.on}"
            return {frozen_pile: frozen} if turn.frozen else {pile_use: None if alone else Reason(why, turn.draw)}
    why = f"{report.who} took the pile ({at(turn.draw)}) and must first meld {top.pretty}"
    return {pile_use: Reason(why, turn.draw)}


# Rules: going out

CANASTA = number(7, "cards in a complete meld", least=5, most=9)

going_out = illegal(
    "Your team needs {sevens:word meld} of {canasta:word card} before you can get rid of your last card. Until then,"
    " you must keep a card besides your discard.",
    sevens=2,
    canasta=CANASTA,
    asked="many canastas, go out without canasta, need go out, when go out, finish, canastas before, "
    "go out need, without canasta out",
)
partner_said_no = illegal(
    "You may ask your partner whether you may go out. If the answer is no, you can't go out this turn, and you must"
    " keep a card besides your discard.",
    asked="partner no, partner say no, ask permission, ask partner, may I go out, ask out",
)
must_go_out = worth(
    "If you ask your partner and the answer is yes, you must go out this turn, or your team loses {ask_penalty}.",
    ask_penalty=100,
    asked="partner yes, partner say yes, must go out",
)


def can_go_out(hand: Samba, sevens: int) -> bool:
    """Whether a team has enough complete melds to go out."""
    return sevens >= int(hand.house["sevens"])


def sevens_needed(hand: Samba) -> str:
    sevens = hand.house["sevens"]
    return f"{in_letters(sevens)} {'meld' if sevens == 1 else 'melds'} of {in_letters(hand.house['canasta'])}"


def left_over(hand: Samba, report: Parting) -> int:
    return len(hand.holding(report.who)) - len(report.cards)


def sevens_then(hand: Samba, report: Parting) -> int:
    """How many complete melds the team has after a report."""
    side = hand.side(report.who)
    new = sum(len(cards) == hand.full for cards in report.groups) if isinstance(report, Melds) else 0
    if isinstance(report, Lays) and (meld := hand.meld(report.on)) and meld.side == side and not meld.closed:
        new = len(meld.cards) + len(report.cards) >= hand.full
    return hand.sevens(side) + new


@judges(going_out, partner_said_no)
def may_go_out(hand: Samba, report: Melds | Lays | Discards) -> Answer:
    if left_over(hand, report) != 0:
        return None
    who, sevens, no = report.who, sevens_then(hand, report), hand.turn.refused
    few = f"that is {who}'s last card, and {hand.side(who)} needs {sevens_needed(hand)} to go out, not {sevens}"
    return {
        going_out: None if can_go_out(hand, sevens) else few,
        partner_said_no: Reason(f"{no.who} said no ({at(no)}), so {who} must keep a card", no) if no else None,
    }


@judges(three_packs)
def is_in_hand(hand: Samba, report: Parting) -> Reason | None:
    return can_have(hand, report.who, report.cards)


@judges(three_packs)
def given_for_them(hand: Samba, declares: Declares) -> Reason | None:
    """The stock gives one card for each red three, as long as it has any."""
    cards, most = declares.draws or (), min(len(declares.cards), hand.stock)
    if not cards:
        return None
    why = f"{declares.who} must draw {cards_of(most)} for {listed(declares.cards)}, not {len(cards)}"
    if len(cards) > hand.stock:
        return Reason(why)
    twice = too_many(hand, Counter(cards) + hand.holding(declares.who).unnamed(declares.cards))
    return twice or (miscounted(why) if len(cards) > most else None)


@illegal(asked="black three, meld black threes, black threes do")
def black_three(hand: Samba, report: Melds | Lays) -> str | None:
    """You may meld black threes only on the turn you go out, with at most one card left to discard."""
    left, no = left_over(hand, report), hand.turn.refused
    if not any(card.rank == "3" for card in counting(report.cards)):
        return None
    if left > 1:
        return f"{report.who} would have {cards_of(left)} left. Black threes can be melded only to go out"
    if not can_go_out(hand, sevens_then(hand, report)):
        return f"{report.who} can't go out: {hand.side(report.who)} needs {sevens_needed(hand)}"
    return Reason(f"{no.who} said no ({at(no)})", no) if no else None


# Rules: melds

meld_shape = illegal(
    "A set is three to {canasta:word} cards of the same rank, wild cards included; at least one must be natural. A"
    " sequence is three to {canasta:word} natural cards of one suit in a row; four is low, ace is high.",
    canasta=CANASTA,
)
two_wilds = illegal(
    "A set may have at most {wild:word wild card}.",
    wild=number(2, "wild cards allowed in a set", least=1, most=6),
    asked="many wilds/jokers/twos meld/set, many wild, two jokers, three wilds/jokers/twos, "
    "wild cards set/meld, wilds more naturals",
)
seven_cards = illegal(
    "A meld of {canasta:word card} is complete, and you can't add to it. A complete set is a canasta: mixed if it has"
    " wild cards, natural if not. A complete sequence is a samba.",
    canasta=CANASTA,
    asked="what canasta, what samba, add canasta, add samba, eight cards, more seven, complete, close canasta, "
    "mixed, dirty",
)
own_melds = illegal(
    "You may add cards only to your own team's melds.",
    asked="add their melds, lay off opponents, put cards their melds, add other team, play on their, "
    "partner meld add, lay off",
)
join_sets = illegal(
    "You may join two of your team's sets if they have the same rank and make {canasta:word card} or fewer. You can't"
    " join sequences or split a meld.",
    canasta=CANASTA,
    asked="join, split, move cards, combine, two sets same rank, merge, take back meld",
)
opening_minimum = illegal(
    "The first time your team melds in a hand, the cards you meld that turn must be worth at least the minimum for"
    " your team's score. It is {opening:first} with a score below {opening_from:first}, {opening:second} from"
    " {opening_from:first}, {opening:third} from"
    " {opening_from:second}, {opening:fourth} from {opening_from:third} and {opening:fifth} from"
    " {opening_from:fourth}.",
    opening=(15, 50, 90, 120, 160),
    opening_from=(0, 1500, 3000, 7000),
    asked="open, minimum, first meld, how many points meld, come down, many points need, initial meld, start meld",
)


def minimum(hand: Samba | Table, score: int) -> int:
    """What the first melds of a team with this score must be worth."""
    least: int
    least, *higher = hand.house["opening"]
    from_there = zip(hand.house["opening-from"], higher, strict=True)
    return next((more for start, more in reversed([*from_there]) if score >= start), least)


def minimums_by_score(table: Table) -> dict[str, int]:
    """The minimum for first melds by team score, lowest score first."""
    starts = table.house["opening-from"]
    return {f"below {starts[0]}": minimum(table, starts[0] - 1)} | {
        f"from {start}": minimum(table, start) for start in starts
    }


@judges(meld_shape, two_wilds)
def well_shaped(hand: Samba, melds: Melds) -> Answer:
    return {
        meld_shape: next(filter(None, (misshapen(cards, hand.full) for cards in melds.groups)), None),
        two_wilds: next(filter(None, (too_wild(hand, cards) for cards in melds.groups)), None),
    }


@judges(opening_minimum)
def opens(hand: Samba, melds: Melds) -> str | None:
    side = hand.side(melds.who)
    points, least = count(hand, melds.cards), hand.opening[side]
    if hand.on_table(side) or points >= least:
        return None
    return f"{side}'s first melds must be worth {least} or more, and these cards are worth {points}"


@judges(own_melds)
def on_own_meld(hand: Samba, lays: Lays) -> Reason | None:
    meld = hand.meld(lays.on)
    if meld is None:
        return cannot_happen(f"there is no meld {lays.on}")
    return None if meld.side == hand.side(lays.who) else Reason(f"meld {lays.on} is {meld.side}'s", meld.report[0])


@judges(meld_shape, two_wilds, seven_cards)
def fits_there(hand: Samba, lays: Lays) -> Answer:
    meld = hand.meld(lays.on)
    if meld is None:
        return None
    cards = (*meld.cards, *lays.cards)
    many = f"meld {lays.on} has {so_many(len(meld.cards), 'card')} already, and a meld has at most {hand.full}"
    over = len(cards) > hand.full
    why = misshapen((*meld.cards[:2], *lays.cards)[: hand.full] if over and is_set(cards) else cards, hand.full)
    return {
        seven_cards: Reason(many, meld.report[-1]) if over else None,
        two_wilds: too_wild(hand, cards) if is_set(cards) else None,
        meld_shape: why and f"meld {lays.on}: {why}",
    }


@judges(join_sets, two_wilds, own_melds)
def joinable(hand: Samba, joins: Joins) -> Answer:
    into, other = hand.meld(joins.meld), hand.meld(joins.other)
    if into is None or other is None or into is other:
        return {join_sets: cannot_happen(f"melds {joins.meld} and {joins.other} aren't both on the table")}
    cards = (*into.cards, *other.cards)
    theirs = next((meld for meld in (into, other) if meld.side != hand.side(joins.who)), None)
    foreign = Reason(f"meld {theirs.number} is {theirs.side}'s", theirs.report[0]) if theirs else None
    why: str | None = foreign
    if not (is_set(into.cards) and is_set(other.cards)):
        why = "sequences can't be joined"
    elif not is_set(cards):
        why = f"melds {joins.meld} and {joins.other} have different ranks"
    elif len(cards) > hand.full:
        why = f"together they have {len(cards)} cards, and a meld has at most {in_letters(hand.full)}"
    return {join_sets: why, two_wilds: too_wild(hand, cards), own_melds: foreign}


# Rules: how a turn can end


@judges(going_out, partner_said_no)
def turn_can_end(hand: Samba, report: Melds | Lays | Joins) -> Answer:
    """Melding down to one card is allowed only if that card can still leave the hand, or needn't."""
    who, cards = report.who, () if isinstance(report, Joins) else report.cards
    holding, no = hand.holding(who), hand.turn.refused
    if len(holding) - len(cards) != 1 or hand.turn.last_may_be_red or reds_may_end(hand, who, cards):
        return None
    sevens = most_sevens(hand, lying_then(hand, report), last_cards(hand, who, cards))
    few = f"{who} couldn't discard the one card left: {hand.side(who)} needs {sevens_needed(hand)} to go out"
    kept = Reason(f"{no.who} said no ({at(no)}), and {who} couldn't discard the one card left", no) if no else None
    return {going_out: None if can_go_out(hand, sevens) else few, partner_said_no: kept}


@judges(going_out)
def pile_lets_turn_end(hand: Samba, takes: TakesPile) -> str | None:
    """Refuses the pile if hand and pile are so small that the turn couldn't end after melding the top card."""
    who, top, holding = takes.who, hand.top, hand.holding(takes.who)
    left = len(holding) + len(hand.pile)
    if top is None or hand.blocked or left > 4:
        return None
    lying = [meld.cards for meld in hand.on_table(hand.side(who))]
    melds = [] if hand.frozen else [meld.cards for meld in hand.on_table(hand.side(who)) if meld.takes(top)]
    ways = [(left - 1, [(*cards, top) if cards is meld else cards for cards in lying]) for meld in melds]
    if hand.may_hold_of(who, top.rank) >= 2:
        ways.append((left - 3, [*lying, (top,) * 3]))
    last = [*hand.may_hold(who), *hand.pile]
    if not ways or any(n > 1 or can_go_out(hand, most_sevens(hand, then, last if n else ())) for n, then in ways):
        return None
    return f"with only {cards_of(left)}, {who} couldn't meld {top.pretty} and then discard"


def lying_then(hand: Samba, report: Melds | Lays | Joins) -> list[Cards]:
    """The cards of each of a team's melds after a report."""
    lying = {meld.number: meld.cards for meld in hand.on_table(hand.side(report.who))}
    match report:
        case Melds():
            return [*lying.values(), *report.groups]
        case Lays() if report.on in lying:
            lying[report.on] += report.cards
        case Joins() if report.meld in lying and report.other in lying:
            lying[report.meld] += lying.pop(report.other)
    return list(lying.values())


def last_cards(hand: Samba, who: Seat, gone: Cards) -> list[Card]:
    """What the one card left may be after ``gone``, or the card drawn for it if it is a red three."""
    holding = hand.holding(who)
    known, unnamed = holding.known - Counter(gone), holding.unnamed(gone)
    if known and not (red(known) and hand.stock):
        return list(known)
    return [card for card in hand.unseen() if hand.left(card) > unnamed[card]]


def reds_may_end(hand: Samba, who: Seat, gone: Cards) -> bool:
    """Whether the one card left may be a red three, and so may every card still to be drawn for it."""
    holding = hand.holding(who)
    known = holding.known - Counter(gone)
    reds = sum(hand.left(card) for card in RED_THREES) + len(red(known))
    return reds > hand.stock and (not known or bool(red(known)))


def most_sevens(hand: Samba, melds: Sequence[Cards], last: Iterable[Card]) -> int:
    """The most complete melds a team can reach by joining sets and adding one card of ``last``."""
    last = list(last)
    full = any(len(cards) == hand.full - 1 and any(fits(hand, cards, card) for card in last) for cards in melds)
    most = sum(len(cards) >= hand.full for cards in melds) + full
    for first, other in itertools.combinations(melds, 2):
        both = (*first, *other)
        if len(both) <= hand.full and is_set(first) and is_set(other) and is_set(both) and not too_wild(hand, both):
            rest = [cards for cards in melds if cards is not first and cards is not other]
            most = max(most, most_sevens(hand, [*rest, both], last))
    return most


@judges(partner_said_no)
def no_can_be_kept(hand: Samba, answers: Answers) -> str | None:
    """After a no the player must still be able to keep a card besides the discard."""
    turn = hand.turn
    if answers.answer == "yes" or not turn.open or turn.last_may_be_red or reds_may_end(hand, turn.who, ()):
        return None
    last_card = len(hand.holding(turn.who)) == 1
    return f"{turn.who} has one card left and must discard it to end the turn" if last_card else None


last_red_three = illegal(
    "If the last card of the stock is a red three, lay it down and meld if you like. Then the hand ends, and you don't"
    " discard."
)
hand_end = illegal(
    "The hand ends when a player goes out, or when a player stops it after the stock is gone. Nothing more is played.",
    asked="end round",
)


@judges(last_red_three)
def no_discard(hand: Samba, discards: Discards) -> str | None:
    why = f"the last card of the stock was a red three, so {discards.who} stops and can't discard"
    return why if hand.turn.last_was_red else None


@judges(stock_out, last_red_three)
def may_stop(hand: Samba, stops: Stops) -> Answer:
    turn, holding, side = hand.turn, hand.holding(stops.who), hand.side(stops.who)
    if turn.last_may_be_red or not holding:
        kept = red(turn.last) and not turn.unreplaced
        return {last_red_three: f"{stops.who} must lay down the red three first"} if kept else None
    if hand.stock:
        return {stock_out: f"the stock still has {cards_of(hand.stock)}"}
    if turn.draw or turn.begun:
        return {stock_out: f"{stops.who} has started this turn and must discard"}
    use = None if hand.frozen else hand.use_for_top(side)
    if use is None or (len(holding) + len(hand.pile) < 3 and not can_go_out(hand, hand.sevens(side))):
        return None  # with one card left besides the top the turn couldn't end
    why = f"{hand.pile[-1].pretty} fits meld {use.number}, so {stops.who} must take the pile"
    return {stock_out: Reason(why, use.report[-1])}


# Rules: the score


def undeclared(hand: Samba, seat: Seat) -> None:
    """Books the red threes found in a hand that no penalty has covered."""
    holding = hand.holdings[seat]
    cards = red(holding.known.elements())
    missing = len(cards) - hand.undeclared[seat]
    if missing > 0:
        why, reports = f"{seat} still had {listed(cards)}", [holding.reports[card] for card in dict.fromkeys(cards)]
        hand.book(seat, undeclared_red_three, -undeclared_red_three(hand) * missing, why, *reports)
        hand.find(undeclared_red_three, seat, why, *reports)


def tally(hand: Samba, side: Seat) -> Scores:
    """A team's totals, worked out from the melds and cards known."""
    melds = hand.on_table(side)
    closed = [meld for meld in melds if meld.closed]
    return Scores(
        sum(count(hand, meld.cards) for meld in melds),
        natural=sum(is_set(meld.cards) and not wild(meld.cards) for meld in closed),
        samba=sum(not is_set(meld.cards) and not wild(meld.cards) for meld in closed),
        mixed=sum(bool(wild(meld.cards)) for meld in closed),
        red=sum(len(declares.cards) for declares in hand.red_threes(side)),
        out=bool(hand.out) and hand.side(hand.out) == side,
        held=sum(counts(hand, seat) for seat in hand.seats if hand.side(seat) == side),
        who=side,
    )


def settle(hand: Samba, made: Scores) -> None:
    """Books a team's totals, each line with the plays behind it, or with the report of the totals."""
    melds = hand.on_table(made.who)

    def book(rule: Rule, points: int, why: str, played: Sequence[Report], line: str = "") -> None:
        if points:
            hand.book(made.who, rule, points, why, *dict.fromkeys([made] if hand.in_numbers else played), line=line)

    laid = [report for meld in melds for report in meld.report]
    closed = [report for meld in melds if meld.closed for report in meld.report]
    held = [report for seat, report in hand.held.items() if hand.side(seat) == made.who]
    reds = "" if can_go_out(hand, made.sevens) else f", and fewer than {sevens_needed(hand)}"
    book(card_points, made.points, f"cards melded: {made.points}", laid, "melds")
    book(card_points, -made.held, f"cards left in hand: {made.held}", held, "held")
    naturals, sambas = made.natural + made.samba, ""
    if hand.house["samba"] != hand.house["natural"]:
        naturals, sambas = made.natural, f"{made.samba} samba, "
    book(canasta_bonus, canasta_bonus(hand, made), f"{naturals} natural, {sambas}{made.mixed} mixed", closed)
    book(red_bonus, red_bonus(hand, made), f"red threes: {made.red}{reds}", hand.red_threes(made.who))
    if made.out:
        book(out_bonus, out_bonus(hand), f"{hand.out or made.who} went out", [hand.ended] if hand.ended else [])
    hand.tallies[made.who] = made


card_points = worth(
    "Your team scores the cards it melded, and loses the cards left in both partners' hands. A joker is worth"
    " {values:first}, an ace {values:second}, a two {values:third}, a card from king to eight {values:fourth}, one"
    " from seven to four {values:fifth} and a black three {values:sixth}.",
    lines=("melds", "held"),
    values=number(
        (50, 20, 20, 10, 5, 5), "value of a joker, ace, two, K to 8, 7 to 4, black three", least=5, most=200, step=5
    ),
    asked="cards left count, left in hand, partner cards left, partner still cards, count against, "
    "joker/ace/two worth, cards worth, held cards, what worth, cards count against",
)


@worth(
    lines="canastas",
    asked="canasta worth, canasta score, samba worth, canasta joker, mixed canasta, natural canasta, "
    "canasta bonus, clean canasta, dirty canasta, canasta points, samba score",
)
def canasta_bonus(hand: Samba, made: Scores, *, natural: int = 500, samba: int = 500, mixed: int = 300) -> int:
    """Each natural canasta scores {natural}, each samba {samba} and each mixed canasta {mixed}."""
    return natural * made.natural + samba * made.samba + mixed * made.mixed


@worth(
    lines="red",
    asked="red threes worth, red three count, red threes bonus, all red threes, red threes against, "
    "red threes minus, red threes cost, never opened red threes",
)
def red_bonus(hand: Samba, made: Scores, *, red_three: int = 100, six_red_threes: int = 1000) -> int:
    """Each red three you laid down scores {red_three}; if your team has all there are, they score {six_red_threes} in
    total. Red threes count against a team that doesn't have enough complete melds to go out."""
    bonus = six_red_threes if made.red == reds_there(hand) else red_three * made.red
    return bonus if can_go_out(hand, made.sevens) else -bonus


out_bonus = worth(
    "Your team scores {out} for going out.",
    lines="out",
    out=200,
    asked="go out worth, go out get, go out score, out bonus, go out points",
)


@worth
def game_end(hand: Samba, *, target: int = number(10000, "the score that ends the game", least=1)) -> bool:
    """The game ends when a team has {target} or more at the end of a hand. The team with the higher score wins. If the
    teams tie, play another hand."""
    return max(hand.standing.balance.values()) >= target and len(leaders(hand.standing.balance)) == 1


# Cards left in hand


def reds_there(table: Any) -> int:
    """The number of red threes in play."""
    return int(table.house["packs"]) * len(RED_THREES)


def reds_in(hand: Samba, seat: Seat) -> int:
    """The number of red threes in a hand, known or penalized."""
    holding = hand.holding(seat)
    known = len(red(holding.known.elements()))
    return min(max(known, hand.undeclared[seat]), known + holding.blind)


def blind(hand: Samba, seat: Seat) -> int:
    """How many unknown cards of a hand aren't red threes."""
    return len(hand.holding(seat)) - reds_in(hand, seat) - len(counting(hand.holding(seat).known.elements()))


def pool(hand: Samba, named: Iterable[Card] = ()) -> Counter[int]:
    """How many cards of each value nobody has named, red threes and ``named`` left out."""
    left = {card: hand.left(card) for card in counting(hand.pack)}
    worth, pool = values(hand), Counter[int]()
    for card, copies in left.items():
        pool[worth[card]] += copies
    return pool - Counter(worth[card] for card in counting(named))


def known_points(hand: Samba, seat: Seat) -> int:
    """The value of the known cards of a hand."""
    return count(hand, hand.holding(seat).known.elements())


def counts(hand: Samba, seat: Seat) -> int:
    """The value of a hand's cards, as reported or as known."""
    report = hand.held.get(seat)
    return report.what if report and isinstance(report.what, int) else known_points(hand, seat)


def counted(hand: Samba) -> list[tuple[int, int]]:
    """For each hand reported in points: the number of unknown cards, and their value."""
    seats = (seat for seat, report in hand.held.items() if isinstance(report.what, int))
    return [(blind(hand, seat), counts(hand, seat) - known_points(hand, seat)) for seat in seats]


# Rules: cards left in hand, and penalties


undeclared_red_three = worth(
    "Each red three still in your hand at the end costs your team {kept_red_three}. Don't count it again with the cards"
    " left in hand.",
    lines="penalty",
    kept_red_three=500,
    asked="forget red three, red three hand, keep red three, held red three, red three left",
)
pile_penalty = worth(
    "If you take the discard pile and can't use its top card, your team loses {pile_penalty}.",
    lines="penalty",
    pile_penalty=50,
    asked="pile not use, take pile wrong, penalty pile, cannot use pile",
)
ask_penalty = worth(
    "Your team loses {ask_penalty} if you don't go out after your partner's yes, or if you try to after a no.",
    lines="penalty",
    ask_penalty=100,
    asked="not go out after yes, go out after no, penalty ask",
)


@judges(three_packs, when="always")
def as_known(hand: Samba, holds: Holds) -> str | None:
    """A later report of the same hand must agree with what is known."""
    if hand.in_numbers:
        return "this hand was entered as totals"
    seat, holding, report = holds.who, hand.holding(holds.who), hand.held.get(holds.who)
    if report is None and not holding.whole:
        return None
    points = counts(hand, seat)
    if isinstance(holds.what, int):
        agrees = holds.what == points
    elif holding.whole:
        agrees = Counter(holds.what) == holding.known
    else:
        agrees = (len(holds.what), count(hand, holds.what), len(red(holds.what))) == (
            len(holding),
            points,
            reds_in(hand, seat),
        )
    if agrees:
        return None
    why = f"{seat} has {points} left in hand"
    return cannot_happen(why, report) if report else miscounted(why)


@judges(three_packs, undeclared_red_three)
def all_entered(hand: Samba, holds: Holds) -> Answer:
    """Cards named one by one must be all of the hand, with its known cards and the red threes penalized."""
    seat, holding, paid = holds.who, hand.holding(holds.who), hand.undeclared[holds.who]
    if isinstance(holds.what, int) or seat in hand.held:
        return None
    why = too_many(hand, holding.unnamed(holds.what))
    if len(holds.what) != len(holding):
        why = miscounted(f"{seat} has {cards_of(len(holding))}, not {len(holds.what)}")
    elif card := next((card for card in holds.what if card.says), None):
        why = Reason(f"{seat}'s {card.face.pretty} isn't melded, so it doesn't stand for another card")
    elif kept := holds_too(hand, seat, holds.what):
        why = kept
    elif not can_count(pool(hand, holding.unnamed(holds.what).elements()), *counted(hand)):
        why = miscounted("then the other hands can't have the points entered for them")
    charged = cannot_happen(f"{seat} was penalized for {so_many(paid, 'red three')}")
    return {three_packs: why, undeclared_red_three: charged if paid and len(red(holds.what)) != paid else None}


@judges(three_packs)
def can_be_held(hand: Samba, holds: Holds) -> str | None:
    """The cards nobody has named must allow every hand's points."""
    seat, holding = holds.who, hand.holding(holds.who)
    if seat in hand.held or holding.whole or not isinstance(holds.what, int):
        return None
    known = known_points(hand, seat)
    if can_count(pool(hand), *counted(hand), (blind(hand, seat), holds.what - known)):
        return None
    if not (ends := span(pool(hand), blind(hand, seat), *counted(hand))):
        return miscounted(f"no points for {seat}'s {cards_of(len(holding))} fit those entered for the other hands")
    least, most = known + ends[0], known + ends[1]
    return miscounted(f"{seat}'s {cards_of(len(holding))} must add up to a multiple of 5 from {least} to {most}")


@judges(pile_penalty, ask_penalty, undeclared_red_three)
def is_due(hand: Samba, penalty: Penalty) -> Answer:
    """A penalty must fit the play entered so far; in a hand entered as totals, any penalty is accepted."""
    kind, who, turn = penalty.kind, penalty.who, hand.turn
    rule = {"upcard": pile_penalty, "red": undeclared_red_three}.get(kind, ask_penalty)
    if penalty.number < 1 or (penalty.number > 1 and kind != "red"):
        return {rule: unclear(f"type `penalty {kind}` without a number, or `penalty red N`")}
    why = {
        "upcard": None if turn.taken and turn.who == who and not hand.ended else f"{who} hasn't just taken the pile",
        "no": None if who in hand.told_no else f"nobody has told {who} no in this hand",
        "asked": "this penalty is scored when a player discards after a yes",
    }
    return {rule: why.get(kind) if hand.begun and not hand.in_numbers else None}


@judges(three_packs)
def red_threes_left(hand: Samba, penalty: Penalty) -> str | None:
    """A penalty can't be for more red threes than there are."""
    who, holding = penalty.who, hand.holding(penalty.who)
    paid = hand.undeclared[who] + penalty.number
    if penalty.kind != "red":
        return None
    if hand.in_numbers:
        elsewhere = laid_out(hand) + hand.undeclared.total() - hand.undeclared[who]
    elif hand.ended and (who in hand.held or holding.whole or paid > len(holding)):
        return (
            None
            if paid <= len(red(holding.known.elements()))
            else f"{who} can't have {so_many(paid, 'red three')} in hand"
        )
    else:
        in_hands = sum(reds_in(hand, seat) for seat in hand.seats if seat != who)
        elsewhere = laid_out(hand) + len(red(hand.pile)) + in_hands
    in_pack = reds_there(hand)
    many = elsewhere + paid > in_pack
    return (
        f"there are only {in_pack} red threes"
        + (f", and {elsewhere} of them {'is' if elsewhere == 1 else 'are'} elsewhere" if elsewhere else f", not {paid}")
        if many
        else None
    )


# Rules: totals only


def laid_out(hand: Samba, reports: Iterable[Scores] = ()) -> int:
    """The number of red threes laid down, by the latest report of each team."""
    by_side = {side: sum(len(declares.cards) for declares in hand.red_threes(side)) for side in hand.sides}
    return sum((by_side | {scores.who: scores.red for scores in (*hand.tallies.values(), *reports)}).values())


@judges(three_packs)
def as_played(hand: Samba, scores: Scores) -> Reason | None:
    """Totals can't be less than the melds already on the table; once the hand has ended they must be equal."""
    lies, melds = tally(hand, scores.who), hand.on_table(scores.who)
    reports = [report for meld in melds for report in meld.report]
    natural, seven = lies.natural + lies.samba, in_letters(hand.full)
    for has, told, least, proof in (
        (f"melds worth {lies.points}", scores.points, lies.points, reports),
        (f"{so_many(natural, 'natural meld')} of {seven}", scores.natural + scores.samba, natural, reports),
        (f"{so_many(lies.mixed, 'mixed meld')} of {seven}", scores.mixed, lies.mixed, reports),
        (f"{so_many(lies.red, 'red three')} laid down", scores.red, lies.red, hand.red_threes(scores.who)),
    ):
        if told < least or (hand.ended and told != least):
            return miscounted(f"{scores.who} has {has}{lines(proof[-1:])}, not {told}", *proof[-1:])
    if hand.house["samba"] != hand.house["natural"] and scores.samba < lies.samba:
        return miscounted(
            f"{scores.who} has {so_many(lies.samba, 'samba')}{lines(reports[-1:])}, not {scores.samba}", *reports[-1:]
        )
    return None


def untold(hand: Samba, scores: Scores) -> tuple[int, int]:
    """How many of a team's cards left in hand are known only by the team's total, and their value."""
    seats = [seat for seat in hand.seats if hand.side(seat) == scores.who]
    left = [seat for seat in seats if seat not in hand.held and not hand.holding(seat).whole]
    points = sum(known_points(hand, seat) if seat in left else counts(hand, seat) for seat in seats)
    return sum(blind(hand, seat) for seat in left), scores.held - points


@judges(three_packs)
def held_in_the_end(hand: Samba, scores: Scores) -> str | None:
    """The points left in hand must be possible with the cards nobody has named."""
    hands = [untold(hand, report) for report in (*hand.tallies.values(), scores)]
    if not hand.ended or can_count(pool(hand), *counted(hand), *hands):
        return None
    return miscounted(f"the cards left in {scores.who}'s hands can't add up to {scores.held}")


@judges(three_packs)
def adds_up(hand: Samba, scores: Scores) -> str | None:
    both = [scores, *(report for side, report in hand.tallies.items() if side != scores.who)]
    points = sum(report.points + report.held for report in both)
    reds = laid_out(hand, [scores]) + hand.undeclared.total()
    clean, least = scores.natural + scores.samba, least_of_sevens(hand, scores)
    if min(scores.points, scores.natural, scores.samba, scores.mixed, scores.red, scores.held) < 0:
        return "none of these numbers can be below zero"
    if odd := next((points for points in (scores.points, scores.held) if points % 5), None):
        return miscounted(f"card values are multiples of 5, so {odd} isn't possible")
    if scores.points < least:
        return miscounted(
            f"{clean} natural and {scores.mixed} mixed are worth {least} or more in cards, not {scores.points}"
        )
    if reds > reds_there(hand):
        return f"that makes {reds} red threes; there are only {reds_there(hand)}"
    every = all_points(hand)
    return miscounted(f"that makes {points} in cards; all cards are worth {every}") if points > every else None


def least_of_sevens(hand: Samba, scores: Scores) -> int:
    """The least that a team's complete melds can be worth in cards."""
    worth = values(hand)
    plain = min(worth[card] for card in worth if card not in (*RED_THREES, *WILD))
    cheapest = min(worth[card] for card in WILD)
    mixed = min((hand.full - n) * plain + n * cheapest for n in range(1, two_wilds(hand) + 1))
    return hand.full * plain * (scores.natural + scores.samba) + mixed * scores.mixed


@judges(hand_end)
def out_alone(hand: Samba, scores: Scores) -> Reason | None:
    other = next((report for side, report in hand.tallies.items() if side != scores.who and report.out), None)
    if hand.ended and scores.out != (bool(hand.out) and hand.side(hand.out) == scores.who):
        return Reason(f"`{hand.ended.text}` ended the hand ({at(hand.ended)})", hand.ended)
    return Reason(f"{other.who} already went out ({at(other)})", other) if scores.out and other else None


@judges(going_out)
def out_with_two(hand: Samba, scores: Scores) -> str | None:
    few = scores.out and not can_go_out(hand, scores.sevens)
    return f"{scores.who} needs {sevens_needed(hand)} to go out, not {scores.sevens}" if few else None


@judges(opening_minimum)
def opened(hand: Samba, scores: Scores) -> str | None:
    least = hand.opening[scores.who]
    if hand.on_table(scores.who) or not 0 < scores.points < least:
        return None
    return f"{scores.who}'s first melds must be worth {least} or more, not {scores.points}"


@judges(three_packs, when="again")
def as_scored(hand: Samba, scores: Scores) -> str | None:
    """Totals entered again after the hand must be the same."""
    made = hand.tallies.get(hand.side(scores.who))
    if made is None or as_entered(hand, made) == as_entered(hand, scores):
        return None
    return f"that was already entered: `{made.text}`"


def as_entered(hand: Samba, scores: Scores) -> tuple[int | bool, ...]:
    """A team's numbers; natural canastas and sambas are added together if they score the same."""
    same = hand.house["samba"] == hand.house["natural"]
    clean = (scores.natural + scores.samba,) if same else (scores.natural, scores.samba)
    return (*clean, scores.points, scores.mixed, scores.red, scores.out, scores.held)


def red_threes(table: Table) -> dict[str, int]:
    out = table.house["sevens"]
    return {
        name: red_bonus(table, Scores(natural=out, red=reds))
        for name, reds in (("each", 1), (f"all {in_letters(reds_there(table))}", reds_there(table)))
    }


def canastas(table: Table) -> dict[str, int]:
    natural, samba = (canasta_bonus(table, made) for made in (Scores(natural=1), Scores(samba=1)))
    clean = {"natural or samba": natural} if natural == samba else {"natural": natural, "samba": samba}
    return {**clean, "mixed": canasta_bonus(table, Scores(mixed=1))}


def state_of(hand: Samba) -> Iterator[str]:
    """The minimum for each team that hasn't melded, the stock and the discard pile."""
    if least := [f"{side} {least}" for side, least in hand.opening.items() if not hand.on_table(side)]:
        yield f"to open: {', '.join(least)}"
    if hand.top:
        yield f"stock {hand.stock}, pile {len(hand.pile)}, top {hand.top.pretty}{', frozen' if hand.frozen else ''}"


last(black_three, going_out, partner_said_no, must_go_out, stock_out, last_red_three, hand_end)
last(card_points, canasta_bonus, red_bonus, out_bonus, undeclared_red_three, pile_penalty, ask_penalty, game_end)

GAME = Game(
    slug="samba",
    name="Samba",
    summary="Canasta with three decks and sequences, for two teams of two.",
    family="rummy",
    players=range(4, 5),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=2 * house["packs"], ace="high"),
    hand=Samba,
    play=play_hand,
    over=game_end,
    clashes=(rising("opening-from"),),
    verbs={
        Deal: "at the start of each hand",
        Upcard: "after the deal",
        Draws: "at the start of a turn, or later in it",
        TakesPile: "at the start of a turn",
        Declares: "at any time in a turn",
        Melds: "after the draw; enter a team's first melds as one report",
        Lays: "after the draw, once the team has melds",
        Joins: "after the draw; the joined set keeps the first number you type",
        Question: "after the draw, once a turn",
        Answers: "after a question",
        Discards: "at the end of a turn",
        Stops: "when the stock is gone, or its last card was a red three",
        Holds: "at the end of the hand, for hands that aren't known",
        Penalty: "at any time in a hand",
        Scores: "instead of the play or the rest of it; the totals are for the whole hand",
    },
    asked=(
        Fact(
            lambda hand: hand.opening or minimums(hand),
            *(
                "points to open",
                "minimum",
                "points open",
                "points first meld",
                "go down",
                "need down",
                "need come down",
            ),
        ),
        Fact(lambda hand: hand.froze or None, "who froze", "who froze pile"),
    ),
    facts={
        "stock": Fact(lambda hand: hand.stock if hand.card_by_card else None, "cards in the stock"),
        "pile": Fact(lambda hand: len(hand.pile) if hand.card_by_card else None, "cards in the discard pile"),
        "top": Fact(top_card, "its top card"),
        "frozen": Fact(lambda hand: ("yes" if hand.frozen else "no") if hand.card_by_card else None, "yes or no"),
        "melds": Fact(
            lambda hand: sum(bool(meld.cards) for meld in hand.melds) if hand.card_by_card else None,
            "melds on the table",
        ),
        "opening": Fact(lambda hand: hand.opening or minimums(hand), "each team's minimum for its first melds"),
        "cards": Fact(lambda hand: hand_sizes(hand) if hand.card_by_card else None, "cards in each hand"),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    now=state_of,
    partners=True,
    pack_rule=three_packs,
    says=True,
    deal_out=take_up,
    ends=(hand_end,),
    at_a_glance=(
        Glance("cards dealt to each player", lambda table: table.house["hand-size"]),
        Glance(
            "card values",
            lambda table: {card.text: values(table)[card] for card in table.pack},
            card_points,
            show=by_points,
        ),
        Glance("minimum for a team's first melds, by its score", minimums_by_score, opening_minimum),
        Glance("sequence", f"{LADDER[0]} up to {LADDER[-1]} in one suit, no wild cards", meld_shape),
        Glance("complete melds", canastas, canasta_bonus),
        Glance("going out", out_bonus, out_bonus),
        Glance("red threes", red_threes, red_bonus),
        Glance("red three still in hand", lambda table: -undeclared_red_three(table), undeclared_red_three),
        Glance("points to win", lambda table: table.house["target"], game_end),
    ),
    options=(
        Option(
            "frozen",
            "by-wilds",
            "the discard pile is frozen by wild cards and red threes, or always",
            (frozen_pile,),
            choices=("by-wilds", "always"),
        ),
    ),
    variants=(
        Variant("two-cards", "Draw two cards from the stock each turn.", "draw=2"),
        Variant("fifteen-hundred", "A samba scores 1,500, and you draw two cards each turn.", "draw=2, samba=1500"),
        Variant("five-thousand", "The game is to 5,000.", "target=5000"),
        Variant("three-wilds", "A set may have three wild cards.", "wild=3"),
        Variant("always-frozen", "You always need two natural cards from your hand to take the pile.", "frozen=always"),
        Variant("one-seven", "One complete meld is enough to go out.", "sevens=1"),
        Variant("thirteen-cards", "Each player is dealt thirteen cards.", "hand-size=13"),
    ),
    short_form=(
        "Type `deal`, then one line per team: `scores` and the points of the cards it melded, `natural N` for"
        " natural canastas and sambas, `mixed N`, `red N` for red threes, `out`, and `held N` for the points left"
        " in hand. Leave out zeros. If sambas score differently, use `samba N`."
    ),
    phrases={
        "go out": "? Add it to what the team scored, for example `Ann scores 900 samba 2 out`.",
        "pick up pile": "takes pile",
        "pick up pile with ...": "takes pile",
        "take pile with ...": "takes pile",
    },
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ann scores 900 natural 1 mixed 1 red 2 out", "Ben scores 600 mixed 1 held 85"),
        "Ann+Cat 2100, Ben+Dan 815",
    ),
    rulings=(
        "Only card values count toward the minimum for first melds. Cards from a pile you just took count too.",
        "One natural card and two wild cards make a set, even if the natural card is a black three.",
        "If you take a red three with the pile, lay it down and draw a card for it while the stock lasts. To name that"
        " card, type `declares 3H draws 8C`, or later in the turn `draws 8C`.",
        "Every samba is natural, because a sequence can't have wild cards.",
        "When the stock is gone, two natural cards in your hand don't oblige you to take the pile.",
        Open(
            "You don't have to ask before going out. If a player tries to go out after a no, the play is refused; type"
            " `penalty no` for the penalty.",
            "must ask before go out, must ask partner go out, without ask",
        ),
        "If the teams tie at the end of the game, play another hand. The minimum for first melds"
        " is then still the highest one.",
        "If you stop early with `end`, the team with the higher score wins.",
        "You can't meld down to one card if you couldn't discard or meld that card afterward. You can't take the pile"
        " either if too few cards would be left to end your turn.",
        "If you have only one card left, your partner must answer yes.",
    ),
    edition=3,
)
