"""Reversis told truthfully, card by card, in part or by numbers: never refused, and every chip where it was."""

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise, product

import pytest

from referee import Referee, find_game
from referee.cards import Card, Pack, card
from referee.games._reversis import Counts, Pile, can_lie
from tests.often import times

SEATS = ["Ann", "Ben", "Cat", "Dan"]
PACK = list(Pack("A K Q J 9 8 7 6 5 4 3 2"))
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
RANKS = "23456789JQKA"
QUINOLA = card("JH")
HONOURS = [card("AS"), card("AH"), card("AD"), card("AC"), QUINOLA]

SEEDS = times(25)

Trick = list[tuple[str, Card]]


def points(cards: list[Card]) -> int:
    return sum(POINTS.get(one.rank, 0) for one in cards)


def winner_of(trick: Trick) -> str:
    return max((RANKS.index(one.rank), seat) for seat, one in trick if one.suit == trick[0][1].suit)[1]


@dataclass
class Night:
    """One deal as it really went."""

    dealer: str
    dealt: dict[str, list[Card]]
    thrown: dict[str, Card] = field(default_factory=dict)
    drawn: dict[str, Card] = field(default_factory=dict)
    tricks: list[Trick] = field(default_factory=list)
    refused: str = ""  # who undertook an espagnolette

    def around(self, first: str) -> list[str]:
        place = SEATS.index(first)
        return SEATS[place:] + SEATS[:place]

    @property
    def takers(self) -> list[str]:
        return [winner_of(trick) for trick in self.tricks]

    @property
    def talon(self) -> list[Card]:
        played = {one for trick in self.tricks for _, one in trick}
        return [one for one in PACK if one not in played]

    @property
    def reversis(self) -> str:
        return self.takers[0] if len(set(self.takers[:9])) == 1 else ""

    def captured(self, seat: str) -> int:
        some = [one for trick in self.tricks if winner_of(trick) == seat for _, one in trick]
        return points(some)


def play_out(chance: random.Random, dealer: str) -> Night:
    """Deals and plays, sometimes with one who wants every trick, or none and the aces."""
    cards = PACK[:]
    chance.shuffle(cards)
    star = chance.choice(SEATS)
    wish = chance.choice(["", "all", "nine", "none", "none"])
    if wish in ("all", "nine"):
        cards.sort(key=lambda one: RANKS.index(one.rank) + chance.random() * (1.5 if wish == "all" else 4))
    elif wish == "none":
        honours = chance.sample(HONOURS, chance.choice([4, 5]))
        honours = honours if len([one for one in honours if one.rank == "A"]) > 2 else HONOURS
        low = sorted((one for one in cards if one not in honours), key=lambda one: RANKS.index(one.rank), reverse=True)
        cards = low + honours
    dealt = {star: [cards.pop() for _ in range(11)]}
    chance.shuffle(cards)
    dealt |= {seat: [cards.pop() for _ in range(11)] for seat in SEATS if seat != star}
    dealt[dealer].append(cards.pop())
    night = Night(dealer, dealt)
    hands = {seat: [*some] for seat, some in dealt.items()}
    for seat in SEATS:
        if seat == dealer or (seat != star and chance.random() < 0.5):
            some = [one for one in hands[seat] if one not in HONOURS] if seat == star else hands[seat]
            night.thrown[seat] = (
                min(some, key=lambda one: RANKS.index(one.rank)) if seat == star else chance.choice(some)
            )
            hands[seat].remove(night.thrown[seat])
            if seat != dealer:
                night.drawn[seat] = cards.pop()
                hands[seat].append(night.drawn[seat])
    four = len([one for one in hands[star] if one in HONOURS]) >= 4
    leader = night.around(dealer)[1]
    for number in range(1, 12):
        trick: Trick = []
        for seat in night.around(leader):
            hand = hands[seat]
            follow = [one for one in hand if trick and one.suit == trick[0][1].suit]
            off = [one for one in hand if one not in follow]
            some = follow or hand
            high = seat == star and wish in ("all", "nine")
            may_refuse = seat == star and wish == "none" and four and number < 10 and follow and off
            if may_refuse and chance.random() < 0.6:
                some, night.refused = off, star
            if high or (wish == "all" and trick and seat != star):
                chosen = max(some, key=lambda one: RANKS.index(one.rank) * (1 if high else -1))
            elif trick and not follow and (loose := [one for one in some if one in HONOURS]):
                chosen = loose[0]
            else:
                chosen = chance.choice(some)
            if seat == star and some is off:
                chosen = next((one for one in off if one in HONOURS), off[0])
            hand.remove(chosen)
            trick.append((seat, chosen))
        night.tricks.append(trick)
        leader = winner_of(trick)
    return night


