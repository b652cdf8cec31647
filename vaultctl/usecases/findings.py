"""What looking at a vault brings: the entries of a tree, the records of a search, and what could not be read.

Paths are relative to the repository root with `/`.
"""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NamedTuple

    from vaultctl.core.record import Record

    EntryKind = Literal["file", "symlink", "submodule", "other"]
else:
    NamedTuple = _NamedTuple


class TreeEntry(NamedTuple):
    """One path of a tree.  `kind` is `other` for devices, sockets and whatever is no file."""

    path: str
    kind: EntryKind = "file"


class Survey(NamedTuple):
    """What lies below a folder, counted: the number of files with an ending, those among them that bear a certain name (not
    counted), those that are empty (counted), and the entries that are no files."""

    files: int
    named: tuple[str, ...]
    empty: tuple[str, ...]
    odd: tuple[TreeEntry, ...]


class Unsearched(NamedTuple):
    """A place that could not be read.  `line` is 0 where it is the whole file."""

    path: str
    line: int
    message: str

    @property
    def place(self) -> str:
        """`path:line`, or the path alone where it is the whole file."""
        return f"{self.path}:{self.line}" if self.line else self.path

    @property
    def told(self) -> str:
        """The place, where there is one, and the message."""
        return f"{self.place}: {self.message}" if self.path else self.message


class Found(NamedTuple):
    """What a search brings.

    `records` holds at least every record that may cover a tag of the query or lie below one.  `unsearched` is what the
    search itself could not read.  `files` is the number of files searched.  `notes` are for stderr.
    """

    records: tuple[Record, ...]
    files: int
    unsearched: tuple[Unsearched, ...] = ()
    notes: tuple[str, ...] = ()
