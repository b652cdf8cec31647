"""The index of a vault as text: `VAULT_INDEX.json` and what its lines share with the pages of `VAULT_INDEX.md`.

It holds days, never states, so it is the same on any day; it is sorted and has one tag a line, so that ripgrep and sed alone find
a lesson in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from vaultctl.core.invisible import is_hidden
from vaultctl.core.schema import CATEGORIES, INDEFINITE

if TYPE_CHECKING:
    from vaultctl.core.lesson import Entry, Lesson

SCHEMA = "vaultctl.index-file/1"
MAX_TEXT = 120
"""Characters of a lesson's issue that one line shows."""


def by_tag(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Tag -> the lessons that bear it, worst category first, then by id; sorted by tag."""
    found: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=order):
        for tag in entry.lesson.tags:
            found.setdefault(tag, []).append(entry)
    return dict(sorted(found.items()))


def order(entry: Entry) -> tuple[int, str, str, int]:
    """Where a lesson stands among those of a tag."""
    return CATEGORIES.index(entry.lesson.category), entry.lesson.key, entry.record.path, entry.record.line


def to_json(entries: Sequence[Entry]) -> str:
    """`VAULT_INDEX.json`: one line a tag, each a JSON list of lessons; the whole is one JSON document."""
    tags = by_tag(entries)
    shown = {id(entry): _dump(_item(entry)) for entry in entries}
    lines = [f"{_dump(tag)}: [{', '.join(shown[id(entry)] for entry in found)}]" for tag, found in tags.items()]
    head = f'{{\n"schema": "{SCHEMA}",\n"lessons": {len(entries)},\n"tags": {{\n'
    return head + ",\n".join(lines) + ("\n" if lines else "") + "}\n}\n"


def _item(entry: Entry) -> dict[str, str | int | None]:
    lesson, record = entry.lesson, entry.record
    return {
        "id": visible(lesson.id),
        "category": lesson.category,
        "path": record.path,
        "line": record.line,
        "end_line": record.end_line,
        "expires": lesson.expires.isoformat() if lesson.expires else None,
        "superseded_by": visible(lesson.superseded_by) if lesson.superseded_by else None,
        "text": line_of(lesson),
    }


def _dump(value: object) -> str:
    # A path may hold bytes that are no UTF-8, which JSON can only write as escapes.
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)


def line_of(lesson: Lesson) -> str:
    """What a lesson is about, on one line: its issue, or for a VERIFIED one without, what it says to do."""
    text = visible(lesson.mitigation if lesson.issue.casefold() == "n/a" else lesson.issue)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1].rstrip() + "…"


def last_day(lesson: Lesson) -> str:
    """The last day on which a lesson counts, or that it never ends."""
    return f"until {lesson.expires}" if lesson.expires else INDEFINITE


def visible(text: str) -> str:
    r"""The text on one line, with what cannot be seen written out as `\u{200b}`."""
    text = text.replace("\n", "\\n").replace("\t", " ")
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"\\u{{{ord(char):x}}}" if is_hidden(text, place) else char for place, char in enumerate(text))
