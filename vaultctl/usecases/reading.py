"""Reads many files of a tree and goes on after one that cannot be read."""

from __future__ import annotations

from vaultctl.errors import VaultUnreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultctl.usecases.ports import Tree


def read_each(tree: Tree, paths: Sequence[str]) -> Iterator[tuple[str, bytes | VaultUnreadable | None]]:
    """`Tree.read_many`, with the reason in place of the bytes of a file that cannot be read."""
    at = 0
    while at < len(paths):
        try:
            for path, content in tree.read_many(paths[at:]):
                at += 1
                yield path, content
        except VaultUnreadable as error:
            at += 1
            yield paths[at - 1], error
