"""Simulate with `legal`: deal real cards, let everybody play at random, and see how often a bid is made."""

import random
from collections import Counter

from referee import Referee, find_game

CARDS = 3
SEATS = ["Ann", "Ben", "Cat"]
GAME = find_game("oh-hell")


def play_hand(luck: random.Random) -> Referee:
    """A table with one finished hand: random cards, and random bids and plays among those that are legal."""
    table = Referee(GAME, SEATS, {"first-hand": CARDS})
    pack = list(table.hand.pack)
    luck.shuffle(pack)
    table.hear("deal Ann")
    for seat in SEATS:
        table.hear(f"{seat} dealt {' '.join(pack.pop().text for _ in range(CARDS))}")
    table.hear(f"upcard {pack.pop().text}")
    while not table.standing.hands:
        choices = table.legal(verb="plays") or table.legal(verb="bids")
        assert table.hear(luck.choice(choices)).accepted
    return table


luck = random.Random(1)
rules = Counter(line.rule for _ in range(100) for line in play_hand(luck).lines)
for rule, times in rules.most_common():
    print(f"{rule}: {times}")
