"""Secret addresses of the pages, one for each role.

They are derived from one secret, so that every player has a page. The secret is in the user's state folder, readable by
the owner only. The next server for the same table at the same port uses it, so that the phones keep working.
"""

from __future__ import annotations

import hmac
import json
import os
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

LASTS = 12 * 3600  # seconds after the last start or stop for which a secret is used
PRIVATE = 0o600


class Role(NamedTuple):
    """The role of a page: the scorekeeper, a watcher, or a player in a seat."""

    kind: str
    seat: str = ""

    @property
    def tells(self) -> bool:
        return self.kind != "watcher"


SCOREKEEPER, WATCHER = Role("scorekeeper"), Role("watcher")


@dataclass
class Addresses:
    """The secret keys of the roles. With ``seats``, every player has one."""

    seats: bool = False
    secret: bytes = field(default_factory=lambda: token_bytes(32), repr=False)

    def key(self, role: Role) -> str:
        made = hmac.digest(self.secret, "\0".join(role).encode(), sha256)
        return urlsafe_b64encode(made[:18]).decode()

    def role(self, key: str, players: Iterable[str]) -> Role | None:
        """The role with a key, if any."""
        roles = [SCOREKEEPER, WATCHER, *(Role("seat", str(seat)) for seat in (players if self.seats else ()))]
        given = key.encode()
        return next((role for role in roles if hmac.compare_digest(self.key(role).encode(), given)), None)


class TableSecret:
    """The secret of a table in the user's state folder, and its port."""

    def __init__(self, place: Place) -> None:
        from platformdirs import user_state_path

        name = sha256(str(place.absolute() if isinstance(place, Path) else place).encode()).hexdigest()[:16]
        self.path = user_state_path("referee", appauthor=False) / f"phone-{name}.json"

    def left(self) -> tuple[bytes, int] | None:
        """The secret and port of the last server. None if others could have read or written it."""
        try:
            with open(os.open(self.path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), encoding="utf-8") as file:
                status = os.fstat(file.fileno())
                if os.name == "posix" and (status.st_mode & 0o077 or status.st_uid != os.getuid()):
                    return None
                if not 0 <= time.time() - status.st_mtime < LASTS:
                    return None
                told = json.load(file)
            secret, port = bytes.fromhex(told["secret"]), int(told["port"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return (secret, port) if len(secret) == 32 and 0 < port < 65536 else None

    def keep(self, secret: bytes, port: int) -> None:
        """Writes a temporary file and renames it, so that it is never readable by others and never incomplete."""
        with suppress(OSError):  # without it, the next start has other addresses
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            beside.unlink(missing_ok=True)
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w", encoding="utf-8") as file:
                json.dump({"secret": secret.hex(), "port": port}, file)
            beside.replace(self.path)
