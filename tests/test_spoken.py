"""Everyday lines and the report that each of them stands for."""

from __future__ import annotations

import pytest

from referee.declared.shelf import shipped
from referee.entry.shorthand import Several, in_full, read
from referee.entry.spoken.phrases import fill, phrase_pattern
from referee.entry.spoken.readings import ways
from referee.games import games
from referee.language.synonyms import counted, stems, written
from referee.table.referee import Referee
from scoresheets.catalogue import game_called

SAID = {
    "oh-hell": (
        "Dave Sue Bob Linda",
        ("d",),
        """
        Sue bids two = Sue bids 2
        Dave says two = Dave bids 2
        sue: 3 = Sue bids 3
        Sue says three, please = Sue bids 3
        Sue goes two = Sue bids 2
        nil = Sue bids 0
        Sue nil = Sue bids 0
        pass = Sue bids 0
        trump is spades = trump S
        spades are trumps = trump S
        hearts trump = trump H
        the upcard is the 7 of hearts = upcard 7H
        seven of hearts is trump = upcard 7H
        9 cards, hearts trump = trump H
        one, two, nil = Sue bids 1; Bob bids 2; Linda bids 0
        Sue had QH 9S 2D 3D 4D 5D 6D 7D 8D 9D = Sue dealt QH 9S 2D 3D 4D 5D 6D 7D 8D 9D
        Sue had the queen of hearts, 9S, 2D 3D 4D 5D 6D 7D 8D and 9D = Sue dealt QH 9S 2D 3D 4D 5D 6D 7D 8D 9D
        """,
    ),
    "oh-hell played": (
        "Dave Sue Bob Linda",
        ("d", "Sue bids 2; Bob bids 2; Linda bids 2; Dave bids 6"),
        """
        Sue took 3 = Sue takes 3
        Sue won three tricks = Sue takes 3
        Sue got two = Sue takes 2
        Sue leads the ace of hearts = Sue plays AH
        leads the ace of hearts = Sue plays AH
        plays 7 of hearts = Sue plays 7H
        Sue played the 10 of clubs = Sue plays 10C
        3 to Sue = Sue takes 3
        the rest to Bob = Bob takes 10
        Bob gets the rest = Bob takes 10
        Sue gives up = Sue concedes
        """,
    ),
    "oh-hell made": (
        "Dave Sue Bob Linda",
        ("d", "Sue bids 2; Bob bids 2; Linda bids 2; Dave bids 6"),
        """
        Sue made her bid = Sue takes 2
        Dave made it = Dave takes 6
        Bob got nothing = Bob takes 0
        no tricks for Bob = Bob takes 0
        Sue led the spade queen = Sue plays QS
        no wait, Sue leads the queen of spades = Sue plays QS
        Dave goes set = ?
        """,
    ),
    "oh-hell trick": (
        "Dave Sue Bob Linda",
        ("d", "Sue bids 2; Bob bids 2; Linda bids 2; Dave bids 6", "trump H", "Sue plays QS"),
        """
        Bob discards the jack of diamonds = Bob plays JD
        Bob ducks with the 3 of spades = Bob plays 3S
        Bob has the ace = Bob plays A
        Bob 5 = Bob plays 5
        """,
    ),
    "oh-hell trump": (
        "Dave Sue Bob Linda",
        ("d",),
        """
        it's diamonds = trump D
        """,
    ),
    "razz called": (
        "Ann Ben Cat",
        ("d", "upcard KS 4D 7C", "Ben bets 2"),
        """
        I'm out = Cat folds
        Cat is in = Cat calls
        Cat goes all in = ?
        """,
    ),
    "piquet": (
        "Ann Ben",
        ("d",),
        """
        Ben exchanges 5 = Ben discards 5
        exchanges five = Ben discards 5
        Ben has carte blanche = Ben declares carte-blanche
        """,
    ),
    "piquet declared": (
        "Ann Ben",
        ("d", "Ben discards 5", "Ann discards 3"),
        """
        point of five = Ben declares point 5
        point of five, making forty-nine = Ben declares point 5 49
        Ben has a point of five making 49 = Ben declares point 5 49
        tierce to the king = Ben declares tierce K
        a quart to the queen = Ben declares quart Q
        quint to the ace = Ben declares quint A
        four aces = Ben declares quatorze A
        three knaves = Ben declares trio J
        quatorze of kings = Ben declares quatorze K
        I play one = ?
        """,
    ),
    "piquet answered": (
        "Ann Ben",
        ("d", "Ben discards 5", "Ann discards 3", "Ben declares point 5"),
        """
        making forty-nine = Ann declares point 5 49
        that is good = Ann good
        equal = Ann equal
        not good = ?
        Ann says it's no good = ?
        mine is the same = Ann equal
        """,
    ),
    "spades": (
        "Ann Bob Cat Dan",
        (),
        """
        Bob nil = Bob bids 0
        Bob bids nil = Bob bids 0
        Bob goes blind nil = Bob bids 0 blind
        3 nil 4 2 = Ann bids 3; Bob bids 0; Cat bids 4; Dan bids 2
        three nil four two = Ann bids 3; Bob bids 0; Cat bids 4; Dan bids 2
        Ann says four = Ann bids 4
        """,
    ),
    "skat": (
        "Ann Ben Cat",
        ("d",),
        """
        Ann won 48 = Ann wins 48
        Ben lost twenty = Ben loses 20
        all passed = passed
        no one bid = passed
        Ann made 48 = Ann wins 48
        Ben lost his grand, 48 = Ben loses 48
        Cat won a null = Cat wins 23
        everybody passes = passed
        """,
    ),
    "cribbage": (
        "Ann Ben",
        ("d", "Ben pegs 2"),
        """
        Ben: fifteen two, pair is four = Ben shows 4
        Ben shows fifteen two, fifteen four and a pair is six = Ben shows 6
        Ben fifteen for two = Ben pegs 2
        Ann pair for two = Ann pegs 2
        Ben go for one = Ben pegs 1
        Ben last card = Ben pegs 1
        Ann two for his heels = Ann pegs 2
        Ben's hand is eight = Ben shows 8
        Ben has nothing = Ben shows 0
        run of three for Ann = Ann pegs 3
        his nobs = ?
        four in the crib = Ann crib 4
        """,
    ),
    "euchre": (
        "Ann Ben Cat Dan",
        ("d",),
        """
        Ben orders it up = Ben calls
        Ann picks it up = Ann calls
        Ben ordered up = Ben calls
        Ben alone = Ben calls alone
        Ben goes alone = Ben calls alone
        Ben makes it hearts = Ben calls H
        Ben calls spades = Ben calls S
        the dealer picks it up = Ann calls
        they made it = ?
        pass = ?
        """,
    ),
    "hearts": (
        "Ann Bob Cat Dan",
        ("d",),
        """
        Ann has the queen = Ann queen
        Ann took the queen of spades = Ann queen
        the queen to Ann = Ann queen
        bob shot the moon = Bob moon
        Bob ran them all = Bob moon
        Ann ate the queen = Ann queen
        the lady went to Bob = Bob queen
        Bob took all = Bob moon
        Ann took three hearts = Ann hearts 3
        Ann took 3 = Ann hearts 3
        Cat none = Cat hearts 0
        """,
    ),
    "razz dealt": ("Ann Ben Cat", ("d",), "door cards king of hearts, 5S and the 9D = upcard KH 5S 9D"),
    "razz": (
        "Ann Ben Cat",
        ("d", "upcard KH 5S 9D"),
        """
        brings it in = Ben bets 2
        Ben brings it in for 2 = Ben bets 2
        ante = ?
        """,
    ),
    "razz opened": (
        "Ann Ben Cat",
        ("d", "upcard KH 5S 9D", "Ben bets 2"),
        """
        Cat mucks = Cat folds
        Cat mucked = Cat folds
        Cat completed = Cat completes
        fold = Cat folds
        """,
    ),
    "samba": (
        "Dave Sue Bob Linda",
        ("d",),
        """
        Dave and Bob 900 = Dave+Bob scores 900
        Dave and Bob scored 900, one natural canasta, one mixed and went out = Dave+Bob scores 900 natural 1 mixed 1 out
        Sue and Linda 600, stuck with 85 = Sue+Linda scores 600 held 85
        the top card is the 9 of hearts = upcard 9H
        """,
    ),
    "samba drawn": (
        "Dave Sue Bob Linda",
        ("d", "Sue draws"),
        """
        Sue lays down three kings: KS KH KD = Sue melds KS KH KD
        Sue puts down AS AH AC = Sue melds AS AH AC
        """,
    ),
    "scopa": (
        "Ann Ben",
        ("d", "upcard 2D KH 7S 4C"),
        "Ben takes the seven with his seven of coins = Ben captures 7S with 7D",
    ),
    "gin-rummy": (
        "Ann Ben",
        ("d",),
        """
        Ann knocks with 12 = ?
        Ann knocks with 7, Ben has 22 = Ann wins 15
        Ann gins = ?
        Ann undercut Ben by 3 = Ann wins 3 undercut
        Ann gin with 14 = Ann wins 14 gin
        Ben undercuts for 5 = Ben wins 5 undercut
        """,
    ),
    "rummy": ("Ann Ben Cat", ("d", "Ann out"), "Ben was left with 12 = Ben holds 12"),
    "yahtzee": (
        "Ann Ben",
        (),
        """
        Ann small straight = Ann small-straight 30
        Ann has a full house = Ann full-house 25
        Ann scratches the yahtzee = Ann yahtzee 0
        """,
    ),
    "crazy-eights": (
        "Ann Ben Cat",
        ("d",),
        """
        Ben went out = Ben out
        starter is the 9 of clubs = upcard 9C
        """,
    ),
    "ecarte": ("Ann Ben", ("d",), "trump is the seven of hearts = upcard 7H"),
    "thirty-one": ("Asa Bo Carl", ("d",), "the nine of spades is face up = upcard 9S"),
    "gops": ("Ann Ben", ("upcard KD",), "both played the seven = Ann plays 7; Ben plays 7"),
    "i-doubt-it": ("Ann Ben Cat", ("d",), "Cat went out = Cat out"),
    "hasenpfeffer": ("Ann Ben Cat Dan", ("d",), "Ben passed = Ben passes\nBen said three = Ben bids 3"),
}  # fmt: skip
"""By game: the players, the lines before, and the meaning of each line; ``?`` if it is asked about."""

