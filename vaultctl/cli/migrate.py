"""`vaultctl migrate`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.adapters.clock import today as day
from vaultctl.cli import boundary
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import DRY_RUN, NO_PUSH, TODAY, Option
from vaultctl.cli.upkeep import BASE
from vaultctl.cli.watching import watching
from vaultctl.errors import UsageError
from vaultctl.formats.settings import LAYOUTS
from vaultctl.report.moving import migrate_json, migrate_text
from vaultctl.usecases.migrate import Request
from vaultctl.wiring import moving, open_vault

if TYPE_CHECKING:
    from vaultctl.core.config import LayoutName

TABLE = (
    Option("layout", ("--layout",), "text", "The layout to move to: notes or single-file.", metavar="L"),
    BASE,
    NO_PUSH,
    DRY_RUN,
    TODAY,
)


def run(common: Common, *, layout: str | None, base: str | None, no_push: bool, dry_run: bool, today: str | None) -> int:
    """Move all lessons, and the archive, into the other layout, and change the config: as one proposal.

    Nothing is lost: where the other layout could not hold something, that is listed, nothing is written, and the exit code is 1.
    """
    if layout not in LAYOUTS:
        raise UsageError("say which layout" if layout is None else f"there is no layout {layout[:40]!r}",
                         "use --layout notes, or --layout single-file")  # fmt: skip
    wanted: LayoutName = "notes" if layout == "notes" else "single-file"
    vault = open_vault(working_folder(), common.vault)
    with watching("reading lessons", common) as tell:
        outcome = moving.migrate(vault, Request(wanted, day(today), base, not no_push, dry_run), tell)
    for note in outcome.notes:
        common.note(note)
    put(migrate_json(outcome) if common.style is None else migrate_text(outcome, common.style))
    if common.style is not None and outcome.sent is not None and outcome.sent.error is not None:
        boundary.report(outcome.sent.error, common.command, json=False)
    return outcome.exit_code
