"""Fifty-One told truthfully, by exchanges or by scores: never refused, always the true winner."""

import itertools
import random
from collections import Counter

import pytest

from referee import Referee, find_game
from referee.cards import Card, card
from referee.games._fifty_one import Lot, can_lie, hands, score
from tests.often import times

NAMES = ["Ada", "Bob", "Cem", "Dov", "Eri"]
SEEDS = times(30)
PACK = [rank + suit for suit in "SHDC" for rank in ("A", "K", "Q", "J", "10", *"98765432")]


def value(one: str) -> int:
    return {"A": 11, "K": 10, "Q": 10, "J": 10}.get(one[:-1]) or int(one[:-1])


def worth(hand: list[str]) -> int:
    """What a hand scores; the joker is tried as every card that isn't in it."""
    if "JK" in hand:
        rest = [one for one in hand if one != "JK"]
        return max(worth([*rest, one]) for one in PACK if one not in rest)
    longest = max(Counter(one[-1] for one in hand).values())
    suits = [[value(one) for one in hand if one[-1] == suit] for suit in "SHDC"]
    return max(2 * sum(suit) for suit in suits if len(suit) == longest) - sum(map(value, hand))


class Evening:
    """A table that really plays, and says as much of it as it likes."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = NAMES[: self.random.randint(2, 5)]
        self.joker = self.random.random() < 0.5
        self.number = self.random.randint(1, 3)
        house = {"joker": "yes" if self.joker else "no", "hands": str(self.number)}
        self.referee = Referee(find_game("fifty-one"), self.seats, house)
        self.dealer = self.random.choice(self.seats)
        self.won = dict.fromkeys(self.seats, 0)
        self.renewals = 0
        self.said = [f"seed {seed}: {self.seats} {house}"]

    def tell(self, text: str) -> None:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{ruling.verdict}: {ruling.message}\n" + "\n".join(self.said)

    def refuse(self, text: str, rule: str) -> None:
        ruling = self.referee.hear(text)
        assert rule in ruling.rules and not ruling.accepted, f"{text}: {ruling}\n" + "\n".join(self.said)

    def agrees(self) -> None:
        facts = [self.referee.fact(name) for name in ("board", "stock", "stopper")]
        so = [" ".join(self.board), len(self.stock), self.stopper or None]
        assert facts == so, f"{facts} {so}\n" + "\n".join(self.said)

    def after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def who(self, seat: str) -> str:
        return self.random.choice([f"{seat} ", f"{seat[:2].lower()} "])

    # A hand as it is played

    def play(self) -> None:
        self.stock = PACK + ["JK"] * self.joker
        self.random.shuffle(self.stock)
        self.hands = {seat: [self.stock.pop() for _ in range(5)] for seat in self.seats}
        self.dealt = {seat: list(hand) for seat, hand in self.hands.items()}
        self.board = [self.stock.pop() for _ in range(5)]
        self.discards: list[str] = []
        self.stopper = ""
        self.had_turn: set[str] = set()
        self.loud = self.random.random() < 0.7
        self.tell(f"deal {self.dealer}")
        if self.loud:
            self.tell(f"upcard {' '.join(self.board)}")
            self.agrees()
        seat = self.dealer
        content = self.random.choice([0.02, 0.05, 0.2])
        while (seat := self.after(seat)) != self.stopper:
            if not self.stopper and self.random.random() < content:
                self.stop(seat)
            else:
                self.turn(seat)
                if not self.stopper and self.random.random() < content:
                    self.stop(seat)
            self.had_turn.add(seat)
        self.show()

    def stop(self, seat: str) -> None:
        self.stopper = seat
        self.tell(f"{self.who(seat)}stops")
        other = self.random.choice([one for one in self.seats if one != seat])
        self.refuse(f"{other} stops", "stop" if not self.loud or self.referee.next() == [other] else "turn-order")

    def turn(self, seat: str) -> None:
        if self.loud and self.random.random() < 0.3:
            self.provoke(seat)
        if seat in self.had_turn and self.random.random() < 0.5:
            self.clear(seat)
        hand = self.hands[seat]
        gives, takes = self.random.choice(hand), self.random.choice(self.board)
        if self.random.random() < 0.7:
            pairs = itertools.product(hand, self.board)
            gives, takes = max(pairs, key=lambda pair: worth([one for one in hand if one != pair[0]] + [pair[1]]))
        hand.remove(gives)
        hand.append(takes)
        self.board[self.board.index(takes)] = gives
        if self.loud:
            who = self.random.choice([self.who(seat), ""])
            self.tell(f"{who}exchanges {gives} for {takes}")
            self.agrees()
            self.tell_dealt(0.1)

    def clear(self, seat: str) -> None:
        before = len(self.stock)
        self.discards += self.board
        self.board = []
        for _ in range(5):
            if not self.stock:
                self.stock, self.discards = self.discards, []
                self.random.shuffle(self.stock)
                self.renewals += 1
            self.board.append(self.stock.pop())
        if self.loud:
            others = [one for other in self.seats for one in self.hands[other] if other != seat]
            if before >= 5:
                self.refuse(f"{seat} clears {' '.join([*self.board[1:], self.discards[-1]])}", "one-pack")
            if known := [one for one in others if self.holder(one)]:
                self.refuse(f"{seat} clears {' '.join([*self.board[1:], known[0]])}", "one-pack")
            self.random.shuffle(self.board)
            self.tell(f"{self.who(seat)}clears {' '.join(self.board)}")
            self.agrees()
            self.refuse(f"{seat} stops", "clear-once")
            self.refuse(f"{seat} clears {' '.join(self.board)}", "clear-once")

    def holder(self, one: str) -> bool:
        return any(card(one) in holding.known for holding in self.referee.hand.holdings.values())  # type: ignore[attr-defined]

    def provoke(self, seat: str) -> None:
        assert self.referee.next() == [seat], self.said
        other = self.random.choice([one for one in self.seats if one != seat])
        self.refuse(f"{other} exchanges {self.random.choice(self.hands[other])} for {self.board[0]}", "turn-order")
        self.refuse(f"{seat} exchanges {self.board[0]} for {self.board[0]}", "exchange")
        self.refuse(f"{seat} exchanges {self.board[0]} for {self.board[1]}", "one-pack")
        self.refuse(f"{seat} exchanges {self.hands[seat][0]} for {self.hands[other][0]}", "board")
        self.refuse(f"{seat} holds {worth(self.hands[seat])}", "hand-count")
        if seat not in self.had_turn:
            self.refuse(f"{seat} clears {' '.join(self.stock[:5])}", "first-turn")

    def tell_dealt(self, chance: float) -> None:
        for seat in [seat for seat in self.dealt if self.random.random() < chance]:
            self.tell(f"{seat} dealt {' '.join(self.dealt.pop(seat))}")

    # Score

    def show(self) -> None:
        order = self.random.sample(self.seats, len(self.seats))
        numbers = self.random.choice([0.0, 0.5, 1.0])
        totals = {seat: worth(hand) for seat, hand in self.hands.items()}
        for place, seat in enumerate(order):
            self.tell_dealt(0.05)
            self.refuse(f"{seat} holds {self.random.choice([52, 60, -29, -100])}", "hand-count")
            cards = self.random.sample(self.hands[seat], 5)
            self.tell(f"{self.who(seat)}holds {totals[seat] if self.random.random() < numbers else ' '.join(cards)}")
            if place < len(order) - 1:
                self.refuse(f"{seat} holds {totals[seat] - 1}", "hand-count")
        best = [seat for seat in self.seats if totals[seat] == max(totals.values())]
        if len(best) > 1 and self.stopper in best:
            best.remove(self.stopper)
        for seat in best:
            self.won[seat] += 1
        way = "\n".join(self.said)
        assert self.referee.fact("counts") == totals, way
        assert self.referee.hand_scores() == {seat: int(seat in best) for seat in self.seats}, way
        assert dict(self.referee.scores) == self.won, way
        self.dealer = self.after(self.dealer)
        self.tell(f"{order[0]} holds {totals[order[0]]}")


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(evening.number):
        assert not evening.referee.over
        evening.play()
        evening.tell_dealt(0.3)
    assert evening.referee.over, evening.said
    most = max(evening.won.values())
    assert evening.referee.winners() == [seat for seat in evening.seats if evening.won[seat] == most], evening.said


@pytest.mark.parametrize("seed", range(SEEDS // 2))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    evening = Evening(seed)
    pack = PACK + ["JK"] * evening.joker
    evening.random.shuffle(pack)
    told = {seat: [pack.pop() for _ in range(5)] for seat in evening.seats}
    scores = []
    for as_number in (True, False):
        referee = Referee(evening.referee.game, evening.seats, evening.referee.chosen)
        for text in (f"deal {evening.dealer}", f"{evening.seats[-1]} stops"):
            assert referee.hear(text).accepted
        for seat, hand in told.items():
            assert referee.hear(f"{seat} holds {worth(hand) if as_number else ' '.join(hand)}").accepted, seed
        scores.append((dict(referee.scores), referee.fact("counts")))
    assert scores[0] == scores[1], f"seed {seed}"


def test_the_discards_are_shuffled_in_some_of_these_games() -> None:
    evenings = [Evening(seed) for seed in range(10)]
    for evening in evenings:
        evening.play()
    assert sum(evening.renewals for evening in evenings) > 1


# Scores, against every way


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_hand_scores_what_it_does_with_every_joker(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(15):
        some = chance.sample(PACK, 4)
        for hand in ([*some, "JK"], [*some, next(one for one in PACK if one not in some)]):
            assert score(map(card, hand)) == worth(hand), hand


def test_the_ends_of_the_range_and_all_between_can_be_scored() -> None:
    plain = frozenset(map(card, PACK))
    joker = frozenset((card("JK"),))
    able = [n for n in range(-40, 60) if any(hands(Lot(frozenset(), plain, n)))]
    assert able == list(range(-28, 52))
    assert [n for n in range(-14, 54) if any(hands(Lot(joker, plain | joker, n)))] == list(range(-12, 52))


@pytest.mark.parametrize("seed", range(SEEDS // 4))
def test_the_hands_of_a_score_are_those_that_trying_all_finds(seed: int) -> None:
    chance = random.Random(seed)
    pack = chance.sample([*PACK, *["JK"] * 8], 12)
    may = list(dict.fromkeys(pack))
    known = chance.sample(may, chance.randint(0, 4))
    every: dict[int, set[frozenset[Card]]] = {}
    for five in itertools.combinations(may, 5):
        if set(known) <= set(five):
            every.setdefault(worth(list(five)), set()).add(frozenset(map(card, five)))
    for total in range(-29, 53):
        found = set(hands(Lot(frozenset(map(card, known)), frozenset(map(card, may)), total)))
        assert found == every.get(total, set()), f"seed {seed}: {known} of {may} for {total}"


@pytest.mark.parametrize("seed", range(SEEDS // 4))
def test_hands_that_lie_there_together_are_found_as_by_trying_all(seed: int) -> None:
    """Of eleven cards two hands of five."""
    chance = random.Random(seed)
    may = frozenset(map(card, chance.sample([*PACK, "JK"], 11)))
    pairs = {
        (score(one), score(other))
        for one in itertools.combinations(may, 5)
        for other in itertools.combinations(may.difference(one), 5)
    }
    for _ in range(10):
        first, second = chance.choice(sorted(pairs))[0], chance.choice(sorted(pairs))[1]
        lots = [Lot(frozenset(), may, first), Lot(frozenset(), may, second)]
        assert can_lie(lots) == ((first, second) in pairs), f"seed {seed}: {first}, {second}"
