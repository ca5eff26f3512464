"""Last One played out at random: what is legal stands, what is known not to be is refused, and all counts agree."""

from __future__ import annotations

import random

import pytest

from referee import Referee, find_game
from referee.candidates import legal
from tests.often import times

PLAYOUTS = times(15)  # real evenings, each until all but one have dropped out
SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
LADDER = ["A", *(str(pips) for pips in range(2, 11)), "J", "Q", "K"]
BOOK = {"draw-two": "2", "stack": "3", "melee": "4", "wild": "8", "skip": "J", "reverse": "A"}
WORTH = {"JK": 40, "8": 25, "A": 15, "10": 10, "J": 10, "Q": 10, "K": 10} | {p: int(p) for p in "2345679"}
PIPS = {"A": 1, "J": 10, "Q": 10, "K": 10} | {str(pips): pips for pips in range(2, 11)}
PACK = [rank + suit for rank in LADDER for suit in "SHDC"] + ["JK", "JK"]
GAME = find_game("last-one")
UNTOLD = "?"


def rank_of(card: str) -> str:
    return card if card == "JK" else card[:-1]


def count(cards: list[str]) -> int:
    return sum(WORTH[rank_of(card)] for card in cards) if len(cards) > 1 else 0


class Playout:
    """One hand with real cards.  ``known`` has the cards of each player that the table was told of.

    ``epoch`` counts the shuffles; ``came[card]`` is when a card was last shuffled into the stock, and ``drew`` when
    each player drew cards unnamed.
    """

    def __init__(self, table: Table, dealer: str, size: int) -> None:
        self.table, self.random = table, table.random
        self.playing, self.size, self.dealer = table.still_in, size, dealer
        deck = list(PACK)
        self.random.shuffle(deck)
        self.hands = {seat: [deck.pop() for _ in range(size)] for seat in self.playing}
        self.dealt = {seat: list(cards) for seat, cards in self.hands.items()}
        self.known: dict[str, list[str]] = {seat: [] for seat in self.playing}
        self.history: dict[str, list[str]] = {seat: [] for seat in self.playing}  # cards drawn by name, and played
        self.upcard = deck.pop()
        self.pile, self.stock = [UNTOLD], deck
        self.epoch = 0
        self.came: dict[str, int] = {}
        self.drew: dict[str, set[int]] = {seat: set() for seat in self.playing}
        self.blurred = False  # nobody can say any more what the stock is made of
        self.direction = 1
        self.called = self.stands = self.attacker = self.stacking = self.winner = ""
        self.victim: tuple[str, list[str]] | None = None  # who drew for a draw-two card, and what
        self.missed: dict[str, list[str]] = {}  # who drew for a missed call, and what
        self.alone, self.silent = set[str](), set[str]()
        self.after_melee = self.begun = False
        self.turn = self.next_from(dealer)

    # The rules, once more

    def next_from(self, seat: str, steps: int = 1) -> str:
        ring = self.playing[:: self.direction]
        return ring[(ring.index(seat) + steps) % len(ring)]

    def does(self, card: str, effect: str) -> bool:
        return rank_of(card) == self.table.effects[effect]

    @property
    def top(self) -> str:
        """The card to match, though nobody may have told it."""
        top = self.upcard if self.pile[-1] == UNTOLD else self.pile[-1]
        return self.stands if top == "JK" else top

    def fits(self, card: str) -> bool:
        if card == "JK" or self.does(card, "wild"):
            return True
        if self.called:
            return card[-1] == self.called
        return card[-1] == self.top[-1] or rank_of(card) == rank_of(self.top)

    @property
    def answer(self) -> str:
        place = LADDER.index(rank_of(self.top)) + 1
        return LADDER[place] + self.top[-1] if place < len(LADDER) else ""

    @property
    def to_draw(self) -> int:
        return len(self.stock) + len(self.pile) - 1

    @property
    def drawers(self) -> list[str]:
        """Who drew out of turn since the last act, and may still say what."""
        return [*self.missed, *([self.victim[0]] if self.victim else [])]

    @property
    def due(self) -> int:
        return min(PIPS[rank_of(self.top)] if self.attacker else 1, self.to_draw)

    def shuffle(self) -> None:
        if len(self.pile) > 1:
            *under, top = self.pile
            self.blurred |= UNTOLD in under
            self.stock, self.pile = [self.upcard if card == UNTOLD else card for card in under], [top]
            self.random.shuffle(self.stock)
            self.epoch += 1
            self.came |= dict.fromkeys(self.stock, self.epoch)

    def draw(self, seat: str, number: int, named: bool = False) -> list[str]:
        drawn = []
        for _ in range(min(number, self.to_draw)):
            if not self.stock:
                self.shuffle()
            drawn.append(self.stock.pop())
            if not named:
                self.drew[seat].add(self.epoch)
            if not self.stock:
                self.shuffle()
        self.hands[seat] += drawn
        if named:
            self.name(seat, drawn)
        return drawn

    def name(self, seat: str, drawn: list[str]) -> None:
        self.known[seat] += drawn
        self.history[seat] += drawn

    def acts(self, seat: str) -> None:
        """Somebody plays or draws, so that others have had their time to call."""
        self.begun = True
        self.silent = (self.silent | self.alone) - {seat}
        self.alone = set()
        self.attacker = self.stacking = ""
        self.victim = None
        self.missed = {}
        self.after_melee = False

    def put(self, seat: str, card: str, says: str = "", effective: bool = True) -> None:
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        elif card == "JK" and self.epoch:
            self.blurred = True
        self.history[seat].append(f"-{card}")
        self.pile.append(card)
        if not self.hands[seat]:
            self.winner = seat
            return
        self.stacking = seat if self.does(card, "stack") and not self.does(card, "melee") else ""
        self.alone = {seat} if len(self.hands[seat]) == 1 else set()
        if effective:
            self.take_effect(seat, card, says)

    def take_effect(self, seat: str, card: str, says: str) -> None:
        self.called = (says or card[-1]) if self.does(card, "wild") else ""
        self.stands = says if card == "JK" else ""
        self.attacker, self.victim = "", None
        if self.does(card, "reverse") and len(self.playing) > 2:
            self.direction = -self.direction
        following = self.next_from(seat)
        if self.does(card, "melee"):
            self.attacker, self.turn = seat, following
            return
        skips = self.does(card, "skip") or self.does(card, "draw-two")
        self.turn = self.next_from(following) if skips else following
        if self.does(card, "draw-two") and self.to_draw:
            self.victim = (following, [])
            self.draw_two(following)

    def draw_two(self, seat: str) -> list[str]:
        drawn = self.draw(seat, 2)
        if self.victim and not self.victim[1]:
            self.victim = (seat, drawn)
        self.alone.discard(seat)
        self.silent.discard(seat)
        return drawn

    def answer_melee(self, seat: str, card: str) -> None:
        """The card one higher comes from anybody but the attacker, who has to defend then."""
        defender = self.attacker
        self.acts(seat)
        self.put(seat, card, effective=False)
        self.called = self.stacking = ""
        self.attacker, self.turn = seat, defender

    # What is told

    def tell(self, text: str, overrule: bool = False) -> None:
        self.table.tell(text, overrule)
        if self.winner:
            return
        hand, fact = self.table.referee.hand, self.table.referee.fact
        suit = self.called or ("any" if self.pile[-1] == UNTOLD else self.top[-1])
        so = {
            "next": [self.turn],
            "cards": {seat: len(cards) for seat, cards in self.hands.items()},
            "stock": len(self.stock),
            "pile": len(self.pile),
            "suit": suit,
            "direction": "left" if self.direction == 1 else "right",
            "attacker": self.attacker or None,
            "defender": self.turn if self.attacker else None,
            "size": self.size,
            "in": self.playing,
        }
        said = {name: self.table.referee.next() if name == "next" else fact(name) for name in so}
        assert said == so, f"{said}, and it is {so}\n{self.table.way}"
        assert self.table.referee.scores == self.table.scores, self.table.way
        assert GAME.now
        now = " / ".join(GAME.now(hand)).translate(str.maketrans("♠♥♦♣", "SHDC"))
        assert f"play to the {so['direction']}" in now, now
        assert self.pile[-1] == UNTOLD or f"upcard {self.top} " in now, now
        assert (" called" in now) is bool(self.called), now
        assert (f"{self.attacker} attacks {self.turn}" in now) is bool(self.attacker), now
        assert self.attacker == "" or f"{PIPS[rank_of(self.top)]} to draw" in now, now
        assert (f"{self.turn} plays or " in now) is not bool(self.attacker), now

    def who(self, seat: str) -> str:
        return self.random.choice(["", seat, seat[0].lower()])

    def play(self) -> str:
        """Plays and tells the hand until somebody is out; nobody where it is given up."""
        chance = self.random.random
        first = self.table.referee.standing.dealer == ""
        who = self.random.choice([f"deal {self.dealer} ", f"{self.dealer} deals "] + ["deal "] * (not first))
        self.tell(f"{who}{self.size}" + " agreed" * (self.size == 9))
        for seat in self.random.sample(self.playing, len(self.playing)):
            if chance() < self.table.open:
                self.tell_hand(seat)
        if chance() < 0.9 or self.upcard == "JK" or rank_of(self.upcard) in self.table.effects.values():
            self.turn_up()
        for _ in range(120):
            if chance() < 0.15:
                self.try_illegal()
            if chance() < 0.02:
                self.compare_legal()
            if chance() < 0.02:
                self.tell_hand(self.random.choice(self.playing))
            beside = [self.name_drawn] * bool(self.victim or self.missed) + [self.be_silent] * bool(self.silent)
            for tell in self.random.sample(beside, len(beside)):
                if chance() < 0.4:
                    tell()
            if chance() > 0.02 or not self.let_stand():
                self.move_in_melee() if self.attacker else self.move(self.turn)
            if self.winner:
                return self.winner
        self.table.tell("misdeal")
        return ""

    def turn_up(self) -> None:
        self.pile = [self.upcard]
        says = ""
        if self.upcard == "JK":
            says = self.random.choice(PACK[:-2])
        elif self.does(self.upcard, "wild"):
            says = self.random.choice("SHDC")
        self.take_effect(self.dealer, self.upcard, says)
        self.tell(f"upcard {self.upcard}{says and '=' + says}")

    def says(self, seat: str, card: str) -> str:
        """What a card is told with: where it needn't, as somebody's last, perhaps nothing."""
        if not (card == "JK" or self.does(card, "wild")) or (len(self.hands[seat]) == 1 and self.random.random() < 0.5):
            return ""
        return self.random.choice(PACK[:-2] if card == "JK" else list("SHDC"))

    def move(self, seat: str) -> None:
        fitting = [card for card in self.hands[seat] if self.fits(card)]
        if fitting and (not self.to_draw or self.random.random() > self.table.unwilling):
            card = self.random.choice(fitting)
            self.acts(seat)
            said = self.lay(seat, card)
            free = self.random.random
            while self.stacking and not self.winner and free() < 0.6:
                if free() < 0.5:  # told in two reports
                    self.tell(f"{self.who(seat)} plays {said}".strip())
                    self.acts(seat)
                    self.tell(f"{seat} plays {(said := self.lay(seat, self.random.choice(self.hands[seat])))}")
                    said = ""
                    break
                said += " " + self.lay(seat, self.random.choice(self.hands[seat]))
            if said:
                self.tell(f"{self.who(seat)} plays {said}".strip())
        else:
            self.draw_turn(seat)

    def lay(self, seat: str, card: str) -> str:
        """Plays a card; what is told of it."""
        says = self.says(seat, card)
        self.put(seat, card, says)
        return f"{card}{says and '=' + says}"

    def draw_turn(self, seat: str) -> None:
        """One card, or what the melee has come to."""
        number, in_melee = self.due, bool(self.attacker)
        named = self.random.random() < self.table.named
        self.acts(seat)
        drawn = self.draw(seat, number, named)
        self.after_melee = in_melee
        self.turn = self.next_from(seat)
        counted = "" if self.random.random() < 0.5 else self.random.choice([str(number), f"?{number}"])
        text = f"draws {' '.join(drawn) if named else counted}" if number else "passes"
        self.tell(f"{self.who(seat)} {text}".strip())

    def move_in_melee(self) -> None:
        able = [seat for seat in self.playing if seat != self.attacker and self.answer in self.hands[seat]]
        if able and self.random.random() < 0.8:
            seat, card = able[0], self.answer
            self.answer_melee(seat, card)
            self.tell(f"{self.who(seat) if len(self.playing) == 2 else seat} plays {card}".strip())
        else:
            self.draw_turn(self.turn)

    def be_silent(self) -> None:
        """Somebody is told to have forgotten to call."""
        seat = self.random.choice(sorted(self.silent))
        self.missed[seat] = self.draw_two(seat)
        self.tell(f"{seat} forgets")

    def name_drawn(self) -> None:
        """Who drew for a draw-two card or a missed call says what came, or only that it did."""
        seat, drawn = self.random.choice([*self.missed.items(), *([self.victim] if self.victim else [])])
        if seat in self.missed:
            del self.missed[seat]
        else:
            self.victim = None
        if self.random.random() < 0.6:
            self.drew[seat] = set(range(self.epoch + 1))  # as cautious as one has to be about what came when
            self.blurred |= "JK" in drawn and self.epoch > 0
            self.name(seat, drawn)
            self.tell(f"{seat} draws {' '.join(drawn)}")
        else:
            self.tell(f"{seat} draws {self.random.choice([str(len(drawn)), '', f'?{len(drawn)}'])}".strip())

    def tell_hand(self, seat: str) -> None:
        """The cards dealt become known, and so does which of them are still held."""
        if seat in self.table.referee.hand.dealt:
            return
        self.tell(f"{seat} dealt {' '.join(self.random.sample(self.dealt[seat], self.size))}")
        known = list(self.dealt[seat])
        for card in self.history[seat]:
            if not card.startswith("-"):
                known.append(card)
            elif card[1:] in known:
                known.remove(card[1:])
        self.known[seat] = known

    def let_stand(self) -> bool:
        """Somebody does what they shouldn't, and the table doesn't mind."""
        seat = self.random.choice(self.playing)
        if self.random.random() < 0.3:
            number = min(3, self.to_draw)
            if (seat == self.turn and number == self.due) or seat in self.drawers or not number:
                return False
            self.acts(seat)
            self.draw(seat, number)
            self.after_melee = bool(self.attacker)
            self.turn = self.next_from(seat)
            self.table.tell(f"{seat} draws {number}", overrule=True)
            self.after_melee = False  # or not, which nobody looks at
            return True
        card = self.random.choice(self.hands[seat])
        if self.attacker:
            if card == self.answer or card == "JK":
                return False
        elif (
            card == "JK" or seat == self.stacking or (seat == self.turn and (self.fits(card) or self.pile == [UNTOLD]))
        ):
            return False
        says = self.says(seat, card) or "H" * self.does(card, "wild")
        self.acts(seat)
        self.put(seat, card, says)
        self.tell(f"{seat} plays {card}{says and '=' + says}", overrule=True)
        return True

    # What is refused

    def cannot_hold(self, seat: str, card: str) -> bool:
        """The table knows that SEAT hasn't got a card: it lies elsewhere, or the whole hand is known."""
        if card in self.known[seat]:
            return False
        if len(self.known[seat]) == len(self.hands[seat]):
            return True
        if self.placed(card):
            return True
        return card != "JK" and not self.blurred and card in self.came and self.came[card] not in self.drew[seat]

    def placed(self, card: str) -> bool:
        """Every copy of a card lies open or in a hand that was told."""
        told = self.pile.count(card) + sum(cards.count(card) for cards in self.known.values())
        return told == PACK.count(card)

    def tries(self) -> list[tuple[str, str]]:
        """Reports that can't be, each with the rule that it breaks."""
        seat, other = self.turn, self.random.choice([one for one in self.playing if one != self.turn])
        mine, theirs = self.random.choice(self.hands[seat]), self.random.choice(self.hands[other])
        drawn = self.victim[0] if self.victim else ""
        found = [
            (f"deal {seat} 5", "dealer-rotation"),
            (f"{other} passes", "turn-order"),
            (f"{seat} holds {count(self.hands[seat])}", "hand-over"),
            (f"{seat} plays {mine} {mine} {mine}", "one-pack"),
        ]
        if seat not in self.missed:
            found.append((f"{seat} draws {self.to_draw + 1}", "draw-one"))
            found.append((f"{seat} draws {self.due + 1}", "melee" if self.attacker else "draw-one"))
        found += [(f"{one} draws 3", "last-one-call") for one in self.missed if one != seat]
        found += [(f"{one} plays {theirs}", "dropped-out") for one in self.table.seats if one not in self.playing]
        found += [(f"{one} draws", "dropped-out") for one in self.table.seats if one not in self.playing]
        found += [(f"{one} forgets", "last-one-call") for one in self.playing if one not in self.silent]
        if self.pile != [UNTOLD]:
            found.append((f"upcard {mine}", "one-pack"))
        if self.to_draw:
            found.append((f"{seat} passes", "draw-one"))
        if self.begun:
            found.append((f"{other} out", "hand-over"))
        for rule in (
            "turn-order",
            *(["after-melee"] if self.after_melee else []),
            *(["melee"] if self.attacker else []),
        ):
            if other not in self.drawers:
                found.append((f"{other} draws", rule))
            if other != self.stacking and not self.attacker:
                found.append((f"{other} plays {theirs}", rule))
        for card in self.random.sample(PACK, 8):
            wild = self.does(card, "wild")
            named = f"{card}=7H" if card == "JK" else f"{card}=S" if wild else card
            if self.attacker:
                found += [(f"{one} plays {named}", "melee") for one in self.playing if card != self.answer]
                found.append((f"{self.attacker} plays {self.answer or card}", "melee"))
            elif self.pile != [UNTOLD] and seat != self.stacking and not self.fits(card):
                found.append((f"{seat} plays {card}", "match"))
            if len(self.hands[seat]) > 1 and not self.attacker:
                if card == "JK" or wild:
                    found.append((f"{seat} plays {card}", "joker" if card == "JK" else "eight-wild"))
                    found.append((f"{seat} plays {card}=9", "joker" if card == "JK" else "eight-wild"))
                else:
                    found.append((f"{seat} plays {card}=D", "eight-wild"))
            if card != mine and not self.does(mine, "stack"):
                found.append((f"{seat} plays {mine} {named}", "turn-order"))
            for one in (seat, other):
                if self.cannot_hold(one, card):
                    found.append((f"{one} plays {named}", "one-pack"))
            if self.stock and card not in self.stock and self.placed(card):
                found.append((f"{seat} draws {card}", "one-pack"))
                if drawn:
                    found.append((f"{drawn} draws {card} ?", "one-pack"))
        if drawn and self.to_draw:
            found.append((f"{drawn} draws 3", "two"))
        return found

    def try_illegal(self) -> None:
        tries = self.tries()
        for text, rule in self.random.sample(tries, min(5, len(tries))):
            ruling = self.table.referee.hear(text)
            assert not ruling.accepted, f"{text} is accepted\n{self.table.way}"
            assert rule in ruling.rules, f"{text}: {ruling.rules}, not {rule}\n{self.table.way}"

    def compare_legal(self) -> None:
        """What the referee lists has everything that may be played, and nothing that may not."""
        every = legal(self.table.referee)
        for seat in self.playing:
            listed = {report.text for some in every.get(seat, {}).values() for report in some}  # type: ignore[call-overload]
            for card in set(self.hands[seat]):
                texts = {f"{seat} plays {card}"}
                if not self.attacker and (card == "JK" or self.does(card, "wild")):
                    if len(self.hands[seat]) == 1:
                        continue
                    texts = {f"{seat} plays {card}={says}" for says in (PACK[:-2] if card == "JK" else "SHDC")}
                may = (
                    seat != self.attacker and card == self.answer
                    if self.attacker
                    else seat == self.turn and self.fits(card)
                )
                if may or seat == self.stacking:
                    assert texts <= listed, f"{texts - listed} may be played\n{self.table.way}"
                elif self.attacker or self.pile != [UNTOLD] or seat != self.turn:
                    assert not texts & listed, f"{texts & listed} may not be played\n{self.table.way}"
            draws = seat == self.turn and self.due > 0
            assert (f"{seat} draws" in listed) is bool(draws or seat in self.drawers), self.table.way
            assert (f"{seat} forgets" in listed) is (seat in self.silent), self.table.way

    # The count

    def tell_rest(self) -> None:
        """Who is still wanted tells what is left, in points or in cards."""
        around = self.playing[self.playing.index(self.winner) :] + self.playing[: self.playing.index(self.winner)]
        wanted = [s for s in around[1:] if 1 < len(self.hands[s]) != len(self.known[s])]
        while wanted:
            assert self.table.referee.next() == wanted[:1], self.table.way
            seat = self.random.choice(wanted)
            cards, who = self.hands[seat], seat if seat != wanted[0] else self.who(seat)
            for wrong in (0, 2 * len(cards) - 1, 40 * len(cards) + 1):
                assert "held-total" in self.table.referee.hear(f"{seat} holds {wrong}").rules, self.table.way
            assert "held-total" in self.table.referee.hear(f"{seat} holds {' '.join(cards[1:])}").rules, self.table.way
            if (last := self.pile[-1]) != "JK":
                assert "one-pack" in self.table.referee.hear(f"{seat} holds {last} {' '.join(cards[1:])}").rules
            assert "hand-over" in self.table.referee.hear(f"{seat} draws").rules, self.table.way
            self.table.tell(f"{who} holds {' '.join(cards) if self.random.random() < 0.4 else count(cards)}".strip())
            wanted.remove(seat)


