"""secret: a token, a password in an address, or a private key.

What is merged is published for good: delete the value, and revoke it at once if it was ever pushed.  The message names the kind and
the place, never the value.  Known shapes only: the detectors of detect-secrets and some of our own, among them `DB_PASSWORD=…` with a
digit or a sign in the value; no guessing by randomness, which cries wolf at every hash.  Examples (`EXAMPLE`, `xxxx`, `<token>`) are fine.

What it cannot catch: passwords and keys without a shape of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core import secrets
from vaultctl.core.content import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultctl.core.content import Passage
    from vaultctl.core.problem import Problem
    from vaultctl.core.record import Severity
    from vaultctl.core.rules.context import Context, Scope, Source

ID = "secret"
SEVERITY: Severity = "error"
SCOPE: Scope = "source"


def check(source: Source, context: Context) -> Iterator[Problem]:
    return source.content.report(ID, SEVERITY, _find)


def _find(passage: Passage) -> Iterator[Finding]:
    for index, kind in secrets.find(passage.text):
        yield Finding(index, f"looks like a secret: {kind}", "delete it, and revoke it if it was ever pushed", key=kind)
