"""Between two games at the live table: asks for the next game and its players."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from referee.game.game import Game
from referee.games import games, is_game
from referee.kit.messages import together
from referee.language.words import NOBODY, Seat, either, folded, nearest
from scoresheets.catalogue import TALLY, NoGame, game_called, known_game, name_in, titled
from scoresheets.cli import console
from scoresheets.cli.commands import COMMANDS, split
from scoresheets.cli.history import any_tonight
from scoresheets.cli.library import span
from scoresheets.cli.small_talk import ENDS, NO, NOT_MEANT, OF_EVENING, PLAY_AGAIN, TAKES_BACK
from scoresheets.cli.table import agreed, begun, turned
from scoresheets.cli.tally import with_a_winner
from scoresheets.cli.wanted_game import (
    LATEST,
    asks,
    clauses,
    game_and_people,
    goes_on,
    kept_score_of,
    known_names,
    latest_group,
    name_and_people,
    names_apart,
    not_names,
    of_game,
    people,
    perhaps_names,
    plain,
    says_same,
    session_meant,
    wanted,
    without_courtesies,
)
from scoresheets.errors import NOTHING, USAGE, CommandError, as_sentence
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.session import Session
from scoresheets.keeping.unreplayable import UnreplayableSession
from scoresheets.questions.evening import between_games, game_in, which_are_open

LEAVES = ("quit", "exit")
AGREES = ("y", "yes")
HELP = (
    "Type a game, or the beginning of its name, with or without players: `oh-hell Ann Ben Cat`.",
    "  games           list all games; `games --players 3` lists those for three",
    "  rules GAME      how a game is played, entered and scored",
    "  standings       who has won how much; `sessions` lists all games",
    "  resume N        continue a closed session",
    "  quit            leave",
    "You can type any other `referee` command too.",
)


NOT_OPEN = "No game is open. To see who has won, type `standings`; for a game's rules, `rules GAME`."


class Question(NamedTuple):
    """A question: the prompt, the answer for Enter, the answers for Tab, and the line below."""

    prompt: str
    default: str
    offers: tuple[str, ...]
    below: tuple[str, ...]


class NextGame:
    """Asks until a session is open or the user leaves.

    ``ask`` gets a line from the user, None to leave; ``obey`` runs a command of `referee`. ``me`` is the player who
    types, if known, and ``first`` what was already typed about the next game.
    """

    def __init__(
        self,
        journal: Journal,
        ask: Callable[[Question], str | None],
        obey: Callable[[list[str]], int],
        plain: bool,
        me: Seat = NOBODY,
        first: str = "",
    ) -> None:
        self.journal = journal
        self.ask = ask
        self.obey = obey
        self.plain = plain
        self.me = me
        self.first = first
        self.wins = ""  # what was said about who wins a tally
        self.questions: list[str] = []  # what was asked behind the next game
        latest = dict.fromkeys((journal.latest() or 0, *sorted(journal.numbers(), reverse=True)[:LATEST]))
        readable = (journal.readable(number) for number in latest if number)
        last = next((session for session in readable if not session.aside), None)
        self.last = None if last and (last.only_totals or isinstance(last, UnreplayableSession)) else last

    def session(self) -> Session | None:
        """The session that is opened or resumed. None if the user leaves."""
        if number := self.journal.in_play():
            still_open = self.journal.readable(number)
        if number and (isinstance(still_open, UnreplayableSession) or not still_open.referee.over):
            every = which_are_open(self.journal.path)
            if "," in every:
                console.say(f"Still open: {every}. To go on with one, type `resume` and its game or number.")
            else:
                console.say(f"Session {number}, {still_open.name}, is still open. To continue, type `table`.")
        if not self.first:
            self._ask_for_a_game()
        while (line := self.first or self.ask(self._which_game())) is not None:
            self.first = ""
            words = line.split()
            if words and (words[0].lower() in LEAVES or ENDS.fullmatch(line.strip(" .!"))):
                return None
            try:
                if opened := self._opened(line.strip()):
                    return opened
            except CommandError as trouble:
                console.tell(as_sentence(trouble.message))
        return None

    def _ask_for_a_game(self) -> None:
        console.say(
            "Which game do you want to play?" + (" To play the last one again, press Enter." if self.last else "")
        )

    def _opened(self, line: str) -> Session | None:
        """The session that a line opens, if it does."""
        if OF_EVENING.fullmatch(line) and not game_in(line)[0] and any_tonight(self.journal.path):
            return self._by_command(["standings", "--tonight"])
        if NO.fullmatch(line) or NOT_MEANT.fullmatch(line) or TAKES_BACK.fullmatch(line):
            again = f" To continue {self.last.played}, type `resume {self.last.number}`." if self.last else ""
            raise CommandError(f"No game is open, so there is nothing to undo.{again}", NOTHING)
        if number := session_meant(self.journal, line):
            return self._by_command(["resume", str(number)])
        line, *more = clauses(line) or [""]
        keeps = kept_score_of(line)
        if not keeps and self._asks(line):
            for question in (line, *more):
                self._answer(question, NOT_OPEN)
            return None
        self.questions = [one for one in more if asks(one)]
        line = " ".join((line, *(one for one in more if not asks(one))))
        line = self._without_remarks(line)
        if asks(line) and not keeps and (meant := game_and_people(line, self._known())) and meant[1]:
            line = " ".join((meant[0], *map(_quoted, meant[1])))
        line = kept_score_of(line) or of_game(line)
        words = split(line)
        if words[:1] == ["referee"]:  # as in the shell
            words = words[1:]
            if not words:
                self._ask_for_a_game()
                return None
        words = words[words[:1] == ["new"] :]
        if not words or (self.last and (line.lower() in AGREES or PLAY_AGAIN.fullmatch(line.strip(" .!")))):
            return self._again() if self.last else None
        if words[0] in ("?", "help"):
            for text in HELP:
                console.say(text)
            return None
        if words[0] == "end":
            raise CommandError("No game is open. To leave, type `quit`.", NOTHING)
        if words[0] == "table":
            return self._by_command(["resume", *words[1:]]) if words[1:] else self.journal.open_session()
        if words[0] in COMMANDS:
            return self._by_command(words)
        title = ""
        try:
            game, others = named(words)
        except NoGame as error:
            if not keeps and (meant := game_and_people(line, self._known())):
                return self._opened(" ".join((meant[0], *map(_quoted, meant[1]))))
            if not keeps and not self._wants_a_tally(words, error):
                return None
            name, others = self._unknown(line)
            game, title = game_called(TALLY), titled(name)
        options = next((at for at, word in enumerate(others) if word.startswith("-")), len(others))
        players = self._apart(others[:options], game)
        for question in self.questions:
            self._answer(question, _how_many(game))
        if others[options:]:
            return self._by_command(["new", game.slug, *players, *others[options:]])
        return self._begun(game, players, title=title) if players else self._seated(game, title=title)

    def _asks(self, line: str) -> bool:
        """Whether a line asks something, except for a game: ``can we play skat next with Ann, Ben and Cat?``."""
        if not asks(line) or goes_on(line) or self._begins_a_game(line):
            return False
        wants = wanted(line)
        if len((game_and_people(line, self._known()) or ("", []))[1]) > 1 and not between_games(
            self.journal.path, line
        ):
            return False
        if not wants or not wants.slug or (wants.before & {"how", "what"} and "about" not in wants.before):
            return True
        players = people(wants.rest, self._known())
        known = between_games(self.journal.path, line)
        return not (players or wants.surely or wants.perhaps) or bool(known and known.value != ("none",))

    def _begins_a_game(self, line: str) -> bool:
        """Whether a line is the beginning of a game's name and its players: ``has Ann Ben Cat Dan``."""
        first, _, rest = line.partition(" ")
        one = sum(slug.startswith(plain(first)) for slug in games()) == 1
        return one and not line.endswith("?") and len(people(rest, self._known()) or ()) > 1

    def _answer(self, question: str, otherwise: str) -> None:
        """Answers a question about games, those played and open, or says what to type."""
        if known := between_games(self.journal.path, question):
            for text in (known.text, *(f"  {shown}" for shown in known.shown)):
                console.say(text)
        elif found := known_game(game_in(question)[0]):
            console.say(f"{found.name}: {found.summary}")
            console.say(f"To read how it is played and scored, type `rules {found.slug}`.")
        else:
            console.tell(otherwise)

    def _known(self) -> set[str]:
        """The folded names of everybody who has played."""
        return {folded(name) for name in known_names(self.journal)}

    def _told(self, question: Question, otherwise: str) -> str | None:
        """The answer to a question. What the user asks first is answered."""
        while (line := self.ask(question)) is not None and self._asks(line):
            self._answer(line, otherwise)
        return line

    def _without_remarks(self, line: str) -> str:
        """A line without what it says besides the game and its players: who types, who deals, whether most wins."""
        if said := _I_AM.search(line):
            self.me, line = Seat(said["name"]), line[: said.start()] or line
        if said := _ME_IS.search(line):
            self.me, line = Seat(said["name"]), _ME_IS.sub(r"\g<name>", line)
        if said := _WINS.search(line):
            self.wins, line = said["wins"].lower(), line[: said.start()]
        if (said := _DEALS.search(line)) and line[: said.start()].strip():
            line = f"{line[: said.start()]} --dealer {said['who']}"
        return line

    def _wants_a_tally(self, words: list[str], error: NoGame) -> bool:
        """Whether the user wants to keep only the score of a game that isn't known. Raises NoGame without players."""
        name, players = self._unknown(" ".join(words))
        names = [word for word in (name, *players) if word.lower() not in _BETWEEN]
        if not words[1:] or words[1].startswith("-") or not_names(names, self._known()):
            raise error
        console.tell(as_sentence(error.message))
        question = f"Keep only the score of {name}, as a tally?"
        return (self._besides(question, "y/N> ") or "").strip().lower() in AGREES

    def _unknown(self, line: str) -> tuple[str, list[str]]:
        """The name of a game that isn't known, and its players."""
        name, players = name_and_people(line, {folded(name) for name in known_names(self.journal)})
        return (name, players) if players else name_and_players(line)

    def _by_command(self, words: list[str]) -> Session | None:
        """Runs a command. Returns the session that it opens or resumes."""
        self.obey([*(["--plain"] if self.plain else []), *words])
        number = self.journal.in_play() if words[0] in ("new", "resume") else None
        return self.journal.session(number) if number else None

    def _again(self) -> Session | None:
        """Opens the last game again, with the same rules."""
        assert self.last
        title = self.last.title if self.last.slug == TALLY else ""
        return self._seated(self.last.game, self.last.house, len(self.last.players), title)

    def _seated(
        self, game: Game[Any], house: dict[str, str] | None = None, count: int = 0, title: str = ""
    ) -> Session | None:
        """Asks for the players and opens the session. Naming a game instead switches to that game.

        The rules of ``house`` apply if there are ``count`` players. If these players can't play, asks again.
        """
        if "session" in (still_open := which_are_open(self.journal.path, game.slug)):
            console.say(f"Still open: {still_open}. To go on with it, type `resume {game.slug}`.")
        while players := self._players(game):
            if players[0].lower() in games() or goes_on(players[0]):
                return self._opened(" ".join(map(_quoted, players)))
            try:
                return self._begun(game, players, house if len(players) == count else None, title)
            except CommandError as trouble:
                console.tell(as_sentence(trouble.message))
        return None

    def _players(self, game: Game[Any]) -> list[str]:
        """The players. Empty if the user leaves the question."""
        group = latest_group(self.journal, game, self.last)
        console.say(
            "Who's playing? Type the names clockwise." + (f" For {together(group)}, press Enter." if group else "")
        )
        while (line := self._told(self._who(game, group), _how_many(game))) is not None:
            if line.strip().lower() in LEAVES:
                break
            if goes_on(line):
                return [line]
            if (instead := wanted(line)) and instead.slug and folded(line.split()[0]) not in self._known():
                return [instead.slug, *split(instead.rest)]
            try:
                return self._apart(split(line), game) or group
            except CommandError as trouble:
                console.tell(trouble.message)
        return []

    def _apart(self, words: list[str], game: Game[Any]) -> list[str]:
        """The names of players, with the name of the user for *me*. Raises CommandError for words that are no names."""
        known = self._known()
        words = without_courtesies(words, known)
        names = self._named(words, game)
        if strange := not_names(names, known):
            raise CommandError(f"{strange[0]!r} isn't a name. Type only the names of the players, clockwise.", USAGE)
        if perhaps := perhaps_names(names, known):
            quoted = together([f"'{name}'" for name in perhaps])
            question = f"Is {quoted} a player?" if len(perhaps) == 1 else f"Are {quoted} players?"
            if (self._besides(question, "y/N> ") or "").strip().lower() not in AGREES:
                raise CommandError("Type the names of the players, clockwise.", USAGE)
        return names

    def _named(self, words: list[str], game: Game[Any]) -> list[str]:
        if words and self.last and says_same(words):
            return latest_group(self.journal, game, self.last) or turned(self.last)
        mine = [at for at, word in enumerate(words) if word.strip(",").lower() in ("me", "i", "myself")]
        if mine and words[mine[0]].isalpha() and (own := words[mine[0] + 1 :][:1]) and own[0].endswith(","):
            self.me = Seat(own[0].rstrip(","))  # `me Tom, Sue and Jim`
            del words[mine[0]]
            mine = []
        if mine and not self.me:
            why = "You typed `me`. Your name goes on the score sheet."
            self.me = Seat((self._besides("What's your name?", "name> ", why) or "").strip())
        me = self.me or "me"
        return names_apart([word.replace(word.strip(","), me) if at in mine else word for at, word in enumerate(words)])

    def _begun(
        self, game: Game[Any], players: list[str], house: dict[str, str] | None = None, title: str = ""
    ) -> Session:
        """Opens the session, and prints the rules it is played by."""
        profile, chosen = agreed(game, len(players), "", ())
        if house is not None and self.last:
            profile, chosen = self.last.profile, house
        if game.slug == TALLY:
            title = title or titled((self._besides("What is the game called?", "name> ") or "").strip())
            chosen = with_a_winner(self.journal, name_in(title), chosen, self._who_wins)
        return begun(self.journal, game.slug, players, chosen, title=title, profile=profile, plain=self.plain)

    def _who_wins(self, question: str) -> str | None:
        said, self.wins = self.wins, ""
        return said or self._besides(question, "most or fewest> ")

    def _besides(self, question: str, prompt: str, why: str = "") -> str | None:
        """Asks for whatever else a game needs, and says ``why`` if the user asks."""
        console.say(question)
        return self._told(Question(prompt, "", (), ("Ctrl-D: leave it open",)), why or question)

    # Questions

    def _which_game(self) -> Question:
        default = self.last.slug if self.last else ""
        enter = [f"Enter: {self.last.played} again"] if self.last else []
        below = (*enter, "Tab: the games", "rules GAME", "standings", "?", "quit")
        return Question("game> ", default, (*games(), *COMMANDS), below)

    def _who(self, game: Game[Any], group: list[str]) -> Question:
        names = sorted(known_names(self.journal))
        below = [f"{game.name}: {span(game)} player{'' if span(game) == '1' else 's'}, named clockwise"]
        below += [f"Enter: {', '.join(group)}"] if group else []
        below += ["Ctrl-D: another game"]
        return Question(
            "players> ", " ".join(_quoted(name) for name in group), tuple(map(_quoted, names)), tuple(below)
        )