class Table:
    """An evening: hands until all but one have dropped out, some of them told by their outcome only."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = SEATS[: self.random.randint(2, 6)]
        self.limit = self.random.choice([20, 40, 80])
        self.effects = dict(BOOK)
        if seed % 2:
            for effect in self.random.sample(list(BOOK), self.random.randint(1, 6)):
                self.effects[effect] = self.random.choice(LADDER)
        self.house = {"limit": str(self.limit)} | {e: r for e, r in self.effects.items() if r != BOOK[e]}
        self.open = self.random.choice([0, 0.3, 1])  # how often a hand is told as it is dealt
        self.named = self.random.choice([0, 0.3, 0.9])  # how often cards drawn are named
        self.unwilling = self.random.choice([0, 0, 0.1, 0.4])
        self.referee = Referee(GAME, self.seats, self.house)
        self.scores = dict.fromkeys(self.seats, 0)
        self.hands = 0
        self.said = [f"seed {seed}: {', '.join(self.seats)}; {self.house}"]

    @property
    def way(self) -> str:
        return "\n  ".join(self.said)

    @property
    def still_in(self) -> list[str]:
        return [seat for seat in self.seats if self.scores[seat] < self.limit]

    def tell(self, text: str, overrule: bool = False) -> None:
        ruling = self.referee.hear(text, overrule=overrule)
        self.said.append("~ " * overrule + text)
        assert ruling.accepted, f"{text} is {ruling.verdict}: {ruling.message}\n{self.way}"
        assert bool(ruling.broken) is overrule, f"{ruling.broken}\n{self.way}"

    def evening(self) -> None:
        dealer = self.random.choice(self.seats)
        while len(self.still_in) > 1:
            playing = self.still_in
            size = self.random.choice([4, 5, 6, 8, 9 if len(playing) < 6 else 7])
            left = self.in_short(dealer, size) if self.random.random() < 0.2 else self.in_full(dealer, size)
            if not left:
                continue
            self.hands += 1
            for seat in playing:
                self.scores[seat] += count(left[seat])
            assert self.referee.scores == self.scores, self.way
            assert self.referee.hand_scores() == {seat: count(left.get(seat, [])) for seat in self.seats}, self.way
            self.tell_again(left)
            around = self.seats[self.seats.index(dealer) + 1 :] + self.seats[: self.seats.index(dealer) + 1]
            dealer = next(seat for seat in around if seat in self.still_in)
            assert self.referee.over or self.referee.dealer == dealer, self.way
            assert self.referee.fact("in") == self.still_in, self.way
        assert self.referee.over and self.referee.winners() == self.still_in, self.way

    def in_full(self, dealer: str, size: int) -> dict[str, list[str]]:
        playout = Playout(self, dealer, size)
        if not playout.play():
            return {}
        playout.tell_rest()
        return playout.hands

    def in_short(self, dealer: str, size: int) -> dict[str, list[str]]:
        """Only who went out, and what the others had left."""
        deck = self.random.sample(PACK, len(PACK))
        left = {seat: [deck.pop() for _ in range(self.random.choice([1, 2, 3, 6]))] for seat in self.still_in}
        winner = self.random.choice(self.still_in)
        left[winner] = []
        self.tell(f"deal {dealer} {size}" + " agreed" * (size == 9))
        self.tell(f"{winner} out")
        others = [seat for seat in left if seat != winner]
        self.random.shuffle(others)
        for seat in others:
            assert "held-total" in self.referee.hear(f"{seat} holds {self.random.randint(1, 3)}").rules, self.way
            self.tell(f"{seat} holds {' '.join(left[seat]) if self.random.random() < 0.3 else count(left[seat])}")
        return left

    def tell_again(self, left: dict[str, list[str]]) -> None:
        for seat, cards in left.items():
            assert "held-total" in self.referee.hear(f"{seat} holds {count(cards) + 1}").rules, self.way
            self.tell(f"{seat} holds {count(cards)}" if cards else f"{seat} out")
            assert not cards or "hand-over" in self.referee.hear(f"{seat} out").rules, self.way


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(PLAYOUTS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Table(seed).evening()
