"""Merges two commits without a working tree: three ways by path, the text of a file merged only where both sides changed it.

The same on every git from 2.34 on.  `git merge-tree --write-tree` (2.38) does as much, but guesses renames of folders, which
could move a lesson, and follows `merge=union` attributes, which fuses entries; the tests hold the two together.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vaultctl.adapters.git import commits, differences, process
from vaultctl.adapters.git.differences import Difference
from vaultctl.adapters.git.repository import Repository
from vaultctl.adapters.git.trees import Blob, CommitTree, obstacles, read_blobs
from vaultctl.errors import GitError, VaultctlError

MergeContent = Callable[[str, bytes, bytes, bytes, bytes | None], bytes]
"""Merges a file that both sides changed: its path, what both began with (empty: nothing), ours, theirs, and what came out line by
line (None: a conflict).  Raises VaultctlError with the reason where it conflicts."""


@dataclass(frozen=True, slots=True)
class Merge:
    """How a merge went: the id of what came out (a tree or a commit), or None and the paths that conflict.

    `reasons` are what was said of conflicts by whoever merges by content, for people.
    """

    id: str | None
    conflicts: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


def merge_trees(repo: Repository, ours: str, theirs: str, by_content: MergeContent | None = None) -> Merge:
    """The tree that holds what both commits changed since their merge base (without one: since the empty tree).

    `by_content` has the last word on a plain file that both sides changed.
    """
    changes = differences.between(repo, repo.merge_base(ours, theirs), theirs)
    there = CommitTree(repo, ours).blobs([change.path for change in changes])
    entries: dict[str, Blob | None] = {}
    added = [change.path for change in changes if change.new is not None and change.old is None]
    removed = [change.path for change in changes if change.new is None]
    conflicts = set(obstacles(repo, ours, added, removed=removed))
    reasons = []
    for change in changes:
        current = there[change.path]
        if change.path in conflicts or current == change.new:
            continue
        if current == change.old:
            entries[change.path] = change.new
            continue
        try:
            merged = _merge_file(repo, current, change, by_content)
        except GitError:
            raise
        except VaultctlError as error:
            reasons.append(f"{change.path}: {error.message}")
            merged = None
        if merged is not None:
            entries[change.path] = merged
        else:
            conflicts.add(change.path)
    if conflicts:
        return Merge(None, tuple(sorted(conflicts)), tuple(reasons))
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


def _merge_file(repo: Repository, current: Blob | None, change: Difference, by_content: MergeContent | None) -> Blob | None:
    """The blob with both sides' changes of one file; None where they conflict."""
    old, new = change.old, change.new
    if current is None or new is None or current.kind != "file" or new.kind != "file" or (old is not None and old.kind != "file"):
        return None
    if old is None:
        if by_content is None:
            return None
        ours, theirs = read_blobs(repo, [current.id, new.id])
        merged: bytes | None = by_content(change.path, b"", ours, theirs, None)
    else:
        ours, start, theirs = read_blobs(repo, [current.id, old.id, new.id])
        merged = _merge_lines(repo, ours, start, theirs)
        merged = by_content(change.path, start, ours, theirs, merged) if by_content is not None else merged
    if merged is None:
        return None
    mode = new.mode if old is not None and current.mode == old.mode else current.mode
    return Blob(mode, commits.write_blobs(repo, [merged])[0])


def _merge_lines(repo: Repository, ours: bytes, start: bytes, theirs: bytes) -> bytes | None:
    with tempfile.TemporaryDirectory(prefix="vaultctl-", dir=repo.git_dir) as folder:
        files = [Path(folder, name) for name in ("ours", "base", "theirs")]
        for file, content in zip(files, (ours, start, theirs), strict=True):
            file.write_bytes(content)
        # The exit code is the number of conflicts, 255 for what cannot be merged at all, such as a binary file.
        done = repo.git("merge-file", "-p", *map(str, files), allowed=range(256))
    if done.code > 127 and "binary" not in done.err:
        raise process.failure(("merge-file",), done)
    return None if done.code else done.out
