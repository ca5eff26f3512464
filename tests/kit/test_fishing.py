"""Fishing games: sums and captures, compared with an exhaustive search."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest

from referee.cards import Card, Cards, Pack, Rank, card, cards
from referee.game.common_reports import Note
from referee.kit.fishing import (
    Build,
    Dealt,
    FishingHand,
    Sweeps,
    Trails,
    Upcard,
    adding_up,
    captures,
    divides,
    is_packet,
    of_own_hand,
    on_the_table,
    so_many_sweeps,
    spread,
    take_packet,
    the_board,
    unions,
)
from referee.kit.tricks import Plays
from referee.language.reports import Blind, Report, Text
from referee.language.words import Seat
from referee.rules.rule import Verdict
from tests.kit.tables import ANN, BEN, CAT, DAN, SEATS, Grounds, grounds, sit_down

PIPS = {"A": 1} | {str(pips): pips for pips in range(2, 11)}
ITALIAN = {"A": 1, "J": 8, "Q": 9, "K": 10} | {str(pips): pips for pips in range(2, 8)}
PACK = list(Pack())


def partitions(items: Sequence[Card]) -> Iterator[list[list[Card]]]:
    """Every way to divide cards into groups."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for groups in partitions(rest):
        yield [[first], *groups]
        for i, group in enumerate(groups):
            yield [*groups[:i], [first, *group], *groups[i + 1 :]]


def textbook(card: Card, board: Sequence[Card], values: dict[str, int]) -> set[frozenset[Card]]:
    """What CARD can take, by the obvious method: every choice of cards, divided in every way."""
    value, pairs = values.get(card.rank, 0), {other for other in board if other.rank == card.rank}

    def matches(group: list[Card]) -> bool:
        if any(other.rank == card.rank for other in group):
            return len(group) == 1
        return all(other.rank in values for other in group) and sum(values[other.rank] for other in group) == value

    choices = set()
    for number in range(1, len(board) + 1):
        for combination in combinations(board, number):
            chosen = set(combination)
            if chosen & pairs in (set(), pairs) and any(
                all(map(matches, groups)) for groups in partitions(combination)
            ):
                choices.add(frozenset(chosen))
    return choices


def as_sets(captured: Iterable[Cards]) -> set[frozenset[Card]]:
    listed = list(captured)
    sets = {frozenset(choice) for choice in listed}
    assert len(sets) == len(listed), "each is found once"
    return sets


@pytest.mark.parametrize("seed", range(150))
def test_captures_are_those_of_the_textbook(seed: int) -> None:
    rng = random.Random(seed)
    card, *board = rng.sample(PACK, rng.randint(1, 8))
    values = rng.choice([PIPS, ITALIAN])
    assert as_sets(captures(card, board, values)) == textbook(card, board, values), (card, board)


@pytest.mark.parametrize("seed", range(100))
def test_what_adds_up_is_all_found(seed: int) -> None:
    rng = random.Random(seed)
    board, total = rng.sample(PACK, rng.randint(0, 9)), rng.randint(1, 10)
    numbers = [PIPS.get(card.rank, 0) for card in board]
    every = [group for n in range(2, len(board) + 1) for group in combinations(board, n)]
    counted = [group for group in every if all(card.rank in PIPS for card in group)]
    assert as_sets(adding_up(board, total, PIPS)) == {
        frozenset(group) for group in counted if sum(PIPS[card.rank] for card in group) == total
    }
    # and a choice divides into sets exactly if it is a union of them
    assert as_sets(unions(board, total, PIPS)) == {
        frozenset(group) for group in counted if divides([PIPS[card.rank] for card in group], total)
    }
    assert divides(numbers, total) == any(
        all(len(group) > 1 and all(numbers) and sum(PIPS[card.rank] for card in group) == total for group in groups)
        for groups in partitions(board)
        if groups
    )


def test_nothing_and_what_counts_nothing_makes_no_set() -> None:
    assert not divides([], 7)
    assert not divides([7], 7)
    assert not divides([0, 7], 7)
    assert not divides([0, 3, 4], 7)
    assert not divides([4, 4, 6], 7)  # which is twice seven
    assert divides([3, 3, 4, 4], 7) and divides([6, 1, 1, 2, 4], 7) and not divides([1, 1, 6, 6, 7], 7)
    assert adding_up(cards("KS QS"), 10, PIPS) == []
    assert captures(Card("K", "H"), cards("KS 5H 5S"), PIPS) == [cards("KS")]
    assert captures(Card("2", "H"), cards("AS AD KS"), PIPS) == [cards("AS AD")]


