"""Fünfzehnern told truthfully: more or less of it, early or late, is never refused and always scored as it was."""

import random
from typing import NamedTuple

import pytest

from referee import Referee, Verdict, find_game
from referee.cards import SUITS, Card

SEATS = ["Ann", "Ben", "Cat", "Dan"]
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7"]
POINTS = {"A": 5, "K": 4, "Q": 3, "J": 2, "10": 1}


class Told(NamedTuple):
    """A trick as it was played."""

    zwang: bool
    cards: list[tuple[str, Card]]
    winner: str


class Evening:
    """A table that really plays; with ``careless`` players one of them once forgets what they hold."""

    def __init__(self, seed: int, players: int, careless: bool = False) -> None:
        self.random = random.Random(seed)
        self.seats = SEATS[:players]
        self.out = self.random.choice(SUITS) if players == 3 else ""
        house = {"out": self.out} if self.out and self.random.random() < 0.5 else {}
        self.referee = Referee(find_game("funfzehnern"), self.seats, house)
        self.careless = careless
        self.guilty: set[tuple[str, str]] = set()
        self.found: set[tuple[str, str]] = set()
        self.overruled = False
        self.scores = dict.fromkeys(self.seats, 0)
        self.said: list[str] = []
        self.where = f"seed {seed}, {players} players, {house}"

    def tell(self, text: str) -> None:
        ruling = self.referee.hear(text)
        if self.guilty and ruling.verdict is Verdict.ILLEGAL:
            self.overruled = True
            ruling = self.referee.hear(text, overrule=True)
        self.said.append(text)
        way = "\n  ".join(self.said)
        assert ruling.accepted, f"{self.where}: {text} is {ruling.verdict}: {ruling.message}\n  {way}"
        self.found |= {(its.name, its.who) for one in ruling.findings for its in one.proven}
        assert all(self.guilty & {(its.name, its.who) for its in one.offences} for one in ruling.findings if one.open)
        assert self.found <= self.guilty, f"{self.where}: {text}: {ruling.findings}\n  {way}"

    def deal(self, number: int) -> tuple[list[str], dict[str, list[Card]]]:
        cards = [Card(rank, suit) for suit in SUITS if suit != self.out for rank in RANKS]
        self.random.shuffle(cards)
        dealer = (number - 1) % len(self.seats)
        self.tell(self.random.choice([f"deal {self.seats[dealer]}", "deal", f"{self.seats[dealer]} deals"]))
        order = self.seats[dealer + 1 :] + self.seats[: dealer + 1]
        return order, {seat: cards[8 * i : 8 * i + 8] for i, seat in enumerate(self.seats)}

    def play(self, order: list[str], dealt: dict[str, list[Card]]) -> list[Told]:
        held = {seat: list(cards) for seat, cards in dealt.items()}
        leader, duty, gone, tricks = order[0], "", set[Card](), list[Told]()
        while held[leader]:
            zwang, lead = self.lead(leader, held[leader], duty, gone)
            if lead.suit != duty and not unbeatable(lead, gone):
                if any(card.suit == duty for card in held[leader]):
                    self.guilty.add(("lead-revoke", leader))
                duty = ""
            ace = Card("A", lead.suit)
            trick = [(leader, lead)]
            held[leader].remove(lead)
            start = order.index(leader)
            for seat in order[start + 1 :] + order[:start]:
                card = self.answer(seat, held[seat], lead, zwang and ace in held[seat])
                held[seat].remove(card)
                trick.append((seat, card))
            winner, highest = leader, lead
            for seat, card in trick:
                if card.suit == lead.suit and RANKS.index(card.rank) < RANKS.index(highest.rank):
                    winner, highest = seat, card
            if winner != leader:
                duty = lead.suit
            gone |= {card for _, card in trick}
            tricks.append(Told(zwang, trick, winner))
            leader = winner
        return tricks

    def lead(self, leader: str, hand: list[Card], duty: str, gone: set[Card]) -> tuple[bool, Card]:
        bound = [card for card in hand if card.suit == duty]
        free = self.careless and not self.guilty and self.random.random() < 0.15
        allowed = hand if free else [card for card in hand if card in bound or unbeatable(card, gone)]
        if not bound:
            allowed = hand
        card = self.random.choice(allowed)
        pair = Card("K", card.suit) in hand and Card("A", card.suit) not in {*gone, *hand}
        return card.rank == "Q" and pair and self.random.random() < 0.8, card

    def answer(self, seat: str, hand: list[Card], lead: Card, called: bool) -> Card:
        follow = [card for card in hand if card.suit == lead.suit]
        free = self.careless and not self.guilty and self.random.random() < 0.15
        if called and not free:
            return Card("A", lead.suit)
        card = self.random.choice(hand if free else follow or hand)
        if card not in follow and follow:
            self.guilty.add(("revoke", seat))
        if called and card.rank != "A":
            self.guilty.add(("zwang-ignored", seat))
        return card

    def tell_trick(self, trick: Told) -> None:
        if trick.zwang:
            self.tell(f"{trick.cards[0][0]} declares zwang")
        if self.random.random() < 0.5:
            self.tell("trick " + " ".join(card.text for _, card in trick.cards))
            return
        for seat, card in trick.cards:
            self.tell(f"{seat} plays {card}")

    def hand(self, number: int) -> None:
        order, dealt = self.deal(number)
        tricks = self.play(order, dealt)
        points = dict.fromkeys(order, 0)
        for trick in tricks:
            points[trick.winner] += sum(POINTS.get(card.rank, 0) for _, card in trick.cards)
        known = {seat: f"{seat} dealt {' '.join(card.text for card in cards)}" for seat, cards in dealt.items()}
        waiting = [seat for seat in order if self.random.random() < 0.4]
        told = self.random.choice([0.0, 0.5, 1.0, 1.0])  # short, mixed, full
        early = self.random.random() < 0.3
        for trick in tricks if told else []:
            if waiting and self.random.random() < 0.2:
                self.tell(known[waiting.pop()])
            if self.random.random() < told:
                self.tell_trick(trick)
            else:
                self.tell(f"{trick.winner} takes")
            if early and self.random.random() < 0.2 and not self.done(number):
                seat = self.random.choice(order)
                self.tell(f"{seat} holds {points[seat]}")
            if self.done(number):
                break
        self.random.shuffle(order)
        for seat in order:
            if not self.done(number):
                self.tell(f"{seat} holds {points[seat]}")
        assert self.done(number), self.where
        for seat in waiting:
            self.tell(known[seat])
        for seat, taken in points.items():
            self.scores[seat] += taken - 15
        assert dict(self.referee.scores) == self.scores, self.where
        assert self.referee.accounts["pool"] == 0 == sum(self.referee.accounts.values())
        self.tell(f"{order[0]} holds {points[order[0]]}")

    def done(self, number: int) -> bool:
        return self.referee.hand.number > number


