"""The commands for house rules, and a session that is opened by the rules of a house."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from referee.games import find_game, ours
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


def test_alone_it_lists_the_rules_of_the_game_in_progress(referee: Command) -> None:
    assert referee("house").out.startswith("Usage: ")
    referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=5")
    listed = referee("house", "--plain").out
    assert re.search(r"^first-hand=5 +10 ", listed, re.MULTILINE) and re.search(
        r"^without=dealer-must-overbid ", listed, re.MULTILINE
    )
    referee("end", "--yes")
    assert referee("house").out.startswith("Usage: ")


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
    result = referee("house", "list")
    assert (result.code, result.out) == (0, "")
    assert "referee house init NAME GAME…" in result.err
    assert referee("house", "show", "home").code == 4


def test_a_broken_house_is_named_and_the_others_are_listed(referee: Command, home: Path) -> None:
    (home.parent / "club.toml").write_text("[farmer]\nanti = 3\n", encoding="utf-8")
    result = referee("house", "list")
    assert result.code == 1
    assert "first-hand=7" in result.out
    assert "club.toml:2: " in result.err and "'anti'" in result.err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[farmer]\nante = 0\n", ":2: ante can be 1 to 1000000, not 0"),
        ("[farmer]\n# a remark\nante = 'two'\n", ":3: ante must be a whole number, not 'two'"),
        ("[farmer]\nante = 1.5\n", ":2: ante must be a number or a word, not 1.5"),
        ("[farmer]\nante = 1\nante = 2\n", ":3: cannot overwrite a value"),
        ("[farmr]\nante = 1\n", ":1: there is no game called 'farmr'; did you mean farmer"),
        ("farmer.anti = 1\n", ":1: Farmer has no house rule 'anti'"),
        ("\nfarmer = { anti = 1 }\n", ":2: Farmer has no house rule 'anti'"),
        ("ante = 1\n", ":1: 'ante' belongs to no game"),
        ("[razz]\n[farmer]\n'anti' = 1\n", ":3: Farmer has no house rule 'anti'"),
        ("[farmer\n", ":1: expected ']'"),
        ("[" * 5000, "club.toml"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(referee: Command, home: Path, text: str, complaint: str) -> None:
    path = home.parent / "club.toml"
    path.write_text(text, encoding="utf-8")
    result = referee("house", "show", "club")
    assert result.code == 2
    assert f"referee: {path}" in result.err
    assert complaint in result.err
    assert referee("new", "farmer", "Ann", "Ben", "--house", "club").code == 2
    assert referee("sessions").out == ""


def test_no_text(referee: Command, home: Path) -> None:
    (home.parent / "club.toml").write_bytes(b"\xff\xfe")
    result = referee("house", "show", "club")
    assert result.code == 2 and "club.toml" in result.err


@pytest.mark.parametrize("name", ["../home", "a b", "", "7", "book", "[bold]"])
def test_a_house_has_a_plain_name(referee: Command, home: Path, name: str) -> None:
    result = referee("house", "show", name)
    assert result.code == 2
    assert result.err


def test_a_house_is_shown_beside_the_book(referee: Command, home: Path) -> None:
    result = referee("house", "show", "home", "--plain")
    assert "Friday nights" in result.out
    assert "ante 2 1 " in " ".join(result.out.split())
    shown = json.loads(referee("house", "show", "home", "farmer", "--json").out)
    ante, *others = shown["rows"]
    assert {**ante, "meaning": ""} == {"game": "farmer", "option": "ante", "value": "2", "book": "1", "meaning": ""}
    assert ante["meaning"] == find_game("farmer").options[0].text
    assert [row["option"] for row in others] == [option.name for option in find_game("farmer").options][1:]
    assert all(row["value"] == row["book"] and row["meaning"] for row in others)
    assert referee("house", "show", "home", "farmer", "--csv").out.startswith("game,option,value,book,meaning\nfarmer,")


def test_a_house_is_begun_with_everything_as_the_book_has_it(referee: Command, home: Path) -> None:
    result = referee("house", "init", "club", "razz", "farmer")
    assert (result.code, result.out) == (0, f"Saved in {home.parent / 'club.toml'}\n")
    assert '# cap = "none"' in (home.parent / "club.toml").read_text(encoding="utf-8")
    assert json.loads(referee("house", "diff", "club", "--json").out)["rows"] == []
    again_ = referee("house", "init", "club")
    assert again_.code == 2
    assert "already exists" in again_.err
    assert referee("house", "init", "other", "gosp").code == 4


def test_every_option_of_a_new_house_can_be_taken_up_as_it_stands(referee: Command, home: Path) -> None:
    slugs = [slug for slug in ours() if find_game(slug).options]
    assert referee("house", "init", "club", *slugs).code == 0
    path = home.parent / "club.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    freed = [line[2:] if " = " in line and line.startswith("# ") and line[2].islower() else line for line in lines]
    assert sum(" = " in line and line[0] != "#" for line in freed) == sum(
        len(find_game(slug).options) for slug in slugs
    )
    path.write_text("\n".join(freed), encoding="utf-8")
    result = referee("house", "diff", "club", "--csv")
    assert result.code == 0, result.err


def test_a_rule_is_changed_and_the_rest_of_the_file_stays(referee: Command, home: Path) -> None:
    result = referee("house", "set", "home", "farmer", "ante=3")
    assert (result.code, result.out.splitlines()[0]) == (0, "farmer ante: 2 → 3")
    assert home.read_text(encoding="utf-8") == HOME.replace("ante = 2", "ante = 3")
    assert (
        referee("house", "set", "home", "oh-hell", "first-hand=BOOK").out.splitlines()[0]
        == "oh-hell first-hand: 7 → standard"
    )
    assert "first-hand" not in home.read_text(encoding="utf-8")
    assert referee("house", "set", "home", "razz", "ante=2,", "burn=Yes", "cap=none").code == 0
    text = home.read_text(encoding="utf-8")
    assert text.startswith('# what we play at home\nabout = "Friday nights"\n')
    assert text.endswith('[razz]\nante = 2\nburn = "yes"\ncap = "none"\n')
    assert referee("house", "set", "home", "razz", "ante=2").out.startswith("Nothing changed.")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("razz", "anti=2"), "Razz has no house rule 'anti'"),
        (("razz", "bet=5"), "bet can be 2, 4 and so on, not 5"),
        (("razz", "burn"), "write an option as name=value, not 'burn'"),
        (("razz", "ante=1", "ante=2"), "ante is given twice"),
    ],
)
def test_what_can_not_be_set_changes_nothing(
    referee: Command, home: Path, words: tuple[str, ...], complaint: str
) -> None:
    result = referee("house", "set", "home", *words)
    assert result.code == 2
    assert complaint in result.err
    assert home.read_text(encoding="utf-8") == HOME
    assert referee("house", "set", "club", "razz", "ante=2").code == 4


def test_where_two_houses_part(referee: Command, home: Path) -> None:
    (home.parent / "club.toml").write_text("[farmer]\nante = 5\n", encoding="utf-8")
    rows = json.loads(referee("house", "diff", "home", "club", "--json").out)["rows"]
    assert [(row["game"], row["this"], row["other"]) for row in rows] == [
        ("oh-hell", "7", "10 for 3–5 players, 8 for 6, 7 for 7, 6 for 8, 5 for 9–10"),
        ("farmer", "2", "5"),
    ]
    assert len(json.loads(referee("house", "diff", "home", "club", "--game", "farmer", "--json").out)["rows"]) == 1
    assert json.loads(referee("house", "diff", "home", "home", "--json").out)["rows"] == []
    assert referee("house", "diff", "home", "nowhere").code == 4


def test_where_a_session_parts_from_a_house(referee: Command, home: Path) -> None:
    referee("new", "farmer", "Ann", "Ben", "--house", "home")
    assert "same rules" in referee("house", "diff", "home", "1").out
    referee("say", "deal Ann; house ante=4; misdeal")
    assert referee("house", "diff", "home", "1", "--csv").out.splitlines()[1].startswith("farmer,ante,2,4,")
    assert referee("house", "diff", "home", "9").code == 4


# A session by the rules of a house


def test_a_session_plays_by_a_house_and_by_what_is_set_besides(referee: Command, home: Path, tmp_path: Path) -> None:
    result = referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home")
    assert result.code == 0
    assert "first-hand=7  " in result.out and "(standard: 10)" in result.out
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
    result = referee("new", "samba", "Ann", "Ben", "Cat", "Dan", "--house", "home")
    assert result.code == 0 and "samba" in result.err


def test_what_a_house_plays_by_must_be_possible_for_so_many(referee: Command, home: Path) -> None:
    home.write_text("[oh-hell]\n\nfirst-hand = 17\n", encoding="utf-8")
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home").code == 0
    result = referee("new", "oh-hell", "Ann", "Ben", "Cat", "Dan", "--house", "home")
    assert result.code == 2 and "home.toml:3: first-hand=17 " in result.err


def test_a_house_may_be_wished_for_good(referee: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.parent.parent / "config.toml").write_text('profile = "home"\n', encoding="utf-8")
    assert "ante=2" in referee("new", "farmer", "Ann", "Ben").out
    assert "House rules" not in referee("new", "farmer", "Ann", "Ben", "--house", "book").out


def test_a_rule_is_looked_up_as_the_house_for_good_has_it(referee: Command, home: Path) -> None:
    (home.parent.parent / "config.toml").write_text('profile = "home"\n', encoding="utf-8")
    text = " ".join(referee("rule", "ante", "--game", "farmer").out.split())
    assert " 2 (standard: 1) " in text
    home.write_text('[farmer]\nbusts-to = "farm"\n', encoding="utf-8")
    text = " ".join(referee("rule", "bust-pays", "--game", "farmer").out.split())
    assert find_game("farmer").said("bust-pays", 3, find_game("farmer").house(3, {"busts-to": "farm"})) in text


@pytest.mark.parametrize(
    ("slug", "players", "chosen", "kept"),
    [
        ("oh-hell", 3, {}, "f4b1862d"),
        ("oh-hell", 3, {"first-hand": "5"}, "6be33aec"),
        ("samba", 4, {"target": "5000"}, "57a3114a"),
        ("reversis", 4, {"ante": "3", "hands": "8"}, "57038f2a"),
        ("piquet", 2, {"rubicon": "120", "tie": "two-more"}, "77f99253"),
        ("razz", 5, {"bet": "10", "cap": "3"}, "fe8a07c3"),
        ("crazy-eights", 4, {"wins": "3"}, "4ada99a9"),
        ("scopa", 2, {"target": "21"}, "1d2a99bc"),
    ],
)
def test_the_digests_of_old_sessions_stay(slug: str, players: int, chosen: dict[str, str], kept: str) -> None:
    """Whatever other numbers a house may change by now."""
    game = find_game(slug)
    assert digest(game, players, game.house(players, chosen)) == kept


def rule_set(referee: Command) -> str:
    """The digest of the open session's rules, as the verified score names it."""
    found = re.search(r"rule set (\w{4}) (\w{4})", referee("score", "--verify").out)
    assert found
    return found[1] + found[2]


