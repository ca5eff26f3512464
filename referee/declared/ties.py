"""Who wins if the leaders tie: all of them, the one the table names, or the one ahead after another round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.game.game import Hand, leaders
from referee.kit.messages import together
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.options import Option
from referee.rules.rule import Rule, Verdict, judges, unclear

TIES, PLAY_ON = "ties", "play-on"


class WinsTie(Report, verb="wins the tie"):
    """the table decides who wins a tie"""


def ties(unit: str) -> Rule:
    """The rule for a game that ends with several on the best score."""
    words = {
        "shared": "they share the win, unless you break the tie yourselves: type `Ann wins the tie`",
        PLAY_ON: f"play another {unit}",
    }
    rule = Rule("If the leaders tie at the end of the game, {ties}.", Verdict.IMPOSSIBLE)
    rule.words[TIES] = words
    judges(rule, of=WinsTie)(is_level)
    return rule


def choice_of_ties() -> Option:
    return Option(TIES, "shared", "what happens if the leaders tie at the end", choices=("shared", PLAY_ON))


def is_level(hand: Hand, wins: WinsTie) -> Any:
    """Why a player can't win a tie."""
    if not wins.who:
        return unclear("who wins the tie?")
    level = on_top(hand) if hand.standing.over else []
    if len(level) < 2:
        return "there is no tie to break"
    return None if hand.scorer(wins.who) in level else f"the tie is between {together(level)}"


def on_top(hand: Hand) -> list[Seat]:
    """The players or teams with the best score who haven't conceded."""
    balance, conceded = hand.standing.balance, hand.standing.conceded
    scores = {side: balance.get(side, 0) for side in hand.sides if side not in conceded}
    return leaders(scores, hand.game.low_wins(hand.house))


def plays_on(hand: Hand, best: Sequence[Seat]) -> bool:
    """Whether the table plays another round because these are level."""
    return hand.house.get(TIES) == PLAY_ON and len(best) > 1
