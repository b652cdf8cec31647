"""not-canonical: a spelling that is read but not written; `lint --fix` rewrites it where that loses nothing.

Reading is tolerant, writing is strict: `- Tags:`, `**Tags:**`, `• **Tags**: a`, `- **Tags** a`, `tags : a`, block lists, `#` before
the tags of a note, `:` in tags and capitals mean the same as the canonical form.  Canonical files are searched faster and give
smaller diffs.  Left to you are words behind a section's name and comments beside tags: rewriting would lose them.
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
