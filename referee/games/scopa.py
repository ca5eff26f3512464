"""Scopa: capture cards on the board by rank or by sum, and try to clear it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, reduce
from itertools import combinations_with_replacement, islice, product
from operator import or_
from typing import ClassVar

from referee.cards import SUITS, UNKNOWN, Card, Cards, Pack, Rank, listed, read_cards
from referee.cards import card as card_of
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Table, leaders
from referee.game.quick_reference import by_points
from referee.kit import fishing
from referee.kit.fishing import Dealt, FishingHand, Tied, Trails, Upcard
from referee.kit.messages import lines, named_twice
from referee.kit.rest import IN_NUMBERS, Rest, the_rest
from referee.language.reports import KW_ONLY, Reader, Report, terms
from referee.language.words import NOBODY, Seat, Words, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    arithmetic,
    illegal,
    impossible,
    judges,
    number,
    unclear,
    unjudged,
    worth,
)

RANKS = tuple(map(Rank, ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")))
SETTE_BELLO, RE_BELLO = Card("7", "D"), Card("K", "D")
SPLIT = {"cards": 40, "diamonds": 10, SETTE_BELLO.text: 1, RE_BELLO.text: 1}
KINDS = (*SPLIT, "primiera", "napola")
COMPARED = ("cards", "diamonds", "primiera")
"""Categories that the player with more wins, so naming the winner is enough."""


def adds_up_as(hand: Scopa | Table) -> dict[Rank, int]:
    """The value of each rank for adding."""
    return dict(zip(RANKS, (*range(1, 8), *hand.house["courts"]), strict=True))


def by_rank(counts: tuple[int, ...]) -> dict[Rank, int]:
    """The value of each rank in a primiera."""
    return dict(zip(map(Rank, "76A5432JQK"), (*counts, *counts[-1:] * 2), strict=True))


def run_of(diamonds: Collection[Rank], least: int) -> int:
    """The number of diamonds in a row from the ace, or 0 if they are too few for a napola."""
    run = next((place for place, rank in enumerate(RANKS) if rank not in diamonds), len(RANKS))
    return run if run >= least else 0


# Reports


class OnBoard(tuple[Card, ...]):
    """Cards on the board. A bare rank means the only card of that rank there."""

    metavar: ClassVar[str] = "CARDS"

    @staticmethod
    def read(words: Words, reader: Reader) -> OnBoard:
        cards: list[Card] = []
        while (word := words.next) and not word.quoted and (named := read_cards(word.text, reader.pack)):
            words.at += 1
            cards += named
        if not cards or UNKNOWN in cards:
            raise words.unread("which cards on the board?")
        for place, card in enumerate(cards):
            if card.is_bare:
                lying = [
                    other for other in getattr(reader, "loose", ()) if other.rank == card.rank and other not in cards
                ]
                if len(lying) > cards.count(card):
                    raise words.unread(
                        f"which {card}: {' or '.join(map(str, lying))}?", [other.text for other in lying]
                    )
                cards[place] = lying[0] if lying else card
        return OnBoard(cards)


class Captures(Report, labels={"cards": "cards captured", "with_": "captured with"}):
    """cards on the board and the card that captures them"""

    cards: OnBoard
    _: KW_ONLY
    with_: Card

    @property
    def card(self) -> Card:
        return self.with_

    @classmethod
    def options(cls, hand: Scopa, seat: Seat) -> Iterator[Captures]:
        for card in hand.may_hold(seat):
            every = hand.takings(card) if hand.takes_all(card) else [*hand.pairs(card), *hand.sums(card)]
            yield from (cls(OnBoard(taken), with_=card, who=seat) for taken in every)


class Sweeps(fishing.Sweeps, also=("scopas",), adds=True, labels={"number": "sweeps"}):
    """one sweep, or N, in the order they were made"""


class Plays(Report):
    """a card with only one possible play: a single capture, or a trail"""

    card: Card


@dataclass(frozen=True)
class Pile:
    """A report about a pile: some of its counts, the categories it wins, or all its cards."""

    numbers: tuple[tuple[str, int], ...] = ()
    cards: Cards = ()
    more: tuple[str, ...] = ()

    metavar: ClassVar[str] = "ITEMS"

    def __str__(self) -> str:
        numbers = (self.counted(what, number) for what, number in self.numbers)
        return " ".join((*map(most_of, self.more), *numbers, *map(str, self.cards)))

    @staticmethod
    def counted(what: str, number: int) -> str:
        if what in (SETTE_BELLO.text, RE_BELLO.text):
            return what
        return f"{what} {number}" if what in ("primiera", "napola") else f"{number} {what}"

    def counts(self, hand: Scopa) -> dict[str, int]:
        return counted(hand, self.cards) if self.cards else dict(self.numbers)

    @staticmethod
    def counting(hand: Scopa) -> dict[str, int]:
        """Each category that can be counted, with how it is written around the number, and its highest number."""
        words = {what: "{} " + what for what in ("cards", "diamonds")}
        words |= {what: what + " {}" for what in ("primiera", "napola")}
        numbers = {words.get(what, what): max(numbers_of(hand, what)) for what in hand.counting}
        return numbers | {most_of(what): 1 for what in COMPARED}

    @staticmethod
    def read(words: Words, reader: Reader) -> Pile:
        """Parses ``24 cards``, ``6 diamonds``, ``7D`` and ``primiera 78`` in any order, or cards, or ``most cards``,
        ``most diamonds`` and ``best primiera``. Raises ParseError."""
        numbers: dict[str, int] = {}
        cards: list[Card] = []
        more: dict[str, None] = {}
        house = getattr(reader, "house", {})
        besides = ", KD" * bool(house.get("re-bello")), ", napola N" * bool(house.get("napola"))
        items = "`N cards`, `N diamonds`, `7D`{} or `primiera N`{}".format(*besides)
        while word := words.next:
            untold = {kind for kind in KINDS if kind not in numbers}
            if kind := sum_next(words, untold & {"primiera", "napola"}):
                numbers[kind] = sum(terms(words))
            elif said := fishing.number_of(words, untold & {"cards", "diamonds"}):
                numbers |= [said]
            elif kind := fishing.won_next(words, [kind for kind in COMPARED if kind not in more]):
                more[kind] = None
            elif said_bello := sette_bello_next(words):
                cards.append(said_bello)
            elif (named := read_cards(word.text, reader.pack)) and all(card.suit for card in named):
                words.at += 1
                cards += named
            else:
                raise words.unread(f"{word.text!r} of what? You can type {items}", word=word)
        singles = [SETTE_BELLO, RE_BELLO] if house.get("re-bello") else [SETTE_BELLO]
        if {*cards} <= {*singles} and len({*cards}) == len(cards):
            numbers |= dict.fromkeys((card.text for card in cards), 1)
            cards = []
        if bool(cards) == bool(numbers or more):
            raise words.unread(f"what is in the pile? You can type {items}, or all its cards")
        entered = tuple((what, numbers[what]) for what in KINDS if what in numbers)
        return Pile(entered, tuple(cards), tuple(what for what in COMPARED if what in more))


def in_words(what: str, number: int) -> str:
    """A pile's number in a category, for a message."""
    name = card_of(what).pretty if SPLIT.get(what) == 1 else what
    if not number:
        return f"no {name}"
    if what in ("primiera", "napola"):
        return f"a {what} of {number}"
    return name if SPLIT[what] == 1 else so_many(number, what.removesuffix("s"))


