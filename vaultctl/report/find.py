"""The answers of `show` and `search` as text and JSON."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from vaultctl.core.shown import shown_body
from vaultctl.formats import markdown
from vaultctl.report.check import block
from vaultctl.report.escape import escape, shown
from vaultctl.report.json import dump, lesson_keys
from vaultctl.usecases.find import Hits, Shown

if TYPE_CHECKING:
    from vaultctl.report.json import Json
    from vaultctl.report.style import Style


def show_json(found: Shown, today: date) -> str:
    """The schema `vaultctl.show/1`."""
    lesson, record = found.entry.lesson, found.entry.record
    document: dict[str, Json] = {
        **lesson_keys(lesson),
        "superseded_by": shown(lesson.superseded_by) if lesson.superseded_by else None,
        "name": shown(lesson.name) if lesson.name else None,
        "expired": lesson.is_expired(today),
        "path": record.path,
        "line": record.line,
        "end_line": record.end_line,
        "body": shown_body(lesson.body, markdown.scan),
        "links": [shown(link) for link in found.links],
        "backlinks": [shown(link) for link in found.backlinks],
        "archived": found.archived,
    }
    return dump({"schema": "vaultctl.show/1", "lesson": document})


def show_text(found: Shown, today: date, style: Style) -> str:
    """The lesson as `check` shows it, with its links and its body.  Every line of the body is indented: it is data."""
    lesson = found.entry.lesson
    lines = block(found.entry, style, expired=lesson.is_expired(today), archived=found.archived)
    if lesson.name:
        lines.append(f"  name     {escape(shown(lesson.name))}")
    if lesson.superseded_by:
        lines.append(f"  replaced by {escape(shown(lesson.superseded_by))}")
    if found.links:
        lines.append(f"  links    {escape(', '.join(map(shown, found.links)))}")
    if found.backlinks:
        lines.append(f"  linked from {escape(', '.join(map(shown, found.backlinks)))}")
    if lesson.body:
        lines += ["", *(f"    {escape(line, keep=chr(9))}".rstrip() for line in shown_body(lesson.body, markdown.scan).split("\n"))]
    return "\n".join(lines) + "\n"


def search_json(hits: Hits) -> str:
    """The schema `vaultctl.search/1`."""
    lessons: list[Json] = [
        {**lesson_keys(hit.entry.lesson), "path": hit.entry.record.path, "line": hit.line, "excerpt": hit.excerpt,
         "archived": hit.archived}
        for hit in hits.hits
    ]  # fmt: skip
    return dump({
        "schema": "vaultctl.search/1",
        "lessons": lessons,
        "counts": {"files_searched": hits.files, "matched": len(hits.hits), "unreadable": len(hits.unread)},
        "unreadable": [{"path": item.path, "line": item.line, "message": item.message} for item in hits.unread],
    })  # fmt: skip


def search_text(hits: Hits, style: Style) -> str:
    """One line a lesson, made to be cut by other programs: place, id, category, tags, excerpt, with tabs between them."""
    return "".join(
        "\t".join((
            f"{escape(hit.entry.record.path)}:{hit.line}",
            escape(shown(hit.entry.lesson.id)),
            style.paint(hit.entry.lesson.category, hit.entry.lesson.category) + (" archived" if hit.archived else ""),
            ",".join(hit.entry.lesson.tags),
            escape(hit.excerpt),
        )) + "\n"
        for hit in hits.hits
    )  # fmt: skip