def test_a_board_of_the_whole_pack_has_no_end_of_sets() -> None:
    """Boards can grow without limit if a table overrules everything, but the search must stay bounded."""
    for total in range(1, 11):
        divides([PIPS[card.rank] for card in PACK if card.rank in PIPS], total)
    for one_card in (Card("10", "S"), Card("A", "S"), Card("7", "S")):
        assert len(captures(one_card, [other for other in PACK if other != one_card], PIPS)) < 200_000


def quickness(rounds: int = 20, size: int = 7, seed: int = 1) -> float:
    """How many times as fast as the textbook method captures are found."""
    rng = random.Random(seed)
    boards = [rng.sample(PACK, size + 1) for _ in range(rounds)]
    start = time.perf_counter()
    ours = [captures(card, board, PIPS) for card, *board in boards]
    between = time.perf_counter()
    theirs = [textbook(card, board, PIPS) for card, *board in boards]
    end = time.perf_counter()
    assert [set(map(frozenset, choices)) for choices in ours] == theirs
    return (end - between) / (between - start)


def test_a_build_knows_its_manner_and_its_sets() -> None:
    report = Note(Text("built"))
    assert Build(Card("J").rank, cards("JS JD"), report).pairing
    eight = Build(Card("8").rank, cards("5S 3D"), report)
    assert (eight.pairing, eight.sets(PIPS)) == (False, 1)
    assert Build(Card("8").rank, cards("5S 3D 7S AD"), report).sets(PIPS) == 2


def test_a_spread_of_choices_is_of_different_ones() -> None:
    choices = list(spread(PACK, 4))
    assert len(set(choices)) == len(choices) > 300
    assert all(len(set(choice)) == 4 for choice in choices)
    assert list(spread(PACK[:4], 4)) == [tuple(PACK[:4])]
    assert list(spread(PACK[:3], 4)) == []


def test_choices_are_spread_over_the_cards() -> None:
    hand = cards("6S 5S 4S 3S 2S")
    assert {tuple(card.rank for card in choice) for choice in spread(hand, 2)} == {
        ("6", "5"), ("5", "4"), ("4", "3"), ("3", "2"), ("6", "4"), ("5", "3"), ("4", "2"),
    }  # fmt: skip


def test_a_build_counts_the_sets_that_its_cards_make() -> None:
    report = Note(Text("built"))
    assert [Build(Rank("9"), cards(text), report).sets(PIPS) for text in ("6S 3D", "6S 3D 9S", "4S", "9S 9D 9H")] == [
        1, 2, 1, 3,
    ]  # fmt: skip
    assert Build(Rank("J"), cards("JS JD"), report).sets(PIPS) == 1  # jacks count nothing
    assert Build(Rank("A"), cards("AS AD"), report).sets(PIPS) == 2
    assert Build(Rank("2"), cards("2S KS KH"), report).sets(PIPS) == 1


# The board, the packets and the piles


def table() -> FishingHand:
    """Dan deals three cards each and four to the board."""
    hand = sit_down(FishingHand)
    hand.house = {"hand-size": 3, "board": 4}
    hand.open()
    hand.loose = [*cards("AS 2S 3S 4S")]
    hand.tell(Note(Text("the board"), line=2), *hand.loose)
    return hand


def plays(seat: Seat, text: str, line: int = 9) -> Plays:
    return Plays(card(text), who=seat, line=line)


def test_a_packet_is_dealt_and_then_another() -> None:
    hand = table()
    assert (hand.each, hand.laid_out, hand.packet, hand.turn()) == (3, 4, 1, (ANN,))
    assert hand.stock == 52 - 4 - 12 and not hand.played_out
    assert [len(hand.hold(seat)) for seat in SEATS] == [3] * 4
    assert hand.piles == hand.played == {seat: [] for seat in SEATS} and not hand.sweeps
    hand.put(plays(ANN, "KS"))
    hand.deal_packet()
    assert (hand.packet, hand.stock, hand.played[ANN]) == (2, 52 - 4 - 24, [])
    assert [len(hand.hold(seat)) for seat in SEATS] == [3] * 4
    assert (sit_down(FishingHand).packet, sit_down(FishingHand).each) == (0, 0)


