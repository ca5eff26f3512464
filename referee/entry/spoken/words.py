"""The words of a spoken line: players, values, verbs of the game, and words without a meaning of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.cards import read_cards, read_suit
from referee.language.reports import Shape
from referee.language.synonyms import (
    NUMBERS,
    SUITS,
    card_for,
    counted,
    is_table_talk,
    stems,
)
from referee.language.words import NOBODY, Seat, quoted
from referee.table.referee import Referee

LONGEST = 30  # words of one report
MOST_WORDS = 60  # of a line with several

QUESTION = re.compile(
    r".*\?\s*$|(?:who|whose|what|which|when|where|why|how|can|could|may|is|are|was|were|did|does|do|should|must|will)\b",
    re.IGNORECASE,
)

SMALL = frozenset((
    "a", "an", "the", "of", "with", "to", "is", "are", "it", "that", "this", "for", "his", "her", "their", "my", "i",
    "we", "please", "now", "just", "then", "so", "ok", "okay", "well", "also", "too", "all", "only", "by", "be", "was",
    "were", "in", "on", "at", "him", "them", "there", "here", "as", "some", "more", "will", "would", "'ll", "together",
    "again", "and", "thanks", "exactly", "new", "turn", "ace's", "gets", "you", "us", "our", "yes",
    "he", "she", "they", "me", "but", "up", "down", "am", "both", "each", "yeah", "other", "another",
))  # fmt: skip
"""Words without a meaning of their own, unless the report needs them."""

UNFINISHED = frozenset(("of", "to", "for", "with", "the", "a", "an", "and", "on", "by"))
"""Words that no complete line ends with."""

UNITS = frozenset((
    "trick", "tricks", "point", "points", "pts", "card", "cards", "chip", "chips", "suit", "hand", "hands", "piece",
    "canasta", "canastas",
))  # fmt: skip
"""Nouns for what is counted. They may be dropped if the report counts only one thing."""

LIGHT = frozenset((
    "have", "take", "get", "make", "score", "go", "do", "be", "win", "call", "say", "declare", "claim", "want",
    "announce", "bid", "play", "count", "collect", "shoot", "write", "reach", "earn", "hit", "was", "got", "give",
    "pull",
))  # fmt: skip
"""Verbs that only carry another word of the game: *has the queen*, *goes out*."""

SAYING = frozenset(("say", "bid", "call", "declare", "announce"))
"""Verbs of players who bid or declare."""

A_NUMBER = rf"\d+|{'|'.join(NUMBERS)}"
A_RANK = "(?:aces?|kings?|queens?|jacks?|tens?|nines?|eights?|sevens?|six(?:es)?|fives?|fours?|threes?|twos?|deuces?)"
COLORED = rf"\b(?:black|red) (?={A_RANK}\b)"


class Way(NamedTuple):
    """A report that a line may stand for, and how far its words are from it: 0 for a phrase of the game."""

    far: int
    text: str


A_ZERO = r"nil|nought|zero|zip|zilch|none|nothing"


def has_cards(referee: Referee) -> bool:
    """Whether cards can be entered: not on a sheet of totals."""
    return not referee.game.of_a_sheet or bool(referee.game.deal_out)


def words_of_game(referee: Referee) -> set[str]:
    """The words of a game's phrases and verbs."""
    said = {word for phrase in referee.game.phrases for word in phrase.lower().split()}
    return said | {verb.lower() for verb in referee.vocabulary.shapes}


def is_noun(word: str, referee: Referee) -> bool:
    """Whether a word names what is counted, or a verb of the game."""
    return word.lower() in UNITS or any(True for _ in verb_forms(referee.vocabulary.shapes, word.lower()))


PRONOUNS = frozenset(("he", "she", "they"))


ORDINALS = frozenset(("first", "second", "third", "fourth", "fifth", "next", "this", "that", "another"))


BETWEEN_PARTS = re.compile(
    r"\s*(?:,\s*(?:(?:and|then|but)\s+)?|\.\s+|\s+and\s+(?:then\s+)?|\s+then\s+"
    r"|(?<!\ball)(?<!body)(?<!\bnone)(?<!one)\s+but\s+(?=\w+ \w))"
)


def is_act(word: str, referee: Referee) -> bool:
    """Whether a word is a verb of the game, in any tense, or a synonym."""
    shapes, vocabulary = referee.vocabulary.shapes, referee.vocabulary
    return any(any(verb_forms(shapes, stem)) or any(vocabulary.meant(stem)) or stem in LIGHT for stem in stems(word))


def says_value(word: str) -> bool:
    """Whether a word is a number or a card, in signs or in words."""
    return is_value(word) or bool(counted([word]) or card_for(word) or read_suit(word) or word.lower() in SUITS)


