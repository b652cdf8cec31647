"""The merge queue: proposals that wait for their merge; without a sub-command it lists them.

Each sub-command has a --help of its own; run and refresh also take --dry-run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli import boundary
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.declare import option
from vaultctl.cli.options import DRY_RUN, NO_PUSH, TODAY, Option
from vaultctl.cli.watching import watching_git
from vaultctl.report.queue import to_json, to_text
from vaultctl.report.width import width
from vaultctl.wiring import queue

if TYPE_CHECKING:
    from vaultctl.usecases.queue import Result

BASE = Option("base", ("--base",), "text", "The branch to merge into.  Default: the config's, else the remote's default one.",
              metavar="BRANCH")  # fmt: skip
OFFLINE = NO_PUSH._replace(help="No network at all: what was known before, and branches here.")

Base = Annotated[str | None, option(BASE)]
Offline = Annotated[bool, option(OFFLINE)]
DryRun = Annotated[bool, option(DRY_RUN)]
Today = Annotated[str | None, option(TODAY)]


def list_(common: Common, *, base: Base = None, no_push: Offline = False, today: Today = None) -> int:
    """List the proposals that are not merged, with their state and what stands in their way.

    Works offline, from what was fetched before, and says so.
    """
    vault = _vault(common)
    with watching_git(common) as watch:
        result = queue.list_open(vault, base, day(today), network=not no_push, watch=watch)
    if not result.proposals:
        common.note(f"no open proposals for {result.base.branch}")
    _answer(common, result)
    return 0


def run(common: Common, *, base: Base = None, no_push: Offline = False, dry_run: DryRun = False, today: Today = None) -> int:
    """Merge the open proposals, oldest first, on remotes that do not merge by themselves (forge `local`).

    Each is judged against the base as it then is; --dry-run says what would come of that.  What a person must review is left to
    one, with the command to run.  Exit code 0: all that wait were merged; 1: some did not pass, conflict or need a review, and stay
    open; 3: git or the network stood in the way.
    """
    vault = _vault(common)
    with watching_git(common) as watch:
        result = queue.run(vault, base, day(today), network=not no_push, dry_run=dry_run, watch=watch)
    _answer(common, result)
    kept = len(result.proposals) - result.merged
    common.note(f"would merge {result.merged} into {result.base.branch}, and leave {kept}" if dry_run
                else f"merged {result.merged} into {result.base.branch}")  # fmt: skip
    return result.exit_code


def refresh(common: Common, *, base: Base = None, dry_run: DryRun = False) -> int:
    """Put proposals that conflict with a base that moved on top of it again, each on its own branch.

    For forges that merge by themselves; what was changed there meanwhile is left alone.
    """
    vault = _vault(common)
    with watching_git(common) as watch:
        result = queue.refresh(vault, base, dry_run=dry_run, watch=watch)
    _answer(common, result)
    return result.exit_code


def _vault(common: Common) -> wiring.OpenVault:
    return wiring.open_vault(working_folder(), common.vault)


def _answer(common: Common, result: Result) -> None:
    for note in result.notes:
        common.note(note)
    put(to_json(result) if common.style is None else to_text(result, common.style, columns=width()))
    if result.problem is not None and common.style is not None:
        boundary.report(result.problem, common.command, json=False)


ACTIONS = {"list": list_, "run": run, "refresh": refresh}
DEFAULT = "list"
