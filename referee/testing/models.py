"""A game once more, as one would teach it: a plain model, on which everything else is written once for all games.

A model is a module.  It is written from the rulebook and shares nothing with the referee: no parsing, no evidence,
every card known.  It has

``PLAYERS``             how many may play, as a range
``BOOK``                the numbers and choices of the book by the name of the option; a value may be a function of the
                        number of players; the harness draws others and hands all of them over in ``table.house``
``LISTED``              the verbs (or names of classes, where verbs are shared) that can be counted: of these the
                        referee's list of legal reports is the model's, wherever the model has a move that is ``listed``
``deal(table, chance)`` a position with every card in its place, the stock in its order: whatever chance decides is
                        decided here (stack the pack now and then, where chance alone would hardly get anywhere)
``moves(position)``     what somebody might do now, as `Move`: legal where it ``breaks`` nothing, else with the rules
                        of which the referee must cite one.  The hand is over when no legal move is left
``after(position, m)``  the position after a legal move; the old one stays as it was
``score(position)``     what the finished hand has brought, by player or team; in chip games by account, pots too

and where the game has such a thing

``opening(position)``   the moves that tell the deal (else just ``Ann deals``)
``dealt(position)``     the cards that each was dealt, for ``Ann dealt ...``; a position that has ``dealt`` needs none
``short(start, end)``   lines that tell in numbers all that happened between two positions of a hand, ``end`` being its
                        last; a set of lines where their order is free.  Nothing, where it can't be told so from there
``contrary(start, end)`` lines in numbers that can't be, given what was told up to ``start``; behind a ``;`` the last
                        report is the one that can't
``facts(position)``     facts by the name that the referee has for them, compared after each report and each hand
``onward(position)``    the table after the hand: ``table.onward(score(position), ...)`` with another dealer, or with
                        ``kept``, which is whatever else passes on to the next hand (pots, say)
``winners(table)``      who has won after a hand, nobody where the game goes on (else it always goes on)
``corrected(t, more)``  the table ``t`` after a correction between hands that adds points by side, where that changes
                        more than ``table.scores``: who deals, what else is ``kept``, chips that lie beside the score;
                        None where cards decide between equals, and needn't have been told
``chips(position)``     what the hand moved by account, where chips are kept beside the score
``likely(position, m)`` how often a move is made, 1 being usual: so that random play gets somewhere
``STRIKES``             rules of which the model can play a breach, because ``moves`` gives each of them that a move
                        breaks, and ``after`` and ``score`` go on from there: houses strike them out at random
``DECIDES``             rules that do more than refuse: without them others win, or something else may be said
``STEERS``              rules by which play takes its way (cards are drawn or paid, a part of it ends): without
                        them it takes another
``FINDINGS``            what the referee may find though everything was allowed (a penalty that play shows)
``REACHES``             what random hands must come to: ``verb``, ``verb of a-rule`` for moves that break one, or what
                        ``came_to(end)`` says of finished hands, in words of your own
``HANDS``               how many hands are played at a table, 2 if it isn't said
``LONGEST``             the moves after which a hand is given up and dealt anew, where some hardly come to an end

A position is plain data, and has the ``table`` it is played at; where everybody is dealt a hand it is a `Dealt`.
Words are spelt as the notation has them. What only the player sees is in ``less``: what may be told in place of the
move, ``""`` being nothing at all. A wrong move that only unseen cards of the player prove is ``hidden``: it stands at
a table where nobody has shown a hand and every move that has ``less`` was told by that. Where every legal move is
``aside``, the hand may end, so the referee must have finished it.

* Meld games (see `samba`): a turn is many moves, so ``moves`` builds what can be melded from the hand and asks one
  function which rules that breaks; ``likely`` has the melds, or nobody would ever go out; ``draws`` has ``less``.
* Trick games (`oh_hell`): try every card of the player on turn, and some of others; ``trick`` is told by the harness.
* Chips (`reversis`): keep a dict of accounts in the position, and pay from one to another; pots pass on in ``kept``.
* Hidden hands: ``dealt`` gives them all, and the harness shows them early, late or never, and in odd order.
* Everything open (Spider): no ``dealt``; a card turned up is a word of the move that turns it.
* Hands told as totals: the showdown is a move as well, ``Ann holds 17``, in cards with the number in ``less``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

Cards = tuple[str, ...]
SUITS = "SHDC"
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


class Move(NamedTuple):
    """Something that somebody may do or try: ``Move("Ben", "plays", "7H")``."""

    who: str  # nobody: ""
    verb: str
    words: str = ""
    less: tuple[str, ...] = ()  # what may be told in its place, several reports with ; between them
    breaks: tuple[str, ...] = ()  # rules, of which the referee cites one
    hidden: bool = False  # only unseen cards prove that it breaks them
    listed: bool = True  # the referee lists it too
    aside: bool = False  # nobody waits for it

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.who, self.verb, self.words)))


@dataclass(frozen=True)
class Table:
    """Who sits there and by what rules, and what the hands before this one have brought."""

    seats: tuple[str, ...]
    house: Mapping[str, Any]
    dealer: str
    hand: int = 1
    scores: Mapping[str, int] = field(default_factory=dict)
    chips: Mapping[str, int] = field(default_factory=dict)  # where they are beside the score
    kept: Any = None
    struck: tuple[str, ...] = ()  # rules that aren't played

    def left(self, seat: str, steps: int = 1) -> str:
        """The seat so many places to the left."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def around(self, first: str) -> tuple[str, ...]:
        """Everybody, from the first one leftward."""
        return tuple(self.left(first, steps) for steps in range(len(self.seats)))

    def team(self, seat: str) -> str:
        """A player and the one across, as partners are written."""
        place = self.seats.index(seat) % 2
        return "+".join(self.seats[place::2])

    def onward(self, brought: Mapping[str, int], **other: Any) -> Table:
        """The table after a hand that brought so much; the deal passes to the left where nothing else is said."""
        changed: dict[str, Any] = {"dealer": self.left(self.dealer), "scores": added(self.scores, brought)}
        return replace(self, hand=self.hand + 1, **(changed | other))


@dataclass(frozen=True)
class Dealt:
    """What a position begins with where everybody is dealt a hand: who was dealt what, and holds what by now."""

    table: Table
    dealt: dict[str, Cards]
    held: dict[str, Cards]


def added(points: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """The sums, by name."""
    return {name: points.get(name, 0) + more.get(name, 0) for name in {**points, **more}}


def rank(card: str) -> str:
    """The rank of a card; a joker is one of its own."""
    return card if card == "JK" else card[:-1]


def pack(ranks: Iterable[str] = RANKS, packs: int = 1, jokers: int = 0) -> list[str]:
    """The cards of so many packs, and jokers."""
    return [*(rank + suit for rank in ranks for suit in SUITS), *["JK"] * jokers] * packs


def shuffled(cards: Iterable[str], chance: random.Random) -> list[str]:
    """The same cards in another order."""
    mixed = list(cards)
    chance.shuffle(mixed)
    return mixed


def without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards that are left of some."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
