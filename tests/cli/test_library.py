"""The library: games, their pages, and the evening."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee import find_game
from referee.games import games, ours
from scoresheets.book.game_page import usage_in
from scoresheets.cli import console
from scoresheets.cli.demo import TABLES
from scoresheets.errors import FINE, NOTHING
from tests import docs_pages
from tests.cli.conftest import Command

BOXES = re.compile("[\u2500-\u257f]")


def test_games_lists_them_all(referee: Command) -> None:
    ended = referee("games")
    assert ended.code == FINE
    for slug in games():
        assert re.search(rf"^\s*{slug}\s+{re.escape(find_game(slug).name)}\s", ended.out, re.MULTILINE)
    assert not BOXES.search(referee("games", "--plain").out)


def test_games_for_so_many_players_and_of_a_family(referee: Command) -> None:
    def slugs(*words: str) -> set[str]:
        return {row["game"] for row in json.loads(referee("games", "--json", *words).out)["rows"]}

    assert slugs("--players", "8") == {slug for slug in games() if 8 in find_game(slug).players}
    assert "farmer" in slugs("--players", "8") and "samba" not in slugs("--players", "8")
    assert "oh-hell" in slugs("--family", "TRICK") and "farmer" not in slugs("--family", "TRICK")
    nothing = referee("games", "--players", "999")
    assert nothing.code == NOTHING and nothing.err and not nothing.out


def test_the_rules_are_those_of_the_house(referee: Command) -> None:
    """However it is chosen, and wherever they are shown."""
    taken = "the bank takes each bet that covers the rank (standard: the bank takes half"
    for house in (("--set", "split=all"), ("--like", "stuss")):
        assert taken in " ".join(referee("rules", "faro", *house).out.split())
        rows = json.loads(referee("rules", "faro", *house, "--json").out)
        assert taken in next(row["text"] for row in rows["rules"] if row["rule"] == "split")
        assert taken in next(row["worth"] for row in rows["categories"] if row["name"] == "split")
    referee("new", "faro", "Ann", "Ben", "--like", "stuss")
    for words in (["rule", "split", "--game", "faro"], ["dispute", "how much does the bank take on a split?"]):
        assert taken in " ".join(referee(*words).out.split())
        assert taken in referee(*words, "--json").out
    for report in ("deal Ann", "Ann bets 10 on 7", "turn 7 7"):
        assert referee("say", report).code == FINE
    assert taken in " ".join(referee("why", "Ann").out.split())


def test_games_as_objects_and_as_csv(referee: Command) -> None:
    shelf = json.loads(referee("games", "--json").out)
    assert shelf["schema"] == 1
    farmer = next(row for row in shelf["rows"] if row["game"] == "farmer")
    assert (farmer["players"], farmer["chips"], farmer["partners"]) == ([2, 8], True, False)
    rows = list(csv.DictReader(io.StringIO(referee("games", "--csv").out)))
    assert [row["game"] for row in rows] == games()


@pytest.mark.parametrize("slug", games())
def test_the_page_of_a_game_has_all_that_the_code_knows(referee: Command, slug: str) -> None:
    game = find_game(slug)
    markdown = referee("rules", slug, "--markdown").out
    assert markdown.startswith(f"# {game.name}\n\n{game.summary}\n")
    for name, rule in game.rules.items():
        assert f"- `{name}`: {rule.text}" in markdown
    for kind in game.reports:
        assert f"- `{usage_in(game, kind)}`: " in markdown
    for name in (*game.score_lines, *game.facts, *(option.name for option in game.options)):
        assert f"`{name}" in markdown or f"`= {name} " in markdown
    for text in (*game.rulings, game.short_form):
        assert text in markdown


@pytest.mark.parametrize("slug", games())
def test_the_page_on_a_terminal_has_every_rule_and_report(referee: Command, slug: str) -> None:
    game = find_game(slug)
    for words in ((), ("--plain",)):
        out = referee("rules", slug, *words).out
        flat = " ".join(out.split())
        assert max(map(len, out.splitlines())) <= 80 and "`" not in out
        assert all(name in flat for name in game.rules)
        assert not BOXES.search(out)


def test_the_page_as_an_object(referee: Command) -> None:
    page = json.loads(referee("rules", "oh-hell", "--json").out)
    game = find_game("oh-hell")
    assert (page["schema"], page["game"], page["players"]) == (1, "oh-hell", [3, 10])
    assert [rule["rule"] for rule in page["rules"]] == list(game.rules)
    assert {"usage": "WHO bids N", "rules": ["bid-order", "bid-range", "dealer-must-overbid"]}.items() <= (
        page["reports"][3].items()
    )
    assert [category["name"] for category in page["categories"]] == ["made", "missed"]
    assert page["options"][0]["default"].startswith("10 for 3–5 players, 8 for 6")


def test_a_game_may_be_named_as_it_is_spoken(referee: Command) -> None:
    assert referee("rules", "Oh Hell", "--markdown").out.startswith("# Oh Hell!")
    unknown = referee("rules", "ohh-hell")
    assert unknown.code == NOTHING and "oh-hell" in unknown.err


def test_defaults_that_depend_on_the_players_are_told_for_all(referee: Command) -> None:
    (line,) = re.findall(r"^- `first-hand=N`: .*$", referee("rules", "oh-hell", "--markdown").out, re.MULTILINE)
    assert "10 for 3–5 players" in line and "`hand-size`" in line


def test_what_breaking_a_rule_is(referee: Command) -> None:
    markdown = referee("rules", "oh-hell", "--markdown").out
    rules = dict(re.findall(r"^- `([a-z-]+)`: (.*)$", markdown, re.MULTILINE))
    text = find_game("oh-hell").rules["follow-suit"].text
    assert rules["follow-suit"].startswith(f"{text} ") and rules["follow-suit"].endswith("`revoke`.")
    assert rules["one-pack"] == find_game("oh-hell").rules["one-pack"].text and "made-bid" in rules


def test_the_pages_in_docs_are_current() -> None:
    call = [sys.executable, "-m", "tests.docs_pages"]
    done = subprocess.run(call, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_pages_that_are_not_current_are_named_and_written(tmp_path: Path) -> None:
    assert docs_pages.stale(tmp_path) == [tmp_path / f"{slug}.md" for slug in ours()]
    docs_pages.write(tmp_path)
    assert not docs_pages.stale(tmp_path)
    (tmp_path / "oh-hell.md").write_text("old")
    (tmp_path / "whist.md").write_text("gone")
    assert docs_pages.stale(tmp_path) == [tmp_path / "oh-hell.md", tmp_path / "whist.md"]
    docs_pages.write(tmp_path)
    assert not docs_pages.stale(tmp_path)


def test_the_evening(referee: Command, tmp_path: Path) -> None:
    ended = referee("demo")
    assert ended.code == FINE and not ended.err
    for slug in TABLES:
        game = find_game(slug)
        assert f"{game.name} · session " in ended.out
        assert re.search(rf"^\s*{slug}\s+\w+\s+1\W", ended.out, re.MULTILINE)  # among the standings
    for text in ("Nothing was saved.", "[dealer-must-overbid]", "Revoke: Ada", " wins!", "house rules:"):
        assert text in ended.out
    assert not list(tmp_path.iterdir())  # and nobody's own sessions are touched
    assert max(map(len, referee("demo", "--plain").out.splitlines())) < 160


def test_a_page_for_a_screen_saves_and_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: dict[str, str] = {}
    monkeypatch.setattr(console, "at_a_terminal", lambda: True)
    monkeypatch.setattr("pydoc.pager", lambda text: shown.update({**os.environ, "page": text}))
    for name in ("LESS", "LESSSECURE"):
        monkeypatch.delenv(name, raising=False)
    console.show("line\n" * 200, paged=True)
    assert shown["LESSSECURE"] == "1" and shown["page"].count("line") == 200
