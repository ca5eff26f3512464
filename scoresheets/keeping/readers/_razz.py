"""Hands of Razz from poker programs: the common form of the readers, and records made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import groupby
from typing import Any

from referee import Referee, find_game
from referee.language.words import quoted, so_many
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.cell_values import Cell, matched
from scoresheets.keeping.only_totals import Evening, game_named, spread
from scoresheets.keeping.reading import Known, Plays, Skipped, Wishes, apart, faults, fit

Said = tuple[Any, ...]
"""A report: its player, "" for none, then its words and amounts."""

One = tuple["Hand", list[str], list[str], int, dict[str, int]]
"""A hand, its players, its reports, the factor for its amounts, and everybody's winnings."""


@dataclass
class Hand:
    """One hand of a file.

    ``players`` are in order from the dealer's left, so the last one deals. ``lines`` are reports with the player named
    first, and amounts as `Decimal`. ``won`` is what each player won by the file, less the player's own bets; empty if
    the file doesn't say.
    """

    where: str
    day: datetime | None
    players: list[str]
    ante: Decimal
    bring_in: Decimal
    small: Decimal
    big: Decimal
    table: str = ""
    lines: list[Said] = field(default_factory=list)
    won: dict[str, Decimal] = field(default_factory=dict)
    mended: list[str] = field(default_factory=list)

    @property
    def amounts(self) -> list[Decimal]:
        told = [part for line in self.lines for part in line if isinstance(part, Decimal)]
        return [self.ante, self.bring_in, self.small, self.big, *self.won.values(), *told]


def scale(hand: Hand) -> int:
    """The factor that makes all amounts whole and the small bet even."""
    for times in (1, 10, 100, 200, 1000):
        if all(amount * times % 1 == 0 for amount in hand.amounts) and hand.small * times % 2 == 0:
            return times
    raise CommandError(f"{hand.where}: amounts have more than two decimals", USAGE)


def plays_of(hands: Iterable[Hand], plays: Plays, wishes: Wishes, known: Known) -> Plays:
    """The hands as sessions of Razz. Consecutive ones with the same players and limits are one session."""
    hands = [*hands]
    names = {name: Cell(fit(name), hand.where) for hand in hands for name in hand.players}
    meant = {fit(name): fit(name) for name in names}
    try:
        meant = matched([*names.values()], known.players, wishes.names, wishes.ask)
    except CommandError as trouble:
        plays.unsure = trouble
    good: list[One] = []
    for hand in hands:
        try:
            times = scale(hand)
            seats = apart([meant.get(fit(name), fit(name)) for name in hand.players])
            lines = written(hand, dict(zip(hand.players, seats, strict=True)), times)
            lines, net = judged(hand, seats, lines, times)
            good.append((hand, seats, lines, times, net))
        except CommandError as trouble:
            plays.skipped += faults([trouble])
    for (table, times, limits, _), group in groupby(good, key=_sits):
        plays.evenings.append(_evening([*group], table, times, limits, known.now))
    plays.evenings = spread(plays.evenings)
    return plays


def _sits(one: One) -> tuple[str, int, str, tuple[str, ...]]:
    """What the hands of one session share: table, limits, and the players clockwise."""
    hand, seats, _, times, _ = one
    first = seats.index(min(seats))
    return hand.table, times, house(hand, times), tuple(seats[first:] + seats[:first])


def house(hand: Hand, times: int) -> str:
    """The limits of a hand in a record's form."""
    numbers = {"ante": hand.ante, "bet": hand.small, "bring-in": hand.bring_in, "big-bet": hand.big / hand.small}
    whole = {name: int(n if name == "big-bet" else n * times) for name, n in numbers.items() if n or name == "ante"}
    return ", ".join(f"{name}={n}" for name, n in whole.items())


def written(hand: Hand, seats: Mapping[str, str], times: int) -> list[str]:
    """The reports of a hand."""
    if not hand.small or hand.big % hand.small:
        raise CommandError(f"{hand.where}: the large bet isn't a multiple of the small one", USAGE)

    def line(who: str, *parts: str | Decimal) -> str:
        name = [quoted(seats[who])] if who else []
        return " ".join([*name, *(str(int(part * times)) if isinstance(part, Decimal) else part for part in parts)])

    return [f"deal {quoted(seats[hand.players[-1]])}", *(line(*words) for words in hand.lines)]


def judged(hand: Hand, seats: Sequence[str], lines: list[str], times: int) -> tuple[list[str], dict[str, int]]:
    """The same lines, with the rake, if the hand is valid. Raises CommandError with its errors."""
    options = dict(part.split("=") for part in house(hand, times).split(", "))
    try:
        referee = Referee(find_game("razz"), seats, options)
    except ValueError as error:
        raise CommandError(f"{hand.where}: {error}", USAGE) from None
    for line in lines:
        if not (ruling := referee.hear(line)).accepted:
            raise CommandError(f"{hand.where}: {line}: {ruling.message}", USAGE)
    if referee.hand.dealer:
        raise CommandError(f"{hand.where}: the end of the hand is missing", USAGE)
    net = {name: int(referee.scores[seat]) for name, seat in zip(seats, referee.seats, strict=True)}
    if not hand.won:
        return lines, net
    theirs = {seat: int(hand.won[name] * times) for name, seat in zip(hand.players, seats, strict=True)}
    above = {seat: net[seat] - theirs[seat] for seat in seats}
    for seat in [seat for seat in seats if above[seat] < 0]:
        giver = max(above, key=lambda other: above[other])
        if -above[seat] >= len(seats) or above[giver] < -above[seat]:
            what = f"{seat} wins {theirs[seat]} by the file, and {net[seat]} by the rules"
            raise CommandError(f"{hand.where}: {what}", USAGE)
        lines = [*lines, f"{quoted(giver)} pays {quoted(seat)} {-above[seat]}"]
        hand.mended.append(f"{hand.where}: {seat} has {so_many(-above[seat], 'odd chip')} more by the file")
        above[giver], above[seat] = above[giver] + above[seat], 0
    for seat, raked in above.items():
        if raked > sum(max(0, chips) for chips in net.values()) // 2:
            what = f"{seat} wins {theirs[seat]} by the file, and {net[seat]} by the rules"
            raise CommandError(f"{hand.where}: {what}", USAGE)
        if raked:
            lines = [*lines, f"{quoted(seat)} pays table {raked}"]
            hand.mended.append(f"{hand.where}: {raked} of the pot is raked, and goes to the table")
    return lines, theirs


def _evening(
    group: Sequence[One],
    table: str,
    times: int,
    limits: str,
    now: datetime,
) -> Evening:
    first, seats, *_ = group[0]
    total = {seat: sum(net[seat] for *_, net in group) for seat in seats}
    lines = [f"house: {limits}", "", *(line for _, _, hand, _, _ in group for line in hand)]
    mended = [mend for hand, *_ in group for mend in hand.mended]
    if times > 1:
        mended.insert(0, f"{first.where}: amounts are multiplied by {times}")
    played = game_named("razz")
    return Evening(
        played, first.day or now, tuple(seats), tuple(total.values()), place=table, where=first.where,
        record=tuple(lines), mended=tuple(mended),
    )  # fmt: skip


def not_razz(where: str, what: str) -> Skipped:
    """Skips a hand of another game."""
    return Skipped(where, f"it is {what}, not Razz with fixed limits", bad=False)
