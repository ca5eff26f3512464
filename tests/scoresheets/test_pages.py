"""The pages of the games: their parts, and whether they match the rules that the games apply."""

from __future__ import annotations

import functools
import importlib
import itertools
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rich.console import Console

from referee import Referee, find_game
from referee.cards import JOKER, SUIT_SIGNS, SUITS, UPWARD, Card, Rank, cards
from referee.game.common_reports import Deal
from referee.game.game import Game, Glance, Table
from referee.game.quick_reference import by_points, counted_down, high_to_low
from referee.games import ours
from referee.language.reports import shape
from referee.records.record import Judge
from scoresheets.book import game_page as pages
from scoresheets.errors import USAGE
from tests.cli.conftest import Command, referee
from tests.test_json import validator

__all__ = ["referee"]

WIDTHS = (40, 80, 120)
PARTS = [
    "Keeping score tonight", "At a glance", "Rules", "Rulings where the rules don't say", "Reports",
    "Reports of every game", "Score lines", "Variants", "House rules",
]  # fmt: skip


def blocks(slug: str) -> list[pages.Block]:
    return pages.page(pages.tables(find_game(slug)))


def table(slug: str, players: int = 0, **chosen: str) -> Table:
    game = find_game(slug)
    shown_tables = pages.tables(game, players, {name.replace("_", "-"): value for name, value in chosen.items()})
    return shown_tables[0]


def glance(slug: str, name: str) -> Glance:
    return next(glance for glance in find_game(slug).at_a_glance if glance.name == name)


def text_of(slug: str, name: str, **chosen: str) -> str:
    shown = glance(slug, name).shown(table(slug, **chosen))
    return shown if isinstance(shown, str) else "\n".join(shown)


def drawn(parts: list[pages.Block], width: int) -> list[str]:
    """The lines of a page on a terminal of that width."""
    console = Console(width=width, color_system=None, legacy_windows=False)
    with console.capture() as caught:
        console.print(pages.shown(parts))
    return [line.rstrip() for line in caught.get().splitlines()]


# The parts


@pytest.mark.parametrize("slug", ours())
def test_a_page_has_its_parts_in_the_order_they_are_looked_for(slug: str) -> None:
    game = find_game(slug)
    headings = [block.text for block in blocks(slug) if isinstance(block, pages.Heading) and block.depth == 2]
    left_out = {
        "Rulings where the rules don't say": game.rulings,
        "Variants": game.variants,
        "House rules": game.options,
    }
    assert headings == [part for part in PARTS if left_out.get(part, True)]


@pytest.mark.parametrize("slug", ours())
def test_keeping_score_tonight_takes_ten_lines_at_most(slug: str) -> None:
    lines = drawn(blocks(slug), 80)
    begins, ends = lines.index(PARTS[0]) + 1, lines.index(PARTS[1])
    assert len([line for line in lines[begins:ends] if line]) <= 10


@pytest.mark.parametrize("slug", ours())
def test_what_the_example_says_to_type_opens_that_table(referee: Command, slug: str) -> None:
    example = find_game(slug).example
    assert example
    opened, live, *lines, stands = pages.example_lines(pages.tables(find_game(slug)))
    assert opened.startswith("referee new ") and live == "referee table"
    assert referee(*opened.split()[1:]).code == 0
    for line in lines:
        for report in line.split(";"):
            ended = referee("say", *report.split())
            assert ended.code == 0, ended.err
    for name, score in re.findall(r"([\w+]+) (−?\d+)", stands):
        assert json.loads(referee("score", "--json").out)["scores"][name] == int(score.replace("−", "-"))


# On a terminal


def words(parts: list[pages.Block]) -> Iterator[str]:
    """All words of a page in their order."""
    for block in parts:
        match block:
            case pages.Heading() | pages.Paragraph():
                yield from block.text.replace("`", "").split()
            case pages.Listing():
                for number, text in enumerate(block.items, 1):
                    yield f"{number}." if block.numbered else "-"
                    yield from text.replace("`", "").split()
            case pages.Typed():
                yield from " ".join(block.lines).split()
            case pages.Entries():
                for entry in block.entries:
                    yield from entry.line.replace("`", "").split()
                    for line in entry.lines:
                        yield from ("-", *line.replace("`", "").split())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("slug", ours())
