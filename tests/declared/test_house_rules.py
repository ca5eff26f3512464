"""What regulars play by: house rules of the ready-made sheets, with scores added up by hand."""

from __future__ import annotations

import pytest

from referee import Referee, find_game
from referee.language.words import pieces
from referee.rules.options import read_house

FOUR = "Ann Ben Cat Dan"
NIL = "bids 0 4 5 3; tricks 2 4 4 3"
"""Ann's nil fails by two tricks, and Cat is one short of five without them."""

HANDS = [
    ("hearts", FOUR, "", "hearts 5 3 5 0; Ann queen", {"Ann": 18, "Ben": 3, "Cat": 5, "Dan": 0}),
    ("hearts", FOUR, "jack=10", "hearts 5 3 5 0; Ann queen; Cat jack", {"Ann": 18, "Ben": 3, "Cat": -5, "Dan": 0}),
    ("hearts", FOUR, "moon=choice", "Ann moon", {"Ann": 0, "Ben": 26, "Cat": 26, "Dan": 26}),
    ("hearts", FOUR, "moon=choice", "Ann moon own", {"Ann": -26, "Ben": 0, "Cat": 0, "Dan": 0}),
    ("hearts", FOUR, "moon=choice, jack=10", "Ann moon own; Ann jack", {"Ann": -36, "Ben": 0, "Cat": 0, "Dan": 0}),
    # -100 for the nil, 2 for its tricks, and Cat's 5 are missed with 4
    ("spades", FOUR, "", NIL, {"Ann+Cat": -100 + 2 - 50, "Ben+Dan": 70}),
    # Cat has 6 with Ann's tricks: 50 and 1 over
    ("spades", FOUR, "bid-nil-tricks=bid", NIL, {"Ann+Cat": -100 + 51, "Ben+Dan": 70}),
    ("spades", FOUR, "bid-nil-tricks=nothing", NIL, {"Ann+Cat": -100 - 50, "Ben+Dan": 70}),
    ("spades", FOUR, "bid-nil=50", NIL, {"Ann+Cat": -50 + 2 - 50, "Ben+Dan": 70}),
    # nine bags are kept, and a failed nil adds one unless its tricks count for nothing
    ("spades", FOUR, "bid-bags=1", "bids 0 4 4 4; tricks 1 4 4 4", {"Ann+Cat": -100 + 1 + 40 - 100, "Ben+Dan": 80}),
    (
        "spades", FOUR, "bid-bags=1, bid-nil-tricks=nothing", "bids 0 4 4 4; tricks 1 4 4 4",
        {"Ann+Cat": -100 + 40, "Ben+Dan": 80},
    ),
    ("skat", "Ann Ben Cat", "", "Ann wins hearts with 2 hand", {"Ann": 10 * 4, "Ben": 0, "Cat": 0}),
    ("skat", "Ann Ben Cat", "", "Ann loses grand without 1 kontra", {"Ann": -2 * 24 * 2 * 2, "Ben": 0, "Cat": 0}),
    ("skat", "Ann Ben Cat", "", "Ann wins clubs with 1 schwarz", {"Ann": 12 * 4, "Ben": 0, "Cat": 0}),
    # game, with 4, hand, schneider, announced, schwarz, announced, ouvert
    ("skat", "Ann Ben Cat", "", "Ann wins clubs with 4 ouvert", {"Ann": 12 * 11, "Ben": 0, "Cat": 0}),
    ("skat", "Ann Ben Cat", "", "Ann wins 48 re", {"Ann": 48 * 4, "Ben": 0, "Cat": 0}),
    ("skat", "Ann Ben Cat", "", "Ann loses 18 bock", {"Ann": -2 * 18 * 2, "Ben": 0, "Cat": 0}),
    ("skat", "Ann Ben Cat", "", "Ben wins null-ouvert", {"Ann": 0, "Ben": 46, "Cat": 0}),
    ("skat", "Ann Ben Cat", "", "Ben loses ramsch 71", {"Ann": 0, "Ben": -71, "Cat": 0}),
    (
        "skat", "Ann Ben Cat", "game-win=50, game-loss=50, game-others=40", "Ann loses spades without 2",
        {"Ann": -2 * 33 - 50, "Ben": 40, "Cat": 40},
    ),
    ("euchre", FOUR, "", "Ann calls; tricks 2 3", {"Ann+Cat": 0, "Ben+Dan": 2}),
    ("euchre", FOUR, "maker-defended=4", "Ann calls; Dan defends; tricks 2 3", {"Ann+Cat": 0, "Ben+Dan": 4}),
    ("euchre", FOUR, "maker-defended=4", "Ann calls alone; Dan defends; tricks 5 0", {"Ann+Cat": 4, "Ben+Dan": 0}),
    ("euchre", FOUR, "maker-defended=4", "Ann calls; tricks 2 3", {"Ann+Cat": 0, "Ben+Dan": 2}),
    ("rummy", "Ann Ben Cat", "out-rummy=2", "Ann out rummy; holds 0 12 30", {"Ann": 84, "Ben": 0, "Cat": 0}),
    ("rummy", "Ann Ben Cat", "out-rummy=3, out=10", "Ann out rummy; holds 0 1 2", {"Ann": 19, "Ben": 0, "Cat": 0}),
    (
        "pinochle", FOUR, "bid-least=50, bid-step=1, meld-step=1, tricks-total=50, tricks-step=1",
        "Ann bids 51; Ann melds 24; Ben melds 11; counts 27 23", {"Ann+Cat": 51, "Ben+Dan": 34},
    ),
    ("pinochle", FOUR, "bid-least=100", "Ann bids 100; counts 90 160", {"Ann+Cat": -100, "Ben+Dan": 160}),
    ("hand-and-foot", FOUR, "wild=1500", "Ann wild 1; Ben clean 1; counts 0 5", {"Ann+Cat": 1500, "Ben+Dan": 505}),
    ("hand-and-foot", FOUR, "laid=100", "Ann laid 3; counts 0 5", {"Ann+Cat": 300, "Ben+Dan": 5}),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "players", "house", "told", "scores"), HANDS)
