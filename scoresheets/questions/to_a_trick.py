"""Whether a card or a suit may go on a trick: ``can Jo throw the KC on that``, ``may I trump a heart lead``."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from referee.cards import SUIT_NAMES
from referee.language.words import NOBODY, Seat
from referee.rules.rule import Kind
from referee.table.referee import Referee
from scoresheets.book.tabletalk import SUITS
from scoresheets.questions.parse import Question

FOLLOWS = "follow-suit"
"""The rule of every game in which players must follow suit."""

_PLAYS = re.compile(
    r" (?:can|may|could) (?:not )?(?:i|we|you|he|she|they|one|WHO) "
    r"(?P<verb>play|put|throw|discard|drop|slough|sluff|use|lay|chuck|toss|dump|lead|trump|ruff)\b"
)
_SUIT = rf"(?P<suit>{'|'.join(SUITS)})s?"
_LED = re.compile(
    rf" (?:on|to) (?:a |an |the |any )?{_SUIT}(?: lead| led| trick)?\s*$"
    rf"| (?:when|if) (?:a |an )?{_SUIT.replace('suit', 'when')} (?:is|are|was|were|has been|have been) led"
    rf"| (?:trump|ruff) (?:a |an |the )?{_SUIT.replace('suit', 'over')}(?: lead| trick)?\s*$"
)
"""The suit that a question supposes to be led."""


class OnTrick(NamedTuple):
    """Yes, no, or what it depends on, and the rules that say so."""

    first: str
    rules: tuple[str, ...]


def on_a_trick(referee: Referee, question: Question) -> OnTrick | None:
    """Whether a suit may be played to a trick in a game in which players must follow suit."""
    hand: Any = referee.hand
    match = _PLAYS.match(question.plain)
    if not match or FOLLOWS not in referee.game.rules or len(question.cards) + len(question.suits) > 2:
        return None
    if "must follow suit if you can" not in referee.rule_text(FOLLOWS) or len(question.seats) > 1:
        return None
    trick, suit_of = getattr(hand, "trick", None) or (), getattr(hand, "suit_of", None)
    who = question.seats[0] if question.seats else NOBODY
    supposed = _LED.search(question.plain)
    said = next((name for name in supposed.groupdict().values() if name), "") if supposed else ""
    led = SUITS[said] if said else hand.led if trick and suit_of else None
    suits = [suit for suit in question.suits if suit != led or not said or question.suits.count(suit) > 1]
    if match["verb"] in ("trump", "ruff"):
        suit = getattr(hand, "trump", None) or None
    elif question.cards:
        suit = suit_of(question.cards[0]) if suit_of else question.cards[0].suit
    else:
        suit = suits[0] if suits else None
    if match["verb"] == "lead":
        return _led_by(referee, who, question) if not said and not trick else None
    if not led or not suit:
        return None
    if not said and any(play.who == who for play in trick):
        return OnTrick(f"No: {who} has already played to this trick.", ())
    return _follows(who, suit, led)


def _follows(who: Seat, suit: str, led: str) -> OnTrick:
    """Whether a suit may be played when another, or the same, was led."""
    if suit == led:
        return OnTrick(f"Yes: {SUIT_NAMES.get(led, 'that suit')} were led.", (FOLLOWS,))
    has = f"{who} has" if who else "you have"
    return OnTrick(f"Only if {has} no {SUIT_NAMES.get(led, 'card of the suit led')}.", (FOLLOWS,))


def _led_by(referee: Referee, who: Seat, question: Question) -> OnTrick | None:
    """Whether a suit may be led now."""
    hand: Any = referee.hand
    if not who:
        lead = next((card for card in hand.pack if card not in hand.seen), None)
        tries = [seat for seat in referee.next() if lead and not _out_of_turn(referee, f"{seat} plays {lead.text}")]
        who = next(iter(tries or referee.next()), NOBODY)
    if question.cards or len(question.suits) != 1 or not hasattr(hand, "suit_of") or who not in referee.next():
        return None
    cards = [card for card in hand.pack if hand.suit_of(card) == question.suits[0] and card not in hand.seen]
    rulings = [referee.can(f"{who} plays {card.text}") for card in dict.fromkeys(cards)]
    if not rulings or any(ruling.report is None for ruling in rulings):
        return None
    if good := next((ruling for ruling in rulings if ruling.accepted and not ruling.doubts), None):
        return OnTrick("Yes", tuple(breach.rule for breach in good.broken))
    ruling = next((one for one in rulings if one.accepted), rulings[0])
    why = ruling.doubts[0] if ruling.accepted else ruling.broken[0] if ruling.broken else None
    if why is None:
        return None
    return OnTrick(f"{'That depends' if ruling.accepted else 'No'}: {why.why}", (why.rule,))


def _out_of_turn(referee: Referee, text: str) -> bool:
    return referee.can(text).kind is Kind.OUT_OF_TURN


__all__ = ["OnTrick", "on_a_trick"]
