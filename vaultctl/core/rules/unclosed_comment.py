"""unclosed-comment: an HTML comment is opened and never closed.

Until it is closed it hides nothing here; other Markdown readers hide all the rest of the file.  Add `-->` where it ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "unclosed-comment"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
