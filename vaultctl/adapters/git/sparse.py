"""Whether a working tree leaves out some of the vault's files on purpose: a sparse checkout, or files marked skip-worktree."""

from __future__ import annotations

import os

from vaultctl.adapters import spawn
from vaultctl.adapters.git import reffiles
from vaultctl.adapters.git.head import environment
from vaultctl.errors import SearchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SHOWN = 3
_UNKNOWN = "something that git cannot name here"


def left_out(root: str, paths: Sequence[str]) -> str:
    """Names some files below `paths` (relative to the folder `root`) that are not in the working tree; empty where none is left out.

    git is asked only where the repository has a sparse-checkout file (git-sparse-checkout(1), "INTERNALS").  Where it cannot say
    what is left out, that is what the text says.
    """
    folders = reffiles.find_folders(root)
    if folders is None:
        return ""
    try:
        os.stat(os.path.join(folders.git_dir, "info", "sparse-checkout"))
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError:
        return _UNKNOWN
    git = spawn.find_program("git")
    if git is None:
        return _UNKNOWN
    try:
        finished = spawn.start([git, "-C", root, "ls-files", "-t", "-z", "--", *paths], environment())()
    except SearchError:
        return _UNKNOWN
    if finished.code:
        return _UNKNOWN
    # `S` marks an entry that is skipped in the working tree (git-ls-files(1), -t).
    names = [os.fsdecode(row[2:]) for row in finished.stdout.split(b"\0") if row.startswith(b"S ")]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
