"""Trash told truthfully: whole turns, turns in pieces, only the winner; never refused, always the true table."""

import itertools
import random

import pytest

from referee import Referee, find_game

NAMES = ["Ida", "Jon", "Kim", "Lea", "Max"]
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Table:
    """A table that really plays: a card is its place in ORDER and a suit, a layout what lies on each spot."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = NAMES[: self.random.choice([2, 2, 2, 3, 4, 5])]
        self.size = self.random.choice([1, 2, 3, 5, 10])
        self.referee = Referee(find_game("trash"), self.seats, {"layout": str(self.size)})
        self.suits = self.random.choice([0.0, 0.3, 1.0])  # how often a suit is told
        self.won = dict.fromkeys(self.seats, 0)
        self.said: list[str] = []

    def __repr__(self) -> str:
        return "\n  ".join([f"{self.seats}, layout={self.size}", *self.said])

    def tell(self, text: str) -> None:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{ruling.message}: {self}"

    def refuse(self, text: str, rule: str) -> None:
        ruling = self.referee.hear(text)
        assert rule in ruling.rules, f"{text} should break {rule}, is {ruling}: {self}"

    def agrees(self, top: str | None) -> None:
        if not self.referee.hand.dealer:
            return
        facts = {name: self.referee.fact(name) for name in ("layout", "open", "stock", "top")}
        layout = {seat: len(spots) for seat, spots in self.layouts.items()}
        uncovered = {seat: spots.count(None) for seat, spots in self.layouts.items()}
        assert facts == {"layout": layout, "open": uncovered, "stock": len(self.stock), "top": top}, self

    def spell(self, card: tuple[int, str], spot: int | None = None) -> str:
        suit = card[1] if self.random.random() < self.suits else ""
        return ORDER[card[0]] + suit + ("" if spot is None else "=" + self.random.choice([str(spot + 1), ORDER[spot]]))

    def deal(self, dealer: str) -> None:
        packs = -(-len(self.seats) // 2)
        cards = [(rank, suit) for rank in range(13) for suit in "SHDC"] * packs
        self.random.shuffle(cards)
        self.hidden = {s: [cards.pop() for _ in range(self.size - self.won[s])] for s in self.seats}
        self.layouts: dict[str, list[tuple[int, str] | None]] = {s: [None] * len(self.hidden[s]) for s in self.seats}
        self.stock, self.discards = cards, list[tuple[tuple[int, str], str]]()
        self.tell(f"deal {dealer}" if self.random.random() < 0.5 else "deal")

    def hand(self, dealer: str, told: float) -> str:
        """Plays a hand; with ``told`` below 1 its end may be told by the winner alone."""
        self.deal(dealer)
        silent = False
        seat = dealer
        while True:
            seat = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
            silent = silent or self.random.random() > told
            verb, words, won = self.turn(seat, silent)
            if not silent:
                self.tell_turn(seat, verb, words, won)
            if won:
                if silent or self.random.random() < 0.3:
                    self.tell(f"{seat} out")
                self.won[seat] += 1
                return seat

    def fits(self, seat: str, card: tuple[int, str]) -> bool:
        spots = self.layouts[seat]
        return card[0] == 10 or (card[0] < len(spots) and spots[card[0]] is None)

    def turn(self, seat: str, silent: bool) -> tuple[str, list[str], bool]:
        spots = self.layouts[seat]
        top = self.discards[-1] if self.discards else None
        frees = top is not None and top[0][0] < len(spots) and (spots[top[0][0]] or (0,))[0] == 10
        if not silent:
            self.provoke(seat, top)
        if top and (self.fits(seat, top[0]) or (frees and self.random.random() < 0.5)):
            verb, card = "takes", self.discards.pop()[0]
        else:
            verb, card, frees = "draws", self.stock.pop(), False
        words: list[str] = []
        while True:
            if self.fits(seat, card):
                free = [i for i, there in enumerate(spots) if there is None]
                spot = self.random.choice(free) if card[0] == 10 else card[0]
                words.append(self.spell(card, spot if card[0] == 10 else None))
                spots[spot] = card
                if None not in spots:
                    if self.random.random() < 0.2:
                        words.append(self.spell(self.hidden[seat][spot]))
                    return verb, words, True
                card = self.hidden[seat][spot]
                continue
            there = spots[card[0]] if card[0] < len(spots) else None
            words.append(self.spell(card))
            if there and there[0] == 10 and (frees or self.random.random() < 0.6):
                frees = False
                spots[card[0]], jack = card, there
                free = [i for i, one in enumerate(spots) if one is None]
                spot = self.random.choice(free)
                spots[spot] = jack
                words.append(self.spell(jack, spot))
                if None not in spots:
                    return verb, words, True
                card = self.hidden[seat][spot]
                continue
            self.discards.append((card, words[-1]))
            return verb, words, False

    def tell_turn(self, seat: str, verb: str, words: list[str], won: bool) -> None:
        """Tells a turn at once or in pieces; a jack that is pushed out stays behind the card that did it."""
        if won and self.random.random() < 0.1:
            self.tell(f"{seat} out")
            return
        pieces = [[words[0]]]
        cut = self.random.choice([0.0, 0.4])
        for before, word in itertools.pairwise(words):
            natural, jack = before[0] != "J", word[0] == "J"
            if self.random.random() < cut and not (natural and jack) and not (won and word is words[-1]):
                pieces.append([])
            pieces[-1].append(word)
        for i, piece in enumerate(pieces):
            who = f"{seat} " if self.random.random() < 0.8 else ""
            self.tell(f"{who}{'plays' if i else verb} {' '.join(piece)}")
            if i < len(pieces) - 1:
                assert self.referee.next() == [seat], self
                self.refuse(f"{seat} draws 4", "turn-order")
                self.refuse(f"{self.other(seat)} plays 4", "turn-order")
        if not won:
            self.refuse(f"{seat} plays 4", "turn-end")
        self.agrees(self.discards[-1][1] if self.discards else None)

    def other(self, seat: str) -> str:
        return self.random.choice([one for one in self.seats if one != seat])

    def provoke(self, seat: str, top: tuple[tuple[int, str], str] | None) -> None:
        """What goes against something that everybody sees."""
        spots = self.layouts[seat]
        assert self.referee.next() == [seat], self
        self.refuse(f"{self.other(seat)} draws Q", "turn-order")
        if top and self.fits(seat, top[0]):
            self.refuse(f"{seat} draws Q", "take-discard")
        elif top:
            self.refuse(f"{seat} takes {top[1]}", "take-discard")
        if not top or top[1][0] != "5":
            self.refuse(f"{seat} takes 5", "take-discard")
        shown = [i for i, there in enumerate(spots) if there]
        if shown:
            spot = self.random.choice(shown)
            self.refuse(f"{seat} draws J={spot + 1}", "placement")
            if spots[spot] and spots[spot][0] == 10:  # type: ignore[index]
                self.refuse(f"{seat} draws {ORDER[spot]} Q", "jack-freed")
                self.refuse(f"{seat} draws {ORDER[spot]} J={ORDER[spot]}", "jack-freed")
            else:
                self.refuse(f"{seat} draws {ORDER[spot]} A", "turn-end")
        self.refuse(f"{seat} draws Q 2", "turn-end")
        self.refuse(f"{seat} draws {'Q ' * (4 * -(-len(self.seats) // 2) + 1)}", "packs")


@pytest.mark.parametrize("seed", range(40))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    table = Table(seed)
    told = table.random.choice([1.0, 1.0, 0.9, 0.0])
    dealer = table.seats[0]
    while True:
        winner = table.hand(dealer, told)
        dealer = table.seats[(table.seats.index(dealer) + 1) % len(table.seats)]
        assert dict(table.referee.scores) == table.won, table
        assert table.referee.fact("layout") == {seat: table.size - won for seat, won in table.won.items()}, table
        table.refuse(f"{table.other(winner)} out", "hand-end")
        if table.won[winner] == table.size:
            break
        assert not table.referee.over and table.referee.dealer == dealer, table
    assert table.referee.over and table.referee.winners() == [winner], table
