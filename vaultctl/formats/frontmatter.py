"""Notes: one lesson a file, its keys as YAML front matter, its body below.

Reading is tolerant (DESIGN section 3): spellings such as `Tags:`, `tags : a`, a full-width colon, block lists, comma text and `#`
before tags are read and reported as `not-canonical`.  Each key is read by itself, so that a broken one hides no other.

The body is what follows the closing line, with `\\n` line ends and without blank lines before and after it
(`core.lesson.trim_body`).  A byte that was not UTF-8 reads as U+FFFD.
"""

from __future__ import annotations

from vaultctl.core.lesson import Malformed, interpret, trim_body
from vaultctl.core.record import Fault, Field, Parsed, Record
from vaultctl.core.schema import CATEGORIES, KEYS, REQUIRED, SECTIONS
from vaultctl.errors import Refused, UsageError
from vaultctl.formats import scalars
from vaultctl.formats.keylines import KNOWN, KeyValue, scan_head
from vaultctl.formats.yaml_nodes import ListNode, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultctl.core.lesson import Entry, Lesson
    from vaultctl.formats.keylines import Scan

MAX_CHARS = 65_536
TOO_LONG = f"the front matter is longer than {MAX_CHARS} characters"
"""The longest front matter that is read."""
FENCE = "---"
_CLOSING = (FENCE, "...")


def parse(path: str, text: str, *, archived: bool = False) -> Parsed:
    """The one record of a note.  Never raises: what cannot be read is a fault of the record."""
    text = _decoded(text)
    found = bounds(text)
    if isinstance(found, Fault):
        return Parsed(path, (_unreadable(path, text, found, archived),))
    end, body_start = found
    scan = scan_head(text[:end])
    body = text[body_start:]
    if "\r" in body:
        body = "\n".join([line.rstrip("\r") for line in body.split("\n")])
    trimmed = trim_body(body)
    end_line = scan.closing + 1 + body.count("\n") + (0 if body.endswith("\n") or not body else 1)
    body_line = 0
    if trimmed:
        body_line = scan.closing + 2 + body.count("\n", 0, body.index(trimmed))
    fields = tuple([key.field for key in scan.keys if key.field is not None])
    broken = tuple([key.name for key in scan.keys if key.field is None])
    return Parsed(path, (Record(path, 1, end_line, fields, trimmed, body_line, scan.faults, archived, broken),))


def write(lesson: Lesson) -> str:
    """The canonical text of a lesson; reads back equal, where its body is as `trim_body` leaves it."""
    rows = [FENCE]
    for key in KEYS:
        value = _text_of(lesson, key.name)
        if value is not None:
            rows.append(f"{key.name}: {value}")
    rows.append(FENCE)
    body = trim_body("\n".join([line.rstrip("\r") for line in lesson.body.split("\n")]))
    if body:
        rows.append(_decoded(body))
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


# Reading


def _decoded(text: str) -> str:
    """The text with U+FFFD, one for one, where a byte was not UTF-8 (`surrogateescape`)."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(["\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text])
    return text


def bounds(text: str) -> tuple[int, int] | Fault:
    """Where the closing line starts and where the body starts, or why there is no front matter."""
    first_end = text.find("\n")
    first = text if first_end < 0 else text[:first_end]
    if first.lstrip("\ufeff").rstrip(" \t\r") != FENCE:
        return _no_front_matter(text, first)
    pos = first_end
    while pos >= 0:
        stop = text.find("\n", pos + 1)
        if pos > MAX_CHARS:
            return _fault(TOO_LONG, 1, "move long text into the body below it")
        if text.startswith(_CLOSING, pos + 1) and not text[pos + 4 : stop if stop >= 0 else None].strip(" \t\r"):
            return pos + 1, (len(text) if stop < 0 else stop + 1)
        pos = stop
    return _fault("front matter not closed", 1, "add a line --- after the last key")


def _plain_tags(text: str) -> tuple[Field, ...]:
    """The tags of a front matter that is too long to read, where it is so plain that nothing else can hold them.

    That is the shape which the search takes for canonical (`adapters.search.pattern`), so both know the same tags.
    """
    rows = text.split("\n")
    end = next((number for number in range(1, len(rows)) if rows[number] == FENCE), 0)
    named = [number for number in range(1, end) if rows[number].startswith("tags: [")]
    others = (rows[number] for number in range(1, end) if number not in named)
    if len(named) != 1 or not all("a" <= row[:1] <= "z" and (row[0] != "t" or row.startswith("tt")) for row in others):
        return ()
    found = scan_head(f"{FENCE}\n{rows[named[0]]}\n").keys
    return tuple([key.field._replace(line=named[0] + 1, end_line=named[0] + 1) for key in found if key.field is not None])


def _no_front_matter(text: str, first: str) -> Fault:
    if not text.strip("\ufeff \t\r\n"):
        return _fault("the file is empty", 1, "write the lesson, or delete the file")
    if "\0" in text[:200]:
        return _fault("not UTF-8 text (it looks like UTF-16)", 1, "save the file as UTF-8")
    if text.lstrip("\ufeff \t\r\n").startswith((FENCE + "\n", FENCE + "\r\n")):
        return _fault("no front matter: the opening --- must be line 1, with nothing before it", 1, "move it to the top")
    if first.lstrip("\ufeff").startswith(FENCE):
        return _fault("no front matter: line 1 must be --- and nothing else", 1, "put the first key on a line of its own")
    return _fault("no front matter: line 1 must be ---", 1, "start the file with ---, the keys, and ---")


def _fault(message: str, line: int, hint: str) -> Fault:
    return Fault("unreadable", message, line, 1, fatal=True, hint=hint)


def _unreadable(path: str, text: str, fault: Fault, archived: bool) -> Record:
    """The record of a file without readable bounds; of an unclosed one the keys at the top are read, so that tags are known."""
    end_line = max(1, text.count("\n") + (0 if text.endswith("\n") else 1))
    fields: tuple[Field, ...] = ()
    if fault.message == "front matter not closed":
        stop = text.find("\n\n")
        head = text[: stop + 1 if stop >= 0 else len(text)]
        if len(head) <= MAX_CHARS:
            fields = tuple([key.field for key in scan_head(head).keys if key.field is not None])
    elif fault.message == TOO_LONG:
        fields = _plain_tags(text)
    broken = tuple([key for key in REQUIRED if all(field.key != key for field in fields)])
    return Record(path, 1, end_line, fields, faults=(fault,), archived=archived, broken=broken)


# Editing: only the lines of the key change, and what comes out is read back before it is handed over


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
    return interpret(parse(record.path, text, archived=record.archived).records[0])


def _editable(text: str, record: Record) -> Scan:
    """The parts of a note that may be edited.  Raises Refused for one that is no lesson."""
    entry = _entry(text, record)
    if isinstance(entry, Malformed):
        worst = entry.worst
        raise Refused(f"{record.path}:{worst.line}: {worst.message}; the file was left as it is", worst.hint)
    found = bounds(_decoded(text))
    assert not isinstance(found, Fault)
    return scan_head(_decoded(text)[: found[0]])


def _checked(text: str, record: Record, before: Scan, wanted: dict[str, str | tuple[str, ...] | None]) -> str:
    """The text, once it is read back and says what was meant, and everything else as before.  Raises Refused."""
    after = parse(record.path, text, archived=record.archived).records[0]
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
