"""Melds: sets and runs, what cards count, and the best arrangement of a hand."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar

from referee.cards import RANKS, SUITS, UPWARD, Card, Cards, Rank, Suit, read_cards
from referee.language.reports import Groups, Report
from referee.rules.rule import Reason, cannot_happen

# Shapes


def one_rank(cards: Iterable[Card]) -> Rank | None:
    """The rank that all these cards share. None if they have two, or if there are no cards."""
    ranks = {card.rank for card in cards}
    return ranks.pop() if len(ranks) == 1 else None


def gaps(cards: Iterable[Card], ladder: Sequence[Rank]) -> int | None:
    """The number of ranks missing to make these cards a run, which is how many wild cards would fill it.

    ``ladder`` has the ranks in order. None if the cards can't be part of a run: two suits, a rank twice, or a rank that
    isn't on the ladder.
    """
    held = list(cards)
    if len({card.suit for card in held}) != 1 or any(card.rank not in ladder for card in held):
        return None
    places = {ladder.index(card.rank) for card in held}
    return max(places) - min(places) + 1 - len(held) if len(places) == len(held) else None


# Runs from the low ace to the high one

LADDER = (*UPWARD, UPWARD[0])  # ace, deuce … king, ace
FOURTEEN, THIRTEEN = len(LADDER), len(UPWARD)


def stands_for(card: Card) -> Card:
    """The card that a wild one stands for, as in ``JK=5H``. Any other card stands for itself."""
    said = read_cards(card.says) if card.says else None
    return said[0] if said else card


class Run(NamedTuple):
    """Cards of one suit in sequence, from one index on the ladder to another. The ace is at both ends of the ladder."""

    suit: Suit
    low: int
    high: int

    @property
    def cards(self) -> Cards:
        return tuple([Card(rank, self.suit) for rank in LADDER[self.low : self.high + 1]])

    @property
    def below(self) -> Card | None:
        """The card that extends it at the low end, None if there is none."""
        return Card(LADDER[self.low - 1], self.suit) if self.low else None

    @property
    def above(self) -> Card | None:
        """The card that extends it at the high end, None if there is none."""
        return Card(LADDER[self.high + 1], self.suit) if self.high + 1 < FOURTEEN else None

    def grown(self, cards: Iterable[Card]) -> Run | None:
        """The run with more cards at its ends, in any order. None if they don't fit."""
        run, left = self, list(cards)
        while left:
            end = next((card for card in left if card in (run.above, run.below)), None)
            if end is None:
                return None
            left.remove(end)
            run = run._replace(high=run.high + 1) if end == run.above else run._replace(low=run.low - 1)
        return run

    def longer(self) -> Iterator[Cards]:
        """Yields every choice of cards that extends it."""
        ladder = [Card(rank, self.suit) for rank in LADDER]
        below, above = ladder[: self.low], ladder[self.high + 1 :]
        for down, up in itertools.product(range(len(below) + 1), range(len(above) + 1)):
            if down or up:
                yield (*below[len(below) - down :], *above[:up])


class Ring(Run):
    """Cards of one suit in a sequence that continues through the ace: indices go on from king to deuce."""

    __slots__ = ()

    @property
    def cards(self) -> Cards:
        return self.between(self.low, self.high + 1)

    @property
    def missing(self) -> int:
        return THIRTEEN - (self.high + 1 - self.low)

    @property
    def below(self) -> Card | None:
        return self.between(self.low - 1, self.low)[0] if self.missing else None

    @property
    def above(self) -> Card | None:
        return self.between(self.high + 1, self.high + 2)[0] if self.missing else None

    def between(self, low: int, end: int) -> Cards:
        return tuple(Card(UPWARD[place % THIRTEEN], self.suit) for place in range(low, end))

    def longer(self) -> Iterator[Cards]:
        for down, up in itertools.product(range(self.missing + 1), repeat=2):
            if 0 < down + up <= self.missing:
                yield self.between(self.low - down, self.low) + self.between(self.high + 1, self.high + 1 + up)


