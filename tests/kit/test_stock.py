"""A stock and a pile: what a hand may have and what can be drawn, compared with every possible deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from referee import Referee, find_game
from referee.cards import UNKNOWN, Card, Cards, Pack, card, cards
from referee.game.common_reports import Note
from referee.kit.stock import (
    Discards,
    Draws,
    Shuffle,
    StockHand,
    Takes,
    Upcard,
    can_come,
    can_part,
    enough_to_draw,
    fresh_upcard,
    from_stock,
    has_drawn,
    in_hand,
    in_pile,
    stock_and_top,
    top_card,
)
from referee.language.reports import Blind, Report, Text
from referee.language.words import Names, Seat
from tests.kit.tables import Grounds, grounds, sit_down

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
    """Every possible deal."""
    rest = [card for card in PACK if card is not top]
    dealt: set[World] = set()

    def choose(pool: list[Card], number: int) -> Iterator[tuple[list[Card], list[Card]]]:
        if not number:
            yield [], pool
            return
        for i in range(len(pool) - number + 1):
            for taken, left in choose(pool[i + 1 :], number - 1):
                yield [pool[i], *taken], pool[:i] + left

    for mine, left in choose(rest, each):
        for theirs, stock in choose(left, each):
            dealt.add((order(mine), order(theirs), order(stock)))
    return dealt


def order(held: list[Card]) -> Cards:
    return tuple(sorted(held, key=lambda card: card.text))


def without(held: Cards, card: Card) -> Cards:
    return tuple(other for other in held if other is not card)


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
            entered = rng.random() < 0.3
            report = Draws((card,) if entered else 1, who=seat, line=step + 1)
            said = report.drawn()
            assert can_come(hand, said) is None, f"seed {seed}: {report.text}"
            hand.draw(report, *said)
            hands[seat].append(card)
            now = set()
            for world in possible:
                for drawn in [card] if entered else world[2]:
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
    assert len(hand.holding(ANN)) == 4


# The reports


@pytest.mark.parametrize(
    ("told", "due", "drawn", "number"),
    [
        (None, 1, "?", 1),
        (None, 2, "? ?", 2),
        (3, 1, "? ? ?", 3),
        (Blind(cards("AS ?")), 1, "AS ?", 2),
    ],
)
def test_what_is_drawn(told: int | Blind | None, due: int, drawn: str, number: int) -> None:
    draws = Draws(told, who=ANN)
    assert draws.drawn(due) == cards(drawn) and draws.number(due) == number
    assert len(Draws(2_000_000, who=ANN).drawn()) == 1000
    assert (Draws(who=ANN).drawn(), Draws(who=ANN).number()) == ((UNKNOWN,), 1)


def test_what_may_be_drawn_and_discarded() -> None:
    hand = table(2)
    hand.turn_up(Note(Text("turned"), line=1), card("AS"))
    draws = [draw.cards for draw in Draws.options(hand, BEN)]
    assert draws == [None, 1, 2, 3, 4, 5, *((wanted,) for wanted in PACK if wanted != card("AS"))]
    assert {report.who for report in Draws.options(hand, BEN)} == {BEN}
    discards = list(Discards.options(hand, BEN))
    assert {report.card for report in discards} == {*PACK} - {card("AS")} and {report.who for report in discards} == {
        BEN
    }
    assert discards[0].cards == (discards[0].card,)


# The stock and the pile


def test_the_stock_is_what_is_not_dealt() -> None:
    hand = table(2)
    assert (hand.stock, len(hand.holding(ANN)), len(hand.holding(BEN))) == (4, 2, 2)
    hand.deal_out(3, [BEN], turned=0)
    assert (hand.stock, list(hand.holdings)) == (6, [BEN])
    assert sit_down(StockHand).stock == 0


def test_the_top_of_the_pile_and_what_there_is_to_draw() -> None:
    hand = table(2)
    assert (hand.top, hand.to_draw) == (None, 4)
    hand.turn_up(None)
    assert (hand.top, hand.to_draw, hand.pile, hand.seen) == (None, 4, [UNKNOWN], {})
    report = Note(Text("turned"), line=1)
    hand.turn_up(report, cards("AS=D")[0])
    assert (hand.top, hand.to_draw, hand.seen) == (card("AS"), 4, {card("AS"): [report]})
    hand.lay(Discards(card("KS"), who=ANN, line=2), *cards("KS=D"))
    assert (hand.top, hand.to_draw, hand.pile) == (card("KS"), 5, [*cards("AS KS")])
    assert len(hand.holding(ANN)) == 1


def test_cards_given_up_unnamed_are_gone_and_shuffles_can_be_told_apart_no_more() -> None:
    hand = table(2)
    hand.shuffles = [Shuffle(Counter(cards("AS KS")))]
    hand.give_up(Note(Text("shown"), who=ANN), card("KH"))
    assert len(hand.holding(ANN)) == 1 and len(hand.shuffles) == 1
    hand.give_up(Note(Text("shown"), who=BEN), card("KD"), UNKNOWN)
    assert len(hand.holding(BEN)) == 0 and hand.shuffles == []


def test_the_pile_is_taken_from_the_top() -> None:
    hand = table(2)
    hand.pile = [*cards("AS KS AH")]
    assert hand.take_pile(Note(Text("takes"), who=BEN), 2) == [*cards("KS AH")]
    assert hand.pile == [card("AS")] and hand.holding(BEN).known == Counter(cards("KS AH"))
    assert hand.take_pile(Note(Text("takes"), who=BEN), 0) == [] and hand.pile == [card("AS")]


def test_the_pile_is_shuffled_when_the_last_card_is_drawn_or_the_next_is_wanted() -> None:
    for at_once in (True, False):
        hand = table(2)
        hand.pile, hand.stock = [*cards("AS KS AH")], 1
        for lying in hand.pile:
            hand.tell(Note(Text("laid"), line=3), lying)
        hand.draw(Draws(who=BEN), UNKNOWN, at_once=at_once)
        assert (hand.stock, len(hand.shuffles)) == ((2, 1) if at_once else (0, 0))
        assert [*hand.may_come()] == [*cards("AS KS")]
        hand.draw(Draws(who=BEN), card("KS"), UNKNOWN, at_once=at_once)
        assert (hand.stock, hand.pile, len(hand.holding(BEN))) == (0, [card("AH")], 5)
        assert [len(hand.seen[lying]) for lying in cards("AS KS AH")] == [0, 1, 1]
        hand.draw(Draws(who=BEN), UNKNOWN, at_once=at_once)  # there is none
        assert (hand.stock, len(hand.holding(BEN))) == (0, 5)
        (shuffle,) = hand.shuffles
        assert (shuffle.cards[card("AS")], shuffle.cards[card("KS")], shuffle.drawn) == (1, 0, Counter([BEN]))


def test_a_pile_with_cards_nobody_named_tells_nothing_of_the_stock() -> None:
    hand = table(2)
    hand.pile, hand.stock = [card("AS"), UNKNOWN, card("AH")], 0
    hand.shuffles = [Shuffle(Counter(cards("KS")))]
    hand.renew()
    assert (hand.stock, hand.pile, hand.shuffles) == (2, [card("AH")], [])
    hand.renew()
    assert (hand.stock, hand.pile) == (2, [card("AH")])


# Checks


def table_of_two_packs() -> StockHand:
    hand = sit_down(StockHand, Pack("A K", packs=2))
    hand.deal_out(2)
    hand.turn_up(Note(Text("turned"), line=1), card("AS"))
    return hand


def test_cards_come_from_the_stock_in_their_order() -> None:
    hand = table_of_two_packs()
    assert hand.stock == 7 and can_come(hand, cards("AS KS ? KS")) is None
    assert grounds(can_come(hand, cards("AS KS AS"))) == ("AS", [1])
    assert grounds(can_come(hand, cards("KH KH KH"))) == ("KH", [])
    assert grounds(from_stock(hand, Draws(Blind(cards("AS AS")), who=ANN))) == ("AS", [1])
    hand.stock, hand.pile = 1, [*cards("KS AS")]
    assert can_come(hand, cards("AH KS")) is None  # which lay in the pile
    assert grounds(can_come(hand, cards("AH KS KS"))) == ("KS", [])
    assert grounds(can_come(hand, cards("AH AS"))) == ("AS", [1])
    hand.pile = [*cards("KS KH AS")]
    assert can_come(hand, cards("AH KH")) is None
    for pile in ("? AS", "KS ? AS"):
        hand.pile = [*cards(pile)]
        assert can_come(hand, cards("AH KH KH")) is None and can_come(hand, cards("AH KH KH KH")) is not None
    hand.pile = [*cards("KS ?")]
    assert grounds(can_come(hand, cards("AH KH"))) == ("KH", [])
    assert grounds(can_come(hand, cards("? KH"))) == ("KH", [])


def test_where_the_stock_is_gone_what_lies_in_the_pile_may_come() -> None:
    hand = table_of_two_packs()
    hand.stock = 0
    for pile, may in (("KS AD KS AS", "KS AD"), ("KS KH ?", "KS KH"), ("AS", ""), ("", "")):
        hand.pile = [*cards(pile)]
        assert {*hand.may_come()} == {*cards(may)}
        assert all((can_come(hand, [wanted]) is None) == (wanted in cards(may)) for wanted in hand.pack)
    hand.tell(Note(Text("seen"), line=3), *cards("KH KH"))
    hand.pile = [*cards("KS ? AS")]
    assert {*hand.may_come()} == {*hand.pack} - {card("KH")}
    assert all((can_come(hand, [wanted]) is None) == (wanted != card("KH")) for wanted in hand.pack)


def test_cards_drawn_of_a_shuffled_pile_are_of_that_pile() -> None:
    hand = table_of_two_packs()
    hand.shuffles = [Shuffle(Counter(cards("KS KS")), Counter({ANN: 3}))]
    hand.holdings[ANN].blind = 2  # one of three was corrected to another card
    assert hand.most(ANN, card("KS")) == 2 == hand.may_hold(ANN)[card("KS")]
    assert hand.most(ANN, card("AH")) == 0 == hand.may_hold(ANN)[card("AH")]
    hand.shuffles[0].drawn[ANN] = 1
    assert hand.most(ANN, card("KS")) == 1 == hand.may_hold(ANN)[card("KS")]
    assert hand.most(ANN, card("AH")) == 1 == hand.may_hold(ANN)[card("AH")]


def test_one_card_is_drawn_where_the_rules_say_nothing_else() -> None:
    assert table(2).must_draw(ANN) == 1


@pytest.mark.parametrize(
    ("stock", "number", "good"),
    [
        (2, 1, True),
        (2, 2, True),
        (2, 3, False),
        (1, 2, False),
        (0, 1, False),
        (2, 0, False),
    ],
)
def test_there_are_only_so_many_cards_to_draw(stock: int, number: int, good: bool) -> None:
    hand = table(2)
    hand.stock = stock
    assert grounds(enough_to_draw(hand, number)) == (None if good else (number, []))


def test_the_upcard_lies_nowhere_else() -> None:
    hand = sit_down(StockHand, Pack("A K"))
    assert fresh_upcard(hand, Upcard(card("AS"))) is None
    hand.tell(Note(Text("seen"), line=3), card("AS"))
    assert grounds(fresh_upcard(hand, Upcard(cards("AS=D")[0]))) == ("AS", [3])


def test_the_cards_of_a_report_may_be_in_the_hand() -> None:
    hand = table_of_two_packs()
    hand.holdings[ANN].gain(Note(Text("seen"), line=3), card("KS"))
    hand.tell(Note(Text("seen"), line=3), card("KS"))

    def wrong(text: str) -> tuple[Grounds | None, Grounds | None]:
        held, elsewhere = in_hand(hand, Draws(Blind(cards(text)), who=ANN))
        return grounds(held), grounds(elsewhere)

    assert wrong("KS KS AH") == (None, None) == wrong("AH ? KS")
    assert wrong("KS KH AH ?") == ((None, []), None)
    assert wrong("AS AS") == (None, ("AS", [1]))
    hand.holdings[ANN].blind = 1
    assert wrong("AH KH") == (("AH", [3]), None)
    hand.holdings[ANN].blind = 0
    assert wrong("KS KS") == ((None, []), None)
    assert wrong("AS") == (("AS", [3]), None)
    hand.holdings[ANN].known[card("KS")] = 2
    assert wrong("KS KS") == (None, None)
    hand.holdings[ANN].known[card("KS")] = 1
    hand.holdings[ANN].known[card("KH")] = 1
    assert wrong("KS KS") == (("KS", [3]), None)


def asked(hand: StockHand, *reports: Report | None) -> Upcard | None:
    """The result of asking for the upcard if REPORT is the answer."""
    asking = hand.ask_upcard()
    asks = asking.send(None)
    assert asks.optional and [(ask.verb, ask.aside) for ask in asks.asks] == [(Upcard, False)]
    assert hand.pile == [UNKNOWN]
    try:
        asking.send(*reports)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise AssertionError("and nothing more is asked")


def test_the_upcard_may_be_left_untold() -> None:
    hand = table(2)
    upcard = Upcard(card("KS"), line=2)
    assert asked(hand, upcard) is upcard
    assert hand.pile == [card("KS")] and hand.seen == {card("KS"): [upcard]}
    hand = table(2)
    assert asked(hand, None) is None and hand.pile == [UNKNOWN] and not hand.seen


# The card on top


def test_the_top_card_or_one_that_is_let_pass_is_picked_up() -> None:
    hand = table(2)
    hand.turn_up(None)
    hand.pile += [card("KS"), card("AS")]
    takes = Takes(who=ANN, line=3)
    assert Takes.options(hand, ANN) == [Takes(who=ANN), Takes(card("AS"), who=ANN)]
    assert hand.pick_up(takes, None) == card("AS") and hand.pile == [UNKNOWN, card("KS")]
    assert hand.pick_up(takes, card("KS")) == card("KS") and hand.pile == [UNKNOWN]
    assert not hand.seen
    assert hand.pick_up(takes, card("KH")) == card("KH") and hand.pile == [] and list(hand.seen) == [card("KH")]
    assert hand.holding(ANN).known == Counter([card("AS"), card("KS"), card("KH")]) and hand.holding(ANN).blind == 2
    assert Takes.options(hand, ANN) == [Takes(who=ANN)]


def test_of_two_cards_alike_the_upper_one_is_picked_up() -> None:
    hand = table(2)
    hand.pile = [card("KS"), card("AS"), card("KS"), card("AH")]
    hand.pick_up(Takes(who=ANN, line=3), card("KS"))
    assert hand.pile == [card("KS"), card("AS"), card("AH")]


def test_what_may_lie_in_the_pile() -> None:
    hand = table(2)
    hand.pile = [card("KS")]
    assert in_pile(hand, card("KS")) is None
    assert grounds(in_pile(hand, card("KH"))) == ("KH", [])
    hand.turn_up(None)
    assert in_pile(hand, card("KH")) is None
    hand.tell(Note(Text("seen"), line=5), card("KH"))
    assert grounds(in_pile(hand, card("KH"))) == ("KH", [5])


def test_a_turn_begins_with_a_draw() -> None:
    hand = table(2)
    assert has_drawn(hand, Discards(card("KS"), who=ANN)) is not None
    hand.drew = Draws(who=ANN, line=2)
    assert has_drawn(hand, Discards(card("KS"), who=ANN)) is None
    assert has_drawn(hand, Discards(card("KS"), who=BEN)) is not None


def test_what_everybody_sees_of_stock_and_pile() -> None:
    hand = table(2)
    assert (list(stock_and_top(hand)), top_card(hand)) == (["stock 4", "top not entered"], None)
    hand.turn_up(None)
    assert (list(stock_and_top(hand)), top_card(hand)) == (["stock 4", "top not entered"], None)
    hand.turn_up(None, card("KS"))
    assert (list(stock_and_top(hand)), top_card(hand)) == (["stock 4", "top K♠"], "KS")
