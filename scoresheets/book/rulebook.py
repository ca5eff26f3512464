"""Search in the rules of all games, by id or by words.

It uses SQLite's full-text search, with a cached index. The index is made from the games whenever one of them changes,
so it can be deleted at any time.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheets import cached
from scoresheets.book.tabletalk import WORTH, Phrase, alike, forms_of, phrases
from scoresheets.book.wording import Saying, stem, stems_in, words_in
from scoresheets.errors import DATABASE, CommandError

if TYPE_CHECKING:
    from referee.game.findings import Finding
    from referee.game.game import Game
    from referee.rules.rule import Rule
    from referee.table.referee import Referee
    from scoresheets.keeping.journal import Journal
    from scoresheets.keeping.session import Session

FOUND = 8  # rules to return at most
LONG = 30  # letters of a word, and words of a question, to look at
NEAREST = 2  # rules to show if none is found
FORMAT = 6  # increased when the form of the index changes
KINDS = frozenset(
    (
        "who",
        "what",
        "which",
        "when",
        "where",
        "why",
        "how",
        "many",
        "to",
        "of",
        "the",
        "a",
        "an",
        "is",
        "are",
        "was",
        "do",
        "does",
        "did",
        "if",
    )
)  # words for the kind of answer
EXAMPLES = Path(__file__).with_name("examples.json")
SILENT = "silent"  # prefix of a game's rules that settle what the standard rules leave open


@dataclass(frozen=True)
class Example:
    """A report that keeps or breaks a rule, the lines before it, and the result."""

    lines: tuple[str, ...]
    report: str
    verdict: str
    why: str

    def __str__(self) -> str:
        before = f"{'; '.join(map(as_clause, self.lines))}; then " if self.lines else ""
        outcome = {"kept": "keeps it", "illegal": "not allowed"}.get(self.verdict, self.verdict)
        return f"{before}`{self.report}`: {outcome}" + (f", {self.why}" if self.why else "")


def as_clause(report: str) -> str:
    """A report as part of a sentence: ``Ann was dealt 9C``."""
    return re.sub(r" dealt (?=\S*\d|[AKQJ?])", " was dealt ", report, count=1)


@dataclass(frozen=True)
class Found:
    """A rule with everything about it; ``game`` is "" if it belongs to every game."""

    game: str
    game_name: str
    name: str
    text: str
    breaking: str | None
    finding: str | None
    reports: tuple[str, ...]
    scores: tuple[str, ...]  # the categories in the score
    options: tuple[tuple[str, str, str], ...]  # name, description ("": a number of the rule), its default in words
    example: Example | None
    costs: int | None = None  # points for breaking it, if it is a house's own rule
    asked: tuple[str, ...] = ()  # phrases by which players ask for it

    @property
    def silent(self) -> bool:
        """Whether the standard rules leave this open, so that it is referee's own answer."""
        return self.name.startswith(f"{SILENT}-")


class Has(IntEnum):
    """How a rule has a word of a question."""

    NOT = 0
    BESIDES = 1  # only in its reports, options or example
    LIKE = 2  # a synonym, or a word that begins alike
    TEXT = 3
    NAME = 4  # or in one of its phrases


class Match(NamedTuple):
    """How a rule fits a question. Rules are compared by ``missing``, ``spoken`` and ``order``; less is better."""

    rule: Found
    spoken: int  # words of one of its phrases that has several, below zero
    words: int  # of the question that tell something
    missing: int  # of those, the words that the rule doesn't have
    in_name: int  # of those, the words in its name or in one of its phrases
    whole: bool  # its whole name is in the question
    order: tuple[int, ...] = ()

    @property
    def answers(self) -> bool:
        """Whether it has at least half of the words, or is named."""
        return self.whole or bool(self.spoken) or 0 < self.words >= 2 * self.missing

    @property
    def key(self) -> tuple[int, ...]:
        return (self.missing, self.spoken, *self.order)


class Idiom(NamedTuple):
    """Words of a question that are a phrase of rules."""

    words: frozenset[str]
    rules: frozenset[tuple[str, str]]


def idioms(words: Sequence[str], rules: Collection[Found]) -> Iterator[Idiom]:
    """The declared phrases of several words in a question, those with most words first; or of one that no rule has."""
    written = frozenset().union(*(stems_in(rule.text) for rule in rules))
    while words:
        saying = Saying(words, KINDS)
        best = [(saying.best(rule.asked), rule) for rule in rules]
        most = max((named[:2] for named, _ in best), default=(0, 0))
        if not most[0]:
            return
        named = [(named, rule) for named, rule in best if named[:2] == most]
        of = named[0][0].words
        if most[0] > 1 or not {stem(word) for word in of} & written:
            yield Idiom(of, frozenset((rule.game, rule.name) for _, rule in named))
        words = [word for word in words if word not in of]


