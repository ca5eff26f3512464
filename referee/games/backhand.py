"""Backhand.  Nobody stands: draw until the next card would bust you, and call it before it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from referee.cards import UNKNOWN, Card, Cards, Pack, Rank, those_named
from referee.game.asks import Asks, at
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Hand, Table
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
    """a new deal, by the bank or the next dealer"""


class Bets(Report, by_turns=True, limits={"chips": lambda hand, seat: hand.limits[1]}):
    """the stake on the hand to come"""

    chips: int

    @classmethod
    def options(cls, hand: Backhand, seat: Seat) -> Iterable[Bets]:
        least, most = hand.limits
        return (cls(chips, who=seat) for chips in range(least, min(most, least + 1000) + 1))


class FaceUp(Report, verb="dealt", bare=True):
    """a player's first two cards, then one for each ace among them"""

    cards: Blind

    @classmethod
    def options(cls, hand: Backhand, seat: Seat) -> Iterable[FaceUp]:
        """All hands that can be dealt to a player, unless something of the hand was entered before."""
        box = hand.boxes.get(seat)
        return () if box and box.told else (cls(cards, who=seat) for cards in first_cards(hand))


class Hits(Report, bare=True):
    """a player takes one more card, or several; if you name none, one unknown card"""

    cards: Blind = Blind((UNKNOWN,))
    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.unseen())])


class Backhands(Report, bare=True):
    """a player calls backhand, and this card is turned up"""

    card: Card


class Pushes(Report, bare=True):
    """a player pushes a push hand away and gets two new cards, then one for each ace among them"""

    cards: Blind = Blind(())

    @classmethod
    def options(cls, hand: Backhand, seat: Seat) -> Iterable[Pushes]:
        yield cls(who=seat)
        if hand.boxes[seat].cases:
            yield from (cls(cards, who=seat) for cards in first_cards(hand))


class Stays(Report):
    """a player wants no more cards, which isn't allowed"""


class Wins(Report):
    """a player wins the hand"""


class Loses(Report, also=("busts",)):
    """a player loses the hand"""


Act = Hits | Backhands | Pushes | Stays
Outcome = Wins | Loses


def first_cards(hand: Backhand) -> Iterator[Blind]:
    """All pairs of ranks, followed by the cards that replace their aces."""
    for two in combinations_with_replacement(hand.pack.ranks, 2):
        for more in product(hand.pack.ranks, repeat=two.count("A") if hand.aces_go else 0):
            yield Blind(tuple(Card(rank) for rank in (*two, *more)))


@dataclass
class Tally(Standing):
    """Hands won by each player, and points scored beyond one a hand."""

    wins: dict[Seat, int] = field(default_factory=dict)
    extra: dict[Seat, int] = field(default_factory=dict)


class Case(NamedTuple):
    """One possible state of a hand: its count, and how it was decided."""

    total: int
    won: bool | None = None
    way: Rule | None = None


@dataclass
class Box:
    """A player's bet, cards and all possible states of the hand."""

    bet: Bets | None = None
    cards: list[Card] = field(default_factory=list)
    cases: tuple[Case, ...] = ()
    played: bool = False  # the player has acted on these cards
    won: bool | None = None
    way: Rule | None = None
    told: list[Report] = field(default_factory=list)  # reports behind the cards and the outcome

    @property
    def open(self) -> bool:
        """Whether there is still something to do with the cards."""
        return bool(self.cases) and self.won is None and all(case.won is None for case in self.cases)

    @property
    def total(self) -> int | None:
        totals = {case.total for case in self.cases}
        return totals.pop() if len(totals) == 1 else None


