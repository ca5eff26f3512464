"""A plain model of every declared game: random rounds, how they are reported, and their points.

A model shares nothing with the sheets except the names of their options. The points of a round are a few lines of
arithmetic from the rules of the game, with the house's values in place of the standard ones.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]

Numbers = dict[str, int]
"""By player or side."""


@dataclass
class Told:
    """A round: its reports in order, reports that are refused before its last line, and its points."""

    told: list[str]
    wrong: list[str]
    points: Numbers
    closes: bool = True
    """Whether its last line ends it; else `done` does, or the next deal."""
    early: bool = False
    """Whether a round can be closed before everything is reported. Players left out then have nothing."""


@dataclass
class Table:
    """A table of a game, with numbers of its own."""

    few: ClassVar[int] = 4
    most: ClassVar[int] = 4
    partners_at: ClassVar[int] = 0
    low: ClassVar[bool] = False
    ends: ClassVar[Mapping[str, Sequence[int | None]]] = {}
    """The limits at which the game ends: first the standard value, then others."""
    rounds_by_players: ClassVar[Mapping[int, int]] = {}

    luck: random.Random
    names: list[str]
    house: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.partners = len(self.names) == self.partners_at
        self.sides = self.across() if self.partners else self.names
        ends = dict(self.ends)
        if book := self.rounds_by_players.get(len(self.names)):
            ends["rounds"] = (book, 1, 3)
        self.target, self.rounds, self.floor = (
            self.number(name, *ends.get(name, (None,))) for name in ("target", "rounds", "floor")
        )
        self.begin()

    def across(self) -> list[str]:
        half = len(self.names) // 2
        return [f"{first}+{second}" for first, second in zip(self.names, self.names[half:], strict=False)]

    def begin(self) -> None:
        """Settles the numbers of the house."""

    def round(self, number: int, dealer: str) -> Told:
        raise NotImplementedError

    def at_the_end(self, totals: Numbers) -> Numbers:
        """What the end of the game brings."""
        return {}

    def is_over(self, totals: Numbers, rounds: int) -> bool:
        return bool(
            (self.target is not None and max(totals.values()) >= self.target)
            or (self.floor is not None and min(totals.values()) <= self.floor)
            or (self.rounds is not None and rounds >= self.rounds)
        )

    def who_sits_out(self, dealer: str) -> tuple[list[str], list[str]]:
        """Four players of five, and how the fifth is named, which the dealer needn't be."""
        if len(self.names) < 5:
            return self.names, []
        out = self.luck.choice(self.names) if self.sometimes(0.3) else dealer
        named = out != dealer or self.sometimes(0.2)
        return [name for name in self.names if name != out], [f"{out} sits out"] if named else []

    def dealers(self) -> list[str]:
        """Who may deal the next round."""
        return self.names

    def deals_next(self, dealer: str) -> str:
        return self.names[(self.names.index(dealer) + 1) % len(self.names)]

    def winners(self, totals: Numbers) -> list[str]:
        best = min(totals.values()) if self.low else max(totals.values())
        return [side for side, points in totals.items() if points == best]

    # Chance

    def number(self, option: str, book: int | None, *others: int | None) -> int | None:
        """A value for an option. It is set if it isn't the standard one, and sometimes even then."""
        value = self.luck.choice(others) if others and self.luck.random() < 0.5 else book
        if value != book or self.luck.random() < 0.1:
            self.house[option] = "none" if value is None else str(value)
        return value

    def amount(self, option: str, book: int, *others: int) -> int:
        return self.number(option, book, *others) or 0

    def sometimes(self, chance: float) -> bool:
        return self.luck.random() < chance

    def split(self, total: int, whose: list[str]) -> Numbers:
        """Divides a number of things among players."""
        shares = dict.fromkeys(whose, 0)
        for _ in range(total):
            shares[self.luck.choice(whose)] += 1
        return shares

    def voice(self, side: str) -> str:
        """Somebody of a side."""
        return self.luck.choice(side.split("+"))

    def in_any_order(self, lines: list[str], *more: str) -> list[str]:
        """The lines with others anywhere among them, but not behind the last."""
        for line in more:
            lines.insert(self.luck.randint(0, len(lines) - 1), line)
        return lines

    def tell(self, verb: str, numbers: Numbers, *, every_one: bool = False, row: bool = True) -> list[str]:
        """Reports numbers in a row, or singly in random order with most zeros left out."""
        if row and len(numbers) > 1 and self.sometimes(0.5):
            return [f"{verb} {' '.join(map(str, numbers.values()))}".strip()]
        lines = [whose for whose, number in numbers.items() if number or every_one]
        self.luck.shuffle(lines)
        if not every_one:
            lines[:0] = [whose for whose, number in numbers.items() if not number and self.sometimes(0.2)]
        return [f"{self.voice(whose)} {verb} {numbers[whose]}".replace("  ", " ") for whose in lines]

    def too_many(self, verb: str, numbers: Numbers) -> str:
        """The row with one thing more."""
        first, *others = numbers.values()
        return f"{verb} {' '.join(map(str, [first + 1, *others]))}"


