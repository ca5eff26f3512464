"""Page One: every mistake is found later, and nothing else."""

import random

import pytest

from referee import Referee, find_game
from referee.testing.models import ModelTable
from referee.testing.walker import NAMES
from tests.models import model

FOUND = {"joker-void": "joker-early", "no-need-to-draw": "needless-draw"}


@pytest.mark.parametrize("rule", FOUND)
@pytest.mark.parametrize("seed", range(12))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int, rule: str) -> None:
    """A game played without a rule, judged by a table that has it. The hands are entered at the end."""
    chance, page_one = random.Random(f"{seed} {rule}"), model("page-one")
    seats, named = NAMES[: 2 + seed % 3], seed % 2 == 1
    steps, _ = page_one.hand(ModelTable(seats, page_one.house(len(seats)), seats[0], struck=(rule,)), chance)
    referee, wronged, let_stand, broken = Referee(page_one.game, seats), set[str](), set[str](), set[tuple[str, str]]()
    telling = [(f"{seats[0]} deals", False)]
    for position, move, _ in steps:
        wrong = any(other.text == move.text and rule in other.breaks for other in page_one.by_the_book(position))
        wronged |= {move.who} if wrong else set()
        telling.append((move.text if named or not move.less else chance.choice(move.less), wrong))
    telling += [(f"{seat} dealt {' '.join(cards)}", False) for seat, cards in steps[0].position.dealt.items()]
    for text, wrong in telling:
        if not (ruling := referee.hear(text)).accepted:
            assert wrong and ruling.rules == (rule,), f"{text}: {ruling.message}"
            let_stand.add(text.split()[0])
            ruling = referee.hear(text, overrule=True)
        broken |= {
            (finding.name, finding.who)
            for finding in ruling.findings
            if not finding.open and finding.name != "page-one-missed"
        }
    assert broken <= {(FOUND[rule], who) for who in wronged}
    if named:
        assert {who for _, who in broken} | let_stand == wronged


def test_a_card_drawn_for_the_suit_may_be_kept_where_the_joker_is_free() -> None:
    """Ann has drawn a diamond, which ends the search, but she plays the joker."""
    referee = Referee(find_game("page-one"), ["Ann", "Ben"], {"joker": "any"})
    for text in ("deal Ann", "Ben plays 5D", "Ann draws 3", "Ann plays JK", "Ann plays KD"):
        ruling = referee.hear(text)
        assert ruling.accepted and not ruling.findings, text
