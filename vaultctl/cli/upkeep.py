"""What `archive`, `verify` and `unarchive` share: an option, the bar while they read, and how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from vaultctl.cli import boundary
from vaultctl.cli.options import Option

if TYPE_CHECKING:
    from vaultctl.cli.common import Common
    from vaultctl.usecases.upkeep import Outcome
    from vaultctl.usecases.watched import Tell

BASE = Option("base", ("--base",), "text", "The branch to propose it for.  Default: the config's, else the remote's default one.",
              metavar="BRANCH")  # fmt: skip


@contextmanager
def watching(what: str, common: Common) -> Iterator[Tell]:
    """Gives what takes "done, of how many": a bar on standard error, where somebody sits at a terminal and it takes long."""
    if common.quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done, total: None
        return
    from vaultctl.report.tables import Bar

    with Bar(what, colour=common.color != "never" and not os.environ.get("NO_COLOR")) as bar:
        yield bar.tell


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
