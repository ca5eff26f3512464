"""Every rule of every game, looked up by its id or by words.

The words are found with SQLite's full-text search, in an index that is kept between two questions: it is made from the
games, and made again whenever one of them changes, so that nothing is lost with it.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheets.trouble import DATABASE, Trouble

if TYPE_CHECKING:
    from referee.core import Game
    from scoresheets.journal import Journal
    from scoresheets.session import Session

FOUND = 8  # rules that a search gives at most
PART = 0.6  # of a word's worth, where it only begins like the one asked for or is another for it
LONG = 30  # letters of a word, and words of a question, that are looked at
NEAREST = 2  # that are shown where none is found
FORMAT = 1  # raised when the index is made differently
EXAMPLES = Path(__file__).with_name("examples.json")
SILENT = "silent"  # how the rules begin that the game has where the book says nothing

SMALL = frozenset(
    re.findall(
        r"\w+",
        """
        a about after again all allowed also am an and any anybody anyone are as at be because been before but
        by can cannot could couldn did didn do does doesn done down either else every for from get had has hasn
        have he her here him his how i if in into is isn it its just last legal let many may me more much must
        my next no not now of off ok okay on once one only or our out over really right rule rules said say says
        she should shouldn so some somebody someone something still that the their them then there these they
        this those time to too true up us valid was wasn we were weren what when where whether which while who
        whose why will with without would wouldn wrong yet you your t s d ll re ve
        """,
    )
)
"""Words that say nothing of the rule somebody looks for."""

SAME = {
    "renege": "revoke",
    "reneged": "revoke",
    "reneging": "revoke",
    "rotation": "turn",
    "order": "turn",
    "turn": "order rotation",
    "deck": "pack",
    "jack": "knave",
    "fold": "drop",
    "flush": "suit",
    "points": "score",
    "score": "points",
    "money": "chips",
    "stake": "ante",
    "tied": "tie",
    "led": "lead",
    "lead": "led",
    "laid": "lay",
    "took": "take",
    "drew": "draw",
    "dealt": "deal",
    "shuffle": "misdeal",
    "make": "made",
    "stock": "talon",
    "talon": "stock",
    "kitty": "talon",
    "foot": "suit",
    "clockwise": "left",
}
"""Words that tables use for one another."""


@dataclass(frozen=True)
class Example:
    """A report that keeps or breaks a rule, what was told before it, and what came of it."""

    told: tuple[str, ...]
    report: str
    verdict: str
    why: str

    def __str__(self) -> str:
        before = f"{'; '.join(self.told)}; then " if self.told else ""
        outcome = "keeps it" if self.verdict == "kept" else self.verdict
        return f"{before}`{self.report}`: {outcome}" + (f", {self.why}" if self.why else "")


@dataclass(frozen=True)
class Found:
    """A rule with all that belongs to it; ``game`` is "" where it is every game's."""

    game: str
    game_name: str
    name: str
    text: str
    breaking: str | None
    finding: str | None
    reports: tuple[str, ...]
    scores: tuple[tuple[str, str], ...]  # categories, and how much each is worth
    options: tuple[tuple[str, str, str], ...]  # name, what it means, its default in words
    example: Example | None

    @property
    def silent(self) -> bool:
        """Whether the book has no such rule, and this is what we play."""
        return self.name.startswith(f"{SILENT}-")


class Answer(NamedTuple):
    """The rules that were found; else the nearest."""

    found: list[Found]
    nearest: list[Found]


# Looking up


def search(words: str, game: str = "", most: int = FOUND) -> Answer:
    """The rules of that id, else those that the words fit, best first; where none is, the nearest two.

    ``game`` is the slug of the only game that is looked at.
    """
    path = folder() / f"rules-{_state()}.db"
    try:
        with closing(_kept(path)) as link:
            return _looked_up(link, words, game, most)
    except (sqlite3.Error, ValueError, KeyError, TypeError):  # there is none, or it is damaged
        with closing(_made(path)) as link:
            return _looked_up(link, words, game, most)


def rules_of(game: str, names: Iterable[str]) -> list[Found]:
    """The rules of a game by their ids, those that every game has among them; one that isn't there is left out."""
    wanted = list(dict.fromkeys(names))
    found = {one.name: one for name in wanted for one in search(name, game).found if one.name == name}
    return [found[name] for name in wanted if name in found]


_EVERY = "SELECT rowid, game, name FROM rule {}"


def _looked_up(link: sqlite3.Connection, words: str, game: str, most: int) -> Answer:
    wanted = "-".join(re.findall(r"\w+", words.lower()))
    where, values = ("WHERE game IN (?, '')", (game,)) if game else ("", ())
    every = {row: (slug, name) for row, slug, name in link.execute(_EVERY.format(where), values)}
    if exact := [row for row, (_, name) in every.items() if name == wanted]:
        return Answer([_rule(link, row) for row in exact], [])
    asked = list(dict.fromkeys(word for word in re.findall(r"\w+", words.lower()) if word not in SMALL))[:LONG]
    marks = _marks(link, asked, every.keys())
    least = max((count for count, _ in marks.values()), default=0)
    if least and least * 2 >= len(asked):
        best = [row for row, (count, _) in marks.items() if count * 3 >= least * 2]
        best.sort(key=lambda row: -marks[row][1])
        return Answer([_rule(link, row) for row in best[:most]], [])
    own = [row for row, (slug, _) in every.items() if slug]
    near = sorted(own, key=lambda row: -_nearness(wanted, every[row][1], marks.get(row)))
    return Answer([], [_rule(link, row) for row in near[:NEAREST]])


