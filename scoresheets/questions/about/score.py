"""The score, who is ahead, and by how much."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from referee.declared.columns import Round
from referee.game.game import leaders
from referee.language.words import Seat, so_many
from scoresheets.book.wording import stem, stems_in
from scoresheets.display import phrases
from scoresheets.questions.about.chips import stacks
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, by_name, names, players, polar, signed
from scoresheets.questions.worth import low


def scores(at: Position) -> Mapping[Seat, int]:
    """The totals, or the points of a hand if one is named."""
    if at.question.hand.which:
        hand = at.hand
        if hand is None:
            return {}
        counted = any(line.hand == hand.number for line in at.referee.lines)
        if at.question.hand.which == "this" and isinstance(hand, Round) and not hand.finished and not counted:
            return {}  # nothing is counted yet
        points = {side: 0 for side in hand.sides if side not in hand.sitting_out}
        for line in at.referee.lines:
            if (line.hand == hand.number or (at.question.after and line.hand < hand.number)) and line.who in points:
                points[Seat(line.who)] += line.points
        return points
    return at.referee.scores


@asked("WHO minus/negative/red [in]", "who minus/negative/red [in]")
def below_zero(at: Position) -> Known | None:
    """Whose score is below zero."""
    below = [side for side, points in at.referee.scores.items() if points < 0]
    shown = (phrases.scores(at.referee),)
    if at.question.polar and at.meant:
        return polar(any(side in below for side in at.sides), *shown)
    return None if at.question.polar or at.meant else players(below, shown)


@asked(
    "who score/point/trick/number/enter/report/bid [left need for in yet hand trick]",
    "who need give [point score number]",
    "all score/put/enter/give/report [in score point number trick yet]",
    "who left/need score/point/number/enter/report/worth/show [for yet hand in]",
    "what left/need worth/enter [need yet]",
)
def not_entered(at: Position) -> Known | None:
    """Whose number isn't entered yet in the hand in progress."""
    question = at.question
    if not at.going or at.earlier or at.meant:
        return None
    if question.has("what"):
        return Known(phrases.sentence(phrases.awaits(at.referee, besides=False).partition("ext: ")[2]))
    if not isinstance(at.current, Round):
        counts = [seat for seat, does in at.awaited if does.split()[0] in ("hold", "holds", "show", "shows", "count")]
        return players(counts) if counts and question.has("who") else None
    if question.polar != question.has("all"):
        return None
    if not (question.polar or question.negated or question.has("left", "need")) or question.has("bid"):
        return None
    named = {stem(word) for word in (*question.words, *question.said)}
    for _, ask in at.referee.asks():
        column = at.current.column(ask.verb)
        of_it = column and named & stems_in(f"{column.name} {ask.verb.verb}")
        if of_it or (column and question.has("number", "enter", "give")):
            told = {report.who for report in at.reports if type(report) is ask.verb}
            missing = [seat for seat in ask.seats() or () if seat not in told]
            if question.polar:
                return Known(f"No: {names(missing)} not yet" if missing else "Yes", tuple(missing), (), not missing)
            return players(missing)
    return None


def _of_stacks(at: Position) -> bool:
    """Whether it asks for the chips in front of players, and they are counted."""
    question = at.question
    won = question.has("win", "lose", "make", "bring", "take", "collect", "gain", "up", "down")
    past = question.hand.which or re.search(r" (?:did|was|were) ", question.plain)
    return question.has("chip", "money") and not (won or past) and bool(stacks(at))


def unit(at: Position) -> str:
    return "chip" if at.referee.chips is True else "point"


