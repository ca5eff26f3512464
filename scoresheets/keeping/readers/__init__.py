"""The readers for files of other programs, one module each. A new module here is found automatically."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from scoresheets.keeping.reading import Reader


@cache
def readers() -> tuple[Reader, ...]:
    """All readers, in the order of their names."""
    names = sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    return tuple(cast(Reader, import_module(f"{__name__}.{name}")) for name in names)


def reader_of(text: str, name: str) -> Reader | None:
    """The reader for a file."""
    return next((reader for reader in readers() if reader.reads(text, name)), None)
