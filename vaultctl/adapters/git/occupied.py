"""Branches that are in the middle of something: a rebase or a bisection detaches HEAD, so that git shows them as checked out nowhere."""

from __future__ import annotations

from pathlib import Path

from vaultctl.adapters.git.facts import HEADS
from vaultctl.adapters.git.repository import Repository

_NAMES = ("rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START")
_MORE = "rebase-merge/update-refs"
"""What `git rebase --update-refs` moves as well: for each ref three lines, its name, the old id and the new one."""


def occupied(repo: Repository) -> dict[str, str]:
    """Full ref name -> the folder of the worktree, of this repository or any linked one, in which it is rebased or bisected."""
    common = repo.common_dir
    found = _of(common, str(common.parent) if common.name == ".git" else repo.folder)
    try:
        linked = sorted((common / "worktrees").iterdir())
    except OSError:
        linked = []
    for git_dir in linked:
        # `gitdir` holds the path of the `.git` file in the worktree (gitrepository-layout).
        found |= _of(git_dir, str(Path(_read(git_dir / "gitdir").strip() or git_dir).parent))
    return found


def _of(git_dir: Path, folder: str) -> dict[str, str]:
    names = [_read(git_dir / name).strip() for name in _NAMES]
    names += _read(git_dir / _MORE).split("\n")[::3]
    # BISECT_START holds a short name, or a commit id.
    refs = [name if name.startswith("refs/") else HEADS + name for name in names if name]
    return {ref: folder for ref in refs if ref.startswith(HEADS)}


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
