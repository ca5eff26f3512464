"""Razz.  Stud poker for the lowest hand: seven cards each, a round of bets on every street, ace to five."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from referee.cards import PIPS, SUITS, UNKNOWN, Card, Cards, Pack, listed
from referee.core import (
    Answer,
    Asks,
    Category,
    Deal,
    Dealt,
    Game,
    Option,
    Reason,
    Report,
    Seat,
    Told,
    at,
    check,
    illegal,
    impossible,
    never,
    unclear,
    worth,
)
from referee.glance import Example, Glance, Table, ranking
from referee.kit.betting import Act, Bets, Betting, BettingHand, Calls, Checks, Folds, Raises, acts
from referee.kit.endings import no_end
from referee.kit.holdings import fresh
from referee.kit.ledger import collect, holds, pay, share
from referee.kit.messages import named_twice
from referee.kit.poker import Low, low

RULES = {
    "ante": worth("Everybody antes to the pot before the deal."),
    "one-pack": impossible("Fifty-two cards, each of them once in a hand."),
    "streets": impossible(
        "Two cards face down and a door card face up, one more face up on the fourth, fifth and sixth street, the"
        " seventh face down; whoever is still in gets one, and every street has its round of bets."
    ),
    "bring-in": illegal(
        "The highest door card opens, ♠ before ♥, ♦ and ♣ where ranks are equal, with half a bet or a full one;"
        " it neither checks nor folds."
    ),
    "lowest-leads": illegal("The lowest hand showing opens every later round."),
    "betting": illegal(
        "To the left in turn: without a bet one checks or bets, against a bet one calls, raises or folds. A round ends"
        " when all have had a turn and those who stay have put in the same."
    ),
    "bet-size": illegal(
        "Bets and raises are one bet on the third and fourth street and two from the fifth; the first raise of a"
        " bring-in takes it to a full bet."
    ),
    "raise-cap": illegal("A round has no more raises than the house allows."),
    "community-card": illegal(
        "Where the pack runs short on the seventh street, one card face up is everybody's; else there is none."
    ),
    "reveal": worth("Those who stay to the end show their cards."),
    "best-low": illegal(
        "The lowest five of seven take the pot, or share it: aces are low, straights and flushes nothing, fewer matched"
        " cards are lower, then rank by rank from the top, matched cards first."
    ),
    "last-one-in": worth("When all the others have folded, the last one in takes the pot and needn't show."),
    "put-in": impossible("Nobody stays with less in the pot than another; amounts are multiples of the bring-in."),
}

POT = "pot"
FIRST = 3  # cards, one of them face up
STREETS = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


def windows(cards: Iterable[Card], size: int) -> list[Cards]:
    """So many cards from every place in a row: a fair choice where all choices would be too many."""
    row = list(cards)
    return [tuple((row[place:] + row[:place])[:size]) for place in range(len(row) if size else 1)]


# Reports


class Upcard(Report, speaker="none"):
    """a card face up for everybody still in, from the dealer's left; or the one that is everybody's"""

    cards: Cards

    @classmethod
    def options(cls, hand: Razz, seat: Seat) -> Iterable[Upcard]:
        return [cls(cards) for cards in windows(hand.unseen(), 1 if hand.street > 5 else len(hand.staying))]


class Shows(Report):
    """the cards face down, or the whole hand"""

    cards: Cards

    @classmethod
    def options(cls, hand: Razz, seat: Seat) -> Iterable[Shows]:
        known = tuple(hand.known(seat))
        return [cls(known + more, who=seat) for more in windows(hand.unseen(), hand.face_down(seat) - len(known))]


class TakesPot(Report, verb="takes pot", several=True):
    """the pot, by one or shared; it may stand for the showdown"""

    @property
    def takers(self) -> list[Seat]:
        return [Seat(one) for one in self.who.split("+")]

    @classmethod
    def options(cls, hand: Razz, seat: Seat) -> Iterable[TakesPot]:
        """Alone, or with any of the others."""
        every = (some for size in range(len(hand.seats)) for some in itertools.combinations(hand.seats, size + 1))
        return [cls(who=Seat("+".join(some))) for some in every if seat in some]


@dataclass
class Razz(BettingHand):
    """One deal: what lies face up and face down, and what was put in."""

    street: int = 3
    dealt_out: dict[int, int] = field(default_factory=dict)  # cards that left the pack on each street
    up: dict[Seat, list[Card]] = field(default_factory=dict)
    down: dict[Seat, list[Card]] = field(default_factory=dict)  # as far as they were told
    seventh: tuple[Seat, ...] = ()  # who was dealt a third card face down
    common: Card | None = None
    in_all: dict[Seat, int] = field(default_factory=dict)  # what each put in, where no card was told
    shown: dict[Seat, Shows] = field(default_factory=dict)
    winners: list[Seat] = field(default_factory=list)

    def to_show(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.staying if seat not in self.shown)

    @property
    def bet(self) -> int:
        size: int = self.house["bet"]
        return size if self.street < 5 else 2 * size

    @property
    def bring_in(self) -> int:
        half: int = self.house["bet"] // 2
        return half

    # Cards

    @property
    def left(self) -> int:
        """Cards in the pack."""
        return len(self.pack) - sum(self.dealt_out.values())

    @property
    def burned(self) -> int:
        """Cards burned before the next street: never the last one."""
        return int(self.house["burn"] == "yes" and self.left > 1)

    @property
    def runs_short(self) -> bool:
        """The pack has no card left for everybody."""
        return self.left - self.burned < len(self.staying)

    def face_down(self, seat: Seat) -> int:
        return 3 if seat in self.seventh else 2

    def cards(self, seat: Seat) -> list[Card]:
        """What is known of a hand."""
        common = [self.common] if self.common else []
        return [*self.down.get(seat, ()), *self.up.get(seat, ()), *common]

    def known(self, seat: Seat) -> list[Card]:
        return self.down.get(seat, [])

    def at_least(self, seat: Seat) -> Low | None:
        """What a hand is worth by the cards known of it, once they are five."""
        cards = self.cards(seat)
        return low(cards) if len(cards) >= 5 else None

    def at_best(self, seat: Seat) -> Low:
        """The lowest that a hand can be."""
        cards = self.cards(seat)
        held = {card.rank for card in cards}
        fitting = {card.rank: card for card in self.unseen() if card.rank not in held}
        lowest = sorted(fitting.values(), key=lambda card: PIPS[card.rank])
        return low(cards + lowest[: self.face_down(seat) - len(self.known(seat))])

    def lows(self) -> dict[Seat, str]:
        """The lows of the hands of which every card is known."""
        known = (seat for seat in self.seats if len(self.known(seat)) >= self.face_down(seat))
        return {seat: str(worth) for seat in known if (worth := self.at_least(seat))}


# The hand


async def play_hand(hand: Razz) -> None:
    await hand.deal(size=FIRST, sized="streets", turn="", free=True)
    hand.staying = hand.around(hand.eldest)
    collect(hand, hand.staying, POT, hand.house["ante"], "ante", "ante")
    hand.dealt_out[3] = FIRST * len(hand.seats)
    open_round(hand, hand.eldest)
    doors = await (hand.ask(None, Upcard, one_each, undealt) | told_in_all(hand, aside=True))
    if isinstance(doors, Upcard):
        await play_streets(hand, doors)
    else:
        await tell_in_all(hand, doors)
    share_pot(hand)


async def play_streets(hand: Razz, doors: Upcard) -> None:
    later = acts(hand, "betting")
    turn_up(hand, doors)
    await bet(hand, highest_door_card(hand), acts(hand, "bring-in", brings_in), later)

    # Fourth to sixth street
    leading = acts(hand, "lowest-leads")
    turning = hand.ask(None, Upcard, one_each, undealt)
    while len(hand.staying) > 1 and hand.street < 6:
        upcards = await turning
        deal_street(hand, hand.street + 1, len(hand.staying))
        turn_up(hand, upcards)
        await bet(hand, lowest_showing(hand), leading, later)

    # Seventh street
    if len(hand.staying) > 1:
        if not hand.runs_short:
            hand.seventh = hand.staying
            deal_street(hand, 7, len(hand.staying))
        common = hand.ask(None, Upcard, only_where_short, undealt, aside=True)
        leading = acts(hand, "lowest-leads", common_card_first)
        await bet(hand, lowest_showing(hand), leading | common, later | common)

    # The showdown
    showing = (
        hand.ask(hand.to_show, Shows, as_it_lies)
        | hand.ask(hand.to_show, Folds, aside=True)
        | hand.ask(lambda: hand.staying, TakesPot, is_still_in, has_the_lowest, aside=True, free=True)
    )
    while not hand.winners and len(hand.staying) > 1 and hand.to_show():
        match await showing:
            case Shows() as shows:
                hand.shown[shows.who] = shows
                lay_down(hand, shows)
            case Folds() as folds:
                hand.give_up(folds)
            case takes:
                hand.winners = takes.takers


def deal_street(hand: Razz, street: int, cards: int) -> None:
    hand.dealt_out[street] = 0
    hand.dealt_out[street] = cards + hand.burned
    hand.street = street


def turn_up(hand: Razz, upcards: Upcard) -> None:
    hand.tell(upcards, *upcards.cards)
    for seat, card in zip(hand.staying, upcards.cards, strict=True):
        hand.up.setdefault(seat, []).append(card)


def highest_door_card(hand: Razz) -> Seat:
    return max(hand.staying, key=lambda seat: (PIPS[hand.up[seat][0].rank], -SUITS.index(hand.up[seat][0].suit)))


def lowest_showing(hand: Razz) -> Seat:
    """Of equal hands the one nearest to the dealer's left."""
    return min(hand.staying, key=lambda seat: low(hand.up[seat]))


