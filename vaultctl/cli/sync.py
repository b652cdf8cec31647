"""`vaultctl sync`: flags -> use case -> report -> exit."""

from __future__ import annotations

from vaultctl import wiring
from vaultctl.cli import boundary
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import DRY_RUN, Option
from vaultctl.cli.watching import watching_git
from vaultctl.report.queue import sync_to_json, sync_to_text
from vaultctl.wiring import queue

TABLE = (
    Option("base", ("--base",), "text", "The branch to follow.  Default: the config's, else the remote's default one.",
           metavar="BRANCH"),
    DRY_RUN,
)  # fmt: skip


def run(common: Common, *, base: str | None, dry_run: bool) -> int:
    """Fetch, fast-forward what is safe, send what waits, and remove branches here that are merged.

    Exit code 0: nothing waits any more; 3: something could not be sent, and is named.
    """
    vault = wiring.open_vault(working_folder(), common.vault)
    with watching_git(common) as watch:
        result = queue.sync(vault, base, dry_run=dry_run, watch=watch)
    for note in result.notes:
        common.note(note)
    put(sync_to_json(result) if common.style is None else sync_to_text(result, common.style))
    if result.problem is not None and common.style is not None:
        boundary.report(result.problem, common.command, json=False)
    return result.exit_code
