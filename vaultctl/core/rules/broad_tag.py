"""broad-tag: a BLOCKED lesson must not sit on a tag that the taxonomy divides further.

`pdf` on a BLOCKED lesson stops every PDF task; `pdf/font/unicode` stops the one that fails.  Where the taxonomy does not divide a
tag of one segment, and does not declare it a leaf either (`leaf: true`), it is a warning: the tag is probably too broad.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.places import TAXONOMY_FILE
from vaultctl.core.rules.context import problem_at
from vaultctl.core.schema import BLOCKED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "broad-tag"
SEVERITY: Severity = "error"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    if entry.lesson.category != BLOCKED:
        return
    for tag in entry.lesson.tags:
        if tag in context.divided:
            yield problem_at(entry, ID, SEVERITY, f"{tag} is a namespace; name one of its branches", field="tags",
                             hint="a BLOCKED lesson here stops every task below it")
        elif "/" not in tag and tag not in context.leaves:
            yield problem_at(entry, ID, "warning", f"{tag} is a broad tag for a BLOCKED lesson", field="tags",
                             hint=f"write {tag}/…, or declare {tag} a leaf in {TAXONOMY_FILE}")
