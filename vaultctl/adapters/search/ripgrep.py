"""The ripgrep search over a notes vault in the working tree: ripgrep narrows, Python decides.

ripgrep is started first and reads the files while Python lists the folder.  Only the files that it names are parsed, and
that while it is still looking for more.
"""

from __future__ import annotations

import os

from vaultctl.adapters import spawn
from vaultctl.adapters.search import command, pattern
from vaultctl.adapters.search.scan import ScanSearch, parse_each, record_key, refuse_odd
from vaultctl.errors import SearchError
from vaultctl.usecases.findings import Found, Unsearched
from vaultctl.usecases.presence import DOCUMENTATION, ENDING, lesson_pages, missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultctl.adapters.search.program import Program
    from vaultctl.core.matching import Query
    from vaultctl.core.record import Record
    from vaultctl.usecases.ports import Layout, Surveyed, Tree


class RipgrepSearch:
    """Implements the port `Search`.  `folder` is the lessons folder, relative to `root`, which is an absolute path."""

    def __init__(self, root: str, folder: str, tree: Surveyed, layout: Layout, program: Program) -> None:
        self._root = root
        self._folder = folder
        self._path = os.path.join(root, *folder.split("/"))
        self._tree = tree
        self._layout = layout
        self._program = program

    def find(self, query: Query) -> Found:
        """The records of every file that the query may touch."""
        runs = command.runs_for(self._program, query, self._path)
        return self._run(runs) if runs is not None else ScanSearch(self._tree, self._layout).find_all()

    def by_ids(self, ids: frozenset[str]) -> Found:
        """The records of those ids."""
        words = [f"--regexp={''.join(_literal(char) for char in key)}" for key in sorted(ids)]
        start = (self._program.path, *command.OPTIONS)
        runs = [
            (*start, "--ignore-case", "--files-with-matches", *words, "--", self._path),
            # An id may be spelled in other ways: quoted, escaped, on a line that is no plain one.
            (*start, "--multiline", "--files-without-match", f"--regexp={pattern.plain_id()}", "--", self._path),
        ]
        found = self._run(runs)
        return found._replace(records=tuple(record for record in found.records if record_key(record) in ids))

    def _run(self, runs: Sequence[tuple[str, ...]]) -> Found:
        """The records of the files that any of the runs names.  All are started at once."""
        if not os.path.isdir(self._path):
            return ScanSearch(self._tree, self._layout).find_all()
        try:
            waits = [command.start(run) for run in runs]
        except SearchError as error:
            return self._scan(error.message)
        survey = self._tree.survey(self._folder, ENDING, DOCUMENTATION)
        pages = lesson_pages(self._tree, survey.named) if survey.named else frozenset()
        parsing = _Parsing(self._tree, self._layout, pages)
        parsing.add(survey.empty)
        complaints: list[Unsearched] = []
        for wait in waits:
            names = _Names(self._root, parsing)
            finished = wait(names.take)
            # 0: some, 1: none, 2: something could not be read or the pattern was refused; anything else is a crash.
            if finished.code not in (0, 1, 2) or (finished.code == 2 and b"regex" in finished.stderr):
                return self._scan(f"ripgrep ended with {finished.code}")
            if finished.code == 0 and not names.count:
                return self._scan(f"{self._program.path} says that it found something and names nothing")
            complaints += _complaints(finished, self._root) if finished.code == 2 else []
        records = [record for path in sorted(parsing.files) for record in parsing.files[path][0]]
        unsearched = [item for path in sorted(parsing.files) for item in parsing.files[path][1]]
        if not all(found or faults for found, faults in parsing.files.values()):
            return self._scan("files were moved while they were searched")
        gaps = missing(self._tree, self._layout, survey.odd) if not survey.files and not survey.named else ()
        return Found(tuple(records), survey.files + len(pages), (*gaps, *refuse_odd(survey.odd), *unsearched, *complaints))

    def _scan(self, reason: str) -> Found:
        return ScanSearch(self._tree, self._layout, f"{reason}; read every file instead").find_all()


class _Parsing:
    """The files that were named so far, parsed: by path, what `parse_each` found in them.  README pages count where they are lessons."""

    def __init__(self, tree: Tree, layout: Layout, pages: frozenset[str]) -> None:
        self.files: dict[str, tuple[Sequence[Record], Sequence[Unsearched]]] = {}
        self._tree = tree
        self._layout = layout
        self._pages = pages

    def add(self, paths: Iterable[str]) -> None:
        new = [path for path in paths
               if path not in self.files and (path in self._pages or path.rpartition("/")[2].casefold() != DOCUMENTATION)]  # fmt: skip
        for path, records, unsearched in parse_each(self._tree, self._layout, new):
            self.files[path] = records, unsearched


class _Names:
    """The paths that one ripgrep names, handed on for parsing as they come; each ends with a NUL."""

    def __init__(self, root: str, parsing: _Parsing) -> None:
        self.count = 0
        self._above = len(root.rstrip(os.sep)) + 1
        self._parsing = parsing
        self._rest = b""

    def take(self, data: bytes) -> None:
        *names, self._rest = (self._rest + data).split(b"\0")
        self.count += len(names)
        self._parsing.add([os.fsdecode(name)[self._above :].replace(os.sep, "/") for name in names])


def _literal(char: str) -> str:
    return char if char.isalnum() or char in "_ " else "\\" + char


def _complaints(finished: spawn.Finished, root: str) -> list[Unsearched]:
    """What ripgrep could not read, in its own words."""
    lines = finished.stderr.decode("utf-8", "surrogateescape").splitlines()
    return [_complaint(line.removeprefix("rg: "), root) for line in lines if line.strip()] or [
        Unsearched("", 0, "ripgrep could not read everything and did not say why")
    ]


def _complaint(line: str, root: str) -> Unsearched:
    path, _, reason = line.rpartition(": ")
    above = root.rstrip(os.sep) + os.sep
    return Unsearched(path.removeprefix(above).replace(os.sep, "/"), 0, reason) if path.startswith(above) else Unsearched("", 0, line)
