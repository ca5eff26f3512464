"""Days and times as in JSON, on a screen, and in options."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping import database


def iso(when: datetime | None) -> str | None:
    """A moment in UTC, to the second."""
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z") if when else None


def seconds(when: datetime | None) -> str | None:
    """A moment in its own time zone, to the second."""
    return when.isoformat(timespec="seconds") if when else None


def local(when: datetime | None, form: str = "%Y-%m-%d %H:%M") -> str:
    """A moment in local time, "" for None."""
    return database.here(when).strftime(form) if when else ""


def day(text: str) -> datetime | None:
    """The beginning of a day. None if no day is given."""
    if not text:
        return None
    try:
        return database.on_the_clock(date.fromisoformat(text))
    except ValueError:
        raise CommandError(f"type the date as 2026-11-20, not {text!r}", USAGE) from None


def moment(text: str, opened: datetime) -> datetime:
    """A date and time, or a time of the evening that began at ``opened``."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        pass
    begun = database.here(opened)
    try:
        instant = datetime.combine(begun.date(), time.fromisoformat(text)).astimezone()
    except ValueError:
        raise CommandError(f"write a time as 21:30 or 2026-11-20 21:30, not {text!r}", USAGE) from None
    tomorrow = instant + timedelta(days=1)
    before = instant < begun.replace(second=0, microsecond=0)
    return tomorrow if before and tomorrow <= database.now() else instant
