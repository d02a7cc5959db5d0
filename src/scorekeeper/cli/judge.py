"""The command that rules on a claim: check."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import typer

from scorekeeper.bids import parse_bid
from scorekeeper.cli import clock, games
from scorekeeper.cli.enter import check_text
from scorekeeper.cli.look import print_game, scored_hand
from scorekeeper.cli.screen import out, out_json, say, style_of
from scorekeeper.cli.words import find_name, parse_count, parse_settings, shell_word
from scorekeeper.errors import HandError, Problem, UsageError
from scorekeeper.referee.claims import (
    RIGHT,
    UNDECIDED,
    WRONG,
    Ruling,
    check_claim,
    check_without_bags,
    check_without_split,
    last_digit,
)
from scorekeeper.referee.slips import facts_of, scores_without_rulings
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT
from scorekeeper.sheet import Standing
from scorekeeper.storage import OpenGame, changing, open_game, save
from scorekeeper.text import counted, safe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.game import Game
    from scorekeeper.referee.walk import Walk
    from scorekeeper.referee.why import Explanation
    from scorekeeper.render.style import Style
    from scorekeeper.sheet import HandSheet

T = TypeVar("T")


class Facts(NamedTuple):
    """One side's hand, as it was given without a game file."""

    score: int | None
    bags: int | None
    bids: Sequence[str]
    tricks: Sequence[str]
    rules: str | None
    settings: Sequence[str]


def check(
    hand: int | None, path: str | None, claims: Sequence[str], facts: Facts, *, accept: bool, why: str, json: bool
) -> None:
    """Rules on a claim, and ends with 1 where it does not hold."""
    check_text(why, "--why")
    if any(fact not in (None, [], ()) for fact in facts):
        if hand is not None or accept:
            what = "a hand of a game and facts of one's own were given."
            raise UsageError(Problem("", what, "Give either HAND with --claim, or --score, --bags, --bid and --took."))
        holds = _check_side(facts, path, claims, json=json)
    elif accept and (hand is not None or claims):
        raise UsageError(Problem("--accept", "it takes all totals of the file.", "Leave out HAND and --claim."))
    elif hand is not None or claims:
        holds = _check_hand(open_game(games.to_read(path)), hand, claims, json=json)
    elif accept:
        holds = _accept(path, why, json=json)
    else:
        holds = check_totals(open_game(games.to_read(path)), json=json)
    if not holds:
        raise typer.Exit(1)


def _check_side(facts: Facts, path: str | None, claims: Sequence[str], *, json: bool) -> bool:
    missing = [name for name, fact in (("--bid", facts.bids), ("--took", facts.tricks)) if not fact]
    if missing:
        raise UsageError(Problem("", f"{' and '.join(missing)} is missing.", "For example --bid 5 --took 8."))
    if len(claims) > 1:
        raise UsageError(Problem("--claim", f"{len(claims)} claims on one figure.", "Give one."))
    game = open_game(named).game if (named := games.named(path)) and not facts.rules else None
    rules = _rules(facts, game)
    problems: list[Problem] = []
    bids = _read("--bid", facts.bids, parse_bid, problems)
    tricks = _read("--took", facts.tricks, parse_count, problems)
    if problems:
        raise HandError(problems)
    claim = _claimed(claims[0]) if claims else None
    ruling = _ruling(rules, facts, bids, tricks, claim, steady=_steady(game))
    if json:
        from scorekeeper.render.data import ruling_data

        out_json(ruling_data(ruling))
    else:
        from scorekeeper.render.explain import ruling_explained
        from scorekeeper.render.words import rules_said

        by = rules_said(rules.choice)
        story = (
            f"Bid {' and '.join(map(str, bids))}, took {sum(tricks)}. Before: {_before(facts, ruling)}. Rules: {by}."
        )
        out(ruling_explained(story, ruling, style_of(sys.stdout)))
    return ruling.verdict not in (WRONG, UNDECIDED)


