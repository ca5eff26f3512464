"""The board served: a page that whoever opens its address can look at, and nobody can write on.

It is the standard library's server, so it answers two addresses and no other: the page, and what changes on it.  Both
come from the journal, which is looked at when somebody asks, and heard on from where it was left.
"""

from __future__ import annotations

import io
import socket
import sqlite3
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from scoresheets.display.board import board, following, fragment, policy, sentence
from scoresheets.errors import CommandError
from scoresheets.keeping import database, opening
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from scoresheets.keeping import places
    from scoresheets.keeping.database import Link
    from scoresheets.keeping.places import Place

PORT = 8040
LOOPBACK, ANYWHERE = "127.0.0.1", "0.0.0.0"
PATIENCE = 10  # seconds in which a browser has asked, however it spreads its bytes, and taken its answer
GUESTS = 100  # connections at once; of more the one goes that has kept us waiting longest
WAIT = 0.3  # seconds that another program may have the file to itself
NOBODY_PLAYS = "No session is open."


# What is looked at


class Watch:
    """The session that is followed: the one in play, or the one that was chosen.

    Where the journal can't be read, the board stays as it stood last, with a sentence above it.
    """

    def __init__(self, path: Place, number: int = 0) -> None:
        self.path = path
        self.number = number
        self._lock = Lock()
        self._link: Link | None = None
        self._session: Session | None = None
        self._seen: tuple[Any, ...] = ()
        self._shown = ""
        self._said = ""

    def look(self) -> str:
        """What stands on the page now."""
        with self._lock:
            try:
                self._follow()
                self._said = "" if self._session else NOBODY_PLAYS
            except (CommandError, sqlite3.Error, OSError) as error:
                self._said = self._sentence(error)
                self._leave()
            except Exception as error:  # a session that makes no sense mustn't end the evening
                self._said = f"The session can't be shown: {type(error).__name__}"
                self._leave()
            return sentence(self._said, self._shown) if self._said else self._shown

    def _follow(self) -> None:
        link, seen = self._file(self.path) if isinstance(self.path, Path) else self._server(self.path)
        if seen == self._seen:
            return
        kept = Journal(link, self.path)
        with database.in_a_sentence(self.path):
            number = self.number or kept.in_play() or kept.latest()
            if number is None:
                self._session = None
            elif self._session is None or self._session.number != number:
                self._session = kept.session(number)
            else:
                self._session.catch_up()
        if self._session:
            self._shown = fragment(board(self._session))
        self._seen = seen

    def _file(self, path: Path) -> tuple[Link, tuple[Any, ...]]:
        """The link to the file, another one where another file lies there now; and what changes when it is written."""
        status = path.stat()
        place = (status.st_dev, status.st_ino)
        if self._link is None or self._seen[:2] not in ((), place):
            self._leave()
            self._link = opening.connect(path)
            self._link.execute(f"PRAGMA busy_timeout = {int(WAIT * 1000)}")
        return self._link, (*place, *self._link.execute("PRAGMA data_version").fetchone())

    def _server(self, where: places.Server) -> tuple[Link, tuple[Any, ...]]:
        if self._link is None:
            self._link = opening.connect(where, patience=2)
        return self._link, self._link.execute("SELECT pg_current_snapshot()::text").fetchone()

    def _sentence(self, error: Exception) -> str:
        """What is wrong, without telling the room where the sessions are kept."""
        if not isinstance(self.path, Path):
            return "The server with the sessions doesn't answer."
        if isinstance(error, FileNotFoundError):
            return "The file with the sessions isn't there any more."
        said = error.message if isinstance(error, CommandError) else str(error)
        said = said.replace(str(self.path), "the file with the sessions")
        return f"{said[:1].upper()}{said[1:]}."

    def _leave(self) -> None:
        self._seen, self._session = (), None
        if self._link:
            with suppress(sqlite3.Error):
                self._link.close()
        self._link = None

    def close(self) -> None:
        with self._lock:
            self._leave()


# Who asks


