"""What nobody can know: cards at a table that only enters numbers."""

from __future__ import annotations

import re

from referee.declared.columns import Round
from scoresheets.questions.about.column_numbers import columns_meant
from scoresheets.questions.parse import HIDDEN
from scoresheets.questions.position import Known, Position

_NOW = re.compile(
    r" (?:who|where|whose) (?:is|has|have|holds?)\b| (?:has|does|is) WHO (?:still )?(?:have|hold|got|holding)\b"
    r"| what (?:card )?(?:is|are) (?:in|on|under|at|the|up|top|left|WHO)\b| what (?:has|does) WHO\b"
)
"""A question about how things are now."""


MANY = 3
"""So many cards in a question are a hand to count, and not one card whose value is asked."""


def not_entered(at: Position) -> Known | None:
    """The honest answer to a question about cards that nobody enters in this game, or hasn't entered."""
    question, hand = at.question, at.played
    counts = len(question.cards) >= MANY and not (question.has("who") or question.polar or question.happened)
    if isinstance(hand, Round) and not hand.by_cards and counts:
        return Known("Cards aren't counted in this game: count them yourselves, then enter the points.", ("unknown",))
    if not isinstance(hand, Round) or hand.by_cards or question.supposing or question.has("why", "how", "worth"):
        return None
    if question.hand.which in ("next", "after next") or not (question.happened or _NOW.search(question.plain)):
        return None
    if re.match(r" (?:can|may|must|could|should) | what happens ", question.plain):
        return None
    if not (question.has("CARD", "RANK") or HIDDEN & {*question.said, *question.words}):
        return None
    if columns_meant(at, hand) or re.search(r" (?:do|does|must|need) (?:we|you|i|they|one|all) ", question.plain):
        return None
    return Known("That isn't known: the cards weren't entered.", ("unknown",))


__all__ = ["not_entered"]
