"""Razz.  Stud poker for the lowest hand: seven cards each, and a round of bets on every street."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, get_args

from referee.cards import SUITS, UNKNOWN, Card, Cards, Pack, Rank, listed
from referee.game.asks import Asks, at
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Game, Glance, Table
from referee.game.quick_reference import downward, high_to_low
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
from referee.kit.messages import cards_of, named_twice
from referee.kit.poker import LOWBALL, High, Low, height, lowest
from referee.kit.rest import IN_NUMBERS, Rest, the_rest
from referee.language.reports import Report
from referee.language.words import Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    miscounted,
    number,
    unclear,
    unjudged,
    worth,
)

POT = "pot"
STREETS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


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
        row = windows(hand.unseen(), 1 if hand.street > hand.size - 2 else len(hand.staying))
        return [cls(cards) for cards in row]


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
        return [Seat(taker) for taker in self.who.split("+")]

    @classmethod
    def options(cls, hand: Razz, seat: Seat) -> Iterable[TakesPot]:
        """Alone, or with any of the others."""
        every = (takers for size in range(len(hand.seats)) for takers in combinations(hand.seats, size + 1))
        return [cls(who=Seat("+".join(takers))) for takers in every if seat in takers]


@dataclass
class Razz(BettingHand):
    """One deal: what lies face up and face down, and what was put in."""

    street: int = 0  # how many cards everybody has
    dealt_out: dict[int, int] = field(default_factory=dict)  # cards that left the pack on each street
    up: dict[Seat, list[Card]] = field(default_factory=dict)
    down: dict[Seat, list[Card]] = field(default_factory=dict)  # as far as they were told
    seventh: tuple[Seat, ...] = ()  # who was dealt the last card face down
    common: Card | None = None
    put: dict[Seat, int] = field(default_factory=dict)  # what each has put in, bet by bet
    in_all: dict[Seat, int] = field(default_factory=dict)  # the same to the end, where it was told in numbers
    told: dict[Seat, Bets] = field(default_factory=dict)
    showdown: bool = False
    shown: dict[Seat, Shows] = field(default_factory=dict)
    winners: list[Seat] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.street = self.first

    def to_show(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.staying if seat not in self.shown)

    # Chips

    @property
    def bet(self) -> int:
        """A bet on this street, the least where bets aren't of one size."""
        small: int = self.house["bet"]
        early = self.street < self.house["double-from"] or self.house["limit"] == "spread"
        return small if early else small * int(self.house["big-bet"])

    @property
    def bring_in(self) -> int:
        """What brings in on the first street; nothing where nobody has to."""
        small: int = max(1, self.house["bet"] // self.house["bring-ins"])
        return 0 if self.house["opener"] == "low" else small

    @property
    def fixed(self) -> bool:
        """Bets are of one size."""
        return bool(self.house["limit"] == "fixed") and self.enforces(bet_size)

    @property
    def forced(self) -> bool:
        """Somebody has to open the first street."""
        return self.bring_in > 0 and self.enforces(bring_in) and self.enforces(betting)

    # Cards

    @property
    def first(self) -> int:
        """Cards dealt before the first round, one of them face up."""
        return int(self.house["down"]) + 1

    @property
    def size(self) -> int:
        """Cards that everybody has in the end, and so the last street."""
        return int(self.house["cards"])

    @property
    def way(self) -> str:
        """How low hands are compared."""
        return str(self.house["low"])

    @property
    def left(self) -> int:
        """Cards in the pack."""
        return len(self.pack) - sum(self.dealt_out.values())

    @property
    def burned(self) -> int:
        """Cards burned before the next street, if that is the fourth or a later one: never the last card."""
        return int(self.house["burn"] == "yes" and self.street > 2 and self.left > 1)

    @property
    def runs_short(self) -> bool:
        """The pack has no card left for everybody."""
        return self.left - self.burned < len(self.staying)

    def face_down(self, seat: Seat) -> int:
        return int(self.house["down"]) + (seat in self.seventh)

    def cards(self, seat: Seat) -> list[Card]:
        """What is known of a hand."""
        common = [self.common] if self.common else []
        return [*self.down.get(seat, ()), *self.up.get(seat, ()), *common]

    def known(self, seat: Seat) -> list[Card]:
        return self.down.get(seat, [])

    def at_least(self, seat: Seat) -> Low | None:
        """What a hand is worth by the cards known of it, once they are five."""
        cards = self.cards(seat)
        return lowest(cards, self.way) if len(cards) >= 5 else None

    def at_best(self, seat: Seat) -> Low:
        """The lowest that a hand can be: with the lowest other ranks, of two suits each, that make no straight."""
        cards = self.cards(seat)
        held, unknown = {card.rank for card in cards}, self.face_down(seat) - len(self.known(seat))
        if unknown <= 0:
            return lowest(cards, self.way)
        fitting: dict[Rank, list[Card]] = {}
        for card in self.unseen():
            if card.rank not in held:
                fitting.setdefault(card.rank, []).append(card)
        ranks = sorted(fitting, key=lambda rank: height(rank, self.way))
        if self.way == "ace-to-five":
            return lowest([*cards, *(fitting[rank][0] for rank in ranks[:unknown])], self.way)
        low_cards = [card for rank in ranks[: unknown + 2] for card in fitting[rank][:2]]
        if len(ranks) < unknown + 2:
            low_cards += [card for card in self.unseen() if card.rank in held][:unknown]
        return min(lowest([*cards, *more], self.way) for more in combinations(low_cards, unknown))

    def lows(self) -> dict[Seat, str]:
        """The lows of the hands of which every card is known."""
        known = (seat for seat in self.seats if len(self.known(seat)) >= self.face_down(seat))
        return {seat: str(worth) for seat in known if (worth := self.at_least(seat))}


# The hand


async def play_hand(hand: Razz) -> None:
    await hand.deal(free=True)
    hand.staying = hand.around(hand.eldest)
    collect(hand, hand.staying, POT, ante(hand), ante)
    hand.dealt_out[hand.first] = hand.first * len(hand.seats)
    open_round(hand, hand.eldest)
    doors = await (hand.ask(None, Upcard, one_each, undealt) | told_in_all(hand, aside=True))
    told = await play_streets(hand, doors) if isinstance(doors, Upcard) else doors
    if told:
        await tell_in_all(hand, told)
    share_pot(hand)


async def play_streets(hand: Razz, doors: Upcard) -> Rest | None:
    """The hand street by street; gives the report behind which the rest is told in numbers."""
    later = acts(hand, betting)
    turn_up(hand, doors)
    leading = acts(hand, lowest_leads)
    if hand.bring_in:
        told = await bet_round(hand, highest_door_card(hand), acts(hand, bring_in, bring_in), later)
    else:
        told = await bet_round(hand, lowest_showing(hand), leading, later)

    # One card more face up on each street
    in_all = the_rest(hand)
    turning = hand.ask(None, Upcard, one_each, undealt) | in_all
    while not told and len(hand.staying) > 1 and hand.street < hand.size - 1:
        match await turning:
            case Upcard() as upcards:
                deal_street(hand, hand.street + 1, len(hand.staying))
                turn_up(hand, upcards)
                told = await bet_round(hand, lowest_showing(hand), leading, later)
            case told:
                pass

    # The last, face down
    if not told and len(hand.staying) > 1:
        if not hand.runs_short:
            hand.seventh = hand.staying
            deal_street(hand, hand.size, len(hand.staying))
        common = hand.ask(None, Upcard, only_where_short, undealt, aside=True)
        leading = acts(hand, lowest_leads, community_card)
        told = await bet_round(hand, lowest_showing(hand), leading | common, later | common)

    # The showdown
    hand.showdown = not told
    showing = (
        hand.ask(hand.to_show, Shows)
        | hand.ask(hand.to_show, Folds, reveal, aside=True)
        | hand.ask(lambda: hand.staying, TakesPot, aside=True, free=True)
    )
    while not told and not hand.winners and len(hand.staying) > 1 and hand.to_show():
        match await showing:
            case Shows() as shows:
                hand.shown[shows.who] = shows
                lay_down(hand, shows)
            case Folds() as folds:
                hand.give_up(folds)
            case takes:
                hand.winners = takes.takers
    return told


def deal_street(hand: Razz, street: int, cards: int) -> None:
    hand.dealt_out[street] = 0
    hand.dealt_out[street] = cards + hand.burned
    hand.street = street


def turn_up(hand: Razz, upcards: Upcard) -> None:
    hand.tell(upcards, *upcards.cards)
    for seat, card in zip(hand.staying, upcards.cards, strict=True):
        hand.up.setdefault(seat, []).append(card)


def highest_door_card(hand: Razz) -> Seat:
    doors = {seat: hand.up[seat][0] for seat in hand.staying}
    return max(doors, key=lambda seat: (height(doors[seat].rank, hand.way), -SUITS.index(doors[seat].suit)))


def lowest_showing(hand: Razz) -> Seat:
    """Of equal hands the one nearest to the dealer's left."""
    return min(hand.staying, key=lambda seat: lowest(hand.up[seat], hand.way))


def lay_down(hand: Razz, told: Dealt | Shows) -> None:
    """Takes in what lies face down."""
    new = [card for card in told.cards if card not in hand.cards(told.who) and card is not UNKNOWN]
    hand.down.setdefault(told.who, []).extend(new)
    hand.tell(told, *new)


# Bets


def open_round(hand: Razz, opener: Seat) -> None:
    seats = tuple(seat for seat in hand.around(opener) if seat in hand.staying)
    uncapped = len(seats) == 2 and hand.house["two-left"] == "uncapped"
    hand.betting = Betting(
        seats,
        hand.bet,
        hand.bring_in if hand.street == hand.first else 0,
        None if uncapped else hand.house["cap"],
        hand.house["bet"] * hand.house["big-bet"] if hand.house["limit"] == "spread" else None,
        holds(hand, POT) if hand.house["limit"] == "pot" else None,
    )


def acts(hand: Razz, order: Rule, *first: Rule) -> Asks[Any]:
    """What may be done in turn; anybody else breaks ORDER."""
    return hand.ask(hand.to_act, Bets, Calls, Raises, Checks, Folds, *first, betting, bet_size, raise_cap, turn=order)


async def bet_round(hand: Razz, opener: Seat, opening: Asks[Act | Upcard], later: Asks[Act | Upcard]) -> Rest | None:
    """A round of bets, in which the common card of the last street may be turned up too.

    Gives the report behind which the rest of the hand is told in numbers.
    """
    open_round(hand, opener)
    asks, in_all = opening, the_rest(hand)
    while not hand.betting.over:
        match await (asks | in_all):
            case Upcard() as common:
                share_card(hand, common)
            case Rest() as rest:
                return rest
            case act:
                take_act(hand, act)
                asks = later
    return None


def take_act(hand: Razz, act: Act) -> None:
    betting = hand.betting
    match act:
        case Folds():
            hand.give_up(act)
        case Checks():
            betting.stay(act.who)
        case _:
            opening = betting.unopened and betting.bring_in
            stake = betting.stake if isinstance(act, Calls) else act.chips or betting.most(act.who)
            added = betting.put(act.who, stake, act)
            hand.put[act.who] = hand.put.get(act.who, 0) + added
            rule = bring_in if opening else bet_size
            pay(hand, act.who, POT, added, rule, f"{act.verb} on the {STREETS[hand.street]} street", act)


def share_card(hand: Razz, upcard: Upcard) -> None:
    """The last card is everybody's."""
    hand.seventh, hand.common = (), upcard.cards[0]
    deal_street(hand, hand.size, 1)
    hand.betting.bet = hand.bet
    hand.tell(upcard, hand.common)


# The short form


def told_in_all(hand: Razz, aside: bool = False) -> Asks[Bets | TakesPot]:
    staying = lambda: hand.staying  # noqa: E731
    return hand.ask(None, Bets, put_in, aside=aside) | hand.ask(staying, TakesPot, put_in, aside=aside, free=True)


async def tell_in_all(hand: Razz, told: Bets | TakesPot | Rest) -> None:
    asks = told_in_all(hand)
    hand.in_all |= hand.put
    if isinstance(told, Rest):
        told = await asks
    while isinstance(told, Bets):
        chips = told.chips or 0
        pay(hand, told.who, POT, chips - hand.in_all.get(told.who, 0), bet_size, "in all", told)
        hand.in_all[told.who], hand.told[told.who] = chips, told
        most = max(hand.in_all.values())
        if hand.enforces(betting):
            seats = (seat for seat in hand.around(hand.eldest) if seat not in hand.folded)
            hand.staying = tuple(seat for seat in seats if hand.in_all.get(seat, 0) == most)
        told = await asks
    hand.winners = told.takers


# The pot


def share_pot(hand: Razz) -> None:
    """The lowest hand takes the pot; of equal ones each a share, odd chips from the dealer's left."""
    if not hand.winners:
        worth = {seat: lowest(hand.cards(seat), hand.way) for seat in hand.staying}
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
    ante=number(1, "what everybody antes", least=0),
)
one_pack = impossible("Fifty-two cards, each of them once in a hand.")
streets = impossible(
    "Everybody gets {down:word card} face down and a door card face up, then one more face up on each street, the last"
    " of {cards:word} face down; whoever is still in gets one, and every street has its round of bets. {burn}.",
    deals(lambda hand: hand.first),
    burn={
        "yes": "one card is burned before each street from the fourth, but never the last of the pack",
        "no": "no card is burned",
    },
    place=(Upcard, Shows),
    down=number(2, "cards dealt face down before the door card", least=1, most=3),
    cards=number(7, "cards that everybody has in the end, the last of them face down", least=5, most=7),
)


