"""Tonk: lay down spreads and hit them, go out, or drop with the least left, and be paid for it."""

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
from referee.game.game import Example, Fact, Game, Glance, Table
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


class DeclaresTonk(
    Report,
    verb="declares tonk",
    bare=True,
    labels={"count": "points in hand", "count cards": "cards in hand"},
    limits={"count": lambda hand, seat: counts(max(hand.size, hand.last_house.get("hand-size", 0)))[-1]},
):
    """a player shows a hand that wins as dealt, or says what it counts"""

    count: int | Cards | None = None

    @property
    def cards(self) -> Cards:
        """The cards, if they have suits. Ranks alone only count."""
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
    """a player lays down a spread"""

    cards: Cards
    options = one_for_each(lambda hand, seat: [cards for cards in SPREADS if hand.may_part(seat, cards)])


class Lays(Report, labels={"on": "on meld"}, limits={"on": lambda hand, seat: len(hand.melds)}):
    """a player hits a spread by adding cards to it; spreads are numbered in the order they were laid down"""

    cards: Cards
    _: KW_ONLY
    on: int

    @classmethod
    def options(cls, hand: Tonk, seat: Seat) -> list[Lays]:
        hits = ((cards, on) for on, meld in enumerate(hand.melds, 1) for cards in meld.longer())
        return [cls(cards, on=on, who=seat) for cards, on in hits if hand.may_part(seat, cards)]


class Slaps(Report):
    """a player takes a discard out of turn and plays it to a spread"""

    card: Card | None = None
    options = one_for_each(lambda hand, seat: dict.fromkeys((None, hand.top)))


class Drops(Report):
    """a player drops instead of taking a turn, and every hand is counted"""


class Out(Report, also=("outs",), labels={"tonk": "with a tonk"}):
    """a player goes out by discarding the last card; add `tonk` if there was no card left to discard"""

    _: KW_ONLY
    tonk: bool = False


class Holds(
    Counted,
    labels={"what": "points in hand", "what cards": "cards in hand"},
    limits={"what": lambda hand, seat: counts(hand.size)[-1]},
):
    """what is left of a hand without its spreads, or all its cards"""

    @property
    def left(self) -> int:
        return self.counted(left_of)

    @classmethod
    def options(cls, hand: Tonk, seat: Seat) -> list[Holds]:
        return cls.each(hand, seat, range(counts(hand.size)[-1] + 1))


PLAY: tuple[type[Report], ...] = (Draws, Takes, Melds, Lays, Discards, Slaps, Drops, Out)


@dataclass
class Tally(Standing):
    """Hands won. Until the next deal, also what was shown in a hand that ended with a tonk."""

    won: dict[Seat, int] = field(default_factory=dict)
    shown: list[Upcard | Dealt | DeclaresTonk] = field(default_factory=list)

    @property
    def tonks(self) -> list[DeclaresTonk]:
        return [report for report in self.shown if isinstance(report, DeclaresTonk)]


