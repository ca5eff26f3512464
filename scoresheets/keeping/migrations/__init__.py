"""Migrations of databases from older versions, schema by schema; imported only when needed.

`schema_N.py` turns the schema before it into schema N. All of them run in one transaction, for a file after a backup.
So the result is completely old or completely new.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, NullPool, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError

from scoresheets.errors import Damaged, Unwritable
from scoresheets.keeping import backups, database
from scoresheets.keeping.places import SCHEMA

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place, Server

FOUND = {"sqlite": "PRAGMA user_version", "postgresql": "SELECT schema FROM referee FOR UPDATE"}
NOW = {"sqlite": "PRAGMA user_version = {}", "postgresql": "UPDATE referee SET schema = {}"}


def bring_up_to_date(path: Place, schema: int = SCHEMA) -> None:
    """Migrates the file or server to ``schema``. Raises CommandError if it can't be written to."""
    with _file(path) if isinstance(path, Path) else _server(path) as link:
        (current,) = link.exec_driver_sql(FOUND[link.dialect.name]).one()
        if current >= schema:
            return  # another process was faster
        if (laid_out := _laid_out(link)) != current:
            text = f"it says that it has schema {current}, but is laid out as schema {laid_out}"
            raise Damaged(f"{path} is damaged: {text}")
        if isinstance(path, Path):
            _hold_together(link, path)
            backups.back_up(path, f"schema-{current}")
        with Operations.context(MigrationContext.configure(link)) as op:
            for number in range(current + 1, schema + 1):
                import_module(f"{__name__}.schema_{number}").upgrade(op)
        if isinstance(path, Path):
            _hold_together(link, path)
        link.exec_driver_sql(NOW[link.dialect.name].format(schema))


def _hold_together(link: Connection, path: Path) -> None:
    """Raises CommandError if a row refers to nothing, or a page or an index is damaged."""
    if dangling := link.exec_driver_sql("PRAGMA foreign_key_check").all():
        rows = "1 row refers" if len(dangling) == 1 else f"{len(dangling)} rows refer"
        raise Damaged(f"{path} is damaged: {rows} to nothing")
    if (fault := link.exec_driver_sql("PRAGMA quick_check(1)").scalar()) != "ok":
        raise Damaged(f"{path} is damaged: {fault}")


def _laid_out(link: Connection) -> int:
    """The schema version that has such tables."""
    tables = inspect(link).get_table_names()
    if "player_group" in tables:
        columns = {column["name"] for column in inspect(link).get_columns("session")}
        return 5 if "accounts" in columns else 4
    return 3 if "book" in tables else 2 if "precedent" in tables else 1


@contextmanager
def _file(path: Path) -> Iterator[Connection]:
    engine = create_engine("sqlite://", creator=lambda: database.open_file(path), poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def begin(link: Connection) -> None:
        link.exec_driver_sql("BEGIN IMMEDIATE")

    with _in_a_sentence(path), engine.begin() as link:
        yield link


@contextmanager
def _server(where: Server) -> Iterator[Connection]:
    from scoresheets.keeping.postgres import alchemy

    with alchemy(where) as engine, engine.begin() as link:
        yield link


@contextmanager
def _in_a_sentence(path: Path) -> Iterator[None]:
    try:
        with database.in_a_sentence(path):
            yield
    except DBAPIError as error:
        if not isinstance(error.orig, sqlite3.Error):
            raise
        if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY:
            text = f"{path} was written by an older referee and is read-only, so it can't be brought up to date"
            raise Unwritable(text) from error
        raise database.error_for(error.orig, path) from error