def named(words: list[str]) -> tuple[Game[Any], list[str]]:
    """The game that words begin with, or a prefix of its name, and the remaining words. Raises CommandError."""
    known = games()
    for count in range(min(3, len(words)), 0, -1):
        text = plain("-".join(words[:count]))
        exact = [slug for slug in known if slug == text]
        begun = exact or [slug for slug in known if slug.startswith(text) or _within(text, slug)]
        if len(begun) == 1 and (count == 1 or exact):
            return game_called(begun[0]), words[count:]
        if len(begun) > 1 and count == 1:
            raise CommandError(f"{words[0]} could be {either(begun)}", NOTHING)
    try:
        return game_called(plain(words[0])), words[1:]
    except NoGame as error:
        if is_game(plain(words[0])):
            raise  # which can't be played
        close = nearest(plain(words[0]), known) or nearest(plain(words[0]), COMMANDS)
        hint = f"did you mean {either(close)}?" if close else f"to list all {len(known)} games, type `games`"
        raise NoGame(f"there is no game called {words[0]!r}; {hint}", NOTHING) from error


def _how_many(game: Game[Any]) -> str:
    return f"{game.name} is for {span(game)} player{'' if span(game) == '1' else 's'}. Type their names, clockwise."


def _within(text: str, slug: str) -> bool:
    """Whether a text is a later word of a game's name, or begins one if it has more than three letters."""
    return any(word == text or (len(text) > 3 and word.startswith(text)) for word in slug.split("-")[1:])


