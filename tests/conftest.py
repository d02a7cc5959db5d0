"""What several tests share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from harness import Table

if TYPE_CHECKING:
    from pathlib import Path


settings.register_profile("table", deadline=None)  # no test looks at a clock: the machine may be busy
settings.load_profile("table")


@pytest.fixture(autouse=True)
def _no_defaults_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have a file of defaults; it must not change what they see."""
    monkeypatch.setenv("SCORE_CONFIG", os.devnull)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """An empty folder, and the program in it."""
    return Table(tmp_path, monkeypatch)
