"""tag-depth: a tag is shorter or longer than its prefix allows.

`min_depth` and `max_depth` in the taxonomy count the segments of the whole tag: under `pdf` with `min_depth: 2` the tag `pdf` is
too broad.  The closest prefix that sets one of them decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import problem_at
from vaultctl.core.tags import ancestors, depth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.lesson import Entry
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope

ID = "tag-depth"
SEVERITY: Severity = "error"
SCOPE: Scope = "live"


def check(entry: Entry, context: Context) -> Iterator[Problem]:
    if not context.depths:
        return
    for tag in entry.lesson.tags:
        for above in ancestors(tag):
            if above not in context.depths:
                continue
            least, most = context.depths[above]
            if depth(tag) < least:
                message = f"the tag {tag} has {depth(tag)} of at least {least} segments"
                yield problem_at(entry, ID, SEVERITY, message, field="tags",
                                 hint=f"name what it is about more precisely: {tag}/…")
            elif most and depth(tag) > most:
                yield problem_at(entry, ID, SEVERITY, f"the tag {tag} has {depth(tag)} of at most {most} segments", field="tags",
                                 hint=f"name what it is about more broadly: {'/'.join(tag.split('/')[:most])}")
            break
