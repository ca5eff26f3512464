"""Skat's games in words: no more top trumps than a game has trumps. Bock rounds, in Skat and in Doppelkopf."""

from __future__ import annotations

import random
from itertools import count

import pytest

from referee.declared.game import game_in
from referee.declared.sheet import BadSheet
from referee.declared.shelf import SHEETS
from tests.tables import seated

NULLS = ("null", "null-hand", "null-ouvert", "null-hand-ouvert")
MOST = {"grand": 4, "clubs": 11, "spades": 11, "hearts": 11, "diamonds": 11, **dict.fromkeys(NULLS, 0), "ramsch": 0}
"""The most matadors of each game."""


@pytest.mark.parametrize("verb", ["wins", "loses"])
@pytest.mark.parametrize("way", ["with", "without"])
@pytest.mark.parametrize("name", MOST)
def test_no_game_has_more_matadors_than_trumps(name: str, way: str, verb: str) -> None:
    for number in range(1, 13):
        referee = seated("skat", "Ann Ben Cat")
        ruling = referee.hear(f"Ann {verb} {name} {way} {number}")
        assert ruling.accepted is (number <= MOST[name]), (name, number, ruling.message)
        if not ruling.accepted:
            assert ruling.rules == ("game",) and not any(referee.scores.values())


@pytest.mark.parametrize(
    "extra", ["hand", "schneider", "schneider-announced", "schwarz", "schwarz-announced", "ouvert"]
)
@pytest.mark.parametrize("name", [*NULLS, "ramsch", "48"])
def test_only_a_suit_or_a_grand_counts_a_factor(name: str, extra: str) -> None:
    assert seated("skat", "Ann Ben Cat").hear(f"Ann loses {name} {extra}").rules == ("game",)


def test_matadors_are_written_with_their_number() -> None:
    referee = seated("skat", "Ann Ben Cat", "Ann wins grand with hand")
    assert referee.entries[0].report.text == "Ann wins grand with 1 hand" and referee.scores["Ann"] == 72


# Bock rounds

BOCK = {"bock-split": "yes", "bock-grand-hand": "yes", "bock-kontra": "yes", "bock-re": "yes"}


@pytest.mark.parametrize(
    ("report", "starts"),
    [
        ("Ann loses 20 split", True),
        ("Ann loses hearts with 1 split", True),
        ("Ann wins grand with 1 hand", False),
        ("Ann loses grand with 1 hand", True),
        ("Ann loses grand with 1 schneider-announced", False),
        ("Ann loses grand with 1", False),
        ("Ann loses 20 kontra", True),
        ("Ann wins 20 kontra", False),
        ("Ann wins 20 re", True),
        ("passed", False),
        ("Ann loses 20", False),
    ],
)
@pytest.mark.parametrize("players", [3, 4])
def test_what_starts_a_bock_round(report: str, starts: bool, players: int) -> None:
    seats = ["Ann", "Ben", "Cat", "Dan"][:players]
    for house in (BOCK, {}):
        referee = seated("skat", seats, f"deal {seats[-1]}", report, house=house)
        assert referee.fact("bock") == (players if starts and house else 0)
        referee.undo()
        assert referee.fact("bock") == 0
        assert referee.hear(report).accepted and referee.hear(f"deal {referee.dealer}").accepted
        before = referee.scores["Ben"]
        assert referee.hear("Ben wins clubs with 1").accepted
        assert referee.scores["Ben"] - before == (48 if starts and house else 24)


def test_a_rule_of_the_house_is_no_wall() -> None:
    """A table may keep another game in a ramsch round, and correct the hand that started it."""
    referee = seated("skat", "Ann Ben Cat", "Ann loses 20 split", "passed", "passed", "passed",
                     house={"bock-split": "yes", "ramsch-round": "yes"})  # fmt: skip
    assert referee.hear("Ann wins 18").rules == ("bock",)
    assert referee.hear("Ann wins 18", overrule=True).accepted and referee.scores["Ann"] == -40 + 18
    assert seated("skat", "Ann Ben Cat", "Ann loses 20", "Ann wins 18", house=BOCK).scores["Ann"] == -40 + 18


POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
DECK = [rank + suit for rank in ("A", "10", "K", "Q", "J", "9", "8", "7") for suit in "CSHD"]


