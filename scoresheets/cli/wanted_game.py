"""The next game in everyday words: which game a line asks for, and who plays."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from referee.game.game import Game
from referee.games import games
from referee.language.synonyms import NUMBERS, RANKS, SUITS
from referee.language.words import either, folded
from scoresheets.book.tabletalk import SMALL, WORDS
from scoresheets.cli.commands import split
from scoresheets.cli.small_talk import MOST_LETTERS
from scoresheets.errors import NOTHING, USAGE, CommandError
from scoresheets.keeping import proof
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.session import Session, SessionJournal
from scoresheets.questions.evening import game_in, name_of
from scoresheets.questions.parse import ASKING, OPENING, POLAR, words_of
from scoresheets.questions.parse import WORD as LEXICON

LONGEST_NAME = 4  # words
MOST_BEFORE = 16  # words before it
LATEST = 10  # sessions to look through for players

_STOPS = frozenset(("stop", "end", "finish", "quit", "enough", "done", "finished"))
_NEXT = frozenset(
    (*_STOPS, "game", "next", "new", "another", "switch", "switching", "change", "let's", "lets", "start")
)
"""Words that ask for a game even if its name could be something else, such as a suit."""
_PLAYS = frozenset(("play", "playing", "move", "on", "fancy", "about", "now"))
_BEFORE = _NEXT | _PLAYS | frozenset((
    "ok", "okay", "right", "alright", "well", "then", "so", "and", "please", "let", "us", "we", "we'll", "we're", "i'd",
    "will", "are", "going", "gonna", "can", "could", "shall", "should", "may", "do", "you", "want", "would", "like",
    "it", "here", "there", "this", "that", "now", "changing", "moving", "starting", "open", "over", "to", "a", "an",
    "the", "some", "hand", "round", "of", "is", "be", "with", "for", "just", "only", "plain", "simple", "how", "what",
    "time", "up", "go", "try", "everyone", "everybody", "all", "thanks", "tonight", "after", "great", "good", "that's",
    "tonight's", "first", "begin", "have", "yes", "no", "instead", "one", "got", "need", "it's", "i", "think",
))  # fmt: skip
"""Words that people say before the name of a game."""
_WHEN = frozenset(("now", "next", "then", "tonight", "again", "instead", "please", "today"))
_AFTER = _WHEN | {"with", "for", "between"}
"""Words between the name of a game and its players."""
_SAME = frozenset((
    "same", "again", "the", "two", "three", "four", "five", "six", "of", "us", "all", "players", "people", "as",
    "before", "both", "teams", "partners", "everybody", "everyone", "group", "with",
))  # fmt: skip
"""Words that name the players of the last game."""
_BESIDES = (
    _AFTER
    | _WHEN
    | words_of(
        "please too also here play plays playing join joins joining in is are it's all both us we same everyone"
        " everybody two three four five six of thanks time ok"
    )
)
"""Words that people say with the names of players."""
_JOINS = frozenset(("too", "also", "joins", "joining"))
_NEVER = (SMALL | ASKING | _BEFORE) - {"will", "may"}
"""Words that are no names, unless somebody of that name has played before."""
_WH = frozenset(("who", "whose", "what", "how", "when", "where", "why", "which"))
_WORD = re.compile(r"[^\s,;:.!?()]+")


class Wanted(NamedTuple):
    """What a line says about the next game: the name, what stands after it, and the words before it.

    ``slug`` is "" if no game has this name.
    """

    name: str
    slug: str
    rest: str
    before: frozenset[str]

    @property
    def surely(self) -> bool:
        """Whether the words before the name can only ask for a game."""
        return bool(self.before & _NEXT)

    @property
    def joined(self) -> bool:
        """Whether the players that it names join those of the present game: ``hearts, Dan's here too``."""
        return not _JOINS.isdisjoint(_WORD.findall(self.rest.lower()))

    def ends(self, slug: str) -> bool:
        """Whether it says that a game stops, and not that it is played again: ``ok end of the razz``."""
        return self.stops and self.slug == slug and not self.plays and not self.before & {"another", "new", "next"}

    @property
    def stops(self) -> bool:
        """Whether the line says that the present game stops."""
        return bool(self.before & _STOPS)

    @property
    def plays(self) -> bool:
        """Whether the line says that the game is played."""
        return bool(self.before & {"play", "playing", "start"})

    @property
    def perhaps(self) -> bool:
        """Whether the words before the name may ask for a game, and the name is no suit, rank or number."""
        first = folded(_WORD.findall(self.name)[0]).split("-")[0]
        after = _WHEN.intersection(_WORD.findall(self.rest.lower())[:1])
        asks = self.before & _PLAYS or (after and not self.before)
        return bool(asks) and not any(first in other for other in (SUITS, RANKS, NUMBERS))

    @property
    def line(self) -> str:
        """The game and its players, without the words before and between."""
        rest = re.sub(rf"^[\s,:]+(?:{'|'.join(_WHEN)})\b", "", self.rest, flags=re.IGNORECASE)
        return f"{self.name}{rest}".rstrip(" ?!.")


