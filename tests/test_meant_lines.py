"""Which line a correction in plain words means, and what it makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.evening import before_and_after


def alike(changed: dict[int, str], *lines: str) -> dict[str, dict[int, str]]:
    """Lines that all change the same. Nothing if a question is asked instead."""
    return dict.fromkeys(lines, changed)


HEARTS = ["Sue 4 hearts, Bob 3, Linda 1, Dave 5", "Bob took the queen", "hearts 2 4 4 3", "Dave queen"]
GIN = ["Linda wins 19", "Dave wins 25 gin", "Linda wins 3"]
ROUNDS = ["0 40 20 65", "10 0 35 50"]
SPADES = ["bids 3 4 2 3", "tricks 4 4 2 3"]
TRICK = ["d", "Ben plays 2C", "Cat plays KC", "Dan plays 5C", "Ann plays 9C"]
OH_HELL = ["d", "upcard 7H", "3 4 4", "Ben 3, Cat 4, Ann 3"]
CRIBBAGE = ["d", "Bob pegs 2", "Sue pegs 4", "Bob shows 6", "Sue shows 14", "Sue crib 6"]

EARLIER = {
    "in the first hand Bob only had 2 hearts, Sue had 5": {1: "Sue hearts 5", 2: "Bob hearts 2"},
    "hand 1: Bob 2 hearts, Sue 5": {1: "Sue hearts 5", 2: "Bob hearts 2"},
    "first hand: Bob 2, Sue 5": {1: "Sue hearts 5", 2: "Bob hearts 2"},
    "in hand 1 Bob had 2 not 3 and Sue 5 not 4": {1: "Sue hearts 5", 2: "Bob hearts 2"},
    "the queen in hand 1 was Linda's, not Bob's": {5: "Linda queen"},
    "wait, in the first hand the queen was Linda's": {5: "Linda queen"},
    "last hand Dave had 2 and Linda 5": {6: "hearts 2 4 5 2"},
    "sorry, Linda had 5 and Dave 2": {6: "hearts 2 4 5 2"},
    "actually Sue got 3 hearts and Bob 3": {6: "hearts 3 3 4 3"},
    "Linda had the queen, not Dave": {7: "Linda queen"},
    "it was Linda who took the queen": {7: "Linda queen"},
    "no it was Linda": {7: "Linda queen"},
    "in hand 1 Sue had 5 not 9": {},
    "in the first hand Ann had 5": {},
}
OF_GIN = {
    "hand 1 was 21, not 19": {1: "Linda wins 21"},
    "the first hand was 21 not 19": {1: "Linda wins 21"},
    "in hand 1 Linda won 21": {1: "Linda wins 21"},
    "hand 2 was a big gin": {2: "Dave wins 25 big-gin"},
    "Dave's gin was 31 not 25": {2: "Dave wins 31 gin"},
    "that was Dave, not Linda": {3: "Dave wins 3"},
    "it was an undercut": {3: "Linda wins 3 undercut"},
    "last hand was 5": {3: "Linda wins 5"},
    "make it 6": {3: "Linda wins 6"},
}
OF_ROUNDS = {
    "in the second hand Dave had 60": {2: "scores 10 0 35 60"},
    "second round dave 60 not 50": {2: "scores 10 0 35 60"},
    "Dave had 60 in the first round": {1: "scores 0 40 20 60"},
    "round 1 Sue 45": {1: "scores 0 45 20 65"},
    "Dave's 65 should be 60": {1: "scores 0 40 20 60"},
    "change Dave's 65 to 60": {1: "scores 0 40 20 60"},
    "oops, Sue had 5 this round": {2: "scores 10 5 35 50"},
    "it should be 10 0 35 55": {2: "scores 10 0 35 55"},
}
OF_BIDS_AND_TRICKS = {
    "no Ann bid 4": {1: "bids 4 4 2 3"},
    "oops Ann's bid was 4": {1: "bids 4 4 2 3"},
    "change Ann's bid to 4": {1: "bids 4 4 2 3"},
    "no Ann 3 Ben 5": {2: "tricks 3 5 2 3"},
    "Ann actually took 3, Ben took 5": {2: "tricks 3 5 2 3"},
    "Ben took 5, not 4, and Ann 3": {2: "tricks 3 5 2 3"},
    "that should be 3 5 2 3": {2: "tricks 3 5 2 3"},
}
OF_CARDS = {
    "no wait, Cat played the QC": {3: "Cat plays QC"},
    "no, Dan played the 6 of clubs": {4: "Dan plays 6C"},
    "Dan played the 6, not the 5": {4: "Dan plays 6C"},
    "oops Ann played the 10C": {5: "Ann plays 10C"},
    "it was the queen of clubs": {5: "Ann plays QC"},
    "sorry, QC": {5: "Ann plays QC"},
    "the five was a six": {4: "Dan plays 6C"},
    "remove the last trick": {},
    "sorry, Cat plays AD": {6: "Cat plays AD"},  # the next card: Cat has taken the trick
}
OF_OH_HELL = {
    "in the first hand Ben took 2 and Cat 5": {6: "Ben takes 2", 7: "Cat takes 5"},
    "Ann bid 5 in the first hand not 4": {5: "Ann bids 5"},
}
OF_TRICKS = {
    "Dan played JS, not AS": {4: "trick KC 9C QC JS"},
    "Dan played the jack of spades, not the ace": {4: "trick KC 9C QC JS"},
    "no wait, Dan threw the jack of spades in the last trick, not the ace": {4: "trick KC 9C QC JS"},
    "change line 4 to trick KC 9C QC JS": {4: "trick KC 9C QC JS"},
    "line 4: trick KC 9C QC JS": {4: "trick KC 9C QC JS"},
    "Dan played JS, not 8S": {},
}
OF_CRIBBAGE = {
    "no Bob's hand was 8": {4: "Bob shows 8"},
    "oops crib was only 4": {6: "Sue crib 4"},
    "Bob pegged 3 not 2": {2: "Bob pegs 3"},
    "Bob's 2 should be a 3": {2: "Bob pegs 3"},
    "Bob's peg is wrong, he had 3": {2: "Bob pegs 3"},
    "delete Bob's peg": {2: ""},
    "it wasn't Sue who pegged 4, it was Bob": {3: "Bob pegs 4"},
    "delete the 4": {3: ""},
    "Bob's peg is wrong": {},
    "make Bob's hand 8": {4: "Bob shows 8"},
    "that six was an eight": {6: "Sue crib 8"},
}
BIDS = ["d", "upcard 7H", "3 4"]
OF_BIDS = {
    **alike(
        {4: "Cat bids 5"},
        "sorry, 5",
        "5, I mean",
        "make that 5",
        "I misread: Cat 5",
        "oops 5 for Cat",
        "not 4, 5",
        "I meant 5",
        "Cat's 4 is wrong, she said 5",
        "we got that wrong, Cat 5",
        "wrong number, 5",
        "should've been 5",
        "I put 4 for Cat, should be 5",
        "that four was a five",
        "oops I meant 5 for Cat",
    ),
    **alike({4: ""}, "remove the last bid", "delete Cat's bid", "forget what I said about Cat"),
    **alike(
        {3: "Ben bids 4", 4: "Cat bids 3"},
        "swap Ben and Cat",
        "Ben and Cat the other way round",
        "I mixed up Ben and Cat",
        "swap Ben's and Cat's bids",
    ),
    **alike({}, "it wasn't Cat, it was Ann", "Cat's bid is wrong", "swap Ben and Ann", "undo Ann's bid", "Cat not yet"),
}
PLAYED = ["d", "upcard 7H", "3 4 4", "Ben 3, Cat 4, Ann 3", "d"]
OF_A_FINISHED_HAND = {
    **alike(
        {6: "Ben takes 4", 8: "Ann takes 2"},
        "in the hand before Ann had 2 and Ben 4",
        "in that hand Ann had 2 and Ben 4",
        "we got the last hand wrong, Ann only took 2, Ben 4",
        "hand 1 was wrong, Ann took 2, Ben 4",
        "last hand: Ben 4, Ann 2",
        "one hand ago Ann had 2 and Ben 4",
    ),
    "it wasn't Cat who took 4, it was Ben": {7: "Ben takes 4"},
    "Cat's 4 belongs to Ben": {7: "Ben takes 4"},
    "hand 1: undo that, Ben took 4, Cat 3": {6: "Ben takes 4", 7: "Cat takes 3"},
    "Cat didn't take 4, Ben did": {7: "Ben takes 4"},
    "line 5 should be Ann bids 5": {5: "Ann bids 5"},
    "change line 5 to Ann bids 5": {5: "Ann bids 5"},
    **alike(
        {},
        "last hand: Ben 2",
        "in the last hand Ben went home",
        "hand 1 was wrong",
        "delete the last hand",
        "in the previous hand Ben had 2 points",
        "in the hand before: 3 4 4",
    ),
}
CANASTA = ["d", "Emil+Finn threes 2", "Emil goes out", "Emil+Finn 500", "Gus+Hal 200", "d"]
OF_CANASTA = {
    **alike(
        {2: "Emil+Finn threes 1"},
        "in the hand before Emil+Finn had 1 red three",
        "last hand: Emil and Finn had one red three",
    ),
    "last hand Gus+Hal had 300": {5: "Gus+Hal counts 300"},
    **alike({}, "delete Gus and Hal's count", "in the last hand we had 300", "our count should be 300"),
    "in the last hand Hal went out": {3: "Gus+Hal out"},
    "in the last hand Gus+Hal had 1 red three": {},
}
OF_BOXES = {
    **alike(
        {1: "Ida threes 12"},
        "that 12 belongs in threes, not fours",
        "put her 12 in threes",
        "Ida's 12 goes in threes",
        "move the 12 to threes",
        "that goes in threes",
        "no, threes",
        "it was meant for threes",
        "that should be in threes",
    ),
    "sorry, 8": {1: "Ida fours 8"},
}
FILLED = ["Ida fours 12", "Ben fives 5", "Ida sixes 18"]
OF_FILLED_BOXES = {
    **alike({1: "Ida threes 12"}, "Ida's fours should be threes", "the 12 was threes", "Ida's 12 was in threes"),
    **alike({3: "Ida chance 18"}, "that 18 belongs in chance", "it was chance, not sixes"),
    **alike({}, "Ida's fours are wrong", "Ben's fives should be 50"),
    "delete Ida's fours": {1: ""},
    "24 not 18": {3: "Ida sixes 24"},
}
OF_SKAT = {
    "it was spades, not hearts": {2: "Ann wins spades with 1"},
    "it wasn't Ann, it was Ben": {2: "Ben wins hearts with 1"},
    "Ann didn't win, she lost": {2: "Ann loses hearts with 1"},
    "Ann lost, not won": {2: "Ann loses hearts with 1"},
    "the game was Cat's, not Ann's": {2: "Cat wins hearts with 1"},
}
OF_PIQUET = {
    "sorry, 14": {2: "Otto scores 14"},
    "that should have been Ben": {2: "Ben scores 12"},
    "Otto's 12 is wrong, he had 14": {2: "Otto scores 14"},
}
TWO_ROWS = ["hearts 4 3 1 5", "Bob queen", "hearts 2 2 4 5", "Sue queen"]
OF_ROWS = {
    **alike(
        {3: "hearts 3 1 4 5"}, "last hand: 3 1 4 5", "hand 2: 3 1 4 5", "last round: Sue 3, Bob 1, Linda 4, Dave 5"
    ),
    "hand 1: 5 3 0 5": {1: "hearts 5 3 0 5"},
    "in hand 1 it was Sue who had the queen": {2: "Sue queen"},
    "swap Sue and Linda": {3: "hearts 4 2 2 5"},
    **alike({}, "the hand before last was wrong", "undo 9", "Bob's hearts are wrong", "remove Bob's hearts"),
}
OF_POINTS = {
    "last round: 4 5 6 7": {},
    "swap Anna and Sue": {2: "scores 0 10 35 50"},
    "in the round before last Anna had 5": {1: "scores 5 40 20 65"},
    "round one: Anna 5": {1: "scores 5 40 20 65"},
    "the round before last was 5 40 20 65": {1: "scores 5 40 20 65"},
    "swap Sue and Bob in round 1": {1: "scores 0 20 40 65"},
    "change Anna's 10 to 0 and Sue's 0 to 10": {2: "scores 0 10 35 50"},
}

OF_EUCHRE = {
    **alike(
        {2: "Ann+Cat tricks 4", 3: "Ben+Dan tricks 1"},
        "the last hand was wrong, it was 4 1",
        "we scored the last hand wrong, 4 1",
        "last hand: 4 1",
    ),
    "in the last hand it was Cat who called": {1: "Cat calls"},
}

CASES = [
    ("hearts", "Sue Bob Linda Dave", HEARTS, EARLIER),
    ("gin-rummy", "Dave Linda", GIN, OF_GIN),
    ("tally", "Anna Sue Bob Dave", ROUNDS, OF_ROUNDS),
    ("spades", "Ann Ben Cat Dan", SPADES, OF_BIDS_AND_TRICKS),
    ("hearts", "Ann Ben Cat Dan", TRICK, OF_CARDS),
    ("oh-hell", "Ann Ben Cat", OH_HELL, OF_OH_HELL),
    ("cribbage", "Sue Bob", CRIBBAGE, OF_CRIBBAGE),
    ("oh-hell", "Ann Ben Cat", BIDS, OF_BIDS),
    ("oh-hell", "Ann Ben Cat", PLAYED, OF_A_FINISHED_HAND),
    ("canasta", "Emil Gus Finn Hal", CANASTA, OF_CANASTA),
    ("yahtzee", "Ida Ben", ["Ida fours 12"], OF_BOXES),
    ("yahtzee", "Ida Ben", FILLED, OF_FILLED_BOXES),
    ("skat", "Ann Ben Cat", ["d", "Ann plays hearts with 1, won"], OF_SKAT),
    ("piquet", "Otto Ben", ["d", "Otto scores 12"], OF_PIQUET),
    ("tally", "Anna Sue Bob Dave", ROUNDS, OF_POINTS),
    ("euchre", "Ann Ben Cat Dan", ["Ben calls", "3 2", "Ann calls", "5 0"], OF_EUCHRE),  # the last is refused
    ("hearts", "Sue Bob Linda Dave", TWO_ROWS, OF_ROWS),
    ("euchre", "Ann Ben Cat Dan", ["d", "Ben calls spades", "trick 9S TS QS KS", "trick KC 9C QC AS"], OF_TRICKS),
]


@pytest.mark.parametrize(
    ("slug", "players", "before", "line", "changed"),
    [(slug, players, before, line, now) for slug, players, before, lines in CASES for line, now in lines.items()],
)
def test_a_correction_finds_its_line(
    slug: str, players: str, before: Sequence[str], line: str, changed: dict[int, str], tmp_path: Path
) -> None:
    start, then = before_and_after(tmp_path, slug, players, [*before, line])
    now = dict(enumerate(start, 1)) | changed
    assert then == [text for _, text in sorted(now.items()) if text]


def test_whose_something_else_was_changes_no_line(tmp_path: Path) -> None:
    hearts = ["hearts 6 4 3 0", "Bob queen", "Linda hearts 5", "Dave hearts 8"]
    line = "no wait, Dave only had 7, the last one was Sue's"
    before, after = before_and_after(tmp_path, "hearts", "Sue Bob Linda Dave", [*hearts, line])
    assert after == before


def test_what_is_still_to_come_is_no_correction(tmp_path: Path) -> None:
    bids = ["d", "Ben bids 1", "Cat bids 0", "Ann bids 1"]
    before, after = before_and_after(tmp_path, "wizard", "Ann Ben Cat", [*bids, "it was Cat's trick"])
    assert after[: len(before)] == before
