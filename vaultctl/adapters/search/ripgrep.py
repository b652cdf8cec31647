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
    from vaultctl.usecases.findings import TreeEntry
    from vaultctl.usecases.ports import Layout, Surveyed, Tree

_UNDECIDED = "PCRE2: error matching"
"""How ripgrep says that a file was too much for the pattern; such a file is looked at like any other that the pattern finds."""


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
        waits: list[spawn.Running] = []
        try:
            waits.extend(map(command.start, runs))
        except SearchError as error:
            for wait in waits:
                wait()
            return self._scan(error.message)
        survey = self._tree.survey(self._folder, ENDING, DOCUMENTATION)
        pages = lesson_pages(self._tree, survey.named) if survey.named else frozenset()
        parsing = _Parsing(self._tree, self._layout, pages, survey.odd)
        parsing.add(survey.empty)
        ends = []
        for wait in waits:  # each to its end, whatever another says: none is left behind
            names = _Names(self._root, parsing)
            ends.append((names, wait(names.take)))
        complaints: list[Unsearched] = []
        for names, finished in ends:
            trouble = _trouble(finished, names)
            if trouble:
                return self._scan(f"{self._program.path} {trouble}")
            for path, message in names.complaints(finished.stderr) if finished.code == 2 else ():
                if message.startswith(_UNDECIDED):
                    parsing.add([path])
                elif not parsing.is_odd(path):
                    complaints.append(Unsearched(path, 0, message))
        if any(found is None for found, _ in parsing.files.values()):
            return self._scan("files were moved while they were searched")
        records = [record for path in sorted(parsing.files) for record in parsing.files[path][0] or ()]
        unsearched = [item for path in sorted(parsing.files) for item in parsing.files[path][1]]
        gaps = missing(self._tree, self._layout, survey.odd) if not survey.files and not survey.named else ()
        return Found(tuple(records), survey.files + len(pages), (*gaps, *refuse_odd(survey.odd), *unsearched, *complaints))

    def _scan(self, reason: str) -> Found:
        return ScanSearch(self._tree, self._layout, f"{reason}; read every file instead").find_all()


class _Parsing:
    """The files that were named so far, parsed: by path, what `parse_each` found in them.

    README pages count where they are lessons; what lies below an odd entry, such as a submodule, does not.
    """

    def __init__(self, tree: Tree, layout: Layout, pages: frozenset[str], odd: Sequence[TreeEntry]) -> None:
        self.files: dict[str, tuple[Sequence[Record] | None, Sequence[Unsearched]]] = {}
        self._tree = tree
        self._layout = layout
        self._pages = pages
        self._odd = tuple([f"{entry.path}/" for entry in odd])

    def is_odd(self, path: str) -> bool:
        """Whether a path is one of the odd entries, or lies below one: they are told as such already."""
        return bool(self._odd) and f"{path}/".startswith(self._odd)

    def add(self, paths: Iterable[str]) -> None:
        """Parse those that are new."""
        new = [path for path in paths if path not in self.files and not self.is_odd(path)
               and (path in self._pages or path.rpartition("/")[2].casefold() != DOCUMENTATION)]  # fmt: skip
        for path, records, unsearched in parse_each(self._tree, self._layout, new):
            self.files[path] = records, unsearched


class _Names:
    """The paths that one ripgrep names, handed on for parsing as they come; each ends with a NUL."""

    def __init__(self, root: str, parsing: _Parsing) -> None:
        self.count = 0
        self.rest = b""
        self._above = root.rstrip(os.sep) + os.sep
        self._parsing = parsing

    def take(self, data: bytes) -> None:
        """The next piece of what ripgrep prints."""
        *names, self.rest = (self.rest + data).split(b"\0")
        self.count += len(names)
        self._parsing.add(map(self._relative, names))

    def complaints(self, stderr: bytes) -> list[tuple[str, str]]:
        """What could not be read, as pairs of a path (empty where ripgrep names none) and ripgrep's own words."""
        found = []
        for line in stderr.splitlines():
            text = line.removeprefix(b"rg: ")
            path, middle, undecided = text.partition(f": {_UNDECIDED}".encode())
            message = _UNDECIDED.encode() + undecided
            if not middle:
                path, _, message = text.rpartition(b": ")
            named = os.fsdecode(path).startswith(self._above)
            shown = (message if named else text).decode("utf-8", "surrogateescape")
            found.append((self._relative(path) if named else "", shown))
        return found or [("", "ripgrep could not read everything and did not say why")]

    def _relative(self, name: bytes) -> str:
        return os.fsdecode(name)[len(self._above) :].replace(os.sep, "/")


def _trouble(finished: spawn.Finished, names: _Names) -> str:
    """Why what ripgrep says cannot be believed; empty where it can."""
    # 0: some, 1: none, 2: something could not be read or the pattern was refused; anything else is a crash.
    if finished.code == spawn.LOST:
        return "ended, and nobody knows how"
    if finished.code not in (0, 1, 2) or (finished.code == 2 and b"regex" in finished.stderr):
        return f"ended with {finished.code}"
    if names.rest:
        return "broke off in the middle of a name"
    if finished.code == 2 and b"(os error 2)" in finished.stderr:  # ENOENT, ERROR_FILE_NOT_FOUND
        return "found files gone while it searched"
    if (finished.code == 0) != (names.count > 0) and finished.code < 2:
        return "says that it found something and names nothing" if not names.count else "says that it found nothing and names files"
    return "complains and says that all is well" if finished.code == 1 and finished.stderr.strip() else ""


def _literal(char: str) -> str:
    return char if char.isalnum() or char in "_ " else "\\" + char