@asked(
    "score [what who tell all game point standing team]",
    "standing [what game]",
    "what/many/how score/standing/point [WHO game total hand number left]",
    "many point/chip/score/money [WHO each all total game make bring win take score earn collect lose]",
    "how/where stand [game]",
    "who many point [all]",
    "how/where WHO [stand doing]",
    "what WHO score/point/standing/total/have [make]",
    "how doing/game/go [game going go]",
    "score WHO [anything point]",
    "many WHO",
    "what WHO [get make score bring win lose gain collect]",
    "what/many WHO lose/gain [point chip make]",
    "what/many WHO win [point chip money]",
    "many WHO up/down [point chip]",
    "many WHO pick/make/get [point chip]",
    "WHO point/score/total [now]",
    "many all [make score point get take]",
    "what/how big WHO [hand score come]",
    "what all [score come]",
    "what/many worth [hand]",
    "what WHO come",
    "total all [what]",
    "how bad/good WHO [hand score]",
    "what",
)
def score(at: Position) -> Known | None:
    """The score of everybody, or of the players who are named."""
    question = at.question
    if (question.negated and question.has("who")) or _of_stacks(at):
        return None
    if question.has("worth") and not (question.happened and question.hand.which):
        return None
    if question.words == ["what", "all"] and not re.search(r" (?:on|at)\b", question.plain):
        return None
    of_last = question.hand.which in ("last", "before last", "number") and not at.has_tricks
    of_last = of_last and not re.search(r" (?:have|hold|held) ", question.plain)
    if (
        question.words == ["many", "WHO"]
        and not of_last
        and not re.search(r"how much (?:has|have|does) ", question.text, re.IGNORECASE)
    ):
        return None
    if question.words == ["what"] and not re.search(
        r" what (?:are|is) (?:we|they|everyone|everybody) (?:on|at)\s*$", question.plain
    ):
        return None
    if question.polar and question.words == ["many", "WHO"] and not re.search(r" (?:on|at) ", question.plain):
        return None
    if not at.meant and re.search(r" to win\b| (?:are|is) there | in (?:a|each|every) ", question.plain):
        return None  # what can be scored, not what has been
    on = re.search(r" (?:what|where) is WHO (?:on|at)\s*$", question.plain)
    held = re.search(r" (?:have|hold|held)\b", question.plain) and at.going
    asks_total = question.overall and isinstance(at.current, Round) and not question.polar and not at.has_tricks
    untimed = question.polar or held or not question.hand.which
    if question.words == ["what", "WHO"] and not on and untimed and not asks_total:
        return None
    if " between " in question.plain and len(at.sides) == 2:
        return distance(at)
    if question.has("win") and (at.going or at.has_tricks):
        return None
    if question.has("win") and "how many" in question.text.lower() and not question.has("point", "chip", "money"):
        return None  # hands
    if question.has("lose", "gain", "win") and not question.hand.which:
        return last_change(at)
    found = scores(at)
    if at.meant and not found and question.hand.which:
        return at.no_such_hand() or _entered(at)
    if at.meant:
        if at.question.has("left", "need"):
            return None
        if (
            re.search(r"\b(?:taken|take|win|get|collected)\b", at.question.plain)
            and at.going
            and not at.question.hand.which
            and hasattr(at.current, "trick")
        ):
            return None
        found = {side: found[side] for side in at.sides if side in found}
        if not found:
            return None
        if len(found) == 1:
            (points,) = found.values()
            if question.polar and question.has("score") and not question.numbers:
                return polar(bool(points), f"score: {phrases.scores(at.referee)}")
            return Known(f"{signed(points)}{at.of_hand}", (points,), (f"score: {phrases.scores(at.referee)}",))
    elif at.question.has("left"):
        return None
    if not found:
        return at.no_such_hand() or _entered(at)
    if question.together:
        return Known(f"{signed(sum(found.values()))}{at.of_hand}", (sum(found.values()),), (by_name(found),))
    ahead = phrases.won(at.referee) if at.referee.over else ""
    return Known(by_name(found) + at.of_hand, tuple(found.values()), (ahead,) if ahead else ())


def _entered(at: Position) -> Known | None:
    """What is entered for players in a round that isn't counted yet."""
    if not isinstance(at.hand, Round):
        return None
    entered = {
        f"{column.titled(column.name)}: {by_name(amounts)}": tuple(amounts.values())
        for column in at.hand.columns
        if (amounts := {who: n for who, n in at.hand.of(column.name).items() if not at.meant or who in at.meant})
    }
    values = tuple(value for each in entered.values() for value in each)
    return Known("; ".join(entered), values) if entered else Known("Nothing, so far.", ("nothing", 0))


def last_change(at: Position) -> Known | None:
    """What a player last won or lost: in the hand in progress, else in the last with a score line of that kind."""
    loses = at.question.has("lose")
    if at.meant and (at.question.overall or at.question.has("total")):
        return _all_changes(at, loses)
    for number in sorted({booked.hand for booked in at.referee.lines}, reverse=True):
        lines = [one for one in at.referee.lines if one.hand == number and one.who in (*at.meant, *at.sides)]
        total = sum(one.points for one in lines)
        if total and (total < 0) is loses:
            why = tuple(one.because for one in lines if one.because)
            return Known(f"{abs(total)} (hand {number})", (abs(total), total), why[:3])
    return Known("Nothing, so far.", (0, "nothing")) if at.meant else None


