"""The number of the hand, and how many are left."""

from __future__ import annotations

import re

from referee.declared.boxes import BoxAtWork
from scoresheets.questions.about.goal import SO_FAR, goal
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, polar


@asked("many hand/game [play far been game over total take last]")
def hands_so_far(at: Position) -> Known | None:
    """How many hands were finished."""
    if at.question.hand.which or at.meant or not SO_FAR.search(at.question.plain) or at.question.polar:
        return None
    if at.question.has("win", "lose") or any("how many games won" in fact.words for fact in at.referee.game.asked):
        return None if at.question.words != ["many", "hand"] else _finished(at)
    return _finished(at)


def _finished(at: Position) -> Known:
    done = at.referee.standing.hands
    return Known(str(done), (done,), (f"Hand {at.current.number} is in progress.",) if at.going else ())


@asked(
    "what/many hand [number play on up go now]",
    "what number hand",
    "what hand [play game]",
    "many hand play/been/take/last/over/had [have far]",
)
def hand_number(at: Position) -> Known | None:
    """Which hand it is, or how many were finished."""
    if at.question.hand.which or at.meant:
        return None
    if (
        at.question.has("many")
        and at.question.has("play")
        and not at.referee.over
        and not re.search(r"\b(?:have|has|been|did|played)\b", at.question.plain)
    ):
        return hands_total(at)
    due = at.referee.game.hands_at(len(at.referee.seats), at.referee.in_force)
    of = f" of {due}" if due and at.current.number <= due else ""
    so_far = at.question.overall or re.search(r" (?:have|has) .*\bha[vd]e?\b", at.question.plain)
    if at.question.has("many") and (so_far or at.question.has("play", "been", "take", "last", "over")):
        done = at.referee.standing.hands
        going = (f"Hand {at.current.number}{of} is in progress.",) if at.going else ()
        return Known(f"{done} finished" if going else str(done), (done,), going)
    if at.question.has("many") and due:
        return hands_total(at)
    if not at.going:
        return Known(f"Hand {at.current.number}{of} is next.", (at.current.number,))
    return Known(f"Hand {at.current.number}{of}", (at.current.number,))


@asked(
    "many hand left [play game after go more need next over until till end done finish]",
    "many hand after",
    "many game left [hand play]",
    "hand left [what]",
    "many more hand [left play go]",
    "many hand most [left play]",
    "most hand left [many]",
    "many left",
    "many more deal",
    "many deal left",
)
def hands_left(at: Position) -> Known | None:
    """How many hands are to come."""
    if re.search(r" left in (?:the|this) hand\b", at.question.plain):
        return None  # players or cards
    if at.meant or not at.question.has("hand", "game", "deal") or at.question.hand.which not in ("", "next"):
        return None
    if at.question.has("deal") and any("deals left" in fact.words for fact in at.referee.game.asked):
        return None  # deals within a hand
    hand = at.current
    if not at.question.has("many") and at.referee.over:
        return Known("None: the game is over.", (0,))
    boxes = [column for column in getattr(hand, "columns", ()) if isinstance(column, BoxAtWork)]
    due = at.referee.game.hands_at(len(hand.seats), at.referee.in_force) or len(boxes) or None
    if due is None:
        known = goal(at)
        return Known("Nobody knows: no number of hands is set.", ("unknown",), (known.text,) if known else ())
    left = max(0, due - hand.number) if at.going else max(0, due - hand.number + 1)
    after = " after this one" if at.going else ""
    sizes = at.glance("cards each, hand by hand")
    shown = (f"{due} hands: {' '.join(map(str, sizes))}",) if isinstance(sizes, list) else (f"{due} hands in all",)
    return Known(f"{left}{after}", (left,), shown)


@asked(
    "many hand game/total/all [play there long]",
    "many hand play game",
    "many hand game last",
    "how long game [many hand]",
    "limit hand [many play game there]",
)
def hands_total(at: Position) -> Known | None:
    """How many hands a game has."""
    due = at.referee.game.hands_at(len(at.referee.seats), at.referee.in_force)
    if re.search(r" still\b| have (?:we|you|they) (?:got|yet)\b", at.question.plain):
        return hands_left(at)
    if due is None:
        return goal(at)
    return Known(str(due), (due,), (f"This is hand {at.current.number}.",))


@asked("last hand [game polar]", "hand last [game]")
def last_hand(at: Position) -> Known | None:
    """Whether this is the last hand."""
    due = at.referee.game.hands_at(len(at.referee.seats), at.referee.in_force)
    if not at.question.polar or due is None:
        return None
    left = due - at.current.number
    return polar(left <= 0, f"{left} more after it" if left > 0 else f"{due} hands in all")
