"""Piquet: real hands are dealt, changed, declared and played, told more or less fully, and counted apart."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from referee import Referee, Ruling, find_game
from referee.games import _piquet as arithmetic
from referee.notation import Seat

SEATS = ("Ann", "Ben")
TARIFF = arithmetic.Tariff.of(find_game("piquet").house(2, {}))
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7"]
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
WORTH = {"A": 11, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 9, "8": 8, "7": 7}
RUNS = {
    3: ("tierce", 3),
    4: ("quart", 4),
    5: ("quint", 15),
    6: ("sixieme", 16),
    7: ("septieme", 17),
    8: ("huitieme", 18),
}


def suits(hand: list[str]) -> list[list[str]]:
    """The cards of each suit, the highest first."""
    return [sorted((c for c in hand if c[-1] == suit), key=lambda c: RANKS.index(c[:-1])) for suit in "SHDC"]


def runs(hand: list[str]) -> list[list[str]]:
    """The whole sequences of a hand, the best first."""
    found = []
    for suit in suits(hand):
        for _, some in itertools.groupby(enumerate(suit), lambda one: RANKS.index(one[1][:-1]) - one[0]):
            run = [card for _, card in some]
            if len(run) >= 3:
                found.append(run)
    return sorted(found, key=lambda run: (-len(run), RANKS.index(run[0][:-1])))


def sets(hand: list[str]) -> list[tuple[int, str]]:
    """How many of which rank, the best first."""
    counts = Counter(card[:-1] for card in hand)
    return sorted(((counts[r], r) for r in RANKS[:5] if counts[r] >= 3), key=lambda s: (-s[0], RANKS.index(s[1])))


class Table:
    """One hand as it really went, with every score in the order it fell."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = rng = random.Random(seed)
        self.dealer = rng.randrange(2)
        self.elder = 1 - self.dealer
        pack = rng.sample(PACK, 32)
        if seed % 7 == 0:  # a carte blanche, for one of them
            plain = [card for card in pack if card[:-1] not in "KQJ"]
            pack = plain[:12] + [card for card in pack if card not in plain[:12]]
            if rng.random() < 0.5:
                pack = pack[12:24] + pack[:12] + pack[24:]
        if seed % 5 == 1:  # a strong elder, for pique, repique and capot
            pack.sort(key=lambda card: -WORTH[card[:-1]] - rng.random() * 4)
            pack = pack[12:24] + pack[:12] + pack[24:] if self.elder else pack
        self.dealt = [pack[:12], pack[12:24]]
        self.hands = [list(hand) for hand in self.dealt]
        self.talon = pack[24:]
        self.score = [0, 0]
        self.said: list[str] = []  # as it is told in full
        self.scoring: list[str] = []  # the declarations that scored
        self.blanche()
        self.exchange()
        self.declare()
        self.play()

    def say(self, text: str) -> None:
        self.said.append(text)

    def book(self, who: int, points: int, *declaration: str) -> None:
        self.score[who] += points
        self.scoring += declaration

    # Exchange

    def blanche(self) -> None:
        self.shown = [not any(card[:-1] in "KQJ" for card in hand) for hand in self.dealt]
        self.order = [self.dealer, self.elder] if self.shown[self.elder] else [self.elder, self.dealer]
        self.changes = [0, 0]
        left = 8
        for place, who in enumerate(self.order):
            self.changes[who] = self.random.randint(1, min(5, left - (place == 0)))
            left -= self.changes[who]
        for who in (0, 1):
            if self.shown[who]:
                self.book(who, 10, f"{SEATS[who]} declares carte-blanche")

    def exchange(self) -> None:
        self.thrown: list[list[str]] = [[], []]
        self.drawn: list[list[str]] = [[], []]
        talon = list(self.talon)
        taken = []
        if self.shown[self.elder]:  # set aside for elder before younger draws
            taken = [talon.pop(0) for _ in range(self.changes[self.elder])]
        for who in self.order:
            self.thrown[who] = self.random.sample(self.hands[who], self.changes[who])
            if who == self.elder and taken:
                self.drawn[who] = taken
            else:
                self.drawn[who] = [talon.pop(0) for _ in range(self.changes[who])]
            self.hands[who] = [card for card in self.hands[who] if card not in self.thrown[who]] + self.drawn[who]
        self.left = talon

    # Declarations

    def declare(self) -> None:
        elder, younger = self.elder, self.dealer
        for kind in ("point", "sequence", "set"):
            first = None if self.random.random() < 0.1 else self.best(kind, elder)
            second = None if self.random.random() < 0.1 else self.best(kind, younger)
            self.round(kind, first, second)
        self.before = list(self.score)
        for who in (0, 1):
            if self.score[who] >= 30 and not self.score[1 - who]:
                self.book(who, 60)
                break

    def best(self, kind: str, who: int) -> tuple[int, int, str] | None:
        """The size, what decides between equals, and the top of the best there is."""
        hand = self.hands[who]
        if kind == "point":
            suit = max(suits(hand), key=lambda suit: (len(suit), sum(WORTH[card[:-1]] for card in suit)))
            if self.random.random() < 0.05:  # less than there is
                suit = suit[1:]
            return len(suit), sum(WORTH[card[:-1]] for card in suit), ""
        if kind == "sequence" and (some := runs(hand)):
            return len(some[0]), -RANKS.index(some[0][0][:-1]), some[0][0]
        if kind == "set" and (many := sets(hand)):
            return many[0][0], -RANKS.index(many[0][1]), many[0][1]
        return None

    def text(self, kind: str, who: int, claim: tuple[int, int, str], worth: bool) -> str:
        size, value, top = claim
        said = f"{SEATS[who]} declares "
        if kind == "point":
            if self.random.random() < 0.2 and not worth:
                for suit in suits(self.hands[who]):
                    if len(suit) == size and sum(WORTH[card[:-1]] for card in suit) == value:
                        return said + "point " + " ".join(suit)
            return said + f"point {size}" + (f" {value}" if worth else "")
        if kind == "set":
            return said + f"{'quatorze' if size == 4 else 'trio'} {top}"
        name = self.random.choice([RUNS[size][0], f"run {size}"])
        if not worth:
            return said + name
        return said + f"{name} {self.random.choice([top, top[:-1]])}"

    def round(self, kind: str, first: tuple[int, int, str] | None, second: tuple[int, int, str] | None) -> None:
        elder, younger = self.elder, self.dealer
        winner = None
        if first and not second:
            winner = elder
            self.say(self.text(kind, elder, first, self.random.random() < 0.3))
            self.maybe_good(younger)
        elif second and not first:
            winner = younger
            self.say(self.text(kind, younger, second, self.random.random() < 0.3))
        elif first and second:
            winner = elder if first[:2] > second[:2] else younger if first[:2] < second[:2] else None
            told = kind != "set" and self.random.random() < 0.5
            self.say(self.text(kind, elder, first, told))
            exact = told or ("point " in self.said[-1] and not self.said[-1][-1].isdigit())
            if first[0] > second[0] or (exact and first[:2] > second[:2]) or (kind == "set" and first[:2] > second[:2]):
                self.maybe_good(younger)
            elif first[0] < second[0] or exact or kind == "set":
                if first[:2] == second[:2]:
                    self.say(f"{SEATS[younger]} equal")
                else:
                    self.say(self.text(kind, younger, second, first[0] == second[0]))
            else:
                self.say(f"{SEATS[younger]} equal")
                self.say(self.text(kind, elder, first, True))
                if winner == elder:
                    self.maybe_good(younger)
                else:
                    self.say(
                        self.text(kind, younger, second, True) if winner is not None else f"{SEATS[younger]} equal"
                    )
        if winner is None:
            return
        won = first if winner == elder else second
        assert won
        self.collect(kind, winner, won)

    def maybe_good(self, who: int) -> None:
        if self.random.random() < 0.6:
            self.say(f"{SEATS[who]} good")

    def collect(self, kind: str, who: int, won: tuple[int, int, str]) -> None:
        name = SEATS[who]
        if kind == "point":
            self.book(who, won[0], f"{name} declares point {won[0]}")
        elif kind == "sequence":
            self.book(who, RUNS[won[0]][1], f"{name} declares run {won[0]} {won[2]}")
            for run in runs(self.hands[who])[1:]:
                self.book(who, RUNS[len(run)][1], f"{name} declares run {len(run)} {run[0]}")
                self.say(f"{name} declares {RUNS[len(run)][0]} {run[0]}")
        else:
            for size, rank in sets(self.hands[who]):
                points, said = (14, "quatorze") if size == 4 else (3, "trio")
                self.book(who, points, f"{name} declares {said} {rank}")
                if rank != won[2]:
                    self.say(f"{name} declares {said} {rank}")

    # Tricks

    def play(self) -> None:
        hands = [list(hand) for hand in self.hands]
        leader = self.elder
        self.tricks: list[tuple[int, str, str, int]] = []  # leader, the two cards, the taker
        self.took = [0, 0]
        self.piqued = -1  # after which trick
        for number in range(12):
            lead = self.choose(hands[leader], leader)
            self.count(leader, number)
            follow = [card for card in hands[1 - leader] if card[-1] == lead[-1]] or hands[1 - leader]
            reply = self.random.choice(follow)
            hands[leader].remove(lead)
            hands[1 - leader].remove(reply)
            beaten = reply[-1] == lead[-1] and RANKS.index(reply[:-1]) < RANKS.index(lead[:-1])
            taker = 1 - leader if beaten else leader
            self.took[taker] += 1
            if self.took[taker] == 7:
                self.score[taker] += 10
            self.count(taker, number)
            self.tricks.append((leader, lead, reply, taker))
            leader = taker
        self.last = leader
        for who in (0, 1):
            if self.took[who] == 12:
                self.score[who] += 30

    def choose(self, hand: list[str], leader: int) -> str:
        if leader == self.elder and self.random.random() < 0.7:
            return min(hand, key=lambda card: RANKS.index(card[:-1]))
        return self.random.choice(hand)

    def count(self, who: int, trick: int) -> None:
        """A point for a lead or a trick, and the pique where it makes thirty."""
        self.score[who] += 1
        if self.piqued < 0 and self.score[who] >= 30 and not self.score[1 - who] and max(self.score) < 90:
            self.score[who] += 30
            self.piqued = trick


