"""Razz.  Stud poker for the lowest hand: seven cards each, a round of bets on every street, ace to five."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, get_args

from referee.cards import PIPS, SUITS, UNKNOWN, Card, Cards, Pack, listed
from referee.core import Asks, Deal, Dealt, Game, Report, Seat, at
from referee.glance import Example, Glance, Table, ranking
from referee.kit.betting import (
    Act,
    Bets,
    Betting,
    BettingHand,
    Calls,
    Checks,
    Folds,
    Raises,
    answers_the_bet,
    one_bet,
    under_the_cap,
)
from referee.kit.claims import deals
from referee.kit.endings import no_end
from referee.kit.holdings import fresh, untold
from referee.kit.ledger import collect, holds, pay, share
from referee.kit.messages import named_twice
from referee.kit.poker import Low, low
from referee.notation import one_for_each
from referee.options import Option
from referee.rules import Answer, Reason, Rule, cannot_happen, illegal, impossible, judges, number, unclear, worth

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
    options = one_for_each(lambda hand, seat: windows(hand.unseen(), 1 if hand.street > 5 else len(hand.staying)))


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
        early: int = self.house["bet"]
        return early if self.street < 5 else early * int(self.house["big-bet"])

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
    await hand.deal(free=True)
    hand.staying = hand.around(hand.eldest)
    collect(hand, hand.staying, POT, ante(hand), ante)
    hand.dealt_out[3] = FIRST * len(hand.seats)
    open_round(hand, hand.eldest)
    doors = await (hand.ask(None, Upcard, one_each, undealt) | told_in_all(hand, aside=True))
    if isinstance(doors, Upcard):
        await play_streets(hand, doors)
    else:
        await tell_in_all(hand, doors)
    share_pot(hand)


async def play_streets(hand: Razz, doors: Upcard) -> None:
    later = acts(hand, betting)
    turn_up(hand, doors)
    await bet_round(hand, highest_door_card(hand), acts(hand, bring_in, bring_in), later)

    # Fourth to sixth street
    leading = acts(hand, lowest_leads)
    turning = hand.ask(None, Upcard, one_each, undealt)
    while len(hand.staying) > 1 and hand.street < 6:
        upcards = await turning
        deal_street(hand, hand.street + 1, len(hand.staying))
        turn_up(hand, upcards)
        await bet_round(hand, lowest_showing(hand), leading, later)

    # Seventh street
    if len(hand.staying) > 1:
        if not hand.runs_short:
            hand.seventh = hand.staying
            deal_street(hand, 7, len(hand.staying))
        common = hand.ask(None, Upcard, only_where_short, undealt, aside=True)
        leading = acts(hand, lowest_leads, community_card)
        await bet_round(hand, lowest_showing(hand), leading | common, later | common)

    # The showdown
    showing = (
        hand.ask(hand.to_show, Shows)
        | hand.ask(hand.to_show, Folds, reveal, aside=True)
        | hand.ask(lambda: hand.staying, TakesPot, aside=True, free=True)
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


def acts(hand: Razz, order: Rule, *first: Rule) -> Asks[Any]:
    """What may be done in turn; anybody else breaks ORDER."""
    return hand.ask(hand.to_act, Bets, Calls, Raises, Checks, Folds, *first, betting, bet_size, raise_cap, turn=order)


async def bet_round(hand: Razz, opener: Seat, opening: Asks[Act | Upcard], later: Asks[Act | Upcard]) -> None:
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
            rule = bring_in if opening else bet_size
            pay(hand, act.who, POT, added, rule, f"{act.verb} on the {STREETS[hand.street]} street", act)


def share_card(hand: Razz, upcard: Upcard) -> None:
    """The last card is everybody's."""
    hand.seventh, hand.common = (), upcard.cards[0]
    deal_street(hand, 7, 1)
    hand.tell(upcard, hand.common)


# The short form


def told_in_all(hand: Razz, aside: bool = False) -> Asks[Bets | TakesPot]:
    staying = lambda: hand.staying  # noqa: E731
    return hand.ask(None, Bets, put_in, aside=aside) | hand.ask(staying, TakesPot, put_in, aside=aside, free=True)


async def tell_in_all(hand: Razz, told: Bets | TakesPot) -> None:
    asks = told_in_all(hand)
    while isinstance(told, Bets):
        chips = told.chips or 0
        pay(hand, told.who, POT, chips - hand.in_all.get(told.who, 0), bet_size, "in all", told)
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
        share(hand, POT, among, last_one_in, "all the others have folded")
    else:
        share(hand, POT, among, best_low, hand.lows().get(among[0], ""), *proof)


# Rules: the deal


