"""From a trusted ref to a search over its lookup file, building what is missing.

On the usual path nothing is started: the ref is read out of git's files, a pointer names the lookup file, and a query reads a few
lines of that.
"""

from __future__ import annotations

import os

from vaultctl.adapters.git import reffiles
from vaultctl.adapters.search.lookup import FORMAT, Damaged, Lookup, Row, Texts, place_row, record_row, render
from vaultctl.adapters.search.trusted_ref import Cache, Pointer, TrustedSearch
from vaultctl.core.config import Config
from vaultctl.core.days import read_moment
from vaultctl.core.places import CONFIG_FILE, SINGLE_FILE, TAXONOMY_FILE
from vaultctl.errors import GitError, VaultNotFound, VaultUnreadable
from vaultctl.usecases.presence import missing, strays
from vaultctl.usecases.settings import read_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultctl.adapters.git.repository import Repository
    from vaultctl.adapters.git.vault_key import VaultIds
    from vaultctl.core.config import LayoutName
    from vaultctl.usecases.findings import TreeEntry
    from vaultctl.usecases.ports import Layout, Tree


class TrustedRef:
    """The vault as a ref holds it, whatever the working tree says.

    `root` is the vault's folder in its repository.  Raises VaultUnreadable when there is no repository, no
    such ref, or no vault on it.
    """

    def __init__(self, root: str, ref: str) -> None:
        folders = reffiles.find_folders(root)
        if folders is None:
            message = f"{root} lies in no git repository, so there is no ref {ref}"
            raise VaultUnreadable(message, "leave --ref out, or clone the vault")
        inside = os.path.relpath(root, folders.top).replace(os.sep, "/")
        self.root = root
        self.ref = ref
        self._prefix = "" if inside == "." else f"{inside}/"
        self._folders = folders
        self._cache = Cache(os.path.join(folders.common_dir, "vaultctl"))
        self.commit = reffiles.resolve(folders, ref) or self._ask_git()
        pointer = self._cache.pointer(self.commit, self._prefix)
        lookup = self._cache.open(pointer.key) if pointer else None
        self._pointer, self._lookup = (pointer, lookup) if pointer and lookup else self._build()
        date = self._pointer.date  # an older vaultctl kept what git said, whatever that was
        self.date = date if read_moment(date) is not None else None
        self.texts = self._texts()

    def _ask_git(self) -> str:
        from vaultctl.adapters.git.repository import discover

        commit = discover(self.root).resolve(self.ref)
        if commit is None:
            raise VaultUnreadable(f"no such ref: {self.ref}", "fetch it (`vaultctl sync`), or name another: --ref origin/main")
        return commit

    def _texts(self) -> Texts:
        try:
            return self._lookup.texts()
        except Damaged:
            return self._rebuilt().texts()

    def _rebuilt(self) -> Lookup:
        """A new lookup file in the place of a damaged one."""
        self._cache.forget(self._pointer.key)
        self._pointer, self._lookup = self._build()
        return self._lookup

    @property
    def layout(self) -> LayoutName:
        """The layout of the vault on the ref."""
        return "single-file" if self._lookup.layout == "single-file" else "notes"

    def search(self) -> TrustedSearch:
        """The search over the lookup file."""
        return TrustedSearch(self._lookup, self._rebuilt)

    def tree(self) -> Tree:
        """The files of the commit; git is started."""
        from vaultctl.adapters.git.repository import discover

        return _tree(discover(self.root), self.commit, self._prefix)

    def _build(self) -> tuple[Pointer, Lookup]:
        from vaultctl.adapters.git import vault_key
        from vaultctl.adapters.git.repository import discover

        repo = discover(self.root)
        ids = vault_key.look(repo, self.commit, self._prefix)
        if not ids.present:
            where = f" in {self._prefix}" if self._prefix else ""
            message = f"no vault{where} on {self.ref} ({self.commit[:12]})"
            raise VaultNotFound(message, "merge the vault there first, or name another ref")
        pointer = Pointer(ids.key(FORMAT), ids.date or "")
        known = self._cache.open(pointer.key)
        if known is not None:
            self._cache.keep(self.commit, self._prefix, pointer, None)
            return pointer, known
        content = self._render(repo, ids, pointer.key)
        path = self._cache.keep(self.commit, self._prefix, pointer, content)
        return pointer, Lookup.open(path) if path is not None else Lookup(content)

    def _render(self, repo: Repository, ids: VaultIds, key: str) -> bytes:
        from vaultctl.adapters.git.vault_key import ABSENT
        from vaultctl.core.places import LESSONS_DIR
        from vaultctl.wiring import layout_named

        tree = _tree(repo, self.commit, self._prefix)
        has_lessons = ids.ids[LESSONS_DIR] != ABSENT
        default = Config(layout="notes" if has_lessons or ids.ids[SINGLE_FILE] == ABSENT else "single-file", present=False)
        config = read_settings(tree, default=default).config
        layout = layout_named(config.layout)
        origin = ids.ids[LESSONS_DIR] if layout.name == "notes" else ABSENT
        entries = layout.paths(tree)
        gaps = missing(tree, layout, entries) + strays(tree, layout, config)
        rows = sorted([*self._rows(repo, tree, layout, entries, origin), *map(place_row, gaps)])
        files = sum(entry.kind == "file" for entry in entries)
        return render(key, layout.name, origin, files, Texts(tree.read(CONFIG_FILE), tree.read(TAXONOMY_FILE)), rows)

    def _rows(self, repo: Repository, tree: Tree, layout: Layout, entries: Sequence[TreeEntry], origin: str) -> list[Row]:
        """The rows of all files: those of an older lookup for what has not changed since, the rest read anew."""
        from vaultctl.adapters.search.scan import parse_files, refuse_odd

        files = [entry.path for entry in entries if entry.kind == "file"]
        kept = self._known_rows(repo, layout.name, origin, frozenset(files))
        have = {row.path for row in kept}
        records, unsearched = parse_files(tree, layout, [path for path in files if path not in have])
        return [*kept, *map(record_row, records), *map(place_row, [*refuse_odd(entries), *unsearched])]

    def _known_rows(self, repo: Repository, layout: str, origin: str, files: frozenset[str]) -> list[Row]:
        from vaultctl.adapters.git.vault_key import ABSENT, changed_lessons

        if layout != "notes" or origin == ABSENT:
            return []
        for path in self._cache.latest():
            try:
                old = Lookup.open(path)
                if old.layout != layout or old.origin == ABSENT:
                    continue
                changed = changed_lessons(repo, old.origin, origin)
                return [row for row in old.rows() if row.path in files and row.path not in changed]
            except (OSError, Damaged, GitError):
                continue  # damaged, or made from a tree that is gone: the next older one, or none
        return []


def _tree(repo: Repository, commit: str, prefix: str) -> Tree:
    from vaultctl.adapters.git.trees import CommitTree
    from vaultctl.usecases.snapshot import Subtree

    return Subtree(CommitTree(repo, commit), prefix) if prefix else CommitTree(repo, commit)


class SettingsTree:
    """The settings of a lookup file, as files (`usecases.ports.Readable`)."""

    def __init__(self, texts: Texts) -> None:
        self._files = {CONFIG_FILE: texts.config, TAXONOMY_FILE: texts.taxonomy}

    def read(self, path: str) -> bytes | None:
        """The bytes of the config or the taxonomy; None for all else."""
        return self._files.get(path)
