"""`vaultctl fail`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

import os
import sys

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import AGENT, DRY_RUN, NO_PUSH, REF, TODAY, Option
from vaultctl.errors import Exit, UsageError
from vaultctl.report.fail import to_json, to_text
from vaultctl.usecases.fail import Request
from vaultctl.wiring import strikes

TABLE = (
    Option("category", ("--category",), "text", "The failure category, which is a tag: test:next-image-props.  Left out, the "
           "taxonomy's routes find it from what the task and the signature name.", metavar="C"),
    Option("signature", ("--signature",), "text", "What the error says; paths, numbers of lines, times and the like are taken out.",
           metavar="TEXT"),
    AGENT,
    Option("task", ("--task",), "text", "What was being done: a few words, or the command line.", metavar="T"),
    Option("details", ("--details",), "text", "More for people, such as the end of a log; `-` reads it from standard input.",
           metavar="TEXT|-"),
    NO_PUSH._replace(help="No network at all: keep it here, until `vaultctl sync`."),
    DRY_RUN,
    TODAY,
)  # fmt: skip


def run(
    common: Common,
    *,
    category: str | None,
    signature: str | None,
    agent: str | None,
    task: str | None,
    details: str | None,
    no_push: bool,
    dry_run: bool,
    today: str | None,
) -> int:
    """Log one failure, and learn at once what it adds up to: strikes, lessons that cover it, a regression.

    Nothing that is checked out changes.  Secrets are taken out.  Exit code 0 also where it could not be pushed: `vaultctl sync`
    sends it later.
    """
    if signature is None:
        raise UsageError("no signature is given", 'say what the error says: --signature "…"')
    if agent is None:
        raise UsageError("no agent is named", "say who you are: --agent NAME, or VAULTCTL_AGENT")
    text = _standard_input() if details == "-" else details or ""
    request = Request(signature, agent, day(today), category, task or "", text, not no_push, dry_run)
    outcome = strikes.fail(wiring.open_vault(working_folder(), common.vault, os.environ.get(REF.env or "") or None), request)
    for warning in outcome.warnings:
        common.note(warning)
    put(to_json(outcome) if common.style is None else to_text(outcome, common.style))
    return Exit.OK


def _standard_input() -> str:
    buffer = getattr(sys.stdin, "buffer", None)
    return bytes(buffer.read()).decode("utf-8", "surrogateescape") if buffer is not None else sys.stdin.read()
