"""Old Maid: pairs kept back are found; whether a hand must have a pair, compared with every hand."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections import Counter

import pytest

from referee import Referee, find_game
from referee.cards import RANKS, Card, Pack
from referee.games._old_maid import Whereabouts
from referee.testing.often import times
from tests.models import model
from tests.models.old_maid import pairs

QUEENS = [Card("Q", suit) for suit in "SHDC"]


@pytest.mark.parametrize("seed", range(times(10)))
def test_who_kept_a_pair_is_found_and_nobody_else(seed: int) -> None:
    """If all cards are known, every player who kept a dealt pair is found, and nobody else."""
    chance = random.Random(seed)
    table, _ = model("old-maid").table(chance, 0)
    careless = dataclasses.replace(table, struck=("all-pairs-out",))
    steps, _ = model("old-maid").hand(careless, chance)
    referee = Referee(find_game("old-maid"), table.seats)
    lines = [move.text for move in model("old-maid").opening(steps[0].position)]
    kept, at_once, named = set[str](), set[str](), set[str]()
    for position, move, _ in steps:
        if move.verb == "discards" and position.waiting:
            at_once |= {move.who} if 2 * len(pairs(position, move.who)) > len(move.words.split()) else set()
        elif move.verb == "draws":
            kept |= {seat for seat in position.hands if pairs(position, seat)}
        by_name = chance.random() < (1 if seed % 2 else 0.6)
        lines.append(move.text if by_name or not move.less else chance.choice(move.less[:2]))
    lines += [f"{seat} dealt {' '.join(cards)}" for seat, cards in steps[0].position.dealt.items()]
    for text in lines:
        ruling = referee.hear(text)
        if ruling.rules == ("all-pairs-out",):
            named |= {ruling.report.who} if "discards" in text and ruling.report else set()
            ruling = referee.hear(text, overrule=True)
        assert ruling.accepted, "\n".join([*lines, ruling.message])
        named |= {finding.who for finding in ruling.findings if finding.name == "kept-pair"}
    assert at_once <= named <= kept | at_once, lines


def one_way(room: dict[int, int], places: dict[int, int], lying: dict[int, list[int]]) -> bool:
    """Whether all cards can be placed, by the textbook method."""

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
    where = Whereabouts((13, 13, 13, 12), None, (RANKS[2],))
    pack = [card for card in Pack() if card is not QUEENS[seed % 4]]
    chance.shuffle(pack)
    hands = [pack[i::4] for i in range(4)]
    for place, hand in enumerate(hands):  # most cards are discarded by name, some hands are entered
        entered = chance.random() < 0.6
        for card in list(hand):
            if len(hand) > 4 or entered:
                number = where.fix(1 << place, card)
                assert number is not None
                if len(hand) > 4:
                    where.move(number, 1 << place, where.pile)
                    hand.remove(card)
    for _ in range(8):
        giver, drawer = chance.sample(range(4), 2)
        if not hands[giver]:
            continue
        card = hands[giver].pop(chance.randrange(len(hands[giver])))
        hands[drawer].append(card)
        if chance.random() < 0.3:
            number = where.fix(1 << giver, card)
            assert number is not None
            where.move(number, 1 << giver, 1 << drawer)
        else:
            assert where.spread(1 << giver, 1 << drawer)
        place = chance.randrange(4)
        if not 1 < len(hands[place]) < 6:
            continue
        here = 1 << place
        alive = [i for i, spot in enumerate(where.places) if spot != where.pile]
        may = [i for i in alive if where.places[i] & here]
        room = {bit: where.room[bit] for bit in where.bits if bit != here}
        unpaired = any(
            one_way(room, {i: where.places[i] & ~here for i in alive if i not in chosen}, {bit: [] for bit in room})
            for chosen in itertools.combinations(may, len(hands[place]))
            if len({where.ranks[i] for i in chosen}) == len(chosen)
        )
        assert where.can_be_unpaired(here, False) == unpaired
        truly = max(Counter(card.rank for card in hands[place]).values()) == 1
        assert unpaired or not truly
