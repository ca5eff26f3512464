"""A line without what says nothing of the play: ``oops, undo that``, ``unlucky, Ben 3``, ``poor Bob 0``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.cards import Card, Cards
from referee.entry.spoken.second_thoughts import EXCLAIMS, HESITATES
from referee.entry.spoken.words import A_ZERO, BETWEEN_PARTS, MATTERS, QUESTION, is_card, says_something
from referee.language.reports import shape
from referee.language.synonyms import NUMBERS, number_for
from referee.language.words import nearest, quoted
from referee.table.referee import Referee

_TO_TEN = "one|two|three|four|five|six|seven|eight|nine|ten"
_TALK = re.compile(
    rf"(?:(?:{HESITATES}|{EXCLAIMS}|hm+|ok(?:ay)?|so|well|and|now|then|um+"
    r"|uh+|er+|just say|let['\u2019]?s say|thanks(?=,)|thank you(?=,)|lol|right|look|hey"
    r"|in the end|at the end|all in all|in total|anyway|anyhow|finally|eventually|but|luckily|unfortunately|sadly"
    r"|yeah|yep|nope|ah|aha|alright|all right|let me see|let\u2019?'?s see|i think|i believe"
    r"|every(?:one|body)['\u2019]?s(?= \w+ \d)|scratch that|make that|my mistake|and so on(?=,)|muggins(?=,)"
    r"|(?:skip|scrap|forget|stop|drop|leave|enough)(?: (?:about|with|the|that|it|this|rest|cards?|details|tracking"
    r"|entering|of))*(?=[,.:;])"
    r"|(?:let['\u2019]?s|we(?:['\u2019]ll)?|just)(?: (?:just|only))? (?:counts?|total(?:s| up)?)(?: (?:it|them|up))?"
    r"(?=[,:])"
    r"|that(?:['\u2019]s| is| was) (?:wrong|not right)(?=,)|not right(?=,))\b"
    r"|(?:no|yes)(?=,| (?:wait|sorry|hang on|hold on|it|that|the|i|we|he|she|they)\b)"
    r"|next(?=,)|(?:next|new) (?:hand|round|deal|one)(?=,| \w+ (?:deals?|dealt)\b)"
    rf"|in (?:this|that) (?:hand|round|deal)(?=[:,]?\s)|(?:in |for )?(?:hand|round) (?:\d+|{_TO_TEN})(?=[:,])"
    r"|in (?:hand|round) \d+(?=\s+[^\W\d])"
    r"|(?:in |for )?(?:the )?(?:first|second|third|fourth|fifth|next|last) (?:round|hand)"
    r"(?=[:,]|\s+\w+\s+(?:got|gets|had|has|took|takes|made|makes|scored|bids?|says?|said)\b)"
    rf"|(?:\d+|{_TO_TEN})[ -](?:trick|card) (?:hand|round)(?=[:,])"
    r"|\d+ cards(?: each)?(?=,))"
    r"[\s,.!:;\u2026-]*",
    re.IGNORECASE,
)
_HAD_N = re.compile(
    rf"(?<=\w )had (?:just |only |the other |another |the )?(?=(?:\d+|{'|'.join(NUMBERS)})\b(?! of\b))", re.IGNORECASE
)
_UNABLE = re.compile(
    r"\bcan(?:['\u2019]t|not| not) (?:play|go|follow|follow suit|move|do anything),? (?:(?:so|and|he|she|they) )*"
    r"(?=draws?\b|takes?\b|picks?\b|passes\b|plays\b|throws\b)",
    re.IGNORECASE,
)
_TALK_BEHIND = re.compile(
    r"(?:[\s,.!]+(?:sorry|i think|thanks|thank you|actually|i guess|everyone|guys|please|pls|plz|of course|finally"
    r"|already|haha|lol)|(?<= \w\w)[\s,]+(?:for )?(?:tonight|today|now))+[\s.!]*$",
    re.IGNORECASE,
)


def without_talk(text: str, referee: Referee) -> str:
    """A line without the words that only introduce it: ``oops, undo that``, ``no wait, Bob 1``."""
    rest = _thought_better(_suits_behind(with_names_apart(text.strip(), referee), referee), referee)
    told = _SAYS_WHO.fullmatch(rest)
    who = referee.names.whole(told["who"]) if told else None
    if told and who and not _names_anybody(told["said"], referee):
        rest = f"{quoted(who)} says {told['said']}"
    while (
        not earlier_hand(rest, referee)
        and (match := _TALK.match(rest) or _no_then(rest, referee))
        and rest[match.end() :]
        and not referee.names.whole(rest.split()[0].strip(",.!"))
        and not is_card(rest.split()[0].strip(",.!"))  # the AH isn't said with a sigh
    ):
        rest = rest[match.end() :]
    if rest.partition(" ")[0].lower() in _WITH_TEXT:
        return rest
    whose = _WHOSE.fullmatch(rest)
    if whose and (who := referee.names.whole(whose["who"])) and not _names_anybody(whose["said"], referee):
        rest = f"{quoted(who)} {whose['said']}"
    rest = _in_its_place(_THIS_HAND.sub("", rest), referee)
    if (label := re.match(r"([a-z]+):\s+", rest, re.IGNORECASE)) and label[1].lower() in referee.vocabulary.shapes:
        rest = f"{label[1]} {rest[label.end() :]}"
    if referee.game.phrases.get("N point", "").startswith("?"):
        rest = _MADE_WITH.sub(r"\1, \2 points", rest)  # which aren't entered
    says_had = any(phrase.startswith("have N") for phrase in referee.game.phrases)
    for pattern in (_TALK_BEHIND, *(() if says_had else (_HAD_N,)), _UNABLE):
        rest = pattern.sub("", rest)
    return rest


_WHOSE = re.compile(
    r"(?P<said>\S.*?),? (?:that|it|they)(?:['\u2019]s|['\u2019]re| is| was| are| were) (?:for )?"
    r"(?P<who>\S+?)(?:['\u2019]s)?[.!]*",
    re.IGNORECASE,
)
"""A line that says behind it whose it is: ``two for his heels, that's Ann's``."""


def _names_anybody(text: str, referee: Referee) -> bool:
    return any(map(referee.names.whole, re.findall(r"\w+", text)))


def earlier_hand(text: str, referee: Referee) -> int:
    """The number of the complete hand that a line begins with: ``hand 1: Ann 3``, ``in the last hand Ann had 3``."""
    match = _OF_A_HAND.match(text)
    if not match or not (rest := text[match.end() :]):
        return 0
    first = re.findall(r"[\w'\u2019]*", rest)[0].lower()
    if not (match["where"] or match["end"].strip() or first in _HAS_IT or referee.names.whole(first)):
        return 0
    number = _number_of(match, referee)
    return number if 0 < number <= referee.standing.hands else 0


def hand_named(text: str, referee: Referee) -> tuple[int, str]:
    """The number of the hand that a text is about, and the text without it. 0 if it names none."""
    match = _OF_A_HAND.search(text)
    if not match or (number := _number_of(match, referee)) > referee.hand.number:
        return 0, text
    return number, f"{text[: match.start()]} {text[match.end() :]}".strip(" ,")


def _number_of(match: re.Match[str], referee: Referee) -> int:
    """The number of a hand that is named by its number, its place, or how long ago it was. 0 if there was none."""
    if count := match["number"] or match["count"]:
        return int(number_for(count) or count)
    if nth := match["nth"]:
        return _ORDERED.index(nth.lower()) + 1
    hand, last = referee.hand, referee.last
    same = (match["same"] or "").lower()
    if same and (same != "that" or (hand.dealer and len(referee.entries_now) > 1)):
        return hand.number if hand.dealer else 0
    if ago := match["ago"]:
        return hand.number - int(number_for(ago) or ago)
    return last.number - bool(match["twice"]) if last else 0


_ORDERED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_A_HAND = "(?:hand|round|deal)"
_OF_A_HAND = re.compile(
    rf"(?<!['\u2019]s )(?<!\bhis )(?<!\bher )(?<!\btheir )"
    rf"(?:\b(?P<where>in|on|for|of|from|during) )?(?:\bthe )?\b(?:{_A_HAND} #?(?P<number>\d{{1,4}}|{_TO_TEN})"
    rf"|(?:(?P<nth>{'|'.join(_ORDERED)})|(?P<count>\d{{1,4}})(?:st|nd|rd|th)|(?P<same>that|this|same)"
    rf"|last(?!.* deals?$)|previous) {_A_HAND}|(?P<ago>\d{{1,2}}|{_TO_TEN}) {_A_HAND}s? ago|last time"
    rf"|{_A_HAND} before(?: (?:that|this(?: one)?|(?P<twice>(?:the )?last(?: one)?)))?)"
    r"\b(?P<end>(?:(?: was| is|['\u2019]s) (?:all )?wrong\b)?(?:\s*[:,])?)\s*",
    re.IGNORECASE,
)
"""A hand by its number or place, before what a line says of it."""

_HAS_IT = frozenset(("it", "that", "he", "she", "they", "we", "i", "was", "is", "should", "nobody", "everybody"))
"""Words that may follow a hand without a preposition before it: ``last hand was 5``."""

_THIS_HAND = re.compile(r"(?<=\w) (?:in |for )?this (?:hand|round|deal|time)(?=\s*:)", re.IGNORECASE)


def _in_its_place(text: str, referee: Referee) -> str:
    """A line with what it begins with behind the first thing it says: ``in the play Ann made 3``.

    Only if a phrase of the game ends with those words.
    """
    match = _PLACE.fullmatch(text)
    if not match or not referee.names.whole(match["who"]):
        return text
    if not any(phrase.endswith(f" in {match['where'].lower()}") for phrase in referee.game.phrases):
        return text
    first = BETWEEN_PARTS.split(match["rest"], maxsplit=1)[0]
    return f"{first} in {match['where']}{match['rest'][len(first) :]}"


_PLACE = re.compile(
    r"(?:in|during) (?:(?:the|his|her|their) )?(?P<where>[a-z]+)[,:]?\s+(?P<rest>(?P<who>\w+)\s.*)", re.IGNORECASE
)

_SAYS_WHO = re.compile(r"(?P<said>.+?)[,.!]?\s+(?:says?|said)\s+(?P<who>\w+)[.!]*", re.IGNORECASE)
"""A line with its speaker last: ``good, says Ann``."""

_MADE_WITH = re.compile(
    r"\b((?:makes?|made|gets?|got|wins?|won|loses?|lost)(?: it)?) with (\d\d+)(?: points?)?(?=[.!]*$)", re.IGNORECASE
)
"""The points with which a game was made, in games in which they decide only who wins it."""

_SUIT_FIRST = re.compile(r"(?<![\w=])([SHDC])(10|[2-9AKQJT])(?![\w=])")


def _suits_behind(text: str, referee: Referee) -> str:
    """A line with suits behind ranks, where cards can be meant: ``AS`` for ``SA``. No word is changed but a card."""
    asked = [argument.kind for _, ask in referee.asks() for argument in shape(ask.verb).arguments]
    if not _SUIT_FIRST.search(text) or not any(kind in (Card, Cards) for kind in asked):
        return text

    whole = any(not rank.isdigit() for _, rank in _SUIT_FIRST.findall(text))  # D6 alone may be Dan's 6

    def turned(match: re.Match[str]) -> str:
        initial = not whole and referee.names.begins(match[1])
        return match[0] if initial or referee.names.whole(match[0]) else f"{match[2]}{match[1]}"

    return _SUIT_FIRST.sub(turned, text)


_SLASHED = re.compile(r"[+-]?\d+(?:\s*/\s*[+-]?\d+)+|(?P<one>[^\W\d]+)\s*/\s*(?P<other>[^\W\d]+)(?![\w/])")


def with_names_apart(text: str, referee: Referee) -> str:
    """A line with names for initials, *and* for slashes, and apostrophes: ``b3 c2``, ``ann/cat``, ``anns``."""
    names = referee.names

    def slashed(match: re.Match[str]) -> str:
        if match["one"]:
            both = names.whole(match["one"]) and names.whole(match["other"])
            return f"{match['one']} and {match['other']}" if both else match[0]
        return re.sub(r"\s*/\s*", " ", match[0]) if match[0] == text else match[0]

    def owned(match: re.Match[str]) -> str:
        known = names.whole(match[0]) or not names.whole(match[1])
        return match[0] if known else f"{match[1]}'s"

    text = _THOUSANDS.sub(r"\1\2", re.sub(r"!+(?=\s)", ",", text).rstrip("!"))
    text = re.sub(r"\s+plus\s+(?=(?:the|an?)\b)", " and ", text, flags=re.IGNORECASE)
    text = _with_initials(text, referee)
    text = _SLASHED.sub(slashed, text) if "/" in text else text
    text = re.sub(r"\b(that|it|let|who|what)s\b", r"\1's", text, flags=re.IGNORECASE)
    return re.sub(r"\b([^\W\d]{2,})s\b(?!['\u2019])", owned, text)


_THOUSANDS = re.compile(r"(?<![\d,])(\d{1,3}),(\d{3})(?![\d,])")
_INITIAL = re.compile(rf"([^\W\d_])\s*[:=]?\s*([+-]?\d+|{A_ZERO}|pass(?:es)?)\b", re.IGNORECASE)
_INITIALS = re.compile(rf"(?:{_INITIAL.pattern}[\s,;/]*){{2,}}", re.IGNORECASE)
_INITIAL_FIRST = re.compile(r"([^\W\d_])\s+(?=([^\W\d_]{3,}))")


def _with_initials(text: str, referee: Referee) -> str:
    """A line with names for initials: ``b3 c2 a1``, ``b gin 18``. The same line if a letter isn't one player's."""
    if _INITIALS.fullmatch(text.strip()):
        told = [(referee.names.begins(letter), value) for letter, value in _INITIAL.findall(text)]
        named = {names[0] for names, _ in told if len(names) == 1}
        if len(named) == len(told):
            return ", ".join(f"{quoted(names[0])} {value}" for names, value in told)
    elif (first := _INITIAL_FIRST.match(text)) and not referee.names.begins(first[2]) and first[1].lower() != "a":
        names = referee.names.begins(first[1])
        return f"{quoted(names[0])} {text[first.end() :]}" if len(names) == 1 else text
    return text


_WITH_TEXT = frozenset(("note", "house", "adjust", "penalty", "fix", "void"))
"""First words of lines that end with any words."""


_BETTER = re.compile(
    r"(?P<before>\S.*?)\s*(?:\.{2,}|\u2026|\s-+\s)\s*"
    r"(?:(?:oh|er|um|no|sorry|wait|i mean|make that)\b[,.\s]*)+(?P<said>\S.*)",
    re.IGNORECASE,
)


def _thought_better(text: str, referee: Referee) -> str:
    """A line without what its writer took back: ``she got 2... no, Cat got 2``, ``Ann 3, Ben 4... no, 5``.

    The same line if it isn't clear what is taken back.
    """
    if not (match := _BETTER.fullmatch(text)):
        return text
    clause = match["before"].rpartition(",")[2]
    named, last, instead = (
        [seat for word in re.findall(r"\w+", words) if (seat := referee.names.whole(word))]
        for words in (match["before"], clause, match["said"])
    )
    if instead:
        return match["said"] if clause == match["before"] else text
    kept = match["before"][: -len(clause)]
    return f"{kept} {quoted(last[0])} {match['said']}".strip() if last else text if named else match["said"]


def _no_then(text: str, referee: Referee) -> re.Match[str] | None:
    """Matches ``no`` before a player's name."""
    match = re.match(r"no\s+(?=(\w+))", text, re.IGNORECASE)
    return match if match and referee.names.whole(match[1]) else None


