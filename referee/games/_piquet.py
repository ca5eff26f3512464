"""Card masks for Piquet: which claims a hand can satisfy, and which totals a hand can end with."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from referee.cards import RANK_NAMES, SUITS, Card, Pack, Rank
from referee.language.reports import Report
from referee.language.words import Seat

PACK = Pack("A K Q J 10 9 8 7", ace="high")
HAND, TALON = 12, 8
SEQUENCES = {3: "tierce", 4: "quart", 5: "quint", 6: "sixieme", 7: "septieme", 8: "huitieme"}
SETS = {3: "trio", 4: "quatorze"}

Round = Literal["point", "sequence", "set"]
ROUNDS: tuple[Round, ...] = ("point", "sequence", "set")


# Cards as bit masks: eight bits a suit, the ace is the lowest bit.

BITS = {card: 1 << 8 * SUITS.index(card.suit) + PACK.ranks.index(card.rank) for card in PACK}
SUIT_BITS = {suit: 0xFF << 8 * SUITS.index(suit) for suit in SUITS}
SUIT_FACES = 0x0E
FACES = 0x01010101 * SUIT_FACES
ALL = 0xFFFFFFFF


def mask(cards: Iterable[Card]) -> int:
    """The mask of these cards, unknown cards left out."""
    bits = 0
    for card in cards:
        bits |= BITS.get(card, 0)
    return bits


def below_ace(rank: Rank) -> int:
    return PACK.ranks.index(rank) if rank in PACK.ranks else len(PACK.ranks)


# What a declaration claims


@dataclass(frozen=True)
class Claim:
    """A declaration: its size, its rank, and the ways it can be true.

    ``rank`` decides between claims of the same size: the value of a point, or the height of the top card; None if it
    wasn't said.  Each of ``ways`` is a mask of cards that satisfies the claim.
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
    def text(self) -> str:
        if self.round == "point":
            return f"a point of {self.size}" + (f" worth {self.rank}" if self.rank is not None else "")
        top = RANK_NAMES[PACK.ranks[8 - self.rank]] if self.rank is not None else ""
        if self.round == "set":
            return f"a {SETS[self.size]} of {top}s"
        return f"a {SEQUENCES[self.size]}" + (f" to the {top}" if top else "")

    def outranks(self, other: Claim) -> bool | None:
        """Whether this claim beats the other; None if a rank that decides wasn't said."""
        if self.size != other.size:
            return self.size > other.size
        return None if self.rank is None or other.rank is None else self.rank > other.rank


@cache
def point_ways(values: tuple[int, ...], size: int, value: int) -> tuple[int, ...]:
    """Masks of all SIZE cards of a suit worth VALUE or more; ``values`` are the card values from ace down."""
    choices = [ranks for ranks in itertools.combinations(range(8), size) if sum(values[i] for i in ranks) >= value]
    return tuple(sum(1 << i for i in ranks) << 8 * suit for suit in range(4) for ranks in choices)


@cache
def run_ways(size: int, top: int | None) -> tuple[int, ...]:
    """Masks of all runs of SIZE cards in a suit.  ``top`` is the distance of the top rank from the ace, or None."""
    tops = range(9 - size) if top is None else (top,)
    return tuple((1 << size) - 1 << top + 8 * suit for suit in range(4) for top in tops)


@cache
def set_ways(size: int, rank: int) -> tuple[int, ...]:
    return tuple(sum(1 << 8 * suit + rank for suit in suits) for suits in itertools.combinations(range(4), size))


# What is known of a hand


class Held(NamedTuple):
    """What is known of a player's twelve cards, from the deal and from the play after the exchange."""

    sure: int  # certainly among them
    dealt: int  # known cards of the deal; ``least`` to ``most`` of them were kept
    least: int
    most: int
    rest: int  # cards that the others may be
    drawn: int  # cards drawn by name
    faces: int  # the most face cards besides those drawn
    size: int = HAND  # cards in the hand

    def possibly_kept(self, cards: int) -> range:
        """How many of ``dealt`` may have been kept if CARDS are in the hand; empty if they can't be."""
        cards |= self.sure
        if cards & ~(self.dealt | self.rest) or (cards & FACES & ~self.drawn).bit_count() > self.faces:
            return range(0)
        least = max((cards & self.dealt).bit_count(), self.least, self.size - self.rest.bit_count())
        return range(least, min(self.most, self.size - (cards & ~self.dealt).bit_count()) + 1)

    def fits(self, cards: int) -> bool:
        return bool(self.possibly_kept(cards))


