"""A stock to draw from, a pile to lay on, and what both prove about where a card is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.cards import UNKNOWN, Card, Cards
from referee.game.asks import at
from referee.kit.counted import CountedHand, can_have, is_named_twice, named_twice, too_many
from referee.kit.messages import cards_of, lines
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import Seat
from referee.rules.rule import Check, Reason, cannot_happen, miscounted


class Draws(Report, limits={"cards": lambda hand, seat: len(hand.pack)}):
    """cards drawn from the stock: which ones, or how many; if you say neither, as many as you must draw"""

    cards: int | Blind | None = None

    def drawn(self, due: int = 1) -> Cards:
        """The cards drawn, as unknown cards if only a number was reported. Without either, ``due`` unknown cards."""
        if isinstance(self.cards, tuple):
            return self.cards
        return (UNKNOWN,) * min(due if self.cards is None else self.cards, 1000)

    def number(self, due: int = 1) -> int:
        """How many cards were drawn."""
        if isinstance(self.cards, tuple):
            return len(self.cards)
        return due if self.cards is None else self.cards

    @classmethod
    def options(cls, hand: StockHand, seat: Seat) -> Iterator[Draws]:
        yield cls(who=seat)
        yield from (cls(n, who=seat) for n in sorted({*range(1, 6), hand.must_draw(seat)} - {0}))
        yield from (cls(Blind((card,)), who=seat) for card in hand.may_come())


class Takes(Report):
    """the top discard taken into the hand"""

    card: Card | None = None
    options = one_for_each(lambda hand, seat: dict.fromkeys((None, hand.top)))


class Upcard(Report, speaker="none"):
    """the card turned up to start the pile"""

    card: Card


class Discards(Report):
    """a card laid on the pile; the turn is over"""

    card: Card

    @property
    def cards(self) -> Cards:
        return (self.card,)

    options = one_for_each(lambda hand, seat: hand.may_hold(seat))


@dataclass
class Shuffle:
    """One shuffled stock: its cards that haven't been named since, and how many of them each hand drew unseen."""

    cards: Counter[Card]
    drawn: Counter[Seat] = field(default_factory=Counter)


