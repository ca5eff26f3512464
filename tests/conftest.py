"""Whoever runs the tests may have wishes of their own; here nobody has any."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _no_wishes(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    for name in ("REFEREE_DB", "REFEREE_PLAIN", "REFEREE_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path_factory.getbasetemp() / "wishes" / "config.toml"
    file.unlink(missing_ok=True)
    monkeypatch.setenv("REFEREE_CONFIG", str(file))
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
    return file