def _marks(link: sqlite3.Connection, asked: Sequence[str], rows: Iterable[int]) -> dict[int, tuple[int, float]]:
    """How many of the words each rule has, and how well they fit it."""
    among = set(rows)
    found: dict[int, tuple[int, float]] = {}
    for word in asked:
        fits = _fits(link, word)
        if not among & fits.keys():
            known = [one for (one,) in link.execute("SELECT word FROM spelling")]
            close = difflib.get_close_matches(word, known, 1, 0.78) if 3 < len(word) < LONG else []
            fits = _fits(link, close[0]) if close else {}
        for row in among & fits.keys():
            count, mark = found.get(row, (0, 0.0))
            found[row] = count + 1, mark + fits[row]
    return found


def _fits(link: sqlite3.Connection, word: str) -> dict[int, float]:
    """How well a word, or another for it, fits the rules that have it."""
    asked = "SELECT rowid, -bm25(rule_words, 8.0, 5.0, 6.0, 1.0, 2.0) FROM rule_words WHERE rule_words MATCH ?"
    fits: dict[int, float] = {}
    stem = word[: max(4, len(word) - 2)]
    others = [(f'{{name finding}} : "{stem}"*', PART)] if len(word) > 3 else []
    others += [(f'"{same}"', PART) for same in SAME.get(word, "").split()]
    for text, part in ((f'"{word}"', 1.0), *others):
        for row, mark in link.execute(asked, (text,)):
            fits[row] = max(fits.get(row, 0.0), part * mark)
    return fits


def _nearness(wanted: str, name: str, mark: tuple[int, float] | None) -> float:
    return difflib.SequenceMatcher(None, wanted[:100], name).ratio() + (mark[1] / 10 if mark else 0.0)


def _rule(link: sqlite3.Connection, row: int) -> Found:
    (about,) = link.execute("SELECT about FROM rule WHERE rowid = ?", (row,)).fetchone()
    told = json.loads(about)
    shown = told["example"]
    return Found(
        **{name: told[name] for name in ("game", "game_name", "name", "text", "breaking", "finding")},
        reports=tuple(told["reports"]),
        scores=tuple((category, worth) for category, worth in told["scores"]),
        options=tuple((name, text, default) for name, text, default in told["options"]),
        example=_example(shown) if shown else None,
    )


def _example(told: dict[str, Any]) -> Example:
    return Example(tuple(told["told"]), told["report"], told["verdict"], told["why"])


# The index


