"""long-body: the body is longer than the config allows.

The limit is `limits.body`, in characters (20000 unless set; 0: none).  Keep what helps to understand the lesson; logs and
listings belong elsewhere.
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

ID = "long-body"
SEVERITY: Severity = "error"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    size, limit = len(entry.lesson.body), context.config.limits.body
    if limit and size > limit:
        yield problem_at(entry, ID, SEVERITY, f"the body has {size} of at most {limit} characters",
                         hint="shorten it, or link to where the rest stands", key="body", size=size)._replace(
            line=entry.record.body_line or entry.record.line, column=1)
