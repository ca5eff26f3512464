"""The position for a question: its hand, tricks, reports and players."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from referee.cards import SUIT_NAMES, Card, read_cards
from referee.declared.columns import Round
from referee.game.asks import Macro, at
from referee.game.common_reports import ANY_TIME, House
from referee.game.game import Hand, Table
from referee.kit.messages import together
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat
from referee.table.referee import Referee
from scoresheets.questions.parse import Question, When


@dataclass(frozen=True)
class Known:
    """An answer from the position: a line, its value, yes or no if asked, and the lines that show it.

    ``value`` has seats, numbers or words. A yes-or-no question compares them with what it names.
    """

    text: str
    value: tuple[Any, ...] = ()
    shown: tuple[str, ...] = ()
    yes: bool | None = None  # if the fact itself answers a yes-or-no question


class Played(NamedTuple):
    """A card of a trick, its player and its line."""

    who: Seat
    card: Card
    line: int


@dataclass
class Tricked:
    """A trick: its cards in order and its winner, nobody while it is in progress.

    It has no cards if only its winner was entered.
    """

    cards: list[Played]
    winner: Seat = NOBODY
    line: int = 0
    number: int = 0  # of the first, if several were entered at once
    count: int = 1

    def __str__(self) -> str:
        return ", ".join(f"{played.who} {played.card.pretty}" for played in self.cards)


@dataclass
class Position:
    """A table from the view of a question; ``speaker`` asks, if known."""

    referee: Referee
    question: Question
    speaker: Seat = NOBODY
    _cache: dict[str, Any] = field(default_factory=dict)

    # Which hand

    @cached_property
    def current(self) -> Hand:
        return self.referee.hand

    @cached_property
    def hands(self) -> list[Hand]:
        """The hands played and the one in progress."""
        return self.referee.hands

    @property
    def going(self) -> bool:
        """Whether a hand is in progress."""
        return bool(self.current.dealer)

    @property
    def number(self) -> int:
        """The number of the hand that is meant, even if it is still to come."""
        now = self.current.number if self.going or self.referee.last is None else self.referee.last.number
        when = self.question.hand
        upcoming = self.current.number if not self.going else now + 1
        named = {"next": upcoming, "after next": upcoming + 1, "number": when.number}
        if when.which in ("last", "before last"):
            last = self.referee.last.number if self.referee.last else 0
            return last - (when.number or 1 if when.which == "before last" else 0)
        return named.get(when.which, now)

    @property
    def hand(self) -> Hand | None:
        """The hand that is meant. None if it hasn't been dealt."""
        if self.question.hand.which in ("", "this", "latest"):
            return self.current if self.going or self.referee.last is None else self.referee.last
        return next((hand for hand in self.hands if hand.number == self.number), None)

    @property
    def played(self) -> Hand:
        """The hand that is meant, or the current one if that doesn't exist."""
        return self.hand or self.current

    @property
    def earlier(self) -> bool:
        """Whether a hand before the one in progress is meant."""
        return self.hand is not None and self.hand is not self.current

    @property
    def of_hand(self) -> str:
        """Names the hand of an answer, unless it is the one in progress."""
        return f" (hand {self.hand.number})" if self.hand and self.question.hand.which not in ("", "this") else ""

    def upcoming(self, bare: bool = False) -> Position:
        """The same question, about the next hand if it asks between hands for what is now: also without *now* if bare.

        What was isn't asked for the next hand.
        """
        now = re.search(r" now\b| this (?:hand|round|deal|time|one)\b", self.question.plain)
        past = re.search(r" (?:did|had|was|were) ", self.question.plain) or (self.question.past and not now)
        if self.going or past or not (now or bare) or self.question.hand.which not in ("", "this"):
            return self
        return Position(self.referee, replace(self.question, hand=When("next")), self.speaker)

    def no_such_hand(self) -> Known | None:
        """The answer if the hand that is meant doesn't exist."""
        if self.hand is not None:
            return None
        if self.question.hand.which in ("last", "before last") or self.number < 1:
            return Known(
                "This is the first hand." if self.current.number == 1 else "There was no such hand.", ("none",)
            )
        return Known(f"Hand {self.number} hasn't been played yet.", ("none",))

    def in_hand(self, number: int, question: Question | None = None) -> Position:
        """The same question, or another, about a hand."""
        asked = replace(question or self.question, hand=When("number", number))
        return Position(self.referee, asked, self.speaker)

    # Who

    @property
    def meant(self) -> tuple[Seat, ...]:
        """The players named, or the one who asks."""
        if self.question.seats:
            return tuple(self.question.seats)
        return (self.speaker,) if self.speaker and self.question.mine else ()

    @property
    def everybody_meant(self) -> tuple[Seat, ...]:
        """The players named, with those of a team that is named, and their sides."""
        members = (seat for seat in self.current.seats if self.current.side(seat) in self.meant)
        return tuple(dict.fromkeys((*self.meant, *members, *self.sides)))

    @property
    def sides(self) -> list[Seat]:
        """The sides of the players that are meant."""
        return list(dict.fromkeys(self.current.side(seat) for seat in self.meant))

    def fact(self, *names: str) -> Any:
        """The first of these facts that the game has, for the hand that is meant. None if it has none."""
        hand = self.hand
        if hand is None:
            return None
        for name in names:
            if name in self.referee.game.facts:
                return self.referee.game.facts[name](hand)
        return None

    def value(self, *names: str) -> Any:
        """The first of these facts, or else of these fields of the hand, that is known."""
        facts = (self.fact(name) for name in names)
        fields = (getattr(self.played, name, None) for name in names)
        return next((value for value in (*facts, *fields) if value is not None), None)

    # What was reported

    @cached_property
    def reports(self) -> list[Report]:
        """The reports of the hand that is meant, in order, except changes of house rules."""
        hand = self.hand
        record = next((record for record in reversed(self.referee.records) if record.run.hand is hand), None)
        return [entry.report for entry in record.entries if not isinstance(entry.report, House)] if record else []

    @cached_property
    def tricks(self) -> list[Tricked]:
        """The tricks of the hand that is meant; the last may be in progress."""
        hand = self.hand
        if hand is None or not hasattr(hand, "strength") or not hasattr(hand, "trick"):
            return []
        found: list[Tricked] = []
        under_way: list[Played] = []
        number = 1
        for played in self._cards_and_counts():
            if isinstance(played, Played):
                under_way.append(played)
                if len(under_way) == len(hand.seats):
                    found.append(Tricked(under_way, self.takes(hand, under_way), number=number))
                    under_way, number = [], number + 1
            else:
                count = getattr(played, "tricks", 0)
                if count:
                    found.append(Tricked(under_way, played.who, played.line, number, count))
                    under_way, number = [], number + count
        if under_way:
            found.append(Tricked(under_way, number=number))
        return found

    @property
    def has_tricks(self) -> bool:
        """Whether the game has tricks."""
        hand = self.current
        if isinstance(hand, Round) and not hand.by_cards:
            return any(column.name == "tricks" for column in hand.columns)
        return hasattr(hand, "trick") or self.fact("tricks") is not None

    @property
    def taken(self) -> Mapping[Seat, int]:
        """The tricks that each has taken in the hand that is meant."""
        entered = self.fact("tricks")
        if isinstance(entered, Mapping) and entered:
            return entered
        known = getattr(self.hand, "taken", None)
        return known if isinstance(known, Mapping) else {}

    def _cards_and_counts(self) -> Iterator[Played | Report]:
        """The cards played to tricks and the tricks entered as numbers, in order."""
        hand = self.hand
        assert hand is not None
        by_line: dict[int, list[Played]] = {}
        for card, reports in hand.seen.items():
            for report in reports:
                if type(report).__name__ == "Plays" and report.who:
                    by_line.setdefault(report.line, []).append(Played(report.who, card, report.line))
        for report in self.reports:
            cards = by_line.get(report.line, [])
            if isinstance(report, Macro):
                order = list(getattr(report, "cards", ()))
                yield from sorted(cards, key=lambda played: order.index(played.card) if played.card in order else 0)
            elif report.verb == "takes" and isinstance(getattr(report, "tricks", None), int):
                yield report
            else:
                yield from cards

    @staticmethod
    def takes(hand: Hand, cards: Sequence[Played]) -> Seat:
        """The player who takes a trick with these cards, or would if it ended there."""
        twin: Any = copy.copy(hand)
        twin.trick = [Laid(played.who, played.card) for played in cards]
        strength = [twin.strength(played.card) for played in cards]
        return cards[strength.index(max(strength))].who

    @property
    def trick(self) -> Tricked | None:
        """The trick that is meant. By default, the last complete one."""
        tricks, when = self.tricks, self.question.trick
        done = [trick for trick in tricks if trick.winner]
        if when.which == "this":
            return tricks[-1] if tricks and not tricks[-1].winner else None
        if when.which == "number":
            return next((trick for trick in tricks if trick.number <= when.number < trick.number + trick.count), None)
        return done[-1] if done else None

    @property
    def under_way(self) -> Tricked | None:
        """The trick in progress."""
        return self.tricks[-1] if self.tricks and not self.tricks[-1].winner else None

    @cached_property
    def table(self) -> Table:
        return Table(self.referee.game, len(self.referee.seats), self.referee.in_force)

    def glance(self, begins: str) -> Any:
        """The value in the quick reference whose name begins that way. None if there is none."""
        for glance in self.referee.game.at_a_glance:
            if glance.name.startswith(begins):
                try:
                    return glance.at(self.table)
                except (LookupError, ValueError, TypeError):
                    return None
        return None

    @property
    def awaited(self) -> list[tuple[Seat, str]]:
        """Who is next, and with what."""
        found: dict[tuple[Seat, str], None] = {}
        for ask in self.referee.awaited():
            if ask.verb in ANY_TIME or ask.aside:
                continue
            for seat in ask.seats() or ():
                found[seat, ask.does] = None
        return list(found)


