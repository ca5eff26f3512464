"""A dispute at the table: rules looked up, rulings, and what was decided before."""

from __future__ import annotations

import csv
import json
import os
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from referee import find_game
from referee.table.certainty import UNFOUNDED
from scoresheets.book.rulebook import FOUND
from scoresheets.cli import dispute
from scoresheets.errors import FINE, NOTHING, REFUSED, UNTOLD, USAGE, LeftFor
from tests.cli.conftest import Command
from tests.patience import PATIENCE

BEER, EXPOSED, NO_PHONES = (
    "Beer stays off the table.", "An exposed card stays on the table.", "No phones at the table."
)  # fmt: skip

# Rules looked up


def rows(referee: Command, *words: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(referee("rule", "--json", *words).out)["rows"]
    return listed


def ids(referee: Command, *words: str) -> list[tuple[str, str]]:
    return [(row["game"], row["rule"]) for row in rows(referee, *words)]


def test_a_rule_is_found_by_its_id(referee: Command) -> None:
    assert ids(referee, "dealer-must-overbid") == [("oh-hell", "dealer-must-overbid")]
    out = referee("rule", "dealer-must-overbid").out
    text = find_game("oh-hell").rules["dealer-must-overbid"].text
    assert out.startswith("dealer-must-overbid · Oh Hell!\n") and text in " ".join(out.split())
    assert "not allowed" in out and "WHO bids N" in out
    assert "For example: " in out


def test_a_rule_is_found_by_words_best_first(referee: Command) -> None:
    assert ids(referee, "who", "deals", "next?", "--game", "oh-hell")[0] == ("oh-hell", "dealer-rotation")
    assert ids(referee, "side", "pots")[0] in {("farmer", "side-pot"), ("razz", "side-pots")}
    assert len(ids(referee, "card")) <= FOUND


def test_a_rule_says_which_house_rule_changes_it(referee: Command) -> None:
    out = " ".join(referee("rule", "hand-size", "--game", "oh-hell").out.split())
    assert " first-hand: " in out
    (row,) = rows(referee, "made-bid", "--game", "oh-hell")
    assert (row["breaking"], row["scores"]) == (None, ["made"])
    assert row["options"] == ["trick", "square", "nought", "by-size", "made"]


def test_no_such_rule(referee: Command) -> None:
    ended = referee("rule", "xyzzy")
    assert ended.code == NOTHING and "xyzzy" in ended.err and not ended.out
    result = referee("rule", "xyzzy", "--json")
    assert result.code == NOTHING and json.loads(result.out)["rows"] == []
    assert len(json.loads(result.out)["nearest"]) == 2
    assert referee("rule", "follow-suit", "--game", "nothing").code == NOTHING


def test_rules_as_csv(referee: Command) -> None:
    header, row = csv.reader(referee("rule", "dealer-must-overbid", "--csv").out.splitlines())
    assert header == ["game", "rule", "text", "breaking", "finding"]
    assert row[:2] == ["oh-hell", "dealer-must-overbid"] and row[3:] == ["illegal", ""]
    nothing = referee("rule", "xyzzy", "--csv")
    assert nothing.code == NOTHING and nothing.out.splitlines() == ["game,rule,text,breaking,finding"]


def deal(referee: Command) -> None:
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2").code == FINE
    assert referee("say", "deal Ann; upcard 7H; Ben bids 1; Cat bids 1").code == FINE


def test_a_rule_says_where_it_was_applied_tonight(referee: Command) -> None:
    deal(referee)
    assert referee("say", "Ann", "bids", "0").code == REFUSED
    out = " ".join(referee("rule", "dealer-must-overbid").out.split())
    assert "session 1, hand 1, line 5: Ann bids 0: illegal: " in out
    (row,) = rows(referee, "dealer-must-overbid")
    assert [(breach["session"], breach["line"], breach["hand"]) for breach in row["tonight"]] == [(1, 5, 1)]


def test_rules_of_the_game_in_play_come_first(referee: Command) -> None:
    assert ids(referee, "follow-suit")[0][0] != "oh-hell"
    deal(referee)
    assert ids(referee, "follow-suit")[0][0] == "oh-hell"


def test_what_was_typed_is_shown_as_it_was_typed(referee: Command) -> None:
    deal(referee)
    assert referee("say", "Ann bids [red]9").code != FINE
    assert referee("say", "Ann bids 9 # [bold]").code == REFUSED
    assert "Ann bids 9" in referee("rule", "bid-range", "--game", "oh-hell").out


# What would be legal instead


def test_who_asks_whether_something_may_be_hears_what_would(referee: Command) -> None:
    deal(referee)
    result = referee("can", "Ann", "bids", "0")
    assert result.code == REFUSED
    assert "line 3: Ben bids 1" in result.err and ": Ann bids 1 or 2" in result.err
    assert json.loads(referee("can", "Ann", "bids", "0", "--json").out)["legal"] == ["Ann bids 1", "Ann bids 2"]
    assert "Allowed instead: Ann bids 1 or 2" in referee("can", "Cat", "bids", "2").err
    assert json.loads(referee("can", "Ann", "bids", "1", "--json").out)["legal"] == []
    assert "Next: Ann bids." in referee("can", "nonsense").err


# Disputes


def revoke(referee: Command) -> None:
    """Cat plays a diamond to the queen of spades, in line 7."""
    deal(referee)
    assert referee("say", "Ann bids 1; Ben plays QS; Cat plays 2D").code == FINE


def test_a_dispute_says_what_would_decide_it(referee: Command) -> None:
    revoke(referee)
    result = referee("dispute", "Cat", "revoked")
    assert result.code == UNTOLD
    place, doubt, proof, rule, settles, *score = result.out.splitlines()
    assert place == "Line 7, hand 1: Cat plays 2D" and proof == "    line 6: Ben plays QS"
    assert doubt.endswith(" [follow-suit]") and rule.startswith("  [follow-suit] ")
    assert "`Cat had …`" in settles
    assert score[1] == "    now: Ann 0, Ben 0, Cat 0" and score[2].startswith("  1 void line 7: ")
    assert "--fact" in result.err


def test_the_fact_decides_it_and_is_kept_with_the_ruling(referee: Command) -> None:
    revoke(referee)
    guilty = referee("dispute", "7", "--fact", "Cat dealt 2D 4S")
    assert guilty.code == REFUSED and "Proven: " in guilty.out and "[revoke]" in guilty.out
    assert "1 fix line 7: Cat plays 4S" in guilty.out
    cleared = referee("dispute", "7", "--fact", "Cat dealt 2D 4C")
    assert cleared.code == FINE and UNFOUNDED in cleared.out
    done = referee("dispute", "7", "--fact", "Cat dealt 2D 4S", "--apply", "fix", "--agreed", "Ann, Ben, Cat")
    assert done.code == FINE and "ruling 1: fix line 7, Cat plays 2D → Cat plays 4S" in done.out
    reports = [row["text"] for row in json.loads(referee("log", "--json").out)["rows"] if row["counts"]]
    assert reports[-1] == "Cat dealt 2D 4S" and "Cat plays 2D" in reports
    shown = referee("rulings", "show", "1").out
    assert ": Cat dealt 2D 4S" in shown and "agreed: Ann, Ben, Cat" in shown
    assert referee("dispute", "7", "--fact", "Cat dealt QS 4S").code == REFUSED


def test_as_json(referee: Command) -> None:
    revoke(referee)
    result = referee("dispute", "Cat", "revoked", "--json")
    case = json.loads(result.out)
    assert result.code == UNTOLD and case["schema"] == 1
    assert (case["line"], case["certainty"], case["missing"]) == (7, "POSSIBLE", ["Cat had …"])
    assert [rule["rule"] for rule in case["rules"]] == ["follow-suit"]
    assert [effect["remedy"] for effect in case["effects"]] == ["as it stands", "void"]
    assert case["decided"] is None and case["before"] == []
    done = json.loads(referee("dispute", "7", "--decide", "play on", "--json").out)["decided"]
    assert (done["number"], done["verdict"], done["rule"]) == (1, "play on", "follow-suit")
    assert json.loads(referee("dispute", "7", "--json").out)["before"] == [done]


def test_what_no_rule_covers_is_for_the_table_to_decide(referee: Command) -> None:
    revoke(referee)
    result = referee("dispute", "Ben", "spilled", "beer")
    assert result.code == UNTOLD and result.out
    assert "`referee dispute " in result.err
    done = referee("dispute", "Ben", "spilled", "beer", "--decide", "Ben pays", "--agreed", "Ann, Cat")
    assert done.code == FINE and done.out.endswith("ruling 1: Ben pays\n")
    again = referee("dispute", "more", "beer", "spilled")
    assert "ruling 1, Ben pays" in again.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["dispute", "99"], NOTHING),
        (["dispute", "7", "--apply", "burn"], USAGE),
        (["dispute", "7", "--nonsense"], USAGE),
        (["dispute", "7", "--decide", "x" * 600], USAGE),
        (["dispute", "7", "--decide", "ok", "--instead-of", "3"], NOTHING),
        (["dispute", "7", "--session", "9"], NOTHING),
        (["dispute", "\x00"], USAGE),
        (["rulings", "show", "9"], NOTHING),
        (["rulings", "adopt", "9"], NOTHING),
        (["rulings", "list", "--game", "tarock"], NOTHING),
    ],
)
def test_what_cannot_be(referee: Command, words: list[str], code: int) -> None:
    revoke(referee)
    result = referee(*words)
    assert result.code == code and result.err
    assert json.loads(referee("rulings", "list", "--json").out)["rows"] == []


