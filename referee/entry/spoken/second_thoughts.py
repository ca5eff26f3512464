"""How a line begins that takes something back: ``oops``, ``no wait``, ``sorry, I meant``. Parts of patterns."""

from __future__ import annotations

HESITATES = r"oh|wait|hold on|hang on|sorry|actually"
"""After these something new may follow: ``sorry, Cat 2``."""

EXCLAIMS = r"w?h?oops+|correction|typo|my (?:mistake|bad)|scratch that"
"""Said alone, these ask for an undo."""

_TYPED_WRONG = r"mis(?:read|heard|typed|spoke|counted)"

REGRETS = (
    rf"{EXCLAIMS}|wrong (?:player|person|name|number|box|suit|card)"
    r"|(?:that|it)(?:['\u2019]s| is| was) (?:wrong|incorrect|not right)|(?:that|it) (?:is|was)n['\u2019]?t right"
    rf"|i {_TYPED_WRONG}(?: (?:it|that|this))?"
    r"|(?:we|i) (?:got|did|put|typed|entered|read|had|scored|wrote|counted) (?:(?:it|that|this) )?wrong"
)
"""These say that the line before was wrong, the exclamations among them."""

MEANS = r"(?:i|we) mean(?:t)?(?: to (?:say|type|put|enter))?"

TYPED = (
    rf"(?:i|we) (?:mean|meant|typed|entered|wrote|mixed|confused|{_TYPED_WRONG}|(?:said|put) [^,]+(?=,| but\b)"
    r"|(?:just )?said(?= about\b|[.!]*$)"
    r"|(?:got|had|put|did|read|scored|counted) (?:[a-z]+ ){0,3}?wrong)"
)
"""Here *I* is who types, not a player."""

__all__ = ["EXCLAIMS", "HESITATES", "MEANS", "REGRETS", "TYPED"]
