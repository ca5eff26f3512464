"""Dealing out the whole pack: hands of one size, or of two if it doesn't divide evenly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.game.game import Glance, Hand, Table
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.rule import Reason, Verdict


class DealtNumber(Report, verb="dealt"):
    """how many cards a player was dealt, if the extra ones didn't go to the first players"""

    cards: int

    @classmethod
    def options(cls, hand: Hand, seat: Seat) -> list[DealtNumber]:
        """One report for each possible number, also for a pack with a card set aside."""
        each = len(hand.pack) // len(hand.seats)
        return [cls(number, who=seat) for number in (each - 1, each, each + 1)]


def sizes_dealt(hand: Hand, cards: int, entered: Mapping[Seat, int]) -> dict[Seat, int]:
    """The number of cards each player gets. Players not in ``told`` share the rest; extra cards go to the first."""
    sizes = dict(entered)
    others = [seat for seat in hand.around(hand.eldest) if seat not in entered]
    each, extra = divmod(cards - sum(entered.values()), max(1, len(others)))
    for place, seat in enumerate(others):
        sizes[seat] = each + (place < extra)
    return sizes


def wrong_size(hand: Hand, cards: int, size: int | None) -> Reason | None:
    """Why no hand can have that many cards."""
    each, extra = divmod(cards, len(hand.seats))
    if size in (None, each, each + (extra > 0)):
        return None
    return Reason(
        f"with {cards} cards, each player gets {each}{f' or {each + 1}' if extra else ''}, not {size}", about=size
    )


def uneven(hand: Hand, cards: int, entered: Mapping[Seat, int]) -> Reason | None:
    """Why the hands have wrong sizes: they were misdealt, or there aren't that many cards."""
    each, extra = divmod(cards, len(hand.seats))
    wrong = next(filter(None, (wrong_size(hand, cards, size) for size in entered.values())), None)
    larger = sum(size > each for size in entered.values())
    if not wrong and (larger > extra or len(entered) - larger > len(hand.seats) - extra):
        have = "has" if extra == 1 else "have"
        wrong = Reason(f"of {len(hand.seats)} hands {extra} {have} {each + 1} cards and the others {each}")
    if wrong and can_be_dealt(hand, cards, entered):
        return Reason(wrong, about=wrong.about, verdict=Verdict.ILLEGAL)  # the dealer miscounted
    return wrong


def can_be_dealt(hand: Hand, cards: int, entered: Mapping[Seat, int]) -> bool:
    """Whether there are enough cards for hands of these sizes, and for the others at least one each."""
    left, others = cards - sum(entered.values()), len(hand.seats) - len(entered)
    return min(entered.values()) > 0 and (left >= others if others else not left)


def misdealt(why: Reason) -> bool:
    """Whether hands of these sizes can be, though they aren't even."""
    return why.verdict is Verdict.ILLEGAL


def each_gets(cards: int, *rules: Any) -> Glance:
    """The number of cards dealt to each player, for the rules page. With ``cards`` 0 the whole pack is dealt."""

    def sizes(table: Table) -> str:
        hand = table.hand()
        hand.dealer = hand.seats[0]
        return " or ".join(map(str, sorted({*sizes_dealt(hand, cards or len(hand.pack), {}).values()})))

    return Glance("cards each", sizes, *rules)
