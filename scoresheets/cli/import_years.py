"""Imports at the keyboard: options for a file, questions about it, and the summary at the end."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import typer

from referee.language.words import either, folded, so_many
from scoresheets.book.well_known import fewest_win
from scoresheets.cli import console
from scoresheets.cli.progress import MANY, followed
from scoresheets.cli.times import iso
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.opening import is_there

if TYPE_CHECKING:
    from scoresheets.keeping.journal import Journal
    from scoresheets.keeping.only_totals import Evening
    from scoresheets.keeping.past_evenings import Past
    from scoresheets.keeping.reading import Wishes


@contextmanager
def kept_in(dry_run: bool) -> Iterator[Journal | None]:
    """The journal to import into. For a dry run None if there is none."""
    if dry_run and not is_there(database.place()):
        yield None
        return
    with open_journal(create=not dry_run) as journal:
        yield journal


def wishes(
    game: str,
    low_wins: bool | None,
    names: Iterable[str],
    leave_out: Iterable[str],
    dates: str,
    date: str,
    decimal: str,
    times: int,
    chips: bool,
    piped: bool,
) -> Wishes:
    """The options for a file. Raises CommandError."""
    from scoresheets.keeping.cell_values import ORDERS
    from scoresheets.keeping.reading import Wishes

    marks = {"": "", "point": ".", "comma": ","}
    for value, option, choices in ((dates, "--dates", ("", *ORDERS)), (decimal, "--decimal", (*marks,))):
        if value not in choices:
            raise CommandError(f"{option} can be {either(choices[1:])}, not {value!r}", USAGE)
    meant: dict[str, str] = {}
    for text in names:
        name, equals, player = (part.strip() for part in text.rpartition("="))
        if not (name and equals and player):
            raise CommandError(f'write names as --as "Anne=Anna", not {text!r}', USAGE)
        meant[folded(name)] = player
    ask = _asked if sys.stdin.isatty() and not piped else None
    left_out = frozenset(map(folded, leave_out))
    return Wishes(game, low_wins, meant, left_out, dates, marks[decimal], times, date, chips, ask)


def _asked(question: str, answers: Sequence[str]) -> int:
    """The user's answer at the terminal."""
    console.tell(question)
    for number, answer in enumerate(answers, 1):
        console.tell(f"  {number} {answer}")
    number = 0
    while not 1 <= number <= len(answers):
        number = typer.prompt("which", type=int, err=True)
    return number - 1


def keep(journal: Journal | None, told: Past, *, dry_run: bool, json: bool) -> list[dict[str, Any]]:
    """Saves the evenings of a file, all or none, and reports it. For a dry run, reports what would be saved."""
    from scoresheets.keeping.past_evenings import keep as keep_past

    for remark in [*told.plays.remarks, *(mend for evening in told.evenings for mend in evening.mended)]:
        console.tell(remark)
    shown = len(told.evenings) <= MANY and not json
    rows = []
    if dry_run or journal is None:
        for evening in told.evenings:
            rows.append(_row(evening, None))
            if shown:
                console.say(_line(evening))
    else:
        taken = followed(keep_past(journal, told), len(told.evenings), "importing")
        for evening, taken_in in zip(told.evenings, taken, strict=True):
            rows.append(_row(evening, taken_in.number))
            if shown:
                with console.after_saving():
                    console.say(f"session {taken_in.number}: {_line(evening)}")
    if not json:
        with nullcontext() if dry_run else console.after_saving():
            for line in _summary(told.evenings, dry_run):
                console.say(line)
    return rows


def skipping(past: Past, *, skip_bad: bool, dry_run: bool) -> CommandError | None:
    """Lists the plays that are skipped, or all errors that stop an import."""
    plays = past.plays
    if dry_run:
        for skipped in plays.skipped:
            if skip_bad or not skipped.bad:
                console.tell(f"skipped: {skipped}")
    else:
        reasons = Counter(skipped.why for skipped in plays.skipped if not skipped.bad)
        for why, count in reasons.items():
            console.tell(f"skipped {so_many(count, 'play')}: {why}")
        if skip_bad:
            for skipped in plays.bad:
                console.tell(f"skipped: {skipped}")
    lines = [*plays.unsure.lines] if plays.unsure else []
    if plays.bad and not skip_bad:
        lines += [str(skipped) for skipped in plays.bad]
        if past.evenings:
            lines.append(f"nothing was saved. To save the rest ({so_many(len(past.evenings), 'play')}), add --skip-bad")
    return CommandError("; ".join(lines), USAGE, lines) if lines else None


def _row(evening: Evening, number: int | None) -> dict[str, Any]:
    return {"session": number, "game": evening.played.slug, "players": list(evening.players),
            "opened": iso(evening.opened), "reports": _reports(evening),
            "mended": [*evening.mended]}  # fmt: skip


def _reports(evening: Evening) -> int:
    return len(evening.record) - 2 if evening.record else max(1, len(evening.rounds)) + bool(evening.note)


def _line(evening: Evening) -> str:
    scores = ", ".join(f"{name} {points}" for name, points in evening.scores.items())
    count = len(evening.rounds)
    known = f"{count} round{'s' if count > 1 else ''}" if count else "totals only"
    known = "card by card" if evening.record else known
    return f"{database.here(evening.opened):%Y-%m-%d} {evening.played.name} ({scores}), {known}"


def say_who_wins(evenings: Iterable[Evening]) -> None:
    """Says who wins the games that aren't known here."""
    for played in dict.fromkeys(evening.played for evening in evenings):
        if not played.lowest_wins and fewest_win(played.name) is None:
            text = "is new here, so the highest total wins. If the lowest does, add --low-wins."
            console.tell(f"{played.name} {text}")


def _summary(evenings: Sequence[Evening], dry_run: bool) -> Iterator[str]:
    """The lines that sum up an import: what was saved for each game, and who wins it."""
    if not evenings:
        yield "Nothing new."
        return
    count = len(evenings)
    first, last = (database.here(pick(evening.opened for evening in evenings)) for pick in (min, max))
    verb = "would be saved" if dry_run else "saved"
    span = f"{first:%Y-%m-%d}" if first.date() == last.date() else f"{first:%Y-%m-%d} to {last:%Y-%m-%d}"
    yield f"{count} session{'' if count == 1 else 's'} {verb}, {span}"
    for played, games in Counter(evening.played for evening in evenings).items():
        lowest = "the lowest total wins" if played.lowest_wins else "the highest total wins"
        yield f"  {played.name}: {so_many(games, 'session')}, {lowest}"
