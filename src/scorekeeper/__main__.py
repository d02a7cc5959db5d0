"""`python -m scorekeeper` is `score`."""

from scorekeeper.cli import console

console()
