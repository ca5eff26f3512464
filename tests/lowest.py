"""The lowest version of every library that the package allows, as constraints for pip."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest(wanted: str) -> str:
    """``rich>=14.0,<16`` as ``rich==14.0``."""
    name, version = re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)(?:,<[\d.]+)", wanted).groups()  # type: ignore[union-attr]
    return f"{name}=={version}"


def every_lowest() -> list[str]:
    """The lowest versions of what players can install."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = [
        libraries
        for extra, libraries in project["optional-dependencies"].items()
        if extra not in ("dev", "peers", "testing")
    ]
    return [lowest(wanted) for wanted in (*project["dependencies"], *(each for extra in extras for each in extra))]


if __name__ == "__main__":
    print("\n".join(every_lowest()))
