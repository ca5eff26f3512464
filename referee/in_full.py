"""A report in full, as the notation writes it: read at a glance, each of its words looked up.

A `Glance` knows the usual words of one field; where a field has none, its own reader is asked at its place.  Whatever
isn't understood so is read word by word (`Shape.read`), and so is all that is wrong: what is read here would be read
there to the same report.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from referee.cards import BY_WORD, SUITS, UNKNOWN, Card, Cards, Rank, Suit, read_cards, read_rank
from referee.words import ParseError, Seat, Words

ReadsField = Callable[[Words, Any], Any]
"""What reads a field from words and a table's names and pack, or raises ParseError."""


class Glance(NamedTuple):
    """The usual words of a field, in capitals, with what they mean.

    A ``number`` is one in figures, ``alone`` where it might also be a card if more of them follow; of ``several`` cards
    some may be unnamed where they are ``blind``; a ``seat`` is one of the table's.
    """

    words: Mapping[str, Any] = {}
    number: bool = False
    alone: bool = False
    several: bool = False
    blind: bool = False
    seat: bool = False


FLAG = Glance()
"""A field that is told by its own name."""

_NAMED = {word: card for word, card in BY_WORD.items() if card is not UNKNOWN}
_RANKS = {word: read_rank(word) for word in BY_WORD if read_rank(word)}
_SUITS: dict[str, Suit] = {suit: suit for suit in SUITS}


def glance_at(kinds: Sequence[Any], blind: Any) -> Glance | None:
    """What knows the usual words of a field that is of one of these types; None where they are read word by word.

    ``blind`` is the type of cards of which some may be unnamed.
    """
    kinds = [typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind for kind in kinds]
    first, *more = kinds
    if first is int and more:
        other = glance_at(more, blind)
        return other and (None if other.seat else other._replace(number=True, alone=True))
    if more:
        return None
    if first is int:
        return Glance(number=True)
    if first is Card:
        return Glance(_NAMED)
    if first in (Cards, blind):
        return Glance(BY_WORD if first is blind else _NAMED, several=True, blind=first is blind)
    if first is Rank:
        return Glance(_RANKS)
    if first is Suit:
        return Glance(_SUITS)
    if first is Seat:
        return Glance(seat=True)
    if typing.get_origin(first) is Literal:
        return Glance({choice.upper(): choice for choice in typing.get_args(first) if choice == choice.lower()})
    return None


class InFull(NamedTuple):
    """The fields of a report by how they are told: those in their order, and those behind a word of their own."""

    in_order: Sequence[tuple[str, Glance | ReadsField]]
    by_name: Mapping[str, tuple[str, Glance | ReadsField]]
    needed: frozenset[str]

    def read(self, text: str, said: Sequence[str], at: int, reader: Any) -> dict[str, Any] | None:
        """The fields in the words of a text, from one of them on; None where that isn't seen at a glance."""
        values: dict[str, Any] = {}
        by_name, end, place = self.by_name, len(said), 0
        while at < end:
            word = said[at]
            named = by_name.get(word.lower())
            if named and named[0] not in values:
                field, glance = named
                at += 1
                if glance is FLAG:
                    values[field] = True
                    continue
                if at == end:
                    return None
                word = said[at]
            elif place < len(self.in_order):
                field, glance = self.in_order[place]
                place += 1
            else:
                return None
            if not isinstance(glance, Glance):
                if not (read := _asked(glance, text, said, at, reader)):
                    return None
                values[field], at = read
                continue
            if not word.isascii():
                return None
            last = at + 1 == end or said[at + 1].lower() in by_name
            if glance.number and word.isdigit() and len(word) < 10 and (last or not glance.alone):
                values[field] = int(word)
            elif glance.several:
                cards: Cards = ()
                while at < end and said[at].lower() not in by_name:
                    card = glance.words.get(said[at].upper())
                    meant = (card,) if card else read_cards(said[at], reader.pack)
                    if not meant or (UNKNOWN in meant and not glance.blind):
                        return None
                    cards += meant
                    at += 1
                values[field] = cards
                continue
            elif glance.seat:
                if not (seat := reader.names.at_a_glance.get(word)):
                    return None
                values[field] = seat
            elif (value := glance.words.get(word.upper())) is None:
                return None
            else:
                values[field] = value
            at += 1
        return values if self.needed <= values.keys() else None


def _asked(read: ReadsField, text: str, said: Sequence[str], at: int, reader: Any) -> tuple[Any, int] | None:
    """What a field's reader reads from one of the words on, and the word behind it; None where it can't."""
    if '"' in text or "," in text:  # then words are no longer what stands between blanks
        return None
    words = Words(text)
    words.at = at
    try:
        value = read(words, reader)
    except ParseError:
        return None
    return (value, words.at) if len(words.list) == len(said) else None  # a reader may put words in
