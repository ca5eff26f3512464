"""Piquet: what cards prove about declarations and revokes, and the possible totals of a hand, counted independently."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from referee import Referee, Ruling, find_game
from referee.games import _piquet as arithmetic
from referee.testing.telling import walks
from tests.models import model, piquet
from tests.tables import seated

TARIFF = arithmetic.Tariff.of(find_game("piquet").house(2, {}))
RUNS = dict(zip(range(3, 9), TARIFF.sequences, strict=True))


def rulings_on(*reports: str, dealer: str = "Ann") -> Iterator[Ruling]:
    referee = Referee(find_game("piquet"), ["Ann", "Ben"])
    return map(referee.hear, (f"deal {dealer}", *reports))


def changed(seed: int) -> piquet.Position:
    """A hand after the exchange."""
    steps, _ = next(walks(model("piquet"), [seed]))
    positions: list[piquet.Position] = [step.position for step in steps]
    return next(p for p in positions if len(p.changed) == 2 and not p.thrown)


def played(p: piquet.Position, chance: random.Random, *, revoke: bool = False) -> tuple[list[str], str]:
    """All cards in the order a player plays them, with one breach if wanted, and its player."""
    reports, guilty = [], ""
    while plays := [move for move in piquet.moves(p) if move.verb == "plays"]:
        wrong = [move for move in plays if move.breaks == ("follow-suit",)] if revoke and not guilty else []
        move = chance.choice(wrong or [move for move in plays if not move.breaks])
        guilty, p = move.who if wrong else guilty, piquet.after(p, move)
        reports.append(move.text)
    return reports, guilty


@pytest.mark.parametrize("seed", range(30))
def test_a_false_declaration_comes_to_light(seed: int) -> None:
    """By the last card at the latest, and for no other player."""
    p, chance = changed(seed), random.Random(seed)
    lie = chance.choice([move for move in piquet.moves(p) if move.breaks == ("true-declaration",)])
    rulings = [*rulings_on(lie.text, *played(p, chance)[0], dealer=p.table.dealer)]
    assert all(ruling.accepted for ruling in rulings), [ruling.message for ruling in rulings]
    named = [(finding.name, finding.who) for ruling in rulings for finding in ruling.findings]
    assert named == [("false-declaration", lie.who)], (seed, lie, named)


@pytest.mark.parametrize("seed", range(30))
def test_a_revoke_comes_to_light(seed: int) -> None:
    p = changed(seed)
    reports, guilty = played(p, random.Random(seed), revoke=True)
    rulings = [*rulings_on(*reports, dealer=p.table.dealer)]
    assert all(ruling.accepted for ruling in rulings), [ruling.message for ruling in rulings]
    named = {(finding.name, finding.who) for ruling in rulings for finding in ruling.findings}
    assert guilty and named == {("revoke", guilty)}, (seed, reports, named)


def test_a_hand_is_known_by_all_that_lies_elsewhere() -> None:
    """If the talon is empty, the opponent's cards and a player's own discards leave just twelve."""
    reports = ("Ben dealt A-7S AKQJH", "Ben discards AKQJH 7S", "Ben draws 10987H 7D", "Ann discards 10D 9D 8D")
    for lead, rules in (("AS", ()), ("7D", ("follow-suit",))):
        *before, ruling = rulings_on(*reports, f"Ben plays {lead}", "Ann plays 7C")
        assert all(earlier.accepted for earlier in before)
        assert ruling.rules == rules


def test_a_revoke_that_the_table_lets_stand_is_not_found_again() -> None:
    referee = Referee(find_game("piquet"), ["Ann", "Ben"])
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
    *before, ruling = rulings_on(*reports, refused)
    assert all(earlier.accepted for earlier in before), [earlier.message for earlier in before]
    assert rule in ruling.rules and ruling.verdict == ("illegal" if rule == "proof" else "impossible"), ruling


# Totals


def counted(
    takers: Sequence[bool], elder: int, younger: int, house: arithmetic.Tariff = TARIFF, low: Sequence[int] = ()
) -> tuple[int, int]:
    """A hand counted aloud: who takes each trick (elder?), the declarations of both, and which leads are low."""
    points, bonus = [younger, elder], False
    for side in (0, 1):
        if points[side] >= house.repique_at and not points[1 - side]:
            points[side], bonus = points[side] + house.repique, True
            break
    for side, more in in_tricks(tuple(takers), house, tuple(low)):
        points[side] += more
        if points[side] >= house.pique_at and not points[not side] and not bonus:
            points[side], bonus = points[side] + house.pique, True
    for side in (0, 1):
        points[side] += house.capot * (sum(taker == side for taker in takers) == 12)
    return points[1], points[0]


@cache
def in_tricks(takers: tuple[bool, ...], house: arithmetic.Tariff, low: tuple[int, ...]) -> list[tuple[bool, int]]:
    """Who counts (elder?) and how much, in order. What one player counts in a row is a single number: bonuses depend on
    the player's own total, which only grows, and on the opponent's, which doesn't change meanwhile.
    """
    elder_leads, tricks = True, [0, 0]
    each: list[tuple[bool, int]] = []
    for place, taker in enumerate(takers):
        each.append((elder_leads, house.lead * (place not in low or house.low_leads == "count")))
        tricks[taker] += 1
        points_of_trick = house.trick * (taker != elder_leads or house.own_tricks == "count")
        each.append((taker, points_of_trick + house.cards * (tricks[taker] == 7) + house.last_trick * (place == 11)))
        elder_leads = taker
    return [(side, sum(more for _, more in row)) for side, row in itertools.groupby(each, lambda one: one[0])]


@cache
def every_set() -> set[tuple[int, int]]:
    """The cards of all sets that twelve cards can have, as bits, and their points."""
    by_rank = []
    for rank in range(5):
        three = [(sum(1 << 8 * suit + rank for suit in suits), 3) for suits in itertools.combinations(range(4), 3)]
        by_rank.append([(0, 0), (sum(1 << 8 * suit + rank for suit in range(4)), 14), *three])
    sets: set[tuple[int, int]] = {(0, 0)}
    for choices in by_rank:
        sets = {(a | b, x + y) for a, x in sets for b, y in choices if (a | b).bit_count() <= 12}
    return sets


@cache
def every_layout() -> set[tuple[tuple[int, ...], int]]:
    """The cards of all sequences that twelve cards can have, as bits of each suit, and their points."""
    one_suit = {(0, 0)}
    for size, points in RUNS.items():
        for top in range(9 - size):
            run = (1 << size) - 1 << top
            one_suit |= {(run | other, points + more) for other, more in one_suit if not run & other}
    for size, points in RUNS.items():  # a second time, for two runs in any order
        for top in range(9 - size):
            run = (1 << size) - 1 << top
            one_suit |= {(run | other, points + more) for other, more in one_suit if not run & other}
    layouts: set[tuple[tuple[int, ...], int]] = set()
    for four in itertools.combinations_with_replacement(sorted(one_suit), 4):
        if sum(run.bit_count() for run, _ in four) <= 12:
            layouts.add((tuple(run for run, _ in four), sum(points for _, points in four)))
    return layouts


def every_declaration(faces: int = 12) -> set[tuple[int, int, int]]:
    """Every declaration that twelve cards with some face cards can have, by combining sets and sequences."""
    declarations = set()
    longest: dict[tuple[int, int], int] = {}
    for suited, sequences in every_layout():
        bits = sum(run << 8 * suit for suit, run in enumerate(suited))
        for cards, points in every_set():
            if longest.get((sequences, points)) == 8:  # no suit is longer
                continue
            union = cards | bits
            free, faces_free = 12 - union.bit_count(), faces - (union & arithmetic.FACES).bit_count()
            if free >= 0 and faces_free >= 0:
                of_suits = [union >> shift & 0xFF for shift in (0, 8, 16, 24)]
                most = max(suit.bit_count() + min(free, room_in(suit, faces_free)) for suit in of_suits)
                longest[sequences, points] = max(longest.get((sequences, points), 0), most)
    for (sequences, points), most in longest.items():
        declarations |= {(point, sequences, points) for point in range(most + 1)}
    return declarations


def room_in(suit: int, faces: int) -> int:
    """The most cards of a suit that can be added, some of them face cards."""
    plain = [rank for rank in range(8) if not suit >> rank & 1 and rank not in (1, 2, 3)]
    return len(plain) + min(faces, 3 - (suit >> 1 & 7).bit_count())


@pytest.mark.no_cover
@pytest.mark.parametrize("faces", [12, 5, 2])
def test_what_twelve_cards_can_declare(faces: int) -> None:
    """A hand with a carte blanche can only have as many face cards as were exchanged."""
    assert arithmetic.declarable(TARIFF, faces) == every_declaration(faces)


def test_no_hand_brings_more_than_the_best_with_a_carte_blanche() -> None:
    """Seven of its twelve cards aren't face cards, so it can't have three quatorzes as well."""
    best = seated(
        "piquet", "Ann Ben", "deal Ann", "Ben dealt 10S 10H 10D 10C 9S 8S 9H AS AH AD AC 9D",
        "Ben declares carte-blanche 5", "Ann discards KS QC QD", "Ann draws 8C 7D 7C",
        "Ben shows 10S 10H 10D 10C 9S 8S 9H AS AH AD AC 9D", "Ben discards AS AH AD AC 9D", "Ben draws QS JS JH JD JC",
        "Ben declares point 5", "Ben declares quint QS", "Ben declares tierce JH", "Ben declares quatorze J",
        "Ben declares quatorze 10", "trick QS 7S", "trick JS KH", "trick 10S KD", "trick 9S KC", "trick 8S QH",
        "trick JH 8H", "trick 10H 7H", "trick 9H 9C", "trick JD 8D", "trick 10D 7D", "trick JC 8C", "trick 10C 7C",
    )  # fmt: skip
    assert best.scores == {"Ann": 0, "Ben": 185}
    referee = seated("piquet", "Ann Ben", "deal Ann")
    assert referee.can("Ben scores 185").accepted
    assert [referee.can(f"Ben scores {points}").rules for points in range(186, 192)] == [("hand-total",)] * 6
    assert referee.hand.tariff.most == 185  # type: ignore[attr-defined]


HOUSES = (
    TARIFF,
    TARIFF._replace(pique_at=25, repique_at=35, repique=45, lead=2, cards=0, capot=50, carte_blanche=20, last_trick=3),
    TARIFF._replace(point=2, trick=0, trio=5, quatorze=12, sequences=(0, 4, 5, 6, 7, 8), pique=0, pique_at=35),
)


@pytest.mark.no_cover
@pytest.mark.parametrize("low_leads", ["count", "nothing"])
@pytest.mark.parametrize("own_tricks", ["count", "nothing"])
def test_totals_of_hands_that_were_played_can_be(own_tricks: str, low_leads: str) -> None:
    house, chance = TARIFF._replace(own_tricks=own_tricks, low_leads=low_leads, last_trick=2), random.Random(1)
    for _ in range(300):
        takers = [chance.random() < chance.choice([0, 0.5, 0.9, 1]) for _ in range(12)]
        low = chance.sample(range(12), chance.randint(0, 12))
        declared = chance.choice([(0, 0), (14, 0), (0, 14), (0, 28), (28, 0), (3, 5), (0, 40), (40, 0)])
        assert arithmetic.hand_can_bring(house, *counted(takers, *declared, house, low)), (takers, low, declared)


@pytest.mark.no_cover
@pytest.mark.parametrize("house", HOUSES)
def test_totals_are_those_that_some_hand_brings(house: arithmetic.Tariff) -> None:
    """Every division of the tricks in every order, with every possible declaration, counted aloud."""
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
    every, every_plain = (
        {(point * house.point, runs, sets) for point, runs, sets in arithmetic.declarable(house, faces)}
        for faces in (12, house.most_changed)
    )
    declared_by_both = set()
    for rounds in itertools.product((0, 1), repeat=3):
        mine = {sum(itertools.compress(parts, rounds)) for parts in every}
        theirs = {sum(itertools.compress(parts, [1 - n for n in rounds])) for parts in every}
        declared_by_both |= {(a, b) for a in mine for b in theirs}
        plain = {sum(itertools.compress(parts, rounds)) + house.carte_blanche for parts in every_plain}
        declared_by_both |= {(a, b) for a in plain for b in theirs} | {(b, a) for a in plain for b in theirs}
    brought = {counted(takers, *both, house) for takers in alike.values() for both in declared_by_both}
    assert max(map(max, brought)) <= house.most
    tried = [(rng.randint(0, 125), rng.randint(0, 125)) for _ in range(3000)]
    tried += [(elder, younger) for elder in range(45) for younger in range(30)]
    tried += rng.sample(sorted(brought), 3000)
    for elder, younger in tried:
        assert arithmetic.hand_can_bring(house, elder, younger) == ((elder, younger) in brought), (elder, younger)
    assert not arithmetic.hand_can_bring(house, -1, 40)
