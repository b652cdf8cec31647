"""The commit that a working tree stands on, without starting git where its date is known already.

The id is read out of git's files.  The date stands in the commit itself, which may be packed, so git is asked for it once, while
the vault is searched, and the answer kept below git's common folder.
"""

from __future__ import annotations

import os

from vaultctl.adapters import spawn
from vaultctl.adapters.git import dates, reffiles
from vaultctl.core.days import read_moment
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.errors import SearchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple

_UNKNOWN = "-"
_KEPT = ("GIT_EXEC_PATH", "GIT_SSL_NO_VERIFY", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")


class Head(NamedTuple):
    """A commit id and its commit date (ISO 8601); both None outside a repository and before the first commit.

    The date is None as well where it cannot be read.
    """

    commit: str | None = None
    date: str | None = None


def start(root: str) -> Callable[[], Head]:
    """Start asking; calling the result waits for the answer."""
    folders = reffiles.find_folders(root)
    if folders is None:
        return Head
    cache = os.path.join(folders.common_dir, "vaultctl", "head")
    commit = reffiles.resolve(folders, "HEAD")
    known = _cached(cache)
    if commit is not None and known.commit == commit:
        return lambda: known
    git = spawn.find_program("git")
    if git is None:
        return lambda: Head(commit)
    form = f"--format=%H {dates.COMMITTER}"
    try:
        wait = spawn.start([git, "-C", root, "log", "-1", "--no-show-signature", "--date=raw", form, "HEAD", "--"], environment())
    except SearchError:
        return lambda: Head(commit)

    def read() -> Head:
        said, _, date = wait().stdout.decode("utf-8", "replace").strip().partition(" ")
        if not said:
            return Head()
        found = Head(said, dates.read(date))
        _keep(cache, found)
        return found

    return read


def environment() -> dict[str, str]:
    """The environment of a git that only reads: without the variables that name another repository."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT}
    return env | {"LC_ALL": "C", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


def _cached(path: str) -> Head:
    """The commit that was asked for last; an empty one where nothing whole is kept."""
    try:
        with open(path, encoding="utf-8") as file:
            words = file.read().split(" ")
    except (OSError, UnicodeDecodeError):
        return Head()
    if len(words) != 3 or words[2] != "\n":
        return Head()
    # An older vaultctl kept what git said, whatever that was.
    return Head(words[0], words[1] if read_moment(words[1]) is not None else None)


def _keep(path: str, found: Head) -> None:
    from vaultctl.adapters import kept  # only here: most checks find what was kept

    try:
        kept.put(path, f"{found.commit} {found.date or _UNKNOWN} \n".encode())
    except OSError:
        return  # a folder that cannot be written costs time, nothing else
