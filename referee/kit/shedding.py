"""Shedding: an upcard to match, skipped and reversed turns, cards owed, and ranks with effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card, Cards, Suit
from referee.game.asks import at
from referee.game.game import Glance, Table
from referee.kit.going_out import Out
from referee.kit.messages import cards_of, doubt_in_words
from referee.kit.stock import Draws, StockHand, Upcard, can_part
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option
from referee.rules.rule import Reason


class Effect(NamedTuple):
    """What cards of a rank do: the rank in the standard rules or ``none``, the rule, and a description."""

    rank: str
    rule: Any
    does: str  # such as "that skips the next player"


A_RANK: dict[str, str] = {rank: f"{'an' if RANK_NAMES[rank][0] in 'ae' else 'a'} {RANK_NAMES[rank]}" for rank in RANKS}
A_RANK |= {"2": "a two", "none": "no card"}
"""The words in the sentence of an effect for the rank that has it: ``{skip} is a skip card``."""


def effect_options(effects: Mapping[str, Effect]) -> tuple[Option, ...]:
    """A house option for every effect, by name, so that a house can give it to another rank, or to none."""
    return tuple(
        Option(name, effect.rank, f"the rank {effect.does}", (effect.rule,), choices=(*RANKS, "none"))
        for name, effect in effects.items()
    )


def what_cards_do(effects: Mapping[str, Effect]) -> Glance:
    """The ranks with effects at a table, for the rules page."""

    def effect_lines(table: Table) -> list[str]:
        ranks = {name: table.house[name] for name in effects if table.house[name] != "none"}
        return [f"{rank}: the card {effects[name].does}" for name, rank in ranks.items()]

    return Glance("what cards do", effect_lines, *dict.fromkeys(effect.rule for effect in effects.values()))


class Plays(Report):
    """a card to the pile; if it calls a suit, add that suit: `=H` for hearts"""

    cards: Cards
    options = one_for_each(lambda hand, seat: hand.choices(seat))


class Passes(Report):
    """a player passes, because there is no card to play or draw"""


@dataclass
class HeldBack:
    """A draw by somebody who had to play if possible: the cards that would have been legal, and what has come since."""

    draws: Report
    legal: frozenset[Card]
    drawn: int
    played: int = 0


@dataclass
class SheddingHand(StockHand):
    """A hand in which everybody takes turns to get rid of cards on one pile.

    ``playing`` are the players still in the game, ``direction`` is 1 while play goes to the left, ``called`` is the
    suit that a card named, and ``owed`` is the number of cards that the next player must draw.
    """

    begun: bool = False  # a turn was reported, so hand sizes are known
    in_numbers: bool = False  # from here on
    playing: tuple[Seat, ...] = ()
    turn: Seat = NOBODY
    direction: int = 1
    called: Suit | None = None
    owed: int = 0
    waited: dict[Seat, list[HeldBack]] = field(default_factory=dict)

    # Whose turn it is

    def to_play(self) -> Seat:
        return self.turn

    def next_from(self, seat: Seat, steps: int = 1) -> Seat:
        """The player ``steps`` places on in the direction of play, among those still playing."""
        playing = self.playing or self.seats
        if seat not in playing:
            seat, steps = next(other for other in self.around(seat)[:: self.direction] if other in playing), steps - 1
        return playing[(playing.index(seat) + self.direction * steps) % len(playing)]

    def reverse(self) -> None:
        self.direction = -self.direction

    @property
    def towards(self) -> str:
        """The direction of play, in a word."""
        return "left" if self.direction == 1 else "right"

    # What can be played

    @property
    def open(self) -> bool:
        """Whether the top of the pile is unknown, so that not playing proves nothing."""
        return self.top is None and not self.called

    @property
    def suit(self) -> Suit | None:
        """The suit to follow, None if any card is legal."""
        return self.called or (self.top.suit or None if self.top else None)

    def has(self, card: Card, effect: str) -> bool:
        """Whether a card has an effect at this table."""
        return bool(card.rank == self.house[effect])

    def fits(self, card: Card) -> bool:
        """Whether a card matches the suit called, or else the upcard's suit or rank. Any card fits an unknown one."""
        if self.called:
            return card.suit == self.called
        top = self.top
        return top is None or card.suit == top.suit or card.rank == top.rank

    def why_not(self, card: Card) -> str:
        """Why a card doesn't fit, for a message."""
        if self.called:
            return f"{SUIT_NAMES[self.called]} were called, and {card.pretty} isn't one"
        return f"{card.pretty} doesn't match the suit or the rank of {self.top.pretty if self.top else 'the upcard'}"

    def calls(self, card: Card) -> Iterable[str]:
        """What a card may say when it is played: suits, if it calls one."""
        return ()

    def choices(self, seat: Seat) -> Iterator[Cards]:
        """Yields everything that ``seat`` may play at once, as far as the reports show."""
        for card in self.may_hold(seat):
            yield (card,)
            yield from ((Card(card.rank, card.suit, says),) for says in self.calls(card))

    def sure_fit(self, seat: Seat) -> Card | None:
        """A card that ``seat`` is known to hold and could play."""
        return (
            None if self.open else next((card for card in self.holding(seat).known if self.may_be_played(card)), None)
        )

    def must_fit(self, seat: Seat) -> bool:
        """Whether ``seat`` must hold some card that fits, because there are too few others that could fill the hand."""
        room = 0 if self.open else len(self.holding(seat))
        for card in self.pack if room else ():
            room -= 0 if self.may_be_played(card) else self.most(seat, card)
            if room <= 0:
                return False
        return room > 0

    def may_be_played(self, card: Card) -> bool:
        """Whether the rules let the next player play a card now."""
        return self.fits(card)

    # Who drew and could have played

    def hold_back(self, draws: Report, drawn: int) -> None:
        """Records that a player drew because no card could be played. Later reports may show otherwise."""
        waited = self.waited.setdefault(draws.who, [])
        for held_back in waited:
            held_back.drawn += drawn
        if not self.open and ("held-back", draws.who, draws.line) not in self.proven:
            waited.append(HeldBack(draws, frozenset(filter(self.may_be_played, self.pack)), drawn))

    def gain_more(self, seat: Seat, drawn: int) -> None:
        """Counts cards that came into a hand for another reason."""
        for held_back in self.waited.get(seat, ()):
            held_back.drawn += drawn

    def bring_out(self, play: Report, card: Card) -> None:
        """Finds players who drew with a card to play in hand: they have since played more such cards than they drew."""
        waited = self.waited.get(play.who, [])
        for held_back in list(waited):
            if card.face not in held_back.legal:
                continue
            held_back.played += 1
            if held_back.played > held_back.drawn:
                waited.remove(held_back)
                why = f"{play.who} had {card.pretty} and drew instead of playing ({at(held_back.draws)})"
                self.find("held-back", play.who, why, held_back.draws, play)

    # The state of the table

    def where(self) -> Iterator[str]:
        """Yields what everybody wants to know: the upcard, the suit called, the direction, and what is owed."""
        yield f"upcard {self.top.pretty if self.top else 'not entered'}"
        if self.called:
            yield f"{SUIT_NAMES[self.called]} called"
        yield f"play to the {self.towards}"
        if self.owed:
            yield f"{self.owed} to draw"


