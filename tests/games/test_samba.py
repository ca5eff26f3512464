"""Samba: real cards are dealt and played, told more or less fully, and counted apart from the referee."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from referee import Referee, find_game
from referee.candidates import legal
from referee.games.samba import Samba
from referee.notation import Report, Seat
from tests.often import times

SEATS = ["Ann", "Ben", "Cat", "Dan"]
TEAMS = ["Ann+Cat", "Ben+Dan"]
LADDER = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACKS = [rank + suit for rank in ["2", "3", *LADDER] for suit in "SHDC"] * 3 + ["JK"] * 6


def rank(card: str) -> str:
    return "wild" if card[:-1] == "2" or card == "JK" else card[:-1]


def worth(card: str) -> int:
    if card in ("3H", "3D"):
        return 0
    return {"JK": 50, "2S": 20, "2H": 20, "2D": 20, "2C": 20}.get(card, {"A": 20}.get(rank(card), 0)) or (
        5 if rank(card) in "34567" else 10
    )


def fits(meld: list[str], card: str) -> bool:
    """Whether one natural card, or a wild one, may be added to a meld."""
    plain = [one for one in meld if rank(one) != "wild"]
    if len(meld) == 7 or rank(card) == "3":
        return False
    if len({rank(one) for one in plain}) == 1:
        return rank(card) == rank(plain[0]) or (rank(card) == "wild" and len(meld) - len(plain) < 2)
    places = sorted(LADDER.index(rank(one)) for one in plain)
    around = [LADDER[at] + plain[0][-1] for at in (places[0] - 1, places[-1] + 1) if 0 <= at < len(LADDER)]
    return card in around


class Table:
    """One hand of four who play at random but by the rules, while somebody tells it to the referee."""

    def __init__(self, referee: Referee, rng: random.Random, told: float) -> None:
        self.referee, self.random, self.told = referee, rng, told
        self.said: list[str] = []
        self.stock = rng.sample(PACKS, len(PACKS))
        self.hands = [[self.stock.pop() for _ in range(15)] for _ in SEATS]
        self.dealt = [list(hand) for hand in self.hands]
        self.pile = [self.stock.pop()]
        self.melds: list[tuple[int, list[str]]] = []
        self.red: list[list[str]] = [[], []]
        self.careless: set[int] = set()  # who keeps red threes in the hand
        self.asked, self.out = [0, 0], -1  # in vain, by team; who went out
        before = [referee.scores[team] for team in TEAMS]
        self.minimum = [
            15 if n < 0 else 50 if n < 1500 else 90 if n < 3000 else 120 if n < 7000 else 160 for n in before
        ]

    def say(self, text: str) -> None:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{ruling.verdict} {ruling.rules}: {ruling.message}\n" + "\n".join(self.said)
        names = {finding.name for finding in ruling.findings}
        assert names <= {"must-go-out", "red-three", "undeclared-red-three"}, f"{ruling.findings}\n" + "\n".join(
            self.said
        )

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def part(self, me: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[me].remove(card)

    def own(self, me: int) -> list[tuple[int, list[str]]]:
        return [(number, meld) for number, (side, meld) in enumerate(self.melds, 1) if side == me % 2 and meld]

    def sevens(self, me: int) -> int:
        return sum(len(meld) == 7 for _, meld in self.own(me))

    def play(self) -> None:
        dealer = SEATS.index(self.referee.dealer)
        self.say(f"deal {SEATS[dealer]}")
        self.say(f"upcard {self.pile[0]}")
        for me in range(4):
            if self.maybe(self.told):
                self.tell_dealt(me)
        me = dealer
        while self.turn(me := (me + 1) % 4):
            pass
        self.count(me)

    def tell_dealt(self, me: int) -> None:
        if self.dealt[me]:
            self.say(f"{SEATS[me]} dealt {' '.join(self.dealt[me])}")
            self.dealt[me] = []

    def declare(self, me: int) -> bool:
        """Lays out red threes one by one; True where the last card of the stock was one."""
        while red := [card for card in self.hands[me] if card in ("3H", "3D")]:
            given = f" draws {self.stock[-1]}" if self.stock and self.maybe(self.told) else ""
            at_once = self.maybe(0.5)
            self.say(f"{SEATS[me]} declares {red[0]}{given if at_once else ''}")
            if given and not at_once:
                self.say(f"{SEATS[me]}{given}")
            self.part(me, red[:1])
            self.red[me % 2].append(red[0])
            if not self.stock:
                return True
            self.hands[me].append(self.stock.pop())
        return False

    def turn(self, me: int) -> bool:
        who, hand = SEATS[me], self.hands[me]
        if self.maybe(0.02):
            self.careless.add(me)
        top, from_stock = self.pile[-1], False
        frozen = any(rank(card) == "wild" or card in ("3H", "3D") for card in self.pile)
        use = [number for number, meld in self.own(me) if not frozen and rank(top) != "wild" and fits(meld, top)]
        pair = [card for card in hand if rank(card) == rank(top)][:3] if rank(top) not in ("wild", "3") else []
        cheap = not self.own(me) and sum(map(worth, [top, *pair])) < self.minimum[me % 2]
        least = 2 if self.sevens(me) < 2 else 1
        if use and (not self.stock or self.maybe(0.8)) and len(hand) + len(self.pile) > least:
            self.say(f"{who} takes pile")
            hand += self.pile
            self.pile = []
            self.lay(me, use[0], [top])
        elif len(pair) > 1 and not cheap and self.maybe(0.8) and len(hand) + len(self.pile) - 4 > least:
            self.say(f"{who} takes pile")
            hand += self.pile
            self.pile = []
            self.meld(me, [[top, *pair]])
        elif self.stock:
            hand.append(self.stock.pop())
            from_stock = True
            self.say(f"{who} draws {hand[-1]}" if self.maybe(self.told) else f"{who} draws")
        else:
            self.say(f"{who} stops")
            return False
        last = from_stock and not self.stock and hand[-1] in ("3H", "3D")
        if me not in self.careless or last:
            last = self.declare(me) and (last or from_stock)
        self.meld_all(me)
        if not set(hand) - {"3H", "3D"}:
            last = (self.declare(me) and from_stock) or last
        if last or not hand:
            self.say(f"{who} stops")
            return False
        return self.leave(me)

    def meld(self, me: int, groups: list[list[str]]) -> None:
        self.say(f"{SEATS[me]} melds " + ", ".join(" ".join(group) for group in groups))
        for group in groups:
            self.part(me, group)
            self.melds.append((me % 2, list(group)))

    def lay(self, me: int, number: int, cards: list[str]) -> None:
        self.say(f"{SEATS[me]} lays {' '.join(cards)} on {number}")
        self.part(me, cards)
        self.melds[number - 1][1].extend(cards)

    def found(self, me: int) -> list[list[str]]:
        """New melds that the hand has, no card in two of them."""
        left = Counter(self.hands[me])
        groups = []
        wild = [card for card in left.elements() if rank(card) == "wild"]
        for suit in "SHDC":
            for size in (7, 4):
                for at in range(len(LADDER) - size + 1):
                    run = [one + suit for one in LADDER[at : at + size]]
                    if all(left[card] for card in run):
                        groups.append(run)
                        left -= Counter(run)
        for one in LADDER:
            some = [card for card in left.elements() if rank(card) == one]
            if len(some) == 2 and wild:
                some.append(wild.pop())
            if len(some) >= 3:
                groups.append(some[:7])
        return groups

    def meld_all(self, me: int) -> None:
        """Whatever leaves two cards in the hand, new melds first."""
        groups = self.found(me)
        while groups and sum(map(len, groups)) > len(self.hands[me]) - 2:
            groups.pop()
        if groups and (self.own(me) or sum(worth(card) for group in groups for card in group) >= self.minimum[me % 2]):
            self.meld(me, groups)
        for (one, meld), (other, more) in combinations(self.own(me), 2):
            both = meld + more
            plain = [card for card in both if rank(card) != "wild"]
            if (
                meld
                and more
                and len(both) <= 7
                and len({rank(card) for card in plain}) == 1
                and len(both) - len(plain) < 3
            ):
                self.say(f"{SEATS[me]} joins {one} {other}")
                meld += more
                more.clear()
        for card in list(self.hands[me]):
            use = [number for number, meld in self.own(me) if fits(meld, card)]
            if use and len(self.hands[me]) > 2 and card in self.hands[me]:
                self.lay(me, use[0], [card])

    def leave(self, me: int) -> bool:
        """The end of a turn: out, after asking or not, or a discard."""
        who, hand, answer = SEATS[me], self.hands[me], ""
        if self.sevens(me) > 1 and 1 < len(hand) < 4 and self.maybe(0.3):
            answer = self.random.choice(["yes", "no"])
            self.say(f"{who} asks")
            self.say(f"{SEATS[(me + self.random.choice([1, 2, 3])) % 4]} answers {answer}")
        if self.sevens(me) > 1 and answer != "no":
            for card in [card for card in hand if card not in ("3H", "3D")][:-1]:
                if use := [number for number, meld in self.own(me) if fits(meld, card)]:
                    self.lay(me, use[0], [card])
            if len(hand) > 2 and set(hand) <= {"3S", "3C"}:
                self.meld(me, [hand[:7]])
        if hand:
            plain = [card for card in hand if card not in ("3H", "3D")]
            card = self.random.choice(plain)
            self.say(f"{who} discards {card}")
            self.part(me, [card])
            self.pile.append(card)
        if not hand:
            self.out = me
        elif answer == "yes":
            self.asked[me % 2] += 1
        return bool(hand)

    def count(self, last: int) -> None:
        """What is left, in cards or points, in any order; the cards dealt may be told as late as this."""
        for me in self.random.sample(range(4), 4):
            who, hand = SEATS[me], self.hands[me]
            if self.maybe(self.told) and self.referee.hand.dealer:
                self.tell_dealt(me)
            if who not in self.referee.next() or not self.referee.hand.dealer:
                continue
            if self.maybe(0.5):
                self.say(f"{who} holds {' '.join(hand)}")
                continue
            if red := self.red_left(me):
                self.say(f"{who} penalty red {red}")
            self.say(f"{who} holds {sum(map(worth, hand))}")

    def numbers(self, team: int) -> dict[str, int]:
        melds = [meld for side, meld in self.melds if side == team]
        full = [meld for meld in melds if len(meld) == 7]
        mixed = sum(any(rank(card) == "wild" for card in meld) for meld in full)
        return {
            "points": sum(worth(card) for meld in melds for card in meld),
            "natural": len(full) - mixed,
            "mixed": mixed,
            "red": len(self.red[team]),
            "held": sum(worth(card) for me in (team, team + 2) for card in self.hands[me]),
        }

    def score(self, team: int) -> int:
        n = self.numbers(team)
        red = 1000 if n["red"] == 6 else 100 * n["red"]
        red *= 1 if n["natural"] + n["mixed"] > 1 else -1
        out = 200 if self.out >= 0 and self.out % 2 == team else 0
        penalty = 100 * self.asked[team] + 500 * sum(self.red_left(me) for me in (team, team + 2))
        return n["points"] + 500 * n["natural"] + 300 * n["mixed"] + red + out - n["held"] - penalty

    def red_left(self, me: int) -> int:
        return sum(card in ("3H", "3D") for card in self.hands[me])

    def short(self, team: int) -> str:
        n = self.numbers(team)
        parts = [f"{name} {n[name]}" for name in ("natural", "mixed", "red", "held") if n[name]]
        parts += ["out"] * (self.out >= 0 and self.out % 2 == team)
        self.random.shuffle(parts)
        return f"{SEATS[team]} scores {n['points']} {' '.join(parts)}"


@pytest.mark.parametrize("seed", range(40))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    rng = random.Random(seed)
    told = rng.choice([0, 0.2, 0.6, 1])
    full = Referee(find_game("samba"), SEATS)
    short = Referee(find_game("samba"), SEATS)
    totals = [0, 0]
    for number in range(2):
        table = Table(full, rng, told)
        table.play()
        for team in (0, 1):
            totals[team] += table.score(team)
        expected = dict(zip(TEAMS, totals, strict=True))
        assert full.scores == expected, f"seed {seed}, hand {number}\n" + "\n".join(table.said)
        for team in (0, 1):
            table.say(table.short(team))  # told again, which changes nothing
        for me in range(4):
            if rng.random() < told:
                table.tell_dealt(me)
        assert full.scores == expected, f"seed {seed}"
        assert short.hear("deal").accepted
        for team in (0, 1):
            for _ in range(table.asked[team]):
                assert short.hear(f"{SEATS[team]} penalty asked").accepted, f"seed {seed}"
            for me in (team, team + 2):
                if red := table.red_left(me):
                    assert short.hear(f"{SEATS[me]} penalty red {red}").accepted, f"seed {seed}"
            ruling = short.hear(table.short(team))
            assert ruling.accepted, f"seed {seed}: {ruling.message}"
        assert short.scores == full.scores, f"seed {seed}"


def heard(*lines: str) -> Referee:
    """A table that has heard these reports, several to a line."""
    referee = Referee(find_game("samba"), SEATS)
    for text in ("deal Ann", *(part for line in lines for part in line.split("; "))):
        ruling = referee.hear(text)
        assert ruling.accepted, f"{text}: {ruling.message}"
    return referee


def until_the_stock_has(left: int) -> Referee:
    referee = heard("upcard JK")
    cards = [card for card in dict.fromkeys(PACKS) if rank(card) != "wild" and card not in ("3H", "3D", "KD")] * 3
    while referee.fact("stock") > left:
        who = referee.next()[0]
        assert referee.hear(f"{who} draws").accepted
        assert referee.hear(f"{who} discards {cards.pop()}").accepted
    return referee


def test_a_red_three_that_nothing_replaces_was_the_last_card_of_the_stock() -> None:
    referee = until_the_stock_has(1)
    who = referee.next()[0]
    assert referee.hear(f"{who} draws").accepted
    assert referee.hear(f"{who} declares 3H").accepted
    assert referee.hear(f"{who} discards KD").rules == ("last-red-three",)
    assert referee.hear(f"{who} stops").accepted


def test_a_red_three_replaced_by_the_last_card_ends_nothing() -> None:
    referee = until_the_stock_has(2)
    who = referee.next()[0]
    assert referee.hear(f"{who} draws").accepted
    assert referee.hear(f"{who} declares 3H").accepted
    assert referee.hear(f"{who} stops").rules == ("stock-out",)
    assert referee.hear(f"{who} discards KD").accepted


def test_two_red_threes_of_which_the_stock_replaces_one() -> None:
    referee = until_the_stock_has(2)
    who = referee.next()[0]
    assert referee.hear(f"{who} draws").accepted
    assert referee.hear(f"{who} declares 3H 3D").accepted
    assert referee.hear(f"{who} discards KD").rules == ("last-red-three",)


def test_an_older_red_three_ends_nothing_where_the_last_card_is_named() -> None:
    referee = until_the_stock_has(1)
    who = referee.next()[0]
    assert referee.hear(f"{who} draws KD").accepted
    assert referee.hear(f"{who} declares 3H").accepted
    assert referee.hear(f"{who} discards KD").accepted


def test_what_nobody_has_told_leaves_the_pile_in_doubt() -> None:
    referee = heard("upcard 9S")
    doubts = referee.can("Ben takes pile").doubts
    assert [doubt.rule for doubt in doubts] == ["pile-use"]
    assert "Ben dealt" in doubts[0].why
    assert referee.hear("Ben dealt 9H 9D 4S 4D 5S 5D 6S 6D 7S 7D 8S 8D 10S 10D JS").accepted
    assert not referee.can("Ben takes pile").doubts
    frozen = heard("upcard 9S", "Ben draws; discards JK; Cat draws; discards 4H")
    assert {doubt.rule for doubt in frozen.can("Dan takes pile").doubts} == {"frozen-pile", "pile-use"}


def test_a_pile_that_goes_back_keeps_the_red_three_laid_out_meanwhile() -> None:
    referee = heard("upcard 3H", "Ben draws; discards KD", "Cat takes pile; declares 3H")
    assert referee.fact("cards")["Cat"] == 17
    assert referee.hear("penalty upcard").accepted
    assert (referee.fact("pile"), referee.fact("cards")["Cat"], referee.fact("frozen")) == (1, 16, "no")
    assert referee.hear("Cat draws").accepted


def test_an_upcard_nobody_told_may_be_anything() -> None:
    referee = heard("Ben draws; discards KD", "Cat takes pile; melds KD KH KS, AS AD AH; discards 4S")
    assert referee.fact("cards")["Cat"] == 10
    first = heard()
    assert first.hear("Ben takes pile").rules == ("pile-use",)
    assert first.fact("top") is None


def test_the_lay_off_that_fills_the_second_meld_of_seven_is_listed() -> None:
    referee = Referee(find_game("samba"), SEATS)
    for report in (
        "deal Ann", "Ben dealt KS KS KH KH KD 2H JK 4C 5C 6C 7C 8C 9C 10C 3S", "upcard QH",
        "Ben draws QD", "Ben discards QD", "Cat draws", "Cat discards QS", "Dan draws", "Dan discards QC",
        "Ann draws", "Ann discards KS", "Ben takes pile",
        "Ben melds KS KS KS KH KH KD, 4C 5C 6C 7C 8C 9C, QH QD QS QC", "Ben lays JK on 1", "Ben lays 2H on 3",
    ):  # fmt: skip
        assert referee.hear(report).accepted, report
    listed = [report.text for some in legal(referee).values() for found in some.values() for report in found]
    assert "Ben lays 10C on 2" in listed  # with a 3♠ left, which may go then
    assert referee.hear("Ben lays 10C on 2").accepted


FEW_RANKS = "KC QH QD QC 9S 9D 9H 9C AS AH AD 5S 5H 5C 8S 8D 8C 2S 2H JK 7H 7C 7D 3H"


def acts(referee: Referee) -> list[Report]:
    """What the player whose turn it is may do, but for asking."""
    hand = referee.hand
    assert isinstance(hand, Samba)
    every = legal(referee, limit=10_000).get(hand.turn.who, {})
    return [one for kind, some in every.items() if kind.verb not in ("asks", "penalty") for one in some]


def can_end(referee: Referee) -> bool:
    """Whether some way to go on ends the turn."""
    hand = referee.hand
    assert isinstance(hand, Samba)
    who = hand.turn.who
    for report in sorted(acts(referee), key=lambda one: one.verb not in ("discards", "stops")):
        assert referee.hear(report.text).accepted
        after = referee.hand
        assert isinstance(after, Samba)
        ended = after.turn.who != who or after.ended or can_end(referee)
        referee.undo()
        if ended:
            return True
    return False


@pytest.mark.parametrize("seed", range(times(24)))
def test_whatever_is_melded_the_turn_can_be_ended(seed: int) -> None:
    chance = random.Random(seed)
    referee = heard("upcard 6D", "Ben draws; melds KS KH KD KS KH KD, QS QH QC QS, 9S 9H 9C; discards 4C")
    *dealt, drawn = chance.sample(FEW_RANKS.split(), 16)
    for text in ("Cat draws", "Cat discards 4D", f"Dan dealt {' '.join(dealt)}", f"Dan draws {drawn}"):
        assert referee.hear(text).accepted, text
    if chance.random() < 0.5:
        referee.hear("Dan asks")
        referee.hear(chance.choice(["Ben answers no", "Ben answers yes"]))
    while some := [one for one in acts(referee) if one.verb in ("melds", "lays", "joins")]:
        assert referee.hear(chance.choice(some).text).accepted
        hand = referee.hand
        assert isinstance(hand, Samba)
        if hand.ended:
            return
        assert len(hand.holding(Seat("Dan"))) > 3 or can_end(referee), [entry.ruling.text for entry in referee.entries]
