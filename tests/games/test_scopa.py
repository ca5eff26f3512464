"""Scopa played out at random: what is legal stands, what isn't is refused, and the score is always the true one."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product

import pytest

from referee import Referee, find_game
from referee.candidates import legal
from referee.games.scopa import Scopa, can_split
from tests.often import times

PLAYOUTS = times(20)  # evenings of a few hands each
GAME = find_game("scopa")
SEATS = ["Ann", "Ben"]
VALUES = dict(zip("A234567JQK", range(1, 11), strict=True))
WORTH = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
PACK = [rank + suit for suit in "SHDC" for rank in VALUES]


# The rules, once more


def takings(card: str, board: list[str]) -> list[list[str]]:
    pairs = [[one] for one in board if one[0] == card[0]]
    sizes = range(2, len(board) + 1)
    sums = [[*some] for n in sizes for some in combinations(board, n) if value(some) == VALUES[card[0]]]
    return pairs or sums


def value(cards: tuple[str, ...] | list[str]) -> int:
    return sum(VALUES[card[0]] for card in cards)


def count(pile: list[str]) -> dict[str, int]:
    suits = [[WORTH[card[0]] for card in pile if card[1] == suit] for suit in "SHDC"]
    primiera = sum(map(max, suits)) if all(suits) else 0
    return {"cards": len(pile), "diamonds": len(suits[2]), "7D": int("7D" in pile), "primiera": primiera}


def written(what: str, number: int) -> str:
    return {"7D": "7D", "primiera": f"primiera {number}"}.get(what, f"{number} {what}")


class Evening:
    """Real hands until somebody has won; ``points`` is the true score."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.house = {"target": str(self.random.choice([1, 3, 5, 11, 11]))}
        if self.random.random() < 0.5:
            self.house["three-kings"] = self.random.choice(["redeal", "play"])
        self.referee = Referee(GAME, SEATS, self.house)
        self.points = dict.fromkeys(SEATS, 0)
        self.openness = self.random.choice([0, 0.3, 1])  # how often a packet is told
        self.mischief = self.random.choice([0, 0, 0.03])  # how often the table lets something stand
        self.said = [f"seed {seed}: {self.house}"]

    @property
    def way(self) -> str:
        return "\n  ".join(self.said)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def tell(self, text: str, overrule: bool = False) -> None:
        ruling = self.referee.hear(text, overrule=overrule)
        self.said.append("~ " * overrule + text)
        assert ruling.accepted, f"{ruling.verdict}: {ruling.message}\n{self.way}"
        assert bool(ruling.broken) is overrule, f"{ruling.broken}\n{self.way}"
        assert not ruling.findings, self.way

    def refused(self, text: str, *rules: str) -> None:
        """One report that can't stand, and the rules it breaks among others."""
        ruling = self.referee.hear(text)
        assert not ruling.accepted, f"{text} is accepted\n{self.way}"
        assert {*rules} <= {*ruling.rules}, f"{text}: {ruling.rules}, not {rules}\n{self.way}"

    def play(self) -> None:
        dealer = self.random.choice(SEATS)
        while max(self.points.values()) < int(self.house["target"]):
            Hand(self, dealer).play()
            dealer = other(dealer)
            assert self.referee.scores == self.points, f"{self.referee.scores}, not {self.points}\n{self.way}"
        assert self.referee.over, self.way
        assert self.referee.winners() == [max(SEATS, key=lambda seat: self.points[seat])], self.way
        self.refused(f"deal {dealer}", "game-over")


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