class Purse:
    """The chips counted by hand."""

    def __init__(self) -> None:
        self.chips: Counter[str] = Counter()
        self.pots: list[int] = []
        self.formed = self.remises = 0

    def pay(self, payer: str, payee: str, chips: int) -> None:
        self.chips[payer] -= chips
        self.chips[payee] += chips

    def remise(self, seat: str) -> None:
        chips = self.chips[f"pot{self.pots[-1]}"]
        self.remises += 1
        if self.remises > 1:
            self.formed += 1
            self.pots.append(self.formed)
        self.pay(seat, f"pot{self.pots[-1]}", chips)

    def ante(self, dealer: str) -> None:
        if self.pots:
            self.pay(dealer, f"pot{self.pots[-1]}", 5)
            return
        self.pots, self.formed, self.remises = [1], 1, 0
        for seat in [*SEATS, dealer]:
            self.pay(seat, "pot1", 5)

    def settle(self, night: Night) -> tuple[str, dict[Card, str]]:
        """Pays what a deal brings; the winner of the party, and what may be claimed from whom."""
        self.ante(night.dealer)
        across = dict(zip(SEATS, SEATS[2:] + SEATS[:2], strict=True))
        taker = night.reversis
        if taker:
            nine = [play for trick in night.tricks[:9] for play in trick]
            breaks = next((n for n in (9, 10) if night.takers[n] != taker), 0)
            if breaks:
                breaker = night.takers[breaks]
                self.pay(taker, breaker, 54 if (breaker, QUINOLA) in night.tricks[breaks] else 64)
                if (taker, QUINOLA) in nine:
                    self.remise(taker)
                return "", {}
            for seat in SEATS:
                if seat != taker:
                    self.pay(night.refused or seat, taker, 32 if seat == across[taker] else 16)
            if (taker, QUINOLA) in nine:
                name = f"pot{self.pots.pop()}"
                self.pay(name, taker, self.chips[name])
            return "", {}
        led: dict[Card, str] = {}
        got: Counter[str] = Counter()
        won, opening = 0, self.pots[:]
        for trick in night.tricks:
            leader, first = trick[0]
            if first in HONOURS:
                led[first] = leader
            for seat, one in trick[1:]:
                if one not in HONOURS:
                    continue
                price = 2 if one == card("AD") else 1
                to, owing = (leader, [(seat, price)]) if one.suit == first.suit else (seat, [(winner_of(trick), price)])
                if one == QUINOLA and to == leader:
                    owing = [(other, 10 if other == seat else 5) for other in SEATS if other != leader]
                elif one == QUINOLA:
                    owing = [(winner_of(trick), 5)]
                for payer, chips in owing:
                    self.pay(payer, to, chips)
                    got[payer] += chips if to == night.refused else 0
                if one == QUINOLA and to == leader:
                    self.remise(seat)
                elif one == QUINOLA:
                    name = f"pot{self.pots.pop()}"
                    won = self.chips[name] if seat == night.refused else 0
                    self.pay(name, seat, self.chips[name])
        takers = night.takers
        order = night.around(night.dealer)
        rank = sorted(order, key=lambda seat: (night.captured(seat), takers.count(seat), order.index(seat)))
        winner, loser = rank[0], rank[-1]
        lost = night.refused in takers
        if night.refused:
            rank.remove(night.refused)
            winner, loser = (rank[0], night.refused) if lost else (night.refused, rank[-1])
        self.pay(loser, winner, (4 + points(night.talon)) * (2 if across[loser] == winner else 1))
        for payer, chips in got.items() if lost else ():
            self.pay(loser, payer, 2 * chips)
        if lost and won:
            self.pots = opening
            self.pay(loser, f"pot{self.pots[-1]}", won)
            self.remise(loser)
        return winner, {one: seat for one, seat in led.items() if seat != winner}

    def claim(self, one: Card, winner: str, leader: str) -> None:
        for seat in SEATS:
            if one == QUINOLA and seat != winner:
                self.pay(seat, winner, 10 if seat == leader else 5)
        if one != QUINOLA:
            self.pay(leader, winner, 2 if one == card("AD") else 1)


