"""Notes: one lesson a file, its keys as YAML front matter, its body below.

Reading is tolerant (DESIGN section 3): spellings such as `Tags:`, `tags : a`, a full-width colon, block lists, comma text and `#`
before tags are read and reported as `not-canonical`.  Each key is read by itself, so that a broken one hides no other.

The body is what follows the closing line, with `\\n` line ends and without blank lines before and after it
(`core.lesson.trim_body`).  A byte that was not UTF-8 reads as U+FFFD.
"""

from __future__ import annotations

from vaultctl.core.lesson import trim_body
from vaultctl.core.record import Fault, Field, Parsed, Record
from vaultctl.core.schema import REQUIRED
from vaultctl.formats.keylines import scan_head

MAX_CHARS = 65_536
TOO_LONG = f"the front matter is longer than {MAX_CHARS} characters"
"""The longest front matter that is read."""
FENCE = "---"
_CLOSING = (FENCE, "...")


def parse(path: str, text: str, *, archived: bool = False) -> Parsed:
    """The one record of a note.  Never raises: what cannot be read is a fault of the record."""
    text = decoded(text)
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


def decoded(text: str) -> str:
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
