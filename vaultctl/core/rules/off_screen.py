"""off-screen: text that stands where nobody looks: behind very many blanks, or below very many empty lines.

An error from 120 blanks within a line, or 25 empty lines, before more text.  Code in closed fences may be wide.

What it cannot catch: text at the end of a long lesson; that is what long-body is for.
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

ID = "off-screen"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_BLANKS = " " * 30
_WIDE = re.compile(r"(?<![ \t\u00a0\u3000])[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{120,}(?=\S)")
_LOW = re.compile(r"\n[ \t\r\n\u00a0\u3000]{25,}")
_LINES = 26


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find)


def _find(passage: Passage) -> Iterator[Finding]:
    text = passage.text
    if _BLANKS in text or "\t\t\t\t" in text or not text.isascii():
        for match in _WIDE.finditer(passage.shown):
            yield Finding(match.end(), f"text behind {match.end() - match.start()} blanks", "move it to the others, or delete it")
    if text.count("\n") >= _LINES:
        for match in _LOW.finditer(text):
            if match.end() < len(text) and match[0].count("\n") >= _LINES:
                yield Finding(match.end(), "text below very many empty lines", "move it up, or delete it")
