"""How many taps each game's example takes on the phone: ``python -m tests.taps`` writes `taps.txt` again.

The taps are those of open controls on the scorekeeper's page. Typing a number counts as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from referee import Referee, declared
from referee.game.game import Game
from referee.games import games
from referee.language.reports import Report
from scoresheets.catalogue import game_called
from scoresheets.web.due import choices
from scoresheets.web.filled import texts
from tests.tapping import Filled, Unfolded, filled_forms, one_by_one, page, taps_of

TABLE = Path(__file__).parent / "taps.txt"
SHEETS = sorted(path.stem for path in (Path(declared.__file__).parent / "sheets").glob("*.toml"))
NO_EXAMPLE = {"hearts": ("Ann Ben Cat Dan", "", ("hearts 3 4 6 0", "Cat queen"))}
"""Players, house rules and reports for a game whose page has no example."""


def told_games() -> list[str]:
    """Every game and sheet with something to report."""
    every = dict.fromkeys((*games(), *SHEETS))
    return sorted(slug for slug in every if slug in NO_EXAMPLE or game_called(slug).example)


def begun(slug: str) -> tuple[list[str], dict[str, str], tuple[str, ...]]:
    """The players, the house rules and the reports of a game's example."""
    example = game_called(slug).example
    players, house, lines = (example.players, example.house, example.lines) if example else NO_EXAMPLE[slug]
    values = dict(part.split("=", 1) for part in re.split(r",\s*", house) if part)
    return players.split(), values, tuple(text.strip() for line in lines for text in line.split(";"))


def table(slug: str) -> Referee:
    """The table of a game's example, before its first report."""
    players, house, _ = begun(slug)
    game: Game[object] = game_called(slug)
    return Referee(game, players, house)


def reports(slug: str) -> Iterator[Report]:
    """The reports of a game's example, except the end."""
    referee = table(slug)
    for text in begun(slug)[2]:
        ruling = referee.hear(text)
        assert ruling.accepted and ruling.report, text
        if text != "end":
            yield ruling.report


def steps(referee: Referee, report: Report) -> Iterator[Report]:
    """A report, or if it can't be entered in one form, one for each player in it."""
    shown = Unfolded(page(choices(referee))).sheets
    parts = [*one_by_one(referee, report)]
    yield from [report] if len(filled_forms(report, referee, shown)) == 1 else parts


def counted(slug: str) -> tuple[int, int]:
    """The number of reports of a game's example, and the taps for them."""
    referee, number, taps = table(slug), 0, 0
    for report in reports(slug):
        number += 1
        for part in steps(referee, report):
            shown = Unfolded(page(choices(referee))).sheets
            filled: list[Filled] = filled_forms(part, referee, shown)
            assert len(filled) == 1, f"{part.text} needs {len(filled)} forms"
            before = [entry.report for entry in referee.entries if type(entry.report) is type(part)]
            again = part.adds and part.who in [report.who for report in before]
            taps += taps_of(filled[0], shown) + again  # more, or in all?
            for text in texts(filled[0], referee):
                assert referee.hear(text).accepted, text
    return number, taps


def known() -> dict[str, int]:
    """The taps of each game, as written down."""
    rows = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]]
    return {slug: int(taps) for slug, _, taps in rows}


def main() -> None:
    rows = [f"{slug:<18}{number:>8}{taps:>6}" for slug in told_games() for number, taps in [counted(slug)]]
    TABLE.write_text("\n".join([f"{'game':<18}{'reports':>8}{'taps':>6}", *rows, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
