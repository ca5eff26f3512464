"""A PostgreSQL server instead of the file, so that tables on several machines share one journal.

A `Wire` takes the same statements as SQLite, with the same placeholders. Differences are translated here. Every error
becomes a message (`CommandError`), and no message contains the password.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from referee.language.amounts import amount
from scoresheets.errors import NOTHING, Busy, CommandError, Damaged, Disconnected, StorageError, Unconfirmed, Unwritable
from scoresheets.keeping.places import NOTHING_KEPT, OURS, SCHEMA, Server, known

if TYPE_CHECKING:
    import psycopg
    import sqlalchemy

PATIENCE = 5  # seconds to wait for a server, and for another writer
SILENT = 30  # seconds after which the server disconnects a silent writer

SILENCE = {  # a dead machine is noticed in half a minute, at either end
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "4",
    "tcp_user_timeout": "30000",
}
MANNERS = f"""
    SET TIME ZONE 'UTC';
    SET datestyle TO ISO;
    SET lock_timeout = '{PATIENCE}s';
    SET idle_in_transaction_session_timeout = '{SILENT}s';
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 4;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""
"""Settings for every connection: acknowledged data is on the disk, and waits are limited."""


# The connection


def reach(where: Server, patience: int = PATIENCE) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection of psycopg in autocommit mode. Raises CommandError."""
    try:
        import psycopg
    except ImportError as error:
        needed = "to use a PostgreSQL server, run `pip install 'card-referee[postgres]'` first"
        raise StorageError(needed) from error
    wanted: dict[str, Any] = {"connect_timeout": patience, "application_name": "referee", **SILENCE}
    entered = {"host": where.host, "port": where.port, "user": where.user, "password": where.password}
    wanted |= {name: value for name, value in (*entered.items(), ("dbname", where.name)) if value}
    wanted |= dict(where.options) | {"client_encoding": "UTF8", "autocommit": True}
    try:
        link = psycopg.connect(**wanted)
    except psycopg.Error as error:
        raise StorageError(_unreached(error, where)) from None
    link.adapters.register_loader("numeric", _points())
    try:
        link.execute(MANNERS)
    except psycopg.Error as error:
        link.close()
        raise error_for(error, where) from None
    return link


@cache
def _points() -> type[psycopg.adapt.Loader]:
    """Loads decimal numbers as points."""
    from psycopg.adapt import Loader

    class Points(Loader):
        def load(self, data: Any) -> int:
            return amount(float(bytes(data)))

    return Points


class Wire:
    """A connection to a server with the interface of one to a file."""

    def __init__(self, where: Server, patience: int = PATIENCE) -> None:
        self.where = where
        self.patience = patience
        self.in_transaction = False
        self._link = self._reached()

    @classmethod
    def over(cls, link: psycopg.Connection[tuple[Any, ...]], where: Server) -> Wire:
        """A wire over an existing connection, inside its transaction."""
        wire = cls.__new__(cls)
        wire.where, wire.patience, wire.in_transaction, wire._link = where, PATIENCE, True, link
        _read_as_in_a_file(link)
        return wire

    def _reached(self) -> psycopg.Connection[tuple[Any, ...]]:
        link = reach(self.where, self.patience)
        _read_as_in_a_file(link)
        return link

    def execute(self, asked: str, values: Sequence[Any] = ()) -> Any:
        """Executes a statement. Reconnects if the connection was lost between transactions. Raises CommandError."""
        if asked == BEGIN:
            return self._begin()
        if asked == READ:
            asked = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        if self.in_transaction:
            return self._execute(asked, values)
        return self._at_once_or_again(lambda: self._execute(asked, values))

    def executemany(self, asked: str, rows: Iterable[Sequence[Any]]) -> None:
        with self._in_a_sentence(), self._link.cursor() as cursor:
            cursor.executemany(_spoken(asked), [tuple(row) for row in rows])

    def _execute(self, asked: str, values: Sequence[Any] = ()) -> Any:
        if asked == "ROLLBACK" and self._link.closed:
            self.in_transaction = False  # the server has ended it
            return None
        with self._in_a_sentence(at_last=asked == "COMMIT"):
            try:
                done = self._link.execute(_spoken(asked), tuple(values) or None)
            finally:
                self.in_transaction = self.in_transaction if self._link.closed else self._is_begun()
        if asked == "COMMIT" and done.statusmessage != "COMMIT":
            raise StorageError(f"nothing was saved in {self.where}: an earlier step failed")
        return done

    def _is_begun(self) -> bool:
        return self._link.pgconn.transaction_status != 0

    def _at_once_or_again(self, act: Callable[[], Any]) -> Any:
        """Retries on a new connection if the first fails. No transaction has begun."""
        if not self._link.closed:
            try:
                return act()
            except CommandError:
                if not self._link.closed:
                    raise
        self._link = self._reached()
        return act()

    def _begin(self) -> None:
        """Begins a write transaction by locking the row with the schema, which then can't change either."""
        try:
            self._at_once_or_again(lambda: self._execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"))
            for (schema,) in self._execute("SELECT schema FROM referee FOR UPDATE"):
                known(schema, self.where)
        except BaseException:
            if self.in_transaction:
                self._execute("ROLLBACK")
            raise

    def schema(self) -> int | None:
        """The schema version of the tables there. None if there are none. Raises CommandError for foreign tables."""
        import psycopg

        for _ in range(2):  # another process may create it between the two queries
            try:
                if row := self._link.execute("SELECT schema FROM referee").fetchone():
                    return int(row[0])
            except psycopg.errors.UndefinedColumn:
                break
            except psycopg.errors.UndefinedTable:
                if self._execute(THEIRS).fetchone() is None:
                    return None
            except psycopg.Error as error:
                raise error_for(error, self.where) from error
        raise StorageError(f"{self.where} is a database of another program")

    @contextmanager
    def _in_a_sentence(self, *, at_last: bool = False) -> Iterator[None]:
        import psycopg

        try:
            yield
        except psycopg.Error as error:
            if not self._link.closed:
                raise error_for(error, self.where) from error
            if at_last:
                raise Unconfirmed(
                    f"the connection to {self.where} was lost while saving. To see what was saved, run `referee log`"
                ) from error
            raise _lost(self.where) from error

    def close(self) -> None:
        self._link.close()


BEGIN, READ = "BEGIN IMMEDIATE", "BEGIN DEFERRED"
THEIRS = """
    SELECT FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""


@lru_cache(maxsize=256)
def _spoken(asked: str) -> Any:
    """A statement in psycopg's form. Values are never part of it."""
    return asked.replace("%", "%%").replace("?", "%s") if "?" in asked else asked


def _read_as_in_a_file(link: psycopg.Connection[tuple[Any, ...]]) -> None:
    """Loads moments as text and booleans as 1 or 0, the same as from a file."""
    from psycopg.adapt import Loader

    class Flag(Loader):
        def load(self, data: Any) -> int:
            return int(bytes(data) == b"t")

    class Stamp(Loader):
        def load(self, data: Any) -> str:
            text = bytes(data).decode().removesuffix("+00")
            whole, _, part = text.partition(".")
            return f"{whole}.{part:0<6}"

    link.adapters.register_loader("timestamptz", Stamp)
    link.adapters.register_loader("bool", Flag)


# Opening


def connect(where: Server, *, create: bool = False, patience: int = PATIENCE) -> Wire | None:
    """Connects, and with ``create`` makes the tables if there are none. Raises CommandError.

    None if an older version of referee made the tables.
    """
    wire = Wire(where, patience)
    try:
        schema = wire.schema()
        if schema is None and not create:
            raise CommandError(NOTHING_KEPT, NOTHING)
        if schema is None:
            lay_out(wire)
        elif known(schema, where) < SCHEMA:
            wire.close()
            return None
    except BaseException:
        wire.close()
        raise
    return wire


@contextmanager
def looking(where: Server) -> Iterator[sqlalchemy.Connection]:
    """The journal for statistics, as of one moment. Raises CommandError."""
    with alchemy(where) as engine, engine.connect() as link:
        yield link.execution_options(isolation_level="REPEATABLE READ")


@contextmanager
def alchemy(where: Server) -> Iterator[sqlalchemy.Engine]:
    import psycopg
    from sqlalchemy import NullPool, create_engine
    from sqlalchemy.exc import DBAPIError

    def reached() -> psycopg.Connection[tuple[Any, ...]]:
        link = reach(where)
        link.autocommit = False
        return link

    try:
        yield create_engine("postgresql+psycopg://", creator=reached, poolclass=NullPool)
    except DBAPIError as error:
        if isinstance(error.orig, psycopg.Error):
            raise error_for(error.orig, where) from error
        raise
    except psycopg.Error as error:  # for rows read without SQLAlchemy
        raise error_for(error, where) from error


def lay_out(wire: Wire) -> None:
    from scoresheets.keeping.digests import new_identity
    from scoresheets.keeping.models import layout

    (kept_as,) = wire.execute("SHOW server_encoding").fetchone()
    if kept_as != "UTF8":
        raise StorageError(
            f"{wire.where} stores text as {kept_as}, which has no ♠. Create the database with ENCODING 'UTF8'"
        )
    wire.execute("BEGIN")
    try:
        wire.execute(f"SET LOCAL lock_timeout = '{SILENT}s'")  # a faster process has a dozen tables to create
        wire.execute("SELECT pg_advisory_xact_lock(?, hashtext(current_schema()))", (OURS,))
        if wire.execute(THEIRS).fetchone() is None:  # nobody was faster
            wire.execute(";\n".join(layout("postgresql", new_identity())))
            wire.execute("INSERT INTO referee (schema) VALUES (?)", (SCHEMA,))
        wire.execute("COMMIT")
    except BaseException:
        with suppress(CommandError):
            if wire.in_transaction:
                wire.execute("ROLLBACK")
        raise


# Messages


def error_for(error: psycopg.Error, where: Server) -> StorageError:
    """The error to raise for one of the server. Quotes the server only if nothing better is known."""
    state = error.sqlstate or ""
    text = where.without_secrets((error.diag.message_primary or str(error)).partition("\n")[0])
    if state in ("55P03", "40001", "40P01"):
        return Busy(f"{where} is busy: another program is writing to it; try again")
    if state == "25006":
        return Unwritable(f"{where} is read-only, so nothing can be saved")
    if state == "53100":
        return Unwritable(f"the disk is full, so nothing can be saved in {where}")
    if state in ("42P01", "42703"):
        return Damaged(f"{where} is damaged: {text}")
    if state == "42501":
        return StorageError(f"{where} doesn't allow that: {text}")
    if state[:2] == "08" or state[:3] == "57P" or state == "25P03":
        return _lost(where)
    return StorageError(f"{where} can't be used: {text}")


def _lost(where: Server) -> Disconnected:
    return Disconnected(f"the connection to {where} was lost, so your last entry wasn't saved. Try again")


def _unreached(error: psycopg.Error, where: Server) -> str:
    """The reason that libpq gives at the end of its message."""
    text = where.without_secrets(str(error).partition("\n")[0])
    reason = text.rpartition(" failed: ")[2].rpartition("connection failed: ")[2].strip()
    if reason.startswith("FATAL:"):
        return f"{where} refuses: {reason.removeprefix('FATAL:').strip()}"
    return f"{where} can't be reached: {reason}"
