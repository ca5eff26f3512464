"""House rules changed in mid-session count from the next deal, and never for earlier hands."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import Referee, Ruling, Verdict
from referee.game.common_reports import ANY_TIME
from referee.game.game import Game, leaders
from referee.games import find_game, ours
from referee.language.words import Seat
from referee.records.record import BadRecord, Judge
from referee.rules.options import Option, Scale, read_house
from referee.testing.often import times
from referee.testing.struck import offered
from referee.testing.tried import PlayedRecord
from referee.testing.walker import NAMES, Walker
from tests.tables import AtPlay, seated

RECORDS = Path(__file__).parent / "records"
WITH_OPTIONS = [slug for slug in ours() if find_game(slug).options]


class Amending(Walker):
    """Changes house rules between hands, and sometimes within one."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        super().__init__(game, seed)
        self.amended = 0

    def step(self, step: int) -> None:
        between = not self.referee.hand.dealer
        if not self.referee.over and self.random.random() < (0.8 if between else 0.05):
            before = self.referee.standing.snapshot(), [dict(hand.house) for hand in self.referee.hands]
            text = f"house {self.amendment()}"
            if self.hear(text).accepted:
                self.amended += 1
                self.referee.undo()
                undone = self.referee.standing.snapshot(), [dict(hand.house) for hand in self.referee.hands]
                assert undone == before, self.mismatch(f"{text} isn't undone")
                self.hear(text)
                played = [dict(hand.house) for hand in self.referee.hands if hand.finished]
                assert played == before[1][: len(played)], self.mismatch(f"{text} reaches back")
        super().step(step)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("slug", WITH_OPTIONS)
def test_every_game_goes_on_by_other_rules(slug: str, seed: int) -> None:
    walker = Amending(find_game(slug), 7100 + seed)
    walker.amended += walker.hear(f"house {walker.amendment()}").accepted
    walker.walk(100)
    assert walker.amended, f"{slug}: nothing could be amended"
    lines = [entry.report.text for entry in walker.referee.entries]
    assert all(
        walker.referee.vocabulary.read(text, walker.referee.hand).text == text for text in lines if "house" in text
    )


class Settled(Walker):
    """Plays by one set of house rules, which doesn't change."""

    def __init__(self, game: Game[Any], seed: int, house: dict[str, str]) -> None:
        self.house = house
        sizes = [players for players in game.players if players <= len(NAMES) and game.can_play(players, house)]
        tables = [NAMES[:players] for players in sizes if Referee(game, NAMES[:players], house).asks()]
        super().__init__(game, seed, random.Random(seed).choice(tables))

    def _house(self, game: Game[Any], players: int) -> dict[str, str]:
        return self.house

    def amendment(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.house.items())


HIGH = 1000
"""Options up to a million are tested up to a thousand, because walkers never score that much."""


