"""The lines of keys in a TOML file, for messages. TOML parsers don't keep them."""

from __future__ import annotations

import re

_PART = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_KEYS = re.compile(rf"\s*(\[{{0,2}})\s*({_PART}(?:\s*\.\s*{_PART})*)\s*[\]=]")


class Lines:
    """The line of each key, with the tables it is in."""

    def __init__(self, text: str) -> None:
        self._first: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        for number, line in enumerate(text.split("\n"), 1):
            if match := _KEYS.match(line):
                names = tuple(name.strip("\"'") for name in re.findall(_PART, match[2]))
                table, here = (names, names) if match[1] else (table, (*table, *names))
                for end in range(1, len(here) + 1):
                    self._first.setdefault(here[:end], number)

    def of(self, *names: str) -> int:
        """The line of a key, or of the nearest one that can be found."""
        return next((self._first[names[:end]] for end in range(len(names), 0, -1) if names[:end] in self._first), 1)
