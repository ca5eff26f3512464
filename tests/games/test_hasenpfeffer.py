"""Hasenpfeffer told truthfully: bids, bowers and numbers, more or less of them, early or late, and counted apart."""

from __future__ import annotations

import random

import pytest

from referee import Referee, find_game
from referee.cards import JOKER, Card, Pack

SEATS = ["Ann", "Ben", "Cat", "Dan"]
SIDES = {"Ann": "Ann+Cat", "Cat": "Ann+Cat", "Ben": "Ben+Dan", "Dan": "Ben+Dan"}
COLOUR = {"S": "black", "C": "black", "H": "red", "D": "red"}
PACK = list(Pack("A K Q J 10 9", jokers=1))


def suit_of(card: Card, trump: str) -> str:
    if card is JOKER or (card.rank == "J" and COLOUR[card.suit] == COLOUR[trump]):
        return trump
    return card.suit


def rank_of(card: Card, trump: str) -> int:
    """How high a card stands among those of its suit."""
    if suit_of(card, trump) == trump and (card is JOKER or card.rank == "J"):
        return 20 if card is JOKER else 19 if card.suit == trump else 18
    return -["A", "K", "Q", "J", "10", "9"].index(card.rank)


class Deal:
    """One hand as it really went."""

    def __init__(self, rng: random.Random, dealer: int, revokes: int = 0) -> None:
        self.dealer = SEATS[dealer]
        order = [SEATS[(dealer + i) % 4] for i in range(1, 5)]
        pack = rng.sample(PACK, 25)
        self.widow = pack[24]
        self.first = {seat: pack[i * 6 : i * 6 + 6] for i, seat in enumerate(order)}
        self.bids: list[tuple[str, int]] = []
        high = 0
        for seat in order:
            bid = rng.choice([0, 0, 0, *range(high + 1, 7)])
            self.bids.append((seat, bid))
            high = bid or high
        self.forced = not high
        self.void = self.forced and self.widow is JOKER
        self.revokers: set[str] = set()
        self.tricks: list[tuple[list[tuple[str, Card]], str]] = []
        if self.void:
            return
        self.bidder = next(seat for seat, bid in self.bids if bid == high)
        if self.forced:
            high = 3
            self.bidder = next(seat for seat in SEATS if JOKER in self.first[seat])
        self.contract = high
        self.trump = rng.choice("SHDC")
        held = {seat: list(cards) for seat, cards in self.first.items()}
        held[self.bidder].append(self.widow)
        self.thrown = rng.choice(held[self.bidder])
        held[self.bidder].remove(self.thrown)
        leader = self.bidder
        for _ in range(6):
            start = SEATS.index(leader)
            trick: list[tuple[str, Card]] = []
            for seat in SEATS[start:] + SEATS[:start]:
                led = suit_of(trick[0][1], self.trump) if trick else ""
                follow = [card for card in held[seat] if suit_of(card, self.trump) == led]
                others = [card for card in held[seat] if card not in follow]
                revokes_now = len(self.revokers) < revokes and follow and others and rng.random() < 0.5
                card = rng.choice(others if revokes_now else follow or held[seat])
                if revokes_now:
                    self.revokers.add(seat)
                held[seat].remove(card)
                trick.append((seat, card))
            led = suit_of(trick[0][1], self.trump)
            value = {"": 0, led: 100} | {self.trump: 200}
            leader = max(
                trick, key=lambda one: value.get(suit_of(one[1], self.trump), -99) + rank_of(one[1], self.trump)
            )[0]
            self.tricks.append((trick, leader))

    @property
    def took(self) -> dict[str, int]:
        return {side: sum(SIDES[winner] == side for _, winner in self.tricks) for side in ("Ann+Cat", "Ben+Dan")}

    @property
    def brings(self) -> dict[str, int]:
        if self.void:
            return dict.fromkeys(("Ann+Cat", "Ben+Dan"), 0)
        made = self.took[SIDES[self.bidder]] >= self.contract
        return {side: n if side != SIDES[self.bidder] or made else -self.contract for side, n in self.took.items()}


