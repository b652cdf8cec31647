"""The outcomes of `restore` and `migrate` as text and as JSON (`vaultctl.restore/1`, `vaultctl.migrate/1`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.counted import counted
from vaultctl.report.escape import escape
from vaultctl.report.json import dump
from vaultctl.report.lint import diff
from vaultctl.usecases.queue import Branch, by_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.migrate import Outcome as Migrated
    from vaultctl.usecases.propose import Base
    from vaultctl.usecases.restore import Compared
    from vaultctl.usecases.restore import Outcome as Restored
    from vaultctl.usecases.upkeep import Moved
    from vaultctl.usecases.upkeep import Outcome as Sent

_SHOWN = 200
_CUT = 160


def restore_json(outcome: Restored) -> str:
    """`changed` are the lessons that are restored, `left` those that are there otherwise and stay, `skipped` what cannot be
    restored (`line` in the backup)."""
    return dump({
        "schema": "vaultctl.restore/1",
        **_sent_keys(outcome.sent, outcome.base),
        "changed": [_moved_keys(moved) for moved in outcome.moved],
        "left": [{"id": item.saved.stored.lesson.id, "reason": item.state, "differs": list(item.differs)} for item in outcome.left],
        "skipped": [{"line": line, "reason": reason} for line, reason in outcome.skipped],
        "unchanged": sum(item.state == "same" for item in outcome.compared),
        "notes": list(outcome.notes),
        "dry_run": outcome.dry_run,
        "diff": diff(outcome.changes) if outcome.dry_run else None,
    })  # fmt: skip


def restore_text(outcome: Restored, style: Style) -> str:
    """The difference first, lesson by lesson; then how far the proposal got."""
    lines: list[str] = []
    moved = {item.id for item in outcome.moved}
    changed = [item for item in outcome.compared if item.saved.stored.lesson.id in moved and item.state != "same"]
    for item in changed[:_SHOWN]:
        lines += _difference(item, style)
    if len(changed) > _SHOWN:
        lines.append(f"  … and {len(changed) - _SHOWN} more (--format json lists them all)")
    if outcome.left:
        lines.append(f"{_count(outcome.left)} there in another state, and left so; name the ids to replace them:")
        for item in outcome.left:
            lines += _difference(item, style)
    if outcome.skipped:
        lines.append("not restored; see these places in the backup:")
        lines += [f"  line {line}: {escape(reason)}" for line, reason in outcome.skipped]
    same = sum(item.state == "same" for item in outcome.compared)
    if same:
        lines.append(f"{same} unchanged")
    if outcome.moved or outcome.changes:
        lines += _sent_lines(outcome.sent, outcome.base, f"restore {counted(len(outcome.moved), 'lesson')}", style, large=outcome.is_large)
    else:
        lines.append("nothing to restore")
    return "\n".join(lines) + "\n"


def _difference(item: Compared, style: Style) -> list[str]:
    lesson = item.saved.stored.lesson
    if item.state == "unreadable" and item.record is not None:
        return [f"~ {escape(lesson.id)} unreadable: {escape(item.record.path)}:{item.record.line}"]
    if item.there is None:
        archived = " (archived)" if item.saved.stored.archived else ""
        return [f"+ {escape(lesson.id)} {style.paint(lesson.category, lesson.category)} {', '.join(lesson.tags)}{archived}: "
                f"{escape(_cut(lesson.issue))}"]  # fmt: skip
    lines = [f"~ {escape(lesson.id)} {item.state}"]
    old = item.there.stored.lesson
    for key in item.differs:
        if key == "archived":
            before, after = item.there.stored.archived, item.saved.stored.archived
        else:
            before, after = getattr(old, key), getattr(lesson, key)
        lines += [f"    {key}", f"      - {escape(_cut(_shown(before)))}", f"      + {escape(_cut(_shown(after)))}"]
    return lines


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "(none)" if value is None or value == "" else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= _CUT else text[: _CUT - 1] + "…"


def migrate_json(outcome: Migrated) -> str:
    """`lost` is what the other layout could not hold: where there is any, nothing was written."""
    return dump({
        "schema": "vaultctl.migrate/1",
        **_sent_keys(outcome.sent, outcome.base),
        "from": outcome.source,
        "to": outcome.target,
        "moved": [_moved_keys(moved) for moved in outcome.moved],
        "lost": [{"path": item.path, "line": item.line, "id": item.id, "what": item.what} for item in outcome.lost],
        "notes": list(outcome.notes),
        "dry_run": outcome.dry_run,
        "diff": diff(outcome.changes) if outcome.dry_run else None,
    })  # fmt: skip


def migrate_text(outcome: Migrated, style: Style) -> str:
    """What was moved, or the list of what would be lost."""
    if outcome.lost:
        lines = [f"{style.paint('refused', 'error')}: the layout {outcome.target} could not hold this; nothing was written"]
        for item in outcome.lost:
            about = f"{item.id}: " if item.id else ""
            lines.append(f"  {escape(item.path)}:{item.line}: {escape(about + item.what)}")
        return "\n".join([*lines, "take these out, or correct them, and run this again"]) + "\n"
    if not outcome.changes:
        return f"nothing to do: all lessons are in the layout {outcome.target}\n"
    about = f"move {counted(len(outcome.moved), 'lesson')} into the layout {outcome.target}"
    return "\n".join(_sent_lines(outcome.sent, outcome.base, about, style, large=True)) + "\n"


def _count(items: Sequence[object]) -> str:
    return "1 lesson is" if len(items) == 1 else f"{len(items)} lessons are"


def _sent_keys(sent: Sent | None, base: Base) -> dict[str, Json]:
    error = sent.error if sent else None
    return {
        "branch": sent.branch if sent else None,
        "base": base.branch,
        "state": sent.state if sent else None,
        "commit": sent.commit if sent else None,
        "pushed": sent.pushed if sent else False,
        "url": sent.url if sent else None,
        "warnings": list(sent.warnings) if sent else [],
        "error": {"message": error.message, "hint": error.hint} if error else None,
    }


def _moved_keys(moved: Moved) -> Json:
    return {"id": moved.id, "from": moved.source, "to": moved.target, "reason": moved.reason, "path": moved.path}


def _sent_lines(sent: Sent | None, base: Base, what: str, style: Style, *, large: bool) -> list[str]:
    """How far a proposal got, and the way on; a `large` one is not merged without a person."""
    if sent is None or sent.state is None:
        return [f"would {what}, on top of {escape(base.branch)}"]
    lines = [f"{style.paint(sent.state, 'bold')}: {what}", f"  branch   {escape(sent.branch or '')} (for {escape(base.branch)})"]
    lines += [f"  {name}{escape(value)}" for name, value in (("commit   ", sent.commit), ("address  ", sent.url)) if value]
    if sent.error is None and sent.state != "exists":
        if large and sent.url:
            way = "it changes too much for the gate: a person reviews and merges its pull request"
        elif large:
            command = by_hand(base, Branch(sent.branch or "", sent.commit, None))
            way = f"it changes too much for the gate: review it, then on {base.branch}: {command}"
        elif sent.state == "committed":
            way = "vaultctl sync sends it" if base.remote else "vaultctl queue run merges it"
        else:
            way = "vaultctl queue run merges it" if sent.state == "pushed" else "it counts once its pull request is merged"
        lines.append(f"  next     {way}")
    return lines + [f"  {style.paint('warning', 'warning')} {escape(warning)}" for warning in sent.warnings]
