"""Concentration told truthfully, in cards, ranks or numbers, is never refused and scores as it was."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from referee import Referee, find_game
from tests.games.teller import Teller

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
RANKS = ["A", "K", "Q", "J", *(str(pips) for pips in range(10, 1, -1))]


class Evening(Teller):
    """A layout that is really played, by players who remember more or less."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seats = SEATS[: 2 + seed % 5]
        self.packs = self.random.choice([1, 1, 1, 2, 3])
        self.by_color = self.random.random() < 0.4
        pack = [rank + suit for rank in RANKS for suit in "SHDC"] * self.packs
        self.random.shuffle(pack)
        self.layout = dict(enumerate(pack))
        self.wits = {seat: self.random.choice([0.2, 0.6, 0.95]) for seat in self.seats}
        self.seen: set[int] = set()  # places where a card was turned up
        self.pairs = Counter(dict.fromkeys(self.seats, 0))
        self.turns = 0
        self.exact = self.random.random() < 0.5  # every card is named
        self.followed = True  # the referee knows whose turn it is
        house = {"packs": str(self.packs), "match": "color" if self.by_color else "rank"}
        self.dealer = self.random.choice(self.seats)
        self.referee = Referee(find_game("concentration"), self.seats, house)
        self.said = [f"seed {seed}, {self.seats}, {house}"]

    # Telling

    def named(self, one: str, other: str) -> str:
        """Two cards, as somebody might name them: in full, without suits, or not at all where they don't match."""
        if self.exact:
            return f"{one} {other}"
        matching = self.match(one, other)
        if self.random.random() < 0.4 and (not self.by_color or one[:-1] != other[:-1]):
            return f"{one[:-1]} {self.random.choice([other, other[:-1]])}"
        if not matching and self.random.random() < 0.3:
            return self.random.choice([f"{one} ?", "? ?", f"{one[:-1]} ?"])
        return f"{one} {other}"

    def who(self, seat: str) -> str:
        choices = [seat, seat, seat[0].lower()]
        return self.random.choice([*choices, ""] if self.followed else choices)

    def agree(self) -> None:
        referee = self.referee
        assert referee.scores == dict(self.pairs), "\n".join(self.said)
        facts = {name: referee.fact(name) for name in ("left", "pairs", "turns")}
        so = {"left": len(self.layout), "pairs": self.pairs.total(), "turns": self.turns}
        assert facts == so, "\n".join([*self.said, f"{facts}"])

    # The model

    def match(self, one: str, other: str) -> bool:
        same_color = (one[-1] in "HD") == (other[-1] in "HD")
        return one[:-1] == other[:-1] and (same_color or not self.by_color)

    def turn(self, seat: str) -> tuple[int, int]:
        """Two places, chosen by a player who may remember what lies where."""
        first, second = self.random.sample([*self.layout], 2)
        if self.random.random() < self.wits[seat]:
            known = [place for place in self.seen & self.layout.keys() if place != first]
            second = next((one for one in known if self.match(self.layout[first], self.layout[one])), second)
        self.seen |= {first, second}
        return first, second

    def go_wrong(self, seat: str) -> None:
        """What isn't allowed, or can't be."""
        left = [*self.layout.values()]
        gone = [card for card in self.kept if self.kept[card] == self.packs]
        if self.exact and gone:
            self.refused(f"{seat} flips {self.random.choice(gone)} ?", "one-pack")
            self.refused(f"{seat} takes {self.random.choice(gone)} ? ", "unclear")
            self.refused(f"{seat} takes {self.random.choice(gone)} {left[0]}", "one-pack")
        one, other = self.random.sample(left, 2)
        if not self.match(one, other):
            self.refused(f"{seat} takes {one} {other}", "match-rule")
        self.refused(f"{seat} takes {len(self.layout) // 2 + 1}", "pair-count")
        if self.followed:
            others = [name for name in self.seats if name != seat]
            self.refused(f"{self.random.choice(others)} flips {one} {other}", "turn-order")
            self.refused(f"flips {one}", "two-cards")
            if self.packs == 1 or (self.exact and left.count(one) == 1):
                self.refused(f"flips {one} {one}", "two-cards")
        if self.by_color and self.exact:
            colors = {card[-1] in "HD" for card in left if card[:-1] == one[:-1]}
            if len(colors) == 2:
                self.refused(f"{seat} flips {one[:-1]} {one[:-1]}", "unclear")
        self.refused("deal", "one-layout")

    def play(self) -> None:
        self.tell(f"deal {self.dealer}")
        self.kept: Counter[str] = Counter()
        seat = self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]
        numbers_from = self.random.choice([0, 10, 30, 10_000, 10_000, 10_000])  # cards left when only pairs are counted
        untold: Counter[str] = Counter()
        while self.layout:
            first, second = self.turn(seat)
            one, other = self.layout[first], self.layout[second]
            numbers = len(self.layout) < numbers_from < 10_000 or (numbers_from == 0)
            matching = self.match(one, other)
            if not numbers and self.random.random() < 0.03:
                self.go_wrong(seat)
            if matching:
                del self.layout[first], self.layout[second]
                self.kept.update((one, other))
            if numbers:
                untold[seat] += matching
                self.pairs[seat] += matching
            elif not self.exact and matching and self.random.random() < 0.3:
                self.tell(f"{seat} takes {one} {other}")
                self.pairs[seat] += 1
                self.followed = True
            elif not self.exact and matching and self.random.random() < 0.1:
                self.tell(f"{seat} takes")
                self.pairs[seat] += 1
                self.followed = False
            else:
                self.tell(f"{self.who(seat)} flips {self.named(one, other)}")
                self.pairs[seat] += matching
                self.turns += 1
                self.followed = True
            if not numbers:
                self.agree()
            if not matching:
                seat = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
        for name in self.random.sample(self.seats, len(self.seats)):
            if untold[name]:
                self.tell(f"{name} takes {untold[name]}")
        self.finish()

    def finish(self) -> None:
        self.agree()
        assert self.referee.over, "\n".join(self.said)
        most = max(self.pairs.values())
        assert self.referee.winners() == [seat for seat in self.seats if self.pairs[seat] == most]
        for seat in self.seats:
            self.tell(f"{seat} takes {self.pairs[seat]}")  # told again
        self.refused("Ann takes 27000", "game-over")
        self.refused("Ann flips 2S 2C", "game-over")
        self.agree()


