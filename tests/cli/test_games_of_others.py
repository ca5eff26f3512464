"""Games from other packages at the table, and their sessions after a package is removed or broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoresheets.catalogue import NoGame
from scoresheets.cli.next_game import NextGame
from scoresheets.cli.prompt import in_play
from scoresheets.errors import NOTHING
from scoresheets.keeping.journal import open_journal
from tests.cli.conftest import Command
from tests.installed import Installed, called, installed
from tests.test_json import validator

__all__ = ["installed"]

HAND = ("deal Ann 1", "Ben bids 1", "Cat bids 0", "Ann bids 1", "Ann takes 1", "Ben takes 0", "Cat takes 0")


@pytest.fixture
def evening(installed: Installed, referee: Command) -> Command:
    """An evening of a game that a package brings, with a hand played and one bid."""
    installed.add("card-hearts", "hearts", called("hearts"))
    assert referee("new", "hearts", "Ann", "Ben", "Cat", "--set", "first-hand=1").code == 0
    for report in (*HAND, "note [b]lovely[/b]"):
        assert referee("say", *report.split()).code == 0, report
    assert referee("say", "Ben", "plays", "AS").code == 1
    return referee


def test_it_is_listed_with_where_it_comes_from(installed: Installed, referee: Command) -> None:
    assert " comes with " not in referee("games").out
    installed.add("card-hearts", "hearts", called("hearts"))
    installed.add("card-piquet", "piquet", called("piquet"))
    installed.add("card-spades", "spades", "no game")
    listed = referee("games")
    last = listed.out.splitlines()[-1]
    assert listed.code == 0 and last.startswith("hearts ") and last.endswith(" card-hearts 1.2")
    broken, left_out = listed.err.splitlines()
    assert broken.startswith("spades ") and "spades:GAME" in broken and "card-spades 1.2" in broken
    assert left_out.startswith("card-piquet 1.2 ")
    told = json.loads(referee("games", "--json").out)
    validator("games").validate(told)
    assert {row["game"]: row["from"] for row in told["rows"]}["hearts"] == "card-hearts 1.2"
    assert [row["game"] for row in told["broken"]] == ["spades"]
    assert [row["game"] for row in told["left_out"]] == ["piquet"]
    assert "hearts,Oh Hell!" in referee("games", "--csv").out
    for command in (("rules", "hearts", "--json"), ("rules", "piquet", "--json")):
        validator("rules").validate(json.loads(referee(*command).out))


def test_doctor_tells_what_is_broken_and_what_is_left_out(installed: Installed, referee: Command) -> None:
    installed.add("card-hearts", "hearts", called("hearts"))
    installed.add("card-piquet", "piquet", called("piquet"))
    assert "hearts (card-hearts 1.2)" in referee("doctor", "--quick").out
    installed.add("card-spades", "spades", "no game")
    examined = referee("doctor", "--quick")
    assert examined.code == 1
    assert "spades " in examined.out and "--upgrade card-spades" in " ".join(examined.out.split())


@pytest.mark.parametrize("gone", ["gone", "broken"])
def test_sessions_of_a_game_that_is_gone_are_read(evening: Command, installed: Installed, gone: str) -> None:
    before = {name: evening(*words).out for name, words in READ.items()}
    score = json.loads(evening("score", "--json").out)
    installed.forget("hearts")
    if gone == "broken":
        installed.add("card-hearts", "hearts", "no game")

    log = evening("log", "1")
    assert log.code == 0 and log.out.splitlines()[1:] == before["log"].splitlines()[1:]
    assert "session 1 " in log.err and "hearts" in log.err
    assert evening("log", "1", "--json").out == before["log --json"]
    assert evening("export", "1", "--format", "json").out == before["export"]
    assert evening("export", "1", "--format", "csv").out == before["export csv"]
    assert evening("sessions", "--json").out == before["sessions"]

    shown = evening("show", "1")
    assert shown.code == 0 and "after 1 hand" in shown.out and "session 1 " in shown.err
    known = json.loads(evening("show", "1", "--json").out)
    validator("show").validate(known)
    assert known["scores"] == score["scores"] and known["hands"] == 1

    record = evening("export", "1").out
    reports = [line for line in before["record"].splitlines() if line and not line.startswith("=")]
    assert [line for line in record.splitlines() if line] == reports
    for name in ("md", "html"):
        assert "Ann" in evening("export", "1", "--format", name).out

    alone = evening()
    assert alone.code == 0 and "after 1 hand" in alone.out, "the session in play is shown as it was"
    refused = evening("say", "deal", "Ben")
    assert refused.code == NOTHING and "session 1 " in refused.err
    assert evening("new", "piquet", "Ann", "Ben").code == 0, "another game is played all the same"
    assert evening("score", "2").code == 0
    assert evening("rule", "hook").code == 0
    assert evening("settle").code in (0, 4)
    examined = evening("doctor")
    assert "session 1 " in " ".join(examined.out.split())
    assert examined.code == (1 if gone == "broken" else 0)

    installed.forget("hearts")
    installed.add("card-hearts", "hearts", called("hearts"))
    assert {name: evening(*words).out for name, words in READ.items() if name != "sessions"} == {
        name: text for name, text in before.items() if name != "sessions"
    }
    assert evening("doctor").code == 0


READ = {
    "log": ("log", "1"),
    "log --json": ("log", "1", "--json"),
    "export": ("export", "1", "--format", "json"),
    "export csv": ("export", "1", "--format", "csv"),
    "record": ("export", "1"),
    "sessions": ("sessions", "--json"),
    "show": ("show", "1", "--json"),
}


def test_the_same_table_sits_down_though_its_game_is_gone(evening: Command, installed: Installed) -> None:
    assert evening("end", "--yes").code == 0
    installed.forget("hearts")
    again = evening("new", "hearts", "--same")
    assert again.code == NOTHING and "session 1" in again.err
    other = evening("new", "oh-hell", "--same")
    assert other.code == 0 and "Clockwise: Ben, Cat, Ann." in other.out
    assert "hearts" in other.err and "session 1" in other.err
    assert not evening("new", "oh-hell", "--same").err


def test_standings_have_them_without_their_game(evening: Command, installed: Installed) -> None:
    assert evening("end").code == 0
    installed.add("card-hearts", "hearts", called("hearts"))
    for words in (("standings",), ("sessions",), ("player", "Ann"), ("records",)):
        with_it = evening(*words)
        installed.forget("hearts")
        without = evening(*words)
        assert (without.code, without.out) == (with_it.code, with_it.out), words
        installed.add("card-hearts", "hearts", called("hearts"))
    installed.forget("hearts")
    assert evening("sessions", "--game", "hearts").code == 0
    assert evening("sessions", "--game", "harts").code == NOTHING


def test_a_house_with_rules_for_a_broken_game_holds_for_the_others(
    installed: Installed, referee: Command, tmp_path: Path
) -> None:
    house = tmp_path / "home.toml"
    house.write_text("[hearts]\nfirst-hand = 3\n\n[oh-hell]\nfirst-hand = 2\n", encoding="utf-8")
    installed.add("card-hearts", "hearts", "no game")
    opened = referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", str(house))
    assert opened.code == 0, opened.err
    assert json.loads(referee("score", "--json").out)["house"]["first-hand"] == 2


def test_all_is_written_out_though_one_game_is_gone(evening: Command, installed: Installed, tmp_path: Path) -> None:
    assert evening("new", "oh-hell", "Ann", "Ben", "Cat").code == 0
    installed.forget("hearts")
    out = tmp_path / "out"
    assert evening("export", "--all", "--format", "json,record,html", "--out", str(out)).code == 0
    assert len([*out.iterdir()]) == 6
    again = evening("import", "--again", str(out / "0001-hearts.json"))
    assert again.code == NOTHING and "'hearts'" in again.err


def test_the_live_table_asks_for_the_next_game_where_that_in_play_is_gone(
    evening: Command, installed: Installed, capsys: pytest.CaptureFixture[str]
) -> None:
    installed.forget("hearts")
    with open_journal() as journal:
        assert in_play(journal, 0) is None
        assert "hearts" in capsys.readouterr().err
        with pytest.raises(NoGame):
            in_play(journal, 1)
        lines = iter(["oh-hell Ann Ben Cat"])
        opened = NextGame(journal, lambda question: next(lines), lambda words: 0, True).session()
        assert opened and (opened.number, opened.slug) == (2, "oh-hell")
    assert "oh-hell" not in capsys.readouterr().out
