"""Where the cards of Old Maid may be: named, known by rank, or unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from referee.cards import JOKER, RANKS, SUITS, Card, Cards, Rank
from referee.kit.layout import Layout, Spot

HEARD = 64
"The number of reports whose positions are cached, since a hand is replayed from its deal."

Place = int | Rank
"A bit, or the rank of a pile."

SUIT_BIT = {suit: 1 << i for i, suit in enumerate(SUITS)}
RED = SUIT_BIT[SUITS[1]] | SUIT_BIT[SUITS[2]]


class Whereabouts:
    """The places each card may be in, and the number of cards in each place.

    A place is a bit: a hand, the heap of unnamed discards or the card set aside; or the pile of a rank with a known
    number of cards. Cards of one rank are alike, except for the suits each may have.
    """

    def __init__(
        self, hands: tuple[int, ...], removed: Card | None, maids: tuple[Rank, ...], jokers: int = 0, packs: int = 1
    ) -> None:
        """Hands of these sizes. A card of one of the ranks ``maids`` is set aside, ``removed`` if it is known."""
        self.dealt = hands
        self.heap, self.aside, self.pile = (1 << len(hands) + i for i in range(3))
        every = [Card(rank, suit) for rank in RANKS for suit in SUITS] * packs + [JOKER] * jokers
        if removed:
            every.remove(removed)
        unknown = () if removed else maids
        self.copies = Counter((card.rank, SUIT_BIT[card.suit]) for card in every if card.suit)
        self.ranks = [card.rank for card in every]
        self.alike = {
            rank: [i for i, other in enumerate(self.ranks) if other == rank] for rank in dict.fromkeys(self.ranks)
        }
        suits = {rank: sum(bit for bit in SUIT_BIT.values() if self.copies[rank, bit]) or 1 for rank in self.alike}
        self.suits = [suits[rank] for rank in self.ranks]
        self.places = [self.heap - 1 | (self.aside if rank in unknown else 0) for rank in self.ranks]
        self.room: dict[Place, int] = {1 << i: cards for i, cards in enumerate((*hands, 0, int(bool(unknown))))}
        self.bits = tuple(1 << i for i in range(len(hands) + 2))
        self.room |= dict.fromkeys(self.alike, 0)
        self.loose = False

    def __repr__(self) -> str:
        return f"{self.room} {self.places} {self.suits}"

    def copy(self) -> Whereabouts:
        twin = object.__new__(Whereabouts)
        twin.__dict__.update(self.__dict__)
        twin.suits, twin.places, twin.room = self.suits.copy(), self.places.copy(), self.room.copy()
        return twin

    # What is known

    def may_be(self, card: Card, place: int) -> list[int]:
        """The cards in a place that may be this one, or of its rank if it has no suit."""
        suits = SUIT_BIT.get(card.suit, 15)
        return [i for i in self.alike.get(card.rank, ()) if self.places[i] & place and self.suits[i] & suits]

    def surely(self, place: int) -> set[int]:
        """The cards that are certainly in a place."""
        return {i for i, places in enumerate(self.places) if places == place}

    def held_at_least(self, place: int) -> Counter[Rank]:
        """How many cards of each rank are certainly in a place, or in it unless on a full pile."""
        held = Counter([self.ranks[i] for i in self.surely(place)])
        for rank, alike in self.alike.items():
            if self.room[rank]:
                here_or_piled = sum(not self.places[i] & ~(place | self.pile) for i in alike)
                held[rank] = max(held[rank], here_or_piled - self.room[rank])
        return held

    def held_at_most(self, place: int, rank: Rank) -> int:
        """How many cards of a rank can be in a place. Its pile takes those it can't do without."""
        places = [self.places[i] for i in self.alike[rank]]
        others = sum(not other & place and bool(other & self.pile) for other in places)
        return sum(bool(here & place) for here in places) - max(0, self.room[rank] - others)

    def named(self, place: int) -> list[Card]:
        """All cards that may be in a place."""
        indices = [i for i in range(len(self.ranks)) if self.places[i] & place]
        suited = [(self.ranks[i], suit) for i in indices for suit in SUITS if self.suits[i] & SUIT_BIT[suit]]
        cards = {JOKER if rank == JOKER.rank else Card(rank, suit) for rank, suit in suited}
        return sorted(cards, key=lambda card: card.text)

    def color(self, i: int) -> bool | None:
        """Whether a card is red. None if it may be either."""
        return None if self.suits[i] & RED and self.suits[i] & ~RED else bool(self.suits[i] & RED)

    def surely_paired(self, place: int, colored: bool) -> list[Rank]:
        """The ranks of a place's certain pairs; only pairs of one color if ``colored``."""
        sure = self.surely(place)
        ranks = Counter([self.ranks[i] for i in sure])
        colors = Counter([(self.ranks[i], self.color(i)) for i in sure]) if colored else Counter()
        return [
            rank
            for rank, n in ranks.items()
            if (n > 2 or colors[rank, True] > 1 or colors[rank, False] > 1 if colored else n > 1)
        ]

    def can_be_unpaired(self, hand: int, colored: bool) -> bool:
        """Whether a hand can be without a pair. If pairs have one color, only cards certainly there count."""
        if colored:
            return not self.surely_paired(hand, colored)
        return self.is_possible(unpaired=hand)

    def is_possible(self, unpaired: int = 0) -> bool:
        """Whether all cards can be placed so that each place has its number, with no pair in the hand ``unpaired``."""
        layout = Layout()
        for place, cards in self.room.items():
            if self.loose and place in self.bits[:-2]:
                layout.place(place, 0, cards)
            else:
                layout.place(place, cards)
        by_rank = self.pile | unpaired
        alike = [
            (rank if places & by_rank else None, places) for rank, places in zip(self.ranks, self.places, strict=True)
        ]
        for (rank, places), cards in Counter(alike).items():
            ways: dict[Spot, int] = {bit: cards for bit in self.bits if places & bit}
            if places & self.pile:
                ways[rank] = cards
            if places & unpaired:
                ways[unpaired, rank] = ways.pop(unpaired)
            layout.put((rank, places), cards, ways)
        for rank in self.alike if unpaired else ():
            layout.let_pass((unpaired, rank), {unpaired: 1})  # this rank's only way into that hand
        return layout.is_possible()

    # Events. If one is impossible, the result is None or False, and the object must not be used any more

    def fix(self, place: int, *cards: Card) -> int | None:
        """Places these cards in a place. Returns the last of them."""
        fixed: list[int] = []
        before = self.places.copy()
        for card in cards:
            if (i := self._fix(card, place, fixed)) is None:
                return None
            fixed.append(i)
        if self.places != before:
            self._tighten()
        return fixed[-1] if fixed else 0

    def _fix(self, card: Card, place: int, but: list[int]) -> int | None:
        """Places a card, or one of its rank, in a place.

        Of several it takes the one with fewest places. The others may then be where that one might have been.
        """
        alike = [i for i in self.may_be(card, place) if i not in but]
        if not alike:
            return None
        fixed = min(alike, key=lambda i: self.places[i].bit_count())
        for other in alike:
            self.places[other] |= self.places[fixed]
            self.suits[other] |= self.suits[fixed]
            self.suits[fixed] |= 0 if card.suit else self.suits[other]
        self.places[fixed] = place
        self.suits[fixed] &= SUIT_BIT.get(card.suit, 15)
        self._separate_suits(fixed)
        return fixed if self.is_possible() else None

    def move(self, i: int, source: int, target: int) -> None:
        """Moves a known card from ``source`` to another place, which tells nothing about the others."""
        self.places[i] = target
        self.room[source] -= 1
        self.room[self.ranks[i] if target == self.pile else target] += 1

    def spread(self, source: int, target: int, cards: int = 1, rank: Rank | None = None) -> bool:
        """Moves this many unknown cards from place to place. To a pile they are of one rank."""
        alike = self.alike[rank] if rank else range(len(self.ranks))
        for i in alike:
            if self.places[i] & source:
                self.places[i] |= target
        if not 0 <= cards <= self.room[source]:
            return False
        self.room[source] -= cards
        self.room[rank or target] += cards
        if not self.is_possible():
            return False
        self._tighten()
        return True

    def enlarge(self, place: int, cards: int) -> None:
        """Enlarges a hand that turns out to have had ``cards`` cards, more than were counted."""
        if cards > self.room[place]:
            self.room[place], self.loose = cards, True

    def _separate_suits(self, i: int) -> None:
        """Removes a suit from other cards once all cards of it are known."""
        suit, rank = self.suits[i], self.ranks[i]
        if suit.bit_count() > 1 or [self.suits[j] for j in self.alike[rank]].count(suit) < self.copies[rank, suit]:
            return
        for j in self.alike[rank]:
            if self.suits[j] != suit and self.suits[j] & suit:
                self.suits[j] &= ~suit
                self._separate_suits(j)

    def _tighten(self) -> None:
        """Applies places that are full of known cards, or that need every card left for them."""
        while loose := Counter([places for places in self.places if places & places - 1]):
            changed = False
            for bit in self.bits:
                may = sum([n for places, n in loose.items() if places & bit])
                free = self.room[bit] - self.places.count(bit)
                if may and (not free or (free == may and not self.loose)):
                    self._settle(range(len(self.ranks)), bit, free == may)
                    loose, changed = Counter([places for places in self.places if places & places - 1]), True
            may_be_piled: dict[Rank, list[int]] = {}
            for rank, places in zip(self.ranks, self.places, strict=True):
                if places & self.pile:
                    may_be_piled.setdefault(rank, []).append(places)
            for rank, piled in may_be_piled.items():
                alike, sure = self.alike[rank], piled.count(self.pile)
                if len(piled) > sure and self.room[rank] in (len(piled), sure):
                    self._settle(alike, self.pile, self.room[rank] == len(piled))
                    changed = True
            if not changed:
                return

    def _settle(self, among: Iterable[int], place: int, all_there: bool) -> None:
        """Places every card that may be in a place there, or keeps out those not needed."""
        for i in among:
            if self.places[i] & place and self.places[i] != place:
                self.places[i] = place if all_there else self.places[i] & ~place


