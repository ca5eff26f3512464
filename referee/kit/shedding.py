"""Shedding: an upcard to match, a turn that skips and turns round, cards owed, and effects that ranks have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card, Cards, Suit
from referee.game.asks import at
from referee.game.game import Glance, Table
from referee.kit.going_out import Out
from referee.kit.messages import cards_of, would_tell
from referee.kit.stock import Draws, StockHand, Upcard, can_part
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option
from referee.rules.rule import Reason


class Effect(NamedTuple):
    """What cards of a rank do to the play: the rank in the book or ``none``, its rule, and what one says of it."""

    rank: str
    rule: Any
    does: str  # "that skips the next player"


A_RANK: dict[str, str] = {rank: f"{'an' if RANK_NAMES[rank][0] in 'ae' else 'a'} {RANK_NAMES[rank]}" for rank in RANKS}
A_RANK |= {"2": "a two", "none": "no card"}
"""What the sentence of an effect says for the rank that has it: ``{skip} is a skip card``."""


def effect_options(effects: Mapping[str, Effect]) -> tuple[Option, ...]:
    """A house option for every effect, by its name, so that a house can give it to another rank, or to none."""
    return tuple(
        Option(name, effect.rank, f"the rank {effect.does}", (effect.rule,), choices=(*RANKS, "none"))
        for name, effect in effects.items()
    )


def what_cards_do(effects: Mapping[str, Effect]) -> Glance:
    """The ranks that have an effect at a table, and which, for the page."""

    def told(table: Table) -> list[str]:
        ranks = {name: table.house[name] for name in effects if table.house[name] != "none"}
        return [f"{rank}: the card {effects[name].does}" for name, rank in ranks.items()]

    return Glance("what cards do", told, *dict.fromkeys(effect.rule for effect in effects.values()))


class Plays(Report):
    """a card to the pile, with the suit it calls"""

    cards: Cards
    options = one_for_each(lambda hand, seat: hand.choices(seat))


class Passes(Report):
    """nothing, for there is nothing left to draw"""


@dataclass
class HeldBack:
    """A draw by somebody who should have played if they could: what would have been legal, and what came since."""

    draws: Report
    legal: frozenset[Card]
    drawn: int
    played: int = 0


@dataclass
class SheddingHand(StockHand):
    """A hand in which everybody gets rid of cards on one pile, in turn.

    ``playing`` are those still in the game, ``direction`` is 1 while play goes to the left, ``called`` the suit that
    a card named, ``owed`` the cards that whoever is next must draw.
    """

    begun: bool = False  # a turn was told, so that hands are counted
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
        """Who sits so many places on in the direction of play, among those still playing."""
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

    # What may be played

    @property
    def open(self) -> bool:
        """Nobody told what lies on the pile, so that nothing is proven of whoever doesn't play."""
        return self.top is None and not self.called

    @property
    def suit(self) -> Suit | None:
        """The suit to be followed; None where any card may come."""
        return self.called or (self.top.suit or None if self.top else None)

    def has(self, card: Card, effect: str) -> bool:
        """Whether a card has an effect at this table."""
        return bool(card.rank == self.house[effect])

    def fits(self, card: Card) -> bool:
        """A card is of the suit called, else of the upcard's suit or rank; on an upcard nobody told anything goes."""
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
        """What a card may say when it is played: suits, where it calls one."""
        return ()

    def choices(self, seat: Seat) -> Iterator[Cards]:
        """Everything that SEAT may play at once, as far as the reports tell."""
        for card in self.may_hold(seat):
            yield (card,)
            yield from ((Card(card.rank, card.suit, says),) for says in self.calls(card))

    def sure_fit(self, seat: Seat) -> Card | None:
        """A card that SEAT is known to hold and might play."""
        return (
            None if self.open else next((card for card in self.holding(seat).known if self.may_be_played(card)), None)
        )

    def must_fit(self, seat: Seat) -> bool:
        """SEAT holds a card that fits, whichever it is: those that don't and may be there are too few for the hand."""
        room = 0 if self.open else len(self.holding(seat))
        for card in self.pack if room else ():
            room -= 0 if self.may_be_played(card) else self.most(seat, card)
            if room <= 0:
                return False
        return room > 0

    def may_be_played(self, card: Card) -> bool:
        """Whether the rules let a card be played now by whoever is in turn."""
        return self.fits(card)

    # Who drew and could have played

    def hold_back(self, draws: Report, drawn: int) -> None:
        """Somebody draws for want of a card to play; what may still come to light is remembered."""
        waited = self.waited.setdefault(draws.who, [])
        for held_back in waited:
            held_back.drawn += drawn
        if not self.open and ("held-back", draws.who, draws.line) not in self.proven:
            waited.append(HeldBack(draws, frozenset(filter(self.may_be_played, self.pack)), drawn))

    def gain_more(self, seat: Seat, drawn: int) -> None:
        """Cards came into a hand for another reason."""
        for held_back in self.waited.get(seat, ()):
            held_back.drawn += drawn

    def bring_out(self, play: Report, card: Card) -> None:
        """A card is played: more of them than were drawn since, and it was there when somebody drew."""
        waited = self.waited.get(play.who, [])
        for held_back in list(waited):
            if card.face not in held_back.legal:
                continue
            held_back.played += 1
            if held_back.played > held_back.drawn:
                waited.remove(held_back)
                why = f"{play.who} had {card.pretty} and drew instead of playing ({at(held_back.draws)})"
                self.find("held-back", play.who, why, held_back.draws, play)

    # Where the table stands

    def where(self) -> Iterator[str]:
        """What everybody wants to know: the upcard, the suit called, the direction, and what is owed."""
        yield f"upcard {self.top.pretty if self.top else 'not entered'}"
        if self.called:
            yield f"{SUIT_NAMES[self.called]} called"
        yield f"play to the {self.towards}"
        if self.owed:
            yield f"{self.owed} to draw"


