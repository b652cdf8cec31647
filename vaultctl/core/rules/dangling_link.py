"""dangling-link: a `[[link]]` in a body leads to no lesson.

A link names another lesson by its id (without case) or by its name; archived lessons are found too.  What stands in code,
and a footnote such as `[[1]]`, is no link.  Mostly the other lesson was renamed or removed, or the id has a slip in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "dangling-link"
SEVERITY: Severity = "error"
SCOPE: Scope = "entry"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    for link in context.links(entry):
        target = link.target.casefold()
        if target in context.ids or target in context.names:
            continue
        line = entry.record.body_line + link.line - 1
        path = entry.record.path
        yield Problem(path, line, context.column(path, line, link), SEVERITY, ID, f"{link.text} leads to no lesson",
                      entry.lesson.id, hint="name the id or the name of a lesson, or put it into code")  # fmt: skip
