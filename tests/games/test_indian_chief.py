"""Indian Chief played with real cards: what is told truly is never refused, and every box has its points."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest

from referee import Referee, find_game
from referee.cards import cards
from referee.games.indian_chief import best_chief, doctors_cards, possible, value
from tests.often import times

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
MELDS = ["thief", "beggar", "poor", "lawyer", "rich", "doctor", "chief"]
EVENINGS = times(40)


# The table of melds, reckoned once more


def worth(card: str) -> int:
    return min(RANKS.index(card[:-1]) + 1, 10)


def poker(five: list[str]) -> int:
    ranks, suits = [card[:-1] for card in five], {card[-1] for card in five}
    pairs = sum(one == other for one, other in combinations(ranks, 2))  # 1, 2, 3, 4, 6 or 10
    places = sorted(map(RANKS.index, ranks))
    straight = not pairs and (places[-1] - places[0] == 4 or places == [0, 9, 10, 11, 12])
    by_pairs = {0: 5, 1: 10, 2: 15, 3: 20, 4: 35, 6: 40, 10: 50}[pairs]
    by_suit = (45 if straight else 30) if len(suits) == 1 else 0
    return max(by_pairs, by_suit, 25 if straight else 0)


def chief(five: list[str], two: list[str]) -> int:
    return poker(five) + sum(map(worth, two)) % 10


def best(seven: list[str]) -> int:
    splits = (set(some) for some in combinations(range(7), 5))
    return max(chief([seven[i] for i in some], [seven[i] for i in range(7) if i not in some]) for some in splits)


class Evening:
    """A table with real packs: everybody melds, Thieves steal, and hands are made up."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = SEATS[: self.random.randint(2, 8)]
        self.packs = 1 if len(self.seats) < 4 else 2
        self.referee = Referee(find_game("indian-chief"), self.seats)
        self.stub = [rank + suit for rank in RANKS for suit in "SHDC"] * self.packs
        self.random.shuffle(self.stub)
        self.hands = {seat: [self.stub.pop() for _ in range(8)] for seat in self.seats}
        self.made: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.score = dict.fromkeys(self.seats, 0)
        self.dealt: dict[str, bool] = {}  # whether every card was named
        self.split: dict[str, bool] = {}
        self.suits: dict[str, str] = {}
        self.said = [f"seed {seed}, {len(self.seats)} players"]

    @property
    def so_far(self) -> str:
        return "\n".join(self.said[:1] + self.said[-60:])

    def tell(self, text: str) -> None:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{self.so_far}\n{ruling.verdict} {ruling.rules}: {ruling.message}"

    def refused(self, rule: str, text: str) -> None:
        ruling = self.referee.hear(text)
        assert rule in ruling.rules, f"{self.so_far}\n{text} doesn't break {rule}: {ruling.verdict} {ruling.rules}"

    def compare(self, turn: int) -> None:
        assert self.referee.scores == self.score, self.so_far
        assert self.referee.fact("turn") == turn, self.so_far
        assert self.referee.fact("open") == {seat: 7 - len(self.made[seat]) for seat in self.seats}, self.so_far

    def play(self) -> None:
        self.tell(self.random.choice(["deal", f"deal {self.random.choice(self.seats)}"]))
        dealer = self.referee.dealer
        for turn in range(1, 8):
            self.compare(turn)
            self.turn()
            if turn < 7:
                self.between(dealer)
        self.compare(7)
        most = max(self.score.values())
        assert self.referee.over and self.referee.winners() == [s for s in self.seats if self.score[s] == most]
        self.refused("game-end", f"{self.seats[0]} melds AS")

    # A turn

    def turn(self) -> None:
        self.melds = {seat: self.choose(seat) for seat in self.seats}
        self.points = {seat: self.worth(seat) for seat in self.seats}
        manner = self.random.choice(["cards", "cards", "points", "mixed"])
        in_cards = {
            seat: manner == "cards" or (manner == "mixed" and self.random.random() < 0.5) for seat in self.seats
        }
        if manner == "mixed":
            in_cards |= {seat: False for seat in self.seats if self.kind(seat) == "beggar"}
        self.told: dict[str, bool] = {}
        order = self.random.sample(self.seats, len(self.seats))
        for place, seat in enumerate(order):
            if self.random.random() < 0.1:
                self.tell_hand(self.random.choice(self.seats))
            self.wrong(seat)
            self.meld(seat, in_cards[seat], named=place < len(order) - 1 or self.random.random() < 0.5)
        for seat in self.seats:
            self.score[seat] += self.points[seat]

    def kind(self, seat: str) -> str:
        return MELDS[len(self.melds[seat]) - 1]

    def choose(self, seat: str) -> list[str]:
        """Any open meld, often one that scores."""
        sizes = [size for size in range(1, 8) if MELDS[size - 1] not in self.made[seat]]
        size = self.random.choice(sizes)
        some = [self.random.sample(self.hands[seat], size) for _ in range(20)]
        if size == 4:
            return max(some, key=lambda four: sum(map(worth, four)) == 25)
        if size == 6:
            return max(some, key=lambda six: len({card[:-1] for card in six}))
        return some[0]

    def worth(self, seat: str) -> int:
        cards = self.melds[seat]
        total = sum(map(worth, cards))
        match self.kind(seat):
            case "thief":
                return total
            case "beggar":
                others = [card for other in self.seats if other != seat for card in self.melds[other]]
                return 2 * sum(any(card[:-1] == mine[:-1] for mine in cards) for card in others)
            case "poor":
                return sum(worth(card) for card in cards if card.endswith("S"))
            case "lawyer":
                return 25 * (total == 25)
            case "rich":
                return -total
            case "doctor":
                ranks = {card[:-1] for card in cards}
                suit = self.suits[seat] = self.random.choice(["", *"SHDC"])
                if len(ranks) < 6 or "A" not in ranks or not any(card.endswith("H") for card in cards):
                    return 0
                return 10 * max(sum(card.endswith(one) for card in cards) for one in suit or "SHDC")
            case _:
                self.split[seat] = self.random.random() < 0.5
                return chief(cards[:5], cards[5:]) if self.split[seat] else best(cards)

    def meld(self, seat: str, in_cards: bool, named: bool) -> None:
        cards, kind = self.melds[seat], self.kind(seat)
        who = f"{seat[: self.random.randint(1, 3)]} " if named else ""
        if not in_cards:
            self.tell(f"{who}{self.random.choice(['scores', 'score'])} {self.points[seat]} {kind}")
        elif kind == "chief" and self.split[seat]:
            self.tell(f"{who}melds {' '.join(cards[:5])}, {' '.join(cards[5:])}")
        elif kind == "doctor" and self.suits[seat]:
            self.tell(f"{who}melds {' '.join(cards)} in {self.suits[seat]}")
        else:
            self.tell(f"{who}melds {' '.join(cards)}")
        self.told[seat] = in_cards
        self.made[seat].append(kind)
        if len(self.told) < len(self.seats):
            self.refused("one-report", f"{seat} scores 10 thief")

    def wrong(self, seat: str) -> None:
        """What the referee can know to be wrong."""
        if self.random.random() < 0.5:
            return
        if self.made[seat]:
            kind = MELDS.index(self.made[seat][-1]) + 1
            self.refused("meld-once", f"{seat} scores 10 {MELDS[kind - 1]}")
            self.refused("meld-once", f"{seat} melds {' '.join(self.random.sample(self.hands[seat], kind))}")
        self.refused("points-possible", f"{seat} scores {self.random.choice([-51, 61, 1000])} {self.kind(seat)}")
        self.refused("must-meld", f"{seat} melds {' '.join(self.hands[seat])}")
        table = Counter(card for other in self.told if self.told[other] for card in self.melds[other])
        gone = [card for card, number in table.items() if number == self.packs]
        if gone:
            self.refused("packs", f"{seat} melds {self.random.choice(gone)}")
        if self.dealt.get(seat):
            lacking = next(rank + suit for rank in RANKS for suit in "SHDC" if rank + suit not in self.hands[seat])
            self.refused("held-cards", f"{seat} melds {lacking}")
        if self.told:
            self.refused("must-meld", "deal")
            self.refused("steal", f"{seat} takes AS from {next(iter(self.told))}")

    def tell_hand(self, seat: str) -> None:
        if seat not in self.dealt:
            cards = self.random.sample(self.hands[seat], 8)
            unnamed = self.random.choice([0, 0, 0, 2])
            self.tell(f"{seat} dealt {' '.join(cards[unnamed:])}{f' ?{unnamed}' if unnamed else ''}")
            self.dealt[seat] = not unnamed

    # Between turns

    def between(self, dealer: str) -> None:
        """Thieves steal in order, equals by agreement; hands are made up, and melds go into the stub."""
        self.dealt.clear()
        left = {seat: list(cards) for seat, cards in self.melds.items()}
        thieves = sorted((RANKS.index(left[seat][0][:-1]), seat) for seat in self.seats if self.kind(seat) == "thief")
        if all(self.told.values()):
            places = [place for place, _ in thieves]
            assert [RANKS.index(self.melds[s][0][:-1]) for s in self.referee.fact("stealing")] == places, self.so_far
        loot: dict[str, tuple[str, str]] = {}
        for _, seat in thieves:
            some = [(card, whom) for whom in self.seats if whom != seat for card in left[whom]]
            if some and self.random.random() < 0.7:
                loot[seat] = self.random.choice(some)
                left[loot[seat][1]].remove(loot[seat][0])
        for seat in self.seats:
            self.hands[seat] = list((Counter(self.hands[seat]) - Counter(self.melds[seat])).elements())
            self.hands[seat] += [loot[seat][0]] if seat in loot else []
        table = [card for cards in left.values() for card in cards]
        for seat in self.seats:
            while len(self.hands[seat]) < 8:
                if not self.stub:
                    self.stub, table = table, []
                    self.random.shuffle(self.stub)
                self.hands[seat].append(self.stub.pop())
        self.stub += table
        self.random.shuffle(self.stub)
        self.tell_between(loot, [seat for _, seat in thieves], dealer)

    def tell_between(self, loot: dict[str, tuple[str, str]], thieves: list[str], dealer: str) -> None:
        if self.random.random() < 0.3:
            self.tell(self.random.choice(["deal", f"deal {dealer}"]))
            assert self.referee.dealer == dealer
        honest = next((seat for seat in self.seats if seat not in thieves), None)
        for seat in thieves:
            if seat not in loot:
                continue
            card, whom = loot[seat]
            if self.random.random() < 0.15:
                self.tell_hand(seat)  # before it is told what was stolen
            if not self.told[whom] and self.random.random() < 0.3:
                continue  # nobody knows that it was there
            if honest:
                self.refused("steal", f"{honest} takes {card} from {whom}")
            self.tell(f"{seat} takes {card} from {whom}")
            self.refused("steal", f"{seat} takes {card} from {whom}")
        if self.random.random() < 0.3:
            self.tell_hand(self.random.choice(self.seats))


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Evening(seed).play()


