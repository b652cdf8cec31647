"""The search over a trusted ref: lookup files kept below git's common folder, and the port `Search` over one of them.

A pointer leads from a commit to a key, and the key names the lookup file: it is made of the ids of everything the file was built
from, so commits that do not touch the vault share one.  Both are written aside and renamed into place; who comes first does not
matter, for all write the same.
"""

from __future__ import annotations

import os

from vaultctl.adapters.search.lookup import ANYTHING, Damaged, Lookup
from vaultctl.core import tags as tagging
from vaultctl.core.values import NamedTuple as _NamedTuple
from vaultctl.errors import VaultUnreadable
from vaultctl.usecases.findings import Found, Unsearched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import NamedTuple

    from vaultctl.core.matching import Query
    from vaultctl.core.record import Record
else:
    NamedTuple = _NamedTuple

KEPT_LOOKUPS = 4
KEPT_POINTERS = 64


class Pointer(NamedTuple):
    """What is known of a commit: the key of its lookup file, and the commit's date (ISO 8601; empty: it cannot be read)."""

    key: str
    date: str


class TrustedSearch:
    """Implements the port `Search` by bisection in a lookup file.

    `rebuild` makes a new one where this one turns out to be damaged; that happens once, then VaultUnreadable is raised.
    """

    def __init__(self, lookup: Lookup, rebuild: Callable[[], Lookup]) -> None:
        self._lookup = lookup
        self._rebuild = rebuild

    def find(self, query: Query) -> Found:
        """The records that the query touches, and those that may match anything."""
        return self._repaired(lambda: self._find(query))

    def by_ids(self, ids: frozenset[str]) -> Found:
        """The records of those ids."""
        return self._repaired(
            lambda: self._found(dict.fromkeys(place for identity in sorted(ids) for place in self._lookup.of_id(identity)))
        )

    def _repaired(self, find: Callable[[], Found]) -> Found:
        try:
            return find()
        except (Damaged, ValueError, IndexError):
            self._lookup = self._rebuild()
        try:
            return find()
        except Damaged as error:
            message = f"the lookup file of the trusted ref is damaged: {error}"
            raise VaultUnreadable(message, "remove the folder vaultctl/ in git's own folder") from error

    def _find(self, query: Query) -> Found:
        places: dict[tuple[int, int], None] = dict.fromkeys(self._lookup.under(ANYTHING, below=False))
        for queried in query.tags:
            for tag in tagging.ancestors(queried):
                places.update(dict.fromkeys(self._lookup.under(tag, below=False)))
            places.update(dict.fromkeys(self._lookup.under(queried, below=True)))
        return self._found(places)

    def _found(self, places: Iterable[tuple[int, int]]) -> Found:
        records: list[Record] = []
        unsearched: list[Unsearched] = []
        for place in sorted(places):
            row = self._lookup.read(place)
            if isinstance(row, Unsearched):
                unsearched.append(row)
            else:
                records.append(row)
        return Found(tuple(records), self._lookup.files, tuple(unsearched))


class Cache:
    """The lookup files of one repository.  `folder` need not exist; a cache that cannot be written costs time, nothing else."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def pointer(self, commit: str, prefix: str) -> Pointer | None:
        """The pointer of a commit, for the vault at a folder of the repository (empty: its root)."""
        try:
            with open(self._pointer_path(commit, prefix), encoding="utf-8") as file:
                words = file.read().split("\n")
        except (OSError, UnicodeDecodeError):
            return None
        # The last line is there only when the file is whole.
        return Pointer(words[0], words[1]) if len(words) == 4 and words[2] == "." else None

    def open(self, key: str) -> Lookup | None:
        """The lookup file of a key; None when it is not there, damaged, or made from something else."""
        try:
            found = Lookup.open(self._lookup_path(key))
        except (OSError, Damaged):
            return None
        return found if found.key == key else None

    def latest(self) -> Iterable[str]:
        """The paths of all lookup files, the newest first."""
        return _by_age(self._folder, ".lookup")

    def keep(self, commit: str, prefix: str, pointer: Pointer, content: bytes | None) -> str | None:
        """Write a lookup file (unless None) and the pointer to it, and remove old ones.  Gives the path of the lookup file, None
        when nothing can be written."""
        from vaultctl.adapters import kept  # only here and below: most checks write nothing

        path = self._lookup_path(pointer.key)
        try:
            if content is not None:
                kept.put(path, content)
            kept.put(self._pointer_path(commit, prefix), f"{pointer.key}\n{pointer.date}\n.\n".encode())
        except OSError:
            return None
        for old in [*_by_age(self._folder, ".lookup")[KEPT_LOOKUPS:], *_by_age(self._folder, ".pointer")[KEPT_POINTERS:]]:
            kept.remove(old)
        return path

    def forget(self, key: str) -> None:
        """Remove a lookup file that turned out to be damaged."""
        from vaultctl.adapters import kept

        kept.remove(self._lookup_path(key))

    def _lookup_path(self, key: str) -> str:
        return os.path.join(self._folder, f"{key}.lookup")

    def _pointer_path(self, commit: str, prefix: str) -> str:
        place = "".join(char if char.isascii() and char.isalnum() else f"%{ord(char):x}" for char in prefix)
        return os.path.join(self._folder, f"{commit}{'-' if place else ''}{place}.pointer")


def _by_age(folder: str, ending: str) -> list[str]:
    """The files of a folder with that ending, newest first."""
    found: list[tuple[int, str]] = []
    try:
        with os.scandir(folder) as entries:
            found += [(entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(ending)]
    except OSError:
        return []
    return [path for _, path in sorted(found, reverse=True)]
