"""Oh Hell!  Bid the number of tricks you will take, and take exactly that many."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.cards import Card, Pack, Suit
from referee.core import Asks, Deal, Game, Report, Seat, leaders
from referee.glance import Example, Glance, Table, counted_down, signed
from referee.kit import holdings, tricks
from referee.kit.tricks import Plays, Takes, Trick, TrickHand
from referee.notation import one_for_each
from referee.options import Variant
from referee.rules import Reason, cannot_happen, illegal, impossible, judges, number, unclear, worth

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
    options = one_for_each(lambda hand, seat: range(most_bid(hand, seat) + 1))


@dataclass
class OhHell(TrickHand):
    """One deal of Oh Hell!"""

    upcard: Upcard | Trump | None = None
    bids: dict[Seat, Bids] = field(default_factory=dict)

    @property
    def total_bid(self) -> int:
        return sum(bid.tricks for bid in self.bids.values())


# The hand


async def play_hand(hand: OhHell) -> None:
    deal = await hand.deal()
    hand.deal_cards(deal.size or size_due(hand), deal)

    # Bids
    bidding = hand.ask(lambda: hand.next_behind(hand.bids), Bids)
    while len(hand.bids) < len(hand.seats):
        match await (bidding | upcard(hand)):
            case Bids() as bid:
                hand.bids.pop(bid.who, None)
                hand.bids[bid.who] = bid
            case turned:
                turn_up(hand, turned)

    # Tricks
    hand.leader = hand.eldest
    playing = hand.ask_play() | hand.ask(None, Takes, aside=True)
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
        bid, took = hand.bids[seat], hand.taken[seat]
        because = f"bid {bid.tricks}, took {took}"
        if took == bid.tricks:
            hand.book(seat, made_bid, made_bid(hand, bid.tricks), because, bid)
        else:
            hand.book(seat, missed_bid, missed_bid(hand, abs(took - bid.tricks)), because, bid)


def upcard(hand: OhHell) -> Asks[Upcard | Trump]:
    """Whoever turns up a card says so when there is time, but before a card is played."""
    return Asks() if hand.upcard else hand.ask(None, Upcard, Trump, aside=True)


def turn_up(hand: OhHell, turned: Upcard | Trump) -> None:
    hand.upcard = turned
    if isinstance(turned, Upcard):
        hand.trump = turned.card.suit
        hand.tell(turned, turned.card)
    else:
        hand.trump = turned.suit


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)


@illegal(place=Deal)
def hand_size(
    hand: OhHell,
    deal: Deal,
    *,
    first_hand: int = number(
        lambda players: {6: 8, 7: 7}.get(players, 10),
        "cards in the first hand",
        least=1,
        most=lambda players: 51 // players,
        fixed="the hands go down from the first and up again",
    ),
) -> Reason | str | None:
    """The first hand is of {first_hand} cards; each has one card less than the last, down to a single card, then one
    more again."""
    due = size_due(hand)
    if deal.size is None or deal.size == due:
        return None
    most = (len(hand.pack) - 1) // len(hand.seats)
    if not 1 <= deal.size <= most:
        return cannot_happen(f"the pack deals 1 to {most} cards each, not {deal.size}")
    return f"hand {hand.number} is one of {due}, not of {deal.size}"


def size_due(hand: OhHell) -> int:
    """Cards in this hand: from the first size down to one and up again; a playoff has one."""
    first: int = hand.house["first-hand"]
    return abs(first - hand.number) + 1 if hand.number < 2 * first else 1


def sizes_due(table: Table) -> list[int]:
    """Cards in each hand of the game, from the first to the last."""
    return [size_due(table.hand(number=number)) for number in range(1, 2 * table.house["first-hand"])]


# Rules: bids

bid_order = illegal("Everybody bids once, clockwise from the dealer's left; the dealer is last.", turn=Bids)


@illegal
def bid_range(hand: OhHell, bid: Bids) -> str | None:
    """A bid is nought at least and no more than the tricks there are, unless the dealer must."""
    most = most_bid(hand, bid.who)
    return None if 0 <= bid.tricks <= most else f"a bid is 0 to {most} here, not {bid.tricks}"


def most_bid(hand: OhHell, seat: Seat) -> int:
    """All the tricks there are, or what the dealer needs to go above them."""
    return max(hand.size, least_sufficient(hand)) if seat == hand.dealer else hand.size


@illegal
def dealer_must_overbid(hand: OhHell, bid: Bids) -> Reason | None:
    """The dealer's bid takes the total of the bids above the number of tricks."""
    others = [other for seat, other in hand.bids.items() if seat != hand.dealer]
    if bid.who != hand.dealer or len(others) < len(hand.seats) - 1 or bid.tricks >= least_sufficient(hand):
        return None
    total = sum(other.tricks for other in others) + bid.tricks
    return Reason(f"{bid.tricks} makes {total} in all, and there are {hand.size} tricks", *others)


