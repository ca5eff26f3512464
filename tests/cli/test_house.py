"""The commands for house rules, and a session that is opened by the rules of a house."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.games import find_game
from scoresheets.book.house import digest
from tests.cli.conftest import Command
from tests.evening import again

HOME = """# what we play at home
about = "Friday nights"

[oh-hell]
first-hand = 7          # ten takes all night

[farmer]
ante = 2
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.delenv("REFEREE_PROFILE", raising=False)
    path = tmp_path / "houses" / "home.toml"
    path.parent.mkdir()
    path.write_text(HOME, encoding="utf-8")
    return path


def test_houses_are_listed(referee: Command, home: Path) -> None:
    rows = json.loads(referee("house", "list", "--json").out)["rows"]
    assert [(row["house"], row["game"], row["options"]) for row in rows] == [
        ("home", "oh-hell", {"first-hand": "7"}),
        ("home", "farmer", {"ante": "2"}),
    ]
    assert referee("house", "list", "--csv").out.splitlines()[2].startswith("home,farmer,ante=2,")
    assert "first-hand=7" in referee("house", "list").out


def test_no_house_at_all(referee: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "nowhere" / "config.toml"))
    said = referee("house", "list")
    assert (said.code, said.out) == (0, "")
    assert "referee house init NAME GAME…" in said.err
    assert referee("house", "show", "home").code == 4


def test_a_broken_house_is_named_and_the_others_are_listed(referee: Command, home: Path) -> None:
    (home.parent / "club.toml").write_text("[farmer]\nanti = 3\n", encoding="utf-8")
    said = referee("house", "list")
    assert said.code == 1
    assert "first-hand=7" in said.out
    assert "club.toml:2: farmer has no option 'anti'; its options: ante" in said.err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[farmer]\nante = 0\n", ":2: ante is 1 to 1000000 here, not 0"),
        ("[farmer]\n# a remark\nante = 'two'\n", ":3: ante takes a whole number, not 'two'"),
        ("[farmer]\nante = 1.5\n", ":2: ante takes a number or a word, not 1.5"),
        ("[farmer]\nante = 1\nante = 2\n", ":3: cannot overwrite a value"),
        ("[farmr]\nante = 1\n", ":1: no game is called 'farmr'; did you mean farmer"),
        ("farmer.anti = 1\n", ":1: farmer has no option 'anti'"),
        ("\nfarmer = { anti = 1 }\n", ":2: farmer has no option 'anti'"),
        ("ante = 1\n", ":1: 'ante' stands in no game"),
        ("[razz]\n[farmer]\n'anti' = 1\n", ":3: farmer has no option 'anti'"),
        ("[farmer\n", ":1: expected ']'"),
        ("[" * 5000, "club.toml"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(referee: Command, home: Path, text: str, complaint: str) -> None:
    path = home.parent / "club.toml"
    path.write_text(text, encoding="utf-8")
    said = referee("house", "show", "club")
    assert said.code == 2
    assert f"referee: {path}" in said.err
    assert complaint in said.err
    assert referee("new", "farmer", "Ann", "Ben", "--house", "club").code == 2
    assert referee("sessions").out == ""


def test_no_text(referee: Command, home: Path) -> None:
    (home.parent / "club.toml").write_bytes(b"\xff\xfe")
    said = referee("house", "show", "club")
    assert said.code == 2
    assert "is no text in UTF-8" in said.err


@pytest.mark.parametrize("name", ["../home", "a b", "", "7", "book", "[bold]"])
def test_a_house_has_a_plain_name(referee: Command, home: Path, name: str) -> None:
    said = referee("house", "show", name)
    assert said.code == 2
    assert "a house is called by letters" in said.err


def test_a_house_is_shown_beside_the_book(referee: Command, home: Path) -> None:
    said = referee("house", "show", "home", "--plain")
    assert "Friday nights" in said.out
    assert "ante 2 1 the ante, and so the amount of every payment" in " ".join(said.out.split())
    shown = json.loads(referee("house", "show", "home", "farmer", "--json").out)
    assert shown["rows"] == [
        {
            "game": "farmer",
            "option": "ante",
            "value": "2",
            "book": "1",
            "meaning": "the ante, and so the amount of every payment",
        },
        {"game": "farmer", "option": "goal", "value": "16", "book": "16", "meaning": shown["rows"][1]["meaning"]},
        {
            "game": "farmer",
            "option": "without",
            "value": "none",
            "book": "none",
            "meaning": shown["rows"][2]["meaning"],
        },
    ]
    assert referee("house", "show", "home", "farmer", "--csv").out.startswith("game,option,value,book,meaning\nfarmer,")


def test_a_house_is_begun_with_everything_as_the_book_has_it(referee: Command, home: Path) -> None:
    said = referee("house", "init", "club", "razz", "farmer")
    assert (said.code, said.out) == (0, f"written: {home.parent / 'club.toml'}\n")
    assert '# cap = "none"' in (home.parent / "club.toml").read_text(encoding="utf-8")
    assert referee("house", "diff", "club").out == "club plays by the book\n"
    again_ = referee("house", "init", "club")
    assert again_.code == 2
    assert "is there already" in again_.err
    assert referee("house", "init", "other", "gosp").code == 4


def test_every_option_of_a_new_house_can_be_taken_up_as_it_stands(referee: Command, home: Path) -> None:
    from referee.games import find_game, games

    slugs = [slug for slug in games() if find_game(slug).options]
    assert referee("house", "init", "club", *slugs).code == 0
    path = home.parent / "club.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    freed = [line[2:] if " = " in line and line.startswith("# ") and line[2].islower() else line for line in lines]
    assert sum(" = " in line and line[0] != "#" for line in freed) == sum(
        len(find_game(slug).options) for slug in slugs
    )
    path.write_text("\n".join(freed), encoding="utf-8")
    said = referee("house", "diff", "club", "--csv")
    assert said.code == 0, said.err


def test_a_rule_is_changed_and_the_rest_of_the_file_stays(referee: Command, home: Path) -> None:
    said = referee("house", "set", "home", "farmer", "ante=3")
    assert (said.code, said.out.splitlines()[0]) == (0, "farmer ante: 2 → 3")
    assert home.read_text(encoding="utf-8") == HOME.replace("ante = 2", "ante = 3")
    assert (
        referee("house", "set", "home", "oh-hell", "first-hand=BOOK").out.splitlines()[0]
        == "oh-hell first-hand: 7 → book"
    )
    assert "first-hand" not in home.read_text(encoding="utf-8")
    assert referee("house", "set", "home", "razz", "ante=2,", "burn=Yes", "cap=none").code == 0
    text = home.read_text(encoding="utf-8")
    assert text.startswith('# what we play at home\nabout = "Friday nights"\n')
    assert text.endswith('[razz]\nante = 2\nburn = "yes"\ncap = "none"\n')
    assert referee("house", "set", "home", "razz", "ante=2").out.startswith("nothing changes")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("razz", "anti=2"), "razz has no option 'anti'"),
        (("razz", "bet=5"), "bet is 2, 4 and so on, not 5"),
        (("razz", "burn"), "an option is written name=value"),
        (("razz", "ante=1", "ante=2"), "ante is given twice"),
    ],
)
def test_what_can_not_be_set_changes_nothing(
    referee: Command, home: Path, words: tuple[str, ...], complaint: str
) -> None:
    said = referee("house", "set", "home", *words)
    assert said.code == 2
    assert complaint in said.err
    assert home.read_text(encoding="utf-8") == HOME
    assert referee("house", "set", "club", "razz", "ante=2").code == 4


