"""The app: the addresses, their pages, who may open them, and what they accept. Every request is validated.

A page is found under the key of its role (`scoresheets.web.addresses`), a board served alone under none.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus
from itertools import chain
from typing import Protocol
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scoresheets.web.pages import ICON, drawn, manifest, policy
from scoresheets.web.table import LiveTable

LONGEST_HEAD = 16 * 1024  # bytes of a request without its body
LONGEST_FORM = 64 * 1024  # bytes
MOST_FIELDS = 2000
LISTENING = 60  # pages that get changes pushed at once; beyond that, the oldest polls
GLANCE = 0.25  # seconds between two looks at the journal while pages are listening
HEARTBEAT = 15.0  # seconds after which a silent page is told that nothing has changed


class Serving(Protocol):
    """The part of the server used here: see `scoresheets.web.serving.Server`."""

    table: LiveTable

    @property
    def closing(self) -> bool: ...
    def answers_to(self, host: str) -> bool: ...


def served(server: Serving) -> ASGIApp:
    """What a server needs to answer requests."""
    table = server.table
    pulse = Pulse(table, server)

    async def page(request: Request) -> Response:
        return await asked(request, request.path_params.get("what", ""))

    async def now(request: Request) -> Response:
        return await asked(request, "now")

    async def asked(request: Request, what: str) -> Response:
        shown = await run_in_threadpool(
            table.page, request.path_params.get("key", ""), what, dict(request.query_params)
        )
        if shown is None:
            raise HTTPException(404)
        tag = {"ETag": f'"{shown.tag}"'} if shown.tag else {}
        if shown.tag and request.headers.get("If-None-Match") == f'"{shown.tag}"':
            return Response(status_code=304, headers=tag)
        return Response(shown.text, media_type="text/html", headers=tag)

    async def events(request: Request) -> Response:
        if not await run_in_threadpool(table.knows, request.path_params.get("key", "")):
            raise HTTPException(404)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        return StreamingResponse(pulse.beats(), media_type="text/event-stream")

    async def tell(request: Request) -> Response:
        key = request.path_params["key"]
        role = await run_in_threadpool(table.role, key)
        if role is None:
            raise HTTPException(404)
        if not role.tells:
            raise HTTPException(405)
        form = await _form(request)
        goes_on = await run_in_threadpool(table.take, key, role, form)
        pulse.look()
        return RedirectResponse(goes_on, 303)

    async def preview(request: Request) -> Response:
        role = await run_in_threadpool(table.role, request.path_params["key"])
        if role is None:
            raise HTTPException(404)
        if not role.tells:
            raise HTTPException(405)
        return JSONResponse(await run_in_threadpool(table.preview, role, await _form(request)))

    async def install(request: Request) -> Response:
        """What a phone needs to install the page as an app."""
        key = request.path_params["key"]
        if not await run_in_threadpool(table.knows, key):
            raise HTTPException(404)
        if request.url.path.endswith(".svg"):
            return Response(ICON, media_type="image/svg+xml")
        return JSONResponse(manifest(key), media_type="application/manifest+json")

    keyed = [
        Route("/{key}/preview", preview, methods=["POST"]),
        Route("/{key}/manifest.webmanifest", install),
        Route("/{key}/icon.svg", install),
        Route("/{key}/", page),
        Route("/{key}/events", events),
        Route("/{key}/tell", tell, methods=["POST"]),
        Route("/{key}/{what:path}", page),
    ]
    alone = [Route("/", page), Route("/now", now), Route("/events", events)]
    app = Starlette(routes=keyed if table.addresses else alone, exception_handlers={HTTPException: _refusal})
    app.router.redirect_slashes = False
    return Guard(GZipMiddleware(app, minimum_size=1000, compresslevel=5), server)


async def _form(request: Request) -> list[tuple[str, str]]:
    """The fields of a form."""
    if request.headers.get("Content-Type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FORM:
            raise HTTPException(413)
    try:
        return parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError:
        raise HTTPException(400) from None


async def _refusal(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    if fault.status_code == HTTPStatus.NOT_FOUND and request.method == "GET":
        return HTMLResponse(drawn("gone.html"), HTTPStatus.NOT_FOUND, {"Connection": "close"})
    return refused(
        HTTPStatus(fault.status_code), "POST" if request.url.path.endswith(("/tell", "/preview")) else "GET, HEAD"
    )


def refused(status: HTTPStatus, allowed: str) -> Response:
    """The answer to a refused request."""
    allow = {"Allow": allowed} if status is HTTPStatus.METHOD_NOT_ALLOWED else {}
    return PlainTextResponse(f"{status.phrase}\n", status, {"Connection": "close"} | allow)


class Body:
    """The body of a request, read to its end before the connection is closed.

    A browser that is still sending then could miss the answer.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.more = True

    async def receive(self) -> Message:
        message = await self._receive()
        self.more = message["type"] == "http.request" and message["more_body"]
        return message

    async def read_away(self) -> None:
        """Reads and discards the rest of a request. The patience of `scoresheets.web.serving` limits how long."""
        while self.more:
            await self.receive()


