"""The branch of a proposal that may be made more than once a day."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from vaultctl.core.places import ARCHIVE_DIR, CONFIG_FILE, LESSONS_DIR, SINGLE_FILE, SINGLE_FILE_ARCHIVE, TAXONOMY_FILE
from vaultctl.usecases.overlay import with_changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.core.change import FileChange
    from vaultctl.usecases.ports import Tree
    from vaultctl.usecases.propose import ProposalStore
    from vaultctl.usecases.upkeep import View

_PLACES = (CONFIG_FILE, TAXONOMY_FILE, LESSONS_DIR, ARCHIVE_DIR, SINGLE_FILE, SINGLE_FILE_ARCHIVE)


def exact_name(stem: str, changes: Sequence[FileChange], view: View, store: ProposalStore) -> str:
    """The first of `stem`, `stem-2`, … that is free, or whose branch makes just this of the base, no more and no less.

    A branch that holds these changes and others, or that was made on an older base, is another proposal.
    """
    wanted = _paths(with_changes(view.tree, changes))
    for number in count(1):
        name = stem if number == 1 else f"{stem}-{number}"
        found = view.branches.get(name)
        if found is None:
            return name
        tree = store.tree(found.commit)
        if _paths(tree) == wanted and all(tree.read(change.path) == change.after for change in changes):
            return name
    raise AssertionError("unreachable: the names never end")


def _paths(tree: Tree) -> set[str]:
    return {entry.path for place in _PLACES for entry in tree.entries(place)}
