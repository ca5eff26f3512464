"""Everything can be entered by tapping: the forms of a page are filled in without a keyboard."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from referee import Referee, declared, find_game
from referee.declared.columns import Round
from referee.game.asks import Macro
from referee.game.common_reports import ANY_TIME
from referee.game.game import Game
from referee.games import games
from referee.language.reports import Report, Signed, shape
from referee.language.words import Seat
from referee.records.record import Judge
from referee.table.legal import trials
from referee.table.rulings import breaches
from referee.testing.often import times
from referee.testing.walker import state
from scoresheets.catalogue import game_called
from scoresheets.web.controls import label_of, parts_of
from scoresheets.web.due import choices
from scoresheets.web.filled import texts
from scoresheets.web.forms import ADD, DROP, FEW, HAND, Form, Unfinished, key_of
from scoresheets.web.rows import short_verbs, whole_hand
from tests import browser
from tests.share import EVERY
from tests.tables import AtPlay, seated
from tests.tapping import CannotTap, Filled, Sheet, Sheets, Unfolded, by_taps, one_by_one, page, tap, tap_hand, told

RECORDS = Path(__file__).parents[1] / "records"
OWN = [path for slug in games() for path in sorted((RECORDS / slug).glob("*.record"))]
STEPS = 6
IN_FULL = 30  # reports of a hand
BENS = ("oh_hell.Bids/who", "Ben")
ALIKE = 3  # reports to tap on one page


def table(slug: str, players: str, *reports: str, **house: str) -> Referee:
    """A table after some reports."""
    return seated(slug, players, *reports, house={name.replace("_", "-"): text for name, text in house.items()})


def sheets(referee: Referee, seat: str = "", given: Filled = ()) -> list[Sheet]:  # type: ignore[assignment]
    return Sheets(page(choices(referee, Seat(seat) if seat else None, given))).all


def sheet(referee: Referee, key: str) -> Sheet:
    return next(sheet for sheet in sheets(referee) if sheet.key == key)


# Card by card


@pytest.mark.parametrize("seed", range(times(4)))
@pytest.mark.parametrize("slug", games())
def test_a_game_can_be_played_by_tapping_alone(slug: str, seed: int) -> None:
    walker = AtPlay(find_game(slug), 4000 + seed)
    for step in range(STEPS):
        if walker.referee.standing.ended:
            return
        reports = [report for report in (walker.legal_report() for _ in range(ALIKE)) if report]
        before = state(walker.referee)
        shown = sheets(walker.referee)
        assert state(walker.referee) == before, walker.mismatch("looking at the page changed the table")
        for report in reports:
            try:
                in_order = walker.referee.vocabulary.read(report.text, walker.referee.hand)  # a group, by seats
                assert told(walker.referee, report, shown) == in_order
            except (CannotTap, Unfinished) as fault:
                raise walker.mismatch(f"{report.text} can't be tapped: {fault}") from None
        if reports and reports[0].who in walker.referee.seats and reports[0].speaker == "before":
            assert told(walker.referee, reports[0], sheets(walker.referee, reports[0].who)) == reports[0]
        if reports:
            (text,) = texts(tap(reports[0], shown), walker.referee)
            assert walker.hear(text).accepted
        walker.step(step)


@pytest.mark.parametrize("slug", games())
def test_a_hand_is_told_in_full_by_tapping_alone(slug: str) -> None:
    """Act by act while there is a form besides the short one, until the hand is over or long enough."""
    walker = AtPlay(find_game(slug), 4100)
    referee, short = walker.referee, {*short_verbs(walker.referee.game)}
    for step in range(IN_FULL):
        reports = [report for report in (walker.legal_report() for _ in range(ALIKE)) if report]
        if not reports or any(hand.finished for hand in referee.hands):
            break
        report = next((report for report in reports if type(report) not in short), reports[0])
        try:
            (text,) = [report.text] if step % EVERY else texts(tap(report, sheets(referee)), referee)
        except (CannotTap, Unfinished) as fault:
            raise walker.mismatch(f"{report.text} can't be tapped: {fault}") from None
        assert walker.hear(text).accepted
    assert len(referee.entries) == IN_FULL or any(hand.finished for hand in referee.hands)


def replayed(path: Path, *, every: bool = False) -> Iterator[tuple[Referee, Report]]:
    """The reports of a record, one of each kind or ``every`` one, with the table at that time."""
    judged = Judge().judge(path.read_text(encoding="utf-8").splitlines())
    assert judged.header and judged.referee
    last = judged.referee
    anew = Referee(last.game, judged.header.players, last.chosen, last.first_dealer)
    kinds: set[type[Report]] = set()
    for entry in last.entries:
        line = entry.report.line
        report = anew.vocabulary.read(last.called_then(entry.report.text, line), anew.hand, line=line)
        asks = [(hand, ask) for hand, ask in anew.asks() if type(report) is ask.verb]
        admitted = any(isinstance(report, Macro) or not breaches(hand, ask, report) for hand, ask in asks)
        if (admitted or isinstance(report, ANY_TIME)) and not entry.overrule and (every or type(report) not in kinds):
            kinds.add(type(report))
            yield anew, report
        assert anew.judge(report, overrule=entry.marked).accepted


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_a_record_tells_can_be_tapped(path: Path) -> None:
    for referee, report in replayed(path):
        try:
            tapped = told(referee, report, sheets(referee))
        except CannotTap:
            assert tells_nothing_new(referee, report)
            continue
        assert tapped == report or sorted(tapped.text.split()) == sorted(report.text.split())  # a pile in any order


def tells_nothing_new(referee: Referee, report: Report) -> bool:
    """Whether it is missing from the complete list of reports with its verb."""
    asked = [(hand, ask.verb) for hand, ask in referee.asks() if type(report) is ask.verb]
    tried = [trials(verb, hand, report.who) for hand, verb in asked]
    return asked != [] and all(several.listed and report not in several.reports for several in tried)


# Short form


@pytest.mark.parametrize("slug", games())
def test_a_hand_in_short_is_one_form(slug: str) -> None:
    """The example of the game: each hand in one form, and a player's second report of a kind in another."""
    game = find_game(slug)
    if game.example is None:
        assert HAND in [form.key for form in choices(table(slug, "Ann Ben Cat Dan"))]
        return
    whole, anew = example(game), example(game, told=False)
    entered = [entry.report for entry in whole.entries if entry.report.verb != "end"]
    waiting = [*itertools.chain.from_iterable(one_by_one(anew, report) for report in entered)]
    forms = 0
    while waiting:
        count, reports = in_one_form(anew, waiting)
        assert all(anew.hear(text).accepted for text in reports)
        waiting, forms = waiting[count:], forms + 1
    if whole.entries[-1].report.verb == "end":
        anew.hear("end")
    assert anew.scores == whole.scores
    assert forms <= len(whole.hands) + 1