# Positions after a report. None if it is impossible


@lru_cache(HEARD)
def dealt_out(
    hands: tuple[int, ...], removed: Card | None, maids: tuple[Rank, ...] = (), jokers: int = 0, packs: int = 1
) -> Whereabouts:
    return Whereabouts(hands, removed, maids, jokers, packs)


@lru_cache(HEARD)
def turned_up(where: Whereabouts, place: int, cards: Cards) -> Whereabouts | None:
    """The position after these cards turn out to be in a place."""
    where = where.copy()
    return None if where.fix(place, *cards) is None else where


@lru_cache(HEARD)
def handed_on(where: Whereabouts, source: int, target: int, card: Card | None) -> Whereabouts | None:
    """The position after a card goes from one hand to another."""
    where = where.copy()
    if not card:
        return where if where.spread(source, target) else None
    if (i := where.fix(source, card)) is None:
        return None
    where.move(i, source, target)
    return where


@lru_cache(HEARD)
def thrown(where: Whereabouts, place: int, count: int, named: Cards, pairs: Cards) -> Whereabouts | None:
    """The position after cards leave a hand, by name or number. If as many as in ``pairs``, they are those."""
    where = where.copy()
    where.enlarge(place, count)
    cards = named or (pairs if len(pairs) == count else ())
    if not cards and not where.spread(place, where.heap, count):
        return None
    for card in cards:
        if card.suit:
            if (i := where.fix(place, card)) is None:
                return None
            where.move(i, place, where.pile)
        elif not (where.may_be(card, place) and where.spread(place, where.pile, 1, card.rank)):
            return None
    return where


@lru_cache(HEARD)
def known_pairs(where: Whereabouts, place: int, thrown: int, colored: bool) -> Cards | None:
    """The pairs of a hand that discards this many cards, by rank. None if they aren't known."""
    if colored:
        sure = where.surely(place)
        if len(sure) < where.room[place] or any(where.color(i) is None for i in sure):
            return None
        alike = Counter((where.ranks[i], where.color(i)) for i in sure)
        return tuple(Card(rank) for (rank, _), n in alike.items() for _ in range(n // 2 * 2))
    held = where.held_at_least(place)
    pairs = [Card(rank) for rank, n in held.items() for _ in range(n // 2 * 2)]
    unknown = where.room[place] - held.total()
    if unknown == 1:  # one more pair, or none
        partners = [rank for rank, n in held.items() if n % 2 and where.held_at_most(place, rank) > n]
        if partners and (thrown < len(pairs) + 2 or (len(partners) > 1 and thrown == len(pairs) + 2)):
            return None
        pairs += [Card(rank) for rank in partners[:1] for _ in range(2)]
    return None if unknown > 1 else tuple(pairs)
