"""Oh Hell!  Bid the number of tricks you will take, and take exactly that many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.cards import Card, Pack, Suit
from referee.core import (
    Asks,
    Category,
    Deal,
    Game,
    Option,
    Reason,
    Report,
    Seat,
    Told,
    check,
    illegal,
    impossible,
    leaders,
    never,
    unclear,
    worth,
)
from referee.glance import Example, Glance, Table, counted_down, signed
from referee.kit.holdings import fresh, from_the_pack, take_up
from referee.kit.tricks import (
    Plays,
    Takes,
    Trick,
    TrickHand,
    enough_tricks,
    follows_suit,
    on_the_table,
    took_as_many,
    trick_ranking,
)

TRICK = 10  # points for every trick of a bid that was made, and off for every one amiss

RULES = {
    "hand-size": illegal("Each hand has one card less than the last, down to a single card, then one more again."),
    "dealer-rotation": illegal("The deal passes to the left."),
    "bid-order": illegal("Everybody bids once, clockwise from the dealer's left; the dealer is last."),
    "bid-range": illegal("A bid is nought at least and no more than the tricks there are, unless the dealer must."),
    "dealer-must-overbid": illegal("The dealer's bid takes the total of the bids above the number of tricks."),
    "lead-order": illegal("The dealer's left leads first, then whoever took the last trick; play is clockwise."),
    "follow-suit": illegal("Whoever holds the suit led plays it.", finding="revoke"),
    "trick-winner": worth("The highest trump takes the trick, without one the highest card of the suit led."),
    "one-pack": impossible("Every card is there once; the upcard and the stub are out of play."),
    "trick-count": impossible("A hand has as many tricks as each player has cards."),
    "made-bid": worth("Exactly the bid: ten a trick, and ten for a bid of nought."),
    "missed-bid": worth("Any other number: ten off for every trick over or under."),
    "tiebreak": worth("A tie for the lead is played off with hands of one card."),
}


# Reports


class Upcard(Report, speaker="none"):
    """the card turned up after the deal; its suit is trump"""

    card: Card


class Trump(Report, speaker="none"):
    """the suit of the upcard, where only that was told"""

    suit: Suit


class Bids(Report):
    """the number of tricks a player undertakes to take"""

    tricks: int

    @classmethod
    def options(cls, hand: OhHell, seat: Seat) -> Iterator[Bids]:
        return (cls(tricks, who=seat) for tricks in range(most_bid(hand, seat) + 1))


@dataclass
class OhHell(TrickHand):
    """One deal of Oh Hell!"""

    upcard: Upcard | Trump | None = None
    bids: dict[Seat, Bids] = field(default_factory=dict)

    def to_bid(self) -> tuple[Seat, ...]:
        return self.next_behind(self.bids)

    @property
    def total_bid(self) -> int:
        return sum(bid.tricks for bid in self.bids.values())


def size_due(hand: OhHell) -> int:
    """Cards in this hand: from the first size down to one and up again; a playoff has one."""
    first: int = hand.house["first-hand"]
    return abs(first - hand.number) + 1 if hand.number < 2 * first else 1


def sizes_due(table: Table) -> list[int]:
    """Cards in each hand of the game, from the first to the last."""
    return [size_due(table.hand(number=number)) for number in range(1, 2 * table.house["first-hand"])]


# The hand


async def play_hand(hand: OhHell) -> None:
    deal = await hand.deal(falls_then_rises)
    hand.deal_cards(deal.size or size_due(hand), deal)

    # Bids
    bidding = hand.ask(hand.to_bid, Bids, in_range, dealer_overbids, turn="bid-order")
    while len(hand.bids) < len(hand.seats):
        match await (bidding | upcard(hand)):
            case Bids() as bid:
                hand.bids.pop(bid.who, None)
                hand.bids[bid.who] = bid
            case turned:
                turn_up(hand, turned)

    # Tricks
    hand.leader = hand.eldest
    playing = hand.ask_play(trump_told, follows_suit) | hand.ask(None, Takes, enough_tricks, aside=True)
    while hand.tricks_left:
        match await (playing | upcard(hand)):
            case Plays() as play:
                hand.put(play)
            case Takes() as takes:
                hand.take_untold(takes.who, takes.tricks)
            case turned:
                turn_up(hand, turned)

    # Score
    for seat in hand.seats:
        made_or_missed(hand, seat)


def upcard(hand: OhHell) -> Asks[Upcard | Trump]:
    """Whoever turns up a card says so when there is time, but before a card is played."""
    if hand.upcard:
        return Asks()
    return hand.ask(None, Upcard, fresh_upcard, aside=True) | hand.ask(None, Trump, aside=True)


def turn_up(hand: OhHell, turned: Upcard | Trump) -> None:
    hand.upcard = turned
    if isinstance(turned, Upcard):
        hand.trump = turned.card.suit
        hand.tell(turned, turned.card)
    else:
        hand.trump = turned.suit


def made_or_missed(hand: OhHell, seat: Seat) -> None:
    bid, took = hand.bids[seat], hand.taken[seat]
    because = f"bid {bid.tricks}, took {took}"
    if took == bid.tricks:
        hand.score(seat, TRICK * (bid.tricks or 1), "made", "made-bid", because, bid)
    else:
        hand.score(seat, -TRICK * abs(took - bid.tricks), "missed", "missed-bid", because, bid)


def is_over(hand: OhHell) -> bool:
    """After the last hand, once one player leads alone."""
    return hand.number >= 2 * hand.house["first-hand"] - 1 and len(leaders(hand.standing.balance)) == 1


# Checks


@check("hand-size")
def falls_then_rises(hand: OhHell, deal: Deal) -> str | None:
    due = size_due(hand)
    if deal.size is None or deal.size == due:
        return None
    most = (len(hand.pack) - 1) // len(hand.seats)
    if not 1 <= deal.size <= most:
        return never(f"the pack deals 1 to {most} cards each, not {deal.size}")
    return f"hand {hand.number} is one of {due}, not of {deal.size}"


@check("one-pack")
def fresh_upcard(hand: OhHell, report: Upcard) -> str | None:
    return fresh(hand, report.card)


@check("bid-range")
def in_range(hand: OhHell, bid: Bids) -> str | None:
    most = most_bid(hand, bid.who)
    return None if 0 <= bid.tricks <= most else f"a bid is 0 to {most} here, not {bid.tricks}"


def most_bid(hand: OhHell, seat: Seat) -> int:
    """All the tricks there are, or what the dealer needs to go above them."""
    return max(hand.size, least_sufficient(hand)) if seat == hand.dealer else hand.size


@check("dealer-must-overbid")
def dealer_overbids(hand: OhHell, bid: Bids) -> str | None:
    others = [one for seat, one in hand.bids.items() if seat != hand.dealer]
    if bid.who != hand.dealer or len(others) < len(hand.seats) - 1 or bid.tricks >= least_sufficient(hand):
        return None
    total = sum(one.tricks for one in others) + bid.tricks
    return Reason(f"{bid.tricks} makes {total} in all, and there are {hand.size} tricks", *others)


def least_sufficient(hand: OhHell) -> int:
    """The dealer's smallest bid that takes the total above the tricks."""
    return max(0, hand.size + 1 - sum(bid.tricks for seat, bid in hand.bids.items() if seat != hand.dealer))


