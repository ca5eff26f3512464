"""Hands of cards that may exist several times, as far as they are known: some cards by name, others by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.cards import UNKNOWN, Card, Rank
from referee.game.asks import at
from referee.game.common_reports import Dealt
from referee.game.game import Hand
from referee.kit.messages import cards_of, lines, told_before
from referee.language.reports import Report
from referee.language.words import Seat, so_often
from referee.rules.rule import Reason, cannot_happen, miscounted


@dataclass
class CountedHolding:
    """A hand of cards of which there are several alike: those that are known, and how many nobody named.

    ``told`` has the report that told each known card last.
    """

    known: Counter[Card] = field(default_factory=Counter)
    blind: int = 0
    told: dict[Card, Report] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(self.known.values()) + self.blind

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
                self.known[card] = self.known.get(card, 0) + 1
                self.told[card] = report

    def lose(self, *cards: Card) -> list[Card]:
        """Cards leave the hand; those among them that nobody had named."""
        fresh, known = [], self.known
        for card in cards:
            if (held := known.get(card, 0)) > 1:
                known[card] = held - 1
            elif held:
                del known[card]
            else:
                fresh.append(card)
        self.blind -= len(fresh)
        return fresh

    def unnamed(self, cards: Iterable[Card]) -> Counter[Card]:
        """Those of these cards that must be among the blind ones."""
        unnamed = Counter(cards)
        for card in unnamed.keys() & self.known.keys():
            if unnamed[card] > self.known[card]:
                unnamed[card] -= self.known[card]
            else:
                unnamed.pop(card)
        return unnamed

    @property
    def proof(self) -> list[Report]:
        """The reports that told this hand, the first of them."""
        return list({report.line: report for report in self.told.values()}.values())[:3]


@dataclass
class CountedHand(Hand):
    """A hand of a game in which every card exists several times, and what players hold is known in part."""

    each: int = 0  # cards dealt to each
    stock: int = 0  # cards that nobody has yet
    holdings: dict[Seat, CountedHolding] = field(default_factory=dict)

    def deal_cards(self, each: int) -> None:
        """Everybody gets so many cards, unseen."""
        self.each = each
        self.holdings = {seat: CountedHolding(blind=each) for seat in self.seats}

    def holding(self, seat: Seat) -> CountedHolding:
        holding = self.holdings.get(seat)
        return CountedHolding() if holding is None else holding

    def known(self, seat: Seat) -> Iterable[Card]:
        return list(self.holding(seat).known)

    def left(self, card: Card) -> int:
        """How many cards like this one nobody has named."""
        return self.pack.copies.get(card, 0) - len(self.seen.get(card, ()))

    @property
    def unnamed(self) -> Counter[Card]:
        """Every card that nobody has named, as often as it is there."""
        seen = self.seen
        return Counter({card: copies - len(seen.get(card, ())) for card, copies in self.pack.copies.items()})

    def may_hold(self, seat: Seat) -> Counter[Card]:
        """Every card that SEAT may hold, as often as it may."""
        holding = self.holding(seat)
        return holding.known + Counter({card: min(left, holding.blind) for card, left in self.unnamed.items()})

    def may_hold_of(self, seat: Seat, rank: Rank) -> int:
        """How many cards of a rank SEAT may hold at most."""
        holding = self.holding(seat)
        unseen = sum([self.left(card) for card in self.pack if card.rank == rank])
        return sum([n for card, n in holding.known.items() if card.rank == rank]) + min(holding.blind, unseen)

    def part_with(self, act: Report, *cards: Card) -> None:
        """Cards leave a hand before everybody's eyes."""
        self.tell(act, *self.holdings[act.who].lose(*[card.face for card in cards]))

    def show(self, seat: Seat, report: Report, cards: Iterable[Card]) -> None:
        """Every card of a hand becomes known."""
        holding = self.holdings[seat]
        fresh = list(holding.unnamed(cards).elements())
        holding.blind = 0
        holding.gain(report, *fresh)
        self.tell(report, *fresh)


def hand_sizes(hand: CountedHand) -> dict[Seat, int]:
    """How many cards everybody has."""
    return {seat: len(holding) for seat, holding in hand.holdings.items()}


def too_many(hand: CountedHand, named: Counter[Card]) -> Reason | None:
    """Why cards can't be told besides those that were: there aren't so many of them."""
    for card, number in named.items():
        if number > hand.left(card):
            told, copies = hand.seen.get(card, []), hand.pack.copies.get(card, 0)
            lines = ", ".join(dict.fromkeys(at(report) for report in told))
            if copies == 1:
                return Reason(
                    f"{card.pretty} {f'is already accounted for ({lines})' if told else 'is named twice'}",
                    *told,
                    about=card,
                )
            before = (
                f", and all are accounted for ({lines})"
                if len(told) >= copies
                else f" and has come up {so_often(len(told))} ({lines})"
                if told
                else ""
            )
            there = f"is in the pack {so_often(copies)}" if copies else "isn't in this pack"
            return Reason(f"{card.pretty} {there}{before}", *told, about=card)
    return None


def can_have(hand: CountedHand, seat: Seat, cards: Sequence[Card], *, sized: bool = True) -> Reason | None:
    """Why these cards can't all be in a hand: it is smaller, or known without them, or they lie elsewhere.

    Where the hand isn't ``sized`` it may have turned out to be larger.
    """
    holding = hand.holding(seat)
    more = max(0, len(cards) - len(holding))
    if more and sized:
        return Reason(f"{seat} has {cards_of(len(holding))}, not {len(cards)}")
    blind = holding.unnamed([card.face for card in cards])
    if blind.total() <= holding.blind + more:
        return too_many(hand, blind)
    card = next(iter(blind))
    return Reason(
        f"{seat} has no {'other ' * bool(holding.known[card])}{card.pretty}{lines(holding.proof)}",
        *holding.proof,
        about=card,
    )


def as_dealt(hand: CountedHand, dealt: Dealt) -> tuple[str | None, str | None]:
    """Cards told as dealt: as many as everybody gets, and, by a second rule, no more of a kind than there are."""
    wrong = None
    if len(dealt.cards) != hand.each and dealt.who not in hand.dealt:
        why = f"each player is dealt {cards_of(hand.each)}, not {len(dealt.cards)}"
        wrong = miscounted(why) if len(dealt.cards) <= hand.each + hand.stock else cannot_happen(why)
    return wrong, fresh_deal(hand, dealt)


def holds_too(hand: CountedHand, seat: Seat, cards: Iterable[Card]) -> Reason | None:
    """Why these can't be all the cards of a hand: it is known to have another one."""
    holding = hand.holding(seat)
    card = next(iter(holding.known - Counter(cards)), None)
    if card is None:
        return None
    told = holding.told[card]
    return Reason(f"{seat} also has {card.pretty} ({at(told)})", told, about=card)


def fresh_deal(hand: CountedHand, dealt: Dealt) -> Reason | None:
    """Why cards can't have been dealt: others were told before, or there aren't so many of them."""
    return told_before(hand, dealt) or too_many(hand, Counter([card for card in dealt.cards if card is not UNKNOWN]))


def take_up(hand: CountedHand, dealt: Dealt) -> None:
    """Cards told as dealt become known cards of the hand; more or fewer than are due leave another stock."""
    hand.stock -= len(dealt.cards) - hand.each
    hand.holdings[dealt.who] = CountedHolding()
    hand.holdings[dealt.who].gain(dealt, *dealt.cards)
    hand.tell(dealt, *[card for card in dealt.cards if card is not UNKNOWN])
