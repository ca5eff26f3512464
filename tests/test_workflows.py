"""Workflows, issue forms and releases match the repository.

They don't run here, so every step is a target of the Makefile or a module of the tests, which do.
"""

from __future__ import annotations

import ast
import importlib.util
import itertools
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import lowest, release, run

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
OF_UNIX = {"fcntl", "grp", "pexpect", "pty", "pwd", "resource", "termios", "tty"}
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = [path for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) if path.name != "config.yml"]


def read(path: Path) -> dict[str, Any]:
    """Parses a file of YAML, where a bare ``on`` is a boolean."""
    content: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {"on" if name is True else str(name): value for name, value in content.items()}


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    return dict(read(path)["jobs"])


def combinations(job: dict[str, Any]) -> Iterator[dict[str, str]]:
    """The combinations of a job's matrix."""
    matrix = job.get("strategy", {}).get("matrix", {})
    for values in itertools.product(*matrix.values()):
        yield dict(zip(matrix, values, strict=True))


def commands(path: Path) -> Iterator[list[str]]:
    """All commands of a workflow, with the values of its matrix filled in."""
    for job in jobs(path).values():
        for filled in combinations(job):
            for step in job.get("steps", ()):
                for line in step.get("run", "").splitlines():
                    text = re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda match, filled=filled: filled[match[1]], line)
                    yield shlex.split(text.replace("${{ github.ref_name }}", f"v{PROJECT['version']}"))


def runs_here(words: list[str]) -> bool:
    """Whether a command is a make target, or a module of the tests with arguments it knows."""
    match words:
        case ["make", target]:
            return target in TARGETS
        case ["python", "-m", "tests.run", *rest]:
            return bool(run.words().parse_args(rest).task)
        case ["python", "-m", "tests.release", tag]:
            return not release.fault(tag)
    return False


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_step_runs_here_too(path: Path) -> None:
    entered = [*commands(path)]
    assert entered
    assert not [words for words in entered if not runs_here(words)]
    for job in jobs(path).values():
        for step in job.get("steps", ()):
            assert ("run" in step) != ("uses" in step), step
            assert "uses" not in step or re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v1)", step["uses"]), step
            assert not {*step} - {"run", "uses", "with"}


def test_every_python_and_every_machine_that_is_named_is_tried() -> None:
    """With the newest libraries and with the lowest."""
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"]]
    versions = [version for version in named if re.fullmatch(r"3\.\d+", version)]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    tried = jobs(GITHUB / "workflows" / "tests.yml")
    assert all(job["strategy"]["matrix"]["python"] == versions for job in tried.values())
    machines = {job["runs-on"] for job in tried.values()} | {*tried["elsewhere"]["strategy"]["matrix"]["os"]}
    assert {"ubuntu-latest", "macos-latest", "windows-latest"} <= machines
    assert tried["elsewhere"]["strategy"]["matrix"]["libraries"] == ["", "--lowest"]
    assert {"make test", "make lowest"} <= {step.get("run") for step in tried["linux"]["steps"]}


def test_a_release_needs_a_tag_and_the_tests_and_no_password() -> None:
    released = read(GITHUB / "workflows" / "release.yml")
    (pattern,) = released["on"]["push"]["tags"]
    assert [*released["on"]] == ["push"] and [*released["on"]["push"]] == ["tags"]
    assert re.fullmatch(pattern.replace(".", r"\."), f"v{PROJECT['version']}")
    build, publish = released["jobs"]["build"], released["jobs"]["publish"]
    assert released["jobs"]["tests"]["uses"] == "./.github/workflows/tests.yml"
    assert "workflow_call" in read(GITHUB / "workflows" / "tests.yml")["on"]
    assert (build["needs"], publish["needs"]) == ("tests", "build")
    assert publish["permissions"] == {"id-token": "write"} and publish["environment"] == "pypi"
    assert "secrets." not in (GITHUB / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert released["permissions"] == read(GITHUB / "workflows" / "tests.yml")["permissions"] == {"contents": "read"}


def test_the_changelog_has_an_entry_for_the_version_that_is_here() -> None:
    """Released ones have a day, the newest first."""
    assert release.entries()[0].version == release.version() == PROJECT["version"]
    days = [entry.day for entry in release.entries()]
    assert all(days[1:]) and sorted(filter(None, days), reverse=True) == [*filter(None, days)]
    assert not release.fault(f"v{PROJECT['version']}")


@pytest.mark.parametrize(
    ("changelog", "tag", "text"),
    [
        ("## [0.1.0] - 2026-11-24\n\nOne.\n", "v0.1.0", ""),
        ("## [0.1.0] - 2026-11-24\n\nOne.\n", "v0.2.0", "the tag is v0.2.0, and pyproject.toml has version 0.1.0"),
        ("## [0.1.0]\n\nOne.\n", "v0.1.0", "has no day"),
        ("## [0.1.0] - 2026-11-24\n\n## [0.0.9] - 2026-01-01\n\nOne.\n", "v0.1.0", "says nothing of 0.1.0"),
        ("## [0.0.9] - 2026-01-01\n\nOne.\n", "v0.1.0", "is 0.0.9, not 0.1.0"),
    ],
)
def test_what_can_not_be_released_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changelog: str, tag: str, text: str
) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.1.0"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{changelog}", encoding="utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert text in release.fault(tag) and bool(text) == bool(release.fault(tag))


