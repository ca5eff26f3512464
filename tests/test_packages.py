"""The published packages: the wheel and the sdist, installed alone, and with a game from another package.

Both are built without a package index, and installed in a fresh environment, which only borrows the libraries of the
test environment.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs_blocks import ROOT, blocks

pytestmark = pytest.mark.no_cover

PAGE = ROOT / "docs" / "adding-a-game.md"
HOUSES = ("referee", "scoresheets")
GAME = "card-slobberhannes"
SCRIPTS, PYTHON = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")


def run(*words: str | Path, cwd: Path, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    kept = ("PATH", "SYSTEMROOT", "TEMP", "TMP")
    environ = {name: os.environ[name] for name in kept if name in os.environ}
    place = str(home or cwd)
    environ |= {"HOME": place, "USERPROFILE": place, "LOCALAPPDATA": place, "PYTHONUTF8": "1", "COLUMNS": "80"}
    return subprocess.run([*map(str, words)], cwd=cwd, env=environ, capture_output=True, text=True, encoding="utf-8",
                          stdin=subprocess.DEVNULL)  # fmt: skip


def done(*words: str | Path, cwd: Path) -> str:
    ended = run(*words, cwd=cwd)
    assert ended.returncode == 0, f"{words}: {ended.stdout[-3000:]}\n{ended.stderr[-3000:]}"
    return ended.stdout


def source() -> list[str]:
    """Every file in the repository except hidden ones."""
    listed = done("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    there = [name for name in listed if (ROOT / name).is_file()]
    return [name for name in there if not name.startswith(".")]


def published(root: Path) -> Path:
    """The package on the page about adding a game."""
    records = root / "tests" / "records"
    records.mkdir(parents=True)
    for path, kind in {
        "slobberhannes.py": "python",
        "pyproject.toml": "toml",
        "tests/slobberhannes_model.py": "py",
        "tests/test_slobberhannes.py": "python3",
    }.items():
        (root / path).write_text("\n\n".join(block.text for block in blocks(PAGE, kind)), encoding="utf-8")
    for number, block in enumerate(blocks(PAGE, "record")):
        (records / f"{number}.record").write_text(block.text, encoding="utf-8")
    return root


class Fresh(NamedTuple):
    """A fresh environment with the built packages, and its own home folder."""

    folder: Path
    python: Path
    command: Path
    wheel: Path
    sdist: Path
    game: Path

    def referee(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        return run(self.command, *words, cwd=self.home, home=self.home)

    def says(self, *words: str | Path) -> str:
        ended = self.referee(*words)
        assert ended.returncode == 0, f"{words}: {ended.stdout}\n{ended.stderr}"
        return ended.stdout

    @property
    def home(self) -> Path:
        return self.folder / "home"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """Built and installed by one of the parallel test processes while the others wait."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "published"
    ready, failed = folder / "ready", folder / "failed"
    try:
        folder.mkdir()
    except FileExistsError:
        while not ready.exists():
            assert not failed.exists(), failed.read_text(encoding="utf-8")
            time.sleep(0.1)
    else:
        try:
            install(folder)
        except BaseException as error:
            failed.write_text(str(error), encoding="utf-8")
            raise
        ready.touch()
    scripts, dist = folder / "environment" / SCRIPTS, folder / "dist"
    wheel, sdist = next(dist.glob("card_referee-*.whl")), next(dist.glob("*.tar.gz"))
    return Fresh(folder, scripts / PYTHON, scripts / "referee", wheel, sdist, folder / GAME)


