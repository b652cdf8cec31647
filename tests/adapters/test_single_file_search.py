"""The search over a single file gives what the built-in scan of it gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.vaults import write
from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.adapters.layouts.single_file import SingleFileLayout
from vaultctl.adapters.search.scan import ScanSearch
from vaultctl.adapters.search.single_file import SingleFileSearch
from vaultctl.core.matching import parse_query

ENTRY = """\
- **ID**: {0}
- **Tags**: {1}
- **Issue**: It fails.
- **Mitigation**: Do not.
- **First Seen**: 2026-01-01 (agent: x)
- **TTL**: 1 day

"""
VAULT = "### BLOCKED_PATTERNS\n" + "".join(
    ENTRY.format(*row) for row in (("B-1", "#a/b"), ("B-2", "#c"), ("b-1", "#A"), ("?", "#a/b/c"), ("B-3", "#a, #c"), ("B-4", "#é d"))
)


def searches(root: Path) -> tuple[SingleFileSearch, ScanSearch]:
    tree, layout = WorkTree(root), SingleFileLayout()
    return SingleFileSearch(tree, layout), ScanSearch(tree, layout)


@pytest.mark.parametrize("text", [None, "", "# A how-to\n", VAULT, VAULT.encode("latin-1"), VAULT.encode("utf-16")])
def test_says_the_same_of_the_file_as_the_scan(tmp_path: Path, text: str | bytes | None) -> None:
    write(tmp_path, {} if text is None else {"/KNOWLEDGE_VAULT.md": text})
    ours, scan = searches(tmp_path)
    found, everything = ours.find(parse_query(["a/b"])), scan.find_all()
    assert found._replace(records=()) == everything._replace(records=())
    assert set(found.records) <= set(everything.records)


def test_brings_what_covers_what_lies_below_and_what_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path, {"/KNOWLEDGE_VAULT.md": VAULT})
    found = searches(tmp_path)[0].find(parse_query(["a/b"]))
    assert [record.field("id").value for record in found.records if record.field("id")] == ["B-1", "b-1", "?", "B-3", "B-4"]  # type: ignore[union-attr]


def test_ids_are_found_without_case(tmp_path: Path) -> None:
    write(tmp_path, {"/KNOWLEDGE_VAULT.md": VAULT})
    ours, scan = searches(tmp_path)
    assert ours.by_ids(frozenset(["b-1", "b-2"])) == scan.by_ids(frozenset(["b-1", "b-2"]))
    assert len(ours.by_ids(frozenset(["b-1"])).records) == 2


def test_a_link_in_its_place_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"/other.md": VAULT})
    (tmp_path / "KNOWLEDGE_VAULT.md").symlink_to("other.md")
    ours, scan = searches(tmp_path)
    assert ours.find(parse_query(["a/b"])) == scan.find_all()
