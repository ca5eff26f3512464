"""Tonk told truthfully, card by card or by how it ended: never refused, and every stake where it belongs."""

import itertools
import random
from collections.abc import Iterable
from functools import cache

import pytest

from referee import Referee, find_game
from referee.cards import Cards, read_cards
from referee.games._tonk import Want, can_lie
from tests.often import times

NAMES = ["Ada", "Bob", "Cem", "Dov"]
SEEDS = times(24)
RANKS = ["A", *"23456789", "10", "J", "Q", "K"]
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
LADDER = [*RANKS, "A"]
RUNS = {frozenset(LADDER[low : low + size]) for size in range(3, 14) for low in range(15 - size)}


def value(card: str) -> int:
    return min(RANKS.index(card[:-1]) + 1, 10)


def is_spread(cards: list[str]) -> bool:
    ranks, suits = {card[:-1] for card in cards}, {card[-1] for card in cards}
    if len(cards) < 3 or len(set(cards)) < len(cards):
        return False
    return len(ranks) == 1 or (len(suits) == 1 and frozenset(ranks) in RUNS)


@cache
def unmatched(cards: frozenset[str]) -> int:
    """What is left by the best way to take spreads out, one after the other."""
    least = sum(map(value, cards))
    for size in range(3, len(cards) + 1):
        for some in itertools.combinations(sorted(cards), size):
            if is_spread(list(some)):
                least = min(least, unmatched(cards.difference(some)))
    return least


