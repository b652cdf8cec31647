"""A tree as changes would leave it, without making them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.usecases.findings import TreeEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vaultctl.core.change import FileChange
    from vaultctl.usecases.ports import Tree


class Overlay:
    """Implements the port `Tree`: another one, with some files as they shall be (None: removed)."""

    def __init__(self, tree: Tree, files: Mapping[str, bytes | None]) -> None:
        self._tree = tree
        self._files = dict(files)
        self.label = tree.label

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix`, sorted by path."""
        found = [entry for entry in self._tree.entries(prefix) if entry.path not in self._files]
        below = prefix.strip("/")
        found += [TreeEntry(path) for path, content in self._files.items()
                  if content is not None and (not below or path == below or path.startswith(f"{below}/"))]  # fmt: skip
        return sorted(found)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        return self._files[path] if path in self._files else self._tree.read(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order."""
        wanted = list(paths)
        others = self._tree.read_many([path for path in wanted if path not in self._files])
        for path in wanted:
            yield (path, self._files[path]) if path in self._files else next(others)


def with_changes(tree: Tree, changes: Iterable[FileChange]) -> Overlay:
    """The tree as these changes leave it."""
    return Overlay(tree, {change.path: change.after for change in changes})