def install(folder: Path) -> None:
    """Builds the packages in a folder, and installs them there in a new environment."""
    tree = folder / "tree"
    for name in source():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tree / name)
    # the wheel is built from the sdist, so that must be complete
    done(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", cwd=tree)
    game = published(folder / GAME)
    done(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder / "dist", cwd=game)

    environment, home = folder / "environment", folder / "home"
    home.mkdir()
    done(sys.executable, "-m", "venv", "--without-pip", environment, cwd=folder)
    python = environment / SCRIPTS / PYTHON
    wheels = sorted((folder / "dist").glob("*.whl"))
    quietly = ("-q", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-compile")
    done(sys.executable, "-m", "pip", "--python", python, "install", *quietly, *wheels, cwd=folder)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    ours, borrowed = (Path(done(each, "-c", where, cwd=folder).strip()) for each in (python, sys.executable))
    (ours / "borrowed.pth").write_text(f"{borrowed}\n", encoding="utf-8")


def test_the_wheel_has_all_that_is_there_and_nothing_else(fresh: Fresh) -> None:
    """Including data files: styles, records, sheets, templates."""
    packed = {name for name in zipfile.ZipFile(fresh.wheel).namelist() if ".dist-info/" not in name}
    there = {name for name in source() if name.startswith(tuple(f"{house}/" for house in HOUSES))}
    missing = sorted(there - packed)
    assert not missing, f"{missing}: package-data in pyproject.toml leaves them out"
    assert not packed - there
    assert len([name for name in packed if not name.endswith(".py")]) >= 11


def test_the_sdist_has_all_that_is_there(fresh: Fresh) -> None:
    with tarfile.open(fresh.sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames() if packed.getmember(name).isfile()}
    made = {name for name in names if ".egg-info/" in name} | {"PKG-INFO", "setup.cfg"}
    assert sorted({*source()} - names) == []
    assert sorted(names - made - {*source()}) == []


def test_the_wheel_alone_plays_an_evening(fresh: Fresh) -> None:
    """The repository isn't on the path, so only installed files are imported."""
    where = "import referee, scoresheets; print(referee.__file__, scoresheets.__file__, sep='\\n')"
    imported = done(fresh.python, "-c", where, cwd=fresh.home).split("\n")
    assert all(Path(path).is_relative_to(fresh.folder) for path in imported if path)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert fresh.says("--version").split()[-1] == version
    evening = fresh.says("demo")
    assert "The evening" in evening
    assert evening.count("session ") >= 5
    assert "<table" in fresh.says("print", "oh-hell", "--html", "-")
    assert "follow-suit" in fresh.says("rule", "follow suit")


def test_a_published_game_is_played_like_ours(fresh: Fresh) -> None:
    """It is found, listed with its origin, played, checked, completed and printed, and passes its own tests."""
    listed = json.loads(fresh.says("games", "--json"))
    assert {row["game"]: row["from"] for row in listed["rows"]}["slobberhannes"] == "card-slobberhannes 1.0"
    assert not listed["broken"] and not listed["left_out"]
    last = fresh.says("games").splitlines()[-1]
    assert last.startswith("slobberhannes ") and last.endswith(" card-slobberhannes 1.0")

    fresh.says("new", "slobberhannes", "Ann", "Ben", "Cat", "Dan", "--set", "goal=5")
    fresh.says("say", "deal; Cat takes first; Cat takes queen; Dan takes last")
    fresh.says("say", "deal; Cat plays 7H")
    refused = fresh.referee("say", "Ann plays AS")
    assert (refused.returncode, "[lead-order]" in refused.stderr) == (1, True)
    assert json.loads(fresh.says("score", "--json"))["scores"] == {"Ann": 0, "Ben": 0, "Cat": 2, "Dan": 1}
    assert "took the queen" in fresh.says("why", "Cat")
    assert "Slobberhannes" in fresh.says("rules", "slobberhannes")
    assert "slobberhannes" in fresh.says("rule", "taken-once", "--json")
    assert "Slobberhannes" in fresh.says("print", "1", "--html", "-")

    records = sorted((fresh.game / "tests" / "records").iterdir())
    assert len(records) == 2
    assert fresh.says("check", *records) == ""
    assert "slobberhannes (card-slobberhannes 1.0)" in fresh.says("doctor")


def test_a_published_game_is_completed(fresh: Fresh) -> None:
    words = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": "referee\nnew\nslob", "COMP_CWORD": "2"}
    code = f"import os; os.environ |= {words}; from scoresheets.cli import main; main()"
    assert done(fresh.python, "-c", code, cwd=fresh.home).split() == ["slobberhannes"]


def test_a_published_game_is_whole_by_its_own_tests(fresh: Fresh) -> None:
    text = done(fresh.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", cwd=fresh.game)
    passed = re.search(r"(\d+) passed", text)
    assert passed and int(passed[1]) > 80, text[-500:]