def run_of(cards: Sequence[Card], corner: bool = False) -> Run | None:
    """The run that cards form in any order, with the ace low or high, or anywhere if ``corner``.

    None if they form none.
    """
    if not cards or len({card.suit for card in cards}) != 1 or any(card.rank not in LADDER for card in cards):
        return None
    for first in range(THIRTEEN) if corner else ():
        places = sorted((LADDER.index(card.rank) - first) % THIRTEEN for card in cards)
        if places == list(range(len(places))):
            return Ring(cards[0].suit, first, first + len(places) - 1)
    for ace in (0, FOURTEEN - 1):
        places = sorted(ace if card.rank == "A" else LADDER.index(card.rank) for card in cards)
        if places == list(range(places[0], places[-1] + 1)):
            return Run(cards[0].suit, places[0], places[-1])
    return None


def run_in_order(cards: Sequence[Card], corner: bool = False) -> Run | None:
    """The run that cards form in this order, from low to high. Jokers stand for whatever belongs in their place.

    With ``corner`` it may go through the ace.
    """
    suits = {card.suit for card in cards if not card.is_joker}
    if len(suits) != 1:
        return None
    kind, ladder = (Ring, UPWARD * 2) if corner else (Run, LADDER)
    for low in range(THIRTEEN if corner and len(cards) <= THIRTEEN else FOURTEEN - len(cards) + 1):
        ranks = ladder[low : low + len(cards)]
        if all(card.is_joker or card.rank == rank for card, rank in zip(cards, ranks, strict=True)):
            return kind(suits.pop(), low, low + len(cards) - 1)
    return None


@dataclass
class Meld:
    """A meld on the table: a set of one rank or a run, with its cards in order and the report that made it."""

    report: Report
    cards: list[Card]
    rank: Rank | None = None
    run: Run | None = None
    later: list[Report] = field(default_factory=list)  # reports that added to it

    def longer(self) -> Iterator[Cards]:
        """Yields every choice of natural cards that extends it. A set never gets a suit twice."""
        if self.run:
            yield from self.run.longer()
        elif self.rank:
            left = [card for suit in SUITS if (card := Card(self.rank, suit)) not in self.cards]
            for size in range(1, 5 - len(self.cards)):
                yield from itertools.combinations(left, size)


M = TypeVar("M")


def numbered(melds: Sequence[M], number: int) -> M | None:
    """The meld with that number. Melds are numbered in the order they are made."""
    return melds[number - 1] if 0 < number <= len(melds) else None


def no_meld(melds: Sequence[Any], number: int, what: str = "meld") -> Reason:
    return cannot_happen(f"there is no {what} {number}: there {'is' if len(melds) == 1 else 'are'} only {len(melds)}")


@cache
def every_meld(corner: bool = False) -> tuple[Cards, ...]:
    """Every set of three or four of different suits, and every run of three or more, through the ace if ``corner``.

    A run of all thirteen through the ace is listed only once.
    """
    fours = [[Card(rank, suit) for suit in SUITS] for rank in RANKS]
    sets = (cards for four in fours for size in (3, 4) for cards in itertools.combinations(four, size))
    every = (
        Run(suit, low, low + size - 1).cards
        for size, suit in itertools.product(range(3, FOURTEEN), SUITS)
        for low in range(FOURTEEN - size + 1)
    )
    through = (
        Ring(suit, low, low + size - 1).cards
        for size, suit in itertools.product(range(3, THIRTEEN), SUITS)
        for low in range(FOURTEEN - size + 1, THIRTEEN)
    )
    return (*sets, *every, *(through if corner else ()))


class InGroups(Report, labels={"groups": "melds"}):
    """cards in groups, a comma between them"""

    groups: Groups

    @cached_property
    def cards(self) -> Cards:
        """The cards of all groups."""
        return tuple(itertools.chain.from_iterable(self.groups))


# The best arrangement


class Least(NamedTuple):
    """The points left in a hand after taking out its melds, and the melds."""

    points: int
    melds: tuple[Cards, ...]


_NO_MELDS: tuple[Cards, ...] = ()


