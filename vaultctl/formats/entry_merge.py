"""Merges two edits of the same file lesson by lesson and key by key, where line by line would conflict or fuse entries.

Text in, text out: `start` is what both edits began with, `ours` keeps its bytes, and what changed from `start` to `theirs` is
made again on it.  What cannot be is refused with a reason that names the lesson.  Of two days of `last_verified` the later one
wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vaultctl.core.lesson import Entry, id_key, interpret
from vaultctl.core.schema import ARCHIVE_KEYS
from vaultctl.errors import Refused
from vaultctl.formats import block_edits, blocks, frontmatter, note_writing
from vaultctl.formats.block_lines import read_archived
from vaultctl.formats.markdown import is_blank

if TYPE_CHECKING:
    from vaultctl.core.record import Record

    Value = str | tuple[str, ...]

_WAY_ON = "merge that branch by hand, or propose the lesson again on the new base"


def block_ids(text: str, *, archived: bool = False) -> set[str]:
    """The id keys of the entries of a single-file vault or its archive."""
    reader = blocks.Reader("", blocks.split(text), archived=archived)
    reader.result()
    fields = (record.field("id") for record in reader.records)
    return {id_key(field.value) for field in fields if field is not None and isinstance(field.value, str)}


def note_ids(path: str, text: str, *, archived: bool = False) -> set[str]:
    """The id key of a note; none where it has none."""
    field = frontmatter.parse(path, text, archived=archived).records[0].field("id")
    return {id_key(field.value)} if field is not None and isinstance(field.value, str) else set()


def merge_blocks(start: str, ours: str, theirs: str, *, archived: bool = False) -> str:
    """`ours`, a single-file vault (or its archive), with the entries added, removed and changed from `start` to `theirs`.

    An absent `start` is an empty text.  Raises Refused, VaultUnreadable or StaleWrite with the reason where that cannot be.
    """
    sides = [_Side(text, archived=archived) for text in (start, ours, theirs)]
    before, mine, wanted = sides
    if start and before.outside != wanted.outside:
        raise Refused("the text between the entries was changed on both sides", _WAY_ON)
    if before.nameless != wanted.nameless:
        raise Refused("an entry without an id was changed", "give it an id")
    added, removed = [], []
    text = ours
    for key in [key for key in wanted.records if key not in before.records]:
        theirs_record = wanted.one(key)
        if key not in mine.records:
            added.append(theirs_record)
        elif _content(mine.one(key)) != _content(theirs_record):
            raise Refused(f"{_name(theirs_record)} is on the base already, and says something else there", _WAY_ON)
    for key in before.records:
        old, new = before.one(key), wanted.one(key) if key in wanted.records else None
        if new is None:
            if key in mine.records:
                _expect(mine.take(key) == before.take(key), old, "was changed on the base, and is removed here")
                removed.append(key)
        elif before.take(key) != wanted.take(key) or _category(old) != _category(new):
            _expect(key in mine.records, old, "is not on the base any more")
            if mine.take(key) == before.take(key) and _category(mine.one(key)) == _category(old):
                if _category(old) != _category(new):
                    removed.append(key)
                    added.append(new)
                else:
                    text = _replace(text, key, wanted.take(key), archived=archived)
            elif mine.take(key) != wanted.take(key) or _category(mine.one(key)) != _category(new):
                text = _change(text, key, (old, mine.one(key), new), archived=archived)
    if removed:
        side = _Side(text, archived=archived)
        text = block_edits.remove(text, [side.one(key) for key in removed])
    return _add(text, added, wanted, archived=archived) if added else text


def merge_note(path: str, start: str, ours: str, theirs: str, *, archived: bool = False) -> str:
    """A note with the keys that changed from `start` to either side; one of the two may have changed the body.

    Raises Refused with the reason where both changed the same thing, or where one of the three does not parse.
    """
    texts = (start, ours, theirs)
    records = [frontmatter.parse(path, text, archived=archived).records[0] for text in texts]
    for record in records:
        _lesson(record)
    before, mine, wanted = records
    if before.body not in (mine.body, wanted.body) and mine.body != wanted.body:
        raise Refused(f"the body of {_name(before)} was changed on both sides", _WAY_ON)
    if wanted.body != before.body:  # the text that holds the new body is kept, and the other side's keys are set in it
        ours, mine, wanted = theirs, wanted, mine
    text = ours
    for key, value in _changes(before, mine, wanted).items():
        record = frontmatter.parse(path, text, archived=archived).records[0]
        text = note_writing.remove_key(text, record, key) if value is None else note_writing.set_key(text, record, key, value)
    return text


def changed_blocks(start: str, theirs: str, *, archived: bool = False) -> list[str]:
    """The blocks of the entries that `theirs` adds to `start` or changes in it; none where either cannot be read."""
    try:
        before, wanted = _Side(start, archived=archived), _Side(theirs, archived=archived)
        return [
            wanted.take(key) for key in wanted.records if key not in before.records or before.take(key) != wanted.take(key)
        ]
    except Refused:
        return []


class _Side:
    """One of the three texts, taken apart: its records by id, and what stands outside of them."""

    def __init__(self, text: str, *, archived: bool) -> None:
        self.lines: list[str] = []
        self.records: dict[str, list[Record]] = {}
        self.nameless: list[str] = []
        self.outside: list[str] = []
        if not text.strip():
            return
        lines = self.lines = blocks.split(text)
        reader = blocks.Reader("", lines, archived=archived)
        fatal = next((fault for fault in reader.result().faults if fault.fatal), None)
        if fatal is not None:
            raise Refused(f"line {fatal.line}: {fatal.message}", fatal.hint)
        own = {heading.line for heading in reader.sections()}
        for record in reader.records:
            own.update(range(record.line, record.end_line + 1))
            identity = record.field("id")
            if identity is None or not isinstance(identity.value, str):
                self.nameless.append(block_edits.cut(lines, record))
            else:
                self.records.setdefault(id_key(identity.value), []).append(record)
        self.outside = [
            line for number, line in enumerate(lines, 1)
            if number not in own and not is_blank(line) and not (archived and read_archived(line))
        ]  # fmt: skip

    def one(self, key: str) -> Record:
        """The record of an id, which must stand there once."""
        found = self.records[key]
        if len(found) > 1:
            first, second = found[:2]
            raise Refused(f"{_name(first)} stands there twice, on lines {first.line} and {second.line}", "keep one of them")
        return found[0]

    def take(self, key: str) -> str:
        """Its block as it stands, with `\\n` line ends."""
        return block_edits.cut(self.lines, self.one(key))


def _content(record: Record) -> tuple[object, ...]:
    """What a record says, whatever its place, and whenever and why it was archived."""
    return tuple((field.key, field.value) for field in record.fields if field.key not in ARCHIVE_KEYS), record.body


def _name(record: Record) -> str:
    field = record.field("id")
    return field.value[:80] if field is not None and isinstance(field.value, str) else "a lesson"


def _category(record: Record) -> Value | None:
    field = record.field("category")
    return field.value if field is not None else None


def _lesson(record: Record) -> Entry:
    entry = interpret(record)
    if not isinstance(entry, Entry):
        raise Refused(f"{_name(record)} cannot be read: {entry.worst.message}", entry.worst.hint)
    return entry


def _expect(holds: object, record: Record, otherwise: str) -> None:
    if not holds:
        raise Refused(f"{_name(record)} {otherwise}", _WAY_ON)


def _replace(text: str, key: str, block: str, *, archived: bool) -> str:
    """The text with the lines of one entry replaced; line ends stay those of the text."""
    record = _Side(text, archived=archived).one(key)
    lines = text.split("\n")
    end = "\r" if lines[0].endswith("\r") else ""
    lines[record.line - 1 : record.end_line] = [line + end for line in block.removesuffix("\n").split("\n")]
    return "\n".join(lines)


def _change(text: str, key: str, versions: Sequence[Record], *, archived: bool) -> str:
    """The text with the keys set that one side changed and the other did not."""
    old, mine, new = versions
    _expect(_category(old) == _category(new), old, "was moved to another section here, and changed on the base")
    _expect(new.body in (old.body, mine.body), old, "has another body here, and was changed on the base")
    for name, value in _changes(old, mine, new).items():
        record = _Side(text, archived=archived).one(key)
        text = block_edits.set_key(text, record, name, value or "")
    return text


def _changes(old: Record, mine: Record, new: Record) -> dict[str, str | None]:
    """The keys to set in `mine` (None: to remove) so that it holds what changed from `old` to `new`."""
    sides: list[Callable[[str], Value | None]] = [_reader(record) for record in (old, mine, new)]
    found: dict[str, str | None] = {}
    for key in dict.fromkeys(field.key for record in (old, new) for field in record.fields):
        was, here, there = (read(key) for read in sides)
        if there in (was, here):
            continue
        if here != was:
            if key != "last_verified" or not (isinstance(here, str) and isinstance(there, str)):
                raise Refused(f"{key} of {_name(old)} was changed on both sides", _WAY_ON)
            if here >= there:
                continue
        found[key] = ", ".join(there) if isinstance(there, tuple) else there
    return found


def _reader(record: Record) -> Callable[[str], Value | None]:
    def read(key: str) -> Value | None:
        field = record.field(key)
        return field.value if field is not None else None

    return read


def _add(text: str, records: Sequence[Record], side: _Side, *, archived: bool) -> str:
    lessons = [(_lesson(record).lesson, block_edits.cut(side.lines, record)) for record in records]
    if not archived:
        return block_edits.insert_all(text, lessons)
    days: dict[str, list[tuple[str, Record, str]]] = {}
    for record, (_, block) in zip(records, lessons, strict=True):
        day, reason = (_reader(record)(key) for key in ARCHIVE_KEYS)
        days.setdefault(str(day or ""), []).append((block, record, str(reason or "")))
    for day, moved in days.items():
        text = block_edits.archive(text, moved, day)
    return text
