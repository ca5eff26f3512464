"""Chips: every one that comes to somebody comes from somebody.

A movement is two lines of one amount, one taken and one given, with the category, the rule and the reports it
rests on.  What goes back goes back by a movement of its own; nothing that was booked is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.core import Hand, Rule


def pay(
    hand: Hand, payer: str, payee: str, chips: int, *booked: Any, line: str = "", belongs_to: int | None = None
) -> None:
    """Moves chips from one account to another by a rule, players, pots and the bank alike.

    Both sides are booked for the hand in progress, or for the one with the number ``belongs_to``.
    """
    if not chips or payer == payee:
        return
    if isinstance(booked[0], Rule):
        hand.book_chips(payer, booked[0], -chips, *booked[1:], line=line, hand=belongs_to)
        hand.book_chips(payee, booked[0], chips, *booked[1:], line=line, hand=belongs_to)
    else:
        hand.move(payer, -chips, *booked, hand=belongs_to)
        hand.move(payee, chips, *booked, hand=belongs_to)


def collect(hand: Hand, payers: Iterable[str], account: str, chips: int, *booked: Any, line: str = "") -> None:
    """Everybody named pays so many chips to one account."""
    for payer in payers:
        pay(hand, payer, account, chips, *booked, line=line)


def share(hand: Hand, account: str, among: Sequence[str], *booked: Any, line: str = "") -> None:
    """All that lies in an account goes to AMONG in equal whole shares; odd chips go one each to the first of them."""
    each, odd = divmod(holds(hand, account), len(among))
    for place, payee in enumerate(among):
        pay(hand, account, payee, each + (place < odd), *booked, line=line)


def holds(hand: Hand, account: str) -> int:
    """The balance of an account."""
    standing = hand.standing
    balance: int = (standing.purse if hand.chips == "beside" else standing.balance).get(account, 0)
    return balance
