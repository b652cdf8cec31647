"""bad-value: a key holds something that it cannot hold.

A list or a mapping where text belongs, or the issue `N/A` on a lesson that is not VERIFIED: what blocks or warns must say
why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "bad-value"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
