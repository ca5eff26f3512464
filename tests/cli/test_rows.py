"""Rows of numbers at the prompt, in every game and sheet that takes them: completely, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from referee.declared.shelf import shipped
from referee.entry.rows import judged, unchanged
from referee.entry.shorthand import Several, read
from referee.entry.suggestions import Form, forms
from referee.game.asks import Ask
from referee.games import games
from referee.language.reports import Report
from referee.rules.options import read_house
from scoresheets.catalogue import game_called
from scoresheets.cli.prompt_lines import Sitting
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from tests.share import EVERY

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
Numbers = list[tuple[str, int]]
ALL = [*games(), *(offer.slug for offer in shipped())]
"""The games that are refereed card by card, then the sheets."""


def told_of(session: Session, texts: Sequence[str]) -> Numbers:
    """The players in reports, each with a number."""
    referee = session.referee
    hand = referee.hand if referee.hand.dealer or referee.last is None else referee.last
    reports = (referee.vocabulary.read(text, referee.hand) for text in texts)
    return [pair for report in reports for pair in report.amounts(hand).items()]


class Table:
    """A table of one game in the middle of its example, with the rows that could be typed there."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.sitting = Sitting(session, brief=True)
        self.seen: Counter[tuple[str, str, int]] = Counter()

    @property
    def standing(self) -> list[str]:
        return [report.text for report in self.session.course.standing]

    def back(self, standing: list[str]) -> None:
        """Undoes the latest reports."""
        if more := len(self.standing) - len(standing):
            self.session.undo(more)
        assert self.standing == standing

    def rows(self) -> Iterator[tuple[Form, list[int], Ask]]:
        """The quickest lines that are rows, each with numbers that will do; of those that come up again, some."""
        for form in forms(self.session.referee):
            values = [blank.sample for blank in form.blanks]
            if len(form.seats) > 1 and all(value.isdigit() for value in values):
                self.seen[form.verb, form.lead, len(values)] += 1
                if (self.seen[form.verb, form.lead, len(values)] - 1) % EVERY:
                    continue
                yield form, *self.fitting(form, [*map(int, values)])

    def fitting(self, form: Form, values: list[int]) -> tuple[list[int], Ask]:
        """The same numbers with the right sum, if there is one."""
        asks = self.session.referee.asks()
        hand, ask = next((hand, ask) for hand, ask in asks if ask.verb.verb == form.verb)
        if left := hand.left_of(ask.verb):
            values[-1] += left[0] - sum(values)
        return values, ask

    def type(self, form: Form, values: Sequence[int]) -> Numbers:
        """What a row adds to the record."""
        before = len(self.standing)
        self.sitting.hear(" ".join((form.lead, *map(str, values))).strip())
        return told_of(self.session, self.standing[before:])

    def waits_for(self, ask: Ask, seats: Sequence[str]) -> bool:
        """Whether a number is due from one of these players. It needn't be from a player who is out."""
        alike = [other for other in self.session.referee.awaited() if other.verb is ask.verb]
        awaited = [seats if (those := other.seats()) is None else those for other in alike]
        return not alike or any(seat in those for those in awaited for seat in seats)

    def takes_next(self, ask: Ask, form: Form, values: Sequence[int]) -> bool:
        """Whether a row is what comes next, though it has just been typed: of another kind or hand, or once more."""
        referee = self.session.referee
        try:
            meant = read(" ".join((form.lead, *map(str, values))).strip(), referee)
        except Several:
            return True
        row = judged(referee, meant, "a row") if meant and len(meant.entered) > 1 else None
        if row is None or row.refusal:
            return False
        return not referee.hand.dealer or not (ask.verb.adds or unchanged(referee, row.reports))

    def of_hand(self, verb: type[Report]) -> Counter[str]:
        """What is in of the hand by players."""
        entered: Counter[str] = Counter()
        for entry in self.session.referee.entries_now:
            if type(entry.report) is verb:
                numbers = dict(told_of(self.session, [entry.ruling.text]))
                entered = entered + Counter(numbers) if verb.adds else Counter({**entered, **numbers})
        return entered