_PASSED = re.compile(
    r"(?:every(?:one|body)|all|they all|we all)(?: else)? pass(?:ed|es)?(?: (?:a?round|once|first))?"
    r"|pass(?:ed|es)? (?:all )?(?:a?round|out)|passes",
    re.IGNORECASE,
)
_SO = re.compile(
    r",?\s+(?:and )?(?:so(?: that)?|that(?:['\u2019]s)?|which|making|meaning|because|cos|giving)\s", re.IGNORECASE
)


def without_asides(text: str, referee: Referee) -> Iterator[tuple[str, str]]:
    """Yields a line without a clause that says nothing of the play, and that clause: *unlucky, Ben 3*.

    A question says something, and a name alone is no line.
    """
    text = without_talk(text, referee)
    for match in re.finditer(r"\s*[,;:.!]+\s+(?:(?:and|then|but)\s+)*|\s+-+\s+", text):
        before, behind = text[: match.start()], text[match.end() :]
        for main, aside in ((behind, before), (before, behind)):
            if _says_nothing(aside, referee) and not _asks(aside) and not referee.names.whole(main.strip()):
                yield main, aside
    for match in _SO.finditer(text):
        if not any(referee.names.whole(word) for word in re.findall(r"\w+", text[match.end() :])):
            yield text[: match.start()], text[match.start() :].strip(" ,")


