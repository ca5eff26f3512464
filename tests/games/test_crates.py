"""Crates played out at random: what is legal stands, what is known not to be is refused, and all counts agree."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from referee import Referee, find_game
from referee.candidates import legal
from referee.cards import Card
from referee.games._crates import KINDS, Threes, by_kind, count, least_threes
from referee.games.crates import EFFECTS
from tests.often import times

GAMES = times(12)  # of three real hands or four, on the average
SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve"]
RANKS = ["A", "K", "Q", "J", *(str(pips) for pips in range(10, 1, -1))]
THREES = Threes(-50, 3)
PACK = [rank + suit for rank in RANKS for suit in "SHDC"]
WORTH = {"A": 1, "2": 20, "4": 15, "5": 30, "6": 30, "7": 20, "8": 50, "9": 30, "10": 25, "J": 10, "Q": 10, "K": 10}
GAME = find_game("crates")
UNTOLD = "?"


def rank_of(card: str) -> str:
    return card[:-1]


def value(cards: list[str]) -> int:
    """What a hand counts, tried with every choice of cards for its threes to cover."""
    threes = sum(rank_of(card) == "3" for card in cards)
    others = [rank_of(card) for card in cards if rank_of(card) != "3"]
    if not others:
        return -50 * threes
    plain = sum(WORTH[rank] for rank in others)
    saved = [
        sum(WORTH[others[i]] - 3 for i in some)
        for number in range(min(threes, len(others)) + 1)
        for some in itertools.combinations(range(len(others)), number)
        if all(others[i] != "8" for i in some)
    ]
    return plain - max(saved)


class Playout:
    """One hand with real cards.  ``known`` has the cards of each hand that the table was told of.

    ``epoch`` counts the shuffles; ``came[card]`` is when a card was last shuffled into the stock, and ``drew`` when
    each player drew cards unnamed.
    """

    def __init__(self, table: Table, dealer: str, size: int) -> None:
        self.table, self.random, self.seats, self.size = table, table.random, table.seats, size
        deck = list(PACK)
        self.random.shuffle(deck)
        self.hands = {seat: [deck.pop() for _ in range(size)] for seat in self.seats}
        self.dealt = {seat: list(cards) for seat, cards in self.hands.items()}
        self.known: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.history: dict[str, list[str]] = {seat: [] for seat in self.seats}  # cards drawn by name, and played
        self.top, self.stock = deck.pop(), deck
        self.pile = [UNTOLD]
        self.open = True  # nobody told what lies on the pile
        self.epoch = 0
        self.came: dict[str, int] = {}
        self.drew: dict[str, set[int]] = {seat: set() for seat in self.seats}
        self.blurred = False
        self.called = ""
        self.direction = 1
        self.cover = ""
        self.owed = self.skips = 0
        self.alone: set[str] = set()
        self.silent: set[str] = set()
        self.queue: list[tuple[str, str, int]] = []  # cards drawn by themselves and not named, of which shuffle
        self.pressed: list[str] = []
        self.ran_out = False
        self.over = False
        self.begun = False
        self.waited: list[list[object]] = []  # who drew, what would have been legal, drawn since, played since
        self.found: Counter[str] = Counter()
        self.turn = self.place(dealer, 1)
        self.dealer = dealer

    # The rules, once more

    def place(self, seat: str, steps: int) -> str:
        return self.seats[(self.seats.index(seat) + self.direction * steps) % len(self.seats)]

    def has(self, card: str, effect: str) -> bool:
        return rank_of(card) == self.table.effects[effect]

    def calls(self, card: str) -> str:
        if self.has(card, "own-colour"):
            return "HD" if card[-1] in "HD" else "SC"
        return "SHDC" if self.has(card, "change-suit") else ""

    def covers(self, card: str, on: str) -> bool:
        wild = self.table.wild and self.has(card, "change-suit") and not self.owed
        return card[-1] == on[-1] or self.has(card, "again") or wild

    def fits(self, card: str) -> bool:
        if self.cover:
            return self.covers(card, self.cover)
        if self.owed:
            return self.has(card, "sequence") or self.has(card, "answer")
        if (self.table.wild and self.has(card, "change-suit")) or rank_of(card) == rank_of(self.top):
            return True
        return card[-1] == (self.called or self.top[-1])

    @property
    def due(self) -> int:
        return self.owed if self.owed and not self.cover else 1

    def shuffle(self) -> None:
        *under, top = self.pile
        self.blurred |= UNTOLD in under
        self.stock, self.pile = [self.upcard if card == UNTOLD else card for card in under], [top]
        self.random.shuffle(self.stock)
        self.epoch += bool(under)
        self.came |= dict.fromkeys(self.stock, self.epoch)

    def draw(self, seat: str, number: int) -> list[tuple[str, int]]:
        """The cards drawn, and after how many shuffles each."""
        drawn = []
        for _ in range(number):
            if not self.stock:
                self.table.press(seat)
                self.pressed.append(seat)
                self.shuffle()
            if not self.stock:
                break
            drawn.append((self.stock.pop(), self.epoch))
        self.hands[seat] += [card for card, _ in drawn]
        for one in self.waited:
            if one[0] == seat:
                one[2] += len(drawn)  # type: ignore[operator]
        return drawn

    def force(self, seat: str, number: int = 1) -> None:
        for card, epoch in self.draw(seat, number):
            self.queue.append((seat, card, epoch))
            self.drew[seat].add(epoch)

    def begin(self, seat: str) -> None:
        """SEAT plays or draws."""
        self.begun = True
        self.pressed = []
        if seat != self.turn:
            self.pass_turn(seat)
        if not self.cover:
            self.alone.discard(seat)

    def pass_turn(self, seat: str) -> None:
        self.turn, self.cover, self.skips = seat, "", 0
        if seat in self.silent:
            self.silent.remove(seat)
            self.force(seat, 2)

    def finish(self, seat: str) -> None:
        self.ran_out |= not self.hands[seat]
        self.over = self.ran_out and not self.owed
        if not self.over:
            self.pass_turn(self.place(seat, 1 + self.skips))

    def put(self, seat: str, *cards: str) -> None:
        self.begin(seat)
        self.queue = []
        for said in cards:
            card, _, suit = said.partition("=")
            self.hands[seat].remove(card)
            if card in self.known[seat]:
                self.known[seat].remove(card)
            self.history[seat].append(f"-{card}")
            self.pile.append(card)
            self.top, self.open = card, False
            self.notice(seat, card)
            if len(self.hands[seat]) == 1:
                self.alone.add(seat)
            self.called = (suit or card[-1]) if self.calls(card) else ""
            self.cover = card if self.has(card, "again") else ""
            self.owed += 2 if self.has(card, "sequence") else bool(self.owed and self.has(card, "answer"))
            players = len(self.seats)
            if self.has(card, "reverse") and players > 2:
                self.direction = -self.direction
            if self.has(card, "all-draw"):
                for steps in range(1, players):
                    self.force(self.place(seat, steps))
            if self.has(card, "one-draws"):
                self.force(self.place(seat, 2 if players > 3 else 1))
            if self.has(card, "few-draw") and players <= 3:
                self.force(self.place(seat, -1))
            self.skips += self.has(card, "skip")
        if self.cover and not self.hands[seat]:
            self.force(seat)
            self.cover = ""
        if not self.cover:
            self.finish(seat)

    def take(self, seat: str, could: bool) -> list[tuple[str, int]]:
        self.begin(seat)
        legal_now = frozenset(card for card in PACK if self.fits(card))
        drawn = self.draw(seat, self.due)
        if not could and not self.open:
            self.waited.append([seat, legal_now, len(drawn), 0])
        if not self.cover:
            self.owed = 0
        self.finish(seat)
        return drawn

    def notice(self, seat: str, card: str) -> None:
        """Who plays more than they drew had it when they drew."""
        for one in list(self.waited):
            if one[0] == seat and card in one[1]:  # type: ignore[operator]
                one[3] += 1  # type: ignore[operator]
                if one[3] > one[2]:  # type: ignore[operator]
                    self.waited.remove(one)
                    self.found[seat] += 1

    # What is told

    def tell(self, text: str, overrule: bool = False) -> None:
        ruling = self.table.tell(text, overrule)
        found = Counter(one.who for one in ruling.findings)
        assert found == self.found, f"{text}: findings {found}, not {self.found}\n{self.table.way}"
        self.found = Counter()
        if not self.table.referee.hand.dealer or (self.over and not self.uncounted):
            return
        fact = self.table.referee.fact
        so = {
            "next": self.uncounted if self.over else [self.turn],
            "cards": {seat: len(cards) for seat, cards in self.hands.items()},
            "stock": len(self.stock),
            "pile": len(self.pile),
            "suit": self.called or ("any" if self.open else self.top[-1]),
            "direction": "left" if self.direction == 1 else "right",
            "sequence": self.owed,
            "pressures": self.table.pressures,
            "size": self.size,
            "hand": self.table.number,
        }
        said = {name: fact(name) for name in so if name != "next"} | {"next": self.table.referee.next()}
        assert said == so, f"{said}, and it is {so}\n{self.table.way}"
        assert self.table.referee.scores == self.table.scores, self.table.way
        now = " / ".join(GAME.now(self.table.referee.hand) if GAME.now else ()).translate(str.maketrans("♠♥♦♣", "SHDC"))
        assert ("upcard not told" if self.open else f"upcard {self.top}") in now, now
        assert f"play to the {so['direction']}" in now and ("called" in now) is bool(self.called), now
        if not self.over:
            assert (f"{self.turn} covers {self.cover} or draws one" in now) is bool(self.cover), now
            assert (f", or draws {self.owed}" in now) is bool(self.owed and not self.cover), now
            assert all(f"{seat} draws 2 first" in now for seat in self.silent), now

    def who(self, seat: str) -> str:
        return self.random.choice(["", seat, seat[0].lower()])

    @property
    def uncounted(self) -> list[str]:
        return [
            seat
            for seat in self.seats
            if len(self.known[seat]) < len(self.hands[seat]) and seat not in self.table.counted
        ]

    def play(self) -> str:
        """Plays and tells the hand to its end, unless it is given up: ``misdeal``, ``end`` or nothing."""
        chance = self.random.random
        self.tell(f"deal {self.dealer}")
        for seat in self.random.sample(self.seats, len(self.seats)):
            if chance() < self.table.told:
                self.tell_hand(seat)
        self.upcard = self.top
        if chance() < 0.9:
            said = self.said(self.top, needed=True)
            self.called = said.partition("=")[2]
            self.pile, self.open = [self.top], False
            self.tell(f"upcard {said}")
        else:
            self.table.untold = True
        for _ in range(300):
            if self.over:
                return self.count()
            if chance() < 0.1:
                self.try_illegal()
            if chance() < 0.015:
                self.compare_legal()
            if chance() < 0.02 and self.table.honest:
                self.tell_late()
            if chance() < 0.01:
                given_up = self.random.choice(["misdeal", "end"])
                self.table.tell(given_up)
                return given_up
            if not (chance() < 0.02 and self.let_stand()):
                self.move(self.turn)
            self.name_some()
            if chance() < 0.3:
                self.forget()
        self.table.tell("misdeal")
        return "misdeal"

    def said(self, card: str, needed: bool) -> str:
        calls = self.calls(card)
        return f"{card}={self.random.choice(calls)}" if calls and (needed or self.random.random() < 0.3) else card

    def move(self, seat: str) -> None:
        fitting = [card for card in self.hands[seat] if self.fits(card) or self.open]
        proven = [card for card in self.known[seat] if self.fits(card) and not self.open]
        lazy = not self.table.honest and fitting and not self.open and self.random.random() < 0.3
        if lazy and not proven:
            ruling = self.table.referee.can(f"{seat} draws")
            if not ruling.accepted:
                assert set(ruling.rules) <= {"must-play", "two-sequence", "six-again"}, self.table.way
                lazy = False
        elif lazy:
            assert "must-play" in self.table.referee.hear(f"{seat} draws").rules, self.table.way
            lazy = False
        if self.open and self.random.random() < 0.3:
            lazy = True
        if not fitting or lazy:
            self.tell_draw(seat, could=bool(proven))
            return
        card = self.random.choice(fitting)
        alone = len(self.hands[seat]) == 1
        cards = [self.said(card, needed=not alone)]
        if self.has(card, "again") and self.random.random() < 0.5:
            more = [one for one in self.hands[seat] if one != card and self.covers(one, card)]
            if more:
                cards.append(self.said(self.random.choice(more), needed=len(self.hands[seat]) > 2))
                cards[0] = self.said(card, needed=True)
        self.put(seat, *cards)
        self.tell(f"{self.who(seat)} plays {' '.join(cards)}".strip())

    def tell_draw(self, seat: str, could: bool = False) -> None:
        named = self.random.random() < self.table.named
        drawn = self.take(seat, could)
        cards = [card for card, _ in drawn]
        if named and drawn:
            self.known[seat] += cards
            self.history[seat] += cards
            self.tell(f"{self.who(seat)} draws {' '.join(cards)}".strip())
            return
        self.drew[seat] |= {epoch for _, epoch in drawn}
        number = self.random.choice(["", str(len(drawn)), f"?{len(drawn)}"]) if drawn else ""
        self.tell(" ".join(f"{self.who(seat)} draws {number}".split()))

    def name_some(self) -> None:
        """Cards that came by themselves are named: some, and in order."""
        while self.queue and self.random.random() < 0.8 * self.table.named:
            chosen = self.random.choice([0, 0, self.random.randrange(len(self.queue))])
            seat, card, epoch = self.queue[chosen]
            first = next(i for i, (who, _, when) in enumerate(self.queue) if (who, when) == (seat, epoch))
            self.queue[chosen] = (seat, self.queue[first][1], epoch)  # nobody knows which of the two it was
            cards = [card]
            del self.queue[: first + 1]
            while chosen == first and self.queue and self.queue[0][0] == seat and self.random.random() < 0.7:
                cards.append(self.queue.pop(0)[1])
            self.known[seat] += cards
            self.history[seat] += cards
            self.tell(f"{seat} draws {' '.join(cards)} forced")

    def forget(self) -> None:
        if self.alone and not self.over:
            seat = self.random.choice(sorted(self.alone))
            self.alone.remove(seat)
            if seat == self.turn and not self.cover:
                self.force(seat, 2)
            else:
                self.silent.add(seat)
            self.tell(f"{seat} forgets")
            self.name_some()

    def tell_hand(self, seat: str) -> None:
        """The cards dealt become known, and so does which of them are still held."""
        known = list(self.dealt[seat])
        for card in self.history[seat]:
            if not card.startswith("-"):
                known.append(card)
            elif card[1:] in known:
                known.remove(card[1:])
        self.known[seat] = known
        self.tell(f"{seat} dealt {' '.join(self.random.sample(self.dealt[seat], self.size))}")

    def tell_late(self) -> None:
        seat = self.random.choice(self.seats)
        if seat not in self.table.referee.hand.dealt:
            self.tell_hand(seat)

    def let_stand(self) -> bool:
        """Somebody plays what they shouldn't, and the table doesn't mind."""
        seat = self.random.choice(self.seats)
        if not self.hands[seat] or self.open:
            return False
        card = self.random.choice(self.hands[seat])
        if seat == self.turn and self.fits(card):
            return False
        self.put(seat, card)
        self.tell(f"{seat} plays {card}", overrule=True)
        return True

    # The end

    def count(self) -> str:
        for seat in self.random.sample(self.seats, len(self.seats)):
            self.name_some()
            if self.uncounted and self.random.random() < 0.2:
                self.try_illegal()
            if seat in self.uncounted:
                self.table.counted.add(seat)
                self.queue = [one for one in self.queue if one[0] != seat]
                if self.random.random() < 0.5:
                    self.tell_count(f"{seat} holds {value(self.hands[seat])}")
                else:
                    cards = self.random.sample(self.hands[seat], len(self.hands[seat]))
                    self.known[seat] = list(self.hands[seat])
                    self.tell_count(f"{seat} holds {' '.join(cards)}")
        self.table.score({seat: value(cards) for seat, cards in self.hands.items()})
        return ""

    def tell_count(self, text: str) -> None:
        self.table.tell(text)
        if self.uncounted:
            assert self.table.referee.next() == self.uncounted, self.table.way

    # What is refused

    def cannot_hold(self, seat: str, card: str) -> bool:
        """The table knows that SEAT hasn't got a card: it lies elsewhere, or the whole hand is known."""
        if card in self.known[seat]:
            return False
        if len(self.known[seat]) == len(self.hands[seat]):
            return True
        if card in self.pile or any(card in cards for cards in self.known.values()):
            return True
        return not self.blurred and card in self.came and self.came[card] not in self.drew[seat]

    def try_illegal(self) -> None:
        seat = self.turn
        other = self.random.choice([one for one in self.seats if one != seat])
        tries = [
            (f"{other} forgets", "one-card-call"),
            (f"{other} draws {self.pile[-1]} forced", "one-pack"),
            (f"{other} pressures", "pressure"),
        ]
        if other in self.alone and not self.over:
            del tries[0]
        if self.pile[-1] == UNTOLD:
            del tries[-2]
        if other in self.pressed or not self.begun:
            del tries[-1]
        if not any(who == other for who, *_ in self.queue):
            tries.append((f"{other} draws {self.random.choice(PACK)} forced", "draw-one"))
        if self.over:
            tries += [(f"{seat} draws", "hand-over"), (f"{other} plays {self.random.choice(PACK)}", "hand-over")]
            for one in self.uncounted:
                tries += [(f"{one} holds 0", "held-total"), (f"{one} holds -250", "held-total")]
                tries.append((f"{one} holds {-50 * len(self.hands[one]) - 50}", "held-total"))
                tries.append((f"{one} holds {50 * len(self.hands[one]) + 1}", "held-total"))
                tries.append((f"{one} holds {' '.join(self.hands[one])} {self.top}", "held-total"))
                tries.append((f"{one} holds {' '.join([*self.hands[one][1:], self.top])}", "one-pack"))
            for one in self.seats:
                if self.hands[one]:
                    tries.append((f"{one} out", "hand-over"))
        else:
            tries += self.illegal_turns(seat, other)
        for text, rule in self.random.sample(tries, min(4, len(tries))):
            ruling = self.table.referee.hear(text)
            assert not ruling.accepted, f"{text} is accepted\n{self.table.way}"
            assert rule in ruling.rules, f"{text}: {ruling.rules}, not {rule}\n{self.table.way}"

    def illegal_turns(self, seat: str, other: str) -> list[tuple[str, str]]:
        bound = "six-again" if self.cover else "two-sequence" if self.owed else "match"
        due = min(self.due, len(self.stock) + len(self.pile) - 1)
        number = self.random.choice([n for n in range(8) if n != due])
        tries = [
            (f"{other} draws", "turn-order"),
            (f"{seat} draws {number}", "draw-one" if bound == "match" else bound),
            (f"deal {seat}", "hand-size"),
        ]
        if self.hands[other]:
            theirs = self.random.choice(self.hands[other])
            tries.append((f"{other} plays {theirs}", "six-again" if self.cover else "turn-order"))
            tries.append((f"{other} plays {theirs}", "turn-order"))
        if any(self.fits(card) for card in self.known[seat]) and not self.open:
            tries += [(f"{seat} draws", rule) for rule in ("must-play", bound if bound != "match" else "must-play")]
        if self.begun:
            tries += [(f"{one} holds 10", "hand-over") for one in self.seats]
            tries += [(f"{one} out", "hand-over") for one in self.seats if self.hands[one]]
        for card in self.random.sample(PACK, 8):
            calls, last = self.calls(card), len(self.hands[seat]) == 1
            if not self.open and not self.fits(card):
                tries.append((f"{seat} plays {card}", bound))
            if self.cannot_hold(seat, card):
                tries.append((f"{seat} plays {card}", "one-pack"))
            if self.cannot_hold(other, card):
                tries.append((f"{other} plays {card}", "one-pack"))
            if not calls:
                tries.append((f"{seat} plays {card}=S", "eight-suit"))
            else:
                rule = "nine-colour" if self.has(card, "own-colour") else "eight-suit"
                if not last and self.hands[seat]:
                    tries.append((f"{seat} plays {card}", rule))
                tries += [(f"{seat} plays {card}={suit}", rule) for suit in "SHDC" if suit not in calls]
            if not self.has(card, "again"):
                tries.append((f"{seat} plays {card} {self.random.choice([one for one in PACK if one != card])}",
                              bound if not self.open and not self.fits(card) else "six-again"))  # fmt: skip
            if self.stock and card not in self.stock and self.placed(card) and self.due == 1:
                tries.append((f"{seat} draws {card}", "one-pack"))
        return tries

    def placed(self, card: str) -> bool:
        return card in self.pile or any(card in cards for cards in self.known.values())

    def compare_legal(self) -> None:
        """What the referee lists has everything that may be played, and nothing that may not."""
        listed = {report.text for some in legal(self.table.referee).get(self.turn, {}).values() for report in some}  # type: ignore[call-overload]
        for card in set(self.hands[self.turn]):
            texts = {f"{self.turn} plays {card}={suit}" for suit in self.calls(card)} or {f"{self.turn} plays {card}"}
            if self.fits(card) or self.open:
                assert texts <= listed, f"{texts - listed} may be played\n{self.table.way}"
            else:
                assert not texts & listed, f"{texts & listed} may not be played\n{self.table.way}"
            for two in self.hands[self.turn]:
                if self.has(card, "again") and two != card and not self.calls(card + two) and self.fits(card):
                    text = f"{self.turn} plays {card} {two}"
                    calls = self.calls(card) or (self.calls(two) and len(self.hands[self.turn]) > 2)
                    assert calls or (text in listed) is self.covers(two, card), f"{text}\n{self.table.way}"
        if not any(self.fits(card) for card in self.hands[self.turn]):
            assert f"{self.turn} draws" in listed, self.table.way


