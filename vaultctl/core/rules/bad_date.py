"""bad-date: a day is not written YYYY-MM-DD, or there is no such day.

Months and days have two digits; there is no time of day; days are UTC days.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "bad-date"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
