"""Carioca.  Meld the contract of the hand at one go, then add to what lies on the table until no card is left."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from referee.cards import JOKER, RANKS, SUITS, Card, Cards, Pack, Rank, listed
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Table
from referee.game.quick_reference import ace_in_runs, by_points
from referee.kit import counted, stock
from referee.kit.claims import claims_to_be
from referee.kit.counted import hand_sizes, take_up
from referee.kit.endings import all_played
from referee.kit.melds import (
    FOURTEEN,
    InGroups,
    Meld,
    Ring,
    Run,
    no_meld,
    numbered,
    one_rank,
    run_in_order,
    run_of,
    stands_for,
)
from referee.kit.messages import cards_of, lines
from referee.kit.rest import IN_NUMBERS, TOLD_SO, Rest, the_rest
from referee.kit.showdown import TENS, Counted, by_value
from referee.kit.stock import (
    Discards,
    Draws,
    StockHand,
    Takes,
    Upcard,
    can_come,
    can_part,
    enough_to_draw,
    in_pile,
    stock_and_top,
    top_card,
)
from referee.kit.worlds import can_count, span
from referee.language.reports import Groups, Report
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    Verdict,
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

CONTRACTS = {  # with their trios and escaleras
    "two trios": (2, 0),
    "trio and escalera": (1, 1),
    "two escaleras": (0, 2),
    "three trios": (3, 0),
    "two trios and an escalera": (2, 1),
    "a trio and two escaleras": (1, 2),
    "three escaleras": (0, 3),
    "four trios": (4, 0),
}
NUMBERS = range(1, len(CONTRACTS) + 1)
SPANS = tuple(f"{first}-{last}" for first in NUMBERS for last in NUMBERS[first - 1 :])
ROOM = 11  # cards of the largest contract that leaves some of a hand


def values(house: Mapping[str, Any]) -> dict[str, int]:
    """What cards count by their ranks."""
    plain = {**TENS, **dict.fromkeys("234567", 5), **dict.fromkeys(("8", "9"), 10)}
    pips = TENS if house["low-cards"] == "pips" else plain
    return {**pips, **dict.fromkeys("KQJ", house["court"]), "A": house["ace"], "JK": house["joker"]}


# Reports


class Melds(InGroups):
    """the contract, a comma between its melds, or later new ones"""

    @classmethod
    def options(cls, hand: Carioca, seat: Seat) -> Iterator[Melds]:
        """Contracts, or after them single melds: a hundred, those of cards that are known before others."""
        free = seat in hand.down or not hand.enforces(contract)
        most = 3 if seat in hand.down or not hand.enforces(one_joker) else hand.house["jokers"]
        may, holding = hand.may_hold(seat), hand.holding(seat)
        trios, escaleras = (
            sorted(
                ((holding.unnamed(cards).total(), cards) for cards in possible(may, most)), key=operator.itemgetter(0)
            )
            for possible in (possible_trios, hand.possible_escaleras)
        )
        due = [trios] * CONTRACTS[hand.contract][0] + [escaleras] * CONTRACTS[hand.contract][1]

        def contracts(groups: Groups, blind: int) -> Iterator[Groups]:
            if len(groups) == len(due):
                yield groups
                return
            for unknown, cards in due[len(groups)]:
                if unknown > blind:
                    return
                if not can_part(hand, seat, itertools.chain(*groups, cards)):
                    yield from contracts((*groups, cards), blind - unknown)

        melds = ((cards,) for _, cards in trios + escaleras) if free else contracts((), holding.blind)
        yield from (cls(groups, who=seat) for groups in itertools.islice(melds, 100))


class Lays(Report):
    """cards added to a meld; the end named is where a joker goes"""

    cards: Cards
    on: int = field(kw_only=True)
    end: Literal["low", "high"] | None = None

    @classmethod
    def options(cls, hand: Carioca, seat: Seat) -> Iterator[Lays]:
        """Every card by itself; several at once are as many reports."""
        may = hand.may_hold(seat)
        for on, meld in enumerate(hand.melds, 1):
            run, cards = meld.run, [Card(meld.rank or "", suit) for suit in SUITS]
            if run:
                swaps = [place for place, card in zip(run.cards, meld.cards, strict=True) if card is JOKER]
                cards = [*swaps, *filter(None, (run.below, run.above))]
            for card in (*dict.fromkeys(cards), JOKER):
                if may[card]:
                    yield from (
                        cls((card,), end, on=on, who=seat) for end in ((None, "low", "high") if run else (None,))
                    )


class Out(Report, also=("outs",)):
    """the player who got rid of every card, where the play isn't told"""


