"""The commands for showing a game: the board for the room, and sheets to print."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoresheets import files
from scoresheets.catalogue import game_called
from scoresheets.cli import console
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Chosen, Db, House, Json, Number, Plain
from scoresheets.cli.table import agreed, heading
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.journal import open_journal

if TYPE_CHECKING:
    from scoresheets.display.board import Side

Html = Annotated[
    str, typer.Option("--html", metavar="FILE", help="Write a web page to FILE; - is stdout.", show_default=False)
]


# The board


def board(
    session: Number = 0,
    html: Html = "",
    serve: Annotated[bool, typer.Option("--serve", help="Serve a page that follows the game, until Ctrl-C.")] = False,
    port: Annotated[int | None, typer.Option("--port", metavar="N", help="The port.", show_default=False)] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Open it to your whole network, phones too.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show the board with large totals for the whole room, or write it as a page. `--serve` follows the game.

    It is served to this machine only, unless `--lan` opens it to everybody on the network. Viewers can't enter
    anything.
    """
    if (port is not None or lan) and not serve:
        raise CommandError("--port and --lan go with --serve", USAGE)
    if serve and (html or json):
        raise CommandError("choose --serve or a file, not both", USAGE)
    if serve:
        from scoresheets.cli.phone import serve_board

        serve_board(session, port, lan, plain)
        return
    from scoresheets.display.board import board as seen
    from scoresheets.display.board import page
    from scoresheets.display.phrases import to_confirm

    with open_journal() as journal:
        chosen = journal.session(session) if session else journal.open_session()
        board = seen(chosen)
    if json:
        console.json_out(board.object())
    elif html:
        write(html, page(board))
    else:
        console.say(heading(chosen))
        SIDES.out(board.sides, plain=plain)
        unconfirmed = to_confirm(board.unconfirmed) if board.unconfirmed else ""
        pots = ", ".join(f"{name} {chips}" for name, chips in board.pots.items())
        for text in (pots, board.now, unconfirmed, board.awaits):
            if text:
                console.say(text)


SIDES: Listing[Side] = Listing(
    Column("player", str, "player", lambda side: side.name, whole=True),
    Column("total", int, "total", lambda side: side.score),
    Column("last hand", int, "last hand", cell=lambda side: f"{side.moved:+d}" if side.moved else ""),
    Column("chips", int | None, "chips", optional=True),
    Column("this hand", str, "this hand", cell=lambda side: ", ".join(side.facts), optional=True),
)


# Files


def write(name: str, text: str | bytes) -> None:
    """Writes a file and prints its name. ``-`` means stdout."""
    raw = text.encode() if isinstance(text, str) else text
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        return
    files.write(Path(name), raw)
    console.say(name)


# Sheets


def print_(
    what: Annotated[
        str, typer.Argument(metavar="GAME", help="A game for a blank sheet, or a session's number for its score.")
    ],
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER…]", help="The players' names, for a blank sheet.", show_default=False),
    ] = None,
    seats: Annotated[
        int,
        typer.Option("--players", metavar="N", help="How many columns, if you name no players.", show_default=False),
    ] = 0,
    hands: Annotated[
        int, typer.Option("--hands", metavar="N", help="How many hands a blank sheet has room for.", show_default=False)
    ] = 0,
    options: Chosen = None,
    house: House = "",
    html: Html = "",
    pdf: Annotated[
        str, typer.Option("--pdf", metavar="FILE", help="Save a PDF as FILE; - is stdout.", show_default=False)
    ] = "",
    db: Db = "",
) -> None:
    """Make a score sheet to print: one A4 page with the house rules at the bottom.

    `print piquet` makes a blank sheet, and `print 1` the score of session 1.

    Save it with `--html` and print it from a browser, or save it with `--pdf`. For PDFs, install `card-referee[pdf]`.
    """
    from scoresheets.display.printing import MOST_HANDS, as_html, as_pdf, blank, filled

    if not (html or pdf) and sys.stdout.isatty():
        raise CommandError("say where to print: --html FILE for a page, --pdf FILE for a PDF", USAGE)
    if what.isdigit():
        if players or seats or hands or options or house:
            raise CommandError("a session prints its own players and hands. For a blank sheet, name a game", USAGE)
        with open_journal() as journal:
            sheet = filled(journal.session(int(what[:9])))
    else:
        game = game_called(what)
        number = len(players or ()) or seats
        if not 0 <= hands <= MOST_HANDS:
            raise CommandError(f"a sheet can have 1 to {MOST_HANDS} hands, not {hands}", USAGE)
        profile, chosen = agreed(game, number, house, options or ())
        try:
            sheet = blank(game, players or (), chosen, seats=seats, hands=hands, profile=profile)
        except ValueError as error:
            raise CommandError(str(error), USAGE) from None
    if pdf:
        try:
            write(pdf, as_pdf(sheet))
        except ImportError:
            raise CommandError(
                "for a PDF, run `pip install 'card-referee[pdf]'` first, or print a page (--html FILE) from a browser",
                USAGE,
            ) from None
    if html or not pdf:
        write(html or "-", as_html(sheet))
