"""What a game that is entered as one report scores: ``what is grand with 2 worth``, ``null lost, minus what``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.declared.columns import Round
from referee.entry.shorthand import Several, read
from referee.language.synonyms import number_for
from referee.language.words import ParseError, quoted
from scoresheets.book.wording import stem, stems_in
from scoresheets.questions.parse import NUMBERS, SMALL, words_of
from scoresheets.questions.position import Known, Position, signed
from scoresheets.questions.supposing import entered

_ASKS = re.compile(
    r"\b(?:what|many|would|will|is|are|be|does|do|worth|pay|pays|paid|cost|costs|score|scores|get|gets|you|we|i|it|"
    r"come to|comes to|add up to|minus|points?|value|of|the|a|an|if|when)\b"
)
_WORTH = re.compile(
    r"\b(?:worth|pays?|costs?|minus|scores?|gets?|bring)\b| (?:would|will|does|do) .* (?:be|come to)\b"
    r"| many (?:is|are) "
)
_LOST = words_of("win lose make take")


def _reports(at: Position, said: str) -> Iterator[str]:
    """The reports of a player that have every word of a text."""
    who = next(iter(at.referee.next()), at.current.seats[0])
    wanted = {stem(word) for word in said.split() if word not in SMALL}
    for words in (f"{quoted(who)} wins {said}", f"{quoted(who)} {said}"):
        try:
            report = at.referee.can(words).report or ((meant := read(words, at.referee)) and meant.entered[0])
        except (Several, ParseError):
            continue
        if report and wanted <= stems_in(report.text.replace("-", " ")) | {stem(word) for word in _LOST}:
            yield report.text if report.who else f"{quoted(who)} {report.text}"


def report_worth(at: Position) -> Known | None:
    """What a player would get for a report that ends a hand and says all that the question does."""
    question = at.question
    if (
        question.seats
        or (question.polar and len(question.numbers) != 1)
        or question.happened
        or question.hand.which
        or question.trick.which
    ):
        return None
    if (
        not isinstance(at.current, Round)
        or not (question.polar or _WORTH.search(question.plain))
        or question.has("who", "why", "when")
    ):
        return None
    plain = re.sub(r" \S+\s*$", " ", question.plain) if question.polar else question.plain
    said = " ".join(str(NUMBERS.get(word, word)) for word in _ASKS.sub(" ", plain).split())
    if not said or all(number_for(word) or word.isdigit() for word in said.split()):
        return None
    before = dict(at.referee.scores)
    for text in _reports(at, said):
        with entered(at.referee, [text]) as refused:
            changed = {side: total - before[side] for side, total in at.referee.scores.items() if total != before[side]}
        if not refused and len(changed) == 1:
            ((_, points),) = changed.items()
            return Known(signed(points), (points, abs(points)), (f"as for `{text}`",))
    return None


__all__ = ["report_worth"]
