"""unportable-tag: a tag or a path cannot be a folder on every system.

A tag of more than 10 segments or 200 characters, a segment longer than 64 characters, or one that is a device name on Windows
(`con`, `aux`, `com1`); a path of more than 240 characters; more than 20 tags.  Where a name is too long for the disk, nobody can
check the vault out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import problem_at
from vaultctl.core.tags import HINT, MAX_PATH, MAX_TAGS, portability

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
                             hint=HINT)
    if len(entry.lesson.tags) > MAX_TAGS:
        yield problem_at(entry, ID, SEVERITY, f"it has {len(entry.lesson.tags)} tags, of at most {MAX_TAGS}", field="tags",
                         hint="name those that a task is most likely to ask for, or an ancestor of several")
    if len(entry.record.path) > MAX_PATH:
        yield problem_at(entry, ID, SEVERITY, f"its path has {len(entry.record.path)} characters, of at most {MAX_PATH}",
                         hint="move it to a folder that is less deep")
