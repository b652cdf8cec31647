"""unknown-key: a key that no lesson has.

Mostly a typing slip (`mitigaton`), which hides a value.  What is meant for readers belongs into the body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "unknown-key"
SEVERITY: Severity = "warning"
SCOPE: Scope = "fault"
check = reported
