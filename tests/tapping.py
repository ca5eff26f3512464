"""Simulates tapping: fills in the forms of a page using only values that are shown there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee import Referee
from referee.cards import Card
from referee.game.common_reports import Deal, House
from referee.language.reports import Report, _written, shape
from referee.language.words import Seat
from scoresheets import web
from scoresheets.web.filled import texts
from scoresheets.web.forms import HAND, TELL, Form, key_of

TEMPLATES = Path(web.__file__).parent / "templates"

Filled = list[tuple[str, str]]


@cache
def macros() -> Any:
    places = FileSystemLoader(TEMPLATES)
    every = Environment(loader=places, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return every.get_template("choices.html").module


def page(forms: Sequence[Form]) -> str:
    """The forms as HTML."""
    return str(macros().choices(forms, "/tell", "41"))


@dataclass
class Sheet:
    """One form of a page: its fields and buttons by name."""

    said: Filled = field(default_factory=list)  # present values
    radios: dict[str, list[str]] = field(default_factory=dict)
    ticks: dict[str, list[str]] = field(default_factory=dict)
    numbers: dict[str, dict[str, str]] = field(default_factory=dict)
    lines: set[str] = field(default_factory=set)
    buttons: dict[str, dict[str, int]] = field(default_factory=dict)  # how often each may be pressed
    needed: set[str] = field(default_factory=set)
    sends: bool = False  # whether there is a button that only sends

    @property
    def key(self) -> str:
        return dict(self.said).get(TELL, "")

    @property
    def names(self) -> list[str]:
        return [*self.radios, *self.ticks, *self.numbers, *self.lines, *self.buttons]


class Sheets(HTMLParser):
    """The forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[Sheet] = []
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.all.append(Sheet())
        if tag not in ("input", "button", "select", "option"):
            return
        sheet, name, value = self.all[-1], has.get("name", ""), has.get("value", "")
        if "disabled" in has:
            return
        if "required" in has:
            sheet.needed.add(name)
        if tag == "select":
            self._select = name
            sheet.radios[name] = []
        elif tag == "option":
            sheet.radios[self._select].append(value)
            if "selected" in has:
                sheet.said.append((self._select, value))
        elif tag == "button":
            if name:
                sheet.buttons.setdefault(name, {})[value] = int(has.get("data-most", 1))
            sheet.sends |= not name and has.get("type") == "submit"
        elif has["type"] == "hidden":
            sheet.said.append((name, value))
        elif has["type"] in ("radio", "checkbox"):
            (sheet.radios if has["type"] == "radio" else sheet.ticks).setdefault(name, []).append(value)
            if "checked" in has:
                sheet.said.append((name, value))
        elif has["type"] == "number":
            sheet.numbers[name] = has
        elif "data-pieces" not in has:  # these are tapped together
            sheet.lines.add(name)


class CannotTap(Exception):
    """A report that can't be entered by tapping."""


def filled_in(sheet: Sheet, report: Report, name: str = "") -> Filled:
    """A form filled in with a report. Raises CannotTap if a value isn't offered."""
    base = key_of(type(report))
    given = Filling(sheet)
    if report.who or any(other == f"{base}/who" for other in sheet.names):
        given.put(f"{base}/who", report.who, report)
    for argument in shape(type(report)).arguments:
        value = getattr(report, argument.field)
        left_out = argument.optional and value == argument.default
        given.put(f"{base}/{argument.field}", None if left_out else value, report)
    return given.sent()


