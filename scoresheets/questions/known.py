"""Answers from the position: the first fact that a question asks for, with yes or no if it wants one."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from scoresheets.questions import as_reported, ranks, worth
from scoresheets.questions.about import column_numbers, not_entered, over_game, report_worth, reports
from scoresheets.questions.facts import FACTS, readings
from scoresheets.questions.leave import asked_leave, asks
from scoresheets.questions.of_game import declared_fact, game_fact
from scoresheets.questions.parse import Question, When
from scoresheets.questions.position import Known, Position, names, players
from scoresheets.questions.rules import PLAYED

OTHERS = (
    declared_fact, worth.who_won, reports.thing_taken, reports.reported_fact, reports.keyword_told, game_fact,
    as_reported.reported, worth.scored_for, column_numbers.column_number, worth.who_scored_for,
    report_worth.report_worth, not_entered.not_entered,
)  # fmt: skip
"""What is tried if no way to ask fits: facts of a single game, and reports."""


_SOMEBODY = r"(?:i|we|you|he|she|they|it|this|that|WHO|(?:any|some|every|no)(?:one|body)|all|both)"


def fact(at: Position) -> Known | None:
    """The answer from the position, with yes or no if the question wants one. None if it asks for something else."""
    known = _fact(at)
    return _of_teams(at, known) if known and at.question.of_team else known


def _of_teams(at: Position, known: Known) -> Known:
    """The same answer with teams in place of their players."""
    seats = [one for one in known.value if one in at.played.seats]
    sides = [*dict.fromkeys(at.played.side(seat) for seat in seats)]
    if not seats or not known.text.startswith(named := names(seats)):
        return known
    return replace(known, text=f"{names(sides)}{known.text.removeprefix(named)}", value=(*sides, *known.value))


def _fact(at: Position) -> Known | None:
    question = at.question
    if question.supposing or not question.asking or question.defines:
        return None
    if " since " in question.plain:
        return None
    if PLAYED.match(question.plain):
        return None  # by which rules it is played
    if re.match(r" (?:must|should|shall|may|might|can|could) ", question.plain) and not question.has(
        "still", "make", "catch"
    ):
        return None
    if (
        re.search(
            r" (?:can|may|must|could|should) (?:i|we|you|he|she|they|WHO|the|a|an) "
            r"| (?:i|we|you|they|one) (?:can|may|must|could|should) |^ who do (?:i|we|you) (?!wait)"
            r"|^ do (?:i|we|you) need .* to (?:get|score|go|build|knock|meld)\b"
            r"|^ do (?:i|we|you) (?:need|have to) "
            r"(?:play|draw|follow|discard|lead|trump|meld|build|show|pass|take|beat|use|name|say)\b",
            question.plain,
        )
        and not re.match(r" many (?:more )?\w+ (?:can|could) ", question.plain)
        and not question.has("bet", "call", "raise", "still", "make", "trick", "catch", "under")
    ):
        return None
    if asks(asked_leave(question.plain)).leave == "may" and re.match(r" (?:is|are) it ", question.plain):
        return None
    usual = re.match(rf" (?:do|does) (?!{_SOMEBODY}\b)", question.plain) and not question.has(
        "add", "total", "opposite", "across", "face"
    )
    if usual and not question.hand.which:
        return None  # what is usual, not what is so now
    if question.nickname and re.match(
        rf" (?:what|which) (?:card )?is (?:the )?{question.cards[0].text.lower()}\s*$", question.plain
    ):
        return Known(question.cards[0].pretty, (question.cards[0],))
    if re.match(
        r" (?:what|many(?: .*)?) (?:do|does|would|will) \w+ (?:get|score|win|lose|pay) (?:for|if|when)\b",
        question.plain,
    ):
        return worth.card_value(at)
    if re.match(r" many points? (?:is|are|for|does) (?:a|an|each|every|one) ", question.plain):
        return worth.card_value(at)
    if known := worth.why_points(at):
        return known
    brought = re.match(
        r" many (?:points? )?(?:did|has|have) .*\b(?:get|got|score|make|win|won|lose|lost) for ", question.plain
    )
    if brought and (known := worth.scored_for(at)):
        return known
    if question.has("why"):
        return None
    if known := over_game.often(at, fact):
        return known
    if known := (None if question.polar else worth.card_value(at)) or worth.in_pack(at):
        return _yes_or_no(at, known) if question.polar else known
    if known := _anybody(at):
        return known
    of_hands = re.match(r" many (?:hands|rounds|games|deals)\b", question.plain)
    of_all = question.overall or column_numbers.ADVERB.search(question.plain) or column_numbers.of_boxes(at)
    if of_all and not of_hands and (known := column_numbers.column_number(at)):
        return _yes_or_no(at, known)
    for words in readings(question.words, question.polar):
        named = question.polar and words != question.words
        for declared in FACTS:
            if any(way.fits(words) for way in declared.forms):
                known = declared.answer(at if not named else _without_name(at, words))
                if known is not None and (told := _yes_or_no(at, known)):
                    return told
    for found in OTHERS:
        known = found(at)
        if known is not None and question.negated and question.has("who") and not question.polar:
            return _everybody_else(at, known)
        if known is not None and (told := _yes_or_no(at, known)):
            return told
    return None


def _everybody_else(at: Position, known: Known) -> Known:
    """The answer to who did *not*, from who did."""
    others = [seat for seat in at.played.seats if not {seat, at.played.side(seat)} & {*known.value}]
    return players(others, known.shown)


_ANYBODY = re.compile(r" (?:any|some)(?:one|body)\b")


def _anybody(at: Position) -> Known | None:
    """Whether anybody did something: yes if somebody is the answer to who did it."""
    question = at.question
    to_come = re.search(r" (?:going to|will) ", question.plain)
    if not question.polar or question.cards or to_come or not _ANYBODY.search(question.plain):
        return None
    who = Question(
        **{**vars(question), "words": ["who", *question.words], "said": ["who", *question.said], "polar": False}
    )
    answers = [declared.answer for declared in FACTS if any(way.fits(who.words) for way in declared.forms)]
    if question.overall and not question.hand.which and not at.meant:
        for hand in reversed(at.hands):
            for found in answers:
                known = found(Position(at.referee, replace(who, hand=When("number", hand.number)), at.speaker))
                if known and known.yes is not False and {*at.current.seats, *at.current.sides} & {*known.value}:
                    return Known(f"Yes: {known.text}", known.value, known.shown, True)
    for found in (*answers, *((reports.reported_fact,) if question.ranks else ())):
        known = found(Position(at.referee, who, at.speaker))
        if known is not None and known.value:
            seats = {*at.current.seats, *at.current.sides}
            yes = known.yes is not False and bool(seats & {*known.value})
            return Known(f"Yes: {known.text}" if yes else "No", known.value, known.shown, yes)
    return None


def reference(at: Position) -> Known | None:
    """What the quick reference of the game says: how cards rank, what something is worth, what a card does."""
    if (
        at.question.supposing
        or at.question.defines
        or not at.question.asking
        or re.match(r" do (?:i|we|you) (?:need|have to) ", at.question.plain)
    ):
        return None
    for found in (ranks.ranking, worth.in_reference):
        if known := found(at):
            return known
    return None


def _without_name(at: Position, words: list[str]) -> Position:
    """The position for the question of the first name's fact, without that name."""
    question = at.question
    named = next(name for name in question.words if name not in words or question.words.count(name) > words.count(name))
    asked = Question(**{**vars(question), "words": words})
    if named == "WHO":
        asked.seats = question.seats[1:] if "WHO" in words else []
    elif named == "N":
        asked.numbers = []
    return Position(at.referee, asked, at.speaker)


