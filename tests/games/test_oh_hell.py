"""Oh Hell! told truthfully: more or less of it, early or late, is never refused and always scored as it was."""

import pytest

from referee import Referee, find_game
from referee.candidates import legal
from referee.cards import RANKS, Card, Pack
from referee.games.oh_hell import Bids
from tests.games.teller import Teller

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve"]


class Evening(Teller):
    """A table that really plays: hands, bids and tricks, and the score counted by hand."""

    def __init__(self, seed: int, players: int, first: int, revoke: bool = False) -> None:
        super().__init__(seed)
        self.seats = SEATS[:players]
        self.first = first
        self.revoke = revoke
        self.scores = dict.fromkeys(self.seats, 0)
        self.referee = Referee(find_game("oh-hell"), self.seats, {"first-hand": str(first)})
        self.said = [f"seed {seed}, {players} players, first hand {first}"]

    def hand(self, number: int) -> None:
        size = abs(self.first - number) + 1
        cards = list(Pack())
        self.random.shuffle(cards)
        dealt = {seat: cards[i * size : (i + 1) * size] for i, seat in enumerate(self.seats)}
        upcard = cards[len(self.seats) * size]
        dealer = (number - 1) % len(self.seats)
        order = self.seats[dealer + 1 :] + self.seats[: dealer + 1]
        self.tell(self.random.choice([f"deal {self.seats[dealer]} {size}", "deal", f"{self.seats[dealer]} deals"]))
        bids = {seat: self.random.randint(0, size) for seat in order}
        bids[order[-1]] = max(bids[order[-1]], size + 1 - sum(bids[seat] for seat in order[:-1]), 0)
        tricks = self.play(dealt, order, upcard)
        self.report(dealt, order, upcard, bids, tricks)
        took = {seat: sum(winner == seat for _, winner in tricks) for seat in order}
        for seat in order:
            self.scores[seat] += (
                10 * (bids[seat] or 1) if took[seat] == bids[seat] else -10 * abs(took[seat] - bids[seat])
            )
        assert dict(self.referee.scores) == self.scores, self.where

    def play(
        self, dealt: dict[str, list[Card]], order: list[str], upcard: Card
    ) -> list[tuple[list[tuple[str, Card]], str]]:
        held = {seat: list(some) for seat, some in dealt.items()}
        leader, tricks = order[0], []
        while held[leader]:
            start = order.index(leader)
            trick: list[tuple[str, Card]] = []
            for seat in order[start:] + order[:start]:
                follow = [card for card in held[seat] if trick and card.suit == trick[0][1].suit]
                allowed = held[seat] if self.revoke and self.random.random() < 0.1 else follow or held[seat]
                card = self.random.choice(allowed)
                held[seat].remove(card)
                trick.append((seat, card))
            led = trick[0][1].suit
            leader = max(
                trick, key=lambda one: (one[1].suit == upcard.suit, one[1].suit == led, -RANKS.index(one[1].rank))
            )[0]
            tricks.append((trick, leader))
        return tricks

    def report(
        self,
        dealt: dict[str, list[Card]],
        order: list[str],
        upcard: Card,
        bids: dict[str, int],
        tricks: list[tuple[list[tuple[str, Card]], str]],
    ) -> None:
        short = not self.revoke and self.random.random() < 0.3
        known = {seat: f"{seat} dealt {' '.join(card.text for card in dealt[seat])}" for seat in order}
        late = [seat for seat in order if self.random.random() < 0.4]
        if not short or self.random.random() < 0.5:
            self.tell(self.random.choice([f"upcard {upcard}", f"trump {upcard.suit}"]))
        for seat in order:
            if self.random.random() < 0.2 and seat not in late:
                self.tell(known[seat])
            self.tell(f"{seat} bids {bids[seat]}")
        after = [seat for seat in late if self.random.random() < 0.5]
        untold = dict.fromkeys(order, 0)
        told = len(tricks) if not short else self.random.randint(0, len(tricks) - 1) if self.referee.hand.trump else 0
        for i, (trick, winner) in enumerate(tricks):
            if i >= told:
                untold[winner] += 1
            elif self.random.random() < 0.5:
                self.tell("trick " + " ".join(card.text for _, card in trick))
            else:
                for seat, card in trick:
                    self.tell(f"{seat} plays {card}")
            if i < len(tricks) - 1 and late and late[-1] not in after and self.random.random() < 0.5:
                self.tell(known[late.pop()])
        ending = [seat for seat in untold if untold[seat]]
        self.random.shuffle(ending)
        for seat in ending:
            self.tell(f"{seat} takes {untold[seat]}")
        for seat in after:
            self.tell(known[seat])


