"""Makes the tolerated spellings of the single-file layout canonical, for `lint --fix`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vaultctl.core.lesson import Entry, interpret
from vaultctl.core.record import Parsed, Record
from vaultctl.core.schema import KEY_BY_NAME
from vaultctl.formats import blocks
from vaultctl.formats.block_lines import read_key
from vaultctl.formats.block_text import body_lines, key_line
from vaultctl.formats.markdown import indent


def canonical(text: str, parsed: Parsed) -> str | None:
    """The text with every section heading and key line in its canonical spelling; None where there is nothing to change.

    Only lines of records that are lessons are changed, and only where every lesson reads the same afterwards.
    """
    end = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    changes: dict[int, list[str]] = {}
    archived = any(record.archived for record in parsed.records)
    reader = blocks.Reader(parsed.path, blocks.split(text), archived=archived)
    for heading in reader.sections():
        if heading.text != heading.canonical and not heading.spare:
            changes[heading.line] = [heading.canonical]
    for record in reader.records:
        entry = interpret(record)
        if isinstance(entry, Entry):
            changes.update(_changes(entry, reader.lines))
    parts = text.split("\n")
    lines = [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
    for number, new in changes.items():
        last = end if lines[number - 1].endswith("\n") else ""
        mark = "\ufeff" if number == 1 and text.startswith("\ufeff") else ""
        lines[number - 1] = mark + end.join(new) + last if new else mark
    result = "".join(lines)
    after = blocks.parse(parsed.path, result, archived=archived)
    return result if result != text and _contents(after.records) == _contents(reader.records) else None


def _contents(records: Iterable[Record]) -> list[object]:
    """What must be the same afterwards: the lessons, and what is known of records that are none."""
    entries = [interpret(record) for record in records]
    return [entry.lesson if isinstance(entry, Entry) else (entry.id, entry.tags) for entry in entries]


def _changes(entry: Entry, lines: Sequence[str]) -> dict[int, list[str]]:
    """Line number -> the lines that stand there instead (none: the line goes)."""
    lesson, record = entry.lesson, entry.record
    changes: dict[int, list[str]] = {}
    first_seen, agent = record.field("first_seen"), record.field("source_agent")
    assert first_seen and agent, record  # it is a lesson
    for field in record.fields:
        whole = ""
        if field.line < record.line or field.key not in KEY_BY_NAME or (field is agent and agent.line == first_seen.line):
            continue
        if field.key == "tags" and not (field.canonical and not _retagged(entry)):
            whole = key_line("tags", ", ".join(lesson.tags))
        elif field is first_seen and not (field.canonical and agent.line == field.line):
            whole = key_line("first_seen", f"{lesson.first_seen.isoformat()} (agent: {lesson.source_agent})")
        if whole or field is agent:
            changes.update((number, []) for number in range(field.line, field.end_line + 1))
            if whole:
                changes[field.line] = [whole]
        elif not field.canonical and (key := read_key(lines[field.line - 1])) is not None:
            changes[field.line] = [f"- **{KEY_BY_NAME[field.key].label}**: {key.value}".rstrip()]
    taken = {field.line for field in record.fields}
    for fault in record.faults:
        if fault.fixable and fault.line not in taken:  # a Category line that the section makes needless
            changes[fault.line] = []
    if indent(lines[record.line - 1]) and record.body and record.body_line > max(taken):
        changes.update((number, []) for number in range(record.body_line + 1, record.end_line + 1))
        changes[record.body_line] = body_lines(record.body)
    return changes


def _retagged(entry: Entry) -> bool:
    """Whether a tag of the lesson is not written as it is normalised."""
    return any(fault.rule == "not-canonical" and fault.message.startswith("tag ") for fault in entry.faults)