# Telling


class Scorekeeper:
    """Tells a hand to a referee, who must take every word and come to the same score."""

    def __init__(self, table: Table, form: str) -> None:
        self.table, self.form = table, form
        self.random = random.Random(f"{table.seed} {form}")
        self.referee = Referee(find_game("piquet"), list(SEATS))
        self.heard: list[str] = []
        self.late: list[str] = []

    def say(self, text: str) -> None:
        self.heard.append(text)
        ruling = self.referee.hear(text)
        way = f"seed {self.table.seed}, {self.form}: {ruling.message}\n    " + "\n    ".join(self.heard)
        assert ruling.accepted, way
        assert not ruling.findings, way + f"\n{ruling.findings}"

    def tell(self) -> None:
        table = self.table
        self.say(f"deal {SEATS[table.dealer]}")
        if self.form == "totals":
            for who in self.random.sample((0, 1), 2):
                self.say(f"{SEATS[who]} scores {table.score[who]}")
        elif self.form == "short":
            for text in table.scoring:
                self.say(text)
            self.takes(0)
        else:
            self.full()
        for text in self.late:
            self.say(text)
        brought = self.referee.hand_scores()
        way = f"seed {table.seed}, {self.form}\n    " + "\n    ".join(self.heard)
        assert [brought[Seat(name)] for name in SEATS] == table.score, f"{table.score}, not {brought}: {way}"
        for who in (0, 1):  # told again
            self.say(f"{SEATS[who]} scores {table.score[who]}")

    def takes(self, told: int) -> None:
        """The tricks from TOLD on as numbers."""
        table = self.table
        rest = [taker for *_, taker in table.tricks[told:]]
        named = [who for who in self.random.sample((0, 1), 2) if who in rest or self.random.random() < 0.5]
        pique = table.piqued >= told and 12 not in table.took
        for who in named:
            last = " last" * (rest[-1] == who and (len(set(rest)) > 1 or self.random.random() < 0.5))
            if (
                pique
                and (who == named[-1] if told else who == named[-1] or self.random.random() < 0.3)
                and len(named) > 1
            ):
                self.say(f"{SEATS[table.elder]} declares pique")
                pique = False
            if sum(self.referee.hand.taken.values()) < 12:  # type: ignore[attr-defined]
                self.say(f"{SEATS[who]} takes {rest.count(who)}{last}")

    def full(self) -> None:
        table, rng = self.table, self.random
        for who in (0, 1):
            if rng.random() < 0.6:
                text = f"{SEATS[who]} dealt {' '.join(table.dealt[who])}"
                self.late.append(text) if rng.random() < 0.4 else self.say(text)
        how = rng.choice(["cards", "numbers", "mixed", "nothing"])
        if table.shown[table.elder]:
            self.blanche(table.elder)
        for who in table.order:
            if who == table.dealer and table.shown[who]:
                self.blanche(who)
            if how != "nothing":
                self.changes(who, how)
        if table.left and rng.random() < 0.3:
            self.say(f"talon {' '.join(table.left)}")
        for text in table.said:
            self.say(text)
            self.tell_late(0.02)
        told = rng.randint(0, 11) if self.form == "mixed" else 12
        for leader, lead, reply, _ in table.tricks[:told]:
            if rng.random() < 0.5:
                self.say(f"trick {lead} {reply}")
            else:
                self.say(f"{SEATS[leader]} plays {lead}")
                self.tell_late(0.05)
                self.say(f"{SEATS[1 - leader]} plays {reply}")
            self.tell_late(0.05)
        if told < 12:
            self.takes(told)

    def tell_late(self, chance: float) -> None:
        if self.late and self.random.random() < chance:
            self.say(self.late.pop())

    def blanche(self, who: int) -> None:
        change = f" {self.table.changes[who]}" if self.random.random() < 0.5 else ""
        if self.random.random() < 0.7:
            self.say(f"{SEATS[who]} declares carte-blanche{change}")
        else:
            self.say(f"{SEATS[who]} shows {' '.join(self.table.dealt[who])}")
            self.late = [text for text in self.late if not text.startswith(SEATS[who])]

    def changes(self, who: int, how: str) -> None:
        table, rng = self.table, self.random
        cards = how == "cards" or (how == "mixed" and rng.random() < 0.5)
        self.say(f"{SEATS[who]} discards {' '.join(table.thrown[who]) if cards else len(table.thrown[who])}")
        if rng.random() < 0.7:
            cards = how == "cards" or (how == "mixed" and rng.random() < 0.5)
            self.say(f"{SEATS[who]} draws {' '.join(table.drawn[who]) if cards else len(table.drawn[who])}")


