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
    "hasenpfeffer": "one-pack trick-count",
    "i-doubt-it": "one-pack even-deal card-count",
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
"""The rules of physics: where a card is, how many things there are, and what is on the table."""

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
                raise self.astray("a dead end: nothing that is awaited can be reported")
            ruling = self.hear(report.text)
            if not ruling.accepted:
                raise self.astray(f"{report.text} passes the checks and is {ruling.verdict}: {ruling.message}")
            if step % 7 == 0:
                self.stood[len(self.referee.entries)] = self.stood.get(len(self.referee.entries), ())


def table(slug: str) -> Referee:
    game = find_game(slug)
    most = max(number for number in game.players if number <= 4)
    return Referee(game, NAMES[:most])


def kept(referee: Referee, text: str) -> Ruling:
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
@pytest.mark.parametrize("more", [-1, 1])
def test_a_deal_of_another_number_can_be_kept(slug: str, more: int) -> None:
    for seed in range(2 * bool(number := another(slug, more))):
        referee = table(slug)
        kept(referee, f"{NAMES[0]} deals {number}")
        GoingOn(referee, seed).walk(STEPS)
        assert not referee.amendments(), "it is no rule of the house"


@pytest.mark.parametrize("slug", DEALT)
def test_a_deal_that_the_pack_hasnt_got_is_impossible(slug: str) -> None:
    assert table(slug).hear(f"{NAMES[0]} deals 1000").verdict is Verdict.IMPOSSIBLE


@pytest.mark.parametrize("slug", [*COUNTED, *MISDEALT])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_hand_dealt_with_another_number_can_be_kept(slug: str, more: int) -> None:
    """Entered right after the deal, and later without its cards."""
    number = OTHERWISE.get((slug, more), another(slug, more))
    for seed in range(2 * bool(number)):
        referee = table(slug)
        assert referee.hear(f"{NAMES[0]} deals {due_to_each(slug)[-1 if more > 0 else 0]}").accepted
        GoingOn(referee, seed).walk(3 * seed)
        kept(referee, f"{NAMES[1]} dealt {f'?{number}' if seed else some_cards(referee, number)}")
        GoingOn(referee, seed).walk(STEPS)


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
        slug: " ".join(rule.name for rule in find_game(slug).rules.values() if rule.breaking is Verdict.IMPOSSIBLE)
        for slug in ours()
    } == PHYSICS
