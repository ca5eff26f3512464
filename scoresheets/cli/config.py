"""The command for settings."""

from __future__ import annotations

from typing import Annotated

import typer

from scoresheets.cli import console
from scoresheets.cli.dispatch import Leaf, group
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Json, Plain
from scoresheets.errors import FINE
from scoresheets.keeping import config as wishes

config = group()

Name = Annotated[str, typer.Argument(metavar="NAME", help=", ".join(wishes.WISHES) + ".", show_default=False)]


@config.command("show", cls=Leaf)
def show(json: Json = False, plain: Plain = False) -> None:
    """Show each setting and where it comes from: the environment, the config file, or the default."""
    from scoresheets.book import house as houses
    from scoresheets.keeping import database

    rows = [wishes.setting(name) for name in wishes.WISHES]
    in_force = [
        setting._replace(value=str(database.place())) if setting.name == "database" else setting for setting in rows
    ]
    about = {"file": str(wishes.file()), "houses": str(houses.folder())}
    SETTINGS.out(in_force, json=json, plain=plain, about=about)
    if json:
        return
    console.tell(f"settings: {wishes.file()}{'' if wishes.file().exists() else ' (none yet)'}")
    console.tell(f"houses and sheets: {houses.folder()}")


def _source(setting: wishes.Setting) -> str:
    return wishes.WISHES[setting.name].variable if setting.source == "environment" else setting.source


SETTINGS: Listing[wishes.Setting] = Listing(
    Column("name", str, "name"),
    Column("value", str | None, "value", cell=lambda setting: wishes.shown(setting.name, setting.value)),
    Column("source", str, "set by", cell=_source),
    Column("text", str, "meaning", lambda setting: wishes.WISHES[setting.name].text),
)


@config.command("set", cls=Leaf)
def set_(name: Name, value: Annotated[str, typer.Argument(metavar="VALUE", show_default=False)]) -> int:
    """Save a setting in the config file."""
    from scoresheets.book import house as houses

    if name == "profile" and not houses.is_standard(value):
        houses.read(value)  # reports a house that isn't there
    wished = wishes.put(name, value)
    with console.after_saving():
        console.say(f"{name} = {wishes.shown(name, wished)}")
    if (now := wishes.setting(name)).source == "environment":
        console.tell(f"{_source(now)} is set to {wishes.shown(name, now.value)}, and overrides the file")
    return FINE


@config.command("unset", cls=Leaf)
def unset(name: Name) -> int:
    """Remove a setting from the config file."""
    wished = wishes.wished(name) is not None
    wishes.put(name, None)
    with console.after_saving():
        console.say(f"{name} is {'no longer' if wished else 'not'} in the file")
    return FINE
