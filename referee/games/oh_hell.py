"""Oh Hell!  Bid the number of tricks you will take, and take exactly that many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.cards import Card, Pack, Suit
from referee.game.asks import Asks, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Outcome, Table, leaders, signed
from referee.game.quick_reference import counted_down
from referee.kit import holdings, tricks
from referee.kit.endings import all_played
from referee.kit.tricks import Plays, Takes, Trick, TrickHand
from referee.language.reports import Report, one_for_each
from referee.language.words import Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import Reason, Rule, cannot_happen, illegal, impossible, judges, number, unclear, worth

SIZES = ("down-up", "down", "up", "up-down", "same")
IN_TURN = ("H", "C", "D", "S", None)

# Reports


class Upcard(Report, speaker="none"):
    """the card turned up after the deal; its suit is trump"""

    card: Card


class Trump(Report, speaker="none"):
    """the suit of the upcard, where only that was told"""

    suit: Suit


class Bids(Report, question="{who}, your bid?", of_all="Who bids how many tricks?"):
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

    @property
    def turns_up(self) -> bool:
        """Whether a card is turned up for trumps: where the house wants it, and one is left of the pack."""
        return self.house["trump"] == "upcard" and self.size * len(self.seats) < len(self.pack)


# The hand


async def play_hand(hand: OhHell) -> None:
    deal = await hand.deal()
    hand.deal_cards(deal.size or size_due(hand), deal)
    hand.trump = trump_by_house(hand)

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
        hand.book(seat, *brings(hand, bid.tricks, took), f"bid {bid.tricks}, took {took}", bid)


def upcard(hand: OhHell) -> Asks[Upcard | Trump]:
    """Whoever turns up a card says so when there is time, but before a card is played."""
    if not hand.turns_up:
        return bar(trump_suit, "no card is turned up here", Upcard, Trump)
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


@illegal(
    place=Deal,
    sizes={
        "down-up": "the first hand is of {first_hand} cards; each has one card less than the last, down to a single"
        " card, then one more again",
        "down": "the first hand is of {first_hand} cards; each has one card less than the last, down to a single card",
        "up": "the first hand is of a single card; each has one card more than the last, up to {first_hand} cards",
        "up-down": "the first hand is of a single card; each has one card more than the last, up to {first_hand}"
        " cards, then one less again",
        "same": "every hand is of {first_hand} cards",
    },
    hands={
        "none": "the game ends there, or after a deal from everybody if all hands are of one size",
        "N": "the game has {N:hand}",
    },
)
def hand_size(
    hand: OhHell,
    deal: Deal,
    *,
    first_hand: int = number(
        lambda players: {6: 8, 7: 7}.get(players, 10),
        "cards in the first hand",
        least=1,
        most=lambda players: 52 // players,
        fixed="the hands go down from the first and up again",
    ),
) -> Reason | str | None:
    """{sizes}; {hands}."""
    due = size_due(hand)
    if deal.size is None or deal.size == due:
        return None
    most = len(hand.pack) // len(hand.seats)
    if not 1 <= deal.size <= most:
        return cannot_happen(f"the pack deals 1 to {most} cards each, not {deal.size}")
    return f"hand {hand.number} is one of {due}, not of {deal.size}"


def sizes(hand: OhHell) -> list[int]:
    """Cards in each hand until the sizes come round again."""
    first: int = hand.house["first-hand"]
    down, up = [*range(first, 0, -1)], [*range(1, first + 1)]
    ways = {
        "down-up": down + up[1:],
        "down": down,
        "up": up,
        "up-down": up + down[1:],
        "same": [first] * len(hand.seats),
    }
    return ways[hand.house["sizes"]]


def hands_due(hand: OhHell) -> int:
    """Hands in the game, before a playoff."""
    hands: int | None = hand.house["hands"]
    return hands or len(sizes(hand))


def size_due(hand: OhHell) -> int:
    """Cards in this hand: of its place in the game, or of a playoff."""
    if hand.number > hands_due(hand):
        return int(hand.house["playoff"])
    round_of_sizes = sizes(hand)
    return round_of_sizes[(hand.number - 1) % len(round_of_sizes)]


def sizes_due(table: Table) -> list[int]:
    """Cards in each hand of the game, from the first to the last."""
    return [size_due(table.hand(number=number)) for number in range(1, hands_due(table.hand()) + 1)]


trump_suit = worth(
    "{trump}.",
    trump={
        "upcard": "the upcard's suit is trump, and where every card is in a hand there is none",
        "none": "there is no trump",
        "spades": "spades are always trump",
        "in-turn": "hearts, clubs, diamonds, spades and no suit are trump in turn, from hand to hand",
    },
)


def trump_by_house(hand: OhHell) -> Suit | None:
    """The suit that is trump without a card that says so."""
    suit = {"spades": "S", "in-turn": IN_TURN[(hand.number - 1) % len(IN_TURN)]}.get(hand.house["trump"])
    return Suit(suit) if suit else None


# Rules: bids

bid_order = illegal("Everybody bids once, clockwise from the dealer's left; the dealer is last.", turn=Bids)


@illegal
def bid_range(hand: OhHell, bid: Bids) -> Reason | str | None:
    """A bid is from nought to the number of tricks; only a dealer who has to bid more than that may."""
    if not 0 <= bid.tricks <= len(hand.pack):
        return cannot_happen(f"nobody takes {so_many(bid.tricks, 'trick')}")
    most = most_bid(hand, bid.who)
    return None if bid.tricks <= most else f"a bid is 0 to {most} here, not {bid.tricks}"


def most_bid(hand: OhHell, seat: Seat) -> int:
    """All the tricks there are, or what the dealer needs to go above them."""
    must = seat == hand.dealer and hand.house["hook"] == "above" and hand.enforces(dealer_must_overbid)
    return max(hand.size, hand.size + 1 - others_bid(hand)) if must else hand.size


@illegal(
    hook={
        "above": "takes the total of the bids above the number of tricks",
        "uneven": "doesn't take the total of the bids to the number of tricks: it stays below or goes above",
    }
)
def dealer_must_overbid(hand: OhHell, bid: Bids) -> Reason | None:
    """The dealer's bid {hook}."""
    others = [other for seat, other in hand.bids.items() if seat != hand.dealer]
    if bid.who != hand.dealer or len(others) < len(hand.seats) - 1:
        return None
    total = others_bid(hand) + bid.tricks
    if total > hand.size or (total < hand.size and hand.house["hook"] == "uneven"):
        return None
    tricks = f"there {'is' if hand.size == 1 else 'are'} {so_many(hand.size, 'trick')}"
    return Reason(f"{bid.tricks} makes {total} in all, and {tricks}", *others)


