"""What messages offer to type is understood when it is typed: reports, words of the prompt, and commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import Referee, find_game
from referee.entry.repairs import repairs
from referee.entry.shorthand import Several, read
from referee.games import ours
from referee.language.words import ParseError, Piece, pieces
from referee.records.record import Judge
from referee.table.rulings import Ruling
from referee.testing.walker import Walker
from scoresheets.catalogue import game_called
from scoresheets.cli.commands import COMMANDS
from scoresheets.cli.dispatch import written
from scoresheets.cli.prompt_lines import WORDS
from scoresheets.display import phrases
from tests import shown
from tests.test_plain_english import said_by

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.record"))
SHEETS = sorted((Path(__file__).parent / "declared" / "records").glob("*/*.record"))
STEPS = 40
QUOTED = re.compile(r"(?P<before>[^`]*)`(?P<text>[^`]+)`")
CITED = re.compile(r"(?:understood|after|shows|before|following|kept) $", re.IGNORECASE)
"""Words before a text that is cited, and isn't offered."""
SAID_OF_IT = re.compile(r"^ (?:isn't|could mean|can't|shows|has|would|was)\b")
"""Words after a text that is cited."""
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|\bN\b|±|\[|\|")
PROMPT = {form.split()[0] for form in WORDS} | {"help", "quit", "legal", "undo", "redo", "score", "rules", "rule"}


def offered(message: str) -> Iterator[str]:
    """What a message offers to type."""
    for found in QUOTED.finditer(message):
        if not CITED.search(found["before"]) and not SAID_OF_IT.match(message[found.end() :]):
            yield found["text"]


def understood(text: str, referee: Referee) -> bool:
    """Whether a text can be typed at this table, or tells the form of what can."""
    first, _, rest = text.removeprefix("~ ").partition(" ")
    if first == "referee":
        return is_command(rest)
    if first in PROMPT or first in COMMANDS:
        return True
    if PLACEHOLDER.search(text) and not re.search(r"(?<!\S)(?:[2-9AKQJ]|10)[SHDC](?!\S)", text):
        return is_form(text.removeprefix("~ "), referee)
    if "…" in text:
        text = text.replace("…", next(iter(referee.hand.pack)).text if len(referee.hand.pack) else "AS")
    return all(is_report(piece.text, referee) for piece in pieces(text))


def is_command(words: str) -> bool:
    """Whether this is a command with options that it has."""
    name, *rest = words.replace("…", "").split() or [""]
    if name not in COMMANDS:
        return name.startswith("--") or name.isupper()  # any of them, in an f-string
    known = {option for param in written(name).params for option in (*param.opts, *param.secondary_opts)}
    inner = getattr(written(name), "commands", {})
    known |= {option for command in inner.values() for param in command.params for option in param.opts}
    return all(word.split("=")[0] in known | {"--help"} for word in rest if re.fullmatch(r"--[a-z-]+(?:=.*)?", word))


def is_form(text: str, referee: Referee) -> bool:
    """Whether this is the form of a report, or a report with capitals for names and numbers."""
    forms = [form.usage for shapes in referee.vocabulary.shapes.values() for form in shapes]
    plain = [usage.replace("[", "").replace("]", "") for usage in forms]
    if any(usage.startswith(text) or text in usage for usage in (*forms, *plain)):
        return True
    names = [*referee.seats, *referee.seats]
    for placeholder, value in (("WHO", names[0]), ("TEAM", names[0]), ("WHOM", names[-1]), ("NAME", "Zoe"), ("N", "1")):
        text = re.sub(rf"\b{placeholder}\b", value, text)
    return is_report(text, referee)


def is_report(text: str, referee: Referee) -> bool:
    text = text.removeprefix("~ ")
    try:
        referee.vocabulary.read(text, referee.hand)
        return True
    except ParseError:
        pass
    try:
        return read(text, referee) is not None
    except Several:
        return True


def misunderstood(ruling: Ruling, referee: Referee, typed: str = "") -> set[str]:
    """What a ruling and the state after it offer, and nobody can type. What may have been meant by ``typed``, too."""
    texts = [*said_by(ruling), phrases.now(referee), phrases.awaits(referee)]
    wrong = {
        f"`{text}` in: {message}" for message in texts for text in offered(message) if not understood(text, referee)
    }
    if typed and not ruling.accepted:
        wrong |= {
            f"try {text}" for text in repairs(referee, ruling, typed) if not is_report(text.split("; ")[-1], referee)
        }
    return wrong


class Listening(Walker):
    """Collects what is offered and isn't understood."""

    def __init__(self, *table: Any) -> None:
        super().__init__(*table)
        self.wrong = set[str]()

    def hear(self, text: str, overrule: bool = False) -> Any:
        ruling = super().hear(text, overrule)
        self.wrong |= misunderstood(ruling, self.referee, text)
        return ruling


@pytest.mark.parametrize(
    ("message", "texts"),
    [
        ("Type `Ann takes 3`, or `rest`", ["Ann takes 3", "rest"]),
        ("Understood `Ben plays 7`, but not the 'x' after it", []),
        ("`holds` isn't possible now. To stop, type `rest` first", ["rest"]),
    ],
)
def test_what_is_cited_is_not_offered(message: str, texts: list[str]) -> None:
    assert [*offered(message)] == texts


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Ann bids 2", True),
        ("WHO bids N", True),
        ("Ann had …", True),
        ("Zoe replaces Ben", True),
        ("referee resume 2", True),
        ("referee resume --loudly", False),
        ("referee resumes", False),
        ("Ann sings 2", False),
        ("WHO sings N", False),
    ],
)
def test_what_is_not_understood_is_seen(text: str, known: bool) -> None:
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    referee.hear("deal Ann 3")
    assert understood(text, referee) == known


