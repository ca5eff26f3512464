"""The live table without an open session: it asks for the game and the players."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoresheets.cli import console, prompt, run
from scoresheets.cli.next_game import NextGame, named
from scoresheets.cli.prompt_lines import Sitting
from scoresheets.cli.small_talk import OF_EVENING
from scoresheets.errors import NOTHING, CommandError
from scoresheets.keeping.journal import open_journal
from tests.cli.between_games import Asked, Sits, opened, sits
from tests.evening import again, reports_of


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "evening.db"
    monkeypatch.setenv("REFEREE_DB", str(path))
    monkeypatch.setenv("COLUMNS", "80")
    return path


def played(db: Path, slug: str, *players: str, house: dict[str, str] | None = None) -> None:
    with open_journal(db, create=True) as journal:
        journal.new(slug, players, house).end()


def test_the_first_evening_asks_for_a_game_and_its_players(db: Path) -> None:
    session, questions = opened(db, "oh hell", "Ann Ben Cat")
    assert session and (session.slug, list(session.players)) == ("oh-hell", ["Ann", "Ben", "Cat"])
    assert [question.default for question in questions] == ["", ""]


def test_enter_plays_the_last_game_again_with_seats_turned_by_one(db: Path) -> None:
    played(db, "oh-hell", "Ann", "Ben", "Cat", house={"first-hand": "3"})
    session, questions = opened(db, "", "")
    assert session and list(session.players) == ["Ben", "Cat", "Ann"]
    assert session.referee.house["first-hand"] == 3
    assert [question.default for question in questions] == ["oh-hell", "Ben Cat Ann"]


def test_yes_is_the_last_game_once_more(db: Path) -> None:
    played(db, "oh-hell", "Ann", "Ben", "Cat")
    session, _ = opened(db, "y", "")
    assert session and session.slug == "oh-hell"  # and not Yahtzee


def test_a_game_that_is_named_in_place_of_the_players_is_played(db: Path) -> None:
    played(db, "hearts", "Ann", "Ben", "Cat")
    session, _ = opened(db, "", "oh-hell Cat Ben Ann")
    assert session and (session.slug, list(session.players)) == ("oh-hell", ["Cat", "Ben", "Ann"])


def test_another_game_is_offered_the_same_players_where_it_is_for_so_many(db: Path) -> None:
    played(db, "oh-hell", "Ann", "Mary Ann", "Cat")
    session, questions = opened(db, "razz", "")
    assert session and (session.slug, list(session.players)) == ("razz", ["Mary Ann", "Cat", "Ann"])
    assert questions[-1].default == '"Mary Ann" Cat Ann'


def test_a_game_for_two_isnt_offered_three(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(db, "oh-hell", "Ann", "Ben", "Cat")
    session, questions = opened(db, "piquet", "Ann Ben Cat", "piquet Cat Ann")
    assert session and list(session.players) == ["Cat", "Ann"]
    assert questions[1].default == "" and "2 players" in questions[1].below[0]
    assert "2 players" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("new oh-hell Ann Ben Cat", "oh-hell"),
        ("oh-hell Ann Ben Cat --set first-hand=2 --dealer Cat", "oh-hell"),
        ("Oh Hell! Ann Ben Cat", "oh-hell"),
        ("crazy Ann Ben Cat", "crazy-eights"),
        ("eights Ann Ben Cat", "crazy-eights"),
    ],
)
def test_a_game_with_its_players_is_opened_at_once(db: Path, line: str, slug: str) -> None:
    session, questions = opened(db, line)
    assert session and session.slug == slug and list(session.players) == ["Ann", "Ben", "Cat"]
    assert len(questions) == 1


def test_commands_work_while_nothing_is_open(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(db, "gops", "Ann", "Ben")
    session, questions = opened(db, "standings", "games --players 3", "rules gops", "end", "?", "frob", "pi", "")
    said = capsys.readouterr()
    assert session is None and len(questions) == 10
    assert "Backhand" in said.out and "Gops" in said.out
    assert all(name in said.err for name in ("frob", "pinochle", "piquet", "pirate"))


def test_what_to_type_is_said_for_the_place_it_is_typed_at(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "hearts", "Ann", "Ben", "Cat", "Dan"]) == 0
    assert "`referee " in capsys.readouterr().out
    with open_journal(db) as journal:
        Sitting(journal.open_session()).hear("end")
    capsys.readouterr()
    opened(db, "new hearts Ann Ben Cat Dan")
    assert "`referee " not in capsys.readouterr().out


def test_a_session_may_be_taken_up_again(db: Path) -> None:
    played(db, "gops", "Ann", "Ben")
    session, _ = opened(db, "resume 1")
    assert session and session.number == 1


def test_quit_leaves(db: Path) -> None:
    assert opened(db, "quit", "gops Ann Ben")[0] is None


def test_the_words_of_the_shell_are_understood_at_the_prompt(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(db, "gops", "Ann", "Ben")
    session, questions = opened(
        db, "referee", "table", "referee say Ann bids 2", "referee sessions", "referee gops Ann Ben"
    )
    said = capsys.readouterr()
    assert session and session.slug == "gops" and len(questions) == 5
    assert len(said.err.splitlines()) == 2 and "stopped early" in said.out
    session, _ = opened(db, "referee table")
    assert session and session.number == 2


def test_a_word_that_is_no_game_gets_the_nearest(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opened(db, "bingo", "standngs", "hartes", "zzz Ann Ben")
    nearest = ("dingo", "standings", "hearts, ecarte or crates", "`games`")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4 and all(word in line for word, line in zip(nearest, lines, strict=True))


@pytest.mark.parametrize("players", ["Ann, Mary Ann, Cat", '"Ann", "Mary Ann" and Cat', 'Ann "Mary Ann" and Cat'])
def test_players_may_be_named_as_one_writes_them(db: Path, players: str) -> None:
    for lines in (("hearts", players), (f"hearts {players}",), (f"new hearts {players} --dealer Cat",)):
        session, _ = opened(db, *lines)
        assert session and list(session.players) == ["Ann", "Mary Ann", "Cat"]


def test_players_that_cant_sit_down_are_asked_for_once_more(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session, questions = opened(db, "oh-hell", "Ann Ben", "Ann Ben Ben", "Ann Ben Cat")
    assert session and list(session.players) == ["Ann", "Ben", "Cat"]
    assert opened(db, "oh-hell", "quit", "quit", "gops Ann Ben")[0] is None
    assert [question.prompt for question in questions] == ["game> ", "players> ", "players> ", "players> "]
    assert "not 2" in capsys.readouterr().err


def test_a_session_that_is_still_open_is_named_and_not_gone_on_with_unasked(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(db, create=True) as journal:
        journal.new("oh-hell", ["Ann", "Ben", "Cat"])
    session, questions = opened(db, "games", "sessions", "table")
    assert session and session.number == 1 and len(questions) == 3
    assert "Session 1, Oh Hell!" in (out := capsys.readouterr().out) and "`table`" in out


def test_what_no_game_is_called_raises() -> None:
    with pytest.raises(CommandError) as refused:
        named(["frob"])
    assert refused.value.code == NOTHING
    assert named(["one", "eyed", "jack", "Ann"])[1] == ["Ann"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(db: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Somebody sits at a terminal, who answers with these lines and then leaves."""
    answers: list[str] = []
    monkeypatch.setattr(console, "at_a_terminal", lambda: True)
    monkeypatch.setattr(prompt, "questioned", lambda _: answers.pop(0) if answers else None)
    monkeypatch.setattr(prompt.Prompt, "lines", lambda prompt: iter(["d", "end"]))
    monkeypatch.setattr(prompt.Prompt, "ask", lambda prompt, question: "y")
    yield answers
    assert not answers


