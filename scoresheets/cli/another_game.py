"""A line at the table that is about another game: the next one, an earlier one, or one that isn't known."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from referee.games import games
from referee.language.synonyms import SUITS, stems
from referee.language.words import folded, nearest, quoted
from scoresheets.catalogue import TALLY, game_called
from scoresheets.cli import read_as
from scoresheets.cli.small_talk import ENDS, MOST_LETTERS, NEW_HAND, STOPS
from scoresheets.cli.wanted_game import (
    LONGEST_NAME,
    Wanted,
    asks,
    clauses,
    kept_score_of,
    known_names,
    latest_group,
    name_and_people,
    named_loosely,
    people,
    plain,
    says_same,
    session_meant,
    wanted,
)
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.session import Session
from scoresheets.questions.evening import asks_of_earlier

SAME_PLAYERS = "Another game with the same players?"


class Change(NamedTuple):
    """What a line about another game asks for. What isn't empty is done in this order."""

    resumes: int = 0  # the session to go on with
    ends: bool = False  # the game at the table stops
    then: str = ""  # what is typed about the next game when this one is over
    begins: str = ""  # what would follow the word `new`
    answers: str = ""  # a question after it
    asks: str = ""  # a question for the user, and the words of the prompt that answer it
    choices: tuple[str, ...] = ()
    otherwise: str = ""  # what to type if none of them is right


