"""Reports and their text: how the fields of a report are parsed and written.

A report is a frozen dataclass (see `Report`). Its name is the verb, its fields are the arguments, and their types say
how they are parsed. A type of a game's own has a static ``read(words, reader)``, a ``metavar`` and a ``__str__``. Each
class is compiled once into a `Shape`. Lines, words and names are in `referee.language.words`; everything in the
notation can be imported from here.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, MISSING, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple, NewType, Protocol, Self, dataclass_transform

from referee.cards import UNKNOWN, Card, Cards, Pack, Rank, Suit, read_cards, read_rank, read_suit
from referee.language.synonyms import acts_like, card_for, number_for, stems
from referee.language.words import (  # fmt: skip
    LONGEST_LINE,
    NOBODY,
    Ambiguous,
    Instead,
    Names,
    OtherForm,
    ParseError,
    Piece,
    Seat,
    Seats,
    UnknownWord,
    Word,
    Words,
    either,
    folded,
    name_fault,
    nearest,
    pieces,
    quoted,
    so_many,
    so_often,
    text_fault,
)

Groups = tuple[Cards, ...]
"""Cards in groups, separated by commas."""

Blind = NewType("Blind", Cards)
"""Cards, some of which may be unknown (``?``)."""

Signed = NewType("Signed", int)
"""A number that is written with its sign."""

Text = NewType("Text", str)
"""The words up to the end of the report, exactly as typed."""

LONGEST_NUMBER = 9  # digits, in a single number or in each term of a sum
MOST = 10**LONGEST_NUMBER - 1


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Frozen:
    """Makes every subclass a frozen dataclass."""

    def __init_subclass__(cls, **words: Any) -> None:
        super().__init_subclass__(**words)
        dataclass(frozen=True)(cls)


class Report(_Frozen):
    """What somebody at the table says happened. Each verb of a game is a subclass.

    ``who`` is the player, "" if nobody is named. ``line`` is its line number, and ``text`` the report written in full.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    >>> ruling = table.hear("deal Ann")
    >>> bid = table.legal("Ben", "bids")[3]
    >>> bid.who, bid.verb, bid.tricks, bid.text
    ('Ben', 'bids', 3, 'Ben bids 3')

    A subclass is named after its verb (``TakesPile`` is *takes pile*) unless ``verb`` is given. Its fields are the
    arguments: positional ones in order, keyword-only ones introduced by their name, a keyword-only bool as a flag.
    ``speaker`` says where WHO goes: before the verb, after it, or nowhere.

    ``labels`` has players' words for arguments whose names don't say it: ``{"what": "points left in hand"}``. A word
    after the name is for one way to enter it (``"what cards"``), a value for one choice (``"kind=red"``).

    ``limits`` has the highest number of an argument, if its type is no range and ``options`` doesn't list every number:
    a number, or a function ``(hand, seat)`` that returns one, or None if there is no limit. A form goes no higher.
    Only the rules refuse anything.
    """

    who: Seat = field(default=NOBODY, kw_only=True)
    line: int = field(default=0, kw_only=True, compare=False)

    verb: ClassVar[str] = ""
    also: ClassVar[tuple[str, ...]] = ()  # other ways to say the verb
    speaker: ClassVar[Literal["before", "after", "none"]] = "before"
    several: ClassVar[bool] = False  # WHO may be a group of players
    team: ClassVar[bool] = False  # WHO is a team, in games with teams
    absent: ClassVar[bool] = False  # WHO and WHOM may have left the table
    accounts: ClassVar[bool] = False  # WHO and WHOM may be an account that holds chips
    new: ClassVar[bool] = False  # WHO isn't at the table yet
    bare: ClassVar[bool] = False  # only ranks matter: a bare rank isn't given a suit
    sampled: ClassVar[bool] = False  # ``options`` lists only some, because there are very many
    verbless: ClassVar[bool] = False  # a number can stand in for the verb: ``Ann 12``
    behind: ClassVar[bool] = False  # listed after everything else that is possible, and meant only if nothing else fits
    adds: ClassVar[bool] = False  # a number adds to those before: ``takes 2`` after ``takes 1`` makes three
    by_turns: ClassVar[bool] = False  # made in turn, so a row may end before everybody has spoken
    once_a_game: ClassVar[bool] = False  # each player makes it only once in a game
    as_said: ClassVar[str] = ""  # how players say it, if that isn't the verb: ``takes tricks``
    question: ClassVar[str] = ""  # how the table asks one player: ``{who}, your bid?``
    of_all: ClassVar[str] = ""  # how the table asks everybody at once: ``Who took how many tricks?``
    labels: ClassVar[Mapping[str, str]] = {}  # players' words for its arguments, see above
    limits: ClassVar[Mapping[str, Any]] = {}  # the highest numbers of its arguments, see above

    def __init_subclass__(
        cls,
        verb: str = "",
        also: tuple[str, ...] = (),
        speaker: Literal["before", "after", "none"] = "before",
        several: bool = False,
        team: bool = False,
        absent: bool = False,
        accounts: bool = False,
        new: bool = False,
        bare: bool = False,
        sampled: bool = False,
        verbless: bool = False,
        behind: bool = False,
        adds: bool = False,
        by_turns: bool = False,
        once_a_game: bool = False,
        as_said: str = "",
        question: str = "",
        of_all: str = "",
        labels: Mapping[str, str] | None = None,
        limits: Mapping[str, int | Callable[[Any, Seat], int | None]] | None = None,
        **words: Any,
    ) -> None:
        super().__init_subclass__(**words)
        cls.verb = verb or re.sub(r"(?<!^)(?=[A-Z])", " ", cls.__name__).lower()
        cls.also = also
        cls.speaker = speaker
        cls.several = several
        cls.team = team
        cls.absent = absent
        cls.accounts = accounts
        cls.new = new
        cls.bare = bare
        cls.sampled = sampled
        cls.verbless = verbless
        cls.behind = behind
        cls.adds = adds
        cls.by_turns = by_turns
        cls.once_a_game = once_a_game
        cls.as_said = as_said
        cls.question = question
        cls.of_all = of_all
        cls.labels = {**cls.labels, **(labels or {})}
        cls.limits = {**cls.limits, **(limits or {})}

    @cached_property
    def text(self) -> str:
        """The report written in full, as `Referee.hear` accepts it."""
        return shape(type(self)).write(self)

    def __str__(self) -> str:
        return self.text

    def amount(self, hand: Any) -> int | None:
        """The number it reports, None if it has none."""
        first = shape(type(self)).positional[:1]
        number = getattr(self, first[0].field) if first else None
        number = 1 if number is None and self.adds else number
        return number if isinstance(number, int) else None

    def amounts(self, hand: Any) -> dict[Seat, int]:
        """The number it reports for each player. Empty if it has none."""
        number = self.amount(hand)
        return {self.who: number} if self.who and number is not None else {}

    def one_by_one(self, hand: Any) -> list[Report]:
        """One report for each player, if this is a row of everybody's numbers; otherwise empty."""
        return []

    def with_amount(self, hand: Any, who: Seat, number: int) -> Report:
        """A copy with another number for that player."""
        changed: dict[str, Any] = {shape(type(self)).positional[0].field: number}
        return replace(self, **changed)

    @property
    def of_kind(self) -> Any:
        """What it has in common with reports of the same thing about other players."""
        return type(self)

    @classmethod
    def spell_out(cls, words: Words, reader: Any, who: Seats) -> None:
        """Rewrites a game's own shorthand before the words are parsed; raises ParseError."""

    @classmethod
    def highest(cls, name: str, hand: Any, seat: Seat) -> int | None:
        """The highest number that ``limits`` has for an argument, None if there is no limit."""
        limit = cls.limits.get(name)
        return limit(hand, seat) if callable(limit) else limit

    @classmethod
    def options(cls, hand: Any, seat: Seat) -> Iterable[Self] | None:
        """Every report of this kind that ``seat`` might make now.

        None if the types of the fields are enough to list them.
        """
        return None


