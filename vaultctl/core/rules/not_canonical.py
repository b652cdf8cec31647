"""not-canonical: a spelling that is read but not written; `lint --fix` rewrites it.

Reading is tolerant, writing is strict: `- Tags:`, `**Tags:**`, `tags : a`, block lists, `#` before the tags of a note, `:` in
tags and capitals mean the same as the canonical form.  Canonical files are searched faster and give smaller diffs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "not-canonical"
SEVERITY: Severity = "warning"
SCOPE: Scope = "fault"
FIXABLE = True
check = reported
