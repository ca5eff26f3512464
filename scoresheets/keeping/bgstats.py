"""BG Stats' export: its plays come in as sessions of which only the end is known, and sessions go out as its plays."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from pydantic import BaseModel, ValidationError

from referee.core import leaders
from referee.notation import Seat
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.cells import Cell, days, matched, numbers
from scoresheets.keeping.database import here
from scoresheets.keeping.only_totals import Evening, face_to_face, game_named, spread
from scoresheets.keeping.session import Session
from scoresheets.keeping.spreadsheets import Wishes, called

# What it is made of, as far as it matters here; its names are BG Stats' own.


class _Player(BaseModel):
    id: int
    name: str = ""
    isAnonymous: bool = False


class _Game(BaseModel):
    id: int
    name: str
    highestWins: bool = True
    noPoints: bool = False
    cooperative: bool = False


class _Location(BaseModel):
    id: int
    name: str = ""


class _Score(BaseModel):
    playerRefId: int
    score: str | int | float | None = None
    winner: bool = False
    team: str | int | None = None
    seatOrder: int = 0


class _Play(BaseModel):
    playDate: str
    gameRefId: int
    locationRefId: int | None = None
    ignored: bool = False
    usesTeams: bool | None = None
    comments: str | None = None
    playerScores: list[_Score] = []


class _Export(BaseModel):
    games: list[_Game] = []
    players: list[_Player] = []
    locations: list[_Location] = []
    plays: list[_Play]


class Plays(NamedTuple):
    """The evenings of an export, and in words which of its plays were passed over."""

    evenings: list[Evening]
    passed_over: list[str]


def is_export(text: str) -> bool:
    """Whether a JSON text looks like BG Stats'."""
    return text.startswith("{") and '"plays"' in text and '"playerScores"' in text


def plays(
    text: str, name: str, wishes: Wishes, known: Mapping[str, str], low: Mapping[str, bool], now: datetime
) -> Plays:
    """Every play of an export that has an end to keep, in its order; raises CommandError with the play at fault."""
    export = _read(text, name)
    games = {game.id: game for game in export.games}
    locations = {location.id: location.name for location in export.locations}
    names = _names(export, name, wishes, known)
    cells = [Cell(play.playDate, f"{name}, play {number}, playDate") for number, play in enumerate(export.plays, 1)]
    evenings: list[Evening] = []
    left_out: Counter[str] = Counter()
    in_parts = _games_in_parts(export)
    for number, (play, day) in enumerate(zip(export.plays, days(cells, "dmy", now, None), strict=True), 1):
        where = f"{name}, play {number}"
        if (game := games.get(play.gameRefId)) is None:
            raise CommandError(f"{where}: gameRefId is {play.gameRefId}, and no game has that id", USAGE)
        if reason := _not_kept(play, game):
            left_out[reason] += 1
            continue
        for score in play.playerScores:
            if score.playerRefId not in names:
                said = f"playerRefId is {score.playerRefId}, and no player has that id"
                raise CommandError(f"{where}: {said}", USAGE)
        place = " ".join(locations.get(play.locationRefId or 0, "").split())
        of_game = wishes if play.gameRefId in in_parts else replace(wishes, times=1)
        evenings.append(_evening(play, game, day, names, of_game, low, where)._replace(place=place))
    return Plays(
        spread(evenings),
        [f"{count} play{' was' if count == 1 else 's were'} passed over: {why}" for why, count in left_out.items()],
    )


def _read(text: str, name: str) -> _Export:
    try:
        return _Export.model_validate_json(text)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part + 1 if isinstance(part, int) else part) for part in fault["loc"])
        raise CommandError(f"{name}{f', {where}' if where else ''}: {fault['msg']}", USAGE) from None


def _not_kept(play: _Play, game: _Game) -> str:
    """Why a play says nothing of who was better; "" where it does."""
    if play.ignored:
        return "ignored in BG Stats"
    if game.cooperative:
        return "everybody plays together"
    if not play.playerScores:
        return "nobody is named"
    if _unscored(play, game) and not any(score.winner for score in play.playerScores):
        return "nobody has a score or has won"
    return ""


