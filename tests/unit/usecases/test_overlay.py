"""A tree as changes would leave it."""

from __future__ import annotations

from tests.fakes.memory_tree import MemoryTree
from vaultctl.core.change import FileChange
from vaultctl.usecases.overlay import with_changes

TREE = with_changes(
    MemoryTree({"a/1": "one", "a/2": "two", "b": "bee"}),
    [FileChange("a/1", b"one", None), FileChange("a/2", b"two", b"zwei"), FileChange("a/3", None, b"drei")],
)


def test_it_lists_what_is_there_then() -> None:
    assert [entry.path for entry in TREE.entries()] == ["a/2", "a/3", "b"]
    assert [entry.path for entry in TREE.entries("a")] == ["a/2", "a/3"]
    assert [entry.path for entry in TREE.entries("a/3")] == ["a/3"]


def test_it_reads_what_is_there_then() -> None:
    assert [TREE.read(path) for path in ("a/1", "a/2", "a/3", "b", "c")] == [None, b"zwei", b"drei", b"bee", None]
    assert list(TREE.read_many(["b", "a/2", "a/1", "c"])) == [("b", b"bee"), ("a/2", b"zwei"), ("a/1", None), ("c", None)]
