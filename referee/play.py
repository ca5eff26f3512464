"""What a game is written with: all that a published game may import, and that is kept.

The words of a game come from the rooms of the core; the rooms of the kit are named as a whole (``tricks.TrickHand``),
and each is imported when it is first named.  What else is in `referee` is private, and may change with any version.
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
from referee.core import (
    NOTHING,
    Asks,
    Blind,
    Deal,
    Dealt,
    Finding,
    Game,
    Groups,
    Hand,
    Macro,
    Offence,
    Outcome,
    Report,
    Seat,
    Seats,
    Standing,
    Table,
    Text,
    at,
    bar,
    leaders,
    struck_in,
)
from referee.glance import (
    Example,
    Glance,
    ace_in_runs,
    by_points,
    card_values,
    counted_down,
    downward,
    high_to_low,
    ranking,
    signed,
    spaced,
)
from referee.notation import (
    KW_ONLY,
    NOBODY,
    Less,
    ParseError,
    Reader,
    Signed,
    Word,
    Words,
    either,
    one_for_each,
    quoted,
    so_many,
    so_often,
    terms,
)
from referee.options import (
    Option,
    Scale,
    Variant,
    apart,
    in_order,
    rising,
)
from referee.rules import (
    Answer,
    Check,
    FunctionRule,
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
    miscounted,
    not_next,
    number,
    unclear,
    unjudged,
    worth,
)
from referee.rulings import (
    ORDER,
    cards_of,
)

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
        stock,
        tricks,
        whereabouts,
        worlds,
    )

KIT = frozenset((
    "betting", "claims", "counted", "dealing", "endings", "evidence", "exchanges", "fishing", "going_out", "holdings",
    "layout", "ledger", "left_over", "melds", "messages", "poker", "rest", "shedding", "showdown", "stock", "tricks",
    "whereabouts", "worlds",
))  # fmt: skip
"""The rooms of the kit."""


def __getattr__(name: str) -> Any:
    """A room of the kit."""
    if name not in KIT:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"referee.kit.{name}")


__all__ = [
    "JOKER", "JOKER_RANK", "KW_ONLY", "NOBODY", "NOTHING", "ORDER", "PIPS", "RANKS", "RANK_NAMES", "SUITS",
    "SUIT_NAMES", "SUIT_SIGNS", "UNKNOWN", "UPWARD", "Answer", "Asks", "Blind", "Card", "Cards", "Check", "Deal",
    "Dealt", "Example", "Finding", "FunctionRule", "Game", "Glance", "Groups", "Hand", "Less", "Macro", "Offence",
    "Option", "Outcome", "Pack", "ParseError", "Rank", "Reader", "Reason", "Report", "Rule", "Scale", "Seat",
    "Seats", "Signed", "Standing", "Suit", "Table", "Text", "Variant", "Verdict", "When", "Word", "Words",
    "ace_in_runs", "apart", "arithmetic", "at", "bar", "betting", "by_points", "cannot_happen", "card",
    "card_values", "cards_of", "check", "claims", "counted", "counted_down", "dealing", "downward", "either",
    "endings", "evidence", "exchanges", "fishing", "going_out", "high_to_low", "holdings", "illegal",
    "impossible", "in_letters", "in_order", "judges", "layout", "leaders", "ledger", "left_over", "listed", "melds",
    "messages", "miscounted", "not_next", "number", "one_for_each", "poker", "quoted", "ranking", "read_cards",
    "read_rank", "read_suit", "rest", "rising", "shedding", "showdown", "signed", "so_many", "so_often", "spaced",
    "stock", "struck_in", "terms", "those_named", "tricks", "unclear", "unjudged", "whereabouts", "worlds", "worth",
]  # fmt: skip
