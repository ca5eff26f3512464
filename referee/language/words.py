"""Splits a line into words: pieces, words with their columns, and the names of the players.

What the words of a report mean is in `referee.language.reports`.
"""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple, NewType

Seat = NewType("Seat", str)
"""A player's name as in the header, or the names of a team joined by ``+``."""

NOBODY: Final = Seat("")

Seats = tuple[Seat, ...]
Instead = Sequence[str] | Callable[[], Sequence[str]]  # computed only when somebody asks


class ParseError(ValueError):
    """Raised for a text that can't be parsed: what is wrong, where, and what would fit there."""

    def __init__(self, message: str, column: int = 1, width: int = 1, instead: Instead = ()) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.width = max(width, 1)
        self._instead = instead

    @property
    def instead(self) -> tuple[str, ...]:
        """What would fit in place of the word, closest first."""
        return tuple(self._instead() if callable(self._instead) else self._instead)


class OtherForm(ParseError):
    """Raised where a form has another word than the text, which may be clearer by another form."""


class UnknownWord(ParseError):
    """Raised for a word that is neither a player nor a verb of this game."""


class Ambiguous(ParseError):
    """Raised for a text with several readings. ``instead`` has a way to write each of them."""


# Lines


LONGEST_LINE = 1_000_000  # characters
_LOST = "\N{REPLACEMENT CHARACTER}"
"""Replaces bytes that aren't UTF-8."""

_NO_TEXT = rf"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|{_LOST}"


def text_fault(line: str) -> ParseError | None:
    """Why a line isn't acceptable as text: not UTF-8, a control character, or too long. None if it is."""
    if (not line.isprintable() or _LOST in line) and (bad := re.search(_NO_TEXT, line)):
        what = "this isn't UTF-8 text" if bad[0] in f"\x00{_LOST}" else "there is a control character here"
        return ParseError(what, bad.start() + 1)
    if len(line) > LONGEST_LINE:
        return ParseError(f"this line is too long ({len(line)} characters)", LONGEST_LINE)
    return None


class Piece(NamedTuple):
    """The part of a line between two semicolons: its mark, the rule that a refusal must cite, its text and column."""

    mark: Literal["", "!", "="]
    overrule: bool
    rule: str
    text: str
    column: int


_PIECE = re.compile(r"""(?:"[^"\n]*"|[^";#]|(?<=[^\s;])\#)*""")
_NOTE = re.compile(r"(?:[!~]\s*)*[Nn][Oo][Tt][Ee][Ss]?(?=\s|$)")  # re.IGNORECASE takes three times as long to compile
_ALONE = re.compile(rf"""\s*+(?!{_NOTE.pattern})([^";#]*)(?:(?<!\S)#.*)?""", re.DOTALL)
_CITED = re.compile(r"\s*\[([a-z][a-z0-9-]*)\](?=\s|$)")


def pieces(line: str) -> Iterable[Piece]:
    """Splits a line into pieces, without its comment.

    Raises ParseError if a quotation mark isn't closed.
    """
    if not (alone := _ALONE.fullmatch(line)):
        return _split(line)
    text = alone[1].rstrip()
    return (_piece(text, 1 + alone.start(1)),) if text else ()


def _split(line: str) -> Iterator[Piece]:
    """Splits a line that has several pieces, quotation marks or a note."""
    position = 0
    while position < len(line):
        begin = position
        while line[begin : begin + 1].isspace():
            begin += 1
        if line.startswith("#", begin):
            return
        if _NOTE.match(line, begin):
            end = len(line)
        else:
            match = _PIECE.match(line, position)
            end = match.end() if match else position
            if line.startswith('"', end):
                raise ParseError("a quotation mark isn't closed", end + 1)
        if text := line[begin:end].rstrip():
            yield _piece(text, begin + 1)
        if line.startswith("#", end):
            return
        position = end + 1


