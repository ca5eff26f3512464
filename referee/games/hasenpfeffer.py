"""Hasenpfeffer.  Bid for the right to name trumps and take the widow; the joker is the highest trump, and a burden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from referee.cards import JOKER, UNKNOWN, Card, Pack, Suit
from referee.game.asks import NOTHING, Asks, at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Outcome, Table, leaders
from referee.kit import holdings, tricks
from referee.kit.claims import claims
from referee.kit.exchanges import Changes
from referee.kit.tricks import STRENGTH, BowerHand, Plays, Trick
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    cannot_happen,
    illegal,
    impossible,
    judges,
    miscounted,
    number,
    unclear,
    unjudged,
    worth,
)

SIX = 6  # cards of a hand, and its tricks

# Reports


class Bids(Report):
    """the number of tricks a side undertakes to take"""

    tricks: int
    options = one_for_each(lambda hand, seat: range(hand.house["least-bid"], SIX + 1))


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
    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.may_hold(seat))])


class Takes(Report, team=True, adds=True):
    """tricks of a side, cards untold; one where no number is given"""

    tricks: Annotated[int, range(SIX + 1)] = 1


@dataclass
class Hasenpfeffer(BowerHand):
    """One deal of Hasenpfeffer.  ``taken`` has tricks by player, and by side where only that was told."""

    spoken: dict[Seat, Bids | Passes | Shows] = field(default_factory=dict)
    widow: Widow | None = None
    discarded: bool = False  # told or not

    def bid_of(self, said: Bids | Passes | Shows) -> int:
        """The tricks that were bid, or that whoever shows the joker has bid with it."""
        forced: int = self.house["forced"]
        return said.tricks if isinstance(said, Bids) else forced

    @property
    def high(self) -> Bids | Shows | None:
        """The highest bid, of equal ones the last."""
        bids = [said for said in self.spoken.values() if not isinstance(said, Passes)]
        return max(reversed(bids), key=self.bid_of, default=None)

    @property
    def contract(self) -> int | None:
        return self.bid_of(self.high) if self.high else None

    @property
    def bidder(self) -> Seat:
        return self.high.who if self.high else NOBODY

    @property
    def declarers(self) -> Seat:
        return self.side(self.bidder)

    @property
    def made(self) -> bool:
        return self.high is not None and self.tricks[self.declarers] >= self.bid_of(self.high)

    @property
    def tricks(self) -> dict[Seat, int]:
        return {side: sum(n for who, n in self.taken.items() if self.side(who) == side) for side in self.sides}

    @property
    def left_bower(self) -> Card | None:
        return super().left_bower if self.house["bowers"] == "yes" else None

    def height(self, card: Card) -> int:
        plain = card.rank == "J" and self.house["bowers"] == "no"
        return STRENGTH[card.rank] if plain else super().height(card)

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
        named = report.named if report else ()
        if report:
            self.tell(report, *named)
        held.lose(*named)
        held.throw_unnamed((report.count if report else 1) - len(named))


# The hand


async def play_hand(hand: Hasenpfeffer) -> None:
    deal = await hand.deal(size=SIX, whole=True)
    hand.deal_cards(SIX, deal)
    hand.taken |= dict.fromkeys(hand.sides, 0)
    taking = hand.ask(None, Takes, aside=True)

    # Bids
    bidding = hand.ask(hand.to_bid, Bids, Passes) | taking
    at_once = bidding | hand.ask(lambda: hand.bidder, Trump, aside=True)
    takes: Takes | None = None
    while hand.to_bid() and not (takes or hand.trump):
        match await (
            at_once if hand.high else bidding
        ):  # those still to speak have passed where the tricks are told, or trump is named
            case Takes() as takes:
                pass
            case Trump(suit):
                hand.trump = suit
            case said:
                hand.spoken.pop(said.who, None)
                hand.spoken[said.who] = said

    # The joker
    if not hand.high and hand.house["forced-on"] != "joker":
        return
    unshown = bar(forced_bid, "nobody has bid, so the joker is shown first", Trump, Discards, Plays, Trick)
    showing = hand.ask(lambda: holders_of_joker(hand), Shows, free=True)
    showing_or_void = showing | hand.ask(None, Widow, aside=True) | taking | unshown
    while not hand.high:
        match await (showing_or_void if hand.enforces(forced_bid) else showing_or_void.maybe()):
            case None:
                return
            case Shows() as shows:
                hand.spoken[shows.who] = shows
                hand.hold(shows.who).lose(shows.card)
                hand.hold(shows.who).gain(shows, shows.card)
            case Widow() as turned:
                hand.widow = turned
                if turned.card is JOKER:
                    return

    # Tricks
    hand.take_widow()
    turning = hand.ask(None, Widow, can_be_widow, aside=True)
    naming = hand.ask(hand.bidder, Trump)
    laying_away = hand.ask(hand.bidder, Discards, turn=widow, aside=True)
    playing = hand.ask_play() | taking
    if takes:
        take_untold(hand, takes)
    while hand.tricks_left:
        waiting: Asks[Any] = playing if hand.trump else naming | playing
        if not hand.discarded:
            waiting |= (NOTHING if hand.widow else turning) | (laying_away if hand.trump else NOTHING)
        match await waiting:
            case Trump(suit):
                hand.trump = suit
            case Widow() as turned:
                hand.turn_widow(turned)
            case Discards() as discards:
                hand.lay_away(discards)
            case Plays() as play:
                hand.lay_away()
                hand.put(play)
            case Takes() as untold:
                take_untold(hand, untold)

    # Score
    bid, declarers = hand.contract, hand.declarers
    for side, took in hand.tricks.items():
        if side == declarers and bid is not None:
            hand.book(side, *brings(hand, bid, took), f"bid {bid}, took {took}", hand.high)
        elif took:
            hand.book(side, defence, defence(hand, took), f"took {took}")


def take_untold(hand: Hasenpfeffer, takes: Takes) -> None:
    if takes.tricks:
        hand.lay_away()
        hand.take_untold(takes.who, takes.tricks)


def holders_of_joker(hand: Hasenpfeffer) -> tuple[Seat, ...]:
    """Who may hold the joker."""
    return tuple(seat for seat in hand.seats if JOKER in hand.may_hold(seat))


# Rules: the deal

dealer_rotation = illegal("The deal moves to the left, after a void hand too.", turn=Deal)
one_pack = impossible(
    "The pack is 25 cards, nine to ace and a joker, each once: six a player, and the widow.", holdings.from_the_pack
)

# Rules: bids

bid_order = illegal(
    "Everybody bids or passes once, clockwise from the dealer's left; the dealer is last.", turn=(Bids, Passes)
)


@illegal
def bid_range(
    hand: Hasenpfeffer, bid: Bids, *, least_bid: int = number(1, "tricks that a bid is at least", least=1, most=SIX)
) -> str | None:
    """A bid is {least_bid:word} to six tricks."""
    if not 0 < bid.tricks <= len(hand.pack):
        return cannot_happen(f"{bid.tricks} isn't a number of tricks to bid")
    return None if least_bid <= bid.tricks <= SIX else f"a bid is {least_bid} to {SIX}, not {bid.tricks}"


@illegal
def higher_bid(hand: Hasenpfeffer, bid: Bids) -> str | None:
    """Whoever bids goes above the bid before."""
    high = hand.high
    if high is None or bid.tricks > hand.bid_of(high):
        return None
    return Reason(f"{high.who} has bid {hand.bid_of(high)} ({at(high)}), and {bid.tricks} isn't more", high)


forced_bid = illegal(
    "If nobody bids, {forced_on}.",
    forced_on={
        "joker": "the joker is shown, and its holder has bid {forced:word}",
        "dealer": "the dealer has to bid {forced:word} at least",
        "nobody": "there is no play",
    },
    forced=number(3, "tricks that have to be bid when the others pass", least=1, most=SIX),
)
joker_widow = unjudged(
    "Where nobody bids, and the joker is the widow or nobody has to, there is no play, and the next hand is dealt."
)


@judges(forced_bid, one_pack)
def is_joker(hand: Hasenpfeffer, shows: Shows) -> Answer:
    other = None if shows.card is JOKER else f"the joker is shown, not {shows.card.pretty}"
    return {forced_bid: other, one_pack: holdings.held(hand, shows.who, shows.card)}


@judges(forced_bid)
def joker_is_shown(hand: Hasenpfeffer, widow: Widow) -> str | None:
    return None if widow.card is JOKER else "nobody has bid, and the joker isn't the widow, so it is shown first"


@judges(forced_bid)
def dealer_bids(hand: Hasenpfeffer, said: Bids | Passes) -> str | None:
    """A dealer on whom the bid is forced can't pass, nor bid less."""
    forced: int = hand.house["forced"]
    if hand.house["forced-on"] != "dealer" or said.who != hand.dealer or hand.high or len(hand.to_bid()) != 1:
        return None
    return None if isinstance(said, Bids) and said.tricks >= forced else f"{said.who} has to bid {forced} at least"


