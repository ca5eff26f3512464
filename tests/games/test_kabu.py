"""Kabu told truthfully, card by card, in part or by scores alone: never refused, and every chip where it was."""

import itertools
import random
from collections import Counter

import pytest

from referee import Referee, Ruling, Verdict, find_game
from referee.cards import Card, Pack
from referee.games.kabu import can_be_laid
from tests.games.teller import Teller
from tests.often import times

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
PACK = Pack("10 9 8 7 6 5 4 3 2 A")
EVENINGS = times(60)


def worth(cards: list[Card]) -> int:
    return sum(1 if one.rank == "A" else int(one.rank) for one in cards) % 10


class Evening(Teller):
    """A table that really draws, with the chips counted by hand."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seats = SEATS[: self.random.randint(2, 6)]
        self.stack = self.random.choice([15, 40, 200])
        self.referee = Referee(find_game("kabu"), self.seats, {"stack": str(self.stack)})
        self.chips = dict.fromkeys(self.seats, self.stack)
        self.dealer = self.random.choice(self.seats)
        self.over = False

    def tell(self, text: str, overrule: bool = False) -> Ruling:
        who, _, rest = text.partition(" ")
        if self.random.random() < 0.2 and who in self.seats:
            text = f"{who[: self.random.randint(1, 3)].lower()} {rest}"
        return super().tell(text, overrule)

    def refused(self, text: str, *rules: str) -> Ruling:
        """What can't be is refused by that rule, and changes nothing."""
        before = self.referee.accounts, self.referee.next(), len(self.referee.entries)
        ruling = super().refused(text, *rules)
        assert before == (self.referee.accounts, self.referee.next(), len(self.referee.entries)), self.way
        return ruling

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def text(self, cards: list[Card]) -> str:
        """Cards as they are told, some by rank alone."""
        return " ".join(one.rank if self.bare and self.maybe(0.5) else one.text for one in cards)

    def deal(self) -> None:
        left = self.seats.index(self.dealer) + 1
        around = self.seats[left:] + self.seats[:left]
        stock = list(PACK)
        self.random.shuffle(stock)
        hands = {seat: [stock.pop(), stock.pop()] for seat in around}
        wants = {seat: 2 if self.maybe(0.3) else self.random.randint(0, 2) for seat in around}
        self.bare = self.maybe(0.2)
        self.tell("deal" if self.dealer == self.referee.dealer and self.maybe(0.5) else f"deal {self.dealer}")
        self.told: set[str] = set()
        drawn = self.maybe(0.6)
        for seat in around:
            self.tell_dealt(0.25, seat, hands)
        self.draw(around, hands, wants, stock, drawn)
        self.tell_scores(hands, drawn)
        self.settle({seat: worth(cards) for seat, cards in hands.items()})

    def tell_dealt(self, chance: float, seat: str, hands: dict[str, list[Card]]) -> None:
        if seat not in self.told and self.maybe(chance):
            self.told.add(seat)
            self.tell(f"{seat} dealt {self.text(hands[seat][:2])}")

    def draw(
        self, around: list[str], hands: dict[str, list[Card]], wants: dict[str, int], stock: list[Card], told: bool
    ) -> None:
        """Round the table till everybody has passed or drawn twice."""
        waiting = list(around)
        while waiting:
            seat = waiting.pop(0)
            if told:
                self.try_wrongly(seat, waiting, around, wants)
            if wants[seat]:
                wants[seat] -= 1
                hands[seat].append(stock.pop())
                blind = self.maybe(0.3)
                if told:
                    self.tell(f"{seat} draws" + ("" if blind else f" {self.text(hands[seat][-1:])}"))
                if len(hands[seat]) < 4:
                    waiting.append(seat)
            elif told:
                self.tell("passes" if self.maybe(0.3) else f"{seat} passes")
            self.tell_dealt(0.1, seat, hands)

    def try_wrongly(self, seat: str, waiting: list[str], around: list[str], wants: dict[str, int]) -> None:
        out = [one for one in around if one != seat and one not in waiting]
        if out and self.maybe(0.1):
            self.refused(f"{self.random.choice(out)} draws", "pass-final", "draw-limit")
        if waiting and self.maybe(0.1):
            self.refused(f"{self.random.choice(waiting)} {self.random.choice(['draws', 'passes'])}", "draw-order")
        if self.referee.hand.drew and self.maybe(0.1):
            self.refused(f"{seat} holds 5", "draw-order")
        seen = [card for card in self.referee.hand.seen if card.suit]
        if seen and self.maybe(0.1):
            self.refused(f"{seat} draws {self.random.choice(seen)}", "one-pack")

    def settled(self) -> bool:
        return not self.referee.hand.dealer

    def tell_scores(self, hands: dict[str, list[Card]], drawn: bool) -> None:
        """Everybody whose hand isn't known says what it is, in any order."""
        order = list(hands)
        self.random.shuffle(order)
        for seat in order:
            cards = hands[seat][:]
            self.random.shuffle(cards)
            if self.settled() or (seat not in self.referee.next() and drawn):
                continue
            if drawn and self.maybe(0.2):
                self.tell_dealt(1, seat, hands)
            if self.settled():
                return
            score = self.referee.hand.score_of(seat)
            if score is not None:
                assert score == worth(cards), (self.where, self.said)
                self.refused(f"{seat} holds {(score + 1) % 10}", "hand-score")
                continue
            self.tell(f"{seat} holds {worth(cards)}" if self.maybe(0.5) else f"{seat} shows {self.text(cards)}")
            if not self.settled() and self.maybe(0.2):
                self.tell(f"{seat} shows {self.text(cards)}")
            self.tell_dealt(0.1, seat, hands)
        assert self.settled(), (self.where, self.said)
        for seat in order:
            if self.maybe(0.1):  # told again
                self.tell(f"{seat} holds {worth(hands[seat])}")
                self.refused(f"{seat} holds {(worth(hands[seat]) + 3) % 10}", "hand-score")

    def settle(self, scores: dict[str, int]) -> None:
        pays = {seat: sum(max(0, other - mine) for other in scores.values()) for seat, mine in scores.items()}
        self.over = any(pays[seat] > self.chips[seat] for seat in scores)
        for seat, mine in scores.items() if not self.over else ():
            self.chips[seat] += len(scores) * mine - sum(scores.values())
        assert self.referee.over == self.over, (self.where, self.said)
        found = {one.who for one in self.referee.last.findings} if self.referee.last else set()
        assert found == {seat for seat in scores if pays[seat] > self.chips[seat] and self.over}, self.where
        net = {seat: chips - self.stack for seat, chips in self.chips.items()}
        assert self.referee.accounts == net, (self.where, self.said)
        assert self.referee.fact("chips") == self.chips, self.where
        self.dealer = self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]
        assert self.over or self.referee.dealer == self.dealer, self.where


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(12):
        if not evening.over:
            evening.deal()
    best = max(evening.chips.values())
    if not evening.over:
        evening.tell("end")
    ahead = [seat for seat in evening.seats if evening.chips[seat] == best]
    assert evening.referee.ahead() == ahead, evening.where
    assert evening.referee.winners() == (ahead if evening.over else []), evening.where


