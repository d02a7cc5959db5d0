"""The rules of Spades, each in one place, and the published sets of them."""

from scorekeeper.rules.ruleset import RuleSet

__all__ = ["RuleSet"]
