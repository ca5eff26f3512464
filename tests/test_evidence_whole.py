"""Whole deals with hidden breaches, reported truthfully: refusals, findings and suspicions, compared with every deal.

Deals that agree with the reports are found by a simple matching of cards and hands, independent of the referee's
method.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import pytest

from referee import Referee, find_game
from referee.cards import JOKER, SUITS, Card, Pack
from referee.game.findings import Finding
from referee.table import certainty
from referee.table.certainty import Certainty
from referee.testing.often import times

COLOR = {"S": "black", "C": "black", "H": "red", "D": "red"}


class Act(NamedTuple):
    """A play that was right only if its player held none of these cards then or since."""

    who: str
    lacked: frozenset[Card]
    line: int


@dataclass
class Known:
    """What is known about the cards: the size of each hand, cards seen in it, and cards it may have."""

    holds: dict[str, int]
    free: set[Card]  # nobody has named them
    told: dict[str, set[Card]]
    left_out: tuple[frozenset[Card], ...] = (frozenset(),)  # one of these lots isn't in play

    def some_deal(self, right: Iterable[Act] = (), having: Act | None = None) -> bool:
        """Whether a deal exists in which these plays were right and somebody has a card that another play denied."""
        acts = list(right)
        barred = {seat: {card for act in acts if act.who == seat for card in act.lacked} for seat in self.holds}
        if any(barred[seat] & cards for seat, cards in self.told.items()):
            return False
        for lot in self.left_out:
            if having is None:
                ways: list[Card | None] = [None]
            else:
                ways = [card for card in having.lacked if card in self.told.get(having.who, set()) | self.free - lot]
            if any(self._fill(barred, self.free - lot, having.who if having else "", card) for card in ways):
                return True
        return False

    def _fill(self, barred: dict[str, set[Card]], free: set[Card], who: str, card: Card | None) -> bool:
        """Whether every hand can be filled with cards it may have, including a given one."""
        open_to = {seat: free - barred[seat] - {card} for seat in self.holds}
        room = {seat: n - len(self.told.get(seat, ())) for seat, n in self.holds.items()}
        if card in free:
            if card in barred[who]:
                return False
            room[who] -= 1
        if min(room.values()) < 0:
            return False
        lies: dict[Card, str] = {}

        def place(seat: str, been: set[Card]) -> bool:
            for other in open_to[seat]:
                if other not in been:
                    been.add(other)
                    if other not in lies or place(lies[other], been):
                        lies[other] = seat
                        return True
            return False

        return all(place(seat, set()) for seat, n in room.items() for _ in range(n))


def fewest(known: Known, acts: list[Act], most: int = 3) -> list[tuple[Act, ...]]:
    """Every smallest set of breaches that leaves the rest of the plays right."""
    for size in range(most + 1):
        ways = itertools.combinations(acts, size)
        if fitting := [wrong for wrong in ways if known.some_deal(act for act in acts if act not in wrong)]:
            return fitting
    return []


@dataclass
class Round:
    """One actual deal of a trick game. Subclasses define the differences."""

    rng: random.Random
    breaches: int
    slug: ClassVar[str]
    names: ClassVar[tuple[str, ...]] = ("revoke",)
    sharp: ClassVar[bool] = True  # whether matching the cards decides every breach
    seats: list[str] = field(default_factory=list)
    house: dict[str, str] = field(default_factory=dict)
    pack: list[Card] = field(default_factory=list)
    held: dict[str, list[Card]] = field(default_factory=dict)
    dealt: dict[str, list[Card]] = field(default_factory=dict)
    out: set[Card] = field(default_factory=set)  # known to be in no hand
    shown: dict[str, set[Card]] = field(default_factory=dict)  # known from the start
    left_out: tuple[frozenset[Card], ...] = (frozenset(),)
    trump: str = ""
    leader: str = ""

    def open(self) -> list[str]:
        """Seats the players, deals, and returns the reports before the first card."""
        raise NotImplementedError

    def share_out(self, size: int) -> list[Card]:
        """Deals ``size`` cards to everybody and returns the rest."""
        cards = self.rng.sample(self.pack, len(self.pack))
        self.held = {seat: cards[i * size : (i + 1) * size] for i, seat in enumerate(self.seats)}
        self.dealt = {seat: [*hand] for seat, hand in self.held.items()}
        return cards[len(self.seats) * size :]

    def suit_of(self, card: Card) -> str:
        return card.suit

    def height(self, card: Card) -> int:
        return -"AKQJT98765432".index("T" if card.rank == "10" else card.rank)

    def lacks(self, seat: str, card: Card, trick: list[tuple[str, Card]]) -> frozenset[Card]:
        """The cards that an honest player doesn't have when playing this card."""
        led = self.suit_of(trick[0][1]) if trick else ""
        if not led or self.suit_of(card) == led:
            return frozenset()
        return frozenset(other for other in self.pack if self.suit_of(other) == led)

    def winner(self, trick: list[tuple[str, Card]]) -> str:
        led = self.suit_of(trick[0][1])
        worth = {self.trump: 200} if self.trump else {}
        return max(
            trick, key=lambda play: ({led: 100} | worth).get(self.suit_of(play[1]), -100) + self.height(play[1])
        )[0]

    def end_trick(self, trick: list[tuple[str, Card]], winner: str) -> None:
        """Records a trick."""

    def plays(self) -> Iterator[tuple[str, Card, frozenset[Card], bool]]:
        """The player, the card, what the play denies, and whether it is a breach."""
        left = self.breaches
        while any(self.held.values()):
            trick: list[tuple[str, Card]] = []
            first = self.seats.index(self.leader)
            for seat in self.seats[first:] + self.seats[:first]:
                held = self.held[seat]
                denied = {card: self.lacks(seat, card, trick) for card in held}
                wrong = [card for card in held if denied[card] & {*held} - {card}]
                right = [card for card in held if card not in wrong]
                breaks = bool(left and wrong and (not right or self.rng.random() < 0.3))
                card = self.rng.choice(wrong if breaks else right)
                left -= breaks
                held.remove(card)
                yield seat, card, denied[card], breaks
                trick.append((seat, card))
            self.leader = self.winner(trick)
            self.end_trick(trick, self.leader)


