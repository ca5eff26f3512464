"""Points with decimals: `13.5` on paper stays 13.5.

Every game counts in whole numbers. Only a total from somewhere else, such as a paper score sheet, can have decimals. A
`Part` adds, compares and prints like the whole numbers around it, and its static type is int.
"""

from __future__ import annotations

from typing import cast

DECIMALS = 3
"""The most decimal places a total can have."""


class Part(float):
    """A number that isn't whole. Sums are rounded to `DECIMALS` places, so that 0.1 + 0.2 is 0.3.

    >>> amount(13.5), amount(13.5) + 1, amount(13.5) + amount(0.5), f"{amount(0.1) + amount(0.2):+d}"
    (13.5, 14.5, 14, '+0.3')
    """

    __slots__ = ()

    def __add__(self, other: float) -> int:
        return amount(float(self) + other)

    def __sub__(self, other: float) -> int:
        return amount(float(self) - other)

    def __rsub__(self, other: float) -> int:  # type: ignore[misc]
        return amount(other - float(self))

    def __neg__(self) -> int:
        return amount(-float(self))

    def __abs__(self) -> int:
        return amount(abs(float(self)))

    __radd__ = __add__

    def __str__(self) -> str:
        return f"{float(self):.{DECIMALS}f}".rstrip("0")

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        if not spec.endswith("d"):
            return format(float(self), spec) if spec else str(self)
        sign = "+" if "+" in spec and self > 0 else ""
        return format(sign + str(self), spec.replace("+", "").removesuffix("d"))


def amount(number: float) -> int:
    """A number as points: an int if it is whole, otherwise a `Part`."""
    rounded = round(number, DECIMALS)
    return int(rounded) if rounded == int(rounded) else cast(int, Part(rounded))
