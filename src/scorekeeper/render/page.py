"""A game as one page (HTML) that needs nothing beside itself: for a phone, a television, a printer, a message.

What is shown is worked out here; `templates/` lays it out. All text goes through Jinja's escaping, so names and notes
stay text. The page that is exported has no script; the live one has one, which asks the server for what is new.
"""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scorekeeper._version import __version__
from scorekeeper.render.explain import bag_change, side_story, sum_said
from scorekeeper.render.graph import svg_graph, swatch
from scorekeeper.render.screen import bid_cell, needed, took_cell, whose_turn
from scorekeeper.render.words import problem_line, rules_said, ruling_said, setting_said, side_bid
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset
from scorekeeper.scoring import PLAYING, rules_now
from scorekeeper.text import counted, listed, noted, safe, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scorekeeper.game import Game, Side, Value
    from scorekeeper.rules.base import Setting
    from scorekeeper.sheet import GameSheet, HandSheet, SideSheet


class Standing(NamedTuple):
    """Where a side stands, as the top of the page shows it.

    Attributes:
        name: The side.
        players: Its players, where its name does not say them.
        swatch: A piece of its line in the graph.
        score: Its points.
        bags: Its bags, with their noun.
        contract: What it bid for the hand in play; empty where there is none.
        needs: What it needs and may do; nothing at the end of a game.
        won: Whether it has won.
    """

    name: str
    players: str
    swatch: Markup
    score: str
    bags: str
    contract: str
    needs: Sequence[str]
    won: bool


class Cells(NamedTuple):
    """A side's part of a row of the sheet; empty texts where a hand is still played."""

    bid: str
    took: str = ""
    points: str = ""
    total: str = ""
    bags: str = ""


class Row(NamedTuple):
    """A hand on the sheet.

    Attributes:
        number: The hand's number.
        sides: The cells of each side.
        marked: Whether a note below the sheet belongs to it.
        scored: Whether its figures are explained further down.
    """

    number: int
    sides: Sequence[Cells]
    marked: bool
    scored: bool


class Account(NamedTuple):
    """One side's hand, line by line.

    Attributes:
        name: The side.
        story: What it bid and took, and where it stood before.
        lines: Rule, reason, points and bags of each line.
        total: How the score changed, as a sum.
        points: The hand's points.
        bags: The bags after it, with their noun.
    """

    name: str
    story: str
    lines: Sequence[tuple[str, str, str, str]]
    total: str
    points: str
    bags: str


class Explained(NamedTuple):
    """A hand with its lines, which the reader can open.

    Attributes:
        number: The hand's number.
        dealer: Who dealt.
        void: Why it does not count; empty for a hand that does.
        results: Each side with its points.
        sides: Each side's account; none for a void hand.
        notes: Rulings, what was not in order, and what somebody wanted to remember.
    """

    number: int
    dealer: str
    void: str
    results: Sequence[tuple[str, str]]
    sides: Sequence[Account]
    notes: Sequence[str]


class Different(NamedTuple):
    """A setting that differs from the rule set.

    Attributes:
        key: Its dotted key.
        value: Its value.
        usual: What the rule set has.
        text: What it settles, and what the value means.
    """

    key: str
    value: str
    usual: str
    text: str


def game_page(game: Game, sheet: GameSheet, *, live: bool = False, state: str = "", problem: str = "") -> str:
    """The whole page.

    Args:
        game: The game.
        sheet: Its scores.
        live: Whether the page asks the server that sent it for what is new, instead of standing alone.
        state: For a live page: the mark of the state that it shows, which the server compares.
        problem: For a live page: why something newer than this cannot be shown.
    """
    view = {"live": live, "state": state, "problem": problem, "csp": policy(live=live), "version": __version__}
    return _environment().get_template("page.html").render(**view, **_parts(), **_view(game, sheet))


def game_body(game: Game, sheet: GameSheet) -> str:
    """What stands in the page's `<main>`: the part that a live page replaces."""
    return _environment().get_template("game.html").render(**_view(game, sheet))