def one_for_each(values: Callable[[Any, Seat], Iterable[Any]]) -> Any:
    """An ``options`` method for a report: one report for each value of its first field."""
    return classmethod(lambda cls, hand, seat: [cls(value, who=seat) for value in values(hand, seat)])


class Reader(Protocol):
    """What parsing a report needs to know about the table."""

    names: Names
    pack: Pack


@dataclass
class Everybody:
    """A `Reader` that also counts players who have left the table."""

    names: Names
    pack: Pack


def is_value(word: str) -> bool:
    """Whether a word is a number, looks like one, or is cards."""
    return bool(re.fullmatch(r"[+-]?\d[\d+-]*", word) or read_cards(word))


_NUMBER = re.compile(r"[+-]?[0-9]+(?:[+-][0-9]+)*")
_TERM = re.compile(r"[+-]?[0-9]+")


def terms(words: Words, *, blanks: bool = True) -> list[int]:
    """The terms of a whole number or a sum: ``12+11+7``, ``30 - 12``; raises ParseError."""
    word = words.next
    if word is None or word.quoted or not _NUMBER.fullmatch(word.text):
        raise words.unread("a number is missing here" if word is None else _no_number(word))
    texts: list[str] = _TERM.findall(word.text)
    end = words.at + 1
    while (
        blanks
        and (more := words.list[end : end + 2])
        and more[0].text in ("+", "-")
        and _NUMBER.fullmatch(more[-1].text)
    ):
        texts += _TERM.findall(more[0].text + more[1].text)
        end += 2
    if any(len(term.lstrip("+-")) > LONGEST_NUMBER for term in texts) or sum(abs(int(term)) for term in texts) > MOST:
        raise words.unread("a number can have nine digits at most")
    words.at = end
    return [int(term) for term in texts]


