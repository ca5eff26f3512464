"""Whatever is told, taken back, put back, corrected and struck out: the session is what the reports that remain say."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from referee import find_game
from referee.games import games
from referee.table import Referee
from scoresheets import journal
from scoresheets.journal import Correction, Journal
from scoresheets.results import results
from scoresheets.trouble import Trouble
from tests.shelf import Corner
from tests.walker import Walker, state

if TYPE_CHECKING:
    from scoresheets.places import Place

STEPS = 20

Remains = tuple[int, str, bool]  # the line, what it says, whether the table let it stand


class Evening:
    """A session of one game, beside a plain list of what remains of it."""

    def __init__(self, kept: Journal, slug: str, seed: int) -> None:
        self.rng = random.Random(f"{slug} {seed}")
        self.kept = kept
        self.walker = Walker(find_game(slug), seed)
        self.session = kept.new(slug, list(self.walker.referee.seats), self.walker.referee.chosen)
        self.remain: list[Remains | None] = []  # None is a line struck out
        self.gone: list[list[Remains | None]] = []
        self.done: list[str] = []

    def play(self, steps: int) -> None:
        """So many deeds, the first of them a report; after each what remains is what counts."""
        deeds = [self.say, self.say, self.say_anything, self.remark, self.undo, self.redo, self.correct, self.correct]
        deeds += [self.close_and_resume, *([self.come_or_go] * self.session.game.open_table)]
        self.say()
        for _ in range(steps):
            deed = self.rng.choice(deeds)
            self.done.append(deed.__name__)
            try:
                deed()
                self.what_remains_is_what_counts()
            except BaseException:
                print(f"{self.session.game.slug}: {', '.join(self.done)}")
                raise

    def tell(self, text: str, overrule: bool = False) -> None:
        heard = self.session.say(text, overrule=overrule)
        if heard.ruling.accepted:
            self.remain.append((heard.line, self.session.course.told[-1].text, overrule))
            self.gone.clear()

    def at_the_table(self) -> Walker:
        self.walker.referee, self.walker.random = self.session.referee, self.rng
        return self.walker

    def say(self) -> None:
        for _ in range(3):
            report = self.at_the_table().legal_report()
            self.tell(report.text if report else "note nothing is awaited")

    def say_anything(self) -> None:
        if asks := self.session.referee.asks():
            hand, ask = self.rng.choice(asks)
            for report in self.at_the_table().some(hand, ask, others=True)[:1]:
                self.tell(report.text, self.rng.random() < 0.5)

    def remark(self) -> None:
        """What can be put right or struck out whatever comes after it."""
        seat = self.rng.choice(self.session.referee.seats)
        self.tell(self.rng.choice(["note somebody sings", f"adjust {seat} {self.rng.randint(1, 9)} for luck"]))

    def come_or_go(self) -> None:
        self.tell(self.at_the_table().coming_or_going())

    def undo(self) -> None:
        if not any(self.remain):
            with pytest.raises(Trouble, match="there is no report to take back"):
                self.session.undo()
            return
        count = self.rng.randint(1, min(4, sum(one is not None for one in self.remain)))
        going = self.session.undo(count)
        gone: list[Remains | None] = []
        while sum(one is not None for one in gone) < count:
            gone.insert(0, self.remain.pop())
        assert [(one.line, one.text, one.overrule) for one in going] == [one for one in gone if one][::-1]
        self.gone.append(gone)

    def redo(self) -> None:
        if not self.gone:
            with pytest.raises(Trouble, match="nothing was taken back"):
                self.session.redo()
            return
        self.session.redo()
        self.remain += self.gone.pop()

    def correct(self) -> None:
        """One line put right or struck out, or two at once; much of that can't stand and changes nothing."""
        what = self.rng.choice(["fix", "void", "both"])
        places = [i for i, one in enumerate(self.remain) if one]
        chosen = self.rng.sample(places, min(len(places), 2 if what == "both" else 1))
        wanted: list[tuple[int, Correction]] = []
        for place in chosen:
            was = self.remain[place]
            other = self.remain[self.rng.choice(places)]
            assert was and other
            text = None if what == "void" or (what == "both" and self.rng.random() < 0.5) else other[1]
            wanted.append((place, Correction(was[0], text, text is not None and other[2])))
        before = state(self.session.referee)
        change = self.session.correct([one for _, one in wanted], "a slip")
        if change.clash:
            assert state(self.session.referee) == before, "a correction that can't stand changed the table"
            return
        self.gone.clear()
        texts = {new.line: new.text for _, new in change.lines}
        for place, one in wanted:
            self.remain[place] = None if one.text is None else (one.line, texts[one.line], one.overrule)

    def close_and_resume(self) -> None:
        was = state(self.session.referee)
        self.session.end()
        self.session.resume()
        self.gone.clear() if not self.session.course.gone else None
        assert state(self.session.referee) == was

    def what_remains_is_what_counts(self) -> None:
        standing = [(one.line, one.text, one.overrule) for one in self.session.course.standing]
        assert standing == [one for one in self.remain if one]
        fresh = self.fresh()
        assert state(fresh) == state(self.session.referee)
        assert fresh.lines == self.session.referee.lines
        again = self.kept.session(self.session.number).referee
        assert state(again) == state(fresh)
        over, hands, standings = results(fresh)
        asked = (
            "SELECT seat.name, score, winner FROM seat LEFT JOIN result USING (session_id, player_id)"
            " WHERE session_id = ? ORDER BY seat.name"
        )
        rows = self.kept.link.execute(asked, (self.session.number,)).fetchall()
        assert rows == sorted((one.seat, one.score, one.winner) for one in standings)
        ((count,),) = self.kept.link.execute("SELECT count(*) FROM result").fetchall()
        assert count == len(rows)
        kept: Any = self.kept.link.execute("SELECT over, hands FROM session").fetchone()
        assert kept == (over, hands)

    def fresh(self) -> Referee:
        """A referee that hears only what remains."""
        referee = Referee(self.session.game, list(self.session.players), self.session.house)
        for line, text, overrule in filter(None, self.remain):
            assert referee.hear(text, line=line, overrule=overrule).accepted, text
        return referee


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("slug", games())
def test_a_session_is_what_remains_of_it(tmp_path: Path, slug: str, seed: int) -> None:
    an_evening(tmp_path / "evening.db", slug, seed)


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", ["oh-hell", "put-and-take"])
def test_a_session_on_a_server_is_what_remains_of_it(corner: Corner, slug: str, seed: int) -> None:
    an_evening(corner / "evening.db", slug, seed)


def an_evening(place: Place, slug: str, seed: int) -> None:
    with journal.opened(place, create=True) as kept:
        Evening(kept, slug, seed).play(STEPS)
