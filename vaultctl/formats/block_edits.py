"""Writes the single-file layout: text in, text out, changing the lines that are meant and no other byte.

Line ends are kept: where the first line ends in `\\r\\n`, what is added does too.  Nothing here touches a text that is no vault,
or one with the marks of a merge conflict in it.  What was written is read back before it is handed out, so that a lesson
which would not read back equal is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from vaultctl.core.lesson import Entry, Lesson, id_key, interpret, one_line
from vaultctl.core.record import Field, Record
from vaultctl.core.schema import CATEGORIES, KEY_BY_NAME, KEYS, REQUIRED, SECTIONS
from vaultctl.core.stored import UNKNOWN_DAY, Stored
from vaultctl.errors import Refused, StaleWrite, UsageError, VaultUnreadable
from vaultctl.formats import blocks
from vaultctl.formats.block_entries import CONFLICT_MARKS
from vaultctl.formats.block_lines import ARCHIVED_TITLE
from vaultctl.formats.block_text import SCHEMA_LINE, key_line, normal, read_alone, values, write
from vaultctl.formats.markdown import is_blank

ARCHIVE_TITLE = "# ARCHIVED_KNOWLEDGE.md"
_ORDER = {key.name: position for position, key in enumerate(KEYS)}


def insert(text: str, lesson: Lesson, *, block: str = "") -> str:
    """The text with a lesson at its id's sorted place; `block` is used for it where it stands for the same lesson."""
    return insert_all(text, [(lesson, block)])


def insert_all(text: str, lessons: Sequence[tuple[Lesson, str]]) -> str:
    """The text with every lesson (and its ready-made block, or an empty text) at its id's sorted place in its section.

    A section that is missing is made at its place.  Raises Refused for an id that is there, VaultUnreadable for a text that
    must not be touched.
    """
    lines, end = _take_apart(text)
    reader = _read(text, archived=False)
    there = {id_key(_text(record, "id")): record for record in reader.records}
    gaps: dict[tuple[int, str], list[str]] = {}
    for lesson, block in sorted(lessons, key=lambda item: (CATEGORIES.index(item[0].category), item[0].key)):
        if lesson.key in there:
            raise Refused(f"{lesson.id} is already there, on line {there[lesson.key].line}", "change that one, or use another id")
        gaps.setdefault(_gap(reader, lesson), []).append(block or write(lesson))
    pieces: list[tuple[int, str]] = []
    for (position, kind), written in sorted(gaps.items(), key=lambda item: (item[0][0], item[0][1].isdigit(), item[0][1])):
        added = "\n".join(written)
        followed = position < len(lines) and not is_blank(lines[position].rstrip("\n"))
        if kind.isdigit():  # a section that is not there yet
            added = f"### {SECTIONS[CATEGORIES[int(kind)]]}\n{added}"
        before = "\n" if kind == "after" or (kind.isdigit() and not followed) else ""
        pieces.append((position, before + added + ("\n" if followed else "")))
    if pieces and pieces[-1][0] == len(lines) and lines and not lines[-1].endswith("\n"):
        lines[-1] += end
    for position, added in reversed(pieces):
        lines.insert(position, added.replace("\n", end))
    result = "".join(lines)
    _expect_added(reader, result, [lesson for lesson, _ in lessons])
    return result


def _gap(reader: blocks.Reader, lesson: Lesson) -> tuple[int, str]:
    """Where a lesson goes: the index of the line before which it stands, and what stands around it."""
    before = 0
    records = [record for record in reader.records if _text(record, "category") == lesson.category]
    for record in records:
        if id_key(_text(record, "id")) > lesson.key:
            return (before, "after") if before else (record.line - 1, "before")
        before = record.end_line
    if before:
        return before, "after"
    heading = next((heading for heading in reader.sections() if heading.category == lesson.category), None)
    if heading is not None:
        border = next((line - 1 for line in reader.heading_lines if line > heading.line), len(reader.lines))
        while is_blank(reader.lines[border - 1]):
            border -= 1
        return border, "heading" if border == heading.line else "after"
    rank = CATEGORIES.index(lesson.category)
    later = (heading.line - 1 for heading in reader.sections() if CATEGORIES.index(heading.category) > rank)
    return next(later, len(reader.lines)), str(rank)