class Hearts(Table):
    few, most, low = 3, 6, True
    ends: ClassVar = {"target": [100, 50, 30]}

    def begin(self) -> None:
        self.hearts, self.queen = self.amount("hearts", 1, 2, 3), self.amount("queen", 13, 5, 0)
        self.total = self.amount("hearts-total", 13, 12)
        self.moon = self.luck.choice(["others", "own", "no"])
        self.house["moon"] = self.moon

    def round(self, number: int, dealer: str) -> Told:
        shooter = self.luck.choice(self.names) if self.sometimes(0.2) else ""
        shares = self.split(self.total, [shooter] if shooter else self.names)
        shares = {who: shares.get(who, 0) for who in self.names}
        queen = shooter or self.luck.choice(self.names)
        points = {who: self.hearts * shares[who] + self.queen * (who == queen) for who in self.names}
        most = max(shares, key=lambda who: shares[who])
        alone = shares[most] == self.total and (most == queen or not self.queen)
        if alone and self.moon == "own":
            points = {who: -points[who] for who in self.names}
        elif alone and self.moon == "others":
            points = {who: points[most] if who != most else 0 for who in self.names}
        lines = self.tell("hearts", shares)
        if self.queen:
            lines.insert(self.luck.randint(0, len(lines)), f"{queen} queen")
        if alone and self.moon != "no" and self.sometimes(0.5):
            lines = [f"{most} moon"]
        return Told(lines, [self.too_many("hearts", shares), f"Ann hearts {self.total + 1}", "hearts 3 4"], points)


class Spades(Table):
    partners_at = 4
    ends: ClassVar = {"target": [500, 100, 10**6], "floor": [-200, None, -50, -(10**6)]}

    def begin(self) -> None:
        self.each, self.over, self.lost = (
            self.amount("bid-each", 10, 5), self.amount("bid-over", 1, 0, 2), self.amount("bid-lost", 10, 5, 0),
        )  # fmt: skip
        self.nil, self.blind_nil = self.amount("bid-nil", 100, 50, 0), self.amount("bid-blind-nil", 200, 150)
        self.nil_over = self.amount("bid-nil-over", 1, 0, 2)
        self.bags_are, self.bags_cost = self.amount("bid-bags", 10, 5, 7), self.amount("bid-bags-cost", 100, 0, 50)
        self.trick = self.amount("tricks", 0, 1)
        self.total = self.amount("tricks-total", 13, 12)
        self.bags = dict.fromkeys(self.sides, 0)

    def round(self, number: int, dealer: str) -> Told:
        bids = {who: self.luck.choice([0, 1, 2, 3, 3, 4, 5, 12]) for who in self.names}
        blind = {who for who, bid in bids.items() if not bid and self.sometimes(0.3)}
        tricks = self.split(self.total, self.names)
        points = {side: self.side(side.split("+"), bids, blind, tricks) for side in self.sides}
        for side in self.sides:  # bags add up from round to round
            costing, self.bags[side] = divmod(self.bags[side] + self.left_over(side, bids, tricks), self.bags_are)
            points[side] -= costing * self.bags_cost
        if blind:
            lines = [f"{who} bids {bid}{' blind' if who in blind else ''}" for who, bid in bids.items()]
        else:
            lines = self.tell("bids", bids, every_one=True)
        lines += self.tell("tricks", tricks)
        wrong = [self.too_many("tricks", tricks), "Ann bids 14", "bids 3 3 3", "Ben tricks 14", "Ann bids 3 blind"]
        return Told(lines, wrong, points)

    def side(self, pair: list[str], bids: Numbers, blind: set[str], tricks: Numbers) -> int:
        """What a side has of a round, bags apart."""
        points = self.trick * sum(tricks[who] for who in pair)
        for who in pair:
            worth = self.blind_nil if who in blind else self.nil
            points += (worth if not tricks[who] else self.nil_over * tricks[who] - worth) if not bids[who] else 0
        if bid := sum(bids[who] for who in pair):
            took = sum(tricks[who] for who in pair if bids[who])
            points += self.each * bid + self.over * (took - bid) if took >= bid else -self.lost * bid
        return points

    @staticmethod
    def left_over(side: str, bids: Numbers, tricks: Numbers) -> int:
        pair = side.split("+")
        took = sum(tricks[who] for who in pair if bids[who])
        return max(0, took - sum(bids[who] for who in pair)) + sum(tricks[who] for who in pair if not bids[who])


