"""Razz dealt and bet for real, told in full, in part or by totals: never refused, and every chip where it was."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from pokerkit import RegularLowHand

from referee import Referee, find_game
from referee.cards import Card, Pack
from tests.often import times

SEATS = ["Ann", "Bert", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal"]
EVENINGS = times(60)
RANKS = "A23456789TJQK"


def rank(card: Card) -> int:
    return RANKS.index(card.rank[0].replace("1", "T"))


def showing(cards: list[Card]) -> list[tuple[int, int]]:
    """What lies open, to be compared: how many are alike and of which rank; fewer alike are lower."""
    counts = Counter(rank(card) for card in cards)
    alike = sorted(((count, one) for one, count in counts.items()), reverse=True)
    return [(count, 0) for count, _ in alike] + [(0, one) for _, one in alike]


def of_pokerkit(cards: list[Card]) -> int:
    """The place of the lowest five of these cards in PokerKit's order."""
    texts = [f"{RANKS[rank(card)]}{card.suit.lower()}" for card in cards]
    return min(RegularLowHand.lookup.get_entry("".join(five)).index for five in combinations(texts, 5))


class Evening:
    """A table that really deals and bets, with the chips counted by hand."""

    def __init__(self, seed: int, players: int = 0) -> None:
        self.random = random.Random(seed)
        self.seats = SEATS[: players or self.random.randint(2, 8)]
        self.ante, self.bet = self.random.choice([1, 3]), self.random.choice([2, 4, 10])
        self.cap = self.random.choice([None, 1, 3])
        self.burns = self.random.random() < 0.4
        house = {"ante": str(self.ante), "bet": str(self.bet), "burn": "yes" if self.burns else "no"}
        self.referee = Referee(find_game("razz"), self.seats, house | ({"cap": str(self.cap)} if self.cap else {}))
        self.chips = dict.fromkeys([*self.seats, "pot"], 0)
        self.dealer = self.random.choice(self.seats)
        self.timid = self.random.choice([0.02, 0.1, 0.3])  # how often somebody folds
        self.where = f"seed {seed}"
        self.said: list[str] = []
        self.loud, self.twins = True, False

    # What is told

    def tell(self, text: str) -> None:
        if not self.loud:
            return
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, f"{self.where}: {text} is {ruling.verdict}: {ruling.message}\n" + "\n".join(self.said)
        assert not ruling.findings, f"{self.where}: {text}\n" + "\n".join(self.said)
        assert sum(self.referee.accounts.values()) == 0, self.where

    def refused(self, rule: str, text: str, *, always: bool = False) -> None:
        if not self.loud or (not always and self.random.random() < 0.8):
            return
        ruling = self.referee.hear(text)
        assert rule in ruling.rules, f"{self.where}: {text} should break {rule}\n" + "\n".join(self.said)

    def agreed(self) -> None:
        """The facts are those of the table."""
        if not self.loud:
            return
        fact = self.referee.fact
        bet = self.bet * (2 if self.street > 4 else 1)
        ours = (self.chips["pot"], self.street, bet, len(self.pack))
        assert (fact("pot"), fact("street"), fact("bet"), fact("left")) == ours, (self.where, self.said)
        assert self.referee.accounts == self.chips, (self.where, self.said)

    def name(self, seat: str) -> str:
        """Whose turn it is, in full, abbreviated, or left out."""
        return self.random.choice([f"{seat} ", f"{seat[:2].lower()} ", ""])

    # What happens

    def hand(self) -> None:
        left = self.seats.index(self.dealer) + 1
        self.alive = self.seats[left:] + self.seats[:left]
        self.around = list(self.alive)
        self.shuffle()
        self.street, self.common = 3, None
        self.put_in = dict.fromkeys(self.seats, 0)
        self.down = {seat: [self.draw(seat), self.draw(seat)] for seat in self.around}
        self.up: dict[str, list[Card]] = {seat: [] for seat in self.around}
        self.untold = dict.fromkeys(self.around, 0)  # cards face down that were told
        self.loud = True
        self.tell(self.random.choice([f"deal {self.dealer}", f"{self.dealer} deals"]))
        for seat in self.seats:
            self.pay(seat, self.ante)
        self.loud = self.random.random() < 0.75
        self.play()
        if len(self.alive) > 1:
            self.showdown()
        else:
            self.win(self.alive)
        if not self.loud:
            self.tell_totals()
        assert self.referee.accounts == self.chips, (self.where, self.said)
        assert not self.referee.hand.dealer, (self.where, self.said)
        self.tell_dealt(0.2)
        self.dealer = self.around[0]
        assert self.referee.dealer == self.dealer, self.where

    def shuffle(self) -> None:
        """The pack, its top card last; with twins, two players are dealt the same ranks."""
        self.pack = list(Pack())
        self.random.shuffle(self.pack)
        ranks = self.random.sample(Pack().ranks, 7) if self.twins else []
        twins = zip(self.random.sample(self.around, 2), "SH", strict=True)
        self.fated = {seat: [Card(one, suit) for one in ranks] for seat, suit in twins}
        self.pack.sort(key=lambda card: all(card not in cards for cards in self.fated.values()))

    def draw(self, seat: str) -> Card:
        card = (self.fated.get(seat) or self.pack)[-1]
        for cards in (self.fated.get(seat, []), self.pack):
            if card in cards:
                cards.remove(card)
        return card

    def pay(self, seat: str, chips: int) -> None:
        self.chips[seat] -= chips
        self.chips["pot"] += chips

    def play(self) -> None:
        self.turn_up()
        doors = {seat: self.up[seat][0] for seat in self.alive}
        self.round(max(doors, key=lambda seat: (rank(doors[seat]), "CDHS".index(doors[seat].suit))))
        while len(self.alive) > 1 and self.street < 6:
            if self.burns and len(self.pack) > 1:
                self.pack.pop()
            self.turn_up()
            self.round(min(self.alive, key=lambda seat: showing(self.up[seat])))
        if len(self.alive) == 1:
            return
        burns = self.burns and len(self.pack) > 1
        if len(self.pack) - burns >= len(self.alive):
            del self.pack[len(self.pack) - burns :]
            for seat in self.alive:
                self.down[seat].append(self.draw(seat))
            self.street = 7
            self.refused("community-card", f"upcard {self.pack[0] if self.pack else self.common}")
        else:
            self.agreed()
            self.refused("community-card", f"{min(self.alive, key=lambda seat: showing(self.up[seat]))} checks")
            del self.pack[len(self.pack) - burns :]
            self.common = self.pack.pop()
            self.tell(f"upcard {self.common}")
            self.street = 7
        self.round(min(self.alive, key=lambda seat: showing(self.up[seat])))

    def turn_up(self) -> None:
        told = {seat: self.draw(seat) for seat in self.alive}
        cards = list(told.values())
        self.refused("streets", f"upcard {' '.join(card.text for card in cards[1:] or [*cards, *cards])}")
        self.refused("one-pack", f"upcard {' '.join(card.text for card in [cards[0], *cards[:-1]])}")
        self.tell(f"upcard {' '.join(card.text for card in cards)}")
        self.street += bool(self.up[self.alive[0]])
        for seat, card in told.items():
            self.up[seat].append(card)

    def round(self, opener: str) -> None:
        """Bets as they are made: whoever has acted goes to the end of the line, and is out of it till it is raised."""
        bet = self.bet * (2 if self.street > 4 else 1)
        first = self.alive.index(opener)
        line = self.alive[first:] + self.alive[:first]
        stakes, stake, raises = dict.fromkeys(line, 0), 0, 0
        opening, waiting = True, len(line)
        while waiting and len(self.alive) > 1:
            seat = line.pop(0)
            waiting -= 1
            self.tell_dealt(0.01)
            self.agreed()
            bring_in = self.street == 3 and opening
            incomplete = self.street == 3 and stake < bet
            after = bet if not stake or incomplete else stake + bet
            capped = self.cap is not None and raises >= self.cap
            if self.loud:
                assert self.referee.next() == [seat], (self.where, self.said)
                self.not_allowed(seat, line, bring_in, incomplete, stake, after, capped)
            move = self.random.random()
            if bring_in:
                half = self.random.random() < 0.7
                stake = bet // 2 if half else bet
                number = f" {stake}" if half or self.random.random() < 0.5 else ""
                self.put(seat, stakes, stake, f"bets{number}")
                waiting = len(line)
            elif move < self.timid:
                self.tell(f"{self.name(seat)}folds")
                self.alive.remove(seat)
                opening = False
                continue
            elif move < self.timid + 0.2 and not (capped and stake) and after < 12 * self.bet:
                verb = "raises" if stake and (not incomplete or self.random.random() < 0.7) else "bets"
                raises += bool(stake) and not incomplete
                stake = after
                self.put(seat, stakes, stake, f"{verb}{self.random.choice(['', f' {stake}'])}")
                waiting = len(line)
            elif stake:
                self.put(seat, stakes, stake, "calls")
            else:
                self.tell(f"{self.name(seat)}checks")
            line.append(seat)
            opening = False

    def put(self, seat: str, stakes: dict[str, int], stake: int, said: str) -> None:
        self.tell(f"{self.name(seat)}{said}")
        self.pay(seat, stake - stakes[seat])
        self.put_in[seat] += stake - stakes[seat]
        stakes[seat] = stake

    def not_allowed(
        self, seat: str, others: list[str], bring_in: bool, incomplete: bool, stake: int, after: int, capped: bool
    ) -> None:
        """Moves that the table would protest at."""
        opening = len(others) == len(self.alive) - 1 and not stake
        first = "bring-in" if bring_in else "lowest-leads"
        for other in [*others, *[one for one in self.around if one not in self.alive]]:
            said = "calls" if stake else "checks"
            ruling = self.referee.hear(f"{other} {said}") if self.random.random() < 0.05 else None
            assert ruling is None or set(ruling.rules) & {first if opening else "betting", "betting"}, self.where
        self.refused("streets", f"upcard {self.pack[0] if self.pack else 'AS'} QS QH") if self.street < 6 else None
        if bring_in:
            self.refused("bring-in", self.random.choice(["checks", "folds", f"bets {after + 1}", f"bets {2 * after}"]))
        elif stake:
            self.refused("betting", "checks")
            if not incomplete:
                self.refused("betting", "bets")
            self.refused("bet-size", f"raises {after + self.random.choice([-1, 1, 2])}")
            if capped:
                self.refused("raise-cap", "raises")
        else:
            self.refused("betting", self.random.choice(["calls", "raises"]))
            self.refused("bet-size", f"bets {after + self.random.choice([-1, 1, after])}")

    # The showdown

    def showdown(self) -> None:
        self.agreed()
        common = [self.common] if self.common else []
        waiting = list(self.alive)
        if self.loud:
            assert sorted(self.referee.next()) == sorted(waiting), (self.where, self.said)
        worth = {seat: of_pokerkit([*self.down[seat], *self.up[seat], *common]) for seat in waiting}
        best = [seat for seat in waiting if worth[seat] == min(worth.values())]
        self.random.shuffle(waiting)
        shown: set[str] = set()
        while waiting and len(self.alive) > 1:
            seat = waiting.pop()
            if seat not in best and self.random.random() < 0.15:
                self.tell(f"{seat} folds")
                self.alive.remove(seat)
                continue
            if self.random.random() < 0.2:
                for one in self.alive:
                    if (one not in best and {one, *best} <= shown) or (len(best) > 1 and set(best) <= shown):
                        self.refused("best-low", f"{one} takes pot", always=True)
                self.tell(f"{'+'.join(best)} takes pot")
                break
            shown.add(seat)
            whole = self.random.random() < 0.3
            cards = [*self.down[seat], *(self.up[seat] + common if whole else [])]
            self.random.shuffle(cards)
            other = self.random.choice([one for one in self.around if one != seat])
            self.refused("one-pack", f"{seat} shows {' '.join(map(str, [*self.down[seat][1:], self.up[other][0]]))}")
            self.refused("streets", f"{seat} shows {' '.join(map(str, self.down[seat][1:]))}")
            self.tell(f"{seat} shows {' '.join(map(str, cards))}")
        self.win(best if len(self.alive) > 1 else self.alive)

    def win(self, winners: list[str]) -> None:
        each, odd = divmod(self.chips["pot"], len(winners))
        for place, seat in enumerate(one for one in self.around if one in winners):
            self.pay(seat, -each - (place < odd))
        self.winners = winners

    def tell_totals(self) -> None:
        self.loud = True
        put_in = [seat for seat in self.seats if self.put_in[seat]]
        self.random.shuffle(put_in)
        for seat in put_in:
            self.refused("put-in", f"{seat} bets {self.put_in[seat] * 2 + 1}") if self.bet > 2 else None
            self.tell(f"{seat} bets {self.put_in[seat]}")
        less = [seat for seat in self.seats if self.put_in[seat] < max(self.put_in.values())]
        for seat in less:
            self.refused("put-in", f"{seat} takes pot")
        self.tell(f"{'+'.join(self.winners)} takes pot")

    def tell_dealt(self, often: float) -> None:
        """Somebody says what lies face down: all of it, or what wasn't told before."""
        for seat in self.around:
            told = self.untold[seat]
            if self.loud and told < len(self.down[seat]) and self.random.random() < often:
                cards = self.down[seat][self.random.choice([0, told]) :]
                self.tell(f"{seat} dealt {' '.join(map(str, cards))}")
                self.untold[seat] = len(self.down[seat])


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(4):
        evening.hand()
    evening.tell("end")
    best = max(evening.chips[seat] for seat in evening.seats)
    assert set(evening.referee.winners()) == {seat for seat in evening.seats if evening.chips[seat] == best}


@pytest.mark.parametrize("seed", range(12))
def test_equal_hands_share(seed: int) -> None:
    evening = Evening(seed, players=3)
    evening.twins, evening.timid = True, 0.02
    for _ in range(5):
        evening.hand()
    evening.tell("end")


@pytest.mark.parametrize("seed", range(6))
def test_eight_who_all_stay_share_the_last_card(seed: int) -> None:
    evening = Evening(seed, players=8)
    evening.timid = 0.0
    for _ in range(3):
        evening.hand()
        assert evening.common and sum(evening.chips.values()) == 0, evening.where


def test_a_bet_is_an_even_number() -> None:
    with pytest.raises(ValueError, match="bet"):
        Referee(find_game("razz"), SEATS[:2], {"bet": "3"})
