"""expired: a lesson has expired.

It counts from the later one of `first_seen` and `last_verified` for `ttl` days.  Expired lessons are still shown, but block
nothing.  If it is still true, `vaultctl verify ID` gives it another term; if not, `vaultctl archive` puts it away.
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

ID = "expired"
SEVERITY: Severity = "warning"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    if entry.lesson.is_expired(context.today):
        yield problem_at(entry, ID, SEVERITY, f"its ttl ran out after {entry.lesson.expires}", field="ttl",
                         hint=f"still true? vaultctl verify {entry.lesson.id}; else: vaultctl archive")
