"""Sets and runs, tried card by card."""

from collections.abc import Iterable, Iterator
from itertools import combinations

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def as_set(cards: Iterable[str]) -> tuple[str, ...]:
    """Three or four of a rank in different suits, in the order of the suits; else nothing."""
    some = sorted(cards, key=lambda card: "SHDC".index(card[-1]))
    alike = len({card[:-1] for card in some}) == 1 and len({card[-1] for card in some}) == len(some)
    return tuple(some) if alike and len(some) > 2 else ()


def as_run(cards: Iterable[str]) -> tuple[str, ...]:
    """Three or more of a suit in sequence from the lowest up, the ace low or high; else nothing."""
    held = set(cards)
    suits = {card[-1] for card in held}
    for first in range(13) if len(suits) == 1 and len(held) > 2 else ():
        run = [rank + min(suits) for rank in RANKS[first : first + len(held)]]
        if len(run) == len(held) and set(run) == held:
            return tuple(run)
    return ()


def melds(cards: Iterable[str], most: int = 99) -> Iterator[tuple[str, ...]]:
    """Every set and run among these cards, of so many at most."""
    held = sorted(set(cards))
    for size in range(3, min(len(held), most) + 1):
        for some in combinations(held, size):
            if meld := as_set(some) or as_run(some):
                yield meld


def longer(meld: tuple[str, ...], cards: Iterable[str], most: int = 99) -> Iterator[tuple[str, ...]]:
    """Some of the cards that can be laid on a meld together, so many at most, and the meld with them."""
    held = sorted(set(cards) - set(meld))
    for size in range(1, min(len(held), most) + 1):
        for some in combinations(held, size):
            if more := as_set((*meld, *some)) or as_run((*meld, *some)):
                yield more
