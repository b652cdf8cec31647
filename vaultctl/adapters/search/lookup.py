"""The lookup file of a trusted ref: everything that `check` needs of a vault, sorted so that a query reads a few lines of it.

Layout: a header of fixed size; the vault's config and taxonomy; one line a record; then two sorted indexes, tag -> record and
id -> record.  Every line ends in its own CRC-32 and the header holds the size of the whole, so that whatever is read of a damaged
or truncated file is noticed (`Damaged`).  Records hold dates, never states: the file is the same on any day.

Values stand between tabs; a backslash, tab or line end in one is written as `\\\\`, `\\t`, `\\n`.
"""

from __future__ import annotations

import mmap
import zlib

from vaultctl.core.lesson import Entry, id_key, interpret
from vaultctl.core.record import Fault, Field, Record
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.usecases.findings import Unsearched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple

FORMAT = "3"
_MAGIC = "vaultctl-lookup"
_HEADER = 256
_LIST, _SPARE = "\x1f", "\x1e"  # between the items of a list, and before a digit that stands for one of the two in an item
ANYTHING = ""
"""The tag under which stands what may match any query: records whose tags cannot be read, and what could not be searched."""


class Damaged(Exception):
    """The file is not what was written."""


class Row(NamedTuple):
    """One line of the record section.  `tags` are those it is found under, `text` the record or the place as written."""

    path: str
    id: str
    tags: tuple[str, ...]
    text: str


class Texts(NamedTuple):
    """The vault's own settings as they stand at the ref; None where there is no such file."""

    config: bytes | None
    taxonomy: bytes | None


# --- rows


def record_row(record: Record) -> Row:
    """The row of a record."""
    result = interpret(record)
    tags: tuple[str, ...] | None
    if isinstance(result, Entry):
        tags, identity = result.lesson.tags, result.lesson.key
    else:
        tags, identity = result.tags, id_key(result.id or "")
    parts = ["r", record.path, str(record.line), str(record.end_line), _join(record.broken)]
    faults = [fault for fault in record.faults if fault.fatal]
    parts.append(str(len(faults)))
    for fault in faults:
        parts += [fault.rule, fault.message, str(fault.line), str(fault.column)]
    for field in record.fields:
        many = isinstance(field.value, tuple)
        value = _join(field.value) if isinstance(field.value, tuple) else field.value
        parts += [field.key, str(field.line), str(field.column), "l" if many else "s", value]
    return Row(record.path, identity, tags if tags is not None else (ANYTHING,), "\t".join(map(_escape, parts)))


def place_row(place: Unsearched) -> Row:
    """The row of a place that could not be read."""
    return Row(place.path, "", (ANYTHING,), "\t".join(map(_escape, ("u", place.path, str(place.line), place.message))))


def _read_row(text: str) -> Record | Unsearched:
    parts = [_unescape(part) for part in text.split("\t")]
    if parts[0] == "u":
        return Unsearched(parts[1], int(parts[2]), parts[3])
    count = int(parts[5])
    at = 6 + 4 * count
    faults = tuple(
        Fault(parts[i], parts[i + 1], int(parts[i + 2]), int(parts[i + 3]), fatal=True) for i in range(6, at, 4)
    )
    fields = []
    for i in range(at, len(parts), 5):
        key, line, column, kind, value = parts[i : i + 5]
        fields.append(Field(key, _split(value) if kind == "l" else value, int(line), int(column)))
    broken = _split(parts[4]) if parts[4] else ()
    return Record(parts[1], int(parts[2]), int(parts[3]), tuple(fields), faults=faults, broken=broken)


def _join(items: Iterable[str]) -> str:
    return _LIST.join([item.replace(_SPARE, f"{_SPARE}0").replace(_LIST, f"{_SPARE}1") for item in items])


def _split(text: str) -> tuple[str, ...]:
    return tuple([item.replace(f"{_SPARE}1", _LIST).replace(f"{_SPARE}0", _SPARE) for item in text.split(_LIST)])


def _escape(text: str) -> str:
    if "\\" in text or "\t" in text or "\n" in text:
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
    return text


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    # A doubled backslash is set aside first, so that what follows it is not taken for an escape.
    return "\\".join(part.replace("\\t", "\t").replace("\\n", "\n") for part in text.split("\\\\"))


# --- writing


def render(key: str, layout: str, origin: str, files: int, texts: Texts, rows: Iterable[Row]) -> bytes:
    """The whole file.  `key` names what it was made from, `origin` is the id of the tree of lessons among that, `files` the number
    of files in it."""
    settings = b"".join(_block(text) for text in texts)
    records = bytearray()
    tags: list[bytes] = []
    ids: list[bytes] = []
    for row in rows:
        at = len(records)
        line = _sealed(f"{_escape(row.path)}\t{_escape(row.id)}\t{_escape(_join(row.tags))}\t{row.text}")
        records += line
        place = f"\t{at}\t{len(line)}"
        tags += [_sealed(_escape(tag) + place) for tag in dict.fromkeys(row.tags)]
        if row.id:
            ids.append(_sealed(_escape(row.id) + place))
    tags.sort(key=_sort_key)
    ids.sort(key=_sort_key)
    sections = [settings, bytes(records), b"".join(tags), b"".join(ids)]
    return _header([key, layout, origin, str(files)], [len(section) for section in sections]) + b"".join(sections)


