"""Points, totals, turns and winners in words: the same at the prompt, on a sheet and on the board."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.game.findings import Line
from referee.game.game import Game, struck_in
from referee.game.ruleset import WITHOUT
from referee.kit.messages import together
from referee.language.words import Seat
from referee.rules.custom import bare_name, is_own
from referee.table.legal import coming
from referee.table.next_report import clauses
from referee.table.referee import Referee
from scoresheets.display.plain import not_here, struck


def handed_over(referee: Referee) -> Iterator[str]:
    """The seats that were taken over, from which hand on."""
    for number, who, whom in referee.handed_over:
        yield f"from hand {number} on, {who} replaces {whom} and takes over the score"


def sentence(text: str, names: Collection[str] = ()) -> str:
    """A clause as a sentence: a capital, unless it begins with a name, and a full stop."""
    if not text:
        return ""
    first = text.split()[0].rstrip(",:'’s") if names else ""
    return ended(text if first in names else text[0].upper() + text[1:])


def breach(name: str) -> str:
    """The name of a finding, before a sentence that names the player: ``Revoke``."""
    return name.replace("-", " ").capitalize()


def breach_by(name: str, who: str) -> str:
    """A finding with its player: ``Revoke by Ann``."""
    return f"{breach(name)} by {who}"


def ended(text: str) -> str:
    """A clause with a full stop, unless it ends like a sentence."""
    return text if text.endswith((".", "!", "?", ":", "…")) else f"{text}."


def moved(lines: Iterable[Line], players: Sequence[str] = ()) -> Iterator[str]:
    """What each player won or lost, and then each account, with the categories it came from.

    Points booked outside of hands, such as those that a match clears, are told apart.
    """
    booked_for: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        booked_for.setdefault((line.who, "" if line.hand else line.category), []).append(line)
    for (who, _), booked in sorted(booked_for.items(), key=lambda entry: entry[0][0] not in players):
        total = sum(line.points for line in booked)
        yield f"{who} {total:+d}  {_what_for(booked)}"


FEW = 3
"""Reasons for one kind of points to name; if there are more, only the kind is named."""


def _what_for(booked: Sequence[Line]) -> str:
    """Where points came from: the reasons for points of one kind, otherwise each kind, with the reason for a loss."""
    sums: dict[str, int] = {}
    for line in booked:
        sums[line.category] = sums.get(line.category, 0) + line.points
    reasons = [*dict.fromkeys(line.because for line in booked if line.because)]
    if len(sums) == 1:
        (category,) = sums
        if len(reasons) == 1 and re.fullmatch(rf"\d+ {re.escape(category)}", reasons[0]):
            return reasons[0]
        return f"{category}: {', '.join(reasons)}" if 0 < len(reasons) <= FEW else category
    lost = [line for line in booked if line.points < 0]
    last = lost[0] if len(lost) == 1 and lost[0].because and str(-lost[0].points) not in lost[0].because else None
    if last:
        sums[last.category] = sums.pop(last.category)  # to the end
    kinds = ", ".join(f"{category} {points:+d}" for category, points in sums.items())
    return f"{kinds}: {last.because}" if last else kinds


def by_who(lines: Iterable[Line]) -> dict[str, list[Line]]:
    by_side: dict[str, list[Line]] = {}
    for line in lines:
        by_side.setdefault(line.who, []).append(line)
    return by_side


def components(lines: Iterable[Line]) -> list[str]:
    """Points by category, in words: ``lead 7``, ``trick 8``."""
    sums: dict[str, int] = {}
    for line in lines:
        sums[line.category] = sums.get(line.category, 0) + line.points
    return [f"{category} {points}" for category, points in sums.items()]


def totals(referee: Referee) -> str:
    """The score of every player or team, and what is in other accounts."""
    return ", ".join((scores(referee), *accounts(referee)))


def scores(referee: Referee) -> str:
    """The score of every player or team."""
    return ", ".join(f"{side} {points}" for side, points in referee.scores.items())


def accounts(referee: Referee) -> list[str]:
    """Accounts that aren't a player's score: ``pot 15``."""
    known = referee.scores
    return [f"{name} {chips}" for name, chips in referee.accounts.items() if name not in known and chips]


def now(referee: Referee) -> str:
    """The state of the hand in progress, if the game describes one: ``10 cards · bids 2, 8 left``."""
    return " · ".join(facts_now(referee))


GAMES = "games"
"""The fact that has the games won in a match."""


def facts_now(referee: Referee) -> list[str]:
    """The same, fact by fact, after the games won in a match."""
    hand = referee.hand
    games = referee.fact(GAMES) if GAMES in referee.game.facts and not referee.over else None
    won = (
        [f"{GAMES}: {', '.join(f'{side} {number}' for side, number in games.items())}"]
        if isinstance(games, Mapping) and games
        else []
    )
    about = hand.game.now if hand.dealer else hand.game.before_deal if not referee.over else None
    return [*won, *(about(hand) if about else ())]


def awaits(referee: Referee, *, besides: bool = True) -> str:
    """What comes next, the likeliest first, and what else can be entered ``besides``.

    As in ``Next: Ben bids. You can also enter the upcard or trumps.``
    """
    if referee.over and not referee.hand.dealer:
        return game_over(referee)
    due, others = clauses(coming(referee.asks()))
    if not due and not others:
        return "Nothing is left to enter."
    if not due:
        return f"Next: {'. Or '.join(others)}."
    text = f"Next: {'. Or '.join(due)}."
    return f"{text} {_also(others)}" if besides and others else text


MOST_OTHERS = 2
"""Optional reports to name beside the one that is due. `legal` lists more."""


def _also(others: Sequence[str]) -> str:
    """The optional reports: a few by name, or how to list them if there are many."""
    if len(re.split(r", | or ", " or ".join(others))) > MOST_OTHERS:
        return "To see what else you can enter, type `legal`."
    typed = [other for other in others if other.startswith(("enter ", "type "))]
    done = [other for other in others if other not in typed]
    said = [f"Also possible: {', or '.join(done)}."] if done else []
    return " ".join([*said, f"You can also {', or '.join(typed)}."] if typed else said)


def given_up(who: Seat, referee: Referee) -> str:
    """What happens when ``who`` concedes."""
    if referee.over:
        return f"{who} gives up. That ends the game."
    return f"{who} gives up and can no longer win. {who}'s score stays, and the others play on."


def dropped(referee: Referee) -> str:
    """What is lost if the table stops now, in words. "" if nothing is."""
    hand = referee.hand
    if referee.over or not hand.dealer or referee.whole:
        return ""
    lost = (line for line in hand.lines if line.category not in referee.game.outlasts and line.hand == hand.number)
    sums = {who: sum(line.points for line in lines) for who, lines in by_who(lost).items()}
    brought = [f"{who} {points:+d}" for who, points in sums.items() if points]
    return "This hand isn't finished, so it doesn't count." + (f" Left out: {', '.join(brought)}." if brought else "")


def won(referee: Referee) -> str:
    """The winners, in words. For a game that stopped early, who was ahead."""
    best = referee.ahead()
    alone = len(best) == 1 and "+" not in best[0]
    if referee.broken_off:
        hands = referee.standing.hands
        if not hands:
            return "Stopped early: no winner."
        ahead = f" {together(best)} {'was' if alone else 'were'} ahead." if best and len(referee.sides) > 1 else ""
        ahead = " Everybody had the same score." if 1 < len(referee.sides) == len(best) else ahead
        return f"Stopped early after {hands} {'hand' if hands == 1 else 'hands'}: no winner.{ahead}"
    if not best:
        return "The game is over: nobody wins."
    if 1 < len(best) == len(referee.sides):
        return f"{together(best)} tie!"
    return f"{together(best)} {'wins' if alone else 'win'}!"


def game_over(referee: Referee) -> str:
    """The same below other lines, where it could be read as the result of one of them."""
    text = won(referee)
    return f"Game over. {text}" if text.endswith("!") else text


def to_confirm(hands: Sequence[int]) -> str:
    """The hands that another player must still confirm."""
    numbers = ", ".join(map(str, hands))
    return f"Hand {numbers} isn't confirmed yet." if len(hands) == 1 else f"Hands {numbers} aren't confirmed yet."


# What a house plays differently


def shown(value: Any) -> str:
    """The value of a house rule."""
    return "none" if value is None else str(value)


Changes = Mapping[str, tuple[Any, Any]]
"""Options of a house by name, with their old and new values."""


def changes(house: Mapping[str, Any], book: Mapping[str, Any]) -> Changes:
    """The options of a house that differ from the standard rules, except custom rules."""
    return {name: (book[name], value) for name, value in house.items() if name in book and value != book[name]}


def other_values(changed: Changes, before: str = "standard") -> str:
    """The options that were changed, except dropped rules: ``made=5 (standard: 10)``."""
    return ", ".join(_other_value(name, was, now, before) for name, (was, now) in changed.items() if name != WITHOUT)


def _other_value(name: str, was: Any, now: Any, before: str) -> str:
    if is_own(name):
        return f"rule {bare_name(name)} " + (f"({now.priced.removesuffix('.')})" if now else "no longer")
    return f"{name}={shown(now)} ({before}: {shown(was)})"


def other_rules(game: Game[Any], changed: Changes) -> str:
    """The rules that were dropped or restored, as a marked line: ``not played: bid-range, lead-order``."""
    was, now = (struck_in({WITHOUT: value}) for value in changed.get(WITHOUT, (None, None)))
    gone = [struck(rule) for rule in game.rules if rule in now - was]
    back = [rule for rule in game.rules if rule in was - now]
    said = ((f"not played: {', '.join(gone)}", gone), (f"played again: {', '.join(back)}", back))
    return "; ".join(text for text, rules in said if rules)


def rule_in_words(game: Game[Any], rule: str, players: int, house: Mapping[str, Any]) -> str:
    """A rule's sentence under a house, marked if the house drops the rule."""
    sentence = game.said(rule, players, house)
    return not_here(sentence) if rule in struck_in(house) else sentence