def least_left(hand: Sequence[Card], value: Callable[[Card], int], *, suits_differ: bool = True) -> Least:
    """The arrangement of a hand in runs and sets that leaves the fewest points.

    A set has three or four cards. Jokers are wild, and every meld needs a natural card. An ace is low or high in a run.
    No card counts less than zero.
    """
    sheaf = sum(map(_BITS.__getitem__, hand))
    if sheaf.bit_count() < len(hand) or len(hand) > _LARGE:
        return _least_by_trying(hand, value, suits_differ)
    most, best = 0, _NO_MELDS
    for melds in _arrangements(sheaf):
        if (saved := sum([value(card) for meld in melds for card in meld])) > most:
            most, best = saved, melds
    return Least(sum(map(value, hand)) - most, best)


# A hand without jokers or duplicates is a sheaf: a bit for every card, and three spare bits after the king of each
# suit. In a large hand too many sets compete with runs for cards to try them all.

_LARGE = 16
_SHIFTS = (0, 16, 32, 48)
_BITS = Counter(
    {
        Card(rank, suit): 1 << shift + place
        for shift, suit in zip(_SHIFTS, SUITS, strict=True)
        for place, rank in enumerate(LADDER[:-1])
    }
)
_ACES = sum(1 << shift for shift in _SHIFTS)
_SUITS = tuple((1 << 13) - 1 << shift for shift in _SHIFTS)


def _arrangements(sheaf: int) -> Iterable[tuple[Cards, ...]]:
    """The melds of every arrangement of a sheaf, without those that leave out a card which would fit in."""
    ladder = sheaf | (sheaf & _ACES) << 13  # the ace is high, too
    lowest = ladder & ladder >> 1 & ladder >> 2  # the lowest of three in sequence
    suit = _SUITS[0]
    spades, hearts, diamonds, clubs = sheaf & suit, sheaf >> 16 & suit, sheaf >> 32 & suit, sheaf >> 48
    threes = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    if not lowest and not threes:
        return ()
    in_runs = lowest | lowest << 1 | lowest << 2
    in_runs |= in_runs >> 13 & _ACES
    sets = []
    while threes:
        rank = threes & -threes
        alike_ = sheaf & rank * _ACES
        sets.append(_sets(alike_, bool(alike_ & in_runs)))
        threes ^= rank
    suits = [suit for suit in _SUITS if in_runs & suit]
    return [
        tuple(itertools.chain(*chosen, *runs))
        for chosen in itertools.product(*sets)
        for left in [sheaf - sum([_BITS[card] for melds in chosen for cards in melds for card in cards])]
        for runs in itertools.product(*[_runs(left & suit) for suit in suits])
    ]


def _in(sheaf: int) -> Cards:
    return tuple(card for card, bit in _BITS.items() if sheaf & bit)


@cache
def _sets(sheaf: int, in_runs: bool) -> tuple[tuple[Cards, ...], ...]:
    """The choices of sets for one rank. If its cards may be in runs, smaller sets and no set are choices too."""
    every = _in(sheaf)
    smaller = itertools.chain(*(itertools.combinations(every, size) for size in range(3, len(every))))
    return ((every,), *((cards,) for cards in smaller), ()) if in_runs else ((every,),)


@cache
def _runs(sheaf: int) -> tuple[tuple[Cards, ...], ...]:
    """The longest runs that cards of one suit make. There are two choices if the ace can be low or high."""
    held = _in(sheaf)
    if not held:
        return ((),)
    choices = []
    for ranks in (LADDER[:-1], LADDER[1:]):
        row = [Card(rank, held[0].suit) for rank in ranks]
        pieces = (tuple(run) for here, run in itertools.groupby(row, held.__contains__) if here)
        choices.append(tuple(piece for piece in pieces if len(piece) >= 3))
    with_ace = [runs for runs in choices if any(card.rank == "A" for run in runs for card in run)]
    return tuple(with_ace or choices[:1])


# Any other hand