@dataclass
class Backhand(Hand):
    """One deal."""

    boxes: dict[Seat, Box] = field(default_factory=dict)
    actor: Seat = NOBODY  # who is playing, or played last
    stock: int = 0  # cards that weren't entered

    @property
    def eldest(self) -> Seat:
        return self.seats[0] if self.chips else super().eldest

    @property
    def packs(self) -> int:
        return packs_for(len(self.seats), self.house)

    @cached_property
    def worth(self) -> dict[Rank, int]:
        """What each rank counts."""
        ace, court = self.house["ace"], self.house["court"]
        pips = {Rank(str(pips)): pips for pips in range(2, 11)}
        return {Rank("A"): ace, **dict.fromkeys(map(Rank, "KQJ"), court), **pips}

    @property
    def aces_go(self) -> bool:
        """Whether aces among the first two cards are replaced."""
        return bool(self.house["first-aces"] == "replaced")

    @property
    def goal(self) -> int:
        """The highest count that doesn't bust."""
        return int(self.house["goal"])

    @property
    def limits(self) -> tuple[int, int]:
        return self.house["min"] or 1, self.house["max"] or 1_000_000_000

    def undecided(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, box in self.boxes.items() if box.won is None)

    def to_bet(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.undecided() if self.chips and not self.boxes[seat].bet)

    def to_play(self) -> tuple[Seat, ...]:
        """The first player whose cards are known, or every player who isn't done."""
        if self.to_bet():
            return ()
        texts = [seat for seat in self.around(self.actor) if self.boxes[seat].cases and self.boxes[seat].won is None]
        return tuple(texts[:1]) or self.undecided()

    def turn(self, who: Seat) -> Seat:
        """The player whose turn it is among the known hands and WHO's."""
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
        """The counts that the first cards of a hand may have. Aces among the two are gone."""
        totals = {0}
        for place, card in enumerate((*two, *more)):
            values = self.values(card, no_ace=place < len(two) and self.aces_go)
            totals = {total + value for total in totals for value in values}
        return tuple(Case(total) for total in sorted(totals))

    def after_hit(self, cases: Iterable[Case], size: int, card: Card) -> tuple[Case, ...]:
        """The states of open hands of this size after one more card."""
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
        """Whether this many cards with this count are a push hand."""
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
            case (Wins() | Loses()) as report:
                hand.boxes[report.who].told.append(report)
                decide(hand, report.who, isinstance(report, Wins), None, "entered without cards")
            case act:
                play(hand, act)


async def deal(hand: Backhand) -> None:
    """In a betting game the bank always deals, and sits before the first player. Otherwise anybody may deal."""
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
    """Lays out the first cards of a hand. Between turns, the first open hand is next."""
    if not hand.mid_hand:
        hand.actor = hand.eldest
    box = hand.boxes[report.who]
    if box.won is None:
        two, more = split(hand, cards) if cards else ((), (UNKNOWN, UNKNOWN))
        box.cards, box.cases, box.told, box.played = [*two, *more], hand.cases(two, more), [report], False
        take(hand, report, cards)


def split(hand: Backhand, cards: Cards) -> tuple[Cards, Cards]:
    """The first two cards without aces, and the cards that replaced the aces."""
    if not hand.aces_go:
        return cards[:2], cards[2:]
    two, more = sorted((card for card in cards[:2] if card.rank != "A"), key=lambda card: card is UNKNOWN), cards[2:]
    gone = min(max(0, len(two) + len(more) - 2), two.count(UNKNOWN))
    return tuple(two[: len(two) - gone]), more


def take(hand: Backhand, report: Report, cards: Cards) -> None:
    hand.tell(report, *those_named(cards))
    hand.stock -= len(cards)


def play(hand: Backhand, act: Act) -> None:
    """Applies what a player does. If the table keeps an act on a finished hand, only the cards are gone."""
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
        text = f"{act.card.pretty} turned up on {box.total}" if isinstance(act, Backhands) else in_words(box.cards)
        decide(hand, act.who, won, way, f"{way.name.replace('-', ' ')} – {text}" if way else text)


def in_words(cards: Iterable[Card]) -> str:
    """The cards of a hand, the unknown ones last: ``9♣, 9♦ and 2 unknown cards``."""
    named = [card.pretty for card in cards]
    known = [name for name in named if name != UNKNOWN.pretty]
    unknown = len(named) - len(known)
    return together([*known, so_many(unknown, "unknown card")] if unknown else known)


def decide(hand: Backhand, seat: Seat, won: bool, way: Rule | None, because: str) -> None:
    """Decides a hand and pays it at once."""
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
    betting={"yes": "each player makes a bet before the cards are dealt", "no": "you play without bets"},
)


@judges(bet_first)
def one_bet(hand: Backhand, bet: Bets) -> str | None:
    box = hand.boxes[bet.who]
    if box.bet:
        return Reason(f"{bet.who} has already bet {box.bet.chips} ({at(box.bet)})", box.bet)
    return None if box.won is None else f"{bet.who}'s hand is over"


@judges(bet_first)
def bets_are_down(hand: Backhand, report: FaceUp | Act | Outcome) -> str | None:
    missing = hand.to_bet()
    begun = any(box.cases or box.won is not None for box in hand.boxes.values())
    if report.who in missing or (missing and not begun):
        return f"{together(missing)} must bet before cards are dealt"
    return None


bet_limits = illegal(
    "If you play with bets, there is {min} and {max}.",
    min=number(None, "lowest bet", least=1, words={"none": "no lower limit", "N": "a lower limit of {N:chip}"}),
    max=number(None, "highest bet", least=1, words={"none": "no upper limit", "N": "an upper limit of {N:chip}"}),
    asked="how much bet",
)


