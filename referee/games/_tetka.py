"""Tëtka's point for most tricks: who of those level may have captured more of the bum card's suit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.cards import Card
from referee.core import Seat
from referee.kit.tricks import STRENGTH
from referee.notation import NOBODY


def may_win(
    tied: Sequence[Seat], known: Mapping[Seat, Sequence[Card]], rest: Sequence[Card], room: Mapping[Seat, int]
) -> list[Seat]:
    """Who of the TIED may get the point; NOBODY among them where it may be that none of them has the suit.

    ``known`` has the cards of the suit that everybody is known to have captured and ``rest`` the others, the
    highest first; ``room`` says how many cards besides everybody's tricks can hold.
    """
    winners = [seat for seat in tied if _may_have_more(seat, tied, known, rest, room)]
    return winners if any(known[seat] for seat in tied) else [*winners, NOBODY]


def _may_have_more(
    seat: Seat,
    tied: Sequence[Seat],
    known: Mapping[Seat, Sequence[Card]],
    rest: Sequence[Card],
    room: Mapping[Seat, int],
) -> bool:
    """Whether SEAT wins if it gets as many of the rest as there is room for, the highest first."""
    held = sorted((*known[seat], *rest[: room[seat]]), key=lambda card: -STRENGTH[card.rank])
    if not held:
        return False
    spare = sum(cards for one, cards in room.items() if one not in tied)
    for one in tied:
        if one != seat:
            higher = known[one] and STRENGTH[known[one][0].rank] > STRENGTH[held[0].rank]
            more = len(held) - len(known[one]) - bool(higher)
            if more < 0:
                return False
            spare += min(more, room[one])
    return len(rest[room[seat] :]) <= spare
