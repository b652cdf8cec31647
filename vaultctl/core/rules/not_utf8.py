"""not-utf8: a file is not UTF-8 text.

The message names the first byte that is none.  Save the file as UTF-8; editors call it so, and `iconv -f latin1 -t utf-8` makes
it of the most common other encoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "not-utf8"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"


def check(source: Source, context: Context) -> Iterator[Problem]:
    if source.text.isascii():
        return
    try:
        source.text.encode()
    except UnicodeEncodeError as error:
        at = error.start
        start = source.text.rfind("\n", 0, at) + 1
        offset = len(source.text[:at].encode("utf-8", "surrogateescape"))
        byte = ord(source.text[at]) - 0xDC00
        yield source.problem(ID, SEVERITY, f"not UTF-8: byte 0x{byte:02x} at offset {offset}", source.text.count("\n", 0, at) + 1,
                             at - start + 1, hint="save the file as UTF-8", key="not UTF-8")
