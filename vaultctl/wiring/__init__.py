"""The one place that knows the concrete classes: opens a vault and hands the use cases what they ask for."""

from __future__ import annotations

import os

from vaultctl.adapters.files.locate import Place, locate
from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.core.config import Config
from vaultctl.core.places import LESSONS_DIR, SINGLE_FILE
from vaultctl.errors import VaultNotFound
from vaultctl.usecases import check as checking
from vaultctl.usecases.check import Answer, Request, VaultFacts
from vaultctl.usecases.findings import Unsearched
from vaultctl.usecases.presence import strays
from vaultctl.usecases.settings import Settings, read_settings, unsure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from vaultctl.core.config import LayoutName
    from vaultctl.usecases.ports import Layout, Search, Tree
    from vaultctl.usecases.record import Outcome
    from vaultctl.usecases.record import Request as RecordRequest
    from vaultctl.usecases.snapshot import Snapshot
    from vaultctl.wiring.trusted import TrustedRef


class OpenVault:
    """A vault that was found: its place, settings, layout and the tree to read.

    `trusting` False: the working tree's even where its config names a trusted ref.
    """

    def __init__(self, place: Place, ref: str | None = None, *, trusting: bool = True) -> None:
        self.place = place
        self.root = place.root
        self._default = Config(layout="single-file" if place.marker == SINGLE_FILE else "notes", present=False)
        self.tree: Tree = WorkTree(place.root)
        self.trusted: TrustedRef | None = None
        if ref is None:
            self.settings: Settings = read_settings(self.tree, default=self._default)
            ref = self.settings.config.guard_ref if trusting else None
        if ref is not None:
            self._trust(ref)
        self.layout: Layout = layout_named(self.settings.config.layout)

    def _trust(self, ref: str) -> None:
        """Look only at what is on that ref, settings included."""
        from vaultctl.wiring.trusted import SettingsTree, TrustedRef

        self.trusted = TrustedRef(self.root, ref)
        default = Config(layout=self.trusted.layout, present=False)
        self.settings = read_settings(SettingsTree(self.trusted.texts), default=default)

    def relative(self, path: str, folder: str) -> str:
        """A path as given in `folder`, relative to the root with `/`; one outside stays as it is."""
        full = os.path.normpath(os.path.join(folder, path))
        inside = os.path.relpath(full, self.root).replace(os.sep, "/")
        return path.replace(os.sep, "/") if inside.startswith("../") or os.path.isabs(inside) else inside

    def snapshot(self) -> Snapshot:
        """Everything in the vault, read once."""
        from vaultctl.usecases.snapshot import read_snapshot

        tree, default = self.tree, self._default
        if self.trusted is not None:
            tree, default = self.trusted.tree(), Config(layout=self.trusted.layout, present=False)
        return read_snapshot(tree, [layout_named("notes"), layout_named("single-file")], default=default)

    def record(self, request: RecordRequest) -> Outcome:
        """Record a lesson.  Raises what `usecases.record` raises, and GitError outside a repository."""
        from vaultctl.adapters.git.refusals import RefusalFiles
        from vaultctl.usecases.record import record
        from vaultctl.usecases.refusals import break_off
        from vaultctl.wiring.ground import Ground

        layouts = [layout_named("notes"), layout_named("single-file")]
        ground = Ground(self, network=request.network)
        outcome = record(request, self.settings.config, layouts, ground.store(), ground.forge)
        return break_off(request, outcome, RefusalFiles(ground.repo.common_dir))

    def search(self) -> Search:
        """The search: over the trusted ref where there is one; else ripgrep over the notes, or the built-in scan; or the single file."""
        if self.trusted is not None:
            return self.trusted.search()
        if self.layout.name != "notes":
            from vaultctl.adapters.search.single_file import SingleFileSearch

            return SingleFileSearch(self.tree, self.layout)
        from vaultctl.adapters.search import program
        from vaultctl.adapters.search.ripgrep import RipgrepSearch
        from vaultctl.adapters.search.scan import ScanSearch

        found = program.find()
        if found.program is None:
            return ScanSearch(self.tree, self.layout, f"{found.reason}; reading every file instead, which is slower")
        return RipgrepSearch(self.root, LESSONS_DIR, WorkTree(self.root), self.layout, found.program)

    def check(self, request: Request) -> tuple[Answer, VaultFacts]:
        """The verdict, with what is known of the vault."""
        if self.trusted is not None:
            return self._check_trusted(self.trusted, request)
        from vaultctl.adapters.git import head

        wait = head.start(self.root)
        try:
            answer = checking.check(request, self.settings.taxonomy, self.search, self.faults())
        finally:
            commit, date = wait()  # whatever else happens: no child is left behind
        return answer, VaultFacts(self.root, self.layout.name, "worktree", commit, date, self._stale(date, request.today))

    def faults(self) -> tuple[Unsearched, ...]:
        """What makes every answer that does not block UNKNOWN, besides what the search says."""
        if self.trusted is not None:
            return unsure(self.settings)
        return unsure(self.settings) + strays(self.tree, self.layout, self.settings.config) + self._left_out()

    def age(self, commit_date: str | None, today: date) -> int | None:
        """How many days ago this clone last heard of its remote (`usecases.check.age`)."""
        from vaultctl.adapters.git import heard  # only here and below: most vaults set no limit

        fetched, made = heard.look(self.root)
        return checking.age(fetched, made, commit_date, today)

    def has_remote(self) -> bool:
        """Whether there is a remote to hear of."""
        from vaultctl.adapters.git import heard

        return heard.has_remote(self.root)

    def _stale(self, commit_date: str | None, today: date) -> str:
        limit = self.settings.config.guard_max_age
        return checking.stale(self.age(commit_date, today), limit, self.has_remote) if limit else ""

    def _left_out(self) -> tuple[Unsearched, ...]:
        from vaultctl.adapters.git import sparse

        home = LESSONS_DIR if self.layout.name == "notes" else SINGLE_FILE
        names = sparse.left_out(self.root, [home])
        return (Unsearched(home, 0, f"a sparse checkout leaves out {names}: use --ref, or check them out"),) if names else ()

    def _check_trusted(self, trusted: TrustedRef, request: Request) -> tuple[Answer, VaultFacts]:
        answer = checking.check(request, self.settings.taxonomy, self.search, self.faults())
        stale = self._stale(trusted.date, request.today)
        return answer, VaultFacts(self.root, self.layout.name, "ref", trusted.commit, trusted.date, stale)


def open_vault(folder: str, named: str | None = None, ref: str | None = None) -> OpenVault:
    """The vault `named`, or the nearest at or above `folder`; as `ref` holds it, where one is given.

    Raises VaultNotFound, ConfigError, VaultUnreadable.
    """
    try:
        place = locate(folder, named)
    except VaultNotFound:
        if ref is None:
            raise
        place = _place_on_ref(folder, named)
    return OpenVault(place, ref)


def _place_on_ref(folder: str, named: str | None) -> Place:
    """Where the vault of a ref lies although the working tree has none (any more): the folder named, or the repository's root."""
    from vaultctl.adapters.git.reffiles import find_folders

    start = os.path.abspath(named) if named is not None else folder
    folders = find_folders(start)
    if folders is None or not os.path.isdir(start):
        raise VaultNotFound(f"no vault and no git repository at {start}", "name the vault with --vault PATH")
    return Place(start if named is not None else folders.top, "")


def layout_named(name: LayoutName) -> Layout:
    """The layout of that name."""
    if name == "notes":
        from vaultctl.adapters.layouts.notes import NotesLayout

        return NotesLayout()
    from vaultctl.adapters.layouts.single_file import SingleFileLayout

    return SingleFileLayout()
