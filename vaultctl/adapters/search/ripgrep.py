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
        if not pattern.is_plain(query):
            return ScanSearch(self._tree, self._layout).find_all()
        if self._program.pcre2:
            runs = [["--pcre2", "--multiline", "--files-without-match", f"--regexp={pattern.excluded(query)}"]]
        else:
            runs = [["--multiline", "--files-without-match", f"--regexp={pattern.canonical()}"],
                    ["--files-with-matches", f"--regexp={pattern.touched(query)}"]]  # fmt: skip
        if max(len(run[-1]) for run in runs) > _MAX_PATTERN:
            return ScanSearch(self._tree, self._layout).find_all()
        return self._run(runs)

    def by_ids(self, ids: frozenset[str]) -> Found:
        """The records of those ids."""
        words = [f"--regexp={''.join(_literal(char) for char in key)}" for key in sorted(ids)]
        found = self._run([["--ignore-case", "--files-with-matches", *words]])
        return found._replace(records=tuple(record for record in found.records if record_key(record) in ids))

    def _run(self, runs: Sequence[Sequence[str]]) -> Found:
        """The records of the files that any of the runs names.  All are started at once."""
        folder = os.path.join(self._root, *self._folder.split("/"))
        if not os.path.isdir(folder):
            return Found((), 0)
        try:
            waits = [spawn.start([self._program.path, *_OPTIONS, *options, "--", folder]) for options in runs]
        except SearchError as error:
            return self._scan(error.message)
        entries = self._layout.paths(self._tree)
        files = [entry.path for entry in entries if entry.kind == "file"]
        known = frozenset(files)
        named: set[str] = set()
        complaints: list[Unsearched] = []
        for finished in [wait() for wait in waits]:
            # 0: some, 1: none, 2: something could not be read or the pattern was refused; anything else is a crash.
            if finished.code not in (0, 1, 2) or (finished.code == 2 and b"regex" in finished.stderr):
                return self._scan(f"ripgrep ended with {finished.code}")
            named |= {path for path in map(self._relative, finished.stdout.split(b"\0")) if path in known}
            complaints += _complaints(finished) if finished.code == 2 else []
        records, unsearched = parse_files(self._tree, self._layout, sorted(named))
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