class Guard:
    """Refuses requests with another host name or from other sites, and adds headers to every answer."""

    def __init__(self, app: ASGIApp, server: Serving) -> None:
        self.app = app
        self.server = server
        self.methods = ("GET", "HEAD", "POST") if server.table.addresses else ("GET", "HEAD")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        body = Body(receive)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [name.lower() for name, _ in message["headers"]]
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in HEADERS if name not in given),
                    (b"content-security-policy", policy(tells=self.server.table.addresses is not None).encode()),
                ]
            elif body.more and not message.get("more_body"):
                await send({**message, "more_body": True})  # the answer is complete already
                await body.read_away()
                message = {"type": "http.response.body"}
            await send(message)

        app = self.app
        if fault := self.fault(scope):
            app = refused(fault, ", ".join(self.methods))
        await app(scope, body.receive, guarded)

    def fault(self, scope: Scope) -> HTTPStatus | None:
        headers: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name, []).append(value.decode("latin-1"))
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or not self.server.answers_to(hosts[0]):
            return HTTPStatus.MISDIRECTED_REQUEST
        if sum(map(len, (scope["raw_path"], scope["query_string"], *chain(*scope["headers"])))) > LONGEST_HEAD:
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        if scope["method"] not in self.methods:
            return HTTPStatus.METHOD_NOT_ALLOWED
        if scope["method"] != "POST":
            empty = headers.get(b"content-length", ["0"]) == ["0"] and b"transfer-encoding" not in headers
            return None if empty else HTTPStatus.BAD_REQUEST
        if headers.get(b"origin") != [f"http://{hosts[0]}"]:
            return HTTPStatus.FORBIDDEN
        if headers.get(b"sec-fetch-site", ["same-origin"]) != ["same-origin"]:
            return HTTPStatus.FORBIDDEN
        return None


HEADERS = [
    (b"server", b"referee"),
    (b"cache-control", b"no-cache"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
"""Headers of every answer. Other sites get no referrer. Our own pages do, since browsers hide Origin without it."""


class Pulse:
    """Notifies all listening pages of changes, with one look at the journal for all of them."""

    def __init__(self, table: LiveTable, server: Serving) -> None:
        self.table = table
        self.server = server
        self.version = ""
        self._listening: dict[int, None] = {}
        self._number = 0
        self._looking: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._at_once = asyncio.Event()

    def look(self) -> None:
        """Looks at once, because this server has written to the journal."""
        self._at_once.set()

    async def beats(self) -> AsyncIterator[bytes]:
        """The event stream of one page."""
        self._number += 1
        number = self._number
        self._listening[number] = None
        if len(self._listening) > LISTENING:
            del self._listening[next(iter(self._listening))]
            self._beat()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        text = ""
        try:
            self.version = await run_in_threadpool(self.table.version)
            yield b"retry: 1000\n\n"
            while number in self._listening and not self.server.closing:
                if text != self.version:
                    text = self.version
                    yield f"data: {text}\n\n".encode()
                changed = self._changed
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    yield b": nothing new\n\n"
        finally:
            self._listening.pop(number, None)

    async def _look(self) -> None:
        while self._listening and not self.server.closing:
            version = await run_in_threadpool(self.table.version)
            if version != self.version:
                self.version = version
                self._beat()
            self._at_once.clear()
            try:
                await asyncio.wait_for(self._at_once.wait(), GLANCE)
            except TimeoutError:
                continue
        self._beat()

    def _beat(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