@dataclass
class Filling:
    """A form being filled in."""

    sheet: Sheet
    said: Filled = field(init=False)
    pressed: bool = False

    def __post_init__(self) -> None:
        self.said = list(self.sheet.said)

    def put(self, name: str, value: Any, report: Report) -> None:
        """Fills in one field."""
        sheet = self.sheet
        counts = [other for other in sheet.names if other.startswith(f"{name}.")]
        if counts and value is not None:
            self.count(name, _written(value).split(), counts)
            return
        text = "" if value is None else str(value)
        if (name, text) in self.said and name not in sheet.ticks:
            return
        if f"add {name}" in sheet.buttons:
            if text:
                self.say(name, " ".join(self.tapped(name, value)))
        elif name in sheet.radios:
            if text or "" in sheet.radios[name]:
                self.choose(name, _word(value), sheet.radios[name])
        elif name in sheet.buttons:
            self.choose(name, _word(value), sheet.buttons[name])
            self.pressed = True
        elif name in sheet.ticks:
            self.said = [pair for pair in self.said if pair[0] != name]
            words = text.split("+") if name.endswith("/who") else ["on"] * (value is True)
            for word in words:
                if word not in sheet.ticks[name]:
                    raise CannotTap(f"{word} of {name}")
                self.said.append((name, word))
        elif not text:
            return
        elif name in sheet.numbers and isinstance(value, int):
            has = sheet.numbers[name]
            least, most, step = (int(has[bound]) if bound in has else None for bound in ("min", "max", "step"))
            if (
                (least is not None and value < least)
                or (most is not None and value > most)
                or (value - (least or 0)) % (step or 1)
            ):
                raise CannotTap(f"{value} of {name}")
            self.say(name, text)
        elif name in sheet.lines and (isinstance(value, str) or report.new):
            self.say(name, text)
        elif name in sheet.lines and isinstance(report, House):  # numbers and words without a list
            self.say(name, _written(value))
        else:
            raise CannotTap(f"{text} of {name}")

    def count(self, name: str, words: list[str], names: Iterable[str]) -> None:
        """Fills in numbers of things: ``24 cards 6 diamonds 7D``, ``primiera 78``."""
        left = words
        for other in names:
            written = other.removeprefix(f"{name}.")
            what = written.replace("{}", "").strip()
            if written == "{}" and left and left[0].isdigit():
                self.say(other, left.pop(0))
                continue
            size = len(what.split())
            at = next((at for at in range(len(left)) if " ".join(left[at : at + size]) == what), -1)
            if not what or at < 0:
                continue
            if other in self.sheet.ticks:
                self.say(other, "on")
                del left[at : at + size]
                continue
            if written.endswith("{}") and not "".join(left[at + 1 : at + 2]).isdigit():  # once
                self.say(other, "1")
                del left[at]
                continue
            near = at + 1 if written.endswith("{}") else at - 1
            if int(left[near]) > int(self.sheet.numbers[other]["max"]):
                raise CannotTap(f"{left[near]} of {other}")
            self.say(other, left[near])
            del left[min(at, near) : max(at, near) + 1]
        if left:
            raise CannotTap(f"{' '.join(left)} of {name}")

    def choose(self, name: str, text: str, offered: Iterable[str]) -> None:
        if text not in offered:
            raise CannotTap(f"{text!r} of {name}")
        self.say(name, text)

    def say(self, name: str, text: str) -> None:
        self.said = [pair for pair in self.said if pair[0] != name] + [(name, text)]

    def tapped(self, name: str, value: Any) -> list[str]:
        """The pieces of a value, each of which must be offered that often."""
        offered = self.sheet.buttons[f"add {name}"]
        pieces = [*_pieces(value, offered)]
        for piece, often in Counter(pieces).items():
            if offered.get(piece, 0) < often:
                raise CannotTap(f"{piece} of {name}")
        return pieces

    def sent(self) -> Filled:
        filled = {name for name, text in self.said if text}
        if not self.pressed and not self.sheet.sends:
            raise CannotTap(f"nothing sends {self.sheet.key}")
        if missing := self.sheet.needed - filled:
            raise CannotTap(f"{missing} is needed")
        return self.said


def _word(value: Any) -> str:
    if isinstance(value, tuple) and len(value) == 1 and isinstance(value[0], Card):
        return value[0].text
    return "" if value is None else str(value)


def _pieces(value: Any, offered: Iterable[str]) -> Iterator[str]:
    if isinstance(value, Card):
        if not value.says or value.text in offered:
            yield value.text
        elif f"={value.says}" in offered:
            yield from (value.face.text, f"={value.says}")
        else:
            yield from (value.face.text, "=", value.says)
    elif isinstance(value, tuple) and all(isinstance(part, tuple) for part in value):
        for place, group in enumerate(value):
            yield from [","] * bool(place)
            yield from _pieces(group, offered)
    elif isinstance(value, tuple):
        for part in value:
            yield from _pieces(part, offered)
    else:
        text = _written(value)
        phrases = sorted(offered, key=len, reverse=True)
        words = re.findall("|".join(rf"(?<!\S){re.escape(phrase)}(?!\S)" for phrase in phrases) or "x", text)
        words = words if " ".join(words) == text else text.split()
        if not all(word in offered for word in words):  # a sum
            words = re.findall(r"[0-9]+|[^0-9]", text)
        yield from words if all(word in offered for word in words) else text


def tap(report: Report, sheets: Iterable[Sheet]) -> Filled:
    """The filled-in form for a report. Raises CannotTap if there is none."""
    why = []
    for sheet in sheets:
        if sheet.key.partition(":")[0] != key_of(type(report)):
            continue
        try:
            return filled_in(sheet, report)
        except CannotTap as cannot:
            why.append(f"{sheet.key}: {cannot}")
    raise CannotTap("; ".join(why) or "there is no such form")


def tap_hand(reports: Sequence[Report], sheets: Iterable[Sheet]) -> Filled:
    """A form with rows, of the whole hand or of one verb, filled in. Raises CannotTap if a report doesn't fit."""
    why = []
    for sheet in sheets:
        if sheet.key.partition(":")[0] == HAND:
            try:
                return rows_filled_in(reports, sheet)
            except CannotTap as cannot:
                why.append(str(cannot))
    raise CannotTap("; ".join(why) or "no hand can be told in short")


