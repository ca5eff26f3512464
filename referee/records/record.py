"""A record: the header and the lines of one table, judged one by one, and the results.

The format is described in docs/notation.md. Lines are read one by one, so memory use depends on the game, not on the
length of the file.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.game.game import Game
from referee.games import find_game, ours
from referee.language.words import ParseError, Piece, pieces, text_fault
from referee.records.checks import differs
from referee.rules.custom import PREFIX, Heading, is_own, own_rules
from referee.rules.options import read_house
from referee.rules.rule import Verdict
from referee.table.objects import table_object
from referee.table.referee import Referee
from referee.table.rulings import Ruling

HEADERS = ("game", "players", "house", "rule", "date", "title", "place", "dealer")


class BadRecord(ValueError):
    """Raised for a record whose header can't be used; ``line`` and ``column`` (from 1) say where.

    >>> from referee import BadRecord, Judge
    >>> try:
    ...     judge = Judge().judge(["game: oh-hell", "players: Ann"])
    ... except BadRecord as bad:
    ...     print(bad.line, bad.column)
    2 1
    """

    message: str
    line: int
    column: int

    def __init__(self, message: str, line: int, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


@dataclass
class Header:
    """The part above the first report of a record: the game's slug, the players clockwise, and the house rules.

    ``others`` has the date, title, place and dealer, if they are given.

    >>> from referee import Judge
    >>> header = Judge().judge(["game: gops", "players: Ann, Ben", "house: ties=split", "date: 2026-11-20"]).header
    >>> header.players, header.house, header.others
    (['Ann', 'Ben'], {'ties': 'split'}, {'date': '2026-11-20'})
    """

    game: str
    players: list[str]
    house: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)  # date, title, place, dealer

    def text(self) -> str:
        """The header as text, as at the beginning of a record."""
        lines = [f"game: {self.game}", f"players: {', '.join(self.players)}"]
        if options := [f"{name}={value}" for name, value in self.house.items() if not is_own(name)]:
            lines.append("house: " + ", ".join(options))
        lines += [f"rule: {Heading(name, rule)}" for name, rule in own_rules(self.house).items()]
        quoted = {name: f'"{text}"' if _COMMENT.search(text) else text for name, text in self.others.items()}
        return "\n".join([*lines, *(f"{name}: {text}" for name, text in quoted.items())])

    def referee(self, game: Game[Any] | None = None) -> Referee:
        """A new table of that game, or of the one named here; raises KeyError or ValueError."""
        return Referee(game or find_game(self.game), self.players, self.house, self.others.get("dealer", ""))


@dataclass(frozen=True)
class Failure:
    """A line of a record that is wrong: where, the text, the expected value, and the actual one.

    ``line`` and ``column`` count from 1. ``expected`` and ``actual`` are words for people. ``ruling`` is the ruling on
    the report, None for a check such as ``= Ann 20``.

    >>> from referee import Judge
    >>> failure = Judge().judge(["game: gops", "players: Ann, Ben", "upcard 5", "Ann plays 99"]).failures[0]
    >>> failure.line, failure.column, failure.text, failure.ruling.verdict
    (4, 11, 'Ann plays 99', <Verdict.UNCLEAR: 'unclear'>)
    """

    line: int
    column: int
    text: str
    expected: str
    actual: str
    ruling: Ruling | None = None
    width: int = 1


@dataclass(frozen=True)
class Refusal:
    """A report that a record marks with ``!``, and that was refused.

    >>> from referee import Judge
    >>> judge = Judge().judge(["game: gops", "players: Ann, Ben", "! Ann plays K"])
    >>> [(refusal.line, refusal.text, refusal.ruling.rules) for refusal in judge.refused]
    [(3, 'Ann plays K', ('prize-order',))]
    """

    line: int
    text: str
    ruling: Ruling


_COMMENT = re.compile(r"(^|\s)#.*")
_QUOTED = re.compile(r'(\s*(?:title|place)\s*:\s*)"([^"]*)"\s*(?:#.*)?', re.IGNORECASE)
_HEADER = re.compile(r"([A-Za-z-]+)\s*:(.*)")


def split_names(text: str) -> list[str]:
    """Names separated by commas, quoted or not."""
    return [name.strip().strip('"').strip() for name in text.split(",")]


class Judge:
    """Judges the lines of one record, one after the other.

    Feed it lines. ``failures`` has what is wrong; ``referee`` exists as soon as the header is complete. The sheet of a
    declared game may be in the folder ``beside``.

    >>> from referee import Judge
    >>> judge = Judge().judge(["game: gops", "players: Ann, Ben", "upcard 5; Ann plays K; Ben plays 2", "= Ann 5"])
    >>> judge.failures, judge.referee.scores
    ([], {'Ann': 5, 'Ben': 0})
    """

    referee: Referee | None
    header: Header | None
    failures: list[Failure]
    warnings: list[Failure]
    refused: list[Refusal]

    def __init__(self, beside: Path | None = None) -> None:
        self.beside = beside
        self.referee = self.header = None
        self.failures, self.warnings, self.refused = [], [], []
        self.latest: Ruling | None = None
        self._fields: dict[str, tuple[str, int]] = {}
        self._in_words: list[tuple[str, int]] = []  # rules in words
        self.line = 0

    def judge(self, lines: Iterable[str]) -> Judge:
        """Judges a whole record and returns the judge; raises BadRecord if the header can't be used."""
        for line in lines:
            self.feed(line)
        if self.referee is None:
            self._begin()
        return self

    def feed(self, line: str) -> None:
        """Judges the next line; raises BadRecord if the header can't be used."""
        self.line += 1
        line = line.rstrip("\r\n")
        if self.line == 1:
            line = line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        if fault := text_fault(line):
            raise BadRecord(fault.message, self.line, fault.column)
        if self.referee is None and self._heads(line):
            return
        if self.referee is None:
            self._begin()
        try:
            for piece in pieces(line):
                self._hear(piece)
        except ParseError as error:
            self._fail(line.strip(), error.column, "a report", f"unclear: {error.message}")

    # The header

    def _heads(self, line: str) -> bool:
        """Parses a line of the header. False if the reports begin here."""
        quoted = _QUOTED.fullmatch(line)
        bare = quoted[1] + quoted[2] if quoted else _COMMENT.sub("", line)
        if not bare.strip():
            return True
        match = _HEADER.fullmatch(bare.strip())
        if not match or match[1].lower() not in HEADERS:
            if match and not self._complete() and not re.search(r"\s", match[1]):
                raise BadRecord(f"{match[1]!r} isn't a header. The headers: {', '.join(HEADERS)}", self.line)
            return False
        name = match[1].lower()
        if name == "rule":
            self._in_words.append((match[2], self.line))
            return True
        if name in self._fields:
            raise BadRecord(f"{name} is given twice", self.line)
        self._fields[name] = match[2].strip(), self.line
        return True

    def _complete(self) -> bool:
        return "game" in self._fields and "players" in self._fields

    def _begin(self) -> None:
        for name in ("game", "players"):
            if name not in self._fields:
                raise BadRecord(f"the header {name!r} is missing", max(self.line, 1))
        texts = {name: text for name, (text, _) in self._fields.items()}
        where = "game"
        try:
            game = self._game(texts["game"])
            where = "house"
            house = read_house(texts.get("house", "")) | self._own_rules(game.rules)
            players = split_names(texts["players"])
            game.house(len(players), house) if len(players) in game.players else None
            where = "dealer" if "dealer" in texts and texts["dealer"] not in players else "players"
            others = {name: texts[name] for name in HEADERS[4:] if name in texts}
            if "dealer" in others:
                others["dealer"] = others["dealer"].strip('"')
            self.header = Header(game.slug, players, house, others)
            self.referee = self.header.referee(game)
        except BadRecord:
            raise
        except (KeyError, ValueError) as error:
            message = str(error.args[0] if error.args else error)
            raise BadRecord(message, self._fields.get(where, ("", self.line))[1]) from None

    def _game(self, name: str) -> Game[Any]:
        """The game with that name: ours, one whose sheet is beside the record, or any other."""
        if self.beside and name not in ours():
            from referee.declared import shelf
            from referee.declared.sheet import BadSheet

            try:
                if game := shelf.beside(name, self.beside):
                    return game
            except (BadSheet, OSError) as error:
                raise KeyError(f"the sheet of {name}: {shelf.why(error)}") from None
        return find_game(name.removesuffix(".toml"))

    def _own_rules(self, taken: Container[str]) -> dict[str, str]:
        """The rules in words, as options of the house; raises BadRecord."""
        rules: dict[str, str] = {}
        for text, line in self._in_words:
            try:
                name, rule = Heading.read(text, taken)
            except ValueError as error:
                raise BadRecord(str(error), line) from None
            if PREFIX + name in rules:
                raise BadRecord(f"{name} is given twice", line)
            rules[PREFIX + name] = rule
        return rules

    # The reports

    def _hear(self, piece: Piece) -> None:
        assert self.referee
        if piece.mark == "=":
            self._check(piece)
            return
        ruling = self.referee.hear(piece.text, line=self.line, overrule=piece.overrule, column=piece.column)
        if piece.mark == "!":
            self._must_refuse(piece, ruling)
        elif ruling.accepted:
            self.latest = ruling
            self.heard(piece, ruling)
        else:
            cited = f"[{', '.join(dict.fromkeys(ruling.rules))}]" if ruling.broken else ""
            self._fail(piece.text, ruling.column or piece.column, "accepted",
                       f"{ruling.verdict}{cited}: {ruling.message}", ruling, ruling.width)  # fmt: skip

    def _must_refuse(self, piece: Piece, ruling: Ruling) -> None:
        assert self.referee
        expected = f"refused [{piece.rule}]" if piece.rule else "refused"
        if ruling.accepted:
            self.referee.undo()
            self._fail(piece.text, piece.column, expected, "accepted", ruling)
            return
        self.refused.append(Refusal(self.line, piece.text, ruling))
        self.heard(piece, ruling)
        cited = ("unclear",) if ruling.verdict is Verdict.UNCLEAR and not ruling.broken else ruling.rules
        if piece.rule and piece.rule not in (*cited, str(ruling.verdict)):
            self._fail(piece.text, piece.column, expected, f"{ruling.verdict}[{', '.join(cited)}]: {ruling.message}",
                       ruling)  # fmt: skip
        elif not piece.rule and ruling.verdict is Verdict.UNCLEAR:
            warned = Failure(self.line, ruling.column or piece.column, piece.text, "refused",
                             f"unclear: {ruling.message}", ruling)  # fmt: skip
            self.warned(warned)

    def _fail(
        self, text: str, column: int, expected: str, actual: str, ruling: Ruling | None = None, width: int = 1
    ) -> None:
        self.failed(Failure(self.line, column, text, expected, actual, ruling, width))

    def heard(self, piece: Piece, ruling: Ruling) -> None:
        """Called for every report that is accepted, or refused as the record expects."""

    def failed(self, failure: Failure) -> None:
        """Called if a piece is wrong. The table is in the state before that piece."""
        self.failures.append(failure)

    def warned(self, warning: Failure) -> None:
        """Called for a bare ``!`` in front of a report that is only unclear."""
        self.warnings.append(warning)

    def _check(self, piece: Piece) -> None:
        assert self.referee
        findings = self.latest.findings if self.latest else ()
        try:
            actual = differs(self.referee, piece.text, piece.column, findings)
        except ParseError as error:
            self._fail(f"= {piece.text}", error.column, "a check", f"unclear: {error.message}", width=error.width)
            return
        if actual is not None:
            self._fail(f"= {piece.text}", piece.column, piece.text, actual)


