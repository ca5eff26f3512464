"""The checks of `referee.testing` for every game that comes with referee, and records from other sources."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.games import ours
from referee.testing import every_test_of_each
from referee.testing.recorded import holds
from referee.testing.tried import judged
from tests.models import MODELS, tried

SHARED = Path(__file__).parents[2] / "shared" / "records"
FURTHER = [path for path in sorted(SHARED.glob("*.record")) if re.sub(r"-\d+$", "", path.stem) in ours()]

test_every_game = every_test_of_each(map(tried, ours()))


@pytest.mark.every_case
@pytest.mark.parametrize("path", FURTHER, ids=lambda path: path.stem)
def test_record_from_elsewhere_holds(path: Path) -> None:
    holds(path, judged(path))


def test_every_game_has_a_model_and_records() -> None:
    assert [*MODELS] == ours(), "a plain model belongs into tests/models; referee/testing/models.py says what it has"
    assert all(tried(slug).records for slug in ours())
