"""Records with one line dropped, doubled, swapped with the next or changed, compared with a slow reader.

The slow reader is this file. Before every piece of a line it replays every report with a fresh referee, without caches
and undo. It parses the header, the pieces of a line and the checks by docs/notation.md. Its refusals, and their places,
must be those of `Judge`.

TIMES=10 tries ten times as many changes in each game, TIMES=100 every line of every record in every way.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee import Referee, find_game
from referee.cards import RANKS
from referee.game.findings import Finding
from referee.games import ours
from referee.records.record import BadRecord, Judge
from referee.rules.custom import Heading
from referee.table.rulings import Ruling
from referee.testing.often import TIMES, times

RECORDS = Path(__file__).parents[1] / "records"
CHANGES = times(6)  # in each game
LINES = 40  # of a record at most, where only some changes are tried: the work grows with their square
WAYS = ("dropped", "doubled", "swapped", "another card", "another number", "another name")


# Reading a line


class Said(NamedTuple):
    """A piece of a line: what stands before it, and its text."""

    mark: str
    rule: str
    overrule: bool
    text: str


def pieces_of(line: str) -> Iterator[Said]:
    """The pieces of a line. Raises ValueError if a quotation mark isn't closed."""
    piece, quoted, before = "", False, ""
    if re.match(r"\s*([!~]\s*)*notes?(\s|$)", line, re.IGNORECASE):
        yield marked(line.strip())
        return
    for at, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted
        if not quoted and letter == "#" and (before == "" or before.isspace() or before == ";"):
            break
        if not quoted and letter == ";":
            if piece.strip():
                yield marked(piece.strip())
            yield from pieces_of(line[at + 1 :])
            return
        piece, before = piece + letter, letter
    if quoted:
        raise ValueError("a quotation mark has no partner")
    if piece.strip():
        yield marked(piece.strip())


def marked(text: str) -> Said:
    mark, rule, overrule = "", "", False
    if text[0] in "!=":
        mark, text = text[0], text[1:].strip()
    if mark == "!" and (match := re.match(r"\[([a-z][a-z0-9-]*)\](\s|$)", text)):
        rule, text = match[1], text[match.end() :].strip()
    if mark != "=" and text.startswith("~"):
        overrule, text = True, text[1:].strip()
    return Said(mark, rule, overrule, text)


# Reading a header


@dataclass
class Head:
    """The lines of the header, and where the reports begin."""

    values: dict[str, str] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)
    in_words: list[tuple[int, str]] = field(default_factory=list)  # rules of the house's own, by their lines
    length: int = 0


KEYS = ("game", "players", "house", "date", "title", "place", "dealer", "rule")


def read_head(lines: Sequence[str]) -> Head | int:
    """The header, or the line that makes it invalid."""
    head = Head()
    for number, line in enumerate(lines, 1):
        bare = re.sub(r"(^|\s)#.*", "", line).strip()
        key, colon, value = bare.partition(":")
        if bare and (not colon or key.strip().lower() not in KEYS):
            break
        head.length = number
        if bare:
            name = key.strip().lower()
            if name == "rule":
                head.in_words.append((number, value))
                continue
            if name in head.values:
                return number
            head.values[name], head.at[name] = value.strip(), number
    if not {"game", "players"} <= head.values.keys():
        return min(head.length + 1, len(lines))
    return head


def table(head: Head) -> Referee | int:
    """A fresh referee for the table of a header; the line that keeps it from being one."""
    values, at = head.values, head.at
    try:
        game = find_game(values["game"])
    except KeyError:
        return at["game"]
    names = [name.strip().strip('"') for name in values["players"].split(",")]
    house: dict[str, str] = {}
    for option in filter(None, map(str.strip, values.get("house", "").split(","))):
        name, equals, value = (part.strip() for part in option.partition("="))
        if not equals or not value or name.lower() in house:
            return at["house"]
        house[name.lower()] = value
    for line, text in head.in_words:
        try:
            name, rule = Heading.read(text, game.rules)
        except ValueError:
            return line
        if f"rule.{name}" in house:
            return line
        house[f"rule.{name}"] = rule
    if len(names) in game.players:
        try:
            game.house(len(names), house)
        except ValueError:
            return at["house"]
    dealer = values.get("dealer", "").strip('"')
    try:
        return Referee(game, names, house, dealer)
    except ValueError:
        return at["dealer"] if dealer and values["dealer"] not in names else at["players"]


