"""What players type before, between and after games: questions, names, the next game, and going on with an open one."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoresheets.cli import console, prompt, run
from scoresheets.cli.wanted_game import known_names, names_apart, says_same
from scoresheets.keeping.journal import open_journal
from scoresheets.looking_back.overview import sessions
from tests.cli.between_games import Sits, opened, sits


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "evening.db"
    monkeypatch.setenv("REFEREE_DB", str(path))
    monkeypatch.setenv("COLUMNS", "80")
    return path


@pytest.fixture
def evening(db: Path) -> Path:
    """Hearts is over, Spades, Piquet and Whist are open, and Razz was stopped."""
    with open_journal(db, create=True) as journal:
        hearts = journal.new("hearts", ["Ann", "Ben", "Cat", "Dan"], {"target": "20"})
        hearts.say("hearts 13 0 0 0")
        hearts.say("Ann queen")
        hearts.end()
        journal.new("spades", ["Ann", "Ben", "Cat", "Dan"])
        journal.new("piquet", ["Ann", "Cat"])
        journal.new("whist", ["Ann", "Ben", "Cat", "Dan"]).say("tricks 9 4")
        journal.new("razz", ["Ann", "Ben", "Cat"]).end()
    return db


ABOUT_GAMES = [
    ("which games are still unfinished?", "Spades (session 2), Piquet (session 3)"),
    ("what games are open", "Spades (session 2), Piquet (session 3)"),
    ("are there any unfinished games?", "Whist (session 4)"),
    ("is the spades still open?", "Yes"),
    ("did we finish the hearts game?", "Yes"),
    ("is whist finished?", "No"),
    ("did we finish the piquet?", "No"),
    ("who won at hearts tonight?", "Ann won"),
    ("who won the hearts game?", "Ann won"),
    ("how did hearts go?", "Ann won"),
    ("what's the score in whist?", "Ann+Cat"),
    ("who is winning at whist?", "Ann+Cat"),
    ("what happened to the razz?", "Stopped early"),
    ("how many players can do piquet?", "2 players"),
    ("how many can play spades?", "4 players"),
    ("can three of us play piquet?", "No"),
    ("can you play razz with 5?", "Yes"),
    ("is wizard good for 4 players?", "Yes"),
    ("what games can we play with four?", "hearts"),
    ("what can four of us play?", "spades"),
    ("which games are for 2?", "piquet"),
    ("what did we play tonight?", "Hearts"),
    ("what have we played so far?", "Hearts"),
    ("how many games have we played?", "5"),
    ("who won the most games tonight?", "Ann"),
    ("who's winning overall tonight?", "Ann, 1 game"),
    ("who has won the most games?", "Ann, 1 game"),
    ("have we played skat?", "No"),
    ("do we lose the spades score if we leave it open?", "No"),
    ("is everything saved if we stop now?", "Yes"),
    ("who played in the piquet?", "Ann and Cat"),
    ("what are we still in the middle of?", "Spades (session 2)"),
    ("which ones did we not finish?", "Spades (session 2)"),
    ("show me the open games", "Spades (session 2)"),
    ("is there a game for two?", "piquet"),
    ("did anyone win the razz?", "No: stopped early"),
    ("did anybody win at hearts?", "Yes: Ann won"),
]


@pytest.mark.parametrize(("line", "answer"), ABOUT_GAMES)
def test_a_question_about_games_is_answered_between_games(
    evening: Path, line: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opened(evening, line)[0] is None
    assert answer in "".join(capsys.readouterr())
    session, questions = opened(evening, "samba", line)
    assert session is None and [question.prompt for question in questions][:3] == ["game> ", "players> ", "players> "]
    assert answer in "".join(capsys.readouterr())
    assert len(sessions(evening)) == 5


@pytest.mark.parametrize(("line", "answer"), ABOUT_GAMES)
def test_the_same_question_is_answered_at_the_table(
    evening: Path, sits: Sits, line: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = sits("gops", "Ann Ben")
    capsys.readouterr()
    sitting.hear(line)
    answer = {"5": "6"}.get(answer, answer)
    assert answer in "".join(capsys.readouterr()) and not sitting.offers and not sitting.left


@pytest.mark.parametrize(
    ("slug", "line", "answer"),
    [
        ("gops", "what did we play before this?", "Razz"),
        ("gops", "who won the game before this one?", "stopped early"),
        ("hearts", "what was the last game?", "Razz"),
    ],
)
def test_the_game_before_is_known(
    evening: Path, sits: Sits, slug: str, line: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = sits(slug, "Ann Ben Cat" if slug == "hearts" else "Ann Ben")
    capsys.readouterr()
    sitting.hear(line)
    assert answer in capsys.readouterr().out


def test_a_question_about_the_present_game_is_no_question_about_others(
    sits: Sits, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = sits("hearts", "Ann Ben Cat Dan", "hearts 5 5 3 0", "Ann queen")
    for line in ("who is winning?", "who won hearts?", "how many hearts did Ann take?", "what can we play?"):
        capsys.readouterr()
        sitting.hear(line)
        assert "tonight" not in capsys.readouterr().out


GOES_ON = [
    ("back to the spades please", 2),
    ("let's go on with spades", 2),
    ("resume spades", 2),
    ("spades 2, carry on with it", 2),
    ("continue the piquet", 3),
    ("can we go back to piquet now?", 3),
    ("ok, let's pick up the piquet again", 3),
    ("carry on with game 2", 2),
    ("resume session 3", 3),
    ("finish the spades game", 2),
    ("return to Piquet", 3),
    ("reopen the razz", 5),
    ("we left off in piquet, let's go on with it", 3),
]


@pytest.mark.parametrize(("line", "number"), GOES_ON)
def test_an_open_game_is_gone_on_with_by_its_name(evening: Path, sits: Sits, line: str, number: int) -> None:
    session, questions = opened(evening, line)
    assert session and session.number == number and len(questions) == 1
    session, _ = opened(evening, "samba", line)
    assert session and session.number == number
    sitting = sits("gops", "Ann Ben", line)
    assert sitting.session.number == number and not sitting.left
    assert len(sessions(evening)) == 6


@pytest.mark.parametrize("line", ["back to the canasta", "continue skat", "carry on with session 77"])
def test_a_game_that_isn_t_open_isn_t_begun(
    evening: Path, sits: Sits, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opened(evening, line)[0] is None
    assert "session" in capsys.readouterr().err.lower()
    sitting = sits("gops", "Ann Ben", line)
    assert sitting.session.slug == "gops" and not sitting.offers and len(sessions(evening)) == 6


@pytest.mark.parametrize("line", ["back to the game", "carry on", "continue", "let's go on"])
def test_the_only_open_game_is_gone_on_with(db: Path, line: str) -> None:
    with open_journal(db, create=True) as journal:
        journal.new("spades", ["Ann", "Ben", "Cat", "Dan"])
    session, _ = opened(db, line)
    assert session and session.number == 1


def test_the_open_games_are_listed_before_the_next_one(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opened(evening)
    assert "Spades (session 2), Piquet (session 3), Whist (session 4)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "that was a question, not names",
        "winning to the please",
        "ann ben and the others",
        "let me see",
        "we need to think",
        "spades",
        "ann, ben and spades",
        "no idea yet",
    ],
)  # fmt: skip
def test_words_of_sentences_are_no_names(db: Path, line: str) -> None:
    assert opened(db, "gops", line, "quit", "quit")[0] is None
    assert opened(db, f"gops {line}", "quit", "quit")[0] is None
    assert not sessions(db)


@pytest.mark.parametrize(("answer", "count"), [("y", 3), ("n", 2)])
def test_a_common_word_is_a_name_if_the_user_says_so(db: Path, answer: str, count: int) -> None:
    session, questions = opened(db, "razz", "ann jack tim", answer, "ann tim")
    assert session and len(session.players) == count
    assert [question.prompt for question in questions][:3] == ["game> ", "players> ", "y/N> "]
    session, questions = opened(db, "razz", "ann tim")
    assert session and len(questions) == 2


@pytest.mark.parametrize(
    "line", ["Will May Jack", "will, may and Art", "ann ben cat", "Sue and The Boss", "with ann, ben please"]
)
def test_names_are_names(db: Path, line: str) -> None:
    session, _ = opened(db, "gops", line, "y")
    assert session and 2 <= len(session.players) <= 3


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("why do you need my name?", "score sheet"),
        ("what for", "score sheet"),
        ("who won?", "Ann won"),
    ],
)
def test_a_question_is_no_name(db: Path, question: str, answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "won" in question:
        with open_journal(db, create=True) as journal:
            hearts = journal.new("hearts", ["Ann", "Ben", "Cat", "Dan"], {"target": "20"})
            hearts.say("hearts 13 0 0 0")
            hearts.say("Ann queen")
            hearts.end()
    session, questions = opened(db, "gops me and Ben", question, "Tom")
    assert session and [*session.players] == ["Tom", "Ben"]
    assert [question.prompt for question in questions] == ["game> ", "name> ", "name> "]
    assert answer in "".join(capsys.readouterr())


def test_a_question_behind_the_next_game_is_answered(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session, questions = opened(db, "let's play spades. what do I need to do?", "Ann Ben Cat Dan")
    assert session and [question.prompt for question in questions] == ["game> ", "players> "]
    assert "Spades is for 4 players" in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    "line",
    ["keep score of Bimbo", "keep the score for Bimbo, Ann and Ben", "can you keep track of Bimbo with Ann and Ben?"],
)
def test_the_score_of_any_game_is_kept(db: Path, line: str) -> None:
    session, _ = opened(db, line, *([] if "Ann" in line else ["Ann Ben"]), "most")
    assert session and (session.slug, session.title, [*session.players]) == ("tally", "Bimbo", ["Ann", "Ben"])


def test_keeping_the_score_of_a_known_game_begins_it(db: Path) -> None:
    session, _ = opened(db, "keep score of hearts", "Ann Ben Cat Dan")
    assert session and session.slug == "hearts"


BEGUN_BY_MISTAKE = [
    "no",
    "undo",
    "cancel that",
    "that was wrong",
    "no, that was a question, not names",
    "oops, wrong game",
    "sorry, that was a mistake",
    "no, I didn't mean that",
    "cancel the game",
]


@pytest.mark.parametrize("line", BEGUN_BY_MISTAKE)
def test_a_game_begun_by_mistake_is_taken_back(evening: Path, sits: Sits, line: str) -> None:
    before = opened(evening)[1][0].default
    sitting = sits("gops", "Whos Winning", line)
    assert sitting.left and sessions(evening)[-1].state == "set aside"
    with open_journal(evening) as journal:
        assert "Winning" not in known_names(journal)
    assert opened(evening)[1][0].default == before


def test_taking_a_game_back_leads_to_the_one_before(sits: Sits) -> None:
    sitting = sits("hearts", "Ann Ben Cat Dan", "hearts 5 5 3 0", "new spades Ann Ben Cat Dan", "no, wrong game")
    assert sitting.session.slug == "hearts" and not sitting.left


@pytest.mark.parametrize("line", [*BEGUN_BY_MISTAKE, "no passing", "no hearts"])
def test_a_game_with_entries_isn_t_taken_back(db: Path, sits: Sits, line: str) -> None:
    sitting = sits("hearts", "Ann Ben Cat Dan", "hearts 5 5 3 0", line, "undo", "undo")
    assert not sitting.left and sessions(db)[-1].state == "open"


@pytest.mark.parametrize("line", ["no passing", "play to 50", "no jack"])
def test_a_house_rule_at_the_beginning_takes_nothing_back(db: Path, sits: Sits, line: str) -> None:
    assert not sits("hearts", "Ann Ben Cat Dan", line).left


def test_after_a_game_that_was_taken_back_the_next_one_is_asked_for(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = ["gops Ann Ben", "hearts Ann Ben Cat"]
    monkeypatch.setattr(console, "at_a_terminal", lambda: True)
    monkeypatch.setattr(prompt, "questioned", lambda _: answers.pop(0) if answers else None)
    monkeypatch.setattr(prompt.Prompt, "lines", lambda prompt: iter(["no"]))
    assert run(["table"]) == 0
    assert not answers and [row.state for row in sessions(db)] == ["set aside", "set aside"]


FOUR = "Ann Ben Cat Dan"


@pytest.mark.parametrize(
    ("slug", "players", "line", "then"),
    [
        ("oh-hell", FOUR, "stop here, let's play spades. what do I need to do?", "spades. what do I need to do?"),
        ("razz", "Ann Ben Cat", "ok end of the razz", ""),
        ("skat", "Ann Ben Cat", "that's the end of the skat", ""),
        ("razz", "Ann Ben Cat", "let's finish razz. how did everybody do?", ""),
        ("whist", FOUR, "stop whist", ""),
        ("razz", "Ann Ben Cat", "ok we're done with that one, hearts with all four: Ann, Ben, Cat, Dan",
         "hearts with all four: Ann, Ben, Cat, Dan"),
        ("razz", "Ann Ben Cat", "end of the razz, now hearts with Ann, Ben and Cat", "hearts with Ann, Ben and Cat"),
        ("skat", "Ann Ben Cat", "we're finished with this, let's play wizard next", "wizard"),
        ("skat", "Ann Ben Cat", "that's enough skat, good night everybody", ""),
        ("razz", "Ann Ben Cat", "we stop here, it's late - good night", ""),
        ("razz", "Ann Ben Cat", "we've had enough razz, Dan is back, whist with all four: Ann, Ben, Cat, Dan",
         "whist with Ann, Ben, Cat, Dan"),
    ],
)  # fmt: skip
def test_a_game_ends_and_only_another_that_is_named_follows(
    sits: Sits, slug: str, players: str, line: str, then: str
) -> None:
    sitting = sits(slug, players, line)
    assert (sitting.left, sitting.session.ended is not None, sitting.then) == (True, True, then)


@pytest.mark.parametrize(
    ("line", "offer"),
    [
        ("hearts now please, Dan's here too", "new hearts Ann Ben Cat Dan"),
        ("can we play spades next? Ann, Ben, Cat and Dan", "new spades Ann Ben Cat Dan"),
        ("let's play gops with Ann and Ben please", "new gops Ann Ben"),
        ("let's play whist with ann, ben, cat and uli", "new whist ann ben cat uli"),
        ("hearts now, Ben is here too", "new hearts Ann Ben Cat"),
        ("time for wizard, Dan joins us", "new wizard Ann Ben Cat Dan"),
        ("I think we play hearts now, all three of us", "new hearts Ben Cat Ann"),
        ("keep score of Bimbo with Ann and Ben", "new tally Ann Ben --name Bimbo"),
        ("call it a night for razz and start wizard with Ben, Ann and Dora", "new wizard Ben Ann Dora"),
        ("that was razz, next is Cribbage, Ann and Cat", "new cribbage Ann Cat"),
        ("Ann is off home. Ben and Cat finish with gin rummy", "new gin-rummy Ben Cat"),
        ("now Ben and Cat play Cribbage against each other", "new cribbage Ben Cat"),
        ("Now spades with Ann, Ben, Cat and Dora, to 300", "new spades Ann Ben Cat Dora"),
    ],
)
def test_the_next_game_is_understood_in_a_sentence(sits: Sits, line: str, offer: str) -> None:
    sitting = sits("razz", "Ann Ben Cat", line)
    assert offer in [made.text for made in sitting.offers] and not sitting.left


@pytest.mark.parametrize("line", ["no, that was a question, not names", "no, leave it", "nothing, sorry, wrong line"])
def test_an_offer_of_the_next_game_is_refused_in_words(sits: Sits, line: str) -> None:
    sitting = sits("razz", "Ann Ben Cat", "d", "let's play hearts", line)
    assert not sitting.offers and not sitting.left and sitting.session.slug == "razz"


@pytest.mark.parametrize("line", ["are we done with razz?", "have we finished razz", "is it the end of the razz?"])
def test_a_question_ends_no_game(sits: Sits, line: str) -> None:
    assert not sits("razz", "Ann Ben Cat", line).left


def test_leaving_a_game_open_saves_it(sits: Sits, capsys: pytest.CaptureFixture[str]) -> None:
    sits("spades", FOUR, "let's play hearts", "do we lose the spades score if we leave it open?")
    assert "No. Every line is saved" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    ["winning to the please", "no, that was a question, not names", "we need a break now", "let me think about it"],
)
def test_a_sentence_at_the_game_prompt_begins_nothing(db: Path, line: str) -> None:
    session, questions = opened(db, line)
    assert session is None and [question.prompt for question in questions] == ["game> ", "game> "]


def test_a_game_and_the_number_of_its_session_go_on_with_it(evening: Path) -> None:
    session, _ = opened(evening, "spades 2")
    assert session and session.number == 2


@pytest.mark.parametrize(
    ("line", "slug", "count"),
    [
        ("Ann, Ben and Cat want to play wizard", "wizard", 3),
        ("now it's just Ann and Cat, so cribbage", "cribbage", 2),
        ("ok a quick game of gops for Ann and Ben", "gops", 2),
        ("can you score canasta for us, Ann, Ben, Cat and Dan", "canasta", 4),
        ("just ann and ben, gops", "gops", 2),
        ("Cat and Dan fancy a game of piquet?", "piquet", 2),
        ("Next up: yahtzee. All four of us, Kim starts, then Olga, Bert and Simon.", "yahtzee", 4),
    ],
)
def test_a_sentence_with_a_game_and_people_begins_it(evening: Path, line: str, slug: str, count: int) -> None:
    session, questions = opened(evening, line)
    assert session and (session.slug, len(session.players), len(questions)) == (slug, count, 1)


@pytest.mark.parametrize("line", ["no", "that was wrong", "cancel that", "no, I didn't mean that"])
def test_between_games_there_is_nothing_to_undo(evening: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert opened(evening, line)[0] is None
    assert "`resume " in capsys.readouterr().err and len(sessions(evening)) == 5


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("it Nora, Pete, Gus and Ida", ["Nora", "Pete", "Gus", "Ida"]),
        ("Rosa, Emil, Tess and Finn, sitting in that order", ["Rosa", "Emil", "Tess", "Finn"]),
        ("Sue, then Dave, Linda and Bob", ["Sue", "Dave", "Linda", "Bob"]),
        ("Mary Ann, Uncle Bob, Jean de la Tour", ["Mary Ann", "Uncle Bob", "Jean de la Tour"]),
        ("mary ann, uncle bob", ["mary ann", "uncle bob"]),
        ("Aunt May, Will, J. R.", ["Aunt May", "Will", "J. R."]),
        ("Player 1, Player 2", ["Player 1", "Player 2"]),
    ],
)
def test_what_is_said_beside_names_is_no_name(line: str, names: list[str]) -> None:
    assert names_apart(line.split()) == names


@pytest.mark.parametrize(
    "line", ["same four", "all four of us, Ida starts", "same two please, Ruth deals", "the four of us"]
)
def test_the_players_of_the_last_game_are_meant(line: str) -> None:
    assert says_same(line.split())


@pytest.mark.parametrize("line", ["all of us, Ann, Ben", "Ann, Ben and us", "the, of"])
def test_other_players_are_named(line: str) -> None:
    assert not says_same(line.split())


def test_the_beginning_of_a_game_is_no_question(db: Path) -> None:
    session, _ = opened(db, "has Ann Ben Cat Dan")
    assert session and session.slug == "hasenpfeffer"


__all__ = ["sits"]
