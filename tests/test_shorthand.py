"""Shorthand: what lines stand for, and what they are never taken for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from referee import Referee, find_game
from referee.entry.repairs import repairs
from referee.entry.rows import typed_again
from referee.entry.shorthand import Several, in_full
from referee.games import games
from referee.rules.rule import Kind
from scoresheets.catalogue import game_called

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")
FOUR = FIVE[:4]


def table(*lines: str, game: str = "oh-hell", players: tuple[str, ...] = FIVE, **house: str) -> Referee:
    chosen: Mapping[str, str] = house or ({"first-hand": "5"} if game == "oh-hell" else {})
    referee = Referee(find_game(game), players, chosen)
    for line in lines:
        assert verdicts(referee, line)[-1].startswith("accepted: "), line
    return referee


def verdicts(referee: Referee, line: str) -> list[str]:
    """The result of a shorthand line: verdicts and reports, up to the first that is refused."""
    said = []
    for text in in_full(line, referee):
        ruling = referee.hear(text)
        said.append(f"{ruling.verdict}: {text}")
        if not ruling.accepted:
            break
    return said


def test_a_whole_hand_in_three_lines() -> None:
    referee = table("d")
    assert verdicts(referee, "1 0 2 1 2") == [
        "accepted: Ben bids 1",
        "accepted: Cat bids 0",
        "accepted: Dan bids 2",
        "accepted: Eve bids 1",
        "accepted: Ann bids 2",
    ]
    assert verdicts(referee, "1, 0, 2, 1, 1") == [
        "accepted: Ben takes",
        "accepted: Cat takes 0",
        "accepted: Dan takes 2",
        "accepted: Eve takes",
        "accepted: Ann takes",
    ]
    assert dict(referee.scores) == {"Ann": -10, "Ben": 10, "Cat": 10, "Dan": 20, "Eve": 10}


@pytest.mark.parametrize("line", ["-10 45-20", "-10, 45 - 20", "-5-5 40+5 - 20"])
def test_sums_go_round_the_table(line: str) -> None:
    referee = table("deal Cat", "Ann scores 50 + 40", game="500-rummy", players=("Ann", "Ben", "Cat"))
    assert verdicts(referee, line) == ["accepted: Ben scores 0 held 10", "accepted: Cat scores 45 held 20"]


@pytest.mark.parametrize(
    ("line", "reports"),
    [
        ("2", ["accepted: Ben bids 2"]),
        ("1+1", ["accepted: Ben bids 2"]),
        ("b 2", ["accepted: Ben bids 2"]),
        ("Ben 2", ["accepted: Ben bids 2"]),
        ("bi 2", ["accepted: Ben bids 2"]),
        ("be bi 2", ["accepted: Ben bids 2"]),
        ("c 2", ["illegal: Cat bids 2"]),
        ("9", ["illegal: Ben bids 9"]),
        ("1 9 1", ["accepted: Ben bids 1", "illegal: Cat bids 9"]),
        ("Ben bids 2", ["accepted: Ben bids 2"]),
        ("bids 2", ["accepted: bids 2"]),
        ("7h", ["accepted: upcard 7H"]),
        ("adj Ann 5", ["accepted: adjust Ann +5"]),
        ("Ben bidz 2", ["unclear: Ben bidz 2"]),
        ("zz", ["unclear: zz"]),
        ("h", ["unclear: h"]),  # a typo must not name trump
        ("e", ["unclear: e"]),  # neither Eve nor the end
        ("mis", ["unclear: mis"]),
        ("en", ["unclear: en"]),
        ("ad Ann 5", ["unclear: ad Ann 5"]),
        ('"', ['unclear: "']),
    ],
)
def test_in_the_bidding(line: str, reports: list[str]) -> None:
    assert verdicts(table("deal"), line) == reports


@pytest.mark.parametrize(
    ("line", "reports"),
    [
        ("QS 3S KS 4S 2S", ["accepted: trick QS 3S KS 4S 2S"]),
        ("QS3SKS4S2S", ["accepted: trick QS 3S KS 4S 2S"]),
        ("QS 3S", ["accepted: Ben plays QS", "accepted: Cat plays 3S"]),
        ("Ben QS", ["accepted: Ben plays QS"]),
        ("qs", ["accepted: Ben plays QS"]),
        ("Cat", ["accepted: Cat takes"]),
        ("c", ["accepted: Cat takes"]),
        ("Cat 2", ["accepted: Cat takes 2"]),
        ("ta 2", ["unclear: takes 2"]),  # the player must be named
        ("2", ["unclear: takes 2"]),
        ("2 2 1", ["accepted: Ben takes 2", "accepted: Cat takes 2", "accepted: Dan takes"]),
        ("Cat 2 2 1", ["accepted: Cat takes 2", "accepted: Dan takes 2", "accepted: Eve takes"]),
        ("d", ["accepted: Dan takes"]),
    ],
)
def test_in_the_play(line: str, reports: list[str]) -> None:
    assert verdicts(table("deal", "upcard 7H", "1 1 1 1 2"), line) == reports


@pytest.mark.parametrize(
    ("players", "line", "reports"),
    [
        (FOUR, "3 p p p", ["Ben bids 3", "Cat passes", "Dan passes", "Ann passes"]),
        (FOUR, "p, 3, pass, 4", ["Ben passes", "Cat bids 3", "Dan passes", "Ann bids 4"]),
        (FOUR, "b 3 p p p", ["Ben bids 3", "Cat passes", "Dan passes", "Ann passes"]),
        (FOUR, "p p 1+1", ["Ben passes", "Cat passes", "Dan bids 2"]),
        (FOUR, "p p p", ["Ben passes", "Cat passes", "Dan passes"]),
        (("Ann", "Pia", "Cat", "Dan"), "3 p p p", ["Pia bids 3", "Cat passes", "Dan passes", "Ann passes"]),
        (FOUR, "3 p x", ["3 p x"]),
        (FOUR, "3 p 7H", ["3 p 7H"]),
    ],
)
def test_bids_and_passes_go_round_the_table(players: tuple[str, ...], line: str, reports: list[str]) -> None:
    referee = table("deal", game="hasenpfeffer", players=players)
    assert [text.partition(": ")[2] for text in verdicts(referee, line)] == reports


@pytest.mark.parametrize(
    ("game", "players", "lines", "line"),
    [
        ("fan-tan", FOUR[:3], ("deal",), "Ben"),  # plays or passes, which costs a chip
        ("fan-tan", FOUR[:3], ("deal", "Ben passes"), "Ann"),  # fails, and so on
        ("hasenpfeffer", FOUR, ("deal",), "Ben"),
        ("crazy-eights", FOUR, ("deal", "upcard 9H"), "Ben"),
        ("samba", FOUR, ("deal",), "Ann"),  # scores nothing
    ],
)
def test_a_name_alone_is_asked_what_it_does_where_that_may_be_more_than_one_thing(
    game: str, players: tuple[str, ...], lines: tuple[str, ...], line: str
) -> None:
    referee = table(*lines, game=game, players=players)
    (text,) = in_full(line, referee)
    ruling = referee.hear(text)
    assert ruling.verdict == "unclear"


def test_a_number_that_only_one_of_two_verbs_can_have_is_not_asked_about() -> None:
    referee = table("deal", "3 p p p", "trump H", game="hasenpfeffer", players=FOUR)
    assert verdicts(referee, "Ben 4") == ["accepted: Ben+Dan takes 4"]


@pytest.mark.parametrize(
    ("line", "reports"),
    [
        ("2 Ben", ["accepted: Ben bids 2"]),
        ("bids 2 Ben", ["accepted: Ben bids 2"]),
        ("2 to be", ["accepted: Ben bids 2"]),
        ("2 for Ben", ["accepted: Ben bids 2"]),
        ("2 Cat", ["illegal: Cat bids 2"]),
        ("2 b", ["unclear: 2 b"]),  # a single letter may be a card
        ("2 Zed", ["unclear: 2 Zed"]),
        ("Cat 2 Ben", ["unclear: Cat 2 Ben"]),
        ("leaves Ben", ["unclear: leaves Ben"]),  # drastic reports must be typed completely
        ("concedes Ben", ["unclear: concedes Ben"]),
        ("misdeal end", ["unclear: misdeal end"]),
        ("zz end", ["unclear: zz end"]),
    ],
)
def test_who_it_is_said_of_may_come_last(line: str, reports: list[str]) -> None:
    assert verdicts(table("deal"), line) == reports


@pytest.mark.parametrize(
    ("game", "players", "before", "line", "report"),
    [
        ("samba", FOUR, ("deal Dan",), "a 90 r 1 h 210", "Ann+Cat scores 90 red 1 held 210"),
        ("samba", FOUR, ("deal Dan",), "b 50 + 40 n 1 s 1 o", "Ben+Dan scores 90 natural 1 samba 1 out"),
        ("samba", FOUR, ("deal Dan",), "Ann scores na 2 mi 1 120 ou", "Ann+Cat scores 120 natural 2 mixed 1 out"),
        ("samba", FOUR, ("deal Dan",), "Ann sc h 20", "Ann+Cat scores held 20"),
        ("500-rummy", FOUR[:3], ("deal Cat",), "Ann s h 20 90", "Ann scores 90 held 20"),
        (
            "scopa",
            FOUR[:2],
            ("deal Ben", "Ann s 2"),
            "a 24 c 6 d 7D p 78",
            "Ann holds 24 cards 6 diamonds 7D primiera 78",
        ),
        ("cassino", FOUR[:2], ("deal Ben",), "a h 27 c 7 s 2 a 2S", "Ann holds 27 cards 7 spades 2 aces 2S"),
        ("scopa", FOUR[:2], ("deal Ben",), "most cards Ben", "Ben holds most cards"),
        ("scopa", FOUR[:2], ("deal Ben",), "Ben most cards", "Ben holds most cards"),
        ("scopa", FOUR[:2], ("deal Ben",), "cards to ben", "Ben holds most cards"),
        ("scopa", FOUR[:2], ("deal Ben",), "primiera to Ann", "Ann holds best primiera"),
        ("scopa", FOUR[:2], ("deal Ben",), "coins Ann", "Ann holds most diamonds"),
        ("scopa", FOUR[:2], ("deal Ben",), "Ann 24 cards coins", "Ann holds most diamonds 24 cards"),
        ("scopa", FOUR[:2], ("deal Ben",), "sette bello Ann", "Ann holds 7D"),
        ("scopa", FOUR[:2], ("deal Ben",), "sweep Ann", "Ann sweeps"),
        ("scopa", FOUR[:2], ("deal Ben",), "scopa Ann", "Ann sweeps"),
        ("scopa", FOUR[:2], ("deal Ben",), "scopas 2 Ann", "Ann sweeps 2"),
        ("scopa", FOUR[:2], ("deal Ben",), "primiera nobody", "tied primiera"),
        ("scopa", FOUR[:2], ("deal Ben",), "cards tied", "tied cards"),
        ("cassino", FOUR[:2], ("deal Ben",), "most spades Ben", "Ben holds most spades"),
        ("cassino", FOUR[:2], ("deal Ben",), "big cassino to Ben", "Ben holds 10D"),
        ("cassino", FOUR[:2], ("deal Ben",), "little Ben", "Ben holds 2S"),
        ("cassino", FOUR[:2], ("deal Ben",), "3 aces Ann", "Ann holds 3 aces"),
        ("bridge-solitaire", ("Ann",), ("deal", "house passes"), "3 no trump", "Ann bids 3NT"),
        ("bridge-solitaire", ("Ann",), ("deal", "house passes"), "4 hearts doubled", "Ann bids 4H doubled"),
        ("bridge-solitaire", ("Ann",), ("deal", "house passes"), "2 s", "Ann bids 2S"),
        ("piquet", FOUR[:2], ("deal",), "point 5 49", "Ben declares point 5 49"),
        ("piquet", FOUR[:2], ("deal",), "point 5 49 Ben", "Ben declares point 5 49"),
        ("razz", FOUR[:2], ("deal", "upcard 5H 9C", "rest"), "pot to Ann", "Ann takes pot"),
        ("razz", FOUR[:2], ("deal", "upcard 5H 9C", "rest"), "Ann pot", "Ann takes pot"),
        ("samba", FOUR, ("deal Dan", "upcard 9C"), "pile", "Ann takes pile"),
        ("faro", FOUR[:2], (), "b bets 2 o ev c", "Ben bets 2 on even coppered"),
        ("samba", FOUR, ("deal Dan", "upcard 9C", "Ann draws"), "lays 5H 5S on 1", "lays 5H 5S on 1"),
        ("samba", FOUR, ("deal Dan", "upcard 9C", "Ann draws"), "lays 5H 5S o 1", "Ann lays 5H 5S on 1"),
    ],
)
def test_keywords_need_only_be_begun(
    game: str, players: tuple[str, ...], before: tuple[str, ...], line: str, report: str
) -> None:
    referee = table(*before, game=game, players=players)
    assert list(in_full(line, referee)) == [report]


def test_what_could_be_two_keywords_is_asked() -> None:
    referee = table("deal Ann", game="piquet", players=FOUR[:2])
    assert list(in_full("Ben declares qua QH", referee)) == ["Ben declares quart QH"]  # its rank is enough
    assert list(in_full("Ben declares q QH", referee)) == ["Ben declares q QH"]  # a quart or a quint
    with pytest.raises(Several) as caught:
        list(in_full("Ben declares qua Q", referee))
    assert {*caught.value.texts} == {"Ben declares quart Q", "Ben declares quatorze Q"}


def test_a_slip_of_the_finger_ends_no_play() -> None:
    referee = table("deal Ann", "upcard 5H 9C KD", game="razz", players=FOUR[:3])
    assert list(in_full("res", referee)) == ["rest"]
    for line in ("r", "re"):
        assert list(in_full(line, referee)) != ["rest"]


def test_in_a_record_keywords_are_whole() -> None:
    referee = table("deal Dan", game="samba", players=FOUR)
    assert referee.hear("Ann scores 90 h 210").verdict == "unclear"


def test_what_comes_too_late_deals_no_hand() -> None:
    referee = table("deal", "1 1 1 1 2", "1 1 1 1 1")
    for line in ("4", "1 1 1 1 1", "b", "Ben 4"):
        assert verdicts(referee, line)[0].startswith("unclear: "), line
    assert verdicts(referee, "d") == ["accepted: deal Ben"]


@pytest.mark.parametrize("line", ["d", "deal", "Ann deals"])
@pytest.mark.parametrize(("game", "players"), [("oh-hell", FOUR), ("piquet", FOUR[:2]), ("fan-tan", FOUR[:3])])
def test_a_deal_in_mid_hand_is_told_when_it_comes(game: str, players: tuple[str, ...], line: str) -> None:
    referee = table("deal", game=game, players=players)
    (text,) = in_full(line, referee)
    ruling = referee.hear(text)
    assert ruling.verdict == "illegal"
    assert ruling.kind is Kind.NOT_DUE
    assert verdicts(referee, line)[0].startswith("illegal: ")


def test_where_a_deal_may_come_d_deals_whatever_else_might_be_said_of_dan() -> None:
    referee = table(game="hearts", players=FOUR)
    assert verdicts(referee, "d") == ["accepted: deal Ann"]
    assert verdicts(referee, "da") == ["accepted: Dan queen"]


def test_nothing_at_all_is_no_line_in_short() -> None:
    assert list(in_full("", table())) == [""]


def test_a_name_alone_is_no_argument_of_what_nobody_waits_for() -> None:
    referee = table("deal", game="fan-tan", players=(*FOUR[:3], "Eve", "Moe"))
    with pytest.raises(Several) as caught:
        in_full("Moe", referee)
    assert {*caught.value.texts} == {"Moe fails", "Moe out"}  # and not a seven whose six he held


def test_the_whole_name_of_a_player_deals() -> None:
    assert verdicts(table(), "Eve") == ["accepted: deal Eve"]


def test_what_could_be_two_is_asked() -> None:
    referee = table("deal", "1")  # Cat is next
    with pytest.raises(Several) as caught:
        verdicts(referee, "b 1")
    assert set(caught.value.texts) == {"Ben bids 1", "Cat bids 1"}


def test_of_two_verbs_the_one_that_is_allowed_is_meant() -> None:
    players = ("Ann", "Ben", "Cat", "Dan")
    referee = table("Ben turns 4C KD JS 6H", "deal", game="farmer", players=players)
    assert verdicts(referee, "hits 9H") == ["accepted: hits 9H"]
    assert verdicts(referee, "s") == ["accepted: Cat stays"]
    assert verdicts(referee, "h") == ["accepted: Dan hits"]


def test_numerals_are_numbers_where_a_number_can_be_told() -> None:
    players = ("Ann", "Ben", "Cat", "Dan")
    referee = table("Ben turns 4C KD JS 6H", "deal", game="farmer", players=players)
    assert verdicts(referee, "10 9 8 7") == [f"accepted: {report}" for report in
        ("Cat holds 10", "Dan holds 9", "Ann holds 8", "Ben holds 7")]  # fmt: skip


@pytest.mark.parametrize("before", [("deal", "rest", "Ann out"), ("deal", "Ann out")])
def test_fan_tan_when_somebody_is_out_a_number_is_that_of_the_cards_left(before: tuple[str, ...]) -> None:
    assert verdicts(table(*before, game="fan-tan", players=FOUR), "Ben 3") == ["accepted: Ben holds 3"]
    referee = table(*before, game="fan-tan", players=FOUR)
    assert verdicts(referee, "3 2 4") == ["accepted: Ben holds 3", "accepted: Cat holds 2", "accepted: Dan holds 4"]
    assert verdicts(referee, "Ann 5") == ["accepted: Ann passes 5"]


def test_numbers_go_round_the_table_from_whoever_is_named() -> None:
    referee = table("deal Ann", "Ben out", game="fan-tan", players=FOUR)
    assert verdicts(referee, "Cat 2 4 5") == ["accepted: Cat holds 2", "accepted: Dan holds 4", "accepted: Ann holds 5"]


def test_where_only_ranks_matter_numerals_are_ranks() -> None:
    referee = table("deal", "upcard 7H", "1 1 1 1 2")
    assert verdicts(referee, "AH 10H") == ["accepted: Ben plays AH", "accepted: Cat plays 10H"]


def test_a_card_beats_the_beginning_of_a_name() -> None:
    referee = table("deal", "upcard 7H", "1 1 4", players=("Astrid", "Ben", "Cat"))
    assert verdicts(referee, "AS 2S") == ["accepted: Ben plays AS", "accepted: Cat plays 2S"]
    assert verdicts(referee, "a KS") == ["accepted: Astrid plays KS"]


def test_names_with_blanks_are_quoted() -> None:
    players = ("Mary Ann", "Ben", "Cat")
    referee = table("deal", "1 1", players=players)
    assert verdicts(referee, '"Mary Ann" 4') == ['accepted: "Mary Ann" bids 4']


@pytest.mark.parametrize(("game", "players"), [("spades", FOUR), ("wizard", FOUR[:3])])
def test_the_first_numbers_of_a_round_are_the_bids(game: str, players: tuple[str, ...]) -> None:
    referee = table(game=game, players=players)
    assert verdicts(referee, "1 " * len(players)) == [f"accepted: {seat} bids 1" for seat in players]
    assert verdicts(referee, "b 1")[0].endswith("Ben tricks 1")


def test_the_beginning_of_a_name_beats_that_of_a_verb_which_would_want_a_name() -> None:
    referee = table("d", game="samba", players=FOUR)
    assert verdicts(referee, "a 100+50") == ["accepted: Ann+Cat scores 150"]
    referee = table(game="spades", players=FOUR)
    assert verdicts(referee, "b 2") == ["accepted: Ben bids 2"]


def test_a_number_below_nought_is_no_count_of_cards() -> None:
    referee = table("d", game="thirty-one", players=FIVE[:3])
    assert verdicts(referee, "Ben -1") == ["accepted: Ben scores -1"]
    referee = table("d", game="500-rummy", players=FIVE[:3])
    assert verdicts(referee, "45 -10 -20") == [
        "accepted: Ann scores 45",
        "accepted: Ben scores 0 held 10",
        "accepted: Cat scores 0 held 20",
    ]


def test_a_name_of_which_a_rank_is_the_beginning_is_a_name_in_front_of_a_number() -> None:
    players = ("Ann", "Ben", "Kit", "Jon")
    for line, side in (("a 4", "Ann+Kit"), ("j 4", "Ben+Jon"), ("k 4", "Ann+Kit")):
        referee = table("d", "b 3", "p p p", "trump H", game="hasenpfeffer", players=players)
        assert verdicts(referee, line) == [f"accepted: {side} takes 4"]


@pytest.mark.parametrize("slug", games())
def test_nothing_turns_into_a_note_but_a_note(slug: str) -> None:
    """Neither as shorthand nor as a repair, since a note would accept anything."""
    game = find_game(slug)
    referee = Referee(game, [f"P{number}" for number in range(1, game.players[0] + 1)])
    for line in ("not good", "not the queen", "nota bene", "nott good", "noe more", "knot good", "P1 not good"):
        ruling = referee.hear(line)
        try:
            meant = [*in_full(line, referee)]
        except Several as several:
            meant = [*several.texts]
        offered = [*meant, *ruling.instead, *repairs(referee, ruling, line)]
        assert not [text for text in offered if text.split()[0] in ("note", "notes")], line


def test_a_row_of_teams_goes_from_team_to_team() -> None:
    referee = table(game="canasta", players=FOUR)
    assert verdicts(referee, "Ben mixed 7 5") == ["accepted: Ben+Dan mixed 7", "accepted: Ann+Cat mixed 5"]


@pytest.mark.parametrize("slug", ["funfzehnern", "old-maid", "wizard"])
def test_looking_for_a_row_that_is_in_changes_nothing_even_if_a_seat_was_taken_over(slug: str) -> None:
    """Reports are undone for it and replayed, the new name included."""
    referee = Referee(game_called(slug), ["Ann", "Ben", "Cat"])
    first = {"funfzehnern": "holds 5", "old-maid": "discards 4", "wizard": "bids 0"}[slug]
    for text in ("deal Ann", f"Ben {first}", "Zoe replaces Ben", f"Cat {first}"):
        referee.hear(text)
    before = [entry.report for entry in referee.entries], dict(referee.scores)
    typed_again(referee, "Zoe 1 and Cat 2", 2)
    assert ([entry.report for entry in referee.entries], dict(referee.scores)) == before
    assert referee.hear(f"Ann {first}").accepted or slug != "wizard"


def test_a_row_that_may_be_several_things_is_offered_whole_or_not_at_all() -> None:
    referee = table("d", game="reversis", players=FOUR)
    with pytest.raises(Several) as caught:
        verdicts(referee, "8 5 1 7")
    assert len(caught.value.texts) > 1 and all(text.endswith(" 8 5 1 7") for text in caught.value.texts)
    with pytest.raises(Several) as caught:
        verdicts(referee, "8 5 1 7 8")
    assert not caught.value.texts


def test_a_players_name_after_other_words_is_put_first() -> None:
    ruling = table(game="gin-rummy", players=FIVE[:2]).hear("gin Ben wins")
    assert ruling.instead == ("Ben wins gin",)


def test_a_verb_far_from_a_common_word_is_not_offered() -> None:
    assert not table(game="crates", players=FIVE[:3]).hear("Ben wins 3").instead
    assert "joins" in table(game="crates", players=FIVE[:3]).hear("Ben joims").instead


def test_only_the_declarer_is_asked_for_the_game() -> None:
    referee = table("Ben declares grand", game="skat", players=FIVE[:3])
    assert {seat for _, ask in referee.asks() if ask.verb.verb in ("wins", "loses") for seat in ask.seats() or ()} == {
        "Ben"
    }