@dataclass
class StockHand(CountedHand):
    """A hand of a game with a stock and a discard pile.

    ``pile`` has its cards from the bottom up, unknown ones if they weren't reported. ``shuffles`` has the stocks that
    were made from the pile, the present one last, as long as it is clear which card came from which. ``drew`` is the
    report that began the turn in progress.
    """

    pile: list[Card] = field(default_factory=list)
    shuffles: list[Shuffle] = field(default_factory=list)
    drew: Report | None = None

    def deal_out(self, each: int, seats: Sequence[Seat] = (), turned: int = 1) -> None:
        """Gives every player, or ``seats``, that many unknown cards. Whatever isn't dealt or turned up is the stock."""
        self.deal_cards(each)
        self.holdings = {seat: self.holdings[seat] for seat in seats or self.seats}
        self.stock = len(self.pack) - each * len(self.holdings) - turned

    @property
    def top(self) -> Card | None:
        """The top card of the pile. None if it is unknown, or the pile is empty."""
        return self.pile[-1] if self.pile and self.pile[-1] is not UNKNOWN else None

    @property
    def to_draw(self) -> int:
        """The number of cards that can be drawn: the stock, and what is under the top of the pile."""
        return self.stock + max(len(self.pile) - 1, 0)

    def must_draw(self, seat: Seat) -> int:
        """How many cards ``seat`` must draw at once."""
        return 1

    def turn_up(self, report: Report | None, card: Card = UNKNOWN) -> None:
        """Starts the pile with its first card, which is unknown without a report."""
        self.pile = [card.face]
        if report:
            self.tell(report, card.face)

    async def ask_upcard(self, *checks: Check[Any], aside: bool = False) -> Upcard | None:
        """Asks for the first card of the pile. It may be left unknown."""
        self.turn_up(None)
        upcard: Upcard | None = await self.ask(None, Upcard, *checks, aside=aside).maybe()
        if upcard:
            self.turn_up(upcard, upcard.card)
        return upcard

    # Moving cards

    def lay(self, act: Report, *cards: Card) -> None:
        """Moves cards from a hand to the pile."""
        self.give_up(act, *cards)
        self.pile += [card.face for card in cards]

    def give_up(self, act: Report, *cards: Card) -> None:
        """Removes cards that everybody has seen from a hand."""
        faces = [card.face for card in cards if card is not UNKNOWN]
        self.enlarge(act.who, len(cards))
        holding = self.holding(act.who)
        if self.shuffles:
            self._come_to_light(act.who, holding.unnamed(faces))
        self.part_with(act, *faces)
        if len(faces) < len(cards):
            holding.blind -= len(cards) - len(faces)
            self.shuffles.clear()

    def show(self, seat: Seat, report: Report, cards: Iterable[Card]) -> None:
        shown = list(cards)
        if self.shuffles:
            self._come_to_light(seat, self.holding(seat).unnamed(shown))
        super().show(seat, report, shown)

    def _come_to_light(self, seat: Seat, named: Counter[Card]) -> None:
        """Accounts for cards that had been unseen. If one may be from two stocks, the shuffles are forgotten."""
        for card in named.elements():
            drawn_from = [shuffle for shuffle in self.shuffles if shuffle.cards[card] and shuffle.drawn[seat]]
            if len(drawn_from) + (self._old(seat, card) > 0) != 1:
                self.shuffles.clear()
            elif drawn_from:
                drawn_from[0].cards[card] -= 1
                drawn_from[0].drawn[seat] -= 1

    def draw(self, report: Report, *cards: Card, at_once: bool = True) -> None:
        """Moves cards from the stock into the hand of the player who reports it.

        The pile is shuffled to make a new stock when the last card is drawn, or, without ``at_once``, when the next is
        needed.
        """
        for card in cards:
            if not self.stock:
                self.renew()
            if not self.stock:
                return  # there is no card left anywhere
            self.stock -= 1
            if card is not UNKNOWN:
                self.tell(report, card)
                if self.shuffles:
                    self.shuffles[-1].cards[card] -= 1
            elif self.shuffles:
                self.shuffles[-1].drawn[report.who] += 1
            self.holdings[report.who].gain(report, card)
            if at_once and not self.stock:
                self.renew()

    def renew(self) -> None:
        """Turns the cards under the top of the pile into the stock. They may be drawn again."""
        if len(self.pile) < 2:
            return
        *under, top = self.pile
        self.pile = [top]
        self.stock += len(under)
        for card in under:
            if reports := self.seen.get(card):
                reports.pop(0)
        if UNKNOWN in under:
            self.shuffles.clear()
        else:
            self.shuffles.append(Shuffle(Counter(under)))

    def pick_up(self, report: Report, card: Card | None) -> Card:
        """Moves the top card, or another that the table lets a player take, into a hand."""
        card = self.pile[-1] if card is None else card.face
        if card in self.pile:
            del self.pile[len(self.pile) - 1 - self.pile[::-1].index(card)]
        else:
            self.pile.remove(UNKNOWN)
            self.tell(report, card)
        self.holdings[report.who].gain(report, card)
        return card

    def take_pile(self, report: Report, number: int) -> list[Card]:
        """Moves the top ``number`` cards of the pile into a hand. Returns them in the order of the pile."""
        taken = self.pile[len(self.pile) - number :]
        del self.pile[len(self.pile) - number :]
        self.holdings[report.who].gain(report, *taken)
        return taken

    # Where cards may be

    def _old(self, seat: Seat, card: Card) -> int:
        """How many copies of a card ``seat`` may hold unseen that came from none of the shuffled stocks."""
        left, blind = self.left(card), self.holding(seat).blind
        for shuffle in self.shuffles:
            left -= shuffle.cards.get(card, 0)
            blind -= shuffle.drawn.get(seat, 0)
        return max(0, min(left, blind))

    def most(self, seat: Seat, card: Card) -> int:
        """How many copies of a card ``seat`` may hold at most."""
        most = self.holding(seat).known.get(card, 0) + self._old(seat, card)
        for shuffle in self.shuffles:
            most += min(shuffle.cards.get(card, 0), shuffle.drawn.get(seat, 0))
        return most

    def may_hold(self, seat: Seat) -> Counter[Card]:
        if not self.shuffles:
            return super().may_hold(seat)
        holding = self.holding(seat)
        blind = holding.blind - sum(shuffle.drawn[seat] for shuffle in self.shuffles)
        late = [(shuffle.cards, shuffle.drawn[seat]) for shuffle in self.shuffles]
        possible = Counter(holding.known)
        for card in self.pack:
            old = min(self.left(card) - sum(cards[card] for cards, _ in late), blind)
            possible[card] += max(0, old) + sum(min(cards[card], drawn) for cards, drawn in late if drawn)
        return +possible

    def in_stock(self, card: Card) -> int:
        """How many copies of a card may be in the stock."""
        return self.shuffles[-1].cards[card] if self.shuffles else self.left(card)

    def may_come(self) -> Iterator[Card]:
        """Yields every card that may be drawn next."""
        if self.stock:
            return (card for card in self.pack if self.in_stock(card))
        under = self.pile[:-1]
        return (card for card in self.pack if card in under or (UNKNOWN in under and self.left(card) > 0))


