"""The served table: who may see and enter what, the outcome of each form, and the content of each page."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple

from markupsafe import Markup

from scoresheets.display.phrases import sentence
from scoresheets.errors import CommandError
from scoresheets.keeping.confirmations import ask_for, asked
from scoresheets.keeping.session import Session
from scoresheets.web import views
from scoresheets.web.addresses import SCOREKEEPER, WATCHER, Addresses, Role
from scoresheets.web.answers import Form, answer, previewed
from scoresheets.web.forms import TOPIC
from scoresheets.web.pages import drawn
from scoresheets.web.telling import Outcome, read_seen
from scoresheets.web.watch import Watch

REMEMBERED = 1000  # forms whose outcome is stored, so that one sent twice counts once


class Page(NamedTuple):
    """The content of a page, and a tag that changes with it."""

    text: str
    tag: str = ""


class LiveTable:
    """A table that is served. Without ``addresses``, only the board.

    ``verify`` makes another player confirm each result. ``host`` is the address of this machine for phones.
    """

    def __init__(self, watch: Watch, addresses: Addresses | None = None, *, verify: bool = False) -> None:
        self.watch = watch
        self.addresses = addresses
        self.verify = verify
        self.host = ""
        self._outcomes: OrderedDict[str, Outcome] = OrderedDict()
        self._used: OrderedDict[str, None] = OrderedDict()  # pages with a form that was accepted
        self._own: set[tuple[str, int, int]] = set()  # lines that players entered themselves, with their sessions

    # Who

    def role(self, key: str) -> Role | None:
        """The role with a key, if any."""
        if self.addresses is None:
            return WATCHER if not key else None
        with self.watch.looking() as session:
            return self.addresses.role(key, session.referee.players if session else ())

    def knows(self, key: str) -> bool:
        return self.role(key) is not None

    def roles(self) -> list[Role]:
        """Every role with an address now."""
        with self.watch.looking() as session:
            players = session.referee.seats if session and self.addresses and self.addresses.seats else ()
            return [SCOREKEEPER, WATCHER, *(Role("seat", str(seat)) for seat in players)]

    def address(self, role: Role) -> str:
        """The address of a role's page."""
        return f"http://{self.host}/" + (f"{self.addresses.key(role)}/" if self.addresses else "")

    # Looking

    def version(self) -> str:
        """A text that changes whenever any page does."""
        return sha256(self.watch.version().encode()).hexdigest()[:16]

    def page(self, key: str, what: str, query: Mapping[str, str]) -> Page | None:
        """A page, or the part of it that changes. None if there is no such page."""
        base = f"/{key}"
        self.ask_to_confirm()
        with self.watch.looking() as session:
            role = self.role(key)
            if role is None:
                return None
            if not role.tells:
                return self._board(what)
            outcome = self._outcomes.get(_mark(role, query.get("after", "")))
            content: dict[str, Any] = {
                "base": base,
                "layout": "bare.html" if what == "now" else "page.html",
                "role": role,
                "trouble": self.watch.trouble,
                "version": self.version(),
            }
            try:
                shown = views.view(self, role, session, what, query, outcome)
                text = drawn(shown.template, **content, **shown.content) if shown else ""
            except Exception as error:  # invalid data mustn't end the evening
                text = drawn("trouble.html", **content, said=f"This can't be shown: {type(error).__name__}")
            return Page(text, content["version"] if what == "now" else "") if text else None

    def ask_to_confirm(self) -> None:
        """Makes the session in play require confirmation of every hand from here."""
        with self.watch.looking() as session:
            if not self.verify or session is None or session.ended or asked(session) is not None:
                return
        with self.watch.telling() as session, suppress(CommandError):
            if session:
                ask_for(session)

    def _board(self, what: str) -> Page | None:
        if what not in ("", "now"):
            return None
        tag = self.version()
        text = self.watch.look()
        return Page(text if what == "now" else drawn("board.html", inside=Markup(text), base=".", version=tag), tag)

    def entered_by(self, seat: str, session: Session, line: int) -> bool:
        """Whether a line was entered on a player's own page."""
        return (seat, session.number, line) in self._own

    # Telling

    def take(self, key: str, role: Role, fields: Iterable[tuple[str, str]]) -> str:
        """Handles a form, once however often it is sent. Returns the address of the next page."""
        form = Form(fields)
        mark = sha256(repr(form.pairs).encode()).hexdigest()[:24]
        name = _mark(role, mark)
        with self.watch.telling() as session:
            if name not in self._outcomes:
                page = ""
                try:
                    seen = read_seen(form["seen"])
                    page = _mark(role, seen.page)
                    outcome = answer(self, role, session, seen, form, used=page in self._used)
                except CommandError as error:
                    outcome = Outcome("trouble", form.typed, said=[sentence(error.message)])
                except (sqlite3.Error, OSError) as error:
                    outcome = Outcome("trouble", form.typed, said=[self.watch.sentence(error)])
                except Exception as error:  # invalid data mustn't end the evening
                    self.watch.leave()
                    outcome = Outcome("trouble", form.typed, said=[f"This can't be entered: {type(error).__name__}."])
                if role.seat and session:
                    self._own.update((role.seat, session.number, line) for line in outcome.lines)
                outcome.leaves(form["rest"])
                outcome.where = form.where
                outcome.topic = form[TOPIC]
                if outcome.kind != "unfinished":
                    outcome.given = form.given
                outcome.chain = session.chain if session else ""
                self._outcomes[name] = outcome
                if outcome.lines or outcome.kind == "taken":
                    self._used[page] = None
                for known in (self._outcomes, self._used):
                    if len(known) > REMEMBERED:
                        known.popitem(last=False)
        begun = form["do"] == "new" and self._outcomes[name].kind == "taken"
        back = form.back if role.kind == "scorekeeper" and not begun else ""
        return f"/{key}/{back}{'&' if '?' in back else '?'}after={mark}#said"

    def preview(self, role: Role, fields: Iterable[tuple[str, str]]) -> dict[str, Any]:
        """The effect of a form that hasn't been sent yet."""
        with self.watch.telling() as session:
            try:
                return previewed(session, role.seat, Form(fields))
            except Exception:  # a preview must never end the evening
                self.watch.leave()
                return {}


def _mark(role: Role, mark: str) -> str:
    return "\0".join((*role, mark))
