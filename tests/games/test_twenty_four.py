"""The sums of Twenty-Four compared with brute force, and how they are parsed."""

import itertools
import random
from fractions import Fraction

import pytest

from referee import Referee, Verdict, find_game
from referee.games._twenty_four import NAMES, VALUES, Expression, sum_to, wrong
from referee.language.words import ParseError, Words
from tests.models.twenty_four import SIGNS, solve

PLAYERS = ["Ann", "Ben"]


def read(text: str) -> Expression:
    return Expression.read(Words(text), Referee(find_game("twenty-four"), ["Ann", "Ben"]))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("operations", "of", "solvable"),
    [("four", 1, 566), ("plus-minus", 3, 22), ("no-division", 3, 171), ("powers", 9, 65)],
)
def test_what_can_be_solved_is_solved_and_nothing_else(operations: str, of: int, solvable: int) -> None:
    """Every set of ranks, or a sample of them."""
    solved = 0
    for values in [*itertools.combinations_with_replacement(range(1, 11), 4)][::of]:
        best = sum_to(24, values, operations)
        assert bool(best) == bool(solve(values, 24, SIGNS[operations])), values
        if best:
            solved += 1
            assert wrong(read(best), [NAMES[n] for n in values], 24, "out", operations) is None, best
    assert solved == solvable


@pytest.mark.parametrize(
    ("text", "courts", "operations", "right"),
    [
        ("J+Q+A*1", "eleven-up", "four", True),
        ("11+12+A*1", "eleven-up", "four", True),
        ("J+10+5-1", "ten", "four", True),
        ("10+10+5-1", "ten", "four", True),
        ("11+10+5-2", "ten", "four", False),
        ("5^2-A*A", "out", "powers", True),
        ("5^2-A*A", "out", "four", False),
        ("2^3^A*3", "out", "powers", True),  # powers are evaluated from the right
        ("9^9^9^9", "out", "powers", False),
        ("4^(A/2)*12", "out", "powers", False),
        ("(A-A)^(A-2)", "out", "powers", False),
        ("6*8/2*A", "out", "no-division", False),
        ("6*4*A*A", "out", "plus-minus", False),
        ("10+10+5-A", "out", "plus-minus", True),
    ],
)
def test_what_a_house_reckons_with(text: str, courts: str, operations: str, right: bool) -> None:
    referee = Referee(find_game("twenty-four"), PLAYERS[:2], {"courts": courts})
    ranks = {"11+12+A*1": ["J", "Q", "A", "A"], "10+10+5-1": ["J", "Q", "5", "A"]}.get(text)
    stated = Expression.read(Words(text), referee)
    ranks = ranks or ["A" if card == "1" else card for card in stated.cards]
    assert (wrong(stated, ranks, 24, courts, operations) is None) == right


@pytest.mark.parametrize("seed", range(100))
def test_a_sum_makes_what_arithmetic_says(seed: int) -> None:
    """Sums with random parentheses and signs, in every spelling, compared with Python's result."""
    chance = random.Random(seed)
    ranks = [str(chance.randint(1, 10)) for _ in range(4)]
    parts = [f"Fraction({rank})" for rank in ranks]
    shown = list(ranks)
    while len(parts) > 1:
        i = chance.randrange(len(parts) - 1)
        sign = chance.choice("+-*/")
        inside = chance.random() < 0.5
        spelt = {"*": ["*", "×", "x", " x "], "/": ["/", "÷"], "-": ["-", "−"]}.get(sign, [sign, f" {sign} "])
        parts[i : i + 2] = [f"({parts[i]}{sign}{parts[i + 1]})" if inside else f"{parts[i]}{sign}{parts[i + 1]}"]
        both = f"{shown[i]}{chance.choice(spelt)}{shown[i + 1]}"
        shown[i : i + 2] = [f"({both})" if inside else both]
    try:
        expected = eval(parts[0], {"Fraction": Fraction})
    except ZeroDivisionError:
        expected = None
    stated = read(shown[0])
    assert stated.value(VALUES) == expected, shown[0]
    assert read(str(stated)) == stated
    assert (wrong(stated, [NAMES[int(rank)] for rank in ranks], 24) is None) == (expected == 24)


@pytest.mark.parametrize(
    "text",
    ["8*5-", "(8", "8)", "*8", "8 5", "8(5)", "()", "eight", "8,5", "8..5", "8//5", "J*2", "8=5", "(8+)5", "8%5"],
)
def test_what_is_no_expression_is_unclear(text: str) -> None:
    with pytest.raises(ParseError):
        read(text)


@pytest.mark.parametrize(
    "text", ["24", "12*2", "4^2+8", "4**2+8", "-8+32", "8--8", "+3*8", "3*8", "3*8+1-1*1", "1/0", "3*8/(1-1)"]
)
def test_what_is_no_sum_of_these_cards_is_wrong(text: str) -> None:
    assert wrong(read(text), ["3", "8", "A", "A"], 24)


def test_long_and_deep_expressions_are_read() -> None:
    deep = read("(" * 50_000 + "8" + ")" * 50_000)
    long = read("+".join(["10"] * 50_000))
    assert wrong(deep, ["8"] * 4, 24) and wrong(long, ["10"] * 4, 24)
    with pytest.raises(ParseError):
        read("(" * 50_000 + "8")
    assert wrong(read("9" * 50_000), ["9"] * 4, 24)
    referee = Referee(find_game("twenty-four"), PLAYERS[:2])
    for text in ("deal", "upcard 8 8 8 3"):
        assert referee.hear(text).accepted
    assert referee.hear("Ann claims " + "(" * 1000 + "8").verdict is Verdict.UNCLEAR
    assert referee.hear("Ann claims " + "(" * 1000 + "8" + ")" * 1000).findings
