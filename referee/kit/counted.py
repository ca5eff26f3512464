"""Holdings in packs with duplicate cards: some cards are known by name, others only by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.cards import UNKNOWN, Card, Rank
from referee.game.asks import at
from referee.game.common_reports import Dealt
from referee.game.game import Hand
from referee.kit.messages import cards_of, entered_before, entered_in, lines
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.rule import Reason, cannot_happen, in_letters, miscounted


@dataclass
class CountedHolding:
    """One player's cards from a pack with duplicates: the known ones, and the number of unknown ones.

    ``told`` has the last report that named each known card.
    """

    known: Counter[Card] = field(default_factory=Counter)
    blind: int = 0
    reports: dict[Card, Report] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(self.known.values()) + self.blind

    @property
    def whole(self) -> bool:
        """Whether every card of the hand is known."""
        return self.blind == 0

    def gain(self, report: Report, *cards: Card) -> None:
        """Adds cards, named or unknown."""
        for card in cards:
            if card is UNKNOWN:
                self.blind += 1
            else:
                self.known[card] = self.known.get(card, 0) + 1
                self.reports[card] = report

    def lose(self, *cards: Card) -> list[Card]:
        """Removes cards. Returns those that hadn't been known."""
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
        """The cards among these that must come from the unknown ones."""
        unnamed = Counter(cards)
        for card in unnamed.keys() & self.known.keys():
            if unnamed[card] > self.known[card]:
                unnamed[card] -= self.known[card]
            else:
                unnamed.pop(card)
        return unnamed

    @property
    def proof(self) -> list[Report]:
        """The first few reports that named cards of this hand."""
        return list({report.line: report for report in self.reports.values()}.values())[:3]


@dataclass
class CountedHand(Hand):
    """A hand of a game with duplicate cards, in which players' cards are known in part."""

    each: int = 0  # cards dealt to each player
    stock: int = 0  # cards that nobody has yet
    holdings: dict[Seat, CountedHolding] = field(default_factory=dict)

    def deal_cards(self, each: int) -> None:
        """Gives every player that many unknown cards."""
        self.each = each
        self.holdings = {seat: CountedHolding(blind=each) for seat in self.seats}

    def holding(self, seat: Seat) -> CountedHolding:
        holding = self.holdings.get(seat)
        return CountedHolding() if holding is None else holding

    def known(self, seat: Seat) -> Iterable[Card]:
        return list(self.holding(seat).known)

    def left(self, card: Card) -> int:
        """How many copies of a card haven't been named."""
        return self.pack.copies.get(card, 0) - len(self.seen.get(card, ()))

    @property
    def unnamed(self) -> Counter[Card]:
        """Every card with copies that haven't been named, and how many."""
        seen = self.seen
        return Counter({card: copies - len(seen.get(card, ())) for card, copies in self.pack.copies.items()})

    def may_hold(self, seat: Seat) -> Counter[Card]:
        """Every card that ``seat`` may hold, and how many copies at most."""
        holding = self.holding(seat)
        return holding.known + Counter({card: min(left, holding.blind) for card, left in self.unnamed.items()})

    def may_hold_of(self, seat: Seat, rank: Rank) -> int:
        """How many cards of a rank ``seat`` may hold at most."""
        holding = self.holding(seat)
        unseen = sum([self.left(card) for card in self.pack if card.rank == rank])
        return sum([n for card, n in holding.known.items() if card.rank == rank]) + min(holding.blind, unseen)

    def enlarge(self, seat: Seat, number: int) -> None:
        """Enlarges a hand that turns out to have ``number`` cards, more than were counted. They came from the stock."""
        if (more := number - len(self.holdings[seat])) > 0:
            self.holdings[seat].blind += more
            self.stock -= min(more, self.stock)

    def part_with(self, act: Report, *cards: Card) -> None:
        """Removes cards that everybody has seen from a hand."""
        self.enlarge(act.who, len(cards))
        self.tell(act, *self.holdings[act.who].lose(*[card.face for card in cards]))

    def show(self, seat: Seat, report: Report, cards: Iterable[Card]) -> None:
        """Makes every card of a hand known."""
        holding = self.holdings[seat]
        fresh = list(holding.unnamed(cards).elements())
        holding.blind = 0
        holding.gain(report, *fresh)
        self.tell(report, *fresh)


