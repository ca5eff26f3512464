"""A line of text ⇄ reports: pieces, words with their columns, names, and how a report's fields are read.

A report is a frozen dataclass (see `Report`): its name is the verb, its fields are the arguments and their
types say how they are read.  Each class is compiled once into a `Shape`.
"""

from __future__ import annotations

import difflib
import re
import types
import typing
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, MISSING, dataclass, field, fields
from typing import Any, ClassVar, Final, Literal, NamedTuple, NewType, Protocol, Self, dataclass_transform

from referee.cards import UNKNOWN, Card, Cards, Pack, Rank, Suit, read_cards, read_rank, read_suit

Seat = NewType("Seat", str)
"""A player's name as the header has it, or the names of a team joined by ``+``."""

NOBODY: Final = Seat("")

Seats = tuple[Seat, ...]
Groups = tuple[Cards, ...]
"""Cards in groups with a comma between them."""

Blind = NewType("Blind", Cards)
"""Cards of which some may be unnamed (``?``)."""

Signed = NewType("Signed", int)
"""A number that is written with its sign."""

Text = NewType("Text", str)
"""Words to the end of the report, as they stand."""

Instead = Sequence[str] | Callable[[], Sequence[str]]  # looked for only when somebody asks

LONGEST_NUMBER = 9  # digits


class Unread(ValueError):
    """A text that can't be read: what is wrong with it, where, and what would be understood."""

    def __init__(self, message: str, column: int = 1, width: int = 1, instead: Instead = ()) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.width = max(width, 1)
        self._instead = instead

    @property
    def instead(self) -> tuple[str, ...]:
        """What would be understood in place of the word, closest first."""
        return tuple(self._instead() if callable(self._instead) else self._instead)


# Lines


LONGEST_LINE = 1_000_000  # characters
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]")


def text_fault(line: str) -> Unread | None:
    """What keeps a line from being text at all: no UTF-8, control characters, no end; None if it will do."""
    if bad := _NO_TEXT.search(line):
        what = "this is no text in UTF-8" if bad[0] in "\x00\ufffd" else "a control character stands here"
        return Unread(what, bad.start() + 1)
    if len(line) > LONGEST_LINE:
        return Unread(f"a line of {len(line)} characters is too long", LONGEST_LINE)
    return None


class Piece(NamedTuple):
    """What stands between two semicolons: its mark, the rule a refusal must cite, its text and column."""

    mark: Literal["", "!", "="]
    overrule: bool
    rule: str
    text: str
    column: int


_PIECE = re.compile(r"""(?:"[^"\n]*"|[^";#]|(?<=[^\s;])\#)*""")
_NOTE = re.compile(r"(?:[!~]\s*)*notes?(?=\s|$)", re.IGNORECASE)
_CITED = re.compile(r"\s*\[([a-z][a-z0-9-]*)\](?=\s|$)")


def pieces(line: str) -> Iterator[Piece]:
    """The pieces of one line, without its comment.

    Raises Unread where a quotation mark stands alone.
    """
    position = 0
    while position < len(line):
        begin = position + _blank(line, position)
        if line.startswith("#", begin):
            return
        if _NOTE.match(line, begin):
            end = len(line)
        else:
            found = _PIECE.match(line, position)
            end = found.end() if found else position
            if line.startswith('"', end):
                raise Unread("a quotation mark stands alone", end + 1)
        if text := line[begin:end].rstrip():
            yield _piece(text, begin + 1)
        if line.startswith("#", end):
            return
        position = end + 1


def _blank(text: str, position: int = 0) -> int:
    return len(text) - position - len(text[position:].lstrip())


def _piece(text: str, column: int) -> Piece:
    mark, overrule, rule, offset = "", False, "", 0
    if text[0] in "!=":
        mark, offset = text[0], 1
        if mark == "!" and (found := _CITED.match(text, offset)):
            rule, offset = found[1], found.end()
    offset += _blank(text, offset)
    if mark != "=" and text.startswith("~", offset):
        overrule, offset = True, offset + 1
        offset += _blank(text, offset)
    return Piece(typing.cast(Any, mark), overrule, rule, text[offset:], column + offset)


