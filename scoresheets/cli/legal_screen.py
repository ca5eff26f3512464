"""The possible reports on one screen: every verb once, with its players and choices.

Long rows are shortened, the longest first, until everything fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.game.common_reports import Deal
from referee.game.findings import Breach
from referee.language.reports import Report
from referee.language.words import Seat
from referee.table.referee import Referee
from scoresheets.display import phrases
from scoresheets.display.ranges import form, in_short, shortened

HEIGHT = 22  # lines, so that the command and its answer fit on a terminal of 24
ABOVE_THE_PROMPT = 18  # lines, if the typed line, the prompt and the lines below it must fit too
WIDEST = 3  # lines of one verb
INDENT = 2
NARROW = "\N{NO-BREAK SPACE}"

HEAD = 16  # columns of player and verb if those are short
WIDE = 60  # columns of the terminal for which that is done

Choice = tuple[Seat, type[Report], list[Report] | None]
"""The possible reports by player. None if only their form can be shown."""


@dataclass
class VerbRow:
    """One verb and each player's choices; ``level`` is 0 for all of them, 1 for an example, 2 for the form."""

    verb: str
    choices: dict[Seat, list[tuple[type[Report], list[Report] | None]]] = field(default_factory=dict)
    level: int = 0


class Screen:
    """The legal reports, those that may still break a rule, and those that are possible at any time."""

    def __init__(
        self, referee: Referee, choices: Iterable[Choice], doubted: Mapping[Report, list[Breach]], always: list[str]
    ) -> None:
        self.referee = referee
        self.always = always
        self.rows: list[VerbRow] = []
        by_verb: dict[str, VerbRow] = {}
        for who, kind, reports in choices:
            if kind.verb not in by_verb:
                by_verb[kind.verb] = VerbRow(kind.verb)
                self.rows.append(by_verb[kind.verb])
            by_verb[kind.verb].choices.setdefault(who, []).append((kind, reports))
        self.doubts: dict[str, dict[tuple[Seat, type[Report]], list[Report]]] = {}
        for report, breaches in doubted.items():
            fact = "; ".join(f"[{breach.rule}] {breach.why}" for breach in breaches)
            self.doubts.setdefault(fact, {}).setdefault((report.who, type(report)), []).append(report)

    def lines(self, width: int, height: int = HEIGHT) -> list[str]:
        """The lines of the screen, at most ``height`` of them if it is 80 columns wide."""
        shown = [self._row(row, width) for row in self.rows]
        below = self._below(width)
        for i, row in enumerate(self.rows):
            if len(shown[i]) > WIDEST:
                row.level = 1
                shown[i] = self._row(row, width)
        while sum(map(len, shown)) + len(below) > height:
            i = max(range(len(shown)), key=lambda i: (self.rows[i].level < 2) * len(shown[i]), default=-1)
            if i < 0 or self.rows[i].level == 2 or len(shown[i]) == 1:
                break
            self.rows[i].level += 1
            shown[i] = self._row(self.rows[i], width)
        return [line for lines in (*shown, below) for line in lines]

    # Rows

    def _row(self, row: VerbRow, width: int) -> list[str]:
        texts = {who: self._what(row, who) for who in row.choices}
        alike: dict[str, list[Seat]] = {}
        for who, text in texts.items():
            alike.setdefault(text, []).append(who)
        if len(alike) == 1:
            what = next(iter(alike))
        else:
            what = "; ".join(f"{self._seats(seats)}: {text or 'alone'}" for text, seats in alike.items())
        seats = self._seats([*row.choices])
        head = f"{seats} {'deals' if seats and row.verb == Deal.verb else row.verb}".strip()
        room = HEAD - _cells(head) if width >= WIDE else 0
        return wrapped(f"{head}{NARROW * room}  {what}".rstrip(f"{NARROW} "), width)

    def _what(self, row: VerbRow, who: Seat) -> str:
        """A player's choices for a verb."""
        texts = []
        for kind, reports in row.choices[who]:
            if reports is None or row.level == 2:
                texts.append(form(kind))
            elif row.level == 1:
                full = shortened(reports, self.referee.pack).text
                texts.append(min(full, in_short(reports).text, key=len))
            else:
                texts.append(shortened(reports, self.referee.pack).text)
        return " · ".join(text for text in dict.fromkeys(texts) if text)

    def _seats(self, seats: Sequence[Seat]) -> str:
        """Players by name, or all but one or two of many."""
        everybody, seats = self.referee.hand.players, [seat for seat in seats if seat]
        missing = [seat for seat in everybody if seat not in seats]
        if len(everybody) > 2 and len(seats) >= len(everybody) and not missing:
            return "everybody"
        if len(seats) > 3 and len(seats) + len(missing) == len(everybody) and len(missing) < 3:
            return f"all but {' and '.join(missing)}"
        return ", ".join(seats)

    # Below

    def _below(self, width: int) -> list[str]:
        lines = [line for text in self._possible() for line in wrapped(text, width)]
        if len(lines) > WIDEST:
            lines = wrapped(self._doubtful(), width)
        lines += flow("At any time: ", self.always, width)
        return lines + wrapped(phrases.awaits(self.referee), width)

    def _possible(self) -> Iterator[str]:
        """Rules that may still be broken, each with the fact that would decide it."""
        for fact, by_verb in self.doubts.items():
            yield f"Might break a rule: {', '.join(self._in_words(*asked) for asked in by_verb.items())}: {fact}"

    def _doubtful(self) -> str:
        """The same without the facts."""
        by_verb: dict[tuple[Seat, type[Report]], list[Report]] = {}
        for by_ask in self.doubts.values():
            for asked, reports in by_ask.items():
                by_verb.setdefault(asked, []).extend(reports)
        lines = (f"{who} {kind.verb} ({len(reports)})".strip() for (who, kind), reports in by_verb.items())
        return f"Might break a rule (to see which, type `can REPORT`): {', '.join(lines)}"

    def _in_words(self, asked: tuple[Seat, type[Report]], reports: list[Report]) -> str:
        who, kind = asked
        return f"{who} {kind.verb} {shortened(reports, self.referee.pack).text}".strip()


# Lines

LETTER = 2  # the widest character; no line is narrower


def flow(head: str, items: Iterable[str], width: int) -> list[str]:
    """Items separated by points, wrapped so that no item that fits a line is broken."""
    lines = [head.rstrip()]
    for i, item in enumerate(items):
        joint = " · " if i else " "
        if _cells(lines[-1]) + _cells(joint + item) <= width:
            lines[-1] += joint + item
        else:
            lines.append(" " * INDENT + item)
    return [part for line in lines for part in (wrapped(line, width) if _cells(line) > width else [line])]


def wrapped(text: str, width: int) -> list[str]:
    """A text wrapped to a width, with later lines indented. Words are only broken if no line can hold them."""
    width = max(width, LETTER)
    indent = " " * min(INDENT, width - LETTER)
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line.strip() and _cells(line) + 1 + _cells(word) > width:
            lines.append(line.rstrip())
            line = indent + word
        else:
            line = f"{line} {word}" if line or lines else word
        while _cells(line) > width:
            room = next(i for i in range(len(line), 0, -1) if _cells(line[:i]) <= width)
            lines.append(line[:room])
            line = indent + line[room:]
    return [line.replace(NARROW, " ") for line in (*lines, line.rstrip())]


def _cells(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)
