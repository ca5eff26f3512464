"""Fishing: what a card captures by pairing and by addition, builds, deals in packets, and who captured last.

For addition, ``values`` has the value of each rank. A rank without a value can only pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from referee.cards import SUIT_NAMES, UNKNOWN, Card, Cards, Rank, listed, those_named
from referee.game.asks import at
from referee.game.game import Fact, Table
from referee.kit.holdings import HeldHand, Holding, fresh
from referee.language.reports import Blind, Report, one_for_each, terms
from referee.language.words import NOBODY, ParseError, Seat, Words, either, so_many, so_often
from referee.rules.rule import Reason, cannot_happen, miscounted

Values = Mapping[Rank, int] | Mapping[str, int]

# Parsing what a pile has


LONG_ENOUGH = 3  # letters of a kind without a number
MOST = ("most", "more", "best", "better", "highest", "higher")
CALLED = {"coin": "diamonds", "coins": "diamonds"}
"""Other names for the kinds."""


def named_next(words: Words, kinds: Collection[str]) -> str:
    """Consumes the next word if it is one of these kinds, in the singular or plural. Returns the kind, or ""."""
    text = words.next.text.lower() if words.next else ""
    if (called := CALLED.get(text, "")) in kinds:
        words.at += 1
        return called
    kind = words.is_one(kinds) or next((kind for kind in kinds if text == kind[:-1]), "")
    words.at += bool(kind)
    return kind


def number_of(words: Words, kinds: Collection[str]) -> tuple[str, int] | None:
    """Parses ``24 cards``, ``12+12 cards`` or ``cards 24``. None if something else comes next."""
    start = words.at
    kind = named_next(words, kinds)
    try:
        number = sum(terms(words))
    except ParseError:
        words.at = start
        return None
    if kind := kind or named_next(words, kinds):
        return kind, number
    words.at = start
    return None


def won_next(words: Words, kinds: Collection[str]) -> str:
    """Parses a kind without a number: ``most cards``, ``best primiera``, ``cards``. "" if none comes next."""
    start = words.at
    words.at += bool(words.next and words.next.text.lower() in MOST)
    slipped = words.at == start and words.next and len(words.next.text) < LONG_ENOUGH
    if not slipped and (kind := named_next(words, kinds)):
        return kind
    words.at = start
    return ""


def by_far(seats: Sequence[Seat], winner: Seat) -> int:
    """Who has more: 1 if it is the first of two players, −1 if it is the second, 0 if they are equal."""
    return 0 if winner == NOBODY else 1 if winner == seats[0] else -1


def compare(mine: int, theirs: int) -> int:
    """1, 0 or −1 if the first number is larger, equal or smaller."""
    return (mine > theirs) - (mine < theirs)


@cache
def shares(total: int, more: int | None) -> range:
    """How many of ``total`` the first of two players may have: more for 1, half for 0, less for −1, any for None."""
    half = total // 2
    by_more = {None: range(total + 1), 1: range(half + 1, total + 1), -1: range(total - half)}
    return by_more.get(more, range(half, half + 1 - total % 2))


# Sums


def adding_up(cards: Iterable[Card], total: int, values: Values) -> list[Cards]:
    """Every choice of two or more cards whose values add up to ``total``."""
    numbers = _numbers(cards, values)
    return [_chosen(numbers, mask) for mask in _sets([number for number, _ in numbers], total)]


def divides(numbers: Iterable[int], total: int) -> bool:
    """Whether all these numbers can be split into sets of two or more that each add up to ``total``."""
    left = Counter(numbers)
    amount = sum(number * count for number, count in left.items())
    if not amount or amount % total or not all(0 < number < total for number in left):
        return False
    failed: set[tuple[int, ...]] = set()

    def fill(left: tuple[int, ...], room: int, most: int) -> bool:
        """Fills the room in a set with numbers up to ``most``. Each new set begins with the largest number left."""
        if not room:
            largest = next((number for number in range(total - 1, 0, -1) if left[number]), 0)
            if not largest:
                return True
            if left in failed:
                return False
            if fill(_less(left, largest), total - largest, largest):
                return True
            failed.add(left)
            return False
        fitting = (number for number in range(min(room, most), 0, -1) if left[number])
        return any(fill(_less(left, number), room - number, number) for number in fitting)

    return fill(tuple(left[number] for number in range(total)), 0, 0)


def captures(card: Card, loose: Sequence[Card], values: Values, total: int = 0, most: int = 4096) -> list[Cards]:
    """Every choice of loose cards that a card can capture: all of its rank or none, and sets that add up to its value.

    With ``total``, the sets add up to that instead, and cards of the same rank may be in them too. If there are more
    than ``most`` choices, some are left out.
    """
    pairs = [other for other in loose if other.rank == card.rank]
    numbers = _numbers(loose, values)
    unions = _unions([number for number, _ in numbers], total or values.get(card.rank, 0), most)
    sums = [_chosen(numbers, mask) for mask in unions]
    paired = [(*(other for other in pairs if other not in chosen), *chosen) for chosen in sums] if pairs else []
    return list({frozenset(chosen): chosen for chosen in (*sums, *paired) if chosen}.values())


def unions(cards: Iterable[Card], total: int, values: Values, most: int = 4096) -> list[Cards]:
    """Every choice of up to ``most`` cards that can be split into sets of two or more that add up to ``total``."""
    numbers = _numbers(cards, values)
    return [_chosen(numbers, mask) for mask in _unions([number for number, _ in numbers], total, most) if mask]


def _numbers(cards: Iterable[Card], values: Values) -> list[tuple[int, Card]]:
    """The cards with their values, largest first."""
    return sorted(((values.get(card.rank, 0), card) for card in cards), key=lambda counted: -counted[0])


def _chosen(numbers: Sequence[tuple[int, Card]], mask: int) -> Cards:
    return tuple(card for place, (_, card) in enumerate(numbers) if mask >> place & 1)


def _less(left: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*left[:number], left[number] - 1, *left[number + 1 :])


def _sets(numbers: Sequence[int], total: int) -> list[int]:
    """Every choice of two or more numbers that adds up to ``total``, as a bit mask of their indices."""
    by_sum: list[list[int]] = [[0], *([] for _ in range(total))]
    for place, number in enumerate(numbers):
        if 0 < number < total:
            for amount in range(total, number - 1, -1):
                by_sum[amount] += [mask | 1 << place for mask in by_sum[amount - number]]
    return by_sum[total] if total else []


def _unions(numbers: Sequence[int], total: int, most: int) -> dict[int, None]:
    """Every union of disjoint sets, as bit masks, including the empty one.

    The numbers must be sorted, largest first. Of two sets, the one with the larger number is taken first.
    """
    by_first: dict[int, list[int]] = {}
    for mask in _sets(numbers, total):
        by_first.setdefault(mask & -mask, []).append(mask)
    unions: dict[int, None] = {0: None}
    for first in sorted(by_first):
        if len(unions) > most:
            break
        apart = [union for union in unions if not union & first]
        unions |= dict.fromkeys(union | mask for mask in by_first[first] for union in apart if not union & mask)
    return unions


# The board, the packets and the piles


@dataclass
class Build:
    """Cards combined to be captured together by a card of the declared rank.

    ``told`` is the report that declared it last.
    """

    rank: Rank
    cards: Cards
    report: Report

    @property
    def pairing(self) -> bool:
        """Whether it was built by pairing, not by addition."""
        return all(card.rank == self.rank for card in self.cards)

    def sets(self, values: Values, total: int = 0) -> int:
        """How many sets it contains that add up to ``total``, or to the value of the declared rank."""
        value, amount = total or values.get(self.rank, 0), sum(values.get(card.rank, 0) for card in self.cards)
        return max(1, amount // value) if value else 1


@dataclass
class FishingHand(HeldHand):
    """One deal, played in packets. In the current packet every player got ``each`` cards.

    ``played`` has the plays of the packet. ``sweeps`` has the captures that cleared the board, or, if the hand is
    ``short`` (totals only), the reports of sweeps. ``won`` has who was reported there to have more of something,
    `NOBODY` for a tie. The house sets the size of packets and the number of cards on the board at first.
    """

    each: int = 0
    packet: int = 0
    stock: int = 0
    to_play: Seat = NOBODY
    loose: list[Card] = field(default_factory=list)
    builds: list[Build] = field(default_factory=list)
    played: dict[Seat, list[Any]] = field(default_factory=dict)
    piles: dict[Seat, list[Card]] = field(default_factory=dict)
    sweeps: list[Report] = field(default_factory=list)
    last_capturer: Seat = NOBODY
    short: bool = False
    won: dict[str, tuple[Seat, Report]] = field(default_factory=dict)
    captured: dict[Seat, Cards] = field(default_factory=dict)  # before the hand continued with totals only

    def go_on_in_numbers(self) -> None:
        """Switches to totals only: from here on only sweeps and piles are reported."""
        self.short, self.captured = True, {seat: tuple(pile) for seat, pile in self.piles.items()}
        self.piles = {seat: [] for seat in self.seats}

    def captured_otherwise(self, seat: Seat, cards: Cards) -> str | None:
        """Why a pile that is reported card by card contradicts the captures so far."""
        lacking = [card for card in self.captured.get(seat, ()) if card not in cards]
        others = [card for other, pile in self.captured.items() if other != seat for card in pile if card in cards]
        if lacking or others:
            return f"{seat} has {'' if lacking else 'not '}captured {listed(lacking or others)}"
        return None

    @property
    def may_tie(self) -> list[str]:
        """What scores for the player with more of it, and can be tied."""
        return []

    @property
    def winners(self) -> dict[str, Seat]:
        """Who was reported to have more of each thing; `NOBODY` for a tie."""
        return {what: winner for what, (winner, _) in self.won.items()}

    def who_has(self, what: str, winner: Seat) -> str:
        """Who has more of something, in words."""
        return f"{winner} has the most {what}" if winner else f"{what} are tied"

    def entered_otherwise(self, what: str, winner: Seat) -> Reason | None:
        """Why it contradicts an earlier report to say who has more of something."""
        before, report = self.won.get(what, (winner, None))
        return Reason(f"{self.who_has(what, before)} ({at(report)})", report) if report and before != winner else None

    @property
    def lying(self) -> list[Card]:
        """Every card on the board, including those in builds."""
        return [*self.loose, *(card for build in self.builds for card in build.cards)]

    @property
    def laid_out(self) -> int:
        """The number of cards dealt to the board."""
        number: int = self.house["board"]
        return number

    @property
    def packets(self) -> int:
        """The total number of packets."""
        dealt: int = self.house["hand-size"] * len(self.seats)
        return self.packet - -self.stock // dealt

    @property
    def goes_round(self) -> bool:
        """Whether there is still a card for everybody. If a packet had a wrong size, a card may be left over."""
        return self.stock >= len(self.seats)

    @property
    def played_out(self) -> bool:
        """Whether nobody has a card of the packet left."""
        return not any(map(len, self.holdings.values()))

    @property
    def most_sweeps(self) -> int:
        """The most sweeps possible. After a sweep the board is empty, so the next card can't make one."""
        return (len(self.pack) - self.laid_out) // 2

    def swept_by(self, seat: Seat) -> list[Report]:
        return [sweep for sweep in self.sweeps if sweep.who == seat]

    def turn(self) -> tuple[Seat, ...]:
        return (self.to_play,)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        cards = self.may_hold(report.who) if report.who in self.holdings else self.unseen()
        return [card for card in cards if card.rank == rank]

    async def begin(self, **how: Any) -> None:
        """Waits for the deal. If the table keeps a first packet of another size, the others aren't changed."""
        again = self.thrown_in
        deal = await self.deal(size=lambda: self.next_house["hand-size"], spare=self.house["board"], **how)
        self.house, self.agreed = self.house_agreed, None
        if again:
            self.deal_again()
        self.open(deal.size)

    def open(self, each: int | None = None) -> None:
        """Deals the board and the first packet, ``each`` cards if that differs from the house's number."""
        self.seen, self.loose, self.packet = {}, [], 0
        self.stock, self.to_play = len(self.pack) - self.laid_out, self.eldest
        self.piles = {seat: [] for seat in self.seats}
        self.deal_packet(each)

    def deal_packet(self, each: int | None = None) -> None:
        """Deals a packet to everybody. The last one may be smaller."""
        self.packet += 1
        self.each = min(each or self.house["hand-size"], self.stock // len(self.seats))
        self.stock -= self.each * len(self.seats)
        self.played = {seat: [] for seat in self.seats}
        self.holdings = {seat: Holding(blind=self.each) for seat in self.seats}

    def put(self, play: Any) -> None:
        """Takes the card of a play out of the hand, and passes the turn to the next player with a card."""
        self.tell(play, play.card)
        self.played[play.who].append(play)
        self.holdings[play.who].lose(play.card)
        around = self.around(self.after(play.who))
        self.to_play = next((seat for seat in around if len(self.holdings[seat])), around[0])

    def take_off(self, cards: Iterable[Card]) -> None:
        """Removes cards from the board. Whatever is left of a build becomes loose."""
        taken = set(cards)
        for build in [*self.builds]:
            if not taken.isdisjoint(build.cards):
                self.builds.remove(build)
                self.loose += build.cards
        self.loose = [card for card in self.loose if card not in taken]

    def capture(self, play: Any, cards: Iterable[Card], *, may_sweep: bool = True) -> None:
        """Moves cards and the one played to a pile. Clearing the board is a sweep, unless ``may_sweep`` is false."""
        taken = tuple(cards)
        self.put(play)
        self.take_off(taken)
        self.piles[play.who] += (*taken, play.card)
        self.last_capturer = play.who
        if may_sweep and not self.lying:
            self.sweeps.append(play)

    def sweep_up(self) -> None:
        """Gives the cards on the board to the player who captured last."""
        if self.last_capturer:
            self.piles[self.last_capturer] += self.lying
            self.loose, self.builds = [], []


def spread(cards: Iterable[Card], size: int) -> Iterator[Cards]:
    """Yields a few hundred different choices of ``size`` cards, when there are too many to try them all."""
    pool = list(cards)
    for step in range(1, len(pool) // size + 1):
        for start in range(len(pool) - step * (size - 1)):
            yield tuple(pool[start : start + step * size : step][:size])


# Reports and their checks


class Upcard(Report, speaker="none", as_said="the upcards"):
    """the cards on the board"""

    cards: Cards

    @classmethod
    def options(cls, hand: FishingHand, seat: Seat) -> Iterable[Upcard]:
        return map(cls, spread(hand.unseen(), hand.laid_out))


class Trails(Report):
    """a card that captures nothing, left on the board"""

    card: Card


class Sweeps(Report, adds=True, labels={"number": "sweeps"}, limits={"number": lambda hand, seat: hand.most_sweeps}):
    """how many sweeps a player made, 1 if you give no number; enter them in the order they were made"""

    number: int = 1
    options = one_for_each(lambda hand, seat: range(1, hand.most_sweeps + 1))


class Even(tuple[str, ...]):
    """What two players have equally many of."""

    metavar: ClassVar[str] = "ITEMS"

    def __str__(self) -> str:
        return " ".join(self)

    @staticmethod
    def read(words: Words, reader: Any) -> Even:
        kinds: Sequence[str] = getattr(reader, "may_tie", ())
        lines: set[str] = set()
        while kind := won_next(words, {*kinds} - lines):
            lines.add(kind)
        if words or not lines:
            raise words.unread(f"say what is tied: {either(kinds)}", kinds)
        return Even(kind for kind in kinds if kind in lines)


class Tied(Report, speaker="none", also=("nobody", "ties"), as_said="a tie", labels={"what": "equal for both"}):
    """what neither pile has more of"""

    what: Even

    @classmethod
    def options(cls, hand: FishingHand, seat: Seat) -> Iterator[Tied]:
        yield from (cls(Even((what,))) for what in hand.may_tie)


def compares(report: Any, kinds: Container[str]) -> dict[str, Seat]:
    """Who has more of what by a report without numbers; `NOBODY` for a tie. Only for these kinds."""
    if isinstance(report, Tied):
        return dict.fromkeys([what for what in report.what if what in kinds], NOBODY)
    return dict.fromkeys(report.pile.more, report.who)


class Dealt(Report):
    """the cards that a player was dealt in this packet"""

    cards: Blind


def the_board(hand: FishingHand, upcard: Upcard) -> str | None:
    if len(upcard.cards) != hand.laid_out:
        return f"{hand.laid_out} cards start on the board, not {len(upcard.cards)}"
    return fresh(hand, *upcard.cards)


def so_many_sweeps(hand: FishingHand, sweeps: Sweeps) -> Reason | None:
    if 0 <= sweeps.number <= hand.most_sweeps - len(hand.sweeps):
        left = len(hand.pack) - sum(map(len, hand.captured.values()))
        since = sum(isinstance(other, Sweeps) for other in hand.sweeps)
        if not hand.captured or 2 * (since + sweeps.number) <= left:
            return None
        return cannot_happen(f"only {so_many(left, 'card')} were left to capture: too few for {sweeps.number} sweeps")
    return cannot_happen(f"a hand has {hand.most_sweeps} sweeps at most")


def swept_so(hand: FishingHand, sweeps: Sweeps) -> Reason | None:
    """Checks the number of a player's sweeps when it is entered again after the hand."""
    number = len(hand.swept_by(sweeps.who))
    if sweeps.number == number:
        return None
    if hand.short and not number:
        return cannot_happen(f"the hand is over, and {sweeps.who} had no sweeps when the piles were entered")
    return cannot_happen(f"{sweeps.who} swept the board {so_often(number)}, not {sweeps.number}")


def is_packet(hand: FishingHand, dealt: Dealt) -> tuple[str | None, Reason | None]:
    """Checks dealt cards, late ones too: they can be the packet, and, by a second rule, none of them is elsewhere."""
    played: dict[Card, Report] = {play.card: play for play in hand.played.get(dealt.who, ())}
    named = those_named(dealt.cards)
    missing = [card for card in played if card not in named]
    own: str | None = None
    if report := next(iter(hand.hold(dealt.who).known.values()), None):
        if isinstance(report, Dealt) and sorted(map(str, report.cards)) == sorted(map(str, dealt.cards)):
            return None, None  # entered again
        own = Reason(f"{dealt.who}'s cards have already been entered ({at(report)})", report)
    elif len(dealt.cards) != hand.each:
        why = f"{dealt.who} must be dealt {so_many(hand.each, 'card')}, not {len(dealt.cards)}"
        possible = len(played) <= len(dealt.cards) <= hand.each + hand.stock
        own = miscounted(why) if possible else cannot_happen(why)
    elif len(missing) > dealt.cards.count(UNKNOWN):
        play = played[missing[0]]
        own = Reason(f"{dealt.who} played {missing[0].pretty} from these cards ({at(play)})", play)
    for card in played:
        if card in named:
            named.remove(card)
    return own, fresh(hand, *named, to=dealt.who)


def take_packet(hand: FishingHand, dealt: Dealt) -> None:
    """Makes the dealt cards known that haven't been played."""
    played = {play.card for play in hand.played[dealt.who]}
    left = [card for card in those_named(dealt.cards) if card not in played]
    holding = Holding()
    holding.gain(dealt, *left, blind=len(dealt.cards) - len(played) - len(left))
    hand.stock -= len(dealt.cards) - hand.each
    hand.holdings[dealt.who] = holding


def of_own_hand(hand: FishingHand, play: Any) -> tuple[Reason | None, str | None]:
    """Checks that the card played is named for the first time, and, by a second rule, that its player was dealt it."""
    holding, card = hand.hold(play.who), play.card
    own: str | None = None
    if not len(holding):
        own = f"{play.who} has already played {'the card' if hand.each == 1 else f'all {hand.each} cards'} of this deal"
    elif not holding.may_hold(card):
        proof = next(iter(holding.known.values()))
        own = Reason(f"{play.who} has {listed(holding.known)} ({at(proof)}), not {card.pretty}", proof, about=card)
    return fresh(hand, card, to=play.who), own


def on_the_table(hand: FishingHand) -> Iterator[str]:
    """What everybody wants to know about a hand that is entered card by card."""
    if hand.seen and not hand.short:
        yield f"deal {hand.packet} of {hand.packets}"
        yield f"{hand.stock} in the stock"


FACTS: Mapping[str, Callable[[Any], int | None]] = {
    "board": Fact(
        lambda hand: None if hand.short else len(hand.lying) if hand.seen else hand.laid_out, "cards on the board"
    ),
    "stock": Fact(lambda hand: None if hand.short else hand.stock, "cards in the stock"),
    "packet": Fact(lambda hand: None if hand.short else hand.packet, "its number"),
    "sweeps": Fact(lambda hand: len(hand.sweeps), "sweeps made"),
}
"""Facts about the board, the packets and the sweeps."""


def _of_piles(suit: str = "") -> Callable[[Any], dict[Seat, int] | None]:
    """How many cards of a suit, or of all, are in each pile; None where the captures aren't entered."""
    return lambda hand: (
        None
        if hand.short
        else {seat: sum(card.suit == suit or not suit for card in pile) for seat, pile in hand.piles.items()}
    )


ASKED = (
    Fact(lambda hand: {seat: len(hand.swept_by(seat)) for seat in hand.seats}, "sweeps", "scopas", "scope"),
    Fact(_of_piles(), "many cards captured", "many cards won"),
    *(Fact(_of_piles(suit), f"{name} captured", name) for suit, name in SUIT_NAMES.items()),
    Fact(
        lambda hand: None if hand.short else hand.packets - hand.packet, "packets left", "deals left", "deals to come"
    ),
)
"""What is known of the piles, with the words of players."""


def cards_each(table: Table) -> str:
    """How many cards are dealt, for the rules page."""
    return f"{table.house['hand-size']} at a time, and {table.house['board']} on the board at first"
