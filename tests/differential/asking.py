"""Reports and queries to a referee, always as text."""

from __future__ import annotations

from collections.abc import Iterable

from referee import Referee
from referee.table.rulings import Ruling

SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]


def tell(referee: Referee, text: str, overrule: bool = False) -> Ruling:
    """A report that must stand."""
    ruling = referee.hear(text, overrule=overrule)
    assert ruling.accepted, f"{text} is {ruling.verdict}: {ruling.message}\n{story(referee)}"
    return ruling


def would_stand(referee: Referee, text: str) -> Ruling:
    """The ruling on a report, which is taken back if it stands."""
    ruling = referee.hear(text)
    if ruling.accepted:
        referee.undo()
    return ruling


def standing(referee: Referee, texts: Iterable[str]) -> set[str]:
    """Those of these reports that would stand now."""
    return {text for text in texts if would_stand(referee, text).accepted}


def story(referee: Referee) -> str:
    return "\n".join(entry.ruling.text for entry in referee.entries)
