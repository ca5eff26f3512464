"""500 Rummy: draws from the pile, melds and lay-offs, with a joker in what has three cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, pack
from tests.counting._rummy import longer, melds


@dataclass(frozen=True)
class Table:
    """``due`` is the card from the pile that the next meld or lay-off must hold."""

    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    melds: tuple[tuple[str, ...], ...] = ()
    due: str = ""
    turn: int = 0
    drawn: bool = False

    def moves(self) -> Iterator[tuple[str, Table]]:
        if not all(self.held):
            return
        if not self.drawn:
            for at, card in enumerate(self.pile):
                hand = (*self.held[self.turn], *self.pile[at:])
                after = replace(self.holding(hand), pile=self.pile[:at], due=card, drawn=True)
                if any(after.playing()):
                    yield f"{self.seats[self.turn]} takes {card}", after
            return
        yield from self.playing()
        for card in dict.fromkeys(self.held[self.turn]) if not self.due else ():
            left, turn = self.without((card,)), (self.turn + 1) % len(self.seats)
            line = f"{self.seats[self.turn]} discards {card}"
            yield line, replace(left, pile=(*self.pile, card), turn=turn, drawn=False)

    def playing(self) -> Iterator[tuple[str, Table]]:
        """New melds, and cards on others; a joker for any card that would do, in what has three cards at most."""
        seat, hand = self.seats[self.turn], self.held[self.turn]
        natural = [card for card in hand if card != "JK"]
        wild = pack() if "JK" in hand else ()
        for meld in {*melds(natural), *(some for card in wild for some in melds({*natural, card}, 3))}:
            for cards in self.spelt(meld):
                yield f"{seat} melds {' '.join(cards)}", replace(self.without(cards), melds=(*self.melds, meld), due="")
        for at, there in enumerate(self.melds):
            found = {*longer(there, natural)}
            found |= {more for card in wild for more in longer(there, {*natural, card}, 3)}
            for more in found:
                for cards in self.spelt(tuple(card for card in more if card not in there)):
                    after = replace(self.without(cards), melds=(*self.melds[:at], more, *self.melds[at + 1 :]), due="")
                    yield f"{seat} lays {' '.join(cards)} on {at + 1}", after

    def spelt(self, cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """These cards from the hand: as they are, or one of them as a joker."""
        hand = self.held[self.turn]
        for wild in (None, *range(len(cards))):
            some = tuple(f"JK={card}" if i == wild else card for i, card in enumerate(cards))
            parted = ["JK" if card.startswith("JK") else card for card in some]
            held = all(parted.count(card) <= hand.count(card) for card in parted)
            if held and self.due in ("", *parted) and (wild is None or len(cards) < 4):
                yield some

    def without(self, cards: tuple[str, ...]) -> Table:
        left = list(self.held[self.turn])
        for card in cards:
            left.remove(card.partition("=")[0])
        return self.holding(tuple(left))

    def holding(self, cards: tuple[str, ...]) -> Table:
        return replace(self, held=(*self.held[: self.turn], cards, *self.held[self.turn + 1 :]))


def table(held: str, upcard: str, told: str, depth: int, floor: int, what: str) -> Count:
    """TOLD are the reports that come first, WHO left out."""
    cards = [tuple(some.split()) for some in held.split(", ")]
    around = (*("Ben", "Cat")[: len(cards) - 1], "Ann")
    start = Table(around, tuple(cards), (upcard,))
    opening = ["deal Ann", *dealt(around, cards), f"upcard {upcard}"]
    for said in filter(None, told.split("; ")):
        line, start = next(move for move in start.moves() if move[0].partition(" ")[2] == said)
        opening.append(line)
    verbs = frozenset({"takes", "melds", "lays", "discards"})  # neither the stock nor calls of Rummy
    return Count("500-rummy", ("Ann", *around[:-1]), tuple(opening), start, depth, verbs, floor, what)


LATER, MELDS = "8S 4S QH JH JD QC 3S", "melds KS KH KD; melds 5S 6S 7S"
COUNTS = (
    table("4S 5H 6H 4C 5D QD KH, 8S 4D 5C 9H JD 3S 2S", "4H", "", 2, 2, "a card that can be used"),
    table("5S 5H 6S 7S KS QD KH, 8S 4S 5C 9H JD 3S 2S", "KD", "takes KD", 2, 5, "the card from the pile is used first"),
    table("5S 5H 6S 7S 5D KS KH, 8S 4S 5C 9H JD 3S 2S", "KD", "takes KD; melds KS KH KD", 3, 10, "sets and runs"),
    table(f"5S 5H 6S 7S KS QD KH, {LATER}", "KD", f"takes KD; {MELDS}; discards QD", 3, 10, "the pile after a turn"),
    table(f"5S 5H 6S 7S KS QD KH, {LATER}", "KD", f"takes KD; {MELDS}; discards QD; takes QD", 3, 20, "lay-offs"),
    table("5S 6S JK KS QS KH 9D, 8S 4S KC 9H JD 3S 2S", "KD", "takes KD", 2, 20, "a joker"),
    table("5S 6S 7S KS JK KH 2C, 8S 4S KC 9H JD 3S 2S", "KD", f"takes KD; {MELDS}", 2, 5, "a joker laid off"),
)
