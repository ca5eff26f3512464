"""In every game, a miscount is illegal and can be overruled, and then the hand continues."""

from __future__ import annotations

import pytest

from referee import Referee, Ruling, Verdict, find_game
from referee.cards import Card
from referee.game.common_reports import Deal
from referee.games import ours
from referee.testing.struck import refusals
from referee.testing.walker import NAMES, Walker
from tests.models import tried

WHOLE = {
    "bridge-solitaire", "concentration", "dingo", "fan-tan", "faro", "funfzehnern", "hasenpfeffer", "i-doubt-it",
    "old-maid", "reversis", "spider", "tetka", "trash", "twenty-four",
}  # fmt: skip
"""Games in which the pack and the players determine how many cards each player has."""

MISDEALT = ["fan-tan", "i-doubt-it", "old-maid"]
"""Those of them in which a player may get a card too many, and another one too few."""

UNCOUNTED = {"delphi", "gops", "pirate"}
"""Games without hands, or in which the number of cards dealt isn't entered."""

PHYSICS = {
    "500-rummy": "packs pile-draw",
    "backhand": "one-pack",
    "bridge-solitaire": "one-pack bid-form first-legal nt-four trick-count",
    "carioca": "packs",
    "cassino": "one-pack own-hand on-board",
    "concentration": "one-pack last-must-match pair-count",
    "crates": "one-pack",
    "crazy-eights": "one-pack stock-count",
    "delphi": "one-pack",
    "dingo": "deal-forty one-pack",
    "ecarte": "one-pack king-shown trick-count",
    "fan-tan": "deal-out one-pack",
    "farmer": "one-pack",
    "faro": "one-pack told-once",
    "fifty-one": "one-pack board",
    "funfzehnern": "one-pack trick-count",
    "gops": "one-prize own-suit spent-card",
    "hasenpfeffer": "one-pack sitting-out trick-count",
    "i-doubt-it": "one-pack even-deal",
    "indian-chief": "packs held-cards",
    "jack-change-it": "one-pack",
    "kabu": "one-pack",
    "last-one": "one-pack",
    "oh-hell": "one-pack trick-count",
    "old-maid": "even-deal pack-51 card-count last-holder",
    "one-eyed-jack": "board-pack two-packs own-hand row-count",
    "page-one": "one-pack hand-count no-cards-left",
    "piquet": "one-pack exchange-draw point-value trick-count",
    "pirate": "own-deck two-ships eight-ships still-holds sink-needs-gap",
    "put-and-take": "no-dealer-hand one-pack",
    "razz": "one-pack streets",
    "reversis": "one-pack trick-count",
    "samba": "three-packs",
    "scopa": "one-pack own-hand on-board",
    "spider": "layout face-up ten-cards stock two-packs eight-sequences",
    "tetka": "one-pack bum-dealer trick-count",
    "thirty-one": "one-pack",
    "tonk": "one-pack",
    "trash": "packs",
    "twenty-four": "four-cards one-pack stack-order empty-stack slap-once",
}
"""The rules that can't be broken on a real table, each for one of the `REASONS`."""

REASONS = {
    "a card is in one place, and each deck has it once":
        "one-pack packs two-packs three-packs pack-51 own-deck one-prize own-suit spent-card board-pack told-once",
    "a card comes from where it is, and goes where there is room":
        "pile-draw own-hand held-cards on-board board exchange-draw king-shown bum-dealer face-up layout stack-order"
        " empty-stack ten-cards stock four-cards no-dealer-hand sitting-out card-count",
    "there are only so many: nobody gets more than there are":
        "trick-count pair-count row-count two-ships eight-ships eight-sequences stock-count no-cards-left hand-count"
        " streets even-deal deal-out deal-forty",
    "nobody decides it: it follows from the cards":
        "first-legal bid-form nt-four point-value last-must-match last-holder sink-needs-gap still-holds slap-once",
}  # fmt: skip

OTHERWISE = {("backhand", 1): 5, ("razz", -1): 0}
"""Cases in which an ace may have brought another card, or one card fewer may be entered."""

STEPS = 60