@judges(one_pack, streets)
def lies_face_down(hand: Razz, dealt: Dealt) -> dict[Rule, str | None]:
    new = [card for card in dealt.cards if card not in hand.known(dealt.who) and card is not UNKNOWN]
    too_many = max(len(dealt.cards), len(hand.known(dealt.who)) + len(new)) > hand.first
    return {
        streets: miscounted(f"{in_letters(hand.first)} cards at most are dealt to {dealt.who} face down")
        if too_many
        else None,
        one_pack: fresh(hand, *new),
    }


@judges(one_pack, streets, when="late")
def has_been_dealt(hand: Razz, dealt: Dealt) -> dict[Rule, str | None]:
    """With the cards that the hand has by now."""
    too_many = hand.up and len(hand.known(dealt.who)) > hand.face_down(dealt.who)
    few = miscounted(f"{dealt.who} has only {cards_of(hand.face_down(dealt.who))} face down") if too_many else None
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


ACES = {"ace-to-five": "aces low", "ace-to-six": "aces low", "deuce-to-seven": "aces high"}


@illegal(
    lines="bring-in",
    opener={
        "high": "the highest door card opens, ♠ before ♥, ♦ and ♣ where ranks are equal, with a full bet or a bring-in."
        " The small bet is {bet}, and {bring_ins:word} bring-ins make one. The highest door card can't check or fold",
        "low": "the lowest door card opens, and may check",
    },
    low=ACES,
)
def bring_in(
    hand: Razz,
    act: Act,
    *,
    bet: int = number(
        4, "the small bet: the bring-in is a part of it, and large bets are made up of it", least=2, step=2
    ),
    bring_ins: int = number(2, "bring-ins that make up a bet", least=1, most=4),
) -> str | None:
    """With {low}, {opener}."""
    if isinstance(act, Bets) and (act.chips in (None, hand.bring_in, hand.bet) or not hand.fixed):
        return None
    card = hand.up[highest_door_card(hand)][0]
    more = "" if hand.fixed else " or more"
    return f"{card.pretty} is the highest door card, which opens with {hand.bring_in} or {hand.bet}{more}"


