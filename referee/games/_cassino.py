"""What the words of Cassino's reports name: what lies on the board, and what two piles have of the pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from referee.cards import UNKNOWN, Card, Cards, listed, read_cards, read_rank
from referee.cards import card as card_of
from referee.notation import Reader, Words

LITTLE, BIG = Card("2", "S"), Card("10", "D")
TOTALS = {"cards": 52, "spades": 13, "aces": 4, LITTLE.text: 1, BIG.text: 1}
COUNTED = ("cards", "spades", "aces")


# On the board


@dataclass(frozen=True)
class Items:
    """Loose cards, and builds by their cards or by name: ``build 9``, or ``build`` for the one a play is about."""

    some: tuple[Card | str, ...] = ()

    metavar: ClassVar[str] = "ITEMS"

    def __str__(self) -> str:
        return " ".join(map(str, self.some))

    @staticmethod
    def read(words: Words, reader: Reader) -> Items:
        """Reads up to ``with``; a bare rank is the one loose card that has it.  Raises ParseError."""
        found: list[Card | str] = []
        while (word := words.next) and not word.quoted and word.text.lower() != "with":
            words.at += 1
            if word.text.lower() == "build":
                rank = read_rank(words.next.text) if words.next else None
                words.at += bool(rank)
                found.append(f"build {rank}" if rank else "build")
            elif word.text == ",":  # as it is said: six and four, eight and two
                continue
            elif not (cards := read_cards(word.text, reader.pack)) or UNKNOWN in cards:
                raise words.unread(f"{word.text} is no card and no build", word=word)
            elif cards[0].is_bare:
                lying = [card for card in getattr(reader, "loose", cards) if card.rank == cards[0].rank]
                if len(lying) > 1:
                    raise words.unread(f"{cards[0]} could be {listed(lying)}", [card.text for card in lying], word)
                found += lying or cards
            else:
                found += cards
        if not found:
            raise words.unread("cards or builds are missing here")
        return Items(tuple(found))


# Piles


@dataclass(frozen=True)
class Pile:
    """What is told of a pile: numbers of cards, spades and aces, and the two Cassinos; or all its cards."""

    numbers: tuple[tuple[str, int], ...] = ()
    cards: Cards = ()

    metavar: ClassVar[str] = "ITEMS"

    def __str__(self) -> str:
        return " ".join((*(f"{number} {what}" for what, number in self.numbers), *(card.text for card in self.cards)))

    @property
    def whole(self) -> bool:
        return any(card not in (LITTLE, BIG) for card in self.cards)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """All that is told of it, which may not agree."""
        return [
            *self.numbers,
            *(counted(self.cards).items() if self.whole else ((card.text, 1) for card in self.cards)),
        ]

    @staticmethod
    def read(words: Words, reader: Reader) -> Pile:
        """Reads numbers with what they count, and cards, in any order.  Raises ParseError."""
        numbers: list[tuple[str, int]] = []
        cards: list[Card] = []
        while (word := words.next) and not word.quoted:
            words.at += 1
            said = words.next.text.lower() if words.next else ""
            what = next((one for one in COUNTED if said in (one, one[:-1])), "")
            if what and word.text.isascii() and word.text.isdigit() and len(word.text) < 10:
                numbers.append((what, int(word.text)))
                words.at += 1
            else:
                some = read_cards(word.text, reader.pack) or (UNKNOWN,)
                if UNKNOWN in some or some[0].is_bare:
                    raise words.unread(f"{word.text} is no card, and no number of {', '.join(COUNTED)}", COUNTED, word)
                cards += some
        if not numbers and not cards:
            raise words.unread("what does the pile have? cards, spades, aces, 2S, 10D", COUNTED)
        return Pile(tuple(sorted(numbers, key=lambda one: COUNTED.index(one[0]))), tuple(cards))


def counted(cards: Iterable[Card]) -> dict[str, int]:
    """What a pile has of everything that is scored."""
    some = list(cards)
    spades, aces = (sum(what in (card.suit, card.rank) for card in some) for what in ("S", "A"))
    return {"cards": len(some), "spades": spades, "aces": aces, "2S": some.count(LITTLE), "10D": some.count(BIG)}


def amount(what: str, number: int) -> str:
    return f"{number} {what}" if what in COUNTED else f"{'the' if number else 'no'} {card_of(what).pretty}"


def splits(told: Mapping[str, int], least: int = 0, most: int = 52) -> Iterator[dict[str, int]]:
    """What the first of two piles may have, by every split of the pack that agrees with what was told of it.

    It has so many cards at least and at most.
    """
    for little, ace, big, spades, aces in product((0, 1), (0, 1), (0, 1), range(12), range(4)):
        pile = {"spades": little + ace + spades, "aces": ace + aces, LITTLE.text: little, BIG.text: big}
        if all(told.get(what, number) == number for what, number in pile.items()):
            few = little + ace + big + spades + aces
            may = range(max(least, few), min(most, few + 35) + 1)  # 35 cards are none of these
            yield from (pile | {"cards": cards} for cards in may if told.get("cards", cards) == cards)
