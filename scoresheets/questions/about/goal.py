"""The end of the game: how many points are needed, and whether it is over."""

from __future__ import annotations

import re

from referee.declared.columns import Round
from referee.game.game import leaders
from referee.kit.endings import no_end
from referee.language.words import so_many
from scoresheets.display import phrases
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, by_name, names, polar
from scoresheets.questions.worth import low


@asked(
    "many point WHO/who need [win end game reach left go more over]",
    "many point WHO [until till out win game end]",
    "many point left [need win WHO game]",
    "many WHO need [win point game go more reach out]",
    "far WHO home [from out]",
    "many point winning WHO [from game]",
    "far WHO win/winning/end [game from point WHO]",
    "what WHO need [win game]",
    "many point need win [game]",
    "how long left WHO",
    "many WHO out/over/home [till until from need point win there game]",
    "many [point] until win/out/over/end WHO",
    "many point until/till win/out/over/end [game]",
    "many more/left/need WHO [point go end win out over finish game home]",
    "many end/out/home WHO [more point go win]",
    "many more win WHO [point]",
    "many until/till WHO [more win out over end bust point]",
    "many until/till reach/hit/hits N [point]",
    "who need most/fewest [point win game]",
    "many/what left/need until/till/to N WHO [point]",
)
def points_needed(at: Position) -> Known | None:
    """How many points are missing to the end of the game."""
    if {*at.question.words} == {"many", "left", "WHO"} and not isinstance(at.current, Round):
        return None  # cards
    goal = target(at)
    if goal is None or (not at.meant and at.question.hand.which):
        return None
    if (
        at.going
        and not at.question.has("point", "win", "winning", "game", "over")
        and at.fact("bidding", "bid", "contract")
    ):
        return None
    found = at.referee.scores
    if low(at) and not at.question.has("bust", "reach", "hit", "hits", "over", "out", "end", "until", "till"):
        return None
    if at.question.has("who"):
        best = leaders(found, at.question.has("most"))
        return Known(f"{names(best)}, {max(0, goal - found[best[0]])}", tuple(best))
    sides = at.sides or list(found)
    missing = {side: max(0, goal - found[side]) for side in sides}
    shown = (f"The game is played to {goal:,}; score: {phrases.scores(at.referee)}",)
    if len(missing) == 1:
        return Known(str(*missing.values()), tuple(missing.values()), shown)
    return Known(by_name(missing), tuple(missing.values()), shown)


def target(at: Position) -> int | None:
    """The points that end the game."""
    for name in ("target", "goal", "points"):
        value = at.referee.in_force.get(name)
        if isinstance(value, int):
            return value
    value = at.glance("points to win")
    return value if isinstance(value, int) else None


SO_FAR = re.compile(r" (?:have|has) (?:there|we|you|they|WHO).*\b(?:been|had|done|played)\b| (?:have|has) been ")
"""Words of a question for how many were played, not how many will be."""


@asked("many hand/game win [game take need play match]", "many hand/game need [win take play]", "many game [game]")
def wins_needed(at: Position) -> Known | None:
    """How many hands or games somebody must win."""
    if SO_FAR.search(at.question.plain):
        return None
    rule = goal(at)
    return rule if rule is None else Known(rule.shown[0] if rule.shown else rule.text)


@asked("WHO out [game over]")
def is_out(at: Position) -> Known | None:
    """Whether the game is over for a player: by winning it, or by reaching the score that loses it."""
    if not isinstance(at.current, Round) or any(column.name == "out" for column in at.current.columns):
        return None
    if not at.sides or not re.match(r" (?:is|are) WHO ", at.question.plain):
        return None
    ends = target(at)
    found = [side for side in at.sides if ends is not None and at.referee.scores[side] >= ends]
    return Known("Yes" if found else "No", (), (f"score: {phrases.scores(at.referee)}",), bool(found))


@asked("WHO over [game]", "over WHO [game]")
def is_finished(at: Position) -> Known | None:
    """Whether a player is finished: whether the game is over."""
    if not at.question.polar or not re.search(r" (?:finished|through)\b", at.question.plain):
        return None
    shown = phrases.won(at.referee) if at.referee.over else f"score: {phrases.scores(at.referee)}"
    return Known("Yes" if at.referee.over else "No", (), (shown,), at.referee.over)


@asked(
    "game over/end/left", "open [game]", "game [polar go on]", "who game over", "over [game already]", "finish [game]"
)
def is_over(at: Position) -> Known | None:
    """Whether the game is over."""
    if not at.question.polar:
        return None
    if at.question.has("open"):
        if not re.match(r" (?:is|are) (?:it|this|we|the game|this game)\b", at.question.plain):
            return None
        return polar(not at.referee.over, phrases.won(at.referee) if at.referee.over else phrases.scores(at.referee))
    if at.referee.over:
        return Known("Yes", (), (phrases.won(at.referee),), True)
    return Known("No", (), (phrases.awaits(at.referee, besides=False),), False)