def sette_bello_next(words: Words) -> Card | None:
    """The seven of diamonds, if its Italian name comes next."""
    names = "sette bello", "settebello", "sette-bello"
    for size in (2, 1):
        said = [word for word in words.list[words.at : words.at + size] if not word.quoted]
        if " ".join(word.text.lower() for word in said) in names:
            words.at += size
            return SETTE_BELLO
    return None


def most_of(what: str) -> str:
    """How a player's lead in a category is written."""
    return f"best {what}" if what == "primiera" else f"most {what}"


def sum_next(words: Words, kinds: Collection[str]) -> str:
    """The next word, if it is one of these kinds. A primiera without a number behind is left for `won_next`."""
    start = words.at
    kind = fishing.named_next(words, kinds)
    if kind == "primiera" and not (words.next and words.next.text[:1].isdigit()):
        words.at = start
        return ""
    return kind


class Holds(Report, labels={"pile": "cards won"}):
    """what is in a player's pile: the number of cards and of diamonds, the 7♦, the primiera and anything else that
    scores; or only who has more; or all the cards"""

    pile: Pile

    @classmethod
    def options(cls, hand: Scopa, seat: Seat) -> Iterator[Holds]:
        """One category at a time."""
        yield from (cls(Pile(more=(what,)), who=seat) for what in COMPARED if what in hand.counting)
        for what in hand.counting:
            numbers = numbers_of(hand, what) if SPLIT.get(what) != 1 else (1,)
            yield from (cls(Pile(((what, number),)), who=seat) for number in numbers)


def numbers_of(hand: Scopa, what: str) -> Iterable[int]:
    """Every number a pile can have in a category."""
    if what == "primiera":
        return sorted({0, *map(sum, combinations_with_replacement({*hand.house["primiera-values"]}, 4))})
    return (0, *range(hand.house["napola-run"], 11)) if what == "napola" else range(SPLIT[what] + 1)


def counted(hand: Scopa | Table, cards: Iterable[Card]) -> dict[str, int]:
    """A pile's number in every category."""
    pile, counts = list(cards), by_rank(hand.house["primiera-values"])
    suits = [[counts.get(card.rank, 0) for card in pile if card.suit == suit] for suit in SUITS]
    best = sum(map(max, suits)) if all(suits) else 0
    diamonds = {card.rank for card in pile if card.suit == "D"}
    run = run_of(diamonds, hand.house["napola-run"])
    numbers = len(pile), len(diamonds), pile.count(SETTE_BELLO), pile.count(RE_BELLO), best, run
    return dict(zip(KINDS, numbers, strict=True))


@dataclass
class Scopa(FishingHand):
    """One deal. ``counts`` has the known numbers of each pile, ``stated`` the entered ones, ``told`` their reports."""

    counts: dict[tuple[Seat, str], int] = field(default_factory=dict)
    stated: dict[tuple[Seat, str], int] = field(default_factory=dict)
    counted: dict[tuple[Seat, str], Report] = field(default_factory=dict)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """A bare rank that isn't on the board stays bare."""
        bare = Card(rank)
        return [bare] if isinstance(report, Captures) and bare in report.cards else super().meant(report, rank)

    @property
    def counting(self) -> list[str]:
        """The categories entered for the piles: cards, and all others that score at this table."""
        return [what for what, rule in in_order().items() if what == "cards" or self.house[rule.lines[0]]]

    @property
    def may_tie(self) -> list[str]:
        return [what for what in self.counting if what not in SPLIT or SPLIT[what] > 1]

    def takes_all(self, card: Card) -> bool:
        """Whether a card is an ace that takes the whole board."""
        return card.rank == "A" and self.house["aces"] == "take-all"

    def pairs(self, card: Card) -> list[Cards]:
        return [(other,) for other in self.loose if other.rank == card.rank]

    def sums(self, card: Card) -> list[Cards]:
        by_value = adds_up_as(self)
        return fishing.adding_up(self.loose, by_value.get(card.rank, 0), by_value)

    def takings(self, card: Card) -> list[Cards]:
        """Every capture the rules allow a card. Pairing comes before adding."""
        if self.takes_all(card):
            return [tuple(self.loose)] if self.loose else []
        return self.pairs(card) or self.sums(card)

    def who_has(self, what: str, winner: Seat) -> str:
        return f"{winner or 'nobody'} has the {most_of(what)}"

    def untold(self) -> tuple[Seat, ...]:
        """Players whose pile isn't fully known yet."""
        open_yet = [what for what in self.counting if what not in self.won]
        return tuple(seat for seat in self.seats if any((seat, what) not in self.counts for what in open_yet))


