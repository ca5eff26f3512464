"""Oh Hell!: bid how many tricks you will take, and take exactly that many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from referee.cards import Card, Pack, Suit
from referee.game.asks import Asks, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Outcome, Table, leaders, signed
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
    """the card turned up; its suit is trump"""

    card: Card


class Trump(Report, speaker="none"):
    """the trump suit"""

    suit: Suit


class Bids(Report, question="{who}, your bid?", of_all="Who bids how many tricks?"):
    """the number of tricks a player bids"""

    tricks: int
    options = one_for_each(lambda hand, seat: range(most_bid(hand, seat) + 1))


@dataclass
class OhHell(TrickHand):
    """One deal of Oh Hell!"""

    copied: ClassVar = (*TrickHand.copied, Upcard)
    upcard: Upcard | Trump | None = None
    bids: dict[Seat, Bids] = field(default_factory=dict)

    @property
    def total_bid(self) -> int:
        return sum(bid.tricks for bid in self.bids.values())

    @property
    def turns_up(self) -> bool:
        """Whether a card is turned up for trump: by the house rules, and if a card is left."""
        return self.house["trump"] == "upcard" and self.size * len(self.seats) < len(self.pack)

    def taking(self, strength: Sequence[int]) -> Seat:
        if self.house["equal"] == "first":
            return super().taking(strength)
        return next(
            play.who for play, height in zip(self.trick[::-1], strength[::-1], strict=True) if height == max(strength)
        )


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
                hand.take_unnamed(takes.who, takes.tricks)
            case turned:
                turn_up(hand, turned)

    # Score
    for seat in hand.seats:
        bid, took = hand.bids[seat], hand.taken[seat]
        hand.book(seat, *brings(hand, bid.tricks, took), f"bid {bid.tricks}, took {took}", bid)


def upcard(hand: OhHell) -> Asks[Upcard | Trump]:
    """The upcard or its suit, which may be entered any time before the first card is played."""
    if not hand.turns_up:
        return bar(trump_suit, "no card is turned up in this hand", Upcard, Trump)
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
        "down-up": "in the first hand, each player gets {first_hand:card}. After that, deal one fewer each hand down"
        " to a single card, then one more each hand back up",
        "down": "in the first hand, each player gets {first_hand:card}. After that, deal one fewer each hand down to"
        " a single card",
        "up": "in the first hand, each player gets a single card. After that, deal one more each hand up to"
        " {first_hand:card}",
        "up-down": "in the first hand, each player gets a single card. After that, deal one more each hand up to"
        " {first_hand:card}. Then deal one fewer each hand back down",
        "same": "in every hand, each player gets {first_hand:card}. Everyone deals once, unless you set another"
        " number of hands",
    },
    hands={
        "none": "the game ends after these hands",
        "N": "the game is {N:hand}",
    },
    asked="many cards, smaller hand, cards next hand, hands get smaller",
)
def hand_size(
    hand: OhHell,
    deal: Deal,
    *,
    first_hand: int = number(
        lambda players: {6: 8, 7: 7, 8: 6, 9: 5, 10: 5}.get(players, 10),
        "cards in the largest hand, usually the first",
        least=1,
        most=lambda players: 104 // players,
        fixed="hand sizes are set when the game starts",
    ),
) -> Reason | str | None:
    """{sizes}. {hands}."""
    due = size_due(hand)
    if deal.size is None or deal.size == due:
        return None
    most = len(hand.pack) // len(hand.seats)
    if not 1 <= deal.size <= most:
        return cannot_happen(f"each player can get 1 to {most} cards, not {deal.size}")
    return f"hand {hand.number} has {so_many(due, 'card')} each, not {deal.size}"


def sizes(hand: OhHell) -> list[int]:
    """The hand sizes of one full cycle."""
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
    """The number of hands in the game, without a playoff."""
    hands: int | None = hand.house["hands"]
    return hands or len(sizes(hand))


def size_due(hand: OhHell) -> int:
    """The number of cards each player gets in this hand; in a playoff, the playoff's number."""
    if hand.number > hands_due(hand):
        return int(hand.house["playoff"])
    round_of_sizes = sizes(hand)
    return round_of_sizes[(hand.number - 1) % len(round_of_sizes)]


