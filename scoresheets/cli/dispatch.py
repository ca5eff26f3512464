"""The commands of the command line, each imported when it is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from shutil import get_terminal_size
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from scoresheets.cli.commands import COMMANDS, OTHER_WORDS
from scoresheets.cli.options import Db, Plain, wished_plain
from scoresheets.errors import USAGE, CommandError

DIGITS = 10  # of a number, including its sign
SHOWN = 20  # characters of one that is longer
NARROW = 52  # columns of a terminal below which Typer's help is too wide


class Light:
    """Parses words, numbers and flags without Pydantic, which is slower to import than most commands are to run."""

    def get_params(self, ctx: Any) -> Any:
        params = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if (kind := getattr(param, "type_descriptor", None)) and kind.annotation in READERS:
                param._runtime_param = AsTyped(READERS[kind.annotation])
        return params

    def get_help(self, ctx: Any) -> str:
        """The help, as wide as the terminal if that is narrower than Typer's default."""
        columns = get_terminal_size().columns
        ctx.terminal_width = columns if columns < NARROW else None
        return str(super().get_help(ctx))  # type: ignore[misc]


class AsTyped:
    def __init__(self, read: Callable[[Any], Any]) -> None:
        self.read = read

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        try:
            return self.read(value)
        except ValueError:
            shown = value if len(value) <= SHOWN else f"{value[:SHOWN]}…"
            fault = "isn't a whole number" if len(value) <= DIGITS else "isn't a whole number of nine digits at most"
            if param.name == "session" and (starts := _starts([value])):
                raise CommandError(starts, USAGE) from None
            text = f"{shown!r} {fault}"
            raise typer.BadParameter(text, ctx=ctx, param=param) from None


def _word(value: Any) -> Any:
    return value


def _number(value: str | int) -> int:
    """A whole number that fits every table. Raises ValueError."""
    if len(str(value)) > DIGITS:
        raise ValueError(value)
    return int(value)


def _flag(value: Any) -> bool:
    return str(value).lower() not in ("", "0", "false", "no", "off")


READERS: dict[Any, Callable[[Any], Any]] = {str: _word, list[str]: _word, bool: _flag, int: _number}


class Leaf(Light, TyperCommand):
    """One command."""


class Group(Light, TyperGroup):
    """Several commands under one noun: ``house = group()``, and ``@house.command("list", cls=Leaf)``."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            print(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        rows = [(name, " ".join(str(self.commands[name].help).split("\n\n")[0].split())) for name in self.commands]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def group(help: str = "") -> typer.Typer:
    """Commands under one noun. Without a command it shows help, unless a callback does something else."""
    return typer.Typer(cls=Group, help=help, add_completion=False, rich_markup_mode=None, no_args_is_help=True)


class Commands(Light, TyperGroup):
    """Knows the name and the line of help of every command, and imports the one that is used."""

    def __init__(self, **words: Any) -> None:
        super().__init__(**words)
        for name, command in COMMANDS.items():
            self.commands[name] = TyperCommand(name, help=command.help)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        if args[0] not in COMMANDS and (text := _looked_for(args)):
            raise CommandError(text, USAGE)
        name, command, rest = super().resolve_command(ctx, args)
        return name, written(name) if name in COMMANDS else command, rest

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for section in dict.fromkeys(command.section for command in COMMANDS.values()):
            with formatter.section(section):
                formatter.write_dl([(name, known.help) for name, known in COMMANDS.items() if known.section == section])


def _looked_for(words: Sequence[str]) -> str:
    """What to run instead, if a line begins with a game or with another word for a command. "" for any other."""
    command = next((name for name, others in OTHER_WORDS.items() if words[0] in others), "")
    if starts := _starts(words[1:] if command == "new" else words):
        return starts
    example = COMMANDS[command].examples[0] if command else ""
    return f"there is no command {words[0]!r}. Try `{example}`." if command else ""


def _starts(words: Sequence[str]) -> str:
    """How to start the game that words begin with. "" if they don't begin with a game."""
    from scoresheets.cli.next_game import named

    try:
        game, players = named([*words]) if words else (None, [])
    except CommandError:
        return ""
    return f"to start {game.name}, run `referee new {game.slug} {' '.join(players) or 'PLAYER…'}`" if game else ""


def written(name: str) -> Any:
    """The command of that name, from its module."""
    known = COMMANDS[name]
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings = {"ignore_unknown_options": True} if known.reports else {}
    made = getattr(import_module(known.module), known.function or name)
    if isinstance(made, typer.Typer):
        command = typer.main.get_command(made)
        command.help = command.help or f"{known.help[0].upper()}{known.help[1:]}."
    else:
        app.command(name, cls=Leaf, context_settings=settings)(made)
        command = typer.main.get_command(app)
    command.epilog = (
        "\b\nFor example:\n" + "\n".join(f"  {example}" for example in known.examples) if known.examples else None
    )
    return command


app = typer.Typer(cls=Commands, invoke_without_command=True, rich_markup_mode=None)


def _missing(error: typer.TyperException) -> str:
    """The error in a command line. If something is missing, with an example."""
    text = error.format_message().rstrip(".")
    command = f"{getattr(getattr(error, 'ctx', None), 'command_path', '')} "
    argument = re.fullmatch(r"Missing (?:argument|option) '(.+)'", text)
    if wrong := re.fullmatch(r"Invalid value for '\[?([^']+?)\]?': (.+)", text):
        return f"{wrong[1]}: {wrong[2]}"
    if extra := re.fullmatch(
        r"Got unexpected extra arguments? \((.+)\)|Got unexpected extra argument\(s\) \((.+)\)", text
    ):
        return f"`{command.strip()}` doesn't take {extra[1] or extra[2]!r}"
    if command == "referee house " and text.startswith("No such command"):
        return f"{text}. To change a rule of the open game, run `referee say house OPTION=VALUE`"
    if option := re.fullmatch(r"No such option: (\S+)(?: \((?:Possible options|Did you mean)[:,]? ?(.+?)\??\))?", text):
        meant = f"; did you mean {option[2].replace(', ', ' or ')}?" if option[2] else ""
        return f"there is no option {option[1]}{meant}"
    examples = (example for known in COMMANDS.values() for example in known.examples)
    example = next((example for example in examples if example.startswith(command)), "")
    example = example.removesuffix(" --dry-run")
    return f"{argument[1]} is missing. For example: `{example}`" if argument and example else text


@app.callback()
def referee(
    ctx: typer.Context,
    db: Db = "",
    plain: Plain = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Keep score at a real card table. Referee says what was allowed, what it scores and why.

    Without a command it shows the game in progress, or asks which game you play.
    """
    if version:
        from importlib.metadata import version as version_of

        print(version_of("card-referee"))
    elif ctx.invoked_subcommand is None:
        from scoresheets.cli.look import now

        if not now(plain or wished_plain()):
            ctx.exit(obey(["table", *(["--plain"] if plain else [])]))


def obey(words: Sequence[str]) -> int:
    """Runs a command and returns its exit code. ``help new`` is ``new --help``."""
    if words and words[0] == "help":
        words = [*words[1:2], "--help"]
    try:
        code = typer.main.get_command(app).main(args=list(words), prog_name="referee", standalone_mode=False)
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):  # which Typer has taken for an error like others
            raise left.__context__ from None
        return left.code if isinstance(left.code, int) else 1
    except typer.Abort:
        return 1
    except typer.TyperException as error:
        where = getattr(error, "ctx", None)
        hint = f" (see `{where.command_path} --help`)" if where else ""
        raise CommandError(_missing(error) + hint, error.exit_code) from None
    return code if isinstance(code, int) else 0
