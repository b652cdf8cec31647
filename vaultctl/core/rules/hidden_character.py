"""hidden-character: a character that nobody can see, or that changes how the text around it is shown.

Zero-width characters, bidirectional controls, tag characters, soft hyphens, control characters and terminal escapes, fillers that
look blank, also written as a reference (`&#8203;`).  Joiners and variation selectors where an emoji or the spelling of a script needs
them are fine.  The message names the code point; delete the character.

What it cannot catch: visible characters that look like others (see look-alike), and blanks of unusual width.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from vaultctl.core.content import Finding
from vaultctl.core.invisible import describe, is_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "hidden-character"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"

_HINT = "delete it"
# What may be hidden; `\ufeff` at the very start of a file and the `\r` of a line end are none.
_SUSPECT = re.compile("[^\\n\\t -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u052f\u3040-\u3163\u3165-\ud7ff]")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,32});")


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find, paths=True)


def _find(passage: Passage) -> Iterator[Finding]:
    text = passage.text
    if "&" in text:
        yield from _references(passage.shown)
    if text.isascii() and text.isprintable():
        return
    end = -1
    for match in _SUSPECT.finditer(text):
        index = match.start()
        char = match[0]
        if char == "\ufeff" and index == 0 and passage.kind == "file":
            continue
        if char == "\r" and text[index + 1 : index + 2] in ("\n", ""):
            continue
        if index == end:  # one of a run, which was reported where it starts
            end += 1
        elif not "\ud800" <= char <= "\udfff" and is_hidden(text, index):
            end = index + 1
            yield Finding(index, f"hidden character {describe(char)}", _HINT)


def _references(text: str) -> Iterator[Finding]:
    for match in _REFERENCE.finditer(text):
        char = html.unescape(match[0])
        if len(char) == 1 and char not in "\n\t\r" and not "\ud800" <= char <= "\udfff" and is_hidden(char, 0):
            yield Finding(match.start(), f"hidden character {describe(char)}, written as {match[0]}", _HINT)
