"""Facts of a single game: asked for by name, or by words that the game declares for them."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.cards import SUIT_NAMES, Card
from referee.declared.columns import Round
from referee.game.game import leaders
from scoresheets.book.wording import stem, stems_in
from scoresheets.questions.parse import SMALL, WORD, words_of
from scoresheets.questions.position import Known, Position, by_name, names, polar, suit_name, value_text

BESIDES = words_of(
    "who what many WHO N SUIT CARD RANK have get take win make left all most fewest there team point card pile "
    "put fill roll board hold need hand far total each play how no been lie when where score go stand trick red "
    "black up down"
)
"""Optional words in a question for a fact of the game."""


ASKED_OTHERWISE = words_of(
    "hand game left cards deal tricks trump bid bids bidding size score points pot stock pile top in out open "
    "at up low won last round turn turned total chips board rank line counts table from"
)
"""Names used by too many questions. These facts have their own questions, or words that the game declares."""


FOR_WHAT = re.compile(
    r" many (?:points? )?(?:(?:do|does|would) \w+ (?:get|score) |is it |are there |you get )?for (?!WHO)"
    r"| (?:many|what) (?:points? )?(?:do|does|is|are) .*(?<!WHO) (?:score|count|bring|pay|cost|worth)s?\s*$"
    r"| many (?:is|are) (?:the|a|an|each|one) (?!score|total)\w+(?: \w+)?\s*$"
)
"""A question for what something brings, not for how many there are."""


def ways(name: str, declared: tuple[str, ...]) -> Iterator[frozenset[str]]:
    """The words for a fact, one set for each way to ask."""
    for text in (*(() if name in ASKED_OTHERWISE else (name.replace("-", " "),)), *declared):
        said = [word for word in text.lower().split() if word not in SMALL]
        words = [word if word == "match" else WORD.get(word, word) for word in said]
        if words:
            yield frozenset(words)


def declared_fact(at: Position) -> Known | None:
    """The value of a fact for which the game declares words of players."""
    return game_fact(at, named=False)


def game_fact(at: Position, named: bool = True) -> Known | None:
    """The value of a fact that the game names, or only of one with words of players."""
    at = at if isinstance(at.current, Round) else at.upcoming()
    question = at.question
    if question.supposing or question.trick.which or question.has("why", "when", "how"):
        return None
    if re.search(r"\bhow much\b.* for\b|\bpoints for\b", question.text.lower()) and question.happened:
        return None  # what it brought
    if FOR_WHAT.match(question.plain) or re.match(r" (?:what|who) (?:can|could|may|must|should) ", question.plain):
        return None
    if re.match(r" many \w+ (?:is|makes?) (?:a |the )?\w+\s*$", question.plain):
        return None
    if question.has("open") and re.search(r" did | opened\b", question.plain):
        return None
    of_cards = re.search(r"\b(?:\w+) cards?\b", question.plain) and len(question.numbers) == 1
    if question.numbers and not (question.polar or question.has("who") or (of_cards and question.has("way"))):
        return None  # it asks about another score
    if question.negated and question.has("what"):
        return None
    texts = {*question.words}
    plain = {word.removesuffix("s") for word in (*question.said, *question.words)} | texts | {*question.said}
    game = at.referee.game
    best: tuple[int, str, Callable[[Any], Any]] | None = None
    facts: list[tuple[str, Callable[[Any], Any], tuple[str, ...]]] = [
        *((name, value, ()) for name, value in game.facts.items() if named),
        *(("", fact, fact.words) for fact in game.asked),
    ]
    for name, fact, declared in facts:
        rule = game.rules.get(name)
        written = stems_in(rule.text) if rule and at.meant and question.has("many") else frozenset()
        for way in ways(name, declared):
            if question.polar and not question.seats:
                way = way - {"where", "what", "way"} or way
            if {word.removesuffix("s") for word in way} - plain and way - plain:
                continue
            singular = way | {word.removesuffix("s") for word in way}
            over = [
                word
                for word, raw in zip(question.words, question.said, strict=True)
                if not ({word, raw, word.removesuffix("s"), raw.removesuffix("s")} & singular)
                and word not in BESIDES
                and not (word == "worth" and re.match(r" (?:what|many) (?:was|were) ", question.plain))
                and stem(raw) not in written
            ]
            if not over and (best is None or len(way) >= best[0]):
                best = len(way), name, fact
    if best is None:
        return None
    hand = at.hand
    if hand is None and getattr(best[2], "by_number", False) and at.number > 0:
        hand = copy.copy(at.current)
        hand.number = at.number
    if hand is None:
        return _next_role(at, best[2]) or at.no_such_hand()
    to_come = not (at.going or question.past) and question.hand.which in ("", "this") and isinstance(at.current, Round)
    value = (to_come and best[2](at.current)) or best[2](hand)
    if (
        value == {}
        and not question.hand.which
        and re.search(r" (?:did|had|got|was|were|took|won|went|made|\w+ed) ", question.plain)
    ):
        before = (other for other in reversed(at.hands) if isinstance(other, Round) and best[2](other))
        if last := next(before, None):
            return said_of(at.in_hand(last.number), best[1], best[2](last))
    return said_of(at, best[1], value)


def _next_role(at: Position, fact: Callable[[Any], Any]) -> Known | None:
    """Who has a role in the next hand that always goes with the same seat from the dealer."""
    if at.question.hand.which != "next" or at.going:
        return None
    dealt = [(hand, fact(hand)) for hand in at.hands if hand.dealer]
    steps = {
        (hand.seats.index(who) - hand.seats.index(hand.dealer)) % len(hand.seats) if who in hand.seats else None
        for hand, who in dealt
    }
    step = steps.pop() if len(steps) == 1 else None
    if step is None:
        return None
    who = at.current.after(at.referee.dealer, step)
    return Known(str(who), (who,), (f"{at.referee.dealer} deals next.",))


def said_of(at: Position, name: str, value: Any) -> Known | None:
    """The value of a fact in the form that the question asks for."""
    question = at.question
    if isinstance(value, Mapping):
        return _by_player(at, name, value)
    if isinstance(value, str) and value in at.referee.seats:
        if re.search(r" (?:more|most|fewest|less) ", question.plain):
            return None
        return Known(value, (value,))
    if question.has("who") or (question.seats and not question.polar):
        if isinstance(value, (list, tuple)) and value and all(one in at.referee.seats for one in value):
            return Known(names(list(value)), tuple(value))
        return None
    if value is None or value == "":
        return Known("None, as far as the table knows.", ("none",)) if not question.polar else None
    if question.polar and not question.has("WHO", "N", "SUIT") and value not in ("yes", "no", True, False):
        said = isinstance(value, str) and not name and question.mine
        return Known(f"{value[:1].upper()}{value[1:]}") if said else None
    if question.polar and isinstance(value, (bool, str)) and value in ("yes", "no", True, False):
        yes = value in ("yes", True)
        return polar(yes)
    if value in ("yes", "no"):
        return None
    text = (
        value.pretty if isinstance(value, Card) else suit_name(value) if isinstance(value, str) else value_text(value)
    )
    values: tuple[Any, ...] = tuple(value) if isinstance(value, (list, tuple)) else (value,)
    return Known(f"{text[:1].upper()}{text[1:]}{at.of_hand}", values)


_ANY = re.compile(r" (?:has|have|did|was|is) (?:any|some)(?:one|body) | (?:are|were) there (?:any|some) ")


def _by_player(at: Position, name: str, value: Mapping[Any, Any]) -> Known | None:
    question = at.question
    if question.has("left") and question.polar and not at.meant:
        taken = {who: amount for who, amount in value.items() if amount}
        return Known("No" if taken else "Yes", (), (_all(taken),) if taken else (), not taken)
    if question.has("left") and not at.meant and (total := total_of(at, name)) is not None:
        left = total - sum(amount for amount in value.values() if isinstance(amount, int))
        return Known(str(left), (left,), (f"{by_name(value)}; {total} in all",) if value else (f"{total} in all",))
    if not value and question.polar:
        return Known("No", (), (), False)
    if (
        re.match(
            r" (?:has|have|did|was|is) (?:any|some)(?:one|body) | (?:are|were) there (?:any|some) ", question.plain
        )
        and not question.numbers
    ):
        some = [who for who, amount in value.items() if amount]
        return Known(f"Yes: {names(some)}" if some else "No", tuple(some), (_all(value),), bool(some))
    if not value and not at.meant and re.search(r" (?:do|does|must|need) (?:we|you|i|they|one|all) ", question.plain):
        return None  # it asks for a rule
    if not value:
        return Known("Nobody, so far." if question.has("who") else "None, so far.", ("nobody", "none", 0))
    amounts = {who: amount for who, amount in value.items() if isinstance(amount, int)}
    if question.has("most", "fewest") and amounts:
        best = leaders(amounts, question.has("fewest"))
        return Known(f"{names(best)}, {amounts[best[0]]}", tuple(best), (by_name(value),))
    suits = {SUIT_NAMES[suit] for suit in question.suits}
    if suits and suits & {*value}:
        value = {suit: row for suit, row in value.items() if suit in suits}
    named = {who: value[who] for who in (*at.meant, *at.sides) if who in value}
    if at.meant and not named and question.polar and not question.numbers:
        return polar(False, _all(value))
    if at.meant and not named:
        return Known("0" if amounts else "None", (0, "none"), (_all(value),))
    if len(named) == 1:
        ((who, amount),) = named.items()
        if question.polar and not question.numbers:
            return polar(bool(amount), f"{who}: {value_text(amount)}")
        return Known(f"{value_text(amount)}{at.of_hand}", (amount,), (_all(value),))
    players = {*at.referee.sides, *at.referee.seats}
    if question.has("who") and not question.has("what", "many") and players.issuperset(value):
        none = question.has("no", "zero", "nothing")
        everybody = {who: value.get(who, 0) for who in at.played.seats} if none and amounts else value
        some = [who for who, amount in everybody.items() if bool(amount) is not none]
        return Known(
            names(some) + at.of_hand if some else "Nobody, so far.", tuple(some) or ("nobody",), (_all(value),)
        )
    return Known(_all(named or value) + at.of_hand, tuple((named or value).values()))


def _all(value: Mapping[Any, Any]) -> str:
    return ", ".join(f"{who} {value_text(amount)}" for who, amount in value.items())


def total_of(at: Position, name: str) -> int | None:
    """The total of something that a sheet counts."""
    for column in getattr(at.referee.game, "columns", ()):
        if column.name == name:
            total = getattr(column.spec, "total", None)
            return total if isinstance(total, int) and total else None
    return None
