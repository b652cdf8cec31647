"""future-date: a lesson was first seen, or verified, more than a day ahead.

It would live longer than its ttl says.  One day is let pass, because days are UTC days and clocks differ.  The lesson stays live
until the date is put right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.days import ahead
from vaultctl.core.rules.context import problem_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "future-date"
SEVERITY: Severity = "error"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    latest = ahead(context.today, 1)
    for key, day in (("first_seen", entry.lesson.first_seen), ("last_verified", entry.lesson.last_verified)):
        if day is not None and day > latest:
            yield problem_at(entry, ID, SEVERITY, f"{key} {day} is in the future", field=key,
                             hint="write the day on which it was seen")  # fmt: skip
