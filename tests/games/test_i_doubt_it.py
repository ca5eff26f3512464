"""I Doubt It played with real cards and told truthfully is never refused, and every count and pile is where it was."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from referee import Referee, find_game
from referee.cards import RANKS, Card, Pack
from tests.often import times

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]
UPWARD = ["A", *RANKS[:0:-1]]
WALKS = times(25)


class Evening:
    """Games that were really played, by a model that knows nothing of the referee's."""

    def __init__(self, seed: int) -> None:
        self.seed, self.random = seed, random.Random(seed)
        self.seats = SEATS[: self.random.randint(3, 7)]
        self.packs = self.random.choice([1, 1, 1, 2])
        self.referee = Referee(find_game("i-doubt-it"), self.seats, {"packs": str(self.packs), "wins": "2"})
        self.won = dict.fromkeys(self.seats, 0)
        self.dealer = 0
        self.said = [f"seed {seed}, {self.seats}, {self.packs} packs"]

    def tell(self, text: str) -> None:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, "\n".join(
            [*self.said[:1], *self.said[-60:], f"{ruling.verdict} {ruling.rules}: {ruling.message}"]
        )

    def refused(self, text: str, rule: str) -> None:
        ruling = self.referee.can(text)
        assert not ruling.accepted and rule in ruling.rules, "\n".join(
            [*self.said[-60:], f"! [{rule}] {text}: {ruling}"]
        )

    def name(self, seat: str) -> str:
        return self.random.choice([seat, seat.lower(), seat[:2]])

    def deal(self) -> None:
        pack = [card for card in Pack() for _ in range(self.packs)]
        self.random.shuffle(pack)
        around = self.seats[self.dealer + 1 :] + self.seats[: self.dealer + 1]
        each, extra = divmod(len(pack), len(self.seats))
        lucky = around[:extra] if self.random.random() < 0.7 else self.random.sample(self.seats, extra)
        sizes = {seat: each + (seat in lucky) for seat in self.seats}
        self.hands: dict[str, list[Card]] = {seat: [pack.pop() for _ in range(sizes[seat])] for seat in self.seats}
        self.pile: list[Card] = []
        self.turn, self.due = around[0], 0
        self.tell(
            self.random.choice(["deal", f"deal {self.seats[self.dealer]}"])
            if self.said[1:]
            else f"deal {self.seats[0]}"
        )
        usual = {seat: each + (seat in around[:extra]) for seat in self.seats}
        for seat in self.seats if sizes != usual else ():
            self.tell(f"{seat} dealt {sizes[seat]}")
        for seat in self.seats:
            if self.random.random() < 0.3:
                self.tell(f"{seat} dealt {' '.join(map(str, self.hands[seat]))}")

    def lay(self) -> tuple[str, str, list[Card], int]:
        seat, due = self.turn, UPWARD[self.due]
        held = self.hands[seat]
        true = [card for card in held if card.rank == due]
        if true and self.random.random() < 0.7:
            cards = true[: self.random.randint(1, len(true))]
        else:
            cards = self.random.sample(held, min(len(held), self.random.randint(1, 4)))
        number = len(cards) if self.random.random() < 0.93 else min(len(held), len(cards) + 1)
        other = self.random.choice([one for one in self.seats if one != seat])
        if self.random.random() < 0.2:
            self.refused(f"{other} declares 1", "turn-order")
            self.refused(f"{seat} declares {len(held) + 1}", "card-count")
            self.refused(f"{seat} declares 1 {UPWARD[(self.due + 5) % 13]}", "rank-in-turn")
        who = self.random.choice(["", f"{self.name(seat)} "])
        self.tell(f"{who}declares {number}{self.random.choice(['', f' {due}'])}")
        for card in cards:
            held.remove(card)
        self.turn, self.due = self.seats[(self.seats.index(seat) + 1) % len(self.seats)], (self.due + 1) % 13
        return seat, due, cards, number - len(cards)

    def play(self) -> str:
        """One game; whoever has won it."""
        for _ in range(150):
            seat, due, cards, spare = self.lay()
            number = len(cards) + spare
            others = [one for one in self.seats if one != seat]
            doubted = spare or self.random.random() < 0.35 or not self.hands[seat]
            if doubted:
                doubter = self.random.choice(others)
                self.refused(f"{seat} doubts", "doubt-own")
                self.tell(f"{doubter} doubts{self.random.choice(['', f' {seat}'])}")
                self.refused(f"{self.turn} declares 1", "doubt-first")
                true = not spare and all(card.rank == due for card in cards)
                taker = doubter if true else seat
                neither = [one for one in self.seats if one not in (doubter, seat)]
                self.refused(f"{neither[0]} takes pile", "liar-takes")
                if spare or self.random.random() < 0.7:
                    self.tell(f"{self.random.choice(['', f'{seat} '])}shows {' '.join(map(str, cards))}")
                else:
                    self.tell(f"{taker} takes pile")
                self.hands[taker] += self.pile + cards
                self.pile = []
                if true and not self.hands[seat]:
                    return seat
            else:
                self.pile += cards
                assert number == len(cards)
            assert self.referee.fact("cards") == {one: len(some) for one, some in self.hands.items()}, "\n".join(
                self.said
            )
            assert self.referee.fact("pile") == len(self.pile)
            assert self.referee.fact("rank") == UPWARD[self.due]
            assert self.referee.next() == [self.turn], "\n".join(self.said)
        self.tell("misdeal")
        return ""

    def run(self) -> None:
        while max(self.won.values()) < 2:
            if self.said[1:] and self.random.random() < 0.4:
                winner = self.random.choice(self.seats)
                self.tell("deal")
                self.tell(f"{winner} out")
            else:
                self.deal()
                winner = self.play()
            if winner:
                self.won[winner] += 1
                self.dealer = (self.dealer + 1) % len(self.seats)
                assert self.referee.scores == self.won, "\n".join(self.said)
        assert self.referee.winners() == [seat for seat in self.seats if self.won[seat] == 2]


