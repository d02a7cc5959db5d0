"""The list of faults that no test minds, docs/mutants.md, speaks of the code as it is."""

from __future__ import annotations

import os

import pytest

if not hasattr(os, "fork"):
    pytest.skip("faults are put into forks of this process", allow_module_level=True)

from mutate import CORE, accepted, mutants


def test_every_fault_listed_can_be_made() -> None:
    """Each row is a fault of its module, in a line that stands there, with a reason."""
    listed = accepted()
    modules = {name.partition(" | ")[0] for name in listed}
    made = {mutant.name for module in modules for mutant in mutants(CORE / module)}
    assert [name for name in listed if name not in made] == []
    assert all(reason.strip().endswith(".") for reason in listed.values())


def test_faults_of_every_kind() -> None:
    """The faults of one module are of many kinds, and no two have one name."""
    names = [mutant.name for mutant in mutants(CORE / "rules/bags.py")]
    assert len(names) == len(set(names)) > 100
    changes = {name.rpartition(" | ")[2] for name in names}
    kinds = {
        "count < self.limit => count <= self.limit",
        "count < self.limit => count >= self.limit",
        "not self.limit or count < self.limit => not self.limit and count < self.limit",
        "not self.limit => self.limit",
        "count - times * self.limit => count + times * self.limit",
        "100 => 99",
        "False => True",
        "'bag penalty' => ''",
        "return f'{at}{ending}' => return None",
        "return => pass",
    }
    assert kinds <= changes