class Word(NamedTuple):
    text: str
    column: int
    quoted: bool = False

    @property
    def width(self) -> int:
        return len(self.text) + 2 * self.quoted


_WORD = re.compile(r'(?:"[^"]*"|[^\s,"])+|,|"')


class Words:
    """The words of one report, read from left to right."""

    def __init__(self, text: str, column: int = 1) -> None:
        self.source = text
        self.column = column
        self.list: list[Word] = []
        for found in _WORD.finditer(text):
            word = found[0]
            if word == '"':
                raise Unread("a quotation mark stands alone", column + found.start())
            if word[0] == '"' and word.find('"', 1) == len(word) - 1:
                self.list.append(Word(word[1:-1], column + found.start(), True))
            else:
                self.list.append(Word(word, column + found.start()))
        self.at = 0
        self.furthest: Unread | None = None

    def __bool__(self) -> bool:
        return self.at < len(self.list)

    @property
    def next(self) -> Word | None:
        return self.list[self.at] if self.at < len(self.list) else None

    def take(self) -> Word:
        word = self.next
        if word is None:
            raise self.unread("something is missing here")
        self.at += 1
        return word

    def rest(self) -> str:
        """What is left, as it stands."""
        if not self:
            return ""
        word = self.list[self.at]
        alone = self.at == len(self.list) - 1
        self.at = len(self.list)
        return word.text if alone else self.source[word.column - self.column :].strip()

    def unread(self, message: str, instead: Instead = (), word: Word | None = None) -> Unread:
        """An error at ``word``, or at the word that comes next; the one farthest along is kept."""
        word = word or self.next
        if word is None:
            last = self.list[-1] if self.list else Word("", self.column)
            error = Unread(message, last.column + last.width, 1, instead)
        else:
            error = Unread(message, word.column, word.width, instead)
        if self.furthest is None or error.column >= self.furthest.column:
            self.furthest = error
        return error


# Names


def folded(name: str) -> str:
    """A name as it is compared: without case or accents."""
    if name.isascii():
        return name.lower()
    plain = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


FORBIDDEN_IN_NAMES = ',;"=+#!'


def name_fault(name: str) -> str | None:
    """What is wrong with a player's name, None if it will do."""
    if not name.strip():
        return "a name is missing"
    if name.isdigit():
        return f"a name can't be only digits: {name}"
    if bad := [letter for letter in name if letter in FORBIDDEN_IN_NAMES or not (letter.isprintable())]:
        return f"a name can't hold {bad[0]!r}: {name!r}"
    return None


class Names:
    """The players of a table in their order, and the teams they form."""

    def __init__(self, seats: Iterable[str], others: Iterable[str] = (), partners: bool = False) -> None:
        self.seats = tuple(Seat(name) for name in seats)
        for name in self.seats:
            if fault := name_fault(name):
                raise ValueError(fault)
        self._folded = {folded(name): Seat(name) for name in (*self.seats, *others)}
        if len(self._folded) != len(self.seats) + len(tuple(others)):
            raise ValueError("two players have the same name: " + ", ".join(self.seats))
        half = len(self.seats) // 2
        pairs = [(self.seats[i], self.seats[i + half]) for i in range(half)] if partners else []
        self.teams = {seat: Seat("+".join(pair)) for pair in pairs for seat in pair}

    @property
    def everybody(self) -> Seats:
        """The players, and the teams that two of them form."""
        return (*self._folded.values(), *dict.fromkeys(self.teams.values()))

    def whole(self, name: str) -> Seat | None:
        return self._folded.get(folded(name))

    def begins(self, prefix: str) -> list[Seat]:
        prefix = folded(prefix)
        return [seat for name, seat in self._folded.items() if name.startswith(prefix)] if prefix else []

    def find(self, words: Words, word: Word) -> Seat:
        """The player a word names, whole or by an unambiguous prefix; raises Unread."""
        if whole := self.whole(word.text):
            return whole
        some = self.begins(word.text)
        if len(some) == 1:
            return some[0]
        if some:
            raise words.unread(f"{word.text} could be {' or '.join(some)}", some, word)
        raise words.unread(f"nobody here is called {word.text}", self.close(word.text), word)

    def close(self, text: str) -> list[str]:
        return [self._folded[name] for name in difflib.get_close_matches(folded(text), self._folded, 2)]

    def group(self, words: Words, word: Word) -> Seats:
        """The players of ``Ann+Cat``, each once, in the order of the table; raises Unread."""
        if "+" not in word.text or word.quoted:
            return (self.find(words, word),)
        found = []
        for part in re.finditer(r'"([^"]*)"|[^+"]+', word.text):
            found.append(self.find(words, Word(part[1] or part[0], word.column + part.start())))
        return tuple(seat for seat in self._folded.values() if seat in found)