class GoingOn(Walker):
    """Continues a table by legal reports alone."""

    def __init__(self, referee: Referee, seed: int) -> None:
        super().__init__(referee.game, seed, referee.first_seats)
        self.referee = referee

    def walk(self, steps: int) -> None:
        for step in range(steps):
            if self.referee.standing.ended:
                return
            report = self.legal_report() or self.rare_report()
            if report is None and (self.referee.over or self.referee.whole):
                return
            if report is None:
                raise self.mismatch("a dead end: nothing that is awaited can be reported")
            ruling = self.hear(report.text)
            if not ruling.accepted:
                raise self.mismatch(f"{report.text} passes the checks and is {ruling.verdict}: {ruling.message}")
            if step % 7 == 0:
                self.stood[len(self.referee.entries)] = self.stood.get(len(self.referee.entries), ())


def table(slug: str) -> Referee:
    game = find_game(slug)
    most = max(number for number in game.players if number <= 4)
    return Referee(game, NAMES[:most])


def kept_anyway(referee: Referee, text: str) -> Ruling:
    """The kinds of refusals that the table can overrule: only illegal ones."""
    ruling = referee.hear(text)
    assert ruling.verdict is Verdict.ILLEGAL, f"{text}: {ruling.verdict} {ruling.rules} {ruling.message}"
    ruling = referee.hear(text, overrule=True)
    assert ruling.accepted, f"~ {text}: {ruling.verdict} {ruling.message}"
    assert ruling.broken
    return ruling


DEALT = [slug for slug in ours() if Deal in find_game(slug).reports and slug not in UNCOUNTED]


COUNTED = [slug for slug in DEALT if slug not in WHOLE]


@pytest.mark.parametrize("slug", COUNTED)
@pytest.mark.alike
@pytest.mark.parametrize("more", [-1, 1])
def test_a_deal_of_another_number_can_be_kept(slug: str, more: int) -> None:
    for seed in range(2 * bool(number := another(slug, more))):
        referee = table(slug)
        kept_anyway(referee, f"{NAMES[0]} deals {number}")
        GoingOn(referee, seed).walk(STEPS)
        assert not referee.amendments(), "it is no rule of the house"


@pytest.mark.parametrize("slug", DEALT)
def test_a_deal_that_the_pack_hasnt_got_is_impossible(slug: str) -> None:
    assert table(slug).hear(f"{NAMES[0]} deals 1000").verdict is Verdict.IMPOSSIBLE


@pytest.mark.parametrize("slug", [*COUNTED, *MISDEALT])
@pytest.mark.alike
@pytest.mark.parametrize("more", [-1, 1])
def test_a_hand_dealt_with_another_number_can_be_kept(slug: str, more: int) -> None:
    """Entered right after the deal, and later without its cards."""
    number = OTHERWISE.get((slug, more), another(slug, more))
    for seed in range(2 * bool(number)):
        referee = table(slug)
        assert referee.hear(f"{NAMES[0]} deals {due_to_each(slug)[-1 if more > 0 else 0]}").accepted
        GoingOn(referee, seed).walk(3 * seed)
        kept_anyway(referee, f"{NAMES[1]} dealt {f'?{number}' if seed else some_cards(referee, number)}")
        GoingOn(referee, seed).walk(STEPS)


LAID = {
    "500-rummy": "melds", "carioca": "melds", "crates": "plays", "crazy-eights": "plays", "indian-chief": "melds",
    "jack-change-it": "plays", "last-one": "plays", "samba": "melds", "tonk": "melds",
}  # fmt: skip
"""Games in which several cards can be laid at once. In the others, one card at a time leaves a hand."""


@pytest.mark.parametrize("slug", LAID)
def test_more_cards_laid_than_a_hand_has_can_be_kept(slug: str) -> None:
    laid = 0
    for seed in range(4):
        referee = table(slug)
        GoingOn(referee, seed).walk(4 * seed)
        for seat in referee.seats:
            text = f"{seat} {LAID[slug]} {one_more(referee, seat)}"
            ruling = referee.hear(text)
            assert ruling.verdict is Verdict.ILLEGAL, f"{text}: {ruling.rules} {ruling.message}"
            if referee.hear(text, overrule=True).accepted:
                laid += 1
                GoingOn(referee, seed).walk(STEPS)
                break
    assert laid > 1


