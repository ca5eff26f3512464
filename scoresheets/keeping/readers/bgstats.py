"""The format of BG Stats: imports its plays as sessions with totals only, and exports sessions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID, uuid5

from pydantic import BaseModel, ValidationError

from referee.game.common_reports import Note
from referee.game.game import leaders
from referee.language.words import Seat
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.cell_values import Cell, days, matched, sure
from scoresheets.keeping.database import here
from scoresheets.keeping.only_totals import Evening, face_to_face, game_named, spread
from scoresheets.keeping.reading import (
    Known,
    Plays,
    Score,
    Skipped,
    Wishes,
    apart,
    called,
    faults,
    fit,
    minutes,
    play_of,
)
from scoresheets.keeping.session import Session

READS = "BG Stats' export: JSON with its plays, players and games"

# The parts of the format that matter here, by BG Stats' own names.


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


class _PlayerScore(BaseModel):
    playerRefId: int
    score: str | int | float | None = None
    winner: bool | None = False
    team: str | int | None = None
    seatOrder: int | None = 0


class _Play(BaseModel):
    playDate: str
    gameRefId: int
    locationRefId: int | None = None
    ignored: bool | None = False
    usesTeams: bool | None = None
    comments: str | None = None
    durationMin: Any = 0  # also null or text in real files
    playerScores: list[_PlayerScore] = []


class _Export(BaseModel):
    games: list[Any] = []
    players: list[Any] = []
    locations: list[Any] = []
    plays: list[Any]


def reads(text: str, name: str) -> bool:
    """Whether a JSON text looks like BG Stats'."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and '"plays"' in text and '"playerScores"' in text


def plays(text: str, name: str, wishes: Wishes, known: Known) -> Plays:
    """Every play of an export, in its order. Raises CommandError if it isn't an export."""
    try:
        export = _Export.model_validate_json(text.lstrip("\ufeff"))
    except ValidationError as error:
        raise CommandError(f"{name}: {_fault(error)}", USAGE) from None
    games = {game.id: game for game in _those_of(_Game, export.games)}
    locations = {location.id: location.name for location in _those_of(_Location, export.locations)}
    told = Plays(says_who_wins=True)
    read: list[tuple[str, _Play]] = []
    for number, raw in enumerate(export.plays, 1):
        where = f"{name}, play {number}"
        try:
            read.append((where, _Play.model_validate(raw)))
        except ValidationError as error:
            told.skipped.append(Skipped(where, _fault(error)))
    players = _players(export, [play for _, play in read])
    told.remarks = [f"{name}: {player.name!r} is saved as {players[player.id]!r}"
                    for player in _those_of(_Player, export.players)
                    if players.get(player.id, player.name.strip()) != player.name.strip()]  # fmt: skip
    names = players
    try:
        meant = matched(
            [Cell(text, f"{name}, players") for text in players.values()], known.players, wishes.names, wishes.ask
        )
        names = {number: meant[text] for number, text in players.items()}
    except CommandError as trouble:
        told.unsure = trouble
    in_parts = _games_in_parts([play for _, play in read])
    for where, play in read:
        if (game := games.get(play.gameRefId)) is None:
            told.skipped.append(Skipped(where, f"gameRefId is {play.gameRefId}, and no game has that id"))
        elif reason := _not_kept(play, game):
            told.skipped.append(Skipped(where, reason, bad=False))
        else:
            of_game = wishes if play.gameRefId in in_parts else replace(wishes, times=1)
            try:
                (day,) = days([Cell(play.playDate, f"{where}, playDate")], "dmy", known.now, None)
                evening = _evening(play, game, sure(day), names, of_game, known.low, where)
            except CommandError as trouble:
                told.skipped += faults([trouble])
                continue
            place = " ".join(locations.get(play.locationRefId or 0, "").split())
            told.evenings.append(evening._replace(place=place))
    told.evenings = spread(told.evenings)
    return told


M = TypeVar("M", bound=BaseModel)


def _those_of(model: type[M], rows: Iterable[Any]) -> list[M]:
    """The valid rows. Others can't be referred to."""
    kept = []
    for row in rows:
        try:
            kept.append(model.model_validate(row))
        except ValidationError:
            continue
    return kept