def _kind(value: Any, players: set[Any]) -> str:
    """The kind of a value: a number, a player, a card or suit, or a word such as ``nobody``."""
    if isinstance(value, int):
        return "number"
    return "player" if value in players else "word" if isinstance(value, str) and value.islower() else "card"


def _yes_or_no(at: Position, known: Known) -> Known | None:
    """A fact as yes or no, by comparing it with what the question names."""
    question = at.question
    if known.yes is not None or not question.polar:
        return known
    if re.match(r"(?:yes|no|not)\b", known.text, re.IGNORECASE) or not known.value:
        return known
    named: list[Any] = [*question.numbers, *(card.face for card in question.cards), *question.suits]
    if not named:
        named = [*question.seats, *at.sides]
        if at.speaker and question.mine:
            named.append(at.speaker)
    if not named:
        return known
    players = {*at.current.seats, *at.current.sides, *at.meant}
    kinds = [{_kind(value, players) for value in values} for values in (named, known.value)]
    if not kinds[0] & kinds[1] and "word" not in kinds[1]:
        return None  # it asks about something else
    values = [getattr(value, "face", value) for value in known.value]
    yes = any(value in values for value in named) and "unknown" not in values
    yes = yes is not question.negated or (bool(re.search(r"\bnot (?:it|he|she|they|WHO)\b", question.plain)) and yes)
    text = known.text[:1].upper() + known.text[1:]
    if known.value == ("unknown",):
        return known
    return Known("Yes" if yes else f"No: {known.text}", (), (text, *known.shown) if yes else known.shown, yes)
