"""What the content rules look at: the whole text of a file, what its values mean once read, and its path.

The text comes first, because an attacker hides words where no key shows them: comments, unknown keys, text between two lessons.
Values are looked at again where reading changed them (escapes and folded lines of YAML).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.disguise import Folded
from vaultctl.core.lesson import Entry
from vaultctl.core.links import without_code
from vaultctl.core.places import ARCHIVE_DIR, LESSONS_DIR
from vaultctl.core.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vaultctl.core.record import Field, Record, Severity
    from vaultctl.core.rules.context import Source

MOST = 20
"""How often a rule speaks up about one text."""


class Finding(NamedTuple):
    """Something that a rule objects to.  `at` is an index of the passage's text; `severity` None: that of the rule."""

    at: int
    message: str
    hint: str = ""
    severity: Severity | None = None
    key: str = ""


class Passage:
    """A text that is looked at.

    `kind`: `file` (the text of a whole file, with true places), `value` (what a key means), or `path`.  `line`, `column` and `id`
    say where a value stands.
    """

    def __init__(self, content: Content, kind: str, text: str, line: int = 1, column: int = 1, identity: str | None = None) -> None:
        self.content = content
        self.kind = kind
        self.text = text
        self.line = line
        self.column = column
        self.id = identity

    @cached_property
    def folded(self) -> Folded:
        """The text without its disguises."""
        return Folded(self.text)

    @cached_property
    def shown(self) -> str:
        """The text with code blanked out, every other character in its place."""
        state = self.content.source.state if self.kind == "file" else None
        return _without_code(self.text, state) if "`" in self.text or "~~~" in self.text or "\n    " in self.text else self.text

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def place(self, index: int) -> tuple[int, int]:
        """Line and column of an index of the text."""
        if self.kind != "file":
            return self.line, self.column
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1


class Content:
    """The passages of one file."""

    def __init__(self, source: Source) -> None:
        self.source = source

    @cached_property
    def passages(self) -> list[Passage]:
        """Everything of the file that a rule looks at."""
        source = self.source
        if not source.text:
            return []
        found = [Passage(self, "file", source.text)]
        if not self._says_nothing_new(source.path):
            found.append(Passage(self, "path", source.path))
        for record in self.records:
            for field in record.fields:
                for text in (field.value,) if isinstance(field.value, str) else field.value:
                    if not self._stands_there(record, field, text):
                        found.append(Passage(self, "value", text, field.line, field.column, self._identity(record)))
        return found

    def _says_nothing_new(self, path: str) -> bool:
        """Whether a path is made of the id and the first tag, which stand in the text, too."""
        lessons = [item.lesson for item in self.source.records if isinstance(item, Entry)]
        if self.source.single or len(lessons) != 1:
            return self.source.single
        folder, _, name = path.rpartition("/")
        below = folder.removeprefix(LESSONS_DIR).lstrip("/")
        known = below == folder[len(LESSONS_DIR) + 1 :] and (lessons[0].tags[0] + "/").startswith(below + "/" * bool(below))
        return name == f"{lessons[0].key}.md" and (known or folder.removeprefix(ARCHIVE_DIR).lstrip("/").isdigit())

    def _stands_there(self, record: Record, field: Field, text: str) -> bool:
        """Whether the file's text holds the value, or the record's lines do when their ends are read as blanks.

        In a file of many lessons the value's own lines are looked at first, and the whole text last: it is as long as they are many.
        """
        source = self.source
        if not source.single:
            return text in source.text or self._is_said(record, text)
        own = "\n".join(source.lines[field.line - 1 : field.end_line])
        return text in own or self._is_said(record, text) or text in source.text

    def _is_said(self, record: Record, text: str) -> bool:
        lines = self.source.lines[record.line - 1 : record.end_line]
        return len(text) < 10_000 and " ".join(text.split()) in " ".join(" ".join(lines).split())

    @cached_property
    def records(self) -> list[Record]:
        """The records of the file, readable or not."""
        return [item.record for item in self.source.records]

    @cached_property
    def _ids(self) -> dict[int, str]:
        """Line of a record -> its id, where it is known."""
        return {item.record.line: identity for item in self.source.records
                if (identity := item.lesson.id if isinstance(item, Entry) else item.id)}  # fmt: skip

    def _identity(self, record: Record) -> str | None:
        return self._ids.get(record.line)

    def id_at(self, line: int) -> str | None:
        """The id of the lesson that the line belongs to."""
        at = bisect_right(self.records, line, key=lambda record: record.line) - 1
        if at < 0 or line > self.records[at].end_line:
            return None
        return self._identity(self.records[at])

    def report(
        self, rule: str, severity: Severity, find: Callable[[Passage], Iterator[Finding]], *, paths: bool = False
    ) -> Iterator[Problem]:
        """The findings as problems, with `paths` also in what the file is called.

        After so many of one passage (`MOST`) one last problem says that there are more.
        """
        for passage in self.passages:
            if passage.kind == "path" and not paths:
                continue
            for count, finding in enumerate(find(passage), 1):
                line, column = passage.place(finding.at)
                identity = passage.id or self.id_at(line) if passage.kind != "path" else None
                if count > MOST:
                    yield Problem(self.source.path, line, column, severity, rule, f"more than {MOST} like this from here on",
                                  identity, False, "", f"more {rule}", len(passage.text))  # fmt: skip
                    break
                yield Problem(self.source.path, line, column, finding.severity or severity, rule, finding.message, identity,
                              False, finding.hint, finding.key)  # fmt: skip


def quote(text: str, most: int = 60) -> str:
    """A piece of a text for a message, on one line and not too long."""
    line = " ".join(text.split())
    return f"{line[:most]!r}" + ("…" if len(line) > most else "")


def _without_code(text: str, state: bytearray | None) -> str:
    lines = text.split("\n")
    if state is None:
        state = bytearray(len(lines))
    out: list[str] = []
    block: list[str] = []
    head = lines[0].strip("\ufeff \t\r") == "---"
    in_list, may_indent = False, False
    for number, line in enumerate(lines):
        start = line.lstrip(" \t")[:1]
        indented = may_indent and not in_list and not head and line.startswith(("    ", "\t"))
        if not start.strip() or indented:
            may_indent = True  # CommonMark 4.4: indented code cannot interrupt a paragraph
        else:
            may_indent = False
            in_list = start in "-*+" or start.isdigit() or (in_list and line[0] in " \t")
        # What may start a block of its own ends the paragraph before it, and with it a code span; so does a key.
        if state[number] == 1 or indented or not start.strip() or start in "-*+>#|" or start.isdigit() or head:
            _flush(block, out)
        if state[number] == 1 or indented:
            out.append(" " * len(line))
        else:
            block.append(line)
        if head and number and line.rstrip(" \t\r") in ("---", "..."):
            head = False
            _flush(block, out)
    _flush(block, out)
    return "\n".join(out)


def _flush(block: list[str], out: list[str]) -> None:
    if block:
        text = "\n".join(block)
        out += (without_code(text) if "`" in text else text).split("\n")
        block.clear()