@pytest.mark.parametrize("form", ["full", "short", "mixed", "totals"])
@pytest.mark.parametrize("seed", range(60))
def test_the_same_hand_scores_the_same_in_every_form(form: str, seed: int) -> None:
    Scorekeeper(Table(seed), form).tell()


# Lies and revokes


def heard(table: Table, *reports: str) -> Iterator[Ruling]:
    referee = Referee(find_game("piquet"), list(SEATS))
    for report in (f"deal {SEATS[table.dealer]}", *reports):
        yield referee.hear(report)


def lie(table: Table, who: int) -> str:
    """Something that isn't in the hand."""
    hand, rng = table.hands[who], table.random
    while True:
        match rng.choice(["point", "value", "run", "set"]):
            case "point":
                size = rng.randint(max(map(len, suits(hand))) + 1, 8)
                return f"{SEATS[who]} declares point {size}"
            case "value":
                size, value = max((len(s), sum(WORTH[card[:-1]] for card in s)) for s in suits(hand))
                best = sum(sorted(WORTH.values(), reverse=True)[:size])
                if value < best:
                    return f"{SEATS[who]} declares point {size} {best}"
            case "run":
                longest = max(map(len, runs(hand)), default=2)
                if longest < 8:
                    return f"{SEATS[who]} declares run {rng.randint(longest + 1, 8)}"
            case "set":
                size, rank = rng.choice([3, 4]), rng.choice(RANKS[:5])
                if sum(card[:-1] == rank for card in hand) < size:
                    return f"{SEATS[who]} declares {'trio' if size == 3 else 'quatorze'} {rank}"


