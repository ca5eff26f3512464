"""The folder for cached files, which can be deleted at any time."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """The folder: REFEREE_CACHE, otherwise in the user's cache folder."""
    if chosen := os.environ.get("REFEREE_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("referee", appauthor=False)