# The hand


async def play_hand(hand: Scopa) -> None:
    await hand.begin()

    # The board
    always = hand.ask(None, Dealt, aside=True) | bar(deal_when_done, "the hand isn't over yet", Deal)
    sweeping = hand.ask(None, Sweeps, aside=True)
    tying = hand.ask(None, Tied, aside=True)
    counting = hand.ask(hand.untold, Holds, free=True) | tying
    no_board = bar(on_board, "enter the board first: type `upcard CARDS`", Captures, Trails, Plays)
    while not hand.loose and not hand.short:
        match await (hand.ask(None, Upcard) | sweeping | counting | always | no_board):
            case Upcard() as upcard:
                await turn_up(hand, upcard)
            case other:
                take_other(hand, other)

    # Packets
    playing = hand.ask(hand.turn, Captures, Trails, Plays) | always | the_rest(hand)
    instead = sweeping | hand.ask(hand.untold, Holds, aside=True) | tying
    too_late = bar(all_accounted, "cards were played, so the piles are already known", Holds, Tied)
    too_late |= bar(sweep, "cards were played, so the sweeps are already known", Sweeps)
    while not hand.played_out and not hand.short:
        begun = hand.packet > 1 or any(hand.played.values())
        match await (playing | (too_late if begun else instead)):
            case (Captures() | Trails() | Plays()) as play:
                make(hand, play)
            case Rest():
                hand.go_on_in_numbers()
                for seat, single in product(hand.seats, (SETTE_BELLO, RE_BELLO)):
                    if single in hand.captured[seat]:
                        hand.stated |= shared(hand, seat, single.text, 1)
                hand.counts |= hand.stated
            case other:
                take_other(hand, other)

    # Piles
    no_play = bar(turn_order, "this hand is scored from the piles only", Upcard, Captures, Trails, Plays) | always
    too_late = bar(sweep, "sweeps must be entered before the piles", Sweeps)
    while hand.short and hand.untold():
        take_other(hand, await (counting | (too_late if hand.counted or hand.won else sweeping) | no_play))
    if not hand.short:
        hand.sweep_up()
        hand.counts = {(seat, what): n for seat in hand.seats for what, n in counted(hand, hand.piles[seat]).items()}

    # Score
    whole = hand.house["counting"] == "whole-hand"
    for winner, rule, points, because, reports in scored(hand):
        if points and (whole or not count_in_order(hand)):
            hand.book(winner, rule, points, because, *reports)


def state_of(hand: Scopa) -> Iterator[str]:
    """The state of the board. In a hand scored from the piles: the categories still missing."""
    yield from fishing.on_the_table(hand)
    open_yet = [what for what in hand.counting if what not in hand.won]
    missing = {what: [seat for seat in hand.seats if (seat, what) not in hand.counts] for what in open_yet}
    untold = [
        f"who has the {card_of(what).pretty}" if SPLIT.get(what) == 1 else f"{what} of {' and '.join(seats)}"
        for what, seats in missing.items()
        if seats
    ]
    if (hand.stated or hand.won) and untold:
        yield f"still missing: {', '.join(untold)}"


async def turn_up(hand: Scopa, upcard: Upcard) -> None:
    """Lays out the board. With too many kings, only another deal may follow."""
    hand.tell(upcard, *upcard.cards)
    hand.loose += upcard.cards
    kings = [card for card in upcard.cards if card.rank == "K"]
    if len(kings) < three_kings(hand) or hand.house["three-kings"] == "play":
        return
    if not hand.enforces(three_kings):  # another deal may follow, but needn't
        if await hand.ask(hand.dealer, Deal, aside=True).maybe():
            hand.deal_again()
            hand.open()
        return
    void = f"the board has {listed(kings)} ({at(upcard)}), so {hand.dealer} must deal again"
    hand.standing.dealer = hand.dealer
    barred = bar(three_kings, void, *(kind for kind in hand.game.reports if kind is not Deal))
    hand.thrown_in = True
    await hand.begin(free=True, barred=barred)


def make(hand: Scopa, play: Captures | Trails | Plays) -> None:
    taken: Cards = play.cards if isinstance(play, Captures) else ()
    if isinstance(play, Plays):
        taken = next(iter(hand.takings(play.card)), ())
    if taken:
        last_card = not hand.goes_round and sum(map(len, hand.holdings.values())) == 1
        hand.capture(play, taken, may_sweep=not last_card and not hand.takes_all(play.card))
    else:
        hand.put(play)
        hand.loose.append(play.card)
    if hand.played_out and hand.goes_round:
        hand.deal_packet()


