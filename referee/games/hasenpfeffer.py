"""Hasenpfeffer: bid for the right to name trumps and take the widow. The joker is the highest trump, and may force
you to bid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from referee.cards import JOKER, UNKNOWN, Card, Pack, Suit
from referee.game.asks import NOTHING, Asks, at, bar
from referee.game.common_reports import Deal, SitsOut
from referee.game.game import SITTING_OUT, Example, Fact, Game, Glance, Outcome, Table, leaders
from referee.kit import holdings, tricks
from referee.kit.claims import claims
from referee.kit.exchanges import Changes
from referee.kit.tricks import STRENGTH, BowerHand, Plays, Trick
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Open,
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
    """the number of tricks a player bids to take with their partner"""

    tricks: int
    options = one_for_each(lambda hand, seat: range(hand.house["least-bid"], SIX + 1))


class Passes(Report):
    """no bid"""


class Shows(Report):
    """a player shows the joker, which counts as a bid"""

    card: Card


class Widow(Report, speaker="none"):
    """the card left over from the deal"""

    card: Card


class Trump(Report):
    """the high bidder names the trump suit"""

    suit: Suit


class Discards(Changes, limits={"cards": 1}):
    """the high bidder's discard, named or not"""

    cards: int | Blind = Blind((UNKNOWN,))
    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.may_hold(seat))])


class Takes(Report, team=True, adds=True, as_said="takes tricks"):
    """how many tricks a team took; 1 if you give no number"""

    tricks: Annotated[int, range(SIX + 1)] = 1


@dataclass
class Hasenpfeffer(BowerHand):
    """One deal of Hasenpfeffer. ``taken`` has tricks by player, or by side if the player wasn't entered."""

    spoken: dict[Seat, Bids | Passes | Shows] = field(default_factory=dict)
    widow: Widow | None = None
    discarded: bool = False  # entered or not

    def bid_of(self, report: Bids | Passes | Shows) -> int:
        """The number of tricks bid, or implied by showing the joker."""
        forced: int = self.house["forced"]
        return report.tricks if isinstance(report, Bids) else forced

    @property
    def high(self) -> Bids | Shows | None:
        """The highest bid. Among equal ones, the last."""
        bids = [report for report in self.spoken.values() if not isinstance(report, Passes)]
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
        return {side: sum(n for who, n in self.taken.items() if self.side(who) == side) for side in self.parties}

    @property
    def left_bower(self) -> Card | None:
        return super().left_bower if self.house["bowers"] == "yes" else None

    def height(self, card: Card) -> int:
        plain = card.rank == "J" and self.house["bowers"] == "no"
        return STRENGTH[card.rank] if plain else super().height(card)

    def to_bid(self) -> tuple[Seat, ...]:
        return self.next_behind(self.spoken)

    def to_play(self) -> Seat | tuple[Seat, ...]:
        """Whose card is next. If a side took tricks without cards, either partner's."""
        if self.trick or not self.takers:
            return super().to_play()
        return tuple(seat for seat in self.players if {seat, self.side(seat)} & self.takers)

    def take_widow(self) -> None:
        """Makes the high bidder the leader, with one extra card until one is discarded."""
        if self.high:
            self.leader = self.bidder
            self.hold(self.bidder).gain(self.widow or self.high, self.widow.card if self.widow else UNKNOWN)

    def turn_widow(self, widow: Widow) -> None:
        """Stores which card the widow was."""
        self.widow = widow
        self.hold(self.bidder).blind -= 1
        self.hold(self.bidder).gain(widow, widow.card)

    def lay_away(self, report: Discards | None = None) -> None:
        """Discards a card before the first trick, whether it was entered or not."""
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
    naming_out = hand.ask(None, SitsOut, aside=True)
    deal = await hand.deal(size=SIX, whole=True, before=naming_out, take=lambda sits: leave_out(hand, sits.who))
    hand.pair_up()
    hand.deal_cards(SIX, deal)
    hand.taken |= dict.fromkeys(hand.parties, 0)
    taking = hand.ask(None, Takes, aside=True)

    # Bids
    bidding = hand.ask(hand.to_bid, Bids, Passes) | taking
    at_once = bidding | hand.ask(lambda: hand.bidder, Trump, aside=True)
    takes: Takes | None = None
    while hand.to_bid() and not (takes or hand.trump):
        match await (
            at_once if hand.high else bidding
        ):  # entering tricks or trumps means that the players left have passed
            case Takes() as takes:
                pass
            case Trump(suit):
                hand.trump = suit
            case report:
                hand.spoken.pop(report.who, None)
                hand.spoken[report.who] = report

    # The joker
    if not hand.high and hand.house["forced-on"] != "joker":
        return
    unshown = bar(forced_bid, "nobody has bid, so the joker must be shown first", Trump, Discards, Plays, Trick)
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
        take_unnamed(hand, takes)
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
                take_unnamed(hand, untold)

    # Score
    bid, declarers = hand.contract, hand.declarers
    for side, took in hand.tricks.items():
        if side == declarers and bid is not None:
            hand.book(side, *brings(hand, bid, took), f"bid {bid}, took {took}", hand.high)
        elif took:
            hand.book(side, defence, defence(hand, took), f"took {took}")