@pytest.mark.parametrize("seed", range(WALKS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Evening(seed).run()


@pytest.mark.parametrize("seed", range(30))
def test_cards_are_refused_exactly_when_no_way_of_playing_brings_them_there(seed: int) -> None:
    """One hand is known, and one pile was taken up again by whoever laid it."""
    rng = random.Random(seed)
    referee = Referee(find_game("i-doubt-it"), ["Ann", "Ben", "Cat"])
    pack = list(Pack())
    rng.shuffle(pack)
    hands = {"Ben": pack[:18], "Cat": pack[18:35], "Ann": pack[35:]}
    referee.hear("deal Ann")
    known = rng.choice(["Ben", "Cat", "Ann"])
    referee.hear(f"{known} dealt {' '.join(map(str, hands[known]))}")
    first = rng.randint(1, 3)
    referee.hear(f"Ben declares {first}")
    assert referee.hear("Ann doubts").accepted
    assert referee.hear("Ben takes pile").accepted
    assert referee.hear("Cat declares 1").accepted
    assert referee.hear("Ben doubts").accepted
    for card in rng.sample(pack, 20):
        # Cat's card was dealt to Cat: to nobody else who is known.
        possible = card in hands[known] if known == "Cat" else card not in hands[known]
        assert referee.can(f"Cat shows {card}").accepted == possible, (seed, known, card)


def test_what_was_shown_stays_with_whoever_took_it() -> None:
    referee = Referee(find_game("i-doubt-it"), ["Ann", "Ben", "Cat"])
    for text in ("deal Ann", "Ben declares 2", "Cat doubts", "Ben shows AS AH", "Cat declares 1", "Ben doubts"):
        assert referee.hear(text).accepted, text
    assert referee.can("Cat shows AS").accepted  # Cat took the aces up
    refused = referee.can("Cat shows AS AS")
    assert not refused.accepted and "one-pack" in refused.rules
    for text in ("Cat shows 2S", "Ann declares 1", "Ben doubts"):
        assert referee.hear(text).accepted, text
    refused = referee.can("Ann shows AH")
    assert refused.rules == ("one-pack",)
    assert Counter(refused.broken[0].proof) == Counter([4])


def test_thirteen_players_need_a_pack() -> None:
    names = [f"P{number}x" for number in range(27)]
    with pytest.raises(ValueError, match="3 to 13 players, not 14; packs=2 makes room"):
        Referee(find_game("i-doubt-it"), names[:14])
    with pytest.raises(ValueError, match="packs is 3 to 12 here, not 2"):
        Referee(find_game("i-doubt-it"), names, {"packs": "2"})
    referee = Referee(find_game("i-doubt-it"), names[:26], {"packs": "2"})
    assert referee.hear("deal").accepted and not referee.hear("house packs=1").accepted
