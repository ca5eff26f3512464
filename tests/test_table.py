"""The referee itself: stages of judging, overruling, late entries, undo, and the reports of every game."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from referee import Referee, Ruling, Verdict, find_game
from referee.cards import Card, Pack, cards
from referee.game.common_reports import Deal
from referee.game.game import Game, Hand
from referee.games import UnknownGame, ours
from referee.language.reports import Report
from referee.language.words import Seat, quoted
from referee.records.record import Judge
from referee.rules.rule import Kind, illegal, impossible, worth
from referee.table.objects import table_object
from referee.testing.walker import state
from tests.tables import AtPlay, seated


def oh_hell(*reports: str, first_hand: int = 3, players: str = "Ann Ben Cat") -> Referee:
    return seated("oh-hell", players, *reports, house={"first-hand": str(first_hand)})


def farmer(*reports: str, players: str = "Ann Ben Cat") -> Referee:
    return seated("farmer", players, *reports)


BIDS = ["deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 2"]


def refused(referee: Referee, text: str, *, overrule: bool = False) -> Ruling:
    before = state(referee)
    ruling = referee.hear(text, overrule=overrule)
    assert not ruling.accepted
    assert state(referee) == before
    return ruling


def test_a_table_that_cannot_be() -> None:
    game = find_game("oh-hell")
    with pytest.raises(ValueError):
        Referee(game, ["Ann", "Ben"])
    with pytest.raises(ValueError, match="'ante'"):
        Referee(game, ["Ann", "Ben", "Cat"], {"ante": "5"})
    with pytest.raises(ValueError, match="first-hand"):
        Referee(game, ["Ann", "Ben", "Cat"], {"first-hand": "18"})
    with pytest.raises(ValueError, match="first-hand"):
        Referee(game, ["Ann", "Ben", "Cat"], {"first-hand": "many"})
    with pytest.raises(ValueError, match="Zoe"):
        Referee(game, ["Ann", "Ben", "Cat"], dealer="Zoe")
    with pytest.raises(ValueError, match="Farm"):
        Referee(find_game("farmer"), ["Ann", "Farm"])


def test_finding_a_game() -> None:
    assert find_game("Oh Hell").slug == "oh-hell"
    assert {"oh-hell", "farmer"} <= set(ours())
    for name, close in (("famer", ("farmer",)), ("xyzzy", ())):
        with pytest.raises(UnknownGame) as unknown:
            find_game(name)
        assert unknown.value.close[:1] == close


def test_every_rule_that_is_broken_is_cited() -> None:
    ruling = refused(oh_hell(*BIDS[:-1]), "Ann bids 9")
    assert ruling.rules == ("bid-range",)
    ruling = refused(oh_hell(*BIDS), "Cat plays 7H")
    assert ruling.verdict is Verdict.IMPOSSIBLE
    assert set(ruling.rules) == {"lead-order", "one-pack"}
    assert ruling.broken[0].proof == (2,)


def test_impossible_and_misplaced_reports_cannot_be_let_stand() -> None:
    referee = oh_hell(*BIDS)
    assert refused(referee, "Ben plays 7H", overrule=True).verdict is Verdict.IMPOSSIBLE
    assert refused(referee, "Ben bids 1", overrule=True).verdict is Verdict.ILLEGAL
    assert refused(referee, "deal Ben", overrule=True).verdict is Verdict.ILLEGAL


def test_play_goes_on_from_whoever_acted_out_of_turn() -> None:
    referee = oh_hell(*BIDS, "~ Cat plays 2C")
    assert referee.entries[-1].overrule
    assert referee.entries[-1].ruling.rules == ("lead-order",)
    assert referee.next() == ["Ann"]
    referee.hear("Ann plays 3C")
    assert referee.next() == ["Ben"]


def test_an_overruled_report_names_its_player() -> None:
    referee = oh_hell(*BIDS[:-1])
    assert refused(referee, "bids 0", overrule=True).kind is Kind.UNREAD
    assert referee.hear("bids 2", overrule=True).accepted
    assert not referee.entries[-1].overrule


def test_a_whole_trick_is_all_or_nothing() -> None:
    referee = oh_hell(*BIDS)
    ruling = refused(referee, "trick 2C 3C 7H")
    assert ruling.text == "trick 2C 3C 7H" and ruling.rules == ("one-pack",)
    assert refused(referee, "trick 2C 3C").verdict is Verdict.UNCLEAR
    referee.hear("Ben plays 2C")
    assert refused(referee, "trick 3C 4C 5C").verdict is Verdict.UNCLEAR


def test_bare_ranks_are_read_as_the_card_they_can_mean() -> None:
    referee = oh_hell("deal Ann", "upcard 7H", "Ben dealt AS KS 4D", *BIDS[2:])
    assert referee.hear("Ben plays K").text == "Ben plays KS"
    assert refused(referee, "Cat plays 7").instead == ("7S", "7D", "7C")


def test_who_may_be_left_out_where_only_one_can_act() -> None:
    referee = oh_hell(*BIDS[:2])
    assert referee.hear("bids 1").text == "Ben bids 1"
    assert refused(oh_hell(*BIDS), "takes 1").kind is Kind.AMBIGUOUS


def test_a_late_hand_is_judged_as_if_it_had_been_told_at_once() -> None:
    referee = oh_hell(*BIDS, "Ben plays 2C", "Cat plays 3D")
    ruling = referee.hear("Cat dealt 3D 4C 5C")
    assert [(finding.name, finding.who) for finding in ruling.findings] == [("revoke", "Cat")]
    assert "line 7" in ruling.findings[0].why or 7 in ruling.findings[0].proof
    assert refused(referee, "Ann dealt 4C 5D 6D").rules == ("one-pack",)
    assert 6 in refused(referee, "Ben dealt 3C 4D 5D").broken[0].proof
    assert refused(referee, "Cat dealt 3D 4C 5C").rules == ("one-pack",)
    assert refused(referee, "Cat dealt 3D 4C 6C").rules == ("one-pack",)
    assert refused(referee, "Ann dealt AC").rules == ("one-pack",)


def test_a_late_hand_reaches_back_into_the_hand_just_finished() -> None:
    rest = ["trick 2C 3D 4C", "Ann takes 2"]
    referee = oh_hell(*BIDS, *rest)
    scores = dict(referee.scores)
    ruling = referee.hear("Cat dealt 3D 5C 6C")
    assert [finding.name for finding in ruling.findings] == ["revoke"]
    assert referee.scores == scores
    assert refused(referee, "Ann dealt 5C 8C 9C").verdict is Verdict.IMPOSSIBLE
    assert refused(referee, "Ben dealt 5D 8C 9C").verdict is Verdict.IMPOSSIBLE
    assert referee.hear("Ben dealt 2C 8C 9C").accepted
    referee.hear("deal")
    assert referee.hear("Cat dealt 3D 5C").accepted


def test_a_later_card_proves_an_earlier_revoke_once() -> None:
    referee = oh_hell(*BIDS, "trick 2C 3D 4C")
    assert not referee.hear("trick 5D 8D 6D").findings
    ruling = referee.hear("trick 8S 7C 9S")
    assert [(finding.name, finding.who, finding.proof) for finding in ruling.findings] == [("revoke", "Cat", (6, 8))]


def test_told_again() -> None:
    referee = oh_hell(*BIDS, "trick 2C 3C 4C", "Ann takes 2")
    before = dict(referee.scores)
    assert referee.hear("Ben takes 0").accepted
    assert refused(referee, "trick 2C 3C 4C").rules == ("trick-count", "lead-order")
    assert referee.hear("Ann takes 3").accepted
    assert refused(referee, "Ann takes 1").rules == ("trick-count",)
    assert referee.scores == before


def test_told_again_by_whom() -> None:
    referee = oh_hell(*BIDS, "trick 2C 3C 4C", "Ann takes 2")
    asked = refused(referee, "takes 2")
    assert asked.kind is Kind.AMBIGUOUS and asked.instead == ("Ann", "Ben", "Cat")


def test_a_misdeal_gives_back_what_the_hand_brought() -> None:
    referee = farmer("Ann turns 6H", "deal Ben", "adjust Ann +3 spilled", "Cat hits 4D")
    assert referee.accounts == {"Ann": 2, "Ben": -1, "Cat": -1, "farm": 3, "table": -3}
    assert referee.hear("misdeal").accepted
    assert referee.accounts == {"Ann": 3, "Ben": 0, "Cat": 0, "farm": 0, "table": -3}
    assert referee.dealer == "Ben"
    assert refused(referee, "deal Cat").due == ("Ben",)
    assert refused(referee, "misdeal").verdict is Verdict.ILLEGAL
    referee.undo(1)
    assert referee.accounts["farm"] == 3
    referee.hear("misdeal")
    assert referee.hear("deal").text == "deal Ben"


def test_the_end_voids_the_hand_in_progress() -> None:
    referee = farmer("deal Ann", "Ben holds 16", "Ann holds 3", "Cat holds 4", "deal", "Ann holds 12", "end")
    assert referee.over and referee.standing.ended
    assert referee.accounts == {"Ann": -1, "Ben": 2, "Cat": -1, "farm": 0}
    assert referee.winners() == ["Ben"]
    assert refused(referee, "deal").rules == ("game-over",)
    assert refused(referee, "end").rules == ("game-over",)
    assert referee.hear("adjust Cat +9").accepted
    assert referee.winners() == ["Cat"]
    assert referee.hear("note a fine evening; really").accepted
    referee.undo(3)
    assert not referee.over
    assert referee.next() == ["Ben", "Cat"] or "Ben" in referee.next()


def test_the_farm_is_shared_when_the_table_stops() -> None:
    referee = farmer("deal Ann", "Ben holds 15", "Ann holds 15", "Cat holds 15")
    referee.hear("pays Ann 3")
    assert refused(referee, "pays Ann 3").verdict is Verdict.UNCLEAR
    assert refused(referee, "Ann pays Ann 3").verdict is Verdict.ILLEGAL
    assert referee.hear("Cat pays Ann 3").accepted
    assert referee.accounts == {"Ann": 2, "Ben": -1, "Cat": -4, "farm": 3}
    referee.hear("end")
    assert referee.accounts == {"Ann": 3, "Ben": 0, "Cat": -3, "farm": 0}


def test_nobody_pays_in_a_game_of_points() -> None:
    assert refused(oh_hell(), "Ann pays Ben 3").verdict is Verdict.UNCLEAR


def test_conceding() -> None:
    referee = farmer("deal Ann", "Ben holds 16", "Ann holds 3", "Cat holds 4")
    assert refused(referee, "concedes").kind is Kind.AMBIGUOUS
    assert referee.hear("Ben concedes").accepted
    assert not referee.over
    assert refused(referee, "Ben concedes").verdict is Verdict.ILLEGAL
    referee.hear("end")
    assert referee.winners() == ["Ann", "Cat"]
    two = farmer("deal Ann", "Ann concedes", players="Ann Ben")
    assert two.over and two.winners() == ["Ben"]
    two.undo()
    assert not two.over and two.hand.dealer == "Ann"


@pytest.mark.parametrize("slug", [slug for slug in ours() if find_game(slug).players[-1] > 1])
def test_where_the_leader_concedes_the_others_win(slug: str) -> None:
    game = find_game(slug)
    fewest = next(n for n in game.players if n > 1)
    referee = Referee(game, ["Ann", "Ben", "Cat", "Dan"][:fewest])
    for report in ("deal Ann", f"adjust Ann {'-' if game.low_wins(referee.in_force) else '+'}5 ahead", "Ann concedes"):
        referee.hear(report)
    if not referee.over:
        referee.hear("end")
    assert referee.over
    assert set(referee.ahead()) == {*referee.sides} - {referee.hand.side(Seat("Ann"))}


def test_undo_goes_back_over_the_end_of_a_hand() -> None:
    referee = oh_hell(*BIDS, "trick 2C 3C 4C", "Ann takes 2")
    finished = state(referee)
    gone = referee.undo(2)
    assert [entry.ruling.text for entry in gone] == ["Ann takes 2", "trick 2C 3C 4C"]
    assert referee.next() == ["Ben"]
    assert referee.scores == {"Ann": 0, "Ben": 0, "Cat": 0}
    for entry in reversed(gone):
        referee.hear(entry.ruling.text)
    assert state(referee) == finished
    assert len(referee.undo(99)) == 7
    assert referee.undo() == []


class Counts(Report):
    """points"""

    points: int


dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
one_pack = impossible("Every card is there once.")
points_count = worth("Points count.", lines="count")


async def count(hand: Hand) -> None:
    await hand.deal()
    ann = await hand.ask(hand.seats[0], Counts)
    hand.book(ann.who, points_count, ann.points)
    if ben := await hand.ask(hand.seats[1], Counts).maybe():
        hand.book(ben.who, points_count, ben.points)


def tally(*reports: str, play: Callable[[Hand], Coroutine[Any, Any, None]] = count) -> Referee:
    """A game whose hand can be complete before everything is entered."""
    game = Game(
        slug="tally", name="Tally", summary="", family="", players=range(2, 3), pack=Pack(), hand=Hand, play=play,
        over=lambda hand: hand.number == 2, pack_rule=one_pack, verbs={Deal: "first", Counts: "then"},
    )  # fmt: skip
    referee = Referee(game, ["Ann", "Ben"])
    for report in reports:
        assert referee.hear(report).accepted, report
    return referee


def test_the_next_deal_closes_a_hand_that_is_whole() -> None:
    referee = tally("deal Ann", "Ann counts 3")
    assert referee.next() == ["Ben"]
    assert not referee.hands[0].finished
    open_hand = state(referee)
    early = refused(referee, "deal Ann")
    assert early.kind is Kind.OUT_OF_TURN and early.due == ("Ben",)
    ruling = referee.hear("deal")
    assert ruling.text == "deal Ben" and referee.standing.hands == 1
    assert referee.hand.number == 2 and referee.hands[0].finished
    referee.undo()
    assert state(referee) == open_hand
    assert referee.hear("Ben counts 4").accepted
    assert referee.scores == {"Ann": 3, "Ben": 4} and referee.standing.hands == 1


def test_what_comes_behind_something_optional_has_nothing_heard_again() -> None:
    told = []

    async def without_end(hand: Hand) -> None:
        await hand.deal()
        while True:
            await hand.ask(hand.seats[0], Counts).maybe()
            told.append((await hand.ask(hand.seats[1], Counts)).points)

    points = [*range(30)]
    referee = tally("deal Ann", *(f"Ben counts {number}" for number in points), play=without_end)
    assert told == points
    refused(referee, "deal")
    assert referee.hear("Ann counts 1").accepted and referee.hear("Ben counts 30").accepted
    assert len(referee.undo(2)) == 2 and len(referee.entries) == 31


def test_the_end_closes_a_hand_that_is_whole() -> None:
    referee = tally("deal Ann", "Ann counts 3", "Ben counts 1", "deal", "Ann counts 4")
    assert not referee.over
    whole = state(referee)
    referee.hear("end")
    assert referee.over and referee.scores == {"Ann": 7, "Ben": 1} and referee.standing.hands == 2
    assert referee.hear("note good night").accepted
    referee.undo(2)
    assert state(referee) == whole
    early = tally("deal Ann", "end")
    assert early.scores == {"Ann": 0, "Ben": 0} and early.standing.hands == 0


def test_what_cannot_be_told_yet() -> None:
    referee = oh_hell(*BIDS, "Ben plays 2C")
    before = state(referee)
    ruling = referee.can("Cat plays 3D")
    assert ruling.accepted
    (doubt,) = ruling.doubts
    assert doubt.rule == "follow-suit" and "`Cat had …`" in doubt.why
    assert not referee.can("Cat plays 3C").doubts
    assert referee.can("plays 3D").doubts == ruling.doubts
    assert state(referee) == before
    referee.hear("Cat dealt 3D 4D 5D")
    assert not referee.can("Cat plays 3D").doubts
    referee.undo(2)
    assert [doubt.rule for doubt in referee.can("trick 2C 3D 4D").doubts] == ["follow-suit"] * 2


def test_a_card_is_only_itself_where_none_is_wild() -> None:
    ruling = refused(oh_hell(*BIDS), "Ben plays KS=7S")
    assert ruling.kind is Kind.IMPOSSIBLE and ruling.broken[0].about == cards("KS=7S")[0]


def test_a_note_says_something() -> None:
    assert refused(oh_hell(), "note").kind is Kind.UNREAD


def test_can_leaves_no_trace() -> None:
    referee = oh_hell(*BIDS)
    before = state(referee)
    assert referee.can("Ben plays 2C").accepted
    assert not referee.can("Cat plays 2C").accepted
    assert state(referee) == before


def test_a_fault_in_a_text_has_its_column() -> None:
    referee = oh_hell()
    ruling = referee.hear("Ann bidz 3", column=5)
    assert (ruling.verdict, ruling.column, ruling.width, ruling.instead) == (Verdict.UNCLEAR, 9, 4, ("bids",))


def test_the_object_of_a_table() -> None:
    shown = table_object(oh_hell(*BIDS, "trick 2C 3C 4C", "~ Cat takes 2"))
    assert shown["scores"] == {"Ann": -10, "Ben": -10, "Cat": -10}
    assert shown["hands"][0]["lines"][0]["because"] == "bid 2, took 1"
    assert shown["facts"]["size"] == 3
    assert shown["reports"] == 7 and shown["next"] == ["Ben"] and shown["dealer"] == "Ben"
    assert shown["accounts"] == {} and not shown["over"] and shown["winners"] == []


def test_a_house_option_prints_with_the_table() -> None:
    judge = Judge().judge(["game: oh-hell", "players: A, B, C", "house: first-hand=4"])
    assert judge.referee and table_object(judge.referee)["house"]["first-hand"] == 4


def test_a_report_out_of_place_hears_what_would_stand_as_next_says_it() -> None:
    """Verbs that would be refused with any argument are never suggested."""
    bets = seated("backhand", "Ann Ben Cat", "deal", "Ben bets 3", house={"betting": "yes"})
    assert [*bets.next()] == ["Ann", "Cat"] and refused(bets, "deal").message.endswith("bets")
    auction = "deal", "Ben bids 3", "Cat passes", "Dan passes", "Ann passes"
    trumps = seated("hasenpfeffer", "Ann Ben Cat Dan", *auction)
    assert refused(trumps, "Cat bids 2").kind is Kind.NOT_DUE


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", ours())
def test_whatever_a_number_or_a_card_is_no_check_breaks_off(slug: str) -> None:
    """Below zero, huge, a joker, a card already played: all verbs of a game, at several points."""
    walker = AtPlay(find_game(slug), 51)
    for _ in range(8):
        walker.walk(4)
        referee, who = walker.referee, quoted(walker.referee.seats[0])
        cards = ["JK", "7H", *[card.text for card in referee.hand.seen if card.suit][:1]]
        for kind in referee.game.reports:
            text = kind.verb if kind.speaker in ("none", "after") else f"{who} {kind.verb}"
            for text in ("", "-1", "90", *cards):
                if referee.hear(f"{text} {text}").accepted:
                    referee.undo()


@pytest.mark.parametrize(
    ("text", "kind", "due"),
    [
        ("Ben takes two", Kind.UNREAD, ()),
        ("bids 1", Kind.ACCEPTED, ()),
        ("Cat bids 1", Kind.OUT_OF_TURN, ("Ben",)),
        ("Ben plays 2C", Kind.NOT_DUE, ()),
        ("Ben bids 4", Kind.BROKEN_RULE, ()),
        ("Cat dealt 7H 8H 9H", Kind.IMPOSSIBLE, ()),
    ],
)
def test_a_refusal_says_of_which_kind_it_is(text: str, kind: Kind, due: tuple[str, ...]) -> None:
    ruling = oh_hell("deal Ann", "upcard 7H").hear(text)
    assert (ruling.kind, ruling.due) == (kind, due)


def test_a_report_that_two_may_have_made_is_ambiguous() -> None:
    ruling = oh_hell("deal Ann 3", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 2").hear("takes 1")
    assert ruling.kind is Kind.AMBIGUOUS and {*ruling.instead} == {"Ann", "Ben", "Cat"}


def test_a_card_that_was_played_is_what_the_refusal_is_about() -> None:
    ruling = oh_hell("deal Ann", "upcard 7H").hear("Ben dealt 7H KS QS")
    assert ruling.broken[0].about == Card("7", "H")
