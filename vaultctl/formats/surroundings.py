"""What stands in a single-file vault outside of its entries: title, introduction, stray text.  Blank lines do not count."""

from __future__ import annotations

from vaultctl.formats import blocks
from vaultctl.formats.block_edits import ARCHIVE_TITLE
from vaultctl.formats.block_lines import read_archived
from vaultctl.formats.block_text import SCHEMA_LINE, TITLE
from vaultctl.formats.markdown import is_blank


def outside(text: str, *, archived: bool = False) -> list[tuple[int, str]]:
    """The lines, with their numbers from 1, that belong to no entry and are no heading of a section or of a batch."""
    lines = blocks.split(text)
    reader = blocks.Reader("", lines, archived=archived)
    own = {heading.line for heading in reader.sections()}
    for record in reader.records:
        own.update(range(record.line, record.end_line + 1))
    return [
        (number, line)
        for number, line in enumerate(lines, 1)
        if number not in own and not is_blank(line) and not (archived and read_archived(line))
    ]


def is_opening(line: str) -> bool:
    """Whether a line is one of those that a new file of lessons starts with."""
    return line in (TITLE, ARCHIVE_TITLE, SCHEMA_LINE)
