"""A line without punctuation and courtesies, its contractions spelled out and its cards and numbers in signs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.entry.spoken.phrases import phrase_begins
from referee.entry.spoken.table_talk import without_talk
from referee.entry.spoken.words import A_NUMBER, A_RANK, COLORED, SpokenWord, player_named, says_value
from referee.language.reports import shape
from referee.language.synonyms import (
    NUMBERS,
    SUITS,
    stems,
    written,
)
from referee.language.words import NOBODY, ParseError, Seat, Words, quoted
from referee.table.referee import Referee

_ITALIAN = {"coins": "diamonds", "cups": "hearts", "swords": "spades", "batons": "clubs"}
_CARD_SIGN = "(?:10|[2-9AKQJT])[SHDC]"
_FULL = {"m": "am", "re": "are", "ve": "have", "ll": "will"}

_SHORTENED = (
    (
        r"\b(?:did|does|do)(?:n['\u2019]?t| not) (?:get|take|have|make|win|score)"
        r"(?: any(?:thing|one)?| an?(?: single)?(?: one)?| one)?(?: tricks?| points?| hearts?)?(?= *$)",
        "took 0",
    ),
    (r"\b(i|we|they|you)['\u2019](m|re|ve|ll)\b", lambda said: f"{said[1]} {_FULL[said[2].lower()]}"),
    (
        rf"\b(?:an?other|an?)(?: low| high| small| big| little)? ({'|'.join(SUITS)}),?"
        rf" (?:the|an?) ({A_RANK[3:-1]}|10|[2-9])\b",
        r"\2 of \1",
    ),
    (rf"\b({'|'.join(SUITS)}) (?:is |are )?trumps?,? the ({A_RANK[3:-1]}|10|[2-9])\b", r"\2 of \1 is trump"),
    (r"\bno one\b", "nobody"),
    (r"\b(that|this|last|first|next) one\b", r"\1"),
    (
        r"\b(?:and )?(?:(?:is|are|was|were|gets?|got) )?(?:still )?(?:stuck|caught|left) (?:with|holding|on) "
        rf"(?:an? |just |only |whopping )*(?=(?:{A_NUMBER})\b)",
        "held ",
    ),
    (
        r"\b(?:(?:ends?|ended|winds?|wound) up|finish(?:es|ed)?(?: up)?) (?:with|on) (?:just |only )?"
        rf"(?=(?:{A_NUMBER})\b)",
        "has ",
    ),
    (r"\b(?:sits|sat) with (?=\d)", "held "),
    (r"\b(?:comes?|came|adds? up|added up) to (?=\d)", "has "),
    (r"\b(with|without) (\d+|one|two|three|four|five) (?:jacks?|matadors?)\b", r"\1 \2"),
    (rf"\b(?:last|remaining) (?=(?:{A_NUMBER})(?: tricks?)?$)", ""),
    (r"\bonce$", "1"),
    (r"\btwice$", "2"),
    (r"\bof (coins|cups|swords|batons)\b", lambda said: f"of {_ITALIAN[said[1].lower()]}"),
    (COLORED, ""),
    (rf"\b(canastas?|books?|ones?) (?:of|with|in) (?:{A_RANK}|\d+s)\b", r"\1"),
    (rf"\b(?:two|three|four|five|six|seven|\d) {A_RANK},?\s+(?={_CARD_SIGN}\b)", ""),
    (r"\b(?:minus|negative) (?=\d)", "-"),
    (rf"\b(?:minus|negative) ({'|'.join(NUMBERS)})\b", lambda said: f"-{NUMBERS[said[1].lower()]}"),
    (r"\bno (?=(?:tricks?|points?|chips?)\b)", "0 "),
    (
        r"\b(spade|heart|diamond|club) (ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two)\b",
        r"\2 of \1s",
    ),
)
"""Contractions and other word orders, with the full form."""


def raw_words(text: str, referee: Referee) -> list[SpokenWord]:
    """The words of a line with the players that they name. Empty if it can't be split."""
    try:
        words = Words(text)
    except ParseError:
        return []
    words.join(referee.names)
    return [SpokenWord(word.text, player_named(word.text, word.quoted, referee)) for word in words.list]


