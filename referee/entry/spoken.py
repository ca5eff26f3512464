"""Plain speech: a line as people say it across the table, rewritten as a report.

``Sue took 3``, ``spades are trumps`` and ``the rest to Cat`` change only words, tenses or word order. Readings are
tried from the closest to the line's own words outward: the game's phrases, its verbs in another tense, then synonyms.
Every word must be accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from referee.cards import Card, Cards, Suit, read_cards, read_suit
from referee.game.asks import AS_SAID
from referee.game.common_reports import Concedes, Dealt, End, House, Joins, Leaves, Misdeal, Note, Penalty, Replaces
from referee.game.game import Hand
from referee.language.reports import Report, Shape, shape
from referee.language.synonyms import (
    NUMBERS,
    SUITS,
    card_for,
    counted,
    is_table_talk,
    number_for,
    stems,
    tenses,
    written,
)
from referee.language.words import NOBODY, ParseError, Seat, Words, nearest, quoted
from referee.table.referee import Referee

LONGEST = 30  # words of one report
MOST_WORDS = 60  # of a line with several
_TALK = re.compile(
    r"(?:(?:w?h?oops+|oh|wait|hold on|hang on|sorry|actually|correction|hm+|ok(?:ay)?|so|well|and|now|then|um+|uh+|er+"
    r"|just say|let['\u2019]?s say|thanks(?=,)|thank you(?=,)|lol|right|look|hey"
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
    r"|(?:in |for )?(?:hand|round) \d+(?=[:,])|in (?:hand|round) \d+(?=\s+[^\W\d])"
    r"|(?:in |for )?(?:the )?(?:first|second|third|fourth|fifth|next|last) (?:round|hand)"
    r"(?=[:,]|\s+\w+\s+(?:got|gets|had|has|took|takes|made|makes|scored|bids?|says?|said)\b)"
    r"|(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)[ -](?:trick|card) (?:hand|round)(?=[:,])"
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
TOGETHER = 3  # readings of one line that a question may offer
TYPED_IN_FULL = (Concedes, End, House, Joins, Leaves, Misdeal, Note, Penalty, Replaces)
"""Reports that can't be entered by plain speech."""

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

FITTING = {
    **dict.fromkeys(("score", "count", "win", "earn", "reach", "write", "collect", "shoot"), (
        False, "draws hits discards plays exchanges sweeps melds lays shows cuts flips turns holds stays")),
    **dict.fromkeys((*SAYING, "claim"), (
        True, "bids declares calls claims names says announces proposes passes trump")),
    "play": (True, "plays leads lays puts throws trails drops follows discards melds pegs"),
}  # fmt: skip
"""The reports that a verb goes with (True), or the ones it never means (False), if it isn't a verb of the game."""


CARDLESS = frozenset(("bids", "tricks", "scores", "counts", "wins", "loses", "sweeps"))
"""Verbs of what isn't counted in cards."""


POINTLESS = frozenset(("draws", "discards", "plays", "bids", "tricks", "takes"))
"""Verbs of what isn't counted in points."""


def fits(text: str, kind: type[Report]) -> bool:
    """Whether a report can be meant by the words of a line: nobody who *scores* or *bids* has drawn a card."""
    words = [stem for word in text.split() for stem in stems(word)]
    if "trick" in words and not any(
        "trick" in said for said in (kind.verb, kind.as_said, *kind.also, *shape(kind).own)
    ):
        return kind.verb in ("bids", "plays")
    if ("card" in words and kind.verb in CARDLESS) or ("point" in words and kind.verb in POINTLESS):
        return False
    if kind.verb == "sits out" and "go" in words:
        return False  # that player had no cards left, and played
    if kind.verb == "holds" and "with" in words and "take" in words:
        return False  # a capture
    if not {*stems(kind.verb)}.isdisjoint(words) or _ends(text, kind.verb):
        return True  # the line also has its own verb
    for stem in words:
        if stem in FITTING and stem not in stems(kind.verb) and not (stem == "bid" and "make" in words):
            only, verbs = FITTING[stem]
            if (kind.verb in verbs.split()) is not only:
                return False
    return True


COMMON = {
    "trump be SUIT": "trump SUIT | ? Trump isn't entered in this game.",
    "SUIT be trump": "trump SUIT | ? Trump isn't entered in this game.",
    "no trump": "trump none | ? Trump isn't entered in this game.",
    "SUIT trump": "trump SUIT",
    "be SUIT": "trump SUIT",
    "SUIT it be": "trump SUIT",
    "make SUIT": "trump SUIT",
    "call SUIT": "trump SUIT",
    "turn CARD": "upcard CARD",
    "turnup CARD": "upcard CARD",
    "turnup be CARD": "upcard CARD",
    "upcard be CARD": "upcard CARD",
    "CARD be turned": "upcard CARD",
    "CARD turned": "upcard CARD",
    "top card be CARD": "upcard CARD",
    "drop out": "passes | folds | drops",
    "pick SUIT": "trump SUIT",
    "choose SUIT": "trump SUIT",
    "name SUIT": "trump SUIT",
    "draw ... from pack": "draws",
    "take ... from pack": "draws",
    "trump be CARD": "upcard CARD",
    "CARD be face up": "upcard CARD",
    "say no": "refuses | passes",
    "say yes": "accepts",
    "duck with CARD": "plays CARD",
    "cover with CARD": "plays CARD",
    "win with CARD": "plays CARD",
    "starter be CARD": "upcard CARD",
    "start card be CARD": "upcard CARD",
    "SUIT": "trump SUIT",
    "go out with CARD": "plays CARD",
    "be left with N": "holds N",
    "have N left": "holds N",
    "hold N left": "holds N",
    "have N point left": "holds N",
    "N left": "holds N",
    "CARD be trump": "upcard CARD",
    "on table CARDS": "upcard CARDS",
    "table CARDS": "upcard CARDS",
    "board CARDS": "upcard CARDS",
    "CARDS on table": "upcard CARDS",
    "can't go": "passes | ? Type what happened next, for example a card drawn.",
    "can't play": "passes | ? Type what happened next, for example a card drawn.",
    "on table be CARDS": "upcard CARDS",
    "N card SUIT be trump": "trump SUIT",
    "N card SUIT trump": "trump SUIT",
    "lay down CARDS": "melds CARDS | plays CARDS | lays CARDS",
    "put down CARDS": "melds CARDS | plays CARDS",
    "put CARD on table": "trails CARD | plays CARD",
    "put CARD down": "trails CARD | plays CARD",
    "sweep table": "sweeps",
    "draw ... from stock": "draws",
    "draw ... from deck": "draws",
    "take ... from stock": "draws",
    "take ... from deck": "draws",
    "have CARDS": "dealt CARDS | holds CARDS",
    "hold CARDS": "dealt CARDS | holds CARDS",
    "be dealt CARDS": "dealt CARDS",
    "get dealt CARDS": "dealt CARDS",
    "lose N": "scores -N",
    "take N off": "scores -N",
    "take N away": "scores -N",
    "take off N": "scores -N",
    "add N": "scores N",
    "give up": "concedes",
    "resign": "concedes",
    "will take N": "bids N",
    "throw away CARD": "discards CARD",
    "throw CARD away": "discards CARD",
    "trump with CARD": "plays CARD",
    "trump it with CARD": "plays CARD",
    "trump with RANK": "plays RANK=trump",
    "trump in with RANK": "plays RANK=trump",
    "ruff with RANK": "plays RANK=trump",
    "ruff in with RANK": "plays RANK=trump",
    "trump in with CARD": "plays CARD",
    "ruff with CARD": "plays CARD",
    "ruff in with CARD": "plays CARD",
    "overtrump with CARD": "plays CARD",
    "nil": "bids 0",
    "no bid": "passes",
    "dealt": "deal",
    "be dealing": "deal",
    "be dealer": "deal",
    "dealer be WHO": "deal WHO",
    "misdealt": "misdeal",
    "that be it": "done",
    "that be all": "done",
    "round be over": "done",
    "round be done": "done",
    "next": "deal",
    "deal first": "deals",
    "deal next": "deals",
    "deal next hand": "deals",
    "deal next one": "deals",
    "deal this one": "deals",
    "pass": "passes | checks | ? Passes aren't entered in this game.",
    "CARD on table": "upcard CARD",
    "redeal": "misdeal",
    "dead hand": "misdeal",
    "throw in": "misdeal",
    "hand be thrown in": "misdeal",
    "wash out": "misdeal",
    "next round": "deal",
    "new round": "deal",
    "next deal": "deal",
    "next hand": "deal",
    "new hand": "deal",
    "new deal": "deal",
    "play CARD ... call SUIT": "plays CARD=SUIT",
    "play CARD ... want SUIT": "plays CARD=SUIT",
    "play CARD ... make it SUIT": "plays CARD=SUIT",
    "play CARD ... say SUIT": "plays CARD=SUIT",
    "play CARD SUIT": "plays CARD=SUIT",
    "CARD call SUIT": "plays CARD=SUIT",
    "CARD SUIT": "plays CARD=SUIT",
    "follow with CARD": "plays CARD",
    "follow with RANK": "plays RANK",
}
"""Phrases of every card table, with verbs in the base form. A phrase has no meaning in a game without its report.

Capitals are placeholders, and ``|`` separates alternative reports.
"""


THROWN = {
    f"{verb} CARD": "plays CARD"
    for verb in ("discard", "slough", "sluff", "dump", "toss", "pitch", "chuck", "throw off", "throw")
}
"""Phrases of games without discards, except to a trick."""

