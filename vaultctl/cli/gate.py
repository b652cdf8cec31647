"""`vaultctl gate`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.adapters.clock import today as day
from vaultctl.cli import boundary
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import TODAY, Option
from vaultctl.errors import UsageError
from vaultctl.report import gate as report
from vaultctl.wiring import gate as wiring

if TYPE_CHECKING:
    from vaultctl.usecases.gate_ports import Result

FORMATS = ("text", "json", "github", "sarif")
TABLE = (
    Option("base", ("--base",), "text", "What the proposal is to be merged into; its settings decide.", metavar="REF"),
    Option("head", ("--head",), "text", "The proposal.", "HEAD", metavar="REF"),
    Option("branch", ("--branch",), "text", "The name of its branch, where --head does not tell; the name of a proposal's branch "
           "makes the gate stricter.", metavar="NAME"),
    Option("strict", ("--strict",), "flag", "Let warnings fail, too.", False),
    Option("each", ("--each",), "flag", "Gate each commit that the base would get by itself; it must be open as a proposal here, "
           "and need no person's review: for a hook on the server.", False),
    Option("failures", ("--failures",), "flag", "The two are states of the failure log's branch: let only strikes through.", False),
    TODAY,
)  # fmt: skip


def run(
    common: Common, *, base: str | None, head: str, branch: str | None, strict: bool, each: bool, failures: bool, today: str | None
) -> int:  # fmt: skip
    """Say whether a proposal may be merged, by the settings and rules of its base.

    Reads commits alone, never the working tree; works on a detached checkout and in a bare repository, where --vault is the folder
    inside of its trees.  Exit code 0: it passes (the last line says whether a person must review it); 1: it fails; 3: that could not
    be found out.
    """
    if base is None:
        raise UsageError("--base is missing", "name what it is to be merged into: vaultctl gate --base origin/main")
    result = wiring.gate(working_folder(), common.vault, base, head, _short(branch), day(today), strict=strict, each=each,
                         failures=failures)  # fmt: skip
    for note in result.notes:
        common.note(note)
    put(_render(common, result))
    if result.error is not None and common.format != "json":
        boundary.report(result.error, "gate", json=False)
    return result.exit_code


def _short(branch: str | None) -> str | None:
    return branch.removeprefix("refs/heads/") if branch is not None else None


def _render(common: Common, result: Result) -> str:
    if common.format == "json":
        return report.to_json(result)
    if common.format == "github":
        return report.to_github(result)
    if common.format == "sarif":
        return report.to_sarif(result)
    assert common.style is not None
    return report.to_text(result, common.style)
