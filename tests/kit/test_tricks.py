"""Tricks: whose turn it is, who takes the trick, and messages about a suit that wasn't followed."""

from __future__ import annotations

from typing import Any

import pytest

from referee import Referee, find_game
from referee.cards import JOKER, Card, Pack, Suit, card, cards
from referee.game.common_reports import Deal, Dealt, Note
from referee.game.findings import Offence
from referee.game.game import Game, Table
from referee.kit import tricks
from referee.kit.evidence import Void, must_have_held
from referee.kit.holdings import from_the_pack, take_up
from referee.kit.tricks import (
    BowerHand,
    Plays,
    Takes,
    Trick,
    TrickHand,
    enough_tricks,
    follows_suit,
    from_hand,
    may_have_to_follow,
    on_the_table,
    one_card_each,
    took_as_many,
    trick_ranking,
    whole_trick,
)
from referee.language.reports import Blind, Text
from referee.language.words import NOBODY, Seat
from referee.rules.rule import Verdict, illegal, impossible
from referee.table.rulings import Ruling
from tests.kit.tables import ANN, BEN, CAT, DAN, SEATS, grounds, sit_down

SMALL = Pack("A K Q J")  # sixteen cards, four each


def table(kind: type[TrickHand] = TrickHand, trump: str = "", pack: Pack = SMALL) -> Any:
    """Dan deals four cards each, and Ann leads."""
    hand = sit_down(kind, pack)
    hand.deal_cards(4, Deal(line=1))
    hand.leader = ANN
    hand.trump = Suit(trump) if trump else None
    return hand


def play(seat: Seat, text: str, line: int = 9) -> Plays:
    return Plays(card(text), who=seat, line=line)


def put(hand: TrickHand, text: str, line: int = 10) -> Seat | None:
    """Everybody plays a card, starting with the player to act."""
    winner = None
    for place, played in enumerate(cards(text)):
        seat = hand.to_play()
        assert isinstance(seat, str)
        winner = hand.put(Plays(played, who=seat, line=line + place))
    return winner


# Whose card it is


def test_cards_are_played_clockwise_from_the_leader() -> None:
    hand = table()
    hand.leader = NOBODY
    assert hand.to_play() == SEATS
    hand.leader = CAT
    assert hand.to_play() == CAT
    for seat, text in ((CAT, "AS"), (DAN, "KS"), (ANN, "QS")):
        assert hand.to_play() == seat
        assert hand.put(play(seat, text)) is None
    assert hand.to_play() == BEN and hand.led == "S"


def test_play_goes_on_from_one_who_played_out_of_turn() -> None:
    hand = table()
    hand.put(play(ANN, "AS"))
    hand.put(play(CAT, "KS"))
    assert hand.to_play() == DAN
    hand.put(play(DAN, "QS"))
    assert hand.to_play() == BEN


def test_a_trick_goes_to_whoever_played_highest() -> None:
    hand = table()
    assert put(hand, "QS KS AH JS") == BEN
    assert (hand.leader, hand.trick, hand.led) == (BEN, [], None)
    assert hand.taken == {ANN: 0, BEN: 1, CAT: 0, DAN: 0} and hand.tricks_left == 3
    assert hand.piles == {ANN: [], BEN: [*cards("QS KS AH JS")], CAT: [], DAN: []}
    assert [len(hand.hold(seat)) for seat in SEATS] == [3] * 4
    assert [report.line for report in hand.seen[card("AH")]] == [12]


def test_a_trump_takes_the_trick_and_the_higher_of_two() -> None:
    assert put(table(trump="H"), "AS JH QH KS") == CAT
    assert put(table(trump="S"), "JS QS AH KS") == DAN
    assert put(table(trump="D"), "QS AH AC JS") == ANN


def test_how_high_cards_stand_in_a_trick() -> None:
    hand = table(trump="H", pack=Pack())
    assert all(hand.strength(card) < 0 for card in hand.pack if card.suit != "H")  # nothing is led yet
    hand.put(play(ANN, "5S"))
    trumps, led, others = ([hand.strength(Card(rank, suit)) for rank in hand.pack.ranks] for suit in "HSD")  # type: ignore[arg-type]
    for heights in (trumps, led):
        assert heights == sorted(heights, reverse=True) and len({*heights}) == 13
    assert min(trumps) > max(led) and min(led) >= 0 > max(others)


