"""How people at a table say cards, numbers and acts, and how the notation writes them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from referee.cards import RANK_NAMES, SUIT_NAMES, SUIT_SIGNS

_FROM_ZERO = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = {
    **{word: str(number) for number, word in enumerate((*_FROM_ZERO, *_TEENS))},
    **{word: str(10 * number) for number, word in enumerate(_TENS, 2)},
    **dict.fromkeys(("nil", "none", "nought", "nothing", "zilch", "zip", "nada"), "0"),
}

RANKS = {name: rank for rank, name in RANK_NAMES.items()} | {
    "two": "2", "deuce": "2", "trey": "3", "knave": "J", "jokers": "JK",
}  # fmt: skip

SUITS = {word: suit for suit, name in SUIT_NAMES.items() for word in (name, name[:-1])} | {
    sign: suit for suit, sign in SUIT_SIGNS.items()
}

ACTS = (
    "takes captures wins picks collects grabs gets fishes",
    "takes draws picks hits exchanges",
    "plays leads lays puts throws trails drops follows dumps tosses ditches chucks",
    "bids calls says announces",
    "bids declares says announces calls claims has shows",
    "passes checks",
    "stays stands sticks holds passes",
    "hits draws cards buys",
    "busts breaks",
    "discards throws drops sheds lays burns chucks dumps tosses ditches pitches",
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
"""Groups of words for one act. Each game uses its own."""

_IRREGULAR = {
    form: verb.split()[0]
    for verb in (
        "take took taken", "say said", "lead led", "go went gone goes", "have had has", "win won", "get got gotten",
        "make made", "draw drew drawn", "throw threw thrown", "lay laid", "keep kept", "hold held", "shoot shot",
        "show shown", "give gave given", "sweep swept", "sink sank sunk", "build built", "break broke broken",
        "lose lost", "deal dealt", "pay paid", "do did done does", "stand stood", "write wrote written", "be was were",
        "tell told", "leave left", "catch caught", "sit sat", "begin began begun", "forget forgot forgotten",
        "choose chose chosen", "stick stuck", "bring brought", "buy bought", "steal stole stolen", "become became",
        "eat ate eaten", "run ran", "come came", "find found", "wind wound",
    )
    for form in verb.split()[1:]
}  # fmt: skip
"""Verbs with irregular tenses."""

_ALIKE = [words.split() for words in ACTS]

_CARD = rf"\b({'|'.join(RANKS)}|[AKQJT2-9]|10)s?\s+(?:of\s+)?({'|'.join(SUITS)})(?![\w=])"

_DIGITS = "one|two|three|four|five|six|seven|eight|nine"
_COMPOUND = (
    rf"\b(?:(?:(?:a|{_DIGITS}|[1-9])\s+)?hundred(?:\s+(?:and\s+)?(?:(?:{'|'.join(_TENS)})(?:[\s-]+(?:{_DIGITS}))?"
    rf"|{'|'.join(NUMBERS)}))?|(?:{'|'.join(_TENS)})[\s-]+(?:{_DIGITS}))\b"
)
"""A number made of several words."""


def acts_like(word: str) -> Iterator[str]:
    """Other words for the same act."""
    forms = {word.lower(), word.lower() + "s", word.lower() + "es"}
    for words in _ALIKE:
        if forms.intersection(words):
            yield from (other for other in words if other not in forms)


def card_for(word: str) -> str:
    """How to write a spoken card or rank: ``A`` for ``ace``. "" if the word is neither."""
    low = word.lower()
    return RANKS.get(low) or RANKS.get(low.removesuffix("s"), "")


def number_for(word: str) -> str:
    """How to write a spoken number: ``0`` for ``zero``. "" if the word isn't one."""
    return NUMBERS.get(word.lower(), "")


def stems(word: str) -> list[str]:
    """The verbs that a word may be a tense of, the word itself first: ``passed`` may be *passed* or *pass*."""
    low = word.lower()
    found = [low, *([_IRREGULAR[low]] if low in _IRREGULAR else [])]
    for ending, instead in (("ied", "y"), ("ies", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", ""),
                            ("s", "")):  # fmt: skip
        if low.endswith(ending) and len(low) > len(ending) + 2:
            stem = low.removesuffix(ending) + instead
            found.append(stem)
            if not instead and ending in ("ing", "ed") and stem[-1:] == stem[-2:-1]:
                found.append(stem[:-1])
    return list(dict.fromkeys(found))


def tenses(word: str) -> list[str]:
    """The possible forms of a verb, the verb itself first. Wrong forms do no harm, because nobody says them."""
    irregular = [form for form, verb in _IRREGULAR.items() if verb == word]
    if word == "be":
        irregular += ["is", "are", "am"]
    stem = word.removesuffix("e")
    return [word, *irregular, f"{word}s", f"{word}es", f"{stem}ed", f"{stem}ing", f"{word}{word[-1]}ed",
            f"{word}{word[-1]}ing"]  # fmt: skip


def is_table_talk(word: str) -> bool:
    """Whether a word belongs to table talk: a rank, a number, or a verb in any tense."""
    return bool(card_for(word) or number_for(word) or any(any(acts_like(stem)) for stem in stems(word)))


MOST_DIGITS = 9  # of a number that anybody says


def counted(words: Sequence[str]) -> str:
    """The number that words say together: ``49`` for *forty nine*. "" if they don't say one."""
    low = [word.lower() for word in words if word.lower() != "and"]
    if any(len(word) > MOST_DIGITS for word in low if word.isdigit()):
        return ""
    if "hundred" in low:
        at = low.index("hundred")
        many = "1" if low[:at] in ([], ["a"]) else counted(low[:at])
        rest = counted(low[at + 1 :]) if low[at + 1 :] else "0"
        return str(100 * int(many) + int(rest)) if many and rest else ""
    values = [int(NUMBERS.get(word, word if word.isdigit() else -1)) for word in low]
    fits = len(values) == 1 or (len(values) == 2 and values[0] in range(20, 100, 10) and 0 < values[1] < 10)
    return str(sum(values)) if values and fits and min(values) >= 0 else ""


def written(text: str, names: Container[str] = ()) -> str:
    """A report with spoken cards and numbers replaced by their notation: ``Ben plays AS`` for *the ace of spades*.

    ``names`` aren't replaced.
    """

    def card(match: re.Match[str]) -> str:
        if match[2].lower() in names and not re.search(r"\sof\s", match[0]):
            return match[0]  # a count such as "four hearts" in a game that counts hearts
        if match[1] == "a":
            return match[0]  # an article, and no ace
        rank, suit = match[1].lower(), match[2].lower()
        return RANKS.get(rank, match[1].upper()) + SUITS[suit]

    def word(match: re.Match[str]) -> str:
        return match[0] if match[0] in names else card_for(match[0]) or number_for(match[0]) or match[0]

    def number(match: re.Match[str]) -> str:
        return match[0] if match[0] in names else counted(re.split(r"[\s-]+", match[0])) or match[0]

    text = re.sub(r"\bthe\s+", "", text, flags=re.IGNORECASE)
    text = re.sub(_COMPOUND, number, re.sub(_CARD, card, text, flags=re.IGNORECASE), flags=re.IGNORECASE)
    return re.sub("[A-Za-z]+", word, text)
