"""Settings that are kept."""

from __future__ import annotations

from typing import Annotated

import typer

from scoresheets.cli import talk
from scoresheets.cli.options import Json, Plain
from scoresheets.cli.words import Leaf, group
from scoresheets.errors import FINE
from scoresheets.keeping import config as wishes

config = group()

Name = Annotated[str, typer.Argument(metavar="NAME", help=", ".join(wishes.WISHES) + ".", show_default=False)]


@config.command("show", cls=Leaf)
def show(json: Json = False, plain: Plain = False) -> None:
    """What holds now, and who says so: the environment, the file, or nobody."""
    from scoresheets.book import house as houses
    from scoresheets.keeping import database

    rows = [wishes.setting(name) for name in wishes.WISHES]
    in_force = [
        setting._replace(value=str(database.place())) if setting.name == "database" else setting for setting in rows
    ]
    if json:
        objects = [setting._asdict() | {"text": wishes.WISHES[setting.name].text} for setting in in_force]
        talk.json_out({"schema": 1, "file": str(wishes.file()), "houses": str(houses.folder()), "rows": objects})
        return
    header = ("name", "value", "says", "what it is")
    shown = [
        (setting.name, wishes.shown(setting.name, setting.value), _source(setting), wishes.WISHES[setting.name].text)
        for setting in in_force
    ]
    talk.show(talk.table(header, shown, plain=plain), plain)
    talk.tell(f"the file: {wishes.file()}{'' if wishes.file().exists() else ' (none yet)'}")
    talk.tell(f"houses and sheets of games: {houses.folder()}")


def _source(setting: wishes.Setting) -> str:
    return wishes.WISHES[setting.name].variable if setting.source == "environment" else setting.source


@config.command("set", cls=Leaf)
def set_(name: Name, value: Annotated[str, typer.Argument(metavar="VALUE", show_default=False)]) -> int:
    """Writes a wish into the file."""
    wished = wishes.put(name, value)
    with talk.after_saving():
        talk.say(f"{name} = {wishes.shown(name, wished)}")
    if (now := wishes.setting(name)).source == "environment":
        talk.tell(f"{_source(now)} says {wishes.shown(name, now.value)}, and the environment beats the file")
    return FINE


@config.command("unset", cls=Leaf)
def unset(name: Name) -> int:
    """Takes a wish out of the file."""
    wished = wishes.wished(name) is not None
    wishes.put(name, None)
    with talk.after_saving():
        talk.say(f"{name} is {'no longer' if wished else 'not'} in the file")
    return FINE
