"""Pirate told truthfully, card by card, by ships or both, is never refused and scores as it was."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from referee import Referee, find_game
from tests.games.teller import Teller
from tests.often import times

EVENINGS = times(80)
SEATS = ["Ann", "Ben"]
LADDER = ["A", *(str(pips) for pips in range(2, 11)), "J", "Q", "K"]
OTHER = {"Ann": "Ben", "Ben": "Ann"}


class Ship:
    """A ship as it lies there: the cards from the ace up and those from the king down."""

    def __init__(self, number: int, aces: str, told: str) -> None:
        self.number = number
        self.sides = {aces: LADDER[:], OTHER[aces]: LADDER[::-1]}  # what each still builds, first to last
        self.halves: dict[str, list[str]] = {"Ann": [], "Ben": []}
        self.told = told  # "all", "some" of its cards, "none"
        self.shown = 0  # cards that the referee has been told

    @property
    def laid(self) -> int:
        return sum(map(len, self.halves.values()))

    def due(self, who: str) -> str:
        return self.sides[who][len(self.halves[who])]


class Evening(Teller):
    """A game with two shuffled packs that is really played."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        pack = [rank + suit for rank in LADDER for suit in "SHDC"]
        self.stock = {who: self.random.sample(pack, 52) for who in SEATS}
        self.waste: dict[str, list[str]] = {who: [] for who in SEATS}
        self.laid: dict[str, set[str]] = {who: set() for who in SEATS}  # cards of each pack
        self.low = self.random.choice(SEATS)
        self.afloat: dict[str, Ship] = {}
        self.begun: Counter[str] = Counter()
        self.ships = dict.fromkeys(SEATS, 0)
        self.sunk = 0
        self.style = self.random.choice(["full", "full", "mixed", "mixed", "short"])
        self.sinking = self.random.choice([0, 0.1, 0.5])
        self.blind: Counter[str] = Counter()  # cards told by the ship, or sunk: whose isn't told
        self.settled = False
        self.told_out: set[str] = set()
        self.held_back: list[tuple[str, str]] = []  # plays that nobody told yet
        self.batch: list[tuple[str, str]] = []  # plays that go into one report
        self.lump: list[str] = []  # who took ships that go into one number
        self.referee = Referee(find_game("pirate"), SEATS)
        self.said = [f"seed {seed}, {self.style}, low {self.low}"]

    # Telling

    def who(self, seat: str) -> str:
        return self.random.choice([seat, seat, seat[0].lower(), seat[:2].upper()])

    def settle(self) -> None:
        """The roles, once they are wanted."""
        if self.settled:
            return
        self.settled = True
        if not self.begun.total() or self.style == "full":
            self.refused("Ann plays AS", "cut-first")
        if self.random.random() < 0.4:
            self.tell(f"{self.who(self.low)} declares low")
            return
        while self.random.random() < 0.2:
            self.tell(f"Ann cuts 9{self.random.choice(['S', '', 'C'])}")
            self.tell("Ben cuts 9D")
        cut = sorted(self.random.sample(range(13), 2))
        cards = {self.low: LADDER[cut[0]], OTHER[self.low]: LADDER[cut[1]]}
        for seat in self.random.sample(SEATS, 2):
            self.tell(f"{self.who(seat)} cuts {cards[seat]}{self.random.choice(['', *'SHDC'])}")

    def close_batch(self) -> None:
        """What was laid by one player in a row, in one report or several."""
        if not self.batch:
            return
        self.settle()
        who, cards = self.batch[0][0], [card for _, card in self.batch]
        self.batch = []
        in_suit = len({card[-1] for card in cards}) == 1
        ranks = [LADDER.index(card[:-1]) for card in cards]
        steps = {two - one for one, two in pairwise(ranks)}
        if in_suit and len(cards) > 1 and len(steps) == 1 and steps <= {1, -1} and self.random.random() < 0.5:
            self.tell(f"{self.who(who)} plays {cards[0]}-{cards[-1]}")
        else:
            self.tell(f"{self.who(who)} plays {' '.join(cards)}")

    def close_lump(self) -> None:
        if self.lump:
            self.tell(f"{self.who(self.lump[0])} captures {len(self.lump)}")
            self.lump = []

    def show(self, who: str, card: str) -> None:
        if self.batch and (self.batch[0][0] != who or self.random.random() < 0.2):
            self.close_batch()
        self.batch.append((who, card))

    def show_all(self) -> None:
        """What was held back is told after all, and nothing is any more."""
        self.close_batch()
        self.close_lump()
        for who, card in self.held_back:
            self.show(who, card)
            self.afloat[card[-1]].shown += 1
        self.close_batch()
        self.held_back = []
        self.style = "full"
        for ship in self.afloat.values():
            ship.told = "all"

    def nothing_shown(self) -> bool:
        return not any(ship.shown for ship in self.afloat.values())

    def agree(self) -> None:
        if self.batch or self.lump:
            return
        facts = {name: self.referee.fact(name) for name in ("sunk", "needed", "gone", "afloat")}
        so = {
            "sunk": self.sunk,
            "needed": 4 if self.sunk else 5,
            "gone": self.gone,
            "afloat": sum(ship.shown > 0 for ship in self.afloat.values()),
        }
        assert facts == so and dict(self.referee.scores) == self.ships, "\n".join([*self.said, f"{facts}, not {so}"])
        assert not self.settled or self.referee.fact("low") == self.low, "\n".join(self.said)

    # The game

    @property
    def gone(self) -> int:
        return sum(self.ships.values()) + self.sunk

    @property
    def over(self) -> bool:
        return self.gone == 8 or max(self.ships.values()) >= (4 if self.sunk else 5)

    def left(self, who: str) -> int:
        return len(self.stock[who]) + len(self.waste[who])

    def fits(self, who: str, card: str) -> bool:
        suit, rank = card[-1], card[:-1]
        if ship := self.afloat.get(suit):
            return ship.due(who) == rank
        aces = self.low if self.begun[suit] == 0 else OTHER[self.low]
        return self.begun[suit] < 2 and rank == ("A" if who == aces else "K")

    def begin(self, suit: str) -> Ship:
        self.begun[suit] += 1
        told = {"full": "all", "short": "none"}.get(self.style) or self.random.choice(["all", "some", "none"])
        aces = self.low if self.begun[suit] == 1 else OTHER[self.low]
        self.afloat[suit] = Ship(self.begun[suit], aces, told)
        return self.afloat[suit]

    def lay(self, who: str, card: str, owner: str) -> None:
        """A card on the half of WHO, from the pack of its owner, or into the sea with its ship."""
        suit, rank = card[-1], card[:-1]
        ship = self.afloat.get(suit) or self.begin(suit)
        out = OTHER[owner] if not self.left(OTHER[owner]) else None
        both = card not in self.laid[OTHER[owner]] or (out and self.fits(out, card))
        self.laid[owner].add(card)
        if ship.laid == 12 and both and ship.shown in (0, 12) and self.random.random() < self.sinking:
            self.sink(suit, ship, card)
            return
        ship.halves[who].append(rank)
        if ship.told == "some" and self.random.random() < 0.1 and self.style != "full":
            ship.told = "none"
        if ship.told == "none":
            self.held_back.append((who, card))
        else:
            self.close_lump()
            ship.shown += 1
            if who == owner:
                self.show(who, card)
            else:
                self.close_batch()
                self.tell(f"{self.who(who)} claims {card}")
        if ship.laid == 13:
            self.capture(suit, ship, who)
        self.agree()

    def capture(self, suit: str, ship: Ship, who: str) -> None:
        self.ships[who] += 1
        del self.afloat[suit]
        if ship.told != "none":
            return
        self.forget(suit)
        self.close_batch()
        if self.nothing_shown() and not ship.shown and self.random.random() < 0.5:
            if self.lump and self.lump[0] != who:
                self.close_lump()
            self.lump.append(who)
            if self.over or self.random.random() < 0.5:
                self.close_lump()
            return
        self.close_lump()
        bare = self.nothing_shown() and not ship.shown and self.random.random() < 0.5
        self.tell(f"{self.who(who)} captures{'' if bare else ' ' + suit}")

    def sink(self, suit: str, ship: Ship, card: str) -> None:
        self.sunk += 1
        self.blind[card] += 1
        del self.afloat[suit]
        self.forget(suit)
        self.close_batch()
        self.close_lump()
        one_lacks = [other for other in self.afloat.values() if other.shown == 12]
        bare = not one_lacks if ship.shown else self.nothing_shown()
        self.tell("sinks" if bare and self.random.random() < 0.5 else f"sinks {suit}")
        self.agree()

    def forget(self, suit: str) -> None:
        """What wasn't told of a ship that is gone won't be."""
        for _, card in self.held_back:
            self.blind[card] += card[-1] == suit
        self.held_back = [(who, card) for who, card in self.held_back if card[-1] != suit]

    def turn(self, who: str) -> None:
        """Cards turned up until one is laid, or the stock is through."""
        if not self.stock[who]:
            self.stock[who], self.waste[who] = self.waste[who], []
        while self.stock[who]:
            card = self.stock[who].pop()
            other = OTHER[who]
            if not self.left(other) and self.random.random() < 0.5 and self.fits(other, card):
                self.come_out(other)
                self.lay(other, card, who)
                return
            if self.fits(who, card) and self.random.random() < 0.9:
                self.lay(who, card, who)
                return
            self.waste[who].append(card)

    def come_out(self, who: str) -> None:
        """Somebody has no cards left, and the table says so before it matters."""
        if self.style == "short" or who in self.told_out:
            return
        self.show_all()
        self.told_out.add(who)
        if who not in self.referee.hand.outs or self.random.random() < 0.3:
            self.tell(f"{self.who(who)} out")

    # What isn't allowed, or can't be

    def go_wrong(self) -> None:
        if self.over or self.style != "full" or self.held_back:
            return
        self.close_batch()
        self.close_lump()
        who = self.random.choice(SEATS)
        suit, rank = self.random.choice("SHDC"), self.random.choice(LADDER)
        card = rank + suit
        ships = self.begun[suit] - (suit in self.afloat)
        if not self.settled:
            self.refused(f"{who} plays {card}", "cut-first")
            return
        if card in self.laid[who] and not self.blind[card]:
            self.refused(f"{who} plays {card}", "own-deck")
        elif card not in self.laid[who] and not self.fits(who, card):
            self.refused(f"{who} plays {card}", "sequence", "keel")
            if not self.left(who) and who in self.told_out and card not in self.laid[OTHER[who]]:
                self.refused(f"{who} claims {card}", "claim")
        if self.left(who):
            self.refused(f"{who} claims {card}", "claim-when-out")
        if self.left(who) > self.sunk and not self.blind:
            self.refused(f"{who} out", "still-holds")
        if (ship := self.afloat.get(suit)) and ship.laid < 12:
            self.refused(f"sinks {suit}", "sink-needs-gap")
        if ships == 2:
            self.refused(f"{who} captures {suit}", "two-ships")
            self.refused(f"sinks {suit}", "two-ships")
        if self.afloat:
            self.refused(f"{who} captures", "unclear")
        else:
            self.refused(f"{who} captures {9 - self.gone}", "eight-ships")
            if (many := 6 - self.ships[who]) <= 8 - self.gone:
                self.refused(f"{who} captures {many}", "five-ships", "four-ships")
        if not self.left(who) and who in self.told_out:
            self.refused(f"{who} plays {card}", "out")
        self.refused(f"{who} cuts {card}", "cut")

    def play(self) -> None:
        while not self.over:
            self.turn(self.random.choice([who for who in SEATS if self.left(who)]))
            if self.random.random() < 0.05:
                self.go_wrong()
        self.close_batch()
        self.close_lump()
        self.finish()

    def finish(self) -> None:
        self.agree()
        assert self.referee.over, "\n".join(self.said)
        most = max(self.ships.values())
        assert self.referee.winners() == [who for who in SEATS if self.ships[who] == most], "\n".join(self.said)
        ended = "four-ships" if self.sunk and most >= 4 else "five-ships" if most == 5 else "eight-ships"
        for who in SEATS:
            self.tell(f"{who} captures {self.ships[who]}")  # told again
            for text in ("captures", "captures S", f"captures {self.ships[who] + 1}", "plays 7S", "claims 7S"):
                self.refused(f"{who} {text}", ended)
        self.refused("sinks", ended)
        self.agree()


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Evening(seed).play()
