"""Resolves plain ref names by reading git's files, without starting git.

Follows the order of gitrevisions(7) and the layout of gitrepository-layout(5).  What is not plain (an id, `@{upstream}`, a tag, a
repository with reftable) is left to git: the answer is then None, which does not mean that there is no such ref.
"""

from __future__ import annotations

import os

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/")
_DEPTH = 5
_OWN = ("refs/bisect/", "refs/rewritten/", "refs/worktree/")
"""Refs that each worktree has for itself (gitrepository-layout(5))."""


class GitFolders(NamedTuple):
    """Where a repository keeps things: its working tree, this worktree's git folder, and the folder all worktrees share."""

    top: str
    git_dir: str
    common_dir: str


def find_folders(start: str) -> GitFolders | None:
    """The repository that an absolute folder lies in, by walking up; None when there is none, or its `.git` is not plain."""
    folder = start
    while True:
        dot = os.path.join(folder, ".git")
        if os.path.isdir(dot):
            return GitFolders(folder, dot, _common(dot))
        if os.path.isfile(dot):
            pointed = _read(dot).removeprefix("gitdir:").strip()
            git_dir = os.path.normpath(os.path.join(folder, pointed))
            return GitFolders(folder, git_dir, _common(git_dir)) if pointed and os.path.isdir(git_dir) else None
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _common(git_dir: str) -> str:
    named = _read(os.path.join(git_dir, "commondir")).strip()
    return os.path.normpath(os.path.join(git_dir, named)) if named else git_dir


def resolve(folders: GitFolders, name: str) -> str | None:
    """The id that a plain branch name means; None where git has to be asked."""
    if not name or name[0] in "-/." or not _PLAIN.issuperset(name) or ".." in name or name.endswith((".lock", "/")):
        return None
    if os.path.isdir(os.path.join(folders.common_dir, "reftable")):
        return None
    if name == "HEAD":
        return _follow(folders, "HEAD", _DEPTH)
    candidates = [name] if name.startswith("refs/") else [f"refs/{place}{name}" for place in ("", "tags/", "heads/", "remotes/")]
    found = [(ref, _value(folders, ref)) for ref in candidates]
    known = [(ref, value) for ref, value in found if value]
    # A tag may stand for a tag object, and a name with two meanings is worth a warning of git's.
    if len(known) != 1 or known[0][0].startswith("refs/tags/"):
        return None
    return _follow(folders, known[0][0], _DEPTH)


def _follow(folders: GitFolders, ref: str, depth: int) -> str | None:
    value = _value(folders, ref)
    if value.startswith("ref: "):
        return _follow(folders, value[5:].strip(), depth - 1) if depth else None
    return value if len(value) in (40, 64) and not value.strip("0123456789abcdef") else None


def _value(folders: GitFolders, ref: str) -> str:
    """What a ref holds: an id, or `ref: ` and another ref; empty when it does not exist."""
    base = folders.git_dir if ref == "HEAD" or ref.startswith(_OWN) else folders.common_dir
    path = os.path.join(base, *ref.split("/"))
    loose = _read(path).strip()
    # One without content is broken, as git sees it, and no reason to believe an older value.
    return loose if loose or os.path.isfile(path) else _packed(folders, ref)


def _packed(folders: GitFolders, ref: str) -> str:
    text = _read(os.path.join(folders.common_dir, "packed-refs"))
    end = text.find(f" {ref}\n")
    return text[text.rfind("\n", 0, end) + 1 : end] if end >= 0 else ""


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            return file.read()
    except OSError:
        return ""  # not there, or a folder of refs; git is asked in the end
