"""Takes docs/page-390.png, docs/page-1280.png and docs/page-dark.png: the page of examples/friday.toml in Chromium.

They show what it looks like, and differ with the fonts of the machine, so nothing checks them.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright
from transcripts import ROOT

from scorekeeper.render.page import game_page
from scorekeeper.storage import open_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAME = ROOT / "examples" / "friday.toml"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


class Shot(NamedTuple):
    """A picture: its name, and the window."""

    name: str
    width: int
    height: int
    dark: bool = False


SHOTS = [
    Shot("page-390", 390, 1400),
    Shot("page-1280", 1280, 1215),
    Shot("page-dark", 1280, 800, dark=True),
]


def take(browser: Browser, shot: Shot, page: str) -> None:
    """Takes one picture of the page."""
    window = browser.new_page(
        viewport={"width": shot.width, "height": shot.height}, color_scheme="dark" if shot.dark else "light"
    )
    window.set_content(page)
    window.screenshot(path=ROOT / "docs" / f"{shot.name}.png")
    window.close()


def main() -> int:
    """Takes all pictures."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        print("there is no chromium on this machine")
        return 1
    opened = open_game(str(GAME))
    page = game_page(opened.game, opened.sheet)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        for shot in SHOTS:
            take(browser, shot, page)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
