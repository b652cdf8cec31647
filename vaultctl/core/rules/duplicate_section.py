"""duplicate-section: a section of the single file stands in two places, with another between.

Sections may be repeated: entries may each bring their own heading.  But where a heading gathers several entries, and the same
category starts again further down, nobody can tell where in its section the next lesson belongs, and people look in one of them
only.  Join the two under one heading.  The archive repeats its sections batch by batch, which is fine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "duplicate-section"
SEVERITY: Severity = "warning"
SCOPE: Scope = "source"


def check(source: Source, context: Context) -> Iterator[Problem]:
    if not source.single or source.role != "lessons":
        return
    headings: dict[int, list[str]] = {}
    for item in source.records:
        category = item.record.field("category")
        if category is not None and isinstance(category.value, str):
            headings.setdefault(category.line, []).append(category.value)
    if all(len(entries) == 1 for entries in headings.values()):
        return  # each entry brings its own heading
    seen: dict[str, int] = {}
    last = ""
    for line, (category_name, *_) in headings.items():
        if category_name != last and category_name in seen:
            yield source.problem(ID, SEVERITY, f"this section began on line {seen[category_name]} already", line,
                                 hint="move its lessons up there and delete the heading", key=category_name)
        seen.setdefault(category_name, line)
        last = category_name
