"""stray-text: text in the single file that belongs to no lesson.

It stands between two entries without being indented, so nobody who asks for a lesson sees it.  Indent it by two blanks to make
it the body of the lesson above it, or move it above the first section.  What looks like an entry there is `unreadable`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "stray-text"
SEVERITY: Severity = "warning"
SCOPE: Scope = "fault"
check = reported