def witness(held: Held, claims: Sequence[Claim]) -> int | None:
    """A mask of cards that satisfies all these claims at once, or None."""
    return cards_for(held, tuple([(claim.round, claim.ways) for claim in claims]))


@lru_cache(64)  # the rule asks first, then the search for what a claim proves
def cards_for(held: Held, claims: tuple[tuple[Round, tuple[int, ...]], ...]) -> int | None:
    """A mask of cards that satisfies each claim in one of its ways, or None."""

    def search(left: Sequence[tuple[Round, tuple[int, ...]]], cards: int, used: Mapping[Round, int]) -> int | None:
        if not left:
            return cards
        kind, ways = left[0]
        for way in ways:
            if kind != "point" and way & used.get(kind, 0):
                continue  # a card can't be in two sequences or two sets
            if held.possibly_kept(cards | way):
                whole = search(left[1:], cards | way, {**used, kind: used.get(kind, 0) | way})
                if whole is not None:
                    return whole
        return None

    return search(sorted(claims, key=lambda claim: len(claim[1])), 0, {})


# What a hand can score


class Tariff(NamedTuple):
    """What everything scores at a table, and the points needed for a repique and a pique."""

    carte_blanche: int
    point: int
    sequences: tuple[int, ...]
    trio: int
    quatorze: int
    repique: int
    repique_at: int
    pique: int
    pique_at: int
    lead: int
    trick: int
    last_trick: int
    cards: int
    capot: int
    low_leads: str
    own_tricks: str
    most_changed: int  # cards; so the most face cards that a hand with a carte blanche can get

    @classmethod
    def of(cls, house: Mapping[str, Any]) -> Tariff:
        return cls(*[house[name.replace("_", "-")] for name in cls._fields])

    @property
    def most(self) -> int:
        """The most a player can score in a hand."""
        declared = sums(self, 1, 1, 1) | blanche_and(self, 1, 1, 1)
        return declared.bit_length() - 1 + self.most_besides

    @property
    def most_called(self) -> int:
        """The most a player can score if declarations needn't be true and each is made once."""
        declared = 8 * self.point + 4 * max(self.sequences) + 5 * max(self.trio, self.quatorze)
        return self.carte_blanche + declared + self.most_besides

    @property
    def most_besides(self) -> int:
        """The most a player can score besides a carte blanche and declarations."""
        played = 12 * (self.lead + self.trick) + self.last_trick + self.cards + self.capot
        return played + max(self.repique, self.pique)


def leads(tricks: int, last: bool, elder: bool) -> int:
    """How many times a player leads: once after each trick taken except the last; elder also leads first."""
    return tricks - last + elder


def first_runs(took: int, elders_last: bool) -> range:
    """How many tricks elder may have taken before younger's first, if elder took TOOK in all."""
    if took == 12:
        return range(12, 13)
    if elders_last:
        return range(took)
    return range(11, 12) if took == 11 else range(took + 1)


def piques(tariff: Tariff, declared: int, run: int) -> bool:
    """Whether elder, after RUN tricks and the next lead, has enough for a pique before younger's first trick."""
    played = tariff.lead * min(run + 1, 12) + tariff.trick * run + tariff.cards * (run >= 7)
    return declared + played + tariff.last_trick * (run == 12) >= tariff.pique_at


def hand_can_bring(tariff: Tariff, elder: int, younger: int) -> bool:
    """Whether a hand can end with these totals."""
    return younger >= 0 and bool(brought(tariff).get(elder, 0) >> younger & 1)