def test_bowers_stand_above_the_other_trumps() -> None:
    hand = table(BowerHand, "S", Pack("A K Q J 10 9", jokers=1))
    hand.put(play(ANN, "QH"))
    order = sorted((other for other in hand.pack if hand.strength(other) >= 0), key=hand.strength, reverse=True)
    assert order == [*cards("JK JS JC AS KS QS 10S 9S"), *cards("AH KH QH JH 10H 9H")]
    assert len({hand.strength(other) for other in order}) == len(order)
    assert [hand.suit_of(other) for other in cards("JK JC JS JD QC")] == ["S", "S", "S", "D", "C"]
    assert hand.left_bower == card("JC")


@pytest.mark.parametrize(("trump", "left"), [("S", "JC"), ("C", "JS"), ("H", "JD"), ("D", "JH")])
def test_the_left_bower_is_the_other_jack_of_the_color(trump: str, left: str) -> None:
    hand = table(BowerHand, trump)
    assert hand.left_bower == card(left) and hand.suit_of(card(left)) == trump
    assert hand.suits[card(left)] == trump == hand.suits[Card("J", trump)]
    hand.trump = None
    assert hand.suits[card(left)] == card(left).suit


def test_without_trumps_there_are_no_bowers() -> None:
    hand = table(BowerHand, "", Pack("A K Q J", jokers=1))
    assert hand.left_bower is None
    assert hand.suit_of(card("JS")) == "S" and hand.suit_of(JOKER) == JOKER.suit
    assert [hand.height(other) for other in cards("AS KS QS JS")] == [
        hand.height(other) for other in cards("AD KD QD JD")
    ]
    assert hand.height(card("AS")) > hand.height(card("KS"))


# Unreported tricks


def test_after_untold_tricks_of_several_anybody_may_lead() -> None:
    hand = table()
    hand.take_unnamed(CAT, 0)
    assert hand.takers == set() and hand.leader == ANN
    hand.take_unnamed(CAT, 1)
    assert (hand.leader, hand.loose, hand.taken[CAT], hand.tricks_left) == (CAT, False, 1, 3)
    hand.take_unnamed(DAN, 2)
    assert (hand.leader, hand.loose, hand.taken[DAN], hand.tricks_left) == (DAN, True, 2, 1)
    assert [len(hand.hold(seat)) for seat in SEATS] == [1] * 4
    hand.put(play(BEN, "AS"))
    assert not hand.loose and hand.takers == set()


def test_a_trick_begun_may_be_finished_untold() -> None:
    hand = table()
    hand.put(play(ANN, "AS"))
    hand.take_unnamed(BEN, 1)
    assert hand.trick == [] and hand.leader == BEN
    assert [len(hand.hold(seat)) for seat in SEATS] == [3] * 4


# The reports


def test_what_may_be_reported() -> None:
    hand = table()
    hand.hold(ANN).blind = 0
    hand.hold(ANN).gain(Deal(line=1), *cards("AS KH"))
    assert [(report.card, report.who) for report in Plays.options(hand, ANN)] == [(card("AS"), ANN), (card("KH"), ANN)]
    assert [(report.tricks, report.who) for report in Takes.options(hand, BEN)] == [(n, BEN) for n in range(5)]
    assert Takes().tricks == 1 and TrickHand.__dataclass_fields__["size"].default == 0


def test_a_whole_trick_is_a_card_from_everybody() -> None:
    hand, trick = table(), Trick(cards("AS KS QS JS"), line=4)
    assert whole_trick(hand, trick) is None
    assert [(part.card, part.line) for part in trick.parts(hand)] == [(card, 4) for card in trick.cards]  # type: ignore[attr-defined]
    short = whole_trick(hand, Trick(cards("AS KS QS")))
    assert short and short.verdict is Verdict.UNCLEAR and not short.reports
    hand.put(play(ANN, "AS", 6))
    hand.put(play(BEN, "KS", 7))
    begun = whole_trick(hand, trick)
    assert begun and begun.verdict is Verdict.UNCLEAR


def test_nobody_plays_twice_to_a_trick() -> None:
    hand = table()
    hand.put(play(ANN, "AS", 6))
    hand.put(play(BEN, "KS", 7))
    assert one_card_each(hand, play(CAT, "QS")) is None
    why = one_card_each(hand, play(BEN, "QS"))
    assert why and why.verdict is Verdict.IMPOSSIBLE and why.reports == (hand.trick[1],)