def lay_down(hand: Razz, told: Dealt | Shows) -> None:
    """Takes in what lies face down."""
    new = [card for card in told.cards if card not in hand.cards(told.who) and card is not UNKNOWN]
    hand.down.setdefault(told.who, []).extend(new)
    hand.tell(told, *new)


# Bets


def open_round(hand: Razz, opener: Seat) -> None:
    seats = tuple(seat for seat in hand.around(opener) if seat in hand.staying)
    hand.betting = Betting(seats, hand.bet, hand.bring_in if hand.street == 3 else 0, hand.house["cap"])


async def bet(hand: Razz, opener: Seat, opening: Asks[Act | Upcard], later: Asks[Act | Upcard]) -> None:
    """A round of bets, in which the common card of the seventh street may be turned up too."""
    open_round(hand, opener)
    asks = opening
    while not hand.betting.over:
        match await asks:
            case Upcard() as common:
                share_card(hand, common)
            case act:
                take_act(hand, act)
                asks = later


def take_act(hand: Razz, act: Act) -> None:
    betting = hand.betting
    match act:
        case Folds():
            hand.give_up(act)
        case Checks():
            betting.stay(act.who)
        case _:
            opening = betting.unopened and betting.bring_in
            stake = betting.stake if isinstance(act, Calls) else act.chips or betting.due
            added = betting.put(act.who, stake, act)
            kind = ("bring-in", "bring-in") if opening else ("bet", "bet-size")
            pay(hand, act.who, POT, added, *kind, f"{act.verb} on the {STREETS[hand.street]} street", act)


