"""unportable-tag: a tag cannot be a folder on every system.

A segment longer than 64 characters, or one that is a device name on Windows (`con`, `aux`, `com1`): a clone there could not check
the vault out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import problem_at
from vaultctl.core.tags import portability

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "unportable-tag"
SEVERITY: Severity = "error"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    for tag in entry.lesson.tags:
        reason = portability(tag)
        if reason:
            yield problem_at(entry, ID, SEVERITY, f"the tag {tag[:80]}: {reason}", field="tags",
                             hint="choose another name for that segment")
