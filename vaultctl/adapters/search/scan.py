"""The built-in search: reads every file.  Slower than ripgrep and the oracle that it is tested against."""

from __future__ import annotations

from vaultctl.core.lesson import id_key
from vaultctl.errors import VaultUnreadable
from vaultctl.usecases.findings import Found, Unsearched
from vaultctl.usecases.presence import ODD, missing
from vaultctl.usecases.reading import read_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultctl.core.matching import Query
    from vaultctl.core.record import Record
    from vaultctl.usecases.findings import TreeEntry
    from vaultctl.usecases.ports import Layout, Tree


def parse_each(tree: Tree, layout: Layout, paths: Sequence[str]) -> Iterator[tuple[str, Sequence[Record] | None, Sequence[Unsearched]]]:
    """Some files, each with its records (None where the file is gone) and what could not be read of it."""
    for path, data in read_each(tree, paths):
        if isinstance(data, VaultUnreadable):
            yield path, (), (Unsearched(path, 0, data.said_of(path)),)
        elif data is None:
            yield path, None, ()
        else:
            parsed = layout.parse(path, data.decode("utf-8", "surrogateescape"))
            yield path, parsed.records, [Unsearched(path, fault.line, fault.message) for fault in parsed.faults if fault.fatal]


def parse_files(tree: Tree, layout: Layout, paths: Sequence[str]) -> tuple[list[Record], list[Unsearched]]:
    """The records of some files, and what could not be read of them."""
    records: list[Record] = []
    unsearched: list[Unsearched] = []
    for _, found, faults in parse_each(tree, layout, paths):
        records += found or ()
        unsearched += faults
    return records, unsearched


def refuse_odd(entries: Sequence[TreeEntry]) -> list[Unsearched]:
    """What stands in the vault and is never followed: symlinks, submodules, devices."""
    return [Unsearched(entry.path, 0, ODD[entry.kind]) for entry in entries if entry.kind != "file"]


_TRIES = 3
"""How often a vault is listed that changes while it is read."""


class ScanSearch:
    """Implements the port `Search` by parsing every file of the layout, in any tree."""

    def __init__(self, tree: Tree, layout: Layout, note: str = "") -> None:
        self._tree = tree
        self._layout = layout
        self._note = note

    def find(self, query: Query) -> Found:
        """Every record there is."""
        return self.find_all()

    def by_ids(self, ids: frozenset[str]) -> Found:
        """The records of those ids."""
        found = self.find_all()
        return found._replace(records=tuple(record for record in found.records if record_key(record) in ids))

    def find_all(self) -> Found:
        """Every record of the layout."""
        parsed: dict[str, tuple[Sequence[Record] | None, Sequence[Unsearched]]] = {}
        for _ in range(_TRIES):
            entries = self._layout.paths(self._tree)
            files = [entry.path for entry in entries if entry.kind == "file"]
            new = [path for path in files if path not in parsed]
            parsed.update((path, (records, faults)) for path, records, faults in parse_each(self._tree, self._layout, new))
            gone = [path for path, (records, _) in parsed.items() if records is None]
            if not gone:
                break
            # Moved or removed between the listing and the reading: what was moved stands elsewhere now.
            for path in gone:
                del parsed[path]
        else:
            parsed.update((path, ((), (Unsearched(path, 0, "moved or removed while it was to be read"),))) for path in gone)
        found = [record for path in sorted(parsed) for record in parsed[path][0] or ()]
        unsearched = [item for path in sorted(parsed) for item in parsed[path][1]]
        notes = (self._note,) if self._note else ()
        return Found(tuple(found), len(files), (*missing(self._tree, self._layout, entries), *refuse_odd(entries), *unsearched), notes)


def record_key(record: Record) -> str:
    """The id of a record as ids are compared; empty where it has none."""
    field = record.field("id")
    return id_key(field.value.strip()) if field is not None and isinstance(field.value, str) else ""