lowest_leads = illegal("With {low}, the lowest hand showing opens every later round.", turn=get_args(Act), low=ACES)
bet_size = illegal(
    "{limit}. The first raise of a bring-in takes it to a full bet.",
    one_bet,
    lines="bet",
    limit={
        "fixed": "bets and raises are one bet of {bet}, and once everybody has {double_from:word card}"
        " {big_bet:word} of them",
        "spread": "bets and raises are anything from one bet of {bet} to {big_bet:word} of them",
        "pot": "bets and raises are one bet of {bet} at least, once everybody has {double_from:word card}"
        " {big_bet:word} of them, and at most what is in the pot when the raiser has called",
    },
    bet=4,
    big_bet=number(2, "bets put in at once on the later streets", least=1, most=100),
    double_from=number(5, "the street from which bets are large, by its cards", least=3, most=7),
)
raise_cap = illegal(
    "{cap}; a cap holds {two_left}.",
    under_the_cap,
    cap=number(
        None,
        "raises allowed in a round, not counting what completes the bring-in",
        least=1,
        words={"none": "raises in a round aren't capped", "N": "a round has {N:word raise} at most"},
    ),
    two_left={
        "capped": "for two players too",
        "uncapped": "only if more than two are in as the round begins",
    },
)
put_in = arithmetic(
    "Nobody stays with less in the pot than another; amounts are {limit}.",
    limit={
        "fixed": "made up of bets of {bet} and at most one bring-in, of which {bring_ins:word} make a bet",
        "spread": "of any size",
        "pot": "of any size",
    },
    bet=4,
    bring_ins=2,
)


