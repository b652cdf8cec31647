"""What is wrong with the paths of a change, whatever is in the files: modes, disguises, names that some system cannot hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.area import PathChange, twins, unportable, what_is
from vaultctl.core.places import ARCHIVE_DIR, LESSONS_DIR
from vaultctl.core.problem import Problem
from vaultctl.core.scope import RULE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vaultctl.core.area import Area, Role
    from vaultctl.usecases.ports import Tree

_ANOTHER_NAME = "choose another name"
_ROLES: Mapping[Role, str] = {
    "settings": "the vault's settings", "generated": "a generated file", "beside": "a file that is no lesson",
    "disguised": "a path that only looks like one of the vault's", "shadow": "what belongs to another vault",
    "automation": "what tells a forge, git or an agent what to do", "other": "", "lesson": "",
}  # fmt: skip


def foreign(item: PathChange, role: Role, *, proposal: bool) -> Problem:
    """A path that must not travel with lessons; `proposal`: on a proposal's branch."""
    kind = what_is(item.after) or _ROLES[role]
    rule = "a proposal changes lessons and nothing else" if proposal else "nothing else travels with lessons"
    return Problem(item.path, 1, 1, "error", RULE, f"{rule}; this is {kind}" if kind else rule, hint="propose it on its own")


def wrong_modes(paths: Sequence[PathChange]) -> list[Problem]:
    """The paths that are no plain files any more, or whose mode changed."""
    found = []
    for item in paths:
        kind = what_is(item.after)
        if kind or (item.before and item.after and item.before != item.after):
            message = f"{kind}: a vault holds plain files only" if kind else "its mode was changed"
            found.append(Problem(item.path, 1, 1, "error", RULE, message, hint="put a plain file there"))
    return found


def disguised(item: PathChange) -> Problem:
    """A path that some disk takes for one of the vault's."""
    return Problem(item.path, 1, 1, "error", RULE, "on some disks, or as a folder, this is a path of the vault", hint=_ANOTHER_NAME)


def not_portable(paths: Sequence[PathChange], roles: Mapping[str, Role], area: Area) -> Iterator[Problem]:
    """The new paths of the vault that some system cannot check out."""
    for item in paths:
        if item.after and not item.before and (roles[item.path] not in ("other", "automation") or area.is_below(item.path)):
            reason = unportable(item.path)
            if reason:
                yield Problem(item.path, 1, 1, "error", RULE, f"Windows cannot check this path out: {reason}", hint=_ANOTHER_NAME)


def same_elsewhere(tree: Tree, folder: str, paths: Sequence[PathChange]) -> Iterator[Problem]:
    """The new paths that some disk takes for another one in the tree; `folder` is the vault's, as `sub/folder/`."""
    added = [item.path for item in paths if not item.before]
    present = [entry.path for prefix in (LESSONS_DIR, ARCHIVE_DIR) for entry in tree.entries(folder + prefix)]
    for path, other in twins(added, {*present, *added}).items():
        yield Problem(path, 1, 1, "error", RULE, f"on some disks this is the same path as {other}", hint=_ANOTHER_NAME)
