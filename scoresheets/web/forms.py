"""The parts of a form for tapping: fields, their choices, and their names."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, Literal, NamedTuple

from markupsafe import Markup

from referee.cards import SUIT_SIGNS
from referee.language.reports import Report
from scoresheets.display.plain import visible

TELL = "tell"  # the input with the name of the form
TOPIC = "topic"  # the input with the topic of the form
ADD, DROP = "add ", "drop "  # buttons that add a piece to a field, or remove its last one
HAND = "hand"  # the form for a whole hand, or with a verb behind it the one for that verb of all players
SAID = "said"  # the value of a report without fields
FEW = 24  # numbers to offer as buttons

Place = Literal["now", "hand", "more", "other"]
Given = Sequence[tuple[str, str]]
"""The filled-in values, as pairs of name and value."""


class Unfinished(ValueError):
    """A form that is incomplete: the message says what is missing, and ``given`` is shown again."""

    def __init__(self, sentence: str, given: Given = ()) -> None:
        super().__init__(sentence)
        self.given = tuple(given)


def key_of(kind: type[Report]) -> str:
    """The name of a report in forms, the same for all reports of a game with the same verb."""
    return f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}" + "*" * (kind.speaker == "none")


class Tap(NamedTuple):
    """A button: the word it stands for, how it looks, and how it is read aloud.

    An ``out`` button can't be entered any more. One that isn't ``likely`` would be refused as far as anybody knows.
    """

    value: str
    label: str
    spoken: str = ""
    likely: bool = True
    out: bool = False
    most: int = 1  # how often it can be added to one field
    suit: str = ""  # of a card, or the suit it calls
    mark: bool = False  # the player's bid, when the field asks for tricks

    @property
    def face(self) -> tuple[str, str]:
        """The rank and the sign of a card, otherwise the label."""
        return (self.label[:-1], self.label[-1]) if self.is_card else (self.label, "")

    @property
    def is_card(self) -> bool:
        return bool(self.suit) and self.value[0] != "=" and self.value[:-1] + self.label[-1] == self.label

    @property
    def looks(self) -> str:
        """The CSS classes."""
        shown = (("card", self.is_card), ("unlikely", not self.likely), ("mark", self.mark), ("whole", not self.value))
        return " ".join(filter(None, ("tap", self.suit, *(name for name, so in shown if so))))


@lru_cache(maxsize=4096)
def button(tap: Tap, name: str, *, adds: bool) -> Markup:
    """A button that sends a field with a value, or that ``adds`` a piece to it. Cached, since there are many."""
    rank, sign = tap.face
    spoken = Markup(' aria-label="{}, {}"').format(visible(tap.label), tap.spoken) if tap.spoken else ""
    most = Markup(' data-most="{}"').format(tap.most) if adds and tap.most != 1 else ""
    return Markup('<button type="submit"{} name="{}" value="{}" class="{}"{}{}{}>{}{}</button>').format(
        Markup(" formnovalidate" if adds else ""), f"{ADD if adds else ''}{name}", tap.value, tap.looks, most, spoken,
        Markup(" disabled" if tap.out else ""), visible(rank), Markup("<i>{}</i>").format(sign) if sign else "",
    )  # fmt: skip


@lru_cache(maxsize=512)
def pad(taps: tuple[Tap, ...], name: str, *, adds: bool) -> Markup:
    """The buttons of a field, one after the other."""
    return Markup("\n").join(button(tap, name, adds=adds) for tap in taps)


@lru_cache(maxsize=4096)
def radio(tap: Tap, name: str, *, needed: bool, chosen: bool) -> Markup:
    """A choice of a field, ``chosen`` or not. Cached, since there are many."""
    rank, sign = tap.face
    spoken = Markup(' aria-label="{}, {}"').format(visible(tap.label), tap.spoken) if tap.spoken else ""
    words = (word for word, so in (("checked", chosen), ("disabled", tap.out), ("required", needed)) if so)
    return Markup('<label class="{}"><input type="radio" name="{}" value="{}"{}{}><span>{}{}</span></label>').format(
        tap.looks, name, tap.value, "".join(f" {word}" for word in words), spoken,
        visible(rank), Markup("<i>{}</i>").format(sign) if sign else "",
    )  # fmt: skip


@lru_cache(maxsize=512)
def radios(taps: tuple[Tap, ...], name: str, *, needed: bool, given: str) -> Markup:
    """The choices of a field, one after the other."""
    return Markup("").join(radio(tap, name, needed=needed, chosen=tap.value == given) for tap in taps)


class Suit(NamedTuple):
    """The cards of a suit on a pad. Those without one are a group."""

    suit: str
    sign: str
    taps: tuple[Tap, ...]

    @property
    def likely(self) -> bool:
        return any(tap.likely and not tap.out for tap in self.taps)


def by_suit(taps: Iterable[Tap]) -> list[Suit]:
    """Groups cards by suit, in the given order."""
    groups = itertools.groupby(taps, lambda tap: tap.suit)
    return [Suit(suit, SUIT_SIGNS.get(suit, "★"), tuple(several)) for suit, several in groups]


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing to fill in; ``given`` is its present value."""

    widget: ClassVar[str]
    name: str
    label: str
    needed: bool = True
    given: str = ""

    def tell(self, taps: tuple[Tap, ...]) -> Markup:
        """Buttons that send the form."""
        return pad(taps, self.name, adds=False)

    def add(self, taps: tuple[Tap, ...]) -> Markup:
        """Buttons that add a piece."""
        return pad(taps, self.name, adds=True)