def tables(slug: str, shelf: Path) -> Iterator[Table]:
    """The game of the example, report by report."""
    game = game_called(slug)
    example = game.example
    players = example.players.split() if example else list(NAMES[: game.players[0]])
    with open_journal(shelf / "evening.db", create=True) as journal:
        table = Table(journal.new(slug, players, read_house(example.house if example else "")))
        yield table
        for report in (report for line in (example.lines if example else ()) for report in line.split("; ")):
            assert table.session.say(report).ruling.accepted
            yield table


@pytest.mark.parametrize("slug", ALL)
def test_a_row_is_whole_or_nothing(slug: str, tmp_path: Path) -> None:
    """Too short, too long, with a wrong sum: nobody has a number of it; else everybody has exactly theirs."""
    for table in tables(slug, tmp_path):
        standing = table.standing
        for form, values, ask in table.rows():
            row = [*zip(form.seats, values, strict=True)]
            assert table.type(form, values) in (row, []), form.text
            table.back(standing)
            in_turn = bool(ask.turn) or ask.verb.by_turns
            for wrong in (values[:-1], [*values, 0], [*values, *values]):
                got = table.type(form, wrong) if len(wrong) > 1 else []
                whole = len(wrong) < len(values) and not table.waits_for(ask, form.seats[len(wrong) :])
                entered = [*zip(form.seats * 2, wrong, strict=False)]
                out = [pair for pair in got[len(row) :] if pair[0] not in form.seats and pair[1] == 0]
                fits = [entered] if in_turn or whole else [[*row, *out]] if len(out) == 1 else []  # who is out has 0
                assert got in ([], *fits), (form.text, wrong)
                table.back(standing)
            total = table.session.referee.hand.left_of(ask.verb)
            for wrong in ([*values[:-1], values[-1] + 1], [values[0] + 2, *values[1:]], [0] * len(values)):
                if total and sum(wrong) != total[0]:
                    assert table.type(form, wrong) == [], (form.text, wrong)


@pytest.mark.parametrize("slug", ALL)
def test_a_row_typed_again_is_in_already_or_corrects_what_is_in(slug: str, tmp_path: Path) -> None:
    for table in tables(slug, tmp_path):
        standing = table.standing
        for form, values, ask in table.rows():
            row = table.type(form, values)
            now = table.standing
            if row and not table.takes_next(ask, form, values):
                assert table.type(form, values) == [] and table.standing == now, form.text
            other = [values[0] + 1, *values[1:-1], values[-1] - 1] if values[-1] else [values[0] + 1, *values[1:]]
            if row and not table.takes_next(ask, form, other):
                assert table.type(form, other) == [] and table.standing == now, form.text
                if offers := [offer for offer in table.sitting.offers if offer.choice and offer.choice.corrections]:
                    table.sitting.hear(offers[-1].key)
                    entered = table.of_hand(ask.verb)
                    assert [entered[seat] for seat in form.seats] == other, form.text
            if len(table.session.course.standing) > len(standing):
                table.session.undo(len(table.session.course.standing) - len(standing))


@pytest.mark.parametrize("slug", ALL)
def test_a_row_with_names_is_whole_or_nothing(slug: str, tmp_path: Path) -> None:
    """``Ben 2, Cat 0, Ann 1``: what the numbers alone would add, in any order; with a wrong sum nothing."""
    for table in tables(slug, tmp_path):
        standing = table.standing
        for form, values, ask in table.rows():
            total = table.session.referee.hand.left_of(ask.verb)
            everybody = len(form.seats) == len(table.session.referee.hand.players)
            if not total or ask.turn or ask.verb.by_turns or not everybody or table.of_hand(ask.verb):
                continue  # what is in already may be named again
            if table.type(form, values) != [*zip(form.seats, values, strict=True)]:
                continue
            table.back(standing)
            for seats in (form.seats, form.seats[::-1]):
                of = dict(zip(form.seats, values, strict=True))
                verb = f" {form.verb}" if form.lead else ""
                line = ", ".join(f"{seat}{verb} {of[seat]}" for seat in seats)
                table.sitting.hear(line)
                if table.sitting.offers:  # it may be of the hand that is complete
                    table.sitting.hear(table.sitting.offers[-1].key)
                assert Counter(dict(told_of(table.session, table.standing[len(standing) :]))) == Counter(of), line
                table.back(standing)
                line = line.removesuffix(str(of[seats[-1]])) + str(of[seats[-1]] + 1)
                table.sitting.hear(line)
                assert table.standing == standing, line