class Table:
    """A table that tells the referee, and never anything but the truth."""

    def __init__(self, seed: int, form: str) -> None:
        self.chance = random.Random(f"{seed} {form}")
        self.form, self.where = form, f"seed {seed}, {form}"
        self.referee = Referee(find_game("reversis"), SEATS)
        self.purse = Purse()
        self.said: list[str] = []
        self.found: Counter[tuple[str, str]] = Counter()
        self.told_led: set[Card] = set()
        self.missed = 0  # claims let pass in the hand before

    def tell(self, text: str) -> None:
        self.said.append(text)
        ruling = self.referee.hear(text)
        said = "\n".join(self.said[-60:])
        assert ruling.accepted, f"{self.where}: {text} is {ruling.verdict}: {ruling.message}\n{said}"
        assert sum(self.referee.accounts.values()) == 0, f"{self.where}\n{said}"
        self.found.update((one.name, one.who) for one in ruling.findings)

    def maybe(self, text: str, odds: float = 0.5) -> bool:
        if self.chance.random() >= odds:
            return False
        self.tell(text)
        return True

    def round(self, night: Night) -> None:
        self.found.clear()
        self.tell("deal" if self.said and self.chance.random() < 0.5 else f"deal {night.dealer}")
        assert sum(n for (name, _), n in self.found.items() if name == "unclaimed") == self.missed, self.where
        dealt = [seat for seat in SEATS if self.chance.random() < 0.4]
        late = [seat for seat in dealt if self.chance.random() < 0.3]
        for seat in dealt:
            if seat not in late:
                self.tell(self.cards_of(night, seat))
        if self.chance.random() < 0.7:
            self.exchange(night)
        self.told_led.clear()
        if self.form == "full":
            self.by_cards(night, 11, late)
        elif self.form == "holes":
            self.with_holes(night)
        else:
            self.by_numbers(night, self.chance.randint(0, 8) if self.form == "mixed" else 0)
        for seat in late:
            if seat not in self.referee.hand.dealt:
                self.tell(self.cards_of(night, seat))
        assert not self.referee.hand.dealer, f"{self.where}: the hand isn't over\n" + "\n".join(self.said[-60:])
        found = {name for name, _ in self.found}
        assert not found & {"revoke", "no-espagnolette"}, f"{self.where}: {self.found}\n" + "\n".join(self.said[-60:])
        if self.form == "full":
            assert ("espagnolette" in found) == bool(night.refused), (self.where, self.found)
        winner, led = self.purse.settle(night)
        self.missed = 0
        for one, leader in led.items():
            if one not in self.told_led:
                continue
            if self.maybe(f"{winner} claims {one}" if self.chance.random() < 0.5 else f"claims {one}"):
                self.purse.claim(one, winner, leader)
            else:
                self.missed += 1
        so = {name: chips for name, chips in self.referee.accounts.items() if chips}
        wanted = {name: chips for name, chips in self.purse.chips.items() if chips}
        assert so == wanted, f"{self.where}: {so}, not {wanted}\n" + "\n".join(self.said[-60:])
        assert self.referee.fact("pots") == len(self.purse.pots), self.where

    def cards_of(self, night: Night, seat: str) -> str:
        return f"{seat} dealt {' '.join(one.text for one in night.dealt[seat])}"

    def exchange(self, night: Night) -> None:
        order = SEATS[:]
        self.chance.shuffle(order)
        for seat in order:
            if seat not in night.thrown:
                self.maybe(f"{seat} passes")
                continue
            if not self.maybe(f"{seat} discards {night.thrown[seat]}"):
                self.maybe(f"{seat} discards")
            if seat in night.drawn:
                self.maybe(f"{seat} draws {night.drawn[seat]}")

    def by_cards(self, night: Night, count: int, late: list[str]) -> None:
        self.told_led = {trick[0][1] for trick in night.tricks[:count]}
        for number, trick in enumerate(night.tricks[:count]):
            if number == 9 and night.reversis and self.chance.random() < 0.4:
                self.last_two(night)
                return
            if late and self.chance.random() < 0.1:
                self.tell(self.cards_of(night, late.pop()))
            if number and self.chance.random() < 0.05 and count == 11 and not self.referee.hand.talon:
                self.tell("talon " + " ".join(one.text for one in night.talon))
            if night.refused and self.chance.random() < 0.05:
                self.tell(f"{night.refused} declares espagnolette")
            if self.chance.random() < 0.5:
                self.tell("trick " + " ".join(one.text for _, one in trick))
                continue
            for seat, one in trick:
                self.tell(f"{seat} plays {one}" if self.chance.random() < 0.5 else f"plays {one}")

    def last_two(self, night: Night) -> None:
        taker = night.reversis
        breaks = next((n for n in (9, 10) if night.takers[n] != taker), 0)
        if not breaks:
            self.tell(f"{taker} takes 11")
            return
        breaker = night.takers[breaks]
        self.tell(f"{breaker} breaks{' with JH' if (breaker, QUINOLA) in night.tricks[breaks] else ''}")

    def by_numbers(self, night: Night, told: int) -> None:
        """The first tricks by cards, how aces and J♥ fell in the others, and then the numbers."""
        self.by_cards(night, told, [])
        if night.refused:
            self.tell(f"{night.refused} declares espagnolette")
        for trick in night.tricks[told : 9 if night.reversis else 11]:
            for seat, one in trick:
                if one in HONOURS and seat == trick[0][0]:
                    if self.maybe(f"{seat} leads {one}", 0.7):
                        self.told_led.add(one)
                elif one in HONOURS:
                    to = f"on {trick[0][0]}" if one.suit == trick[0][1].suit else f"to {winner_of(trick)}"
                    self.tell(f"{seat} plays {one} {to}")
        if taker := night.reversis:
            nine = [play for trick in night.tricks[:9] for play in trick]
            self.tell(f"{taker} declares reversis{' with JH' if (taker, QUINOLA) in nine else ''}")
            self.last_two(night)
            return
        self.numbers(night)

    def with_holes(self, night: Night) -> None:
        """Tricks without an ace or J♥ that nobody remembers, among those told card by card."""
        if night.refused:
            self.tell(f"{night.refused} declares espagnolette")
        for number, trick in enumerate(night.tricks):
            if number == 9 and night.reversis:
                self.last_two(night)
                return
            if self.chance.random() < 0.3 and not {one for _, one in trick} & set(HONOURS):
                told = self.chance.choice([0, 0, 1, 2])
                for seat, one in trick[:told]:
                    self.tell(f"{seat} plays {one}")
                self.tell(f"{winner_of(trick)} takes")
                continue
            self.told_led.add(trick[0][1])
            if self.chance.random() < 0.5:
                self.tell("trick " + " ".join(one.text for _, one in trick))
            else:
                for seat, one in trick:
                    self.tell(f"{seat} plays {one}")
        if self.referee.hand.dealer:
            self.numbers(night)

    def numbers(self, night: Night) -> None:
        held = {seat: night.captured(seat) for seat in SEATS}
        level = [seat for seat in SEATS if list(held.values()).count(held[seat]) > 1]
        numbers = []
        for seat, n in held.items():
            tricks = night.takers.count(seat)
            if seat in level or seat == night.refused or self.chance.random() < 0.2:
                numbers.append(
                    f"{seat} holds {n} in {tricks}" if n or self.chance.random() < 0.5 else f"{seat} takes {tricks}"
                )
            elif n:
                numbers.append(f"{seat} holds {n}")
        left = night.talon
        numbers.append(f"talon {' '.join(map(str, left)) if self.chance.random() < 0.3 else points(left)}")
        self.chance.shuffle(numbers)
        for text in numbers:
            self.tell(text)  # those behind the last that was needed are told again


