"""The options that many commands take."""

from __future__ import annotations

import os
from typing import Annotated

import typer


def _choose(file: str) -> str:
    if file:
        os.environ["REFEREE_DB"] = file
    return file


def _plainly(plain: bool) -> bool:
    if plain:
        os.environ["REFEREE_PLAIN"] = "1"  # so that it may also stand before the command
    return plain


Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print it as CSV.")]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain", help="No boxes and no colour.", envvar="REFEREE_PLAIN", show_envvar=False, callback=_plainly
    ),
]
Db = Annotated[str, typer.Option("--db", metavar="FILE", help="Keep the sessions in this file.", callback=_choose)]