class AnotherGame:
    """Reads lines about another game at the table of a session. ``is_asked`` says whether a line is a question."""

    def __init__(self, session: Session, is_asked: Callable[[str], bool]) -> None:
        self.session = session
        self.referee = session.referee
        self.is_asked = is_asked

    def stops(self, text: str) -> re.Match[str] | None:
        """Matches a line that says that the game stops here."""
        called = (self.session.game.name.rstrip("!"), *self.session.slug.split("-"))
        game = "|".join(map(re.escape, called))
        return re.fullmatch(STOPS.replace("{game}", game), text, re.IGNORECASE) or ENDS.fullmatch(text.strip(" .!"))

    def is_named(self, text: str) -> bool:
        """Whether a text behind the end of a game names the next one or asks something, and isn't only a goodbye."""
        wants = wanted(text)
        return bool((wants and wants.slug) or asks(text) or kept_score_of(text) or self.unknown(text))

    def change(self, line: str) -> Change | None:
        """What a line that names a game asks for: ``now euchre, Ann and Cat against Ben and Dan``. None for others."""
        if number := session_meant(self.session.journal, line, self.session.number):
            return Change(resumes=number)
        kept = kept_score_of(line)
        line, question = _question_behind(line)
        if question and (stops := self.stops(line)) and not stops.groupdict().get("then"):
            return Change(ends=True, answers=question)
        line = f"new {kept}" if kept else line
        if len(line) > MOST_LETTERS:
            return None
        of_player = read_as.player(line.partition(" ")[0], self.referee)
        named = None if of_player else self._named(line, question, bool(kept))
        return named or self._named_loosely(line, question)

    def _named(self, line: str, question: str, keeps: bool) -> Change | None:
        """What a line asks for that begins with the name of a game, after words that ask for one. None for others."""
        wants = wanted(line)
        if not wants:
            return None
        if not wants.slug:
            commanded = _is_command(line) and not NEW_HAND.fullmatch(wants.name)
            return self.unknown(wants.name, keeps) if commanded else None
        if asks_of_earlier(self.session, line) or (wants.stops and asks(line) and not wants.plays):
            return None
        if wants.ends(self.session.slug):
            follows = wanted(wants.rest)
            then = follows.line if follows and follows.slug else ""
            return Change(ends=True, then=then, answers="" if then else question)
        return self._game(wants, line, question)

    def _named_loosely(self, line: str, question: str) -> Change | None:
        """What a sentence asks for that names another game and its players anywhere. None for other lines."""
        wants = named_loosely(line, self.session.slug, self._known())
        if not wants or self.is_asked(line) or self._is_reported(line):
            return None
        is_played = re.search(r"\b(?:with|play|playing)\b", line, re.IGNORECASE)
        of_this_game = wants.name in self.referee.vocabulary.shapes or (wants.name in SUITS and not is_played)
        return None if of_this_game else self._game(wants, line, question)

    def unknown(self, text: str, keeps: bool = False) -> Change | None:
        """Offers a tally for a game that isn't known, if a text names it and its players. None for any other text.

        If the line says that it ``keeps`` the score, the present players are meant unless it names others.
        """
        name, names = name_and_people(text, self._known())
        if keeps and not names:
            name, names = text, [str(seat) for seat in self.referee.seats]
        words = name.split()
        verbs = self.referee.vocabulary.shapes
        says = any(stem in verbs for word in words for stem in stems(word))
        says = says or bool(words and read_as.player(words[0], self.referee))
        if not names or says or len(words) > LONGEST_NAME or not re.search(r"[^\W\d]", name):
            return None
        wants = wanted(text)
        if name[0].islower() and not keeps and not (wants and wants.before):
            return None  # no name of a game, but a word that isn't known
        players = " ".join(map(quoted, names))
        near = nearest(plain(name.replace(" ", "-")), games(), 1)
        return Change(
            asks=f"There is no game called {name}. Keep only its score, as a tally?",
            choices=(*(f"new {slug} {players}" for slug in near), f"new {TALLY} {players} --name {quoted(name)}"),
        )

    def _game(self, wants: Wanted, line: str, question: str) -> Change | None:
        """What a line with a known game asks for: that game, or first whether this one ends. None for other lines."""
        names, commanded = self._players(wants), _is_command(line)
        if names is None or not (commanded or self._asks_for(wants, names, line)):
            return None
        game, over, same = game_called(wants.slug), self.referee.over, says_same(names)
        latest = latest_group(self.session.journal, game, self.session, names if same else ())
        group = latest if same or not names else names
        again = wants.slug == self.session.slug and sorted(group) == sorted(map(str, self.referee.seats))
        begins = f"{game.slug} {'--same' if again else ' '.join(map(quoted, group))}{_options(wants.rest)}"
        if (commanded or over) and names and group:
            return Change(begins=begins)
        if not commanded and not over:
            then = begins if (same and not again) or wants.joined else wants.line
            then = f"{then}. {question}" if question else then
            if wants.stops:
                return Change(ends=True, then=then)
            asked = f"{self.session.name} is still open. End it first, or leave it open?"
            named = group and not {"me", "i"} & {name.lower() for name in group}
            return Change(then=then, asks=asked, choices=("end", *([f"new {begins}"] if named else [])))
        if not group:
            raise CommandError(f"Who's playing? Type `new {game.slug}` and the names, clockwise.", USAGE)
        return Change(
            asks=SAME_PLAYERS if again else "Who's playing?",
            choices=(f"new {begins}",),
            otherwise=f"For others, type `new {game.slug}` and the names, clockwise.",
        )

    def _players(self, wants: Wanted) -> list[str] | None:
        """The players that a line names for a game, with those at the table if others join. None if it names none."""
        names = people(wants.rest, self._known())
        if names and wants.joined and not says_same(names):
            seats = [str(seat) for seat in self.referee.seats]
            return [*seats, *(name for name in names if folded(name) not in map(folded, seats))]
        return names

    def _asks_for(self, wants: Wanted, names: list[str], line: str) -> bool:
        """Whether a line asks for the game that it names, and isn't a report or a question."""
        if wants.surely:
            return True
        is_reported = self._is_reported(line)
        first = re.findall(r"[\w-]+", wants.name.lower())[0]
        if wants.perhaps and first not in self.referee.vocabulary.shapes:
            return not is_reported
        if (
            not names
            and not self.referee.over
            and (wants.before or {first} & {*self.referee.vocabulary.shapes, *SUITS})
        ):
            return False
        return not (len(names) == 1 or is_reported or (self.is_asked(line) and not wants.plays))

    def _is_reported(self, line: str) -> bool:
        return read_as.is_report(line, self.referee) or read_as.is_possible(line, self.referee)

    def _known(self) -> set[str]:
        """The folded names of everybody who has played."""
        return {folded(name) for name in (*known_names(self.session.journal), *map(str, self.referee.seats))}


def _question_behind(line: str) -> tuple[str, str]:
    """A line without the questions at its end, and these."""
    said, asked = clauses(line), list[str]()
    while len(said) > 1 and asks(said[-1]):
        asked.insert(0, said.pop())
    return (" ".join(said), " ".join(asked)) if asked else (line, "")


def _is_command(line: str) -> bool:
    return line.partition(" ")[0].lower() == "new"


def _options(text: str) -> str:
    """The options at the end of a line."""
    found = re.search(r"\s--?[a-z].*", text)
    return found[0] if found else ""
