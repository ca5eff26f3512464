"""Hasenpfeffer.  Bid for the right to name trumps and take the widow; the joker is the highest trump, and a burden."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from referee.cards import JOKER, UNKNOWN, Card, Pack, Suit
from referee.core import (
    NOTHING,
    Asks,
    Blind,
    Category,
    Deal,
    Game,
    Option,
    Reason,
    Report,
    Seat,
    Told,
    at,
    bar,
    check,
    illegal,
    impossible,
    leaders,
    never,
    unclear,
    worth,
)
from referee.glance import Example, Glance
from referee.kit.exchanges import Changes
from referee.kit.holdings import fresh, from_the_pack, held, take_up
from referee.kit.tricks import BowerHand, Plays, Trick, enough_tricks, follows_suit, on_the_table, trick_ranking
from referee.notation import NOBODY

RULES = {
    "dealer-rotation": illegal("The deal moves to the left, after a void hand too."),
    "one-pack": impossible("The pack is 25 cards, nine to ace and a joker, each once: six a player, and the widow."),
    "bid-order": illegal("Everybody has one say, clockwise from the dealer's left; the dealer has the last."),
    "bid-range": illegal("One trick is bid at least, and six at most."),
    "higher-bid": illegal("Whoever bids goes above the bid before."),
    "forced-bid": illegal("Where nobody bids, the joker is shown, and its holder has bid three."),
    "joker-widow": worth("Where nobody bids and the joker is the widow, there is no play, and the next hand is dealt."),
    "widow": illegal("The widow is for the high bidder, who then says what is trump, and then lays one card away."),
    "bowers": worth("Trumps from the top: joker, their jack, the other jack of that colour, then ace to nine."),
    "lead-order": illegal("The high bidder leads to the first trick, later whoever took the one before."),
    "follow-suit": illegal("A player with a card of the suit led, joker and bowers being trumps, plays one.",
                           finding="revoke"),
    "trick-winner": worth("The best trump takes the trick; without one, the best card of the suit led."),
    "trick-count": impossible("A hand has six tricks."),
    "made": worth("Declarers with as many tricks as they bid get a point for each one taken."),
    "set": worth("Declarers with fewer lose as many points as they bid."),
    "defence": worth("Every trick of the defenders is a point for them."),
    "game-ten": worth("Ten points win; where both sides have them after a hand, its declarers do."),
}  # fmt: skip

SIX = 6  # cards of a hand, and its tricks
FORCED = 3


# Reports


class Bids(Report):
    """the number of tricks a side undertakes to take"""

    tricks: Annotated[int, range(1, SIX + 1)]


class Passes(Report):
    """doesn't bid"""


class Shows(Report):
    """the joker, when nobody has bid"""

    card: Card


class Widow(Report, speaker="none"):
    """the card that was left over"""

    card: Card


class Trump(Report):
    """the suit that the high bidder makes trump"""

    suit: Suit


class Discards(Changes):
    """the card that the high bidder lays away, named or not"""

    cards: int | Blind = Blind((UNKNOWN,))

    @classmethod
    def options(cls, hand: Hasenpfeffer, seat: Seat) -> list[Discards]:
        return [cls(who=seat), *(cls(Blind((card,)), who=seat) for card in hand.may_hold(seat))]


class Takes(Report, team=True):
    """tricks of a side, cards untold; one where no number is given"""

    tricks: Annotated[int, range(SIX + 1)] = 1


