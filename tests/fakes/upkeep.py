"""Vaults in repositories whose last commit is of a fixed day, for the tests of `archive`, `verify`, `unarchive` and `index`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run
from tests.fakes.vaults import lesson

COMMITTED = "2026-06-01"
TODAY = "2026-06-11"
"""The day after the last one of a lesson first seen on 2025-06-10 with a ttl of 365."""

SINGLE = """\
# KNOWLEDGE_VAULT.md
# Schema Version: 1.0

### BLOCKED_PATTERNS
- **ID**: B-001
- **Tags**: #pdf/font
- **Issue**: It fails.
- **Mitigation**: Use Noto.
- **First Seen**: 2025-06-10 (agent: invoice-bot)
- **TTL**: 365 days

  A body, kept   as it is.

- **ID**: B-002
- **Tags**: #pdf/table
- **Issue**: Rows get lost.
- **Mitigation**: Repeat the header.
- **First Seen**: 2025-06-11 (agent: invoice-bot)
- **TTL**: 365 days

### CONTEXTUAL_WARNINGS
- **ID**: W-001
- **Tags**: #web
- **Issue**: It is slow.
- **Mitigation**: Cache it.
- **First Seen**: 2024-06-10 (agent: invoice-bot)
- **TTL**: indefinite
"""


def fix_dates(monkeypatch: pytest.MonkeyPatch, day: str = COMMITTED) -> None:
    """Commits are of that day, whatever the clock says."""
    for name in ("GIT_COMMITTER_DATE", "GIT_AUTHOR_DATE"):
        monkeypatch.setenv(name, f"{day}T12:00:00+0000")


def notes(repo: Checkout, lessons: dict[str, str], more: dict[str, str] | None = None) -> Checkout:
    """Commits a vault with these notes (id -> text) below their folder `x`."""
    files = {f"vault/lessons/x/{name.lower()}.md": text for name, text in lessons.items()}
    repo.commit({".vaultctl.yaml": "schema: 1\nforge: local\n", **files, **(more or {})}, "vault")
    return repo


def single(repo: Checkout, text: str = SINGLE, more: dict[str, str] | None = None) -> Checkout:
    """Commits a vault in one file."""
    config = "schema: 1\nlayout: single-file\nforge: local\n"
    repo.commit({".vaultctl.yaml": config, "KNOWLEDGE_VAULT.md": text, **(more or {})}, "vault")
    return repo


def usual() -> dict[str, str]:
    """One lesson that is over, one that ends in nine days, one that never does."""
    return {
        "B-001": lesson("B-001", "pdf/font", body="A body.\n"),
        "B-002": lesson("B-002", "pdf/table", first_seen="2025-06-20"),
        "W-001": lesson("W-001", "web", "WARNING", first_seen="2024-06-10", ttl="indefinite"),
    }


def call(repo: Checkout | Path, command: str, *args: str, today: str = TODAY) -> Result:
    """Runs a command, with JSON as its answer."""
    folder = repo.path if isinstance(repo, Checkout) else repo
    day = () if command == "index" else ("--today", today)
    return run(command, *args, *day, "--format", "json", cwd=folder)