class OhHell(Round):
    slug = "oh-hell"

    def open(self) -> list[str]:
        players, size = self.rng.choice([(3, 17), (4, 12), (5, 10), (7, 7)])
        self.seats = ["Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus"][:players]
        self.house = {"first-hand": str(size)}
        self.pack = list(Pack())
        upcard = self.share_out(size)[0]
        self.out, self.trump, self.leader = {upcard}, upcard.suit, self.seats[0]
        bids = [f"{seat} bids {size // 2 + 1}" for seat in self.seats]
        return [f"deal {self.seats[-1]}", f"upcard {upcard}", *bids]


class Hasenpfeffer(Round):
    slug = "hasenpfeffer"

    def open(self) -> list[str]:
        self.seats = ["Ann", "Ben", "Cat", "Dan"]
        self.pack = list(Pack("A K Q J 10 9", jokers=1))
        (widow,) = self.share_out(6)
        self.trump, self.leader = self.rng.choice("SHDC"), "Ann"
        thrown = self.rng.choice([*self.held["Ann"], widow])
        self.held["Ann"] = [card for card in (*self.held["Ann"], widow) if card is not thrown]
        self.out = {thrown}
        if thrown is not widow:
            self.shown = {"Ann": {widow}}
        passes = [f"{seat} passes" for seat in self.seats[1:]]
        return ["deal Dan", "Ann bids 3", *passes, f"widow {widow}", f"trump {self.trump}", f"Ann discards {thrown}"]

    def suit_of(self, card: Card) -> str:
        if card is JOKER or (card.rank == "J" and COLOR[card.suit] == COLOR[self.trump]):
            return self.trump
        return card.suit

    def height(self, card: Card) -> int:
        if card is JOKER:
            return 20
        if card.rank == "J" and self.suit_of(card) == self.trump:
            return 19 if card.suit == self.trump else 18
        return super().height(card)


