"""The games' pages in docs/games: lists those that aren't current; `--write` updates them."""

from __future__ import annotations

import sys
from pathlib import Path

from referee import find_game
from referee.games import ours
from scoresheets.book.game_page import markdown, page, tables

FOLDER = Path(__file__).parents[1] / "docs" / "games"


def stale(folder: Path = FOLDER) -> list[Path]:
    """The pages that are missing, not current, or of no game."""
    wanted = {folder / f"{slug}.md": markdown(page(tables(find_game(slug)))) for slug in ours()}
    present = set(folder.glob("*.md"))
    return sorted(path for path in wanted.keys() | present if path not in present or text(path) != wanted.get(path))


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def write(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in stale(folder):
        slug = path.stem
        if slug in ours():
            path.write_text(markdown(page(tables(find_game(slug)))), encoding="utf-8", newline="\n")
        else:
            path.unlink()


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        write()
    for path in stale():
        print(f"{path} isn't current; make docs writes it", file=sys.stderr)
    sys.exit(1 if stale() else 0)
