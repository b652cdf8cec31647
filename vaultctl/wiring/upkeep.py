"""`archive`, `verify`, `unarchive` and `index`, with git and the files behind them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaultctl.adapters.clock import today as day
from vaultctl.adapters.files import writer
from vaultctl.adapters.files.locate import locate
from vaultctl.adapters.files.worktree import WorkTree
from vaultctl.adapters.git.queue_store import QueueGit
from vaultctl.core.config import Config
from vaultctl.core.places import LEARNINGS_FILE, SINGLE_FILE
from vaultctl.formats import learnings
from vaultctl.usecases import archive as archiving
from vaultctl.usecases import index as indexing
from vaultctl.usecases import unarchive as reviving
from vaultctl.usecases import verify as verifying
from vaultctl.usecases.lesson_merge import LessonMerge
from vaultctl.usecases.snapshot import read_snapshot
from vaultctl.usecases.upkeep import Means
from vaultctl.usecases.watched import Watched
from vaultctl.wiring import OpenVault, layout_named, reflecting
from vaultctl.wiring.ground import Ground

if TYPE_CHECKING:
    from datetime import date

    from vaultctl.usecases.findings import Unsearched
    from vaultctl.usecases.upkeep import Outcome
    from vaultctl.usecases.verify import Due
    from vaultctl.usecases.watched import Tell


def archive(vault: OpenVault, request: archiving.Request, tell: Tell) -> archiving.Result:
    """Move lessons to the archive (`usecases.archive.archive`), and drop failures that were resolved long ago from their log."""
    result = archiving.archive(request, means(vault, tell))
    if request.dry_run or result.outcome.error is not None:
        return result
    said = reflecting.purge(vault, request.today, network=request.network)
    return replace(result, outcome=replace(result.outcome, warnings=result.outcome.warnings + said))


def verify(vault: OpenVault, request: verifying.Request, tell: Tell) -> Outcome:
    """Say that lessons still hold (`usecases.verify.verify`)."""
    return verifying.verify(request, means(vault, tell))


def unarchive(vault: OpenVault, request: reviving.Request, tell: Tell) -> Outcome:
    """Bring a lesson back (`usecases.unarchive.unarchive`)."""
    return reviving.unarchive(request, means(vault, tell))


def due(vault: OpenVault, today: date) -> tuple[tuple[Due, ...], tuple[Unsearched, ...]]:
    """The lessons to look at, and what could not be read (`usecases.verify.find_due`)."""
    snapshot = vault.snapshot()
    return verifying.find_due(snapshot, today, broken=reflecting.not_working(vault, snapshot, today))


def means(vault: OpenVault, tell: Tell) -> Means:
    """What work on a vault's base is done with.  Raises GitError outside a repository."""
    ground = Ground(vault)
    store = QueueGit(ground.repo, ground.remote, ground.push, LessonMerge(ground.folder), ground.folder)
    return Means(ground.config, [layout_named("notes"), layout_named("single-file")], store, ground.forge, tell)


def index(folder: str, named: str | None, request: indexing.Request, tell: Tell) -> indexing.Result:
    """Write the generated files of the vault `named`, or the nearest one, in the working tree (`usecases.index.build`).

    Raises VaultNotFound, ConfigError and VaultUnreadable, too.
    """
    place = locate(folder, named)
    default = Config(layout="single-file" if place.marker == SINGLE_FILE else "notes", present=False)
    tree = WorkTree(place.root)
    vault = read_snapshot(Watched(tree, tell), [layout_named("notes"), layout_named("single-file")], default=default)
    if vault.settings.config.generated.learnings and not request.check:
        # The log of failures changes by itself: what `--check` looks at are files that only a change of the vault makes stale.
        place_of = reflecting.Here(place.root, vault.settings)
        text, trouble = reflecting.render_learnings(place_of, vault, day(None))
        there = (tree.read(LEARNINGS_FILE) or b"").decode("utf-8", "replace")
        if trouble and learnings.parse(there).failures:
            note = f"{trouble}, so {LEARNINGS_FILE} was left as it is: `vaultctl reflect` fetches the log"
            request = replace(request, notes=(note,))
        else:
            request = replace(request, learnings=text)
    return indexing.build(request, vault, tree, lambda changes: writer.apply(place.root, changes))
