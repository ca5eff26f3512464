"""500 Rummy told truthfully: in cards, in numbers, with hands told late; never refused, and scored as the cards lie."""

import importlib
import itertools
import random

import pytest

from referee import Referee, find_game
from referee.core import Seat
from tests.often import times

rummy = importlib.import_module("referee.games.500_rummy")  # a name that no import statement can spell
Holds, can_hold = rummy.Holds, rummy.can_hold

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
SEEDS = times(8)
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]  # an ace at either end
PACK = [f"{rank}{suit}" for suit in "SHDC" for rank in RANKS[1:]] + ["JK", "JK"]
JOKER = "JK"

Laid = tuple[str, str, int]  # a card, what it lies there as, and what it counts


def worth(card: str, low: bool = False) -> int:
    if card[:-1] == "A":
        return 1 if low else 15
    return 15 if card == JOKER else 10 if card[0] in "KQJ1" else int(card[0])


class Meld:
    """A set, or a run from one place of RANKS to another."""

    def __init__(self, rank: str = "", suits: str = "", suit: str = "", low: int = 0, high: int = 0) -> None:
        self.rank, self.suits, self.suit, self.low, self.high = rank, suits, suit, low, high

    def places(self) -> list[str]:
        """Every card that could be laid here by itself."""
        if self.rank:
            return [self.rank + suit for suit in "SHDC" if suit not in self.suits] if len(self.suits) < 4 else []
        ends = [self.low - 1] * (self.low > 0) + [self.high + 1] * (self.high < 13)
        return [RANKS[end] + self.suit for end in ends]

    def grow(self, card: str) -> bool:
        """Takes a card, and says whether it is an ace below the deuce."""
        if self.rank:
            self.suits += card[-1]
            return False
        if self.high < 13 and card == RANKS[self.high + 1] + self.suit:
            self.high += 1
            return False
        self.low -= 1
        return self.low == 0

    def copy(self) -> "Meld":
        return Meld(self.rank, self.suits, self.suit, self.low, self.high)


def melds_of(some: list[str]) -> list[tuple[Meld, list[Laid]]]:
    """Every way to meld just these cards."""
    natural = [card for card in some if card != JOKER]
    jokers = [JOKER] * (len(some) - len(natural))
    found = []
    if len(some) in (3, 4) and len({card[:-1] for card in natural}) == 1:
        rank, suits = natural[0][:-1], {card[-1] for card in natural}
        free = [suit for suit in "SHDC" if suit not in suits]
        if len(suits) == len(natural) and len(free) >= len(jokers):
            for chosen in itertools.combinations(free, len(jokers)):
                laid = [(card, card, worth(card)) for card in natural]
                laid += [(JOKER, rank + suit, 15) for suit in chosen]
                found.append((Meld(rank, "".join(one[1][-1] for one in laid)), laid))
    if len({card[-1] for card in natural}) > 1:
        return found
    suit = natural[0][-1] if natural else "H"
    for low in range(15 - len(some)):
        row = [rank + suit for rank in RANKS[low : low + len(some)]]
        if len(some) >= 3 and set(natural) <= set(row) and len(set(natural)) == len(natural):
            laid = [
                (card, card, worth(card, low=i == low)) if card in natural else (JOKER, card, 15)
                for i, card in enumerate(row, low)
            ]
            found.append((Meld(suit=suit, low=low, high=low + len(some) - 1), laid))
    return found


def fits_together(some: list[str]) -> bool:
    return bool(melds_of(some)) or all(card == JOKER for card in some)


def lays_on(meld: Meld, cards: list[str]) -> list[list[Laid]]:
    """What goes on a meld, one card or a row of them at one end."""
    found: list[list[Laid]] = []
    for first in meld.places():
        now, left, laid = meld.copy(), list(cards), list[Laid]()
        place: str | None = first
        upward = not meld.rank and meld.high < 13 and first == RANKS[meld.high + 1] + meld.suit
        while place:
            card = place if place in left else JOKER if JOKER in left else ""
            if not card:
                break
            left.remove(card)
            laid = [*laid, (card, place, worth(card, low=now.grow(place)))]
            found.append(laid)
            end = now.high + 1 if upward else now.low - 1
            place = None if meld.rank or not 0 <= end <= 13 else RANKS[end] + meld.suit
    return found


