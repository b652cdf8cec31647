"""`queue` and `sync`, with git and the forges behind them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaultctl.adapters.forges import registry
from vaultctl.adapters.git.queue_store import QueueGit
from vaultctl.adapters.git.sending import SharedBranch
from vaultctl.core.config import FAILURES_BRANCH
from vaultctl.errors import ForgeError, Refused
from vaultctl.usecases import queue as listing
from vaultctl.usecases import queue_refresh, queue_run
from vaultctl.usecases import sync as syncing
from vaultctl.usecases.base_settings import lacking
from vaultctl.usecases.lesson_merge import LessonMerge
from vaultctl.wiring import OpenVault
from vaultctl.wiring.gate import queue_gate
from vaultctl.wiring.ground import Ground

if TYPE_CHECKING:
    from datetime import date

    from vaultctl.adapters.git.progress import Lines
    from vaultctl.core.config import ForgeName
    from vaultctl.usecases.ports import Forge
    from vaultctl.usecases.queue import Gate, Result


def list_open(vault: OpenVault, base: str | None, today: date, *, network: bool, watch: Lines | None = None) -> Result:
    """The proposals that are not merged (`usecases.queue.list_open`)."""
    ground = Ground(vault, network=network, watch=watch)
    store = _store(ground)
    forge: Forge | None = None
    notes: tuple[str, ...] = ()
    by_forge = _forge_name(ground) != "local"
    if network and by_forge:
        try:
            forge = ground.forge()
        except ForgeError as error:
            notes = (f"pull requests could not be looked up: {error.message}",)
    gate = _gate(store, today)
    found = listing.list_open(store, gate, forge, base or ground.config.base, network=network, by_forge=by_forge)
    return replace(found, notes=notes + found.notes + _of_base(store, ground, found))


def run(vault: OpenVault, base: str | None, today: date, *, network: bool, dry_run: bool, watch: Lines | None = None) -> Result:
    """Merge the open proposals (`usecases.queue_run.run`).  Raises Refused where the forge merges by itself."""
    ground = Ground(vault, network=network, watch=watch)
    name = _forge_name(ground)
    if name != "local":
        raise Refused(f"proposals here are merged on {name}, by its pull requests",
                      "`vaultctl queue refresh` helps those that conflict; for a plain remote set forge: local in .vaultctl.yaml")
    # What is to be merged lies where the base does, whatever somebody pushes to by default.
    store = _store(ground, push=ground.remote)
    found = queue_run.run(store, _gate(store, today), base or ground.config.base, network=network, dry_run=dry_run)
    return replace(found, notes=found.notes + _of_base(store, ground, found))


def refresh(vault: OpenVault, base: str | None, *, dry_run: bool, watch: Lines | None = None) -> Result:
    """Put conflicting proposals on the new base (`usecases.queue_refresh.refresh`).  Raises Refused on the local forge."""
    ground = Ground(vault, watch=watch)
    if _forge_name(ground) == "local":
        raise Refused("there is no forge that merges by itself here", "`vaultctl queue run` merges, and needs no refresh")
    return queue_refresh.refresh(_store(ground), base or ground.config.base, dry_run=dry_run)


def sync(vault: OpenVault, base: str | None, *, dry_run: bool, watch: Lines | None = None) -> syncing.Result:
    """Bring this clone and its remote together (`usecases.sync.sync`)."""
    ground = Ground(vault, watch=watch)
    senders = [SharedBranch(ground.repo, ground.remote, FAILURES_BRANCH)] if ground.config.failures == "publish" else []
    return syncing.sync(_store(ground), ground.forge, ground.config.proposals, base or ground.config.base, senders=senders,
                        dry_run=dry_run)  # fmt: skip


def _store(ground: Ground, push: str | None = None) -> QueueGit:
    return QueueGit(ground.repo, ground.remote, push or ground.push, LessonMerge(ground.folder), ground.folder)


def _of_base(store: QueueGit, ground: Ground, found: Result) -> tuple[str, ...]:
    return lacking(found.base.branch, store.tree(found.base.commit), ground.config) if found.base.commit is not None else ()


def _gate(store: QueueGit, today: date) -> Gate:
    return queue_gate(store.repo, store.folder, today)


def _forge_name(ground: Ground) -> ForgeName:
    remote = ground.repo.remote(ground.remote)
    return registry.resolve(ground.config.forge, remote.url if remote else None)
