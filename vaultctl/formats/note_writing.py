"""Writes notes, and changes single keys of those that are there; what `formats.frontmatter` reads.

Only the lines of a key change, and what comes out is read back before it is handed over.
"""

from __future__ import annotations

from vaultctl.core.lesson import Malformed, interpret, trim_body
from vaultctl.core.record import Fault, Record
from vaultctl.core.schema import CATEGORIES, KEYS, SECTIONS
from vaultctl.errors import Refused, UsageError
from vaultctl.formats import frontmatter, scalars
from vaultctl.formats.keylines import KNOWN, KeyValue, scan_head
from vaultctl.formats.yaml_nodes import ListNode, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultctl.core.lesson import Entry, Lesson
    from vaultctl.formats.keylines import Scan


def write(lesson: Lesson) -> str:
    """The canonical text of a lesson; reads back equal, where its body is as `trim_body` leaves it."""
    rows = [frontmatter.FENCE]
    for key in KEYS:
        value = _text_of(lesson, key.name)
        if value is not None:
            rows.append(f"{key.name}: {value}")
    rows.append(frontmatter.FENCE)
    body = trim_body("\n".join([line.rstrip("\r") for line in lesson.body.split("\n")]))
    if body:
        rows.append(frontmatter.decoded(body))
    return "\n".join(rows) + "\n"


def render_value(key: str, value: str) -> str:
    """The canonical spelling of a key's value.  `tags` are given as comma-separated text."""
    if key == "tags":
        return scalars.render_list(tuple([item.strip() for item in value.split(",") if item.strip()]))
    if key in ("issue", "mitigation", "archived_reason"):
        return scalars.quote(value)
    if key in ("first_seen", "last_verified", "archived", "ttl"):
        return value if scalars.is_bare(value) else scalars.quote(value)
    return scalars.render(value)


def _text_of(lesson: Lesson, key: str) -> str | None:
    if key == "tags":
        return scalars.render_list(lesson.tags)
    value = getattr(lesson, key)
    if key == "ttl":
        return "indefinite" if value is None else str(value)
    return None if value is None else render_value(key, str(value))


def set_key(text: str, record: Record, key: str, value: str) -> str:
    """The text with one key set: its value replaced where it stands, or one line added at its canonical place.

    `tags` are given as comma-separated text.  Every other byte stays.  Raises Refused where the note does not parse.
    """
    return set_keys(text, record, {key: value})


def set_keys(text: str, record: Record, values: Mapping[str, str]) -> str:
    """The text with several keys set, as `set_key` sets one."""
    for key in values:
        if key not in KNOWN:
            raise UsageError(f"no such key: {key}", "the keys are " + ", ".join(KNOWN))
    scan = _editable(text, record)
    rows = text.split("\n")
    margin = " " * scan.keys[0].start
    places: list[tuple[int, int, str, KeyValue | None]] = []
    for key in values:
        old = next((found for found in scan.keys if found.name == key), None)
        before = [found for found in scan.keys if KNOWN.get(found.name, len(KNOWN)) < KNOWN[key]]
        nearest = max(before, key=lambda found: KNOWN[found.name], default=None)
        row = scan.keys[0].row if nearest is None else _last_row(nearest)
        places.append((old.row if old else row, KNOWN[key], key, old))
    # From the last to the first, so that no change moves the place of another.
    for row, _, key, old in sorted(places, key=lambda place: place[:2], reverse=True):
        rendered = render_value(key, values[key])
        if old is not None:
            _put_value(rows, old, rendered)
        else:
            rows.insert(row, f"{margin}{key}: {rendered}" + ("\r" if rows[0].endswith("\r") else ""))
    expected: dict[str, str | tuple[str, ...] | None] = dict(values)
    if "tags" in values:
        expected["tags"] = tuple([item.strip() for item in values["tags"].split(",") if item.strip()])
    return _checked("\n".join(rows), record, scan, expected)


def remove_key(text: str, record: Record, key: str) -> str:
    """The text without the line or lines of a key.  Raises Refused where the note does not parse."""
    scan = _editable(text, record)
    rows = text.split("\n")
    for found in reversed(scan.keys):
        if found.name == key:
            del rows[found.row : _last_row(found)]
    return _checked("\n".join(rows), record, scan, {key: None})