@dataclass
class Tonk(StockHand):
    """One hand. ``end`` is the report that ended it."""

    turn: Seat = NOBODY
    upcard: Upcard | None = None
    begun: Report | None = None  # the first report of a turn
    slapped: Card | None = None  # until it is played
    discard: Discards | None = None  # the one that may be slapped now
    melds: list[Meld] = field(default_factory=list)
    bars: dict[Seat, Lays] = field(default_factory=dict)  # players whose spreads were hit, with the hit
    end: Report | None = None
    held: dict[Seat, Holds] = field(default_factory=dict)
    at_most: dict[Seat, int] = field(default_factory=dict)  # hand sizes when `rest` was entered

    @property
    def size(self) -> int:
        """The number of cards dealt to each player."""
        return int(self.house["hand-size"])

    @property
    def card_by_card(self) -> bool:
        """Whether the hand is entered card by card."""
        return bool(self.upcard or self.begun) and not self.at_most

    @property
    def entered_in_numbers(self) -> bool:
        """Whether only the end is entered, without the plays."""
        return bool(self.at_most) or (isinstance(self.end, (Out, Drops, Holds)) and not self.card_by_card)

    @property
    def counting(self) -> bool:
        """Whether the hand is over and what the players have left decides it."""
        stock_out = isinstance(self.end, Discards) and bool(self.holding(self.end.who))
        return stock_out or isinstance(self.end, (Drops, Holds))

    def to_act(self) -> Seat:
        return self.turn

    def to_drop(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.card_by_card else self.seats

    def to_slap(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if not (self.discard and self.discard.who == seat))

    def to_hold(self) -> tuple[Seat, ...]:
        return self.all_but(self.held) if self.counting else ()

    def barred(self) -> list[Seat]:
        return [seat for seat in self.seats if seat in self.bars]

    def may_part(self, seat: Seat, cards: Cards, more: Card | None = None) -> bool:
        """Whether SEAT may have all these cards. MORE is a card about to be taken."""
        holding = self.holding(seat)
        unnamed = holding.unnamed([card for card in cards if card is not more])
        return unnamed.total() <= holding.blind and all(map(self.left, unnamed))

    def playable(self, seat: Seat, card: Card) -> bool:
        """Whether SEAT can play a card to a spread, as far as is known."""
        playable = itertools.chain(SPREADS, *map(Meld.longer, self.melds))
        return any(card in cards and self.may_part(seat, cards, card) for cards in playable)

    def sizes(self, seat: Seat) -> range:
        """How many cards SEAT may have at the end. If turns weren't entered, a range."""
        size = len(self.holding(seat))
        if self.card_by_card or self.holding(seat).whole:
            return range(size, size + 1)
        drawn = isinstance(self.end, Drops) and self.end.who == seat and not self.enforces(drop_first)
        return range(1, self.at_most.get(seat, self.size) + 1 + drawn)

    def wants(self, holds: Holds) -> Iterator[Want]:
        """The hands that were entered as a count, with HOLDS."""
        for seat, report in {**self.sound(self.held), holds.who: holds}.items():
            known, sizes = frozenset(self.holding(seat).known), self.sizes(seat)
            if not report.cards and sizes[-1] <= FEW:
                yield Want(known, range(sizes.start - len(known), sizes.stop - len(known)), report.left)

    def learn(self, *reports: Report) -> None:
        """Rebuilds what is known of the hands from these reports only."""
        self.seen = {}
        self.deal_out(self.size)
        for meld in self.melds:
            self.tell(meld.report, *meld.cards)
        for report in reports:
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
    """Whether these cards can be added to a spread."""
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
    full = bar(hand_end, "this hand is entered card by card: a player goes out by playing the last card", Out) | bar(
        hand_count, "what is left counts only after a drop, or when the stock is empty", Holds
    )
    told, untold = turns | full, turns | short
    rest = hand.ask(None, Out, Holds, DeclaresTonk, free=True) | hand.ask(hand.to_drop, Drops, free=True)
    rest |= bar(hand_end, TOLD_SO, *PLAY[:-2])
    while not hand.end:
        take(hand, await (rest if hand.at_most else told if hand.card_by_card else untold))

    # Counts
    counts = hand.ask(hand.to_hold, Holds, free=True)
    counts |= bar(hand_end, f"the hand is over ({at(hand.end)})", DeclaresTonk, *PLAY)
    while hand.to_hold():
        count(hand, await counts)
    settle(hand, hand.end)


async def another_tonk(hand: Tonk) -> None:
    """Until the next deal, a second tonk cancels the payments for the first."""
    standing = hand.standing
    late = hand.ask(None, DeclaresTonk, is_tonk, aside=True, of_last=True).maybe()
    while standing.tonks and (tonk := await late):
        first = standing.tonks[0]
        stayed = first.who in hand.seats  # a player who has left pays nothing back
        if stayed and {other.who for other in standing.tonks} == {first.who} != {tonk.who}:
            standing.won[first.who] -= 1
            last, because = hand.number - 1, f"{tonk.who} has a tonk, too"
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
        case _ if not hand.card_by_card:  # cards have changed since the deal
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
            if meld.report.who != act.who and hand.enforces(hit_bar):
                hand.bars[meld.report.who] = act
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
                why = f"the stock is empty, and {lowest[0]} has {left[lowest[0]]} left"
                win(hand, lowest, stock_out, why, hand.held[lowest[0]])
        case Out(tonk=True) | Melds() | Lays():
            win(hand, [end.who], tonked_out, f"{end.who} went out without a discard", end)
        case _:
            win(hand, [end.who], ran_out, f"{end.who} has no cards left", end)


def dropped(hand: Tonk, drop: Drops, left: Mapping[Seat, int]) -> None:
    """Pays the dropper with the least left, or lets a caught dropper pay."""
    mine, others = left[drop.who], {seat: left[seat] for seat in hand.around(drop.who) if seat != drop.who}
    least = min(others.values())
    if mine < least:
        win(hand, [drop.who], drop_won, f"{drop.who} has {mine}, and the next lowest has {least}", drop)
        return
    for seat, points in others.items():
        if points <= mine:
            because = f"{seat} has {points}, and {drop.who} dropped with {mine}"
            pay(hand, drop.who, seat, drop_caught(hand), drop_caught, because, drop, hand.held[seat], line="caught")
    lowest = [seat for seat, points in others.items() if points == least]
    why = f"{' and '.join(lowest)} had the least: {least}"
    win(hand, lowest, drop_caught, why, drop, chips=hand.house["stake"], line="lowest")


def win(
    hand: Tonk, winners: list[Seat], rule: Rule, why: str, *reports: Report, chips: int | None = None, line: str = ""
) -> None:
    """Every other player pays each winner. Without stakes, a hand won scores one."""
    won = hand.standing.won
    chips = rule(hand) if chips is None else chips
    for winner in winners:
        won[winner] = won.get(winner, 0) + 1
        if not hand.house["stake"]:
            hand.book(winner, rule, 1, why, *reports, line=line)
        others = [seat for seat in hand.around(winner) if seat not in winners]
        collect(hand, others, winner, chips, rule, why, *reports, line=line)


# Rules: the deal

STAKE = number(1, "chips in a stake; 0 plays without chips, and a hand won scores 1")

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
one_pack = impossible(
    "The deck has 52 cards, one of each. You can play only cards that are in your hand.", stock.fresh_upcard
)
hand_count = arithmetic(
    "Each player gets {hand_size:word card}. What you enter as the count of a hand must be possible with its number"
    " of cards.",
    hand_size=number(5, "cards dealt to each player", least=3, most=9),
)
judges(hand_count, one_pack)(counted.as_dealt)


# Rules: tonks

tonk_count = illegal(
    "If the cards you are dealt count {high_tonk} or more, or {low_tonk} or less, you may show them and declare a"
    " tonk.",
    place=DeclaresTonk,
    low_tonk=number(11, "highest count of a low tonk", most=50),
    high_tonk=number(50, "lowest count of a high tonk", least=20, most=100),
    asked="when declare tonk, tonk start, what tonk, 50 points, 50 dealt, 11 less, dealt tonk, initial tonk, "
    "tonk count, when tonk",
)


def is_tonk_count(table: Any, points: int) -> bool:
    low, high = table.house["low-tonk"], range(table.house["high-tonk"], counts(table.house["hand-size"]).stop)
    return bool(points <= low or points in high)


def tonks(table: Table | Tonk) -> str:
    """The counts that are a tonk, in words."""
    low, high, possible = table.house["low-tonk"], table.house["high-tonk"], counts(table.house["hand-size"])
    or_more = f"{high}{' or more' * (high < possible[-1])}"
    return or_more if low < possible[0] else f"{or_more}, or {low} or less"


@illegal(asked="declare tonk after draw, tonk late, tonk later")
def tonk_first(hand: Tonk, tonk: DeclaresTonk) -> Reason | None:
    """You can't declare a tonk after the first card is drawn."""
    return Reason(f"the play has begun ({at(hand.begun)})", hand.begun) if hand.begun else None


@judges(tonk_count, hand_count, one_pack)
def is_tonk(hand: Tonk, tonk: DeclaresTonk) -> Answer:
    """Whether the cards as dealt can count that, given all that was shown of the deal."""
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
        broken[hand_count] = f"a tonk is {cards_of(hand.size)}, not {len(tonk.count)}"
    elif points not in possible:
        broken[hand_count] = f"{hand.size} cards count {possible[0]} to {possible[-1]}, not {points}"
    elif before and before.total not in (None, points):
        broken[hand_count] = cannot_happen(f"{tonk.who} declared {before.total} ({at(before)})", before)
    elif not any(broken.values()) and not can_count(Counter(map(value, unseen)), *wants):
        broken[hand_count] = Reason(
            f"{tonk.who} can't have {points}: the cards left can't add up to it", *holding.proof
        )
    if not is_tonk_count(hand, points):
        broken[tonk_count] = f"{points} isn't a tonk: a tonk is {tonks(hand)}"
    return broken


@worth(lines="tonk", asked="tonk pay, win tonk, tonk worth, get tonk, tonk get")
def tonk_win(
    hand: Tonk, *, tonk: int = number(2, "stakes each player pays for a tonk", least=1), stake: int = STAKE
) -> int:
    """A tonk ends the hand. Every other player pays you {tonk:word stake} of {stake:chip}."""
    return tonk * stake


tonk_draw = worth(
    "If more than one player declares a tonk, nobody wins the hand, and nobody pays.",
    lines="tonk",
    asked="two tonk, both tonk, tonk tie, several tonk, two players tonk",
)


# Rules: a turn

turn_order = illegal(
    "The player on the dealer's left goes first, and play is clockwise. On your turn, draw one card. Then lay down"
    " spreads and hit spreads if you like. Then discard one card.",
    turn=(Draws, Takes, Melds, Lays, Discards, Drops),
)
draw_first = illegal(
    "Draw before you play anything: take the top card of the stock or of the discard pile.", place=Discards
)


@judges(turn_order, one_pack)
def begins(hand: Tonk, report: Draws | Takes) -> Answer:
    cards = report.number() if isinstance(report, Draws) else 1
    gone = isinstance(report, Draws) and cards > hand.stock
    return {
        turn_order: turn_begun(hand, report) or (f"{report.who} must draw 1 card, not {cards}" if cards != 1 else None),
        one_pack: f"the stock has only {cards_of(hand.stock)}" if gone else None,
    }


judges(one_pack)(stock.from_stock)
judges(draw_first, of=(Melds, Lays, Discards))(stock.has_drawn)


# Rules: the slap

slap = illegal(
    "{slaps}.",
    slaps={
        "yes": (
            "you may slap a card that another player has just discarded, no matter whose turn is next. Take it and play"
            " it to a spread at once. If several players slap it, the player whose hand is at the bottom gets it."
            " Then finish your"
            " turn as usual. The player on your left is next"
        ),
        "no": "you can't slap a discard",
    },
    asked="slap, grab discard, two slap",
)


@judges(slap)
def can_slap(hand: Tonk, slaps: Slaps) -> str | None:
    if hand.house["slaps"] == "no":
        return "discards aren't slapped at this table"
    if not hand.discard:
        return "there is no new discard to slap"
    if slaps.who == hand.discard.who:
        discarded = f"{slaps.who} discarded that card ({at(hand.discard)})"
        return Reason(f"{discarded}, so {slaps.who} can't slap it", hand.discard)
    if hand.playable(slaps.who, card := hand.discard.card):
        return None
    return Reason(f"{slaps.who} can't play {card.pretty} to a spread", *hand.holding(slaps.who).proof)


@judges(draw_first, slap, one_pack)
def is_top(hand: Tonk, report: Takes | Slaps) -> Answer:
    if not hand.pile:
        return {one_pack: "the discard pile is empty"}
    card, top = report.card, hand.pile[-1]
    if card in (None, top):
        return None
    deeper = (
        None if top is UNKNOWN else Reason(f"the top card of the discard pile is {top.pretty}", *hand.seen.get(top, ()))
    )
    return {slap if isinstance(report, Slaps) else draw_first: deeper, one_pack: in_pile(hand, card)}


@judges(slap)
def slapped_first(hand: Tonk, report: Melds | Lays | Discards) -> Reason | None:
    card, drew = hand.slapped, hand.drew
    if not card or not drew or (card in report.cards and not isinstance(report, Discards)):
        return None
    if report.who in hand.bars or not hand.playable(report.who, card):
        return None  # the table kept that slap as played
    return Reason(f"{report.who} slapped {card.pretty} ({at(drew)}) and must play it to a spread first", drew)


# Rules: spreads and hits


BARRED = {"spreads": "lay down or hit spreads", "drops": "drop", "both": "lay down or hit spreads, or drop"}


@illegal(hit_bars=BARRED, asked="after hit, hit me, someone hit mine, hit my spread, hit stop, hit can not")
def hit_bar(hand: Tonk, report: Melds | Lays | Slaps | Drops) -> Reason | None:
    """If another player hits one of your spreads, you can't {hit_bars} on your next turn."""
    hit = hand.bars.get(report.who)
    if hand.house["hit-bars"] == ("spreads" if isinstance(report, Drops) else "drops"):
        return None
    return (
        Reason(
            (
                f"{hit.who} hit a spread of {report.who}'s ({at(hit)}), so {report.who} can't"
                f" {BARRED[hand.house['hit-bars']]} this turn"
            ),
            hit,
        )
        if hit
        else None
    )


@illegal(
    place=Melds,
    asked="queen king run, what spread, ace high/low, queen king ace, king ace two, spread run, ace run, "
    "round corner, many cards spread",
)
def spread_shape(hand: Tonk, melds: Melds) -> str | None:
    """A spread is three or four cards of a rank, or a run: at least three cards of one suit in a row. An ace may be low
    or high, but king, ace, two is not a run.
    """
    cards = melds.cards
    if (one_rank(cards) and len(cards) in (3, 4)) or (run_of(cards) and len(cards) >= 3):
        return None
    return f"{listed(cards)} aren't a spread: you need three or four of a rank, or three or more of a suit in a row"


@illegal(
    place=Lays, asked="hit, lay off, add other spread, hit other, hit someone else, put other spread, lay off others"
)
def hit(hand: Tonk, lays: Lays) -> Reason | None:
    """To hit a spread, add cards that fit it. You may hit any player's spread. Cards can't be moved from one
    spread to another.
    """
    if not (meld := numbered(hand.melds, lays.on)):
        return no_meld(hand.melds, lays.on, "spread")
    if fits(meld, lays.cards):
        return None
    return Reason(f"{listed(lays.cards)} can't be added to {listed(meld.cards)} ({at(meld.report)})", meld.report)


def from_hand(hand: Tonk, report: Melds | Lays | Discards | DeclaresTonk | Holds) -> dict[Rule, str | None]:
    wrong, _ = stock.in_hand(hand, report)
    shown = isinstance(report, DeclaresTonk | Holds)
    elsewhere = can_part(hand, report.who, report.cards, sized=False)
    return {hand_count: None if shown and not elsewhere else wrong, one_pack: elsewhere}


judges(one_pack, hand_count, of=(Melds, Lays, Discards))(from_hand)


# Rules: the end


@illegal(asked="drop, knock, when drop, drop after draw, what drop, what points drop, many points drop")
def drop_first(hand: Tonk, drops: Drops) -> Reason | None:
    """Before you draw, you may drop instead of taking your turn. All players then show their hands, and count the cards
    that aren't in a spread."""
    return turn_begun(hand, drops)


def turn_begun(hand: Tonk, report: Report) -> Reason | None:
    """Why a player can't draw, or drop, now."""
    if not hand.drew:
        return None
    how = "slapped" if isinstance(hand.drew, Slaps) else "drawn"
    return Reason(f"{report.who} has already {how} ({at(hand.drew)}), and must play on and discard", hand.drew)


@worth(lines="drop", asked="drop win, drop least, drop pay")
def drop_won(
    hand: Tonk, *, drop: int = number(1, "stakes each player pays for a drop that wins", least=1), stake: int = STAKE
) -> int:
    """If you drop and nobody else has as little left, every other player pays you {drop:word stake} of {stake:chip}."""
    return drop * stake


@worth(
    lines=("caught", "lowest"),
    asked="drop beaten, caught, someone less, less dropper, drop not lowest, drop lose, "
    " drop tie, drop wrong, drop someone lower",
)
def drop_caught(
    hand: Tonk,
    *,
    caught: int = number(1, "stakes a caught dropper pays each player who has as little left"),
    stake: int = STAKE,
) -> int:
    """If you drop and another player has as little left or less, you are caught. You pay {caught:word stake} of
    {stake:chip} to each such player. The player with the least left also gets one stake from everybody else, including
    you."""
    return caught * stake


@worth(lines="lowest")
def stock_out(
    hand: Tonk, *, empty: int = number(1, "stakes each player pays if the stock runs out"), stake: int = STAKE
) -> int:
    """If the stock runs out, all players count what is left. The lowest gets {empty:word stake} of {stake:chip} from
    each other player. If players tie for the lowest, nobody pays.
    """
    return empty * stake


@worth(lines="ran-out", asked="go out, run out, go out discard, discard last card")
def ran_out(
    hand: Tonk,
    *,
    ran_out: int = number(1, "stakes each player pays if you go out by discarding", least=1),
    stake: int = STAKE,
) -> int:
    """If you discard your last card, you run out. Every other player pays you {ran_out:word stake} of {stake:chip}."""
    return ran_out * stake


@worth(
    lines="tonked-out",
    asked="go out, tonk out, go out without discard, go out spread, pay double out, go out lay down",
)
def tonked_out(
    hand: Tonk, *, tonked_out: int = number(2, "stakes each player pays if you tonk out", least=1), stake: int = STAKE
) -> int:
    """If you lay down or hit spreads with your last card, you tonk out. Every other player pays you
    {tonked_out:word stake} of {stake:chip}.
    """
    return tonked_out * stake


hand_end = illegal(
    "The hand is over when a player runs out, tonks out, drops or declares a tonk, or when the stock runs out.",
    place=Out,
)


@judges(hand_count, one_pack, hand_end, when="always")
def can_hold(hand: Tonk, holds: Holds) -> Answer:
    """Whether the cards can be in the hand. For a count: whether some hand can leave it, given all that is known."""
    if hand.end and not hand.counting:
        return {hand_end: Reason(f"the hand ended without a count ({at(hand.end)})", hand.end)}
    if not (hand.card_by_card or hand.end):
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
        broken[hand_count] = f"{size} cards leave at most {most}, not {holds.left}"
    elif not any(broken.values()) and not can_lie(hand.wants(holds), set(hand.unseen()).difference(cards)):
        broken[hand_count] = Reason(
            f"{seat} can't have {holds.left} left: too many of those cards are known to be elsewhere",
            *hand.holding(seat).proof,
        )
    return broken


@judges(hand_end, when="again")
def ended_so(hand: Tonk, out: Out) -> Reason | None:
    """Whether it was this player who ran out, and in that way."""
    ways = {ran_out.name: "ran out by discarding", tonked_out.name: "tonked out"}
    for line in hand.lines:
        if line.rule in ways and line.points > 0:
            if line.who == out.who and (line.rule == tonked_out.name) == out.tonk:
                return None
            reports = [hand.end] if hand.end else []
            return cannot_happen(f"{line.who} {ways[line.rule]}{lines(reports)}", *reports)
    return cannot_happen("nobody ran out of cards in that hand")


def where(hand: Tonk) -> Iterator[str]:
    if hand.at_most:
        return
    yield from stock_and_top(hand)
    if barred := hand.barred():
        yield f"{together(barred)} can't {BARRED[hand.house['hit-bars']]}"


GAME = Game(
    slug="tonk",
    name="Tonk",
    summary=(
        "Lay down spreads, hit the spreads on the table, and be first to go out, or drop with the least left. The"
        " others pay you."
    ),
    family="rummy",
    options=(
        Option("slaps", "yes", "whether a discard may be slapped", (slap,), choices=("yes", "no")),
        Option(
            "hit-bars",
            "spreads",
            "what you can't do on your next turn if your spread was hit: lay down and hit spreads, drop, or both",
            (hit_bar,),
            choices=("spreads", "drops", "both"),
        ),
    ),
    clashes=(in_order(("low-tonk", "high-tonk")),),
    variants=(
        Variant("forty-nine", "Only 49 and 50 are a tonk.", "high-tonk=49, low-tonk=0"),
        Variant("low-tonk-fifteen", "A count of 15 or less is a tonk, too.", "low-tonk=15"),
        Variant("no-slaps", "You can't slap discards.", "slaps=no"),
        Variant(
            "hit-stops-drop",
            "If your spread was hit, you can't drop on your next turn, but you may lay down and hit spreads.",
            "hit-bars=drops",
        ),
        Variant("no-hit-bar", "A hit doesn't limit what you may do.", "without=hit-bar"),
        Variant("caught-pays-double", "A caught dropper pays two stakes.", "caught=2"),
        Variant(
            "seven-cards", "Each player gets seven cards. A tonk is 70, or 11 or less.", "hand-size=7, high-tonk=70"
        ),
    ),
    players=range(2, 5),
    pack=Pack(),
    hand=Tonk,
    play=play_hand,
    open_table=True,
    over=no_end,
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal",
        DeclaresTonk: "before the first draw; if another player has a tonk too, before the next deal",
        Draws: "to start a turn, from the stock",
        Takes: "to start a turn, from the discard pile",
        Melds: "after the draw",
        Lays: "after the draw",
        Discards: "to end a turn",
        Slaps: "after another player's discard, before the next draw",
        Drops: "on your turn before the draw, or at any time if turns aren't entered",
        Holds: "after a drop, when the stock is empty, or instead of the plays",
        Out: "if you don't enter the plays, or stop entering them",
        Rest: IN_NUMBERS,
    },
    pack_rule=one_pack,
    facts={
        "stake": lambda hand: hand.house["stake"],
        "stock": Fact(lambda hand: None if hand.entered_in_numbers else hand.stock, "cards in the stock"),
        "top": Fact(
            lambda hand: None if hand.entered_in_numbers else top_card(hand), "the top card of the discard pile"
        ),
        "cards": Fact(lambda hand: None if hand.entered_in_numbers else hand_sizes(hand), "cards in each hand"),
        "barred": Fact(lambda hand: None if hand.entered_in_numbers else hand.barred(), "who can't drop now"),
        "won": Fact(
            lambda hand: {seat: hand.standing.won.get(seat, 0) for seat in hand.seats}, "hands each player has won"
        ),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    standing=Tally,
    chips=lambda house: house["stake"] > 0,
    deal_out=take_up,
    now=where,
    ends=(hand_end,),
    at_a_glance=(
        Glance("cards dealt to each player", lambda table: table.house["hand-size"], hand_count),
        card_values(value, hand_count),
        Glance("tonk", tonks, tonk_count),
        ace_in_runs(run_of, spread_shape),
        Glance("stake", lambda table: table.house["stake"], tonk_win),
    ),
    short_form=(
        "Type `deal`, then how the hand ended: `Ben out`, `Ben out tonk` (with no card left to discard) or `Ben"
        " declares tonk`; or `Ben drops`, and what everybody `holds`. If the stock ran out, type only what everybody"
        " `holds`. If you stop entering plays in the"
        " middle of a hand, type `rest` before the totals."
    ),
    phrases={
        "catch WHO": "? Type what each player holds, for example `Ann holds 12`. Referee then knows who was caught.",
        "knock with N": "drops",
        "N left": "holds N",
        "have N left": "holds N",
        "be left with N": "holds N",
        "be caught with N": "holds N",
        "knock": "drops",
        "have N": "holds N",
        "tonk": "declares tonk | out tonk",
        "tonk out": "out tonk",
        "go out": "out",
        "win with tonk": "out tonk | declares tonk",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben drops", "Ann holds 12; Ben holds 6; Cat holds 20"),
        "Ann -1, Ben 2, Cat -1",
    ),
    rulings=(
        "You may lay down and hit as many spreads as you can in one turn.",
        "Hitting your own spread doesn't limit you. If another player hits it, only your next turn is limited, even"
        " if that turn starts with a slap. If you miss a turn because of a slap, the turn after that is limited.",
        "You may also use a slapped card for a new spread. After a slap, you can't drop in the same turn.",
        "A caught dropper is paid nothing. Players who tie for the least don't pay each other.",
        "After the last card of the stock is drawn, that turn's discard ends the hand. Nobody can slap it.",
        "A tonk is paid at once. If a second tonk is entered before the next deal, that payment is canceled. Spreads"
        " in your hand don't lower"
        " the count of a tonk.",
        "You tonk out even if you don't call it.",
        "When you stop, the player with the most chips wins; without stakes, the player who won the most hands."
        " Players who tie share the win.",
    ),
    edition=2,
)
