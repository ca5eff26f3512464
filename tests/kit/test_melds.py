"""Melds: valid runs, and possible melds."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from referee.cards import RANKS, Card, Suit, cards
from referee.game.common_reports import Note
from referee.kit import melds
from referee.kit.counted import CountedHolding
from referee.kit.melds import (
    _BITS,
    InGroups,
    Least,
    Meld,
    Run,
    _arrangements,
    _least_by_trying,
    alike,
    every_meld,
    gaps,
    least_left,
    longer,
    no_meld,
    numbered,
    one_rank,
    run_in_order,
    run_of,
    runs,
    stands_for,
)
from referee.language.reports import Text
from referee.rules.rule import Verdict

LADDER = RANKS[::-1]  # from the deuce to the ace


@pytest.mark.parametrize(
    ("text", "missing"),
    [("5H 6H 7H", 0), ("7H 5H 6H", 0), ("5H 7H", 1), ("QH KH AH", 0), ("AH 2H", 11), ("5H 6D", None), ("5H 5H", None)],
)
def test_gaps_are_what_wild_cards_would_fill(text: str, missing: int | None) -> None:
    assert gaps(cards(text), LADDER) == missing


def test_a_rank_off_the_ladder_is_in_no_run() -> None:
    assert gaps(cards("2H 3H 4H"), LADDER[1:]) is None
    assert gaps((), LADDER) is None


def test_one_rank() -> None:
    assert one_rank(cards("5H 5D")) == "5"
    assert one_rank(cards("5H 6H")) is None
    assert one_rank(()) is None


def test_sets_of_every_size_with_every_choice_of_wild_cards() -> None:
    sets = list(alike(cards("5H 5D"), [(), cards("JK")], range(2, 4)))
    assert sets == [cards("5H JK"), cards("5H 5D"), cards("5H 5D JK")]


def test_runs_are_all_found_once() -> None:
    may = Counter(cards("5H 6H 7H 8H 7D 9H KS"))
    found_runs = [set(run) for run in runs(may, LADDER, range(3, 6))]
    assert sorted(map(len, found_runs)) == [3, 3, 3, 4, 4, 5]
    assert all(gaps(run, LADDER) == 0 for run in found_runs)


def test_a_run_grows_at_both_ends_within_its_room() -> None:
    may = Counter(cards("4H 5H 9H 10H QH"))
    longer_runs = {frozenset(run) for run in longer(cards("6H 7H 8H"), may, LADDER, 3)}
    expected = ["5H", "4H 5H", "9H", "9H 10H", "5H 9H", "4H 5H 9H", "5H 9H 10H"]
    assert longer_runs == {frozenset(cards(text)) for text in expected}
    assert list(longer(cards("JK 6H 7H 8H"), Counter(cards("5H")), LADDER, 3)) == [cards("5H")]
    assert list(longer(cards("JK"), may, LADDER, 3)) == []  # of nothing that is on the ladder


def test_a_fan_knows_its_cards_as_often_as_they_are_there() -> None:
    report = Note(Text("told"))
    holding = CountedHolding(blind=2)
    holding.gain(report, *cards("KH KH ?"))
    assert (len(holding), holding.blind, holding.whole) == (5, 3, False)
    assert holding.unnamed(cards("KH KH KH QS")) == Counter(cards("KH QS"))
    assert holding.lose(*cards("KH KH KH QS")) == list(cards("KH QS"))
    assert (len(holding), holding.known[Card("K", "H")]) == (1, 0)
    assert holding.proof == [report]


# Runs on the ladder


def test_a_run_has_its_ace_low_or_high_and_never_in_the_middle() -> None:
    assert run_of(cards("2H AH 3H")) == Run(Suit("H"), 0, 2)
    assert run_of(cards("KH AH QH")) == Run(Suit("H"), 11, 13)
    assert run_of(cards("KH AH 2H")) is None
    assert run_of(cards("4H 5D 6H")) is None
    assert run_of(()) is None


def test_a_run_as_it_lies_says_what_its_jokers_are() -> None:
    assert run_in_order(cards("4C 5C JK 7C")) == Run(Suit("C"), 3, 6)
    assert run_in_order(cards("JK QC KC AC")) == Run(Suit("C"), 10, 13)
    assert run_in_order(cards("QC KC AC JK")) is None
    assert run_in_order(cards("JK JK")) is None


def test_a_run_grows_at_both_ends_in_any_order() -> None:
    run = Run(Suit("S"), 6, 8)  # 7 8 9
    assert run.cards == cards("7S 8S 9S")
    assert run.grown(cards("JS 6S 10S")) == Run(Suit("S"), 5, 10)
    assert run.grown(cards("JS")) is None
    assert run.grown(cards("10H")) is None
    whole = Run(Suit("S"), 0, 13)
    assert (whole.below, whole.above) == (None, None)


def test_a_run_goes_on_at_both_ends() -> None:
    run = run_of(cards("7S 9S 8S"))
    assert run == Run(Suit("S"), 6, 8) and (run.below, run.above) == cards("6S 10S")
    low, high = run_of(cards("AS 2S")), run_of(cards("KS AS"))
    assert low and high and (low.below, low.above) == (None, *cards("3S"))
    assert (high.below, high.above) == (*cards("QS"), None)
    assert run.grown(()) == run and run.grown(cards("10S JS QS KS AS")) == Run(Suit("S"), 6, 13)
    assert run.grown(cards("AS 2S 3S 4S 5S 6S")) == Run(Suit("S"), 0, 8)
    assert run_of(cards("AS 2S KS")) is None and run_of(cards("AS")) == Run(Suit("S"), 0, 0)
    assert run_of(cards("JK")) is None


def test_a_run_may_go_round_the_corner() -> None:
    circle = [Card(rank, Suit("S")) for rank in reversed(RANKS)] * 3
    for low, size in product(range(13), range(3, 14)):
        part = circle[low : low + size]
        run = run_of(part[::-1], corner=True)
        assert run and set(run.cards) == set(part)
        longer = [set(more) for more in run.longer()]
        assert all(run_of([*part, *more], corner=True) for more in longer)
        assert set(circle[low - 1 : low]) in longer or size == 13 or not low
        assert bool(run.above) == bool(run.below) == (size < 13)
        assert size == 13 or run.grown([circle[low + size]])
    assert run_of(cards("KS AS 3S"), corner=True) is None
    assert len({frozenset(meld) for meld in every_meld(corner=True)}) == 65 + 4 * (13 * 10 + 1)


def test_jokers_in_a_run_stand_for_what_belongs_there() -> None:
    assert run_in_order(cards("AC 2C 3C")) == Run(Suit("C"), 0, 2)
    assert run_in_order(cards("2C 4C 5C")) is None
    assert run_in_order(cards("2C 3D 4C")) is None
    assert run_in_order(cards("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC JK")) == Run(Suit("C"), 0, 13)
    assert run_in_order(cards("KC AC 2C")) is None


def test_a_wild_card_stands_for_what_it_says() -> None:
    assert stands_for(cards("JK=5H")[0]) == Card("5", "H")
    assert stands_for(cards("2C=7H")[0]) == Card("7", "H")
    assert [stands_for(card) for card in cards("JK 5H")] == [*cards("JK 5H")]


# The arrangement that leaves least

VALUE = {"A": 1, "J": 10, "Q": 10, "K": 10, "JK": 15} | {str(pips): pips for pips in range(2, 11)}


def worth(card: Card) -> int:
    return VALUE[card.rank]


def is_meld(meld: tuple[Card, ...], suits_differ: bool) -> bool:
    """By the definition: one rank with different suits, or a suit in sequence, jokers anywhere."""
    plain = [card for card in meld if not card.is_joker]
    if len(meld) < 3 or not plain:
        return False
    if len({card.rank for card in plain}) == 1 and len(meld) <= 4:
        return not suits_differ or len({card.suit for card in plain}) == len(plain)
    if len({card.suit for card in plain}) > 1 or len({card.rank for card in plain}) < len(plain) or len(meld) > 13:
        return False
    order = ["A", *map(str, range(2, 11)), "J", "Q", "K", "A"]
    return any(
        all(card.rank in order[low : low + len(meld)] for card in plain) for low in range(len(order) - len(meld) + 1)
    )


def least_by_trying(hand: tuple[Card, ...], suits_differ: bool) -> int:
    """Every way to split a hand into melds and the rest."""
    if not hand:
        return 0
    first, *rest = hand
    best = worth(first) + least_by_trying(tuple(rest), suits_differ)
    for size in range(2, len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            if is_meld((first, *(rest[i] for i in others)), suits_differ):
                left = tuple(card for i, card in enumerate(rest) if i not in others)
                best = min(best, least_by_trying(left, suits_differ))
    return best


def leaves_what_it_says(hand: tuple[Card, ...], least: Least, suits_differ: bool = True) -> bool:
    used = [card for meld in least.melds for card in meld]
    left = Counter(hand) - Counter(used)
    melded = all(is_meld(meld, suits_differ) for meld in least.melds) and not Counter(used) - Counter(hand)
    return melded and least.points == sum(map(worth, left.elements()))


@pytest.mark.parametrize("seed", range(100))
def test_least_left_is_what_trying_everything_finds(seed: int) -> None:
    """A hundred hands each; ten thousand in all."""
    rng = random.Random(seed)
    for _ in range(100):
        packs, jokers = rng.choice([(1, 0), (1, 1), (2, 2), (2, 0)])
        ranks = rng.choice([RANKS, RANKS[:6], RANKS[-6:], ("A", "K", "Q", "2", "3", "4")])
        pack = [Card(rank, suit) for rank in ranks for suit in "SHDC"[: rng.choice([2, 4])]] * packs
        hand = (*rng.sample(pack, rng.randint(1, min(6, len(pack)))), *cards("JK") * rng.randint(0, jokers))
        differ = rng.random() < 0.5
        least = least_left(hand, worth, suits_differ=differ)
        assert least.points == least_by_trying(hand, differ), f"seed {seed}: {hand}, suits differ: {differ}"
        assert leaves_what_it_says(hand, least, differ), f"seed {seed}: {hand}: {least}"


@pytest.mark.parametrize("seed", range(40))
def test_a_hand_of_one_pack_leaves_what_the_search_for_any_hand_finds(seed: int) -> None:
    """Often with few ranks, so that sets and runs compete for the same cards."""
    rng = random.Random(seed)
    ranks = rng.choice([RANKS, RANKS[:6], RANKS[-6:], ("A", "K", "Q", "J", "2", "3", "4")])
    pack = [Card(rank, suit) for rank in ranks for suit in "SHDC"]
    for size in range(3, 18):
        hand = tuple(rng.sample(pack, size))
        least = least_left(hand, worth)
        assert least.points == _least_by_trying(hand, worth, True).points, f"seed {seed}: {hand}"
        assert leaves_what_it_says(hand, least), f"seed {seed}: {hand}: {least}"


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("AS KS QS 2S 3S", 5),  # the ace at one end only, where more goes with it
        ("2S 3S AS KH QH 4S", 20),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", 0),
        ("5S 5H 5D 5C 6S 7S", 0),  # a set of three, for the fourth is in a run
        ("5S 5H 5D 6S 7S", 10),
        ("QS KS 2S", 22),  # nothing goes round the corner without an ace
        ("KS AS 2S", 13),
        ("KC AH 2H 3H", 10),  # of two suits
        ("QH KH AD 2D", 23),
        ("", 0),
        ("?2 5S 5H 5D", 0),
        ("5S 5S 5H", 15),  # of two packs
    ],
)
def test_least_left_of_some_hands(hand: str, left: int) -> None:
    value = {**VALUE, "?": 0}
    assert least_left(cards(hand), lambda card: value[card.rank]).points == left


def test_what_a_card_counts_needn_t_go_by_its_rank() -> None:
    queen = Card("Q", "S")
    assert least_left(cards("AS KS QS 2S 3S"), lambda card: 50 if card is queen else 1).points == 2
    assert least_left(cards("QS JS 10S QH QD"), lambda card: 1 if card is queen else 10).points == 20
    assert least_left(cards("QS JS 10S QH QD"), lambda card: 50 if card is queen else 5).points == 10


@pytest.mark.parametrize(("hand", "searched"), [(16, False), (17, True), ("5S 6S 7S JK", True), ("5S 5S 6S", True)])
def test_only_large_hands_and_those_not_of_one_pack_are_searched(
    hand: int | str, searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(melds, "_least_by_trying", lambda *told: asked.append(told))
    every = [Card(rank, suit) for rank in RANKS for suit in "SHDC"]
    for held in [cards(hand)] if isinstance(hand, str) else [every[i : i + hand] for i in range(len(every) - hand + 1)]:
        asked.clear()
        least_left(held, worth)
        assert bool(asked) == searched, held


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("5S 6S 8S 9S 9H 10H QH KH", 0),
        ("5S 7S 9S 9H AH 3H", 0),
        ("5S 5H 5D 6C 7C KC", 1),
        ("AS AH AD 6C 7C 8C", 1),
        ("5S 5H 5D 6S 7S", 2),  # the set, or the run
        ("5S 5H 5D 5C 6S 7S", 6),
        ("AS 2S 3S QS KS", 2),
        ("AS AH AD QS KS", 2),
    ],
)
def test_no_more_arrangements_are_weighed_than_need_be(hand: str, number: int) -> None:
    assert len([*_arrangements(sum(_BITS[card] for card in cards(hand)))]) == number


# Melds on the table


def test_every_meld_of_natural_cards() -> None:
    every = every_meld()
    sets = [meld for meld in every if len({card.rank for card in meld}) == 1]
    runs = [meld for meld in every if run_of(meld)]
    assert len(sets) == 13 * (4 + 1) and len(runs) == 4 * sum(range(2, 13)) and len(sets) + len(runs) == len(every)
    assert all(len({card.suit for card in meld}) == len(meld) for meld in sets)
    assert len(set(every)) == len(every) and {len(meld) for meld in runs} == set(range(3, 14))


@pytest.mark.parametrize(
    ("lies", "goes_on"),
    [
        ("QS KS AS", {"JS", "10S JS", "9S 10S JS"}),
        ("AH 2H 3H", {"4H", "4H 5H", "4H 5H 6H"}),
        ("5D 6D 7D", {"8D", "8D 9D", "4D", "4D 8D", "4D 8D 9D", "3D 4D", "3D 4D 8D"}),
        ("9S 9H 9D", {"9C"}),
        ("9S 9H JK", {"9D", "9C"}),
        ("9S 9H 9D 9C", set()),
    ],
)
def test_what_goes_on_a_meld(lies: str, goes_on: set[str]) -> None:
    """Only melds of up to three cards, since there are many."""
    meld_cards = list(cards(lies))
    rank = one_rank(card for card in meld_cards if not card.is_joker)
    meld = Meld(Note(Text("laid")), meld_cards, rank, None if rank else run_of(meld_cards))
    longer = [" ".join(card.text for card in more) for more in meld.longer() if len(more) < 4]
    assert set(longer) >= goes_on and len(set(longer)) == len(longer)
    if meld.run:
        assert all(meld.run.grown(more) for more in meld.longer())
        assert len(list(meld.longer())) == (meld.run.low + 1) * (14 - meld.run.high) - 1
    else:
        assert set(longer) == goes_on


def test_melds_are_numbered_as_they_come() -> None:
    assert [numbered("ab", number) for number in range(-1, 4)] == [None, None, "a", "b", None]
    why = no_meld("ab", 3, "spread")
    assert why.verdict is Verdict.IMPOSSIBLE
    assert InGroups((cards("AS KS"), cards("2H"))).cards == cards("AS KS 2H")
