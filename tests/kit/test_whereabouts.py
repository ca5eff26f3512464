"""Cards passed on and discarded face down, compared with every possible layout."""

from __future__ import annotations

import random
from itertools import product

import pytest

from referee.cards import UNKNOWN, cards
from referee.kit.whereabouts import Whereabouts

A, K, Q, J = cards("AS KS QS JS")
FIRST, SECOND, HEAP = 1, 2, 4


def table() -> Whereabouts:
    """Two hands, the first with three cards, one of them known. The second discarded a card face down."""
    return Whereabouts({A: FIRST, K: FIRST | SECOND, Q: FIRST | SECOND | HEAP, J: SECOND | HEAP}, [3, 2, 1])


def lies_somehow(where: Whereabouts, place: int, *named: object) -> bool:
    """The same by brute force over all layouts."""
    spots = [1 << i for i in range(len(where.room))]
    for way in product(spots, repeat=len(where.places)):
        lying = dict(zip(where.places, way, strict=True))
        if (
            all(where.places[card] & spot for card, spot in lying.items())
            and all(way.count(spot) <= room for spot, room in zip(spots, where.room, strict=True))
            and all(lying.get(card) == place for card in named)
        ):
            return True
    return False


@pytest.mark.parametrize("seed", range(20))
def test_cards_may_be_where_some_way_of_laying_them_has_them(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        where = Whereabouts(
            {card: rng.randint(1, 7) for card in "abcde"[: rng.randint(1, 5)]}, [rng.randint(0, 3) for _ in range(3)]
        )
        named = rng.sample("abcdef", rng.randint(0, 3))
        place = 1 << rng.randrange(3)
        assert where.allows(place, *named) == lies_somehow(where, place, *named), (
            f"seed {seed}: {where}, {place}, {named}"
        )


def test_a_card_that_is_gone_is_nowhere() -> None:
    where = table()
    assert where.allows(FIRST, A) and not where.allows(FIRST, cards("2S")[0])
    assert where.allows(FIRST, K) and not where.allows(FIRST, K, J)


def test_a_card_thrown_openly_is_gone() -> None:
    where = table()
    where.throw(0, A)
    assert where.places == {K: FIRST | SECOND, Q: FIRST | SECOND | HEAP, J: SECOND | HEAP}
    assert where.room == [2, 2, 1]
    where.throw(1, A)  # told twice, and let stand
    assert where.room == [2, 1, 1]


def test_a_card_thrown_unseen_may_be_any_of_the_hand() -> None:
    where = table()
    where.throw(0, UNKNOWN)
    assert where.places == {A: FIRST | HEAP, K: FIRST | SECOND | HEAP, Q: FIRST | SECOND | HEAP, J: SECOND | HEAP}
    assert where.room == [2, 2, 2]


def test_a_card_handed_on_unseen_may_be_any_of_the_hand() -> None:
    where = table()
    where.give(0, 1, UNKNOWN)
    assert where.places == {A: FIRST | SECOND, K: FIRST | SECOND, Q: FIRST | SECOND | HEAP, J: SECOND | HEAP}
    assert where.room == [2, 3, 1]


def test_a_card_handed_on_openly_is_there() -> None:
    where = table()
    where.give(1, 0, K)
    assert where.places == {A: FIRST, K: FIRST, Q: FIRST | SECOND | HEAP, J: SECOND | HEAP}
    assert where.room == [4, 1, 1]


def test_the_heap_goes_into_one_hand() -> None:
    where = table()
    assert where.heap == HEAP
    where.take_heap(0)
    assert where.places == {A: FIRST, K: FIRST | SECOND, Q: FIRST | SECOND, J: FIRST | SECOND}
    assert where.room == [4, 2, 0]
    where.take_heap(1)
    assert where.room == [4, 2, 0] and where.places[A] == FIRST


def test_a_copy_is_another() -> None:
    where = table()
    other = where.copy()
    assert other == where
    other.throw(0, A)
    other.room[1] = 9
    assert where == table()


@pytest.mark.parametrize("seed", range(40))
def test_cards_may_always_be_where_they_are(seed: int) -> None:
    """After any discards, passes and draws, named or not."""
    rng = random.Random(seed)
    pack = list(cards("AS KS QS JS 10S 9S 8S"))
    lies = [pack[:3], pack[3:], []]
    where = Whereabouts(dict.fromkeys(pack, FIRST | SECOND), [3, 4, 0])
    for _ in range(8):
        seat = rng.randrange(2)
        entered = rng.random() < 0.3
        if lies[2] and rng.random() < 0.2:
            lies[seat] += lies[2]
            lies[2] = []
            where.take_heap(seat)
        elif lies[seat]:
            card = lies[seat].pop(rng.randrange(len(lies[seat])))
            if rng.random() < 0.5:
                lies[1 - seat].append(card)
                where.give(seat, 1 - seat, card if entered else UNKNOWN)
            else:
                where.throw(seat, card if entered else UNKNOWN)
                lies[2] += [] if entered else [card]
        assert where.room == [len(hand) for hand in lies], f"seed {seed}"
        assert all(where.allows(1 << i, *hand) for i, hand in enumerate(lies)), f"seed {seed}"


def test_many_hands_with_a_heap_find_room_at_once() -> None:
    """Twenty-six hands that each laid a card on the heap: subsets must not be tried one by one."""
    heap = 1 << 26
    places = {(seat, i): 1 << seat | heap for seat in range(26) for i in range(4)}
    where = Whereabouts(dict(places), [3] * 26 + [26])
    assert where.allows(heap, *((seat, 0) for seat in range(26)))
    assert not where.allows(heap, (0, 0), (0, 1))
    assert where.allows(1, (0, 0), (0, 1), (0, 2)) and not where.allows(1, *((0, i) for i in range(4)))
