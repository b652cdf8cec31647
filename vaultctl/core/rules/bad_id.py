"""bad-id: an id is not spelled as ids are.

An id is one to four capital letters, perhaps a dash, then letters and digits in parts divided by dashes: `B-001`, `L001`,
`B-CVE-2021-28875`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "bad-id"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