def example(game: Game, told: bool = True) -> Referee:  # type: ignore[type-arg]
    assert game.example
    house = dict(part.split("=") for part in re.split(r",\s*", game.example.house) if part)
    lines = itertools.chain.from_iterable(line.split(";") for line in game.example.lines)
    return table(game.slug, game.example.players, *(map(str.strip, lines) if told else ()), **house)


def in_one_form(referee: Referee, waiting: Sequence[Report]) -> tuple[int, list[str]]:
    """The longest run of reports that fits the form of the whole hand, and the result."""
    shown, why = sheets(referee), ""
    for count in range(len(waiting), 0, -1):
        try:
            reports = texts(tap_hand(waiting[:count], shown), referee)
        except (CannotTap, Unfinished) as fault:
            why = why or str(fault)
            continue
        assert sorted(reports) == sorted(report.text for report in waiting[:count])
        return count, reports
    raise AssertionError(f"{waiting[0].text} can't be tapped: {why}")


def test_reports_of_a_hand_come_in_the_order_in_which_the_table_hears_them() -> None:
    referee = table("hasenpfeffer", "Ann Ben Cat Dan")
    filled = [
        ("tell", HAND), ("common_reports.Deal/who", "Ann"), ("hasenpfeffer.Bids:number/Dan/tricks", "4"),
        ("hasenpfeffer.Bids:number/Ben/tricks", "3"), ("hasenpfeffer.Passes/Cat/said", "on"),
        ("hasenpfeffer.Takes:number/Ben+Dan/tricks", "6"),
    ]  # fmt: skip
    before = state(referee)
    assert texts(filled, referee) == ["deal Ann", "Ben bids 3", "Cat passes", "Dan bids 4", "Ben+Dan takes 6"]
    assert state(referee) == before


