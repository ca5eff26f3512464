"""Backhand.  Nobody stands: draw until the next card would bust you, and call it before it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from referee.cards import UNKNOWN, Card, Cards, Pack, Rank, listed, those_named
from referee.game.asks import Asks, at
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Hand, Table
from referee.game.quick_reference import by_points
from referee.game.standing import Standing
from referee.kit.claims import deals
from referee.kit.endings import all_played
from referee.kit.ledger import holds, pay
from referee.kit.messages import lines, together
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many, so_often
from referee.rules.options import Option, Variant, in_order
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    Verdict,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    not_next,
    number,
    worth,
)

BANK = Seat("bank")
DEALT = 2
ORDINALS = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


# Reports


class NextDeal(Deal, speaker="none", verb="deal", also=("deals",), as_said="the deal"):
    """a new deal, by the bank or by whoever is next"""


class Bets(Report, by_turns=True):
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
        return () if box and box.told else (cls(cards, who=seat) for cards in first_cards(hand))


class Hits(Report, bare=True):
    """one card more, or several in a row; one that nobody named where none is told"""

    cards: Blind = Blind((UNKNOWN,))
    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.unseen())])


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
            yield from (cls(cards, who=seat) for cards in first_cards(hand))


class Stays(Report):
    """no card more, which is never allowed"""


class Wins(Report):
    """the hand won, where the cards told don't say so"""


class Loses(Report, also=("busts",)):
    """the hand lost, where the cards told don't say so"""


Act = Hits | Backhands | Pushes | Stays
Outcome = Wins | Loses


def first_cards(hand: Backhand) -> Iterator[Blind]:
    """All that two cards may be by their ranks, those for their aces behind them."""
    for two in combinations_with_replacement(hand.pack.ranks, 2):
        for more in product(hand.pack.ranks, repeat=two.count("A") if hand.aces_go else 0):
            yield Blind(tuple(Card(rank) for rank in (*two, *more)))


@dataclass
class Tally(Standing):
    """Hands won, by player, and the points that some of them scored beyond one."""

    wins: dict[Seat, int] = field(default_factory=dict)
    extra: dict[Seat, int] = field(default_factory=dict)


class Case(NamedTuple):
    """One way a hand may stand: what it counts, and how it was decided if it was."""

    total: int
    won: bool | None = None
    way: Rule | None = None


@dataclass
class Box:
    """What lies before a player: a bet, cards once any were told, and every way they may stand."""

    bet: Bets | None = None
    cards: list[Card] = field(default_factory=list)
    cases: tuple[Case, ...] = ()
    played: bool = False  # something was done with these cards
    won: bool | None = None
    way: Rule | None = None
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
        return packs_for(len(self.seats), self.house)

    @cached_property
    def worth(self) -> dict[Rank, int]:
        """What the ranks count."""
        ace, court = self.house["ace"], self.house["court"]
        pips = {Rank(str(pips)): pips for pips in range(2, 11)}
        return {Rank("A"): ace, **dict.fromkeys(map(Rank, "KQJ"), court), **pips}

    @property
    def aces_go(self) -> bool:
        """Aces among the first two cards are thrown away, and others come for them."""
        return bool(self.house["first-aces"] == "replaced")

    @property
    def goal(self) -> int:
        """The most that a hand may count."""
        return int(self.house["goal"])

    @property
    def limits(self) -> tuple[int, int]:
        return self.house["min"] or 1, self.house["max"] or 1_000_000_000

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

    def values(self, card: Card, no_ace: bool = False) -> set[int]:
        """What a card may count."""
        if card.rank in self.worth:
            return {self.worth[card.rank]}
        return {self.worth[other.rank] for other in self.unseen() if not (no_ace and other.rank == "A")}

    def cases(self, two: Cards, more: Cards) -> tuple[Case, ...]:
        """All that the first cards of a hand may count; aces among the two are gone."""
        totals = {0}
        for place, card in enumerate((*two, *more)):
            values = self.values(card, no_ace=place < len(two) and self.aces_go)
            totals = {total + value for total in totals for value in values}
        return tuple(Case(total) for total in sorted(totals))

    def after_hit(self, cases: Iterable[Case], size: int, card: Card) -> tuple[Case, ...]:
        """How hands of so many cards stand after one more, of those that weren't decided."""
        totals = sorted(case.total for case in cases if case.won is None)
        values = sorted(self.values(card))
        return tuple(dict.fromkeys(self.hit(total, size, value) for total in totals for value in values))

    def hit(self, before: int, size: int, value: int) -> Case:
        total = before + value
        if self.is_push(before, size):
            return Case(total, total <= self.goal, play_the_push)
        if total > self.goal:
            return Case(total, False, bust)
        return Case(total, True, five_cards) if size + 1 == self.house["cards"] else Case(total)

    def after_backhand(self, case: Case, value: int) -> Case:
        return case if case.won is not None else Case(case.total, case.total + value > self.goal, backhand)

    def is_push(self, total: int, size: int) -> bool:
        """Whether so many cards that count so much are a push hand."""
        if size != DEALT or self.house["push"] == "no":
            return False
        return bool(self.house["push-from"] <= total <= self.house["push-to"])