def _number(words: Words, reader: Reader) -> int:
    return sum(terms(words))


def _signed(words: Words, reader: Reader) -> int:
    return sum(terms(words, blanks=False))  # a text may follow, which could begin with a sign


class Less:
    """Goes into ``Annotated`` for a number.

    It names the keyword for what is subtracted: ``15-25`` is parsed as ``15 held 25``.

    If that keyword is typed as well, the number is the result of the sum.
    """

    def __init__(self, keyword: str) -> None:
        self.keyword = keyword

    def read(self, words: Words, reader: Reader) -> int:
        numbers = terms(words)
        off = -sum(number for number in numbers if number < 0)
        if not off or any(word.text.lower() == self.keyword for word in words.list):
            return sum(numbers)
        words.insert(self.keyword, str(off))
        return sum(numbers) + off


def _no_number(word: Word) -> str:
    number = "" if word.quoted else number_for(word.text)
    return f"{word.text!r} isn't a whole number{f'. Did you mean {number}?' if number else ''}"


def _card(words: Words, reader: Reader) -> Card:
    word = words.next
    cards = None if word is None or word.quoted else read_cards(word.text, reader.pack)
    if not cards:
        raise _no_card(words, reader)
    if len(cards) > 1:
        raise words.unread(f"type only 1 card here, not {len(cards)}" if word else "")
    words.at += 1
    if cards[0] is UNKNOWN:
        raise words.unread("say which card", word=word)
    return cards[0]


def _no_card(words: Words, reader: Reader) -> ParseError:
    word = words.next
    if word is None:
        return words.unread("which card?")

    def close() -> list[str]:
        return nearest(word.text.upper(), [card.text for card in reader.pack], 3)

    spoken = "" if word.quoted else card_for(word.text) or number_for(word.text)
    as_in = f", as in {spoken}S" if spoken in reader.pack.ranks else ""
    return words.unread(f"{word.text!r} isn't a card{f'. Did you mean {spoken}{as_in}?' if spoken else ''}", close)


def _blind(words: Words, reader: Reader) -> Cards:
    cards: list[Card] = []
    while (word := words.next) and not word.quoted and (more := read_cards(word.text, reader.pack)):
        cards += more
        words.at += 1
    if not cards:
        raise _no_card(words, reader)
    if word is not None:
        _no_card(words, reader)  # records an error that is reported if nothing else parses the word
    return tuple(cards)


def _cards(words: Words, reader: Reader) -> Cards:
    start = words.at
    cards = _blind(words, reader)
    if UNKNOWN in cards:
        words.at = start
        raise words.unread("say which cards")
    return cards


def _groups(words: Words, reader: Reader) -> Groups:
    groups = [_cards(words, reader)]
    while (word := words.next) and word.text == ",":
        words.at += 1
        groups.append(_cards(words, reader))
    return tuple(groups)


def _rank(words: Words, reader: Reader) -> Rank:
    word = words.next
    if word is None or word.quoted or not (rank := read_rank(word.text)):
        raise words.unread("a rank is missing here" if word is None else f"{word.text!r} isn't a rank")
    words.at += 1
    return rank


def _suit(words: Words, reader: Reader) -> Suit:
    word = words.next
    if word is None or word.quoted or not (suit := read_suit(word.text)):
        raise words.unread("a suit is missing here" if word is None else f"{word.text!r} isn't a suit")
    words.at += 1
    return suit


def _seat(words: Words, reader: Reader) -> Seat:
    if words.next is None:
        raise words.unread("a player is missing here", reader.names.seats)
    group = reader.names.group(words, words.list[words.at])
    sides = {reader.names.teams.get(seat, seat) for seat in group}
    if len(group) > 1 and len(sides) > 1:
        raise words.unread(f"{' and '.join(group)} aren't a team")
    words.at += 1
    return sides.pop() if len(group) > 1 else group[0]


def _seats(words: Words, reader: Reader) -> Seats:
    seats = list(reader.names.group(words, words.take()))
    while (word := words.next) and (word.quoted or reader.names.whole(word.text) or "+" in word.text):
        seats += reader.names.group(words, words.take())
    return tuple(seats)


