"""Razz.  Stud poker for the lowest hand: seven cards each, and a round of bets on every street."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, get_args

from referee.cards import SUITS, UNKNOWN, Card, Cards, Pack, Rank, listed
from referee.game.asks import Asks, at
from referee.game.common_reports import Deal, Dealt
from referee.game.facts import Fact
from referee.game.game import Example, Game, Glance, Table
from referee.game.quick_reference import downward, high_to_low
from referee.kit.betting import (
    Act,
    Antes,
    Bets,
    Betting,
    BettingHand,
    Calls,
    Checks,
    Completes,
    Folds,
    Raises,
    answers_the_bet,
    one_bet,
    out_of_stack,
    under_the_cap,
)
from referee.kit.claims import deals
from referee.kit.holdings import fresh, untold
from referee.kit.ledger import holds, pay, share
from referee.kit.messages import cards_of, named_twice, together
from referee.kit.poker import LOWBALL, High, Low, height, lowest
from referee.kit.rest import IN_NUMBERS, Rest, the_rest
from referee.kit.stakes import (
    STACK,
    Buys,
    CashesOut,
    Pot,
    StakesStanding,
    can_trade,
    pots,
    pots_in_words,
    stack,
    trade,
    trading,
    uncalled,
    with_chips,
)
from referee.language.reports import Report
from referee.language.words import Seat, so_many
from referee.rules.options import Option, Variant, in_order
from referee.rules.rule import (
    Answer,
    Open,
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

POT, KITTY = "pot", "kitty"
_EVERYBODY_S_CARD = "? Type everybody's card on one line, from the dealer's left, for example `upcard 5D 3C 9H`."
STREETS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


def windows(cards: Iterable[Card], size: int) -> list[Cards]:
    """Choices of ``size`` consecutive cards, one from each place: a fair sample when there are too many choices."""
    row = list(cards)
    return [tuple((row[place:] + row[:place])[:size]) for place in range(len(row) if size else 1)]


# Reports


class Upcard(Report, speaker="none", as_said="the upcards"):
    """a card face up for each player still in, from the dealer's left; or the community card"""

    cards: Cards

    @classmethod
    def options(cls, hand: Razz, seat: Seat) -> Iterable[Upcard]:
        row = windows(hand.unseen(), 1 if hand.street > hand.size - 2 else len(hand.staying))
        return [cls(cards) for cards in row]


class Shows(Report):
    """shows the cards that lie face down, or the whole hand"""

    cards: Cards

    @classmethod
    def options(cls, hand: Razz, seat: Seat) -> Iterable[Shows]:
        known = tuple(hand.known(seat))
        return [cls(known + more, who=seat) for more in windows(hand.unseen(), hand.face_down(seat) - len(known))]


class TakesPot(Report, verb="takes pot", several=True, as_said="takes the pot"):
    """wins every pot that the player is in and that nobody has taken yet; if players share, type `Ann+Ben takes pot`"""

    @property
    def takers(self) -> list[Seat]:
        return [Seat(taker) for taker in self.who.split("+")]

    @classmethod
    def options(cls, hand: Razz, seat: Seat) -> Iterable[TakesPot]:
        """Yields the player alone, and with any of the others."""
        seats = hand.staying
        every = (takers for size in range(len(seats)) for takers in combinations(seats, size + 1))
        return [cls(who=Seat("+".join(takers))) for takers in every if seat in takers]