def share_card(hand: Razz, upcard: Upcard) -> None:
    """The last card is everybody's."""
    hand.seventh, hand.common = (), upcard.cards[0]
    deal_street(hand, 7, 1)
    hand.tell(upcard, hand.common)


# The short form


def told_in_all(hand: Razz, aside: bool = False) -> Asks[Bets | TakesPot]:
    staying = lambda: hand.staying  # noqa: E731
    return hand.ask(None, Bets, adds_up, aside=aside) | hand.ask(staying, TakesPot, is_still_in, aside=aside, free=True)


async def tell_in_all(hand: Razz, told: Bets | TakesPot) -> None:
    asks = told_in_all(hand)
    while isinstance(told, Bets):
        chips = told.chips or 0
        pay(hand, told.who, POT, chips - hand.in_all.get(told.who, 0), "bet", "bet-size", "in all", told)
        hand.in_all[told.who] = chips
        most = max(hand.in_all.values())
        hand.staying = tuple(seat for seat in hand.around(hand.eldest) if hand.in_all.get(seat, 0) == most)
        told = await asks
    hand.winners = told.takers


# The pot


def share_pot(hand: Razz) -> None:
    """The lowest hand takes the pot; of equal ones each a share, odd chips from the dealer's left."""
    if not hand.winners:
        worth = {seat: low(hand.cards(seat)) for seat in hand.staying}
        hand.winners = [seat for seat in worth if worth[seat] == min(worth.values())]
    among = [seat for seat in hand.around(hand.eldest) if seat in hand.winners]
    proof = [hand.shown[seat] for seat in among if seat in hand.shown]
    if len(hand.staying) == 1:
        share(hand, POT, among, "pot", "last-one-in", "all the others have folded")
    else:
        share(hand, POT, among, "pot", "best-low", hand.lows().get(among[0], ""), *proof)


