"""House rules in plain sentences at the live table: found by the names and meanings of a game's options."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import Referee, find_game
from scoresheets.cli.house_sentences import changes, several, states_a_rule
from scoresheets.cli.prompt_lines import Sitting
from scoresheets.keeping.journal import open_journal

NAMES = ("Meg", "Raj", "Zoe", "Tom", "Ida", "Kim")


def table(slug: str) -> Referee:
    game = find_game(slug)
    count = 4 if 4 in game.players else min(game.players[-1], 4)
    return Referee(game, NAMES[:count])


@pytest.mark.parametrize(
    ("slug", "line", "first"),
    [
        ("oh-hell", "we start with 6 cards and go down to 1", "first-hand=6, sizes=down"),
        ("oh-hell", "sizes 8 down to 1", "sizes=down, first-hand=8"),
        ("oh-hell", "the dealer can't make it come out even", "hook=uneven"),
        ("oh-hell", "dealer may bid anything", "without=dealer-must-overbid"),
        ("oh-hell", "spades are always trump", "trump=spades"),
        ("oh-hell", "twelve hands tonight", "hands=12"),
        ("oh-hell", "missing your bid costs 7", "missed=7"),
        ("hearts", "we play to 80 points", "target=80"),
        ("hearts", "first one to seventy-five", "target=75"),
        ("hearts", "game is to 45", "target=45"),
        ("hearts", "no passing", "passes=0"),
        ("hearts", "the queen of spades is worth 12", "queen=12"),
        ("hearts", "six hands tonight", "rounds=6"),
        ("cribbage", "play to 91 instead, it's getting late", "target=91"),
        ("cribbage", "no skunks", "skunk=none"),
        ("spades", "nil is worth 60", "bid-nil=60"),
        ("spades", "first to 350", "target=350"),
        ("spades", "no bags", "bid-over=0, bid-bags-cost=0"),
        ("spades", "bags cost 70", "bid-bags-cost=70"),
        ("trash", "jokers are wild", "jokers=2"),
        ("500-rummy", "no jokers", "jokers=0"),
        ("500-rummy", "going out is worth 20", "out=20"),
        ("pinochle", "minimum bid 150", "bid-least=150"),
        ("pinochle", "first side to 1,200", "target=1200"),
        ("hasenpfeffer", "lowest bid is 2", "least-bid=2"),
        ("gin-rummy", "big gin counts 40", "wins-big-gin=40"),
        ("canasta", "first to 4,000 wins", "target=4000"),
        ("crazy-eights", "we deal six cards each", "hand-size=6"),
        ("crazy-eights", "first to 4 games", "wins=4"),
        ("razz", "no limit", "without=bet-size"),
        ("razz", "two raises at most", "cap=2"),
        ("skat", "we play 18 hands", "rounds=18"),
        ("wizard", "only nine rounds", "rounds=9"),
        ("thirty-one", "everybody starts with 5 markers", "markers=5"),
        ("tonk", "no slapping", "slaps=no"),
        ("scopa", "play to 21", "target=21"),
        ("cassino", "sweeps are worth 3", "sweep=3"),
        ("whist", "play to nine", "target=9"),
        ("delphi", "wrong guesses cost nothing", "wrong=0"),
        ("gops", "ties are split", "ties=split"),
        ("gops", "no face cards", "prizes=10"),
        ("tally", "lowest score wins", "low-wins=yes"),
        ("twenty-four", "no division", "operations=no-division"),
        ("samba", "play to 6000", "target=6000"),
        ("spades", "we need 375 to win", "target=375"),
        ("hearts", "we stop at 65", "target=65"),
        ("hearts", "shooting the moon doesn't count", "moon=no"),
        ("hearts", "we play to 70 and no passing", "target=70, passes=0"),
        ("crazy-eights", "threes are always wild", "wild=3"),
    ],
)
def test_a_sentence_is_the_option_that_it_means(slug: str, line: str, first: str) -> None:
    referee = table(slug)
    found = [change.text.removeprefix("house ") for change in changes(referee, line, whole=True)]
    assert states_a_rule(line, referee)
    assert first in found[:2], found


@pytest.mark.parametrize(
    ("slug", "line", "never"),
    [
        ("500-rummy", "we play with jokers", "jokers=0"),
        ("hearts", "we play to 60 points", "ties=play-on"),
        ("hearts", "we play to 60 points", "floor=60"),
        ("spades", "no bags", "bid-nil-tricks=bags"),
        ("spades", "minimum bid 4", "bid-each=4"),
        ("gin-rummy", "knock with at most 10", "wins-gin=10"),
        ("gops", "no ties", "ties=split"),
        ("thirty-one", "no knocking on the first turn", "without=knock-first"),
        ("whist", "play to nine", "match=9"),
    ],
)
def test_an_option_that_wasnt_meant_isnt_offered(slug: str, line: str, never: str) -> None:
    assert never not in [change.text.removeprefix("house ") for change in changes(table(slug), line)]


@pytest.mark.parametrize("line", ["Meg took 5 tricks", "5 tricks", "Raj bids 3", "3 2 1 4", "Zoe has no hearts"])
def test_a_report_states_no_rule(line: str) -> None:
    assert not states_a_rule(line, table("oh-hell"))


def test_variants_and_options_are_chosen_together() -> None:
    referee = table("oh-hell")
    found = several(referee, "hook and down-only first-hand=5")
    assert found and found.text == "house hook=uneven, sizes=down, first-hand=5"
    late = several(referee, "exact-only from hand 1")
    assert late and late.text == "house missed=0 --from-start"
    assert several(referee, "hook please") is None
    with pytest.raises(ValueError, match="sizes"):
        several(referee, "down-only up-only")


DEALT = "deal Meg"
HAND = ("hearts 5 5 3 0", "Meg queen")


@pytest.mark.parametrize(
    ("slug", "lines", "saved"),
    [
        ("hearts", ["we play to 80 points"], ["house target=80"]),
        ("hearts", ["play to 100"], []),
        ("hearts", ["no passing"], []),
        ("hearts", ["no passing", "1"], ["house passes=0"]),
        ("oh-hell", ["sizes 8 down to 1", "1"], ["house sizes=down, first-hand=8"]),
        ("oh-hell", ["house exact-only hook"], ["house missed=0, hook=uneven"]),
        ("oh-hell", ["house down-only up-only"], []),
        ("oh-hell", [DEALT, "house exact-only from hand 1"], [DEALT, "house missed=0 --from-start"]),
        ("oh-hell", [DEALT, "house exact-only", "no, it counts for this hand already", "1"],
         [DEALT, "house missed=0", "house missed=0 --from-start"]),
        ("oh-hell", [DEALT, "it counts from hand 1"], [DEALT]),
        ("hearts", [*HAND, "house queen is worth 10 from this hand on"], [*HAND]),
        ("hearts", [*HAND, "house queen is worth 10 from this hand on", "1"], [*HAND, "house queen=10"]),
        ("hearts", [*HAND, "house queen is worth 10 from this hand on", "2"], [*HAND, "house queen=10 --from-start"]),
        ("spades", ["nil is worth 60", "1"], ["house bid-nil=60"]),
        ("reversis", ["we play to 50"], []),
        ("whist", ["play to nine"], ["house target=9"]),
        ("canasta", ["3 in hand"], []),
        ("hearts", ["omnibus"], []),
        ("hearts", ["omnibus", "1"], ["house jack=10"]),
        ("concentration", ["3 pairs"], []),
        ("gops", ["ties are split", "1"], ["house ties=split"]),
    ],
)  # fmt: skip
def test_a_sentence_at_the_table_changes_a_house_rule(
    slug: str, lines: list[str], saved: list[str], tmp_path: Path
) -> None:
    with open_journal(tmp_path / "table.db", create=True) as journal:
        sitting = Sitting(journal.new(slug, NAMES[:4]), brief=True)
        for line in lines:
            sitting.hear(line)
        assert [report.text for report in sitting.session.course.standing] == saved
