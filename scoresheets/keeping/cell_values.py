"""The values of cells in a spreadsheet: days, whole numbers and names in people's own spelling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

from referee.language.amounts import DECIMALS, amount
from referee.language.words import either, folded, name_fault, nearest
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.journal import LONGEST_NAME

Ask = Callable[[str, Sequence[str]], int]
"""Asks the user a question and returns the number of the answer."""

T = TypeVar("T")


def sure(read: T | CommandError) -> T:
    """The value of a cell. Raises its error if it has one."""
    if isinstance(read, CommandError):
        raise read
    return read


def tried(read: Callable[..., T], *what: Any) -> T | CommandError:
    """Calls ``read`` with the values of cells and returns its result, or its error. An earlier error is passed on."""
    try:
        return read(*map(sure, what))
    except CommandError as trouble:
        return trouble


ALIKE = 0.75
"""The similarity from which a name may be a misspelling of another."""


class Cell(NamedTuple):
    """The text of a cell and the place that messages name."""

    text: str
    where: str


# Names


def matched(
    names: Sequence[Cell], known: Mapping[str, str], said: Mapping[str, str], ask: Ask | None
) -> dict[str, str]:
    """Maps each name in the sheet to a player: one of ``known``, which is keyed by folded name, or somebody new.

    ``said`` holds the names that have been settled before. Raises CommandError for an invalid name, for two names of
    one player, and for a name that is unclear if there is nobody to ask.
    """
    meant: dict[str, str] = {}
    unsure: list[tuple[Cell, list[str]]] = []
    here = {folded(said.get(folded(cell.text), cell.text)) for cell in names}
    lines: list[str] = []
    for cell in names:
        name = said.get(folded(cell.text), cell.text)
        if folded(name) in known:
            meant[cell.text] = known[folded(name)]
        elif fault := _fault(name):
            lines.append(f'{cell.where}: {fault}. To say who that is, add `--as "{cell.text}=NAME"`')
        elif folded(cell.text) not in said and (close := _close(name, known, here)):
            unsure.append((cell, close))
        else:
            meant[cell.text] = name
    if not ask:
        lines += [_doubt(cell, close) for cell, close in unsure]
    if lines:
        raise CommandError("; ".join(lines), USAGE, lines)
    for cell, close in unsure:
        assert ask
        answer = ask(f"Who is {cell.text} ({cell.where})?", [*close, f"somebody new, called {cell.text}"])
        meant[cell.text] = close[answer] if answer < len(close) else cell.text
    by_player: dict[str, Cell] = {}
    for cell in names:
        if (other := by_player.setdefault(folded(meant[cell.text]), cell)) is not cell:
            same = folded(other.text) == folded(cell.text)
            both = f"two columns are called {cell.text}" if same else f"{other.text} is {meant[cell.text]} too"
            raise CommandError(f"{cell.where}: {both}. Each player needs a different name", USAGE)
    return meant


def _fault(name: str) -> str | None:
    """Why a name isn't valid."""
    long = f"{name[:20]}… is too long: a name has {LONGEST_NAME} characters at most"
    return long if len(name) > LONGEST_NAME else name_fault(name)


def _close(name: str, known: Mapping[str, str], here: Iterable[str]) -> list[str]:
    """Known players that a name may mean. Leaves out players who have a column under their own name."""
    free = [spelling for spelling in known if spelling not in here]
    begins = [spelling for spelling in free if spelling.startswith(folded(name)) or folded(name).startswith(spelling)]
    return [known[spelling] for spelling in dict.fromkeys([*nearest(folded(name), free, 3, ALIKE), *begins])][:3]


def _doubt(cell: Cell, close: Sequence[str]) -> str:
    text = f"{cell.where}: is {cell.text} the same as {either(close)}, who has played before?"
    return f'{text} If so, add --as "{cell.text}={close[0]}". For a new player, add --as "{cell.text}={cell.text}"'


# Days

