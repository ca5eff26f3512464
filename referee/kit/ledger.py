"""Chips: every one that comes to somebody comes from somebody.

A movement is two lines of one amount, one taken and one given, with the category, the rule and the reports it
rests on.  What goes back goes back by a movement of its own; nothing that was booked is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.game.game import Hand
from referee.language.reports import Report
from referee.rules.rule import Rule


def pay(
    hand: Hand,
    payer: str,
    payee: str,
    chips: int,
    rule: Rule | None,
    because: str = "",
    *told: Report,
    line: str = "",
    belongs_to: int | None = None,
) -> None:
    """Moves chips from one account to another by a rule, players, pots and the bank alike.

    Both sides are booked for the hand in progress, or for the one with the number ``belongs_to``; without a rule of the
    game on the ``line`` that is named.
    """
    if chips and payer != payee:
        hand.book_chips(payer, rule, -chips, because, *told, line=line, hand=belongs_to)
        hand.book_chips(payee, rule, chips, because, *told, line=line, hand=belongs_to)


def collect(
    hand: Hand,
    payers: Iterable[str],
    account: str,
    chips: int,
    rule: Rule,
    because: str = "",
    *told: Report,
    line: str = "",
) -> None:
    """Everybody named pays so many chips to one account."""
    for payer in payers:
        pay(hand, payer, account, chips, rule, because, *told, line=line)


def share(
    hand: Hand,
    account: str,
    among: Sequence[str],
    rule: Rule | None,
    because: str = "",
    *told: Report,
    line: str = "",
    chips: int | None = None,
) -> None:
    """Pays out an account to ``among`` in equal whole shares; odd chips go one each to the first of them.

    Only ``chips`` of it if that is given.
    """
    each, odd = divmod(holds(hand, account) if chips is None else chips, len(among))
    for place, payee in enumerate(among):
        pay(hand, account, payee, each + (place < odd), rule, because, *told, line=line)


def holds(hand: Hand, account: str) -> int:
    """The balance of an account."""
    standing = hand.standing
    balance: int = (standing.purse if hand.chips == "beside" else standing.balance).get(account, 0)
    return balance
