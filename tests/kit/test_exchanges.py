"""Evidence through exchanges against brute force: every way in which the stories of two players may be true."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from referee.cards import UNKNOWN, Card
from referee.core import Seat
from referee.kit.exchanges import Changed, Lack, can_be_laid
from referee.kit.tricks import Plays

SMALL = [Card(rank, suit) for suit in "SH" for rank in ("K", "Q", "J", "A")]
Event = tuple[str, int, frozenset[Card]]  # what, how many cards, those named


def story(rng: random.Random) -> dict[str, list[Event]]:
    """Two hands of two cards from a pack of eight, changed and played, told in part."""
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
                some = [one for one in SMALL if rng.random() < 0.5]
                lacking = [one for one in some if one not in held] if rng.random() < 0.6 else some
                events.append(("lacks", 0, frozenset(lacking)))
    return told


def ways(events: list[Event], cards: frozenset[Card], held: frozenset[Card] = frozenset()) -> Iterator[frozenset[Card]]:
    """What is left of CARDS after every way in which one player's story may be true."""
    if not events:
        yield cards
        return
    (what, count, known), *rest = events
    if what == "takes up":
        for some in itertools.combinations(sorted(cards, key=str), count):
            if known <= set(some):
                yield from ways(rest, cards - set(some), held | set(some))
    elif what in ("throws", "plays"):
        for some in itertools.combinations(sorted(held, key=str), count):
            if known <= set(some):
                yield from ways(rest, cards, held - set(some))
    elif (known <= held) if what == "shows" else not known & held:
        yield from ways(rest, cards, held)


def true_somehow(told: dict[str, list[Event]]) -> bool:
    left = set(ways(told["Ann"], frozenset(SMALL)))
    return any(True for cards in left for _ in ways(told["Ben"], cards))


def laid(told: dict[str, list[Event]]) -> bool:
    """The same, asked of the kit."""
    fans: dict[Seat, Changed] = {}
    seen: set[Card] = set()
    play = Plays(UNKNOWN)
    for seat, events in told.items():
        fan = fans[Seat(seat)] = Changed.dealt(2, *events[0][2], told=play)
        for i, (what, count, cards) in enumerate(events[1:], 1):
            if what == "throws":
                seen |= cards
                if len(cards) > count or not all(fan.copy().leave(card) for card in cards):
                    return False
                fan.change(tuple(cards), count)
                drawn = events[i + 1][2]
                fan.draw(play, tuple(drawn), count, count)
            elif what != "lacks" and any(not cards.isdisjoint(lack.cards) for lack in fan.lacks):
                return False  # which games see as it comes
            elif what == "shows":
                if not all(fan.show(play, card) for card in cards):
                    return False
            elif what == "plays":
                seen |= cards
                if not cards:
                    fan.play_untold(count)
                elif not all(fan.leave(card) for card in cards):
                    return False
            elif what == "lacks":
                fan.lacks.append(Lack(play, str(i), cards))
    return can_be_laid([card for card in SMALL if card not in seen], fans)


def test_the_cards_can_be_laid_just_where_some_deal_agrees_with_all_that_was_told() -> None:
    agreed = 0
    for seed in range(2500):
        told = story(random.Random(seed))
        so = true_somehow(told)
        assert laid(told) == so, f"seed {seed}: {told}"
        agreed += so
    assert 1500 < agreed < 2400