@asked("halfway/middle [game win over end hand through WHO who N point home there]")
def halfway(at: Position) -> Known | None:
    """Whether half of the hands are played, or somebody has half of the points that end the game."""
    due = at.referee.game.hands_at(len(at.referee.seats), at.referee.in_force)
    goal, found = target(at), at.referee.scores
    of_points = bool(at.question.numbers or at.meant or at.question.has("who", "point", "home"))
    if due and not of_points:
        done = at.referee.standing.hands
        return Known(f"{'Yes' if 2 * done >= due else 'No'}: {so_many(done, 'hand')} of {due}", (), (), 2 * done >= due)
    goal = next(iter(at.question.numbers), goal or 0)
    sides = [side for side in at.sides if side in found] or list(found)
    if not goal or not sides:
        return None
    there = [side for side in sides if 2 * found[side] >= goal]
    shown = (f"{goal:,} points; score: {phrases.scores(at.referee)}",)
    if at.question.has("who"):
        return Known(names(there) if there else "Nobody, so far.", tuple(there) or ("nobody",), shown)
    best = there or leaders({side: found[side] for side in sides}, False)
    text = f"{names(best)} {'has' if len(best) == 1 else 'have'} {found[best[0]]:,} of {goal:,}"
    return Known(f"{'Yes' if there else 'No'}: {text}", (), shown[:0], bool(there))


NEAR = 0.8
"""The part of the points from which a player is close to the end."""


@asked("WHO close/closest/near out/end/over/win/home/N/target/losing/winning [point game being]")
def close(at: Position) -> Known | None:
    """Whether a player is close to the points that end the game."""
    goal = next(iter(at.question.numbers), target(at) or 0)
    sides = [side for side in at.sides if side in at.referee.scores]
    if not at.question.polar or not goal or len(sides) != 1:
        return None
    points = at.referee.scores[sides[0]]
    yes = points >= NEAR * goal
    return Known(f"{'Yes' if yes else 'No'}: {points:,} of {goal:,}".replace("-", "\N{MINUS SIGN}"), (), (), yes)


@asked(
    "low/fewest/high/most score/point/total win/winning/best [game end]",
    "low/fewest/high/most win/winning/best [game end high low most fewest score]",
    "low/fewest/high/most point/score good/bad [game]",
)
def wins_by(at: Position) -> Known | None:
    """Whether the lowest or the highest score wins."""
    if not at.question.polar or at.meant or at.question.has("card", "trick") or at.question.happened:
        return None
    lowest = low(at)
    if re.search(r"\b(?:high\w*|most|low\w*|fewest) or (?:the )?(?:high\w*|most|low\w*|fewest)\b", at.question.plain):
        return Known(f"The {'lowest' if lowest else 'highest'} score wins.")
    yes = (lowest is at.question.has("low", "fewest")) is not at.question.has("bad")
    return polar(yes, f"The {'lowest' if lowest else 'highest'} score wins.")


@asked("play N [up game point]", "game N [up play point]", "N N [play game up]")
def played_to(at: Position) -> Known | None:
    """Whether the game is played to a number of points, or to which of two."""
    points, question = target(at), at.question
    if not question.polar or not points or at.meant or question.happened:
        return None
    if max(question.numbers) <= MOST_HANDS and not re.search(r" to \d", question.plain):
        return None
    yes = points in at.question.numbers
    if len(at.question.numbers) > 1:
        return Known(f"To {points:,}", (points,), (), yes)
    return Known(f"Yes: to {points:,}" if yes else f"No: to {points:,}", (points,), (), yes)


MOST_HANDS = 20
"""Numbers up to this are rather hands or cards than the points that end a game."""


@asked(
    "what/where/many N [point score need line safe make win stay reach start]",
    "what/where/many score N [point need safe make from]",
)
def score_line(at: Position) -> Known | None:
    """The points of a line that the rules name: ``where's the skunk line``."""
    if at.meant or at.question.polar or len(at.question.numbers) != 1 or not _LINE.search(at.question.text.lower()):
        return None
    return Known(f"{at.question.numbers[0]:,} points", (at.question.numbers[0],))


_LINE = re.compile(r"\bline\b|\bsafe\b")


_ENDS = re.compile(r"\b[Gg]ame (?:ends|is over)\b|\bwins the game\b|\b(?:most|last)\b.* wins\b|\bloses the game\b")
"""A rule about the end of the game."""


@asked(
    "what/many/when play [game until end point up to target]",
    "many/what point/target/goal [need win end game play up reach takes take]",
    "what target/goal [score point game]",
    "when/how game over/end/win [who]",
    "when over/end/win [play]",
    "when/what end [game over play]",
    "how/when/who/what win game [point many need take who]",
    "many win [game need take]",
    "what/many need game",
    "what/many left win [game]",
    "how far play",
    "end [game play go]",
    "how long play/game/take/go/last [play game go take need last left]",
)
def goal(at: Position) -> Known | None:
    """What ends the game."""
    endless = re.match(r" (?:is|will) (?:there|this|it) (?:ever )?(?:an? |any )?end\b", at.question.plain)
    if (
        at.meant
        or at.question.hand.which
        or (at.question.polar and not endless)
        or re.search(r"\bplay(?:ed)? on\b", at.question.plain)
    ):
        return None
    game = at.referee.game
    rule = getattr(game.over, "name", "")
    if not rule or rule not in game.rules:
        rule = next((name for name in ("ends", "game-end", "game-won", "game-over") if name in game.rules), "")
    due = game.hands_at(len(at.referee.seats), at.referee.in_force)
    if game.over is no_end and due is None:
        return Known(f"{'No: t' if endless else 'T'}he game ends when you stop: type `end`.")
    if not rule and due is not None and not at.question.has("point"):
        return Known(f"After hand {due}", (due,))
    rule = rule or next((name for name in game.rules if _ENDS.search(at.referee.rule_text(name))), "")
    if not rule:
        return None
    text = at.referee.rule_text(rule)
    points = target(at)
    if at.question.has("many", "what", "point"):
        if points is not None:
            return Known(f"{points:,} points", (points,), (text,))
        if at.question.has("point"):
            return None
    return Known(text)
