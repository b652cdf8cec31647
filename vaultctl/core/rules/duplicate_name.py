"""duplicate-name: a name stands on more than one lesson, or is also an id.

`[[name]]` must lead to one lesson.  Names are compared without case; archived lessons keep theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "duplicate-name"
SEVERITY: Severity = "error"
SCOPE: Scope = "vault"


def check(context: Context) -> Iterator[Problem]:
    for name, found in context.names.items():
        if len(found) > 1:
            for number, fact in enumerate(found):
                other = found[1 if number == 0 else 0].id
                yield fact.problem(fact.name_at, ID, SEVERITY, f"the name {fact.name} is also that of {other}",
                                   hint="give one of them another name", key="also")
        for fact in found:
            if any(other.key != fact.key for other in context.ids.get(name, ())):
                yield fact.problem(fact.name_at, ID, SEVERITY, f"the name {fact.name} is the id of another lesson",
                                   hint="give it another name", key="id")
