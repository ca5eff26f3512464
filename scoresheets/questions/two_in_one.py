"""Two questions in one line: ``who deals and how many cards``."""

from __future__ import annotations

import re

from referee.table.referee import Referee
from scoresheets.questions.parse import ASKING, OPENING, POLAR, SUPPOSES, spelled_out

MOST = 3  # questions in a line

_WH = "|".join(sorted(ASKING - POLAR))
_POLAR = "|".join(sorted(POLAR))
_THEN = re.compile(
    rf"(?:[,;?]|\s(?:and|but)\s)\s*(?:(?:and|but|so|then)\s+)?(?=(?:{_WH})\b)"
    r"|,\s*(?=(?:is|are|was|were|did|has|have)\s+(?:any|some)(?:one|body)\b)"
    rf"|(?:[;?]|\s(?:and|but)\s)\s*(?:(?:and|but|so|then)\s+)?(?=(?:{_POLAR})\s+(?!not\b)\w)",
    re.IGNORECASE,
)
"""What is between two questions: ``and`` or a comma before a question word."""

_BARE = re.compile(
    rf"\W*(?:and )?(?:how (?:many|much|far|so|come)|(?:which|what) (?:one|card|suit)|{_WH})\W*$",
    re.IGNORECASE,
)


def each_asked(text: str, referee: Referee) -> list[str]:
    """The questions in a line, one if there is nothing to split."""
    spelled = spelled_out(text, referee)
    if SUPPOSES.match(spelled):
        return [text]
    pieces = [piece.strip(" ,;?") for piece in _THEN.split(spelled)]
    asks = [OPENING.sub("", f" {piece.lower()}").strip().split() for piece in pieces]
    if not 1 < len(pieces) <= MOST or any(not words or words[0] not in ASKING for words in asks) or len(asks[0]) < 2:
        return [text]
    return pieces


def is_bare(piece: str) -> bool:
    """Whether it is only a question word, which asks more about the question before: ``how many``."""
    return bool(_BARE.match(piece))


__all__ = ["each_asked", "is_bare"]