class Table:
    """A game, some of its hands told by their end only."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = SEATS[: self.random.randint(2, 5)]
        self.first = self.random.choice([1, 2, 2, 3, 3, 4, 8])
        self.house = {"first-hand": str(self.first)}
        self.wild = self.random.random() < 0.2
        if self.wild:
            self.house["eights"] = "wild"
        self.teams = len(self.seats) == 4
        if self.random.random() < 0.4:
            self.house["partners"] = self.random.choice(["yes", "no"])
            self.teams &= self.house["partners"] == "yes"
        self.effects = {name: effect.rank for name, effect in EFFECTS.items()}
        if seed % 3 == 0:
            for effect in self.random.sample(sorted(EFFECTS), self.random.randint(1, 4)):
                self.house[effect] = self.effects[effect] = self.random.choice(RANKS)
        self.told = self.random.choice([0, 0.3, 1])  # how often a hand is told as it is dealt
        self.named = self.random.choice([0, 0.3, 0.9])  # how often cards drawn are named
        self.honest = self.random.random() < 0.7
        self.referee = Referee(GAME, self.seats, self.house)
        self.scores = dict.fromkeys(self.referee.hand.sides, 0)
        self.pressures = dict.fromkeys(self.scores, 0)
        self.counted: set[str] = set()
        self.number = 1
        self.said = [f"seed {seed}: {', '.join(self.seats)}; {self.house}; {'' if self.honest else 'dis'}honest"]

    @property
    def way(self) -> str:
        return "\n  ".join(self.said)

    def side(self, seat: str) -> str:
        return next(side for side in self.scores if seat in side.split("+"))

    def tell(self, text: str, overrule: bool = False):  # type: ignore[no-untyped-def]
        ruling = self.referee.hear(text, overrule=overrule)
        self.said.append("~ " * overrule + text)
        assert ruling.accepted, f"{ruling.verdict}: {ruling.message}\n{self.way}"
        assert bool(ruling.broken) is overrule, f"{ruling.broken}\n{self.way}"
        return ruling

    def press(self, seat: str) -> None:
        side = self.side(seat)
        self.pressures[side] += 1
        self.scores[side] += 5 * 2 ** (self.pressures[side] - 1)

    def score(self, values: dict[str, int]) -> None:
        for seat, points in values.items():
            self.scores[self.side(seat)] += points

    def evening(self) -> int:
        """Plays a game out; how many hands of it were told card by card."""
        dealer, played = self.random.choice(self.seats), 0
        while self.number < 2 * self.first:
            before = dict(self.scores), dict(self.pressures)
            size = abs(self.first - self.number) + 1
            self.counted = set()
            if self.random.random() < 0.15:
                given_up = self.short(dealer, size)
            else:
                given_up, played = Playout(self, dealer, size).play(), played + 1
            if given_up == "misdeal":
                self.scores, self.pressures = before
                assert (self.referee.scores, self.referee.dealer) == (self.scores, dealer), self.way
                continue
            if given_up == "end":
                break
            assert self.referee.scores == self.scores, f"{self.referee.scores}, not {self.scores}\n{self.way}"
            won = {side: points - before[0][side] for side, points in self.scores.items()}
            assert self.referee.hand_scores() == won, self.way
            wrong = next((seat for seat in self.seats if not self.referee.hear(f"{seat} out").accepted), "")
            assert wrong and not self.referee.hear(f"{wrong} holds 0").accepted, self.way
            dealer = self.seats[(self.seats.index(dealer) + 1) % len(self.seats)]
            self.number += 1
            if not self.referee.over:
                assert not self.referee.hear(f"deal {dealer} {size + 3}").accepted
                assert "dealer-rotation" in self.referee.hear(f"deal {self.seats[self.seats.index(dealer) - 1]}").rules
                assert "hand-over" in self.referee.hear(f"{dealer} plays 3H 9S KD").rules
        assert self.referee.over and self.referee.scores == self.scores, self.way
        best = min(self.scores.values())
        ahead = [side for side, points in self.scores.items() if points == best]
        assert self.referee.ahead() == ahead, self.way
        assert self.referee.winners() == (ahead if self.number == 2 * self.first else []), self.way
        return played

    def short(self, dealer: str, size: int) -> str:
        """The end of a hand alone."""
        self.tell(f"deal {dealer} {size}")
        for _ in range(self.random.choice([0, 0, 1, 3])):
            seat = self.random.choice(self.seats)
            self.press(seat)
            self.tell(f"{seat} pressures")
        deck = self.random.sample(PACK, len(PACK))
        out = self.random.sample(self.seats, self.random.choice([0, 1, 1, 1, 2, 2][: 4 + 2 * (len(self.seats) > 2)]))
        hands = {
            seat: [] if seat in out else [deck.pop() for _ in range(self.random.randint(1, 9))] for seat in self.seats
        }
        for seat in self.random.sample(self.seats, len(self.seats)):
            if seat in out:
                self.tell(f"{seat} out")
                assert "held-total" in self.referee.hear(f"{seat} holds 10").rules, self.way
                continue
            points = value(hands[seat])
            for total, said in ((0, "0"), (-50, "-60"), (-50, "-250")):
                assert "held-total" in self.referee.hear(f"{seat} holds {said}").rules, f"{total}\n{self.way}"
            self.tell(f"{seat} holds {points if self.random.random() < 0.6 else ' '.join(hands[seat])}")
            if seat != self.seats[-1] and self.referee.hand.dealer:
                assert "hand-over" in self.referee.hear(f"{seat} out").rules, self.way
        self.score({seat: value(cards) for seat, cards in hands.items()})
        return ""


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Table(seed).evening()


@pytest.mark.parametrize("seed", range(25))
def test_totals_of_known_and_unknown_cards_against_every_hand(seed: int) -> None:
    rng = random.Random(seed)
    pool = [Card(card[:-1], card[-1]) for card in rng.sample(PACK, 12)]
    known = pool[: rng.randint(0, 3)]
    pool = pool[len(known) :]
    size = len(known) + rng.randint(0 if known else 1, 4)
    hands = [(*known, *some) for some in itertools.combinations(pool, size - len(known))]
    fewest: dict[int, int] = {}
    for cards in hands:
        points, threes = value([card.text for card in cards]), sum(card.rank == "3" for card in cards)
        assert count(cards, THREES) == points, f"seed {seed}: {cards}"
        fewest[points] = min(fewest.get(points, 9), threes)
    bounds = by_kind(Counter(known)), by_kind(Counter([*known, *pool])), range(size, size + 1)
    for points in range(-260, 520):
        assert least_threes(points, *bounds, THREES) == fewest.get(points), f"seed {seed}: {points} of {size} cards"


def test_totals_of_so_many_cards_of_the_whole_pack() -> None:
    """Every multiset of ranks, one rank standing for each value."""
    pack = by_kind(Counter(Card(card[:-1], card[-1]) for card in PACK))
    ranks = dict(zip(("3", *("5", "10", "2", "4", "K", "A", "8")), pack, strict=True))
    assert len(ranks) == len(KINDS) + 1
    nothing = (0,) * len(pack)
    for size in range(1, 6):
        every = {
            value([f"{rank}S" for rank in some])
            for some in itertools.combinations_with_replacement(ranks, size)
            if all(some.count(rank) <= number for rank, number in ranks.items())
        }
        found = {
            n for n in range(-300, 300) if least_threes(n, nothing, pack, range(size, size + 1), THREES) is not None
        }
        assert found == every, f"{size} cards: {sorted(found ^ every)}"
