"""`vaultctl doctor`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import REF, TODAY
from vaultctl.errors import Exit
from vaultctl.report import doctor as report
from vaultctl.wiring.examining import examine

TABLE = (REF, TODAY)


def run(common: Common, *, ref: str | None, today: str | None) -> int:
    """Say whether everything that vaultctl needs is there.

    Exit code 0: a verdict can be given and a lesson recorded, whatever the warnings say; 3: something is missing for one of them.
    """
    checks = examine(working_folder(), common.vault, ref, day(today))
    put(report.to_json(checks) if common.style is None else report.to_text(checks, common.style))
    return Exit.UNABLE if any(check.state == "missing" for check in checks) else Exit.OK
