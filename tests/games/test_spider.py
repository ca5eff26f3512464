"""Spider told truthfully, move by move, is never refused and scores as it was; what breaks a rule is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee import Referee, Ruling, find_game
from referee.core import Ask, Hand
from referee.games.spider import Draws, Upcard, tableau
from referee.notation import Report
from tests.games.teller import Teller
from tests.often import times
from tests.walker import Walker

PLAYOUTS = times(100)
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
FACTS = ("sequences", "stock", "empty", "down", "moves")


PIPS = {rank + suit: pips for pips, rank in enumerate(RANKS) for suit in "SHDC"}


def stacked(chance: random.Random) -> tuple[list[list[str]], list[list[str]]]:
    """Columns and stock that come out when kings' columns grow by the stock, but for a few cards exchanged."""
    suits = [*"SHDC", *"SHDC"]
    needed = [RANKS[rank] + suit for suit in suits for rank in range(6, -1, -1)]  # one sequence after the other
    columns = []
    beneath = needed[20:]
    for number, suit in enumerate(suits):
        size = 5 if number < 4 else 4
        columns.append([*reversed(beneath[:size]), f"K{suit}"])
        beneath = beneath[size:]
    columns += [needed[10:20][::-1][:5], needed[:10][::-1][:5]]
    late = [needed[10:20][::-1][5:], needed[:10][::-1][5:]]
    stock = [[*(RANKS[11 - row] + suit for suit in suits), late[0][row], late[1][row]] for row in range(5)]
    piles = [*columns, *stock]
    for _ in range(chance.choice([0, 0, 1, 3, 8])):
        one, other = chance.choice(piles), chance.choice(piles)
        i, j = chance.randrange(len(one)), chance.randrange(len(other))
        one[i], other[j] = other[j], one[i]
    return columns, stock


def shuffled(chance: random.Random) -> tuple[list[list[str]], list[list[str]]]:
    pack = [rank + suit for rank in RANKS for suit in "SHDC"] * 2
    chance.shuffle(pack)
    columns = [[pack.pop() for _ in range(6 if number < 4 else 5)] for number in range(10)]
    return columns, [[pack.pop() for _ in range(10)] for _ in range(5)]