@dataclass
class Hasenpfeffer(BowerHand):
    """One deal of Hasenpfeffer.  ``taken`` has tricks by player, and by side where only that was told."""

    spoken: dict[Seat, Bids | Passes | Shows] = field(default_factory=dict)
    widow: Widow | None = None
    discarded: bool = False  # told or not

    @property
    def high(self) -> Bids | Shows | None:
        """The highest bid, of equal ones the last."""
        bids = [said for said in self.spoken.values() if not isinstance(said, Passes)]
        return max(reversed(bids), key=bid_of, default=None)

    @property
    def contract(self) -> int | None:
        return bid_of(self.high) if self.high else None

    @property
    def bidder(self) -> Seat:
        return self.high.who if self.high else NOBODY

    @property
    def declarers(self) -> Seat:
        return self.side(self.bidder)

    @property
    def made(self) -> bool:
        return self.high is not None and self.tricks[self.declarers] >= bid_of(self.high)

    @property
    def tricks(self) -> dict[Seat, int]:
        return {side: sum(n for who, n in self.taken.items() if self.side(who) == side) for side in self.sides}

    def to_bid(self) -> tuple[Seat, ...]:
        return self.next_behind(self.spoken)

    def to_play(self) -> Seat | tuple[Seat, ...]:
        """Whose card is awaited: of a side that took tricks untold, either partner's."""
        if self.trick or not self.takers:
            return super().to_play()
        return tuple(seat for seat in self.seats if {seat, self.side(seat)} & self.takers)

    def take_widow(self) -> None:
        """The high bidder leads, with a card more until one is laid away."""
        if self.high:
            self.leader = self.bidder
            self.hold(self.bidder).gain(self.widow or self.high, self.widow.card if self.widow else UNKNOWN)

    def turn_widow(self, widow: Widow) -> None:
        """It is told which card that was."""
        self.widow = widow
        self.hold(self.bidder).blind -= 1
        self.hold(self.bidder).gain(widow, widow.card)

    def lay_away(self, report: Discards | None = None) -> None:
        """A card goes before the first trick, told or not."""
        if self.discarded:
            return
        self.discarded = True
        held = self.hold(report.who if report else self.bidder)
        if report and report.named:
            self.tell(report, *report.named)
            held.lose(*report.named)
        else:
            held.throw_unnamed(1)


def bid_of(said: Bids | Passes | Shows) -> int:
    """What was bid; whoever shows the joker has bid three."""
    return said.tricks if isinstance(said, Bids) else FORCED


# The hand


async def play_hand(hand: Hasenpfeffer) -> None:
    deal = await hand.deal(size=SIX)
    hand.deal_cards(SIX, deal)
    hand.taken |= dict.fromkeys(hand.sides, 0)
    taking = hand.ask(None, Takes, has_contract, enough_tricks, aside=True)

    # Bids
    bidding = hand.ask(hand.to_bid, Bids, in_range, above_the_last, turn="bid-order")
    bidding_or_tricks = bidding | hand.ask(hand.to_bid, Passes, turn="bid-order") | taking
    takes: Takes | None = None
    while hand.to_bid() and not takes:
        match await bidding_or_tricks:
            case Takes() as takes:
                pass  # those still to speak have passed
            case said:
                hand.spoken.pop(said.who, None)
                hand.spoken[said.who] = said

    # The joker
    unshown = bar("forced-bid", "nobody has bid, so the joker is shown first", Trump, Discards, Plays, Trick)
    showing = hand.ask(lambda: holders_of_joker(hand), Shows, is_joker, free=True)
    showing_or_void = showing | hand.ask(None, Widow, joker_is_shown, can_be_widow, aside=True) | taking | unshown
    while not hand.high:
        match await showing_or_void:
            case Shows() as shows:
                hand.spoken[shows.who] = shows
                hand.hold(shows.who).lose(shows.card)
                hand.hold(shows.who).gain(shows, shows.card)
            case Widow() as widow:
                hand.widow = widow
                if widow.card is JOKER:
                    return

    # Tricks
    hand.take_widow()
    turning = hand.ask(None, Widow, can_be_widow, aside=True)
    naming = hand.ask(hand.bidder, Trump, turn="widow")
    laying_away = hand.ask(hand.bidder, Discards, one_card, from_the_bidder, turn="widow", aside=True)
    playing = hand.ask_play(trump_named, follows_suit) | taking
    if takes:
        take_untold(hand, takes)
    while hand.tricks_left:
        waiting: Asks[Any] = playing if hand.trump else naming | playing
        if not hand.discarded:
            waiting |= (NOTHING if hand.widow else turning) | (laying_away if hand.trump else NOTHING)
        match await waiting:
            case Trump(suit):
                hand.trump = suit
            case Widow() as widow:
                hand.turn_widow(widow)
            case Discards() as discards:
                hand.lay_away(discards)
            case Plays() as play:
                hand.lay_away()
                hand.put(play)
            case Takes() as some:
                take_untold(hand, some)

    # Score
    bid, declarers = hand.contract, hand.declarers
    for side, took in hand.tricks.items():
        if side == declarers and bid is not None:
            points, category = (took, "made") if hand.made else (-bid, "set")
            hand.score(side, points, category, category, f"bid {bid}, took {took}", hand.high)
        elif took:
            hand.score(side, took, "defence", "defence", f"took {took}")


