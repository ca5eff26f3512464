"""Backhand told truthfully, card by card, blind, in part or by outcomes: never refused, and every hand as it was."""

from typing import Any

import pytest

from referee import Referee, find_game
from tests.games.teller import Teller
from tests.often import times

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]
RANKS = ["A", *(str(pips) for pips in range(2, 11)), "J", "Q", "K"]
EVENINGS = times(120)


def worth(card: str) -> int:
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


class Player:
    """A hand really played; ``acts`` is what was done, as verb and cards."""

    def __init__(self, table: "Evening", stock: list[str]) -> None:
        self.stock, self.random = stock, table.random
        self.dealt, self.cards = self.two()
        self.acts: list[tuple[str, list[str]]] = []
        self.totals: list[tuple[int, int]] = [self.value]  # cards and total after the deal and each act
        self.won = self.play()

    def two(self) -> tuple[list[str], list[str]]:
        first = [self.stock.pop(), self.stock.pop()]
        more = [self.stock.pop() for card in first if card[0] == "A"]
        return first + more, [card for card in first if card[0] != "A"] + more

    @property
    def value(self) -> tuple[int, int]:
        return len(self.cards), sum(map(worth, self.cards))

    @property
    def push(self) -> bool:
        return self.value[0] == 2 and 17 <= self.value[1] <= 20

    def did(self, verb: str, cards: list[str]) -> None:
        self.acts.append((verb, cards))
        self.totals.append(self.value)

    def play(self) -> bool:
        while True:
            if self.push and self.random.random() < 0.6:
                new, self.cards = self.two()
                self.did("pushes", new)
                continue
            if not self.push and self.value[1] >= 12 and self.random.random() < 0.5:
                card = self.stock.pop()
                self.did("backhands", [card])
                return self.value[1] + worth(card) > 21
            push = self.push
            card = self.stock.pop()
            self.cards = [*self.cards, card]
            self.did("hits", [card])
            if self.value[1] > 21:
                return False
            if push or len(self.cards) == 5:
                return True


