"""`vaultctl doctor`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import TODAY
from vaultctl.errors import Exit
from vaultctl.report import doctor as report
from vaultctl.wiring import setup

TABLE = (TODAY,)


def run(common: Common, *, today: str | None) -> int:
    """Say whether everything that vaultctl needs is there.

    Exit code 0: it is; 3: something is missing.
    """
    checks = setup.examine(working_folder(), common.vault, day(today))
    put(report.to_json(checks) if common.style is None else report.to_text(checks, common.style))
    return Exit.UNABLE if any(check.state == "missing" for check in checks) else Exit.OK