class Evening:
    """A table that really plays; what it tells of it varies from hand to hand."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seed = seed
        self.seats = NAMES[: 2 + seed % 7]
        self.target = self.random.choice([60, 150, 500])
        self.referee = Referee(find_game("500-rummy"), self.seats, {"target": str(self.target)})
        self.scores = dict.fromkeys(self.seats, 0)
        self.dealer = self.seats[0]
        self.said: list[str] = []
        self.calls = 0

    # Telling

    def way(self) -> str:
        return f"seed {self.seed}\n" + "\n".join(self.said)

    def tell(self, text: str) -> None:
        if self.silent:
            return
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{text} is {ruling.verdict}: {ruling.message}\n{self.way()}"
        assert not ruling.findings, self.way()

    def refuse(self, text: str, *rules: str) -> None:
        if self.silent or self.random.random() < 0.6:
            return
        ruling = self.referee.hear(text)
        assert not ruling.accepted and {*rules} <= {*ruling.rules}, f"{text}: {rules}, {ruling}\n{self.way()}"

    def who(self, seat: str, alone: bool = True) -> str:
        """The name, its beginning, or nothing where nobody else could mean it."""
        return self.random.choice([f"{seat} ", f"{seat[:2].lower()} ", "" if alone else f"{seat} "])

    def agrees(self) -> None:
        if self.silent:
            return
        fact = self.referee.fact
        top = self.pile[-1] if self.pile and (len(self.pile) > 1 or self.upcard_told) else None
        so = [fact("stock"), fact("pile"), fact("top"), fact("melds"), fact("cards")]
        cards = {seat: len(hand) for seat, hand in self.hands.items()}
        assert so == [len(self.stock), len(self.pile), top, len(self.melds), cards], self.way()
        if self.owner and self.upcard_told:
            assert fact("rummy") == bool(self.callable()), self.way()

    # A hand

    def play(self) -> None:
        packs = 2 if len(self.seats) > 4 else 1
        self.stock = PACK * packs
        self.random.shuffle(self.stock)
        self.hands = {seat: [self.stock.pop() for _ in range(7)] for seat in self.seats}
        self.untold = {seat: list(hand) for seat, hand in self.hands.items()}
        self.pile = [self.stock.pop()]
        self.melds: list[Meld] = []
        self.points = dict.fromkeys(self.seats, 0)
        self.owner = ""  # of the last discard
        self.silent = False
        self.tell(self.random.choice(["deal", f"deal {self.dealer}", f"{self.dealer} deals 7"]))
        self.silent = self.random.random() < 0.2
        self.named = self.random.choice([0.0, 0.5, 1.0])
        self.upcard_told = self.random.random() < 0.8
        self.tell_dealt(self.random.choice([0.0, 0.4, 1.0]))
        if self.upcard_told:
            self.tell(f"upcard {self.pile[0]}")
        turn = self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]
        while turn:
            turn = self.take_turn(turn)
        self.end()
        self.dealer = self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]

    def tell_dealt(self, chance: float) -> None:
        for seat in [seat for seat in self.untold if self.random.random() < chance]:
            self.tell(f"{seat} dealt {' '.join(self.untold.pop(seat))}")

    def take_turn(self, seat: str) -> str:
        """Who is next; nobody where the hand has ended."""
        caller = self.random.choice([one for one in self.seats if one != self.owner])
        callable_ = self.callable() if self.owner else []
        if callable_ and self.random.random() < 0.5:
            seat = caller
            place = self.random.choice(callable_)
            self.refuse(f"{self.owner} claims {self.pile[place]}", "rummy-call")
            self.tell(f"{self.who(seat, len(self.seats) == 2)}claims {self.pile[place]}")
            self.calls += 1
            self.take(seat, place, called=True)
        else:
            if self.owner and self.upcard_told and (dead := [c for c in set(self.pile) if not self.calls_of(c)]):
                self.refuse(f"{caller} claims {self.random.choice(dead)}", "rummy-call")
            self.before_the_draw(seat)
            if not self.draw(seat):
                return ""
        while self.hands[seat] and self.random.random() < 0.7 and (some := self.plays(seat, self.hands[seat])):
            self.lay(seat, *self.random.choice(some))
        if not self.hands[seat]:
            return ""
        self.nonsense(seat)
        card = self.random.choice(self.hands[seat])
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.owner = seat
        self.tell(f"{self.who(seat)}discards {card}")
        if self.hands[seat]:
            self.agrees()
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)] if self.hands[seat] else ""

    def before_the_draw(self, seat: str) -> None:
        other = self.random.choice([one for one in self.seats if one != seat])
        self.refuse(f"{other} draws", "turn-order")
        self.refuse(f"{seat} discards {self.hands[seat][0]}", "draw-first")
        if self.upcard_told and self.hands[seat][0] not in self.pile:
            self.refuse(f"{seat} takes {self.hands[seat][0]}", "pile-draw")

    def draw(self, seat: str) -> bool:
        """From the pile where that is of use, else from the stock; False where that was its last card."""
        places = [i for i, card in enumerate(self.pile) if card not in self.pile[i + 1 :]]
        self.random.shuffle(places)
        for place in places[:4] if self.random.random() < 0.6 else []:
            if any(self.pile[place] in cards for _, cards in self.shapes([*self.hands[seat], *self.pile[place:]])):
                named = self.pile[place]
                if self.upcard_told and sum(card[:-1] == named[:-1] for card in set(self.pile)) == 1:
                    named = self.random.choice([named, named[:-1] if named != JOKER else named])
                self.tell(f"{self.who(seat)}takes {named}")
                self.take(seat, place)
                return True
        card = self.stock.pop()
        self.hands[seat].append(card)
        self.owner = ""
        shown = self.random.choice([f" {card}", f" {card}"] if self.random.random() < self.named else ["", " 1", " ?"])
        self.tell(f"{self.who(seat)}draws{shown}")
        if self.stock:
            self.agrees()
            self.refuse(f"{seat} draws", "turn-order", "draw-first")
            self.refuse(f"{self.seats[0]} claims {self.pile[-1] if self.pile else card}", "rummy-call")
        return bool(self.stock)

    def take(self, seat: str, place: int, called: bool = False) -> None:
        """Cards of the pile, of which the deepest is played first."""
        taken = self.pile[place:]
        owed = taken[0]
        if place == 0:
            self.upcard_told = True
        del self.pile[place:]
        before = list(self.hands[seat])
        self.hands[seat] += taken
        self.owner = ""
        self.refuse(f"{seat} discards {owed}", "pile-use", *(["rummy-call"] if called else []))
        self.refuse(f"{seat} draws", "turn-order")
        if others := [play for play in self.plays(seat, before) if owed not in [one[0] for one in play[1]]]:
            self.refuse(self.spelled(seat, *self.random.choice(others)), "pile-use")
        if called and (mixed := [play for play in self.plays(seat, self.hands[seat]) if self.leans(play, owed, taken)]):
            self.refuse(self.spelled(seat, *self.random.choice(mixed)), "rummy-call")
        plays = self.plays(seat, taken if called else self.hands[seat])
        self.lay(seat, *self.random.choice([play for play in plays if owed in [one[0] for one in play[1]]]))

    @staticmethod
    def leans(play: tuple[int, list[Laid]], owed: str, taken: list[str]) -> bool:
        """Whether a play with the card that is owed needs others of the hand."""
        cards = [one[0] for one in play[1]]
        return owed in cards and any(cards.count(card) > taken.count(card) for card in cards)

    # Melds

    def shapes(self, cards: list[str]) -> list[tuple[int, list[str]]]:
        """What can be played of these cards: the number of a meld, 0 for a new one, and which."""
        return [(number, [one[0] for one in laid]) for number, laid in self.plays("", cards)]

    def plays(self, seat: str, cards: list[str]) -> list[tuple[int, list[Laid]]]:
        found = [(n, laid) for n, meld in enumerate(self.melds, 1) for laid in lays_on(meld, cards)]
        for size in (3, 4):
            some = itertools.combinations(range(len(cards)), size) if size == 3 or len(cards) < 9 else ()
            for places in some:
                chosen = [cards[place] for place in places]
                if size == 3 or JOKER not in chosen:
                    found += [(0, laid) for _, laid in melds_of(chosen)]
        return found

    def spelled(self, seat: str, number: int, laid: list[Laid]) -> str:
        alone = len(laid) == 1 or len({place[-1] for _, place, _ in laid}) == 1
        bare = self.random.random() < 0.3 and (self.melds[number - 1].suit if number else alone)
        words = [card if card != JOKER else f"JK={place[:-1] if bare else place}" for card, place, _ in laid]
        self.random.shuffle(words)
        if number:
            return f"{self.who(seat)}lays {' '.join(words)} on {number}"
        return f"{self.who(seat)}melds {' '.join(words)}"

    def lay(self, seat: str, number: int, laid: list[Laid]) -> None:
        self.tell(self.spelled(seat, number, laid))
        for card, place, points in laid:
            self.hands[seat].remove(card)
            self.points[seat] += points
            if number:
                self.melds[number - 1].grow(place)
        if not number:
            meld = next(meld for meld, same in melds_of([one[0] for one in laid]) if sorted(same) == sorted(laid))
            self.melds.append(meld)
        if self.hands[seat]:
            self.agrees()

    def nonsense(self, seat: str) -> None:
        """What can't be played, whatever the cards are."""
        hand = self.hands[seat]
        card = self.random.choice(hand)
        for number, meld in enumerate(self.melds, 1):
            if card != JOKER and card not in meld.places():
                self.refuse(f"{seat} lays {card} on {number}", "lay-off")
                self.refuse(f"{seat} lays JK={card} on {number}", "lay-off", "joker-named")
        self.refuse(f"{seat} lays {card} on {len(self.melds) + 1}", "lay-off")
        self.refuse(f"{seat} melds {' '.join(PACK[: len(hand) + 1])}", "hand-count")
        three = self.random.sample(hand, 3) if len(hand) > 2 else [card, card]
        if JOKER not in three and not melds_of(three):
            alike = len({one[:-1] for one in three}) == 1 and len(three) == 3
            self.refuse(f"{seat} melds {' '.join(three)}", "suits-differ" if alike else "meld-shape")
        if JOKER in three:
            self.refuse(f"{seat} melds {' '.join(three)}", "joker-named")

    def callable(self) -> list[int]:
        """The places in the pile where a call can begin; of equal cards the upper one."""
        return [max(places) for card in sorted(set(self.pile)) if (places := self.calls_of(card))]

    def calls_of(self, card: str) -> list[int]:
        return [i for i, one in enumerate(self.pile) if one == card and self.can_begin(i)]

    def can_begin(self, place: int) -> bool:
        card, *above = self.pile[place:]
        if any(fits_together([card, *two]) for two in itertools.combinations(above, 2)):
            return True
        if card == JOKER:
            return any(meld.places() for meld in self.melds)
        return any(card in [one[0] for one in laid] for meld in self.melds for laid in lays_on(meld, [card, *above]))

    # The end

    def end(self) -> None:
        held = {seat: sum(map(worth, hand)) for seat, hand in self.hands.items()}
        numbers = [f"{seat} scores {self.points[seat]} held {held[seat]}" for seat in self.seats]
        if self.silent:
            self.silent = False
            for text in self.random.sample(numbers, len(numbers)):
                self.tell(text)
        else:
            self.refuse(f"{self.seats[0]} draws", "hand-end")
            self.open_hands(held)
        won = {seat: self.points[seat] - held[seat] for seat in self.seats}
        self.scores = {seat: self.scores[seat] + won[seat] for seat in self.seats}
        assert self.referee.hand_scores() == won, self.way()
        assert self.referee.scores == self.scores, self.way()
        over = max(self.scores.values()) >= self.target
        assert self.referee.over == over, self.way()
        if over:
            best = max(self.scores.values())
            assert self.referee.winners() == [seat for seat in self.seats if self.scores[seat] == best], self.way()
        for text in self.random.sample(numbers, 2):
            self.tell(text)
        seat = self.random.choice(self.seats)
        self.refuse(f"{seat} scores {self.points[seat] + 1} held {held[seat]}", "meld-points")
        self.refuse(f"{seat} holds {held[seat] + 1}", "hand-count")
        self.tell_dealt(0.3)

    def open_hands(self, held: dict[str, int]) -> None:
        """Everybody's cards, ranks or points, in any order; who is known card by card may be left out."""
        count = self.random.choice([0.0, 0.5, 1.0])
        form = self.said + [f"{seat} holds {held[seat]}" for seat in self.seats if self.hands[seat]]
        for seat in self.random.sample(self.seats, len(self.seats)):
            hand = self.random.sample(self.hands[seat], len(self.hands[seat]))
            if not hand or not self.referee.hand.dealer:
                continue
            self.refuse(f"{seat} holds {15 * len(hand) + 1}", "hand-count")
            self.refuse(f"{seat} holds {' '.join(hand)} 9C", "hand-count")
            self.tell_dealt(0.1)
            if not self.referee.hand.dealer:
                continue
            ranks = " ".join(card[:-1] if card != JOKER else card for card in hand)
            named = ranks if self.random.random() < 0.3 and len(hand) > 1 else " ".join(hand)
            self.tell(f"{seat} holds {held[seat] if self.random.random() < count else named}")
        assert not self.referee.hand.dealer, self.way()
        if self.random.random() < 0.5:
            return
        again = Referee(find_game("500-rummy"), self.seats, {"target": str(self.target)})
        for text in form:
            ruling = again.hear(text)
            assert ruling.accepted or " holds " in text, (text, ruling)
        assert again.scores == self.referee.scores, self.way()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(2):
        if not evening.referee.over:
            evening.play()
    played_out = evening.referee.over
    evening.tell("end")
    best = max(evening.scores.values())
    ahead = [seat for seat in evening.seats if evening.scores[seat] == best]
    assert evening.referee.ahead() == ahead, evening.way()
    assert evening.referee.winners() == (ahead if played_out else []), evening.way()