ante = worth(
    "Everybody antes {ante} to the pot before the deal.",
    lines="ante",
    place=Deal,
    ante=number(1, "what everybody antes", least=1),
)
one_pack = impossible("Fifty-two cards, each of them once in a hand.")
streets = impossible(
    "Two cards face down and a door card face up, one more face up on the fourth, fifth and sixth street, the"
    " seventh face down; whoever is still in gets one, and every street has its round of bets.",
    deals(FIRST),
    place=(Upcard, Shows),
)


@judges(one_pack, streets)
def lies_face_down(hand: Razz, dealt: Dealt) -> dict[Rule, str | None]:
    new = [card for card in dealt.cards if card not in hand.known(dealt.who) and card is not UNKNOWN]
    too_many = max(len(dealt.cards), len(hand.known(dealt.who)) + len(new)) > 3
    return {
        streets: f"three cards at most are dealt to {dealt.who} face down" if too_many else None,
        one_pack: fresh(hand, *new),
    }


@judges(one_pack, streets, when="late")
def has_been_dealt(hand: Razz, dealt: Dealt) -> dict[Rule, str | None]:
    """With the cards that the hand has by now."""
    too_many = hand.up and len(hand.known(dealt.who)) > hand.face_down(dealt.who)
    few = f"{dealt.who} has only two cards face down" if too_many else None
    return {streets: few, **lies_face_down(hand, dealt)}


@judges(streets)
def one_each(hand: Razz, upcards: Upcard) -> str | None:
    players = len(hand.staying)
    return None if len(upcards.cards) == players else f"{players} cards are turned up here, not {len(upcards.cards)}"


undealt = judges(one_pack, of=Upcard)(untold)


# Rules: bets

betting = illegal(
    "To the left in turn: without a bet one checks or bets, against a bet one calls, raises or folds. A round ends"
    " when all have had a turn and those who stay have put in the same.",
    answers_the_bet,
    turn=get_args(Act),
)


