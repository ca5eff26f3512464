"""Cards and packs, and how they are written.

A card is a rank and a suit: ``Card("Q", "H")`` is the queen of hearts, written ``QH``. ``JK`` is a joker, a card
without a suit is a bare rank, and ``?`` is an unknown card. ``says`` is what a wild card stands for, or what a card
calls (``JK=7H``, ``8H=D``). Cards are interned: equal cards are the same object, unless a
game tells the copies of a pack apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NewType

Rank = NewType("Rank", str)
Suit = NewType("Suit", str)

RANKS: Final = tuple(Rank(rank) for rank in ("A", "K", "Q", "J", "10", *"98765432"))
UPWARD: Final = (RANKS[0], *RANKS[:0:-1])  # ace, deuce … king
PIPS: Final = {rank: pips for pips, rank in enumerate(UPWARD, 1)}  # ace 1 … king 13
SUITS: Final = tuple(Suit(suit) for suit in "SHDC")
JOKER_RANK: Final = Rank("JK")
UNNAMED: Final = Rank("?")

SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANK_NAMES: Final = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "deuce", "JK": "joker",
}  # fmt: skip

_interned: dict[tuple[str, str, str, int], Card] = {}


class Card:
    """One card, which never changes; two equal cards are the same object.

    ``rank`` is A, K, Q, J, 10 … 2 or JK, ``suit`` is S, H, D, C, or "" if only the rank is known.  ``text`` is how it
    is typed.  ``says`` is what the card stands for or calls, "" for nothing. ``copy`` numbers the copies of a pack, in
    games that tell them apart; they are written alike, and their ``face`` is the first.

    >>> from referee import Card
    >>> Card("10", "H").text, Card("10", "H").pretty, Card("10", "H") is Card("10", "H")
    ('10H', '10♥', True)
    """

    __slots__ = ("copy", "face", "is_bare", "is_joker", "is_red", "rank", "says", "suit", "text")

    rank: Rank
    suit: Suit
    says: str  # the text after "=", "" if there is none
    text: str
    copy: int
    face: Card  # the card alone, without what it stands for or calls, of the first copy
    is_bare: bool  # only the rank is known
    is_joker: bool
    is_red: bool

    def __new__(cls, rank: str, suit: str = "", says: str = "", copy: int = 0) -> Card:
        key = (rank, suit, says, copy)
        if (card := _interned.get(key)) is None:
            card = object.__new__(cls)
            facts = {
                "rank": rank,
                "suit": suit,
                "says": says,
                "copy": copy,
                "text": f"{rank}{suit}={says}" if says else f"{rank}{suit}",
                "face": Card(rank, suit) if says or copy else card,
                "is_bare": not suit and rank not in (JOKER_RANK, UNNAMED),
                "is_joker": rank == JOKER_RANK,
                "is_red": suit in ("H", "D"),
            }
            for name, fact in facts.items():
                object.__setattr__(card, name, fact)
            _interned[key] = card
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card can't be changed: {self}.{name}")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[type[Card], tuple[str, str, str, int]]:
        return Card, (self.rank, self.suit, self.says, self.copy)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    @property
    def pretty(self) -> str:
        """The card with the symbol of its suit: ``9♥``."""
        return f"{self.rank}{SUIT_SIGNS.get(self.suit, '')}{'=' + self.says if self.says else ''}"


UNKNOWN: Final = Card(UNNAMED)
JOKER: Final = Card(JOKER_RANK)

Cards = tuple[Card, ...]


def cards(text: str) -> Cards:
    """Parses cards from text such as ``"AKT8c Q8h 4D-6D JK"``; for rules and tests.

    Raises ValueError if a word isn't a card.
    """
    read: list[Card] = []
    for word in text.split():
        if (named := read_cards(word)) is None:
            raise ValueError(f"no card: {word!r}")
        read += named
    return tuple(read)


def card(text: str) -> Card:
    """Parses one card; raises ValueError if the text isn't exactly one.

    >>> from referee import card
    >>> card("9h").rank, card("9♥").suit
    ('9', 'H')
    """
    named = cards(text)
    if len(named) != 1:
        raise ValueError(f"{text!r} is {len(named)} cards, not one")
    return named[0]


_RANK = "(?:10|[AKQJT2-9])"
_SUIT = "[SHDC♠♥♦♣]"
_SHARED = f"(?:{_RANK}+{_SUIT})+"
_GROUP = f"((?:{_RANK})+)({_SUIT})"
_RANGE = f"({_RANK})({_SUIT}?)-({_RANK})({_SUIT})"
_BLIND = r"\?(\d{0,3})"
_SIGNS = {sign: suit for suit, sign in SUIT_SIGNS.items()}


def read_rank(word: str) -> Rank | None:
    word = word.upper()
    if word == "T":
        return Rank("10")
    return Rank(word) if word in RANK_NAMES else None


def read_suit(word: str) -> Suit | None:
    """Parses a suit from its letter, its symbol or its name; None if the word isn't one."""
    word = word.upper().replace("\N{VARIATION SELECTOR-16}", "")
    if word in SUIT_SIGNS:
        return Suit(word)
    if word in _SIGNS:
        return Suit(_SIGNS[word])
    for suit, name in SUIT_NAMES.items():
        if word in (name.upper(), name[:-1].upper()):
            return Suit(suit)
    return None


