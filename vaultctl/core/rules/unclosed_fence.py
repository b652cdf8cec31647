"""unclosed-fence: a code fence is opened and never closed.

Until it is closed it hides nothing here, so that one forgotten line does not swallow the lessons below it; other Markdown
readers show all the rest as code.  Add the closing line where the code ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "unclosed-fence"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
