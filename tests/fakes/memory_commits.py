"""Two or three states of a repository in memory, as the gate sees commits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.fakes.memory_tree import MemoryTree
from vaultctl.core.area import PathChange
from vaultctl.usecases.gate_ports import Merged

Files = Mapping[str, str]


class MemoryCommits:
    """Implements `usecases.gate_ports.Commits`; revisions are names, and what both sides changed conflicts."""

    def __init__(self, states: Mapping[str, Files], *, start: str = "start") -> None:
        self.trees = {name: MemoryTree(files) for name, files in states.items()}
        self._start = start

    def changes(self, old: str, new: str) -> Sequence[PathChange]:
        before, after = self.trees[old].files, self.trees[new].files
        return [
            PathChange(path, "100644" if path in before else "", "100644" if path in after else "")
            for path in sorted({*before, *after})
            if before.get(path) != after.get(path)
        ]

    def tree(self, revision: str) -> MemoryTree:
        return self.trees[revision]

    def merged(self, base: str, head: str) -> Merged:
        start, ours, theirs = (self.trees[name].files for name in (self._start, base, head))
        merged = dict(ours)
        conflicts = []
        for path in {*start, *theirs}:
            if theirs.get(path) == start.get(path):
                continue
            if ours.get(path) not in (start.get(path), theirs.get(path)):
                conflicts.append((path, ""))
            elif path in theirs:
                merged[path] = theirs[path]
            else:
                merged.pop(path, None)
        return Merged(None, conflicts=tuple(conflicts)) if conflicts else Merged(MemoryTree(merged))

    def identity(self, revision: str) -> str:
        return revision
