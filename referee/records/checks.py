"""The ``=`` lines of a record, compared with the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.cards import read_cards
from referee.game.findings import Finding
from referee.language.words import Names, ParseError, Seat, Seats, Word, Words, folded
from referee.table.referee import Referee

ABOUT = ("hand", "next", "winner", "dealer", "over", "not", "finding")
"""What a check can be about, besides players and the facts of the game."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_TEN = re.compile(r"(?<![^\W_])T(?![^\W_])", re.IGNORECASE)  # the rank ten is also written this way


def differs(referee: Referee, text: str, column: int, findings: Sequence[Finding]) -> str | None:
    """Returns the actual value if a check is wrong, None if it is right.

    ``findings`` are those of the last accepted report. Raises ParseError if the check can't be parsed.
    """
    words = Words(text, column)
    if not words:
        raise words.unread("nothing is checked here")
    first = words.list[0]
    about = "" if first.quoted else first.text.lower()
    if _names_an_owner(referee, words):
        return _unlike(_values(referee, words, referee.names.owners), _owned(referee))
    words.at = 1
    following = words.next
    if about == "hand" and len(words.list) == 2 and following and following.text.isdigit():
        return _other(referee, words.rest(), referee.fact("hand"))
    if about == "hand":
        if referee.last is None:
            raise words.unread("no hand has been finished yet")
        nothing = dict.fromkeys(referee.last.sides, 0)  # players who sat out may be named with 0
        return _unlike(_values(referee, words), nothing | referee.hand_scores())
    if about in ("next", "winner", "dealer"):
        return _others(referee, about, _named(referee, words))
    if about == "over" or (about == "not" and following and following.text.lower() == "over"):
        words.at = 2 if about == "not" else 1
        if words:
            word = words.take()
            raise words.unread(f"{word.text!r} can't be checked here", word=word)
        return None if referee.over == (about == "over") else "over" if referee.over else "not over"
    if about == "finding":
        return _not_found(referee, words, findings)
    return _other_fact(referee, words, first)


# Names and values


def _groups(words: Words, apart: str = ",") -> Iterator[list[Word]]:
    """Splits the words at commas, or at another separator."""
    group: list[Word] = []
    while words.at < len(words.list):
        word = words.list[words.at]
        words.at += 1
        text = word.text if apart == "," else folded(word.text)
        if text != apart or word.quoted or not (group or apart == ","):
            group.append(word)
        elif group:
            yield group
            group = []
        else:
            raise words.unread("a name is missing here", word=word)
    if group:
        yield group
    elif apart != ",":
        raise words.unread("a name is missing here")


def _joined(group: Sequence[Word]) -> Word:
    """A name of several words, quoted or not, as one word."""
    if len(group) == 1:
        return group[0]
    text = " ".join(f'"{word.text}"' if word.quoted else word.text for word in group)
    return Word(text, group[0].column)


def _owned(referee: Referee) -> Mapping[Any, int]:
    """The scores. If they are chips, also the other accounts."""
    others = {account: referee.accounts.get(account, 0) for account in referee.names.accounts}
    return {**others, **referee.scores}


def _names_an_owner(referee: Referee, words: Words) -> bool:
    """Whether the first word of a check is a player or an account. A mere prefix counts only if a number follows."""
    first, names = words.list[0], referee.names.ever
    if first.quoted or names.whole(first.text):
        return True
    about = first.text.lower() in (*ABOUT, *map(str.lower, referee.game.facts))
    if not about and referee.names.owners.whole(first.text):
        return True
    if about and not names.sizes:
        return False
    group = next(_groups(words))
    words.at = 0
    name = _joined(group[:-1] or group)
    if names.whole(name.text):
        return True
    if about:
        return False
    if "+" in name.text:
        return True
    return len(names.begins(name.text)) == 1 and bool(_NUMBER.fullmatch(group[-1].text))


def _side(referee: Referee, words: Words, name: Word, names: Names | None = None) -> Seat:
    """The player or the team with that name; raises ParseError."""
    group = (names or referee.names.ever).group(words, name)
    if len(group) == 1:
        return group[0]
    sides = {referee.hand.side(seat) for seat in group}
    if len(sides) > 1:
        raise words.unread(f"{' and '.join(group)} aren't a team", word=name)
    return sides.pop()


def _values(referee: Referee, words: Words, names: Names | None = None) -> dict[Seat, str]:
    """Parses ``Ann 20, Ben -10``: a value for each name."""
    values: dict[Seat, str] = {}
    for group in _groups(words):
        side = _side(referee, words, _joined(group[:-1] or group), names)
        if len(group) < 2:
            raise words.unread(f"a value for {side} is missing", word=group[0])
        values[side] = group[-1].text
    return values


def _named(referee: Referee, words: Words, apart: str = ",") -> Seats:
    """Parses players or teams, separated by commas or another word. Empty for *nobody*."""
    seats: list[Seat] = []
    for group in _groups(words, apart):
        name = _joined(group)
        if folded(name.text) not in ("nobody", "none") or referee.names.ever.whole(name.text):
            seats.append(_side(referee, words, name))
    return tuple(seats)