class Answer(NamedTuple):
    """The rules found, otherwise the nearest."""

    found: list[Found]
    nearest: list[Found]


# Search


def search(words: str, game: str = "", most: int = FOUND, own: Sequence[Found] = ()) -> Answer:
    """The rules with that id or that text. Otherwise those that match the words, best first, or the nearest.

    ``game`` is the slug of the only game to search. ``own`` are additional rules of a house.
    """
    wanted = _as_id(words)
    fitting = fits(words, game, own=own)
    if exact := [fit.rule for fit in fitting if wanted in (fit.rule.name, _as_id(fit.rule.text))]:
        return Answer(exact, [])
    if fitting and fitting[0].answers:
        return Answer([fit.rule for fit in fitting if fit.missing == fitting[0].missing][:most], [])
    return Answer([], nearest(fitting, wanted))


def fits(words: str, game: str = "", *, passing: bool = False, own: Sequence[Found] = ()) -> list[Match]:
    """How every rule fits a question, best first.

    Ranks count less if they are named in ``passing``, like the card that somebody played. ``own`` are additional rules
    of a house.
    """
    path = cached.folder() / f"rules-{_state()}.db"
    try:
        with closing(_beside(_cached(path), own)) as link:
            return _fits(link, words, game, passing)
    except (sqlite3.Error, ValueError, KeyError, TypeError):  # the index is missing or damaged
        with closing(_beside(_made(path), own)) as link:
            return _fits(link, words, game, passing)


def _beside(link: sqlite3.Connection, own: Sequence[Found]) -> sqlite3.Connection:
    """The index with the rules of a house added, in memory."""
    if not own:
        return link
    copy = sqlite3.connect(":memory:")
    with closing(link):
        link.backup(copy)
    for rule in own:
        _enter(copy, rule)
    return copy


def own_of(house: Mapping[str, Any], game: Game[Any] | None = None) -> list[Found]:
    """The rules in words of a house, for one game or for every one."""
    from referee.rules.custom import own_rules

    slug = game.slug if game else ""
    return [
        Found(slug, "the house's own", name, rule.text, None, None, ("penalty WHO RULE",), (), (), None, rule.costs)
        for name, rule in own_rules(house).items()
    ]


def nearest(fitting: Sequence[Match], words: str = "", most: int = NEAREST) -> list[Found]:
    """The rules of the game that are most like the question, if none answers it."""
    wanted = _as_id(words)
    own = [fit for fit in fitting if fit.rule.game]
    own.sort(key=lambda fit: (fit.missing, -difflib.SequenceMatcher(None, wanted[:100], fit.rule.name).ratio()))
    return [fit.rule for fit in own[:most]]


def rules_of(game: str, names: Iterable[str], own: Sequence[Found] = ()) -> list[Found]:
    """The rules of a game by their ids, including those of every game. Unknown ids are left out."""
    wanted = list(dict.fromkeys(names))
    by_name = {rule.name: rule for name in wanted for rule in search(name, game).found if rule.name == name}
    by_name |= {rule.name: rule for rule in own if rule.name in wanted}
    return [by_name[name] for name in wanted if name in by_name]


def as_played(rules: Iterable[Found], referee: Referee, hand: int = 0) -> list[Found]:
    """The rules in a table's version in a hand, or now."""
    game, house = referee.game, referee.house_in(hand)
    return [
        replace(rule, text=game.said(rule.name, len(referee.seats), house))
        if rule.game == game.slug and rule.name in game.rules
        else rule
        for rule in rules
    ]


def _as_id(words: str) -> str:
    return "-".join(re.findall(r"\w+", words.lower()))


_EVERY = "SELECT rowid, about FROM rule {} ORDER BY rowid"


