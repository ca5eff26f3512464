"""``python -m tests.release v0.1.0``: checks that this is the version, and that the changelog has it as released."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Entry(NamedTuple):
    """An entry of the changelog: its version and day, both empty if it isn't released."""

    version: str
    day: str
    text: str


def version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def entries() -> list[Entry]:
    """The entries of the changelog, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = re.split(r"^## \[(.+?)\](?: - (\S+))?$", text, flags=re.MULTILINE)[1:]
    return [Entry(*(part or "" for part in parts[i : i + 3])) for i in range(0, len(parts), 3)]


def fault(tag: str) -> str:
    """Why a tag can't be released. "" if it can."""
    if tag != f"v{version()}":
        return f"the tag is {tag}, and pyproject.toml has version {version()}"
    newest = entries()[0]
    if newest.version != version():
        return f"the newest entry of CHANGELOG.md is {newest.version}, not {version()}"
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", newest.day):
        return f"the entry of {version()} in CHANGELOG.md has no day: ## [{version()}] - 2026-11-24"
    return "" if newest.text.strip() else f"CHANGELOG.md says nothing of {version()}"


if __name__ == "__main__":
    sys.exit(fault(sys.argv[1]) or 0)
