"""Reads the single-file layout: Markdown blocks with fixed keys under one section heading a category (DESIGN section 3).

    ### BLOCKED_PATTERNS
    - **ID**: B-001
    - **Tags**: #pdf/font/unicode, #currency
    - **Issue**: DejaVu Sans lacks glyphs for €, £, ¥.
    - **Mitigation**: Use Noto Sans for all PDF generation tasks.
    - **First Seen**: 2025-06-10 (agent: invoice-bot)
    - **TTL**: 365 days

      The body.

An ID line opens an entry; it goes on to the next ID line or heading.  A value goes on until the next key line, the last one
until a blank line.  The body is what stands indented by two or more after that blank line (or at once after a key whose value
is one line by nature); two blanks of its indentation are taken off, and blank lines around it are no part of it.  In the
archive a heading `## Archived 2026-11-30: expired` stands above the section headings of each batch.

`block_text` writes this form, `block_edits` changes a text that is there, `block_fixes` makes tolerated spellings canonical.

Lines end at `\\n` only; where the first line ends in `\\r\\n`, a `\\r` before any `\\n` belongs to the line end.
"""

from __future__ import annotations

from vaultctl.core.lesson import is_id
from vaultctl.core.record import Fault, Parsed, Record
from vaultctl.core.schema import KEY_BY_NAME, SECTIONS
from vaultctl.formats.block_entries import Open, read_entry
from vaultctl.formats.block_lines import Heading, KeyLine, is_sure_id, may_nest, read_archived, read_heading, read_key, read_section
from vaultctl.formats.markdown import BLANKS, FENCED, SHOWN, indent, is_blank, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CONFLICT = "<<<<<<<"
"""What git writes where the first side of a conflict begins."""
SCHEMA_MAJOR = "1"
SCHEMA_TITLE = "schema version:"


def split(text: str) -> list[str]:
    """The lines of a text without their line ends (see the module); a final line end opens no further line."""
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[0].endswith("\r") and len(lines) > 1:
        lines = [line.removesuffix("\r") for line in lines]
    if not lines[-1]:
        lines.pop()
    return lines


def parse(path: str, text: str, *, archived: bool = False) -> Parsed:
    """The records of a single-file vault, or of its archive.  Never raises.

    A text without any vault section is no vault: no records, and one fatal fault `not-a-vault`.
    """
    return Reader(path, split(text), archived=archived).result()


