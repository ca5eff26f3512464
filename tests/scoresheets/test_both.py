"""The same evening in a file and on a server: every command has the same output and the same exit code."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from scoresheets.cli.commands import COMMANDS
from tests.evening import referee
from tests.shelf import Corner

pytestmark = pytest.mark.postgres

EVENING = """
score
sessions
players list
standings
rule follow suit
ask who deals next?
new oh-hell Ann Ben Cat --set first-hand=2 --title Friday
say "deal Ann 2; upcard 7H; Ben bids 1; Cat bids 1"
say Ann bids 0
say ~ Ann bids 0
undo
can Ann bids 1
can Ann bids 0
ask who deals next?
ask "may Ann bid 0?" --json
legal
legal --json
value
value Ann bids 1
say Ann bids 1
say trick QS 3S KS
say "trick AD 2H 4D; note all told"
say deal Ann
undo 2
redo
score
score --json
why
why 5
why Ann
why hand 1
why --json
fix 3 Ben bids 2 --why misheard --dry-run
fix 3 Ben bids 2 --why misheard
void 11 --why twice
fix 99 note x --why x
dispute 5 --plain
dispute line 4 --apply "adjust Cat 5" --why "so agreed"
dispute how many cards to begin with? --decide three
rulings list
rulings show 1
rulings list --json
rulings adopt 1
rulings adopt 1 --as-words "Three it is." --costs 5 --id three --house club.toml --now
house trick=11 --from-start
undo
house rule three = 5 Three it is.
say misdeal
say deal
penalty Ben three
undo 4
whatif --set first-hand=3
whatif --set zero-bonus=5
reconcile "Ann=20 Ben=-10 Cat=3"
board --json
chart 1
end
resume 1
end
new put-and-take Ann Dan --title "Chips; 50 % ?"
say "deal Ann; Dan puts 4; stop"
settle
settle --json
end
import one.record two.record
import one.record
import one.record --again
import years.csv --dry-run
import years.csv --low-wins
import years.csv
sessions
sessions --json
standings --json
player Ann
records
records --game rage
show 6
chart 8
export 6 --format bgstats
export --all --format rows
whatif --all --set first-hand=3
players group tuesday Ann Ben Zoë
players groups --json
players group tuesday --rename Wed
standings --group wed
new gops --group wed
new gops --same
end
players group wed --drop
new gops Ann Zoë
say deal king
end
new bridge-solitaire Eve
sessions
sessions --json
sessions --csv --game oh-hell --player ann
sessions --since 2026-11-20
show 1
show 1 --json
show 99
show 1 --at 00:00
log 1
log 1 --json
log 1 --csv
players add Kate "Zoe B"
players rename Kate Kay
players rename Kay ANN
players merge Kay Cat
players merge Ann Ben
players list
players list --json
players unmerge Kay
players unmerge Kay
standings
standings --json
standings --csv --group "Ann,Ben,Cat"
standings --rating
player Ann
player Ann --vs Ben --json
player Nobody
records
records --json
export 1
export 1 --format json
export 1 --format csv
export 1 --format md
export 1 --format html
export --all --format record
house init home oh-hell
house diff home 1
print 1 --html sheet.html
rule dealer-must-overbid --game oh-hell
undo 9
resume 77
new gops Ann Ben
table
say -
score
""".strip().splitlines()

ALONE = {"backup", "restore", "doctor", "config", "check", "games", "rules", "demo", "phone"}
"""Commands about the file or the server itself, without a database, or running until Ctrl-C."""
STDIN = b"prize 7\nAnn bids K; Ben bids 4\nscore\nnote 100 % ?\n"

RECORD = "game: oh-hell\nplayers: Ann, Dan, Eve\nhouse: first-hand=2\ndate: 2026-11-20\n\ndeal Ann 2\nDan bids 1\n"
YEARS = """\
date,game,round,Ann,Ben,Zoë,winner
2006-01-13,Hearts,,40.5,62,,
2006-01-14,Rage,,5,5,7,Ben
2006-01-15,Rage,1,5,,7,
2006-01-15,Rage,2,0,12,-3,
"""
TIME = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(\+00:00|Z)?|\b\d\d:\d\d(:\d\d)?\b"
    r"|\b[0-9a-f]{32}\b|\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b"
)


def test_every_command_says_the_same(corner: Corner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    file, db = tmp_path / "nights.db", corner / "nights.db"
    for name in ("file", "server"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.record").write_text(RECORD, encoding="utf-8")
        (tmp_path / name / "two.record").write_text(RECORD.replace("-20", "-21"), encoding="utf-8")
        (tmp_path / name / "years.csv").write_text(YEARS, encoding="utf-8")
        (tmp_path / name / "club.toml").touch()
    codes = set()
    for line in EVENING:
        words = shlex.split(line)
        said = []
        for name, place in (("file", file), ("server", db)):
            monkeypatch.chdir(tmp_path / name)
            monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / name / "config.toml"))
            done = referee(place, *words, stdin=STDIN)
            said.append((done.code, *(TIME.sub("TIME", text.replace(f"/{name}/", "/")) for text in done[1:])))
        assert said[0] == said[1], line
        codes.add(said[0][0])
        assert said[0][0] != 5, (line, said[0])
    assert codes >= {0, 1, 2, 4}
    sheets = [TIME.sub("TIME", (tmp_path / name / "sheet.html").read_text()) for name in ("file", "server")]
    assert sheets[0] == sheets[1]


def test_no_command_is_left_out() -> None:
    assert {line.split()[0] for line in EVENING} | ALONE == set(COMMANDS)