def wanted(line: str) -> Wanted | None:
    """The game that a line names after nothing but words that ask for one. None for any other line."""
    words = list(itertools.islice(_WORD.finditer(line), MOST_BEFORE + LONGEST_NAME))
    before: list[str] = []
    known = frozenset(games())
    for at, word in enumerate(words):
        for count in range(min(LONGEST_NAME, len(words) - at), 0, -1):
            slug = plain("-".join(each[0] for each in words[at : at + count]))
            if slug in known:
                end = words[at + count - 1].end()
                end += line[end : end + 1] == "!"
                return Wanted(line[word.start() : end], slug, line[end:], frozenset(before))
        said = _told(word[0])
        if said not in _BEFORE:
            name = line[word.start() :]
            return Wanted(name, "", "", frozenset(before)) if before else None
        before.append(said)
    return None


def named_loosely(line: str, slug: str, known: Collection[str]) -> Wanted | None:
    """The game that a sentence of other words goes on to, after the one of ``slug``, and the players in its sentence.

    ``we've had enough hearts, Gus is back, razz for all four: Ann, Ben, Cat and Gus``. None if it names no other game,
    or doesn't say that one is played. ``known`` are folded names.
    """
    said = frozenset(map(_told, _WORD.findall(line)))
    named = [each for each in _games_in(line) if each.slug != slug]
    if len(line) > MOST_LETTERS or not named or not said & (_NEXT | _PLAYS | {"finish", "over"}) or said & _WH:
        return None
    game = named[-1]
    sentence = next(part for part in re.split(r"[.;!?]\s+", line) if game.name in part)
    words = [re.sub(r"['\u2019]s$", "", word) for word in _WORD.findall(sentence)]
    other = {word for each in _games_in(line) for word in each.name.split()} | {words[0]}
    called = [word for word in words if word.istitle() and word not in other and _told(word) not in _NEVER]
    mine = ["me"] if {*map(_told, words)} & {"me", "my", "i"} else []
    players = [*mine, *dict.fromkeys(word for word in words if folded(word) in known or word in called)]
    behind = [word for word in dict.fromkeys(_WORD.findall(game.rest)) if word in players]
    players = behind if len(behind) > 1 else players
    who = ", ".join(players) if len(players) > 1 else next((each for each in _OF_US if {*each.split()} <= said), "")
    who = who.replace("partners", "players")
    before = {"let's"} | ({"stop"} if said & (_STOPS - {"finish", "end"}) else set())
    return game._replace(rest=f" with {who}" if who else "", before=frozenset(before)) if who else None


_OF_US = (
    "same players",
    "same partners",
    "same people",
    "same four",
    "same three",
    "same two",
    "the five of us",
    "the four of us",
    "the three of us",
    "the two of us",
    "all of us",
    "all four",
    "all three",
)


def _games_in(line: str) -> Iterator[Wanted]:
    """Yields the games that a line names, with what stands behind each."""
    words = [*_WORD.finditer(line)]
    known, at = frozenset(games()), 0
    while at < len(words):
        for count in range(min(LONGEST_NAME, len(words) - at), 0, -1):
            slug = plain("-".join(re.sub(r"['\u2019]s$", "", each[0]) for each in words[at : at + count]))
            if slug in known:
                end = words[at + count - 1].end()
                yield Wanted(line[words[at].start() : end], slug, line[end:], frozenset())
                at += count - 1
                break
        at += 1


