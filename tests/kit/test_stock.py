"""A stock and a pile: what a hand may hold and what may be drawn, against every way the cards can lie."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from referee import Referee, find_game
from referee.cards import UNKNOWN, Card, Cards, Pack, cards
from referee.core import Report, Seat
from referee.kit.stock import Draws, StockHand, can_come, can_part
from referee.notation import Names

ANN, BEN = Seat("Ann"), Seat("Ben")
PACK = Pack("A K Q J", without="QH QD QC JH JD JC AD")  # nine cards

World = tuple[Cards, Cards, Cards]  # hands of Ann and Ben, stock; sorted


def table(each: int) -> StockHand:
    names = Names([ANN, BEN], (), False)
    hand = StockHand(
        game=find_game("gops"), seats=(ANN, BEN), house={}, standing=Referee(find_game("gops"), [ANN, BEN]).standing,
        names=names, pack=PACK,
    )  # fmt: skip
    hand.deal_out(each)
    return hand


def worlds(each: int, top: Card) -> set[World]:
    """Every way the cards can be dealt."""
    rest = [card for card in PACK if card is not top]
    found: set[World] = set()

    def choose(pool: list[Card], number: int) -> Iterator[tuple[list[Card], list[Card]]]:
        if not number:
            yield [], pool
            return
        for i in range(len(pool) - number + 1):
            for taken, left in choose(pool[i + 1 :], number - 1):
                yield [pool[i], *taken], pool[:i] + left

    for mine, left in choose(rest, each):
        for theirs, stock in choose(left, each):
            found.add((order(mine), order(theirs), order(stock)))
    return found


def order(some: list[Card]) -> Cards:
    return tuple(sorted(some, key=lambda card: card.text))


def without(some: Cards, card: Card) -> Cards:
    return tuple(one for one in some if one is not card)


@pytest.mark.parametrize("seed", range(60))
def test_cards_are_where_some_deal_has_them(seed: int) -> None:
    rng = random.Random(seed)
    hand = table(2)
    top = rng.choice(list(PACK))
    hand.turn_up(Draws(), top)
    possible = worlds(2, top)
    truth = rng.choice(sorted(possible, key=str))
    hands = {ANN: list(truth[0]), BEN: list(truth[1])}
    stock, pile = list(truth[2]), [top]
    rng.shuffle(stock)
    for step in range(14):
        seat = rng.choice([ANN, BEN])
        at = 0 if seat == ANN else 1
        if rng.random() < 0.5 and stock:
            card = stock.pop()
            told = rng.random() < 0.3
            report = Draws((card,) if told else 1, who=seat, line=step + 1)
            said = report.drawn()
            assert can_come(hand, said) is None, f"seed {seed}: {report.text}"
            hand.draw(report, *said)
            hands[seat].append(card)
            now = set()
            for world in possible:
                for drawn in [card] if told else world[2]:
                    if drawn in world[2]:
                        both = [*world[:2]]
                        both[at] = order([*both[at], drawn])
                        now.add((both[0], both[1], without(world[2], drawn)))
            possible = now
        elif hands[seat]:
            card = hands[seat].pop(rng.randrange(len(hands[seat])))
            report = Report(who=seat, line=step + 1)
            assert can_part(hand, seat, [card]) is None, f"seed {seed}: {seat} lays {card}"
            hand.lay(report, card)
            pile.append(card)
            possible = {
                (without(world[0], card), without(world[1], card), world[2]) for world in possible if card in world[at]
            }
        if not stock and len(pile) > 1:
            stock, pile = pile[:-1], pile[-1:]
            rng.shuffle(stock)
            if not hand.stock:
                hand.renew()
            possible = {(world[0], world[1], order(stock)) for world in possible}
        assert (hand.stock, hand.pile) == (len(stock), pile), f"seed {seed}"
        for who, place in ((ANN, 0), (BEN, 1)):
            held = {card for world in possible for card in world[place]}
            assert set(hand.may_hold(who)) == held, f"seed {seed}, step {step}: {who}"
        if stock:
            assert set(hand.may_come()) == {card for world in possible for card in world[2]}, f"seed {seed}"


def test_what_is_shown_is_known() -> None:
    hand = table(2)
    hand.turn_up(Draws(), Card("A", "S"))
    hand.show(ANN, Draws(line=2), cards("KS KH"))
    assert hand.may_hold(ANN) == Counter(cards("KS KH"))
    assert can_part(hand, ANN, cards("KD"))
    assert can_part(hand, BEN, cards("KD KC")) is None
    assert can_come(hand, cards("KS")) is not None


def test_no_card_is_left_anywhere() -> None:
    hand = table(4)
    hand.turn_up(None)
    hand.turn_up(None)
    assert len(hand.pile) == 1
    assert (hand.stock, hand.to_draw, hand.top) == (0, 0, None)
    hand.draw(Draws(who=ANN), UNKNOWN)
    assert len(hand.fan(ANN)) == 4