class Evening:
    """A table that really plays; ``told`` says whether the referee hears the turns or only the end."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = NAMES[: self.random.choice([2, 3, 4])]
        self.stake = self.random.choice([0, 1, 3])
        self.referee = Referee(find_game("tonk"), self.seats, {"stake": str(self.stake)})
        self.score = dict.fromkeys(self.seats, 0)
        self.won = dict.fromkeys(self.seats, 0)
        self.dealer = self.random.choice(self.seats)
        self.said = [f"seed {seed}: {self.seats}, stake {self.stake}"]
        self.told = True

    # Telling

    def tell(self, text: str) -> None:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{ruling.verdict}: {ruling.message}\n" + "\n".join(self.said)

    def act(self, seat: str, text: str) -> None:
        if self.told:
            name = self.random.choice(
                [seat, seat[:1].lower(), "" if self.referee.next() == [seat] and "slaps" not in text else seat]
            )
            self.tell(f"{name} {text}".strip())

    def refuse(self, text: str, rule: str) -> None:
        if self.told:
            ruling = self.referee.hear(text)
            assert not ruling.accepted and rule in ruling.rules, f"{text}: {ruling}\n" + "\n".join(self.said)

    def agrees(self, name: str, so: object) -> None:
        assert self.referee.fact(name) == so, f"{name} {self.referee.fact(name)}, not {so}\n" + "\n".join(self.said)

    def after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def others(self, seat: str) -> list[str]:
        place = self.seats.index(seat)
        return self.seats[place + 1 :] + self.seats[:place]

    # Play

    def play(self) -> None:
        pack = self.random.sample(PACK, 52)
        if self.random.random() < 0.25:  # somebody is dealt a tonk
            pack.sort(key=lambda card: value(card) + self.random.random() * 3, reverse=self.random.random() < 0.5)
        self.hands = {seat: [pack.pop() for _ in range(5)] for seat in self.seats}
        self.dealt = {seat: list(hand) for seat, hand in self.hands.items()}
        self.stock, self.pile = pack[1:], pack[:1]
        self.table: list[tuple[str, list[str]]] = []
        self.barred: set[str] = set()
        self.told = self.random.random() < 0.7
        self.upcard_told = self.told and self.random.random() < 0.7
        self.before = dict(self.score)
        self.tell(
            self.random.choice(["deal", "deal 5", f"deal {self.dealer}"])
            if len(self.said) > 1
            else f"deal {self.dealer}"
        )
        if self.upcard_told:
            self.tell(f"upcard {self.pile[0]}")
        elif self.told and self.random.random() < 0.2:
            self.late_deal()
        if not self.tonks():
            self.turns()
        self.check_end()
        self.dealer = self.after(self.dealer)

    def tonks(self) -> bool:
        able = [seat for seat in self.seats if (n := sum(map(value, self.hands[seat]))) == 50 or n <= 11]
        declaring = [seat for seat in able if self.random.random() < 0.8]
        for seat in [one for one in self.seats if one not in able]:
            points = sum(map(value, self.hands[seat]))
            self.refuse(f"{seat} declares tonk {points}", "tonk-count")
            self.refuse(f"{seat} declares tonk {self.random.choice([1, 5, 51, 77])}", "hand-count")
        for place, seat in enumerate(declaring):
            count = sum(map(value, self.hands[seat]))
            self.tell(f"{seat} declares tonk {self.random.choice(['', str(count), ' '.join(self.hands[seat])])}")
            if place == 0:
                self.win([seat], 2)
            if place == 1:
                self.score, self.won[declaring[0]] = dict(self.before), self.won[declaring[0]] - 1
            self.agrees("won", self.won)
            assert dict(self.referee.scores) == self.score, "\n".join(self.said)
        return bool(declaring)

    def turns(self) -> None:
        seat, boldness = self.after(self.dealer), self.random.choice([0.0, 0.05, 0.5])
        while True:
            if self.told and self.referee.hand.begun and self.random.random() < 0.3:  # type: ignore[attr-defined]
                self.provoke_before(seat)
            if self.told and self.random.random() < 0.05:
                self.late_deal()
            if self.random.random() < boldness:
                self.drop(seat)
                return
            slapped = self.draw(seat)
            while True:  # turns taken by slaps
                if self.play_on(seat, slapped):
                    self.win([seat], 2)
                    self.end_short(seat, "out tonk")
                    return
                card = self.random.choice(self.hands[seat])
                self.hands[seat].remove(card)
                self.pile.append(card)
                self.barred.discard(seat)
                self.act(seat, f"discards {card}")
                if not self.hands[seat]:
                    self.win([seat], 1)
                    self.end_short(seat, "out")
                    return
                if not self.stock:
                    self.stock_out()
                    return
                self.facts(self.after(seat))
                slapper = self.slapper(seat)
                if not slapper:
                    break
                seat, slapped = slapper, self.pile.pop()
                self.hands[seat].append(slapped)
                self.act(seat, f"slaps {self.random.choice(['', slapped])}")
                self.refuse(f"{seat} draws", "turn-order")
                self.refuse(f"{seat} drops", "drop-first")
                other = next((card for card in self.hands[seat] if card != slapped), slapped)
                self.refuse(f"{seat} discards {other}", "slap")
            seat = self.after(seat)

    def draw(self, seat: str) -> None:
        if self.random.random() < 0.3:
            card = self.pile.pop()
            self.act(seat, f"takes {self.random.choice(['', card])}")
        else:
            card = self.stock.pop()
            self.act(seat, f"draws {self.random.choice(['', '', card])}")
        self.hands[seat].append(card)
        if self.told and self.random.random() < 0.3:
            self.provoke_after(seat)

    def plays(self, seat: str) -> list[tuple[list[str], int]]:
        """Every spread, and every hit by one card, that a hand allows: the cards, and the spread they go to or 0."""
        hand = self.hands[seat]
        sizes = range(3, len(hand) + 1)
        found = [(list(some), 0) for n in sizes for some in itertools.combinations(hand, n) if is_spread(list(some))]
        return found + [
            ([card], n) for n, (_, lying) in enumerate(self.table, 1) for card in hand if is_spread([*lying, card])
        ]

    def play_on(self, seat: str, slapped: str | None) -> bool:
        """Spreads and hits; true when that was the last card."""
        while seat not in self.barred:
            plays = self.plays(seat)
            if slapped:
                plays = [play for play in plays if slapped in play[0]]
            elif self.random.random() < 0.4:
                break
            if not plays:
                break
            cards, number = self.random.choice(plays)
            self.act(seat, f"lays {' '.join(cards)} on {number}" if number else f"melds {' '.join(cards)}")
            slapped = None
            for card in cards:
                self.hands[seat].remove(card)
            if not number:
                self.table.append((seat, cards))
            else:
                owner, lying = self.table[number - 1]
                lying += cards
                if owner != seat:
                    self.barred.add(owner)
            if not self.hands[seat]:
                return True
        assert not slapped
        return False

    def slapper(self, discarder: str) -> str:
        self.refuse(f"{discarder} slaps", "slap")
        for seat in self.random.sample(self.others(discarder), len(self.seats) - 1):
            if seat in self.barred:
                self.refuse(f"{seat} slaps", "hit-bar")
                continue
            self.hands[seat].append(self.pile[-1])
            able = any(self.pile[-1] in cards for cards, _ in self.plays(seat))
            self.hands[seat].pop()
            if able and self.random.random() < 0.6:
                return seat
        return ""

    # How it ends

    def drop(self, seat: str) -> None:
        left = {one: unmatched(frozenset(hand)) for one, hand in self.hands.items()}
        self.tell(f"{seat} drops")
        others = [one for one in self.seats if one != seat]
        least = min(left[one] for one in others)
        if left[seat] < least:
            self.win([seat], 1)
        else:
            for one in others:
                if left[one] <= left[seat]:
                    self.score[one] += self.stake
                    self.score[seat] -= self.stake
            self.win([one for one in others if left[one] == least], 1)
        self.tell_left(left)

    def stock_out(self) -> None:
        left = {seat: unmatched(frozenset(hand)) for seat, hand in self.hands.items()}
        lowest = [seat for seat in self.seats if left[seat] == min(left.values())]
        if len(lowest) == 1:
            self.win(lowest, 1)
        self.refuse(f"{self.seats[0]} draws", "hand-end")
        self.refuse(f"{self.seats[1]} slaps", "hand-end")
        self.tell_left(left)

    def tell_left(self, left: dict[str, int]) -> None:
        for place, seat in enumerate(self.random.sample(self.seats, len(self.seats)), 1):
            cards = " ".join(self.random.sample(self.hands[seat], len(self.hands[seat])))
            ruling = self.referee.hear(f"{seat} holds {self.random.choice([51, 60, 1000])}")
            assert "hand-count" in ruling.rules, "\n".join(self.said)
            if self.told:
                self.refuse(f"{seat} holds {cards} {self.pile[0]}", "hand-count")
            self.tell(f"{seat} holds {self.random.choice([cards, str(left[seat])])}")
            if place < len(self.seats):
                self.tell(f"{seat} holds {left[seat]}")  # said again
                ruling = self.referee.hear(f"{seat} holds {left[seat] + 1}")
                assert "hand-count" in ruling.rules, "\n".join(self.said)

    def end_short(self, seat: str, how: str) -> None:
        if not self.told:
            self.tell(f"{seat} {how}")
        self.tell(f"{seat} {how}")  # said again
        other = "out" if how == "out tonk" else "out tonk"
        assert "hand-end" in self.referee.hear(f"{seat} {other}").rules, "\n".join(self.said)

    def win(self, winners: list[str], stakes: int) -> None:
        for winner in winners:
            self.won[winner] += 1
            self.score[winner] += not self.stake
            for seat in self.seats:
                if seat not in winners:
                    self.score[seat] -= stakes * self.stake
                    self.score[winner] += stakes * self.stake

    # What is so, and what can't be

    def check_end(self) -> None:
        way = "\n".join(self.said)
        assert dict(self.referee.scores) == self.score, way
        assert self.referee.hand_scores() == {seat: self.score[seat] - self.before[seat] for seat in self.seats}, way
        assert sum(self.referee.accounts.values()) == 0, way
        self.agrees("won", self.won)
        self.told = True
        self.refuse(f"{self.seats[0]} draws", "hand-end")
        self.refuse(f"{self.seats[0]} drops", "hand-end") if "drops" not in way[-200:] else None

    def facts(self, turn: str) -> None:
        if self.told:
            self.agrees("stock", len(self.stock))
            self.agrees("top", self.pile[-1])
            self.agrees("cards", {seat: len(hand) for seat, hand in self.hands.items()})
            self.agrees("barred", [seat for seat in self.seats if seat in self.barred])
            assert self.referee.next() == [turn], "\n".join(self.said)

    def late_deal(self) -> None:
        seat = self.random.choice(self.seats)
        if seat in self.dealt:
            self.refuse(f"{seat} dealt {' '.join(self.dealt[seat][:4])}", "hand-count")
            self.tell(f"{seat} dealt {' '.join(self.random.sample(self.dealt[seat], 5))}")
            del self.dealt[seat]

    def provoke_before(self, seat: str) -> None:
        other = self.random.choice(self.others(seat))
        self.refuse(f"{other} draws", "turn-order")
        self.refuse(f"{other} drops", "turn-order")
        self.refuse(f"{seat} discards {self.hands[seat][0]}", "draw-first")
        self.refuse(f"{seat} draws {self.pile[-1]}", "one-pack")
        self.refuse(f"{seat} takes {self.stock[0]}", "draw-first")
        self.refuse(f"{seat} holds 5", "hand-count")
        self.refuse(f"{seat} out", "hand-end")
        self.refuse(f"{seat} declares tonk 7", "tonk-first")

    def provoke_after(self, seat: str) -> None:
        self.refuse(f"{seat} draws", "turn-order")
        self.refuse(f"{seat} takes", "turn-order")
        self.refuse(f"{seat} drops", "drop-first")
        self.refuse(f"{self.random.choice(self.others(seat))} slaps", "slap")
        self.refuse(f"{seat} lays 2C on {len(self.table) + 1}", "hit")
        self.refuse(f"{seat} melds {' '.join(self.hands[seat][:2])}", "spread-shape")
        if len(self.pile) > (not self.upcard_told):
            self.refuse(f"{seat} discards {self.pile[-1]}", "one-pack")
        some = self.random.sample(self.hands[seat], min(3, len(self.hands[seat])))
        if not is_spread(some):
            self.refuse(f"{seat} melds {' '.join(some)}", "spread-shape")
        for number, (_, lying) in enumerate(self.table, 1):
            if not is_spread([*lying, some[0]]):
                self.refuse(f"{seat} lays {some[0]} on {number}", "hit")
        if seat in self.barred:
            self.refuse(f"{seat} melds {' '.join(some)}", "hit-bar")


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(8):
        evening.play()
    evening.tell("end")
    best = [seat for seat in evening.seats if evening.score[seat] == max(evening.score.values())]
    assert evening.referee.winners() == best, "\n".join(evening.said)


@pytest.mark.parametrize("seed", range(6))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    chance = random.Random(seed)
    seats = NAMES[: chance.choice([2, 3, 4])]
    tables = [Referee(find_game("tonk"), seats) for _ in "ab"]
    for _ in range(10):
        pack = chance.sample(PACK, 52)
        hands = {seat: [pack.pop() for _ in range(chance.randint(1, 5))] for seat in seats}
        dropper = chance.choice([*seats, ""])
        for place, table in enumerate(tables):
            assert table.hear("deal").accepted
            if dropper:
                assert table.hear(f"{dropper} drops").accepted
            for seat, hand in hands.items():
                text = f"{seat} holds {unmatched(frozenset(hand)) if place else ' '.join(hand)}"
                assert table.hear(text).accepted, (seed, text)
        assert tables[0].scores == tables[1].scores, (seed, hands, dropper)


@pytest.mark.parametrize("seed", range(3))
def test_with_the_stock_gone_only_counts_that_can_be_are_taken(seed: int) -> None:
    """Ten cards are in two hands, some of them named when they were drawn: every way to part them is looked at."""
    chance = random.Random(seed)
    pack = chance.sample(PACK, 52)
    kept = {"Ada": pack[:5], "Bob": pack[5:10]}
    named = {seat: set(chance.sample(hand, chance.randint(0, 3))) for seat, hand in kept.items()}
    table = Referee(find_game("tonk"), ["Ada", "Bob"])
    assert table.hear("deal Bob").accepted and table.hear(f"upcard {pack[10]}").accepted
    for turn, discard in enumerate(pack[11:]):
        seat = NAMES[turn % 2]
        drawn = kept[seat][turn // 2] if turn < 10 else ""
        assert table.hear(f"{seat} draws {drawn if drawn in named[seat] else ''}").accepted
        assert table.hear(f"{seat} discards {discard}").accepted
    splits = set()
    for some in itertools.combinations(pack[:10], 5):
        if named["Ada"] <= set(some) and not named["Bob"] & set(some):
            splits.add((unmatched(frozenset(some)), unmatched(frozenset(pack[:10]).difference(some))))
    for count in range(51):
        assert table.can(f"Ada holds {count}").accepted == (count in {ada for ada, _ in splits}), (seed, count)
    told = unmatched(frozenset(kept["Ada"]))
    assert table.hear(f"Ada holds {told}").accepted
    for count in range(51):
        assert table.can(f"Bob holds {count}").accepted == ((told, count) in splits), (seed, told, count)


@pytest.mark.parametrize("seed", range(60))
def test_hands_lie_there_together_as_by_trying_all(seed: int) -> None:
    chance = random.Random(seed)
    suits = chance.sample("SHDC", 2)
    cards = chance.sample([card for card in PACK if card[-1] in suits], chance.randint(8, 11))
    sizes = chance.choice([(1, 2, 3), (2, 2, 2), (3, 4), (2, 3)])
    known = [frozenset(cards[:2]), frozenset(cards[2:3]), frozenset[str]()]
    pool = cards[3:]
    told = [chance.randint(0, 22) for _ in sizes]

    def some_lie(place: int, left: frozenset[str]) -> bool:
        return place == len(sizes) or any(
            unmatched(known[place].union(some)) == told[place] and some_lie(place + 1, left.difference(some))
            for some in itertools.combinations(sorted(left), sizes[place])
        )

    def read(some: Iterable[str]) -> Cards:
        return tuple(card for text in some for card in read_cards(text) or ())

    wants = [
        Want(frozenset(read(mine)), range(size, size + 1), left)
        for mine, size, left in zip(known, sizes, told, strict=False)
    ]
    assert can_lie(wants, read(pool)) == some_lie(0, frozenset(pool)), f"seed {seed}"