def _text(words: Words, reader: Reader) -> Text:
    if not words:
        raise words.unread("a text is missing here")
    return Text(words.rest())


def _one_of(choices: tuple[str, ...]) -> Callable[[Words, Reader], str]:
    def read(words: Words, reader: Reader) -> str:
        if text := words.is_one(choices):
            words.at += 1
            return text
        word = words.next
        if not word:
            raise words.unread("a word is missing here", choices)
        close = nearest(word.text.lower(), choices, 2)
        raise words.unread(f"type {either(choices)} here, not {word.text!r}", close)

    return read


def _any_of(readers: list[Callable[[Words, Reader], Any]]) -> Callable[[Words, Reader], Any]:
    def read(words: Words, reader: Reader) -> Any:
        start = words.at
        for attempt in readers:
            try:
                value = attempt(words, reader)
            except ParseError:
                words.at = start
                continue
            following = words.next
            if isinstance(value, int) and following and read_cards(following.text):
                words.at = start  # "7 8" are two ranks, not a number and a rank
                continue
            return value
        assert words.furthest
        raise words.furthest

    return read


_READERS: dict[Any, Callable[[Words, Reader], Any]] = {
    int: _number,
    Signed: _signed,
    Card: _card,
    Cards: _cards,
    Blind: _blind,
    Groups: _groups,
    Rank: _rank,
    Suit: _suit,
    Seat: _seat,
    Seats: _seats,
    Text: _text,
}


def reader_of(kind: Any) -> Callable[[Words, Reader], Any]:
    """The function that parses a field of this type; raises TypeError if there is none."""
    if kind in _READERS:
        return _READERS[kind]
    if hasattr(kind, "read"):  # a game's own kind of word
        read: Callable[[Words, Reader], Any] = kind.read
        return read
    origin = typing.get_origin(kind)
    if origin is typing.Annotated:
        kind, *more = typing.get_args(kind)
        return next((part.read for part in more if isinstance(part, Less)), None) or reader_of(kind)
    if origin is Literal:
        return _one_of(typing.get_args(kind))
    if origin in (typing.Union, types.UnionType):
        readers = [reader_of(part) for part in typing.get_args(kind) if part is not types.NoneType]
        return readers[0] if len(readers) == 1 else _any_of(readers)
    raise TypeError(f"no report can have a field of the type {kind}")


def _written(value: Any) -> str:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, tuple):
        if value and isinstance(value[0], Card):
            return " ".join([card.text for card in value])
        if value and isinstance(value[0], tuple):
            return ", ".join(_written(group) for group in value)
        return " ".join(quoted(item) if isinstance(item, str) else _written(item) for item in value)
    return str(value)


class Argument(NamedTuple):
    """One field of a report: how it is parsed and written, and what values it can have."""

    name: str  # the word that introduces it, if it is keyword-only
    field: str
    kind: Any
    keyword: bool
    optional: bool
    default: Any
    read: Callable[[Words, Reader], Any]

    def write(self, value: Any) -> str:
        if self.kind is bool:
            return self.name
        if self.kind is Text:
            text = f'"{value}"' if '"' not in value and re.search(r"[;#]", value) else value
        elif self.kind is Signed:
            text = f"{value:+d}"
        elif self.kind is Seat or (self.kind is not Card and isinstance(value, str) and " " in value):
            text = quoted(value)
        else:
            text = _written(value)
        return f"{self.name} {text}" if self.keyword else text


METAVARS = {
    int: "N",
    Signed: "±N",
    Card: "CARD",
    Cards: "CARDS",
    Blind: "CARDS",
    Groups: "CARDS, …",
    Rank: "RANK",
    Suit: "SUIT",
    Seat: "WHOM",
    Seats: "WHO+WHO",
    Text: "TEXT",
}


def metavar(kind: Any) -> str:
    """A field's type as shown in usage lines."""
    if kind in METAVARS:
        return METAVARS[kind]
    if hasattr(kind, "metavar"):
        return str(kind.metavar)
    if typing.get_origin(kind) is typing.Annotated:
        return metavar(typing.get_args(kind)[0])
    if typing.get_origin(kind) is Literal:
        return "|".join(typing.get_args(kind))
    return " or ".join(metavar(part) for part in typing.get_args(kind) if part is not types.NoneType)