def _piece(text: str, column: int) -> Piece:
    if text[0] not in "!=~":
        return Piece("", False, "", text, column)
    mark: Literal["", "!", "="] = ""
    overrule, rule, offset = False, "", 0
    if text[0] in "!=":
        mark, offset = ("!" if text[0] == "!" else "="), 1
        if mark == "!" and (match := _CITED.match(text, offset)):
            rule, offset = match[1], match.end()
    words = text[offset:].lstrip()
    if mark != "=" and words.startswith("~"):
        overrule, words = True, words[1:].lstrip()
    return Piece(mark, overrule, rule, words, column + len(text) - len(words))


class Word(NamedTuple):
    text: str
    column: int
    quoted: bool = False

    @property
    def width(self) -> int:
        return len(self.text) + 2 * self.quoted


_WORD = re.compile(r'(?:"[^"]*"|[^\s,"])+|,|"')


class Words:
    """The words of one report, read from left to right. If ``begun``, fixed words may be abbreviated."""

    def __init__(self, text: str, column: int = 1, begun: bool = False) -> None:
        self.source = text
        self.column = column
        self.begun = begun
        self.list: list[Word] = [Word(match[0], column + match.start()) for match in _WORD.finditer(text)]
        for i, word in enumerate(self.list) if '"' in text else ():
            words, at, _ = word
            if words == '"':
                raise ParseError("a quotation mark isn't closed", at)
            if words[0] == '"' and words.find('"', 1) == len(words) - 1:
                self.list[i] = Word(words[1:-1], at, True)
        self.at = 0
        self.furthest: ParseError | None = None

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

    def is_one(self, choices: Iterable[str]) -> str:
        """The one of these fixed words that comes next, or whose beginning does if that is enough; otherwise ""."""
        word = self.next
        if word is None or word.quoted:
            return ""
        text = word.text.lower()
        if not self.begun:
            return text if text in choices else ""
        begun = [choice for choice in choices if choice.startswith(text)]
        return text if text in begun else begun[0] if len(begun) == 1 else ""

    def insert(self, *texts: str) -> None:
        """Inserts words to be read next, as if they had been typed after the last one."""
        last = self.list[self.at - 1]
        self.list[self.at : self.at] = [Word(text, last.column) for text in texts]

    def instead(self, *texts: str) -> None:
        """Replaces all the remaining words."""
        column = self.list[self.at].column
        self.list[self.at :] = [Word(text, column) for text in texts]

    def join(self, names: Names) -> None:
        """Joins words that make up a whole name, as if they had been quoted. A name that is one word wins."""
        for size in names.sizes:
            for i in range(len(self.list) - size, -1, -1):
                parts = self.list[i : i + size]
                if any(part.quoted or part.text == "," for part in parts) or names.whole(parts[0].text):
                    continue
                if names.ever.whole(" ".join(part.text for part in parts)):
                    end = parts[-1].column + len(parts[-1].text)
                    text = self.source[parts[0].column - self.column : end - self.column]
                    self.list[i : i + size] = [Word(" ".join(text.split()), parts[0].column, True)]

    def rest(self) -> str:
        """The remaining text, exactly as typed."""
        if not self:
            return ""
        word = self.list[self.at]
        alone = self.at == len(self.list) - 1
        self.at = len(self.list)
        return word.text if alone else self.source[word.column - self.column :].strip()

    def unread(
        self, message: str, instead: Instead = (), word: Word | None = None, kind: type[ParseError] = ParseError
    ) -> ParseError:
        """An error at ``word``, or at the next word. The error farthest along is remembered."""
        word = word or self.next
        if word is None:
            last = self.list[-1] if self.list else Word("", self.column)
            error = kind(message, last.column + last.width, 1, instead)
        else:
            error = kind(message, word.column, word.width, instead)
        if self.furthest is None or error.column >= self.furthest.column:
            self.furthest = error
        return error


# Numbers