def _all_changes(at: Position, loses: bool) -> Known | None:
    """What a player won or lost in all hands: of chips, what is left of both."""
    side = next((side for side in at.sides if side in at.referee.scores), None)
    if side is None:
        return None
    hands: dict[int, int] = {}
    for one in at.referee.lines:
        if one.who == side:
            hands[one.hand] = hands.get(one.hand, 0) + one.points
    if at.referee.chips is True and (hands_in_all := at.referee.scores[side]) and (hands_in_all < 0) is not loses:
        return Known(f"Nothing: {side} is {'up' if loses else 'down'} {abs(hands_in_all)}", (0, "nothing"))
    changes = {hand: points for hand, points in hands.items() if points}
    if at.referee.chips is not True:
        changes = {hand: points for hand, points in changes.items() if (points < 0) is loses}
    total = abs(sum(changes.values()))
    shown = ", ".join(f"hand {hand}: {signed(points)}" for hand, points in changes.items())
    return Known(f"{total:,}", (total,), (shown,) if shown else ())


@asked("what/many WHO game worth/score", "what/many WHO game get/make/bring")
def worth_of_game(at: Position) -> Known | None:
    """What the last hand with points brought a player."""
    if not at.question.past or len(at.sides) != 1 or not isinstance(at.current, Round):
        return None
    booked = [one for one in at.referee.lines if one.who in at.sides and one.points]
    number = at.number if at.question.hand.which else max((one.hand for one in booked), default=0)
    lines = [one for one in booked if one.hand == number]
    points = sum(one.points for one in lines)
    why = tuple(one.because for one in lines if one.because)
    return Known(f"{signed(points)} (hand {number})", (points,), why[:3]) if lines else None


@asked("who win [game hand point]", "who winning [won game]", "who game [win]", "WHO win [hand game]")
def winner(at: Position) -> Known | None:
    """Who has won the game, or had the best of a hand."""
    if re.search(r" the point\b", at.question.plain):
        return None
    if at.question.hand.which:
        return leading(at)
    if "hand" in at.question.words:
        return _winner_of_hand(at)
    if "winning" in at.question.words and not at.referee.over:
        return leading(at)
    if at.referee.over:
        winners = at.referee.winners()
        return Known(names(winners) if winners else "Nobody won.", tuple(winners))
    best = leading(at)
    return Known("Nobody has won yet.", ("nobody",), (f"leading: {best.text}",) if best else ())


def _winner_of_hand(at: Position) -> Known | None:
    """Who had the best of the hand in play or just finished."""
    if at.question.polar or not re.search(r" who (?:won|has won)\b", at.question.plain):
        return None
    if at.going:
        return Known(f"Hand {at.current.number} isn't over.", ("nobody",))
    return leading(at.in_hand(at.referee.last.number)) if at.referee.last else None


@asked(
    "who winning/leading/top/first [now point score game place board team]",
    "who most/best [score standing]",
    "who in lead [point game]",
    "who lead [game]",
    "who lead point/score/total",
    "who up [by point now]",
    "who best [doing player]",
    "who doing best/most",
    "who closest winning/win/N [game]",
    "who up most [money chip point far]",
)
def leading(at: Position) -> Known | None:
    """Whose score is best."""
    if (
        at.question.has("lead")
        and not at.question.has("game", "point", "score", "total")
        and hasattr(at.current, "trick")
    ):
        return None
    if at.question.has("up") and at.going and len({seat for seat, _ in at.awaited}) == 1:
        return None  # whose turn it is
    literal = at.question.has("most") and not (at.question.has("up") or re.search(r"\bbest\b", at.question.plain))
    best = _best(at, scores(at), low(at) and not literal)
    if best and at.question.words == ["who", "up"] and not at.referee.over:
        return replace(best, shown=(phrases.awaits(at.referee, besides=False),))
    return best