# Checks


def plain(name: str) -> str:
    """A name or a word without case, accents and quotation marks."""
    letters = unicodedata.normalize("NFKD", name.strip().replace('"', ""))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def same(told: str, fact: Any) -> bool:
    """Whether a fact has the written value: a number, yes or no, a word, cards in any order, several values."""
    if isinstance(fact, bool):
        fact = "yes" if fact else "no"
    if fact is None:
        fact = "none"
    if isinstance(fact, Mapping):
        fact = ", ".join(f"{name} {value}" for name, value in fact.items())
    if isinstance(fact, (list, tuple)):
        fact = ", ".join(map(str, fact))
    words, other = plain(told), plain(str(fact))
    if re.fullmatch(r"[+-]?\d+", words) and re.fullmatch(r"[+-]?\d+", other):
        return int(words) == int(other)
    return words == other or cards(words) == cards(other) != []


SIGNS = str.maketrans("♠♥♦♣", "shdc")


def cards(text: str) -> list[str]:
    """Cards named one by one, or none."""
    named = [re.sub(r"(?<![a-z0-9])t(?=[shdc]|$)", "10", word) for word in re.split(r"[\s,]+", text.translate(SIGNS))]
    return sorted(named) if all(re.fullmatch(r"(a|k|q|j|10|[2-9])[shdc]?|jk", card) for card in named) else []


def groups(text: str) -> list[list[str]]:
    """The words between commas; quoted ones are one word, with their marks."""
    grouped = [re.findall(r'(?:"[^"]*"|[^\s"])+', group) for group in re.split(r',(?=(?:[^"]*"[^"]*")*[^"]*$)', text)]
    return grouped[:-1] if len(grouped) > 1 and not grouped[-1] else grouped


class Unknown(ValueError):
    """A check that can't be read."""