@illegal(lines="bring-in")
def bring_in(
    hand: Razz,
    act: Act,
    *,
    bet: int = number(
        4,
        "a bet on the third and fourth street: half of it brings in, and bets of later streets are made up of it",
        least=2,
        step=2,
    ),
) -> str | None:
    """The highest door card opens, ♠ before ♥, ♦ and ♣ where ranks are equal, with half a bet of {bet} or a full one;
    it neither checks nor folds.
    """
    if isinstance(act, Bets) and act.chips in (None, bet // 2, bet):
        return None
    card = hand.up[highest_door_card(hand)][0]
    return f"{card.pretty} is the highest door card, which opens with {bet // 2} or {bet}"


lowest_leads = illegal("The lowest hand showing opens every later round.", turn=get_args(Act))
bet_size = illegal(
    "Bets and raises are one bet of {bet} on the third and fourth street and {big_bet:word} from the fifth; the first"
    " raise of a bring-in takes it to a full bet.",
    one_bet,
    lines="bet",
    bet=4,
    big_bet=number(2, "bets put in at once from the fifth street", least=1, most=100),
)
raise_cap = illegal(
    "The house may cap the raises in a round; its cap is {cap}.",
    under_the_cap,
    cap=number(None, "raises allowed in a round, not counting what completes the bring-in", least=1),
)
put_in = impossible(
    "Nobody stays with less in the pot than another; amounts are multiples of the bring-in, half a bet of {bet}.",
    bet=4,
)


@judges(put_in)
def adds_up(hand: Razz, bets: Bets) -> Reason | str | None:
    if bets.chips is None:
        return unclear("the door cards first, or how much in all?")
    if bets.chips < 0 or bets.chips % hand.bring_in:
        return f"{bets.chips} is no multiple of the bring-in, which is {hand.bring_in}"
    before = hand.in_all.get(bets.who, bets.chips)
    return None if before == bets.chips else f"{bets.who} put in {before} in all, as was told, and not {bets.chips}"


@judges(put_in)
def is_still_in(hand: Razz, takes: TakesPot) -> Reason | str | None:
    for seat in takes.takers:
        if folded := hand.folded.get(seat):
            return Reason(f"{seat} folded ({at(folded)})", folded)
        if not hand.up and (seat not in hand.staying or not hand.in_all.get(seat)):
            most = max(hand.in_all.values(), default=0)
            return f"{seat} put in {hand.in_all.get(seat, 0)}, and the pot takes {most or 'the bring-in'}"
    return None


@judges(put_in, betting, when="again")
def put_in_all(hand: Razz, bets: Bets) -> Answer:
    """What a player put in altogether, where the hand was told so."""
    if not hand.in_all:
        return {betting: "that hand is over"}
    so = hand.in_all.get(bets.who, 0)
    return {put_in: None if bets.chips == so else cannot_happen(f"{bets.who} put in {so} in all")}


# Rules: a card for all

community_card = illegal(
    "Where the pack runs short on the seventh street, one card face up is everybody's; else there is none."
)


@judges(community_card)
def common_card_first(hand: Razz, act: Act) -> str | None:
    if hand.street == 7:
        return None
    burned = "one to burn, " if hand.burned else ""
    return f"{hand.left} cards are left, {burned}for {len(hand.staying)} players, so first one is turned up for all"


@judges(community_card, streets)
def only_where_short(hand: Razz, upcard: Upcard) -> Answer:
    one = f"{hand.common.pretty} is" if hand.common else "everybody's seventh card lies face down, and none is"
    third = next((f"{seat} has a third card face down" for seat, down in hand.down.items() if len(down) > 2), None)
    return {
        community_card: f"{one} everybody's" if hand.street == 7 else None,
        streets: third if len(upcard.cards) == 1 else f"one card is everybody's, not {len(upcard.cards)}",
    }


# Rules: the showdown

reveal = worth("Those who stay to the end show their cards.")


@judges(one_pack, streets, when="always")
def as_it_lies(hand: Razz, shows: Shows) -> Answer:
    """The cards face down, or with them all that lie face up."""
    who, known, up = shows.who, hand.known(shows.who), hand.up.get(shows.who, [])
    down = [card for card in shows.cards if card not in up and card is not hand.common]
    broken: dict[Rule, str | None] = {}
    if hand.up and len(down) != hand.face_down(who):
        broken[streets] = f"{who} has {hand.face_down(who)} cards face down, not {len(down)}"
    elif len(down) < len(shows.cards) and (missing := [card for card in up if card not in shows.cards]):
        broken[streets] = f"{who} has {listed(missing)} face up too"
    if missing := [card for card in known if card not in down]:
        told = hand.seen[missing[0]][-1]
        broken[one_pack] = Reason(f"{who} has {listed(missing)} face down too ({at(told)})", told)
    else:
        broken[one_pack] = named_twice(shows.cards) or fresh(hand, *(card for card in down if card not in known))
    return broken


best_low = illegal(
    "The lowest five of seven take the pot, or share it: aces are low, straights and flushes nothing, fewer matched"
    " cards are lower, then rank by rank from the top, matched cards first.",
    place=TakesPot,
    lines="pot",
)


@judges(best_low)
def has_the_lowest(hand: Razz, takes: TakesPot) -> Reason | None:
    """Held against what every other hand has at least."""
    for taker, other in itertools.permutations(hand.staying, 2):
        if taker in takes.takers and (worth := hand.at_least(other)):
            best = hand.at_best(taker)
            if best > worth or (best == worth and other not in takes.takers):
                proof = hand.proof_of((*hand.known(other), *hand.known(taker)))
                return Reason(f"{other} has {worth}, and {taker} {best} at best", *proof)
    return None


@judges(best_low, put_in, when="again")
def took_it(hand: Razz, takes: TakesPot) -> Answer:
    if sorted(takes.takers) == sorted(hand.winners):
        return None
    rule = best_low if set(takes.takers) <= set(hand.staying) else put_in
    return {rule: cannot_happen(f"{' and '.join(hand.winners)} took the pot")}


last_one_in = worth("When all the others have folded, the last one in takes the pot and needn't show.", lines="pot")


def now(hand: Razz) -> Iterator[str]:
    yield f"pot {holds(hand, POT)}"
    if hand.street:
        yield f"street {hand.street}, a bet is {hand.bet}"


def chips_due(table: Table) -> dict[str, int]:
    """What is put in, by what it is for."""
    third, fifth = table.hand(street=3), table.hand(street=5)
    return {
        "ante": ante(table),
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
    verbs={
        Deal: "first, and when a hand is finished; books the antes",
        Upcard: "the door cards and each open street; on the seventh only the card that is everybody's",
        Bets: "no bet yet, or only the bring-in; without door cards, all that WHO put in",
        Calls: "on WHO's turn",
        Raises: "on WHO's turn",
        Checks: "on WHO's turn",
        Folds: "on WHO's turn, or in place of showing",
        Shows: "after the last round",
        TakesPot: "after the last round, or in the short form",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "burn",
            "no",
            "one card is burned before each street from the fourth, but never the last",
            (streets, community_card),
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
    deal_out=lay_down,
    now=now,
    at_a_glance=(
        Glance("cards each", f"{FIRST}, the last face up, then four more, the last face down", streets),
        ranking(lambda card: PIPS[card.rank], best_low, name="rank of cards, the lower the better"),
        Glance("best hands", best_lows, best_low),
        Glance("chips", chips_due, ante, bring_in, bet_size),
        Glance("raises in a round", lambda table: table.house["cap"] or "no limit", raise_cap),
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