def sizes_due(table: Table) -> list[int]:
    """The number of cards each player gets, hand by hand."""
    return [size_due(table.hand(number=number)) for number in range(1, hands_due(table.hand()) + 1)]


trump_suit = worth(
    "{trump}.",
    trump={
        "upcard": "turn up the next card after the deal: its suit is trump. If no card is left, there is no trump",
        "none": "there is no trump",
        "spades": "spades are always trump",
        "in-turn": "from hand to hand, trump is hearts, then clubs, diamonds, spades and no trump, and so on again",
    },
    asked="what trump last card, no card left trump",
)


def trump_by_house(hand: OhHell) -> Suit | None:
    """The trump suit if it is set by a house rule, not by an upcard."""
    suit = {"spades": "S", "in-turn": IN_TURN[(hand.number - 1) % len(IN_TURN)]}.get(hand.house["trump"])
    return Suit(suit) if suit else None


# Rules: bids

bid_order = illegal("Bid in turn, clockwise from the dealer's left. The dealer bids last.", turn=Bids)


@illegal(asked="bid more")
def bid_range(hand: OhHell, bid: Bids) -> Reason | str | None:
    """You may bid from zero up to the number of tricks. Only the dealer may bid more, if that is the lowest bid
    allowed."""
    if not 0 <= bid.tricks <= len(hand.pack):
        return cannot_happen(f"nobody can take {so_many(bid.tricks, 'trick')}")
    most = most_bid(hand, bid.who)
    return None if bid.tricks <= most else f"{bid.who} may bid 0 to {most}, not {bid.tricks}"


def most_bid(hand: OhHell, seat: Seat) -> int:
    """The highest bid allowed: the number of tricks, or for the dealer the lowest bid that brings the total above"
    " it."""
    must = seat == hand.dealer and hand.house["hook"] == "above" and hand.enforces(dealer_must_overbid)
    return max(hand.size, hand.size + 1 - others_bid(hand)) if must else hand.size


@illegal(
    hook={
        "above": "above the number of tricks",
        "uneven": "above or below the number of tricks, but not equal to it",
    },
    asked="hook, even, come even, bids add up, add up tricks, bid over, dealer/bids total, "
    "bids come out exactly, bids match tricks, bids different, bids equal tricks, sum bids, "
    "dealer not bid, could/can not bid, dealer bid anything, dealer bid whatever, dealer bid what like, hook",
)
def dealer_must_overbid(hand: OhHell, bid: Bids) -> Reason | None:
    """The dealer must bring the total of all bids {hook}."""
    others = [other for seat, other in hand.bids.items() if seat != hand.dealer]
    if bid.who != hand.dealer or len(others) < len(hand.seats) - 1:
        return None
    total = others_bid(hand) + bid.tricks
    if total > hand.size or (total < hand.size and hand.house["hook"] == "uneven"):
        return None
    allowed = f"can't be {hand.size}" if hand.house["hook"] == "uneven" else f"must be above {hand.size}"
    tricks = so_many(hand.size, "trick")
    return Reason(f"a bid of {bid.tricks} brings the total to {total}, but with {tricks} it {allowed}", *others)


def others_bid(hand: OhHell) -> int:
    """The total of all bids except the dealer's."""
    return sum(bid.tricks for seat, bid in hand.bids.items() if seat != hand.dealer)


# Rules: tricks

