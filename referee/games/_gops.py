"""Which numbers of prizes the bids left in Gops can win each player, and which points those prizes can make."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain, combinations
from math import comb

from referee.kit.worlds import numbers_in, sums_of

Wins = tuple[int, ...]
"""How many prizes each player wins, and, last, how many are lost to ties."""

LIMIT = 150_000
"""Most steps for finding out what bids can bring. Larger tables go over it and aren't checked."""


@lru_cache(maxsize=64)
def outcomes(left: tuple[int, ...]) -> frozenset[Wins] | None:
    """All results the cards left to bid (by player, as bits) can bring, or None if they are too many.

    The bids are tried from the kings down. A card is the highest for a prize, alone or in a tie, or goes under a higher
    bid that its player hasn't answered yet. ``won`` has, for each number of prizes bid for so far, how many everybody
    has won, four bits each.
    """
    players, prizes = range(len(left)), left[0].bit_count()
    if any(cards.bit_count() != prizes for cards in left) or comb(prizes + len(left), prizes) * 3 ** len(left) > LIMIT:
        return None
    won: dict[int, set[int]] = {0: {0}}
    bid = [0 for _ in players]  # cards tried
    for rank in range(max(left).bit_length() - 1, -1, -1):
        bidders = [seat for seat in players if left[seat] >> rank & 1]
        further: dict[int, set[int]] = {}
        for higher, before in won.items():
            may_go_under = [seat for seat in bidders if bid[seat] < higher]
            for under in chain.from_iterable(combinations(may_go_under, n) for n in range(len(may_go_under) + 1)):
                for more in shared(tuple(seat for seat in bidders if seat not in under), len(left)):
                    if (number := higher + sum(more)) <= prizes:
                        step = sum(count << 4 * i for i, count in enumerate(more))
                        further.setdefault(number, set()).update(wins + step for wins in before)
        won = further
        for seat in bidders:
            bid[seat] += 1
    return frozenset(tuple(wins >> 4 * i & 15 for i in range(len(left) + 1)) for wins in won.get(prizes, ()))


@cache
def shared(bidders: tuple[int, ...], players: int) -> frozenset[Wins]:
    """Every way for equal cards to be the highest, each for a prize of its own or in a tie with others."""
    if not bidders:
        return frozenset({(0,) * (players + 1)})
    first, *others = bidders
    ways: set[Wins] = set()
    for number in range(len(others) + 1):
        for tied in combinations(others, number):
            winner = players if tied else first
            for rest in shared(tuple(seat for seat in others if seat not in tied), players):
                ways.add((*rest[:winner], rest[winner] + 1, *rest[winner + 1 :]))
    return frozenset(ways)


@lru_cache(1 << 13)
def sums(prizes: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """The possible values of zero, one, two and more of these prizes (as bits, the ace lowest), as bits."""
    return sums_of(tuple(values[place] for place in numbers_in(prizes)), prizes.bit_count())


Piles = tuple[tuple[int, tuple[int, ...]], ...]
"""Piles that were counted: the player, and every choice of prizes it can be."""


@lru_cache(maxsize=256)
def ways(gone: int, piles: Piles, wins: frozenset[Wins] | None) -> frozenset[tuple[int, Wins]]:
    """Every way to split the remaining prizes among the piles: prizes gone after that, and how many each has.

    If WINS is None, any numbers are allowed, and they aren't returned.
    """
    shares: set[tuple[int, Wins]] = {(gone, ())}
    for place, (_, choices) in enumerate(piles, 1):
        begun = {()} if wins is None else {tuple(bids[who] for who, _ in piles[:place]) for bids in wins}
        shares = {
            (taken | choice, numbers)
            for taken, before in shares
            for choice in choices
            if not taken & choice and (numbers := () if wins is None else (*before, choice.bit_count())) in begun
        }
    return frozenset(shares)


@lru_cache(maxsize=256)
def totals(gone: int, piles: Piles, last: int, wins: frozenset[Wins] | None, values: tuple[int, ...]) -> int:
    """Every total that one more player can win from the other prizes, as bits."""
    numbers: dict[Wins, set[int]] = {}
    for bids in wins or ():
        numbers.setdefault(tuple(bids[who] for who, _ in piles), set()).add(bids[last])
    every = 0
    for taken, so_far in ways(gone, piles, wins):
        by_number = sums(~taken & (1 << len(values)) - 1, values)
        for number in range(len(by_number)) if wins is None else numbers[so_far]:
            every |= by_number[number] if number < len(by_number) else 0
    return every
