"""The page of a game: valid, whole in itself, readable without seeing it, and safe whatever stands in the file."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import html5lib
import pytest

from scorekeeper.game import Side, seated
from scorekeeper.render.graph import svg_graph
from scorekeeper.render.page import announced, game_body, game_page, policy
from scorekeeper.scoring import score_game
from scorekeeper.storage import open_game
from scorekeeper.storage.files import MAX_BYTES
from tables import game, hand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Game

ROOT = Path(__file__).parent.parent
FILES = sorted([*(ROOT / "examples").glob("*.toml"), *(ROOT / "tests" / "games").glob("*.toml")])
MARKUP = '<script>alert(1)</script> & "Ann\'s" <b>'
SIX = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
LONG = ("Ann " + "W" * 56, "Bob " + "W" * 56, "Cy " + "W" * 57, "Dee " + "W" * 56)

# One hand each side of a table that plays alone.
ALONE = game(
    hand("1 2 3 3 1 2", "1 2 3 7 0 4", players=SIX),
    hand("4 1 1 4 1 3", "0 0 0 8 4 5", players=SIX),
    players=SIX,
    preset="cutthroat-3",
    settings={"nil.allowed": False, "bidding.zero": "plain"},
)
GAMES: dict[str, Game] = {
    "before the first hand": game(),
    "while the first hand is played": game(hand("4 3 nil 4")),
    "one hand": game(hand("4 3 nil 4", "5 3 0 5")),
    "a hundred hands": game(*[hand("5 5 1 1", "6 5 1 1")] * 100, settings={"ending.target": 100_000}),
    "twenty hands": game(
        *[
            hand("4 3 nil 4", "5 3 0 5"),
            hand("3 4 4 2", "4 5 1 3"),
            hand("4 2 3 3", "3 4 2 4"),
            hand("2 4 3 4", "3 4 2 4"),
        ]
        * 5,
        settings={"ending.target": 2000, "nil.made": 50},
    ),
    "far below zero": game(*[hand("13 4 0 4", "0 6 0 7", totals=None)] * 9, settings={"bidding.zero": "plain"}),
    "six alone": ALONE,
    "six in threes": game(
        hand("3 3 3 3 2 2", "3 3 3 3 3 2", players=SIX), players=SIX, sides=seated(SIX, "threes"), preset="six-3x2"
    ),
    "long names": game(hand("4 3 2 4", "5 3 1 4", players=LONG), players=LONG),
    "names with markup": game(
        hand("4 3 2 4", "5 3 1 4", players=(MARKUP, "Bob", "Cy", "Dee"))._replace(note=f"{MARKUP}\u202e\x1b[31m"),
        players=(MARKUP, "Bob", "Cy", "Dee"),
        sides=(Side("<i>Us</i>", (MARKUP, "Cy")), Side("A&B", ("Bob", "Dee"))),
    )._replace(name=f"</title>{MARKUP}"),
    "names from right to left": game(
        hand("4 3 2 4", "5 3 1 4", players=("דוד", "Bob", "רון", "Dee")), players=("דוד", "Bob", "רון", "Dee")
    ),
    "a void hand, a renege and other rules": game(
        hand("4 3 2 4", "5 3 1 4", reneges=["Ann"]),
        hand("4 3 2 4")._replace(void="a card was missing"),
        settings={"nil.made": 50},
        changes={2: {"bags.limit": 5, "nil.failed_tricks": "discard"}},
    ),
}


def pages() -> Iterator[tuple[str, Game]]:
    """Every game that is shown here."""
    yield from GAMES.items()
    for path in FILES:
        yield path.name, open_game(str(path)).game


@pytest.fixture(params=[*pages()], ids=lambda named: named[0])
def shown(request: pytest.FixtureRequest) -> Game:
    """A game."""
    played: Game = request.param[1]
    return played


def page_of(shown: Game, *, live: bool = False) -> str:
    """The page of a game."""
    return game_page(shown, score_game(shown), live=live, state="abc")


def parsed(page: str) -> ElementTree.Element:
    """The page as a browser reads it; what is not HTML is an error."""
    found: Any = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"), strict=True, namespaceHTMLElements=False)
    tree: ElementTree.Element = found.parse(page)
    return tree


def one(tree: ElementTree.Element, path: str) -> ElementTree.Element:
    """The first element there, which must be there."""
    found = tree.find(path)
    assert found is not None
    return found


def words(element: ElementTree.Element) -> str:
    """The text of an element, with single blanks."""
    return " ".join("".join(element.itertext()).split())


def test_page_is_html(shown: Game) -> None:
    """Both pages are valid, and the live one is the other with its means to follow the game."""
    alone, live = page_of(shown), page_of(shown, live=True)
    assert parsed(alone).find(".//main") is not None
    assert parsed(live).find(".//script") is not None
    assert game_body(shown, score_game(shown)) in alone
    assert game_body(shown, score_game(shown)) in live


def test_page_stands_alone(shown: Game) -> None:
    """The page has no script and no address but its own, loads nothing, and forbids what it does not need."""
    page = page_of(shown)
    tree = parsed(page)
    assert tree.find(".//script") is None
    ids = {element.get("id") for element in tree.iter()}
    for element in tree.iter():
        assert not any(name.startswith("on") or name == "style" for name in element.attrib)
        for name in ("src", "srcset", "action", "data", "poster"):
            assert name not in element.attrib
        link = element.get("href", "#now")
        assert link.removeprefix("#") in ids or link.startswith("data:image/svg+xml,")
    assert "url(" not in page
    assert "@import" not in page
    policies = [meta.get("content") for meta in tree.iter("meta") if meta.get("http-equiv")]
    assert policies == [policy(live=False)]
    assert policy(live=False).startswith("default-src 'none'; style-src 'sha256-")
    assert "script" not in policy(live=False)


def test_page_can_be_heard(shown: Game) -> None:
    """Headings in order, one title; every table has a caption and headers; every id is there once."""
    tree = parsed(page_of(shown, live=True))
    levels = [int(element.tag[1]) for element in tree.iter() if re.fullmatch("h[1-6]", str(element.tag))]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len({*ids})
    for element in tree.iter():
        assert {*element.get("aria-labelledby", "").split()} <= {*ids}
    assert all(heading.get("scope") in ("col", "row", "colgroup") for heading in tree.iter("th"))
    assert all(table.find("caption") is not None for table in tree.iter("table"))
    assert tree.get("lang") == "en"
    assert all(words(summary) for summary in tree.iter("summary"))


def test_page_has_every_figure(shown: Game) -> None:
    """Every total, every reason and every note is on the page."""
    sheet = score_game(shown)
    tree = parsed(page_of(shown))
    text = words(tree)
    rows = [[words(cell) for cell in row] for row in tree.iterfind(".//section[@class='sheet']//tbody/tr")]
    assert len(rows) == len(shown.hands)
    for scored, row in zip(sheet.hands, rows, strict=False):
        totals = [str(scored.sides[side.name].after.score).replace("-", "\N{MINUS SIGN}") for side in shown.sides]
        assert [row[4 + 5 * at] for at in range(len(shown.sides))] == totals
        if not scored.hand.void:
            for side in scored.sides.values():
                assert all(line.reason in text for line in side.lines)
    assert len([*tree.iter("details")]) == len(sheet.hands)


def test_graph_is_a_picture_of_its_own(shown: Game) -> None:
    """The graph is XML by itself, is told in words, and no two texts of it lie on each other."""
    tree = ElementTree.fromstring(svg_graph(shown, score_game(shown)))  # noqa: S314  our own text
    space = "{http://www.w3.org/2000/svg}"
    assert tree.get("role") == "img"
    assert words(one(tree, f"{space}title"))
    assert str(score_game(shown).standings[shown.sides[0].name].score) in words(tree[1]) or not shown.played
    _, _, wide, high = map(float, tree.get("viewBox", "").split())
    boxes = [*map(box, tree.iter(f"{space}text"))]
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert right <= wide
        assert top >= 0
        assert bottom <= high
    for at, (left, top, right, bottom) in enumerate(boxes):
        for left2, top2, right2, bottom2 in boxes[at + 1 :]:
            assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top


def box(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """The room that a text takes at least: left, top, right, bottom. A figure is 6.4 wide, and 10 high."""
    said = words(text)
    wide = sum(11.5 if letter == "W" else 6.4 for letter in said)
    x, y = float(text.get("x", "")), float(text.get("y", ""))
    left = x - wide * {"end": 1, "middle": 0.5}.get(text.get("text-anchor", ""), 0)
    return left, y - 10, left + wide, y


def test_sides_differ_by_more_than_colour() -> None:
    """Each of six sides has a dash and a mark of its own."""
    tree = ElementTree.fromstring(svg_graph(ALONE, score_game(ALONE)))  # noqa: S314  our own text
    lines = [path for path in tree.iter("{http://www.w3.org/2000/svg}path") if "--side" in (path.get("stroke") or "")]
    dashes = {path.get("stroke-dasharray") for path in lines if path.get("fill") == "none"}
    marks = {re.sub(r"^M\S+ \S+", "", path.get("d", "")[:20]) for path in lines if path.get("fill") != "none"}
    assert len(dashes) == 6
    assert len(marks) >= 6


def test_names_stay_text() -> None:
    """Markup in names, notes and titles is shown as it was typed; what steers text is shown as an escape."""
    page = page_of(GAMES["names with markup"], live=True)
    tree = parsed(page)
    assert [element.tag for element in tree.iter("script")] == ["script"]
    assert tree.find(".//i") is None
    assert words(one(tree, ".//title")) == f"</title>{MARKUP}"
    assert MARKUP in words(tree)
    assert rf"{MARKUP}\u202e\u001b[31m" in words(tree)
    assert "\u202e" not in page
    assert "\x1b" not in page


def test_names_from_right_to_left_do_not_turn_figures() -> None:
    """Such a name in a sentence is kept apart from the figures beside it."""
    page = page_of(GAMES["names from right to left"])
    assert "<bdi>דוד</bdi> deals hand 2, Bob bids first." in page


def test_news_in_a_sentence() -> None:
    """What a screen reader says of a new state."""
    shown = GAMES["one hand"]
    said = "After hand 1: Ann & Cy 141 and Bob & Dee 71. Ann deals hand 2, Bob bids first."
    assert announced(shown, score_game(shown)) == said


def test_page_of_a_large_game_is_small_enough() -> None:
    """A hundred hands with all their reasons are less than what a game file may have."""
    assert len(page_of(GAMES["a hundred hands"]).encode()) < MAX_BYTES / 2
