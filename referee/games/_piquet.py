"""What a hand of Piquet can hold, declare and bring: masks of cards, claims, and the totals there can be."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

from referee.cards import RANK_NAMES, SUITS, Card, Cards, Pack, Rank, listed
from referee.core import Reason, Report, Seat, never

PACK = Pack("A K Q J 10 9 8 7", ace="high")
HAND, TALON = 12, 8
BONUSES = {"carte-blanche": 10, "repique": 60, "pique": 30, "cards": 10, "capot": 30}
VALUES = (11, 10, 10, 10, 10, 9, 8, 7)  # of the ranks, from the ace down
SEQUENCES = {3: "tierce", 4: "quart", 5: "quint", 6: "sixieme", 7: "septieme", 8: "huitieme"}
SEQUENCE_WORTH = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SETS = {3: "trio", 4: "quatorze"}
SET_WORTH = {3: 3, 4: 14}

Round = Literal["point", "sequence", "set"]
ROUNDS: tuple[Round, ...] = ("point", "sequence", "set")


# Cards as masks: eight bits a suit, the ace lowest.

BITS = {card: 1 << 8 * SUITS.index(card.suit) + PACK.ranks.index(card.rank) for card in PACK}
SUIT_BITS = {suit: 0xFF << 8 * SUITS.index(suit) for suit in SUITS}
FACES = 0x0E0E0E0E
ALL = 0xFFFFFFFF


def mask(cards: Iterable[Card]) -> int:
    """Cards of this pack as one mask, those nobody named left out."""
    bits = 0
    for card in cards:
        bits |= BITS.get(card, 0)
    return bits


def below_ace(rank: Rank) -> int:
    return PACK.ranks.index(rank) if rank in PACK.ranks else len(PACK.ranks)


# What a declaration claims


@dataclass(frozen=True)
class Claim:
    """A declaration: its size, what decides between equal ones (None untold), and how it can be true.

    ``rank`` is a point's value, or how high the top card stands; every way is a mask of cards that would do.
    """

    report: Report
    round: Round
    size: int
    rank: int | None
    ways: tuple[int, ...] = field(repr=False)

    @property
    def who(self) -> Seat:
        return self.report.who

    @property
    def points(self) -> int:
        return {"sequence": SEQUENCE_WORTH, "set": SET_WORTH}.get(self.round, {}).get(self.size, self.size)

    @property
    def text(self) -> str:
        if self.round == "point":
            return f"a point of {self.size}" + (f" worth {self.rank}" if self.rank is not None else "")
        top = RANK_NAMES[PACK.ranks[8 - self.rank]] if self.rank is not None else ""
        if self.round == "set":
            return f"a {SETS[self.size]} of {top}s"
        return f"a {SEQUENCES[self.size]}" + (f" from the {top}" if top else "")

    def outranks(self, other: Claim) -> bool | None:
        """None where what would decide wasn't told."""
        if self.size != other.size:
            return self.size > other.size
        return None if self.rank is None or other.rank is None else self.rank > other.rank


Strange = dict[str, Reason]
"""Why something can't be declared at all, by the rule that says so."""


def strange(rule: str, why: str) -> Strange:
    return {rule: never(why)}


def point(report: Report, size: int, value: int | None) -> Claim | Strange:
    if not 1 <= size <= 8:
        return strange("point-value", f"a suit has eight cards, so nobody has a point of {size}")
    if value is not None and value not in map(sum, itertools.combinations(VALUES, size)):
        return strange("point-value", f"no {size} cards of a suit are worth {value}")
    return Claim(report, "point", size, value, point_ways(size, value or 0))


def point_of(report: Report, cards: Cards) -> Claim | Strange:
    suits = {card.suit for card in cards}
    if len(suits) > 1 or mask(cards).bit_count() < len(cards):
        return strange("point-value", f"a point is cards of one suit, and these are {listed(cards)}")
    value = sum(VALUES[below_ace(card.rank)] for card in cards)
    return Claim(report, "point", len(cards), value, (mask(cards),))


def run(report: Report, size: int, cards: Cards) -> Claim | Strange:
    """A sequence of SIZE cards, given by its top card, the rank of that, all its cards, or nothing."""
    if size not in SEQUENCES:
        return strange("sequence", f"a sequence is three to eight cards, not {size}")
    if not cards:
        return Claim(report, "sequence", size, None, run_ways(size, None))
    top = min(below_ace(card.rank) for card in cards)
    if top + size > 8:
        return strange("sequence", f"no {SEQUENCES[size]} begins with {cards[0].pretty}")
    ways = tuple(way for way in run_ways(size, top) if not cards[0].suit or way & SUIT_BITS[cards[0].suit])
    if len(cards) > 1 and (mask(cards) not in ways or len(cards) != size):
        return strange("sequence", f"{listed(cards)} are no {SEQUENCES[size]}")
    return Claim(report, "sequence", size, 8 - top, ways)


