"""conflict-marker: a merge left its conflict markers.

Lines that start with seven `<`, `>`, `|` (or `=` between them), outside closed code fences.  Keep one side and delete the
markers; nothing rewrites the file until then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "conflict-marker"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"


_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


def check(source: Source, context: Context) -> Iterator[Problem]:
    if not any(mark in source.text for mark in _MARKS):
        return
    inside = False
    for number, line in enumerate(source.lines):
        mark = line[:7]
        # Seven equals signs alone underline a heading (CommonMark 4.3); only between the others they are git's.
        if mark not in _MARKS or line[7:8] not in ("", " ", "\r") or source.state[number] == 1:
            continue
        if mark == "=======" and not inside:
            continue
        inside = mark != ">>>>>>>"
        yield source.problem(ID, SEVERITY, f"conflict marker {mark}", number + 1, hint="keep one side and delete the markers")
