"""The gate of the failure log: its branch takes strikes and gives purged ones away, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from vaultctl.core.area import PathChange, what_is
from vaultctl.core.problem import Problem
from vaultctl.errors import GitError
from vaultctl.formats import strike_file
from vaultctl.usecases import gate_messages
from vaultctl.usecases.gate_ports import Commit, Commits, Message, Result

STRIKE_MAX = 16_384
"""Bytes of one strike's file."""
RULE = "strike"


class Log(Commits, Protocol):
    """The commits of the branch."""

    def grown(self, base: str, head: str) -> Sequence[Commit]:
        """All commits that a push brings on top of `base` (empty: a new branch).  Raises GitError where it would lose some."""
        ...

    def said(self, ids: Sequence[str]) -> Sequence[Message]:
        """What these commits say beside their files."""
        ...


def gate_failures(commits: Log, base: str, head: str, folder: str = "") -> Result:
    """The verdict on a push to the failure log's branch; a base of zeros is a new branch.

    `folder` is that of the vault, as `sub/folder/`.  Raises GitError where it cannot be read, or would lose commits.
    """
    problems: dict[Problem, None] = {}
    count = 0
    place = ""
    grown = commits.grown(base if base.strip("0") else "", head)
    for commit in grown:
        # Two clones' logs are joined by a merge, which adds nothing of its own to what either holds.
        for parent in commit.parents or ("",):
            changes = commits.changes(parent, commit.id)
            problems.update(dict.fromkeys(_judge(commits, commit.id, changes, folder)))
            place = place or (changes[0].path if changes else "")
            count += len(changes) if len(commit.parents) < 2 else 0
    if not count:
        raise GitError("there is nothing to gate: no strike was added")
    said = gate_messages.check(commits.said([commit.id for commit in grown]), place)
    problems.update(dict.fromkeys(item for item in said if item.severity == "error"))
    about = f"{count} strikes" if count != 1 else "one strike"
    return Result("fail" if problems else "pass", None, problems=tuple(problems), about=about)


def _judge(commits: Commits, commit: str, changes: Sequence[PathChange], folder: str) -> Iterator[Problem]:
    tree = commits.tree(commit)
    for item in changes:
        if item.before and item.after:
            yield _problem(item.path, "a strike is never changed once it is there")
        elif what_is(item.after or item.before):
            yield _problem(item.path, f"{what_is(item.after or item.before)}: a strike is a plain file")
        elif item.after:
            content = tree.read(item.path) or b""
            if len(content) > STRIKE_MAX:
                yield _problem(item.path, f"{len(content)} bytes: a strike has at most {STRIKE_MAX}")
                continue
            found = strike_file.parse(_inside(item.path, folder), content)
            if isinstance(found, str):
                yield _problem(item.path, found)


def _inside(path: str, folder: str) -> str:
    return path.removeprefix(folder) if path.startswith(folder) else f"/{path}"


def _problem(path: str, message: str) -> Problem:
    return Problem(path, 1, 1, "error", RULE, message, hint="log failures with `vaultctl fail`")