class Hand:
    """One deal with real cards.  ``known`` has the cards a player holds, where the table was told."""

    def __init__(self, evening: Evening, dealer: str) -> None:
        self.evening, self.dealer, self.random = evening, dealer, evening.random
        self.begin()

    def begin(self) -> None:
        self.stock = self.random.sample(PACK, 40)
        if self.evening.chance(0.1):  # more kings than usual
            self.stock.sort(key=lambda card: card[0] == "K" and self.random.random() < 0.8)
        self.board = [self.stock.pop() for _ in range(4)]
        self.piles: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.sweeps: list[str] = []
        self.gone: set[str] = set()
        self.last, self.packet, self.turn = "", 0, other(self.dealer)
        self.deal()

    def deal(self) -> None:
        self.packet += 1
        self.hands = {seat: [self.stock.pop() for _ in range(3)] for seat in SEATS}
        self.dealt = {seat: [*cards] for seat, cards in self.hands.items()}
        self.known: dict[str, bool] = dict.fromkeys(SEATS, False)

    # Full form

    def play(self) -> None:
        tell, chance = self.evening.tell, self.evening.chance
        self.deal_out()
        if chance(0.05):
            tell("misdeal")
            self.begin()
            self.deal_out()
        if chance(0.3):
            self.short()
            return
        if chance(self.evening.openness):
            self.tell_packet(self.random.choice(SEATS))
        self.tell_board()
        while sum(map(len, self.hands.values())):
            for seat in SEATS:
                if not self.known[seat] and chance(self.evening.openness / 3):
                    self.tell_packet(seat)
            if chance(0.15):
                self.try_illegal()
            if chance(0.03):
                self.compare_legal()
            self.move()
        if self.last:
            self.piles[self.last] += self.board
        self.score()
        counts = {seat: count(pile) for seat, pile in self.piles.items()}
        if len(self.piles["Ann"]) + len(self.piles["Ben"]) == 40:
            self.again(counts)
        seat = self.random.choice(SEATS)
        if not self.known[seat] and chance(0.3):
            tell(f"{seat} dealt {' '.join(self.dealt[seat])}")

    def deal_out(self) -> None:
        self.evening.tell(self.random.choice([f"deal {self.dealer}", f"{self.dealer} deals", f"deal {self.dealer} 3"]))

    def tell_board(self) -> None:
        tell, refused = self.evening.tell, self.evening.refused
        refused(f"{self.turn} plays {self.hands[self.turn][0]}", "on-board")
        while True:
            seen = f"{' '.join(self.board)}"
            tell(f"upcard {seen}" if self.evening.chance(0.8) else f"upcard {seen.replace(' ', '')}")
            kings = sum(card[0] == "K" for card in self.board)
            if kings < 3 or self.evening.house.get("three-kings") == "play":
                self.agree()
                return
            for text in (f"{self.turn} plays {self.hands[self.turn][0]}", f"{self.turn} sweeps", "Ann holds 7D"):
                refused(text, "three-kings")
            refused(f"deal {other(self.dealer)}", "three-kings", "dealer-rotation")
            tell(self.random.choice(["deal", f"deal {self.dealer}"]))
            self.begin()

    def tell_packet(self, seat: str) -> None:
        """The cards that somebody was dealt in this packet, also when some of them are played."""
        mine, theirs = self.dealt[seat], self.hands[other(seat)]
        unplayed = [card for card in mine if card in self.hands[seat]]
        elsewhere = [card for card in (*self.board, *self.gone) if card not in mine]
        if unplayed and elsewhere and self.evening.referee.hand.seen:
            wrong = [self.random.choice(elsewhere) if card == unplayed[0] else card for card in mine]
            self.evening.refused(f"{seat} dealt {' '.join(wrong)}", "one-pack")
        played = [card for card in mine if card not in self.hands[seat]]
        if played and (self.stock or theirs):
            wrong = [*(card for card in mine if card != played[0]), self.random.choice(self.stock or theirs)]
            self.evening.refused(f"{seat} dealt {' '.join(wrong)}", "own-hand")
        self.evening.refused(f"{seat} dealt {mine[0]} {mine[1]}", "own-hand")
        self.evening.tell(f"{seat} dealt {' '.join(self.random.sample(mine, 3))}")
        self.known[seat] = True

    def move(self) -> None:
        seat = self.turn
        overrule = False
        if self.evening.chance(self.evening.mischief):
            seat = self.random.choice([one for one in SEATS if self.hands[one]])
        overrule = seat != self.turn
        card = self.random.choice(self.hands[seat])
        some = takings(card, self.board)
        if some and not overrule and self.evening.chance(self.evening.mischief * 3):
            overrule, some = True, []
            text = f"{seat} trails {card}"
        elif not overrule and len(some) < 2 and self.evening.chance(0.6):
            text = f"{self.who(seat)}plays {self.short_card(seat, card)}"
        elif some:
            some = [self.random.choice(some)]
            taken = self.random.sample(some[0], len(some[0]))
            who = f"{seat} " if overrule else self.who(seat)
            text = f"{who}captures {' '.join(map(self.short_board, taken))} with {self.short_card(seat, card)}"
        else:
            text = f"{seat if overrule else self.who(seat)} trails {card}"
        if not overrule and len(takings(card, self.board)) > 1:
            ruling = self.evening.referee.hear(f"{seat} plays {card}")
            assert ruling.verdict == "unclear", f"{seat} plays {card}: {ruling}\n{self.evening.way}"
        self.evening.tell(text.strip(), overrule)
        self.put(seat, card, some[0] if some else [])
        self.agree()

    def put(self, seat: str, card: str, taken: list[str]) -> None:
        self.hands[seat].remove(card)
        self.gone.add(card)
        if taken:
            self.board = [one for one in self.board if one not in taken]
            self.piles[seat] += [*taken, card]
            self.gone.update(taken)
            self.last = seat
            if not self.board and (self.stock or any(self.hands.values())):
                self.sweeps.append(seat)
        else:
            self.board.append(card)
        self.turn = other(seat) if self.hands[other(seat)] or not self.hands[seat] else seat
        if not any(self.hands.values()) and self.stock:
            self.deal()

    def who(self, seat: str) -> str:
        return self.random.choice(["", f"{seat} ", f"{seat[0].lower()} "])

    def short_board(self, card: str) -> str:
        alone = sum(one[0] == card[0] for one in self.board) == 1
        return card[0] if alone and self.evening.chance(0.5) else card

    def short_card(self, seat: str, card: str) -> str:
        """A card of a hand that was told may be a bare rank, where it has no other of it."""
        alone = sum(one[0] == card[0] for one in self.hands[seat]) == 1
        return card[0] if self.known[seat] and alone and self.evening.chance(0.5) else card

    def agree(self) -> None:
        """What the referee knows is what lies there."""
        if not self.evening.referee.hand.dealer:
            return
        fact = self.evening.referee.fact
        so = ([self.turn], len(self.board), len(self.stock), self.packet, len(self.sweeps))
        said = (self.evening.referee.next(), fact("board"), fact("stock"), fact("packet"), fact("sweeps"))
        assert said == so, f"{said}, and it is {so}\n{self.evening.way}"

    def try_illegal(self) -> None:
        refused, board = self.evening.refused, self.board
        seat, away = self.turn, other(self.turn)
        theirs = [*self.hands[away], *self.stock]
        for card in self.hands[seat]:
            some = takings(card, board)
            if some:
                refused(f"{seat} trails {card}", "trail-only-if-no-capture")
            pairs = [one for one in board if one[0] == card[0]]
            if len(pairs) > 1:
                refused(f"{seat} captures {' '.join(pairs)} with {card}", "pair-takes-one")
            sums = [one for n in (2, 3) for one in combinations(board, n) if value(one) == VALUES[card[0]]]
            if pairs and sums:
                refused(f"{seat} captures {' '.join(sums[0])} with {card}", "pair-first")
            wrong = [*self.random.sample(board, self.random.randint(1, min(4, len(board))))] if board else []
            if wrong and (value(wrong) != VALUES[card[0]]):
                refused(f"{seat} captures {' '.join(wrong)} with {card}", "capture-match")
            if theirs:
                refused(f"{seat} captures {self.random.choice(theirs)} with {card}", "on-board")
            if self.known[seat] and theirs:
                refused(f"{seat} plays {self.random.choice(theirs)}", "own-hand")
        for card in (*board[:2], *[*self.gone][:2]):
            refused(f"{seat} trails {card}", "one-pack")
            refused(f"{seat} plays {card}", "one-pack")
        refused(f"{seat} plays 9S", "one-pack")
        for card in self.hands[away]:
            refused(f"{away} trails {card}", "turn-order")
            refused(f"{away} plays {card}", "turn-order")
            if self.known[away]:
                refused(f"{seat} plays {card}", "one-pack")
        refused("deal", "deal-when-done")
        refused(f"upcard {' '.join(self.stock[:4]) or 'AS'}")
        if self.gone:
            refused(f"{seat} sweeps")
            refused("Ann holds 12 cards", "all-accounted")

    def compare_legal(self) -> None:
        """What the referee lists has everything that may be played, and nothing that may not."""
        listed = legal(self.evening.referee).get(self.turn, {})  # type: ignore[call-overload]
        texts = {report.text for some in listed.values() for report in some}
        may = self.hands[self.turn] if self.known[self.turn] else [*self.stock, *self.hands["Ann"], *self.hands["Ben"]]
        if self.known[other(self.turn)]:
            may = [card for card in may if card not in self.hands[other(self.turn)]]
        so = set()
        for card in may:
            some = takings(card, self.board)
            so |= {(card, frozenset(taken)) for taken in some or [[]]}
        said = set()
        for text in texts:
            _, verb, *cards = text.split()
            if verb == "captures":
                said.add((cards[-1], frozenset(cards[:-2])))
            elif verb == "trails":
                said.add((cards[0], frozenset()))
        assert said == so, f"{said ^ so}\n{self.evening.way}"

    # Short form

    def short(self) -> None:
        """The rest is played unseen; only the piles are told, and who swept."""
        tell, chance, refused = self.evening.tell, self.evening.chance, self.evening.refused
        kings = sum(card[0] == "K" for card in self.board)
        if chance(0.2) and (kings < 3 or self.evening.house.get("three-kings") == "play"):
            tell(f"upcard {' '.join(self.board)}")
        while sum(map(len, self.hands.values())):
            card = self.random.choice(self.hands[self.turn])
            some = takings(card, self.board)
            self.put(self.turn, card, self.random.choice(some) if some else [])
        self.piles[self.last] += self.board
        at = 0
        while at < len(self.sweeps):
            number = 1
            while at + number < len(self.sweeps) and self.sweeps[at + number] == self.sweeps[at] and chance(0.6):
                number += 1
            tell(f"{self.sweeps[at]} sweeps {number}" if number > 1 or chance(0.3) else f"{self.sweeps[at]} sweeps")
            at += number
        counts = {seat: count(pile) for seat, pile in self.piles.items()}
        if chance(0.15):
            seat = self.random.choice(SEATS)
            pile = self.random.sample(self.piles[seat], len(self.piles[seat]))
            refused(f"{seat} holds {' '.join([*pile[1:], pile[-1]])}", "one-pack")
            tell(f"{seat} holds {' '.join(pile)}")
        else:
            self.tell_piles(counts)
        self.score()
        self.again(counts)

    def tell_piles(self, counts: dict[str, dict[str, int]]) -> None:
        """Everything that is scored in any order, in one report or several."""
        items = [(self.random.choice(SEATS), what) for what in ("cards", "diamonds")]
        items += [(seat, "7D") for seat in SEATS if counts[seat]["7D"]] + [(seat, "primiera") for seat in SEATS]
        self.random.shuffle(items)
        items.sort(key=lambda item: item[0] if self.evening.chance(0.7) else "B")
        refused = self.evening.refused
        told: set[tuple[str, str]] = set()
        joined: list[tuple[str, list[str]]] = []
        for seat, what in items:
            if joined and joined[-1][0] == seat and self.evening.chance(0.7):
                joined[-1][1].append(what)
            else:
                joined.append((seat, [what]))
        for seat, some in joined:
            if not self.evening.referee.hand.dealer:
                break  # all that is left follows from what was told
            refused(f"{seat} holds {self.random.randint(41, 99)} cards", "all-accounted")
            refused(f"{seat} holds {self.random.randint(11, 99)} diamonds", "all-accounted")
            refused(f"{seat} holds primiera {self.random.choice([1, 39, 83, 82, 85, 100])}", "primiera-count")
            for one, what in told:
                rule = "primiera-count" if what == "primiera" else "all-accounted"
                away = counts[one][what] + self.random.choice([1, 2, 5])
                refused(f"{one} holds {written(what, away)}" if what != "7D" else f"{other(one)} holds 7D", rule)
            if told and self.evening.chance(0.5):
                refused(f"{seat} sweeps")
            self.evening.tell(f"{seat} holds {' '.join(written(what, counts[seat][what]) for what in some)}")
            told |= {(seat, what) for what in some}

    # Score

    def score(self) -> None:
        evening = self.evening
        counts = {seat: count(pile) for seat, pile in self.piles.items()}
        before, told = dict(evening.points), []
        for what in ("cards", "diamonds", "7D", "primiera"):
            mine, theirs = (counts[seat][what] for seat in SEATS)
            told += [SEATS[mine < theirs]] if mine != theirs else []
        for seat in [*told, *self.sweeps]:
            if max(evening.points.values()) < int(evening.house["target"]):
                evening.points[seat] += 1
        assert not evening.referee.hand.dealer, f"the hand isn't over\n{evening.way}"
        brought = {seat: evening.points[seat] - before[seat] for seat in SEATS}
        assert evening.referee.hand_scores() == brought, f"{evening.referee.hand_scores()}\n{evening.way}"

    def again(self, counts: dict[str, dict[str, int]]) -> None:
        """The hand is told again, rightly and wrongly."""
        seat = self.random.choice(SEATS)
        tell, refused = self.evening.tell, self.evening.refused
        what = self.random.choice(["cards", "diamonds", "primiera"])
        tell(f"{seat} holds {written(what, counts[seat][what])}")
        refused(f"{seat} holds {written(what, counts[seat][what] + 1)}")
        refused(f"{seat} holds 7D" if not counts[seat]["7D"] else f"{other(seat)} holds 7D", "all-accounted")
        if number := self.sweeps.count(seat):
            tell(f"{seat} sweeps {number}")
        refused(f"{seat} sweeps {number + 7}")
        if self.evening.chance(0.3) and self.piles[seat]:
            tell(f"{seat} holds {' '.join(self.piles[seat])}")


