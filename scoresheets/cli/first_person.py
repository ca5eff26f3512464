"""Who types: *I*, *my*, *we* and *they* in a line, as the names of the players that they mean."""

from __future__ import annotations

import re

from referee.entry.spoken.second_thoughts import TYPED
from referee.language.words import NOBODY, Seat, quoted
from referee.table.referee import Referee

_INTRODUCES = re.compile(
    r"(?:(?:hi|hello|hey|oh|ok(?:ay)?|by the way|btw)[,!. ]+)?"
    r"(?:(?:i am|i['\u2019]?m|im|this is|my name is|call me|i play as|i['\u2019]?m playing as)"
    r" (?P<name>\S.*?)(?: here)?|(?P<here>\S.*?) here)[.!]*",
    re.IGNORECASE,
)
_SINGULAR = re.compile(rf"\b(?!{TYPED}\b)(?:i|me|my|mine|myself)\b(?!['\u2019]m a\b)", re.IGNORECASE)
_PLURAL = re.compile(rf"\b(?!{TYPED}\b)(?:we|us|our|ours)\b", re.IGNORECASE)
_SIDES = re.compile(r"\b(our|their) (?:side|team|pair|lot)\b", re.IGNORECASE)
_WORD = re.compile(
    rf"\b(?!{TYPED}\b)(?P<who>i|we|they)(?:['\u2019](?P<verb>m|re|ve|ll|d))?\b|\b(?P<whose>my|mine|our|ours|their|theirs)\b"
    r"|\b(?P<whom>me|myself|us|them)\b",
    re.IGNORECASE,
)
_HE = re.compile(r"\b(?:he|she|him)\b", re.IGNORECASE)
_IN_FULL = {"m": " is", "re": " are", "ve": " has", "ll": " will", "d": " would"}
_ABSOLUTE = ("mine", "ours", "theirs")
_WITH_TEXT = frozenset(("note", "house", "penalty", "adjust", "rule", "dispute"))
"""First words of lines that end with any words."""


def introduced(text: str, referee: Referee) -> Seat:
    """The player that a line introduces as the one who types: ``I'm Ann``, ``Ann here``. NOBODY for any other line."""
    found = _INTRODUCES.fullmatch(text.strip())
    return (found and referee.names.whole((found["name"] or found["here"]).strip())) or NOBODY


def says_who(text: str, referee: Referee) -> bool:
    """Whether it depends on who types whom a line is about: it says *I*, or *we* of a team."""
    if text.split()[0].lower() in _WITH_TEXT or any(referee.names.whole(word) for word in ("i", "me", "we")):
        return False
    return bool(_SINGULAR.search(text) or (referee.names.teams and _PLURAL.search(text)))


def with_names(text: str, me: Seat, referee: Referee) -> str:
    """A line with names in place of *I*, and of *we* and *they* if there are two teams: ``Ann took his 2``."""
    if not says_who(text, referee) and not (referee.names.teams and says_who(f"we {text}", referee)):
        return text
    team = referee.names.teams.get(me)
    sides = [*dict.fromkeys(referee.names.teams.values())]
    others = next((side for side in sides if side != team), "") if len(sides) == 2 else ""
    us, them = team or "", others

    text = _SIDES.sub(lambda found: "we" if found[1].lower() == "our" else "they", text)
    named = False

    def name(found: re.Match[str]) -> str:
        nonlocal named
        word = found[0].lower()
        if named and found["whose"] and _SINGULAR.match(word):
            return "his"
        named = named or bool(_SINGULAR.match(word))
        who = quoted(me) if _SINGULAR.match(word) else us if _PLURAL.match(word) else them
        if not who:
            return found[0]
        if found["whose"]:
            return who if "+" in who or word in _ABSOLUTE else f"{who}'s"
        return who + _IN_FULL.get((found["verb"] or "").lower(), "")

    line = _WORD.sub(name, text)
    opponents = [seat for seat in referee.players if seat != me]
    if len(opponents) == 1 and re.match(r"(?:i|me|my)\b", text.strip(), re.IGNORECASE):
        line = _HE.sub(quoted(opponents[0]), line)  # somebody who begins with *I* is never *he*
    return line


__all__ = ["introduced", "says_who", "with_names"]