_N = rf"\d+|{'|'.join(NUMBERS)}"
_ITALIAN = {"coins": "diamonds", "cups": "hearts", "swords": "spades", "batons": "clubs"}
_A_RANK = "(?:aces?|kings?|queens?|jacks?|tens?|nines?|eights?|sevens?|six(?:es)?|fives?|fours?|threes?|twos?|deuces?)"
_COLORED = rf"\b(?:black|red) (?={_A_RANK}\b)"
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
        rf" (?:the|an?) ({_A_RANK[3:-1]}|10|[2-9])\b",
        r"\2 of \1",
    ),
    (rf"\b({'|'.join(SUITS)}) (?:is |are )?trumps?,? the ({_A_RANK[3:-1]}|10|[2-9])\b", r"\2 of \1 is trump"),
    (r"\bno one\b", "nobody"),
    (r"\b(that|this|last|first|next) one\b", r"\1"),
    (r"\b(?:and )?(?:(?:is|are|was|were|gets?|got) )?(?:stuck|caught|left) with (?=\d)", "held "),
    (r"\b(?:sits|sat) with (?=\d)", "held "),
    (r"\b(?:comes?|came|adds? up|added up) to (?=\d)", "has "),
    (r"\b(with|without) (\d+|one|two|three|four|five) (?:jacks?|matadors?)\b", r"\1 \2"),
    (rf"\b(?:last|remaining) (?=(?:{_N})(?: tricks?)?$)", ""),
    (r"\bonce$", "1"),
    (r"\btwice$", "2"),
    (r"\bof (coins|cups|swords|batons)\b", lambda said: f"of {_ITALIAN[said[1].lower()]}"),
    (_COLORED, ""),
    (rf"\b(?:two|three|four|five|six|seven|\d) {_A_RANK},?\s+(?={_CARD_SIGN}\b)", ""),
    (r"\b(?:minus|negative) (?=\d)", "-"),
    (rf"\b(?:minus|negative) ({'|'.join(NUMBERS)})\b", lambda said: f"-{NUMBERS[said[1].lower()]}"),
    (r"\bno (?=(?:tricks?|points?|chips?)\b)", "0 "),
    (
        r"\b(spade|heart|diamond|club) (ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two)\b",
        r"\2 of \1s",
    ),
)
"""Contractions and other word orders, with the full form."""


_NOBODY_ELSE = re.compile(
    r"(?:nobody|no one|no-one|none) else(?: (?:got |took |did |has |had )?(?:any|anything|one)?)?", re.I
)
_EVERYBODY = re.compile(
    r"(?:every(?:one|body)|all|both|(?:the )?others?|the rest)(?: else)? (?P<said>\S.*)|(?P<each>\S+)(?: \w+)? each",
    re.IGNORECASE,
)


def of_the_others(text: str) -> bool:
    """Whether a line about everybody leaves out those who were named before: ``the others none``, ``nobody else``."""
    return bool(re.match(r"(?:\S+ else|(?:the )?others?|the rest)\b", text.strip(), re.IGNORECASE))


_BUT = re.compile(r",? (?:but|except|apart from|besides)(?: for)? (?P<who>\w+)\b", re.IGNORECASE)


def all_but(text: str, referee: Referee) -> tuple[str, Seat]:
    """A line without an exception, and the player that it excepts: ``everybody but Ann made it``."""
    match = _BUT.search(text)
    seat = referee.names.whole(match["who"]) if match else None
    return (text[: match.start()] + text[match.end() :], seat) if match and seat else (text, NOBODY)


def of_everybody(text: str) -> str | None:
    """What a line says of everybody: a number, ``bid`` if everybody made it, or None if it says something else."""
    if _NOBODY_ELSE.fullmatch(text.strip(" .!")):
        return "0"
    if not (match := _EVERYBODY.fullmatch(text.strip(" .!"))):
        return None
    said = [word.lower() for word in re.findall(r"\w+", match["said"] or match["each"])]
    dull = SMALL | UNITS | SUITS.keys() | {"side", "sides", "team", "teams", "player", "players"}
    words = [word for word in said if word not in dull and LIGHT.isdisjoint(stems(word))]
    if not words and any("make" in stems(word) for word in said):
        return "bid"
    number = number_for(words[0]) or words[0] if len(words) == 1 else ""
    return number if number.isdigit() else None


_N_FOR_N = re.compile(r"\b\d+ for \d+\b")


class Way(NamedTuple):
    """A report that a line may stand for, and how far its words are from it: 0 for a phrase of the game."""

    far: int
    text: str


def without_talk(text: str, referee: Referee) -> str:
    """A line without the words that only introduce it: ``oops, undo that``, ``no wait, Bob 1``."""
    rest = _thought_better(_suits_behind(with_names_apart(text.strip(), referee), referee), referee)
    told = _SAYS_WHO.fullmatch(rest)
    who = referee.names.whole(told["who"]) if told else None
    if told and who and not any(map(referee.names.whole, re.findall(r"\w+", told["said"]))):
        rest = f"{quoted(who)} says {told['said']}"
    while (
        not earlier_hand(rest, referee)
        and (match := _TALK.match(rest) or _no_then(rest, referee))
        and rest[match.end() :]
        and not referee.names.whole(rest.split()[0].strip(",.!"))
        and not _is_card(rest.split()[0].strip(",.!"))  # the AH isn't said with a sigh
    ):
        rest = rest[match.end() :]
    if rest.partition(" ")[0].lower() in _WITH_TEXT:
        return rest
    rest = _in_its_place(_THIS_HAND.sub("", rest), referee)
    if (label := re.match(r"([a-z]+):\s+", rest, re.IGNORECASE)) and label[1].lower() in referee.vocabulary.shapes:
        rest = f"{label[1]} {rest[label.end() :]}"
    if referee.game.phrases.get("N point", "").startswith("?"):
        rest = _MADE_WITH.sub(r"\1, \2 points", rest)  # which aren't entered
    says_had = any(phrase.startswith("have N") for phrase in referee.game.phrases)
    for pattern in (_TALK_BEHIND, *(() if says_had else (_HAD_N,)), _UNABLE):
        rest = pattern.sub("", rest)
    return rest


def earlier_hand(text: str, referee: Referee) -> int:
    """The number of the complete hand that a line begins with: ``hand 1: Ann 3``, ``in the first hand Ann had 3``."""
    match = _OF_A_HAND.match(text)
    if not match or (match["bare"] and not referee.names.whole(re.findall(r"\w*", text[match.end() :])[0])):
        return 0
    number = int(match["number"] or match["hand"] or _ORDERED.index(match["nth"].lower()) + 1)
    return number if 0 < number <= referee.standing.hands else 0


_ORDERED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_A_HAND = "(?:hand|round|deal)"
_OF_A_HAND = re.compile(
    rf"(?:(?:in|on|for|of) )?(?:the )?"
    rf"(?:(?:(?P<nth>{'|'.join(_ORDERED)})|(?P<hand>\d{{1,4}})(?:st|nd|rd|th)) {_A_HAND}(?:[:,]|\s+(?=[^\W\d]))"
    rf"|{_A_HAND} (?P<number>\d{{1,4}})(?:[:,]|(?P<bare>\s+(?=[^\W\d]))))",
    re.IGNORECASE,
)
"""The beginning of a line about a hand by its number."""

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
    first = _PARTS.split(match["rest"], maxsplit=1)[0]
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
_ZERO = r"nil|nought|zero|zip|zilch|none|nothing"
_INITIAL = re.compile(rf"([^\W\d_])\s*[:=]?\s*([+-]?\d+|{_ZERO}|pass(?:es)?)\b", re.IGNORECASE)
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
    r"(?P<first>\S+).*?(?:\.{2,}|\u2026|\s-+\s)\s*"
    r"(?:(?:oh|er|um|no|sorry|wait|i mean|make that)\b[,.\s]*)+(?P<said>\S.*)",
    re.IGNORECASE,
)


def _thought_better(text: str, referee: Referee) -> str:
    """A line without what its writer took back: ``she got 2... no, Cat got 2``."""
    if not (match := _BETTER.fullmatch(text)):
        return text
    words = re.findall(r"\w+", match["said"])
    named = any(referee.names.whole(word) for word in words)
    first = referee.names.whole(match["first"])
    return f"{quoted(first)} {match['said']}" if first and not named else match["said"]


def _no_then(text: str, referee: Referee) -> re.Match[str] | None:
    """Matches ``no`` before a player's name."""
    match = re.match(r"no\s+(?=(\w+))", text, re.IGNORECASE)
    return match if match and referee.names.whole(match[1]) else None


_PUT = re.compile(r"\b(?:puts?|plays?|played|lays?|laid|throws?|threw|drops?|dropped)\b", re.IGNORECASE)


def ways(text: str, referee: Referee) -> Iterator[Way]:
    """Yields the reports, in full or in shorthand, that plain speech may stand for, the closest first."""
    text = re.sub(r"(?<=\w) on(?: (?:it|top|that))?[.!]*$", "", text) if _PUT.search(text) else text
    words = text.split()
    asks = (QUESTION.match(text) and not referee.names.whole(words[0])) or " down to " in text
    if asks or not 0 < len(words) <= LONGEST or words[-1].lower() in UNFINISHED:
        return
    seen: set[str] = set()
    if cards := cards_around(text, referee):
        yield Way(0, cards)
    for far, phrase in sorted(_ways(_tidy(text, referee), referee), key=lambda way: way.far):
        if phrase not in seen and phrase != text:
            seen.add(phrase)
            yield Way(far, phrase)


def _raw_words(text: str, referee: Referee) -> list[SpokenWord]:
    """The words of a line with the players that they name. Empty if it can't be split."""
    try:
        words = Words(text)
    except ParseError:
        return []
    words.join(referee.names)
    return [SpokenWord(word.text, _named(word.text, word.quoted, referee)) for word in words.list]


def spellings(text: str, referee: Referee) -> list[list[SpokenWord]]:
    """The words of a line, tidied, with cards and numbers in words replaced in each way that is possible."""
    return [*_written_out(_raw_words(_tidy(text, referee), referee), referee)]