@pytest.mark.parametrize("seed", range(60))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    players, first = 3 + seed % 3, 1 + seed % 5
    evening = Evening(seed, players, first)
    for number in range(1, 2 * first):
        evening.hand(number)
    assert not evening.findings, evening.where


@pytest.mark.parametrize("seed", range(40))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    evening = Evening(seed, 4, 6)
    cards = list(Pack())
    evening.random.shuffle(cards)
    order = ["Ben", "Cat", "Dan", "Ann"]
    dealt = {seat: cards[i * 6 : (i + 1) * 6] for i, seat in enumerate(order)}
    tricks = evening.play(dealt, order, cards[-1])
    took = {seat: sum(winner == seat for _, winner in tricks) for seat in order}
    bids = {seat: evening.random.randint(0, 2) for seat in order[:3]}
    bids["Ann"] = 7 - sum(bids.values())
    opening = ["deal Ann", f"upcard {cards[-1]}", *(f"{seat} bids {bid}" for seat, bid in bids.items())]
    full = ["trick " + " ".join(card.text for _, card in trick) for trick, _ in tricks]
    short = [f"{seat} takes {number}" for seat, number in took.items() if number]
    mixed = [*full[:2], f"{tricks[2][1]} takes", *full[3:5], f"{tricks[5][1]} takes"]
    score = {seat: 10 * (bid or 1) if took[seat] == bid else -10 * abs(took[seat] - bid) for seat, bid in bids.items()}
    for told in (full, short, mixed):
        referee = Referee(find_game("oh-hell"), SEATS[:4], {"first-hand": "6"})
        assert all(referee.hear(text).accepted for text in [*opening, *told]), (seed, told)
        assert dict(referee.scores) == score, (seed, told)


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """Whoever is found out really revoked; nobody else is called."""
    evening = Evening(seed, 4, 6, revoke=True)
    evening.referee.hear("deal Ann")
    cards = list(Pack())
    evening.random.shuffle(cards)
    order = ["Ben", "Cat", "Dan", "Ann"]
    dealt = {seat: cards[i * 6 : (i + 1) * 6] for i, seat in enumerate(order)}
    evening.tell(f"upcard {cards[-1]}")
    for seat, bid in zip(order, (0, 0, 3, 4), strict=True):
        evening.tell(f"{seat} bids {bid}")
    held = {seat: set(some) for seat, some in dealt.items()}
    guilty = set()
    for trick, _ in evening.play(dealt, order, cards[-1]):
        for seat, card in trick:
            suit = trick[0][1].suit
            if card.suit != suit and any(one.suit == suit for one in held[seat]):
                guilty.add(seat)
            held[seat].remove(card)
            evening.tell(f"{seat} plays {card}")
    found = {who for name, who in evening.findings if name == "revoke"}
    assert found <= guilty, evening.where
    for seat in order:
        evening.tell(f"{seat} dealt {' '.join(card.text for card in dealt[seat])}")
    assert {who for name, who in evening.findings if name == "revoke"} == guilty, evening.where


def test_one_card_each_under_the_rule_of_the_dealer_has_five_auctions() -> None:
    """Three players, one card: the dealer must take the total above one."""
    found = 0
    for first in (0, 1, 2):
        for second in (0, 1, 2):
            for third in (0, 1, 2, 3):
                referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "1"})
                reports = ["deal Ann", f"Ben bids {first}", f"Cat bids {second}", f"Ann bids {third}"]
                found += all(referee.hear(report).accepted for report in reports)
    assert found == 5  # 0 0 2, 0 1 1, 1 0 1, 1 1 0, 1 1 1


@pytest.mark.parametrize("size", [1, 10, 17])
def test_the_dealer_is_offered_every_bid_above_the_tricks(size: int) -> None:
    """With nothing bid that is one more than there are tricks, however large the hand."""
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": str(size)})
    for text in ("deal Ann", "Ben bids 0", "Cat bids 0"):
        assert referee.hear(text).accepted
    bids = [report.text for report in legal(referee)["Ann"][Bids]]
    assert bids == [f"Ann bids {size + 1}"]
    assert referee.hear(bids[0]).accepted


def test_everybody_else_is_offered_as_many_as_there_are_tricks() -> None:
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "17"})
    assert referee.hear("deal Ann").accepted
    assert [report.text for report in legal(referee)["Ben"][Bids]] == [f"Ben bids {n}" for n in range(18)]