def take_other(hand: Scopa, report: Report) -> None:
    hand.short = hand.short or not isinstance(report, Dealt)
    match report:
        case Dealt():
            fishing.take_packet(hand, report)
        case Sweeps():
            hand.sweeps += [report] * report.number
        case Holds() | Tied():
            take_pile(hand, report)


def take_pile(hand: Scopa, holds: Holds | Tied) -> None:
    """Stores a report about the piles, and every number that follows from it."""
    if isinstance(holds, Holds) and holds.pile.cards:
        hand.piles[holds.who] = [*holds.pile.cards]
        hand.piles[hand.after(holds.who)] = rest_of(hand, holds.pile.cards)
    for what, winner in fishing.compares(holds, COMPARED).items():
        hand.won.setdefault(what, (winner, holds))
    hand.stated |= says(hand, holds)
    hand.counts |= hand.stated
    more = by_far(hand, hand.winners)
    for seat, what in product(hand.seats, KINDS):
        if (seat, what) not in hand.counts:
            # high primieras are likelier, so a second possible number is found sooner
            every = sorted(numbers_of(hand, what), reverse=what == "primiera")
            numbers = (n for n in every if can_split(hand, {**hand.counts, (seat, what): n}, more))
            possible = [*islice(numbers, 2)]
            hand.counts |= shared(hand, seat, what, possible[0]) if len(possible) == 1 else {}
    for key in hand.counts:
        hand.counted.setdefault(key, holds)


def rest_of(hand: Scopa, pile: Cards) -> list[Card]:
    return [card for card in hand.pack if card not in pile]


def in_order() -> dict[str, Rule]:
    """The categories of the piles in scoring order, with the rules that say their points."""
    rules = most_cards, most_diamonds, sette_bello, re_bello, primiera, napola
    return dict(zip(KINDS, rules, strict=True))


def scored(hand: Scopa) -> Iterator[tuple[Seat, Rule, int, str, list[Report]]]:
    """Yields winner, rule, points, reason and reports of every score, in the order of counting."""
    for what, rule in in_order().items():
        if what not in hand.counting:
            continue
        each = hand.house[rule.lines[0]]
        if any((seat, what) not in hand.counts for seat in hand.seats):
            winner, report = hand.won[what]
            if winner:
                yield winner, rule, each, most_of(what), [report]
            continue
        winner, loser = sorted(hand.seats, key=lambda seat: -hand.counts[seat, what])
        more, less = hand.counts[winner, what], hand.counts[loser, what]
        if more > less:
            because = in_words(what, more) + (f" against {less}" if less or SPLIT.get(what) != 1 else "")
            reports = [hand.counted[seat, what] for seat in (winner, loser) if (seat, what) in hand.counted]
            yield winner, rule, each * more if rule is napola else each, because, reports
    for swept in hand.sweeps:
        yield swept.who, sweep_point, sweep_point(hand), "cleared the board", [swept]


# What two piles may be


def ways_of_a_suit(counts: tuple[int, ...]) -> Iterator[tuple[set[Rank], set[Rank], int, int]]:
    """Every split of a suit: the ranks of both players, and the primiera values of their best cards."""
    worths = by_rank(counts)
    for mask in range(1 << len(RANKS)):
        mine = {rank for place, rank in enumerate(RANKS) if mask >> place & 1}
        theirs = {*RANKS} - mine
        best, their_best = (max(map(worths.__getitem__, held), default=0) for held in (mine, theirs))
        yield mine, theirs, best, their_best


@lru_cache(8)
def ways_of_diamonds(counts: tuple[int, ...], run: int) -> set[tuple[int, ...]]:
    """For every split of the diamonds: the first player's count, seven and king, both runs and both best values."""
    return {
        (len(mine), "7" in mine, "K" in mine, run_of(mine, run), run_of(theirs, run), *best)
        for mine, theirs, *best in ways_of_a_suit(counts)
    }


@lru_cache(256)
def diamonds_entered(
    counts: tuple[int, ...], run: int, told: tuple[int | bool | None, ...]
) -> set[tuple[int, int, int]]:
    """The first player's possible numbers of diamonds, with both best values, that agree with ``told``.

    ``told`` follows the order of `ways_of_diamonds`; None stands for an unknown number.
    """
    return {
        (way[0], best, their_best)
        for *way, best, their_best in ways_of_diamonds(counts, run)
        if all(number in (None, actual) for number, actual in zip(told, way, strict=True))
    }


@lru_cache(8)
def ways_of_the_others(counts: tuple[int, ...]) -> dict[tuple[int | None, int | None], int]:
    """The first player's possible numbers of cards in the other three suits, as bits, by both sums for a primiera.

    None stands for any sum, 0 for a missing suit.
    """
    suit: dict[tuple[int, int], int] = {}
    for mine, _, best, their_best in ways_of_a_suit(counts):
        suit[best, their_best] = suit.get((best, their_best), 0) | 1 << len(mine)
    suits = suit
    for _ in range(2):
        more: dict[tuple[int, int], int] = {}
        for ((a, b), cards), ((c, d), others) in product(suits.items(), suit.items()):
            key = a and c and a + c, b and d and b + d
            more[key] = reduce(or_, (others << n for n in range(31) if cards >> n & 1), more.get(key, 0))
        suits = more
    by_best: dict[tuple[int | None, int | None], int] = {}
    for (a, b), cards in suits.items():
        for any_of in ((a, b), (a, None), (None, b), (None, None)):
            by_best[any_of] = by_best.get(any_of, 0) | cards
    return by_best


@cache
def others_for(primiera: int | None, best: int) -> tuple[int | None, ...]:
    """The possible sums of the other three suits, given a primiera and the value of the best diamond."""
    if primiera is None or primiera == best == 0:
        return (None,)
    if not primiera:
        return (0,)
    return (primiera - best,) if best and primiera > best else ()