def span(players: Sequence[int]) -> str:
    """Numbers of players: ``3–5``, ``2 and 4``."""
    runs: list[list[int]] = []
    for number in players:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " and ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def so_many(number: int, what: str, plural: str = "") -> str:
    """A number of things with the right plural: ``1 trick``, ``3 tricks``."""
    return f"{number} {what if number == 1 else plural or what + 's'}"


def either(words: Iterable[str]) -> str:
    """Alternatives in words: ``Ann, Ben or Cat``."""
    *others, last = dict.fromkeys(words)
    return f"{', '.join(others)} or {last}" if others else last


def so_often(number: int) -> str:
    """A number of times in words: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


# Names


def folded(name: str) -> str:
    """A name in the form used for comparing: without case or accents."""
    if name.isascii():
        return name.lower()
    plain = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


FORBIDDEN_IN_NAMES = ',;"=+#!'
LONGEST_NAME = 60
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters by Unicode that are invisible


def name_fault(name: str) -> str | None:
    """What is wrong with a player's name, None if it is fine."""
    if all(unicodedata.category(letter)[0] in "MZC" for letter in name):  # marks, blanks and controls
        return "a name is missing"
    if name.isdigit():
        return f"a name needs a letter, not only digits: {name}"
    if bad := [letter for letter in name if letter in FORBIDDEN_IN_NAMES + BLANK or not letter.isprintable()]:
        return f"a name can't contain {bad[0]!r}: {name!r}"
    return None


