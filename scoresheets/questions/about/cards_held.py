"""How many cards players get and have left."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

from referee.declared.columns import Round
from referee.game.common_reports import Deal
from referee.game.game import leaders
from referee.language.words import Seat
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, by_name, names, number_of


def size_of(at: Position) -> int | None:
    """How many cards each gets in the hand that is meant."""
    hand = at.hand
    if hand is not None and isinstance(size := getattr(hand, "size", None), int) and size:
        return size
    sizes = at.glance("cards each, hand by hand")
    if isinstance(sizes, list):
        return int(sizes[at.number - 1]) if 0 < at.number <= len(sizes) else None
    dealt = next((report for report in at.reports if isinstance(report, Deal)), None) if hand is not None else None
    if dealt is not None and (number := number_of(dealt)):
        return number
    each = at.glance("cards each")
    if isinstance(each, int):
        return each
    tricks = next((column for column in getattr(at.referee.game, "columns", ()) if column.name == "tricks"), None)
    in_play = copy.copy(hand if hand is not None else at.current)
    if isinstance(in_play, Round) and tricks is not None:
        in_play.number = at.number
        if isinstance(total := tricks.total(in_play), int):
            return total
    size = at.referee.in_force.get("hand-size")
    return size if isinstance(size, int) else None


@asked(
    "many card hand/deal/each/start [all who WHO play player]",
    "many card [play all deal]",
    "what size hand",
    "many trick hand/there",
    "many card WHO deal [start]",
    "many trick [hand there play total all]",
    "what size",
    "many trick hand there",
)
def hand_size(at: Position) -> Known | None:
    """How many cards are dealt to each."""
    if at.question.has("trick") and re.search(r"\b(?:did|has|have|got|took|taken|won|more)\b", at.question.plain):
        return None
    if re.match(r" many (?:is|does|do|for) ", at.question.plain):
        return None  # how much, not how many
    now = re.search(r" (?:has|have|holds?) ", at.question.plain) and not at.question.hand.which
    if now and not at.question.has("deal") and held(at):
        return cards_held(at)
    at = at.upcoming(bare=True)
    asks_size = re.search(r" (?:get|now)\b| on\s*$| did (?:i|we) (?:just )?have\b", at.question.plain)
    dealt = at.question.has("deal", "start") or at.question.hand.which or asks_size
    if (at.meant or at.question.mine) and not dealt:
        return None
    if at.question.has("trick") and not hasattr(at.current, "taken") and size_of(at) is None:
        return None
    if at.hand is None and at.question.hand.which in ("last", "before last"):
        return at.no_such_hand()
    due = at.referee.game.hands_at(len(at.referee.seats), at.referee.in_force)
    size = size_of(at)
    if size is None:
        if due is not None and at.number > due:
            return Known(f"None: hand {due} is the last.", (0,))
        each = at.glance("cards each")
        return Known(f"{each}") if isinstance(each, str) and not at.meant else None
    if at.question.has("trick"):
        return Known(f"{size}{at.of_hand}", (size,))
    return Known(f"{size} each{at.of_hand}", (size,))


def held(at: Position) -> Mapping[Seat, int]:
    """How many cards each holds in the hand in progress, as far as that is counted."""
    for entered in (at.fact("cards"), at.fact("left")):
        if isinstance(entered, Mapping) and entered:
            return entered
    holdings = getattr(at.hand, "holdings", None)
    if isinstance(holdings, Mapping) and holdings:
        try:
            return {seat: len(holding) for seat, holding in holdings.items()}
        except TypeError:
            return {}
    return {}


@asked(
    "many card WHO [hold hand left there play need go get rid in still]",
    "many card left [WHO all hand player each who hold in play]",
    "many card hold [who WHO all hand]",
    "who most/fewest card [hand left hold]",
    "many card who [left hold hand]",
    "many left WHO [card]",
    "what/many WHO hold [card left]",
    "who many card [left all]",
    "many hold [card left]",
    "many card hand [left all]",
    "who N card [left hold]",
    "who N left [card]",
    "many WHO hand [left card]",
    "who closest [out go win finish end empty hand]",
)
def cards_held(at: Position) -> Known | None:
    """How many cards players have left."""
    counted = held(at)
    if not counted or at.question.hand.which not in ("", "this"):
        return None
    if re.search(r" (?:has|have|been|were|did) .*\bplay(?:ed)?\s*$", at.question.plain):
        return None  # those that were played
    if not at.going and re.search(r" (?:had|took|got) ", at.question.plain):
        return None  # at the end of the hand
    if at.question.has("most", "fewest", "closest"):
        best = leaders(dict(counted), not at.question.has("most"))
        return Known(f"{names(best)}, {counted[best[0]]}", tuple(best), (by_name(counted),))
    if at.question.has("who") and at.question.numbers and not at.question.polar:
        who = [seat for seat, number in counted.items() if number in at.question.numbers]
        return Known(names(who) if who else "Nobody", (*who,) or ("nobody",), (by_name(counted),))
    named = {seat: counted[seat] for seat in at.meant if seat in counted}
    if len(named) == 1:
        return Known(str(*named.values()), tuple(named.values()))
    stock: Any = at.fact("stock")
    shown = (f"stock: {stock}",) if isinstance(stock, int) else ()
    if not at.meant and not at.question.has("hand", "hold", "all", "who", "each", "player") and shown:
        return Known(f"{stock} in the stock", (stock,), (by_name(counted),))
    found = named or counted
    if len(set(found.values())) == 1 and not named:
        value = next(iter(found.values()))
        return Known(f"{value} each", (value,), shown)
    return Known(by_name(found), tuple(found.values()), shown)


@asked(
    "what WHO hand [card in left]", "what card WHO hand/hold/have [in left]", "what card WHO [left]", "what WHO [left]"
)
def known_cards(at: Position) -> Known | None:
    """The cards that a player is known to hold."""
    hand, question = at.current, at.question
    if len(at.meant) != 1 or not at.going or question.hand.which:
        return None
    if re.search(r" (?:did|was|were) ", question.plain):
        return None
    who = at.meant[0]
    cards = [*hand.known(who)]
    bare = {*question.words} <= {"what", "WHO", "left"}
    if bare and (not cards or not re.search(r" (?:has|does) WHO (?:got|have|hold)(?: left)?\s*$", question.plain)):
        return None
    others = held(at).get(who, 0) - len(cards)
    text = " ".join(card.pretty for card in cards) or "None that the table knows"
    return Known(f"{text}; {others} not known" if cards and others > 0 else text, tuple(cards))
