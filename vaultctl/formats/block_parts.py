"""Finds the entries of a single-file vault that a question is about, without reading the others.

The text is cut at its ID lines.  A part that is spelled canonically, with its tags on one line, is passed over where none of its
tags is asked for; every other part is read.  That it can be read by itself, as if the rest were there, is sure when nothing
hidden reaches over its end: a fence in an entry's body ends with the entry (`formats.markdown`).  Where a fence or a comment
stands elsewhere and has no end in its part, the whole text is read.  A property test holds this to `blocks.parse`.
"""

from __future__ import annotations

from vaultctl.core import tags as tagging
from vaultctl.core.lesson import id_key
from vaultctl.core.record import Record
from vaultctl.core.schema import KEYS, SECTIONS
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.formats import blocks
from vaultctl.formats.block_lines import ID_MARKS, may_nest, read_section

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NamedTuple

    from vaultctl.core.record import Fault
    from vaultctl.formats.block_lines import Heading

    Wanted = Callable[[str], bool]
else:
    NamedTuple = _NamedTuple

_START = "\n- **ID**: "
_LABEL = "Tags"
_TAGS = f"{_LABEL}**: "
_LABELS = frozenset([key.label for key in KEYS if key.label and key.name != "id"])
_HEADINGS = tuple([f"\n### {section}" for section in SECTIONS.values()])


class Part(NamedTuple):
    """A canonical entry that has not been read: the line and text from its ID on, its section, and the items of its tags line."""

    line: int
    text: str
    heading: Heading | None
    tags: str


class Parts:
    """A text, cut up.  `faults` are those of the text itself, as `blocks.parse` finds them, where it had to be read whole."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._plain: list[Part] = []
        self._read: list[Record] = []
        self.faults: tuple[Fault, ...] = ()
        if not self._cut(_with_plain_ends(text)):
            self._plain.clear()
            parsed = blocks.parse(path, text)
            self._read, self.faults = list(parsed.records), parsed.faults

    def touching(self, wanted: Wanted) -> list[Record]:
        """The records with a tag (normalised) that is wanted, and those whose tags are not spelled canonically, in order."""
        items = _Items(wanted)
        return self._with([part for part in self._plain if any(items[item] for item in part.tags.split(", "))])

    def of_ids(self, ids: frozenset[str]) -> list[Record]:
        """The records with one of these ids (`core.lesson.id_key`), and some others, in order."""
        return self._with([part for part in self._plain if id_key(part.text.partition("\n")[0].strip()) in ids])

    def _with(self, parts: Sequence[Part]) -> list[Record]:
        found = list(self._read)
        for part in parts:
            found += self._reader(part.line, part.text, part.heading)[0]
        return sorted(found, key=lambda record: record.line)

    def _cut(self, text: str) -> bool:
        """Cut the text up; False where it has to be read whole."""
        if text.startswith(blocks.CONFLICT) or "\n" + blocks.CONFLICT in text:
            return False
        first, *rest = text.split(_START)
        top = blocks.Reader(self._path, first.split("\n"), archived=False)
        if not rest or not top.is_vault or _is_open(top):
            return False
        self._read += top.records
        heading = top.heading
        line = len(top.lines) + 1
        # Whether an entry may stand in the text of another one, asked once: apart from the cuts, `ID**` is rare.
        suspect = text.count(ID_MARKS[0]) != len(rest) or any(mark in text for mark in ID_MARKS[1:])
        for chunk in rest:
            kept, after = _without_headings(line, chunk)
            tags = None if suspect and may_nest(kept) else _plain_tags(kept)
            if tags is None:
                records, reader = self._reader(line, chunk, heading)
                if _is_open(reader):
                    return False
                self._read += records
                heading = _moved(reader.heading, line - 1)
            else:
                self._plain.append(Part(line, kept, heading, tags))
                heading = after or heading
            line += chunk.count("\n") + 1
        return True

    def _reader(self, line: int, text: str, heading: Heading | None) -> tuple[list[Record], blocks.Reader]:
        """The records of a part, with lines as they are in the file, and what read them."""
        lines = ("- **ID**: " + text).split("\n")
        reader = blocks.Reader(self._path, lines, archived=False, heading=_moved(heading, 1 - line))
        return [_shifted(record, line - 1) for record in reader.records], reader


class _Items(dict[str, bool]):
    """Whether an item of a tags line is wanted, or not spelled canonically: `#pdf/font`."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self._wanted = wanted

    def __missing__(self, item: str) -> bool:
        tag = item[1:]
        try:
            canonical = item[:1] == "#" and tagging.normalise(tag) == tag
        except tagging.TagError:
            canonical = False
        found = self[item] = not canonical or self._wanted(tag)
        return found


