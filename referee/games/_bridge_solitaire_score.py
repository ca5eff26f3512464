"""Bridge Solitaire's score: contracts, honours and who may claim them, games and the rubber."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.core import Reason, Report, Seat, Standing, at, check, never
from referee.games._bridge_solitaire import brings

if TYPE_CHECKING:
    from referee.games.bridge_solitaire import BridgeSolitaire

HOUSE = Seat("house")
GAME_POINTS, RUBBER, LONG_RUBBER = 100, 700, 500  # below the line for a game; for two games to none, and to one
DOUBLED = ("", " doubled", " redoubled")


class ClaimsHonours(Report):
    """the honours in a hand that wasn't told, or that the table asks to be claimed"""

    points: int

    @classmethod
    def options(cls, hand: BridgeSolitaire, seat: Seat) -> Iterable[ClaimsHonours]:
        return [cls(points, who=seat) for points in (100, 150)]


@dataclass
class Rubber(Standing):
    """Points below the line in the game that is on, games won, and honours of the last hand: those that may be claimed
    still, and those that were."""

    below: dict[Seat, int] = field(default_factory=dict)
    games: dict[Seat, int] = field(default_factory=dict)
    claimable: list[int] = field(default_factory=list)
    claimed: ClaimsHonours | None = None


# Score


def score_contract(hand: BridgeSolitaire) -> None:
    bid, side, jokers, call = hand.bid, hand.declarer, hand.jokers, hand.call
    assert bid and call
    vulnerable, took = bool(hand.standing.games.get(side)), hand.taken[side]
    because = f"{bid}{DOUBLED[jokers]}, {took} tricks" + ", vulnerable" * vulnerable
    for category, points in brings(bid, jokers, vulnerable, took):
        rule = "below-line" if category == "contract" else category
        hand.score(hand.other(side) if category == "undertricks" else side, points, category, rule, because, call)
        if category == "contract":
            hand.standing.below[side] = hand.standing.below.get(side, 0) + points


def honours_of(hand: BridgeSolitaire) -> int:
    """What the honours known to be the player's are worth."""
    return hand.bid.honours_worth(sum(hand.own[card] for card in hand.bid.honours)) if hand.bid else 0


def may_have_honours(hand: BridgeSolitaire, points: int) -> bool:
    """Whether the player's hand may be worth so much, for all that is known of it."""
    bid = hand.bid
    if hand.house["honours"] == "off" or not bid or points not in {bid.honours_worth(4), 150}:
        return False
    untold = sum(not hand.told(card) for card in bid.honours)
    held = sum(hand.own[card] for card in bid.honours)
    return points <= bid.honours_worth(held + min(untold, hand.blind))


def score_honours(hand: BridgeSolitaire, points: int, claim: ClaimsHonours | None, number: int | None = None) -> None:
    because = "claimed" if claim else f"honours at {hand.bid}"
    hand.score(hand.player, points, "honours", "honours-held", because, *([claim] if claim else []), hand=number)


def told_too_late(scored: BridgeSolitaire, hand: BridgeSolitaire) -> None:
    """Finds jokers and honours that nobody knew of when the hand was scored, and honours that it hasn't got."""
    if not hand.bid or not hand.call:
        return
    if hand.jokers != scored.jokers:
        has = ("no joker", "one joker", "two jokers")[hand.jokers]
        why = f"{hand.player} has {has}, and {hand.bid}{DOUBLED[scored.jokers]} was scored"
        hand.find("doubling", hand.player, why, hand.call, *hand.proof)
    held, claim = honours_of(hand), scored.standing.claimed
    if hand.whole and claim and claim.points > held:
        why = f"{hand.player}'s honours are worth {held}, and {claim.points} were claimed"
        hand.find("honours-held", hand.player, why, claim, *hand.proof)
    elif held in scored.standing.claimable and scored.house["honours"] == "auto":
        why = f"{hand.player} has honours worth {held} at {hand.bid}, and nobody claimed them"
        hand.find("honours-held", hand.player, why, *hand.proof)


def score_game(hand: BridgeSolitaire) -> None:
    """A hundred below the line are a game, two games the rubber."""
    standing, side = hand.standing, hand.declarer
    if standing.below.get(side, 0) < GAME_POINTS:
        return
    standing.below.clear()
    standing.games[side] = standing.games.get(side, 0) + 1
    if standing.games[side] == 2:
        others = standing.games.get(hand.other(side), 0)
        hand.score(side, LONG_RUBBER if others else RUBBER, "rubber", "rubber", f"two games to {others}")


def is_over(hand: BridgeSolitaire) -> bool:
    return max(hand.standing.games.values(), default=0) >= 2


def stop(hand: BridgeSolitaire) -> None:
    """The rubber is broken off: who alone has a game, or part of one, is paid for it."""
    standing = hand.standing
    if standing.over:
        return
    for points, count, what in ((300, standing.games, "a game"), (100, standing.below, "part of a game")):
        if len(ahead := [side for side, number in count.items() if number]) == 1:
            hand.score(ahead[0], points, "rubber", "rubber", f"alone with {what}", hand=0)


# Checks


@check("honours-held")
def honours_held(hand: BridgeSolitaire, claim: ClaimsHonours) -> Reason | None:
    if hand.honours:
        return never(f"honours were claimed before ({at(hand.honours)})", hand.honours)
    if claim.who == HOUSE:
        return never("only the player can have honours")
    if claim.points not in (100, 150):
        return never(f"honours are worth 100 or 150, not {claim.points}")
    if hand.house["honours"] == "off":
        return Reason("honours aren't scored at this table")
    if may_have_honours(hand, claim.points):
        return None
    held = sum(hand.own[card] for card in hand.bid.honours) if hand.bid else 0
    return Reason(f"{claim.who} has {held} of the honours at {hand.bid}", *hand.proof)


@check("honours-held")
def still_claimable(hand: BridgeSolitaire, claim: ClaimsHonours) -> Reason | None:
    if claim.who == hand.player and claim.points in hand.standing.claimable:
        return None
    return never(f"{claim.points} for honours can't be claimed of the last hand")
