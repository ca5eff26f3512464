"""Chips: every chip that somebody gets comes from somebody.

A movement is two lines of the same amount, one taken and one given, with the category, the rule and the reports it is
based on. A refund is a movement of its own; lines that were booked never change.
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
    *reports: Report,
    line: str = "",
    belongs_to: int | None = None,
) -> None:
    """Moves chips from one account to another by a rule. Accounts are players, pots and the bank.

    Both sides are booked in the hand in progress, or in the hand with the number ``belongs_to``. Without a rule of the
    game, ``line`` is required.
    """
    if chips and payer != payee:
        hand.book_chips(payer, rule, -chips, because, *reports, line=line, hand=belongs_to)
        hand.book_chips(payee, rule, chips, because, *reports, line=line, hand=belongs_to)


def collect(
    hand: Hand,
    payers: Iterable[str],
    account: str,
    chips: int,
    rule: Rule,
    because: str = "",
    *reports: Report,
    line: str = "",
) -> None:
    """Moves the same number of chips from each payer to one account."""
    for payer in payers:
        pay(hand, payer, account, chips, rule, because, *reports, line=line)


def share(
    hand: Hand,
    account: str,
    among: Sequence[str],
    rule: Rule | None,
    because: str = "",
    *reports: Report,
    line: str = "",
    chips: int | None = None,
) -> None:
    """Pays out an account to ``among`` in equal whole shares. Odd chips go to the first of them, one each.

    If ``chips`` is given, only that many are paid out.
    """
    each, odd = divmod(holds(hand, account) if chips is None else chips, len(among))
    for place, payee in enumerate(among):
        pay(hand, account, payee, each + (place < odd), rule, because, *reports, line=line)


def holds(hand: Hand, account: str) -> int:
    """The balance of an account."""
    standing = hand.standing
    balance: int = (standing.purse if hand.chips == "beside" else standing.balance).get(account, 0)
    return balance