def _fault(error: ValidationError) -> str:
    """The first error, with its place."""
    fault = error.errors()[0]
    where = ".".join(str(part + 1 if isinstance(part, int) else part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else str(fault["msg"])


def _not_kept(play: _Play, game: _Game) -> str:
    """Why a play has no result that can be saved. "" if it has one."""
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
    """Whether only the winner is known."""
    return game.noPoints or any(score.score is None or not str(score.score).strip() for score in play.playerScores)


def _players(export: _Export, read: Iterable[_Play]) -> dict[int, str]:
    """Everybody's name, by number in the export. Two players with one name get a number."""
    seen = {score.playerRefId for play in read for score in play.playerScores}
    spelt: dict[int, str] = {}
    for player in _those_of(_Player, export.players):
        if player.id in seen:
            base = fit(player.name)
            text, more = base, 1
            while text.casefold() in {other.casefold() for other in spelt.values()}:
                more += 1
                text = f"{base} {more}"
            spelt[player.id] = text
    return spelt


def _evening(
    play: _Play,
    game: _Game,
    day: datetime,
    names: Mapping[int, str],
    wishes: Wishes,
    low: Mapping[str, bool],
    where: str,
) -> Evening:
    scores = sorted(play.playerScores, key=lambda score: score.seatOrder or 0)
    if strange := [score.playerRefId for score in scores if score.playerRefId not in names]:
        raise CommandError(f"{where}: playerRefId is {strange[0]}, and no player has that id", USAGE)
    players = apart([names[score.playerRefId] for score in scores])
    try:
        played = called(game.name, replace(wishes, low_wins=not (game.highestWins or game.noPoints)), low)
        if wishes.low_wins is not None:
            played = called(game.name, wishes, low)
    except ValueError as error:
        raise CommandError(f"{where}: {error}", USAGE) from None
    told = [Score(player, "" if score.score is None else str(score.score), bool(score.winner))
            for player, score in zip(players, scores, strict=True)]  # fmt: skip
    evening = play_of(told, played, day, wishes, where, unscored=game.noPoints)
    note = " ".join((play.comments or "").split())[:500]
    evening = evening._replace(note=note, minutes=minutes(play.durationMin))
    if pairs := _partners(play, scores, players, evening.points):
        played = game_named(game.name, low_wins=played.lowest_wins, partners=True, chips=played.chips)
        return evening._replace(played=played, players=face_to_face([*pairs]), points=tuple(pairs.values()))
    return evening


def _games_in_parts(read: Iterable[_Play]) -> set[int]:
    """The ids of games in which a score has a fraction, like 13.5. Only their scores are multiplied."""
    scores = ((play.gameRefId, str(score.score)) for play in read for score in play.playerScores)
    return {game for game, score in scores if re.search(r"\d*[.,]0*[1-9]", score)}


def _partners(
    play: _Play, scores: Sequence[_PlayerScore], players: Sequence[str], points: Sequence[int]
) -> dict[tuple[str, ...], int] | None:
    """Teams of two with their totals. None if it wasn't played in teams.

    In a play without teams, every score may have the team "0", so a single team doesn't count.
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
"""The namespace of the ids for BG Stats, so that a session has the same ids in every export."""


def export(sessions: Iterable[Session]) -> str:
    """Sessions in BG Stats' format: a play for each, with its players, game and place."""
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
    remarks = [entry.report.remark for entry in referee.entries if isinstance(entry.report, Note)]
    return {
        "uuid": _id(f"play {session.root}"), "gameRefId": game, "locationRefId": location,
        "playDate": f"{here(session.opened):%Y-%m-%d %H:%M:%S}", "entryDate": f"{here(ended):%Y-%m-%d %H:%M:%S}",
        "durationMin": max(0, int((ended - session.opened).total_seconds() // 60)),
        "rounds": 0 if session.only_totals else referee.standing.hands, "ignored": False,
        "manualWinner": bool(winners) and {*winners} != {*best}, "usesTeams": bool(referee.names.teams),
        "comments": "\n".join(filter(None, (session.evening, *remarks))), "playerScores": scores,
    }  # fmt: skip


def _before(other: Seat, side: Seat, session: Session) -> bool:
    """Whether another side finished ahead."""
    referee = session.referee
    winners = referee.winners()
    if (other in winners) != (side in winners):
        return other in winners
    ahead = referee.scores[other] - referee.scores[side]
    return ahead < 0 if _low_wins(session) else ahead > 0


def _low_wins(session: Session) -> bool:
    """Whether the lowest score wins."""
    return session.game.low_wins(session.referee.house)