def set_key(text: str, record: Record, key: str, value: str) -> str:
    """The text with one key of a record set: its line replaced, or added at its place; empty takes an optional key out.

    `value` is what stands in front matter (`365`, `a/b, c`, `2026-11-30`).
    """
    if key not in KEY_BY_NAME or key == "category":
        raise UsageError(f"{key} cannot be set in the single file", "the category is the section that the entry stands in")
    lines, end = _take_apart(text)
    _expect_unchanged(lines, record)
    value = one_line(value)
    old = record.field(key)
    line_key = key
    if key in ("first_seen", "source_agent"):
        day, agent = record.field("first_seen"), record.field("source_agent")
        if day is not None and (old is None or old.line == day.line):
            day_text, agent_text = _text(record, "first_seen"), _text(record, "source_agent")
            value = f"{value} (agent: {agent_text})" if key == "first_seen" and agent else value
            value = f"{day_text} (agent: {value})" if key == "source_agent" else value
            old, line_key = day, "first_seen"
    if not value and key in REQUIRED:
        raise UsageError(f"{key} cannot be empty", KEY_BY_NAME[key].about)
    start, stop = (old.line - 1, old.end_line) if old else _place(record, key)
    model = lines[start if old else start - 1]
    margin = model[: len(model) - len(model.lstrip(" \t"))]
    if start == len(lines) and not lines[-1].endswith("\n"):
        lines[-1] += end
    lines[start:stop] = [margin + key_line(line_key, value) + end] if value else []
    if not text.endswith("\n") and lines:
        lines[-1] = lines[-1].removesuffix(end)
    return "".join(lines)


def _place(record: Record, key: str) -> tuple[int, int]:
    """Where a key that a record lacks goes: after the last of those that are written before it."""
    earlier = [
        field.end_line
        for field in record.fields
        if field.line >= record.line and _ORDER.get(field.key, len(KEYS)) < _ORDER[key]
    ]
    place = max(earlier, default=record.line)
    return place, place


def remove(text: str, records: Sequence[Record]) -> str:
    """The text without the lines of these records, and without the blank line that set each apart."""
    lines, _ = _take_apart(text)
    reader = _read(text, archived=True)
    for record in sorted(records, key=lambda record: record.line, reverse=True):
        _expect_unchanged(lines, record)
        start, stop = record.line - 1, record.end_line
        del lines[start:stop]
        blank_before = start > 0 and is_blank(lines[start - 1].rstrip("\n"))
        blank_after = start < len(lines) and is_blank(lines[start].rstrip("\n"))
        next_is_entry = start + 1 < len(lines) and not lines[start + 1].startswith("#")
        if blank_after and (blank_before or next_is_entry):
            del lines[start]
        elif blank_before and start == len(lines):
            del lines[start - 1]
    result = "".join(lines)
    gone = {record.line for record in records}
    _expect_same(result, [record for record in reader.records if record.line not in gone])
    return result


def take(text: str, record: Record) -> str:
    """The block of a record as it stands, with `\\n` line ends."""
    return take_all(text, [record])[0]


def take_all(text: str, records: Sequence[Record]) -> list[str]:
    """The blocks of records as they stand, with `\\n` line ends."""
    lines = blocks.split(text)
    return [cut(lines, record) for record in records]


def cut(lines: Sequence[str], record: Record) -> str:
    """The block of a record, with `\\n` line ends, from the lines of `blocks.split`: whoever wants many blocks splits once."""
    return "\n".join(lines[record.line - 1 : record.end_line]) + "\n"


def revise(block: str, lesson: Lesson) -> str:
    """A block as it stood, changed only in the keys in which `lesson` differs; empty where that cannot be."""
    wanted = normal(lesson)
    heading = f"### {SECTIONS[lesson.category]}\n"
    for key, value in values(wanted).items():
        there = read_alone(lesson.category, block)
        if there is None:
            return ""
        if values(there)[key] != value:
            record = blocks.parse("", heading + block).records[0]
            block = set_key(heading + block, record, key, value).removeprefix(heading)
    return block if read_alone(lesson.category, block) == wanted else ""


def line_end(text: str) -> str:
    """The line end of a text: that of its first line."""
    return "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"


