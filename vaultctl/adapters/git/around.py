"""What `init` needs to know of the repository around a folder."""

from __future__ import annotations

import os
from collections.abc import Collection

from vaultctl.adapters.git.repository import Repository
from vaultctl.errors import GitError, Refused
from vaultctl.usecases.init import Surroundings


def look(folder: str, paths: Collection[str]) -> Surroundings:
    """The repository around a folder, which need not be there yet, and which of the paths below the folder it ignores.

    Raises Refused for a bare repository.
    """
    place = folder
    while not os.path.isdir(place):  # noqa: PTH112 # any text may be a folder's name here
        place = os.path.dirname(place)  # noqa: PTH120
    try:
        repo = Repository.discover(place)
        if repo is None:
            return Surroundings()
        if repo.root is None:
            raise Refused(f"{folder} is a bare repository: it has no files to lay out; nothing was written",
                          "run vaultctl init in a clone of it")
        top = str(repo.root)
        inside = os.path.relpath(os.path.realpath(folder), os.path.realpath(top)).replace(os.sep, "/")
        prefix = "" if inside == "." else f"{inside}/"
        branch = _branch(repo)
        rules = repo.ignore_rules([prefix + path for path in paths])
    except GitError as error:
        return Surroundings(trouble=error.message)
    ignored = tuple(
        (path.removeprefix(prefix), f"{rule.source}:{rule.line}: {rule.pattern}") for path, rule in rules.items()
    )
    return Surroundings(top, not prefix, ignored, place=prefix.rstrip("/"), branch=branch)


def _branch(repo: Repository) -> str:
    """The remote's default branch, else the one that is checked out."""
    done = repo.git("symbolic-ref", "-q", "refs/remotes/origin/HEAD", allowed=None)
    known = done.text.removeprefix("refs/remotes/origin/") if not done.code else ""
    return known or repo.head_branch() or ""