class Tetka(Round):
    slug = "tetka"

    def open(self) -> list[str]:
        self.seats, self.pack = ["Ann", "Ben", "Cat", "Dan"], list(Pack())
        self.share_out(13)
        bum = self.rng.choice(self.held["Dan"])
        self.shown, self.leader = {"Dan": {bum}}, "Ann"
        return ["deal Dan", f"upcard {bum}"]


class Funfzehnern(Round):
    slug = "funfzehnern"
    names = ("revoke", "lead-revoke")
    bound: tuple[str, str] | None = None
    gone: set[Card]

    def open(self) -> list[str]:
        players = self.rng.choice([3, 4])
        self.seats = ["Ann", "Ben", "Cat", "Dan"][:players]
        whole = list(Pack("A K Q J 10 9 8 7"))
        away = self.rng.choice(SUITS) if players == 3 else ""
        self.pack = [card for card in whole if card.suit != away]
        self.leader, self.gone = self.seats[0], set()
        self.share_out(8)
        if away and self.rng.random() < 0.5:
            self.house = {"out": away}
        elif away:
            self.pack = whole
            self.left_out = tuple(frozenset(card for card in whole if card.suit == suit) for suit in SUITS)
        return [f"deal {self.seats[-1]}"]

    def unbeatable(self, card: Card) -> bool:
        return all(
            other in self.gone
            for other in self.pack
            if other.suit == card.suit and self.height(other) > self.height(card)
        )

    def lacks(self, seat: str, card: Card, trick: list[tuple[str, Card]]) -> frozenset[Card]:
        if trick:
            return super().lacks(seat, card, trick)
        if not self.bound or self.bound[0] != seat or card.suit == self.bound[1] or self.unbeatable(card):
            return frozenset()
        return frozenset(other for other in self.pack if other.suit == self.bound[1])

    def end_trick(self, trick: list[tuple[str, Card]], winner: str) -> None:
        lead, suit = trick[0][0], trick[0][1].suit
        if self.lacks(lead, trick[0][1], []) or (self.bound and self.bound[0] != lead):
            self.bound = None
        self.gone.update(card for _, card in trick)
        if winner != lead:
            self.bound = winner, suit


class Ecarte(Round):
    slug = "ecarte"
    names = ("revoke", "not-headed", "not-trumped")

    def open(self) -> list[str]:
        self.seats, self.pack = ["Ann", "Ben"], list(Pack("A K Q J 10 9 8 7"))
        upcard = self.share_out(5)[0]
        self.out, self.trump, self.leader = {upcard}, upcard.suit, "Ann"
        return ["deal Ben", f"upcard {upcard}"]

    def height(self, card: Card) -> int:
        return -["K", "Q", "J", "A", "10", "9", "8", "7"].index(card.rank)

    def lacks(self, seat: str, card: Card, trick: list[tuple[str, Card]]) -> frozenset[Card]:
        if not trick:
            return frozenset()
        lead = trick[0][1]
        if card.suit == lead.suit:
            higher = [
                other for other in self.pack if other.suit == lead.suit and self.height(other) > self.height(lead)
            ]
            return frozenset() if card in higher else frozenset(higher)
        return frozenset(
            other for other in self.pack if other.suit in (lead.suit, self.trump if card.suit != self.trump else "")
        )