def quoted(name: str) -> str:
    """A name as a report needs it; the names of a group each for itself."""
    if "+" in name:
        return "+".join(quoted(part) for part in name.split("+"))
    return f'"{name}"' if re.search(r"\s", name) or name[0] in "[~" else name


# Reports


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Frozen:
    """Makes every subclass a frozen dataclass."""

    def __init_subclass__(cls, **words: Any) -> None:
        super().__init_subclass__(**words)
        dataclass(frozen=True)(cls)


class Report(_Frozen):
    """What somebody at the table says happened.

    A subclass is named after its verb (``TakesPile`` is *takes pile*; ``verb`` says otherwise) and its fields
    are the arguments: positional ones in their order, keyword-only ones introduced by their own name, a
    keyword-only bool a flag.  ``speaker`` says where WHO stands: before the verb, after it, or nowhere.
    """

    who: Seat = field(default=NOBODY, kw_only=True)
    line: int = field(default=0, kw_only=True, compare=False)

    verb: ClassVar[str] = ""
    also: ClassVar[tuple[str, ...]] = ()  # further ways to say the verb
    speaker: ClassVar[Literal["before", "after", "none"]] = "before"
    several: ClassVar[bool] = False  # WHO may be a group of players
    team: ClassVar[bool] = False  # WHO is a team, where the game has teams
    bare: ClassVar[bool] = False  # only ranks matter: a bare rank stays one

    def __init_subclass__(
        cls,
        verb: str = "",
        also: tuple[str, ...] = (),
        speaker: Literal["before", "after", "none"] = "before",
        several: bool = False,
        team: bool = False,
        bare: bool = False,
        **words: Any,
    ) -> None:
        super().__init_subclass__(**words)
        cls.verb = verb or re.sub(r"(?<!^)(?=[A-Z])", " ", cls.__name__).lower()
        cls.also = also
        cls.speaker = speaker
        cls.several = several
        cls.team = team
        cls.bare = bare

    @property
    def text(self) -> str:
        """The report as the notation writes it, names and cards in full."""
        return shape(type(self)).write(self)

    def __str__(self) -> str:
        return self.text

    @classmethod
    def options(cls, hand: Any, seat: Seat) -> Iterable[Self] | None:
        """Every report of this kind that SEAT might make now, complete; None where the fields' types tell."""
        return None


class Reader(Protocol):
    """What reading a report needs to know of the table."""

    names: Names
    pack: Pack


_NUMBER = re.compile(r"[+-]?[0-9]+")


def _number(words: Words, reader: Reader) -> int:
    word = words.next
    if word is None or word.quoted or not _NUMBER.fullmatch(word.text):
        raise words.unread("a number is missing here" if word is None else f"{word.text} is no whole number")
    if len(word.text) > LONGEST_NUMBER:
        raise words.unread("a number has nine digits at most")
    words.at += 1
    return int(word.text)


def _card(words: Words, reader: Reader) -> Card:
    word = words.next
    found = None if word is None or word.quoted else read_cards(word.text, reader.pack)
    if not found:
        raise _no_card(words, reader)
    if len(found) > 1:
        raise words.unread(f"one card belongs here, and {word.text} is {len(found)}" if word else "")
    words.at += 1
    if found[0] is UNKNOWN:
        raise words.unread("this card must be named", word=word)
    return found[0]


def _no_card(words: Words, reader: Reader) -> Unread:
    word = words.next
    if word is None:
        return words.unread("a card is missing here")

    def close() -> list[str]:
        return difflib.get_close_matches(word.text.upper(), [card.text for card in reader.pack], 3)

    return words.unread(f"{word.text} is no card", close)


