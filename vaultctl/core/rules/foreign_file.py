"""foreign-file: a file among the lessons is no lesson.

Only `*.md` files are read below `vault/lessons` (a README.md, and git's own files, are left alone); anything else is never
found by `check`.  Rename it, or keep it elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "foreign-file"
SEVERITY: Severity = "warning"
SCOPE: Scope = "source"


def check(source: Source, context: Context) -> Iterator[Problem]:
    if source.role == "foreign" and source.kind == "file":
        yield source.problem(ID, SEVERITY, "not a lesson: lessons are *.md files", hint="rename it, or move it out of the vault")
