"""missing-key: a required key is not there, or is empty.

Required are id, category, tags, issue, mitigation, first_seen, source_agent and ttl (in the single file the category is the
section, and the agent stands on the First Seen line).  A record without one of them is no lesson.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "missing-key"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
