"""Dataclasses that are compiled when the first of their kind is made.

Compiling is most of what importing a dataclass costs, and of all the reports a game knows, a line told at the
table needs one.  Where others are derived from a class, its fields are laid out; the rest waits.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

C = TypeVar("C", bound=type)

_HOW, _FIELDS = "_how_compiled", "_fields_written"
_ONLY_FIELDS = {"init": False, "repr": False, "eq": False, "match_args": False}


def later(cls: type, **how: Any) -> None:
    """Makes a class a dataclass as soon as somebody makes one, or asks for what it is made of."""

    def __init__(self: Any, *given: Any, **named: Any) -> None:
        compiled(cls)
        cls.__init__(self, *given, **named)  # type: ignore[misc]

    cls.__doc__ = cls.__doc__ or cls.__name__  # else its signature is worked out, which takes as long again
    setattr(cls, _HOW, how)
    cls.__init__ = __init__  # type: ignore[misc]


def laid_out(cls: C) -> C:
    """The class with its fields, and those that it is derived from with theirs."""
    for base in reversed(cls.__mro__):
        if _HOW in base.__dict__ and _FIELDS not in base.__dict__:
            how, values = base.__dict__[_HOW], [*vars(base).items()]
            setattr(base, _FIELDS, {name: value for name, value in values if isinstance(value, dataclasses.Field)})
            dataclasses.dataclass(**how | _ONLY_FIELDS)(base)
    return cls


def compiled(cls: C) -> C:
    """The class with all that a dataclass has; of those that it is derived from the fields."""
    for base in cls.__bases__:
        laid_out(base)
    if (how := cls.__dict__.get(_HOW)) is not None:
        for name, value in cls.__dict__.get(_FIELDS, {}).items():
            setattr(cls, name, value)
        for name in {"__init__", "__setattr__", "__delattr__", _HOW} & vars(cls).keys():
            delattr(cls, name)
        dataclasses.dataclass(**how)(cls)
    return cls


if TYPE_CHECKING:
    from dataclasses import dataclass
    from dataclasses import dataclass as base
else:

    def dataclass(**how: Any) -> Any:
        """As in the standard library, for a class that nothing is derived from."""

        def decorate(cls: type) -> type:
            later(cls, **how)
            return cls

        return decorate

    def base(cls: type) -> type:
        """A dataclass that others are derived from, and that is seldom made itself."""
        later(cls)
        return laid_out(cls)


__all__ = ["base", "compiled", "dataclass", "laid_out", "later"]
