"""referee decides: what a card table reports is judged, scored and explained.

Pure Python: no terminal, no database, no clock and no randomness in here.  The names below are public: docs/library.md
explains them, and they change with a major version only.  What a game is written with is `referee.play`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.cards import Card, card
from referee.game.findings import Breach, Finding, Line, Offence
from referee.game.game import Game, Hand
from referee.game.standing import Standing
from referee.games import UnknownGame, find_game, playable
from referee.language.reports import Report
from referee.rules.options import Option, Scale, Variant, read_house
from referee.rules.rule import Kind, Rule, Verdict
from referee.table.hands import Entry
from referee.table.referee import Referee
from referee.table.rulings import Ruling

if TYPE_CHECKING:
    from referee.game.sources import BrokenGame
    from referee.records.record import BadRecord, Failure, Header, Judge, Refusal, record_object
    from referee.table.objects import table_object

_ON_USE = {
    "BadRecord": "records.record",
    "BrokenGame": "game.sources",
    "Failure": "records.record",
    "Header": "records.record",
    "Judge": "records.record",
    "Refusal": "records.record",
    "record_object": "records.record",
    "table_object": "table.objects",
}
"""Names whose module is imported on first use, so that nobody at a table waits for the code that checks records."""


def __getattr__(name: str) -> Any:
    if name not in _ON_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"referee.{_ON_USE[name]}"), name)


__all__ = [
    "BadRecord",
    "Breach",
    "BrokenGame",
    "Card",
    "Entry",
    "Failure",
    "Finding",
    "Game",
    "Hand",
    "Header",
    "Judge",
    "Kind",
    "Line",
    "Offence",
    "Option",
    "Referee",
    "Refusal",
    "Report",
    "Rule",
    "Ruling",
    "Scale",
    "Standing",
    "UnknownGame",
    "Variant",
    "Verdict",
    "card",
    "find_game",
    "playable",
    "read_house",
    "record_object",
    "table_object",
]