@lru_cache(2048)
def others_compared(
    counts: tuple[int, ...], diamonds: tuple[int, int], told: tuple[int | None, int | None], more: int
) -> int:
    """The first player's possible numbers of cards in the other three suits, as bits, if that player's primiera is
    higher (1), equal (0) or lower (-1).

    ``diamonds`` has both best diamonds, ``told`` both primieras or None.
    """
    cards = 0
    for others, bits in ways_of_the_others(counts).items():
        if None not in others:
            mine, theirs = (a and b and a + b for a, b in zip(diamonds, others, strict=True))
            fits = told[0] in (None, mine) and told[1] in (None, theirs)
            cards |= bits if fits and fishing.compare(mine or 0, theirs or 0) == more else 0
    return cards


def by_far(hand: Scopa, won: Mapping[str, Seat]) -> dict[str, int]:
    """Whether the first player has more (1), as much (0) or less (-1), by category."""
    return {what: fishing.by_far(hand.seats, winner) for what, winner in won.items()}


def can_split(hand: Scopa, counts: Mapping[tuple[Seat, str], int], more: Mapping[str, int]) -> bool:
    """Whether the deck can be split into piles with these counts and two cards for every sweep.

    ``more`` says if the first player has more (1), as much (0) or less (-1).
    """
    so_many_cards = fishing.shares(SPLIT["cards"], more.get("cards"))
    so_many_diamonds = fishing.shares(SPLIT["diamonds"], more.get("diamonds"))
    first, second = hand.seats
    pile, *of_diamonds, primiera, napola = [counts.get((first, what)) for what in KINDS]
    told = *of_diamonds, napola, counts.get((second, "napola"))
    primieras = primiera, counts.get((second, "primiera"))
    swept = [sweep.who for sweep in hand.sweeps]
    piles = range(2 * swept.count(first), SPLIT["cards"] - 2 * swept.count(second) + 1)
    wanted = sum([1 << n for n in so_many_cards if n in piles and pile in (None, n)])
    values = hand.house["primiera-values"]
    others, cards = ways_of_the_others(values), 0
    for diamonds, best, their_best in diamonds_entered(values, hand.house["napola-run"], told):
        if diamonds not in so_many_diamonds:
            continue
        if "primiera" in more:
            cards |= others_compared(values, (best, their_best), primieras, more["primiera"]) << diamonds
            continue
        for both in product(others_for(primieras[0], best), others_for(primieras[1], their_best)):
            cards |= others.get(both, 0) << diamonds
    return bool(cards & wanted)


def shared(hand: Scopa, seat: Seat, what: str, number: int) -> dict[tuple[Seat, str], int]:
    """The numbers of both piles that follow from one pile's number."""
    rest = {(hand.after(seat), what): SPLIT[what] - number} if what in SPLIT else {}
    return {(seat, what): number} | rest


def says(hand: Scopa, holds: Holds | Tied) -> dict[tuple[Seat, str], int]:
    """The numbers of both piles that follow from a report."""
    said: dict[tuple[Seat, str], int] = {}
    if isinstance(holds, Tied):  # if nobody has a napola, both players have none
        return {(seat, what): 0 for seat in hand.seats for what in holds.what if what == "napola"}
    for what, count in holds.pile.counts(hand).items():
        said |= shared(hand, holds.who, what, count)
    if holds.pile.cards:
        others = counted(hand, rest_of(hand, holds.pile.cards))
        said |= {(hand.after(holds.who), what): others[what] for what in ("primiera", "napola")}
    return said


# Rules: the deal

dealer_rotation = illegal("The deal alternates. If a hand is thrown in, the same dealer deals again.", turn=Deal)
deal_when_done = illegal("You can't deal the next hand until this one is played out.")
packets = worth(
    "Each player gets {hand_size:word card}, and {board:word card} go face up on the board. When both hands are"
    " empty, deal {hand_size:word} more to each player, or fewer if the stock runs out. Cards dealt together are"
    " called a packet. Deal no more to the board; the cards there stay.",
    hand_size=number(3, "cards in a packet for each player", least=1, most=9),
    board=number(4, "cards dealt to the board", least=2, most=10, step=2),
    asked="cards board start, many cards board",
)
three_kings = illegal(
    "If the first board has {kings:word king} or more, {three_kings}.",
    three_kings={
        "redeal": "throw the hand in, and the same dealer deals again",
        "play": "play the hand anyway",
    },
    kings=number(3, "how many kings on the first board are too many", least=1, most=4),
    asked="three kings start, three kings, misdeal, redeal, deal again, throw in, thrown in",
)


@judges(dealer_rotation, three_kings)
def same_dealer(hand: Scopa, deal: Deal) -> Answer:
    """Whether the dealer of a hand that was thrown in deals again."""
    if deal.who == hand.dealer or not hand.dealer:
        return None
    return dict.fromkeys((dealer_rotation, three_kings), f"{hand.dealer} must deal again, not {deal.who}")


one_pack = impossible(
    "The deck has forty cards, one of each. It has no eights, nines or tens.",
    fishing.the_board,
    asked="eights nines tens, forty cards",
)
own_hand = impossible("Once a player's packet is entered, that player can play only its cards until the next packet.")
judges(own_hand, one_pack, when="always")(fishing.is_packet)
judges(one_pack, own_hand, of=(Captures, Trails, Plays))(fishing.of_own_hand)

# Rules: a card captures