def test_before_a_commit_the_same_is_asked_as_elsewhere() -> None:
    """Lint and types, by the ruff and mypy of `.venv`, with the versions in pyproject.toml."""
    (local,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    entries = [shlex.split(hook["entry"]) for hook in local["hooks"]]
    assert all(hook["language"] == "system" and not hook["pass_filenames"] for hook in local["hooks"])
    assert [run.words().parse_args(entry[3:]).task for entry in entries if runs_here(entry)] == ["lint", "types"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^test: lint types ", makefile, re.MULTILINE)
    assert all(f"\t$(PYTHON) -m tests.run {task}\n" in makefile for task in ("lint", "types", "test"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_what_is_needed(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= {*form} <= {"name", "description", "labels", "body"}
    asked = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in asked} <= {"input", "textarea", "checkboxes"}
    assert all(field["attributes"].get("label") for field in asked)
    names = [field["id"] for field in asked]
    assert len({*names}) == len(names) and all(re.fullmatch(r"[a-z-]+", name) for name in names)
    must = {field["id"] for field in asked if field.get("validations", {}).get("required")}
    if path.stem == "ruling":
        assert {"game", "record", "version"} <= must and "house" in names
    else:
        assert {"name", "players", "rules", "evening"} <= must


def test_the_record_that_a_form_shows_can_be_read() -> None:
    from referee.records.record import Judge

    fields = {field["id"]: field for field in read(GITHUB / "ISSUE_TEMPLATE" / "ruling.yml")["body"]}
    judge = Judge().judge(fields["record"]["attributes"]["placeholder"].splitlines())
    assert not judge.failures


def imported(path: Path, seen: set[Path]) -> set[str]:
    """The modules that a test imports, directly or through other test modules."""
    if path in seen:
        return set()
    seen.add(path)
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    inner = [ROOT / f"{name.replace('.', '/')}.py" for name in names if name.startswith("tests.")]
    return names.union(*(imported(other, seen) for other in inner if other.exists()))


def test_what_is_tried_everywhere_needs_nothing_of_unix() -> None:
    places = [ROOT / name for name in run.JUDGING]
    files = [path for place in places for path in (place.glob("*.py") if place.is_dir() else [place])]
    assert len(files) > 40 and all(path.exists() for path in files)
    assert OF_UNIX & imported(ROOT / "tests" / "cli" / "terminal.py", set()), "as a terminal does"
    for path in files:
        assert not OF_UNIX & imported(path, set()), path
        assert not re.search(r"os\.(fork|kill|chown|geteuid)|SIGKILL|/dev/", path.read_text(encoding="utf-8")), path


def test_the_lowest_versions_are_those_that_are_allowed() -> None:
    held = lowest.every_lowest()
    wanted = {re.split(r"[\[<>=]", library)[0] for library in PROJECT["dependencies"]}
    assert wanted <= {each.partition("==")[0] for each in held}
    assert all(importlib.util.find_spec(each.partition("==")[0]) for each in held)


def test_the_pages_of_the_project_name_what_is_there() -> None:
    for page in ("CONTRIBUTING.md", "SECURITY.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert {*re.findall(r"(?:`|^    )make ([a-z]+)", text, re.MULTILINE)} <= TARGETS
        named = re.findall(r"`((?:docs|tests|referee)/[\w./-]+)`", text)
        missing = [name for name in named if not (ROOT / name).exists() and not re.search("GAME|MODULE", name)]
        assert not missing, missing
