"""Rules as a house meets them: every number can be changed, and what is changed is said and counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee import Referee, find_game
from referee.core import Game
from referee.games import ours
from referee.notation import pieces
from referee.objects import facts_object
from referee.options import Option
from referee.record import Judge, read_house

RECORDS = Path(__file__).parent / "records"
GAMES = Path(__file__).parents[1] / "referee" / "games"


class Night(NamedTuple):
    """What a record tells, with what it says is refused."""

    slug: str
    players: list[str]
    house: dict[str, str]
    dealer: str
    told: list[tuple[str, bool]]

    def under(self, game: Game[Any], **other: str) -> Iterator[Any]:
        """How the table stands after each report, by other rules of the house."""
        try:
            referee = Referee(game, self.players, self.house | other, self.dealer)
        except ValueError as error:
            yield str(error)
            return
        for text, overrule in self.told:
            ruling = referee.hear(text, overrule=overrule)
            stands = referee.scores, referee.accounts, referee.over, referee.dealer, [*referee.next()]
            yield ruling.verdict, ruling.rules, stands, facts_object(referee)

    def differs(self, game: Game[Any], **other: str) -> bool:
        """Whether something in it comes out otherwise by other rules; it is heard up to there."""
        return any(now != before for now, before in zip_longest(self.under(game, **other), as_told(self.slug)[self]))

    def __hash__(self) -> int:
        return id(self)


@cache
def as_told(slug: str) -> dict[Night, list[Any]]:
    """How the table stood after each report of a game's records."""
    return {night: [*night.under(find_game(slug))] for night in nights(slug)}


@cache
def nights(slug: str) -> list[Night]:
    played = []
    for path in sorted((RECORDS / slug).glob("*.record")):
        judge = Judge()
        told: list[tuple[str, bool]] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            judge.feed(line)
            if judge.referee and line.partition(":")[0] not in ("game", "players", "house", "dealer", "title", "place"):
                told += [(piece.text, piece.overrule) for piece in pieces(line) if piece.mark != "=" and piece.text]
        assert judge.header
        header = judge.header
        played.append(Night(slug, header.players, header.house, header.others.get("dealer", ""), told))
    return played


def amounts(game: Game[Any]) -> list[Option]:
    """The numbers of a game's rules."""
    names = {amount.name for rule in game.rules.values() for amount in rule.amounts.values()}
    return [option for option in game.options if option.name in names]


AMOUNTS = [(slug, option.name) for slug in ours() for option in amounts(find_game(slug))]


@pytest.mark.parametrize(("slug", "name"), AMOUNTS)
def test_every_number_counts_and_is_said(slug: str, name: str) -> None:
    """A number that is changed changes what some record comes to, and the sentence of its rule."""
    game = find_game(slug)
    option = next(option for option in amounts(game) if option.name == name)
    likeliest = sorted(nights(slug), key=lambda night: name not in night.house)
    values = dict.fromkeys(value for night in likeliest for value in option.some(len(night.players)))
    assert any(
        night.differs(game, **{name: value})
        for value in values
        for night in likeliest
        if value in option.some(len(night.players))
        and value != night.house.get(name, str(option.value(len(night.players))))
    ), f"no record in tests/records/{slug}/ comes to anything else with another {name}: tell there what it decides"
    players = game.players[-1]
    book = game.house(players, {})
    said = 0
    for value in option.some(players):
        house = game.house(players, {name: value})
        rules = [rule for rule in game.rules.values() if any(amount.name == name for amount in rule.amounts.values())]
        for rule in rules:
            if house[name] != book[name]:
                said += "(the book: " in rule.said(house, book)
                silent = f"the sentence of {rule.name} doesn't say {name}: put {{{name.replace('-', '_')}}} into it"
                assert rule.said(house, book) != rule.said(book, book), silent
    assert said, f"no rule's sentence says another {name} beside the book's: put the number into it in braces"


@pytest.mark.parametrize("slug", ours())
def test_every_rule_that_is_broken_is_cited_with_its_report(slug: str) -> None:
    """In every record of a game; what comes after the end of a hand breaks the rule that ended it besides."""
    game = find_game(slug)
    for night in nights(slug):
        referee = Referee(game, night.players, night.house, night.dealer)
        for text, overrule in night.told:
            barred = {rule.name for _, asks in referee._hands.ahead() for _, rule, _ in asks.bars}
            ruling = referee.hear(text, overrule=overrule)
            kind = type(ruling.report)
            if kind in game.reports:
                cited = {
                    *game.reports[kind].rules,
                    *([game.ends.name] if game.ends else []),
                    *barred,
                    game.pack_rule.name,
                }
                strange = {rule for rule in ruling.rules if rule in game.rules} - cited
                assert not strange, f"{text} breaks {strange}, of which no check judges {kind.__name__}"


@pytest.mark.parametrize("slug", ours())
def test_the_house_is_asked_for_what_it_has(slug: str) -> None:
    names = {option.name for option in find_game(slug).options}
    module = slug.replace("-", "_")
    places = [path for path in GAMES.glob("*.py") if re.fullmatch(rf"_?{module}(_.*)?", path.stem)]
    asked = {
        name for path in places for name in re.findall(r"""house\["([^"]+)"\]""", path.read_text(encoding="utf-8"))
    }
    assert asked <= names, f"house[...] in the module asks for {sorted(asked - names)}; there are {sorted(names)}"


@pytest.mark.parametrize("slug", ours())
def test_variants_are_houses_that_can_be_played(slug: str) -> None:
    game = find_game(slug)
    names = {variant.name for variant in game.variants}
    assert len(names) >= 3, f"GAME of {slug} has variants=(Variant(…), …): three ways at least in which tables play it"
    assert len(names) == len(game.variants), f"two variants of {slug} have one name"
    for name, text, options in game.variants:
        house = read_house(options)
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name), f"{name}: small letters and dashes make a variant's name"
        assert text.endswith("."), f"{name} is told in a sentence, not {text!r}"
        tables = [players for players in game.players if game.can_play(players, house)]
        assert tables, f"nobody can play {name}"
        other = [players for players in tables if game.house(players, house) != game.house(players, {})]
        assert other, f"{name} is the book"
