"""Players, seats and teams."""

from __future__ import annotations

from referee.language.words import Seat
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, names, polar


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


@asked("partner opposite/across/face/facing [all other sit]")
def partners_opposite(at: Position) -> Known | None:
    """Whether partners sit opposite each other."""
    if not at.question.polar or at.meant:
        return None
    teams = dict.fromkeys(at.referee.names.teams.values())
    return polar(True, f"teams: {', '.join(teams)}") if teams else Known("No: everyone plays alone.", (), (), False)


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
        return polar(same, f"teams: {', '.join(dict.fromkeys(teams.values()))}")
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
