"""Evidence through exchanges compared with brute force: every way in which two players' reports can be true."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from referee.cards import UNKNOWN, Card, card, cards
from referee.game.common_reports import Note
from referee.kit.exchanges import Batch, Changed, Changes, Lack, can_be_laid
from referee.kit.tricks import Plays
from referee.language.reports import Blind, Text
from referee.language.words import Seat

SMALL = [Card(rank, suit) for suit in "SH" for rank in ("K", "Q", "J", "A")]
Event = tuple[str, int, frozenset[Card]]  # what, how many cards, those named


def story(rng: random.Random) -> dict[str, list[Event]]:
    """Two hands of two cards from a pack of eight, changed and played, partly reported."""
    stock = rng.sample(SMALL, 8)
    told = {}
    for seat in ("Ann", "Ben"):
        held, stock = stock[:2], stock[2:]
        events: list[Event] = [("takes up", 2, frozenset(card for card in held if rng.random() < 0.5))]
        for _ in range(rng.randint(0, 2)):
            out = rng.sample(held, min(rng.randint(0, 2), len(stock)))
            new, stock = stock[: len(out)], stock[len(out) :]
            held = [card for card in held if card not in out] + new
            events.append(("throws", len(out), frozenset(card for card in out if rng.random() < 0.3)))
            events.append(("takes up", len(new), frozenset(card for card in new if rng.random() < 0.3)))
        told[seat] = events
        for _ in range(rng.randint(0, 2)):
            if rng.random() < 0.3:
                events.append(("shows", 1, frozenset(rng.sample(held, 1))))
            card = held.pop(rng.randrange(len(held)))
            events.append(("plays", 1, frozenset([card] if rng.random() < 0.6 else [])))
            if rng.random() < 0.7:
                named = [card for card in SMALL if rng.random() < 0.5]
                lacking = [card for card in named if card not in held] if rng.random() < 0.6 else named
                events.append(("lacks", 0, frozenset(lacking)))
    return told


def ways(events: list[Event], cards: frozenset[Card], held: frozenset[Card] = frozenset()) -> Iterator[frozenset[Card]]:
    """The cards left of CARDS, for every way in which one player's reports can be true."""
    if not events:
        yield cards
        return
    (what, count, known), *rest = events
    if what == "takes up":
        for chosen in itertools.combinations(sorted(cards, key=str), count):
            if known <= set(chosen):
                yield from ways(rest, cards - set(chosen), held | set(chosen))
    elif what in ("throws", "plays"):
        for chosen in itertools.combinations(sorted(held, key=str), count):
            if known <= set(chosen):
                yield from ways(rest, cards, held - set(chosen))
    elif (known <= held) if what == "shows" else not known & held:
        yield from ways(rest, cards, held)


def true_somehow(told: dict[str, list[Event]]) -> bool:
    left = set(ways(told["Ann"], frozenset(SMALL)))
    return any(True for cards in left for _ in ways(told["Ben"], cards))


def laid(told: dict[str, list[Event]]) -> bool:
    """The same by the kit."""
    holdings: dict[Seat, Changed] = {}
    seen: set[Card] = set()
    play = Plays(UNKNOWN)
    for seat, events in told.items():
        holding = holdings[Seat(seat)] = Changed.dealt(2, *events[0][2], told=play)
        for i, (what, count, named) in enumerate(events[1:], 1):
            if what == "throws":
                seen |= named
                if len(named) > count or not all(holding.copy().leave(card) for card in named):
                    return False
                holding.change(tuple(named), count)
                drawn = events[i + 1][2]
                holding.draw(play, tuple(drawn), count, count)
            elif what != "lacks" and any(not named.isdisjoint(lack.cards) for lack in holding.lacks):
                return False  # which games see as it comes
            elif what == "shows":
                if not all(holding.show(play, card) for card in named):
                    return False
            elif what == "plays":
                seen |= named
                if not named:
                    holding.play_without_name(count)
                elif not all(holding.leave(card) for card in named):
                    return False
            elif what == "lacks":
                holding.lacks.append(Lack(play, str(i), named))
    return can_be_laid([card for card in SMALL if card not in seen], holdings)


@pytest.mark.parametrize("seed", range(5))
def test_the_cards_can_be_laid_just_where_some_deal_agrees_with_all_that_was_told(seed: int) -> None:
    agreed = 0
    for number in range(500 * seed, 500 * seed + 500):
        entered = story(random.Random(number))
        possible = true_somehow(entered)
        assert laid(entered) == possible, f"seed {number}: {entered}"
        agreed += possible
    assert 300 < agreed < 480


FIRST, SECOND = Note(Text("first"), line=1), Note(Text("second"), line=2)


