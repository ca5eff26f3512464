"""The library: games, their rules, and checking of records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from referee.game.game import Game
from referee.games import broken, clashes, origin, playable
from referee.language.words import LONGEST_LINE
from referee.records.record import BadRecord, Failure, Judge, record_object
from scoresheets.catalogue import game_called
from scoresheets.cli import console, input_files
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Chosen, Csv, House, Json, Like, Plain
from scoresheets.cli.progress import followed
from scoresheets.cores import in_order
from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE, CommandError

# The games and their rules


def games(
    players: Annotated[int, typer.Option(metavar="N", help="Only games for this many players.")] = 0,
    family: Annotated[str, typer.Option(metavar="F", help="Only this family of games.")] = "",
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
) -> None:
    """List the games: the number of players, the family, and what each is about."""
    played = [game for game in playable() if not players or game.players[0] <= players <= game.most_seats]
    played = [game for game in played if family.lower() in kind_of(game).lower()]
    faults = broken()
    lost = [{"game": fault.slug, "from": str(fault.origin), "why": fault.why} for fault in faults]
    left_out = [{"game": clash.slug, "from": str(clash.left_out), "why": str(clash)} for clash in clashes()]
    if played or json or csv:
        GAMES.out(played, json=json, csv=csv, plain=plain, beside={"broken": lost, "left_out": left_out})
    for game in () if json or csv else played:
        if (home := origin(game.slug)).name:
            console.say(f"{game.slug} is declared in {home}" if game.of_a_sheet else f"{game.slug} comes with {home}")
    if not json:
        for said in (*(fault.args[0] for fault in faults), *clashes()):
            console.tell(str(said))
    if not played:
        raise CommandError("No game matches. To list all, run `referee games`.", NOTHING)


def kind_of(game: Game[Any]) -> str:
    """The family of a game, and how a declared one is refereed."""
    if not game.of_a_sheet:
        return game.family
    return f"{game.family}, {refereed(game)}" if game.family != "declared" else refereed(game)


def refereed(game: Game[Any]) -> str:
    """How a game is refereed: card by card, from a sheet that has its play, or from a sheet's totals."""
    if not game.of_a_sheet:
        return "card by card"
    return "sheet with play" if game.deal_out else "sheet with totals"


def scored_in(game: Game[Any]) -> str:
    if callable(game.chips):
        return "points, chips"
    return "chips" if game.chips is True else "points"


def span(game: Game[Any]) -> str:
    few, most = game.players[0], game.players[-1]
    return f"{few}" if few == most else f"{few}–{most}"


def ends(game: Game[Any]) -> list[int]:
    """The smallest and largest number of players."""
    return [game.players[0], game.players[-1]]


GAMES: Listing[Game[Any]] = Listing(
    Column("game", str, "game", lambda game: game.slug, whole=True),
    Column("name", str, "name", whole=True),
    Column("players", [int], "players", ends, span, lambda game: "–".join(map(str, ends(game)))),
    Column("family", str, "family", cell=kind_of),
    Column("refereed", str, value=refereed),
    Column("chips", bool, "scores", lambda game: bool(game.chips), scored_in),
    Column("partners", bool, value=lambda game: bool(game.partners)),
    Column("summary", str),
    Column("from", str, value=lambda game: str(origin(game.slug))),
)


def rules(
    game: Annotated[list[str], typer.Argument(metavar="GAME")],
    players: Annotated[int, typer.Option(metavar="N", help="Only the rules for this many players.")] = 0,
    options: Chosen = None,
    house: House = "",
    like: Like = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="Only how to keep score, and what people look up most.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the Markdown page.")] = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Show how to keep score in a game, the quick reference, and then all of its rules and reports."""
    from scoresheets.book import game_page
    from scoresheets.cli.table import agreed

    known = game_called("-".join(game))
    if players and players not in known.players:
        raise CommandError(
            f"{known.name} is for {span(known)} player{'' if span(known) == '1' else 's'}, not {players}", USAGE
        )
    try:
        at = game_page.tables(known, players, agreed(known, players, house, options or (), like or ())[1])
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    page = game_page.brief if brief else game_page.page
    if json:
        console.json_out(GAMES.object(known) | game_page.game_object(at))
    elif markdown:
        print(game_page.markdown(page(at)), end="")
    else:
        console.show(game_page.shown(page(at), plain), plain, paged=True)


# Records


def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Record files; - is stdin.")],
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Check record files. Prints nothing if everything is as expected."""
    if len(files) > 1 and "-" not in files and sum(map(_size, files)) >= MUCH:
        codes = []
        apart = in_order(partial(judged_apart, as_object=json), files, worth_it=True)
        for code, entered in followed(apart, len(files), "judging"):
            codes.append(code)
            for how, what in entered:
                _out(plain, how, what)
    else:
        codes = [judged(file, json, partial(_out, plain)) for file in files]
    if any(codes):
        raise typer.Exit(max(codes))