@asked(
    "who losing/last [now point score game place standing far come hand]",
    "who most/fewest losing",
    "who fewest/most [doing score standing badly]",
    "who doing most/worst/badly",
    "who furthest/farthest [winning win game lead]",
    "who lose [hand game]",
    "who down/behind most [money chip point far]",
)
def trailing(at: Position) -> Known | None:
    """Whose score is worst."""
    if at.question.has("lose") and not at.question.hand.which and not at.referee.over:
        return None
    literal = at.question.has("fewest") and not re.search(r"\bworst\b", at.question.plain)
    return _best(at, scores(at), literal or not low(at), behind=True)


@asked("many/what WHO/who owe [total all chip money point]", "who owe [most fewest chip money anything all]",
       "WHO owe [chip money anything all]")  # fmt: skip
def owed(at: Position) -> Known | None:
    """What players owe who have lost more chips than they won."""
    if at.referee.chips is not True or at.question.hand.which:
        return None
    owe = {who: max(0, -points) for who, points in at.referee.scores.items()}
    shown = (phrases.scores(at.referee),)
    if at.question.has("most", "fewest"):
        best = leaders(owe, at.question.has("fewest"))
        return Known(f"{names(best)}, {owe[best[0]]}", tuple(best), shown)
    mine = {side: owe[side] for side in at.sides if side in owe}
    if at.question.polar:
        return polar(any(mine.values()), *shown) if mine else None
    if at.question.has("who") and not mine:
        owing = {who: chips for who, chips in owe.items() if chips}
        return Known(by_name(owing) if owing else "Nobody", tuple(owing) or ("nobody",), shown)
    found = mine or owe
    return Known(str(*found.values()) if len(found) == 1 else by_name(found), tuple(found.values()), shown)


@asked("who most point/score/chip [have total game win make bring]")
def most_points(at: Position) -> Known | None:
    return None if _of_stacks(at) else _best(at, scores(at), False)


@asked("who fewest point/score/chip [have total game]")
def fewest_points(at: Position) -> Known | None:
    return None if _of_stacks(at) else _best(at, scores(at), True)


def _best(at: Position, found: Mapping[Seat, int], lowest: bool, behind: bool = False) -> Known | None:
    if not found:
        return at.no_such_hand()
    best = leaders(found, lowest)
    points = found[best[0]]
    if len(best) == len(found) and len(found) > 1:
        text = f"All are tied at {signed(points)}{at.of_hand}."
        return Known(text, tuple(best), (), False)
    gap = ""
    if _BY_HOW_MANY.search(at.question.text.lower()) and len(found) > len(best):
        rest = {side: score for side, score in found.items() if side not in best}
        others = leaders(rest, lowest is not behind)  # the next, or the leader
        gap = f", by {abs(points - found[others[0]])}"
    shown = (by_name(found),) if len(found) > 2 or gap else ()
    return Known(f"{names(best)}, {signed(points)}{gap}{at.of_hand}", tuple(best), shown)


_BY_HOW_MANY = re.compile(r"\bby (?:how )?(?:much|many|far)\b|\bhow big is (?:the|his|her|their) (?:lead|gap|margin)\b")


@asked("who lose/win/gain/score/get point/chip [hand last]", "who score/gain [hand last]", "who point [hand]")
def who_scored(at: Position) -> Known | None:
    """Who won or lost points in the hand that is meant: the one in progress or just finished if none is named."""
    hand = at.hand
    if hand is None or at.question.polar or (at.question.has("win", "get") and at.has_tricks and at.going):
        return None
    points = dict.fromkeys(hand.sides, 0)
    for one in at.referee.lines:
        if one.hand == hand.number and one.who in points:
            points[Seat(one.who)] += one.points
    loses = at.question.has("lose")
    found = [side for side, amount in points.items() if (amount < 0 if loses else amount > 0)]
    if not found and at.going and not at.question.hand.which and at.referee.last:
        return who_scored(at.in_hand(at.referee.last.number))
    return Known(
        names(found) + at.of_hand if found else "Nobody, so far.", tuple(found) or ("nobody",), (by_name(points),)
    )


@asked("who N [point score]")
def with_points(at: Position) -> Known | None:
    """Who has a number of points."""
    if len(at.question.numbers) != 1 or not re.search(r" (?:on|at) \S+\s*$| points?\b", at.question.plain):
        return None
    number, more = at.question.numbers[0], re.search(r" or more\b| at least ", at.question.plain)
    found = [side for side, points in scores(at).items() if (points >= number if more else points == number)]
    return Known(names(found) if found else "Nobody", (*found,) or ("nobody",), (by_name(scores(at)),))


