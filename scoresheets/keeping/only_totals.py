"""Sessions with totals only: evenings from paper or from another program."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from referee.game import totals
from referee.games import ours
from referee.language.words import Seat, folded, quoted
from referee.table.referee import Referee
from scoresheets.catalogue import TALLY, counts_as, declared_in, known_game, slug_in
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.database import here, stamp
from scoresheets.keeping.journal import Bundle, Journal
from scoresheets.keeping.replay import JournalLine

MINUTE = timedelta(minutes=1)


class Played(NamedTuple):
    """The name of a game and how it is won; ``sheet`` says so if it isn't one of referee's."""

    slug: str
    name: str
    lowest_wins: bool = False
    partners: bool = False
    chips: bool = False
    sheet: str = ""


class Evening(NamedTuple):
    """One game with totals only; ``where`` is its name in messages.

    If partners share a total, ``players`` are in seat order, with partners facing each other, and ``points`` has
    one number for each side. ``winners`` are given unless the best total wins. ``minutes`` is how long it took, 0
    if that isn't known. If ``rounds`` are known, each in a row of its own, the game becomes a tally; ``remarks``
    say what is lost by that. ``mended`` describes values that were read differently from what is written.
    ``record`` has the lines of a game of referee that is known card by card, without its game and players.
    """

    played: Played
    opened: datetime
    players: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[str, ...] = ()
    place: str = ""
    note: str = ""
    where: str = ""
    rounds: tuple[tuple[int, ...], ...] = ()
    wheres: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    record: tuple[str, ...] = ()
    minutes: int = 0

    @property
    def text(self) -> str:
        """The totals in notation."""
        winner = f" winner {'+'.join(map(quoted, self.winners))}" if self.winners else ""
        return f"totals {' '.join(map(str, self.points))}{winner}"

    @property
    def scores(self) -> dict[str, int]:
        """Everybody's totals."""
        return dict(zip(self.players, self.points * 2 if self.played.partners else self.points, strict=True))


# Games


def game_named(name: str, *, low_wins: bool = False, partners: bool = False, chips: bool = False) -> Played:
    """One of referee's games, or any other name. Raises ValueError for an invalid name."""
    name = " ".join(name.split())
    slug = slug_in(name)
    if not slug:
        raise ValueError(f"{name[:20]!r} isn't a name of a game")
    sheet: list[str] = []
    lowest_wins = low_wins
    if (known := known_game(slug)) and not callable(known.lowest_wins):
        lowest_wins = known.lowest_wins
    if known:
        name = known.name
    if slug not in ours():  # which may be uninstalled some day
        sheet = [f"name = {json.dumps(name, ensure_ascii=False)}", *["low-wins = true"] * lowest_wins]
    sheet += [*["partners = true"] * partners, *["chips = true"] * chips]
    return Played(slug, name, lowest_wins, partners, chips, "\n".join(sheet))


def won_by_fewest(journal: Journal) -> dict[str, bool]:
    """For each game that isn't one of referee's, whether the fewest points win, as in its latest session."""
    asked = (
        "SELECT game, title, sheet, value FROM session"
        " LEFT JOIN house_rule ON session_id = session.id AND house_rule.name = 'low-wins'"
        " WHERE (only_totals AND sheet <> '') OR game = ? ORDER BY session.id"
    )
    return {
        counts_as(game, title): value == "yes" if game == TALLY else bool(declared_in(sheet).get("low-wins"))
        for game, title, sheet, value in journal.link.execute(asked, (TALLY,)).fetchall()
    }


# Saving


def bundle(evening: Evening) -> Bundle:
    """An evening as a session with its journal."""
    at, ended = stamp(evening.opened), evening.opened + evening.minutes * MINUTE
    texts = [evening.text, *([f"note {evening.note}"] if evening.note else [])]
    entries = [JournalLine(number, at, "report", text, text) for number, text in enumerate(texts, 1)]
    entries.append(JournalLine(len(entries) + 1, stamp(ended), "end"))
    played = evening.played
    return Bundle(
        played.slug, list(evening.players), [], evening.opened, 1, ended, place=evening.place,
        entries=entries, where=evening.where, sheet=played.sheet, only_totals=True,
    )  # fmt: skip


def checked(evening: Evening) -> Referee:
    """The table at the end of the game. Raises CommandError if those totals aren't possible."""
    played = evening.played
    lowest, partners, chips = played.lowest_wins, played.partners, played.chips
    game = totals.game_of(played.slug, played.name, lowest_wins=lowest, partners=partners, chips=chips)
    try:
        referee = Referee(game, evening.players)
    except ValueError as error:
        raise CommandError(f"{evening.where}: {error}", USAGE) from None
    for text in (evening.text, *([f"note {evening.note}"] if evening.note else [])):
        if not (ruling := referee.hear(text)).accepted:
            raise CommandError(f"{evening.where}: {ruling.message}", USAGE)
    return referee


def fresh(journal: Journal | None, evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings that aren't saved yet. Of two with the same day and totals, the second if one is saved."""
    known = _known(journal) if journal else Counter()
    numbers = _numbers(journal) if journal else {}
    new = []
    for evening in evenings:
        scores = {numbers.get(folded(name), name): points for name, points in evening.scores.items()}
        game = "" if evening.rounds else evening.played.slug
        what = game, here(evening.opened).date().isoformat(), frozenset(scores.items())
        if known[what]:
            known[what] -= 1
        else:
            new.append(evening)
    return new


def _known(journal: Journal) -> Counter[Any]:
    """How often a game had these totals on a day."""
    asked = (
        "SELECT session.id, game, opened, coalesce(same_as, player.id), score FROM session"
        " JOIN result ON result.session_id = session.id JOIN player ON player.id = player_id"
        " ORDER BY session.id"
    )
    known: Counter[Any] = Counter()
    for _, rows in groupby(journal.link.execute(asked).fetchall(), lambda row: row[0]):
        (_, game, opened, *_), *_ = table = [*rows]
        day = here(database.moment(opened)).date().isoformat()
        for slug in ("", game):  # rounds are compared for any game, since a tally may be of any
            known[slug, day, frozenset((player, score) for *_, player, score in table)] += 1
    return known


def _numbers(journal: Journal) -> dict[str, int]:
    """The player that each folded name counts for."""
    asked = "SELECT folded, coalesce(same_as, id) FROM player"
    return dict(journal.link.execute(asked).fetchall())


def spread(evenings: Iterable[Evening]) -> list[Evening]:
    """The same evenings, with those of one day a minute apart in their order. Those with a time keep it."""
    last: dict[datetime, datetime] = {}
    apart = []
    for evening in evenings:
        opened = last[evening.opened] + MINUTE if evening.opened in last else evening.opened
        last[evening.opened] = opened
        apart.append(evening._replace(opened=opened))
    return apart


def face_to_face(sides: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Pairs of partners in seats that face each other."""
    return tuple(Seat(side[i]) for i in range(2) for side in sides)