class Check:
    """One check, held against a table."""

    def __init__(self, referee: Referee, findings: Sequence[Finding]) -> None:
        self.referee, self.findings = referee, findings
        self.players = [*referee.players, *referee.game.others]

    def holds(self, text: str) -> bool:
        try:
            return self._holds(text)
        except Unknown:
            return False

    def _holds(self, text: str) -> bool:
        referee, parts = self.referee, groups(text)
        if not text or not all(parts):
            raise Unknown
        first, rest = parts[0][0].lower(), text[len(parts[0][0]) :].strip()
        if self.begins_with_player(parts[0]):
            return self.values(parts, referee.scores)
        if first == "hand" and re.fullmatch(r"\d+", rest):
            return int(rest) == referee.fact("hand")
        if first == "hand":
            if referee.last is None:
                raise Unknown
            return self.values(groups(rest), referee.hand_scores())
        if first == "dealer":
            return self.names(rest) == {referee.dealer}
        if first == "next":
            return self.names(rest) == {*referee.next()}
        if first == "winner":
            return {referee.hand.side(seat) for seat in self.names(rest)} == {*referee.ahead()}
        if first in ("over", "not"):
            return text.lower().split() == (["over"] if referee.over else ["not", "over"])
        if first == "finding":
            return self.found(rest)
        return self.fact(first, rest)

    def begins_with_player(self, words: Sequence[str]) -> bool:
        """A check's first word is a player if it is one; the beginning of a name has a number behind it."""
        whole = {plain(name) for name in self.players}
        name = " ".join(words[:-1] or words)
        if words[0].startswith('"') or plain(words[0]) in whole or plain(name) in whole:
            return True
        if words[0].lower() in ("hand", "next", "winner", "dealer", "over", "not", "finding"):
            return False
        if words[0].lower() in map(str.lower, self.referee.game.facts):
            return False
        begun = [player for player in self.players if plain(player).startswith(plain(name))]
        return "+" in name or (len(begun) == 1 and re.fullmatch(r"[+-]?\d+", words[-1]) is not None)

    def player(self, name: str) -> str:
        """Whom a name means: a whole one, or the beginning of one."""
        if "+" in name:
            several = {self.player(part) for part in name.split("+")}
            sides = {self.referee.hand.side(player) for player in several}  # type: ignore[arg-type]
            if len(several) > 1 and len(sides) > 1:
                raise Unknown
            return sides.pop() if len(several) > 1 else several.pop()
        for player in self.players:
            if plain(player) == plain(name):
                return player
        begun = [
            player
            for player in (*self.referee.seats, *self.referee.game.others)
            if plain(player).startswith(plain(name))
        ]
        if len(begun) != 1 or not plain(name):
            raise Unknown
        return begun[0]

    def names(self, text: str) -> set[Any]:
        return {*self.named(text)}

    def named(self, text: str) -> list[Any]:
        nobody = {"nobody", "none"} - {plain(name) for name in self.players}
        lines = [" ".join(words) for words in groups(text)] if text else []
        return [self.player(name) for name in lines if plain(name) not in nobody]

    def values(self, parts: Sequence[Sequence[str]], has: Mapping[Any, Any]) -> bool:
        """Compares a value for each name. If a name appears twice, the last value counts."""
        entered: dict[str, str] = {}
        for words in parts:
            if len(words) < 2:
                raise Unknown
            entered[self.player(" ".join(words[:-1]))] = words[-1]
        mine = {name: next((side for side in has if name in (side, *str(side).split("+"))), name) for name in entered}
        return all(same(value, has.get(mine[name])) for name, value in entered.items())

    def found(self, rest: str) -> bool:
        name, _, who = rest.partition(" ")
        if not name:
            raise Unknown
        of_them = [finding for finding in self.findings if name.lower() in finding.name.split(" or ")]
        if " or " in who:
            suspects = {self.player(suspect) for suspect in who.split(" or ")}
            return any(suspects == {*finding.suspects} for finding in of_them)
        named = self.names(who.strip())
        side = self.referee.hand.side
        alone = [finding.suspects[0] for finding in of_them if len(finding.suspects) == 1]
        return any({seat, side(seat)} & named for seat in alone) if named else bool(of_them)

    def fact(self, name: str, rest: str) -> bool:
        try:
            fact = self.referee.fact(re.sub("-t$", "-10", name))
        except KeyError:
            raise Unknown from None
        whole = [*self.players, *self.referee.hand.sides]
        number = re.fullmatch(r"[+-]?\d+", rest)
        if isinstance(fact, Mapping) and fact and not {*fact} & {*whole}:
            place, _, value = rest.partition(" ")
            if place.lower() not in fact or not value.strip():
                raise Unknown
            holder = fact[place.lower()]
            if holder == "nobody" or holder in whole:
                here = {*self.named(value)}
                return here == set() if holder == "nobody" else len(here) == 1 and self.stands_for(here.pop(), holder)
            return same(value, holder)
        if isinstance(fact, Mapping):
            if number:
                return int(rest) == sum(points for points in fact.values() if isinstance(points, int))
            return self.values(groups(rest), fact)
        if isinstance(fact, (list, tuple)) and all(seat in whole for seat in fact):
            return int(rest) == len(fact) if number else self.named(rest) == [*fact]
        if isinstance(fact, str) and fact in whole and rest:
            begun = [seat for seat in self.referee.seats if plain(seat).startswith(plain(rest))]
            return same(begun[0] if len(begun) == 1 else rest, fact)
        return same(rest, fact) or (fact is None and plain(rest) == "nobody")

    def stands_for(self, named: Any, holder: Any) -> bool:
        """Whether the player named is the holder, or one of the side that is."""
        return holder in (named, self.referee.hand.side(named))