def test_a_card_is_played_from_the_hand_it_may_be_in() -> None:
    hand = table()
    hand.put(play(ANN, "AS", 6))
    assert from_hand(hand, play(BEN, "KS")) is None
    assert grounds(from_hand(hand, play(BEN, "AS"))) == ("AS", [6])


@pytest.mark.parametrize(
    ("taken", "takes", "good"),
    [
        (0, 0, True),
        (0, 4, True),
        (0, 5, False),
        (0, -1, False),
        (2, 3, False),
        (3, 2, False),
        (4, 1, False),
        (4, 0, True),
    ],
)
def test_nobody_takes_more_tricks_than_are_left(taken: int, takes: int, good: bool) -> None:
    hand = table()
    hand.taken[BEN] = taken
    assert grounds(enough_tricks(hand, Takes(takes, who=ANN))) == (None if good else (takes, []))


def test_tricks_told_again_are_as_many_as_were_taken() -> None:
    hand = table()
    hand.taken[BEN] = 2
    assert took_as_many(hand, Takes(2, who=BEN)) is None
    assert took_as_many(hand, Takes(1, who=BEN)) is not None


def test_what_everybody_wants_to_know() -> None:
    hand = table()
    assert [*on_the_table(hand)] == []
    hand.trump = Suit("H")
    hand.put(play(ANN, "AS"))
    hand.put(play(BEN, "KS"))
    assert [*on_the_table(hand)] == ["trump ♥", "trick Ann A♠, Ben K♠"]


# Following suit


def knows(hand: TrickHand, seat: Seat, text: str, line: int = 2) -> None:
    report = Dealt(Blind(cards(text)), who=seat, line=line)
    assert from_the_pack(hand, report) is None
    take_up(hand, report)
    hand.dealt[seat] = report


def test_who_is_known_to_hold_the_suit_follows() -> None:
    hand = table()
    knows(hand, BEN, "KS QS JH ?")
    hand.put(play(ANN, "AS", 6))
    assert follows_suit(hand, play(BEN, "KS")) is None
    why = follows_suit(hand, play(BEN, "JH"))
    assert why and why.reports == (hand.dealt[BEN],)
    assert follows_suit(hand, play(CAT, "JD")) is None  # nobody knows
    assert follows_suit(hand, play(Seat("Eve"), "JD")) is None
    hand.trick.clear()
    assert follows_suit(hand, play(BEN, "JH")) is None  # it is led


def test_the_card_named_is_proven_by_the_line_that_told_it() -> None:
    hand = table()
    hand.hold(BEN).blind = 2
    first, second = Note(Text("shown"), line=3), Note(Text("shown too"), line=4)
    hand.hold(BEN).gain(first, card("KS"))
    hand.hold(BEN).gain(second, card("QS"))
    hand.put(play(ANN, "AS", 6))
    why = follows_suit(hand, play(BEN, "JH"))
    assert why and why.reports == (first, second)


def test_the_card_in_play_is_no_proof_and_none_that_fell() -> None:
    hand = table(BowerHand, "S", Pack("A K Q J"))
    knows(hand, BEN, "JC AH KH QH")
    hand.put(play(ANN, "AC", 6))
    assert follows_suit(hand, play(BEN, "AH")) is None  # the jack of clubs is a trump
    hand = table()
    knows(hand, BEN, "KS ? ? ?")
    hand.fallen.add(card("KS"))
    hand.put(play(ANN, "AS", 6))
    assert follows_suit(hand, play(BEN, "AH")) is None


def test_who_may_hold_the_suit_may_have_to_follow() -> None:
    hand = table()
    assert may_have_to_follow(hand, play(BEN, "AH")) is None
    hand.put(play(ANN, "AS", 6))
    assert may_have_to_follow(hand, play(BEN, "KS")) is None
    assert may_have_to_follow(hand, play(Seat("Eve"), "AH")) is None
    why = may_have_to_follow(hand, play(BEN, "AH"))
    assert why and why.reports == (hand.trick[0],)
    knows(hand, BEN, "AH KH QH JH")
    assert may_have_to_follow(hand, play(BEN, "AH")) is None


