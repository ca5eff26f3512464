"""Where the cards of Old Maid may lie: told by name, told by rank, or seen by nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from referee.cards import JOKER, RANKS, SUITS, Card, Cards, Rank
from referee.kit.layout import Layout, Spot

HEARD = 64
"""Of so many reports it is remembered where the cards lay after them, since a hand is heard again from its deal."""

Place = int | Rank
"""A bit, or the rank of a pile."""

SUIT_BIT = {suit: 1 << i for i, suit in enumerate(SUITS)}
RED = SUIT_BIT[SUITS[1]] | SUIT_BIT[SUITS[2]]


class Whereabouts:
    """For every card the places it may lie in, and how many cards each place has.

    A place is a bit: a hand, the heap of cards that went unnamed, the card set aside, and the pile, which has a
    number of cards of every rank.  Cards of one rank are alike, but for the suits that each may be of.
    """

    def __init__(
        self, hands: tuple[int, ...], removed: Card | None, maids: tuple[Rank, ...], jokers: int = 0, packs: int = 1
    ) -> None:
        """Hands of these sizes; a card of one of the ranks MAIDS is set aside, the one REMOVED where that is known."""
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

    def __repr__(self) -> str:
        return f"{self.room} {self.places} {self.suits}"

    def copy(self) -> Whereabouts:
        twin = object.__new__(Whereabouts)
        twin.__dict__.update(self.__dict__)
        twin.suits, twin.places, twin.room = self.suits.copy(), self.places.copy(), self.room.copy()
        return twin

    # What is known

    def may_be(self, card: Card, place: int) -> list[int]:
        """The cards that may be this one, or of its rank where no suit is told, in a place."""
        suits = SUIT_BIT.get(card.suit, 15)
        return [i for i in self.alike.get(card.rank, ()) if self.places[i] & place and self.suits[i] & suits]

    def surely(self, place: int) -> set[int]:
        """The cards that are known to lie in a place."""
        return {i for i, places in enumerate(self.places) if places == place}

    def held_at_least(self, place: int) -> Counter[Rank]:
        """How many cards of each rank surely lie in a place: those that can be nowhere else but on a full pile too."""
        held = Counter([self.ranks[i] for i in self.surely(place)])
        for rank, alike in self.alike.items():
            if self.room[rank]:
                here_or_piled = sum(not self.places[i] & ~(place | self.pile) for i in alike)
                held[rank] = max(held[rank], here_or_piled - self.room[rank])
        return held

    def held_at_most(self, place: int, rank: Rank) -> int:
        """How many cards of a rank can lie in a place: its pile takes those that nothing else can fill it with."""
        places = [self.places[i] for i in self.alike[rank]]
        others = sum(not other & place and bool(other & self.pile) for other in places)
        return sum(bool(here & place) for here in places) - max(0, self.room[rank] - others)

    def named(self, place: int) -> list[Card]:
        """Every card that may lie in a place."""
        indices = [i for i in range(len(self.ranks)) if self.places[i] & place]
        suited = [(self.ranks[i], suit) for i in indices for suit in SUITS if self.suits[i] & SUIT_BIT[suit]]
        cards = {JOKER if rank == JOKER.rank else Card(rank, suit) for rank, suit in suited}
        return sorted(cards, key=lambda card: card.text)

    def color(self, i: int) -> bool | None:
        """Whether a card is red; None where it may be either."""
        return None if self.suits[i] & RED and self.suits[i] & ~RED else bool(self.suits[i] & RED)

    def surely_paired(self, place: int, colored: bool) -> list[Rank]:
        """The ranks of which a place surely has a pair, of one color where pairs are of that."""
        sure = self.surely(place)
        ranks = Counter([self.ranks[i] for i in sure])
        colors = Counter([(self.ranks[i], self.color(i)) for i in sure]) if colored else Counter()
        return [
            rank
            for rank, n in ranks.items()
            if (n > 2 or colors[rank, True] > 1 or colors[rank, False] > 1 if colored else n > 1)
        ]

    def can_be_unpaired(self, hand: int, colored: bool) -> bool:
        """Whether a hand can be without a pair; of pairs of one color only the cards that surely are there tell."""
        if colored:
            return not self.surely_paired(hand, colored)
        return self.is_possible(unpaired=hand)

    def is_possible(self, unpaired: int = 0) -> bool:
        """Whether every card can lie somewhere, and each place has its number; no two of a rank in a hand UNPAIRED."""
        layout = Layout()
        for place, cards in self.room.items():
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
            layout.let_pass((unpaired, rank), {unpaired: 1})  # the only way of this rank into that hand
        return layout.is_possible()

    # What happens; where it can't be, the answer is None or False and nothing holds any more

    def fix(self, place: int, *cards: Card) -> int | None:
        """These cards turn out to lie in a place; the last of them is returned."""
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
        """A card, or one of its rank, turns out to lie in a place.

        Of several it is taken to be the one with the fewest places, and the others may then lie where that might.
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
        self._tell_suits_apart(fixed)
        return fixed if self.is_possible() else None

    def move(self, i: int, source: int, target: int) -> None:
        """A card that is known to lie in SOURCE goes to another place, which tells nothing of the others."""
        self.places[i] = target
        self.room[source] -= 1
        self.room[self.ranks[i] if target == self.pile else target] += 1

    def spread(self, source: int, target: int, cards: int = 1, rank: Rank | None = None) -> bool:
        """So many cards go from place to place, nobody says which; to the pile they are of one RANK."""
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

    def _tell_suits_apart(self, i: int) -> None:
        """The suit that a card must be is none of the others', once all cards of that suit are told."""
        suit, rank = self.suits[i], self.ranks[i]
        if suit.bit_count() > 1 or [self.suits[j] for j in self.alike[rank]].count(suit) < self.copies[rank, suit]:
            return
        for j in self.alike[rank]:
            if self.suits[j] != suit and self.suits[j] & suit:
                self.suits[j] &= ~suit
                self._tell_suits_apart(j)

    def _tighten(self) -> None:
        """Sees which places are full of cards that are known, and which need every card that is left for them."""
        while loose := Counter([places for places in self.places if places & places - 1]):
            changed = False
            for bit in self.bits:
                may = sum([n for places, n in loose.items() if places & bit])
                if may and (free := self.room[bit] - self.places.count(bit)) in (0, may):
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
        """Every card that may lie in a place does, or of those that needn't none."""
        for i in among:
            if self.places[i] & place and self.places[i] != place:
                self.places[i] = place if all_there else self.places[i] & ~place


