"""Where a change starts: the merge base with a ref, or the command that brings it when this clone does not have it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from vaultctl.adapters.git.repository import discover
from vaultctl.adapters.git.trees import CommitTree, IndexTree
from vaultctl.errors import GitError

if TYPE_CHECKING:
    from vaultctl.adapters.git.repository import Repository


def open_trees(root: str, ref: str | None) -> tuple[CommitTree | None, IndexTree]:
    """What a change started from (the merge base with `ref`; without one the last commit, if there is any), and what is staged.

    Raises GitError outside a repository, and where the merge base is not to be had.
    """
    repo = discover(root)
    commit = repo.head() if ref is None else merge_base(repo, ref)
    return (CommitTree(repo, commit) if commit is not None else None), IndexTree(repo)


def below_repository(root: str) -> str:
    """Where a folder lies in its repository, as `sub/folder/`; empty at its top, and outside of any.  Starts no process."""
    place = Path(root)
    for folder in (place, *place.parents):
        if os.path.lexists(folder / ".git"):
            inside = place.relative_to(folder).as_posix()
            return "" if inside == "." else f"{inside}/"
    return ""


def merge_base(repo: Repository, ref: str, head: str = "HEAD") -> str:
    """The best common ancestor of `head` and `ref`.

    Raises GitError where one of them, or their common history, is not here; the hint is the exact fetch to run.
    """
    tip = repo.resolve(head)
    if tip is None:
        raise GitError(f"{head} is no commit here", "commit something first, or leave --since out")
    base = repo.resolve(ref)
    if base is None:
        raise GitError(f"the ref {ref} is not in this clone", f"run: {fetch_command(repo, ref)}")
    found = repo.merge_base(tip, base)
    if found is None:
        if repo.is_shallow:
            message = f"this clone is shallow: it does not reach back to where {head} left {ref}"
            raise GitError(message, f"run: {fetch_command(repo, ref)}")
        raise GitError(f"{head} and {ref} share no history", "name a ref that this work started from")
    return found


def fetch_command(repo: Repository, ref: str) -> str:
    """The command that brings a ref, and with a shallow clone the history that is missing."""
    remotes = [remote.name for remote in repo.remotes()]
    if not remotes and not repo.is_shallow:
        return "git branch --all, which lists what is here; this clone has no remote to fetch from"
    remote = next((name for name in remotes if ref.startswith(f"{name}/")), "")
    deepen = " --unshallow" if repo.is_shallow else ""
    if remote:
        branch = ref[len(remote) + 1 :]
        # A single-branch clone would fetch the branch without keeping it under that name.
        return f"git fetch{deepen} {remote} {branch}:refs/remotes/{remote}/{branch}"
    name = "origin" if "origin" in remotes or not remotes else remotes[0]
    if repo.resolve(ref) is not None:
        return f"git fetch{deepen} {name}"
    is_id = len(ref) >= 7 and not ref.strip("0123456789abcdef")
    if is_id or ref.startswith("refs/tags/"):
        return f"git fetch{deepen} {name} {ref}"
    short = ref.removeprefix("refs/heads/")
    return f"git fetch{deepen} {name} {short}:{short}"