@pytest.mark.no_cover
def test_rummy_is_called_in_some_of_these_evenings() -> None:
    evenings = [Evening(seed) for seed in (1, 3, 5)]
    for evening in evenings:
        evening.play()
    assert sum(evening.calls for evening in evenings) > 2


# What hands can count


@pytest.mark.parametrize("seed", range(12))
def test_points_are_refused_where_no_cards_make_them(seed: int) -> None:
    """At the end of the stock few cards are left that nobody has seen: every number against every choice of them."""
    chance = random.Random(seed)
    cards = chance.sample(PACK, 54)
    hands = {"Ben": cards[:7], "Ann": cards[7:14]}
    referee = Referee(find_game("500-rummy"), ["Ann", "Ben"])
    said = ["deal Ann", f"upcard {cards[14]}"]
    for card, turn in zip(cards[15:], itertools.cycle(hands), strict=False):
        said += [f"{turn} draws", f"{turn} discards {card}"]
    hands[turn].append(card)
    for text in said[:-1]:
        assert referee.hear(text).accepted, f"seed {seed}: {text}"

    def stands(seat: str, points: int) -> bool:
        return not any((can_hold(referee.hand, Holds(points, who=Seat(seat))) or {}).values())

    unseen = [card for hand in hands.values() for card in hand]
    first, other = chance.sample(["Ann", "Ben"], 2)
    could = {sum(map(worth, some)) for some in itertools.combinations(unseen, len(hands[first]))}
    assert could == {points for points in range(130) if stands(first, points)}, f"seed {seed}"
    told = sum(map(worth, hands[first]))
    assert referee.hear(f"{first} holds {told}").accepted
    rest = sum(map(worth, unseen)) - told
    assert {rest} == {points for points in range(130) if stands(other, points)}, f"seed {seed}"
    cards = chance.sample(unseen, len(hands[other]))
    ruling = referee.hear(f"{other} holds {' '.join(cards)}")
    assert ruling.accepted == (sum(map(worth, cards)) == rest), f"seed {seed}: {other} holds {cards}"