@dataclass
class Razz(BettingHand):
    """One deal: the cards face up and face down, and the chips put in."""

    street: int = 0  # number of cards each player has
    dealt_out: dict[int, int] = field(default_factory=dict)  # cards that left the pack on each street
    up: dict[Seat, list[Card]] = field(default_factory=dict)
    down: dict[Seat, list[Card]] = field(default_factory=dict)  # as far as they are known
    seventh: tuple[Seat, ...] = ()  # who was dealt the last card face down
    common: Card | None = None
    antes: dict[Seat, int] = field(default_factory=dict)
    put: dict[Seat, int] = field(default_factory=dict)  # what each has put in after the ante
    in_all: dict[Seat, int] = field(default_factory=dict)  # the same to the end, if it was entered in numbers
    bets: dict[Seat, Bets] = field(default_factory=dict)
    showdown: bool = False
    shown: dict[Seat, Shows] = field(default_factory=dict)
    took: list[tuple[Seat, ...]] = field(default_factory=list)  # who took what was there, one after the other

    def __post_init__(self) -> None:
        self.street = self.first

    def to_show(self) -> tuple[Seat, ...]:
        contested = {seat for pot in self.open_pots if len(pot.seats) > 1 for seat in pot.seats}
        return tuple(seat for seat in self.staying if seat not in self.shown and seat in contested)

    # Chips

    @property
    def pots(self) -> list[Pot]:
        """The main pot and the side pots, with the players still in each."""
        return pots(self.paid, self.staying, self.all_in)

    @property
    def paid(self) -> dict[Seat, int]:
        """The chips that each player has put in so far, with the ante."""
        put = self.in_all or self.put
        return {seat: chips + put.get(seat, 0) for seat, chips in self.antes.items()}

    @property
    def open_pots(self) -> list[Pot]:
        """The pots that nobody has taken yet."""
        return [pot for pot in self.pots if not self.takers(pot)]

    @property
    def sharers(self) -> str:
        """The players who can only be meant if the pot is split: all who put in the most. "" if that is one."""
        paid = {seat: self.paid.get(seat, 0) for seat in self.staying}
        seats = [seat for seat in self.staying if paid[seat] == max(paid.values())]
        return "+".join(seats) if len(seats) > 1 else ""

    def takers(self, pot: Pot) -> tuple[Seat, ...]:
        """The players who took a pot, from the dealer's left: the first who took pots and are in this one."""
        shares = (
            tuple(seat for seat in self.around(self.eldest) if seat in took and seat in pot.seats) for took in self.took
        )
        return next(filter(None, shares), ())

    @property
    def bet(self) -> int:
        """The size of a bet on this street, or the minimum if bets may vary."""
        small: int = self.house["bet"]
        early = self.street < self.house["double-from"] or self.house["limit"] == "spread"
        return small if early else small * int(self.house["big-bet"])

    @property
    def bring_in(self) -> int:
        """The bring-in on the first street, 0 if there is none."""
        small: int = self.house["bring-in"] or max(1, self.house["bet"] // self.house["bring-ins"])
        return 0 if self.house["opener"] == "low" else small

    @property
    def fixed(self) -> bool:
        """Whether all bets have the same size."""
        return bool(self.house["limit"] == "fixed") and self.enforces(bet_size)

    @property
    def forced(self) -> bool:
        """Whether somebody has to open the first street."""
        return self.bring_in > 0 and self.enforces(bring_in) and self.enforces(betting)

    # Cards

    @property
    def first(self) -> int:
        """Cards dealt before the first round, one of them face up."""
        return int(self.house["down"]) + 1

    @property
    def size(self) -> int:
        """The number of cards that each player has in the end, which is also the last street."""
        return int(self.house["cards"])

    @property
    def way(self) -> str:
        """The way low hands are compared."""
        return str(self.house["low"])

    @property
    def left(self) -> int:
        """The number of cards left in the pack."""
        return len(self.pack) - sum(self.dealt_out.values())

    @property
    def burned(self) -> int:
        """Cards burned before the next street, if that is the fourth or a later one: never the last card."""
        return int(self.house["burn"] == "yes" and self.street > 2 and self.left > 1)

    @property
    def runs_short(self) -> bool:
        """Whether the pack is too small for another card to everybody."""
        return self.left - self.burned < len(self.staying)

    def face_down(self, seat: Seat) -> int:
        return int(self.house["down"]) + (seat in self.seventh)

    def cards(self, seat: Seat) -> list[Card]:
        """The known cards of a hand."""
        common = [self.common] if self.common else []
        return [*self.down.get(seat, ()), *self.up.get(seat, ()), *common]

    def known(self, seat: Seat) -> list[Card]:
        return self.down.get(seat, [])

    def at_least(self, seat: Seat) -> Low | None:
        """The value of the known cards of a hand, None if there are fewer than five."""
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
        """The lows of the hands whose cards are all known."""
        known = (seat for seat in self.seats if len(self.known(seat)) >= self.face_down(seat))
        return {seat: str(worth) for seat in known if (worth := self.at_least(seat))}


# The hand


async def play_hand(hand: Razz) -> None:
    take = lambda report: trade(hand, report)  # noqa: E731
    deal = await hand.deal(free=True, before=trading(hand, table_stakes), take=take)
    dealt_in = with_chips(hand)
    hand.staying = tuple(seat for seat in hand.around(hand.eldest) if seat in dealt_in)
    for seat in hand.staying:
        post_ante(hand, seat, deal)
    hand.dealt_out[hand.first] = hand.first * len(hand.staying)
    open_round(hand, hand.eldest)
    antes = hand.ask(lambda: hand.staying, Antes, ante_all_in, aside=True)
    doors = hand.ask(None, Upcard, one_each, undealt) | entered_in_all(hand, aside=True) | antes
    entered: Rest | Bets | TakesPot | None
    while isinstance(first := await doors, Antes):
        ante_less(hand, first)
    if isinstance(first, Upcard):
        give_back_uncalled(hand)
        entered = await play_streets(hand, first)
    else:
        entered = first
    if entered:
        await enter_in_all(hand, entered)
    share_pots(hand)


def post_ante(hand: Razz, seat: Seat, deal: Deal) -> None:
    """Books a player's ante, or all the player's chips if there are fewer."""
    left = stack(hand, seat)
    hand.antes[seat] = ante(hand) if left is None else min(left, ante(hand))
    hand.standing.played[seat] = hand.standing.played.get(seat, 0) + 1
    pay(hand, seat, POT, hand.antes[seat], ante)
    if left is not None and left <= ante(hand):
        hand.all_in[seat] = deal


def ante_less(hand: Razz, antes: Antes) -> None:
    """Gives back the part of the ante that a player didn't have."""
    pay(hand, POT, antes.who, hand.antes[antes.who] - antes.chips, ante, "all-in", antes)
    hand.antes[antes.who], hand.all_in[antes.who] = antes.chips, antes


async def play_streets(hand: Razz, doors: Upcard) -> Rest | None:
    """Plays the hand street by street. Returns the report that switches to totals only, if there is one."""
    later = acts(hand, betting)
    turn_up(hand, doors)
    leading = acts(hand, lowest_leads)
    if hand.bring_in:
        report = await bet_round(hand, highest_door_card(hand), acts(hand, bring_in, bring_in), later)
    else:
        report = await bet_round(hand, lowest_showing(hand), leading, later)

    # One card more face up on each street
    in_all = the_rest(hand)
    turning = hand.ask(None, Upcard, one_each, undealt) | in_all
    while not report and len(hand.staying) > 1 and hand.street < hand.size - 1:
        match await turning:
            case Upcard() as upcards:
                deal_street(hand, hand.street + 1, len(hand.staying))
                turn_up(hand, upcards)
                report = await bet_round(hand, lowest_showing(hand), leading, later)
            case report:
                pass

    # The last, face down
    if not report and len(hand.staying) > 1:
        if not hand.runs_short:
            hand.seventh = hand.staying
            deal_street(hand, hand.size, len(hand.staying))
        common = hand.ask(None, Upcard, only_where_short, undealt, aside=True)
        leading = acts(hand, lowest_leads, community_card)
        report = await bet_round(hand, lowest_showing(hand), leading | common, later | common)
        if not report and len(hand.staying) > 1 and hand.street < hand.size:  # nobody could bet
            match await (hand.ask(None, Upcard, only_where_short, undealt) | in_all):
                case Upcard() as card:
                    share_card(hand, card)
                case report:
                    pass

    # The showdown
    hand.showdown = not report
    showing = (
        hand.ask(hand.to_show, Shows)
        | hand.ask(hand.to_show, Folds, reveal, aside=True)
        | hand.ask(lambda: hand.staying, TakesPot, aside=True, free=True)
    )
    while not report and len(hand.staying) > 1 and hand.to_show():
        match await showing:
            case Shows() as shows:
                hand.shown[shows.who] = shows
                lay_down(hand, shows)
            case Folds() as folds:
                hand.give_up(folds)
            case takes:
                hand.took.append(tuple(takes.takers))
    return report


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
    """If hands are equal, the one nearest to the dealer's left."""
    return min(hand.staying, key=lambda seat: lowest(hand.up[seat], hand.way))


def lay_down(hand: Razz, report: Dealt | Shows) -> None:
    """Records cards that lie face down."""
    new = [card for card in report.cards if card not in hand.cards(report.who) and card is not UNKNOWN]
    hand.down.setdefault(report.who, []).extend(new)
    hand.tell(report, *new)


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
        {seat: left for seat in seats if (left := stack(hand, seat)) is not None},
        {seat for seat in seats if seat in hand.all_in},
    )


