"""The one place that knows the concrete classes: opens a vault and hands the use cases what they ask for."""

from __future__ import annotations

import os

from vaultctl.adapters.files.locate import Place, locate
from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.core.config import LESSONS_DIR, SINGLE_FILE, Config
from vaultctl.usecases import check as checking
from vaultctl.usecases.check import Answer, Request, VaultFacts
from vaultctl.usecases.settings import Settings, read_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from vaultctl.core.config import LayoutName
    from vaultctl.usecases.doctor import Check
    from vaultctl.usecases.init import Plan
    from vaultctl.usecases.init import Request as InitRequest
    from vaultctl.usecases.ports import Layout, Search, Tree


class OpenVault:
    """A vault that was found: its place, settings, layout and the tree to read."""

    def __init__(self, place: Place, ref: str | None = None) -> None:
        self.place = place
        self.root = place.root
        self.tree: Tree = WorkTree(place.root)
        default = Config(layout="single-file" if place.marker == SINGLE_FILE else "notes", present=False)
        self.settings: Settings = read_settings(self.tree, default=default)
        self.layout: Layout = layout_named(self.settings.config.layout)

    def relative(self, path: str, folder: str) -> str:
        """A path as given in `folder`, relative to the root with `/`; one outside stays as it is."""
        full = os.path.normpath(os.path.join(folder, path))
        inside = os.path.relpath(full, self.root).replace(os.sep, "/")
        return path.replace(os.sep, "/") if inside.startswith("../") or os.path.isabs(inside) else inside

    def search(self) -> Search:
        """The search over the working tree: ripgrep for notes where there is one, else the built-in scan."""
        from vaultctl.adapters.search.scan import ScanSearch

        if self.layout.name != "notes":
            return ScanSearch(self.tree, self.layout)
        from vaultctl.adapters.search import program
        from vaultctl.adapters.search.ripgrep import RipgrepSearch

        found = program.find()
        if found.program is None:
            return ScanSearch(self.tree, self.layout, f"{found.reason}; reading every file instead, which is slower")
        return RipgrepSearch(self.root, LESSONS_DIR, self.tree, self.layout, found.program)

    def check(self, request: Request) -> tuple[Answer, VaultFacts]:
        """The verdict, with what is known of the vault."""
        from vaultctl.adapters.git import head

        wait = head.start(self.root)
        answer = checking.check(request, self.settings.taxonomy, self.search, self.settings.unread)
        commit, date = wait()
        return answer, VaultFacts(self.root, self.layout.name, "worktree", commit, date)


def open_vault(folder: str, named: str | None = None, ref: str | None = None) -> OpenVault:
    """The vault `named`, or the nearest at or above `folder`.  Raises VaultNotFound, ConfigError, VaultUnreadable."""
    return OpenVault(locate(folder, named), ref)


def layout_named(name: LayoutName) -> Layout:
    """The layout of that name."""
    if name == "notes":
        from vaultctl.adapters.layouts.notes import NotesLayout

        return NotesLayout()
    from vaultctl.adapters.layouts.single_file import SingleFileLayout

    return SingleFileLayout()


def init_vault(folder: str, request: InitRequest, *, dry_run: bool = False) -> tuple[str, Plan, tuple[str, ...]]:
    """Lay a vault out in a folder (made when it is not there): its absolute path, what was written, and notes.

    Raises UsageError for a file in the folder's place, and what `usecases.init.plan` and the writing raise.
    """
    from vaultctl.adapters.files import writer
    from vaultctl.adapters.files.templates import Templates
    from vaultctl.adapters.git import around
    from vaultctl.errors import UsageError, VaultctlError
    from vaultctl.usecases import init

    root = os.path.abspath(folder)
    if os.path.lexists(root) and not os.path.isdir(root):
        raise UsageError(f"{root} is not a folder", "name a folder: vaultctl init DIR")
    plan = init.plan(request, WorkTree(root), Templates())
    notes = plan.notes + init.advise(around.look(root, init.probe_paths(plan.layout)))
    if not dry_run and plan.changes:
        try:
            os.makedirs(root, exist_ok=True)
        except OSError as error:
            raise VaultctlError(f"{root} cannot be made: {error.strerror}") from error
        writer.apply(root, plan.changes)
    return root, plan, notes


def examine(folder: str, named: str | None, today: date) -> tuple[Check, ...]:
    """What `doctor` says, of this machine and of the vault `named`, or the nearest at or above `folder`."""
    import sys

    from vaultctl.adapters import spawn
    from vaultctl.adapters.git import head, process
    from vaultctl.adapters.search import program
    from vaultctl.adapters.search.scan import ScanSearch
    from vaultctl.errors import VaultctlError
    from vaultctl.usecases import doctor

    def git() -> doctor.Program | doctor.Missing:
        try:
            return doctor.Program(".".join(map(str, process.version())), spawn.find_program("git") or "")
        except VaultctlError as error:
            return doctor.Missing(error.message, error.hint)

    def ripgrep() -> doctor.Program | doctor.Missing:
        found = program.find()
        if found.program is None:
            return doctor.Missing(found.reason, program.WAY_ON)
        return doctor.Program(found.program.version, found.program.path)

    checks = [doctor.python(sys.version_info[:3], sys.executable), doctor.git(git()), doctor.ripgrep(ripgrep())]
    try:
        vault = open_vault(folder, named)
        everything = ScanSearch(vault.tree, vault.layout).find_all()
        checks.append(doctor.vault(doctor.Vault(vault.root, vault.layout.name, vault.settings, everything)))
        standing = doctor.Standing("HEAD", head.start(vault.root)().date)
        checks.append(doctor.clone(standing, vault.settings.config.guard_max_age, today))
    except VaultctlError as error:
        checks.append(doctor.vault(doctor.Missing(error.message, error.hint)))
    checks.append(doctor.cache(program.cache_folder(), program.cache_trouble()))
    return tuple(checks)
