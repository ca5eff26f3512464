"""Evidence when cards are exchanged: what a hand may hold after some cards were thrown and others drawn.

Cards flow from where they were drawn to where they are now: in the hand, or played unseen. A fact is proven if no flow
without it matches the reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from referee.cards import UNKNOWN, Card, Cards
from referee.kit.layout import Layout
from referee.language.reports import Blind, Report
from referee.language.words import Seat

if TYPE_CHECKING:
    from referee.kit.tricks import Plays


class Changes(Report):
    """cards thrown or drawn, named in part, or their number"""

    cards: int | Blind

    @property
    def count(self) -> int:
        return self.cards if isinstance(self.cards, int) else len(self.cards)

    @property
    def named(self) -> Cards:
        return () if isinstance(self.cards, int) else tuple([card for card in self.cards if card is not UNKNOWN])


@dataclass
class Batch:
    """Cards drawn together: the named ones, how many more, and how many of those held before may still be there."""

    named: dict[Card, Report] = field(default_factory=dict)
    blind: int = 0
    before: int = 0


@dataclass(eq=False)
class Lack:
    """Cards that a player had none of when playing another, if the play was correct."""

    play: Plays
    rule: Any
    cards: frozenset[Card]


@dataclass
class Changed:
    """One player's cards, as far as they were reported.

    ``shown`` has cards that were seen in the hand and not played since, except unseen. ``untold`` has each batch of
    cards played unseen: how many, and what the hand was lacking then.
    """

    batches: list[Batch]
    size: int
    shown: dict[Card, tuple[Report, int]] = field(default_factory=dict)  # and batches played unseen before
    untold: list[tuple[int, list[Lack]]] = field(default_factory=list)
    lacks: list[Lack] = field(default_factory=list)

    @classmethod
    def dealt(cls, size: int, *cards: Card, told: Report | None = None) -> Changed:
        """A hand as it was dealt: ``size`` cards, some of them named."""
        named = dict.fromkeys(cards, told) if told else {}
        return cls([Batch(named, size - len(named))], size)

    def copy(self) -> Changed:
        batches = [replace(batch, named=dict(batch.named)) for batch in self.batches]
        return Changed(batches, self.size, dict(self.shown), self.untold, list(self.lacks))

    @property
    def reports(self) -> dict[Card, Report]:
        """Cards named that may be in the hand, with the reports that named them."""
        entered: dict[Card, Report] = {}
        for batch in self.batches:
            entered |= batch.named
        for card, (report, _) in self.shown.items():
            entered[card] = report
        return entered

    def leave(self, card: Card) -> bool:
        """Removes a card from the hand.

        If it may have come at several times, the last is assumed, which restricts the others least.

        Returns False if the card can't have been there.
        """
        self.size -= 1
        if self.shown.pop(card, None):
            return True
        came = next((i for i, batch in enumerate(self.batches) if card in batch.named), None)
        if came is None:
            came = max((i for i, batch in enumerate(self.batches) if batch.blind), default=None)
        if came is None:
            return False
        if not self.batches[came].named.pop(card, None):
            self.batches[came].blind -= 1
        for batch in self.batches[came + 1 :]:
            batch.before -= 1
        return all(batch.before >= 0 for batch in self.batches)

    def show(self, report: Report, card: Card) -> bool:
        """Records that a card was seen and stays in the hand."""
        place = self.leave(card)
        self.size += 1
        self.shown[card] = report, len(self.untold)
        return place

    def change(self, thrown: Cards, count: int) -> None:
        """Throws ``count`` cards, some of them named, and draws as many."""
        for card in thrown:
            self.leave(card)
        self.size -= count - len(thrown)
        self.batches.append(Batch(blind=count, before=self.size))
        self.size += count

    def draw(self, report: Report, named: Cards, count: int, thrown: int) -> None:
        """Records which cards were drawn, and how many, in place of ``thrown`` cards."""
        batch = self.batches[-1]
        batch.named = dict.fromkeys(named, report)
        batch.blind = count - len(batch.named)
        self.size += count - thrown

    def change_unnamed(self, most: int) -> None:
        """Records that an unknown number of cards was exchanged."""
        self.batches.append(Batch(blind=min(self.size, most), before=self.size))

    def play_without_name(self, cards: int) -> None:
        if cards > 0:
            self.untold.append((cards, list(self.lacks)))
            self.size -= cards


def can_be_laid(pack: Iterable[Card], holdings: Mapping[Seat, Changed], lacking: bool = True) -> bool:
    """Whether a layout of the unseen cards exists that matches every report, and every `Lack` if ``lacking``.

    Cards flow from where they were drawn to where they are now. Cards that may be in the same places are
    interchangeable.
    """
    layout = Layout()
    places: list[tuple[Any, set[Card]]] = []  # with the cards that can't be there
    lots: Counter[tuple[Any, frozenset[Any]]] = Counter()
    told: set[Card] = set()
    for seat, holding in holdings.items():
        told.update(holding.reports)
        mine = []
        for i, (count, lacks) in enumerate([*holding.untold, (holding.size, holding.lacks)]):
            barred = {card for lack in lacks if lacking and lack in holding.lacks for card in lack.cards}
            mine.append(((seat, "place", i), barred))
            layout.place((seat, "place", i), count)
        held = holding.size + sum(count for count, _ in holding.untold)
        if holding.size < 0 or held < len(holding.shown):
            return False
        layout.put((seat, len(holding.batches) - 1), held - len(holding.shown), {})
        for card, (_, since) in holding.shown.items():
            layout.put((seat, "shown", card), 1, {})
            lots[(seat, "shown", card), frozenset([place for place, barred in mine[since:] if card not in barred])] += 1
        for i, batch in enumerate(holding.batches):
            layout.let_pass((seat, i), {(seat, i - 1): batch.before if i else 0, (seat, i, "blind"): batch.blind})
            for card in batch.named:
                lots[(seat, i), frozenset([place for place, barred in mine if card not in barred])] += 1
        places += mine
    anywhere = frozenset([place for place, _ in places])
    somewhere_barred: set[Card] = set().union(*[barred for _, barred in places])
    for card in pack:
        if card not in told:
            open_to = anywhere
            if card in somewhere_barred:
                open_to = frozenset([place for place, barred in places if card not in barred])
            lots[None, open_to] = lots.get((None, open_to), 0) + 1
    blind = [(seat, i, "blind") for seat, holding in holdings.items() for i in range(len(holding.batches))]
    for (origin, open_to), count in lots.items():
        lot = (origin, open_to)
        for source in [origin] if origin else blind:
            layout.let_pass(source, {lot: count})
        layout.let_pass(lot, {(lot, "lies"): count})
        layout.let_pass((lot, "lies"), dict.fromkeys(open_to, count))
    return layout.is_possible()
