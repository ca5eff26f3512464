"""The quick reference of a game, looked up like its rules: who may join, where partners sit, how low scores count."""

from __future__ import annotations

from referee.game.game import Table
from referee.rules.asked import AT_A_GLANCE
from referee.table.referee import Referee
from scoresheets.book.game_page import glances
from scoresheets.book.rulebook import Found
from scoresheets.questions.parse import Question
from scoresheets.questions.rules import look_up


def at_a_glance(referee: Referee, question: Question) -> str:
    """The line of the quick reference that answers a question, otherwise ""."""
    if question.happened:
        return ""
    game, house = referee.game, referee.in_force
    lines = [
        Found(game.slug, game.name, name, f"{name}: {text}", None, None, (), (), (), None, None, _asked(name))
        for name, text, _ in glances([Table(game, len(referee.seats), house)])
        if text and name != "game"
    ]
    looked = look_up(question, lines)
    return f"{looked.rules[0].text[:1].upper()}{looked.rules[0].text[1:]}" if looked.rules else ""


def _asked(name: str) -> tuple[str, ...]:
    return tuple(filter(None, AT_A_GLANCE.get(name, "").split(", ")))


__all__ = ["at_a_glance"]