MUCH = 300_000  # bytes of records from which several cores are worth it


def _size(file: str) -> int:
    try:
        return Path(file).stat().st_size
    except (OSError, ValueError):
        return 0


Out = Callable[[str, Any], None]
"""A function that takes output as it comes: its form (lines, talk or an object), and its content."""


def _out(plain: bool, how: str, what: Any) -> None:
    if how == "lines":
        console.lines_out(what, plain)
    elif how == "talk":
        console.tell(what)
    else:
        console.json_out(what)


def judged_apart(file: str, as_object: bool) -> tuple[int, list[tuple[str, Any]]]:
    """The exit code for one record file, and its output."""
    entered: list[tuple[str, Any]] = []
    return judged(file, as_object, lambda how, what: entered.append((how, what))), entered


def judged(file: str, as_object: bool, out: Out) -> int:
    """Judges one record file and prints failures. Returns the exit code."""
    judge = Aloud(file, out, quiet=as_object)
    bad: BadRecord | None = None
    code = FINE
    try:
        with opened(file) as stream:
            judge.judge(judge.reading(stream))
    except BadRecord as error:
        bad = error
    except BrokenPipeError:
        raise  # nobody reads the output; the file is still read to its end
    except (OSError, ValueError) as error:
        text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        bad = BadRecord(f"{file} can't be read: {text}", 0, 0)
        code = NOTHING if isinstance(error, FileNotFoundError) else USAGE
    if as_object:
        out("object", judge.object(bad))
    elif code and bad:
        out("talk", f"referee: {bad.message}")
    elif bad:
        judge.misread(bad)
    return code or (REFUSED if bad or judge.failures else FINE)


class Aloud(Judge):
    """A judge that prints each failure as soon as it is found."""

    def __init__(self, file: str, out: Out, *, quiet: bool) -> None:
        super().__init__(None if file == "-" else Path(file).parent)
        self.file = file
        self.out = out
        self.quiet = quiet
        self.text = ""

    def reading(self, stream: TextIO) -> Iterator[str]:
        """The lines of a file, with a limit on their length."""
        while text := stream.readline(LONGEST_LINE + 2):
            self.text = text.removesuffix("\n").removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
            yield text

    def at(self, line: int, column: int) -> str:
        return f"{self.file}:{line}:{column}"

    def failed(self, failure: Failure) -> None:
        super().failed(failure)
        if self.quiet:
            return
        ruling = failure.ruling
        if self.referee and ruling and not ruling.accepted and failure.expected == "accepted":
            begins = begin(self.text, failure.text, failure.column)
            column, _ = console.offending(ruling, self.text, begins)
            where = self.at(failure.line, column)
            said = console.refused(ruling, self.referee, where=where, line=self.text, column=begins, dry=True)
        else:
            unread = failure.expected in ("a check", "a report")
            said = [(failure.actual if unread else f"failed: {failure.text}", "bold red")]
            said.append((f"  {self.at(failure.line, failure.column)}", "dim"))
            said += console.excerpt(self.text, failure.column, failure.width)
            if not unread:
                said += [(f"  expected: {failure.expected}", ""), (f"  actual:   {failure.actual}", "")]
        self.out("lines", said)

    def warned(self, warning: Failure) -> None:
        super().warned(warning)
        if not self.quiet:
            what = f"{warning.text} is refused, but only because it is {warning.actual}"
            self.out("talk", f"warning: {self.at(warning.line, warning.column)}: {what}")

    def misread(self, bad: BadRecord) -> None:
        """The failure for a record that can't be parsed any further."""
        said = [(f"unclear: {bad.message}", "bold red"), (f"  {self.at(bad.line, bad.column)}", "dim")]
        if bad.line == self.line:
            said += console.excerpt(self.text, bad.column)
        self.out("lines", said)

    def object(self, bad: BadRecord | None) -> dict[str, Any]:
        """The ``--json`` object of a file, readable or not."""
        judged: dict[str, Any] = {"file": self.file, "ok": False, "refused": [], "failed": []}
        if self.referee:
            judged = record_object(self, self.file)
        if bad:
            judged["ok"] = False
            where = {"line": bad.line, "column": bad.column, "text": self.text[:200]}
            judged["failed"].append(where | {"expected": "a record", "actual": bad.message})
        return judged


def begin(line: str, text: str, column: int) -> int:
    """The column of the report in its line that has its error at ``column``."""
    place = line.find(text, max(0, column - 1 - len(text)))
    return place + 1 if place >= 0 else column


@contextmanager
def opened(file: str) -> Iterator[TextIO]:
    """A file open for reading as text, whatever it contains; ``-`` is stdin."""
    import io

    with input_files.opened(file) as raw:
        stream = io.TextIOWrapper(raw, encoding="utf-8", errors="replace")
        try:
            yield stream
        finally:
            stream.detach()