def test_the_digest_is_the_same_where_the_rules_are(referee: Command, home: Path) -> None:
    def digest(*words: str) -> str:
        assert referee("new", "farmer", "Ann", "Ben", *words).code == 0
        return rule_set(referee)

    assert digest("--house", "home") == digest("--set", "ante=2")
    assert digest() == digest("--set", "ante=1") != digest("--set", "ante=2")
    assert digest("--house", "home") in referee("house", "list").out


# Changed in mid-session


def test_a_rule_changed_in_mid_session_shows_where_the_hands_part(referee: Command, home: Path) -> None:
    referee("new", "farmer", "Ann", "Ben", "--house", "home")
    result = referee("say", "deal Ann; house ante=4")
    assert "house ante=4\n  Starts with hand 2.\n" in result.out
    referee("say", "misdeal; house ante=3; deal Ann; house ante=9")
    sheet = referee("score").out
    assert "house rules: ante=2 (standard: 1)" in sheet
    assert "from hand 1 on: ante=3 (before: 2)" in sheet
    assert "from hand 2 on: ante=9 (before: 3)" in sheet
    assert "ante=3" in referee("why", "hand", "1").out
    assert "house ante=9" in referee("log").out
    told = json.loads(referee("score", "--json").out)
    assert (told["house"]["ante"], told["amended"][0]) == (2, {"hand": 1, "house": {"ante": 3}})
    assert "house ante=9 (line 6)" in referee("undo").out
    assert "ante=9" not in referee("score").out