@cache
def brought(tariff: Tariff) -> Mapping[int, int]:
    """Elder's possible totals, each with younger's totals that can go with it, as bits.

    Tries every course of twelve tricks together with everything the two can declare.  A repique or a pique is booked
    exactly when the count reaches it.
    """
    totals: dict[int, int] = {}
    few = (1 << tariff.repique_at) - 1
    most = sums(tariff, 1, 1, 1).bit_length() + tariff.carte_blanche
    beside = {declared: bits for declared in range(most) if (bits := declared_beside(tariff, declared))}
    for tricks, youngers in ways_of_tricks(tariff).items():
        for declared, theirs in beside.items():
            piqued = declared + tricks.elder_alone >= tariff.pique_at
            bonus = tariff.repique if declared >= tariff.repique_at else tariff.pique * piqued
            ends = {bonus: theirs & 1 if declared or (tricks.younger_alone or 0) < tariff.pique_at else 0}
            if declared:  # younger's declarations prevent a bonus
                ends[0] = ends.get(0, 0) | theirs & ~1
            else:
                short = max(0, tariff.pique_at - tricks.younger_alone) if tricks.younger_alone is not None else 1 << 9
                none = (1 << short) - 1
                youngers_own = (theirs & ~few) << tariff.repique | (theirs & few & ~none) << tariff.pique
                ends[0] = ends.get(0, 0) | youngers_own | theirs & few & none & ~1
            for bonus, younger in ends.items():
                if younger:
                    elder = tricks.elder + declared + bonus
                    totals[elder] = totals.get(elder, 0) | added(younger, youngers)
    return totals


class Tricks(NamedTuple):
    """What twelve tricks score for both players, and what each scored while the other had nothing.

    ``younger_alone`` is None if elder's first lead scores.
    """

    elder: int = 0
    younger: int = 0
    elder_alone: int = 0
    younger_alone: int | None = None


@cache
def ways_of_tricks(tariff: Tariff) -> Mapping[Tricks, int]:
    """Every possible result of the tricks, with younger's possible scores as bits.

    The keys leave out younger's score and count what each player scored alone only up to a pique.
    """
    ways = {(Tricks(), 0, True)}  # the count, elder's tricks, and whether elder leads
    leads = {tariff.lead} if tariff.low_leads == "count" else {0, tariff.lead}
    for number, _ in enumerate(range(12), 1):
        more = set()
        for (count, took, elders_lead), points, elders in itertools.product(ways, leads, (True, False)):
            led = scored(count, points, elders_lead, first=number == 1)
            taken = took + elders if elders else number - took
            owned = elders == elders_lead and tariff.own_tricks == "nothing"
            points = tariff.trick * (not owned) + tariff.cards * (taken == 7) + tariff.last_trick * (number == 12)
            more.add((scored(led, points, elders), took + elders, elders))
        ways = more
    capots = {12: (tariff.capot, 0), 0: (0, tariff.capot)}
    youngers: dict[Tricks, int] = {}
    for count, took, _ in ways:
        mine, theirs = capots.get(took, (0, 0))
        younger_alone = None if count.younger_alone is None else min(count.younger_alone, tariff.pique_at)
        alike = Tricks(count.elder + mine, 0, min(count.elder_alone, tariff.pique_at), younger_alone)
        youngers[alike] = youngers.get(alike, 0) | 1 << count.younger + theirs
    return youngers


def scored(count: Tricks, points: int, elders: bool, first: bool = False) -> Tricks:
    """The count after one player scores these points."""
    elder, younger = count.elder + points * elders, count.younger + points * (not elders)
    alone = count.younger_alone
    if not elder and (first or alone is not None):
        alone = younger
    return Tricks(elder, younger, count.elder_alone if younger else elder, alone)


@cache
def declared_beside(tariff: Tariff, elder: int) -> int:
    """Younger's possible points before the first lead, as bits, when elder has ``elder`` points.

    One player wins each round, and at most one has a carte blanche.  Each hand is counted on its own.
    """
    totals = 0
    for rounds in itertools.product((0, 1), repeat=3):
        mine, theirs = (sums(tariff, *each) for each in (rounds, [1 - won for won in rounds]))
        plain, theirs_plain = (blanche_and(tariff, *each) for each in (rounds, [1 - won for won in rounds]))
        for elders, others in ((mine, theirs), (plain, theirs), (mine, theirs_plain)):
            if elders >> elder & 1:
                totals |= others
    return totals


