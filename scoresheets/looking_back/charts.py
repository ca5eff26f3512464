"""Running totals of a session as a picture: in letters for a terminal, or as SVG."""

from __future__ import annotations

from html import escape
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from referee.table import Referee
from scoresheets.looking_back.reconcile import running

Totals = dict[str, list[int]]
"""What everybody had before the first hand, after it, after the second and so on."""


class Course(NamedTuple):
    """The hands in their order, and the totals; nought stands for the beginning."""

    hands: list[int]
    totals: Totals


def course_of(referee: Referee) -> Course:
    """How the totals ran; the totals of what belongs to no hand count from the beginning."""
    sums = running(referee)
    sides = list(map(str, referee.scores))
    hands = [hand for hand in sums if hand]
    before = sums.get(0, {})
    totals = {side: [before.get(side, 0), *(sums[hand][side] for hand in hands)] for side in sides}
    return Course([0, *hands], totals)


# For a terminal

MARKS = ascii_uppercase + ascii_lowercase + digits
SEVERAL = "*"


def marks(sides: list[str]) -> dict[str, str]:
    """A letter or a digit for everybody: the first of the name where nobody else has it, else the next that is free."""
    letters: dict[str, str] = {}
    for side in sides:
        wanted = [letter for letter in side.upper() if letter in ascii_uppercase] + list(MARKS)
        letters[side] = next((letter for letter in wanted if letter not in letters.values()), "?")
    return letters


def drawn(course: Course, width: int = 80, height: int = 16) -> list[str]:
    """Lines of text: the scale on the left, a letter for everybody's total after each hand, the hands below."""
    every = [points for totals in course.totals.values() for points in totals]
    low, high = min(0, *every), max(0, *every)
    if low == high:
        high = low + 1
    height = min(height, high - low + 1)
    scale = max(len(str(low)), len(str(high)))
    room = max(1, width - scale - 3)
    count = len(course.hands)
    places = [
        round(i * (room - 1) / max(1, count - 1)) if count > room // 2 else i * (room // count) for i in range(count)
    ]
    grid = [[" "] * room for _ in range(height)]

    def level(points: int) -> int:
        return (height - 1) - round((points - low) * (height - 1) / (high - low))

    for place in range(room):
        grid[level(0)][place] = "·"
    letters = marks(list(course.totals))
    for side, totals in course.totals.items():
        for place, points in zip(places, totals, strict=True):
            held = grid[level(points)][place]
            grid[level(points)][place] = letters[side] if held in " ·" else SEVERAL
    labels = {level(points): points for points in sorted({low, high, 0})}
    lines = [f"{labels.get(row, ''):>{scale}} ┤{''.join(cells).rstrip()}" for row, cells in enumerate(grid)]
    below = [" "] * (room + 4)
    last = -2
    for place, hand in zip(places, course.hands, strict=True):
        text = str(hand)
        if place > last + 1 and place + len(text) <= len(below):
            below[place : place + len(text)] = text
            last = place + len(text) - 1
    lines.append(f"{'':>{scale}}  {''.join(below).rstrip()}")
    lines.append(", ".join(f"{letter} {side}" for side, letter in letters.items()) + f"; {SEVERAL} several")
    return lines


# As SVG

WIDTH, HEIGHT, EDGE = 800, 450, 50
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#56b4e9", "#7f3c8d", "#666666")
DASHES = ("", "8 4", "2 4", "12 4 2 4", "6 2", "1 3", "10 2", "4 4")


def svg(course: Course, title: str) -> str:
    """The same as a picture: lines that differ in colour, in dashes and by the name at their end."""
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
        colour, dash = COLOURS[i % len(COLOURS)], DASHES[i % len(DASHES)]
        corners = " ".join(f"{x(j)},{y(total)}" for j, total in enumerate(totals))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(f'<polyline points="{corners}" fill="none" stroke="{colour}" stroke-width="3"{dashed}/>')
        at = max(y(totals[-1]) + 5, ends[-1] + 16 if ends else 0)  # so that no name stands on another
        ends.append(at)
        parts.append(f'<text x="{x(count) + 8}" y="{at}" fill="{colour}">{escape(side)} {totals[-1]}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
