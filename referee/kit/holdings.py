"""What a player holds, as far as the table has told: known cards, and how many more nobody named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from referee.cards import UNKNOWN, Card
from referee.core import Dealt, Hand, Report, Seat, Why, at, check


@dataclass
class Holding:
    """The cards of one hand in a pack that has each once.

    ``known`` has the report that told each card; ``blind`` counts the cards nobody named; ``slack`` is how
    many of the known ones may have gone in an exchange that was told only as a number.
    """

    known: dict[Card, Report] = field(default_factory=dict)
    blind: int = 0
    slack: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.blind - self.slack

    @property
    def whole(self) -> bool:
        """Every card of the hand is known."""
        return self.blind == 0 and self.slack == 0

    def surely(self, such: Callable[[Card], bool]) -> list[Card]:
        """Known cards of a kind, where at least one of them must still be there."""
        some = [card for card in self.known if such(card)]
        return some if len(some) > self.slack else []

    def may_hold(self, card: Card) -> bool:
        return card in self.known or self.blind > 0

    def gain(self, report: Report, *cards: Card, blind: int = 0) -> None:
        """Takes up cards, and so many nobody named."""
        for card in cards:
            if card is UNKNOWN:
                blind += 1
            else:
                self.known[card] = report
        self.blind += blind

    def lose(self, *cards: Card) -> None:
        """Cards leave the hand."""
        for card in cards:
            if card in self.known:
                del self.known[card]
            elif self.blind:
                self.blind -= 1
        self._settle()

    def lose_unnamed(self, count: int) -> None:
        """So many cards leave the hand, and nobody says which."""
        self.slack += count
        self._settle()

    def _settle(self) -> None:
        """What was thrown unnamed beyond the known cards was none of them; hands without a choice are certain."""
        if (more := self.slack - len(self.known)) > 0:
            self.slack -= more
            self.blind = max(self.blind - more, 0)
        if self.slack and not self.blind and self.slack == len(self.known):
            self.known.clear()
            self.slack = 0


@dataclass
class HeldHand(Hand):
    """A hand of a game in which every player holds cards of a pack that has each once."""

    holdings: dict[Seat, Holding] = field(default_factory=dict)

    def hold(self, seat: Seat) -> Holding:
        return self.holdings.setdefault(seat, Holding())

    def known(self, seat: Seat) -> list[Card]:
        return list(self.holdings[seat].known) if seat in self.holdings else []

    def holder(self, card: Card) -> tuple[Seat, Report] | None:
        """Who is known to hold a card, and the report that told it."""
        for seat, holding in self.holdings.items():
            if card in holding.known and not holding.slack:
                return seat, holding.known[card]
        return None

    def may_hold(self, seat: Seat) -> list[Card]:
        """Every card that SEAT may hold, as far as the reports tell."""
        holding = self.hold(seat)
        if holding.whole:
            return list(holding.known)
        return [card for card in self.unseen() if card in holding.known or self.holder(card) is None]


def fresh(hand: Hand, *cards: Card, to: Seat | None = None) -> Why | None:
    """Why cards can't be told now: told before, named twice, or known to be in another hand."""
    named: set[Card] = set()
    for card in cards:
        if card is UNKNOWN:
            continue
        if card in named:
            return Why(f"{card.pretty} is named twice")
        named.add(card)
        if told := hand.seen.get(card):
            return Why(f"{card.pretty} was told before ({at(told[-1])}: {told[-1].text})", told[-1])
        if isinstance(hand, HeldHand) and (held := hand.holder(card)) and held[0] != to:
            return Why(f"{held[0]} holds {card.pretty} ({at(held[1])})", held[1])
    return None


def held(hand: HeldHand, seat: Seat, *cards: Card) -> Why | None:
    """Why SEAT can't have parted with these cards: they lie elsewhere, or the whole hand is known without them."""
    if why := fresh(hand, *cards, to=seat):
        return why
    if seat not in hand.holdings:
        return None
    holding = hand.holdings[seat]
    if len(cards) > len(holding):
        return Why(f"{seat} holds {len(holding)} cards, not {len(cards)}")
    missing = [card for card in cards if card is not UNKNOWN and card not in holding.known]
    if len(missing) > holding.blind:
        proof = tuple(dict.fromkeys((*holding.known.values(), *((hand.dealt[seat],) if seat in hand.dealt else ()))))
        lines = f" ({at(proof[0])})" if proof else ""
        return Why(f"{seat} holds no {missing[0].pretty}{lines}", *proof)
    return None


@check("one-pack")
def from_the_pack(hand: HeldHand, report: Dealt) -> str | None:
    """Cards told as dealt: as many as a hand has, and none of them elsewhere."""
    holding = hand.hold(report.who)
    if report.who in hand.dealt:
        before = hand.dealt[report.who]
        return Why(f"{report.who}'s cards were told before ({at(before)})", before)
    if len(report.cards) != len(holding):
        return f"{report.who} was dealt {len(holding)} cards, not {len(report.cards)}"
    return fresh(hand, *report.cards)


def take_up(hand: HeldHand, report: Dealt) -> None:
    """Cards told as dealt become known cards of the hand."""
    hand.holdings[report.who] = Holding()
    hand.holdings[report.who].gain(report, *report.cards)