# What a judged table gives


def record_object(judge: Judge, file: str) -> dict[str, Any]:
    """A judged record as plain dictionaries and lists, as ``check --json`` prints it.

    >>> from referee import Judge, record_object
    >>> judge = Judge().judge(["game: gops", "players: Ann, Ben", "! Ann plays K"])
    >>> facts = record_object(judge, "friday.record")
    >>> facts["file"], facts["ok"], facts["refused"][0]["line"]
    ('friday.record', True, 3)
    """
    assert judge.referee
    refused = [
        {
            "line": refusal.line,
            "text": refusal.text,
            "verdict": str(refusal.ruling.verdict),
            "rule": refusal.ruling.rules[0] if refusal.ruling.rules else str(refusal.ruling.verdict),
            "rules": list(dict.fromkeys(refusal.ruling.rules)),
            "message": refusal.ruling.message,
        }
        for refusal in judge.refused
    ]
    failed = [
        {
            "line": failure.line,
            "column": failure.column,
            "text": failure.text,
            "expected": failure.expected,
            "actual": failure.actual,
        }
        for failure in judge.failures
    ]
    table = {"schema": 1, "file": file, "ok": not judge.failures} | table_object(judge.referee)
    return table | {"refused": refused, "failed": failed}


def numbered(lines: Iterable[bytes]) -> Iterator[str]:
    """Decodes the lines of a file. Bytes that aren't UTF-8 become the replacement character, which `Judge` refuses."""
    for line in lines:
        yield line.decode("utf-8", errors="replace")
