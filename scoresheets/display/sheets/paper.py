"""The parts of every sheet: a title, the house rules, marks beside the hands, and remarks at the foot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.cards import SUIT_SIGNS
from referee.game.common_reports import Deal, Penalty
from referee.game.findings import Finding, Line
from referee.game.game import Hand
from referee.game.totals import FinalScores
from referee.language.words import Seat
from referee.rules.custom import in_words as own_rules_in_words
from referee.table.hand_run import TABLE
from referee.table.referee import Referee
from scoresheets.display.phrases import awaits, breach, changes, handed_over, now, other_rules, other_values, won
from scoresheets.display.plain import STRUCK, styled, visible

if TYPE_CHECKING:
    from rich.text import Text

    from scoresheets.display.fitting import Fitted, Parts, Score


PARTNERS = 20  # characters of partners' names in one line above their column


@dataclass
class SheetRow:
    """A hand on the sheet with its score lines, or points booked apart from hands, or a blank row.

    so_far is everybody's score after it.
    """

    number: int
    hand: Hand | None
    lines: list[Line]
    blank: bool = False
    apart: str = ""
    so_far: dict[str, int] = field(default_factory=dict)

    def points(self, side: str) -> int:
        return sum(line.points for line in self.lines if line.who == side)

    @property
    def finished(self) -> bool:
        return not self.blank and (self.hand is None or self.hand.finished)


class Paper:
    """One table to draw. A blank sheet has ``blanks`` rows to fill in by hand, and may have no names."""

    def __init__(self, referee: Referee, plain: bool = False, blanks: int = 0, nameless: bool = False) -> None:
        self.referee = referee
        self.blank = blanks > 0
        self.nameless = nameless
        self.game = referee.game
        self.plain = plain
        self.only_totals = isinstance(referee.hand, FinalScores)
        self.rows = [*self._hands(), *(SheetRow(i, None, [], True) for i in range(1, blanks + 1))]
        so_far: dict[str, int] = {}
        for row in self.rows:
            for line in row.lines:
                so_far[line.who] = so_far.get(line.who, 0) + line.points
            row.so_far = {**so_far}
        self.has_running = len(self.hands) > 1 and not self.blank
        self.marks_dealer = False
        self.remarks: list[tuple[int, str]] = []  # by hand
        by_line: dict[int, list[Finding]] = {}
        for number, finding in referee.findings:
            by_line.setdefault(number, []).append(finding)
        for record in referee.records:
            for entry in record.entries:
                for finding in by_line.get(entry.report.line, ()):
                    text = f"{breach(finding.name)}: {finding.why}"
                    self.remarks.append((record.number, f"line {entry.report.line}: {text}"))
                if entry.overrule:
                    rules = ", ".join(dict.fromkeys(entry.ruling.rules))
                    text = f"{entry.ruling.text}, kept as played [{rules}]"
                    self.remarks.append((record.number, f"line {entry.report.line}: {text}"))

    def _hands(self) -> Iterator[SheetRow]:
        """The hands, with points booked outside of hands in between."""
        hands = {hand.number: hand for hand in self.referee.hands}
        for number, lines in self.referee.lines_by_hand():
            if not number:
                yield from (SheetRow(0, None, booking, apart=booking[0].category) for booking in bookings(lines))
            elif not self.only_totals:  # which give the complete score
                yield SheetRow(number, hands.get(number), lines)

    @property
    def hands(self) -> list[SheetRow]:
        return [row for row in self.rows if not row.apart]

    @property
    def apart(self) -> list[SheetRow]:
        return [row for row in self.rows if row.apart]

    @property
    def sides(self) -> tuple[Seat, ...]:
        return self.referee.sides

    def name(self, side: str) -> str:
        """The name of a side on the sheet. "" if it is to be filled in."""
        return "" if self.nameless and side not in self.game.others else side

    def dealt(self, row: SheetRow, side: str) -> str:
        """The mark of a hand's dealer."""
        if row.hand is None or row.hand.dealer != side or Deal not in self.game.reports:
            return ""
        self.marks_dealer = True
        return "*" if self.plain else "●"

    def label(self, row: SheetRow) -> str:
        """The number of a hand, marked if there is a remark about it below."""
        if row.hand is None:
            return row.apart or (str(row.number) if row.blank else "end")
        marked = any(number == row.number for number, _ in self.remarks)
        return f"{row.number}{'' if row.finished else '…'}{'!' if marked else ''}"

    # Around the table

    def head(self, title: str) -> Iterator[Text]:
        text = f"{self.game.name} · {title}" if title else self.game.name
        yield self.text(text, "bold")
        if self.only_totals:
            yield self.text("totals only")
        yield from (styled(line, self.plain, STRUCK) for line in self.house())
        yield from map(self.text, self.seats())

    def house(self) -> Iterator[str]:
        """The rules that differ from the standard ones, and changes during the session, as marked lines."""
        referee = self.referee
        by_the_book = self.game.house(len(referee.first_seats), {})
        changed = changes(referee.house, by_the_book)
        yield from (f"house rules: {text}" for text in [other_values(changed)] if text)
        yield from filter(None, [other_rules(self.game, changed)])
        for number, changed in referee.amendments():
            parts = other_values(changed, "before"), other_rules(self.game, changed)
            yield f"from hand {number} on: {'; '.join(filter(None, parts))}"

    def seats(self) -> Iterator[str]:
        """The players from each hand on, if somebody joined or left, and who took over a seat."""
        yield from handed_over(self.referee)
        seats = self.referee.first_seats
        for hand in (*self.referee.hands, self.referee.hand):
            if hand.seats != seats:
                seats = hand.seats
                yield f"from hand {hand.number} on: {', '.join(seats)}"

    def board(self) -> Iterator[Fitted]:
        """The cards on the table, if the game has a board or a tableau."""
        from scoresheets.display.fitting import Fitted

        hand = self.referee.hand if self.referee.hand.dealer else (self.referee.last or self.referee.hand)
        rows = [list(row) for row in self.game.board(hand)] if self.game.board else []
        if not rows:
            return
        table = Fitted(header=False)
        numbered = len(rows) > 1 and all(row[0].strip().isdigit() for row in rows[1:])
        for i in range(max(map(len, rows))):
            table.column(self.text(""), flows=True, apart=i > 0 or not numbered)
        for row in rows:
            table.row(*(self.text(cell, _ink(cell)) for cell in row))
        yield table

    def foot(self) -> Iterator[Text]:
        referee = self.referee
        if referee.over and not referee.hand.dealer:
            yield self.text(f"{won(referee)}{self.margin()}", "bold")
        else:
            if standing := now(referee):
                yield self.text(standing)
            dealer = f"Dealer: {referee.dealer}. " if Deal in self.game.reports else ""
            yield self.text(f"{dealer}{awaits(referee, besides=False)}")
        if self.marks_dealer:
            yield self.text(f"{'*' if self.plain else '●'} dealt the hand", "dim")
        for line in (line for row in self.apart for line in row.lines):
            if line.category == "adjust" and line.who in self.sides:
                because = f": {line.because}" if line.because else ""
                yield self.text(f"Adjusted: {line.who} {line.points:+d}{because}")
            elif line.category == Penalty.verb and line.who in self.sides:
                yield self.text(f"Penalty {line.rule}: {line.who} {line.points:+d}")
            elif line.category == "pays" and line.points < 0:
                yield self.text(f"{line.who} already paid {-line.points} {line.because}")
        for side in referee.standing.conceded:
            yield self.text(f"{side} has conceded")
        for number, remark in self.remarks:
            yield self.text(f"! hand {number}, {remark}", "yellow")
        for rule in own_rules_in_words(referee.in_force):
            yield self.text(rule)

    def margin(self) -> str:
        """The margin of victory, if the game has one."""
        if "margin" not in self.game.facts or (margin := self.referee.fact("margin")) is None:
            return ""
        return f" Margin: {margin}."

    # Cells

    def text(self, text: str, style: str = "") -> Text:
        from rich.text import Text

        return Text(visible(text), style="" if self.plain else style)

    def listed(self, parts: Iterable[str], between: str = ", ", style: str = "") -> Parts:
        """Parts that are never broken."""
        from scoresheets.display.fitting import Parts

        return Parts((self.text(part, style) for part in parts), between)

    def number(self, points: int | None, style: str = "") -> Text:
        """Points, red if negative. "" for None."""
        lost = "red" if points is not None and points < 0 else ""
        return self.text("" if points is None else str(points), f"{style} {lost}".strip())

    def cell(self, row: SheetRow, side: Seat) -> Score:
        """``● 3/4 -10 25``: the dealer's mark, the note beside the points, the points, the score so far."""
        points = row.points(side)
        nothing = not points and (self.away(row, side) or not row.finished)
        mark, text = self.dealt(row, side), beside(row.hand, side) if row.hand else ""
        return self.score(None if nothing else points, row.so_far.get(side, 0), mark, text)

    def away(self, row: SheetRow, side: Seat) -> bool:
        """Whether a player isn't in a hand: not at the table, sitting out, or it is no hand."""
        return bool(row.apart or (row.hand and (side not in row.hand.sides or side in row.hand.sitting_out)))

    def score(self, points: int | None, so_far: int, mark: str = "", beside: str = "") -> Score:
        """Points, with a sign if the score so far is shown, which a game of a single hand doesn't need. "" for None."""
        from scoresheets.display.fitting import Score

        shown = self.number(points)
        if (self.referee.chips is True or self.has_running) and points and points > 0:
            shown = self.text(f"+{points}")
        running = self.number(so_far if self.has_running and points is not None else None, "bold")
        return Score(self.text(mark), self.text(beside), shown, running)

    def table(self) -> Fitted:
        from scoresheets.display.fitting import Fitted

        return Fitted(plain=self.plain)

    def players(self, table: Fitted, accounts: Iterable[str] = (), *, least: int = 0) -> None:
        """A column for each side with a score, and for each of these accounts."""
        for side in self.sides:
            table.column(self.heading(self.name(side)), right=True, apart=True, least=least)
        for account in accounts:
            table.column(self.text(account), right=True, apart=True)

    def heading(self, name: str) -> Text:
        """A name above its column. Partners with long names are stacked."""
        from rich.text import Text

        mates = self.text(name).split("+", include_separator=True) if len(name) > PARTNERS else [self.text(name)]
        return Text("\n").join(mates)

    def total(self, side: str) -> Text:
        return self.text("") if self.blank else self.number(self.referee.scores.get(Seat(side)), "bold")