def test_the_last_packet_may_be_smaller() -> None:
    hand = sit_down(FishingHand, seats=(ANN, BEN))
    hand.house = {"hand-size": 7, "board": 2}
    hand.open()
    sizes = [hand.each]
    while hand.stock:
        assert hand.packets == 4
        hand.deal_packet()
        sizes.append(hand.each)
    assert sizes == [7, 7, 7, 4]


def test_the_turn_goes_to_the_next_who_has_a_card() -> None:
    hand = table()
    play = plays(ANN, "KS")
    hand.put(play)
    assert hand.to_play == BEN and hand.played[ANN] == [play] and len(hand.hold(ANN)) == 2
    assert hand.seen[play.card] == [play] and play.card not in hand.lying
    hand.holdings[CAT].blind = 0
    hand.put(plays(BEN, "QS"))
    assert hand.to_play == DAN
    for seat in SEATS:
        hand.holdings[seat].blind = 0
    hand.put(plays(DAN, "JS"))
    assert hand.played_out and hand.to_play == ANN


def test_what_a_bare_rank_can_mean() -> None:
    hand = table()
    assert hand.meant(plays(ANN, "KS"), Rank("2")) == [*cards("2H 2D 2C")]
    hand.holdings[ANN].gain(Note(Text("seen"), line=3), card("2H"))
    assert hand.meant(plays(BEN, "KS"), Rank("2")) == [*cards("2D 2C")]
    hand.holdings[ANN].blind = 0
    assert hand.meant(plays(ANN, "KS"), Rank("2")) == [card("2H")]
    hand.holdings.clear()
    assert hand.meant(plays(ANN, "KS"), Rank("2")) == [*cards("2H 2D 2C")]


def test_cards_taken_from_a_build_leave_the_others_loose() -> None:
    hand = table()
    report = Note(Text("built"))
    hand.builds = [Build(Rank("9"), cards("6H 3D"), report), Build(Rank("8"), cards("5H 3C"), report)]
    assert hand.lying == [*cards("AS 2S 3S 4S 6H 3D 5H 3C")]
    hand.take_off(cards("6H 2S"))
    assert [build.rank for build in hand.builds] == ["8"] and hand.loose == [*cards("AS 3S 4S 3D")]


def test_a_capture_that_clears_the_board_is_a_sweep() -> None:
    hand = table()
    hand.capture(plays(ANN, "6D"), cards("2S 4S"))
    assert hand.piles[ANN] == [*cards("2S 4S 6D")] and hand.last_capturer == ANN and not hand.sweeps
    hand.loose = [*cards("AS 3S")]
    play = plays(BEN, "4D")
    hand.capture(play, cards("AS 3S"))
    assert hand.sweeps == hand.swept_by(BEN) == [play] and hand.last_capturer == BEN and hand.to_play == CAT
    hand.loose = [card("5S")]
    hand.capture(plays(CAT, "5D"), cards("5S"), may_sweep=False)
    assert not hand.swept_by(CAT) and hand.piles[CAT] == [*cards("5S 5D")]


def test_the_last_capturer_sweeps_up() -> None:
    hand = table()
    hand.sweep_up()
    assert hand.loose == [*cards("AS 2S 3S 4S")]
    hand.builds = [Build(Rank("9"), cards("6H 3D"), Note(Text("built")))]
    hand.last_capturer = CAT
    hand.sweep_up()
    assert hand.piles[CAT] == [*cards("AS 2S 3S 4S 6H 3D")] and hand.lying == []


# Cards of a packet


def dealt(text: str, line: int = 8) -> Dealt:
    return Dealt(Blind(cards(text)), who=ANN, line=line)


def answered(hand: FishingHand, text: str) -> tuple[str | None, str | None]:
    """The faults of cards entered as dealt: in the packet, and in the pack."""
    return is_packet(hand, dealt(text))


def test_a_packet_has_so_many_cards_that_nobody_told() -> None:
    hand = table()
    assert answered(hand, "KS QS ?") == (None, None)
    own, pack = answered(hand, "KS QS")
    assert own and pack is None
    own, pack = answered(hand, "KS QS AS JS")
    assert own and grounds(pack) == ("AS", [2])
    assert Dealt.options(hand, ANN) is None


