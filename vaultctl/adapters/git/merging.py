"""Merges two commits without a working tree: three ways by path, the text of a file merged only where both sides changed it.

The same on every git from 2.34 on.  `git merge-tree --write-tree` (2.38) does as much, but guesses renames of folders, which
could move a lesson, and follows `merge=union` attributes, which fuses entries; the tests hold the two together.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from vaultctl.adapters.git import commits, differences, process
from vaultctl.adapters.git.differences import Difference
from vaultctl.adapters.git.repository import Repository
from vaultctl.adapters.git.trees import Blob, CommitTree, obstacles, read_blobs


@dataclass(frozen=True, slots=True)
class Merge:
    """How a merge went: the id of what came out (a tree or a commit), or None and the paths that conflict."""

    id: str | None
    conflicts: tuple[str, ...] = ()


def merge_trees(repo: Repository, ours: str, theirs: str) -> Merge:
    """The tree that holds what both commits changed since their merge base (without one: since the empty tree)."""
    changes = differences.between(repo, repo.merge_base(ours, theirs), theirs)
    there = CommitTree(repo, ours).blobs([change.path for change in changes])
    entries: dict[str, Blob | None] = {}
    added = [change.path for change in changes if change.new is not None and change.old is None]
    removed = [change.path for change in changes if change.new is None]
    conflicts = set(obstacles(repo, ours, added, removed=removed))
    for change in changes:
        current = there[change.path]
        if change.path in conflicts or current == change.new:
            continue
        if current == change.old:
            entries[change.path] = change.new
        elif (merged := _merge_file(repo, current, change)) is not None:
            entries[change.path] = merged
        else:
            conflicts.add(change.path)
    if conflicts:
        return Merge(None, tuple(sorted(conflicts)))
    return Merge(commits.edit_tree(repo, ours, entries))


def merge_commits(repo: Repository, ours: str, theirs: str, message: str) -> Merge:
    """The commit that holds both: one of the two where it contains the other, else a new one with both as parents."""
    if repo.is_ancestor(theirs, ours):
        return Merge(ours)
    if repo.is_ancestor(ours, theirs):
        return Merge(theirs)
    merged = merge_trees(repo, ours, theirs)
    if merged.id is None:
        return merged
    return Merge(commits.commit_tree(repo, merged.id, [ours, theirs], message))


def _merge_file(repo: Repository, current: Blob | None, change: Difference) -> Blob | None:
    """The blob with both sides' changes of one file; None where they conflict."""
    old, new = change.old, change.new
    if current is None or old is None or new is None or {current.kind, old.kind, new.kind} != {"file"}:
        return None
    with tempfile.TemporaryDirectory(prefix="vaultctl-", dir=repo.git_dir) as folder:
        files = [Path(folder, name) for name in ("ours", "base", "theirs")]
        for file, content in zip(files, read_blobs(repo, [current.id, old.id, new.id]), strict=True):
            file.write_bytes(content)
        # The exit code is the number of conflicts, 255 for what cannot be merged at all, such as a binary file.
        done = repo.git("merge-file", "-p", *map(str, files), allowed=range(256))
    if done.code > 127 and "binary" not in done.err:
        raise process.failure(("merge-file",), done)
    if done.code:
        return None
    mode = new.mode if current.mode == old.mode else current.mode
    identity = commits.write_blobs(repo, [done.out])[0]
    return Blob(mode, identity)
