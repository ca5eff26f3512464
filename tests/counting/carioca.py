"""Carioca: contracts, and what is laid on them in later turns; every turn here begins with the discard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from tests.counting import Count, dealt

LADDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CONTRACTS = {1: (2, 0), 2: (1, 1), 3: (0, 2)}  # trios and escaleras


@dataclass(frozen=True)
class Meld:
    """Cards of one rank, or a run that begins at a step of the ladder."""

    cards: tuple[str, ...]
    rank: str = ""
    suit: str = ""
    low: int = 0


def trios(hand: tuple[str, ...], jokers: int) -> set[Meld]:
    found = set()
    for some in permutations(hand, 3):
        natural = [card for card in some if card != "JK"]
        if natural and len({card[:-1] for card in natural}) == 1 and 3 - len(natural) <= jokers:
            natural.sort(key=lambda card: "SHDC".index(card[-1]))
            found.add(Meld((*natural, *["JK"] * (3 - len(natural))), natural[0][:-1]))
    return found


def escaleras(hand: tuple[str, ...], jokers: int) -> set[Meld]:
    found = set()
    for suit in "SHDC":
        for low in range(11):
            run = [rank + suit for rank in LADDER[low : low + 4]]
            for wild in range(1, 16) if hand.count("JK") else (0,):
                for mask in {0, wild}:
                    cards = tuple("JK" if mask >> i & 1 else card for i, card in enumerate(run))
                    held = all(cards.count(card) <= hand.count(card) for card in cards)
                    if held and cards.count("JK") <= jokers:
                        found.add(Meld(cards, suit=suit, low=low))
    return found


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]
    held: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    contract: int
    melds: tuple[Meld, ...] = ()
    down: frozenset[int] = frozenset()
    early: bool = False  # the contract was met in this turn
    turn: int = 0
    drawn: bool = False

    def moves(self) -> Iterator[tuple[str, Table]]:
        seat, hand = self.seats[self.turn], self.held[self.turn]
        if not all(self.held):
            return
        if not self.drawn:
            after = replace(self.holding((*hand, self.pile[-1])), pile=self.pile[:-1], drawn=True)
            yield from ((f"{seat} {line}", after) for line in ("takes", f"takes {self.pile[-1]}"))
            return
        for card in dict.fromkeys(hand):
            left = replace(self.without((card,)), pile=(*self.pile, card), early=False, drawn=False)
            yield f"{seat} discards {card}", replace(left, turn=(self.turn + 1) % len(self.seats))
        if self.turn not in self.down:
            for groups in self.contracts((), *CONTRACTS[self.contract]):
                cards = tuple(card for meld in groups for card in meld.cards)
                met = replace(self.without(cards), down=self.down | {self.turn}, early=True)
                line = ", ".join(" ".join(meld.cards) for meld in groups)
                yield f"{seat} melds {line}", replace(met, melds=(*self.melds, *groups))
        elif not self.early:
            for meld in trios(hand, 2) | escaleras(hand, 3):
                new = replace(self.without(meld.cards), melds=(*self.melds, meld))
                yield f"{seat} melds {' '.join(meld.cards)}", new
            for at, meld in enumerate(self.melds):
                for card in dict.fromkeys(hand):
                    for end, longer in laid(meld, card):
                        melds = (*self.melds[:at], longer, *self.melds[at + 1 :])
                        yield f"{seat} lays {card} on {at + 1}{end}", replace(self.without((card,)), melds=melds)

    def contracts(self, groups: tuple[Meld, ...], threes: int, fours: int) -> Iterator[tuple[Meld, ...]]:
        """Trios first, each meld with one joker at most."""
        hand = list(self.held[self.turn])
        for card in (card for meld in groups for card in meld.cards):
            hand.remove(card)
        if not threes and not fours:
            yield groups
        for meld in trios(tuple(hand), 1) if threes else escaleras(tuple(hand), 1) if fours else ():
            yield from self.contracts((*groups, meld), threes - bool(threes), fours - (not threes))

    def without(self, cards: tuple[str, ...]) -> Table:
        left = list(self.held[self.turn])
        for card in cards:
            left.remove(card)
        return self.holding(tuple(left))

    def holding(self, cards: tuple[str, ...]) -> Table:
        return replace(self, held=(*self.held[: self.turn], cards, *self.held[self.turn + 1 :]))


def laid(meld: Meld, card: str) -> Iterator[tuple[str, Meld]]:
    """How a card goes on a meld: the end that is named, and what lies there then."""
    cards, low = meld.cards, meld.low
    if meld.rank:
        if card in ("JK", meld.rank + card[-1]):
            yield "", replace(meld, cards=(*cards, card))
        return
    high = low + len(cards)
    below = [replace(meld, cards=(card, *cards), low=low - 1)] if low else []
    above = [replace(meld, cards=(*cards, card))] if high < 14 else []
    if card == "JK":
        yield from ((" low", one) for one in below)
        yield from ((" high", one) for one in above)
        yield from (("", one) for one in (above or below)[:1])
        return
    if low and card == LADDER[low - 1] + meld.suit:
        yield from ((end, one) for one in below for end in ("", " low"))
    if high < 14 and card == LADDER[high] + meld.suit:
        yield from ((end, one) for one in above for end in ("", " high"))
    for i, there in enumerate(cards):
        if there == "JK" and card == LADDER[low + i] + meld.suit:
            swapped = (*cards[:i], card, *cards[i + 1 :])
            ends = {" low": replace(meld, cards=("JK", *swapped), low=low - 1)} if low else {}
            ends |= {" high": replace(meld, cards=(*swapped, "JK"))} if high < 14 else {}
            yield from ends.items()
            yield "", ends.get(" high") or ends[" low"]


def table(contract: int, held: str, upcard: str, told: str, depth: int, floor: int, what: str) -> Count:
    """TOLD are the reports that come first, WHO left out."""
    cards = [tuple(some.split()) for some in held.split(", ")]
    start = Table(("Ben", "Ann"), tuple(cards), (upcard,), contract)
    opening = ["deal Ann", *dealt(("Ben", "Ann"), cards), f"upcard {upcard}"]
    for said in filter(None, told.split("; ")):
        line, start = next(move for move in start.moves() if move[0].partition(" ")[2] == said)
        opening.append(line)
    house = {"hands": f"{contract}-{contract}"}
    verbs = frozenset({"takes", "melds", "lays", "discards"})  # not the stock
    return Count("carioca", ("Ann", "Ben"), tuple(opening), start, depth, verbs, floor, what, house)


ANN = "5S 6S 7H 8C 9D 10S JS QC KD AS 2H"
DOWN = "takes; melds 3S 3H 3D, 5C JK 7C 8C; discards 9S; takes; discards {}; takes"
ACES = "takes; melds 3S 3H 3D, JC QC JK AC; discards 9S; takes; discards {}; takes"
COUNTS = (
    table(1, f"3S 3H 3D 3C 7S 7S 7D KH 9C QD 2S, {ANN}", "9S", "takes", 2, 20, "two trios"),
    table(1, f"3S 3H JK 3C 7S 7S 4D KH 9C QD 2S, {ANN}", "9S", "takes", 2, 20, "two trios, a joker"),
    table(2, f"3S 3H 3D 4C 5C 6C 7C 8C 9C QD 2S, {ANN}", "9S", "takes", 2, 20, "a trio and an escalera"),
    table(2, f"3S 3H JK JC QC KC AC 2C 9C QD 2S, {ANN}", "9S", "takes", 1, 10, "an escalera to the ace"),
    table(3, f"3S 4S 5S 6S 7S 8S 9S JK 9C QD 2S, {ANN}", "AS", "takes", 1, 40, "two escaleras"),
    table(
        2,
        f"3S 3H 3D 5C JK 7C 8C 6C 9C JK 3C, {ANN}",
        "9S",
        DOWN.format("QC"),
        2,
        100,
        "laid on both ends, a joker freed",
    ),
    table(2, f"3S 3H 3D JC QC JK AC KC 10C JK 3C, {ANN}", "9S", ACES.format("QC"), 2, 100, "laid on a run to the ace"),
    table(2, f"3S 3H 3D 5C JK 7C 8C 6S 5S JK 8S, {ANN}", "9S", DOWN.format("5S"), 2, 20, "new melds in a later turn"),
)
