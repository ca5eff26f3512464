"""The games' models, one module each, found by name: ``oh_hell.py`` models ``oh-hell``.

`referee.testing.models` describes the parts of a model.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from referee import find_game
from referee.testing.telling import Model
from referee.testing.tried import Tried

HERE = Path(__file__).parent
MODELS = sorted(path.stem.replace("_", "-") for path in HERE.glob("*.py") if not path.stem.startswith("_"))


@cache
def tried(slug: str) -> Tried:
    """A game with its records and its model."""
    module = import_module(f"tests.models.{slug.replace('-', '_')}")
    return Tried(find_game(slug), sorted((HERE.parent / "records" / slug).glob("*.record")), module)


def model(slug: str) -> Model:
    """The model of a game."""
    return tried(slug).model