@pytest.mark.parametrize(
    ("slug", "before", "typed", "text"),
    [
        ("piquet", ["deal Ben", "Ben scores 20"], "Zoe joins", '"Mary Ann" concedes'),
        ("skat", [], '"Mary Ann" wins ramsch 40', '"Mary Ann" loses ramsch 40'),
    ],
)
def test_names_of_two_words_are_quoted_in_what_is_offered(slug: str, before: list[str], typed: str, text: str) -> None:
    players = ["Ben", "Mary Ann", "Cat"]
    game = game_called(slug)
    referee = Referee(game, players[: max(size for size in game.players if size < 4)])
    assert all(referee.hear(report).accepted for report in before)
    assert text in offered(referee.hear(typed).message)


class ListeningJudge(Judge):
    """Collects what is offered in a record and isn't understood."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong = set[str]()

    def heard(self, piece: Piece, ruling: Ruling) -> None:
        assert self.referee
        self.wrong |= misunderstood(ruling, self.referee)


@pytest.mark.no_cover
@pytest.mark.parametrize("path", [*RECORDS, *SHEETS], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_offered_in_the_records_is_understood(path: Path) -> None:
    judge = ListeningJudge()
    with path.open(encoding="utf-8") as lines:
        judge.judge(lines)
    assert not judge.wrong


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", ours())
def test_what_is_offered_on_a_random_evening_is_understood(slug: str) -> None:
    """By standard rules and others, including refusals."""
    walker = Listening(find_game(slug), 8007)
    walker.walk(STEPS)
    assert not walker.wrong


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", sorted({path.parent.name for path in SHEETS} - {"tally"}))
def test_what_is_offered_on_a_random_evening_of_a_sheet_is_understood(slug: str) -> None:
    walker = Listening(game_called(slug), 8000)
    walker.walk(STEPS)
    assert not walker.wrong


@pytest.mark.parametrize("texts", [shown.strings, shown.sheets, shown.helps, shown.pages])
def test_commands_that_are_offered_exist(texts: Any) -> None:
    found = [(place, text) for place, whole in texts() for text in re.findall(r"`referee ([^`]+)`", whole)]
    assert not [(place, text) for place, text in found if not is_command(re.sub(r"\bX\b", "N", text))]
