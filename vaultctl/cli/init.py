"""`vaultctl init`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vaultctl.cli.common import Common, put
from vaultctl.cli.options import DRY_RUN, Option
from vaultctl.errors import Exit
from vaultctl.formats.settings import FORGES, LAYOUTS
from vaultctl.report import init as report
from vaultctl.usecases.init import Request
from vaultctl.wiring import setup

if TYPE_CHECKING:
    from vaultctl.core.config import ForgeName, LayoutName

TABLE = (
    Option("layout", ("--layout",), "choice", "How lessons are stored: one file a lesson (notes, the default for a new vault), "
           "or all in one file.", None, LAYOUTS),
    Option("forge", ("--forge",), "choice", "Where pull requests live; auto reads it from the remote's address.", "auto", FORGES),
    Option("ci", ("--ci",), "choice", "Lay the CI files for it, too.", "none", ("github", "gitlab", "none")),
    DRY_RUN,
)


def run(
    common: Common,
    folder: Annotated[str | None, typer.Argument(metavar="[DIR]", help="Where; made if need be.  Default: here.")] = None,
    *,
    layout: LayoutName | None,
    forge: ForgeName,
    ci: str,
    dry_run: bool,
) -> int:
    """Lay out a vault: settings, taxonomy, example lessons, git attributes.

    Nothing that is there is overwritten; run again, it says what is there already.
    """
    root, plan, notes = setup.init_vault(folder or common.vault or ".", Request(layout, forge, ci), dry_run=dry_run)
    if common.style is None:
        put(report.to_json(root, plan, notes, dry_run=dry_run))
    else:
        put(report.to_text(root, plan, dry_run=dry_run))
        for note in notes:
            common.note(note)
        if plan.has_examples and not dry_run:
            common.note("next: vaultctl check --tags example/vaultctl/blocked")
    return Exit.OK
