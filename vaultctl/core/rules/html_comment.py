"""html-comment: a comment, which people do not see and models read.

`<!-- … -->` outside code, and what Markdown uses as a comment: a reference definition that leads nowhere, such as `[//]: # (…)`.
`check` never passes comments on; they have no place in a lesson.  Write what matters into the body.

What it cannot catch: comments in languages that are shown as code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "html-comment"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

# CommonMark 4.7: the title of a definition is never shown, and neither is a definition that nothing uses.
_DEFINITION = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?\[([^\]\n]{1,200})\]:[ \t]*\n?[ \t]*(<[^>\n]{0,500}>|\S{1,500})"
r"[ \t]*\n?[ \t]*([\"'(].{0,500})?$", re.MULTILINE)
_NOWHERE = ("#", "<>", "<#>", "//", "/", ".", "_", "<.>", "<_>")


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find)


def _find(passage: Passage) -> Iterator[Finding]:
    if "<!--" in passage.text:
        shown = passage.shown
        at = shown.find("<!--")
        while at >= 0:
            yield Finding(at, "a comment, which people do not see", "delete it, or write it into the body")
            at = shown.find("<!--", at + 4)
    if "]:" in passage.text:
        for match in _DEFINITION.finditer(passage.shown):
            label, target, title = match.groups()
            hidden = target in _NOWHERE or label.strip() in ("//", "_", "comment", "#", "hidden")
            if not hidden and title and len(title.split()) > 3:
                hidden = passage.shown.casefold().count(f"[{label.casefold()}]") < 2
            if hidden and not label.startswith("^"):
                yield Finding(match.start(), "a link definition that serves as a comment, which people do not see",
                              "delete it, or write it into the body")  # fmt: skip
