"""Where sessions are saved: in a file, or on a server with an address. Also the current schema version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scoresheets.errors import DATABASE, USAGE, CommandError, Damaged

SCHEMA = 6
OURS = 0x52464552  # "RFER": the application id in a file's header, and a lock on a server
SCHEMES = ("postgresql", "postgresql+psycopg", "postgres")

NOTHING_KEPT = "No games saved yet. To start one, run `referee new GAME PLAYER…`."


class Server(NamedTuple):
    """A server that holds the journal. Its string is the address without the password."""

    host: str = ""
    port: int | None = None
    user: str = ""
    password: str = ""
    name: str = ""
    options: tuple[tuple[str, str], ...] = ()  # in libpq's spelling: sslmode, passfile …

    def without_secrets(self, text: str) -> str:
        """A library's message about this server, without the password and options."""
        for secret in sorted({self.password, *dict(self.options).values()} - {""}, key=len, reverse=True):
            text = text.replace(secret, "…")
        return text

    def __repr__(self) -> str:
        return f"Server({self})"

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        user = f"{self.user}@" if self.user else ""
        port = f":{self.port}" if self.port else ""
        return f"postgresql://{user}{host}{port}/{self.name}"


if TYPE_CHECKING:
    Place = Path | Server

WITH_PASSWORD = r"[^/\\]*:[^/\\@]+@"
"""A name that looks like an address with a password. If there is a file of that name, it is taken as a file."""


def server(address: str) -> Server:
    """The server at an address like ``postgresql://ann@cards.example:5432/club``. Raises CommandError.

    The error never quotes the address, since it may contain a password.
    """
    from urllib.parse import parse_qsl, unquote, urlsplit

    try:
        parts = urlsplit(address)
        port = parts.port
        options = tuple(parse_qsl(parts.query, strict_parsing=True)) if parts.query else ()
    except ValueError:
        raise CommandError(f"this isn't the address of a database: {_form()}", USAGE) from None
    if parts.scheme not in SCHEMES:
        raise CommandError(f"that kind of address can't be used. Save games in a file, or at {_form()}", USAGE)
    if "@" in parts.path + parts.query or parts.fragment:
        raise CommandError(f"this isn't the address of a database: {_form()}; in a password /, ?, # and @ are written "
                      "%2F, %3F, %23 and %40", USAGE)  # fmt: skip
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Server(unquote(parts.hostname or ""), port, user, password, unquote(parts.path.lstrip("/")), options)


def _form() -> str:
    return "postgresql://USER@HOST:PORT/NAME"


def called(name: str) -> Place:
    """The file of that name, or the server at that address. Raises CommandError."""
    if "://" in name:
        return server(name)
    if re.search(WITH_PASSWORD, name) and not Path(name).exists():
        raise CommandError(f"this looks like the address of a server, which is written {_form()}", USAGE)
    return Path(name)


def known(schema: int, place: Place) -> int:
    """The schema version itself. Raises CommandError for one that is newer, or that never existed."""
    if schema < 1:
        raise Damaged(f"{place} is damaged: it has an unknown schema, {schema}")
    if schema > SCHEMA:
        raise CommandError(
            f"{place} was written by a newer referee (its schema is {schema}; this one knows {SCHEMA})", DATABASE
        )
    return int(schema)
