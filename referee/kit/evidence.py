"""What the reports alone prove about hidden hands.

Cards nobody has seen lie somewhere: in a hand, among what was thrown, or out of play.  A player who didn't
follow a suit had none of it.  Something is proven when it holds in every way of laying the unseen cards that
agrees with all that; the ways themselves are never counted out, for cards of a suit are alike here, and
whether any way is left is Hall's theorem on a handful of suits.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from referee.cards import Card, Suit
from referee.core import Report, Seat
from referee.notation import NOBODY

if TYPE_CHECKING:
    from referee.kit.tricks import TrickHand


class Lot(NamedTuple):
    """Cards that are alike: how many, and the places they may lie in as a mask."""

    suit: Suit
    cards: int
    places: int


def could_be_without(hand: TrickHand, seat: Seat, suit: Suit, playing: Card | None = None) -> bool:
    """Whether SEAT may hold no card of a suit, as far as the reports tell, with a card of the hand in play.

    That SEAT was out of another suit before isn't believed here: of two plays that can't both be right it may be
    the earlier one that was wrong.
    """
    return _some_deal(hand, seat, playing, without=suit)


def could_hold(hand: TrickHand, seat: Seat, suit: Suit, playing: Card | None = None) -> bool:
    """Whether SEAT may hold a card of a suit, besides one in play."""
    return _some_deal(hand, seat, playing, holding=suit)


def agrees(hand: TrickHand, seat: Seat = NOBODY, playing: Card | None = None) -> bool:
    """Whether any deal of the unseen cards agrees with what was told, and with a card that SEAT plays.

    Of SEAT, where one is named, no suit is believed to be out.
    """
    return _some_deal(hand, seat, playing)


def shown_out(hand: TrickHand, suit: Suit, but: Seat) -> list[Report]:
    """The reports that showed the other players out of a suit."""
    return [suits[suit] for seat, suits in hand.shown_out.items() if suit in suits and seat != but]


def revoked(hand: TrickHand) -> list[tuple[Seat, Suit]]:
    """The player who can't have been out of a suit after all, with every suit it may have been.

    Empty while the reports agree, and where it may have been one player or another.
    """
    if not any(hand.shown_out.values()) or agrees(hand):
        return []
    guilty: list[tuple[Seat, Suit]] = []
    for seat, suits in hand.shown_out.items():
        for suit, play in list(suits.items()):
            del suits[suit]
            guilty += [(seat, suit)] if agrees(hand) else []
            suits[suit] = play
    return guilty if len({seat for seat, _ in guilty}) == 1 else []


def _some_deal(
    hand: TrickHand,
    player: Seat = NOBODY,
    playing: Card | None = None,
    *,
    without: Suit | None = None,
    holding: Suit | None = None,
) -> bool:
    """Whether the unseen cards can be laid so that everything told holds, and this of the player besides."""
    seats = [seat for seat in hand.seats if seat in hand.holdings]
    barred = {seat: set(hand.shown_out.get(seat, ())) for seat in seats}
    if player and holding is None:
        barred[player].clear()
    if playing:
        barred[player].discard(hand.suit_of(playing))  # not out of it after all
    if without is not None:
        barred[player].add(without)
    room: list[int] = []  # of every hand, of what was thrown from it unnamed, and out of play
    lots: list[Lot] = []
    lying: set[Card] = set()  # in a known place
    for place, seat in enumerate(seats):
        held = hand.holdings[seat]
        in_play = seat == player and playing is not None
        known = [card for card in held.known if not in_play or card is not playing]
        lying.update(held.known)
        suits = Counter(hand.suit_of(card) for card in known)
        room.append(len(held) - in_play)
        if held.slack:
            thrown = 1 << (len(seats) + place)
            lots += [Lot(suit, n, thrown | (0 if suit in barred[seat] else 1 << place)) for suit, n in suits.items()]
        elif any(suit in barred[seat] for suit in suits):
            return False
        else:
            room[place] -= len(known)
            if seat == player and holding in suits:
                holding = None
    room += [hand.holdings[seat].slack for seat in seats]
    anywhere = ((1 << len(seats) + 1) - 1) << len(seats)  # thrown, or out of play
    unseen = Counter(hand.suit_of(card) for card in hand.unseen() if card not in lying and card is not playing)
    for suit, n in unseen.items():
        hands = sum(1 << place for place, seat in enumerate(seats) if suit not in barred[seat])
        lots.append(Lot(suit, n, hands | anywhere))
    room.append(sum(lot.cards for lot in lots) - sum(room))
    if holding is None:
        return _can_be_laid(lots, room)
    place = seats.index(player)
    room[place] -= 1
    for i, lot in enumerate(lots):
        if lot.suit == holding and lot.cards and lot.places >> place & 1:
            less = [*lots[:i], lot._replace(cards=lot.cards - 1), *lots[i + 1 :]]
            if _can_be_laid(less, room):
                return True
    return False


def _can_be_laid(lots: list[Lot], room: list[int]) -> bool:
    """Hall's condition: no lots together are more than the places open to them hold."""
    if min(room) < 0:
        return False
    alike: Counter[int] = Counter()  # cards by the places they may lie in
    for lot in lots:
        alike[lot.places] += lot.cards
    most = {0: 0}  # the most cards that have no other places than these
    for places, cards in alike.items():
        for others, n in list(most.items()):
            most[others | places] = max(most.get(others | places, 0), n + cards)
    return all(cards <= sum(size for at, size in enumerate(room) if places >> at & 1) for places, cards in most.items())
