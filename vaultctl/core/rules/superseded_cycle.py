"""superseded-cycle: lessons replace each other in a circle.

Following `superseded_by` from one of them leads back to it, so none replaces the others; all of them are shown as if the key were
not there.  Delete the key on the one that is right.
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

ID = "superseded-cycle"
SEVERITY: Severity = "error"
SCOPE: Scope = "vault"


SHOWN = 5


def check(context: Context) -> Iterator[Problem]:
    entries: dict[str, Entry] = {}
    for entry in context.live:
        entries.setdefault(entry.lesson.key, entry)
    done: set[str] = set()
    for start in entries:
        path: dict[str, None] = {}
        at = start
        while at in entries and at not in done and at not in path:
            path[at] = None
            at = id_key(entries[at].lesson.superseded_by or "")
        if at in path:
            names = list(path)
            yield from _report([entries[key] for key in names[names.index(at) :]])
        done.update(path)


def _report(circle: list[Entry]) -> Iterator[Problem]:
    for place, entry in enumerate(circle):
        names = [item.lesson.id for item in circle[place:] + circle[:place]]
        shown = " -> ".join([*names[:SHOWN], *(["…"] if len(names) > SHOWN else []), names[0]])
        yield problem_at(entry, ID, SEVERITY, f"superseded_by runs in a circle: {shown}", field="superseded_by",
                         hint="delete the key on the lesson that holds", key="circle")
