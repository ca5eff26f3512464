"""Farmer told truthfully, in full, in part or by totals: never refused, and every chip where it was."""

import pytest

from referee import Referee, find_game
from referee.cards import Card, Pack, card
from tests.games.teller import Teller

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve"]
SIX = card("6H")
PACK = Pack("A K Q J 10 9 7 6 5 4 3 2", without="6S 6D 6C")


def worth(cards: list[Card]) -> int:
    return sum({"A": 1, "K": 10, "Q": 10, "J": 10}.get(one.rank) or int(one.rank) for one in cards)


class Evening(Teller):
    """A table that really draws, with the chips counted by hand."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seats = SEATS[: self.random.randint(2, 5)]
        self.ante = self.random.choice([1, 2, 5])
        self.referee = Referee(find_game("farmer"), self.seats, {"ante": str(self.ante)})
        self.chips = dict.fromkeys([*self.seats, "farm"], 0)
        self.farmer = self.random.choice(self.seats)

    def pay(self, payer: str, payee: str, chips: int) -> None:
        self.chips[payer] -= chips
        self.chips[payee] += chips

    def deal(self) -> None:
        around = self.around(self.farmer)
        cards = list(PACK)
        self.random.shuffle(cards)
        down = {seat: cards.pop() for seat in around}
        up: dict[str, list[Card]] = {seat: [cards.pop()] for seat in around}
        for seat in around:
            while worth([down[seat], *up[seat]]) < 16 and self.random.random() < 0.7:
                up[seat].append(cards.pop())
        for seat in around:
            self.pay(seat, "farm", self.ante)
        self.tell(f"deal {self.farmer}")
        self.told_short(down, up) if self.random.random() < 0.4 else self.told_drawn(around, down, up)
        winner = self.settle(around, down, up)
        if winner and len([seat for seat in around if worth([down[seat], *up[seat]]) == 16]) > 1 and not self.settled():
            self.tell(f"{winner} takes farm")
        self.farmer = winner or self.farmer
        assert self.settled() and self.referee.dealer == self.farmer, self.where
        assert self.referee.accounts == self.chips, (self.where, self.said)

    def settled(self) -> bool:
        return not self.referee.hand.dealer

    def around(self, farmer: str) -> list[str]:
        left = self.seats.index(farmer) + 1
        return self.seats[left:] + self.seats[:left]

    def told_short(self, down: dict[str, Card], up: dict[str, list[Card]]) -> None:
        order = list(down)
        self.random.shuffle(order)
        for seat in order:
            total = worth([down[seat], *up[seat]])
            if self.random.random() < 0.2:
                self.tell(f"{seat} shows {down[seat]} {' '.join(one.text for one in up[seat])}")
            else:
                self.tell(f"{seat} busts" if total > 16 and self.random.random() < 0.7 else f"{seat} holds {total}")

    def told_drawn(self, around: list[str], down: dict[str, Card], up: dict[str, list[Card]]) -> None:
        for seat in around:
            if self.random.random() < 0.2:
                self.tell(f"{seat} dealt {down[seat]}")
            told = [one.text if self.random.random() < 0.8 else "?" for one in up[seat]]
            if self.random.random() < 0.5:
                self.tell(f"{seat} hits {' '.join(told)}")
            else:
                for one in told:
                    self.tell(f"{seat} hits {one}" if one != "?" else f"{seat} hits")
            self.tell(f"{seat} stays")
        order = list(around)
        self.random.shuffle(order)
        for seat in order:
            if self.settled() or seat not in self.referee.next():
                continue
            hand = [down[seat], *up[seat]]
            total = worth(hand)
            how = self.random.choice(["shows", "holds", "busts" if total > 16 else "holds", "dealt"])
            if how == "shows":
                self.tell(f"{seat} shows {' '.join(one.text for one in hand)}")
            elif how == "dealt" and seat not in self.referee.hand.dealt:
                self.tell(f"{seat} dealt {down[seat]}")
            if seat in self.referee.next() and not self.settled():
                self.tell(f"{seat} busts" if how == "busts" else f"{seat} holds {total}")

    def settle(self, around: list[str], down: dict[str, Card], up: dict[str, list[Card]]) -> str | None:
        """Pays as the table does; whoever takes the farm."""
        total = {seat: worth([down[seat], *up[seat]]) for seat in around}
        sixteens = [seat for seat in around if total[seat] == 16]
        winner = None
        if sixteens:
            fewest = min(len(up[seat]) for seat in sixteens)
            last = [seat for seat in sixteens if len(up[seat]) == fewest]
            six = [seat for seat in sixteens if SIX in (down[seat], *up[seat])]
            winner = (six or ([self.farmer] if self.farmer in last else last))[0]
            self.pay("farm", winner, self.chips["farm"])
        elif alive := {seat: n for seat, n in total.items() if n < 17}:
            closest = [seat for seat, n in alive.items() if n == max(alive.values())]
            pot = self.ante * (len(alive) - len(closest))
            for seat in alive:
                if seat not in closest:
                    self.pay(seat, closest[0] if len(closest) == 1 else "farm", self.ante)
            for seat in closest if len(closest) > 1 else []:
                self.pay("farm", seat, pot // len(closest))
        for seat in around:
            if total[seat] > 16 and seat != self.farmer:
                self.pay(seat, self.farmer, self.ante)
        return winner

    def turn(self) -> None:
        """The first farmer is found by turning cards."""
        cards = [one for one in PACK if one is not SIX]
        self.random.shuffle(cards)
        dealer = self.random.choice(self.seats)
        around = self.around(dealer)
        place = self.random.randint(0, 9)
        self.tell(f"{dealer} turns {' '.join(one.text for one in [*cards[:place], SIX])}")
        self.farmer = around[place % len(around)]


@pytest.mark.parametrize("seed", range(120))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    if seed % 2:
        evening.turn()
    for _ in range(6):
        evening.deal()
    left = evening.chips["farm"]
    around = evening.around(evening.farmer)
    for place, seat in enumerate(around):
        evening.pay("farm", seat, left // len(around) + (place < left % len(around)))
    evening.tell("end")
    assert evening.referee.accounts == evening.chips, evening.where
    assert evening.chips["farm"] == 0


@pytest.mark.parametrize("seed", range(60))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    """The same deal told by totals alone brings everybody the same."""
    evening = Evening(seed)
    evening.deal()
    totals = Referee(find_game("farmer"), evening.seats, {"ante": str(evening.ante)})
    first = evening.referee.hands[0]
    totals.hear(f"deal {first.dealer}")
    for seat in evening.seats:
        known = first.total(seat)
        assert totals.hear(f"{seat} busts" if first.busted(seat) else f"{seat} holds {known}").accepted, evening.where
    if totals.hand.dealer:
        assert totals.hear(f"{first.farm_winner} takes farm").accepted, evening.where
    assert totals.accounts == evening.referee.accounts, evening.where


def test_a_hand_of_many_unseen_cards_may_count_what_they_can() -> None:
    referee = Referee(find_game("farmer"), ["Ann", "Ben"])
    for said in ("deal Ann", *["Ben hits"] * 6, "Ben stays", "Ann hits", "Ann stays"):
        referee.hear(said)
    assert not referee.hear("Ben holds 71").accepted  # seven cards of ten at most
    ruling = referee.hear("Ben holds 57")
    assert ruling.accepted and [finding.name for finding in ruling.findings] == ["drew-after-bust"]