@check("trick-winner")
def trump_told(hand: OhHell, play: Plays) -> Reason | None:
    if hand.upcard:
        return None
    return unclear("what is trump? the upcard hasn't been told")


GAME = Game(
    slug="oh-hell",
    name="Oh Hell!",
    summary="Bid the number of tricks you will take, and take exactly that many.",
    family="trick-taking",
    players=range(3, 8),
    pack=Pack(),
    hand=OhHell,
    play=play_hand,
    over=is_over,
    rules=RULES,
    reports={
        Deal: Told("first, and when a hand is finished", "hand-size", "dealer-rotation"),
        Upcard: Told("after the deal, before a card is played", "one-pack"),
        Trump: Told("in place of the upcard", "one-pack"),
        Bids: Told("after the deal", "bid-order", "bid-range", "dealer-must-overbid"),
        Plays: Told("when all have bid", "lead-order", "follow-suit", "one-pack"),
        Trick: Told("when all have bid", "lead-order", "follow-suit", "one-pack"),
        Takes: Told("when all have bid; the hand ends when every trick is accounted for", "trick-count"),
    },
    categories={
        "made": Category("10 × bid, 10 for a bid of nought", "made-bid"),
        "missed": Category("−10 × tricks over or under", "missed-bid"),
    },
    options=(
        Option(
            "first-hand",
            lambda players: {6: 8, 7: 7}.get(players, 10),
            "cards in the first hand",
            ("hand-size",),
            most=lambda players: 51 // players,
            fixed="the hands go down from the first and up again",
        ),
    ),
    facts={
        "trump": lambda hand: hand.trump,
        "size": lambda hand: hand.size,
        "bids": lambda hand: hand.total_bid,
        "hand": lambda hand: hand.number,
    },
    dealt=(from_the_pack,),
    deal_out=take_up,
    told_again={Takes: took_as_many},
    now=on_the_table,
    ends="trick-count",
    at_a_glance=(
        Glance("cards each, hand by hand", sizes_due, "hand-size", show=counted_down),
        trick_ranking("trick-winner"),
        Glance("a bid made", f"{TRICK} for each trick of it, {TRICK} for nought", "made-bid"),
        Glance("a bid missed", f"{signed(-TRICK)} for each trick amiss", "missed-bid"),
    ),
    short_form="`deal`, the bids, and `takes` for whoever took tricks; whoever is not named took none.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben bids 1; Cat bids 0; Ann bids 2", "Ben takes 1; Ann takes 1"),
        "Ann -10, Ben 10, Cat 10",
        "first-hand=2",
    ),
    rulings=(
        "With few cards the dealer may have to go above the number of tricks. That least bid is legal for the dealer;"
        " nobody else bids more than there are.",
        "The playoff is dealt by the next dealer in turn, everybody plays, and it is repeated until one leads alone.",
    ),
    edition=2,
)
