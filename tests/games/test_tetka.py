"""Tëtka told truthfully: card by card, in numbers, in points or mixed, it is never refused and scores as it was."""

import random

import pytest

from referee import Referee, find_game
from referee.cards import RANKS, Card, Pack
from tests.games.teller import Teller

SEATS = ["Ann", "Ben", "Cat", "Dan"]
TRICK_OF = {rank: number for number, rank in enumerate(["A", *(str(n) for n in range(2, 11)), "J", "Q", "K"], 1)}
Trick = list[tuple[str, Card]]


def height(card: Card) -> int:
    return -RANKS.index(card.rank)


class Deal:
    """A hand that was really played: what everybody took, and the points of each, counted by hand."""

    def __init__(self, chance: random.Random, dealer: str, revokes: bool = False) -> None:
        self.random = chance
        pack = list(Pack())
        chance.shuffle(pack)
        self.dealer = dealer
        self.dealt = {seat: pack[i::4] for i, seat in enumerate(SEATS)}
        self.bum = chance.choice(self.dealt[dealer])
        self.tetka = Card("Q", self.bum.suit)
        self.guilty: list[str] = []
        self.tricks: list[tuple[str, Trick]] = []
        self.play(revokes)
        self.pile = {seat: [card for who, trick in self.tricks if who == seat for _, card in trick] for seat in SEATS}
        self.took = {seat: sum(who == seat for who, _ in self.tricks) for seat in SEATS}
        self.most = self.leads()

    def play(self, revokes: bool) -> None:
        held = {seat: list(some) for seat, some in self.dealt.items()}
        leader = SEATS[(SEATS.index(self.dealer) + 1) % 4]
        while held[leader]:
            start = SEATS.index(leader)
            trick: Trick = []
            for seat in SEATS[start:] + SEATS[:start]:
                follow = [card for card in held[seat] if trick and card.suit == trick[0][1].suit]
                card = self.random.choice(follow or held[seat])
                if revokes and not self.guilty and follow != held[seat] and follow and self.random.random() < 0.1:
                    card = self.random.choice([one for one in held[seat] if one not in follow])
                    self.guilty.append(seat)
                held[seat].remove(card)
                trick.append((seat, card))
            leader = max((one for one in trick if one[1].suit == trick[0][1].suit), key=lambda one: height(one[1]))[0]
            self.tricks.append((leader, trick))

    def leads(self) -> str:
        suit = {seat: [card for card in self.pile[seat] if card.suit == self.bum.suit] for seat in SEATS}
        tied = [seat for seat in SEATS if self.took[seat] == max(self.took.values())]
        if len(tied) == 1:
            return tied[0]
        tied = [seat for seat in tied if suit[seat]]
        return max(tied, key=lambda seat: (len(suit[seat]), max(map(height, suit[seat])))) if tied else ""

    def points(self) -> dict[str, int]:
        found = {seat: int(seat == self.most) for seat in SEATS}
        for seat in SEATS:
            found[seat] += self.bum in self.pile[seat]
            found[seat] += sum(2 if card == self.tetka else 1 for card in self.pile[seat] if card.rank == "Q")
        found[self.tricks[TRICK_OF[self.bum.rank] - 1][0]] += 1
        found[self.tricks[12][0]] += 1
        return found

    def words(self, number: int) -> list[str]:
        """What a scorekeeper says of one trick."""
        some = [card for _, card in self.tricks[number][1]]
        said = [card.text for card in some if card.rank == "Q" and card != self.tetka]
        said += ["tetka"] if self.tetka in some else ["bum"] if self.bum in some else []
        if self.bum in some and self.bum != self.tetka and "bum" not in said:
            said.append("bum")
        if number + 1 == TRICK_OF[self.bum.rank]:
            said.append("rank")
        elif number == 12:
            said.append("last")
        return said