def _ways(text: str, referee: Referee) -> Iterator[Way]:
    raw = _raw_words(text, referee)
    bids = "bids" in referee.vocabulary.shapes
    teams = len(referee.hand.sides) < len(referee.hand.seats)
    meant = _PRONOUNS - {"they"} if teams else _PRONOUNS
    if raw and raw[0].low in meant and len(raw) > 1 and (seat := last_named(referee)):
        yield from _ways(f"{quoted(seat)} {text.partition(' ')[2]}", referee)
        raw_far = MUCH_FARTHER
    else:
        raw_far = 0
    yield from (way._replace(far=way.far + raw_far) for way in _of_words(raw, bids, referee))


MUCH_FARTHER = 10
"""Added to the readings in which *he* isn't the player of the last report, but the one whose turn it is."""


def _of_words(raw: list[SpokenWord], bids: bool, referee: Referee) -> Iterator[Way]:
    """Yields the readings of a line's words."""
    places = [at for at, word in enumerate(raw) if word.seat]
    if len(places) == 1 and 0 < places[0] < len(raw) - 1:
        named = places[0]
        yield from _any_order(quoted(raw[named].seat or ""), [*raw[:named], *raw[named + 1 :]], referee)
    for who, rest in _speakers(raw, referee):
        yield from _likewise(who, rest, referee)
        yield from _a_trick(who, rest, referee)
        spellings = [*_written_out(rest, referee)]
        yield from _phrases(who, (rest, *spellings), referee)
        yield from _as_said(who, rest, referee)
        yield from _the_rest(who, rest, referee)
        yield from _the_bid(who, rest, referee)
        yield from _a_number(who, rest, referee)
        yield from _any_order(who, rest, referee)
        if [word.low for word in rest if word.low not in LIGHT | SMALL] == ["nil"]:
            continue  # it is a bid, and never another number
        for written_out in spellings:
            if _N_FOR_N.search(_line("", written_out)):
                continue  # the second is what the first scores: only a phrase of the game says which counts
            yield from _by_verb(who, written_out, referee)
            plain = _without_small(written_out)
            if plain and plain[0].text.lower() not in referee.vocabulary.shapes:
                yield Way(1, _line(who, plain))
                if (turned := _keywords_first(plain, _keywords(referee))) != plain:
                    yield Way(1, _line(who, turned))
                things = [word for word in _without_small(written_out, UNITS) if not _is_light(word)]
                if who and things != plain and any(word.low.isalpha() for word in things):
                    yield Way(2, _line(who, things))
            values = [word for word in plain if word.seat or is_value(word.low)]
            others = [word for word in plain if word not in values]
            whole = any(_is_card(word.text) and len(word.text) > 1 for word in values)
            holding = whole and any(_holds(word) for word in others)
            if bids and any(not SAYING.isdisjoint(stems(word.low)) for word in others):
                continue  # what somebody says isn't what somebody took
            if values and not holding and all(_carries(word) and not _is_verb(word, referee) for word in others):
                yield Way(4, _line(who, values))


def also_means(report: Report, text: str, referee: Referee) -> list[str]:
    """The reports that a phrase of the game may stand for, if a player's report goes on from the same player's last.

    ``takes 5`` is rather the cards drawn if the player has just discarded. Empty if it has one meaning.
    """
    last = referee.entries_now[-1].report if referee.entries_now else None
    if not last or not report.who or last.who != report.who or not referee.hand.dealer:
        return []
    texts = [way.text for way in ways(text, referee) if not way.far and not way.text.startswith("?")]
    texts = [ruling.text for each in texts if (ruling := referee.can(each)).accepted]
    return texts if len(texts) > 1 and report.text in texts else []


def is_doubtful(report: Report, text: str, referee: Referee) -> bool:
    """Whether a report rather means something else.

    ``go for Ann`` says what Ann did, not that somebody called Go takes over the seat; without cards, ``Ann had 6`` is
    a number.
    """
    if isinstance(report, Dealt):
        bare = len(report.cards) == 1 and report.cards[0].is_bare
        return bare and not has_cards(referee)
    if not isinstance(report, Replaces) or not re.match(r"\S+ for\b", text, re.IGNORECASE):
        return False
    word = text.split()[0]
    known = word.lower() in _words_of(referee) or bool(card_for(word) or number_for(word))
    return word.islower() or known


def has_cards(referee: Referee) -> bool:
    """Whether cards can be entered: not on a sheet of totals."""
    return not referee.game.of_a_sheet or bool(referee.game.deal_out)


def _words_of(referee: Referee) -> set[str]:
    """The words of a game's phrases and verbs."""
    said = {word for phrase in referee.game.phrases for word in phrase.lower().split()}
    return said | {verb.lower() for verb in referee.vocabulary.shapes}


def clauses(text: str, referee: Referee) -> list[str]:
    """Splits a line into parts about players, each with more words. Empty if it can't be.

    A part without a player goes on about the last one, and a part with only a value has the nearest verb before it.
    """
    if QUESTION.match(text) or len(text.split()) > MOST_WORDS:
        return []
    text = _between_names(without_talk(text, referee), referee)
    if (row := _ROW_FIRST.fullmatch(text)) and referee.names.whole(row["behind"].split()[0].strip(",:")):
        return [row["row"], *(clauses(row["behind"], referee) or [row["behind"]])]
    if apart := _row_behind(text, referee):
        return apart
    several = _for_each(text, referee) or _everybody_does(text, referee) or _some_for_each(text, referee)
    several = several or _all_the_others(text, referee) or _shared_evenly(text, referee)
    if several := several or _of_teams(text, referee) or _columns(text, referee):
        return several
    found: list[str] = []
    named: list[Seat] = []
    verb, text = _verb_before(text, referee)
    text = text if verb else _without_label(text, referee)
    first = ""
    carried = bool(verb)  # whether the verb has had a number, which those without a verb have in its place
    for part in _PARTS.split(text.strip()):
        words = _tidy(part, referee).split()
        seat, rest = _about(words, referee)
        if named and not seat and words and (_goes_on(words, referee) or of_everybody(part) is not None):
            if (number := of_everybody(part)) is None:
                found.append(_same_player(named[-1], part))
            elif number.isdigit() and verb:
                others = [seat for seat in referee.players if seat not in named]
                found += [f"{quoted(seat)} {verb} {number}" for seat in others]
            else:
                found.append(part.rstrip("."))
            continue
        if seat and first and rest and {word.lower() for word in rest} <= _LIKEWISE:
            part, rest = f"{quoted(seat)} {first}", first.split()
        if not seat or not rest or (seat in named and not _is_act(rest[0], referee)):
            return []
        values = [word for word in rest if word.lower() not in SMALL]
        only = bool(values) and all(map(_is_value, values))
        if only and verb:
            part = f"{quoted(seat)} {verb} {' '.join(word for word in rest if word.lower() not in ('for', 'to'))}"
        elif (
            not only
            and _is_act(rest[0], referee)
            and (not named or _only_numbers(rest[1:]) or (not carried and any(map(_is_value, rest))))
        ):
            verb, carried = rest[0], any(map(_is_value, rest))
        first = first or " ".join(rest)
        named.append(seat)
        found.append(part.rstrip("."))
    return found


def _only_numbers(words: Sequence[str]) -> bool:
    """Whether words say nothing but numbers."""
    values = [word for word in words if word.lower() not in SMALL | UNITS]
    return bool(values) and all(word.isdecimal() or number_for(word) for word in values)