def acts(hand: Razz, order: Rule, *first: Rule) -> Asks[Any]:
    """Asks for what a player may do on their turn. Anybody else breaks the rule ``order``."""
    verbs = (Bets, Completes, Calls, Raises, Checks, Folds)
    return hand.ask(hand.to_act, *verbs, *first, betting, bet_size, fits_what_is_left, raise_cap, turn=order)


async def bet_round(hand: Razz, opener: Seat, opening: Asks[Act | Upcard], later: Asks[Act | Upcard]) -> Rest | None:
    """Plays a round of bets, in which the common card of the last street may be turned up.

    Returns the report that switches to totals only, if there is one.
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
    give_back_uncalled(hand)
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
            added = betting.put(act.who, betting.wagered(act), act, act.all_in)
            hand.put[act.who] = hand.put.get(act.who, 0) + added
            rule = bring_in if opening else bet_size
            all_in = ", all-in" if act.who in betting.all_in else ""
            pay(hand, act.who, POT, added, rule, f"{act.verb} on {STREETS[hand.street]} street{all_in}", act)
            if all_in:
                hand.all_in[act.who] = act


def give_back_uncalled(hand: Razz, staying: Sequence[Seat] | None = None) -> None:
    """Gives back the part of a bet that no player in ``staying`` has matched, if nobody can match it anymore."""
    if back := uncalled(hand.paid, hand.staying if staying is None else staying, hand.all_in):
        who, chips = back
        pay(hand, POT, who, chips, side_pots, "nobody called it", line="uncalled")
        put = hand.in_all or hand.put
        put[who] = put.get(who, 0) - chips


def share_card(hand: Razz, upcard: Upcard) -> None:
    """Makes the last card a common card."""
    hand.seventh, hand.common = (), upcard.cards[0]
    deal_street(hand, hand.size, 1)
    hand.betting.bet = hand.bet
    hand.tell(upcard, hand.common)


# The short form


def entered_in_all(hand: Razz, aside: bool = False) -> Asks[Bets | TakesPot]:
    staying = lambda: hand.staying  # noqa: E731
    bets = hand.ask(None, Bets, put_in, fits_the_stack, aside=aside)
    return bets | hand.ask(staying, TakesPot, put_in, aside=aside, free=True)


async def enter_in_all(hand: Razz, report: Bets | TakesPot | Rest) -> None:
    asks = entered_in_all(hand)
    hand.in_all |= hand.put
    if isinstance(report, Rest):
        report = await asks
    while isinstance(report, Bets):
        who, chips, left = report.who, report.chips or 0, stack(hand, report.who)
        added = chips - hand.in_all.get(who, 0)
        if report.all_in or (left is not None and added >= left > 0):
            hand.all_in[who] = report
        pay(hand, who, POT, added, bet_size, f"{chips} in all this hand", report)
        hand.in_all[who], hand.bets[who] = chips, report
        most = max(hand.in_all.values())
        if hand.enforces(betting):
            seats = (seat for seat in hand.around(hand.eldest) if seat in hand.antes and seat not in hand.folded)
            hand.staying = tuple(seat for seat in seats if seat in hand.all_in or hand.in_all.get(seat, 0) == most)
        report = await asks
    most = max(hand.in_all.values(), default=0)
    matched = [seat for seat in hand.staying if seat in hand.all_in or hand.in_all.get(seat, 0) == most]
    give_back_uncalled(hand, matched if hand.all_in and hand.enforces(betting) else hand.staying)
    hand.took.append(tuple(report.takers))
    taking = hand.ask(lambda: hand.staying, TakesPot, put_in, free=True)
    while any(len(pot.seats) > 1 for pot in hand.open_pots):
        hand.took.append(tuple((await taking).takers))


# The pots


def share_pots(hand: Razz) -> None:
    """The lowest hand in each pot takes it; equal hands share it, odd chips from the dealer's left."""
    found, total = hand.pots, holds(hand, POT)
    chips = [total - sum(pot.chips for pot in found[1:]), *(pot.chips for pot in found[1:])]
    for pot, amount in zip(found, rake_pots(hand, chips), strict=True):
        name = "" if len(found) == 1 else "main pot" if pot is found[0] else "side pot"
        among = hand.takers(pot) or lowest_in(hand, pot)
        if len(pot.seats) == 1:
            rule, why = last_one_in, "all the others have folded" if len(hand.staying) == 1 else "nobody else is in it"
        else:
            rule, why = best_low, hand.lows().get(among[0], "")
        proof = [hand.shown[seat] for seat in among if seat in hand.shown] if rule is best_low else []
        share(hand, POT, among, rule, ": ".join(filter(None, (name, why))), *proof, chips=amount)


