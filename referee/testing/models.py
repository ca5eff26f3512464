"""A plain model of a game: a second implementation, with which everything else is tested once for all games.

A model is a module.  It is written from the rulebook and shares nothing with the referee: no parsing, no evidence,
every card known.  It defines

``PLAYERS``             how many can play, as a range
``BOOK``                the numbers and choices of the standard rules by option name; a value may be a function of the
                        number of players; the harness draws other values and passes all of them in ``table.house``
``LISTED``              the verbs (or names of classes, if verbs are shared) whose reports can be counted: for these
                        the referee's list of legal reports must equal the model's moves that are ``listed``
``deal(table, chance)`` a position with every card in its place, and the stock in order: everything random is decided
                        here (stack the pack now and then if random play would rarely get far)
``moves(position)``     the moves that somebody might make now, as `Move`: legal if ``breaks`` is empty, otherwise with
                        rules, one of which the referee must cite.  The hand is over when no legal move is left
``after(position, m)``  the position after a legal move; the old one must not change
``score(position)``     the result of the finished hand, by player or team; in chip games by account, including pots

and, if the game needs it,

``opening(position)``   the moves that report the deal (default: ``Ann deals``)
``dealt(position)``     each player's cards, for ``Ann dealt ...``; not needed if the position has a ``dealt`` field
``short(start, end)``   lines that report as totals everything between two positions of a hand, of which ``end`` is the
                        last; a set of lines if their order is free; nothing if totals aren't possible from there
``contrary(start, end)`` totals that are impossible, given the reports up to ``start``; if a line has several reports,
                        separated by ``;``, the last is the impossible one
``facts(position)``     facts under the referee's names for them, compared after each report and each hand
``onward(position)``    the table after the hand: ``table.onward(score(position), ...)`` with another dealer, or with
                        ``kept``, which is anything else that the next hand needs (pots, say)
``winners(table)``      who has won after a hand, nobody if the game continues (default: it always continues)
``corrected(t, more)``  the table ``t`` after a correction between hands that adds points by side, if that changes more
                        than ``table.scores``: the dealer, what else is ``kept``, chips apart from the score; None if
                        cards that might not have been reported decide between equals
``chips(position)``     what the hand moved by account, if chips are kept apart from the score
``likely(position, m)`` how often to choose a move, 1 being normal: helps random play to get somewhere
``STRIKES``             rules that random houses may drop, because the model can play on without them: ``moves`` has
                        moves that break them, and ``after`` and ``score`` handle those
``DECIDES``             rules that do more than refuse: without them others win, or other reports become possible
``STEERS``              rules that direct the play (cards are drawn or paid, a part of it ends): without them it takes
                        another course
``FINDINGS``            what the referee may find although everything was legal (a penalty that play shows)
``REACHES``             what random hands must reach: ``verb``, ``verb of a-rule`` for moves that break one, or what
                        ``came_to(end)`` says about finished hands, in your own words
``HANDS``               how many hands are played at a table (default: 2)
``LONGEST``             the number of moves after which a hand is abandoned and dealt again, if some hardly ever end

A position is plain data, and has the ``table`` it is played at.  If everybody is dealt a hand it is a `Dealt`.  Words
are spelled as in the notation.  If a move has details that only the player sees, ``less`` has reports without them;
``""`` means no report at all.  A wrong move is ``hidden`` if only unseen cards prove it wrong: it must be accepted at a
table where nobody has shown a hand and every move with ``less`` was reported that way.  If every legal move is
``aside``, the hand may end, so the referee must have finished it.

* Meld games (see `samba`): a turn is many moves, so ``moves`` lists possible melds from the hand and asks one function
  which rules they break; ``likely`` prefers melds, or nobody would ever go out; ``draws`` has ``less``.
* Trick games (`oh_hell`): try every card of the next player, and some of others; the harness reports ``trick``.
* Chips (`reversis`): keep a dict of accounts in the position, and pay from one to another; pots go into ``kept``.
* Hidden hands: ``dealt`` has them all, and the harness shows them early, late or never, and in random order.
* Open games (Spider): no ``dealt``; a card turned up is a word of the move that turns it.
* Hands reported as totals: the showdown is a move too, ``Ann holds 17``, in cards with the number in ``less``.
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

    who: str  # "" for nobody
    verb: str
    words: str = ""
    less: tuple[str, ...] = ()  # what may be reported in its place; several reports are separated by ;
    breaks: tuple[str, ...] = ()  # rules; the referee must cite one of them
    hidden: bool = False  # only unseen cards prove that it breaks them
    listed: bool = True  # the referee lists it too
    aside: bool = False  # nobody waits for it

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.who, self.verb, self.words)))


@dataclass(frozen=True)
class ModelTable:
    """The players, the house rules, and the results of earlier hands."""

    seats: tuple[str, ...]
    house: Mapping[str, Any]
    dealer: str
    hand: int = 1
    scores: Mapping[str, int] = field(default_factory=dict)
    chips: Mapping[str, int] = field(default_factory=dict)  # if they are apart from the score
    kept: Any = None
    struck: tuple[str, ...] = ()  # rules that aren't played

    def left(self, seat: str, steps: int = 1) -> str:
        """The seat ``steps`` places to the left."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def around(self, first: str) -> tuple[str, ...]:
        """Everybody, clockwise from the first one."""
        return tuple(self.left(first, steps) for steps in range(len(self.seats)))

    def team(self, seat: str) -> str:
        """The name of a player's team."""
        place = self.seats.index(seat) % 2
        return "+".join(self.seats[place::2])

    def onward(self, brought: Mapping[str, int], **other: Any) -> ModelTable:
        """The table after a hand with these points. The deal passes to the left unless another dealer is given."""
        changed: dict[str, Any] = {"dealer": self.left(self.dealer), "scores": added(self.scores, brought)}
        return replace(self, hand=self.hand + 1, **(changed | other))


@dataclass(frozen=True)
class Dealt:
    """The start of a position in which everybody is dealt a hand: the cards dealt, and the cards held now."""

    table: ModelTable
    dealt: dict[str, Cards]
    held: dict[str, Cards]


def added(points: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """The sums, by name."""
    return {name: points.get(name, 0) + more.get(name, 0) for name in {**points, **more}}


def rank(card: str) -> str:
    """The rank of a card; a joker is one of its own."""
    return card if card == "JK" else card[:-1]


def pack(ranks: Iterable[str] = RANKS, packs: int = 1, jokers: int = 0) -> list[str]:
    """The cards of ``packs`` packs, and jokers."""
    return [*(rank + suit for rank in ranks for suit in SUITS), *["JK"] * jokers] * packs


def shuffled(cards: Iterable[str], chance: random.Random) -> list[str]:
    """The same cards in random order."""
    mixed = list(cards)
    chance.shuffle(mixed)
    return mixed


def without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards without those that are gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
