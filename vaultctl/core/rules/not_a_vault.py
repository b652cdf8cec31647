"""not-a-vault: a KNOWLEDGE_VAULT.md that has no vault section.

The config names the single-file layout, but the file is something else (a how-to, a wiki page).  Nothing ever rewrites it.
Give it a section such as `### BLOCKED_PATTERNS`, or name the right layout in `.vaultctl.yaml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "not-a-vault"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
