"""Samba's cards: what they count, what they may be melded as, and what is left of them in the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.cards import JOKER, RANKS, SUITS, Card, Cards, Pack, listed
from referee.core import Answer, Reason, Report, Seat, impossible, judges, never, number, worth
from referee.kit.fans import as_dealt, holds_too, too_many
from referee.kit.melds import can_count, gaps, one_rank, span
from referee.kit.messages import cards_of
from referee.kit.showdown import Counted, by_value
from referee.kit.stock import fresh_upcard

if TYPE_CHECKING:
    from referee.games.samba import Samba

PACK = Pack(packs=3, jokers=6, ace="high")
LADDER = RANKS[:11][::-1]  # what an escalera climbs, from the four to the ace
RED_THREES = (Card("3", "H"), Card("3", "D"))
WILD = (JOKER, *(Card("2", suit) for suit in SUITS))
SIZES, SEVEN = range(3, 8), 7
BY_RANK = {**dict.fromkeys(PACK.ranks, 10), **dict.fromkeys("76543", 5), "JK": 50, "2": 20, "A": 20}
VALUES = {card: 0 if card in RED_THREES else BY_RANK[card.rank] for card in PACK}
ALL_POINTS = 1770  # of all the cards


three_packs = impossible(
    "Every card is there three times, a joker six times; a hand has the {hand_size} cards that were counted into it,"
    " and counts what its cards can count.",
    fresh_upcard,
    hand_size=number(15, "cards each", least=1, most=30),
)


judges(three_packs, three_packs)(as_dealt)


@worth(lines="penalty")
def undeclared_red_three(hand: Samba, *, kept_red_three: int = 500) -> int:
    """A red three left in the hand costs {kept_red_three} and nothing else."""
    return -kept_red_three


def count(cards: Iterable[Card]) -> int:
    return sum(VALUES[card.face] for card in cards)


def wild(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face in WILD]


def natural(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face not in WILD]


def red(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face in RED_THREES]


def counting(cards: Iterable[Card]) -> list[Card]:
    """All but red threes."""
    return [card for card in cards if card.face not in RED_THREES]


def is_set(cards: Iterable[Card]) -> bool:
    """Natural cards of one rank, with or without wild ones."""
    return one_rank(natural(cards)) is not None


def misshapen(cards: Sequence[Card]) -> str | None:
    """Why these cards are neither a set nor an escalera; how many of them are wild is another rule's affair."""
    plain = natural(cards)
    rank = one_rank(plain)
    if len(cards) not in SIZES:
        return f"a meld is three to seven cards, and {listed(cards)} {'is' if len(cards) == 1 else 'are'} {len(cards)}"
    if not plain:
        return f"{listed(cards)} stand for no rank without a natural card"
    if red(plain):
        return "a red three belongs to no meld"
    if any(card.says and card.says.rstrip("SHDC") not in ("", rank) for card in cards):
        return f"not every card of {listed(cards)} stands for the same rank"
    if rank:
        return None
    if len({card.suit for card in plain}) > 1:
        return f"{listed(plain)} share neither rank nor suit"
    if len(plain) < len(cards):
        return "a wild card has no place in an escalera"
    return None if gaps(plain, LADDER) == 0 else f"{listed(cards)} are no sequence from the four to the ace"


def fits(cards: Cards, card: Card) -> bool:
    """Whether a meld may have one more card."""
    more = (*cards, card)
    return misshapen(more) is None and not (is_set(more) and too_wild(more))


def too_wild(cards: Iterable[Card]) -> str | None:
    some = wild(cards)
    return f"{listed(some)} are more than two wild cards in one set" if len(some) > 2 else None


@dataclass
class Meld:
    """Cards of a team on the table; one that has joined another has none."""

    number: int
    side: Seat
    cards: Cards
    told: list[Report]

    @property
    def closed(self) -> bool:
        return len(self.cards) >= SEVEN

    def takes(self, card: Card) -> bool:
        """Whether a natural card fits by itself."""
        return not self.closed and card not in WILD and misshapen([*self.cards, card]) is None


# What is left in the hands