def test_a_hand_scores_by_the_house(slug: str, players: str, house: str, told: str, scores: dict[str, int]) -> None:
    referee = Referee(find_game(slug), players.split(), read_house(house))
    for piece in pieces(told):
        ruling = referee.hear(piece.text)
        assert ruling.accepted, (piece.text, ruling.message)
    assert dict(referee.scores) == scores


@pytest.mark.parametrize(
    ("slug", "told", "rule"),
    [
        ("hearts", "Ann jack", "jack"),
        ("hearts", "Ann moon own", "moon"),
        ("euchre", "Ann calls; Ben defends", "maker"),
        ("rummy", "Ann out rummy", "out"),
        ("skat", "Ann wins hearts", "game"),
        ("skat", "Ann wins hearts with 2 without 1", "game"),
        ("skat", "Ann wins 49 kontra", "game"),
        ("hand-and-foot", "Ann wild 1", "wild"),
    ],
)
def test_what_a_table_does_not_play_is_refused(slug: str, told: str, rule: str) -> None:
    referee = Referee(find_game(slug), (FOUR if slug not in ("rummy", "skat") else "Ann Ben Cat").split())
    rulings = [referee.hear(piece.text) for piece in pieces(told)]
    assert not rulings[-1].accepted and rule in rulings[-1].rules


SWEEP = (
    "Ben trick 2C 3C 4C AC; trick AD 2D 3D 4D; trick KD 5D 6D 7D; trick QD 8D 9D 10D; trick JD 5C 6C 7C;"
    "trick AS 2S 3S 4S; trick KS 5S 6S 7S; trick QS 8S 9S 10S; trick JS 8C 9C 10C;"
    "trick AH 2H 3H 4H; trick KH 5H 6H 7H; trick QH 8H 9H 10H; trick JH JC QC KC"
)
"""Ann takes all thirteen tricks."""


@pytest.mark.parametrize(("chosen", "scores"), [("Ann moon", (-10, 26, 26, 26)), ("Ann moon own", (-36, 0, 0, 0))])
def test_after_the_last_trick_the_player_who_shot_the_moon_chooses(chosen: str, scores: tuple[int, ...]) -> None:
    referee = Referee(find_game("hearts"), FOUR.split(), {"moon": "choice", "jack": "10", "passes": "0"})
    for piece in pieces(SWEEP):
        assert referee.hear(piece.text).accepted, piece.text
    assert not any(referee.scores.values())
    assert not referee.hear("Ben moon").accepted
    assert referee.hear(chosen).accepted
    assert tuple(referee.scores[seat] for seat in FOUR.split()) == scores


@pytest.mark.parametrize(
    ("slug", "house", "told", "due"),
    [
        ("canasta", "", "", (50, 50)),
        ("canasta", "", "Ann out; Ann mixed 2; Ann naturals 2; counts 345 -120", (90, 15)),  # 2,045 and -120
        ("canasta", "", "Ann naturals 6; counts 0 1495", (120, 50)),
        ("canasta", "minimum=10/20/30/40", "Ann naturals 6; counts 0 1500", (40, 30)),
        ("hand-and-foot", "", "", (50, 50)),
        ("hand-and-foot", "", "counts 5 10; counts 5 10; counts 5 10", (150, 150)),
    ],
)
def test_what_first_melds_must_be_worth_is_shown_before_the_deal(
    slug: str, house: str, told: str, due: tuple[int, ...]
) -> None:
    referee = Referee(find_game(slug), FOUR.split(), read_house(house))
    for piece in pieces(told):
        assert referee.hear(piece.text).accepted, piece.text
    fact = next(fact for fact in referee.game.asked if "minimum" in fact.words)
    assert tuple(fact(referee.hand).values()) == due
    shown = [line for line in referee.game.now(referee.hand) if line.startswith("minimum")]
    assert all(str(number) in shown[0] for number in due)