def take_untold(hand: Hasenpfeffer, takes: Takes) -> None:
    if takes.tricks:
        hand.lay_away()
        hand.take_untold(takes.who, takes.tricks)


def holders_of_joker(hand: Hasenpfeffer) -> tuple[Seat, ...]:
    """Who may hold the joker."""
    return tuple(seat for seat in hand.seats if JOKER in hand.may_hold(seat))


def winner(hand: Hasenpfeffer) -> Seat:
    """The side that has won with this hand, if one has: of two at ten the declarers."""
    there = [side for side in hand.sides if hand.standing.balance[side] >= hand.house["target"]]
    if not there or not hand.high:
        return NOBODY
    if hand.declarers in there:
        return hand.declarers
    return NOBODY if hand.made and hand.house["defenders"] == "set" else there[0]


def is_over(hand: Hasenpfeffer) -> bool:
    return winner(hand) != NOBODY


def winners(hand: Hasenpfeffer) -> list[Seat]:
    return [winner(hand)] if is_over(hand) else leaders(hand.standing.balance)


# Checks


@check("bid-range")
def in_range(hand: Hasenpfeffer, bid: Bids) -> str | None:
    return None if 1 <= bid.tricks <= SIX else f"a bid is 1 to 6, not {bid.tricks}"


@check("higher-bid")
def above_the_last(hand: Hasenpfeffer, bid: Bids) -> str | None:
    high = hand.high
    if high is None or bid.tricks > bid_of(high):
        return None
    return Reason(f"{high.who} has bid {bid_of(high)} ({at(high)}), and {bid.tricks} isn't more", high)


@check("forced-bid", "one-pack")
def is_joker(hand: Hasenpfeffer, shows: Shows) -> dict[str, str] | None:
    found: dict[str, str] = {}
    if shows.card is not JOKER:
        found["forced-bid"] = f"the joker is shown, not {shows.card.pretty}"
    if why := held(hand, shows.who, shows.card):
        found["one-pack"] = why
    return found


@check("forced-bid")
def joker_is_shown(hand: Hasenpfeffer, widow: Widow) -> str | None:
    return None if widow.card is JOKER else "nobody has bid, and the joker isn't the widow, so it is shown first"


@check("one-pack")
def can_be_widow(hand: Hasenpfeffer, widow: Widow) -> str | None:
    return fresh(hand, widow.card)


@check("one-pack")
def one_card(hand: Hasenpfeffer, discards: Discards) -> str | None:
    return None if discards.count == 1 else f"one card is laid away, not {discards.count}"


@check("one-pack")
def from_the_bidder(hand: Hasenpfeffer, discards: Discards) -> str | None:
    return held(hand, discards.who, *discards.named)


@check("widow")
def trump_named(hand: Hasenpfeffer, play: Plays) -> Reason | None:
    if hand.trump:
        return None
    return unclear(f"what is trump? {hand.bidder} hasn't named it")