class Game(Teller):
    """A game that is really played, and told to a referee."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.stacked, self.lenient = seed % 3 == 0, seed % 5 == 0
        columns, self.stock = (stacked if self.stacked else shuffled)(self.random)
        self.down = [column[:-1] for column in columns]
        self.up = [column[-1:] for column in columns]
        self.sequences = self.moves = 0
        self.bare: list[int] = []
        self.referee = Referee(find_game("spider"), ["Ann"])

    # Telling

    def refused(self, text: str, *rules: str) -> Ruling:
        before = self.facts()
        ruling = super().refused(text, *rules)
        assert self.facts() == before, self.way
        return ruling

    def facts(self) -> dict[str, Any]:
        return {name: self.referee.fact(name) for name in FACTS}

    def agree(self) -> None:
        so = {
            "sequences": self.sequences,
            "stock": sum(map(len, self.stock)),
            "empty": sum(not down and not up for down, up in zip(self.down, self.up, strict=True)),
            "down": sum(map(len, self.down)),
            "moves": self.moves,
        }
        assert self.facts() == so, "\n".join([*self.said, str(self.facts()), str(so)])
        assert self.referee.scores == {"Ann": self.sequences}, "\n".join(self.said)

    def agree_on_the_tableau(self) -> None:
        numbers, *rows = tableau(self.referee.hand)  # type: ignore[arg-type]
        assert numbers == tuple(map(str, range(1, 11)))
        shown = [list(cells) for cells in zip(*rows, strict=True)]
        for number, cells in enumerate(shown or [[]] * 10):
            cards = [card[:-1] + SIGNS[card[-1]] for card in self.up[number]]
            so = ["▒▒"] * len(self.down[number]) + cards
            assert [cell for cell in cells if cell] == so, "\n".join([*self.said, f"column {number + 1}"])

    # The model

    def unit(self, column: int) -> int:
        """How many cards at the end of a column move together."""
        up = self.up[column]
        size = 1 if up else 0
        while size < len(up) and up[-size - 1][-1] == up[-size][-1] and PIPS[up[-size - 1]] == PIPS[up[-size]] + 1:
            size += 1
        return size

    def fits(self, card: str, column: int) -> bool:
        return not self.up[column] or PIPS[self.up[column][-1]] == PIPS[card] + 1

    def can_move(self) -> list[tuple[int, int, int]]:
        """Every legal move: from, how many cards, to."""
        return [
            (source, size, target)
            for source in range(10)
            for size in range(1, self.unit(source) + 1)
            for target in range(10)
            if source != target and self.fits(self.up[source][-size], target)
        ]

    def settle(self, column: int) -> None:
        up = self.up[column]
        if self.unit(column) == 13:
            del up[-13:]
            self.sequences += 1
        if not up and self.down[column]:
            up.append(self.down[column].pop())
            self.bare.append(column)

    def turn_up(self) -> None:
        """What was laid bare is told, in one report or in two."""
        if self.bare and self.random.random() < 0.1:
            some = [card for column in self.up for card in column]
            self.refused(f"lays {self.random.choice(some)} on {self.random.randint(1, 10)}", "turn-up")
        if self.bare and self.stock and self.random.random() < 0.1:
            self.refused(f"draws {' '.join(self.stock[-1])}", "turn-up")
        while self.bare:
            count = self.random.randint(1, len(self.bare))
            self.tell("upcard " + " ".join(self.up[column][0] for column in self.bare[:count]))
            del self.bare[:count]

    def move(self, source: int, size: int, target: int) -> None:
        unit = self.up[source][-size:]
        card = unit[0]
        twins = [c for c in range(10) if card in self.up[c][len(self.up[c]) - self.unit(c) :]]
        named = self.random.choice([card, card, " ".join(unit), f"{card}-{unit[-1]}" if size > 1 else card])
        if len({one for up in self.up for one in up if one[:-1] == card[:-1]}) == 1 and self.random.random() < 0.2:
            named = card[:-1]
        text = f"{self.random.choice(['', '', 'Ann ', 'a '])}{self.random.choice(['lays', 'lay'])} {named}"
        text += f" on {target + 1}"
        if len(twins) > 1:
            self.refused(text, "unclear")
        if len(twins) > 1 or self.random.random() < 0.1:
            text += f" from {source + 1}"
        self.tell(text)
        self.lift(source, size, target)

    def lift(self, source: int, size: int, target: int) -> None:
        unit = self.up[source][-size:]
        del self.up[source][-size:]
        self.up[target] += unit
        self.moves += 1
        self.settle(source)
        self.settle(target)

    def draw(self) -> None:
        row = self.stock.pop(0)
        self.tell(f"draws {' '.join(row)}", overrule=not all(self.up))
        for up, card in zip(self.up, row, strict=True):
            up.append(card)
        for column in range(10):
            self.settle(column)

    def let_pass(self) -> None:
        """A stock deal too early, or any cards moved to any column, if the player likes."""
        if self.stock and not all(self.up):
            self.draw()
            return
        lying = [card for up in self.up for card in up]
        source, target = self.random.sample(range(10), 2)
        some = [size for size in range(1, len(self.up[source]) + 1) if lying.count(self.up[source][-size]) == 1]
        if some:
            size = self.random.choice(some)
            self.tell(f"lays {self.up[source][-size]} on {target + 1}", overrule=True)
            self.lift(source, size, target)

    def may_draw(self) -> bool:
        return bool(self.stock) and all(self.up)

    def go_wrong(self) -> None:
        """Something that can't be, or isn't allowed."""
        lying = sorted({card for up in self.up for card in up})
        if not lying:
            return
        loose = {card for column, up in enumerate(self.up) for card in up[len(up) - self.unit(column) :]}
        card, column = self.random.choice(lying), self.random.randrange(10)
        if not self.fits(card, column):
            self.refused(f"lays {card} on {column + 1}", "one-higher")
        if card not in loose:
            self.refused(f"lays {card} on {column + 1}", "one-suit-unit")
        if card not in self.up[column]:
            self.refused(f"lays {card} on {self.random.randint(1, 10)} from {column + 1}", "face-up")
        hidden = self.random.choice(RANKS) + self.random.choice("SHDC")
        if hidden not in lying:
            self.refused(f"lays {hidden} on {column + 1}", "face-up")
        self.refused(f"lays {card} on {self.random.choice([0, 11, 999])}", "layout")
        self.refused(f"upcard {hidden}", "turn-up")
        self.refused(f"takes {9 - self.sequences}", "eight-sequences")
        row = self.stock[0] if self.stock else ["AS"] * 10
        self.refused(f"draws {' '.join(row[:9])}", "ten-cards")
        if not all(self.up):
            self.refused(f"draws {' '.join(row)}", "no-empty-space")
        if not self.stock:
            self.refused(f"draws {' '.join(row)}", "stock")
        self.refused(f"draws {' '.join([card] * 3)} {' '.join(row[3:])}", "two-packs")

    # Playing

    def next_move(self) -> tuple[int, int, int] | None:
        """Mostly one that lengthens a run; else digging with a whole run, else anything; None for the stock."""
        if self.stacked and self.may_draw() and self.random.random() < 0.97:
            return None
        some = self.can_move()
        better = [
            (source, size, target)
            for source, size, target in some
            if size == self.unit(source) and self.up[target] and self.up[target][-1][-1] == self.up[source][-1][-1]
        ]
        digging = [
            (source, size, target)
            for source, size, target in some
            if not self.up[target] and self.down[source] and size == len(self.up[source])
        ]
        if better and self.random.random() < 0.9:
            return self.random.choice(better)
        if digging and self.random.random() < 0.9:
            return digging[0]
        if some and (not self.may_draw() or self.random.random() < 0.8):
            return self.random.choice(some)
        return None

    def play(self) -> None:
        self.tell("deal")
        self.refused("lays KS on 3", "turn-up")
        self.tell("upcard " + " ".join(up[0] for up in self.up))
        for _ in range(self.random.randint(30, 170)):
            if self.random.random() < 0.1:
                self.go_wrong()
            chosen = self.next_move()
            if self.lenient and self.random.random() < 0.1:
                self.let_pass()
            elif chosen:
                self.move(*chosen)
            elif self.may_draw():
                self.draw()
            else:
                break
            self.agree()
            self.turn_up()
            if self.sequences == 8:
                break
        self.finish()

    def finish(self) -> None:
        if self.sequences < 8:
            self.agree_on_the_tableau()
            if self.random.random() < 0.2:
                more = self.random.randint(0, 8 - self.sequences)
                self.tell(f"takes {more}")
                self.sequences += more
                self.refused("lays AS on 1", "impossible") if self.sequences < 8 else None
        if self.sequences < 8:
            assert not self.referee.over
            self.tell(self.random.choice(["end", "concedes"]))
        assert self.referee.over, "\n".join(self.said)
        assert self.referee.scores == {"Ann": self.sequences}, "\n".join(self.said)
        assert self.referee.fact("sequences") == self.sequences
        assert self.referee.winners() == (["Ann"] if self.sequences == 8 else [])
        for text in ("lays AS on 1", "upcard AS", "draws 9C", "takes 1", "deal"):
            self.refused(text, "game-over")


@pytest.mark.parametrize("seed", range(PLAYOUTS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Game(seed).play()


@pytest.mark.no_cover
def test_some_games_come_out_and_some_do_not() -> None:
    """The playouts above are worth something only where sequences are completed."""
    games = [Game(seed) for seed in range(0, 30, 3)]
    for game in games:
        game.play()
    assert len({game.sequences for game in games}) > 3


class SpiderWalker(Walker):
    """Walks on a tableau: ten cards at a time are too many to be tried, so chance picks them."""

    def some(self, hand: Hand, ask: Ask, others: bool = False) -> list[Report]:
        found = super().some(hand, ask, others)
        if ask.verb in (Upcard, Draws) and (ask.verb is Draws or not hand.seen):
            for _ in range(3):
                cards = self.random.sample([*hand.unseen(), *hand.pack], 10)
                found.append(ask.verb(tuple(cards), who=hand.seats[0] if ask.verb is Draws else ""))
        return [report for report in found if report.verb != "takes" or self.random.random() < 0.02]


@pytest.mark.parametrize("seed", range(8))
def test_a_random_evening_on_the_tableau(seed: int) -> None:
    SpiderWalker(find_game("spider"), seed).walk(120)