def page_title(game: Game) -> str:
    """What the page is called."""
    return safe(game.name) or "A game of Spades"


def announced(game: Game, sheet: GameSheet) -> str:
    """How the game stands in a sentence, for those who hear the page."""
    now = listed([f"{name} {_minus(str(at.score))}" for name, at in sheet.standings.items()])
    return f"{_after(game)}: {now}. {_state(game, sheet)[0]}"


def policy(*, live: bool) -> str:
    """The Content Security Policy of a page: nothing but its own style, and for a live page its own script."""
    parts = _parts()
    allowed = ["default-src 'none'", f"style-src '{_digest(parts['style'])}'", "img-src data:", "base-uri 'none'"]
    allowed += ["form-action 'none'"]
    allowed += [f"script-src '{_digest(parts['script'])}'", "connect-src 'self'"] if live else []
    return "; ".join(allowed)


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("scorekeeper.render"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _parts() -> Mapping[str, Markup]:
    """The style and the script, which go into the page as they are."""
    return {"style": _own("page.css"), "script": _own("live.js")}


def _own(file: str) -> Markup:
    """A file of ours as it stands between its tags: each digest is of all that stands there."""
    text = files("scorekeeper.render").joinpath("templates", file).read_text(encoding="utf-8")
    return Markup(f"\n{text}")  # noqa: S704  nothing of it comes from people


def _view(game: Game, sheet: GameSheet) -> dict[str, Any]:
    """All that the templates show."""
    return {
        "title": page_title(game),
        "started": game.started,
        "rules": rules_said(game.rules_now, without="ending.target"),
        "target": rules_now(game).ending.target,
        "players": game.players,
        "after": _after(game),
        "standings": _standings(game, sheet),
        "sentences": _state(game, sheet),
        "remarks": [problem_line(remark) for remark in sheet.remarks],
        "sides": [(side.name, _players(side)) for side in game.sides],
        "rows": [*_rows(game, sheet)],
        "notes": [*_notes(game)],
        "graph": Markup(svg_graph(game, sheet)),  # noqa: S704  it escapes the names itself
        "hands": [_explained(game, hand) for hand in sheet.hands],
        "preset": load_preset(game.rules.preset),
        "differs": [*_differing(game.rules.preset, game.rules.settings)],
        "changes": [_change(game, at) for at in range(len(game.rule_changes))],
        "corrections": counted(len(game.corrections), "correction") if game.corrections else "",
        "isolated": _isolation(game),
    }


def _minus(text: str) -> str:
    """Figures with a minus that is as wide as a plus, and that is read aloud as one."""
    return text.replace("-", "\N{MINUS SIGN}")


def _points(points: int) -> str:
    return _minus(signed(points))


def _after(game: Game) -> str:
    hands = len(game.hands) - (game.in_play is not None)
    return f"After hand {hands}" if hands else "Before the first hand"


def _state(game: Game, sheet: GameSheet) -> list[str]:
    """Sentences that say how the game goes on, or how it ended."""
    if sheet.outcome.over:
        return [sheet.outcome.reason]
    return [whose_turn(game), *([sheet.outcome.reason] if sheet.outcome != PLAYING else [])]


def _players(side: Side) -> str:
    """A side's players, where its name does not say them."""
    players = " & ".join(side.players)
    return "" if side.name in (players, *side.players) else players


def _standings(game: Game, sheet: GameSheet) -> Iterator[Standing]:
    hand = game.in_play
    needs = {} if sheet.outcome.over else needed(game, sheet)
    for at, side in enumerate(game.sides):
        now = sheet.standings[side.name]
        yield Standing(
            name=side.name,
            players=_players(side),
            swatch=Markup(swatch(at)),  # noqa: S704  figures only
            score=_minus(str(now.score)),
            bags=counted(now.bags, "bag"),
            contract=side_bid(side, hand.bids) if hand else "",
            needs=[_minus(need) for need in needs.get(side.name, [])],
            won=sheet.outcome.winner == side.name,
        )


def _rows(game: Game, sheet: GameSheet) -> Iterator[Row]:
    for hand in sheet.hands:
        cells = [_cells(side, hand, hand.sides[side.name]) for side in game.sides]
        marked = bool(hand.hand.note or hand.hand.rulings or hand.hand.void)
        yield Row(hand.number, cells, marked, scored=True)
    playing = game.in_play
    if playing:
        bids = [Cells(bid_cell(side, playing)) for side in game.sides]
        yield Row(len(game.hands), bids, bool(playing.note), scored=False)


def _cells(side: Side, hand: HandSheet, sheet: SideSheet) -> Cells:
    after = sheet.after
    bid = bid_cell(side, hand.hand).replace("-", "\N{EN DASH}")
    return Cells(bid, took_cell(side, hand), _points(sheet.points), _minus(str(after.score)), str(after.bags))


def _notes(game: Game) -> Iterator[tuple[int, str]]:
    """What belongs to a hand on the sheet: its number, and the note."""
    for number, hand in enumerate(game.hands, start=1):
        told = [f"void, {noted(hand.void)}"] if hand.void else [*map(ruling_said, hand.rulings)]
        yield from ((number, said) for said in [*told, *filter(None, [noted(hand.note)])])


def _explained(game: Game, hand: HandSheet) -> Explained:
    facts = hand.hand
    sides = [] if facts.void else [_account(side, hand) for side in game.sides]
    results = [] if facts.void else [(side.name, _points(hand.sides[side.name].points)) for side in game.sides]
    remarks = [problem_line(remark) for remark in hand.remarks]
    wrong = [f"{name} has {total} written, which differs." for name, total in hand.mismatches.items()]
    notes = [*map(ruling_said, facts.rulings), *remarks, *wrong, *filter(None, [noted(facts.note)])]
    return Explained(hand.number, hand.dealer, noted(facts.void), results, sides, notes)


def _account(side: Side, hand: HandSheet) -> Account:
    sheet = hand.sides[side.name]
    lines = [
        (line.rule, line.reason, _points(line.points), bag_change(line.bags).replace("-", "\N{MINUS SIGN}"))
        for line in sheet.lines
    ]
    story = side_story(side, hand).removeprefix(f"{side.name} ")
    bags = counted(sheet.after.bags, "bag")
    return Account(side.name, story, lines, _minus(sum_said(sheet)), _points(sheet.points), bags)


def _differing(preset: str, settings: Mapping[str, Value]) -> Iterator[Different]:
    """Settings laid over a rule set, each with what the rule set has."""
    usual = RuleSet(preset).values()
    known = RuleSet.all_settings()
    for key, value in settings.items():
        said = setting_said(value)
        yield Different(key, said, setting_said(usual[key]), _meaning(known[key], said))


def _meaning(setting: Setting, value: str) -> str:
    meaning = setting.choices.get(value)
    return f"{setting.text}: {meaning}" if meaning else setting.text


def _change(game: Game, at: int) -> tuple[int, str, list[Different]]:
    """A change of the rules: from which hand on, why, and the settings."""
    change = game.rule_changes[at]
    return change.from_hand, noted(change.why), [*_differing(game.rules.preset, change.settings)]


def _isolation(game: Game) -> Callable[[str], Markup]:
    """What escapes a sentence, and keeps names that run from right to left from turning the figures beside them."""
    names = {*game.players, *(side.name for side in game.sides)}
    turned = sorted(filter(_runs_left, names), key=len, reverse=True)
    pattern = re.compile(f"({'|'.join(map(re.escape, turned))})" if turned else "(?!)")

    def isolated(text: str) -> Markup:
        # A split at a group gives the names at the odd places.
        pieces = pattern.split(text)
        return Markup().join(
            Markup("<bdi>{}</bdi>").format(piece) if at % 2 else piece for at, piece in enumerate(pieces)
        )

    return isolated


def _runs_left(name: str) -> bool:
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
