"""namespace-limit: a namespace holds more lessons than the config allows.

`limits.lessons_per_namespace` counts live lessons by the first segment of their tags (0: no limit).  Once it is full, adding one
means removing one: archive what is not needed any more.  The newest lessons over the limit are reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.facts import Fact
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "namespace-limit"
SEVERITY: Severity = "error"
SCOPE: Scope = "vault"


def check(context: Context) -> Iterator[Problem]:
    limit = context.config.limits.lessons_per_namespace
    if not limit:
        return
    namespaces: dict[str, list[Fact]] = {}
    for fact in context.facts:
        if fact.is_lesson and fact.role == "lessons":
            for name in fact.namespaces:
                namespaces.setdefault(name, []).append(fact)
    for name in sorted(namespaces):
        found = namespaces[name]
        for fact in sorted(found, key=lambda item: (item.first_seen, item.key))[limit:]:
            yield fact.problem(fact.tags_at, ID, SEVERITY, f"{name} holds {len(found)} of at most {limit} lessons",
                               hint="archive one that is not needed any more", key=name)
