"""Lines at the live table in any order, with asides, as corrections, and as answers to a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoresheets.cli.prompt_lines import Sitting
from scoresheets.keeping.journal import open_journal
from tests.evening import at_table, before_and_after

FOUR = "Ann Ben Cat Dan"
THREE = "Ann Ben Cat"
THREE_CARDS = ["house first-hand=3", "deal Ann", "upcard 5C", "1 1 2"]


def fresh(path: Path) -> Path:
    """Another directory for a second table."""
    (path / "fresh").mkdir()
    return path / "fresh"


ANY_ORDER = [
    ("skat", THREE, [], "ben played hearts with two and won", ["Ben wins hearts with 2"]),
    ("skat", THREE, [], "cat hand clubs with 3, lost, contra", ["Cat loses hand clubs with 3 kontra"]),
    ("skat", THREE, [], "ann plays null ouvert and makes it", ["Ann wins null-ouvert"]),
    ("skat", THREE, [], "cat played clubs, without 1, schneider, and made it", ["Cat wins clubs without 1 schneider"]),
    ("skat", THREE, [], "ben lost grand hand without 2", ["Ben loses grand hand without 2"]),
    ("skat", THREE, [], "ann went down in spades with 1", ["Ann loses spades with 1"]),
    ("schafkopf", FOUR, [], "ann lost a solo with 3 runners", ["Ann loses solo runners 3"]),
    ("schafkopf", FOUR, [], "ann and ben made it, call, schneider", ["Ann+Ben wins call schneider"]),
    ("gin-rummy", "Ann Ben", [], "big gin for ben, 31", ["Ben wins 31 big-gin"]),
    ("gin-rummy", "Ann Ben", [], "ann went gin, ben was left with 40", ["Ann wins 40 gin"]),
    ("euchre", FOUR, [], "dan called it alone in spades", ["Dan calls S alone"]),
    ("barbu", FOUR, ["d"], "ann says no tricks", ["Ann declares no-tricks"]),
    ("barbu", FOUR, ["d"], "hearts", ["Ann declares no-hearts"]),
    ("barbu", FOUR, ["d"], "no king of hearts", ["Ann declares barbu"]),
    ("barbu", FOUR, ["d", "Ann declares no-tricks"], "ann no tricks", ["Ann tricks 0"]),
    ("cribbage", "Ann Ben", ["d"], "ben pegs two for 15", ["Ben pegs 2"]),
    ("cribbage", "Ann Ben", ["d"], "ben pegs 31 for 2", ["Ben pegs 2"]),
    ("cribbage", "Ann Ben", ["d"], "anns hand is a double run for 8", ["Ann shows 8"]),
    ("canasta", FOUR, [], "ben 500, left with 150", ["Ben+Dan counts 350"]),
    ("canasta", FOUR, [], "ann was left with 85", []),
    ("canasta", FOUR, [], "ann had a red three", ["Ann+Cat threes 1"]),
    ("canasta", FOUR, [], "ann/cat one natural one mixed", ["Ann+Cat naturals", "Ann+Cat mixed"]),
    ("canasta", FOUR, [], "card points 540 for ann and cat, 310 for the others",
     ["Ann+Cat counts 540", "Ben+Dan counts 310"]),
    ("tally", THREE, [], "20 / 3 / 11", ["scores 20 3 11"]),
    ("tally", THREE, [], "anns 5, bens 3, cats 4", ["Ann scores 5", "Ben scores 3", "Cat scores 4"]),
    ("oh-hell", THREE, ["d", "1 1 9"], "ben didnt get any", ["Ben takes 0"]),
    ("cribbage", "Ann Ben", ["d", "ben shows 4"], "ann has 14 and 7 in the crib", []),
    ("cribbage", "Ann Ben", ["d"], "another go for ben", ["Ben pegs 1"]),
    ("cribbage", "Ann Ben", [], "ann deals, jack turned up, two for his heels", ["deal Ann", "Ann pegs 2"]),
    ("euchre", FOUR, [], "ben called spades but they got euchred, ann and cat took 3",
     ["Ben calls S", "Ann+Cat tricks 3"]),
    ("razz", THREE, ["d", "upcard KS 4D 7C", "ben bets 2"], "cat gives up", ["Cat folds"]),
    ("canasta", FOUR, ["d"], "cardz: ann and cat 385, ben and dan 620", ["Ann+Cat counts 385", "Ben+Dan counts 620"]),
    ("oh-hell", THREE, ["d", "1 1 9"], "everyone made it but ann", ["Ben takes", "Cat takes"]),
    ("oh-hell", THREE, ["d", "1 1 9"], "ben and cat made theirs, ann got one short",
     ["Ben takes", "Cat takes", "Ann takes 8"]),
    ("oh-hell", THREE, ["d"], "hearts are trumps, ben 3 and cat 2", ["trump H", "Ben bids 3", "Cat bids 2"]),
    ("oh-hell", THREE, ["d"], "b3 c2 a6", ["Ben bids 3", "Cat bids 2", "Ann bids 6"]),
    ("spades", FOUR, ["d"], "b nil c 3 d 4 a 2", ["Ben bids 0", "Cat bids 3", "Dan bids 4", "Ann bids 2"]),
    ("gin-rummy", "Ann Ben", [], "b gin 18", ["Ben wins 18 gin"]),
    ("tally", THREE, [], "d3 a2 b5", []),
    ("wizard", THREE, [], "ben and cat bid nothing, ann says 1", ["Ben bids 0", "Cat bids 0", "Ann bids 1"]),
    ("wizard", THREE, ["Ben 0 Cat 1 Ann 0"], "ann took it", ["Ann tricks 1"]),
    ("wizard", THREE, ["Ben 0 Cat 1 Ann 0"], "ann took the trick, nobody else", ["Ann tricks 1"]),
    ("wizard", THREE, ["Ben 0 Cat 1 Ann 0", "Ann 1", "Cat 1 Ann 1 Ben 1"], "everybody made it except ben, he got none",
     ["Cat tricks 1", "Ann tricks 1"]),
    ("spades", FOUR, ["Ben 4 Cat 4 Dan 0 Ann 3"], "dan made his nil, ben got 5, ann and cat 4 each",
     ["Dan tricks 0", "Ben tricks 5", "Ann tricks 4", "Cat tricks 4"]),
    ("tally", THREE, [], "cat lost 5, ann got 18", ["Cat scores -5", "Ann scores 18"]),
    ("tally", THREE, [], "everybody gets 10, cat 25", ["Ann scores 10", "Ben scores 10", "Cat scores 25"]),
    ("hearts", FOUR, [], "ben got 2, dan 4 plus the queen, 7 for ann",
     ["Ben hearts 2", "Dan hearts 4", "Dan queen", "Ann hearts 7"]),
    ("oh-hell", THREE, ["d", "1 1 9"], "ben got his, cat only 2", ["Ben takes", "Cat takes 2"]),
    ("skat", THREE, [], "ann played a grand with 2 jacks and won it, schneider too",
     ["Ann wins grand with 2 schneider"]),
    ("canasta", FOUR, [], "ann and cat cards came to 385", ["Ann+Cat counts 385"]),
    ("tally", THREE, [], "ann and ben both 300, cat got 1,200!",
     ["Ann scores 300", "Ben scores 300", "Cat scores 1200"]),
    ("tally", THREE, [], "first round ann got 350, ben farkled and cat zip", ["Ann scores 350", "Cat scores 0"]),
    ("spades", FOUR, ["d", "0 4 5 3"], "ann 4 cat 4 and ben went down, he took 1",
     ["Ann tricks 4", "Cat tricks 4", "Ben tricks 1"]),
    ("hearts", FOUR, [], "ann got stuck with the queen and 4 hearts, ben 6, cat 3, dan clean",
     ["Ann queen", "Ann hearts 4", "Ben hearts 6", "Cat hearts 3"]),
    ("hearts", FOUR, [], "cat 8, dan 4, ben one heart and the queen, none for ann",
     ["Cat hearts 8", "Dan hearts 4", "Ben hearts 1", "Ben queen"]),
    ("wizard", THREE, ["Ben 0 Cat 0 Ann 1"], "ben got the one trick, ann and cat got nothing", ["Ben tricks 1"]),
    ("wizard", THREE, ["Ben 0"], "ben goes for 1", []),
    ("canasta", FOUR, [], "ben and dan 1 mixed canasta and a red three", ["Ben+Dan mixed", "Ben+Dan threes 1"]),
    ("canasta", FOUR, [], "ann and cat have one mixed and 1 red three, cards 35, ben and dan 455",
     ["Ann+Cat mixed", "Ann+Cat threes 1", "Ann+Cat counts 35", "Ben+Dan counts 455"]),
    ("euchre", FOUR, [], "ben ordered dan up in hearts", ["Ben calls H"]),
    ("cribbage", "Ann Ben", ["d"], "ann 2 for the jack", ["Ann pegs 2"]),
    ("cribbage", "Ann Ben", ["d"], "ben pegged 2 with fifteen, ann pegged a pair for 2 and then the go for 1",
     ["Ben pegs 2", "Ann pegs 2", "Ann pegs 1"]),
    ("cribbage", "Ann Ben", ["d", "ben pegs 2"], "ben's hand makes 6, ann's hand is worth 12, and there's 5 in her box",
     ["Ben shows 6", "Ann shows 12", "Ann crib 5"]),
    ("cribbage", "Ann Ben", ["d", "ben pegs 2"], "ben shows 6 in his hand, ann has a 12 hand and the crib has 5",
     ["Ben shows 6", "Ann shows 12", "Ann crib 5"]),
    ("cribbage", "Ann Ben", ["d", "ben pegs 2"],
     "counting now: ben's hand is fifteen-two, fifteen-four and a pair makes 6", ["Ben shows 6"]),
    ("yahtzee", "Ann Ben", [], "ann put 22 in four of a kind", ["Ann four-alike 22"]),
    ("gin-rummy", "Ann Ben", [], "ann knocked with 4, ben had 21", ["Ann wins 17"]),
    ("gin-rummy", "Ann Ben", [], "ann went gin and caught him with 31", ["Ann wins 31 gin"]),
    ("gin-rummy", "Ann Ben", [], "ben knocked with 3 against 25", ["Ben wins 22"]),
    ("gin-rummy", "Ann Ben", [], "ben knocked with 8, ann had 6, undercut", ["Ann wins 2 undercut"]),
    ("gin-rummy", "Ann Ben", [], "ben knocked on 9 but ann undercut him by 2", ["Ann wins 2 undercut"]),
    ("gin-rummy", "Ann Ben", [], "gin for ben, ann is left with 42", ["Ben wins 42 gin"]),
    ("gin-rummy", "Ann Ben", [], "ann knocks with 5 and ben had 20 after laying off", ["Ann wins 15"]),
    ("gin-rummy", "Ann Ben", [], "ann knocked with 6, ben was left holding 23", ["Ann wins 17"]),
    ("gin-rummy", "Ann Ben", [], "ann knocked with 6, ben was holding 23", ["Ann wins 17"]),
    ("gin-rummy", "Ann Ben", [], "now ben has gin, and ann's caught with 31 in her hand", ["Ben wins 31 gin"]),
    ("gin-rummy", "Ann Ben", [], "third hand: ben knocks, but ann undercuts her by 4", ["Ann wins 4 undercut"]),
    ("gin-rummy", "Ann Ben", [], "ann went down with 2 and ben still had 33", ["Ann wins 31"]),
    ("skat", THREE, [], "ann lost a grand hand without 2, with kontra from cat", []),
    ("skat", THREE, [], "ben plays diamonds with two, schneider, and ann and cat lose, she wins it", []),
    ("skat", THREE, [], "all three of us passed on that deal", ["passed"]),
    ("skat", THREE, [], "nobody wanted to bid", ["passed"]),
    ("piquet", "Ann Ben", ["ann deals"], "ben won 8 tricks and ann the other 4", []),
    ("spades", FOUR, ["ann deals", "4 3 2 4"], "ben took three, cat two, dan got 4 and ann the rest",
     ["Ben tricks 3", "Cat tricks 2", "Dan tricks 4", "Ann tricks 4"]),
    ("canasta", FOUR, [], "ann and cat have two dirty ones and one red three",
     ["Ann+Cat mixed 2", "Ann+Cat threes 1"]),
    ("canasta", FOUR, [], "ben and dan had a pure canasta", ["Ben+Dan naturals"]),
    ("canasta", FOUR, [], "ann and cat have a clean canasta of kings and two dirty ones, ben and dan just one mixed",
     ["Ann+Cat naturals", "Ann+Cat mixed 2", "Ben+Dan mixed"]),
    ("canasta", FOUR, ["cat out"], "ben and dan have a natural canasta of sevens", ["Ben+Dan naturals"]),
    ("spades", FOUR, ["ann deals", "4 3 2 4"], "ann and cat made 8 between them, ann 4, cat 4, ben 3, dan 2",
     ["Ann tricks 4", "Cat tricks 4", "Ben tricks 3", "Dan tricks 2"]),
    ("razz", THREE, ["ann deals", "ben bets 4", "cat bets 4"], "they split it", ["Ben+Cat takes pot"]),
    ("razz", THREE, ["ann deals"], "ben has a 4, cat a king and ann a 2", []),
    ("razz", FOUR, ["ann deals", "upcard KS 5D 3C QH", "ben bets 2", "cat completes"], "dan and ann muck",
     ["Dan folds", "Ann folds"]),
    ("razz", FOUR, ["ann deals", "upcard KS 5D 3C QH", "ben bets 2", "cat completes"], "they fold, both of them", []),
    ("piquet", "Ann Ben", ["ann deals"], "ben's point of five is good", ["Ben declares point 5", "Ann good"]),
    ("cribbage", "Ann Ben", ["ann deals", "ben pegs 2"], "two for his heels, that's ann's", ["Ann pegs 2"]),
    ("yahtzee", "Ann Ben", [], "ann three fives", ["Ann fives 15"]),
    ("yahtzee", "Ann Ben", [], "ben four fours", []),
    ("yahtzee", "Ann Ben", [], "ann 4 of a kind 22", ["Ann four-alike 22"]),
    ("yahtzee", "Ann Ben", [], "ben scratch twos", ["Ben twos 0"]),
    ("pinochle", FOUR, ["Ann bids 300"], "they counted 190 to our 60", []),
    ("oh-hell", THREE, ["d"], "clubs trump, the 7", ["upcard 7C"]),
    ("hearts", FOUR, ["d", "Ben plays 2C"], "cat plays a low club, the 4", ["Cat plays 4C"]),
    ("hearts", FOUR, ["d", "Ben plays 2C"], "cat dumps the 5 of clubs on it", ["Cat plays 5C"]),
    ("piquet", "Sue Mike", ["d", "Mike discards 5"], "sue takes all three", []),
    ("hand-and-foot", FOUR, [], "ben's side dirty 4 and a clean", ["Ben+Dan dirty 4", "Ben+Dan clean"]),
    ("hand-and-foot", FOUR, [], "ben 2 clean 1 dirty", ["Ben+Dan clean 2", "Ben+Dan dirty"]),
    ("scopa", "Ann Ben", [], "ann gives", []),
    ("rummy", THREE, ["holds 0 17 22"], "Ann holds 3", []),
    ("hearts", FOUR, [], "hearts 4 4 5 0 and dan had the queen", ["hearts 4 4 5 0", "Dan queen"]),
    ("oh-hell", THREE, THREE_CARDS, "ben got the first trick and cat the last two", ["Ben takes", "Cat takes 2"]),
    ("oh-hell", THREE, THREE_CARDS, "ben 1, cat 2, poor ann nothing",
     ["Ben takes", "Cat takes 2", "Ann takes 0"]),
    ("oh-hell", THREE, [*THREE_CARDS, "Ben AS, Cat KS"], "ann trumps it with the nine", ["Ann plays 9C"]),
    ("tally", THREE, [], "surprisingly ann 12, bens 3 and poor old cat 9",
     ["Ann scores 12", "Ben scores 3", "Cat scores 9"]),
    ("tally", THREE, [], "ann 12, Zoe ben 3, cat 9", []),
    ("tally", THREE, [], "ann 12, against ben 3, cat 9", []),
    ("tally", THREE, [], "ben went out, ann 31, cat 12", ["Ben scores 0", "Ann scores 31", "Cat scores 12"]),
    ("tally", THREE, [], "cat has to go home, eve plays for her now", ["eve replaces Cat"]),
    ("hearts", FOUR, [], "Eve sits in for dan", ["Eve replaces Dan"]),
    ("tally", THREE, ["1 2 3"], "swap Cat for Eve", ["Eve replaces Cat"]),
    ("tally", THREE, ["1 2 3"], "Cat goes home", ["Cat leaves"]),
    ("tally", THREE, ["1 2 3"], "cat's out for the night", ["Cat leaves"]),
    ("tally", THREE, ["1 2 3"], "Cat isn't playing any more", ["Cat leaves"]),
    ("cribbage", "Ann Ben", ["ann deals"], "Ben goes home", []),
    ("tally", THREE, [], "cat has to leave, everybody plays on", []),
    ("tally", THREE, [], "cat goes home, somebody takes over", []),
    ("hearts", FOUR, [], "hearts this hand: ann 2, ben 6, cat 5, dan 0",
     ["Ann hearts 2", "Ben hearts 6", "Cat hearts 5", "Dan hearts 0"]),
    ("hearts", FOUR, [], "ann 2 hearts, ben 6 hearts, cat 4 hearts, dan 0", []),
    ("cribbage", "Ann Ben", [], "ann deals, the cut is 9D", ["deal Ann"]),
    ("cribbage", "Ann Ben", ["d"], "starter 9D", []),
    ("cribbage", "Ann Ben", ["d"], "ben fifteen for 2 and last card 1", ["Ben pegs 2", "Ben pegs 1"]),
    ("cribbage", "Ann Ben", ["d"], "in the play ben made 5 and ann 4", ["Ben pegs 5", "Ann pegs 4"]),
    ("cribbage", "Ann Ben", [], "ann deals. ben pegs 5, ann 3, ben shows 12, ann 8, crib 2",
     ["deal Ann", "Ben pegs 5", "Ann pegs 3", "Ben shows 12", "Ann shows 8", "Ann crib 2"]),
    ("euchre", FOUR, [], "ben, cat and dan pass, ann picks up the ten of clubs", ["Ann calls C"]),
    ("euchre", FOUR, ["Ann calls H"], "ben leads the right bower, cat 9H, dan the left, ann 10H",
     ["Ben plays JH", "Cat plays 9H", "Dan plays JD", "Ann plays 10H"]),
    ("euchre", FOUR, [], "dan calls hearts and gets euchred, only 1 trick", ["Dan calls H", "Ben+Dan tricks 1"]),
    ("euchre", FOUR, ["Ann calls H", "Ben AS, Cat 9S, Dan 10S, Ann KS", "Ben AC, Cat 9C, Dan 10C, Ann KC",
     "Ben AD, Cat 9D, Dan 10D, Ann KD"], "they split the last two", ["Ann+Cat tricks 1", "Ben+Dan tricks 4"]),
    ("gin-rummy", "Ann Ben", [], "ann gins, ben is stuck with 22", ["Ann wins 22 gin"]),
    ("gin-rummy", "Ann Ben", [], "ann knocks with 9 but ben only has 4", ["Ben wins 5 undercut"]),
    ("gin-rummy", "Ann Ben", [], "ann knocks with 9 and catches ben with 30", ["Ann wins 21"]),
    ("gin-rummy", "Ann Ben", [], "ann went gin", []),
    ("spades", FOUR, ["Ann 3, Ben 3, Cat 0, Dan 4"], "in the end ann took 5, ben 4, dan 4 and cat made her nil",
     ["Ann tricks 5", "Ben tricks 4", "Dan tricks 4"]),
    ("spades", FOUR, ["Ann 3, Ben 3, Cat 2, Dan 4"], "they took ann 4, ben 4, cat 3, dan 2",
     ["Ann tricks 4", "Ben tricks 4", "Cat tricks 3", "Dan tricks 2"]),
    ("spades", FOUR, ["Ann 3, Ben 3, Cat 2, Dan 4"], "ann and cat took 7, the others 6", []),
]  # fmt: skip


OF_ANOTHER_HAND = ["hand 1: ben 4, cat 2", "in the first hand ben had 4", "hand 1 ben 4, cat 2", "round 1: 7 2 1"]


@pytest.mark.parametrize("line", OF_ANOTHER_HAND)
def test_a_line_about_a_complete_hand_is_never_of_the_next(line: str, tmp_path: Path) -> None:
    assert len(at_table(tmp_path, "tally", THREE, "5 8 2", line)) == 1


def test_a_line_may_name_the_hand_in_progress(tmp_path: Path) -> None:
    texts = at_table(tmp_path, "tally", THREE, "5 8 2", "in the second hand ann got 3, ben 4, cat 9")
    assert texts == ["scores 5 8 2", "Ann scores 3", "Ben scores 4", "Cat scores 9"]


def test_totals_of_a_hand_that_is_partly_counted_are_asked_about(tmp_path: Path) -> None:
    lines = *THREE_CARDS, "Ben AS, Cat KS, Ann QS", "ben 1, cat 2, ann 0"
    start = at_table(fresh(tmp_path), "oh-hell", THREE, *lines)
    assert start[-1] == "Ann plays QS"
    assert at_table(tmp_path, "oh-hell", THREE, *lines, "1")[len(start) :] == ["Cat takes 2"]


def test_a_line_takes_the_place_of_the_one_refused(tmp_path: Path) -> None:
    lines = "d", "ann pegs 3", "ben shows 6, ann shows 19, crib 2", "sorry, ann shows 9 and crib 2"
    texts = at_table(tmp_path, "cribbage", "Ann Ben", *lines)
    assert texts == ["deal Ann", "Ann pegs 3", "Ben shows 6", "Ann shows 9", "Ann crib 2"]


def test_a_key_takes_an_offer_after_a_line_that_was_not_understood(tmp_path: Path) -> None:
    texts = at_table(tmp_path, "oh-hell", THREE, "10 cards, upcard 5C", "1ben zero", "1")
    assert texts == ["deal Ann", "upcard 5C"]
    assert at_table(fresh(tmp_path), "oh-hell", THREE, "d", "blah", "1") == ["deal Ann", "Ben bids 1"]


def test_an_offer_is_never_the_opposite(tmp_path: Path) -> None:
    assert at_table(tmp_path, "gin-rummy", "Ann Ben", "ben threw his cards, ann ate up 22", "1") == []


CORRECTED = [
    ("skat", THREE, ["Cat loses grand without 1"], "no with 1", ["Cat loses grand with 1"]),
    ("skat", THREE, ["Cat loses grand without 1"], "sorry, he won it", ["Cat wins grand without 1"]),
    ("skat", THREE, ["Cat loses grand without 1"], "cat announced schneider too",
     ["Cat loses grand without 1 schneider"]),
    ("skat", THREE, ["Cat loses clubs with 3 hand"], "that should be without 3", ["Cat loses clubs without 3 hand"]),
    ("skat", THREE, ["Cat loses clubs with 3 hand"], "it was a grand not clubs", ["Cat loses grand with 3 hand"]),
    ("gin-rummy", "Ann Ben", ["Ben wins 31 big-gin"], "nope just gin", ["Ben wins 31 gin"]),
    ("gin-rummy", "Ann Ben", ["Ann wins 40 gin"], "42 not 40", ["Ann wins 42 gin"]),
    ("spades", FOUR, ["3 4 2 3"], "ann meant 4", ["Ann bids 4", "Ben bids 4", "Cat bids 2", "Dan bids 3"]),
    ("spades", FOUR, ["3 4 2 3"], "I mean ben 3", ["Ann bids 3", "Ben bids 3", "Cat bids 2", "Dan bids 3"]),
    ("spades", FOUR, ["bids 3 4 2 3", "tricks 4 3 3 3"], "no 3 4 3 3", ["bids 3 4 2 3", "tricks 3 4 3 3"]),
    ("euchre", FOUR, ["Ann calls H alone", "tricks 5 0"], "sorry it was spades ann called",
     ["Ann calls S alone", "tricks 5 0"]),
    ("hearts", FOUR, ["Ben moon"], "wait it was cat who shot the moon", ["Cat moon"]),
    ("tally", THREE, ["5 8 2"], "bens last score was wrong, should be 6", ["scores 5 6 2"]),
    ("tally", THREE, ["5 8 2"], "fix that, 5 9 2", ["scores 5 9 2"]),
    ("tally", THREE, ["5 8 2"], "bananas should be 6", ["scores 5 8 2"]),
    ("hand-and-foot", FOUR, ["Ben counts 420", "Ann counts -60"], "that was 430 for ben",
     ["Ben+Dan counts 430", "Ann+Cat counts -60"]),
    ("rummy", THREE, ["holds 0 17 22", "Ben holds 9"], "1", ["holds 0 9 22"]),
    ("yahtzee", "Ann Ben", ["Ann ones 2"], "that was 3 ones", ["Ann ones 3"]),
    ("doppelkopf", FOUR, ["Ben+Dan loses 4"], "last one should be a win", ["Ben+Dan wins 4"]),
    ("rummy", THREE, ["Ben out", "holds 12 0 30"], "make cat 31", ["Ben out", "holds 12 0 31"]),
]  # fmt: skip


ASIDES = [
    ("oh-hell", THREE, ["d"], "ben says 2, typical", ["Ben bids 2"]),
    ("oh-hell", THREE, ["d"], "if ben says 2, cat says 3", []),
    ("oh-hell", THREE, ["d"], "not sure, ben 2", []),
    ("spades", FOUR, ["3 3 3 4"], "dan took four, so his bid is bust", ["Dan tricks 4"]),
    ("cribbage", "Ann Ben", ["d"], "muggins! ben pegs 2", ["Ben pegs 2"]),
    ("cribbage", "Ann Ben", ["d"], "ben pegs 2, that's 30 in all", ["Ben pegs 2"]),
    ("euchre", FOUR, [], "everyone passed, then cat called diamonds", ["Cat calls D"]),
    ("piquet", "Sue Mike", ["d", "Mike discards 5", "Sue discards 3"], "mike leads the ace of spades, that's 9",
     ["Mike plays AS"]),
    ("spades", FOUR, ["3 3 3 4"], "forget the cards. tricks were ann 4 ben 4 cat 5 dan 0",
     ["Ann tricks 4", "Ben tricks 4", "Cat tricks 5"]),
]  # fmt: skip


MISTAKEN = [
    ("euchre", FOUR, ["Ann calls C", "Ann+Cat 5"], "oops, ann and cat took 4 and ben and dan took 1",
     ["Ann calls C", "Ann+Cat tricks 4"]),
    ("cribbage", "Ann Ben", ["d", "Ben shows 8"], "oops ben's hand was only 6", ["deal Ann", "Ben shows 6"]),
    ("canasta", FOUR, ["Ben+Dan threes 3"], "oops dan had 2 red threes not 3", ["Ben+Dan threes 2"]),
    ("yahtzee", "Ann Ben", ["Ann small-straight"], "oops ann had a large straight, not a small one",
     ["Ann small-straight 30"]),
    ("skat", THREE, ["Ben loses hearts without 1"], "oops ben was without 2, not 1",
     ["Ben loses hearts without 2"]),
    ("gin-rummy", "Ann Ben", ["Ann wins 15", "Ben wins 18 gin", "Ann wins 3 undercut"], "oops bens gin was 16 not 18",
     ["Ann wins 15", "Ben wins 16 gin", "Ann wins 3 undercut"]),
    ("gin-rummy", "Ann Ben", ["Ann wins 15", "Ben wins 18 gin"], "oops in hand 1 ann won 16 not 15",
     ["Ann wins 16", "Ben wins 18 gin"]),
    ("tally", THREE, ["12 7 15", "10 10 25"], "ben had 8 not 7", ["scores 12 8 15", "scores 10 10 25"]),
    ("tally", THREE, ["12 7 15", "10 10 25"], "ben had 8 not 9", ["scores 12 7 15", "scores 10 10 25"]),
    ("tally", THREE, ["12 7 15", "10 10 25"], "oops cat only got 5 that round",
     ["scores 12 7 15", "scores 10 10 5"]),
    ("hearts", FOUR, ["hearts 7 2 0 4", "Dan queen"], "the queen was cat's, change it",
     ["hearts 7 2 0 4", "Cat queen"]),
    ("hearts", FOUR, ["hearts 7 2 0 4", "Dan queen"], "oops cat took the queen last hand not dan",
     ["hearts 7 2 0 4", "Cat queen"]),
    ("hearts", FOUR, ["hearts 7 2 0 4", "Dan queen"], "change dan queen to cat queen", ["hearts 7 2 0 4", "Cat queen"]),
    ("hearts", FOUR, ["hearts 7 2 0 4", "Dan queen"], "line 2 should be cat queen", ["hearts 7 2 0 4", "Cat queen"]),
    ("wizard", THREE, ["Ben 0 Cat 1 Ann 0", "Ben 1"], "oops, ben had none, cat had 1",
     ["Ben bids 0", "Cat bids 1", "Ann bids 0", "Cat tricks 1"]),
    ("wizard", THREE, ["Ben 0 Cat 1 Ann 0", "Ben 1"], "oops no it was cat who took one, not ben",
     ["Ben bids 0", "Cat bids 1", "Ann bids 0", "Cat tricks 1"]),
    ("wizard", THREE, ["Ben 0 Cat 1 Ann 0", "Ben 1"], "fix ben 0, cat 1",
     ["Ben bids 0", "Cat bids 1", "Ann bids 0", "Cat tricks 1"]),
    ("wizard", THREE, ["Ben 0 Cat 1 Ann 0", "Ben 1", "Ben 0 Cat 0 Ann 1", "Ben 2"],
     "oops ann and ben took one each", ["Ben bids 0", "Cat bids 1", "Ann bids 0", "Ben tricks 1",
     "Ben bids 0", "Cat bids 0", "Ann bids 1", "Ben tricks 1"]),
]  # fmt: skip


IN_SEQUENCE = [
    ("canasta", FOUR, [], "ann out, naturals 1, ben mixed 1, counts 380 95",
     ["Ann+Cat out", "Ann+Cat naturals", "Ben+Dan mixed", "counts 380 95"]),
    ("canasta", FOUR, [], "ben mixed 2, counts 60, 410", ["Ben+Dan mixed 2", "counts 60 410"]),
    ("canasta", FOUR, [], "ann out, counts 380 and 95, ben mixed 1",
     ["Ann+Cat out", "counts 380 95", "Ben+Dan mixed"]),
    ("canasta", FOUR, [], "ben mixed 1, 310, ann 200",
     ["Ben+Dan mixed", "Ben+Dan counts 310", "Ann+Cat counts 200"]),
    ("canasta", FOUR, [], "ann and cat a red three and minus 65, ben and dan 240",
     ["Ann+Cat threes 1", "Ann+Cat counts -65", "Ben+Dan counts 240"]),
    ("canasta", FOUR, [], "cat goes out concealed with 1 natural and 3 mixed, 540 in cards, ben and dan are minus 85",
     ["Ann+Cat out", "Ann+Cat concealed", "Ann+Cat naturals", "Ann+Cat mixed 3", "Ann+Cat counts 540",
      "Ben+Dan counts -85"]),
    ("hearts", FOUR, [], "dan had the queen, hearts 1 5 7 0", ["Dan queen", "hearts 1 5 7 0"]),
    ("wizard", THREE, [], "spades are trumps, ann bids 1, ben 0, cat 1", ["Ann bids 1", "Ben bids 0", "Cat bids 1"]),
    ("whist", FOUR, ["Ann deals, 5S turned up"], "4D KD 2D 3D, then cat leads AC, 5C 2C 3C",
     ["trick 4D KD 2D 3D", "Cat plays AC", "Dan plays 5C", "Ann plays 2C", "Ben plays 3C"]),
    ("whist", FOUR, ["Ann deals, 5S turned up"], "AD 6D 8D, ann trumps with 3S",
     ["Ben plays AD", "Cat plays 6D", "Dan plays 8D", "Ann plays 3S"]),
    ("whist", FOUR, ["Ann deals, 5S turned up"], "ben plays AD, cat 6D, 8D 9D",
     ["Ben plays AD", "Cat plays 6D", "Dan plays 8D", "Ann plays 9D"]),
    ("whist", FOUR, ["Ann deals, 5S turned up"], "AD 6D 8D 2D. then ben leads JC, 4C AC 5C",
     ["trick AD 6D 8D 2D", "Ben plays JC", "Cat plays 4C", "Dan plays AC", "Ann plays 5C"]),
    ("whist", FOUR, ["Ann deals, 5S turned up"], "4D 6D 8D 2D, dan takes it", ["trick 4D 6D 8D 2D"]),
    ("whist", FOUR, ["Ann deals, 5S turned up"], "AD 6D 8D 2D, no wait, 3D", []),
    ("razz", FOUR, ["ann deals"], "door cards ben KS, cat 5D, dan 3C, ann QH", ["upcard KS 5D 3C QH"]),
    ("razz", FOUR, ["ann deals"], "upcards: dan 3C, ann QH, ben KS, cat 5D", ["upcard KS 5D 3C QH"]),
    ("razz", FOUR, [], "ann deals, door cards KS for ben, 5D cat, 3C dan, QH ann", ["deal Ann", "upcard KS 5D 3C QH"]),
    ("razz", FOUR, ["ann deals"], "ben's upcard is KS", []),
    ("piquet", "Ann Ben", ["ann deals", "ben has a point of 5", "good"],
     "ben has a quint, that's good, and three aces, good",
     ["Ben declares quint", "Ann good", "Ben declares trio A", "Ann good"]),
    ("piquet", "Ann Ben", ["ann deals", "ben has a point of 4"], "good, says ann", ["Ann good"]),
    ("whist", FOUR, ["Ann deals, 5S turned up"], "ben leads SA, S9 S2 S4", ["Ben plays AS", "Cat plays 9S",
     "Dan plays 2S", "Ann plays 4S"]),
    ("whist", FOUR, ["Ann deals, 5S turned up"], "HA H9 H2 H10", ["trick AH 9H 2H 10H"]),
    ("oh-hell", THREE, ["d"], "b3 c2 a6", ["Ben bids 3", "Cat bids 2", "Ann bids 6"]),
    ("skat", THREE, [], "ben plays spades with 1 and makes it with 66", ["Ben wins spades with 1"]),
    ("skat", THREE, [], "ann loses clubs without 2, only 48 points", ["Ann loses clubs without 2"]),
    ("skat", THREE, [], "ben makes it with 66", []),
    ("crazy-eights", FOUR, ["house points=winner", "d"], "ben goes out, ann has 40 left, cat 8, dan 15",
     ["Ben out", "Ann holds 40", "Cat holds 8", "Dan holds 15"]),
    ("crazy-eights", FOUR, ["d"], "ben goes out, ann has 40 left, cat 8, dan 15", []),
    ("whist", FOUR, ["ann deals"], "Eve takes over from Dan", ["Eve replaces Dan"]),
    ("hearts", FOUR, [], "Dan leaves, Eve plays instead", ["Eve replaces Dan"]),
    ("hearts", FOUR, [], "Eve steps in for Dan", ["Eve replaces Dan"]),
    ("hearts", FOUR, [], "Cat steps in for Dan", []),
    ("whist", FOUR, ["ann deals, ann and cat 9, ben and dan 5"], "oh, it was 4", ["tricks 9 4"]),
    ("whist", FOUR, ["ann deals, ann and cat 9, ben and dan 5"], "no, 8 5",
     ["Ann+Cat tricks 8", "Ben+Dan tricks 5"]),
]  # fmt: skip
"""Several reports that only commas, full stops and *then* separate."""


@pytest.mark.parametrize(("slug", "players", "before", "line", "told"), [*ANY_ORDER, *ASIDES, *IN_SEQUENCE])
def test_a_line_is_entered_as_it_is_meant(
    slug: str, players: str, before: list[str], line: str, told: list[str], tmp_path: Path
) -> None:
    start, then = before_and_after(tmp_path, slug, players, [*before, line])
    assert then[len(start) :] == told


@pytest.mark.parametrize(("slug", "players", "before", "line", "told"), [*CORRECTED, *MISTAKEN])
def test_a_correction_changes_only_what_it_says(
    slug: str, players: str, before: list[str], line: str, told: list[str], tmp_path: Path
) -> None:
    assert at_table(tmp_path, slug, players, *before, line) == told


CHOSEN = [
    ("skat", THREE, ["ben 18"], {"lost": "Ben loses 18", "the second one": "Ben loses 18", "he won": "Ben wins 18"}),
    ("hearts", FOUR, ["d", "Ben plays 2C", "Cat plays A"],
     {"the first one": "Cat plays AC", "clubs": "Cat plays AC", "second": "Cat plays AS"}),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "players", "before", "answers"), CHOSEN)
def test_a_question_is_answered_by_place_or_in_words(
    slug: str, players: str, before: list[str], answers: dict[str, str], tmp_path: Path
) -> None:
    for i, (answer, told) in enumerate(answers.items()):
        (tmp_path / str(i)).mkdir()
        assert at_table(tmp_path / str(i), slug, players, *before, answer)[-1] == told


def test_ranks_in_a_row_are_of_the_suit_led_if_the_table_says_so(tmp_path: Path) -> None:
    lines = "d", "Ben plays 2C", "cat ace, dan king, ann six"
    assert at_table(tmp_path, "hearts", FOUR, *lines) == ["deal Ann", "Ben plays 2C"]
    (tmp_path / "asked").mkdir()
    assert at_table(tmp_path / "asked", "hearts", FOUR, *lines, "yes")[2:] == [
        "Cat plays AC", "Dan plays KC", "Ann plays 6C",
    ]  # fmt: skip


@pytest.mark.parametrize("before", [["d"], ["d", "Ann declares no-tricks"]])
def test_d_only_ever_deals(before: list[str], tmp_path: Path) -> None:
    assert len(at_table(tmp_path, "barbu", FOUR, *before, "d")) == len(before)


def test_the_next_deal_offers_what_the_total_leaves(tmp_path: Path) -> None:
    lines = "dan calls", "dan and ben took 3", "next hand", "1"
    told = ["Dan calls", "Ben+Dan tricks 3", "Ann+Cat tricks 2", "deal Ben"]
    assert at_table(tmp_path, "euchre", FOUR, *lines) == told


AFTER_A_HAND = [
    ("Dan tricks 1", [], ["Dan tricks 1"]),
    ("dan took one, so his nil is bust", [], ["Dan tricks 1"]),
    ("tricks 4 4 4 1", ["tricks 4 4 4 1"], None),
    ("tricks 4 5 4 0", ["tricks 4 5 4 0"], None),
]


@pytest.mark.parametrize(("line", "corrected", "added"), AFTER_A_HAND)
def test_a_number_that_ended_a_hand_is_never_of_the_next_unasked(
    line: str, corrected: list[str], added: list[str] | None, tmp_path: Path
) -> None:
    before = "bids 4 3 4 0", "tricks 4 5 4 0"
    assert at_table(fresh(tmp_path), "spades", FOUR, *before, line) == [*before]
    then = at_table(tmp_path, "spades", FOUR, *before, line, "1")
    assert then == [before[0], *corrected] if added is None else then == [*before, *added]


def test_two_numbers_of_a_row_are_corrected_at_once(tmp_path: Path) -> None:
    lines = "hearts 0 1 8 4", "ben queen", "oops cat had 9 not 8, dan 3 not 4"
    assert at_table(tmp_path, "hearts", FOUR, *lines) == ["hearts 0 1 9 3", "Ben queen"]


def test_the_rest_of_a_line_goes_on_with_the_meaning_that_was_chosen(tmp_path: Path) -> None:
    told = ["deal Ann", "Ben shows 8", "Ann shows 12", "Ann crib 4"]
    assert at_table(tmp_path, "cribbage", "Ann Ben", "d", "ben 8, ann 12, crib 4", "2") == told


def test_another_game_waits_until_this_one_is_ended(tmp_path: Path) -> None:
    lines = "d", "canasta, Ann and Ben against Cat"
    assert at_table(tmp_path, "oh-hell", THREE, *lines) == ["deal Ann"]


STOPPING = ["that's it for oh hell", "right, we're done", "let's stop here, we're playing hearts now", "stop"]


@pytest.mark.parametrize("line", STOPPING)
def test_the_game_stops_in_anybody_s_words(line: str, tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        sitting = Sitting(kept.new("oh-hell", THREE.split()), brief=True, ask=lambda text: "y")
        for each in ("d", "1 1 9", "1 0 9", line):
            sitting.hear(each)
        assert sitting.session.ended


@pytest.mark.parametrize("line", ["undo the whole hand", "undo that hand", "undo hand"])
def test_a_hand_is_undone_as_a_whole(line: str, tmp_path: Path) -> None:
    assert at_table(tmp_path, "oh-hell", THREE, "d", "1 1 9", "1 0 9", "d", line) == [
        "deal Ann", "Ben bids 1", "Cat bids 1", "Ann bids 9", "Ben takes", "Cat takes 0", "Ann takes 9",
    ]  # fmt: skip


@pytest.mark.parametrize("line", ["put it back", "bring that back", "redo that"])
def test_what_was_undone_is_put_back_in_words(line: str, tmp_path: Path) -> None:
    assert at_table(tmp_path, "oh-hell", THREE, "d", "2", "undo", line) == ["deal Ann", "Ben bids 2"]


OTHERS = [
    (["ann bids 1, ben 0, cat 1", "ann 1"], "the others none", []),
    (["ann bids 1, ben 0, cat 1", "ann 1"], "nobody else got any", []),
    ([], "the others none", []),
    (["ann bids 1"], "the others none", ["Ben bids 0", "Cat bids 0"]),
]


@pytest.mark.parametrize(("before", "line", "told"), OTHERS)
def test_there_are_others_only_after_a_first_one(before: list[str], line: str, told: list[str], tmp_path: Path) -> None:
    start, end = before_and_after(tmp_path, "wizard", THREE, [*before, line])
    assert end[len(start) :] == told


def test_undo_takes_the_last_line_back_whole(tmp_path: Path) -> None:
    before = ["ann bids 1, ben 0, cat 1"]
    assert at_table(tmp_path / "a", "wizard", THREE, *before, "undo") == []
    assert at_table(tmp_path / "b", "wizard", THREE, *before, "undo 1") == ["Ann bids 1", "Ben bids 0"]
