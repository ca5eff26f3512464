"""Tonk.  Spread five cards, hit the spreads on the table, or drop with the least left, and be paid for it."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from referee.cards import UNKNOWN, Card, Cards, Pack, Rank, listed
from referee.game.asks import NOTHING, Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Game, Glance, Table
from referee.game.quick_reference import ace_in_runs, card_values
from referee.game.standing import Standing
from referee.games._tonk import FEW, SPREADS, Want, can_lie, counts, left_of, total, value
from referee.kit import counted, stock
from referee.kit.counted import hand_sizes, holds_too, take_up
from referee.kit.endings import no_end
from referee.kit.ledger import collect, pay
from referee.kit.melds import Meld, no_meld, numbered, one_rank, run_of
from referee.kit.messages import cards_of, lines, together
from referee.kit.rest import IN_NUMBERS, TOLD_SO, Rest, the_rest
from referee.kit.showdown import Counted
from referee.kit.stock import Discards, Draws, StockHand, Takes, Upcard, can_part, in_pile, stock_and_top, top_card
from referee.kit.worlds import can_count
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option, Variant, in_order
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    number,
    worth,
)

# Reports


class DeclaresTonk(Report, verb="declares tonk", bare=True):
    """a hand that wins as it was dealt, or what it counts"""

    count: int | Cards | None = None

    @property
    def cards(self) -> Cards:
        """The cards, where they have suits: ranks alone only count."""
        cards = self.count if isinstance(self.count, tuple) else ()
        return () if any(card.is_bare for card in cards) else cards

    @property
    def total(self) -> int | None:
        return total(self.count) if isinstance(self.count, tuple) else self.count

    @classmethod
    def options(cls, hand: Tonk, seat: Seat) -> list[DeclaresTonk]:
        whole = [tuple(hand.holding(seat).known)] if hand.holding(seat).whole and hand.holding(seat) else []
        tonks = (points for points in counts(hand.size) if is_tonk_count(hand, points))
        return [cls(count, who=seat) for count in (None, *tonks, *whole)]


class Melds(Report):
    """a spread"""

    cards: Cards
    options = one_for_each(lambda hand, seat: [cards for cards in SPREADS if hand.may_part(seat, cards)])


class Lays(Report):
    """a hit: cards added to a spread on the table"""

    cards: Cards
    _: KW_ONLY
    on: int

    @classmethod
    def options(cls, hand: Tonk, seat: Seat) -> list[Lays]:
        hits = ((cards, on) for on, meld in enumerate(hand.melds, 1) for cards in meld.longer())
        return [cls(cards, on=on, who=seat) for cards, on in hits if hand.may_part(seat, cards)]


class Slaps(Report):
    """a discard snatched for a spread, whoever is next"""

    card: Card | None = None
    options = one_for_each(lambda hand, seat: dict.fromkeys((None, hand.top)))


class Drops(Report):
    """the hand laid open in place of a turn: everybody's is counted"""


class Out(Report, also=("outs",)):
    """short form: no card left after the discard, or, as a tonk, before it"""

    _: KW_ONLY
    tonk: bool = False


class Holds(Counted):
    """what is left of a hand without its spreads, or the cards of the hand"""

    @property
    def left(self) -> int:
        return self.counted(left_of)

    @classmethod
    def options(cls, hand: Tonk, seat: Seat) -> list[Holds]:
        return cls.each(hand, seat, range(counts(hand.size)[-1] + 1))


PLAY: tuple[type[Report], ...] = (Draws, Takes, Melds, Lays, Discards, Slaps, Drops, Out)


@dataclass
class Tally(Standing):
    """Hands won, and until the next deal what was told of a hand that ended with a tonk."""

    won: dict[Seat, int] = field(default_factory=dict)
    shown: list[Upcard | Dealt | DeclaresTonk] = field(default_factory=list)

    @property
    def tonks(self) -> list[DeclaresTonk]:
        return [report for report in self.shown if isinstance(report, DeclaresTonk)]


