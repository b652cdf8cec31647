"""`vaultctl unarchive`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from typing import Annotated

import typer

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import AGENT, DRY_RUN, NO_PUSH, TODAY
from vaultctl.cli.upkeep import BASE, end
from vaultctl.cli.watching import watching
from vaultctl.report.upkeep import outcome_json, outcome_text
from vaultctl.usecases.unarchive import Request
from vaultctl.wiring import upkeep

TABLE = (AGENT, BASE, NO_PUSH, DRY_RUN, TODAY)


def run(
    common: Common,
    id: Annotated[str, typer.Argument(metavar="ID", help="The id, or the name, of a lesson in the archive.")],
    *,
    agent: str | None,
    base: str | None,
    no_push: bool,
    dry_run: bool,
    today: str | None,
) -> int:
    """Bring a lesson back from the archive, as verified today, through a proposal.

    Exit code 0: proposed; 1: no such lesson, it lives already, or not by this agent; 3: it got no further than the state that is
    printed.
    """
    request = Request(id, day(today), agent, base, not no_push, dry_run)
    with watching("reading lessons", common) as tell:
        outcome = upkeep.unarchive(wiring.open_vault(working_folder(), common.vault), request, tell)
    put(outcome_json("unarchive", outcome) if common.style is None else outcome_text(outcome, common.style))
    return end(common, outcome)
