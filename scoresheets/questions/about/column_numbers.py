"""Numbers of a sheet: what somebody had in a column, in a hand or in all hands together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from referee.cards import RANK_NAMES
from referee.declared.boxes import BoxAtWork, FinalAtWork, ReachedAtWork
from referee.declared.columns import Round
from referee.declared.contracts import BidAtWork, ContractAtWork, ShareAtWork
from referee.declared.counted import AllAtWork
from referee.game.game import leaders
from referee.language.words import Seat
from scoresheets.book.tabletalk import WORDS
from scoresheets.book.wording import stem, stems_in
from scoresheets.questions.facts import QUESTION_WORDS, vocabulary
from scoresheets.questions.parse import WORD, words_of
from scoresheets.questions.position import Known, Position, by_name, by_side, names, polar, signed
from scoresheets.questions.verbs import kinds_of

BESIDES = words_of(
    "who what many far often WHO N all get take make have score win hand game total how big team in anything when lay "
    "first last up put come count point go most fewest"
)
"""Optional words in a question for a number of a column."""


def _called(column: Any) -> frozenset[str]:
    """The words that mean a column by themselves: its name, its verb and the noun of its title."""
    noun = re.split(r" (?:in|of|for|and) ", column.titled(column.name))[0].split()[-1]
    return stems_in(" ".join((column.name, column.verb, noun))) - stems_in("points takes has")


def _described(column: Any) -> frozenset[str]:
    """The other words of its title, which only tell it from others."""
    return stems_in(column.titled(column.name)) - stems_in("points in of the for and") | _nicknamed(column)


def _nicknamed(column: Any) -> frozenset[str]:
    """What players put before the noun of its title: *dirty* in ``dirty canasta``."""
    phrases = (phrase.split() for phrase in column.of_sheet.asked.get(column.name, "").split(","))
    return stems_in(" ".join(said[0] for said in phrases if len(said) == 2 and stem(said[1]) in _called(column)))


def _said(at: Position) -> Iterator[tuple[str, str, str]]:
    """The words of a question: in the form of the lexicon, as typed, and as a stem with cards in words."""
    question = at.question
    for word, typed in zip(question.words, question.said, strict=True):
        if word == "CARD" and question.cards:
            typed = RANK_NAMES.get(question.cards[0].rank, typed)
        elif word in ("RANK", "N") and question.ranks:
            typed = RANK_NAMES.get(question.ranks[0], typed)
        yield word, typed, stem(typed)


def columns_meant(at: Position, hand: Round) -> list[Any]:
    """The columns that a question names. Empty if it has other words that tell something."""
    columns = [column for column in hand.columns if not isinstance(column, (FinalAtWork, ReachedAtWork, ShareAtWork))]
    found, rest = {column.name for column in columns}, []
    named = False
    for word, typed, root in _said(at):
        roots = {root, stem(word)} if word not in ("WHO", "who") else set()
        having = {column.name for column in columns if roots & (_called(column) | _described(column))}
        if having & found:
            found &= having
            named = named or any(roots & _called(column) for column in columns if column.name in found)
            named = named or (len(having) == 1 and any(roots & _nicknamed(column) for column in columns))
        elif word not in BESIDES:
            rest.append((word, typed))
    if not named or len(rest) > 1 or not all(_is_strange(at, word, typed) for word, typed in rest):
        return []
    said = {root for *_, root in _said(at)}
    meant = [column for column in columns if column.name in found]
    unsaid = {column.name: len(stems_in(column.titled(column.name)) - said) for column in meant}
    return [column for column in meant if unsaid[column.name] == min(unsaid.values())]


def _is_strange(at: Position, word: str, typed: str) -> bool:
    """Whether a word is a verb at most, about which neither questions nor the game know anything."""
    if word.isupper() or typed in WORDS or typed in WORD or word in vocabulary():
        return False
    own = " ".join((*at.referee.vocabulary.shapes, *(rule.text for rule in at.referee.game.rules.values())))
    return stem(typed) not in stems_in(own) and not kinds_of(at.referee, typed)


def column_number(at: Position) -> Known | None:
    """What players had in the columns that a question names."""
    question, hand = at.question, at.played
    if not isinstance(hand, Round) or question.supposing or question.trick.which or question.negated:
        return None
    most_often = question.has("who") and ADVERB.search(question.plain)
    if not (question.happened or question.overall or question.hand.which or most_often) or question.hand.which in (
        "next",
        "after next",
    ):
        return None
    if re.search(r"\bhow much\b.* for\b|\bpoints for\b", question.text.lower()):
        return None  # what it brought
    if (
        question.has("need")
        or (question.polar and question.has("all"))
        or re.search(r" to (?:do|win|get|make|score) ", f"{question.plain} ")
    ):
        return None
    columns = columns_meant(at, hand)
    if hand.by_cards and any(column.name == "tricks" for column in columns):
        return None  # they are counted from the cards
    if not columns or len({column.unit for column in columns}) > 1:
        return None
    if (question.overall or most_often) and any(isinstance(column, (BidAtWork, ContractAtWork)) for column in columns):
        return None
    if at.hand is None:
        return at.no_such_hand()
    hands = [one for one in at.hands if isinstance(one, Round)]
    if question.hand.which:
        hands = [one for one in hands if one.number == at.number]
    elif not question.overall and not question.has("often") and not of_boxes(at):
        hands = next(([one] for one in reversed(hands) if _amounts(one, columns)), hands[-1:])
    if not question.hand.which and question.has("who") and not at.meant and ADVERB.search(question.plain):
        return _most_often(at, columns)
    by_hand = {one.number: _amounts(one, columns) for one in hands}
    return _told(at, columns, by_hand)


def _amounts(hand: Round, columns: Iterable[Any]) -> dict[Seat, int]:
    """The numbers of columns in a hand, added up for each player or team."""
    found: dict[Seat, int] = {}
    for column in columns:
        for who, amount in _entered(hand, column).items():
            found[who] = found.get(who, 0) + amount
    return found


def of_boxes(at: Position) -> bool:
    """Whether a question is about boxes, which are filled once a game: ``what did Ida put in fives``."""
    columns = columns_meant(at, at.played) if isinstance(at.played, Round) and at.question.happened else []
    return bool(columns) and all(isinstance(column, BoxAtWork) for column in columns)


ADVERB = re.compile(r" (?:the )?(?:most|more|least)(?: often| times)?\s*$")
"""How often at the end of a question: ``who has gone out the most``."""


def _most_often(at: Position, columns: list[Any]) -> Known | None:
    """Who had something most often, or most of it, in all the hands of a game."""
    hands = [hand for hand in at.hands if isinstance(hand, Round)]
    each = [_amounts(hand, columns) for hand in hands]
    counts = all(number in (0, 1) for amounts in each for number in amounts.values())
    found: dict[Seat, int] = {}
    for amounts in each:
        for seat, amount in amounts.items():
            found[seat] = found.get(seat, 0) + (1 if counts else amount)
    if not found:
        return Known("Nobody, so far.", ("nobody",))
    best = leaders(found, " least" in at.question.plain)
    return Known(f"{names(best)}, {found[best[0]]}", tuple(best), (by_name(found),))


def _entered(hand: Round, column: Any) -> dict[Seat, int]:
    """The numbers of a column. A column for all of something is made without a report of its own."""
    if not isinstance(column, AllAtWork):
        return hand.of(column.name)
    whole = all(part.settled(hand) for part in column.parts(hand))
    return {Seat(who): 1} if whole and (who := column.made_by(hand)) else {}


_MOST = re.compile(r"\b(?:more|most|biggest|highest|bigger|better|best|fewest|least|less|lowest)\b")


def _told(at: Position, columns: list[Any], by_hand: dict[int, dict[Seat, int]]) -> Known | None:
    """The numbers in the form that the question asks for."""
    question = at.question
    who = at.everybody_meant
    either = question.has("who") or re.search(r"\bWHO or WHO\b", question.plain)
    if len(at.meant) > len(at.sides) and either and all(column.by_side for column in columns):
        return Known("That isn't known: only the team is entered.", ("unknown",))
    total: dict[Seat, int] = {}
    for amounts in by_hand.values():
        for seat, amount in amounts.items():
            total[seat] = total.get(seat, 0) + amount
    of_hand = "" if len(by_hand) != 1 else at.in_hand(next(iter(by_hand))).of_hand
    if of_hand == f" (hand {at.current.number})" and at.going:
        of_hand = ""
    if who and not total and at.going and at.hand is at.current:
        return Known("Not entered yet.", ("nothing", 0))
    if who:
        total = {seat: total[seat] for seat in who if seat in total}
    elif question.has("team"):
        total = by_side(at.played, total)
    parts = {number: sum(amounts.get(seat, 0) for seat in total) for number, amounts in by_hand.items()}
    shown = (
        (", ".join(f"hand {number}: {signed(amount)}" for number, amount in parts.items()),) if len(parts) > 1 else ()
    )
    if question.polar and not question.numbers and not question.has("many"):
        some = [seat for seat, amount in total.items() if amount]
        if some and not who:
            return Known(f"Yes: {names(some)}{of_hand}", tuple(some), shown, True)
        return polar(bool(some), *([by_name(total) + of_hand] if total else []))
    if total and question.has("who") and not who and (best := _MOST.search(question.plain)):
        found = leaders(total, best[0] in ("fewest", "least", "less", "lowest"))
        return Known(f"{names(found)}, {signed(total[found[0]])}{of_hand}", tuple(found), (by_name(total),))
    bare = not (question.polar or question.has(*QUESTION_WORDS) or question.overall or who)
    if bare or (question.has("who") and not question.has("many", "what")):
        some = [seat for seat, amount in total.items() if amount]
        return Known(names(some) + of_hand if some else f"Nobody{of_hand}", tuple(some) or ("nobody",), shown)
    if who or question.together:
        amount = sum(total.values()) if len(total) != 1 else next(iter(total.values()))
        if len(total) > 1 and not question.together:
            return Known(by_name(total) + of_hand, tuple(total.values()), shown)
        return Known(f"{signed(amount)}{of_hand}", (amount,), shown)
    return Known((by_name(total) or "None") + of_hand, tuple(total.values()) or (0, "none"), shown)


__all__ = ["column_number", "columns_meant"]