lead_order = illegal(
    "The player on the dealer's left leads first, and play is clockwise. The winner of each trick leads to the next.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
one_pack = impossible(
    "Play with {packs}. Cards that aren't dealt, and the upcard, are out of play.",
    tricks.from_hand,
    holdings.from_the_pack,
    place=(Upcard, Trump),
    packs={"1": "one deck of 52 cards", "2": "two decks of 52 cards, so that there are two of each card"},
)
judges(one_pack, of=Upcard)(holdings.untold)


trick_winner = worth(
    "The highest trump wins the trick. If nobody plays a trump, the highest card of the suit led does. With two decks,"
    " the {equal} of two equal cards is higher.",
    equal={"first": "first", "second": "second"},
    asked="equal cards, same card twice, two same cards, identical cards",
)


@judges(trick_winner)
def trump_entered(hand: OhHell, play: Plays) -> Reason | None:
    why = "what is trump? Enter the upcard or the trump suit first, for example `upcard 5H` or `trump H`"
    return unclear(why) if hand.turns_up and not hand.upcard else None


follow_suit = illegal(
    "You must follow suit if you can. If you can't, you may play any card.", tricks.follows_suit, finding="revoke"
)
trick_count = impossible(
    "There are as many tricks in a hand as each player has cards.", tricks.enough_tricks, tricks.took_as_many
)

# Rules: the score


SQUARE = {"0": "", "1": " and the square of your bid", "N": " and {N} times the square of your bid"}
BY_SIZE = {"0": "", "N": ", and {N} for each trick in the hand"}
MADE = {"0": "", "N": ". Either way, you score {N} more"}
FLAT = {"0": "", "N": ", and a flat {N}"}
TAKEN = {"0": "", "N": ". Each trick you took scores {N}"}


@worth(
    lines="made",
    asked="make bid, exact bid, bid zero make, bid nothing worth, bid zero worth, zero bid get, right bid, get zero",
)
def made_bid(
    hand: OhHell,
    bid: int,
    *,
    trick: int = 10,
    square: int = number(0, "points for a made bid, times the square of the bid", words=SQUARE),
    nought: int = 10,
    by_size: int = number(0, "points for each trick in the hand if a bid of zero is made", words=BY_SIZE),
    made: int = number(0, "points added for making a bid", words=MADE),
) -> int:
    """If you make your bid exactly, you score {trick:score} per trick{square}. If you bid zero and make it, you
    score {nought:score}{by_size}{made}."""
    size = hand.size or size_due(hand)
    return made + (trick * bid + square * bid**2 if bid else nought + by_size * size)


@worth(
    lines="missed",
    asked="trick off, tricks off, trick over, miss bid, over bid, not make bid, too many tricks, overtrick, "
    "short, take too many/few, lose trick, off by, under bid, set, fail, one off",
)
def missed_bid(
    hand: OhHell,
    amiss: int,
    took: int,
    *,
    flat: int = number(0, "points lost for a missed bid, however far off it is", words=FLAT),
    missed: int = 10,
    taken: int = number(0, "points for each trick taken if the bid is missed", words=TAKEN),
) -> int:
    """If you miss your bid, you lose {missed:score} for each trick over or under{flat}{taken}."""
    return taken * took - missed * amiss - flat


def brings(hand: OhHell, bid: int, took: int) -> tuple[Rule, int]:
    """The rule that scores a bid, and the points."""
    if took == bid:
        return made_bid, made_bid(hand, bid)
    return missed_bid, missed_bid(hand, abs(took - bid), took)


def bid_brings(hand: OhHell, bid: Bids) -> Iterator[Outcome]:
    """What a bid can score, for each number of tricks."""
    for took in sorted(range((hand.size or size_due(hand)) + 1), key=lambda took: abs(took - bid.tricks)):
        rule, points = brings(hand, bid.tricks, took)
        yield Outcome(f"takes {took}", {bid.who: points}, (rule,))


@worth
def tiebreak(
    hand: OhHell, *, playoff: int = number(1, "cards in a playoff", least=1, most=lambda players: 103 // players)
) -> bool:
    """If the lead is tied at the end, play off with hands of {playoff:word card} each until one player leads."""
    return len(leaders(hand.standing.balance)) > 1


def is_over(hand: OhHell) -> bool:
    """Whether the last hand was played and one player leads alone."""
    return all_played(hand, hands_due(hand)) and not tiebreak(hand)


# The table


def state_of(hand: OhHell) -> Iterator[str]:
    """The number of cards, the total bid, then each player's tricks and bid."""
    yield so_many(hand.size, "card")
    if len(hand.bids) == len(hand.seats):
        yield "tricks " + ", ".join(f"{seat} {hand.taken[seat]} of {bid.tricks}" for seat, bid in hand.bids.items())
    elif hand.bids:
        yield f"total bid {hand.total_bid} for {so_many(hand.size, 'trick')}"
    yield from tricks.on_the_table(hand)


def bids_made(table: Table) -> str:
    trick, square, nought, by_size, more = (
        table.house[name] for name in ("trick", "square", "nought", "by-size", "made")
    )
    bid = f"{trick} per trick" + (f" and {square} times the bid squared" if square else "")
    zero = f"{nought} for a bid of zero" + (f" and {by_size} for each trick in the hand" if by_size else "")
    return f"{bid}, {zero}" + (f", and a bonus of {more}" if more else "")


def bids_missed(table: Table) -> str:
    taken, flat = table.house["taken"], table.house["flat"]
    missed = f"{signed(-table.house['missed'])} for each trick over or under"
    if flat:
        missed = f"{signed(-flat)}, and {missed}" if table.house["missed"] else signed(-flat)
    return missed + (f", {taken} for each trick taken" if taken else "")


PACKS = {"1": Pack(), "2": Pack(packs=2, apart=True)}


def not_enough_cards(players: int, house: Mapping[str, Any]) -> str:
    """Why the decks of a house aren't enough, or an empty string."""
    cards = len(PACKS[house["packs"]])
    for name, spare in (("first-hand", 0), ("playoff", 1)):
        most = (cards - spare) // players
        if house[name] > most:
            decks = "one deck. For more, set packs=2" if house["packs"] == "1" else "two decks"
            return f"{name}={house[name]} is too many: it can be 1 to {most} with {players} players and {decks}"
    return ""


GAME = Game(
    slug="oh-hell",
    name="Oh Hell!",
    summary="Bid how many tricks you will take, and take exactly that many.",
    family="trick-taking",
    players=range(3, 11),
    pack=lambda players, house: PACKS[house["packs"]],
    pack_rule=one_pack,
    hand=OhHell,
    play=play_hand,
    over=is_over,
    hands_due=lambda table: hands_due(table.hand()),
    plays_on=lambda house: True,
    ends=(trick_count,),
    verbs={
        Deal: "at the start of each hand",
        Upcard: "after the deal, before a card is played",
        Trump: "instead of the upcard",
        Bids: "after the deal",
        Plays: "after the bids",
        Trick: "after the bids",
        Takes: "after the bids, instead of tricks card by card",
    },
    options=(
        Option(
            "sizes",
            "down-up",
            "hand sizes go down and up, only one way, or stay the same",
            (hand_size,),
            choices=SIZES,
            fixed="hand sizes are set when the game starts",
        ),
        Option(
            "hands",
            None,
            "hands to play; if none, each size once, or one deal by each player if all hands have the same size",
            (hand_size,),
        ),
        Option(
            "trump",
            "upcard",
            "trump is the upcard's suit, no suit, always spades, or each suit and then no trump in turn",
            (trump_suit,),
            choices=("upcard", "none", "spades", "in-turn"),
        ),
        Option(
            "hook",
            "above",
            "the dealer must bring the total bid above the number of tricks, or just not equal to it",
            (dealer_must_overbid,),
            choices=("above", "uneven"),
        ),
        Option(
            "packs",
            "1",
            "decks of 52 cards",
            (one_pack,),
            choices=("1", "2"),
            fixed="the decks are set when the game starts",
        ),
        Option(
            "equal", "first", "which of two equal cards is higher, with two decks", (trick_winner,), ("first", "second")
        ),
    ),
    facts={
        "trump": lambda hand: hand.trump,
        "size": Fact(lambda hand: hand.size, "cards dealt to each player"),
        "bids": Fact(lambda hand: hand.total_bid, "all bids together"),
        "bidding": Fact(lambda hand: {seat: bid.tricks for seat, bid in hand.bids.items()}, "each player's bid"),
        "tricks": Fact(lambda hand: dict(hand.taken), "tricks each player has"),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    brings={Bids: bid_brings},
    deal_out=holdings.take_up,
    clashes=(not_enough_cards,),
    now=state_of,
    at_a_glance=(
        Glance("cards each, hand by hand", sizes_due, hand_size, show=counted_down),
        tricks.trick_ranking(trick_winner),
        Glance("making your bid", bids_made, made_bid),
        Glance("missing your bid", bids_missed, missed_bid),
    ),
    variants=(
        Variant("hook", "The total bid can't equal the number of tricks.", "hook=uneven"),
        Variant("no-hook", "The dealer may bid anything.", "without=dealer-must-overbid"),
        Variant(
            "ten-plus",
            "Making your bid scores ten plus one per trick. Missing it costs nothing.",
            "made=10, trick=1, nought=0, missed=0",
        ),
        Variant(
            "nomination-whist",
            "From seven cards down to one and back up. Each trick scores one, and making your bid ten more. The total"
            " bid can't equal the number of tricks.",
            "first-hand=7, hook=uneven, made=10, trick=1, nought=0, missed=0, taken=1",
        ),
        Variant(
            "bid-squared",
            "Making your bid scores ten plus the square of the bid. Missing it costs a flat ten.",
            "made=10, square=1, trick=0, nought=0, missed=0, flat=10",
        ),
        Variant("flat-loss", "Missing your bid costs ten, however far off you are.", "missed=0, flat=10"),
        Variant(
            "zero-by-size",
            "Making a bid of zero scores five plus one for each trick in the hand.",
            "nought=5, by-size=1",
        ),
        Variant("exact-only", "Missing your bid costs nothing.", "missed=0"),
        Variant("no-trump", "There is no trump.", "trump=none"),
        Variant("trumps-in-turn", "Trump is hearts, clubs, diamonds, spades and no trump in turn.", "trump=in-turn"),
        Variant("spades-trump", "Spades are always trump.", "trump=spades"),
        Variant("up-and-down", "From one card up to the largest hand, and back down.", "sizes=up-down"),
        Variant("down-only", "The hand with one card each is the last.", "sizes=down"),
        Variant("up-only", "From one card up, one more each hand.", "sizes=up"),
        Variant("one-size", "All hands are the same size, and everyone deals once.", "sizes=same"),
        Variant(
            "two-decks",
            "With eight to ten players, play with two decks and deal ten cards each in the first hand. The first of"
            " two equal cards is higher.",
            "packs=2, first-hand=10",
            range(8, 11),
        ),
        Variant("second-wins", "With two decks, the second of two equal cards is higher.", "packs=2, equal=second"),
        Variant("seven-down", "The first hand has seven cards each.", "first-hand=7"),
    ),
    short_form="Type `deal`, then the bids, then `takes` for each player who took tricks."
    " Leave out players who took none.",
    phrases={
        "pass": "bids 0",
        "go set": "? How many tricks? Type them, for example `Ann takes 3`.",
        "be set": "? How many tricks? Type them, for example `Ann takes 3`.",
        "go over": "? How many tricks? Type them, for example `Ann takes 3`.",
        "go under": "? How many tricks? Type them, for example `Ann takes 3`.",
        "miss bid": "? How many tricks? Type them, for example `Ann takes 3`.",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben bids 1; Cat bids 0; Ann bids 2", "Ben takes 1; Ann takes 1"),
        "Ann -10, Ben 10, Cat 10",
        "first-hand=2",
    ),
    rulings=(
        "If everyone else bids zero, the dealer may have to bid more than the number of tricks. Then only the lowest"
        " such bid is allowed. Nobody else may bid more than the number of tricks.",
        "The next dealer deals the playoff, and everyone plays. Repeat it until one player leads alone.",
    ),
    edition=3,
)
