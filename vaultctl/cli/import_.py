"""`vaultctl import`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import AGENT, DRY_RUN, TODAY, Option
from vaultctl.core.lesson import parse_category, parse_ttl
from vaultctl.core.tags import split_list, strict
from vaultctl.errors import UsageError
from vaultctl.report.imports import to_json, to_text
from vaultctl.wiring import moving

if TYPE_CHECKING:
    from vaultctl.core.draft import Value

TABLE = (
    Option("write", ("--write",), "flag", "Write the drafts that are whole into the working tree.", False),
    Option("category", ("--category",), "text", "For drafts without one: BLOCKED, WARNING or VERIFIED.", metavar="C"),
    Option("tags", ("--tags", "-t"), "list", "For drafts without any, with commas between them.", metavar="T[,T…]"),
    AGENT._replace(help="For drafts that name no agent."),
    Option("ttl", ("--ttl",), "text", "For drafts without one: days, or indefinite.  Default: 365.", metavar="N"),
    DRY_RUN._replace(help="Only look, whatever else is said; that is what is done without --write."),
    TODAY,
)


def run(
    common: Common,
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Files that hold lessons in any of the known shapes.")],
    *,
    write: bool,
    category: str | None,
    tags: list[str],
    agent: str | None,
    ttl: str | None,
    dry_run: bool,
    today: str | None,
) -> int:
    """Read lessons out of other files: a single-file vault, notes, AGENT_LEARNINGS.md, LESSONS.md and its kin.

    Shows the drafts with what was guessed and what is missing, and every line that was not understood.  With --write, drafts that
    are whole and that `lint` lets pass are written into the working tree; exit code 1 where some could not be.  The files that are
    read are never changed.
    """
    defaults: dict[str, Value] = {}
    if category is not None:
        found = parse_category(category)
        if found is None:
            raise UsageError(f"{category[:40]!r} is no category", "write BLOCKED, WARNING or VERIFIED")
        defaults["category"] = found
    named = tuple(strict(tag) for text in tags for tag in split_list(text))
    if named:
        defaults["tags"] = named
    if agent:
        defaults["source_agent"] = agent
    if ttl is not None:
        try:
            parse_ttl(ttl)
        except ValueError as error:
            raise UsageError(str(error), "--ttl 365, or --ttl indefinite") from None
        defaults["ttl"] = ttl
    outcome = moving.import_files(working_folder(), common.vault, files, day(today), defaults, write=write and not dry_run)
    put(to_json(outcome) if common.style is None else to_text(outcome, common.style))
    return outcome.exit_code