# Comparing


def _unlike(said: Mapping[Seat, str], actual: Mapping[Any, Any]) -> str | None:
    """The actual values of the players whose value is wrong, None if all are right. A partner stands for the team."""
    wrong = {}
    for seat, value in said.items():
        side: Any = seat
        if seat not in actual:
            side = next((name for name in actual if seat in str(name).split("+")), seat)
        if not _same(value, actual.get(side)):
            wrong[side] = actual.get(side)
    return ", ".join(f"{side} {shown(value)}" for side, value in wrong.items()) or None


def _others(referee: Referee, about: str, named: Seats) -> str | None:
    seats = [referee.dealer]
    if about != "dealer":
        seats = referee.next() if about == "next" else referee.ahead()
    sides = {referee.hand.side(seat) for seat in named} if about == "winner" else set(named)
    return None if sides == set(seats) else ", ".join(seats) or "nobody"


def _not_found(referee: Referee, words: Words, findings: Sequence[Finding]) -> str | None:
    name = words.take().text.lower()
    one_of = any(folded(word.text) == "or" and not word.quoted for word in words.list[words.at + 1 :])
    who = {*_named(referee, words, "or" if one_of else ",")}

    def is_so(finding: Finding) -> bool:
        if name not in finding.name.split(" or "):
            return False
        if len(finding.suspects) > 1:
            return not who or (one_of and who == {*finding.suspects})
        return not who or (not one_of and bool(who & {*finding.suspects, *map(referee.hand.side, finding.suspects)}))

    if any(map(is_so, findings)):
        return None
    return ", ".join(f"{finding.name} {finding.who}" for finding in findings) or "no finding"


def _other_fact(referee: Referee, words: Words, first: Word) -> str | None:
    try:
        value = referee.fact(re.sub(r"-t$", "-10", first.text.lower()))
    except KeyError:
        known = [*referee.game.facts, *referee.names.accounts]
        raise words.unread(f"this game has no fact {first.text}", known[:8], first) from None
    rest = words.list[1:]
    if isinstance(value, Mapping) and value and value.keys().isdisjoint(referee.names.ever.everybody):
        return _of_a_place(referee, words, value)
    if isinstance(value, Mapping):
        if len(rest) == 1 and _NUMBER.fullmatch(rest[0].text):  # of all players together
            return _other(referee, rest[0].text, sum(number for number in value.values() if isinstance(number, int)))
        return _unlike(_values(referee, words), value)
    if isinstance(value, (list, tuple)) and all(name in referee.names.ever.everybody for name in value):
        if len(rest) == 1 and _NUMBER.fullmatch(rest[0].text):
            return _other(referee, rest[0].text, len(value))
        return None if _named(referee, words) == tuple(value) else ", ".join(value) or "nobody"
    return _other(referee, words.rest(), value)


def _of_a_place(referee: Referee, words: Words, value: Mapping[str, Any]) -> str | None:
    """Parses and compares ``at d3 Ben``: a value for a place on a board."""
    place = words.take()
    if place.text.lower() not in value:
        raise words.unread(f"there is no {place.text} here", word=place)
    if not words:
        raise words.unread(f"what should {place.text} be?", word=place)
    actual = value[place.text.lower()]
    if actual == "nobody" or actual in referee.names.ever.everybody:
        named = _named(referee, words)
        same = (
            not named if actual == "nobody" else len(named) == 1 and actual in (named[0], referee.hand.side(named[0]))
        )
        return None if same else str(actual)
    return _other(referee, words.rest(), actual)


def _other(referee: Referee, text: str, actual: Any) -> str | None:
    """Compares a single value. If it is a player, a prefix of the name is enough."""
    names = referee.names.ever
    if isinstance(actual, str) and actual in names.everybody:
        called = [names.whole(text.strip().strip('"'))]
        begun = names.begins(text) if called == [None] else called
        text = str(begun[0]) if len(begun) == 1 else text
    if actual is None and folded(text.strip()) == "nobody":
        return None
    return None if _same(text, actual) else shown(actual) or "nothing"


def _same(text: str, actual: Any) -> bool:
    """Whether a value is the expected one, in any spelling."""
    return (isinstance(actual, str) and text == actual) or plain(text) == plain(actual)


def plain(value: Any) -> str:
    """A value in the form used for comparing: without case, a plus sign or leading zeros."""
    if type(value) is int:
        return str(value)
    if isinstance(value, str) and value.isdecimal() and value[0] != "0" and value.isascii():
        return value
    text = _TEN.sub("10", shown(value).strip().strip('"'))
    if _NUMBER.fullmatch(text):
        return str(int(text))
    groups = [read_cards(word) for word in re.split(r"[\s,]+", text)]
    return " ".join(sorted(card.text for cards in groups for card in cards or ())) if all(groups) else folded(text)


def shown(value: Any) -> str:
    """A value as a check would write it."""
    if isinstance(value, str):
        return str(value)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {shown(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(part) for part in value)
    return str(value)


__all__ = ["ParseError", "differs", "plain", "shown"]