def rake_pots(hand: Razz, chips: Sequence[int]) -> list[int]:
    """Moves the rake of each pot to the kitty, and returns what is left in the pots."""
    percent, left, pots_left = hand.house["rake"], hand.house["rake-cap"], []
    for amount in chips:
        raked = amount * percent // 100
        if left is not None:
            raked = min(raked, left)
            left -= raked
        pay(hand, POT, KITTY, raked, rake, f"{percent} percent of {amount}")
        pots_left.append(amount - raked)
    return pots_left


def lowest_in(hand: Razz, pot: Pot) -> tuple[Seat, ...]:
    """The players in a pot whose hands are the lowest."""
    if len(pot.seats) == 1:
        return pot.seats
    worth = {seat: lowest(hand.cards(seat), hand.way) for seat in pot.seats}
    return tuple(seat for seat in worth if worth[seat] == min(worth.values()))


# Rules: the deal


ante = worth(
    "Everyone antes {ante} before the deal.",
    lines="ante",
    place=Deal,
    ante=number(1, "what everyone antes", least=0),
)
table_stakes = illegal(
    "{stack}. You may buy chips or cash out only between hands. In a hand you can't put in more than you have. If that"
    " is less than the ante, a bet or a call, you may put it all in: you are all-in. Then you stay in the hand without"
    " acting again. If you have no chips, you aren't dealt in.",
    place=(Antes, Buys, CashesOut),
    stack=number(
        None,
        "chips that everyone begins with",
        least=1,
        fixed="everyone began with it",
        words={
            "none": "unless you set `stack`, referee doesn't count the chips in front of you",
            "N": "everyone begins with {N:chip}",
        },
    ),
    asked="run out chips, out chips, out money, no chips, not enough chips, buy chips, rebuy, broke, all in, "
    "buy back, cash out, buy in, afford, less bet",
)
trades = judges(table_stakes, of=(Buys, CashesOut))(can_trade)
fits_what_is_left = judges(table_stakes, of=get_args(Act))(out_of_stack)


@judges(table_stakes)
def two_have_chips(hand: Razz, deal: Deal) -> str | None:
    have = with_chips(hand)
    if len(have) > 1:
        return None
    return f"only {have[0]} has chips: the others must buy some first" if have else "nobody has chips"


@judges(table_stakes)
def ante_all_in(hand: Razz, antes: Antes) -> Reason | str | None:
    """A player who has fewer chips than the ante puts in all of them."""
    who, due, posted = antes.who, ante(hand), hand.antes.get(antes.who)
    if posted is None:
        return f"{who} isn't dealt in" if who else unclear("who?")
    left = stack(hand, who)
    if left is not None and antes.chips != posted:
        return f"{who} had {posted + left}, so the ante was {posted}, not {antes.chips}"
    if not 0 < antes.chips <= due or (antes.chips < due and not antes.all_in):
        return f"the ante is {due}: a player with less antes all of it and is all-in"
    if antes.all_in and left:
        return f"{who} isn't all-in: {so_many(left, 'chip')} are left"
    return None


@judges(table_stakes)
def fits_the_stack(hand: Razz, bets: Bets) -> str | None:
    """All that a player put in, if the hand is entered in numbers."""
    left, chips = stack(hand, bets.who), bets.chips or 0
    if left is None:
        return None
    had = left + hand.in_all.get(bets.who, 0)
    if chips > had:
        return f"{bets.who} had {so_many(had, 'chip')} behind the ante, not {chips}"
    return f"{bets.who} isn't all-in with {chips}: {had - chips} are left" if bets.all_in and chips < had else None


one_pack = impossible("The deck has 52 cards, one of each.")
streets = impossible(
    "You get {down:word card} face down and one card face up, the door card. Then you get one more card at a time until"
    " you have {cards:word}: face up, but the last one face down. If you have folded, you get no more. Each deal is a"
    " street, numbered by the cards you then have, and a round of betting follows. {burn}.",
    deals(lambda hand: hand.first),
    burn={
        "yes": "burn one card before each street from fourth street on, but never the last card of the deck",
        "no": "don't burn any cards",
    },
    place=(Upcard, Shows),
    down=number(2, "cards dealt face down before the door card", least=1, most=3),
    cards=number(7, "cards that everyone has in the end, the last of them face down", least=5, most=7),
    asked="many cards, face down, last card face, burn, deal card, many face up, rounds bet",
)


@judges(one_pack, streets)
def lies_face_down(hand: Razz, dealt: Dealt) -> dict[Rule, str | None]:
    new = [card for card in dealt.cards if card not in hand.known(dealt.who) and card is not UNKNOWN]
    too_many = max(len(dealt.cards), len(hand.known(dealt.who)) + len(new)) > hand.first
    return {
        streets: miscounted(f"{dealt.who} gets at most {in_letters(hand.first)} cards face down") if too_many else None,
        one_pack: fresh(hand, *new),
    }


