"""Sessions saved by each edition of a game, in `tests/saved`, one file each. Later code must still replay them.

``python -m tests.saved_sessions --write`` adds those of new editions, from the records of the game. Existing files
never change: a player's old journal has the words of its time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee import find_game
from referee.game.game import Game
from referee.games import ours
from referee.records.record import Judge
from referee.table.referee import Referee
from scoresheets.keeping.digests import digest
from scoresheets.keeping.exports import scores
from tests.models import tried

SAVED = Path(__file__).parent / "saved"


class Evening(NamedTuple):
    """One table of a saved session: its players, the house rules in force, its reports, and the final results."""

    players: list[str]
    dealer: str
    house: list[tuple[str, str | None, bool]]
    told: list[tuple[str, bool]]  # and whether the table kept it as played
    stood: str


class Saved(NamedTuple):
    """A file: the game and its edition, the names of its rules at that time, and the tables."""

    slug: str
    edition: int
    rules: list[str]
    evenings: list[Evening]


def place(game: Game[Any]) -> Path:
    return SAVED / f"{game.slug}-{game.edition}.txt"


# Writing


def saved(game: Game[Any]) -> str:
    """The fewest of the game's records that cover every verb, in a journal's form."""
    lines = [f"game: {game.slug}", f"edition: {game.edition}", f"rules: {', '.join(game.rules)}"]
    for judge in few(game):
        assert judge.header and judge.referee
        header, referee = judge.header, judge.referee
        lines += ["", f"players: {', '.join(header.players)}", f"dealer: {header.others.get('dealer', '')}"]
        in_force = game.house(len(header.players), header.house)
        lines += [
            f"house: {name} {'chosen' if name in header.house else 'standard'} {'none' if value is None else value}"
            for name, value in in_force.items()
        ]
        lines += [f"{'~' if entry.marked else '>'} {entry.report.text}" for entry in referee.entries]
        lines.append(f"= {scores(referee)}")
    text = "\n".join(lines) + "\n"
    return f"digest: {digest(text)}\n{text}"


def few(game: Game[Any]) -> Iterator[Judge]:
    """Records that cover every verb between them, the shorter one first if two cover equally many."""
    judges = [judge for judge in tried(game.slug).judged.values() if judge.referee and judge.referee.entries]
    missing = {*game.verbs}
    while missing:
        best = max(judges, key=lambda judge: (len(missing & verbs(judge)), -len(judge.referee.entries)))
        if not missing & verbs(best):
            return
        yield best
        missing -= verbs(best)


def verbs(judge: Judge) -> set[type[Any]]:
    assert judge.referee
    return {type(entry.report) for entry in judge.referee.entries}


# Reading


def read(text: str) -> Saved:
    """Parses a file. Raises ValueError if somebody has changed it."""
    first, _, rest = text.partition("\n")
    if first != f"digest: {digest(rest)}":
        raise ValueError("a saved session isn't changed")
    top, *tables = rest.split("\n\n")
    facts = dict(line.split(": ", 1) for line in top.splitlines())
    return Saved(facts["game"], int(facts["edition"]), facts["rules"].split(", "), [*map(evening, tables)])


def evening(text: str) -> Evening:
    players, dealer, *lines = text.splitlines()
    house = [line.removeprefix("house: ").split(" ", 2) for line in lines if line.startswith("house: ")]
    entered = [(line[2:], line[0] == "~") for line in lines if line[:2] in ("> ", "~ ")]
    rows = [(name, None if value == "none" else value, how == "chosen") for name, how, value in house]
    return Evening(
        players.removeprefix("players: ").split(", "),
        dealer.removeprefix("dealer:").strip(),
        rows,
        entered,
        lines[-1][2:],
    )


def replayed(game: Game[Any], played: Evening) -> tuple[Referee, list[str]]:
    """The table in the end, and the reports that weren't accepted."""
    from scoresheets.keeping.session import played_by

    house = played_by(game, len(played.players), played.house)
    referee = Referee(game, played.players, house, played.dealer)
    refused = []
    for text, overrule in played.told:
        ruling = referee.hear(text, overrule=overrule)
        if not ruling.accepted:
            refused.append(f"{text}: {ruling.kind}")
    return referee, refused


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    for slug in ours():
        game = find_game(slug)
        if not place(game).exists():
            place(game).write_text(saved(game), encoding="utf-8")
