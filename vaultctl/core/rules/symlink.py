"""symlink: something in the vault is no plain file.

Symlinks, submodules and devices are never followed: they could lead out of the repository, and they are not reviewed with it.
Put the file itself there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "symlink"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"


_WHAT = {"symlink": "a symlink: never followed", "submodule": "a submodule: never followed"}


def check(source: Source, context: Context) -> Iterator[Problem]:
    if source.kind != "file":
        yield source.problem(ID, SEVERITY, _WHAT.get(source.kind, "not a plain file, or a folder that cannot be listed"),
                             hint="put the file itself there, or remove it")