def evening(seed: int) -> list[Night]:
    chance = random.Random(seed)
    first = chance.randrange(4)
    return [play_out(chance, SEATS[(first + n) % 4]) for n in range(4)]


@pytest.mark.parametrize("form", ["full", "short", "mixed", "holes"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_told_truly_is_never_refused(seed: int, form: str) -> None:
    table = Table(seed, form)
    for night in evening(seed):
        table.round(night)


def test_the_evenings_have_it_all() -> None:
    """What the seeds are meant to bring about does come about."""
    nights = [night for seed in range(40) for night in evening(seed)]
    made = [night for night in nights if night.reversis and len(set(night.takers)) == 1]
    broken = [night for night in nights if night.reversis and len(set(night.takers)) > 1]
    refused = [night for night in nights if night.refused and not night.reversis]
    assert made and broken
    assert [night for night in refused if night.refused in night.takers]
    assert [night for night in refused if night.refused not in night.takers]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    brought = []
    for form in ("full", "short", "mixed"):
        table = Table(seed, form)
        table.chance.random = lambda: 0.99  # type: ignore[method-assign]
        for night in evening(seed):
            table.round(night)
        brought.append({name: chips for name, chips in table.referee.accounts.items() if chips})
    assert brought[0] == brought[1] == brought[2], f"seed {seed}"


def by_trying(piles: list[Pile], free: Counts, may_be_left: Counts, room: int, lack: int | None) -> bool:
    """The same question, answered by laying every card into every pile."""
    worth = (4, 3, 2, 1)
    shares = [[some for some in product(range(n + 1), repeat=5) if sum(some) == n] for n in free]
    for laid in product(*shares):  # for aces, kings, queens and jacks: how many go to each pile, and to the talon
        out = [some[4] for some in laid]
        if sum(out) > room or any(n > most for n, most in zip(out, may_be_left, strict=True)):
            continue
        if lack not in (None, sum(n * each for n, each in zip(out, worth, strict=True))):
            continue
        least = 0
        for i, pile in enumerate(piles):
            if pile.lack not in (None, sum(some[i] * each for some, each in zip(laid, worth, strict=True))):
                break
            needed = max(pile.least, -(-(pile.has + sum(some[i] for some in laid)) // 4))
            if pile.tricks is not None and pile.tricks < needed:
                break
            least += needed if pile.tricks is None else pile.tricks
        else:
            if least == 11 or (least < 11 and any(pile.tricks is None for pile in piles)):
                return True
    return False


@pytest.mark.parametrize("seed", range(100))
def test_piles_that_can_be_are_those_that_trying_finds(seed: int) -> None:
    """Cards are laid at random, and told in part; half of the time a number is wrong."""
    rng = random.Random(seed)
    free = Counts(*(rng.randint(0, 1) for _ in range(3)), rng.randint(0, 2))
    heaps: list[list[int]] = [[] for _ in range(5)]
    for worth, count in zip((4, 3, 2, 1), free, strict=True):
        for _ in range(count):
            rng.choice(heaps).append(worth)
    tricks = sorted(rng.randint(0, 11) for _ in range(3))
    piles = []
    for heap, took in zip(heaps, (b - a for a, b in pairwise([0, *tricks, 11])), strict=False):
        has = max(0, 4 * took - len(heap) - rng.randint(0, 4))
        told = None if rng.random() < 0.4 else took
        piles.append(Pile(rng.choice([None, sum(heap)]), has, rng.randint(0, took), told))
    room, lack = len(heaps[4]) + rng.randint(0, 1), rng.choice([None, sum(heaps[4])])
    if seed % 2:
        wrong = rng.randrange(4)
        piles[wrong] = piles[wrong]._replace(**rng.choice([{"lack": 2}, {"has": 14}, {"least": 3}, {"tricks": 2}]))
    assert can_lie(piles, free, free, room, lack) == by_trying(piles, free, free, room, lack), f"seed {seed}: {piles}"
    some = Counts(*(rng.randint(0, n) for n in free))
    assert can_lie(piles, free, some, room, lack) or not by_trying(piles, free, some, room, lack), f"seed {seed}"


def test_a_card_thrown_unnamed_may_have_been_one_of_four_honours() -> None:
    referee = Referee(find_game("reversis"), ["Ann", "Ben", "Cat", "Dan"])
    for text in ("deal Ann", "Cat dealt AS AH AD AC 345S 345D 8C", "Cat discards", "Ben plays 9S"):
        assert referee.hear(text).accepted
    assert not referee.hear("Cat plays AH").findings