def spellings(text: str, referee: Referee) -> list[list[SpokenWord]]:
    """The words of a line, tidied, with cards and numbers in words replaced in each way that is possible."""
    return [*spelled_out(raw_words(tidied(text, referee), referee), referee)]


def tidied(text: str, referee: Referee) -> str:
    """The line without punctuation and courtesies: ``Linda: 3, please!``."""
    text = without_label(without_talk(text, referee), referee)
    text = _MINUS.sub(" minus " if _counts_held(referee) else "-", text)
    text = re.sub(r"[.!]+(?=\s|$)|(?<=\w)[:](?=\s|$)|[\u2013\u2014]|(?<=\s)-(?=\s)", " ", text.strip())
    text = hyphened(text, referee)
    colored = any(" red " in f" {phrase}" or " black " in f" {phrase}" for phrase in referee.game.phrases)
    for pattern, instead in (*(_LEFT_OVER if _counts_held(referee) else ()), *_SHORTENED):
        if colored and pattern == COLORED:
            continue
        text = re.sub(pattern, instead, text, flags=re.IGNORECASE)
    if "bids" in referee.vocabulary.shapes:
        text = re.sub(rf"\b(?:go(?:es|ing)?|went) for (?={A_NUMBER})", "bids ", text, flags=re.IGNORECASE)
    for verb in referee.vocabulary.shapes:
        if "-" in verb:
            text = re.sub(rf"\b{verb.replace('-', '[ -]')}\b", verb, text, flags=re.IGNORECASE)
    text = re.sub(
        r"\b(\w+)(?:['\u2019]s)? (?:side|team|partnership|lot)\b",
        lambda match: referee.names.teams.get(referee.names.whole(match[1]) or NOBODY, match[0]),
        text,
        flags=re.IGNORECASE,
    )
    for side in referee.names.teams.values():
        text = re.sub(rf"{re.escape(side)}(?: (?:side|team|pair|lot)\b)?", side.replace("+", " and "), text)
    if any(ask.verb.team for _, ask in referee.asks()):
        text = re.sub(rf"^the (?:{_SOMEBODYS_SIDE})\b", "they", text, flags=re.IGNORECASE)
    if THE_OTHERS.search(text) and (opponents := _other_side(referee)):
        text = THE_OTHERS.sub(opponents.replace("+", " and "), text)
    text = re.sub(r"(?<=\w) (?:und|plus|et|&|n) (?=(\w+))", lambda match: _joined(match, referee), text)
    if dealer := referee.hand.dealer:
        text = re.sub(r"^(?:the )?dealer(?= (?!is\b|was\b))", quoted(dealer), text, flags=re.IGNORECASE)
    text = re.sub(r"(?<=[^\W\d])['\u2019]s$", "", text)
    text = re.sub(r"(?<=[^\W\d])['\u2019]s\b", " is", text)
    text = re.sub(r"(?<=[^\W\d])-(?=[^\W\d])", lambda sign: _hyphen(text, sign.start(), referee), text)
    return re.sub(r"^A(?= [a-z])", "a", text)


def hyphened(text: str, referee: Referee) -> str:
    """The line with hyphens in the words of reports that are possible now: *null ouvert*, *no tricks*, *big gin*."""
    own = {word for _, ask in referee.asks() for word in shape(ask.verb).own if "-" in word}
    for word in sorted(own, key=len, reverse=True):
        if word.partition("-")[0] in text.lower():
            text = re.sub(rf"\b{word.replace('-', '[ -]')}\b", word, text, flags=re.IGNORECASE)
    return text


_MINUS = re.compile(r"(?<=\d)\s+(?:[-\u2013\u2014\u2212]|minus|less)\s+(?=\d)", re.IGNORECASE)
"""A subtraction: ``900 minus 120``."""

THE_OTHERS = re.compile(
    r"\b(?:the )?(?:others|other (?:side|team|two|pair)|opponents)(?:['\u2019]s?)?(?=\s|$)", re.IGNORECASE
)