def test_what_can_not_be_changed_is_said(referee: Command, home: Path) -> None:
    referee("new", "farmer", "Ann", "Ben")
    result = referee("say", "house ante=0")
    assert result.code == 2
    assert "Try: house ante=1" in result.err
    assert referee("can", "house ante=2").code == 0
    assert "house OPTION=VALUE" in referee("legal").out


# Rules of the house's own, in words

EXPOSED, NO_PHONES = "An exposed card stays on the table.", "No phones at the table."
CLUB = f"""[oh-hell]
first-hand = 2

[rule.exposed-card]
text = "{EXPOSED}"
costs = 5

[oh-hell.rule.no-phones]
text = "{NO_PHONES}"
"""


@pytest.fixture
def club(home: Path) -> Path:
    path = home.parent / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    return path


def test_rules_in_words_hold_in_every_game_or_in_one(referee: Command, club: Path, tmp_path: Path) -> None:
    text = referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "club").out
    assert f"  rule exposed-card: {EXPOSED} (costs 5)\n" in text
    assert f"  rule no-phones: {NO_PHONES}\n" in text
    other = referee("new", "farmer", "Ann", "Ben", "--house", "club")
    assert "rule exposed-card" in other.out and "no-phones" not in other.out and not other.err
    assert referee("say", "penalty Ben no-phones").code == 2
    with again(tmp_path / "evening.db") as session:
        assert session.house == {
            "first-hand": "2", "rule.exposed-card": f"5 {EXPOSED}",
            "rule.no-phones": NO_PHONES,
        }  # fmt: skip