@judges(bet_limits)
def in_limits(hand: Backhand, bet: Bets) -> str | None:
    least, most = hand.limits
    if bet.chips < 0:
        return cannot_happen(f"{bet.who} can't bet {bet.chips}")
    if bet.chips < least:
        return f"{bet.chips} is too little: a bet is at least {least}"
    return f"{bet.chips} is too much: a bet is at most {most}" if bet.chips > most else None


# Rules: turns

turn_order = illegal(
    "The player on the dealer's left goes first. Finish your hand before the next player on the left begins.",
    turn=(NextDeal, Deal, Hits, Backhands, Pushes, Wins, Loses),
)


@judges(turn_order)
def before_play(hand: Backhand, dealt: FaceUp) -> str | None:
    box = hand.boxes[dealt.who]
    if not box.told:
        return None
    return Reason(f"{dealt.who}'s first cards must be entered before anything else ({at(box.told[0])})", box.told[0])


def in_turn(hand: Backhand, report: Act | Outcome) -> Answer:
    """The outcome of a hand without known cards, or of a finished one, may be entered at any time."""
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
    "If your hand counts less than {choice:word}, you must hit: take one more card. Go on until you reach that count.",
    choice=number(12, "lowest count at which you may choose", least=3, most=20),
    asked="must hit, hit, stand low, under twelve",
)


@illegal(place=Stays, asked="stand, stay, stop, must choose")
def no_standing(hand: Backhand, stays: Stays, *, choice: int = 12) -> str:
    """If your hand counts {choice:word} or more, you must choose: hit, or call backhand. You can't stand."""
    return f"{stays.who} must hit or call backhand"


push_hand = illegal(
    "{push}.",
    push={
        "yes": (
            "if your first two cards count {push_from} to {push_to}, that is a push hand. You can't call backhand"
            " with it. Hit, or push the hand away and get two new cards. You can't push any other hand away"
        ),
        "no": "there are no push hands, so you can't push a hand away",
    },
    push_from=number(17, "lowest count of a push hand", least=3, most=40),
    push_to=number(20, "highest count of a push hand", least=3, most=40),
    asked="push, push hand, 17, new cards, change hand",
)


def push_totals(table: Backhand | Table) -> str:
    return f"{table.house['push-from']} to {table.house['push-to']}"


def push_hands(table: Table) -> str:
    return f"{push_totals(table)} on two cards" if table.house["push"] == "yes" else "none"


def why_not(hand: Backhand, act: Act, case: Case, size: int) -> Rule | None:
    """The first rule in force against an act with this state of a hand, or None."""
    if case.won is not None:
        return turn_order
    amiss = isinstance(act, Pushes) != hand.is_push(case.total, size) and not isinstance(act, Hits)
    if amiss and hand.enforces(push_hand):
        return push_hand
    too_soon = isinstance(act, Backhands) and case.total < hand.house["choice"]
    return must_hit if too_soon and hand.enforces(must_hit) else None


@judges(turn_order, must_hit, push_hand)
def has_the_choice(hand: Backhand, act: Hits | Backhands | Pushes) -> Answer:
    """Judges all possible states of the hand. Of several hits, each is judged after those before it."""
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
                turn_order: f"{act.who}'s hand is over{before}, so {act.who} gets no more cards",
                must_hit: f"{has}, and must have {in_letters(hand.house['choice'])} before a backhand",
                push_hand: (
                    f"{has}: only {push_totals(hand)} on two cards is a push hand, and a push hand can't call backhand"
                ),
            }
            return {rule: Reason(texts[rule], *box.told) for rule in sorted(broken, key=lambda rule: rule.name)}
        cases, size = hand.after_hit(cases, size, card), size + 1
    return None


# Rules: cards

one_pack = impossible(
    "Each deck has 52 cards, one of each. Use one deck for {players_a_pack}, and one more for any players left over."
    " Shuffle all cards before each deal.",
    deals(DEALT),
    players_a_pack=number(
        2,
        "players for each deck",
        least=1,
        most=4,
        words={"1": "each player", "N": "every {N:word player}"},
    ),
)