def game_and_people(line: str, known: Collection[str]) -> tuple[str, list[str]] | None:
    """The game that a sentence names anywhere, and its players: ``Ann and Ben want to play gops``.

    None if it doesn't name two players, or *us*. ``known`` are folded names.
    """
    if not (slug := game_in(line)[0]):
        return None
    words = [re.sub(r"['\u2019]s$", "", word) for word in _WORD.findall(line)]
    named = [word for word in words if folded(word) in known or (word.istitle() and _told(word) not in _NEVER)]
    players = [word for word in dict.fromkeys(named) if folded(word) not in slug.split("-")]
    ours = {*map(_told, words)} & {"us", "we", "we'd", "we'll", "everybody", "everyone"}
    return (slug, players) if len(players) > 1 or ours else None


def kept_score_of(line: str) -> str:
    """The rest of a line that asks to keep the score of a game: ``keep score of Bimbo, Ann and Ben``. "" for others."""
    found = _KEEPS.match(line)
    return line[found.end() :].rstrip("?!. ") if found else ""


_KEEPS = re.compile(
    r"(?:.{0,20}\b)?(?:keep|count|track) (?:the |our )?(?:scores?|points|track|tally) (?:of|for|in) (?:a game of )?",
    re.IGNORECASE,
)


def goes_on(line: str) -> tuple[str, int] | None:
    """The game, or the number of the session, that a line goes on with: ``back to the spades``, ``resume session 2``.

    ("", 0) if it names neither. None for any other line.
    """
    slug, words = game_in(line)
    text = " ".join(words)
    if not (found := _GOES_ON.search(text)):
        return None
    others = [word for word in (text[: found.start()] + text[found.end() :]).split() if word not in _WITH_IT]
    numbers = [word for word in others if word.isdecimal()]
    return (slug, int(numbers[0][:9]) if numbers else 0) if len(others) == len(numbers) <= 1 else None


_GOES_ON = re.compile(
    r"\b(?:(?:go(?:ing)? |get |come )?back|continu(?:e|ing)|resum(?:e|ing)|return(?:ing)?|reopen|carry(?:ing)? on"
    r"|(?:go(?:ing)?|play) on|keep (?:going|on)|(?:pick|take) (?:(?:it|that|this) )?up|finish)\b"
)
_WITH_IT = _BEFORE | words_of("session number again where left off playing let s last in")


def of_game(line: str) -> str:
    """A line from the name of the game on: ``ok, let's play euchre with Ann`` becomes ``euchre with Ann``."""
    found = wanted(line)
    return found.line if found else line


def _told(word: str) -> str:
    return word.lower().replace("\u2019", "'")


def plain(name: str) -> str:
    """A name in the form of a slug's letters: lowercase, without accents and marks."""
    return "".join(letter for letter in folded(name) if letter.isalnum() or letter == "-").strip("-")


def asks(line: str) -> bool:
    """Whether a line between games asks something, and doesn't name players."""
    words = [word.split("'")[0] for word in re.findall(r"[^\W\d_]+(?:'\w+)?", OPENING.sub(" ", f" {_told(line)}"))]
    first, second = (*words, "", "")[:2]
    if line.strip().endswith("?") or {*words} & _WH:
        return len(words) > 0
    if first in ("show", "list", "tell") and second in ("me", "us", "the", "all"):
        return True
    polar = first in POLAR or (first.endswith("n") and first[:-1] in POLAR)
    return polar and (first not in ("will", "may") or second in _NEVER)


def clauses(line: str) -> list[str]:
    """The sentences of a line, and a question after a comma by itself."""
    return [part for part in _BETWEEN_CLAUSES.split(line.strip()) if part]


_BETWEEN_CLAUSES = re.compile(rf"(?<=[.!?;])\s+|,\s+(?=(?:and |but |so )?(?:{'|'.join(sorted(_WH))})\b)", re.IGNORECASE)


# Who plays


def not_names(names: Iterable[str], known: Collection[str]) -> list[str]:
    """The names that can't be any: words of sentences and games, in small letters, that nobody has been called.

    ``known`` are folded names.
    """
    small = [name for name in names if name.islower() and folded(name) not in known]
    return [
        name
        for name in small
        if {name.split()[0].split("'")[0].replace("\u2019", "'"), name} & _NEVER or name in games()
    ]


