"""Questions about the whole evening: who won what, and what became of its other games."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from referee.cards import SUIT_NAMES
from scoresheets.questions.parse import Question
from scoresheets.questions.position import Known, by_name, names

if TYPE_CHECKING:
    from scoresheets.keeping.session import Session
    from scoresheets.looking_back.overview import SessionRow

_TONIGHT = re.compile(r"\b(?:tonight|this evening|this afternoon|today|all (?:evening|night)|the (?:whole )?evening)\b")
_OF_GAMES = frozenset(
    ["who", "what", "win", "winning", "leading", "most", "game", "play", "all", "many", "far", "total"]
)
"""Words of a question about the games of an evening."""


def of_the_evening(session: Session, question: Question) -> Known | None:
    """Who has won the games of tonight, or how another game of tonight stands."""
    text = question.text.lower()
    if _TONIGHT.search(text) and {*question.words} <= _OF_GAMES and question.has("win", "winning", "leading", "play"):
        return _who_won(_tonight(session), question)
    if question.hand.which or question.trick.which or len(text) > LONGEST:
        return None
    return _other_game(session, text)


def asks_of_earlier(session: Session, text: str) -> bool:
    """Whether a line asks what became of another game of tonight: ``what about skat``."""
    known = _other_game(session, text.lower()) if len(text) <= LONGEST and _ABOUT.search(text.lower()) else None
    return known is not None and known.value != ("none",)


LONGEST = 80
"""Letters of a question about another game."""


def _tonight(session: Session) -> list[SessionRow]:
    """The games of the night in which a session was opened."""
    from scoresheets.looking_back.overview import sessions
    from scoresheets.looking_back.settle import evening_of

    began = evening_of(session.opened)
    return sessions(session.journal.path, since=began, until=began + timedelta(days=1))


def _who_won(games: list[SessionRow], question: Question) -> Known | None:
    """The players with the most games won, or every game with its winners."""
    if len(games) < 2 and not question.has("what"):
        return None
    every = [f"{_name(row)}: {_came(row)}" for row in games]
    if question.has("what", "play") and not question.has("most"):
        return Known(every[0], tuple(who for row in games for who in row.winners), tuple(every[1:]))
    won = Counter(who for row in games for side in row.winners for who in side.split("+"))
    if not won:
        return Known("Nobody: no game of tonight is finished.", ("nobody",), tuple(every))
    most = max(won.values())
    best = [who for who, games_won in won.items() if games_won == most]
    return Known(f"{names(best)}, {most} {'game' if most == 1 else 'games'}", tuple(best), tuple(every))


def _name(row: SessionRow) -> str:
    from scoresheets.catalogue import known_game

    return game.name if (game := known_game(row.game)) else row.game


def _came(row: SessionRow) -> str:
    """How a game ended, or that it hasn't."""
    scores = by_name(row.scores)
    state = f"{names(row.winners)} won" if row.winners else "still open" if row.state == "open" else row.state
    return f"{state} ({scores})" if scores else state


def _other_game(session: Session, text: str) -> Known | None:
    """What became of another game of tonight, if a question names one."""
    from referee.games import is_game
    from scoresheets.catalogue import known_game, slug_in

    if not (match := _ABOUT.search(text)):
        return None
    said = next(name for name in match.groups() if name).strip()
    slug = slug_in(re.sub(r" games?$", "", said))
    suit = slug in SUIT_NAMES.values()
    cards = suit and (slug == session.slug or match["bare"]) and " game" not in said
    if not slug or cards or not is_game(slug):
        return None
    rows = [row for row in _tonight(session) if row.game == slug]
    game = known_game(slug)
    if not rows:
        if match["won"] or match["open"]:
            return None
        return Known(f"{game.name if game else said} hasn't been played tonight.", ("none",))
    row = rows[-1]
    goes_on = (
        ()
        if row.ended or row.over or row.number == session.number
        else (f"To go on with it, type `resume {row.number}`.",)
    )
    came = _came(row)
    return Known(f"{came[:1].upper()}{came[1:]}", row.winners or tuple(row.scores.values()), goes_on)


_NAME = r"(?:the )?(?P<{}>[a-z0-9][a-z0-9' -]{{2,30}}?)"
_END = r"(?: then| still| tonight| earlier| before)*[?!. ]*$"
_ABOUT = re.compile(
    rf"^\W*(?:and |so |but )?(?:what|how) about {_NAME.format('bare')}{_END}"
    r"|\b(?:who|what|whats|how|where)\b.*\b(?:scores?|points|winner|result|won|winning|leading|ahead)"
    rf"(?: (?:in|of|at|from|for))? {_NAME.format('won')}{_END}"
    rf"|\bhow did {_NAME.format('ended')} (?:end|go|finish|come out|turn out){_END}"
    rf"|\bwhat happened (?:to|with|in) {_NAME.format('happened')}{_END}"
    rf"|\b(?:is|was) {_NAME.format('open')} (?:still open|open|over|finished|done|unfinished){_END}"
)
"""Questions about another game: its name is in the groups."""


__all__ = ["asks_of_earlier", "of_the_evening"]
