"""What a player holds, as far as it was reported: known cards, and the number of unknown ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.cards import UNKNOWN, Card, Suit
from referee.game.asks import at
from referee.game.common_reports import Dealt
from referee.game.game import Hand
from referee.kit.evidence import Part, Share, Void, barred_by, counted
from referee.kit.messages import entered_before, lines
from referee.language.reports import Report
from referee.language.words import Seat, so_many
from referee.rules.rule import Reason, cannot_happen, miscounted


@dataclass
class Holding:
    """The cards of one hand, from a pack without duplicates.

    ``known`` has the report that named each card; ``blind`` counts unknown cards. Some of the known cards may be gone:
    between ``least`` and ``slack`` of them were thrown in an exchange that was reported only as a number, but none of
    those in ``came``, which came later. Cards may also have been played in tricks that weren't reported: ``untold`` has
    how many each time, after plays that were correct only without some suit. If cards were passed, they are in the hand
    of the player with the number ``passed_to``.
    """

    known: dict[Card, Report] = field(default_factory=dict)
    blind: int = 0
    slack: int = 0
    least: int = 0
    came: set[Card] = field(default_factory=set)
    untold: list[tuple[int, tuple[Void, ...]]] = field(default_factory=list)
    passed_to: int | None = None
    _share: tuple[Any, Share] | None = field(default=None, init=False, repr=False, compare=False)

    def __len__(self) -> int:
        cards = len(self.known) + self.blind - self.slack
        return max(0, cards - self.played_unnamed) if self.untold else max(0, cards)

    @property
    def played_unnamed(self) -> int:
        return sum([count for count, _ in self.untold]) if self.untold else 0

    @property
    def whole(self) -> bool:
        """Whether every card of the hand is known."""
        return not len(self) or (self.blind == 0 and self.slack == 0 and not self.untold)

    @property
    def loose(self) -> list[Card]:
        """Known cards that may have been thrown."""
        return [card for card in self.known if card not in self.came] if self.slack else []

    def surely(self, fits: Callable[[Card], bool]) -> list[Card]:
        """Known cards that fit, if at least one of them must still be there; otherwise empty."""
        fitting = [card for card in self.known if fits(card)]
        thrown = min(self.slack, sum(card not in self.came for card in fitting))
        return fitting if len(fitting) > thrown + self.played_unnamed else []

    def may_hold(self, card: Card) -> bool:
        return card in self.known or self.blind > 0

    def gain(self, report: Report, *cards: Card, blind: int = 0) -> None:
        """Adds cards, and ``blind`` unknown ones."""
        for card in cards:
            if card is UNKNOWN:
                blind += 1
            else:
                self.known[card] = report
                if self.slack:
                    self.came.add(card)
        self.blind += blind

    def lose(self, *cards: Card) -> None:
        """Removes cards from the hand."""
        for card in cards:
            if card in self.known:
                del self.known[card]
            elif self.blind:
                self.blind -= 1
        self._settle()

    def throw_unnamed(self, count: int) -> None:
        """Throws ``count`` unknown cards."""
        self.slack += count
        self.least = max(self.least, self.slack - self.blind)
        self.came.clear()
        self._settle()

    def was_thrown(self, card: Card) -> None:
        """Records that a known card was among those thrown."""
        del self.known[card]
        self.slack, self.least = max(0, self.slack - 1), max(0, self.least - 1)

    def kept_all(self) -> None:
        """Records that none of the known cards was thrown."""
        self.blind -= self.slack
        self.slack = self.least = 0

    def play_unnamed(self, count: int, voids: Iterable[Void] = ()) -> None:
        """Plays ``count`` unknown cards, at a time when the player seemed to be out of some suits."""
        if count > 0:
            self.untold.append((count, tuple(voids)))

    def _settle(self) -> None:
        """Settles unknown thrown cards beyond the number of known ones: they can't have been known."""
        if self.slack and (more := self.slack - len(self.loose)) > 0:
            self.slack -= more
            self.blind = max(self.blind - more, 0)

    def share(
        self, suit_of: Callable[[Card], Suit], believed: Collection[Void] = (), playing: Card | None = None
    ) -> Share:
        """The hand as used for counting, assuming that some plays show it to be out of a suit, with a card in play."""
        if believed or playing:
            return self._counted(suit_of, believed, playing)
        now = suit_of, {*self.known}, self.blind, self.slack, self.least, {*self.came}, len(self.untold)
        if self._share is None or self._share[0] != now:  # otherwise nothing has changed since
            self._share = now, self._counted(suit_of)
        return self._share[1]

    def _counted(
        self, suit_of: Callable[[Card], Suit], believed: Collection[Void] = (), playing: Card | None = None
    ) -> Share:
        parts = []
        if self.untold:
            parts = [
                Part(count, barred_by(void for void in believed if void in before)) for count, before in self.untold
            ]
        parts.append(Part(len(self) - (playing is not None), barred_by(believed) if believed else set()))
        if not self.known:
            return Share(parts)
        known = [card for card in self.known if card is not playing]
        if not self.slack:
            return Share(parts, counted(map(suit_of, known)))
        came = counted(suit_of(card) for card in known if card in self.came)
        loose = counted(suit_of(card) for card in known if card not in self.came)
        return Share(parts, came, loose, (self.least, self.slack), self.passed_to)


