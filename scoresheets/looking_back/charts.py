"""Charts of a session's running totals: as text for a terminal, or as SVG."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from html import escape
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from rich.cells import cell_len

from referee.language.words import so_many
from referee.table.referee import Referee
from scoresheets.display.phrases import GAMES
from scoresheets.looking_back.reconcile import running

Totals = dict[str, list[int]]
"""The totals before the first hand, after it, after the second and so on."""


class Course(NamedTuple):
    """The hands in order, and the totals after each; 0 is the beginning. Also the games won in a match so far."""

    hands: list[int]
    totals: Totals
    games: Mapping[str, int] = {}

    def label(self, side: str) -> str:
        """A side with its total: ``Ann 45``, in a match ``Ann 45, 2 games``."""
        games = f", {so_many(self.games[side], 'game')}" if side in self.games else ""
        return f"{side} {self.totals[side][-1]}{games}"


def course_of(referee: Referee) -> Course:
    """The running totals of a session."""
    sums = running(referee)
    hands = [hand for hand in sums if hand]
    totals = {side: [0, *(sums[hand][side] for hand in hands)] for side in map(str, referee.scores)}
    games = referee.fact(GAMES) if GAMES in referee.game.facts and not referee.over else None
    return Course([0, *hands], totals, games or {})


# Terminal

MARKS = ascii_uppercase + ascii_lowercase + digits
ACROSS, DOWN, FROM_BELOW, FROM_ABOVE, TO_BELOW, TO_ABOVE = range(6)
STYLES = ("─│╭╰╮╯", "━┃┏┗┓┛", "═║╔╚╗╝", "╌╎╭╰╮╯")
"""Line styles for telling players apart: across, down, and the four corners."""

LETTERS_APART = 4  # columns between the letters on lines, at most


class Stroke(NamedTuple):
    """Adjacent characters of a line of text, and the side they belong to; "" if none."""

    text: str
    side: str = ""


def marks(sides: list[str]) -> dict[str, str]:
    """A letter or a digit for each side: the first free letter of its name, otherwise any free one."""
    letters: dict[str, str] = {}
    for side in sides:
        wanted = [letter for letter in side.upper() if letter in ascii_uppercase] + list(MARKS)
        letters[side] = next((letter for letter in wanted if letter not in letters.values()), "?")
    return letters


def drawn(course: Course, width: int = 80, height: int = 16) -> list[list[Stroke]]:
    """Lines of text: a scale on the left, a line for each side with its letter, the hands, and a legend.

    Lines can cover each other, but letters are in columns of their own, so that all of them are visible.
    """
    every = [points for totals in course.totals.values() for points in totals]
    low, high = min(0, *every), max(0, *every)
    if low == high:
        high = low + 1
    height = min(height, high - low + 1)
    scale = max(len(str(low)), len(str(high)))
    letters = marks(list(course.totals))
    room = max(2, width - scale - 3 - len(letters))
    count = len(course.hands)
    apart = max(1, min(12, (room - 1) // max(1, count - 1)))
    columns = [min(i * apart, i * (room - 1) // max(1, count - 1)) for i in range(count)]

    def level(points: int) -> int:
        return (height - 1) - round((points - low) * (height - 1) / (high - low))

    grid = [[Stroke(" ")] * (columns[-1] + 1) for _ in range(height)]
    grid[level(0)] = [Stroke("·")] * (columns[-1] + 1)
    levels = {side: [level(points) for points in totals] for side, totals in course.totals.items()}
    for i, side in enumerate(levels):
        _draw(grid, side, STYLES[i % len(STYLES)], columns, levels[side])
    between = max(1, min(LETTERS_APART, (columns[-1] - 1) // max(1, len(levels))))
    for i, side in enumerate(levels):
        for column in range(between * i, columns[-1] - 1, between * len(levels)):
            grid[_level_at(column, columns, levels[side])][column] = Stroke(letters[side], side)

    labels = {level(points): points for points in (low, high, 0)}
    lines = [
        [Stroke(f"{labels.get(row, '')!s:>{scale}} ┤"), *cells]
        + [Stroke(letters[side], side) for side in levels if levels[side][-1] == row]
        for row, cells in enumerate(grid)
    ]
    lines.append([Stroke(" " * (scale + 2) + _below(columns, course.hands, room + len(letters)))])
    return lines + _legend(course, letters, width)


def _draw(grid: list[list[Stroke]], side: str, style: str, columns: list[int], levels: list[int]) -> None:
    """Draws one player's line from hand to hand: across, and up or down half way."""
    for i in range(1, len(levels)):
        (x, y), (to_x, to_y) = (columns[i - 1], levels[i - 1]), (columns[i], levels[i])
        turn = (x + to_x + 1) // 2
        for column in range(x, to_x + 1):
            grid[y if column < turn else to_y][column] = Stroke(style[ACROSS], side)
        if y == to_y:
            continue
        for row in range(min(y, to_y) + 1, max(y, to_y)):
            grid[row][turn] = Stroke(style[DOWN], side)
        grid[y][turn] = Stroke(style[TO_BELOW if to_y > y else TO_ABOVE], side)
        grid[to_y][turn] = Stroke(style[FROM_ABOVE if to_y > y else FROM_BELOW], side)


