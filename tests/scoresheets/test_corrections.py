"""After any mix of reports, undo, redo, corrections and voids, the session is the one of the remaining reports.

With SHARE=1 more is tried. Hypothesis prints how to repeat a failure.
"""

from __future__ import annotations

import random
import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from referee import find_game
from referee.games import ours
from referee.table.referee import Referee
from referee.testing.walker import Walker, state
from scoresheets.errors import REFUSED
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.results import results
from scoresheets.keeping.session import Correction
from tests.evening import fails
from tests.share import few
from tests.shelf import Corner

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

EXAMPLES = few(12, least=2)
STEPS = 16

Remains = tuple[int, str, bool]  # the line, its text, whether the table overruled a refusal

luck = st.randoms(use_true_random=False)


class Evening(RuleBasedStateMachine):
    """A session of one game, with a plain list of the remaining reports."""

    slug: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.opened = open_journal(self.place(), create=True)
        self.kept = self.opened.__enter__()
        self.remain: list[Remains | None] = []  # None is a line struck out
        self.gone: list[list[Remains | None]] = []

    def place(self) -> Place:
        return Path(self.folder.name) / "evening.db"

    @initialize(seed=st.integers(0, 10_000))
    def sit_down(self, seed: int) -> None:
        self.walker = Walker(find_game(self.slug), seed)
        self.session = self.kept.new(self.slug, list(self.walker.referee.seats), self.walker.referee.chosen)

    def teardown(self) -> None:
        self.opened.__exit__(None, None, None)
        self.folder.cleanup()

    def legal(self, rng: random.Random) -> str:
        self.walker.referee, self.walker.random = self.session.referee, rng
        report = self.walker.legal_report()
        return report.text if report else "note nothing is awaited"

    def tell(self, text: str, overrule: bool = False) -> None:
        heard = self.session.say(text, overrule=overrule)
        if heard.ruling.accepted:
            self.remain.append((heard.line, self.session.course.reports[-1].text, overrule))
            self.gone.clear()

    @rule(rng=luck)
    def say(self, rng: random.Random) -> None:
        for _ in range(3):
            self.tell(self.legal(rng))

    @rule(rng=luck, overrule=st.booleans())
    def say_anything(self, rng: random.Random, overrule: bool) -> None:
        self.walker.referee, self.walker.random = self.session.referee, rng
        if asks := self.session.referee.asks():
            hand, ask = rng.choice(asks)
            for report in self.walker.some(hand, ask, others=True)[:1]:
                self.tell(report.text, overrule)

    @rule(rng=luck)
    def remark(self, rng: random.Random) -> None:
        """Whether a report can be corrected or struck out, whatever comes after it."""
        seat = rng.choice(self.session.referee.seats)
        self.tell(rng.choice(["note somebody sings", f"adjust {seat} {rng.randint(1, 9)} for luck"]))

    @precondition(lambda self: find_game(self.slug).open_table)
    @rule(rng=luck)
    def come_or_go(self, rng: random.Random) -> None:
        self.walker.referee, self.walker.random = self.session.referee, rng
        self.tell(self.walker.coming_or_going())

    @precondition(lambda self: any(self.remain))
    @rule(rng=luck)
    def undo(self, rng: random.Random) -> None:
        count = rng.randint(1, min(4, sum(report is not None for report in self.remain)))
        going = self.session.undo(count)
        gone: list[Remains | None] = []
        while sum(report is not None for report in gone) < count:
            gone.insert(0, self.remain.pop())
        assert [(report.line, report.text, report.overrule) for report in going] == [kept for kept in gone if kept][
            ::-1
        ]
        self.gone.append(gone)

    @precondition(lambda self: self.gone)
    @rule()
    def redo(self) -> None:
        self.session.redo()
        self.remain += self.gone.pop()

    @precondition(lambda self: any(self.remain))
    @rule(rng=luck, what=st.sampled_from(["fix", "void", "both"]))
    def correct(self, rng: random.Random, what: str) -> None:
        """Corrects or strikes out one line, or two at once. Most attempts are refused and change nothing."""
        places = [i for i, kept in enumerate(self.remain) if kept]
        chosen = rng.sample(places, min(len(places), 2 if what == "both" else 1))
        wanted: list[tuple[int, Correction]] = []
        for place in chosen:
            was = self.remain[place]
            other = self.remain[rng.choice(places)]
            assert was and other
            text = None if what == "void" or (what == "both" and rng.random() < 0.5) else other[1]
            wanted.append((place, Correction(was[0], text, text is not None and other[2])))
        before = state(self.session.referee)
        change = self.session.correct([correction for _, correction in wanted], "a slip")
        if change.clash:
            assert state(self.session.referee) == before, "a correction that can't stand changed the table"
            return
        self.gone.clear()
        texts = {new.line: new.text for _, new in change.lines}
        for place, correction in wanted:
            self.remain[place] = (
                None if correction.text is None else (correction.line, texts[correction.line], correction.overrule)
            )

    @rule(rng=luck)
    def close_and_resume(self, rng: random.Random) -> None:
        if rng.random() < 0.3:
            was = state(self.session.referee)
            self.session.end()
            self.session.resume()
            self.gone.clear() if not self.session.course.gone else None
            assert state(self.session.referee) == was

    @rule()
    def nothing_is_put_back_that_never_went(self) -> None:
        if not self.gone:
            with fails(REFUSED):
                self.session.redo()

    @invariant()
    def what_remains_is_what_counts(self) -> None:
        if not hasattr(self, "session"):
            return
        standing = [(report.line, report.text, report.overrule) for report in self.session.course.standing]
        assert standing == [report for report in self.remain if report]
        fresh = self.fresh()
        assert state(fresh) == state(self.session.referee)
        assert fresh.lines == self.session.referee.lines
        again = self.kept.session(self.session.number).referee
        assert state(again) == state(fresh)
        over, hands, standings, _ = results(fresh)
        asked = (
            "SELECT seat.name, score, winner FROM seat LEFT JOIN result USING (session_id, player_id)"
            " WHERE session_id = ? ORDER BY seat.name"
        )
        rows = self.kept.link.execute(asked, (self.session.number,)).fetchall()
        assert rows == sorted((result.seat, result.score, result.winner) for result in standings)
        ((count,),) = self.kept.link.execute("SELECT count(*) FROM result").fetchall()
        assert count == len(rows)
        kept: Any = self.kept.link.execute("SELECT over, hands FROM session").fetchone()
        assert kept == (over, hands)

    def fresh(self) -> Referee:
        """A referee after only the remaining reports."""
        referee = Referee(self.session.game, list(self.session.players), self.session.house)
        for line, text, overrule in filter(None, self.remain):
            assert referee.hear(text, line=line, overrule=overrule).accepted, text
        return referee


@pytest.mark.parametrize("slug", ours())
def test_a_session_is_what_remains_of_it(slug: str) -> None:
    tried(type("Evening", (Evening,), {"slug": slug}))


@pytest.mark.postgres
@pytest.mark.parametrize("slug", ["oh-hell", "put-and-take"])
def test_a_session_on_a_server_is_what_remains_of_it(corner: Corner, slug: str) -> None:
    numbers = count()
    tried(type("Evening", (Evening,), {"slug": slug, "place": lambda self: corner / f"{next(numbers)}.db"}))


def tried(machine: type[Evening]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
