"""What `archive`, `verify` and `unarchive` came to, as text and as JSON."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from vaultctl.core.retirement import SOON
from vaultctl.report.escape import escape
from vaultctl.report.json import dump
from vaultctl.report.lint import diff

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.archive import Result
    from vaultctl.usecases.findings import Unsearched
    from vaultctl.usecases.upkeep import Outcome
    from vaultctl.usecases.verify import Due

_ROLES = {"exists": "bold", "committed": "bold", "pushed": "CLEAR", "proposed": "CLEAR"}
_LABEL = 9
WIDEST = 32
"""A cell that is longer than that does not push the others away."""


def archive_json(result: Result) -> str:
    """The schema `vaultctl.archive/1`."""
    document = _keys("archive", "moved", result.outcome)
    document["expiring"] = [
        {"id": entry.lesson.id, "expires": _day(entry.lesson.expires), "path": entry.record.path} for entry in result.expiring
    ]
    document["invalid"] = _unread(result.invalid)
    document["lessons"] = result.lessons
    return dump(document)


def archive_text(result: Result, style: Style) -> str:
    """The summary: what moved, what will expire within 30 days, what failed to validate; and how far the proposal got."""
    outcome = result.outcome
    verb = "would move" if outcome.dry_run else "proposed before, to move" if outcome.state == "exists" else "moved"
    lines = [style.paint(f"{verb} to the archive: {len(outcome.moved)} of {result.lessons}", "bold")]
    lines += _table([(item.id, item.reason, f"{item.source} -> {item.target}") for item in outcome.moved])
    lines.append(style.paint(f"expire within {SOON} days: {len(result.expiring)}", "bold"))
    lines += _table([(entry.lesson.id, _day(entry.lesson.expires) or "", entry.record.path) for entry in result.expiring])
    lines.append(style.paint(f"failed to validate, left where they are: {len(result.invalid)}", "bold"))
    lines += _table([(item.place, item.message) for item in result.invalid])
    return "\n".join([*lines, *_reached(outcome, style), ""])


def outcome_json(command: str, outcome: Outcome) -> str:
    """The schemas `vaultctl.verify/1` and `vaultctl.unarchive/1`."""
    name = "changed" if command == "verify" else "moved"
    return dump(_keys(command, name, outcome) | ({"due": [], "unreadable": []} if command == "verify" else {}))


def outcome_text(outcome: Outcome, style: Style) -> str:
    """One line a lesson, how far the proposal got, and for a dry run what it would change."""
    lines = _table([(item.id, item.reason, f"{item.source or 'never'} -> {item.target}") for item in outcome.moved])
    text = "\n".join([*lines, *_reached(outcome, style), ""]) if outcome.moved else ""
    return text + (diff(outcome.changes) if outcome.dry_run else "")


def due_json(due: Sequence[Due], unreadable: Sequence[Unsearched]) -> str:
    """The list of `verify --due`, with the keys of `vaultctl.verify/1`."""
    document: dict[str, Json] = {
        "schema": "vaultctl.verify/1", "branch": None, "base": None, "state": None, "commit": None, "pushed": False, "url": None,
        "changed": [], "warnings": [], "error": None, "dry_run": False,
    }  # fmt: skip
    document["due"] = [
        {
            "id": item.entry.lesson.id, "category": item.entry.lesson.category, "tags": list(item.entry.lesson.tags),
            "reason": item.why, "expires": _day(item.entry.lesson.expires),
            "last_verified": _day(item.entry.lesson.last_verified), "fires": item.fires, "path": item.entry.record.path,
        }
        for item in due
    ]  # fmt: skip
    document["unreadable"] = _unread(unreadable)
    return dump(document)


def due_text(due: Sequence[Due], style: Style) -> str:
    """One line a lesson: id, why, its last day, how often it was shown (where anybody counts), tags, and where it stands."""
    counts = any(item.fires for item in due)
    rows = [
        (item.entry.lesson.id, item.why, _day(item.entry.lesson.expires) or "indefinite", *([f"fires {item.fires}"] if counts else []),
         ", ".join(item.entry.lesson.tags), item.entry.record.path)
        for item in due
    ]  # fmt: skip
    return "".join(f"{line[2:]}\n" for line in _table(rows)) or style.paint("nothing is due", "CLEAR") + "\n"


def _keys(command: str, name: str, outcome: Outcome) -> dict[str, Json]:
    error = outcome.error
    return {
        "schema": f"vaultctl.{command}/1",
        "branch": outcome.branch,
        "base": outcome.base.branch,
        "state": outcome.state,
        "commit": outcome.commit,
        "pushed": outcome.pushed,
        "url": outcome.url,
        name: [
            {"id": item.id, "from": item.source, "to": item.target, "reason": item.reason, "path": item.path} for item in outcome.moved
        ],
        "warnings": list(outcome.warnings),
        "error": {"message": error.message, "hint": error.hint} if error else None,
        "dry_run": outcome.dry_run,
    }


def _unread(items: Sequence[Unsearched]) -> list[Json]:
    return [{"path": item.path, "line": item.line, "message": item.message} for item in items]


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows in columns, two blanks apart and indented; the last column takes what it needs."""
    shown = [[escape(cell) for cell in row] for row in rows]
    widths = [min(WIDEST, max(len(row[at]) for row in shown)) for at in range(len(shown[0]))] if shown else []
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in shown]


def _reached(outcome: Outcome, style: Style) -> list[str]:
    if outcome.branch is None:
        return []
    if outcome.state is None:
        return [f"would be proposed on {outcome.branch} (for {escape(outcome.base.branch)}); nothing was written"]
    rows = (
        ("branch", f"{outcome.branch} (for {escape(outcome.base.branch)})"),
        ("commit", outcome.commit),
        ("address", escape(outcome.url or "")),
        ("next", _way_on(outcome)),
    )
    return [style.paint(outcome.state, _ROLES[outcome.state]), *[f"  {name:<{_LABEL}}{value}" for name, value in rows if value]]


def _way_on(outcome: Outcome) -> str:
    if outcome.error is not None or outcome.state == "exists":
        return ""
    if outcome.state == "committed" and outcome.base.remote:
        return "vaultctl sync sends it"
    if outcome.state in ("committed", "pushed"):
        return "vaultctl queue run merges it, or says what a person must do"
    return "it counts once its pull request is merged"
