"""Output for a ruling: what moved and what comes next, or why it is refused, where, and how to repair it."""

from __future__ import annotations

import json

import pytest

from referee import Referee, Verdict
from referee.game.findings import Line
from referee.table.rulings import Ruling
from scoresheets.cli import console
from scoresheets.display import phrases, rulings
from scoresheets.display.plain import visible
from scoresheets.errors import FINE, REFUSED, UNTOLD, USAGE
from tests.tables import seated


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def table(*reports: str, players: tuple[str, ...] = ("Ann", "Ben", "Cat"), game: str = "oh-hell") -> Referee:
    return seated(game, players, *reports, house={"first-hand": "2"} if game == "oh-hell" else {})


BID = ("deal Ann", "Ben bids 1", "Cat bids 1")


def test_what_is_accepted_is_echoed_with_what_comes_next(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table("deal Ann")
    console.ruling(referee.hear("b bid 1"), referee)
    assert capsys.readouterr() == (
        "Ben bids 1\n  2 cards · total bid 1 for 2 tricks\n"
        "  Next: Cat bids. You can also enter the upcard or the trump suit.\n",
        "",
    )


def test_points_moved_and_the_new_totals_follow(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table(*BID, "Ann bids 1", "Cat takes 1")
    console.ruling(referee.hear("Ann takes"), referee)
    assert capsys.readouterr().out.splitlines() == [
        "Ann takes 1",
        "  Ann +10  made: bid 1, took 1",
        "  Ben -10  missed: bid 1, took 0",
        "  Cat +10  made: bid 1, took 1",
        "  total: Ann 10, Ben -10, Cat 10",
        "  Next: Ben deals.",
    ]


def test_a_dry_ruling_says_would(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table("deal Ann")
    console.ruling(referee.can("Ben bids 1"), referee, dry=True)
    assert capsys.readouterr().out == "Allowed: Ben bids 1\n"
    console.ruling(referee.can("Ben bids 9"), referee, dry=True)
    assert "Nothing was saved." not in capsys.readouterr().err


def test_what_cant_be_told_yet_is_said_with_what_would_tell(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table(*BID, "Ann bids 1", "upcard 2S", "Ben plays 2C")
    asked = referee.can("Cat plays 3D")
    console.ruling(asked, referee, dry=True)
    first, doubt = capsys.readouterr().out.splitlines()
    assert first.endswith(": Cat plays 3D")
    assert "(line 6)" in doubt and "`Cat had …`" in doubt
    assert console.exit_code(asked, asking=True) == UNTOLD
    (doubted,) = console.ruling_object(asked, referee, recorded=False)["doubts"]
    assert doubted["rule"] == "follow-suit"


def test_whoever_asks_hears_what_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table(*BID)
    console.ruling(referee.can("Ann bids 0"), referee, dry=True, asked=True)
    assert "  Proven by line 2: Ben bids 1\n  Proven by line 3: Cat bids 1\n" in capsys.readouterr().err


def test_a_refusal_goes_to_stderr_in_its_shape(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table(*BID)
    console.ruling(referee.hear("Ann bids 0"), referee)
    assert capsys.readouterr() == (
        "",
        """\
Not allowed: a bid of 0 brings the total to 2, but with 2 tricks it must be above 2. [dealer-must-overbid]
  line 4
    Ann bids 0
             ^
  line 2: Ben bids 1
  line 3: Cat bids 1
  Try: Ann bids 1 · Ann bids 2
Nothing was saved.
""",
    )


def test_the_place_and_the_line_may_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table(*BID)
    line = "  note all well; Ann bids 0; deal"
    console.ruling(referee.hear("Ann bids 0", column=18), referee, where="stdin:4:18", line=line, column=18)
    texts = capsys.readouterr().err.splitlines()
    assert texts[1] == "  stdin:4:18"
    assert texts[2].index("0") == texts[3].index("^")
    assert texts[2].endswith(line)


def test_every_rule_broken_is_named() -> None:
    referee = table("deal Ann", "Ben bids 1", "Cat bids 1", "Ann bids 1", "upcard 2S", "Ben plays KH")
    refused = referee.hear("Ben plays KH")
    assert len(refused.broken) > 1
    texts = [text for text, _ in console.refused(refused, referee)]
    for rule in refused.rules:
        assert any(f"[{rule}]" in text for text in texts)


def test_findings_and_what_the_table_let_stand_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table(*BID)
    console.ruling(referee.hear("Ann bids 0", overrule=True), referee)
    kept = (
        "a bid of 0 brings the total to 2, but with 2 tricks it must be above 2 (lines 2 and 3) [dealer-must-overbid]"
    )
    assert f"  Kept as played: {kept}\n" in capsys.readouterr().out
    for report in ("upcard 2S", "trick KH 3S 4H"):
        assert referee.hear(report).accepted
    console.ruling(referee.hear("trick 7H 6D 5D"), referee)
    assert "  Revoke: Cat " in capsys.readouterr().out


def test_lines_that_a_sentence_names_are_not_named_again(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table(*BID, "Ann bids 1", "upcard 2S", "trick KH 3S 4H")
    console.ruling(referee.hear("trick 7H 6D 5D"), referee)
    finding = next(line for line in capsys.readouterr().out.splitlines() if "Revoke" in line)
    assert finding.count("line 6") == 1 and "line 7" not in finding  # which is the report itself


def test_what_people_type_is_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    referee = table("deal", players=("[/x]", "[red]Ben", ":smile:"))
    console.ruling(referee.hear('"[red]Ben" bids 9'), referee)
    console.ruling(referee.hear('"[red]Ben" bids 1'), referee)
    console.ruling(referee.hear("adjust [/x] +5 [bold]why[/bold] :smile:"), referee)
    out, err = capsys.readouterr()
    assert '    "[red]Ben" bids 9' in err
    assert '"[red]Ben" bids 1\n  2 cards · total bid 1 for 2 tricks\n' in out and "Next: :smile: bids." in out
    assert "[bold]why[/bold] :smile:" in out and "total: [/x] 5" in out


def test_what_people_type_moves_no_cursor() -> None:
    assert visible("a\x1b[2Jb\tc\u202ed\ud800") == "a\ufffd[2Jb c\ufffdd\ufffd"
    assert visible("Zoë ♥ 李 👩") == "Zoë ♥ 李 👩"


@pytest.mark.parametrize(
    ("line", "column", "width", "marked"),
    [
        ("Ann bids 9", 10, 1, "9"),
        ("李 bids 9", 8, 1, "9"),
        ("👩👩 bids 99", 9, 2, "99"),
        ("x" * 500 + " 9 " + "y" * 500, 502, 1, "9"),
        ("Ann bids", 9, 1, ""),
        ("", 1, 1, ""),
    ],
)
def test_the_caret_stands_under_its_word_however_wide_the_line(line: str, column: int, width: int, marked: str) -> None:
    from rich.cells import cell_len

    (shown, _), (caret, _) = console.excerpt(line, column, width)
    at = next((i for i in range(len(shown) + 1) if cell_len(shown[:i]) == caret.index("^")), None)
    assert at is not None and shown[at : at + width] == marked
    assert len(shown) < 120


@pytest.mark.parametrize(
    ("reports", "text"),
    [
        ((), "Next: Ann deals."),
        (("deal",), "Next: Ben bids. You can also enter the upcard or the trump suit."),
        (("deal", "upcard 2S"), "Next: Ben bids."),
        (
            ("deal", "upcard 2S", *BID[1:], "Ann bids 1"),
            "Next: Ben plays. You can also enter each player's tricks.",
        ),
        (("deal", "Cat concedes", "end"), "Stopped early: no winner."),
        (("deal", "Ben concedes", "Cat concedes", "end"), "Game over. Ann wins!"),
        (("deal", "Ann concedes", "Ben concedes", "Cat concedes", "end"), "The game is over: nobody wins."),
    ],
)
def test_what_is_awaited_in_words(reports: tuple[str, ...], text: str) -> None:
    assert phrases.awaits(table(*reports)) == text


def test_several_players_and_verbs_in_words() -> None:
    assert (
        phrases.awaits(table("deal Ann", "Ben busts", game="farmer"))
        == "Next: Cat or Ann busts or shows. Or enter what they hold."
    )
    samba = table("deal Ann", players=("Ann", "Ben", "Cat", "Dan"), game="samba")
    assert (
        phrases.awaits(samba)
        == "Next: enter the upcard. Or Ben draws or declares. You can also enter the points or a penalty."
    )


def test_totals_name_every_account_that_holds_something() -> None:
    referee = table("deal Ann", players=("Ann", "Ben"), game="farmer")
    assert phrases.totals(referee) == "Ann -1, Ben -1, farm 2"


def test_several_lines_of_one_player_are_summed_by_category() -> None:
    lines = [Line("Ann", n, kind, "", "why", 1) for n, kind in ((1, "lead"), (1, "trick"), (1, "lead"))]
    assert list(phrases.moved(lines)) == ["Ann +3  lead +2, trick +1"]


def test_players_come_before_pots() -> None:
    referee = table(players=("Ann", "Ben"), game="farmer")
    assert [text.split()[0] for text in phrases.moved(referee.hear("deal Ann").lines, referee.seats)] == [
        "Ann", "Ben", "farm",
    ]  # fmt: skip


def test_a_ruling_as_an_object() -> None:
    referee = table(*BID)
    refused = console.ruling_object(referee.hear("Ann bids 0"), referee, recorded=False)
    assert json.loads(json.dumps(refused)) == refused
    assert {key: refused[key] for key in ("verdict", "rule", "recorded", "facts", "try")} == {
        "verdict": "illegal",
        "rule": "dealer-must-overbid",
        "recorded": False,
        "facts": ["line 2: Ben bids 1", "line 3: Cat bids 1"],
        "try": ["Ann bids 1", "Ann bids 2"],
    }
    referee = table(*BID, "Ann bids 1", "Cat takes 1")
    ended = console.ruling_object(referee.hear("Ann takes 1"), referee, recorded=True)
    assert ended["points"] == {"Ann": 10, "Ben": -10, "Cat": 10} == ended["scores"]
    assert (ended["verdict"], ended["next"], ended["over"]) == ("accepted", ["Ben"], False)


@pytest.mark.parametrize(
    ("report", "code", "asked"),
    [
        ("Ben plays KH", UNTOLD, USAGE),  # trump isn't known yet
        ("Ben pays", USAGE, USAGE),
        ("Cat plays KH", REFUSED, REFUSED),
        ("upcard KH", FINE, FINE),
    ],
)
def test_how_the_command_ends_after_a_ruling(report: str, code: int, asked: int) -> None:
    ruling = table(*BID, "Ann bids 1").can(report)
    assert console.exit_code(ruling, asking=True) == code
    assert console.exit_code(ruling) == asked


def test_plain_has_no_box_and_no_color(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    rows = [("oh-hell", 3), ("[/x]", None)]
    console.show(console.table(("game", "players"), rows, numeric=("players",)))
    boxed = capsys.readouterr().out
    console.show(console.table(("game", "players"), rows, numeric=("players",), plain=True), plain=True)
    plain = capsys.readouterr().out
    assert "\x1b" in boxed and "─" in boxed
    assert plain.splitlines() == ["game     players", "oh-hell        3", "[/x]"]
    ruling = Ruling(Verdict.UNCLEAR, "x", message="no verb", column=1)
    console.ruling(ruling, table(), plain=True)
    assert "\x1b" not in capsys.readouterr().err
    console.ruling(ruling, table())
    assert "\x1b" in capsys.readouterr().err


def test_a_table_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    console.csv_out(("who", "why"), [("Ann", 'a "b", c'), ("Ben", None)])
    assert capsys.readouterr().out == 'who,why\nAnn,"a ""b"", c"\nBen,\n'


@pytest.mark.parametrize(
    ("why", "lines", "text"),
    [
        ("Ann has no 9H", [], "Ann has no 9H"),
        ("Ann has no 9H", [2, 5], "Ann has no 9H (lines 2 and 5)"),
        ("Ann has no 9H (line 2)", [2, 5], "Ann has no 9H (lines 2 and 5)"),
        ("Ann has no 9H (lines 2 and 5). Type it", [2, 5, 7], "Ann has no 9H (lines 2, 5 and 7). Type it"),
        ("Ann has 9H (line 2) and must play it", [2], "Ann has 9H (line 2) and must play it"),
    ],
)
def test_a_line_that_proves_it_is_named_once(why: str, lines: list[int], text: str) -> None:
    assert rulings.with_lines(why, lines, 9) == text