def _blind(words: Words, reader: Reader) -> Cards:
    found: list[Card] = []
    while (word := words.next) and not word.quoted and (some := read_cards(word.text, reader.pack)):
        found += some
        words.at += 1
    if not found:
        raise _no_card(words, reader)
    if word is not None:
        _no_card(words, reader)  # told if nothing else reads it
    return tuple(found)


def _cards(words: Words, reader: Reader) -> Cards:
    start = words.at
    found = _blind(words, reader)
    if UNKNOWN in found:
        words.at = start
        raise words.unread("these cards must be named")
    return found


def _groups(words: Words, reader: Reader) -> Groups:
    found = [_cards(words, reader)]
    while (word := words.next) and word.text == ",":
        words.at += 1
        found.append(_cards(words, reader))
    return tuple(found)


def _rank(words: Words, reader: Reader) -> Rank:
    word = words.next
    if word is None or word.quoted or not (rank := read_rank(word.text)):
        raise words.unread("a rank is missing here" if word is None else f"{word.text} is no rank")
    words.at += 1
    return rank


def _suit(words: Words, reader: Reader) -> Suit:
    word = words.next
    if word is None or word.quoted or not (suit := read_suit(word.text)):
        raise words.unread("a suit is missing here" if word is None else f"{word.text} is no suit")
    words.at += 1
    return suit


def _seat(words: Words, reader: Reader) -> Seat:
    if words.next is None:
        raise words.unread("a player is missing here", reader.names.seats)
    group = reader.names.group(words, words.list[words.at])
    sides = {reader.names.teams.get(seat, seat) for seat in group}
    if len(group) > 1 and len(sides) > 1:
        raise words.unread(f"{' and '.join(group)} are no team")
    words.at += 1
    return sides.pop() if len(group) > 1 else group[0]


def _seats(words: Words, reader: Reader) -> Seats:
    found = list(reader.names.group(words, words.take()))
    while (word := words.next) and (word.quoted or reader.names.whole(word.text) or "+" in word.text):
        found += reader.names.group(words, words.take())
    return tuple(found)


def _text(words: Words, reader: Reader) -> Text:
    if not words:
        raise words.unread("a text is missing here")
    return Text(words.rest())


def _one_of(choices: tuple[str, ...]) -> Callable[[Words, Reader], str]:
    def read(words: Words, reader: Reader) -> str:
        word = words.next
        if word and not word.quoted and (said := word.text.lower()) in choices:
            words.at += 1
            return said
        close = difflib.get_close_matches(word.text.lower(), choices, 2) if word else choices
        said = f"{word.text} isn't {' or '.join(choices)}" if word else f"{' or '.join(choices)} is missing here"
        raise words.unread(said, close)

    return read


def _any_of(readers: list[Callable[[Words, Reader], Any]]) -> Callable[[Words, Reader], Any]:
    def read(words: Words, reader: Reader) -> Any:
        start = words.at
        for one in readers:
            try:
                value = one(words, reader)
            except Unread:
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
    Signed: _number,
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


def _reader(kind: Any) -> Callable[[Words, Reader], Any]:
    if kind in _READERS:
        return _READERS[kind]
    origin = typing.get_origin(kind)
    if origin is typing.Annotated:
        return _reader(typing.get_args(kind)[0])
    if origin is Literal:
        return _one_of(typing.get_args(kind))
    if origin in (typing.Union, types.UnionType):
        return _any_of([_reader(one) for one in typing.get_args(kind) if one is not types.NoneType])
    raise TypeError(f"no report can have a field of the type {kind}")


def _written(value: Any) -> str:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return ", ".join(_written(group) for group in value)
        return " ".join(quoted(one) if isinstance(one, str) else _written(one) for one in value)
    return str(value)


class Argument(NamedTuple):
    """One field of a report: how it is read and written, and what it may be."""

    name: str  # the word that introduces it, where it is keyword-only
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
    """A field's type as usage lines show it."""
    if kind in METAVARS:
        return METAVARS[kind]
    if typing.get_origin(kind) is typing.Annotated:
        return metavar(typing.get_args(kind)[0])
    if typing.get_origin(kind) is Literal:
        return "|".join(typing.get_args(kind))
    return " or ".join(metavar(one) for one in typing.get_args(kind) if one is not types.NoneType)


