"""Whether each commit of a proposal stays within what the proposal does as a whole: nothing may come and go on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from vaultctl.core.area import what_is
from vaultctl.core.problem import Problem
from vaultctl.core.scope import REVIEW_RULE, RULE

if TYPE_CHECKING:
    from vaultctl.core.area import PathChange, Role
    from vaultctl.core.rules.context import Source
    from vaultctl.usecases.gate_ports import Change, Commit
    from vaultctl.usecases.gate_reading import Difference

_SHORT = 12
_SQUASH = "squash the commits into one, so that nothing of it stays in the history"


def check(
    change: Change,
    difference: Callable[[str, str], Difference],
    changes: Callable[[str, str], Sequence[PathChange]],
    paths: Sequence[PathChange],
    whole: Difference,
    leaks: Callable[[tuple[Source, ...]], Sequence[Problem]],
    folder: str,
) -> Iterator[Problem]:
    """The commits that go beyond the change as a whole, or hold what must not stay in the history (`leaks`).

    `folder` is that of the vault, as `sub/folder/`.
    """
    if len(change.commits) == 1 and change.commits[0].parents == (change.start,):
        return
    place = paths[0].path
    allowed = {item.path for item in paths}
    for commit in change.commits:
        if len(commit.parents) != 1:
            yield _problem(place, f"{_name(commit)} is a merge: what it brings cannot be told from what it changes",
                           "put the proposal on the base without merging: git rebase")  # fmt: skip
            continue
        (parent,) = commit.parents
        touched = changes(parent, commit.id)
        yield from (_odd(commit, item) for item in touched if what_is(item.after))
        extra = [item.path for item in touched if item.path not in allowed]
        for path in extra:
            yield _problem(path, f"{_name(commit)} touches this, and the proposal as a whole does not", _SQUASH)
        if extra:
            continue
        step = difference(parent, commit.id)
        for item in step.steps:
            if item.key not in whole.keys:
                yield _problem(folder + item.piece.path, f"{_name(commit)} touches {item.piece.name}, and the proposal as a whole does not",
                               _SQUASH)  # fmt: skip
        if commit.id != change.head:
            yield from (found._replace(message=f"{_name(commit)}: {found.message}", hint=f"{_SQUASH}; {found.hint}")
                        for found in leaks(step.sources))  # fmt: skip
        if not whole.outside:
            yield from (_problem(folder + path, f"{_name(commit)} changes text outside of the lessons", _SQUASH)
                        for path, _ in step.outside[:1])  # fmt: skip


def check_loosely(
    change: Change,
    changes: Callable[[str, str], Sequence[PathChange]],
    paths: Sequence[PathChange],
    role: Callable[[str], Role],
    texts: Callable[[str, str, Sequence[PathChange]], Sequence[Problem]],
) -> Iterator[Problem]:
    """The commits of a change without lessons that hold what must not stay in the history (`texts`), or touch the vault in passing.

    Merges are fine here; what they bring that no side of them has is looked at.  Code may come and go.
    """
    if len(change.commits) == 1 and change.commits[0].parents == (change.start,):
        return
    allowed = {item.path for item in paths}
    for commit in change.commits:
        parents = commit.parents or ("",)
        sides = [changes(parent, commit.id) for parent in parents]
        everywhere = set[str].intersection(*({item.path for item in side} for side in sides))
        own = [item for item in sides[0] if item.path in everywhere]
        for item in own:
            kind = role(item.path)
            if kind == "automation" and item.path not in allowed:
                yield _problem(item.path, f"{_name(commit)} touches this, and the change as a whole does not",
                               "a person should look at this")._replace(severity="warning", rule=REVIEW_RULE)  # fmt: skip
            elif kind not in ("automation", "other") and item.path not in allowed:
                yield _problem(item.path, f"{_name(commit)} touches this, and the change as a whole does not", _SQUASH)
            elif kind not in ("automation", "other") and what_is(item.after):
                yield _odd(commit, item)
        if commit.id != change.head:
            found = [texts(parent, commit.id, own) for parent in parents]
            yield from (item._replace(message=f"{_name(commit)}: {item.message}", hint=f"{_SQUASH}; {item.hint}")
                        for item in found[0] if all(item in other for other in found[1:]))  # fmt: skip


def _odd(commit: Commit, item: PathChange) -> Problem:
    return _problem(item.path, f"{_name(commit)} makes this {what_is(item.after)}: a vault holds plain files only", _SQUASH)


def _name(commit: Commit) -> str:
    return f"commit {commit.id[:_SHORT]}"


def _problem(path: str, message: str, hint: str) -> Problem:
    return Problem(path, 1, 1, "error", RULE, message, hint=hint)
