"""Finds the files of a vault that hold some words, with `git grep`: in the working tree, or in a commit."""

from __future__ import annotations

from collections.abc import Sequence

from vaultctl.adapters.git.repository import Repository


def in_worktree(repo: Repository, words: str, places: Sequence[str]) -> list[str]:
    """The files below these places (relative to the top, with `/`) in which the words stand, tracked or not."""
    if repo.is_bare:
        return []
    return repo.git("grep", "-l", "-z", "-a", "-F", "--full-name", "--untracked", "--no-exclude-standard", "-e", words, "--", *places,
                    allowed=(0, 1)).fields  # fmt: skip


def in_commit(repo: Repository, words: str, commit: str, places: Sequence[str]) -> list[str]:
    """The files of a commit below these places in which the words stand."""
    found = repo.git("grep", "-l", "-z", "-a", "-F", "--full-name", "-e", words, commit, "--", *places, allowed=(0, 1)).fields
    return [item.partition(":")[2] for item in found]