def unbeatable(card: Card, gone: set[Card]) -> bool:
    return all(Card(rank, card.suit) in gone for rank in RANKS[: RANKS.index(card.rank)])


@pytest.mark.parametrize("seed", range(80))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed, 3 + seed % 2)
    for number in range(1, 4):
        evening.hand(number)


def test_the_same_hand_scores_the_same_in_every_form() -> None:
    for seed in range(20):
        evening = Evening(seed, 4)
        order, dealt = evening.deal(1)
        tricks = evening.play(order, dealt)
        points = dict.fromkeys(order, 0)
        for trick in tricks:
            points[trick.winner] += sum(POINTS.get(card.rank, 0) for _, card in trick.cards)
        full = [f"trick {' '.join(card.text for _, card in trick.cards)}" for trick in tricks]
        short = [f"{seat} holds {n}" for seat, n in points.items() if n]
        mixed = [*full[:4], *(f"{trick.winner} takes" for trick in tricks[4:]), *short]
        results = []
        for reports in (full, short, mixed):
            referee = Referee(find_game("funfzehnern"), evening.seats)
            referee.hear("deal")
            for text in reports:
                if referee.hand.number == 1:
                    assert referee.hear(text).accepted, (seed, text)
            assert referee.hand.number == 2
            results.append(dict(referee.scores))
        assert results == [{seat: points[seat] - 15 for seat in evening.seats}] * 3


@pytest.mark.parametrize("seed", range(80))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    evening = Evening(seed, 3 + seed % 2, careless=True)
    order, dealt = evening.deal(1)
    for trick in evening.play(order, dealt):
        evening.tell_trick(trick)
    for seat in order:
        evening.tell(f"{seat} dealt {' '.join(card.text for card in dealt[seat])}")
    assert evening.overruled or evening.found == evening.guilty, (evening.where, evening.said)


def test_a_zwang_calls_exactly_one_ace() -> None:
    """Told three hands, the fourth must have the ace: there is nobody else."""
    referee = Referee(find_game("funfzehnern"), SEATS)
    for text in (
        "deal Dan",
        "Ann dealt KQ987s KQJh",
        "Ben dealt J10s A109h A109d",
        "Dan dealt 87h KQJ87d 7c",
        "Ann declares zwang",
        "Ann plays QS",
        "Ben plays 10S",
    ):
        assert referee.hear(text).accepted, text
    assert "zwang-answer" in referee.hear("Cat plays AC").rules
    assert referee.hear("Cat plays AS").accepted