def test_what_was_told_of_a_hand_is_no_part_of_its_short_form_any_more() -> None:
    referee = table("oh-hell", "Ann Ben Cat", "deal", "upcard 7H", "Ben bids 1", first_hand="3")
    assert [form.key for form in whole_hand(referee)] == [HAND]
    assert not any("/Ben/" in name and "Bids" in name for name in sheet(referee, HAND).names)
    referee.hear("Cat bids 1")
    referee.hear("Ann bids 2")
    assert referee.hear("Ben plays QS").accepted
    (form,) = whole_hand(referee)
    assert form.key == HAND
    assert {group.legend for group in form.groups} == {"takes tricks"}


def test_where_everybody_has_much_to_tell_the_whole_hand_goes_player_by_player() -> None:
    (form,) = whole_hand(table("piquet", "Ada Bo"))
    deal, bo, ada = form.groups
    assert (deal.legend, bo.legend, ada.legend) == ("deal", "Bo", "Ada")
    assert all("/Bo/" in field.name for field in bo.every)
    assert [group.legend for group in bo.groups[-1].groups] == ["declares carte-blanche", "declares run"]
    assert "<details" not in page([form]).replace('<details class="who">', "")


# Output


def test_what_one_tap_says_is_a_button_with_everybody_else_folded_beside_it() -> None:
    forms = choices(table("razz", "Ida Jon Kim", "deal Kim", "upcard QH 8C QD", "Ida bets 2"))
    calls = next(form for form in forms if form.title == "Jon calls")
    assert '<button class="tell" type="submit">Jon calls</button>' in page([calls])
    assert ">Not Jon?<" in page([calls])
    goes_out = choices(table("crazy-eights", "Ada Bo", "deal Ada"))
    assert "goes out" in [form.title for form in goes_out]  # the everyday form


def test_nothing_that_is_due_is_folded_but_whom_it_is_of() -> None:
    forms = choices(table("samba", "Ida Jon Kim Lou", "deal Ida", "upcard 7C", "Jon draws 3D"))
    due = [form for form in forms if form.place != "other"]
    assert "Jon declares" in [form.title for form in due]
    assert {*re.findall(r'<details class="(.*?)"', page(due))} <= {"who"}


SHEETS = sorted(path.stem for path in (Path(declared.__file__).parent / "sheets").glob("*.toml"))
NO_LABELS = (
    "after", "amendment", "count", "end", "for", "from", "groups", "in", "kind", "left", "name", "number", "numbers",
    "on", "other", "remark", "said", "size", "to", "value", "what", "which", "who", "whom", "with", "word",
)  # fmt: skip
"""Names of arguments that tell a player nothing."""


@pytest.mark.parametrize("slug", [*games(), *(slug for slug in SHEETS if slug not in games())])
def test_every_argument_has_a_label_in_players_words(slug: str) -> None:
    for kind in (*game_called(slug).reports, *ANY_TIME):
        arguments = {argument.field: argument for argument in shape(kind).arguments}
        for argument in arguments.values():
            assert label_of(kind, argument) not in NO_LABELS, f"{kind.verb}: {argument.name}"
        named = {re.split("[ =]", label)[0] for label in kind.labels}
        assert named <= {*arguments, "number", "numbers"}, kind.verb