def played(table: Table) -> list[str]:
    return [
        f"{SEATS[leader]} plays {lead}; {SEATS[1 - leader]} plays {reply}" for leader, lead, reply, _ in table.tricks
    ]


@pytest.mark.parametrize("seed", range(30))
def test_a_false_declaration_comes_to_light(seed: int) -> None:
    """By the last card at the latest, and against nobody else."""
    table = Table(seed)
    liar = table.random.choice((0, 1))
    reports = [lie(table, liar), *(part for trick in played(table) for part in trick.split("; "))]
    rulings = list(heard(table, *reports))
    assert all(ruling.accepted for ruling in rulings), [ruling.message for ruling in rulings]
    found = [(finding.name, finding.who) for ruling in rulings for finding in ruling.findings]
    assert found == [("false-declaration", SEATS[liar])], (seed, reports, found)


@pytest.mark.parametrize("seed", range(30))
def test_a_false_declaration_is_refused_where_the_cards_are_known(seed: int) -> None:
    table = Table(seed)
    if table.shown[table.elder]:
        return
    liar = table.random.choice((0, 1))
    reports = [f"{SEATS[liar]} dealt {' '.join(table.dealt[liar])}"]
    for who in table.order:
        reports += [
            f"{SEATS[who]} discards {' '.join(table.thrown[who])}",
            f"{SEATS[who]} draws {' '.join(table.drawn[who])}",
        ]
    *before, ruling = heard(table, *reports, lie(table, liar))
    assert all(one.accepted for one in before), [one.message for one in before]
    assert ruling.rules == ("true-declaration",), (seed, ruling)


