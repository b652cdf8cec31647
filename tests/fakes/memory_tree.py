"""A tree of files in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vaultctl.errors import VaultUnreadable
from vaultctl.usecases.findings import TreeEntry

if TYPE_CHECKING:
    from vaultctl.usecases.findings import EntryKind

LINKS = "links.txt"


class MemoryTree:
    """Implements the port `Tree`.  `refused` are paths that are there and cannot be read; `others` are no plain files."""

    label = "memory"

    def __init__(
        self, files: Mapping[str, str | bytes], *, refused: Iterable[str] = (), others: Mapping[str, EntryKind] | None = None
    ) -> None:
        self.files = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        self.refused = set(refused)
        self.others = dict(others or {})
        self.reads: list[str] = []

    @classmethod
    def of_folder(cls, folder: Path, *, without: Iterable[str] = ()) -> MemoryTree:
        """The files of a folder.  Its file `links.txt` lists paths that are symlinks, which not every system can check out."""
        left_out = {LINKS, *without}
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.relative_to(folder).as_posix() not in left_out
        }
        links = (folder / LINKS).read_text("utf-8").split() if (folder / LINKS).exists() else []
        return cls(files, others=dict.fromkeys(links, "symlink"))

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        prefix = prefix.strip("/")
        found = [TreeEntry(path) for path in {*self.files, *self.refused}]
        found += [TreeEntry(path, kind) for path, kind in self.others.items()]
        return sorted(entry for entry in found if not prefix or entry.path == prefix or entry.path.startswith(prefix + "/"))

    def read(self, path: str) -> bytes | None:
        self.reads.append(path)
        if path in self.refused or path in self.others:
            raise VaultUnreadable(f"{path}: Permission denied")
        return self.files.get(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        for path in paths:
            yield path, self.read(path)