# The hand


async def play_hand(hand: Backhand) -> None:
    await deal(hand)

    # Bets, cards and outcomes
    betting = hand.ask(hand.to_bet, Bets, free=True)
    playing: Asks[Any] = (
        hand.ask(None, FaceUp, aside=True)
        | hand.ask(hand.to_play, Hits, Backhands, Pushes, free=True)
        | hand.ask(hand.to_play, Stays, no_standing, bet_first, turn_order, free=True, aside=True)
        | hand.ask(hand.to_play, Wins, Loses, free=True)
    )
    while hand.undecided():
        match await (betting | playing if hand.chips else playing):
            case Bets() as bet:
                hand.boxes[bet.who].bet = bet
            case FaceUp() as dealt:
                lay_out(hand, dealt, dealt.cards)
            case (Wins() | Loses()) as told:
                hand.boxes[told.who].told.append(told)
                decide(hand, told.who, isinstance(told, Wins), None, "as reported")
            case act:
                play(hand, act)


async def deal(hand: Backhand) -> None:
    """Anybody may deal, in turn by custom; the bank always does, and sits before the first player."""
    if hand.chips:
        hand.standing.dealer = hand.next_dealer = BANK
        await hand.ask(None, NextDeal)
        hand.dealer = BANK
    else:
        due = hand.standing.dealer or hand.seats[0]
        dealt = await (hand.ask((due,), Deal, free=True) | hand.ask(None, NextDeal))
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
        two, more = split(hand, cards) if cards else ((), (UNKNOWN, UNKNOWN))
        box.cards, box.cases, box.told, box.played = [*two, *more], hand.cases(two, more), [report], False
        take(hand, report, cards)


def split(hand: Backhand, cards: Cards) -> tuple[Cards, Cards]:
    """What is left of the first two cards, and what came for their aces."""
    if not hand.aces_go:
        return cards[:2], cards[2:]
    two, more = sorted((card for card in cards[:2] if card.rank != "A"), key=lambda card: card is UNKNOWN), cards[2:]
    gone = min(max(0, len(two) + len(more) - 2), two.count(UNKNOWN))
    return tuple(two[: len(two) - gone]), more


def take(hand: Backhand, report: Report, cards: Cards) -> None:
    hand.tell(report, *those_named(cards))
    hand.stock -= len(cards)