can_be_widow = judges(one_pack, of=Widow)(holdings.untold)


# Rules: the widow

widow = illegal(
    "The widow is for the high bidder, who then says what is trump, and then lays one card away.",
    turn=(Trump, Discards),
    place=Widow,
)


@judges(one_pack)
def one_laid_away(hand: Hasenpfeffer, discards: Discards) -> Reason | None:
    if discards.count == 1:
        return None
    why = f"one card is laid away, not {discards.count}"
    return miscounted(why) if 0 <= discards.count <= SIX else cannot_happen(why)


@judges(one_pack)
def from_the_bidder(hand: Hasenpfeffer, discards: Discards) -> str | None:
    return holdings.held(hand, discards.who, *discards.named)


# Rules: tricks

bowers = worth(
    "Trumps from the top: joker, {bowers}.",
    bowers={
        "yes": "their jack, the other jack of that colour, then ace to nine",
        "no": "then ace to nine, the jack below the queen",
    },
)
lead_order = illegal(
    "The high bidder leads to the first trick, later whoever took the one before.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
judges(one_pack)(tricks.from_hand)


@judges(widow)
def trump_named(hand: Hasenpfeffer, play: Plays) -> Reason | None:
    if hand.trump:
        return None
    return unclear(f"what is trump? {hand.bidder} hasn't named it")


follow_suit = illegal(
    "A player with a card of the suit led, joker and bowers being trumps, plays one.",
    tricks.follows_suit,
    finding="revoke",
)
trick_winner = worth("The best trump takes the trick; without one, the best card of the suit led.")
trick_count = impossible(
    "A hand has six tricks.",
    claims(Takes, "tricks", lambda hand, takes: hand.tricks[hand.side(takes.who)], "{who} took {}"),
)


@judges(trick_count, bid_order, forced_bid)
def has_contract(hand: Hasenpfeffer, takes: Takes) -> Answer:
    """Nobody takes tricks before there is a bid."""
    if hand.high:
        return None
    why = cannot_happen("nobody has bid, so no tricks can be counted")
    return {trick_count: why, bid_order if hand.to_bid() else forced_bid: why}


judges(trick_count, of=Takes)(tricks.enough_tricks)


# Rules: the score


@worth(lines="made")
def made(hand: Hasenpfeffer, took: int, *, trick: int = number(1, "points for a trick")) -> int:
    """Declarers with as many tricks as they bid score {trick} for each one taken."""
    return trick * took


@worth(lines="set")
def set_(hand: Hasenpfeffer, bid: int, *, lost: int = number(1, "points lost for each trick that was bid")) -> int:
    """Declarers with fewer lose {lost:word point} for each trick that they bid."""
    return -lost * bid


@worth(lines="defence")
def defence(hand: Hasenpfeffer, took: int, *, trick: int = number(1, "points for a trick")) -> int:
    """Every trick of the defenders scores {trick} for them."""
    return trick * took


def brings(hand: Hasenpfeffer, bid: int, took: int) -> tuple[Rule, int]:
    """The rule that declarers score by with so many tricks, and the points."""
    return (made, made(hand, took)) if took >= bid else (set_, set_(hand, bid))


def bid_brings(hand: Hasenpfeffer, bid: Bids) -> Iterator[Outcome]:
    """What a bid that is the highest would bring both sides, with any number of tricks."""
    declarers = hand.side(bid.who)
    for took in (*range(min(bid.tricks, SIX), SIX + 1), *range(min(bid.tricks, SIX))[::-1]):
        rule, points = brings(hand, bid.tricks, took)
        others = {side: defence(hand, SIX - took) for side in hand.sides if side != declarers}
        yield Outcome(f"take {took}", {declarers: points, **others}, (rule, defence) if took < SIX else (rule,))


@worth(
    defenders={"any": "on any hand", "set": "only on a hand that its declarers lose"},
)
def game_ten(hand: Hasenpfeffer, *, target: int = number(10, "points that win the game", least=1)) -> Seat:
    """A side with {target} points has won; where both have as many after a hand, its declarers have. Defenders win
    {defenders}."""
    reached = {side: points for side in hand.sides if (points := hand.standing.balance[side]) >= target}
    if hand.declarers in reached:
        return hand.declarers
    ahead = leaders(reached)
    was_set = hand.high is not None and not hand.made
    barred = hand.house["defenders"] == "set" and not was_set
    return ahead[0] if len(ahead) == 1 and not barred else NOBODY


def is_over(hand: Hasenpfeffer) -> bool:
    return game_ten(hand) != NOBODY


def winners(hand: Hasenpfeffer) -> list[Seat]:
    """Who has reached the target; when the table stops before, who leads of those who haven't conceded."""
    if is_over(hand):
        return [game_ten(hand)]
    balance = hand.standing.balance
    return leaders({side: balance[side] for side in hand.sides if side not in hand.standing.conceded})


def bids(table: Table) -> str:
    forced = {"joker": "a forced one is {}", "dealer": "the dealer's, where it is forced, from {}"}
    by_whom = forced.get(table.house["forced-on"], "").format(table.house["forced"])
    return f"{table.house['least-bid']} to {SIX}" + (f"; {by_whom}" if by_whom else "")


def stands(hand: Hasenpfeffer) -> Iterator[str]:
    """The highest bid, trumps, the trick in progress and how many each side has taken."""
    if hand.high:
        yield f"{hand.bidder} bid {hand.contract}"
    yield from tricks.on_the_table(hand)
    if sides := {side: number for side, number in hand.tricks.items() if number}:
        yield "tricks " + ", ".join(f"{side} {number}" for side, number in sides.items())


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
    partners=True,
    verbs={
        Deal: "first, and when a hand is finished or void",
        Bids: "after the deal",
        Passes: "after the deal; tricks told mean that the others have passed",
        Shows: "when all have passed",
        Widow: "after the bids, or not at all; a joker when all have passed",
        Trump: "the high bidder, before a card is played; those who haven't bid have passed then",
        Discards: "the high bidder, when trump is named, where it is told",
        Plays: "when trump is named",
        Trick: "when trump is named",
        Takes: "in place of tricks; the hand ends when six are accounted for",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "defenders",
            "any",
            "defenders win on any hand, or only where the declarers were set",
            (game_ten,),
            ("any", "set"),
        ),
        Option(
            "forced-on",
            "joker",
            "who has to bid where nobody does: who holds the joker, the dealer, or nobody",
            (forced_bid,),
            ("joker", "dealer", "nobody"),
        ),
        Option("bowers", "yes", "whether the jacks of the trump colour are its highest", (bowers,), ("yes", "no")),
    ),
    variants=(
        Variant("stick-the-dealer", "Where the others pass, the dealer bids three at least.", "forced-on=dealer"),
        Variant("no-forced-bid", "Where all pass, the next hand is dealt.", "forced-on=nobody"),
        Variant("no-bowers", "Jacks rank below the queens, in trumps too.", "bowers=no"),
        Variant("defenders-set", "Defenders win only where they set the contract.", "defenders=set"),
        Variant("least-three", "A bid is three tricks at least.", "least-bid=3"),
        Variant("thirty", "The game is thirty points.", "target=30"),
    ),
    brings={Bids: bid_brings},
    facts={
        "contract": lambda hand: hand.contract,
        "bidder": lambda hand: hand.bidder or None,
        "bidding": lambda hand: {who: hand.bid_of(said) for who, said in hand.spoken.items() if isinstance(said, Bids)},
        "declarers": lambda hand: hand.declarers or None,
        "trump": lambda hand: hand.trump,
        "tricks": lambda hand: hand.tricks,
    },
    deal_out=holdings.take_up,
    now=stands,
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards each", SIX, trick_count),
        tricks.trick_ranking(bowers, name="rank of trumps, as of hearts", trump=Suit("H")),
        tricks.trick_ranking(trick_winner, name="rank in other suits"),
        Glance("bids", bids, bid_range, forced_bid),
        Glance("points to win", lambda table: table.house["target"], game_ten),
    ),
    short_form=(
        "`deal`, the bids, and `takes` for a side; after the last bid the passes may be left out. A side that isn't"
        " named took none."
    ),
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ben bids 3; Cat passes; Dan bids 4", "Dan takes 4; Ann takes 2"),
        "Ann+Cat 2, Ben+Dan 4",
    ),
    rulings=(
        "Defenders with points enough win, too, unless the declarers have them as well; with `defenders=set` they go on"
        " where the contract was made, and win with the next hand of another kind that leaves them there.",
        "A joker or a left bower led asks for trumps.",
        "Whoever was forced to bid takes the widow like any other bidder.",
        "Any card may be laid away, even the joker; scores may be below zero.",
        "The joker shown while there is a bid, or may be one, isn't a bid.",
    ),
    edition=3,
)
