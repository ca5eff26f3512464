"""Hands of cards that may exist several times, as far as they are known: some cards by name, others by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.cards import UNKNOWN, Card, Rank
from referee.core import Dealt, Hand, Reason, Report, Seat, at, never
from referee.kit.messages import cards_of, lines, told_before


@dataclass
class Fan:
    """A hand of cards of which there are several alike: those that are known, and how many nobody named.

    ``told`` has the report that told each known card last.
    """

    known: Counter[Card] = field(default_factory=Counter)
    blind: int = 0
    told: dict[Card, Report] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.known.total() + self.blind

    @property
    def whole(self) -> bool:
        """Every card of the hand is known."""
        return self.blind == 0

    def gain(self, report: Report, *cards: Card) -> None:
        """Takes up cards, also such as nobody named."""
        for card in cards:
            if card is UNKNOWN:
                self.blind += 1
            else:
                self.known[card] += 1
                self.told[card] = report

    def lose(self, *cards: Card) -> list[Card]:
        """Cards leave the hand; those among them that nobody had named."""
        fresh = list(self.unnamed(cards).elements())
        self.known -= Counter(cards)
        self.blind -= len(fresh)
        return fresh

    def unnamed(self, cards: Iterable[Card]) -> Counter[Card]:
        """Those of these cards that must be among the blind ones."""
        return Counter(cards) - self.known

    @property
    def proof(self) -> list[Report]:
        """The reports that told this hand, the first of them."""
        return list({report.line: report for report in self.told.values()}.values())[:3]


@dataclass
class FanHand(Hand):
    """A hand of a game in which every card exists several times, and what players hold is known in part."""

    each: int = 0  # cards dealt to each
    fans: dict[Seat, Fan] = field(default_factory=dict)

    def deal_cards(self, each: int) -> None:
        """Everybody gets so many cards, unseen."""
        self.each = each
        self.fans = {seat: Fan(blind=each) for seat in self.seats}

    def fan(self, seat: Seat) -> Fan:
        fan = self.fans.get(seat)
        return Fan() if fan is None else fan

    def known(self, seat: Seat) -> Iterable[Card]:
        return list(self.fan(seat).known)

    def left(self, card: Card) -> int:
        """How many cards like this one nobody has named."""
        return self.pack.copies.get(card, 0) - len(self.seen.get(card, ()))

    @property
    def unnamed(self) -> Counter[Card]:
        """Every card that nobody has named, as often as it is there."""
        return Counter({card: self.left(card) for card in self.pack})

    def may_hold(self, seat: Seat) -> Counter[Card]:
        """Every card that SEAT may hold, as often as it may."""
        fan = self.fan(seat)
        return fan.known + Counter({card: min(self.left(card), fan.blind) for card in self.pack})

    def may_hold_of(self, seat: Seat, rank: Rank) -> int:
        """How many cards of a rank SEAT may hold at most."""
        fan = self.fan(seat)
        unseen = sum(self.left(card) for card in self.pack if card.rank == rank)
        return sum(n for card, n in fan.known.items() if card.rank == rank) + min(fan.blind, unseen)

    def part_with(self, act: Report, *cards: Card) -> None:
        """Cards leave a hand before everybody's eyes."""
        self.tell(act, *self.fans[act.who].lose(*(card.face for card in cards)))

    def show(self, seat: Seat, report: Report, cards: Iterable[Card]) -> None:
        """Every card of a hand becomes known."""
        fan = self.fans[seat]
        fresh = list(fan.unnamed(cards).elements())
        fan.blind = 0
        fan.gain(report, *fresh)
        self.tell(report, *fresh)


def hand_sizes(hand: FanHand) -> dict[Seat, int]:
    """How many cards everybody has."""
    return {seat: len(fan) for seat, fan in hand.fans.items()}


def too_many(hand: FanHand, named: Counter[Card]) -> Reason | None:
    """Why cards can't be told besides those that were: there aren't so many of them."""
    for card, number in named.items():
        if number > hand.left(card):
            told, copies = hand.seen.get(card, []), hand.pack.copies.get(card, 0)
            lines = ", ".join(dict.fromkeys(at(report) for report in told))
            if copies == 1:
                return Reason(f"{card.pretty} {f'was told before ({lines})' if told else 'is named twice'}", *told)
            before = f", and {len(told)} {'was' if len(told) == 1 else 'were'} told before ({lines})" if told else ""
            return Reason(f"there are {copies} {card.pretty} in all{before}", *told)
    return None


def can_have(hand: FanHand, seat: Seat, cards: Sequence[Card]) -> Reason | None:
    """Why these cards can't all be in a hand: it is smaller, or known without them, or they lie elsewhere."""
    fan = hand.fan(seat)
    if len(cards) > len(fan):
        return Reason(f"{seat} has {cards_of(len(fan))}, not {len(cards)}")
    blind = fan.unnamed(card.face for card in cards)
    if blind.total() <= fan.blind:
        return too_many(hand, blind)
    card = next(iter(blind))
    return Reason(f"{seat} holds no {'further ' * bool(fan.known[card])}{card.pretty}{lines(fan.proof)}", *fan.proof)


def as_dealt(hand: FanHand, dealt: Dealt) -> tuple[str | None, str | None]:
    """Cards told as dealt: as many as everybody gets, and, by a second rule, no more of a kind than there are."""
    wrong = None
    if len(dealt.cards) != hand.each and dealt.who not in hand.dealt:
        wrong = never(f"{cards_of(hand.each)} each are dealt, not {len(dealt.cards)}")
    return wrong, fresh_deal(hand, dealt)


def holds_too(hand: FanHand, seat: Seat, cards: Iterable[Card]) -> Reason | None:
    """Why these can't be all the cards of a hand: it is known to have another one."""
    fan = hand.fan(seat)
    card = next(iter(fan.known - Counter(cards)), None)
    return Reason(f"{seat} holds {card.pretty} too ({at(fan.told[card])})", fan.told[card]) if card else None


def fresh_deal(hand: FanHand, dealt: Dealt) -> Reason | None:
    """Why cards can't have been dealt: others were told before, or there aren't so many of them."""
    return told_before(hand, dealt) or too_many(hand, Counter(card for card in dealt.cards if card is not UNKNOWN))


def take_up(hand: FanHand, dealt: Dealt) -> None:
    """Cards told as dealt become known cards of the hand."""
    hand.fans[dealt.who] = Fan()
    hand.fans[dealt.who].gain(dealt, *dealt.cards)
    hand.tell(dealt, *(card for card in dealt.cards if card is not UNKNOWN))
