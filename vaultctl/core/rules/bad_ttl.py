"""bad-ttl: a ttl is no number of days from 1 to 36500, and not `indefinite`.

`365`, `365d` and `365 days` are read; hours, weeks and fractions are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "bad-ttl"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