def _asks(clause: str) -> bool:
    """Whether a clause is a question. *What a mess* isn't one."""
    return bool(QUESTION.match(clause)) and not re.match(r"what an?\b", clause, re.IGNORECASE)


def _says_nothing(clause: str, referee: Referee) -> bool:
    """Whether a clause has no player, no value and no word of the game."""
    if _PASSED.fullmatch(clause.strip()):
        return "passes" not in referee.vocabulary.shapes
    words = re.findall(r"[\w'\u2019]+", clause)
    return bool(words) and not any(
        "n't" in word or word.lower() in MATTERS or says_something(word, referee) for word in words
    )


def without_filler(text: str, referee: Referee) -> tuple[str, str]:
    """A line without an unknown word that stands before a name, and that word: ``Ann 1, poor Ben 0``.

    The same line if there is none. Words that may be a name, or change what is said, stay.
    """
    found: list[str] = []

    def dropped(match: re.Match[str]) -> str:
        if not all(map(says_nothing, match["words"].split())):
            return match[0]
        found.append(match["words"].strip())
        return match["before"]

    known = [*map(str.lower, referee.seats), *referee.vocabulary.shapes]

    def says_nothing(word: str) -> bool:
        low = word.lower()
        typed = not word[0].isupper() or text.startswith(word)
        meant = low in MATTERS | _TOWARD or QUESTION.match(low) or says_something(word, referee)
        return typed and not meant and not nearest(low, known, 1, 0.7)

    who = "|".join(map(re.escape, referee.players))
    plain = re.sub(
        rf"{_BEGINS}(?P<words>(?:[^\W\d]{{3,}}\s+){{1,3}}?)(?=(?:{who})\b)", dropped, text, flags=re.IGNORECASE
    )
    return plain, ", ".join(found)


_BEGINS = r"(?P<before>(?:^|[,;.:]\s+|\band\s+)(?:(?:and|then|but|the|our|that|my)\s+)*)"
"""The beginning of a line or of a part of it."""

_TOWARD = frozenset((
    "from", "against", "versus", "minus", "less", "after", "before", "behind", "beside", "over", "under", "than",
    "like", "until", "since", "while", "when", "because", "both", "beats", "beat", "change", "replace",
    "delete", "remove",
))  # fmt: skip
"""Words before a name that say how a line is about a player."""
