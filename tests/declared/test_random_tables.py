"""Random tables of declared games beside a plain sum: a few lines of arithmetic for each game, sharing nothing with it.

A teller deals out what a round brings, tells it in rows, one by one, in any order and with what is nothing left out,
mixed with sums that are off, and the referee must refuse those and have the scores of the plain sum.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from referee import Referee, find_game
from referee.testing.often import times

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
PARTS, TABLES = 20, 125
"""Tables of each game in a part; four games of them are ten thousand."""

Told = tuple[list[str], list[str], dict[str, int]]
"""What is told of a round in order, what is refused before the last of it, and what it brings."""


def split(luck: random.Random, total: int, players: list[str]) -> dict[str, int]:
    """So many things among the players."""
    shares = dict.fromkeys(players, 0)
    for _ in range(total):
        shares[luck.choice(players)] += 1
    return shares


def one_by_one(luck: random.Random, verb: str, shares: dict[str, int], all_of_them: bool = False) -> list[str]:
    """The numbers told in any order, without some of those that are nothing, or in a row."""
    if luck.random() < 0.5:
        return [f"{verb} {' '.join(map(str, shares.values()))}"]
    told = [f"{who} {verb} {number}" for who, number in shares.items() if number or all_of_them]
    luck.shuffle(told)
    return told


class Hearts:
    players = (3, 6)

    def __init__(self, luck: random.Random, names: list[str]) -> None:
        self.luck, self.names = luck, names
        self.kept = {"hearts": luck.choice([1, 1, 2]), "queen": luck.choice([13, 13, 5, 0])}
        self.turns = luck.choice(["others", "own", "no"])
        self.house = {**{name: str(number) for name, number in self.kept.items()}, "moon": self.turns, "target": "1000"}

    def round(self, number: int) -> Told:
        luck, names, worth = self.luck, self.names, self.kept
        shooter = luck.choice(names) if luck.random() < 0.2 else ""
        shares = dict.fromkeys(names, 0) | {shooter: 13} if shooter else split(luck, 13, names)
        queen = shooter or luck.choice(names)
        points = {who: worth["hearts"] * hearts + worth["queen"] * (who == queen) for who, hearts in shares.items()}
        alone = max(shares.values()) == 13 and (shares[queen] == 13 or not worth["queen"])
        winner = max(shares, key=lambda who: shares[who])
        if alone and self.turns != "no":
            all_of_it = 13 * worth["hearts"] + worth["queen"]
            mine, theirs = (-all_of_it, 0) if self.turns == "own" else (0, all_of_it)
            points = {who: mine if who == winner else theirs for who in names}
        told = one_by_one(luck, "hearts", shares)
        if worth["queen"]:
            told.insert(luck.randint(0, len(told)), f"{queen} queen")
        if alone and self.turns != "no" and luck.random() < 0.5:
            told = [f"{winner} moon"]
        wrong = [f"hearts {' '.join(['4'] * (len(names) - 1))} 2", f"{names[0]} hearts 14", "done"]
        return told, wrong, points


class Spades:
    players = (4, 4)

    def __init__(self, luck: random.Random, names: list[str]) -> None:
        self.luck, self.names = luck, names
        self.house = {"target": "100000", "floor": "none"} if luck.random() < 0.5 else {"target": "100000"}
        self.house["floor"] = "-100000"
        self.bags = {"Ann+Cat": 0, "Ben+Dan": 0}

    def round(self, number: int) -> Told:
        luck = self.luck
        bids = {who: luck.choice([0, 1, 2, 3, 3, 4, 5, 13]) for who in self.names}
        blind = {who for who, bid in bids.items() if not bid and luck.random() < 0.3}
        tricks = split(luck, 13, self.names)
        points = dict.fromkeys(self.bags, 0)
        for side in self.bags:
            pair = side.split("+")
            for who in pair:
                if bids[who] == 0:
                    worth = 200 if who in blind else 100
                    points[side] += worth if tricks[who] == 0 else -worth
            bid, took = sum(bids[who] for who in pair), sum(tricks[who] for who in pair if bids[who])
            if bid:
                points[side] += 10 * bid + (took - bid) if took >= bid else -10 * bid
            self.bags[side] += max(0, took - bid) + sum(tricks[who] for who in pair if not bids[who])
            points[side] -= 100 * (self.bags[side] // 10)
            self.bags[side] %= 10
        told = (
            one_by_one(luck, "bids", bids, all_of_them=True)
            if not blind
            else [f"{who} bids {bid}{' blind' if who in blind else ''}" for who, bid in bids.items()]
        )
        told += one_by_one(luck, "tricks", tricks)
        return told, ["tricks 4 4 4 2", "Ann bids 14", "bids 3 3 3", "done"], points


class Skat:
    players = (3, 4)

    def __init__(self, luck: random.Random, names: list[str]) -> None:
        self.luck, self.names = luck, names
        self.fabian = luck.random() < 0.5
        each = {3: 40, 4: 30}[len(names)]
        self.others = each if self.fabian else 0
        self.house = {"game-win": "50", "game-loss": "50", "game-others": str(each)} if self.fabian else {}
        self.house["rounds"] = "1000"

    def round(self, number: int) -> Told:
        luck, names = self.luck, self.names
        dealer = names[(number - 1) % len(names)]
        alone = luck.choice([who for who in names if len(names) == 3 or who != dealer])
        worth = luck.choice([18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 46, 48, 50, 59, 60, 72, 96, 120, 192])
        points = dict.fromkeys(names, 0)
        wrong = [f"{alone} wins 19", f"{alone} loses 26", f"{alone} wins 9", "done"]
        if luck.random() < 0.1:
            return ["passed"], wrong, points
        if luck.random() < 0.7:
            points[alone] = worth + 50 * self.fabian
            return [f"{alone} wins {worth}"], wrong, points
        points = dict.fromkeys(names, self.others) | {alone: -2 * worth - 50 * self.fabian}
        return [f"{alone} loses {worth}"], wrong, points


class Tally:
    players = (2, 6)

    def __init__(self, luck: random.Random, names: list[str]) -> None:
        self.luck, self.names = luck, names
        self.total = luck.choice([None, 0, 26, 100])
        self.shares = self.total == 0 and luck.random() < 0.5
        self.house = {} if self.total is None else {"round-total": str(self.total)}
        if self.shares:
            self.house["winner-takes"] = "yes"

    def round(self, number: int) -> Told:
        luck, names, total = self.luck, self.names, self.total
        if self.shares:
            winner, worth = luck.choice(names), luck.randint(1, 9) * (len(names) - 1)
            points = dict.fromkeys(names, -worth // (len(names) - 1)) | {winner: worth}
            return [f"{winner} {worth}"], ["done"], points
        points = {who: luck.randint(-20, 80) if total is None else 0 for who in names}
        wrong = ["1 2 3 4 5 6 7", f"{names[0]} x"]
        if total is not None:
            points = split(luck, total, names) if total else {who: luck.randint(-9, 9) for who in names}
            points[names[-1]] += total - sum(points.values())
            wrong.append(" ".join(map(str, [*list(points.values())[:-1], points[names[-1]] + 1])))
        row = " ".join(self.said(points[who]) for who in names)
        if luck.random() < 0.5:
            return [row], wrong, points
        told = [f"{who} {self.said(points[who])}" for who in names]
        luck.shuffle(told)
        return told, wrong, points

    def said(self, number: int) -> str:
        """A number, or a sum that comes to it."""
        more = self.luck.randint(1, 9)
        return self.luck.choice([str(number), f"{number + more}-{more}"])


MODELS: dict[str, Any] = {"hearts": Hearts, "skat": Skat, "spades": Spades, "tally": Tally}


@cache
def game(slug: str) -> Any:
    return find_game(slug)


def rounds(slug: str, luck: random.Random) -> Iterator[tuple[Referee, str]]:
    """A table told round by round, and what is wrong with it, if anything is."""
    few, most = MODELS[slug].players
    names = NAMES[: luck.randint(few, most)]
    model = MODELS[slug](luck, names)
    referee = Referee(game(slug), names, model.house)
    sums: dict[str, int] = dict.fromkeys(referee.sides, 0)
    for number in range(1, luck.randint(2, 6)):
        told, wrong, points = model.round(number)
        if luck.random() < 0.3:
            bad = luck.choice(wrong)
            if referee.hear(bad).accepted and bad != "done":  # which may be said again of the round before
                yield referee, f"{bad} was let stand"
        for text in told:
            ruling = referee.hear(text)
            if not ruling.accepted:
                yield referee, f"{text}: {ruling.message}"
        if referee.standing.hands != number:
            yield referee, f"round {number} isn't over: {referee.hear('done').message}"
        sums = {side: sums[side] + points[side] for side in sums}
        if referee.scores != sums:
            yield referee, f"round {number}: {referee.scores}, and the plain sum is {sums}"


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(times(PARTS)))
@pytest.mark.parametrize("slug", MODELS)
def test_scores_are_those_of_a_plain_sum(slug: str, seed: int) -> None:
    for table in range(TABLES):
        luck = random.Random(f"{slug} {seed} {table}")
        for referee, wrong in rounds(slug, luck):
            way = "\n    ".join(entry.ruling.text for entry in referee.entries)
            raise AssertionError(f"{slug}, seed {seed}, table {table}, {referee.chosen}: {wrong}\n    {way}")