@dataclass
class HeldHand(Hand):
    """A hand of a game in which players hold cards from a pack without duplicates."""

    holdings: dict[Seat, Holding] = field(default_factory=dict)

    def hold(self, seat: Seat) -> Holding:
        holding = self.holdings.get(seat)
        if holding is None:
            holding = self.holdings[seat] = Holding()
        return holding

    def known(self, seat: Seat) -> list[Card]:
        return [card for card in self.holdings[seat].known if card not in self.seen] if seat in self.holdings else []

    def holder(self, card: Card) -> tuple[Seat, Report] | None:
        """The player known to have a card that hasn't been named since, and the report that named it."""
        for seat, holding in self.holdings.items():
            if card in holding.known:
                return seat, holding.known[card]
        return None

    def may_hold(self, seat: Seat) -> list[Card]:
        """Every card that ``seat`` may hold, as far as the reports show."""
        holding = self.hold(seat)
        if not len(holding):
            return []
        if not holding.blind:
            return self.known(seat)
        return [
            card
            for card in self.unseen()
            if card in holding.known or self.holder(card) is None or self.passed_by(seat, card) is not None
        ]

    def passed_by(self, seat: Seat, card: Card) -> Holding | None:
        """The hand from which ``seat`` may have got a card that was passed on."""
        for holding in self.holdings.values():
            if holding.passed_to is not None and self.seats[holding.passed_to] == seat and card in holding.loose:
                return holding
        return None


def fresh(hand: Hand, *cards: Card, to: Seat | None = None) -> Reason | None:
    """Why these cards can't be named now: named before, named twice, or known to be in another hand."""
    named: set[Card] = set()
    for card in cards:
        if card is UNKNOWN:
            continue
        if card in named:
            return Reason(f"{card.pretty} is named twice", about=card)
        named.add(card)
        if reports := hand.seen.get(card):
            return Reason(
                f"{card.pretty} is already accounted for ({at(reports[-1])}: {reports[-1].text})",
                reports[-1],
                about=card,
            )
        if isinstance(hand, HeldHand) and (held := hand.holder(card)) and held[0] != to:
            if to and hand.passed_by(to, card) is not None:
                continue
            return Reason(f"{held[0]} has {card.pretty} ({at(held[1])})", held[1], about=card)
    return None


def untold(hand: HeldHand, report: Any) -> Reason | None:
    """Checks that the cards of a report are named for the first time."""
    return fresh(hand, *(report.cards if hasattr(report, "cards") else (report.card,)))


def held(hand: HeldHand, seat: Seat, *cards: Card) -> Reason | None:
    """Why ``seat`` can't have given up these cards: they are elsewhere, or the whole hand is known without them."""
    if why := fresh(hand, *cards, to=seat):
        return why
    if seat not in hand.holdings:
        return None
    holding = hand.holdings[seat]
    if len(cards) > (number := len(holding)):
        return Reason(f"{seat} holds {number or 'no'} card{'s' * (number != 1)}, not {len(cards)}")
    missing = [card for card in cards if card is not UNKNOWN and card not in holding.known]
    if holding.least and holding.least > sum(card not in cards for card in holding.loose):
        missing = [card for card in cards if card in holding.loose]  # some of these were thrown
    if len(missing) > holding.blind or (missing and missing[0] in holding.known):
        proof = tuple(dict.fromkeys((*holding.known.values(), *((hand.dealt[seat],) if seat in hand.dealt else ()))))
        return Reason(f"{seat} doesn't have {missing[0].pretty}{lines(proof[:1])}", *proof, about=missing[0])
    return None


def from_the_pack(hand: HeldHand, report: Dealt) -> str | None:
    """Checks dealt cards: as many as the hand has, and none of them elsewhere."""
    due, number = len(hand.hold(report.who)), len(report.cards)
    if number != due and report.who not in hand.dealt:
        why = f"{report.who} must be dealt {so_many(due, 'card')}, not {number}"
        undealt = len(hand.pack) - sum(map(len, hand.holdings.values()))
        return miscounted(why) if undealt and number <= due + undealt else cannot_happen(why)
    return entered_before(hand, report) or fresh(hand, *report.cards)


def take_up(hand: HeldHand, report: Dealt) -> None:
    """Makes dealt cards known."""
    report = hand.with_copies(report)
    hand.holdings[report.who] = Holding()
    hand.holdings[report.who].gain(report, *report.cards)