@judges(put_in)
def adds_up(hand: Razz, bets: Bets) -> Reason | str | None:
    who, chips = bets.who, bets.chips
    if chips is None:
        return unclear("the door cards first, or how much in all?")
    bet: int = hand.house["bet"]
    if chips < 0 or (hand.fixed and chips % bet not in (0, hand.bring_in)):
        small = f" and a bring-in of {hand.bring_in}" if hand.bring_in else ""
        return f"{chips} can't be made up of bets of {bet}{small}"
    if told := hand.told.get(who):
        return None if told.chips == chips else f"{who} put in {told.chips} in all, as was told, and not {chips}"
    before = hand.put.get(who, 0)
    if (folded := hand.folded.get(who)) and chips != before:
        return Reason(f"{who} folded ({at(folded)}) with {before} in the pot, not {chips}", folded)
    return f"{who} has put in {before}, and so not {chips} in all" if chips < before else None


@judges(put_in)
def is_still_in(hand: Razz, takes: TakesPot) -> Reason | str | None:
    for seat in takes.takers:
        if folded := hand.folded.get(seat):
            return Reason(f"{seat} folded ({at(folded)})", folded)
        if not hand.showdown and (seat not in hand.staying or (hand.forced and not hand.in_all.get(seat))):
            most = max(hand.in_all.values(), default=0)
            return f"{seat} put in {hand.in_all.get(seat, 0)}, and the pot takes {most or 'the bring-in'}"
    return None


