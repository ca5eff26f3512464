"""Hasenpfeffer: bids, trumps, the card thrown for the widow, and the play of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack

SEATS = ("Ben", "Cat", "Dan", "Ann")  # from the dealer's left
OTHER = {"S": "C", "C": "S", "H": "D", "D": "H"}  # of the same colour
TOLD = frozenset({""})  # nothing is left to be thrown


def suit(card: str, trump: str) -> str:
    return trump if card in ("JK", "J" + OTHER[trump]) else card[-1]


def rank(card: str, trump: str) -> int:
    if card == "JK":
        return 9
    if card == "J" + trump:
        return 8
    return 7 if card == "J" + OTHER[trump] else ["9", "10", "J", "Q", "K", "A"].index(card[:-1])


@dataclass(frozen=True)
class Table:
    held: tuple[frozenset[str], ...]
    widow: str
    calls: tuple[int, ...] = ()  # nothing for a pass
    bidder: int = -1
    trump: str = ""
    thrown: frozenset[str] = frozenset()  # what the bidder may have thrown and still be blameless
    threw: bool = False
    tricks: int = 0
    leader: int = 0
    trick: tuple[str, ...] = ()

    def moves(self) -> Iterator[tuple[str, Table]]:
        if len(self.calls) < 4:
            yield from self.bidding()
        elif self.bidder < 0:
            for place, cards in enumerate(self.held):
                if "JK" in cards:  # in the widow it voids the hand
                    yield f"{SEATS[place]} shows JK", self.taken_up(place)
        elif not self.trump:
            for one in "SHDC":
                yield f"{SEATS[self.bidder]} trump {one}", replace(self, trump=one)
        elif self.tricks < 6:
            yield from self.playing()
            if not self.threw:
                yield f"{SEATS[self.bidder]} discards", replace(self, threw=True)
                for card in self.thrown:
                    held = tuple(cards - {card} for cards in self.held)
                    after = replace(self, held=held, threw=True, thrown=TOLD)
                    yield f"{SEATS[self.bidder]} discards {card}", after

    def bidding(self) -> Iterator[tuple[str, Table]]:
        seat = SEATS[len(self.calls)]
        for call in (0, *range(max(self.calls, default=0) + 1, 7)):
            after = replace(self, calls=(*self.calls, call))
            if len(after.calls) == 4 and any(after.calls):
                after = after.taken_up(after.calls.index(max(after.calls)))
            yield f"{seat} bids {call}" if call else f"{seat} passes", after

    def taken_up(self, bidder: int) -> Table:
        held = tuple(cards | {self.widow} if i == bidder else cards for i, cards in enumerate(self.held))
        return replace(self, held=held, bidder=bidder, leader=bidder, thrown=held[bidder])

    def playing(self) -> Iterator[tuple[str, Table]]:
        turn = (self.leader + len(self.trick)) % 4
        cards = self.held[turn]
        for card in cards:
            thrown = (self.thrown if turn == self.bidder else TOLD) - {card}
            thrown = thrown or cards - {card}  # it wasn't thrown after all, and an earlier card was wrong
            thrown_then = frozenset(one for one in thrown if card in self.allowed(cards - {one}))
            if thrown_then:
                held = tuple(some - {card} for some in self.held)
                after = replace(self, held=held, threw=True, trick=(*self.trick, card))
                if turn == self.bidder:
                    after = replace(after, thrown=thrown_then)
                yield f"{SEATS[turn]} plays {card}", after.gathered()

    def allowed(self, cards: frozenset[str]) -> frozenset[str]:
        if not self.trick:
            return cards
        led = suit(self.trick[0], self.trump)
        return frozenset(card for card in cards if suit(card, self.trump) == led) or cards

    def gathered(self) -> Table:
        if len(self.trick) < 4:
            return self
        led = suit(self.trick[0], self.trump)

        def strength(card: str) -> tuple[bool, bool, int]:
            own = suit(card, self.trump)
            return own == self.trump, own == led, rank(card, self.trump)

        won = self.trick.index(max(self.trick, key=strength))
        return replace(self, leader=(self.leader + won) % 4, trick=(), tricks=self.tricks + 1)


def table(what: str, early: int, seed: int, depth: int, floor: int, opening: str = "") -> Count:
    *held, left = hands(pack("A K Q J 10 9", jokers=1), [6] * 4, seed)
    position = Table(tuple(frozenset(cards) for cards in held), left[0])
    told = [line for line in opening.split("; ") if line]
    for line in told:
        position = dict(position.moves())[line]
    lines, position = onward(position, early, seed)
    # the `widow` is the card that nobody was dealt, and `takes` is the short form: neither is counted
    verbs = frozenset({"bids", "passes", "shows", "trump", "discards", "plays"})
    whole = ("deal Ann", *dealt(SEATS, held), *told, *lines)
    return Count("hasenpfeffer", ("Ann", "Ben", "Cat", "Dan"), whole, position, depth, verbs, floor, what)


BID = "Ben passes; Cat bids 2; Dan passes; Ann bids 3"

COUNTS = (
    table("the bids and trumps", 0, 1, 4, 300),
    table("the joker shown", 0, 2, 3, 50, "Ben passes; Cat passes; Dan passes; Ann passes"),
    table("the card thrown", 0, 3, 2, 50, f"{BID}; Ann trump H"),
    table("a card thrown unseen", 12, 6, 4, 100, f"{BID}; Ann trump C; Ann discards"),
    table("the last tricks", 15, 1, 6, 150, f"{BID}; Ann trump S; Ann discards"),
)
