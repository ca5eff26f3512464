"""Settling up: the fewest payments that make everybody even, for one session or a whole night.

A group of n people whose balances sum to zero can be settled with n − 1 payments. So the fewest payments come from the
largest number of such groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from referee.language.words import so_many
from referee.table.referee import Referee
from scoresheets.keeping.database import here, on_the_clock

MOST = 16  # people to consider together; with more, the payments may not be the fewest


class Payment(NamedTuple):
    payer: str
    payee: str
    amount: Fraction


def fewest(balance: Mapping[str, Fraction | int]) -> list[Payment]:
    """The fewest payments that make everybody even. The balances must sum to zero."""
    left = {name: Fraction(str(amount)) for name, amount in balance.items() if amount}
    payments: list[Payment] = []
    for name, amount in list(left.items()):  # two with opposite balances are a group in some best answer
        other = next((candidate for candidate in left if name in left and left[candidate] == -amount), None)
        if other:
            payments += _even({name: left.pop(name), other: left.pop(other)})
    names = list(left)
    groups = most_groups([left[name] for name in names]) if len(names) <= MOST else [range(len(names))]
    for group in groups:
        payments += _even({names[i]: left[names[i]] for i in group})
    return payments


def most_groups(amounts: list[Fraction]) -> list[list[int]]:
    """A split into as many groups that sum to zero as possible, as indexes in the list."""
    everybody = (1 << len(amounts)) - 1
    sums = [Fraction(0)] * (everybody + 1)
    most = [0] * (everybody + 1)
    came_from = [0] * (everybody + 1)
    for subset in range(1, everybody + 1):
        lowest = subset & -subset
        sums[subset] = sums[subset ^ lowest] + amounts[lowest.bit_length() - 1]
        ones = (1 << i for i in range(len(amounts)) if subset >> i & 1)
        came_from[subset] = max((subset ^ bit for bit in ones), key=most.__getitem__)
        most[subset] = most[came_from[subset]] + (not sums[subset])
    groups: list[list[int]] = []
    subset = everybody
    while subset:
        if not sums[subset]:
            groups.append([])
        before = came_from[subset]
        groups[-1].append((subset ^ before).bit_length() - 1)
        subset = before
    return groups


def _even(group: dict[str, Fraction]) -> Iterator[Payment]:
    """Settles a group: the largest debt pays the largest claim."""
    while any(group.values()):
        payer, payee = min(group, key=group.__getitem__), max(group, key=group.__getitem__)
        amount = min(-group[payer], group[payee])
        yield Payment(payer, payee, amount)
        group[payer] += amount
        group[payee] -= amount


# A night


KITTY = "the kitty"


@dataclass
class Played:
    """The chips of one session, from the data beside its journal.

    ``game`` is its slug. ``people`` maps names at the table to present names.
    """

    number: int
    game: str
    title: str
    opened: datetime
    closed: bool
    accounts: Mapping[str, int]
    people: Mapping[str, str]
    banker: str = ""


@dataclass
class Bill:
    """The wins and losses of everybody over several sessions, and who pays whom.

    ``kitties`` has the chips without an owner, by session. They stay in the kitty, and the players who lost them pay
    them in.
    """

    balance: dict[str, Fraction] = field(default_factory=dict)
    kitties: dict[int, int] = field(default_factory=dict)

    def take(self, played: Played, value: Fraction = Fraction(1)) -> None:
        """Adds the chips of a session at their value. Its bank and its kitty are kept apart from those of others."""
        for name, chips in owned(played.accounts, played.people, played.banker).items():
            others = name == KITTY or name == played.banker
            key = f"{name} of session {played.number}" if others else name
            self.balance[key] = self.balance.get(key, Fraction(0)) + Fraction(str(chips)) * value
            if name == KITTY:
                self.kitties[played.number] = chips

    @property
    def payments(self) -> list[Payment]:
        return fewest(self.balance)


def owned(accounts: Mapping[str, int], people: Mapping[str, str], banker: str = "") -> dict[str, int]:
    """What each player or team has won or lost, and the bank and the kitty if there are any.

    ``people`` maps names at the table to present names. The sum is zero.
    """
    chips: dict[str, int] = {}
    kitty = 0
    for account, amount in accounts.items():
        names = [people.get(part, "") for part in account.split("+")]
        if all(names) or account == banker:
            name = "+".join(names) if all(names) else account
            chips[name] = chips.get(name, 0) + amount
        else:
            kitty += amount
    return chips | {KITTY: kitty} if kitty else chips


def of_table(referee: Referee) -> dict[str, int]:
    """The bill of one table in its present state."""
    return owned(referee.accounts, {name: name for name in referee.players}, referee.game.banker)


def in_words(payment: Payment) -> str:
    """A payment between players, or to or from the kitty."""
    amount = shown(payment.amount)
    if payment.payee.startswith(KITTY):
        return f"{payment.payer} puts {amount} into {payment.payee}"
    if payment.payer.startswith(KITTY):
        return f"{payment.payee} takes {amount} from {payment.payer}"
    return f"{payment.payer} pays {payment.payee} {amount}"


def in_kitty(chips: int) -> str:
    """The chips that belong to the kitty, or that it owes the players, in words."""
    if chips < 0:
        return f"{so_many(-chips, 'chip')} {'comes' if chips == -1 else 'come'} out of the kitty"
    return f"{so_many(chips, 'chip')} {'belongs' if chips == 1 else 'belong'} to the kitty"


def evening_of(opened: datetime) -> datetime:
    """The beginning of a session's night. Nights run from noon to noon."""
    then = here(opened)
    today = noon(then.date())
    if then >= today:
        return today
    return noon(then.date() - timedelta(days=1)) if then.date() > date.min else on_the_clock(date.min)


def noon(day: date) -> datetime:
    """Noon of a day in local time. Days with a clock change are an hour longer or shorter."""
    return on_the_clock(day, 12)


def shown(amount: Fraction) -> str:
    """An amount in digits: ``12``, ``0.25``, ``1/3``."""
    if amount.denominator == 1:
        return str(amount.numerator)
    text = f"{float(amount):.6f}".rstrip("0")
    return text if Fraction(text) == amount else str(amount)


def worths(texts: Iterable[str]) -> dict[str, Fraction]:
    """The value of a chip by game, from words like ``razz=0.05``. Raises ValueError."""
    by_game: dict[str, Fraction] = {}
    for word in texts:
        game, equals, amount = word.partition("=")
        try:
            value = Fraction(amount) if equals and "/" not in amount and "e" not in amount.lower() else Fraction(0)
        except ValueError:
            value = Fraction(0)
        if value <= 0 or value > 1_000_000:
            raise ValueError(f"write what a chip is worth as GAME=AMOUNT, for example razz=0.05, not {word!r}")
        by_game[game.strip()] = value
    return by_game
