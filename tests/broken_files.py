"""Game files that are broken, foreign or hostile: those of the catalogue, and those that are made here."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from catalogue import FOLDER, read_catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

GOOD = (FOLDER / "good.toml").read_bytes().decode()
"""The file that most others are made from, by one edit each."""


def but(old: str, new: str, *more: str) -> bytes:
    """The good file with one text, or several, in place of another."""
    text = GOOD
    pairs = [old, new, *more]
    for before, after in zip(pairs[::2], pairs[1::2], strict=True):
        assert before in text, before
        text = text.replace(before, after, 1)
    return text.encode()


CHANGE = """\
[[rule_changes]]
at = 2026-11-27T21:00:00
from_hand = 2
settings = { nil.made = 60 }
"""


def changed(settings: str) -> bytes:
    """The good file with a change of its rules."""
    return but("[[corrections]]", f"{CHANGE.replace('nil.made = 60', settings)}\n[[corrections]]")


def ruled(rulings: str) -> bytes:
    """The good file with rulings on its second hand."""
    return but("tricks = { Us = 8, Them = 5 }", f"tricks = {{ Us = 8, Them = 5 }}\nrulings = {rulings}")


def numbered(count: int, after: str = "", between: str = ", ") -> str:
    """So many names, each in quotation marks and with something after it."""
    return between.join(f'"p{at}"{after}' for at in range(count))


LARGE: dict[str, bytes] = {
    "deep-lists": but("nil.made = 50", f"nil.made = {'[' * 100_000}"),
    "deep-tables": but("nil.made = 50", f"nil = {'{ a = ' * 5_000}1{' }' * 5_000}"),
    "key-with-10000-dots": but("nil.made = 50", f"{'a.' * 10_000}a = 1"),
    "header-of-900-parts": but(
        "[[hands]]", f"[{'.'.join(['a'] * 900)}]\n" + "".join(f"k{i} = 1\n" for i in range(20_000))
    ),
    "text-of-2-mb": but("Friday", "x" * 1_900_000),
    "key-of-200000-characters": but("[sides]", f"{'k' * 200_000} = 1\n[sides]"),
    "format-of-2-mb": but("format = 1", f'format = "{"x" * 1_900_000}"'),
    "20000-players": but('["Ann", "Bob", "Cy", "Dee"]', f"[{numbered(20_000)}]"),
    "300-players": but('["Ann", "Bob", "Cy", "Dee"]', f"[{numbered(300)}]"),
    "20000-strangers-who-bid": but("{ Ann = 3, Bob = 4, Cy = 4", f"{{ {numbered(20_000, ' = 1')}"),
    "20000-settings": but("nil.made = 50", numbered(20_000, ".x = 1", "\n")),
    "20000-rulings": ruled(f"[{'{ kind = 1 }, ' * 20_000}]"),
    "2000-changes-of-the-rules": GOOD.replace("[[hands]]", f"{CHANGE * 2_000}\n[[hands]]", 1).encode(),
    "20001-corrections": GOOD.encode() + b"[[corrections]]\nhand = 1\n" * 20_001,
    "3-mb": GOOD.encode() + b"# " + b"x" * 3_000_000,
}
"""Files too large to be kept."""


def _sparse(path: Path) -> None:
    path.write_text(GOOD, "utf-8")
    os.truncate(path, 100_000_000)


def _circle(path: Path) -> None:
    path.symlink_to("h.toml")
    path.with_name("h.toml").symlink_to(path.name)


ON_DISK: dict[str, Callable[[Path], object]] = {
    "absent": lambda _: None,
    "folder": Path.mkdir,
    "100-mb": _sparse,
}
"""What cannot be kept as a file with bytes in it: how each is made."""

if sys.platform != "win32":
    ON_DISK |= {
        "pipe": os.mkfifo,
        "circle-of-links": _circle,
        "link-to-nothing": lambda path: path.symlink_to("nothing.toml"),
        "link-to-a-device": lambda path: path.symlink_to("/dev/zero"),
    }

CASES = {case.name: case for case in read_catalogue()}
FILES: dict[str, bytes] = {
    name: data for name, case in CASES.items() if (data := LARGE.get(name, case.data)) is not None
}
"""What each broken file holds, by its name."""
