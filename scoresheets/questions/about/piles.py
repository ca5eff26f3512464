"""Cards on the table, the stock and the discard pile."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.cards import RANK_NAMES, Card
from scoresheets.questions.about.cards_held import cards_held
from scoresheets.questions.about.melds import melds
from scoresheets.questions.about.tricks import trick_cards
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, after_verb, cards_of, line, polar, suit_name, value_text


@asked(
    "what WHO show [card top]",
    "who show what [card]",
    "what card WHO show",
    "what WHO top [card]",
    "what show [board card]",
)
def shows(at: Position) -> Known | None:
    """The cards that lie face up in front of players."""
    up = getattr(at.played, "up", None)
    if not isinstance(up, Mapping) or not up:
        return None
    found = {seat: cards for seat, cards in up.items() if not at.meant or seat in at.meant}
    pretty = {seat: " ".join(card.pretty for card in cards) for seat, cards in found.items()}
    if len(pretty) == 1:
        return Known(next(iter(pretty.values())), tuple(card for cards in found.values() for card in cards))
    return Known(", ".join(f"{seat} {cards}" for seat, cards in pretty.items()), ("cards",))


@asked(
    "what board [lie card left there]",
    "what card board [lie]",
    "many card board [lie]",
    "what lie board",
    "what left board",
    "what lie/there/out [board card face up]",
)
def board(at: Position) -> Known | None:
    """What lies face up on the table."""
    hand = at.played
    lying = getattr(hand, "lying", None)
    if lying is None:
        lying = getattr(hand, "board", None)
    cards = [card for card in lying if isinstance(card, Card)] if isinstance(lying, (list, tuple)) else []
    if not isinstance(lying, (list, tuple)) or at.meant:
        return trick_cards(at) if hasattr(hand, "trick") else melds(at)
    builds = getattr(hand, "builds", [])
    shown = tuple(
        f"a build of {RANK_NAMES.get(build.rank, build.rank)}s: {' '.join(card.pretty for card in build.cards)}"
        for build in builds
        if hasattr(build, "rank")
    )
    if at.question.has("many"):
        return Known(str(len(cards)), (len(cards),), (" ".join(card.pretty for card in cards),) if cards else ())
    return Known(" ".join(card.pretty for card in cards) or "Nothing", tuple(cards), shown)


@asked("what pile/card start/first [top play with put pile card]")
def first_on_pile(at: Position) -> Known | None:
    """The card with which the discard pile began."""
    if not hasattr(at.played, "pile") or at.has_tricks or at.question.polar or not at.question.past:
        return None
    first = next((one for one in at.reports if one.verb in ("upcard", "plays", "discards") and [*cards_of(one)]), None)
    cards = (*cards_of(first),) if first else ()
    return Known(cards[0].pretty, cards, (line(first),)) if first else None


@asked(
    "what top [card pile discard lie]",
    "what card top [pile]",
    "what top pile [card]",
    "what pile/card show [top]",
    "what pile show",
    "what pile [top card]",
    "top card",
    "what card pile top [lie]",
    "what lie pile/top",
    "what card play/match",
    "what left pile",
    "what WHO take/pick [up]",
)
def top(at: Position) -> Known | None:
    """The top card of the pile."""
    hand = at.played
    if at.meant and not re.match(r" what (?:can|could|may) ", at.question.plain):
        return None
    card = at.value("top")
    if card is None and not at.question.has("top", "pile"):
        return None
    if card is None:
        if "top" not in at.referee.game.facts and not hasattr(hand, "top"):
            return _turned(at)
        return Known("Nothing that the table knows.", ("nothing",))
    lying = getattr(hand, "pile", None) or at.value("pile", "discards")
    whole = at.question.has("left") or re.search(r" (?:is|are|cards) in (?:the|that) pile\s*$", at.question.plain)
    if whole and isinstance(lying, list) and all(isinstance(one, Card) for one in lying):
        return Known(value_text(lying), tuple(lying))
    pretty = value_text(card)
    return Known(pretty, (card, pretty))


def _turned(at: Position) -> Known | None:
    """The card that was turned up."""
    turned = [report for report in at.reports if report.verb == "upcard"]
    return Known(after_verb(turned[-1]), tuple(cards_of(turned[-1])), (line(turned[-1]),)) if turned else None


@asked(
    "many card pile [there lie left pick take up get WHO]",
    "many pile [card]",
    "many card discard [far already been there]",
    "how big pile",
    "how pile",
    "many card pile top",
    "pile anything/empty [there]",
)
def pile(at: Position) -> Known | None:
    """The number of cards in the discard pile."""
    if at.meant and at.question.past:
        return None  # what somebody took
    value = at.value("pile", "discards")
    count = len(value) if isinstance(value, list) else value
    if not isinstance(count, int):
        return None
    if at.question.polar:
        return polar((count == 0) is at.question.has("empty"), f"{count} in the pile")
    return Known(str(count), (count,))


@asked(
    "many card stock [left there draw still in]",
    "many stock [left card]",
    "many card left draw/stock/deal [stock]",
    "how big stock",
    "how stock [left]",
    "stock empty/left/gone [many card]",
    "many card left",
    "many card undealt/untouched [left]",
    "many left draw [card]",
    "card left stock",
    "what stock [left there]",
)
def stock(at: Position) -> Known | None:
    """How many cards are left in the stock."""
    value = at.value("stock", "talon", "left")
    if not isinstance(value, int) or isinstance(value, bool) or at.question.hand.which not in ("", "this"):
        return cards_held(at) if not at.question.has("stock") else None
    if at.question.polar:
        return polar((value == 0) == at.question.has("empty", "gone"), f"{value} left")
    return Known(str(value), (value,))


@asked(
    "what suit [now call play follow need WHO must current order]",
    "what suit play [now]",
    "what suit call [who WHO]",
    "what call [suit now WHO]",
    "what follow [need now suit]",
    "SUIT suit [now play]",
    "what play suit",
    "suit SUIT",
    "what need play/match [on card]",
)
def suit(at: Position) -> Known | None:
    """The suit to be followed on the pile."""
    hand = at.played
    value = at.value("suit")
    if hasattr(hand, "trick") or not isinstance(value, str) or not value:
        return None
    if re.search(r"\bbefore\b", at.question.plain):
        return None
    called = getattr(hand, "called", None)
    if at.meant and not called:
        return None
    shown = [line(report) for report in at.reports if any(card.says for card in cards_of(report))]
    return Known(suit_name(value).capitalize(), (value,), tuple(shown[-1:]) if called else ())


@asked("who change/call/name/choose/make suit/SUIT [it suit]", "who call [suit]", "who change")
def called_by(at: Position) -> Known | None:
    """Who called the suit that is to be played."""
    if hasattr(at.played, "trick") or not (
        at.question.polar or re.search(r" (?:\w+ed|chose|made|named) ", at.question.plain)
    ):
        return None
    found = [report for report in at.reports if any(card.says for card in cards_of(report))]
    found = [
        report
        for report in found
        if not at.question.suits or any(c.says in at.question.suits for c in cards_of(report))
    ]
    return Known(str(found[-1].who), (found[-1].who,), (line(found[-1]),)) if found else None


@asked("what suit before [RANK N CARD WHO call play last that]", "what suit before")
def suit_before(at: Position) -> Known | None:
    """The suit that was to be followed before a card called another."""
    hand = at.played
    if hasattr(hand, "trick") or not hasattr(hand, "suit"):
        return None
    plays = [report for report in at.reports if report.verb in ("plays", "upcard")]
    places = [i for i, report in enumerate(plays) if any(card.says for card in cards_of(report))]
    i = places[-1] if places else len(plays) - 1
    if i < 1:
        return None
    card = [*cards_of(plays[i - 1])][-1]
    return Known(suit_name(card.says or card.suit).capitalize(), (card.says or card.suit,), (line(plays[i - 1]),))


@asked(
    "many card draw/owe/pick/take [WHO must need up have next now]",
    "many draw/owe [WHO card must next need]",
    "many WHO draw/owe/pick [card must up next need]",
    "many penalty [card draw]",
    "what penalty",
    "many card WHO need draw/pick/take [up]",
)
def owed(at: Position) -> Known | None:
    """How many cards the next player must draw."""
    value = at.value("penalty", "owed")
    if not isinstance(value, int) or not value or at.question.hand.which not in ("", "this"):
        return None
    return Known(str(value), (value,))


@asked("pile frozen", "frozen [pile]", "what frozen")
def frozen(at: Position) -> Known | None:
    """Whether the pile is frozen."""
    value = at.fact("frozen")
    if value is None:
        return None
    yes = value in ("yes", True)
    return polar(yes, f"top card: {value_text(at.fact('top'))}")
