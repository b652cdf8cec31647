"""dangling-superseded-by: `superseded_by` names no lesson that could replace this one.

An id that is nowhere in the vault is an error.  One that is in the archive is a warning: the chain then ends in nothing that
counts, so this lesson is shown as if the key were not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.lesson import id_key
from vaultctl.core.rules.context import problem_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "dangling-superseded-by"
SEVERITY: Severity = "error"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    target = entry.lesson.superseded_by
    if not target:
        return
    places = context.ids.get(id_key(target), ())
    if not places:
        yield problem_at(entry, ID, SEVERITY, f"superseded_by {target}: there is no such lesson", field="superseded_by",
                         hint="name the id of the lesson that replaces it, or delete the key")
    elif all(place.role == "archive" for place in places):
        yield problem_at(entry, ID, "warning", f"superseded_by {target}: that lesson is in the archive", field="superseded_by",
                         hint="archive this one too, name another lesson, or delete the key")