def _unscored(play: _Play, game: _Game) -> bool:
    """Whether only who won is known."""
    return game.noPoints or any(score.score is None or not str(score.score).strip() for score in play.playerScores)


def _names(export: _Export, name: str, wishes: Wishes, known: Mapping[str, str]) -> dict[int, str]:
    """Who everybody is here, by their number there; two of one name get a number."""
    seen = {score.playerRefId for play in export.plays for score in play.playerScores}
    spelt: dict[int, str] = {}
    for player in export.players:
        if player.id in seen:
            base = " ".join(re.sub(r'[,;"=+#!]', " ", player.name).split())
            text, more = base, 1
            while text.casefold() in {other.casefold() for other in spelt.values()}:
                more += 1
                text = f"{base} {more}"
            spelt[player.id] = text
    cells = [Cell(text, f"{name}, players") for text in spelt.values()]
    meant = matched(cells, known, wishes.names, wishes.ask)
    return {number: meant[text] for number, text in spelt.items()}


def _evening(
    play: _Play,
    game: _Game,
    day: datetime,
    names: Mapping[int, str],
    wishes: Wishes,
    low: Mapping[str, bool],
    where: str,
) -> Evening:
    scores = sorted(play.playerScores, key=lambda score: score.seatOrder)
    players = [names[score.playerRefId] for score in scores]
    if len({*players}) < len(players):  # nobody in particular, more than once
        before = [players[:i].count(name) for i, name in enumerate(players)]
        players = [f"{name} {count + 1}" if count else name for name, count in zip(players, before, strict=True)]
    try:
        played = called(game.name, Wishes(low_wins=not (game.highestWins or game.noPoints)), low)
        if wishes.low_wins is not None:
            played = called(game.name, wishes, low)
    except ValueError as error:
        raise CommandError(f"{where}: {error}", USAGE) from None
    if _unscored(play, game):
        points = [int(score.winner) for score in scores]
        if played.lowest_wins:
            points = [1 - won for won in points]
    else:
        told = zip(scores, players, strict=True)
        cells = [Cell(_summed(str(score.score)), f"{where}, {player}") for score, player in told]
        points = numbers(cells, ".", wishes.times, wishes.ask)
    won = [player for player, score in zip(players, scores, strict=True) if score.winner]
    best = leaders(dict(zip(map(Seat, players), points, strict=True)), played.lowest_wins)
    winners = tuple(won) if won and {*won} != {*best} else ()
    note = " ".join((play.comments or "").split())[:500]
    if pairs := _partners(play, scores, players, points):
        played = game_named(game.name, low_wins=played.lowest_wins, partners=True)
        return Evening(played, day, face_to_face([*pairs]), tuple(pairs.values()), winners, "", note, where)
    return Evening(played, day, tuple(players), tuple(points), winners, "", note, where)


def _games_in_parts(export: _Export) -> set[int]:
    """The ids of the games in which somebody has a score with a fraction, as 13.5: only these are multiplied."""
    scores = ((play.gameRefId, str(score.score)) for play in export.plays for score in play.playerScores)
    return {game for game, score in scores if re.search(r"\d*[.,]0*[1-9]", score)}


def _summed(text: str) -> str:
    """A score that was told as a sum, ``12+8-3``, in one number."""
    text = text.replace(" ", "").replace("−", "-")
    if re.fullmatch(r"[+-]?\d+([+-]\d+)+", text):
        return str(sum(map(int, re.findall(r"[+-]?\d+", text))))
    return text


def _partners(
    play: _Play, scores: Sequence[_Score], players: Sequence[str], points: Sequence[int]
) -> dict[tuple[str, ...], int] | None:
    """Teams of two with the total of each; None if it wasn't played in teams.

    Every score of a play without teams may have the team "0", so a single team isn't one.
    """
    teams: dict[str, list[tuple[str, int]]] = {}
    for score, player, total in zip(scores, players, points, strict=True):
        teams.setdefault("" if score.team is None else str(score.team), []).append((player, total))
    if (
        play.usesTeams is False
        or "" in teams
        or len(teams) == 1
        or any(len(team) != 2 or len({total for _, total in team}) > 1 for team in teams.values())
    ):
        return None
    return {tuple(player for player, _ in team): team[0][1] for team in teams.values()}