UNLIMITED = {
    "common_reports.Adjust/points": "points from outside the game",
    "common_reports.Joins/at": "any score that the table gives a late player",
    "common_reports.Pays/chips": "players may owe more than they have",
    "stakes.Buys/chips": "chips are bought with money",
    "stakes.CashesOut/chips": "only tables with a stack know what is left",
    "cash.CashesOut/chips": "a count that is over may be kept as played",
    "betting.Antes/chips": "only tables with a stack know what is left",
    "betting.Bets/chips": "only tables with a stack know what is left",
    "betting.Calls/chips": "only tables with a stack know what is left",
    "betting.Completes/chips": "only tables with a stack know what is left",
    "betting.Raises/chips": "only tables with a stack know what is left",
    "faro.Limits/least": "the banker sets it",
    "faro.Limits/most": "the banker sets it",
    "faro.Bets/chips": "only bankers with a limit have one",
    "faro.Calls/chips": "only bankers with a limit have one",
    "canasta counts": "a side may meld the cards of any number of decks",
    "hand-and-foot counts": "the same",
    "pinochle bids": "the bidding goes on as long as somebody goes higher",
    "pinochle melds": "melds are counted at the table",
    "rummy holds": "decks and values differ from table to table",
    "tally scores": "any game",
}
"""Numbers without an upper limit, and why."""


def limit_of(kind: type[Report], argument: Any, hand: Any, seat: Seat) -> int | None:
    """The highest number of an argument: of its type, as declared, or of a few that the report lists."""
    ranges = [part for whole in parts_of(argument.kind) for part in get_args(whole) if isinstance(part, range)]
    if ranges:
        return ranges[0][-1]
    if argument.field in kind.limits:
        return kind.highest(argument.field, hand, seat)
    listed = None if kind.sampled else kind.options(hand, seat)
    numbers = {value for report in listed or () if isinstance(value := getattr(report, argument.field), int)}
    return max(numbers) if 0 < len(numbers) <= FEW else None


def numbers_of(kind: type[Report]) -> Iterator[Any]:
    """The arguments that can be a number."""
    for argument in shape(kind).arguments:
        if any(part in (int, Signed) or get_args(part)[:1] in ((int,), (Signed,)) for part in parts_of(argument.kind)):
            yield argument


@pytest.mark.parametrize("slug", [*games(), *(slug for slug in SHEETS if slug not in games())])
def test_a_number_has_a_limit_or_a_reason_for_none(slug: str) -> None:
    game = game_called(slug)
    table = Referee(game, [f"P{number}" for number in range(game.players[0])])
    for text in game.example.lines if game.example else ():
        table.hear(text)
    for kind in (*game.reports, *ANY_TIME):
        for argument in numbers_of(kind):
            names = {f"{key_of(kind).rstrip('*')}/{argument.field}", f"{slug} {kind.verb}"}
            if not names & {*UNLIMITED}:
                assert limit_of(kind, argument, table.hand, table.seats[0]) is not None, (kind.verb, argument.field)


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_limit_refuses_nothing_that_was_accepted(path: Path) -> None:
    for referee, report in replayed(path, every=True):
        kind = type(report)
        hand = next((hand for hand, ask in referee.asks() if ask.verb is kind), referee.hand)
        for argument in numbers_of(kind):
            limit = kind.highest(argument.field, hand, report.who)
            number = getattr(report, argument.field)
            assert limit is None or not isinstance(number, int) or number <= limit, report.text


@pytest.mark.parametrize("slug", SHEETS)
def test_everybodys_numbers_have_a_row_for_each(slug: str) -> None:
    """What can be reported as a row of numbers, such as `bids 4 3 4 2`, has a form with a row for each."""
    game = game_called(slug)
    example = game.example
    table = Referee(game, example.players.split() if example else ["Ann", "Ben", "Cat", "Dan"])
    for text in (*(example.lines if example else ()), "note that is all"):
        rows = [name for form in choices(table) if form.rows for name in form.names]
        for hand, ask in table.asks():
            if isinstance(hand, Round) and "numbers" in [argument.field for argument in shape(ask.verb).arguments]:
                column: Any = hand.column(ask.verb)
                for seat in column.untold(hand):
                    named = rf"{re.escape(key_of(column.single))}:\w+/{re.escape(seat)}/number"
                    assert any(re.match(named, name) for name in rows), (ask.verb.verb, seat, text)
        assert table.hear(text).accepted