class Evening(Teller):
    """Tells a hand after another, always the truth, in one way or another."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.referee = Referee(find_game("tetka"), SEATS, {"orbits": "2"})
        self.scores = dict.fromkeys(SEATS, 0)

    def hand(self, number: int) -> None:
        deal = Deal(self.random, SEATS[number % 4])
        self.tell(self.random.choice(["deal", f"deal {deal.dealer}", f"deal {deal.dealer} 13"]))
        self.random.choice([self.card_by_card, self.in_numbers, self.by_and_by, self.in_points])(deal)
        if len(self.referee.hands) > number and not self.referee.hands[number].finished and deal.most:
            self.tell(f"{deal.most} takes most")
        for seat, points in deal.points().items():
            self.scores[seat] += points
        if self.referee.hands[number].finished:
            self.tell_again(deal)

    def tell_again(self, deal: Deal) -> None:
        """What agrees with the hand just finished is accepted, what doesn't is refused."""
        seat = self.random.choice(SEATS)
        points = deal.points()[seat]
        self.tell(self.random.choice([f"{seat} takes {deal.took[seat]}", f"{seat} scores {points}"]))
        assert not self.referee.hear(f"{seat} scores {(points + 1) % 10}").accepted, "\n".join(self.said)

    def tell_trick(self, trick: Trick) -> None:
        if self.random.random() < 0.5:
            self.tell("trick " + " ".join(card.text for _, card in trick))
        else:
            for seat, card in trick:
                self.tell(f"{seat} plays {card}")

    def card_by_card(self, deal: Deal, first: int = 13) -> None:
        known = {seat: f"{seat} dealt {' '.join(card.text for card in deal.dealt[seat])}" for seat in SEATS}
        early = [seat for seat in SEATS if self.random.random() < 0.2]
        late = [seat for seat in SEATS if seat not in early and self.random.random() < 0.3]
        for seat in early[::2]:
            self.tell(known[seat])
        self.tell(f"upcard {deal.bum}")
        for seat in early[1::2]:
            self.tell(known[seat])
        for _, trick in deal.tricks[:first]:
            self.tell_trick(trick)
            if late and self.random.random() < 0.2:
                self.tell(known[late.pop()])
        if first == 13:
            for seat in late:
                self.tell(known[seat])

    def in_numbers(self, deal: Deal, first: int = 0) -> None:
        """A line or two for whoever took tricks, behind so many that were told card by card."""
        if not first:
            self.tell(f"upcard {deal.bum}")
        lines: list[list[str]] = []
        for seat in SEATS:
            numbers = [n for n in range(first, 13) if deal.tricks[n][0] == seat]
            words = [word for n in numbers for word in deal.words(n)]
            self.random.shuffle(words)
            if deal.most == seat and self.random.random() < 0.4 and first == 0:
                words.append("most")
            if not numbers:
                if self.random.random() < 0.3:
                    self.tell(f"{seat} takes 0")
            elif words and self.random.random() < 0.3 and "most" not in words:
                apart = [f"{seat} takes {len(numbers)}", f"{seat} takes {' '.join(words)}"]
                self.random.shuffle(apart)
                lines.append(apart)
            else:
                lines.append([f"{seat} takes {len(numbers)} {' '.join(words)}"])
        lines.sort(key=lambda some: (" most" in some[0], self.random.random()))  # who has most is seen at the end
        for line in lines:
            for one in line:
                self.tell(one)

    def by_and_by(self, deal: Deal) -> None:
        """Tricks in their order, some with their cards, some without; what was in them there and then, or later."""
        first = self.random.choice([0, 0, 4, 8, 11, 12])
        if self.random.random() < 0.5 and first:
            self.card_by_card(deal, first)
            self.in_numbers(deal, first)
            return
        self.tell(f"upcard {deal.bum}")
        later: list[str] = []
        for number, (who, trick) in enumerate(deal.tricks):
            if self.random.random() < 0.6:
                self.tell_trick(trick)
                continue
            words = " ".join(deal.words(number))
            if words and self.random.random() < 0.5:
                self.tell(f"{who} takes 1 {words}")
            else:
                self.tell(self.random.choice([f"{who} takes", f"{who} takes 1"]))
                later += [f"{who} takes {words}"] if words else []
        self.random.shuffle(later)
        for line in later:
            self.tell(line)

    def in_points(self, deal: Deal) -> None:
        if self.random.random() < 0.5:
            self.tell(f"upcard {deal.bum}")
            for _, trick in deal.tricks[: self.random.choice([0, 0, 3, 7])]:
                self.tell_trick(trick)
        some = [(seat, points) for seat, points in deal.points().items() if points or self.random.random() < 0.3]
        self.random.shuffle(some)
        for seat, points in sorted(some, key=lambda one: bool(one[1])):
            self.tell(f"{seat} scores {points}")


