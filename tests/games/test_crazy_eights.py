"""Crazy Eights played out at random: what is legal stands, what is known not to be is refused, and all counts agree."""

from __future__ import annotations

import random

import pytest

from referee import Referee, find_game
from referee.candidates import legal
from tests.often import times

PLAYOUTS = times(20)  # real evenings, each of one game or more
SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]
RANKS = ["A", "K", "Q", "J", *(str(pips) for pips in range(10, 1, -1))]
GAME = find_game("crazy-eights")
UNTOLD = "?"


def suit_of(card: str) -> str:
    return "" if card in ("JK", UNTOLD) else card[-1]


def rank_of(card: str) -> str:
    return card if card == "JK" else card[:-1]


class Playout:
    """One game with real cards.  ``known`` has the cards of each hand that the table was told of.

    ``epoch`` counts the shuffles; ``came[card]`` is when a card was last shuffled into the stock, and ``drew`` when
    each player drew cards unnamed.
    """

    def __init__(self, table: Table, dealer: str) -> None:
        self.table, self.random, self.seats = table, table.random, table.seats
        self.wild = table.house.get("wild", "8")
        self.pack = list(table.pack)
        deck = list(self.pack)
        self.random.shuffle(deck)
        self.hands = {seat: [deck.pop() for _ in range(8)] for seat in self.seats}
        self.dealt = {seat: list(cards) for seat, cards in self.hands.items()}
        self.known: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.history: dict[str, list[str]] = {seat: [] for seat in self.seats}  # cards drawn by name, and played
        self.upcard = deck.pop()
        self.pile = [UNTOLD]
        self.stock = deck
        self.epoch = 0
        self.came: dict[str, int] = {}
        self.drew: dict[str, set[int]] = {seat: set() for seat in self.seats}
        self.blurred = False  # a card that nobody told was shuffled, so nobody can say what the stock is made of
        self.called = ""
        self.played = False
        self.turn = self.left_of(dealer)

    def left_of(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    # The rules, once more

    @property
    def top(self) -> str:
        """The card to match, though nobody may have told it."""
        return self.upcard if self.pile[-1] == UNTOLD else self.pile[-1]

    def is_wild(self, card: str) -> bool:
        return rank_of(card) == self.wild

    def fits(self, card: str) -> bool:
        if card == "JK" or self.is_wild(card) or self.top == "JK":
            return True
        if self.called:
            return suit_of(card) == self.called
        return suit_of(card) == suit_of(self.top) or rank_of(card) == rank_of(self.top)

    @property
    def to_draw(self) -> int:
        return len(self.stock) + len(self.pile) - 1

    def shuffle(self) -> None:
        if len(self.pile) > 1:
            *under, top = self.pile
            self.blurred |= UNTOLD in under
            self.stock, self.pile = [self.upcard if card == UNTOLD else card for card in under], [top]
            self.random.shuffle(self.stock)
            self.epoch += 1
            self.came |= dict.fromkeys(self.stock, self.epoch)

    def draw(self, seat: str, number: int, named: bool) -> list[str]:
        drawn = []
        for _ in range(number):
            if not self.stock:
                self.shuffle()
            drawn.append(self.stock.pop())
            if not named:
                self.drew[seat].add(self.epoch)
            if not self.stock:
                self.shuffle()
        self.hands[seat] += drawn
        if named:
            self.known[seat] += drawn
            self.history[seat] += drawn
        self.turn = seat
        return drawn

    def put(self, seat: str, card: str, suit: str = "") -> None:
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        self.history[seat].append(f"-{card}")
        self.pile.append(card)
        self.called = (suit or suit_of(card)) if self.is_wild(card) else ""
        self.played = True
        if not self.stock:
            self.shuffle()
        self.turn = self.left_of(seat)

    # What is told

    def tell(self, text: str, overrule: bool = False) -> None:
        self.table.tell(text, overrule)
        if not self.table.referee.hand.dealer:
            return
        fact = self.table.referee.fact
        suit = self.called or ("any" if self.pile[-1] == UNTOLD else suit_of(self.top) or "any")
        so = (
            self.turn,
            {seat: len(cards) for seat, cards in self.hands.items()},
            len(self.stock),
            len(self.pile),
            suit,
        )
        said = (*self.table.referee.next(), fact("cards"), fact("stock"), fact("pile"), fact("suit"))
        assert said == so, f"{said}, and it is {so}\n{self.table.way}"
        assert GAME.now
        now = " · ".join(GAME.now(self.table.referee.hand)).translate(str.maketrans("♠♥♦♣", "SHDC"))
        assert f"upcard {'not told' if self.pile[-1] == UNTOLD else self.top} · " in now, now
        assert "play to the left" in now and self.turn in now and (" called" in now) is bool(self.called), now

    def who(self, seat: str) -> str:
        return self.random.choice(["", seat, seat[0].lower()])

    def play(self, dealer: str) -> str:
        """Plays and tells the game to its end; the winner, nobody where it was given up."""
        chance = self.random.random
        named = [f"deal {dealer}", f"{dealer} deals"]
        self.tell(self.random.choice([*named, "deal"] if self.table.referee.standing.dealer else named))
        for seat in self.random.sample(self.seats, len(self.seats)):
            if chance() < self.table.open:
                self.tell_hand(seat)
        if chance() < 0.9:
            self.pile = [self.upcard]
            self.tell(f"upcard {self.upcard}")
        for _ in range(250):
            seat = self.turn
            if chance() < 0.12:
                self.try_illegal()
            if chance() < 0.05:
                self.compare_legal()
            if chance() < 0.02:
                self.tell_late()
            if chance() < 0.02 and self.let_stand():
                seat = self.seats[self.seats.index(self.turn) - 1]
            else:
                self.move(seat)
            if not self.hands[seat]:
                return seat
        self.tell("misdeal")
        return ""

    def move(self, seat: str) -> None:
        fitting = [card for card in self.hands[seat] if self.fits(card)]
        if self.to_draw and (not fitting or self.random.random() < self.table.unwilling):
            number = min(self.to_draw, self.random.choice([1, 1, 1, 2, 3]))
            named = self.random.random() < self.table.named
            drawn = self.draw(seat, number, named)
            self.tell(f"{self.who(seat)} draws {' '.join(drawn) if named else self.count(number)}".strip())
        elif fitting:
            card = self.random.choice(fitting)
            suit = self.random.choice("SHDC")
            calls = self.is_wild(card) and (len(self.hands[seat]) > 1 or self.random.random() < 0.5)
            self.put(seat, card, suit)
            self.tell(f"{self.who(seat)} plays {card}{f'={suit}' * calls}".strip())
        else:
            self.turn = self.left_of(seat)
            self.tell(f"{self.who(seat)} passes".strip())

    def count(self, number: int) -> str:
        return "" if number == 1 and self.random.random() < 0.5 else self.random.choice([str(number), f"?{number}"])

    def tell_hand(self, seat: str) -> None:
        """The cards dealt become known, and so does which of them are still held."""
        self.tell(f"{seat} dealt {' '.join(self.random.sample(self.dealt[seat], 8))}")
        known = list(self.dealt[seat])
        for card in self.history[seat]:
            if not card.startswith("-"):
                known.append(card)
            elif card[1:] in known:
                known.remove(card[1:])
        self.known[seat] = known

    def tell_late(self) -> None:
        seat = self.random.choice(self.seats)
        if seat not in self.table.referee.hand.dealt:
            self.tell_hand(seat)

    def let_stand(self) -> bool:
        """Somebody plays what they shouldn't, and the table doesn't mind."""
        seat = self.random.choice(self.seats)
        card = self.random.choice(self.hands[seat])
        mute = self.is_wild(card) and len(self.hands[seat]) > 1
        known_misfit = not self.fits(card) and self.pile[-1] != UNTOLD
        if seat == self.turn and not known_misfit and not mute:
            return False
        self.put(seat, card)
        self.tell(f"{seat} plays {card}", overrule=True)
        return True

    # What is refused

    def cannot_hold(self, seat: str, card: str) -> bool:
        """The table knows that SEAT hasn't got a card: all of them lie elsewhere, or the whole hand is known."""
        if card in self.known[seat]:
            return False
        if len(self.known[seat]) == len(self.hands[seat]):
            return True
        elsewhere = self.pile.count(card) + sum(cards.count(card) for cards in self.known.values())
        if elsewhere == self.pack.count(card):
            return True
        if self.blurred or len(set(self.pack)) < len(self.pack):
            return False  # of equal cards nobody can say which came when
        return card in self.came and self.came[card] not in self.drew[seat]

    def try_illegal(self) -> None:
        seat = self.turn
        other = self.random.choice([one for one in self.seats if one != seat])
        theirs = self.random.choice(self.hands[other])
        mine = self.random.choice(self.hands[seat])
        tries = [
            (f"{other} draws", "turn-order"),
            (f"{other} plays {theirs}{'=S' * self.is_wild(theirs)}", "turn-order"),
            (f"{seat} draws {self.to_draw + 1}", "stock-count"),
            (f"{seat} draws 0", "stock-count"),
            (f"deal {seat}", "dealer-rotation"),
            (f"upcard {mine}", "one-pack"),
            (f"{seat} plays {mine} {mine}", "one-card"),
            (f"{seat} plays {self.random.choice(self.pack)} {mine} {theirs}", "one-card"),
        ]
        if self.pile == [UNTOLD]:
            tries.remove((f"upcard {mine}", "one-pack"))
        if self.to_draw or (self.pile[-1] != UNTOLD and any(self.fits(card) for card in self.known[seat])):
            tries.append((f"{seat} passes", "draw-until-play"))
        if self.played:
            tries += [(f"{seat} out", "empty-hand"), (f"{other} out", "empty-hand")]
        for card in self.random.sample(self.pack, 8):
            if not self.fits(card) and self.pile[-1] != UNTOLD:
                tries.append((f"{seat} plays {card}", "match"))
            if self.cannot_hold(seat, card):
                tries.append((f"{seat} plays {card}{'=S' * self.is_wild(card)}", "one-pack"))
                if not self.is_wild(card) and self.fits(card):
                    tries.append((f"{self.who(seat)} plays {card}".strip(), "one-pack"))
            if self.is_wild(card) and len(self.hands[seat]) > 1:
                tries.append((f"{seat} plays {card}", "eight-wild"))
            elif not self.is_wild(card):
                tries.append((f"{seat} plays {card}=D", "eight-wild"))
            if self.cannot_hold(other, card):
                tries.append((f"{other} plays {card}", "one-pack"))
            if self.stock and card not in self.stock and self.placed(card):
                tries.append((f"{seat} draws {card}", "one-pack"))
        for text, rule in self.random.sample(tries, 4):
            ruling = self.table.referee.hear(text)
            assert not ruling.accepted, f"{text} is accepted\n{self.table.way}"
            assert rule in ruling.rules, f"{text}: {ruling.rules}, not {rule}\n{self.table.way}"

    def placed(self, card: str) -> bool:
        """Every copy of a card lies open or in a hand that was told."""
        told = self.pile.count(card) + sum(cards.count(card) for cards in self.known.values())
        return told == self.pack.count(card)

    def compare_legal(self) -> None:
        """What the referee lists has everything that may be played, and nothing that may not."""
        listed = {report.text for some in legal(self.table.referee).get(self.turn, {}).values() for report in some}  # type: ignore[call-overload]
        for card in set(self.hands[self.turn]):
            calls = [f"={suit}" for suit in "SHDC"] if self.is_wild(card) else [""]
            texts = {f"{self.turn} plays {card}{call}" for call in calls}
            if self.fits(card):
                assert texts <= listed, f"{texts - listed} may be played\n{self.table.way}"
            elif self.pile[-1] != UNTOLD:
                assert not texts & listed, f"{texts & listed} may not be played\n{self.table.way}"
        assert (f"{self.turn} draws" in listed) is bool(self.to_draw), self.table.way
        for card in self.pack:
            assert f"{self.turn} plays {card}" not in listed or not self.cannot_hold(self.turn, card), (
                f"{card} isn't there to be played\n{self.table.way}"
            )


class Table:
    """An evening: games until somebody has won enough of them, some of them told by their winner only."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = SEATS[: self.random.randint(2, 10)]
        self.house = {"jokers": str(self.random.choice([0, 0, 1, 2, 5])), "wins": str(self.random.randint(1, 2))}
        if len(self.seats) < 7 and self.random.random() < 0.5:
            self.house["packs"] = str(self.random.randint(1, 3))
        if seed % 3 == 0:
            self.house["wild"] = self.random.choice(RANKS)
        self.open = self.random.choice([0, 0.3, 1])  # how often a hand is told as it is dealt
        self.named = self.random.choice([0, 0.3, 0.9])  # how often cards drawn are named
        self.unwilling = self.random.choice([0, 0.1, 0.1, 0.6])
        self.referee = Referee(GAME, self.seats, self.house)
        packs = int(self.house.get("packs", 1 if len(self.seats) < 6 else 2))
        self.pack = [rank + suit for rank in RANKS for suit in "SHDC"] * packs + ["JK"] * int(self.house["jokers"])
        self.said = [f"seed {seed}: {', '.join(self.seats)}; {self.house}"]

    @property
    def way(self) -> str:
        return "\n  ".join(self.said)

    def tell(self, text: str, overrule: bool = False) -> None:
        ruling = self.referee.hear(text, overrule=overrule)
        self.said.append("~ " * overrule + text)
        assert ruling.accepted, f"{ruling.verdict}: {ruling.message}\n{self.way}"
        assert bool(ruling.broken) is overrule, f"{ruling.broken}\n{self.way}"

    def evening(self) -> None:
        won = dict.fromkeys(self.seats, 0)
        dealer = self.random.choice(self.seats)
        while max(won.values()) < int(self.house["wins"]):
            if self.random.random() < 0.2:
                winner = self.random.choice(self.seats)
                self.tell(f"deal {dealer}")
                self.tell(f"{winner} out")
            else:
                playout = Playout(self, dealer)
                winner = playout.play(dealer)
            if not winner:
                self.tell(f"deal {dealer}")
                winner = self.random.choice(self.seats)
                self.tell(f"{winner} out")
            won[winner] += 1
            assert self.referee.scores == won, self.way
            loser = self.random.choice([seat for seat in self.seats if seat != winner])
            assert "empty-hand" in self.referee.hear(f"{loser} out").rules, self.way
            self.tell(f"{winner} out")
            dealer = self.seats[(self.seats.index(dealer) + 1) % len(self.seats)]
            assert self.referee.over or self.referee.dealer == dealer, self.way
        assert self.referee.over and self.referee.winners() == [
            seat for seat in self.seats if won[seat] == max(won.values())
        ]


@pytest.mark.parametrize("seed", range(PLAYOUTS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Table(seed).evening()