@judges(put_in, betting, when="again")
def put_in_all(hand: Razz, bets: Bets) -> Answer:
    """What a player put in altogether, where the hand was told so."""
    if not hand.in_all:
        return {betting: "that hand is over"}
    total = hand.in_all.get(bets.who, 0)
    return {put_in: None if bets.chips == total else cannot_happen(f"{bets.who} put in {total} in all")}


# Rules: a card for all

community_card = illegal(
    "Where the pack runs short on the last street, one card face up is everybody's; else there is none."
)


@judges(community_card)
def common_card_first(hand: Razz, act: Act) -> str | None:
    if hand.street == hand.size:
        return None
    burned = "one to burn, " if hand.burned else ""
    return f"{hand.left} cards are left, {burned}for {len(hand.staying)} players, so first one is turned up for all"


@judges(community_card, streets)
def only_where_short(hand: Razz, upcard: Upcard) -> Answer:
    card = f"{hand.common.pretty} is" if hand.common else "everybody's last card lies face down, and none is"
    whole = (f"{seat} has all cards face down" for seat, down in hand.down.items() if len(down) >= hand.first)
    return {
        community_card: f"{card} everybody's" if hand.street == hand.size else None,
        streets: next(whole, None) if len(upcard.cards) == 1 else f"one card is everybody's, not {len(upcard.cards)}",
    }


