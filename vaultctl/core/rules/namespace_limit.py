"""namespace-limit: a namespace holds more lessons than the config allows.

`limits.lessons_per_namespace` counts live lessons by the first segment of their tags (0: no limit).  Once it is full, adding one
means removing one: archive what is not needed any more.  The newest lessons over the limit are reported.
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

ID = "namespace-limit"
SEVERITY: Severity = "error"
SCOPE: Scope = "vault"


def check(context: Context) -> Iterator[Problem]:
    limit = context.config.limits.lessons_per_namespace
    if not limit:
        return
    namespaces: dict[str, list[Entry]] = {}
    for entry in context.live:
        for name in {tag.partition("/")[0] for tag in entry.lesson.tags}:
            namespaces.setdefault(name, []).append(entry)
    for name in sorted(namespaces):
        entries = namespaces[name]
        for entry in sorted(entries, key=lambda item: (item.lesson.first_seen, item.lesson.key))[limit:]:
            yield problem_at(entry, ID, SEVERITY, f"{name} holds {len(entries)} of at most {limit} lessons", field="tags",
                             hint="archive one that is not needed any more", key=name)
