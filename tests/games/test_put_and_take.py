"""Put and Take told truthfully, hands told or not, card by card or by rounds: never refused, no chip lost."""

import itertools
from collections import Counter

import pytest

from referee import Referee, Ruling, Verdict, find_game
from referee.cards import Card, Pack
from referee.games.put_and_take import any_totals
from tests.games.teller import Teller
from tests.often import times

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]
RATES = {"rising": [1, 2, 3, 4, 5], "double": [1, 2, 4, 8, 16]}
EVENINGS = times(60)


class Evening(Teller):
    """A table that really deals and turns, with the credits counted by hand."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seats = SEATS[: self.random.randint(2, 9)]
        house = self.random.choice(list(RATES))
        self.rates = RATES[house] * 2
        self.referee = Referee(find_game("put-and-take"), self.seats, {"rates": house})
        self.credits = dict.fromkeys([*self.seats, "pot"], 0)
        self.dealer = self.random.choice(self.seats)

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    # Telling

    def tell(self, text: str, overrule: bool = False) -> Ruling:
        who, _, rest = text.partition(" ")
        if who in self.seats and self.maybe(0.2):
            text = f"{who[:2].lower()} {rest}"
        return super().tell(text, overrule)

    def refused(self, text: str, *rules: str) -> Ruling:
        before = self.referee.accounts, len(self.referee.entries)
        ruling = super().refused(text, *rules)
        assert before == (self.referee.accounts, len(self.referee.entries)), self.way
        return ruling

    def text(self, cards: list[Card]) -> str:
        return " ".join(one.rank if self.bare and self.maybe(0.5) else one.text for one in cards)

    def agree(self) -> None:
        assert self.referee.accounts == self.credits, (self.where, self.said)

    # The hand

    def pay(self, seat: str, card: int, credits: int) -> None:
        """For a card, counted from nought: into the pot, or out of it and then from the dealer."""
        if card < 5:
            self.credits[seat] -= credits
            self.credits["pot"] += credits
            return
        there = min(credits, self.credits["pot"])
        self.credits[seat] += credits
        self.credits["pot"] -= there
        self.credits[self.dealer] -= credits - there

    def deal(self) -> None:
        left = self.seats.index(self.dealer) + 1
        self.around = (self.seats[left:] + self.seats[:left])[:-1]
        stock = list(Pack())
        self.random.shuffle(stock)
        self.hands = {seat: [stock.pop() for _ in range(5)] for seat in self.around}
        self.turned = stock[:10]
        self.bare = self.maybe(0.3)
        self.tell("deal" if self.dealer == self.referee.dealer and self.maybe(0.5) else f"deal {self.dealer}")
        self.told: list[str] = []
        self.late = self.random.choice([0, 0.05, 0.2])
        everybody = self.maybe(0.3)
        for seat in self.around:
            self.tell_hand(1 if everybody else self.late, seat, -1)
        self.tell_rounds() if self.maybe(0.25) else self.tell_cards()
        self.credits[self.dealer] += self.credits["pot"]
        self.credits["pot"] = 0
        self.agree()
        self.dealer = self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]
        assert self.referee.dealer == self.dealer

    def due(self, seat: str, card: int) -> int:
        return self.rates[card] * sum(one.rank == self.turned[card].rank for one in self.hands[seat])

    def tell_hand(self, chance: float, seat: str, card: int, paid: bool = False) -> None:
        """A hand is told; for the open card it pays at once, if it hasn't."""
        if seat in self.told or not self.maybe(chance):
            return
        self.told.append(seat)
        if card >= 0 and not paid:
            self.pay(seat, card, self.due(seat, card))
        self.tell(f"{seat} dealt {self.text(self.hands[seat])}")

    def settled(self) -> bool:
        return not self.referee.hand.dealer

    def tell_cards(self) -> None:
        for card, upcard in enumerate(self.turned):
            self.tell(f"upcard {self.text([upcard])}")
            for seat in self.around:
                if seat in self.told:
                    self.pay(seat, card, self.due(seat, card))
            self.tell_payments(card)
            if not self.settled():
                self.agree()
                assert self.referee.fact("turned") == card + 1 and self.referee.fact("rate") == self.rates[card]
                whole = card == 4 and len(self.told) == len(self.around)
                assert self.referee.fact("round") == ("take" if card > 4 or whole else "put"), self.where
                self.try_wrongly(card)
        assert self.settled() == (len(self.told) == len(self.around)), (self.where, self.said)
        if not self.settled() or self.maybe(0.1):
            self.tell("stop")

    def tell_payments(self, card: int) -> None:
        """Those whose hands weren't told say what they pay, at once or card by card."""
        verb = "puts" if card < 5 else "takes"
        order = [seat for seat in self.around if seat not in self.told]
        self.random.shuffle(order)
        for seat in order:
            self.tell_hand(self.late / 2, seat, card)
            due = 0 if seat in self.told else self.due(seat, card)
            lots = [due] if self.maybe(0.8) or not due else [self.rates[card]] * (due // self.rates[card])
            for credits in lots if due or (seat not in self.told and self.maybe(0.03)) else ():
                self.pay(seat, card, credits)
                self.tell(f"{seat} {verb} {credits}")
                if credits == lots[0] < due:
                    self.tell_hand(self.late, seat, card, paid=True)
            self.tell_hand(self.late / 2, seat, card, paid=due > 0)

    def try_wrongly(self, card: int) -> None:
        verb, other = ("puts", "takes") if card < 5 else ("takes", "puts")
        seat, rate = self.random.choice(self.around), self.rates[card]
        self.refused(f"{self.dealer} {verb} {rate}", "no-dealer-hand")
        self.refused(f"{seat} {other} {rate}", "right-round")
        self.refused(f"{seat} {verb} {rate * 4}", "right-amount")
        if rate > 1:
            self.refused(f"{seat} {verb} {rate + 1}", "right-amount")
        if self.told:
            self.refused(f"{self.told[0]} {verb} {rate}", "right-amount")
        if card < 9:
            self.refused(self.random.choice(["stop", "deal"]), "take-round")
            if not self.bare:
                self.refused(f"upcard {self.random.choice(self.turned[: card + 1])}", "one-pack")

    def tell_rounds(self) -> None:
        """What everybody put and took in all, or in parts that add up."""
        if self.around[0] not in self.told:
            self.refused(f"{self.around[0]} puts {sum(self.rates) * 3}", "most-credits")
        for verb, cards in (("puts", range(5)), ("takes", range(5, 10))):
            order = list(self.around)
            self.random.shuffle(order)
            for seat in order:
                total = sum(self.due(seat, card) for card in cards)
                parts = [total // 2, total - total // 2] if self.maybe(0.2) else [total]
                for part in parts if self.possible(seat, cards, parts) else [total]:
                    self.pay(seat, cards[0], part)
                    if part or self.maybe(0.1):
                        self.tell(f"{seat} {verb} {part}")
                self.tell_hand(self.late, seat, -1)
        self.tell("stop")

    def possible(self, seat: str, cards: range, parts: list[int]) -> bool:
        """Whether the first part alone is a sum of some of the cards."""
        sums = {0}
        for card in cards:
            sums |= {total + self.due(seat, card) for total in sums}
        return parts[0] in sums


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(4):
        evening.deal()
    assert not evening.findings, (evening.where, evening.findings)
    evening.tell("end")
    best = max(evening.credits[seat] for seat in evening.seats)
    assert evening.referee.winners() == [seat for seat in evening.seats if evening.credits[seat] == best]


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """Somebody pays too little for a card, or for one of which the hand has none; ten ranks are turned up."""
    evening = Evening(seed)
    dice = evening.random
    cards = list(Pack())
    while True:
        dice.shuffle(cards)
        hand, turned = cards[:5], cards[5:15]
        counts = [sum(one.rank == upcard.rank for one in hand) for upcard in turned]
        if len({one.rank for one in turned}) == 10 and sum(counts) < 5:
            break
    liar = next(seat for seat in evening.seats if seat != evening.dealer)
    wrong, told = dice.randrange(10), dice.randint(0, 10)
    evening.tell(f"deal {evening.dealer}")
    for card, upcard in enumerate(turned):
        evening.tell(f"upcard {upcard}")
        if told > card and (paid := counts[card] + (card == wrong) * (-1 if counts[card] else 1)):
            evening.tell(f"{liar} {'puts' if card < 5 else 'takes'} {paid * evening.rates[card]}")
        if told == card:
            evening.tell(f"{liar} dealt {' '.join(one.text for one in hand)}")
            assert evening.findings == ([("wrong-payment", liar)] if wrong < told else []), evening.where
    if told == 10 and wrong < 9:
        evening.tell("stop")
        assert not evening.findings, evening.where
        before = evening.referee.accounts
        evening.tell(f"{liar} dealt {' '.join(one.text for one in hand)}")
        assert evening.findings == [("wrong-payment", liar)] and evening.referee.accounts == before, evening.where


@pytest.mark.parametrize("seed", range(15))
def test_taken_back_or_corrected_the_chips_sum_to_nought(seed: int) -> None:
    evening = Evening(seed)
    referee = evening.referee
    evening.deal()
    for _ in evening.said:
        referee.undo()
        assert sum(referee.accounts.values()) == 0, evening.where
    assert not referee.entries and not any(referee.accounts.values()), evening.where
    for wrong in evening.random.sample(range(len(evening.said)), min(6, len(evening.said))):
        referee.undo(len(referee.entries))
        for place, text in enumerate(evening.said):
            paying = " puts " in text or " takes " in text
            credits = evening.random.randint(0, 9)
            told = f"{text.rpartition(' ')[0]} {credits}" if place == wrong and paying else text
            referee.hear(told, overrule=True)
            assert sum(referee.accounts.values()) == 0, (evening.where, text)


@pytest.mark.parametrize("house", RATES)
def test_the_totals_of_a_round_are_those_of_real_cards(house: str) -> None:
    """Every way of holding five cards and turning five, by ranks alone."""
    real = set()
    held = itertools.combinations_with_replacement(range(5), 5)
    for shape in {tuple(sorted(Counter(ranks).values())) for ranks in held} - {(5,)}:
        hand = dict(enumerate(shape))
        for turned in itertools.product(range(len(shape) + 1), repeat=5):
            if all(turned.count(rank) + count <= 4 for rank, count in hand.items()):
                real.add(sum(rate * hand.get(rank, 0) for rate, rank in zip(RATES[house], turned, strict=True)))
    rates = tuple(RATES[house])
    assert real == any_totals(rates, 5)
    assert max(real) == (29 if house == "rising" else 72)


def test_a_line_of_the_score_names_the_hand_that_proves_it() -> None:
    referee = Referee(find_game("put-and-take"), SEATS[:2])
    for text in ("deal Ann", "Ben dealt 7H 7C QS 4D 2C", "upcard 7S"):
        assert referee.hear(text).accepted
    line = referee.lines[0]
    assert (line.who, line.points, line.category, line.proof) == ("Ben", -2, "put", (3, 2))
    ruling = referee.hear("Ben puts 2")
    assert ruling.verdict is Verdict.ILLEGAL and ruling.broken[0].proof == (2,)
