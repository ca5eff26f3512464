"""Dingo told truthfully: more or less of it, early or late, is never refused and always scored as it was."""

import pytest

from referee import Referee, find_game
from referee.cards import Card, Pack
from referee.games.dingo import Dingo
from tests.games.teller import Teller

SEATS = ["Ann", "Ben", "Cat", "Dan"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
AD = Card("A", "D")
VALUE = {**dict.fromkeys(RANKS, 1), **dict.fromkeys(["10", "J", "Q", "K"], 2), "A": 3}


class Table(Teller):
    """A table that really plays, and the piles counted by hand; SILENT keeps a dingo back."""

    def __init__(self, seed: int, silent: bool = False) -> None:
        super().__init__(seed)
        self.referee = Referee(find_game("dingo"), SEATS)
        self.scored = dict.fromkeys(SEATS, 0)
        self.against = dict.fromkeys(SEATS, 0)
        self.best = dict.fromkeys(SEATS, -1)
        self.red: dict[str, list[Card]] = {seat: [] for seat in SEATS}
        cards = [card for card in Pack() if card.suit != "D" or card == AD]
        self.random.shuffle(cards)
        self.dealt = {seat: cards[i * 10 : i * 10 + 10] for i, seat in enumerate(SEATS)}
        self.dealer = self.random.randrange(4)
        self.order = SEATS[self.dealer :] + SEATS[: self.dealer]
        self.held = {seat: list(some) for seat, some in self.dealt.items()}
        self.rounds: list[list[Card]] = []
        self.exchanges: list[list[Card]] = []
        self.change_cards()
        self.silent = silent
        self.hunts = [self.hunt(rank) for rank in RANKS]

    def change_cards(self) -> None:
        for number in range(4):
            if number:
                passed = []
                for i, seat in enumerate(self.order):
                    card = self.random.choice(self.held[seat])
                    self.held[seat].remove(card)
                    self.held[self.order[(i + number) % 4]].append(card)
                    passed.append(card)
                self.exchanges.append(passed)
            self.rounds.append([])
            for seat in self.order:
                card = self.random.choice([card for card in self.held[seat] if card.rank != "A"])
                self.held[seat].remove(card)
                self.rounds[-1].append(card)

    def hunt(self, rank: str) -> list[tuple[str, list[Card]]]:
        """Who acted, the dingo's player first, with the cards played (none for a pass)."""
        dingo = Card(rank, "H")
        who = next((seat for seat in SEATS if dingo in self.held[seat]), None)
        if who and self.silent and rank != "A" and self.random.random() < 0.5:
            self.red[who].append(dingo)
            return []
        if who is None:
            return []
        told = [(who, [dingo])]
        turns = [SEATS[(SEATS.index(who) + i) % 4] for i in (1, 2, 3)]
        out: list[tuple[str, Card]] = []
        for seat in turns + [who] * (rank == "A"):
            mine = [card for card in self.held[seat] if card.rank == rank and card.suit in "SC"]
            self.random.shuffle(mine)
            mine = mine[: self.random.choice([0, 1, 2, 2] if rank == "A" else [0, 1, 1])]
            out += [(seat, card) for card in mine]
            if rank == "A" and AD in self.held[seat] and len(out) == 2 and self.random.random() < 0.9:
                mine.append(AD)
            told.append((seat, mine))
            if AD in mine:
                break
        self.count(rank, who, out, told)
        return told

    def count(self, rank: str, who: str, out: list[tuple[str, Card]], told: list[tuple[str, list[Card]]]) -> None:
        worth = VALUE[rank]
        (self.scored if out else self.against)[who] += worth
        if rank == "A":
            for seat, _ in out:
                self.scored[seat] += 3
            holder = next(seat for seat in SEATS if AD in self.held[seat])
            if any(AD in cards for _, cards in told):
                self.scored[holder] += 10
                self.best[holder] = 12
            else:
                self.against[holder] += 3
        elif out:
            last = out[-1][0]
            self.scored[last] += 2 * worth
            self.best[last] = RANKS.index(rank)
            self.scored[who] += worth * (len(out) - 1)

    def silent_now(self) -> bool:
        """Whether the dingo that is awaited was kept back."""
        return any(card.rank == self.referee.fact("hunt") for some in self.red.values() for card in some)

    def score(self) -> dict[str, int]:
        return {seat: self.scored[seat] - self.against[seat] for seat in SEATS}

    def winners(self) -> list[str]:
        able = [seat for seat in SEATS if not self.red[seat]]
        top = [seat for seat in able if self.score()[seat] == max(self.score()[one] for one in able)]
        return [seat for seat in top if self.best[seat] == max(self.best[one] for one in top)]

    # Telling

    @property
    def hand(self) -> Dingo:
        hand = self.referee.hand
        assert isinstance(hand, Dingo)
        return hand

    def flip(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    def tell_dealt(self, some: list[str], chance: float) -> None:
        while some and self.flip(chance):
            seat = some.pop()
            self.tell(f"{seat} dealt {' '.join(card.text for card in self.dealt[seat])}")

    def tell_round(self, verb: str, cards: list[Card], blind: float) -> None:
        words = ["?" if self.flip(blind) else card.text for card in cards]
        if self.flip():
            self.tell(f"{verb} {' '.join(words)}")
            return
        for seat, word in zip(self.order, words, strict=True):
            self.tell(f"{seat} {verb} {word}" if self.flip(0.8) else f"{verb} {word}")

    def tell_hunt(self, rank: str, told: list[tuple[str, list[Card]]]) -> None:
        if not told:
            if self.hand.dingo:
                self.tell("passes")  # the hunt before is over
            if self.hand.hunt <= RANKS.index(rank):  # else its dingo was seen thrown
                self.tell("passes")
            return
        last = max(i for i, (_, cards) in enumerate(told) if cards)
        for i, (seat, cards) in enumerate(told):
            if i > last or (i and not self.going(rank)):
                break
            if cards:
                self.tell(f"{seat} plays {' '.join(card.text for card in cards)}")
            elif self.flip(0.3):
                self.tell(f"{seat} passes")
        if self.going(rank) and (rank == "A" or self.flip()):
            self.tell("passes")

    def going(self, rank: str) -> bool:
        return self.hand.hunt == RANKS.index(rank)

    def tell_all(self, short_from: int) -> None:
        early = [seat for seat in SEATS if self.flip(0.3)]
        late = [seat for seat in SEATS if seat not in early]
        self.random.shuffle(late)
        self.tell(f"deal {self.order[0]}")
        self.tell_dealt(early, 1.0)
        if discards := self.flip(0.7):
            blind = self.random.choice([0, 0, 0.3])
            for number, cards in enumerate(self.rounds):
                if number and self.flip(0.7):
                    self.tell_round("exchanges", self.exchanges[number - 1], self.random.choice([0, 0.3]))
                self.tell_round("discards", cards, blind)
                self.tell_dealt(late, 0.1)
        for rank, told in list(zip(RANKS, self.hunts, strict=True))[:short_from]:
            self.tell_hunt(rank, told)
            if not self.referee.over:
                self.tell_dealt(late, 0.1)
        if short_from < len(RANKS):
            self.tell_piles()
        else:
            self.tell_end(discards)
        if not self.referee.standing.ended:
            self.tell_dealt(late, 0.5)

    def tell_piles(self) -> None:
        order = self.random.sample(SEATS, 4)
        reds = [f"{seat} shows {card}" for seat in SEATS for card in self.red[seat]]
        against = [f"{seat} scores {self.against[seat]} penalty" for seat in order if self.against[seat]]
        before = reds + against + [f"{seat} scores {self.scored[seat]}" for seat in order[:3]]
        self.random.shuffle(before)
        if self.hand.hunting:
            before.sort(key=lambda text: "shows" in text)
        for text in [*before, f"{order[3]} scores {self.scored[order[3]]}"]:
            self.tell(text)
        while not self.referee.over:
            seat = self.random.choice(self.referee.next())
            self.tell(f"{seat} holds {RANKS[self.best[seat]] + 'D' if self.best[seat] >= 0 else 0}")

    def tell_end(self, discards: bool) -> None:
        holder = next(seat for seat in SEATS if AD in self.held[seat])
        if not self.referee.over and AD not in self.hand.seen and not self.hand.kept:
            self.tell(f"{holder} shows AD")
        for seat in SEATS:
            if self.red[seat]:
                self.tell(f"{seat} shows {' '.join(card.text for card in self.red[seat])}")
        if not self.referee.over:
            self.tell("end")
        elif self.flip():
            seat = self.random.choice(SEATS)
            self.tell(f"{seat} scores {self.scored[seat]}")
            self.tell(f"{seat} scores {self.against[seat]} penalty")


@pytest.mark.parametrize("seed", range(150))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    """In full, in short and halfway: nothing is refused or found, and the piles are what they were."""
    table = Table(seed)
    table.tell_all(table.random.choice([13, 13, 0, table.random.randrange(13)]))
    assert not table.findings, table.where
    assert dict(table.referee.scores) == table.score(), table.where
    assert table.referee.winners() == table.winners(), table.where


@pytest.mark.parametrize("seed", range(20))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    found = []
    for short_from in (13, 0, 6):
        table = Table(seed)
        table.tell_all(short_from)
        found.append((table.referee.scores, table.referee.winners()))
    assert found[0] == found[1] == found[2], f"seed {seed}"


@pytest.mark.parametrize("seed", range(60))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """Where it can be proven, `passes` is refused and overruled; red cards shown forfeit the game."""
    table = Table(seed, silent=True)
    hear = table.referee.hear

    def tell(text: str) -> None:
        ruling = hear(text)
        if text == "passes" and not ruling.accepted:
            assert ruling.rules == ("dingo-compulsory",) and table.silent_now(), f"{table.where}: {ruling.message}"
            ruling = hear("passes", overrule=True)
        assert ruling.accepted, f"{table.where}: {text} is {ruling.verdict}: {ruling.message}"
        table.findings += [(one.name, one.who) for one in ruling.findings]

    table.tell = tell  # type: ignore[method-assign]
    table.tell_all(table.random.choice([13, 13, 0]))
    guilty = {seat for seat in SEATS if table.red[seat]}
    assert {who for name, who in table.findings if name == "red-card-forfeit"} == guilty, table.where
    assert {who for name, who in table.findings if name == "dingo-compulsory"} - {""} <= guilty, table.where
    assert dict(table.referee.scores) == table.score(), table.where
    assert table.referee.winners() == (table.winners() if len(guilty) < 4 else []), table.where


def test_the_piles_that_thirteen_hunts_can_bring() -> None:
    """Counted out: 83 at most, 22 against at most, and not both."""
    for total, against, possible in ((83, 0, True), (84, 0, False), (0, 22, True), (0, 23, False), (66, 5, False)):
        referee = Referee(find_game("dingo"), SEATS)
        told = ["deal Ann", f"Ann scores {against} penalty", "Ann scores 0", "Ben scores 0", "Cat scores 0"]
        assert all(referee.hear(text).accepted for text in [*told, f"Dan scores {total}"]) is possible