def test_where_two_houses_part(referee: Command, home: Path) -> None:
    (home.parent / "club.toml").write_text("[farmer]\nante = 5\n", encoding="utf-8")
    rows = json.loads(referee("house", "diff", "home", "club", "--json").out)["rows"]
    assert [(row["game"], row["this"], row["other"]) for row in rows] == [
        ("oh-hell", "7", "10 for 3–5 players, 8 for 6, 7 for 7"),
        ("farmer", "2", "5"),
    ]
    assert len(json.loads(referee("house", "diff", "home", "club", "--game", "farmer", "--json").out)["rows"]) == 1
    assert referee("house", "diff", "home", "home").out == "home and home play by the same rules\n"
    assert referee("house", "diff", "home", "nowhere").code == 4


def test_where_a_session_parts_from_a_house(referee: Command, home: Path) -> None:
    referee("new", "farmer", "Ann", "Ben", "--house", "home")
    assert "same rules" in referee("house", "diff", "home", "1").out
    referee("say", "deal Ann; house ante=4; misdeal")
    assert referee("house", "diff", "home", "1", "--csv").out.splitlines()[1].startswith("farmer,ante,2,4,")
    assert referee("house", "diff", "home", "9").code == 4


# A session by the rules of a house


def test_a_session_plays_by_a_house_and_by_what_is_set_besides(referee: Command, home: Path, tmp_path: Path) -> None:
    said = referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home")
    assert said.code == 0
    assert ", house home\n" in said.out
    assert "first-hand=7  cards in the first hand (the book: 10)" in said.out
    assert (
        "first-hand=3" in referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home", "--set", "first-hand=3").out
    )
    with again(tmp_path / "evening.db") as session:
        assert (session.profile, session.house) == ("home", {"first-hand": "7"})