# The slow reader


class Verdict(NamedTuple):
    """The outcome of a piece. For a failure or an expected refusal, only the line and the reason."""

    line: int
    failed: bool
    why: str


class SlowReader:
    """Replays everything before every piece from line START on; earlier lines are known to be valid.

    If only accepted reports were added since the last replay, it continues from there. The result is the same.
    """

    def __init__(self, lines: Sequence[str], start: int) -> None:
        self.verdicts: list[Verdict] = []
        self.heard: list[tuple[str, int, bool]] = []
        self.bad: int | None = None
        self.fresh: Referee | None = None
        self.last: Ruling | None = None
        head = read_head(lines)
        fresh = table(head) if isinstance(head, Head) else head
        if isinstance(head, int) or isinstance(fresh, int):
            self.bad = fresh if isinstance(fresh, int) else None
            return
        self.head = head
        for number, line in enumerate(lines[head.length :], head.length + 1):
            pieces = pieces_of(line)
            while piece := self.next_of(pieces, number):
                self.read(number, piece, number < start)

    def next_of(self, pieces: Iterator[Said], line: int) -> Said | None:
        try:
            return next(pieces, None)
        except ValueError:
            self.verdicts.append(Verdict(line, True, "unread"))
            return None

    def again(self) -> Referee:
        """A referee that has heard what stands, and nothing else was asked of it."""
        if self.fresh is None:
            referee, self.last = table(self.head), None
            assert isinstance(referee, Referee)
            for text, line, overrule in self.heard:
                self.last = referee.hear(text, line=line, overrule=overrule)
                assert self.last.accepted, (text, line, self.last)
            self.fresh = referee
        return self.fresh

    def read(self, line: int, piece: Said, holds: bool) -> None:
        if holds:
            if not piece.mark:
                self.heard.append((piece.text, line, piece.overrule))
            return
        referee = self.again()
        if piece.mark == "=":
            self.fresh = None
            if not Check(referee, self.last.findings if self.last else ()).holds(piece.text):
                self.verdicts.append(Verdict(line, True, "="))
            return
        ruling = referee.hear(piece.text, line=line, overrule=piece.overrule)
        unclear = str(ruling.verdict) == "unclear"
        cited = {*ruling.rules, str(ruling.verdict)}
        if piece.mark == "!":
            failed = ruling.accepted or (piece.rule != "" and piece.rule not in cited)
        else:
            failed = not ruling.accepted
        if ruling.accepted and not piece.mark:
            self.heard.append((piece.text, line, piece.overrule))
            self.last = ruling
        else:
            self.fresh = None
        if failed or piece.mark:
            why = "unclear" if unclear and not ruling.broken else ruling.message
            self.verdicts.append(Verdict(line, failed, "accepted" if ruling.accepted else why))


# Changes


TOKENS = {
    "another card": r"(?<![\w=])(?:10|[2-9TJQKA])[SHDC](?![\w-])",
    "another number": r"(?<![\w-])\d+(?![\w-])",
    "another name": r"\b(?:{names})\b",
}


def changed(lines: Sequence[str], at: int, way: str, luck: random.Random) -> list[str] | None:
    """A record with its line AT changed. None if that can't be done."""
    record = [*lines]
    if way == "dropped":
        return record[:at] + record[at + 1 :]
    if way == "doubled":
        return record[: at + 1] + record[at:]
    if way == "swapped":
        return record[:at] + record[at : at + 2][::-1] + record[at + 2 :] if at + 1 < len(record) else None
    head = read_head(lines)
    assert isinstance(head, Head)
    names = [name.strip().strip('"') for name in head.values["players"].split(",")]
    tokens = TOKENS[way].format(names="|".join(map(re.escape, names)))
    matches = [*re.finditer(tokens, re.sub(r"(^|\s)#.*", "", record[at]))]
    if not matches:
        return None
    match = luck.choice(matches)
    other = {
        "another card": lambda: luck.choice(RANKS) + luck.choice("SHDC"),
        "another number": lambda: str(luck.choice([0, 1, 2, 99, int(match[0]) + 1, max(int(match[0]) - 1, 0)])),
        "another name": lambda: luck.choice([*names, "Xaver"]),
    }[way]()
    record[at] = record[at][: match.start()] + other + record[at][match.end() :]
    return record if record[at] != lines[at] else None