@dataclass
class Tonk(StockHand):
    """One deal; ``end`` is the report that ended it."""

    turn: Seat = NOBODY
    upcard: Upcard | None = None
    begun: Report | None = None  # the first that was told of the turns
    slapped: Card | None = None  # while it isn't played
    discard: Discards | None = None  # which may be slapped now
    melds: list[Meld] = field(default_factory=list)
    bars: dict[Seat, Lays] = field(default_factory=dict)  # who was hit, and by what
    end: Report | None = None
    held: dict[Seat, Holds] = field(default_factory=dict)
    at_most: dict[Seat, int] = field(default_factory=dict)  # cards that were left when the rest came to be told so

    @property
    def size(self) -> int:
        """The cards that each is dealt."""
        return int(self.house["hand-size"])

    @property
    def told(self) -> bool:
        """The hand is told card by card."""
        return bool(self.upcard or self.begun) and not self.at_most

    @property
    def told_in_numbers(self) -> bool:
        """Only how it ended was told, and not what was played."""
        return bool(self.at_most) or (isinstance(self.end, (Out, Drops, Holds)) and not self.told)

    @property
    def counting(self) -> bool:
        """The hand has ended, and is decided by what everybody has left."""
        stock_out = isinstance(self.end, Discards) and bool(self.holding(self.end.who))
        return stock_out or isinstance(self.end, (Drops, Holds))

    def to_act(self) -> Seat:
        return self.turn

    def to_drop(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.told else self.seats

    def to_slap(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if not (self.discard and self.discard.who == seat))

    def to_hold(self) -> tuple[Seat, ...]:
        return self.all_but(self.held) if self.counting else ()

    def barred(self) -> list[Seat]:
        return [seat for seat in self.seats if seat in self.bars]

    def may_part(self, seat: Seat, cards: Cards, more: Card | None = None) -> bool:
        """Whether SEAT may have all these cards, with one more that comes."""
        holding = self.holding(seat)
        unnamed = holding.unnamed([card for card in cards if card is not more])
        return unnamed.total() <= holding.blind and all(map(self.left, unnamed))

    def playable(self, seat: Seat, card: Card) -> bool:
        """Whether SEAT may bring a card to a spread, for all that is known."""
        playable = itertools.chain(SPREADS, *map(Meld.longer, self.melds))
        return any(card in cards and self.may_part(seat, cards, card) for cards in playable)

    def sizes(self, seat: Seat) -> range:
        """How many cards SEAT may have in the end: any number up to all where the turns weren't told."""
        size = len(self.holding(seat))
        if self.told or self.holding(seat).whole:
            return range(size, size + 1)
        drawn = isinstance(self.end, Drops) and self.end.who == seat and not self.enforces(drop_first)
        return range(1, self.at_most.get(seat, self.size) + 1 + drawn)

    def wants(self, holds: Holds) -> Iterator[Want]:
        """The hands of which only the count was told, HOLDS included."""
        for seat, told in {**self.sound(self.held), holds.who: holds}.items():
            known, sizes = frozenset(self.holding(seat).known), self.sizes(seat)
            if not told.cards and sizes[-1] <= FEW:
                yield Want(known, range(sizes.start - len(known), sizes.stop - len(known)), told.left)

    def learn(self, *told: Report) -> None:
        """Knows no more of the hands than these reports tell."""
        self.seen = {}
        self.deal_out(self.size)
        for meld in self.melds:
            self.tell(meld.told, *meld.cards)
        for report in told:
            match report:
                case Upcard():
                    self.tell(report, report.card)
                case Dealt():
                    take_up(self, report)
                case DeclaresTonk() if report.cards:
                    self.show(report.who, report, report.cards)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        candidates: Iterable[Card] = super().meant(report, rank)
        if isinstance(report, (Takes, Slaps)) and self.top:
            candidates = [self.top]
        elif isinstance(report, Lays) and (meld := numbered(self.melds, report.on)):
            candidates = dict.fromkeys(itertools.chain.from_iterable(meld.longer()))
        return [card for card in candidates if card.rank == rank]


def fits(meld: Meld, cards: Cards) -> bool:
    """Whether a spread can be hit with these cards."""
    return one_rank(cards) == meld.rank if meld.rank else bool(meld.run and meld.run.grown(cards))


# The hand


async def play_hand(hand: Tonk) -> None:
    await another_tonk(hand)
    over = bar(hand_end, "the hand is over", DeclaresTonk, Holds, *PLAY) if hand.standing.hands else NOTHING
    await hand.deal(size=hand.size, barred=over)
    hand.standing.shown = []
    hand.deal_out(hand.size)
    hand.turn = hand.eldest
    hand.upcard = await hand.ask_upcard(aside=True)

    # Turns, or how the hand ended
    turns = ask_turn(hand) | hand.ask(None, DeclaresTonk, aside=True) | the_rest(hand)
    short = hand.ask(None, Out, aside=True) | hand.ask(None, Holds, aside=True)
    full = bar(hand_end, "the cards are told, so a hand is out when they are", Out) | bar(
        hand_count, "what is left counts after a drop, or when the stock is gone", Holds
    )
    told, untold = turns | full, turns | short
    rest = hand.ask(None, Out, Holds, DeclaresTonk, free=True) | hand.ask(hand.to_drop, Drops, free=True)
    rest |= bar(hand_end, TOLD_SO, *PLAY[:-2])
    while not hand.end:
        take(hand, await (rest if hand.at_most else told if hand.told else untold))

    # Counts
    counts = hand.ask(hand.to_hold, Holds, free=True)
    counts |= bar(hand_end, f"the hand has ended ({at(hand.end)})", DeclaresTonk, *PLAY)
    while hand.to_hold():
        count(hand, await counts)
    settle(hand, hand.end)


async def another_tonk(hand: Tonk) -> None:
    """Until the next deal a second tonk takes back what was paid for the first."""
    standing = hand.standing
    late = hand.ask(None, DeclaresTonk, is_tonk, aside=True, of_last=True).maybe()
    while standing.tonks and (tonk := await late):
        first = standing.tonks[0]
        stayed = first.who in hand.seats  # whoever has left gives nothing back
        if stayed and {other.who for other in standing.tonks} == {first.who} != {tonk.who}:
            standing.won[first.who] -= 1
            last, because = hand.number - 1, f"{tonk.who} has a tonk as well"
            paid = tonk_win(hand.as_last())
            if not paid:
                hand.book(first.who, tonk_draw, -1, because, first, tonk, hand=last)
            for seat in hand.around(first.who):
                pay(hand, first.who, seat, paid, tonk_draw, because, first, tonk, belongs_to=last)
        standing.shown.append(tonk)


def ask_turn(hand: Tonk) -> Asks[Report]:
    return (
        hand.ask(hand.to_act, Draws, Takes, Melds, Lays, Discards)
        | hand.ask(hand.to_slap, Slaps, free=True, aside=True)
        | hand.ask(hand.to_drop, Drops, turn=turn_order, aside=True)
    )


def take(hand: Tonk, report: Report) -> None:
    match report:
        case Draws() | Takes() | Slaps() | Melds() | Lays() | Discards():
            play(hand, report)
            return
        case Rest():
            hand.at_most = {seat: len(hand.holding(seat)) for seat in hand.seats}
            hand.discard = hand.drew = hand.slapped = None
            return
        case DeclaresTonk():
            hand.standing.shown = [*([hand.upcard] if hand.upcard else []), *hand.dealt.values(), report]
        case _ if not hand.told:  # since the deal cards came and went
            hand.learn()
    hand.end = report
    if isinstance(report, Holds):
        count(hand, report)


def play(hand: Tonk, act: Draws | Takes | Slaps | Melds | Lays | Discards) -> None:
    hand.begun = hand.begun or act
    hand.discard = None
    if act.who != hand.turn:
        hand.turn, hand.drew, hand.slapped = act.who, None, None
    match act:
        case Draws():
            hand.drew = act
            hand.draw(act, *act.drawn(), at_once=False)
            return
        case Takes() | Slaps():
            hand.drew, card = act, hand.pick_up(act, act.card)
            hand.slapped = card if isinstance(act, Slaps) else None
            return
        case Melds():
            hand.give_up(act, *act.cards)
            rank = one_rank(act.cards)
            hand.melds.append(Meld(act, list(act.cards), rank, None if rank else run_of(act.cards)))
        case Lays():
            hand.give_up(act, *act.cards)
            meld = hand.melds[act.on - 1]
            meld.cards += act.cards
            meld.run = meld.run and (meld.run.grown(act.cards) or meld.run)
            if meld.told.who != act.who and hand.enforces(hit_bar):
                hand.bars[meld.told.who] = act
        case Discards():
            hand.lay(act, act.card)
            hand.bars.pop(act.who, None)
            hand.turn, hand.drew, hand.slapped, hand.discard = hand.after(act.who), None, None, act
    if hand.slapped in act.cards:
        hand.slapped = None
    if not hand.holding(act.who) or (hand.discard and not hand.stock):
        hand.end = act


def count(hand: Tonk, holds: Holds) -> None:
    hand.held[holds.who] = holds
    if holds.cards:
        hand.show(holds.who, holds, holds.cards)


def settle(hand: Tonk, end: Report) -> None:
    left = {seat: holds.left for seat, holds in hand.held.items()}
    match end:
        case DeclaresTonk():
            win(hand, [end.who], tonk_win, f"{end.who} declares a tonk", end)
        case Drops():
            dropped(hand, end, left)
        case _ if left:
            lowest = [seat for seat in left if left[seat] == min(left.values())]
            if len(lowest) == 1:
                why = f"the stock is gone, and {lowest[0]} has {left[lowest[0]]}"
                win(hand, lowest, stock_out, why, hand.held[lowest[0]])
        case Out(tonk=True) | Melds() | Lays():
            win(hand, [end.who], tonked_out, f"{end.who} has nothing to discard", end)
        case _:
            win(hand, [end.who], ran_out, f"{end.who} has no cards left", end)


def dropped(hand: Tonk, drop: Drops, left: Mapping[Seat, int]) -> None:
    """The dropper is lowest alone, or pays whoever isn't higher."""
    mine, others = left[drop.who], {seat: left[seat] for seat in hand.around(drop.who) if seat != drop.who}
    least = min(others.values())
    if mine < least:
        win(hand, [drop.who], drop_won, f"{drop.who} has {mine}, and the next {least}", drop)
        return
    for seat, points in others.items():
        if points <= mine:
            because = f"{seat} has {points}, and {drop.who} dropped with {mine}"
            pay(hand, drop.who, seat, drop_caught(hand), drop_caught, because, drop, hand.held[seat], line="caught")
    lowest = [seat for seat, points in others.items() if points == least]
    why = f"{' and '.join(lowest)} had {least}"
    win(hand, lowest, drop_caught, why, drop, chips=hand.house["stake"], line="lowest")


def win(
    hand: Tonk, winners: list[Seat], rule: Rule, why: str, *told: Report, chips: int | None = None, line: str = ""
) -> None:
    """Everybody else pays each of the winners by a rule; where nothing is at stake a hand won counts one."""
    won = hand.standing.won
    chips = rule(hand) if chips is None else chips
    for winner in winners:
        won[winner] = won.get(winner, 0) + 1
        if not hand.house["stake"]:
            hand.book(winner, rule, 1, why, *told, line=line)
        others = [seat for seat in hand.around(winner) if seat not in winners]
        collect(hand, others, winner, chips, rule, why, *told, line=line)


# Rules: the deal

STAKE = number(1, "chips in a stake; with 0 nobody pays, and a hand won counts 1")

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
one_pack = impossible(
    "There are 52 cards, each once, and each is played from the hand that has it.", stock.fresh_upcard
)
hand_count = arithmetic(
    "A hand has as many cards as came to it, {hand_size:word} to begin with, and counts what they can.",
    hand_size=number(5, "cards each", least=3, most=9),
)
judges(hand_count, one_pack)(counted.as_dealt)


# Rules: tonks

tonk_count = illegal(
    "Cards that count {high_tonk} or more as they were dealt, or {low_tonk} at most, may be declared a tonk.",
    place=DeclaresTonk,
    low_tonk=number(11, "the most that a low tonk counts", most=50),
    high_tonk=number(50, "the least that a high tonk counts", least=20, most=100),
)


def is_tonk_count(table: Any, points: int) -> bool:
    low, high = table.house["low-tonk"], range(table.house["high-tonk"], counts(table.house["hand-size"]).stop)
    return bool(points <= low or points in high)


def tonks(table: Table | Tonk) -> str:
    """What counts as a tonk, in words."""
    low, high, possible = table.house["low-tonk"], table.house["high-tonk"], counts(table.house["hand-size"])
    or_more = f"{high}{' or more' * (high < possible[-1])}"
    return or_more if low < possible[0] else f"{or_more}, or {low} at most"


@illegal
def tonk_first(hand: Tonk, tonk: DeclaresTonk) -> Reason | None:
    """Once a card has been drawn it is too late for a tonk."""
    return Reason(f"the play has begun ({at(hand.begun)})", hand.begun) if hand.begun else None


@judges(tonk_count, hand_count, one_pack)
def is_tonk(hand: Tonk, tonk: DeclaresTonk) -> Answer:
    """The cards as they were dealt count what a tonk does, beside whatever else was told of that deal."""
    hand = copy.copy(hand)
    hand.learn(*(hand.standing.shown or filter(None, (hand.upcard, *hand.dealt.values()))))
    holding, before = hand.holding(tonk.who), next((told for told in hand.standing.tonks if told.who == tonk.who), None)
    points = total(holding.known) if holding.whole and tonk.total is None else tonk.total
    if points is None:
        return None
    declared = {told.who: told.total for told in hand.standing.tonks} | {tonk.who: None if tonk.cards else points}
    wants = [
        (hand.holding(who).blind, n - total(hand.holding(who).known)) for who, n in declared.items() if n is not None
    ]
    broken, possible = from_hand(hand, tonk) if tonk.cards else {}, counts(hand.size)
    unseen = {*hand.unseen()}.difference(tonk.cards)
    if isinstance(tonk.count, tuple) and len(tonk.count) != hand.size:
        broken[hand_count] = f"a tonk is declared on {hand.size} cards, not {len(tonk.count)}"
    elif points not in possible:
        broken[hand_count] = f"{hand.size} cards count {possible[0]} to {possible[-1]}, not {points}"
    elif before and before.total not in (None, points):
        broken[hand_count] = cannot_happen(f"{tonk.who} has declared {before.total} ({at(before)})", before)
    elif not any(broken.values()) and not can_count(Counter(map(value, unseen)), *wants):
        broken[hand_count] = Reason(f"by the cards told {tonk.who} can't have {points}", *holding.proof)
    if not is_tonk_count(hand, points):
        broken[tonk_count] = f"{points} isn't a tonk: that is {tonks(hand)}"
    return broken


@worth(lines="tonk")
def tonk_win(hand: Tonk, *, tonk: int = number(2, "stakes for a tonk", least=1), stake: int = STAKE) -> int:
    """A tonk ends the hand, and everybody else pays {tonk:word stake} of {stake} for it."""
    return tonk * stake


tonk_draw = worth("Where more than one has a tonk nobody wins, and what was paid goes back.", lines="tonk")


# Rules: a turn

turn_order = illegal(
    "From the dealer's left clockwise: draw a card, spread and hit as you like, discard a card.",
    turn=(Draws, Takes, Melds, Lays, Discards, Drops),
)
draw_first = illegal(
    "A turn starts with one card, off the stock or off the discards, before anything is played.", place=Discards
)


@judges(turn_order, one_pack)
def begins(hand: Tonk, report: Draws | Takes) -> Answer:
    cards = report.number() if isinstance(report, Draws) else 1
    gone = isinstance(report, Draws) and cards > hand.stock
    return {
        turn_order: turn_begun(hand, report) or (f"a turn is one card, not {cards}" if cards != 1 else None),
        one_pack: f"the stock has {cards_of(hand.stock)}" if gone else None,
    }


judges(one_pack)(stock.from_stock)
judges(draw_first, of=(Melds, Lays, Discards))(stock.has_drawn)


# Rules: the slap

slap = illegal(
    "{slaps}.",
    slaps={
        "yes": "anyone except the player who discarded it may slap a discard, and must play it to a spread before"
        " anything else; the slapper's turn then goes on as usual, and the player on the slapper's left is next",
        "no": "nobody may slap a discard",
    },
)


@judges(slap)
def can_slap(hand: Tonk, slaps: Slaps) -> str | None:
    if hand.house["slaps"] == "no":
        return "nobody slaps a discard at this table"
    if not hand.discard:
        return "no discard lies there that nobody has passed by"
    if slaps.who == hand.discard.who:
        return Reason(f"{slaps.who} discarded it ({at(hand.discard)})", hand.discard)
    if hand.playable(slaps.who, card := hand.discard.card):
        return None
    return Reason(f"{slaps.who} can bring {card.pretty} to no spread", *hand.holding(slaps.who).proof)


@judges(draw_first, slap, one_pack)
def is_top(hand: Tonk, report: Takes | Slaps) -> Answer:
    if not hand.pile:
        return {one_pack: "no discard lies there"}
    card, top = report.card, hand.pile[-1]
    if card in (None, top):
        return None
    deeper = None if top is UNKNOWN else Reason(f"the top discard is {top.pretty}", *hand.seen.get(top, ()))
    return {slap if isinstance(report, Slaps) else draw_first: deeper, one_pack: in_pile(hand, card)}


@judges(slap)
def slapped_first(hand: Tonk, report: Melds | Lays | Discards) -> Reason | None:
    card, drew = hand.slapped, hand.drew
    if not card or not drew or (card in report.cards and not isinstance(report, Discards)):
        return None
    if report.who in hand.bars or not hand.playable(report.who, card):
        return None  # the table let that slap stand
    return Reason(f"{report.who} slapped {card.pretty} ({at(drew)}), so brings it to a spread first", drew)


# Rules: spreads and hits


BARRED = {"spreads": "spread or hit", "drops": "drop", "both": "spread, hit or drop"}


@illegal(hit_bars=BARRED)
def hit_bar(hand: Tonk, report: Melds | Lays | Slaps | Drops) -> Reason | None:
    """If somebody else hits a spread of yours, you can't {hit_bars} in your next turn."""
    hit = hand.bars.get(report.who)
    if hand.house["hit-bars"] == ("spreads" if isinstance(report, Drops) else "drops"):
        return None
    return Reason(f"{hit.who} hit a spread of {report.who}'s ({at(hit)})", hit) if hit else None


@illegal(place=Melds)
def spread_shape(hand: Tonk, melds: Melds) -> str | None:
    """Three or four cards of a rank are a spread, and so are three or more in sequence in a suit; the ace stands at
    either end of it, but never between king and deuce."""
    cards = melds.cards
    if (one_rank(cards) and len(cards) in (3, 4)) or (run_of(cards) and len(cards) >= 3):
        return None
    return f"{listed(cards)} are neither three or four of a rank nor a run of three or more"


@illegal(place=Lays)
def hit(hand: Tonk, lays: Lays) -> Reason | None:
    """Cards may be added to anybody's spread that they lengthen; no card leaves its spread again."""
    if not (meld := numbered(hand.melds, lays.on)):
        return no_meld(hand.melds, lays.on, "spread")
    if fits(meld, lays.cards):
        return None
    return Reason(f"{listed(lays.cards)} can't go with {listed(meld.cards)} ({at(meld.told)})", meld.told)


def from_hand(hand: Tonk, report: Melds | Lays | Discards | DeclaresTonk | Holds) -> dict[Rule, str | None]:
    wrong, _ = stock.in_hand(hand, report)
    shown = isinstance(report, DeclaresTonk | Holds)
    elsewhere = can_part(hand, report.who, report.cards, sized=not shown)
    return {hand_count: None if shown and not elsewhere else wrong, one_pack: elsewhere}


judges(one_pack, hand_count, of=(Melds, Lays, Discards))(from_hand)


# Rules: the end


@illegal
def drop_first(hand: Tonk, drops: Drops) -> Reason | None:
    """Whoever drops does so on turn and has not drawn."""
    return turn_begun(hand, drops)


def turn_begun(hand: Tonk, report: Report) -> Reason | None:
    """Why somebody can't begin a turn or drop."""
    if not hand.drew:
        return None
    how = "slapped" if isinstance(hand.drew, Slaps) else "drawn"
    return Reason(f"{report.who} has {how} ({at(hand.drew)}), so plays on and discards", hand.drew)


@worth(lines="drop")
def drop_won(hand: Tonk, *, drop: int = number(1, "stakes for a drop that wins", least=1), stake: int = STAKE) -> int:
    """Whoever drops and has less left than everybody else gets {drop:word stake} of {stake} from each."""
    return drop * stake


@worth(lines=("caught", "lowest"))
def drop_caught(
    hand: Tonk, *, caught: int = number(1, "stakes that a beaten dropper pays to each"), stake: int = STAKE
) -> int:
    """Whoever drops and is equalled or beaten pays {caught:word stake} of {stake} to each who did that, and the
    lowest of them gets one stake from everybody else."""
    return caught * stake


@worth(lines="lowest")
def stock_out(hand: Tonk, *, empty: int = number(1, "stakes where the stock runs out"), stake: int = STAKE) -> int:
    """With no stock left, whoever alone has the least gets {empty:word stake} of {stake} from each; equals get
    nothing."""
    return empty * stake


@worth(lines="ran-out")
def ran_out(
    hand: Tonk, *, ran_out: int = number(1, "stakes for discarding the last card", least=1), stake: int = STAKE
) -> int:
    """Whoever discards the last card of a hand gets {ran_out:word stake} of {stake} from everybody else."""
    return ran_out * stake


@worth(lines="tonked-out")
def tonked_out(
    hand: Tonk, *, tonked_out: int = number(2, "stakes for tonking out", least=1), stake: int = STAKE
) -> int:
    """Whoever spreads or hits with the last card of a hand gets {tonked_out:word stake} of {stake} from everybody
    else."""
    return tonked_out * stake


hand_end = illegal("When somebody has ended a hand it is played no further.", place=Out)


@judges(hand_count, one_pack, hand_end, when="always")
def can_hold(hand: Tonk, holds: Holds) -> Answer:
    """The cards are those of the hand; a count is what some hand leaves, beside all that was told."""
    if hand.end and not hand.counting:
        return {hand_end: Reason(f"the hand ended without a count ({at(hand.end)})", hand.end)}
    if not (hand.told or hand.end):
        hand = copy.copy(hand)
        hand.learn()
    seat, sizes, cards, before = holds.who, hand.sizes(holds.who), holds.cards, hand.held.get(holds.who)
    size = max(hand.size, sizes[-1])
    most = counts(size)[-1]
    broken = from_hand(hand, holds) if cards else {}
    if cards and len(cards) not in sizes:
        broken[hand_count] = f"{seat} has {cards_of(sizes[-1])}{' at most' * (len(sizes) > 1)}, not {len(cards)}"
    elif cards and (kept := holds_too(hand, seat, cards)):
        broken |= dict.fromkeys((hand_count, one_pack), kept)
    elif before and before.left != holds.left:
        broken[hand_count] = cannot_happen(f"{seat} has {before.left} left ({at(before)})", before)
    elif not 0 <= holds.left <= most:
        broken[hand_count] = f"{size} cards leave {most} at most, not {holds.left}"
    elif not any(broken.values()) and not can_lie(hand.wants(holds), set(hand.unseen()).difference(cards)):
        broken[hand_count] = Reason(
            f"by all that was told {seat} can't have {holds.left} left", *hand.holding(seat).proof
        )
    return broken


@judges(hand_end, when="again")
def ended_so(hand: Tonk, out: Out) -> Reason | None:
    """Told again, it was that player who ran out, and in that way."""
    ways = {ran_out.name: "ran out of cards by a discard", tonked_out.name: "tonked out"}
    for line in hand.lines:
        if line.rule in ways and line.points > 0:
            if line.who == out.who and (line.rule == tonked_out.name) == out.tonk:
                return None
            told = [hand.end] if hand.end else []
            return cannot_happen(f"{line.who} {ways[line.rule]}{lines(told)}", *told)
    return cannot_happen("nobody ran out of cards in that hand")


def where(hand: Tonk) -> Iterator[str]:
    yield from stock_and_top(hand)
    if barred := hand.barred():
        yield f"{together(barred)} can't {BARRED[hand.house['hit-bars']]}"


GAME = Game(
    slug="tonk",
    name="Tonk",
    summary="Spread five cards, hit the spreads on the table, or drop with the least left, and be paid for it.",
    family="rummy",
    options=(
        Option("slaps", "yes", "whether a discard may be slapped", (slap,), choices=("yes", "no")),
        Option(
            "hit-bars",
            "spreads",
            "what the owner of a spread that was hit can't do in one turn: spread and hit, drop, or either",
            (hit_bar,),
            choices=("spreads", "drops", "both"),
        ),
    ),
    clashes=(in_order(("low-tonk", "high-tonk")),),
    variants=(
        Variant("forty-nine", "Only forty-nine and fifty are a tonk.", "high-tonk=49, low-tonk=0"),
        Variant("low-tonk-fifteen", "Fifteen points and under are a tonk as well.", "low-tonk=15"),
        Variant("no-slaps", "Discards are taken in turn, and never slapped.", "slaps=no"),
        Variant("hit-stops-drop", "Whoever was hit can't drop in the next turn, but may spread.", "hit-bars=drops"),
        Variant("no-hit-bar", "A hit keeps nobody from anything.", "without=hit-bar"),
        Variant("caught-pays-double", "A dropper who is caught pays two stakes.", "caught=2"),
        Variant(
            "seven-cards", "Everybody has seven cards, and a tonk is a very low hand.", "hand-size=7, high-tonk=70"
        ),
    ),
    players=range(2, 5),
    pack=Pack(),
    hand=Tonk,
    play=play_hand,
    open_table=True,
    over=no_end,
    verbs={
        Deal: "first, and when a hand is finished",
        Upcard: "after the deal, the first discard",
        DeclaresTonk: "before the first draw; others until the next deal",
        Draws: "begins a turn, from the stock",
        Takes: "begins a turn, with the top discard",
        Melds: "after the draw: a spread",
        Lays: "after the draw: a hit",
        Discards: "ends the turn",
        Slaps: "after another's discard, before the next draw",
        Drops: "on turn, before the draw; anybody's where the turns weren't told",
        Holds: "after a drop, when the stock is gone, or in place of the play",
        Out: "in place of the play, or of the rest of it",
        Rest: IN_NUMBERS,
    },
    pack_rule=one_pack,
    facts={
        "stake": lambda hand: hand.house["stake"],
        "stock": lambda hand: None if hand.told_in_numbers else hand.stock,
        "top": lambda hand: None if hand.told_in_numbers else top_card(hand),
        "cards": lambda hand: None if hand.told_in_numbers else hand_sizes(hand),
        "barred": lambda hand: None if hand.told_in_numbers else hand.barred(),
        "won": lambda hand: {seat: hand.standing.won.get(seat, 0) for seat in hand.seats},
        "hand": lambda hand: hand.number,
    },
    standing=Tally,
    chips=lambda house: house["stake"] > 0,
    deal_out=take_up,
    now=where,
    ends=(hand_end,),
    at_a_glance=(
        Glance("cards each", lambda table: table.house["hand-size"], hand_count),
        card_values(value, hand_count),
        Glance("tonk", tonks, tonk_count),
        ace_in_runs(run_of, spread_shape),
        Glance("stake", lambda table: table.house["stake"], tonk_win),
    ),
    short_form=(
        "`deal`, and how the hand ended: `out`, `out tonk`, `declares tonk`, `drops` with everybody's `holds N`, or"
        " `holds N` of everybody alone where the stock ran out. In mid-hand these come after `rest`."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben drops", "Ann holds 12; Ben holds 6; Cat holds 20"),
        "Ann -1, Ben 2, Cat -1",
    ),
    rulings=(
        "In one turn a player may spread and hit, both as often as there are cards for it.",
        "Hitting a spread of one's own bars nobody. The bar is for the owner's next turn, slapped or drawn; a turn"
        " that a slap takes away doesn't count.",
        "A slapped card may also make a new spread. Whoever slaps hasn't drawn, and still can't drop any more.",
        "A dropper who is caught is paid nothing, and those who share the least left pay each other nothing.",
        "Once the last card of the stock is drawn the discard of that turn ends the hand, and nobody can slap it.",
        "A tonk is paid at once. A second one undoes that until the cards are dealt again; spreads in a hand don't"
        " lower the count of a tonk.",
        "Whoever has spread or hit with a last card has tonked out, said so or not.",
        "When the table stops, the most chips or hands have won; equals share that.",
    ),
    edition=2,
)
