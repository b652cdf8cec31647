"""bad-config: `.vaultctl.yaml` or the taxonomy says something that cannot be understood.

A wrong value is an error and the default is used in its place; an unknown key, or a newer `schema`, is a warning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "bad-config"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