@pytest.mark.parametrize("command", [["table"], []])
def test_one_game_after_the_other_without_the_shell(db: Path, terminal: list[str], command: list[str]) -> None:
    terminal += ["gops Ann Ben", "", "", "standings"]
    assert run(command) == 0
    with again(db, 1) as first, again(db, 2) as second:
        assert first.ended and second.ended
        assert [*second.players] == ["Ben", "Ann"] and reports_of(second)[:1] == reports_of(first)[:1]


def test_nothing_is_asked_where_there_is_no_terminal(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table"]) == NOTHING
    assert capsys.readouterr().err
    assert run([]) == 0
    assert "referee new " in capsys.readouterr().out
    assert not os.path.exists(db)


def test_alone_it_says_below_the_sheet_how_to_go_on(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(db, create=True) as journal:
        journal.new("oh-hell", ["Ann", "Ben", "Cat"])
    assert run([]) == 0
    assert "referee table" not in capsys.readouterr().err  # nobody sits there
    monkeypatch.setattr(console, "at_a_terminal", lambda: True)
    assert run([]) == 0
    out, err = capsys.readouterr()
    assert "Ann deals" in out
    assert "`referee table`" in err and "`referee end`" in err


def test_a_tally_asks_what_it_is_and_who_wins(db: Path) -> None:
    session, questions = opened(db, "tally Ann Ben", "Rage", "perhaps", "fewest")
    assert session and (session.played, session.referee.in_force["low-wins"]) == ("Rage", "yes")
    assert len(questions) == 4
    with again(db) as first:
        first.end()
    session, questions = opened(db, "", "")
    assert session and (session.number, session.played, session.referee.in_force["low-wins"]) == (2, "Rage", "yes")
    assert "Enter: Rage again" in questions[0].below and len(questions) == 2


def test_a_tally_of_a_well_known_game_asks_nothing_more(db: Path) -> None:
    session, questions = opened(db, "tally Ann Ben", "Hearts")
    assert session and session.referee.in_force["low-wins"] == "yes" and len(questions) == 2


def test_a_tally_of_which_nobody_says_who_wins_isnt_opened(db: Path) -> None:
    session, _ = opened(db, "tally Ann Ben", "Rage")
    assert session is None


@pytest.mark.parametrize(
    ("lines", "me"),
    [
        (("oh hell with ann, ben and cat, I'm ann",), "ann"),
        (("oh hell me ben cat", "Ann"), "Ann"),
        (("oh hell", "ben, cat and me", "Ann"), "Ann"),
        (("oh hell Ann Ben Cat",), ""),
    ],
)
def test_who_types_is_known_from_the_first_line(db: Path, lines: tuple[str, ...], me: str) -> None:
    asked = Asked(*lines)
    with open_journal(db, create=True) as journal:
        between = NextGame(journal, asked, prompt.obeyed, plain=True)
        session = between.session()
        assert session and between.me == me
        assert sorted(name.lower() for name in session.players) == ["ann", "ben", "cat"]


@pytest.mark.parametrize("line", ["who won tonight?", "how do we start", "what now?"])
def test_a_question_between_games_opens_none(db: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert opened(db, line)[0] is None
    said = "".join(capsys.readouterr())
    assert "`standings`" in said or "no game of tonight is finished" in said


def test_good_night_leaves(db: Path) -> None:
    assert opened(db, "good night", "oh hell Ann Ben Cat")[0] is None


@pytest.mark.parametrize(
    ("lines", "slug", "count"),
    [
        (("farkle with tom, sue and jim", "y"), "tally", 3),
        (("just a plain tally, tom, sue and jim", "Farkle", "most"), "tally", 3),
        (("new game euchre", "tom sue jim lou"), "euchre", 4),
        (("ok, let's play euchre now, tom and jim against sue and lou",), "euchre", 4),
        (("now piquet, tom and sue",), "piquet", 2),
        (("wizard with me tom, sue and jim",), "wizard", 3),
        (("gin rummy, just me (meg) and raj",), "gin-rummy", 2),
        (("canasta, me and lee against raj and zoe (im meg)",), "canasta", 4),
        (("cribbage, meg and raj, raj deals",), "cribbage", 2),
        (("can we play skat next with Ann Ben and Cat?",), "skat", 3),
        (("let's stop here and play hearts", "Ann Ben Cat"), "hearts", 3),
        (("new Skyjo 2 Ann Ben Cat", "y", "fewest"), "tally", 3),
        (("pebbles with meg, raj and zoe, most points wins", "y"), "tally", 3),
    ],
)
def test_a_game_is_asked_for_in_anybody_s_words(db: Path, lines: tuple[str, ...], slug: str, count: int) -> None:
    session, _ = opened(db, *lines)
    assert session and (session.slug, len(session.players)) == (slug, count)


def test_the_same_players_are_those_of_the_last_game(db: Path) -> None:
    played(db, "gin-rummy", "Tom", "Sue")
    session, _ = opened(db, "yahtzee, same two of us")
    assert session and sorted(session.players) == ["Sue", "Tom"]


OVER = ("house target=20", "hearts 13 0 0 0", "Meg queen")


def test_the_same_four_are_those_of_the_last_game_with_four(db: Path) -> None:
    played(db, "whist", "Meg", "Raj", "Zoe", "Tom")
    played(db, "gin-rummy", "Meg", "Zoe")
    session, _ = opened(db, "now spades, all four of us")
    assert session and [*session.players] == ["Raj", "Zoe", "Tom", "Meg"]


@pytest.mark.parametrize(
    ("line", "offers", "then"),
    [
        ("next game is gops, Raj against Meg", ["end", "new gops Raj Meg"], "gops, Raj against Meg"),
        ("ok next up: razz, all four of us", ["end", "new razz Raj Zoe Tom Meg"], "razz Raj Zoe Tom Meg"),
        ("let's play whist now", ["end", "new whist Raj Zoe Tom Meg"], "whist"),
        ("can we play skat next with Meg Tom and Zoe?", ["end", "new skat Meg Tom Zoe"], "skat with Meg Tom and Zoe"),
        ("switch to canasta, same teams", ["end", "new canasta Raj Zoe Tom Meg"], "canasta Raj Zoe Tom Meg"),
        ("now Spades, Meg and Raj against Zoe and Tom", ["end", "new spades Meg Zoe Raj Tom"],
         "Spades, Meg and Raj against Zoe and Tom"),
        ("Hearts, Meg, Raj and Zoe", ["end", "new hearts Meg Raj Zoe"], "Hearts, Meg, Raj and Zoe"),
        ("how about a game of hearts?", ["end", "new hearts Raj Zoe Tom Meg"], "hearts"),
        ("new hearts", ["new hearts Raj Zoe Tom Meg"], ""),
        ("new spider", [], ""),
        ("Skyjo 2 with Meg, Raj and Zoe", ['new tally Meg Raj Zoe --name "Skyjo 2"'], ""),
        ("new Skyjo 2 Meg Raj Ida Zoe", ['new tally Meg Raj Ida Zoe --name "Skyjo 2"'], ""),
        ("let's play Skyjo with Raj and Zoe", ["new tally Raj Zoe --name Skyjo"], ""),
        ("Whisk with Meg, Raj, Zoe and Tom", ["new whist Meg Raj Zoe Tom", "new tally Meg Raj Zoe Tom --name Whisk"],
         ""),
    ],
)  # fmt: skip
def test_the_next_game_is_asked_about_while_one_is_open(sits: Sits, line: str, offers: list[str], then: str) -> None:
    sitting = sits("oh-hell", "Meg Raj Zoe Tom", line)
    assert ([offer.text for offer in sitting.offers], sitting.then, sitting.left) == (offers, then, False)
    assert not sitting.session.course.standing


@pytest.mark.parametrize("line", ["let's stop here and play Hearts", "that's enough, on to Hearts", "stop, now hearts"])
def test_a_game_that_stops_for_the_next_one_is_closed(sits: Sits, line: str) -> None:
    sitting = sits("oh-hell", "Meg Raj Zoe Tom", line)
    assert sitting.left and sitting.session.ended and sitting.then.lower() == "hearts"


@pytest.mark.parametrize(
    ("line", "slug", "players"),
    [
        ("next game is cribbage, Meg against Zoe", "cribbage", "Meg Zoe"),
        ("new hearts, same players", "hearts", "Raj Zoe Tom Meg"),
        ("Spades, Meg and Raj against Zoe and Tom", "spades", "Meg Zoe Raj Tom"),
        ("ok, wizard with the same four", "wizard", "Raj Zoe Tom Meg"),
        ("new tally Meg Raj Zoe --name Skyjo 2 --low-wins", "tally", "Meg Raj Zoe"),
    ],
)
def test_after_a_finished_game_the_next_one_begins_at_once(sits: Sits, line: str, slug: str, players: str) -> None:
    sitting = sits("hearts", "Meg Raj Zoe Tom", *OVER, line)
    assert (sitting.session.slug, [*sitting.session.players]) == (slug, players.split())
    assert sitting.session.number == 2


@pytest.mark.parametrize("line", ["let's stop here and play spades", "new spades", "spades", "play spades next"])
def test_a_finished_game_isn_t_ended_first(sits: Sits, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    sitting = sits("hearts", "Meg Raj Zoe Tom", *OVER, line)
    assert [offer.text for offer in sitting.offers] == ["new spades Raj Zoe Tom Meg"]
    sitting.hear("1")
    assert sitting.session.slug == "spades" and "still open" not in "".join(capsys.readouterr())


def test_the_players_of_an_earlier_game_are_offered_if_the_last_had_too_few(db: Path, sits: Sits) -> None:
    played(db, "whist", "Meg", "Raj", "Zoe", "Tom")
    sitting = sits("gin-rummy", "Meg Zoe", "let's play spades")
    assert [offer.text for offer in sitting.offers] == ["end", "new spades Raj Zoe Tom Meg"]


@pytest.mark.parametrize(
    ("slug", "lines"),
    [
        ("euchre", ["d", "hearts"]),
        ("euchre", ["d", "Ben calls", "hearts are trumps, Meg called it"]),
        ("king", ["no king"]),
        ("hearts", ["Meg queen", "hearts 3 4 1 5"]),
        ("spades", ["can I lead spades?"]),
    ],
)
def test_a_suit_is_no_next_game(sits: Sits, slug: str, lines: list[str]) -> None:
    sitting = sits(slug, "Meg Raj Zoe Tom", *lines)
    assert not sitting.then and not any(offer.text.startswith(("end", "new")) for offer in sitting.offers)


def test_what_was_said_about_the_next_game_is_forgotten_if_the_game_goes_on(sits: Sits) -> None:
    sitting = sits("oh-hell", "Meg Raj Zoe Tom", "let's play whist", "no", "score", "end")
    assert sitting.left and not sitting.then


@pytest.mark.parametrize(
    "line",
    [
        "who won what tonight?",
        "what have we won so far tonight",
        "tonight's winners",
        "how many games has Raj won tonight",
    ],
)  # fmt: skip
def test_who_won_tonight_is_answered_by_the_games_of_the_evening(
    db: Path, sits: Sits, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sits("hearts", "Meg Raj Zoe Tom", *OVER, "end")
    sitting = sits("gops", "Meg Raj", "who won?")
    capsys.readouterr()
    sitting.hear(line)
    during = capsys.readouterr().out
    assert (
        all(name in during for name in ("hearts", "Meg", "Raj", "Zoe", "Tom")) and not sitting.session.course.standing
    )
    assert opened(db, line)[0] is None
    assert "hearts" in capsys.readouterr().out


def test_before_a_game_is_finished_nobody_has_won_tonight(sits: Sits, capsys: pytest.CaptureFixture[str]) -> None:
    sitting = sits("hearts", "Meg Raj Zoe Tom", "hearts 5 5 3 0", "Meg queen", "who won what tonight?")
    assert "Tom" in capsys.readouterr().out and len(sitting.session.course.standing) == 2


@pytest.mark.parametrize("line", ["how many tricks have I won tonight?", "Raj won tonight", "who wins the trick"])
def test_tricks_of_tonight_are_no_games(line: str) -> None:
    assert not OF_EVENING.fullmatch(line)


def test_what_about_a_game_of_tonight_asks_how_it_came_out(sits: Sits, capsys: pytest.CaptureFixture[str]) -> None:
    sits("skat", "Meg Raj Zoe", "Raj wins hearts with 2")
    sitting = sits("gops", "Meg Raj")
    capsys.readouterr()
    sitting.hear("what about skat?")
    assert "Raj 30" in capsys.readouterr().out and not sitting.offers
    sitting.hear("what about euchre?")
    assert sitting.offers or "euchre" in capsys.readouterr().out.lower()


__all__ = ["sits"]
