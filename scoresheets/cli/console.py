"""Output of the command line: rulings, points, totals, what comes next; tables, JSON and CSV.

Data goes to stdout and messages to stderr. What people typed is shown as they typed it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from referee.cards import Card, read_cards
from referee.language.reports import forms
from referee.language.words import Seat, Word, Words, either, folded, quoted
from referee.rules.rule import Kind, Verdict
from referee.table.objects import breach_object, finding_object, line_object
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.cli import write_nowhere
from scoresheets.display import phrases
from scoresheets.display.plain import STRUCK, fitted, styled, unmarked, visible, written
from scoresheets.display.rulings import REPORT, Said, accepted, facts, reasons, refusal, repairs
from scoresheets.errors import FINE, REFUSED, UNTOLD, USAGE

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

ROOM = 100  # characters of a long line to show around the wrong word


# Output streams


def out(plain: bool = False) -> Console:
    """Stdout for Rich, with markup and emoji names as plain text."""
    return _console(plain, stderr=False)


def err(plain: bool = False) -> Console:
    return _console(plain, stderr=True)


def _console(plain: bool, stderr: bool) -> Console:
    from rich.console import Console

    colors = None if plain else "auto"
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, color_system=colors)  # type: ignore[arg-type]


def at_a_terminal() -> bool:
    """Whether there is a user who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def say(text: str) -> None:
    """One line on stdout."""
    print(fitted(visible(text), sys.stdout))


def marked(text: str, plain: bool = False) -> None:
    """Prints a sentence on stdout. Marked parts are struck through if the terminal supports it."""
    if STRUCK in text and not plain and sys.stdout.isatty():
        show(styled(text, marks=STRUCK))
    else:
        say(unmarked(text))


def tell(text: str) -> None:
    """Prints one line on stderr, after flushing stdout."""
    sys.stdout.flush()
    print(fitted(visible(text), sys.stderr), file=sys.stderr)


_at_the_prompt = ContextVar("at_the_prompt", default=False)


@contextmanager
def at_the_prompt() -> Iterator[None]:
    """Commands run in here are typed at the prompt, and not in a shell."""
    before = _at_the_prompt.set(True)
    try:
        yield
    finally:
        _at_the_prompt.reset(before)


def in_a_shell() -> bool:
    """Whether the command that runs was typed in a shell, so that advice begins with *run*."""
    return not _at_the_prompt.get()


@contextmanager
def after_saving() -> Iterator[None]:
    """Wraps output after everything was saved. If it can't be written, the command has still succeeded."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        say_no_more(error)


def say_no_more(error: OSError) -> None:
    """Discards all further output, because stdout can't be written, as on a full disk."""
    write_nowhere(sys.stdout)
    tell(f"The answer can't be written: {error.strerror or error}.")


def json_out(value: dict[str, Any]) -> None:
    """Prints an answer as JSON, beginning with the number of its schema."""
    import json

    print(json.dumps({"schema": 1} | value, ensure_ascii=False).encode("utf-8", "replace").decode())


def csv_out(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)


def table(
    header: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    numeric: Sequence[str] = (),
    whole: Sequence[str] = (),
    apart: Sequence[str] = (),
    plain: bool = False,
) -> RenderableType:
    """A table. Columns in ``numeric`` are right-aligned, those in ``whole`` never wrap.

    Columns in ``apart``, one for each player, may be stacked on a narrow screen. A cell that is a list wraps between
    its items.
    """
    from rich.text import Text

    from scoresheets.display.fitting import Fitted, parts

    fitted = Fitted(plain=plain, header=any(header))
    for name in header:
        flows = name not in (*numeric, *whole)
        fitted.column(Text(visible(name)), right=name in numeric, flows=flows, apart=name in apart)
    for row in rows:
        fitted.row(
            *(
                parts(cell) if isinstance(cell, list | tuple) else visible("" if cell is None else str(cell))
                for cell in row
            )
        )
    return fitted


def show(drawn: RenderableType, plain: bool = False, *, paged: bool = False) -> None:
    """Prints a renderable without the trailing blanks that Rich adds.

    If ``paged``, long output is shown one screen at a time.
    """
    console = out(plain)
    with console.capture() as caught:
        console.print(drawn)
    text = "\n".join(line.rstrip() for line in caught.get().split("\n"))
    if paged and at_a_terminal() and text.count("\n") >= console.size.height:
        import pydoc

        os.environ.setdefault("LESS", "-R -Psspace for more, q to go back$")  # -R keeps colors
        os.environ.setdefault("LESSSECURE", "1")  # what is typed for the table starts and saves nothing
        pydoc.pager(text)
    else:
        print(text, end="")