@pytest.mark.parametrize("seed", range(80))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for number in range(8):
        evening.hand(number)
    if not evening.referee.over:
        evening.tell("end")  # the last was a hand of eight
    assert dict(evening.referee.scores) == evening.scores, "\n".join(evening.said)
    lowest = min(evening.scores.values())
    assert evening.referee.winners() == [seat for seat in SEATS if evening.scores[seat] == lowest]
    assert not evening.findings, evening.said[0]


@pytest.mark.parametrize("seed", range(40))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    deal = Deal(random.Random(seed), "Ann")
    tricks = [" ".join(card.text for _, card in trick) for _, trick in deal.tricks]
    for form in ("full", "short", "points", "mixed"):
        evening = Evening(seed)
        evening.tell("deal")
        match form:
            case "full":
                evening.tell(f"upcard {deal.bum}")
                for cards in tricks:
                    evening.tell(f"trick {cards}")
            case "short":
                evening.in_numbers(deal)
            case "points":
                evening.in_points(deal)
            case _:
                evening.by_and_by(deal)
        if not evening.referee.hands[0].finished and deal.most:
            evening.tell(f"{deal.most} takes most")
        evening.tell("deal")  # which ends a hand of eight points
        assert dict(evening.referee.scores) == deal.points(), (form, evening.said)
        assert not evening.findings, (form, evening.said)


@pytest.mark.parametrize("seed", range(60))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """While cards are played only the guilty can be found out, and once all hands are told they are."""
    evening = Evening(seed)
    deal = Deal(evening.random, "Ann", revokes=True)
    evening.tell("deal Ann")
    evening.tell(f"upcard {deal.bum}")
    for _, trick in deal.tricks:
        for seat, card in trick:
            if not evening.referee.hear(f"{seat} plays {card}").accepted:
                assert deal.guilty == [seat]  # the bum card had to follow, or counting proves it
                return
    for seat in SEATS:
        evening.tell(f"{seat} dealt {' '.join(card.text for card in deal.dealt[seat])}")
    found = [one for entry in evening.referee.entries for one in entry.ruling.findings]
    assert {one.who for one in found if one.name == "revoke"} == set(deal.guilty), seed
    assert all(one.name == "revoke" for one in found)


def test_a_hand_of_eight() -> None:
    """Nobody has the point for most tricks, once the table goes on; until then somebody may still be told to."""
    lines = ["upcard 2H", "Ben takes 4 QS QC", "Cat takes 4 QD", "Dan takes 3 bum tetka last", "Ann takes 2 rank"]
    for closing, over in (("deal Ben", False), ("end", True)):
        referee = Referee(find_game("tetka"), SEATS)
        for line in ["deal Ann", *lines]:
            assert referee.hear(line).accepted, line
        assert referee.next() == ["Ben"]  # deals, unless somebody says who has the most
        assert referee.hear(closing).accepted
        assert dict(referee.scores) == {"Ann": 1, "Ben": 2, "Cat": 1, "Dan": 4}
        assert referee.over == over
        referee.undo()
        assert referee.hear("Cat takes most").accepted
        assert dict(referee.scores) == {"Ann": 1, "Ben": 2, "Cat": 2, "Dan": 4}


def test_what_counting_shows_rests_on_no_line() -> None:
    referee = Referee(find_game("tetka"), ["Ann", "Ben", "Cat", "Dan"])
    for text in ("deal Dan", "upcard 3D", "Ann takes 12", "Ben takes 1 last"):
        assert referee.hear(text).accepted
    ruling = referee.hear("Ben takes rank")
    assert ruling.message == "Ann took the rank trick, for nobody else's tricks have room"
