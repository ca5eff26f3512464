"""Jack Change It played out at random: what is legal stands, what is known not to be is refused, all counts agree."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from referee import Referee, find_game
from referee.candidates import legal
from tests.often import times

PLAYOUTS = times(20)  # real evenings, each of one game or more
SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
RANKS = ["A", "K", "Q", "J", *(str(pips) for pips in range(10, 1, -1))]
PACK = [rank + suit for rank in RANKS for suit in "SHDC"]
BOOK = {"draw-two": "2", "draw-five": "A", "block": "5", "skip": "8", "change-suit": "J", "reverse": "Q"}
GAME = find_game("jack-change-it")
UNTOLD = "?"


class Wait:
    """A draw by somebody who should have played if they could."""

    def __init__(self, legal: set[str]) -> None:
        self.legal = legal
        self.drawn = self.played = 0
        self.found = False


class Playout:
    """One game with real cards.  ``known`` has the cards of each hand that the table was told of.

    ``epoch`` counts the shuffles; ``came[card]`` is when a card was last shuffled into the stock, and ``drew`` when
    each player drew cards unnamed.
    """

    def __init__(self, table: Table, dealer: str) -> None:
        self.table, self.random, self.seats = table, table.random, table.seats
        self.effects = BOOK | {name: rank for name, rank in table.house.items() if name in BOOK}
        deck = list(PACK)
        self.random.shuffle(deck)
        self.hands = {seat: [deck.pop() for _ in range(7)] for seat in self.seats}
        self.dealt = {seat: list(cards) for seat, cards in self.hands.items()}
        self.known: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.history: dict[str, list[str]] = {seat: [] for seat in self.seats}  # cards drawn by name, and played
        self.waits: dict[str, list[Wait]] = {seat: [] for seat in self.seats}
        self.upcard = deck.pop()
        self.pile = [UNTOLD]
        self.stock = deck
        self.epoch = 0
        self.came: dict[str, int] = {}
        self.drew: dict[str, set[int]] = {seat: set() for seat in self.seats}
        self.blurred = False  # a card that nobody told was shuffled, so nobody can say what the stock is made of
        self.called = ""
        self.owed, self.made = 0, set[str]()
        self.paid = self.played = self.late = False
        self.step = 1
        self.turn = self.beside(dealer, 1)

    def beside(self, seat: str, steps: int) -> str:
        return self.seats[(self.seats.index(seat) + steps * self.step) % len(self.seats)]

    # The rules, once more

    def has(self, card: str, effect: str) -> bool:
        if card[:-1] != self.effects[effect]:
            return False
        if effect == "reverse":
            return len(self.seats) > 2
        return effect not in ("draw-five", "block") or card[-1] == "H"

    def trick(self, card: str) -> bool:
        return any(self.has(card, effect) for effect in ("draw-two", "draw-five", "skip", "change-suit", "reverse"))

    def pair(self, one: str, two: str) -> bool:
        some = ((one, two), (two, one))
        return one != two and any(self.has(a, "draw-five") and self.has(b, "draw-two") for a, b in some)

    @property
    def top(self) -> str:
        """The card to match, though nobody may have told it."""
        return self.upcard if self.pile[-1] == UNTOLD else self.pile[-1]

    def fits(self, card: str) -> bool:
        if self.called:
            return card[-1] == self.called
        near = abs(RANKS.index(card[:-1]) - RANKS.index(self.top[:-1])) in (1, 12)
        sequence = near and self.table.house.get("match") == "sequence"
        return card[-1] == self.top[-1] or card[:-1] == self.top[:-1] or sequence

    def answers(self, card: str) -> bool:
        return ("draw-two" in self.made and self.has(card, "draw-two")) or (
            "draw-five" in self.made and self.has(card, "block")
        )

    def may_play(self, seat: str, cards: list[str]) -> bool:
        """Whether these cards are a legal play for SEAT, if they are held."""
        if len(self.hands[seat]) <= len(cards) and self.trick(cards[-1]):
            return False
        if len(cards) > 1 and not (len(cards) == 2 and self.pair(*cards)):
            return False
        return self.answers(cards[0]) if self.owed else self.fits(cards[0])

    def plays(self, seat: str) -> list[list[str]]:
        hand = self.hands[seat]
        some = [[card] for card in hand] + [[one, two] for one in hand for two in hand if self.pair(one, two)]
        return [cards for cards in some if self.may_play(seat, cards)]

    @property
    def to_draw(self) -> int:
        return len(self.stock) + len(self.pile) - 1

    @property
    def open(self) -> bool:
        """The table doesn't know what is to be matched."""
        return self.pile[-1] == UNTOLD

    def proven(self, seat: str, known: list[str]) -> bool:
        """The table knows a card that SEAT may play."""
        return not self.open and any(self.may_play(seat, [card]) for card in known)

    def shuffle(self) -> None:
        if len(self.pile) > 1:
            *under, top = self.pile
            self.blurred |= UNTOLD in under
            self.stock, self.pile = [self.upcard if card == UNTOLD else card for card in under], [top]
            self.random.shuffle(self.stock)
            self.epoch += 1
            self.came |= dict.fromkeys(self.stock, self.epoch)

    def draw(self, seat: str, named: bool) -> list[str]:
        penalty = self.owed
        drawn = []
        if not (penalty or self.paid or self.open or self.proven(seat, self.known[seat])):
            self.waits[seat].append(Wait({card for card in PACK if self.may_play(seat, [card])}))
            self.table.guilty[seat] += bool(self.plays(seat))
        for _ in range(min(penalty, self.to_draw) if penalty else 1):
            if not self.stock:
                self.shuffle()
            drawn.append(self.stock.pop())
            if not named:
                self.drew[seat].add(self.epoch)
            if not self.stock:
                self.shuffle()
        for wait in self.waits[seat]:
            wait.drawn += len(drawn)
        self.hands[seat] += drawn
        if named:
            self.known[seat] += drawn
            self.history[seat] += drawn
        self.clear()
        if penalty and self.table.house.get("after-penalty") == "play":
            self.paid, self.turn = True, seat
        else:
            self.turn = self.beside(seat, 1)
        return drawn

    def clear(self) -> None:
        self.owed, self.paid = 0, False
        self.made.clear()

    def put(self, seat: str, cards: list[str], suit: str = "") -> None:
        for card in cards:
            self.hands[seat].remove(card)
            if card in self.known[seat]:
                self.known[seat].remove(card)
            self.history[seat].append(f"-{card}")
            self.pile.append(card)
            for wait in self.waits[seat]:
                wait.played += card in wait.legal
                if wait.played > wait.drawn and not wait.found:
                    wait.found = True
                    self.table.due.append(seat)
        twos = sum(self.has(card, "draw-two") for card in cards)
        five = any(self.has(card, "draw-five") for card in cards)
        if any(self.has(card, "block") for card in cards) and "draw-five" in self.made:
            self.clear()
        self.owed = self.owed + 2 * twos + 5 * five if twos or five else 0
        if not self.owed:
            self.made.clear()
        self.made |= {name for name, there in (("draw-two", twos), ("draw-five", five)) if there}
        self.paid, self.played = False, True
        for card in cards:
            if self.has(card, "reverse"):
                self.step = -self.step
        last = cards[-1]
        self.called = (suit or last[-1]) if self.has(last, "change-suit") else ""
        self.turn = self.beside(seat, 1 + sum(self.has(card, "skip") for card in cards))

    # What is told

    def tell(self, text: str, overrule: bool = False) -> None:
        self.table.tell(text, overrule, exact=not self.late)
        hand: Any = self.table.referee.hand
        if not hand.dealer:
            return
        fact = self.table.referee.fact
        so = {
            "cards": {seat: len(cards) for seat, cards in self.hands.items()},
            "stock": len(self.stock),
            "pile": len(self.pile),
            "suit": self.called or ("any" if self.open else self.top[-1]),
            "direction": "left" if self.step == 1 else "right",
            "penalty": self.owed,
        }
        assert {name: fact(name) for name in so} == so, self.table.way
        assert self.table.referee.next() == [self.turn], f"{self.turn} is next\n{self.table.way}"
        assert GAME.now
        now = " · ".join(GAME.now(hand)).translate(str.maketrans("♠♥♦♣", "SHDC"))
        assert f"upcard {'not told' if self.open else self.top} · " in now, now
        assert f"play to the {so['direction']}" in now and self.turn in now, now
        assert (" called" in now, f"{self.owed} to draw" in now) == (bool(self.called), self.owed > 0), now

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
            if self.table.tells_late and chance() < 0.02:
                self.tell_late()
            if chance() < 0.02:
                seat = self.let_stand() or seat
            else:
                self.move(seat)
            if not self.hands[seat]:
                return seat
        self.tell("misdeal")
        return ""

    def move(self, seat: str) -> None:
        some = self.plays(seat)
        careless = self.random.random() < (0.3 if self.owed else self.table.careless)
        if some and not (careless and self.to_draw and not self.paid):
            cards = self.random.choice(some)
            suit = self.random.choice([one for one in "SHDC" if one != cards[-1][-1]])
            call = f"={suit}" if self.has(cards[-1], "change-suit") else ""
            self.put(seat, cards, suit)
            self.tell(f"{self.who(seat)} plays {' '.join(cards)}{call}".strip())
        elif self.paid or not self.to_draw:
            self.clear()
            self.turn = self.beside(seat, 1)
            self.tell(f"{self.who(seat)} passes".strip())
        else:
            known = self.proven(seat, self.known[seat]) and not self.owed
            named = self.random.random() < self.table.named
            drawn = self.draw(seat, named)
            text = f"draws {' '.join(drawn)}" if named else self.random.choice(["draws", f"draws {len(drawn)}"])
            self.tell(f"{seat if known else self.who(seat)} {text}".strip(), overrule=known)

    def tell_hand(self, seat: str) -> None:
        """The cards dealt become known, and so does which of them are still held."""
        self.tell(f"{seat} dealt {' '.join(self.random.sample(self.dealt[seat], 7))}")
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
            self.late = True
            self.tell_hand(seat)

    def let_stand(self) -> str:
        """Somebody plays what they shouldn't, and the table doesn't mind; nobody, where it happens to be right."""
        seat = self.random.choice(self.seats)
        cards = self.random.sample(self.hands[seat], min(len(self.hands[seat]), self.random.choice([1, 1, 1, 2])))
        mute = self.has(cards[-1], "change-suit")
        wrong = self.owed and not self.answers(cards[0])
        misfit = not self.open and not self.answers(cards[0]) and not self.fits(cards[0])
        triples = len(cards) > 1 and not self.pair(*cards)
        last = len(cards) == len(self.hands[seat]) and self.trick(cards[-1])
        if seat == self.turn and not (mute or wrong or misfit or triples or last):
            return ""
        self.put(seat, cards)
        self.tell(f"{seat} plays {' '.join(cards)}", overrule=True)
        return seat

    # What is refused

    def placed(self, card: str) -> bool:
        """A card lies open or in a hand that was told."""
        return card in self.pile or any(card in cards for cards in self.known.values())

    def cannot_hold(self, seat: str, card: str) -> bool:
        """The table knows that SEAT hasn't got a card: it lies elsewhere, or the whole hand is known."""
        if card in self.known[seat]:
            return False
        if len(self.known[seat]) == len(self.hands[seat]) or self.placed(card):
            return True
        return not self.blurred and card in self.came and self.came[card] not in self.drew[seat]

    def try_illegal(self) -> None:
        seat = self.turn
        other = self.random.choice([one for one in self.seats if one != seat])
        theirs = self.random.choice(self.hands[other])
        mine = self.random.choice(self.hands[seat])
        due = min(self.owed, self.to_draw) if self.owed else 1
        tries = [
            (f"{other} draws", "turn-order"),
            (f"{other} plays {theirs}", "turn-order"),
            (f"{other} passes", "turn-order"),
            (f"{seat} draws {self.to_draw + 1}", "draw-one"),
            (f"{seat} draws 0", "draw-one"),
            (f"{seat} draws {due + 1}", "pay-penalty" if self.owed else "draw-one"),
            (f"deal {seat}", "dealer-rotation"),
        ]
        if not self.open:
            tries.append((f"upcard {mine}", "one-pack"))
        if self.owed:
            tries.append((f"{seat} draws {due + 2}", "pay-penalty"))
        if self.paid:
            tries.append((f"{seat} draws", "draw-one"))
        elif self.to_draw:
            tries.append((f"{seat} passes", "draw-one"))
        if not self.owed and not self.paid and self.proven(seat, self.known[seat]):
            tries.append(
                (f"{self.who(seat)} draws".strip(), "must-play") if self.to_draw else (f"{seat} passes", "draw-one")
            )
        if self.played:
            tries += [(f"{seat} out", "empty-hand"), (f"{other} out", "empty-hand")]
        for card in self.random.sample(PACK, 12):
            two = self.random.choice(PACK)
            if not self.pair(card, two):
                tries.append((f"{seat} plays {card} {two}", "one-card"))
            if not self.fits(card) and not self.open and not self.answers(card):
                tries.append((f"{seat} plays {card}", "match"))
            if self.owed and not self.answers(card):
                tries.append((f"{seat} plays {card}", "pay-penalty"))
            if self.has(card, "change-suit"):
                tries += [(f"{seat} plays {card}", "change-suit"), (f"{seat} plays {card}={card[-1]}", "change-suit")]
            else:
                tries.append((f"{seat} plays {card}=D", "change-suit"))
            if self.trick(card) and len(self.hands[seat]) == 1:
                tries += [(f"{seat} plays {card}", "no-trick-finish")] * 3
            if self.cannot_hold(seat, card):
                tries.append((f"{seat} plays {card}", "one-pack"))
            if self.cannot_hold(other, card):
                tries.append((f"{other} plays {card}", "one-pack"))
            if self.stock and card not in self.stock and self.placed(card):
                tries.append((f"{seat} draws {card}", "one-pack"))
        for text, rule in self.random.sample(tries, 4):
            ruling = self.table.referee.hear(text)
            assert not ruling.accepted, f"{text} is accepted\n{self.table.way}"
            assert rule in ruling.rules, f"{text}: {ruling.rules}, not {rule}\n{self.table.way}"

    def compare_legal(self) -> None:
        """What the referee lists has everything that may be played, and nothing that may not."""
        seat = self.turn
        found: dict[Any, Any] = legal(self.table.referee).get(seat, {})  # type: ignore[assignment, call-overload]
        listed = {report.text for some in found.values() for report in some}
        for cards in self.plays(seat):
            last = cards[-1]
            calls = [f"={suit}" for suit in "SHDC" if suit != last[-1]] if self.has(last, "change-suit") else [""]
            texts = {f"{seat} plays {' '.join(cards)}{call}" for call in calls}
            assert texts <= listed, f"{texts - listed} may be played\n{self.table.way}"
        for card in PACK:
            wrong = not self.open and not self.may_play(seat, [card])
            if wrong or self.cannot_hold(seat, card):
                assert not {f"{seat} plays {card}", f"{seat} plays {card}=S"} & listed, f"{card}\n{self.table.way}"
        must = not self.owed and self.proven(seat, self.known[seat])
        assert (f"{seat} draws" in listed) is bool(self.to_draw and not self.paid and not must), self.table.way
        assert (f"{seat} passes" in listed) is bool(self.paid or not (self.to_draw or must)), self.table.way


