"""Keeps what is known of the files of a vault at one commit, below git's common folder, for the next `lint` of a change.

One line with the format, the version that wrote it, a checksum and the id of the tree it was made from; then JSON.  Written aside
and renamed into place; a file that is damaged, or that another version wrote, counts as none.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.adapters import kept
from vaultctl.core.facts import Fact
from vaultctl.usecases.change_reading import Known

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = "1"
_MAGIC = "vaultctl-facts"


class Remembered(NamedTuple):
    """The files below a vault's folder `vault`, by path from the vault's root, as the tree of that id holds them."""

    tree: str
    files: Mapping[str, Known]


class FactsFile:
    """The file for the vault at a folder of the repository (`sub/folder/`, or empty), as the program of that version writes it."""

    def __init__(self, common_dir: Path, inside: str, version: str) -> None:
        self._version = f"{FORMAT}/{version}"
        place = "".join(char if char.isascii() and char.isalnum() else f"%{ord(char):x}" for char in inside)
        self._path = common_dir / "vaultctl" / f"facts{'-' if place else ''}{place}"

    def read(self) -> Remembered | None:
        """What was kept; None where there is nothing, or nothing whole."""
        try:
            head, _, data = self._path.read_bytes().partition(b"\n")
            magic, version, checksum, tree = head.decode("ascii").split(" ")
            if (magic, version) != (_MAGIC, self._version) or int(checksum) != zlib.crc32(data):
                return None
            rows = json.loads(data)
        except (OSError, ValueError):
            return None
        return Remembered(tree, {
            path: Known(kind, role, blob, [Fact(path, role, *fact) for fact in facts]) for path, (kind, role, blob, facts) in rows.items()
        })  # fmt: skip

    def keep(self, known: Remembered) -> None:
        """Write it; a folder that cannot be written costs time, nothing else."""
        rows = {path: (file.kind, file.role, file.blob, [fact[2:] for fact in file.facts]) for path, file in known.files.items()}
        data = json.dumps(rows, separators=(",", ":")).encode("ascii")
        head = f"{_MAGIC} {self._version} {zlib.crc32(data)} {known.tree}\n".encode("ascii")
        try:
            kept.put(str(self._path), head + data)
        except OSError:
            return
