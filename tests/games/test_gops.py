"""Piles of Gops counted at the end, compared with every division of the prizes and every sequence of bids."""

import random
from itertools import permutations, product

import pytest

from referee import Referee, find_game

SEATS = ["Ann", "Ben", "Cat"]
LADDER = ["A", *(str(pips) for pips in range(2, 11)), "J", "Q", "K"]
VALUE = {rank: value for value, rank in enumerate(LADDER, 1)}


@pytest.mark.no_cover
def test_two_totals_stand_exactly_where_two_players_can_win_them() -> None:
    """Compared with every division of thirteen prizes between two players, for totals entered together."""
    possible = {0: 1}  # for each score of the first player, the possible scores of the second, as a mask
    for mine in range(1, 2**13 - 1):
        total, left = 0, 1
        for value in range(1, 14):
            if mine >> value - 1 & 1:
                total += value
            else:
                left |= left << value
        possible[total] = possible.get(total, 0) | left & ~1
    for first in range(-1, 93):
        referee = Referee(find_game("gops"), ["Ann", "Ben"])
        seconds = {points for points in range(92) if possible.get(first, 0) >> points & 1}
        assert referee.can(f"Ann holds {first}").accepted == bool(seconds), first
        if seconds:
            referee.hear(f"Ann holds {first}")
            accepted = {points for points in range(92) if referee.can(f"Ben holds {points}").accepted}
            assert accepted == seconds, first


@pytest.mark.parametrize("seed", range(60))
def test_totals_of_three_stand_where_prizes_can_be_split_so(seed: int) -> None:
    """Random totals of three players, compared with every choice of prizes. A total of zero needs a lost prize."""
    chance = random.Random(seed)
    totals = [chance.choice([0, 1, 2, 3, chance.randint(0, 60)]) for _ in range(2)]
    totals.append(chance.choice([91 - sum(totals), 90 - sum(totals), chance.randint(0, 80)]))
    ways = {0: {0}}  # prizes spent, as a mask, by players served
    for number, total in enumerate(totals):
        choices = [c for c in range(2**13) if sum(v for v in range(1, 14) if c >> v - 1 & 1) == total]
        ways[number + 1] = {spent | c for spent in ways[number] for c in choices if not spent & c}
    possible = bool(ways[3]) and not (sum(totals) == 91 and 0 in totals)
    referee = Referee(find_game("gops"), ["Ann", "Ben", "Cat"])
    verdicts = [referee.hear(f"{seat} holds {total}").accepted for seat, total in zip(SEATS, totals, strict=False)]
    assert all(verdicts) == possible, (seed, totals, verdicts)


@pytest.mark.parametrize("seed", range(12))
def test_piles_are_held_against_the_bids(seed: int) -> None:
    """For the last prizes, only totals that some bids with the remaining cards can bring are accepted."""
    rng = random.Random(seed)
    seats, left = SEATS[: 2 + seed % 2], rng.randint(1, 3)
    prizes, bids = rng.sample(LADDER, 13), {seat: rng.sample(LADDER, 13) for seat in seats}
    lines = [
        text
        for number in range(13 - left)
        for text in (f"upcard {prizes[number]}", "trick " + " ".join(bids[seat][number] for seat in seats))
    ]
    before = hear(seats, lines).scores
    possible = set()
    for way in product(*(permutations(bids[seat][-left:]) for seat in seats)):
        points = dict(before)
        for prize, cards in zip(prizes[-left:], zip(*way, strict=True), strict=True):
            heights = [VALUE[card] for card in cards]
            if heights.count(max(heights)) == 1:
                points[seats[heights.index(max(heights))]] += VALUE[prize]
        possible.add(tuple(points[seat] for seat in seats))
    for first in range(92):
        referee = hear(seats, lines)
        known = {totals for totals in possible if totals[0] == first}
        assert referee.hear(f"{seats[0]} holds {first}").accepted == bool(known), (seed, first, possible)
        for second in range(92) if known else ():
            both = {totals for totals in known if totals[1] == second}
            assert referee.hear(f"{seats[1]} holds {second}").accepted == bool(both), (seed, first, second, possible)
            if both:
                for third in range(92) if len(seats) > 2 else ():
                    accepted = referee.hear(f"{seats[2]} holds {third}").accepted
                    assert accepted == ((first, second, third) in both), (seed, first, second, third)
                    if accepted:
                        referee.undo()
                referee.undo()


def hear(seats: list[str], told: list[str]) -> Referee:
    referee = Referee(find_game("gops"), seats)
    for text in told:
        assert referee.hear(text).accepted, text
    return referee
