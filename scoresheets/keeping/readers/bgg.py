"""Plays from BoardGameGeek as XML: https://boardgamegeek.com/wiki/page/BGG_XML_API2, "Plays"."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.cell_values import Cell, days, matched, sure
from scoresheets.keeping.only_totals import Evening, spread
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

READS = "BoardGameGeek's plays as XML: https://boardgamegeek.com/xmlapi2/plays?username=NAME"


def reads(text: str, name: str) -> bool:
    """Whether a text begins like the plays of a user of BoardGameGeek."""
    return bool(re.match(r"\s*(<\?xml[^>]*>\s*)?<plays\b", text.lstrip("\ufeff")))


def plays(text: str, name: str, wishes: Wishes, known: Known) -> Plays:
    """Every play on a page, in its order. Raises CommandError if it isn't XML."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise CommandError(f"{name} declares entities, which BoardGameGeek's plays never do", USAGE)
    try:
        page = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*>", "", text.lstrip("\ufeff")))
    except ElementTree.ParseError as error:
        raise CommandError(f"{name} isn't whole: {error}", USAGE) from None
    told = Plays()
    every = page.findall("play")
    names = {fit(_name(player)): Cell(fit(_name(player)), f"{name}, players") for player in page.iter("player")}
    meant = {name: name for name in names}
    try:
        meant = matched([cell for name, cell in names.items() if name], known.players, wishes.names, wishes.ask)
    except CommandError as trouble:
        told.unsure = trouble
    for number, play in enumerate(every, 1):
        where = f"{name}, play {number}"
        if reason := _not_kept(play):
            told.skipped.append(Skipped(where, reason, bad=False))
            continue
        try:
            told.evenings.append(_evening(play, where, meant, wishes, known))
        except CommandError as trouble:
            told.skipped += faults([trouble])
    told.evenings = spread(told.evenings)
    of_page, total = len(every), page.get("total", "")
    if total.isdigit() and int(total) > of_page:
        told.remarks.append(f"{name}: {of_page} of {total} plays; `&page=2` in the address gives the next 100")
    return told


def _name(player: ElementTree.Element) -> str:
    return player.get("name") or player.get("username") or ""


def _not_kept(play: ElementTree.Element) -> str:
    """Why a play has no result that can be saved. "" if it has one."""
    players = play.findall("players/player")
    if play.get("incomplete") == "1":
        return "it wasn't finished"
    if not players:
        return "nobody is named"
    if any(not (player.get("score") or "").strip() for player in players):
        won = {player.get("win") == "1" for player in players}
        if won == {False}:
            return "nobody has a score or has won"
        if won == {True} and len(players) > 1:
            return "everybody won together"
    return ""


def _evening(play: ElementTree.Element, where: str, meant: dict[str, str], wishes: Wishes, known: Known) -> Evening:
    players = play.findall("players/player")
    if any(not fit(_name(player)) for player in players):
        raise CommandError(f"{where}: a player has no name", USAGE)
    item = play.find("item")
    try:
        played = called(item.get("name", "") if item is not None else "", wishes, known.low)
    except ValueError as error:
        raise CommandError(f"{where}: {error}", USAGE) from None
    (day,) = days([Cell(play.get("date", ""), f"{where}, date")], "", known.now, None)
    seated = apart([meant[fit(_name(player))] for player in players])
    scores = [Score(name, player.get("score") or "", player.get("win") == "1")
              for name, player in zip(seated, players, strict=True)]  # fmt: skip
    evening = play_of(scores, played, sure(day), wishes, where)
    mended = evening.mended
    if (times := play.get("quantity", "1")) not in ("", "0", "1"):
        mended += (f"{where}: played {times} times with one result, which is saved once",)
    note = " ".join((play.findtext("comments") or "").split())[:500]
    place = " ".join((play.get("location") or "").split())
    return evening._replace(place=place, note=note, mended=mended, minutes=minutes(play.get("length")))
