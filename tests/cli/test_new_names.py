"""A player who is called something else: asked about once, never saved at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoresheets.cli.prompt_lines import Sitting
from scoresheets.keeping.journal import open_journal

RENAMES = {
    "Otto is really called Otis": "players rename Otto Otis",
    "Otto's name is Otis": "players rename Otto Otis",
    "change Otto's name to Otis": "players rename Otto Otis",
    "no, it's spelled Meike": "players rename Maike Meike",
    "rename Otto to Otis": "players rename Otto Otis",
    "please call Ben Benny": "players rename Ben Benny",
}
OTHERS = ["Ben calls", "call Ben out", "call Ben Otto", "Otto is called out", "it's spelled wrong"]


@pytest.mark.parametrize("line", [*RENAMES, *OTHERS])
def test_another_name_is_offered(line: str, tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        sitting = Sitting(kept.new("tally", ["Otto", "Ben", "Maike"]), brief=True)
        sitting.hear("1 2 3")
        sitting.hear(line)
        offered = [offer.text for offer in sitting.offers if offer.text.startswith("players rename")]
        assert offered == ([RENAMES[line]] if line in RENAMES else [])
        assert len(sitting.session.entries) == 1
