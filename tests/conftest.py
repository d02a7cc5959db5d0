"""What several tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness import Table

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """An empty folder, and the program in it."""
    return Table(tmp_path, monkeypatch)
