"""What a game is written with: everything that a published game may import, and that won't go away.

The words of a game come from the core packages. The modules of the kit are used by name (``tricks.TrickHand``), and
each is imported on first use. Everything else in `referee` is private, and may change with any version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.cards import (
    JOKER,
    JOKER_RANK,
    PIPS,
    RANK_NAMES,
    RANKS,
    SUIT_NAMES,
    SUIT_SIGNS,
    SUITS,
    UNKNOWN,
    UPWARD,
    Card,
    Cards,
    Pack,
    Rank,
    Suit,
    card,
    listed,
    read_cards,
    read_rank,
    read_suit,
    those_named,
)
from referee.game.asks import NOTHING, Asks, Macro, at, bar
from referee.game.common_reports import Deal, Dealt, SitsOut
from referee.game.findings import Finding, Offence
from referee.game.game import SITTING_OUT, Example, Fact, Game, Glance, Hand, Outcome, Table, leaders, signed, struck_in
from referee.game.quick_reference import (
    ace_in_runs,
    by_points,
    card_values,
    counted_down,
    downward,
    high_to_low,
    ranking,
    spaced,
)
from referee.game.standing import Standing
from referee.language.reports import KW_ONLY, Blind, Groups, Less, Reader, Report, Signed, Text, one_for_each, terms
from referee.language.words import NOBODY, ParseError, Seat, Seats, Word, Words, either, quoted, so_many, so_often
from referee.rules.options import Option, Scale, Variant, apart, in_order, rising
from referee.rules.rule import (
    Answer,
    Check,
    FunctionRule,
    Open,
    Reason,
    Rule,
    Verdict,
    When,
    arithmetic,
    cannot_happen,
    check,
    illegal,
    impossible,
    in_letters,
    judges,
    last,
    miscounted,
    not_next,
    number,
    unclear,
    unjudged,
    worth,
)
from referee.table.rulings import ORDER, cards_of

if TYPE_CHECKING:
    from referee.kit import (
        betting,
        claims,
        counted,
        dealing,
        endings,
        evidence,
        exchanges,
        fishing,
        going_out,
        holdings,
        layout,
        ledger,
        left_over,
        melds,
        messages,
        poker,
        rest,
        shedding,
        showdown,
        stakes,
        stock,
        tricks,
        whereabouts,
        worlds,
    )

KIT = frozenset((
    "betting", "claims", "counted", "dealing", "endings", "evidence", "exchanges", "fishing", "going_out", "holdings",
    "layout", "ledger", "left_over", "melds", "messages", "poker", "rest", "shedding", "showdown", "stakes",
    "stock", "tricks", "whereabouts", "worlds",
))  # fmt: skip
"""The modules of the kit."""


def __getattr__(name: str) -> Any:
    """Imports a module of the kit on first use."""
    if name not in KIT:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"referee.kit.{name}")


__all__ = [
    "JOKER", "JOKER_RANK", "KW_ONLY", "NOBODY", "NOTHING", "ORDER", "PIPS", "RANKS", "RANK_NAMES", "SITTING_OUT",
    "SUITS", "SUIT_NAMES", "SUIT_SIGNS", "UNKNOWN", "UPWARD", "Answer", "Asks", "Blind", "Card", "Cards", "Check",
    "Deal", "Dealt", "Example", "Fact", "Finding", "FunctionRule", "Game", "Glance", "Groups", "Hand", "Less",
    "Macro", "Offence", "Open", "Option", "Outcome", "Pack", "ParseError", "Rank", "Reader", "Reason", "Report",
    "Rule", "Scale", "Seat", "Seats", "Signed", "SitsOut", "Standing", "Suit", "Table", "Text", "Variant",
    "Verdict", "When", "Word", "Words", "ace_in_runs", "apart", "arithmetic", "at", "bar", "betting", "by_points",
    "cannot_happen", "card", "card_values", "cards_of", "check", "claims", "counted", "counted_down", "dealing",
    "downward", "either", "endings", "evidence", "exchanges", "fishing", "going_out", "high_to_low", "holdings",
    "illegal", "impossible", "in_letters", "in_order", "judges", "last", "layout", "leaders", "ledger", "left_over",
    "listed", "melds", "messages", "miscounted", "not_next", "number", "one_for_each", "poker", "quoted", "ranking",
    "read_cards", "read_rank", "read_suit", "rest", "rising", "shedding", "showdown", "signed", "so_many",
    "so_often", "spaced", "stakes", "stock", "struck_in", "terms", "those_named", "tricks", "unclear", "unjudged",
    "whereabouts", "worlds", "worth",
]  # fmt: skip
