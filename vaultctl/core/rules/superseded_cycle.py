"""superseded-cycle: lessons replace each other in a circle.

Following `superseded_by` from one of them leads back to it, so none replaces the others; all of them are shown as if the key were
not there.  Delete the key on the one that is right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.lesson import id_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.facts import Fact
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "superseded-cycle"
SEVERITY: Severity = "error"
SCOPE: Scope = "vault"


SHOWN = 5


def check(context: Context) -> Iterator[Problem]:
    lessons: dict[str, Fact] = {}
    for fact in context.facts:
        if fact.is_lesson and fact.role == "lessons":
            lessons.setdefault(fact.key, fact)
    done: set[str] = set()
    for start, fact in lessons.items():
        if not fact.superseded_by:
            continue  # no circle goes through it
        path: dict[str, None] = {}
        at = start
        while at in lessons and at not in done and at not in path:
            path[at] = None
            at = id_key(lessons[at].superseded_by)
        if at in path:
            names = list(path)
            yield from _report([lessons[key] for key in names[names.index(at) :]])
        done.update(path)


def _report(circle: list[Fact]) -> Iterator[Problem]:
    for place, fact in enumerate(circle):
        names = [item.id for item in circle[place:] + circle[:place]]
        shown = " -> ".join([*names[:SHOWN], *(["…"] if len(names) > SHOWN else []), names[0]])
        yield fact.problem(fact.superseded_at, ID, SEVERITY, f"superseded_by runs in a circle: {shown}",
                           hint="delete the key on the lesson that holds", key="circle")
