"""Old Maid told truthfully: by name, by rank, by number or not at all; never refused, and the loser is who lost.

GAMES says how many games are played out.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from referee import Referee, Verdict, find_game
from referee.cards import RANKS, Card, Pack
from referee.games._old_maid import Whereabouts
from tests.often import times

GAMES = times(30)
SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]
GAME = find_game("old-maid")
QUEENS = [Card("Q", suit) for suit in "SHDC"]


class Table:
    """A table that really plays one game.

    ``named`` is how often a card is told by name or rank; with ``careless`` players a pair is now and then kept.
    """

    def __init__(self, seed: int, named: float, careless: float = 0) -> None:
        self.random = random.Random(seed)
        self.seed, self.named, self.careless = seed, named, careless
        self.seats = SEATS[: 2 + seed % 9]
        self.aside = self.random.choice(QUEENS)
        self.house = {"removed": self.aside.text} if self.random.random() < 0.5 else {}
        self.referee = Referee(GAME, self.seats, self.house)
        self.said: list[str] = []
        dealer = self.random.randrange(len(self.seats))
        self.order = self.seats[dealer + 1 :] + self.seats[: dealer + 1]
        cards = [card for card in Pack() if card is not self.aside]
        self.random.shuffle(cards)
        start = self.random.randrange(len(self.seats)) if self.random.random() < 0.2 else 0
        self.first = self.order[start:] + self.order[:start]  # who got the first card
        self.dealt = {seat: cards[i :: len(self.seats)] for i, seat in enumerate(self.first)}
        self.hands = {seat: list(some) for seat, some in self.dealt.items()}
        self.told: set[str] = set()
        self.known: dict[str, set[Card]] = {seat: set() for seat in self.seats}  # told by name, and surely still there
        self.thrown: list[Card] = []  # told by name
        self.guilty: set[str] = set()
        self.at_once: set[str] = set()  # who kept a pair before the first draw
        self.dealt_told: set[str] = set()
        self.found: set[str] = set()
        self.waiting = list(self.order)  # who hasn't thrown the pairs dealt
        self.last = ""  # who drew last, "" before the first draw

    # What is so

    def with_cards(self) -> list[str]:
        return [seat for seat in self.order if self.hands[seat]]

    def over(self) -> bool:
        return not self.waiting and sum(map(len, self.hands.values())) == 1

    def after(self, seat: str) -> list[str]:
        """The others with cards, from the left of SEAT."""
        at = self.order.index(seat) + 1
        return [one for one in self.order[at:] + self.order[: at - 1] if self.hands[one]]

    def drawer(self) -> str:
        if not self.last:
            return self.with_cards()[0]
        return (*self.after(self.last), self.last)[0]

    # What is told

    def way(self) -> str:
        return f"seed {self.seed}, {self.house}\n  " + "\n  ".join(self.said)

    def tell(self, text: str) -> None:
        ruling = self.referee.hear(text)
        if ruling.verdict is Verdict.ILLEGAL and set(ruling.rules) == {"all-pairs-out"} and self.guilty:
            text = f"~ {text}"
            ruling = self.referee.hear(text[2:], overrule=True)
            if not ruling.accepted:  # an overruled report names its player
                ruling = self.referee.hear(f"{self.said_by} {text[2:]}", overrule=True)
            if "discards" in text:
                self.found.add(self.said_by)
        self.said.append(text)
        assert ruling.accepted, f"{ruling.verdict}: {ruling.message}\n{self.way()}"
        self.found |= {one.who for one in ruling.findings if one.name == "kept-pair"}
        assert self.found <= self.guilty, f"{ruling.findings}\n{self.way()}"
        self.compare()

    def compare(self) -> None:
        referee = self.referee
        if not referee.hand.dealer:
            return
        counts = {seat: len(self.hands[seat]) for seat in self.seats}
        if set(self.told_sizes()) >= set(self.seats):
            assert referee.fact("cards") == counts, self.way()
        assert referee.fact("left") == sum(counts.values()), self.way()
        assert referee.scores == dict.fromkeys(self.seats, 0), self.way()
        if self.waiting:
            assert set(referee.next()) == set(self.waiting), self.way()
        elif len(self.with_cards()) > 1:
            drawer = self.drawer()
            assert referee.next() == [drawer], f"{drawer} is next, not {referee.next()}\n{self.way()}"
            assert referee.fact("from") == self.after(drawer)[-1], self.way()

    def told_sizes(self) -> set[str]:
        """Whose number of cards the referee knows; all where the first cards went where they should."""
        return set(self.seats) if self.first == self.order else self.told

    def say(self, seat: str, text: str) -> str:
        self.said_by = seat
        return f"{seat if len(self.seats) > 6 or self.random.random() < 0.6 else seat[0].lower()} {text}"

    def words(self, cards: list[Card]) -> str:
        """Cards by name or by rank."""
        by_name = self.random.random() < 0.6
        return " ".join(card.text if by_name else str(card.rank) for card in cards)

    def names(self, text: str) -> bool:
        """Whether cards were told with their suits."""
        return any(Card(rank, suit).text in text for rank in RANKS for suit in "SHDC")

    def tell_dealt(self, seat: str) -> None:
        self.told.add(seat)
        self.dealt_told.add(seat)
        cards = list(self.dealt[seat])
        self.random.shuffle(cards)
        text = " ".join(card.text for card in cards)
        if not self.last and self.waiting == self.order:
            self.known[seat] = set(cards)
        self.tell(f"{seat} dealt {text}")

    def refused(self, text: str, *rules: str) -> None:
        ruling = self.referee.hear(text)
        assert not ruling.accepted, f"{text} is accepted\n{self.way()}"
        assert set(ruling.rules) & set(rules), f"{text}: {ruling.rules}, not {rules}\n{self.way()}"

    # How it is played

    def deal(self) -> None:
        self.tell(f"deal {self.order[-1]}")
        if self.first != self.order:  # the extra cards went elsewhere
            for seat in self.seats:
                if self.random.random() < 0.3:
                    self.tell_dealt(seat)
                else:
                    self.told.add(seat)
                    self.tell(f"{seat} dealt {len(self.dealt[seat])}")
            return
        for seat in self.seats:
            if self.random.random() < 0.4:
                self.tell_dealt(seat)

    def throw_pairs(self) -> None:
        self.random.shuffle(self.waiting)
        for seat in list(self.waiting):
            if self.random.random() < 0.3:
                self.refused_before(seat)
            pairs = self.pairs(seat)
            while pairs and self.random.random() < self.careless:
                pairs.pop()
                self.guilty.add(seat)
                self.at_once.add(seat)
            cards = [card for pair in pairs for card in pair]
            self.waiting.remove(seat)
            self.throw(seat, cards)

    def pairs(self, seat: str) -> list[tuple[Card, Card]]:
        ranks: dict[str, list[Card]] = {}
        for card in self.hands[seat]:
            ranks.setdefault(card.rank, []).append(card)
        return [(same[i], same[i + 1]) for same in ranks.values() for i in range(0, len(same) - 1, 2)]

    def throw(self, seat: str, cards: list[Card], omit: bool = False) -> None:
        whole = self.known[seat] >= set(self.hands[seat]) and len(cards) == 2 * len(self.pairs(seat))
        for card in cards:
            self.hands[seat].remove(card)
        if not cards or self.random.random() >= self.named:
            text = f"discards {len(cards)}"
        else:
            text = f"discards {self.words(cards)}"
        if self.names(text):
            self.thrown += cards
            self.known[seat] -= set(cards)
        elif "discards 0" not in text and str(len(cards)) in text.split() and not whole:
            self.known[seat] = set()
        else:
            ranks = {card.rank for card in cards}
            self.known[seat] = {card for card in self.known[seat] if card.rank not in ranks}
        said = self.say(seat, text)
        self.tell(text if omit else said)

    def refused_before(self, seat: str) -> None:
        """What can't be before the first draw."""
        self.refused(f"{seat} draws", "draw-order")
        self.refused(f"{seat} discards 3", "matching-pair")
        self.refused(f"{seat} discards {len(self.hands[seat]) + 2 + len(self.hands[seat]) % 2}", "card-count")
        self.refused(f"{seat} discards 8 9", "matching-pair")
        if len(self.known[seat]) == len(self.hands[seat]) and (pairs := self.pairs(seat)):
            self.refused(f"{seat} discards {' '.join(card.text for pair in pairs[1:] for card in pair) or 0}",
                         "all-pairs-out")  # fmt: skip
        if taken := [card for one in self.seats if one != seat for card in self.known[one]]:
            card = self.random.choice(taken)
            self.refused(f"{seat} discards {card} {card.rank}", "pack-51")
        if self.house:
            self.refused(f"{seat} discards {self.aside} Q", "pack-51")

    def refused_in_play(self) -> None:
        """What can't be while cards are drawn."""
        drawer = self.drawer()
        giver = self.after(drawer)[-1]
        other = self.random.choice([seat for seat in self.seats if seat != drawer])
        self.refused(f"{other} draws", "draw-order" if self.hands[other] else "sit-out")
        self.refused(f"{other} shows {self.random.choice(list(Pack()))}", "no-exposing")
        self.refused(f"{drawer} dealt 99", "even-deal")
        self.refused("deal", "dealer-rotation", "even-deal")
        self.refused(f"{drawer} holds K", "last-holder")
        if not self.hands[other]:
            self.refused(f"{other} holds", "last-holder")
        elsewhere = [card for seat in self.seats if seat != giver for card in self.known[seat]] + self.thrown
        if elsewhere:
            self.refused(f"draws {self.random.choice(elsewhere)}", "pack-51")
        if self.house:
            self.refused(f"draws {self.aside}", "pack-51")

    def draw(self) -> None:
        drawer = self.drawer()
        giver = self.after(drawer)[-1]
        card = self.random.choice(self.hands[giver])
        self.hands[giver].remove(card)
        self.hands[drawer].append(card)
        self.last = drawer
        matches = any(one.rank == card.rank for one in self.known[drawer])
        text = f"draws {self.words([card])}" if self.random.random() < self.named else "draws"
        if self.names(text):
            self.known[giver].discard(card)
            self.known[drawer].add(card)
        elif text == "draws":
            self.known[giver].clear()
        else:
            self.known[giver] = {one for one in self.known[giver] if one.rank != card.rank}
        said = self.say(drawer, text)
        self.tell(text if self.random.random() < 0.5 else said)
        pairs = [pair for pair in self.pairs(drawer) if card in pair]
        kept = [pair for pair in self.pairs(drawer) if card.rank != pair[0].rank]
        if self.random.random() < 0.2 and len(self.hands[drawer]) > 3:
            self.refused(f"{drawer} discards 4", "one-card")
            self.refused(f"{drawer} discards 3", "matching-pair", "one-card")
        if pairs and matches and text != "draws" and len(self.with_cards()) > 1:
            self.refused(f"{self.drawer()} draws", "all-pairs-out")
        if pairs and self.random.random() >= self.careless:
            self.throw(drawer, list(pairs[0]), omit=self.random.random() < 0.5)
            if self.hands[drawer] and not self.over():
                self.refused(f"{drawer} discards 2", "one-card", "card-count")
        elif kept and self.random.random() < 0.3:
            self.throw(drawer, list(kept[0]))
        if pairs and len({one.rank for one in self.hands[drawer]}) < len(self.hands[drawer]):
            self.guilty.add(drawer)

    def play(self) -> str:
        """Plays the game to its end; who lost."""
        self.deal()
        self.throw_pairs()
        while len(self.with_cards()) > 1:
            if self.random.random() < 0.15:
                self.refused_in_play()
            if self.random.random() < 0.02 and (late := [seat for seat in self.seats if seat not in self.dealt_told]):
                self.tell_dealt(self.random.choice(late))
            if len(self.said) > 400:
                return ""  # pairs kept back can go round for ever
            self.draw()
        loser = self.with_cards()[0]
        if len(self.hands[loser]) > 1:
            assert self.referee.next() == [loser], self.way()
            self.tell(f"{loser} holds")
        return loser


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    table = Table(seed, named=(0.0, 0.3, 0.7, 1.0)[seed // 9 % 4])
    loser = table.play()
    assert not table.found
    assert table.referee.over, table.way()
    assert table.referee.scores == {seat: int(seat == loser) for seat in table.seats}, table.way()
    assert set(table.referee.winners()) == set(table.seats) - {loser}
    if late := [seat for seat in table.seats if seat not in table.dealt_told]:
        table.tell_dealt(late[0])
    table.refused(f"{table.random.choice([seat for seat in table.seats if seat != loser])} holds", "last-holder")
    short = Referee(GAME, table.seats, table.house)
    for text in (f"deal {table.order[-1]}", f"{loser} holds Q"):
        assert short.hear(text).accepted
    assert short.scores == table.referee.scores


@pytest.mark.parametrize("seed", range(max(GAMES // 3, 1)))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """And surely, when all cards have been told, whoever kept one of the pairs that were dealt."""
    table = Table(seed, named=1.0 if seed % 2 else 0.6, careless=0.1)
    table.play()
    for seat in table.seats:
        if seat not in table.dealt_told and table.referee.hands:
            table.tell_dealt(seat)
    assert table.at_once <= table.found <= table.guilty, table.way()


def one_way(room: dict[int, int], places: dict[int, int], lying: dict[int, list[int]]) -> bool:
    """Whether all cards can be laid, by the textbook."""

    def lay(i: int, tried: set[int]) -> bool:
        for place in room:
            if places[i] & place and place not in tried:
                tried.add(place)
                if len(lying[place]) < room[place]:
                    lying[place].append(i)
                    return True
                for j in list(lying[place]):
                    if lay(j, tried):
                        lying[place].remove(j)
                        lying[place].append(i)
                        return True
        return False

    return all(lay(i, set()) for i in places)


@pytest.mark.parametrize("seed", range(30))
def test_whether_a_hand_must_have_a_pair_agrees_with_trying_every_hand(seed: int) -> None:
    chance = random.Random(seed)
    where = Whereabouts([13, 13, 13, 12], None)
    pack = [card for card in Pack() if card is not QUEENS[seed % 4]]
    chance.shuffle(pack)
    hands = [pack[i::4] for i in range(4)]
    for place, hand in enumerate(hands):  # most cards are thrown by name, some hands are told
        told = chance.random() < 0.6
        for card in list(hand):
            if len(hand) > 4 or told:
                one = where.fix(1 << place, card)
                assert one is not None
                if len(hand) > 4:
                    where.move(one, 1 << place, where.pile)
                    hand.remove(card)
    for _ in range(8):
        giver, drawer = chance.sample(range(4), 2)
        if not hands[giver]:
            continue
        card = hands[giver].pop(chance.randrange(len(hands[giver])))
        hands[drawer].append(card)
        if chance.random() < 0.3:
            one = where.fix(1 << giver, card)
            assert one is not None
            where.move(one, 1 << giver, 1 << drawer)
        else:
            assert where.spread(1 << giver, 1 << drawer)
        place = chance.randrange(4)
        if not 1 < len(hands[place]) < 6:
            continue
        here = 1 << place
        alive = [i for i, some in enumerate(where.places) if some != where.pile]
        may = [i for i in alive if where.places[i] & here]
        room = {bit: where.room[bit] for bit in where.bits if bit != here}
        unpaired = any(
            one_way(room, {i: where.places[i] & ~here for i in alive if i not in some}, {bit: [] for bit in room})
            for some in itertools.combinations(may, len(hands[place]))
            if len({where.ranks[i] for i in some}) == len(some)
        )
        assert where.can_be_unpaired(here) == unpaired
        truly = max(Counter(card.rank for card in hands[place]).values()) == 1
        assert unpaired or not truly
