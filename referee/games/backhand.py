"""Backhand.  Nobody stands: draw until the next card would bust you, and call it before it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from referee.cards import UNKNOWN, Card, Cards, Pack, listed, those_named
from referee.core import (
    Answer,
    Blind,
    Category,
    Deal,
    Game,
    Hand,
    Option,
    Reason,
    Report,
    Seat,
    Standing,
    Told,
    Verdict,
    at,
    check,
    illegal,
    impossible,
    never,
    worth,
)
from referee.glance import Example, Glance, card_values
from referee.kit.ledger import holds, pay
from referee.kit.messages import lines
from referee.notation import NOBODY

RULES = {
    "one-pack": impossible("Every card is there once a pack, a pack for each pair of players; all go into each deal."),
    "bet-first": illegal("Where the house bets, everybody stakes once, and then come the cards."),
    "bet-limits": illegal("A bet keeps within the limits of the house."),
    "initial-aces": impossible(
        "An ace among the first two cards goes, and one card comes for it; an ace that comes so is kept."
    ),
    "turn-order": illegal("From the dealer's left everybody finishes a hand before the next begins."),
    "must-hit": illegal("Up to eleven there is no choice: cards come until the hand has twelve or more."),
    "no-standing": illegal("From twelve on a player hits or calls backhand; nobody stands."),
    "bust": worth("A hit above twenty-one loses the hand."),
    "five-cards": worth("Five cards that aren't bust win."),
    "backhand": worth("Backhand wins if the card turned beside the hand would have made it bust, else it loses."),
    "push-hand": illegal(
        "Seventeen to twenty on the first two cards is a push hand: no backhand, but a hit, or two new cards for it;"
        " no other hand is pushed away."
    ),
    "play-the-push": worth("A push hand that hits is decided by that card: bust loses, all else wins."),
    "even-money": worth("A hand won counts one, or as many chips from the bank as were bet; a lost bet is the bank's."),
    "game-end": worth("The game lasts for the deals agreed on, or until somebody has won so many; equals share it."),
}

BANK = Seat("bank")
GOAL = 21
DEALT = 2
CHOICE = 12  # from here on there is one
HAND = 5  # cards that win
PUSH = range(17, 21)
VALUES = {str(pips): pips for pips in range(2, 11)} | {"J": 10, "Q": 10, "K": 10, "A": 1}


# Reports


class NextDeal(Deal, speaker="none", verb="deal", also=("deals",)):
    """a new deal, by the bank or by whoever is next"""


class Bets(Report):
    """the stake on the hand to come"""

    chips: int

    @classmethod
    def options(cls, hand: Backhand, seat: Seat) -> Iterable[Bets]:
        least, most = hand.limits
        return (cls(chips, who=seat) for chips in range(least, min(most, least + 1000) + 1))


class FaceUp(Report, verb="dealt", bare=True):
    """two cards face up, then one for each ace of the two"""

    cards: Blind

    @classmethod
    def options(cls, hand: Backhand, seat: Seat) -> Iterable[FaceUp]:
        """All that the first cards may be, told before anything else of the hand."""
        box = hand.boxes.get(seat)
        return () if box and box.told else (cls(cards, who=seat) for cards in first_cards())


class Hits(Report, bare=True):
    """one card more, or several in a row; one that nobody named where none is told"""

    cards: Blind = Blind((UNKNOWN,))

    @classmethod
    def options(cls, hand: Backhand, seat: Seat) -> Iterable[Hits]:
        return [cls(who=seat), *(cls(Blind((card,)), who=seat) for card in hand.unseen())]


class Backhands(Report, bare=True):
    """the call that the next card is too much, and that card"""

    card: Card


class Pushes(Report, bare=True):
    """a push hand away, and the new two cards, then one for each ace of the two"""

    cards: Blind = Blind(())

    @classmethod
    def options(cls, hand: Backhand, seat: Seat) -> Iterable[Pushes]:
        yield cls(who=seat)
        if hand.boxes[seat].cases:
            yield from (cls(cards, who=seat) for cards in first_cards())


class Stays(Report):
    """no card more, which is never allowed"""


class Wins(Report):
    """the hand won, where the cards told don't say so"""