def test_cards_changed_are_counted_and_named_in_part() -> None:
    assert (Changes(3).count, Changes(3).named) == (3, ())
    change = Changes(Blind(cards("KS ? QS")))
    assert (change.count, change.named) == (3, cards("KS QS"))


def test_a_hand_as_it_was_dealt() -> None:
    assert Changed.dealt(5, *cards("KS QS"), told=FIRST) == Changed(
        [Batch({card("KS"): FIRST, card("QS"): FIRST}, 3, 0)], 5
    )
    assert Changed.dealt(5) == Changed([Batch({}, 5, 0)], 5) and Batch() == Batch({}, 0, 0)


def test_cards_leave_the_batch_they_came_with_or_the_last_they_may_have_come_with() -> None:
    holding = Changed.dealt(4, *cards("KS"), told=FIRST)
    holding.change((), 2)
    holding.draw(SECOND, cards("QS"), 2, 2)
    assert holding.batches == [Batch({card("KS"): FIRST}, 3), Batch({card("QS"): SECOND}, 1, before=2)]
    assert holding.size == 4 and holding.reports == {card("KS"): FIRST, card("QS"): SECOND}
    assert holding.leave(card("QS")) and holding.batches[1] == Batch({}, 1, before=2)
    assert holding.leave(card("AS")) and holding.batches[1] == Batch(
        {}, 0, before=2
    )  # one of the two that nobody named
    assert holding.leave(card("KS")) and (holding.batches[0], holding.batches[1].before) == (Batch({}, 3), 1)
    assert holding.leave(card("AH")) and (holding.batches[0].blind, holding.batches[1].before, holding.size) == (
        2,
        0,
        0,
    )
    assert not holding.leave(card("QH"))  # those left were thrown


def test_a_card_that_is_nowhere_cannot_leave() -> None:
    holding = Changed.dealt(1, *cards("KS"), told=FIRST)
    assert not holding.leave(card("AS"))


def test_a_card_shown_stays_and_may_leave_later() -> None:
    holding = Changed.dealt(3)
    holding.play_without_name(1)
    assert holding.show(FIRST, card("KS")) and holding.shown == {card("KS"): (FIRST, 1)}
    assert (holding.size, holding.batches[0].blind, holding.reports) == (2, 2, {card("KS"): FIRST})
    assert holding.leave(card("KS")) and (holding.size, holding.batches[0].blind, holding.shown) == (1, 2, {})


def test_cards_thrown_by_name_leave_and_the_others_with_them() -> None:
    holding = Changed.dealt(4, *cards("KS QS"), told=FIRST)
    holding.change(cards("KS"), 3)
    assert holding.size == 4 and holding.batches == [Batch({card("QS"): FIRST}, 2), Batch({}, 3, before=1)]
    holding.draw(SECOND, cards("AS"), 2, 3)  # one fewer was taken up
    assert holding.size == 3 and holding.batches[1] == Batch({card("AS"): SECOND}, 1, before=1)


def test_where_nobody_says_how_many_are_changed_all_may_be() -> None:
    holding = Changed.dealt(4)
    holding.change_unnamed(3)
    assert (holding.size, holding.batches[1]) == (4, Batch({}, 3, before=4))
    holding.change_unnamed(9)
    assert holding.batches[2] == Batch({}, 4, before=4)


def test_cards_played_untold_are_counted_with_what_was_lacking() -> None:
    holding = Changed.dealt(4)
    holding.play_without_name(0)
    assert holding.untold == [] and holding.size == 4
    lack = Lack(Plays(card("KS")), "follow-suit", frozenset(cards("AH")))
    holding.lacks.append(lack)
    holding.play_without_name(1)
    holding.lacks.clear()
    assert holding.untold == [(1, [lack])] and holding.size == 3


def test_a_copy_is_another() -> None:
    holding = Changed.dealt(4, *cards("KS"), told=FIRST)
    twin = holding.copy()
    assert twin == holding
    twin.leave(card("KS"))
    twin.show(SECOND, card("QS"))
    twin.change((), 1)
    twin.lacks.append(Lack(Plays(card("KS")), "follow-suit", frozenset()))
    assert holding == Changed.dealt(4, *cards("KS"), told=FIRST)


def test_what_is_lacking_counts_only_where_it_is_asked() -> None:
    """Two cards, both spades, in a hand that has none."""
    holding = Changed.dealt(1)
    holding.lacks = [Lack(Plays(card("KH")), "follow-suit", frozenset(cards("AS KS")))]
    holdings = {Seat("Ann"): holding}
    assert not can_be_laid(cards("AS KS"), holdings) and can_be_laid(cards("AS KS"), holdings, lacking=False)


def test_no_more_is_played_untold_than_there_is() -> None:
    holding = Changed.dealt(1)
    holding.play_without_name(2)
    assert not can_be_laid(cards("AS KS"), {Seat("Ann"): holding})
