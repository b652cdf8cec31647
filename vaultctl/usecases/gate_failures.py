"""The gate of the failure log: its branch takes strikes and gives purged ones away, and nothing else.

What a strike's file says in full is the business of the failure log; here it must be one small plain file of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from vaultctl.core.area import PathChange, what_is
from vaultctl.core.problem import Problem
from vaultctl.errors import GitError
from vaultctl.usecases.gate_ports import Commits, Result

STRIKE_MAX = 16_384
"""Bytes of one strike's file."""
RULE = "strike"
_NAME = re.compile(r"(?!\.)[A-Za-z0-9._+-]+(/(?!\.)[A-Za-z0-9._+-]+)*\.(json|md)")


class Line(Commits, Protocol):
    """The commits of a branch."""

    def line(self, base: str, head: str) -> Sequence[str]:
        """The commits that a push puts on top of `base` (empty: a new branch), oldest first."""
        ...


def gate_failures(commits: Line, base: str, head: str) -> Result:
    """The verdict on a push to the failure log's branch; a base of zeros is a new branch.

    Raises GitError where it cannot be read, or would lose commits.
    """
    problems: list[Problem] = []
    before, count = base if base.strip("0") else "", 0
    for commit in commits.line(before, head):
        changes = commits.changes(before, commit)
        problems += _judge(commits, commit, changes)
        count += len(changes)
        before = commit
    if not count:
        raise GitError("there is nothing to gate: no strike was added")
    about = f"{count} strikes" if count != 1 else "one strike"
    return Result("fail" if problems else "pass", None, problems=tuple(problems), about=about)


def _judge(commits: Commits, commit: str, changes: Sequence[PathChange]) -> Iterator[Problem]:
    tree = commits.tree(commit)
    for item in changes:
        if item.before and item.after:
            yield _problem(item.path, "a strike is never changed once it is there")
        elif what_is(item.after or item.before):
            yield _problem(item.path, f"{what_is(item.after or item.before)}: a strike is a plain file")
        elif not _NAME.fullmatch(item.path):
            yield _problem(item.path, "no name of a strike: it ends in .json or .md, and no part of it starts with a dot")
        elif item.after:
            yield from _read(item.path, tree.read(item.path) or b"")


def _read(path: str, content: bytes) -> Iterator[Problem]:
    if len(content) > STRIKE_MAX:
        yield _problem(path, f"{len(content)} bytes: a strike has at most {STRIKE_MAX}")
        return
    try:
        text = content.decode()
        if path.endswith(".json") and not isinstance(json.loads(text), dict):
            yield _problem(path, "no JSON object")
    except ValueError:
        yield _problem(path, "not readable: a strike is UTF-8, and JSON where its name says so")


def _problem(path: str, message: str) -> Problem:
    return Problem(path, 1, 1, "error", RULE, message, hint="log failures with `vaultctl fail`")