@dataclass(frozen=True, kw_only=True)
class Pick(Field):
    """One of several. If it ``tells``, a tap sends the form. ``columns`` lays cards out as a grid."""

    widget = "pick"
    taps: tuple[Tap, ...]
    more: tuple[Tap, ...] = ()  # choices outside the grid of cards
    tells: bool = False
    columns: int = 0
    folded: bool = False  # the default is usually right
    listed: bool = False  # as a drop-down list, if there are many
    beside: str = ""  # the player's bid, shown next to the name

    def choose(self, taps: tuple[Tap, ...]) -> Markup:
        """Choices for a form that has a button of its own."""
        return radios(taps, self.name, needed=self.needed, given=self.given)

    @property
    def suits(self) -> list[Suit]:
        return by_suit(self.taps)

    @property
    def chosen(self) -> str:
        """The label of the present value."""
        return next((tap.label for tap in self.taps if tap.value == self.given), self.given)


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A number, with steps up and down."""

    widget = "number"
    least: int | None = 0
    most: int | None = None
    step: int = 1


@dataclass(frozen=True, kw_only=True)
class Flag(Field):
    """A checkbox."""

    widget = "flag"


@dataclass(frozen=True, kw_only=True)
class Several(Field):
    """Any number of players."""

    widget = "several"
    taps: tuple[Tap, ...]

    @property
    def those(self) -> list[str]:
        return self.given.split("+") if self.given else []


@dataclass(frozen=True, kw_only=True)
class Pieces(Field):
    """Words collected one by one in the order of tapping: cards, melds, a sum."""

    widget = "pieces"
    taps: tuple[Tap, ...]
    signs: tuple[Tap, ...] = ()  # the separators between cards
    says: tuple[Tap, ...] = ()  # what a card can announce
    columns: int = 0

    @property
    def suits(self) -> list[Suit]:
        return by_suit(self.taps)

    @property
    def last(self) -> int:
        """The number of words in the last piece added: ``build 8`` is one piece."""
        pieces = (tap.value for tap in (*self.taps, *self.signs, *self.says))
        return max((len(piece.split()) for piece in pieces if f" {self.given}".endswith(f" {piece}")), default=1)


@dataclass(frozen=True, kw_only=True)
class Line(Field):
    """A text to type."""

    widget = "line"
    longest: int = 200


@dataclass(frozen=True)
class Group:
    """Fields that belong together. In the whole hand, those of one verb; with ``groups``, those of one player."""

    legend: str
    fields: tuple[Field, ...] = ()
    remark: str = ""
    groups: tuple[Group, ...] = ()

    @property
    def every(self) -> tuple[Field, ...]:
        """Its fields, and those of the groups within."""
        return (*self.fields, *(field for group in self.groups for field in group.every))


@dataclass(frozen=True)
class Form:
    """The form for one report, or for a whole hand."""

    key: str
    title: str
    place: Place
    groups: tuple[Group, ...]
    hidden: tuple[tuple[str, str], ...] = ()
    given: bool = False  # partly filled in
    how: str = ""  # the way to enter it, if there are several
    remark: str = ""  # a short description of the report
    topic: str = ""  # what the values are about; they are kept only for that
    question: str = ""  # the question, in a sentence
    hint: str = ""  # why some of it would be refused
    beside: bool = False  # for another number than those of the form before it

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return tuple(field for group in self.groups for field in group.every)

    @property
    def names(self) -> frozenset[str]:
        """The names of its fields."""
        return frozenset(field.name for field in self.fields)

    @property
    def chip(self) -> str:
        """Its short title."""
        return f"{self.title} {self.how}".strip()

    @property
    def rows(self) -> bool:
        """Whether it has a row for each player."""
        return self.key.partition(":")[0] == HAND

    @property
    def sends(self) -> str:
        """The label of its button."""
        if self.rows:
            return "Score it" if self.key == HAND else "Enter"
        return "Enter" if any(field.needed and not field.given for field in self.fields) else self.title

    @cached_property
    def tells(self) -> bool:
        """Whether a tap on one of its fields sends it."""
        return any(isinstance(field, Pick) and field.tells for field in self.fields)

    @cached_property
    def alone(self) -> bool:
        """Whether one button is the whole form, so that an accidental tap loses nothing."""
        return not self.shown and not self.tells and self.place != "other"

    @cached_property
    def shown(self) -> int:
        """The number of fields that aren't folded."""
        return sum(not (isinstance(field, Pick) and field.folded) for field in self.fields)
