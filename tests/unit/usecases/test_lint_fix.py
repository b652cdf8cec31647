"""`lint --fix` does what `lint` promises: after it, nothing is left that is called fixable."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.memory_tree import MemoryTree
from tests.fakes.vaults import lesson
from vaultctl.adapters.layouts.notes import NotesLayout
from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.core.rules.registry import RULES
from vaultctl.usecases.lint import Request, Result, lint
from vaultctl.usecases.snapshot import read_snapshot

NOTE = "vault/lessons/a/b/b-1.md"
REQUEST = Request(date(2025, 7, 1), frozenset(RULES), fix=True)


def fix(files: dict[str, bytes], layout: str) -> tuple[Result, Result]:
    """What lint says before and after `--fix`."""
    held = {".vaultctl.yaml": f"schema: 1\nlayout: {layout}\n".encode(), **files}

    def read() -> object:
        return read_snapshot(MemoryTree(held), [NotesLayout(), SingleFileLayout()])

    before = lint(REQUEST._replace(dry_run=True), read)  # type: ignore[arg-type]
    after = lint(REQUEST, read, write=lambda changes: held.update({item.path: item.after or b"" for item in changes}))  # type: ignore[arg-type]
    return before, after


def kept(before: Result, after: Result) -> bool:
    """Whether all that was promised is done: nothing is called fixable any more, and nothing else went or came."""
    promised = sum(problem.fixable for problem in before.problems)
    return not any(problem.fixable for problem in after.problems) and len(after.problems) <= len(before.problems) - promised


@pytest.mark.parametrize("text", [
    lesson("B-1", "A/B").replace("first_seen: 2025-06-10", "first_seen: 2025-6-1"),
    lesson("B-1", "A/B").replace("id:", "ID:").replace("---\n", "---\nid: B-2\n", 1),
    lesson("B-1", "A/B").rpartition("---")[0],
    lesson("B-1", "x").replace("tags: [x]", "tags:   # why\n  - A/B   # one\n  - c/d"),
])  # fmt: skip
def test_what_fix_leaves_is_not_called_fixable(text: str) -> None:
    before, after = fix({NOTE: text.encode()}, "notes")
    assert before.problems == after.problems and not before.changes
    found = [problem for problem in after.problems if problem.rule == "not-canonical"]
    assert found and not any(problem.fixable for problem in found) and all("--fix" in problem.hint for problem in found)


def test_a_file_that_is_not_utf8_is_promised_nothing() -> None:
    before, _ = fix({NOTE: lesson("B-1", "A/B").encode() + b"\xe9\n"}, "notes")
    assert not any(problem.fixable for problem in before.problems)


rows = st.lists(st.sampled_from([
    "id: B-1", "ID: B-1", "id : B-1", "category: blocked", "category: BLOCKED", "Category: Warning", "tags: [A/B, c:d]", "tags: A/B, #c",
    "tags:\n  - A/B  # one\n  - c", "tags: [\n  A/B,\n  c ]", "tags: {a: b}", "issue: x", "Issue: x #y", "mitigation: y", "Mitigation: >\n  f",
    "first_seen: 2025-06-10", "first_seen: 2025-6-1", "source_agent: q", "ttl: 365", "TTL: 365 days", "custom: [1]", "# note",
]), max_size=11)  # fmt: skip
good = ["id: B-1", "category: BLOCKED", "issue: x", "mitigation: y", "first_seen: 2025-06-10", "source_agent: q", "ttl: 365"]
blocks = st.lists(st.sampled_from([
    "### blocked_patterns", "### BLOCKED_PATTERNS", "## Contextual Warnings", "* ID: B-1", "- **ID**: B-2", "  - **ID**: B-3", "* **Tags:** A/B, c:d",
    "- **Tags**: #a/b #c/d", "- Tags: x", "- Issue : x\n  more", "- **Issue**: y", "- **Mitigation**: y", "  - mitigation: z", "- First seen: 2025-06-01 (agent: q)",
    "- **First Seen**: 2025-06-01", "- **Source Agent**: q", "- TTL: 365", "- **TTL**: 30 day", "- Category: BLOCKED", "", "stray", "```",
]), min_size=4, max_size=24)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(rows, st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_fix_keeps_its_promise_in_notes(found: list[str], whole: bool, end: str) -> None:
    head = "\n".join(["---", *(good if whole else []), *found, "---", "Body.", ""])
    assert kept(*fix({NOTE: head.replace("\n", end).encode()}, "notes"))


@settings(max_examples=100, deadline=None)
@given(blocks, st.sampled_from(["\n", "\r\n"]))
def test_fix_keeps_its_promise_in_the_single_file(found: list[str], end: str) -> None:
    assert kept(*fix({"KNOWLEDGE_VAULT.md": "\n".join(["### BLOCKED_PATTERNS", *found, ""]).replace("\n", end).encode()}, "single-file"))