def blanche_and(tariff: Tariff, point: int, sequences: int, sets: int) -> int:
    """The possible points of a carte blanche together with its owner's later declarations, as bits."""
    return sums(tariff, point, sequences, sets, tariff.most_changed) << tariff.carte_blanche


@cache
def sums(tariff: Tariff, point: int, sequences: int, sets: int, faces: int = 12) -> int:
    """The possible points of one hand that declares in some rounds (1) and not in the others (0), as bits."""
    totals = 0
    for cards, runs, equals in declarable(tariff, faces):
        totals |= 1 << tariff.point * point * cards + sequences * runs + sets * equals
    return totals


@cache
def declarable(tariff: Tariff, faces: int = 12) -> frozenset[tuple[int, int, int]]:
    """Every combination of point (in cards), sequences and sets (in points) that twelve cards can declare.

    Places the cards of the sets in four suits first, then fills up with sequences and a long suit.  At most ``faces``
    of the cards are face cards.
    """
    counted = SUIT_FACES if faces < 12 else 0
    needs: set[tuple[tuple[int, ...], int]] = {((0, 0, 0, 0), 0)}
    for rank in range(5):  # aces to tens: no set, a trio without one suit, or a quatorze
        with_this = set()
        for (needed, worth), lacking in itertools.product(needs, (None, 0, 1, 2, 3, 4)):
            if lacking is not None:
                needed = tuple(sorted(suit | (i != lacking) << rank for i, suit in enumerate(needed)))
                worth += tariff.quatorze if lacking == 4 else tariff.trio
            if sum(map(int.bit_count, needed)) <= 12:
                with_this.add((needed, worth))
        needs = with_this
    declared: dict[tuple[int, int], int] = {}  # by the longest suit and the points of the sets
    for needed, sets in needs:
        left = 12 - sum(suit.bit_count() for suit in needed)
        left_faces = faces - sum((suit & counted).bit_count() for suit in needed)
        if left_faces < 0:
            continue
        # by extra cards, extra face cards and longest suit: the possible points of sequences, as bits
        ways = {(0, 0, 0): 1}
        for suit in needed:
            longer: dict[tuple[int, int, int], int] = {}
            fills = fillings(tariff.sequences, suit, counted)
            for (way, run_bits), ((more, more_faced), runs) in itertools.product(ways.items(), fills.items()):
                used, faced, longest = way
                if used + more <= left and faced + more_faced <= left_faces:
                    key = used + more, faced + more_faced, max(longest, suit.bit_count() + more)
                    longer[key] = longer.get(key, 0) | added(run_bits, runs)
            ways = longer
        for (_, _, longest), run_bits in ways.items():
            declared[longest, sets] = declared.get((longest, sets), 0) | run_bits
    return frozenset(
        (point, runs, sets)
        for (longest, sets), run_bits in declared.items()
        for runs in range(run_bits.bit_length())
        if run_bits >> runs & 1
        for point in range(longest + 1)
    )


@cache
def fillings(sequences: tuple[int, ...], needed: int, counted: int) -> dict[tuple[int, int], int]:
    """The possible points of a suit's sequences, by its cards besides those NEEDED and how many of them count."""
    by_number: dict[tuple[int, int], int] = {}
    for suit in range(256):
        if suit & needed == needed:
            more = suit & ~needed
            key = more.bit_count(), (more & counted).bit_count()
            by_number[key] = by_number.get(key, 0) | run_sums(sequences, suit)
    return by_number


@cache
def run_sums(sequences: tuple[int, ...], suit: int) -> int:
    """The possible points of the sequences among these cards of a suit, as bits."""
    reached = 1
    for size, points in zip(SEQUENCES, sequences, strict=True):
        for top in range(9 - size):
            run = (1 << size) - 1 << top
            if suit & run == run:
                reached |= run_sums(sequences, suit & -1 << top + size) << points
    return reached


def added(numbers: int, others: int) -> int:
    """The sums of every number in one set of bits with every number in the other."""
    total = 0
    while others:
        total |= numbers << (others & -others).bit_length() - 1
        others &= others - 1
    return total
