"""What a layout's parser finds, before anybody judges it: fields with their places, and faults.

Both layouts parse to `Record`; `core.lesson.interpret` turns a record into a lesson or says why it cannot.
All lines and columns count from 1; columns count characters.
"""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NamedTuple

    Severity = Literal["error", "warning"]
else:
    NamedTuple = _NamedTuple


class Fault(NamedTuple):
    """Something wrong with a text, found while reading it.

    `rule` is the id of the lint rule that reports it.  A `fatal` fault means that no lesson can be made
    of the record; the others leave a lesson that counts.
    """

    rule: str
    message: str
    line: int
    column: int = 1
    severity: Severity = "error"
    fatal: bool = False
    hint: str = ""
    fixable: bool = False


class Field(NamedTuple):
    """One key with its value.  `value` is text, or a tuple of texts where the source holds a list.

    `line`/`column` say where the key stands, `end_line` is the last line of the value.  `canonical` is False
    when the spelling is one that is read but not written (`lint --fix` rewrites it).
    """

    key: str
    value: str | tuple[str, ...]
    line: int
    column: int = 1
    end_line: int = 0
    canonical: bool = True


class Record(NamedTuple):
    """One lesson as it stands in a file.

    `path` is relative to the repository root with `/`.  `line` and `end_line` bound the whole record (in notes: the file).
    `body_line` is the line of the body's first line, 0 without a body.  `broken` are the keys that stand there but could not
    be read (a fatal fault says why), so that nobody calls them missing.
    """

    path: str
    line: int
    end_line: int
    fields: tuple[Field, ...]
    body: str = ""
    body_line: int = 0
    faults: tuple[Fault, ...] = ()
    archived: bool = False
    broken: tuple[str, ...] = ()

    def field(self, key: str) -> Field | None:
        """The first field of that key, or None."""
        for field in self.fields:
            if field.key == key:
                return field
        return None


class Parsed(NamedTuple):
    """A parsed file: its records in order, and faults that belong to no record (an unclosed fence, no vault section)."""

    path: str
    records: tuple[Record, ...]
    faults: tuple[Fault, ...] = ()