def bookings(lines: Iterable[Line]) -> list[list[Line]]:
    """Points booked together outside of hands: a correction, a transfer of chips, or a kind of final shares."""
    parts: list[list[Line]] = []
    shared: dict[str, list[Line]] = {}
    for line in lines:
        other_side = line.who == TABLE or (line.category == "pays" and line.points < 0)
        if line.category not in ("adjust", "pays"):
            if line.category not in shared:
                parts.append(shared.setdefault(line.category, []))
            shared[line.category].append(line)
        elif other_side and parts:
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def beside(hand: Hand, seat: Seat) -> str:
    """The note beside the points: the bid and the tricks taken, or the total held."""
    bids, taken = getattr(hand, "bids", None), getattr(hand, "taken", None)
    if isinstance(bids, dict) and isinstance(taken, dict):
        bid = getattr(bids.get(seat), "tricks", None)
        return "" if bid is None else f"{bid}/{taken.get(seat, 0)}"
    totals = hand.game.facts["total"](hand) if "total" in hand.game.facts else None
    return str(totals.get(seat, "")) if isinstance(totals, Mapping) else ""


def entered_once(hand: Hand, name: str) -> str:
    """A fact of the hand for a column of its own."""
    value = hand.game.facts[name](hand)
    return "" if value is None else SUIT_SIGNS.get(str(value), str(value))


def _ink(cell: str) -> str:
    """Red cards are red, and players' marks on a board are highlighted."""
    return "red" if "♥" in cell or "♦" in cell else "bold" if cell.startswith("[") else ""