# Checks


@check("streets")
def one_each(hand: Razz, upcards: Upcard) -> str | None:
    players = len(hand.staying)
    return None if len(upcards.cards) == players else f"{players} cards are turned up here, not {len(upcards.cards)}"


@check("one-pack")
def undealt(hand: Razz, upcards: Upcard) -> Reason | None:
    return fresh(hand, *upcards.cards)


@check("one-pack", "streets")
def lies_face_down(hand: Razz, dealt: Dealt) -> Answer:
    new = [card for card in dealt.cards if card not in hand.known(dealt.who) and card is not UNKNOWN]
    too_many = max(len(dealt.cards), len(hand.known(dealt.who)) + len(new)) > 3
    return {
        "streets": f"three cards at most are dealt to {dealt.who} face down" if too_many else None,
        "one-pack": fresh(hand, *new),
    }


@check("streets")
def has_been_dealt(hand: Razz, dealt: Dealt) -> str | None:
    if not hand.up or len(hand.known(dealt.who)) <= hand.face_down(dealt.who):
        return None
    return f"{dealt.who} has only two cards face down"


@check("bring-in")
def brings_in(hand: Razz, act: Act) -> str | None:
    half, full = hand.bring_in, hand.bet
    if isinstance(act, Bets) and act.chips in (None, half, full):
        return None
    card = hand.up[highest_door_card(hand)][0]
    return f"{card.pretty} is the highest door card, which opens with {half} or {full}"


@check("community-card")
def common_card_first(hand: Razz, act: Report) -> str | None:
    if hand.street == 7:
        return None
    burned = "one to burn, " if hand.burned else ""
    return f"{hand.left} cards are left, {burned}for {len(hand.staying)} players, so first one is turned up for all"


@check("community-card", "streets")
def only_where_short(hand: Razz, upcard: Upcard) -> Answer:
    one = f"{hand.common.pretty} is" if hand.common else "everybody's seventh card lies face down, and none is"
    third = next((f"{seat} has a third card face down" for seat, down in hand.down.items() if len(down) > 2), None)
    return {
        "community-card": f"{one} everybody's" if hand.street == 7 else None,
        "streets": third if len(upcard.cards) == 1 else f"one card is everybody's, not {len(upcard.cards)}",
    }