def test_a_packet_told_late_has_the_cards_played_of_it() -> None:
    hand = table()
    hand.put(plays(ANN, "KS", 5))
    assert answered(hand, "KS QS ?") == (None, None) == answered(hand, "QS JS ?")
    hand.put(plays(ANN, "QS", 6))
    assert answered(hand, "KS QS JS") == (None, None) == answered(hand, "? ? JS")
    own, pack = answered(hand, "10S JS ?")
    assert grounds(own) == (None, [5]) and pack is None


def test_a_packet_told_again_is_the_same() -> None:
    hand = table()
    take_packet(hand, dealt("KS QS ?", 4))
    assert is_packet(hand, dealt("QS ? KS")) == (None, None)
    own, _ = answered(hand, "KS QS JS")
    assert grounds(own) == (None, [4])
    hand.holdings[ANN].known = {card("KS"): Note(Text("seen"), line=3)}
    own, pack = answered(hand, "KS QS JS")
    assert grounds(own) == (None, [3]) and pack is None


def test_what_is_left_of_a_packet_is_known() -> None:
    hand = table()
    hand.put(plays(ANN, "KS", 5))
    take_packet(hand, dealt("KS QS ?", 6))
    assert list(hand.hold(ANN).known) == [card("QS")] and hand.hold(ANN).blind == 1
    assert hand.hold(ANN).known[card("QS")].line == 6


def wrong(hand: FishingHand, report: Report) -> tuple[str | None, str | None]:
    pack, own = of_own_hand(hand, report)
    return own, pack


def test_a_card_is_played_from_ones_own_packet() -> None:
    hand = table()
    assert wrong(hand, plays(ANN, "KS")) == (None, None)
    own, pack = wrong(hand, plays(ANN, "AS"))
    assert own is None and grounds(pack) == ("AS", [2])
    take_packet(hand, dealt("KS QS JS", 4))
    own, pack = wrong(hand, plays(ANN, "10S"))
    assert grounds(own) == ("10S", [4]) and pack is None
    own, pack = wrong(hand, plays(BEN, "KS"))
    assert own is None and grounds(pack) == ("KS", [4])
    for text in ("KS", "QS", "JS"):
        assert wrong(hand, plays(ANN, text)) == (None, None)
        hand.put(plays(ANN, text))
    own, pack = wrong(hand, plays(ANN, "10S"))
    assert own and pack is None


@pytest.mark.parametrize(
    ("named", "why"),
    [("5S 6S 7S 8S", None), ("5S 6S 7S", (None, [])),
     ("5S 6S 7S AS", ("AS", [2])), ("5S 6S 7S 5S", ("5S", []))],
)  # fmt: skip
def test_four_cards_lie_on_the_board(named: str, why: Grounds | None) -> None:
    assert grounds(the_board(table(), Upcard(cards(named)))) == why


def test_so_many_sweeps_can_be() -> None:
    hand = table()
    assert hand.most_sweeps == 24
    assert [sweeps.number for sweeps in Sweeps.options(hand, ANN)] == [*range(1, 25)]
    assert {sweeps.who for sweeps in Sweeps.options(hand, ANN)} == {ANN} and Sweeps().number == 1
    for before, number, good in ((0, 24, True), (0, 25, False), (2, 22, True), (2, 23, False), (0, 0, True)):
        hand.sweeps = [Sweeps(who=BEN)] * before
        why = so_many_sweeps(hand, Sweeps(number, who=ANN))
        assert (why is None) == good
        assert why is None or why.verdict is Verdict.IMPOSSIBLE
    assert so_many_sweeps(hand, Sweeps(-1, who=ANN)) is not None


def test_the_board_may_be_any_four_cards_nobody_has_seen() -> None:
    boards = [upcard.cards for upcard in Upcard.options(table(), ANN)]
    assert len(boards) > 100 and {len(board) for board in boards} == {4}
    assert not {card for board in boards for card in board} & {*cards("AS 2S 3S 4S")}


def test_what_is_said_of_the_packets() -> None:
    hand = table()
    hand.put(Trails(card("KS"), who=ANN, line=3))
    assert [*on_the_table(hand)] == ["deal 1 of 4", "36 in the stock"]
    hand.short = True
    assert not [*on_the_table(hand)]
    assert not [*on_the_table(sit_down(FishingHand))]