MANY_SAY = ("wins",)  # verbs that a group reports together: for the scorekeeper


@pytest.mark.parametrize("slug", [*games(), *(slug for slug in SHEETS if slug not in games())])
def test_an_example_is_told_through_open_controls_alone(slug: str) -> None:
    """Everything on the scorekeeper's page. On a player's page that player's reports, including the deal."""
    game = game_called(slug)
    if game.example is None:
        return
    whole, anew = example(game), example(game, told=False)
    for entry in whole.entries:
        report = entry.report
        lines = [report.text]
        if report.verb != "end":
            lines = by_taps(report, anew, Unfolded(page(choices(anew))).sheets)
            assert lines, report.text
            who = Seat(report.who.partition("+")[0])
            if who in anew.seats and report.speaker != "none" and report.verb not in MANY_SAY and len(anew.seats) > 1:
                asks = [ask for hand, ask in anew.asks() if ask.verb is type(report) and hand.lets_speak(ask, who)]
                shown = Unfolded(page(choices(anew, who))).sheets
                assert not asks or by_taps(report, anew, shown, who), f"{who}: {report.text}"
        assert all(anew.hear(text, overrule=entry.marked).accepted for text in lines), lines
    assert anew.scores == whole.scores


def test_numbers_come_first_where_the_table_tells_them_so() -> None:
    bids = ("deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 1")
    numbers = table("oh-hell", "Ann Ben Cat", *bids, first_hand="2")
    assert choices(numbers)[0].key == HAND and choices(numbers)[0].question
    marked = [tap.value for field in choices(numbers)[0].fields for tap in field.taps if tap.mark]  # type: ignore[attr-defined]
    assert marked == ["1", "1", "1"]
    cards = table("oh-hell", "Ann Ben Cat", *bids, "Ben plays QS", first_hand="2")
    assert choices(cards)[0].key == "tricks.Plays:card"


def test_what_a_sheet_asks_everybody_is_a_row_for_each_player() -> None:
    referee = table("spades", "Ann Ben Cat Dan")
    form = choices(referee)[0]
    assert form.key == f"{HAND}:column_reports.Bids" and form.question
    lines = [f"{who} bids {bid}" for who, bid in zip(("Ann", "Ben", "Cat", "Dan"), (3, 4, 2, 0), strict=True)]
    reports = [referee.vocabulary.read(text, referee.hand) for text in lines]
    bids = sheet(referee, form.key)
    filled = tap_hand(reports, [bids])
    assert texts(filled, referee) == lines
    assert len([pair for pair in filled if pair not in bids.said]) == len(lines)  # a tap for each, and one to send
    assert all(referee.hear(text).accepted for text in lines)
    assert choices(referee)[0].key == HAND  # of the hand only the tricks are left
    assert HAND not in choices(table("gin-rummy", "Ann Ben"))[0].key  # one player wins


def test_likely_numbers_are_buttons_and_send_the_form() -> None:
    bids = sheet(table("oh-hell", "Ann Ben Cat", "deal", first_hand="3"), "oh_hell.Bids:number")
    assert list(bids.buttons["oh_hell.Bids/tricks"]) == ["0", "1", "2", "3"]
    assert ("oh_hell.Bids/who", "Ben") in bids.said


def test_points_below_nought_can_be_tapped_where_there_are_any() -> None:
    tally, rummy = table("tally", "Ann Ben Cat", chips="yes"), table("rummy", "Ann Ben Cat", "Ann out")
    lost = tally.vocabulary.read("Ann scores -50", tally.hand)
    assert told(tally, lost, sheets(tally)) == lost
    assert '<input type="number" name="column_reports.Scores/number" value="" step="1" required' in page(choices(tally))
    # without inputmode the keyboard has a minus
    assert 'inputmode="numeric" name="column_reports.Holds/number" value="" step="1" min="0"' in page(choices(rummy))


