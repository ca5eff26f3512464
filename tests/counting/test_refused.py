"""What nearly says something legal is refused, unless the model of the table has that too.

A line of the model with another player, card, number or verb in it, with a card more or less: the referee accepts it
just where the model, in whatever order it names the cards, has such a line.
"""

import random
import re

import pytest

from referee import Referee, find_game
from tests.counting import Count, Position
from tests.counting.test_counting import COUNTS

TRIED = 60  # lines at each place
PLACES = 3
COMPLETE = {  # where a report that is legal has no other spelling than the order of its cards
    "500-rummy", "carioca", "concentration", "fifty-one", "indian-chief", "one-eyed-jack", "razz", "scopa", "tonk",
}  # fmt: skip
NEARLY = [count for count in COUNTS if count.game in COMPLETE]
CARD = re.compile(r"(?:10|[AKQJ2-9])[SHDC]?")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def nearly(line: str, others: list[str], seats: tuple[str, ...], dice: random.Random) -> str:
    """A line in which one word is another, is said twice or is left out."""
    words = line.split()
    at = dice.randrange(len(words))
    if words[at] in seats:
        words[at] = dice.choice(seats)
    elif dice.random() < 0.3:
        words[at] = dice.choice(dice.choice(others).split())
    elif words[at].isdigit() and dice.random() < 0.5:
        words[at] = str(int(words[at]) + dice.choice([-2, -1, 1, 2]))
    elif CARD.fullmatch(words[at]):
        suited = words[at][-1] in "SHDC"
        card = dice.choice(RANKS) + (dice.choice("SHDC") if suited else "")
        words[at : at + 1] = dice.choice([[card], [card], [words[at], card], []])
    return " ".join(words)


def meant(line: str) -> tuple[str, ...]:
    return tuple(sorted(line.replace(",", " ").split()))


def way(position: Position, depth: int, dice: random.Random) -> list[tuple[str, Position]]:
    """Moves made at random, and the table after each."""
    found: list[tuple[str, Position]] = []
    for _ in range(depth):
        if not (moves := [*position.moves()]):
            break
        found.append(dice.choice(moves))
        position = found[-1][1]
    return found


@pytest.mark.parametrize("count", NEARLY, ids=lambda count: f"{count.game}, {count.what}".replace(" ", "-"))
def test_nothing_else_is_legal(count: Count) -> None:
    dice, tried = random.Random(7), 0
    print("seed 7")
    for depth in (0, *(dice.randrange(count.depth) for _ in range(PLACES - 1))):
        referee, position = Referee(find_game(count.game), count.players, count.house), count.position
        said = [*count.opening]
        for line, after in way(position, depth, dice):
            said.append(line)
            position = after
        for line in said:
            assert referee.hear(line).accepted, said
        moves = [line for line, _ in position.moves()]
        legal = {meant(line) for line in moves}
        for _ in range(TRIED if moves else 0):
            line = nearly(dice.choice(moves), moves, count.players, dice)
            ruling = referee.hear(line)
            if ruling.accepted:
                assert meant(ruling.text) in legal, "\n".join([f"{count.game} {count.house}", *said, ruling.text])
                referee.undo()
            tried += 1
    assert tried