@check("one-pack", "streets")
def as_it_lies(hand: Razz, shows: Shows) -> Answer:
    """The cards face down, or with them all that lie face up."""
    who, known, up = shows.who, hand.known(shows.who), hand.up.get(shows.who, [])
    down = [card for card in shows.cards if card not in up and card is not hand.common]
    broken: dict[str, str | None] = {}
    if hand.up and len(down) != hand.face_down(who):
        broken["streets"] = f"{who} has {hand.face_down(who)} cards face down, not {len(down)}"
    elif len(down) < len(shows.cards) and (missing := [card for card in up if card not in shows.cards]):
        broken["streets"] = f"{who} has {listed(missing)} face up too"
    if missing := [card for card in known if card not in down]:
        told = hand.seen[missing[0]][-1]
        broken["one-pack"] = Reason(f"{who} has {listed(missing)} face down too ({at(told)})", told)
    else:
        broken["one-pack"] = named_twice(shows.cards) or fresh(hand, *(card for card in down if card not in known))
    return broken


@check("put-in")
def adds_up(hand: Razz, bets: Bets) -> Reason | str | None:
    if bets.chips is None:
        return unclear("the door cards first, or how much in all?")
    if bets.chips < 0 or bets.chips % hand.bring_in:
        return f"{bets.chips} is no multiple of the bring-in, which is {hand.bring_in}"
    before = hand.in_all.get(bets.who, bets.chips)
    return None if before == bets.chips else f"{bets.who} put in {before} in all, as was told, and not {bets.chips}"


@check("put-in")
def is_still_in(hand: Razz, takes: TakesPot) -> Reason | str | None:
    for seat in takes.takers:
        if folded := hand.folded.get(seat):
            return Reason(f"{seat} folded ({at(folded)})", folded)
        if not hand.up and (seat not in hand.staying or not hand.in_all.get(seat)):
            most = max(hand.in_all.values(), default=0)
            return f"{seat} put in {hand.in_all.get(seat, 0)}, and the pot takes {most or 'the bring-in'}"
    return None


@check("best-low")
def has_the_lowest(hand: Razz, takes: TakesPot) -> Reason | None:
    """Held against what every other hand has at least."""
    for taker, other in itertools.permutations(hand.staying, 2):
        if taker in takes.takers and (worth := hand.at_least(other)):
            best = hand.at_best(taker)
            if best > worth or (best == worth and other not in takes.takers):
                proof = hand.proof_of((*hand.known(other), *hand.known(taker)))
                return Reason(f"{other} has {worth}, and {taker} {best} at best", *proof)
    return None


@check("best-low", "put-in")
def took_it(hand: Razz, takes: TakesPot) -> Answer:
    if sorted(takes.takers) == sorted(hand.winners):
        return None
    rule = "best-low" if set(takes.takers) <= set(hand.staying) else "put-in"
    return {rule: never(f"{' and '.join(hand.winners)} took the pot")}


@check("put-in", "betting")
def put_in_all(hand: Razz, bets: Bets) -> Answer:
    """What a player put in altogether, where the hand was told so."""
    if not hand.in_all:
        return {"betting": "that hand is over"}
    so = hand.in_all.get(bets.who, 0)
    return {"put-in": None if bets.chips == so else never(f"{bets.who} put in {so} in all")}


def now(hand: Razz) -> Iterator[str]:
    yield f"pot {holds(hand, POT)}"
    if hand.street:
        yield f"street {hand.street}, a bet is {hand.bet}"


def chips_due(table: Table) -> dict[str, int]:
    """What is put in, by what it is for."""
    third, fifth = table.hand(street=3), table.hand(street=5)
    return {
        "ante": table.house["ante"],
        "bring-in": third.bring_in,
        "bet to the fourth street": third.bet,
        "from the fifth": fifth.bet,
    }


def best_lows(table: Table) -> str:
    """The best hands in their order, and the worst without a pair."""
    every = sorted(low([Card(rank, "S") for rank in ranks]) for ranks in combinations(table.pack.ranks, 5))
    return f"{', '.join(map(str, every[:4]))} … {every[-1]}, then pairs"


