"""A declared sheet as written in its file: the game, its columns by kind, and the validation of a file.

A file is TOML. Its text is validated with pydantic, which is imported only for that. A sheet that is saved with a
session was validated when it was saved.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, get_args

from referee.cards import BY_WORD, RANKS, SUIT_NAMES, SUITS, Card, read_suit
from referee.cards import cards as cards_in
from referee.declared.lines import Lines
from referee.game.ruleset import WITHOUT
from referee.language.words import nearest
from referee.rules.rule import HOW_SAID

Number: TypeAlias = int | dict[str, int]
"""A whole number, or one for each number of players: ``{ 3 = 36, 4 = 48 }``."""

STRICT = {"extra": "forbid", "strict": True}
MOST = 1_000_000
LARGEST_NUMBER = 10**9  # the largest that is accepted anywhere
LONGEST = 100_000  # characters of a file
WIDEST = 2_000  # characters of a line, or of a text
MANY = 300  # keys of a table
DEEPEST = 6  # tables in one another
KEY = 60  # characters of a key

ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
VERB = re.compile(r"[a-z]+(?:-[a-z]+)*")
PLAYERS = re.compile(r"([1-9]\d?)(?:-([1-9]\d?))?")
LISTED = 2000  # values of a column
LARGEST = 24  # table
SHORT = 100  # lines of an example


# Columns


@dataclass(kw_only=True)
class Bounds:
    """The conditions for a number."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    least: int | None = None
    most: int | None = None
    step: int | None = None
    values: list[int] = field(default_factory=list)

    def amiss(self, number: int) -> str:
        """What the number must be, "" if it is fine."""
        fits = (
            (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
            and (not self.step or number % self.step == 0)
            and (not self.values or number in self.values)
        )
        return "" if fits else str(self)

    def __str__(self) -> str:
        texts = [" or ".join(map(str, self.values))] if self.values else []
        if self.least is not None and self.most is not None:
            texts.append(f"{self.least} to {self.most}")
        else:
            texts += [f"{self.least} or more"] if self.least is not None else []
            texts += [f"{self.most} or less"] if self.most is not None else []
        texts += [f"a multiple of {self.step}"] if self.step else []
        return ", ".join(texts)


@dataclass(kw_only=True)
class Named:
    """The conditions for one of the named points of a column.

    It ``needs`` one of these words beside it. ``beside`` has what the numbers of other words must be with it. Points
    ``as_it_is`` can have any size, and a loss doesn't multiply them. ``lost`` points are only for a lost game.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    least: int | None = None
    most: int | None = None
    number: Bounds | None = None
    party: int | None = None
    on_top: bool = False
    needs: list[str] = field(default_factory=list)
    beside: dict[str, Bounds] = field(default_factory=dict)
    as_it_is: bool = False
    lost: bool = False
    implies: list[str] = field(default_factory=list)
    not_with: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class Column:
    """The keys that every column may have.

    ``main`` is the number whose option has the name of the column. ``numbers`` are those that a house may change.
    ``in_words`` has what the sentence says for the values of a number: ``{ 0 = "nothing", N = "{N} more" }``.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    main: ClassVar[str] = ""
    numbers: ClassVar[tuple[str, ...]] = ()

    kind: str
    says: str = ""
    in_words: dict[str, dict[str, str]] = field(default_factory=dict)
    title: str = ""
    verb: str = ""
    does: str = ""
    also: list[str] = field(default_factory=list)
    by: Literal["", "player", "side"] = ""
    not_with: list[str] = field(default_factory=list)
    instead_of: list[str] = field(default_factory=list)
    implies: list[str] = field(default_factory=list)
    beside: dict[str, Bounds] = field(default_factory=dict)
    counts_with: list[str] = field(default_factory=list)
    every_round: bool = False

    def option(self, name: str, number: str) -> str:
        """The name of the house option for a number of a column with this name."""
        return name if number == self.main else f"{name}-{number.replace('_', '-')}"

    def given(self) -> dict[str, Any]:
        """The numbers that are given, by key."""
        return {key: value for key in self.numbers if (value := getattr(self, key)) is not None}

    @property
    def numbers_in_sentence(self) -> tuple[str, ...]:
        """The numbers that the column's own sentence may contain. Others have a rule of their own."""
        return self.numbers


@dataclass(kw_only=True)
class Points(Column):
    """Points that are entered."""

    numbers: ClassVar[tuple[str, ...]] = ("total", "least", "most", "step")

    told: Literal["all", "one", "any", "once", "often"] = "all"
    whose: Literal["", "dealer"] = ""
    total: Number | None = None
    least: int | None = None
    most: int | None = None
    step: int | None = None
    values: list[int] = field(default_factory=list)
    never: list[int] = field(default_factory=list)
    number: Bounds | None = None
    named: dict[str, int] = field(default_factory=dict)
    word: dict[str, Named] = field(default_factory=dict)
    paid_to: str = ""
    shared: bool = False
    counts: Literal["for", "against", "not"] = "for"


@dataclass(kw_only=True)
class Count(Column):
    """A number of things, each worth the same."""

    main: ClassVar[str] = "each"
    numbers: ClassVar[tuple[str, ...]] = ("each", "total", "growing", "beyond", "most", "in_all")

    each: Number = 1
    total: Number | Literal["round"] | None = None
    growing: Number | None = None
    beyond: Number | None = None
    most: Number | None = None
    in_all: Number | None = None
    among: str = ""
    cards: str = ""
    worth: dict[str, int] = field(default_factory=dict)
    counts: Literal["for", "against", "not"] = "for"


@dataclass(kw_only=True)
class Who(Column):
    """The player who got one particular thing, and what multiplies the points paid for it if it is done in one turn."""

    main: ClassVar[str] = "worth"
    numbers: ClassVar[tuple[str, ...]] = ("worth", "rummy")

    worth: Number
    rummy: Number | None = None
    nobody: bool = False
    cards: str = ""
    counts: Literal["for", "against"] = "for"


@dataclass(kw_only=True)
class All(Column):
    """All of certain columns or nothing: a player who has all of them reverses their effect."""

    of: list[str]
    turns: Literal["others", "own", "choice", "no"] = "others"


@dataclass(kw_only=True)
class Bid(Column):
    """Everybody's bids, compared with what they take."""

    numbers: ClassVar[tuple[str, ...]] = (
        "made", "each", "over", "missed", "lost", "amiss", "taken", "nil", "blind_nil", "nil_over", "bags", "bags_cost",
        "least", "most",
    )  # fmt: skip

    of: str
    makes: Literal["exact", "at-least"] = "at-least"
    made: Number | None = None
    each: Number | None = None
    over: Number | None = None
    missed: Number | None = None
    lost: Number | None = None
    amiss: Number | None = None
    taken: Number | None = None
    nil: Number | None = None
    blind_nil: Number | None = None
    nil_over: Number | None = None
    nil_tricks: Literal["bags", "bid", "nothing"] = "bags"
    bags: Number | None = None
    bags_cost: Number | None = None
    least: Number | None = None
    most: Number | None = None
    uneven: bool = False

    @property
    def numbers_in_sentence(self) -> tuple[str, ...]:
        return tuple(key for key in self.numbers if key not in ("nil", "blind_nil", "nil_over", "bags", "bags_cost"))


@dataclass(kw_only=True)
class Contract(Column):
    """What one side undertakes: a number that it bids, or a fixed one."""

    numbers: ClassVar[tuple[str, ...]] = ("needs", "missed", "others", "defended", "least", "most", "step")

    of: list[str]
    needs: Number | None = None
    makes: dict[str, int] = field(default_factory=dict)
    alone: dict[str, int] = field(default_factory=dict)
    missed: Number | None = None
    others: Number | None = None
    defended: Number | None = None
    least: Number | None = None
    most: Number | None = None
    step: Number | None = None
    nobody: bool = False


@dataclass(kw_only=True)
class Share(Column):
    """Who wins a game, who loses it, and what it is worth."""

    numbers: ClassVar[tuple[str, ...]] = ("won", "lost", "win", "loss", "others", "least", "most", "step")

    loses: str = "loses"
    party: list[int] = field(default_factory=lambda: [1])
    weights: list[int] = field(default_factory=list)
    zero_sum: bool = True
    won: Number = 1
    lost: Number = 1
    win: Number | None = None
    loss: Number | None = None
    others: Number | None = None
    least: Number | None = None
    most: Number | None = None
    step: Number | None = None
    values: list[int] = field(default_factory=list)
    multiples: list[int] | dict[str, int] = field(default_factory=list)
    overbid: bool = False
    number: Bounds | None = None
    named: dict[str, int] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)
    factors: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    word: dict[str, Named] = field(default_factory=dict)
    passed: str = ""
    playing: int | None = None

    @property
    def numbers_in_sentence(self) -> tuple[str, ...]:
        return ("least", "most", "step") if self.zero_sum else self.numbers

    def parts(self, size: int) -> list[int]:
        """The parts that the members of a party of this size get."""
        return self.weights[:size] if size > 1 else [1]

    def bases(self) -> dict[int, int]:
        """The numbers whose multiples a game may be worth, each with the largest factor."""
        if isinstance(self.multiples, dict):
            return {int(base): times for base, times in self.multiples.items()}
        return dict.fromkeys(self.multiples, MOST)

    def can_be(self, worth: int, lost: bool, most: int | None) -> bool:
        """Whether a game can be worth that much, by its values and multiples. A lost game may have been overbid."""
        if worth in self.values or any(
            worth % base == 0 and worth // base <= top for base, top in self.bases().items()
        ):
            return True
        overbid = lost and self.overbid and most is not None
        return overbid and any(worth % base == 0 and worth - base < most for base in self.bases())  # type: ignore[operator]


