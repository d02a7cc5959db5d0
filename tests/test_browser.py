"""The page in a browser: on a phone and a desktop, by keyboard, to a screen reader, and while the game goes on.

Needs Chromium or Chrome on the machine; without one these tests are skipped. Nothing is downloaded.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import contextmanager
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

    from playwright.sync_api import ViewportSize

    from harness import Table

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
LONG = 15_000  # milliseconds that the slowest machine gets to follow the game; others are done in two seconds
PHONE, DESKTOP, TV = (390, 844), (1280, 800), (1920, 1080)

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
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

    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))

    def show(self, name: str) -> Page:
        """Shows one of our games as an exported page, with every hand open."""
        self.page.set_content(game_page(GAMES[name], score_game(GAMES[name])))
        self.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        return self.page


@contextmanager
def window(browser: Browser, size: tuple[int, int] = DESKTOP, *, dark: bool = False) -> Iterator[Watch]:
    """A window with a profile of its own."""
    viewport: ViewportSize = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, color_scheme="dark" if dark else "light")
    try:
        yield Watch(context.new_page())
    finally:
        context.close()


@pytest.mark.parametrize("size", [PHONE, DESKTOP, TV], ids=["phone", "desktop", "TV"])
def test_every_page_fits(chromium: Browser, size: tuple[int, int]) -> None:
    """No page is wider than the screen, and the browser finds no fault and asks for nothing."""
    with window(chromium, size) as watch:
        for name in GAMES:
            page = watch.show(name)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
        assert watch.said == []
        assert {url.partition(":")[0] for url in watch.asked} <= {"data"}


@pytest.mark.parametrize("wide", [390, 360], ids="{} dots".format)
def test_sheet_of_two_sides_fits_a_phone(chromium: Browser, wide: int) -> None:
    """Nothing of the sheet of two sides is cut off at its right, not even beside a scroll bar."""
    bar = 15
    shown = [name for name, played in GAMES.items() if len(played.sides) == 2 and played.hands]
    with window(chromium, (wide - bar, 800)) as watch:
        for name in shown:
            page = watch.show(name)
            over = "(sheet) => sheet.scrollWidth - sheet.clientWidth"
            assert page.locator("#sheet-scroll").evaluate(over) == 0, name


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    "name", ["six alone", "a void hand, a renege and other rules", "while the first hand is played"]
)
def test_axe_finds_nothing(chromium: Browser, name: str, size: tuple[int, int], dark: bool) -> None:
    """Nothing shuts out people with screen readers, or with eyes that need contrast."""
    with window(chromium, size, dark=dark) as watch:
        found = Axe().run(watch.show(name))
        assert found.violations_count == 0, found.generate_report()


def test_markup_stays_text(chromium: Browser) -> None:
    """Names with markup are seen as they were typed, and make nothing."""
    with window(chromium) as watch:
        page = watch.show("names with markup")
        assert page.locator("script").count() == 0
        assert MARKUP in page.locator("main").inner_text()


def test_keyboard(chromium: Browser) -> None:
    """Tab reaches the sheet, its hands and their figures, and nothing else; Enter opens what is folded."""
    with window(chromium) as watch:
        page = watch.show("a void hand, a renege and other rules")
        page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = false; })")
        reached = []
        for _ in range(6):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.id"))
        assert reached == ["sheet-scroll", "to-1", "to-2", "summary-1", "summary-2", ""]
        page.locator("#summary-2").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#hand-2")).to_be_visible()
        page.locator("#to-1").focus()
        page.keyboard.press("Enter")  # a link to figures that are folded away opens them
        expect(page.locator("#hand-1")).to_be_visible()


def test_figures_can_be_read_across_the_room(chromium: Browser) -> None:
    """On a television the standings are a tenth of its height or more, and the next dealer is in sight."""
    with window(chromium, TV) as watch:
        page = watch.show("one hand")
        for total in page.locator(".total").all():
            box = total.bounding_box()
            assert box is not None
            assert box["height"] > 108
        turn = page.locator(".turn").bounding_box()
        assert turn is not None
        assert turn["y"] + turn["height"] < 1080


@pytest.mark.parametrize(("wide", "high"), [(182, 273), (188, 255)], ids=["A4", "Letter"])
def test_paper(chromium: Browser, wide: int, high: int) -> None:
    """Twenty hands are one sheet of paper, without what lies folded on the screen."""
    dots = 96 / 25.4  # a millimetre on paper
    with window(chromium, (int(wide * dots), 1000)) as watch:
        page = watch.show("twenty hands")
        page.emulate_media(media="print")
        assert not page.locator(".hands").is_visible()
        assert page.evaluate("document.body.offsetHeight") <= high * dots
        assert page.evaluate("document.documentElement.scrollWidth") <= wide * dots


def test_page_follows_the_game(chromium: Browser, table: Table) -> None:
    """A hand that another program adds is there by itself; what was open and focused stays so."""
    table.put("friday.toml", FRIDAY.read_text("utf-8").replace("[rules]\n", "[rules]\nending.target = 900\n"))
    with window(chromium, PHONE) as watch:
        page = watch.page
        with running("friday.toml") as server:
            page.goto(f"http://127.0.0.1:{server.port}/")
            page.locator("#summary-7").click()
            page.locator("#to-3").focus()
            down = page.evaluate("window.scrollTo(0, 600), window.scrollY")
            words = ["add-hand", "4", "3", "3", "2", "/", "8", "5", "-g", "friday.toml"]
            subprocess.run([sys.executable, "-m", "scorekeeper", *words], check=True, capture_output=True)
            expect(page.locator("#now")).to_have_text("After hand 13", timeout=LONG)
            expect(page.locator("#said")).to_contain_text("After hand 13: Us 594 and Them 559.")
            expect(page.locator("#hand-7")).to_be_visible()
            expect(page.locator("#hand-6")).to_be_hidden()
            assert page.evaluate("document.activeElement.id") == "to-3"
            assert page.evaluate("window.scrollY") == down
            expect(page.locator("#notice")).to_be_hidden()
            table.put("friday.toml", "format = 1\n")
            expect(page.locator("#notice")).to_contain_text("cannot be shown", timeout=LONG)
            expect(page.locator("#now")).to_have_text("After hand 13")
            assert watch.said == []
            assert {url.split("/")[2] for url in watch.asked} == {f"127.0.0.1:{server.port}"}
        expect(page.locator("#notice")).to_contain_text("Not reachable since", timeout=LONG)
        expect(page.locator("#now")).to_have_text("After hand 13")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_the_live_page(chromium: Browser, table: Table, dark: bool) -> None:
    """Neither does the page that follows a game, while it says that the file is broken."""
    table.put("friday.toml", FRIDAY.read_bytes())
    with window(chromium, PHONE, dark=dark) as watch, running("friday.toml") as server:
        table.put("friday.toml", "format = 1\n")
        watch.page.goto(f"http://127.0.0.1:{server.port}/")
        expect(watch.page.locator("#notice")).to_be_visible()
        found = Axe().run(watch.page)
        assert found.violations_count == 0, found.generate_report()
