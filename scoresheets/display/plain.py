"""Lines for a terminal: control characters in typed text have no effect, and messages are colored.

Short lines are written without Rich, which takes longer to import than a report takes to judge and save.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, TextIO

from referee.cards import SUIT_SIGNS

if TYPE_CHECKING:
    from rich.text import Text

_UNSEEN = r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def visible(text: str) -> str:
    """A text on one line, with control characters made visible."""
    if text.isprintable():
        return text
    return re.sub(_UNSEEN, lambda match: " " if match[0] in "\t\n\r" else "\N{REPLACEMENT CHARACTER}", text)


_CARD = re.compile(r"(?<![\w=])(10|[2-9AKQJ])([SHDC])(?![\w])")


def with_suits(text: str) -> str:
    """A report with the signs of the suits: ``Ben plays Q♠``."""
    return _CARD.sub(lambda match: match[1] + SUIT_SIGNS[match[2]], text)


STRUCK = "\ue001"
"""Marks text as struck through, at its beginning and end. It can't be typed."""


def struck(text: str) -> str:
    """A text marked as struck through."""
    return f"{STRUCK}{text}{STRUCK}"


def not_here(sentence: str) -> str:
    """The text of a rule that a house has dropped, marked."""
    return f"Not played here: {struck(sentence)}"


def with_strokes(text: str) -> str:
    """A marked sentence as HTML."""
    from html import escape

    return re.sub(f"{STRUCK}(.*?){STRUCK}", r"<s>\1</s>", escape(visible(text)))


def unmarked(text: str) -> str:
    """A sentence for output that can't strike text through."""
    return text.replace(STRUCK, "")


def styled(text: str, plain: bool = False, marks: str = f"`{STRUCK}") -> Text:
    """A sentence in Rich: text between backquotes is colored, struck text is struck through."""
    from rich.text import Text

    drawn, on = Text(), dict.fromkeys(marks, False)
    for part in re.split(f"([{marks}])", text):
        if part in on:
            on[part] = not on[part]
        elif part:
            style = " ".join(STYLES[mark] for mark, applies in on.items() if applies and not plain)
            drawn.append(visible(part), style=style)
    return drawn


STYLES = {"`": "cyan", STRUCK: "strike"}


CODES = {"green": "32", "yellow": "33", "red": "31", "bold red": "1;31", "bold": "1", "dim": "2"}


def written(said: list[tuple[str, str]], stream: TextIO, *, plain: bool) -> bool:
    """Writes lines with their styles if they fit and Rich would write the same. Returns whether it did."""
    tty = stream.isatty()
    if any(os.environ.get(name) for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")) or os.name == "nt":
        return False
    if any(style and style not in CODES for _, style in said):
        return False
    texts = [visible(text) for text, _ in said]
    if tty:
        room = _columns(stream)
        if not all(text.isascii() and len(text) <= room for text in texts):
            return False
    painted = (
        tty
        and not plain
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    )
    for text, (_, style) in zip(texts, said, strict=True):
        print(f"\x1b[{CODES[style]}m{text}\x1b[0m" if painted and style and text else text, file=stream)
    return True


def fitted(text: str, stream: TextIO) -> str:
    """A line wrapped at words, for a terminal that would break it anywhere."""
    room = _columns(stream) if stream.isatty() else 0
    return "\n".join(broken(text, max(room, 20))) if room and len(text) * 2 > room else text


def broken(text: str, room: int) -> list[str]:
    """A text in lines, broken between words, each indented as the first. Long words stay whole."""
    indent = text[: len(text) - len(text.lstrip())]
    lines = [""]
    for word in re.findall(r"\s*\S+", text):
        if lines[-1] and _cells(lines[-1] + word) > room:
            lines.append(indent + word.lstrip())
        else:
            lines[-1] += word
    return lines


def _cells(text: str) -> int:
    """The number of columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _columns(stream: TextIO) -> int:
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(stream.fileno()).columns)
    except (ValueError, OSError):
        return 80
