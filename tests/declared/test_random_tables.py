"""Random tables of every declared game compared with a plain sum: a few independent lines of arithmetic for each.

The results of a round are random. They are reported in rows or singly, in any order, with zeros left out, and mixed
with invalid reports. The referee must refuse those, and agree with the sum on points, totals, dealer, end and winner.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from referee import Referee, find_game
from referee.declared.shelf import shipped
from referee.testing.often import times
from tests.declared.plain import MODELS, NAMES, Table, Told

PARTS, TABLES = 25, 25
"""Tables of each game in a part; of all games they are more than ten thousand."""


@cache
def game(slug: str) -> Any:
    return find_game(slug)


def test_every_sheet_has_a_model_and_there_are_ten_thousand_tables() -> None:
    assert set(MODELS) == {offer.slug for offer in shipped()}
    assert len(MODELS) * PARTS * TABLES >= 10_000


def evening(slug: str, luck: random.Random) -> Iterator[tuple[Referee, str]]:
    """Plays a table round by round and yields it with the error, if any."""
    model = MODELS[slug](luck, NAMES[: luck.randint(MODELS[slug].few, MODELS[slug].most)])
    referee = Referee(game(slug), model.names, model.house)
    other = random.Random(f"corrections {luck.getstate()[1][:9]}")
    totals: dict[str, int] = dict.fromkeys(referee.sides, 0)
    dealer, dealt = model.names[0], False
    for number in range(1, luck.choice([3, 4, 5, 5, 14])):
        if not dealt and "deal" in (verb.verb for verb in referee.game.verbs) and luck.random() < 0.2:
            dealer, dealt = luck.choice(model.dealers()), True
            yield from entered(referee, f"deal {dealer}")
        happened = model.round(number, dealer)
        totals = {side: totals[side] + happened.points[side] for side in totals}
        after = model.deals_next(dealer)
        yield from lines(referee, model, happened, number, luck)
        dealt = False
        if not happened.closes:
            dealt = luck.random() < 0.5
            after = luck.choice(model.names) if dealt else after
            yield from entered(referee, f"deal {after}" if dealt else "done")
        yield from standing(referee, model, number, totals, after)
        corrections = 0 if dealt else other.choice([0, 0, 0, 1, 2, 4])
        for _ in range(corrections):
            side, points = correction(model, totals, other)
            yield from entered(referee, f"adjust {side} {points:+d}")
            totals = {**totals, side: totals[side] + points}
            yield from standing(referee, model, number, totals, after)
        if model.is_over(totals, number):
            for text in happened.told:  # what agrees with the last round changes nothing
                referee.hear(text)
            yield from standing(referee, model, number, totals, after)
            return
        if corrections and referee.game.declared.at_once:
            return  # now the next round may end in the middle, which the model doesn't cover
        dealer = after


def correction(model: Table, totals: dict[str, int], luck: random.Random) -> tuple[str, int]:
    """A side, and the points that bring it to the end of the game, level with another, or close to that."""
    side = luck.choice([*totals])
    goals = [goal for goal in (model.target, model.floor, *totals.values()) if goal is not None]
    points = luck.choice(goals) - totals[side] + luck.choice([-1, 0, 0, 1])
    return side, points or luck.choice([-1, 1])


def entered(referee: Referee, text: str) -> Iterator[tuple[Referee, str]]:
    ruling = referee.hear(text)
    if not ruling.accepted:
        yield referee, f"{text}: {ruling.message}"


def lines(referee: Referee, model: Table, happened: Told, number: int, luck: random.Random) -> Iterator[Any]:
    """Reports a round with invalid reports in between."""
    for at, text in enumerate(happened.told):
        if luck.random() < 0.2:
            bad = luck.choice([*happened.wrong, *(["done"] if at and happened.closes and not happened.early else [])])
            if referee.hear(bad).accepted:
                yield referee, f"{bad} was let stand"
        yield from entered(referee, text)
        if at < len(happened.told) - 1 and referee.standing.hands == number:
            yield referee, f"round {number} is over too early"


def standing(
    referee: Referee, model: Table, number: int, totals: dict[str, int], dealer: str
) -> Iterator[tuple[Referee, str]]:
    """What isn't so after a round, or after a correction behind it."""
    over = model.is_over(totals, number)
    more = model.at_the_end(totals) if over else {}
    totals = {side: totals[side] + more.get(side, 0) for side in totals}
    if referee.standing.hands != number:
        yield referee, f"round {number} isn't over: {referee.hear('done').message}"
    if referee.scores != totals:
        yield referee, f"round {number}: {referee.scores}, and the plain sum is {totals}"
    if referee.over != over:
        yield referee, f"the game is {'' if referee.over else 'not '}over after round {number}"
    if over and referee.winners() != model.winners(totals):
        yield referee, f"{referee.winners()} won, and by the plain sum {model.winners(totals)}"
    if not over and "deal" in (verb.verb for verb in referee.game.verbs) and referee.dealer != dealer:
        yield referee, f"{referee.dealer} deals after round {number}, and {dealer} sits next"


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(times(PARTS)))
@pytest.mark.parametrize("slug", MODELS)
def test_scores_are_those_of_a_plain_sum(slug: str, seed: int) -> None:
    for table in range(TABLES):
        luck = random.Random(f"{slug} {seed} {table}")
        for referee, wrong in evening(slug, luck):
            way = "\n    ".join(f"{entry.ruling.verdict.name}: {entry.ruling.text}" for entry in referee.entries)
            raise AssertionError(f"{slug}, seed {seed}, table {table}, {referee.chosen}: {wrong}\n    {way}")
