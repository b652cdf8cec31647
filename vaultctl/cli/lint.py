"""`vaultctl lint`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import DRY_RUN, TODAY, Option
from vaultctl.core.tags import split_list
from vaultctl.errors import Exit, UsageError
from vaultctl.report import github, sarif
from vaultctl.report import lint as report
from vaultctl.usecases.lint import Request, choose_rules, require_rule
from vaultctl.wiring.linting import lint_vault

if TYPE_CHECKING:
    from vaultctl.usecases.lint import Result

FORMATS = ("text", "json", "github", "sarif")
TABLE = (
    Option("staged", ("--staged",), "flag", "Judge what is staged; report only what the next commit would bring.", False),
    Option("since", ("--since",), "text", "Report only what was not there where this work left REF.", metavar="REF"),
    Option("select", ("--select",), "list", "Only these rules; may be given again.", metavar="R[,R…]"),
    Option("ignore", ("--ignore",), "list", "Not these rules; may be given again.", metavar="R[,R…]"),
    Option("strict", ("--strict",), "flag", "Let warnings end with exit code 1, too.", False),
    Option("fix", ("--fix",), "flag", "Put right what has one right answer; exit code 1 when a file was changed.", False),
    DRY_RUN,
    Option("explain", ("--explain",), "text", "Print what a rule asks for, and why.", metavar="RULE"),
    TODAY,
)


def run(
    common: Common,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH]…", help="Report only on these; the whole vault is looked at anyway.")
    ] = None,
    *,
    staged: bool,
    since: str | None,
    select: list[str],
    ignore: list[str],
    strict: bool,
    fix: bool,
    dry_run: bool,
    explain: str | None,
    today: str | None,
) -> int:
    """Find what is wrong in the vault.

    Exit code 0: no errors (with --strict no warnings either); 1: there are some, or --fix changed a file; 3: the vault could not
    be read.
    """
    if explain is not None:
        rule = require_rule(explain)
        put(report.explain_json(rule) if common.format == "json" else report.explain(rule))
        return Exit.OK
    if fix and staged:
        raise UsageError("--fix writes the working tree, so it cannot go with --staged",
                         "run `vaultctl lint --fix`, and stage what it changed")  # fmt: skip
    rules = choose_rules(_names(select, "--select"), _names(ignore, "--ignore"))
    result, folder = lint_vault(
        working_folder(), common.vault, Request(day(today), rules, fix=fix, dry_run=dry_run), paths or [],
        staged=staged, since=since, note=common.note,
    )  # fmt: skip
    put(_render(common, result, folder, dry_run=dry_run))
    for change in result.changes:
        common.note(f"{'would fix' if dry_run else 'fixed'} {change.path}")
    common.note(report.summary(result))
    return Exit.NO if result.errors or result.changes or (strict and result.warnings) else Exit.OK


def _names(typed: list[str], option: str) -> list[str]:
    names = [name for text in typed for name in split_list(text)]
    if typed and not names:
        raise UsageError(f"{option} names no rule", "`vaultctl lint --explain RULE` tells what a rule asks for")
    return names


def _render(common: Common, result: Result, folder: str, *, dry_run: bool) -> str:
    if common.format == "json":
        return report.to_json(result)
    if common.format == "github":
        return github.render(result.problems, folder)
    if common.format == "sarif":
        return sarif.render(result.problems, folder)
    assert common.style is not None
    text = report.to_text(result, common.style)
    return text + (report.diff(result.changes) if dry_run else "")
