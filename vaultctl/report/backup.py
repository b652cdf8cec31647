"""What `backup` wrote, as text and as JSON (`vaultctl.backup/1`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.counted import counted
from vaultctl.report.escape import escape
from vaultctl.report.json import dump

if TYPE_CHECKING:
    from vaultctl.usecases.backup import Plan


def to_text(plan: Plan, *, dry_run: bool) -> str:
    """Where it was written and what is in it; what was kept as it stands is named."""
    verb = "would write" if dry_run else "wrote"
    lines = [f"{verb} {plan.change.path}: {counted(plan.lessons, 'lesson')}, {plan.archived} archived"]
    for kept in plan.kept:
        lines.append(f"  kept as it is: {escape(kept.path)}:{kept.line}: {escape(kept.reason)}")
    return "\n".join(lines) + "\n"


def to_json(plan: Plan, *, dry_run: bool) -> str:
    """`kept` are texts of which no lesson could be made; they are in the backup."""
    return dump({
        "schema": "vaultctl.backup/1",
        "path": plan.change.path,
        "lessons": plan.lessons,
        "archived": plan.archived,
        "kept": [{"path": kept.path, "line": kept.line, "kind": kept.kind, "reason": kept.reason} for kept in plan.kept],
        "dry_run": dry_run,
    })  # fmt: skip
