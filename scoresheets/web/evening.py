"""An evening of several games: the next game, its players and rules, and everybody's results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.game.game import Game
from referee.rules.options import Option, Scale
from scoresheets.catalogue import TALLY, game_called, titled
from scoresheets.errors import CommandError
from scoresheets.keeping.session import Session
from scoresheets.web.telling import Outcome

if TYPE_CHECKING:
    from scoresheets.keeping.journal import Journal
    from scoresheets.keeping.places import Place

SEATS = 4  # fields for names shown at first
USUAL = 12  # players offered as buttons
HOUSE = "house."  # prefix of the fields of house rules


# New games


class Known(NamedTuple):
    """A game to play: its slug, its title, its number of players, and how often it was played."""

    slug: str
    name: str
    players: str
    played: int


@dataclass
class Start:
    """The page that starts a game. Without a ``game``, only the list of games."""

    games: list[Known]
    game: Game[Any] | None
    seats: list[str]
    fields: int
    usual: list[str]
    options: list[Setting]
    rules: str  # rules of its last session that aren't standard, in words


@dataclass
class Setting:
    """A house rule to choose: its meaning, its standard value, and its possible values."""

    name: str
    text: str
    standard: str
    given: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


def start(path: Place, journal: Journal | None, session: Session | None, asked: Mapping[str, str]) -> Start:
    """The page that starts a game. Raises CommandError if there is no such game."""
    from referee.games import find_game, games

    wanted = asked.get("game", "").strip()[:100]
    game = game_called(wanted) if wanted else None
    often = played_before(path)
    known = [
        Known(slug, find_game(slug).name, span(find_game(slug)), often.get(slug, 0))
        for slug in games()
        if slug != TALLY
    ]
    known.append(Known(TALLY, "Tally (any other game)", "2–13", often.get(TALLY, 0)))
    known.sort(key=lambda one: (-one.played, one.name.lower()))
    seats = turned(session) if session else []
    count = len(seats) if game and len(seats) in game.players else min(game.players) if game else 0
    house = dict(session.house) if session and game and session.slug == game.slug and seats else {}
    options = [setting(option, count, house) for option in game.options] if game else []
    from scoresheets.display.phrases import shown

    changed = ", ".join(f"{name}: {shown(value)}" for name, value in house.items())
    return Start(known, game, seats, max(SEATS, len(seats), min(game.players) if game else 0),
                 usual_players(journal), options, changed)  # fmt: skip


def span(game: Game[Any]) -> str:
    """The possible numbers of players."""
    few, most = min(game.players), max(game.players)
    return str(few) if few == most else f"{few}–{most}"


def setting(option: Option, players: int, house: Mapping[str, str]) -> Setting:
    """The field for a house rule."""
    standard = option.value(players)
    words = "none" if standard is None else str(standard)
    text = option.text or option.name.replace("-", " ")
    given = house.get(option.name, "")
    if option.several or isinstance(option.default, Scale):
        return Setting(option.name, text, words, given)
    if option.choices:
        several = (*option.choices, *(["none"] if option.or_none else []))
        return Setting(option.name, text, words, given, several)
    numbers = option.numbers(players)
    if option.or_none or standard is None:
        return Setting(option.name, text, words, given)
    return Setting(option.name, text, words, given, (), min(numbers), max(numbers))


def turned(session: Session) -> list[str]:
    """The players of a session, with the seats turned by one so that another player deals first."""
    seats = [str(seat) for seat in session.referee.seats]
    return seats[1:] + seats[:1]


def played_before(path: Place) -> dict[str, int]:
    """How often each game was played."""
    from scoresheets.keeping.opening import is_there
    from scoresheets.looking_back.overview import sessions

    often: dict[str, int] = {}
    if is_there(path):
        with suppress(CommandError):
            for one in sessions(path):
                slug = TALLY if one.game.startswith(TALLY) else one.game
                often[slug] = often.get(slug, 0) + 1
    return often


def usual_players(journal: Journal | None) -> list[str]:
    """The players with the most games, offered as buttons."""
    from scoresheets.keeping.players import everybody

    if journal is None:
        return []
    known = sorted(everybody(journal), key=lambda one: (-one.sessions, one.name.lower()))
    return [one.name for one in known[:USUAL]]


# Beginning


def begin(watch: Any, session: Session | None, fields: Sequence[tuple[str, str]]) -> Outcome:
    """Opens a session, after closing a finished game. Raises CommandError."""
    from scoresheets.book import house as houses
    from scoresheets.book.well_known import fewest_win
    from scoresheets.keeping.config import setting as configured

    form = dict(fields)
    game = game_called(form.get("game", "").strip())
    names = (name.strip() for field, text in fields if field.startswith("player") for name in text.split(","))
    players = [*filter(None, names)]
    profile = str(configured("profile").value or houses.STANDARD)
    house: dict[str, str] = {}
    if houses.is_standard(profile):
        profile = ""
    elif (own := houses.read(profile)).plays(game):
        house = own.of(game, len(players) if len(players) in game.players else 0)
    like = [text for field, text in fields if field == "like" and text]
    house |= houses.variants([game], like, len(players))[game.slug]
    house |= {name.removeprefix(HOUSE): text.strip() for name, text in fields
              if name.startswith(HOUSE) and text.strip()}  # fmt: skip
    title = ""
    if game.slug == TALLY:
        title = titled(form.get("name", "").strip())
        house |= {"low-wins": form["wins"]} if form.get("wins") else {}
        if "low-wins" not in house and house.get("chips") != "yes":
            if (fewest := fewest_win(title)) is None:
                raise CommandError("Do the most or the fewest points win? Say so under “Who wins?”.")
            house["low-wins"] = "yes" if fewest else "no"
    return opened(watch, session, game, players, house, profile, title)


def again(watch: Any, session: Session) -> Outcome:
    """Repeats the last game with the same players and rules, and with the seats turned by one."""
    title = session.title if session.slug == TALLY else ""
    return opened(watch, session, session.game, turned(session), dict(session.house), session.profile, title)


def opened(
    watch: Any, session: Session | None, game: Game[Any], players: list[str], house: dict[str, str], profile: str,
    title: str,
) -> Outcome:  # fmt: skip
    over = session is not None and not session.ended and session.referee.over
    if session and over and not session.unconfirmed:
        session.end()
    watch.begin(game.slug, players, house, profile, title)
    return Outcome("taken", said=[f"{title or game.name}: {', '.join(players)}"])


def resume(watch: Any, number: int) -> Outcome:
    """Resumes a session that is open or was closed."""
    session = watch.resumed(number)
    return Outcome("taken", said=[f"session {number}: {session.title or session.name}"])


# Results


class Past(NamedTuple):
    """A past session, on one line."""

    number: int
    game: str
    day: str
    scores: str
    winners: str
    state: str


def past(path: Place) -> list[Past]:
    """The past sessions, newest first."""
    from scoresheets.keeping.opening import is_there
    from scoresheets.looking_back.overview import sessions

    if not is_there(path):
        return []
    return [
        Past(one.number, one.title or name_of(one.game), f"{one.opened:%Y-%m-%d}",
             ", ".join(f"{who} {points}" for who, points in one.scores.items()) or ", ".join(one.players),
             ", ".join(one.winners), one.state)
        for one in reversed(sessions(path))
    ]  # fmt: skip


def name_of(slug: str) -> str:
    with suppress(CommandError):
        return game_called(slug).name
    return slug


class EveningRow(NamedTuple):
    """A player's record in a game, or in all of them."""

    player: str
    played: int
    won: str
    share: str