@pytest.mark.parametrize("seed", range(30))
def test_a_revoke_is_refused_or_comes_to_light(seed: int) -> None:
    """Refused where the hand is known, else found with the card that proves it."""
    table = Table(seed)
    rng, hands, leader = table.random, [list(hand) for hand in table.hands], table.elder
    guilty = revoke = ""
    reports = []
    for _ in range(12):
        lead = rng.choice(hands[leader])
        follow = [card for card in hands[1 - leader] if card[-1] == lead[-1]]
        others = [card for card in hands[1 - leader] if card not in follow]
        reply = rng.choice(follow or others)
        if follow and others and not guilty:
            reply, guilty = rng.choice(others), SEATS[1 - leader]
            revoke = f"{guilty} plays {reply}"
        reports += [f"{SEATS[leader]} plays {lead}", f"{SEATS[1 - leader]} plays {reply}"]
        hands[leader].remove(lead)
        hands[1 - leader].remove(reply)
        if reply[-1] == lead[-1] and RANKS.index(reply[:-1]) < RANKS.index(lead[:-1]):
            leader = 1 - leader
    rulings = list(heard(table, *reports))
    found = {(finding.name, finding.who) for ruling in rulings for finding in ruling.findings}
    assert all(ruling.accepted for ruling in rulings), [ruling.message for ruling in rulings]
    assert found == ({("revoke", guilty)} if guilty else set()), (seed, reports, found)

    who = SEATS.index(guilty) if guilty else 0
    known = [f"{SEATS[who]} dealt {' '.join(table.dealt[who])}"]
    if table.shown[table.elder]:
        known.append(f"{SEATS[table.elder]} declares carte-blanche")
    for one in table.order:
        cards = " ".join(table.thrown[one]) if one == who else len(table.thrown[one])
        known += [f"{SEATS[one]} discards {cards}", f"{SEATS[one]} draws {' '.join(table.drawn[one])}"]
    for report, ruling in zip([*known, *reports], list(heard(table, *known, *reports))[1:], strict=True):
        if report == revoke:
            assert ruling.rules == ("follow-suit",), (seed, reports, ruling)
            break
        assert ruling.accepted, (seed, ruling)


def test_a_hand_is_known_by_all_that_lies_elsewhere() -> None:
    """With the talon empty, the other's cards and one's own discards leave just twelve."""
    tried = 0
    for table in (Table(seed) for seed in range(2, 200)):
        who = table.random.choice((0, 1))
        if table.left or any(table.shown) or table.tricks[0][0] == who:
            continue
        other = 1 - who
        reports = [f"{SEATS[other]} dealt {' '.join(table.dealt[other])}"]
        for one in table.order:
            reports.append(f"{SEATS[one]} discards {' '.join(table.thrown[one])}")
            reports += [f"{SEATS[one]} draws {' '.join(table.drawn[one])}"] * (one == other)
        _, lead, _, _ = table.tricks[0]
        follow = [card for card in table.hands[who] if card[-1] == lead[-1]]
        astray = [card for card in table.hands[who] if card not in follow]
        *before, ruling = heard(table, *reports, f"{SEATS[other]} plays {lead}", f"{SEATS[who]} plays {astray[0]}")
        assert all(one.accepted for one in before), [one.message for one in before]
        assert ruling.rules == (("follow-suit",) if follow else ()), (table.seed, ruling)
        tried += 1
    assert tried > 5