def set_of(report: Report, size: int, rank: Rank, cards: int = 0) -> Claim | Strange:
    """A set of SIZE cards of a rank, any of them or these."""
    if size not in SETS or below_ace(rank) > 4:
        return strange("set", f"a set is three or four of a rank, ten or higher, not {size} {RANK_NAMES[rank]}s")
    ways = (cards,) if cards else set_ways(size, below_ace(rank))
    return Claim(report, "set", size, 8 - below_ace(rank), ways)


def equal_to(best: Claim, told: Report) -> Claim:
    """What *equal* claims: as many cards, and of as much worth where that was told."""
    if best.round == "point":
        ways = point_ways(best.size, best.rank or 0)
    else:
        ways = run_ways(best.size, None if best.rank is None else 8 - best.rank)
    return Claim(told, best.round, best.size, best.rank, ways)


@cache
def point_ways(size: int, value: int) -> tuple[int, ...]:
    """Every SIZE cards of a suit that add up to VALUE or more."""
    some = [ranks for ranks in itertools.combinations(range(8), size) if sum(VALUES[i] for i in ranks) >= value]
    return tuple(sum(1 << i for i in ranks) << 8 * suit for suit in range(4) for ranks in some)


@cache
def run_ways(size: int, top: int | None) -> tuple[int, ...]:
    """Every run of SIZE cards in a suit, from the rank so far below the ace."""
    tops = range(9 - size) if top is None else (top,)
    return tuple((1 << size) - 1 << top + 8 * suit for suit in range(4) for top in tops)


@cache
def set_ways(size: int, rank: int) -> tuple[int, ...]:
    return tuple(sum(1 << 8 * suit + rank for suit in suits) for suits in itertools.combinations(range(4), size))


# What is known of a hand


class Held(NamedTuple):
    """What is known of the twelve cards a player holds: those dealt before the exchange, those of the play after it."""

    sure: int  # certainly among them
    dealt: int  # cards dealt, of which so many at least and at most are kept
    least: int
    most: int
    rest: int  # what the others may be
    drawn: int  # those drawn by name
    faces: int  # face cards at most besides those

    def kept(self, cards: int) -> range:
        """How many of the cards dealt are kept, with all these CARDS in the hand; empty where they can't be."""
        cards |= self.sure
        if cards & ~(self.dealt | self.rest) or (cards & FACES & ~self.drawn).bit_count() > self.faces:
            return range(0)
        least = max((cards & self.dealt).bit_count(), self.least, 12 - self.rest.bit_count())
        return range(least, min(self.most, 12 - (cards & ~self.dealt).bit_count()) + 1)

    def fits(self, cards: int) -> bool:
        return len(self.kept(cards)) > 0


def witness(held: Held, claims: Sequence[Claim]) -> int | None:
    """Cards with which all these claims are true at once, None where there are none."""

    def search(left: Sequence[Claim], cards: int, used: Mapping[Round, int]) -> int | None:
        if not left:
            return cards
        kind = left[0].round
        for way in left[0].ways:
            if kind != "point" and way & used.get(kind, 0):
                continue  # no card counts in two sequences, or in two sets
            if held.fits(cards | way):
                found = search(left[1:], cards | way, {**used, kind: used.get(kind, 0) | way})
                if found is not None:
                    return found
        return None

    return search(sorted(claims, key=lambda claim: len(claim.ways)), 0, {})


# What a hand brings


def leads(tricks: int, last: bool, elder: bool) -> int:
    """A player leads after every trick taken but the last, and elder to the first."""
    return tricks - last + elder


def first_runs(took: int, elders_last: bool) -> range:
    """How many tricks elder may have taken before younger's first, having TOOK of the twelve."""
    if took == 12:
        return range(12, 13)
    if elders_last:
        return range(took)
    return range(11, 12) if took == 11 else range(took + 1)


def piques(declared: int, run: int) -> bool:
    """Whether elder counts thirty before younger's first trick: one lead more than tricks by then."""
    return declared + 2 * run + 1 + 10 * (run >= 7) >= 30


# Declarations with a carte blanche, leads and tricks, and the bonuses that go with a repique.
MOST = 67 + 12 + 12 + sum(BONUSES[name] for name in ("repique", "cards", "capot"))


