"""Bids: how they are read, what the house bids against a hand, and what a contract is worth."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.cards import RANKS, SUITS, Card, Cards, Suit, read_suit
from referee.kit.tricks import STRENGTH
from referee.notation import Words

STRAINS = ("C", "D", "H", "S", "NT")
CLOSED, OPEN, CHOSEN = 7, 13, 6  # cards that are the player's anyhow, those to choose from, and how many are
HONOURS = ("A", "K", "Q", "J", "10")


@dataclass(frozen=True)
class Bid:
    """Odd tricks and what is trump: ``1C`` … ``7NT``."""

    level: int
    strain: str
    metavar: ClassVar[str] = "BID"

    @staticmethod
    def read(words: Words, reader: Any) -> Bid:
        word = words.next
        found = re.fullmatch(r"(\d{1,2})(\D\D?)", word.text) if word and not word.quoted else None
        strain = "NT" if found and found[2].upper() == "NT" else read_suit(found[2]) if found else None
        if not found or not strain:
            raise words.unread(f"{word.text} is no bid" if word else "a bid is missing here", ("1C", "1NT"))
        words.at += 1
        return Bid(int(found[1]), strain)

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
        """The five top trumps, or the aces."""
        return tuple(Card(rank, self.trump) for rank in HONOURS) if self.trump else tuple(Card("A", s) for s in SUITS)

    def honours_worth(self, held: int) -> int:
        return 0 if held < 4 else 100 if self.trump and held == 4 else 150


# What the house bids


def sure_tricks(cards: Collection[Card]) -> int:
    """The tricks of a hand against a house that has every card it lacks."""
    sure = 0
    for suit in SUITS:
        mine = sorted(STRENGTH[card.rank] for card in cards if card.suit == suit)
        theirs = sorted({STRENGTH[rank] for rank in RANKS}.difference(mine))
        while mine:
            if theirs and theirs[-1] > mine[-1]:
                theirs.pop()
                mine.pop(0)
            else:
                mine.pop()
                sure += 1
    return sure


def house_bids(cards: Collection[Card], tie: str) -> Bid | None:
    """What the house bids against a hand, the high or the low one of its shortest suits; None where it passes."""
    lengths = {strain: sum(card.suit == strain for card in cards) for strain in STRAINS[:4]}
    shortest = [strain for strain in lengths if lengths[strain] == min(lengths.values())]
    level = 6 - sure_tricks(cards)
    return Bid(level, shortest[-1 if tie == "high" else 0]) if level > 0 else None


def may_be_for_no_trump(known: Counter[Suit], unseen: Counter[Suit]) -> bool:
    """Whether thirteen cards of which these are KNOWN may be 4-3-3-3, 3-3-3-3 and a joker, or 3-3-3-2 and both."""
    for odd, more in itertools.product(SUITS, (1, 0, -1)):
        shape = {suit: 3 + (suit == odd) * more for suit in SUITS} | {Suit(""): 1 - more}
        if all(known[suit] <= count <= known[suit] + unseen[suit] for suit, count in shape.items()):
            return True
    return False


# What a contract is worth


def brings(bid: Bid, jokers: int, vulnerable: bool, took: int) -> Iterator[tuple[str, int]]:
    """What a contract brings its side, by category; undertricks bring it to the other one."""
    over, each = took - 6 - bid.level, 20 if bid.strain in ("C", "D") else 30
    if over < 0:
        yield "undertricks", penalty(-over, jokers, vulnerable)
        return
    yield "contract", (bid.level * each + 10 * (bid.strain == "NT")) << jokers
    if over:
        yield "overtricks", over * (100 * jokers * (1 + vulnerable) or each)
    if jokers:
        yield "insult", 50 * jokers
    if bid.level > 5:
        yield "slam", (bid.level - 5) * (750 if vulnerable else 500)


def penalty(short: int, jokers: int, vulnerable: bool) -> int:
    if not jokers:
        return short * (100 if vulnerable else 50)
    doubled = [200 if vulnerable else 100, *([] if vulnerable else [200, 200]), *[300] * 13]
    return sum(doubled[:short]) * jokers


# For the page


def trick_worths() -> str:
    """What an odd trick bid and made brings, by what is trump."""
    worths = {strain: [dict(brings(Bid(level, strain), 0, False, 6 + level))["contract"] for level in (1, 2)]
              for strain in STRAINS}  # fmt: skip
    return " · ".join(
        f"{strain} {first}" + (f", then {two - first}" if two != 2 * first else "")
        for strain, (first, two) in worths.items()
    )


def undertrick_worths() -> dict[str, str]:
    """What one to four undertricks cost."""
    return {
        f"{called}{', vulnerable' * vulnerable}": " ".join(
            str(penalty(short, jokers, vulnerable)) for short in range(1, 5)
        )
        for jokers, called in enumerate(("undoubled", "doubled", "redoubled"))
        for vulnerable in (False, True)
    }


def slam_worths() -> str:
    """What bidding and making six or seven brings."""
    small, grand = (
        [dict(brings(Bid(level, "C"), 0, vulnerable, 6 + level))["slam"] for vulnerable in (False, True)]
        for level in (6, 7)
    )
    return f"small {small[0]}, grand {grand[0]}; vulnerable {small[1]} and {grand[1]}"