@pytest.mark.parametrize("seed", range(PLAYOUTS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Evening(seed).play()


# What two piles may be

Bests = tuple[int, int]  # what both players' best cards count, 0 where one has none


def splits_of_a_suit() -> dict[Bests, set[int]]:
    """How many cards the first player may have, by both best cards, for every split of a suit."""
    ranks = list(WORTH.values())
    found: dict[Bests, set[int]] = {}
    for mask in range(1 << 10):
        mine = [worth for place, worth in enumerate(ranks) if mask >> place & 1]
        theirs = [worth for place, worth in enumerate(ranks) if not mask >> place & 1]
        found.setdefault((max(mine, default=0), max(theirs, default=0)), set()).add(len(mine))
    return found


def both(one: Bests, another: Bests) -> Bests:
    return one[0] and another[0] and one[0] + another[0], one[1] and another[1] and one[1] + another[1]


def together(some: dict[Bests, set[int]], more: dict[Bests, set[int]]) -> dict[Bests, set[int]]:
    found: dict[Bests, set[int]] = {}
    for one, another in product(some, more):
        found.setdefault(both(one, another), set()).update(a + b for a, b in product(some[one], more[another]))
    return found


@pytest.fixture(scope="module")
def every_split() -> dict[tuple[int, int, int], set[tuple[int, int]]]:
    """The first player's cards and diamonds, by who has 7♦ and both primieras, for every split of the pack."""
    suit = splits_of_a_suit()
    sides = together(together(suit, suit), suit)
    found: dict[tuple[int, int, int], set[tuple[int, int]]] = {}
    for diamonds, others in product(suit, sides):
        numbers = found.setdefault((int(diamonds[0] == 21), *both(diamonds, others)), set())
        numbers.update((n + more, n) for n, more in product(suit[diamonds], sides[others]))
    return found


@pytest.mark.no_cover
def test_whatever_is_told_of_two_piles_is_judged_as_by_every_split(
    every_split: dict[tuple[int, int, int], set[tuple[int, int]]],
) -> None:
    chance = random.Random(1)
    keys = [("Ann", "7D"), ("Ann", "primiera"), ("Ben", "primiera"), ("Ann", "cards"), ("Ann", "diamonds")]
    hand = Referee(GAME, SEATS).hand
    assert isinstance(hand, Scopa)
    real = sorted(every_split)
    for _ in range(250):
        first = chance.choice(real)
        split = (*first, *chance.choice(sorted(every_split[first])))
        told = {place: split[place] for place in chance.sample(range(5), chance.randint(1, 5))}
        for place in told:
            if chance.random() < 0.3:
                told[place] = chance.choice([range(2), range(40, 86), range(86), range(42), range(12)][place])
        may_be = any(
            all((*one, *numbers)[place] == number for place, number in told.items())
            for one in real
            if all(one[place] == number for place, number in told.items() if place < 3)
            for numbers in every_split[one]
        )
        counts = {keys[place]: number for place, number in told.items()}
        assert can_split(hand, counts) is may_be, counts  # type: ignore[arg-type]


def test_a_pile_has_two_cards_for_every_sweep() -> None:
    referee = Referee(GAME, SEATS)
    for text in ("deal Ann", "Ann sweeps 3", "Ben sweeps 2"):
        assert referee.hear(text).accepted
    assert referee.hear("Ann holds 5 cards").rules == ("all-accounted",)
    assert referee.hear("Ann holds 37 cards").rules == ("all-accounted",)
    assert referee.hear("Ann holds 6 cards").accepted
    assert all(one.message for one in map(referee.hear, ("Ben holds 35 cards", "Ann sweeps 99")))


def test_the_values_of_the_pack() -> None:
    worths = sorted(WORTH.values(), reverse=True)
    assert worths[:7] == [21, 18, 16, 15, 14, 13, 12] and all(a >= b for a, b in pairwise(worths))
    referee = Referee(GAME, SEATS)
    for text in ("deal Ann", "upcard AS 7H KS 2D", "Ben captures AS 7H with JH"):
        assert referee.hear(text).accepted
    assert "capture-match" in referee.hear("Ann captures KS 2D with QC").rules