def perhaps_names(names: Iterable[str], known: Collection[str]) -> list[str]:
    """The names that nobody has been called, and that are common words."""
    from scoresheets.questions.facts import vocabulary

    small = [name for name in names if name.islower() and folded(name) not in known]
    return [name for name in small if name in WORDS or name in LEXICON or name in vocabulary()]


def without_courtesies(words: list[str], known: Collection[str]) -> list[str]:
    """Words that name players without those that only go with them: ``with Ann and Ben please, Cat's here too``.

    ``known`` are folded names.
    """
    if says_same(words):
        return words
    kept: list[str] = []
    for word in words:
        bare = re.sub(r"['\u2019]s(?=[,:;.!]*$)", "", word.rstrip(",:;.!?"))
        mark = "," * (word.rstrip(".!?")[-1:] in (",", ":", ";"))
        if bare.lower() not in _BESIDES or folded(bare) in known:
            kept.append(bare + mark)
        elif mark and kept and not kept[-1].endswith(","):
            kept[-1] += mark
    return kept


def says_same(words: Iterable[str]) -> bool:
    """Whether words name the players of the last game, perhaps with who deals behind a comma."""
    words = [*words]
    end = next((at for at, word in enumerate(words, 1) if word.endswith(",")), len(words))
    said = {word.strip(",.!?").lower() for word in words[:end]} - {"", "please"}
    named = [word for word in words[end:] if word[:1].isupper()]
    return bool(said - {"the", "of", "with", "as"}) and said <= _SAME and len(named) < 2


def people(text: str, known: Collection[str]) -> list[str] | None:
    """The players that a text names, as they are known or with capitals. None if it names something else.

    ``known`` are folded names.
    """
    try:
        words = split(text.strip(" ,:;.!?"))
    except CommandError:
        return None
    words = words[: next((at for at, word in enumerate(words) if word.startswith("-")), len(words))]
    freely = bool(words) and words[0].lower() in _AFTER - _WHEN
    while words and words[0].strip(",.:?").lower() in _AFTER:
        words = words[1:]
    words = without_courtesies([word for word in words if word.strip(",")], known)
    if any(character.isdigit() for word in words for character in word):
        return None  # it says what somebody has
    if says_same(words):
        return words
    try:
        names = names_apart([word.rstrip("?!.") for word in words])
    except CommandError:
        return words  # somebody says *me*
    sure = all(folded(name) in known or name[:1].isupper() for name in names)
    sure = sure or (freely and len(names) > 1 and not (not_names(names, known) or perhaps_names(names, known)))
    return names if sure else None


def known_names(journal: SessionJournal) -> list[str]:
    """The names of everybody who has played, except in games that were left out."""
    asked = (
        "SELECT player_id FROM seat JOIN session ON session.id = seat.session_id"
        " GROUP BY player_id HAVING min(session.aside) IS NOT NULL AND count(session.aside) = count(*)"
    )
    left_out = {number for (number,) in journal.link.execute(asked)}
    return [str(name) for number, name, _, _ in proof.players(journal.link, journal.path) if number not in left_out]


def name_and_people(text: str, known: Collection[str]) -> tuple[str, list[str]]:
    """The name of a game that isn't known, and its players, if two or more of them are named."""
    head, mark, rest = _divided(text)
    if mark and len(names := people(rest, known) or []) > 1 and not says_same(names):
        return head, names
    words = text.split()
    least = next((at for at, word in enumerate(words) if folded(word.strip(",")) in known), 0)
    if least and len(names := people(" ".join(words[least:]), known) or []) > 1:
        return " ".join(words[:least]), names
    return "", []


def _divided(text: str) -> tuple[str, str, str]:
    """A text before and after the first mark or word that leads to the players."""
    found = re.search(r"\s*[,:]\s|\s(?:with|for|between)\s", text, re.IGNORECASE)
    return (text[: found.start()].strip(), found[0], text[found.end() :]) if found else (text, "", "")


def _numbered(line: str) -> tuple[str, int] | None:
    """The game and the number of its session in a line with nothing else: ``spades 2``."""
    slug, words = game_in(line)
    return (slug, int(words[0][:9])) if slug and len(words) == 1 and words[0].isdecimal() else None


