"""Facts over all the hands of a game: how often, the best and the worst hand, and broken rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from referee.game.game import leaders
from referee.language.words import Seat, so_many
from scoresheets.questions.about.bids import EVER
from scoresheets.questions.facts import asked
from scoresheets.questions.parse import Question, parse
from scoresheets.questions.position import Known, Position, by_name, names, signed
from scoresheets.questions.worth import low

# Points, hand by hand


def points_by_hand(at: Position) -> dict[int, dict[Seat, int]]:
    """The points of each side in every finished hand."""
    found = {
        hand.number: {side: 0 for side in hand.sides if side not in hand.sitting_out}
        for hand in at.hands
        if hand.finished
    }
    for line in at.referee.lines:
        if line.who in found.get(line.hand, ()):
            found[line.hand][Seat(line.who)] += line.points
    return found


def _least(at: Position) -> bool:
    """Whether the question asks for the fewest points: *best* and *worst* depend on what wins."""
    if re.search(r"\bbest\b", at.question.plain):
        return low(at)
    if re.search(r"\bworst\b", at.question.plain):
        return not low(at)
    return at.question.has("fewest")


@asked(
    "what/who/many/when WHO most/fewest hand/score [point far game all]",
    "who/what/when most/fewest hand [score point far game all have]",
    "most/fewest hand/score WHO [point far game]",
    "what most/fewest hand/score WHO [point far game]",
    "what most win/score [far game hand WHO]",
    "what/who most/fewest score hand [point far game all]",
)
def best_hand(at: Position) -> Known | None:
    """The best or the worst hand of a player, or of anybody."""
    question = at.question
    if (
        question.polar
        or question.hand.which
        or question.has("left", "take")
        or (question.has("who", "many") and question.has("win"))
    ):
        return None
    if at.glance("best hand") is not None and {*question.words} <= {"what", "most", "hand"}:
        return None  # the best by the rules
    if re.search(r"\b(?:has|have|is got)\b", question.plain) and not re.search(r"\b(?:scor|round)", question.plain):
        return None  # it may ask for cards
    every = [
        (points, who, number)
        for number, sides in points_by_hand(at).items()
        for who, points in sides.items()
        if not at.sides or who in at.sides
    ]
    if not every:
        return Known("No hand has been finished.", ("none",))
    best = (min if _least(at) else max)(points for points, *_ in every)
    found = [(who, number) for points, who, number in every if points == best]
    text = ", ".join(f"{who} in hand {number}" for who, number in found[:4])
    return Known(f"{signed(best)}: {text}", (best, *(who for who, _ in found)))


@asked(
    "who win/lose most/fewest hand/game [have far]",
    "who most/fewest hand [have far]",
    "many hand/game WHO/who/all win/lose/take [have far all]",
    "who win/lose many hand",
    "many WHO win",
)
def hands_won(at: Position) -> Known | None:
    """How many hands each has won, which means scored best in, or lost."""
    if at.question.hand.which or re.search(r"\b(?:to|need|must|can)\b", at.question.plain):
        return None
    if not at.question.has("win", "lose", "take") and not re.search(r"\b(?:hands|rounds)\b", at.question.plain):
        return None  # cards
    if at.question.words == ["many", "WHO", "win"] and (at.going or at.has_tricks):
        return None
    if at.question.has("game") and any("how many games won" in fact.words for fact in at.referee.game.asked):
        return None  # games of a match
    lowest = low(at) is not at.question.has("lose")
    won = dict.fromkeys(at.current.sides, 0)
    verb = "loses" if at.question.has("lose") else "wins"
    entered = [entry.report for record in at.referee.records for entry in record.entries]
    if by_report := [report.who for report in entered if report.verb == verb]:
        return _counted(at, {side: by_report.count(side) for side in won})
    for sides in points_by_hand(at).values():
        best = leaders(sides, lowest)
        if not low(at) and not at.question.has("lose") and sides[best[0]] <= 0:
            continue  # nobody scored
        for side in best if len(best) < len(sides) else ():
            won[side] = won.get(side, 0) + 1
    return _counted(at, won)


def _counted(at: Position, won: Mapping[Seat, int]) -> Known:
    """The hands that each has won or lost, as asked for."""
    if at.question.has("most", "fewest"):
        most = leaders(dict(won), at.question.has("fewest"))
        return Known(f"{names(most)}, {won[most[0]]}", tuple(most), (by_name(won),))
    found = {side: won[side] for side in at.sides if side in won} or dict(won)
    text = str(*found.values()) if len(found) == 1 else by_name(found)
    return Known(text, tuple(found.values()), (by_name(won),))


def _times_won(at: Position, once: Question) -> Known | None:
    """How often a player won or lost a hand."""
    known = hands_won(Position(at.referee, once, at.speaker))
    if known is None or len(known.value) != 1:
        return known
    return Known(_times(known.value[0]), known.value, known.shown)


@asked(
    "what/many WHO/who/all average [point hand score far]",
    "who most/fewest average [point hand score]",
    "average [what point hand per]",
)
def average(at: Position) -> Known | None:
    """The points of a hand on average."""
    if at.question.polar or at.question.has("trick", "bid") or at.question.hand.which:
        return None
    hands = [*points_by_hand(at).values()]
    found = {side: [points[side] for points in hands if side in points] for side in at.current.sides}
    means = {side: sum(points) / len(points) for side, points in found.items() if points}
    if not means:
        return Known("No hand has been finished.", ("none",))
    shown = (", ".join(f"{side} {_decimal(mean)}" for side, mean in means.items()),)
    if at.question.has("most", "fewest"):
        best = max(means.values()) if at.question.has("most") else min(means.values())
        who = [side for side, mean in means.items() if mean == best]
        return Known(f"{names(who)}, {_decimal(best)}", tuple(who), shown)
    mine = [side for side in at.sides if side in means]
    return Known(f"{_decimal(means[mine[0]])} a hand" if len(mine) == 1 else shown[0], (), shown[: len(mine) == 1])


def _decimal(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0").replace("-", "\N{MINUS SIGN}")


@asked(
    "who zero/nothing [score make get have point hand one any bring]",
    "WHO zero/nothing [score make get point hand one any bring]",
    "who not score/make [anything point hand far]",
    "who no/zero/nothing point/score [have hand]",
)
def scored_nothing(at: Position) -> Known | None:
    """Who scored nothing in a hand, or in any hand of the game."""
    question = at.question
    if not question.past or (question.has("who") is question.polar and not at.meant):
        return None
    ever = (
        question.overall
        or EVER.search(f" {question.plain}")
        or re.search(r" (?:any|some)(?:one|body) ", question.plain)
    )
    if not (ever or question.hand.which) or question.negated:
        return None
    every = points_by_hand(at)
    numbers = [at.number] if question.hand.which else [*every]
    found = [(side, number) for number in numbers for side, points in every.get(number, {}).items() if not points]
    if at.meant:
        mine = [f"hand {number}" for side, number in found if side in at.sides]
        return Known(f"{'Yes' if mine else 'No'}{': ' * bool(mine)}{', '.join(mine)}", (), (), bool(mine))
    text = ", ".join(f"{side} in hand {number}" for side, number in found)
    return Known(text or "Nobody", tuple(side for side, _ in found) or ("nobody",))


# How often


Answers = Callable[[Position], Known | None]
_OFTEN = re.compile(r"^\W*how (?:often|many times) ((?:did|has|have|was|were|is)\b.*)$", re.IGNORECASE)


def often(at: Position, answers: Answers) -> Known | None:
    """In how many hands something was so: the yes-or-no question, asked of every hand."""
    match = _OFTEN.match(at.question.text.strip())
    if not match or at.question.hand.which:
        return None
    once = parse(match[1], at.referee)
    if set(once.words) <= {"WHO", "win", "hand", "lose"} and once.has("win", "lose"):
        return _times_won(at, once)
    if once.has("lead") and at.meant:
        led = [trick for trick in at.tricks if trick.cards and trick.cards[0].who in at.meant]
        led = [trick for trick in led if not once.suits or trick.cards[0].card.suit in once.suits]
        return Known(_times(len(led)), (len(led),), tuple(map(str, led[-3:])))
    entered = {hand.number: answers(at.in_hand(hand.number, once)) for hand in at.hands}
    if not any(known and known.yes is not None for known in entered.values()):
        return None
    yes = [number for number, known in entered.items() if known and known.yes]
    return Known(_times(len(yes)), (len(yes),), (f"in hand {', '.join(map(str, yes))}",) if yes else ())


def _times(count: int) -> str:
    return "Never" if not count else "Once" if count == 1 else "Twice" if count == 2 else so_many(count, "time")


# Broken rules


@asked(
    "who break [rule]",
    "WHO break rule",
    "break rule",
    "who cheat/revoke/renege [far]",
    "cheat/revoke/renege",
    "who make mistake",
    "make mistake",
    "mistake/revoke [far]",
)
def broken_rules(at: Position) -> Known | None:
    """Who broke a rule, as far as the entries show."""
    question = at.question
    anybody = re.search(r" (?:any|some)(?:one|body)\b", question.plain)
    if not (question.plain.startswith(" who") or anybody or question.has("rule", "mistake")):
        return None  # an accusation
    found: list[tuple[str, str]] = []
    for entry in at.referee.entries:
        found += [(entry.report.who, f"{breach.why} (line {entry.report.line})") for breach in entry.ruling.broken]
    for line, finding in at.referee.findings:
        found.append((finding.who, f"{finding.name}: {finding.why} (line {line})"))
    if at.meant:
        found = [(who, why) for who, why in found if any(seat in who.split(" or ") for seat in at.meant)]
    if anybody and found and not question.has("rule", "mistake"):
        return None  # an accusation, which is judged with its proof
    who = [one for one in dict.fromkeys(who for who, _ in found) if one]
    shown = tuple(why for _, why in found[-5:])
    if question.polar:
        return Known(f"Yes: {names(who)}" if found else "No, as far as the entries show.", (), shown, bool(found))
    nobody = "Nobody, as far as the entries show."
    return Known(names(who) if who else shown[-1] if shown else nobody, tuple(who) or ("nobody",), shown)
