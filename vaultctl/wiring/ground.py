"""The repository that a vault lies in, with its remotes, for everything that proposes, sends and merges."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from vaultctl.adapters.forges.registry import choose
from vaultctl.adapters.git.queue_store import QueueGit
from vaultctl.adapters.git.repository import discover, offline
from vaultctl.usecases.lesson_merge import LessonMerge

if TYPE_CHECKING:
    from vaultctl.adapters.git.progress import Lines
    from vaultctl.usecases.ports import Forge
    from vaultctl.usecases.propose import ProposalStore
    from vaultctl.usecases.settings import Settings


class Placed(Protocol):
    """A vault, as far as it is known where it lies and what its settings are."""

    @property
    def root(self) -> str: ...

    @property
    def settings(self) -> Settings: ...


class Ground:
    """Where a vault's proposals live: its repository, the remotes of base and branches, and the vault's folder (`sub/folder/`).

    `network` False: not even a partial clone may fetch what it lacks.  `watch` takes what git says while it talks to a remote.

    Raises GitError outside a repository.
    """

    def __init__(self, vault: Placed, *, network: bool = True, watch: Lines | None = None) -> None:
        self.repo = replace(discover(vault.root) if network else offline(discover(vault.root)), watch=watch)
        self.config = vault.settings.config
        names = [remote.name for remote in self.repo.remotes()]
        self.remote = names[0] if self.config.remote not in names and len(names) == 1 else self.config.remote
        self.push = self.repo.setting("remote.pushDefault") or self.remote
        inside = os.path.relpath(os.path.realpath(vault.root), os.path.realpath(self.repo.folder)).replace(os.sep, "/")
        self.folder = "" if inside == "." else f"{inside}/"

    def store(self) -> ProposalStore:
        """git, as far as proposals need it."""
        return QueueGit(self.repo, self.remote, self.push, LessonMerge(self.folder), self.folder)

    def forge(self) -> Forge:
        """The forge (it may ask gh or glab for a login).  Raises ForgeError."""
        target, source = self.repo.remote(self.remote), self.repo.remote(self.push)
        return choose(self.config.forge, target.url if target else None, source.push_url if source else None, os.environ)
