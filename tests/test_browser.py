"""The page in a browser: on a phone and a desktop, by keyboard, to a screen reader, and while the game goes on.

Needs Chromium or Chrome on the machine; without one these tests are skipped. Nothing is downloaded.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scorekeeper.render.page import game_page
from scorekeeper.scoring import score_game
from test_page import GAMES, MARKUP
from test_serve import FRIDAY, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness import Table

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
PHONE, DESKTOP, TV = (390, 844), (1280, 800), (1920, 1080)

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
    pytest.mark.xdist_group("browser"),
    # Python 3.12 and later warn of how the driver's event loop is left behind.
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each has a window with a profile of its own."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Watch:
    """A window of a browser; notes all that it asks for and complains of."""

    def __init__(self, browser: Browser, size: tuple[int, int] = DESKTOP, scheme: str = "light") -> None:
        dark = scheme == "dark"
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
        )
        self.page: Page = context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def show(self, name: str) -> Page:
        """Shows one of our games as an exported page."""
        self.page.set_content(game_page(GAMES[name], score_game(GAMES[name])))
        return self.page


@pytest.mark.parametrize("size", [PHONE, DESKTOP, TV], ids=["phone", "desktop", "TV"])
def test_every_page_fits(chromium: Browser, size: tuple[int, int]) -> None:
    """No page is wider than the screen, with all folded hands open, and the browser finds no fault."""
    watch = Watch(chromium, size)
    for name in GAMES:
        page = watch.show(name)
        page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
    assert watch.said == []
    assert {url.partition(":")[0] for url in watch.asked} <= {"data"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    "name", ["six alone", "a void hand, a renege and other rules", "while the first hand is played"]
)
def test_axe_finds_nothing(chromium: Browser, name: str, size: tuple[int, int], scheme: str) -> None:
    """Axe finds nothing wrong, contrast included, with the first hand open."""
    page = Watch(chromium, size, scheme).show(name)
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_markup_stays_text(chromium: Browser) -> None:
    """Names with markup are seen as they were typed, and make nothing."""
    page = Watch(chromium).show("names with markup")
    assert page.locator("script").count() == 0
    assert MARKUP in page.locator("main").inner_text()


def test_keyboard(chromium: Browser) -> None:
    """Tab reaches the sheet, every hand's figures and only those, and Enter opens them."""
    page = Watch(chromium).show("a void hand, a renege and other rules")
    reached = []
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    assert reached == ["sheet-scroll", "to-1", "to-2", "summary-1", "summary-2", ""]
    page.locator("#summary-2").focus()
    page.keyboard.press("Enter")
    assert page.locator("#fold-2").get_attribute("open") is not None
    page.locator("#to-1").focus()
    page.keyboard.press("Enter")  # a link to figures that are folded away opens them
    expect(page.locator("#hand-1")).to_be_visible()


def test_figures_can_be_read_across_the_room(chromium: Browser) -> None:
    """On a television the standings are some 4 percent of its height, and all above the fold."""
    page = Watch(chromium, TV).show("while the first hand is played")
    for box in [total.bounding_box() for total in page.locator(".total").all()]:
        assert box is not None
        assert box["height"] > 80
        assert box["y"] + box["height"] < 800


def test_paper(chromium: Browser) -> None:
    """On paper all is black, what lies folded is left out, and twenty hands leave room on a page of A4."""
    page = Watch(chromium, (718, 1000)).show("far below zero")  # 190 mm
    page.emulate_media(media="print")
    assert page.locator(".hands").is_visible() is False
    row = page.locator(".sheet tbody tr").first.bounding_box()
    rest = page.locator("body").bounding_box()
    assert row is not None
    assert rest is not None
    assert rest["height"] + 11 * row["height"] < 269 / 25.4 * 96


def test_page_follows_the_game(chromium: Browser, table: Table) -> None:
    """A hand that another program adds is there by itself; what was open and focused stays so."""
    table.put("friday.toml", FRIDAY.read_text("utf-8").replace("[rules]\n", "[rules]\nending.target = 900\n"))
    with running("friday.toml") as server:
        watch = Watch(chromium, PHONE)
        page = watch.page
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.locator("#summary-7").click()
        page.locator("#to-3").focus()
        down = page.evaluate("window.scrollTo(0, 600), window.scrollY")
        words = [sys.executable, "-m", "scorekeeper", "add-hand", "4", "3", "3", "2", "/", "8", "5"]
        subprocess.run([*words, "-g", "friday.toml"], check=True, capture_output=True)
        expect(page.locator("#now")).to_have_text("After hand 13", timeout=15_000)
        expect(page.locator("#said")).to_contain_text("After hand 13: Us 594 and Them 559.")
        assert page.locator("#fold-7").get_attribute("open") is not None
        assert page.locator("#fold-6").get_attribute("open") is None
        assert page.evaluate("document.activeElement.id") == "to-3"
        assert page.evaluate("window.scrollY") == down
        assert page.locator("#notice").is_hidden()
        Path("friday.toml").write_text("format = 1\n", "utf-8")
        expect(page.locator("#notice")).to_contain_text("cannot be shown", timeout=15_000)
        expect(page.locator("#now")).to_have_text("After hand 13")
        assert watch.said == []
        assert {url.split("/")[2] for url in watch.asked} == {f"127.0.0.1:{server.port}"}
    expect(page.locator("#notice")).to_contain_text("Not reachable since", timeout=15_000)
    expect(page.locator("#now")).to_have_text("After hand 13")


def test_live_page_to_axe(chromium: Browser, table: Table) -> None:
    """Axe finds nothing wrong with the live page, either."""
    table.put("friday.toml", FRIDAY.read_bytes())
    with running("friday.toml") as server:
        page = Watch(chromium).page
        page.goto(f"http://127.0.0.1:{server.port}/")
        # axe is a script of ours, not the page's: it runs where the page's policy does not reach.
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
