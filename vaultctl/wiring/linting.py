"""`lint`, with files and git behind it.

What a change brings is found from the files that it changes and from facts about the others, which are kept in git's own folder;
where that is not possible, both states are read whole.  The answer is the same.
"""

from __future__ import annotations

import gc
import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from vaultctl import __version__
from vaultctl.adapters.files import writer
from vaultctl.adapters.files.locate import locate
from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.adapters.forked import spread
from vaultctl.adapters.git import differences
from vaultctl.adapters.git import since as history
from vaultctl.adapters.git.remembered import FactsFile, Remembered
from vaultctl.adapters.git.trees import CommitTree, IndexTree
from vaultctl.core.config import Config
from vaultctl.core.places import CONFIG_FILE, SINGLE_FILE, TAXONOMY_FILE
from vaultctl.errors import GitError, VaultUnreadable
from vaultctl.usecases import lint
from vaultctl.usecases.change_reading import FOLDERS, Excerpt, Known, read_both
from vaultctl.usecases.findings import TreeEntry
from vaultctl.usecases.reading import read_each
from vaultctl.usecases.settings import read_settings
from vaultctl.usecases.snapshot import Snapshot, below, read_snapshot
from vaultctl.wiring import layout_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vaultctl.adapters.git.repository import Repository
    from vaultctl.usecases.findings import EntryKind
    from vaultctl.usecases.lint import Request, Result
    from vaultctl.usecases.ports import Layout, Tree

_VAULT = "vault"
_KEPT_ROLES = ("lessons", "archive", "foreign")


def lint_vault(
    folder: str, named: str | None, request: Request, paths: Sequence[str], *, staged: bool = False, since: str | None = None,
    note: Callable[[str], None],
) -> tuple[Result, str]:  # fmt: skip
    """The problems of the vault `named`, or the nearest one, and where that lies in its repository: `sub/folder/`, or empty.

    `paths` are as typed in `folder`; what is left out of them is told to `note`.  Raises UsageError for one that never was,
    VaultNotFound, ConfigError, VaultUnreadable, and GitError where the staged files or `since` are asked for and are not to be had.
    """
    with _uncollected():
        return _lint_vault(folder, named, request, paths, staged=staged, since=since, note=note)


def _lint_vault(
    folder: str, named: str | None, request: Request, paths: Sequence[str], *, staged: bool, since: str | None,
    note: Callable[[str], None],
) -> tuple[Result, str]:  # fmt: skip
    place = locate(folder, named)
    default = Config(layout="single-file" if place.marker == SINGLE_FILE else "notes", present=False)
    layouts = [layout_named("notes"), layout_named("single-file")]
    inside = history.below_repository(place.root)
    tree: Tree = WorkTree(place.root)
    older: Tree | None = None
    base: CommitTree | None = None
    both: tuple[Snapshot, Snapshot] | None = None
    if staged or since is not None:
        base, index = history.open_trees(place.root, since)
        older = below(base, inside) if base is not None else None
        tree = below(index, inside) if staged else tree
        if base is not None and not request.fix:
            both = _Change(base, inside, layouts, default).read(index if staged else None, tree)

    def before(now: Snapshot) -> Snapshot | None:
        if both is not None:
            return both[0]
        if older is None:
            return None
        try:
            return read_snapshot(older, layouts, default=default, known=now)
        except VaultUnreadable as error:
            note(f"the settings before the change cannot be read, so nothing counts as known: {error.message}")
            return None

    result = lint.lint(
        request._replace(paths=lint.choose_paths(place.root, folder, paths, note, lambda gone: _known(place.root, base, gone))),
        lambda: both[1] if both is not None else read_snapshot(tree, layouts, default=default),
        before=before,
        write=lambda changes: writer.apply(place.root, changes),
        spread=spread,
    )
    return result, inside


