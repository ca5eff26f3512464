"""The folder for cached files, which can be deleted at any time."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """REFEREE_CACHE, else in the user's folder for such things."""
    if chosen := os.environ.get("REFEREE_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("referee", appauthor=False)