def hand_sizes(hand: CountedHand) -> dict[Seat, int]:
    """The number of cards in each player's hand."""
    return {seat: len(holding) for seat, holding in hand.holdings.items()}


def is_named_twice(hand: CountedHand, cards: Sequence[Card], card: Card) -> bool:
    """Whether a report names a card more than once although the deck has only one."""
    return hand.pack.copies.get(card) == 1 and sum(other.face == card for other in cards) > 1


def named_twice(card: Card) -> str:
    return f"{card.pretty} is named twice"


def too_many(hand: CountedHand, named: Counter[Card]) -> Reason | None:
    """Why these cards can't be named on top of the earlier ones: there aren't that many copies."""
    for card, number in named.items():
        if number > hand.left(card):
            reports, copies = hand.seen.get(card, []), hand.pack.copies.get(card, 0)
            lines = entered_in(reports) if reports else ""
            if copies == 1:
                gone = f"{card.pretty} is already accounted for ({lines})" if reports else named_twice(card)
                return Reason(gone, *reports, about=card)
            if not copies:
                return Reason(f"there is no {'joker' if card.is_joker else card.pretty} in this deck", about=card)
            every = "both" if copies == 2 else f"all {in_letters(copies)}"
            gone = f"{every} copies of {card.pretty} are already accounted for ({lines})"
            if len(reports) < copies:
                gone = f"the deck has only {in_letters(copies)} copies of {card.pretty}"
                used = f"{in_letters(len(reports))} {'is' if len(reports) == 1 else 'are'} already used"
                gone += f", and {used} ({lines})" if reports else ""
            return Reason(gone, *reports, about=card)
    return None


def can_have(hand: CountedHand, seat: Seat, cards: Sequence[Card], *, sized: bool = True) -> Reason | None:
    """Why these cards can't all be in a hand: it is known without them, they are elsewhere, or it is too small.

    If the hand isn't ``sized``, it may have turned out to be larger.
    """
    holding = hand.holding(seat)
    more = max(0, len(cards) - len(holding))
    blind = holding.unnamed([card.face for card in cards])
    if blind.total() <= holding.blind + more:
        few = miscounted(f"{seat} has {cards_of(len(holding))}, not {len(cards)}") if more and sized else None
        return too_many(hand, blind) or few
    card = next(iter(blind))
    if is_named_twice(hand, cards, card):
        return Reason(named_twice(card), about=card)
    return Reason(
        f"{seat} has no {'other ' * bool(holding.known[card])}{card.pretty}{lines(holding.proof)}",
        *holding.proof,
        about=card,
    )


def as_dealt(hand: CountedHand, dealt: Dealt) -> tuple[str | None, str | None]:
    """Checks dealt cards: as many as each player gets, and, by a second rule, no more copies than there are."""
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
    report = holding.reports[card]
    return Reason(f"{seat} also has {card.pretty} ({at(report)})", report, about=card)


def fresh_deal(hand: CountedHand, dealt: Dealt) -> Reason | None:
    """Why these cards can't have been dealt: the deal was already entered, or there aren't that many copies."""
    return entered_before(hand, dealt) or too_many(hand, Counter([card for card in dealt.cards if card is not UNKNOWN]))


def take_up(hand: CountedHand, dealt: Dealt) -> None:
    """Makes dealt cards known. If there are more or fewer than expected, the stock changes."""
    hand.stock -= len(dealt.cards) - hand.each
    hand.holdings[dealt.who] = CountedHolding()
    hand.holdings[dealt.who].gain(dealt, *dealt.cards)
    hand.tell(dealt, *[card for card in dealt.cards if card is not UNKNOWN])
