"""bad-yaml: a line of the front matter is not the YAML that it looks like.

`issue: Cache: stale`, values that start with `@ * ! [ { % >` or a back quote, tabs, anchors.  Put the text into double quotes;
the hint shows the line as it must be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.rules.context import reported

if TYPE_CHECKING:
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Scope

ID = "bad-yaml"
SEVERITY: Severity = "error"
SCOPE: Scope = "fault"
check = reported