def test_the_words_are_frozen_with_the_session(referee: Command, club: Path, tmp_path: Path) -> None:
    referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "club")
    club.write_text(CLUB.replace("costs = 5", "costs = 50"), encoding="utf-8")
    assert f"Ben -5  penalty: {EXPOSED}" in referee("say", "penalty Ben exposed-card").out
    rows = {row["option"]: row for row in json.loads(referee("house", "diff", "club", "1", "--json").out)["rows"]}
    assert (rows["rule exposed-card"]["this"], rows["rule exposed-card"]["other"]) == ("costs 50", "costs 5")
    record = referee("export", "1").out
    assert f"rule: exposed-card = 5 {EXPOSED}\nrule: no-phones = No phones" in record
    (tmp_path / "it.record").write_text(record, encoding="utf-8")
    assert referee("import", str(tmp_path / "it.record"), "--again").code == 0
    assert referee("check", str(tmp_path / "it.record")).code == 0
    with again(tmp_path / "evening.db", 2) as session:
        assert session.referee.scores["Ben"] == -5


def test_the_digest_knows_words_and_price(referee: Command, club: Path) -> None:
    game = find_game("oh-hell")
    by_the_book = digest(game, 3, game.house(3, {}))
    words = digest(game, 3, game.house(3, {"rule.late": "Who is late pays."}))
    priced = digest(game, 3, game.house(3, {"rule.late": "5 Who is late pays."}))
    assert by_the_book == "f4b1862d" and len({by_the_book, words, priced}) == 3
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "club").code == 0
    assert rule_set(referee) in referee("house", "list").out


