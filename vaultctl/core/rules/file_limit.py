"""file-limit: a file of lessons has more lines than the config allows.

`limits.lines_per_file` (0: no limit) keeps the single file, or a note, short enough to be read.  Once it is full, adding a lesson
means archiving one.  The archive has no limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "file-limit"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"


def check(source: Source, context: Context) -> Iterator[Problem]:
    limit = context.config.limits.lines_per_file
    if not limit or source.role != "lessons":
        return
    count = source.text.count("\n") + (source.text[-1:] not in ("", "\n"))
    if count > limit:
        yield source.problem(ID, SEVERITY, f"the file has {count} of at most {limit} lines", limit + 1,
                             hint="archive a lesson that is not needed any more", key="lines", size=count)