def hand_can_bring(elder: int, younger: int) -> bool:
    """Whether a hand can end with these totals."""
    return younger >= 0 and bool(brought_beside(elder) >> younger & 1)


@cache
def brought_beside(elder: int) -> int:
    """Younger's totals, as bits, that a hand can end with beside elder's.

    Tried is every way to share twelve tricks and the last of them, with the leads that follow from it, together
    with all that the two can declare; a repique or a pique is there exactly where the count brings it.
    """
    found = 0
    for took, elders_last in itertools.product(range(13), (True, False)):
        if not (took if elders_last else 12 - took):
            continue
        mine = elder - tricks_bring(took, elders_last, elder=True)
        theirs = 0
        for bonus in (0, 30, 60):
            declared = mine - bonus
            if declared_beside(declared) & 1:
                dues = [60] if declared >= 30 else [30 * piques(declared, run) for run in first_runs(took, elders_last)]
                theirs |= bonus in dues
        if mine == 0:
            few = declared_beside(0) & (1 << 30) - 1
            theirs |= few & ~1 | (declared_beside(0) ^ few) << 60
        else:
            theirs |= declared_beside(mine) & ~1
        found |= theirs << tricks_bring(12 - took, not elders_last, elder=False)
    return found


def tricks_bring(tricks: int, last: bool, elder: bool) -> int:
    return tricks + leads(tricks, last, elder) + 10 * (tricks >= 7) + 30 * (tricks == 12)


@cache
def declared_beside(elder: int) -> int:
    """What younger can have, as bits, before the first card, when elder has so many points.

    Each round is one player's, and one at most has a carte blanche; each hand is looked at for itself.
    """
    found = 0
    for rounds in itertools.product((0, 1), repeat=3):
        others = sum(1 << points for points in sums(*(1 - one for one in rounds)))
        for mine, theirs in ((0, 0), (10, 0), (0, 10)):
            if elder - mine in sums(*rounds):
                found |= others << theirs
    return found


@cache
def sums(point: int, sequences: int, sets: int) -> frozenset[int]:
    """What one hand can declare in some rounds (1), and nothing in the others (0)."""
    return frozenset(point * one + sequences * two + sets * three for one, two, three in declarable())


@cache
def declarable() -> frozenset[tuple[int, int, int]]:
    """Every (point, sequences, sets) that twelve cards can declare together, in full or in part.

    The cards that sets need are laid out in four suits, those left over make sequences and a long suit.
    """
    needs = set()
    for kinds in itertools.product(range(6), repeat=5):  # for ace to ten: no set, three but for one suit (1–4), four
        if sum(min(kind, 1) * 3 + kind // 5 for kind in kinds) <= 12:
            suits = (sum(1 << i for i, kind in enumerate(kinds) if kind and kind != suit) for suit in range(1, 5))
            needs.add((tuple(sorted(suits)), sum(3 * (0 < kind < 5) + 14 * (kind == 5) for kind in kinds)))
    found = set()
    for needed, sets in needs:
        left = 12 - sum(suit.bit_count() for suit in needed)
        ways = {(0, 0): 1}  # by cards besides those needed and longest suit: the sums of sequences, as bits
        for suit in needed:
            longer: dict[tuple[int, int], int] = {}
            for ((used, longest), some), (more, runs) in itertools.product(ways.items(), fillings(suit).items()):
                if used + more <= left:
                    key = used + more, max(longest, suit.bit_count() + more)
                    longer[key] = longer.get(key, 0) | added(some, runs)
            ways = longer
        for (_, longest), some in ways.items():
            scores = [n for n in range(some.bit_length()) if some >> n & 1]
            found |= {(point, runs, sets) for point in range(longest + 1) for runs in scores}
    return frozenset(found)


@cache
def fillings(needed: int) -> dict[int, int]:
    """By how many cards a suit has besides those NEEDED, the sums of its sequences, as bits."""
    found: dict[int, int] = {}
    for suit in range(256):
        if suit & needed == needed:
            more = (suit & ~needed).bit_count()
            found[more] = found.get(more, 0) | run_sums(suit)
    return found


@cache
def run_sums(suit: int) -> int:
    """The sums that sequences in a suit of these cards can bring, as bits."""
    found = 1
    for size, points in SEQUENCE_WORTH.items():
        for top in range(9 - size):
            run = (1 << size) - 1 << top
            if suit & run == run:
                found |= run_sums(suit & -1 << top + size) << points
    return found


def added(some: int, others: int) -> int:
    """Every number of one set of bits added to every number of another."""
    total = 0
    while others:
        total |= some << (others & -others).bit_length() - 1
        others &= others - 1
    return total
