"""Reports at a table of a tally or a declared sheet, and the answers."""

from __future__ import annotations

from typing import Any

import pytest

from referee import Referee, Verdict, find_game
from referee.declared.game import game_in
from referee.entry.rows import judged
from referee.entry.shorthand import read
from referee.game.game import Game
from referee.table.legal import legal

BELOTE = game_in(
    """
name = "Belote"
players = 4
partners = true

[column.contract]
kind = "contract"
verb = "takes"
of = ["points"]
needs = 82

[column.points]
kind = "points"
verb = "makes"
total = 162
least = 0

[column.belote]
kind = "bonus"
worth = 20
total = 1

[column.capot]
kind = "bonus"
worth = 0
""",
    "belote",
)


def table(game: Game[Any], players: str, house: str = "") -> Referee:
    return Referee(game, players.split(), dict(option.split("=") for option in house.split()))


def verdict_on(referee: Referee, *reports: str) -> str:
    """The verdict on the last of these reports if it is refused, with its rules and the lines that prove it."""
    *before, last = reports
    for report in before:
        assert referee.hear(report).accepted, report
    ruling = referee.hear(last)
    proof = [str(line) for breach in ruling.broken for line in breach.proof]
    return "" if ruling.accepted else " ".join([f"{ruling.verdict}[{', '.join(ruling.rules)}]", *proof])


def offered(referee: Referee, verb: str) -> list[str]:
    reports = [report for by_kind in legal(referee).values() for reports in by_kind.values() for report in reports]
    return [report.text for report in reports if report.verb == verb and report.who]


@pytest.mark.parametrize(
    ("players", "house", "possible"),
    [
        (3, "step=7 least=3 most=5", False),
        (3, "step=5 most=9 round-total=30", False),
        (3, "step=5 round-total=27", False),
        (3, "least=20 round-total=10", False),
        (3, "chips=yes most=-2", False),
        (3, "least=10 most=5", False),
        (4, "teams=yes most=20 round-total=50", False),
        (4, "teams=yes most=20 round-total=40", True),
        (3, "step=5 most=9 round-total=15", True),
    ],
)
def test_a_tally_has_points_that_can_be_told(players: int, house: str, possible: bool) -> None:
    names = "Ann Ben Cat Dan"[: 4 * players - 1]
    if possible:
        assert offered(table(find_game("tally"), names, house), "scores")
        return
    with pytest.raises(ValueError):
        table(find_game("tally"), names, house)


def test_all_that_may_come_of_a_player_is_offered() -> None:
    by_five = table(find_game("tally"), "Ann Ben", "round-total=200 step=5 least=0")
    assert offered(by_five, "scores")[:41] == [f"Ann scores {number}" for number in range(0, 201, 5)]
    assert offered(table(find_game("tally"), "Ann Ben", "round-total=40 most=20"), "scores") == [
        "Ann scores 20",
        "Ben scores 20",
    ]


def test_of_too_many_a_few_are_offered() -> None:
    wide = table(find_game("tally"), "Ann Ben", "round-total=10000 least=0")
    assert offered(wide, "scores")[:15] == [f"Ann scores {number}" for number in (*range(14), 10000)]


def test_a_deal_has_no_cards_on_a_sheet() -> None:
    tally = table(find_game("tally"), "Ann Ben")
    assert verdict_on(tally, "deal Ann 5") == "illegal[order]"
    assert verdict_on(tally, "deal Ben") == ""


def test_what_can_t_come_again_in_a_round_says_why() -> None:
    belote = table(BELOTE, "Ann Ben Cat Dan")
    assert verdict_on(belote, "Ben belote", "Ann belote") == "impossible[belote]"
    assert verdict_on(belote, "Ann takes", "Dan takes") == "impossible[contract]"
    assert verdict_on(belote, "Ann capot") == "impossible[capot]"
    assert verdict_on(belote, "Ann makes 100", "done") == "illegal[points]"
    assert verdict_on(belote, "Ben makes 62", "Cat belote") == ""  # of the next round

    hearts = table(find_game("hearts"), "Ann Ben Cat")
    assert verdict_on(hearts, "Ann queen", "Ben queen") == "impossible[queen]"
    skat = table(find_game("skat"), "Ann Ben Cat")
    assert verdict_on(skat, "Ann wins 48", "Ben loses 48") == ""  # the game of the next round


