"""Phrases that many games share: numbers of cards, line numbers, cards entered twice, how to settle a doubt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from referee.cards import UNKNOWN, Card
from referee.game.asks import at
from referee.game.common_reports import Dealt
from referee.game.game import Hand
from referee.language.reports import Report
from referee.language.words import Seat, quoted
from referee.rules.rule import Reason


def cards_of(number: int) -> str:
    """A number of cards, for a message."""
    return f"{number or 'no'} card{'s' * (number != 1)}"


def together(names: Iterable[str]) -> str:
    """Several players, for a message: ``Ann, Ben and Cat``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def lines(reports: Collection[Report]) -> str:
    """The lines of reports, for a message: `` (lines 4 and 7)``."""
    return f" ({entered_in(reports)})" if reports else ""


def entered_in(reports: Collection[Report]) -> str:
    """The lines of reports without brackets: ``line 4``, ``lines 4, 7 and 9``."""
    places = [*dict.fromkeys(map(at, reports))]
    if len(places) > 1 and all(place.startswith("line ") for place in places):
        return f"lines {together(place.removeprefix('line ') for place in places)}"
    return together(places)


def named_twice(cards: Iterable[Card]) -> Reason | None:
    """Why a report can't name these cards, in a pack without duplicates."""
    named: set[Card] = set()
    for card in cards:
        if card in named:
            return Reason(f"{card.pretty} is named twice", about=card)
        if card is not UNKNOWN and not card.is_bare:
            named.add(card)
    return None


def entered_before(hand: Hand, dealt: Dealt) -> Reason | None:
    """Why a player's dealt cards can't be entered a second time."""
    if before := hand.dealt.get(dealt.who):
        return Reason(f"{dealt.who}'s cards have already been entered ({at(before)})", before)
    return None


def no_hands(why: str) -> Callable[[Hand, Dealt], str]:
    """Makes a check that refuses dealt cards, for games without hands."""

    def refused(hand: Hand, dealt: Dealt) -> str:
        return why

    return refused


def doubt_in_words(seat: Seat, what: str, *reports: Report) -> Reason:
    """A doubt in words: what ``seat`` may have done or may have, and how the table can settle it."""
    had = f"{quoted(seat)} had …"
    return Reason(f"{seat} {what}", *reports, then=f"To settle it, enter the cards {seat} had: `{had}`", settles=(had,))