def one_more(referee: Referee, seat: str) -> str:
    """The known cards of a hand, and one more unseen card than it has unknown ones."""
    holding = referee.hand.holding(seat)
    unseen = [card for card in dict.fromkeys(referee.hand.unseen()) if card not in holding.known]
    return " ".join(card.text for card in (*holding.known.elements(), *unseen[: holding.blind + 1]))


STAYS = [f"{seat} stays" for seat in ("Cat", "Dan", "Ann")]
TWELVE = "AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C"


@pytest.mark.parametrize(
    ("slug", "lines"),
    [
        ("i-doubt-it", ["Ben declares 14 A"]),
        ("i-doubt-it", ["Ben declares 1 A", "Cat declares 14 2", "Dan doubts", f"Cat shows {TWELVE} 4S 4H"]),
        ("i-doubt-it", ["Ben declares 2 A", "Cat doubts", f"Ben shows {TWELVE} 4S 4H"]),
        ("old-maid", ["Ben discards 14"]),
        ("farmer", ["Ben hits 5S", "Ben stays", *STAYS, "Ben shows 5S 2C 3C"]),
        ("farmer", ["Ben hits 5S", "Ben stays", *STAYS, "Ben holds 14", "Ben shows 5S 2C"]),
        ("samba", ["Ben draws 4H 5H", "Ben declares 3H draws 8C 9C"]),
        ("old-maid", [*(f"{seat} discards 12" for seat in NAMES[:4]), "Ann draws", "Ann discards 2"]),
        ("fan-tan", ["Ann out", "Ben holds 14"]),
        ("put-and-take", ["upcard 7", "Ben puts 5"]),
        ("put-and-take", ["upcard 7", "Ben dealt 7S 7H 2C 3C 4C", "Cat puts 2"]),
    ],
)
def test_more_cards_than_were_counted_can_be_kept(slug: str, lines: list[str]) -> None:
    """After the report that is overruled, the hand continues."""
    referee, overruled = table(slug), 0
    assert referee.hear("Ann deals").accepted
    for text in lines:
        if not referee.hear(text).accepted:
            kept_anyway(referee, text)
            overruled += 1
            for seed in range(2):
                before = len(referee.entries)
                GoingOn(referee, seed).walk(STEPS)
                referee.undo(len(referee.entries) - before)
    assert overruled


def due_to_each(slug: str) -> list[int]:
    """How many cards may be dealt to each in the first hand."""
    return [number for number in range(1, 40) if table(slug).hear(f"{NAMES[0]} deals {number}").accepted]


def another(slug: str, more: int) -> int:
    """One card fewer than the smallest deal, or one more than the largest."""
    due = due_to_each(slug)
    return due[0] - 1 if more < 0 else due[-1] + 1


def some_cards(referee: Referee, number: int) -> str:
    """Cards that nobody has named, without aces."""
    cards: list[Card] = [card for card in referee.hand.unseen() if card.rank != "A"]
    return " ".join(card.text for card in cards[:: max(1, len(cards) // number)][:number])


@pytest.mark.parametrize("slug", ours())
def test_the_hand_goes_on_after_every_miscount_of_the_records_that_is_kept(slug: str) -> None:
    """Later refusals are only for what doesn't add up, and nothing worse."""
    rules, tried_so = find_game(slug).rules, set()
    for place, refusal in enumerate(refusals(tried(slug))):
        broken = [name for name in refusal.ruling.rules if name in rules and rules[name].fact]
        key = (*refusal.ruling.rules, type(refusal.ruling.report))
        if not broken or key in tried_so:
            continue
        tried_so.add(key)
        referee = refusal.table("none")
        ruling = referee.hear(refusal.text, overrule=True)
        if ruling.accepted:
            GoingOn(referee, place).walk(STEPS)


def test_only_what_physics_forbids_is_impossible() -> None:
    assert {
        slug: {rule.name for rule in find_game(slug).rules.values() if rule.breaking is Verdict.IMPOSSIBLE}
        for slug in ours()
    } == {slug: set(names.split()) for slug, names in PHYSICS.items()}
    assert sorted(" ".join(REASONS.values()).split()) == sorted({*" ".join(PHYSICS.values()).split()})
