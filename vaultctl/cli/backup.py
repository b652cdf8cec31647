"""`vaultctl backup`: flags -> use case -> report -> exit."""

from __future__ import annotations

from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import DRY_RUN, TODAY
from vaultctl.errors import Exit
from vaultctl.report.backup import to_json, to_text
from vaultctl.wiring import moving, open_vault

TABLE = (DRY_RUN, TODAY)


def run(common: Common, *, dry_run: bool, today: str | None) -> int:
    """Write the whole vault, archive included, into one readable file beside it: VAULT_BACKUP_YYYY_MM_DD.md.

    Nothing is overwritten: a second one that day gets _2.  Texts that are no readable lesson are kept in it as they stand.  Exit
    code 3: something could not be read at all, and nothing was written.
    """
    plan = moving.backup(open_vault(working_folder(), common.vault), day(today), dry_run=dry_run)
    put(to_json(plan, dry_run=dry_run) if common.style is None else to_text(plan, dry_run=dry_run))
    return Exit.OK