def canonical(text: str, record: Record) -> str | None:
    """The text with the keys, tags and category that are spelled otherwise made canonical; None where there is nothing to do.

    That is what `lint --fix` writes.  None, too, where the note does not parse: it is left as it is.
    """
    try:
        scan = _editable(text, record)
    except Refused:
        return None
    entry = _entry(text, record)
    assert not isinstance(entry, Malformed)
    unfixable = {fault.line for fault in scan.faults if fault.rule == "not-canonical" and not fault.fixable}
    changed: dict[str, str | tuple[str, ...] | None] = {}
    rows = text.split("\n")
    for found in reversed(scan.keys):
        if found.name not in KNOWN or found.field is None:
            continue
        value = found.field.value
        if found.name == "tags" and found.row + 1 not in unfixable and (not found.field.canonical or value != entry.lesson.tags):
            if not _is_tidy(rows, found, entry.lesson.tags):
                _put_value(rows, found, scalars.render_list(entry.lesson.tags))
                changed["tags"] = entry.lesson.tags
        elif found.name == "category" and value not in CATEGORIES and value not in SECTIONS.values():
            _put_value(rows, found, entry.lesson.category)
            changed["category"] = entry.lesson.category
        if not found.field.canonical:
            _put_name(rows, found)
    after = "\n".join(rows)
    if after == text:
        return None
    try:
        return _checked(after, record, scan, changed)
    except Refused:
        return None


def _is_tidy(rows: list[str], found: KeyValue, tags: tuple[str, ...]) -> bool:
    """Whether the value is spelled well and only its key is not."""
    node = found.node
    return (
        isinstance(node, ListNode) and node.flow and node.line == node.end_line
        and "#" not in rows[node.line - 1][node.column - 1 : node.end_column - 1]
        and tuple([item.text for item in node.items if isinstance(item, Scalar)]) == tags
    )  # fmt: skip


def _entry(text: str, record: Record) -> Entry | Malformed:
    return interpret(frontmatter.parse(record.path, text, archived=record.archived).records[0])


def _editable(text: str, record: Record) -> Scan:
    """The parts of a note that may be edited.  Raises Refused for one that is no lesson."""
    entry = _entry(text, record)
    if isinstance(entry, Malformed):
        worst = entry.worst
        raise Refused(f"{record.path}:{worst.line}: {worst.message}; the file was left as it is", worst.hint)
    found = frontmatter.bounds(frontmatter.decoded(text))
    assert not isinstance(found, Fault)
    return scan_head(frontmatter.decoded(text)[: found[0]])


def _checked(text: str, record: Record, before: Scan, wanted: dict[str, str | tuple[str, ...] | None]) -> str:
    """The text, once it is read back and says what was meant, and everything else as before.  Raises Refused."""
    after = frontmatter.parse(record.path, text, archived=record.archived).records[0]
    expected = {key.field.key: key.field.value for key in before.keys if key.field is not None} | wanted
    found = {field.key: field.value for field in after.fields}
    same = {key: value for key, value in expected.items() if value is not None} == found
    if not same or any(fault.fatal for fault in after.faults):
        raise Refused(f"{record.path}: its front matter cannot be changed without harm", "edit it by hand")
    return text


def _last_row(found: KeyValue) -> int:
    """The row after the last line of a key's value."""
    return found.row + 1 if found.node is None else max(found.row + 1, found.node.end_line)


def _put_value(rows: list[str], found: KeyValue, rendered: str) -> None:
    """Replaces a value, keeping the key, comments and line ends."""
    node, row = found.node, found.row
    assert node is not None and found.field is not None
    line = rows[row]
    if node.line > row + 1:  # the value starts below its key
        comment = "" if _holds_tags(found, line[found.colon :]) else line[found.colon :].strip(" \t\r")
        tail = ("  " + comment if comment else "") + ("\r" if line.endswith("\r") else "")
    elif isinstance(node, Scalar) and node.style in ("plain", "empty") and found.field.value != node.text:
        tail = "\r" if line.endswith("\r") else ""  # what YAML takes for a comment was read as tags
    else:
        last = rows[node.end_line - 1]
        tail = last[node.end_column - 1 :]
        if node.end_line > row + 1 and not tail and line.endswith("\r"):
            tail = "\r"
        if _holds_tags(found, tail):
            tail = "\r" if tail.endswith("\r") else ""
        if tail.startswith("#"):
            tail = " " + tail
    kept = [text for text in rows[row + 1 : node.end_line - 1] if node.line > row + 1 and text.lstrip(" ").startswith("#")]
    blanks = line[found.colon : node.column - 1] if node.line == row + 1 else ""
    rows[row : max(row + 1, node.end_line)] = [line[: found.colon] + (blanks or " ") + rendered + tail, *kept]


def _holds_tags(found: KeyValue, comment: str) -> bool:
    """Whether what YAML takes for a comment was read as tags."""
    text = comment.strip(" \t\r")
    if found.name != "tags" or not text:
        return False
    from vaultctl.formats.hash_tags import holds_tags  # only here: `check` never writes

    return holds_tags(text)


def _put_name(rows: list[str], found: KeyValue) -> None:
    """Writes the key as it is written, keeping what follows its colon."""
    rest = rows[found.row][found.colon :]
    gap = "" if rest[:1] in ("", " ", "\r") else " "
    rows[found.row] = " " * found.start + found.name + ":" + gap + rest
