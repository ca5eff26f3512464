"""`python -m tests.bench_peers [GAME …]`: the referee beside programs that others have written, as ratios.

All are timed in turn, round after round in one run, by the time of the processor; medians are compared, so that a slow
machine slows every one.

What counts as one report:

- ours: a report in a record, accepted or refused.  Time goes to reading the text, judging it with evidence on, and
  besides to the header and the checks.
- python-chess, `chess.pgn.read_game`: a half-move of a PGN text, read and tried for legality; `push_uci`: one on a
  board, from `e2e4`.
- PokerKit: an action of a hand history in its `.phh` text, loaded and gone through to the end; a street is dealt in an
  action a player there, in one report for all here.  Our Razz session tells the same hands, hole cards and showdown
  included, so hands a second compare like with like.
- OpenSpiel: an action, with the list of what is legal before it.  No text, one hand in C++ called from Python.
"""

from __future__ import annotations

import io
import random
import statistics
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import chess
import chess.pgn
import pyspiel
from pokerkit import FixedLimitRazz, HandHistory

from referee.cards import Card, Pack
from referee.games import ours as games
from referee.kit.melds import least_left
from referee.records.record import Judge
from tests.bench import ROUNDS, judged, seconds
from tests.differential.test_gin_melds import GIN, WORTH
from tests.differential.test_razz import ANTE, BET, BY_ITSELF, Night

SPIELS = {"goofspiel": "gops", "crazy_eights": "crazy-eights", "oh_hell": "oh-hell"}


class Course(NamedTuple):
    """Something to time, and its number of reports, moves or actions."""

    run: Callable[[], object]
    count: int


# Chess


def chess_games(number: int = 12, longest: int = 100) -> list[chess.Board]:
    luck = random.Random(64)
    boards = []
    for _ in range(number):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < longest:
            board.push(luck.choice([*board.legal_moves]))
        boards.append(board)
    return boards


def read_games(text: str) -> None:
    file = io.StringIO(text)
    while chess.pgn.read_game(file):
        pass