def least_sufficient(hand: OhHell) -> int:
    """The dealer's smallest bid that takes the total above the tricks."""
    return max(0, hand.size + 1 - sum(bid.tricks for seat, bid in hand.bids.items() if seat != hand.dealer))


# Rules: tricks

lead_order = illegal(
    "The dealer's left leads first, then whoever took the last trick; play is clockwise.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
one_pack = impossible(
    "Every card is there once; the upcard and the stub are out of play.",
    tricks.from_hand,
    holdings.from_the_pack,
    place=Trump,
)


judges(one_pack, of=Upcard)(holdings.untold)


trick_winner = worth("The highest trump takes the trick, without one the highest card of the suit led.")


@judges(trick_winner)
def trump_told(hand: OhHell, play: Plays) -> Reason | None:
    return None if hand.upcard else unclear("what is trump? the upcard hasn't been told")


follow_suit = illegal("Whoever holds the suit led plays it.", tricks.follows_suit, finding="revoke")
trick_count = impossible(
    "A hand has as many tricks as each player has cards.", tricks.enough_tricks, tricks.took_as_many
)

# Rules: the score


@worth(lines="made")
def made_bid(hand: OhHell, bid: int, *, trick: int = 10, nought: int = 10) -> int:
    """Exactly the bid: {trick} a trick, and {nought} for a bid of nought."""
    return trick * bid or nought


@worth(lines="missed")
def missed_bid(hand: OhHell, amiss: int, *, missed: int = 10) -> int:
    """Any other number: {missed} off for every trick over or under."""
    return -missed * amiss


@worth
def tiebreak(hand: OhHell) -> bool:
    """A tie for the lead is played off with hands of one card."""
    return len(leaders(hand.standing.balance)) > 1


def is_over(hand: OhHell) -> bool:
    """After the last hand, once one player leads alone."""
    return hand.number >= 2 * hand.house["first-hand"] - 1 and not tiebreak(hand)


GAME = Game(
    slug="oh-hell",
    name="Oh Hell!",
    summary="Bid the number of tricks you will take, and take exactly that many.",
    family="trick-taking",
    players=range(3, 8),
    pack=Pack(),
    pack_rule=one_pack,
    hand=OhHell,
    play=play_hand,
    over=is_over,
    ends=trick_count,
    verbs={
        Deal: "first, and when a hand is finished",
        Upcard: "after the deal, before a card is played",
        Trump: "in place of the upcard",
        Bids: "after the deal",
        Plays: "when all have bid",
        Trick: "when all have bid",
        Takes: "when all have bid; the hand ends when every trick is accounted for",
    },
    facts={
        "trump": lambda hand: hand.trump,
        "size": lambda hand: hand.size,
        "bids": lambda hand: hand.total_bid,
        "hand": lambda hand: hand.number,
    },
    deal_out=holdings.take_up,
    now=tricks.on_the_table,
    at_a_glance=(
        Glance("cards each, hand by hand", sizes_due, hand_size, show=counted_down),
        tricks.trick_ranking(trick_winner),
        Glance(
            "a bid made",
            lambda table: f"{made_bid(table, 1)} for each trick of it, {made_bid(table, 0)} for nought",
            made_bid,
        ),
        Glance("a bid missed", lambda table: f"{signed(missed_bid(table, 1))} for each trick amiss", missed_bid),
    ),
    variants=(
        Variant("no-hook", "The dealer may bid anything.", "without=dealer-must-overbid"),
        Variant("seven-down", "Hands of seven cards and fewer.", "first-hand=7"),
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