def _shared_evenly(text: str, referee: Referee) -> list[str]:
    """The tricks of both sides in all, if a line says that they share those that are left: ``they split the rest``."""
    match = _EVENLY.fullmatch(text.strip(" .!"))
    taken: dict[Seat, int] | None = getattr(referee.hand, "taken", None)
    if match is None or not isinstance(taken, dict):
        return []
    for hand, ask in referee.asks():
        if not (left := hand.left_of(ask.verb)) or left[1] != "trick" or len(hand.sides) != 2:
            continue
        known = {side: sum(taken.get(seat, 0) for seat in hand.seats if hand.side(seat) == side) for side in hand.sides}
        rest = left[0] if ask.verb.adds else left[0] - sum(known.values())
        said = number_for(match["number"] or "") or match["number"] or str(rest)
        if rest > 0 and rest % 2 == 0 and said == str(rest):
            both = {side: rest // 2 + (0 if ask.verb.adds else number) for side, number in known.items()}
            return [f"{side} {ask.verb.verb} {number}" for side, number in both.items()]
    return []


_EVENLY = re.compile(
    rf"(?:they|we|(?:the )?(?:two |both )?(?:sides|teams|players)|both)(?: both)? (?:split|shared?|divided?)"
    rf"(?: (?:the|last|other|remaining|rest(?: of)?|tricks?))*(?: (?P<number>{_N}))?(?: tricks?)?(?: evenly)?",
    re.IGNORECASE,
)

_ROW_FIRST = re.compile(
    r"(?P<row>(?:[a-z-]+:?\s+)?[+-]?\d+(?:[\s,]+[+-]?\d+)+)\s*(?:[,;.]|\band\b)[\s,]*(?:and\s+)?(?P<behind>[^\W\d].*)",
    re.IGNORECASE,
)
"""A row of numbers before something else: ``hearts 4 4 5 0, Dan had the queen``."""


_ROW = re.compile(
    r"(?:[,;.]\s*|\s+)(?:and\s+)?(?P<row>(?:(?P<verb>[a-z-]+):?\s+)?[+-]?\d+(?:[\s,]+(?:and\s+)?[+-]?\d+)+)"
    r"(?=\s*(?:[,;.]|and\b|$))",
    re.IGNORECASE,
)
"""A row of numbers behind something else: ``Ann out, counts 470 155``."""


_POINTS = ("counts", "scores")
"""Verbs of points, of which a player has one number in a hand."""


def _row_behind(text: str, referee: Referee) -> list[str]:
    """Splits a line at a row with a number for everybody, which is never about the player before it. Else empty."""
    for match in _ROW.finditer(text):
        verb = match["verb"] or ""
        numbers = re.findall(r"[+-]?\d+", match["row"])
        apart = "," not in match["row"] or verb.lower() in _POINTS
        named = (not verb and not match[0].startswith(" ")) or (
            bool(_column(verb, referee)) and not referee.names.whole(verb)
        )
        if named and apart and len(numbers) > 1 and len(numbers) in (len(referee.hand.sides), len(referee.players)):
            before, behind = text[: match.start()].strip(), text[match.end() :].strip(" ,;.")
            return [
                *(clauses(before, referee) or [before]),
                " ".join((*([verb] if verb else []), *numbers)),
                *(clauses(behind, referee) or [behind] if behind else []),
            ]
    return []


def _of_teams(text: str, referee: Referee) -> list[str]:
    """Splits ``Ann and Cat 140, Ben and Dan 110`` into a part for each team. Empty unless a team is named."""
    found: list[str] = []
    verb = ""
    for part in re.split(r"\s*[,;]\s*(?:and\s+)?|(?<=\d)\s+and\s+(?=[^\W\d])", text.strip(" .")):
        words = _teams_first(_tidy(_OTHERS.sub("the rest", part), referee).split(), found, referee)
        at = 0
        while at < len(words) and (referee.names.whole(words[at]) or (at and words[at].lower() == "and")):
            at += 1
        if not at or at == len(words):
            return []
        rest = words[at:]
        values = [word for word in rest if word.lower() not in SMALL]
        if values and all(map(_is_value, values)) and verb:
            rest = [verb, *rest]
        elif _is_act(rest[0], referee):
            verb = rest[0]
        found.append(" ".join((*words[:at], *rest)))
    names = [word for part in found for word in part.split() if referee.names.whole(word)]
    return found if len(names) > len(found) > 1 else []


def _teams_first(words: list[str], before: Sequence[str], referee: Referee) -> list[str]:
    """The words with a team at their end moved to the beginning: ``540 for Ann and Cat``, ``310 for the others``."""
    end = len(words)
    if " ".join(words[:2]).lower() == "the rest" and not any(map(referee.names.whole, words)):
        words = [*words[2:], *words[:2]]
    others = " ".join(words[-2:]).lower() == "the rest"
    if others and before and len(sides := referee.hand.sides) == 2:
        first = referee.names.whole(before[0].split()[0].strip('"')) or NOBODY
        other = next((side for side in sides if side != referee.names.teams.get(first, first)), "")
        words = [*words[:-2], "for", *other.replace("+", " and ").split()] if other else words
        end = len(words)
    while end and (referee.names.whole(words[end - 1]) or words[end - 1].lower() == "and"):
        end -= 1
    team = words[end:]
    rest = [word for word in words[:end] if word.lower() not in ("for", "to", "by", "the", "other")]
    rest = [word for word in rest if word.lower() not in UNITS] if any(map(_is_value, rest)) else rest
    return [*team, *rest] if len(team) > 1 and rest and not referee.names.whole(words[0]) else words


def _columns(text: str, referee: Referee) -> list[str]:
    """Splits ``Ben 900, 1 natural and out, Cat 310`` into a report for each column of a sheet. Empty if it can't be."""
    if not referee.game.of_a_sheet or any(map(referee.names.whole, re.findall(r"\b(?:for|to) (\w+)", text))):
        return []  # or a player is named behind the number
    plain = re.sub(_COLORED, "", _tidy(text, referee).replace(",", " , "), flags=re.IGNORECASE)
    plain = re.sub(r"\b(an?|\w+) ([a-z]+) ones?\b", r"\1 \2", plain, flags=re.IGNORECASE)  # a mixed one
    spoken = written(re.sub(r"\ban? (?=\w)", "1 ", plain, flags=re.IGNORECASE), referee.vocabulary.shapes)
    found: list[str] = []
    verbs = 0
    alike = ""  # the verb that the player before began with, in front of a number
    for who, words in _of_each_side([word for word in spoken.split() if word.lower() not in UNITS], referee):
        begins, before = True, alike
        alike = ""
        while words:
            first, *words = words
            if first.lower() in _BREAKS:
                continue
            number = first if first.removeprefix("-").isdigit() else ""
            verb = _column((words[0] if words else "") if number else first, referee)
            bare, behind = begins and bool(number) and not verb, not number
            if not verb and not number:
                return []
            if number and verb:
                words = words[1:]
            elif verb and words and words[0].isdigit() and not _column(words[1] if words[1:] else "", referee):
                number, *words = words
            found.append(" ".join(filter(None, (who, before if bare else verb, number))))
            if begins and number:
                alike = before if bare else verb if behind else ""
            elif number and not verb:
                alike = ""  # the next bare number is rather of the same as this one
            begins, verbs = False, verbs + bool(verb)
    return found if len(found) > 1 and verbs else []


_BREAKS = (",", "and", "with")


def _of_each_side(words: Sequence[str], referee: Referee) -> Iterator[tuple[str, list[str]]]:
    """Yields the player or the team that a line names, and the words with a meaning that follow, with their commas."""
    at = 0
    while at < len(words) and referee.names.whole(words[at]):
        named = at
        while at < len(words) and (referee.names.whole(words[at]) or words[at].lower() == "and"):
            at += 1
        who, rest = " ".join(words[named:at]), []
        while at < len(words) and not referee.names.whole(words[at]):
            low = words[at].lower()
            if low in _BREAKS or (low not in SMALL and LIGHT.isdisjoint(stems(low))):
                rest.append(words[at])
            at += 1
        yield who, rest


def _column(word: str, referee: Referee) -> str:
    """The verb of a report that a noun in the singular or plural names. "" if there is none."""
    forms = (word.lower(), f"{word.lower()}s") if not number_for(word) else (f"{word.lower()}s",)
    return next((form for form in forms if form in referee.vocabulary.shapes), "")


def _verb_before(text: str, referee: Referee) -> tuple[str, str]:
    """The verb that a line begins with for several players, and the rest: ``bets: Dan 14, Ann 4``."""
    match = re.match(
        r"(?:(?:the|they|we)(?: all)? )?(?P<verb>[a-z]+)(?: (?:were|was|are|is))?\s*:?\s+(?P<rest>(?P<who>\w+)\s.*)",
        text.strip(),
        re.IGNORECASE,
    )
    if not match or not referee.names.whole(match["who"]) or referee.names.whole(match["verb"]):
        return "", text
    verb = match["verb"]
    known = _is_act(verb, referee) or any(phrase.startswith(f"{verb.lower()} ") for phrase in referee.game.phrases)
    return (verb, _between_names(match["rest"], referee)) if known else ("", text)


def _goes_on(words: Sequence[str], referee: Referee) -> bool:
    """Whether words go on about the player just named: ``then takes 2``, ``she's got three``, ``4 in the crib``."""
    while words and words[0].lower() in _PRONOUNS | _LEADING:
        words = words[1:]
    if any(_pattern(phrase).fullmatch(" ".join(words)) for phrase in referee.game.phrases):
        return True
    words = words[1:] if words and words[0].lower() == "is" else words
    if not words or any(_named(word, False, referee) for word in words):
        return False
    return _is_act(words[0], referee) or (_is_value(words[0]) and any(_is_noun(word, referee) for word in words[1:]))


_LEADING = frozenset(("then", "also", "now", "so", "only", "just", "but", "the", "a", "an"))


def _is_noun(word: str, referee: Referee) -> bool:
    """Whether a word names what is counted, or a verb of the game."""
    return word.lower() in UNITS or any(True for _ in _forms(referee.vocabulary.shapes, word.lower()))


def _same_player(seat: Seat, part: str) -> str:
    """A part of a line with the player it is about."""
    rest = re.sub(
        r"^(?:(?:then|also|now|so|only|just|but) )*(?:(?:he|she|they)\b(?:['\u2019](?:s|re|ve))?\s*)?",
        "",
        part,
        flags=re.IGNORECASE,
    )
    return f"{quoted(seat)} {rest.rstrip('.')}"


_EVERYBODY_DOES = re.compile(
    r"(?:every(?:one|body)|all|they all|we all)(?: else)? (?P<said>[a-z]+)(?: too)?", re.IGNORECASE
)


def _everybody_does(text: str, referee: Referee) -> list[str]:
    """Splits ``everybody passes`` into a part for each player, from the one whose turn it is."""
    match = _EVERYBODY_DOES.fullmatch(text.strip(" .!"))
    if not match:
        return []
    said = any(_pattern(phrase).fullmatch(match["said"]) for phrase in referee.game.phrases)
    if not said and not _is_act(match["said"], referee):
        return []
    seats = list(referee.players)
    first = next((seat for seat in referee.next() if seat in seats), seats[0])
    at = seats.index(first)
    return [f"{quoted(seat)} {match['said']}" for seat in (*seats[at:], *seats[:at])]


def sides_apart(text: str, referee: Referee) -> list[str]:
    """The two ways to read a line about us and them, if there are two sides. Empty for any other line."""
    sides: list[str] = list(referee.hand.sides)
    parts = [part.strip(" ,") for part in _SIDES.split(text.strip()) if part.strip(" ,")]
    who = [re.match(r"(we|us|ours?|they|them|theirs?)\b", part, re.IGNORECASE) for part in parts]
    if len(sides) != 2 or len(parts) != 2 or not all(who):
        return []
    if len({match[1].lower() in ("we", "us", "our", "ours") for match in who if match}) < 2:
        return []
    said = [re.sub(r"^\w+(?:['\u2019]\w+)?\s+|\s+(?:to|against|and|vs)$", "", part) for part in parts]
    return [
        "; ".join(f"{side} {each}" for side, each in zip(order, said, strict=True)) for order in (sides, sides[::-1])
    ]


_SIDES = re.compile(r"(?:,\s*|\s+)?(?:and\s+)?(?=\b(?:we|us|ours?|they|them|theirs?)\b)", re.IGNORECASE)
_PRONOUNS = frozenset(("he", "she", "they"))
_LIKEWISE = frozenset(("too", "also", "likewise", "same", "as", "well", "so", "does", "did", "the"))


def _a_trick(who: str, words: Sequence[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``first trick to Ann`` as one trick, if tricks add up, and ``Ann took it`` if only one trick is left."""
    low = [word.low for word in words if word.low not in ("the", "to", "for", "goes")]
    adds = any(form.kind.adds for form in referee.vocabulary.shapes.get("takes", ()))
    which = low[1:] if low and not {"take", "get", "win"}.isdisjoint(stems(low[0])) else low
    if who and adds and len(which) == 2 and which[0] in _ORDINALS and which[1] == "trick":
        yield Way(1, f"{who} takes 1")
    if (
        who
        and len(low) == 2
        and low[1] in ("it", "trick")
        and not {"take", "get", "win", "have"}.isdisjoint(stems(low[0]))
    ):
        left = ((ask, hand.left_of(ask.verb)) for hand, ask in referee.asks())
        yield from (Way(1, f"{who} {ask.verb.verb} 1") for ask, left_of in left if left_of == (1, "trick"))


_ORDINALS = frozenset(("first", "second", "third", "fourth", "fifth", "next", "this", "that", "another"))


def cards_around(text: str, referee: Referee) -> str:
    """Cards that a line names with their players, as one report of cards around the table. "" for any other line."""
    asked = any(ask.verb.verb == "upcard" and ask.verb.speaker == "none" for _, ask in referee.asks())
    text = _without_label(without_talk(text, referee), referee)
    if asked:
        labels = {phrase.partition(" CARDS")[0] for phrase, report in {**COMMON, **referee.game.phrases}.items()
                  if report.startswith("upcard") and phrase.endswith(" CARDS")}  # fmt: skip
        label = "|".join(map(re.escape, sorted(("upcard", *labels), key=len, reverse=True)))
        text = re.sub(rf"^(?:the )?(?:{label})s?(?: are\b| were\b|:)?\s+", "", text, flags=re.IGNORECASE)
    found: dict[Seat, str] = {}
    for part in _PARTS.split(text.strip()) if asked else ():
        seat, rest = _about(_tidy(part, referee).split(), referee)
        cards = [word for word in written(" ".join(rest)).split() if word.lower() not in SMALL | LIGHT]
        if not seat or seat in found or len(cards) != 1 or not _is_card(cards[0]):
            return ""
        found[seat] = cards[0]
    around = referee.hand.around(referee.hand.eldest) if referee.hand.dealer else ()
    return " ".join(("upcard", *(found[seat] for seat in around if seat in found))) if len(found) > 1 else ""


def _likewise(who: str, words: Sequence[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``Ben too`` as the last report with another player."""
    said = {word.low for word in words}
    last = referee.entries[-1].report if referee.entries else None
    if who and last and last.who and said and said <= _LIKEWISE and said & {"too", "also", "likewise", "same"}:
        yield Way(0, f"{who} {last.text.removeprefix(quoted(last.who)).strip()}")


_PARTS = re.compile(r"\s*(?:,\s*(?:and\s+|then\s+)?|\.\s+|\s+and\s+(?:then\s+)?|\s+then\s+)")


def _about(words: Sequence[str], referee: Referee) -> tuple[Seat | None, list[str]]:
    """The player that words begin or end with, or the first of a team, and the other words."""
    if words and (seat := _named(words[0], False, referee)):
        at = 1
        while at + 1 < len(words) and words[at] == "and" and _is_partner(words[at + 1], seat, referee):
            at += 2
        return seat, [*words[at:]]
    if len(words) > 1 and (seat := _named(words[-1], False, referee)):
        return seat, [*words[:-1]]
    return None, [*words]


def _is_partner(word: str, seat: Seat, referee: Referee) -> bool:
    other, teams = referee.names.whole(word), referee.names.teams
    return bool(other and teams and teams.get(other) == teams.get(seat))


def _is_act(word: str, referee: Referee) -> bool:
    """Whether a word is a verb of the game, in any tense, or a synonym."""
    shapes, vocabulary = referee.vocabulary.shapes, referee.vocabulary
    return any(any(_forms(shapes, stem)) or any(vocabulary.meant(stem)) or stem in LIGHT for stem in stems(word))


def _is_value(word: str) -> bool:
    """Whether a word is a number or a card, in signs or in words."""
    return is_value(word) or bool(counted([word]) or card_for(word) or read_suit(word) or word.lower() in SUITS)


_SENTENCE = re.compile(r"\s*(?:[,;:.!]+|\band\b|\bthen\b)(?:\s+(?:and\b|then\b|but\b|so\b))*\s+", re.IGNORECASE)
_CORRECTING = re.compile(
    r"\b(?:no|nope|wait|sorry|oops|whoops|actually|rather|instead|meant?|correction|mistake|wrong|not|or|if|maybe|make"
    r" that|make it)\b",
    re.IGNORECASE,
)
MOST_SENTENCES = 12


def counts_unnamed(text: str, referee: Referee) -> bool:
    """Whether a part of a line has a number but nobody's name: it may be about the player before."""
    words = re.findall(r"\w+", re.sub(rf"\w+ (?={_A_RANK}\b)", "", text, flags=re.IGNORECASE))  # but three aces
    return any(word.isdecimal() or counted([word]) for word in words) and not any(map(referee.names.whole, words))


def takes_back(text: str) -> bool:
    """Whether a part of a line begins by taking back what was said before it: ``no wait, 3D``."""
    return bool(re.match(r"(?:oh|um|er)?[,. ]*(?:no|nope|wait|sorry|w?h?oops|actually|i mean)\b", text, re.IGNORECASE))


def sentences(text: str, referee: Referee) -> list[tuple[int, int]]:
    """Where the parts of a line begin and end that may be reports of their own: ``JS 10H, then Ann leads KD``.

    Empty if a part is a number alone, which may belong to the one before, or if the line takes something back.
    """
    found, start = [], 0
    for match in (*_SENTENCE.finditer(text), None):
        end = match.start() if match else len(text.rstrip(" .!"))
        if end > start:
            found.append((start, end))
        start = match.end() if match else end
    bare = any(re.fullmatch(r"[+-]?\d+", text[begin:end]) or counted([text[begin:end]]) for begin, end in found)
    many = not 1 < len(found) <= MOST_SENTENCES
    return [] if many or bare or _CORRECTING.search(text) or QUESTION.match(text) else found


_PASSED = re.compile(
    r"(?:every(?:one|body)|all|they all|we all)(?: else)? pass(?:ed|es)?(?: (?:a?round|once|first))?"
    r"|pass(?:ed|es)? (?:all )?(?:a?round|out)|passes",
    re.IGNORECASE,
)
_MATTERS = frozenset((
    "not", "no", "nobody", "none", "never", "without", "except", "unless", "if", "or", "almost", "nearly", "maybe",
    "than", "instead", "wrong", "should", "think", "says", "said", "can", "could", "may", "would", "undo", "fix",
))  # fmt: skip
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
        "n't" in word or word.lower() in _MATTERS or says_something(word, referee) for word in words
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
        meant = low in _MATTERS | _TOWARD or QUESTION.match(low) or says_something(word, referee)
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


def takes_over(text: str, referee: Referee) -> str:
    """A line that says in any words that somebody new plays on for a player, as a report. "" for any other line."""
    match = _TAKES_OVER.fullmatch(text.strip())
    if not match:
        return ""
    whom = referee.names.whole(match["whom"] or match["for"] or "")
    other = referee.names.whole(match["for"] or "")
    if (
        not whom
        or (other and other != whom)
        or says_something(match["new"], referee)
        or _NO_NAME.fullmatch(match["new"])
    ):
        return ""
    if match["for"] and not other and match["for"].lower() not in ("her", "him", "them"):
        return ""
    return f"{match['new']} replaces {quoted(whom)}"


_NO_NAME = re.compile(
    rf"{'|'.join(sorted(SMALL))}|(?:some|any|every|no)(?:one|body)|none|who|partners?|dealers?|dummy|bank|computer"
    r"|others?|game|play|friends?|guests?|nothing",
    re.IGNORECASE,
)
"""Words that nobody is called."""

_TAKES_OVER = re.compile(
    r"(?:(?P<whom>[^\W\d]+)(?:['\u2019]s)?(?: (?:has to|had to|must|needs to|wants to|got to|is|was))?"
    r" (?:go|goes|going|went|gone|leave|leaves|leaving|left|stop|stops|stopping|quit|quits)"
    r"(?: (?:home|to bed|early|now|the table|us|away|off))*[\s,;.]+(?:(?:and|so|but|now) )*)?"
    r"(?P<new>[^\W\d]+)(?:['\u2019](?:s|ll))?(?: (?:is|will|now))*"
    r" (?:plays?|playing|takes? over|taking over|steps? in|stepping in|sits? in|sitting in|fills? in|filling in|subs?)"
    r"(?: (?:now|on))?(?: (?:for|from|instead of|in place of) (?P<for>[^\W\d]+))?"
    r"(?: (?:now|instead|from (?:here|now)(?: on)?))*[.!]*",
    re.IGNORECASE,
)
"""Somebody new who plays in a player's place, with who leaves before or behind."""


def says_something(word: str, referee: Referee) -> bool:
    """Whether a word is a player, a value, or a word of the game."""
    return bool(
        referee.names.whole(word)
        or _is_value(word)
        or (not {*stems(word)}.isdisjoint(_words_of(referee)) and word.lower() not in SMALL)
        or _is_act(word, referee)
    )


def says_zero(text: str) -> bool:
    """Whether the only number in a text is zero: ``none for Ann``, ``Ann 0``."""
    numbers = [number_for(word) or word for word in re.findall(r"\w+", text.lower())]
    return {number for number in numbers if number.isdecimal()} == {"0"}


def values_named(text: str, referee: Referee) -> list[tuple[Seat, str]]:
    """The players that a line names, each with one value: ``Sue only had 4 and Dave 3``. Empty if it says more."""
    found = []
    for part in clauses(text, referee) or [text]:
        seat, rest = _about(_tidy(part, referee).split(), referee)
        spoken = written(" ".join(rest)).split()
        values = [word for word in spoken if word.lower() not in SMALL or word == "A"]
        values = [word for word in values if word.lower() not in UNITS and LIGHT.isdisjoint(stems(word.lower()))]
        if not seat or len(values) != 1 or not is_value(values[0]):
            return []
        found.append((seat, values[0]))
    return found


def _for_each(text: str, referee: Referee) -> list[str]:
    """Splits what several players do alike into a part for each: ``Ann and Bob both took 2``, ``all but Sue pass``."""
    everybody, left_out = all_but(text.strip(" .!"), referee)
    if left_out and (match := _EVERYBODY.fullmatch(everybody)) and match["said"] and "," not in match["said"]:
        around = referee.hand.around(referee.hand.eldest) if referee.hand.dealer else referee.players
        return [f"{quoted(seat)} {match['said']}" for seat in around if seat != left_out]
    alike = (_EACH, _BOTH, _SHARE, _PASS)
    patterns = alike if referee.names.teams else (*alike, _MADE, _NONE)
    match = next((match for pattern in patterns if (match := pattern.fullmatch(text.strip()))), None)
    if match and any(referee.names.whole(word) for word in re.findall(r"\w+", match["said"])):
        return []  # it goes on about somebody else
    seats = (
        [referee.names.whole(word) for word in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["who"])] if match else []
    )
    return (
        [f"{quoted(seat)} {match['said']}" for seat in seats if seat] if match and len(seats) > 1 and all(seats) else []
    )


_SHARE = re.compile(r"(?P<who>.+?)\s+(?P<said>(?:split|shared?|chop(?:ped)?)(?: (?:it|the pot|that))?)", re.IGNORECASE)
_PASS = re.compile(
    r"(?P<who>\w+(?:\s*,\s*\w+)*,?\s+and\s+\w+)\s+(?P<said>(?:pass|check|fold)(?:es|ed|s)?)", re.IGNORECASE
)
_BOTH = re.compile(r"(?P<who>.+?)\s+(?:both|each)\s+(?P<said>\S.*)", re.IGNORECASE)
_EACH = re.compile(r"(?P<who>\w+(?:\s*,\s*\w+)*\s+and\s+\w+)\s+(?P<said>\S[^,;]*?)\s+(?:each|apiece)", re.IGNORECASE)
_NONE = re.compile(rf"(?P<who>\w+(?:\s*,\s*\w+)*\s+and\s+\w+)\s+(?P<said>(?:\w+\s+)?(?:0|{_ZERO}))", re.IGNORECASE)
_MADE = re.compile(r"(?P<who>.+?)\s+(?P<said>made (?:it|theirs|ours|their (?:bids?|contracts?)))[.!]*", re.IGNORECASE)


def _some_for_each(text: str, referee: Referee) -> list[str]:
    """Splits a line at its commas, if one part of it is what several players do alike."""
    parts: list[str] = []
    names = ""
    for part in re.split(r"\s*[,;.]\s+(?:(?:and|then|but)\s+)*", text.strip()):
        if referee.names.whole(part):
            names += f"{part}, "
        else:
            parts.append(names + part)
            names = ""
    apart = [_for_each(part, referee) for part in parts] if len(parts) > 1 else []
    if not any(apart):
        return []
    found: list[str] = []
    for part, alike in zip(parts, apart, strict=True):
        left_out = all_but(parts[0], referee)[1]
        if left_out and part.split()[0].lower() in _PRONOUNS:
            found.append(_same_player(left_out, part))  # `everybody made it but Eve, she got none`
        else:
            found += alike or clauses(part, referee) or [part]
    return found


def _all_the_others(text: str, referee: Referee) -> list[str]:
    """Splits ``everybody gets 10, Zoe 25`` into a part for each: Zoe has 25, and each of the others has 10."""
    first, comma, rest = text.partition(",")
    number = of_everybody(first) if comma else None
    if not number or not number.isdecimal() or not (named := values_named(rest.strip(), referee)):
        return []
    others = [seat for seat in referee.players if seat not in [who for who, _ in named]]
    return [f"{quoted(who)} {value}" for who, value in (*((seat, number) for seat in others), *named)]


def _between_names(text: str, referee: Referee) -> str:
    """The line with a comma before each name that follows a number or a card: ``Sue 3 Bob 4``."""
    words = text.split()
    if not words or not all(map(referee.names.whole, words[0].split("+"))):
        return text
    out = words[:1]
    for at, word in enumerate(words[1:], 1):
        value = is_value(words[at - 1]) or counted([words[at - 1]]) or card_for(words[at - 1])
        begins = all(map(referee.names.whole, word.split("+"))) and value and at + 1 < len(words)
        out[-1] += "," if begins else ""
        out.append(word)
    return " ".join(out)


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


def _tidy(text: str, referee: Referee) -> str:
    """The line without punctuation and courtesies: ``Linda: 3, please!``."""
    text = _without_label(without_talk(text, referee), referee)
    text = _MINUS.sub(" minus " if _counts_held(referee) else "-", text)
    text = re.sub(r"[.!]+(?=\s|$)|(?<=\w)[:](?=\s|$)|[\u2013\u2014]|(?<=\s)-(?=\s)", " ", text.strip())
    text = hyphened(text, referee)
    colored = any(" red " in f" {phrase}" or " black " in f" {phrase}" for phrase in referee.game.phrases)
    for pattern, instead in (*(_LEFT_OVER if _counts_held(referee) else ()), *_SHORTENED):
        if colored and pattern == _COLORED:
            continue
        text = re.sub(pattern, instead, text, flags=re.IGNORECASE)
    if "bids" in referee.vocabulary.shapes:
        text = re.sub(rf"\b(?:go(?:es|ing)?|went) for (?={_N})", "bids ", text, flags=re.IGNORECASE)
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
        text = text.replace(side, side.replace("+", " and "))
    if _OTHERS.search(text) and (opponents := _other_side(referee)):
        text = _OTHERS.sub(opponents.replace("+", " and "), text)
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

_OTHERS = re.compile(
    r"\b(?:the )?(?:others|other (?:side|team|two|pair)|opponents)(?:['\u2019]s?)?(?=\s|$)", re.IGNORECASE
)


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
        rf"(?<=\w),? (?:(?:and|with|had|has|have|got|still) )*({_N})"
        r" (?:left(?: over)?|in (?:his |her |the )?hand|held)\b",
        r" held \1",
    ),
    (r"(?<=\w),? (?:and )?nothing (?:left|held|in hand)\b", ""),
    (rf"(?<=\d) (?:minus|less) (?={_N})", " held "),
)
"""Ways to say what is left in a hand, in games in which it is part of another report."""