SUMS = [
    ("hearts", "Ann Ben Cat Dan", "hearts 12 0 14 1", "Ann queen", {"Ann": 25, "Ben": 0, "Cat": 14, "Dan": 1}),
    ("hearts", "Ann Ben Cat Dan", "hearts 5 0 0 0", "Ann queen", {"Ann": 18, "Ben": 0, "Cat": 0, "Dan": 0}),
    ("whist", "Ann Ben Cat Dan", "tricks 9 5", "", {"Ann+Cat": 3, "Ben+Dan": 0}),
    ("tally", "Ann Ben Cat", "scores 5 -2 -2", "", {"Ann": 5, "Ben": -2, "Cat": -2}),
]
"""A sum that is wrong, what else the round needs, and its score."""


@pytest.mark.parametrize(("slug", "players", "row", "then", "scores"), SUMS)
def test_a_wrong_sum_can_be_kept_and_the_round_closes(
    slug: str, players: str, row: str, then: str, scores: dict[str, int]
) -> None:
    at = table(find_game(slug), players, "round-total=0" if slug == "tally" else "")
    assert verdict_on(at, row).startswith("illegal")
    assert at.hear(row, overrule=True).accepted
    assert not then or verdict_on(at, then) == ""
    assert at.scores == scores and at.standing.hands == 1


def test_a_bare_row_with_a_wrong_sum_can_be_kept() -> None:
    hearts = table(find_game("hearts"), "Ann Ben Cat Dan")
    row = read("12 0 14 1", hearts)
    assert row
    assert (refusal := judged(hearts, row, "12 0 14 1").refusal) and refusal.verdict is Verdict.ILLEGAL
    kept = judged(hearts, row, "12 0 14 1", overrule=True)
    assert [report.text for report in kept.reports] == [
        "Ann hearts 12",
        "Ben hearts 0",
        "Cat hearts 14",
        "Dan hearts 1",
    ]
    short = read("12 0 14", hearts)
    assert short and judged(hearts, short, "12 0 14", overrule=True).refusal


def test_a_wrong_sum_entered_one_by_one_can_be_kept() -> None:
    hearts = table(find_game("hearts"), "Ann Ben Cat Dan")
    assert verdict_on(hearts, "Ann queen", "Ann hearts 3", "Ben hearts 12") == "illegal[hearts]"
    assert hearts.hear("Ben hearts 12", overrule=True).accepted
    assert verdict_on(hearts, "deal Ben") == "illegal[hearts]", "Cat and Dan may have some"
    assert verdict_on(hearts, "done") == "" and hearts.scores == {"Ann": 16, "Ben": 12, "Cat": 0, "Dan": 0}
    belote = table(BELOTE, "Ann Ben Cat Dan")
    assert verdict_on(belote, "Ann takes", "Ann makes 100", "Ben makes 60") == "illegal[points]"
    assert belote.hear("Ben makes 60", overrule=True).accepted
    assert belote.scores == {"Ann+Cat": 100, "Ben+Dan": 60} and belote.standing.hands == 1


def test_what_adds_up_wrong_isn_t_all_of_it() -> None:
    hearts = table(find_game("hearts"), "Ann Ben Cat Dan")
    assert hearts.hear("hearts 0 0 0 5", overrule=True).accepted
    assert verdict_on(hearts, "Dan queen") == "" and hearts.scores == {"Ann": 0, "Ben": 0, "Cat": 0, "Dan": 18}


def test_a_rest_that_can_t_be_shared_evenly_can_be_kept() -> None:
    """Then nothing is shared: the others enter their numbers, or have zero."""
    tally = table(find_game("tally"), "Ann Ben Cat Dan", "round-total=0 winner-takes=yes")
    assert verdict_on(tally, "Ann 10") == "illegal[points]"
    assert tally.hear("Ann 10", overrule=True).accepted
    assert verdict_on(tally, "Ben -3", "Cat -4", "Dan -3") == ""
    assert tally.scores == {"Ann": 10, "Ben": -3, "Cat": -4, "Dan": -3} and tally.standing.hands == 1
    assert tally.hear("Ann 10", overrule=True).accepted
    assert verdict_on(tally, "done") == "" and tally.scores == {"Ann": 20, "Ben": -3, "Cat": -4, "Dan": -3}