@dataclass(kw_only=True)
class Bonus(Column):
    """A named bonus or penalty."""

    main: ClassVar[str] = "worth"
    numbers: ClassVar[tuple[str, ...]] = ("worth", "most", "total")

    worth: Number
    most: Number = 1
    total: Number | None = None
    after: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class Box(Column):
    """A box that everybody fills once in the game."""

    values: list[int] = field(default_factory=list)
    least: int = 0
    most: int | None = None
    step: int = 1


@dataclass(kw_only=True)
class Reached(Column):
    """Points that are added once, when certain columns reach a number."""

    main: ClassVar[str] = "worth"
    numbers: ClassVar[tuple[str, ...]] = ("worth", "at")

    of: list[str]
    at: Number
    worth: Number


@dataclass(kw_only=True)
class Double(Column):
    """Bets between two players: who does better in the round gets the difference from the other."""

    redoubles: str = "redoubles"


@dataclass(kw_only=True)
class Final(Column):
    """Points that are added when the game is over."""

    main: ClassVar[str] = "worth"
    numbers: ClassVar[tuple[str, ...]] = ("worth", "each_round", "shutout")

    worth: Number | None = None
    each_round: Number | None = None
    shutout: Number | None = None


@dataclass(kw_only=True)
class Minimum(Column):
    """What a side's first melds must be worth: ``below`` the first score and from each of ``scores``, or by round."""

    main: ClassVar[str] = "scale"

    below: int | None = None
    scores: dict[str, int] = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)


KINDS: dict[str, type[Column]] = {
    "points": Points, "count": Count, "who": Who, "all": All, "bid": Bid, "contract": Contract, "share": Share,
    "bonus": Bonus, "penalty": Bonus, "box": Box, "reached": Reached, "double": Double, "final": Final,
    "minimum": Minimum,
}  # fmt: skip

UNTOLD = (Reached, Final, Minimum)
"""Columns without entries of their own."""


# The sheet


@dataclass(kw_only=True)
class Example:
    """A small game that shows how to enter one."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    players: str
    told: list[str]
    score: str
    house: str = ""


@dataclass(kw_only=True)
class Variant:
    """A common variation; ``players`` if it isn't for every number of players."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    text: str
    house: str
    players: int | str = ""

    @property
    def seats(self) -> range | None:
        """The numbers of players that it is for, None for all."""
        return span_of(self.players) if self.players else None


@dataclass(kw_only=True)
class RoundContract:
    """A contract of a round: the columns that count in it, and how often it is played, by each player or in all.

    If it is ``reversed``, its columns count the other way.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    columns: list[str]
    title: str = ""
    times: int = 1
    reversed: bool = False


@dataclass(kw_only=True)
class FarBehind:
    """A line in a match: if the loser of a game has fewer points than ``below``, it counts as that many ``games``."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    below: int
    games: int | None = None


@dataclass(kw_only=True)
class BockAfter:
    """What starts a bock round: a game with certain ``words``, ``lost`` or not, of a ``party`` or with a ``worth``.

    With ``points``, it starts one too if the cards show that its players have that many card points.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    text: str
    words: list[str] = field(default_factory=list)
    lost: bool | None = None
    party: int | None = None
    worth: int | None = None
    points: int | None = None


@dataclass(kw_only=True)
class Bock:
    """Bock rounds: the ``word`` of the share column that multiplies their games, what they come ``after``, and the game
    that a round ``then`` has, with games that may be played in it too.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    word: str
    after: dict[str, BockAfter]
    then: str = ""
    also: list[str] = field(default_factory=list)


SuitByName = Literal["spades", "hearts", "diamonds", "clubs"]
SUITS_BY_NAME: tuple[SuitByName, ...] = get_args(SuitByName)


@dataclass(kw_only=True)
class Declared:
    """A game that a player declares by a name: what players call it, its trumps and ranks, and the most tricks that its
    player may take.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    trump: Literal[""] | SuitByName = ""
    title: str = ""
    tops: str | None = None
    ranks: str = ""
    tricks: int | None = None


@dataclass(kw_only=True)
class Play:
    """How the tricks of a sheet are played, if they are refereed.

    ``cards`` is the number dealt to each player, if not all are dealt, and ``rest`` what players call the others.
    ``breaks`` are suits that can't be led until one of their cards has been played, ``clean`` suits and cards that
    can't be played to the first trick. ``passes`` is the number of cards passed before play. Of each card there are
    ``copies``. ``tops`` are the highest trumps. The declarer of a game ``needs`` that many card ``points``; ``names``
    are games besides those in a suit. ``worth`` has what they score: a base value, which counts once more than the
    declarer's top trumps in a row, or values to choose from, or the name of a game in the share column.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    ranks: str = "A K Q J 10 9 8 7 6 5 4 3 2"
    without: str | dict[str, str] = ""
    cards: int | None = None
    rest: str = ""
    trump: Literal["", "spades", "hearts", "diamonds", "clubs", "maker", "upcard", "declarer"] = ""
    tops: str = ""
    names: dict[str, Declared] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    needs: int | None = None
    worth: dict[str, int | str | list[int]] = field(default_factory=dict)
    bowers: bool = False
    upcard: bool = False
    leads: str = ""
    breaks: list[str] = field(default_factory=list)
    clean: list[str] = field(default_factory=list)
    passes: Number = 0
    copies: int = 1


