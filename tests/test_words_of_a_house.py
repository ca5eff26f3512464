"""Pages of a game show its house rules: the rules with any value of any option, and the example."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee import Referee, find_game
from referee.game.game import Game, Table
from referee.game.ruleset import WITHOUT
from referee.games import games
from referee.language.words import pieces
from referee.rules.options import Option, read_house
from scoresheets.book import game_page as pages
from scoresheets.display.reasons import rule_text
from tests.share import EVERY, SHARE


def options(game: Game[Any]) -> list[Option]:
    return [option for option in game.options if option.name != WITHOUT]


def values(option: Option, players: int) -> list[str]:
    """All choices of an option, or a few of its numbers, and None if possible."""
    may_be_none = option.or_none or option.value(players) is None
    return [*["none"][:may_be_none], *(option.choices or option.some(players))]


@pytest.mark.parametrize("slug", games())
def test_every_value_of_an_option_is_said(slug: str) -> None:
    """In the text of a rule that it affects, on the page, in JSON and in explanations of points.

    With SHARE=1 the whole page is drawn for every value, otherwise for one of each option.
    """
    game = find_game(slug)
    players = game.players[-1]
    standard = game.house(players, {})
    told = pages.game_object([Table(game, players, standard)])["rules"]
    for option in options(game):
        seen: dict[tuple[str, ...], str] = {}
        every = values(option, players)
        on_the_page = every if SHARE == 1 else [random.Random(option.name).choice(every)]
        for value in every:
            house = {**standard, option.name: option.chosen(value, players)}
            at = [Table(game, players, house)]
            rules = [game.rules[name] for name in option.rules]
            sentences = tuple(rule.said(house, house) for rule in rules)
            assert seen.setdefault(sentences, value) == value, f"{option.name}={value} reads as {seen[sentences]}"
            shown = tuple(pages.sentence(rule, at) for rule in rules)
            if house != standard:
                assert re.search(r"\((?:standard: |not standard\))", " ".join(shown)), f"{option.name}={value}: {shown}"
            assert shown == tuple(game.said(name, players, house) for name in option.rules)
            if value in on_the_page:
                text = pages.markdown(pages.page(at))
                assert all(sentence in text for sentence in shown)
                said = {row["rule"]: row["text"] for row in pages.game_object(at)["rules"]}
                assert [said[name] for name in option.rules] == [*shown]
                if house != standard:
                    assert [row["text"] for row in told] != [*said.values()]


@pytest.mark.parametrize("slug", games())
def test_no_sentence_has_a_place_left_or_words_out_of_place(slug: str) -> None:
    game = find_game(slug)
    players = game.players[-1]
    standard = game.house(players, {})
    for option in options(game):
        for value in values(option, players):
            house = {**standard, option.name: option.chosen(value, players)}
            for name in option.rules:
                text = game.said(name, players, house)
                assert text[0].isupper() or not text[0].isalpha(), text
                assert text.endswith("."), text
                assert not re.search(r"[{}]|\.\.|  | [,.;:]|,\)|,,|\(standard: \)|None", text), text


@pytest.mark.parametrize("slug", games())
def test_why_and_what_was_played_say_the_same(slug: str) -> None:
    game = find_game(slug)
    for option in options(game):
        for value in values(option, game.players[-1]):
            players = next((number for number in game.players if game.can_play(number, {option.name: value})), 0)
            if players:
                seats = [f"P{number}" for number in range(1, players + 1)]
                referee = Referee(game, seats, {option.name: value})
                for name in option.rules:
                    assert rule_text(referee, name) == game.said(
                        name, players, game.house(players, {option.name: value})
                    )


# The example


def houses(game: Game[Any]) -> Iterator[dict[str, str]]:
    """Every variant, and every value of every option; of the values one in three, unless SHARE=1."""
    yield from (read_house(variant.house) for variant in game.variants)
    for option in game.options:
        yield from ({option.name: value} for value in values(option, game.players[0])[::EVERY])


@pytest.mark.parametrize("slug", games())
def test_the_example_that_is_shown_is_true_by_the_house(slug: str) -> None:
    game = find_game(slug)
    shown = 0
    for house in houses(game):
        try:
            at = pages.tables(game, 0, house)
        except ValueError:
            continue
        if not (lines := pages.example_lines(at)):
            continue
        opened, _, *texts, score = lines
        shown += 1
        _, _, named, *words = opened.split()
        chosen = read_house(", ".join(re.findall(r"--set (\S+)", opened)))
        seats = " ".join(words).partition(" --set")[0].split()
        assert named == slug
        referee = Referee(game, seats, chosen)
        assert game.example
        free = read_house(game.example.house)
        table = next(table for table in at if table.players == len(seats))
        for name, value in table.house.items():
            assert referee.house[name] == value or name in free, f"{opened} with {house}"
        for line in texts:
            for piece in pieces(line):
                assert referee.hear(piece.text).accepted, f"{piece.text} with {house}"
        stands = {name: int(number.replace("−", "-")) for name, number in re.findall(r"([\w+]+) (−?\d+)", score)}
        assert stands == dict(referee.scores), f"{score} with {house}"
    assert shown or not game.example