def ends(option: Option, players: int) -> Iterator[str]:
    """The lowest and the highest value of an option, or each of its choices."""
    if option.choices:
        yield from () if option.several else option.choices
        return
    numbers = option.numbers(players)
    high = numbers[-1] if numbers[-1] < 1_000_000 else numbers[HIGH // option.step]
    for number in (numbers[0], high):
        yield str(Scale([number] * len(option.default)) if isinstance(option.default, Scale) else number)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("slug", ours())
def test_an_option_may_be_what_it_may_be_at_most_and_at_least(slug: str, seed: int) -> None:
    """There is something to report at every step, nothing raises, and accounts balance."""
    game = find_game(slug)
    every = [(option.name, value) for option in game.options for value in ends(option, game.players[0])]
    for place, (name, value) in enumerate(every):
        if place % 8 == seed and can_be(game, {name: value}, game.players[0]):
            Settled(game, place, {name: value}).walk(12)


def can_be(game: Game[Any], house: dict[str, str], players: int) -> bool:
    """Whether house rules don't contradict each other."""
    try:
        game.house(players, house)
    except ValueError as error:
        assert any(name in str(error) for name in house), error
        return False
    return True


@pytest.mark.parametrize("slug", ours())
def test_a_table_sits_down_by_every_house(slug: str) -> None:
    game = find_game(slug)
    for players, option in itertools.product((game.players[0], game.players[-1]), game.options):
        numbers = None if option.choices else option.numbers(players)
        for value in option.choices or (str(numbers[0]), str(numbers[-1])) if not option.is_scale else ():
            if can_be(game, {option.name: value}, players):
                referee = Referee(game, [f"P{number}" for number in range(players)], {option.name: value})
                assert str(referee.house[option.name]) == value


# Contradictions


CONTRADICTIONS = [
    ("last-one", "fewest=7, most=6"),
    ("last-one", "agreed=3, fewest=6"),
    ("last-one", "melee=8, wild=8"),
    ("last-one", "melee=8"),  # which is wild
    ("last-one", "melee=3"),
    ("last-one", "skip=5, melee=5"),
    ("crates", "own-colour=9, change-suit=9"),
    ("jack-change-it", "block=A"),  # the only one
    ("faro", "min=5, max=2"),
    ("backhand", "min=5, max=2"),
    ("backhand", "push-from=18, push-to=17"),
    ("tonk", "low-tonk=40, high-tonk=30"),
    ("old-maid", "maid=jack, removed=QS"),
    ("old-maid", "maid=joker, removed=QS"),
    ("samba", "opening-from=0/1500/1500/7000"),
    ("farmer", "goal=11, court=13"),
    ("dingo", "values=0/0/0/0"),
    ("twenty-four", "target=41, operations=plus-minus"),
    ("tally", "winner-takes=yes"),
]


@pytest.mark.parametrize(("slug", "house"), CONTRADICTIONS)
def test_a_house_that_contradicts_itself_is_refused_wherever_it_is_chosen(slug: str, house: str) -> None:
    """At once, in two steps, from the first hand on, and in a record. The refusal names an option."""
    game, chosen = find_game(slug), read_house(house)
    seats = NAMES[: 4 if slug == "samba" else game.players[0]]
    with pytest.raises(ValueError, match="=") as error:
        Referee(game, seats, chosen)
    fault = str(error.value)
    assert any(f"{name}=" in fault for name in chosen)
    referee = seated(slug, seats)
    refused = referee.hear(f"house {house}")
    assert (refused.verdict, refused.message) == (Verdict.UNCLEAR, fault)
    assert f"house {house}"[refused.column - 1 :] == house
    assert referee.hear(f"house {house} --from-start").message == fault
    first, *rest = [f"house {name}={value}" for name, value in chosen.items()]
    if rest and referee.hear(first).accepted:
        assert referee.hear(rest[0]).message == fault
    with pytest.raises(BadRecord) as bad:
        Judge().judge([f"game: {slug}", f"players: {', '.join(seats)}", f"house: {house}", "deal"])
    assert (bad.value.line, str(bad.value).count(fault)) == (3, 1)


@pytest.mark.parametrize("slug", ours())
def test_what_a_house_may_have_together_can_be_played(slug: str) -> None:
    """Random pairs of options: a hand is dealt, and there is always something to report."""
    game, chance = find_game(slug), random.Random(slug)
    options = [option for option in game.options if not option.several]
    for seed in range(times(5)):
        players = chance.choice([number for number in game.players if number <= len(NAMES)])
        pair = chance.sample(options, min(2, len(options)))
        house = {option.name: chance.choice(option.some(players)) for option in pair}
        if game.can_play(players, house) and Referee(game, NAMES[:players], house).asks():
            walker = Settled(game, seed, house)
            walker.walk(25)
            assert walker.referee.playing or walker.referee.standing.hands, walker.mismatch("nothing is dealt")


def test_a_variant_is_for_the_seats_that_it_says() -> None:
    variants = {variant.name: variant for variant in find_game("skat").variants}
    assert variants["seeger-fabian-4"].fault(3)
    assert not variants["seeger-fabian-4"].fault(4)
    assert variants["seeger-fabian"].fault(4)
    assert not any(variant.fault(2) for variant in find_game("faro").variants)


def test_a_rule_by_which_the_hand_ends_is_not_struck_out() -> None:
    assert not {"five-ships", "four-ships", "eight-ships"} & {*offered(find_game("pirate"))}


def test_what_can_not_be_together_is_found_where_a_record_says_it() -> None:
    with pytest.raises(BadRecord) as bad:
        Judge().judge(["game: last-one", "players: Ann, Ben", "house: fewest=7, most=6", "deal Ann 5"])
    assert bad.value.line == 3


def farm(referee: Referee) -> int:
    value: int = referee.fact("farm")
    return value


# When changes count


def test_a_hand_in_progress_keeps_its_rules() -> None:
    referee = seated("farmer", "Ann Ben Cat", "deal Ann", "house ante=5")
    assert referee.hand.house["ante"] == 1
    assert (referee.in_force["ante"], referee.standing.amended) == (1, {"ante": 5})
    for report in ("Ben holds 12", "Cat holds 15", "Ann busts"):
        assert referee.hear(report).accepted
    assert max(abs(line.points) for line in referee.lines) == 1
    assert referee.hear("deal").accepted
    assert [line.points for line in referee.lines if line.category == "ante" and line.hand == 2] == [-5, 5] * 3


def test_told_before_the_deal_it_is_this_deals() -> None:
    referee = seated("farmer", "Ann Ben Cat", "note a dear evening", "house ante=5", "house ante=6", "deal Ann")
    assert (farm(referee), referee.hand.house["ante"]) == (18, 6)
    assert referee.amendments() == [(1, {"ante": (1, 6)})]


def test_a_misdeal_is_dealt_again_under_the_new_rules() -> None:
    referee = seated("farmer", "Ann Ben Cat", "deal Ann", "house ante=5", "misdeal")
    assert referee.hand.house["ante"] == 5
    assert referee.hear("deal").accepted
    assert farm(referee) == 15
    referee.undo(2)
    assert (farm(referee), referee.hand.house["ante"]) == (3, 1)
    assert referee.standing.amended == {"ante": 5}


def test_cards_told_late_have_the_hand_heard_by_its_own_rules() -> None:
    referee = seated("razz", "Ann Ben", "house ante=3", "deal Ann", "house ante=7")
    assert referee.hear("Ann dealt 2S 3S 4S").accepted
    assert referee.accounts["pot"] == 6


def test_what_is_paid_late_is_paid_by_the_rules_of_its_hand() -> None:
    referee = seated("tonk", "Ann Ben Cat", "deal Ann", "Ben declares tonk", "house stake=10", "Cat declares tonk")
    assert set(referee.scores.values()) == {0}
    assert referee.hear("deal").accepted


@pytest.mark.parametrize("slug", WITH_OPTIONS)
def test_what_is_entered_late_is_judged_and_paid_by_the_house_of_its_hand(slug: str) -> None:
    """All late reports of records about the hand before, with the house rules changed since, or in between."""
    game, chance = find_game(slug), random.Random(slug)
    for path in sorted((RECORDS / slug).glob("*.record")):
        night, in_play = PlayedRecord(game, path), 0
        table = night.table()
        for place, (text, overrule) in enumerate(night.told):
            playing, hand, run = table.playing, table.hand, table.records[-1].run
            in_play, steps = place if playing else in_play, len(run.steps)
            over = table.over
            ruling = table.hear(text, overrule=overrule)
            late = table.standing.hands and not (playing or over) and table.hand is hand
            if not late or not ruling.accepted or isinstance(ruling.report, ANY_TIME):
                continue
            if not any(line.hand < hand.number for line in ruling.lines) and len(run.steps) > steps:
                continue  # it is about the next hand
            for changed_at in {in_play, place}:
                again, scores = under_another_house(night, place, changed_at, chance)
                stands = again.verdict, again.rules, points(again), scores
                was = ruling.verdict, ruling.rules, points(ruling), table.scores
                assert stands == was, f"{path.name}: {text}, changed before {night.told[changed_at][0]}"


def under_another_house(
    night: PlayedRecord, place: int, changed_at: int, chance: random.Random
) -> tuple[Ruling, dict[Seat, int]]:
    """The ruling on the report at this place and the scores, with the house rules changed before another report."""
    table = night.table()
    for number, (text, overrule) in enumerate(night.told[: place + 1]):
        if number == changed_at:
            for _ in range(6):
                option = chance.choice(night.game.options)
                table.hear(f"house {option.name}={chance.choice(option.some(len(table.seats)))}")
        ruling = table.hear(text, overrule=overrule)
    return ruling, table.scores


def points(ruling: Ruling) -> list[tuple[str, int, int]]:
    return [(line.who, line.points, line.hand) for line in ruling.lines]


def test_an_end_in_mid_hand_and_after_it() -> None:
    referee = seated("farmer", "Ann Ben Cat", "deal Ann", "house ante=5", "end")
    refused = referee.hear("house ante=3")
    assert (refused.verdict, refused.rules) == (Verdict.ILLEGAL, ("game-over",))
    over = seated("concentration", "Ann Ben", "deal Ann", "Ann takes 13", "Ben takes 13")
    assert over.over
    assert over.hear("house packs=2").rules == ("game-over",)


def test_an_amendment_to_what_holds_already_changes_nothing() -> None:
    referee = seated("farmer", "Ann Ben Cat", "house ante=1", "deal Ann")
    assert (referee.amendments(), farm(referee)) == ([], 3)


def test_an_option_without_a_value_gets_one_and_loses_it() -> None:
    referee = seated("razz", "Ann Ben", "house cap=2, ANTE=2")
    assert referee.entries[-1].ruling.text == "house cap=2, ante=2"
    assert referee.hear("house cap = 3 ante =2 bet=6").text == "house cap=3, ante=2, bet=6"
    assert referee.hear("house cap=None").text == "house cap=none"
    assert referee.in_force["cap"] is None
    assert Referee(find_game("razz"), ["Ann", "Ben"], {"cap": "none"}).house["cap"] is None


class Undisturbed(AtPlay):
    """Plays by the standard rules without further reports."""

    def _house(self, game: Game[Any], players: int) -> dict[str, str]:
        return {}

    def any_time(self) -> None:
        """Nothing."""


def counting() -> Iterator[tuple[str, str]]:
    """The options that say how many hands a game has."""
    for slug in WITH_OPTIONS:
        game = find_game(slug)
        players = game.players[0]
        for option in game.options:
            if not (option.choices or option.is_scale or option.fixed):
                due = [game.hands_at(players, {**game.house(players, {}), option.name: count}) for count in (1, 9)]
                if due == [1, 9]:
                    yield slug, option.name


@pytest.mark.parametrize(("slug", "option"), list(counting()))
def test_fewer_hands_than_were_played_end_the_game_with_the_next(slug: str, option: str) -> None:
    """Unless it is tied. Then the game continues."""
    walker = Undisturbed(find_game(slug), 7500)
    referee = walker.referee
    assert walker.hear(f"house {option}=9").accepted
    while referee.standing.hands < 3 or referee.playing:
        assert not referee.over
        walker.step(1)
    assert walker.hear(f"house {option}=1").accepted
    played = referee.standing.hands
    while referee.standing.hands == played:
        walker.step(1)
    assert referee.over or len(leaders(referee.standing.balance)) > 1


# Without another deal


@pytest.mark.parametrize("slug", WITH_OPTIONS)
def test_what_is_changed_in_mid_hand_holds_for_the_next_deal_or_is_refused(slug: str) -> None:
    """In games with a single deal it is refused, because it would never count. From the start it does."""
    game = find_game(slug)
    walker = Undisturbed(game, 7700)
    referee, players = walker.referee, len(walker.referee.seats)
    while not referee.playing:
        walker.step(1)
    once = not game.deals(2, players, referee.house)
    values = [(option.name, value) for option in game.options if not option.fixed for value in option.some(players)]
    for name, value in values:
        before = referee.in_force[name]
        if str(before) == value or value == "none" or not (refused := walker.hear(f"house {name}={value}")):
            continue
        if refused.accepted or refused.rules == ("house-settled",):
            break
    assert refused.accepted is not once
    if once:
        assert refused.rules == ("house-settled",)
        assert f"house {name}={value} --from-start" in refused.message
        assert walker.hear("house rule late = 5 Being late costs 5.").accepted
        assert walker.hear(f"penalty {referee.seats[0]} late").accepted
    first, steps = referee.hand, 0
    while not referee.over and (referee.hand is first or not referee.playing) and steps < 400:
        walker.step(1)
        steps += 1
    if once:
        assert referee.in_force[name] == before
    elif referee.hand is not first and not referee.over:
        assert str(referee.in_force[name]) == value


@pytest.mark.parametrize(
    ("slug", "house", "report"),
    [
        ("old-maid", {"games": "1"}, "house maid=jack"),
        ("kabu", {"hands": "1"}, "house hands=2"),
        ("hearts", {"rounds": "1"}, "house rounds=2"),
        ("backhand", {"hands": "1"}, "house hands=none"),
    ],
)
def test_nothing_changes_in_the_last_hand_that_a_house_plays(slug: str, house: dict[str, str], report: str) -> None:
    players, deal = ("Ann Ben Cat", "deal Ann")
    referee = seated(slug, players, deal, house=house)
    refused = referee.hear(report)
    assert refused.rules == ("house-settled",)
    assert f"{report} --from-start" in refused.message
    assert referee.hear(f"{report} --from-start").accepted
    assert seated("oh-hell", players, deal, house={"hands": "1"}).hear("house made=5").accepted  # a tie is broken


def test_a_hand_thrown_in_is_dealt_again_under_the_new_rules() -> None:
    referee = seated("scopa", "Ann Ben", "deal Ann", "house board=2", "upcard KS KH KD 2S", "house hand-size=2")
    assert not referee.hear("deal Ann 3").accepted
    assert referee.hear("deal Ann 2").accepted
    assert referee.hear("upcard 2S 3S").accepted
    assert referee.amendments() == [(1, {"board": (4, 2), "hand-size": (3, 2)})]
    referee.undo(2)
    assert referee.in_force["board"] == 4


# Options that can't be changed


@pytest.mark.parametrize(
    ("slug", "players", "told", "report"),
    [
        ("oh-hell", "Ann Ben Cat", "deal Ann", "house first-hand=7"),
        ("thirty-one", "Ann Ben", "deal Ann", "house markers=2"),
        ("kabu", "Ann Ben", "deal Ann", "house stack=9"),
        ("tonk", "Ann Ben", "note x", "house stake=0"),
        ("backhand", "Ann Ben", "note x", "house betting=yes"),
        ("crates", "Ann Ben Cat Dan", "note x", "house partners=no"),
    ],
)
def test_what_the_game_rests_on_stays(slug: str, players: str, told: str, report: str) -> None:
    referee = seated(slug, players, told)
    refused = referee.hear(report, overrule=True)
    assert (refused.verdict, refused.rules) == (Verdict.ILLEGAL, ("house-settled",))
    assert not referee.standing.amended


def test_before_the_first_deal_everything_may_be_settled_yet() -> None:
    referee = seated("oh-hell", "Ann Ben Cat", "house first-hand=7", "deal Ann")
    assert referee.fact("size") == 7
    assert not seated("oh-hell", "Ann Ben Cat", "house first-hand=7", "deal Ann").hear("house first-hand=6").accepted
    assert seated("thirty-one", "Ann Ben", "house markers=2", "deal Ann").scores == {"Ann": 2, "Ben": 2}


@pytest.mark.parametrize(
    ("text", "column", "instead"),
    [
        (
            "house ant=2",
            7,
            ("ante=2",),
        ),
        ("house bet=5", 7, ("bet=4", "bet=6")),
        ("house cap=0", 7, ("cap=1", "cap=2")),
        ("house burn=sometimes", 7, ("burn=yes", "burn=no")),
        ("house ante=1, ante=2", 15, ()),
        ("house ante=none", 7, ("ante=0", "ante=1")),
        ("house ante=2,", 14, ()),
        ("house", 6, ()),
        ("house ante", 7, ()),
        ("house ante 2", 7, ()),
        ("Ann house ante=2", 1, ()),
    ],
)
def test_what_can_not_be_read(text: str, column: int, instead: tuple[str, ...]) -> None:
    refused = seated("razz", "Ann Ben").hear(text)
    assert refused.verdict is Verdict.UNCLEAR
    assert (refused.column, tuple(refused.instead)) == (column, instead)


def test_every_game_has_rules_to_strike_out() -> None:
    assert seated("gops", "Ann Ben").hear("house ante=2").message.endswith(", without")


def test_somebody_may_be_called_house() -> None:
    referee = seated("farmer", "House Ben", "deal House", "Ben holds 12", "house holds 9", "house ante = 4")
    assert [entry.ruling.text for entry in referee.entries][-2:] == ["House holds 9", "house ante=4"]
    assert referee.hear("deal").accepted
    assert farm(referee) == 10
    alone = seated("bridge-solitaire", "Ann", "house honours=off, house-tie=low")
    assert (alone.in_force["honours"], alone.in_force["house-tie"]) == ("off", "low")


# In records


def test_a_record_keeps_it_in_its_place() -> None:
    judge = Judge().judge(
        ["game: farmer", "players: Ann, Ben", "! [unclear] house ante=0", "deal Ann", "house ante=5 # dearer",
         "= farm 2", "misdeal; deal; = farm 10", "! [house-settled] house ante=1"]
    )  # fmt: skip
    assert [failure.actual for failure in judge.failures] == ["accepted"]
