"""Everybody who has played: players are added, renamed, and merged if somebody was entered under two names.

Results stay with the name they were played under. A merge only says for whom they count, so it can be undone.
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from referee.language.words import Seat, either, folded, name_fault
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping import database, proof
from scoresheets.keeping.journal import LONGEST_NAME, Journal
from scoresheets.keeping.session import unreadable


class Known(NamedTuple):
    """A player. ``sessions`` and ``last`` include everybody in ``also``, who were merged into this player."""

    number: int
    name: str
    sessions: int
    last: datetime | None
    also: tuple[str, ...]


class StoredPlayer(NamedTuple):
    number: int
    name: str
    folded: str
    same_as: int | None


def _rows(journal: Journal) -> list[StoredPlayer]:
    """All players by name, checked against their seals."""
    return sorted(map(StoredPlayer._make, proof.players(journal.link, journal.path)), key=lambda row: row.folded)


def everybody(journal: Journal) -> list[Known]:
    """All players except merged ones, by name."""
    proof.examine(journal.link, journal.path)
    asked = (
        "SELECT coalesce(player.same_as, player.id), count(DISTINCT seat.session_id), max(session.opened)"
        " FROM player JOIN seat ON seat.player_id = player.id JOIN session ON session.id = seat.session_id"
        " GROUP BY coalesce(player.same_as, player.id)"
    )
    played = {number: (sessions, last) for number, sessions, last in journal.link.execute(asked)}
    rows = _rows(journal)
    players = []
    for number, name, _, same_as in rows:
        if same_as is None:
            sessions, last = played.get(number, (0, None))
            also = tuple(row.name for row in rows if row.same_as == number)
            players.append(Known(number, name, sessions, database.moment(last) if last else None, also))
    return players


def add(journal: Journal, names: Sequence[str]) -> list[Seat]:
    """Adds players who haven't played yet, all or none."""
    wanted = [fit(name) for name in names]
    with database.writing(journal.link, journal.path):
        for name in wanted:
            if old := find(journal, name):
                raise CommandError(f"{old.name} already exists", REFUSED)
            journal.write_down(name)
    return wanted


def rename(journal: Journal, old: str, new: str) -> tuple[str, str]:
    """Renames a player. Old sheets keep the name they were written with."""
    name = fit(new)
    with database.writing(journal.link, journal.path):
        player = called(journal, old)
        other = find(journal, name)
        if other and other.number != player.number:
            hint = f". To merge them, run `referee players merge {shell_word(player.name)} {shell_word(other.name)}`"
            raise CommandError(f"{other.name} is another player{hint}", REFUSED)
        journal.link.execute("UPDATE player SET name = ?, folded = ? WHERE id = ?", (name, folded(name), player.number))
        proof.seal_row(journal.link, "player", proof.PLAYER, player.number)
    return player.name, name


class Merged(NamedTuple):
    name: str
    into: str
    sessions: int  # that count for the other player now
    along: tuple[str, ...]  # players already merged into the first one


def merge(journal: Journal, name: str, into: str) -> Merged:
    """Makes everything one player has played count for another. Refused if both sat at one table."""
    with database.writing(journal.link, journal.path):
        source, target = called(journal, name), _counted(journal, called(journal, into))
        if source.number == target.number or source.same_as == target.number:
            raise CommandError(f"{source.name} already counts as {target.name}", REFUSED)
        if source.same_as is not None:
            first = _by_number(journal, source.same_as).name
            hint = f"`referee players unmerge {shell_word(source.name)}` comes first"
            raise CommandError(f"{source.name} counts for {first}; {hint}", REFUSED)
        ours, theirs = _all_of(journal, source.number), _all_of(journal, target.number)
        if both := _sessions(journal, ours) & _sessions(journal, theirs):
            numbers = ", ".join(str(number) for number in sorted(both)[:5])
            where = f"session {numbers}" if len(both) == 1 else f"sessions {numbers}{', …' if len(both) > 5 else ''}"
            raise CommandError(
                f"{source.name} and {target.name} played together in {where}, so they are two people", REFUSED
            )
        journal.link.execute(
            "UPDATE player SET same_as = ? WHERE id = ? OR same_as = ?", (target.number, source.number, source.number)
        )
        for number in ours:
            proof.seal_row(journal.link, "player", proof.PLAYER, number)
        along = tuple(_by_number(journal, number).name for number in ours if number != source.number)
        return Merged(source.name, target.name, len(_sessions(journal, ours)), along)


def unmerge(journal: Journal, name: str) -> Merged:
    """Undoes a merge."""
    with database.writing(journal.link, journal.path):
        player = called(journal, name)
        if player.same_as is None:
            also = [_by_number(journal, number).name for number in _all_of(journal, player.number)[1:]]
            hint = f"; {', '.join(also)} can be unmerged from {player.name}" if also else ""
            raise CommandError(f"{player.name} isn't merged{hint}", REFUSED)
        other = _by_number(journal, player.same_as)
        journal.link.execute("UPDATE player SET same_as = NULL WHERE id = ?", (player.number,))
        proof.seal_row(journal.link, "player", proof.PLAYER, player.number)
        return Merged(player.name, other.name, len(_sessions(journal, [player.number])), ())


# Finding them


def called(journal: Journal, name: str) -> StoredPlayer:
    """The player with that name, ignoring case and accents as always. Raises CommandError if there is none."""
    if row := find(journal, name):
        return row
    if unread := unreadable(name):
        raise CommandError(unread.message, USAGE)
    known = {row.folded: row.name for row in _rows(journal)}
    close = [known[spelling] for spelling in difflib.get_close_matches(folded(name), known, 3)]
    hint = f"Did you mean {either(close)}?" if close else "To list all players, run `referee players list`"
    raise CommandError(f"nobody called {name} has played. {hint}", NOTHING)


def find(journal: Journal, name: str) -> StoredPlayer | None:
    """The player with that name, in the form used for comparing."""
    return next((row for row in _rows(journal) if row.folded == folded(name.strip())), None)


def _by_number(journal: Journal, number: int) -> StoredPlayer:
    return next(row for row in _rows(journal) if row.number == number)


def _counted(journal: Journal, player: StoredPlayer) -> StoredPlayer:
    return player if player.same_as is None else _by_number(journal, player.same_as)


def _all_of(journal: Journal, number: int) -> list[int]:
    """A player, with everybody merged into that player."""
    return [number, *(row.number for row in _rows(journal) if row.same_as == number)]


def _sessions(journal: Journal, players: Iterable[int]) -> set[int]:
    asked = "SELECT session_id FROM seat WHERE player_id = ?"
    return {session for player in players for (session,) in journal.link.execute(asked, (player,))}


def fit(name: str) -> Seat:
    """A valid name for a player."""
    name = name.strip()
    fault = name_fault(name)
    if not fault and len(name) > LONGEST_NAME:
        fault = f"{name[:20]}… is too long: a name has {LONGEST_NAME} characters at most"
    if not fault and (unread := unreadable(name)):
        fault = unread.message
    if fault:
        raise CommandError(fault, USAGE)
    return Seat(name)


def shell_word(name: str) -> str:
    """A name quoted for the shell."""
    return name if name.isalnum() else shlex.quote(name)