def test_a_revoke_that_the_table_lets_stand_is_not_found_again() -> None:
    referee = Referee(find_game("piquet"), list(SEATS))
    referee.hear("deal Ann")
    referee.hear("Ann dealt AS KS QS JS 10S 9S 8S 7S AH KH QH JH")
    for who, count in (("Ben", 1), ("Ann", 1)):
        referee.hear(f"{who} discards {count}")
    assert referee.hear("Ben plays 10H").accepted
    assert referee.hear("Ann plays 7S").rules == ("follow-suit",)  # one of four hearts may have gone
    assert referee.hear("Ann plays 7S", overrule=True).accepted
    for report in ("Ben plays AD", "Ann plays 8S", "Ben plays 9H", "Ann plays AH"):
        ruling = referee.hear(report)
        assert ruling.accepted and not ruling.findings


@pytest.mark.parametrize(
    ("reports", "refused", "rule"),
    [
        (["Ann dealt AS 10S 9S 8S 7S AH 10H 9H 8H 7H AD KD"], "Ben declares carte-blanche", "carte-blanche"),
        (["Ben dealt AS KS QS JS 10S 9S 8S 7S AH KH QH JH", "Ben discards 1", "Ann discards 1",
          "Ben declares point 4"], "Ben shows AD KD", "one-pack"),
        (["Ben discards 1", "Ann discards 1"], "Ben shows AD KD", "proof"),
        (["Ben declares carte-blanche", "Ann discards 3"], "Ben discards KS 7S", "carte-blanche"),
    ],
)  # fmt: skip
def test_what_cards_rule_out(reports: list[str], refused: str, rule: str) -> None:
    *before, ruling = heard(Table(2), *reports, refused) if Table(2).dealer == 0 else heard(Table(4), *reports, refused)
    assert all(one.accepted for one in before), [one.message for one in before]
    assert rule in ruling.rules and ruling.verdict == ("illegal" if rule == "proof" else "impossible"), ruling


# Totals


def counted(takers: Sequence[bool], elder: int, younger: int, house: arithmetic.Tariff = TARIFF) -> tuple[int, int]:
    """A hand counted aloud: who takes each trick (elder?), and what the two have declared."""
    points, elder_leads, bonus = [younger, elder], True, False
    tricks = [0, 0]
    for side in (0, 1):
        if points[side] >= house.repique_at and not points[1 - side]:
            points[side], bonus = points[side] + house.repique, True
            break

    def count(side: bool, more: int) -> None:
        nonlocal bonus
        points[side] += more
        if points[side] >= house.pique_at and not points[not side] and not bonus:
            points[side], bonus = points[side] + house.pique, True

    for taker in takers:
        count(elder_leads, house.lead)
        tricks[taker] += 1
        count(taker, house.trick + house.cards * (tricks[taker] == 7))
        elder_leads = taker
    for side in (0, 1):
        points[side] += house.capot * (tricks[side] == 12)
    return points[1], points[0]


