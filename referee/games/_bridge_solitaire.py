"""Bridge Solitaire: bids, and the house's bid against a hand."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.cards import RANKS, SUITS, Card, Cards, Suit, read_suit
from referee.kit.tricks import STRENGTH
from referee.language.words import Words

STRAINS = ("C", "D", "H", "S", "NT")
MINOR = ("C", "D")
SIZE = 13  # cards of a hand, and its tricks
HONORS = ("A", "K", "Q", "J", "10")


def strain_of(text: str) -> str | None:
    """The suit or no trump named by a letter or a word; None if it is neither."""
    no_trump = re.fullmatch(r"nt|no[- ]?trumps?", text, re.IGNORECASE)
    return "NT" if no_trump else read_suit(text)


@dataclass(frozen=True)
class Bid:
    """A number of odd tricks and a trump suit or no trump: ``1C`` to ``7NT``."""

    level: int
    strain: str
    metavar: ClassVar[str] = "BID"

    @staticmethod
    def read(words: Words, reader: Any) -> Bid:
        """Parses ``3NT``, ``4H``, ``3 no trump`` or ``4 hearts``.  Raises ParseError."""
        word = words.next
        following = [other.text for other in words.list[words.at + 1 : words.at + 3] if not other.quoted]
        read = re.fullmatch(r"(\d{1,2})(\D*)", word.text) if word and not word.quoted else None
        texts = ([read[2]] if read[2] else [" ".join(following), *following[:1]]) if read else []
        text, strain = next(((text, strain) for text in texts if (strain := strain_of(text))), ("", None))
        if not read or not strain:
            raise words.unread(f"{word.text!r} isn't a bid" if word else "a bid is missing here", ("1C", "1NT"))
        words.at += 1 if read[2] else 1 + len(text.split())
        return Bid(int(read[1]), strain)

    def __str__(self) -> str:
        return f"{self.level}{self.strain}"

    @property
    def trump(self) -> Suit | None:
        return None if self.strain == "NT" else Suit(self.strain)

    @property
    def height(self) -> tuple[int, int]:
        return self.level, STRAINS.index(self.strain)

    @property
    def honours(self) -> Cards:
        """The five highest trumps; at no trump the four aces."""
        trump = self.trump
        return tuple([Card(rank, trump) for rank in HONORS] if trump else [Card("A", suit) for suit in SUITS])


# What the house bids


def sure_tricks(cards: Collection[Card]) -> int:
    """The hand's sure tricks if the house has every other card."""
    sure = 0
    for suit in SUITS:
        mine = sorted([STRENGTH[card.rank] for card in cards if card.suit == suit])
        theirs = sorted({STRENGTH[rank] for rank in RANKS}.difference(mine))
        while mine:
            if theirs and theirs[-1] > mine[-1]:
                theirs.pop()
                mine.pop(0)
            else:
                mine.pop()
                sure += 1
    return sure


def house_bids(cards: Collection[Card], tie: str, most: int) -> Bid | None:
    """The house's bid against a hand: MOST minus the sure tricks, in the hand's shortest suit; None if it passes."""
    suits: list[str] = [card.suit for card in cards]
    lengths = {strain: suits.count(strain) for strain in STRAINS[:4]}
    shortest = [strain for strain in lengths if lengths[strain] == min(lengths.values())]
    level = most - sure_tricks(cards)
    return Bid(level, shortest[-1 if tie == "high" else 0]) if level > 0 else None


def may_be_for_no_trump(known: Counter[Suit], unseen: Counter[Suit]) -> bool:
    """Whether a hand with these KNOWN cards may be 4-3-3-3, 3-3-3-3 and a joker, or 3-3-3-2 and two jokers."""
    for odd, more in itertools.product(SUITS, (1, 0, -1)):
        shape = {suit: 3 + (suit == odd) * more for suit in SUITS} | {Suit(""): 1 - more}
        if all(known[suit] <= count <= known[suit] + unseen[suit] for suit, count in shape.items()):
            return True
    return False