class Reversis(Round):
    """A player who may have four honors needn't follow suit, so not every breach shows in the cards."""

    slug = "reversis"
    sharp = False
    tricks = 0

    def open(self) -> list[str]:
        self.seats, self.pack = ["Ann", "Ben", "Cat", "Dan"], list(Pack("A K Q J 9 8 7 6 5 4 3 2"))
        thrown = self.share_out(11)[0]
        self.dealt["Dan"].append(thrown)  # the dealer has twelve cards and discards one
        self.leader = "Ann"
        return ["deal Dan", *(f"{seat} passes" for seat in self.seats[:3]), f"Dan discards {thrown}"]

    def lacks(self, seat: str, card: Card, trick: list[tuple[str, Card]]) -> frozenset[Card]:
        own = [held for held in self.dealt[seat] if held.rank == "A" or held == Card("J", "H")]
        return frozenset() if len(own) > 3 and self.tricks < 9 else super().lacks(seat, card, trick)

    def end_trick(self, trick: list[tuple[str, Card]], winner: str) -> None:
        self.tricks += 1


class Piquet(Round):
    slug = "piquet"

    def open(self) -> list[str]:
        self.seats, self.pack = ["Ann", "Ben"], list(Pack("A K Q J 10 9 8 7"))
        talon, self.leader = self.share_out(12), "Ann"
        self.dealt, texts = {}, ["deal Ben"]
        for seat, count in (("Ann", self.rng.randint(1, 5)), ("Ben", self.rng.randint(1, 3))):
            thrown, drawn = self.rng.sample(self.held[seat], count), talon[:count]
            texts += [f"{seat} discards {' '.join(map(str, thrown))}"]
            if self.rng.random() < 0.6:
                texts += [f"{seat} draws {' '.join(map(str, drawn))}"]
                self.shown[seat] = {*drawn}
            self.held[seat] = [card for card in self.held[seat] if card not in thrown] + drawn
            self.out.update(thrown)
            del talon[:count]
        return texts


GAMES = (OhHell, Hasenpfeffer, Tetka, Funfzehnern, Ecarte, Reversis, Piquet)


