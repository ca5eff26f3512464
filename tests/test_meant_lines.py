"""Which line a correction in plain words means, and what it makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.evening import before_and_after

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
}

CASES = [
    ("hearts", "Sue Bob Linda Dave", HEARTS, EARLIER),
    ("gin-rummy", "Dave Linda", GIN, OF_GIN),
    ("tally", "Anna Sue Bob Dave", ROUNDS, OF_ROUNDS),
    ("spades", "Ann Ben Cat Dan", SPADES, OF_BIDS_AND_TRICKS),
    ("hearts", "Ann Ben Cat Dan", TRICK, OF_CARDS),
    ("oh-hell", "Ann Ben Cat", OH_HELL, OF_OH_HELL),
    ("cribbage", "Sue Bob", CRIBBAGE, OF_CRIBBAGE),
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
    assert dict(enumerate(then, 1)) == dict(enumerate(start, 1)) | changed
