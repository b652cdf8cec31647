"""`vaultctl restore`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated

import typer

from vaultctl.adapters.clock import today as day
from vaultctl.cli import boundary
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import DRY_RUN, NO_PUSH, TODAY
from vaultctl.cli.upkeep import BASE
from vaultctl.cli.watching import watching
from vaultctl.report.moving import restore_json, restore_text
from vaultctl.usecases.restore import Request
from vaultctl.wiring import moving

TABLE = (BASE, NO_PUSH, DRY_RUN, TODAY)


def run(
    common: Common,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that `vaultctl backup` wrote.")],
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]…", help="Only these lessons; they replace what is there.")] = None,
    *,
    base: str | None,
    no_push: bool,
    dry_run: bool,
    today: str | None,
) -> int:
    """Show what a backup holds and the vault lacks, and propose to bring it back.

    Lessons that are missing are restored, archived ones into the archive.  One that is there and says something else stays, and is
    shown; name its id to have it replaced.  The settings are restored where the vault has none.  Exit code 1: the backup holds
    something that could not be restored.
    """
    text = moving.read_file(file).decode("utf-8", "surrogateescape")
    request = Request(text, PurePath(file).name, day(today), tuple(ids or ()), base, not no_push, dry_run)
    with watching("reading lessons", common) as tell:
        outcome = moving.restore(working_folder(), common.vault, request, tell)
    for note in outcome.notes:
        common.note(note)
    put(restore_json(outcome) if common.style is None else restore_text(outcome, common.style))
    if common.style is not None and outcome.sent is not None and outcome.sent.error is not None:
        boundary.report(outcome.sent.error, common.command, json=False)
    return outcome.exit_code