@judges(one_pack, streets, when="late")
def has_been_dealt(hand: Razz, dealt: Dealt) -> dict[Rule, str | None]:
    """Compares the cards with those that the hand is known to have by now."""
    too_many = hand.up and len(hand.known(dealt.who)) > hand.face_down(dealt.who)
    few = miscounted(f"{dealt.who} has only {cards_of(hand.face_down(dealt.who))} face down") if too_many else None
    return {streets: few, **lies_face_down(hand, dealt)}


@judges(streets)
def one_each(hand: Razz, upcards: Upcard) -> Reason | None:
    players = len(hand.staying)
    if len(upcards.cards) == players:
        return None
    return unclear(
        f"{players} cards are turned up here, not {len(upcards.cards)}: one each for {together(hand.staying)}"
    )


undealt = judges(one_pack, of=Upcard)(untold)


# Rules: bets

betting = illegal(
    "Players act in turn, clockwise. If there is no bet, check or bet. If there is a bet, call, raise or fold. The"
    " round ends when everyone has acted, and everyone still in has put in the same or is all-in. If everyone else is"
    " all-in, you can't raise. If you have bet or called, and the only raise since then is all-in and less than half a"
    " bet, you can't raise.",
    answers_the_bet,
    turn=get_args(Act),
    asked="fold, check, raise, call, come back, back in, after fold, when round over, act, options, "
    "reraise own, what do on turn, check raise, in turn, raise own",
)


ACES = {"ace-to-five": "aces low", "ace-to-six": "aces low", "deuce-to-seven": "aces high"}


@illegal(
    lines="bring-in",
    opener={
        "high": "the player with the highest door card must open. Equal ranks go by suit: ♠, then ♥, ♦ and ♣. That"
        " player puts in a bring-in or a full bet. The small bet is {bet}, and the bring-in is {bring_in}. If that"
        " player is all-in"
        " already, the next player opens",
        "low": "the player with the lowest door card acts first, and may check",
    },
    low=ACES,
    asked="bring in, who open, who start bet, first bet, bet first, highest door, worst card, who begin bet, "
    "open bet, equal door, tie door",
)
def bring_in(
    hand: Razz,
    act: Act,
    *,
    bet: int = number(4, "the small bet; the bring-in is a part of it, and a large bet a multiple", least=2, step=2),
    bring_ins: int = number(
        2,
        "bring-ins that make up a bet",
        least=1,
        most=4,
        words={"1": "as much", "2": "half of that", "N": "1/{N} of that"},
    ),
    bring_in: int | None = number(
        None,
        "chips in a bring-in, if that isn't a fraction of the bet",
        least=1,
        words={"none": "{bring_ins}", "N": "{N}"},
    ),
) -> str | None:
    """With {low}, {opener}."""
    if isinstance(act, Bets | Completes):
        opens = (None, hand.bet) if isinstance(act, Completes) else (None, hand.bet, hand.bring_in)
        all_in = act.all_in or act.chips == hand.betting.stacks.get(act.who)
        if act.chips in opens or all_in or not hand.fixed:
            return None
    opener = highest_door_card(hand)
    card = hand.up[opener][0]
    more = "" if hand.fixed else " or more"
    passed = "" if opener == act.who else f", but {opener} is all-in"
    must = f"{act.who} must open with {hand.bring_in} or {hand.bet}{more}"
    return f"{opener} has the highest door card, {card.pretty}{passed}: {must}"


lowest_leads = illegal(
    "With {low}, the player with the lowest hand showing acts first on every later street. If that player is all-in,"
    " the next player does.",
    turn=get_args(Act),
    low=ACES,
    asked="who act first later, lowest act first, who first later, next street first, who start next round, "
    "later street",
)
bet_size = illegal(
    "{limit}. The first raise of a bring-in takes it to a full bet. You may put in less only if it is all you have."
    " The next player may then raise by a full bet, or only bring your bet up to a full one.",
    one_bet,
    lines="bet",
    limit={
        "fixed": "bets and raises are {bet}. Once everyone has {double_from:word card}, they are {big_bet}",
        "spread": "bets and raises are anything from {bet} to {big_bet}",
        "pot": "bets and raises are at least {bet}. Once everyone has {double_from:word card}, they are at least"
        " {big_bet}. The most you may raise is what is in the pot after you call",
    },
    bet=4,
    big_bet=number(
        2,
        "how many small bets make a large one",
        least=1,
        most=100,
        words={"1": "the same", "N": "{N:times} that"},
    ),
    double_from=number(5, "the street from which bets are large: 5 is fifth street", least=3, most=7),
    asked="how much bet, bet much, bigger bet, bets bigger later, bets later, bets go up, "
    " raise much, bet last card, big bet, limit bet, bet size, double bet, "
    "min bet, max bet, bet big",
)
raise_cap = illegal(
    "{cap}{two_left}.",
    under_the_cap,
    cap=number(
        None,
        "raises allowed in a round, not counting what completes the bring-in",
        least=1,
        words={"none": "there is no limit on raises", "N": "a round may have {N:word raise}"},
    ),
    two_left={
        "capped": ", however many players are in",
        "uncapped": ". If only two players are in when the round begins, there is no limit",
    },
    asked="many raises, many raises round, raise cap, limit raises, how often raise, raises allowed",
)
side_pots = worth(
    "If a player is all-in, bets that this player can't match go to a side pot. Only the players who match them can win"
    " the side pot. The part of a bet that nobody matches goes back to the player who made it.",
    lines=("uncalled",),
    asked="side pot, all in bet, all in others bet, all in pot, win more than put in, all in win",
)
put_in = arithmetic(
    "To stay in, you must have put in as much as everyone else, or be all-in. {limit}.",
    limit={
        "fixed": "what you put in is made up of bets of {bet} and at most one bring-in",
        "spread": "you may put in any amount",
        "pot": "you may put in any amount",
    },
    bet=4,
    asked="stay in",
)