def _level_at(column: int, columns: list[int], levels: list[int]) -> int:
    """The level of a player's line in a column; at its end, if the line goes up or down there."""
    i = bisect_left(columns, column)
    if columns[i] == column:
        return levels[bisect_right(columns, column) - 1]
    return levels[i if column >= (columns[i - 1] + columns[i] + 1) // 2 else i - 1]


def _below(columns: list[int], hands: list[int], room: int) -> str:
    """The numbers of the hands that fit."""
    below = [" "] * room
    free = 0
    for column, hand in zip(columns, hands, strict=True):
        text = str(hand)
        if column >= free and column + len(text) <= room:
            below[column : column + len(text)] = text
            free = column + len(text) + 1
    return "".join(below).rstrip()


def _legend(course: Course, letters: dict[str, str], width: int) -> list[list[Stroke]]:
    """The legend: each side's letter, line and final total; several on a line if they fit."""
    lines: list[list[Stroke]] = []
    used = width
    for i, side in enumerate(course.totals):
        across = STYLES[i % len(STYLES)][ACROSS]
        text = f"{across}{letters[side]}{across} {course.label(side)}"
        if used + 3 + cell_len(text) > width:
            lines.append([])
            used = -3
        elif lines[-1]:
            lines[-1].append(Stroke("   "))
        lines[-1].append(Stroke(text, side))
        used += 3 + cell_len(text)
    return lines


# SVG

WIDTH, HEIGHT, EDGE = 800, 450, 50
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#56b4e9", "#7f3c8d", "#666666")
DASHES = ("", "8 4", "2 4", "12 4 2 4", "6 2", "1 3", "10 2", "4 4")


def svg(course: Course, title: str) -> str:
    """The same as SVG: lines with different colors and dashes, and names at their ends."""
    every = [points for totals in course.totals.values() for points in totals]
    low, high = min(0, *every), max(0, *every)
    high = high if high > low else low + 1
    count = max(1, len(course.hands) - 1)

    def x(i: int) -> float:
        return round(EDGE + i * (WIDTH - 4 * EDGE) / count, 1)

    def y(points: int) -> float:
        return round(HEIGHT - EDGE - (points - low) * (HEIGHT - 2 * EDGE) / (high - low), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="14">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{EDGE}" y="{EDGE // 2}" font-size="18">{escape(title)}</text>',
    ]
    for points in sorted({low, 0, high}):
        parts.append(
            f'<line x1="{EDGE}" x2="{x(count)}" y1="{y(points)}" y2="{y(points)}" stroke="#bbbbbb"/>'
            f'<text x="{EDGE - 8}" y="{y(points) + 5}" text-anchor="end">{points}</text>'
        )
    step = max(1, round(len(course.hands) / 20))
    for i, hand in enumerate(course.hands):
        if i % step == 0:
            parts.append(f'<text x="{x(i)}" y="{HEIGHT - EDGE / 2}" text-anchor="middle">{hand}</text>')
    ends: list[float] = []
    for i, (side, totals) in sorted(enumerate(course.totals.items()), key=lambda entry: -entry[1][1][-1]):
        color, dash = COLORS[i % len(COLORS)], DASHES[i % len(DASHES)]
        corners = " ".join(f"{x(j)},{y(total)}" for j, total in enumerate(totals))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(f'<polyline points="{corners}" fill="none" stroke="{color}" stroke-width="3"{dashed}/>')
        at = max(y(totals[-1]) + 5, ends[-1] + 16 if ends else 0)  # keep names from overlapping
        ends.append(at)
        parts.append(f'<text x="{x(count) + 8}" y="{at}" fill="{color}">{escape(course.label(side))}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