def others_bid(hand: OhHell) -> int:
    """What everybody but the dealer has bid."""
    return sum(bid.tricks for seat, bid in hand.bids.items() if seat != hand.dealer)


# Rules: tricks

lead_order = illegal(
    "The player on the dealer's left leads first, then whoever took the last trick; play is clockwise.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
one_pack = impossible(
    "Every card is there once; the upcard and the stub are out of play.",
    tricks.from_hand,
    holdings.from_the_pack,
    place=(Upcard, Trump),
)
judges(one_pack, of=Upcard)(holdings.untold)


trick_winner = worth("The highest trump takes the trick, without one the highest card of the suit led.")


@judges(trick_winner)
def trump_told(hand: OhHell, play: Plays) -> Reason | None:
    return unclear("what is trump? the upcard hasn't been told") if hand.turns_up and not hand.upcard else None


follow_suit = illegal("Whoever holds the suit led plays it.", tricks.follows_suit, finding="revoke")
trick_count = impossible(
    "A hand has as many tricks as each player has cards.", tricks.enough_tricks, tricks.took_as_many
)

# Rules: the score


@worth(lines="made")
def made_bid(hand: OhHell, bid: int, *, trick: int = 10, nought: int = 10, made: int = 0) -> int:
    """Exactly the bid: {trick} a trick, {nought} for a bid of nought, and {made:word} more for either."""
    return made + (trick * bid if bid else nought)


@worth(lines="missed")
def missed_bid(hand: OhHell, amiss: int, took: int, *, missed: int = 10, taken: int = 0) -> int:
    """Any other number: {missed} off for every trick over or under, and {taken:word point} for each one taken."""
    return taken * took - missed * amiss


def brings(hand: OhHell, bid: int, took: int) -> tuple[Rule, int]:
    """The rule that a bid scores by with so many tricks, and the points."""
    if took == bid:
        return made_bid, made_bid(hand, bid)
    return missed_bid, missed_bid(hand, abs(took - bid), took)


def bid_brings(hand: OhHell, bid: Bids) -> Iterator[Outcome]:
    """What a bid would bring with any number of tricks."""
    for took in sorted(range((hand.size or size_due(hand)) + 1), key=lambda took: abs(took - bid.tricks)):
        rule, points = brings(hand, bid.tricks, took)
        yield Outcome(f"takes {took}", {bid.who: points}, (rule,))


@worth
def tiebreak(
    hand: OhHell, *, playoff: int = number(1, "cards in a playoff", least=1, most=lambda players: 51 // players)
) -> bool:
    """A tie for the lead is played off with hands of {playoff:word card}."""
    return len(leaders(hand.standing.balance)) > 1


def is_over(hand: OhHell) -> bool:
    """After the last hand, once one player leads alone."""
    return all_played(hand, hands_due(hand)) and not tiebreak(hand)


# The table


def stands(hand: OhHell) -> Iterator[str]:
    """The cards of this hand, what is bid and what that leaves, then who has taken how many tricks of the bid."""
    yield so_many(hand.size, "card")
    left = hand.size - hand.total_bid
    if len(hand.bids) == len(hand.seats):
        yield "tricks " + ", ".join(f"{seat} {hand.taken[seat]} of {bid.tricks}" for seat, bid in hand.bids.items())
    elif hand.bids:
        yield f"bids {hand.total_bid}, {f'{left} left' if left >= 0 else f'{-left} over'}"
    yield from tricks.on_the_table(hand)


def bids_made(table: Table) -> str:
    trick, nought, more = (table.house[name] for name in ("trick", "nought", "made"))
    return f"{trick} for each trick of it, {nought} for nought" + (f", and {more} besides" if more else "")


def bids_missed(table: Table) -> str:
    taken = table.house["taken"]
    return f"{signed(-table.house['missed'])} for each trick amiss" + (f", {taken} for each taken" if taken else "")


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
    hands_due=lambda table: hands_due(table.hand()),
    plays_on=lambda house: True,
    ends=(trick_count,),
    verbs={
        Deal: "first, and when a hand is finished",
        Upcard: "after the deal, before a card is played",
        Trump: "in place of the upcard",
        Bids: "after the deal",
        Plays: "when all have bid",
        Trick: "when all have bid",
        Takes: "when all have bid; the hand ends when every trick is accounted for",
    },
    options=(
        Option(
            "sizes",
            "down-up",
            "how the hands go between the cards of the first and a single one",
            (hand_size,),
            choices=SIZES,
            fixed="the hands go by it from the first",
        ),
        Option("hands", None, "hands in the game; without it one of every size, or everybody deals once", (hand_size,)),
        Option(
            "trump",
            "upcard",
            "the upcard's suit is trump, or none is, or spades are, or the suits and none are in turn",
            (trump_suit,),
            choices=("upcard", "none", "spades", "in-turn"),
        ),
        Option(
            "hook",
            "above",
            "the dealer's bid takes the total above the tricks, or only keeps the two from coming out even",
            (dealer_must_overbid,),
            choices=("above", "uneven"),
        ),
    ),
    facts={
        "trump": lambda hand: hand.trump,
        "size": lambda hand: hand.size,
        "bids": lambda hand: hand.total_bid,
        "bidding": lambda hand: {seat: bid.tricks for seat, bid in hand.bids.items()},
        "tricks": lambda hand: dict(hand.taken),
        "hand": lambda hand: hand.number,
    },
    brings={Bids: bid_brings},
    deal_out=holdings.take_up,
    now=stands,
    at_a_glance=(
        Glance("cards each, hand by hand", sizes_due, hand_size, show=counted_down),
        tricks.trick_ranking(trick_winner),
        Glance("a bid made", bids_made, made_bid),
        Glance("a bid missed", bids_missed, missed_bid),
    ),
    variants=(
        Variant("hook", "The bids may not come out even, so the dealer has one bid less.", "hook=uneven"),
        Variant("no-hook", "The dealer may bid anything.", "without=dealer-must-overbid"),
        Variant(
            "ten-plus",
            "A bid that is made brings ten and one a trick, and one that is missed nothing.",
            "made=10, trick=1, nought=0, missed=0",
        ),
        Variant(
            "nomination-whist",
            "From seven cards down to one and up again; every trick taken is a point, and a bid that is made ten more;"
            " bids may not come out even.",
            "first-hand=7, hook=uneven, made=10, trick=1, nought=0, missed=0, taken=1",
        ),
        Variant("exact-only", "Only exact bids score; nobody loses points.", "missed=0"),
        Variant("no-trump", "There are no trumps.", "trump=none"),
        Variant("trumps-in-turn", "Hearts, clubs, diamonds, spades and none are trumps in turn.", "trump=in-turn"),
        Variant("spades-trump", "Spades are always trumps.", "trump=spades"),
        Variant("up-and-down", "From a single card up and down again.", "sizes=up-down"),
        Variant("down-only", "The game is over with the hand of a single card.", "sizes=down"),
        Variant("up-only", "From a single card up, one more each hand.", "sizes=up"),
        Variant("one-size", "All hands are of one size, and everybody deals once.", "sizes=same"),
        Variant("seven-down", "Hands of seven cards and fewer.", "first-hand=7"),
    ),
    short_form="`deal`, the bids, and `takes` for whoever took tricks; whoever is not named took none.",
    phrases={
        "pass": "bids 0",
    },
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
    edition=3,
)
