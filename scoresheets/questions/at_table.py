"""Facts of every table: the score, the deal, the turn, seats, and the numbers of hands and cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.declared.columns import Round
from referee.game.common_reports import Deal
from referee.game.game import leaders
from referee.language.words import Seat, so_many
from scoresheets.display import phrases
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, by_name, names, signed
from scoresheets.questions.worth import low

# The score


def scores(at: Position) -> Mapping[Seat, int]:
    """The totals, or the points of a hand if one is named."""
    if at.question.hand.which:
        hand = at.hand
        if hand is None:
            return {}
        points = dict.fromkeys(hand.sides, 0)
        for line in at.referee.lines:
            if (line.hand == hand.number or (at.question.after and line.hand < hand.number)) and line.who in points:
                points[Seat(line.who)] += line.points
        return points
    return at.referee.scores


def unit(at: Position) -> str:
    return "chip" if at.referee.chips is True else "point"


@asked(
    "score [what who tell all game point standing]",
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
)
def score(at: Position) -> Known | None:
    """The score of everybody, or of the players who are named."""
    question = at.question
    if question.words == ["many", "WHO"] and not re.search(
        r"how much (?:has|have|does) ", question.text, re.IGNORECASE
    ):
        return None
    if not at.meant and re.search(r" to win\b| (?:are|is) there | in (?:a|each|every) ", question.plain):
        return None  # what can be scored, not what has been
    on = re.search(r" (?:what|where) is WHO (?:on|at)\s*$", question.plain)
    if question.words == ["what", "WHO"] and not on and (question.polar or not question.hand.which):
        return None
    if question.has("lose", "gain") and not question.hand.which:
        return last_change(at)
    found = scores(at)
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
                return Known("Yes" if points else "No", (), (f"score: {phrases.scores(at.referee)}",), bool(points))
            return Known(f"{signed(points)}{at.of_hand}", (points,), (f"score: {phrases.scores(at.referee)}",))
    elif at.question.has("left"):
        return None
    if not found:
        return at.no_such_hand()
    ahead = phrases.won(at.referee) if at.referee.over else ""
    return Known(by_name(found) + at.of_hand, tuple(found.values()), (ahead,) if ahead else ())


def last_change(at: Position) -> Known | None:
    """What a player last won or lost: in the hand in progress, else in the last with a score line of that kind."""
    loses = at.question.has("lose")
    for number in sorted({booked.hand for booked in at.referee.lines}, reverse=True):
        lines = [one for one in at.referee.lines if one.hand == number and one.who in (*at.meant, *at.sides)]
        total = sum(one.points for one in lines)
        if total and (total < 0) is loses:
            why = tuple(one.because for one in lines if one.because)
            return Known(f"{abs(total)} (hand {number})", (abs(total), total), why[:3])
    return Known("Nothing, so far.", (0, "nothing")) if at.meant else None


@asked("who win [game hand point]", "who winning [won game]", "who game [win]", "WHO win [hand game]")
def winner(at: Position) -> Known | None:
    """Who has won the game, or had the best of a hand."""
    if re.search(r" the point\b", at.question.plain):
        return None
    if at.question.hand.which:
        return leading(at)
    if at.question.polar and "hand" in at.question.words:
        return None
    if "winning" in at.question.words and not at.referee.over:
        return leading(at)
    if at.referee.over:
        winners = at.referee.winners()
        return Known(names(winners) if winners else "Nobody won.", tuple(winners))
    best = leading(at)
    return Known("Nobody has won yet.", ("nobody",), (f"leading: {best.text}",) if best else ())


@asked(
    "who winning/leading/top/first [now point score game place board]",
    "who most/best [score standing]",
    "who in lead [point game]",
    "who lead [game]",
    "who lead point/score/total",
    "who best [doing player]",
    "who doing best/most",
)
def leading(at: Position) -> Known | None:
    """Whose score is best."""
    if (
        at.question.has("lead")
        and not at.question.has("game", "point", "score", "total")
        and hasattr(at.current, "trick")
    ):
        return None
    found = scores(at)
    return _best(at, found, low(at))


@asked(
    "who losing/last [now point score game place standing far come]",
    "who most/fewest losing",
    "who fewest/most [doing score standing badly]",
    "who doing most/worst/badly",
    "who lose [hand game]",
)
def trailing(at: Position) -> Known | None:
    """Whose score is worst."""
    if at.question.has("lose") and not at.question.hand.which and not at.referee.over:
        return None
    return _best(at, scores(at), not low(at))


@asked("who most point/score/chip [have total game win make bring]")
def most_points(at: Position) -> Known | None:
    return _best(at, scores(at), False)


@asked("who fewest point/score/chip [have total game]")
def fewest_points(at: Position) -> Known | None:
    return _best(at, scores(at), True)


def _best(at: Position, found: Mapping[Seat, int], lowest: bool) -> Known | None:
    if not found:
        return at.no_such_hand()
    best = leaders(found, lowest)
    points = found[best[0]]
    if len(best) == len(found) and len(found) > 1:
        text = f"All are level at {signed(points)}{at.of_hand}."
        return Known(text, tuple(best), (), False)
    return Known(
        f"{names(best)}, {signed(points)}{at.of_hand}", tuple(best), (by_name(found),) if len(found) > 2 else ()
    )


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
    "many WHO need catch [WHO]",
)
def distance(at: Position) -> Known | None:
    """How far somebody is from the lead, or two are apart."""
    if " from winning " in at.question.plain:
        return None
    found = dict(at.referee.scores)
    best = leaders(found, low(at))
    if len(at.sides) == 2:
        one, two = (found[side] for side in at.sides)
        gap = abs(one - two)
        front = at.sides[0] if (one < two) == low(at) else at.sides[1]
        text = f"{so_many(gap, unit(at))}: {front} is ahead" if gap else "0: they are level"
        return Known(text, (gap,), (by_name({side: found[side] for side in at.sides}),))
    side = at.sides[0] if at.sides else None
    others = {other: points for other, points in found.items() if other not in (best if side is None else (side,))}
    if not others:
        return Known("0: all are level", (0,))
    if side is None or side in best:
        rest = {other: points for other, points in found.items() if other != (side or best[0])}
        second = leaders(rest, low(at))
        gap = abs(found[side or best[0]] - rest[second[0]])
        leader = f"{best[0]}, " if at.question.has("who") else ""
        if not gap:
            return Known(f"Level with {names(second)} in the lead", (0,), (phrases.scores(at.referee),))
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
    if len(at.sides) == 2:
        one, two = (found[side] for side in at.sides)
        return Known(
            "Yes" if one == two else "No", (), (by_name({side: found[side] for side in at.sides}),), one == two
        )
    best = leaders(found, low(at))
    tied = len(best) > 1
    return Known(f"Yes: {names(best)}" if tied else f"No: {best[0]} leads", tuple(best), (by_name(found),), tied)


@asked("winning WHO WHO", "losing WHO WHO", "WHO more/fewest/most point WHO")
def ahead(at: Position) -> Known | None:
    """Whether one player is ahead of another."""
    if not at.question.polar or len(at.sides) != 2:
        return None
    one, two = (at.referee.scores[side] for side in at.sides)
    more = one < two if low(at) and not at.question.has("point") else one > two
    yes = more is not at.question.has("losing", "fewest") and one != two
    return Known("Yes" if yes else "No", (), (by_name({side: at.referee.scores[side] for side in at.sides}),), yes)


@asked("far/many WHO N [WHO point need from until away left reach]")
def from_number(at: Position) -> Known | None:
    """How far somebody is from a number of points."""
    if len(at.question.numbers) != 1 or not at.sides or len(at.sides) > 1:
        return None
    points, number = at.referee.scores[at.sides[0]], at.question.numbers[0]
    if number <= max(points, 13):
        return None
    return Known(f"{number - points:,}", (number - points,), (f"{at.sides[0]} {signed(points)}",))


@asked(
    "many point WHO/who need [win end game reach left go more over]",
    "many point WHO [until till out win game end]",
    "many point left [need win WHO game]",
    "many WHO need [win point game go more reach]",
    "far WHO win/winning/end [game from point WHO]",
    "what WHO need [win game]",
    "many point need win [game]",
    "how long left WHO",
)
def points_needed(at: Position) -> Known | None:
    """How many points are missing to the end of the game."""
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
    if low(at):
        return None
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


@asked("many hand/game win [game take need play match]", "many hand/game need [win take play]", "many game [game]")
def wins_needed(at: Position) -> Known | None:
    """How many hands or games somebody must win."""
    rule = goal(at)
    return rule if rule is None else Known(rule.shown[0] if rule.shown else rule.text)


@asked("game over/end/left", "game [polar go on]", "who game over", "over [game already]", "finish [game]")
def is_over(at: Position) -> Known | None:
    """Whether the game is over."""
    if not at.question.polar:
        return None
    if at.referee.over:
        return Known("Yes", (), (phrases.won(at.referee),), True)
    return Known("No", (), (phrases.awaits(at.referee, besides=False),), False)


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
    "how far play",
    "how long play/game",
)
def goal(at: Position) -> Known | None:
    """What ends the game."""
    if at.meant or at.question.hand.which or at.question.polar:
        return None
    game = at.referee.game
    rule = getattr(game.over, "name", "")
    if not rule or rule not in game.rules:
        rule = next((name for name in ("ends", "game-end", "game-won", "game-over") if name in game.rules), "")
    due = game.hands_at(len(at.referee.seats), at.referee.in_force)
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


# The deal


@asked(
    "who deal [next last first hand turn now WHO start]",
    "what deal next [hand]",
    "deal",
    "who turn deal [next]",
    "who shuffle",
    "deal WHO [turn next]",
    "turn deal [who next]",
    "who last/next deal",
)
def dealer(at: Position) -> Known | None:
    """Who deals the hand that is meant."""
    referee, hand = at.referee, at.current
    if not any(issubclass(kind, Deal) for kind in referee.game.reports):
        return Known(f"Nobody deals in {referee.game.name}.", ("nobody",))
    which = at.question.hand.which
    bare = not which
    if bare and at.question.has("first") and at.hands:
        return Known(f"{at.hands[0].dealer} dealt hand 1.", (at.hands[0].dealer,))
    if bare and at.question.has("last"):
        last = referee.last if not at.going or referee.last is not hand else None
        if last is None:
            return Known("This is the first hand.", ("nobody",))
        return Known(f"{last.dealer} dealt hand {last.number}.", (last.dealer,))
    if referee.over and which in ("", "next", "after next"):
        if bare and at.hands and not at.question.has("next"):
            return Known(f"{at.hands[-1].dealer} dealt the last hand; the game is over.", (at.hands[-1].dealer,))
        return Known("Nobody: the game is over.", ("nobody",))
    number = at.number
    due = referee.game.hands_at(len(hand.seats), referee.in_force)
    if which == "last" and due is not None and " deals " in at.question.plain:
        number = due  # the last of the game, which is still to come
    if bare and (at.question.has("next") or not at.going):
        number = hand.number if not at.going else hand.number + 1
    played = next((other for other in at.hands if other.number == number and other.dealer), None)
    if played is not None and played.dealer:
        if played is hand:
            return Known(f"{played.dealer} deals hand {played.number}.", (played.dealer,))
        return Known(f"{played.dealer} dealt hand {played.number}.", (played.dealer,))
    first = hand.number if not at.going else hand.number + 1
    if number < first:
        return at.no_such_hand()
    if due is not None and number > due and not (referee.game.plays_on and referee.game.plays_on(referee.in_force)):
        return Known(f"Nobody: hand {due} is the last.", ("nobody",))
    following = referee.dealer if not at.going else hand.next_dealer or hand.after(hand.dealer)
    if not referee.game.deal_passes and (at.going or number > first):
        rule = next(
            (name for name in referee.game.rules if name.endswith(("rotation", "deal-alternates")) or name == "dealer"),
            "",
        )
        text = referee.rule_text(rule) if rule else "That depends on how this hand ends."
        return Known(text, ("unknown",))
    who = hand.after(following, number - first)
    return Known(f"{who} deals next." if number == first else f"{who} deals hand {number}.", (who,))


@asked(
    "when WHO deal [next turn]",
    "many hand WHO deal [until left before next]",
    "when turn deal",
    "when deal [turn]",
    "many hand deal [until till before]",
)
def when_deals(at: Position) -> Known | None:
    """In how many hands somebody deals."""
    if len(at.meant) > 1 or not at.referee.game.deal_passes or at.referee.over:
        return None
    hand = at.current
    following = at.referee.dealer if not at.going else hand.next_dealer or hand.after(hand.dealer)
    first = hand.number if not at.going else hand.number + 1
    begins = hand.seats.index(following)
    order = [*hand.seats[begins:], *hand.seats[:begins]]
    deals = {who: number for number, who in enumerate(order, first)}
    if not at.meant:
        return Known(", ".join(f"{who} in hand {number}" for who, number in deals.items()), tuple(order))
    who = at.meant[0]
    if hand.dealer == who and not at.question.has("next"):
        return Known("Now", (0,), (f"{who} deals hand {hand.number}.",))
    return Known(f"Hand {deals[who]}" + (": the next one" if who == following else ""), (deals[who],))


# The turn


@asked(
    "who turn [next now play bid WHO discard draw]",
    "who next/up [play turn go bid act speak move now WHO]",
    "who first/start [go play bid act turn next now move speak out hand trick bet betting]",
    "who go/act/speak/move [next first now turn]",
    "who play/bid [next now turn first]",
    "who wait/waiting [what]",
    "what next/now [happen play go do turn]",
    "what happen [next now]",
    "what do [next now]",
    "turn [WHO now play]",
    "who on [now turn play lead]",
    "what need [next do now enter happen]",
    "what wait/waiting",
    "next WHO [turn play]",
    "what go [next]",
    "who lead next",
    "who play next",
    "who need go/play/bid/act/speak/move/discard/draw [now next first]",
)
def turn(at: Position) -> Known | None:
    """Whose turn it is."""
    if re.search(r" (?:did|has|have|had) (?!to\b)", at.question.plain):
        return None
    if at.question.hand.which not in ("", "this") or (at.question.mine and not at.meant and not at.question.polar):
        return None if at.question.hand.which or at.question.has("need") else _turn(at)
    return _turn(at)


def _turn(at: Position) -> Known | None:
    if at.referee.over and not at.going:
        return Known(_sentence(phrases.won(at.referee)), ("nobody",))
    if at.question.has("first", "start") and at.going and (first := first_player(at)):
        return first
    awaited = at.awaited
    what = phrases.awaits(at.referee, besides=False)
    seats = tuple(dict.fromkeys(seat for seat, _ in awaited))
    if at.question.has("lead") and at.under_way is not None:
        return None
    if at.question.has("bid") and at.question.negated:
        return None
    if at.question.has("bid") and not any("bid" in does for _, does in awaited):
        return Known("Nobody: nobody bids now.", ("nobody",), (what,))
    verbs = list(dict.fromkeys(does for _, does in awaited))
    if len(seats) == 1:
        text = re.sub(r"^[Nn]ext: ", "", what).partition(" Also ")[0].strip()
        alone = text.startswith(f"{seats[0]} ") and ";" not in text
        return Known(text if alone else f"{seats[0]} {' or '.join(verbs[:3])}.", seats, (what,))
    if not seats and at.question.has("start", "first", "open", "lead"):
        return None
    if seats and len(seats) < len(at.current.seats):
        return Known(f"{names(seats)}", seats, (what,))
    return Known(_sentence(what.removeprefix("next: ")), seats, ())


def first_player(at: Position) -> Known | None:
    """Who played or spoke first in the hand in progress."""
    if at.tricks and at.tricks[0].cards:
        first = at.tricks[0].cards[0]
        return Known(f"{first.who}, with {first.card.pretty}", (first.who,))
    return None


def _sentence(text: str) -> str:
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?")) else f"{text}."


@asked(
    "who after WHO [next play turn bid go deal act speak move come comes]",
)
def follower(at: Position) -> Known | None:
    """Who comes after somebody."""
    hand = at.current
    if len(at.question.seats) != 1:
        return None
    step = getattr(hand, "direction", 1)
    step = step if isinstance(step, int) else 1
    who = hand.after(at.question.seats[0], step)
    while who in getattr(hand, "folded", ()) and who != at.question.seats[0]:
        who = hand.after(who, step)
    return Known(f"{who}", (who,))


# Seats


@asked(
    "who WHO leftof/rightof [sit player]",
    "who leftof/rightof [sit player deal me my WHO]",
    "who sit WHO leftof/rightof",
    "who sit next/beside WHO",
    "who sit opposite/across [WHO]",
    "who opposite/across [WHO sit from]",
    "WHO opposite/across/leftof/rightof [sit]",
)
def neighbor(at: Position) -> Known | None:
    """Who sits on somebody's left or right, or opposite."""
    hand, question = at.current, at.question
    named = [seat for seat in at.meant if seat in hand.seats]
    if question.polar and len(named) == 2:
        named = named[1:]
    if not named and question.has("deal") and hand.dealer:
        named = [hand.dealer]
    if not named:
        return None
    who = named[0]
    if question.has("opposite", "across"):
        if len(hand.seats) % 2:
            return Known("Nobody: the seats are uneven.", ("nobody",))
        found: tuple[Seat, ...] = (hand.after(who, len(hand.seats) // 2),)
    elif question.has("leftof", "rightof"):
        found = (hand.after(who, 1 if question.has("leftof") else -1),)
    else:
        found = tuple(dict.fromkeys((hand.after(who, -1), hand.after(who))))
    return Known(names(found), found, (f"clockwise: {', '.join(hand.seats)}",))


@asked(
    "who WHO partner [team]",
    "who partner [WHO play]",
    "who play WHO [partner]",
    "who WHO team",
    "what team [who WHO]",
    "partner WHO",
    "who against [WHO play]",
)
def partner(at: Position) -> Known | None:
    """Who plays with whom."""
    teams = at.referee.names.teams
    if not teams:
        return Known("Nobody: everyone plays alone.", ("nobody",)) if at.question.has("partner", "team") else None
    named = at.meant
    if len(named) == 2:
        same = teams[named[0]] == teams[named[1]]
        return Known("Yes" if same else "No", (), (f"teams: {', '.join(dict.fromkeys(teams.values()))}",), same)
    if named and not at.question.has("against"):
        mates = tuple(seat for seat in at.referee.seats if teams[seat] == teams[named[0]] and seat != named[0])
        return Known(names(mates), mates)
    return Known(", ".join(dict.fromkeys(teams.values())), tuple(at.referee.seats))


@asked(
    "who play/player/sit [game what order]",
    "many player [play game sit]",
    "who",
    "many play",
    "what order player/sit/play [who]",
)
def players(at: Position) -> Known | None:
    """Who plays."""
    if at.meant or not at.question.has("player", "sit", "play", "many") or at.question.hand.which:
        return None
    if at.question.polar or (at.question.has("play") and at.question.has("who") and at.going):
        return None
    seats = at.referee.seats
    if at.question.has("many"):
        return Known(str(len(seats)), (len(seats),), (", ".join(seats),))
    return Known(names(seats), seats)


# Hands


@asked(
    "what/many hand [number play on up go now]",
    "what number hand",
    "what hand [play]",
    "many hand play/been [have far]",
)
def hand_number(at: Position) -> Known | None:
    """Which hand it is, or how many were finished."""
    if at.question.hand.which or at.meant:
        return None
    if (
        at.question.has("many")
        and at.question.has("play")
        and not re.search(r"\b(?:have|has|been|did|played)\b", at.question.plain)
    ):
        return hands_total(at)
    due = at.referee.game.hands_at(len(at.referee.seats), at.referee.in_force)
    of = f" of {due}" if due and at.current.number <= due else ""
    if at.question.has("many") and at.question.has("play", "been"):
        done = at.referee.standing.hands
        going = (f"Hand {at.current.number}{of} is in progress.",) if at.going else ()
        return Known(f"{done} finished" if going else str(done), (done,), going)
    if at.question.has("many") and due:
        return hands_total(at)
    if not at.going:
        return Known(f"Hand {at.current.number}{of} is next.", (at.current.number,))
    return Known(f"Hand {at.current.number}{of}", (at.current.number,))


@asked(
    "many hand left [play game after go more need next]",
    "many hand after",
    "many game left [hand play]",
    "hand left [what]",
    "many more hand [left play go]",
    "many hand most [left play]",
    "most hand left [many]",
    "many left",
)
def hands_left(at: Position) -> Known | None:
    """How many hands are to come."""
    if at.meant or not at.question.has("hand", "game") or at.question.hand.which:
        return None
    hand = at.current
    if not at.question.has("many") and at.referee.over:
        return Known("None: the game is over.", (0,))
    due = at.referee.game.hands_at(len(hand.seats), at.referee.in_force)
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
)
def hands_total(at: Position) -> Known | None:
    """How many hands a game has."""
    due = at.referee.game.hands_at(len(at.referee.seats), at.referee.in_force)
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
    return Known(
        "Yes" if left <= 0 else "No", (), (f"{left} more after it" if left > 0 else f"{due} hands in all",), left <= 0
    )


# Cards


def size_of(at: Position) -> int | None:
    """How many cards each gets in the hand that is meant."""
    hand = at.hand
    if hand is not None and isinstance(size := getattr(hand, "size", None), int) and size:
        return size
    sizes = at.glance("cards each, hand by hand")
    if isinstance(sizes, list):
        return int(sizes[at.number - 1]) if 0 < at.number <= len(sizes) else None
    each = at.glance("cards each")
    if isinstance(each, int):
        return each
    tricks = next((column for column in getattr(at.referee.game, "columns", ()) if column.name == "tricks"), None)
    if (
        hand is not None
        and isinstance(hand, Round)
        and tricks is not None
        and isinstance(total := tricks.total(hand), int)
    ):
        return total
    size = at.referee.in_force.get("hand-size")
    return size if isinstance(size, int) else None


@asked(
    "many card hand/deal/each/start [all who WHO play player]",
    "many card [play all deal]",
    "what size hand",
    "many trick hand/there",
    "many card WHO deal [start]",
    "many trick [hand there play total all]",
    "what size",
    "many trick hand there",
)
def hand_size(at: Position) -> Known | None:
    """How many cards are dealt to each."""
    if at.question.has("trick") and re.search(r"\b(?:has|have|got|took|taken|won|more)\b", at.question.plain):
        return None
    if re.match(r" many (?:is|does|do|for) ", at.question.plain):
        return None  # how much, not how many
    if re.search(r" (?:has|have|holds?) ", at.question.plain) and not at.question.has("deal") and held(at):
        return cards_held(at)
    dealt = (
        at.question.has("deal", "start") or at.question.hand.which or re.search(r" (?:get|now)\b", at.question.plain)
    )
    if (at.meant or at.question.mine) and not dealt:
        return None
    if at.question.has("trick") and not hasattr(at.current, "taken") and size_of(at) is None:
        return None
    if at.hand is None and at.question.hand.which in ("last", "before last"):
        return at.no_such_hand()
    due = at.referee.game.hands_at(len(at.referee.seats), at.referee.in_force)
    size = size_of(at)
    if size is None:
        if due is not None and at.number > due:
            return Known(f"None: hand {due} is the last.", (0,))
        each = at.glance("cards each")
        return Known(f"{each}") if isinstance(each, str) and not at.meant else None
    if at.question.has("trick"):
        return Known(f"{size}{at.of_hand}", (size,))
    return Known(f"{size} each{at.of_hand}", (size,))


def held(at: Position) -> Mapping[Seat, int]:
    """How many cards each holds in the hand in progress, as far as that is counted."""
    told = at.fact("cards")
    if isinstance(told, Mapping) and told:
        return told
    holdings = getattr(at.hand, "holdings", None)
    if isinstance(holdings, Mapping) and holdings:
        try:
            return {seat: len(holding) for seat, holding in holdings.items()}
        except TypeError:
            return {}
    return {}


@asked(
    "many card WHO [hold hand left there play need go get rid in still]",
    "many card left [WHO all hand player each who hold in play]",
    "many card hold [who WHO all hand]",
    "who most/fewest card [hand left hold]",
    "many card who [left hold hand]",
    "many left WHO [card]",
    "what/many WHO hold [card left]",
    "who many card [left all]",
    "many hold [card left]",
    "many card hand [left all]",
)
def cards_held(at: Position) -> Known | None:
    """How many cards players have left."""
    counted = held(at)
    if not counted or at.question.hand.which not in ("", "this"):
        return None
    if at.question.has("most", "fewest"):
        best = leaders(dict(counted), at.question.has("fewest"))
        return Known(f"{names(best)}, {counted[best[0]]}", tuple(best), (by_name(counted),))
    named = {seat: counted[seat] for seat in at.meant if seat in counted}
    if len(named) == 1:
        return Known(str(*named.values()), tuple(named.values()))
    stock: Any = at.fact("stock")
    shown = (f"stock: {stock}",) if isinstance(stock, int) else ()
    if not at.meant and not at.question.has("hand", "hold", "all", "who", "each", "player") and shown:
        return Known(f"{stock} in the stock", (stock,), (by_name(counted),))
    found = named or counted
    if len(set(found.values())) == 1 and not named:
        value = next(iter(found.values()))
        return Known(f"{value} each", (value,), shown)
    return Known(by_name(found), tuple(found.values()), shown)