def test_every_number_that_stands_is_a_button_where_cards_would_do_as_well() -> None:
    discards = sheet(table("piquet", "Ann Ben", "deal Ann"), "piquet.Discards:number")
    assert list(discards.buttons["piquet.Discards/cards"]) == ["1", "2", "3", "4", "5"]


def test_a_number_may_be_below_nought_where_that_would_stand() -> None:
    tally, spades = Referee(game_called("tally"), ["Ann", "Ben"]), Referee(game_called("spades"), ["A", "B", "C", "D"])
    for referee, text, below in ((tally, "Ann scores -1", True), (spades, "A bids -1", False)):
        whole = sheet(referee, HAND)
        assert any("min" not in bounds for bounds in whole.numbers.values()) is below
        assert referee.hear(text).accepted is below
    tonk = table("tonk", "Ann Ben", "deal Ann")
    assert "not -1" in tonk.hear("Ann holds -1").message


def test_few_are_all_looked_at_however_slow_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheets.web.controls.A_WHILE", 0)
    sizes = sheet(table("last-one", "Ann Ben"), HAND).radios["common_reports.Deal/size"]
    assert sizes == ["4", "5", "6", "7", "8"]


def test_what_is_out_is_greyed_and_what_would_be_refused_is_not() -> None:
    referee = table("oh-hell", "Ann Ben Cat", "deal 3", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 2",
                    "Ben plays QS", "Cat plays 9H", first_hand="3")  # fmt: skip
    cards = sheet(referee, "tricks.Plays:card").buttons["tricks.Plays/card"]
    assert not {"QS", "9H", "7H"} & {*cards}
    assert len(cards) == 49


def test_a_player_sees_only_what_is_theirs_to_say() -> None:
    referee = table("oh-hell", "Ann Ben Cat", "deal", first_hand="2")
    assert [form.key for form in choices(referee, Seat("Ben"))] == ["oh_hell.Bids:number"]
    assert choices(referee, Seat("Cat")) == []
    with pytest.raises(Unfinished):
        texts([("tell", "oh_hell.Bids:number"), ("oh_hell.Bids/who", "Ben"), ("oh_hell.Bids/tricks", "1")],
              referee, Seat("Cat"))  # fmt: skip


@pytest.mark.parametrize(
    "filled",
    [
        [("tell", "common_reports.End*")],
        [("tell", HAND), ("oh_hell.Bids:number/Ben/tricks", "1"), ("oh_hell.Bids:number/Cat/tricks", "1")],
        [("tell", "oh_hell.Bids:number"), ("oh_hell.Bids/who", "Ben;end"), ("oh_hell.Bids/tricks", "1")],
        [("tell", "oh_hell.Bids:number"), BENS, ("oh_hell.Bids/tricks", "1; end")],
        [("tell", "common_reports.Pays:word:other"), ("common_reports.Pays/who", "Ben"),
         ("common_reports.Pays/whom", "Cat;end"), ("common_reports.Pays/chips", "1")],
        [("tell", "common_reports.Concedes"), ("common_reports.Concedes/who", 'Ben" ; end')],
    ],
)  # fmt: skip
def test_a_player_tells_nothing_else_by_a_form_of_their_own_making(filled: Filled) -> None:
    referee = table("oh-hell", "Ann Ben Cat", "deal", first_hand="2")
    with pytest.raises(Unfinished):
        texts(filled, referee, Seat("Ben"))


def test_what_is_typed_stays_one_report() -> None:
    referee = table("oh-hell", "Ann Ben Cat", "deal", first_hand="2")
    form = [("tell", "common_reports.Adjust*:word:other:text"),
            ("common_reports.Adjust*/whom", "Ben"), ("common_reports.Adjust*/points", "-5")]  # fmt: skip
    reason = "common_reports.Adjust*/reason"
    assert texts([*form, (reason, "late; end # x")], referee) == ['adjust Ben -5 "late; end # x"']
    with pytest.raises(Unfinished):
        texts([*form, (reason, 'said "no"; end')], referee)


