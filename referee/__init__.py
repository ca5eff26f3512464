"""referee decides: what a card table reports is judged, scored and explained.

Pure Python: no terminal, no database, no clock and no randomness in here.  The names below are public: docs/library.md
explains them, and they change with a major version only.  What a game is written with is `referee.play`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.cards import Card, card
from referee.core import Breach, Finding, Game, Hand, Line, Offence, Report, Standing
from referee.games import UnknownGame, find_game, playable
from referee.hands import Entry
from referee.options import Option, Scale, Variant, read_house
from referee.rules import Kind, Rule, Verdict
from referee.table import Referee, Ruling

if TYPE_CHECKING:
    from referee.objects import table_object
    from referee.record import BadRecord, Failure, Header, Judge, Refusal, record_object
    from referee.sources import BrokenGame

_ON_USE = {
    "BadRecord": "record",
    "BrokenGame": "sources",
    "Failure": "record",
    "Header": "record",
    "Judge": "record",
    "Refusal": "record",
    "record_object": "record",
    "table_object": "objects",
}
"""Names whose module is imported when they are first used: nobody at a table waits for what reads records."""


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
