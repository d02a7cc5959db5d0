"""What a shell may put in at the Tab key.

Typer installs the scripts and finds the place that is meant; the words for it, and the scripts of bash and zsh, are
ours. Names and files come from anywhere, and Typer's scripts take an answer for patterns (bash) or for a program
(zsh). Ours take it for words, and on top of that only words of letters, digits and a few signs are offered. A name
with a blank in it is offered up to there, if that is enough for `score` to know it.
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any

import typer
from typer import _completion_shared  # where the scripts are; neither has a public name
from typer._click import shell_completion as places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scorekeeper.storage import OpenGame

    Offers = Iterable[tuple[str, str]]

_PLAIN = re.compile(r"[\w.+-][\w.+=-]*")
_UNSAID = re.compile(r"[^\w .,;+=-]+")

_BASH = """
%(complete_func)s() {
    local word
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(_TYPER_COMPLETE_ARGS="${COMP_LINE:0:COMP_POINT}" %(autocomplete_var)s=complete_bash "$1" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

complete -o default -F %(complete_func)s %(prog_name)s
"""
_ZSH = """
#compdef %(prog_name)s

%(complete_func)s() {
    local line typed="${(j: :)words[1,$CURRENT]}"
    local -a found figures
    while IFS= read -r line; do
        if [[ "${line%%%%:*}" == *= ]]; then figures+=("$line"); else found+=("$line"); fi
    done < <(_TYPER_COMPLETE_ARGS="$typed" %(autocomplete_var)s=complete_zsh "${words[1]}" 2>/dev/null)
    if (( ${#found} + ${#figures} == 0 )); then
        _files
        return
    fi
    (( ${#found} )) && _describe -V score found
    (( ${#figures} )) && _describe -V score figures -S ''
}

if [[ "$funcstack[1]" == "_%(prog_name)s" ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""


def use_own_scripts() -> None:
    """Puts our scripts in the place of Typer's, which it then shows or installs."""
    _completion_shared._completion_scripts |= {"bash": _BASH, "zsh": _ZSH}  # noqa: SLF001


def answer(asked: str) -> int:
    """Answers a shell on standard output, and tells fish by the exit code whether there is anything to offer.

    Whatever goes wrong, nothing is offered and nothing said: people press Tab in the middle of a thought.
    """
    nowhere = io.StringIO()
    with redirect_stdout(nowhere), redirect_stderr(nowhere):
        try:
            text = "".join(_SHELLS[asked.removeprefix("complete_")]())
        except (Exception, SystemExit):  # noqa: BLE001
            text = ""
    if os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return 0 if text else 1
    sys.stdout.write(text)
    return 0


# How each shell says what was typed, and wants its answer.


def _bash() -> Iterator[str]:
    """Bash parts words at =, and wants only what comes behind it."""
    before, incomplete = _typed(os.environ["_TYPER_COMPLETE_ARGS"])
    cut = len(incomplete.rpartition("=")[0]) + 1 if "=" in incomplete else 0
    for word, _ in _found(before, incomplete):
        yield f"{word[cut:]}\n"


def _zsh() -> Iterator[str]:
    for word, about in _found(*_typed(os.environ["_TYPER_COMPLETE_ARGS"])):
        yield f"{word}:{about}\n" if about else f"{word}\n"


def _fish() -> Iterator[str]:
    for word, about in _found(*_typed(os.environ["_TYPER_COMPLETE_ARGS"])):
        yield f"{word}\t{about}\n" if about else f"{word}\n"


def _powershell() -> Iterator[str]:
    incomplete = os.environ.get("_TYPER_COMPLETE_WORD_TO_COMPLETE", "")
    words = places.split_arg_string(os.environ["_TYPER_COMPLETE_ARGS"])[1:]
    for word, about in _found(words[:-1] if incomplete else words, incomplete):
        yield f"{word}:::{about or ' '}\n"


_SHELLS: dict[str, Callable[[], Iterator[str]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
    "powershell": _powershell,
    "pwsh": _powershell,
}


def _typed(line: str) -> tuple[list[str], str]:
    """The words of a line up to the cursor, without the program, and the last one where it is not complete."""
    words = places.split_arg_string(line)[1:]
    incomplete = words.pop() if words and not line.endswith((" ", "\t")) else ""
    return words, incomplete


# What fits there.


def _found(before: list[str], incomplete: str) -> Iterator[tuple[str, str]]:
    """The words that can stand there, each with what it means; all of them are safe in every shell."""
    from scorekeeper.cli.app import app
    from scorekeeper.cli.narrow import narrowed
    from scorekeeper.cli.screen import manners

    command = typer.main.get_command(narrowed(app, before))
    context = places._resolve_context(command, {}, "score", before)  # noqa: SLF001
    place, rest = places._resolve_incomplete(context, before, incomplete)  # noqa: SLF001
    option = incomplete.removesuffix(rest)  # as in --game=fri
    with manners():
        offers = _offers(context, place, rest)
        for word, about in dict(offers).items():
            begun = word.startswith(rest) and (word != rest or not word.endswith("="))
            if begun and _PLAIN.fullmatch(word):
                yield f"{option}{word}", " ".join(_UNSAID.sub(" ", about).split())


def _offers(context: Any, place: Any, rest: str) -> Offers:
    """The words for a place: those of our own table, else what Typer knows: commands, options, fixed choices."""
    name = getattr(place, "name", "")
    if place is not context.command:
        own = PLACES.get(f"{context.info_name} {name}", PLACES.get(name))
        if own:
            return own(context, rest)
    return [(str(item.value), item.help or "") for item in place.shell_complete(context, rest)]


def _games(context: Any, rest: str) -> Offers:
    """The games of the folder; where one has a name that must be quoted none, for a shell itself can quote files."""
    from scorekeeper.cli.games import in_folder

    del context, rest
    names = in_folder()
    return [(name, "") for name in names] if all(map(_PLAIN.fullmatch, names)) else []


def _players(context: Any, rest: str) -> Offers:
    """The players of the game, or of the one that is being started."""
    del rest
    return _short(context.args if context.info_name == "new" else _game(context).game.players)


def _sides(context: Any, rest: str) -> Offers:
    del rest
    return _short([side.name for side in _game(context).game.sides])


def _side_figures(context: Any, rest: str) -> Offers:
    """The sides, for a figure to follow: Us=."""
    return [(f"{name}=", about) for name, about in _sides(context, rest)]


def _bids(context: Any, rest: str) -> Offers:
    """The players, for a bid to follow: Ann=."""
    return [(f"{name}=", about) for name, about in _players(context, rest)]


def _counts(context: Any, rest: str) -> Offers:
    """The players and sides, for a count of tricks to follow."""
    return [*_bids(context, rest), *_side_figures(context, rest)]


def _hands(context: Any, rest: str) -> Offers:
    """The hands by number, with their dealers and what they gave."""
    from scorekeeper.text import signed

    del rest
    opened = _game(context)
    scored = {hand.number: hand for hand in opened.sheet.hands}
    dealers = opened.game.dealers()
    for number in range(1, len(opened.game.hands) + 1):
        sides = scored[number].sides if number in scored else {}
        gave = [f"{name} {signed(sheet.points)}" for name, sheet in sides.items()]
        yield str(number), "; ".join([f"{next(dealers)} dealt", *([", ".join(gave)] if gave else [])])


def _presets(context: Any, rest: str) -> Offers:
    from scorekeeper.rules.presets import load_preset, preset_names

    del context, rest
    return [(name, load_preset(name).title) for name in preset_names()]


def _rulebook(context: Any, rest: str) -> Offers:
    """The rule sets, and the rules."""
    from scorekeeper.rules import RuleSet

    return [*_presets(context, rest), *((group, kind.title) for group, kind in RuleSet.kinds().items())]


def _settings(context: Any, rest: str) -> Offers:
    """The settings, for a value to follow; then the values, where there are a few."""
    from scorekeeper.rules import RuleSet

    del context
    every = RuleSet.all_settings()
    key, mark, _ = rest.partition("=")
    if not mark:
        return [(f"{name}=", setting.text) for name, setting in every.items()]
    if key not in every:
        return []
    truths = {"true": "", "false": ""} if isinstance(every[key].default, bool) else {}
    return [(f"{key}={value}", about) for value, about in (every[key].choices or truths).items()]


def _commands(context: Any, rest: str) -> Offers:
    """The commands, for `score help`."""
    from scorekeeper.cli.app import app

    group: Any = typer.main.get_command(app)
    for name in context.params.get("command") or ():
        group = getattr(group, "commands", {}).get(name)
    del rest
    return [(name, command.get_short_help_str()) for name, command in getattr(group, "commands", {}).items()]


def _orders(context: Any, rest: str) -> Offers:
    """What the tables of many games are sorted by."""
    from scorekeeper.render.stats import ORDERS

    del context, rest
    return [(name, "") for name in ORDERS]


def _nothing(context: Any, rest: str) -> Offers:
    del context, rest
    return ()


PLACES: dict[str, Callable[[Any, str], Offers]] = {
    "game": _games,
    "hand": _hands,
    "trick hand": _nothing,
    "player": _players,
    "dealer": _players,
    "led_by": _players,
    "to": _sides,
    "claim": _side_figures,
    "adjust words": _side_figures,
    "bid words": _bids,
    "add-hand words": _bids,
    "tricks words": _counts,
    "edit words": _counts,
    "rules": _presets,
    "compare": _presets,
    "rules name": _rulebook,
    "rule": _settings,
    "change": _settings,
    "help command": _commands,
    "sort": _orders,
}
"""What can be offered in a place: a parameter, or that of one command, by name."""


def _game(context: Any) -> OpenGame:
    """The game that the command would take."""
    from scorekeeper.cli.games import to_read
    from scorekeeper.storage import open_game

    return open_game(to_read(context.params.get("game") or context.find_root().params.get("game")))


def _short(names: Iterable[str]) -> Offers:
    """The names as far as no shell can mistake them: whole, or up to a sign that it might, if that says enough."""
    from scorekeeper.game import folded

    names = list(names)
    for name in names:
        found = _PLAIN.match(name.replace("=", " "))
        word = found.group() if found else ""
        if word == name:
            yield name, ""
        elif word and sum(folded(other).startswith(folded(word)) for other in names) == 1:
            yield word, name
