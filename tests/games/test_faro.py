"""Faro told truthfully, by cards, by ranks, in part or by what it brought: never refused, every chip where it was."""

from collections import Counter
from itertools import combinations

import pytest

from referee import Referee, Ruling, find_game
from tests.games.teller import Teller
from tests.often import times
from tests.walker import state

EVENINGS = times(20)
NAMES = ["Ann", "Bela", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PLACES = {
    rank: (x, y) for y, row in enumerate((["K", "Q", "J", "10", "9", "8"], RANKS)) for x, rank in enumerate(row[:6])
}
SEVENS = [set("78"), set("76"), set("79"), set("75"), set("678")]

Spot = frozenset[str]
Bet = tuple[str, Spot, bool]


def one_chip_covers(ranks: Spot) -> bool:
    """The layout as squares of a grid; the 7 lies past its end."""
    if len(ranks) == 1 or set(ranks) in SEVENS:
        return True
    if "7" in ranks:
        return False
    columns, rows = zip(*(PLACES[rank] for rank in ranks), strict=True)
    wide, high = max(columns) - min(columns), max(rows) - min(rows)
    return (wide <= 1 and high <= 1) or (wide == 2 and high == 0 and len(ranks) == 2)


GROUPS = [frozenset(some) for size in range(1, 5) for some in combinations(RANKS, size)]
COVERED = [some for some in GROUPS if one_chip_covers(some)]
BEYOND = [some for some in GROUPS if not one_chip_covers(some)]
WORDS = [frozenset([word]) for word in ("odd", "even", "high")]


def outcome(spot: Spot, coppered: bool, chips: int, loser: str, winner: str) -> tuple[int, int]:
    """What a bet brings in a turn, and what of it stays up."""
    low, top = RANKS.index(loser), RANKS.index(winner)
    if spot == {"high"}:
        sign = (top > low) - (top < low)
    elif spot in WORDS:
        sign = 1 if (top % 2 == 0) == (spot == {"odd"}) else -1
    elif loser == winner and loser in spot:
        return -(chips // 2), chips - chips // 2
    else:
        sign = (winner in spot) - (loser in spot)
        if sign == 0:
            return 0, chips
    return (-sign if coppered else sign) * chips, 0


class Evening(Teller):
    """A table with a real box, the chips counted by hand."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seats = NAMES[: self.random.choice([1, 2, 3, 4, 10])]
        self.least, self.most = self.random.choice([(1, 1000), (2, 20), (5, 9)])
        house = {} if self.most == 1000 else {"min": str(self.least), "max": str(self.most)}
        self.referee = Referee(find_game("faro"), self.seats, house)
        self.chips = dict.fromkeys([*self.seats, "bank"], 0)
        self.up: dict[Bet, int] = {}
        self.calls: dict[tuple[str, tuple[str, ...]], int] = {}

    # Telling

    def refused(self, text: str, *rules: str) -> Ruling:
        before = state(self.referee)
        ruling = super().refused(text, *rules)
        assert state(self.referee) == before, (self.where, text)
        return ruling

    def settled(self) -> None:
        """Everything is as the table has it."""
        so = dict.fromkeys(self.chips, 0) | self.referee.accounts
        assert so == self.chips, (self.where, self.said)
        up = dict.fromkeys(self.seats, 0)
        for (seat, *_), chips in (*self.up.items(), *self.calls.items()):
            up[seat] += chips
        assert self.referee.fact("up") == up, (self.where, self.said)
        assert self.referee.fact("bank") == self.chips["bank"], self.where

    def back_and_forth(self) -> None:
        """What is taken back and told again leads to the same place."""
        after = state(self.referee)
        gone = self.referee.undo(self.random.randint(1, 12))
        assert sum(self.referee.accounts.values()) == 0, self.where
        for entry in reversed(gone):
            assert self.referee.hear(entry.ruling.text, line=entry.report.line).accepted, (self.where, self.said)
        assert state(self.referee) == after, (self.where, self.said)

    def who(self, seat: str) -> str:
        if len(self.seats) == 1 and self.random.random() < 0.5:
            return ""
        return self.random.choice([seat, seat.upper(), seat[:3]])

    def rank(self, rank: str) -> str:
        return self.random.choice(["10", "T"]) if rank == "10" else rank

    # A deal

    def deal(self, stop: int = 99) -> None:
        self.tell("deal")
        if self.random.random() < 0.2:
            self.short()
            return
        box = self.shuffled()
        self.told = Counter[str]()
        self.soda, self.soda_told = box.pop(0), False
        self.has_bets = self.unnamed = False
        self.exact = self.random.random() < 0.5
        self.betting = self.random.random() < 0.9
        for turn in range(25):
            if turn == stop:
                return
            if not self.soda_told and self.random.random() < 0.3:
                self.tell_soda()
            if self.betting and not self.triple(turn):
                self.bets()
            if turn == 24:
                self.last_bets(box)
            self.nonsense(turn, box)
            self.turn(turn, box.pop(0), box.pop(0), box)
            if self.random.random() < 0.05:
                self.back_and_forth()
            self.settled()
        assert not self.referee.hand.dealer, self.where
        if not self.has_bets and self.random.random() < 0.5:
            self.short()
        self.refused(f"{self.seats[0]} bets {self.least} on K", "bet-time")
        self.refused(f"{self.seats[0]} calls {self.least} on K Q J", "call-time")
        self.refused("turn 8S 8S", "one-pack")

    def shuffled(self) -> list[str]:
        """A pack, often with a pair or three of a kind at its end."""
        box = [rank + suit for rank in RANKS for suit in "SHDC"]
        self.random.shuffle(box)
        alike = self.random.choice([0, 0, 0, 2, 3])
        last = [card for card in box if card[:-1] == box[0][:-1]][-alike:] if alike else []
        box = [card for card in box if card not in last] + last
        if alike == 2 and self.random.random() < 0.5:
            box[-3:] = self.random.sample(box[-3:], 3)
        return box

    def tell_soda(self) -> None:
        self.tell(f"upcard {self.soda if self.random.random() < 0.5 else self.rank(self.soda[:-1])}")
        self.told[self.soda[:-1]] += 1
        self.soda_told = True

    def short(self) -> None:
        """What the deal brought everybody, in any order."""
        for seat in self.random.sample(self.seats, self.random.randint(0, len(self.seats))):
            chips = self.random.randint(-50, 50)
            self.tell(f"{self.who(seat)} scores {chips}")
            self.pay(seat, chips)
            if self.referee.hand.dealer:
                self.refused(f"{seat} bets {self.least} on K", "told-once")
            self.refused(f"{seat} scores {chips + 1}", "told-once")
        self.settled()

    def pay(self, seat: str, chips: int) -> None:
        self.chips[seat] += chips
        self.chips["bank"] -= chips

    def left(self) -> list[str]:
        """What the casekeeper has, each rank as often as it is there."""
        return [rank for rank in RANKS for _ in range(4 - self.told[rank])]

    def triple(self, turn: int) -> bool:
        return turn == 24 and len(set(self.left())) == 1

    # Bets

    def bets(self) -> None:
        for _ in range(self.random.choice([0, 0, 1, 2, 4])):
            seat = self.random.choice(self.seats)
            spot = self.random.choice(COVERED if self.random.random() < 0.7 else WORDS)
            coppered = self.random.random() < 0.3
            if self.up and self.random.random() < 0.4:
                seat, spot, coppered = self.random.choice(list(self.up))
            self.lay(seat, spot, coppered, 0 if self.random.random() < 0.1 else self.stake())

    def stake(self) -> int:
        return self.random.randint(self.least, min(self.most, self.least + 30))

    def lay(self, seat: str, spot: Spot, coppered: bool, chips: int) -> None:
        ranks = list(spot)
        self.random.shuffle(ranks)
        parts = [f"on {' '.join(map(self.rank, ranks))}", *(["coppered"] if coppered else [])]
        self.random.shuffle(parts)
        self.tell(f"{self.who(seat)} bets {chips} {' '.join(parts)}")
        self.has_bets = self.has_bets or chips > 0
        self.up[seat, spot, coppered] = chips
        if not chips:
            del self.up[seat, spot, coppered]

    def last_bets(self, box: list[str]) -> None:
        """Before the last turn: calls where the casekeeper is full, and nothing that can't be settled."""
        ranks = [card[:-1] for card in box]
        if not self.soda_told and (not self.unnamed or self.random.random() < 0.5):
            self.refused(f"{self.seats[0]} calls {self.least} on {' '.join(ranks)}", "unclear")
            self.tell_soda()
            if self.triple(24):
                self.up.clear()
        if self.triple(24):
            self.refused(f"{self.seats[0]} bets {self.least} on {ranks[0]}", "call-triple")
            self.refused(f"{self.seats[0]} calls {self.least} on {' '.join(ranks)}", "call-triple")
        elif self.unnamed:
            self.refused(f"{self.seats[0]} calls {self.least} on {' '.join(ranks)}", "unclear")
            if ranks[0] == ranks[1]:
                for seat, spot, coppered in list(self.up):
                    self.lay(seat, spot, coppered, 0)
        elif self.betting:
            for _ in range(self.random.randint(0, 4)):
                seat, order = self.random.choice(self.seats), self.random.sample(ranks, 3)
                chips = self.random.choice([0, self.stake(), self.stake()])
                self.tell(f"{self.who(seat)} calls {chips} on {' '.join(map(self.rank, order))}")
                self.has_bets = self.has_bets or chips > 0
                self.calls[seat, tuple(order)] = chips
            self.calls = {call: chips for call, chips in self.calls.items() if chips}
            other = next(rank for rank in RANKS if rank not in ranks)
            self.refused(f"{self.seats[0]} calls {self.least} on {ranks[0]} {ranks[1]} {other}", "call-ranks")

    def nonsense(self, turn: int, box: list[str]) -> None:
        """Something that the referee can know to be wrong."""
        seat = self.random.choice(self.seats)
        match self.random.randint(0, 12):
            case 0:
                spot = list(self.random.choice(BEYOND))
                self.refused(f"{seat} bets {self.least} on {' '.join(spot)}", "bet-position")
            case 1 if self.most < 1000:
                self.refused(f"{seat} bets {self.most + 1} on K", "bet-limits")
                self.refused(f"{seat} bets {self.least - 1} on odd coppered", "bet-limits")
            case 2 if turn < 24:
                self.refused(f"{seat} calls {self.least} on 7 8 9", "call-time")
            case 3 if turn or self.has_bets:
                self.refused("deal", "box-out")
            case 4 if gone := [rank for rank in RANKS if self.told[rank] == 4]:
                self.refused(f"turn {gone[0]} {box[0]}", "one-pack")
            case 5 if self.has_bets:
                self.refused(f"{seat} scores 5", "told-once")
            case 6 if self.up or self.calls:
                self.refused(f"turn {box[0]} ?", "unclear")
            case 7 if self.soda_told:
                self.refused(f"upcard {box[0]}", "one-pack")

    # Turns

    def turn(self, number: int, first: str, second: str, box: list[str]) -> None:
        cards = [first, second]
        for i, card in enumerate(cards):
            if not self.up and not self.calls and self.random.random() < 0.02:
                cards[i], self.unnamed = "?", True
                continue
            self.told[card[:-1]] += 1
            if not self.exact or self.random.random() < 0.3:
                cards[i] = self.rank(card[:-1])
        self.tell(f"turn {' '.join(cards)}")
        loser, winner = first[:-1], second[:-1]
        for (seat, spot, coppered), chips in list(self.up.items()):
            won, stays = outcome(spot, coppered, chips, loser, winner)
            self.pay(seat, won)
            self.up[seat, spot, coppered] = stays
        self.up = {bet: chips for bet, chips in self.up.items() if chips}
        if self.triple(number + 1):
            self.up.clear()
        if number == 24:
            fell = (loser, winner, box[0][:-1])
            for (seat, order), chips in self.calls.items():
                times = {3: 4, 2: 2}[len(set(fell))]
                self.pay(seat, times * chips if order == fell else -chips)
            self.up.clear()
            self.calls.clear()
        assert self.referee.fact("turns") == number + 1 and self.referee.fact("left") == 49 - 2 * number, self.where
        assert all(self.referee.fact(f"case-{rank}") == 4 - self.told[rank] for rank in RANKS), self.where


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(2):
        evening.deal()
    if seed % 3 == 0:  # the table stops in mid-deal; what was settled stays
        evening.deal(stop=evening.random.randint(0, 24))
        evening.up.clear()
    evening.tell("end")
    evening.settled()
    best = max(evening.chips[seat] for seat in evening.seats)
    assert evening.referee.winners() == [seat for seat in evening.seats if evening.chips[seat] == best]


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_taken_back_or_corrected_the_chips_sum_to_nought(seed: int) -> None:
    """One report says something else, or is struck out; all that follows is judged again, undone and redone."""
    evening = Evening(seed)
    evening.deal()
    chance = evening.random
    for _ in range(3):
        said = list(evening.said)
        place = chance.randrange(len(said))
        other = [chance.choice(said), "misdeal", "limits 3 7", "turn K 2", "adjust Ann +3 found", f"~{said[place]}"]
        said[place : place + 1] = chance.choice([[], [chance.choice(other)]])
        referee = Referee(find_game("faro"), evening.seats, evening.referee.chosen)
        for text in said:
            referee.hear(text.removeprefix("~"), overrule=text[:1] == "~" or chance.random() < 0.2)
            assert sum(referee.accounts.values()) == 0, evening.where
        while referee.undo(chance.randint(1, 15)):
            assert sum(referee.accounts.values()) == 0, evening.where
        assert not any(referee.accounts.values()), evening.where


def test_as_many_places_as_the_layout_has() -> None:
    referee = Referee(find_game("faro"), ["Ann"])
    referee.hear("deal")
    for spot in GROUPS:
        text = f"bets 1 on {' '.join(spot)}"
        assert referee.hear(text).accepted == one_chip_covers(spot), text
        assert len(spot) > 1 or not referee.hear(f"bets 1 on {' '.join([*spot, *spot])}").accepted
    assert referee.fact("up") == {"Ann": len(COVERED)} == {"Ann": 77}
