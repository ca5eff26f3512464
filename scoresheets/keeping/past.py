"""Past evenings read from a file of any kind, as far as they aren't kept yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from scoresheets.catalogue import titled
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping import bgstats, proof, spreadsheets
from scoresheets.keeping.database import stamp
from scoresheets.keeping.imports import digest, from_record, heard
from scoresheets.keeping.journal import Bundle, Journal, Taken
from scoresheets.keeping.only_totals import Evening, bundle, checked, fresh, won_by_fewest
from scoresheets.keeping.replay import Entry
from scoresheets.keeping.spreadsheets import Wishes


class Past(NamedTuple):
    """The evenings in a file that are new, how many of it are kept already, and what else there is to say of it."""

    evenings: list[Evening]
    bundles: list[Bundle]
    already: int
    remarks: list[str]


def past(
    text: str, name: str, wishes: Wishes, kept: Journal | None, now: datetime, *, again: bool = False
) -> Past | None:
    """What a file tells of past evenings, ``again`` also of those that are kept; None for another kind of file.

    Raises CommandError with the place of whatever is wrong in it, before anything is kept.
    """
    known, low = (_players(kept), won_by_fewest(kept)) if kept else ({}, {})
    start = text.lstrip("\ufeff \t\r\n")
    if bgstats.is_export(start):
        plays = bgstats.plays(start, name, wishes, known, low, now)
        evenings, remarks = plays.evenings, plays.passed_over
    elif sheet := spreadsheets.sheet(text, name):
        evenings = spreadsheets.evenings(sheet, wishes, known, low, now)
        empty = spreadsheets.empty_lines(sheet, evenings)
        remarks = [f"line {line}: nobody has a total, so there is nothing to keep" for line in empty]
        remarks += spreadsheets.not_there(sheet, sorted(wishes.left_out))
        remarks += [remark for evening in evenings for remark in evening.remarks]
    elif _is_table(name, start):
        raise CommandError(f"{name}:1: no column is called date; a file begins date,Ann,Ben,Cat", USAGE)
    else:
        return None
    bundles = {evening: _bundle(evening) for evening in evenings}
    new = evenings if again else fresh(kept, evenings)
    return Past(new, [bundles[evening] for evening in new], len(evenings) - len(new), remarks)


def tells_of_past(text: str, name: str) -> bool:
    """Whether a file is for `past`, which may find something wrong in it."""
    start = text.lstrip("\ufeff \t\r\n")
    try:
        return bgstats.is_export(start) or bool(spreadsheets.sheet(text, name)) or _is_table(name, start)
    except CommandError:
        return True


def _is_table(name: str, start: str) -> bool:
    """Whether it is a table that nobody exported here."""
    return name.lower().endswith((".csv", ".tsv")) and not start.startswith(("session,game,", "{", "["))


def _bundle(evening: Evening) -> Bundle:
    """An evening as a session; raises CommandError with its place where it can't have been so."""
    if evening.rounds:
        return heard(tally(evening))
    checked(evening)
    return heard(bundle(evening))


def tally(evening: Evening) -> Bundle:
    """An evening whose rounds are known, as a tally of its game."""
    played = evening.played
    house = ["low-wins=yes"] * played.lowest_wins + ["teams=yes"] * played.partners
    head = ["game: tally", f"players: {', '.join(evening.players)}", *([f"house: {', '.join(house)}"] if house else [])]
    rounds = [" ".join(map(str, points)) for points in evening.rounds]
    notes = [f"note {evening.note}"] if evening.note else []
    told = from_record("\n".join([*head, "", *rounds, *notes, ""]), evening.where, lambda: evening.opened)
    told.title, told.place, told.ended = titled(played.name), evening.place, evening.opened
    told.entries.append(Entry(len(told.entries) + 1, stamp(evening.opened), "end", "end"))
    return told


def keep(kept: Journal, told: Past) -> Iterator[Taken]:
    """Keeps all of them or none, and gives each when it has its place; raises CommandError."""
    yield from kept.take_in_whole(told.bundles, digest)


def _players(kept: Journal) -> dict[str, str]:
    """Everybody who has played, by their names as names are compared."""
    return {spelling: name for _, name, spelling, _ in proof.players(kept.link, kept.path)}
