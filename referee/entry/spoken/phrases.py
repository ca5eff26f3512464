"""Phrases of every card table and of each game, with placeholders for what they name."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from referee.entry.spoken.words import ARTICLES, BEHIND, CARRYING, SAYING, suit_sign
from referee.game.game import Hand
from referee.language.reports import Report, shape
from referee.language.synonyms import (
    stems,
    tenses,
)
from referee.language.words import quoted
from referee.table.referee import Referee

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
    "trump be SUIT": "trump SUIT | ?- Trump isn't entered in this game.",
    "SUIT be trump": "trump SUIT | ?- Trump isn't entered in this game.",
    "no trump": "trump none | ?- Trump isn't entered in this game.",
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
    "get rid of everything": "out",
    "get rid of all card": "out",
    **{f"{verb} last card": "out" for verb in ("play", "lay", "lay down", "put down", "throw", "dump", "get rid of")},
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
    "pass": "passes | checks | ?- Passes aren't entered in this game.",
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


def phrase_begins(label: str, referee: Referee) -> bool:
    """Whether words begin a phrase of the game."""
    said = re.sub(r"s\b", "", label.strip().lower())
    return any(phrase.lower().startswith(said) for phrase in (*referee.game.phrases, *COMMON))


@lru_cache(maxsize=4096)
def phrase_pattern(phrase: str) -> re.Pattern[str]:
    """A phrase as a regular expression. Its capitals become groups, and ``/`` stands between alternative words."""
    parts = {
        "N": r"(?P<{}>[+-]?\d+)",
        "CARDS": r"(?P<{}>{{card}}(?:\s+(?:and\s+|,\s+)?{{card}})*)",
        "CARD": r"(?P<{}>{{card}})",
        "RANK": r"(?P<{}>10|[2-9AKQJT])s?",
        "SUIT": r"(?P<{}>[a-z]+|[SHDC\u2660-\u2667])",
        "WHO": r'(?P<{}>"[^"]+"|[^\s,]+)',
        "...": r"(?P<{}>\b.*?)",
    }
    card = r"(?:(?:10|[2-9AKQJT])+[SHDC\u2660\u2665\u2666\u2663])+(?![a-z])"
    out: list[str] = []
    counts: dict[str, int] = {}
    for word in phrase.split():
        if word in parts:
            counts[word] = counts.get(word, 0) + 1
            name = f"{word.strip('.') or 'any'}{counts[word]}"
            part = _NO_NUMBER if word == "..." and "N" not in counts else parts[word]
            out.append(part.format(name).replace("{card}", card))
        else:
            forms = dict.fromkeys(form for either in word.split("/") for form in tenses(either))
            out.append(rf"(?:{'|'.join(map(re.escape, forms))})\b")
    between = rf"[\s,]*(?:(?:{ARTICLES}|it|up|and|but|all|only|just|still|more)[\s,]+)*"
    return re.compile(
        rf"(?:(?:{ARTICLES}|{CARRYING})\s+)*{between.join(out)}(?:\s+(?:{BEHIND}))*\s*",
        re.IGNORECASE,
    )


_NO_NUMBER = r"(?P<{}>\b\D*?)"
"""Words that a phrase leaves out before its first number, which would be lost with them."""


def blanks(phrase: str) -> int:
    """How much of a phrase isn't given. Words left out may be several."""
    return sum(3 if word == "..." else word.isupper() for word in phrase.split())


def possible(report: str, shapes: Collection[str]) -> list[str]:
    """The alternatives of a phrase that a game has. If it has none: the question that they end with, if any."""
    reports = report.split(" | ")
    verbs = [next((word for word in one.split() if not word.startswith("=")), "") for one in reports]
    found = [one for one, verb in zip(reports, verbs, strict=True) if verb in shapes]
    return found or [one for one in reports if one.startswith("?")]


def fill(report: str, match: re.Match[str], hand: Hand) -> str | None:
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
                value = suit_sign(value or "") or suit_sign((match.groupdict().get("CARD1") or "")[-1:])
            if not value:
                return None
            parts.append(re.sub(r"\s+and\s+|,", " ", value))
        elif word == "CARD=SUIT":
            card, suit = match.groupdict().get("CARD1"), suit_sign(match.groupdict().get("SUIT1") or "")
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


OUTCOMES = {"win": ("make it", "get home", "make", "win"), "lose": ("go down", "be down", "fail", "lose it", "lose")}
"""Ways to say how a game ended, by the verb of the report."""


def _ends(text: str, verb: str) -> bool:
    """Whether a line says how the game ended, as a verb does."""
    return any(phrase_pattern(each).search(text) for stem in stems(verb) for each in OUTCOMES.get(stem, ()))
