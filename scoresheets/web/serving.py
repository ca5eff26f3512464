"""Serves on the loopback or to the whole network: uvicorn with time limits for slow browsers."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from scoresheets.errors import CommandError

if TYPE_CHECKING:
    from scoresheets.web.table import LiveTable

PORT = 8040
LOOPBACK, ANYWHERE = "127.0.0.1", "0.0.0.0"
PATIENCE = 10.0  # seconds for a browser to send its request and take the answer, however slowly its bytes come
GUESTS = 100  # connections at once; beyond that, closes the one that has been slow the longest, otherwise the oldest


class Patient(H11Protocol):
    """A browser's connection, which is closed if it is too slow."""

    begun: float = 0  # by the loop's clock, as is the next one
    due: float = 0  # the deadline for the browser; 0 if it isn't its turn
    _alarm: asyncio.TimerHandle | None = None

    @property
    def _waits(self) -> bool:
        """Whether it is the browser's turn: to send its request or to take the answer."""
        asks = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        return asks or self.flow.write_paused or self.transport.is_closing()

    def _watch(self) -> None:
        """Sets the deadline if it is the browser's turn. An existing one isn't extended."""
        if not self._waits:
            self._forget()
        elif not self.due:
            self._await()

    def _await(self) -> None:
        self._forget()
        self.due = self.loop.time() + PATIENCE
        self._alarm = self.loop.call_later(PATIENCE, self.give_up)

    def _forget(self) -> None:
        self.due = 0
        if self._alarm:
            self._alarm.cancel()

    def give_up(self) -> None:
        self._forget()
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self.begun = self.loop.time()
        others = [other for other in self.connections if isinstance(other, Patient) and other is not self]
        if len(others) >= GUESTS:
            waiting = [other for other in others if other.due]
            answered = [other for other in others if not other.transport.is_closing()]
            min(waiting or answered or [self], key=lambda other: other.due or other.begun).give_up()
        self._await()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._forget()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response("Bad Request\n")
        else:  # in the middle of an answer, nothing more can be sent
            self.give_up()


class Server:
    """Listens on a port, of the loopback or of the whole network, until it is stopped."""

    def __init__(self, table: LiveTable, port: int, *, lan: bool = False) -> None:
        from scoresheets.web.app import LONGEST_HEAD, served

        self.table = table
        self.lan = lan
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.socket.bind((ANYWHERE if lan else LOOPBACK, port))
            self.socket.listen(GUESTS)
        except BaseException:
            self.socket.close()
            raise
        self.port = int(self.socket.getsockname()[1])
        config = uvicorn.Config(
            served(self), http=Patient, ws="none", lifespan="off", log_config=None, log_level="critical",
            access_log=False, proxy_headers=False, server_header=False, timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=LONGEST_HEAD, backlog=GUESTS,
        )  # fmt: skip
        self._uvicorn = uvicorn.Server(config)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    @property
    def host(self) -> str:
        """The name of this machine in addresses."""
        return f"{(self.lan and own_address()) or LOOPBACK}:{self.port}"

    @property
    def closing(self) -> bool:
        return self._uvicorn.should_exit

    @property
    def listening(self) -> bool:
        return self._uvicorn.started

    def run(self) -> None:
        """Serves until it is stopped. Raises KeyboardInterrupt after Ctrl-C."""
        self._uvicorn.run(sockets=[self.socket])

    def stop(self) -> None:
        self._uvicorn.should_exit = True

    def close(self) -> None:
        self.socket.close()
        self.table.watch.close()

    def answers_to(self, host: str) -> bool:
        """Whether a request names us by an IP address, or by a name that nobody else can give us.

        A page from another site whose name was pointed at this machine would use that name.
        """
        name, colon, port = host.rpartition(":")
        if not colon or port != str(self.port):
            name, port = host, "80"
        if port != str(self.port):
            return False
        name = name.strip("[]").lower()
        if name == "localhost":
            return True
        try:
            number = ip_address(name)
        except ValueError:
            own = socket.gethostname().lower()
            return self.lan and name in (own, f"{own.partition('.')[0]}.local")
        return self.lan or number.is_loopback


def own_address() -> str:
    """This machine's IP address in its network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return ""


def serve(table: LiveTable, port: int | None, *, lan: bool = False, usual: int = PORT) -> Server:
    """A listening server. If no port was chosen and the usual one is taken, uses another. Raises CommandError."""
    try:
        return Server(table, usual if port is None else port, lan=lan)
    except (OSError, OverflowError) as error:
        if port is None:
            return Server(table, 0, lan=lan)
        text = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise CommandError(f"port {port} can't be used: {text}") from error
