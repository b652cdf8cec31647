"""duplicate-id: an id stands in more than one place.

Ids are compared without case, in the lessons of both layouts and in the archive: an archived id is not free.  Links and
`superseded_by` could mean either, and `show` would have to guess.  Each place is reported and names another one.  Where two
clones made the same id by hand, give one of the lessons a new id (`vaultctl record` mints ids that cannot meet); where a merge
doubled a lesson, delete one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "duplicate-id"
SEVERITY: Severity = "error"
SCOPE: Scope = "vault"


def check(context: Context) -> Iterator[Problem]:
    for places in context.ids.values():
        if len(places) < 2:
            continue
        for number, place in enumerate(places):
            other = places[1 if number == 0 else 0]
            where = f"{other.path}:{other.at[0]}" + (" in the archive" if other.role == "archive" else "")
            more = f" and {len(places) - 2} more" if len(places) > 2 else ""
            yield place.problem(
                place.at, ID, SEVERITY, f"the id {place.id} is also at {where}{more}",
                hint="give one of them another id, or delete one" + (
                    "; `vaultctl unarchive` brings an archived lesson back" if other.role == "archive" else ""
                ), key="also",
            )  # fmt: skip
