"""Several cores give the same results in the same order as one, byte by byte."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scoresheets import cores
from scoresheets.cli import library
from scoresheets.cores import in_order
from scoresheets.errors import FINE, REFUSED, CommandError
from scoresheets.keeping import imports, proof, replay_cache
from scoresheets.keeping.journal import open_journal
from tests.evening import oh_hell, referee
from tests.patience import PATIENCE
from tests.scoresheets.test_season import BEN_WINS

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

pytestmark = pytest.mark.no_cover  # the work of other processes


def where(number: int) -> tuple[int, int]:
    return number, os.getpid()


def odd(number: int) -> int:
    if number % 2 == 0:
        raise CommandError(f"{number} is even", REFUSED)
    return number


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CORES", "2")


@pytest.mark.usefixtures("two")
def test_in_order_from_other_processes_and_not_all_at_once() -> None:
    begun: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(1000):
            begun.append(number)
            yield number

    given = in_order(where, numbers(), worth_it=True, portion=3)
    first = [next(given) for _ in range(50)]
    given.close()  # type: ignore[attr-defined]
    assert [number for number, _ in first] == list(range(50))
    assert os.getpid() not in {process for _, process in first}
    assert len(begun) < 100


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("worth_it", [True, False])
def test_what_goes_wrong_is_raised_in_its_place(worth_it: bool) -> None:
    given = in_order(odd, [1, 3, 4, 5], worth_it=worth_it, portion=2)
    assert [next(given), next(given)] == [1, 3]
    with pytest.raises(CommandError) as trouble:
        next(given)
    assert (trouble.value.message, trouble.value.code) == ("4 is even", REFUSED)


def test_what_is_little_or_has_one_core_stays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    here = os.getpid()
    assert {process for _, process in in_order(where, range(3), worth_it=False)} == {here}
    monkeypatch.setenv("REFEREE_CORES", "1")
    assert {process for _, process in in_order(where, range(3), worth_it=True)} == {here}
    monkeypatch.setenv("REFEREE_CORES", "many")
    assert cores.cores() >= 1


@pytest.fixture
def records(tmp_path: Path) -> list[str]:
    """Valid and invalid records, one that can't be parsed, and a missing one."""
    head = "game: oh-hell\nplayers: Ann, Ben, Cat\n\n"
    texts = ["deal Ann\nBen bids 99\n", "deal Ann\n= Ann 3\n", "deal Ann\n", "deal Ann\nBen flies\nCat bids 1\n"]
    files = []
    for i, text in enumerate([*(head + text for text in texts), "game: no-such\nplayers: Ann\n"]):
        (tmp_path / f"{i}.record").write_text(text, encoding="utf-8")
        files.append(str(tmp_path / f"{i}.record"))
    return [*files, str(tmp_path / "none.record")]


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("how", [(), ("--json",), ("--plain",)])
def test_check(tmp_path: Path, records: list[str], how: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    one = referee(tmp_path / "none.db", "check", *how, *records)
    monkeypatch.setattr(library, "MUCH", 0)
    assert referee(tmp_path / "none.db", "check", *how, *records) == one
    assert one.code == 4 and len(one.out) > 100
    assert referee(tmp_path / "none.db", "check", *how, *records[2:3] * 2).code == FINE


@pytest.mark.usefixtures("two", "steady_disk")
def test_doctor_and_whatif(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "nights.db"
    for missed in ("3", "4", "5"):
        reports = [report.strip() for hand in BEN_WINS for report in hand.split(";")]
        with oh_hell(db, *reports, house={"missed": missed}) as session:
            session.end()
    answers = []
    for many in (100, 1):
        monkeypatch.setattr(replay_cache, "MANY", many)
        monkeypatch.setattr("scoresheets.looking_back.season.MANY", many)
        monkeypatch.setenv("REFEREE_CACHE", str(tmp_path / f"cache {many}"))
        answers.append([referee(db, "doctor").out, referee(db, "whatif", "--all", "--set", "missed=9", "--json").out])
    assert answers[0] == answers[1]
    assert "ok      sessions" in answers[0][0] and '"after"' in answers[0][1]


HEAD = "game: oh-hell\nplayers: Ann, Ben, Cat\ndate: 2026-11-{}\n\n"


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("odd", ["", "deal Ann\nBen bids 99\n", "deal Ann\nBen flies\n"])
def test_import(tmp_path: Path, odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records and exports, some of them already saved, and an invalid file: those before it are saved."""
    texts = [HEAD.format(day) + f"deal\n~ Ann bids {day - 10}\nBen bids 1\n" for day in range(10, 16)]
    files = [tmp_path / f"{i}.record" for i, _ in enumerate(texts)]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    assert referee(tmp_path / "before.db", "import", str(files[0]), str(files.pop(3))).code == FINE
    (tmp_path / "whole.json").write_text(referee(tmp_path / "before.db", "export", "--all", "--format", "json").out)
    files.insert(2, tmp_path / "whole.json")
    if odd:
        (tmp_path / "odd.record").write_text(HEAD.format(20) + odd, encoding="utf-8")
        files.insert(4, tmp_path / "odd.record")
    answers = []
    for much in (10**9, 0):
        monkeypatch.setattr(imports, "MUCH", much)
        db = tmp_path / f"{much}.db"
        answers.append([referee(db, "import", *map(str, files)), referee(db, "export", "--all", "--format", "json")])
        assert referee(db, "doctor").out.count("chains") == 1
    assert answers[0] == answers[1]
    assert answers[0][0].code == (REFUSED if odd else FINE)
    assert answers[0][0].out.count("session") == (4 if odd else 6)
    assert odd or answers[0][0].err == "Skipped 1: already saved.\n"


def test_import_in_a_process_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "night.record").write_text(HEAD.format(20) + "deal\nBen bids 1\n", encoding="utf-8")
    command = [str(Path(sys.executable).with_name("referee")), "import", str(tmp_path / "night.record")]
    environment = {**os.environ, "REFEREE_DB": str(tmp_path / "nights.db")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (FINE, "session 1: Oh Hell! (Ann, Ben, Cat), 2 reports\n"), done.stderr


def test_what_is_taken_in_is_what_it_would_be_when_it_is_heard(tmp_path: Path) -> None:
    """Cached results and digests of an import are those of the journal itself."""
    for i, file in enumerate(sorted((Path(__file__).parents[1] / "records").glob("*/totals.record"))[:12]):
        text = file.read_text(encoding="utf-8")
        kept_rows = []
        for weigh in (True, False):
            with open_journal(tmp_path / f"{i} {weigh}.db", create=True, clock=lambda: NOON) as journal:
                ((bundle,),) = [imports.read(text, "it", journal.clock)] if not weigh else imports.weighed(
                    [("it", text)], journal.clock
                )  # fmt: skip
                assert bool(bundle.stands) == weigh
                journal.take_in([bundle], imports.digest)
                assert [taken.number for taken in journal.take_in([bundle], imports.digest)] == [1]
                kept_rows.append([journal.link.execute(f"SELECT * FROM {table}").fetchall()
                                  for table in ("session", "seat", "result", "entry")])  # fmt: skip
                kept_rows[-1].append(proof.book(journal.link)._replace(identity=""))
        assert kept_rows[0] == kept_rows[1], file


def test_interrupted_it_ends_at_once_and_says_so(tmp_path: Path) -> None:
    """Ctrl-C reaches every process of a terminal. Only the first one prints a message."""
    head = "game: oh-hell\nplayers: Ann, Ben, Cat\n\n"
    (tmp_path / "first.record").write_text(f"{head}deal Ann\n= Ann 3\n", encoding="utf-8")
    (tmp_path / "long.record").write_text(f"{head}deal Ann\n" + "note a long evening\n" * 40_000, encoding="utf-8")
    files = [str(tmp_path / f"{name}.record") for name in ("first", *["long"] * 12)]
    with subprocess.Popen(
        [str(Path(sys.executable).with_name("referee")), "check", *files],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "REFEREE_CORES": "2"},
    ) as process:  # fmt: skip
        assert process.stdout and process.stdout.readline() == "failed: = Ann 3\n"
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode != 0 and "long.record" not in out
    assert "Traceback" not in err and len(err.splitlines()) <= 2