class Skat(Table):
    few = 3
    rounds_by_players: ClassVar = {3: 36, 4: 48}

    def begin(self) -> None:
        self.won, self.lost = self.amount("game-won", 1, 2), self.amount("game-lost", 2, 1)
        self.win, self.loss, self.others = (
            self.amount(f"game-{name}", 0, number) for name, number in (("win", 50), ("loss", 50), ("others", 40))
        )
        self.least, self.highest = self.amount("game-least", 18, 23), self.amount("game-most", 264, 120)

    def round(self, number: int, dealer: str) -> Told:
        playing = [who for who in self.names if len(self.names) == 3 or who != dealer]
        alone = self.luck.choice(playing)
        games = {base * times for base in (9, 10, 11, 12) for times in range(2, 19)} | {23, 35, 46, 59}
        games |= {24 * times for times in range(2, 12)}
        worth = self.luck.choice(sorted(game for game in games if self.least <= game <= self.highest))
        points = dict.fromkeys(self.names, 0)
        wrong = [f"{alone} wins 19", f"{alone} loses 26", f"{alone} wins 9", f"{'+'.join(playing[:2])} wins 24"]
        wrong += [f"{alone} wins 171", f"{alone} wins 270", f"{alone} loses 480", f"{alone} loses 999"]
        wrong += [f"{dealer} wins 24"] if len(self.names) == 4 else []
        if self.sometimes(0.1):
            return Told(["passed"], wrong, points)
        if self.sometimes(0.6):
            return Told([f"{alone} wins {worth}"], wrong, points | {alone: self.won * worth + self.win})
        if self.sometimes(0.1):  # overbid: the first multiple that isn't below the bid
            base = self.luck.choice([9, 10, 11, 12, 24])
            worth = base * -(-self.luck.randint(max(self.least, 100), self.highest) // base)
        points = dict.fromkeys(self.names, self.others) | {alone: -self.lost * worth - self.loss}
        return Told([f"{alone} loses {worth}"], wrong, points)


class Tally(Table):
    few, most = 2, 6
    ends: ClassVar = {"target": [None, 50, 100], "rounds": [None, 2], "floor": [None, -50]}

    def begin(self) -> None:
        kind = self.luck.choice(["free", "total", "total", "shared", "chips"])
        self.low = self.yes("low-wins", 0.3)  # type: ignore[misc]
        if len(self.names) >= 4 and len(self.names) % 2 == 0 and self.yes("teams", 0.4):
            self.sides = self.across()
        self.total: int | None = None
        if kind in ("total", "shared"):
            self.total = self.luck.choice([0, 24, 120])
            self.house["round-total"] = str(self.total)
        if kind == "chips":
            self.total, self.house["chips"] = 0, "yes"
        self.shared = kind == "shared"
        if self.shared:
            self.house["winner-takes"] = "yes"
        self.step = (self.number("step", None, 2, 3) or 1) if not self.shared else 1

    def yes(self, option: str, chance: float) -> bool:
        self.house[option] = "yes" if self.sometimes(chance) else "no"
        return self.house[option] == "yes"

    def round(self, number: int, dealer: str) -> Told:
        wrong = ["1 2 3 4 5 6 7", "Ann x", *(["Ann 1"] if self.step > 1 else [])]
        if self.shared:
            winner, other, *rest = self.luck.sample(self.sides, len(self.sides))
            out = [] if self.total else [side for side in rest if self.sometimes(0.2)]
            others = [other, *(side for side in rest if side not in out)]
            each = self.luck.randint(-9, 30)
            whole = (self.total or 0) - each * len(others)
            lines = [*[f"{self.voice(side)} 0" for side in out], f"{self.voice(winner)} {whole}"]
            done = [] if whole or self.total else ["done"]
            points = dict.fromkeys(self.sides, 0) | dict.fromkeys(others, each) | {winner: whole}
            return Told([*lines, *done], wrong, points, early=True)
        lowest = 0 if self.total else -20  # in rounds with a fixed total, nobody is below zero
        points = {side: self.luck.randint(lowest, 60) * self.step for side in self.sides}
        if self.total:
            points = {
                side: self.step * number for side, number in self.split(self.total // self.step, self.sides).items()
            }
        if self.total is not None:
            points[self.sides[-1]] += self.total - sum(points.values())
            wrong.append(" ".join(map(str, [*list(points.values())[:-1], points[self.sides[-1]] + self.step])))
        if not any(points.values()) or self.sometimes(0.5):
            return Told([" ".join(self.sum(points[side]) for side in self.sides)], wrong, points)
        order = sorted(self.luck.sample(self.sides, len(self.sides)), key=lambda side: points[side] != 0)
        lines = [f"{self.voice(side)} {self.sum(points[side])}" for side in order]
        return Told(lines, wrong, points, early=self.total is None)

    def sum(self, number: int) -> str:
        """A number, or a sum that comes to it."""
        more = self.luck.randint(1, 9)
        return self.luck.choice([str(number), f"{number + more}-{more}"])


class Books(Table):
    """Canasta and similar games: bonuses for various things, and points for cards."""

    few, most, partners_at = 2, 4, 4
    once: ClassVar[dict[str, int]] = {}
    books: ClassVar[dict[str, int]] = {}
    costs: ClassVar[dict[str, int]] = {}
    there: ClassVar[dict[tuple[str, ...], int]] = {}
    """The number of some things in the pack, whoever has them and whatever they score."""
    bare: ClassVar[str] = ""
    """What only a side has that has melded nothing: no bonus then, and no points above nothing."""

    def begin(self) -> None:
        self.worth = {name: self.amount(name, book, book // 2, 0) for name, book in {**self.once, **self.books}.items()}
        self.cost = {name: self.amount(name, book, book // 2) for name, book in self.costs.items()}
        self.step = self.amount("counts-step", 5, 10)

    def round(self, number: int, dealer: str) -> Told:
        without = {side for side in self.sides if self.bare and self.sometimes(0.2)}
        points = {side: self.step * self.luck.randint(-20, 0 if side in without else 200) for side in self.sides}
        lines = self.tell("counts", points, every_one=True)
        first = []
        out = self.luck.choice(self.sides)
        ways = {"": [], "out": ["out"], "concealed": ["concealed"], "both": ["out", "concealed"]}
        how = self.luck.choice([way for way, names in ways.items() if {*names} <= {*self.once}])
        if out not in without and all(self.worth[name] for name in ways[how]):
            for name in ways[how]:
                first.append(f"{self.voice(out)} {name}")
            points[out] += sum(self.worth[name] for name in (self.once if "concealed" in ways[how] else ways[how]))
        left = dict(self.there)
        for name, each in {**self.worth, **self.cost}.items():
            alike = next((names for names in left if name in names), ())
            for side in self.sides:
                count = self.luck.randint(1, 4)
                if name in self.once or not each or count > left.get(alike, 100) or self.sometimes(0.6):
                    continue
                if self.bare and (name == self.bare) is not (side in without):
                    continue
                if alike:
                    left[alike] -= count
                points[side] += self.brings(name, each, count)
                first.append(f"{self.voice(side)} {name} {count}")
        wrong = [f"Ann out {2}", "Ann counts 3", "counts 1 2 3 4 5 6", "Ben out 0"]
        return Told(self.in_any_order(lines, *first), wrong, points, early=True)

    def brings(self, name: str, each: int, count: int) -> int:
        return -each * count if name in self.cost else each * count


class Canasta(Books):
    ends: ClassVar = {"target": [5000, 1000, 3000], "rounds": [None, 2]}
    once: ClassVar = {"out": 100, "concealed": 100}
    books: ClassVar = {"naturals": 500, "mixed": 300, "threes": 100}
    costs: ClassVar = {"against": 100}
    there: ClassVar = {("threes", "against"): 4}
    bare: ClassVar = "against"

    def brings(self, name: str, each: int, count: int) -> int:
        if name in ("threes", "against") and count == 4:  # all four red threes count double
            return 800 if name == "threes" else -800
        return super().brings(name, each, count)


class HandAndFoot(Books):
    most = 6
    ends: ClassVar = {"rounds": [4, 1, 2], "target": [None, 2000]}
    once: ClassVar = {"out": 100}
    books: ClassVar = {"clean": 500, "dirty": 300}
    costs: ClassVar = {"redthrees": 300, "blackthrees": 100}


class Cribbage(Table):
    few = most = 2
    ends: ClassVar = {"target": [121, 61, 15, 30]}

    def begin(self) -> None:
        self.least, self.most_pegged = self.amount("pegs-least", 1, 2), self.amount("pegs-most", 24, 12)
        self.so_far = dict.fromkeys(self.names, 0)

    def round(self, number: int, dealer: str) -> Told:
        hands = [count for count in range(30) if count not in (19, 25, 26, 27)]
        counts = [
            (self.luck.choice(self.names), "pegs", self.luck.randint(self.least, 6))
            for _ in range(self.luck.randint(1, 5))
        ]
        counts += [(who, "shows", self.luck.choice(hands)) for who in self.names]
        counts += [(dealer, "crib", self.luck.choice(hands))]
        told, points = [], dict.fromkeys(self.names, 0)
        wrong = ["Ann pegs 0", f"Ben pegs {self.most_pegged + 1}", "Ann shows 19", "Ben crib 30", "pegs 1 2"]
        wrong += [f"{next(who for who in self.names if who != dealer)} crib 4"]
        for who, verb, count in counts:
            told += [f"{who} {verb} {count}"]
            points[who] += count
            self.so_far[who] += count
            if self.target is not None and self.so_far[who] >= self.target:
                return Told(told, wrong, points, early=True)
            if verb != "pegs" and self.sometimes(0.2):
                told += told[-1:]  # said again
        return Told(told, wrong, points, closes=False)


class Shared(Table):
    """Games in which the losers pay the winners, for four of four or five players."""

    most = 5

    def settled(self, party: list[str], playing: list[str], won: bool, worth: int) -> Numbers:
        sign = 1 if won else -1
        each = worth * 3 if len(party) == 1 else worth
        points = {who: sign * (each if who in party else -worth) for who in playing}
        return dict.fromkeys(self.names, 0) | points

    def who_plays(self, playing: list[str]) -> list[str]:
        return self.luck.sample(playing, self.luck.choice([1, 2]))


class Doppelkopf(Shared):
    ends: ClassVar = {"floor": [None, -10]}
    rounds_by_players: ClassVar = {4: 24, 5: 25}

    def begin(self) -> None:
        self.least, self.highest = self.amount("game-least", 0, 1), self.amount("game-most", 96, 12)

    def round(self, number: int, dealer: str) -> Told:
        playing, named = self.who_sits_out(dealer)
        party, won, worth = self.who_plays(playing), self.sometimes(0.6), self.luck.randint(self.least, self.highest)
        wrong = [f"Ann wins {self.highest + 1}", "Ann+Ben+Cat wins 3", "Ann+Ben wins -1", "Ben+Ben loses 2"]
        text = f"{'+'.join(party)} {'wins' if won else 'loses'} {worth}"
        return Told([*named, text], wrong, self.settled(party, playing, won, worth))


class Schafkopf(Shared):
    ends: ClassVar = {"target": [None, 200], "rounds": [None, 3]}

    def begin(self) -> None:
        book = {"call": 10, "solo": 50, "schneider": 10, "schwarz": 10, "runners": 10}
        self.tariff = {name: self.amount(f"game-{name}", number, 2 * number, 5) for name, number in book.items()}
        self.factors = {name: self.amount(f"game-{name}", 2, 3) for name in ("doubled", "tout")}

    def round(self, number: int, dealer: str) -> Told:
        wrong = ["Ann wins grand", "Ann+Ben+Cat loses call", "Ben loses", "Cat wins 3 4 solo", "Ann wins doubled"]
        if self.sometimes(0.1):
            return Told(["passed"], wrong, dict.fromkeys(self.names, 0))
        wrong += ["Ann wins call", "Ann+Ben wins solo", "Ann+Ben wins call runners 2", "Ann wins solo runners 15"]
        wrong += ["Ann wins solo tout schneider", "Ann+Cat loses call tout", "Ann wins schwarz", "Ann loses 5 solo"]
        playing, named = self.who_sits_out(dealer)
        party, won = self.who_plays(playing), self.sometimes(0.6)
        words = ["solo" if len(party) == 1 else "call"]
        tout = len(party) == 1 and self.sometimes(0.3)
        how = [] if tout else self.luck.choice([[], ["schneider"], ["schneider", "schwarz"]])
        worth = sum(self.tariff[word] for word in (*words, *how))
        words += how[-1:] if self.sometimes(0.5) else how  # who is schwarz is schneider too
        if not tout and self.sometimes(0.3):
            runners = self.luck.randint(3, 14)
            words.append(f"runners {runners}")
            worth += runners * self.tariff["runners"]
        if self.sometimes(0.1):
            words, worth = ["45"], 45
        for factor, each in self.factors.items():
            if tout if factor == "tout" else self.sometimes(0.3):
                often = self.luck.randint(1, 3 if factor == "doubled" else 2)
                words.insert(
                    self.luck.randint(words[0].isdigit(), len(words)), f"{factor} {often}" if often > 1 else factor
                )
                worth *= each**often
        text = f"{'+'.join(party)} {'wins' if won else 'loses'} {' '.join(words)}"
        return Told([*named, text], wrong, self.settled(party, playing, won, worth))


class Euchre(Table):
    most, partners_at = 5, 4
    ends: ClassVar = {"target": [10, 5, 11], "rounds": [None, 3]}

    def begin(self) -> None:
        self.needs, self.others = self.amount("maker-needs", 3, 4), self.amount("maker-others", 2, 1, 4)
        self.each, self.total = self.amount("tricks", 0, 1), self.amount("tricks-total", 5, 4)

    def round(self, number: int, dealer: str) -> Told:
        playing, named = self.who_sits_out(dealer)
        sides = [f"{first}+{second}" for first, second in zip(playing, playing[2:], strict=False)]
        caller, alone = self.luck.choice(playing), self.sometimes(0.3)
        tricks = self.split(self.total, sides)
        side, other = sorted(sides, key=lambda side: caller not in side)
        points = {whose: self.each * number for whose, number in tricks.items()}
        if tricks[side] < self.needs:
            points[other] += self.others
        elif tricks[side] == 5:
            points[side] += 4 if alone else 2
        else:
            points[side] += 1
        lines = self.tell("tricks", tricks)
        lines.insert(self.luck.randint(0, len(lines)), f"{caller} calls{' alone' if alone else ''}")
        wrong = [self.too_many("tricks", tricks), "Ann tricks 6", "Ann calls 3", "tricks 1 1 1 2"]
        if not self.partners:
            each = {who: number for side, number in points.items() for who in side.split("+")}
            points = dict.fromkeys(self.names, 0) | each
        return Told([*named, *lines], wrong, points)


class GinRummy(Table):
    few = most = 2
    ends: ClassVar = {"target": [100, 50, 150], "rounds": [None, 2]}

    def begin(self) -> None:
        self.more = {
            name: self.amount(f"wins-{name}", book, 20, 0)
            for name, book in {"gin": 25, "big-gin": 31, "undercut": 25}.items()
        }
        self.game, self.box = self.amount("game", 100, 0, 50), self.amount("game-each-round", 25, 0, 20)
        self.shutout = self.amount("game-shutout", 100, 0)
        self.hands = dict.fromkeys(self.names, 0)

    def round(self, number: int, dealer: str) -> Told:
        how = self.luck.choice(["", "", *self.more])
        least, most = {"": (1, 97), "undercut": (0, 10)}.get(how, (0, 98))
        who, deadwood = self.luck.choice(self.names), self.luck.randint(least, most)
        self.hands[who] += bool(deadwood or self.more.get(how))
        points = dict.fromkeys(self.names, 0) | {who: deadwood + self.more.get(how, 0)}
        wrong = ["Ann wins -1", "Ben wins 3 knock", "wins 3", "Ann wins 98", "Ben wins 0", "Ann wins 99 gin"]
        wrong += ["Ann wins 11 undercut", "Ben wins 5 gin undercut", "Ann wins 5 gin big-gin", "Ben wins 5 gin 2"]
        return Told([f"{who} wins {deadwood} {how}".strip()], wrong, points)

    def at_the_end(self, totals: Numbers) -> Numbers:
        ahead = self.winners(totals)
        brings = {who: self.box * hands for who, hands in self.hands.items()}
        for who in ahead:
            brings[who] += self.game
            if not any(hands for other, hands in self.hands.items() if other not in ahead):
                brings[who] += self.shutout
        return brings


class Pinochle(Table):
    partners_at = 4
    ends: ClassVar = {"target": [1500, 1000, 500], "floor": [None, -500]}

    def begin(self) -> None:
        self.total, self.least = self.amount("tricks-total", 250, 240), self.amount("bid-least", 250, 100, 300)
        self.step = self.amount("bid-step", 10, 50)

    def round(self, number: int, dealer: str) -> Told:
        bidder = self.luck.choice(self.names)
        side = next(side for side in self.sides if bidder in side)
        bid = self.step * (-(-self.least // self.step) + self.luck.randint(0, 5))
        melds = {whose: 10 * self.luck.choice([0, 2, 4, 12, 30]) for whose in self.sides}
        took = 10 * self.luck.choice([0, self.total // 10, *range(self.total // 10)])
        tricks = {whose: took if whose == side else self.total - took for whose in self.sides}
        points = {whose: tricks[whose] and melds[whose] + tricks[whose] for whose in self.sides}
        if points[side] < bid:
            points[side] = -bid
        self.bidding = side
        lines = [*self.tell("melds", melds, row=False), *self.tell("counts", tricks)]
        wrong = [f"Ann bids {self.least - self.step}", f"Ben bids {bid + 1}", "Ann melds 5", "counts 250 250"]
        return Told(self.in_any_order(lines, f"{bidder} bids {bid}"), wrong, points)

    def winners(self, totals: Numbers) -> list[str]:
        """The bidders are counted first."""
        made_it = self.target is not None and totals[self.bidding] >= self.target
        return [self.bidding] if made_it else super().winners(totals)


class Rummy(Table):
    few, most = 2, 6
    ends: ClassVar = {"target": [100, 500, 50], "rounds": [None, 2]}

    def begin(self) -> None:
        self.out, self.least = self.amount("out", 0, 10), self.amount("holds-least", 1)

    def round(self, number: int, dealer: str) -> Told:
        out = self.luck.choice(self.names)
        holds = {who: self.luck.randint(1, 40) if who != out else 0 for who in self.names}
        points = dict.fromkeys(self.names, 0) | {out: sum(holds.values()) + self.out}
        lines = self.tell("holds", holds, every_one=True)
        lines = [line for line in lines if line != f"{out} holds 0"]
        lines.insert(self.luck.randint(0, len(lines)), f"{out} out")
        wrong = ["Ann holds -1", f"holds {' '.join(['3'] * len(self.names))}", "holds 1 2 3 4 5 6 7"]
        wrong += [f"holds {' '.join(['0'] * len(self.names))}"]
        return Told(lines, wrong, points)


class Whist(Table):
    partners_at = 4
    ends: ClassVar = {"target": [5, 7, 9], "rounds": [None, 3]}

    def begin(self) -> None:
        self.each, self.beyond = self.amount("tricks", 1, 2), self.amount("tricks-beyond", 6, 0)
        self.honours = self.amount("honours-most", 0, 4)

    def round(self, number: int, dealer: str) -> Told:
        tricks = self.split(13, self.sides)
        points = {side: self.each * max(0, tricks[side] - self.beyond) for side in self.sides}
        lines = self.tell("tricks", tricks)
        self.by_honours = dict.fromkeys(self.sides, 0)
        if self.honours:
            honours = self.split(4, self.sides)
            self.by_honours = {side: {4: 4, 3: 2}.get(honours[side], 0) for side in self.sides}
            points = {side: points[side] + self.by_honours[side] for side in self.sides}
            first = self.tell("honours", honours)
            lines = [*first, *lines] if self.sometimes(0.5) else [*lines, *first]
            if not any(self.by_honours.values()) and self.sometimes(0.5):
                lines = [*self.tell("tricks", tricks), "done"]
        wrong = [self.too_many("tricks", tricks), "Ann honours 5", "Ben tricks 14", "honours 3 2"]
        return Told(lines, wrong, points, early=bool(self.honours))

    def winners(self, totals: Numbers) -> list[str]:
        """The tricks are counted before the honours."""
        without = {side: totals[side] - self.by_honours[side] for side in self.sides}
        first = {side: points for side, points in without.items() if self.target is not None and points >= self.target}
        best = first or totals
        return [side for side, points in best.items() if points == max(best.values())]


class Wizard(Table):
    few, most = 3, 6
    rounds_by_players: ClassVar = {3: 20, 4: 15, 5: 12, 6: 10}

    def begin(self) -> None:
        self.made, self.each, self.amiss = (
            self.amount("bid-made", 20, 10), self.amount("bid-each", 10, 5), self.amount("bid-amiss", 10, 0, 5),
        )  # fmt: skip
        self.trick, self.more = self.amount("tricks", 0, 1), self.amount("tricks-growing", 1, 2, 0)

    def round(self, number: int, dealer: str) -> Told:
        total = 1 + (number - 1) * self.more
        tricks = self.split(total, self.names)
        bids = {who: took if self.sometimes(0.5) else self.luck.randint(0, total) for who, took in tricks.items()}
        points = {who: self.trick * took for who, took in tricks.items()}
        for who, took in tricks.items():
            off = abs(bids[who] - took)
            points[who] += -self.amiss * off if off else self.made + self.each * took
        lines = [*self.tell("bids", bids, every_one=True), *self.tell("tricks", tricks)]
        wrong = [self.too_many("tricks", tricks), f"Ann bids {total + 1}", f"Ben tricks {total + 1}"]
        return Told(lines, wrong, points)


class Yahtzee(Table):
    few, most = 1, 6
    upper: ClassVar = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
    lower: ClassVar = {
        "three-alike": [*range(5, 31)], "four-alike": [*range(5, 31)], "full-house": [25], "small-straight": [30],
        "large-straight": [40], "yahtzee": [50], "chance": [*range(5, 31)],
    }  # fmt: skip

    def begin(self) -> None:
        self.bonus, self.at = self.amount("upper", 35, 50, 0), self.amount("upper-at", 63, 20)
        self.again, self.often = self.amount("again", 100, 50, 0), self.amount("again-most", 1, 2)
        self.open = {who: self.luck.sample([*self.upper, *self.lower], 13) for who in self.names}
        self.above = dict.fromkeys(self.names, 0)
        self.yahtzee: set[str] = set()

    def round(self, number: int, dealer: str) -> Told:
        told, early, points = [], [], dict.fromkeys(self.names, 0)
        for who in self.luck.sample(self.names, len(self.names)):
            box, before = self.open[who].pop(), self.above[who]
            dice = self.upper.get(box)
            value = dice * self.luck.randint(0, 5) if dice else self.luck.choice([0, *self.lower[box]])
            again = self.again and who in self.yahtzee and self.sometimes(0.4)
            if again:  # five equal dice
                value = 5 * dice if dice else value - value % 5
            elif self.again and who not in self.yahtzee:
                early.append(f"{who} again")
            points[who] += value
            self.above[who] += value if dice else 0
            if before < self.at <= self.above[who]:
                points[who] += self.bonus
            if again:
                points[who] += self.again * self.often
                told.append(f"{who} again {self.often}")
            told.append(f"{who} {box} {value}")
        self.yahtzee |= {line.split()[0] for line in told if line.endswith(" yahtzee 50")}
        wrong = ["Ann twos 3", "Ann full-house 24", "Ann sixes 36", "Ann chance 31", "Ann again 3", *early]
        return Told(told, wrong, points)

    def is_over(self, totals: Numbers, rounds: int) -> bool:
        return super().is_over(totals, rounds) or not any(self.open.values())


class Barbu(Table):
    costs: ClassVar = {"tricks": (13, 2), "hearts": (13, 2), "queens": (4, 6), "trump-tricks": (13, -5)}
    lone: ClassVar = {"ace": 4, "king": 20, "next-to-last": 10, "last": 20, "first": -45, "second": -20, "third": -5,
                      "fourth": 5}  # fmt: skip
    contracts: ClassVar = {
        "no-tricks": ["tricks"], "no-hearts": ["hearts", "ace"], "no-queens": ["queens"], "barbu": ["king"],
        "no-last": ["next-to-last", "last"], "trumps": ["trump-tricks"],
        "dominoes": ["first", "second", "third", "fourth"],
    }  # fmt: skip

    def begin(self) -> None:
        self.worth = {name: self.amount(name, abs(each), abs(each) + 1) for name, (_, each) in self.costs.items()}
        self.worth |= {name: self.amount(name, abs(worth), abs(worth) + 1) for name, worth in self.lone.items()}
        self.left = {who: [*self.contracts] for who in self.names}

    def dealers(self) -> list[str]:
        return [who for who in self.names if self.left[who]]

    def deals_next(self, dealer: str) -> str:
        return dealer if self.left[dealer] else super().deals_next(dealer)

    def round(self, number: int, dealer: str) -> Told:
        contract = self.luck.choice(self.left[dealer])
        played = [name for name in self.contracts if name not in self.left[dealer]]
        self.left[dealer].remove(contract)
        points, results = dict.fromkeys(self.names, 0), []
        places = self.luck.sample(self.names, 4)
        for name in self.contracts[contract]:
            if name in self.lone:
                who = places.pop() if contract == "dominoes" else self.luck.choice(self.names)
                points[who] -= self.worth[name] * (1 if self.lone[name] > 0 else -1)
                results.append(f"{who} {name}")
                continue
            shares = self.split(self.costs[name][0], self.names)
            sign = 1 if self.costs[name][1] > 0 else -1
            points = {who: points[who] - sign * self.worth[name] * shares[who] for who in self.names}
            results += self.tell(name, shares)
        told, before = [f"{dealer} declares {contract}"], dict(points)
        for who in self.names:
            if who == dealer or not self.sometimes(0.4):
                continue
            told.append(f"{who} doubles {dealer}")
            twice = self.sometimes(0.4)
            told += [f"{dealer} redoubles {who}"] if twice else []
            difference = (before[who] - before[dealer]) * (2 if twice else 1)
            points[who] += difference
            points[dealer] -= difference
        wrong = [f"{dealer} declares {name}" for name in played[:1]]
        other = next(name for name in self.costs if name not in self.contracts[contract])
        return Told([*told, *results], [*wrong, f"{other} 14 0 0 0", "Ann doubles Ann"], points)


class King(Table):
    few, most = 3, 4
    order: ClassVar = ("tricks", "hearts", "men", "queens", "last-tricks", "king")

    def begin(self) -> None:
        three = len(self.names) == 3
        self.total = dict(zip(self.order, (12, 9, 8, 4, 2, 1) if three else (8, 8, 4, 4, 2, 1), strict=True))
        whole = 72 if three else 16
        self.each = {name: self.amount(name, whole // total, 5) for name, total in self.total.items()}

    def is_over(self, totals: Numbers, rounds: int) -> bool:
        return rounds >= 12

    def round(self, number: int, dealer: str) -> Told:
        name, sign = self.order[(number - 1) % 6], -1 if number <= 6 else 1
        shares = self.split(self.total[name], self.names)
        points = {who: sign * self.each[name] * shares.get(who, 0) for who in self.names}
        told = [f"{max(shares, key=lambda who: shares[who])} king"] if name == "king" else self.tell(name, shares)
        other = self.order[(number + 1) % 6]
        wrong = [f"Ann {other}" if other == "king" else f"Ann {other} 1"]
        return Told(told, [*wrong, f"Ann tricks {self.total['tricks'] + 1}"], points)


MODELS: dict[str, type[Table]] = {
    "barbu": Barbu, "king": King,
    "canasta": Canasta, "cribbage": Cribbage, "doppelkopf": Doppelkopf, "euchre": Euchre, "gin-rummy": GinRummy,
    "hand-and-foot": HandAndFoot, "hearts": Hearts, "pinochle": Pinochle, "rummy": Rummy, "schafkopf": Schafkopf,
    "skat": Skat, "spades": Spades, "tally": Tally, "whist": Whist, "wizard": Wizard, "yahtzee": Yahtzee,
}  # fmt: skip