def test_who_must_hold_the_suit_is_told_why() -> None:
    """Spades: Ben, Cat and Dan are out, so Ann has the rest."""
    hand = table()
    put(hand, "AS AH AD AC", 10)
    put(hand, "KS KH KD KC", 14)
    hand.put(play(BEN, "QH", 20))
    why = follows_suit(hand, play(ANN, "QC", 23))
    assert why is None
    hand.trick.clear()
    hand.put(play(CAT, "QD", 20))
    hand.put(play(DAN, "QS", 21))  # he was out of spades
    assert [(finding.name, finding.who, finding.proof) for finding in hand.findings] == [
        ("revoke", DAN, (13, 21)), ("revoke", DAN, (17, 21))
    ]  # fmt: skip


def test_counting_believes_nobody() -> None:
    """Ben's hand is known, Cat and Dan didn't follow spades: the ten is Ann's unless one of them revoked."""
    hand = table()
    put(hand, "KH AH QH QS", 10)
    knows(hand, BEN, "KS KD QD", 14)
    put(hand, "KS AD AC", 15)
    assert follows_suit(hand, play(ANN, "KC", 18)) is None
    put(hand, "KC", 18)
    (finding,) = hand.findings
    assert (finding.name, finding.suspects, finding.proof) == ("revoke", (ANN, CAT, DAN), (16, 17, 18))
    assert finding.offences == (Offence(CAT, "revoke", 16), Offence(DAN, "revoke", 17), Offence(ANN, "revoke", 18))
    assert finding.open and finding.proven == ()


def test_one_may_hold_the_suit_for_no_reason_but_the_cards_there_are() -> None:
    hand = table()
    knows(hand, CAT, "AC KC QC JC", 4)
    knows(hand, DAN, "AD KD QD JD", 5)
    hand.put(play(ANN, "AS", 8))
    assert follows_suit(hand, play(BEN, "JH", 9)) is None
    knows(hand, ANN, "AH KH QH", 6)
    assert grounds(follows_suit(hand, play(BEN, "JH", 9))) == (None, [4, 5, 6])


def test_anybody_may_lead_behind_tricks_of_several_told_as_numbers() -> None:
    hand = table()
    assert not hand.open_lead()
    hand.take_unnamed(ANN, 1)
    assert not hand.open_lead()
    hand.take_unnamed(BEN, 1)
    assert hand.open_lead()
    hand.loose, hand.trick = True, [play(ANN, "AS")]
    assert not hand.open_lead()


def test_what_somebody_must_have_held_in_words() -> None:
    voids = [Void(ANN, Suit("S"), play(ANN, "AD", 4)), Void(ANN, Suit("AH"), play(ANN, "KD", 7))]
    assert must_have_held(voids) == "Ann must have had spades or A♥ (lines 4 and 7)"


# At the table


async def play_hand(hand: TrickHand) -> None:
    hand.deal_cards(4, await hand.deal())
    hand.leader = hand.eldest
    playing = hand.ask_play() | hand.ask(None, Takes, aside=True)
    while hand.tricks_left:
        match await playing:
            case Plays() as report:
                hand.put(report)
            case takes:
                hand.take_unnamed(takes.who, takes.tricks)


dealer_rotation = illegal("The deal passes.", turn=Deal)
lead_order = illegal("Play is clockwise.", tricks.whole_trick, tricks.one_card_each, turn=Plays)
one_pack = impossible("Every card is there once.", tricks.from_hand, from_the_pack)
follow_suit = illegal("Suit is followed.", tricks.follows_suit, finding="revoke")
trick_count = impossible("Four tricks.", enough_tricks)


def referee(*lines: str) -> Referee:
    game = Game(
        slug="small", name="Small", summary="", family="", players=range(4, 5), pack=SMALL, hand=TrickHand,
        play=play_hand, over=lambda hand: False, pack_rule=one_pack, deal_out=take_up,
        verbs=dict.fromkeys((Deal, Plays, Trick, Takes), "in turn"),
    )  # fmt: skip
    judge = Referee(game, list(SEATS))
    for line, text in enumerate(lines, 1):
        ruling = judge.hear(text.removeprefix("~"), line=line, overrule=text.startswith("~"))
        assert ruling.accepted, f"{text}: {ruling.message}"
    return judge


def test_a_card_is_awaited_and_a_trick_may_be_told() -> None:
    judge = referee("deal Dan")
    assert judge.next() == [ANN]
    assert [ask.verb for ask in judge.awaited()] == [Plays]
    assert judge.hear("Ben plays AS").rules == ("lead-order",)
    assert judge.hear("trick AS KS QS JS").accepted and judge.next() == [ANN]
    assert judge.hear("Ann trick AH KH QH JH").verdict is Verdict.UNCLEAR  # a trick is everybody's
    ruling = judge.hear("trick AH KH QH")
    assert ruling.verdict is Verdict.UNCLEAR and not judge.hand.trick  # type: ignore[attr-defined]