def packs_for(players: int, house: Mapping[str, Any]) -> int:
    return -(-players // int(house["players-a-pack"]))


@arithmetic(
    first_aces={
        "replaced": (
            "if one of your first two cards is an ace, discard it and get one card for it. You keep an ace that you"
            " get that way"
        ),
        "kept": "you keep aces among your first two cards",
    },
    asked="ace dealt, ace first, first ace, replace ace",
)
def initial_aces(hand: Backhand, report: FaceUp | Pushes) -> str | None:
    """Each player gets two cards face up. {first_aces}."""
    cards = report.cards
    if not cards and isinstance(report, Pushes):
        return None
    aces, unknown = (sum(card.rank == rank for card in cards[:2]) for rank in ("A", UNKNOWN.rank))
    if not hand.aces_go:
        return None if len(cards) == 2 else f"type the first 2 cards, not {len(cards)}"
    if len(cards) >= 2 and aces <= len(cards) - 2 <= aces + unknown:
        return None
    if not aces:
        return f"type the first 2 cards, not {len(cards)}"
    if len(cards) < 2:
        return "type the first two cards, then one card for each ace among them"
    return f"{so_many(aces, 'ace')} among the first two cards: type {2 + aces} cards in all, not {len(cards)}"


@judges(one_pack)
def in_the_pack(hand: Backhand, report: FaceUp | Hits | Backhands | Pushes) -> str | None:
    """Whether the decks still have these cards. A rank without a suit is there four times in each deck."""
    cards = (report.card,) if isinstance(report, Backhands) else report.cards
    if len(cards) > hand.stock:
        return f"the stock has {so_many(hand.stock, 'card')}, not {len(cards)}"
    named = [kind for card in cards if card.rank in hand.worth for kind in dict.fromkeys((card, Card(card.rank)))]
    for kind, copies in Counter(named).items():
        most = hand.packs * (1 if kind.suit else 4)
        reports = hand.seen.get(kind, []) if kind.suit else hand.reports_of(kind.rank)
        if len(reports) + copies > most:
            before = (
                f", and has been dealt {so_often(len(reports))}{lines(reports)}"
                if reports
                else f", not {so_often(copies)}"
            )
            return Reason(f"{kind.pretty} is in the decks only {so_often(most)}{before}", *reports)
    return None


# Rules: how a hand is decided

bust = worth(
    "An ace counts {ace}, a jack, queen or king {court}, any other card its number. If you hit and go above {goal},"
    " you bust and lose the hand.",
    ace=number(1, "what an ace counts", least=1, most=11),
    court=number(10, "what a jack, queen or king counts", least=1, most=13),
    goal=number(21, "highest count that doesn't bust", least=20, most=40),
    asked="bust, over 21, ace worth, ace count, cards worth, face worth",
)
five_cards = worth(
    "If you have {cards:word card} and haven't busted, you win the hand.",
    cards=number(5, "number of cards that wins without a bust", least=3, most=7),
    asked="five cards",
)
backhand = worth(
    "If you call backhand, one card is turned up. It doesn't join your hand. If it would have taken you above"
    " {goal}, you win the hand; otherwise you lose it.",
    goal=21,
    asked="backhand, call backhand",
)
play_the_push = worth(
    "If you hit with a push hand, that is playing the push, and the one card decides: if you bust, you lose;"
    " otherwise you win.",
    asked="play push, hit push",
)


@judges(turn_order, bust, five_cards, backhand, play_the_push, when="always")
def fits_cards(hand: Backhand, report: Outcome) -> Answer:
    """Whether the outcome fits the cards. A hand that can't bust before it wins by its cards can't lose."""
    box, won = hand.boxes[report.who], isinstance(report, Wins)
    if box.won is None:
        last, most = hand.house["cards"], hand.goal - max(hand.worth.values())
        sure = all(case.won or (len(box.cards) == last - 1 and case.total <= most) for case in box.cases)
        if won or not box.cases or not sure:
            return None
        has = f"{report.who} has {in_letters(last - 1)} cards and {box.total or f'{in_letters(most)} at most'}"
        why = f"{has}, so the {ORDINALS[last]} can't bust"
        return {five_cards: cannot_happen(why, *box.told)}
    if won == box.won:
        return None
    way = f" by {box.way.name}" if box.way else ""
    why = f"{report.who} has {'won' if box.won else 'lost'}{way} ({at(box.told[-1])})"
    return {box.way or turn_order: cannot_happen(why, *box.told)}


# Rules: the score


@worth(
    lines=("won", "lost"),
    betting={
        "yes": "if you win the hand, the bank pays you as many chips as you bet; if you lose, the bank takes your bet",
        "no": "each hand you win scores 1",
    },
    asked="win worth, how much win, get win",
)
def even_money(
    hand: Backhand,
    by_cards: bool,
    *,
    five_pays: int = number(
        1,
        "how many times a hand counts if it wins by its number of cards",
        least=1,
        most=5,
        words={"1": "like any other", "N": "{N:times}"},
    ),
) -> int:
    """{betting}. A hand that wins by its number of cards counts {five_pays}."""
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
        words={
            "none": "no number of hands won ends it sooner",
            "N": "it also ends after the deal in which a player has won {N:hand}",
        },
    ),
    hands: int | None = number(
        None,
        "deals in a game",
        least=1,
        words={"none": "when you stop", "N": "after {N:deal}"},
    ),
) -> bool | None:
    """The game ends {hands}. {first_to}. Players who tie share the win."""
    if first_to is None and hands is None:
        return None
    wins, extra = hand.standing.wins, hand.standing.extra
    if not hand.chips:  # correcting a score also corrects the hands won
        wins = {seat: points - extra.get(seat, 0) for seat, points in hand.standing.balance.items()}
    deals_done, won = all_played(hand, hands), max(wins.values(), default=0)
    return deals_done or (first_to is not None and won >= first_to)


