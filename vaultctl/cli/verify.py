"""`vaultctl verify`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from typing import Annotated

import typer

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import AGENT, DRY_RUN, NO_PUSH, TODAY, Option
from vaultctl.cli.upkeep import BASE, end
from vaultctl.cli.watching import watching
from vaultctl.errors import Exit, UsageError
from vaultctl.report.upkeep import due_json, due_text, outcome_json, outcome_text
from vaultctl.usecases.verify import Request
from vaultctl.wiring import upkeep

TABLE = (
    Option("due", ("--due",), "flag", "List the lessons to look at: expired, expiring within 30 days, or never verified.", False),
    AGENT,
    BASE,
    NO_PUSH,
    DRY_RUN,
    TODAY,
)


def run(
    common: Common,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]…", help="The lessons that still hold.")] = None,
    *,
    due: bool,
    agent: str | None,
    base: str | None,
    no_push: bool,
    dry_run: bool,
    today: str | None,
) -> int:
    """Say that lessons still hold as of today, as one proposal; or list those that somebody should look at.

    Exit code 0: proposed, verified today already, or listed; 1: no such lesson, or not by this agent; 3: it got no further than the
    state that is printed, or the list is not whole.
    """
    on = day(today)
    vault = wiring.open_vault(working_folder(), common.vault)
    if due:
        if ids:
            raise UsageError("--due lists lessons, so it takes no ids", "name the ids without it to verify them")
        found, unread = upkeep.due(vault, on)
        put(due_json(found, unread) if common.style is None else due_text(found, common.style))
        for item in unread:
            common.note(f"could not be read: {item.told}")
        return Exit.UNABLE if unread else Exit.OK
    with watching("reading lessons", common) as tell:
        outcome = upkeep.verify(vault, Request(tuple(ids or ()), on, agent, base, not no_push, dry_run), tell)
    put(outcome_json("verify", outcome) if common.style is None else outcome_text(outcome, common.style))
    return end(common, outcome)