def session_meant(journal: SessionJournal, line: str, here: int = 0) -> int:
    """The session that a line goes on with, 0 if it says nothing of the kind. Raises CommandError if there is none.

    ``here`` is the session at the table.
    """
    from scoresheets.looking_back.overview import sessions

    meant = goes_on(line) or (not here and _numbered(line))
    if not meant or (here and meant == ("", 0)):
        return 0
    slug, number = meant
    rows = [row for row in sessions(journal.path, game=slug) if not row.aside]
    if number:
        fit = [row for row in rows if row.number == number]
    else:
        stopped = [row for row in rows if row.ended and not row.over] if slug else []
        fit = [row for row in rows if row.state == "open"] or stopped[-1:]
    if len(fit) == 1 or (fit and slug):
        return fit[-1].number
    if not fit:
        what = f"session {number}" if number else "open session" + f" of {slug}" * bool(slug)
        raise CommandError(f"There is no {what}. To see all, type `sessions`.", NOTHING)
    every = either([f"`resume {row.number}` ({name_of(row)})" for row in fit])
    raise CommandError(f"Which one? Type {every}.", USAGE)


def latest_group(
    journal: SessionJournal, game: Game[Any], first: Session | None, words: Iterable[str] = ()
) -> list[str]:
    """The players of the latest session that can play a game, with the seats turned by one. [] if there are none.

    If ``words`` say how many, as in *the four of us*, of the latest with so many.
    """
    count = next((_HOW_MANY.index(word) + 2 for word in words if word in _HOW_MANY), 0)
    for session in _latest(Journal(journal.link, journal.path), first):
        seats = [str(seat) for seat in session.referee.seats]
        if not game.too_few_or_many(len(seats), {}) and count in (0, len(seats)):
            return seats[1:] + seats[:1]
    return []


_HOW_MANY = ("two", "three", "four", "five", "six")


def _latest(journal: Journal, first: Session | None) -> Iterator[Session]:
    from scoresheets.keeping.unreplayable import UnreplayableSession

    if first:
        yield first
    for number in sorted(journal.numbers(), reverse=True)[:LATEST]:
        session = journal.readable(number)
        if not isinstance(session, UnreplayableSession) and not session.only_totals and not session.aside:
            yield session


def names_apart(words: list[str]) -> list[str]:
    """The names of players, separated by blanks or by commas. With commas, a name may have two words.

    In ``Ann and Cat against Ben and Dan``, partners sit opposite each other.
    """
    if {"me", "i", "myself"} & {word.strip(",").lower() for word in words}:
        raise CommandError("Type your name instead of `me`.", USAGE)
    words = [word for word in words[words[:1] in (["with"], ["for"]) :] if word.lower() not in ("just", "only")]
    against = next((at for at, word in enumerate(words) if word.lower() in ("against", "vs", "vs.", "v", "versus")), 0)
    if against:
        one, two = names_apart(words[:against]), names_apart(words[against + 1 :])
        return [name for pair in zip(one, two, strict=False) for name in pair] if len(one) == len(two) else [*one, *two]
    texts = [word for word in words if word not in ("and", "&")]
    if not any("," in word for word in texts):
        return texts
    return _between_commas(words)


def _between_commas(words: list[str]) -> list[str]:
    """The names between commas, without what is said beside them if any is written with a capital."""
    texts = [re.sub(r"^(?:and|&)\s", "", text.strip()) for text in re.split(r",|\s(?:and|&)\s", " ".join(words))]
    names = [name for text in texts if (name := _without_common_words(text))]
    return names if any(name[0].isupper() for name in names) else [text for text in texts if text]


def _without_common_words(name: str) -> str:
    """A name of several words without those that say something else: ``Ida starts``, ``all four of us``.

    One word, and words with capitals such as *Aunt May*, may be a name.
    """
    words = name.split()
    if len(words) < 2:
        return name
    common = SMALL | WORDS | _BEFORE | _BESIDES | _SAME | LEXICON.keys()
    said = {word: _told(word.strip(".!?")) for word in words}
    named = words[0][0].isupper() and not common.issuperset(said.values())
    return " ".join(word for word in words if said[word] not in common or (named and word[0].isupper()))


__all__ = [
    "LATEST", "Wanted", "asks", "clauses", "game_and_people", "goes_on", "kept_score_of", "known_names",
    "latest_group", "name_and_people", "names_apart", "not_names", "of_game", "people", "perhaps_names", "plain",
    "says_same", "session_meant", "wanted", "without_courtesies",
]  # fmt: skip