class Laid(NamedTuple):
    """A card in a trick, in the form for comparing the strength of cards."""

    who: Seat
    card: Card


def names(seats: Sequence[Any]) -> str:
    """Players in words."""
    return together([str(seat) for seat in seats])


def players(seats: Sequence[Any], shown: tuple[str, ...] = (), yes: bool | None = None) -> Known:
    """The answer to who did something: these players, or nobody."""
    return Known(names(seats) if seats else "Nobody", tuple(seats) or ("nobody",), shown, yes)


def by_name(value: Mapping[Any, Any]) -> str:
    """Values by player: ``Ann 1, Ben 2``."""
    return ", ".join(f"{who} {signed(amount)}" for who, amount in value.items())


def by_side(hand: Hand, value: Mapping[Any, int]) -> dict[Any, int]:
    """Numbers added up for each side."""
    found: dict[Any, int] = {}
    for who, amount in value.items():
        side = hand.side(who) if who in hand.seats else who
        found[side] = found.get(side, 0) + amount
    return found


def polar(yes: bool, *shown: str) -> Known:
    """Yes or no, and what shows it."""
    return Known("Yes" if yes else "No", (), shown, yes)


def signed(value: Any) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else str(value)


def suit_name(suit: Any) -> str:
    return SUIT_NAMES.get(suit, str(suit))


