"""What became of the generated files, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.counted import counted
from vaultctl.report.escape import escape
from vaultctl.report.json import dump

if TYPE_CHECKING:
    from vaultctl.core.change import FileChange
    from vaultctl.report.style import Style
    from vaultctl.usecases.index import Result

_SHOWN = 20


def to_json(result: Result) -> str:
    """The schema `vaultctl.index/1`; `files` are those that differ (or differed), `count` all that there should be."""
    return dump({
        "schema": "vaultctl.index/1",
        "state": result.state,
        "lessons": result.lessons,
        "count": result.files,
        "files": [{"path": change.path, "change": _kind(change)} for change in result.changes],
        "unreadable": [{"path": item.path, "line": item.line, "message": item.message} for item in result.unread],
    })  # fmt: skip


def to_text(result: Result, style: Style) -> str:
    """One line a file that differs (the first of many), then what it adds up to."""
    lines = [f"{_kind(change):<8}{escape(change.path)}" for change in result.changes[:_SHOWN]]
    if len(result.changes) > _SHOWN:
        lines.append(f"        and {len(result.changes) - _SHOWN} more")
    role = {"fresh": "CLEAR", "written": "CLEAR", "stale": "error", "unread": "error"}[result.state]
    word = style.paint(result.state, role)
    if result.state == "unread":
        lines.append(f"{word}: nothing was written, because {len(result.unread)} could not be read")
    else:
        lines.append(f"{word}: {len(result.changes)} of {counted(result.files, 'file')} differ" if result.state == "stale"
                     else f"{word}: {counted(result.lessons, 'lesson')} in {counted(result.files, 'file')}")  # fmt: skip
    return "\n".join(lines) + "\n"


def _kind(change: FileChange) -> str:
    return "create" if change.before is None else "remove" if change.after is None else "change"