def filled(lines: Sequence[str]) -> list[int]:
    """The lines that say something."""
    return [at for at, line in enumerate(lines) if re.sub(r"(^|\s)#.*", "", line).strip()]


def changes(slug: str) -> Iterator[tuple[Path, list[str], list[str], int, str]]:
    paths = sorted((RECORDS / slug).glob("*.record"))
    if TIMES >= 100:
        for path in paths:
            lines = path.read_text(encoding="utf-8").splitlines()
            for at in filled(lines):
                for way in WAYS:
                    if other := changed(lines, at, way, random.Random(f"{path.name} {at} {way}")):
                        yield path, lines, other, at, way
        return
    luck = random.Random(f"changed {slug}")
    for number in range(CHANGES):
        path, way = luck.choice(paths), WAYS[number % len(WAYS)]
        lines = path.read_text(encoding="utf-8").splitlines()[:LINES]
        tried = ((at, changed(lines, at, way, luck)) for at in luck.sample(filled(lines), len(filled(lines))))
        at, other = next(((at, attempt) for at, attempt in tried if attempt), (0, None))
        if other:
            yield path, lines, other, at, way


class Listening(Judge):
    """A judge that notes what it refuses, and what fails."""

    def __init__(self) -> None:
        super().__init__()
        self.verdicts: list[Verdict] = []

    def heard(self, piece: Any, ruling: Ruling) -> None:
        super().heard(piece, ruling)
        if not ruling.accepted:
            self.verdicts.append(Verdict(self.line, False, why(ruling)))

    def failed(self, failure: Any) -> None:
        super().failed(failure)
        if failure.ruling is None:
            self.verdicts.append(Verdict(failure.line, True, "=" if failure.text.startswith("=") else "unread"))
        elif self.verdicts and self.verdicts[-1] == Verdict(failure.line, False, why(failure.ruling)):
            self.verdicts[-1] = self.verdicts[-1]._replace(failed=True)  # refused, but by another rule
        else:
            self.verdicts.append(Verdict(failure.line, True, why(failure.ruling)))


def why(ruling: Ruling) -> str:
    if ruling.accepted:
        return "accepted"
    return "unclear" if str(ruling.verdict) == "unclear" and not ruling.broken else ruling.message


def before(judge: Judge, line: int) -> list[Any]:
    """What became of every line before one."""
    assert judge.referee
    stood = [(entry.ruling.text, entry.ruling.rules, entry.ruling.lines) for entry in judge.referee.entries
             if entry.report.line < line]  # fmt: skip
    refused = [
        (refusal.line, refusal.text, refusal.ruling.rules, refusal.ruling.message)
        for refusal in judge.refused
        if refusal.line < line
    ]
    return [stood, refused]


@pytest.mark.parametrize("slug", ours())
def test_a_record_with_a_line_changed_is_judged_as_a_slow_reader_judges_it(slug: str) -> None:
    for path, lines, other, at, way in changes(slug):
        where = f"{path.name}:{at + 1} {way}: {lines[at]!r} → {other[at : at + 2]!r}"
        slow, judge = SlowReader(other, at + 1), Listening()
        if slow.bad is not None:
            with pytest.raises(BadRecord) as bad:
                judge.judge(other)
            assert bad.value.line == slow.bad, where
            continue
        judge.judge(other)
        mine = [verdict for verdict in judge.verdicts if verdict.line > at]
        assert mine == slow.verdicts, where
        whole = Judge().judge(lines)
        assert not [failure for failure in judge.failures if failure.line <= at], where
        if " for " not in lines[at]:  # a player who takes over a seat is also named in earlier entries
            assert before(judge, at + 1) == before(whole, at + 1), where