def rows_filled_in(reports: Sequence[Report], sheet: Sheet) -> Filled:
    given = Filling(sheet)
    places: dict[tuple[str, str, str], str] = {}  # a verb, its field and who says it: the name on the sheet
    for name in sheet.names:
        key, _, rest = name.removeprefix("add ").partition("/")
        seat, _, field = rest.rpartition("/")
        before, dot, _ = name.removeprefix("add ").rpartition(".") if "." in field else ("", "", "")
        places[key.partition(":")[0], field.partition(".")[0], seat] = before if dot else name.removeprefix("add ")
    filled: set[tuple[str, str]] = set()
    for report in reports:
        key = key_of(type(report))
        if (key, report.who) in filled:
            raise CannotTap(f"{report.text} has a row to itself")
        filled.add((key, report.who))
        fields: dict[str, Any] = {
            argument.field: getattr(report, argument.field)
            for argument in shape(type(report)).arguments
            if not (argument.optional and getattr(report, argument.field) == argument.default)
        }
        deals = report.verb == Deal.verb
        if deals or report.several:
            fields["who"] = report.who
        if not shape(type(report)).arguments and not report.several:
            fields["said"] = True
        if not fields and not deals:  # give the optional value, because otherwise there would be none
            first = shape(type(report)).arguments[0]
            said = (key, "said", report.who) in places
            fields["said" if said else first.field] = True if said else getattr(report, first.field)
        for field, value in fields.items():
            who = "" if deals or report.several else report.who
            if (key, field, who) not in places:
                if deals and field == "who" and {(f"{key}/who", value), (f"{key}/said", "on")} & {*sheet.said}:
                    continue
                raise CannotTap(f"{field} of {report.text}")
            given.put(places[key, field, who], value, report)
    return given.sent()


class Unfolded(HTMLParser):
    """A page without its folded parts."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self.within: list[bool] = []  # of each <details> around it whether it is closed
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag in ("script", "style"):
            return
        if tag == "details":
            self.within.append("open" not in has)
        elif not any(self.within) or tag == "form" or has.get("type") == "hidden":
            self.kept.append(self.get_starttag_text() or "")
        elif "checked" in has:
            self.kept.append(f'<input type="hidden" name="{has["name"]}" value="{has["value"]}">')

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.within.pop()

    @property
    def sheets(self) -> list[Sheet]:
        return Sheets("".join(self.kept)).all


def one_by_one(referee: Referee, report: Report) -> Iterator[Report]:
    """A report of everybody's numbers as one for each player or side. Any other unchanged."""
    argument = next(iter(shape(type(report)).arguments), None)
    row = getattr(report, argument.field) if argument else ()
    if not isinstance(row, tuple) or not row or not all(isinstance(number, int) for number in row):
        yield report
        return
    for side, number in zip(referee.sides if len(row) == len(referee.sides) else referee.seats, row, strict=True):
        yield referee.vocabulary.read(f"{side} {report.verb} {number}", referee.hand)


def filled_forms(report: Report, referee: Referee, shown: list[Sheet]) -> list[Filled]:
    """The filled-in forms for a report, several if each part of a row has its own. Empty if it can't be tapped."""
    parts = [*one_by_one(referee, report)]
    for filled in (lambda: tap(report, shown), lambda: tap_hand(parts, shown)):
        with suppress(CannotTap):
            return [filled()]
    every = [filled_forms(part, referee, shown) for part in parts] if len(parts) > 1 else [[]]
    return [filled for part in every for filled in part] if all(every) else []


def taps_of(filled: Filled, sheets: Iterable[Sheet]) -> int:
    """How often a thumb taps to fill in a form and to send it. Typing a number or a text counts as one."""
    sheet = next(sheet for sheet in sheets if sheet.key == dict(filled)[TELL])
    taps, pressed = 0, False
    for name, value in filled:
        if (name, value) in sheet.said:
            continue
        if f"add {name}" in sheet.buttons:
            taps += len(pieces_of(value, sheet.buttons[f"add {name}"]))
        else:
            taps += 1
            pressed |= name in sheet.buttons
    return taps + (not pressed)


def pieces_of(text: str, offered: Iterable[str]) -> list[str]:
    """The pieces that a text was put together from."""
    longest = sorted(offered, key=len, reverse=True)
    return re.findall("|".join(rf"(?<!\S){re.escape(word)}(?!\S)" for word in longest), text)


def by_taps(report: Report, referee: Referee, shown: list[Sheet], seat: str = "") -> list[str]:
    """The reports that these forms give when this one is tapped. Empty if it can't be."""
    forms = filled_forms(report, referee, shown)
    return [text for filled in forms for text in texts(filled, referee, Seat(seat) if seat else None)]


def told(referee: Referee, report: Report, sheets: Iterable[Sheet]) -> Report:
    """The report that the tapped form gives."""
    (text,) = texts(tap(report, sheets), referee)
    return referee.vocabulary.read(text, referee.hand)
