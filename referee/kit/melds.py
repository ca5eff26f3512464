"""Melds: sets and runs, what cards count, and hands of cards that exist several times."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.cards import SUITS, UNKNOWN, Card, Cards, Rank
from referee.core import Answer, Dealt, Hand, Report, Seat, Why, at

# Shapes


def one_rank(cards: Iterable[Card]) -> Rank | None:
    """The rank that all these cards share; None where there are two ranks, or no card."""
    ranks = {card.rank for card in cards}
    return ranks.pop() if len(ranks) == 1 else None


def gaps(cards: Iterable[Card], ladder: Sequence[Rank]) -> int | None:
    """How many ranks these cards lack to be a run, which is how many wild cards would fill it.

    ``ladder`` has the ranks in their order.  None where the cards are no run at all: of two suits, with a rank
    twice, or with one that isn't on the ladder.
    """
    some = list(cards)
    if len({card.suit for card in some}) != 1 or any(card.rank not in ladder for card in some):
        return None
    places = {ladder.index(card.rank) for card in some}
    return max(places) - min(places) + 1 - len(some) if len(places) == len(some) else None


# What could be melded


def alike(some: Sequence[Card], wild: Sequence[Cards], sizes: range) -> Iterator[Cards]:
    """Cards of one rank with wild ones, in all ``sizes``: so many of the first, and every choice of wild cards."""
    for plain, more in itertools.product(range(len(some) + 1), wild):
        if plain + len(more) in sizes:
            yield (*some[:plain], *more)


def runs(may: Mapping[Card, int], ladder: Sequence[Rank], sizes: range) -> Iterator[Cards]:
    """Every run of cards that a player may hold."""
    for size, first, suit in itertools.product(sizes, range(len(ladder)), SUITS):
        run = tuple(Card(rank, suit) for rank in ladder[first : first + size])
        if len(run) == size and all(may.get(card) for card in run):
            yield run


def longer(run: Iterable[Card], may: Mapping[Card, int], ladder: Sequence[Rank], room: int) -> Iterator[Cards]:
    """Every choice of cards a player may hold that makes a run longer, below and above, by ``room`` at most."""
    some = [card for card in run if card.rank in ladder]
    low = min((ladder.index(card.rank) for card in some), default=0)
    high = max((ladder.index(card.rank) for card in some), default=0)
    for down, up in itertools.product(range(low + 1), range(len(ladder) - high)):
        cards = tuple(Card(rank, some[0].suit) for rank in (*ladder[low - down : low], *ladder[high + 1 :][:up]))
        if 0 < len(cards) <= room and all(may.get(card) for card in cards):
            yield cards


# Counts


def can_count(pool: Mapping[int, int], *hands: tuple[int, int]) -> bool:
    """Whether hands of so many cards each can count so many points each.

    All of them come from one ``pool``, which has how many cards there are of each value.
    """
    values = sorted(pool, reverse=True)
    spent = {(0,) * len(values)}
    for size, points in hands:
        ways = list(_ways(pool, values, size, points))
        spent = {tuple(a + b for a, b in zip(one, way, strict=True)) for one in spent for way in ways}
        spent = {one for one in spent if all(n <= pool[value] for n, value in zip(one, values, strict=True))}
    return bool(spent)


def _ways(pool: Mapping[int, int], values: Sequence[int], size: int, points: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many cards for so many points: how many of each value, highest first."""
    if not values:
        if size == 0 and points == 0:
            yield ()
        return
    if not values[-1] * size <= points <= values[0] * size:
        return
    for count in range(min(pool[values[0]], size) + 1):
        for rest in _ways(pool, values[1:], size - count, points - count * values[0]):
            yield (count, *rest)


def span(pool: Mapping[int, int], size: int, *hands: tuple[int, int]) -> tuple[int, int] | None:
    """The least and the most that so many cards can count beside hands that were told; None where they can't."""
    rising = [value for value in sorted(pool) for _ in range(pool[value])]
    if not 0 <= size <= len(rising):
        return None
    low, high, step = sum(rising[:size]), sum(rising[len(rising) - size :]), math.gcd(*pool) or 1
    least = next((n for n in range(low, high + 1, step) if can_count(pool, *hands, (size, n))), None)
    most = next((n for n in range(high, low - 1, -step) if can_count(pool, *hands, (size, n))), None)
    return None if least is None or most is None else (least, most)


# Hands