def _ruling(
    rules: RuleSet, facts: Facts, bids: Sequence[Bid], tricks: Sequence[int], claim: int | None, *, steady: bool
) -> Ruling:
    """The ruling on a side's hand, of which the bags before it or a nil bidder's own tricks may be missing."""
    score, bags = facts.score or 0, facts.bags
    nils = sum(rules.bidding.meaning(bid).nil for bid in bids)
    if len(tricks) == nils == 1 and len(bids) == 2 and tricks[0]:
        if bags is None and facts.score is not None and steady:
            bags = last_digit(rules, score)
        return check_without_split(rules, Standing(score, bags or 0), bids, tricks[0], claim)
    if bags is None and facts.score is not None:
        return check_without_bags(rules, score, bids, tricks, claim, steady=steady)
    return check_claim(rules, Standing(score, bags or 0), bids, tricks, claim)


def _before(facts: Facts, ruling: Ruling) -> str:
    """The standing before the hand, and what of it was not given."""
    bags = counted(ruling.sheet.before.bags, "bag")
    if facts.score is None:
        missing = "--score" if facts.bags is not None else "--score and --bags"
        return f"0 and {bags} ({missing} not given: taken as 0)"
    if facts.bags is not None:
        return f"{facts.score} and {bags}"
    if ruling.by_bags:
        return f"{facts.score} and bags that nobody kept (--bags not given)"
    if not ruling.sheet.before.bags and last_digit(ruling.rules, facts.score) != 0:
        unknown = "taken as 0" if ruling.by_tricks else "and they make no difference"
        return f"{facts.score} (--bags not given, {unknown})"
    return f"{facts.score} and {bags}, which its last digit shows (--bags not given)"


def _rules(facts: Facts, game: Game | None) -> RuleSet:
    """The rules to judge by: those given, laid over those of the game that was named, or else the usual ones."""
    settings = parse_settings(facts.settings)
    if game is None:
        return RuleSet(facts.rules or DEFAULT, settings)
    choice = game.rules_now
    return RuleSet(choice.preset, {**choice.settings, **settings})


def _steady(game: Game | None) -> bool:
    """Whether the scores of a game came about by one set of rules and nothing else, so that a digit can be read."""
    return game is None or not (game.rule_changes or any(hand.rulings for hand in game.hands))


def _read(option: str, words: Sequence[str], parse: Callable[[str], T], problems: list[Problem]) -> list[T]:
    """The figures in words such as 4+nil; what is none is noted among the problems."""
    figures = []
    for part in "+".join(words).replace(",", "+").split("+"):
        try:
            figures.append(parse(part))
        except HandError as error:
            problems += error.at(option).problems
    return figures


def _claimed(word: str) -> int:
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        return int(word)
    raise UsageError(Problem("--claim", f"“{word}” is no score.", "A score is a number of points, such as 290."))


def _half_claim(names: Sequence[str], word: str) -> Problem:
    """What a claim of one part lacks: the side, or else the score."""
    if any(letter.isalpha() for letter in word):
        example = shell_word(f"{find_name(names, word, '--claim')}=290")
        return Problem("--claim", f"“{word}” does not say which score it is.", f"Write it as {example}.")
    return Problem("--claim", f"“{word}” does not say whose score it is.", f"Write {shell_word(f'{names[0]}={word}')}.")


