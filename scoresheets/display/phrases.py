"""Points, totals, what is awaited and who has won, in words: the same at the prompt, on a sheet and on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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


def moved(lines: Iterable[Line], players: Sequence[str] = ()) -> Iterator[str]:
    """What each player won or lost, and then each account, with the categories it came from."""
    for who, booked in sorted(by_who(lines).items(), key=lambda entry: entry[0] not in players):
        total = sum(line.points for line in booked)
        if len(booked) == 1 and booked[0].because:
            yield f"{who} {total:+d}  {booked[0].category}: {booked[0].because}"
        else:
            yield f"{who} {total:+d}  {', '.join(components(booked))}"


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
    """The score of every player or team, and what lies in other accounts."""
    return ", ".join((scores(referee), *accounts(referee)))


def scores(referee: Referee) -> str:
    """The score of every player or team."""
    return ", ".join(f"{side} {points}" for side, points in referee.scores.items())


def accounts(referee: Referee) -> list[str]:
    """What lies in accounts that are nobody's score: ``pot 15``."""
    known = referee.scores
    return [f"{name} {chips}" for name, chips in referee.accounts.items() if name not in known and chips]


def now(referee: Referee) -> str:
    """How the play stands in the hand in progress, where the game has something to say of it."""
    return " · ".join(facts_now(referee))


def facts_now(referee: Referee) -> list[str]:
    """The same, fact by fact."""
    hand = referee.hand
    return [*hand.game.now(hand)] if hand.game.now and hand.dealer else []


def awaits(referee: Referee, *, besides: bool = True) -> str:
    """What may come next, the likeliest first, and what may be said ``besides``.

    As in ``next: Ben plays; or anyone takes``.
    """
    if referee.over and not referee.hand.dealer:
        return won(referee)
    asks = referee.asks()
    said = clauses(coming(asks if besides else [(hand, ask) for hand, ask in asks if not ask.aside]))
    if said:
        return f"next: {'; or '.join(said)}"
    return "nothing is awaited" if besides else awaits(referee)


def given_up(who: Seat, referee: Referee) -> str:
    """What it comes to that somebody concedes."""
    if referee.over:
        return f"{who} gives up, which ends the game"
    return f"{who} gives up and can't win any more; the score stays, and the others play on"


def dropped(referee: Referee) -> str:
    """What counts for nothing if the table stops now, in words; "" where nothing is lost."""
    hand = referee.hand
    if referee.over or not hand.dealer or referee.whole:
        return ""
    lost = (line for line in hand.lines if line.category not in referee.game.outlasts and line.hand == hand.number)
    brought = [f"{who} {sum(line.points for line in lines):+d}" for who, lines in by_who(lost).items()]
    stood = [said for said in (", ".join(brought), now(referee)) if said]
    return f"hand {hand.number} isn't finished and counts for nothing" + (f": {' · '.join(stood)}" if stood else "")


def won(referee: Referee) -> str:
    """Who has won, in words; of a game that was broken off who was ahead."""
    best = referee.ahead()
    alone = len(best) == 1 and "+" not in best[0]
    if referee.broken_off:
        hands = referee.standing.hands
        if not hands:
            return "the game is broken off before a hand was finished, so nobody has won"
        ahead = f"; {together(best)} {'was' if alone else 'were'} ahead" if best and len(referee.sides) > 1 else ""
        return f"the game is broken off after {hands} {'hand' if hands == 1 else 'hands'}, so nobody has won{ahead}"
    if not best:
        return "the game is over, and nobody has won"
    return f"the game is over: {together(best)} {'has' if alone else 'have'} won"


def to_confirm(hands: Sequence[int]) -> str:
    """Which hands another player must still confirm."""
    numbers = ", ".join(map(str, hands))
    return f"hand {numbers} isn't confirmed yet" if len(hands) == 1 else f"hands {numbers} aren't confirmed yet"


# What a house plays otherwise


def shown(value: Any) -> str:
    """The value of a house rule."""
    return "none" if value is None else str(value)


Changes = Mapping[str, tuple[Any, Any]]
"""Options of a house by their names, with what they were and what they are."""


def changes(house: Mapping[str, Any], book: Mapping[str, Any]) -> Changes:
    """What a house has otherwise than the book, besides rules of its own."""
    return {name: (book[name], value) for name, value in house.items() if name in book and value != book[name]}


def other_values(changed: Changes, before: str = "standard") -> str:
    """The options that were changed, without the rules that are struck out: ``nought=5 (standard: 10)``."""
    return ", ".join(_other_value(name, was, now, before) for name, (was, now) in changed.items() if name != WITHOUT)


def _other_value(name: str, was: Any, now: Any, before: str) -> str:
    if is_own(name):
        return f"rule {bare_name(name)}: {now.priced if now else 'no longer'}"
    return f"{name}={shown(now)} ({before}: {shown(was)})"


def other_rules(game: Game[Any], changed: Changes) -> str:
    """The rules that were struck out or come back, as a marked line: ``not played: bid-range, lead-order``."""
    was, now = (struck_in({WITHOUT: value}) for value in changed.get(WITHOUT, (None, None)))
    gone = [struck(rule) for rule in game.rules if rule in now - was]
    back = [rule for rule in game.rules if rule in was - now]
    said = ((f"not played: {', '.join(gone)}", gone), (f"played again: {', '.join(back)}", back))
    return "; ".join(text for text, rules in said if rules)


def rule_said(game: Game[Any], rule: str, players: int, house: Mapping[str, Any]) -> str:
    """The sentence of a rule at a table of a house, marked where that strikes it out."""
    sentence = game.said(rule, players, house)
    return not_here(sentence) if rule in struck_in(house) else sentence
