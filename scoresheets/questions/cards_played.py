"""Facts of the cards played to tricks: who played one of a suit or a rank, and who followed suit."""

from __future__ import annotations

import re

from referee.declared.columns import Round
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Played, Position, Tricked, names, suit_name

PAST = re.compile(r" (?:did|has|have|had|was|were|been) | \w+ed\b| (?:led|threw|put)\b")


def of_tricks(at: Position) -> bool:
    """Whether the question is about a hand of tricks whose cards may have been entered."""
    hand = at.hand
    if hand is None or (isinstance(hand, Round) and not hand.by_cards):
        return False
    return hasattr(hand, "trick") and hasattr(hand, "strength") and bool(PAST.search(at.question.plain))


@asked(
    "WHO/who play/put/throw SUIT/RANK/CARD/trump/N [trick all first]",
    "WHO lead SUIT/RANK/CARD/trump/N [trick first]",
    "play/put/throw/lead SUIT/RANK/trump/N [trick been first]",
)
def cards_like_it(at: Position) -> Known | None:
    """Who played a card of a suit or a rank, or whether somebody did."""
    question = at.question
    if not of_tricks(at) or not (question.polar or question.has("who")):
        return None
    suits = [*question.suits]
    if question.has("trump"):
        if not (trump := getattr(at.played, "trump", "")):
            return Known("There is no trump.", ("nobody",), (), False)
        suits.append(trump)
    ranks = [*question.ranks, *map(str, question.numbers)]
    tricks = [at.trick] if question.trick.which else at.tricks
    cards = [card for trick in tricks if trick for card in trick.cards[: 1 if question.has("lead") else None]]
    found = [
        one
        for one in cards
        if one.card in question.cards or _suit(at, one) in suits or (one.card.rank in ranks and not question.cards)
    ]
    mine = [one for one in found if not at.meant or one.who in at.meant]
    shown = tuple(f"{one.who} played {one.card.pretty} (line {one.line})" for one in mine[-5:])
    whole = all(trick.cards for trick in tricks if trick)
    nobody = f"{'No' if question.polar else 'Nobody'}{at.of_hand or ', not in this hand'}."
    unknown = "Not that the table knows: not every card was entered."
    if question.polar:
        return Known(f"Yes{at.of_hand}" if mine else nobody if whole else unknown, (), shown, bool(mine))
    who = [seat for seat in at.played.seats if any(one.who == seat for one in mine) is not question.negated]
    return Known(names(who) + at.of_hand if who else nobody if whole else unknown, tuple(who) or ("nobody",), shown)


@asked("who trumped/ruffed [trick in last]")
def trumped(at: Position) -> Known | None:
    """Who played a trump to another suit."""
    trump = getattr(at.hand, "trump", "")
    if not of_tricks(at) or not trump:
        return None
    tricks = [trick for trick in ([at.trick] if at.question.trick.which else at.tricks) if trick and trick.cards]
    found = [one for trick in tricks if _suit(at, trick.cards[0]) != trump for one in trick.cards[1:]]
    found = [one for one in found if _suit(at, one) == trump]
    shown = tuple(f"{one.who} played {one.card.pretty} (line {one.line})" for one in found[-5:])
    who = [*dict.fromkeys(one.who for one in found)]
    return Known(names(who) + at.of_hand if who else "Nobody.", tuple(who) or ("nobody",), shown)


@asked("WHO/who follow [suit trick SUIT]")
def followed_suit(at: Position) -> Known | None:
    """Whether somebody played the suit that was led, or who did."""
    question = at.question
    if not of_tricks(at) or not (question.polar or question.has("who")):
        return None
    trick = at.trick if question.trick.which else _last_followed(at)
    if trick is None or not trick.cards:
        return Known("Its cards aren't known." if trick else "No trick has been played that far.", ("unknown",))
    led = _suit(at, trick.cards[0])
    of = f"{suit_name(led)} were led"
    others = trick.cards[1:]
    if question.has("who"):
        who = [one.who for one in others if (_suit(at, one) == led) is not question.negated]
        return Known(names(who) if who else f"Nobody: {of}.", tuple(who) or ("nobody",), (str(trick),))
    mine = next((one for one in trick.cards if one.who in at.meant), None)
    if mine is None:
        return Known("Not yet." if not trick.winner else "That card isn't known.", ("unknown",), (str(trick),), False)
    if mine is trick.cards[0]:
        return Known(f"{mine.who} led {mine.card.pretty}.", ("unknown",), (str(trick),), False)
    yes = _suit(at, mine) == led
    return Known(f"{'Yes' if yes else 'No'}: {mine.who} played {mine.card.pretty}, {of}", (), (str(trick),), yes)


def _last_followed(at: Position) -> Tricked | None:
    """The last trick to which somebody meant, or anybody, played a card after the first."""
    for trick in reversed(at.tricks):
        if any(not at.meant or one.who in at.meant for one in trick.cards[1:]):
            return trick
    return None


def _suit(at: Position, played: Played) -> str:
    hand = at.played
    return str(hand.suit_of(played.card)) if hasattr(hand, "suit_of") else played.card.suit
