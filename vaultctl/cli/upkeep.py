"""What `archive`, `verify` and `unarchive` share: an option, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.cli import boundary
from vaultctl.cli.options import Option

if TYPE_CHECKING:
    from vaultctl.cli.common import Common
    from vaultctl.usecases.upkeep import Outcome

BASE = Option("base", ("--base",), "text", "The branch to propose it for.  Default: the config's, else the remote's default one.",
              metavar="BRANCH")  # fmt: skip


def end(common: Common, outcome: Outcome) -> int:
    """Tell what else there is to say on standard error (JSON holds it all), and give the exit code."""
    for warning in outcome.warnings:
        common.note(warning)
    if outcome.error is not None and common.style is not None:
        if outcome.dry_run:
            common.note(f"without --dry-run this would be refused: {outcome.error.message}")
        else:
            boundary.report(outcome.error, common.command, json=False)
    return outcome.exit_code