MATTERS = frozenset((
    "not", "no", "nobody", "none", "never", "without", "except", "unless", "if", "or", "almost", "nearly", "maybe",
    "than", "instead", "wrong", "should", "think", "says", "said", "can", "could", "may", "would", "undo", "fix",
))  # fmt: skip


def says_something(word: str, referee: Referee) -> bool:
    """Whether a word is a player, a value, or a word of the game."""
    return bool(
        referee.names.whole(word)
        or says_value(word)
        or (not {*stems(word)}.isdisjoint(words_of_game(referee)) and word.lower() not in SMALL)
        or is_act(word, referee)
    )


class SpokenWord(NamedTuple):
    """A word, and the player it names, if any."""

    text: str
    seat: Seat | None = None

    @property
    def low(self) -> str:
        return "" if self.seat else self.text.lower()

    @property
    def typed(self) -> str:
        return quoted(self.seat) if self.seat else self.text


def player_named(word: str, is_quoted: bool, referee: Referee) -> Seat | None:
    """The player that a word names, by the whole name or its beginning. None for words of the game and table talk."""
    names = referee.names
    if whole := names.whole(word):
        return whole
    low = word.lower()
    common = low in SMALL or low in UNITS or low in referee.vocabulary.shapes or bool(read_suit(word)) or is_value(low)
    if is_quoted or common or len(word) < 2 or not word.isalpha() or is_table_talk(low) or counted([low]):
        return None
    begun = names.begins(word)
    return begun[0] if len(begun) == 1 else None


def is_value(word: str) -> bool:
    """Whether a word is a number or a card."""
    return word.lstrip("+-").isdigit() or bool(read_cards(word))


def last_named(referee: Referee) -> Seat:
    """The player of the last report, who is meant by *he* or *she*."""
    return next((entry.report.who for entry in reversed(referee.entries) if entry.report.who in referee.seats), NOBODY)


# Phrases


ARTICLES = "the|a|an|my|his|her|their|our"
CARRYING = (
    "there|i|we|he|she|they|it|am|is|are|has|have|had|says|said|say|called|calls|will|with|and|makes|made|gets|got|declares"
    "|declared"
)
"""Words before a phrase that only say that somebody says it."""


BEHIND = r"it|up|that|now|too|also|again|left|as\s+well|in\s+(?:(?:his|her|the)\s+)?hand|after\s+laying\s+off"
"""Words behind a phrase that change nothing."""


def suit_sign(word: str) -> str:
    return read_suit(word) or SUITS.get(word.lower(), "")


def bids_now(referee: Referee) -> Mapping[Seat, Any]:
    """Everybody's bid in this hand. Empty if the game has none, or they aren't by player."""
    facts = [
        referee.game.facts[name](referee.hand) for name in ("bidding", "bid", "bids") if name in referee.game.facts
    ]
    return next((fact for fact in facts if fact and isinstance(fact, Mapping)), {})


ALSO_SAID = {"contra": "kontra", "open": "ouvert", "ouverte": "ouvert", "game": ""}


def own_word(word: str, form: Shape) -> str:
    """The word of a report that a spoken word means, if any."""
    also = ALSO_SAID.get(word, word)
    for own in (also, f"{also}s", f"no-{also}", f"no-{also}s"):
        if own in form.own:
            return own
    return ""


def is_card(word: str) -> bool:
    """Whether a word is a card or a rank in capitals: ``AS`` and ``A`` are, *as* and *a* aren't."""
    return word.isupper() and bool(read_cards(word))


def line_of(who: str, words: Iterable[SpokenWord], *verb: str) -> str:
    return " ".join(filter(None, (who, *verb, *(word.typed for word in words))))


def carries(word: SpokenWord) -> bool:
    """Whether a word before the verb may be dropped, or is an argument."""
    return bool(word.seat) or word.low in SMALL or is_value(word.low) or any(stem in LIGHT for stem in stems(word.low))


def holds(word: SpokenWord) -> bool:
    """Whether a verb says that somebody has cards, and not that they are played."""
    return not {"have", "hold"}.isdisjoint(stems(word.low))


def is_verb(word: SpokenWord, referee: Referee) -> bool:
    """Whether a word says which report it is, so that no other may be meant."""
    return any(True for stem in stems(word.low) for _ in verb_forms(referee.vocabulary.shapes, stem))


def verb_forms(shapes: dict[str, list[Shape]], stem: str) -> Iterator[Shape]:
    """Yields the reports whose verb has a stem."""
    for text in dict.fromkeys((stem, f"{stem}s", f"{stem}es")):
        yield from (form for form in shapes.get(text, ()))


def is_light(word: SpokenWord) -> bool:
    """Whether a word only carries another word of the game."""
    return not LIGHT.isdisjoint(stems(word.low))
