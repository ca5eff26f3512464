"""The addresses of the pages, one for each role: nobody guesses them, and they are made anew with each start.

They are worked out from one secret, so that everybody who sits down has a page.  While the command runs the secret lies
in the user's state folder, for its owner alone; a command that ends takes it away.  What was killed has left it behind,
and whatever serves the same table at the same port next takes it up, so the phones on the table go on.
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

LASTS = 12 * 3600  # seconds that a secret left behind is taken up
PRIVATE = 0o600


class Role(NamedTuple):
    """Who opens a page: the scorekeeper, a watcher, or a player in a seat."""

    kind: str
    seat: str = ""

    @property
    def tells(self) -> bool:
        return self.kind != "watcher"


SCOREKEEPER, WATCHER = Role("scorekeeper"), Role("watcher")


@dataclass
class Addresses:
    """What each role's address has that nobody guesses; with ``seats`` every player has one."""

    seats: bool = False
    secret: bytes = field(default_factory=lambda: token_bytes(32), repr=False)

    def key(self, role: Role) -> str:
        made = hmac.digest(self.secret, "\0".join(role).encode(), sha256)
        return urlsafe_b64encode(made[:18]).decode()

    def role(self, key: str, players: Iterable[str]) -> Role | None:
        """Whose address it is, if anybody's."""
        roles = [SCOREKEEPER, WATCHER, *(Role("seat", str(seat)) for seat in (players if self.seats else ()))]
        given = key.encode()
        return next((role for role in roles if hmac.compare_digest(self.key(role).encode(), given)), None)


class Kept:
    """The secret of a table in the user's state folder, and the port that it was served at."""

    def __init__(self, place: Place) -> None:
        from platformdirs import user_state_path

        name = sha256(str(place.absolute() if isinstance(place, Path) else place).encode()).hexdigest()[:16]
        self.path = user_state_path("referee", appauthor=False) / f"phone-{name}.json"

    def left(self) -> tuple[bytes, int] | None:
        """The secret and the port of a server that was killed; nothing that others could have read or written."""
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
        """Written beside it and put in its place, so that it is never open to others and never half there."""
        with suppress(OSError):  # then a server that is killed comes back with other addresses
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            beside.unlink(missing_ok=True)
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w", encoding="utf-8") as file:
                json.dump({"secret": secret.hex(), "port": port}, file)
            beside.replace(self.path)

    def forget(self, secret: bytes) -> None:
        """Takes away what this command has kept, and nothing that another has put there since."""
        if (left := self.left()) and left[0] == secret:
            self.path.unlink(missing_ok=True)
