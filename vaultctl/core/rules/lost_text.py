"""lost-text: YAML drops a part of the value as a comment.

In `issue: build fails #42 on retry` everything after the blank and `#` is a comment, so readers would never see it.  Put the
text into double quotes.  Behind tags such text makes all of them unknown (`tags: a/b #see the list`), so `check` answers UNKNOWN;
plain tags there are read (`tags: a/b #c`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "lost-text"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
