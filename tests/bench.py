"""`make bench`: how quick the referee is, as ratios measured in one run.

Reports are judged from text with evidence on; the measure beside them is what the machine needs to read the
same lines and split them into words, so that a slow machine slows both.  Medians of interleaved rounds.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

from referee import Referee, find_game
from referee.cards import JOKER, Pack
from referee.games import ours
from referee.kit.evidence import Evidence
from referee.kit.melds import least_left
from referee.kit.poker import low
from referee.kit.tricks import Plays, TrickHand, follows_suit, may_have_to_follow
from referee.language.words import Seat
from referee.records.record import Judge
from tests.calls import calls_a_report, records
from tests.kit.test_fishing import quickness

ROUNDS = 7


def seconds(work: Callable[[], object]) -> float:
    """CPU time in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def words(lines: list[str]) -> int:
    return sum(len(line.split()) for line in lines for _ in range(20))


def judged(slug: str) -> tuple[int, float, float]:
    """The reports in a game's records, also refused ones, the seconds to judge them, and those of the baseline."""
    texts = records(slug)
    reports = 0
    for lines in texts:
        judge = Judge().judge(lines)
        reports += len(judge.referee.entries if judge.referee else ()) + len(judge.refused)
    times, measure = [], []
    for _ in range(ROUNDS):
        times.append(seconds(lambda: [Judge().judge(lines) for lines in texts]))
        measure.append(seconds(lambda: [words(lines) for lines in texts]))
    return reports, statistics.median(times), statistics.median(measure)


def evidence(evenings: int = 40) -> list[float]:
    """Seconds to judge every play of four hands of twelve cards from a pack of 52, without known cards."""
    times = []
    seats = ["Ann", "Ben", "Cat", "Dan"]
    for seed in range(evenings):
        cards = list(Pack())
        random.Random(seed).shuffle(cards)
        referee = Referee(find_game("oh-hell"), seats, {"first-hand": "12"})
        bids = ["Ann bids 0", "Ben bids 0", "Cat bids 6", "Dan bids 7"]
        assert all(referee.hear(report).accepted for report in ["deal Dan", f"upcard {cards[48]}", *bids])
        held = {seat: cards[i * 12 : i * 12 + 12] for i, seat in enumerate(seats)}
        while isinstance(hand := referee.hand, TrickHand) and hand.dealer:
            seat = referee.next()[0]
            card = next((card for card in held[seat] if card.suit == hand.led), held[seat][0])
            held[seat].remove(card)
            play = Plays(card, who=Seat(seat))
            times.append(min(seconds(partial(proven, hand, play)) for _ in range(5)))
            assert referee.hear(f"{seat} plays {card}").accepted
    return times


def proven(hand: TrickHand, play: Plays) -> None:
    """The checks by evidence for one play."""
    follows_suit(hand, play)
    may_have_to_follow(hand, play)
    Evidence(hand).charges()


def solvers(rounds: int = 300) -> list[tuple[str, float]]:
    """The slowest of many hands for a solver, in milliseconds, and the ratio to another program."""
    rng = random.Random(1)
    pack = list(Pack())
    hands = [(*rng.sample(pack, 10), JOKER, JOKER) for _ in range(rounds)]
    value = {"A": 1, "J": 10, "Q": 10, "K": 10, "JK": 15} | {str(pips): pips for pips in range(2, 11)}
    least = [seconds(partial(least_left, hand, lambda card: value[card.rank])) for hand in hands]
    figures = [("least left of twelve cards with two jokers, worst, in ms", 1000 * max(least))]
    figures.append(("what a card captures of seven, × as quick as the textbook", quickness(rounds=20, size=7, seed=1)))
    try:
        from pokerkit import Card as TheirCard
        from pokerkit import RegularLowHand
    except ImportError:
        return figures
    sevens = [rng.sample(pack, 7) for _ in range(rounds)]
    theirs = [list(TheirCard.parse("".join(card.text.replace("10", "T")[:-1] + card.suit.lower() for card in seven)))
              for seven in sevens]  # fmt: skip
    ours = statistics.median(seconds(lambda: [low(seven) for seven in sevens]) for _ in range(ROUNDS))
    other = statistics.median(seconds(lambda: [RegularLowHand.from_game(seven) for seven in theirs]) for _ in range(3))
    return [*figures, ("low hand of seven cards, × as quick as PokerKit", other / ours)]


def main() -> None:
    print("Reports judged a second, and × the time it takes to split the same lines into words 20 times.\n")
    print(f"{'game':18} {'reports':>8} {'a second':>10} {'× words':>10}")
    for slug in sys.argv[1:] or ours():
        reports, took, measure = judged(slug)
        print(f"{slug:18} {reports:8} {reports / took:10.0f} {took / measure:10.1f}")
    calls = {slug: calls_a_report(records(slug)) for slug in sys.argv[1:] or ours()}
    most = max(calls, key=lambda slug: calls[slug])
    print(f"\ncalls a report: median {statistics.median(calls.values()):.0f}, worst {calls[most]:.0f} ({most})")
    plays = sorted(evidence())
    median, worst = statistics.median(plays), plays[-1]
    print(f"\nevidence, a play of four in a pack of 52: median {median * 1e6:.0f} µs, "
          f"99 % {plays[len(plays) * 99 // 100] * 1e6:.0f} µs, worst {worst * 1e6:.0f} µs "
          f"({worst / 1e-3:.2f} of a millisecond)")  # fmt: skip
    for what, amount in solvers():
        print(f"{what}: {amount:.2f}")


if __name__ == "__main__":
    main()
