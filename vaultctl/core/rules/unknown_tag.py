"""unknown-tag: a tag stands outside the taxonomy.

A lesson on a tag that nobody asks for is never found.  Use a tag at or below a prefix of `vault/taxonomy.yaml`, or add the prefix
there.  With `strict: true` in the taxonomy it is an error; while the taxonomy names no prefix, nothing is outside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.places import TAXONOMY_FILE
from vaultctl.core.rules.context import problem_at
from vaultctl.core.tags import ancestors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "unknown-tag"
SEVERITY: Severity = "warning"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    if not context.prefixes:
        return
    for tag in entry.lesson.tags:
        if any(above in context.prefixes for above in ancestors(tag)):
            continue
        close = context.suggestion(tag)
        yield problem_at(entry, ID, "error" if context.taxonomy.strict else SEVERITY, f"the tag {tag} is not in the taxonomy",
                         field="tags", hint=f"did you mean {close}?" if close else f"use one of {TAXONOMY_FILE}, or add it there")