def push(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def of_chess() -> dict[str, Course]:
    boards = chess_games()
    moves = [[move.uci() for move in board.move_stack] for board in boards]
    text = "\n\n".join(str(chess.pgn.Game.from_board(board)) for board in boards)
    count = sum(map(len, moves))
    return {"read_game": Course(partial(read_games, text), count), "push_uci": Course(partial(push, moves), count)}


# Poker


def replay(texts: list[str]) -> None:
    for text in texts:
        for _ in HandHistory.loads(text):
            pass


def of_razz(hands: int = 24) -> tuple[Course, Course, int]:
    """The same hands, judged by the referee and replayed by PokerKit."""
    game = FixedLimitRazz(BY_ITSELF, True, ANTE, BET // 2, BET, 2 * BET)
    night = Night(5, "careful", 7, asking=False)
    texts, histories, before = [f"game: razz\nplayers: {', '.join(night.seats)}\nhouse: ante=1, bet=6, cap=3"], [], 0
    texts[0] += f", burn={night.burn}"
    for hand in range(hands):
        night.play(hand)
        assert "MUCK_DEALT" not in night.met
        deal, *more = [entry.ruling.text for entry in night.referee.entries[before:]]
        before = len(night.referee.entries)
        hole = [f"{seat} dealt {' '.join(map(str, cards[:2]))}" for seat, cards in night.down.items()]
        texts += [deal, *hole, *more]
        histories.append(HandHistory.from_game_state(game, night.state).dumps())
    lines = "\n".join(texts).splitlines()
    judge = Judge().judge(lines)
    assert not judge.failures and judge.referee
    actions = sum(len(HandHistory.loads(text).actions) for text in histories)
    ours = Course(lambda: Judge().judge(lines), len(judge.referee.entries))
    return ours, Course(partial(replay, histories), actions), hands


# OpenSpiel


def course_of(name: str, seed: int) -> list[int | list[int]]:
    luck, state, taken = random.Random(seed), pyspiel.load_game(name).new_initial_state(), []
    while not state.is_terminal():
        if state.is_simultaneous_node():
            actions = [luck.choice(state.legal_actions(player)) for player in range(state.num_players())]
            state.apply_actions(actions)
            taken.append(actions)
        else:
            taken.append(luck.choice(state.legal_actions()))
            state.apply_action(taken[-1])
    return taken


def follow(game: pyspiel.Game, courses: list[list[int | list[int]]]) -> None:
    for course in courses:
        state = game.new_initial_state()
        for action in course:
            if isinstance(action, list):
                for player in range(len(action)):
                    state.legal_actions(player)
                state.apply_actions(action)
            else:
                state.legal_actions()
                state.apply_action(action)


def of_openspiel() -> dict[str, Course]:
    by_name = {}
    for name in SPIELS:
        courses = [course_of(name, seed) for seed in range(30)]
        count = sum(len(step) if isinstance(step, list) else 1 for course in courses for step in course)
        by_name[name] = Course(partial(follow, pyspiel.load_game(name), courses), count)
    return by_name


def worth(card: Card) -> int:
    return WORTH[card.rank]


def each(solve: Callable[[Any], object], hands: list[Any]) -> None:
    for hand in hands:
        solve(hand)


def of_gin(hands: int = 600) -> dict[str, tuple[Course, Course]]:
    """Cards left in hands of ten and eleven, by both programs."""
    luck, pack, by_size = random.Random(1), list(Pack()), {}
    for size in (10, 11):
        dealt = [luck.sample(pack, size) for _ in range(hands)]
        utils = GIN[size]
        coded = [
            [utils.card_int(card.text.replace("10", "T")[0] + card.suit.lower()) for card in hand] for hand in dealt
        ]
        ours, theirs = partial(each, partial(least_left, value=worth), dealt), partial(each, utils.min_deadwood, coded)
        by_size[f"{size} cards"] = Course(ours, hands), Course(theirs, hands)
    return by_size


# Side by side


def rates(courses: dict[str, Course]) -> dict[str, float]:
    """The number per second for each, by the median of rounds in which all take turns."""
    times: dict[str, list[float]] = {name: [] for name in courses}
    for _ in range(ROUNDS):
        for name, course in courses.items():
            times[name].append(seconds(course.run))
    return {name: course.count / statistics.median(times[name]) for name, course in courses.items()}


def main() -> None:
    ours_razz, theirs_razz, hands = of_razz()
    peers = {**of_chess(), "PokerKit": theirs_razz, **of_openspiel(), "razz, the same hands": ours_razz}
    print("Reports judged a second, × what others go through in a second.\n")
    print(f"{'game':18} {'a second':>10} {'× read_game':>12} {'× push_uci':>11} {'× PokerKit':>11}")
    by_read, by_poker, speed = {}, {}, {}
    for slug in sys.argv[1:] or games():
        reports, took, _ = judged(slug)
        beside = rates({name: peers[name] for name in ("read_game", "push_uci", "PokerKit")})
        speed[slug] = reports / took
        by_read[slug], by_poker[slug] = speed[slug] / beside["read_game"], speed[slug] / beside["PokerKit"]
        print(f"{slug:18} {speed[slug]:10.0f} {by_read[slug]:12.2f} {speed[slug] / beside['push_uci']:11.3f} "
              f"{by_poker[slug]:11.2f}")  # fmt: skip
    worst = min(by_poker, key=lambda slug: by_poker[slug])
    print(f"\nmedian game, × read_game (target 1): {statistics.median(by_read.values()):.2f}")
    print(f"worst game, {worst}, × PokerKit (target 1): {by_poker[worst]:.2f}")

    peer_rates = rates(peers)
    razz = peer_rates["razz, the same hands"] / peer_rates["PokerKit"]
    per_hand = razz * theirs_razz.count / ours_razz.count
    print(f"Razz, {hands} hands told in {ours_razz.count} reports and {theirs_razz.count} actions: "
          f"× PokerKit in reports {razz:.2f} (target 5), in hands {per_hand:.2f}")  # fmt: skip
    for name, slug in SPIELS.items():
        if slug in speed:
            print(f"{slug}, × OpenSpiel's {name}: {speed[slug] / peer_rates[name]:.3f}")
    for what, (ours, theirs) in of_gin().items():
        took = rates({"ours": ours, "theirs": theirs})
        print(f"least left of {what}, time ÷ OpenSpiel's min_deadwood: {took['theirs'] / took['ours']:.2f} (target 5)")


if __name__ == "__main__":
    main()