# A ruling


def ruling(
    ruling: Ruling,
    referee: Referee,
    *,
    where: str = "",
    line: str = "",
    column: int = 1,
    plain: bool = False,
    dry: bool = False,
    asked: bool = False,
    brief: bool = False,
    more: bool = False,
    total: bool = True,
    offers: Sequence[str] | None = None,
    partly: bool = False,
) -> None:
    """Prints a ruling with the state after it: the points that moved, or why it was refused.

    ``line`` is the whole line as it was typed. The report begins at ``column``, and columns are counted in it;
    ``where`` is its place. With ``dry``, nothing was to be saved anyway. ``asked`` also prints how certain a breach is.
    ``brief`` leaves out what comes next, and ``more`` says that another report of the same row prints it; without
    ``total``, one of those has the totals. ``offers`` replace the repairs. ``partly`` says that the reports before it
    on the line were saved.
    """
    if ruling.accepted:
        lines_out(accepted(ruling, referee, dry=dry, asked=asked, brief=brief, more=more, total=total), plain)
    else:
        sys.stdout.flush()
        said = refused(
            ruling, referee, where=where, line=line, column=column, dry=dry, asked=asked, offers=offers, partly=partly
        )
        lines_out(said, plain, stderr=True)


def lines_out(said: Said, plain: bool = False, *, stderr: bool = False) -> None:
    """Prints lines, wrapped on a terminal."""
    if written(said, sys.stderr if stderr else sys.stdout, plain=plain):
        return
    from rich.text import Text

    console = err(plain) if stderr else out(plain)
    for text, style in said:
        console.print(Text(visible(text), style=style), soft_wrap=not console.is_terminal)


MEANT = 4
"""The most readings to offer: a card of each suit."""


def refused(
    ruling: Ruling,
    referee: Referee,
    *,
    where: str = "",
    line: str = "",
    column: int = 1,
    dry: bool = False,
    asked: bool = False,
    offers: Sequence[str] | None = None,
    partly: bool = False,
) -> Said:
    """Why it was refused, the place, the line with a caret, the lines that prove it, and what to type instead.

    ``column`` is where the report begins in ``line``, which may hold several. ``asked`` also prints how certain a
    breach is. ``offers`` replace the repairs, and ``partly`` says that the reports before it on the line were saved.
    """
    first, *others = [*reasons(ruling).items()] or [("", [])]
    cited = f" [{', '.join(first[1])}]" if first[1] else ""
    said: Said = [(refusal(ruling, referee) + cited, "bold red")]
    said += [(f"  Also: {phrases.ended(why)} [{', '.join(rules)}]", "red") for why, rules in others]
    number = ruling.report.line if ruling.report else len(referee.entries) + 1
    said.append((f"  {where or place(referee, number)}", "dim"))
    typed = line or ruling.text
    said += excerpt(typed, *offending(ruling, typed, column))
    said += [(f"  {'Proven by ' if asked else ''}{fact}", "") for fact in facts(ruling, referee)]
    if fixes := repairs(ruling, referee, typed, column) if offers is None else offers:
        said.append((f"  Try: {' · '.join(fixes)}", "green"))
    elif (
        ruling.verdict is Verdict.UNCLEAR
        and not ruling.report
        and any(each not in said[0][0] for each in ruling.instead)
    ):
        said.append((f"  Did you mean {either(ruling.instead[:MEANT])}?", "green"))
    elif offers is not None and ruling.kind is Kind.UNREAD and not ruling.instead and ruling.width < len(ruling.text):
        said.append((f"  {phrases.awaits(referee, besides=False)}{for_example(referee)}", "green"))
    if not dry:
        said.append((nothing_saved(partly), "dim"))
    return said


def for_example(referee: Referee) -> str:
    """A report that is possible now, as an example. "" if there is none."""
    from referee.entry.suggestions import forms

    form = next(forms(referee), None)
    if form is None:
        return ""
    who = " ".join((quoted(form.seats[0]), form.verb, form.blanks[0].sample)) if form.seats else form.sample
    return f" For example: `{who}`"


def nothing_saved(partly: bool) -> str:
    """What is said after a refusal. ``partly`` if the reports before it on the line were saved."""
    return "Nothing else was saved." if partly else "Nothing was saved."


def place(referee: Referee, line: int) -> str:
    """The place of a report, like ``hand 3, line 41``. In the first hand, only the line."""
    hand = referee.hand
    return f"hand {hand.number}, line {line}" if hand.dealer and hand.number > 1 else f"line {line}"