def every_declaration() -> set[tuple[int, int, int]]:
    """What twelve cards can declare, found by laying sets and sequences over each other."""
    by_rank = []
    for rank in range(5):
        three = [(sum(1 << 8 * suit + rank for suit in some), 3) for some in itertools.combinations(range(4), 3)]
        by_rank.append([(0, 0), (sum(1 << 8 * suit + rank for suit in range(4)), 14), *three])
    sets: set[tuple[int, int]] = {(0, 0)}
    for some in by_rank:
        sets = {(a | b, x + y) for a, x in sets for b, y in some if (a | b).bit_count() <= 12}
    one_suit = {(0, 0)}
    for size, (_, points) in RUNS.items():
        for top in range(9 - size):
            run = (1 << size) - 1 << top
            one_suit |= {(run | other, points + more) for other, more in one_suit if not run & other}
    for size, (_, points) in RUNS.items():  # a second time, for two runs in any order
        for top in range(9 - size):
            run = (1 << size) - 1 << top
            one_suit |= {(run | other, points + more) for other, more in one_suit if not run & other}
    layouts: set[tuple[tuple[int, ...], int]] = set()
    for four in itertools.combinations_with_replacement(sorted(one_suit), 4):
        if sum(run.bit_count() for run, _ in four) <= 12:
            layouts.add((tuple(run for run, _ in four), sum(points for _, points in four)))
    found = set()
    longest: dict[tuple[int, int], int] = {}
    for suited, sequences in layouts:
        bits = sum(run << 8 * suit for suit, run in enumerate(suited))
        for cards, points in sets:
            union = cards | bits
            free = 12 - union.bit_count()
            if free >= 0:
                most = max((union >> shift & 0xFF).bit_count() for shift in (0, 8, 16, 24)) + free
                longest[sequences, points] = max(longest.get((sequences, points), 0), min(8, most))
    for (sequences, points), most in longest.items():
        found |= {(point, sequences, points) for point in range(most + 1)}
    return found


@pytest.mark.no_cover
def test_what_twelve_cards_can_declare() -> None:
    assert arithmetic.declarable(TARIFF) == every_declaration()
    for seed in range(300):
        hand = random.Random(seed).sample(PACK, 12)
        held = (
            max(map(len, suits(hand))),
            sum(RUNS[len(run)][1] for run in runs(hand)),
            sum(14 if size == 4 else 3 for size, _ in sets(hand)),
        )
        assert held in arithmetic.declarable(TARIFF), (seed, hand)


HOUSES = (
    TARIFF,
    TARIFF._replace(pique_at=25, repique_at=35, repique=45, lead=2, cards=0, capot=50, carte_blanche=20),
    TARIFF._replace(point=2, trick=0, trio=5, quatorze=12, sequences=(0, 4, 5, 6, 7, 8), pique=0, pique_at=35),
)


@pytest.mark.no_cover
@pytest.mark.parametrize("house", HOUSES)
def test_totals_are_those_that_some_hand_brings(house: arithmetic.Tariff) -> None:
    """Every share of the tricks in every order, with everything that can be declared, counted aloud."""
    alike: dict[tuple[int, bool, int], tuple[bool, ...]] = {}
    for takers in itertools.product((False, True), repeat=12):
        run = next((n for n, taker in enumerate(takers) if not taker), 12)
        alike.setdefault((sum(takers), takers[-1], run), takers)
    rng = random.Random(7)
    for _ in range(500):  # these three are all that matters
        takers = tuple(rng.random() < rng.random() for _ in range(12))
        run = next((n for n, taker in enumerate(takers) if not taker), 12)
        declared = rng.choice([(0, 0), (rng.randint(0, 57), 0), (0, rng.randint(0, 57)), (7, 14)])
        assert counted(takers, *declared, house) == counted(alike[sum(takers), takers[-1], run], *declared, house)
    every = {(point * house.point, runs, sets) for point, runs, sets in arithmetic.declarable(house)}
    declared_by_both = set()
    for rounds in itertools.product((0, 1), repeat=3):
        mine = {sum(itertools.compress(one, rounds)) for one in every}
        theirs = {sum(itertools.compress(one, [1 - n for n in rounds])) for one in every}
        for blanche in ((0, 0), (house.carte_blanche, 0), (0, house.carte_blanche)):
            declared_by_both |= {(a + blanche[0], b + blanche[1]) for a in mine for b in theirs}
    brought = {counted(takers, *both, house) for takers in alike.values() for both in declared_by_both}
    assert max(map(max, brought)) <= house.most
    tried = [(rng.randint(0, 125), rng.randint(0, 125)) for _ in range(3000)]
    tried += [(elder, younger) for elder in range(45) for younger in range(30)]
    tried += rng.sample(sorted(brought), 3000)
    for elder, younger in tried:
        assert arithmetic.hand_can_bring(house, elder, younger) == ((elder, younger) in brought), (elder, younger)
    assert not arithmetic.hand_can_bring(house, -1, 40)
