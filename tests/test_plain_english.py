"""What people read is plain English: no "1 tricks" in messages, and no turn of phrase that nobody says anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee import find_game
from referee.games import ours
from referee.records.record import Judge
from referee.table.rulings import Ruling
from referee.testing.walker import Walker
from scoresheets.display import phrases
from tests import shown
from tests.tables import entered_at

RECORDS = Path(__file__).parent / "records"
NOUNS = (
    "trick|card|player|point|hand|chip|bid|canasta|meld|game|pack|sequence|joker|turn|round|pair|row|column|ship|sweep"
    "|time|line|number|spot|rank|three|prize|suit|token|report|session"
)
PLURAL_OF_ONE = rf"(?<![\w.–-])(?<!to )(?:1|one) (?:(?:card|wild|unseen|new|red|more) )?(?:{NOUNS})s\b"
SINGULAR_OF_MORE = rf"(?<![\w.–:-])(?:0|[2-9]|[1-9]\d+) (?:{NOUNS})\b(?! (?:points|point)|-|s\b)"
VERB_OF_ONE = rf"\bare (?:1|one) (?:{NOUNS})\b|(?<![\w.–-])1 (?:{NOUNS}) (?:are|were|have)\b"
STILTED = r"(?<!there )\b(?:is|are) no (?!longer\b|more\b|better\b)[a-z]+|(?<=[.;] )Who \w+(?![^.;]*\?)|\{\w+[.}]"
WRONG = re.compile(f"{PLURAL_OF_ONE}|{VERB_OF_ONE}|{SINGULAR_OF_MORE}|{STILTED}")
STEPS = 15

TURNS = {
    r"nought": "zero; nil in Spades",
    r"(?:is|are|was|were|be|been|being|gets?) told": "is entered",
    r"told (?:again|late|early|before|otherwise|so)": "entered again, entered late",
    r"what (?:is|was|were|has been|isn't) (?:told|kept|heard|due|said|meant|asked)": "a noun: the entry, the report",
    r"heard|hears": "replayed, judged",
    r"awaited|is due|are due": "is next",
    r"whoever|whomever|those who|the ones? who|somebody who|he who": "the player who, anyone who, if you",
    r"(?:who is|is|are) to (?:lead|play|bid|deal|act|draw|name)": "leads next, it's Ben's turn",
    r"(?:what|which|that) (?:may|can) come|what comes next": "what you can type, next",
    r"ha(?:s|ve|d) no place": "isn't possible now",
    r"stands? (?:below|behind|above|beside|beneath|between|under|there|here|so|where|in a)": "is below, is there",
    r"(?:how|where) (?:it|they|everybody|the game|the table) stands?|as (?:it|they) stands?": "the score so far",
    r"(?:it|this|that|ruling|report|bid|entry) stands(?! for)": "is accepted, counts",
    r"of (?:its|their) own(?! (?:color|suit))": "its own, a separate",
    r"(?:is|are|stays?|remains?) as (?:it|they) (?:is|was|were|are|goes|has|would)": "doesn't change, unchanged",
    r"by (?:itself|themselves)(?! scores)": "alone, automatically",
    r"by then|from then on": "before that, after that",
    r"so (?:many|much) (?!as\b|better|more|fewer)": "that many, N",
    r"such (?:a|an) one|such as (?:are|is|have)": "one like that",
    r"of the kind|(?<!three )(?<!four )(?<!five )(?<!n )of a kind": "alike, like that",
    r"in short|the short form": "totals only",
    r"reckon(?:s|ed|ing)?": "count, work out",
    r"quarrel\w*": "argue",
    r"mend(?:s|ed|ing)?": "fix",
    r"wish(?:es|ed)? for": "want",
    r"but for": "except",
    r"br(?:oken|eaks?|oke) off": "stopped early",
    r"(?:by|in|than) the book|the book(?:'s| has| says| is)": "the standard rules",
    r"br(?:ings?|ought) (?:nothing|\d+ (?:points|chips)|points|what|in all)": "scores",
    r"comes? (?:of|out of|out as|to nothing)": "results",
    r"(?:these|those|they) that": "the ones",
    r"one (?:says|draws|types|wants|can|tells|has to)": "you",
    r"nobody (?:is|has|does|can|knows) (?:\w+ ){0,5}but": "only",
    r"f(?:alls?|ell) to (?:the (?:player|dealer)|you|anyone)": "goes to",
    r"lies? (?:there|here|beside|so)": "is there",
    r"all the same|for all that": "anyway",
    r"put right|set right|taken back|takes? it back": "corrected, undone",
    r"(?:of|to|by|upon) which|of whom": "a second sentence",
    r"where (?:none|nobody|nothing|no one|something|somebody|there (?:is|are))": "if",
    r"nor (?:is|are|does|do|has|have|can|was|were)": "a second sentence",
    r"likewise|henceforth|there(?:of|in|by|upon)|where(?:in|by|of|upon)|hitherto|herewith": "a plain word",
    r"the same (?:holds|goes|is so)|holds for": "so does, that is true of",
    r"only then (?:is|are|may|can|does|do)|then (?:comes?|follows?) (?:the|a|an|all)": "the subject before the verb",
    r"he or she|him or her|his or her": "the player's name",
    r"isn't so": "is wrong",
    r"in doubt|in question": "what is wrong, or nothing",
    r"didn't follow suit with": "played 2♦ instead of following suit",
    r"each other (?:player|side|team) (?:gets|scores|loses|pays)": "every other player",
    r"no way (?:to|of) \w+": "can't have",
    r"; X lists (?:them|everybody)": "a second sentence: To list them, run …",
    r"starting with hand": "from hand 3 on",
    r"in the pack (?:once|twice|\w+ times)": "the deck has only two copies",
    r"colours?|favourites?|neighbours?|grey|centres?|judgements?|anticlockwise": "American spelling",
}
"""Turns of phrase that sound translated, and what to say instead."""

ALLOWED = {
    ("scoresheets/keeping/replay.py", "taken back"): "a value in JSON",
    ("scoresheets/disputes/remedies.py", "as it stands"): "a value in JSON",
    ("scoresheets/disputes/remedies.py", "it stands"): "the same",
}
"""Where a turn of phrase is right, and why."""

ODD = {re.compile(rf"\b(?:{turn})(?!\w)", re.I): instead for turn, instead in TURNS.items()}
ANY = re.compile("|".join(turn.pattern for turn in ODD), re.I)
NAMES = re.compile(r"`[^`]*`|\{[^{}]*\}|\b[\w-]+=\S+")


def said_by(ruling: Ruling) -> Iterator[str]:
    """Every sentence of a ruling, except quoted reports and what people write in words."""
    if ruling.report and ruling.report.verb in ("note", "adjust", "penalty"):
        return
    yield ruling.message
    yield from (breach.why for breach in ruling.broken)
    yield from (finding.why for finding in ruling.findings)
    yield from (line.because for line in ruling.lines)


def faults(sentences: Iterator[str]) -> set[str]:
    plain = ((text, re.sub(r"\(line \d+: [^)]*\)", "", text)) for text in sentences)
    return {text for text, words in plain if WRONG.search(words) or any(odd(words))}


def odd(text: str) -> Iterator[tuple[str, str]]:
    """The turns of phrase in a text, each with what to say instead."""
    text = NAMES.sub("X", text)
    if not ANY.search(text):
        return
    for turn, instead in ODD.items():
        yield from ((found[0], instead) for found in turn.finditer(text))


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
        ("{draws.who} can't draw", True),
    ],
)
def test_what_nobody_says_is_seen(text: str, wrong: bool) -> None:
    assert bool(WRONG.search(text)) == wrong


@pytest.mark.parametrize(
    ("game", "told", "refused", "text"),
    [
        ("backhand", ("deal", "Ben wins", "Cat wins", "Ann wins"), "Ben loses", "Ben has won (line 2)"),
        ("carioca", ("deal", "Ann holds 6"), "Ann out", "Ann holds 6 (line 2), so Ann still has cards"),
        ("carioca", ("deal", "upcard 5H", "Cat draws"), "Cat draws",
         "Cat has already drawn or taken a card this turn (line 3: Cat draws)"),
        ("fan-tan", ("deal", "Ben passes"), "Cat fails", "Cat hasn't passed"),
        ("piquet", ("deal", "Ben takes 7", "Ann takes 5 last"), "Ben declares pique",
         "nobody called a pique before the last tricks"),
        ("pirate", ("Ann cuts 3H", "Ben cuts 4H", "Ann plays AS", "Ann plays AH", "Ann plays AC"), "Ann captures",
         "name the suit: ships of spades, hearts and clubs are being built"),
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
def test_what_is_refused_reads_well(game: str, told: tuple[str, ...], refused: str, text: str) -> None:
    players = ("Ann", "Ben") if game in ("piquet", "pirate") else ("Ann", "Ben", "Cat")
    assert entered_at(game, *told, players=players).hear(refused).message == text


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("Nothing is told yet", ["is told"]),
        ("Ben is to lead", ["is to lead"]),
        ("whoever holds the suit led plays it", ["whoever"]),
        ("Ten points, or nought for a pass", ["nought"]),
        ("the rule of which it is an example", ["of which"]),
        ("Only then may a player draw; nor is that all", ["nor is", "Only then may"]),
        ("The ruling stands, as it stands below", ["stands below", "as it stands", "ruling stands", "it stands"]),
        ("the colour of the centre card", ["colour", "centre"]),
        ("You must follow suit if you can. The joker stands for any card.", []),
        ("Type `colour=nought`; {whoever} deals.", []),
        ("three of a kind", []),
    ],
)
def test_turns_that_nobody_says_are_seen(text: str, texts: list[str]) -> None:
    assert sorted(turn for turn, _ in odd(text)) == sorted(texts)


@pytest.mark.parametrize("texts", [shown.strings, shown.sheets, shown.helps, shown.docs, shown.pages])
def test_nothing_that_people_see_sounds_translated(texts: Callable[[], shown.Shown]) -> None:
    """What is allowed is still there, so that the list of exceptions only shrinks."""
    seen = [*texts()]
    assert len(seen) > 300
    found = [(place, words, instead) for place, text in seen for words, instead in odd(text)]
    where = {(place.partition(":")[0], words.lower()) for place, words, _ in found}
    lines = [f"{place}: {words!r}. Say: {instead}" for place, words, instead in found]
    files = {place.partition(":")[0] for place, _ in seen}
    assert where == {(file, words) for file, words in ALLOWED if file in files}, "\n".join(lines)


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
    walker, texts = Walker(find_game(slug), 6000), set[str]()
    hear = walker.hear

    def heard(text: str, overrule: bool = False) -> Ruling:
        ruling: Ruling = hear(text, overrule)
        texts.update(faults(iter((*said_by(ruling), phrases.now(walker.referee), phrases.awaits(walker.referee)))))
        return ruling

    walker.hear = heard  # type: ignore[method-assign]
    walker.walk(STEPS)
    assert not texts
