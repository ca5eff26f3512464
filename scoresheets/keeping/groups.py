"""Groups: players who often sit down together, saved under a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.language.words import either, folded, nearest
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping import database, players, proof
from scoresheets.keeping.journal import Journal


class Group(NamedTuple):
    """A group by name, with its players clockwise, by their present names."""

    number: int
    name: str
    players: tuple[str, ...]


def groups(journal: Journal) -> list[Group]:
    """All of them, by name."""
    rows = proof.players(journal.link, journal.path)
    names = {number: name for number, name, _, _ in rows}
    counted = {number: names[same_as or number] for number, _, _, same_as in rows}
    return [
        Group(number, name, tuple(counted[player] for player in members))
        for number, name, members in proof.groups(journal.link, journal.path)
    ]


def find(journal: Journal, name: str) -> Group | None:
    """The group with that name, ignoring case."""
    return next((group for group in groups(journal) if folded(group.name) == folded(name.strip())), None)


def called(journal: Journal, name: str) -> Group:
    """The group with that name. Raises CommandError if there is none."""
    if group := find(journal, name):
        return group
    known = {folded(group.name): group.name for group in groups(journal)}
    close = [known[spelling] for spelling in nearest(folded(name), known, 3)]
    remembers = f"to save one, run `referee players group {players.shell_word(name)} PLAYER…`"
    hint = f"did you mean {either(close)}?" if close else remembers
    raise CommandError(f"no group is called {name}; {hint}", NOTHING)


def remember(journal: Journal, name: str, names: Sequence[str]) -> Group:
    """Sets the players of a group. Raises CommandError for an invalid group."""
    fit = players.fit(name)
    wanted = [players.fit(member) for member in names]
    with database.writing(journal.link, journal.path):
        if players.find(journal, fit):
            raise CommandError(f"{fit} is a player, so no group can be called that", REFUSED)
        numbers = [_number(journal, member) for member in wanted]
        counted = {number: same_as or number for number, _, _, same_as in proof.players(journal.link, journal.path)}
        if len({counted[number] for number in numbers}) < len(numbers):
            raise CommandError(f"{', '.join(wanted)}: nobody can be in a group twice", USAGE)
        group = find(journal, fit)
        number = group.number if group else _begin(journal, fit)
        journal.link.execute("DELETE FROM group_member WHERE group_id = ?", (number,))
        journal.link.executemany(
            "INSERT INTO group_member (group_id, place, player_id) VALUES (?, ?, ?)",
            [(number, place, player) for place, player in enumerate(numbers, 1)],
        )
        proof.seal_group(journal.link, number)
    return called(journal, fit)


def _number(journal: Journal, name: str) -> int:
    """The number of a player, who is added if new."""
    known = players.find(journal, name)
    return known.number if known else journal.write_down(name)


def _begin(journal: Journal, name: str) -> int:
    asked = (
        "INSERT INTO player_group (id, name, folded) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM player_group), ?, ?)"
        " RETURNING id"
    )
    number = int(journal.link.execute(asked, (name, folded(name))).fetchone()[0])
    _count(journal, 1)
    return number


def _count(journal: Journal, more: int) -> None:
    now = proof.book(journal.link, journal.path)
    proof.write_book(journal.link, now._replace(groups=now.groups + more))


def rename(journal: Journal, name: str, new: str) -> Group:
    """Renames a group."""
    fit = players.fit(new)
    with database.writing(journal.link, journal.path):
        group = called(journal, name)
        other = find(journal, fit)
        if (other and other.number != group.number) or players.find(journal, fit):
            raise CommandError(f"{fit} is {'another group' if other else 'a player'}", REFUSED)
        journal.link.execute(
            "UPDATE player_group SET name = ?, folded = ? WHERE id = ?", (fit, folded(fit), group.number)
        )
        proof.seal_group(journal.link, group.number)
    return called(journal, fit)


def drop(journal: Journal, name: str) -> Group:
    """Deletes a group. Its players' games stay."""
    with database.writing(journal.link, journal.path):
        group = called(journal, name)
        journal.link.execute("DELETE FROM group_member WHERE group_id = ?", (group.number,))
        journal.link.execute("DELETE FROM player_group WHERE id = ?", (group.number,))
        _count(journal, -1)
    return group


def members(journal: Journal, names: Sequence[str]) -> list[str]:
    """Players by name, with groups replaced by their players."""
    known = {spelling for _, _, spelling, _ in proof.players(journal.link, journal.path)}
    by_name = {folded(group.name): group.players for group in groups(journal)}
    meant: list[str] = []
    for name in names:
        meant += [name] if folded(name) in known else by_name.get(folded(name), (name,))
    return meant
