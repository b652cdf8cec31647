"""What a text says that the lessons read from it do not: what would be lost if only the lessons were kept.

Spelling, order and quoting are no loss.  Lines count from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.lesson import Entry, Malformed
from vaultctl.core.record import Fault
from vaultctl.core.schema import SECTIONS
from vaultctl.formats import blocks, frontmatter
from vaultctl.formats.block_entries import CONFLICT_MARKS
from vaultctl.formats.block_lines import read_archived, read_heading
from vaultctl.formats.hash_tags import holds_tags
from vaultctl.formats.keylines import scan_head
from vaultctl.formats.markdown import COMMENT, is_blank
from vaultctl.formats.yaml_nodes import ListNode, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TITLES = ("KNOWLEDGE_VAULT.md", "ARCHIVED_KNOWLEDGE.md")
_HARMLESS = ("not-canonical", "schema-version")


class Loss(NamedTuple):
    """Something that the lesson does not hold: where it stands, and what it is."""

    line: int
    what: str


def of_note(text: str, entry: Entry | Malformed) -> list[Loss]:
    """What a note holds besides its lesson: unknown keys, comments, bytes that are not UTF-8; or why it is none."""
    if isinstance(entry, Malformed):
        return [Loss(entry.worst.line, entry.worst.message)]
    found = _of_faults(entry)
    bad = next((at for at, char in enumerate(text) if "\udc80" <= char <= "\udcff"), -1) if not text.isascii() else -1
    if bad >= 0:
        found.append(Loss(text.count("\n", 0, bad) + 1, "bytes that are not UTF-8"))
    end = frontmatter.bounds(text)
    if not isinstance(end, Fault) and "#" in text[: end[0]]:
        told = {loss.line for loss in found}
        found += [loss for loss in _comments(text[: end[0]]) if loss.line not in told]
    return sorted(set(found))


def of_block(lines: Sequence[str], state: bytearray, entry: Entry | Malformed) -> list[Loss]:
    """What an entry of the single file holds besides its lesson: unknown keys, comments among the keys; or why it is none."""
    if isinstance(entry, Malformed):
        return [Loss(entry.worst.line, entry.worst.message)]
    record = entry.record
    last = record.body_line - 1 if record.body_line else record.end_line
    comments = [Loss(number, "a comment") for number in range(record.line, last + 1) if state[number - 1] == COMMENT]
    return sorted(set(_of_faults(entry) + comments))


def prose(reader: blocks.Reader) -> list[tuple[int, str]]:
    """The lines of a single file that belong to no entry and are not its frame: an introduction, notes, comments."""
    inside: set[int] = set()
    for record in reader.records:
        inside.update(range(record.line, record.end_line + 1))
    inside.update(heading.line for heading in reader.sections() if not heading.spare)
    return [
        (number, line)
        for number, line in enumerate(reader.lines, 1)
        if number not in inside and not is_blank(line) and not _is_frame(line, archived=reader.archived)
    ]


def _is_frame(line: str, *, archived: bool) -> bool:
    heading = read_heading(line)
    if heading is not None:
        text = heading[1]
        titled = text in _TITLES or text.casefold().startswith(blocks.SCHEMA_TITLE)
        return titled or text in SECTIONS.values() or (archived and read_archived(line) is not None)
    mark = line.replace(" ", "").strip()
    return len(mark) > 2 and not mark.strip(mark[0]) and mark[0] in "-*_" and mark[:7] not in CONFLICT_MARKS


def _of_faults(entry: Entry) -> list[Loss]:
    return [Loss(fault.line, fault.message) for fault in entry.faults if fault.rule not in _HARMLESS]


def _comments(head: str) -> Iterator[Loss]:
    """The comments of a front matter."""
    scan = scan_head(head)
    quiet: set[int] = set()  # rows inside a text, where `#` is a letter like others
    for key in scan.keys:
        node = key.node
        if node is None:
            continue
        if isinstance(node, Scalar):
            quiet.update(range(key.row + 1, node.end_line))
        tail = scan.lines[node.end_line - 1][node.end_column - 1 :].strip()
        if key.name == "tags" and holds_tags(tail):
            tail = "".join(f"{tail} ".partition(" # ")[1:]).strip()  # `#a, #b # x`: what YAML takes for a comment was read as tags
        if tail.startswith("#") and not (isinstance(node, Scalar) and node.style == "block"):
            yield Loss(node.end_line, f"the comment {tail[:60]!r}")
        if isinstance(node, ListNode) and node.end_line > key.row + 1:
            for row in range(key.row, node.end_line - 1):
                if " #" in scan.lines[row]:
                    yield Loss(row + 1, f"the comment {scan.lines[row].partition(' #')[2][:60]!r}")
    for row in range(1, len(scan.lines)):
        line = scan.lines[row].strip()
        if line.startswith("#") and row not in quiet:
            yield Loss(row + 1, f"the comment {line[:60]!r}")
