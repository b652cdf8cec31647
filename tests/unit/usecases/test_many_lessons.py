"""A single file of many lessons is taken apart once, not once for each lesson."""

from __future__ import annotations

from datetime import date
from unittest.mock import patch

import pytest

from tests.fakes.memory_tree import MemoryTree
from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.core.config import Config
from vaultctl.formats import blocks
from vaultctl.usecases import backup
from vaultctl.usecases.lint import find_problems
from vaultctl.usecases.snapshot import Snapshot, read_snapshot

TODAY = date(2026, 1, 5)


def laid_out(count: int) -> tuple[Snapshot, MemoryTree]:
    """A vault of so many lessons in one file; values that stand in it only once read (folded lines, a list of tags) among them."""
    entries = "".join(
        f"- **ID**: B-{number}\n- **Tags**: #n{number}/m\n- **Issue**: It breaks\n  the {number}.\n- **Mitigation**: Do {number}.\n"
        f"- **First Seen**: 2026-01-01 (agent: bot)\n- **TTL**: 365 days\n\n"
        for number in range(count)
    )
    tree = MemoryTree({"KNOWLEDGE_VAULT.md": f"# KNOWLEDGE_VAULT.md\n# Schema Version: 1.0\n\n### BLOCKED_PATTERNS\n\n{entries}".encode()})
    layouts = [SingleFileLayout(), NotesLayout()]
    return read_snapshot(tree, layouts, default=Config(layout="single-file")), tree


@pytest.mark.parametrize("count", [5, 50])
def test_a_backup_splits_the_text_as_often_for_many_lessons(count: int) -> None:
    vault, tree = laid_out(count)
    with patch.object(blocks, "split", wraps=blocks.split) as split:
        made = backup.plan(vault, tree, TODAY)
    assert made.lessons == count and made.change.after is not None
    assert sum(len(call.args[0]) for call in split.call_args_list) < 5 * len(made.change.after)


class Watched(str):
    """A text that counts how often somebody looks for something in the whole of it."""

    looked = 0

    def __contains__(self, item: object) -> bool:
        type(self).looked += 1
        return str.__contains__(self, str(item))


@pytest.mark.parametrize("count", [5, 50])
def test_lint_does_not_look_through_the_text_for_each_value(count: int) -> None:
    vault, _ = laid_out(count)
    source = next(source for source in vault.sources if source.role == "lessons")
    source.text = Watched(source.text)
    Watched.looked = 0
    assert [passage.kind for passage in source.content.passages] == ["file"]
    assert Watched.looked == 0
    assert find_problems(vault, TODAY) == []
