"""bad-tag: a tag cannot be read.

A tag is a path of segments divided by `/` (`pdf/font/unicode`); a segment holds letters, digits and `. _ + -`, does not start
with a dash and does not end in a dot.  One `#` before it, `:` for `/` and capitals are read, and `lint --fix` rewrites them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "bad-tag"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