_I_AM = re.compile(r"[,.;]?\s+(?:and )?\(?(?:i['\u2019]?m|i am) (?P<name>\w+)\)?[.!]*$", re.IGNORECASE)
_ME_IS = re.compile(r"\bme \((?P<name>\w+)\)", re.IGNORECASE)
_BETWEEN = frozenset(("with", "for", "and", "me", "i", "myself", "against", "just", "only"))
"""Words between the name of a game and those of its players."""
_DEALS = re.compile(r"[,.;]\s*(?P<who>\w+) deals(?: first)?[.!]*$", re.IGNORECASE)
_WINS = re.compile(r"[,.;]\s*(?:the )?(?P<wins>most|fewest)(?: points?)? wins?[.!]*$", re.IGNORECASE)


def name_and_players(line: str) -> tuple[str, list[str]]:
    """The name of a game that isn't known, up to a comma or the first word, and the words after it."""
    head, comma, rest = line.partition(",")
    called = bool(comma) and not re.search(r"\b(?:with|and|me)\b", head)
    first = re.match(r"\S+(?:\s+\d+)?", line)
    name, others = (head, rest) if called or not first else (first[0].rstrip(",:"), line[first.end() :])
    return name, split(_ONLY_POINTS.sub("", others))


_ONLY_POINTS = re.compile(r"(?:just|only) (?:keep )?(?:the )?(?:points|scores?)(?: for)?,?\s*", re.IGNORECASE)


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


__all__ = ["NextGame", "Question", "named"]
