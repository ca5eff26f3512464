"""Reversis: reports of aces and J♥, who may have them, and which cards may be in which pile.

Hands and talons are those of `referee.games.reversis`, which imports this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, NamedTuple

from referee.cards import UNKNOWN, Card
from referee.game.common_reports import Dealt
from referee.games._reversis import COUNTING, Counts, Party, Pile, can_lie, outcomes
from referee.kit.tricks import Plays
from referee.kit.worlds import cached_until_next
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat

QUINOLA = Card("J", "H")
HONORS = (*(Card("A", suit) for suit in "SHDC"), QUINOLA)


# Reports of aces and J♥


class Honor(Report):
    card: Card
    options = one_for_each(lambda hand, seat: HONORS)


class PlaysTo(Report, verb="plays", labels={"to": "to whose trick"}):
    """an ace or J♥ played off suit to a trick that another player takes"""

    card: Card
    to: Seat = field(kw_only=True)

    @classmethod
    def options(cls, hand: Any, seat: Seat) -> Iterable[PlaysTo]:
        return [cls(card, who=seat, to=to) for card in HONORS for to in hand.seats if to != seat]


class PlaysOn(Report, verb="plays", labels={"on": "on whose lead"}):
    """an ace or J♥ played to another player's lead of its suit"""

    card: Card
    on: Seat = field(kw_only=True)

    @classmethod
    def options(cls, hand: Any, seat: Seat) -> Iterable[PlaysOn]:
        return [cls(card, who=seat, on=on) for card in HONORS for on in hand.seats if on != seat]


class Leads(Honor):
    """an ace or J♥ led to a trick"""


class Claims(Honor):
    """the winner of the party asks for payment for an ace or J♥ that another player led"""


Fall = PlaysTo | PlaysOn | Leads  # an ace or J♥ entered without its trick


def captor(fall: Fall) -> Seat:
    """Who took the trick with this ace or J♥, if known; an ace takes a trick of its own suit."""
    if isinstance(fall, PlaysTo):
        return fall.to
    return NOBODY if fall.card is QUINOLA else fall.who


# Discards


def throw_is_named(hand: Any, seat: Seat) -> bool:
    """Whether a player's discard was named."""
    return seat in hand.thrown and hand.thrown[seat].card is not None


def may_throw(hand: Any, seat: Seat) -> bool:
    """Whether a player may have discarded a card that nobody named."""
    return seat not in hand.kept and not throw_is_named(hand, seat)


def surely_threw(hand: Any, seat: Seat) -> Dealt | None:
    """The report of a player's cards, if one of them was surely discarded and not named."""
    dealt, holding = hand.dealt.get(seat), hand.hold(seat)
    if dealt is None or UNKNOWN in dealt.cards or throw_is_named(hand, seat):
        return None
    return dealt if seat in hand.thrown or (hand.whole and len(holding.known) > len(holding)) else None


def may_be_left(hand: Any, cards: Iterable[Card], talon: Any) -> list[Card]:
    """The cards among these that may be in the talon."""
    if talon and talon.cards:
        return []
    elsewhere = {*hand.seen}
    for seat, holding in hand.holdings.items():
        if holding.known:
            throws = may_throw(hand, seat)
            elsewhere.update([card for card, told in holding.known.items() if not (throws and isinstance(told, Dealt))])
    return [card for card in cards if card not in elsewhere]


# Who has the honours


def honours(hand: Any, seat: Seat) -> list[Card]:
    """The aces and J♥ that a player is known to have had and not to have discarded."""
    thrown = {*hand.talon.cards} if hand.talon else set()
    if hand.thrown:
        thrown.update([report.card for report in hand.thrown.values() if report.card])
    return [card for card in HONORS if card in hand.origin and hand.origin[card].who == seat and card not in thrown]


def surely_played_with(hand: Any, seat: Seat) -> list[Card]:
    """A player's honours, without one that may be an unnamed discard."""
    own = honours(hand, seat)
    if throw_is_named(hand, seat) or not (seat in hand.thrown or seat == hand.dealer):
        return own
    loose = [card for card in own if card not in hand.seen and isinstance(hand.origin[card], Dealt)]
    return [card for card in own if card not in loose[:1]]


