"""Long texts on a screen, page by page, as git and man show them."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress

from scorekeeper.cli.screen import writable

_WINDOWS = os.name == "nt"


def page(text: str) -> bool:
    """Shows the text by the pager of the user; tells whether that could be done.

    SCORE_PAGER names it, or PAGER, else it is less; "cat" means none. Leaving it early is no fault.
    """
    command = _command()
    if not command:
        return False
    encoding = sys.stdout.encoding or "utf-8"
    # As git has it: leave where one screen is enough, show colours, leave the text on the screen. The rest is the
    # prompt, which in less is a mere colon.
    around = {"LESS": "FRXPsq goes back, the space bar goes on$", "LV": "-c", **os.environ}
    if encoding.lower().replace("-", "") == "utf8":
        around.setdefault("LESSCHARSET", "utf-8")
    sys.stdout.flush()
    try:
        pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=around)  # noqa: S603  the user's own choice
    except OSError:
        return False
    return _fed(pager, f"{writable(sys.stdout, text)}\n".encode(encoding, "replace")) == 0


def _command() -> list[str]:
    """The words that start the pager; none where there is none."""
    for name in ("SCORE_PAGER", "PAGER"):
        wanted = os.environ.get(name)
        if wanted is not None:
            try:
                words = shlex.split(wanted, posix=not _WINDOWS)
            except ValueError:  # an odd quotation mark
                return []
            return [] if words == ["cat"] else words
    # What Windows calls more knows neither colours nor UTF-8; its consoles scroll.
    return [] if _WINDOWS else ["less"]


def _fed(pager: subprocess.Popen[bytes], data: bytes) -> int:
    """Gives the pager its text, and its exit code when the reader has done; Ctrl-C meanwhile is the pager's."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with suppress(BrokenPipeError):
            pager.communicate(data)
        return pager.wait()
    finally:
        signal.signal(signal.SIGINT, before)