class Table:
    """Reports a deal to a referee, and compares it with what the cards prove."""

    def __init__(self, kind: type[Round], seed: int, breaches: int) -> None:
        self.rng = random.Random(seed)
        self.round = kind(self.rng, breaches)
        opening = self.round.open()
        self.referee = Referee(find_game(kind.slug), self.round.seats, self.round.house)
        self.said: list[str] = []
        self.where = f"{kind.slug}, seed {seed}, {breaches} breaches"
        self.guilty: set[str] = set()
        self.caught: set[str] = set()  # by a card of theirs, or at once
        self.acts: list[Act] = []
        for text in opening:
            self.tell(text)
        holds = {seat: len(cards) for seat, cards in self.round.held.items()}
        entered = {seat: {*self.round.shown.get(seat, ())} for seat in holds}
        free = {*self.round.pack} - self.round.out - {card for cards in entered.values() for card in cards}
        self.known = Known(holds, free, entered, self.round.left_out)
        self.untold = [seat for seat in self.round.seats if seat in self.round.dealt]

    def tell(self, text: str, overrule: bool = False) -> int:
        ruling = self.referee.hear(text, overrule=overrule)
        self.said.append(("~ " if overrule else "") + text)
        assert ruling.accepted, f"{self}: {ruling.message}"
        return self.referee.entries[-1].report.line

    def __str__(self) -> str:
        return f"{self.where}\n" + "\n".join(self.said)

    @property
    def findings(self) -> list[Finding]:
        findings = [finding for _, finding in self.referee.findings]
        return [finding for finding in findings if {*finding.name.split(" or ")} & {*self.round.names}]

    @property
    def alone(self) -> set[str]:
        """The players found guilty for certain, and the players whose cards were overruled."""
        stood = {str(entry.report.who) for entry in self.referee.entries if entry.overrule}
        return stood | {finding.suspects[0] for finding in self.findings if len(finding.suspects) == 1}

    def play(self, seat: str, card: Card, lacked: frozenset[Card], breaks: bool) -> None:
        self.see(seat, card)
        act = Act(seat, lacked, len(self.referee.entries) + 1)
        proven = bool(lacked) and not self.known.some_deal([act])
        sure = certainty.of(self.referee.can(f"{seat} plays {card}")).certainty
        refused = sure is Certainty.PROVEN
        if breaks:
            self.guilty.add(seat)
        assert not refused or breaks, f"{self}\n{seat} plays {card} is refused"
        if self.round.sharp:
            assert refused == proven, f"{self}\n{seat} plays {card}: {sure}"
        self.caught |= {act.who for act in self.acts if act.who == seat and card in act.lacked}
        self.acts = [act for act in self.acts if act.who != seat or card not in act.lacked]
        line = self.tell(f"{seat} plays {card}", overrule=refused)
        if refused:
            self.caught.add(seat)
        elif lacked:
            self.acts.append(act._replace(line=line))

    def see(self, seat: str, card: Card) -> None:
        self.known.holds[seat] -= 1
        self.known.free.discard(card)
        self.known.told[seat].discard(card)
        lots = [lot for lot in self.known.left_out if card not in lot]
        self.known.left_out = tuple(lots)

    def enter_hand(self, seat: str) -> None:
        """Enters the cards dealt to a player, at any time."""
        self.untold.remove(seat)
        self.tell(f"{seat} dealt {' '.join(map(str, self.round.dealt[seat]))}")
        mine = {*self.round.held[seat]}
        self.known.told[seat] = mine
        self.known.free -= mine
        told = {*self.round.dealt[seat]}
        self.known.left_out = tuple(lot for lot in self.known.left_out if not lot & told)

    def agrees(self) -> None:
        """Whether the findings are exactly those that hold in every remaining deal."""
        assert self.alone <= self.guilty, f"{self}\n{self.findings}"
        if not self.round.sharp:
            return
        by_seat = {seat: [act for act in self.acts if act.who == seat] for seat in self.round.seats}
        proven = {seat for seat, acts in by_seat.items() if acts and not self.known.some_deal(acts)}
        assert proven | self.caught == self.alone, f"{self}\n{self.findings}, and proven: {proven | self.caught}"
        named = {seat for finding in self.findings for seat in finding.suspects}
        for way in fewest(self.known, self.acts):
            assert {act.who for act in way} <= named, f"{self}\n{self.findings}, and not {way}"
        acts = {(act.who, act.line): act for act in self.acts}
        for finding in self.findings:
            for offence in finding.offences:
                act = acts[offence.who, offence.line]
                assert self.known.some_deal(having=act), f"{self}\n{finding}, and {offence.who} is cleared"
                sure = certainty.of_line(self.referee, offence.line).certainty
                assert sure is not Certainty.NO_EVIDENCE, f"{self}\n{finding}"


def reported(kind: type[Round], seed: int, breaches: int) -> Table:
    """A whole deal reported truthfully and checked after every card, at last with every hand."""
    table = Table(kind, seed, breaches)
    early = [seat for seat in table.untold if table.rng.random() < 0.25]
    for seat, card, lacked, breaks in table.round.plays():
        table.play(seat, card, lacked, breaks)
        table.agrees()
        if early and table.rng.random() < 0.1 and table.referee.hand.dealer:
            table.enter_hand(early.pop())
            table.agrees()
    return table


CASES = [(kind, breaches, seed) for kind in GAMES for breaches in (0, 1, 2) for seed in range(times(12))]


@pytest.mark.no_cover
@pytest.mark.parametrize(("kind", "breaches", "seed"), CASES)
def test_nobody_is_blamed_for_what_another_may_have_done(kind: type[Round], breaches: int, seed: int) -> None:
    table = reported(kind, seed, breaches)
    assert table.guilty or not table.findings, str(table)
    for seat in [*table.untold]:
        table.enter_hand(seat)
        assert table.alone <= table.guilty, str(table)
    if table.round.dealt:
        assert table.alone == table.guilty, str(table)
        assert not any(len(finding.suspects) > 1 for finding in table.findings), str(table)
