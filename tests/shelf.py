"""A private part of a PostgreSQL server for each test; the server is the one in REFEREE_TEST_POSTGRES."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING
from uuid import uuid4

from tests.postgres_server import VARIABLE

if TYPE_CHECKING:
    from scoresheets.keeping.places import Server
    from scoresheets.keeping.postgres import Wire

MISSING = "" if os.environ.get(VARIABLE) else "what needs PostgreSQL is left out; `make postgres` tries it on a server"


@cache
def whole() -> Server:
    from scoresheets.keeping.places import server

    return server(os.environ[VARIABLE])


@cache
def housekeeper() -> Wire:
    from scoresheets.keeping.postgres import Wire

    return Wire(whole())


class Corner:
    """Schemas of the server, named like files: ``corner / "nights.db"`` is always the same, and private to the test."""

    def __init__(self) -> None:
        self.places: dict[str, Server] = {}

    def __truediv__(self, name: str) -> Server:
        if name not in self.places:
            schema = f"referee_{uuid4().hex}"
            housekeeper().execute(f"CREATE SCHEMA {schema}")
            self.places[name] = whole()._replace(options=(("options", f"-csearch_path={schema}"),))
        return self.places[name]

    def clear(self) -> None:
        for place in self.places.values():
            housekeeper().execute(f"DROP SCHEMA {schema_of(place)} CASCADE")


def schema_of(place: Server) -> str:
    return dict(place.options)["options"].partition("=")[2]