turn_order = illegal(
    "The dealer's opponent goes first. After that, take turns, and play one card each turn.",
    turn=(Captures, Trails, Plays),
)


@impossible
def on_board(hand: Scopa, play: Captures) -> str | None:
    """You can capture only cards that are on the board."""
    strange = [card for place, card in enumerate(play.cards) if card not in hand.loose or card in play.cards[:place]]
    return f"the board has {listed(hand.loose)}, and no {listed(strange)}" if strange else None


capture_match = illegal(
    "You may capture one card of the same rank as the card you play. That is called pairing. Or you may capture"
    " two or more cards that add up to your card. Aces count 1, twos to sevens their number, a jack {courts:first}, a"
    " queen {courts:second} and a king {courts:third}.",
    courts=number((8, 9, 10), "values of jacks, queens and kings for adding", least=1, most=20),
    asked="court worth, king worth, face add, queen worth",
)
pair_takes_one = illegal(
    "When you pair, you take just one card, even if others of its rank are on the board.",
    asked="two match take, take both, several same rank, two same, which one take",
)
pair_first = illegal(
    "If your card can pair, you can't use it to capture by adding.",
    asked="match take others, choose take, single or several, pair instead add, take two instead one, "
    "matching card there, must single, when there single, same value take, rather take two",
)


ace_takes_all = illegal(
    "An ace captures {aces}.",
    aces={"match": "like any other card", "take-all": "the whole board, and that isn't a sweep"},
    asked="ace take, ace all, ace sweep",
)


@judges(capture_match, pair_takes_one, pair_first, ace_takes_all)
def matches(hand: Scopa, play: Captures) -> Answer:
    card, by_value = play.card, adds_up_as(hand)
    if hand.takes_all(card):
        left = [other for other in hand.loose if other not in play.cards]
        return {ace_takes_all: f"{card.pretty} must take {listed(left)} too" if left else None}
    same = [other for other in play.cards if other.rank == card.rank]
    alone = len(play.cards) == 1 or not hand.enforces(pair_takes_one)
    others = [other for other in play.cards if other.rank != card.rank or not alone]
    value, amount = by_value.get(card.rank, 0), sum(by_value.get(other.rank, 0) for other in others)
    why: dict[Rule, str | None] = {}
    if same and len(play.cards) > 1:
        why[pair_takes_one] = f"{card.pretty} pairs with {same[0].pretty} and can't take anything else"
    if not same and (pair := next((other for other in hand.loose if other.rank == card.rank), None)):
        why[pair_first] = f"{card.pretty} can pair with {pair.pretty}, so it must"
    if others and amount != value:
        why[capture_match] = (
            f"{listed(others)} {'counts' if len(others) == 1 else 'add up to'} {amount}, and {card.pretty} counts"
            f" {value}"
        )
    elif len(others) == 1:
        why[capture_match] = f"{card.pretty} can't take {others[0].pretty} alone: their ranks differ"
    return why


@judges(capture_match)
def does_one_thing(hand: Scopa, plays: Plays) -> Reason | None:
    takings = hand.takings(plays.card)
    if len(takings) < 2:
        return None
    which = " or ".join(listed(cards) for cards in takings[:8])
    return unclear(f"which does {plays.card.pretty} take: {which}?")


@illegal
def trail_only_if_no_capture(hand: Scopa, trails: Trails) -> str | None:
    """To trail is to add a card to the board without capturing. You can't trail a card that can capture something."""
    takings = hand.takings(trails.card)
    return f"{trails.card.pretty} can capture {listed(takings[0])}, so it can't be trailed" if takings else None


sweep = worth(
    "If you clear the board, you make a sweep. Clearing it with the last card of the hand isn't a sweep.",
    asked="what scopa, scopa last card, sweep count last",
)
judges(sweep)(fishing.so_many_sweeps)


@judges(sweep, when="again")
def swept_so(hand: Scopa, sweeps: Sweeps) -> Reason | None:
    """For a hand that is over: whether the report repeats one sweep, or says how many there were."""
    return None if sweeps in hand.sweeps else fishing.swept_so(hand, sweeps)


last_capturer = unjudged(
    "At the end of the hand, the player who captured last takes the cards left on the board. That isn't a sweep."
)

# Rules: the score


most_cards = worth(
    "If you have more than twenty cards, you score {cards}.",
    lines="cards",
    cards=1,
    asked="most cards, get most cards, tie twenty, twenty each",
)
most_diamonds = worth(
    "If you have more than five diamonds, you score {diamonds}.",
    lines="diamonds",
    diamonds=1,
    asked="diamonds, most diamonds, coins, many diamonds, tie diamonds, five diamonds",
)
sette_bello = worth(
    "If you have the seven of diamonds, the sette bello, you score {sette_bello}.",
    lines="sette-bello",
    sette_bello=1,
    asked="settebello, sette bello, seven diamonds, seven coins, which seven, best card, seven worth",
)
re_bello = worth(
    "The king of diamonds is called the re bello. The player who has it scores {re_bello:score} for it.",
    lines="re-bello",
    re_bello=0,
    asked="re bello, king diamonds, king coins",
)
primiera = worth(
    "If you have cards of all four suits, take your best card of each suit and add up the four. That sum is your"
    " primiera. A seven counts {primiera_values:first}, a six {primiera_values:second}, an ace"
    " {primiera_values:third}, a five {primiera_values:fourth}, a four {primiera_values:fifth}, a three"
    " {primiera_values:sixth}, a two {primiera_values:seventh} and a face card {primiera_values:eighth}. If your"
    " primiera is higher, you score {primiera}.",
    lines="primiera",
    primiera_values=number(
        (21, 18, 16, 15, 14, 13, 12, 10),
        "primiera values of sevens, sixes, aces, fives, fours, threes, twos and face cards",
        least=1,
        most=99,
    ),
    primiera=1,
    asked="primiera, how count primiera, best primiera, primiera worth, prime, missing suit",
)
napola = worth(
    "If you have the ace of diamonds and the diamonds that follow it, {napola_run:word} or more in a row, you have a"
    " napola. {napola}.",
    lines="napola",
    napola_run=number(3, "fewest diamonds in a napola", least=1, most=10),
    napola=number(
        0,
        "points for each card of a napola",
        words={"0": "it scores nothing", "N": "it scores {N} for each of its cards"},
    ),
    asked="napola, ace two three diamonds",
)
sweep_point = worth(
    "Each sweep scores {sweep}.",
    lines="sweep",
    sweep=1,
    asked="sweep worth, scopa worth, sweep point, sweeps score, scopa point, sweep count, clear board get/worth/score",
)


