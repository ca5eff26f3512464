"""Cassino played out at random: what is legal stands, what isn't is refused, and all counts and scores agree."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from referee import Referee, find_game
from referee.games.cassino import VALUES, Builds, Captures, splits
from tests.games.teller import Teller
from tests.often import times

PLAYOUTS = times(12)  # hands, told card by card
SEATS = ["Ann", "Ben"]
PIPS = {"A": 1} | {str(pips): pips for pips in range(2, 11)}
DECK = [rank + suit for rank in ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"] for suit in "SHDC"]


def rank_of(card: str) -> str:
    return card[:-1]


def pips(card: str) -> int:
    return PIPS.get(rank_of(card), 0)


def in_sets(cards: list[str], value: int, unit: int = 0) -> bool:
    """All cards, and a unit that counts so much, go into sets of two or more that make VALUE."""
    numbers = sorted([*map(pips, cards), *([unit] if unit else [])], reverse=True)

    def fits(rooms: list[int], left: list[int]) -> bool:
        """Each number goes into a set that has room for it, or begins one."""
        if not left:
            return not any(rooms)
        number, rest = left[0], left[1:]
        for i, room in enumerate(rooms):
            if number <= room and room not in rooms[:i] and fits([*rooms[:i], room - number, *rooms[i + 1 :]], rest):
                return True
        return fits([*rooms, value - number], rest)

    return all(0 < number < value for number in numbers) and fits([], numbers)


class Build:
    def __init__(self, rank: str, cards: list[str], pairing: bool, sets: int) -> None:
        self.rank, self.cards, self.pairing, self.sets = rank, cards, pairing, sets


Play = tuple[str, str, tuple[str, ...], tuple[Build, ...], str]  # verb, card, loose cards, builds, declared rank


class Model:
    """The rules of one deal, written down plainly once more."""

    def __init__(self, rng: random.Random, dealer: str) -> None:
        self.random = rng
        self.deck = rng.sample(DECK, 52)
        self.turn = SEATS[1 - SEATS.index(dealer)]
        self.loose = [self.deck.pop() for _ in range(4)]
        self.builds: list[Build] = []
        self.piles: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.sweeps = dict.fromkeys(SEATS, 0)
        self.seen = set(self.loose)
        self.last = ""
        self.packet = 0
        self.deal()

    def deal(self) -> None:
        self.packet += 1
        self.hands = {seat: [self.deck.pop() for _ in range(4)] for seat in SEATS}
        self.packets = {seat: list(cards) for seat, cards in self.hands.items()}
        self.told: set[str] = set()  # whose packet the table knows
        self.unbacked: dict[str, str] = {}  # who built without a card for it, and when it comes out

    def may(self, play: Play) -> bool:
        """Whether the rules let a play stand, whatever else its player holds."""
        verb, card, loose, builds, rank = play
        if verb == "trails":
            return not (
                any(rank_of(one) == rank_of(card) for one in self.loose)
                or any(build.rank == rank_of(card) for build in self.builds)
                or self.sum_for(card)
            )
        if verb == "captures":
            pairs = [one for one in self.loose if rank_of(one) == rank_of(card)]
            sums = [one for one in loose if one not in pairs]
            return (
                bool(loose or builds)
                and all(build.rank == rank_of(card) for build in builds)
                and len(loose) - len(sums) in (0, len(pairs))
                and (not sums or in_sets(sums, pips(card)))
            )
        added = [*loose, card]
        if len(builds) > 1 or not (loose or builds):
            return False
        value = PIPS.get(rank, 0)
        if not builds:
            return all(rank_of(one) == rank for one in added) or (in_sets(added, value))
        (build,) = builds
        if build.pairing:
            return rank == build.rank and all(rank_of(one) == rank for one in added)
        if rank == build.rank:
            return in_sets(added, value)
        return build.sets == 1 and in_sets(added, value, PIPS[build.rank])

    def sum_for(self, card: str) -> tuple[str, ...]:
        """Loose cards that add up to CARD, if there are any."""
        sums: dict[int, tuple[str, ...]] = {0: ()}
        for one in self.loose:
            if 0 < pips(one) < pips(card):
                sums = {total + pips(one): (*some, one) for total, some in sums.items()} | sums
        return sums.get(pips(card), ()) if pips(card) else ()

    def backed(self, play: Play) -> bool:
        return any(rank_of(one) == play[4] and one != play[1] for one in self.hands[self.turn])

    def known_unbacked(self, play: Play) -> bool:
        """The table can tell that nothing in the hand could capture the build."""
        card, rank, mine, theirs = play[1], play[4], self.hands[self.turn], self.hands[self.other]
        if len(mine) == 1:
            return True
        elsewhere = self.seen | (set(theirs) if self.other in self.told else set())
        may = mine if self.turn in self.told else [one for one in DECK if one not in elsewhere]
        return not any(rank_of(one) == rank and one != card for one in may)

    @property
    def other(self) -> str:
        return SEATS[1 - SEATS.index(self.turn)]

    def plays(self, card: str) -> Iterator[Play]:
        """Plays to choose from, legal or not; a large board isn't searched through."""
        loose = self.random.sample(self.loose, min(len(self.loose), 6))
        whole = [one for one in self.loose if rank_of(one) == rank_of(card)]
        units = [some for n in range(len(self.builds) + 1) for some in combinations(self.builds, n)][:6]
        for n in range(min(len(loose), 4) + 1):
            for some, builds in product(combinations(loose, n), units):
                yield "captures", card, some, builds, ""
                if whole:
                    yield "captures", card, tuple(dict.fromkeys((*whole, *some))), builds, ""
                total = sum(map(pips, some)) + pips(card) + sum(PIPS.get(one.rank, 0) for one in builds)
                for rank in {rank_of(card), str(total), *(one.rank for one in builds)} & {*map(rank_of, DECK)}:
                    yield "builds", card, some, builds, rank
        yield "trails", card, (), (), ""
        if found := self.sum_for(card):
            yield "captures", card, found, (), ""

    def play(self, play: Play) -> None:
        verb, card, loose, builds, rank = play
        seat = self.turn
        self.hands[seat].remove(card)
        self.seen.add(card)
        taken = [*loose, *(one for build in builds for one in build.cards)]
        self.loose = [one for one in self.loose if one not in loose]
        self.builds = [one for one in self.builds if one not in builds]
        if verb == "captures":
            self.piles[seat] += [*taken, card]
            self.last = seat
            self.sweeps[seat] += not self.loose and not self.builds
        elif verb == "trails":
            self.loose.append(card)
        else:
            cards = [*taken, card]
            pairing = all(rank_of(one) == rank for one in cards)
            sets = 1 if pairing else sum(map(pips, cards)) // PIPS[rank]
            self.builds.append(Build(rank, cards, pairing, sets))
        self.turn = self.other

    @property
    def lying(self) -> list[str]:
        return [*self.loose, *(card for build in self.builds for card in build.cards)]

    def finish(self) -> dict[str, int]:
        if self.last:
            self.piles[self.last] += self.lying
        return {seat: self.sweeps[seat] + points(pile) for seat, pile in self.piles.items()}