def cards_named(parts: Iterable[str]) -> frozenset[Card]:
    """All the cards meant by names of suits and cards: ``hearts``, ``QS``."""
    named: set[Card] = set()
    for part in parts:
        suit = read_suit(part)
        named.update(BY_WORD[rank + suit] for rank in RANKS) if suit else named.update(cards_in(part))
    return frozenset(named)


@dataclass(kw_only=True)
class Sheet:
    """A declared game."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    name: str
    players: int | str
    column: dict[str, Any]
    summary: str = ""
    family: str = "declared"
    partners: bool | int = False
    playing: int | None = None
    wins: Literal["high", "low"] = "high"
    target: Number | None = None
    floor: int | None = None
    at_once: bool = False
    counts_first: str = ""
    rounds: Number | None = None
    deals: Literal["left", "winner", "nobody", "stays"] = "left"
    contracts: Literal["dealer", "order"] = "dealer"
    contract: dict[str, RoundContract] = field(default_factory=dict)
    match: dict[str, FarBehind] | None = None
    bock: Bock | None = None
    unit: Literal["round", "hand"] = "round"
    told: str = ""
    silent: list[str] = field(default_factory=list)
    phrases: dict[str, str] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)
    edition: int = 1
    example: Example | None = None
    variant: dict[str, Variant] = field(default_factory=dict)
    play: Any = None

    @property
    def columns(self) -> dict[str, Column]:
        return self.column

    @property
    def seated(self) -> int | None:
        """How many play a round, if others can sit out."""
        shares = (column.playing for column in self.columns.values() if isinstance(column, Share))
        return self.playing or next(filter(None, shares), None)

    @property
    def span(self) -> range:
        """The numbers of players that it is for. Empty if they can't be parsed."""
        return span_of(self.players)


def span_of(players: int | str) -> range:
    """The numbers of players in ``4`` or ``3-6``. Empty if the text is neither."""
    match = PLAYERS.fullmatch(str(players))
    least, most = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    return range(least, most + 1) if most <= LARGEST else range(0)


SHEET_NUMBERS = ("target", "rounds", "floor")
ENDS = "ends"
"""The rule that says when the game is over."""


class Mistake(NamedTuple):
    """A mistake in a file, and its line."""

    line: int
    text: str


class BadSheet(ValueError):
    """Raised for a file that isn't a valid sheet, with all its mistakes."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("; ".join(f"line {mistake.line}: {mistake.text}" for mistake in mistakes))
        self.mistakes = mistakes


# Parsing


def saved_sheet(text: str) -> Sheet:
    """Parses a sheet that was valid when it was saved. Raises BadSheet if it isn't valid any more."""
    try:
        return _made(tomllib.loads(text))
    except (TypeError, KeyError, AttributeError, tomllib.TOMLDecodeError):
        return read(text)


def read(text: str) -> Sheet:
    """Parses and validates a sheet; raises BadSheet with all its mistakes."""
    content = _content(text)
    lines = Lines(text)
    if outsized := [Mistake(lines.of(*where), words) for where, words in _outsized(content)]:
        raise BadSheet(sorted(set(outsized))[:MANY])
    misfits = dict(_misfits(content))
    sheet = _made(_fitting(content, misfits))
    if mistakes := {
        Mistake(lines.of(*where), words) for where, words in (*misfits.items(), *_faults(sheet, bool(misfits)))
    }:
        raise BadSheet(sorted(mistakes))
    return sheet


def _fitting(content: Mapping[str, Any], misfits: Iterable[tuple[str, ...]]) -> dict[str, Any]:
    """The parts of the content that can be checked for further mistakes: everything that fits."""
    left = {where[0] for where in misfits if len(where) == 1}
    columns = content.get("column", {})
    spoilt = {where[1] for where in misfits if len(where) > 1}
    fitting = {"name": "?", "players": ANY} | {key: value for key, value in content.items() if key not in left}
    if any(where[0] == "play" for where in misfits):
        fitting.pop("play", None)
    fitting["column"] = (
        {name: {"kind": UNREAD} if name in spoilt else table for name, table in columns.items()}
        if isinstance(columns, Mapping)
        else {}
    )
    return fitting


ANY = "1-24"
"""The players of a sheet that doesn't say how many it is for."""

UNREAD = "?"
"""The kind of a column with an invalid value, about which nothing more can be said."""