@asked("who no/zero/nothing point/score [have]", "who not point/score")
def without_points(at: Position) -> Known | None:
    """Who has a score of zero."""
    none = [side for side, points in scores(at).items() if not points]
    return players(none, (by_name(scores(at)),))


@asked("who second/third/fourth [place now point]", "who in second/third place")
def place(at: Position) -> Known | None:
    """Who is in a place by the score."""
    order = sorted(at.referee.scores.items(), key=lambda scored: scored[1], reverse=not low(at))
    number = next(i for i, word in enumerate(("second", "third", "fourth"), 1) if at.question.has(word))
    if len(order) <= number:
        return None
    level = [side for side, points in order if points == order[number][1]]
    return Known(f"{names(level)}, {signed(order[number][1])}", tuple(level), (by_name(dict(order)),))


@asked(
    "far/many WHO losing/winning/leading [point by lead score]",
    "far WHO [winning losing from lead leading point of]",
    "what/far/many difference/margin/gap [WHO point score winning leading between]",
    "how big lead/margin/gap [WHO]",
    "many/what point between [WHO]",
    "who far winning/leading/losing [winning]",
    "far losing/winning [who point]",
    "far",
    "far WHO WHO [point]",
    "what/many difference/gap/far first last",
    "what WHO lead",
    "how big WHO lead",
    "who/far/many winning/leading/losing WHO WHO [far by]",
    "many/what WHO WHO need catch [score point get make]",
    "many point lead",
    "WHO catch [WHO up still hand one game N win level]",
    "many/what WHO need catch [WHO up point level score get make]",
)
def distance(at: Position) -> Known | None:
    """How far somebody is from the lead, or two are apart."""
    if re.search(r" (?:from|off) (?:winning|losing|busting) ", f"{at.question.plain} ") or (
        at.question.words == ["what", "WHO", "lead"] and at.has_tricks
    ):
        return None
    found = dict(at.referee.scores)
    best = leaders(found, low(at))
    if at.question.polar and at.question.has("catch") and at.sides:
        other = at.sides[1] if len(at.sides) > 1 else best[0]
        gap = abs(found[at.sides[0]] - found[other])
        return Known(f"{at.sides[0]} is {so_many(gap, unit(at))} behind {other}.", (), (by_name(found),))
    if at.question.has("first") and at.question.has("last"):
        worst = leaders(found, not low(at))
        return Known(so_many(abs(found[best[0]] - found[worst[0]]), unit(at)), (), (by_name(found),))
    if len(at.sides) == 2:
        one, two = (found[side] for side in at.sides)
        gap = abs(one - two)
        front = at.sides[0] if (one < two) == low(at) else at.sides[1]
        text = f"{so_many(gap, unit(at))}: {front} is ahead" if gap else "0: they are tied"
        return Known(text, (gap,), (by_name({side: found[side] for side in at.sides}),))
    side = at.sides[0] if at.sides else None
    others = {other: points for other, points in found.items() if other not in (best if side is None else (side,))}
    if not others:
        return Known("0: all are tied", (0,))
    if side is None or side in best:
        rest = {other: points for other, points in found.items() if other != (side or best[0])}
        second = leaders(rest, low(at))
        gap = abs(found[side or best[0]] - rest[second[0]])
        leader = f"{best[0]}, " if at.question.has("who") else ""
        if not gap:
            return Known(f"Level with {names(second)} in the lead", (0,), (phrases.scores(at.referee),))
        if at.question.has("losing") and side:
            return Known(f"0: {side} leads by {signed(gap)}", (0,), (phrases.scores(at.referee),))
        text = f"{leader}{so_many(gap, unit(at))} ahead of {names(second)}"
        return Known(text, (gap,), (phrases.scores(at.referee),))
    gap = abs(found[side] - found[best[0]])
    return Known(f"{so_many(gap, unit(at))} behind {names(best)}", (gap,), (phrases.scores(at.referee),))


