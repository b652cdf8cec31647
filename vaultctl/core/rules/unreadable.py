"""unreadable: a file, or a record in it, cannot be read.

An empty file, front matter that is not closed or does not stand on line 1, text that is not UTF-8, a file that the system
does not let us read; in the single file marks of a merge conflict, and what looks like an entry but is not written as one: a
table with the keys as columns, lines indented like code, an entry inside the text of another.  `check` shows such a record as
unreadable and answers UNKNOWN where it may matter, so put it right
soon.  The message says what was expected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "unreadable"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