class Shape:
    """A report class, compiled for parsing, writing and help."""

    def __init__(self, kind: type[Report]) -> None:
        self.kind = kind
        self.words = kind.verb.split()

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        return tuple(self._arguments(self.kind))

    @cached_property
    def positional(self) -> tuple[Argument, ...]:
        return tuple(argument for argument in self.arguments if not argument.keyword)

    @cached_property
    def keywords(self) -> dict[str, Argument]:
        return {argument.name: argument for argument in self.arguments if argument.keyword}

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The report's words after its first: the rest of its verb, and its choices."""
        choices = [
            value
            for argument in self.positional[:1]
            for value in typing.get_args(argument.kind)
            if isinstance(value, str)
        ]
        return frozenset((*self.words[1:], *choices))

    @cached_property
    def own(self) -> dict[str, bool]:
        """The words that can follow its first, and whether a number goes with each."""
        own = dict.fromkeys(self.vocabulary, False)
        for argument in self.arguments:
            if argument.keyword:
                own[argument.name] = argument.kind is int or getattr(argument.kind, "__supertype__", None) is int
            often = getattr(argument.kind, "often", {})
            own |= {name: "{}" in often.get(name, "") for name in getattr(argument.kind, "named", ())}
        return own

    @cached_property
    def is_text(self) -> bool:
        """Whether its only argument is a text."""
        return [argument.kind for argument in self.arguments] == [Text]

    @cached_property
    def naming(self) -> tuple[str, ...]:
        """The fields that may name cards."""
        return tuple(
            argument.field
            for argument in self.arguments
            if argument.kind not in (int, bool, str, Seat, Suit, Rank, Text)
        )

    def _arguments(self, kind: type[Report]) -> Iterator[Argument]:
        hints = typing.get_type_hints(kind, include_extras=True)
        for argument in fields(kind):
            if argument.name in ("who", "line"):
                continue
            hint = hints[argument.name]
            optional = argument.default is not MISSING
            name = argument.name.rstrip("_").replace("_", "-")
            read = _flag if hint is bool else reader_of(hint)
            yield Argument(name, argument.name, hint, bool(argument.kw_only), optional, argument.default, read)

    def read(self, words: Words, reader: Reader) -> dict[str, Any]:
        """Parses the arguments from the rest of ``words``, with keywords anywhere; raises ParseError."""
        values: dict[str, Any] = {}
        argument_next = self._next_argument if words.begun else self._positional
        while words:
            if self._keyword(values, words, reader) or argument_next(values, words, reader):
                continue
            word = words.list[words.at]
            if words.furthest and words.furthest.column >= word.column and word.text != ",":
                raise words.furthest
            close = nearest(word.text.lower(), self.keywords, 2)
            read = words.source[: word.column - words.column].strip()
            understood = f"Understood `{read}`, but not the {word.text!r} after it"
            raise words.unread(understood if read else f"I don't know {word.text!r}", close)
        for argument in self.arguments:
            if not argument.optional and argument.field not in values:
                if argument.keyword:
                    raise words.unread(f"{argument.name!r} is missing: type `{self.usage}`", [argument.name])
                try:
                    argument.read(words, reader)  # says what is missing
                except ParseError as fault:
                    missing = fault.message.removesuffix(" here")
                    named = getattr(argument.kind, "named", ())  # one of its many words is enough
                    first = re.sub(r"\|[^\s\]]+", "", self.usage) if named else self.usage
                    form = f"type `{self.usage}`" if first == self.usage else f"for example `{first}`"
                    form = form[0].upper() + form[1:] if missing.endswith("?") else form
                    raise words.unread(
                        f"{missing}{' ' if missing.endswith('?') else ': '}{form}", fault.instead
                    ) from None
                raise words.unread(f"{argument.name!r} is missing: type `{self.usage}`")
        return values

    def _keyword(self, values: dict[str, Any], words: Words, reader: Reader) -> bool:
        word = words.next
        argument = self.keywords.get(word.text.lower()) if word and not word.quoted else None
        if argument is None or argument.field in values:
            return False
        words.at += 1
        values[argument.field] = argument.read(words, reader)
        return True

    def _next_argument(self, values: dict[str, Any], words: Words, reader: Reader) -> bool:
        """Parses the next argument without a keyword. If that fails, accepts the beginning of a keyword."""
        try:
            return self._positional(values, words, reader) or self._begun(values, words, reader)
        except ParseError:
            if self._begun(values, words, reader):
                return True
            raise

    def _begun(self, values: dict[str, Any], words: Words, reader: Reader) -> bool:
        left = [name for name, argument in self.keywords.items() if argument.field not in values]
        if not words.begun or not (name := words.is_one(left)):
            return False
        words.at += 1
        values[self.keywords[name].field] = self.keywords[name].read(words, reader)
        return True

    def _positional(self, values: dict[str, Any], words: Words, reader: Reader) -> bool:
        """Parses the next argument that has no keyword. An optional one may be skipped."""
        for argument in self.positional:
            if argument.field not in values and words:
                start = words.at
                try:
                    values[argument.field] = argument.read(words, reader)
                    return True
                except ParseError:
                    if not argument.optional:
                        raise
                    words.at = start
        return self._more_cards(values, words, reader)

    def _more_cards(self, values: dict[str, Any], words: Words, reader: Reader) -> bool:
        """Adds cards to the last argument if keywords stand between its cards."""
        last = self.positional[-1] if self.positional else None
        word = words.next
        if last is None or last.field not in values or last.kind not in (Cards, Blind) or not word:
            return False
        if not read_cards(word.text, reader.pack):
            return False
        values[last.field] += last.read(words, reader)
        return True

    def write(self, report: Report) -> str:
        parts = [self.kind.verb] if self.kind.verb else []
        if report.who and self.kind.speaker != "none":
            parts.insert(self.kind.speaker == "after", quoted(report.who))
        for argument in self.arguments:
            value = getattr(report, argument.field)
            if not (argument.optional and value == argument.default) and (text := argument.write(value)):
                parts.append(text)
        return " ".join(parts)

    @property
    def usage(self) -> str:
        """The form of the report: ``WHO lays CARDS on N``."""
        parts = [self.kind.verb]
        if self.kind.speaker == "after":
            parts.append("[WHO]")
        for argument in self.arguments:
            value = "" if argument.kind is bool else metavar(argument.kind)
            part = f"{argument.name} {value}".strip() if argument.keyword else value
            parts.append(f"[{part}]" if argument.optional else part)
        if self.kind.speaker == "before":
            parts.insert(0, "TEAM" if self.kind.team and not self.kind.several else "WHO")
        return " ".join(parts)


