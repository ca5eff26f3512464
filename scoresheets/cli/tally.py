"""Starts a tally: whether the most or the fewest points win is known by the game's name, or the user is asked."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import typer

from referee.language.words import folded
from scoresheets.book.well_known import fewest_win
from scoresheets.catalogue import slug_in
from scoresheets.cli import console
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.only_totals import won_by_fewest

WHO_WINS = "Do the most or the fewest points win?"
OPTION = "low-wins"

Ask = Callable[[str], str | None]
"""Asks the user a question. None if the user gives no answer."""


def with_a_winner(journal: Journal | None, name: str, chosen: dict[str, str], ask: Ask | None) -> dict[str, str]:
    """The options of a tally, including who wins.

    Raises CommandError if that isn't known and there is nobody to ask.
    """
    if OPTION in chosen or chosen.get("chips") == "yes":
        return chosen
    fewest, as_ever = fewest_win(name), ""
    if fewest is None and journal and name:
        fewest, as_ever = last_time(journal, name), ", as last time"
    if fewest is None:
        return chosen | {OPTION: _yes_or_no(_asked(ask))}
    wins, other = ("fewest", "--high-wins") if fewest else ("most", "--low-wins")
    console.tell(f"In {name}, the {wins} points win{as_ever}. To play it the other way, add {other}.")
    return chosen | {OPTION: _yes_or_no(fewest)}


def last_time(journal: Journal, name: str) -> bool | None:
    """Whether the fewest points won the last game of that name; None if there is none."""
    return won_by_fewest(journal).get(slug_in(name))


def at_the_terminal() -> Ask | None:
    """Asks in the shell, if there is a user."""
    return (lambda question: typer.prompt(question, err=True)) if sys.stdin.isatty() else None


def _asked(ask: Ask | None) -> bool:
    while ask and (answer := ask(WHO_WINS)) is not None:
        said = {word for word in re.findall(r"\w+", folded(answer)) if word not in ("points", "wins", "win", "the")}
        if said and any(word.startswith(tuple(said)) for word in ("most", "highest", "more")):
            return False
        if said and any(word.startswith(tuple(said)) for word in ("fewest", "lowest", "least")):
            return True
        console.tell("Type `most` or `fewest`.")
    raise CommandError(f"{WHO_WINS} Add --high-wins if the most do, --low-wins if the fewest do.", USAGE)


def _yes_or_no(fewest: bool) -> str:
    return "yes" if fewest else "no"
