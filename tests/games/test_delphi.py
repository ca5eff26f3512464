"""Delphi told truthfully, guess by guess, turn by turn or by tokens: never refused, and every token where it was."""

from collections.abc import Callable
from itertools import permutations

import pytest

from referee import Referee, find_game
from tests.games.teller import Teller
from tests.often import times

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]
RANKS = ["A", *(str(pips) for pips in range(2, 11)), "J", "Q", "K"]
SECRETS: list[Callable[[str, str], bool]] = [  # does the second card fit the first?
    lambda last, card: (last[-1] in "HD") != (card[-1] in "HD"),
    lambda last, card: RANKS.index(card[:-1]) >= RANKS.index(last[:-1]),
    lambda last, card: card[-1] == last[-1] or card[:-1] == last[:-1],
    lambda last, card: True,
    lambda last, card: False,
]
EVENINGS = times(25)


class Evening(Teller):
    """A table that really guesses, with tokens and points counted by hand."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seats = SEATS[: self.random.randint(3, 7)]
        self.referee = Referee(find_game("delphi"), self.seats)
        self.score = dict.fromkeys(self.seats, 0)
        self.said = [f"seed {seed}, {len(self.seats)} players"]

    def play(self) -> None:
        first = self.random.choice(self.seats)
        place = self.seats.index(first)
        for number, oracle in enumerate(self.seats[place:] + self.seats[:place]):
            assert not self.referee.over
            if number:
                self.refused(f"deal {first}", "oracle-rotation")
            self.tell(f"deal {oracle}" if not number or self.random.random() < 0.5 else "deal")
            self.hand(oracle)
        best = max(self.score.values())
        assert self.referee.over, self.way
        assert self.referee.winners() == [seat for seat in self.seats if self.score[seat] == best], self.way

    def hand(self, oracle: str) -> None:
        self.oracle = oracle
        self.guessers = [seat for seat in self.seats if seat != oracle]
        self.tokens = dict.fromkeys(self.guessers, 1)
        secret, clever = self.random.choice(SECRETS), {seat: self.random.random() for seat in self.guessers}
        pack = [rank + suit for rank in RANKS for suit in "SHDC"]
        self.random.shuffle(pack)
        self.line, short = [pack.pop()], self.random.random() < 0.6
        if not short or self.random.random() < 0.2:
            self.tell(f"upcard {self.line[0]}")
        while pack:
            card = pack.pop()
            fits = secret(self.line[-1], card)
            said = {seat: fits if self.random.random() < clever[seat] else not fits for seat in self.guessers}
            if not short:
                self.turn(card, fits, said)
            for seat, one in said.items():
                self.tokens[seat] = self.tokens[seat] + 1 if one == fits else max(0, self.tokens[seat] - 1)
            self.line += [card] * fits
            if not short and pack:
                self.compare(card, len(pack))
        for seat in self.random.sample(self.guessers, len(self.guessers)) if short else []:
            for wrong in (51, 53, -1):
                self.refused(f"{seat} holds {wrong}", "token-count")
            self.refused(f"{oracle} holds {self.tokens[seat]}", "oracle-silent")
            self.tell(f"{seat} holds {self.tokens[seat]}")
        self.count()

    def turn(self, card: str, fits: bool, said: dict[str, bool]) -> None:
        """A card, its guesses and the judgement, in one report or in many."""
        judged, word = "correct" if fits else "incorrect", {True: "yes", False: "no"}
        named = self.random.random() < 0.5  # those who said yes, or those who said no
        some = [seat for seat in self.guessers if said[seat] == named]
        if some and self.random.random() < 0.7:
            self.random.shuffle(some)
            voters = self.random.choice([" ", "+"]).join(seat[: self.random.randint(1, 3)] for seat in some)
            if len(some) == len(self.guessers) and self.random.random() < 0.8:
                voters = "all"
            self.tell(f"upcard {card} {judged} {word[named]} {voters}")
            return
        self.tell(f"upcard {card}")
        self.refused(f"upcard {self.line[-1]}", "all-decide")
        order = self.random.sample(self.guessers, len(self.guessers))
        for number, seat in enumerate(order):
            if self.random.random() < 0.1:
                self.refused(f"declares {judged}", "all-decide")
            last = number == len(order) - 1
            self.tell(f"{'' if last and self.random.random() < 0.5 else seat} declares {word[said[seat]]}".strip())
            self.refused(f"{seat} declares {word[not said[seat]]}", "one-decision")
        assert self.referee.next() == [self.oracle]
        self.refused(f"{order[0]} declares {judged}", "oracle-judges")
        self.refused(f"{self.oracle} declares {word[fits]}", "oracle-silent")
        self.tell(self.random.choice([f"{self.oracle} declares {judged}", f"declares {judged}"]))

    def compare(self, card: str, left: int) -> None:
        fact = self.referee.fact
        assert fact("tokens") == self.tokens, self.way
        assert (fact("last"), fact("line")) == (self.line[-1], len(self.line)), self.way
        assert (fact("left"), fact("turned")) == (left, 51 - left), self.way
        if self.random.random() < 0.1:
            self.refused(f"upcard {card} correct yes all", "one-pack")
            self.tell(f"{self.guessers[0]} holds {self.tokens[self.guessers[0]]}")
            self.refused(f"{self.guessers[0]} holds {self.tokens[self.guessers[0]] + 1}", "token-count")

    def count(self) -> None:
        for seat, other in permutations(self.guessers, 2):
            more = self.tokens[seat] - self.tokens[other]
            self.score[seat] += more
            self.score[self.oracle] += max(0, more)
        assert self.referee.scores == self.score, self.way
        for seat in self.guessers:
            self.tell(f"{seat} holds {self.tokens[seat]}")
            self.refused(f"{seat} holds 51", "token-count")


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Evening(seed).play()


def test_token_counts_are_those_that_51_guesses_can_leave() -> None:
    """Against every run of right and wrong guesses, one token to begin with and none below nought."""
    possible = {1}
    for _ in range(51):
        possible = {after for tokens in possible for after in (tokens + 1, max(0, tokens - 1))}
    referee = Referee(find_game("delphi"), SEATS[:3])
    referee.hear("deal Ann")
    assert {n for n in range(-5, 60) if referee.can(f"Ben holds {n}").accepted} == possible
