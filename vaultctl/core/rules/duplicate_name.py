"""duplicate-name: a name stands on more than one lesson, or is also an id.

`[[name]]` must lead to one lesson.  Names are compared without case; archived lessons keep theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import problem_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "duplicate-name"
SEVERITY: Severity = "error"
SCOPE: Scope = "vault"


def check(context: Context) -> Iterator[Problem]:
    for name, entries in context.names.items():
        if len(entries) > 1:
            for number, entry in enumerate(entries):
                other = entries[1 if number == 0 else 0].lesson.id
                yield problem_at(entry, ID, SEVERITY, f"the name {entry.lesson.name} is also that of {other}", field="name",
                                 hint="give one of them another name", key="also")
        for entry in entries:
            if any(place.id.casefold() != entry.lesson.key for place in context.ids.get(name, ())):
                yield problem_at(entry, ID, SEVERITY, f"the name {entry.lesson.name} is the id of another lesson", field="name",
                                 hint="give it another name", key="id")
