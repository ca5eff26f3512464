"""Past evenings from a file of any supported kind, without those already saved."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from referee.game.totals import uneven
from referee.language.words import Seat
from scoresheets.catalogue import titled
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping import proof
from scoresheets.keeping.database import stamp
from scoresheets.keeping.imports import digest, from_record, replayed
from scoresheets.keeping.journal import Bundle, Journal, Taken
from scoresheets.keeping.only_totals import Evening, bundle, checked, fresh, won_by_fewest
from scoresheets.keeping.readers import reader_of
from scoresheets.keeping.reading import Known, Plays, Wishes, faults
from scoresheets.keeping.replay import JournalLine


class Past(NamedTuple):
    """The new evenings in a file, how many are already saved, and everything that was read."""

    evenings: list[Evening]
    bundles: list[Bundle]
    already: int
    plays: Plays


def past(
    text: str, name: str, wishes: Wishes, journal: Journal | None, now: datetime, *, again: bool = False
) -> Past | None:
    """The past evenings in a file, with ``again`` also those already saved. None for another kind of file.

    Raises CommandError if the file can't be split into plays.
    """
    if not (reader := reader_of(text, name)):
        return None
    known = Known(_players(journal), won_by_fewest(journal), now) if journal else Known({}, {}, now)
    plays = reader.plays(text, name, wishes, known)
    if plays.unsure:
        return Past(plays.evenings, [], 0, plays)
    bundles: dict[Evening, Bundle] = {}
    for evening in plays.evenings:
        try:
            bundles[evening] = _bundle(evening)
        except CommandError as trouble:
            plays.skipped += faults([trouble])
    evenings = [*bundles]
    new = evenings if again else fresh(journal, evenings)
    return Past(new, [bundles[each] for each in new], len(evenings) - len(new), plays)


def _bundle(evening: Evening) -> Bundle:
    """An evening as a session. Raises CommandError with its place in the file if its totals aren't possible."""
    if evening.record:
        return replayed(of_cards(evening))
    if evening.rounds:
        for points, where in zip(evening.rounds, evening.wheres, strict=True) if evening.played.chips else ():
            if text := uneven(dict(zip(map(Seat, evening.players), points, strict=False))):
                raise CommandError(f"{where}: {text}", USAGE)
        return replayed(tally(evening))
    checked(evening)
    return replayed(bundle(evening))


def of_cards(evening: Evening) -> Bundle:
    """An evening known card by card, as a record of its game."""
    players = ", ".join(evening.players)
    text = "\n".join([f"game: {evening.played.slug}", f"players: {players}", *evening.record, ""])
    told = from_record(text, evening.where, lambda: evening.opened)
    told.place, told.ended = evening.place, evening.opened
    told.entries.append(JournalLine(len(told.entries) + 1, stamp(evening.opened), "end", "end"))
    return told


def tally(evening: Evening) -> Bundle:
    """An evening with known rounds, as a tally of its game."""
    played = evening.played
    house = ["low-wins=yes"] * played.lowest_wins + ["teams=yes"] * played.partners + ["chips=yes"] * played.chips
    head = ["game: tally", f"players: {', '.join(evening.players)}", *([f"house: {', '.join(house)}"] if house else [])]
    rounds = [" ".join(map(str, points)) for points in evening.rounds]
    notes = [f"note {evening.note}"] if evening.note else []
    told = from_record("\n".join([*head, "", *rounds, *notes, ""]), evening.where, lambda: evening.opened)
    told.title, told.place, told.ended = titled(played.name), evening.place, evening.opened
    told.entries.append(JournalLine(len(told.entries) + 1, stamp(evening.opened), "end", "end"))
    return told


def keep(journal: Journal, told: Past) -> Iterator[Taken]:
    """Saves all of them or none, and yields each when it is saved. Raises CommandError."""
    yield from journal.take_in_whole(told.bundles, digest)


def _players(journal: Journal) -> dict[str, str]:
    """Everybody who has played, by folded name."""
    return {spelling: name for _, name, spelling, _ in proof.players(journal.link, journal.path)}