class Table:
    """Tells a referee what happened, more or less of it."""

    def __init__(self, seed: int, **house: str) -> None:
        self.random = random.Random(seed)
        self.seed = seed
        self.referee = Referee(find_game("hasenpfeffer"), SEATS, house)
        self.found: set[str] = set()
        self.called: set[str] = set()  # at once, by a card that was refused

    def tell(self, text: str) -> None:
        ruling = self.referee.hear(text)
        if self.overrules and not ruling.accepted and "follow-suit" in ruling.rules:
            assert ruling.report
            self.called.add(ruling.report.who)
            ruling = self.referee.hear(text, overrule=True)
        said = "\n".join(entry.report.text for entry in self.referee.entries[-30:])
        assert ruling.accepted, f"seed {self.seed}: {text} is {ruling.verdict}: {ruling.message}\n{said}"
        self.found |= {one.who for one in ruling.findings if len(one.suspects) == 1}

    overrules = False

    def hand(self, deal: Deal, how: str) -> None:
        rng = self.random
        dealt = {seat: f"{seat} dealt {' '.join(card.text for card in deal.first[seat])}" for seat in SEATS}
        early = [seat for seat in SEATS if how != "short" and rng.random() < 0.3]
        late = [seat for seat in SEATS if how != "short" and seat not in early and rng.random() < 0.4]
        self.tell(rng.choice(["deal", f"deal {deal.dealer}", f"{deal.dealer} deals 6"]))
        for seat in early:
            self.tell(dealt[seat])
        spoken = deal.bids
        if how == "short" and not deal.forced:
            spoken = spoken[: max(i for i, (_, bid) in enumerate(spoken) if bid) + 1 + rng.randint(0, 1)]
        for seat, bid in spoken:
            self.tell(f"{seat} bids {bid}" if bid else f"{seat} passes")
        if deal.void:
            self.tell("widow JK")
            return
        if deal.forced:
            self.tell(f"{deal.bidder} shows JK")
        if how != "short":
            if rng.random() < 0.5:
                self.tell(f"widow {deal.widow}")
            self.tell(rng.choice([f"trump {deal.trump}", f"{deal.bidder} trump {deal.trump}"]))
            if rng.random() < 0.6:
                self.tell(f"{deal.bidder} discards {rng.choice([deal.thrown.text, '', '1'])}")
        assert self.referee.fact("contract") == deal.contract
        self.play(deal, how)
        for seat in late:
            if not self.referee.over:
                self.tell(dealt[seat])

    def play(self, deal: Deal, how: str) -> None:
        rng = self.random
        untold = {"Ann+Cat": 0, "Ben+Dan": 0}
        surely = True  # who leads
        for trick, winner in deal.tricks:
            if how == "short":
                untold[SIDES[winner]] += 1
            elif how == "mixed" and rng.random() < 0.3:
                self.tell(f"{rng.choice([winner, SIDES[winner]])} takes")
                surely = False
            elif surely and not self.overrules and rng.random() < 0.5:
                self.tell("trick " + " ".join(card.text for _, card in trick))
            else:
                for seat, card in trick:
                    self.tell(f"{seat} plays {card}")
                surely = True
        sides = rng.sample(sorted(untold), 2)
        for side in sides:
            if untold[side]:
                self.tell(f"{rng.choice([side, *side.split('+')])} takes {untold[side]}")


@pytest.mark.parametrize("seed", range(80))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    target = 3 + seed % 8
    table = Table(seed, target=str(target))
    scores, dealer = {"Ann+Cat": 0, "Ben+Dan": 0}, 0
    for _ in range(25):
        deal = Deal(table.random, dealer)
        table.hand(deal, table.random.choice(["full", "mixed", "short"]))
        dealer = (dealer + 1) % 4
        scores = {side: points + deal.brings[side] for side, points in scores.items()}
        assert dict(table.referee.scores) == scores, seed
        there = [side for side, points in scores.items() if points >= target]
        assert table.referee.over == bool(there)
        if there:
            assert table.referee.winners() == [SIDES[deal.bidder] if len(there) == 2 else there[0]]
            break
    assert not table.found, seed


@pytest.mark.parametrize("seed", range(40))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    deal = Deal(random.Random(seed), 0)
    lines = []
    for how in ("full", "mixed", "short"):
        table = Table(seed)
        table.hand(deal, how)
        lines.append([(line.who, line.points, line.category, line.rule) for line in table.referee.lines])
    assert lines[0] == lines[1] == lines[2]


@pytest.mark.parametrize("seed", range(80))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    table = Table(seed)
    table.overrules = True
    deal = Deal(table.random, 0, revokes=1)
    if deal.void:
        return
    table.hand(deal, "mixed" if seed % 2 else "full")
    assert table.found | table.called <= deal.revokers, seed
    if seed % 2 == 0:
        for seat in SEATS:
            table.tell(f"{seat} dealt {' '.join(card.text for card in deal.first[seat])}")
        if all(seat != deal.bidder for seat in deal.revokers):  # whose thrown card may not have been told
            assert deal.revokers <= table.found | table.called, seed


def test_with_defenders_set_a_side_at_ten_goes_on_until_it_wins_another_way() -> None:
    """Both rulings on defenders who reach ten, told by numbers."""
    ten = "deal Ann; Ben bids 1; Ben takes 1; Ann takes 5; deal; Cat passes; Dan bids 1; Dan takes 1; Ann takes 5"
    for defenders, over in (("any", True), ("set", False)):
        referee = Referee(find_game("hasenpfeffer"), SEATS, {"defenders": defenders})
        for report in ten.split("; "):
            assert referee.hear(report).accepted, report
        assert dict(referee.scores) == {"Ann+Cat": 10, "Ben+Dan": 2}
        assert referee.over is over
    for report in ("deal", "Dan bids 6", "Ann takes 1", "Dan takes 5"):
        assert referee.hear(report).accepted, report
    assert referee.winners() == ["Ann+Cat"]