def play(hand: Backhand, act: Act) -> None:
    """What a player does; where nothing is left to do and the table lets it stand, only the cards are gone."""
    box = hand.boxes[act.who]
    if not box.cases:
        lay_out(hand, act, ())
    hand.actor = act.who
    size = len(box.cards)
    cases = tuple(case for case in box.cases if not why_not(hand, act, case, size)) or box.cases
    if isinstance(act, Pushes):
        lay_out(hand, act, act.cards)
        hand.actor = act.who
    elif isinstance(act, Backhands):
        box.cases = tuple(hand.after_backhand(case, value) for case in cases for value in hand.values(act.card))
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
        way = next((case.way for case in box.cases if case.way is not five_cards), five_cards)
        said = f"{act.card.pretty} turned on {box.total}" if isinstance(act, Backhands) else listed(box.cards)
        decide(hand, act.who, won, way, f"{way.name}: {said}" if way else said)


def decide(hand: Backhand, seat: Seat, won: bool, way: Rule | None, because: str) -> None:
    """A hand is won or lost, and paid at once."""
    box = hand.boxes[seat]
    if box.open:
        hand.actor = seat
    box.won, box.way = won, way
    category, times = "won" if won else "lost", even_money(hand, way is five_cards)
    if won:
        hand.standing.wins[seat] = hand.standing.wins.get(seat, 0) + 1
        hand.standing.extra[seat] = hand.standing.extra.get(seat, 0) + times - 1
    if not hand.chips:
        hand.book(seat, even_money, times * won, because, *box.told, line=category)
    elif box.bet:
        payer, payee = (BANK, seat) if won else (seat, BANK)
        pay(hand, payer, payee, times * box.bet.chips, even_money, because, box.bet, *box.told, line=category)


# Rules: bets

bet_first = illegal(
    "{betting}.",
    betting={"yes": "everybody stakes chips once, and then come the cards", "no": "nobody bets"},
)


@judges(bet_first)
def one_bet(hand: Backhand, bet: Bets) -> str | None:
    box = hand.boxes[bet.who]
    if box.bet:
        return Reason(f"{bet.who} has bet {box.bet.chips} ({at(box.bet)})", box.bet)
    return None if box.won is None else f"{bet.who}'s hand is over"


@judges(bet_first)
def bets_are_down(hand: Backhand, report: FaceUp | Act | Outcome) -> str | None:
    missing = hand.to_bet()
    begun = any(box.cases or box.won is not None for box in hand.boxes.values())
    if report.who in missing or (missing and not begun):
        return f"{together(missing)} must bet before the cards come"
    return None


bet_limits = illegal(
    "A bet has {min} and {max}.",
    min=number(None, "the smallest bet", least=1, words={"none": "no lower limit", "N": "a lower limit of {N:chip}"}),
    max=number(None, "the highest bet", least=1, words={"none": "no upper limit", "N": "an upper limit of {N:chip}"}),
)


@judges(bet_limits)
def in_limits(hand: Backhand, bet: Bets) -> str | None:
    least, most = hand.limits
    if bet.chips < 0:
        return cannot_happen(f"nobody bets {bet.chips}")
    if bet.chips < least:
        return f"{bet.chips} is less than the {least} that a bet is at least"
    return f"{bet.chips} is more than the {most} that a bet is at most" if bet.chips > most else None


# Rules: turns

turn_order = illegal(
    "From the dealer's left everybody finishes a hand before the next begins.",
    turn=(NextDeal, Deal, Hits, Backhands, Pushes, Wins, Loses),
)


@judges(turn_order)
def before_play(hand: Backhand, dealt: FaceUp) -> str | None:
    box = hand.boxes[dealt.who]
    if not box.told:
        return None
    return Reason(f"{dealt.who}'s first cards are told before anything else ({at(box.told[0])})", box.told[0])


def in_turn(hand: Backhand, report: Act | Outcome) -> Answer:
    """The outcome of a hand that may be finished, or whose cards aren't told, comes at any time."""
    box, outcome = hand.boxes[report.who], isinstance(report, Outcome)
    if box.won is not None:
        verdict = Verdict.IMPOSSIBLE if outcome else None
        why = Reason(f"{report.who}'s hand is over ({at(box.told[-1])})", box.told[-1], verdict=verdict)
        return dict.fromkeys((turn_order, box.way or even_money), why)
    if outcome and not box.open:
        return None
    first = hand.turn(report.who)
    if first == report.who:
        return None
    return {turn_order: not_next(report.who, first)}