class Loses(Report, also=("busts",)):
    """the hand lost, where the cards told don't say so"""


def first_cards() -> Iterator[Blind]:
    """All that two cards may be by their ranks, those for their aces behind them."""
    for two in combinations_with_replacement(VALUES, 2):
        for more in product(VALUES, repeat=two.count("A")):
            yield Blind(tuple(Card(rank) for rank in (*two, *more)))


@dataclass
class Tally(Standing):
    """Hands won, for those who bet chips on them."""

    wins: dict[Seat, int] = field(default_factory=dict)


class Case(NamedTuple):
    """One way a hand may stand: what it counts, and how it was decided if it was."""

    total: int
    won: bool | None = None
    way: str = ""


@dataclass
class Box:
    """What lies before a player: a bet, cards once any were told, and every way they may stand."""

    bet: Bets | None = None
    cards: list[Card] = field(default_factory=list)
    cases: tuple[Case, ...] = ()
    played: bool = False  # something was done with these cards
    won: bool | None = None
    way: str = ""
    told: list[Report] = field(default_factory=list)  # what the cards and the outcome rest on

    @property
    def open(self) -> bool:
        """The cards told leave something to do."""
        return bool(self.cases) and self.won is None and all(case.won is None for case in self.cases)

    @property
    def total(self) -> int | None:
        totals = {case.total for case in self.cases}
        return totals.pop() if len(totals) == 1 else None


