"""Digests of saved data: the chain of lines, the seals of sessions, players and rulings, the digest of the book."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

SHOWN = 16  # digits for people to compare


def in_groups(value: str) -> str:
    """The last 16 digits in groups of four, for people to compare."""
    shown = value[-SHOWN:]
    return " ".join(shown[i : i + 4] for i in range(0, len(shown), 4))


def digest(*values: Any) -> str:
    """32 hexadecimal digits of SHA-256 over values in Python's ASCII notation: texts, whole numbers, None."""
    return sha256(ascii(values).encode("ascii")).hexdigest()[:32]


def flag(value: Any) -> Any:
    """1 or 0 for a boolean; any other value unchanged."""
    return int(value) if isinstance(value, bool) else value


def sealed(row: Sequence[Any], belonging: Sequence[Sequence[Any]] = ()) -> str:
    """The digest of a row, and of rows that belong to it."""
    return digest(*row, [*belonging])


def tally(over: bool, hands: int, results: Iterable[Sequence[Any]], accounts: str = "") -> str:
    """The seal of a session's results, in the order of the players' numbers, and of its chips if any are known."""
    chips = (accounts,) if accounts else ()
    return sealed((flag(over), hands, *chips), [(*row[:5], flag(row[5]), *row[6:]) for row in results])


def declared(sheet: str, only_totals: Any) -> tuple[Any, ...]:
    """The fields that later schemas added to a session. Empty if neither of them is set."""
    return (sheet, int(bool(only_totals))) if sheet or only_totals else ()


def sealed_session(row: Sequence[Any], seats: Sequence[Sequence[Any]]) -> str:
    """The seal of a session's row, which ends with its sheet and whether only its totals are known."""
    return sealed((*row[:-2], *declared(*row[-2:])), seats)


def root(
    game: str, edition: int, players: Iterable[str], house: Iterable[tuple[str, str | None, bool]], *more: Any
) -> str:
    """The start of a session's chain: a digest of everything it was opened with. ``more`` runs from its title to its
    time.
    """
    rules = [(name, value, flag(chosen)) for name, value, chosen in sorted(house, key=lambda rule: str(rule[0]))]
    return digest(game, edition, tuple(map(str, players)), rules, *more)


class Book(NamedTuple):
    """The numbers of sessions, players, rulings and groups; the session in play and the one resumed last, or 0.

    ``identity`` is 16 random hexadecimal digits shared by all copies of a database, whatever their names.
    """

    sessions: int = 0
    players: int = 0
    rulings: int = 0
    in_play: int = 0
    latest: int = 0
    groups: int = 0
    identity: str = ""


def new_identity() -> str:
    """16 random hexadecimal digits."""
    return secrets.token_hex(8)


def blank_book(identity: str = "") -> str:
    """The statement that creates an empty book with an identity."""
    blank = Book(identity=identity)
    values = ", ".join(map(repr, blank))
    return f"INSERT INTO book (id, {', '.join(Book._fields)}, seal) VALUES (1, {values}, '{digest(*blank)}')"
