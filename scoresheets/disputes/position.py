"""Questions of fact, answered from the position: who deals, whose turn it is, the score, trumps, how many cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.cards import SUIT_NAMES
from referee.game.asks import at
from referee.game.common_reports import Deal
from referee.game.game import Hand
from referee.language.words import Seat, so_many
from referee.records.checks import shown
from referee.table.referee import Referee
from scoresheets.book.tabletalk import SMALL
from scoresheets.display import phrases
from scoresheets.disputes.questions import Asked, kinds_of

SHOWN = 5  # reports that answer a question

_WHO = r"^(?:and |so )?(?:who|who's|whose|who is)"
_DEALS = re.compile(
    rf"{_WHO}\b(?: \w+){{0,2}} ?\b(?:deal|deals|dealt|dealer|dealing)\b(?: it| is it)?"
    r"(?P<next>(?: the)? next| after this)?(?: hand| now| this hand| this time| this| that)?$"
)
_TURN = re.compile(
    r"^(?:and |so )?whose (?:turn|go|move|lead)\b(?!.*\b(?:if|when|after)\b)"
    r"|^(?:is|was) it [\w']+ (?:turn|go|move)(?: now)?$"
    rf"|{_WHO}\b(?: \w+){{0,3}} ?\b(?:turn|go|move|up|next|now|begins?|starts?|first|leads?|on lead|awaited|on)\b"
    r"(?: is it| to \w+| now| next| first)*$|^what(?:'s| is| comes| happens) (?:next|now)$|^what now$"
)
_SCORE = re.compile(
    r"^(?:what(?:'s| is| are|s)(?: the)?|the)(?: \w+)? (?:score|scores|standing|standings|totals?)(?: now| so far)?$"
    rf"|{_WHO}\b(?: \w+){{0,2}} (?:ahead|winning|leading|losing|behind|in front|in the lead)(?: now| so far)?$"
    r"|^how (?:do|are) (?:we|they|things) (?:stand|doing)$|^where do we stand$|^score$"
)
_HAND = re.compile(
    r"^(?:what|which|how many)(?: number)? (?:hand|hands|round|rounds|deal|deals|game)\b"
    r"(?: is (?:it|this)| are we (?:in|on)| have we (?:played|had)| have been played| now)?$"
)
_LAST_HAND = re.compile(r"\b(?:in |of |on )?(?:the |our |my )?(?:last|previous) (?:hand|round|deal|time)\b")
_ANOTHER_TIME = re.compile(r"\b(?:next|last|previous|previously|ago|later|before|after|earlier|following|coming)\b")
_LEFT = re.compile(r"\b(?:left|remaining|remain|to come|to go)\b")
LEFT_OVER = frozenset(("cards", "stock", "deck", "talon", "pack", "unseen", "left", "deal", "direction"))
"""Facts that are of what is left."""

_FACT = re.compile(r"^(?:what|which|how|who|where|is|are)\b(?!(?: is|'s) an? )")
_DID = re.compile(
    r"^who (\w+)\b(?!.*\b(?:if|when|may|can|must)\b)"
    r"|^(?:what|which|how many|how much|when)\b.* did \w+ (\w+)|^(?:what|how \w+)(?: is| was|'s) \w+'s (\w+)$"
)
_OF_PLAYERS = re.compile(r"\b(?:has|have|got|get|gets|took|taken|hold|holds|held|left|does|did)\b")
_FILLERS = SMALL | {"number", "current", "currently", "cards", "card", "left", "remain", "remaining", "lie", "lies",
                    "hold", "holds", "suit", "rank", "top", "going"}  # fmt: skip

CALLED = {
    "trumps": "trump", "deck": "stock", "talon": "stock", "upcard": "top trump prize", "kitty": "pot", "pool": "pot",
    "declarer": "bidder", "discard": "top", "turned": "top trump", "turnup": "top trump prize", "way": "direction",
    "bid": "bids",
}  # fmt: skip
"""What people say for the facts of games."""


def answers(referee: Referee, asked: Asked) -> list[str]:
    """What the position says to a question of fact; nothing where it is none."""
    low = re.sub(r"\s+", " ", re.sub(r"[^\w' -]", " ", asked.text.lower().replace("’", "'"))).strip()
    if _DEALS.search(low):
        return [_deals(referee, bool(_DEALS.search(low)["next"]))]  # type: ignore[index]
    if _TURN.search(low):
        return [*filter(None, (phrases.now(referee),)), phrases.awaits(referee)]
    if _SCORE.search(low):
        return [*([phrases.won(referee)] if referee.over else ()), phrases.totals(referee)]
    if _HAND.search(low):
        return [f"hand {referee.hand.number}"]
    earlier = _LAST_HAND.search(low)
    if earlier and referee.last is None:
        return ["this is the first hand"]
    if earlier:
        return _of_last(referee, asked, low.replace(earlier[0], " ").strip())
    if left := _left(referee, asked, low):
        return [left]
    facts = [*_facts(referee, asked, low)] if _FACT.search(low) else []
    told = facts or _told(referee, asked, low)
    if told and (word := _of_another_time(referee, low, facts)):
        return [f'"{word}" isn\'t understood here; ask about the hand in play or the last hand']
    return told


def _of_last(referee: Referee, asked: Asked, low: str) -> list[str]:
    """What was so in the hand before, or was reported there."""
    last = referee.last
    assert last is not None
    if re.match(r"who (?:deals|dealt|was the dealer)$", low):
        return [f"{last.dealer} dealt hand {last.number}"]
    said = low.split()
    words, strange = ([word for word in those if word.lower() in said] for those in (asked.words, asked.strange))
    asked = replace(asked, words=words, strange=strange, text=low)
    facts = [*_facts(referee, asked, low, last)] if _FACT.search(low) else []
    found = facts or _told(referee, asked, low, last)
    if found and (word := _of_another_time(referee, low, facts)):
        return [f'"{word}" isn\'t understood here; ask about the hand in play or the last hand']
    return [f"in hand {last.number}: {text}" for text in found]


def _left(referee: Referee, asked: Asked, low: str) -> str:
    """How many hands or tricks are left, where that is known."""
    hand = referee.hand
    if asked.seats or not _LEFT.search(low):
        return ""
    if re.search(r"\b(?:hands?|deals?|rounds?)\b", low):
        due = referee.game.hands_at(len(hand.seats), hand.house)
        return f"{so_many(max(0, due - hand.number), 'hand')} left after hand {hand.number}" if due else ""
    if re.search(r"\btricks?\b", low) and hand.dealer and hasattr(hand, "tricks_left"):
        return f"{so_many(hand.tricks_left, 'trick')} left"
    return ""


def _of_another_time(referee: Referee, low: str, facts: Collection[str]) -> str:
    """A word of a question that asks for another time than its answer is of; "" where there is none."""
    if match := _ANOTHER_TIME.search(low):
        return match[0]
    kept = any(fact.partition(":")[0] in LEFT_OVER for fact in facts)
    return "" if kept or not (match := _LEFT.search(low)) else match[0]


def total(referee: Referee, seats: Collection[Seat]) -> str:
    """The score of these players, or of everybody where nobody is named."""
    sides = {referee.hand.side(seat) for seat in seats}
    named = {side: points for side, points in referee.scores.items() if side in sides}
    return ", ".join(f"{side} {points}" for side, points in named.items()) or phrases.totals(referee)


def _deals(referee: Referee, following: bool) -> str:
    if not any(issubclass(kind, Deal) for kind in referee.game.reports):
        return f"nobody deals in {referee.game.name}"
    hand = referee.hand
    if referee.over:
        return "the game is over, and nobody deals any more"
    if following and hand.dealer:
        return f"{hand.next_dealer or hand.after(hand.dealer)} deals next"
    return f"{referee.dealer} deals hand {hand.number}"


def _told(referee: Referee, asked: Asked, low: str, of: Hand | None = None) -> list[str]:
    """The reports of a hand that a question asks for, as in ``who knocked`` and ``what did Ben bid``."""
    match = _DID.search(low)
    said = next(filter(None, match.groups())) if match else ""
    kinds = set() if said.endswith("s") and not asked.hand else kinds_of(referee, said)
    if not kinds or asked.strange or asked.spoken or (match and not match[1] and not asked.seats):
        return []
    records = referee.records
    record = next(
        record
        for record in reversed(records)
        if (record.run.hand is of if of else record.run.begun or record is records[0])
    )
    named = [*(card.lower() for card in asked.cards), *(rank.lower() for rank in asked.ranks), *map(str, asked.numbers)]
    reports = [
        entry.report
        for entry in record.entries
        if type(entry.report) in kinds
        and (not asked.seats or entry.report.who in asked.seats)
        and all(re.search(rf"\b{name}[shdc]?\b", entry.report.text.lower()) for name in named)
    ]
    if not reports:
        return [f"nothing of that has been reported in hand {record.number}"]
    return [f"{report.text} ({at(report)})" for report in reports[-SHOWN:]]


def _facts(referee: Referee, asked: Asked, low: str, of: Hand | None = None) -> Iterator[str]:
    """Facts that the game names, of the hand in play or another one, where nothing else is asked for."""
    words = re.findall(r"[\w-]+", " ".join(asked.words).lower())
    facts = {fact.lower(): fact for fact in referee.game.facts}
    hand = of or referee.hand
    if taken := getattr(hand, "taken", None):
        facts.setdefault("tricks", "tricks")
    said = [next((name for name in CALLED.get(word, word).split() if name in facts), word) for word in words]
    names = [name for word in said for name in (word, word.removesuffix("s"), f"{word}s") if name in facts]
    over = {form for name in names for form in (name, f"{name}s", name.removesuffix("s"))}
    others = [word for word in said if word not in over and word not in _FILLERS]
    counted = "many" in said and bool({"cards", "card"} & set(said)) and not others
    told = [name for name in names if name not in ("cards", "hand", "left")]
    if counted and told:
        names = told
    elif counted:
        names = [name for name in ("cards", "size") if name in facts]
        names = names[:1] if asked.seats else names[-1:]
        if not names and (size := getattr(hand, "size", 0)) and not asked.seats:
            yield f"{size} cards each"
    elif others:
        return
    for name in dict.fromkeys(names):
        fact = facts[name]
        named = referee.game.facts.get(fact)
        value = taken if named is None else named(of) if of else referee.fact(fact)
        if text := _value(referee, asked, fact, value, low):
            yield text


def _value(referee: Referee, asked: Asked, name: str, value: Any, low: str) -> str:
    """A fact as it is told, where it is one that the question asks for."""
    if isinstance(value, Mapping):
        if asked.seats:
            sides = {referee.hand.side(seat) for seat in asked.seats} | asked.seats
            value = {who: fact for who, fact in value.items() if who in sides}
        elif not _OF_PLAYERS.search(low):
            return ""
    elif asked.seats or (low.startswith("who") and value not in referee.players):
        return ""
    said = SUIT_NAMES.get(value, "") if isinstance(value, str) else ""
    return f"{name}: {said or shown(value) or 'none'}"