def test_partners_say_what_is_their_teams() -> None:
    referee = table("samba", "Ann Ben Cat Dan", "deal")
    form = next(form for form in choices(referee, Seat("Cat")) if form.key.startswith("samba.Scores"))
    assert dict(form.hidden)["samba.Scores/who"] == "Ann+Cat"


def test_names_are_text() -> None:
    referee = table("oh-hell", "A<b>nn B&en Cat", "deal", first_hand="2")
    html = page(choices(referee))
    assert "B&amp;en bids" in html
    assert "<b>" not in html
    assert not re.search(r"\sstyle=|\son\w+=|<script", html)


# Filled-in values


def test_without_a_script_every_piece_is_a_page() -> None:
    referee = table("oh-hell", "Ann Ben Cat", "deal", "Ben bids 1", "Cat bids 1", "Ann bids 2", first_hand="3")
    trick, field = "tricks.Trick*:cards", "tricks.Trick*/cards"
    given: Filled = [("tell", trick)]
    for name, value in ((ADD, "QS"), (ADD, "4H"), (DROP, "1"), (ADD, "3S"), (ADD, "KS")):
        shown = next(sheet for sheet in sheets(referee, given=given) if sheet.key == trick)
        assert value in shown.buttons[name + field]
        with pytest.raises(Unfinished) as begun:
            texts([*given, (name + field, value)], referee)
        given = [*begun.value.given]
    assert texts(given, referee) == ["trick QS 3S KS"]


BUILT = ("deal Ann", "upcard 8S 6H KD JS", "Ben trails 2S", "Ann trails 3C", "Ben builds 8 on 6H with 2H")
"""A table of Cassino with a build, which is a single piece of two words."""


def test_the_last_piece_goes_whole_without_a_script() -> None:
    referee = table("cassino", "Ann Ben", *BUILT)
    captures, field = "cassino.Captures:pieces:card", "cassino.Captures/items"
    given: Filled = [("tell", captures)]
    for piece in ("8S", "build 8"):
        with pytest.raises(Unfinished) as begun:
            texts([*given, (ADD + field, piece)], referee)
        given = [*begun.value.given]
    (drop,) = next(sheet for sheet in sheets(referee, given=given) if sheet.key == captures).buttons[DROP + field]
    with pytest.raises(Unfinished) as begun:
        texts([*given, (DROP + field, drop)], referee)
    assert dict(begun.value.given)[field] == "8S"


@pytest.mark.parametrize(
    "filled",
    [
        [("tell", "oh_hell.Bids:number"), BENS],
        [("tell", "oh_hell.Bids:number"), ("oh_hell.Bids/tricks", "1")],
        [("tell", "oh_hell.Bids:number"), BENS, ("oh_hell.Bids/tricks", "x")],
        [("tell", "nothing.Such")],
        [],
        [("tell", HAND)],
        [("tell", "oh_hell.Bids:number"), BENS, BENS, ("oh_hell.Bids/tricks", "1")],
    ],
)
def test_a_form_that_is_unfinished_keeps_what_was_filled_in(filled: Filled) -> None:
    referee = table("oh-hell", "Ann Ben Cat", "deal", first_hand="2")
    with pytest.raises(Unfinished) as unfinished:
        texts(filled, referee)
    assert list(unfinished.value.given) == filled


def test_what_was_filled_in_stands_there_again() -> None:
    referee = table("samba", "Ann Ben Cat Dan", "deal")
    filled = [("tell", HAND), ("samba.Scores:other/Ann+Cat/points", "905"), ("samba.Scores:flag/Ann+Cat/out", "on")]
    form = next(form for form in choices(referee, given=filled) if form.key == HAND)
    assert form.given
    assert {field.name: field.given for field in form.fields if field.given} == dict(filled[1:])


# Phones


