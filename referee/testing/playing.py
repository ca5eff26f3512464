"""Random evenings of a game: legal reports are accepted, refused ones change nothing, and undo goes all the way."""

from __future__ import annotations

import itertools

from referee.game.common_reports import Deal
from referee.testing.tried import Tried, always, at_random
from referee.testing.walker import Walker, state

STEPS = 30
ACTS = ["bids", "builds", "captures", "discards", "flips", "hits", "knocks", "lays", "melds", "plays", "trails"]


@at_random(12)
def a_random_evening_holds_together(tried: Tried, seed: int) -> None:
    Walker(tried.game, seed).walk(150)


@at_random(4)
def a_random_evening_holds_together_under_any_house(tried: Tried, seed: int) -> None:
    Walker(tried.game, 6000 + seed, farther=True).walk(80)


@always
def an_evening_begins(tried: Tried) -> None:
    """A short one, for measuring coverage."""
    Walker(tried.game, 5000).walk(STEPS)


@always
def an_answer_is_true_only_where_a_rule_is_broken(tried: Tried) -> None:
    """Also by a check of several rules that finds nothing wrong by any of them."""
    walker = Walker(tried.game, 7000)
    for step in range(STEPS):
        for hand, ask in walker.referee.asks():
            for check, report in itertools.product(ask.checks, walker.some(hand, ask, others=True)[:5]):
                answer = check(hand, report)
                against = answer.values() if isinstance(answer, dict) else (answer,)
                assert bool(answer) == any(against), f"{check.rules}: {report.text}"
        if walker.referee.standing.ended:
            return
        walker.step(step)


@at_random(8)
def undo_and_redo_agree_after_cards_told_late(tried: Tried, seed: int) -> None:
    walker = Walker(tried.game, 9000 + seed)
    for step in range(60):
        if walker.referee.standing.ended:
            return
        walker.step(step)
        seat = walker.random.choice(walker.referee.seats)
        if walker.hear(f"{seat} dealt {walker.hand_of(seat)}").accepted and not walker.referee.standing.ended:
            walker.step(step)
            walker.back_and_forth()


@at_random(4)
def after_the_hand_results_are_told_again_and_acts_of_play_are_refused(tried: Tried, seed: int) -> None:
    walker = Walker(tried.game, 8000 + seed)
    referee = walker.referee
    for step in range(200):
        if referee.standing.ended:
            return
        hand = referee.hand
        walker.step(step)
        if referee.standing.ended or referee.hand.dealer or hand is not referee.last:
            continue
        opens = tuple(ask.verb for _, ask in referee.asks())
        before = state(referee)
        played = next(record for record in referee.records if record.run.hand is hand).entries
        for entry in played:
            kind = type(entry.report)
            if kind not in referee.game.reports or issubclass(kind, (Deal, *opens)):
                continue
            ruling = referee.hear(entry.ruling.text)
            counted = isinstance(getattr(entry.report, "what", None), int)  # ships captured, not one being captured
            result = bool(referee.game.ruleset.checks_again(kind)) and (counted or kind.verb not in ACTS)
            assert result or not ruling.accepted, walker.mismatch(f"{entry.ruling.text} was told again")
            if ruling.accepted:
                referee.undo()
            elif (ends := {rule.name for rule in referee.game.ends}) and not result:
                assert ends & {*ruling.rules}, walker.mismatch(f"{entry.ruling.text}: {ruling.rules}")
            assert state(referee) == before, walker.mismatch(f"{entry.ruling.text} told again changed the table")