def test_no_session_no_dispute(referee: Command) -> None:
    assert referee("dispute", "1").code == NOTHING
    result = referee("rulings", "list")
    assert result.code == FINE and not result.out and "No rulings yet." in result.err


# What was decided before


def test_a_like_refusal_cites_the_ruling(referee: Command) -> None:
    deal(referee)
    assert referee("say", "Ann", "bids", "0").code == REFUSED
    assert referee("dispute", "was", "that", "allowed", "--decide", "the dealer bids again").code == FINE
    cited = "this table decided so before: ruling 1, the dealer bids again"
    assert cited in referee("say", "Ann", "bids", "0").err
    assert cited in referee("can", "Ann", "bids", "0").err
    assert json.loads(referee("can", "Ann", "bids", "0", "--json").out)["precedent"] == 1
    assert cited not in referee("say", "Cat", "bids", "0").err


@pytest.fixture
def home(referee: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house without any rule yet."""
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    assert referee("house", "init", "home", "oh-hell").code == FINE
    return tmp_path / "houses" / "home.toml"


def test_a_ruling_that_allows_what_is_refused_binds_when_it_is_adopted(referee: Command, home: Path) -> None:
    deal(referee)
    assert referee("say", "Ann", "bids", "0").code == REFUSED
    assert referee("dispute", "5", "--decide", "any bid").code == FINE
    unsaid = referee("rulings", "adopt", "1")
    assert unsaid.code == USAGE
    ways = ("--as without=dealer-must-overbid", "--as hook=above|uneven", "--as-words TEXT")
    assert all(way in unsaid.err for way in ways)
    words = ("rulings", "adopt", "1", "--as", "without=dealer-must-overbid", "--house", "home")
    result = referee(*words)
    assert result.code == FINE
    assert "without=dealer-must-overbid in house home" in result.out
    assert "`referee say house without=dealer-must-overbid`" in result.err
    refused = referee("say", "Ann", "bids", "0").err
    assert "ruling 1, any bid" in refused
    assert "`house without=dealer-must-overbid`" in refused
    result = referee(*words, "--now")
    assert "house without=dealer-must-overbid\n" in result.out and "hand 2" in result.out
    assert referee("say", "misdeal; deal; Ben bids 1; Cat bids 1; Ann bids 0").code == FINE
    assert referee("end", "--yes").code == FINE
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home", "--set", "first-hand=2").code == FINE
    assert referee("say", "deal; Ben bids 1; Cat bids 1; Ann bids 0").code == FINE


def test_a_ruling_becomes_words_with_a_price(referee: Command, home: Path) -> None:
    deal(referee)
    assert referee("dispute", "Ben spilled his beer", "--decide", "adjust Ben -5 for the beer").code == FINE
    assert "--as-words TEXT --costs 5 --id spilled-beer" in referee("rulings", "adopt", "1").err
    words = ("--as-words", BEER, "--costs", "5")
    result = referee("rulings", "adopt", "1", *words, "--house", "home", "--now")
    assert result.code == FINE
    assert "rule spilled-beer in house home" in result.out
    assert "`penalty WHO spilled-beer`" in result.err
    assert f"house rule spilled-beer = 5 {BEER}" in result.out
    assert home.read_text().endswith(f'[oh-hell.rule.spilled-beer]\ntext = "{BEER}"\ncosts = 5\n')
    assert referee("say", "misdeal; deal").code == FINE
    assert f"Ben -5  penalty: {BEER}" in referee("say", "penalty Ben spilled-beer").out
    again = referee("dispute", "Cat spilled her beer").out
    assert f"[spilled-beer] {BEER}" in again
    assert "1 penalty Cat spilled-beer: Cat 0 → -5" in again


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("--as", "trick=5", "--as-words", "x"), USAGE, "choose one: --as or --as-words"),
        (("--as", "trick=5", "--costs", "5"), USAGE, "--costs and --id need --as-words TEXT"),
        (("--as", "trick"), USAGE, "a house rule is written OPTION=VALUE"),
        (("--as", "tricks=5"), USAGE, "Oh Hell! has no house rule 'tricks'"),
        (("--as-words", "Beer."), USAGE, "which house is it for?"),
        (("--as-words", "Beer.", "--house", "club"), NOTHING, "there are no house rules called club, only home"),
        (
            ("--as-words", "Beer.", "--id", "Beer!", "--house", "home"),
            USAGE,
            "lowercase letters",
        ),
    ],
)
def test_what_a_ruling_cannot_become(
    referee: Command, home: Path, words: tuple[str, ...], code: int, text: str
) -> None:
    deal(referee)
    assert referee("dispute", "Ben spilled his beer", "--decide", "five off").code == FINE
    before = home.read_text()
    result = referee("rulings", "adopt", "1", *words)
    assert result.code == code and text in result.err
    assert home.read_text() == before and "house home" not in referee("rulings", "show", "1").out


def test_what_cant_change_in_mid_game_binds_the_next_session(referee: Command, home: Path) -> None:
    deal(referee)
    assert referee("dispute", "hand-size", "--decide", "three in the first hand").code == FINE
    result = referee("rulings", "adopt", "1", "--as", "first-hand=3", "--house", "home", "--now")
    assert result.code == REFUSED and "first-hand" in result.err
    assert "first-hand = 3" in home.read_text()
    referee("end", "--yes")
    result = referee("rulings", "adopt", "1", "--as", "first-hand=4", "--house", "home", "--now")
    assert result.code == NOTHING and "oh-hell" in result.err


def test_an_option_that_was_adopted_says_where_it_holds(
    referee: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    deal(referee)
    assert referee("say", "deal Ben 3").code == REFUSED
    assert referee("dispute", "hand-size", "--decide", "three in the first hand").code == FINE
    assert referee("house", "init", "home", "oh-hell").code == FINE
    result = referee("rulings", "adopt", "1", "--as", "first-hand=3", "--house", "home")
    assert result.code == FINE
    assert referee("say", "misdeal").code == FINE
    refused = referee("say", "deal Ann 3").err
    assert "`house first-hand=3`" in refused


@pytest.mark.parametrize("words", ["\udcff", "\udc80 suit", "?", ""])
def test_what_is_no_text_finds_no_rule(referee: Command, words: str) -> None:
    result = referee("rule", words)
    assert result.code == USAGE and not result.out and result.err.count("\n") == 1


def test_going_out_finds_the_rules_of_going_out(referee: Command) -> None:
    assert [rule for _, rule in ids(referee, "going", "out", "--game", "tonk")][:2] == ["ran-out", "tonked-out"]
    assert ids(referee, "going", "out", "--game", "samba")[0] == ("samba", "going-out")


def test_a_ruling_takes_the_place_of_another(referee: Command) -> None:
    revoke(referee)
    referee("dispute", "7", "--decide", "ten off")
    referee("dispute", "7", "--decide", "twenty off", "--instead-of", "1")
    rows = json.loads(referee("rulings", "list", "--json").out)["rows"]
    assert [(row["number"], row["replaced_by"], row["instead_of"]) for row in rows] == [(1, 2, None), (2, None, 1)]
    assert ": ruling 2, twenty off" in referee("dispute", "7").out
    assert " ruling 2" in " ".join(referee("rulings", "show", "1").out.split())
    assert referee("rulings", "adopt", "1").code == REFUSED


def test_the_rules_in_force_are_written_as_they_are_typed(referee: Command) -> None:
    referee("new", "gops", "Vic", "Uma")
    referee("dispute", "how", "much", "is", "the", "king", "worth?", "--decide", "thirteen")
    assert "honours=1/11/12/13, " in referee("rulings", "show", "1").out


def test_a_ruling_becomes_an_option_of_the_house(
    referee: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    deal(referee)
    assert referee("dispute", "how", "many", "cards", "in", "the", "first", "hand?", "--decide", "five").code == FINE
    assert referee("rulings", "adopt", "1", "--as", "first-hand=5").code == USAGE
    assert referee("house", "init", "home", "oh-hell").code == FINE
    result = referee("rulings", "adopt", "1", "--as", "first-hand=5", "--house", "home")
    assert result.code == FINE and "first-hand=5 in house home" in result.out
    assert "first-hand = 5" in (tmp_path / "houses" / "home.toml").read_text()
    assert "first-hand=5 in house home" in referee("rulings", "show", "1").out
    assert "Session 1 " in result.err and "first-hand" in result.err
    assert referee("rulings", "adopt", "1", "--house", "home").code == USAGE


def test_rulings_as_csv(referee: Command) -> None:
    revoke(referee)
    referee("dispute", "7", "--decide", "=ten, [red]off")
    header, row = csv.reader(referee("rulings", "list", "--csv").out.splitlines())
    ruling = dict(zip(header, row, strict=True))
    assert (ruling["number"], ruling["rule"], ruling["verdict"]) == ("1", "follow-suit", "=ten, [red]off")
    assert "[red]off" in referee("rulings", "list").out


# Rules of the house's own


@pytest.fixture
def club(home: Path, referee: Command) -> Path:
    """A house with two rules in words, and a session that plays by it."""
    home.write_text(
        f'[rule.exposed-card]\ntext = "{EXPOSED}"\ncosts = 5\n\n[oh-hell.rule.no-phones]\ntext = "{NO_PHONES}"\n',
        encoding="utf-8",
    )
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home", "--set", "first-hand=2").code == FINE
    return home


def test_a_rule_of_the_house_is_looked_up_like_any_other(referee: Command, club: Path) -> None:
    assert ids(referee, "exposed", "card")[0] == ("oh-hell", "exposed-card")
    assert ids(referee, "no-phones") == [("oh-hell", "no-phones")]
    text = " ".join(referee("rule", "phone").out.split())
    assert text.startswith("no-phones · ") and NO_PHONES in text
    assert "`penalty WHO no-phones`" in text
    assert referee("say", "penalty Ben exposed-card").code == FINE
    (row,) = json.loads(referee("rule", "exposed-card", "--json").out)["rows"]
    assert (row["costs"], row["text"]) == (5, EXPOSED)
    assert row["tonight"][0]["came"] == f"Ben -5, penalty: {EXPOSED}"
    assert ids(referee, "follow-suit")[0][1] == "follow-suit"
    assert json.loads(referee("rule", "follow-suit", "--json").out)["rows"][0]["costs"] is None


def test_without_a_session_those_of_the_house_that_is_played_by_for_good(
    referee: Command, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert referee("end", "--yes").code == FINE
    assert all(rule != "no-phones" for _, rule in ids(referee, "no", "phones"))
    monkeypatch.setenv("REFEREE_PROFILE", "home")
    assert ids(referee, "no", "phones")[0] == ("oh-hell", "no-phones")
    assert ids(referee, "exposed", "card")[0] == (None, "exposed-card")
    club.write_text("[rule.late]\n", encoding="utf-8")
    assert ids(referee, "follow-suit", "--game", "oh-hell") == [("oh-hell", "follow-suit")]


def test_a_dispute_about_it_offers_the_penalty(referee: Command, club: Path) -> None:
    text = referee("dispute", "Ben", "exposed", "a", "card").out
    assert f"[exposed-card] {EXPOSED}" in text
    assert "1 penalty Ben exposed-card: Ben 0 → -5" in text
    assert "penalty" not in referee("dispute", "may", "one", "expose", "a", "card?").out
    text = referee("dispute", "Ben", "exposed", "a", "card", "--apply", "1", "--agreed", "Ann, Cat").out
    assert "ruling 1: penalty Ben exposed-card (Ben 0 → -5)" in text
    assert referee("dispute", "exposed-card", "--apply", "penalty Cat no-phones").code == FINE
    assert [row["text"] for row in json.loads(referee("log", "--json").out)["rows"]] == [
        "penalty Ben exposed-card", "penalty Cat no-phones",
    ]  # fmt: skip


def test_why_log_score_and_corrections_know_a_penalty(referee: Command, club: Path) -> None:
    assert "Ben -5  penalty: " in referee("penalty", "Ben", "exposed-card").out
    assert referee("say", "penalty Cat no-phones").code == FINE
    assert f"[exposed-card] {EXPOSED}" in referee("why", "Ben").out
    sheet = referee("score", "--plain").out
    assert "Penalty exposed-card: Ben -5" in sheet
    assert f"rule exposed-card: {EXPOSED} (costs 5)" in sheet
    assert f"rule no-phones: {NO_PHONES}" in sheet
    (line,) = json.loads(referee("score", "--json").out)["adjustments"]
    assert (line["category"], line["rule"], line["points"]) == ("penalty", "exposed-card", -5)
    assert referee("fix", "1", "penalty", "Ann", "exposed-card", "--why", "it was Ann").code == FINE
    assert "Penalty exposed-card: Ann -5" in referee("score").out
    assert referee("void", "1", "--why", "nobody saw it").code == FINE
    assert "Penalty exposed-card" not in referee("score").out
    assert referee("undo").code == FINE
    assert NO_PHONES in referee("say", "penalty Cat no-phones").out


# At a terminal


def test_at_a_terminal_it_asks_what_a_ruling_shall_be(referee: Command, home: Path, tmp_path: Path) -> None:
    deal(referee)
    assert referee("dispute", "Ben spilled his beer", "--decide", "adjust Ben -5 for the beer").code == FINE
    shell = os.environ | {"REFEREE_DB": str(tmp_path / "evening.db"), "COLUMNS": "100", "TERM": "dumb"}
    code = "from scoresheets.cli import main; main()"
    words = ["-c", code, "rulings", "adopt", "1", "--house", "home"]
    talk = pexpect.spawn(sys.executable, words, env=shell, encoding="utf-8", timeout=PATIENCE)
    talk.expect_exact("1, 2 or 3 [Enter: change nothing]")
    talk.sendline("3")
    talk.expect_exact("Which words? [Enter: adjust Ben -5 for the beer]")
    talk.sendline("Beer stays off the table.")
    talk.expect_exact("What does it cost? [Enter: 5]")
    talk.sendline("")
    talk.expect_exact("Its name? [Enter: spilled-beer]")
    talk.sendline("")
    talk.expect_exact("Save rule spilled-beer in the house home? [y/N]")
    talk.sendline("y")
    talk.expect_exact("Also in session 1, starting with the next deal? [y/N]")
    talk.sendline("y")
    talk.expect_exact("house rule spilled-beer = 5 Beer stays off the table.")
    talk.expect(pexpect.EOF)
    assert "costs = 5" in home.read_text()
    talk = pexpect.spawn(sys.executable, words, env=shell, encoding="utf-8", timeout=PATIENCE)
    talk.expect_exact("1, 2 or 3 [Enter: change nothing]")
    talk.sendline("")
    talk.expect_exact("Ruling 1 wasn't changed.")
    talk.expect(pexpect.EOF)


def test_at_a_terminal_it_asks_which_rule_is_meant(referee: Command, tmp_path: Path) -> None:
    revoke(referee)
    shell = os.environ | {"REFEREE_DB": str(tmp_path / "evening.db"), "COLUMNS": "80", "TERM": "dumb"}
    code = "from scoresheets.cli import main; main()"
    words = ["-c", code, "dispute", "the waiter dropped a tray of drinks"]
    talk = pexpect.spawn(sys.executable, words, env=shell, encoding="utf-8", timeout=PATIENCE)
    talk.expect_exact("No rule of Oh Hell! matches that exactly. The closest:")
    talk.expect(r"1 \[([a-z-]+)\]")
    assert talk.match
    chosen = talk.match[1]
    talk.expect_exact("Which rule do you mean? 1–3 [Enter: none of these]")
    talk.sendline("1")
    talk.expect_exact(f"[{chosen}]")
    talk.expect_exact("settle it?")
    talk.sendline("")
    talk.expect(pexpect.EOF)
    talk.close()
    assert talk.exitstatus == FINE


@pytest.mark.parametrize(
    ("question", "answer"),
    [("who deals", "Ann"), ("whose turn is it", "Ann"), ("what did Ben bid", "1"), ("how many points has Ann", "0")],
)
def test_a_question_of_fact_is_answered_from_the_position(referee: Command, question: str, answer: str) -> None:
    revoke(referee)
    result = referee("dispute", question)
    assert (result.code, result.out.split()[0], result.err) == (FINE, answer, "")
    assert json.loads(referee("dispute", question, "--json").out)["position"] == result.out.splitlines()


def test_what_is_proven_of_one_rule_is_not_proven_of_another(referee: Command) -> None:
    deal(referee)
    assert referee("say", "Ann", "bids", "0").code == REFUSED
    result = referee("dispute", "Ann bid out of turn")
    assert result.code == FINE and UNFOUNDED in result.out and "[bid-order]" in result.out
    assert "[dealer-must-overbid]" in referee("dispute", "was that bid allowed").out


def test_at_a_terminal_it_asks_for_what_can_change_the_answer_and_no_more(referee: Command, tmp_path: Path) -> None:
    revoke(referee)
    shell = os.environ | {"REFEREE_DB": str(tmp_path / "evening.db"), "COLUMNS": "80", "TERM": "dumb"}
    code = "from scoresheets.cli import main; main()"
    talk = pexpect.spawn(
        sys.executable, ["-c", code, "dispute", "Cat revoked"], env=shell, encoding="utf-8", timeout=PATIENCE
    )
    talk.expect_exact("[follow-suit]")
    talk.expect_exact("Cat had …? [Enter: nobody knows]")
    talk.sendline("QS 4S")
    talk.expect_exact("Q♠ (line 8)")
    talk.expect_exact("Cat had …? [Enter: nobody knows]")
    talk.sendline("2D 4S")
    talk.expect_exact("[revoke]")
    talk.expect_exact("1 fix line 7: Cat plays 4S")
    talk.expect_exact("What now? 1–2, adjust WHO N, nothing, or your decision in words [Enter: no ruling]")
    talk.sendline("1")
    talk.expect_exact("Who agreed? [Enter: everybody]")
    talk.sendline("")
    talk.expect_exact("ruling 1: fix line 7, Cat plays 2D → Cat plays 4S")
    talk.expect(pexpect.EOF)
    talk.close()
    assert talk.exitstatus == FINE
    assert json.loads(referee("rulings", "show", "1", "--json").out)["agreed"] == "Ann, Ben, Cat"


@pytest.mark.parametrize("line", ["undo", "score", "?", "<", "standings"])
def test_a_command_leaves_the_question(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispute, "answered", lambda question: line)
    with pytest.raises(LeftFor) as left:
        dispute.asked("what now?", dispute.REMEDIES)
    assert left.value.line == line


@pytest.mark.parametrize("answer", ["void", "fix Ben bids 2", "penalty Ben late", "Ben pays", "", "2"])
def test_an_answer_is_an_answer(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispute, "answered", lambda question: answer)
    assert dispute.asked("what now?", dispute.REMEDIES) == answer
