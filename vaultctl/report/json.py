"""The answers' values as plain JSON-ready data: one place that names the keys of a lesson and of a vault."""

from __future__ import annotations

from vaultctl.report.escape import escape_json, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from vaultctl.core.lesson import Lesson

    Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def lesson_keys(lesson: Lesson) -> dict[str, Json]:
    """The keys of a lesson that every command shows alike (DESIGN section 5); `ttl` and `expires` null: indefinite.

    Texts are as they are shown: nothing from HTML comments (`report.escape.shown`).
    """
    return {
        "id": shown(lesson.id),
        "category": lesson.category,
        "tags": list(lesson.tags),
        "issue": shown(lesson.issue),
        "mitigation": shown(lesson.mitigation),
        "first_seen": lesson.first_seen.isoformat(),
        "source_agent": shown(lesson.source_agent),
        "ttl": lesson.ttl,
        "expires": lesson.expires.isoformat() if lesson.expires else None,
        "last_verified": lesson.last_verified.isoformat() if lesson.last_verified else None,
    }


def dump(document: dict[str, Json]) -> str:
    """The document as JSON text that shows no hidden character raw, with a final line end."""
    import json

    return escape_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"