GAME = Game(
    slug="razz",
    name="Razz",
    summary="Stud poker for the lowest hand: seven cards each, a round of bets on every street, ace to five.",
    family="poker",
    players=range(2, 9),
    pack=Pack(ace="low"),
    hand=Razz,
    play=play_hand,
    over=no_end,
    open_table=True,
    rules=RULES,
    reports={
        Deal: Told("first, and when a hand is finished; books the antes", "ante"),
        Upcard: Told(
            "the door cards and each open street; on the seventh only the card that is everybody's",
            "streets",
            "one-pack",
            "community-card",
        ),
        Bets: Told(
            "no bet yet, or only the bring-in; without door cards, all that WHO put in",
            "betting",
            "bring-in",
            "lowest-leads",
            "bet-size",
            "put-in",
        ),
        Calls: Told("on WHO's turn", "betting", "bring-in", "lowest-leads"),
        Raises: Told("on WHO's turn", "betting", "bet-size", "raise-cap"),
        Checks: Told("on WHO's turn", "betting", "bring-in", "lowest-leads"),
        Folds: Told("on WHO's turn, or in place of showing", "betting", "bring-in", "lowest-leads"),
        Shows: Told("after the last round", "streets", "one-pack", "reveal"),
        TakesPot: Told("after the last round, or in the short form", "best-low", "put-in"),
    },
    categories={
        "ante": Category("the ante from everybody to the pot", "ante"),
        "bring-in": Category("half a bet or a bet from the highest door card to the pot", "bring-in"),
        "bet": Category("what a bet, a call or a raise adds to the stake", "bet-size"),
        "pot": Category("the pot to the lowest hand, or in equal whole shares", "best-low", "last-one-in"),
    },
    options=(
        Option("ante", 1, "what everybody antes", ("ante",)),
        Option(
            "bet",
            4,
            "a bet on the third and fourth street: half of it brings in, later streets bet twice as much",
            ("bet-size", "bring-in", "put-in"),
            least=2,
            step=2,
        ),
        Option("cap", None, "raises allowed in a round, not counting what completes the bring-in", ("raise-cap",)),
        Option(
            "burn",
            "no",
            "one card is burned before each street from the fourth, but never the last",
            ("streets", "community-card"),
            choices=("yes", "no"),
        ),
    ),
    facts={
        "pot": lambda hand: holds(hand, POT),
        "street": lambda hand: hand.street,
        "bet": lambda hand: hand.bet,
        "left": lambda hand: hand.left,
        "low": lambda hand: hand.lows(),
        "hand": lambda hand: hand.number,
    },
    accounts=(POT,),
    chips=True,
    dealt=(lies_face_down,),
    dealt_late=(lies_face_down, has_been_dealt),
    deal_out=lay_down,
    told_again={Bets: put_in_all, Shows: as_it_lies, TakesPot: took_it},
    now=now,
    at_a_glance=(
        Glance("cards each", f"{FIRST}, the last face up, then four more, the last face down", "streets"),
        ranking(lambda card: PIPS[card.rank], "best-low", name="rank of cards, the lower the better"),
        Glance("best hands", best_lows, "best-low"),
        Glance("chips", chips_due, "ante", "bring-in", "bet-size"),
        Glance("raises in a round", lambda table: table.house["cap"] or "no limit", "raise-cap"),
    ),
    short_form=(
        "`deal`, then `bets N` for everybody who put in more than the ante, with all that was put in, and `takes pot`."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann bets 6; Ben bets 6; Cat bets 2", "Ben takes pot"),
        "Ann -7, Ben 10, Cat -3",
    ),
    rulings=(
        "Of equal hands showing, the one nearest to the dealer's left leads.",
        "Suits rank door cards and nothing else; equal hands share the pot, odd chips one each from the dealer's left.",
        "The hand that led the sixth street leads the seventh, for no card has come to any one of them face up.",
        "The deal passes to the left by custom, and anybody may deal.",
        "Cards aren't burned and raises aren't capped unless the house says so.",
        "Nobody is all-in and there are no side pots; what a table settles otherwise goes by `pays`.",
        "Folding is allowed where a check costs nothing.",
    ),
)