def test_they_stand_in_lists_leaflets_and_rules(referee: Command, club: Path) -> None:
    listed = referee("house", "list").out
    assert "rule exposed-card" in listed and "rule no-phones" in listed
    shown = json.loads(referee("house", "show", "club", "--json").out)["rows"]
    assert [tuple(row.values())[1:] for row in shown[-2:]] == [
        ("rule exposed-card", "costs 5", "none", EXPOSED),
        ("rule no-phones", "costs 0", "none", NO_PHONES),
    ]
    assert f"- rule exposed-card: {EXPOSED} (costs 5)" in referee("house", "leaflet", "club").out
    assert "penalty WHOM RULE" in referee("house", "leaflet", "club").out
    rules = " ".join(referee("rules", "oh-hell", "--house", "club").out.split())
    assert f"exposed-card: {EXPOSED}" in rules
    assert "penalty WHOM RULE" in rules and "penalty WHOM RULE" not in referee("rules", "oh-hell").out
    assert f"rule exposed-card: {EXPOSED}" in referee("print", "oh-hell", "--house", "club", "--html", "-").out


def test_a_house_of_words_alone(referee: Command, club: Path) -> None:
    club.write_text(CLUB[CLUB.index("[rule") : CLUB.index("[oh-hell.rule")], encoding="utf-8")
    rows = json.loads(referee("house", "list", "--json").out)["rows"]
    assert {"game": "", "house": "club"}.items() <= rows[0].items()
    assert "every game" in referee("house", "list").out
    assert f"rule exposed-card: {EXPOSED} (costs 5)" in referee("house", "show", "club").out
    assert "rule exposed-card" in referee("new", "gops", "Ann", "Ben", "--house", "club").out


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[rule.late]\ncosts = 5\n", ":1: describe the rule late in a sentence"),
        ("[rule.late]\ntext = 'x'\n\ncosts = 'five'\n", ":4: costs must be a whole number, not 'five'"),
        ("[rule.late]\ntext = 5\n", ":2: text must be a sentence, not 5"),
        ("[rule.late]\ntext = 'x'\nprice = 5\n", ":3: your own rule has only text and costs, not 'price'"),
        ("[rule.late]\ntext = 'x'\ncosts = -1\n", ":1: the rule late can cost 0 to 1000000, not -1"),
        ("[rule.Late]\ntext = 'x'\n", ":1: name a house rule with lowercase letters"),
        ("\n[oh-hell.rule.follow-suit]\ntext = 'x'\n", ":2: the game already has a rule follow-suit"),
        ("[rule]\nlate = 5\n", ":2: write your own rule as [rule.exposed-card] and, below it, text"),
        ("rule = 5\n", ":1: write your own rule as [rule.exposed-card]"),
        ("[oh-hell]\nrule.late.text = 'say \"so\"'\n", ":2: the rule late can't contain '\"'"),
    ],
)
def test_words_that_will_not_do_are_named_by_their_line(
    referee: Command, club: Path, text: str, complaint: str
) -> None:
    club.write_text(text, encoding="utf-8")
    result = referee("house", "show", "club")
    assert result.code == 2 and f"referee: {club}{complaint}" in result.err


def test_a_name_that_one_of_the_games_has_is_said_where_that_game_is_played(referee: Command, club: Path) -> None:
    club.write_text("[farmer]\n\n[rule.follow-suit]\ntext = 'Shoes off.'\n", encoding="utf-8")
    assert referee("new", "farmer", "Ann", "Ben", "--house", "club").code == 0
    result = referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "club")
    assert result.code == 2 and "club.toml:3: " in result.err and "follow-suit" in result.err


# Common variants


