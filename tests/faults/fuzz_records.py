"""`python -m tests.faults.fuzz_records [SECONDS]`: searches with atheris for records that make `check` fail.

Starts from the records in tests/records and tests/faults/corpus. Files that reach new code are saved in a directory,
which is printed; files that crash or take longer than ten seconds are saved there as `crash-…` or `timeout-…`.
`python -m tests.faults.fuzz_records keep DIRECTORY/found` copies some of them to tests/faults/corpus, where `make test`
replays them.

atheris isn't in an extra, because it is only available for Linux: `pip install atheris`.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path

if __name__ == "__main__" and sys.argv[1:2] != ["keep"]:
    import atheris  # type: ignore[import-not-found, unused-ignore]

    with atheris.instrument_imports(include=["referee"]):  # coverage then shows where a file leads
        from referee.games import find_game, ours

        every_game = [find_game(slug) for slug in ours()]

from referee.games import ours
from referee.records.record import BadRecord, Judge, numbered, record_object

RECORDS = Path(__file__).parents[1] / "records"
CORPUS = Path(__file__).parent / "corpus"
MOST, LONGEST, ALL = 300, 1_500, 280_000  # files kept, their length, and all their lengths together, in bytes


def judged(content: bytes) -> Judge | None:
    """A file judged to the end as `check` does it, with all that is printed; None where its header can't be used."""
    try:
        judge = Judge().judge(numbered(content.splitlines(keepends=True)))
    except BadRecord as bad:
        assert bad.message and bad.line >= 1
        return None
    record = record_object(judge, "some.record")
    assert record["ok"] == (not judge.failures)
    assert all(failure.actual and failure.line >= 1 and failure.column >= 1 for failure in judge.failures)
    assert judge.referee and not sum(judge.referee.accounts.values())
    return judge


def seeds(folder: Path) -> None:
    """The beginnings of all records, each game's several times over."""
    for path in sorted(RECORDS.glob("*/*.record")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for length in (15, 40):
            text = "\n".join(line.partition(" #")[0].rstrip() for line in lines[:length] if line.strip())
            (folder / f"{path.parent.name}-{path.stem}-{length}").write_text(text, encoding="utf-8")
    for path in CORPUS.glob("*"):
        shutil.copy(path, folder / f"kept-{path.name}")


def words() -> list[str]:
    """What reports are made of."""
    every_word = {word for path in RECORDS.glob("*/*.record") for word in path.read_text(encoding="utf-8").split()}
    return sorted(
        word for word in every_word if len(word) < 20 and word.isascii() and '"' not in word and "\\" not in word
    )


def keep(folder: Path) -> None:
    """Of what was found some files of each game, none longer than LONGEST, as many as there is room for."""
    by_game: dict[str, list[bytes]] = {slug: [] for slug in ours()}
    for path in sorted(folder.iterdir(), key=lambda file: file.stat().st_size):
        content = path.read_bytes()
        judge = judged(content) if len(content) <= LONGEST and len(path.name) == 40 else None  # found, no seed
        if judge and judge.header:
            by_game[judge.header.game].append(content)
    room, kept = ALL, [content for contents in by_game.values() for content in contents[-MOST // len(by_game) :]]
    random.Random(1).shuffle(kept)
    CORPUS.mkdir(exist_ok=True)
    for old in CORPUS.iterdir():
        old.unlink()
    for number, content in enumerate(kept[:MOST]):
        room -= len(content)
        if room > 0:
            (CORPUS / f"{number:03}.record").write_bytes(content)


def main() -> None:
    lasting = sys.argv[1] if len(sys.argv) > 1 else "600"
    folder = Path(tempfile.mkdtemp(prefix="records-"))
    (folder / "found").mkdir()
    seeds(folder / "found")
    (folder / "words").write_text("\n".join(f'"{word}"' for word in words()) + "\n", encoding="ascii")
    lines = [f"-max_total_time={lasting}", "-timeout=10", "-max_len=4000", f"-dict={folder / 'words'}"]
    atheris.Setup([sys.argv[0], *lines, f"-artifact_prefix={folder}/", str(folder / "found")], judged)
    print(f"what is found goes to {folder}", flush=True)
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:2] == ["keep"]:
        keep(Path(sys.argv[2]))
    else:
        main()