@worth(
    counting={
        "in-order": "the count stops as soon as a player reaches {target}, and that player wins",
        "whole-hand": "the game ends after the hand in which a player reaches {target} and leads",
    },
    asked="who win, both reach, reach 11, many/points play to, win game, 11 points, order count, both eleven,"
    " out first",
)
def count_in_order(hand: Scopa, *, target: int = number(11, "points to win", least=1)) -> bool:
    """Count points in this order: cards, diamonds, seven of diamonds, king of diamonds, primiera, napola, sweeps.
    {counting}."""
    best = leaders(hand.standing.balance)
    reached = bool(best) and hand.standing.balance[best[0]] >= target
    return reached and (len(best) == 1 or hand.house["counting"] == "in-order")


# Rules: the piles

all_accounted = arithmetic(
    "The two piles together have forty cards, ten diamonds and one seven of diamonds.", place=Holds
)
primiera_count = arithmetic(
    "A primiera is the sum of four cards, one of each suit, or 0 if a suit is missing. Both primieras must be"
    " possible with one deck."
)


@judges(one_pack, when="always")
def each_once(hand: Scopa, holds: Holds) -> str | None:
    cards, pile = holds.pile.cards, hand.piles[holds.who]
    if strange := next((card for card in cards if card not in hand.pack), None):
        return f"this deck has no {strange.pretty}"
    if twice := named_twice(cards):
        return twice
    other = [card for card in hand.pack if (card in cards) is not (card in pile)]
    return f"{holds.who}'s pile has other cards: {listed(other)}" if cards and pile and other else None


@judges(all_accounted, primiera_count, when="always")
def can_be(hand: Scopa, holds: Holds | Tied) -> dict[Rule, str | None]:
    """Whether a report agrees with what is known of the piles, and some split of the deck agrees with everything."""
    said, compared = says(hand, holds), fishing.compares(holds, COMPARED)
    broken: dict[Rule, str | None] = {}

    def breaks(what: str, why: Reason) -> None:
        broken.setdefault(primiera_count if what == "primiera" else all_accounted, why)

    for (seat, what), count in said.items():
        if (known := hand.counts.get((seat, what), count)) != count:
            proof = [hand.counted[seat, what]] if (seat, what) in hand.counted else []
            breaks(what, Reason(f"{seat} has {in_words(what, known)}{lines(proof)}", *proof))
    for (seat, what), count in said.items():
        if hand.captured and count < (least := counted(hand, hand.captured[seat])[what]):
            had = f"{seat} already had {in_words(what, least)} before the rest was scored by totals"
            breaks(what, Reason(f"{had}, so {count} is too few"))
    for what, winner in compared.items():
        if otherwise := won_otherwise(hand, what, winner):
            breaks(what, otherwise)
    for what, (winner, report) in hand.won.items():
        numbers = [said.get((seat, what), hand.counts.get((seat, what))) for seat in hand.seats]
        if any(key[1] == what for key in said) and not agree(hand.seats, numbers, winner):
            breaks(what, Reason(f"{hand.who_has(what, winner)}{lines([report])}", report))
    pile = holds.pile.cards if isinstance(holds, Holds) else ()
    if pile and (otherwise_captured := hand.captured_otherwise(holds.who, pile)):
        broken.setdefault(all_accounted, otherwise_captured)
    proof = list(dict.fromkeys([*hand.counted.values(), *(report for _, report in hand.won.values())]))
    wanted = f"{holds.who} can't have {holds.pile}" if isinstance(holds, Holds) else f"{holds.what} can't be tied"
    strange = Reason(f"{wanted}{', given the numbers already entered' * bool(proof)}", *proof)
    every, won = {**hand.stated, **said}, hand.winners | compared
    primieras = {key: number for key, number in every.items() if key[1] == "primiera"}
    more = by_far(hand, won)
    best = {what: sign for what, sign in more.items() if what == "primiera"}
    agrees = {**every, **hand.stated} == every and {**won, **hand.winners} == won
    if not can_split(
        hand,
        {key: number for key, number in every.items() if key not in primieras},
        {what: sign for what, sign in more.items() if what not in best},
    ):
        broken.setdefault(all_accounted, strange)
        agrees = False
    if (primieras or best) and not can_split(hand, *((every, more) if agrees else (primieras, best))):
        broken.setdefault(primiera_count, strange)
        if "primiera" not in (*compared, *(what for _, what in said)):
            broken.setdefault(all_accounted, strange)
    return broken


def agree(seats: tuple[Seat, ...], numbers: list[int | None], winner: Seat) -> bool:
    """Whether the known numbers of both piles agree with the reported winner."""
    mine, theirs = numbers
    return mine is None or theirs is None or fishing.compare(mine, theirs) == fishing.by_far(seats, winner)


def won_otherwise(hand: Scopa, what: str, winner: Seat) -> Reason | None:
    """Why a player, or nobody, can't be the winner of a category, or None."""
    if otherwise := hand.entered_otherwise(what, winner):
        return otherwise
    first, second = hand.seats
    if not agree(hand.seats, [hand.counts.get((seat, what)) for seat in hand.seats], winner):
        proof = list(dict.fromkeys(hand.counted[seat, what] for seat in hand.seats if (seat, what) in hand.counted))
        held = in_words(what, hand.counts[first, what])
        return Reason(f"{first} has {held}, {second} {hand.counts[second, what]}{lines(proof)}", *proof)
    for seat in hand.seats if hand.captured else ():
        other = hand.after(seat)
        most = counted(hand, rest_of(hand, hand.captured[seat]))[what]
        least = counted(hand, hand.captured[seat])[what]
        if (winner == other and most <= least) or (winner == NOBODY and most < least):
            return Reason(f"{seat} already had {in_words(what, least)} before the rest was scored by totals")
    return None


def by_card(table: Table, counts: Mapping[Rank, int]) -> dict[str, int]:
    return {card.text: counts[card.rank] for card in table.pack}


GAME = Game(
    slug="scopa",
    name="Scopa",
    summary="Capture cards on the board by rank or by sum, and try to clear it.",
    family="fishing",
    players=range(2, 3),
    pack=Pack("A K Q J 7 6 5 4 3 2", ace="low"),
    hand=Scopa,
    play=play_hand,
    over=count_in_order,
    verbs={
        Deal: "to start, and after a hand is over or thrown in",
        Upcard: "after the deal, if you enter the play",
        Dealt: "at the start of a packet",
        Captures: "on your turn",
        Trails: "on your turn",
        Plays: "on your turn",
        Sweeps: "before the piles, after `rest` or if you enter no cards",
        Holds: "after the sweeps, after `rest` or if you enter no cards",
        Tied: "along with the piles",
        Rest: IN_NUMBERS,
    },
    pack_rule=one_pack,
    options=(
        Option(
            "three-kings",
            "redeal",
            "what to do if the first board has too many kings",
            (three_kings,),
            choices=("redeal", "play"),
        ),
        Option("aces", "match", "what an ace captures", (ace_takes_all,), choices=("match", "take-all")),
        Option(
            "counting",
            "in-order",
            "whether the count after a hand stops when a player reaches the target, or all points of the hand count",
            (count_in_order,),
            choices=("in-order", "whole-hand"),
        ),
    ),
    variants=(
        Variant("napola", "Three or more diamonds in a row from the ace score 1 each.", "napola=1"),
        Variant("re-bello", "The king of diamonds scores 1, like the seven.", "re-bello=1"),
        Variant("asso-piglia-tutto", "An ace takes the whole board.", "aces=take-all"),
        Variant("sixteen", "Play to 16, and count the whole last hand.", "target=16, counting=whole-hand"),
        Variant("twenty-one", "Play to 21, and count the whole last hand.", "target=21, counting=whole-hand"),
        Variant("no-primiera", "The primiera doesn't score.", "primiera=0"),
    ),
    asked=fishing.ASKED,
    facts=fishing.FACTS,
    now=state_of,
    board=lambda hand: [[card.pretty for card in hand.loose]] if hand.loose and not hand.short else [],
    ends=(deal_when_done,),
    at_a_glance=(
        Glance("cards each", fishing.cards_each, packets),
        Glance("values for adding", lambda table: by_card(table, adds_up_as(table)), capture_match, show=by_points),
        Glance(
            "primiera values",
            lambda table: by_card(table, by_rank(table.house["primiera-values"])),
            primiera,
            show=by_points,
        ),
        Glance("points to win", lambda table: table.house["target"], count_in_order),
    ),
    short_form=(
        "Type `deal`, then the `sweeps` in order. Then type what the piles `hold`: one player's cards and diamonds,"
        " everybody's primiera, and who has the 7♦. Or type only who has more: `Ann holds most cards`. After cards,"
        " type `rest` first."
    ),
    phrases={
        "scopa": "sweeps",
        "take CARDS with CARD": "captures CARDS with CARD",
        "take CARDS with RANK": "captures CARDS with RANK",
        "take CARD": "plays CARD",
        "take RANK": "plays RANK",
        "primiera N": "holds primiera N",
        "prime N": "holds primiera N",
        "primiera": "holds best primiera",
        "prime": "holds best primiera",
        "best prime": "holds best primiera",
        "have best prime": "holds best primiera",
        "seven": "holds 7D",
        "have seven": "holds 7D",
    },
    example=Example(
        "Ann Ben",
        ("deal", "Ann sweeps", "Ann holds 22 cards 6 diamonds 7D", "Ann holds primiera 78; Ben holds primiera 70"),
        "Ann 5, Ben 0",
    ),
    rulings=(
        "The written rules don't say who deals next. Here, the deal alternates. A hand that is thrown in doesn't change"
        " the dealer.",
        "You may trail a card that captures nothing, even if another card in your hand could capture.",
        "If the last card of the hand clears the board, it captures but doesn't sweep.",
        "Only the higher primiera scores. If the two are equal, or both players lack a suit, nobody scores it.",
        "Sweeps count in the order they were made. That can decide who reaches the target first.",
        "If the board has several cards your card could pair with, you choose which one to take.",
        "If you enter a packet after some of its cards were played, include the cards already played.",
    ),
    edition=2,
)
