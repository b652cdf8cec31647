"""Writes as values: what a file was and what it shall be, so that a dry run, a diff and refusing a stale write come for free."""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple


class FileChange(NamedTuple):
    """One file's change.  `path` is relative to the repository root with `/`; `before` None: it must not exist yet;
    `after` None: it is removed."""

    path: str
    before: bytes | None
    after: bytes | None
