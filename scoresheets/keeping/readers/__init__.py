"""The readers of other people's files, one module each; a new one is found by being here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from scoresheets.keeping.reading import Reader


@cache
def readers() -> tuple[Reader, ...]:
    """All of them, in the order of their names."""
    names = sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    return tuple(cast(Reader, import_module(f"{__name__}.{name}")) for name in names)


def reader_of(text: str, name: str) -> Reader | None:
    """The reader that a file is for."""
    return next((reader for reader in readers() if reader.reads(text, name)), None)
