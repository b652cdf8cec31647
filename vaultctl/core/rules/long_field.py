"""long-field: the issue or the mitigation is longer than the config allows.

Agents read both before every task, so they are short: one paragraph each.  The limits are `limits.issue` and `limits.mitigation`,
in characters (500 unless set; 0: none).  What explains and proves goes into the body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import problem_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "long-field"
SEVERITY: Severity = "error"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    limits = context.config.limits
    lesson = entry.lesson
    for key, text, limit in (("issue", lesson.issue, limits.issue), ("mitigation", lesson.mitigation, limits.mitigation)):
        if limit and len(text) > limit:
            yield problem_at(entry, ID, SEVERITY, f"{key} has {len(text)} of at most {limit} characters", field=key,
                             hint="say it shorter, and move the rest into the body", key=key, size=len(text))