# Rules: the showdown

reveal = unjudged("Those who stay to the end show their cards.")


@judges(one_pack, streets, when="always")
def as_it_lies(hand: Razz, shows: Shows) -> Answer:
    """The cards face down, or with them all that lie face up."""
    who, known, up = shows.who, hand.known(shows.who), hand.up.get(shows.who, [])
    down = [card for card in shows.cards if card not in up and card is not hand.common]
    broken: dict[Rule, str | None] = {}
    if hand.up and len(down) != hand.face_down(who):
        broken[streets] = f"{who} has {so_many(hand.face_down(who), 'card')} face down, not {len(down)}"
    elif len(down) < len(shows.cards) and (missing := [card for card in up if card not in shows.cards]):
        broken[streets] = f"{who} has {listed(missing)} face up too"
    if missing := [card for card in known if card not in down]:
        told = hand.seen[missing[0]][-1]
        broken[one_pack] = Reason(f"{who} has {listed(missing)} face down too ({at(told)})", told)
    else:
        broken[one_pack] = named_twice(shows.cards) or fresh(hand, *(card for card in down if card not in known))
    return broken


best_low = illegal(
    "The lowest five cards of a hand take the pot, or share it: fewer matched cards are lower, then rank by rank from"
    " the top, matched cards first. {low}.",
    low={
        "ace-to-five": "aces are low, and straights and flushes nothing",
        "ace-to-six": "aces are low, and straights and flushes spoil a hand",
        "deuce-to-seven": "aces are high, and straights and flushes spoil a hand",
    },
    place=TakesPot,
    lines="pot",
)


@judges(best_low)
def has_the_lowest(hand: Razz, takes: TakesPot) -> Reason | None:
    """Held against what every other hand has at least, where no card and no bet is to come."""
    if hand.up and not hand.showdown:
        return None
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
        yield f"street {hand.street}, a bet is {hand.bet}{'' if hand.fixed else ' or more'}"


def chips_due(table: Table) -> dict[str, int]:
    """What is put in, by what it is for."""
    later: int = table.house["double-from"]
    first = table.hand()
    bring_in = {"bring-in": first.bring_in} if first.bring_in else {}
    small = {f"bet to the {STREETS[later - 1]} street": first.bet} if first.street < later else {}
    large = {f"from the {STREETS[later]}": table.hand(street=later).bet} if later <= first.size else {}
    return {"ante": ante(table), **bring_in, **small, **large}


def cards_each(table: Table) -> str:
    hand = table.hand()
    return f"{hand.first}, the last face up, then {in_letters(hand.size - hand.first)} more, the last face down"


def ranks(table: Table) -> list[str]:
    return downward(table.pack, lambda card: height(card.rank, table.house["low"]))


def best_lows(table: Table) -> str:
    """The best hands in their order, and the worst without a pair."""
    fives = (zip(five, "SSSSH", strict=True) for five in combinations(table.pack.ranks, 5))
    lows = sorted(lowest([Card(rank, suit) for rank, suit in five], table.house["low"]) for five in fives)
    apart = [worth for worth in lows if worth.kind is High.HIGH_CARD]
    return f"{', '.join(map(str, apart[:4]))} … {apart[-1]}, then pairs"