class Holds(Counted, bare=True, sampled=True):
    """what is left in a hand, in cards or in points"""

    @classmethod
    def options(cls, hand: Carioca, seat: Seat) -> Iterable[Holds]:
        """Points, from the fewest on: many, not all."""
        least = min(hand.values.values())
        most = least + 20
        if hand.begun:
            ends = span(by_value(hand.spare(seat), hand.values), hand.unknown(seat), *hand.counted(seat))
            least, most = (points + hand.known_points(seat) for points in ends or (0, 0))
        return [cls(points, who=seat) for points in range(least, min(most, least + 20) + 1)]


PLAYED = (Upcard, Draws, Takes, Melds, Lays, Discards)


@dataclass
class Carioca(StockHand):
    """One hand; ``out`` has who is out of cards and the report of it."""

    begun: bool = False  # play was told
    at_most: dict[Seat, int] = field(default_factory=dict)  # cards that were left when the rest came to be told so
    melded: list[tuple[Card, Report]] = field(default_factory=list)  # before that
    turn: Seat = NOBODY
    down: dict[Seat, Melds] = field(default_factory=dict)  # who has met the contract
    just_down: bool = False  # in this turn
    melds: list[Meld] = field(default_factory=list)
    out: dict[Seat, Report] = field(default_factory=dict)
    held: dict[Seat, Holds] = field(default_factory=dict)

    # The rules of the house

    @cached_property
    def values(self) -> dict[str, int]:
        return values(self.house)

    def count(self, cards: Iterable[Card]) -> int:
        return sum([self.values[card.rank] for card in cards])

    def points(self, holds: Holds) -> int:
        """What was said of the cards left in a hand."""
        return holds.counted(self.count)

    def agree(self, holds: Holds, other: Holds) -> bool:
        same = not (holds.cards and other.cards) or Counter(holds.cards) == Counter(other.cards)
        return same and self.points(holds) == self.points(other)

    @property
    def corner(self) -> bool:
        """An escalera may go on through the ace."""
        return bool(self.house["round-the-corner"] == "yes")

    @property
    def onward(self) -> int:
        """The steps to the left in which deal and turn pass on: one, or minus one to the right."""
        return 1 if self.house["direction"] == "left" else -1

    def possible_escaleras(self, may: Mapping[Card, int], most: int) -> Iterator[Cards]:
        return possible_escaleras(may, most, self.corner)

    @property
    def contract(self) -> str:
        first, last = span_of(self)
        return list(CONTRACTS)[min(first + self.number - 1, last) - 1]

    @property
    def size(self) -> int:
        """Cards dealt to each."""
        return size_of(self, self.contract)

    @property
    def told(self) -> bool:
        """It was dealt, and isn't told in numbers."""
        return bool(self.holdings) and (self.begun or not (self.out or self.held))

    # Whose report is awaited

    def to_act(self) -> Seat:
        return self.turn

    def to_hold(self) -> tuple[Seat, ...]:
        """Whose cards nobody knows; where the play isn't told the last of them went out."""
        known = [seat for seat in self.seats if self.begun and self.holding(seat).whole]
        left = self.all_but((*known, *self.out, *self.held))
        return left if self.out or len(left) > 1 else ()

    def begin_turn(self, seat: Seat) -> None:
        self.turn, self.drew, self.just_down = seat, None, False

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        candidates: Iterable[Card]
        match report:
            case Takes():
                candidates = [self.top] if self.top else self.unseen()
            case Upcard() | Draws():
                candidates = self.unseen()
            case Lays() if (meld := numbered(self.melds, report.on)) and meld.run:
                candidates = [Card(rank, meld.run.suit)]
            case _:
                return super().meant(report, rank)
        return [card for card in candidates if card.rank == rank]

    # What is left in the hands

    def named(self, card: Card, seat: Seat) -> Sequence[Report]:
        """Who told a card that SEAT can't be left with: all that came before, or only what others hold in the end."""
        if self.begun:
            return self.seen.get(card, [])
        return [report for other, report in self.elsewhere(seat) if other is card]

    def elsewhere(self, seat: Seat) -> list[tuple[Card, Report]]:
        """Where play isn't told, what others hold in the end and what was laid before, with the reports of it."""
        held = [(card, holds) for other, holds in self.held.items() if other != seat for card in holds.cards]
        return [*held, *self.melded]

    def unknown(self, seat: Seat) -> int:
        """How many cards of a hand nobody knows, at most where the play isn't told."""
        return self.holding(seat).blind if self.begun else 0 if seat in self.out else self.at_most.get(seat, self.size)

    def known_points(self, seat: Seat) -> int:
        return self.count(self.holding(seat).known.elements()) if self.begun else 0

    def spare(self, seat: Seat) -> Counter[Card]:
        """The cards that SEAT may be left with besides those known, as often as they may come."""
        if self.begun:
            return self.unnamed
        told = [card for card, _ in self.elsewhere(seat)]
        return Counter({card: copies - told.count(card) for card, copies in self.pack.copies.items()})

    def counted(self, *but: Seat) -> list[tuple[int, int]]:
        """The unknown cards of hands told in points: how many, at most where the play isn't told, and their points."""
        others = [seat for seat, told in self.sound(self.held).items() if seat not in but and not told.cards]
        return [(self.unknown(seat), self.points(self.held[seat]) - self.known_points(seat)) for seat in others]

    def can_count(self, spare: Mapping[Card, int], *hands: tuple[int, int]) -> bool:
        """Whether cards to spare make hands of so many cards, or fewer where play isn't told, and so many points."""
        pool = by_value(spare, self.values)
        if self.begun:
            return can_count(pool, *hands)
        likely = ((min(size, -(-points // 8)), points) for size, points in hands)
        missing = sum(size for size, _ in hands)  # cards that any of them may be short of count nought
        return can_count(pool, *likely) or can_count(pool | {0: missing}, *hands)


# The hand


async def play_hand(hand: Carioca) -> None:
    deal = await hand.deal(size=hand.size)
    if deal.size:
        hand.house = {**hand.house, "last-hand": deal.size}
    hand.next_dealer = hand.after(hand.dealer, hand.onward)
    hand.deal_out(hand.size)
    hand.begin_turn(hand.next_dealer)
    await hand.ask_upcard()

    # Turns, or what is left in numbers
    turn = hand.ask(hand.to_act, Draws, Takes, Melds, Lays, Discards) | bar(
        packs, "the upcard comes right after the deal", Upcard
    )
    nobody = Reason("the hand is told card by card, and nobody is out yet", verdict=Verdict.ILLEGAL)
    turn |= the_rest(hand)
    full = turn | bar(hand_end, nobody, Out) | bar(hand_count, nobody, Holds)
    out = hand.ask(hand.to_hold, Out, free=True, aside=True)
    either = turn | out | hand.ask(hand.to_hold, Holds, free=True, aside=True)
    in_numbers = out | hand.ask(hand.to_hold, Holds, free=True) | bar(hand_end, TOLD_SO, *PLAYED)
    while not (hand.out or hand.held):
        match await (in_numbers if hand.at_most else full if hand.begun else either):
            case Out() | Holds() as told:
                leave(hand, told)
            case Rest():
                hand.at_most = {seat: len(hand.holding(seat)) for seat in hand.seats}
                hand.melded = [(card.face, meld.told) for meld in hand.melds for card in meld.cards]
                hand.begun = False
            case act:
                play(hand, act)

    # What is left
    left = out | hand.ask(hand.to_hold, Holds, free=True) | bar(hand_end, "the hand is over", *PLAYED)
    while hand.to_hold():
        leave(hand, await left)
    for seat in hand.seats:
        settle(hand, seat)


def play(hand: Carioca, act: Report) -> None:
    """Takes in what was done; a turn goes on from whoever did something in it."""
    hand.begun = True
    if act.who != hand.turn:
        hand.begin_turn(act.who)
    hand.drew = hand.drew or act
    match act:
        case Draws():
            hand.draw(act, *act.drawn(), at_once=False)
        case Takes():
            hand.pick_up(act, act.card)
        case Melds():
            hand.give_up(act, *act.cards)
            hand.melds += [Meld(act, *lie(cards, hand.corner)) for cards in act.groups]
            hand.just_down = hand.just_down or act.who not in hand.down
            hand.down.setdefault(act.who, act)
        case Lays():
            hand.give_up(act, *act.cards)
            if isinstance(meld := laid_on(hand, hand.melds[act.on - 1], act), Meld):
                hand.melds[act.on - 1] = meld
        case Discards():
            hand.lay(act, act.card)
            hand.begin_turn(hand.after(act.who, hand.onward))
    if not hand.holding(act.who):
        hand.out[act.who] = act


def leave(hand: Carioca, told: Out | Holds) -> None:
    if isinstance(told, Out):
        hand.out.setdefault(told.who, told)
        return
    if told.cards or told.who not in hand.held:
        hand.held[told.who] = told
    if told.cards and hand.begun:
        hand.show(told.who, told, told.cards)


def settle(hand: Carioca, seat: Seat) -> None:
    told, known = hand.held.get(seat), list(hand.holding(seat).known.elements())
    if told:
        hand.book(seat, deadwood, hand.points(told), f"{hand.points(told)} left", told)
    elif hand.begun and known:
        hand.book(seat, deadwood, hand.count(known), f"{listed(known)} left", *hand.holding(seat).proof)
    else:
        report = hand.out.setdefault(seat, [*hand.out.values(), *hand.held.values()][-1])
        hand.book(seat, went_out, 0, f"{seat} is out of cards", report)


# Rules: the deal

SIDES = {"right": "right", "left": "left"}
dealer_rotation = illegal("The deal passes to the {direction}.", turn=Deal, direction=SIDES)
packs = impossible(
    "The cards are {packs:word pack} of fifty-two, with {pack_jokers:word joker} to each.",
    stock.fresh_upcard,
    packs=number(2, "packs of cards", least=2, most=4),
    pack_jokers=number(2, "jokers in each pack", most=4),
)
hand_count = arithmetic(
    "Everybody is dealt {hand_size:word} cards, {last_hand:word} where the contract takes them all; a hand has what"
    " came into it and hasn't left it.",
    hand_size=number(11, "cards each", least=10, most=lambda players: most_cards(players)),
    last_hand=number(
        12,
        "cards each for three escaleras and for four trios",
        least=11,
        most=lambda players: most_cards(players),
    ),
)
judges(hand_count, packs)(counted.as_dealt)


def most_cards(players: int) -> int:
    """Cards each that leave the upcard and one more for everybody, of two packs without jokers."""
    return (len(Pack(packs=2)) - 1) // players - 1


def size_of(hand: Carioca | Table, due: str) -> int:
    """Cards dealt to each for a contract."""
    trios, escaleras = CONTRACTS[due]
    return int(hand.house["last-hand" if 3 * trios + 4 * escaleras > ROOM else "hand-size"])


# Rules: a turn

turn_order = illegal(
    "Turns pass to the {direction}, and the player on that side of the dealer begins: a draw, any melds, a discard.",
    turn=(Draws, Takes, Melds, Lays, Discards),
    direction=SIDES,
)
draw_first = illegal("A turn starts with one card: the first of the stock, or the discard that lies on top.")


@judges(draw_first, turn_order)
def opens_turn(hand: Carioca, report: Draws | Takes) -> Answer:
    if (first := hand.drew) is None:
        return None
    why = Reason(f"{report.who} has begun this turn: {first.text} ({at(first)})", first)
    return {draw_first: why, turn_order: why}


@judges(draw_first, packs)
def one_of_the_stock(hand: Carioca, draws: Draws) -> Answer:
    drawn = draws.number()
    return {
        draw_first: None if drawn == 1 else f"a turn begins with one card, not {drawn}",
        packs: enough_to_draw(hand, drawn) or can_come(hand, draws.drawn()),
    }


@judges(draw_first, packs)
def top_discard(hand: Carioca, takes: Takes) -> Answer:
    """A card from further down can be let pass, where it may lie there."""
    if not hand.pile:
        return {draw_first: cannot_happen("there is no discard to take")}
    card = takes.card.face if takes.card else hand.pile[-1]
    return {
        draw_first: f"{hand.top.pretty} lies on top" if hand.top and card is not hand.top else None,
        packs: in_pile(hand, card),
    }


judges(draw_first, of=(Melds, Lays, Discards))(stock.has_drawn)


# Rules: the contract

contract = illegal(
    "What you meld first in a hand is its contract, complete, at one go and with nothing besides. Before that you"
    " can't add to any meld; after it {new_melds}.",
    new_melds={"yes": "you may lay more melds and add to any", "no": "you may add to any meld, but lay no more"},
)


@judges(contract)
def meets_contract(hand: Carioca, melds: Melds) -> str | None:
    if down := hand.down.get(melds.who):
        only = Reason(f"nothing but the contract is melded here, and {melds.who} did so ({at(down)})", down)
        return only if hand.house["new-melds"] == "no" else None
    kinds = Counter(len(cards) for cards in melds.groups if not misshapen(cards, hand.corner))
    due, whole = CONTRACTS[hand.contract], kinds.total() == len(melds.groups)
    return None if whole and (kinds[3], kinds[4]) == due else f"the contract is {hand.contract}, at once and alone"


@judges(contract)
def is_down(hand: Carioca, lays: Lays) -> str | None:
    return None if lays.who in hand.down else f"{lays.who} hasn't melded the contract yet: {hand.contract}"


@illegal
def later_turns(hand: Carioca, report: Melds | Lays) -> Reason | None:
    """If you have met the contract, you do what you may after it from your next turn on."""
    down = hand.down.get(report.who)
    return Reason(f"{report.who} met the contract this turn ({at(down)})", down) if down and hand.just_down else None


# Rules: melds


@illegal(round_the_corner={"no": "but not between them", "yes": "or between them, as in Q-K-A-2"})
def meld_shape(hand: Carioca, melds: Melds) -> str | None:
    """Three of a rank are a trio, whatever their suits; four neighbours of a suit are an escalera. In it an ace stands
    below the deuce or above the king, {round_the_corner}. Jokers stand for any card, with a natural one beside
    them."""
    return next(filter(None, (misshapen(cards, hand.corner) for cards in melds.groups)), None)


def misshapen(cards: Sequence[Card], corner: bool) -> str | None:
    """Why cards are neither a trio nor an escalera."""
    _, rank, run = lie(cards, corner)
    if len(cards) != (4 if run else 3) or not (rank or run):
        return f"{listed(cards)} {'is' if len(cards) == 1 else 'are'} neither three of a rank nor four in sequence"
    places = run.cards if run else [Card(rank or "")] * 3
    wrong = [card for card, place in zip(cards, places, strict=True) if card.is_joker and not may_be(card, place)]
    return f"{listed(wrong)} has no place there" if wrong else None


def lie(cards: Sequence[Card], corner: bool) -> tuple[list[Card], Rank | None, Run | None]:
    """Cards as they lie in a meld, whether or not they are one, with their rank or the run they form."""
    faces = [card.face for card in cards]
    rank, run = one_rank(card for card in faces if card is not JOKER), run_in_order(faces, corner)
    if run is None and (run := run_of(faces, corner)):
        faces = list(run.cards)
    return (faces, rank, None) if rank and (len(faces) == 3 or not run) else (faces, None, run)


def may_be(card: Card, place: Card) -> bool:
    """Whether a card goes where another belongs (of any suit in a trio), for all that is said of a joker."""
    said = stands_for(card) if card.is_joker else card.face
    return said.is_joker or (said.rank == place.rank and (not said.suit or said.suit == place.suit or not place.suit))


@illegal
def one_joker(
    hand: Carioca, melds: Melds, *, jokers: int = number(1, "jokers in a meld of the contract", most=4)
) -> str | None:
    """The most jokers that a meld of the contract has is {jokers:word}; later melds have as many as there are."""
    wild = [cards for cards in melds.groups if sum(card.is_joker for card in cards) > jokers]
    return (
        f"{listed(wild[0])} have more than {in_letters(jokers)} joker{'s' * (jokers > 1)}"
        if wild and melds.who not in hand.down
        else None
    )


extension = illegal(
    "A trio takes cards of its rank, an escalera what comes next at an end, {round_the_corner}.",
    round_the_corner={"no": "as far as the aces", "yes": "through the ace too"},
)
joker_swap = illegal(
    "{joker_swaps}.",
    joker_swaps={
        "yes": "the card that a joker stands for in an escalera may take its place; the joker goes to an end that has"
        " room, and cards are added beyond it",
        "no": "nothing takes the place of a joker in a meld",
    },
)


@judges(extension, joker_swap)
def goes_on(hand: Carioca, lays: Lays) -> Answer:
    if not (meld := numbered(hand.melds, lays.on)):
        return {extension: no_meld(hand.melds, lays.on)}
    laid = laid_on(hand, meld, lays)
    return None if isinstance(laid, Meld) else {rule: Reason(why, meld.told, *meld.later) for rule, why in laid.items()}


def laid_on(hand: Carioca, meld: Meld, lays: Lays) -> Meld | dict[Rule, str]:
    """The meld with cards added one after the other, or the rule against it and why."""
    if not meld.run:
        wrong = [card for card in lays.cards if not may_be(card, Card(meld.rank or ""))]
        if wrong or lays.end:
            why = f"{listed(wrong)} isn't of its rank" if wrong else "a trio has no ends"
            return {extension: why} | ({joker_swap: why} if lays.end and JOKER in meld.cards else {})
        return replace(meld, cards=[*meld.cards, *(card.face for card in lays.cards)], later=[*meld.later, lays])
    run, lying = meld.run, list(meld.cards)
    stood_for = {place for place, card in zip(run.cards, lying, strict=True) if card is JOKER}
    moves = any(card.is_joker or card.face in stood_for for card in lays.cards)  # so the end is meant for a joker
    for card in lays.cards:
        swap = [i for i, place in enumerate(run.cards) if place is card.face and lying[i] is JOKER]
        if swap and hand.house["joker-swaps"] == "no":
            return {joker_swap: "nobody takes a joker's place at this table"}
        if swap:
            lying[swap[0]], card = card.face, JOKER
        ends = ["low", "high"] if lays.end == "low" else ["high", "low"]
        if lays.end and (card.is_joker or not moves):
            ends = ends[:1]
        beyond = {"low": run.below, "high": run.above}
        end = next((end for end in ends if (place := beyond[end]) and may_be(card, place)), None)
        if end == "high":
            run, lying = run._replace(high=run.high + 1), [*lying, card.face]
        elif end == "low":
            run, lying = run._replace(low=run.low - 1), [card.face, *lying]
        else:
            along = f"the escalera runs from {run.cards[0].pretty} to {run.cards[-1].pretty}"
            return {joker_swap if swap else extension: f"{card.pretty} has no place beyond: {along}"}
    return Meld(meld.told, lying, None, run, [*meld.later, lays])


judges(hand_count, packs, of=(Melds, Lays, Discards))(stock.in_hand)


def possible_trios(may: Mapping[Card, int], most: int) -> Iterator[Cards]:
    """Every trio of cards that a player MAY hold, with so many jokers at most."""
    for rank in RANKS:
        natural = [card for suit in SUITS for card in [Card(rank, suit)] * may[Card(rank, suit)]]
        for jokers in range(min(most, 2, may[JOKER]) + 1):
            for cards in dict.fromkeys(itertools.combinations(natural, 3 - jokers)):
                yield (*cards, *[JOKER] * jokers)


def possible_escaleras(may: Mapping[Card, int], most: int, corner: bool = False) -> Iterator[Cards]:
    """Every escalera of cards that a player MAY hold, with so many jokers at most."""
    for suit, low in itertools.product(SUITS, range(FOURTEEN - 1 if corner else FOURTEEN - 3)):
        places = Ring(suit, low, low + 3).cards
        for cards in itertools.product(*((place, JOKER) for place in places)):
            if cards.count(JOKER) <= min(most, 3, may[JOKER]) and all(may[card] for card in cards):
                yield cards


# Rules: the end

hand_end = illegal("Once somebody is out of cards the hand is over.")


@judges(hand_end)
def is_out(hand: Carioca, out: Out) -> Reason | None:
    if out.who in hand.out and hand.begun:
        return None
    if holds := hand.held.get(out.who):
        return cannot_happen(f"{holds.text} ({at(holds)}), so {out.who} isn't out", holds)
    verdict = Verdict.IMPOSSIBLE if hand.begun else None
    return next(
        (Reason(f"{seat} went out ({at(report)})", report, verdict=verdict) for seat, report in hand.out.items()), None
    )


judges(hand_end)(claims_to_be(Out, lambda hand, out: hand.out, "went out", proof=lambda hand, out: hand.out.values()))


# Rules: the score

went_out = worth("Whoever is out of cards has no points.", lines="out")
deadwood = arithmetic(
    "A joker left in hand is {joker} points, an ace {ace}, kings, queens and jacks {court}, {low_cards}.",
    lines="deadwood",
    low_cards={"pips": "other cards their pips", "fives": "tens, nines and eights 10, lower cards 5"},
    joker=number(50, "what a joker left in hand counts", least=1, most=200),
    ace=number(20, "what an ace left in hand counts", least=1, most=100),
    court=number(10, "what a king, queen or jack left in hand counts", least=1, most=50),
)


@judges(hand_count, deadwood, packs, when="always")
def can_be_left(hand: Carioca, holds: Holds) -> Answer:
    """Cards or points that this hand may have, beside what the others were left with."""
    seat, cards, earlier = holds.who, holds.cards, hand.held.get(holds.who)
    points = hand.points(holds)
    if hand.finished and seat in hand.out and not points:
        return None
    told = 0 if isinstance(holds.what, int) else len(holds.what)
    size = len(hand.holding(seat)) if hand.begun else hand.unknown(seat)
    so_many = f"{cards_of(size)}{' at most' * (not hand.begun)}"
    if earlier and not hand.agree(earlier, holds):
        return dict.fromkeys((hand_count, deadwood), cannot_happen(f"{earlier.text} ({at(earlier)})", earlier))
    if told > size or (hand.begun and 0 < told < size):
        return {hand_count: f"{seat} has {so_many}, not {told}"}
    spare, fresh = hand.spare(seat), hand.holding(seat).unnamed(cards) if hand.begun else Counter(cards)
    if card := next((card for card in fresh if fresh[card] > spare[card]), None):
        named = hand.named(card, seat)
        return {packs: Reason(f"there are {hand.pack.copies.get(card, 0)} {card.pretty} in all{lines(named)}", *named)}
    if hand.begun and (why := can_part(hand, seat, cards)):
        return {hand_count: cannot_happen(why, *why.told)}
    counts = [] if cards else [(hand.unknown(seat), points - hand.known_points(seat))]
    if (points < min(hand.values.values()) and not hand.begun) or not hand.can_count(hand.pack.copies, *counts):
        few = f"{so_many} can't count {points}"
        return {deadwood: few, hand_count: few if hand.begun or not size else None}
    if not hand.can_count(spare - fresh if fresh else spare, *counts, *hand.counted(seat)):
        others = [told for other, told in hand.held.items() if other != seat]
        return {packs: miscounted(f"there aren't cards enough to count {points} as well{lines(others)}", *others)}
    return None


PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
CONTRACTS_PLAYED = {
    f"{first}-{last}": f"the {PLACES[first - 1]} contract is played alone"
    if first == last
    else f"the contracts from the {PLACES[first - 1]} to the {PLACES[last - 1]} are played, one a hand"
    for first in NUMBERS
    for last in NUMBERS[first - 1 :]
}


@worth(hands=CONTRACTS_PLAYED)
def game_end(hand: Carioca) -> bool:
    """{hands}; then the fewest points win."""
    first, last = span_of(hand)
    return all_played(hand, last - first + 1)


def span_of(hand: Carioca | Table) -> tuple[int, int]:
    """The first contract and the last."""
    first, last = hand.house["hands"].split("-")
    return int(first), int(last)


def contracts_due(table: Table) -> list[str]:
    """The contracts that a table plays, one a hand."""
    first, last = span_of(table)
    return [f"{place}. {due}, {size_of(table, due)} cards each"
            for place, due in enumerate(CONTRACTS, 1) if first <= place <= last]  # fmt: skip


class SpanOption(Option):
    """A house rule that names the first contract and the last."""

    def read(self, text: str, players: int) -> str:
        if text in self.choices:
            return text
        raise ValueError(f"{self.name} is M-N, the first contract and the last of 1 to {len(CONTRACTS)}, not {text!r}")


def where(hand: Carioca) -> Iterator[str]:
    """What everybody wants to know: the contract, the stock and the top discard."""
    yield f"contract: {hand.contract}"
    if hand.told:
        yield from stock_and_top(hand)


def table(hand: Carioca) -> Iterator[tuple[str, ...]]:
    """The melds with their numbers."""
    if hand.melds:
        yield "meld", "cards", "from"
    for on, meld in enumerate(hand.melds, 1):
        yield str(on), " ".join(card.pretty for card in meld.cards), meld.told.who


GAME = Game(
    slug="carioca",
    name="Carioca",
    summary="Meld the contract of the hand at one go, then add to what lies on the table until no card is left.",
    family="rummy",
    players=range(2, 6),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["packs"] * house["pack-jokers"]),
    hand=Carioca,
    play=play_hand,
    over=game_end,
    hands_due=lambda table: len(contracts_due(table)),
    lowest_wins=True,
    verbs={
        Deal: "first, and when a hand is finished",
        Upcard: "after the deal",
        Draws: "a turn's beginning, from the stock",
        Takes: "a turn's beginning, in place of a card of the stock",
        Melds: "after the draw; the contract is one report",
        Lays: "after the draw, from the turn after the contract",
        Discards: "ends the turn",
        Out: "in place of the play, or of the rest of it",
        Rest: IN_NUMBERS,
        Holds: "in place of the play, and when a hand that was told has ended, by everybody with unknown cards",
    },
    options=(
        SpanOption(
            "hands",
            "1-7",
            "the first contract that is played, and the last",
            (game_end,),
            choices=SPANS,
            fixed="the contracts are counted from the first",
        ),
        Option("new-melds", "yes", "whether more is melded after the contract", (contract,), choices=("yes", "no")),
        Option(
            "round-the-corner",
            "no",
            "whether an escalera may go on through the ace, as in Q-K-A-2",
            (meld_shape, extension),
            choices=("no", "yes"),
        ),
        Option(
            "joker-swaps",
            "yes",
            "whether the card that a joker stands for may take its place",
            (joker_swap,),
            choices=("yes", "no"),
        ),
        Option(
            "low-cards",
            "pips",
            "whether cards below the jack count their pips, or 5 up to the seven and 10 from the eight",
            (deadwood,),
            choices=("pips", "fives"),
        ),
        Option(
            "direction",
            "right",
            "the way in which deal and turn pass",
            (dealer_rotation, turn_order),
            choices=("right", "left"),
            fixed="the next dealer sits on the other side",
        ),
    ),
    variants=(
        Variant(
            "chilean",
            "Twelve cards each, four trios at the end, runs through the ace, and a joker left costs 30.",
            "hands=1-8, hand-size=12, round-the-corner=yes, joker=30",
        ),
        Variant("fives-and-tens", "Low cards left cost 5, all others up to the king 10.", "low-cards=fives"),
        Variant("extensions-only", "After the contract cards are only added to melds.", "new-melds=no"),
        Variant("go-on-at-once", "Whoever meets the contract may go on in that turn.", "without=later-turns"),
        Variant("jokers-stay", "Nobody takes the place of a joker.", "joker-swaps=no"),
        Variant("clockwise", "Deal and turn pass to the left.", "direction=left"),
    ),
    facts={
        "contract": lambda hand: hand.contract,
        "hand": lambda hand: hand.number,
        "stock": lambda hand: hand.stock if hand.told else None,
        "top": lambda hand: top_card(hand) if hand.told else None,
        "melds": lambda hand: len(hand.melds) if hand.told else None,
        "cards": lambda hand: hand_sizes(hand) if hand.told else None,
    },
    pack_rule=packs,
    says=True,
    deal_out=take_up,
    now=where,
    board=table,
    ends=(hand_end,),
    at_a_glance=(
        Glance("contracts", contracts_due, contract, game_end),
        Glance(
            "card values",
            lambda table: {card.text: values(table.house)[card.rank] for card in table.pack},
            deadwood,
            show=by_points,
        ),
        ace_in_runs(run_of, meld_shape, size=4, corner="round-the-corner"),
    ),
    short_form="`deal`, and `holds N` for everybody but the player who went out; `out` may name that player."
    " In mid-hand these come after `rest`.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann out", "Ben holds 35; Cat holds 12"),
        "Ann 0, Ben 35, Cat 12",
    ),
    rulings=(
        "A meld is laid as three cards or four; any more extend it, and in the turn of the contract nothing does.",
        "The last two contracts leave one card, whose discard ends the hand; so does melding the last card.",
        "A joker in a trio stays there, and none leaves an escalera. Any number of jokers may move in a turn.",
        "When a draw finds no stock, the discards but the top one are shuffled to be the new one.",
        "Any number of jokers extends a meld; jokers alone are none.",
        "The fewest points win, also where the table stops before the last contract; equals share.",
    ),
    edition=3,
)
