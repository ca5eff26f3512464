"""Whether a typed line is a question rather than a report."""

from __future__ import annotations

import re

from referee.entry.shorthand import Several, read
from referee.language.words import ParseError
from referee.table.referee import Referee
from scoresheets.questions.parse import ASKING, FIRST_PERSON, NOUNS, OPENING, SOMEBODY, SUPPOSES, parse, spelled_out

_WH = frozenset(("who", "whose", "what", "how", "when", "where", "why", "which"))
_CLAUSE = re.compile(r"(?:^|[,:]|\s[-\N{EN DASH}])\s*(?:and |so |but )?(\w+)")
_INSIDE = re.compile(r"\b(?:how (?:many|much|far|big|long)|many more|what|whose|which|who)\b")
"""Words that ask wherever they are, if the line is no report."""


_MOST = re.compile(r"(?:biggest|highest|lowest|longest|smallest|most|fewest|worth|gap|difference|margin)\b")
"""First words of a line that is a question, if it is no report."""

_OF_SOMEBODY = re.compile(r"[a-z].* (?:for|of) (\w+)(?: and \w+)?(?: (?:in|last|first|this|so) .*)?[.!]*$")
_WHOSE = re.compile(r"(\w+)'s [a-z]")
"""A line about something of a player: ``bags for Ben``, ``Ben's score``."""


def is_question(text: str, referee: Referee) -> bool:
    """Whether a line is a question rather than a report."""
    line = text.strip()
    if line.startswith(("~", "=", "!", "#")) or line == "?":
        return False
    if line.endswith("?") and len(line) > 1:
        return not _has_unknown_card(line)
    said = OPENING.sub("", f" {spelled_out(line, referee).lower()}").strip()
    first, _, rest = said.partition(" ")
    if not rest:
        return False
    if first in ASKING:
        if referee.names.whole(line.split()[0]):  # a name, unless another name follows: "may May bid 2"
            second = line.split()[1]
            return bool(referee.names.whole(second)) or second.lower() in FIRST_PERSON | SOMEBODY
        return first in _WH or not _is_report(line, referee)
    if SUPPOSES.match(said) and first != "say":
        return True
    if {*_CLAUSE.findall(said)} & ASKING or _INSIDE.search(said):
        if first == "say":
            return True
        return not _may_be_report(line, referee)
    match = _OF_SOMEBODY.search(said) or _WHOSE.match(said)
    of_somebody = match and referee.names.whole(match[1])
    if not (NOUNS.search(said) or of_somebody) or _may_be_report(line, referee):
        return False
    return bool(_MOST.match(said)) or _is_known(line, referee)


def _has_unknown_card(line: str) -> bool:
    """Whether the mark at the end is an unknown card, as in ``Ann discards ?``."""
    return line.endswith(" ?") and line.split()[0].lower() not in ASKING


def _is_report(line: str, referee: Referee) -> bool:
    return bool(referee.can(line).report)


def _may_be_report(line: str, referee: Referee) -> bool:
    """Whether a line can be read as a report, in full, as shorthand or as people say it."""
    try:
        return bool(_is_report(line, referee) or read(line, referee))
    except Several as several:
        return bool(several.texts)
    except ParseError:
        return True


def _is_known(line: str, referee: Referee) -> bool:
    from scoresheets.questions.known import fact
    from scoresheets.questions.position import Position

    return fact(Position(referee, parse(line, referee))) is not None


__all__ = ["is_question"]
