"""What `queue` and `sync` answer, as text and as JSON (`vaultctl.queue/1`, `vaultctl.sync/1`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.report.escape import escape, shown
from vaultctl.report.json import dump
from vaultctl.report.lint import problem_keys
from vaultctl.report.width import fold
from vaultctl.usecases.queue import gate_command, objection

if TYPE_CHECKING:
    from vaultctl.errors import VaultctlError
    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.queue import Listed, Result
    from vaultctl.usecases.sync import Result as SyncResult

_ROLES = {"merged": "CLEAR", "open": "bold", "waiting": "WARNED", "conflict": "error", "failed": "error", "review": "warning"}
_SHOWN = 3
"""Problems of one proposal that are printed."""
_WIDEST = 160
_WORDS = 60
"""Characters of an issue that tell which lesson it is."""
_TAGS = 3
_NARROW = 60
"""Columns below which there is no room to indent."""


def to_json(result: Result) -> str:
    """The proposals, oldest first; null where there is none.

    `title` is the first line of the commit, `about` what the gate found the proposal to do, `lesson` the one that it adds, `problems`
    what it objects to, `next` what a person can do, and `command` what they run.  `would_merge`: in a dry run.
    """
    return dump({
        "schema": "vaultctl.queue/1",
        "proposals": [_keys(item) for item in result.proposals],
        "base": result.base.branch,
        "base_commit": result.base.commit,
        "merged": 0 if result.dry_run else result.merged,
        "refreshed": result.refreshed,
        "notes": list(result.notes),
        "error": _error(result.problem),
        "dry_run": result.dry_run,
    })  # fmt: skip


def _keys(item: Listed) -> Json:
    lesson = item.ruling.lesson
    return {
        "branch": item.branch.name, "id": item.branch.id, "state": item.state, "reason": item.reason or None, "url": item.url,
        "title": item.title or None, "about": item.ruling.about or None,
        "lesson": {"id": lesson.id, "category": lesson.category, "tags": list(lesson.tags), "issue": lesson.issue} if lesson else None,
        "problems": [problem_keys(problem) for problem in item.ruling.problems], "next": item.next or None,
        "command": item.command or None, "would_merge": item.merges,
    }  # fmt: skip


def to_text(result: Result, style: Style, *, columns: int | None = None) -> str:
    """A block a proposal: its state and branch, what it is, what is in its way and how to go on; one line for what is merged.

    Nothing where there is none.  Lines fit `columns`, but for commands, which are to be copied whole.
    """
    narrow = columns is not None and columns < _NARROW
    indent = " " * (2 if narrow else 10)
    lines = []
    for item in result.proposals:
        lines.append(f"{style.paint(item.state, _ROLES[item.state])}{' ' * (8 - len(item.state))}  {escape(item.branch.name)}")
        if item.state == "merged":
            continue
        about = _about(item)
        lines += fold(about, indent, columns) if about else []
        if item.merges:
            lines += fold(f"would be merged into {escape(result.base.branch)}", indent, columns)
        for text in _reasons(item):
            lines += fold(text, indent, columns)
        more = len(item.ruling.problems) - _SHOWN
        if more > 0:
            lines += [f"{indent}and {more} more; all of them:", f"{indent}  {gate_command(result.base, item.branch)}"]
        lines += fold(f"next: {escape(item.next)}", indent, columns) if item.next else []
        lines += [f"{indent}  {escape(item.command)}"] if item.command else []
        lines += [indent + escape(item.url)] if item.url else []
    return "\n".join([*lines, ""]) if lines else ""


def _about(item: Listed) -> str:
    lesson = item.ruling.lesson
    if lesson is None:
        return escape(_cut(item.ruling.about or item.title, _WIDEST))
    tags = ", ".join(lesson.tags[:_TAGS]) + (", …" if len(lesson.tags) > _TAGS else "")
    issue = shown(lesson.mitigation if lesson.issue.casefold() == "n/a" else lesson.issue)
    return escape(f"{lesson.category} {tags}: {_cut(issue, _WORDS)}")


def _reasons(item: Listed) -> list[str]:
    """What stands in its way, one a line: of what the gate objects to, the first few."""
    problems = item.ruling.problems[:_SHOWN]
    if not problems:
        return [escape(item.reason)] if item.reason else []
    return [escape(_cut(objection(problem), _WIDEST)) for problem in problems]


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


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
