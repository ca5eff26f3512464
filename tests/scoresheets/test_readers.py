"""The same tests for every reader of other programs' files, on the samples in `tests/readers/NAME`.

`tests/readers/expected.json` has the result of each sample, and the options for its import.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoresheets.errors import FINE, USAGE, CommandError
from scoresheets.keeping.readers import reader_of, readers
from scoresheets.keeping.reading import Known, Plays, Wishes
from tests.scoresheets.test_years_on_paper import Shelf

FOLDER = Path(__file__).parents[1] / "readers"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
NAMES = [reader.__name__.rpartition(".")[2] for reader in readers()]  # type: ignore[attr-defined]
KNOWN = Known({}, {}, datetime(2026, 11, 20, tzinfo=UTC))


@pytest.fixture(params=EXPECTED)
def sample(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def text_of(sample: str) -> str:
    return (FOLDER / sample).read_text(encoding="utf-8")


def take_in(shelf: Shelf, sample: str, *words: str) -> Any:
    told = EXPECTED[sample].get("words", [])
    return shelf.take_in(text_of(sample), *told, *words, name=Path(sample).name)


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_has_samples_and_says_what_it_reads(name: str) -> None:
    files = {f"{name}/{path.name}" for path in (FOLDER / name).iterdir()}
    assert files and files <= EXPECTED.keys()
    (reader,) = (reader for reader in readers() if reader.__name__.endswith(f".{name}"))  # type: ignore[attr-defined]
    assert 20 < len(reader.READS) < 110 and "\n" not in reader.READS


def test_a_sample_is_for_one_reader(sample: str) -> None:
    name, _, file = sample.partition("/")
    found = [NAMES[i] for i, reader in enumerate(readers()) if reader.reads(text_of(sample), file)]
    assert found == [name]


def test_a_sample_says_all_its_faults_at_once_and_nothing_is_kept(shelf: Shelf, sample: str) -> None:
    expected = EXPECTED[sample]
    dry = take_in(shelf, sample, "--dry-run", "--json")
    found = json.loads(dry.out)
    assert dry.code == (USAGE if expected["bad"] else FINE) and not shelf.db.exists()
    assert len(found["rows"]) == len(expected["scores"])
    assert [sum(play["bad"] is bad for play in found["skipped"]) for bad in (True, False)] == [
        expected["bad"], expected["skipped"],
    ]  # fmt: skip
    assert sum(len(row["mended"]) for row in found["rows"]) == expected["mended"]
    if expected["bad"]:
        assert take_in(shelf, sample).code == USAGE and shelf.sessions() == []


def test_a_sample_comes_in_once_and_counts(shelf: Shelf, sample: str) -> None:
    expected = EXPECTED[sample]
    assert take_in(shelf, sample, "--skip-bad").code == FINE
    assert shelf.scores() == expected["scores"]
    assert [row["winners"] for row in shelf.sessions()] == expected["winners"]
    assert take_in(shelf, sample, "--skip-bad").out == "Nothing new.\n"
    assert shelf("doctor").code == FINE and shelf("standings").code == FINE


@pytest.mark.parametrize("form", ["bgstats", "tidy", "rows"])
def test_what_came_in_goes_out_and_comes_in_elsewhere(shelf: Shelf, sample: str, form: str, tmp_path: Path) -> None:
    take_in(shelf, sample, "--skip-bad")
    (tmp_path / "other").mkdir()
    other = Shelf(tmp_path / "other")
    written = shelf("export", "--all", "--format", form).out
    assert other.take_in(written, name="x.json" if form == "bgstats" else "x.csv").code == FINE
    assert [{**scores} for scores in other.scores()] == EXPECTED[sample]["scores"]  # type: ignore[dict-item]


def damaged(text: str) -> Iterator[str]:
    """The text cut short, with a few wrong letters."""
    luck = Random(7)
    for _ in range(60):
        at = luck.randrange(len(text))
        yield text[:at]
        yield text[:at] + luck.choice('"<>,;{}[]0x\n\u0663é') + text[at + luck.randrange(3) :]


def test_a_damaged_sample_is_read_or_told_what_is_wrong(sample: str) -> None:
    name = Path(sample).name
    for text in damaged(text_of(sample)):
        if reader := reader_of(text, name):
            try:
                plays = reader.plays(text, name, Wishes(day="2021-03-04"), KNOWN)
            except CommandError:
                continue
            assert isinstance(plays, Plays)


def test_what_nobody_reads_is_told_what_is_read(shelf: Shelf) -> None:
    for text, name in (("hello", "a.txt"), ('{"a": 1}', "a.json"), ("<a/>", "a.xml"), ("%PDF-1.4", "a.pdf")):
        result = shelf.take_in(text, name=name)
        assert result.code == USAGE and all(reader.READS in result.err for reader in readers())