def points(pile: list[str]) -> int:
    return (
        sum(rank_of(card) == "A" for card in pile)
        + (sum(card[-1] == "S" for card in pile) > 6)
        + ("2S" in pile)
        + 2 * ("10D" in pile)
        + 3 * (len(pile) > 26)
    )


class Table(Teller):
    """An evening of two players; SAID is the way that led to a failure."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.referee = Referee(find_game("cassino"), SEATS, {"target": self.random.choice(["11", "21"])})
        self.open = self.random.choice([0, 0.2, 0.8])  # how often packets are told
        self.won = dict.fromkeys(SEATS, 0)
        self.dealer = self.random.choice(SEATS)

    # The full form

    def full(self) -> None:
        model = Model(self.random, self.dealer)
        self.tell(f"deal {self.dealer}")
        self.tell(f"upcard {' '.join(model.loose)}")
        for packet in range(6):
            if packet:
                model.deal()
            for card in range(8):
                for seat in SEATS:
                    if seat not in model.told and self.random.random() < (self.open if not card else 0.03):
                        self.tell_packet(model, seat)
                self.one_play(model, last=card == 7)
                self.compare(model, packet, card)
        self.settle(model.finish())
        self.refused(f"{model.turn} dealt {' '.join(self.random.sample(sorted(model.seen), 4))}")

    def tell_packet(self, model: Model, seat: str) -> None:
        """Cards told late show at once who built without another card."""
        ruling = self.tell(f"{seat} dealt {' '.join(self.random.sample(model.packets[seat], 4))}")
        model.told.add(seat)
        found = [one.who for one in ruling.findings]
        assert found == [one for one in model.unbacked if one == seat], f"{found}\n  {self.way}"
        model.unbacked.pop(seat, None)

    def one_play(self, model: Model, last: bool) -> None:
        seat = model.turn
        some = {play for card in model.hands[seat] for play in model.plays(card)}
        plays = sorted(some, key=lambda play: (*play[:3], play[4], *(tuple(build.cards) for build in play[3])))
        self.random.shuffle(plays)
        for play in plays[:2]:
            self.ask(model, play)
        self.try_illegal(model)
        verbs = {"captures": self.random.choice([1, 6]), "builds": 4, "trails": 1}
        plays.sort(key=lambda play: -verbs[play[0]] * self.random.random())
        for play in plays:
            if not model.may(play):
                continue
            unbacked = play[0] == "builds" and not model.backed(play)
            if unbacked and model.known_unbacked(play):
                self.refused(self.text(model, play, seat), "build-backed")
                continue
            if unbacked and (self.random.random() < 0.9 or seat in model.unbacked):
                continue
            if unbacked:
                model.unbacked[seat] = play[1]
            ruling = self.tell(self.text(model, play, self.random.choice(["", seat, seat[:2].lower()])))
            model.play(play)
            found = [one.who for one in ruling.findings]
            assert sorted(found) == (sorted(model.unbacked) if last else []), f"{found}\n  {self.way}"
            return
        raise AssertionError(f"nothing to play\n  {self.way}")

    def text(self, model: Model, play: Play, who: str) -> str:
        """A play in one of its forms."""
        verb, card, loose, builds, rank = play
        chance = self.random.random
        pairs = [one for one in model.loose if rank_of(one) == rank_of(card)]
        same = [one for one in model.builds if one.rank == rank_of(card)]
        whole = verb == "captures" and set(loose) == set(pairs) and set(builds) == set(same) and (loose or builds)
        items = []
        for one in loose:
            alone = sum(rank_of(other) == rank_of(one) for other in model.loose) == 1
            items.append(rank_of(one) if alone and chance() < 0.3 else one)
        for build in builds:
            alone = sum(other.rank == build.rank for other in model.builds) == 1
            only = len(model.builds) == 1 or (alone and build.rank == (rank or rank_of(card)))
            by_name = [f"build {build.rank}"] * alone + ["build"] * only
            items.append(self.random.choice([*by_name, " ".join(self.random.sample(build.cards, len(build.cards)))]))
        self.random.shuffle(items)
        if "build" in items:  # so that no rank stands behind it
            items.sort(key=lambda item: item == "build")
        said = "" if whole and chance() < 0.5 else " ".join(items)
        text = {
            "trails": f"trails {card}",
            "captures": f"captures {said} with {card}",
            "builds": f"builds {rank} on {said} with {card}",
        }[verb]
        return " ".join((who + " " + text).split())

    def ask(self, model: Model, play: Play) -> None:
        """Any play at all stands or falls as the rules say."""
        if play[0] != "trails" and not play[2] and not play[3]:
            return
        may = model.may(play) and not (play[0] == "builds" and model.known_unbacked(play))
        text = self.text(model, play, model.turn)
        ruling = self.referee.can(text)
        assert ruling.accepted == may, f"{text}: {ruling.verdict} {ruling.message}\n  {self.way}"

    def try_illegal(self, model: Model) -> None:
        seat, other = model.turn, model.other
        mine, gone = self.random.choice(model.hands[seat]), self.random.choice(sorted(model.seen))
        tries = [
            (f"deal {other}", "deal-when-done"),
            (f"{seat} trails {gone}", "one-pack"),
            (f"{seat} captures {self.random.choice(model.deck or ['JK'])} with {mine}", "on-board"),
            (f"{seat} dealt {mine} {gone} {gone} {mine}", "own-hand" if seat in model.told else ""),
            (f"{seat} captures {gone} {gone} with {mine}", "on-board"),
        ]
        if model.hands[other]:
            tries.append((f"{other} trails {self.random.choice(model.hands[other])}", "turn-order"))
        if model.deck and seat in model.told:
            tries.append((f"{seat} trails {model.deck[0]}", "own-hand"))
        if other in model.told and model.hands[other]:
            tries.append((f"{seat} trails {model.hands[other][0]}", "one-pack"))
        if len(model.seen) > 4:
            tries += [(f"{seat} sweeps", "sweep"), (f"{seat} holds 26 cards", "all-accounted")]
        for build in model.builds[:1]:
            tries.append((f"{seat} captures {build.cards[0]} with {mine}", "build-unit"))
            if rank_of(mine) != build.rank and sum(one.rank == build.rank for one in model.builds) == 1:
                tries.append((f"{seat} captures build {build.rank} with {mine}", "build-as-declared"))
        text, rule = self.random.choice(tries)
        self.refused(text, rule)

    def compare(self, model: Model, packet: int, card: int) -> None:
        if card == 7 and packet == 5:
            return
        fact = self.referee.fact
        said = [*self.referee.next(), *map(fact, ("board", "builds", "stock", "packet", "sweeps"))]
        dealt = packet + (card == 7) + 1
        so = [model.turn, len(model.lying), len(model.builds), 48 - 8 * dealt, dealt, sum(model.sweeps.values())]
        assert said == so, f"{said}, and it is {so}\n  {self.way}"

    # The short form

    def short(self) -> None:
        cards = self.random.sample(DECK, 52)
        number = self.random.choice([0, 26, 52, *range(4, 49)])
        piles = dict(zip(SEATS, (cards[:number], cards[number:]), strict=True))
        self.tell(self.random.choice([f"deal {self.dealer}", f"{self.dealer} deals"]))
        if self.random.random() < 0.2:
            self.tell(f"upcard {' '.join(cards[:4])}")
        won = {seat: points(pile) for seat, pile in piles.items()}
        for seat in self.random.sample(SEATS, 2):
            sweeps = self.random.randint(0, min(3, len(piles[seat]) // 2))
            if sweeps:
                self.tell(f"{seat} sweeps {sweeps}" if sweeps > 1 or self.random.random() < 0.5 else f"{seat} sweeps")
                won[seat] += sweeps
        if self.random.random() < 0.2:
            self.tell(f"{SEATS[0]} holds {' '.join(piles[SEATS[0]]) or '0 cards'}")
        else:
            self.tell_counts(piles)
        self.settle(won)
        for seat in SEATS:
            self.tell(f"{seat} holds {len(piles[seat])} cards")
            self.refused(f"{seat} holds {len(piles[seat]) + 1} cards", "all-accounted")

    def tell_counts(self, piles: dict[str, list[str]]) -> None:
        """Everything by either player, in any order and in one report or several."""
        told: list[tuple[str, str]] = []
        for what, such in (("cards", ""), ("spades", "S"), ("aces", "A")):
            seat = self.random.choice(SEATS)
            number = sum(such in (card[-1], rank_of(card), "") for card in piles[seat]) if such else len(piles[seat])
            told.append((seat, f"{number} {what[:-1] if number == 1 else what}"))
        told += [(seat, card) for card in ("2S", "10D") for seat in SEATS if card in piles[seat]]
        self.random.shuffle(told)
        while told:
            seat = told[0][0]
            some = [one for one in told if one[0] == seat][: self.random.randint(1, 5)]
            told = [one for one in told if one not in some]
            wrong = {"2S": "14 spades", "10D": "53 cards"}.get(some[0][1], "5 aces")
            self.refused(f"{seat} holds {wrong}", "all-accounted")
            self.tell(f"{seat} holds {' '.join(item for _, item in some)}")

    def settle(self, won: dict[str, int]) -> None:
        for seat, more in won.items():
            self.won[seat] += more
        assert self.referee.hand_scores() == won, f"{self.referee.hand_scores()}, not {won}\n  {self.way}"
        assert self.referee.scores == self.won, self.way
        best = max(self.won.values())
        over = best >= int(self.referee.chosen["target"]) and self.won["Ann"] != self.won["Ben"]
        assert self.referee.over == over, self.way
        assert not over or self.referee.winners() == [seat for seat in SEATS if self.won[seat] == best]
        self.dealer = SEATS[1 - SEATS.index(self.dealer)]


@pytest.mark.parametrize("seed", range(PLAYOUTS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    """And after it, as long as nobody has won, hands in the short form."""
    table = Table(seed)
    table.full()
    while not table.referee.over:
        table.short()


@pytest.mark.parametrize("seed", range(25))
def test_evenings_told_in_the_short_form(seed: int) -> None:
    table = Table(seed)
    while not table.referee.over:
        table.short()


# What the piles may be


def every_split() -> set[tuple[int, int, int, int, int]]:
    """Cards, spades, aces, 2♠ and 10♦ of every part of the pack, from how many of each kind it has."""
    found = set()
    for little, ace, spades, aces, big, rest in product(range(2), range(2), range(12), range(4), range(2), range(36)):
        total = little + ace + spades + aces + big + rest
        found.add((total, little + ace + spades, ace + aces, little, big))
    return found


EVERY = every_split()
KINDS = ("cards", "spades", "aces", "2S", "10D")


@pytest.mark.parametrize("seed", range(30))
def test_splits_are_all_there_are(seed: int) -> None:
    rng = random.Random(seed)
    limits = dict(zip(KINDS, (54, 14, 5, 1, 1), strict=True))
    for _ in range(5):
        told = {kind: rng.randint(0, limits[kind]) for kind in KINDS if rng.random() < 0.6}
        if told.get("cards") and rng.random() < 0.5:
            told["cards"] = rng.choice([0, 1, 2, 13, 14, 38, 39, 40, 50, 51, 52])
        so = {one for one in EVERY if all(one[KINDS.index(kind)] == number for kind, number in told.items())}
        assert {tuple(pile[kind] for kind in KINDS) for pile in splits(told)} == so, told


def test_parts_of_a_real_pack_are_among_the_splits() -> None:
    rng = random.Random(1)
    for _ in range(300):
        pile = rng.sample(DECK, rng.randint(0, 52))
        spades, aces = sum(card[-1] == "S" for card in pile), sum(rank_of(card) == "A" for card in pile)
        assert (len(pile), spades, aces, "2S" in pile, "10D" in pile) in EVERY


# What is listed


@pytest.mark.parametrize("seed", range(15))
def test_every_capture_and_build_is_listed(seed: int) -> None:
    """What the plain rules allow on a board is among the options, and the checks let all captures listed pass."""
    table = Table(seed)
    model = Model(table.random, "Ann")
    table.tell("deal Ann")
    table.tell(f"upcard {' '.join(model.loose)}")
    for _ in range(6):
        table.one_play(model, last=False)
        if len(model.hands["Ben"]) < 2:
            break
    hand, seat = table.referee.hand, model.turn
    listed = {
        (type(play).__name__.lower(), play.card.text, frozenset(named(model, play)), play.rank)
        for kind in (Captures, Builds)
        for play in kind.options(hand, seat)
    }
    for card in model.hands[seat]:
        for play in model.plays(card):
            if play[0] != "trails" and model.may(play):
                items = {*play[2], *(one for build in play[3] for one in build.cards)}
                rank = play[4] or rank_of(card)
                assert (play[0], card, frozenset(items), rank) in listed, f"{play}\n  {table.way}"


def named(model: Model, play: Any) -> set[str]:
    if play.items.some:
        return {str(card) for card in play.items.some}
    rank = play.card.rank
    loose = {card for card in model.loose if rank_of(card) == rank}
    return loose | {card for build in model.builds if build.rank == rank for card in build.cards}


def test_values_are_the_same() -> None:
    assert dict(VALUES) == PIPS