@pytest.mark.skipif(bool(browser.MISSING), reason=browser.MISSING)
def test_a_thumb_is_enough(tmp_path: Path) -> None:
    """A hand of Oh Hell! for four in ten taps at most, a card in one, a trick in the order of the taps."""
    with browser.browser() as driver:
        browser.screen(driver, (360, 640))
        phone = Phone(driver, tmp_path)
        phone.shows(choices(table("oh-hell", "Ann Ben Cat Dan", first_hand="5")))
        phone.opens(HAND)
        taps = [("Bids", "Ben", 2), ("Bids", "Cat", 0), ("Bids", "Dan", 1), ("Bids", "Ann", 3),
                ("Takes", "Ben", 2), ("Takes", "Dan", 1), ("Takes", "Ann", 2)]  # fmt: skip
        for verb, seat, number in taps:
            phone.taps(f'input[name*="{verb}"][name*="/{seat}/"][value="{number}"]')
        assert len(taps) + 2 <= 10  # with what opens the form and what sends it
        assert phone.filled(HAND)["tricks.Takes:number/Ann/tricks"] == "2"
        assert phone.too_small() == []
        phone.shows(choices(table("samba", "Ann Ben Cat Dan", "deal")))
        melds, field = "samba.Melds:cards", "samba.Melds/groups"
        phone.opens(melds)
        for card in ("KD", "KD", "JK", ",", "7S", "8S", "9S"):
            phone.taps(f'button[name="add {field}"][value="{card}"]')
        assert phone.filled(melds)[field] == "KD KD JK , 7S 8S 9S"
        phone.reloads()
        assert phone.filled(melds)[field] == "KD KD JK , 7S 8S 9S"
        phone.taps(f'button[name="drop {field}"]')
        assert phone.filled(melds)[field] == "KD KD JK , 7S 8S"
        assert phone.too_small() == []
        phone.shows(choices(table("cassino", "Ann Ben", *BUILT)))
        captures, field = "cassino.Captures:pieces:card", "cassino.Captures/items"
        phone.opens(captures)
        for piece in ("8S", "build 8"):
            phone.taps(f'button[name="add {field}"][value="{piece}"]')
        assert driver.find_elements("css selector", f'button.put[name="add {field}"][value="build 8"]')
        phone.taps(f'button[name="drop {field}"]')
        assert phone.filled(captures)[field] == "8S"


class Phone:
    """A page of forms in a browser."""

    def __init__(self, driver: browser.WebDriver, place: Path) -> None:
        self.driver = driver
        self.file = place / "page.html"

    def shows(self, forms: Sequence[Form]) -> None:
        static = Path(choices.__code__.co_filename).parent / "static"
        self.file.write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>forms</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<link rel="stylesheet" href="{(static / "choices.css").as_uri()}">'
            f"<body><main>{page(forms)}</main>"
            + "".join(f'<script src="{(static / name).as_uri()}"></script>' for name in ("choices.js", "page.js")),
            encoding="utf-8",
        )
        self.driver.get(self.file.as_uri())
        self.reloads()

    def reloads(self) -> None:
        self.driver.refresh()

    def opens(self, key: str) -> None:
        self.driver.execute_script(
            "let at = document.querySelector(`input[name=tell][value='${arguments[0]}']`);"
            "for (; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true",
            key,
        )

    def taps(self, what: str) -> None:
        """Taps the element of a selector, once the page accepts taps."""
        WebDriverWait(self.driver, 10).until(
            lambda driver: driver.execute_script("return !!window.referee && !referee.rests()")
        )
        element = self.driver.find_element("css selector", what)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def filled(self, key: str) -> dict[str, str]:
        said = self.driver.execute_script(
            "return [...new FormData(document.querySelector(`input[name=tell][value='${arguments[0]}']`).form)]", key
        )
        return dict(said)

    def too_small(self) -> list[str]:
        """Buttons that are too small for a thumb, and pages wider than the screen."""
        shown = "button, select, summary, label.tap, label.flag, input[type=text], input[type=number]"
        small: list[str] = self.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].filter(at => {const box = at.getBoundingClientRect();"
            " return box.width && (box.height < 44 || box.width < 44)}).map(at => at.outerHTML.slice(0, 90))",
            shown,
        )
        wide = self.driver.execute_script("return document.documentElement.scrollWidth > innerWidth")
        return [*small, *["the page is too wide"] * wide]