def test_nothing_is_cut_at_any_width(slug: str, width: int) -> None:
    """Every word is whole and in its place, so there are no columns, and no line is too long."""
    parts = blocks(slug)
    lines = drawn(parts, width)
    assert max(map(len, lines)) <= width
    assert " ".join(lines).split() == list(words(parts))


@pytest.mark.parametrize("slug", ours())
def test_paragraphs_are_as_wide_as_the_terminal(slug: str) -> None:
    """Lines are filled, so prose is never in a narrow column."""
    for width in WIDTHS:
        lines = [line for line in drawn(blocks(slug), width) if line]
        for line, following in itertools.pairwise(lines):
            hangs = following.startswith("  ") and not following.startswith(("  - ", "  referee"))
            if hangs and not line.startswith("  "):
                item = following.split(" ·")[0].strip()
                item = f"{item} ·" if " · " in line + following and len(item) <= pages.SHORT else following.split()[0]
                assert len(line) + 1 + len(item) > width - pages.INDENT, (width, line, following)


@pytest.mark.parametrize("slug", ours())
def test_markdown_and_json_have_the_same_content(referee: Command, slug: str) -> None:
    game = find_game(slug)
    page = json.loads(referee("rules", slug, "--json").out)
    validator("rules").validate(page)
    text = referee("rules", slug, "--markdown").out
    assert [glance["name"] for glance in page["at_a_glance"]] == [glance.name for glance in game.at_a_glance]
    for glance in page["at_a_glance"]:
        assert sum(len(value["players"]) for value in glance["values"]) == len(game.players)
        assert f"- {glance['name']}:" in text
    assert game.example and page["example"]["told"] == list(game.example.lines)
    for line in pages.example_lines(pages.tables(game)):
        assert line in text
    for entry in pages.glances(pages.tables(game)):
        assert entry.line in text and all(line in text for line in entry.lines)


# Card values


def spread(match: re.Match[str]) -> str:
    """All the ranks from one to another."""
    return " ".join(str(pips) for pips in range(int(match[1]), int(match[2]) - 1, -1))


def values(slug: str, name: str) -> dict[Card, int]:
    """The value of every card, parsed from the page."""
    shown = re.sub(r"(\d+) to (\d+)", spread, text_of(slug, name))
    pack = list(table(slug).pack)
    worths: dict[Card, int] = {}
    for part in shown.split(" · "):
        labels, points = part.split(" = ")
        for label in labels.replace(",", "").split():
            sign = label[-1] if label[-1] in SUIT_SIGNS.values() else ""
            rank = label.removesuffix(sign)
            for card in pack:
                if card.rank == rank and (not sign or SUIT_SIGNS[card.suit] == sign):
                    assert card not in worths, f"{card} is shown twice"
                    worths[card] = int(card.rank) if points == "pips" else int(points.replace("−", "-"))
    return worths