ROWS = [
    pytest.param(key, *line.split(" = "), id=f"{key}: {line.split(' = ')[0].strip()}")
    for key, (_, _, lines) in SAID.items()
    for line in map(str.strip, lines.splitlines())
    if line
]


def table(key: str) -> Referee:
    players, before, _ = SAID[key]
    referee = Referee(game_called(key.split()[0]), players.split())
    for line in before:
        for text in line.split("; "):
            for full in in_full(text, referee):
                assert referee.hear(full).accepted, full
    return referee


@pytest.mark.parametrize(("key", "words", "meant"), ROWS)
def test_a_line_is_taken_as_it_is_said(key: str, words: str, meant: str) -> None:
    referee = table(key)
    if meant == "?":
        with pytest.raises(Several):
            read(words, referee)
        return
    told = []
    for text in in_full(words, referee):
        ruling = referee.hear(text)
        told.append(ruling.text)
    assert "; ".join(told) == meant


@pytest.mark.parametrize(
    "text", ["who deals next?", "what did Sue bid", "can Sue bid 2?", "is it my turn", "did Sue bid"]
)
def test_a_question_is_never_a_report(text: str) -> None:
    assert read(text, table("oh-hell")) is None


@pytest.mark.parametrize(
    "text", ["Sue took the biscuit", "bananas", "Sue leads a club", "Sue bids two bananas", "good game everyone"]
)
def test_a_line_with_a_word_that_means_nothing_is_not_taken(text: str) -> None:
    assert read(text, table("oh-hell played")) is None