def read_cards(word: str, pack: Pack | None = None) -> Cards | None:
    """Parses the cards that one word names; None if it names none.

    A range follows the ranks of ``pack``. Its ace is low before a deuce and high after a king, unless the pack allows
    only one of them.
    """
    word = word.upper().replace("\N{VARIATION SELECTOR-16}", "")
    if (quick := _words.get(word)) is not None:
        return quick
    if match := re.fullmatch(_SHARED, word):
        return tuple(
            Card("10" if rank == "T" else rank, _SIGNS.get(suit, suit))
            for ranks, suit in re.findall(_GROUP, word)
            for rank in re.findall(_RANK, ranks)
        )
    if match := re.fullmatch(_RANGE, word):
        first, suit, last, same = match.groups()
        suit, same = _SIGNS.get(suit, suit), _SIGNS.get(same, same)
        return _range(first, last, same, pack) if suit in ("", same) else None
    if match := re.fullmatch(_BLIND, word):
        return (UNKNOWN,) * int(match[1] or 1)
    face, equals, says = word.partition("=")
    if equals and (held := read_cards(face)) and len(held) == 1 and (text := _stands_for(says)):
        return (Card(held[0].rank, held[0].suit, text),)
    return None


def _stands_for(word: str) -> str | None:
    """Parses what follows ``=``: a card, a rank or a suit. An ace may be written 1."""
    named = read_cards(word) if word else None
    if named and len(named) == 1 and not named[0].says and named[0] is not UNKNOWN:
        return named[0].text
    return "A" if word == "1" else read_suit(word)


_words: dict[str, Cards] = {"JK": (JOKER,), "?": (UNKNOWN,)}
for _rank in RANKS:
    _words[_rank] = (Card(_rank),)
    for _suit in SUITS:
        _words[_rank + _suit] = (Card(_rank, _suit),)
_words |= {word.replace("10", "T"): _ten for word, _ten in _words.items() if word.startswith("10")}
BY_WORD: Final = {_word: _cards[0] for _word, _cards in _words.items()}
"""The common words for a single card, in capitals, with the card.

Of the ten ways to write a suit only the usual ones are here.
"""


def _range(first: str, last: str, suit: str, pack: Pack | None) -> Cards | None:
    ranks = [rank for rank in RANKS if pack is None or rank in pack.ranks]
    ladder = ranks[::-1]  # from the lowest up, with the ace at both ends if the pack allows both
    ace = pack.ace if pack else "either"
    if "A" in ladder and ace != "high":
        ladder = [Rank("A"), *ladder] if ace == "either" else [Rank("A"), *ladder[:-1]]
    first, last = ("10" if rank == "T" else rank for rank in (first, last))
    if first not in ladder or last not in ladder or first == last:
        return None
    start = ladder.index(Rank(first))  # an ace is low at the beginning and high at the end
    end = len(ladder) - 1 - ladder[::-1].index(Rank(last))
    run = ladder[start : end + 1] if start < end else ladder[end : start + 1][::-1]
    return tuple(Card(rank, suit) for rank in run)


class Pack:
    """The cards a game is played with, and how many copies of each.

    ``ranks`` are highest first. ``ace`` says where an ace may end a range: "high", "low" or "either". With ``apart``
    each copy is a card of its own.
    """

    def __init__(
        self,
        ranks: str = "A K Q J 10 9 8 7 6 5 4 3 2",
        *,
        packs: int = 1,
        jokers: int = 0,
        without: str = "",
        ace: str = "either",
        apart: bool = False,
    ) -> None:
        self.ranks = tuple(map(Rank, ranks.split()))
        self.ace = ace
        self.apart = packs if apart else 1
        self.copies: dict[Card, int] = {BY_WORD[rank + suit]: packs for suit in SUITS for rank in self.ranks}
        for card in cards(without):
            self.copies.pop(card, None)
        if jokers:
            self.copies[JOKER] = jokers
        if apart:
            self.copies = {Card(card.rank, card.suit, copy=copy): 1 for copy in range(packs) for card in self.copies}
        self.size = sum(self.copies.values())

    def __contains__(self, card: Card) -> bool:
        return card in self.copies

    def copies_of(self, card: Card) -> list[Card]:
        """The copies of a card that are cards of their own."""
        return [Card(card.rank, card.suit, card.says, copy) for copy in range(self.apart)]

    def __iter__(self) -> Iterator[Card]:
        """Yields every different card once."""
        return iter(self.copies)

    def __len__(self) -> int:
        """The number of cards, counting each copy."""
        return self.size


def those_named(cards: Iterable[Card]) -> list[Card]:
    """The cards whose identity is known: all but `UNKNOWN`."""
    return [card for card in cards if card is not UNKNOWN]


def listed(cards: Iterable[Card]) -> str:
    """Cards for a message: ``9♥ and K♣``."""
    texts = [card.pretty for card in cards]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1] if texts else "no card"