def may_refuse(hand: Any, seat: Seat, *playing: Card) -> bool:
    """Whether a player may have four of the five honours, at a table that plays espagnolettes."""
    if hand.house["espagnolette"] == "off":
        return False
    own, holding = {*honours(hand, seat), *{*HONORS}.intersection(playing)}, hand.holdings[seat]
    free = {*HONORS} - own - hand.origin.keys() - hand.seen.keys()
    blind = holding.blind - len({*playing} - holding.known.keys())
    return bool(len(own) + min(len(free), blind) >= 4)


# Cards in the piles


UNTOLD: Mapping[Seat, int] = {}


def can_be(
    hand: Any,
    points: Mapping[Seat, int] = UNTOLD,
    tricks: Mapping[Seat, int] = UNTOLD,
    talon: Any = None,
    falls: tuple[Fall, ...] = (),
    trick: Iterable[Plays] = (),
    taker: Seat = NOBODY,
) -> bool:
    """Whether everything entered so far is possible together with these reports and a trick that TAKER took."""
    points, tricks, talon = hand.points_entered | dict(points), hand.tricks_known | dict(tricks), talon or hand.talon
    another = falls or taker or talon is not hand.talon
    lying = so_lying(hand, talon, falls, trick, taker) if another or trick else lying_so_far(hand)
    if hand.all_entered:
        points = {**lying.points, **points}
    if not hand.reversis and len(tricks) == len(hand.seats) - 1 and not any(tricks.values()):
        return False  # that would be a reversis
    piles = [
        Pile(points[seat] - lying.points[seat] if seat in points else None, cards, lying.least[seat], tricks.get(seat))
        for seat, cards in lying.cards.items()
    ]
    lack = talon.points(hand) - lying.left_over if talon else None
    return can_lie(hand.house["points"], tuple(piles), lying.loose, lying.may_be_left, lying.room, lack)


class Lying(NamedTuple):
    """Each player's points, cards and fewest tricks, and the cards that aren't placed yet."""

    points: dict[Seat, int]
    cards: dict[Seat, int]
    least: dict[Seat, int]
    loose: Counts
    may_be_left: Counts
    room: int  # for more cards in the talon
    left_over: int  # points of the talon's known cards


@cached_until_next
def lying_so_far(hand: Any) -> Lying:
    return so_lying(hand, hand.talon)


def so_lying(
    hand: Any, talon: Any, falls: tuple[Fall, ...] = (), trick: Iterable[Plays] = (), taker: Seat = NOBODY
) -> Lying:
    """Where the cards are after these reports."""
    piles = {seat: [*cards] for seat, cards in hand.piles.items()}
    for fall in falls:
        if captor(fall):
            piles[captor(fall)].append(fall.card)
    if taker:
        piles[taker] += [play.card for play in trick]
    left = {report.card for report in hand.thrown.values() if report.card} | set(talon.cards if talon else ())
    placed, cards_played = left.union(*piles.values()), {fall.card for fall in (*falls, *trick)}
    loose = [card for card in hand.pack.copies if card.rank in COUNTING and card not in placed]
    return Lying(
        {seat: hand.points_of(cards) for seat, cards in piles.items()},
        {seat: len(cards) for seat, cards in piles.items()},
        {seat: hand.least_tricks(seat, *falls) + (seat == taker) for seat in hand.seats},
        Counts.of(loose),
        Counts.of(may_be_left(hand, [card for card in loose if card not in cards_played], talon)),
        4 - len(left),
        hand.points_of(left),
    )


def parties(hand: Any) -> set[Party]:
    """Every possible outcome of the party; empty if some points aren't known yet."""
    captured = hand.captured
    if len(captured) < len(hand.seats):
        return set()
    least = {seat: hand.least_tricks(seat) for seat in hand.seats}
    entered = (hand.tricks_at_face, hand.tricks_known)
    values, around = hand.house["points"], hand.around(hand.dealer)
    ways = (outcomes(values, around, captured, tricks, least, hand.espagnolette) for tricks in entered)
    return next(filter(None, ways), set())
