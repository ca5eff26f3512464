"""Thirty-One told truthfully, by turns, counts or losers: never refused, every marker and chip where it was."""

import itertools
import random

import pytest

from referee import Referee, find_game
from referee.games._thirty_one import can_lie, counts, threes
from tests.often import times

NAMES = ["Ada", "Bob", "Cem", "Dov", "Eri", "Fay", "Gus", "Hal", "Ina", "Joy", "Ken", "Lou", "Moe", "Nan", "Ova", "Pia"]
SEEDS = times(40)
PACK = [rank + suit for suit in "SHDC" for rank in ("A", "K", "Q", "J", "10", *"98765432")]


def value(card: str) -> int:
    return {"A": 11, "K": 10, "Q": 10, "J": 10}.get(card[:-1]) or int(card[:-1])


def count(cards: list[str], best: bool) -> int:
    suits = [[value(card) for card in cards if card[-1] == suit] for suit in "SHDC"]
    longest = max(len(one) for one in suits)
    return max(sum(one) for one in suits if best or len(one) == longest)


class Evening:
    """A table that really plays, and keeps its own score; ``told`` says how much of a hand the referee hears."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = NAMES[: self.random.choice([2, 2, 3, 3, 4, 6, 16])]
        self.best = self.random.random() < 0.5
        self.left = dict.fromkeys(self.seats, self.random.randint(1, 2))
        self.stake = self.random.choice([0, 1, 4])
        self.pot = 0
        house = {"markers": str(self.left[self.seats[0]]), "stake": str(self.stake)}
        house["count"] = "best" if self.best else "suit"
        self.referee = Referee(find_game("thirty-one"), self.seats, house)
        self.dealer = self.random.choice(self.seats)
        self.said: list[str] = [f"seed {seed}: {self.seats} {house}"]

    def tell(self, text: str) -> None:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{ruling.verdict}: {ruling.message}\n" + "\n".join(self.said)

    def refuse(self, text: str, rule: str) -> None:
        ruling = self.referee.hear(text)
        assert rule in ruling.rules and not ruling.accepted, f"{text}: {ruling}\n" + "\n".join(self.said)

    def agrees(self, name: str, so: object) -> None:
        assert self.referee.fact(name) == so, f"{name} {self.referee.fact(name)}, not {so}\n" + "\n".join(self.said)

    @property
    def still_in(self) -> list[str]:
        return [seat for seat in self.seats if self.left[seat] >= 0]

    def around(self, seat: str) -> list[str]:
        place = self.seats.index(seat) + 1
        return [one for one in self.seats[place:] + self.seats[:place] if one in self.still_in]

    def who(self, seat: str, alone: bool = False) -> str:
        return self.random.choice([f"{seat} ", f"{seat[:2].lower()} ", "" if alone else f"{seat} "])

    # A hand as it is played

    def play(self) -> None:
        self.stock = PACK[:]
        self.random.shuffle(self.stock)
        self.hands = {seat: [self.stock.pop() for _ in range(3)] for seat in self.still_in}
        self.dealt = {seat: list(hand) for seat, hand in self.hands.items()}
        self.pile = [self.stock.pop()]
        self.blitzes = [seat for seat in self.still_in if count(self.hands[seat], self.best) == 31]
        self.knocker = ""
        self.form = self.random.choice(["full", "full", "full", "last turns", "counts", "loser"])
        self.tell(self.random.choice([f"deal {self.dealer}", "deal"]) if len(self.said) > 1 else f"deal {self.dealer}")
        for seat in self.seats:
            if seat not in self.still_in:
                self.refuse(f"{seat} {self.random.choice(['knocks', 'holds 20', 'scores -1', 'draws'])}", "turn-order")
        if self.form == "full" and self.random.random() < 0.7:
            self.tell(f"upcard {self.pile[0]}")
        self.upcard_told = self.said[-1].startswith("upcard")
        for seat in self.blitzes:
            self.tell_blitz(seat, self.hands[seat])
        patience = self.random.choice([0.1, 0.3, 0.9])
        seat = self.dealer
        while not self.blitzes:
            seat = self.around(seat)[0]
            if seat == self.knocker:
                break
            if not self.knocker and self.random.random() > patience:
                self.knocker = seat
                self.tell_knock(seat)
            else:
                self.turn(seat)
        self.tell_hands()

    def turn(self, seat: str) -> None:
        hand = self.hands[seat]
        if self.loud and self.random.random() < 0.4:
            self.provoke(seat)
        if self.random.random() < 0.4:
            card = self.pile.pop()
            self.tell_turn(seat, "takes", card)
        else:
            if not self.stock:
                self.stock, self.pile = self.pile[:-1], self.pile[-1:]
                self.random.shuffle(self.stock)
            card = self.stock.pop()
            self.tell_turn(seat, "draws", card)
        hand.append(card)
        if self.loud:
            self.refuse(f"{seat} knocks", "knock-first")
            self.refuse(f"{seat} draws", "draw-discard")
        for kept in itertools.combinations(hand, 3):
            if count(list(kept), self.best) == 31:
                self.blitzes = [seat]
                self.hands[seat] = list(kept)
                self.tell_blitz(seat, list(kept))
                return
        discard = min(hand, key=lambda one: count([other for other in hand if other != one], self.best) * -1)
        if self.random.random() < 0.4:
            discard = self.random.choice(hand)
        hand.remove(discard)
        self.pile.append(discard)
        if self.loud:
            self.tell(f"{self.who(seat, alone=True)}discards {discard}")
            self.agrees("top", discard)
            if not self.referee.hand.loose:  # type: ignore[attr-defined]
                self.agrees("stock", len(self.stock))

    # How it is told

    @property
    def loud(self) -> bool:
        """Turns are told now."""
        return self.form == "full" or (self.form == "last turns" and bool(self.knocker))

    def provoke(self, seat: str) -> None:
        if self.referee.hand.told:  # type: ignore[attr-defined]
            other = self.random.choice([one for one in self.seats if one != seat])
            self.refuse(f"{other} draws", "turn-order")
            assert self.referee.next() == [seat], self.said
        if self.knocker:
            self.refuse(f"{seat} knocks", "knock-once")
        if self.referee.fact("top"):
            self.refuse(f"{seat} draws {self.pile[-1]}", "one-pack")
            self.refuse(f"{seat} takes {self.random.choice(self.stock or self.hands[seat])}", "one-pack")
        self.refuse(f"{seat} discards {self.pile[-1]}", "draw-discard")

    def tell_turn(self, seat: str, verb: str, card: str) -> None:
        if self.loud:
            named = f" {card}" if self.random.random() < 0.5 else ""
            self.tell(f"{self.who(seat, alone=True)}{verb}{named}")
            self.tell_dealt(0.1)

    def tell_blitz(self, seat: str, cards: list[str]) -> None:
        if self.form != "loser" or self.knocker:
            told = " ".join(self.random.sample(cards, 3)) if self.random.random() < 0.5 else ""
            self.tell(f"{self.who(seat)}declares blitz {told}")

    def tell_knock(self, seat: str) -> None:
        self.early: list[str] = []
        if self.form == "counts" and self.random.random() < 0.3:
            return  # only when the hands lie there
        self.tell(f"{self.who(seat)}knocks")
        self.agrees("knocker", seat)

    def tell_dealt(self, chance: float) -> None:
        for seat in [seat for seat in self.dealt if self.random.random() < chance]:
            self.tell(f"{seat} dealt {' '.join(self.dealt.pop(seat))}")

    def tell_hands(self) -> None:
        showing = [seat for seat in self.still_in if seat not in self.blitzes]
        losses = self.losses()
        knock_told = self.referee.hand.knock or not self.knocker  # type: ignore[attr-defined]
        if self.form == "loser" and self.by_losers(losses):
            for seat, lost in losses.items():
                if lost == 2 and not knock_told:
                    self.tell(f"{seat} knocks")
                self.tell(f"{self.who(seat)}scores -{lost}")
                self.refuse(f"{seat} scores -{3 - lost}", "knocker-double")
            self.book(losses)
            return
        if self.form == "loser":
            for seat in self.blitzes:
                self.tell(f"{seat} declares blitz")
        self.random.shuffle(showing)
        numbers = self.random.choice([0.0, 0.5, 1.0])
        for place, seat in enumerate(showing):
            if self.knocker and not self.blitzes and not knock_told and place == len(showing) // 2:
                self.tell(f"{self.knocker} knocks")
            total = count(self.hands[seat], self.best)
            self.tell_dealt(0.05)
            if len(self.still_in) > place + 1:
                self.refuse(f"{seat} holds {self.random.choice([-3, 0, 1, 32, 40])}", "hand-count")
            cards = " ".join(self.random.sample(self.hands[seat], 3))
            self.tell(f"{self.who(seat)}holds {total if self.random.random() < numbers else cards}")
        self.book(losses)
        for seat in showing[:2]:
            self.tell(f"{seat} holds {count(self.hands[seat], self.best)}")
            self.refuse(f"{seat} holds {count(self.hands[seat], self.best) % 30 + 2}", "hand-count")

    def by_losers(self, losses: dict[str, int]) -> bool:
        """Whether the losers can be told one after the other: the last of them at most ends the game."""
        left = dict(self.left)
        for seat, lost in [*losses.items()][:-1]:
            left[seat] = max(-1, left[seat] - lost)
            if sum(markers >= 0 for markers in left.values()) < 2:
                return False
        return bool(losses)

    # Score

    def losses(self) -> dict[str, int]:
        totals = {seat: count(self.hands[seat], self.best) for seat in self.still_in}
        others = {seat: n for seat, n in totals.items() if seat not in self.blitzes} or totals
        low = [seat for seat, n in others.items() if n == min(others.values())]
        losses = {seat: 2 if seat == self.knocker and not self.blitzes else 1 for seat in low}
        return losses if any(self.left[seat] >= losses.get(seat, 0) for seat in self.still_in) else {}

    def book(self, losses: dict[str, int]) -> None:
        before = dict(self.left)
        for seat, lost in losses.items():
            self.left[seat] = max(-1, self.left[seat] - lost)
            self.pot += self.stake * (self.left[seat] < 0)
        if losses:
            self.dealer = next(iter(self.around(self.dealer)))
        over = len(self.still_in) == 1
        if over:
            self.pot = 0
        way = "\n".join(self.said)
        assert self.referee.hand_scores() == {seat: self.left[seat] - before[seat] for seat in self.seats}, way
        assert dict(self.referee.scores) == self.left, way
        assert self.referee.accounts["pot"] == self.pot, way
        assert self.referee.fact("in") == len(self.still_in), way
        assert self.referee.over == over and (over or self.referee.dealer == self.dealer), way
        assert not over or self.referee.winners() == self.still_in, way


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(6 if len(evening.seats) < 16 else 2):
        evening.play()
        if evening.referee.over:
            break
        evening.tell_dealt(0.2)
    chips = evening.referee.accounts
    out = [seat for seat in evening.seats if seat not in evening.still_in]
    assert all(chips[seat] <= -evening.stake for seat in out), evening.said
    played_out = evening.referee.over
    evening.tell("end")
    most = max(evening.left.values())
    ahead = [seat for seat in evening.seats if evening.left[seat] == most]
    assert evening.referee.ahead() == ahead, evening.said
    assert evening.referee.winners() == (ahead if played_out else []), evening.said
    assert evening.referee.accounts["pot"] == 0, evening.said


# What three cards count, and which counts can lie there together


@pytest.mark.parametrize("best", [False, True])
def test_every_three_cards_count_what_they_count(best: bool) -> None:
    found = sorted(counts(best).values())
    assert found == sorted(count(list(three), best) for three in itertools.combinations(PACK, 3))
    assert sum(len(threes(best)[total]) for total in range(2, 32)) == 22100


def some_lie(choices: list[list[int]]) -> bool:
    return any(
        sum(one.bit_count() for one in chosen) == sum(chosen).bit_count() for chosen in itertools.product(*choices)
    )


@pytest.mark.parametrize("seed", range(100))
def test_what_lies_there_together_is_found_as_by_trying_all(seed: int) -> None:
    chance = random.Random(seed)
    pool = [1 << bit for bit in range(chance.randint(6, 12))]
    triples = [sum(three) for three in itertools.combinations(pool, 3)]
    kinds = [chance.sample(triples, chance.randint(1, min(9, len(triples)))) for _ in range(3)]
    choices = [chance.choice(kinds) for _ in range(chance.randint(1, 4))]
    assert can_lie(choices) == some_lie(choices), f"seed {seed}"


@pytest.mark.parametrize(
    ("players", "told", "refused"),
    [
        (5, ["declares blitz"] * 4, "holds 30"),  # every ace and two tens of every suit
        (3, ["holds 2"], "holds 2"),  # there are four deuces
        (4, ["holds 3"] * 2, "holds 2"),
    ],
)
def test_counts_that_no_cards_can_make_together_are_refused(players: int, told: list[str], refused: str) -> None:
    referee = Referee(find_game("thirty-one"), NAMES[:players])
    for text in (
        "deal",
        f"{NAMES[players - 1]} knocks",
        *(f"{name} {one}" for name, one in zip(NAMES, told, strict=False)),
    ):
        assert referee.hear(text).accepted, text
    assert "hand-count" in referee.hear(f"{NAMES[len(told)]} {refused}").rules