class Asking(io.RawIOBase):
    """What a browser sends, up to the moment when its request must be whole; raises TimeoutError after it."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.due = monotonic() + PATIENCE

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.connection.settimeout(max(self.due - monotonic(), 0.001))
        return self.connection.recv_into(buffer)


class Reader(BaseHTTPRequestHandler):
    """Answers one browser: GET and HEAD of two addresses."""

    protocol_version = "HTTP/1.1"
    server: Server
    connection: socket.socket

    def setup(self) -> None:
        super().setup()
        self.asking = Asking(self.connection)
        self.rfile = io.BufferedReader(self.asking)

    def handle_one_request(self) -> None:
        self.asking.due = monotonic() + PATIENCE
        self.server.awaits(self.connection)
        super().handle_one_request()

    def do_GET(self) -> None:
        self.server.has_heard(self.connection)
        self.connection.settimeout(PATIENCE)
        if self.server.closed:
            self.close_connection = True
            return
        if fault := self._fault():
            self._answer(fault, "text/plain", f"{fault.phrase}\n".encode())
            return
        shown = self.server.watch.look()
        if self.path.partition("?")[0] == "/":
            self._answer(HTTPStatus.OK, "text/html", following(shown).encode())
            return
        text = shown.encode()
        tag = f'"{sha256(text).hexdigest()[:16]}"'
        if self.headers.get("If-None-Match") == tag:
            self._answer(HTTPStatus.NOT_MODIFIED, "text/html", b"", tag)
        else:
            self._answer(HTTPStatus.OK, "text/html", text, tag)

    do_HEAD = do_GET

    def _fault(self) -> HTTPStatus | None:
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1 or not self.server.answers_to(hosts[0]):
            return HTTPStatus.MISDIRECTED_REQUEST
        if self.headers.get("Content-Length", "0") != "0" or self.headers.get("Transfer-Encoding"):
            return HTTPStatus.BAD_REQUEST
        return None if self.path.partition("?")[0] in ("/", "/now") else HTTPStatus.NOT_FOUND

    def _answer(self, status: HTTPStatus, kind: str, text: bytes, tag: str = "") -> None:
        if status >= HTTPStatus.BAD_REQUEST:
            self.close_connection = True
        self.send_response(status)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(text)))
        if tag:
            self.send_header("ETag", tag)
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", policy())
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What can't be read, and every verb but GET and HEAD."""
        status = HTTPStatus.METHOD_NOT_ALLOWED if code == HTTPStatus.NOT_IMPLEMENTED else HTTPStatus(code)
        if not getattr(self, "command", None):
            self.command = ""
        self._answer(status, "text/plain", f"{status.phrase}\n".encode())

    def version_string(self) -> str:
        return "referee"

    def log_message(self, *told: Any) -> None:
        """The terminal belongs to whoever keeps score."""


class Server(ThreadingHTTPServer):
    """Listens on the loopback, or to the whole network where that was asked for."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = GUESTS

    def __init__(self, watch: Watch, port: int = PORT, *, lan: bool = False) -> None:
        self.watch = watch
        self.lan = lan
        self.closed = False
        self._room = BoundedSemaphore(GUESTS)
        self._awaited: dict[socket.socket, None] = {}  # connections whose next request isn't whole, the oldest first
        super().__init__((ANYWHERE if lan else LOOPBACK, port), Reader)

    @property
    def address(self) -> str:
        """Where a browser finds the page."""
        return f"http://{(self.lan and own_address()) or LOOPBACK}:{self.server_port}/"

    def answers_to(self, host: str) -> bool:
        """Whether a browser asks for us by a number, or by a name that nobody else can give us.

        A page from elsewhere whose name was made to mean this machine asks by that name.
        """
        name, colon, port = host.rpartition(":")
        if not colon or port != str(self.server_port):
            name, port = host, "80"
        if port != str(self.server_port):
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

    def awaits(self, connection: socket.socket) -> None:
        """Begins to wait for what a browser asks."""
        self._awaited[connection] = None

    def has_heard(self, connection: socket.socket) -> None:
        """A request is whole, or never will be."""
        self._awaited.pop(connection, None)

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._room.acquire(blocking=False):
            self._make_room()
            if not self._room.acquire(timeout=1):
                self.shutdown_request(request)
                return
        super().process_request(request, client_address)

    def _make_room(self) -> None:
        """Sends away whoever has kept us waiting longest."""
        if slowest := next(iter([*self._awaited]), None):
            self.has_heard(slowest)
            with suppress(OSError):
                slowest.shutdown(socket.SHUT_RDWR)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.has_heard(request)
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that has gone is no trouble."""

    def server_close(self) -> None:
        self.closed = True  # to browsers that are still connected, too
        super().server_close()
        self.watch.close()


def own_address() -> str:
    """This machine's number in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return ""


def serve(watch: Watch, port: int | None, *, lan: bool = False) -> Server:
    """A server that listens; where no port was chosen, on another one if the usual is taken.  Raises CommandError."""
    try:
        return Server(watch, PORT if port is None else port, lan=lan)
    except (OSError, OverflowError) as error:
        if port is None:
            return Server(watch, 0, lan=lan)
        said = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise CommandError(f"port {port} can't be used: {said}") from error
