"""The clock on the wall: local time, without a zone, to the second."""

from __future__ import annotations

from datetime import datetime


def now() -> datetime:
    """The time now."""
    return datetime.now().replace(microsecond=0)