def of(module: str, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(importlib.import_module(f"referee.games.{module}"), name)
    return function


def judged(slug: str, players: str, *lines: str, house: str = "") -> Referee:
    head = [f"game: {slug}", f"players: {players}", *([f"house: {house}"] if house else [])]
    judge = Judge().judge([*head, *lines])
    assert judge.referee and not judge.failures, judge.failures
    return judge.referee


def other_suit(card: Card, steps: int = 1) -> str:
    return SUITS[(SUITS.index(card.suit) + steps) % 4] if card.suit else "S"


def backhand_counts(card: Card) -> int:
    first = other_suit(card)
    referee = judged("backhand", "Ann", "deal", f"Ann dealt 2{first} 3{first}", f"Ann hits {card}")
    return int(referee.fact("total")["Ann"]) - 5


def carioca_counts(card: Card) -> int:
    return judged("carioca", "Ann, Ben", "deal", "Ann out", f"Ben holds {card}").scores["Ben"]


def crates_counts(card: Card) -> int:
    """Beside an ace, which no three covers."""
    text = f"Ben holds {card} A{other_suit(card)}"
    return judged("crates", "Ann, Ben", "deal", "Ann out", text).scores["Ben"] - 1


def crazy_eights_counts(card: Card) -> int:
    """The points of a card for the player who is out."""
    lines = "deal", "Ann out", f"Ben holds {card}"
    return judged("crazy-eights", "Ann, Ben", *lines, house="points=winner").scores["Ann"]


def last_one_counts(card: Card) -> int:
    """With another card, for a single one counts nothing."""
    text = f"Ben holds {card} 2{other_suit(card)}"
    return judged("last-one", "Ann, Ben", "deal 6", "Ann out", text).scores["Ben"] - 2


def thief_counts(card: Card) -> int:
    told = judged("indian-chief", "Ann, Ben", "deal", f"Ann melds {card}; Ben melds 2{other_suit(card)}")
    return told.scores["Ann"]


def prize_counts(card: Card) -> int:
    return judged("gops", "Ann, Ben", f"upcard {card.rank}", "Ann plays K; Ben plays Q").scores["Ann"]


def farmer_counts(card: Card) -> int:
    """Beside a deuce, for a hand has two cards."""
    told = judged("farmer", "Ann, Ben", "deal Ann", f"Ben shows {card} 2{other_suit(card)}")
    return int(told.fact("total")["Ben"]) - 2


def kabu_counts(card: Card) -> int:
    suit = other_suit(card)
    shows = f"Ann shows {card} 10{suit}; Ben shows 10{other_suit(card, 2)} 10{other_suit(card, 3)}"
    return judged("kabu", "Ann, Ben", "deal", shows).scores["Ann"]


def primiera_counts(card: Card) -> int:
    """With the sevens of the other suits."""
    others = [Card("7", other_suit(card, steps)) for steps in (1, 2, 3)]
    counted = functools.partial(of("scopa", "counted"), table("scopa"))
    sevens = 3 * counted([Card("7", suit) for suit in SUITS])["primiera"] // 4
    return int(counted([card, *others])["primiera"]) - sevens


def adds_up_as(slug: str) -> Callable[[Card], int | None]:
    """What a card takes from the board besides its own rank: an ace and another card."""
    captures = importlib.import_module("referee.kit.fishing").captures
    by = of(slug, "adds_up_as")(table(slug))

    def counts(card: Card) -> int | None:
        if card.rank not in by:
            return None
        low, *others = (Card(rank, other_suit(card)) for rank in by if rank != card.rank)
        sums = {by[low.rank] + by[other.rank] for other in others if captures(card, [low, other], by)}
        assert len(sums) <= 1
        return sums.pop() if sums else int(by[card.rank])

    return counts


def point_counts(card: Card) -> int:
    """The most that a point of this single card can be declared as."""
    piquet = importlib.import_module("referee.games._piquet")
    values = table("piquet").house["point-values"]
    return max(worth for worth in range(12) if piquet.mask([card]) in piquet.point_ways(values, 1, worth))


def dingo_counts(card: Card) -> int:
    """The points of a card by the standard scores; A♦ counts ten if it was played."""
    if card == Card("A", "D"):
        return max(points for points, _ in of("dingo", "hunt_brings")(by_the_book("dingo", 3).hand(), "A")) - 9
    return int(of("dingo", "value")(by_the_book("dingo", 3).hand(), card.rank))


def by_the_book(slug: str, players: int) -> Table:
    return Table(find_game(slug), players, find_game(slug).house(players, {}))


COUNTS: dict[tuple[str, str], Callable[[Card], int | None]] = {
    ("500-rummy", "card values"): lambda card: of("500_rummy", "values")(by_the_book("500-rummy", 2).house)[card.rank],  # type: ignore[index]
    ("backhand", "card values"): backhand_counts,
    ("carioca", "card values"): carioca_counts,
    ("cassino", "values for adding"): adds_up_as("cassino"),
    ("crates", "card values"): crates_counts,
    ("crazy-eights", "card values"): crazy_eights_counts,
    ("dingo", "card values"): dingo_counts,
    ("farmer", "card values"): farmer_counts,
    ("fifty-one", "card values"): lambda card: of("_fifty_one", "score")([card]),
    ("funfzehnern", "card values"): lambda card: by_the_book("funfzehnern", 4).hand().worth(card),
    ("gops", "prize values"): prize_counts,
    ("indian-chief", "face values"): thief_counts,
    ("kabu", "card values"): kabu_counts,
    ("last-one", "card values"): last_one_counts,
    ("piquet", "card values for the point"): point_counts,
    ("reversis", "points to avoid"): lambda card: of("_reversis", "points_of")((4, 3, 2, 1), (card,)),
    ("samba", "card values"): lambda card: of("samba", "count")(by_the_book("samba", 4), [card]),
    ("scopa", "values for adding"): adds_up_as("scopa"),
    ("scopa", "primiera values"): primiera_counts,
    ("thirty-one", "card values"): lambda card: of("_thirty_one", "count")(
        [card, *(Card("2", other_suit(card, steps)) for steps in (1, 2))]
    ),
    ("tonk", "card values"): lambda card: of("_tonk", "total")([card]),
    ("twenty-four", "card values"): lambda card: of("_twenty_four", "VALUES")[card.rank],  # type: ignore[index]
}


def test_every_game_that_shows_card_values_is_held_to_them() -> None:
    shown = {
        (slug, glance.name) for slug in ours() for glance in find_game(slug).at_a_glance if glance.show is by_points
    }
    assert shown == set(COUNTS)


@pytest.mark.parametrize(("slug", "name"), COUNTS)
def test_card_values_shown_are_those_that_are_counted(slug: str, name: str) -> None:
    worths = values(slug, name)
    for card in table(slug).pack:
        assert worths.get(card) == COUNTS[slug, name](card), card


# How cards rank


def label(text: str, suit: str) -> Card:
    if text == JOKER.rank:
        return JOKER
    sign = next((letter for letter, sign in SUIT_SIGNS.items() if text.endswith(sign)), "")
    return Card(text.removesuffix(SUIT_SIGNS.get(sign, "")), sign or suit)


RANKED = {
    ("ecarte", "rank of cards"): ("Ann Ben", "S", ["deal", "upcard 7C"]),
    ("funfzehnern", "rank of cards"): ("Ann Ben Cat Dan", "S", ["deal"]),
    ("hasenpfeffer", "rank of trumps, for example hearts"): (
        "Ann Ben Cat Dan",
        "H",
        ["deal", "Ben bids 3", "Cat passes", "Dan passes", "Ann passes", "trump H"],
    ),
    ("hasenpfeffer", "rank in other suits"): (
        "Ann Ben Cat Dan",
        "S",
        ["deal", "Ben bids 3", "Cat passes", "Dan passes", "Ann passes", "trump H"],
    ),
    ("oh-hell", "rank of cards"): ("Ann Ben Cat", "S", ["deal", "upcard 2H", "Ben bids 3", "Cat bids 3", "Ann bids 9"]),
    ("page-one", "rank of cards"): ("Ann Ben", "S", ["deal"]),
    ("piquet", "rank of cards"): ("Ann Ben", "S", ["deal", "Ben discards 3", "Ann discards 3"]),
    ("reversis", "rank of cards"): ("Ann Ben Cat Dan", "S", ["deal"]),
    ("tetka", "rank of cards"): ("Ann Ben Cat Dan", "S", ["deal", "upcard 2H"]),
    ("bridge-solitaire", "rank of cards"): ("Ann", "S", ["deal", "house passes", "Ann bids 2H"]),
}


@pytest.mark.parametrize(("slug", "name"), RANKED)
def test_a_card_shown_higher_takes_the_trick(slug: str, name: str) -> None:
    players, suit, before = RANKED[slug, name]
    order = text_of(slug, name).removesuffix(", high to low").split()
    filler = [Card("9", other) for other in "CD" if name != "rank of trumps, for example hearts" or other == "C"]
    filler += [Card("10", "C")]
    for high, low in itertools.combinations(order, 2):
        told = Referee(find_game(slug), players.split())
        for line in before:
            assert told.hear(line).accepted
        best, worse = label(high, suit), label(low, suit)
        others = filler[: max(0, len(players.split()) - 2)]
        ruling = told.hear(f"trick {worse} {best} {' '.join(map(str, others))}", overrule=True)
        assert ruling.accepted, ruling.message
        taker = max(told.hand.taken, key=lambda seat: told.hand.taken[seat])
        assert taker == told.hand.seen[best][-1].who, (high, low)


def test_every_rank_order_is_held_to_play() -> None:
    shown = {
        (slug, glance.name) for slug in ours() for glance in find_game(slug).at_a_glance if glance.show is high_to_low
    }
    assert shown - set(RANKED) == {
        ("faro", "rank of cards"), ("gops", "rank of cards"), ("razz", "rank of cards, the lower the better")
    }  # fmt: skip


def test_the_higher_bid_takes_the_prize() -> None:
    order = text_of("gops", "rank of cards").removesuffix(", high to low").split()
    for high, low in itertools.combinations(order, 2):
        told = judged("gops", "Ann, Ben", "upcard 5", f"Ann plays {low}; Ben plays {high}")
        assert told.scores == {"Ann": 0, "Ben": 5}


def test_high_odd_and_even_at_faro() -> None:
    order = text_of("faro", "rank of cards").removesuffix(", high to low").split()
    for high, low in itertools.combinations(order, 2):
        told = judged("faro", "Ann", "deal", "Ann bets 1 on high", f"turn {low}S {high}S")
        assert told.scores["Ann"] == 1
    for spot in ("odd", "even"):
        wins = {rank for rank in UPWARD if judged(
            "faro", "Ann", "deal", f"Ann bets 1 on {spot}", f"turn {other_rank(rank)}H {rank}S"
        ).scores["Ann"] == 1}  # fmt: skip
        assert wins == set(text_of("faro", spot).split())


def other_rank(rank: str) -> str:
    return next(other for other in UPWARD if other != rank)


def test_lows_at_razz() -> None:
    low = importlib.import_module("referee.kit.poker").low
    order = text_of("razz", "rank of cards, the lower the better").removesuffix(", high to low").split()
    made = [low([Card(rank, "S")]) for rank in order]
    assert made == sorted(made, reverse=True)
    assert text_of("razz", "best hands").startswith(str(low(cards("AS 2S 3H 4S 5S"))) + ", 6-4-3-2-A")


@pytest.mark.parametrize(("slug", "size"), [("500-rummy", 3), ("carioca", 4), ("tonk", 3)])
def test_an_ace_in_a_run_stands_where_a_meld_may_have_it(slug: str, size: int) -> None:
    text = text_of(slug, "ace in runs")
    ladder = [*UPWARD, *UPWARD[:3]]
    for where, first in (("low", 0), ("high", 14 - size), ("round the corner", 15 - size)):
        run = " ".join(f"{rank}S" for rank in ladder[first : first + size])
        told = Referee(find_game(slug), ["Ann", "Ben"], {"hands": "3-3"} if slug == "carioca" else {})
        for line in ("deal Ann", "upcard 9H", "Ben draws"):
            assert told.hear(line).accepted
        meld = f"Ben melds {run}" + (", 5H 6H 7H 8H" if slug == "carioca" else "")
        assert told.hear(meld).accepted == (where in text), meld


@pytest.mark.parametrize("rank", UPWARD)
def test_what_a_card_does_at_trash(rank: str) -> None:
    """A jack goes to any spot, a card with a spot to that one, and a card that ends the turn to none."""
    told = Referee(find_game("trash"), ["Ann", "Ben"])
    assert told.hear("deal Ann").accepted
    assert told.hear(f"Ben draws {rank}=4" if rank == text_of("trash", "wild") else f"Ben draws {rank}").accepted
    ends = rank in text_of("trash", "end a turn").split()
    assert ends == (rank not in (*text_of("trash", "spots").split(), text_of("trash", "wild")))
    assert told.hear("Ben plays 9" if rank == "10" else "Ben plays 10").accepted != ends


# The deal


DEALT_OTHERWISE = {  # a size that no hand has, where anything else is refused
    "500-rummy": 6, "backhand": 3, "carioca": 10, "crazy-eights": 7, "dingo": 9, "ecarte": 6, "fifty-one": 4,
    "funfzehnern": 7, "hasenpfeffer": 5, "indian-chief": 7, "jack-change-it": 6, "kabu": 3, "one-eyed-jack": 4,
    "page-one": 5, "piquet": 11, "put-and-take": 4, "reversis": 10, "samba": 14, "tetka": 12, "thirty-one": 4,
    "tonk": 6, "twenty-four": 9, "fan-tan": 5, "i-doubt-it": 3, "old-maid": 3, "crates": 7, "oh-hell": 11,
    "trash": 9, "last-one": 3, "razz": 2, "farmer": 2, "cassino": 5, "scopa": 4,
}  # fmt: skip


@pytest.mark.parametrize("slug", DEALT_OTHERWISE)
def test_the_deal_shown_is_the_one_that_is_heard(slug: str) -> None:
    """The number of cards that the page shows first is accepted for the deal, and another may not be."""
    game = find_game(slug)
    name = next(row.name for row in game.at_a_glance if "each" in row.name or row.name == "contracts")
    for players in (number for number in game.players if (slug, number) != ("twenty-four", 3)):
        shown = glance(slug, name).shown(table(slug, players))
        size = re.search(r"(\d+) cards each", shown[0]) if isinstance(shown, tuple) else re.match(r"\d+", shown)
        assert size
        for number in (int(size[1] if size.lastindex else size[0]), DEALT_OTHERWISE[slug]):
            told = Referee(game, [f"P{place}" for place in range(players)])
            who = "" if shape(game_deal(game)).usage.startswith("deal N") else "P0 "
            ruling = told.hear(f"deal {who}{number}" if "WHO" in shape(game_deal(game)).usage else f"deal {number}")
            assert ruling.accepted == (number != DEALT_OTHERWISE[slug]), (players, number, ruling.message)


def game_deal(game: Game[Any]) -> type[Any]:
    return next(kind for kind in game.reports if issubclass(kind, Deal))


def test_sizes_are_counted_down_and_up() -> None:
    assert counted_down([3, 2, 1, 2, 3]) == "3, 2, 1, then 2, 3"
    assert counted_down([5, 4, 3, 2, 1, 2, 3, 4, 5]) == "5, 4 … 1, then 2, 3 … 5"
    assert counted_down([1]) == "1"


# Under other rules


@pytest.mark.parametrize(
    ("slug", "option", "name", "shown"),
    [
        ("samba", "target=5000", "points to win", "5000"),
        ("500-rummy", "target=300", "points to win", "300"),
        ("oh-hell", "first-hand=3", "cards each, hand by hand", "3, 2, 1, then 2, 3"),
        ("crates", "first-hand=2", "cards each, hand by hand", "2, 1, then 2"),
        ("crates", "skip=Q", "what cards do", "Q: the card that skips the next player"),
        ("crazy-eights", "wild=9", "what cards do", "9: the card that is wild and calls a suit"),
        ("carioca", "hands=2-3", "contracts", "2. trio and escalera: 11 cards each"),
        ("trash", "layout=4", "spots", "A 2 3 4"),
        ("trash", "layout=4", "cards each", "4, one fewer for each hand won"),
        ("kabu", "stack=50", "chips each", "50"),
        ("put-and-take", "rates=double", "rates, card by card", "1 2 4 8 16"),
        ("razz", "bet=10", "chips", "bring-in = 5"),
        ("razz", "cap=3", "raises in a round", "3"),
        ("reversis", "ante=7", "ante", "7; the dealer of a new pot 14"),
        ("tonk", "stake=3", "stake", "3"),
        ("thirty-one", "markers=2", "markers each", "2"),
        ("old-maid", "removed=QS", "set aside", "QS"),
        ("concentration", "packs=2", "pairs in all", "52"),
        ("concentration", "match=color", "a pair", "same rank and color"),
        ("piquet", "rubicon=80", "length of the game", "6 hands, rubicon 80"),
        ("last-one", "limit=100", "drops out", "at 100 points"),
        ("one-eyed-jack", "rows=3", "rows to win", "3"),
        ("backhand", "betting=yes", "scores", "chips"),
        ("tonk", "stake=0", "scores", "points; the highest wins"),
        ("crazy-eights", "jokers=2", "pack", "and 2 jokers"),
    ],
)
def test_a_house_sees_its_own_values(referee: Command, slug: str, option: str, name: str, shown: str) -> None:
    page = referee("rules", slug, "--markdown", "--set", option).out
    rules = json.loads(referee("rules", slug, "--json", "--set", option).out)
    entry = page.partition(f"- {name}:")[2].partition("\n- ")[0]
    assert shown in entry
    book = referee("rules", slug, "--markdown").out.partition(f"- {name}:")[2].partition("\n- ")[0]
    assert book != entry
    value = next(row for row in rules["options"] if row["name"] == option.partition("=")[0])["value"]
    assert value == option.partition("=")[2]
    assert "Here: " in page and "Here: " not in referee("rules", slug, "--markdown").out


def test_rules_for_so_many_players(referee: Command) -> None:
    assert "- cards each: 6\n" in referee("rules", "one-eyed-jack", "--markdown", "--players", "3").out
    assert ", 6 for 3, 5 for 4" in referee("rules", "one-eyed-jack", "--markdown").out
    wrong = referee("rules", "piquet", "--players", "3")
    assert (wrong.code, wrong.out) == (USAGE, "")
    wrong = referee("rules", "samba", "--set", "target=none")
    assert wrong.code == USAGE and "target" in wrong.err and not wrong.out
    assert referee("rules", "samba", "--set", "colour=red").code == USAGE


@pytest.mark.parametrize("slug", ours())
def test_the_brief_page_is_the_top_of_the_whole_one(referee: Command, slug: str) -> None:
    short, whole = referee("rules", slug, "--brief").out, referee("rules", slug).out
    assert whole.startswith(short.rstrip("\n") + "\n\nRules\n")
    assert len(short.splitlines()) <= 40


def test_minimums_of_samba_are_those_that_are_judged() -> None:
    minimum = of("samba", "minimum")
    table = Table(find_game("samba"), 4, find_game("samba").house(4, {}))
    shown = text_of("samba", "minimum for a team's first melds, by its score")
    steps = {int(score): int(least) for score, least in re.findall(r"from (\d+) = (\d+)", shown)}
    below = int(shown.split("below 0 = ")[1].split()[0])
    for score in range(-200, 9000, 5):
        due = max((start for start in steps if start <= score), default=None)
        assert minimum(table, score) == (below if due is None else steps[due])


def test_points_are_told_apart() -> None:
    assert by_points({"AS": -1, "AH": 0, "2S": 2, "2H": 2}) == "2 = 2 · A♥ = 0 · A♠ = −1"
    assert by_points({f"{rank}S": 1 for rank in ("9", "8", "7", "6")}) == "9 to 6 = 1"
    assert Rank("A") in UPWARD