class Shape:
    """A report class, compiled for reading, writing and help."""

    def __init__(self, kind: type[Report]) -> None:
        self.kind = kind
        self.words = kind.verb.split()
        self.arguments = tuple(self._arguments(kind))
        self.positional = tuple(one for one in self.arguments if not one.keyword)
        self.keywords = {one.name: one for one in self.arguments if one.keyword}

    def _arguments(self, kind: type[Report]) -> Iterator[Argument]:
        hints = typing.get_type_hints(kind, include_extras=True)
        for one in fields(kind):
            if one.name in ("who", "line"):
                continue
            hint = hints[one.name]
            optional = one.default is not MISSING
            name = one.name.rstrip("_").replace("_", "-")
            read = _flag if hint is bool else _reader(hint)
            yield Argument(name, one.name, hint, bool(one.kw_only), optional, one.default, read)

    def read(self, words: Words, reader: Reader) -> dict[str, Any]:
        """The arguments in what is left of ``words``, keywords anywhere; raises Unread."""
        values: dict[str, Any] = {}
        while words:
            if self._keyword(values, words, reader) or self._positional(values, words, reader):
                continue
            word = words.list[words.at]
            if words.furthest and words.furthest.column >= word.column and word.text != ",":
                raise words.furthest
            close = difflib.get_close_matches(word.text.lower(), self.keywords, 2)
            raise words.unread(f"{word.text} has no place in {self.usage!r}", close)
        for one in self.arguments:
            if not one.optional and one.field not in values:
                if one.keyword:
                    raise words.unread(f"{one.name} is missing in {self.usage!r}", [one.name])
                one.read(words, reader)  # says what is missing
        return values

    def _keyword(self, values: dict[str, Any], words: Words, reader: Reader) -> bool:
        word = words.next
        one = self.keywords.get(word.text.lower()) if word and not word.quoted else None
        if one is None or one.field in values:
            return False
        words.at += 1
        values[one.field] = one.read(words, reader)
        return True

    def _positional(self, values: dict[str, Any], words: Words, reader: Reader) -> bool:
        """Reads the next argument that has no word of its own; one that is optional may be passed over."""
        for one in self.positional:
            if one.field not in values and words:
                start = words.at
                try:
                    values[one.field] = one.read(words, reader)
                    return True
                except Unread:
                    if not one.optional:
                        raise
                    words.at = start
        return False

    def write(self, report: Report) -> str:
        parts = [self.kind.verb]
        if report.who and self.kind.speaker == "after":
            parts.append(quoted(report.who))
        for one in self.arguments:
            value = getattr(report, one.field)
            if not (one.optional and value == one.default):
                parts.append(one.write(value))
        if report.who and self.kind.speaker == "before":
            parts.insert(0, quoted(report.who))
        return " ".join(part for part in parts if part)

    @property
    def usage(self) -> str:
        """The form of the report: ``WHO lays CARDS on N``."""
        parts = [self.kind.verb]
        if self.kind.speaker == "after":
            parts.append("[WHO]")
        for one in self.arguments:
            value = "" if one.kind is bool else metavar(one.kind)
            part = f"{one.name} {value}".strip() if one.keyword else value
            parts.append(f"[{part}]" if one.optional else part)
        if self.kind.speaker == "before":
            parts.insert(0, "TEAM" if self.kind.team else "WHO")
        return " ".join(parts)


def _flag(words: Words, reader: Reader) -> bool:
    return True


_shapes: dict[type[Report], Shape] = {}


def shape(kind: type[Report]) -> Shape:
    """The class compiled, once."""
    if (found := _shapes.get(kind)) is None:
        found = _shapes[kind] = Shape(kind)
    return found


def forms(verb: str) -> tuple[str, ...]:
    """A verb in the third person and in the imperative: ``passes`` and ``pass``."""
    if verb.endswith(("sses", "shes", "ches", "xes", "zes")):
        return verb, verb[:-2]
    return (verb, verb[:-1]) if verb.endswith("s") and not verb.endswith("ss") else (verb,)