@judges(put_in)
def adds_up(hand: Razz, bets: Bets) -> Reason | str | None:
    who, chips = bets.who, bets.chips
    if chips is None:
        return unclear("enter the door cards first, or how many chips the player put in altogether")
    if who in hand.seats and who not in hand.antes:
        return f"{who} isn't dealt in"
    bet: int = hand.house["bet"]
    odd = bets.all_in or hand.all_in or stack(hand, who) is not None
    if chips < 0 or (hand.fixed and not odd and chips % bet not in (0, hand.bring_in % bet)):
        small = f" and a bring-in of {hand.bring_in}" if hand.bring_in else ""
        return f"{chips} can't be made up of bets of {bet}{small}; if someone is all-in, enter that first"
    if report := hand.bets.get(who):
        return None if report.chips == chips else f"{who} put in {report.chips} in all ({at(report)}), not {chips}"
    before = hand.put.get(who, 0)
    if (folded := hand.folded.get(who)) and chips != before:
        return Reason(f"{who} folded ({at(folded)}) with {before} in the pot, not {chips}", folded)
    if (all_in := hand.all_in.get(who)) and chips != before:
        return Reason(f"{who} is all-in ({at(all_in)}) with {before} besides the ante, not {chips}", all_in)
    return f"{who} has put in {before}, so it can't be {chips} in all" if chips < before else None


@judges(put_in)
def is_still_in(hand: Razz, takes: TakesPot) -> Reason | str | None:
    for seat in takes.takers:
        if folded := hand.folded.get(seat):
            return Reason(f"{seat} folded ({at(folded)})", folded)
        if not hand.showdown and (seat not in hand.staying or owed_a_bring_in(hand)):
            most = max(hand.in_all.values(), default=0)
            least = f"the winner must have put in at least {most or 'the bring-in'}"
            besides = " besides the ante" if hand.house["ante"] else ""
            return f"{seat} put in {hand.in_all.get(seat, 0)}{besides}, and {least}"
        if hand.took and not any(seat in pot.seats for pot in hand.open_pots):
            return f"{seat} isn't in any pot that is left"
    return None


def owed_a_bring_in(hand: Razz) -> bool:
    """Whether nobody has put in anything although somebody had to open."""
    had_chips = [seat for seat in hand.staying if not isinstance(hand.all_in.get(seat), Deal | Antes)]
    return hand.forced and len(had_chips) > 1 and not any(hand.in_all.values())


@judges(put_in, betting, when="again")
def put_in_all(hand: Razz, bets: Bets) -> Answer:
    """All that a player put in, if the hand was entered in numbers."""
    if not hand.in_all:
        return {betting: "that hand is over"}
    total = report.chips if (report := hand.bets.get(bets.who)) else hand.in_all.get(bets.who, 0)
    return {put_in: None if bets.chips == total else cannot_happen(f"{bets.who} put in {total} in all")}


# Rules: a card for all

community_card = illegal(
    "If there aren't enough cards left for everyone's last card, turn one card face up. It is everyone's last card."
    " If there are enough, you can't do that.",
    asked="run out cards, not enough cards, deck runs out, out of cards, no cards left, last card everybody, "
    "eight players cards",
)


@judges(community_card)
def common_card_first(hand: Razz, act: Act) -> str | None:
    if hand.street == hand.size:
        return None
    burned = "one to burn, " if hand.burned else ""
    return f"{hand.left} cards are left, {burned}for {len(hand.staying)} players, so turn up one card for all first"


@judges(community_card, streets)
def only_where_short(hand: Razz, upcard: Upcard) -> Answer:
    dealt = f"{hand.common.pretty} is the card for all" if hand.common else "everyone has a last card face down"
    whole = (f"{seat} has all cards face down" for seat, down in hand.down.items() if len(down) >= hand.first)
    return {
        community_card: dealt if hand.street == hand.size else None,
        streets: next(whole, None) if len(upcard.cards) == 1 else f"one card is for all, not {len(upcard.cards)}",
    }


# Rules: the showdown

reveal = unjudged(
    "If you are still in after the last round, show your cards or fold.",
    asked="must show end, show cards end, showdown, show hands, who show",
)


@judges(one_pack, streets, when="always")
def as_it_lies(hand: Razz, shows: Shows) -> Answer:
    """The cards face down, or with them all that lie face up."""
    who, known, up = shows.who, hand.known(shows.who), hand.up.get(shows.who, [])
    down = [card for card in shows.cards if card not in up and card is not hand.common]
    broken: dict[Rule, str | None] = {}
    if hand.up and len(down) != hand.face_down(who):
        why = f"{who} has {so_many(hand.face_down(who), 'card')} face down, not {len(down)}"
        makes_a_hand = len(down) + len(up) + bool(hand.common) >= 5
        broken[streets] = miscounted(why) if makes_a_hand else why
    elif len(down) < len(shows.cards) and (missing := [card for card in up if card not in shows.cards]):
        broken[streets] = f"{who} also has {listed(missing)} face up"
    if missing := [card for card in known if card not in down]:
        report = hand.seen[missing[0]][-1]
        broken[one_pack] = Reason(f"{who} also has {listed(missing)} face down ({at(report)})", report)
    else:
        broken[one_pack] = named_twice(shows.cards) or fresh(hand, *(card for card in down if card not in known))
    return broken


