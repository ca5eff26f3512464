"""Questions about games as a whole: who won what, which are open, what was played, and how many can play one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from referee.cards import SUIT_NAMES
from referee.games import games, playable
from referee.language.words import folded, so_many
from scoresheets.book.tabletalk import NUMBERS
from scoresheets.questions.parse import POLAR, Question, words_of
from scoresheets.questions.position import Known, by_name, names

if TYPE_CHECKING:
    from referee.game.game import Game
    from scoresheets.keeping.places import Place
    from scoresheets.keeping.session import Session
    from scoresheets.looking_back.overview import SessionRow

LONGEST = 120
"""Letters of a question about games."""

_SAID = words_of(
    "anyone ones middle more list show "
    "who what which whose how many much when is are was were did do does have has had can could will would there "
    "we us you it its the a an of in at for from to with by on this that these one ones our my and but so ok okay "
    "then now please game games session sessions play played playing plays player players people win wins winning "
    "won winner winners leads leading lead ahead overall tonight today evening night far all most still open "
    "unfinished finished finish done over going left running good any anything anybody everyone everybody before "
    "last first previous earlier ever yet already score scores scored points result results happened happens "
    "happen end ended come came out go went turn turned about not no need needs take takes lose lost losing save "
    "saved saves keep kept keeps gone leave leaving stop quit stopped close closed later everything if or else "
    "been alone together stands standing tell me know"
)
"""Words of a question about games. With any other word, it is about cards, rules or tricks."""

_KEPT = frozenset(("save", "saved", "saves", "keep", "kept", "keeps"))
_LOST = frozenset(("lose", "lost", "losing", "gone"))
_LEAVES = frozenset(("leave", "leaving", "stop", "quit", "close", "later", "everything", "open", "end"))
_OVER = frozenset(("finish", "finished", "done", "over", "ended", "end"))
_OPEN = frozenset(("open", "unfinished", "running", "going", "middle"))
_GAMES = frozenset(("game", "games", "session", "sessions"))
_PLAYED = frozenset(("play", "played", "playing"))
_WINS = frozenset(("win", "wins", "winning", "won", "winner", "winners", "leads", "leading", "lead", "ahead"))
_BEFORE = frozenset(("before", "last", "previous", "earlier"))
_TONIGHT = frozenset(("tonight", "today", "evening", "night"))
_CAME = (
    _WINS
    | _BEFORE
    | {"lost", "score", "scores", "points", "result", "happened", "about", "go", "went", "come", "out", "turn", "end"}
)


@dataclass
class Asked:
    """A question about games: its words, the game and the players that it names, and their number.

    ``number`` is the session at the table, 0 between games.
    """

    path: Place
    words: list[str]
    slug: str
    who: str
    count: int
    moment: datetime
    number: int = 0

    def has(self, words: Collection[str]) -> bool:
        return not {*self.words}.isdisjoint(words)

    @property
    def polar(self) -> bool:
        return bool({*self.words[:2]} & POLAR) and not self.has(("who", "what", "which", "how", "when"))

    @property
    def of_how_many(self) -> bool:
        """Whether it asks how many can play a game."""
        if not self.slug or self.has(("score", "points", "games", *_WINS)):
            return False
        return bool(self.count) or (self.has(("many",)) and self.has(_PLAYED | {"players", "people", "need"}))

    @property
    def of_saving(self) -> bool:
        """Whether it asks if a game that is left is saved."""
        return self.has(_KEPT | _LOST) and self.has(_LEAVES)

    @property
    def game(self) -> Game[Any] | None:
        from scoresheets.catalogue import known_game

        return known_game(self.slug)

    def rows(self, *, ever: bool = False) -> list[SessionRow]:
        """The sessions of tonight, or of any night, that count."""
        from scoresheets.looking_back.overview import sessions
        from scoresheets.looking_back.settle import evening_of

        began = None if ever or self.has(("ever",)) else evening_of(self.moment)
        until = began + timedelta(days=1) if began else None
        rows = sessions(self.path, game=self.slug, since=began, until=until)
        return [row for row in rows if not row.aside]


def of_the_evening(session: Session, question: Question) -> Known | None:
    """The answer to a question at the table about the games of tonight, or about another game."""
    if (question.hand.which or question.trick.which) and _GAMES.isdisjoint(re.findall(r"\w+", question.text.lower())):
        return None
    return at_the_table(session, question.text)


def at_the_table(session: Session, text: str) -> Known | None:
    """The answer to a question about games, unless it can be about the one at the table."""
    asked = _parsed(session.journal.path, text, session.opened, session.number)
    suit = asked and asked.slug in SUIT_NAMES.values() and not asked.has(_GAMES | {"in", "at"})
    of_all = asked and (asked.has((*_BEFORE, "first")) or asked.of_how_many or asked.of_saving)
    own = asked and asked.slug == session.slug and not of_all
    if not asked or own or (suit and (asked.has(("about",)) or not asked.rows())):
        return None
    if asked.who:
        return _answered(asked) if asked.has(_TONIGHT) else None
    together = asked.has(("we", "us")) and asked.has(("did", "have", "of")) and asked.has(_PLAYED)
    if asked.slug or together or asked.of_saving or asked.has(_GAMES | _TONIGHT | {"ones", "middle"}):
        return _answered(asked)
    return None


def between_games(path: Place, text: str) -> Known | None:
    """The answer to a question about games while none is at the table."""
    from scoresheets.keeping.database import now

    asked = _parsed(path, text, now())
    return _answered(asked) if asked else None


def asks_of_earlier(session: Session, text: str) -> bool:
    """Whether a line asks what became of another game of tonight: ``what about skat``."""
    known = at_the_table(session, text)
    return known is not None and known.value != ("none",)


def _parsed(path: Place, text: str, moment: datetime, number: int = 0) -> Asked | None:
    """A question about games. None for any other line."""
    if len(text) > LONGEST:
        return None
    plain = _SHORTENED.sub(lambda match: _SHORT.get(match[0], " is"), text.lower().replace("\u2019", "'"))
    slug, words = game_in(plain)
    count = next((some for word in words if (some := _number(word)) > 1), 0)
    words = [word for word in words if not _number(word) or word == "one"]
    strange = [word for word in words if word not in _SAID]
    if len(strange) > 2 or not (slug or {*words} & (_GAMES | _TONIGHT | _PLAYED | _WINS | _KEPT | _LOST | _ABOUT_ALL)):
        return None
    asked = Asked(path, words, slug, strange[0] if len(strange) == 1 else "", count, moment, number)
    if strange and not {folded(name) for row in asked.rows(ever=True) for name in row.players}.issuperset(strange):
        return None
    return asked


_ABOUT_ALL = frozenset(("good", "players", "people", "ones", "middle", "unfinished"))


_SHORTENED = re.compile(r"'(?:s|re|ve)\b|n't\b|\bwhats\b")
_SHORT = {"n't": " not", "whats": "what is", "'ve": " have"}


def _number(word: str) -> int:
    return int(word[:3]) if word.isdecimal() else NUMBERS.get(word, 0)


def game_in(text: str) -> tuple[str, list[str]]:
    """The game that a text names, "" if it names none, and the other words."""
    known, words = frozenset(games()), re.findall(r"[^\W_]+", folded(text))
    for at in range(len(words)):
        for count in (3, 2, 1):
            if (slug := "-".join(words[at : at + count])) in known:
                return slug, words[:at] + words[at + count :]
    return "", words


# Kinds of questions, the most special first


def _answered(asked: Asked) -> Known | None:
    if asked.of_saving:
        return _is_kept(asked)
    if asked.of_how_many:
        return _for_how_many(asked)
    of_any = asked.has(("what", "which", "any")) or asked.words[:2] in (["is", "there"], ["are", "there"])
    if not asked.slug and asked.count and of_any and asked.has(_PLAYED | _GAMES | {"good"}):
        return _for_so_many(asked.count)
    if asked.slug:
        return _of_game(asked)
    not_over = asked.has(_OPEN) or (asked.has(("not",)) and asked.has(("finish", "finished")))
    if not_over and (asked.has(_GAMES | {"anything", "ones"}) or asked.has(("middle",))):
        return _which_are_open(asked)
    of_all = asked.has((*_TONIGHT, "overall", "most", "more", "games", "many"))
    if asked.has(_BEFORE) and asked.has(_GAMES | _PLAYED) if asked.number else asked.has(_WINS) and not of_all:
        return _game_before(asked)
    if asked.has(_WINS) and asked.has(("who", "many", "what")) and not asked.has(("score", "points")):
        return _who_won(asked)
    if asked.has(_PLAYED) and asked.has(("what", "which", "many")) and not asked.has(("can", "could", "now")):
        return _what_was_played(asked)
    return None


def _is_kept(asked: Asked) -> Known:
    """That nothing is lost if a game is left open."""
    begins = "" if not asked.polar else "Yes. " if asked.has(_KEPT) else "No. "
    rows = [row for row in asked.rows(ever=True) if row.state == "open"] if asked.slug else []
    number = rows[-1].number if rows else asked.number
    return Known(f"{begins}Every line is saved. To go on later, type `resume {number or 'N'}`.")


def _for_how_many(asked: Asked) -> Known | None:
    if not (game := asked.game):
        return None
    few, most = game.players[0], game.players[-1]
    text = f"{game.name} is for {few if few == most else f'{few} to {most}'} player{'' if most == 1 else 's'}."
    fits = asked.count in game.players
    return Known(f"{'Yes' if fits else 'No'}: {text}" if asked.count else text, (asked.count in game.players,))


def _for_so_many(count: int) -> Known:
    fit = [game.slug for game in playable() if count in game.players]
    if not fit:
        return Known(f"No game here is for {count} players.")
    return Known(", ".join(fit), (len(fit),), (f"To see what each is like, type `games --players {count}`.",))


def _which_are_open(asked: Asked) -> Known:
    if not (text := which_are_open(asked.path)):
        return Known("No game is open.", ("none",))
    return Known(text, (text,), ("To go on with one, type `resume` and its game or number.",))


def which_are_open(path: Place, slug: str = "") -> str:
    """The open games of a file, or only those of one game, with the numbers of their sessions."""
    from scoresheets.looking_back.overview import sessions

    return ", ".join(
        f"{name_of(row)} (session {row.number})" for row in sessions(path, game=slug) if row.state == "open"
    )


def _of_game(asked: Asked) -> Known | None:
    """What became of a game that the question names."""
    game = asked.game
    name = game.name.rstrip("!") if game else asked.slug
    rows = asked.rows() or asked.rows(ever=True)
    if asked.number and asked.has(_BEFORE):
        rows = [row for row in rows if row.number != asked.number]
    plays = asked.polar and asked.has(_PLAYED)
    who = asked.has(_PLAYED) and asked.has(("who",))
    if not (plays or who or asked.has(("when",)) or asked.has(_CAME | _OVER | _OPEN)):
        return None
    if not rows:
        if asked.number and asked.has(_WINS | _OVER | _OPEN) and not asked.has(("go", "about")):
            return None
        return Known(f"{'No: ' * plays}{name} hasn't been played{' tonight' * bool(asked.number)}.", ("none",))
    row = rows[-1]
    came = _came(row)
    day = row.opened.astimezone()
    on = "" if row in asked.rows() else f" on {day.day} {day:%B %Y}"
    goes_on = () if row.over or row.number == asked.number else (f"To go on with it, type `resume {row.number}`.",)
    if asked.has(("when",)):
        return Known(f"{day.day} {day:%B %Y, %H:%M}", (row.number,))
    if who:
        return Known(names(row.players), row.players)
    if asked.polar:
        yes = bool(row.winners) if asked.has(_WINS) else plays or (row.state == "open") == asked.has(_OPEN)
        return Known(f"{'Yes' if yes else 'No'}: {came}{on}", (yes,), goes_on, yes)
    return Known(f"{came[:1].upper()}{came[1:]}{on}", row.winners or tuple(row.scores.values()), goes_on)


def _game_before(asked: Asked) -> Known | None:
    """The game before the one at the table, or the last one."""
    rows = [row for row in asked.rows(ever=True) if row.number != asked.number]
    if not rows:
        return None
    return Known(f"{name_of(rows[-1])}: {_came(rows[-1])}", rows[-1].winners)


def _who_won(asked: Asked) -> Known | None:
    """The players with the most games won, how many one has won, or every game with its winners."""
    rows = asked.rows()
    every = [f"{name_of(row)}: {_came(row)}" for row in rows]
    won = Counter(who for row in rows for side in row.winners for who in side.split("+"))
    if asked.who:
        mine = next((name for row in rows for name in row.players if folded(name) == asked.who), "")
        return Known(so_many(won[mine], "game"), (won[mine],), tuple(every)) if mine else None
    if len(every) < 2 and asked.number and not asked.has(("what",)):
        return None
    if asked.has(("what",)) and every and not asked.has(("most",)):
        return Known(every[0], tuple(who for row in rows for who in row.winners), tuple(every[1:]))
    if not won:
        return Known("Nobody: no game of tonight is finished.", ("nobody",), tuple(every))
    most = max(won.values())
    best = [who for who, games_won in won.items() if games_won == most]
    return Known(f"{names(best)}, {so_many(most, 'game')}", tuple(best), tuple(every))


def _what_was_played(asked: Asked) -> Known | None:
    rows = asked.rows()
    every = [f"{name_of(row)}: {_came(row)}" for row in rows]
    if asked.has(("many",)):
        return Known(so_many(len(rows), "game"), (len(rows),), tuple(every)) if asked.has(_GAMES) else None
    return Known(every[0], (len(rows),), tuple(every[1:])) if every else Known("Nothing yet tonight.", ("none",))


def name_of(row: SessionRow) -> str:
    """The name of the game of a session."""
    from scoresheets.catalogue import known_game, name_in

    game = known_game(row.game)
    return game.name if game else name_in(row.title) or row.game


def _came(row: SessionRow) -> str:
    """How a game ended, or that it hasn't."""
    scores = by_name(row.scores)
    state = f"{names(row.winners)} won" if row.winners else "still open" if row.state == "open" else row.state
    return f"{state} ({scores})" if scores else state


__all__ = ["asks_of_earlier", "at_the_table", "between_games", "game_in", "name_of", "of_the_evening", "which_are_open"]