def archive(text: str, moved: Sequence[tuple[str, Record, str]], day: str, new_end: str = "\n") -> str:
    """The text of the archive (empty for a new one) with a batch a reason appended; `moved` are block, record and reason.

    `new_end` is the line end of a new archive; one that is there keeps its own.
    """
    if not text.strip():
        text = f"{ARCHIVE_TITLE}{new_end}{SCHEMA_LINE}{new_end}"
    _, end = _take_apart(text)
    _read(text, archived=True)
    parts = [text if text.endswith("\n") else text + end]
    for reason in dict.fromkeys(one_line(reason) for _, _, reason in moved):
        parts.append(f"\n## {ARCHIVED_TITLE}{day}: {reason}\n".replace("\n", end))
        for category in CATEGORIES:
            batch = [block for block, record, why in moved if one_line(why) == reason and _text(record, "category") == category]
            if batch:
                parts.append(("\n### " + SECTIONS[category] + "\n" + "\n".join(batch)).replace("\n", end))
    return "".join(parts)


def archive_all(text: str, lessons: Sequence[Stored]) -> str:
    """The text of the archive (empty for a new one) with archived lessons appended: a batch a day and reason, by day."""
    days: dict[str, list[tuple[str, Record, str]]] = {}
    for item in sorted(lessons, key=lambda item: (item.archived or ("", ""), item.lesson.key)):
        day, reason = item.archived or (UNKNOWN_DAY, "")
        block = item.text if item.form == "block" else write(item.lesson)
        record = Record("", 0, 0, (Field("category", item.lesson.category, 0),), archived=True)
        days.setdefault(day, []).append((block, record, reason))
    for day, moved in days.items():
        text = archive(text, moved, day)
    return text


def _take_apart(text: str) -> tuple[list[str], str]:
    """The lines with their line ends, and the line end of the first.  Raises VaultUnreadable at the marks of a conflict."""
    parts = text.split("\n")
    lines = [part + "\n" for part in parts[:-1]]
    if parts[-1]:
        lines.append(parts[-1])
    for number, line in enumerate(lines):
        if line[:7] in (CONFLICT_MARKS[0], CONFLICT_MARKS[-1]) and line[7:8] in (" ", "\r", "\n", ""):
            raise VaultUnreadable(f"line {number + 1} holds a mark of a merge conflict; nothing was written", "resolve it first")
    return lines, "\r\n" if lines and lines[0].endswith("\r\n") else "\n"


def _read(text: str, *, archived: bool) -> blocks.Reader:
    reader = blocks.Reader("", blocks.split(text), archived=archived)
    for fault in reader.result().faults:
        if fault.fatal:
            where = "" if fault.rule == "not-a-vault" else f"line {fault.line}: "
            raise VaultUnreadable(f"{where}{fault.message}; nothing was written", fault.hint)
    return reader


def _text(record: Record, key: str) -> str:
    field = record.field(key)
    return field.value if field and isinstance(field.value, str) else ""


def _expect_unchanged(lines: Sequence[str], record: Record) -> None:
    if record.end_line > len(lines) or _text(record, "id") not in lines[record.line - 1]:
        raise StaleWrite(f"{_text(record, 'id')} is not on line {record.line} any more; nothing was written", "run it again")


def _content(record: Record) -> tuple[object, ...]:
    return tuple((field.key, field.value) for field in record.fields), record.body


def _expect_same(text: str, records: Sequence[Record]) -> None:
    """Raises Refused unless the text holds just these records, whatever their lines."""
    _expect_content(_read(text, archived=True).records, records)


def _expect_content(found: Sequence[Record], expected: Sequence[Record]) -> None:
    if [_content(record) for record in found] != [_content(record) for record in expected]:
        raise Refused("the other lessons of the file would read differently afterwards; nothing was written",
                      "run `vaultctl lint` and correct what it finds in this file")


def _expect_added(before: blocks.Reader, text: str, lessons: Sequence[Lesson]) -> None:
    """Raises Refused unless the text holds what it held before and these lessons, and no new fault."""
    wanted = {lesson.key: normal(lesson) for lesson in lessons}
    after = _read(text, archived=False)
    others = []
    for record in after.records:
        lesson = wanted.get(id_key(_text(record, "id")))
        if lesson is None:
            others.append(record)
            continue
        entry = interpret(record)
        if not (isinstance(entry, Entry) and entry.lesson == lesson):
            raise Refused(f"{lesson.id} would not read back equal at its place; nothing was written",
                          "run `vaultctl lint` and correct what it finds in this file")
    _expect_content(others, before.records)
    if len(after.records) != len(before.records) + len(lessons):
        raise Refused("the new text would not read as one lesson; nothing was written", "simplify the body")
