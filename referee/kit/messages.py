"""Wordings that many games share: a number of cards, line numbers, cards entered twice, what would settle it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from referee.cards import UNKNOWN, Card
from referee.game.asks import at
from referee.game.common_reports import Dealt
from referee.game.game import Hand
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.rule import Reason


def cards_of(number: int) -> str:
    """A number of cards, for a message."""
    return f"{number or 'no'} card{'s' * (number != 1)}"


def together(names: Iterable[str]) -> str:
    """Several players, for a message: ``Ann, Ben and Cat``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def lines(told: Collection[Report]) -> str:
    """Where reports stand, for a message: `` (line 4, line 7)``."""
    return f" ({', '.join(dict.fromkeys(map(at, told)))})" if told else ""


def named_twice(cards: Iterable[Card]) -> Reason | None:
    """Why a report can't name these cards, where each is there once."""
    named: set[Card] = set()
    for card in cards:
        if card in named:
            return Reason(f"{card.pretty} is named twice", about=card)
        if card is not UNKNOWN and not card.is_bare:
            named.add(card)
    return None


def told_before(hand: Hand, dealt: Dealt) -> Reason | None:
    """Why somebody's cards can't be told as dealt again."""
    if before := hand.dealt.get(dealt.who):
        return Reason(f"{dealt.who}'s cards have already been entered ({at(before)})", before)
    return None


def no_hands(why: str) -> Callable[[Hand, Dealt], str]:
    """Refuses cards told as dealt, in a game in which nobody gets any."""

    def refused(hand: Hand, dealt: Dealt) -> str:
        return why

    return refused


def would_tell(seat: Seat, what: str, *told: Report) -> Reason:
    """What SEAT may do or have for all that is known, and how the table can tell."""
    return Reason(f"{seat} {what}. To settle it, enter the cards {seat} had: `{seat} had …`", *told)