# Out

OURS = UUID("5b6a2f0e-6a77-5d0e-9d43-0d2c2e0f6c11")
"""What the ids that BG Stats wants are made with, so that the same session has the same ids whenever it is written."""


def export(sessions: Iterable[Session]) -> str:
    """Sessions as BG Stats reads them: each a play, with the players, games and places that it names."""
    games: dict[str, dict[str, Any]] = {}
    players: dict[str, dict[str, Any]] = {}
    places: dict[str, dict[str, Any]] = {}
    written = []
    for session in sessions:
        name = session.played
        game = games.setdefault(name, _game_object(session, name, len(games) + 1))
        for name in session.referee.first_seats:
            players.setdefault(name, _named("player", name, len(players) + 1) | {"isAnonymous": False})
        if session.place:
            places.setdefault(session.place, _named("location", session.place, len(places) + 1))
        ids = {name: player["id"] for name, player in players.items()}
        written.append(_play_object(session, game["id"], ids, places[session.place]["id"] if session.place else 0))
    document = {"games": [*games.values()], "players": [*players.values()], "locations": [*places.values()],
                "plays": written, "userInfo": {"meRefId": 0}}  # fmt: skip
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _named(kind: str, name: str, number: int) -> dict[str, Any]:
    return {"uuid": _id(f"{kind} {name}"), "id": number, "name": name}


def _id(text: str) -> str:
    return str(uuid5(OURS, text)).upper()


def _game_object(session: Session, name: str, number: int) -> dict[str, Any]:
    return _named("game", name, number) | {
        "highestWins": not _low_wins(session), "noPoints": False, "cooperative": False,
        "usesTeams": bool(session.referee.names.teams), "bggId": 0,
    }  # fmt: skip


def _play_object(session: Session, game: int, players: Mapping[str, int], location: int) -> dict[str, Any]:
    referee = session.referee
    winners = referee.winners()
    ended = session.ended or session.opened
    places = {side: 1 + sum(_before(other, side, session) for other in referee.sides) for side in referee.sides}
    scores = []
    first = referee.names.whole(session.dealer)
    for number, seat in enumerate(referee.first_seats, 1):
        side = session.referee.names.ever.teams.get(seat, seat)
        scores.append({
            "playerRefId": players[seat], "score": str(referee.scores[side]), "winner": side in winners,
            "rank": places[side], "seatOrder": number, "startPlayer": seat == first, "newPlayer": False,
            **({"team": str(side)} if side != seat else {}),
        })  # fmt: skip
    best = leaders(referee.scores, _low_wins(session))
    return {
        "uuid": _id(f"play {session.root}"), "gameRefId": game, "locationRefId": location,
        "playDate": f"{here(session.opened):%Y-%m-%d %H:%M:%S}", "entryDate": f"{here(ended):%Y-%m-%d %H:%M:%S}",
        "durationMin": max(0, int((ended - session.opened).total_seconds() // 60)),
        "rounds": 0 if session.only_totals else referee.standing.hands, "ignored": False,
        "manualWinner": bool(winners) and {*winners} != {*best}, "usesTeams": bool(referee.names.teams),
        "comments": session.evening, "playerScores": scores,
    }  # fmt: skip


def _before(other: Seat, side: Seat, session: Session) -> bool:
    """Whether another side came in ahead."""
    referee = session.referee
    winners = referee.winners()
    if (other in winners) != (side in winners):
        return other in winners
    ahead = referee.scores[other] - referee.scores[side]
    return ahead < 0 if _low_wins(session) else ahead > 0


def _low_wins(session: Session) -> bool:
    """Whether the lowest score wins."""
    return session.game.low_wins(session.referee.house)
