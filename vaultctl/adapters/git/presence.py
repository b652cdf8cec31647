"""Which lessons a proposal brings, and whether they are on a base: how what was merged is told from what was taken out again."""

from __future__ import annotations

from typing import Literal, Protocol

from vaultctl.adapters.git import differences
from vaultctl.adapters.git.repository import Repository
from vaultctl.adapters.git.trees import ARGUMENTS_MAX, CommitTree

Side = Literal["live", "archive", "either"]
"""Where a lesson must be for its proposal to be done with.  One that was recorded may have been archived since; one that was
archived, or brought back, is done with only where it was brought."""


class Ids(Protocol):
    """What the files of a vault hold (`usecases.lesson_merge`)."""

    def ids(self, path: str, content: bytes | None) -> set[str]:
        """The id keys of the lessons in a file."""
        ...

    def is_archive(self, path: str) -> bool:
        """Whether archived lessons are stored at a path."""
        ...

    def places(self, *, archived: bool) -> tuple[str, str]:
        """Where lessons, or archived ones, are stored: the folder of the notes, and the single file."""
        ...


def find_brought(repo: Repository, start: str, head: str, vault: Ids) -> dict[str, Side]:
    """The id keys of the lessons that a change adds, and where each must be."""
    added: dict[str, Side] = {}
    revived: set[str] = set()
    old, new = CommitTree(repo, start), CommitTree(repo, head)
    for path in [item.path for item in differences.between(repo, start, head)][:ARGUMENTS_MAX]:
        before, after = (_ids(tree, path, vault) for tree in (old, new))
        if vault.is_archive(path):
            added |= dict.fromkeys(after - before, "archive")
            revived |= before - after
        else:
            added |= {key: added.get(key, "either") for key in after - before}
    return added | {key: "live" for key in revived if key in added and added[key] != "archive"}


def is_on(repo: Repository, base: str, key: str, side: Side, vault: Ids) -> bool:
    """Whether a lesson is on the base, on that side of it."""
    tree = CommitTree(repo, base)
    for archived in {"live": (False,), "archive": (True,), "either": (False, True)}[side]:
        folder, single = vault.places(archived=archived)
        if any(entry.path.rpartition("/")[2].casefold() == f"{key}.md" for entry in tree.entries(folder)):
            return True
        if key in _ids(tree, single, vault):
            return True
    return False


def _ids(tree: CommitTree, path: str, vault: Ids) -> set[str]:
    blob = tree.blobs([path])[path]
    return vault.ids(path, tree.read(path) if blob is not None and blob.kind == "file" else None)
