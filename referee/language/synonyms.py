"""The table's talk and the words of other games: how cards, numbers and acts are written instead.

Nobody has to write as people talk; what isn't understood is answered with how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from referee.cards import RANK_NAMES, SUIT_NAMES, SUIT_SIGNS

_FROM_ZERO = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: str(number) for number, word in enumerate(_FROM_ZERO)} | dict.fromkeys(("nil", "none", "nought"), "0")

RANKS = {name: rank for rank, name in RANK_NAMES.items()} | {
    "two": "2", "trey": "3", "knave": "J", "jokers": "JK",
}  # fmt: skip

SUITS = {word: suit for suit, name in SUIT_NAMES.items() for word in (name, name[:-1])} | {
    sign: suit for suit, sign in SUIT_SIGNS.items()
}

ACTS = (
    "takes captures wins picks collects grabs gets fishes",
    "takes draws picks hits exchanges",
    "plays leads lays puts throws trails drops follows",
    "bids calls says announces",
    "bids declares says announces calls claims has shows",
    "passes checks",
    "stays stands sticks holds passes rests",
    "hits draws cards buys",
    "busts breaks",
    "discards throws drops sheds lays burns",
    "knocks stops raps closes",
    "folds drops passes throws quits",
    "bets opens stakes brings puts",
    "calls sees matches stays",
    "raises ups bumps",
    "shows reveals exposes lays turns",
    "flips turns reveals uncovers",
    "upcard turn turns turned flips",
    "melds lays puts declares",
    "lays melds adds builds moves puts",
    "out outs goes",
    "doubts challenges accuses calls",
    "sweeps scopa clears",
    "scores makes gets writes earns",
    "holds has counts keeps makes",
    "trump trumps names makes",
    "proposes asks begs",
    "exchanges swaps changes discards draws",
    "antes puts pays",
    "sinks drowns",
    "captures boards takes wins",
    "leaves sits gets quits",
    "joins sits enters",
    "replaces substitutes subs",
)
"""Words for one act, of which each game has its own."""

_ALIKE = [words.split() for words in ACTS]

_CARD = rf"\b({'|'.join(RANKS)}|[AKQJT2-9]|10)s?\s+(?:of\s+)?({'|'.join(SUITS)})(?![\w=])"


def acts_like(word: str) -> Iterator[str]:
    """What an act may be called besides."""
    said = {word.lower(), word.lower() + "s", word.lower() + "es"}
    for words in _ALIKE:
        if said.intersection(words):
            yield from (other for other in words if other not in said)


def card_for(word: str) -> str:
    """How a card or rank that was spoken is written, "" where it is none: ``A`` for ``ace``."""
    low = word.lower()
    return RANKS.get(low) or RANKS.get(low.removesuffix("s"), "")


def number_for(word: str) -> str:
    """How a number that was spoken is written, "" where it is none: ``0`` for ``zero``."""
    return NUMBERS.get(word.lower(), "")


def written(text: str, names: Container[str] = ()) -> str:
    """A report with the cards and numbers that were spoken written: ``Ben plays AS`` for *the ace of spades*.

    ``names`` are left as they are.
    """

    def card(match: re.Match[str]) -> str:
        rank, suit = match[1].lower(), match[2].lower()
        return RANKS.get(rank, match[1].upper()) + SUITS[suit]

    def word(match: re.Match[str]) -> str:
        return match[0] if match[0] in names else card_for(match[0]) or number_for(match[0]) or match[0]

    text = re.sub(r"\bthe\s+", "", text, flags=re.IGNORECASE)
    return re.sub("[A-Za-z]+", word, re.sub(_CARD, card, text, flags=re.IGNORECASE))