def _counts_held(referee: Referee) -> bool:
    """Whether a report of points also says what is left in the hand."""
    return any("held" in form.keywords for form in referee.vocabulary.shapes.get("scores", ()))


def _without_label(text: str, referee: Referee) -> str:
    """The line without a label that says nothing: ``next card: …``, ``the rest we just count: …``."""
    label, colon, rest = text.partition(":")
    words = [word for word in re.findall(r"\w+", label) if word]
    if not colon or not rest.strip() or len(words) < 2:
        return text
    known = any(_named(word, False, referee) or _is_value(word) for word in words)
    return text if known or _phrase_begins(label, referee) else rest.strip()


def _phrase_begins(label: str, referee: Referee) -> bool:
    """Whether words begin a phrase of the game."""
    said = re.sub(r"s\b", "", label.strip().lower())
    return any(phrase.lower().startswith(said) for phrase in (*referee.game.phrases, *COMMON))


def _hyphen(text: str, at: int, referee: Referee) -> str:
    """Keeps a hyphen inside a word of the game; otherwise returns a blank: ``forty-nine``."""
    before, behind = re.findall(r"[\w-]*$", text[:at])[0], re.findall(r"^[\w-]*", text[at + 1 :])[0]
    whole = f"{before}-{behind}".lower()
    shapes = (form for forms_of in referee.vocabulary.shapes.values() for form in forms_of)
    known = referee.names.whole(whole) or whole in referee.vocabulary.shapes
    return "-" if known or any(whole in form.own for form in shapes) else " "