def take_unnamed(hand: Hasenpfeffer, takes: Takes) -> None:
    if takes.tricks:
        hand.lay_away()
        hand.take_unnamed(takes.who, takes.tricks)


def leave_out(hand: Hasenpfeffer, who: Seat) -> None:
    hand.named_out += (who,)


def holders_of_joker(hand: Hasenpfeffer) -> tuple[Seat, ...]:
    """Players who may have the joker."""
    return tuple(seat for seat in hand.players if JOKER in hand.may_hold(seat))


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left, even after a hand that isn't played.", turn=Deal)


@impossible
def sitting_out(hand: Hasenpfeffer, sits: SitsOut) -> str | None:
    """Four players play each hand. If there are five of you, the dealer sits out, or the player you name. With five
    players, your partner is the player opposite you among those four, and each player has a separate score. If the
    dealer sits out, the player on the dealer's right bids last."""
    if not sits.who:
        return unclear("who sits out?")
    if len(hand.seats) == len(hand.players):
        return "nobody sits out: four play a hand, and there are four of you"
    return f"{hand.named_out[0]} already sits out" if hand.named_out else None


one_pack = impossible(
    "The deck has 25 cards: nine to ace in each suit, and one joker. Each player gets six cards. The card left"
    " over is the widow.",
    holdings.from_the_pack,
)

# Rules: bids

bid_order = illegal(
    "The player on the dealer's left bids or passes first, and the dealer last. Each player speaks once.",
    turn=(Bids, Passes),
    asked="speak once, bid again, second bid, bid twice, pass then bid",
)


@illegal(asked="bid six, what bid")
def bid_range(
    hand: Hasenpfeffer, bid: Bids, *, least_bid: int = number(1, "lowest bid, in tricks", least=1, most=SIX)
) -> str | None:
    """A bid is the number of tricks you think you and your partner can take: {least_bid:word} to six."""
    if not 0 < bid.tricks <= len(hand.pack):
        return cannot_happen(f"you can't bid {bid.tricks}")
    if least_bid <= bid.tricks <= SIX:
        return None
    return Reason(f"{bid.who} may bid {least_bid} to {SIX}, not {bid.tricks}", about=bid.tricks)


@illegal(asked="take same bid, dealer same bid, for the same")
def higher_bid(hand: Hasenpfeffer, bid: Bids) -> str | None:
    """If you bid, you must bid more than the bid before."""
    high = hand.high
    if high is None or bid.tricks > hand.bid_of(high):
        return None
    return Reason(f"{high.who} has bid {hand.bid_of(high)} ({at(high)}), so a bid must be higher than that", high)


forced_bid = illegal(
    "If nobody bids, {forced_on}.",
    forced_on={
        "joker": "the player with the joker must show it. That counts as a bid of {forced:word}",
        "dealer": "the dealer must bid {forced:word} or more",
        "nobody": "the hand isn't played",
    },
    forced=number(3, "size of the forced bid, in tricks; a dealer who must bid may bid more", least=1, most=SIX),
    asked="nobody bid, no one bid, everybody pass, all pass, joker forced, must joker bid, forced, show joker, "
    "no bids, nobody wants bid",
)
joker_widow = unjudged(
    "If everybody passes and the joker turns out to be the widow, the hand isn't played. The next player then deals.",
    asked="joker widow, joker in widow, not played, redeal, deal again, misdeal",
)