def test_a_number_that_nobody_can_have_isn_t_kept() -> None:
    hearts = table(find_game("hearts"), "Ann Ben Cat Dan")
    assert not hearts.hear("hearts -1 0 0 14", overrule=True).accepted
    pinochle = table(find_game("pinochle"), "Ann Ben Cat Dan")
    assert not pinochle.hear("Ann counts 255", overrule=True).accepted


def test_red_threes_for_and_against_are_the_same_four() -> None:
    canasta = table(find_game("canasta"), "Ann Ben Cat Dan")
    assert verdict_on(canasta, "Ann against 2", "Ben threes 3") == "illegal[threes]"
    assert verdict_on(canasta, "Ben threes 2", "Cat against 1").startswith("impossible[against")


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (
            'kind = "contract"\nof = ["b"]\nleast = 70\nstep = 5',
            "Bid at least 70, a multiple of 5. You need as many tricks as you bid. If you miss, you lose your tricks,"
            " and your bid is subtracted.",
        ),
        (
            'kind = "contract"\nof = ["b"]\nneeds = 3\nmissed = 20\nothers = 10',
            "If you play the contract, you need 3 tricks. If you miss, you lose 20 and the others get 10.",
        ),
        (
            'kind = "share"\nnamed = { solo = 5 }\ntimes = { kontra = 2 }',
            "The losers pay what the game is worth, and the winners share it. Solo is worth 5. With kontra, it counts"
            " twice.",
        ),
        ('kind = "bonus"\nworth = 20\ntotal = 1', "A scores 20, at most once a round for each player and once in all."),
        ('kind = "points"\nsays = "Points."\nleast = 3', "Points (least 3)."),
        (
            'kind = "all"\nof = ["b"]',
            "If you have all of the tricks, every other player gets all of those points, and you get none.",
        ),
    ],
)  # fmt: skip
def test_a_column_says_its_own_sentence(column: str, text: str) -> None:
    others = '[column.b]\nkind = "count"\ntitle = "tricks"\ntotal = 7\n'
    assert game_in(f'name = "A"\nplayers = 3\n[column.a]\n{column}\n{others}', "a").rules["a"].text == text


@pytest.mark.parametrize("report", ["pegs 1 2", "Ann+Ben pegs 2"])
def test_what_one_player_has_isn_t_told_in_a_row(report: str) -> None:
    cribbage = table(find_game("cribbage"), "Ann Ben")
    assert verdict_on(cribbage, report) == "unclear[]"
    assert {kind.verb for kind in cribbage.game.reports if "everybody" in (kind.__doc__ or "")} == set()


TICHU = """
name = "Tichu"
players = 4
partners = true
target = 1000

[column.tichu]
kind = "bonus"
by = "player"
worth = 100
total = 1

[column.failed]
kind = "penalty"
title = "failed tichu"
by = "player"
worth = 100
not-with = ["tichu"]

[column.double]
kind = "bonus"
title = "double victory"
worth = 200
total = 1
instead-of = ["points"]

[column.points]
kind = "points"
title = "card points"
verb = "counts"
total = 100
least = -25
most = 125
step = 5
"""


def test_a_double_victory_comes_in_place_of_the_card_points() -> None:
    tichu = table(game_in(TICHU, "tichu"), "Ann Ben Cat Dan")
    assert verdict_on(tichu, "Ann tichu", "Ann failed").startswith("impossible[failed")
    assert verdict_on(tichu, "Cat tichu").startswith("impossible[tichu")
    assert verdict_on(tichu, "Cat failed", "Ben double") == ""
    assert tichu.scores == {"Ann+Cat": 0, "Ben+Dan": 200} and not tichu.playing
    assert verdict_on(tichu, "counts 65 35") == "" and tichu.scores == {"Ann+Cat": 65, "Ben+Dan": 235}
    assert verdict_on(tichu, "Ann counts 50", "Ben double") == "impossible[double] 5"
    assert verdict_on(tichu, "Ben failed", "Ben tichu") == "impossible[tichu] 6"