@pytest.mark.parametrize(
    "text", ["trick 7H", "Ben scores 7H", "Ben scores 3", "Ben bids 7H", "Ben wins 7", "Ben passes 3"]
)
@pytest.mark.parametrize("slug", ["crates", "crazy-eights", "page-one", "kabu", "carioca", "old-maid", "fan-tan"])
def test_points_bids_and_tricks_are_never_draws_or_cards_left(slug: str, text: str) -> None:
    referee = Referee(game_called(slug), ["Ann", "Ben", "Cat"])
    for line in ("deal Ann", "upcard 5S"):
        referee.hear(line)
    meant = read(text, referee)
    assert meant is None or meant.entered[0].verb not in ("draws", "holds", "discards", "hits")


@pytest.mark.parametrize("slug", [*games(), *(offer.slug for offer in shipped())])
def test_a_phrase_makes_a_report_of_its_game(slug: str) -> None:
    game = game_called(slug)
    for phrase, report in game.phrases.items():
        for one in report.split(" | ") if not report.startswith("?") else ():
            verb = next(word for word in one.split() if not word.startswith("="))
            assert verb in game.vocabulary.shapes, (phrase, one)


def test_a_phrase_whose_report_says_more_than_was_said_means_nothing() -> None:
    match = phrase_pattern("gin N").fullmatch("gins 14")
    hand = table("razz").hand
    assert match and fill("wins N gin", match, hand) == "wins 14 gin" and fill("wins N2 gin", match, hand) is None
    assert fill("bets =bring_in", match, hand) == "bets 2" and fill("bets =nothing", match, hand) is None


PLAYED = [game.slug for game in map(game_called, games()) if "plays" in game.vocabulary.shapes]


@pytest.mark.parametrize("slug", PLAYED)
def test_a_card_that_is_played_is_never_another_report(slug: str) -> None:
    game = game_called(slug)
    most = max(number for number in game.players if number <= 4)
    referee = Referee(game, ["Ann", "Ben", "Cat", "Dan"][:most])
    for text in ("deal", "deal Ann"):
        if referee.hear(text).accepted:
            break
    for words in ("Ann plays seven of spades", "Ann played the seven of spades"):
        try:
            meant = read(words, referee)
        except Several as several:
            raise AssertionError(f"{words} may be {several}") from None
        assert meant is None or meant.entered[0].verb in ("plays", "leads"), meant


@pytest.mark.parametrize("text", ["Ann has 2C", "Ann had the two of clubs", "Ann is holding 2C 3C"])
def test_a_card_that_is_held_is_never_played(text: str) -> None:
    hearts = Referee(game_called("hearts"), ["Ann", "Ben", "Cat", "Dan"])
    hearts.hear("deal Ann")
    assert {way.text.split()[1] for way in ways(text, hearts)} <= {"dealt", "holds", "holding"}


def test_numbers_and_cards_in_words() -> None:
    assert (counted(["forty", "nine"]), counted(["a", "hundred", "and", "five"]), counted(["two", "three"])) == (
        "49",
        "105",
        "",
    )
    assert written("the ace of hearts and fifteen two, forty-nine") == "AH and 15 2, 49"
    assert {"take", "pass", "drop", "have"} <= {*stems("took"), *stems("passed"), *stems("dropping"), *stems("has")}