@judges(forced_bid, one_pack)
def is_joker(hand: Hasenpfeffer, shows: Shows) -> Answer:
    other = None if shows.card is JOKER else f"show the joker, not {shows.card.pretty}"
    return {forced_bid: other, one_pack: holdings.held(hand, shows.who, shows.card)}


@judges(forced_bid)
def joker_is_shown(hand: Hasenpfeffer, widow: Widow) -> str | None:
    return None if widow.card is JOKER else "nobody has bid and the joker isn't the widow, so it must be shown first"


@judges(forced_bid)
def dealer_bids(hand: Hasenpfeffer, report: Bids | Passes) -> str | None:
    """Whether a dealer who must bid doesn't pass or bid less."""
    forced: int = hand.house["forced"]
    if hand.house["forced-on"] != "dealer" or report.who != hand.dealers_place or hand.high:
        return None
    return None if isinstance(report, Bids) and report.tricks >= forced else f"{report.who} must bid {forced} or more"


can_be_widow = judges(one_pack, of=Widow)(holdings.untold)


# Rules: the widow

widow = illegal(
    "The high bidder takes the widow, names the trump suit, and then discards one card face down.",
    turn=(Trump, Discards),
    place=Widow,
    asked="widow, who gets widow, extra card, take widow, pick up, left over card, discard after",
)


@judges(one_pack)
def one_laid_away(hand: Hasenpfeffer, discards: Discards) -> Reason | None:
    if discards.count == 1:
        return None
    why = f"the high bidder discards 1 card, not {discards.count}"
    return miscounted(why) if 0 <= discards.count <= SIX else cannot_happen(why)


@judges(one_pack)
def from_the_bidder(hand: Hasenpfeffer, discards: Discards) -> str | None:
    return holdings.held(hand, discards.who, *discards.named)


# Rules: tricks

