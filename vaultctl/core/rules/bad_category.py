"""bad-category: a category is none of BLOCKED, WARNING and VERIFIED.

In the single file the section says it: BLOCKED_PATTERNS, CONTEXTUAL_WARNINGS, VERIFIED_WORKFLOWS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "bad-category"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
