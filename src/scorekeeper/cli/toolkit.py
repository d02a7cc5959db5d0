"""Lines with editing, history and completion. Only this module imports prompt_toolkit, and only `score play` needs it.

History is kept in memory and ends with the evening: last week's bids are of no use, and no file needs explaining.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import create_output
from prompt_toolkit.shortcuts import CompleteStyle

from scorekeeper.cli.screen import tell
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent
    from prompt_toolkit.output import Output

    from scorekeeper.cli.prompt import Completions


class ToolkitLines:
    """Asks on a terminal. Ctrl-C clears what was typed; on an empty line it leaves, as Ctrl-D does."""

    def __init__(self, keyboard: Input | None = None, screen: Output | None = None) -> None:
        self._pasted: list[str] = []
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            key_bindings=_keys(),
            enable_suspend=True,
            input=keyboard,
            output=screen or _stderr(),
        )

    def ask(self, question: str, completions: Completions | None = None) -> str:
        """Asks once; see `Prompt.ask`. Several lines that were pasted are the answers to several questions."""
        if self._pasted:
            tell(f"{question}{safe(self._pasted[0])}")
        else:
            try:
                # The question is a plain string: nothing in it is taken for markup.
                typed = self._session.prompt(question, completer=_Words(completions))
            except KeyboardInterrupt:
                raise EOFError from None
            self._pasted = typed.splitlines() or [""]
        return self._pasted.pop(0).strip()

    def typed(self) -> list[str]:
        """All lines so far, which the arrow keys bring back."""
        return self._session.history.get_strings()


class _Words(Completer):
    """Completes the end of the line."""

    def __init__(self, completions: Completions | None) -> None:
        self._completions = completions

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """The words that may end what stands before the cursor."""
        del complete_event
        text = document.text_before_cursor
        for word in self._completions(text) if self._completions else ():
            at = begun_at(text, word)
            if at is not None:
                yield Completion(word, start_position=at - len(text))


def begun_at(text: str, word: str) -> int | None:
    """Where in the text the word was begun: the first place at which all that follows is its beginning."""
    end = text.casefold()
    starts = [at for at in range(len(text) + 1) if at == 0 or text[at - 1] in " ,\t"]
    return next((at for at in starts if word.casefold().startswith(end[at:])), None)


def _stderr() -> Output:
    """Standard error as a screen. It is never asked where its cursor is: not every terminal answers."""
    screen = create_output(sys.stderr)
    if hasattr(screen, "enable_cpr"):
        screen.enable_cpr = False
    return screen


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("c-c")
    def clear_or_leave(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt)

    return keys