def _check_hand(opened: OpenGame, number: int | None, claims: Sequence[str], *, json: bool) -> bool:
    """The ruling on what sides are said to have after a hand."""
    hand = scored_hand(opened, number)
    if not claims:
        claims = [f"{name}={total}" for name, total in (hand.hand.totals or {}).items()]
    names = [side.name for side in opened.game.sides]
    said: dict[str, int] = {}
    for word in claims:
        name, mark, figure = word.rpartition("=")
        if not mark:
            raise UsageError(_half_claim(names, word))
        said[find_name(names, name, "--claim")] = _claimed(figure)
    right = {name: hand.sides[name].after.score for name in said}
    if json:
        from scorekeeper.render.data import explanations_data, hand_data, rules_data

        rulings = {
            name: {
                "claim": claim,
                "verdict": RIGHT if right[name] == claim else WRONG,
                "explanations": explanations_data(_why(opened, hand, name, claim)),
            }
            for name, claim in said.items()
        }
        out_json({"rules": rules_data(opened.game.rules_at(hand.number)), **hand_data(hand), "claims": rulings})
    else:
        from scorekeeper.render.explain import hand_explained, verdict

        style = style_of(sys.stdout)
        out(hand_explained(opened.game, hand, style, said) + "\n")
        for name, claim in said.items():
            out(verdict(name, claim, right[name], style))
            if claim != right[name]:
                out(_why_said(opened, hand, name, claim, style))
    return right == said


def _why_said(opened: OpenGame, hand: HandSheet, name: str, claim: int, style: Style) -> str:
    from scorekeeper.render.explain import why

    found = _why(opened, hand, name, claim)
    if hand.hand.rulings and not found:
        return "The hand has a ruling, so neither house rules nor slips were tried on it."
    return style.glyphs("\n".join(why(claim, found, style)))


def _why(opened: OpenGame, hand: HandSheet, name: str, claim: int) -> tuple[Explanation, ...]:
    """What makes a wrong figure come out for a side of a game."""
    from scorekeeper.referee.why import Explanation, explanations

    if claim == hand.sides[name].after.score:
        return ()
    if hand.hand.rulings and claim in scores_without_rulings(opened.game, hand.number, name):
        return (Explanation("slip", "A ruling on the hand was left out.", 1),)
    facts = facts_of(opened.game, opened.sheet, hand, name)
    return explanations(facts, claim) if facts else ()


def check_totals(opened: OpenGame, *, json: bool) -> bool:
    """The ruling on every total written in a file."""
    hands = opened.sheet.hands
    wrong = [hand for hand in hands if hand.mismatches]
    late = opened.sheet.ended_with is not None and opened.sheet.ended_with < len(opened.game.hands)
    found = _walk(opened) if wrong else None
    if json:
        from scorekeeper.render.data import hand_data, problems_data, rules_data
        from scorekeeper.render.walk import walk_data

        verdict = WRONG if wrong or late else RIGHT
        out_json(
            {
                "file": opened.path,
                "rules": rules_data(opened.game.rules),
                "hands": [hand_data(hand) for hand in wrong],
                "remarks": problems_data(opened.sheet.remarks),
                "verdict": verdict,
                "walk": walk_data(found) if found else None,
            }
        )
    else:
        from scorekeeper.render.explain import totals_checked
        from scorekeeper.render.words import problem_line, rules_said

        out(totals_checked(opened.path, hands, rules_said(opened.game.rules), style_of(sys.stdout)))
        for remark in opened.sheet.remarks:
            out(f"Note: {problem_line(remark)}")
        if found:
            from scorekeeper.render.walk import walk_told

            out(f"\n{walk_told(found, style_of(sys.stdout))}")
    return not (wrong or late)


def _walk(opened: OpenGame) -> Walk:
    """Where the written totals of a game leave the rules."""
    from scorekeeper.referee.walk import walk

    return walk(opened.game, opened.sheet)


def _accept(path: str | None, why: str, *, json: bool) -> bool:
    from scorekeeper import entry

    with changing(games.to_read(path)) as opened:
        saved = save(opened, entry.accept_totals(opened.game, why, clock.now()))
    count = counted(len(saved.game.corrections) - len(opened.game.corrections), "hand")
    say(f"The totals of {count} in {safe(saved.path)} are now those of the rules; score log shows what stood there.")
    if json:
        print_game(saved, json=True)
    return True
