"""`init` and `demo`: what people run before there is a vault."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from vaultctl.adapters.files.worktree import WorkTree

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from vaultctl.usecases.demo import Played
    from vaultctl.usecases.init import Plan
    from vaultctl.usecases.init import Request as InitRequest


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
    if request.ci == "none":
        plan, below = init.plan(request, WorkTree(root), Templates()), None
    else:
        plan, below = _with_ci(root, request)
    notes = plan.notes + init.advise(around.look(root, init.probe_paths(plan.layout)))
    if not dry_run and plan.changes:
        try:
            os.makedirs(root, exist_ok=True)
        except OSError as error:
            raise VaultctlError(f"{root} cannot be made: {error.strerror}") from error
        writer.apply(root, plan.changes)
    if below is not None:
        top, ci = below
        if not dry_run and ci.changes:
            writer.apply(top, ci.changes)
        plan = _seen_from(root, plan, top, ci)
    return root, plan, notes


def _with_ci(root: str, request: InitRequest) -> tuple[Plan, tuple[str, Plan] | None]:
    """The plan with CI files, which a forge reads at the top of a repository alone: in a second plan where that is another folder."""
    from dataclasses import replace

    from vaultctl.adapters.files.templates import Templates
    from vaultctl.adapters.git import around
    from vaultctl.usecases import init

    where = around.look(root, ())
    request = replace(request, branch=where.branch)
    if where.top is None or where.is_here:
        return init.plan(request, WorkTree(root), Templates()), None
    ci = init.plan_ci(replace(request, layout=None), WorkTree(where.top), Templates(), where.place)
    return init.plan(replace(request, ci="none"), WorkTree(root), Templates()), (where.top, ci)


def _seen_from(root: str, plan: Plan, top: str, ci: Plan) -> Plan:
    """Both plans as one, with the paths of the second relative to the vault."""
    from dataclasses import replace

    up = os.path.relpath(os.path.realpath(top), os.path.realpath(root)).replace(os.sep, "/")
    changes = [change._replace(path=f"{up}/{change.path}") for change in ci.changes]
    return replace(plan, changes=(*plan.changes, *changes), existing=(*plan.existing, *(f"{up}/{path}" for path in ci.existing)))


def demo(today: date, color: str, say: Callable[[str], None], show: Callable[[Played], None]) -> bool:
    """Play the demo in a throw-away repository; `color` is `always` or `never`.  False where a step ended otherwise."""
    from vaultctl.adapters.stage.throwaway import throwaway
    from vaultctl.usecases import demo as playing

    with throwaway(color, today) as stage:
        return playing.play(playing.scenario(today), stage, say, show)
