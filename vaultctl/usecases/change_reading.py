"""Reads two states of a vault that differ in few files, without reading the files that are the same.

Of those only facts are needed (`core.facts`), which were worked out before.  What is read besides the files that differ: those with
a lesson of the same id, for problems are compared by id, and those that name a lesson which came, went or moved to the archive.
Every other file has the same problems in both states, apart from those across files, which are found from facts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vaultctl.core.facts import Fact
from vaultctl.core.lesson import id_key
from vaultctl.core.places import ARCHIVE_DIR, LESSONS_DIR
from vaultctl.core.rules.context import Source
from vaultctl.formats import markdown
from vaultctl.usecases.findings import TreeEntry
from vaultctl.usecases.snapshot import Snapshot, read_snapshot

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from vaultctl.core.config import Config
    from vaultctl.core.rules.context import Role
    from vaultctl.usecases.findings import EntryKind
    from vaultctl.usecases.ports import Layout, Tree

FOLDERS = (LESSONS_DIR, ARCHIVE_DIR)


class Known(NamedTuple):
    """What is known of a file among the lessons or in the archive of the older state; `blob` is git's id of its bytes."""

    kind: EntryKind
    role: Role
    blob: str
    facts: Sequence[Fact]


def read_both(
    old: Tree,
    new: Tree,
    known: Mapping[str, Known],
    changed: Mapping[str, EntryKind | None],
    layouts: Sequence[Layout],
    default: Config,
) -> tuple[Snapshot, Snapshot] | None:
    """The older and the newer state, as far as they can differ; None where a vault is not in the notes layout.

    `known` are all files of the older state, `changed` the paths below `FOLDERS` that differ with what they are in the newer one
    (None: nothing).  The config and the taxonomy must be the same in both.
    """
    paths = frozenset(changed)
    before, after = _read(old, new, known, changed, paths, layouts, default, None)
    if before.layout.name != "notes":
        return None
    more = _affected(before, after, [fact for path, file in known.items() if path not in paths for fact in file.facts])
    if more:
        paths |= more
        before, after = _read(old, new, known, changed, paths, layouts, default, (before, after))
    rest = [Source(path, file.role, markdown.scan, kind=file.kind, facts=file.facts) for path, file in known.items() if path not in paths]
    return _joined(before, rest), _joined(after, rest)


def _read(
    old: Tree, new: Tree, known: Mapping[str, Known], changed: Mapping[str, EntryKind | None], paths: Collection[str],
    layouts: Sequence[Layout], default: Config, read: tuple[Snapshot, Snapshot] | None,
) -> tuple[Snapshot, Snapshot]:  # fmt: skip
    there = [TreeEntry(path, known[path].kind) for path in paths if path in known]
    here = [TreeEntry(path, changed[path] or "file") if path in changed else TreeEntry(path, known[path].kind)
            for path in paths if path not in changed or changed[path]]  # fmt: skip
    before = read_snapshot(Excerpt(old, there), layouts, default=default, known=read[0] if read else None)
    return before, read_snapshot(Excerpt(new, here), layouts, default=default, known=before)


def _affected(before: Snapshot, after: Snapshot, others: Sequence[Fact]) -> frozenset[str]:
    """The files whose own problems a change may change, or have to be compared together with its problems."""
    old, new = ([fact for source in state.sources for fact in source.facts] for state in (before, after))
    moved = _standing(old) ^ _standing(new)
    wanted = {key for key, _ in moved}
    found = {fact.path for fact in others if wanted and (
        id_key(fact.superseded_by) in wanted or any(link in wanted for link in fact.links))}  # fmt: skip
    ids: set[str] = set()
    fresh = {fact.key for fact in (*old, *new)} | {fact.key for fact in others if fact.path in found}
    while fresh := fresh - ids - {""}:
        ids |= fresh
        same = {fact.path for fact in others if fact.key in fresh}
        fresh = {fact.key for fact in others if fact.path in same}
        found |= same
    return frozenset(found)


def _standing(facts: Iterable[Fact]) -> set[tuple[str, str]]:
    """What may be named, and where it stands: ids and names, as they are compared."""
    return {(word, fact.role) for fact in facts for word in (fact.key, fact.name.casefold()) if word}


def _joined(state: Snapshot, rest: Iterable[Source]) -> Snapshot:
    return replace(state, sources=tuple(sorted((*state.sources, *rest), key=lambda source: source.path)))


class Excerpt:
    """Implements the port `Tree`: another one, with only the named entries in the folders of lessons and archive."""

    def __init__(self, tree: Tree, entries: Iterable[TreeEntry]) -> None:
        self._tree = tree
        self._entries = sorted(entries)
        self.label = tree.label

    def entries(self, prefix: str = "") -> Sequence[TreeEntry]:
        """Everything at or below `prefix`, sorted by path."""
        if prefix not in FOLDERS:
            return self._tree.entries(prefix)
        return [entry for entry in self._entries if entry.path.startswith(f"{prefix}/")]

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        return self._tree.read(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """`read` for many paths, in their order."""
        return self._tree.read_many(paths)