@pytest.mark.parametrize("seed", range(20))
def test_taken_back_or_corrected_the_chips_sum_to_nought(seed: int) -> None:
    evening = Evening(seed)
    referee = evening.referee
    evening.deal()
    for _ in evening.said:
        referee.undo()
        assert sum(referee.accounts.values()) == 0, evening.where
    assert not referee.entries and not any(referee.accounts.values()), evening.where
    for wrong in range(len(evening.said)):
        referee.undo(len(referee.entries))
        for place, text in enumerate(evening.said):
            score = evening.random.randint(0, 9)
            referee.hear(f"{text[:-1]}{score}" if place == wrong and " holds " in text else text, overrule=True)
            assert sum(referee.accounts.values()) == 0, (evening.where, text)


@pytest.mark.parametrize("seed", range(60))
def test_laying_the_cards_left_agrees_with_trying_all(seed: int) -> None:
    """Few cards are left, so that every way of laying them can be tried."""
    dice = random.Random(seed)
    left = [0] * 10
    for _ in range(6):
        left[dice.randrange(10)] += 1
    wants = tuple(
        sorted((least, least + dice.choice([0, 0, 1]), dice.randrange(10)) for least in dice.choices([0, 1, 2], k=2))
    )
    stock = list(Counter(dict(enumerate(left))).elements())

    def tried(stock: list[int], wants: tuple[tuple[int, int, int], ...]) -> bool:
        if not wants:
            return True
        (least, most, score), *others = wants
        for count in range(least, most + 1):
            for chosen in itertools.combinations(stock, count):
                if sum(chosen) % 10 == score:
                    rest = Counter(stock)
                    rest.subtract(chosen)
                    if tried(list(rest.elements()), tuple(others)):
                        return True
        return False

    assert can_be_laid(tuple(left), wants) == tried(stock, wants), f"seed {seed}"


def test_two_hands_cannot_both_have_the_last_five() -> None:
    referee = Referee(find_game("kabu"), SEATS[:5])
    for text in ("deal Eve", "Ann dealt 5S 5H", "Ben dealt AS 5D", "Cat dealt 2S AH", "Dan dealt 3S 10S"):
        assert referee.hear(text).accepted
    for text in ("Ann passes", "Ben passes", "Cat draws", "Dan draws", "Eve passes", "Cat passes", "Dan passes"):
        assert referee.hear(text).accepted
    assert referee.hear("Cat holds 8").accepted  # so the five of clubs is there
    assert referee.can("Dan holds 7").accepted
    ruling = referee.hear("Dan holds 8")
    assert ruling.verdict is Verdict.IMPOSSIBLE and ruling.rules == ("hand-score",)
    assert referee.hear("Eve shows 5C 2D").rules == ("one-pack",)