def _known(root: str, base: CommitTree | None, gone: Sequence[str]) -> frozenset[str]:
    """Those of some absolute paths at which git knows a file or a folder: staged, in the last commit, or in that one."""
    try:
        commit, index = history.open_trees(root, None)
        top = index.repo.folder
        inside = {path: place for path in gone if (place := lint.relative(path, top)) is not None}
        trees = [tree for tree in (index, commit, base) if tree is not None]
        files = {place for tree in trees for place, blob in tree.blobs(list(inside.values())).items() if blob is not None}
        return frozenset(path for path, place in inside.items() if place in files or any(tree.entries(place) for tree in trees))
    except GitError:
        return frozenset()  # no repository: nobody remembers what was there


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for garbage meanwhile: what is made is kept to the end anyway, and looking at all of it takes a fourth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class _Change:
    """What changed since a commit, in the vault at a folder of its repository (`sub/folder/`, or empty)."""

    def __init__(self, base: CommitTree, inside: str, layouts: Sequence[Layout], default: Config) -> None:
        self._base = base
        self._repo: Repository = base.repo
        self._inside = inside
        self._layouts = layouts
        self._default = default
        self._old = below(base, inside)

    def read(self, index: IndexTree | None, new: Tree) -> tuple[Snapshot, Snapshot] | None:
        """The commit's state and the newer one, of the staging area or (None) of a working tree; None: both are to be read whole."""
        try:
            known = self._known()
            changed = None
            if known is not None:
                changed = self._staged(index) if index is not None else self._in_working_tree(known, new)
            if known is None or changed is None or 4 * len(changed) > len(known) + 400:
                return None
            return read_both(self._old, new, known, changed, self._layouts, self._default)
        except (GitError, VaultUnreadable):
            return None  # reading everything says what it is

    # What is known of the commit.

    def _known(self) -> Mapping[str, Known] | None:
        """The files of the commit, from what is kept, which is brought up to date; None for a vault of another layout."""
        name = f"{self._base.commit}:{self._inside}{_VAULT}"
        done = self._repo.git("rev-parse", "-q", "--verify", name, allowed=(0, 1, 128))
        if done.code:
            return None
        file = FactsFile(self._repo.common_dir, self._inside, __version__)
        kept = file.read()
        if kept is not None and kept.tree == done.text:
            return kept.files
        if kept is None and read_settings(self._old, default=self._default).config.layout != "notes":
            return None
        known = self._updated(kept, done.text) if kept is not None else None
        if known is None:
            known = self._files(read_snapshot(self._old, self._layouts, default=self._default))
        if known is not None:
            file.keep(Remembered(done.text, known))
        return known

    def _updated(self, kept: Remembered, tree: str) -> dict[str, Known] | None:
        """What was kept, with what differs between that tree and another; None where that cannot be told."""
        try:
            found = differences.between(self._repo, kept.tree, tree)
        except GitError:
            return None  # the tree it was made from is gone
        changes = {f"{_VAULT}/{item.path}": item.new for item in found}
        if any(f"{folder}/".startswith(f"{path}/") for folder in FOLDERS for path in changes):
            return None  # a folder became a link, or the other way round
        entries = [TreeEntry(path, blob.kind) for path, blob in changes.items() if blob is not None]
        fresh = self._files(read_snapshot(Excerpt(self._old, entries), self._layouts, default=self._default))
        if fresh is None:
            return None
        return {path: file for path, file in kept.files.items() if path not in changes} | fresh

    def _files(self, state: Snapshot) -> dict[str, Known] | None:
        if state.layout.name != "notes":
            return None
        sources = [source for source in state.sources if source.role in _KEPT_ROLES]
        blobs = self._base.blobs([self._inside + source.path for source in sources])
        return {source.path: Known(blob.kind, source.role, blob.id, source.facts) for source in sources
                if (blob := blobs[self._inside + source.path]) is not None}  # fmt: skip

    # What differs from it.

    def _staged(self, index: IndexTree) -> dict[str, EntryKind | None] | None:
        """What the staging area changes among lessons and archive; None where it changes more than that."""
        found = differences.staged(self._repo, [self._inside + path for path in (_VAULT, CONFIG_FILE)], against=self._base.commit)
        paths = [item.path for item in found]
        inner = [path.removeprefix(self._inside) for path in paths]
        if any(item.status == "U" for item in found) or any(path in (CONFIG_FILE, TAXONOMY_FILE, _VAULT, *FOLDERS) for path in inner):
            return None
        blobs = index.blobs(paths)
        return {path: blob.kind if (blob := blobs[full]) is not None else None for path, full in zip(inner, paths, strict=True)
                if path.startswith(tuple(f"{folder}/" for folder in FOLDERS))}  # fmt: skip

    def _in_working_tree(self, known: Mapping[str, Known], tree: Tree) -> dict[str, EntryKind | None] | None:
        """What a working tree holds otherwise; by content, for git itself goes by times and may convert line ends."""
        if any(self._old.read(path) != tree.read(path) for path in (CONFIG_FILE, TAXONOMY_FILE)):
            return None
        entries = {entry.path: entry.kind for folder in FOLDERS for entry in tree.entries(folder)}
        if any(folder in entries for folder in FOLDERS):
            return None
        plain = [path for path, kind in entries.items() if kind == "file" and path in known and known[path].kind == "file"]
        same = {path for path, data in read_each(tree, plain)
                if isinstance(data, bytes) and _blob_id(data, known[path].blob) == known[path].blob}  # fmt: skip
        changed: dict[str, EntryKind | None] = {path: kind for path, kind in entries.items() if path not in same}
        return changed | dict.fromkeys(known.keys() - entries.keys())


def _blob_id(data: bytes, like: str) -> str:
    """The id of a blob with these bytes, in the object format of another id (gitformat: `blob SP <size> NUL <bytes>`)."""
    make = hashlib.sha256 if len(like) == 64 else hashlib.sha1
    return make(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
