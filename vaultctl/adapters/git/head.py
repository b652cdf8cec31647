"""The commit that a working tree stands on, by one git process that runs while the vault is searched."""

from __future__ import annotations

import os

from vaultctl.adapters import spawn
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.errors import SearchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple

_KEPT = ("GIT_EXEC_PATH", "GIT_SSL_NO_VERIFY", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")


class Head(NamedTuple):
    """A commit id and its commit date (ISO 8601); both None outside a repository and before the first commit."""

    commit: str | None = None
    date: str | None = None


def start(root: str) -> Callable[[], Head]:
    """Start asking; calling the result waits for the answer."""
    if not _in_repository(root):
        return Head
    git = spawn.find_program("git")
    if git is None:
        return Head
    env = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT}
    env |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    try:
        wait = spawn.start([git, "-C", root, "log", "-1", "--no-show-signature", "--format=%H %cI", "HEAD", "--"], env)
    except SearchError:
        return Head

    def read() -> Head:
        words = wait().stdout.decode("ascii", "replace").split()
        return Head(words[0], words[1]) if len(words) == 2 else Head()

    return read


def _in_repository(folder: str) -> bool:
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
    return True