FIRST_YEAR = 1900  # of an evening that anybody here may have played
ORDERS = {"dmy": "day/month/year", "mdy": "month/day/year"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = {name: number for number, name in enumerate(_MONTHS, 1)} | {"mrz": 3, "mai": 5, "okt": 10, "dez": 12}
_TIME = re.compile(r"[T\s,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$")
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d\d)")
_DAY_AND_MONTH = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]+([^\W\d_]{3,})\.?,?[\s-]+(\d{4})")
_MONTH_AND_DAY = re.compile(r"([^\W\d_]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_WEEKDAY = re.compile(r"^[^\W\d_]{2,}\.?,?\s+(?=\d|[^\W\d_]{3,}\.?\s+\d)")


class _Parts(NamedTuple):
    """A day in numbers. For a slashed one, the order isn't known."""

    cell: Cell
    first: int
    second: int
    third: int
    slashed: bool
    at: time | None


def days(cells: Sequence[Cell], order: str, now: datetime, ask: Ask | None) -> list[datetime | CommandError]:
    """The date and time of each cell, noon if it gives no time, or the error in it.

    Raises CommandError if it isn't clear whether the day or the month comes first.
    """
    parts = [tried(_parts, cell) for cell in cells]
    slashed = [part for part in parts if isinstance(part, _Parts) and part.slashed]
    if slashed and not order:
        order = _order(slashed, ask)
    return [tried(_moment, part, order, now) for part in parts]


def _parts(cell: Cell) -> _Parts:
    text, at = cell.text, None
    if not text:
        raise CommandError(f"{cell.where}: the day is missing. Write it as 2006-01-13 or 13.01.2006", USAGE)
    if told := _TIME.search(text):
        hour, minute, second = (int(part or 0) for part in told.groups()[:3])
        if hour > 23 or minute > 59 or second > 59:
            raise CommandError(f"{cell.where}: {text!r} has no such time of day", USAGE)
        zone = datetime.strptime(told[4], "%z").tzinfo if told[4] else None
        text, at = text[: told.start()], time(hour, minute, second, tzinfo=zone)
    if match := _YEAR_FIRST.fullmatch(text):
        return _Parts(cell, int(match[4]), int(match[3]), int(match[1]), False, at)
    text = _WEEKDAY.sub("", text, count=1) if not _MONTH_AND_DAY.fullmatch(text) else text
    if match := _YEAR_LAST.fullmatch(text):
        return _Parts(cell, int(match[1]), int(match[3]), _century(match[4]), match[2] != ".", at)
    if match := _DAY_AND_MONTH.fullmatch(text):
        day, month, year = match.groups()
    elif match := _MONTH_AND_DAY.fullmatch(text):
        month, day, year = match.groups()
    else:
        raise CommandError(f"{cell.where}: {cell.text!r} isn't a day. Write it as 2006-01-13 or 13.01.2006", USAGE)
    if (number := _MONTH.get(folded(month)[:3])) is None:
        raise CommandError(f"{cell.where}: {month!r} isn't a month. Write the day as 2006-01-13 or 13.01.2006", USAGE)
    return _Parts(cell, int(day), number, int(year), False, at)


def _century(year: str) -> int:
    if len(year) == 4:
        return int(year)
    return int(year) + (2000 if int(year) <= datetime.now().year % 100 else 1900)


def _order(slashed: Sequence[_Parts], ask: Ask | None) -> str:
    """Whether the day comes first in days like 03/04/2006, if any of them shows it."""
    day_first = next((part for part in slashed if part.first > 12), None)
    month_first = next((part for part in slashed if part.second > 12), None)
    if none := next((part for part in slashed if part.first > 12 and part.second > 12), None):
        raise CommandError(f"{none.cell.where}: there is no date {none.cell.text!r}", USAGE)
    if day_first and month_first:
        text = f"{day_first.cell.text!r} ({day_first.cell.where}) has the day first, and {month_first.cell.text!r}"
        raise CommandError(f"{month_first.cell.where}: {text} has the month first. Write days as 2006-01-13", USAGE)
    if day_first or month_first:
        return "dmy" if day_first else "mdy"
    unclear = next((part for part in slashed if part.first != part.second), None)
    if unclear is None:
        return "dmy"  # 05/05/2006 is the same both ways
    if ask:
        return [*ORDERS][ask(f"How is {unclear.cell.text} ({unclear.cell.where}) meant?", [*ORDERS.values()])]
    text = f"{unclear.cell.text!r} may be {' or '.join(ORDERS.values())}"
    raise CommandError(f"{unclear.cell.where}: {text}. Add --dates dmy or --dates mdy", USAGE)


def _moment(part: _Parts, order: str, now: datetime) -> datetime:
    day, month = (part.second, part.first) if part.slashed and order == "mdy" else (part.first, part.second)
    try:
        moment = datetime.combine(date(part.third, month, day), part.at or time(12)).astimezone()
    except (ValueError, OverflowError, OSError):
        shown = f"{part.third:04}-{month:02}-{day:02}"
        text = f" ({shown}, read as {ORDERS[order]})" if part.slashed else ""
        raise CommandError(f"{part.cell.where}: there is no date {part.cell.text!r}{text}", USAGE) from None
    if part.third < FIRST_YEAR:
        raise CommandError(f"{part.cell.where}: {part.cell.text!r} is before {FIRST_YEAR}", USAGE)
    if moment > now + timedelta(days=1):
        raise CommandError(f"{part.cell.where}: {part.cell.text!r} is in the future", USAGE)
    return moment


# Numbers

_NUMBER = re.compile(r"([-+]?)(\d[\d.,]*|[.,]\d+)")
WRITTEN = r"(?:\d*|\d{{1,3}}(?:[{grouping}]\d{{2,3}})*[{grouping}]\d{{3}})(?:[{decimal}]\d*)?"
"""Digits with marks between thousands, also in Indian style, and a mark before the fraction."""

MOST = 10**9
_BLANKS = re.compile(r"[\s'\u2019\u00a0\u202f]")
NOTHING = ("", "-", "–", "—")
"""Cells of players who sat this one out."""


def numbers(
    cells: Sequence[Cell], decimal: str, times: int, ask: Ask | None, games: Sequence[str] = ()
) -> list[int | CommandError]:
    """The number in each cell, with its decimals, or the error in it.

    ``times`` multiplies the numbers of each game that has a fraction. ``games`` names the game of each cell if there
    are several. ``decimal`` is the mark before a fraction, "" to find it from the cells.

    Raises CommandError if it isn't clear which mark that is.
    """
    told = [tried(_number, cell) for cell in cells]
    mark = decimal or _decimal([read for read in told if not isinstance(read, CommandError)], ask)
    amounts = [tried(_amount, read, mark) for read in told]
    of_games = [*games] or [""] * len(cells)
    in_parts = {game for game, read in zip(of_games, amounts, strict=True)
                if isinstance(read, Decimal) and read != int(read)}  # fmt: skip
    scale = [times if game in in_parts or len({*of_games}) == 1 else 1 for game in of_games]
    return [tried(_scaled, *each) for each in zip(cells, amounts, scale, strict=True)]


def _scaled(cell: Cell, number: Decimal, by: int) -> int:
    scaled = number * by
    if abs(scaled) >= MOST:
        raise CommandError(f"{cell.where}: {cell.text!r} is too much: a score has nine digits at most", USAGE)
    if scaled != round(scaled, DECIMALS):
        raise CommandError(f"{cell.where}: {cell.text!r} has more than {DECIMALS} decimals", USAGE)
    return amount(float(scaled))


def _amount(entered: tuple[Cell, str, str], decimal: str) -> Decimal:
    cell, sign, digits = entered
    grouping = "," if decimal == "." else "."
    if not re.fullmatch(WRITTEN.format(grouping=grouping, decimal=decimal), digits) or len(digits) > 20:
        raise CommandError(f"{cell.where}: {cell.text!r} isn't a number", USAGE)
    return Decimal(sign + digits.replace(grouping, "").replace(decimal, "."))


def _number(cell: Cell) -> tuple[Cell, str, str]:
    text = _BLANKS.sub("", cell.text).replace("−", "-")
    if not (match := _NUMBER.fullmatch(text)) or not text.isascii():
        raise CommandError(
            f"{cell.where}: {cell.text!r} isn't a number. Leave the cell empty for a player who didn't play", USAGE
        )
    return cell, match[1], match[2]


def _decimal(entered: Sequence[tuple[Cell, str, str]], ask: Ask | None) -> str:
    """The mark before a fraction, if any of the numbers shows it."""
    proof: dict[str, Cell] = {}
    unclear: Cell | None = None
    for cell, _, digits in entered:
        marks = re.sub(r"\d", "", digits)
        if not marks:
            continue
        after = len(digits) - max(digits.rfind(","), digits.rfind(".")) - 1
        other = {",": ".", ".": ","}[marks[-1]]
        if len(set(marks)) > 1 or (len(marks) == 1 and (after != 3 or digits[0] in "0.,")):
            proof.setdefault(marks[-1], cell)
        elif len(marks) > 1:
            proof.setdefault(other, cell)
        else:
            unclear = unclear or cell
    if len(proof) > 1:
        comma, point = proof[","], proof["."]
        text = f"{comma.text!r} ({comma.where}) has a decimal comma, {point.text!r} a decimal point"
        raise CommandError(f"{point.where}: {text}", USAGE)
    if unclear and not proof:
        if ask:
            plain = re.sub(r"[.,]", "", unclear.text)
            mark = "," if "," in unclear.text else "."
            thousands = ask(
                f"What does {unclear.text} ({unclear.where}) mean?", [unclear.text.replace(mark, "."), plain]
            )
            return {",": ".", ".": ","}[mark] if thousands else mark
        text = f"{unclear.text!r} could have thousands or decimals"
        raise CommandError(f"{unclear.where}: {text}. Add --decimal point or --decimal comma", USAGE)
    return next(iter(proof), ".")


# Formulas

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula. An apostrophe in front marks text."""
    return f"'{cell}" if _FORMULA.match(cell) and not re.fullmatch(r"[+-]?\d+(\.\d+)?", cell) else cell


def as_typed(cell: str) -> str:
    """The original of a cell made by `harmless`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell
