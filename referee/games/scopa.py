"""Scopa.  Capture cards from the board with cards of their rank or their sum, and sweep it clear."""

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
from referee.language.words import NOBODY, Seat, Words
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
"""What goes to whoever has more of it, so that who it is will do."""


def adds_up_as(hand: Scopa | Table) -> dict[Rank, int]:
    """What each rank adds up as."""
    return dict(zip(RANKS, (*range(1, 8), *hand.house["courts"]), strict=True))


def by_rank(counts: tuple[int, ...]) -> dict[Rank, int]:
    """What each rank counts in a primiera."""
    return dict(zip(map(Rank, "76A5432JQK"), (*counts, *counts[-1:] * 2), strict=True))


def run_of(diamonds: Collection[Rank], least: int) -> int:
    """How many diamonds follow on each other from the ace, nothing where they are too few for a napola."""
    run = next((place for place, rank in enumerate(RANKS) if rank not in diamonds), len(RANKS))
    return run if run >= least else 0


# Reports


class OnBoard(tuple[Card, ...]):
    """Cards of the board; a bare rank is the only one of it that lies there."""

    metavar: ClassVar[str] = "CARDS"

    @staticmethod
    def read(words: Words, reader: Reader) -> OnBoard:
        cards: list[Card] = []
        while (word := words.next) and not word.quoted and (named := read_cards(word.text, reader.pack)):
            words.at += 1
            cards += named
        if not cards or UNKNOWN in cards:
            raise words.unread("which cards of the board?")
        for place, card in enumerate(cards):
            if card.is_bare:
                lying = [
                    other for other in getattr(reader, "loose", ()) if other.rank == card.rank and other not in cards
                ]
                if len(lying) > cards.count(card):
                    raise words.unread(
                        f"{card} could be {' or '.join(map(str, lying))}", [other.text for other in lying]
                    )
                cards[place] = lying[0] if lying else card
        return OnBoard(cards)


class Captures(Report):
    """cards of the board and the card that takes them"""

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


class Sweeps(fishing.Sweeps, also=("scopas",), adds=True):
    """sweeps in the order they were made, one where no number is told"""


class Plays(Report):
    """the only thing a card can do: its one capture, or else it is trailed"""

    card: Card


@dataclass(frozen=True)
class Pile:
    """What is told of a pile: some of what it counts, what it has more of than the other, or all its cards."""

    numbers: tuple[tuple[str, int], ...] = ()
    cards: Cards = ()
    more: tuple[str, ...] = ()

    metavar: ClassVar[str] = "ITEMS"

    def __str__(self) -> str:
        numbers = (self.one(what, number) for what, number in self.numbers)
        return " ".join((*map(most_of, self.more), *numbers, *map(str, self.cards)))

    @staticmethod
    def one(what: str, number: int) -> str:
        if what in (SETTE_BELLO.text, RE_BELLO.text):
            return what
        return f"{what} {number}" if what in ("primiera", "napola") else f"{number} {what}"

    def counts(self, hand: Scopa) -> dict[str, int]:
        return counted(hand, self.cards) if self.cards else dict(self.numbers)

    @staticmethod
    def counting(hand: Scopa) -> dict[str, int]:
        """What may be counted of it, as it is written around the number, and the most there is of that."""
        words = {what: "{} " + what for what in ("cards", "diamonds")}
        words |= {what: what + " {}" for what in ("primiera", "napola")}
        numbers = {words.get(what, what): max(numbers_of(hand, what)) for what in hand.counting}
        return numbers | {most_of(what): 1 for what in COMPARED}

    @staticmethod
    def read(words: Words, reader: Reader) -> Pile:
        """Reads ``24 cards``, ``6 diamonds``, ``7D`` and ``primiera 78`` in any order, or cards; and what the pile has
        more of, ``most cards``, ``most diamonds`` and ``best primiera``.  Raises ParseError."""
        numbers: dict[str, int] = {}
        cards: list[Card] = []
        more: dict[str, None] = {}
        house = getattr(reader, "house", {})
        besides = ", KD" * bool(house.get("re-bello")), ", napola N" * bool(house.get("napola"))
        items = "N cards, N diamonds, 7D{}, primiera N{}".format(*besides)
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
                raise words.unread(f"what of {word.text}? {items}", word=word)
        singles = [SETTE_BELLO, RE_BELLO] if house.get("re-bello") else [SETTE_BELLO]
        if {*cards} <= {*singles} and len({*cards}) == len(cards):
            numbers |= dict.fromkeys((card.text for card in cards), 1)
            cards = []
        if bool(cards) == bool(numbers or more):
            raise words.unread(f"what does the pile hold? {items}, or all its cards")
        told = tuple((what, numbers[what]) for what in KINDS if what in numbers)
        return Pile(told, tuple(cards), tuple(what for what in COMPARED if what in more))


def sette_bello_next(words: Words) -> Card | None:
    """The seven of diamonds, where it comes next by its name."""
    names = "sette bello", "settebello", "sette-bello"
    for size in (2, 1):
        said = [word for word in words.list[words.at : words.at + size] if not word.quoted]
        if " ".join(word.text.lower() for word in said) in names:
            words.at += size
            return SETTE_BELLO
    return None


def most_of(what: str) -> str:
    """How it is said that somebody has more of something."""
    return f"best {what}" if what == "primiera" else f"most {what}"


def sum_next(words: Words, kinds: Collection[str]) -> str:
    """The next word, where it is one of these kinds with its number behind; a primiera may be won without one."""
    start = words.at
    kind = fishing.named_next(words, kinds)
    if kind == "primiera" and not (words.next and words.next.text[:1].isdigit()):
        words.at = start
        return ""
    return kind


class Holds(Report):
    """what a pile has: numbers of cards and diamonds, the 7♦, its primiera, and what else counts, or only that it has
    more of it; or all its cards"""

    pile: Pile

    @classmethod
    def options(cls, hand: Scopa, seat: Seat) -> Iterator[Holds]:
        """One thing at a time."""
        yield from (cls(Pile(more=(what,)), who=seat) for what in COMPARED if what in hand.counting)
        for what in hand.counting:
            numbers = numbers_of(hand, what) if SPLIT.get(what) != 1 else (1,)
            yield from (cls(Pile(((what, number),)), who=seat) for number in numbers)


def numbers_of(hand: Scopa, what: str) -> Iterable[int]:
    """All that a pile may have of something that is scored."""
    if what == "primiera":
        return sorted({0, *map(sum, combinations_with_replacement({*hand.house["primiera-values"]}, 4))})
    return (0, *range(hand.house["napola-run"], 11)) if what == "napola" else range(SPLIT[what] + 1)


def counted(hand: Scopa | Table, cards: Iterable[Card]) -> dict[str, int]:
    """What a pile has of everything that is scored."""
    pile, counts = list(cards), by_rank(hand.house["primiera-values"])
    suits = [[counts.get(card.rank, 0) for card in pile if card.suit == suit] for suit in SUITS]
    best = sum(map(max, suits)) if all(suits) else 0
    diamonds = {card.rank for card in pile if card.suit == "D"}
    run = run_of(diamonds, hand.house["napola-run"])
    numbers = len(pile), len(diamonds), pile.count(SETTE_BELLO), pile.count(RE_BELLO), best, run
    return dict(zip(KINDS, numbers, strict=True))


@dataclass
class Scopa(FishingHand):
    """One deal; ``counts`` has what is known of each pile, ``stated`` what was told in short, ``told`` by whom."""

    counts: dict[tuple[Seat, str], int] = field(default_factory=dict)
    stated: dict[tuple[Seat, str], int] = field(default_factory=dict)
    told: dict[tuple[Seat, str], Report] = field(default_factory=dict)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """A bare rank that no card on the board has stays one."""
        bare = Card(rank)
        return [bare] if isinstance(report, Captures) and bare in report.cards else super().meant(report, rank)

    @property
    def counting(self) -> list[str]:
        """What the piles are told by: the cards, and whatever else is scored here."""
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
        """Everything that a card may capture by the book; pairing comes first."""
        if self.takes_all(card):
            return [tuple(self.loose)] if self.loose else []
        return self.pairs(card) or self.sums(card)

    def who_has(self, what: str, winner: Seat) -> str:
        return f"{winner or 'nobody'} has the {most_of(what)}"

    def untold(self) -> tuple[Seat, ...]:
        """Whose pile isn't known in everything that is scored."""
        open_yet = [what for what in self.counting if what not in self.won]
        return tuple(seat for seat in self.seats if any((seat, what) not in self.counts for what in open_yet))


# The hand


async def play_hand(hand: Scopa) -> None:
    await hand.begin()

    # The board
    always = hand.ask(None, Dealt, aside=True) | bar(deal_when_done, "the hand isn't played out", Deal)
    sweeping = hand.ask(None, Sweeps, aside=True)
    tying = hand.ask(None, Tied, aside=True)
    counting = hand.ask(hand.untold, Holds, free=True) | tying
    no_board = bar(on_board, "the cards of the board are told first", Captures, Trails, Plays)
    while not hand.loose and not hand.short:
        match await (hand.ask(None, Upcard) | sweeping | counting | always | no_board):
            case Upcard() as upcard:
                await turn_up(hand, upcard)
            case other:
                take_other(hand, other)

    # Packets
    playing = hand.ask(hand.turn, Captures, Trails, Plays) | always | the_rest(hand)
    instead = sweeping | hand.ask(hand.untold, Holds, aside=True) | tying
    too_late = bar(all_accounted, "cards were played, so the piles are known", Holds, Tied)
    too_late |= bar(sweep, "cards were played, so the sweeps are known", Sweeps)
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
    no_play = bar(turn_order, "only the piles are told of this hand", Upcard, Captures, Trails, Plays) | always
    too_late = bar(sweep, "sweeps are told before the piles", Sweeps)
    while hand.short and hand.untold():
        take_other(hand, await (counting | (too_late if hand.told or hand.won else sweeping) | no_play))
    if not hand.short:
        hand.sweep_up()
        hand.counts = {(seat, what): n for seat in hand.seats for what, n in counted(hand, hand.piles[seat]).items()}

    # Score
    whole = hand.house["counting"] == "whole-hand"
    for winner, rule, points, because, told in scored(hand):
        if points and (whole or not count_in_order(hand)):
            hand.book(winner, rule, points, because, *told)


def stands(hand: Scopa) -> Iterator[str]:
    """What lies on the table; in the short form what of the piles isn't told yet, once something is."""
    yield from fishing.on_the_table(hand)
    open_yet = [what for what in hand.counting if what not in hand.won]
    missing = {what: [seat for seat in hand.seats if (seat, what) not in hand.counts] for what in open_yet}
    untold = [
        f"who has the {card_of(what).pretty}" if SPLIT.get(what) == 1 else f"{what} of {' and '.join(seats)}"
        for what, seats in missing.items()
        if seats
    ]
    if (hand.stated or hand.won) and untold:
        yield f"not told yet: {', '.join(untold)}"


async def turn_up(hand: Scopa, upcard: Upcard) -> None:
    """The board is laid out; with too many kings nothing but another deal may follow."""
    hand.tell(upcard, *upcard.cards)
    hand.loose += upcard.cards
    kings = [card for card in upcard.cards if card.rank == "K"]
    if len(kings) < three_kings(hand) or hand.house["three-kings"] == "play":
        return
    if not hand.enforces(three_kings):  # another deal may follow, and needn't
        if await hand.ask(hand.dealer, Deal, aside=True).maybe():
            hand.deal_again()
            hand.open()
        return
    void = f"{listed(kings)} void the hand ({at(upcard)}): {hand.dealer} deals again"
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


def take_other(hand: Scopa, told: Report) -> None:
    hand.short = hand.short or not isinstance(told, Dealt)
    match told:
        case Dealt():
            fishing.take_packet(hand, told)
        case Sweeps():
            hand.sweeps += [told] * told.number
        case Holds() | Tied():
            take_pile(hand, told)


def take_pile(hand: Scopa, holds: Holds | Tied) -> None:
    """What is told of the piles, and what nothing else agrees with."""
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
            # of a primiera the dearer sums are likelier, so that a second one is soon found
            every = sorted(numbers_of(hand, what), reverse=what == "primiera")
            numbers = (n for n in every if can_split(hand, {**hand.counts, (seat, what): n}, more))
            possible = [*islice(numbers, 2)]
            hand.counts |= shared(hand, seat, what, possible[0]) if len(possible) == 1 else {}
    for key in hand.counts:
        hand.told.setdefault(key, holds)


def rest_of(hand: Scopa, pile: Cards) -> list[Card]:
    return [card for card in hand.pack if card not in pile]


def in_order() -> dict[str, Rule]:
    """What is counted of the piles, in its order, with the rules that say what it is worth."""
    rules = most_cards, most_diamonds, sette_bello, re_bello, primiera, napola
    return dict(zip(KINDS, rules, strict=True))


def scored(hand: Scopa) -> Iterator[tuple[Seat, Rule, int, str, list[Report]]]:
    """Whoever gets points, by which rule, how many, why and told by whom, in the order of counting."""
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
            because = Pile.one(what, more) + (f" against {less}" if less or SPLIT.get(what) != 1 else "")
            told = [hand.told[seat, what] for seat in (winner, loser) if (seat, what) in hand.told]
            yield winner, rule, each * more if rule is napola else each, because, told
    for swept in hand.sweeps:
        yield swept.who, sweep_point, sweep_point(hand), "swept the board", [swept]


# What two piles may be


def ways_of_a_suit(counts: tuple[int, ...]) -> Iterator[tuple[set[Rank], set[Rank], int, int]]:
    """Every split of a suit: the ranks that both players have, and what their best cards count."""
    worths = by_rank(counts)
    for mask in range(1 << len(RANKS)):
        mine = {rank for place, rank in enumerate(RANKS) if mask >> place & 1}
        theirs = {*RANKS} - mine
        best, their_best = (max(map(worths.__getitem__, held), default=0) for held in (mine, theirs))
        yield mine, theirs, best, their_best


@lru_cache(8)
def ways_of_diamonds(counts: tuple[int, ...], run: int) -> set[tuple[int, ...]]:
    """For every split of the diamonds the first player's diamonds, seven and king, both runs and both best cards."""
    return {
        (len(mine), "7" in mine, "K" in mine, run_of(mine, run), run_of(theirs, run), *best)
        for mine, theirs, *best in ways_of_a_suit(counts)
    }


@lru_cache(256)
def diamonds_told(counts: tuple[int, ...], run: int, told: tuple[int | bool | None, ...]) -> set[tuple[int, int, int]]:
    """How many diamonds the first player may have, with both best diamonds, where so much was told of the split.

    None stands for what wasn't told, in the order of `ways_of_diamonds`.
    """
    return {
        (way[0], best, their_best)
        for *way, best, their_best in ways_of_diamonds(counts, run)
        if all(number in (None, actual) for number, actual in zip(told, way, strict=True))
    }


@lru_cache(8)
def ways_of_the_others(counts: tuple[int, ...]) -> dict[tuple[int | None, int | None], int]:
    """How many cards of the three other suits the first player may have, as bits, by what both have for a primiera.

    None stands for anything, 0 for a suit that is missing.
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
    """What the three other suits must count for a primiera that was told, where the best diamond counts so much."""
    if primiera is None or primiera == best == 0:
        return (None,)
    if not primiera:
        return (0,)
    return (primiera - best,) if best and primiera > best else ()


@lru_cache(2048)
def others_compared(
    counts: tuple[int, ...], diamonds: tuple[int, int], told: tuple[int | None, int | None], more: int
) -> int:
    """How many cards of the three other suits the first player may have, as bits, where its primiera is more, as much
    or less; both best diamonds are known, and what was told of both primieras."""
    cards = 0
    for others, bits in ways_of_the_others(counts).items():
        if None not in others:
            mine, theirs = (a and b and a + b for a, b in zip(diamonds, others, strict=True))
            fits = told[0] in (None, mine) and told[1] in (None, theirs)
            cards |= bits if fits and fishing.compare(mine or 0, theirs or 0) == more else 0
    return cards


def by_far(hand: Scopa, won: Mapping[str, Seat]) -> dict[str, int]:
    """What the first player has more of, as 1, as much, as 0, or less, as -1, by who has more of what."""
    return {what: fishing.by_far(hand.seats, winner) for what, winner in won.items()}


def can_split(hand: Scopa, counts: Mapping[tuple[Seat, str], int], more: Mapping[str, int]) -> bool:
    """Whether the pack can be split into piles that count so, each with two cards for every sweep.

    ``more`` has what the first player has more of, as 1, as much, as 0, or less, as -1.
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
    for diamonds, best, their_best in diamonds_told(values, hand.house["napola-run"], told):
        if diamonds not in so_many_diamonds:
            continue
        if "primiera" in more:
            cards |= others_compared(values, (best, their_best), primieras, more["primiera"]) << diamonds
            continue
        for both in product(others_for(primieras[0], best), others_for(primieras[1], their_best)):
            cards |= others.get(both, 0) << diamonds
    return bool(cards & wanted)


def shared(hand: Scopa, seat: Seat, what: str, number: int) -> dict[tuple[Seat, str], int]:
    """What it means for both piles that one has so much of something."""
    rest = {(hand.after(seat), what): SPLIT[what] - number} if what in SPLIT else {}
    return {(seat, what): number} | rest


def says(hand: Scopa, holds: Holds | Tied) -> dict[tuple[Seat, str], int]:
    """What a report tells of both piles in numbers."""
    said: dict[tuple[Seat, str], int] = {}
    if isinstance(holds, Tied):  # where nobody has a napola both have none
        return {(seat, what): 0 for seat in hand.seats for what in holds.what if what == "napola"}
    for what, told in holds.pile.counts(hand).items():
        said |= shared(hand, holds.who, what, told)
    if holds.pile.cards:
        others = counted(hand, rest_of(hand, holds.pile.cards))
        said |= {(hand.after(holds.who), what): others[what] for what in ("primiera", "napola")}
    return said


# Rules: the deal

dealer_rotation = illegal("The players deal in turn; whoever dealt a hand that is thrown in deals again.", turn=Deal)
deal_when_done = illegal("Nobody deals before the hand is played to its end.")
packets = worth(
    "Everybody is dealt {hand_size:word card} and the board {board:word}; whenever they are played everybody gets"
    " {hand_size:word} more, or what is left, and the board none, where everything stays.",
    hand_size=number(3, "cards each at a time", least=1, most=9),
    board=number(4, "cards on the board at first", least=2, most=10, step=2),
)
three_kings = illegal(
    "With {kings:word} kings or more on the first board {three_kings}.",
    three_kings={
        "redeal": "the hand is thrown in, and the same dealer deals again",
        "play": "the hand is played like any other",
    },
    kings=number(3, "kings on the first board that void the hand", least=1, most=4),
)


@judges(dealer_rotation, three_kings)
def same_dealer(hand: Scopa, deal: Deal) -> Answer:
    """Behind a board that was thrown in."""
    if deal.who == hand.dealer or not hand.dealer:
        return None
    return dict.fromkeys((dealer_rotation, three_kings), f"{hand.dealer} deals again, not {deal.who}")


one_pack = impossible("There are forty cards, each once: no eight, no nine and no ten.", fishing.the_board)
own_hand = impossible("Whoever told the cards of a packet plays those and no others of it.")
judges(own_hand, one_pack, when="always")(fishing.is_packet)
judges(one_pack, own_hand, of=(Captures, Trails, Plays))(fishing.of_own_hand)

# Rules: a card captures

turn_order = illegal("The dealer's opponent begins; then one card from each in turn.", turn=(Captures, Trails, Plays))


@impossible
def on_board(hand: Scopa, play: Captures) -> str | None:
    """What is captured lies on the board."""
    strange = [card for place, card in enumerate(play.cards) if card not in hand.loose or card in play.cards[:place]]
    return f"{listed(hand.loose)} on the board, and no {listed(strange)} besides" if strange else None


capture_match = illegal(
    "A card takes one card of its rank, or two or more that add up to it: aces count 1, other cards their pips, jacks,"
    " queens and kings {courts}.",
    courts=number((8, 9, 10), "what jacks, queens and kings add up as", least=1, most=20),
)
pair_takes_one = illegal("Whoever pairs takes one card, however many of the rank lie there.")
pair_first = illegal("A card that can pair doesn't take by addition.")


ace_takes_all = illegal(
    "An ace captures {aces}.",
    aces={"match": "like any other card", "take-all": "the whole board, which isn't a sweep"},
)


@judges(capture_match, pair_takes_one, pair_first, ace_takes_all)
def matches(hand: Scopa, play: Captures) -> Answer:
    card, by_value = play.card, adds_up_as(hand)
    if hand.takes_all(card):
        left = [other for other in hand.loose if other not in play.cards]
        return {ace_takes_all: f"{card.pretty} takes {listed(left)} as well" if left else None}
    same = [other for other in play.cards if other.rank == card.rank]
    alone = len(play.cards) == 1 or not hand.enforces(pair_takes_one)
    others = [other for other in play.cards if other.rank != card.rank or not alone]
    value, amount = by_value.get(card.rank, 0), sum(by_value.get(other.rank, 0) for other in others)
    why: dict[Rule, str | None] = {}
    if same and len(play.cards) > 1:
        why[pair_takes_one] = f"{card.pretty} pairs with {same[0].pretty}, and takes nothing else"
    if not same and (pair := next((other for other in hand.loose if other.rank == card.rank), None)):
        why[pair_first] = f"{card.pretty} can pair with {pair.pretty}, so must"
    if others and amount != value:
        why[capture_match] = (
            f"{listed(others)} {'makes' if len(others) == 1 else 'make'} {amount}, and {card.pretty} takes {value}"
        )
    elif len(others) == 1:
        why[capture_match] = f"{others[0].pretty} alone isn't taken by {card.pretty}, which has another rank"
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
    """A card that can capture something isn't trailed."""
    takings = hand.takings(trails.card)
    return f"{trails.card.pretty} takes {listed(takings[0])}" if takings else None


sweep = worth("Whoever clears the board sweeps it, but not with the last card of the hand.")
judges(sweep)(fishing.so_many_sweeps)


@judges(sweep, when="again")
def swept_so(hand: Scopa, sweeps: Sweeps) -> Reason | None:
    """Told again of a hand that is finished: one of the reports, or how many there were."""
    return None if sweeps in hand.sweeps else fishing.swept_so(hand, sweeps)


last_capturer = unjudged("What lies on the board in the end goes to whoever captured last, and isn't a sweep.")

# Rules: the score


most_cards = worth("More than twenty cards count {cards}.", lines="cards", cards=1)
most_diamonds = worth("More than five diamonds count {diamonds}.", lines="diamonds", diamonds=1)
sette_bello = worth("The seven of diamonds counts {sette_bello}.", lines="sette-bello", sette_bello=1)
re_bello = worth("The king of diamonds counts {re_bello}.", lines="re-bello", re_bello=0)
primiera = worth(
    "The best card of each suit counts: sevens, sixes, aces, fives, fours, threes, deuces and court cards"
    " {primiera_values} in this order. Whoever has all four suits and the higher sum gets {primiera}.",
    lines="primiera",
    primiera_values=number((21, 18, 16, 15, 14, 13, 12, 10), "what cards count in a primiera", least=1, most=99),
    primiera=1,
)
napola = worth(
    "Diamonds that follow on each other from the ace, {napola_run:word} at least, count {napola} each.",
    lines="napola",
    napola_run=number(3, "diamonds from the ace that a napola has at least", least=1, most=10),
    napola=0,
)
sweep_point = worth("Each sweep counts {sweep}.", lines="sweep", sweep=1)


@worth(
    counting={
        "in-order": "with what takes a player to {target}",
        "whole-hand": "with the whole hand in which a player comes to {target} and leads",
    }
)
def count_in_order(hand: Scopa, *, target: int = number(11, "points that win", least=1)) -> bool:
    """Cards come first, then diamonds, the seven and king of diamonds, the primiera, the napola and the sweeps; the
    game ends {counting}."""
    best = leaders(hand.standing.balance)
    reached = bool(best) and hand.standing.balance[best[0]] >= target
    return reached and (len(best) == 1 or hand.house["counting"] == "in-order")


# Rules: the piles

all_accounted = arithmetic("Two piles share forty cards, ten of them diamonds, and one seven of diamonds.", place=Holds)
primiera_count = arithmetic(
    "A primiera is the sum of a card from each suit, or 0 where a suit is missing; both come from one pack."
)


@judges(one_pack, when="always")
def each_once(hand: Scopa, holds: Holds) -> str | None:
    cards, pile = holds.pile.cards, hand.piles[holds.who]
    if strange := next((card for card in cards if card not in hand.pack), None):
        return f"there is no {strange.pretty} in this pack"
    if twice := named_twice(cards):
        return twice
    other = [card for card in hand.pack if (card in cards) is not (card in pile)]
    return f"{holds.who}'s pile has other cards: {listed(other)}" if cards and pile and other else None


@judges(all_accounted, primiera_count, when="always")
def can_be(hand: Scopa, holds: Holds | Tied) -> dict[Rule, str | None]:
    """What is told of the piles agrees with what is known, and some split of the pack with all of it."""
    said, compared = says(hand, holds), fishing.compares(holds, COMPARED)
    broken: dict[Rule, str | None] = {}

    def breaks(what: str, why: Reason) -> None:
        broken.setdefault(primiera_count if what == "primiera" else all_accounted, why)

    for (seat, what), told in said.items():
        if (known := hand.counts.get((seat, what), told)) != told:
            proof = [hand.told[seat, what]] if (seat, what) in hand.told else []
            breaks(what, Reason(f"{seat} has {Pile.one(what, known) if known else f'no {what}'}{lines(proof)}", *proof))
    for (seat, what), told in said.items():
        if hand.captured and told < (least := counted(hand, hand.captured[seat])[what]):
            breaks(what, Reason(f"{seat} had {Pile.one(what, least)} before the rest was told, and not {told}"))
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
    proof = list(dict.fromkeys([*hand.told.values(), *(report for _, report in hand.won.values())]))
    wanted = f"gives {holds.who} {holds.pile}" if isinstance(holds, Holds) else f"has {holds.what} tied"
    strange = Reason(f"no split of the pack {wanted}{' beside what was told' * bool(proof)}", *proof)
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
    """Whether numbers of both piles, as far as they are known, can be those of a winner that was told."""
    mine, theirs = numbers
    return mine is None or theirs is None or fishing.compare(mine, theirs) == fishing.by_far(seats, winner)


def won_otherwise(hand: Scopa, what: str, winner: Seat) -> Reason | None:
    """Why a player can't have more of something, or nobody: it was told otherwise, or it is counted or captured."""
    if otherwise := hand.told_otherwise(what, winner):
        return otherwise
    first, second = hand.seats
    if not agree(hand.seats, [hand.counts.get((seat, what)) for seat in hand.seats], winner):
        proof = list(dict.fromkeys(hand.told[seat, what] for seat in hand.seats if (seat, what) in hand.told))
        held = Pile.one(what, hand.counts[first, what])
        return Reason(f"{first} has {held}, {second} {hand.counts[second, what]}{lines(proof)}", *proof)
    for seat in hand.seats if hand.captured else ():
        other = hand.after(seat)
        most = counted(hand, rest_of(hand, hand.captured[seat]))[what]
        least = counted(hand, hand.captured[seat])[what]
        if (winner == other and most <= least) or (winner == NOBODY and most < least):
            return Reason(f"{seat} had {Pile.one(what, least)} before the rest was told")
    return None


def by_card(table: Table, counts: Mapping[Rank, int]) -> dict[str, int]:
    return {card.text: counts[card.rank] for card in table.pack}


GAME = Game(
    slug="scopa",
    name="Scopa",
    summary="Capture cards from the board with cards of their rank or their sum, and sweep it clear.",
    family="fishing",
    players=range(2, 3),
    pack=Pack("A K Q J 7 6 5 4 3 2", ace="low"),
    hand=Scopa,
    play=play_hand,
    over=count_in_order,
    verbs={
        Deal: "first, and when a hand is finished or thrown in",
        Upcard: "after the deal, where the play is told",
        Dealt: "in a packet",
        Captures: "on turn",
        Trails: "on turn",
        Plays: "on turn",
        Sweeps: "before the piles, where no card was told, or the rest isn't",
        Holds: "after the sweeps, where no card was told, or the rest isn't",
        Tied: "beside what the piles have",
        Rest: IN_NUMBERS,
    },
    pack_rule=one_pack,
    options=(
        Option(
            "three-kings",
            "redeal",
            "what a board with too many kings does",
            (three_kings,),
            choices=("redeal", "play"),
        ),
        Option("aces", "match", "what an ace captures", (ace_takes_all,), choices=("match", "take-all")),
        Option(
            "counting",
            "in-order",
            "whether the point that reaches the target ends the game, or the whole hand counts",
            (count_in_order,),
            choices=("in-order", "whole-hand"),
        ),
    ),
    variants=(
        Variant("napola", "The ace, deuce and three of diamonds count, and every diamond that follows on.", "napola=1"),
        Variant("re-bello", "The king of diamonds is worth as much as the seven.", "re-bello=1"),
        Variant("asso-piglia-tutto", "An ace takes the whole board.", "aces=take-all"),
        Variant("sixteen", "Sixteen points win, and whole hands count.", "target=16, counting=whole-hand"),
        Variant("twenty-one", "Twenty-one points win, and whole hands count.", "target=21, counting=whole-hand"),
        Variant("no-primiera", "Nobody counts a primiera.", "primiera=0"),
    ),
    facts=fishing.FACTS,
    now=stands,
    board=lambda hand: [[card.pretty for card in hand.loose]] if hand.loose and not hand.short else [],
    ends=(deal_when_done,),
    at_a_glance=(
        Glance("cards each", fishing.cards_each, packets),
        Glance("cards add up as", lambda table: by_card(table, adds_up_as(table)), capture_match, show=by_points),
        Glance(
            "primiera, the best card of each suit",
            lambda table: by_card(table, by_rank(table.house["primiera-values"])),
            primiera,
            show=by_points,
        ),
        Glance("points to win", lambda table: table.house["target"], count_in_order),
    ),
    short_form=(
        "`deal`, the `sweeps` as they were made, and `holds`: the cards and diamonds of one player, who has the 7♦,"
        " and the primiera of both, or only who has most or best of these. In mid-hand all this comes after `rest`."
    ),
    example=Example(
        "Ann Ben",
        ("deal", "Ann sweeps", "Ann holds 22 cards 6 diamonds 7D", "Ann holds primiera 78; Ben holds primiera 70"),
        "Ann 5, Ben 0",
    ),
    rulings=(
        "Nothing is said of the next dealer, so the two deal in turn; a hand thrown in is dealt again by its dealer.",
        "Whether a card may be trailed depends on that card alone, whatever else is in the hand.",
        "A last card that clears the board captures, but doesn't sweep.",
        "Only the higher primiera gets the point: nobody does where both are equal or both lack a suit.",
        "Sweeps count in the order they were made, which may decide who gets to the target first.",
        "Of several cards of its rank the player chooses which one a card takes.",
        "Cards of a packet that are told while it is played must have among them what was played of it.",
    ),
    edition=2,
)