def _with_plain_ends(text: str) -> str:
    """The lines of `blocks.split`, joined."""
    text = text.removeprefix("\ufeff")
    if text.find("\r\n", 0, text.find("\n") + 1) >= 0:
        text = text.replace("\r\n", "\n").removesuffix("\r")
    return text.removesuffix("\n")


def _is_open(reader: blocks.Reader) -> bool:
    """Whether something hidden may go on after the last line, or something cannot be read at all."""
    return any(fault.fatal or fault.rule in ("unclosed-fence", "unclosed-comment") for fault in reader.faults)


def _moved(heading: Heading | None, by: int) -> Heading | None:
    return heading._replace(line=heading.line + by) if heading is not None else None


def _without_headings(line: int, chunk: str) -> tuple[str, Heading | None]:
    """A part without the section headings and blank lines at its end, and the last of those headings."""
    kept = chunk.rstrip("\n")
    last: Heading | None = None
    while kept.endswith(_HEADINGS):
        at = kept.rfind("\n")
        last = last or read_section(line + kept.count("\n"), kept[at + 1 :])
        kept = kept[:at].rstrip("\n")
    return kept, last


def _plain_tags(text: str) -> str | None:
    """The items of the tags line of a part that is one canonical entry with a body indented below it; else None.

    Everything is cut and counted instead of looked at line by line, which is what makes this fast; what does not add up is not
    plain.
    """
    head, blank, body = text.partition("\n\n")
    # Right below its ID line an indented line may make all that follow keys (`blocks.Reader.nests`): the id must stand alone.
    identity, *keys = head.split("\n- **")
    at = _tags_among([key.partition("**: ")[0] for key in keys])
    rows = head.count("\n")
    if at < 0 or "\n" in identity or "\n" in keys[at] or (rows != len(keys) and rows != len(keys) + head.count("\n  ")):
        return None
    if "```" in head or "~~~" in head or "<!--" in head:
        return None
    if blank and not _is_indented(body):
        return None
    return keys[at][len(_TAGS) :]


def _is_indented(body: str) -> bool:
    """Whether every line is blank or starts with two blanks."""
    rows, indented = body.count("\n"), body.count("\n  ")
    if rows != indented + body.count("\n\n"):
        while "\n\n\n" in body:  # of three line ends in a row, two pairs are counted as one
            body = body.replace("\n\n\n", "\n\n")
        if body.count("\n") != indented + body.count("\n\n"):
            return False
    return body.startswith(("  ", "\n"))


def _tags_among(labels: Sequence[str]) -> int:
    """Which of the labels of an entry is that of its tags; -1 where that is none or not the only one, or one is unknown."""
    return labels.index(_LABEL) if labels.count(_LABEL) == 1 and _LABELS.issuperset(labels) else -1


def _shifted(record: Record, by: int) -> Record:
    """A record that was read as if line `by` + 1 were the first one."""
    fields = [field._replace(line=field.line + by, end_line=field.end_line + by) for field in record.fields]
    faults = [fault._replace(line=fault.line + by) for fault in record.faults]
    return record._replace(
        line=record.line + by, end_line=record.end_line + by, fields=tuple(fields), faults=tuple(faults),
        body_line=record.body_line + by if record.body_line else 0,
    )  # fmt: skip
