"""Repositories with a small vault on their base, and command lines that record a lesson."""

from __future__ import annotations

from tests.fakes.checkout import Checkout
from tests.fakes.command import Result, run
from tests.fakes.vaults import lesson

TODAY = "2026-01-05"
KNOWN = "vault/lessons/pdf/font/b-001.md"
SINGLE = """\
# KNOWLEDGE_VAULT.md
# Schema Version: 1.0

### BLOCKED_PATTERNS
- **ID**: B-001
- **Tags**: #pdf/font
- **Issue**: DejaVu Sans lacks glyphs for the euro.
- **Mitigation**: Use Noto Sans.
- **First Seen**: 2025-06-10 (agent: invoice-bot)
- **TTL**: 365 days

### CONTEXTUAL_WARNINGS

### VERIFIED_WORKFLOWS
"""


def lay_out(repo: Checkout, layout: str = "notes", *, config: str = "", taxonomy: str = "", folder: str = "") -> Checkout:
    """Commits a vault with one lesson, B-001 on pdf/font, into a repository (or a folder of it, `sub/`)."""
    files: dict[str, str | bytes | None] = {".vaultctl.yaml": f"schema: 1\nlayout: {layout}\n{config}"}
    if layout == "notes":
        files[KNOWN] = lesson("B-001", "pdf/font", issue="DejaVu Sans lacks glyphs for the euro.", mitigation="Use Noto Sans.")
    else:
        files["KNOWLEDGE_VAULT.md"] = SINGLE
    if taxonomy:
        files["vault/taxonomy.yaml"] = taxonomy
    repo.commit({folder + path: content for path, content in files.items()}, "lay out a vault")
    return repo


def draft(issue: str = "Line breaks get lost in tables.", **changed: str | None) -> list[str]:
    """The options of a good draft, with some changed (None: left out); names as in Python, `no_push=""` for a flag."""
    options: dict[str, str | None] = {"category": "BLOCKED", "tags": "pdf/table", "issue": issue,
                                      "mitigation": "Set wrap to word.", "agent": "bot", "today": TODAY}  # fmt: skip
    found = []
    for name, value in (options | changed).items():
        if value is not None:
            found += [f"--{name.replace('_', '-')}", *([value] if value else [])]
    return found


def record(repo: Checkout, *args: str, issue: str = "Line breaks get lost in tables.", **changed: str | None) -> Result:
    """Runs `vaultctl record --format json` in a repository."""
    return run("record", *draft(issue, **changed), "--format", "json", *args, cwd=repo.path)


def changed_paths(repo: Checkout, branch: str) -> list[str]:
    """The paths that the tip of a branch changed."""
    return repo.git("diff-tree", "-r", "--root", "--no-commit-id", "--name-only", "-z", branch).split("\0")[:-1]