def where(hand: SheddingHand) -> Iterator[str]:
    return hand.where()


def suit_called(card: Card) -> Suit:
    """The suit that a card calls; its own, where the table let it stand that none was named."""
    return Suit(card.says if card.says in SUITS else card.suit)


def misnamed(hand: SheddingHand, card: Card, needed: bool = True) -> Reason | None:
    """What is wrong with the suit that a card calls, or doesn't."""
    face, suits = card.face.pretty, [*hand.calls(card)]
    if card.says and not suits:
        return Reason(f"{face} can't call a suit", about=card)
    if card.says and card.says not in suits:
        *first, last = (SUIT_NAMES[suit] for suit in suits)
        may = f"{', '.join(first)} or {last}" if first else last
        return Reason(f"{face} may call {may}, not {SUIT_NAMES.get(card.says, card.says)}", about=card)
    if suits and needed and not card.says:
        return Reason(f"which suit does {face} call? Type, for example, `{card.text}={suits[0]}`", about=card)
    return None


def could_play(hand: SheddingHand, seat: Seat) -> Reason | None:
    """What proves that SEAT has a card to play."""
    if not (card := hand.sure_fit(seat)):
        return None
    told = hand.holding(seat).told[card]
    return Reason(f"{seat} has {card.pretty} ({at(told)}) and must play", told)


def may_have_to_play(hand: SheddingHand, seat: Seat) -> str | None:
    """What leaves open whether SEAT has one."""
    card = None if hand.open else next((card for card in hand.may_hold(seat) if hand.may_be_played(card)), None)
    return would_tell(seat, f"may have {card.pretty}") if card else None


def still_has_cards(hand: SheddingHand, out: Out) -> str | None:
    """Nobody is out with cards that play has left."""
    left = len(hand.holding(out.who)) if hand.begun else 0
    return f"{out.who} still has {cards_of(left)}" if left else None


def from_hand(hand: SheddingHand, play: Plays) -> Reason | None:
    """A card is played from a hand that may hold it."""
    return can_part(hand, play.who, play.cards) if play.who in hand.holdings else None


__all__ = [
    "Draws", "Effect", "HeldBack", "Passes", "Plays", "SheddingHand", "Upcard", "could_play", "effect_options",
    "from_hand", "may_have_to_play", "misnamed", "still_has_cards", "suit_called", "where",
]  # fmt: skip