def _fits(link: sqlite3.Connection, words: str, game: str, passing: bool) -> list[Match]:
    where, values = ("WHERE game IN (?, '')", (game,)) if game else ("", ())
    every = {row: _rule(about) for row, about in link.execute(_EVERY.format(where), values)}
    texts = words_in(words)[:LONG]
    saying, text = Saying(texts, KINDS), f" {_as_id(words)} ".replace("-", " ")
    best = {row: saying.best(rule.asked) for row, rule in every.items()}
    spoken = frozenset().union(*(named.words for named in best.values() if named.telling > 1))
    needed: dict[str, Mapping[int, Has]] = {}
    besides: dict[str, Mapping[int, Has]] = {}
    for phrase in phrases(texts, passing or bool(spoken)):
        hits = _hits(link, phrase, every)
        if hits or not phrase.optional:
            (besides if phrase.optional and (phrase.passing or not hits) else needed)[phrase.word] = hits
    worth = not WORTH.isdisjoint(text.split())
    fitting = []
    for row, rule in every.items():
        named = best[row]
        said = frozenset().union(*(saying.named(phrase).words for phrase in rule.asked))
        has = [Has.NAME if word in said else hits.get(row, Has.NOT) for word, hits in needed.items()]
        missing = sum(level < Has.LIKE for level in has)
        order = (
            -named.exact,
            rule.silent,
            *(-sum(level >= least for level in has) for least in (Has.NAME, Has.TEXT, Has.BESIDES)),
            -sum(row in hits for hits in besides.values()),
            -_said_of(rule.name, text),
            worth and bool(rule.breaking),
            len(rule.text),
        )
        in_name = sum(level is Has.NAME for level in has)
        spoken_of = -named.telling if named.telling > 1 else 0
        fitting.append(Match(rule, spoken_of, len(has), missing, in_name, _named(rule.name, text), order))
    fitting.sort(key=lambda fit: fit.key)
    return fitting


def _said_of(name: str, text: str) -> int:
    """The number of words of a rule's name in a text."""
    return sum(f" {word} " in text for word in name.split("-"))


def _named(name: str, text: str) -> bool:
    """Whether a text has all words of a rule's name, if that is more than one."""
    return "-" in name and f" {name.replace('-', ' ')} " in text


def _hits(link: sqlite3.Connection, phrase: Phrase, every: Mapping[int, Found]) -> dict[int, Has]:
    """How the rules that a phrase may mean have it."""
    hits = _word_hits(link, phrase.word, every)
    if phrase.word in WORTH:
        hits |= {
            row: Has.NAME for row, rule in every.items() if rule.scores or not WORTH.isdisjoint(rule.name.split("-"))
        }
    if hits:
        return hits
    asked = "SELECT word FROM spelling WHERE abs(length(word) - ?) < 2"
    known = [word for (word,) in link.execute(asked, (len(phrase.word),))]
    close = difflib.get_close_matches(phrase.word, known, 1, 0.78) if 3 < len(phrase.word) < LONG else []
    return _word_hits(link, close[0], every) if close else {}


_IN_NAME, _IN_TEXT, _ELSEWHERE, _OF_GAME = "{name finding}", "{text}", "{shown besides}", "{game}"


def _word_hits(link: sqlite3.Connection, word: str, every: Mapping[int, Found]) -> dict[int, Has]:
    """How rules have a word or a synonym."""
    stem = word[: max(4, len(word) - 2)]
    forms = [f'"{form}"' for form in forms_of(word)]
    synonyms = [f'"{form}"' for other in dict.fromkeys(alike(word)) for form in forms_of(other)]
    one_game = len({rule.game for rule in every.values()}) < 3
    asked = [
        *(
            (columns, form, Has.BESIDES)
            for columns in (_ELSEWHERE, *(() if one_game else (_OF_GAME,)))
            for form in forms
        ),
        *((columns, form, Has.LIKE) for columns in (_IN_NAME, _IN_TEXT) for form in synonyms),
        *(((_IN_NAME, f'"{stem}"*', Has.LIKE),) if len(word) > 3 else ()),
        *((_IN_TEXT, form, Has.TEXT) for form in forms),
        *((_IN_NAME, form, Has.NAME) for form in forms),
    ]
    hits: dict[int, Has] = {}
    for columns, text, level in asked:
        for (row,) in link.execute("SELECT rowid FROM rule_words WHERE rule_words MATCH ?", (f"{columns} : {text}",)):
            if row in every:
                hits[row] = level
    return hits


def _rule(about: str) -> Found:
    told = json.loads(about)
    shown = told["example"]
    return Found(
        **{name: told[name] for name in ("game", "game_name", "name", "text", "breaking", "finding")},
        reports=tuple(told["reports"]),
        scores=tuple(told["scores"]),
        options=tuple((name, text, default) for name, text, default in told["options"]),
        example=_example(shown) if shown else None,
        costs=told["costs"],
        asked=tuple(told["asked"]),
    )


def _example(entered: dict[str, Any]) -> Example:
    return Example(tuple(entered["lines"]), entered["report"], entered["verdict"], entered["why"])