must_hit = illegal(
    "Below {choice:word} there is no choice: cards come until the hand has that or more.",
    choice=number(12, "the total from which a player has the choice", least=3, most=20),
)


@illegal(place=Stays)
def no_standing(hand: Backhand, stays: Stays, *, choice: int = 12) -> str:
    """From {choice:word} on a player hits or calls backhand; nobody stands."""
    return f"{stays.who} can hit or call backhand, and nothing else"


push_hand = illegal(
    "{push}.",
    push={
        "yes": "a push hand has {push_from} to {push_to} on its first two cards: no backhand, but a hit, or two new"
        " cards for it; no other hand is pushed away",
        "no": "there are no push hands, and no hand is pushed away",
    },
    push_from=number(17, "the least total of a push hand", least=3, most=40),
    push_to=number(20, "the highest total of a push hand", least=3, most=40),
)


def push_totals(table: Backhand | Table) -> str:
    return f"{table.house['push-from']} to {table.house['push-to']}"


def push_hands(table: Table) -> str:
    return f"{push_totals(table)} on two cards" if table.house["push"] == "yes" else "none"


def why_not(hand: Backhand, act: Act, case: Case, size: int) -> Rule | None:
    """The rule against an act with a hand of so many cards, of those that the table plays by."""
    if case.won is not None:
        return turn_order
    amiss = isinstance(act, Pushes) != hand.is_push(case.total, size) and not isinstance(act, Hits)
    if amiss and hand.enforces(push_hand):
        return push_hand
    too_soon = isinstance(act, Backhands) and case.total < hand.house["choice"]
    return must_hit if too_soon and hand.enforces(must_hit) else None


@judges(turn_order, must_hit, push_hand)
def has_the_choice(hand: Backhand, act: Hits | Backhands | Pushes) -> Answer:
    """Judges every way the hand may stand, and of several hits each but the first after those before."""
    box = hand.boxes[act.who]
    cases, size = box.cases or hand.cases((), (UNKNOWN, UNKNOWN)), len(box.cards) or 2
    if box.won is not None:
        return None
    for place, card in enumerate(act.cards if isinstance(act, Hits) else (UNKNOWN,)):
        against = [why_not(hand, act, case, size) for case in cases]
        broken = [rule for rule in dict.fromkeys(against) if rule]
        if None not in against:
            before = f" with {act.cards[place - 1].pretty}" if place and isinstance(act, Hits) else ""
            has = f"{act.who} has {box.total}" if box.total else f"{act.who} can't have that hand"
            texts: Mapping[Rule, str] = {
                turn_order: f"{act.who}'s hand is decided{before}, and no card comes after that",
                must_hit: f"{has}, and {in_letters(hand.house['choice'])} comes before a backhand",
                push_hand: f"{has}: a push hand is {push_totals(hand)} on two cards, and calls no backhand",
            }
            return {rule: Reason(texts[rule], *box.told) for rule in sorted(broken, key=lambda rule: rule.name)}
        cases, size = hand.after_hit(cases, size, card), size + 1
    return None


# Rules: cards

one_pack = impossible(
    "Every card is there once in each pack, a pack for every {players_a_pack:word player}; all go into each deal.",
    deals(DEALT),
    players_a_pack=number(2, "players for whom a pack is taken", least=1, most=4),
)