best_low = illegal(
    "The lowest hand of five cards wins each pot that it is in; equal hands share it. The hand with fewer matching"
    " cards is lower: no pair beats a pair, a pair beats two pairs, and so on. If two hands match in the same way,"
    " such as a pair each, compare the ranks"
    " of the matching cards, then the others from the highest down; the lower rank wins. {low}.",
    low={
        "ace-to-five": "aces are low. Straights and flushes don't count",
        "ace-to-six": "aces are low. Straights and flushes count against you",
        "deuce-to-seven": "aces are high. Straights and flushes count against you",
    },
    place=TakesPot,
    lines="pot",
    asked="straight, flush, straights flushes, pair bad, ace low/high, best hand, what win, lowest hand, "
    "which hand, low hand, compare, tie hands, beat, worst hand, what best",
)


@judges(best_low)
def has_the_lowest(hand: Razz, takes: TakesPot) -> Reason | None:
    """Compares it with the worst that every other hand in the pot can be, if no card and no bet is to come."""
    if hand.up and not hand.showdown:
        return None
    for pot in hand.open_pots:
        takers = [seat for seat in takes.takers if seat in pot.seats]
        for taker, other in itertools.permutations(pot.seats, 2):
            if taker in takers and (worth := hand.at_least(other)):
                best = hand.at_best(taker)
                if best > worth or (best == worth and other not in takers):
                    proof = hand.proof_of((*hand.known(other), *hand.known(taker)))
                    return Reason(f"{other} has {worth}, and {taker} {best} at best", *proof)
    return None


@judges(best_low, put_in, when="again")
def took_it(hand: Razz, takes: TakesPot) -> Answer:
    won = [hand.takers(pot) or lowest_in(hand, pot) for pot in hand.pots]
    if any(sorted(takes.takers) == sorted(takers) for takers in (*hand.took, *won)):
        return None
    rule = best_low if set(takes.takers) <= set(hand.staying) else put_in
    return {rule: cannot_happen(f"{' and '.join(won[0])} took the pot")}


rake = worth(
    "{rake}{rake_cap}.",
    lines="rake",
    rake=number(
        0,
        "percent of each pot that goes to the kitty",
        most=50,
        words={
            "0": "the kitty gets nothing from the pots",
            "N": "the kitty gets {N} percent of each pot, rounded down",
        },
    ),
    rake_cap=number(
        None,
        "most chips that go to the kitty in a hand",
        least=1,
        words={
            "none": "",
            "N": ". It never gets more than {N:chip} in a hand",
        },
    ),
    asked="rake, house take, kitty",
)
last_one_in = worth(
    "If everyone else has folded, you take the pot without showing your cards.",
    lines="pot",
    asked="everyone fold, everybody fold, all fold, must show fold, show cards fold, others fold",
)


@worth(
    stack={
        "none": "the game ends when you stop",
        "N": "the game ends when only one player has chips left, or when you stop",
    }
)
def game_end(hand: Razz) -> bool | None:
    """{stack}. The player who has won the most chips wins."""
    return (hand.house[STACK] is not None and len(with_chips(hand)) < 2) or None


def now(hand: Razz) -> Iterator[str]:
    yield from pots_in_words(hand.pots, holds(hand, POT))
    if hand.all_in:
        yield f"all-in: {', '.join(seat for seat in hand.all_in if seat in hand.staying)}"
    if hand.street:
        yield f"{STREETS[hand.street]} street, bets are {hand.bet}{'' if hand.fixed else ' or more'}"


def chips_due(table: Table) -> dict[str, int]:
    """The chips to put in, by purpose."""
    later: int = table.house["double-from"]
    first = table.hand()
    bring_in = {"bring-in": first.bring_in} if first.bring_in else {}
    small = {f"bet through {STREETS[later - 1]} street": first.bet} if first.street < later else {}
    large = {f"from {STREETS[later]} street": table.hand(street=later).bet} if later <= first.size else {}
    return {"ante": ante(table), **bring_in, **small, **large}


def cards_each(table: Table) -> str:
    hand = table.hand()
    return f"{hand.first}, the last face up, then {in_letters(hand.size - hand.first)} more, the last face down"


def ranks(table: Table) -> list[str]:
    return downward(table.pack, lambda card: height(card.rank, table.house["low"]))


def best_lows(table: Table) -> str:
    """The best hands in order, and the worst without a pair."""
    fives = (zip(five, "SSSSH", strict=True) for five in combinations(table.pack.ranks, 5))
    lows = sorted(lowest([Card(rank, suit) for rank, suit in five], table.house["low"]) for five in fives)
    apart = [worth for worth in lows if worth.kind is High.HIGH_CARD]
    return f"{', '.join(map(str, apart[:4]))} … {apart[-1]}, then pairs"


