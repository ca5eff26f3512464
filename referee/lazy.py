"""Dataclasses that are compiled when the first of their kind is made.

Compiling is most of what importing a dataclass costs, and of all the reports a game knows, a line told at the
table needs one.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

_WAITING = "_how_compiled"


def later(cls: type, **how: Any) -> None:
    """Makes a class a dataclass as soon as somebody makes one, or asks for what it is made of."""

    def __init__(self: Any, *given: Any, **named: Any) -> None:
        compiled(cls)
        cls.__init__(self, *given, **named)  # type: ignore[misc]

    setattr(cls, _WAITING, how)
    cls.__init__ = __init__  # type: ignore[misc]


def compiled(cls: type) -> type:
    """The class with its fields, and those it is derived from."""
    for base in reversed(cls.__mro__):
        if (how := base.__dict__.get(_WAITING)) is not None:
            del base.__init__  # type: ignore[misc]
            delattr(base, _WAITING)
            base.__doc__ = base.__doc__ or base.__name__  # else its signature is worked out, which takes as long again
            dataclasses.dataclass(**how)(base)
    return cls


if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(**how: Any) -> Any:
        """As in the standard library, for a class that nothing is derived from."""

        def decorate(cls: type) -> type:
            later(cls, **how)
            return cls

        return decorate


__all__ = ["compiled", "dataclass", "later"]