def excerpt(line: str, column: int, width: int = 1) -> Said:
    """A line with a caret under the mistake. A long line is cut to the part around it."""
    from rich.cells import cell_len

    column = min(max(column, 1), len(line) + 1)
    first = max(0, column - 1 - ROOM // 2) if len(line) > ROOM else 0
    shown = visible(line[first : first + ROOM])
    after = "…" if first + ROOM < len(line) else ""
    indent = "    …" if first else "    "
    gap = cell_len(indent + shown[: column - 1 - first])
    marked = shown[column - 1 - first : column - 1 - first + width]
    return [
        (indent + shown.rstrip() + after, ""),
        (" " * gap + "^" * max(1, cell_len(marked)), "bold red"),
    ]


def offending(ruling: Ruling, line: str, column: int = 1) -> tuple[int, int]:
    """Column and width of the wrong part of a line whose report begins at ``column``.

    The player if it is out of turn, the verb if it isn't due, otherwise the word that the ruling names. If it names
    none, everything after the verb.
    """
    words = [word for word in _words(line, column) if word.text != ","]
    if ruling.column > column or (ruling.column and ruling.width > 1) or not words:
        return max(ruling.column, column), max(ruling.width, 1)
    if ruling.column or ruling.kind is Kind.OUT_OF_TURN:
        return words[0].column, words[0].width
    verb = forms(ruling.report.verb.split()[0]) if ruling.report else ()
    at = next((at for at, word in enumerate(words) if word.text.lower() in verb), 0)
    if ruling.kind in (Kind.NOT_DUE, Kind.GAME_OVER):
        return words[at].column, words[at].width
    about = ruling.broken[0].about if ruling.broken else None
    if about is not None and (named := [word for word in words if _says(word.text, about)]):
        return named[-1].column, named[-1].width
    first, last = words[min(at + 1, len(words) - 1)], words[-1]
    return first.column, last.column + last.width - first.column


def _words(line: str, column: int) -> list[Word]:
    """The words of the report that begins at ``column``."""
    report = REPORT.match(line, column - 1)
    return Words(report[0], column).list if report else []


def _says(word: str, about: Card | int | Seat) -> bool:
    """Whether a word of a report is a card, a number or a player, or names that card among others."""
    if isinstance(about, Card):
        return about in (read_cards(word) or ())
    return folded(word) == folded(str(about))


# JSON and exit codes


def ruling_object(ruling: Ruling, referee: Referee, *, recorded: bool, asked: bool = False) -> dict[str, Any]:
    """A ruling in the form of ``--json``. If ``asked``, with how certain a breach is."""
    from referee.table import certainty

    line = ruling.report.line if ruling.report else 0
    return {
        "verdict": str(ruling.verdict),
        "kind": str(ruling.kind),
        "recorded": recorded,
        "text": ruling.text,
        "line": line,
        "rule": ruling.rules[0] if ruling.rules else None,
        "message": ruling.message,
        "due": list(ruling.due),
        "column": ruling.column,
        "width": ruling.width,
        "instead": list(ruling.instead),
        "broken": [breach_object(breach) | {"verdict": str(breach.verdict)} for breach in ruling.broken],
        "certainty": str(certainty.of(ruling).certainty) if asked and ruling.report else None,
        "doubts": [breach_object(doubt) for doubt in dict.fromkeys(ruling.doubts)],
        "facts": facts(ruling, referee) if not ruling.accepted else [],
        "try": [] if ruling.accepted else repairs(ruling, referee),
        "points": {who: sum(line.points for line in lines) for who, lines in phrases.by_who(ruling.lines).items()},
        "lines": [line_object(line) for line in ruling.lines],
        "findings": [finding_object(finding, line) for finding in ruling.findings],
        "withdrawn": [finding_object(finding, line) for finding in ruling.withdrawn],
        "scores": dict(referee.scores),
        "accounts": referee.accounts,
        "next": list(referee.next()),
        "awaited": phrases.awaits(referee),
        "now": phrases.now(referee),
        "over": referee.over,
        "winners": list(referee.winners()),
    }


def exit_code(ruling: Ruling, *, asking: bool = False) -> int:
    """The exit code for a ruling. When ``asking``, another code means that only facts are missing."""
    if ruling.accepted:
        return UNTOLD if asking and ruling.doubts else FINE
    if ruling.verdict is Verdict.UNCLEAR:
        return UNTOLD if asking and ruling.broken else USAGE
    return REFUSED
