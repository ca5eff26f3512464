"""`referee phone` and the board: serves pages for everybody at the table, until Ctrl-C."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoresheets.cli import console
from scoresheets.cli.options import Db, Plain
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal

if TYPE_CHECKING:
    from scoresheets.web.addresses import Role
    from scoresheets.web.serving import Server

Port = Annotated[int | None, typer.Option("--port", metavar="N", help="The port.", show_default=False)]


def phone(
    lan: Annotated[bool, typer.Option("--lan", help="Open it to your whole network.")] = False,
    seats: Annotated[bool, typer.Option("--seats", help="One page for each player.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="A hand counts only when another player confirms it.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Make new addresses.")] = False,
    port: Port = None,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Let phones join: one page for the scorekeeper, and one for everybody who watches.

    Each page has a secret address, printed here with a QR code. Ctrl-C closes the pages. If you start it
    again within 12 hours, the addresses stay the same, unless you add `--fresh`. You can use everything else at the
    same time: `table`, `say` and the board show the same game. Without `--lan`, only this machine can open the pages.
    """
    from scoresheets.web.addresses import Addresses, TableSecret
    from scoresheets.web.serving import PORT, serve
    from scoresheets.web.table import LiveTable
    from scoresheets.web.watch import Watch

    if verify and not seats:
        raise CommandError("--verify needs --seats, so that each player has a page", USAGE)
    place = database.place()
    kept = TableSecret(place)
    left = None if fresh else kept.left()
    addresses = Addresses(seats)
    with serve(
        LiveTable(Watch(place), addresses, verify=verify), port, lan=lan, usual=left[1] if left else PORT
    ) as server:
        if left and server.port == left[1]:  # nothing serves that port any more
            addresses.secret = left[0]
        kept.keep(addresses.secret, server.port)
        server.table.host = server.host
        server.table.ask_to_confirm()
        try:
            for role in server.table.roles():
                _say(server, role, plain)
            if not lan:
                console.tell("Only this computer can open them. To let phones in your network join, add --lan.")
            console.tell("Anyone who has an address can open it. To stop, press Ctrl-C.")
            _until_ctrl_c(
                server, "\nStopped. The next `referee phone` opens the same addresses, unless you add --fresh."
            )
        finally:
            kept.keep(addresses.secret, server.port)


def serve_board(session: int, port: int | None, lan: bool, plain: bool) -> None:
    """Serves only the board, for a television or for spectators."""
    from scoresheets.web.serving import serve
    from scoresheets.web.table import LiveTable
    from scoresheets.web.watch import Watch

    if session:
        with open_journal() as journal:
            journal.session(session)
    with serve(LiveTable(Watch(database.place(), session)), port, lan=lan) as server:
        address = f"http://{server.host}/"
        console.say(address)
        if lan:
            _picture(address, plain)
        else:
            console.tell("Only this computer can open it. To let phones in your network look, add --lan.")
        console.tell("The page follows the game. To stop, press Ctrl-C.")
        _until_ctrl_c(server, "\nStopped. The board no longer works.")


def _say(server: Server, role: Role, plain: bool) -> None:
    address = server.table.address(role)
    console.say(f"{role.seat or role.kind}: {address}")
    if server.lan:
        _picture(address, plain)


def _picture(address: str, plain: bool) -> None:
    """Prints the QR code of an address on a terminal."""
    if plain or not sys.stdout.isatty():
        return
    import segno

    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)


def _until_ctrl_c(server: Server, text: str) -> None:
    """Serves until Ctrl-C, or until the process is stopped."""

    def end(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        server.run()
    except KeyboardInterrupt:
        console.tell(text)
    finally:
        signal.signal(signal.SIGTERM, before)