class Evening(Teller):
    """A table that really plays, with hands won and chips counted by hand."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seats = SEATS[: self.random.randint(1, 7)]
        self.betting = self.random.random() < 0.4
        self.referee = Referee(find_game("backhand"), self.seats, {"betting": "yes"} if self.betting else {})
        self.packs = -(-len(self.seats) // 2)
        self.score = dict.fromkeys(self.seats, 0)
        self.bets: dict[str, int] = {}
        self.dealer = self.seats[0]
        self.said = [f"seed {seed}, {len(self.seats)} players"]

    def deal(self) -> None:
        stock = [rank + suit for rank in RANKS for suit in "SHDC"] * self.packs
        self.random.shuffle(stock)
        left = self.seats.index(self.dealer) + 1
        self.order = self.seats if self.betting else self.seats[left:] + self.seats[:left]
        self.tell("deal" if self.betting or self.random.random() < 0.5 else f"deal {self.dealer}")
        self.hands = {seat: Player(self, stock) for seat in self.order}
        if self.betting:
            self.bets = {seat: self.random.randint(1, 9) for seat in self.seats}
            for seat in self.random.sample(self.seats, len(self.seats)):
                self.refused(f"{seat} wins", "bet-first")
                self.tell(f"{seat} bets {self.bets[seat]}")
        style = {seat: self.random.choice(["outcome", "cards", "cards", "blind", "part"]) for seat in self.order}
        if self.random.random() < 0.4:
            style = dict.fromkeys(self.order, self.random.choice(["outcome", "cards"]))
        self.bare = self.random.random() < 0.2
        by_result = [seat for seat in self.order if style[seat] == "outcome"]
        at_once = [
            seat for seat in self.order if style[seat] not in ("outcome", "blind") and self.random.random() < 0.5
        ]
        for seat in self.random.sample(at_once, len(at_once)):
            self.lay(seat)
        owing: list[str] = []
        for seat in self.order:
            if style[seat] == "outcome":
                continue
            if seat not in at_once and style[seat] != "blind":
                self.lay(seat)
            owing += self.play(seat, style[seat])
            while (owing or by_result) and self.random.random() < 0.4:
                self.outcome((owing or by_result).pop())
        for seat in self.random.sample(rest := owing + by_result, len(rest)):
            self.outcome(seat)
        self.count()

    def lay(self, seat: str) -> None:
        self.tell(f"{seat} dealt {self.named(self.hands[seat].dealt, blind=0)}")

    def named(self, cards: list[str], blind: float) -> str:
        told = [card[:-1] if self.bare else card for card in cards]
        return " ".join("?" if self.random.random() < blind else card for card in told)

    def play(self, seat: str, style: str) -> list[str]:
        """Tells what a player did, all or some of it; who still owes an outcome."""
        hand, known = self.hands[seat], style != "blind"
        acts = hand.acts
        told = len(acts) if style != "part" else self.random.randint(0, len(acts))
        for number, (verb, cards) in enumerate(acts[:told]):
            if known:
                self.mischief(seat, *hand.totals[number])
            if verb == "hits" and known and self.random.random() < 0.2:
                several = [card for kind, (card, *_) in acts[number:told] if kind == "hits"]
                if len(several) == told - number:
                    self.tell(f"{seat} hits {self.named(several, 0)}")
                    break
            blind = 0.4 if style == "blind" and verb != "backhands" else 0
            text = self.named(cards, blind)
            known = known and "?" not in text
            self.tell(f"{seat} {verb} {text}" if text != "?" or self.random.random() < 0.5 else f"{seat} {verb}")
        now: Any = self.referee.last if self.done else self.referee.hand
        box = now.boxes[seat]
        if known and told:
            assert (len(box.cards), box.total) == hand.totals[told], self.way
        if box.won is not None:
            assert box.won == hand.won, self.way
            return []
        if told < len(acts):  # it must be told before the next can play
            self.outcome(seat)
            return []
        assert not known, f"{self.way}\n{seat} must be decided"
        return [seat]

    def mischief(self, seat: str, size: int, total: int) -> None:
        """What can't be done with a hand that is known."""
        push = size == 2 and 17 <= total <= 20
        self.refused(f"{seat} stays", "no-standing")
        if total < 12:
            self.refused(f"{seat} backhands 3", "must-hit")
        if push:
            self.refused(f"{seat} backhands 3", "push-hand")
        else:
            self.refused(f"{seat} pushes", "push-hand")
        now: Any = self.referee.hand
        later = [one for one in self.order[self.order.index(seat) + 1 :] if now.boxes[one].open]
        if later:
            self.refused(f"{later[0]} hits 3", "turn-order")

    @property
    def done(self) -> bool:
        return not self.referee.hand.dealer

    def outcome(self, seat: str) -> None:
        verb = "wins" if self.hands[seat].won else self.random.choice(["loses", "busts"])
        self.tell(f"{seat} {verb}")

    def count(self) -> None:
        for seat, hand in self.hands.items():
            chips = self.bets[seat] if self.betting else 1
            self.score[seat] += chips if hand.won else -chips if self.betting else 0
        assert self.done and self.referee.scores == self.score, self.way
        assert self.referee.fact("deal") == self.referee.standing.hands
        if self.betting:
            assert self.referee.fact("bank") == -sum(self.score.values())
        for seat, hand in self.hands.items():
            self.tell(f"{seat} {'wins' if hand.won else 'loses'}")
            assert not self.referee.hear(f"{seat} {'loses' if hand.won else 'wins'}").accepted, self.way
        self.dealer = self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(4):
        evening.deal()
    evening.tell("end")
    best = max(evening.score.values())
    assert evening.referee.winners() == [seat for seat in evening.seats if evening.score[seat] == best]
    evening.referee.undo(len(evening.referee.entries))
    assert not any(evening.referee.scores.values())


def test_hands_won_are_counted_where_chips_are_bet() -> None:
    """The target is hands, the winner has the chips; a deal that is begun is played out."""
    referee = Referee(find_game("backhand"), ["Ann", "Ben"], {"betting": "yes", "first-to": "2"})
    for reports in (["Ann bets 1", "Ben bets 1", "Ann wins", "Ben loses"], ["Ann bets 1", "Ben bets 9", "Ann wins"]):
        for text in ("deal", *reports):
            assert referee.hear(text).accepted, text
    assert not referee.over
    assert referee.hear("Ben wins").accepted
    assert referee.over
    assert referee.winners() == ["Ben"]
    referee.undo()
    assert not referee.over
    assert referee.accounts == {"Ann": 2, "Ben": -1, "bank": -1}


@pytest.mark.parametrize("players", [1, 2, 5, 8, 33, 40])
def test_a_pack_for_every_two_players(players: int) -> None:
    seats = [f"Player {number}" for number in range(players)]
    referee = Referee(find_game("backhand"), seats)
    packs = -(-players // 2)
    assert referee.fact("packs") == packs
    referee.hear("deal")
    for seat in seats[1 : packs + 1]:
        assert referee.hear(f'"{seat}" dealt QH 5H').accepted
    assert not referee.can(f'"{seats[0]}" dealt {"QH " * (packs + 1)}').accepted
    for seat in seats[1:] + seats[:1]:
        assert not referee.over
        assert referee.hear(f'"{seat}" loses').accepted
    assert referee.standing.hands == 1