class Holds(Counted):
    """what is left in the hand, in cards or in points"""

    @classmethod
    def options(cls, hand: Samba, seat: Seat) -> Iterable[Holds]:
        known = known_points(hand, seat)
        least, most = span(pool(hand), blind(hand, seat), *counted(hand)) or (0, 0)
        return [cls(known + more, who=seat) for more in range(least, most + 1, 5)]


def reds_in(hand: Samba, seat: Seat) -> int:
    """Red threes in a hand, known or paid for."""
    fan = hand.fan(seat)
    known = len(red(fan.known.elements()))
    return min(max(known, hand.undeclared[seat]), known + fan.blind)


def blind(hand: Samba, seat: Seat) -> int:
    """Unknown cards of a hand that count."""
    return len(hand.fan(seat)) - reds_in(hand, seat) - len(counting(hand.fan(seat).known.elements()))


def pool(hand: Samba, named: Iterable[Card] = ()) -> Counter[int]:
    """How many cards of each value nobody has named, but for red threes; without those named just now."""
    left = {card: hand.left(card) for card in counting(hand.pack)}
    return by_value(left, BY_RANK) - Counter(VALUES[card] for card in counting(named))


def known_points(hand: Samba, seat: Seat) -> int:
    """What the known cards of a hand count."""
    return count(hand.fan(seat).known.elements())


def counts(hand: Samba, seat: Seat) -> int:
    """What the cards of a hand count, once they are told."""
    told = hand.held.get(seat)
    return told.what if told and isinstance(told.what, int) else known_points(hand, seat)


def counted(hand: Samba) -> list[tuple[int, int]]:
    """The unknown cards of hands told in points: how many, and what they count."""
    some = (seat for seat, told in hand.held.items() if isinstance(told.what, int))
    return [(blind(hand, seat), counts(hand, seat) - known_points(hand, seat)) for seat in some]


@judges(three_packs)
def as_known(hand: Samba, holds: Holds) -> str | None:
    """What is known already, or was told before."""
    seat, fan, told = holds.who, hand.fan(holds.who), hand.held.get(holds.who)
    if told is None and not fan.whole:
        return None
    points = counts(hand, seat)
    if isinstance(holds.what, int):
        so = holds.what == points
    elif fan.whole:
        so = Counter(holds.what) == fan.known
    else:
        so = (len(holds.what), count(holds.what), len(red(holds.what))) == (len(fan), points, reds_in(hand, seat))
    return None if so else Reason(f"{seat} holds {points}", *([told] if told else []))


@judges(three_packs, undeclared_red_three)
def all_told(hand: Samba, holds: Holds) -> Answer:
    """Cards told one by one: as many as there are, those that are known and the red threes paid for among them."""
    seat, fan, paid = holds.who, hand.fan(holds.who), hand.undeclared[holds.who]
    if isinstance(holds.what, int) or seat in hand.held:
        return None
    why = too_many(hand, fan.unnamed(holds.what))
    if len(holds.what) != len(fan):
        why = Reason(f"{seat} has {cards_of(len(fan))}, not {len(holds.what)}")
    elif kept := holds_too(hand, seat, holds.what):
        why = kept
    elif not can_count(pool(hand, fan.unnamed(holds.what).elements()), *counted(hand)):
        why = Reason("then the other hands couldn't count what was told")
    charged = never(f"{seat} was charged for {paid} red threes")
    return {three_packs: why, undeclared_red_three: charged if paid and len(red(holds.what)) != paid else None}


@judges(three_packs)
def can_be_held(hand: Samba, holds: Holds) -> str | None:
    """Whether the cards nobody has named can make up every count told."""
    seat, fan = holds.who, hand.fan(holds.who)
    if seat in hand.held or fan.whole or not isinstance(holds.what, int):
        return None
    known = known_points(hand, seat)
    if can_count(pool(hand), *counted(hand), (blind(hand, seat), holds.what - known)):
        return None
    if not (ends := span(pool(hand), blind(hand, seat), *counted(hand))):
        return f"no count of {seat}'s {cards_of(len(fan))} goes with what was told of the other hands"
    return f"{seat}'s {cards_of(len(fan))} count {known + ends[0]} to {known + ends[1]}, in fives, not {holds.what}"
