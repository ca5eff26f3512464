"""Where the sessions are kept: in a file, or on a server that has an address; and which schema is known here."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from scoresheets.trouble import DATABASE, USAGE, Trouble

SCHEMA = 2
OURS = 0x52464552  # "RFER": the application id in a file's header, and a lock on a server
SCHEMES = ("postgresql", "postgresql+psycopg", "postgres")

NOTHING_KEPT = "nothing has been kept yet; `referee new GAME PLAYER…` opens a session"


@dataclass(frozen=True)
class Server:
    """Where the journal is kept; as text it is an address without the password."""

    host: str = ""
    port: int | None = None
    user: str = ""
    password: str = field(default="", repr=False)
    name: str = ""
    options: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # as libpq has them: sslmode, passfile …

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        user = f"{self.user}@" if self.user else ""
        port = f":{self.port}" if self.port else ""
        return f"postgresql://{user}{host}{port}/{self.name}"


if TYPE_CHECKING:
    Place = Path | Server


def server(address: str) -> Server:
    """The server at an address such as ``postgresql://ann@cards.example:5432/club``; raises Trouble."""
    from urllib.parse import parse_qsl, unquote, urlsplit

    try:
        parts = urlsplit(address)
        port = parts.port
        options = tuple(parse_qsl(parts.query, strict_parsing=True)) if parts.query else ()
    except ValueError:
        raise Trouble(f"this is no address of a database: {_form()}", USAGE) from None  # it may have a password
    if parts.scheme not in SCHEMES:
        raise Trouble(f"{parts.scheme}:// isn't known: the sessions are kept in a file, or at {_form()}", USAGE)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Server(unquote(parts.hostname or ""), port, user, password, unquote(parts.path.lstrip("/")), options)


def _form() -> str:
    return "postgresql://USER@HOST:PORT/NAME"


def called(name: str) -> Place:
    """The file of that name, or the server with that address; raises Trouble."""
    return server(name) if "://" in name else Path(name)


def known(schema: int, place: Place) -> int:
    """The schema itself; raises Trouble for one that is newer than this referee."""
    if schema > SCHEMA:
        raise Trouble(f"{place} was written by a newer referee (schema {schema}, known here is {SCHEMA})", DATABASE)
    return int(schema)