def stock_and_top(hand: StockHand) -> Iterator[str]:
    """Yields what everybody wants to know, for the prompt."""
    yield f"stock {hand.stock}"
    yield f"top {hand.top.pretty if hand.top else 'not entered'}"


def top_card(hand: StockHand) -> str | None:
    """The top card of the pile, as a fact."""
    return hand.top.text if hand.top else None


def can_part(hand: StockHand, seat: Seat, cards: Iterable[Card], *, sized: bool = True) -> Reason | None:
    """Why these cards can't all be in a hand: too many (if ``sized``), known not to be there, or elsewhere."""
    faces = [card.face for card in cards if card is not UNKNOWN]
    return can_have(hand, seat, faces, sized=sized) or shuffled_away(hand, seat, faces)


def shuffled_away(hand: StockHand, seat: Seat, cards: Iterable[Card]) -> Reason | None:
    """Why a hand can't have all these cards although enough copies exist: they went into a stock that was shuffled."""
    for card, number in Counter(cards).items() if hand.shuffles else ():
        if number > hand.most(seat, card):
            return Reason(f"{card.pretty} is in the stock or another hand since the pile was shuffled", about=card)
    return None


def can_come(hand: StockHand, cards: Sequence[Card]) -> Reason | None:
    """Why these cards can't be drawn now, in this order: they are elsewhere."""
    spent: Counter[Card] = Counter()
    for place, card in enumerate(cards):
        if place == hand.stock:
            spent.clear()  # from here on they come from the pile that is shuffled now
        if card is UNKNOWN:
            continue
        spent[card] += 1
        if place < hand.stock:
            available = hand.in_stock(card)
        else:
            available = max(hand.pile[:-1].count(card), hand.left(card) * (UNKNOWN in hand.pile[:-1]))
        if spent[card] > available:
            reports = hand.seen.get(card, [])
            lines = f" ({', '.join(dict.fromkeys(at(report) for report in reports))})" if reports else ""
            return Reason(f"{card.pretty} isn't in the stock{lines}", *reports, about=card)
    return None


def in_pile(hand: StockHand, card: Card) -> Reason | str | None:
    """Why a card can't be in the pile."""
    if card in hand.pile:
        return None
    if UNKNOWN in hand.pile:
        return too_many(hand, Counter([card]))
    return Reason(f"{card.pretty} isn't in the discard pile", about=card)


def enough_to_draw(hand: StockHand, number: int) -> Reason | None:
    """Why that many cards can't be drawn."""
    if 0 < number <= hand.to_draw:
        return None
    if not hand.to_draw:
        return Reason("there are no cards to draw", about=number)
    return Reason(
        f"only {cards_of(hand.to_draw)} can be drawn, not {number}"
        if number > 0
        else f"draw at least 1 card, not {number}",
        about=number,
    )


def fresh_upcard(hand: StockHand, upcard: Upcard) -> Reason | None:
    """Checks that the card turned up isn't known to be elsewhere."""
    return too_many(hand, Counter([upcard.card.face]))


def in_hand(hand: StockHand, act: Any) -> tuple[Reason | None, Reason | None]:
    """Checks that the cards of a report may all be in the hand: by number, and, by a second rule, none is elsewhere."""
    holding = hand.holding(act.who)
    cards = [card.face for card in act.cards if card is not UNKNOWN]
    unnamed = holding.unnamed(cards)
    more = max(0, len(act.cards) - len(holding))
    wrong: Reason | None = None
    if more:
        wrong = miscounted(f"{act.who} has {cards_of(len(holding))}, not {len(act.cards)}")
    if unnamed.total() > holding.blind + more:
        card = next(iter(unnamed))
        has_none = f"{act.who} has no {'other ' * bool(holding.known[card])}{card.pretty}{lines(holding.proof)}"
        twice = is_named_twice(hand, cards, card)
        proof = () if twice else holding.proof
        wrong = cannot_happen(named_twice(card) if twice else has_none, *proof, about=card)
    elsewhere = too_many(hand, unnamed)
    return wrong, elsewhere if wrong or elsewhere else shuffled_away(hand, act.who, cards)


def has_drawn(hand: StockHand, act: Report) -> str | None:
    """Checks that a turn begins with a draw."""
    return None if hand.drew and hand.drew.who == act.who else f"{act.who} hasn't drawn yet"


def from_stock(hand: StockHand, draws: Draws) -> Reason | None:
    """Checks that a card drawn by name was in the stock."""
    return can_come(hand, draws.drawn())