class Names:
    """The players of a table in order, their teams, and the players who have left.

    ``ever`` also finds players who have left, by their whole names. ``formerly`` maps a folded name to the player who
    has that seat now; the old name still finds the seat. ``owners`` also finds accounts: everything that can own chips.
    """

    regrouped = False  # whether the teams are those of one hand

    def __init__(
        self,
        seats: Iterable[str],
        others: Iterable[str] = (),
        partners: bool = False,
        left: Iterable[Seat] = (),
        formerly: Mapping[str, Seat] | None = None,
        accounts: Iterable[str] = (),
    ) -> None:
        self.seats = tuple(Seat(name) for name in seats)
        for name in self.seats:
            if fault := name_fault(name):
                raise ValueError(fault)
        also = [Seat(name) for name in others]
        if taken := {folded(name) for name in self.seats} & {folded(name) for name in also}:
            raise ValueError(f"{taken.pop()} can't be a player's name in this game")
        self._folded = self._whole = {folded(name): name for name in (*self.seats, *also)}
        if len(self._folded) != len(self.seats) + len(also):
            raise ValueError("two players have the same name: " + ", ".join(self.seats))
        half = len(self.seats) // 2
        pairs = [(self.seats[i], self.seats[i + half]) for i in range(half)] if partners else []
        self.teams = {seat: Seat("+".join(pair)) for pair in pairs for seat in pair}
        self.ever = self
        gone = {folded(name): name for name in left}
        if formerly:
            self._whole = {name: seat for name, seat in formerly.items() if seat in self.seats} | self._folded
            gone |= {name: seat for name, seat in formerly.items() if seat in gone.values()}
        if gone:
            self.ever = copy.copy(self)
            self.ever._whole = gone | self._whole
            self.ever.ever = self.ever
        self.accounts = tuple(map(Seat, accounts))
        self.owners = self.ever
        if self.accounts:
            self.owners = copy.copy(self.ever)
            self.owners._whole = {folded(name): name for name in self.accounts} | self.ever._whole

    def paired(self, seats: Sequence[Seat]) -> Names:
        """The same names, with those of ``seats`` who sit opposite each other as partners."""
        half = len(seats) // 2
        twin, pairs = copy.copy(self), zip(seats[:half], seats[half:], strict=True)
        twin.teams = {seat: Seat("+".join(pair)) for pair in pairs for seat in pair}
        twin.regrouped = True
        twin.ever = twin if self.ever is self else copy.copy(self.ever)
        twin.owners = twin.ever if self.owners is self.ever else copy.copy(self.owners)
        twin.ever.teams = twin.owners.teams = twin.teams
        return twin

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._whole.values()

    @cached_property
    def sizes(self) -> list[int]:
        """The word counts of names with blanks, longest first. Empty if there are none."""
        return sorted({len(name.split()) for name in self.ever._whole if " " in name}, reverse=True)

    @property
    def everybody(self) -> Seats:
        """The players, and the teams that two of them form."""
        return (*dict.fromkeys(self._whole.values()), *dict.fromkeys(self.teams.values()))

    def whole(self, name: str) -> Seat | None:
        return self._whole.get(folded(name))

    def begins(self, prefix: str) -> list[Seat]:
        prefix = folded(prefix)
        return [seat for name, seat in self._folded.items() if name.startswith(prefix)] if prefix else []

    def find(self, words: Words, word: Word) -> Seat:
        """The player that a word names, by the whole name or an unambiguous prefix; raises ParseError."""
        if whole := self.whole(word.text):
            return whole
        names = self.begins(word.text)
        if len(names) == 1:
            return names[0]
        if names:
            fault = words.unread(f"{word.text} could be {either(names)}", names, word)
            raise Ambiguous(fault.message, fault.column, fault.width, names)
        raise self.nobody(words, word)

    def nobody(self, words: Words, word: Word) -> ParseError:
        if gone := self.ever.whole(word.text):
            return words.unread(f"{gone} has left the game", word=word)
        if word.text.lower() in ("i", "we", "he", "she", "they", "him", "her", "them"):
            return words.unread(f"who is `{word.text}`? Type a name", word=word)
        close = self.close(word.text)
        if word.text.islower() and word.text.isalpha() and not close and not word.quoted:
            return words.unread(f"I don't know {word.text!r}", word=word, kind=UnknownWord)
        return words.unread(f"nobody here is called {word.text.rstrip(':,;')}", close, word, UnknownWord)

    def new(self, words: Words, word: Word) -> Seat:
        """The name of somebody who sits down, spelled as before if they have played here already; raises ParseError."""
        name = word.text.strip()
        fault = name_fault(name)
        if not fault and len(name) > LONGEST_NAME:
            fault = f"a name can have {LONGEST_NAME} characters at most"
        if fault:
            raise words.unread(fault, word=word)
        known = self.ever.whole(name)
        return known if known and folded(known) == folded(name) else Seat(name)

    def close(self, text: str) -> list[str]:
        return [self._whole[name] for name in nearest(folded(text), self._whole, 2)]

    def group(self, words: Words, word: Word) -> Seats:
        """The players in ``Ann+Cat``, each once, in the order of the table; raises ParseError."""
        if "+" not in word.text or word.quoted:
            return (self.find(words, word),)
        seats = []
        for part in re.finditer(r'"([^"]*)"|[^+"]+', word.text):
            seats.append(self.find(words, Word(part[1] or part[0], word.column + part.start())))
        if not seats or re.search(r"^\+|\+\+|\+$", word.text):
            raise words.unread(f"a name is missing in {word.text}", self.everybody, word)
        if twice := next((seat for at, seat in enumerate(seats) if seat in seats[:at]), None):
            raise words.unread(f"{twice} is named twice in {word.text}", word=word)
        return tuple(seat for seat in dict.fromkeys(self._folded.values()) if seat in seats)


def nearest(text: str, known: Iterable[str], count: int = 3, alike: float = 0.6) -> list[str]:
    """The closest matches for a text among the known words, best first."""
    from difflib import get_close_matches

    return get_close_matches(text, [*known], count, alike)


_BLANK = re.compile(r"\s")


def quoted(name: str) -> str:
    """A name, quoted if a report needs it. In a group each name is quoted separately."""
    if "+" in name:
        return "+".join(quoted(part) for part in name.split("+"))
    return f'"{name}"' if _BLANK.search(name) or name[0] in "[~" else name
