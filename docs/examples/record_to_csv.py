"""Convert a record file to CSV: a row for each line of the score."""

import csv
import sys
from pathlib import Path

from referee import Judge


def convert(path: Path) -> None:
    """Write the score lines of a record file to standard output."""
    judge = Judge().judge(path.read_text(encoding="utf-8").splitlines())
    if judge.referee is None or judge.failures:
        sys.exit(f"{path}: {judge.failures}")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["hand", "player", "points", "rule", "why"])
    for line in judge.referee.lines:
        out.writerow([line.hand, line.who, line.points, line.rule, line.because])


convert(Path(sys.argv[1] if len(sys.argv) > 1 else "friday.record"))
