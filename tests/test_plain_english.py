"""Messages are grammatical: no "1 tricks" or "X is no card", over records and random evenings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import find_game
from referee.games import ours
from referee.records.record import Judge
from referee.table.rulings import Ruling
from referee.testing.walker import Walker
from scoresheets.display import phrases
from tests.tables import told_at

RECORDS = Path(__file__).parent / "records"
NOUNS = (
    "trick|card|player|point|hand|chip|bid|canasta|meld|game|pack|sequence|joker|turn|round|pair|row|column|ship|sweep"
    "|time|line|number|spot|rank|three|prize|suit|token|report|session"
)
PLURAL_OF_ONE = rf"(?<![\w.–-])(?<!to )(?:1|one) (?:(?:card|wild|unseen|new|red|more) )?(?:{NOUNS})s\b"
SINGULAR_OF_MORE = rf"(?<![\w.–:-])(?:0|[2-9]|[1-9]\d+) (?:{NOUNS})\b(?! (?:points|point)|-|s\b)"
VERB_OF_ONE = rf"\bare (?:1|one) (?:{NOUNS})\b|(?<![\w.–-])1 (?:{NOUNS}) (?:are|were|have)\b"
STILTED = r"(?<!there )\b(?:is|are) no (?!longer\b|more\b|better\b)[a-z]+|(?<=[.;] )Who \w+(?![^.;]*\?)"
WRONG = re.compile(f"{PLURAL_OF_ONE}|{VERB_OF_ONE}|{SINGULAR_OF_MORE}|{STILTED}")
STEPS = 15


def said_by(ruling: Ruling) -> Iterator[str]:
    """Every sentence of a ruling, except quoted reports."""
    yield ruling.message
    yield from (breach.why for breach in ruling.broken)
    yield from (finding.why for finding in ruling.findings)
    yield from (line.because for line in ruling.lines)


def faults(sentences: Iterator[str]) -> set[str]:
    return {text for text in sentences if WRONG.search(re.sub(r"\(line \d+: [^)]*\)", "", text))}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("there are 1 tricks", True),
        ("there is 1 trick", False),
        ("3 trick is left", True),
        ("Ann has 1 cards, not 2", True),
        ("no card of 1 suit, 11 tricks", False),
        ("for 1 players", True),
        ("1 trick are left", True),
        ("5X is no card", True),
        ("5X isn't a card", False),
        ("there is no card left", False),
    ],
)
def test_what_nobody_says_is_seen(text: str, wrong: bool) -> None:
    assert bool(WRONG.search(text)) == wrong


@pytest.mark.parametrize(
    ("game", "told", "refused", "said"),
    [
        ("backhand", ("deal", "Ben wins", "Cat wins", "Ann wins"), "Ben loses", "Ben has won (line 2)"),
        ("carioca", ("deal", "Ann holds 6"), "Ann out", "Ann holds 6 (line 2), so Ann still has cards"),
        ("carioca", ("deal", "upcard 5H", "Cat draws"), "Cat draws",
         "Cat has already started this turn: Cat draws (line 3)"),
        ("fan-tan", ("deal", "Ben passes"), "Cat fails", "Cat hasn't passed"),
        ("piquet", ("deal", "Ben takes 7", "Ann takes 5 last"), "Ben declares pique",
         "nobody called a pique before the last tricks"),
        ("pirate", ("Ann cuts 3H", "Ben cuts 4H", "Ann plays AS", "Ann plays AH", "Ann plays AC"), "Ann captures",
         "which suit? Ships of spades, hearts and clubs are being built"),
        ("faro", ("deal", "upcard 7S"), "turn 7H", "a turn is a loser and a winner, not 1 card"),
        ("gops", ("upcard QD",), "trick QD", "3 players bid, not 1"),
        ("delphi", ("deal", "upcard 5S", "rest"), "Ben holds 90",
         "51 more guesses from 1 token can leave 0 to 50 tokens, or 52 if all were right, but not 90"),
        ("fan-tan", ("deal", "Ann out"), "Ben passes -1", "nobody can pass -1 times"),
        ("one-eyed-jack", ("deal",), "Cat takes 9", "1 row wins, and Cat has 0: 9 more is too many"),
        ("kabu", ("deal",), "Ben shows 7H", "Ben has 2 to 4 cards, not 1"),
        ("razz", ("deal", "upcard 5S 5H KC"), "Ann takes pot",
         "`takes pot` isn't possible now. Next: Ann bets or completes"),
    ],
)  # fmt: skip
def test_what_is_refused_reads_well(game: str, told: tuple[str, ...], refused: str, said: str) -> None:
    players = ("Ann", "Ben") if game in ("piquet", "pirate") else ("Ann", "Ben", "Cat")
    assert told_at(game, *told, players=players).hear(refused).message == said


@pytest.mark.parametrize("slug", ours())
def test_what_is_said_in_the_records_has_its_plurals(slug: str) -> None:
    for path in sorted((RECORDS / slug).glob("*.record")):
        judge = Judge()
        with path.open(encoding="utf-8") as lines:
            judge.judge(lines)
        assert judge.referee
        rulings = [refusal.ruling for refusal in judge.refused] + [entry.ruling for entry in judge.referee.entries]
        assert not faults(text for ruling in rulings for text in said_by(ruling)), path.name


@pytest.mark.parametrize("slug", ours())
def test_what_is_said_on_a_random_evening_has_its_plurals(slug: str) -> None:
    """By standard rules and others, including refusals."""
    walker, said = Walker(find_game(slug), 6000), set[str]()
    hear = walker.hear

    def heard(text: str, overrule: bool = False) -> Ruling:
        ruling: Ruling = hear(text, overrule)
        said.update(faults(iter((*said_by(ruling), phrases.now(walker.referee), phrases.awaits(walker.referee)))))
        return ruling

    walker.hear = heard  # type: ignore[method-assign]
    walker.walk(STEPS)
    assert not said
