"""Gops told truthfully, bid by bid or by the piles at the end, is never refused and scores as it was."""

import random
from itertools import permutations, product

import pytest

from referee import Referee, find_game
from tests.games.teller import Teller

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]
LADDER = ["A", *(str(pips) for pips in range(2, 11)), "J", "Q", "K"]
VALUE = {rank: value for value, rank in enumerate(LADDER, 1)}


class Evening(Teller):
    """A game that was really played: everybody's cards in their order, and the prizes counted by hand."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seats = SEATS[: 2 + seed % 6]
        packs = -(-len(self.seats) // 3)
        suits = list("SHC" * packs)
        self.random.shuffle(suits)
        self.suit = dict(zip(self.seats, suits, strict=False))
        self.prizes = self.random.sample(LADDER, 13)
        alike = self.random.random() < 0.3  # many ties
        order = self.random.sample(LADDER, 13)
        self.bids = {seat: order[:] if alike else self.random.sample(LADDER, 13) for seat in self.seats}
        if alike:
            for seat in self.seats[1:]:
                i, j = self.random.sample(range(13), 2)
                self.bids[seat][i], self.bids[seat][j] = self.bids[seat][j], self.bids[seat][i]
        self.piles: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.referee = Referee(find_game("gops"), self.seats)
        self.said = [f"seed {seed}, {len(self.seats)} players"]

    def card(self, seat: str, number: int) -> str:
        return self.bids[seat][number] + self.random.choice(["", self.suit[seat]])

    def bid(self, number: int) -> None:
        """A prize and the bids for it, told in one way or the other."""
        prize = self.prizes[number]
        self.tell(f"upcard {prize}" + self.random.choice(["", "D"]))
        if self.random.random() < 0.5:
            self.tell("trick " + " ".join(self.card(seat, number) for seat in self.seats))
            return
        for seat in self.random.sample(self.seats, len(self.seats)):
            self.tell(f"{seat} plays {self.card(seat, number)}")

    def award(self, number: int) -> None:
        height = {seat: VALUE[self.bids[seat][number]] for seat in self.seats}
        best = [seat for seat in self.seats if height[seat] == max(height.values())]
        if len(best) == 1:
            self.piles[best[0]].append(self.prizes[number])

    def points(self) -> dict[str, int]:
        return {seat: sum(VALUE[rank] for rank in pile) for seat, pile in self.piles.items()}

    def pile(self, seat: str) -> str:
        named = " ".join(f"{rank}D" for rank in self.piles[seat])
        return self.random.choice([named or "0", str(self.points()[seat])])

    def play(self) -> None:
        told = self.random.choice([13, 13, 0, self.random.randint(1, 12)])
        for number in range(13):
            if number < told:
                self.bid(number)
            self.award(number)
            if number < told:
                assert dict(self.referee.scores) == self.points(), "\n".join(self.said)
        if told < 13:
            if self.random.random() < 0.3:
                self.tell(f"upcard {self.prizes[told]}")
                self.tell(f"{self.seats[0]} plays {self.card(self.seats[0], told)}")
            for seat in self.random.sample(self.seats, len(self.seats)):
                assert not self.referee.over
                self.tell(f"{seat} holds {self.pile(seat)}")
        for seat in self.seats:
            self.tell(f"{seat} holds {self.points()[seat]}")  # told again
            assert not self.referee.hear(f"{seat} holds {self.points()[seat] + 1}").accepted


@pytest.mark.parametrize("seed", range(150))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    evening.play()
    points = evening.points()
    assert dict(evening.referee.scores) == points, "\n".join(evening.said)
    assert evening.referee.over
    assert evening.referee.fact("tied") == 91 - sum(points.values())
    assert evening.referee.winners() == [seat for seat in evening.seats if points[seat] == max(points.values())]


@pytest.mark.parametrize("seed", range(30))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    true = Evening(seed)
    for number in range(13):
        true.award(number)
    full = []
    for number, prize in enumerate(true.prizes):
        full += [f"upcard {prize}", "trick " + " ".join(true.bids[seat][number] for seat in true.seats)]
    short = [f"{seat} holds {points}" for seat, points in true.points().items()]
    for told in (full, short, [*full[: 2 * (seed % 12) + 2], *short]):
        referee = Referee(find_game("gops"), true.seats)
        assert all(referee.hear(text).accepted for text in told), (seed, told)
        assert (dict(referee.scores), referee.over) == (true.points(), True), (seed, told)


@pytest.mark.no_cover
def test_two_totals_stand_exactly_where_two_players_can_win_them() -> None:
    """Against every way of giving thirteen prizes to two players: both get some, or neither does."""
    possible = {0: 1}  # by the first one's points those that the second may have, as a mask
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
    """Random totals of three players, against every choice of prizes; nothing for one needs a prize lost."""
    chance = random.Random(seed)
    totals = [chance.choice([0, 1, 2, 3, chance.randint(0, 60)]) for _ in range(2)]
    totals.append(chance.choice([91 - sum(totals), 90 - sum(totals), chance.randint(0, 80)]))
    ways = {0: {0}}  # prizes spent, as a mask, by players served
    for number, total in enumerate(totals):
        choices = [c for c in range(2**13) if sum(v for v in range(1, 14) if c >> v - 1 & 1) == total]
        ways[number + 1] = {some | c for some in ways[number] for c in choices if not some & c}
    possible = bool(ways[3]) and not (sum(totals) == 91 and 0 in totals)
    referee = Referee(find_game("gops"), ["Ann", "Ben", "Cat"])
    verdicts = [referee.hear(f"{seat} holds {total}").accepted for seat, total in zip(SEATS, totals, strict=False)]
    assert all(verdicts) == possible, (seed, totals, verdicts)


@pytest.mark.parametrize("seed", range(12))
def test_piles_are_held_against_the_bids(seed: int) -> None:
    """Of the last prizes exactly those totals are taken that some bids with the cards left would bring."""
    rng = random.Random(seed)
    seats, left = SEATS[: 2 + seed % 2], rng.randint(1, 3)
    prizes, bids = rng.sample(LADDER, 13), {seat: rng.sample(LADDER, 13) for seat in seats}
    told = [
        text
        for number in range(13 - left)
        for text in (f"upcard {prizes[number]}", "trick " + " ".join(bids[seat][number] for seat in seats))
    ]
    before = hear(seats, told).scores
    possible = set()
    for way in product(*(permutations(bids[seat][-left:]) for seat in seats)):
        points = dict(before)
        for prize, cards in zip(prizes[-left:], zip(*way, strict=True), strict=True):
            heights = [VALUE[card] for card in cards]
            if heights.count(max(heights)) == 1:
                points[seats[heights.index(max(heights))]] += VALUE[prize]
        possible.add(tuple(points[seat] for seat in seats))
    for first in range(92):
        referee = hear(seats, told)
        known = {some for some in possible if some[0] == first}
        assert referee.hear(f"{seats[0]} holds {first}").accepted == bool(known), (seed, first, possible)
        for second in range(92) if known else ():
            both = {some for some in known if some[1] == second}
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