def folder() -> Path:
    """Where the index is kept: REFEREE_CACHE, else in the user's folder for what can be made again."""
    if chosen := os.environ.get("REFEREE_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("referee", appauthor=False)


def _kept(path: Path) -> sqlite3.Connection:
    """The index as it was made before, which nobody changes."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


@cache
def _state() -> str:
    """Eight letters and digits that are others as soon as a game, or how they are looked up, is another."""
    import zlib

    import referee.games

    games = Path(referee.games.__file__).parent
    places = (*sorted(games.glob("*.py")), EXAMPLES, Path(__file__))
    stats = ((place.name, place.stat()) for place in places)
    told = "\n".join(f"{name} {one.st_size} {one.st_mtime_ns}" for name, one in stats)
    return f"{zlib.crc32(f'{FORMAT} {sqlite3.sqlite_version} {told}'.encode()):08x}"


def _made(path: Path) -> sqlite3.Connection:
    """Makes the index, and keeps it where it can be kept; what was kept before goes."""
    link = sqlite3.connect(":memory:")
    try:
        _fill(link)
    except sqlite3.OperationalError as error:
        raise Trouble(f"rules can't be looked up here: {error}", DATABASE) from error
    beside = path.with_suffix(f".{os.getpid()}.new")
    with suppress(OSError, sqlite3.Error):
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(beside)) as copy:
            link.backup(copy)
        beside.replace(path)
        for old in path.parent.glob("rules-*.db"):
            if old != path:
                old.unlink(missing_ok=True)
    with suppress(OSError):
        beside.unlink(missing_ok=True)
    return link


def _fill(link: sqlite3.Connection) -> None:
    link.execute("CREATE TABLE rule (game TEXT, name TEXT, about TEXT)")
    columns = "name, text, finding, besides, game"
    link.execute(f"CREATE VIRTUAL TABLE rule_words USING fts5({columns}, tokenize = 'porter unicode61')")
    link.execute("CREATE TABLE spelling (word TEXT PRIMARY KEY)")
    for one in every_rule():
        about = json.dumps(asdict(one), ensure_ascii=False)
        row = link.execute("INSERT INTO rule VALUES (?, ?, ?)", (one.game, one.name, about)).lastrowid
        besides = " ".join((*one.reports, *(f"{kind} {worth}" for kind, worth in one.scores),
                            *(f"{option} {text}" for option, text, _ in one.options)))  # fmt: skip
        words = (one.name.replace("-", " "), one.text, one.finding or "", besides, one.game_name)
        link.execute("INSERT INTO rule_words (rowid, name, text, finding, besides, game) VALUES (?, ?, ?, ?, ?, ?)",
                     (row, *words))  # fmt: skip
        spelt = {word for word in re.findall(r"\w+", " ".join(words).lower()) if len(word) > 3}
        link.executemany("INSERT OR IGNORE INTO spelling VALUES (?)", [(word,) for word in spelt])
    link.commit()


def every_rule() -> Iterator[Found]:
    """Every rule of every game, where the book is silent too, and those that all games have."""
    from referee.games import find_game, games
    from referee.rulings import CORE_RULES

    for name, text in CORE_RULES.items():
        yield Found("", "every game", name, text, "illegal", None, (), (), (), None)
    known = _examples()
    for slug in games():
        game = find_game(slug)
        shown = known.get(game.slug, {})
        for name in game.rules:
            yield _described(game, name, shown.get(name))
        for number, text in enumerate(game.rulings, 1):
            yield Found(game.slug, game.name, f"{SILENT}-{number}", text, None, None, (), (), (), None)


def _examples() -> dict[str, dict[str, Any]]:
    try:
        found: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def _described(game: Game[Any], name: str, example: dict[str, Any] | None) -> Found:
    from scoresheets import pages

    rule = game.rules[name]
    return Found(
        game.slug,
        game.name,
        name,
        rule.text,
        None if rule.breaking is None else str(rule.breaking),
        rule.finding or None,
        tuple(pages.told_by(game, name)),
        tuple((category, one.worth) for category, one in game.categories.items() if name in one.rules),
        tuple((one.name, one.text, pages.default(game, one)) for one in pages.changed_by(game, name)),
        _example(example) if example else None,
    )


# Where it was applied


class Applied(NamedTuple):
    """A line of a session that cites a rule, or that is scored by it."""

    session: int
    line: int
    hand: int
    text: str
    came: str  # of it


def in_play(kept: Journal) -> str:
    """The game in play, "" where none is."""
    if (number := kept.in_play()) is None:
        return ""
    from scoresheets import proof

    proof.check_session(kept.link, number, kept.path)
    return str(kept.link.execute("SELECT game FROM session WHERE id = ?", (number,)).fetchone()[0])


def tonight(kept: Journal, games: Iterable[str]) -> list[Session]:
    """The sessions of these games in the latest night."""
    from scoresheets import proof
    from scoresheets.database import moment, stamp
    from scoresheets.settle import night_of

    proof.examine(kept.link, kept.path)
    row = kept.link.execute("SELECT max(opened) FROM session").fetchone()
    if not row[0]:
        return []
    slugs = sorted(set(games))
    marks = ", ".join("?" * len(slugs))
    asked = f"SELECT id FROM session WHERE opened >= ? AND game IN ({marks}) ORDER BY id"
    rows = kept.link.execute(asked, (stamp(night_of(moment(row[0]))), *slugs)).fetchall()
    return [kept.session(number) for (number,) in rows]


def applied(session: Session, names: Iterable[str]) -> dict[str, list[Applied]]:
    """Where a session refused, let stand, found or scored something by these rules."""
    wanted = set(names)
    found: dict[str, list[Applied]] = {name: [] for name in wanted}
    rules = session.game.rules
    called = {rules[name].finding or name: name for name in wanted if name in rules}
    heard = {entry.report.line: (page.number, entry.ruling) for page in session.referee.pages for entry in page.entries}
    hand = 0
    for entry in session.entries:
        if entry.kind != "report":
            continue
        if entry.accepted and entry.number not in heard:  # taken back, or void
            continue
        hand, ruling = heard.get(entry.number, (hand, None))
        said = ruling.text if ruling else entry.typed or entry.text
        broken = [(one.rule, one.why) for one in ruling.broken] if ruling else [
            (one["rule"], one["message"]) for one in entry.breaches]  # fmt: skip
        cited = [(rule, f"{'let stand' if ruling else entry.verdict}: {why}") for rule, why in broken]
        for one in ruling.findings if ruling else ():
            cited.append((called.get(one.name, ""), f"finding {one.name} {one.who}: {one.why}"))
        for rule, came in cited:
            if rule in wanted:
                found[rule].append(Applied(session.number, entry.number, hand, said, came))
    for line in session.referee.lines:
        if line.rule in wanted:
            because = f": {line.because}" if line.because else ""
            came = f"{line.who} {line.points:+d}, {line.category}{because}"
            last = line.lines[-1] if line.lines else 0
            found[line.rule].append(Applied(session.number, last, line.hand, "", came))
    return found
