"""`archive`, `verify`, `unarchive` and `index`, with git and the files behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.adapters.git.queue_store import QueueGit
from vaultctl.usecases import archive as archiving
from vaultctl.usecases import unarchive as reviving
from vaultctl.usecases import verify as verifying
from vaultctl.usecases.lesson_merge import LessonMerge
from vaultctl.usecases.upkeep import Means
from vaultctl.wiring import Ground, OpenVault, layout_named

if TYPE_CHECKING:
    from datetime import date

    from vaultctl.usecases.ports import Unsearched
    from vaultctl.usecases.upkeep import Outcome
    from vaultctl.usecases.verify import Due
    from vaultctl.usecases.watched import Tell


def archive(vault: OpenVault, request: archiving.Request, tell: Tell) -> archiving.Result:
    """Move lessons to the archive (`usecases.archive.archive`)."""
    return archiving.archive(request, _means(vault, tell))


def verify(vault: OpenVault, request: verifying.Request, tell: Tell) -> Outcome:
    """Say that lessons still hold (`usecases.verify.verify`)."""
    return verifying.verify(request, _means(vault, tell))


def unarchive(vault: OpenVault, request: reviving.Request, tell: Tell) -> Outcome:
    """Bring a lesson back (`usecases.unarchive.unarchive`)."""
    return reviving.unarchive(request, _means(vault, tell))


def due(vault: OpenVault, today: date) -> tuple[tuple[Due, ...], tuple[Unsearched, ...]]:
    """The lessons to look at, and what could not be read (`usecases.verify.find_due`)."""
    return verifying.find_due(vault.snapshot(), today)


def _means(vault: OpenVault, tell: Tell) -> Means:
    """Raises GitError outside a repository."""
    ground = Ground(vault)
    store = QueueGit(ground.repo, ground.remote, ground.push, LessonMerge(ground.folder), ground.folder)
    return Means(ground.config, [layout_named("notes"), layout_named("single-file")], store, ground.forge, tell)