def _flag(words: Words, reader: Reader) -> bool:
    return True


class _Shapes(dict[type[Report], Shape]):
    def __missing__(self, kind: type[Report]) -> Shape:
        self[kind] = compiled = Shape(kind)
        return compiled


shape: Callable[[type[Report]], Shape] = _Shapes().__getitem__
"""Returns a report class compiled; each class is compiled once."""


def forms(verb: str) -> tuple[str, ...]:
    """A verb in the third person and in the imperative: ``passes`` and ``pass``."""
    if verb.endswith(("sses", "shes", "ches", "xes", "zes")):
        return verb, verb[:-2]
    return (verb, verb[:-1]) if verb.endswith("s") and not verb.endswith("ss") else (verb,)


class Vocabulary:
    """The reports of a game, by the first word of the verb."""

    def __init__(self, kinds: Iterable[type[Report]]) -> None:
        self.shapes: dict[str, list[Shape]] = {}
        kinds = tuple(kinds)
        for kind in kinds:
            report_shape = shape(kind)
            for verb in (report_shape.words[0], *kind.also):
                for form in forms(verb):
                    self.shapes.setdefault(form, []).append(report_shape)
        self.verbless = [shape(kind) for kind in kinds if kind.verbless]
        for shapes in self.shapes.values():
            shapes.sort(key=lambda report_shape: -len(report_shape.words))  # "takes pile" before "takes N"
        self._new, self._absent, self._accounts = (
            {
                form
                for form, shapes in self.shapes.items()
                if any(getattr(report_shape.kind, kind) for report_shape in shapes)
            }
            for kind in ("new", "absent", "accounts")
        )

    def read(self, text: str, reader: Reader, column: int = 1, line: int = 0) -> Report:
        """Parses a text into a report. Its player is "" if left out. Raises ParseError."""
        faults: list[ParseError] = []
        try:
            for report in self._readings(Words(text, column), reader, line, faults):
                return report
        except ParseError as fault:
            faults.append(fault)
        if turned := self._turned_round(text, reader):
            raise ParseError(f"the player's name comes first: {turned}", column, len(text), [turned])
        raise max(faults, key=lambda fault: (fault.column, not isinstance(fault, OtherForm)))

    def _turned_round(self, text: str, reader: Reader) -> str:
        """A text with the player after the verb, rearranged so that the player is first.

        "" if it isn't one or still can't be parsed.
        """
        words = Words(text).list
        seat = reader.names.whole(words[1].text) if len(words) > 1 else None
        if not seat or words[0].quoted:
            return ""
        first, *behind = words
        rest = text[behind[0].column - 1 + behind[0].width :].strip()
        if first.text.lower() in self.shapes:
            turned = " ".join([quoted(seat), first.text, rest]).strip()
        elif rest and rest.split()[0].lower() in self.shapes:
            turned = f"{quoted(seat)} {rest} {first.text}"  # gin Ben wins
        else:
            return ""
        try:
            return turned if any(self._readings(Words(turned), reader, 0, [])) else ""
        except ParseError:
            return ""

    def begun(self, text: str, reader: Reader) -> list[Report]:
        """The reports that a text can mean if the words after its verb may be abbreviated."""
        try:
            return list(dict.fromkeys(self._readings(Words(text, begun=True), reader, 0, [])))
        except ParseError:
            return []

    def _readings(self, words: Words, reader: Reader, line: int, faults: list[ParseError]) -> Iterator[Report]:
        """Yields what the words mean with each form of their verb. Errors of other forms go to ``faults``."""
        if not words:
            raise words.unread("type what happened")
        if reader.names.sizes:
            words.join(reader.names)
        who = self._speaker(words, reader)
        verb = words.next
        if verb is None:
            raise words.unread(f"what did {'+'.join(who)} do?")
        shapes: Sequence[Shape] = () if verb.quoted else self.shapes.get(verb.text.lower(), ())
        if not shapes and self._counts(verb):
            shapes = self.verbless
            words.at -= 1
        if not shapes:
            raise self._no_verb(words, verb)
        words.at += 1
        start = words.at
        for form in shapes:
            words.at, words.furthest = start, None
            try:
                yield self._report(form, words, reader, who, line)
            except ParseError as fault:
                faults.append(fault)

    def _counts(self, word: Word) -> bool:
        """Whether a word is a number used without its verb."""
        return bool(self.verbless) and not word.quoted and bool(_NUMBER.fullmatch(word.text))

    def _no_verb(self, words: Words, verb: Word) -> ParseError:
        """The error for a word that is no verb in this game, with the forms it may mean."""
        if not verb.quoted and is_value(verb.text):
            what = f"{verb.text} alone isn't enough: type who did what"
            if verb is not words.list[0]:
                what = f"what did {words.list[0].text} do with {verb.text}?"
            return words.unread(what, word=verb)
        own = next((stem for stem in stems(verb.text.rstrip("!.,")) if stem in self.shapes), "")
        meant = [] if verb.quoted else self.shapes[own] if own else self.meant(verb.text)
        forms_of = " or ".join(f"`{form.usage}`" for form in meant[:2])
        unknown = "" if own and meant else f"I don't know '{verb.text}'"
        text = ". ".join(filter(None, (unknown, f"{'Type' if unknown else 'type'} {forms_of}" if meant else "")))
        verbs = {word for form in meant for word in form.words[:1]}
        close = [form for form in self.close(verb.text) if not verbs or form in verbs]
        return words.unread(text, close, verb, ParseError if meant else UnknownWord)

    def meant(self, word: str) -> list[Shape]:
        """Reports that a word from table talk or from another game may mean, each verb once."""
        low = word.lower()
        named = [form for shapes in self.shapes.values() for form in shapes if low in form.vocabulary and low != "the"]
        alike = [form for other in acts_like(low) for form in self.shapes.get(other, ()) if "the" not in form.words]
        return list({form.kind.verb: form for form in (*named, *alike)[::-1]}.values())[::-1]

    def close(self, verb: str) -> list[str]:
        """Verbs that a misspelled one may mean, in the third person. Verbs that take any text aren't offered."""
        known = (form for form, shapes in self.shapes.items() if not shapes[0].is_text)
        near = [form for form in nearest(verb.lower(), known, 4, 0.65) if len(verb) > 3 or form[0] == verb[0].lower()]
        known_word = any(any(acts_like(stem)) for stem in stems(verb))  # of another game, so it isn't misspelled
        shapes = (self.shapes[form][0] for form in near)
        return list(
            dict.fromkeys(
                each.words[0] for each in shapes if not (known_word and (each.kind.new or each.kind.accounts))
            )
        )[:3]

    def _speaker(self, words: Words, reader: Reader) -> Seats:
        """The player or players named by the first word, if any. A whole name beats a verb, a verb beats a prefix."""
        first = words.list[0]
        names = reader.names
        is_verb = not first.quoted and first.text.lower() in self.shapes
        if self._sits_down(words) and (not is_verb or names.ever.whole(first.text)):
            words.at = 1
            return (names.new(words, first),)
        if (is_verb and not names.whole(first.text)) or self._counts(first):
            return ()
        if len(first.text) == 5 and first.text.lower() == "house" and _assigns(words.list[1:4]):
            return ()  # a house rule is changed, even if somebody has that name
        if (len(words.list) == 1 or is_value(first.text)) and not first.quoted and not names.begins(first.text):
            raise self._no_verb(words, first)
        try:
            says = words.list[1:2]
            known = names.owners if _says(says, self._accounts) else names
            who = (names.ever if _says(says, self._absent) else known).group(words, first)
        except ParseError as error:
            newcomer = first.text[:1].isupper() or (words.list[2:3] and words.list[2].text.lower() != "for")
            if _says(words.list[2:3], self._new) and newcomer and not first.quoted:
                together = f'"{first.text} {words.list[1].text}"'
                raise words.unread(
                    f"put quotation marks around a name with a space: {together}", [together], first
                ) from None
            following = words.list[1] if len(words.list) > 1 else None
            if not first.quoted and (following is None or following.text.lower() not in self.shapes):
                verbs = self.close(first.text)
                foreign = first.text.lower() == "trick" or any(True for _ in acts_like(first.text.lower()))
                if (verbs or foreign) and "+" not in first.text and not names.begins(first.text):
                    raise self._no_verb(words, first) from None
            raise error from None
        words.at = 1
        return who

    def _sits_down(self, words: Words) -> bool:
        """Whether the first word names a player who may be new: ``Dan joins``, or ``Dan for Ann``."""
        following = words.list[1:3]
        if not _says(following[:1], self._new) or (number_for(words.list[0].text) and not words.list[0].quoted):
            return False  # "four for Ann" is a number
        names_another = any(form.kind.new and form.positional for form in self.shapes[following[0].text.lower()])
        return len(following) == 1 or names_another or following[1].text.lower() in ("after", "at")

    def _report(self, form: Shape, words: Words, reader: Reader, who: Seats, line: int) -> Report:
        kind = form.kind
        here = all(seat in reader.names for seat in who)
        if kind.new and who and here:
            raise words.unread(f"{who[0]} is already in the game", word=words.list[0])
        if not here and not (kind.new or kind.absent or kind.accounts):
            raise reader.names.nobody(words, words.list[0])
        if kind.absent:
            reader = Everybody(reader.names.ever, reader.pack)
        elif kind.accounts:
            reader = Everybody(reader.names.owners, reader.pack)
        for literal in form.words[1:]:
            if not words.is_one((literal,)):
                fault = words.unread(f"type `{form.usage}`", [literal])
                raise OtherForm(fault.message, fault.column, fault.width, [literal])
            words.at += 1
        if kind.speaker == "none" and who:
            raise words.unread(f"leave out the player: type `{form.usage}`", word=words.list[0])
        if kind.speaker == "after" and not who and (word := words.next) and _names_somebody(word, reader):
            who = reader.names.group(words, words.take())
        speaker = self._joined(kind, words, reader, who)
        kind.spell_out(words, reader, who)
        return kind(who=speaker, line=line, **form.read(words, reader))

    @staticmethod
    def _joined(kind: type[Report], words: Words, reader: Reader, who: Seats) -> Seat:
        if len(who) < 2 and not kind.team:
            return who[0] if who else NOBODY
        teams = {reader.names.teams.get(seat, seat) for seat in who}
        if kind.team and len(teams) < 2:
            return teams.pop() if teams else NOBODY
        if kind.team and reader.names.regrouped:
            return Seat("+".join(who))
        if len(who) > 1 and not kind.several:
            usage = re.sub(r" \[.*?\]", "", shape(kind).usage)
            each = "; ".join(usage.replace("WHO", quoted(seat), 1) for seat in who)
            raise words.unread(f"enter each player: type `{each}`", word=words.list[0])
        return Seat("+".join(who))