bowers = worth(
    "The trumps, from the highest, are the joker, {bowers}.",
    bowers={
        "yes": (
            "the jack of trumps, the other jack of its color, and then ace, king, queen, ten and nine. Those two"
            " jacks are the right and left bowers"
        ),
        "no": "ace, king, queen, jack, ten and nine",
    },
    asked="bower, left bower, right bower, rank trumps, order trumps, highest trump, joker beat, beat joker, "
    "joker highest, what best, jack same color, jacks trump, which trump, other jack",
)
lead_order = illegal(
    "The high bidder leads to the first trick. The winner of a trick leads to the next.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
judges(one_pack)(tricks.from_hand)


@judges(widow)
def trump_named(hand: Hasenpfeffer, play: Plays) -> Reason | None:
    if hand.trump:
        return None
    return unclear(f"what is trump? {hand.bidder} must name it first")


follow_suit = illegal(
    "You must follow suit if you can. The joker and the bowers count as trumps.",
    tricks.follows_suit,
    finding="revoke",
    asked="left bower follow, joker follow",
)
trick_winner = worth(
    "The highest trump wins the trick. In a trick without trumps, the winner is the highest card of the suit led."
)
trick_count = impossible(
    "A hand has six tricks.",
    claims(Takes, "tricks", lambda hand, takes: hand.tricks[hand.side(takes.who)], "{who} took {}"),
)


@judges(trick_count, bid_order, forced_bid)
def has_contract(hand: Hasenpfeffer, takes: Takes) -> Answer:
    """Whether there is a bid, so tricks can be taken."""
    if hand.high:
        return None
    why = cannot_happen("nobody has bid, so there are no tricks to count")
    return {trick_count: why, bid_order if hand.to_bid() else forced_bid: why}


judges(trick_count, of=Takes)(tricks.enough_tricks)


# Rules: the score


@worth(
    lines="made",
    asked="make bid, make contract, take more bid, score make, make it, overtricks, extra tricks, bid made",
)
def made(hand: Hasenpfeffer, took: int, *, trick: int = number(1, "points for a trick")) -> int:
    """The high bidder's team are the declarers. If they take as many tricks as they bid, or more, they score {trick}
    for each trick they take."""
    return trick * took


@worth(lines="set", asked="set, go set, not make bid, lose bid, fail")
def set_(hand: Hasenpfeffer, bid: int, *, lost: int = number(1, "points lost for each trick bid")) -> int:
    """If the declarers take fewer tricks than they bid, they lose {lost:word point} for each trick they bid."""
    return -lost * bid


@worth(
    lines="defence",
    asked="others score, other team score, defenders, other side score, opponents score, others get, opponents tricks",
)
def defence(hand: Hasenpfeffer, took: int, *, trick: int = number(1, "points for a trick")) -> int:
    """The other team are the defenders. They always score {trick} for each trick they take."""
    return trick * took


def brings(hand: Hasenpfeffer, bid: int, took: int) -> tuple[Rule, int]:
    """The rule the declarers score by, and their points."""
    return (made, made(hand, took)) if took >= bid else (set_, set_(hand, bid))


def bid_brings(hand: Hasenpfeffer, bid: Bids) -> Iterator[Outcome]:
    """What a winning bid would score for both sides, with every number of tricks."""
    declarers = hand.side(bid.who)
    for took in (*range(min(bid.tricks, SIX), SIX + 1), *range(min(bid.tricks, SIX))[::-1]):
        rule, points = brings(hand, bid.tricks, took)
        others = {side: defence(hand, SIX - took) for side in hand.parties if side != declarers}
        yield Outcome(f"take {took}", {declarers: points, **others}, (rule, defence) if took < SIX else (rule,))


@worth(
    defenders={"any": "on any hand", "set": "only on a hand the declarers lose"},
    asked="win game, game over, end, many/points play to, ten points, both ten, many points, both reach",
)
def game_ten(hand: Hasenpfeffer, *, target: int = number(10, "points to win", least=1)) -> list[Seat]:
    """A team with {target:point} or more at the end of a hand wins the game. If both teams have enough, the declarers
    win. Defenders can win {defenders}. With five of you, players win alone: of two partners who both have enough, the
    one with more points wins."""
    reached = {side: points for side in hand.sides if (points := hand.standing.balance[side]) >= target}
    if declaring := [side for side in reached if side in (hand.declarers, *hand.declarers.split("+"))]:
        return leaders({side: reached[side] for side in declaring})
    ahead = leaders(reached)
    was_set = hand.high is not None and not hand.made
    barred = hand.house["defenders"] == "set" and not was_set
    return ahead if (len(ahead) == 1 or hand.regrouped) and not barred else []


def is_over(hand: Hasenpfeffer) -> bool:
    return bool(game_ten(hand))


def winners(hand: Hasenpfeffer) -> list[Seat]:
    """The side that reached the target. If you stop early, the leaders among players who haven't conceded."""
    if best := game_ten(hand):
        return best
    balance = hand.standing.balance
    return leaders({side: balance[side] for side in hand.sides if side not in hand.standing.conceded})


def bids(table: Table) -> str:
    forced = {"joker": "a forced bid is {}", "dealer": "a forced bid of the dealer is {} or more"}
    by_whom = forced.get(table.house["forced-on"], "").format(table.house["forced"])
    return f"{table.house['least-bid']} to {SIX}" + (f"; {by_whom}" if by_whom else "")


def state_of(hand: Hasenpfeffer) -> Iterator[str]:
    """The state of the hand: highest bid, trumps, current trick and the tricks of each side."""
    if hand.high:
        yield f"{hand.bidder} bid {hand.contract}"
    yield from tricks.on_the_table(hand)
    if sides := {side: number for side, number in hand.tricks.items() if number}:
        yield "tricks " + ", ".join(f"{side} {number}" for side, number in sides.items())


GAME = Game(
    slug="hasenpfeffer",
    name="Hasenpfeffer",
    summary="Bid for the right to name trumps and take the widow. If nobody bids, the player with the joker must.",
    family="trick-taking",
    players=range(4, 6),
    playing=4,
    pack=Pack("A K Q J 10 9", jokers=1),
    hand=Hasenpfeffer,
    play=play_hand,
    over=is_over,
    winners=winners,
    partners=lambda players, house: players == 4,
    verbs={
        SitsOut: "before the deal, with five players, if someone other than the dealer sits out",
        Deal: "to start, and after a hand is over or wasn't played",
        Bids: "after the deal",
        Passes: "after the deal; once you enter tricks, everyone who hasn't spoken has passed",
        Shows: "when everybody has passed",
        Widow: "after the bids, optional; when everybody has passed, only if it is the joker",
        Trump: "before the first card; everyone who hasn't spoken has then passed",
        Discards: "once trumps are named; optional",
        Plays: "once trumps are named",
        Trick: "once trumps are named",
        Takes: "instead of the cards; the hand ends when all six tricks are entered",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "defenders",
            "any",
            "whether defenders can win on any hand, or only if the declarers fail",
            (game_ten,),
            ("any", "set"),
        ),
        Option(
            "forced-on",
            "joker",
            "who must bid if nobody does: the player with the joker, the dealer, or nobody",
            (forced_bid,),
            ("joker", "dealer", "nobody"),
        ),
        Option(
            "bowers",
            "yes",
            "whether the jacks of the trump color are the highest trumps after the joker",
            (bowers,),
            ("yes", "no"),
        ),
    ),
    variants=(
        Variant("stick-the-dealer", "If all others pass, the dealer must bid three or more.", "forced-on=dealer"),
        Variant("no-forced-bid", "If everybody passes, deal the next hand.", "forced-on=nobody"),
        Variant("no-bowers", "Jacks rank below queens, even in trumps.", "bowers=no"),
        Variant("defenders-set", "Defenders can win only on a hand the declarers lose.", "defenders=set"),
        Variant("least-three", "The lowest bid is three.", "least-bid=3"),
        Variant("thirty", "Play to 30.", "target=30"),
    ),
    brings={Bids: bid_brings},
    facts={
        "contract": Fact(lambda hand: hand.contract, "tricks to take"),
        "bidder": Fact(lambda hand: hand.bidder or None, "the high bidder"),
        "bidding": lambda hand: {
            who: hand.bid_of(report) for who, report in hand.spoken.items() if isinstance(report, Bids)
        },
        "declarers": Fact(lambda hand: hand.declarers or None, "the side that bid highest"),
        "trump": lambda hand: hand.trump,
        "tricks": Fact(lambda hand: hand.tricks, "tricks each side has"),
        SITTING_OUT: lambda hand: list(hand.sitting_out),
    },
    deal_out=holdings.take_up,
    now=state_of,
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards each", SIX, trick_count),
        tricks.trick_ranking(bowers, name="rank of trumps, for example hearts", trump=Suit("H")),
        tricks.trick_ranking(trick_winner, name="rank in other suits"),
        Glance("bids", bids, bid_range, forced_bid),
        Glance("points to win", lambda table: table.house["target"], game_ten),
    ),
    short_form=(
        "Type `deal`, then the bids and passes, then how many tricks each team `takes`. You may leave out the passes"
        " after the last bid, and a team that took no tricks."
    ),
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ben bids 3; Cat passes; Dan bids 4", "Dan takes 4; Ann takes 2"),
        "Ann+Cat 2, Ben+Dan 4",
    ),
    rulings=(
        "Defenders who reach the target win, unless the declarers reach it too. With `defenders=set`, they can't"
        " win on a hand the declarers make. If they still have enough points after a later hand, they win then,"
        " unless the other team declared that hand and made it.",
        "If the joker or the left bower is led, you must follow with a trump.",
        "A player who was forced to bid takes the widow, names trumps and discards like any high bidder.",
        Open(
            "You may discard any card, even the joker. Scores may be below zero.",
            "discard joker, throw joker away, throw joker, discard anything, below zero, negative, discard any",
        ),
        "Showing the joker is a bid only if everybody has passed.",
    ),
    edition=4,
)