def _named(word: str, is_quoted: bool, referee: Referee) -> Seat | None:
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


def _speakers(words: list[SpokenWord], referee: Referee) -> Iterator[tuple[str, list[SpokenWord]]]:
    """Yields who the line is about, as a report names them, and the other words. The original order comes first."""
    named: list[Seat] = []
    at = 0
    while at < len(words) and (words[at].seat or (named and words[at].low in ("and", "+", ",", "&"))):
        if seat := words[at].seat:
            named.append(seat)
        at += 1
    if named:
        while at and not words[at - 1].seat:
            at -= 1
        yield "+".join(quoted(seat) for seat in dict.fromkeys(named)), words[at:]
        return
    places = [i for i, word in enumerate(words) if word.seat]
    if len(places) == 1 and places[0] == len(words) - 1:
        yield quoted(words[-1].seat or ""), _without_link(words[:-1])
    elif (team := _team_last(words)) and len(words) > len(team):
        seats = [word.seat for word in team if word.seat]
        yield "+".join(quoted(seat) for seat in seats), _without_link(words[: -len(team)])
    yield "", words


def _team_last(words: Sequence[SpokenWord]) -> list[SpokenWord]:
    """The words at the end of a line that name several players: ``to Ann and Cat``."""
    at = len(words)
    while at and (words[at - 1].seat or words[at - 1].low in ("and", "+", "&")):
        at -= 1
    team = list(words[at:])
    return team if team and team[0].seat and sum(1 for word in team if word.seat) > 1 else []


