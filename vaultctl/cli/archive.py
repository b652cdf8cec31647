"""`vaultctl archive`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from typing import Annotated

import typer

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import DRY_RUN, NO_PUSH, TODAY, Option
from vaultctl.cli.upkeep import BASE, end
from vaultctl.cli.watching import watching
from vaultctl.report.upkeep import archive_json, archive_text
from vaultctl.usecases.archive import MAX_SHARE, Request
from vaultctl.wiring import upkeep

TABLE = (
    Option("reason", ("--reason",), "text", "Why the named lessons go.", metavar="TEXT"),
    Option("max_share", ("--max-share",), "number", "Refuse to move more than that share of the lessons at once, in percent; ten may "
           f"always move.  Default: {MAX_SHARE}.", MAX_SHARE, metavar="PCT"),
    BASE,
    NO_PUSH,
    DRY_RUN,
    TODAY,
)  # fmt: skip


def run(
    common: Common,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]…", help="Retire these by hand.  Default: what has expired or is superseded.")
    ] = None,
    *,
    reason: str | None,
    max_share: int,
    base: str | None,
    no_push: bool,
    dry_run: bool,
    today: str | None,
) -> int:
    """Move expired and superseded lessons to the archive, as one proposal.  Nothing is deleted.

    Exit code 0: proposed, or nothing to do; 1: no such lesson; 3: too much would move at once, the clock is wrong, or it got no
    further than the state that is printed.
    """
    request = Request(day(today), tuple(ids or ()), reason, max_share, base, not no_push, dry_run)
    with watching("reading lessons", common) as tell:
        result = upkeep.archive(wiring.open_vault(working_folder(), common.vault), request, tell)
    put(archive_json(result) if common.style is None else archive_text(result, common.style))
    if not result.outcome.moved:
        common.note("nothing to archive")
    return end(common, result.outcome)