# Where the cards lie after a report; None where it can't have been


@lru_cache(HEARD)
def dealt_out(
    hands: tuple[int, ...], removed: Card | None, maids: tuple[Rank, ...] = (), jokers: int = 0, packs: int = 1
) -> Whereabouts:
    return Whereabouts(hands, removed, maids, jokers, packs)


@lru_cache(HEARD)
def turned_up(where: Whereabouts, place: int, cards: Cards) -> Whereabouts | None:
    """These cards lie in a place."""
    where = where.copy()
    return None if where.fix(place, *cards) is None else where


@lru_cache(HEARD)
def handed_on(where: Whereabouts, source: int, target: int, card: Card | None) -> Whereabouts | None:
    """A card goes from one hand to another."""
    where = where.copy()
    if not card:
        return where if where.spread(source, target) else None
    if (i := where.fix(source, card)) is None:
        return None
    where.move(i, source, target)
    return where


@lru_cache(HEARD)
def thrown(where: Whereabouts, place: int, count: int, named: Cards, pairs: Cards) -> Whereabouts | None:
    """Cards leave a hand, by name or by number; as many as are in PAIRS are those."""
    where = where.copy()
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
    """The pairs of a hand that throws so many cards, by rank; None where they aren't known."""
    if colored:
        sure = where.surely(place)
        if len(sure) < where.room[place] or any(where.color(i) is None for i in sure):
            return None
        alike = Counter((where.ranks[i], where.color(i)) for i in sure)
        return tuple(Card(rank) for (rank, _), n in alike.items() for _ in range(n // 2 * 2))
    held = where.held_at_least(place)
    pairs = [Card(rank) for rank, n in held.items() for _ in range(n // 2 * 2)]
    unknown = where.room[place] - held.total()
    if unknown == 1:  # it makes one more pair or none
        partners = [rank for rank, n in held.items() if n % 2 and where.held_at_most(place, rank) > n]
        if partners and (thrown < len(pairs) + 2 or (len(partners) > 1 and thrown == len(pairs) + 2)):
            return None
        pairs += [Card(rank) for rank in partners[:1] for _ in range(2)]
    return None if unknown > 1 else tuple(pairs)
