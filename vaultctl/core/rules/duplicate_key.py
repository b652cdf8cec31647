"""duplicate-key: the same key stands twice in one record.

It comes of merging by hand.  Nobody can know which value was meant, so the record is no lesson until one is deleted; the
message names both lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "duplicate-key"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
