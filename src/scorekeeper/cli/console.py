"""The consoles of Windows that do not take colour codes for what they are until a program asks them to."""

from __future__ import annotations

import ctypes
import sys
from functools import cache

_STDOUT, _STDERR = -11, -12
_VIRTUAL_TERMINAL = 0x0004  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


@cache
def switch_on() -> bool:
    """Asks the console of both outputs for colour codes; tells whether they can be used on either.

    Windows Terminal has them on already. The console of Windows before 10 has none, and shows no colour then.
    """
    done: list[bool] = []
    if sys.platform == "win32":
        kernel = ctypes.windll.kernel32
        for number in (_STDOUT, _STDERR):
            handle, mode = kernel.GetStdHandle(number), ctypes.c_ulong()
            if kernel.GetConsoleMode(handle, ctypes.byref(mode)):
                done.append(bool(kernel.SetConsoleMode(handle, mode.value | _VIRTUAL_TERMINAL)))
    return any(done)