_LINKS = (",", "to", "for", "by", "goes", "go", "went", "is", "from", "with", "was")


def _without_link(words: Sequence[SpokenWord]) -> list[SpokenWord]:
    """The words before a player's name, without those that only link them."""
    end = len(words)
    while end > 1 and words[end - 1].low in _LINKS:
        end -= 1
    return list(words[:end]) if words and words[0].low not in _LINKS[:5] else []


def last_named(referee: Referee) -> Seat:
    """The player of the last report, who is meant by *he* or *she*."""
    return next((entry.report.who for entry in reversed(referee.entries) if entry.report.who in referee.seats), NOBODY)


# Phrases


ARTICLES = "the|a|an|my|his|her|their|our"
CARRYING = (
    "i|we|he|she|they|it|am|is|are|has|have|had|says|said|say|called|calls|will|with|and|makes|made|gets|got|declares"
    "|declared"
)
"""Words before a phrase that only say that somebody says it."""


BEHIND = r"it|up|that|now|too|also|again|as\s+well"
"""Words behind a phrase that change nothing."""


@lru_cache(maxsize=4096)
def _pattern(phrase: str) -> re.Pattern[str]:
    """A phrase as a regular expression. Its capitals become groups."""
    parts = {
        "N": r"(?P<{}>[+-]?\d+)",
        "CARDS": r"(?P<{}>{{card}}(?:\s+(?:and\s+|,\s+)?{{card}})*)",
        "CARD": r"(?P<{}>{{card}})",
        "RANK": r"(?P<{}>10|[2-9AKQJT])s?",
        "SUIT": r"(?P<{}>[a-z]+|[SHDC\u2660-\u2667])",
        "WHO": r'(?P<{}>"[^"]+"|\S+)',
        "...": r"\b.*?",
    }
    card = r"(?:(?:10|[2-9AKQJT])+[SHDC\u2660\u2665\u2666\u2663])+(?![a-z])"
    out: list[str] = []
    counts: dict[str, int] = {}
    for word in phrase.split():
        if word in parts:
            counts[word] = counts.get(word, 0) + 1
            name = f"{word.strip('.') or 'any'}{counts[word]}"
            out.append(parts[word].format(name).replace("{card}", card))
        else:
            out.append(rf"(?:{'|'.join(map(re.escape, tenses(word)))})\b")
    between = rf"[\s,]*(?:(?:{ARTICLES}|it|up|and|but|all|only|just)[\s,]+)*"
    return re.compile(
        rf"(?:(?:{ARTICLES}|{CARRYING})\s+)*{between.join(out)}(?:\s+(?:{BEHIND}))*\s*",
        re.IGNORECASE,
    )


def _phrases(who: str, spellings: Iterable[list[SpokenWord]], referee: Referee) -> Iterator[Way]:
    """Yields what phrases of the game, or of every table, make of the words in any spelling.

    A phrase with fewer blanks comes first: *two for 15* is rather that than any number for another.
    """
    texts = dict.fromkeys(" ".join(word.typed for word in words) for words in spellings)
    shapes = referee.vocabulary.shapes.keys()
    others = COMMON if "discards" in shapes else COMMON | THROWN
    for far, phrases in ((0, referee.game.phrases), (1, others)):
        fitting = [
            (phrase, match, reports)
            for text in texts
            if len(text) > 1  # a single letter is rather a slip
            for phrase, report in phrases.items()
            if (reports := _possible(report, shapes))
            and (match := _pattern(phrase).fullmatch(text))
            and all(
                referee.names.whole(said.strip('"')) for kind, said in match.groupdict().items() if kind[:3] == "WHO"
            )
        ]
        fewest = min((_blanks(phrase) for phrase, *_ in fitting), default=0)
        for phrase, match, reports in fitting:
            if _blanks(phrase) > fewest:
                continue
            for one in reports:
                if one.startswith("?"):
                    if all(_suit(said) for name, said in match.groupdict().items() if name.startswith("SUIT")):
                        yield Way(far, one)
                elif (filled := _filled(one, match, referee.hand)) is not None:
                    yield Way(far, filled if one.startswith("=") else f"{who} {filled}".strip())


def _blanks(phrase: str) -> int:
    """How much of a phrase isn't given."""
    return sum(word.isupper() or word == "..." for word in phrase.split())


def _possible(report: str, shapes: Collection[str]) -> list[str]:
    """The alternatives of a phrase that a game has. If it has none: the question that they end with, if any."""
    reports = report.split(" | ")
    verbs = [next((word for word in one.split() if not word.startswith("=")), "") for one in reports]
    found = [one for one, verb in zip(reports, verbs, strict=True) if verb in shapes]
    return found or [one for one in reports if one.startswith("?")]


def _filled(report: str, match: re.Match[str], hand: Hand) -> str | None:
    """Fills the placeholders of a report from a match, and ``=name`` from a hand. None if there is no value.

    A suit that isn't named is that of the card.
    """
    counts: dict[str, int] = {}
    parts = []
    for word in report.split():
        if less := re.fullmatch(r"(N\d?)?-(N\d?)", word):  # 500-150
            values = [match.groupdict().get(each if each[1:] else f"{each}1") for each in less.groups() if each]
            if not all(values):
                return None
            parts.append("-".join(map(str, values)) if len(values) > 1 else f"-{values[0]}")
        elif capital := re.fullmatch(r"(N|CARDS|CARD|RANK|SUIT|WHO)(\d?)", word):
            kind = capital[1]
            counts[kind] = int(capital[2] or counts.get(kind, 0) + 1)
            value = match.groupdict().get(f"{kind}{counts[kind]}", "")
            if kind == "SUIT":
                value = _suit(value or "") or _suit((match.groupdict().get("CARD1") or "")[-1:])
            if not value:
                return None
            parts.append(re.sub(r"\s+and\s+|,", " ", value))
        elif word == "CARD=SUIT":
            card, suit = match.groupdict().get("CARD1"), _suit(match.groupdict().get("SUIT1") or "")
            if not card or not suit:
                return None
            parts.append(f"{card}={suit}")
        elif word == "RANK=trump":
            rank, trump = match.groupdict().get("RANK1"), getattr(hand, "trump", None)
            if not rank or not trump:
                return None
            parts.append(f"{rank}{trump}")
        elif word == "=WHO":
            parts.append(match.groupdict().get("WHO1") or "")
        elif word.startswith("="):
            if not (value := getattr(hand, word[1:], None)):
                return None
            parts.append(quoted(value) if isinstance(value, str) else str(value))
        else:
            parts.append(word)
    return " ".join(parts)


def _suit(word: str) -> str:
    return read_suit(word) or SUITS.get(word.lower(), "")