@dataclass
class Backhand(Hand):
    """One deal."""

    boxes: dict[Seat, Box] = field(default_factory=dict)
    actor: Seat = NOBODY  # who plays, or played last
    stock: int = 0  # cards nobody told of

    @property
    def eldest(self) -> Seat:
        return self.seats[0] if self.chips else super().eldest

    @property
    def packs(self) -> int:
        return -(-len(self.seats) // 2)

    @property
    def limits(self) -> tuple[int, int]:
        least, most = self.house["min"] or 1, self.house["max"] or 1_000_000_000
        return min(least, most), max(least, most)

    def undecided(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, box in self.boxes.items() if box.won is None)

    def to_bet(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.undecided() if self.chips and not self.boxes[seat].bet)

    def to_play(self) -> tuple[Seat, ...]:
        """The first whose cards were told, or everybody who isn't decided."""
        if self.to_bet():
            return ()
        told = [seat for seat in self.around(self.actor) if self.boxes[seat].cases and self.boxes[seat].won is None]
        return tuple(told[:1]) or self.undecided()

    def turn(self, who: Seat) -> Seat:
        """Whose turn it is among the hands told, WHO's included."""
        start = self.actor if self.boxes[who].cases or self.mid_hand else self.eldest
        return next(seat for seat in self.around(start) if seat == who or self.boxes[seat].open)

    @property
    def mid_hand(self) -> bool:
        return self.boxes[self.actor].open and self.boxes[self.actor].played

    def values(self, card: Card) -> set[int]:
        """What a card may count."""
        return {VALUES[card.rank]} if card.rank in VALUES else {VALUES[one.rank] for one in self.unseen()}

    def cases(self, two: Cards, more: Cards) -> tuple[Case, ...]:
        """All that the first cards of a hand may count; aces among the two are gone."""
        totals = {0}
        for number, card in enumerate((*two, *more)):
            values = self.values(card) - ({1} if number < len(two) else set())
            totals = {total + value for total in totals for value in values}
        return tuple(Case(total) for total in sorted(totals))

    def after_hit(self, cases: Iterable[Case], size: int, card: Card) -> tuple[Case, ...]:
        """How hands of so many cards stand after one more, of those that weren't decided."""
        totals = sorted(case.total for case in cases if case.won is None)
        return tuple(dict.fromkeys(hit(total, size, value) for total in totals for value in sorted(self.values(card))))


def hit(before: int, size: int, value: int) -> Case:
    total = before + value
    if size == 2 and before in PUSH:
        return Case(total, total <= GOAL, "play-the-push")
    if total > GOAL:
        return Case(total, False, "bust")
    return Case(total, True, "five-cards") if size + 1 == HAND else Case(total)


# The hand


async def play_hand(hand: Backhand) -> None:
    await deal(hand)

    # Bets, cards and outcomes
    betting = hand.ask(hand.to_bet, Bets, one_bet, in_limits, free=True)
    dealing = hand.ask(None, FaceUp, bets_are_down, before_play, aces_replaced, in_the_pack, aside=True)
    drawing = (
        hand.ask(hand.to_play, Hits, bets_are_down, in_turn, has_the_choice, in_the_pack, free=True)
        | hand.ask(hand.to_play, Backhands, bets_are_down, in_turn, has_the_choice, in_the_pack, free=True)
        | hand.ask(hand.to_play, Pushes, bets_are_down, in_turn, has_the_choice, aces_replaced, in_the_pack, free=True)
        | hand.ask(hand.to_play, Stays, nobody_stands, bets_are_down, in_turn, free=True, aside=True)
    )
    telling = hand.ask(hand.to_play, Wins, bets_are_down, in_turn, fits_cards, free=True) | hand.ask(
        hand.to_play, Loses, bets_are_down, in_turn, fits_cards, free=True
    )
    while hand.undecided():
        match await (betting | dealing | drawing | telling if hand.chips else dealing | drawing | telling):
            case Bets() as bet:
                hand.boxes[bet.who].bet = bet
            case FaceUp() as dealt:
                lay_out(hand, dealt, dealt.cards)
            case (Wins() | Loses()) as told:
                hand.boxes[told.who].told.append(told)
                decide(hand, told.who, isinstance(told, Wins), "", "as reported")
            case act:
                play(hand, act)


async def deal(hand: Backhand) -> None:
    """Anybody may deal, in turn by custom; the bank always does, and sits before the first player."""
    if hand.chips:
        hand.standing.dealer = hand.next_dealer = BANK
        await hand.ask(None, NextDeal, two_each)
        hand.dealer = BANK
    else:
        due = hand.standing.dealer or hand.seats[0]
        dealt = await (hand.ask((due,), Deal, two_each, free=True) | hand.ask(None, NextDeal, two_each))
        hand.dealer = dealt.who or due
    hand.actor = hand.eldest
    hand.boxes = {seat: Box() for seat in hand.around(hand.eldest)}
    hand.stock = len(hand.pack)


# Cards


def lay_out(hand: Backhand, report: Report, cards: Cards) -> None:
    """The first cards of a hand; between two turns, the turn is the first open hand's again."""
    if not hand.mid_hand:
        hand.actor = hand.eldest
    box = hand.boxes[report.who]
    if box.won is None:
        two, more = split(cards) if cards else ((), (UNKNOWN, UNKNOWN))
        box.cards, box.cases, box.told, box.played = [*two, *more], hand.cases(two, more), [report], False
        take(hand, report, cards)


def split(cards: Cards) -> tuple[Cards, Cards]:
    """What is left of the first two cards, and what came for their aces."""
    two, more = tuple(card for card in cards[:2] if card.rank != "A"), cards[2:]
    return tuple(sorted(two, key=lambda card: card is UNKNOWN))[: max(0, 2 - len(more))], more


def take(hand: Backhand, report: Report, cards: Cards) -> None:
    hand.tell(report, *those_named(cards))
    hand.stock -= len(cards)


def play(hand: Backhand, act: Hits | Backhands | Pushes | Stays) -> None:
    """What a player does; where nothing is left to do and the table lets it stand, only the cards are gone."""
    box = hand.boxes[act.who]
    if not box.cases:
        lay_out(hand, act, ())
    hand.actor = act.who
    size = len(box.cards)
    cases = tuple(case for case in box.cases if not why_not(act, case, size)) or box.cases
    if isinstance(act, Pushes):
        lay_out(hand, act, act.cards)
        hand.actor = act.who
    elif isinstance(act, Backhands):
        box.cases = tuple(backhand(case, value) for case in cases for value in hand.values(act.card))
        take(hand, act, (act.card,))
    elif isinstance(act, Hits):
        take(hand, act, act.cards)
        for card in act.cards:
            if any(case.won is None for case in box.cases):
                box.cases = cases = hand.after_hit(cases, len(box.cards), card)
                box.cards.append(card)
    else:
        box.cases = tuple(case._replace(won=won) for case in cases for won in (True, False))
    if act is not box.told[-1]:
        box.told.append(act)
    box.played = True
    if box.won is None and len(ends := {case.won for case in box.cases}) == 1 and (won := ends.pop()) is not None:
        way = box.cases[0].way
        said = f"{act.card.pretty} turned on {box.total}" if isinstance(act, Backhands) else listed(box.cards)
        decide(hand, act.who, won, way, f"{way}: {said}")


def backhand(case: Case, value: int) -> Case:
    return case if case.won is not None else Case(case.total, case.total + value > GOAL, "backhand")


def decide(hand: Backhand, seat: Seat, won: bool, way: str, because: str) -> None:
    """A hand is won or lost, and paid at once."""
    box = hand.boxes[seat]
    if box.open:
        hand.actor = seat
    box.won, box.way = won, way
    if won:
        hand.standing.wins[seat] = hand.standing.wins.get(seat, 0) + 1
    category = "won" if won else "lost"
    if not hand.chips:
        hand.score(seat, int(won), category, "even-money", because, *box.told)
    elif box.bet:
        payer, payee = (BANK, seat) if won else (seat, BANK)
        pay(hand, payer, payee, box.bet.chips, category, "even-money", because, box.bet, *box.told)


def is_over(hand: Backhand) -> bool | None:
    wins = hand.standing.wins if hand.chips else hand.standing.balance
    goal, deals = hand.house["first-to"], hand.house["hands"]
    if goal is None and deals is None:
        return None
    return (deals is not None and hand.number >= deals) or (goal is not None and max(wins.values(), default=0) >= goal)


# Checks: the deal and the bets


@check("one-pack")
def two_each(hand: Backhand, deal: Deal) -> str | None:
    return None if deal.size in (None, DEALT) else f"two cards each are dealt, not {deal.size}"


@check("bet-first")
def one_bet(hand: Backhand, bet: Bets) -> str | None:
    box = hand.boxes[bet.who]
    if box.bet:
        return Reason(f"{bet.who} has bet {box.bet.chips} ({at(box.bet)})", box.bet)
    return None if box.won is None else f"{bet.who}'s hand is over"


@check("bet-limits")
def in_limits(hand: Backhand, bet: Bets) -> str | None:
    least, most = hand.limits
    if bet.chips < least:
        return f"{bet.chips} is less than the {least} that a bet is at least"
    return f"{bet.chips} is more than the {most} that a bet is at most" if bet.chips > most else None


@check("bet-first")
def bets_are_down(hand: Backhand, report: Report) -> str | None:
    missing = hand.to_bet()
    begun = any(box.cases or box.won is not None for box in hand.boxes.values())
    if report.who in missing or (missing and not begun):
        return f"{' and '.join(missing)} must bet before the cards come"
    return None


# Checks: the cards


@check("turn-order")
def before_play(hand: Backhand, dealt: FaceUp) -> str | None:
    box = hand.boxes[dealt.who]
    if not box.told:
        return None
    return Reason(f"{dealt.who}'s first cards are told before anything else ({at(box.told[0])})", box.told[0])


@check("initial-aces")
def aces_replaced(hand: Backhand, report: FaceUp | Pushes) -> str | None:
    cards = report.cards
    if not cards and isinstance(report, Pushes):
        return None
    aces, unknown = (sum(card.rank == rank for card in cards[:2]) for rank in ("A", UNKNOWN.rank))
    if len(cards) >= 2 and aces <= len(cards) - 2 <= aces + unknown:
        return None
    each = {0: "no ace among them, so no more", 1: "one ace among them, so one more"}
    return f"two cards, with {each.get(aces, 'two aces, so two more')}: these are {len(cards)}"


@check("one-pack")
def in_the_pack(hand: Backhand, report: FaceUp | Hits | Backhands | Pushes) -> str | None:
    """A card is there once a pack; of a rank told without its suit there are four."""
    cards = (report.card,) if isinstance(report, Backhands) else report.cards
    if len(cards) > hand.stock:
        return f"{hand.stock} cards are left, not {len(cards)}"
    named = [kind for card in cards if card.rank in VALUES for kind in dict.fromkeys((card, Card(card.rank)))]
    for kind, copies in Counter(named).items():
        there = hand.packs * (1 if kind.suit else 4)
        told = hand.seen.get(kind, []) if kind.suit else hand.told_of(kind.rank)
        if len(told) + copies > there:
            return Reason(f"the {kind.pretty} is there {there} times, {len(told)} told before{lines(told)}", *told)
    return None


# Checks: play


@check("turn-order")
def in_turn(hand: Backhand, report: Report) -> str | None:
    """The outcome of a hand that may be finished, or whose cards aren't told, comes at any time."""
    box, outcome = hand.boxes[report.who], isinstance(report, (Wins, Loses))
    if box.won is not None:
        verdict = Verdict.IMPOSSIBLE if outcome else None
        return Reason(f"{report.who}'s hand is over ({at(box.told[-1])})", box.told[-1], verdict=verdict)
    if outcome and not box.open:
        return None
    first = hand.turn(report.who)
    return None if first == report.who else Reason(f"{first} plays first ({at(hand.boxes[first].told[0])})")


def why_not(act: Report, case: Case, size: int) -> str:
    """The rule against an act with a hand of so many cards."""
    push = size == 2 and case.total in PUSH
    if case.won is not None:
        return "turn-order"
    if isinstance(act, Pushes) != push and not isinstance(act, Hits):
        return "push-hand"
    return "must-hit" if isinstance(act, Backhands) and case.total < CHOICE else ""


@check("turn-order", "must-hit", "push-hand")
def has_the_choice(hand: Backhand, act: Hits | Backhands | Pushes) -> Answer:
    """Judges every way the hand may stand, and of several hits each but the first after those before."""
    box = hand.boxes[act.who]
    cases, size = box.cases or hand.cases((), (UNKNOWN, UNKNOWN)), len(box.cards) or 2
    if box.won is not None:
        return None
    for place, card in enumerate(act.cards if isinstance(act, Hits) else (UNKNOWN,)):
        broken = {why_not(act, case, size) for case in cases}
        if "" not in broken:
            before = f" with {act.cards[place - 1].pretty}" if place and isinstance(act, Hits) else ""
            has = f"{act.who} has {box.total}" if box.total else f"the hand of {act.who} can't be so"
            texts: Mapping[str, str] = {
                "turn-order": f"{act.who}'s hand is decided{before}, and no card comes after that",
                "must-hit": f"{has}, and twelve comes before a backhand",
                "push-hand": f"{has}: a push hand is 17 to 20 on two cards, and calls no backhand",
            }
            return {rule: Reason(texts[rule], *box.told) for rule in sorted(broken)}
        cases, size = hand.after_hit(cases, size, card), size + 1
    return None


@check("no-standing")
def nobody_stands(hand: Backhand, stays: Stays) -> str:
    return f"{stays.who} can hit or call backhand, and nothing else"


@check("turn-order", "bust", "five-cards", "backhand", "play-the-push")
def fits_cards(hand: Backhand, told: Wins | Loses) -> Answer:
    """Four cards up to eleven can't lose; what else the cards decide is decided."""
    box, won = hand.boxes[told.who], isinstance(told, Wins)
    if box.won is None:
        sure = all(case.won or (len(box.cards) == HAND - 1 and case.total < CHOICE) for case in box.cases)
        if won or not box.cases or not sure:
            return None
        why = f"{told.who} has four cards and {box.total or 'eleven at most'}: the fifth can't bust"
        return {"five-cards": never(why, *box.told)}
    if won == box.won:
        return None
    why = f"{told.who} has {'won' if box.won else 'lost'} by {box.way or 'report'} ({at(box.told[-1])})"
    return {box.way or "turn-order": never(why, *box.told)}


GAME = Game(
    slug="backhand",
    name="Backhand",
    summary="Draw until the next card would bust you, and call it before it comes.",
    family="drawing",
    players=range(1, 41),
    pack=lambda players, house: Pack(packs=-(-players // 2), ace="low"),
    hand=Backhand,
    play=play_hand,
    over=is_over,
    standing=Tally,
    chips=lambda house: bool(house["betting"] == "yes"),
    accounts=(BANK,),
    banker=BANK,
    rules=RULES,
    reports={
        NextDeal: Told("first, and when a deal is finished", "turn-order"),
        Deal: Told("first, and when a deal is finished, where the players deal", "turn-order"),
        Bets: Told("after `deal` where the house bets, once each", "bet-first", "bet-limits"),
        FaceUp: Told("before WHO plays", "bet-first", "initial-aces", "one-pack"),
        Hits: Told("on WHO's turn", "turn-order", "one-pack"),
        Backhands: Told("on WHO's turn", "turn-order", "must-hit", "push-hand", "one-pack"),
        Pushes: Told("on WHO's turn, with a push hand", "turn-order", "push-hand", "initial-aces", "one-pack"),
        Stays: Told("never, unless the table lets it stand", "no-standing"),
        Wins: Told("in place of what was not told", "turn-order"),
        Loses: Told("in place of what was not told; `busts` is the same", "turn-order"),
    },
    categories={
        "won": Category("1, or the bet from the bank", "even-money"),
        "lost": Category("0, or the bet to the bank", "even-money"),
    },
    options=(
        Option("first-to", None, "hands won that end the game", ("game-end",)),
        Option("hands", None, "deals that the game lasts for", ("game-end",)),
        Option("betting", "no", "chips are bet against a bank that has no hand", ("bet-first",), ("yes", "no")),
        Option("min", None, "the smallest bet", ("bet-limits",)),
        Option("max", None, "the highest bet", ("bet-limits",)),
    ),
    facts={
        "total": lambda hand: {seat: box.total for seat, box in hand.boxes.items() if box.total is not None},
        "cards": lambda hand: {seat: len(box.cards) for seat, box in hand.boxes.items() if box.cases},
        "packs": lambda hand: hand.packs,
        "deal": lambda hand: hand.number,
        "bank": lambda hand: holds(hand, BANK) if hand.chips else None,
    },
    told_again={Wins: fits_cards, Loses: fits_cards},
    now=lambda hand: [f"{seat} has {box.total}" for seat, box in hand.boxes.items() if box.open and box.total],
    at_a_glance=(
        Glance("cards each", DEALT, "initial-aces"),
        card_values(lambda card: VALUES[card.rank], "bust"),
        Glance("bust", f"over {GOAL}", "bust"),
        Glance("one more card must come", f"up to {CHOICE - 1}", "must-hit"),
        Glance("push hand", f"{PUSH[0]} to {PUSH[-1]} on two cards", "push-hand"),
        Glance("cards that win without a bust", HAND, "five-cards"),
    ),
    short_form="`deal`, the bets if there are any, and `wins` or `loses` for each player in any order.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann wins; Ben loses; Cat wins"),
        "Ann 1, Ben 0, Cat 1",
    ),
    rulings=(
        "Twelve is enough for the choice: the cards that must come end there, and a ten may bust it.",
        "To hit with a push hand is to play the push: that one card decides.",
        "Five cards are counted in the hand as it lies: no ace that went, no hand pushed away, no card turned for a"
        " backhand; cards that had to come count.",
        "The deal that brings somebody the hands agreed on is played out. Where chips are bet, the hands end the game"
        " and the chips say who has won.",
        "A dealer among the players plays the last hand. The deal passes to the left by custom only.",
        "Whose turn it is is judged among the hands whose cards are told.",
    ),
)