# The index


def _cached(path: Path) -> sqlite3.Connection:
    """The index from the cache, read-only."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


@cache
def _state() -> str:
    """Eight characters that change when a game, its version or the search does."""
    import zlib

    import referee.games

    games = Path(referee.games.__file__).parent
    places = (*sorted(games.glob("*.py")), games.parent / "rules" / "asked.py", EXAMPLES, Path(__file__))
    stats = ((place.name, place.stat()) for place in places)
    others = sorted({*referee.games.games()} - {*referee.games.ours()})
    text = "\n".join(
        [f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in stats]
        + [f"{slug} {referee.games.origin(slug)}" for slug in others]
    )
    return f"{zlib.crc32(f'{FORMAT} {sqlite3.sqlite_version} {text}'.encode()):08x}"


def _made(path: Path) -> sqlite3.Connection:
    """Makes the index, caches it if possible, and removes older ones."""
    link = sqlite3.connect(":memory:")
    try:
        _fill(link)
    except sqlite3.OperationalError as error:
        raise CommandError(f"rules can't be looked up here: {error}", DATABASE) from error
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
    link.execute(f"CREATE VIRTUAL TABLE rule_words USING fts5({_WORDS}, tokenize = 'porter unicode61')")
    link.execute("CREATE TABLE spelling (word TEXT PRIMARY KEY)")
    for rule in every_rule():
        _enter(link, rule)
    link.commit()


_WORDS = "name, text, finding, besides, shown, game"


def _enter(link: sqlite3.Connection, rule: Found) -> None:
    """Adds a rule to the index."""
    about = json.dumps(asdict(rule), ensure_ascii=False)
    row = link.execute("INSERT INTO rule VALUES (?, ?, ?)", (rule.game, rule.name, about)).lastrowid
    besides = " ".join((*rule.reports, *rule.scores, *(f"{option} {text}" for option, text, _ in rule.options)))
    words = (rule.name.replace("-", " "), rule.text, rule.finding or "", besides, rule.game_name)
    shown = rule.example.why if rule.example else ""
    asked = f"INSERT INTO rule_words (rowid, {_WORDS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
    link.execute(asked, (row, *words[:-1], shown, rule.game_name))
    spelt = {word for word in re.findall(r"\w+", " ".join(words).lower()) if len(word) > 3}
    link.executemany("INSERT OR IGNORE INTO spelling VALUES (?)", [(word,) for word in spelt])


def every_rule() -> Iterator[Found]:
    """Every rule of every game, including answers to open questions, and the rules of all games."""
    from referee.games import playable
    from referee.table.rulings import CORE_RULES

    for name, text in CORE_RULES.items():
        yield Found("", "every game", name, text, "illegal", None, (), (), (), None)
    known = _examples()
    for game in playable():
        shown = known.get(game.slug, {})
        for name in game.rules:
            yield _described(game, name, shown.get(name))
        for number, text in enumerate(game.rulings, 1):
            yield _left_open(game, number, text)


def words_of_rules(words: Iterable[str]) -> set[str]:
    """Those of some words that a rule of any game has, in any form or as a synonym."""
    path = cached.folder() / f"rules-{_state()}.db"
    try:
        with closing(_cached(path)) as link:
            return _words_of_rules(link, words)
    except sqlite3.Error:  # the index is missing or damaged
        with closing(_made(path)) as link:
            return _words_of_rules(link, words)


def _words_of_rules(link: sqlite3.Connection, words: Iterable[str]) -> set[str]:
    found = set()
    for word in words:
        said = " OR ".join(f'"{form}"' for form in (word, *alike(word)))
        query = "SELECT 1 FROM rule_words WHERE rule_words MATCH ? LIMIT 1"
        if link.execute(query, (f"{{name text}} : ({said})",)).fetchone():
            found.add(word)
    return found


def every_of(game: str) -> list[Found]:
    """The rules of a game, its answers to open questions, and the rules of all games."""
    return list(_every_of(game))


@cache
def _every_of(slug: str) -> tuple[Found, ...]:
    from referee.games import find_game
    from referee.table.rulings import CORE_RULES

    game = find_game(slug)
    return (
        *(Found("", "every game", name, text, "illegal", None, (), (), (), None) for name, text in CORE_RULES.items()),
        *(_described(game, name, None) for name in game.rules),
        *(_left_open(game, number, text) for number, text in enumerate(game.rulings, 1)),
    )


def _examples() -> dict[str, dict[str, Any]]:
    try:
        examples: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return examples


def _left_open(game: Game[Any], number: int, text: str) -> Found:
    """An answer to a question that the rules of a game leave open."""
    asked = _phrases(getattr(text, "asked", ""))
    return Found(game.slug, game.name, f"{SILENT}-{number}", text, None, None, (), (), (), None, asked=asked)


def _phrases(*asked: str) -> tuple[str, ...]:
    """The phrases in these texts, each once."""
    return tuple(dict.fromkeys(filter(None, map(str.strip, ",".join(asked).split(",")))))


def phrases_of(rule: Rule) -> tuple[str, ...]:
    """The phrases by which players ask for a rule, its own first."""
    from referee.rules.asked import ASKED

    return _phrases(rule.asked, ASKED.get(rule.name, ""))


def _described(game: Game[Any], name: str, example: dict[str, Any] | None) -> Found:
    from scoresheets.book import game_page

    rule = game.rules[name]
    return Found(
        game.slug,
        game.name,
        name,
        rule.text,
        None if rule.breaking is None else str(rule.breaking),
        rule.finding or None,
        tuple(game_page.entered_by(game, name)),
        tuple(category for category, rules in game.score_lines.items() if name in rules),
        tuple(
            (option.name, option.meaning if option.in_words else "", game_page.default(game, option))
            for option in game_page.changed_by(game, name)
        ),
        _example(example) if example else None,
        asked=phrases_of(rule),
    )


# Where rules were applied


class Applied(NamedTuple):
    """A line of a session that cites a rule or is scored by it."""

    session: int
    line: int
    hand: int
    text: str
    came: str  # of it


def in_play(journal: Journal) -> str:
    """The game in play, "" if there is none."""
    if (number := journal.in_play()) is None:
        return ""
    from scoresheets.keeping import proof

    proof.check_session(journal.link, number, journal.path)
    return str(journal.link.execute("SELECT game FROM session WHERE id = ?", (number,)).fetchone()[0])


def tonight(journal: Journal, games: Iterable[str]) -> list[Session]:
    """The sessions of these games in the latest night."""
    from scoresheets.keeping import proof
    from scoresheets.keeping.database import moment, stamp
    from scoresheets.looking_back.settle import evening_of

    proof.examine(journal.link, journal.path)
    row = journal.link.execute("SELECT max(opened) FROM session").fetchone()
    if not row[0]:
        return []
    slugs = sorted(set(games))
    marks = ", ".join("?" * len(slugs))
    asked = f"SELECT id FROM session WHERE opened >= ? AND game IN ({marks}) ORDER BY id"
    rows = journal.link.execute(asked, (stamp(evening_of(moment(row[0]))), *slugs)).fetchall()
    return [journal.session(number) for (number,) in rows]


def applied(session: Session, names: Iterable[str]) -> dict[str, list[Applied]]:
    """The places where a session refused, accepted, found or scored something by these rules."""
    wanted = set(names)
    places: dict[str, list[Applied]] = {name: [] for name in wanted}
    rules = session.game.rules
    called = {rules[name].finding or name: name for name in wanted if name in rules}
    records = session.referee.records
    heard = {entry.report.line: (record.number, entry.ruling) for record in records for entry in record.entries}
    found_in: dict[int, list[Finding]] = {}
    for number, finding in session.referee.findings:
        found_in.setdefault(number, []).append(finding)
    hand = 0
    for entry in session.entries:
        if entry.kind != "report":
            continue
        if entry.accepted and entry.number not in heard:  # undone or void
            continue
        hand, ruling = heard.get(entry.number, (hand, None))
        text = ruling.text if ruling else entry.typed or entry.text
        broken = [(breach.rule, breach.why) for breach in ruling.broken] if ruling else [
            (breach["rule"], breach["message"]) for breach in entry.breaches]  # fmt: skip
        cited = [(rule, f"{'let stand' if ruling else entry.verdict}: {why}") for rule, why in broken]
        for finding in found_in.get(entry.number, ()) if ruling else ():
            for name in finding.name.split(" or "):
                cited.append((called.get(name, ""), f"{name.replace('-', ' ').capitalize()}: {finding.why}"))
        for rule, came in cited:
            if rule in wanted:
                places[rule].append(Applied(session.number, entry.number, hand, text, came))
    for line in session.referee.lines:
        if line.rule in wanted:
            because = f": {line.because}" if line.because else ""
            came = f"{line.who} {line.points:+d}, {line.category}{because}"
            last = line.proof[-1] if line.proof else 0
            places[line.rule].append(Applied(session.number, last, line.hand, "", came))
    return places