def where(hand: SheddingHand) -> Iterator[str]:
    """The same, unless the rest of the hand is entered as totals."""
    return iter(()) if hand.in_numbers else hand.where()


def suit_called(card: Card) -> Suit:
    """The suit that a card calls. If the table kept a play without one, the card's own suit."""
    return Suit(card.says if card.says in SUITS else card.suit)


def misnamed(hand: SheddingHand, card: Card, needed: bool = True) -> Reason | None:
    """What is wrong with the suit that a card calls, or doesn't call."""
    face, suits = card.face.pretty, [*hand.calls(card)]
    if card.says and not suits:
        return Reason(f"{face} can't call a suit", about=card)
    if card.says and card.says not in suits:
        *first, last = (SUIT_NAMES[suit] for suit in suits)
        may = f"{', '.join(first)} or {last}" if first else last
        return Reason(f"{face} may call {may}, not {SUIT_NAMES.get(card.says, card.says)}", about=card)
    if suits and needed and not card.says:
        return Reason(f"{face} must call a suit", about=card, then=f"Type, for example, `{card.text}={suits[0]}`")
    return None


def could_play(hand: SheddingHand, seat: Seat) -> Reason | None:
    """The proof that ``seat`` has a card to play."""
    if not (card := hand.sure_fit(seat)):
        return None
    report = hand.holding(seat).reports[card]
    return Reason(f"{seat} has {card.pretty} ({at(report)}) and must play", report)


def may_have_to_play(hand: SheddingHand, seat: Seat) -> str | None:
    """Why ``seat`` may have a card to play."""
    card = None if hand.open else next((card for card in hand.may_hold(seat) if hand.may_be_played(card)), None)
    return doubt_in_words(seat, f"may have {card.pretty}") if card else None


def still_has_cards(hand: SheddingHand, out: Out) -> str | None:
    """Why a player isn't out: there are cards left."""
    left = len(hand.holding(out.who)) if hand.begun else 0
    return f"{out.who} still has {cards_of(left)}" if left else None


def from_hand(hand: SheddingHand, play: Plays) -> Reason | None:
    """Checks that a card is played from a hand that may hold it."""
    return can_part(hand, play.who, play.cards) if play.who in hand.holdings else None


__all__ = [
    "Draws", "Effect", "HeldBack", "Passes", "Plays", "SheddingHand", "Upcard", "could_play", "effect_options",
    "from_hand", "may_have_to_play", "misnamed", "still_has_cards", "suit_called", "where",
]  # fmt: skip