@pytest.mark.parametrize("seed", range(100))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Evening(seed).play()


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("seed", range(60))
def test_a_rank_told_without_suits_is_refused_exactly_where_no_cards_fit(seed: int, packs: int) -> None:
    """Random turns with one rank, against every set of sevens that can lie there."""
    chance = random.Random(seed)
    referee = Referee(find_game("concentration"), ["Ann", "Ben"], {"packs": str(packs)})
    referee.hear("deal")
    worlds = {(packs,) * 4}  # how many of each suit lie there: everything that fits all that was told
    for _ in range(6 * packs):
        cards = [chance.choice(["7", "7", "7S", "7H", "7D", "7C"]) for _ in range(chance.choice([1, 1, 2]))]
        after = set()
        for world in worlds:
            for suits in product(*((card[1:] or "SHDC") for card in cards)):
                left = tuple(number - suits.count(suit) for number, suit in zip(world, "SHDC", strict=True))
                if min(left) >= 0:
                    after.add(left if len(cards) == 2 else world)
        text = f"{referee.next()[0]} flips {' '.join(cards)}{' KD' if len(cards) == 1 else ''}"
        ruling = referee.hear(text)
        assert ruling.accepted == bool(after), (seed, text, ruling.message)
        assert ruling.accepted or "one-pack" in ruling.rules
        worlds = after or worlds
