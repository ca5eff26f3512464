"""Bridge Solitaire: the bids, and what the house leads and the player answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, hands, pack

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
BIDS = [f"{tricks}{suit}" for tricks in range(1, 8) for suit in ("C", "D", "H", "S", "NT")]


def winners(ranks: list[int]) -> int:
    """Tricks in a suit of which the house has every other card, the top card of the player's led each time."""
    mine, theirs, won = sorted(ranks), [rank for rank in range(13) if rank not in ranks], 0
    while mine:
        if not theirs or mine[-1] > theirs[-1]:
            mine.pop()
            won += 1
        else:
            mine.pop(0)
            theirs.pop()
    return won


def house_bid(cards: tuple[str, ...]) -> str:
    suits = {suit: [RANKS.index(card[:-1]) for card in cards if card[-1] == suit] for suit in "CDHS"}
    short = min(len(some) for some in suits.values())
    suit = [suit for suit, some in suits.items() if len(some) == short][-1]
    tricks = 6 - sum(map(winners, suits.values()))
    return f"{tricks}{suit}" if tricks > 0 else ""


@dataclass(frozen=True)
class Bids:
    cards: tuple[str, ...]
    spoken: bool = False  # what the house bids is told
    done: bool = False

    def moves(self) -> Iterator[tuple[str, Bids]]:
        if self.done:
            return
        bid = house_bid(self.cards)
        if not self.spoken:
            yield f"house bids {bid}" if bid else "house passes", replace(self, spoken=True)
        shape = sorted(sum(card[-1] == suit for card in self.cards if card != "JK") for suit in "CDHS")
        for own in BIDS[BIDS.index(bid) + 1 if bid else 0 :]:
            if not own.endswith("NT") or shape in ([3, 3, 3, 4], [3, 3, 3, 3], [2, 3, 3, 3]):
                yield from self.ended(f"Ann bids {own}")
        if bid:
            yield from self.ended("Ann passes")

    def ended(self, line: str) -> Iterator[tuple[str, Bids]]:
        """What jokers do to the contract may be said besides."""
        for word in {"", ["", " doubled", " redoubled"][self.cards.count("JK")]}:
            yield line + word, replace(self, done=True)


@dataclass(frozen=True)
class Play:
    """The player has the contract, so the house leads, and any card that nobody has seen."""

    cards: frozenset[str]
    unseen: tuple[str, ...]
    led: str = ""
    answered: bool = False

    def moves(self) -> Iterator[tuple[str, Play]]:
        if not self.led:
            for card in set(self.unseen):
                yield f"house plays {card}", replace(self, led=card)
        elif not self.answered:
            follow = {card for card in self.cards if card[-1] == self.led[-1] and "JK" not in (card, self.led)}
            for card in follow or self.cards:
                yield f"Ann plays {card}", replace(self, answered=True)


CARDS = pack(jokers=2)


def bids(seed: int, depth: int, floor: int) -> Count:
    cards, _ = hands(CARDS, [13], seed)
    lines = ("deal", f"dealt {' '.join(cards)}")
    return Count(
        "bridge-solitaire", ("Ann",), lines, Bids(cards), depth, frozenset({"bids", "passes"}), floor, f"bids {seed}"
    )


def lead(seed: int, floor: int) -> Count:
    cards, stock = hands(CARDS, [13], seed)
    lines = ("deal", f"dealt {' '.join(cards)}", "bids 7S")
    position = Play(frozenset(cards), stock)
    # what the player leads is answered by any number of cards, and is left out, as are `takes` and whole tricks
    return Count(
        "bridge-solitaire", ("Ann",), lines, position, 2, frozenset({"plays"}), floor, f"the house's lead {seed}"
    )


COUNTS = (
    bids(1, 2, 30),
    bids(2, 2, 30),
    bids(3, 2, 30),
    bids(4, 2, 30),
    lead(5, 140),
    lead(6, 150),
)