# What melds bring, against every choice


@pytest.mark.no_cover
@pytest.mark.parametrize("packs", [1, 2])
def test_the_best_chief_is_the_best_of_all_splits(packs: int) -> None:
    rng = random.Random(packs)
    pack = [rank + suit for rank in RANKS for suit in "SHDC"] * packs
    for number in range(1500):
        narrow = pack if number % 2 else [card for card in pack if card[:-1] in ("A", "5", "K") or card[-1] == "S"]
        seven = rng.sample(narrow, 7)
        assert best_chief(cards(" ".join(seven)), range(5, 51, 5)) == best(seven), seven


@pytest.mark.parametrize("players", [3, 4])
def test_points_are_possible_where_some_cards_bring_them(players: int) -> None:
    """Against sums over every choice of values; poker and Baccarat hands of one another's leavings."""
    some = possible(Referee(find_game("indian-chief"), SEATS[:players]).hand)  # type: ignore[arg-type]
    packs = 1 if players < 4 else 2
    pool = Counter(worth(rank + "S") for rank in RANKS)
    four = {n: copies * 4 * packs for n, copies in pool.items()}

    def sums(size: int, copies: dict[int, int]) -> set[int]:
        choices = combinations_with_replacement(copies, size)
        return {sum(one) for one in choices if all(one.count(n) <= copies[n] for n in one)}

    assert set(some["thief"]) == sums(1, four)
    assert set(some["rich"]) == {-total for total in sums(5, four)}
    spades = {n: copies * packs for n, copies in pool.items()}
    assert set(some["poor"]) == {0}.union(*(sums(size, spades) for size in (1, 2, 3)))
    assert set(some["lawyer"]) == {0, 25} and 25 in sums(4, four)
    matches = {2 * (4 * packs - 1) * 2, 2 * (4 * packs - 2)}
    assert set(some["beggar"]) == set(range(0, max(matches) + 1, 2))
    assert set(some["doctor"]) == {10 * number for number in range(7)}
    kinds = [5, 10, 15, 20, 25, 30, 35, 40, 45, *([50] if packs == 2 else [])]
    assert set(some["chief"]) == {kind + two for kind, two in product(kinds, range(10))}


def test_a_doctor_may_have_its_ace_and_heart_in_one() -> None:
    assert doctors_cards(cards("AH 2S 3S 4S 5S 6S"), None) == 5
    assert doctors_cards(cards("AH 2S 3S 4S 5S 6S"), "H") == 1  # type: ignore[arg-type]
    assert doctors_cards(cards("AH 2S 3S 4S 5S 6S"), "D") == 0  # type: ignore[arg-type]
    assert doctors_cards(cards("AS 2S 3S 4S 5S 6S"), None) == 0
    assert doctors_cards(cards("AH 2S 3S 4S 5S 5D"), None) == 0
    assert value(cards("KD")[0]) == 10 and value(cards("AC")[0]) == 1
