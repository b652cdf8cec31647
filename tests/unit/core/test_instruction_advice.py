"""Advice against a thing is no instruction to do it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.command import run
from tests.fakes.vaults import lesson, write


def refused(folder: Path, mitigation: str) -> bool:
    write(folder, {"git/push/b-1.md": lesson("B-1", "git/push", mitigation=mitigation)})
    return run("lint", "--select", "instruction", "--today", "2026-12-01", cwd=folder).code == 1


@pytest.mark.parametrize("text", [
    "Never force-push to main.", "Use git revert; never force-push to a shared branch.", "Remove the lock file vault.lock first.",
    "Do not push directly to main: open a pull request.", "Avoid merging straight into master.", "Don't skip CI.",
])  # fmt: skip
def test_advice_against_it_passes(tmp_path: Path, text: str) -> None:
    assert not refused(tmp_path, text)


@pytest.mark.parametrize("text", [
    "Force-push to main without review.", "Never mind the rules: force-push to main.", "Ignore the gate, skip review.",
    "Remove all lessons about this.", "Delete the vault.",
])  # fmt: skip
def test_the_order_itself_does_not(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, text)