def test_a_house_may_be_any_file(referee: Command, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text("[farmer]\nante = 6\n", encoding="utf-8")
    assert "ante=6" in referee("new", "farmer", "Ann", "Ben", "--house", str(path)).out


def test_a_house_without_the_game_plays_by_the_book(referee: Command, home: Path) -> None:
    said = referee("new", "samba", "Ann", "Ben", "Cat", "Dan", "--house", "home")
    assert said.code == 0
    assert "house home has no rules for samba, so the book's hold" in said.err


def test_what_a_house_plays_by_must_be_possible_for_so_many(referee: Command, home: Path) -> None:
    home.write_text("[oh-hell]\n\nfirst-hand = 17\n", encoding="utf-8")
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home").code == 0
    said = referee("new", "oh-hell", "Ann", "Ben", "Cat", "Dan", "--house", "home")
    assert said.code == 2
    assert "home.toml:3: first-hand is 1 to 12 here, not 17" in said.err


def test_a_house_may_be_wished_for_good(referee: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.parent.parent / "config.toml").write_text('profile = "home"\n', encoding="utf-8")
    assert "ante=2" in referee("new", "farmer", "Ann", "Ben").out
    assert "by the book" in referee("new", "farmer", "Ann", "Ben", "--house", "book").out


@pytest.mark.parametrize(
    ("slug", "players", "chosen", "kept"),
    [
        ("oh-hell", 3, {}, "60713340"),
        ("oh-hell", 3, {"first-hand": "5"}, "7b117387"),
        ("samba", 4, {"target": "5000"}, "46109774"),
        ("reversis", 4, {"ante": "3", "hands": "8"}, "94711866"),
        ("piquet", 2, {"rubicon": "120", "tie": "two-more"}, "26a79206"),
        ("razz", 5, {"bet": "10", "cap": "3"}, "1f8262e2"),
        ("crazy-eights", 4, {"wins": "3"}, "1239b383"),
        ("scopa", 2, {"target": "21"}, "fbb6f5b5"),
    ],
)
def test_the_digests_of_old_sessions_stay(slug: str, players: int, chosen: dict[str, str], kept: str) -> None:
    """Whatever other numbers a house may change by now."""
    game = find_game(slug)
    assert digest(game, players, game.house(players, chosen)) == kept


def test_the_digest_is_the_same_where_the_rules_are(referee: Command, home: Path) -> None:
    def digest(*words: str) -> str:
        out = referee("new", "farmer", "Ann", "Ben", *words).out
        return next(line.split()[1].rstrip(",") for line in out.splitlines() if line.startswith("  rules "))

    assert digest("--house", "home") == digest("--set", "ante=2")
    assert digest() == digest("--set", "ante=1") != digest("--set", "ante=2")
    assert f"rules {digest('--house', 'home')}" in referee("score").out
    assert digest("--house", "home") in referee("house", "list").out


# Changed in mid-session


def test_a_rule_changed_in_mid_session_shows_where_the_hands_part(referee: Command, home: Path) -> None:
    referee("new", "farmer", "Ann", "Ben", "--house", "home")
    said = referee("say", "deal Ann; house ante=4")
    assert "accepted: house ante=4\n  from hand 2 on\n" in said.out
    referee("say", "misdeal; house ante=3; deal Ann; house ante=9")
    sheet = referee("score").out
    assert "house rules: ante=2 (the book: 1)" in sheet
    assert "from hand 1 on: ante=3 (before: 2)" in sheet
    assert "from hand 2 on: ante=9 (before: 3)" in sheet
    assert "ante=3" in referee("why", "hand", "1").out
    assert "house ante=9" in referee("log").out
    told = json.loads(referee("score", "--json").out)
    assert (told["house"]["ante"], told["amended"][0]) == (2, {"hand": 1, "house": {"ante": 3}})
    assert "takes back: house ante=9" in referee("undo").out
    assert "ante=9" not in referee("score").out


def test_what_can_not_be_changed_is_said(referee: Command, home: Path) -> None:
    referee("new", "farmer", "Ann", "Ben")
    said = referee("say", "house ante=0")
    assert said.code == 2
    assert "try: house ante=1" in said.err
    assert referee("can", "house ante=2").code == 0
    assert "house OPTION=VALUE" in referee("legal").out
