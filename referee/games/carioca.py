"""Carioca: meld the contract of the hand all at once, then add to melds until you have no cards left."""

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
from referee.game.game import Example, Fact, Game, Glance, Table
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
from referee.kit.showdown import TENS, Counted, by_value, worth_of_pack
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
from referee.language.words import NOBODY, Seat, so_often
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

CONTRACTS = {  # with their numbers of trios and escaleras
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
ROOM = 11  # cards of the largest contract that doesn't take a whole hand


def values(house: Mapping[str, Any]) -> dict[str, int]:
    """The value of each rank."""
    plain = {**TENS, **dict.fromkeys("234567", 5), **dict.fromkeys(("8", "9"), 10)}
    pips = TENS if house["low-cards"] == "pips" else plain
    return {**pips, **dict.fromkeys("KQJ", house["court"]), "A": house["ace"], "JK": house["joker"]}


# Reports


class Melds(InGroups):
    """the contract, with a comma between its melds, or later new melds"""

    @classmethod
    def options(cls, hand: Carioca, seat: Seat) -> Iterator[Melds]:
        """Contracts, or single melds after the contract: up to a hundred, those of known cards first."""
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

        tries = iter(range(MOST_TRIES))

        def contracts(groups: Groups, blind: int) -> Iterator[Groups]:
            if len(groups) == len(due):
                yield groups
                return
            for unknown, cards in due[len(groups)]:
                if unknown > blind or next(tries, None) is None:
                    return
                if not can_part(hand, seat, itertools.chain(*groups, cards)):
                    yield from contracts((*groups, cards), blind - unknown)

        melds = ((cards,) for _, cards in trios + escaleras) if free else contracts((), holding.blind)
        yield from (cls(groups, who=seat) for groups in itertools.islice(melds, 100))


MOST_TRIES = 5_000
"""Groups of cards that are tried for a contract: hidden hands allow far more than anyone would list."""


class Lays(
    Report,
    labels={"on": "on meld", "end": "at which end"},
    limits={"on": lambda hand, seat: len(hand.melds)},
):
    """cards added to a meld; melds are numbered in the order they were made; name the end where a joker goes"""

    cards: Cards
    on: int = field(kw_only=True)
    end: Literal["low", "high"] | None = None

    @classmethod
    def options(cls, hand: Carioca, seat: Seat) -> Iterator[Lays]:
        """Yields every single card. Several cards at once would be too many reports."""
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
    """the player who has no cards left"""


class Holds(Counted, bare=True, sampled=True, limits={"what": lambda hand, seat: worth_of_pack(hand)}):
    """what is left in a player's hand, in cards or in points"""

    @classmethod
    def options(cls, hand: Carioca, seat: Seat) -> Iterable[Holds]:
        """Points in ascending order: a sample, not all."""
        least = min(hand.values.values())
        most = least + 20
        if hand.begun:
            ends = span(by_value(hand.spare(seat), hand.values), hand.unknown(seat), *hand.counted(seat))
            least, most = (points + hand.known_points(seat) for points in ends or (0, 0))
        return [cls(points, who=seat) for points in range(least, min(most, least + 20) + 1)]


PLAYED = (Upcard, Draws, Takes, Melds, Lays, Discards)


@dataclass
class Carioca(StockHand):
    """One hand. ``out`` has the player who has no cards left, and the report."""

    begun: bool = False  # plays were entered
    at_most: dict[Seat, int] = field(default_factory=dict)  # cards left when the rest is scored by totals
    melded: list[tuple[Card, Report]] = field(default_factory=list)  # before that
    turn: Seat = NOBODY
    down: dict[Seat, Melds] = field(default_factory=dict)  # players who have met the contract
    just_down: bool = False  # in this turn
    melds: list[Meld] = field(default_factory=list)
    out: dict[Seat, Report] = field(default_factory=dict)
    held: dict[Seat, Holds] = field(default_factory=dict)

    # House rules

    @cached_property
    def values(self) -> dict[str, int]:
        return values(self.house)

    def count(self, cards: Iterable[Card]) -> int:
        return sum([self.values[card.rank] for card in cards])

    def points(self, holds: Holds) -> int:
        """The points of the cards left in a hand."""
        return holds.counted(self.count)

    def agree(self, holds: Holds, other: Holds) -> bool:
        same = not (holds.cards and other.cards) or Counter(holds.cards) == Counter(other.cards)
        return same and self.points(holds) == self.points(other)

    @property
    def corner(self) -> bool:
        """Whether an escalera may go on through the ace."""
        return bool(self.house["round-the-corner"] == "yes")

    @property
    def onward(self) -> int:
        """The direction of the deal and the turn: 1 to the left, -1 to the right."""
        return 1 if self.house["direction"] == "left" else -1

    def possible_escaleras(self, may: Mapping[Card, int], most: int) -> Iterator[Cards]:
        return possible_escaleras(may, most, self.corner)

    @property
    def contract(self) -> str:
        first, last = span_of(self)
        return list(CONTRACTS)[min(first + self.number - 1, last) - 1]

    @property
    def size(self) -> int:
        """Cards dealt to each player."""
        return size_of(self, self.contract)

    @property
    def card_by_card(self) -> bool:
        """Whether the hand was dealt and isn't scored by totals."""
        return bool(self.holdings) and (self.begun or not (self.out or self.held))

    # Whose report is next

    def to_act(self) -> Seat:
        return self.turn

    def to_hold(self) -> tuple[Seat, ...]:
        """Players whose cards aren't known. If plays aren't entered, the last of them went out."""
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
        """Reports that show SEAT can't be left with a card: all reports before, or only what others have at the end."""
        if self.begun:
            return self.seen.get(card, [])
        return [report for other, report in self.elsewhere(seat) if other is card]

    def elsewhere(self, seat: Seat) -> list[tuple[Card, Report]]:
        """If plays aren't entered: cards others have at the end and cards laid before, with their reports."""
        held = [(card, holds) for other, holds in self.held.items() if other != seat for card in holds.cards]
        return [*held, *self.melded]

    def unknown(self, seat: Seat) -> int:
        """How many cards of a hand are unknown. If plays aren't entered, the highest possible number."""
        return self.holding(seat).blind if self.begun else 0 if seat in self.out else self.at_most.get(seat, self.size)

    def known_points(self, seat: Seat) -> int:
        return self.count(self.holding(seat).known.elements()) if self.begun else 0

    def spare(self, seat: Seat) -> Counter[Card]:
        """The cards SEAT may have besides the known ones, with their counts."""
        if self.begun:
            return self.unnamed
        told = [card for card, _ in self.elsewhere(seat)]
        return Counter({card: copies - told.count(card) for card, copies in self.pack.copies.items()})

    def counted(self, *but: Seat) -> list[tuple[int, int]]:
        """The unknown cards of hands entered in points: their number, or the highest if plays aren't entered, and their
        points."""
        others = [seat for seat, report in self.sound(self.held).items() if seat not in but and not report.cards]
        return [(self.unknown(seat), self.points(self.held[seat]) - self.known_points(seat)) for seat in others]

    def can_count(self, spare: Mapping[Card, int], *hands: tuple[int, int]) -> bool:
        """Whether the spare cards can make hands of these numbers of cards (or fewer without plays) and points."""
        pool = by_value(spare, self.values)
        if self.begun:
            return can_count(pool, *hands)
        likely = ((min(size, -(-points // 8)), points) for size, points in hands)
        missing = sum(size for size, _ in hands)  # cards that any of them may lack count zero
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

    # Turns, or what is left in points
    turn = hand.ask(hand.to_act, Draws, Takes, Melds, Lays, Discards) | bar(
        packs, "the upcard must be entered right after the deal", Upcard
    )
    nobody = Reason("the hand is being entered card by card, and nobody is out yet", verdict=Verdict.ILLEGAL)
    turn |= the_rest(hand)
    full = turn | bar(hand_end, nobody, Out) | bar(hand_count, nobody, Holds)
    out = hand.ask(hand.to_hold, Out, free=True, aside=True)
    either = turn | out | hand.ask(hand.to_hold, Holds, free=True, aside=True)
    in_numbers = out | hand.ask(hand.to_hold, Holds, free=True) | bar(hand_end, TOLD_SO, *PLAYED)
    while not (hand.out or hand.held):
        match await (in_numbers if hand.at_most else full if hand.begun else either):
            case Out() | Holds() as report:
                leave(hand, report)
            case Rest():
                hand.at_most = {seat: len(hand.holding(seat)) for seat in hand.seats}
                hand.melded = [(card.face, meld.report) for meld in hand.melds for card in meld.cards]
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
    """Applies a report of a turn. The turn then belongs to the player who acted."""
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


def leave(hand: Carioca, report: Out | Holds) -> None:
    if isinstance(report, Out):
        hand.out.setdefault(report.who, report)
        return
    if report.cards or report.who not in hand.held:
        hand.held[report.who] = report
    if report.cards and hand.begun:
        hand.show(report.who, report, report.cards)


def settle(hand: Carioca, seat: Seat) -> None:
    entered, known = hand.held.get(seat), list(hand.holding(seat).known.elements())
    if entered:
        hand.book(seat, deadwood, hand.points(entered), f"{hand.points(entered)} left", entered)
    elif hand.begun and known:
        hand.book(seat, deadwood, hand.count(known), f"{listed(known)} left", *hand.holding(seat).proof)
    else:
        report = hand.out.setdefault(seat, [*hand.out.values(), *hand.held.values()][-1])
        hand.book(seat, went_out, 0, f"{seat} has no cards left", report)


# Rules: the deal

SIDES = {"right": "right", "left": "left"}
dealer_rotation = illegal("The deal passes to the {direction}.", turn=Deal, direction=SIDES)
packs = impossible(
    "Use {packs:word deck} of 52 cards, with {pack_jokers:word joker} in each.",
    stock.fresh_upcard,
    packs=number(2, "decks of cards", least=2, most=4),
    pack_jokers=number(2, "jokers in each deck", most=4),
)
hand_count = arithmetic(
    "Each player is dealt {hand_size:word card}, or {last_hand:word} for three escaleras, and for four trios if you"
    " play that contract. You can play only cards that are in your hand.",
    hand_size=number(11, "cards dealt to each player", least=10, most=lambda players: most_cards(players)),
    last_hand=number(
        12,
        "cards dealt to each player for three escaleras and for four trios",
        least=11,
        most=lambda players: most_cards(players),
    ),
)
judges(hand_count, packs)(counted.as_dealt)


def most_cards(players: int) -> int:
    """The most cards per player that leave the upcard and one card each to draw, with two decks without jokers."""
    return (len(Pack(packs=2)) - 1) // players - 1


def size_of(hand: Carioca | Table, due: str) -> int:
    """The cards dealt to each player for a contract."""
    trios, escaleras = CONTRACTS[due]
    return int(hand.house["last-hand" if 3 * trios + 4 * escaleras > ROOM else "hand-size"])


# Rules: a turn

turn_order = illegal(
    "The player on the dealer's {direction} goes first, and the turn passes to the {direction}. On your turn,"
    " draw, then meld if you like, then discard one card.",
    turn=(Draws, Takes, Melds, Lays, Discards),
    direction=SIDES,
)
draw_first = illegal(
    "Start your turn by drawing one card: the top card of the stock, or the top card of the discard pile."
)


@judges(draw_first, turn_order)
def opens_turn(hand: Carioca, report: Draws | Takes) -> Answer:
    if (first := hand.drew) is None:
        return None
    why = Reason(f"{report.who} has already drawn or taken a card this turn ({at(first)}: {first.text})", first)
    return {draw_first: why, turn_order: why}


@judges(draw_first, packs)
def one_of_the_stock(hand: Carioca, draws: Draws) -> Answer:
    drawn = draws.number()
    return {
        draw_first: None if drawn == 1 else f"{draws.who} must draw 1 card, not {drawn}",
        packs: enough_to_draw(hand, drawn) or can_come(hand, draws.drawn()),
    }


@judges(draw_first, packs)
def top_discard(hand: Carioca, takes: Takes) -> Answer:
    """Whether the card taken is on top. If the table keeps it, it may be a lower card that can be there."""
    if not hand.pile:
        return {draw_first: cannot_happen("the discard pile is empty")}
    card = takes.card.face if takes.card else hand.pile[-1]
    return {
        draw_first: f"the top card is {hand.top.pretty}" if hand.top and card is not hand.top else None,
        packs: in_pile(hand, card),
    }


judges(draw_first, of=(Melds, Lays, Discards))(stock.has_drawn)


# Rules: the contract

contract = illegal(
    "The first time you meld in a hand, lay down exactly the contract of that hand, all at once. Until then you"
    " can't add to any meld. After the contract, {new_melds}.",
    new_melds={
        "yes": "you may make new melds and add to any meld on the table",
        "no": "you may add to any meld on the table, but you can't make new ones",
    },
    asked="first meld, contract, what contract, go down, lay down first, open",
)


@judges(contract)
def meets_contract(hand: Carioca, melds: Melds) -> str | None:
    if down := hand.down.get(melds.who):
        only = Reason(f"{melds.who} has melded the contract ({at(down)}) and can't make new melds", down)
        return only if hand.house["new-melds"] == "no" else None
    kinds = Counter(len(cards) for cards in melds.groups if not misshapen(cards, hand.corner))
    due, whole = CONTRACTS[hand.contract], kinds.total() == len(melds.groups)
    return (
        None
        if whole and (kinds[3], kinds[4]) == due
        else f"the first melds must be exactly the contract, all at once: {hand.contract}"
    )


@judges(contract)
def is_down(hand: Carioca, lays: Lays) -> str | None:
    return None if lays.who in hand.down else f"{lays.who} must meld the contract first: {hand.contract}"


@illegal(asked="meld more same turn, add same turn, meld again, after contract")
def later_turns(hand: Carioca, report: Melds | Lays) -> Reason | None:
    """After you meld the contract, wait until your next turn to meld more or to add to melds."""
    down = hand.down.get(report.who)
    return (
        Reason(f"{report.who} melded the contract this turn ({at(down)}) and must wait until the next", down)
        if down and hand.just_down
        else None
    )


# Rules: melds


@illegal(
    round_the_corner={"no": "but can't be in between", "yes": "or in between, such as queen, king, ace, two"},
    asked="what trio, what escalera, ace escalera",
)
def meld_shape(hand: Carioca, melds: Melds) -> str | None:
    """A trio is three cards of the same rank, of any suits. An escalera is four cards of one suit in a row. In an
    escalera, an ace may be below the two or above the king, {round_the_corner}. A joker may stand for any card. A meld
    must have at least one natural card."""
    return next(filter(None, (misshapen(cards, hand.corner) for cards in melds.groups)), None)


def misshapen(cards: Sequence[Card], corner: bool) -> str | None:
    """Why cards are neither a trio nor an escalera, or None."""
    _, rank, run = lie(cards, corner)
    if len(cards) != (4 if run else 3) or not (rank or run):
        return f"{listed(cards)} {'is' if len(cards) == 1 else 'are'} neither three cards of a rank nor four in a row"
    places = run.cards if run else [Card(rank or "")] * 3
    wrong = [card for card, place in zip(cards, places, strict=True) if card.is_joker and not may_be(card, place)]
    return f"{listed(wrong)} doesn't fit there" if wrong else None


def lie(cards: Sequence[Card], corner: bool) -> tuple[list[Card], Rank | None, Run | None]:
    """Cards in the order they take in a meld, whether valid or not, with the rank or run they form."""
    faces = [card.face for card in cards]
    rank, run = one_rank(card for card in faces if card is not JOKER), run_in_order(faces, corner)
    if run is None and (run := run_of(faces, corner)):
        faces = list(run.cards)
    return (faces, rank, None) if rank and (len(faces) == 3 or not run) else (faces, None, run)


def may_be(card: Card, place: Card) -> bool:
    """Whether a card can be in the place of another (of any suit in a trio), given how a joker was named."""
    said = stands_for(card) if card.is_joker else card.face
    return said.is_joker or (said.rank == place.rank and (not said.suit or said.suit == place.suit or not place.suit))


@illegal(asked="many jokers, jokers first meld, two jokers, jokers contract")
def one_joker(
    hand: Carioca,
    melds: Melds,
    *,
    jokers: int = number(
        1,
        "most jokers in a meld of the contract",
        most=4,
        words={"0": "a joker", "N": "more than {N:word joker}"},
    ),
) -> str | None:
    """A meld of the contract can't have {jokers}. Later melds may have any number."""
    wild = [cards for cards in melds.groups if sum(card.is_joker for card in cards) > jokers]
    return (
        f"{listed(wild[0])} have more than {in_letters(jokers)} joker{'s' * (jokers > 1)}"
        if wild and melds.who not in hand.down
        else None
    )


extension = illegal(
    "You may add cards of the same rank to a trio. You may add the next card in the row at either end of an"
    " escalera, {round_the_corner}.",
    round_the_corner={"no": "but no further than an ace", "yes": "and through the ace"},
    asked="add cards, add meld, lay off, extend, add trio",
)
joker_swap = illegal(
    "{joker_swaps}.",
    joker_swaps={
        "yes": (
            "if you have the card a joker stands for in an escalera, you may put it in the joker's place; the joker"
            " then moves to an end of that escalera that has room, and you may add cards beyond it"
        ),
        "no": "you can't replace a joker in a meld",
    },
    asked="swap joker, replace joker, take joker, steal joker",
)


@judges(extension, joker_swap)
def goes_on(hand: Carioca, lays: Lays) -> Answer:
    if not (meld := numbered(hand.melds, lays.on)):
        return {extension: no_meld(hand.melds, lays.on)}
    laid = laid_on(hand, meld, lays)
    return (
        None if isinstance(laid, Meld) else {rule: Reason(why, meld.report, *meld.later) for rule, why in laid.items()}
    )


def laid_on(hand: Carioca, meld: Meld, lays: Lays) -> Meld | dict[Rule, str]:
    """The meld with the cards added one by one, or the rules broken and why."""
    if not meld.run:
        wrong = [card for card in lays.cards if not may_be(card, Card(meld.rank or ""))]
        if wrong or lays.end:
            why = (
                f"{listed(wrong)} {'has' if len(wrong) == 1 else 'have'} another rank"
                if wrong
                else "a trio has no ends"
            )
            return {extension: why} | ({joker_swap: why} if lays.end and JOKER in meld.cards else {})
        return replace(meld, cards=[*meld.cards, *(card.face for card in lays.cards)], later=[*meld.later, lays])
    run, lying = meld.run, list(meld.cards)
    stood_for = {place for place, card in zip(run.cards, lying, strict=True) if card is JOKER}
    moves = any(card.is_joker or card.face in stood_for for card in lays.cards)  # so the end is meant for a joker
    for card in lays.cards:
        swap = [i for i, place in enumerate(run.cards) if place is card.face and lying[i] is JOKER]
        if swap and hand.house["joker-swaps"] == "no":
            return {joker_swap: "at this table, jokers in a meld can't be replaced"}
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
            return {joker_swap if swap else extension: f"{card.pretty} doesn't fit at either end: {along}"}
    return Meld(meld.report, lying, None, run, [*meld.later, lays])


judges(hand_count, packs, of=(Melds, Lays, Discards))(stock.in_hand)


def possible_trios(may: Mapping[Card, int], most: int) -> Iterator[Cards]:
    """Every trio of cards that a player ``may`` have, with at most ``most`` jokers."""
    for rank in RANKS:
        natural = [card for suit in SUITS for card in [Card(rank, suit)] * may[Card(rank, suit)]]
        for jokers in range(min(most, 2, may[JOKER]) + 1):
            for cards in dict.fromkeys(itertools.combinations(natural, 3 - jokers)):
                yield (*cards, *[JOKER] * jokers)


def possible_escaleras(may: Mapping[Card, int], most: int, corner: bool = False) -> Iterator[Cards]:
    """Every escalera of cards that a player ``may`` have, with at most ``most`` jokers."""
    for suit, low in itertools.product(SUITS, range(FOURTEEN - 1 if corner else FOURTEEN - 3)):
        places = Ring(suit, low, low + 3).cards
        for cards in itertools.product(*((place, JOKER) for place in places)):
            if cards.count(JOKER) <= min(most, 3, may[JOKER]) and all(may[card] for card in cards):
                yield cards


# Rules: the end

hand_end = illegal("The hand is over when a player has no cards left.")


@judges(hand_end)
def is_out(hand: Carioca, out: Out) -> Reason | None:
    if out.who in hand.out and hand.begun:
        return None
    if holds := hand.held.get(out.who):
        return cannot_happen(f"{holds.text} ({at(holds)}), so {out.who} still has cards", holds)
    verdict = Verdict.IMPOSSIBLE if hand.begun else None
    return next(
        (Reason(f"{seat} went out ({at(report)})", report, verdict=verdict) for seat, report in hand.out.items()), None
    )


judges(hand_end)(claims_to_be(Out, lambda hand, out: hand.out, "went out", proof=lambda hand, out: hand.out.values()))


# Rules: the score

went_out = worth("If you have no cards left, you score 0.", lines="out", asked="go out score")
deadwood = arithmetic(
    "Each card left in your hand scores against you: a joker {joker:point}, an ace {ace}, a king, queen or jack"
    " {court}, and {low_cards}.",
    lines="deadwood",
    low_cards={"pips": "any other card its number", "fives": "a ten, nine or eight 10, and a lower card 5"},
    joker=number(50, "points for a joker left in hand", least=1, most=200),
    ace=number(20, "points for an ace left in hand", least=1, most=100),
    court=number(10, "points for a king, queen or jack left in hand", least=1, most=50),
    asked="joker worth, ace worth, joker stuck",
)


@judges(hand_count, deadwood, packs, when="always")
def can_be_left(hand: Carioca, holds: Holds) -> Answer:
    """Whether a hand can have these cards or points, given what the others were left with."""
    seat, cards, earlier = holds.who, holds.cards, hand.held.get(holds.who)
    points = hand.points(holds)
    if hand.finished and seat in hand.out and not points:
        return None
    count = 0 if isinstance(holds.what, int) else len(holds.what)
    size = len(hand.holding(seat)) if hand.begun else hand.unknown(seat)
    so_many = f"{'at most ' * (size > 0 and not hand.begun)}{cards_of(size)}"
    if earlier and not hand.agree(earlier, holds):
        known = cannot_happen(f"`{earlier.text}` is already entered ({at(earlier)})", earlier)
        return dict.fromkeys((hand_count, deadwood), known)
    if count > size or (hand.begun and 0 < count < size):
        return {hand_count: f"{seat} has {so_many}, not {count}"}
    spare, fresh = hand.spare(seat), hand.holding(seat).unnamed(cards) if hand.begun else Counter(cards)
    if card := next((card for card in fresh if fresh[card] > spare[card]), None):
        named = hand.named(card, seat)
        return {
            packs: Reason(
                f"{card.pretty} is in the pack only {so_often(hand.pack.copies.get(card, 0))}{lines(named)}", *named
            )
        }
    if hand.begun and (why := can_part(hand, seat, cards)):
        return {hand_count: cannot_happen(why, *why.reports)}
    counts = [] if cards else [(hand.unknown(seat), points - hand.known_points(seat))]
    if (points < min(hand.values.values()) and not hand.begun) or not hand.can_count(hand.pack.copies, *counts):
        few = f"{so_many} can't be worth {points}" if size else f"{seat} has no cards left, and can't have {points}"
        return {deadwood: few, hand_count: few if hand.begun or not size else None}
    if not hand.can_count(spare - fresh if fresh else spare, *counts, *hand.counted(seat)):
        others = [report for other, report in hand.held.items() if other != seat]
        return {packs: miscounted(f"there aren't enough cards left to be worth {points}{lines(others)}", *others)}
    return None


PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
CONTRACTS_PLAYED = {
    f"{first}-{last}": f"only the {PLACES[first - 1]} contract is played"
    if first == last
    else f"the contracts from the {PLACES[first - 1]} to the {PLACES[last - 1]} are played, one in each hand"
    for first in NUMBERS
    for last in NUMBERS[first - 1 :]
}


@worth(hands=CONTRACTS_PLAYED, asked="many contracts, many hands, who win")
def game_end(hand: Carioca) -> bool:
    """{hands}. The lowest score wins."""
    first, last = span_of(hand)
    return all_played(hand, last - first + 1)


def span_of(hand: Carioca | Table) -> tuple[int, int]:
    """The first contract and the last."""
    first, last = hand.house["hands"].split("-")
    return int(first), int(last)


def contracts_due(table: Table) -> list[str]:
    """The contracts a table plays, one in each hand."""
    first, last = span_of(table)
    return [f"{place}. {due}: {size_of(table, due)} cards each"
            for place, due in enumerate(CONTRACTS, 1) if first <= place <= last]  # fmt: skip


class SpanOption(Option):
    """A house rule that sets the first contract and the last."""

    def read(self, text: str, players: int) -> str:
        if text in self.choices:
            return text
        raise ValueError(f"{self.name} is M-N, the first contract and the last of 1 to {len(CONTRACTS)}, not {text!r}")


def where(hand: Carioca) -> Iterator[str]:
    """The state of the hand: the contract, the stock and the top discard."""
    yield f"contract: {hand.contract}"
    if hand.card_by_card and not hand.at_most:
        yield from stock_and_top(hand)


def table(hand: Carioca) -> Iterator[tuple[str, ...]]:
    """The melds with their numbers."""
    if hand.melds:
        yield "meld", "cards", "from"
    for on, meld in enumerate(hand.melds, 1):
        yield str(on), " ".join(card.pretty for card in meld.cards), meld.report.who


GAME = Game(
    slug="carioca",
    name="Carioca",
    summary="Meld the contract of the hand all at once, then add to melds until you have no cards left.",
    family="rummy",
    players=range(2, 6),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["packs"] * house["pack-jokers"]),
    hand=Carioca,
    play=play_hand,
    over=game_end,
    hands_due=lambda table: len(contracts_due(table)),
    lowest_wins=True,
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal",
        Draws: "starts a turn, from the stock",
        Takes: "starts a turn, from the discard pile",
        Melds: "after drawing; the whole contract in one report",
        Lays: "after drawing, but not in the turn in which you meld the contract",
        Discards: "ends the turn",
        Out: "if you don't enter the plays, or stop entering them",
        Rest: IN_NUMBERS,
        Holds: "after a hand, for each player whose cards aren't known",
    },
    options=(
        SpanOption(
            "hands",
            "1-7",
            "the first contract and the last; the eighth is four trios",
            (game_end,),
            choices=SPANS,
            fixed="contracts are counted from the first",
        ),
        Option(
            "new-melds", "yes", "whether you may make new melds after the contract", (contract,), choices=("yes", "no")
        ),
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
            "whether you may replace a joker with the card it stands for",
            (joker_swap,),
            choices=("yes", "no"),
        ),
        Option(
            "low-cards",
            "pips",
            "whether cards below the jack score their number, or 5 up to seven and 10 from eight",
            (deadwood,),
            choices=("pips", "fives"),
        ),
        Option(
            "direction",
            "right",
            "the direction of the deal and the turn",
            (dealer_rotation, turn_order),
            choices=("right", "left"),
            fixed="the next dealer is on the other side",
        ),
    ),
    variants=(
        Variant(
            "chilean",
            "Deal twelve cards each, play a last hand of four trios, let runs go through the ace, and count a"
            " joker left as 30.",
            "hands=1-8, hand-size=12, round-the-corner=yes, joker=30",
        ),
        Variant(
            "fives-and-tens", "Twos to sevens left in hand score 5 each, and eights to kings 10.", "low-cards=fives"
        ),
        Variant("extensions-only", "After the contract you can only add to melds.", "new-melds=no"),
        Variant(
            "go-on-at-once", "You may meld more in the same turn, right after the contract.", "without=later-turns"
        ),
        Variant("jokers-stay", "You can't replace jokers in melds.", "joker-swaps=no"),
        Variant("clockwise", "The deal and the turn pass to the left.", "direction=left"),
    ),
    asked=(Fact(lambda hand: hand.contract, "contract", "need make", "meld contract", "need meld"),),
    facts={
        "contract": Fact(lambda hand: hand.contract, "of this hand"),
        "hand": Fact(lambda hand: hand.number, "its number"),
        "stock": Fact(lambda hand: hand.stock if hand.card_by_card else None, "cards in the stock"),
        "top": Fact(lambda hand: top_card(hand) if hand.card_by_card else None, "the top card of the discard pile"),
        "melds": Fact(lambda hand: len(hand.melds) if hand.card_by_card else None, "melds on the table"),
        "cards": Fact(lambda hand: hand_sizes(hand) if hand.card_by_card else None, "cards in each hand"),
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
    short_form=(
        "Type `deal`, who is `out` if you like, and the points that every other player `holds`. If you stop entering"
        " plays in the middle of a hand, type `rest` before the totals."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann out", "Ben holds 35; Cat holds 12"),
        "Ann 0, Ben 35, Cat 12",
    ),
    rulings=(
        "A new trio has exactly three cards, a new escalera exactly four. You may add to them later, but not in"
        " the turn in which you meld the contract.",
        "The last two contracts leave you one card. Discard it to end the hand. You may also go out by melding"
        " your last card.",
        "A joker in a trio can't be replaced, and no joker leaves its escalera. You may replace any number of"
        " jokers in a turn.",
        "If the stock is empty when a player must draw, shuffle the discard pile without its top card to make a"
        " new stock.",
        "You may add any number of jokers to a meld. Jokers alone aren't a meld.",
        "The lowest score wins, even if you stop early. If players tie for the lowest score, they share the win.",
    ),
    edition=3,
)
