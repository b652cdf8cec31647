"""both-layouts: lessons lie in the layout that the config does not name.

The config says `notes`, and KNOWLEDGE_VAULT.md holds lessons; or it says `single-file`, and there are notes below
`vault/lessons`.  `check` reads one layout only, so these are never found.  `vaultctl migrate` brings them over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.places import CONFIG_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "both-layouts"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"


def check(source: Source, context: Context) -> Iterator[Problem]:
    if source.role == "stray" and source.records:
        message = f"lessons here are not found: the layout of this vault is {context.config.layout}"
        yield source.problem(ID, SEVERITY, message, source.records[0].record.line,
                             hint=f"move them into that layout, or set `layout` in {CONFIG_FILE}")
