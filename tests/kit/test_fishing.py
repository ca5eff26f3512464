"""Fishing: what adds up and what a card can take, against the search that tries everything."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest

from referee.cards import Card, Cards, Pack, cards
from referee.core import Note
from referee.kit.fishing import Build, adding_up, captures, divides, spread, unions
from referee.notation import Text

PIPS = {"A": 1} | {str(pips): pips for pips in range(2, 11)}
ITALIAN = {"A": 1, "J": 8, "Q": 9, "K": 10} | {str(pips): pips for pips in range(2, 8)}
PACK = list(Pack())


def partitions(some: Sequence[Card]) -> Iterator[list[list[Card]]]:
    """Every way to divide cards into groups."""
    if not some:
        yield []
        return
    first, rest = some[0], some[1:]
    for groups in partitions(rest):
        yield [[first], *groups]
        for i, group in enumerate(groups):
            yield [*groups[:i], [first, *group], *groups[i + 1 :]]


def textbook(card: Card, board: Sequence[Card], values: dict[str, int]) -> set[frozenset[Card]]:
    """What CARD can take, as one would write it first: every choice of cards, divided in every way."""
    value, pairs = values.get(card.rank, 0), {one for one in board if one.rank == card.rank}

    def matches(group: list[Card]) -> bool:
        if any(one.rank == card.rank for one in group):
            return len(group) == 1
        return all(one.rank in values for one in group) and sum(values[one.rank] for one in group) == value

    found = set()
    for number in range(1, len(board) + 1):
        for some in combinations(board, number):
            chosen = set(some)
            if chosen & pairs in (set(), pairs) and any(all(map(matches, groups)) for groups in partitions(some)):
                found.add(frozenset(chosen))
    return found


def as_sets(some: Iterable[Cards]) -> set[frozenset[Card]]:
    listed = list(some)
    found = {frozenset(one) for one in listed}
    assert len(found) == len(listed), "each is found once"
    return found


@pytest.mark.parametrize("seed", range(150))
def test_captures_are_those_of_the_textbook(seed: int) -> None:
    rng = random.Random(seed)
    card, *board = rng.sample(PACK, rng.randint(1, 8))
    values = rng.choice([PIPS, ITALIAN])
    assert as_sets(captures(card, board, values)) == textbook(card, board, values), (card, board)


@pytest.mark.parametrize("seed", range(100))
def test_what_adds_up_is_all_found(seed: int) -> None:
    rng = random.Random(seed)
    board, total = rng.sample(PACK, rng.randint(0, 9)), rng.randint(1, 10)
    numbers = [PIPS.get(card.rank, 0) for card in board]
    every = [some for n in range(2, len(board) + 1) for some in combinations(board, n)]
    counted = [some for some in every if all(card.rank in PIPS for card in some)]
    assert as_sets(adding_up(board, total, PIPS)) == {
        frozenset(some) for some in counted if sum(PIPS[card.rank] for card in some) == total
    }
    # and a choice divides into sets exactly where it is a union of such sets
    assert as_sets(unions(board, total, PIPS)) == {
        frozenset(some) for some in counted if divides([PIPS[card.rank] for card in some], total)
    }
    assert divides(numbers, total) == any(
        all(len(group) > 1 and all(numbers) and sum(PIPS[card.rank] for card in group) == total for group in groups)
        for groups in partitions(board)
        if groups
    )


def test_nothing_and_what_counts_nothing_makes_no_set() -> None:
    assert not divides([], 7)
    assert not divides([7], 7)
    assert not divides([0, 7], 7)
    assert adding_up(cards("KS QS"), 10, PIPS) == []
    assert captures(Card("K", "H"), cards("KS 5H 5S"), PIPS) == [cards("KS")]
    assert captures(Card("2", "H"), cards("AS AD KS"), PIPS) == [cards("AS AD")]


def test_a_board_of_the_whole_pack_has_no_end_of_sets() -> None:
    """Boards grow without end where a table lets everything stand, and what is looked through must not."""
    for total in range(1, 11):
        divides([PIPS[card.rank] for card in PACK if card.rank in PIPS], total)
    for card in (Card("10", "S"), Card("A", "S"), Card("7", "S")):
        assert len(captures(card, [one for one in PACK if one != card], PIPS)) < 200_000


def quickness(rounds: int = 20, size: int = 7, seed: int = 1) -> float:
    """How many times as quick as the textbook the captures of boards are found."""
    rng = random.Random(seed)
    boards = [rng.sample(PACK, size + 1) for _ in range(rounds)]
    start = time.perf_counter()
    ours = [captures(card, board, PIPS) for card, *board in boards]
    between = time.perf_counter()
    theirs = [textbook(card, board, PIPS) for card, *board in boards]
    end = time.perf_counter()
    assert [set(map(frozenset, some)) for some in ours] == theirs
    return (end - between) / (between - start)


def test_a_build_knows_its_manner_and_its_sets() -> None:
    told = Note(Text("built"))
    assert Build(Card("J").rank, cards("JS JD"), told).pairing
    eight = Build(Card("8").rank, cards("5S 3D"), told)
    assert (eight.pairing, eight.sets(PIPS)) == (False, 1)
    assert Build(Card("8").rank, cards("5S 3D 7S AD"), told).sets(PIPS) == 2


def test_a_spread_of_choices_is_of_different_ones() -> None:
    some = list(spread(PACK, 4))
    assert len(set(some)) == len(some) > 300
    assert all(len(set(one)) == 4 for one in some)
    assert list(spread(PACK[:4], 4)) == [tuple(PACK[:4])]
    assert list(spread(PACK[:3], 4)) == []
