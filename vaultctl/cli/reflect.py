"""`vaultctl reflect`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli import boundary
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import AGENT, DRY_RUN, NO_PUSH, REF, TODAY, Option
from vaultctl.core.tags import split_list
from vaultctl.errors import Exit, UsageError
from vaultctl.report import record as recorded
from vaultctl.report.reflect import to_json, to_text
from vaultctl.usecases.reflect import Promotion, Request
from vaultctl.wiring import reflecting

if TYPE_CHECKING:
    from vaultctl.core.schema import Category

TABLE = (
    Option("check", ("--check",), "flag", "Exit with 1 when a category waits for its lesson; what is new stays new.", False),
    Option("purge", ("--purge",), "flag", "Drop failures that were resolved more than 30 days ago from the log.", False),
    Option("promote", ("--promote",), "text", "Propose the lesson that a category asks for.", metavar="C"),
    Option("mitigation", ("--mitigation",), "text", "With --promote: one sentence that an agent can act on before it starts.",
           metavar="TEXT"),
    Option("issue", ("--issue",), "text", "With --promote: what goes wrong.  Default: drafted from the failures.", metavar="TEXT"),
    Option("tags", ("--tags", "-t"), "list", "With --promote: the lesson's tags.  Default: the category.", metavar="T[,T…]"),
    Option("kind", ("--as",), "choice", "With --promote: the lesson's category.", "BLOCKED", ("BLOCKED", "WARNING")),
    AGENT,
    NO_PUSH._replace(help="No network at all: what is known here, and commits stay here."),
    DRY_RUN,
    TODAY,
)  # fmt: skip


def run(
    common: Common,
    *,
    check: bool,
    purge: bool,
    promote: str | None,
    mitigation: str | None,
    issue: str | None,
    tags: list[str],
    kind: Category,
    agent: str | None,
    no_push: bool,
    dry_run: bool,
    today: str | None,
) -> int:
    """Sum up the failures that were logged: strikes by category, what waits for a lesson, which lessons do not work.

    The text is Markdown, to be pasted into a pull request.  With --promote a category becomes a lesson, proposed as `record` does it;
    its failures are resolved once that is merged.
    """
    vault = wiring.open_vault(working_folder(), common.vault, os.environ.get(REF.env or "") or None)
    if promote is None:
        if mitigation is not None or issue is not None or tags or kind != "BLOCKED":
            raise UsageError("--mitigation, --issue, --tags and --as go with --promote", "name the category: --promote C")
        summary = reflecting.summarise(vault, Request(day(today), purge, not check, not no_push, dry_run))
        for warning in summary.warnings:
            common.note(warning)
        put(to_json(summary) if common.style is None else to_text(summary))
        return summary.exit_code if check else Exit.OK
    if mitigation is None:
        raise UsageError("no mitigation is given", "say in one sentence what to do instead: --mitigation TEXT")
    if check or purge:
        raise UsageError("--promote goes alone", "run --check or --purge as a call of its own")
    if agent is None:
        raise UsageError("no agent is named", "say who you are: --agent NAME, or VAULTCTL_AGENT")
    typed = tuple([tag for text in tags for tag in split_list(text)])
    outcome = reflecting.promote(vault, Promotion(promote, mitigation, agent, day(today), issue, typed, kind, not no_push, dry_run))
    for warning in outcome.warnings:
        common.note(warning)
    if common.style is None:
        put(recorded.to_json(outcome, common.command))
    else:
        put(recorded.to_text(outcome, common.style))
        if outcome.error is not None:
            boundary.report(outcome.error, common.command, json=False)
    return outcome.exit_code