def packs_for(players: int, house: Mapping[str, Any]) -> int:
    return -(-players // int(house["players-a-pack"]))


@arithmetic(
    first_aces={
        "replaced": "an ace among the first two cards goes, and one card comes for it; an ace that comes so is kept",
        "kept": "an ace among the first two cards is kept",
    }
)
def initial_aces(hand: Backhand, report: FaceUp | Pushes) -> str | None:
    """{first_aces}."""
    cards = report.cards
    if not cards and isinstance(report, Pushes):
        return None
    aces, unknown = (sum(card.rank == rank for card in cards[:2]) for rank in ("A", UNKNOWN.rank))
    if not hand.aces_go:
        return None if len(cards) == 2 else f"two cards, and an ace among them stays: these are {len(cards)}"
    if len(cards) >= 2 and aces <= len(cards) - 2 <= aces + unknown:
        return None
    each = {0: "no ace among them, so no more", 1: "one ace among them, so one more"}
    return f"two cards, with {each.get(aces, 'two aces, so two more')}: these are {len(cards)}"


@judges(one_pack)
def in_the_pack(hand: Backhand, report: FaceUp | Hits | Backhands | Pushes) -> str | None:
    """A card is there once in each pack; of a rank told without its suit there are four."""
    cards = (report.card,) if isinstance(report, Backhands) else report.cards
    if len(cards) > hand.stock:
        return f"the stock has {so_many(hand.stock, 'card')} left, not {len(cards)}"
    named = [kind for card in cards if card.rank in hand.worth for kind in dict.fromkeys((card, Card(card.rank)))]
    for kind, copies in Counter(named).items():
        most = hand.packs * (1 if kind.suit else 4)
        told = hand.seen.get(kind, []) if kind.suit else hand.told_of(kind.rank)
        if len(told) + copies > most:
            before = f"was told {so_often(len(told))} before{lines(told)}"
            return Reason(f"the {kind.pretty} is there {so_often(most)}, and {before}", *told)
    return None


# Rules: how a hand is decided

bust = worth(
    "An ace counts {ace}, a court card {court}, the others their pips; a hit above {goal} loses the hand.",
    ace=number(1, "what an ace counts", least=1, most=11),
    court=number(10, "what a court card counts", least=1, most=13),
    goal=number(21, "the most that isn't bust", least=20, most=40),
)
five_cards = worth(
    "A hand of {cards:word} cards that isn't bust wins.",
    cards=number(5, "cards that win without a bust", least=3, most=7),
)
backhand = worth(
    "Backhand wins if the card turned beside the hand would have taken it above {goal}, else it loses.", goal=21
)
play_the_push = worth("A push hand that hits is decided by that card: bust loses, all else wins.")


@judges(turn_order, bust, five_cards, backhand, play_the_push, when="always")
def fits_cards(hand: Backhand, told: Outcome) -> Answer:
    """Before the card that wins, a hand that no card can bust can't lose; what else the cards decide is decided."""
    box, won = hand.boxes[told.who], isinstance(told, Wins)
    if box.won is None:
        last, most = hand.house["cards"], hand.goal - max(hand.worth.values())
        sure = all(case.won or (len(box.cards) == last - 1 and case.total <= most) for case in box.cases)
        if won or not box.cases or not sure:
            return None
        has = f"{told.who} has {in_letters(last - 1)} cards and {box.total or f'{in_letters(most)} at most'}"
        why = f"{has}: the {ORDINALS[last]} can't bust"
        return {five_cards: cannot_happen(why, *box.told)}
    if won == box.won:
        return None
    way = f" by {box.way.name}" if box.way else ""
    why = f"{told.who} has {'won' if box.won else 'lost'}{way} ({at(box.told[-1])})"
    return {box.way or turn_order: cannot_happen(why, *box.told)}


# Rules: the score


@worth(
    lines=("won", "lost"),
    betting={
        "yes": "a hand won brings as many chips from the bank as were bet, and a lost bet is the bank's",
        "no": "a hand won counts one",
    },
)
def even_money(
    hand: Backhand,
    by_cards: bool,
    *,
    five_pays: int = number(1, "times that a hand counts which wins by its cards", least=1, most=5),
) -> int:
    """{betting}. One that wins by its cards counts {five_pays:times}."""
    return five_pays if by_cards else 1


judges(turn_order, bust, five_cards, backhand, play_the_push, even_money)(in_turn)


@worth
def game_end(
    hand: Backhand,
    *,
    first_to: int | None = number(
        None,
        "hands won that end the game",
        least=1,
        words={"none": "however many hands somebody has won", "N": "or once somebody has won {N:hand}"},
    ),
    hands: int | None = number(
        None,
        "deals that the game lasts for",
        least=1,
        words={"none": "when the table stops", "N": "after {N:deal}"},
    ),
) -> bool | None:
    """The game ends {hands}, {first_to}. Equals share it."""
    if first_to is None and hands is None:
        return None
    wins, extra = hand.standing.wins, hand.standing.extra
    if not hand.chips:  # a correction of the score corrects the hands won
        wins = {seat: points - extra.get(seat, 0) for seat, points in hand.standing.balance.items()}
    deals_done, won = all_played(hand, hands), max(wins.values(), default=0)
    return deals_done or (first_to is not None and won >= first_to)


def values(table: Table) -> dict[str, int]:
    hand: Backhand = table.hand()
    return {card.text: hand.worth[card.rank] for card in table.pack}


GAME = Game(
    slug="backhand",
    name="Backhand",
    summary="Draw until the next card would bust you, and call it before it comes.",
    family="drawing",
    players=range(1, 41),
    pack=lambda players, house: Pack(packs=packs_for(players, house), ace="low"),
    hand=Backhand,
    play=play_hand,
    over=game_end,
    standing=Tally,
    chips=lambda house: bool(house["betting"] == "yes"),
    accounts=(BANK,),
    banker=BANK,
    verbs={
        NextDeal: "first, and when a deal is finished",
        Deal: "first, and when a deal is finished, where the players deal",
        Bets: "after `deal` where the house bets, once each",
        FaceUp: "before WHO plays",
        Hits: "on WHO's turn",
        Backhands: "on WHO's turn",
        Pushes: "on WHO's turn, with a push hand",
        Stays: "never, unless the table lets it stand",
        Wins: "in place of what was not told",
        Loses: "in place of what was not told; `busts` is the same",
    },
    pack_rule=one_pack,
    clashes=(in_order(("min", "max"), ("push-from", "push-to")),),
    options=(
        Option("betting", "no", "chips are bet against a bank that has no hand", (bet_first,), ("yes", "no")),
        Option(
            "first-aces",
            "replaced",
            "what becomes of aces among the first two cards: others come for them, or they are kept",
            (initial_aces,),
            ("replaced", "kept"),
        ),
        Option("push", "yes", "some hands of two cards are push hands", (push_hand, play_the_push), ("yes", "no")),
    ),
    variants=(
        Variant("casino", "Chips are bet against a bank.", "betting=yes"),
        Variant("kept-aces", "An ace among the first two cards stays.", "first-aces=kept"),
        Variant("no-push-hands", "There are no push hands: from twelve on there is always the choice.", "push=no"),
        Variant("five-card-double", "Five cards without a bust count twice.", "five-pays=2"),
        Variant("early-call", "Backhand may be called on any total.", "without=must-hit"),
    ),
    facts={
        "total": lambda hand: {seat: box.total for seat, box in hand.boxes.items() if box.total is not None},
        "cards": lambda hand: {seat: len(box.cards) for seat, box in hand.boxes.items() if box.cases},
        "packs": lambda hand: hand.packs,
        "deal": lambda hand: hand.number,
        "bank": lambda hand: holds(hand, BANK) if hand.chips else None,
    },
    now=lambda hand: [f"{seat} has {box.total}" for seat, box in hand.boxes.items() if box.open and box.total],
    at_a_glance=(
        Glance("cards each", DEALT, initial_aces),
        Glance("card values", values, bust, show=by_points),
        Glance("bust", lambda table: f"over {table.house['goal']}", bust),
        Glance("one more card must come", lambda table: f"up to {table.house['choice'] - 1}", must_hit),
        Glance("push hand", push_hands, push_hand),
        Glance("cards that win without a bust", lambda table: table.house["cards"], five_cards),
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
    edition=2,
)
