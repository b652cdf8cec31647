"""The ripgrep search over a notes vault in the working tree: ripgrep narrows, Python decides.

ripgrep is started first and reads the files while Python lists the folder; only the files that it names are parsed.
"""

from __future__ import annotations

import os

from vaultctl.adapters import spawn
from vaultctl.adapters.search import pattern
from vaultctl.adapters.search.scan import ScanSearch, parse_files, record_key, refuse_odd
from vaultctl.errors import SearchError
from vaultctl.usecases.ports import Found, Unsearched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.adapters.search.program import Program
    from vaultctl.core.matching import Query
    from vaultctl.usecases.ports import Layout, Tree

_OPTIONS = (
    "--no-config",
    "--no-ignore",
    "--hidden",
    "--text",
    "--encoding=none",  # a file in another encoding is Python's to refuse, not ripgrep's to translate
    "--color=never",
    "--null",
    "--iglob=*.md",
)
# A longer pattern does not fit into a command line everywhere (Windows: 32,767 characters for all of it).
_MAX_PATTERN = 24_000


class RipgrepSearch:
    """Implements the port `Search`.  `folder` is the lessons folder, relative to `root`, which is an absolute path."""

    def __init__(self, root: str, folder: str, tree: Tree, layout: Layout, program: Program) -> None:
        self._root = root
        self._folder = folder
        self._tree = tree
        self._layout = layout
        self._program = program

    def find(self, query: Query) -> Found:
        """The records of every file that the query may touch."""
        excluded = pattern.exclusion(query)
        if excluded is None or len(excluded) > _MAX_PATTERN:
            return ScanSearch(self._tree, self._layout).find(query)
        return self._run(["--multiline", "--files-without-match", f"--regexp={excluded}"])

    def by_ids(self, ids: frozenset[str]) -> Found:
        """The records of those ids."""
        words = [f"--regexp={''.join(_literal(char) for char in key)}" for key in sorted(ids)]
        found = self._run(["--ignore-case", "--files-with-matches", *words])
        return found._replace(records=tuple(record for record in found.records if record_key(record) in ids))

    def _run(self, options: Sequence[str]) -> Found:
        folder = os.path.join(self._root, *self._folder.split("/"))
        if not os.path.isdir(folder):
            return Found((), 0)
        argv = [self._program.path, *_OPTIONS, *options, "--", folder]
        try:
            wait = spawn.start(argv)
        except SearchError as error:
            return self._scan(error.message)
        entries = self._layout.paths(self._tree)
        finished = wait()
        if finished.code not in (0, 1, 2):
            return self._scan(f"ripgrep ended with {finished.code}")
        files = [entry.path for entry in entries if entry.kind == "file"]
        known = frozenset(files)
        named = sorted(path for path in map(self._relative, finished.stdout.split(b"\0")) if path in known)
        complaints = _complaints(finished) if finished.code == 2 else []
        if complaints and not finished.stdout and "regex" in complaints[0].message:
            return self._scan(complaints[0].message)
        records, unsearched = parse_files(self._tree, self._layout, named)
        return Found(tuple(records), len(files), tuple(refuse_odd(entries) + unsearched + complaints))

    def _scan(self, reason: str) -> Found:
        return ScanSearch(self._tree, self._layout, f"{reason}; read every file instead").find_all()

    def _relative(self, name: bytes) -> str:
        path = os.fsdecode(name)
        if not path:
            return ""
        return path[len(self._root.rstrip(os.sep)) + 1 :].replace(os.sep, "/")


def _literal(char: str) -> str:
    return char if char.isalnum() or char in "_ " else "\\" + char


def _complaints(finished: spawn.Finished) -> list[Unsearched]:
    """What ripgrep could not read, in its own words."""
    lines = finished.stderr.decode("utf-8", "replace").splitlines()
    return [Unsearched("", 0, line.removeprefix("rg: ")) for line in lines if line.strip()] or [
        Unsearched("", 0, "ripgrep could not read everything and did not say why")
    ]