def _least_by_trying(hand: Sequence[Card], value: Callable[[Card], int], suits_differ: bool) -> Least:
    """Places the most expensive card first: alone, or in each meld in which no card is more expensive."""
    natural = sorted((card for card in hand if not card.is_joker), key=value, reverse=True)
    jokers = [card for card in hand if card.is_joker]
    worth = [value(card) for card in natural]
    joker = value(jokers[0]) if jokers else 0
    first: list[list[tuple[int, int]]] = [[] for _ in natural]  # by the most expensive card: the meld, and jokers used
    for mask, wild in _melds(natural, len(jokers), suits_differ):
        first[(mask & -mask).bit_length() - 1].append((mask, wild))
    known: dict[tuple[int, int], tuple[int, tuple[tuple[int, int], ...]]] = {}

    def best(left: int, wild: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        if not left:
            return joker * wild, ()
        if least := known.get((left, wild)):
            return least
        dearest = (left & -left).bit_length() - 1
        points, melds = best(left & (left - 1), wild)
        points += worth[dearest]
        for mask, used in first[dearest]:
            if mask & left == mask and used <= wild:
                rest, others = best(left ^ mask, wild - used)
                if rest < points:
                    points, melds = rest, ((mask, used), *others)
        known[left, wild] = points, melds
        return points, melds

    points, chosen = best((1 << len(natural)) - 1, len(jokers))
    melds = tuple(
        tuple(card for i, card in enumerate(natural) if mask >> i & 1) + (jokers[0],) * used if used else
        tuple(card for i, card in enumerate(natural) if mask >> i & 1)
        for mask, used in chosen
    )  # fmt: skip
    return Least(points, melds)


def _melds(natural: Sequence[Card], jokers: int, suits_differ: bool) -> set[tuple[int, int]]:
    """Every meld in a hand: its natural cards as a bit mask, and how many jokers it needs."""
    melds: set[tuple[int, int]] = set()
    by_rank: dict[Rank, list[int]] = {}
    at: dict[Card, list[int]] = {}
    for i, card in enumerate(natural):
        by_rank.setdefault(card.rank, []).append(i)
        at.setdefault(card, []).append(i)
    for alike_ in by_rank.values():
        for size in range(1, min(len(alike_), 4) + 1):
            for chosen in itertools.combinations(alike_, size):
                if suits_differ and len({natural[i].suit for i in chosen}) < size:
                    continue
                mask = sum(1 << i for i in chosen)
                melds.update((mask, wild) for wild in range(jokers + 1) if size + wild in (3, 4))
    for suit in {card.suit for card in natural}:
        row = [at.get(Card(rank, suit), []) for rank in LADDER]
        for low in range(FOURTEEN):
            masks, missing = [0], 0
            for high in range(low, min(low + FOURTEEN - 1, FOURTEEN)):  # the same ace can't be at both ends
                missing += not row[high]
                if missing > jokers:
                    break
                if row[high]:
                    masks = [mask | 1 << i for mask in masks for i in row[high] if not mask >> i & 1]
                if high - low + 1 >= 3:
                    melds.update((mask, missing) for mask in masks if mask)
    return melds


# Possible melds


def alike(cards: Sequence[Card], wild: Sequence[Cards], sizes: range) -> Iterator[Cards]:
    """Yields cards of one rank with wild ones, in all ``sizes``: the first few cards, and each choice of wild ones."""
    for plain, more in itertools.product(range(len(cards) + 1), wild):
        if plain + len(more) in sizes:
            yield (*cards[:plain], *more)


def runs(may: Mapping[Card, int], ladder: Sequence[Rank], sizes: range) -> Iterator[Cards]:
    """Yields every run of cards that a player may hold."""
    for size, first, suit in itertools.product(sizes, range(len(ladder)), SUITS):
        run = tuple(Card(rank, suit) for rank in ladder[first : first + size])
        if len(run) == size and all(may.get(card) for card in run):
            yield run


def longer(run: Iterable[Card], may: Mapping[Card, int], ladder: Sequence[Rank], room: int) -> Iterator[Cards]:
    """Yields every choice of cards a player may hold that extends a run, below and above, by at most ``room`` cards."""
    natural = [card for card in run if card.rank in ladder]
    if not natural:
        return
    places = [ladder.index(card.rank) for card in natural]
    low, high = min(places), max(places)
    for down, up in itertools.product(range(low + 1), range(len(ladder) - high)):
        cards = tuple(Card(rank, natural[0].suit) for rank in (*ladder[low - down : low], *ladder[high + 1 :][:up]))
        if 0 < len(cards) <= room and all(may.get(card) for card in cards):
            yield cards
