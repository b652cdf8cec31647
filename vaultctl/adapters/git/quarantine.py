"""Objects that a push has brought and that are not accepted yet: a pre-receive hook must see them (git-receive-pack,
"Quarantine Environment").

git tells its hooks where they are by variables which are dropped for every other child (`process.REPOSITORY_VARIABLES`), because
they would lead a command that works on another repository to the wrong objects.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from vaultctl.adapters.git.repository import Repository

_KEPT = ("GIT_QUARANTINE_PATH", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES")
# Replacement refs are pushed like any other, and would show the gate another commit than the one that is merged.
_AS_THEY_ARE = (("GIT_NO_REPLACE_OBJECTS", "1"),)


def opened(repo: Repository) -> Repository:
    """The repository with objects as they are, and with those in quarantine where this is a hook of that very repository."""
    return replace(repo, objects=_AS_THEY_ARE + _quarantine(repo))


def _quarantine(repo: Repository) -> tuple[tuple[str, str], ...]:
    path = os.environ.get("GIT_QUARANTINE_PATH")
    if not path or os.environ.get("GIT_OBJECT_DIRECTORY", path) != path:
        return ()
    objects = (repo.common_dir / "objects").resolve()
    if objects not in Path(path).resolve().parents:
        return ()
    return tuple((name, os.environ[name]) for name in _KEPT if os.environ.get(name))