def grand(seed: int) -> tuple[list[list[str]], int]:
    """The tricks of a grand that Ann, Ben and Cat play at random, and Ann's card points with the skat."""
    luck = random.Random(seed)
    deck = luck.sample(DECK, 32)
    hands, skat = [deck[:10], deck[10:20], deck[20:30]], deck[30:]
    leader, tricks, own = 0, [], sum(POINTS.get(card[:-1], 0) for card in skat)
    order = ["7", "8", "9", "Q", "K", "10", "A"]
    suit = lambda card: "J" if card[0] == "J" else card[-1]  # noqa: E731
    for _ in range(10):
        trick: list[str] = []
        for i in range(3):
            hand = hands[(leader + i) % 3]
            follow = [card for card in hand if trick and suit(card) == suit(trick[0])]
            trick.append(luck.choice(follow or hand))
            hand.remove(trick[-1])
        best = max(trick, key=lambda card: (
            (2, -"CSHD".index(card[-1])) if suit(card) == "J" else
            (1, order.index(card[:-1])) if suit(card) == suit(trick[0]) else (0, 0)))  # fmt: skip
        leader = (leader + trick.index(best)) % 3
        own += sum(POINTS.get(card[:-1], 0) for card in trick) if leader == 0 else 0
        tricks.append(trick)
    return tricks, own


@pytest.mark.parametrize("seed", [next(seed for seed in count() if grand(seed)[1] == 60),
                                  next(seed for seed in count() if grand(seed)[1] == 59)])  # fmt: skip
def test_sixty_card_points_are_seen_by_the_cards(seed: int) -> None:
    tricks, own = grand(seed)
    reports = ["deal Cat", "Ann declares grand hand", *(f"trick {' '.join(trick)}" for trick in tricks)]
    referee = seated("skat", "Ann Ben Cat", *reports, house=BOCK)
    if own != 60:
        assert referee.hear("Ann loses 48 split").rules[0] == "bock"
    assert referee.hear("Ann loses 48").accepted
    assert referee.fact("bock") == (3 if own == 60 else 0)


def test_the_rule_for_bock_rounds_names_what_starts_one() -> None:
    without = seated("doppelkopf", "Ann Ben Cat Dan").rule_text("bock")
    assert "each game counts twice" in without and "add `bock`" in without
    some = seated("skat", "Ann Ben Cat", house={"bock-split": "yes", "bock-re": "yes"}).rule_text("bock")
    assert "with exactly 60 card points or a game with re starts a bock round" in some and "kontra" not in some


def test_a_rule_has_words_for_what_a_game_is_multiplied_by() -> None:
    assert "Kontra from an opponent doubles the value." in seated("skat", "Ann Ben Cat").rule_text("game")
    assert "Kontra from an opponent multiplies the value by 3" in seated(
        "skat", "Ann Ben Cat", house={"game-kontra": 3}
    ).rule_text("game")


DOPPELKOPF = {"bock-nothing": "yes", "bock-hearts-trick": "yes", "bock-solo": "yes", "bock-re-and-kontra": "yes"}


@pytest.mark.parametrize(
    ("report", "starts"),
    [
        ("Ann+Ben wins 0", True),
        ("Ann+Ben loses 0", True),
        ("Ann+Ben wins 1", False),
        ("Ann+Ben wins 1 hearts-trick", True),
        ("Ann+Ben loses 1 re-and-kontra", True),
        ("Ann loses 2", True),
        ("Ann wins 2", False),
    ],
)
def test_bock_in_doppelkopf(report: str, starts: bool) -> None:
    for house in (DOPPELKOPF, {}):
        referee = seated("doppelkopf", "Ann Ben Cat Dan", report, "Cat wins 2", house=house)
        won = [line.points for line in referee.lines if line.hand == 2 and line.who == "Cat"]
        assert won == [12 if starts and house else 6] and sum(referee.scores.values()) == 0
        assert referee.fact("bock") == (3 if starts and house else 0)


@pytest.mark.parametrize(
    "wrong",
    [
        ('word = "bock"', 'word = "solo"'),
        ('words = ["split"]', 'words = ["splat"]'),
        ('then = "ramsch"', 'then = "rumsch"'),
        ('then = "ramsch"\n', ""),
        ("points = 60", "points = true"),
        ('text = "a game with re", words = ["re"]', 'text = "anything"'),
        ('notes = ["split"]', 'notes = ["split", "hand"]'),
        ('notes = ["split"]', 'notes = ["split", "Split"]'),
        ('re = { text', 'Re = { text'),
    ],
)  # fmt: skip
def test_a_sheet_with_mistakes_in_its_bock_rounds(wrong: tuple[str, str]) -> None:
    text = (SHEETS / "skat.toml").read_text(encoding="utf-8")
    assert game_in(text, "skat").bock
    assert wrong[0] in text
    with pytest.raises(BadSheet):
        game_in(text.replace(*wrong), "skat")
