"""Opens the database, file or server, and migrates those of older versions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scoresheets.keeping import database

if TYPE_CHECKING:
    from scoresheets.keeping.database import Link
    from scoresheets.keeping.places import Place, Server
    from scoresheets.keeping.postgres import Wire


def connect(place: Place, *, create: bool = False, patience: float | None = None) -> Link:
    """Opens a file or server. With ``create``, sets it up if it is new. Waits ``patience`` seconds for others.

    Raises CommandError if there is none, or if it can't be used.
    """
    if create and isinstance(place, Path) and not place.exists() and database.beside(place):
        from scoresheets.keeping.backups import set_aside

        set_aside(place)  # belongs to a file that was moved away, and may need it
    link: Link | None
    if isinstance(place, Path):
        link = database.connect(place, create=create, patience=patience)
    else:
        link = _wire(place, create, patience)
    if link is not None:
        return link
    from scoresheets.keeping.migrations import bring_up_to_date

    bring_up_to_date(place)
    return connect(place, patience=patience)


def _wire(place: Server, create: bool, patience: float | None) -> Wire | None:
    from scoresheets.keeping import postgres

    return postgres.connect(place, create=create, patience=postgres.PATIENCE if patience is None else round(patience))


def is_there(place: Place) -> bool:
    """Whether there is a database. Raises CommandError if the server can't be asked."""
    if isinstance(place, Path):
        return place.exists()
    from scoresheets.keeping.postgres import Wire

    wire = Wire(place)
    try:
        return wire.schema() is not None
    finally:
        wire.close()
