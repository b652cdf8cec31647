"""Lessons -> the text of the single-file layout, in its canonical form.

What was written is read back before it is handed out, so that a lesson which would not read back equal is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vaultctl.core.lesson import Entry, Lesson, interpret, one_line, trim_body
from vaultctl.core.schema import CATEGORIES, INDEFINITE, KEY_BY_NAME, SECTIONS
from vaultctl.core.tags import split_list
from vaultctl.errors import Refused
from vaultctl.formats import blocks

if TYPE_CHECKING:
    from vaultctl.core.schema import Category

TITLE = "# KNOWLEDGE_VAULT.md"
SCHEMA_LINE = "# Schema Version: 1.0"


def normal(lesson: Lesson) -> Lesson:
    """The lesson as it reads back: paragraphs on one line, no blank lines around the body."""
    return lesson._replace(
        id=one_line(lesson.id),
        issue=one_line(lesson.issue),
        mitigation=one_line(lesson.mitigation),
        source_agent=one_line(lesson.source_agent),
        superseded_by=one_line(lesson.superseded_by or "") or None,
        name=one_line(lesson.name or "") or None,
        body=trim_body(lesson.body),
    )


def write(lesson: Lesson) -> str:
    """The canonical block of a lesson, with a line end at its end.  Raises Refused where it would not read back equal."""
    lesson = normal(lesson)
    pairs = values(lesson)
    pairs["first_seen"] += f" (agent: {pairs.pop('source_agent')})"
    lines = [key_line(key, value) for key, value in pairs.items() if value]
    if lesson.body:
        lines += ["", *body_lines(lesson.body)]
    block = "\n".join(lines) + "\n"
    if read_alone(lesson.category, block) != lesson:
        raise Refused(f"{lesson.id[:60]}: this lesson cannot be written so that it reads back equal: {_reason(lesson, block)}",
                      "correct that value and try again")
    return block


def key_line(key: str, value: str) -> str:
    """The line of a key; `value` as in front matter, for first_seen with its agent behind it."""
    if key == "tags":
        value = ", ".join("#" + tag.removeprefix("#") for tag in split_list(value))
    elif key == "ttl" and value.isdigit():
        value += " days"
    return f"- **{KEY_BY_NAME[key].label or 'Source Agent'}**: {value}"


def body_lines(body: str) -> list[str]:
    """The lines of a body as they stand under a block."""
    return ["  " + line if line else "" for line in body.split("\n")]


def read_alone(category: Category, block: str) -> Lesson | None:
    """The lesson that a block makes in the section of that category; None where it makes none, or more than one."""
    parsed = blocks.parse("", f"### {SECTIONS[category]}\n{block}")
    whole = len(parsed.records) == 1 and not any(fault.fatal for fault in parsed.faults)
    entry = interpret(parsed.records[0]) if whole else None
    return entry.lesson if isinstance(entry, Entry) else None


def _reason(lesson: Lesson, block: str) -> str:
    """The first thing that is wrong with what was written."""
    parsed = blocks.parse("", f"### {SECTIONS[lesson.category]}\n{block}")
    for fault in parsed.faults:
        if fault.fatal:
            return fault.message
    for record in parsed.records:
        entry = interpret(record)
        if not isinstance(entry, Entry):
            return entry.worst.message
        for name, value in zip(Lesson._fields, entry.lesson, strict=True):
            if value != getattr(lesson, name):
                return f"{name} reads back as {str(value)[:80]!r}"
    return "it does not read as one lesson"


def new_file(lessons: Sequence[Lesson]) -> str:
    """A whole KNOWLEDGE_VAULT.md with every section, each sorted by id."""
    parts = [f"{TITLE}\n{SCHEMA_LINE}\n"]
    for category in CATEGORIES:
        entries = sorted((lesson for lesson in lessons if lesson.category == category), key=lambda lesson: lesson.key)
        parts.append(f"### {SECTIONS[category]}\n" + "\n".join(write(lesson) for lesson in entries))
    return "\n".join(parts)


def values(lesson: Lesson) -> dict[str, str]:
    """Key -> value as it stands in front matter, in the order of the schema; an empty text for what is not set."""
    return {
        "id": lesson.id,
        "tags": ", ".join(lesson.tags),
        "issue": lesson.issue,
        "mitigation": lesson.mitigation,
        "first_seen": lesson.first_seen.isoformat(),
        "source_agent": lesson.source_agent,
        "ttl": INDEFINITE if lesson.ttl is None else str(lesson.ttl),
        "last_verified": lesson.last_verified.isoformat() if lesson.last_verified else "",
        "superseded_by": lesson.superseded_by or "",
        "name": lesson.name or "",
    }
