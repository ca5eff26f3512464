"""What a typed line can be read as in the position: a player, a report, plain speech."""

from __future__ import annotations

from referee.entry.shorthand import Several, read
from referee.entry.spoken.clauses import values_named
from referee.entry.spoken.readings import ways
from referee.language.reports import is_value
from referee.language.words import ParseError, Seat
from referee.table.referee import Referee


def player(text: str, referee: Referee) -> Seat | None:
    """The player if a text is nothing but a player's name."""
    return referee.names.whole(text.strip(" .!,"))


def is_report(text: str, referee: Referee) -> bool:
    """Whether a text is a report or shorthand for one: numbers, cards and letters rather than words."""
    try:
        return bool(referee.vocabulary.read(text, referee.hand))
    except ParseError:
        pass
    short = all(len(word) < 3 or is_value(word) for word in text.split())
    return short and (all(map(is_value, text.split())) or is_speech(text, referee))


def is_speech(text: str, referee: Referee) -> bool:
    """Whether a text is plain speech for a report, possible now or not."""
    try:
        return read(text, referee) is not None
    except Several:
        return True


def is_possible(text: str, referee: Referee) -> bool:
    """Whether a text is plain speech for a report that is possible now."""
    try:
        meant = read(text, referee)
    except Several:
        return True
    return meant is not None and referee.can(meant.text).accepted


def is_phrase(text: str, referee: Referee) -> bool:
    """Whether a text is a phrase of the game."""
    return next((not way.far for way in ways(text, referee)), False)


def says_zero(text: str, referee: Referee) -> bool:
    """Whether a text says that somebody has none of what is due, allowed or not."""
    values = values_named(text, referee)
    return len(values) == 1 and values[0][0] in referee.next()


def completes_hand(text: str, referee: Referee) -> bool:
    """Whether a text has everything that a hand needs to be complete, and would be accepted."""
    from referee.entry.spoken.clauses import clauses

    hands = referee.standing.hands
    with referee.trial():
        for part in clauses(text, referee) or [text]:
            try:
                meant = read(part, referee)
            except Several:
                return False
            reports = [report.text for report in meant.entered] if meant else [part]
            if not all(referee.hear(report).accepted for report in reports):
                return False
        return referee.standing.hands > hands