TIED = """
name = "Tied"
players = "2-4"

[column.eggs]
kind = "count"
beside = { nest = { least = 2, step = 2 } }

[column.nest]
kind = "who"
worth = 5
nobody = true
not-with = ["fox"]

[column.fox]
kind = "penalty"
worth = 10
implies = ["tail"]

[column.tail]
kind = "bonus"
worth = 3
total = 1

[column.hay]
kind = "points"
counts-with = ["eggs", "nest"]
"""


@pytest.mark.parametrize(
    ("reports", "text"),
    [
        ("Ann nest; Ann eggs 3", "impossible[eggs] 1"),
        ("Ann eggs 3; Ann nest", "impossible[nest] 1"),
        ("Ann nest; Ann eggs 4", ""),
        ("Ann nest; Ben eggs 3", ""),
        ("Ann nest; eggs 3 1", "impossible[eggs] 1"),
        ("Ann fox; Ann nest", "impossible[nest] 1"),
        ("Ann nest; Ann fox", "impossible[fox] 1"),
        ("Ann nest; Ben fox", ""),
        ("Ann fox; Ben tail", "impossible[tail]"),
        ("Ann fox; Ann tail", ""),
        ("Ben tail; Ann fox", "impossible[fox]"),
    ],
)
def test_columns_exclude_imply_and_bound_one_another(reports: str, text: str) -> None:
    assert verdict_on(table(game_in(TIED, "tied"), "Ann Ben"), *reports.split("; ")) == text


def test_what_is_implied_counts_once_and_what_counts_with_another_counts_only_with_it() -> None:
    tied = table(game_in(TIED, "tied"), "Ann Ben")
    assert verdict_on(tied, "Ann fox", "Ann eggs 2", "hay 5 7") == ""
    assert tied.scores == {"Ann": -10 + 3 + 2 + 5, "Ben": 0}
    assert verdict_on(tied, "Ann fox", "Ann tail", "Ben nest", "hay 5 7") == ""
    assert tied.scores == {"Ann": -7, "Ben": 12}
    without = table(game_in(TIED, "tied"), "Ann Ben", "tail=0 fox=0")
    assert verdict_on(without, "Ann nest", "Ann fox") == "impossible[fox]"


NAMED_ONCE = """
name = "Eggs"
players = 2

[column.eggs]
kind = "points"

[column.geese]
kind = "bonus"
worth = 5
"""


@pytest.mark.parametrize("sheet", ["tally", NAMED_ONCE])
@pytest.mark.parametrize("report", ["deal", "end", "Ben concedes", "Dan joins", "Ann leaves", "Ann {} 7"])
def test_only_done_closes_a_round_in_which_somebody_is_missing(sheet: str, report: str) -> None:
    game = find_game(sheet) if sheet == "tally" else game_in(sheet, "eggs")
    verb = "scores" if sheet == "tally" else "eggs"
    referee = table(game, "Ann Ben")
    assert verdict_on(referee, f"Ann {verb} 5") == ""
    assert verdict_on(referee, report.format(verb))
    assert referee.scores == {"Ann": 0, "Ben": 0} and referee.playing
    assert verdict_on(referee, "Ben " + verb + " 0") == "" and referee.scores == {"Ann": 5, "Ben": 0}


def test_a_seat_may_be_taken_over_in_such_a_round() -> None:
    tally = table(find_game("tally"), "Ann Ben")
    assert verdict_on(tally, "Ann 5", "Eve for Ben") == "" and tally.playing
    assert verdict_on(tally, "Eve 3") == "" and tally.scores == {"Ann": 5, "Eve": 3}


@pytest.mark.parametrize("report", ["deal", "end", "Cat leaves", "Dan joins", "Ann 7"])
def test_what_was_accepted_in_such_a_round_by_an_earlier_version_is_heard_again(report: str) -> None:
    tally = table(find_game("tally"), "Ann Ben Cat")
    assert verdict_on(tally, "Ann 5") == ""
    assert not tally.hear(report).accepted
    assert not tally.hear_again("Ben -x").accepted and tally.playing
    assert tally.hear_again(report).accepted and tally.scores["Ann"] == 5
    tally.undo(1)
    assert tally.scores["Ann"] == 0 and verdict_on(tally, "Ben 1", "Cat 2") == ""
    assert tally.scores == {"Ann": 5, "Ben": 1, "Cat": 2}
