"""A hand entered card by card can be finished in numbers, wherever the records of a game are cut."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from referee import Referee
from referee.game.asks import Ask
from referee.game.common_reports import Deal
from referee.game.game import Game, Hand
from referee.games import ours
from referee.kit.rest import Rest
from referee.language.reports import Report, shape
from referee.records.record import Judge
from referee.table.legal import legal
from referee.testing.often import times
from referee.testing.tried import PlayedRecord
from tests.models import tried
from tests.share import few

PLACES, TRIES, LONGEST = 6, 12, 80

NEVER_GUESSED = ("cassino", "funfzehnern", "gops", "indian-chief", "old-maid", "piquet", "reversis", "scopa")
"""Games whose numbers must fit the cards too closely for guesses. Their models test them."""

GAMES = [slug for slug in ours() if slug not in NEVER_GUESSED]


def in_numbers(game: Game[Any]) -> tuple[type[Report], ...]:
    """The reports of the short form, those that show or hold something, and those that can't name a card."""
    assert game.example
    referee = Judge().judge(game.example.record(game.slug)).referee
    assert referee
    words = {word for part in re.findall(r"`([^`]*)`", game.short_form) for word in re.findall(r"[a-z-]+", part)}
    short = {type(entry.report) for entry in referee.entries}
    short |= {kind for kind in game.reports if {kind.verb.split()[0], *kind.also} & {*words, "holds", "shows"}}
    return tuple(kind for kind in game.reports if (kind in short or not shape(kind).naming) and kind is not Deal)


def finishes(referee: Referee, kinds: tuple[type[Report], ...], chance: random.Random) -> bool:
    """Whether random reports of these kinds finish the hand. They are undone."""
    hands, number, rested = referee.standing.hands, 0, False
    for _ in range(LONGEST):
        asks = [(hand, ask) for hand, ask in referee.asks() if ask.verb in kinds and hand.number == referee.hand.number]
        if not (
            text := next(filter(None, (guess(hand, ask, chance) for hand, ask in shuffled(asks, rested, chance))), "")
        ):
            break
        rested = rested or text == Rest.verb
        number += referee.hear(text).accepted
        if referee.standing.hands > hands or referee.over or not referee.playing:
            break
    finished = referee.standing.hands > hands or referee.over or not referee.playing or referee.whole
    referee.undo(number)
    return finished


def shuffled(asks: list[tuple[Hand, Ask]], rested: bool, chance: random.Random) -> list[tuple[Hand, Ask]]:
    """The asks in any order. `rest` comes as soon as it can, and only once."""
    rest = [pair for pair in asks if pair[1].verb is Rest]
    others = [pair for pair in asks if pair[1].verb is not Rest]
    chance.shuffle(others)
    return others if rested or not rest else rest


def guess(hand: Hand, ask: Ask, chance: random.Random) -> str:
    listed = legal(cast(Referee, SimpleNamespace(asks=lambda: [(hand, ask)])), 40)
    reports = [report for kinds in listed.values() for each in kinds.values() for report in each]
    return chance.choice(reports).text if reports else ""


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", GAMES)
def test_a_hand_can_be_finished_in_numbers_wherever_it_was_cut(slug: str) -> None:
    game, kinds = tried(slug), in_numbers(tried(slug).game)
    cut = 0
    for path, night in list(zip(game.records, game.nights, strict=True))[: few(times(6), least=3)]:
        for entry, referee in cuts(night, random.Random(path.stem)):
            chance = random.Random(f"{path.stem} {entry}")
            cut += 1
            where = f"{path.name}: after {entry} the hand can't be finished by {', '.join(kind.verb for kind in kinds)}"
            assert any(finishes(referee, kinds, chance) for _ in range(TRIES)), where
    assert cut


def cuts(night: PlayedRecord, chance: random.Random) -> Any:
    """The table after some of the reports of a record, during a hand."""
    referee = night.table()
    places = {*chance.sample(range(len(night.told)), min(times(PLACES), len(night.told)))}
    for place, (text, overrule) in enumerate(night.told):
        ruling = referee.hear(text, overrule=overrule)
        if place in places and ruling.accepted and referee.playing and not referee.over:
            yield text, referee