_SOMEBODYS_SIDE = "boys|girls|ladies|gents|guys|lads|men|women|kids"
"""Words for a side that say nothing of who plays on it."""


def _other_side(referee: Referee) -> str:
    """The side of the opponents of the player named last, if there are two sides."""
    sides, who = referee.hand.sides, referee.entries[-1].report.who if referee.entries else NOBODY
    mine = referee.names.teams.get(who) or who
    return next((side for side in sides if side != mine), "") if len(sides) == 2 and mine in sides else ""


def _joined(match: re.Match[str], referee: Referee) -> str:
    """*and* for a word that joins two names in another way."""
    before = match.string[: match.start()].split()
    named = before and referee.names.whole(before[-1]) and referee.names.whole(match[1])
    return " and " if named else match[0]


_LEFT_OVER = (
    (
        rf"(?<=\w),? (?:(?:and|with|had|has|have|got|still) )*({A_NUMBER})"
        r" (?:left(?: over)?|in (?:his |her |the )?hand|held)\b",
        r" held \1",
    ),
    (r"(?<=\w),? (?:and )?nothing (?:left|held|in hand)\b", ""),
    (rf"(?<=\d) (?:minus|less) (?={A_NUMBER})", " held "),
)
"""Ways to say what is left in a hand, in games in which it is part of another report."""


def _counts_held(referee: Referee) -> bool:
    """Whether a report of points also says what is left in the hand."""
    return any("held" in form.keywords for form in referee.vocabulary.shapes.get("scores", ()))


def without_label(text: str, referee: Referee) -> str:
    """The line without a label that says nothing: ``next card: …``, ``the rest we just count: …``."""
    label, colon, rest = text.partition(":")
    words = [word for word in re.findall(r"\w+", label) if word]
    if not colon or not rest.strip() or len(words) < 2:
        return text
    known = any(player_named(word, False, referee) or says_value(word) for word in words)
    return text if known or phrase_begins(label, referee) else rest.strip()


def _hyphen(text: str, at: int, referee: Referee) -> str:
    """Keeps a hyphen inside a word of the game; otherwise returns a blank: ``forty-nine``."""
    before, behind = re.findall(r"[\w-]*$", text[:at])[0], re.findall(r"^[\w-]*", text[at + 1 :])[0]
    whole = f"{before}-{behind}".lower()
    shapes = (form for forms_of in referee.vocabulary.shapes.values() for form in forms_of)
    known = referee.names.whole(whole) or whole in referee.vocabulary.shapes
    return "-" if known or any(whole in form.own for form in shapes) else " "


# Words


_PLAYING = frozenset(
    ("play", "lead", "follow", "throw", "drop", "discard", "lay", "put", "trump", "ruff", "duck", "cover")
)
"""Verbs that say that a rank is a card, even if it is also a word of the game."""


def spelled_out(words: list[SpokenWord], referee: Referee) -> Iterator[list[SpokenWord]]:
    """Yields the words with spelled-out cards and numbers replaced, first without touching the game's own words."""
    verbs = {form for form in referee.vocabulary.shapes if form.isalpha()}
    own = verbs | {word for shapes in referee.vocabulary.shapes.values() for form in shapes
            for word in (*form.vocabulary, *form.keywords)}  # fmt: skip
    found: set[str] = set()
    plays = any(not _PLAYING.isdisjoint(stems(word.low)) for word in words)
    counted_suits = own | SUITS.keys()  # 5 diamonds are counted, the 5 of diamonds is a card
    for kept in (own, own - NUMBERS.keys(), verbs | (own & SUITS.keys()), counted_suits, *((set(),) if plays else ())):
        parts: list[SpokenWord] = []
        run: list[str] = []
        for word in (*words, SpokenWord("", Seat("-"))):
            if not word.seat:
                run.append(word.text)
                continue
            parts += [
                SpokenWord(part) for part in written(" ".join(run), kept | {each.upper() for each in kept}).split()
            ]
            run = []
            if word.text or word.seat != "-":
                parts.append(word)
        if (text := " ".join(part.typed for part in parts)) not in found:
            found.add(text)
            yield parts
