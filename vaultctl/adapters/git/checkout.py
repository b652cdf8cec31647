"""The working tree that the caller stands in: whether it is clean, and the one way in which it may be moved.

Only `sync` and `queue run` come here, and only to follow a base that moved.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Literal

from vaultctl.adapters.git import commits, differences, process
from vaultctl.adapters.git.facts import HEADS
from vaultctl.adapters.git.occupied import occupied
from vaultctl.adapters.git.repository import Repository
from vaultctl.adapters.git.trees import CommitTree
from vaultctl.errors import GitError

Followed = Literal["advanced", "current", "diverged", "dirty", "busy"]
"""`diverged`: the branch has commits of its own.  `dirty`: it is checked out in a tree with changes.  `busy`: it is checked out
in a tree in which a merge or a rebase waits, or in one that is gone, or is itself being rebased or bisected."""

_NAMED = 3
_UNFINISHED = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "rebase-merge", "rebase-apply")


def is_clean(repo: Repository) -> bool:
    """Whether the working tree has no change to a tracked file, staged or not; files that git does not know do not count."""
    return not repo.git("status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=dirty").out


def follow(repo: Repository, branch: str, commit: str) -> Followed:
    """Moves a local branch forward to a commit, with the working tree where it is checked out; never anything but a fast-forward.

    A tree with changes is left alone.  Raises GitError where git refuses: an untracked or ignored file in the way, a hook, a lock.
    """
    ref = f"{HEADS}{branch}"
    current = repo.ref(ref)
    if current == commit:
        return "current"
    if current is None or not repo.is_ancestor(current, commit):
        return "diverged"
    if ref in occupied(repo):
        return "busy"
    place = next((found.worktree for found in repo.branches(ref) if found.ref == ref), "")
    if not place:
        swap = commits.update_ref(repo, ref, commit, current, reason="vaultctl: fast-forward")
        return "advanced" if swap == "done" else "diverged"
    there = Repository.discover(place) if Path(place).is_dir() else None
    if there is None or there.is_bare or any((there.git_dir / name).exists() for name in _UNFINISHED):
        return "busy"
    if not is_clean(there):
        return "dirty"
    # A file that is ignored belongs to the caller all the same: git would overwrite it without a word.
    careful = ("--ff-only", "--no-overwrite-ignore", "--no-autostash", "--quiet", "--no-stat")
    try:
        there.git("merge", *careful, commit, timeout=process.NETWORK_TIMEOUT)
    except GitError:
        found = _in_the_way(there, current, commit)
        if not found:
            raise
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        raise GitError(f"files that were never committed are in its way in {place}: {', '.join(found[:_NAMED])}{more}",
                       f"move them away, or commit them on {branch} if they belong there") from None  # fmt: skip
    return "advanced"


def _in_the_way(repo: Repository, current: str, commit: str) -> list[str]:
    """The files of a clean working tree that stand where moving it from one commit to another would put a new one."""
    root = Path(repo.folder)
    new = [PurePosixPath(item.path) for item in differences.between(repo, current, commit) if item.old is None]
    places = [place for path in new for place in (path, *path.parents[:-1])]
    known = CommitTree(repo, current).blobs([str(place) for place in places])
    found = [place for place in places if known[str(place)] is None and ((root / place).is_symlink() or (root / place).is_file())]
    return list(dict.fromkeys(map(str, found)))
