"""`vaultctl index`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import DRY_RUN, Option
from vaultctl.cli.watching import watching
from vaultctl.errors import Exit
from vaultctl.report.index import to_json, to_text
from vaultctl.report.lint import diff
from vaultctl.usecases.index import Request
from vaultctl.wiring import upkeep

TABLE = (Option("check", ("--check",), "flag", "Write nothing; exit code 1 when a generated file is stale.", False), DRY_RUN)


def run(common: Common, *, check: bool, dry_run: bool) -> int:
    """Write VAULT_INDEX.json, VAULT_INDEX.md with its pages, and what else the config has generated, in the working tree.

    Exit code 0: they are fresh now; 1: with --check, they are stale; 3: a lesson could not be read, so nothing was written.
    """
    with watching("reading lessons", common) as tell:
        result = upkeep.index(working_folder(), common.vault, Request(check, dry_run), tell)
    if common.style is None:
        put(to_json(result))
    else:
        put((diff(result.changes) if dry_run else "") + to_text(result, common.style))
    for note in result.notes:
        common.note(note)
    for item in result.unread:
        common.note(f"could not be read: {item.told}")
    if result.unread:
        return Exit.UNABLE
    if result.state == "stale" and check:
        common.note("run `vaultctl index` and commit what it writes")
        return Exit.NO
    return Exit.OK
