"""What to type: ``how do I undo``, ``how do we change a house rule``."""

from __future__ import annotations

import re

from scoresheets.book.wording import stem, words_in
from scoresheets.questions.parse import TO_TYPE, Question

_HOW = re.compile(r" how (?:do|can|could|would|should|to|must)\b(?: (?:i|we|you|one|somebody|someone))?(?: |$)")
_WHERE = re.compile(r" (?:what|where) (?:do|can|should|must) (?:i|we|you) (?:type|enter|write|press) ")


def to_type(question: Question, of_game: frozenset[str]) -> str:
    """What to type for the thing that a question asks how to do. "" if it asks for something else.

    ``of_game`` has the stems of words that the rules of the game use.
    """
    if not (match := _HOW.match(question.plain) or _WHERE.match(question.plain)) or question.seats:
        return ""
    said = {stem(word) for word in words_in(question.plain[match.end() :])}
    for words, text in TO_TYPE.items():
        for phrase in words.split(", "):
            wanted = {stem(word) for word in phrase.split()}
            if wanted <= said and not (len(wanted) == 1 and wanted <= of_game):
                return text
    return ""


__all__ = ["to_type"]
