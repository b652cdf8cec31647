"""What `queue` and `sync` answer, as text and as JSON (`vaultctl.queue/1`, `vaultctl.sync/1`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.report.escape import escape
from vaultctl.report.json import dump

if TYPE_CHECKING:
    from vaultctl.errors import VaultctlError
    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.queue import Result
    from vaultctl.usecases.sync import Result as SyncResult

_ROLES = {"merged": "CLEAR", "open": "bold", "waiting": "WARNED", "conflict": "error", "failed": "error"}


def to_json(result: Result) -> str:
    """The proposals, oldest first; `reason` and `url` null where there is none."""
    return dump({
        "schema": "vaultctl.queue/1",
        "proposals": [
            {
                "branch": item.branch.name, "id": item.branch.id, "state": item.state, "reason": item.reason or None,
                "url": item.url,
            }
            for item in result.proposals
        ],
        "base": result.base.branch,
        "base_commit": result.base.commit,
        "merged": result.merged,
        "refreshed": result.refreshed,
        "notes": list(result.notes),
        "error": _error(result.problem),
    })  # fmt: skip


def to_text(result: Result, style: Style) -> str:
    """One line a proposal, with its reason below; empty where there is none."""
    lines = []
    for item in result.proposals:
        lines.append(f"{style.paint(item.state, _ROLES[item.state])}{' ' * (8 - len(item.state))}  {escape(item.branch.name)}")
        lines += [f"          {escape(text)}" for text in (item.reason, item.url) if text]
    return "\n".join([*lines, ""]) if lines else ""


def sync_to_json(result: SyncResult) -> str:
    """What was done, by branch."""
    return dump({
        "schema": "vaultctl.sync/1",
        "fetched": result.fetched,
        "advanced": result.advanced,
        "pushed": list(result.pushed),
        "waiting": list(result.waiting),
        "pruned": list(result.pruned),
        "base": result.base.branch,
        "base_commit": result.base.commit,
        "urls": dict(result.urls),
        "notes": list(result.notes),
        "error": _error(result.problem),
    })  # fmt: skip


def sync_to_text(result: SyncResult, style: Style) -> str:
    """One line for each thing that was done, or that could not be."""
    lines = [f"{'fetched':<10}from {escape(result.base.remote or '')}"] if result.fetched else []
    if result.advanced:
        lines.append(f"{'advanced':<10}{escape(result.base.branch)}")
    urls = dict(result.urls)
    for name in result.pushed:
        lines.append(f"{style.paint('pushed', 'CLEAR')}    {escape(name)}" + (f"  {escape(urls[name])}" if name in urls else ""))
    lines += [f"{style.paint('waiting', 'WARNED')}   {escape(name)}" for name in result.waiting]
    lines += [f"{'pruned':<10}{escape(name)}" for name in result.pruned]
    return "\n".join([*lines, ""]) if lines else ""


def _error(problem: VaultctlError | None) -> Json:
    return {"message": problem.message, "hint": problem.hint} if problem is not None else None