GAME = Game(
    slug="razz",
    name="Razz",
    summary="Stud poker for the lowest hand: seven cards each, and a round of betting on every street.",
    family="poker",
    players=range(2, 9),
    pack=Pack(ace="low"),
    hand=Razz,
    play=play_hand,
    over=game_end,
    open_table=True,
    verbs={
        Buys: "between hands",
        CashesOut: "between hands",
        Deal: "first, and when a hand is finished; also pays the antes",
        Antes: "before the door cards, if WHO has less than the ante",
        Upcard: "for the door cards and each street dealt face up; on the last street, only for a community card",
        Bets: "if there is no bet yet, or only the bring-in; if the door cards aren't entered, all that the player"
        " put in besides the ante",
        Completes: "when only the bring-in is in, or on the turn to bring in",
        Calls: "on WHO's turn",
        Raises: "on WHO's turn",
        Checks: "on WHO's turn",
        Folds: "on WHO's turn, or in place of showing",
        Shows: "after the last round",
        Rest: IN_NUMBERS,
        TakesPot: "after the last round instead of showing cards, or in a hand entered as totals",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "burn",
            "no",
            "one card is burned before each street from fourth street on, but never the last card of the deck",
            (streets, community_card),
            choices=("yes", "no"),
        ),
        Option(
            "opener",
            "high",
            "who opens the first round: the highest door card, which must bring in, or the lowest, which needn't",
            (bring_in, lowest_leads),
            choices=("high", "low"),
        ),
        Option(
            "limit",
            "fixed",
            "bets and raises are of one size (fixed), from a small bet to a large one (spread), or up to what is in"
            " the pot after the raiser calls (pot)",
            (bet_size, put_in),
            choices=("fixed", "spread", "pot"),
        ),
        Option(
            "two-left",
            "capped",
            "whether the cap on raises applies if only two are in when a round begins",
            (raise_cap,),
            choices=("capped", "uncapped"),
        ),
        Option(
            "low",
            "ace-to-five",
            "how low hands are compared: aces are low, and straights and flushes don't count (ace to five); aces are"
            " low, but straights and flushes spoil a hand (ace to six); or they spoil a hand, and aces are high"
            " (deuce to seven)",
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
            "Burn a card before each street. The bring-in is a quarter of a bet. A round may have three raises, or more"
            " if only two are in.",
            "burn=yes, cap=3, two-left=uncapped, bring-ins=4",
        ),
        Variant(
            "no-bring-in", "The lowest card showing acts first on the first round too, and may check.", "opener=low"
        ),
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
    clashes=(in_order(("bring-in", "bet")),),
    standing=StakesStanding,
    stack=stack,
    asked=(Fact(lambda hand: hand.size - hand.street, "cards coming", "cards to get"),),
    facts={
        "pot": Fact(lambda hand: holds(hand, POT), "its chips"),
        "pots": Fact(
            lambda hand: [f"{pot.chips} {'+'.join(pot.seats)}" for pot in hand.pots], "chips and players of each"
        ),
        "stack": Fact(
            lambda hand: {seat: left for seat in hand.seats if (left := stack(hand, seat)) is not None},
            "chips each player has left",
        ),
        "street": Fact(lambda hand: hand.street, "its number"),
        "bet": Fact(lambda hand: hand.bet, "the size of a bet"),
        "left": Fact(lambda hand: hand.left, "cards left in the deck"),
        "low": Fact(lambda hand: hand.lows(), "of each hand that is known"),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    accounts=(POT, KITTY),
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
        "Type `deal`, then `bets N` for everyone who put in N besides the ante, and `takes pot` for the winner."
        " If you stop entering bets, type `rest`, then `bets N` for everyone who put in more than you have"
        " entered; N is for the whole hand. With side pots, first enter who takes the main pot."
    ),
    phrases={
        "door card CARDS": "upcard CARDS",
        "have RANK": _EVERYBODY_S_CARD,
        "have a RANK": _EVERYBODY_S_CARD,
        "show/get/catch RANK": _EVERYBODY_S_CARD,
        "upcard CARD": _EVERYBODY_S_CARD,
        "upcard be CARD": _EVERYBODY_S_CARD,
        "door card CARD": _EVERYBODY_S_CARD,
        "door card be CARD": _EVERYBODY_S_CARD,
        "bring in": "bets =bring_in",
        "bring in for N": "bets N",
        "bring in N": "bets N",
        "open": "bets",
        "open for N": "bets N",
        "muck": "folds",
        "give up": "folds",
        "throw away": "folds",
        "throw it away": "folds",
        "get out": "folds",
        "be out": "folds",
        "out": "folds",
        "in": "calls",
        "be in": "calls",
        "stay": "calls",
        "make N": "completes N | raises N",
        "all in": "? For how many chips? Type the call, bet or raise with the chips put in.",
        "go all in": "? For how many chips? Type the call, bet or raise with the chips put in.",
        "knock": "checks",
        "win": "takes pot",
        "win pot": "takes pot",
        "win with N": "takes pot",
        "win with N low": "takes pot",
        "win with N N": "takes pot",
        "win with wheel": "takes pot",
        "scoop": "takes pot",
        "split/chop/share": "takes pot",
        "split/chop/share pot": "takes pot",
        "they split/chop/share": "=sharers takes pot | takes pot",
        "they split/chop/share pot": "=sharers takes pot | takes pot",
        "in for N": "bets N",
        "be in for N": "bets N",
        "street": "? Type the cards turned up, from the dealer's left, for example `upcard 5D 3C`.",
        "drag pot": "takes pot",
        "rake pot": "takes pot",
        "ante": "?- The antes are paid when you type `deal`.",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann bets 6; Ben bets 6; Cat bets 2", "Ben takes pot"),
        "Ann -7, Ben 10, Cat -3",
    ),
    rulings=(
        "If the lowest hands showing are equal, the first of them to the dealer's left acts first.",
        "Suits matter only for door cards. Equal hands share a pot. Odd chips go to the players who share, one at a"
        " time, starting on the dealer's left.",
        "The player who acts first on sixth street also acts first on seventh street, because no new card shows.",
        "With `limit=spread` or `limit=pot`, a raise is at least as large as the last bet or raise. A bet or raise"
        " without a number is then the most you may put in.",
        "The deal passes to the left by custom, and anyone may deal.",
        "If the bring-in is all-in for less, you call what was put in, or complete to a full bet.",
        Open(
            "You may fold when you could check for nothing.",
            "fold could check, fold instead check, fold for nothing, fold when check",
        ),
    ),
    edition=3,
)
