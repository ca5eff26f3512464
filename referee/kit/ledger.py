"""Chips: every one that comes to somebody comes from somebody."""

from __future__ import annotations

from referee.core import Hand, Report


def pay(
    hand: Hand,
    payer: str,
    payee: str,
    chips: int,
    category: str,
    rule: str,
    because: str = "",
    *told: Report,
    belongs_to: int | None = None,
) -> None:
    """Moves chips from one account to another, players, pots and the bank alike.

    Both sides are booked for the hand in progress, or for the one with the number ``belongs_to``.
    """
    if chips and payer != payee:
        hand.score(payer, -chips, category, rule, because, *told, hand=belongs_to)
        hand.score(payee, chips, category, rule, because, *told, hand=belongs_to)


def holds(hand: Hand, account: str) -> int:
    """The balance of an account."""
    balance: int = hand.standing.balance.get(account, 0)
    return balance
