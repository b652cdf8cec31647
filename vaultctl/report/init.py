"""The answer of `init` as text and as JSON."""

from __future__ import annotations

from vaultctl.report.escape import escape
from vaultctl.report.json import dump
from vaultctl.usecases.init import Plan


def to_text(root: str, plan: Plan, *, dry_run: bool) -> str:
    """One line a file: what was made, extended, or there already."""
    made, extended = ("would create", "would extend") if dry_run else ("created", "extended")
    lines = [f"vault in {escape(root)}, layout {plan.layout}"]
    lines += [f"  {made:<12}  {escape(path)}" for path in plan.created]
    lines += [f"  {extended:<12}  {escape(path)}" for path in plan.extended]
    lines += [f"  {'there already':<12}  {escape(path)}" for path in plan.existing]
    if not plan.changes:
        lines.append("nothing to do: everything is there already")
    return "\n".join(lines) + "\n"


def to_json(root: str, plan: Plan, notes: tuple[str, ...], *, dry_run: bool) -> str:
    """The schema `vaultctl.init/1`."""
    return dump({
        "schema": "vaultctl.init/1",
        "root": root,
        "layout": plan.layout,
        "dry_run": dry_run,
        "created": list(plan.created),
        "extended": list(plan.extended),
        "existing": list(plan.existing),
        "notes": list(notes),
    })