def _as_said(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields a report without arguments from its spoken form, or the beginning of that: *shot the moon*."""
    spoken = [word.low for word in words if word.low not in SMALL]
    for shapes in referee.vocabulary.shapes.values():
        for form in shapes:
            phrase = form.kind.as_said or AS_SAID.get(form.kind.verb, "")
            does = [word for word in phrase.split() if word not in SMALL]
            if len(spoken) < min(2, len(does)) or len(spoken) > len(does) or not spoken:
                continue
            alike = all(set(stems(a)) & set(stems(b)) for a, b in zip(spoken, does, strict=False))
            if alike and all(argument.optional for argument in form.arguments):
                yield Way(int(len(spoken) < len(does)), _line(who, (), *form.words))


def _the_rest(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``the rest to Cat`` as what is left of a known number."""
    left = {"rest", "remaining", "others", "remainder", "everything", "all", "both"}
    spoken = [word.low for word in words]
    others = [word for word in spoken if word not in SMALL and word not in UNITS and word not in left]
    if (
        not who
        or not left.intersection(spoken)
        or any(stem not in LIGHT for word in others for stem in stems(word)[-1:])
    ):
        return
    for hand, ask in referee.asks():
        if (left_of := hand.left_of(ask.verb)) and left_of[0] > 0 and (left_of[0] == 2 or "both" not in spoken):
            yield Way(1, f"{who} {ask.verb.verb} {left_of[0]}")


def _the_bid(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``Sue made her bid`` and ``Sue went down by one`` as the tricks that she took, if bids are tricks."""
    bids = bids_now(referee)
    if not who or referee.names.teams or (missed := _missed([word.low for word in words])) is None:
        return
    verbs = [ask.verb.verb for hand, ask in referee.asks() if (left := hand.left_of(ask.verb)) and left[1] == "trick"]
    for seat, bid in bids.items():
        number = getattr(bid, "tricks", bid)
        if quoted(seat) == who and isinstance(number, int) and verbs:
            yield Way(0 if missed else 1, f"{who} {verbs[0]} {number + missed}")


def _a_number(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``Ann had 12`` as the number alone, if no cards can be entered and the game has no phrase for it."""
    spoken = [word.low for word in words if word.low not in SMALL]
    if not who or has_cards(referee) or "have N" in referee.game.phrases:
        return
    if len(spoken) == 2 and "have" in stems(spoken[0]) and spoken[1].isdecimal():
        yield Way(2, f"{who} {spoken[1]}")


def bids_now(referee: Referee) -> Mapping[Seat, Any]:
    """Everybody's bid in this hand. Empty if the game has none, or they aren't by player."""
    facts = [
        referee.game.facts[name](referee.hand) for name in ("bidding", "bid", "bids") if name in referee.game.facts
    ]
    return next((fact for fact in facts if fact and isinstance(fact, Mapping)), {})


def _missed(words: Sequence[str]) -> int | None:
    """By how many tricks a bid was missed; 0 for *made it exactly*, None if the words don't say."""
    spoken = [word for word in words if word not in ("just", "also", "too", "again")]
    if spoken[1:] and "make" in stems(spoken[0]) and {*spoken[1:]} <= _WHAT_WAS_BID:
        return 0
    if len(spoken) == 2 and not {"get", "take"}.isdisjoint(stems(spoken[0])) and spoken[1] in _ONES_OWN:
        return 0
    numbers = [counted([word]) for word in words if counted([word])]
    if len(numbers) != 1:
        return None
    said = {stem for word in words for stem in stems(word)}
    if said & {"down", "set", "short", "under", "miss"}:
        return -int(numbers[0])
    return int(numbers[0]) if said & {"over", "many"} else None


_WHAT_WAS_BID = frozenset((
    "it", "bid", "contract", "exactly", "the", "on", "nose", "his", "her", "hers", "their", "theirs", "my", "mine",
    "ours",
))  # fmt: skip
_ONES_OWN = ("his", "hers", "theirs", "mine", "ours")
_OUTCOMES = {"win": ("make it", "get home", "make", "win"), "lose": ("go down", "be down", "fail", "lose it", "lose")}
"""Ways to say how a game ended, by the verb of the report."""
_ALSO = {"contra": "kontra", "open": "ouvert", "ouverte": "ouvert", "game": ""}


def _ends(text: str, verb: str) -> bool:
    """Whether a line says how the game ended, as a verb does."""
    return any(_pattern(each).search(text) for stem in stems(verb) for each in _OUTCOMES.get(stem, ()))


def _any_order(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields a report of named values whose verb and words stand in any order: *hearts with 2, hand, and lost*."""
    for kind in dict.fromkeys(ask.verb for _, ask in referee.asks()):
        form = shape(kind)
        if form.own and kind.speaker == "before" and (said := _in_order(words, form)):
            yield Way(1, _line(who, map(SpokenWord, said), *form.words[:1]))


def _in_order(words: list[SpokenWord], form: Shape) -> list[str]:
    """The values of a report that words say in any order, its number first. Empty if they say anything else."""
    text = " ".join(word.low for word in words)
    verbs = {*stems(form.words[0])}
    for verb, outcomes in _OUTCOMES.items():
        found = next((match for each in outcomes if (match := _pattern(each).search(text))), None)
        if found and verb not in verbs:
            return []
        if found:
            text = f"{text[: found.start()]} {text[found.end() :]}"
    suited = any(argument.kind in (Suit, Suit | None) for argument in form.arguments)
    numbers: list[str] = []
    said: list[str] = []
    spoken = text.replace(",", " ").split()
    for at, word in enumerate(spoken):
        own, number = own_word(word, form), word if word.isdecimal() else number_for(word)
        if own or (suited and _suit(word)):
            said.append(own or _suit(word))
            after = spoken[at + 1] if spoken[at + 1 :] else ""
            has_own = after.isdecimal() or bool(number_for(after))
            if own and form.own[own] and numbers and spoken[at - 1] == numbers[-1] and not has_own:
                said.append(numbers.pop())  # 3 runners
        elif number:
            spoken[at] = number
            (said if said and form.own.get(said[-1]) else numbers).append(number)
        elif word not in SMALL | UNITS and _ALSO.get(word) != "" and (LIGHT | verbs).isdisjoint(stems(word)):
            return []
    named = [word for word in said if not word.isdecimal()]
    return [*numbers, *said] if {*named} & {*form.own} and len(named) == len({*named}) and len(numbers) < 2 else []


def own_word(word: str, form: Shape) -> str:
    """The word of a report that a spoken word means, if any."""
    also = _ALSO.get(word, word)
    for own in (also, f"{also}s", f"no-{also}", f"no-{also}s"):
        if own in form.own:
            return own
    return ""


# Words


_PLAYING = frozenset(
    ("play", "lead", "follow", "throw", "drop", "discard", "lay", "put", "trump", "ruff", "duck", "cover")
)
"""Verbs that say that a rank is a card, even if it is also a word of the game."""


def _written_out(words: list[SpokenWord], referee: Referee) -> Iterator[list[SpokenWord]]:
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


def _without_small(words: Iterable[SpokenWord], kept: Iterable[str] = ()) -> list[SpokenWord]:
    """The words, except the ones without a meaning of their own."""
    keep = frozenset(kept)
    return [
        word
        for word in words
        if word.seat or word.low in keep or word.low not in SMALL | UNITS | {","} or _is_card(word.text)
    ]


def _is_card(word: str) -> bool:
    """Whether a word is a card or a rank in capitals: ``AS`` and ``A`` are, *as* and *a* aren't."""
    return word.isupper() and bool(read_cards(word))


def _line(who: str, words: Iterable[SpokenWord], *verb: str) -> str:
    return " ".join(filter(None, (who, *verb, *(word.typed for word in words))))


def _by_verb(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields readings in which one of the words is the verb, in another tense or as a synonym."""
    shapes = referee.vocabulary.shapes
    for at, word in enumerate(words[:6]):
        if not (low := word.low) or is_value(low):
            continue
        before = words[:at]
        if any(not _carries(other) for other in before):
            return
        numbers = [other for other in before if other.seat or is_value(other.low)]
        for stem in stems(low):
            for form in _forms(shapes, stem):
                if not issubclass(form.kind, TYPED_IN_FULL if has_cards(referee) else (*TYPED_IN_FULL, Dealt)):
                    yield from _arguments(1 if stem == low or not at else 2, who, form, numbers, words[at + 1 :], low)
        bare = low in shapes and not any(form.arguments for form in shapes[low])
        carded = bare and any(_is_card(other.text) and len(other.text) > 1 for other in words)
        if (low in shapes and not carded) or (_holds(word) and any(_is_card(other.text) for other in words)):
            continue
        done = not {"pass", "draw", "hit"}.isdisjoint(stems(low))  # what is never a number of tricks or cards left
        for stem in stems(low):
            for form in referee.vocabulary.meant(stem):
                if done and (form.kind.verb == "holds" or "tricks" in form.kind.as_said):
                    continue
                if not issubclass(form.kind, (*TYPED_IN_FULL, Dealt)):
                    yield from _arguments(3, who, form, numbers, words[at + 1 :], low)


def _carries(word: SpokenWord) -> bool:
    """Whether a word before the verb may be dropped, or is an argument."""
    return bool(word.seat) or word.low in SMALL or is_value(word.low) or any(stem in LIGHT for stem in stems(word.low))


def _holds(word: SpokenWord) -> bool:
    """Whether a verb says that somebody has cards, and not that they are played."""
    return not {"have", "hold"}.isdisjoint(stems(word.low))


def _is_verb(word: SpokenWord, referee: Referee) -> bool:
    """Whether a word says which report it is, so that no other may be meant."""
    return any(True for stem in stems(word.low) for _ in _forms(referee.vocabulary.shapes, stem))


def _forms(shapes: dict[str, list[Shape]], stem: str) -> Iterator[Shape]:
    """Yields the reports whose verb has a stem."""
    for text in dict.fromkeys((stem, f"{stem}s", f"{stem}es")):
        yield from (form for form in shapes.get(text, ()))


def _arguments(
    far: int, who: str, form: Shape, before: list[SpokenWord], behind: list[SpokenWord], verb: str
) -> Iterator[Way]:
    """Yields the report with that verb, and the arguments before and after it."""
    own = tuple(form.own)
    rest = [word for word in _without_small((*before, *behind), own) if "go" not in stems(word.low)]
    first: Sequence[str] = form.words[:1] if any(word.low in form.vocabulary for word in rest) else form.words
    if verb in form.vocabulary and verb not in form.words:
        first = (*form.words[:1], verb)
    numbers = [word for word in rest if word.low.isdigit()]
    if who and before and len(numbers) > max(1, len(form.arguments)):
        return  # numbers before and behind the verb are no row
    if "with" in own or any("with" in word.low for word in behind):
        yield Way(far, _line(who, (*before, *behind), *first))
    yield Way(far, _line(who, rest, *first))
    with_units = _without_small((*before, *behind), (*own, *UNITS))
    if len(with_units) > len(rest):
        yield Way(far, _line(who, with_units, *first))
    if (turned := _keywords_first(rest, form.keywords)) != rest:
        yield Way(far, _line(who, turned, *first))
    if any(word.text == "," for word in behind):
        with_commas = [word for word in (*before, *behind) if word.text == "," or word in rest]
        yield Way(far, _line(who, with_commas, *first).replace(" ,", ","))


def _is_light(word: SpokenWord) -> bool:
    """Whether a word only carries another word of the game."""
    return not LIGHT.isdisjoint(stems(word.low))


def _keywords(referee: Referee) -> set[str]:
    """The keywords of all reports that are possible now."""
    shapes = referee.vocabulary.shapes
    asked = {ask.verb for _, ask in referee.asks()}
    return {word for forms in shapes.values() for form in forms if form.kind in asked for word in form.keywords}


def _keywords_first(words: Sequence[SpokenWord], keywords: Iterable[str]) -> list[SpokenWord]:
    """The words with numbers behind their keywords: ``1 natural`` becomes ``natural 1``."""
    turned, behind = list(words), 0
    for at, word in enumerate(words[:-1]):
        rest = [other.low for other in words[at + 2 : at + 4]]
        own = bool(rest) and rest[0].isdigit() and not (len(rest) > 1 and rest[1] in keywords)  # held 85
        if at >= behind and word.low.isdigit() and words[at + 1].low in keywords and not own:
            turned[at], turned[at + 1] = words[at + 1], word
            behind = at + 2
    return turned


__all__ = [
    "LONGEST",
    "MOST_WORDS",
    "QUESTION",
    "SpokenWord",
    "Way",
    "all_but",
    "also_means",
    "clauses",
    "counts_unnamed",
    "earlier_hand",
    "fits",
    "hyphened",
    "is_doubtful",
    "last_named",
    "of_everybody",
    "of_the_others",
    "own_word",
    "says_something",
    "says_zero",
    "sentences",
    "sides_apart",
    "spellings",
    "takes_back",
    "takes_over",
    "values_named",
    "ways",
    "with_names_apart",
    "without_asides",
    "without_filler",
    "without_talk",
]