class Table:
    """An evening: games until somebody has won enough of them, some of them told by their winner only.

    ``due`` has who should be found out now to have drawn with a card to play.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = SEATS[: self.random.randint(2, 6)]
        self.house = {"wins": str(self.random.randint(1, 2))}
        if self.random.random() < 0.5:
            self.house["match"] = self.random.choice(["rank", "sequence"])
        if self.random.random() < 0.5:
            self.house["after-penalty"] = self.random.choice(["pass", "play"])
        if seed % 3 == 0:
            moved = self.random.sample(list(BOOK), self.random.randint(1, 4))
            self.house |= {name: self.random.choice(RANKS) for name in moved}
        self.open = self.random.choice([0, 0.3, 1])  # how often a hand is told as it is dealt
        self.named = self.random.choice([0, 0.3, 0.9])  # how often cards drawn are named
        self.careless = self.random.choice([0, 0, 0.1, 0.5])  # how often somebody draws with a card to play
        self.tells_late = self.random.random() < 0.5
        self.referee = Referee(GAME, self.seats, self.house)
        self.due: list[str] = []
        self.guilty: Counter[str] = Counter()  # draws with a card to play that nobody has found out
        self.said = [f"seed {seed}: {', '.join(self.seats)}; {self.house}"]

    @property
    def way(self) -> str:
        return "\n  ".join(self.said)

    def tell(self, text: str, overrule: bool = False, exact: bool = True) -> None:
        ruling = self.referee.hear(text, overrule=overrule)
        self.said.append("~ " * overrule + text)
        assert ruling.accepted, f"{ruling.verdict}: {ruling.message}\n{self.way}"
        assert bool(ruling.broken) is overrule, f"{ruling.broken}\n{self.way}"
        found = [one.who for one in ruling.findings if one.name == "held-back"]
        assert found == self.due or not exact, f"{found}, not {self.due}\n{self.way}"
        self.guilty.subtract(found)
        assert min(self.guilty.values(), default=0) >= 0, f"{found} had nothing to play\n{self.way}"
        self.due.clear()

    def evening(self) -> None:
        won = dict.fromkeys(self.seats, 0)
        dealer = self.random.choice(self.seats)
        while max(won.values()) < int(self.house["wins"]):
            winner = "" if self.random.random() < 0.2 else Playout(self, dealer).play(dealer)
            if not winner:
                winner = self.random.choice(self.seats)
                self.tell(f"deal {dealer}")
                self.tell(f"{winner} out")
            won[winner] += 1
            assert self.referee.scores == won, self.way
            loser = self.random.choice([seat for seat in self.seats if seat != winner])
            assert "empty-hand" in self.referee.hear(f"{loser} out").rules, self.way
            self.tell(f"{winner} out")
            dealer = self.seats[(self.seats.index(dealer) + 1) % len(self.seats)]
            assert self.referee.over or self.referee.dealer == dealer, self.way
        assert self.referee.over and self.referee.winners() == [winner], self.way


@pytest.mark.parametrize("seed", range(PLAYOUTS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Table(seed).evening()
