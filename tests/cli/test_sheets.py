"""Score sheets: one for each layout, complete at 80 columns, plain or not, and equal to the score."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from referee import Referee, find_game
from referee.entry.shorthand import in_full
from referee.games import ours
from referee.records.record import Judge
from scoresheets.display.sheets import shape_of, sheet
from scoresheets.display.sheets.paper import Paper
from tests.tables import seated

ROOT = Path(__file__).parents[2]
NIGHT = [path for path in sorted((ROOT / "scoresheets" / "demo").glob("*.record")) if path.stem in ours()]
RECORDS = [*NIGHT, *sorted((ROOT / "tests" / "records").glob("*/*.record"))]
BOXES = re.compile("[\u2500-\u257f]")


def judged(text: str) -> Judge:
    return Judge().judge(text.splitlines())


def drawn(referee: Referee, *, plain: bool = True, title: str = "", width: int = 80, color: bool = False) -> list[str]:
    console = Console(
        width=width, markup=False, emoji=False, highlight=False, color_system="standard" if color else None,
        force_terminal=color,
    )  # fmt: skip
    with console.capture() as caught:
        console.print(sheet(referee, title=title, plain=plain))
    return [line.rstrip() for line in caught.get().splitlines()]


def test_oh_hell_has_bids_beside_takes() -> None:
    referee = seated(
        "oh-hell", "Ann Ben Cat", "deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 1", "Ben takes",
        "Ann takes", "deal", "Cat bids 0", "adjust Ben -5 late again", house={"first-hand": "2"},
    )  # fmt: skip
    assert drawn(referee, title="at Ann's") == [
        "Oh Hell! · at Ann's",
        "house rules: first-hand=2 (standard: 10)",
        "  hand  cards  trump             Ann           Ben            Cat",
        "     1      2      ♥  * 1/1  +10  10  1/1  +10  10  1/0  -10  -10",
        "adjust                                      -5   5",
        "    2…      1                                    *            0/0",
        " total                            10             5            -10",
        "1 card · total bid 0 for 1 trick",
        "Dealer: Ben. Next: Ann bids.",
        "* dealt the hand",
        "Adjusted: Ben -5: late again",
    ]


def test_farmer_has_chips_totals_and_the_farm() -> None:
    referee = seated(
        "farmer", "Ann Ben Cat", "deal Ann", "Ben holds 12", "Cat holds 15", "Ann busts", "Ann pays Ben 2",
        "adjust Cat +1 found under the table", "deal", "Ben holds 16", "Cat busts", "Ann holds 9",
    )  # fmt: skip
    assert drawn(referee) == [
        "Farmer",
        "  deal           Ann          Ben          Cat  farm  table",
        "     1   *    -1  -1  12   -2  -2  15    0   0     3",
        "  pays        -2  -3       +2   0",
        "adjust                                  +1   1           -1",
        "     2  * 9    0  -3  16   +5   5       -2  -1           -1",
        " total            -3            5           -1     0     -1",
        "Dealer: Ben. Next: Ben deals.",
        "* dealt the hand",
        "Ann already paid 2 to Ben",
        "Adjusted: Cat +1: found under the table",
    ]


EVENINGS = {
    "columns": ("tally", "Ann Ben Cat", {}, "12 0 14; adjust Ann -5 late; 1 2 3; adjust Ben +1 found; 0 0 9"),
    "duel": ("tally", "Ann Ben", {}, "12 0; adjust Ann -5 late; 1 2; adjust Ben +1 found; 0 9"),
    "teams": ("tally", "Ann Ben Cat Dan", {"teams": "yes"}, "12 0; adjust Ann -5 late; 1 2; 0 9; adjust Ben +1 found"),
    "chips": (
        "farmer", "Ann Ben Cat", {},
        "deal Ann; Ben holds 12; Cat holds 15; Ann busts; Ann pays Ben 2; adjust Cat +1 found; "
        "deal; Ben holds 16; Cat busts; Ann holds 9",
    ),
}  # fmt: skip
"""Hands with something booked apart from them in between, for each shape of sheet that has running totals."""


@pytest.mark.parametrize("shape", EVENINGS)
def test_the_running_totals_are_those_that_the_table_heard(shape: str) -> None:
    slug, players, options, line = EVENINGS[shape]
    referee = Referee(find_game(slug), players.split(), options)
    heard = []
    for text in line.split("; "):
        for report in in_full(text, referee):
            assert referee.hear(report).accepted, report
        heard.append({**referee.scores})
    assert shape_of(referee) == shape
    after = iter(heard)
    for row in Paper(referee).rows:
        assert {side: row.so_far.get(side, 0) for side in referee.scores} in after, row


def test_samba_has_a_line_for_each_bonus() -> None:
    referee = seated(
        "samba", "Ann Ben Cat Dan", "deal Ann", "Ben scores 505 natural 1 mixed 1 out held 30",
        "Ann scores 120 red 6 held 85", "deal", "Ann scores 100 held 5",
    )  # fmt: skip
    assert drawn(referee) == [
        "Samba",
        "hand            Ann+Cat  Ben+Dan",
        "1 · Ann deals",
        "  melds             120      505",
        "  held              -85      -30",
        "  canastas                   800",
        "  red             -1000",
        "  out                        200",
        "  hand             -965     1475",
        "so far             -965     1475",
        "2… · Ben deals",
        "total              -965     1475",
        "to open: Ann+Cat 15, Ben+Dan 50",
        "Dealer: Ben. Next: enter Ben+Dan's points.",
    ]


def test_reversis_has_its_pots() -> None:
    referee = seated(
        "reversis", "Ann Ben Cat Dan", "deal Ann", "Ann plays JH on Ben", "talon 6", "Ann holds 12", "Ben holds 4",
        "Cat holds 10", "Dan holds 8", "deal Ben", "Cat plays JH on Dan",
    )  # fmt: skip
    assert drawn(referee) == [
        "Reversis",
        " hand           Ann          Ben         Cat         Dan  pot1  pot2",
        "    1  *   -55  -55      +25  25    -10  -10    -10  -10    50",
        "   2…       -5  -60  *   -10  15    -65  -75    +20   10    55    55",
        "total           -60           15         -75          10    55    55",
        "Dealer: Ben. Next: Cat plays.",
        "* dealt the hand",
    ]


def test_piquet_is_by_hand_and_partie() -> None:
    referee = seated(
        "piquet", "Ann Ben", "deal Ben", "Ann declares point 6", "Ann declares quint A", "Ann takes 7",
        "Ann declares pique", "Ben takes 5 last", "deal", "Ben scores 12", house={"hands": "2"},
    )  # fmt: skip
    assert drawn(referee) == [
        "Piquet",
        "house rules: hands=2 (standard: 6)",
        "  hand  player        made                                    points  so far",
        "     1  Ann, elder    point 6, sequence 15, lead 8, trick 7,      76      76",
        "                      cards 10, pique 30",
        "        Ben, younger  lead 4, trick 5                              9       9",
        "    2…  Ben, elder                                                         9",
        "        Ann, younger                                                      76",
        "partie  Ann                                                               76",
        "        Ben                                                                9",
        "Ben is elder",
        "Dealer: Ann. Next: enter Ann's points.",
    ]
    assert referee.hear("Ann scores 29").accepted
    assert drawn(referee)[-3:] == [
        "partie  Ann                                                              105",
        "        Ben                                                               21",
        "Ann wins! Margin: 226.",
    ]


def test_bridge_has_a_line_across() -> None:
    referee = judged((ROOT / "tests/records/bridge-solitaire/short.record").read_text(encoding="utf-8")).referee
    assert referee
    said = [line.split() for line in drawn(referee)]
    above, below = said.index(["above", "the", "line"]), said.index(["below", "the", "line"])
    assert ["1", "overtricks", "+30", "30"] in said[above:below]
    assert said[below + 1 :][:4] == [
        ["1", "contract", "+60", "60"], ["4", "contract", "+80", "140"], ["7", "contract", "+120", "120"],
        ["total", "2450", "400"],
    ]  # fmt: skip


def test_indian_chief_has_seven_boxes() -> None:
    referee = seated(
        "indian-chief", "Ann Ben Cat", "deal Ann", "Ann melds 4S 9S KH", "Ben melds 7H", "Cat scores -31 rich",
        "Ben takes KH from Ann", "Ann scores 0 lawyer", "Ben melds KH AH 2S 3S 4D, 5S 5D", "Cat scores 10 thief",
        "adjust Cat -5 late again", "Ann scores 2 beggar",
    )  # fmt: skip
    assert drawn(referee, title="at Ann's") == [
        "Indian Chief · at Ann's",
        "box        Ann   Ben   Cat",
        "1 thief            7    10",
        "2 beggar",
        "3 poor      13",
        "4 lawyer     0",
        "5 rich                 -31",
        "6 doctor",
        "7 chief            5",
        "adjust                  -5",
        "total       13    12   -26",
        "turn 3",
        "Dealer: Ann. Next: Ben or Cat melds. Or enter their points.",
        "Adjusted: Cat -5: late again",
    ]


def test_the_boxes_of_eight_players_fit() -> None:
    players = ["Bartholomew", "Catherine", "Dorothea", "Emmanuel", "Frederick", "Gwendolyn", "Henrietta", "Ignatius"]
    referee = Referee(find_game("indian-chief"), players)
    referee.hear("deal")
    for seat in players:
        assert referee.hear(f"{seat} scores -50 rich").accepted
    for plain in (True, False):
        texts = drawn(referee, plain=plain)
        assert max(map(cell_len, texts)) <= 80
        rich = [line.split()[2:] for line in texts if line.strip().startswith("5 rich")]
        assert rich == [["-50"] * 4] * 2
        assert all(any(name in line for line in texts) for name in players)


def test_findings_and_what_was_let_stand_are_marked() -> None:
    referee = seated(
        "oh-hell", "Ann Ben Cat", "deal Ann", "upcard 7H", "~ Cat bids 1", "Ann bids 1", "Ben bids 1",
        "trick KS 2D 3S", "trick QS 4S 5D", house={"first-hand": "2"},
    )  # fmt: skip
    texts = drawn(referee)
    assert any(line.split()[0] == "1!" for line in texts)
    assert "! hand 1, line 3: Cat bids 1, kept as played [bid-order]" in texts
    assert any(line.startswith("! hand 1, line 7: Revoke: Cat") for line in texts)


def test_winners_and_those_who_gave_up_stand_at_the_foot() -> None:
    texts = drawn(seated("oh-hell", "Ann Ben Cat", "deal Ann", "Ben concedes", "Cat concedes", "end"))
    assert texts[-3:] == ["Ann wins!", "Ben has conceded", "Cat has conceded"]


def test_a_sheet_before_the_first_deal_has_its_columns_already() -> None:
    assert drawn(seated("oh-hell", "Ann Ben Cat")) == [
        "Oh Hell!",
        " hand  cards  trump   Ann   Ben   Cat",
        "total                   0     0     0",
        "Dealer: Ann. Next: Ann deals.",
    ]


def test_what_people_type_is_shown_as_typed() -> None:
    referee = Referee(find_game("oh-hell"), ["[/x]", "[red]Zoë", ":smile:"])
    referee.hear("adjust [/x] +5 [bold]x[/bold] \x1b[2J")
    text = "\n".join(drawn(referee, plain=False, title="[i]our night[/i]"))
    for typed in ("[/x]", "[red]Zoë", ":smile:", "[bold]x[/bold] \ufffd[2J", "[i]our night[/i]"):
        assert typed in text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_sheet_of_every_record_fits_and_has_every_total(path: Path) -> None:
    referee = judged(path.read_text(encoding="utf-8")).referee
    assert referee
    for plain in (True, False):
        texts = drawn(referee, plain=plain)
        assert max(map(cell_len, texts)) <= 80
        assert bool(BOXES.search("".join(texts))) != plain
        text = " ".join(texts)
        for side, points in referee.scores.items():
            assert side in text and re.search(rf"(?<!\d){points}\b", text)
        for number in {line.hand for line in referee.lines} - {0}:
            assert any(re.match(rf"\s*{number}\b", line) or line.lstrip().startswith("end") for line in texts)


@pytest.mark.parametrize("path", NIGHT, ids=lambda path: path.stem)
def test_the_sheet_can_be_drawn_at_every_moment(path: Path) -> None:
    judge = Judge()
    for line in path.read_text(encoding="utf-8").splitlines():
        judge.feed(line)
        if judge.referee:
            assert judge.referee.game.name in drawn(judge.referee)[0]


@pytest.mark.parametrize("path", NIGHT, ids=lambda path: path.stem)
def test_the_evening_holds(path: Path) -> None:
    judge = judged(path.read_text(encoding="utf-8"))
    assert judge.referee and judge.referee.over and judge.referee.winners()
    assert not judge.failures and not judge.warnings and judge.refused


def test_color_only_where_it_is_wanted() -> None:
    referee = judged(NIGHT[0].read_text(encoding="utf-8")).referee
    assert referee
    colored = "\n".join(drawn(referee, plain=False, color=True))
    assert "\x1b[" in colored
    assert "\x1b[3" not in "\n".join(drawn(referee, plain=True, color=True))
    assert "\x1b[" not in "\n".join(drawn(referee, plain=False))


def test_seven_players_with_long_names_and_nineteen_hands_fit() -> None:
    players = [f"Bartholomew-{letter}" for letter in "abcdefg"]
    referee = Referee(find_game("oh-hell"), players)
    for _ in range(3):
        referee.hear("deal")
        hand = referee.hand
        for seat in hand.around(hand.eldest):
            referee.hear(f"{seat} bids {hand.size + 1 if seat == hand.dealer else 0}")  # type: ignore[attr-defined]
        referee.hear(f"{hand.eldest} takes {hand.size}")  # type: ignore[attr-defined]
    assert len(referee.hands) == 3 and referee.last is not None
    assert max(map(cell_len, drawn(referee, plain=False))) <= 80
    texts = drawn(referee)
    assert max(map(cell_len, texts)) <= 80
    first, second = [line.split() for line in texts if re.match(r"\s*1\b", line)]
    assert first[2:] + second[1:] == ["*8/0", "-80", "-80", "0/7", "-70", "-70", *["0/0", "+10", "10"] * 5]
    first, second = [line.split() for line in texts if re.match(r"\s*3\b", line)]
    assert first[-3:] == ["*6/0", "-60", "-110"] and second[-3:] == ["0/0", "+10", "30"]


def test_eight_farmers_fit() -> None:
    players = ["Bartholomew", "Catherine", "Dorothea", "Emmanuel", "Frederick", "Gwendolyn", "Henrietta", "Ignatius"]
    referee = Referee(find_game("farmer"), players, {"ante": "25"})
    for _ in range(3):
        referee.hear("deal Bartholomew")
        for seat in players:
            assert referee.hear(f"{seat} busts" if seat < "D" else f"{seat} holds 15").accepted
    assert len(referee.hands) == 3
    for plain in (True, False):
        texts = drawn(referee, plain=plain)
        assert max(map(cell_len, texts)) <= 80
        assert sum(line.count("15 -25") for line in texts if re.match(r"\s*1\b", line)) == 6


@pytest.mark.parametrize(
    ("game", "players", "shape"),
    [
        ("oh-hell", "Ann Ben Cat", "columns"),
        ("farmer", "Ann Ben", "chips"),
        ("samba", "Ann Ben Cat Dan", "teams"),
        ("piquet", "Ann Ben", "duel"),
        ("reversis", "Ann Ben Cat Dan", "chips"),
        ("indian-chief", "Ann Ben", "boxes"),
        ("bridge-solitaire", "Ann", "quadrants"),
    ],
)
def test_the_shape_follows_from_the_game(game: str, players: str, shape: str) -> None:
    assert shape_of(Referee(find_game(game), players.split())) == shape
