"""A tree that tells how many of its files were read, so that somebody at a terminal sees long work move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vaultctl.usecases.findings import TreeEntry
from vaultctl.usecases.ports import Tree

Tell = Callable[[int, int], None]
"""Takes how many files were read, and of how many."""


class Watched:
    """The tree, telling `tell` about every file that `read_many` gives (`usecases.ports.Tree`)."""

    def __init__(self, tree: Tree, tell: Tell) -> None:
        self._tree = tree
        self._tell = tell
        self.label = tree.label

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix`."""
        return self._tree.entries(prefix)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        return self._tree.read(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order."""
        wanted = list(paths)
        for number, item in enumerate(self._tree.read_many(wanted), 1):
            self._tell(number, len(wanted))
            yield item
