"""How cards rank: which is higher, what beats one, whether the ace is high, from the quick reference of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from referee.cards import RANK_NAMES
from scoresheets.questions.facts import form
from scoresheets.questions.parse import RANKS
from scoresheets.questions.position import Known, Position, polar

ORDERS = ("rank of cards", "rank in other suits", "rank of trump")
"""What the quick reference calls the order of the cards of a suit."""


def order(at: Position, named: Iterable[str] = ()) -> tuple[str, list[str]]:
    """The ranks from the highest down, and what the quick reference calls them: the first order that has all named."""
    for begins in ORDERS[::-1] if at.question.has("trump") else ORDERS:
        for glance in (one for one in at.referee.game.at_a_glance if one.name.startswith(begins)):
            value: Any = at.glance(glance.name)
            ranks = [re.sub(r"(?<=.)[SHDC♠♥♦♣]$", "", str(card)) for card in value] if isinstance(value, list) else []
            if ranks and {*named} <= {*ranks}:
                return glance.name, ranks
    return "", []


ASKS = tuple(
    map(
        form,
        (
            "RANK/N beat/over RANK/N [CARD]",
            "what beat RANK/N/CARD",
            "what most RANK/N RANK/N",
            "what most/fewest trump [card]",
            "what rank card",
            "what rank [order card]",
            "RANK most/fewest/high/low [fewest most high low or]",
            "RANK over/above/below/under RANK/N",
            "what most/fewest/high/low card [suit rank]",
            "what order card [rank]",
            "what card most/fewest/high/low [suit]",
        ),
    )
)
"""The ways to ask how cards rank."""


def ranking(at: Position) -> Known | None:
    """How cards rank: the highest, what beats a card, or which of two is higher."""
    question = at.question
    texts = _named(question.plain)
    name, ranks = order(at, texts)
    if not any(way.fits(question.words) for way in ASKS):
        return None
    if not ranks or question.hand.which or question.trick.which or at.meant:
        return None
    if re.search(r"\b(?:got|has|have|holds?|played|took|bid|left|pile|won|led)\b", question.plain):
        return None
    shown = (f"{name}: {' '.join(ranks)}",)
    named = [*dict.fromkeys(texts)]
    if len(named) > 1:
        higher = min(named[:2], key=ranks.index)
        if question.polar:
            upward = not re.search(r"\b(?:below|under|lower|less)\b", question.plain)
            yes = (higher == named[0]) is upward
            return polar(yes, *shown)
        return Known(_in_words(higher), (higher,), shown)
    if named:
        place = ranks.index(named[0])
        if question.has("beat"):
            above = ranks[:place]
            if question.polar:
                return None
            return Known(" ".join(above) if above else "Nothing", tuple(above), shown)
        place_of = (
            "high" if place == 0 else "low" if place == len(ranks) - 1 else f"below the {_called(ranks[place - 1])}"
        )
        wants = [word for word in ("high", "low") if re.search(rf"\b{word}\b", question.plain)]
        if question.polar and len(wants) == 1:
            yes = place_of == wants[0]
            return Known("Yes" if yes else f"No: {place_of}", (), shown, yes)
        return Known(f"{place_of[:1].upper()}{place_of[1:]}", (place_of,), shown)
    if re.search(r"\b(?:lowest|worst|low)\b", question.plain):
        return Known(_in_words(ranks[-1]), (ranks[-1],), shown)
    if re.search(r"\b(?:highest|best|high)\b", question.plain):
        return Known(_in_words(ranks[0]), (ranks[0],), shown)
    return Known(" ".join(ranks), tuple(ranks), (name,))


def _named(plain: str) -> list[str]:
    """The ranks that a question names, in its order."""
    found = []
    for word in re.findall(r"\w+", plain):
        single = word.removesuffix("es") if word == "sixes" else word.removesuffix("s")
        rank = RANKS.get(word) or RANKS.get(single) or (word if word.isdigit() and 2 <= int(word) <= 10 else "")
        if rank:
            found.append(rank)
    return found


def _called(rank: str) -> str:
    return "two" if rank == "2" else RANK_NAMES.get(rank, rank)


def _in_words(rank: str) -> str:
    return f"The {_called(rank)}"