def _sort_key(line: bytes) -> tuple[bytes, bytes]:
    key, _, rest = line.partition(b"\t")
    return key, rest


def _header(words: list[str], sizes: list[int]) -> bytes:
    text = "\t".join([_MAGIC, FORMAT, *words, *map(str, sizes)])
    return _sealed(text.ljust(_HEADER - 10))


def _sealed(text: str) -> bytes:
    """A line with its checksum: the text, a tab, eight hex digits, a line end."""
    data = text.encode("utf-8", "surrogateescape")
    return data + b"\t%08x\n" % zlib.crc32(data)


def _block(text: bytes | None) -> bytes:
    """A settings file: one sealed line with its length (-1: absent) and its own checksum, then its bytes."""
    if text is None:
        return _sealed("-1\t0")
    return _sealed(f"{len(text)}\t{zlib.crc32(text)}") + text


# --- reading


class Lookup:
    """An open lookup file.  Every method raises Damaged where what it reads is not what was written."""

    def __init__(self, data: mmap.mmap | bytes) -> None:
        """Look at the bytes of a file.  Raises Damaged when it is not whole."""
        self._data = data
        words = self._line(0, _HEADER).rstrip(" ").split("\t")
        if words[:2] != [_MAGIC, FORMAT] or len(words) != 10:
            raise Damaged("another format")
        self.key, self.layout, self.origin, self.files = words[2], words[3], words[4], int(words[5])
        starts = [_HEADER]
        for size in words[6:]:
            starts.append(starts[-1] + int(size))
        if starts[-1] != len(self._data):
            raise Damaged("another size")
        self._settings, self._records, self._tags, self._ids, self._end = starts

    @classmethod
    def open(cls, path: str) -> Lookup:
        """Open a file.  Raises OSError when it cannot be opened, Damaged when it is not whole."""
        with open(path, "rb") as file:
            try:
                return cls(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            except ValueError as error:
                raise Damaged(str(error)) from error

    def texts(self) -> Texts:
        """The vault's settings."""
        config, at = self._text(self._settings)
        taxonomy, _ = self._text(at)
        return Texts(config, taxonomy)

    def _text(self, at: int) -> tuple[bytes | None, int]:
        end = self._data.find(b"\n", at, self._records) + 1
        size, checksum = (int(word) for word in self._line(at, end).split("\t"))
        if size < 0:
            return None, end
        text = self._data[end : end + size]
        if zlib.crc32(text) != checksum:
            raise Damaged("settings")
        return text, end + size

    def _line(self, start: int, end: int) -> str:
        """The text of a sealed line, after checking the seal."""
        line = self._data[start:end]
        if len(line) < 10 or line[-1:] != b"\n" or line[-10:-9] != b"\t" or b"%08x" % zlib.crc32(line[:-10]) != line[-9:-1]:
            raise Damaged(f"at byte {start}")
        return line[:-10].decode("utf-8", "surrogateescape")

    def rows(self) -> Iterator[Row]:
        """All rows, as they were written."""
        at = self._records
        while at < self._tags:
            end = self._data.find(b"\n", at, self._tags) + 1
            path, identity, tags, text = self._line(at, end).split("\t", 3)
            yield Row(_unescape(path), _unescape(identity), _split(_unescape(tags)), text)
            at = end

    def under(self, tag: str, *, below: bool) -> Iterator[tuple[int, int]]:
        """Where the records of a tag stand (with `below`: those of all tags below it)."""
        return self._range(self._tags, self._ids, f"{tag}/" if below else tag, prefix=below)

    def of_id(self, identity: str) -> Iterator[tuple[int, int]]:
        """Where the records of an id key stand."""
        return self._range(self._ids, self._end, identity, prefix=False)

    def read(self, place: tuple[int, int]) -> Record | Unsearched:
        """The record (or the place that could not be read) at a place."""
        at = self._records + place[0]
        return _read_row(self._line(at, at + place[1]).split("\t", 3)[3])

    def _range(self, low: int, high: int, wanted: str, *, prefix: bool) -> Iterator[tuple[int, int]]:
        """The places of all keys that equal (or begin with) a text, by bisection over the bytes of a sorted section."""
        key = _escape(wanted).encode("utf-8", "surrogateescape")
        end = high
        while low < high:
            middle = self._data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            line_end = self._data.find(b"\n", middle, end) + 1
            if self._line(middle, line_end).encode("utf-8", "surrogateescape").partition(b"\t")[0] < key:
                low = line_end
            else:
                high = middle
        while low < end:
            line_end = self._data.find(b"\n", low, end) + 1
            found, at, size = self._line(low, line_end).rsplit("\t", 2)
            name = found.encode("utf-8", "surrogateescape")
            if not (name.startswith(key) if prefix else name == key):
                return
            yield int(at), int(size)
            low = line_end