@asked("is/tie [score game who lead point]", "tie [WHO]")
def level(at: Position) -> Known | None:
    """Whether the lead is tied."""
    if not at.question.polar and not at.question.has("who"):
        return None
    found = at.referee.scores
    if at.referee.chips is True and re.search(r" even\s*$", at.question.plain):
        even = [side for side, points in found.items() if not points and (not at.sides or side in at.sides)]
        if at.question.has("who"):
            return players(even, (by_name(found),))
        text = "" if at.meant or not even else f": {names(even)}"
        return Known(f"{'Yes' if even else 'No'}{text}", tuple(even), (by_name(found),), bool(even))
    if len(at.sides) == 2:
        one, two = (found[side] for side in at.sides)
        return polar(one == two, by_name({side: found[side] for side in at.sides}))
    best = leaders(found, low(at))
    tied = len(best) > 1
    if at.question.has("who") and not (at.question.has("lead") or at.question.polar):
        return _level_with_each_other(found)
    return Known(f"Yes: {names(best)}" if tied else f"No: {best[0]} leads", tuple(best), (by_name(found),), tied)


def _level_with_each_other(found: Mapping[Seat, int]) -> Known:
    """The players with equal scores, each score once."""
    together = {points: [side for side in found if found[side] == points] for points in found.values()}
    tied = {points: sides for points, sides in together.items() if len(sides) > 1}
    text = "; ".join(f"{names(sides)}, {signed(points)}" for points, sides in tied.items())
    level_sides = tuple(side for sides in tied.values() for side in sides)
    return Known(text or "Nobody", level_sides or ("nobody",), (by_name(found),))


@asked("winning WHO WHO", "losing WHO WHO", "WHO more/fewest/most point WHO")
def ahead(at: Position) -> Known | None:
    """Whether one player is ahead of another."""
    if not at.question.polar or len(at.sides) != 2:
        return None
    one, two = (at.referee.scores[side] for side in at.sides)
    more = one < two if low(at) and not at.question.has("point") else one > two
    yes = more is not at.question.has("losing", "fewest") and one != two
    return polar(yes, by_name({side: at.referee.scores[side] for side in at.sides}))


@asked(
    "far N [point until left]",
    "far/many WHO N [WHO point need from until away left reach over past above more end]",
)
def from_number(at: Position) -> Known | None:
    """How far somebody is from a number of points."""
    if len(at.question.numbers) != 1 or len(at.sides) > 1:
        return None
    number = at.question.numbers[0]
    if not at.sides:
        missing = {side: number - points for side, points in at.referee.scores.items()}
        away = at.question.has("far") and number > MOST_TRICKS
        return Known(by_name(missing), tuple(missing.values())) if away else None
    points = at.referee.scores[at.sides[0]]
    if number <= max(points, MOST_TRICKS):
        return None
    return Known(f"{number - points:,}", (number - points,), (f"{at.sides[0]} {signed(points)}",))


@asked(
    "many/what WHO under/below N [take get have still stay point afford need make keep can left]",
)
def stay_under(at: Position) -> Known | None:
    """How many points somebody may still get and stay below a number."""
    numbers = at.question.numbers
    if len(numbers) != 1 or numbers[0] <= MOST_TRICKS or len(at.sides) != 1 or at.question.past:
        return None
    points = at.referee.scores[at.sides[0]]
    most = max(0, numbers[0] - 1 - points)
    return Known(f"{most:,} at most", (most,), (f"{at.sides[0]} {signed(points)}",))


@asked("WHO over/above/past/reach/under/below N [point score already]", "over/above/past/reach/under/below N [point]",
       "who over/above/past/reach/under/below N [point score already]")  # fmt: skip
def past_number(at: Position) -> Known | None:
    """Whether a score is above or below a number, or whose is."""
    numbers = at.question.numbers
    if len(numbers) != 1 or numbers[0] <= MOST_TRICKS or at.question.hand.which:
        return None
    below = at.question.has("under", "below")
    found = {
        side: points
        for side, points in at.referee.scores.items()
        if (points < numbers[0] if below else points >= numbers[0])
    }
    shown = (phrases.scores(at.referee),)
    if at.meant:
        return polar(any(side in found for side in at.sides), *shown)
    if at.question.polar:
        text = f"Yes: {names([*found])}" if found else "No"
        return Known(text, (*found,), shown, bool(found))
    return Known(names([*found]) if found else "Nobody", (*found,) or ("nobody",), shown)


MOST_TRICKS = 13
"""Numbers up to this are rather tricks or bids than scores."""