def _content(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BadSheet([Mistake(1, f"a sheet can have {LONGEST} characters at most")])
    if wide := next((number for number, line in enumerate(text.split("\n"), 1) if len(line) > WIDEST), 0):
        raise BadSheet([Mistake(wide, f"a line can have {WIDEST:,} characters at most")])
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        words = str(error)
        at = re.search(r"\s*\(at (?:line (\d+), column \d+|end of document)\)", words)
        line = int(at[1]) if at and at[1] else text.rstrip("\n").count("\n") + 1
        words = words.replace(at[0], "") if at else words
        right = next((right for begins, right in RIGHT_IN_TOML.items() if words.startswith(begins)), "")
        raise BadSheet([Mistake(line, f"this isn't TOML: {right or words[:1].lower() + words[1:]}")]) from None


RIGHT_IN_TOML = {
    "Cannot overwrite a value": "the same name has two values in one table",
    "Cannot declare": "a table appears twice",
    "Invalid value": "a value must be a number, text in quotes, true, false, a list in [] or a table in {}",
}
"""What would be right, by the beginning of the TOML parser's error message."""


def _outsized(content: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields what exceeds the limits of a sheet, and where."""
    left: list[tuple[tuple[str, ...], Any]] = [((), content)]
    while left:
        where, value = left.pop()
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST_NUMBER:
            yield where, f"a number can be {LARGEST_NUMBER:,} at most"
        elif isinstance(value, str) and len(value) > WIDEST:
            yield where, f"text can have {WIDEST:,} characters at most"
        elif isinstance(value, (Mapping, list)):
            most = MANY if isinstance(value, Mapping) else LISTED
            if len(value) > most:
                yield where, f"there are {len(value):,} entries here; there can be {most:,} at most"
            elif len(where) > DEEPEST:
                yield where[:DEEPEST], f"tables can be nested {DEEPEST} deep at most"
            elif isinstance(value, list):
                left += [((*where, ""), part) for part in value]
            else:
                for key, part in value.items():
                    if len(key) > KEY:
                        yield where, f"the name {key[:12]}… is too long: {KEY} characters at most"
                    else:
                        left.append(((*where, key), part))


def _made(content: Mapping[str, Any]) -> Sheet:
    """The sheet made from content that fits."""
    values = _undashed(content)
    columns = {}
    for name, table in content["column"].items():
        columns[name] = KINDS.get(table["kind"], Column)(**_with_tables(_undashed(table)))
    values["column"] = columns
    if "example" in values:
        values["example"] = Example(**values["example"])
    if "play" in values:
        names = {name: Declared(**table) for name, table in values["play"].get("names", {}).items()}
        values["play"] = Play(**values["play"] | {"names": names})
    values["variant"] = {name: Variant(**table) for name, table in content.get("variant", {}).items()}
    values["contract"] = {name: RoundContract(**table) for name, table in content.get("contract", {}).items()}
    if "bock" in content:
        bock = _undashed(content["bock"])
        values["bock"] = Bock(**bock | {"after": {name: BockAfter(**table) for name, table in bock["after"].items()}})
    if "match" in content:
        values["match"] = {name: FarBehind(**table) for name, table in content["match"].items()}
    return Sheet(**values)


def _undashed(table: Mapping[str, Any]) -> dict[str, Any]:
    undashed = {key.replace("-", "_"): value for key, value in table.items()}
    if isinstance(words := undashed.get("word"), Mapping):
        undashed["word"] = {
            word: _undashed(value) if isinstance(value, Mapping) else value for word, value in words.items()
        }
    return undashed


def _with_tables(table: dict[str, Any]) -> dict[str, Any]:
    """The values of a column, with its tables of bounds and names as objects."""
    made = dict(table)
    if "number" in table:
        made["number"] = Bounds(**table["number"])
    if "beside" in table:
        made["beside"] = {name: Bounds(**bounds) for name, bounds in table["beside"].items()}
    if "word" in table:
        made["word"] = {name: Named(**_with_tables(word)) for name, word in table["word"].items()}
    return made


def _dashed(key: str) -> str:
    return key.replace("_", "-")


# Validating types


Fault = tuple[tuple[str, ...], str]
"""Where a mistake is, as names of tables and keys, and what it is."""


NO_COLUMN = "a sheet needs at least one column. Start it with a line [column.NAME]"


def _misfits(content: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields unknown and missing keys and values of a wrong type, and where, according to pydantic."""
    yield from ((where, NO_COLUMN if where == ("column",) else text) for where, text in _held(Sheet, content, ()))
    if "play" in content:
        play = content["play"]
        if isinstance(play, Mapping):
            yield from _held(Play, play, ("play",))
        else:
            yield ("play",), "play must be a table. Start it with a line [play]"
    columns = content.get("column")
    if not isinstance(columns, Mapping):
        return
    for name, table in columns.items():
        where = ("column", name)
        if not isinstance(table, Mapping):
            yield where, f"{name} must be a table. Start it with a line [column.{name}]"
            continue
        kind = table.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            near = nearest(kind, KINDS, 1) if isinstance(kind, str) else []
            text = f"did you mean {near[0]}?" if near else f"the kinds are {', '.join(KINDS)}"
            what = f"there is no kind {kind!r}" if kind is not None else "this column needs a kind"
            yield (*where, "kind"), f"{what}; {text}"
            continue
        yield from _held(KINDS[kind], table, where)


def _held(kind: type[Any], table: Mapping[str, Any], where: tuple[str, ...]) -> Iterator[Fault]:
    """Validates a table against its class."""
    import json

    from pydantic import TypeAdapter, ValidationError

    known = [_dashed(part.name) for part in fields(kind)]
    good = {key: value for key, value in table.items() if key in known}
    for key in table:
        if key not in known:
            near = nearest(_dashed(key), known, 1)
            text = f"did you mean {near[0]}?" if near else f"it can have {', '.join(known)}"
            of = "[play]" if where == ("play",) else f"a {table['kind']} column" if where else "a sheet"
            yield (*where, key), f"{of} can't have {key!r}; {text}"
    try:
        # JSON, because strict types can be made from it; TOML's other types become a table, which fits nowhere
        TypeAdapter(kind).validate_json(json.dumps(_undashed(good), default=lambda value: {"": str(value)}))
    except ValidationError as error:
        yield from _in_our_words(error.errors(), where)


def _in_our_words(errors: list[Any], where: tuple[str, ...]) -> Iterator[Fault]:
    """Yields pydantic's errors in our words, once for each key."""
    by_key: dict[tuple[str, ...], list[Any]] = {}
    for error in errors:
        by_key.setdefault(tuple(_dashed(str(part)) for part in error["loc"][:1]), []).append(error)
    for path, same in by_key.items():
        name = path[0] if path else "this"
        kinds = {error["type"] for error in same}
        if "missing" in kinds and len(same[0]["loc"]) == 1:
            yield (*where, name), f"{name} is missing" + (f" in {where[-1]}" if where else "")
            continue
        yield (*where, *path), f"{name} {_wanted(same)}"


def _wanted(errors: list[Any]) -> str:
    """What a value should be, given its errors."""
    deep = [error for error in errors if error["type"] in ("missing", "unexpected_keyword_argument", "extra_forbidden")]
    if deep:
        inner = _dashed(str(deep[0]["loc"][-1]))
        return f"needs {inner}" if deep[0]["type"] == "missing" else f"can't have {inner!r}"
    words = {
        "int_type": "a whole number",
        "string_type": "text in quotes",
        "bool_type": "true or false",
        "list_type": "a list",
        "dict_type": "a table",
        "dataclass_type": "a table",
    }
    texts = [words[error["type"]] for error in errors if error["type"] in words]
    literal = [error["ctx"]["expected"] for error in errors if error["type"] == "literal_error"]
    texts += [words.removeprefix("'', ").replace("'", '"') for words in literal]
    wanted = " or ".join(dict.fromkeys(word for word in texts if word != "a table" or len(set(texts)) == 1))
    return f"must be {wanted or 'something else'}, not {errors[-1]['input']!r:.60}"


# Validating meaning


def _faults(sheet: Sheet, spoilt: bool) -> Iterator[Fault]:
    """Yields what is impossible in a sheet whose values have the right types, and where."""
    span = sheet.span or range(1, LARGEST + 1)
    yield from _of_the_sheet(sheet, spoilt, span)
    for name, column in sheet.columns.items():
        where = ("column", name)
        if not ID.fullmatch(name) or len(name) > 40:
            yield where, f"name a column with lowercase letters, digits and dashes, not {name!r}"
        yield from (((*where, _dashed(key)), text) for key, text in _of_a_column(sheet, name, column, span))
    yield from _verbs(sheet)
    yield from _of_contracts(sheet)
    yield from _of_the_match(sheet)
    yield from _of_bock(sheet)
    yield from _numbers_apart(sheet)
    yield from _of_the_play(sheet, span)


def _of_contracts(sheet: Sheet) -> Iterator[Fault]:
    """Yields mistakes in the contracts of a sheet."""
    for name, contract in sheet.contract.items():
        where = ("contract", name)
        if not ID.fullmatch(name) or len(name) > 40:
            yield where, f"name a contract with lowercase letters, digits and dashes, not {name!r}"
        if not 1 <= contract.times <= 100:
            yield (*where, "times"), f"times must be 1 to 100, not {contract.times}"
        if not contract.columns:
            yield (*where, "columns"), "columns must name the columns of the contract"
        for column in contract.columns:
            if column not in sheet.columns:
                near = nearest(column, sheet.columns, 1)
                text = f"there is no column {column!r}" + (f"; did you mean {near[0]}?" if near else "")
                yield (*where, "columns"), text
    if sheet.contract and sheet.play:
        yield ("contract",), "a sheet with [play] can't have contracts"
    if sheet.contract and sheet.deals == "nobody":
        yield ("deals",), 'somebody deals each contract, so deals can\'t be "nobody"'
    if sheet.deals == "stays" and not (sheet.contract and sheet.contracts == "dealer"):
        yield ("deals",), 'deals = "stays" needs contracts that the dealer declares'


def _of_the_match(sheet: Sheet) -> Iterator[Fault]:
    """Yields mistakes in the match of a sheet."""
    if sheet.match is None:
        return
    if sheet.target is None or sheet.rounds is not None or sheet.floor is not None:
        yield ("match",), "in a match, a game ends at the target: set target, and leave out rounds and floor"
    if sheet.wins == "low":
        yield ("match",), 'in a match, the most points win each game, so it can\'t go with wins = "low"'
    if sheet.contract or any(isinstance(column, Box) for column in sheet.columns.values()):
        yield ("match",), "a match can't go with contracts or boxes"
    for name, line in sheet.match.items():
        where = ("match", name)
        if not ID.fullmatch(name) or len(name) > 40:
            yield where, f"name a line with lowercase letters, digits and dashes, not {name!r}"
        if not 1 <= line.below <= MOST:
            yield (*where, "below"), f"below must be 1 to {MOST}, not {line.below}"
        if line.games is not None and not 1 <= line.games <= MOST:
            yield (*where, "games"), f"games must be 1 to {MOST}, not {line.games}"


def _of_bock(sheet: Sheet) -> Iterator[Fault]:
    """Yields mistakes in the bock rounds of a sheet."""
    if (bock := sheet.bock) is None:
        return
    shares = [column for column in sheet.columns.values() if isinstance(column, Share)]
    if len(shares) != 1:
        yield ("bock",), "bock rounds need exactly one share column"
        return
    column = shares[0]
    if bock.word not in column.times:
        yield ("bock", "word"), f"word must be one of the column's times, not {bock.word!r}"
    known = {**column.named, **column.times, **column.factors, **dict.fromkeys(column.notes)}
    for name, after in bock.after.items():
        where = ("bock", "after", name)
        if not ID.fullmatch(name) or len(name) > 40:
            yield where, f"name it with lowercase letters, digits and dashes, not {name!r}"
        if wrong := [word for word in after.words if word not in known]:
            yield where, f"no word of the column is {wrong[0]!r}"
        if not (after.words or after.worth is not None or after.party is not None or after.lost is not None):
            yield where, "say which games start a bock round: words, lost, party or worth"
        if after.points is not None and not (sheet.play and sheet.play.points):
            yield where, "points need [play] with card points"
    if not bock.after:
        yield ("bock", "after"), "after must say what starts a bock round"
    for game in (*([bock.then] if bock.then else []), *bock.also):
        if wrong := [word for word in game.split() if word not in known]:
            yield ("bock", "then"), f"no word of the column is {wrong[0]!r}"
    if bock.also and not bock.then:
        yield ("bock", "also"), "also needs then"


def _of_the_play(sheet: Sheet, span: range) -> Iterator[Fault]:
    """Yields mistakes in the play of a sheet, and in the columns that its tricks fill."""
    for name, column in sheet.columns.items():
        cards = getattr(column, "cards", "")
        if cards and not sheet.play:
            yield ("column", name, "cards"), "a column can have cards only if the sheet has [play]"
        elif cards and not (cards == "tricks" or _are_cards(cards)):
            text = f'cards must be "tricks", a suit or cards, as in "hearts" or "QS", not {cards!r}'
            yield ("column", name, "cards"), text
        elif cards == "tricks" and not isinstance(column, Count):
            yield ("column", name, "cards"), "only a count column can count tricks"
        elif cards and isinstance(column, Who) and len(cards_named([cards])) != 1:
            yield ("column", name, "cards"), "only one player gets this column, so name one card"
    if (play := sheet.play) is None:
        return
    bad = [*_cards_of_the_play(play, span)]
    yield from ((("play", key), text) for key, text in bad)
    if sheet.deals == "nobody":
        yield ("deals",), 'a sheet with [play] deals cards, so deals can\'t be "nobody"'
    makers = [name for name, column in sheet.columns.items() if isinstance(column, Contract)]
    if play.trump == "maker" and len(makers) != 1:
        yield ("play", "trump"), 'trump = "maker" needs exactly one contract column'
    if play.trump == "upcard" and not play.upcard:
        yield ("play", "upcard"), 'trump = "upcard" needs upcard = true'
    if play.bowers and not play.trump:
        yield ("play", "bowers"), "bowers need a trump"
    yield from _of_what_is_declared(sheet, play)
    if bad:
        return
    for players in span if len(span) < LARGEST else ():
        without = play.without if isinstance(play.without, str) else play.without.get(str(players), "")
        pack = (len(play.ranks.split()) * len(SUITS) - len(cards_in(without))) * play.copies
        playing = min(players, sheet.seated or players)
        if play.cards is None and pack % playing:
            yield ("play", "without"), f"{players} players can't be dealt {pack} cards evenly"
        elif play.cards is not None and play.cards * playing + (play.upcard and play.trump == "maker") > pack:
            yield ("play", "cards"), f"{pack} cards aren't enough to deal {play.cards} each to {players} players"


def _of_what_is_declared(sheet: Sheet, play: Play) -> Iterator[Fault]:
    """What is wrong with the games that a player declares, and with their card points."""
    shares = [column for column in sheet.columns.values() if isinstance(column, Share)]
    if play.trump == "declarer" and len(shares) != 1:
        yield ("play", "trump"), 'trump = "declarer" needs exactly one share column'
    if play.names and play.trump not in ("declarer", *SUITS_BY_NAME):
        yield ("play", "names"), 'names need trump = "declarer", or a suit that is trump if nobody declares a game'
    if play.names and len(shares) != 1:
        yield ("play", "names"), "names need exactly one share column"
    if play.copies not in (1, 2):
        yield ("play", "copies"), f"copies can be 1 or 2, not {play.copies}"
    if play.copies > 1 and (play.leads or play.passes or play.upcard or play.clean):
        yield ("play", "copies"), "copies can't go with leads, passes, upcard or clean"
    if play.tops and (play.bowers or not play.trump):
        yield ("play", "tops"), "tops need a trump, and can't go with bowers"
    if play.needs is not None and not (play.points and (play.names or play.trump == "declarer")):
        yield ("play", "needs"), 'needs goes with points, and with trump = "declarer" or names'
    for name, worth in play.worth.items():
        if name not in play.names and not ((play.names or play.trump == "declarer") and name in SUITS_BY_NAME):
            yield ("play", "worth"), f"worth needs a suit or a game from names, not {name!r}"
        elif isinstance(worth, int) and not play.tops:
            yield ("play", "worth"), f"a base value counts the top trumps, so {name} needs tops"
        elif isinstance(worth, str) and not any(worth in share.named for share in shares):
            yield ("play", "worth"), f"{name} is worth {worth!r}, but the share column doesn't name that"
    for name, game in play.names.items():
        if not re.fullmatch(r"[a-z][a-z-]*", name) or read_suit(name):
            yield ("play", "names", name), f"name a game with lowercase letters, and not like a suit, unlike {name!r}"
        if game.ranks and {*game.ranks.split()} != {*play.ranks.split()}:
            yield ("play", "names", name), f"{name} must list all ranks of [play] in its own order, not {game.ranks!r}"


def _cards_of_the_play(play: Play, span: range) -> Iterator[tuple[str, str]]:
    """Yields mistakes in the cards that are named in the play of a sheet, with the key that names them."""
    ranks = play.ranks.split()
    if not ranks or len({*ranks}) < len(ranks) or not {*ranks} <= {*RANKS}:
        yield "ranks", f'list the ranks from the highest down, each once, as in "A K Q J 10 9", not {play.ranks!r}'
        return
    pack = {BY_WORD[rank + suit] for rank in ranks for suit in SUITS}
    by_players = play.without if isinstance(play.without, dict) else {str(number): play.without for number in span}
    if missing := [number for number in span if str(number) not in by_players] if len(span) < LARGEST else []:
        yield "without", f'without needs cards for {missing[0]} players, or "" for none'
    named = [("without", text) for text in by_players.values() if text]
    named += [("leads", play.leads)] if play.leads else []
    named += [("clean", text) for text in play.clean if not read_suit(text)]
    named += [("tops", text) for text in (play.tops, *(game.tops for game in play.names.values())) if text]
    for key, text in named:
        try:
            cards = cards_in(text)
        except ValueError:
            yield key, f'{key} must name cards, as in "2C", not {text!r}'
            continue
        if wrong := [card for card in cards if card not in pack]:
            yield key, f"{key} has {wrong[0]}, which isn't in this deck"
        if key == "leads" and (
            len(cards) != 1 or any(card in cards_in(out) for out in by_players.values() for card in cards)
        ):
            yield key, "leads must be one card, and one that is in every pack"
    for rank in play.points:
        if rank not in ranks:
            yield "points", f"points can't have {rank!r}: that rank isn't in this deck"
    for name in play.breaks:
        if name not in SUIT_NAMES.values():
            yield "breaks", f'breaks must be suits, as in "hearts", not {name!r}'
    yield from (("passes", words) for words in _number("passes", play.passes, span))
    if play.cards is not None and play.cards < 1:
        yield "cards", "cards must be 1 or more"


def _are_cards(text: str) -> bool:
    try:
        return bool(text in SUIT_NAMES.values() or cards_in(text))
    except ValueError:
        return False


def _numbers_apart(sheet: Sheet) -> Iterator[Fault]:
    """Yields names that a number or rule of a column would share with another column's or with the sheet's."""
    taken = dict.fromkeys((*SHEET_NUMBERS, ENDS, WITHOUT), "the sheet")
    if sheet.play:
        broken = [f"{name}-broken" for name in sheet.play.breaks]
        taken |= dict.fromkeys((*OF_PLAY, *broken), "[play]")
    if sheet.bock is not None:
        taken |= dict.fromkeys(["bock", *(f"bock-{name}" for name in sheet.bock.after)], "[bock]")
        taken |= {f"{sheet.bock.then}-round": "[bock]"} if sheet.bock.then else {}
    if sheet.match is not None:
        taken |= dict.fromkeys(["match", "games"], "[match]")
        for name in sheet.match:
            for called in (name, f"{name}-below"):
                if called in taken:
                    yield ("match", name), f"two house rules would be called {called}. Rename one"
                taken[called] = "[match]"
    for name, column in sheet.columns.items():
        numbers = {column.option(name, number): _dashed(number) for number in column.given()} | {name: ""}
        words = [(f"{name}-{word}", table) for table in WORDS for word in getattr(column, table, {})]
        if isinstance(column, Bid) and column.uneven:
            numbers[f"{name}-uneven"] = "uneven"
        for called, key in (*numbers.items(), *words):
            if called in taken:
                both = "" if taken[called] == name else f", in {taken[called]} and in {name}"
                text = f"two house rules would be called {called}{both}. Rename one"
                yield ("column", name, *([key] if key else [])), text
            taken[called] = name


def _of_the_sheet(sheet: Sheet, spoilt: bool, span: range) -> Iterator[Fault]:
    if not sheet.columns and not spoilt:
        yield ("column",), NO_COLUMN
    for key in ("name", "summary", "family", "told"):
        text = getattr(sheet, key)
        if bad := next((letter for letter in text if not letter.isprintable() and letter != "\n"), ""):
            yield (key,), f"{key} can't contain {bad!r}"
    if not sheet.name.strip() or len(sheet.name) > 60:
        yield ("name",), "name must have 1 to 60 characters"
    if not sheet.span:
        yield ("players",), f'players must be a number or a range, as in "3-6", not {sheet.players!r}'
    for name, variant in sheet.variant.items():
        if variant.seats is not None and not (variant.seats and {*variant.seats} <= {*sheet.span}):
            yield (
                ("variant", name, "players"),
                f"the players of a variant must be among {sheet.players}, not {variant.players!r}",
            )
    if sheet.partners is True and any(number % 2 for number in sheet.span):
        yield ("players",), f"partners need an even number of players, and {sheet.players} isn't always even"
    if sheet.span and not isinstance(sheet.partners, bool) and (sheet.partners % 2 or sheet.partners not in sheet.span):
        words = f"partners must be true, or the number of players that makes teams, even and among {sheet.players}"
        yield ("partners",), f"{words}, not {sheet.partners}"
    for key in SHEET_NUMBERS:
        yield from (
            ((key,), words) for words in _number(key, getattr(sheet, key), span, -MOST if key == "floor" else 1)
        )
    if sheet.counts_first and sheet.counts_first not in sheet.columns:
        yield ("counts_first",), f"counts-first names {sheet.counts_first!r}, and there is no such column"
    if sheet.example and len(sheet.example.told) > SHORT:
        yield ("example", "told"), f"an example can have {SHORT} lines at most"
    if not 1 <= sheet.edition < 1000:
        yield ("edition",), "edition must be 1 to 999"


def _number(key: str, value: Any, span: range, least: int = 0) -> Iterator[str]:
    """Yields mistakes in a number, or in one for each number of players."""
    if isinstance(value, Mapping):
        wanted = {str(number) for number in span} if len(span) < LARGEST else set(value)
        if missing := sorted(wanted - set(value), key=int):
            yield f"{_dashed(key)} needs a number for {missing[0]} players"
        if more := [number for number in value if number not in wanted]:
            yield f"{_dashed(key)} has a number for {more[0]} players, but the sheet is for {span[0]} to {span[-1]}"
        values = list(value.values())
    else:
        values = [value]
    for number in values:
        if isinstance(number, int) and not least <= number <= MOST:
            yield f"{_dashed(key)} must be {least} to {MOST}, not {number}"


SIGNED = ("least", "most")
WORDS = ("named", "times")


def _of_a_column(sheet: Sheet, name: str, column: Column, span: range) -> Iterator[tuple[str, str]]:
    for key in (*column.numbers, *(SIGNED if isinstance(column, Box) else ())):
        lowest = -MOST if isinstance(column, (Points, Box)) and key in SIGNED else 0
        yield from ((key, text) for text in _number(key, getattr(column, key), span, lowest))
    yield from _sentence(column)
    for key in ("title", "says"):
        if bad := next((letter for letter in getattr(column, key) if not letter.isprintable() and letter != "\n"), ""):
            yield key, f"{key} can't contain {bad!r}"
    for table in ("named", "times", "factors", "worth", "makes", "alone"):
        value = getattr(column, table, None)
        for word, number in value.items() if isinstance(value, Mapping) and not _is_number(column, table) else ():
            words = table in (*WORDS, "factors")
            if words and not VERB.fullmatch(word):
                yield table, f"a word has lowercase letters and dashes, not {word!r}"
            if not words and not re.fullmatch(r"0|[1-9]\d{0,5}", word):
                yield table, f"{table} needs numbers, and {word!r} isn't one"
            if table == "times" and number < 1:
                yield table, f"{word} must multiply by 1 or more, not {number}"
            elif not -MOST <= number <= MOST:
                yield table, f"{word} must be {-MOST} to {MOST}, not {number}"
    if getattr(column, "step", None) == 0 or (isinstance(column, Box) and column.step < 1):
        yield "step", "step must be 1 or more"
    least, most = getattr(column, "least", None), getattr(column, "most", None)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield "most", f"most, {most}, is below least, {least}"
    values = getattr(column, "values", ())
    if len(values) > LISTED:
        yield "values", f"there can be {LISTED} values at most"
    for value in values:
        if isinstance(least, int) and value < least:
            yield "values", f"the value {value} is below least, {least}"
        if isinstance(most, int) and value > most:
            yield "values", f"the value {value} is above most, {most}"
    yield from _links(sheet, name, column)
    yield from _ties(sheet, name, column)
    if isinstance(column, (Points, Share)):
        yield from _words(column, span)
    if isinstance(column, Bid):
        if (column.bags is None) != (column.bags_cost is None):
            yield "bags", "bags and bags-cost go together: set both or neither"
        if column.bags == 0:
            yield "bags", "bags must be 1 or more"
    if isinstance(column, Share):
        if not column.party or any(not 1 <= size < span[-1] for size in column.party):
            yield "party", f"party must list sizes from 1 to {span[-1] - 1} players, not {column.party}"
        if sheet.partners:
            yield "kind", "a share column can't be used with fixed partners"
        if column.playing is not None and not max(column.party, default=1) < column.playing <= span[-1]:
            yield "playing", f"playing must be more players than a party, and at most {span[-1]}, not {column.playing}"
        if column.weights:
            yield from _of_weights(column, span, sheet.seated)
        elif column.zero_sum and sheet.span and (odd := _unequal(column.party, span, sheet.seated)):
            yield "party", f"{odd[0]} of {odd[1]} players can't settle evenly with the others"
        if both := [word for word in column.times if word in column.named]:
            yield "times", f"{both[0]} is in named and in times; it can be in only one"
        if both := [word for word in column.factors if word in {**column.named, **column.times}]:
            yield "factors", f"{both[0]} has another meaning already; rename one"
        if bad := [word for word in column.notes if not VERB.fullmatch(word)]:
            yield "notes", f"a word has lowercase letters and dashes, not {bad[0]!r}"
        if both := [word for word in column.notes if word in {**column.named, **column.times, **column.factors}]:
            yield "notes", f"{both[0]} has another meaning already; rename one"
        if isinstance(column.multiples, Mapping) and not all(
            re.fullmatch(r"[1-9]\d{0,5}", n) for n in column.multiples
        ):
            yield "multiples", "multiples must be a list of numbers, or a table that says how often each counts at most"
        elif any(number < 2 for number in column.bases()) or any(top < 1 for top in column.bases().values()):
            yield "multiples", "multiples must be 2 or more"
        if column.overbid and column.most is None:
            yield "overbid", "overbid needs most"
    if isinstance(column, Minimum):
        yield from _steps_of(column)
    if isinstance(column, Points) and column.shared and column.total is None:
        yield "shared", "shared needs a total"


def _steps_of(column: Minimum) -> Iterator[tuple[str, str]]:
    """Yields mistakes in the steps of a minimum."""
    if bool(column.scores) == bool(column.rounds):
        yield "scores", "a minimum needs scores or rounds, and not both"
    if len(column.rounds) > MOST_STEPS or len(column.scores) >= MOST_STEPS:
        yield "scores", f"a minimum can have {MOST_STEPS} steps at most"
    if any(not re.fullmatch(r"-?\d{1,6}", score) for score in column.scores):
        yield "scores", "scores must be numbers, as in { 0 = 50, 1500 = 90 }"
    elif [*column.scores] != sorted(column.scores, key=int):
        yield "scores", "list the scores from the lowest up"
    if column.below is not None and not column.scores:
        yield "below", "below needs scores"
    if any(not 0 <= number <= MOST for number in (column.below or 0, *column.scores.values(), *column.rounds)):
        yield "scores", f"a minimum must be 0 to {MOST}"


MOST_STEPS = 8


def _of_weights(column: Share, span: range, seated: int | None) -> Iterator[tuple[str, str]]:
    """Yields mistakes in the parts that the members of a party get."""
    if len(column.weights) != max(column.party, default=1) or min(column.weights) < 1:
        yield "weights", f"weights must have a number for each of {max(column.party, default=1)} players in a party"
    if not column.zero_sum:
        yield "weights", "weights share what the losers pay, so they can't go with zero-sum = false"
    for size in column.party:
        if not any((min(n, seated or n) - size) % sum(column.parts(size)) == 0 for n in span if n > size):
            yield "weights", f"{size} players never share evenly by these weights"


def _unequal(sizes: list[int], span: range, seated: int | None) -> tuple[int, int] | None:
    """A party size and a number of players for which neither party is a multiple of the other. None if all fit."""
    for players in {min(players, seated or players) for players in span}:
        for size in sizes:
            small, large = sorted((size, players - size))
            if small > 0 and large % small:
                return size, players
    return None


def _is_number(column: Column, key: str) -> bool:
    return key in column.numbers


def _links(sheet: Sheet, name: str, column: Column) -> Iterator[tuple[str, str]]:
    """Yields mistakes in the columns that a column names: they must exist, and be of a suitable kind."""
    key, wanted = _named(column)
    if isinstance(column, All | Contract) and not column.of:
        needs = "are all or nothing" if isinstance(column, All) else "make the contract"
        yield "of", f"of must name the columns that {needs}"
    for other, kinds in wanted.items():
        if other == name or other not in sheet.columns:
            near = nearest(other, [known for known in sheet.columns if known != name], 1)
            yield key, f"there is no other column {other!r}" + (f"; did you mean {near[0]}?" if near else "")
        elif not isinstance(sheet.columns[other], kinds) and sheet.columns[other].kind != UNREAD:
            kind = " or ".join(known for known, made in KINDS.items() if made in kinds)
            yield key, f"{other} is a {sheet.columns[other].kind} column, but this needs {kind}"
    if isinstance(column, Count):
        yield from _sums(sheet, column)
    if isinstance(column, All):
        for other in column.of:
            if isinstance(part := sheet.columns.get(other), Count) and part.total is None:
                yield "of", f"{other} has no total, so nobody can have all of them"


def _named(column: Column) -> tuple[str, dict[str, tuple[type[Column], ...]]]:
    """The key under which a column names others, and the kinds that each of these may have."""
    match column:
        case All():
            return "of", dict.fromkeys(column.of, (Count, Who))
        case Bid():
            return "of", {column.of: (Count,)}
        case Contract():
            return "of", dict.fromkeys(column.of, (Count, Points))
        case Reached():
            return "of", dict.fromkeys(column.of, (Box, Points, Count, Bonus))
        case Points(paid_to=str(other)) if other:
            return "paid_to", {other: (Who,)}
        case Count(among=str(other)) if other:
            return "among", {other: (Count,)}
    return "", {}


def _sums(sheet: Sheet, column: Count) -> Iterator[tuple[str, str]]:
    """Yields mistakes in the totals of a column: its own, and the one it shares."""
    if column.among:
        whole = sheet.columns.get(column.among)
        if isinstance(whole, Count) and whole.in_all is None:
            yield "among", f"{column.among} needs in-all, the number of both together"
        if column.in_all is not None or column.total is not None:
            yield "among", f"{column.among} sets the number, so leave out total and in-all here"
    if column.growing is not None and column.total != "round":
        yield "growing", 'growing needs total = "round"'
    if None not in (column.total, column.in_all):
        yield "in_all", "use total or in-all, not both"


TIES: dict[str, tuple[type[Column], ...]] = {
    "not_with": (Points, Count, Who, Contract, Bonus, Box),
    "instead_of": (Points, Count, Who, Bonus, Share),
    "implies": (Bonus,),
    "beside": (Points, Count, Who, Contract, Bonus, Box),
    "counts_with": (Points, Count, Who, Bonus),
    "after": (Box,),
}
"""The keys with which columns exclude, imply and bound one another, and the kinds of columns allowed there."""


def _ties(sheet: Sheet, name: str, column: Column) -> Iterator[tuple[str, str]]:
    """Yields mistakes in the columns that a column excludes, implies or bounds: missing and unsuitable columns."""
    for key, kinds in TIES.items():
        others = getattr(column, key, ())
        fitting = (*TIES["not_with"], All) if key != "implies" else (Bonus,)
        if others and column.kind != UNREAD and not isinstance(column, fitting):
            yield key, f"a {column.kind} column can't have {_dashed(key)}"
        for other in others:
            there = sheet.columns.get(other)
            if other == name or there is None:
                near = nearest(other, [known for known in sheet.columns if known != name], 1)
                yield key, f"there is no other column {other!r}" + (f"; did you mean {near[0]}?" if near else "")
            elif not isinstance(there, kinds) and there.kind != UNREAD:
                kind = ", ".join(known for known, made in KINDS.items() if made in kinds)
                yield key, f"{other} is a {there.kind} column, but {_dashed(key)} needs {kind}"
    if column.every_round and not isinstance(column, (Points, Count, Bonus)):
        yield "every_round", f"a {column.kind} column can't have every-round"
    for other in {*column.not_with} & {*column.implies, *column.beside}:
        yield "not_with", f"{name} needs {other} and excludes it"


def _words(column: Points | Share, span: range) -> Iterator[tuple[str, str]]:
    """Yields mistakes in the conditions for named points."""
    known = {**column.named, **getattr(column, "times", {}), **getattr(column, "factors", {})}
    known |= dict.fromkeys(getattr(column, "notes", ()), 1)
    for word, of in column.word.items():
        for other in (word, *of.implies, *of.not_with, *of.needs, *of.beside):
            if other not in known:
                near = nearest(other, known, 1)
                text = (
                    f"did you mean {near[0]}?"
                    if near
                    else f"the names are {', '.join(known)}"
                    if known
                    else "there are no names"
                )
                yield "word", f"no points are named {other!r}; {text}"
        if of.most is not None and of.most < max(of.least or 1, 1):
            yield "word", f"{word} can be entered only {of.most} times, which is too few"
        if {*of.implies} & {*of.not_with}:
            yield "word", f"{word} can't both imply and exclude the same name"
        if isinstance(column, Points) and (of.party is not None or of.on_top or of.lost):
            yield "word", "only the words of a share column can have party, on-top and lost"
        elif of.party is not None and of.party not in column.party:  # type: ignore[union-attr]
            yield "word", f"party can't be {of.party}: the column's party is {column.party}"  # type: ignore[union-attr]


def _sentence(column: Column) -> Iterator[tuple[str, str]]:
    """Yields mistakes in the numbers in a column's sentence."""
    given = column.given()
    known = [_dashed(key) for key in column.numbers_in_sentence if given.get(key, "round") != "round"]
    known += [word for table in WORDS for word in getattr(column, table, {})]
    yield from (("says", phrase) for phrase in _places(column.says, known))
    for number, words in column.in_words.items():
        if number not in known:
            yield "in_words", _unknown(number, known)
        if "N" not in words:
            yield "in_words", f'{number} needs words for any number: N = "{{N}} points"'
        for value, text in words.items():
            if value != "N" and not re.fullmatch(r"-?\d{1,6}", value):
                yield "in_words", f"{number} needs words for a number or N, not for {value!r}"
            yield from (("in_words", phrase) for phrase in _places(text, [*known, "N"]))


def _unknown(key: str, known: list[str]) -> str:
    near = nearest(key, known, 1)
    there = f"its numbers are {', '.join(known)}" if known else "it has no numbers"
    return f"the column has no number {key!r}; {f'did you mean {near[0]}?' if near else there}"


def _places(text: str, known: list[str]) -> Iterator[str]:
    """Yields mistakes in the numbers in a text."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        yield "write a number in a sentence in braces, as in {each}"
        return
    for _, key, spec, conversion in parts:
        if key is None:
            continue
        if key not in known:
            yield _unknown(key, known)
        elif conversion or not re.fullmatch(HOW_SAID, spec or ""):
            yield f"{{{key}:{spec}}} isn't valid. Write {{{key}}}, {{{key}:word}} or {{{key}:word point}}"


RESERVED = (
    "deal", "deals", "dealt", "misdeal", "adjust", "penalty", "note", "notes", "pays", "pay", "concedes", "concede",
    "house", "joins", "join", "leaves", "leave", "end", "ends", "done",
)  # fmt: skip


OF_PLAY = (
    "pack", "passing", "passes", "trump-suit", "lead-order", "first-lead", "follow-suit", "clean", "trick-winner",
    "card-points",
)  # fmt: skip
"""Rules and numbers that the play of a sheet may have."""

PLAY_VERBS = ("plays", "trick", "upcard", "trump", "discards", "passes", "gives", "declares")
"""Verbs of the play, in sheets that have it."""


DEFENDS = "defends"
"""The verb of a player who plays alone against a contract."""


def _entered_by(name: str, column: Column) -> Iterator[tuple[str, str]]:
    """Yields the verbs with which a column is entered, each with the key that sets it."""
    if isinstance(column, UNTOLD) or column.kind == UNREAD:
        return
    yield "verb", column.verb or ("wins" if isinstance(column, Share) else name)
    if isinstance(column, Contract) and column.defended is not None:
        yield "defended", DEFENDS
    yield from (("also", verb) for verb in column.also)
    if isinstance(column, Double):
        yield "redoubles", column.redoubles
    if isinstance(column, Share):
        yield "loses", column.loses
        if column.passed:
            yield "passed", column.passed


def _verbs(sheet: Sheet) -> Iterator[Fault]:
    taken: dict[str, str] = {}
    for name, column in sheet.columns.items():
        for said_by, verb in _entered_by(name, column):
            key = ("column", name, said_by)
            if not re.fullmatch(r"[a-z][a-z0-9-]*", verb) or len(verb) > 40:
                yield key, f"a verb must be one word in lowercase letters, not {verb!r}"
            elif verb in RESERVED:
                yield key, f"every game uses {verb}, so this column needs another verb"
            elif sheet.play and verb in PLAY_VERBS:
                yield key, f"[play] uses {verb}, so this column needs another verb"
            elif verb in taken:
                yield key, f"{taken[verb]} already uses the verb {verb}"
            taken.setdefault(verb, name)
