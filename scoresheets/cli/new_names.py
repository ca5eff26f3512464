"""Lines that give a player another name: ``call Ben Benny``, ``Otto is really called Otis``, ``it's spelled Meike``."""

from __future__ import annotations

import re

from referee.entry.spoken.clauses import is_new_name
from referee.language.words import Seat, nearest
from referee.table.referee import Referee

_REALLY = r"(?: (?:really|actually|properly|just|now|better))?"
_SPELLED = r"(?:spelled|spelt|written|called|named)"
_RENAMES = re.compile(
    rf"(?:please )?(?:rename|call) (?P<who>\w+)(?: (?:to|as))? (?P<new>[^\W\d_][\w-]*)"
    r"(?: instead| please| from now on)?"
    rf"|(?P<is>\w+)(?:['\u2019]s| is| was| should be| wants to be){_REALLY} {_SPELLED}{_REALLY}"
    r" (?P<called>[^\W\d_][\w-]*)"
    rf"|(?:change )?(?P<name>\w+)['\u2019]s (?:real )?name(?: to| is| should be){_REALLY} (?P<named>[^\W\d_][\w-]*)",
    re.IGNORECASE,
)


def new_name(text: str, referee: Referee) -> tuple[Seat, str] | None:
    """The player and the name that a line gives. None for any other line."""
    match = _RENAMES.fullmatch(text.strip(" .!"))
    new = match and (match["new"] or match["called"] or match["named"])
    if not match or not new or not is_new_name(new, referee):
        return None
    word = match["who"] or match["is"] or match["name"]
    who = referee.names.whole(word)
    if not who and word.lower() in ("it", "that", "name"):
        near = nearest(new, [str(seat) for seat in referee.players], 2)
        who = referee.names.whole(near[0]) if len(near) == 1 else None
    return (who, new) if who in referee.seats else None


__all__ = ["new_name"]