def values(table: Table) -> dict[str, int]:
    hand: Backhand = table.hand()
    return {card.text: hand.worth[card.rank] for card in table.pack}


GAME = Game(
    slug="backhand",
    name="Backhand",
    summary="Take cards until you think the next one would bust you, and say so before it comes.",
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
        NextDeal: "to start, and after a deal is over",
        Deal: "instead, to say which player deals",
        Bets: "after `deal`, once for each player, if you bet",
        FaceUp: "before the player acts",
        Hits: "on the player's turn",
        Backhands: "on the player's turn",
        Pushes: "on the player's turn, with a push hand",
        Stays: "put `~` in front of it to enter it anyway",
        Wins: "if the cards you entered don't show it",
        Loses: "if the cards you entered don't show it; `busts` means the same",
    },
    pack_rule=one_pack,
    clashes=(in_order(("min", "max"), ("push-from", "push-to")),),
    options=(
        Option(
            "betting", "no", "whether players bet chips against a bank that has no hand", (bet_first,), ("yes", "no")
        ),
        Option(
            "first-aces",
            "replaced",
            "whether aces among the first two cards are replaced or kept",
            (initial_aces,),
            ("replaced", "kept"),
        ),
        Option(
            "push", "yes", "whether some hands of two cards are push hands", (push_hand, play_the_push), ("yes", "no")
        ),
    ),
    variants=(
        Variant("casino", "Players bet chips against a bank.", "betting=yes"),
        Variant("kept-aces", "You keep aces among your first two cards.", "first-aces=kept"),
        Variant("no-push-hands", "There are no push hands.", "push=no"),
        Variant("five-card-double", "Five cards without a bust count twice.", "five-pays=2"),
        Variant("early-call", "You may call backhand on any count, except with a push hand.", "without=must-hit"),
    ),
    facts={
        "total": Fact(
            lambda hand: {seat: box.total for seat, box in hand.boxes.items() if box.total is not None}, "of each hand"
        ),
        "cards": Fact(
            lambda hand: {seat: len(box.cards) for seat, box in hand.boxes.items() if box.cases}, "cards in each hand"
        ),
        "packs": Fact(lambda hand: hand.packs, "decks in use"),
        "deal": Fact(lambda hand: hand.number, "its number"),
        "bank": Fact(lambda hand: holds(hand, BANK) if hand.chips else None, "its chips"),
    },
    now=lambda hand: [f"{seat} has {box.total}" for seat, box in hand.boxes.items() if box.open and box.total],
    at_a_glance=(
        Glance("cards dealt to each player", DEALT, initial_aces),
        Glance("card values", values, bust, show=by_points),
        Glance("bust", lambda table: f"above {table.house['goal']}", bust),
        Glance("you must hit", lambda table: f"up to {table.house['choice'] - 1}", must_hit),
        Glance("push hand", push_hands, push_hand),
        Glance("number of cards that wins without a bust", lambda table: table.house["cards"], five_cards),
    ),
    short_form="Type `deal`, the bets if there are any, and who `wins` and who `loses`, in any order.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann wins; Ben loses; Cat wins"),
        "Ann 1, Ben 0, Cat 1",
    ),
    rulings=(
        "With exactly 12, you needn't hit. You may choose, even though a ten would bust you.",
        "If you hit with a push hand, you can't go on to hit again or call backhand.",
        "For five cards, count only the cards in your hand, forced cards included. Don't count aces that were replaced,"
        " hands pushed away, or the card turned up for a backhand.",
        "If you play to a number of hands won, finish the deal in which somebody reaches it. If you also bet, the"
        " player with the most chips then wins.",
        "If the dealer also plays, the dealer has the last turn. The deal passes to the left by custom, but anybody may"
        " deal.",
        "Turns are checked only in hands that are entered card by card.",
    ),
    edition=2,
)
