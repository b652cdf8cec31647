"""What a change does to the lessons, read from its two ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from vaultctl.core.area import PathChange, what_is
from vaultctl.core.lesson import Entry, id_key
from vaultctl.core.places import ARCHIVE_DIR, CONFIG_FILE, LESSONS_DIR, SINGLE_FILE, TAXONOMY_FILE
from vaultctl.core.steps import Step, pieces, steps
from vaultctl.errors import VaultUnreadable
from vaultctl.formats.surroundings import is_opening, outside
from vaultctl.usecases.snapshot import parse_source, role_of

if TYPE_CHECKING:
    from vaultctl.core.lesson import Malformed
    from vaultctl.core.problem import Problem
    from vaultctl.core.rules.context import Source
    from vaultctl.usecases.findings import TreeEntry
    from vaultctl.usecases.gate_ports import Commits
    from vaultctl.usecases.ports import Layout, Tree
    from vaultctl.usecases.snapshot import Snapshot

    Looked: TypeAlias = tuple[Snapshot | None, list[Problem]]

_MARK = "\ufeff"
SETTINGS = (CONFIG_FILE, TAXONOMY_FILE)


@dataclass(frozen=True, slots=True)
class Difference:
    """What became of the lessons, the places where text outside of them was changed (single file), and the files after."""

    steps: tuple[Step, ...]
    outside: tuple[tuple[str, int], ...] = ()
    sources: tuple[Source, ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """The lessons that were touched."""
        return frozenset(step.key for step in self.steps)


def read_difference(layout: Layout, old: Tree, new: Tree, paths: Sequence[PathChange]) -> Difference:
    """What the change of these files, relative to the vault, does.  Links and the like are left out."""
    before = list(_sources(layout, old, [item.path for item in paths if item.before and _is_file(item.before)]))
    after = list(_sources(layout, new, [item.path for item in paths if item.after and _is_file(item.after)]))
    places: list[tuple[str, int]] = []
    if layout.name == "single-file":
        was = {source.path: source for source in before}
        for source in after:
            earlier = was.pop(source.path, None)
            places += [(source.path, line) for line in _outside(earlier, source) or _between(earlier, source)]
        places += [(path, 1) for path in was]
    found = tuple(steps(pieces(before), pieces(after)))
    if layout.name != "single-file":
        # A note is one lesson: where nothing became of it and the file is another, blanks or an end of a line were changed.
        told = {piece.path for step in found for piece in (step.old, step.new) if piece is not None}
        texts = {source.path: source.text for source in before}
        places += [(source.path, 1) for source in after if source.path in texts and source.path not in told
                   and texts[source.path] != source.text]  # fmt: skip
    return Difference(found, tuple(places), tuple(after))


def _is_file(mode: str) -> bool:
    return what_is(mode) in ("", "executable")


def _sources(layout: Layout, tree: Tree, paths: Sequence[str]) -> Iterator[Source]:
    for path, content in tree.read_many(paths):
        if content is None:
            raise VaultUnreadable(f"{path} in {tree.label} cannot be read", "see what `git fsck` says")
        role = role_of(layout, path)
        yield parse_source(layout, role, path, content.decode("utf-8", "surrogateescape"), archived=role == "archive")


def _outside(before: Source | None, after: Source) -> list[int]:
    """The lines outside of the entries that are new; the first line where some are gone, or in another order."""
    archived = after.role == "archive"
    old = [line for _, line in outside(before.text, archived=archived)] if before is not None else []
    new = outside(after.text, archived=archived)
    if before is None or not before.text.strip():
        return [number for number, line in new if not is_opening(line)]
    if [line for _, line in new] == old:
        return []
    known = set(old)
    return [number for number, line in new if line not in known] or [1]


def _between(before: Source | None, after: Source) -> list[int]:
    """A line where what stands between the entries is not as it was, blanks included, if there is one.

    A byte order mark, the last line's end, the order of the entries that stayed, blank lines in a row or with blanks in them.
    """
    if before is None or not before.text.strip():
        return []
    if before.text.startswith(_MARK) != after.text.startswith(_MARK):
        return [1]
    if before.text.endswith("\n") and not after.text.endswith("\n"):
        return [len(after.lines)]
    order = [[key for item in source.records if (key := _key(item))] for source in (before, after)]
    both = set(order[0]) & set(order[1])
    was, now = ([key for key in keys if key in both] for keys in order)
    if was != now:
        wrong = next((new for old, new in zip(was, now, strict=False) if old != new), "")
        return [next((item.record.line for item in after.records if _key(item) == wrong), 1)]
    return _blanks(before, after)


def _key(item: Entry | Malformed) -> str:
    return id_key(item.lesson.id if isinstance(item, Entry) else item.id or "")


def _blanks(before: Source, after: Source) -> list[int]:
    """The first blank line that is one too many in a row, or holds blanks, where the file before had fewer such lines."""
    was, now = _odd_blanks(before), _odd_blanks(after)
    return now[len(was) :][:1]


def _odd_blanks(source: Source) -> list[int]:
    inside = {number for item in source.records for number in range(item.record.line, item.record.end_line + 1)}
    found = []
    # The text ends with the end of a line, after which there is no line more.
    lines = source.lines[:-1] if source.text.endswith("\n") else source.lines
    for number, line in enumerate(lines, 1):
        if number in inside or line.strip():
            continue
        if line.rstrip("\r") or (number > 1 and not lines[number - 2].strip()) or number == len(lines):
            found.append(number)
    return found


def governed(tree: Tree, base: Tree) -> Tree:
    """A tree with the settings of the base in place of its own."""
    return _Governed(tree, base)


class _Governed:
    def __init__(self, tree: Tree, base: Tree) -> None:
        self._tree = tree
        self._base = base
        self.label = tree.label

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix`."""
        return self._tree.entries(prefix)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        return self._base.read(path) if path in SETTINGS else self._tree.read(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order."""
        wanted = list(paths)
        if any(path in SETTINGS for path in wanted):
            return ((path, self.read(path)) for path in wanted)
        return self._tree.read_many(wanted)


class Seen:
    """What was read and found in the vaults of a base and of what it would become, for those who gate one proposal after another.

    The next one meets either the same base or, once this proposal is merged, what would be.
    """

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._known: dict[str, Looked] = {}

    def get(self, revision: str) -> Looked | None:
        """What is known of a commit or tree."""
        return self._known.get(self._commits.identity(revision))

    def put(self, found: Mapping[str, Looked]) -> None:
        """Remember these revisions and forget all others."""
        self._known = {self._commits.identity(revision): looked for revision, looked in found.items()}


class NoFiles:
    """A tree without files."""

    label = "nothing"

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        return ()

    def read(self, path: str) -> bytes | None:
        return None

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        return ((path, None) for path in paths)


def guess_layout(*trees: Tree) -> Literal["notes", "single-file"]:
    """The layout of a vault without a config."""
    for tree in trees:
        if any(tree.entries(LESSONS_DIR)):
            return "notes"
        if any(entry.path == SINGLE_FILE for entry in tree.entries(SINGLE_FILE)):
            return "single-file"
    return "notes"


def holds_vault(tree: Tree) -> bool:
    """Whether anything of a vault is in a tree, in either layout."""
    return any(tree.entries(path) for path in (CONFIG_FILE, TAXONOMY_FILE, LESSONS_DIR, ARCHIVE_DIR, SINGLE_FILE))
