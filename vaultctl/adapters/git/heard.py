"""When a clone last heard of its remote, by the times of files: nothing is started, and nothing is read but, for some, the config."""

from __future__ import annotations

import os

from vaultctl.adapters.git import reffiles
from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple

_FETCHED = "fetched"
"""Below vaultctl's folder in git's own: its time is that of the last fetch of the base by vaultctl, which leaves FETCH_HEAD alone."""


class Heard(NamedTuple):
    """When it was fetched last, and when the clone was made, in seconds since 1970; 0 where that is not known."""

    fetched: float
    made: float


def look(root: str) -> Heard:
    """The times of the clone that a folder lies in."""
    folders = reffiles.find_folders(root)
    if folders is None:
        return Heard(0.0, 0.0)
    # git writes FETCH_HEAD for each worktree alone (gitrepository-layout), and the description when it makes the repository.
    places = ((folders.git_dir, "FETCH_HEAD"), (folders.common_dir, "FETCH_HEAD"), (folders.common_dir, "vaultctl", _FETCHED))
    return Heard(max(_modified(os.path.join(*place)) for place in places), _modified(os.path.join(folders.common_dir, "description")))


def has_remote(root: str) -> bool:
    """Whether the clone's own config names a remote."""
    folders = reffiles.find_folders(root)
    if folders is None:
        return False
    try:
        with open(os.path.join(folders.common_dir, "config"), encoding="utf-8", errors="replace") as file:
            return any(line.lstrip().lower().startswith("[remote ") for line in file)
    except OSError:
        return False


def mark(common_dir: str) -> None:
    """Keep that the base was fetched just now; where nothing can be written, the clone counts as older than it is."""
    from vaultctl.adapters import kept

    try:
        kept.put(os.path.join(common_dir, "vaultctl", _FETCHED), b"")
    except OSError:
        return


def _modified(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
