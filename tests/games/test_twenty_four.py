"""Twenty-Four told truthfully: boards, claims, swaps, or only who took the cards; and its sums against brute force."""

import itertools
import random
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from referee import Referee, Ruling, Verdict, find_game
from referee.games._twenty_four import NAMES, Expression, sum_to, wrong
from referee.notation import ParseError, Words
from tests.often import times

PLAYERS = ["Ann", "Ben", "Cat", "Dan"]
GAMES = times(30)
Real = tuple[int, str]  # a card: its value and its suit


def found(sums: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """The search that everybody writes first: take two fractions, put a result in their place, go on."""
    if len(sums) == 1:
        yield sums[0]
    for i, j in itertools.permutations(range(len(sums)), 2):
        (a, b, one), (c, d, other) = sums[i], sums[j]
        rest = [pair for k, pair in enumerate(sums) if k not in (i, j)]
        yield from found([*rest, (a * d - c * b, b * d, f"({one}-{other})")])
        if c:
            yield from found([*rest, (a * d, b * c, f"({one}/{other})")])
        if i < j:
            yield from found([*rest, (a * d + c * b, b * d, f"({one}+{other})")])
            yield from found([*rest, (a * c, b * d, f"({one}*{other})")])


def solve(values: list[int], target: int = 24) -> str:
    """A sum that makes the target, nothing where there is none."""
    if not solvable(tuple(values), target):
        return ""
    return next(text for n, d, text in found([(n, 1, str(n)) for n in values]) if n == target * d)


def solvable(values: tuple[int, ...], target: int) -> bool:
    """Whether two parts of the cards make the target in a last sum: what the one makes tells what the other must."""
    for one, other in parted(values):
        for a in makes(one):
            must = {target - a, a - target, *([target / a, a / target] if a else [])}
            if not must.isdisjoint(makes(other)):
                return True
    return False


@cache
def makes(values: tuple[int, ...]) -> frozenset[Fraction]:
    """All that some cards make by all of them."""
    if len(values) == 1:
        return frozenset({Fraction(values[0])})
    every = ((a, b) for one, other in parted(values) for a in makes(one) for b in makes(other))
    return frozenset(made for a, b in every for made in (a + b, a - b, a * b, *([a / b] if b else [])))


def parted(values: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Cards in two parts, in every way."""
    for size in range(1, len(values)):
        for some in itertools.combinations(range(len(values)), size):
            yield tuple(values[i] for i in some), tuple(v for i, v in enumerate(values) if i not in some)


def read(text: str) -> Expression:
    return Expression.read(Words(text), Referee(find_game("twenty-four"), ["Ann", "Ben"]))


@pytest.mark.no_cover
def test_what_can_be_solved_is_solved_and_nothing_else() -> None:
    solved = 0
    for values in itertools.combinations_with_replacement(range(1, 11), 4):
        best = sum_to(24, values)
        assert bool(best) == bool(solve(list(values))), values
        if best:
            solved += 1
            assert wrong(read(best), [NAMES[n] for n in values], 24) is None, best
    assert solved == 566


@pytest.mark.parametrize("seed", range(100))
def test_a_sum_makes_what_arithmetic_says(seed: int) -> None:
    """Sums with random parentheses and signs, spelt in every way, against the reckoning of Python."""
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
    assert stated.value() == expected, shown[0]
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


class Table:
    """A table that really plays; ``suits`` is how often a suit is told, ``told`` how often a set."""

    def __init__(self, seed: int, suits: float, told: float) -> None:
        self.random = random.Random(seed)
        self.seats = PLAYERS[: self.random.choice([2, 4])]
        self.each = 4 // len(self.seats)
        self.suits, self.told = suits, told
        self.referee = Referee(find_game("twenty-four"), self.seats)
        self.said: list[str] = []
        self.sets = 0
        pack = [(value, suit) for value in range(1, 11) for suit in "SHDC"]
        self.random.shuffle(pack)
        self.stacks = {seat: deque(pack[i :: len(self.seats)]) for i, seat in enumerate(self.seats)}
        self.board: dict[str, list[Real]] = {}
        self.buried: list[Real] = []  # told with their suits, and taken last
        self.loser = ""

    def __repr__(self) -> str:
        return "\n  ".join([f"{self.seats}", *self.said])

    def tell(self, text: str) -> Ruling:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{ruling.message}: {self}"
        return ruling

    def refuse(self, text: str, rule: str) -> None:
        ruling = self.referee.hear(text)
        assert rule in ruling.rules, f"{text} should break {rule}, is {ruling}: {self}"

    def spell(self, card: Real) -> str:
        return NAMES[card[0]] + (card[1] if self.random.random() < self.suits else "")

    def show(self) -> None:
        words: list[str] = []
        for seat in self.seats:
            self.random.shuffle(self.board[seat])
            words += [self.spell(card) for card in self.board[seat]]
        self.tell(f"upcard {' '.join(words)}")
        assert self.referee.fact("table") == 4
        assert self.referee.fact("solvable") == ("yes" if sum_to(24, tuple(sorted(self.values()))) else "no"), self

    def values(self) -> list[int]:
        return [card[0] for cards in self.board.values() for card in cards]

    def swap(self) -> None:
        for seat, stack in self.stacks.items():
            if stack and (self.each == 1 or self.random.random() < 0.6):
                stack.append(self.board[seat].pop())
                self.board[seat].append(stack.popleft())

    def play_set(self) -> None:
        silent = self.random.random() > self.told
        self.board = {seat: [stack.popleft() for _ in range(self.each)] for seat, stack in self.stacks.items()}
        if not silent:
            self.show()
            self.probe()
        while self.random.random() < 0.3:
            self.swap()
            if not silent:
                if self.each == 1 and self.random.random() < 0.5:
                    self.tell(f"{self.seats[2]} slaps")
                self.show()
        loser = self.random.choice(self.seats)
        if silent or self.random.random() < 0.1:
            if silent and self.random.random() < 0.3:
                self.taken(loser)
                return  # a count will tell
            self.tell(f"{loser} takes pile")
        else:
            loser = self.claim(self.random.choice(self.seats))
        self.sets += 1
        self.taken(loser)
        self.check()

    def claim(self, speaker: str) -> str:
        """A solution stated, right or wrong; who loses the set."""
        values = self.values()
        self.random.shuffle(values)
        other = self.random.choice([seat for seat in self.seats if seat != speaker])
        if self.each == 2:
            if self.random.random() < 0.5:
                self.tell(f"{speaker} slaps")
                self.refuse(f"{other} claims", "slapper-claims")
                self.refuse(f"{other} slaps", "slap-order")
                self.refuse("upcard 2 3 4 5", "set-open")
        else:
            self.refuse(f"{speaker} claims", "odd-player-calls")
            for seat in self.random.sample([seat for seat in self.seats if seat != other], self.random.randint(0, 3)):
                self.tell(f"{seat} slaps")
                self.refuse(f"{seat} slaps", "slap-once")
                self.refuse(f"{seat} doubts {other}", "odd-player-calls")
            self.tell(f"{other} doubts {speaker}")
            assert self.referee.next() == [speaker], self
            self.refuse(f"{other} claims", "odd-player-calls")
        right = solve(values)
        kind = self.random.choice(["right", "right", "wrong", "bare", "none"])
        if kind == "wrong" or (kind == "right" and not right):
            guess = solve(values, self.random.randint(25, 30)) or "24"
            ruling = self.tell(f"{speaker} claims {guess}")
            right = ""
        elif kind == "right":
            best = right if self.random.random() < 0.5 else sum_to(24, tuple(sorted(values)))
            ruling = self.tell(f"{speaker} claims {best}")
        else:
            ruling = self.tell(f"{speaker} claims{'' if kind == 'bare' else ' none'}")
            right = "" if kind == "none" else right
        names = [one.name for one in ruling.findings]
        assert ("wrong-solution" in names) == (not right and kind != "none"), self
        return other if right else speaker

    def taken(self, loser: str) -> None:
        pile = [card for cards in self.board.values() for card in cards]
        self.random.shuffle(pile)
        self.stacks[loser].extend(pile)
        self.board, self.buried, self.loser = {}, pile, loser

    def probe(self) -> None:
        """Where every suit was told, cards that were just taken can't lie on the table again."""
        if self.suits == self.told == 1 and self.buried and len(self.stacks[self.loser]) > 4 * self.each:
            card = "{}{}".format(*(NAMES[self.buried[0][0]], self.buried[0][1]))
            old = {seat: [f"{NAMES[value]}{suit}" for value, suit in cards] for seat, cards in self.board.items()}
            for seat in self.seats:
                words = [word for one in self.seats for word in ([card, *old[one][1:]] if one == seat else old[one])]
                self.refuse(f"upcard {' '.join(words)}", "stack-order" if self.stacks[seat] else "empty-stack")

    def count(self) -> None:
        order = self.random.sample(self.seats, len(self.seats))
        if self.each == 2:
            self.refuse(f"{order[0]} holds {self.random.randrange(1, 40, 2)}", "stack-count")
            self.tell(f"{order[0]} holds {len(self.stacks[order[0]])}")
        else:
            for seat in order:
                self.tell(f"{seat} holds {len(self.stacks[seat])}")
        self.buried = []

    def check(self) -> None:
        sizes = {seat: len(stack) for seat, stack in self.stacks.items()}
        assert dict(self.referee.scores) == sizes, self
        assert self.referee.fact("sets") == self.sets and self.referee.fact("table") == 0, self


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    table = Table(seed, suits=[0.0, 0.6, 1.0][seed % 3], told=[0.0, 0.7, 1.0, 1.0][seed % 4])
    table.tell("deal Ben")
    for _ in range(60):
        before = {seat: len(stack) for seat, stack in table.stacks.items()}
        table.play_set()
        after = {seat: len(stack) for seat, stack in table.stacks.items()}
        if dict(table.referee.scores) == before != after:  # nobody told that one
            table.count()
            table.check()
        if not all(after.values()):
            break
        assert not table.referee.over
    out = [seat for seat, stack in table.stacks.items() if not stack]
    assert table.referee.over == bool(out)
    assert table.referee.winners() == out