def test_a_house_begins_like_a_variant(referee: Command, home: Path) -> None:
    assert referee("house", "init", "club", "oh-hell", "razz", "--like", "no-hook", "--like", "Seven-Down").code == 0
    text = (home.parent / "club.toml").read_text(encoding="utf-8")
    assert '\nwithout = "dealer-must-overbid"\n' in text and "\nfirst-hand = 7\n" in text
    assert "\n# nought = 10\n" in text and "\n# ante = 1\n" in text and "[rule.NAME]" in text
    assert json.loads(referee("house", "list", "--json").out)["rows"][0]["options"] == {
        "first-hand": "7", "without": "dealer-must-overbid",
    }  # fmt: skip


def test_a_house_may_be_called_after_its_game(referee: Command, home: Path) -> None:
    result = referee("house", "init", "oh-hell", "--like", "no-hook")
    assert result.code == 0 and result.out.rstrip().endswith("oh-hell.toml")
    assert "dealer-must-overbid" in referee("new", "oh-hell", "A", "B", "C", "--house", "oh-hell").out


def test_a_session_is_opened_like_a_variant(referee: Command, home: Path, tmp_path: Path) -> None:
    home.write_text("[oh-hell]\nfirst-hand = 5\nnought = 3\n", encoding="utf-8")
    words = ("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home", "--like", "no-hook", "--like", "seven-down")
    assert referee(*words, "--set", "nought=4").code == 0
    with again(tmp_path / "evening.db") as session:
        assert session.house == {"first-hand": "7", "nought": "4", "without": "dealer-must-overbid"}
    assert referee(*words, "--set", "first-hand=6", "--set", "without=none").code == 0
    with again(tmp_path / "evening.db", 2) as session:
        assert session.house == {"first-hand": "6", "nought": "3"}


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            ("new", "oh-hell", "A", "B", "C", "--like", "no-hok"),
            "oh-hell has no variant 'no-hok'. Did you mean no-hook?",
        ),
        (("new", "oh-hell", "A", "B", "C", "--like", "no-hok"), "Its variants: hook, no-hook,"),
        (("house", "init", "new", "oh-hell", "--like", "x"), "oh-hell has no variant 'x'"),
        (
            ("house", "init", "new", "--like", "no-hook"),
            "which game is no-hook a variant of? Run `referee house init",
        ),
        (("house", "init", "new", "farmer", "razz", "--like", "no-hook"), "farmer or razz has no variant 'no-hook'"),
    ],
)
def test_an_unknown_variant_gets_the_nearest_and_the_list(
    referee: Command, home: Path, words: tuple[str, ...], text: str
) -> None:
    result = referee(*words)
    assert result.code == 2 and text in result.err
    assert not (home.parent / "new.toml").exists()


def test_options_that_can_not_be_together_are_found_in_their_file(referee: Command, home: Path) -> None:
    home.write_text("[last-one]\nmost = 4\nlimit = 200\nfewest = 8\n", encoding="utf-8")
    for words in (("house", "show", "home"), ("new", "last-one", "Ann", "Ben", "--house", "home")):
        refused = referee(*words)
        assert refused.code == 2 and f"{home}:4: fewest=8 " in refused.err and "most=4" in refused.err
    home.write_text("[last-one]\nmost = 4\n", encoding="utf-8")
    refused = referee("house", "set", "home", "last-one", "fewest=8")
    assert refused.code == 2 and "fewest=8 " in refused.err and "most=4" in refused.err
    assert home.read_text(encoding="utf-8") == "[last-one]\nmost = 4\n"


@pytest.mark.parametrize("slug", ours())
def test_what_is_as_the_book_has_it_is_in_no_digest(slug: str) -> None:
    """However many options there are by now, a table with standard rules has the digest of its game."""
    game = find_game(slug)
    for players in (game.players[0], game.players[-1]):
        book = game.house(players, {})
        chosen = {name: "none" if value is None else str(value) for name, value in book.items()}
        plain = sha256(f"{slug}\n{game.edition}".encode()).hexdigest()[:8]
        assert digest(game, players, game.house(players, chosen)) == digest(game, players, book) == plain