def line(report: Report) -> str:
    """A report with its line."""
    return f"{report.text} ({at(report)})"


def cards_of(report: Report) -> Iterable[Card]:
    for value in vars(report).values() if hasattr(report, "__dict__") else ():
        if isinstance(value, Card):
            yield value
        elif isinstance(value, tuple):
            yield from (one for one in value if isinstance(one, Card))


def number_of(report: Report) -> int | None:
    for name in getattr(report, "__dataclass_fields__", {}):
        if (
            name not in ("who", "line")
            and isinstance(value := getattr(report, name), int)
            and not isinstance(value, bool)
        ):
            return value
    return None


def after_verb(report: Report) -> str:
    """The part of a report after its verb. All of it if there is none."""
    text = f" {report.text}"
    for verb in (report.verb, *type(report).also):
        if (place := text.find(f" {verb} ")) >= 0:
            rest = text[place + len(verb) + 2 :]
            if rest in SUIT_NAMES:
                return suit_name(rest).capitalize()
            cards = [*cards_of(report)]
            if cards and len(cards) == len(rest.split()):
                return " ".join(card.pretty for card in cards)
            return rest
    return report.text


def value_text(value: Any) -> str:
    if isinstance(value, Card):
        return value.pretty
    if isinstance(value, Mapping):
        return by_name(value)
    if isinstance(value, str):
        named = read_cards(value) if 1 < len(value) < 4 else None
        return named[0].pretty if named and len(named) == 1 and named[0].suit else SUIT_NAMES.get(value, value)
    if isinstance(value, (list, tuple)):
        return " ".join(map(value_text, value)) or "none"
    return "none" if value is None else str(value)
