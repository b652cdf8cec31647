"""schema-version: the single file names a schema version that this vaultctl does not know.

What can be understood still counts.  Update vaultctl, or correct the line `# Schema Version: 1.0`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "schema-version"
SEVERITY: Severity = "warning"
SCOPE: Scope = "fault"
check = reported