@dataclass
class Fan:
    """A hand of cards of which there are several alike: those that are known, and how many nobody named.

    ``told`` has the report that told each known card last.
    """

    known: Counter[Card] = field(default_factory=Counter)
    blind: int = 0
    told: dict[Card, Report] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.known.total() + self.blind

    @property
    def whole(self) -> bool:
        """Every card of the hand is known."""
        return self.blind == 0

    def gain(self, report: Report, *cards: Card) -> None:
        """Takes up cards, also such as nobody named."""
        for card in cards:
            if card is UNKNOWN:
                self.blind += 1
            else:
                self.known[card] += 1
                self.told[card] = report

    def lose(self, *cards: Card) -> list[Card]:
        """Cards leave the hand; those among them that nobody had named."""
        fresh = list(self.unnamed(cards).elements())
        self.known -= Counter(cards)
        self.blind -= len(fresh)
        return fresh

    def unnamed(self, cards: Iterable[Card]) -> Counter[Card]:
        """Those of these cards that must be among the blind ones."""
        return Counter(cards) - self.known

    @property
    def proof(self) -> list[Report]:
        """The reports that told this hand, the first of them."""
        return list(dict.fromkeys(self.told.values()))[:3]


@dataclass
class FanHand(Hand):
    """A hand of a game in which every card exists several times, and what players hold is known in part."""

    each: int = 0  # cards dealt to each
    fans: dict[Seat, Fan] = field(default_factory=dict)

    def deal_cards(self, each: int) -> None:
        """Everybody gets so many cards, unseen."""
        self.each = each
        self.fans = {seat: Fan(blind=each) for seat in self.seats}

    def fan(self, seat: Seat) -> Fan:
        return self.fans.get(seat) or Fan()

    def known(self, seat: Seat) -> Iterable[Card]:
        return list(self.fan(seat).known)

    def left(self, card: Card) -> int:
        """How many cards like this one nobody has named."""
        return self.pack.copies[card] - len(self.seen.get(card, ()))

    def may_hold(self, seat: Seat) -> Counter[Card]:
        """Every card that SEAT may hold, as often as it may."""
        fan = self.fan(seat)
        return fan.known + Counter({card: min(self.left(card), fan.blind) for card in self.pack})

    def may_hold_of(self, seat: Seat, rank: Rank) -> int:
        """How many cards of a rank SEAT may hold at most."""
        fan = self.fan(seat)
        unseen = sum(self.left(card) for card in self.pack if card.rank == rank)
        return sum(n for card, n in fan.known.items() if card.rank == rank) + min(fan.blind, unseen)

    def part_with(self, act: Report, *cards: Card) -> None:
        """Cards leave a hand before everybody's eyes."""
        self.tell(act, *self.fans[act.who].lose(*(card.face for card in cards)))

    def show(self, seat: Seat, report: Report, cards: Iterable[Card]) -> None:
        """Every card of a hand becomes known."""
        fan = self.fans[seat]
        fresh = list(fan.unnamed(cards).elements())
        fan.blind = 0
        fan.gain(report, *fresh)
        self.tell(report, *fresh)


def too_many(hand: FanHand, named: Counter[Card]) -> Why | None:
    """Why cards can't be told besides those that were: there aren't so many of them."""
    for card, number in named.items():
        if number > hand.left(card):
            told = hand.seen.get(card, [])
            lines = ", ".join(dict.fromkeys(at(report) for report in told))
            before = f", and {len(told)} {'was' if len(told) == 1 else 'were'} told before ({lines})" if told else ""
            return Why(f"there are {hand.pack.copies[card]} {card.pretty} in all{before}", *told)
    return None


def can_have(hand: FanHand, seat: Seat, cards: Sequence[Card]) -> Why | None:
    """Why these cards can't all be in a hand: it is smaller, or known without them, or they lie elsewhere."""
    fan = hand.fan(seat)
    if len(cards) > len(fan):
        return Why(f"{seat} has {cards_of(len(fan))}, not {len(cards)}")
    blind = fan.unnamed(card.face for card in cards)
    if blind.total() <= fan.blind:
        return too_many(hand, blind)
    card = next(iter(blind))
    return Why(f"{seat} holds no {'further ' * bool(fan.known[card])}{card.pretty}{lines(fan.proof)}", *fan.proof)


def as_dealt(hand: FanHand, dealt: Dealt) -> Answer:
    """Cards told as dealt: as many as everybody gets, and no more of a kind than there are."""
    rule = hand.game.pack_rule
    if earlier := hand.dealt.get(dealt.who):
        return {rule: Why(f"{dealt.who}'s cards were told before ({at(earlier)})", earlier)}
    if len(dealt.cards) != hand.each:
        return {rule: f"{cards_of(hand.each)} each are dealt, not {len(dealt.cards)}"}
    return {rule: too_many(hand, Counter(card for card in dealt.cards if card is not UNKNOWN))}


def take_up(hand: FanHand, dealt: Dealt) -> None:
    """Cards told as dealt become known cards of the hand."""
    hand.fans[dealt.who] = Fan()
    hand.fans[dealt.who].gain(dealt, *dealt.cards)
    hand.tell(dealt, *(card for card in dealt.cards if card is not UNKNOWN))


def cards_of(number: int) -> str:
    """A number of cards, for a message."""
    return f"{number or 'no'} card{'s' * (number != 1)}"


def lines(told: Iterable[Report]) -> str:
    """Where reports stand, for a message: `` (line 4, line 7)``."""
    return f" ({', '.join(dict.fromkeys(at(report) for report in told))})" if told else ""
