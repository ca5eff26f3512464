"""Options shared by many commands."""

from __future__ import annotations

import os
from typing import Annotated

import typer


def _choose(file: str) -> str:
    if file:
        os.environ["REFEREE_DB"] = file
    return file


def _plainly(ctx: typer.Context, plain: bool) -> bool:
    if plain and not ctx.parent:
        os.environ["REFEREE_PLAIN"] = "1"  # it comes before the command, and belongs to it
    if plain or not ctx.parent or ctx.resilient_parsing or os.environ.get("REFEREE_PLAIN"):
        return plain
    return wished_plain()


def wished_plain() -> bool:
    """Whether the settings ask for plain output."""
    from scoresheets.keeping.config import wished

    return wished("plain") is True


Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print it as CSV.")]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain", help="No boxes and no colors.", envvar="REFEREE_PLAIN", show_envvar=False, callback=_plainly
    ),
]
Verify = Annotated[
    bool,
    typer.Option(
        "--verify", help="Add check digits of the rules and the log, to compare with a printed sheet or a copy."
    ),
]
Db = Annotated[
    str,
    typer.Option("--db", metavar="FILE", help="The file or the server that has the games.", callback=_choose),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="Change a house rule, such as `target=100`.", show_default=False
    ),
]
House = Annotated[
    str,
    typer.Option(
        "--house",
        metavar="NAME",
        help="The saved house whose rules you play by. To list them, run `referee house list`.",
        show_default=False,
    ),
]
Like = Annotated[
    list[str] | None,
    typer.Option(
        "--like",
        metavar="VARIANT",
        help="A variant of the game. To list them, run `referee rules GAME`.",
        show_default=False,
    ),
]
Words = Annotated[list[str], typer.Argument(metavar="REPORT…", show_default=False)]
Number = Annotated[int, typer.Argument(metavar="[SESSION]", show_default=False)]