class Vocabulary:
    """The reports a game knows, by the verb that begins them."""

    def __init__(self, kinds: Iterable[type[Report]]) -> None:
        self.shapes: dict[str, list[Shape]] = {}
        for kind in kinds:
            one = shape(kind)
            for verb in (one.words[0], *kind.also):
                for form in forms(verb):
                    self.shapes.setdefault(form, []).append(one)
        for some in self.shapes.values():
            some.sort(key=lambda one: -len(one.words))  # "takes pile" before "takes N"

    def read(self, text: str, reader: Reader, column: int = 1, line: int = 0) -> Report:
        """The report a text makes; WHO is "" where it was left out.  Raises Unread."""
        words = Words(text, column)
        if not words:
            raise words.unread("nothing is reported here")
        who = self._speaker(words, reader)
        verb = words.next
        if verb is None:
            raise words.unread(f"what does {'+'.join(who)} do?")
        shapes = () if verb.quoted else self.shapes.get(verb.text.lower(), ())
        if not shapes:
            together = f"{words.list[0].text} {verb.text}"
            if who and reader.names.whole(together):
                raise words.unread(f'a name with a space is quoted: "{together}"', [f'"{together}"'], words.list[0])
            raise words.unread(f"{verb.text} is no verb of this game", self.close(verb.text))
        words.at += 1
        start = words.at
        faults: list[Unread] = []
        for one in shapes:
            words.at, words.furthest = start, None
            try:
                return self._report(one, words, reader, who, line)
            except Unread as fault:
                faults.append(fault)
        raise max(faults, key=lambda fault: fault.column)

    def close(self, verb: str) -> list[str]:
        """Verbs that a misspelt one may mean, in the third person."""
        near = difflib.get_close_matches(verb.lower(), self.shapes, 4, 0.65)
        return list(dict.fromkeys(self.shapes[form][0].words[0] for form in near))[:3]

    def _speaker(self, words: Words, reader: Reader) -> Seats:
        """WHO, where the first word is one: a whole name beats a verb, a verb beats a prefix."""
        first = words.list[0]
        names = reader.names
        if not first.quoted and not names.whole(first.text) and first.text.lower() in self.shapes:
            return ()
        if len(words.list) == 1 and not first.quoted and not names.begins(first.text):
            raise words.unread(f"{first.text} is no verb of this game", self.close(first.text))
        try:
            who = names.group(words, first)
        except Unread as error:
            following = words.list[1] if len(words.list) > 1 else None
            if not first.quoted and (following is None or following.text.lower() not in self.shapes):
                verbs = self.close(first.text)
                if verbs and "+" not in first.text and not names.begins(first.text):
                    raise words.unread(f"{first.text} is no verb of this game", verbs, first) from None
            raise error from None
        words.at = 1
        return who

    def _report(self, one: Shape, words: Words, reader: Reader, who: Seats, line: int) -> Report:
        kind = one.kind
        for literal in one.words[1:]:
            word = words.next
            if word is None or word.quoted or word.text.lower() != literal:
                raise words.unread(f"{literal} is missing in {one.usage!r}", [literal])
            words.at += 1
        if kind.speaker == "none" and who:
            raise words.unread(f"nobody is named in {one.usage!r}", word=words.list[0])
        if kind.speaker == "after" and not who and (word := words.next) and _names_somebody(word, reader):
            who = reader.names.group(words, words.take())
        speaker = self._joined(kind, words, reader, who)
        return kind(who=speaker, line=line, **one.read(words, reader))

    @staticmethod
    def _joined(kind: type[Report], words: Words, reader: Reader, who: Seats) -> Seat:
        if not who:
            return NOBODY
        teams = {reader.names.teams.get(seat, seat) for seat in who}
        if kind.team and len(teams) == 1:
            return teams.pop()
        if len(who) > 1 and not kind.several:
            raise words.unread(f"one player is named in {shape(kind).usage!r}", word=words.list[0])
        return Seat("+".join(who))


def _names_somebody(word: Word, reader: Reader) -> bool:
    return word.quoted or not _NUMBER.fullmatch(word.text)


__all__ = ["KW_ONLY", "Blind", "Cards", "Groups", "Report", "Seat", "Seats", "Text", "Unread", "Vocabulary", "field"]