def test_after_loose_tricks_anybody_may_lead_but_only_to_the_trick() -> None:
    judge = referee("deal Dan", "Ann takes 1", "Ben takes 1")
    assert judge.hear("Dan plays AS").accepted
    assert judge.hear("Cat plays KS").rules == ("lead-order",)
    assert judge.hear("Ann plays KS").accepted
    judge = referee("deal Dan", "Ann takes 1", "Ann takes 1")
    assert judge.hear("Dan plays AS").rules == ("lead-order",)


def test_a_revoke_comes_to_light_with_the_suit() -> None:
    judge = referee("deal Dan", "trick AS AH QS JS", "Ann plays KH")
    ruling = judge.hear("Ben plays KS", line=4)
    assert ruling.rules == () and [(finding.name, finding.who, finding.proof) for finding in ruling.findings] == [
        ("revoke", BEN, (2, 4))
    ]


def test_a_revoke_is_proven_when_a_hand_is_told_late() -> None:
    judge = referee("deal Dan", "Ann plays AS", "Ben plays AH", "Cat plays QS")
    ruling = judge.hear("Ben dealt KS AH KH QH", line=5)
    assert ruling.accepted and [(finding.name, finding.who) for finding in ruling.findings] == [("revoke", BEN)]
    assert judge.hear("Dan plays JS", line=6).accepted
    assert not judge.hand.voids  # type: ignore[attr-defined]
    for line, text in enumerate(("Ann plays JH", "Ben plays QH", "Cat plays AC", "Dan plays KC", "Ben plays KS"), 7):
        assert not judge.hear(text, line=line).findings, text  # it was found before


def test_a_revoke_let_stand_shows_nobody_out() -> None:
    judge = referee("deal Dan", "Ben dealt KS AH KH QH", "Ann plays AS", "~Ben plays AH", "Cat plays QS")
    assert not judge.hand.voids  # type: ignore[attr-defined]
    assert judge.hear("Dan plays JS").findings == ()


def revokes(ruling: Ruling) -> list[tuple[str, tuple[int, ...]]]:
    return [(finding.who, finding.proof) for finding in ruling.findings if finding.name == "revoke"]


def test_a_revoke_is_found_when_only_one_player_can_have_the_card() -> None:
    judge = referee(
        "deal Dan",
        "Ann plays AS", "Ben plays AH", "Cat plays QS", "Dan plays JS",
        "trick JH QH KH AC", "trick AD KD QD JD", "Cat plays KC", "Dan plays QC",
    )  # fmt: skip
    assert revokes(judge.hear("Ann plays JC", line=20)) == [(BEN, (3, 20))]
    assert not judge.hear("Ben plays KS", line=21).findings


def test_a_revoke_is_found_where_it_may_have_been_in_either_suit() -> None:
    judge = referee(
        "deal Dan",
        "Ann plays AS", "Ben plays JC", "Cat plays QS", "Dan plays JS",
        "Ann plays AH", "Ben plays QC", "Cat plays QH", "Dan plays JH",
        "trick JD KD AD QD", "Cat plays KC",
    )  # fmt: skip
    assert revokes(judge.hear("Dan plays AC", line=20)) == [(BEN, (3, 7, 20))]


@pytest.mark.parametrize(
    ("slug", "trump", "shown"),
    [
        ("ecarte", None, "K Q J A 10 9 8 7"),
        ("hasenpfeffer", Suit("H"), "JK J♥ J♦ A♥ K♥ Q♥ 10♥ 9♥"),
        ("hasenpfeffer", Suit("C"), "JK J♣ J♠ A♣ K♣ Q♣ 10♣ 9♣"),
        ("page-one", None, "JK A K Q J 10 9 8 7 6 5 4 3 2"),
    ],
)
def test_the_rank_of_cards_at_a_table(slug: str, trump: Suit | None, shown: str) -> None:
    game = find_game(slug)
    ranking = trick_ranking("trick-winner", trump=trump)
    assert ranking.shown(Table(game, game.players[0], game.house(game.players[0], {}))).startswith(f"{shown}, ")
    assert (ranking.name, ranking.rules) == ("rank of cards", ("trick-winner",))
