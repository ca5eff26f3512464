"""The public API for published games: the names in `referee.play` and `referee.testing`, and their parameters.

``python -m tests.public --write`` updates `public.txt`. Removing anything from it needs a new major version.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from referee import play, testing

PROMISED = Path(__file__).parent / "public.txt"


def public() -> list[str]:
    """Every name in alphabetical order; functions with their parameters."""
    names = [(name, getattr(play, name)) for name in play.__all__]
    names += [(f"testing.{name}", getattr(testing, name)) for name in testing.__all__]
    return sorted({line for name, value in names for line in described(name, value)})


def described(name: str, value: Any) -> Iterator[str]:
    """A name and its members that are defined there."""
    if isinstance(value, ModuleType):
        yield name
        home = value.__name__
        for inner, other in vars(value).items():
            of_home = getattr(other, "__module__", home) == home and not isinstance(other, ModuleType)
            if not inner.startswith("_") and of_home and inner not in ("annotations", "TYPE_CHECKING"):
                yield from described(f"{name}.{inner}", other)
    elif isinstance(value, type):
        yield name
        for inner in {*vars(value), *getattr(value, "__annotations__", ())}:
            other = inspect.getattr_static(value, inner, None)
            if not inner.startswith("_"):
                plain = other.__func__ if isinstance(other, (staticmethod, classmethod)) else other
                yield f"{name}.{inner}{parameters(plain)}"
    else:
        yield name + parameters(value)


def parameters(value: Any) -> str:
    """The parameters of a function as they are written, without their types."""
    if not inspect.isfunction(value):
        return ""
    taken = inspect.signature(value).parameters.values()
    bare = [
        each.replace(annotation=each.empty, default=each.empty if each.default is each.empty else ...) for each in taken
    ]
    return str(inspect.Signature(bare)).replace("Ellipsis", "…")


def promised() -> list[str]:
    return PROMISED.read_text(encoding="utf-8").splitlines()


def broken_promises(promises: Iterable[str], kept: Iterable[str]) -> list[str]:
    """Broken promises: a name that is gone, or a function whose parameters have changed."""
    taken = {
        name: tuple(filter(None, rest.rstrip(")").split(", "))) for name, _, rest in (p.partition("(") for p in kept)
    }
    broken = []
    for promise in promises:
        name, _, rest = promise.partition("(")
        wanted = tuple(filter(None, rest.rstrip(")").split(", ")))
        given = taken.get(name)
        more = [parameter for parameter in given or () if parameter not in wanted]
        fits = given is not None and [parameter for parameter in given if parameter in wanted] == [*wanted]
        if not fits or any("=…" not in parameter and not parameter.startswith("*") for parameter in more):
            broken.append(promise)
    return broken


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    PROMISED.write_text("\n".join(public()) + "\n", encoding="utf-8")
