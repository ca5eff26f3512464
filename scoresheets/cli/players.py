"""The commands for players and groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scoresheets.cli import console
from scoresheets.cli.dispatch import Leaf, group
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Csv, Db, Json, Plain
from scoresheets.cli.times import local, seconds
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.opening import is_there
from scoresheets.keeping.players import Known, Merged, everybody

if TYPE_CHECKING:
    from scoresheets.keeping.groups import Group

players = group()

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]


@players.command("list", cls=Leaf)
def list_(json: Json = False, csv: Csv = False, plain: Plain = False, db: Db = "") -> None:
    """List everybody who has played, with their merged names."""
    players = []
    if is_there(database.place()):
        with open_journal() as journal:
            players = everybody(journal)
    PLAYERS.out(players, json=json, csv=csv, plain=plain, nothing="Nobody has played yet.")


PLAYERS: Listing[Known] = Listing(
    Column("number", int, "no"),
    Column("name", str, "name", whole=True),
    Column("sessions", int, "sessions"),
    Column("last", str | None, "last", lambda row: seconds(row.last), lambda row: local(row.last, "%Y-%m-%d")),
    Column("also", [str], "also"),
)


@players.command("add", cls=Leaf)
def add(
    names: Annotated[list[str], typer.Argument(metavar="NAME…", show_default=False)], plain: Plain = False, db: Db = ""
) -> None:
    """Add players before they have played."""
    from scoresheets.keeping.players import add

    with open_journal(create=True) as journal:
        added = add(journal, names)
    with console.after_saving():
        for name in added:
            console.say(f"added: {name}")


@players.command("rename", cls=Leaf)
def rename(
    old: Annotated[str, typer.Argument(metavar="OLD", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", show_default=False)],
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Rename a player. Old score sheets keep the name they were written with."""
    from scoresheets.keeping.players import rename

    with open_journal() as journal:
        before, after = rename(journal, old, new)
    with console.after_saving():
        console.say(f"{before} is now called {after}.")


@players.command("merge", cls=Leaf)
def merge(
    name: Name,
    into: Annotated[str, typer.Argument(metavar="INTO", show_default=False)],
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Count one name's games for the other, if both are the same person."""
    from scoresheets.keeping.players import merge, shell_word

    with open_journal() as journal:
        done = merge(journal, name, into)
    along = f", and {', '.join(done.along)} too" if done.along else ""
    with console.after_saving():
        console.say(f"Merged: {done.name} now counts as {done.into}{along} ({_sessions(done)}).")
    console.tell(f"To undo that, run `referee players unmerge {shell_word(done.name)}`.")


@players.command("unmerge", cls=Leaf)
def unmerge(name: Name, plain: Plain = False, db: Db = "") -> None:
    """Undo a merge."""
    from scoresheets.keeping.players import unmerge

    with open_journal() as journal:
        done = unmerge(journal, name)
    with console.after_saving():
        console.say(f"{done.name} and {done.into} are two people again ({_sessions(done)}).")


@players.command("group", cls=Leaf)
def group_(
    name: Annotated[str, typer.Argument(metavar="GROUP", show_default=False)],
    names: Annotated[list[str] | None, typer.Argument(metavar="[PLAYER…]", show_default=False)] = None,
    rename: Annotated[str, typer.Option("--rename", metavar="NAME", help="Rename the group.", show_default=False)] = "",
    drop: Annotated[bool, typer.Option("--drop", help="Forget the group. Its games stay.")] = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Save a group of players, clockwise. `new GAME --group GROUP` seats them.

    Players you name replace the earlier ones. Without players, shows the group.
    """
    from scoresheets.keeping import groups

    if sum(map(bool, (names, rename, drop))) > 1:
        raise CommandError("choose one: players, --rename or --drop", USAGE)
    with open_journal(create=bool(names)) as journal:
        if names:
            known = {row.name for row in everybody(journal)}
            group = groups.remember(journal, name, names)
            new = [player for player in group.players if player not in known]
            with console.after_saving():
                console.say(f"Saved group {group.name}: {', '.join(group.players)}")
            if new:
                console.tell(f"{', '.join(new)} {'is' if len(new) == 1 else 'are'} new here")
        elif rename:
            group = groups.rename(journal, name, rename)
            with console.after_saving():
                console.say(f"{name} is now called {group.name}.")
        elif drop:
            group = groups.drop(journal, name)
            with console.after_saving():
                console.say(f"dropped: {group.name} ({', '.join(group.players)})")
        else:
            group = groups.called(journal, name)
            console.say(f"{group.name}: {', '.join(group.players)}")


@players.command("groups", cls=Leaf)
def groups_(json: Json = False, csv: Csv = False, plain: Plain = False, db: Db = "") -> None:
    """List the groups."""
    from scoresheets.keeping.groups import groups

    remembered = []
    if is_there(database.place()):
        with open_journal() as journal:
            remembered = groups(journal)
    nothing = "No groups yet. To save one, run `referee players group NAME PLAYER…`."
    GROUPS.out(remembered, json=json, csv=csv, plain=plain, nothing=nothing)


GROUPS: Listing[Group] = Listing(Column("name", str, "group", whole=True), Column("players", [str], "players"))


def _sessions(done: Merged) -> str:
    return "1 session" if done.sessions == 1 else f"{done.sessions} sessions"