class Reader:
    """Reads one text.  `headings` are its section headings, `heading_lines` the lines (from 1) of all headings.

    `heading` is the section that the first line already stands in, when it is a part of a text.
    """

    def __init__(self, path: str, lines: Sequence[str], *, archived: bool, heading: Heading | None = None) -> None:
        self.path = path
        self.lines = lines
        self.archived = archived
        self.state, self.faults = scan(lines)
        self.records: list[Record] = []
        self.headings: list[Heading] = []
        self.heading_lines: list[int] = []
        self.used: set[int] = set()
        self.heading = heading
        self.batch: tuple[int, str, str] | None = None
        self.entry: Open | None = None
        self.is_vault = False
        self.told = False  # whether something in this stretch of loose lines was said to look like an entry
        self._read()

    def _read(self) -> None:
        """Finds the headings and the key lines; `close` makes a record of what stands between."""
        lines, state = self.lines, self.state
        for number, line in enumerate(lines):
            if not line:
                continue
            char = line[0]
            if char == "<" and state[number] != FENCED and line[:7] == CONFLICT and line[7:8] in ("", " ", "\t", "\r"):
                self.faults.append(Fault("unreadable", "a merge conflict was left here: nobody knows which side counts", number + 1,
                                         fatal=True, hint="keep one side and delete the conflict markers"))
            if state[number] != SHOWN:
                continue
            if char == " " or char == "\t":
                depth = indent(line)
                entry = self.entry
                if depth >= (4 if entry is None else entry.limit) and not self.nests(number, depth):
                    self.look(number)
                    continue
                char = line.lstrip(BLANKS)[:1]
            else:
                depth = 0
            if char == "#" and self.take_heading(number, line):
                continue
            if char == ">" and (quoted := read_key(line.lstrip("> \t"))) is not None and quoted.name == "id":
                message = "an entry in a quotation is not read as a lesson"
                self.faults.append(Fault("stray-text", message, number + 1, depth + 1, "warning",
                                         hint="take the > away where it is meant as a lesson, else put it into a code fence"))
            key = read_key(line)
            if key is not None and self.take_key(number, depth, key):
                continue
            if char in "B*_CV" and (heading := read_section(number + 1, line)) is not None:
                self.enter(number, heading)
                continue
            self.look(number)
        self.close(len(lines))

    def look(self, number: int) -> None:
        """Looks whether a line before the first entry of a section was meant as one."""
        if self.entry is None and self.heading is not None:
            from vaultctl.formats.block_stray import find_meant  # only here: most vaults hold nothing but lessons

            found = find_meant(self.lines, self.state, number, number + 1, told=self.told)
            self.told = self.told or bool(found)
            self.faults += found

    def nests(self, number: int, depth: int) -> bool:
        """Whether the line right under a lone ID line shows that this entry's keys are indented below it."""
        entry = self.entry
        if entry is None or len(entry.keys) != 1 or entry.keys[0][0] != number - 1 or entry.keys[0][1].name != "id":
            return False
        key = read_key(self.lines[number].lstrip(BLANKS))
        if key is None or key.name not in KEY_BY_NAME or not (key.bold or key.bullet):
            return False
        entry.limit = depth + 2
        return True

    def take_heading(self, number: int, line: str) -> bool:
        """Takes a heading of any kind; what it is decides where the section ends."""
        section = read_section(number + 1, line)
        if section is not None:
            self.enter(number, section)
            return True
        heading = read_heading(line)
        if heading is None:
            return False
        self.close(number)
        self.heading_lines.append(number + 1)
        level, text = heading
        batch = read_archived(line) if self.archived else None
        if batch is not None:
            self.batch = (number + 1, *batch)
            self.is_vault = True
        if text.casefold().startswith(SCHEMA_TITLE):
            self.is_vault = True
            version = text[len(SCHEMA_TITLE):].strip()
            if version.split(".")[0] != SCHEMA_MAJOR:
                message = f"schema version {version[:20]!r} is not known here"
                self.faults.append(Fault("schema-version", message, number + 1, 1, "warning",
                                         hint=f"this vaultctl reads schema version {SCHEMA_MAJOR}; what it understands counts"))
        elif self.heading is not None and level <= self.heading.level:
            self.heading = None
        elif self.heading is not None and "id" in line.casefold():
            from vaultctl.formats.block_stray import looks_meant  # only here: see `look`

            if looks_meant(line) == "id":
                self.look(number)
        return True

    def enter(self, number: int, heading: Heading) -> None:
        self.close(number)
        self.told = False
        self.heading = heading
        self.headings.append(heading)
        self.heading_lines.append(number + 1)
        self.is_vault = self.is_vault or heading.named

    def take_key(self, number: int, depth: int, key: KeyLine) -> bool:
        """Takes a key line into the entry that it belongs to; False where it is prose after all."""
        plain = not (key.bullet or key.bold)
        entry = self.entry
        if key.bare and not self.is_meant(key):
            return False
        if key.name == "id":
            if plain and not is_id(key.value):
                return False
            self.close(number)
            entry = None
        elif entry is not None and key.name in entry.names and is_blank(self.lines[number - 1]) and entry.is_complete:
            self.close(number)  # the next entry, without its ID line: a fault of its own, not of the lesson before it
            entry = None
        elif entry is None and (key.name not in KEY_BY_NAME or (plain and self.heading is None)):
            return False  # a list item such as `- **Note**: …` in an introduction
        if entry is None:
            entry = self.entry = Open(depth, self.heading, self.batch)
        entry.add(number, key)
        return True

    def is_meant(self, key: KeyLine) -> bool:
        """Whether a bold label without a colon is a key here and not prose of the value above it."""
        entry = self.entry
        if key.name == "id":
            return is_sure_id(key.value)
        if entry is None:
            return self.heading is not None
        return key.name not in entry.names and (key.bullet or not entry.keys[0][1].bullet)

    def close(self, end: int) -> None:
        """Makes a record of the open entry, which ends before line index `end`."""
        entry = self.entry
        self.entry = None
        if entry is None:
            return
        if entry.heading is not None:
            self.used.add(entry.heading.line)
        self.records.append(read_entry(entry, self.lines, self.state, end, path=self.path, archived=self.archived))
        if any(may_nest(line) for line in self.lines[entry.keys[0][0] + 1 : end] if line[:1] in (" ", "\t")):
            from vaultctl.formats.block_stray import find_nested  # only here: see `look`

            self.faults += find_nested(entry, self.lines, self.state, end)
        if entry.loose and entry.heading is not None:
            from vaultctl.formats.block_stray import find_meant  # only here: see `look`

            for start, stop in entry.loose:
                self.faults += find_meant(self.lines, self.state, start, stop)

    def result(self) -> Parsed:
        if not self.is_vault and not self.used:
            hint = "a vault has a section such as ### " + next(iter(SECTIONS.values()))
            fault = Fault("not-a-vault", "not a vault: it has no vault section", 1, fatal=True, hint=hint)
            return Parsed(self.path, (), (fault,))
        faults = [
            Fault("not-canonical", f"this heading is written {heading.canonical}", heading.line, severity="warning",
                  fixable=not heading.spare,
                  hint="--fix would lose the text after the name: move it to a line of its own" if heading.spare else "")
            for heading in self.sections()
            if heading.text != heading.canonical
        ]
        faults = sorted(faults + self.faults, key=lambda fault: (fault.line, fault.column))
        return Parsed(self.path, tuple(self.records), tuple(faults))

    def sections(self) -> list[Heading]:
        """The section headings in order; one that is a plain word (`## Warning`) only where entries follow it."""
        return [heading for heading in self.headings if heading.named or heading.line in self.used]
