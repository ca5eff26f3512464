"""No table influences how the next one is judged."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from referee.testing.often import times

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("which", ["the same each time", *(f"fresh {number}" for number in range(times(1)))])
def test_records_come_out_alike_alone_and_shuffled_among_other_houses(which: str) -> None:
    seed = which if which == "the same each time" else str(random.SystemRandom().randrange(1_000_000))
    ran = subprocess.run(
        [sys.executable, "-m", "tests.shuffled", seed], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
