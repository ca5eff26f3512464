"""The dealer."""

from __future__ import annotations

import re

from referee.game.common_reports import Deal
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position


@asked(
    "who deal [next last first hand turn now WHO start]",
    "what deal next [hand]",
    "deal",
    "who turn deal [next]",
    "deal WHO [turn next]",
    "turn deal [who next]",
    "who box/crib [turn now]",
    "who last/next deal",
    "next deal",
    "who deal before",
)
def dealer(at: Position) -> Known | None:
    """Who deals the hand that is meant."""
    referee, hand = at.referee, at.current
    if not any(issubclass(kind, Deal) for kind in referee.game.reports):
        return Known(f"Nobody deals in {referee.game.name}.", ("nobody",))
    if at.question.has("box", "crib") and not any(kind.verb == "crib" for kind in referee.game.reports):
        return None
    if at.question.has("box", "crib") and re.search(r" (?:got|get|gets|had|made|scored|more) ", at.question.plain):
        return None
    at = at.upcoming()
    which = at.question.hand.which
    bare = not which
    if bare and at.question.has("first") and at.hands:
        return Known(f"{at.hands[0].dealer} dealt hand 1.", (at.hands[0].dealer,))
    if bare and at.question.has("last", "before"):
        last = referee.last if not at.going or referee.last is not hand else None
        if last is None:
            return Known("This is the first hand.", ("nobody",))
        return Known(f"{last.dealer} dealt hand {last.number}.", (last.dealer,))
    if referee.over and which in ("", "next", "after next"):
        if bare and at.hands and not at.question.has("next"):
            return Known(f"{at.hands[-1].dealer} dealt the last hand; the game is over.", (at.hands[-1].dealer,))
        return Known("Nobody: the game is over.", ("nobody",))
    number = at.number
    due = referee.game.hands_at(len(hand.seats), referee.in_force)
    if which == "last" and due is not None and " deals " in at.question.plain:
        number = due  # the last of the game, which is still to come
    if bare and (at.question.has("next") or not at.going):
        number = hand.number if not at.going else hand.number + 1
    played = next((other for other in at.hands if other.number == number and other.dealer), None)
    if played is not None and played.dealer:
        if played is hand:
            return Known(f"{played.dealer} deals hand {played.number}.", (played.dealer,))
        return Known(f"{played.dealer} dealt hand {played.number}.", (played.dealer,))
    first = hand.number if not at.going else hand.number + 1
    if number < first:
        return at.no_such_hand()
    if due is not None and number > due and not (referee.game.plays_on and referee.game.plays_on(referee.in_force)):
        return Known(f"Nobody: hand {due} is the last.", ("nobody",))
    following = referee.dealer if not at.going else hand.next_dealer or hand.after(hand.dealer)
    if not referee.game.deal_passes and (at.going or number > first):
        rule = next(
            (name for name in referee.game.rules if name.endswith(("rotation", "deal-alternates")) or name == "dealer"),
            "",
        )
        text = referee.rule_text(rule) if rule else "That depends on how this hand ends."
        return Known(text, ("unknown",))
    who = hand.after(following, number - first)
    return Known(f"{who} deals next." if number == first else f"{who} deals hand {number}.", (who,))


@asked(
    "when WHO deal [next turn]",
    "many hand WHO deal [until left before next]",
    "when turn deal",
    "when deal [turn]",
    "many hand deal [until till before]",
)
def when_deals(at: Position) -> Known | None:
    """In how many hands somebody deals."""
    if len(at.meant) > 1 or not at.referee.game.deal_passes or at.referee.over:
        return None
    hand = at.current
    following = at.referee.dealer if not at.going else hand.next_dealer or hand.after(hand.dealer)
    first = hand.number if not at.going else hand.number + 1
    begins = hand.seats.index(following)
    order = [*hand.seats[begins:], *hand.seats[:begins]]
    deals = {who: number for number, who in enumerate(order, first)}
    if not at.meant:
        return Known(", ".join(f"{who} in hand {number}" for who, number in deals.items()), tuple(order))
    who = at.meant[0]
    if hand.dealer == who and not at.question.has("next"):
        return Known("Now", (0,), (f"{who} deals hand {hand.number}.",))
    return Known(f"Hand {deals[who]}" + (": the next one" if who == following else ""), (deals[who],))
