"""Finds the files of a vault that hold some words, with `git grep`: in the working tree, or in commits."""

from __future__ import annotations

from collections.abc import Sequence

from vaultctl.adapters.git.repository import Repository

_PATTERN_MAX = 1000
"""Words that one command line takes at most."""


def in_worktree(repo: Repository, words: str, places: Sequence[str]) -> list[str]:
    """The files below these places (relative to the top, with `/`) in which the words stand, tracked or not."""
    if repo.is_bare:
        return []
    return repo.git("grep", "-l", "-z", "-a", "-F", "--full-name", "--untracked", "--no-exclude-standard", "-e", words, "--", *places,
                    allowed=(0, 1)).fields  # fmt: skip


def in_commits(
    repo: Repository, words: Sequence[str], commits: Sequence[str], places: Sequence[str]
) -> list[tuple[str, str]]:
    """Pairs of a commit (as it was named) and a file of it in which one of the words stands."""
    if not words or not commits:
        return []
    patterns = [part for word in words[:_PATTERN_MAX] for part in ("-e", word)]
    found = repo.git("grep", "-l", "-z", "-a", "-F", "--full-name", *patterns, *commits, "--", *places, allowed=(0, 1)).fields
    pairs = (item.partition(":") for item in found)
    return [(commit, path) for commit, _, path in pairs]