def _says(following: list[Word], verbs: Container[str]) -> bool:
    """Whether one of these verbs comes next."""
    return bool(following) and not following[0].quoted and following[0].text.lower() in verbs


def _assigns(following: list[Word]) -> bool:
    """Whether the words begin with ``name=value`` or ``rule name =``, blanks or not. No verb has such a sign."""
    if following and following[0].text.lower() == "rule":
        following = following[1:]
    return any(word.text.startswith("=") for word in following[1:2]) or any("=" in word.text for word in following[:1])


def _names_somebody(word: Word, reader: Reader) -> bool:
    return word.quoted or not _NUMBER.fullmatch(word.text)


__all__ = [
    "KW_ONLY",
    "LONGEST_LINE",
    "NOBODY",
    "Ambiguous",
    "Blind",
    "Cards",
    "Groups",
    "Instead",
    "Less",
    "Names",
    "ParseError",
    "Piece",
    "Report",
    "Seat",
    "Seats",
    "Shape",
    "Signed",
    "Text",
    "Vocabulary",
    "Word",
    "Words",
    "either",
    "field",
    "folded",
    "forms",
    "is_value",
    "metavar",
    "name_fault",
    "nearest",
    "pieces",
    "quoted",
    "reader_of",
    "shape",
    "so_many",
    "so_often",
    "terms",
    "text_fault",
]  # fmt: skip