GAME = Game(
    slug="razz",
    name="Razz",
    summary="Stud poker for the lowest hand: seven cards each, and a round of bets on every street.",
    family="poker",
    players=range(2, 9),
    pack=Pack(ace="low"),
    hand=Razz,
    play=play_hand,
    over=no_end,
    open_table=True,
    verbs={
        Deal: "first, and when a hand is finished; books the antes",
        Upcard: "the door cards and each open street; on the last only the card that is everybody's",
        Bets: "no bet yet, or only the bring-in; without door cards, all that WHO put in",
        Calls: "on WHO's turn",
        Raises: "on WHO's turn",
        Checks: "on WHO's turn",
        Folds: "on WHO's turn, or in place of showing",
        Shows: "after the last round",
        Rest: IN_NUMBERS,
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
        Option(
            "opener",
            "high",
            "who opens the first round: the highest door card, which brings in, or the lowest without that",
            (bring_in, lowest_leads),
            choices=("high", "low"),
        ),
        Option(
            "limit",
            "fixed",
            "bets and raises are of one size, or anything from a bet to a large one (spread), or to as much as is in"
            " the pot when the raiser has called",
            (bet_size, put_in),
            choices=("fixed", "spread", "pot"),
        ),
        Option(
            "two-left",
            "capped",
            "whether the cap on raises holds where only two are in as a round begins",
            (raise_cap,),
            choices=("capped", "uncapped"),
        ),
        Option(
            "low",
            "ace-to-five",
            "how low hands are compared: aces low, straights and flushes nothing; the same, but these spoil a hand"
            " (ace to six); or so and with aces high (deuce to seven)",
            (best_low, lowest_leads, bring_in),
            choices=tuple(LOWBALL),
        ),
    ),
    variants=(
        Variant("deuce-to-seven", "Aces are high, and straights and flushes spoil a hand.", "low=deuce-to-seven"),
        Variant(
            "london", "Aces are low, and straights and flushes spoil a hand: 6-4-3-2-A is the best.", "low=ace-to-six"
        ),
        Variant(
            "card-room",
            "A card is burned before each street, the bring-in is a quarter of a bet, and three raises are all, unless"
            " only two are in.",
            "burn=yes, cap=3, two-left=uncapped, bring-ins=4",
        ),
        Variant("no-bring-in", "The lowest card showing opens the first round too, and may check.", "opener=low"),
        Variant("pot-limit", "A bet or raise may be as large as the pot.", "limit=pot, big-bet=1"),
        Variant("spread-limit", "Bets may be anything from the small bet to the large one.", "limit=spread"),
        Variant("no-limit", "Bets are as large as anybody likes.", "without=bet-size"),
        Variant("six-card", "Everybody has six cards in the end, the last face down.", "cards=6"),
        Variant(
            "five-card",
            "One card face down, three face up and the last face down: the whole hand counts.",
            "down=1, cards=5, double-from=4",
        ),
    ),
    contenders=lambda hand: hand.staying,
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
        Glance("cards each", cards_each, streets),
        Glance("rank of cards, the lower the better", ranks, best_low, show=high_to_low),
        Glance("best hands", best_lows, best_low),
        Glance("chips", chips_due, ante, bring_in, bet_size),
        Glance("raises in a round", lambda table: table.house["cap"] or "no limit", raise_cap),
    ),
    short_form=(
        "`deal`, then `bets N` for everybody who put in more than the ante, with all that was put in, and `takes pot`."
        " In mid-hand that comes after `rest`, for everybody who put in more than was told."
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
        "Where bets aren't of one size, a raise is at least as large as the last bet or raise, and a full bet is the"
        " most that may be put in.",
        "The deal passes to the left by custom, and anybody may deal.",
        "Nobody is all-in and there are no side pots; what a table settles otherwise goes by `pays`.",
        "Folding is allowed where a check costs nothing.",
    ),
    edition=2,
)