@check("trick-count", "bid-order", "forced-bid")
def has_contract(hand: Hasenpfeffer, takes: Takes) -> dict[str, str] | None:
    """Nobody takes tricks before there is a bid."""
    if hand.high:
        return None
    why = never("nobody has bid, so no tricks can be counted")
    return {"trick-count": why, "bid-order" if hand.to_bid() else "forced-bid": why}


@check("trick-count")
def took_as_many(hand: Hasenpfeffer, takes: Takes) -> str | None:
    took = hand.tricks[hand.side(takes.who)]
    return None if takes.tricks == took else f"{takes.who} took {took}, not {takes.tricks}"


GAME = Game(
    slug="hasenpfeffer",
    name="Hasenpfeffer",
    summary="Bid for the right to name trumps and take the widow; who holds the joker may have to.",
    family="trick-taking",
    players=range(4, 5),
    pack=Pack("A K Q J 10 9", jokers=1),
    hand=Hasenpfeffer,
    play=play_hand,
    over=is_over,
    winners=winners,
    rules=RULES,
    partners=True,
    reports={
        Deal: Told("first, and when a hand is finished or void", "dealer-rotation", "one-pack"),
        Bids: Told("after the deal", "bid-order", "bid-range", "higher-bid"),
        Passes: Told("after the deal; tricks told mean that the others have passed", "bid-order"),
        Shows: Told("when all have passed", "forced-bid", "one-pack"),
        Widow: Told("after the bids, or not at all; a joker when all have passed", "widow", "joker-widow", "one-pack"),
        Trump: Told("the high bidder, before a card is played", "widow", "bowers"),
        Discards: Told("the high bidder, when trump is named, where it is told", "widow", "one-pack"),
        Plays: Told("when trump is named", "lead-order", "follow-suit", "trick-winner", "one-pack"),
        Trick: Told("when trump is named", "lead-order", "follow-suit", "trick-winner", "one-pack"),
        Takes: Told("in place of tricks; the hand ends when six are accounted for", "trick-count"),
    },
    categories={
        "made": Category("1 a trick, declarers", "made"),
        "set": Category("−contract, declarers", "set"),
        "defence": Category("1 a trick, defenders", "defence"),
    },
    options=(
        Option("target", 10, "points that win the game", ("game-ten",)),
        Option("defenders", "any", "defenders win on any hand, or only where the declarers were set", ("game-ten",),
               ("any", "set")),
    ),
    facts={
        "contract": lambda hand: hand.contract,
        "bidder": lambda hand: hand.bidder or None,
        "declarers": lambda hand: hand.declarers or None,
        "trump": lambda hand: hand.trump,
        "tricks": lambda hand: hand.tricks,
    },
    dealt=(from_the_pack,),
    deal_out=take_up,
    told_again={Takes: took_as_many},
    now=on_the_table,
    ends="trick-count",
    at_a_glance=(
        Glance("cards each", SIX, "trick-count"),
        trick_ranking("bowers", name="rank of trumps, as of hearts", trump=Suit("H")),
        trick_ranking("trick-winner", name="rank in other suits"),
        Glance("bids", f"1 to {SIX}; a forced one is {FORCED}", "bid-range", "forced-bid"),
        Glance("points to win", lambda table: table.house["target"], "game-ten"),
    ),
    short_form=(
        "`deal`, the bids, and `takes` for a side; behind the last bid the passes may be left out. A side that isn't"
        " named took none."
    ),
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ben bids 3; Cat passes; Dan bids 4", "Dan takes 4; Ann takes 2"),
        "Ann+Cat 2, Ben+Dan 4",
    ),
    rulings=(
        "Defenders with ten points win, too, unless the declarers have them as well; with `defenders=set` they go on"
        " where the contract was made, and win with the next hand of another kind that leaves them there.",
        "A joker or a left bower led asks for trumps.",
        "Whoever was forced to bid takes the widow like any other bidder.",
        "Any card may be laid away, even the joker; scores may be below zero.",
        "The joker shown while there is a bid, or may be one, is no bid.",
    ),
    edition=2,
)  # fmt: skip