def standings(path: Place) -> list[tuple[str, list[EveningRow]]]:
    """The standings of each game, after those of all games together if there are several."""
    from scoresheets.keeping.opening import is_there
    from scoresheets.looking_back import standings as looked_back

    if not is_there(path):
        return []
    from scoresheets.looking_back.finished import Chosen, finished

    results = [*finished(path, Chosen("", None, None, ()))]
    by_game: dict[str, list[EveningRow]] = {}
    for row in looked_back.tallied(results):
        by_game.setdefault(name_of(row.game), []).append(
            EveningRow(row.player, row.played, f"{row.won}", f"{row.share:.0%}")
        )
    tables = [*by_game.items()]
    if len(tables) > 1:
        whole = [EveningRow(row.player, row.played, f"{row.won}", f"{row.above:+.1f}") for row in
                 looked_back.overall(results)]  # fmt: skip
        tables.insert(0, ("All games", whole))
    return tables


class Meeting(NamedTuple):
    """Two players who have met: how many games, and who was ahead how often."""

    pair: str
    games: int
    score: str


def meetings(path: Place) -> list[Meeting]:
    """Head to head: every two players who have finished games together."""
    from scoresheets.keeping.opening import is_there

    if not is_there(path):
        return []
    from scoresheets.looking_back.finished import Chosen, finished, tables

    met: dict[tuple[str, str], list[int]] = {}
    for table in tables(finished(path, Chosen("", None, None, ()))):
        results = [*table]
        for mine in results:
            for other in results:
                if mine.side != other.side and mine.player < other.player:
                    tally = met.setdefault((mine.player, other.player), [0, 0, 0])
                    tally[0] += 1
                    tally[1] += bool(mine.winner) and not other.winner
                    tally[2] += bool(other.winner) and not mine.winner
    several = sorted(met.items(), key=lambda one: (-one[1][0], one[0]))
    return [Meeting(f"{one} – {other}", games, f"{won}:{lost}") for (one, other), (games, won, lost) in several]


def bill(path: Place) -> tuple[list[str], list[str]]:
    """Who pays whom for the chip games of the night, and what couldn't be settled."""
    from fractions import Fraction

    from scoresheets.keeping.opening import is_there

    if not is_there(path):
        return [], []
    from scoresheets.looking_back.chips import played
    from scoresheets.looking_back.settle import Bill, shown

    try:
        sessions, troubles = played(path)
    except CommandError as trouble:
        return [], [trouble.message]
    whole = Bill()
    for one in sessions:
        whole.take(one, Fraction(1))
    won = [f"{who}: {'+' if amount > 0 else ''}{shown(amount)}" for who, amount in whole.balance.items() if amount]
    pays = [f"{payment.payer} pays {payment.payee} {shown(payment.amount)}" for payment in whole.payments]
    return [*won, *pays], troubles
