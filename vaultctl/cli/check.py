"""`vaultctl check`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

import os
import sys

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import CHECK as TABLE
from vaultctl.core.tags import TagError, split_list
from vaultctl.errors import Exit, UsageError, VaultctlError
from vaultctl.report.check import render, to_json
from vaultctl.usecases.check import Answer, Request, VaultFacts
from vaultctl.usecases.findings import Unsearched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vaultctl.core.matching import Match

__all__ = ["TABLE", "run"]


def run(
    common: Common,
    *,
    tags: list[str],
    path: list[str],
    command: str | None,
    match: Match,
    ref: str | None,
    fail_on: str,
    budget: int | None,
    today: str | None,
) -> int:
    """Give the verdict on a task, before acting.

    Exit code 0: CLEAR or WARNED; 1: BLOCKED (with --fail-on warning also WARNED); 3: UNKNOWN, the vault could not be searched
    whole.
    """
    if budget is not None and budget < 1:
        raise UsageError("--budget must be at least 1 token")
    request = Request(_typed(tags), day(today), (), command, match)
    try:
        vault = wiring.open_vault(working_folder(), common.vault, ref)
        request = request._replace(paths=tuple((vault.relative(item, working_folder()), item) for item in path))
        answer, facts = vault.check(request)
    except VaultctlError as error:
        if error.exit_code != Exit.UNABLE:
            raise
        return _unopened(common, request, error)
    for note in answer.notes:
        common.note(note)
    put(render(answer, facts, common.style, budget))
    if answer.word == "UNKNOWN":
        return Exit.UNABLE
    refused = answer.word == "BLOCKED" or (answer.word == "WARNED" and fail_on == "warning")
    return Exit.NO if refused else Exit.OK


def _typed(tags: list[str]) -> tuple[str, ...]:
    """The tags as typed; `-` stands for those on standard input, divided by commas or blanks."""
    found: list[str] = []
    for text in tags:
        if text.strip() == "-":
            found += _standard_input().replace(",", " ").split()
        else:
            found += split_list(text)
    if tags and not found:
        raise TagError("empty query: no tag to look for", "name at least one: --tags pdf/font/unicode")
    return tuple(found)


def _standard_input() -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise TagError(f"the tags on standard input are not {error.encoding}", "write them in UTF-8") from None


def _unopened(common: Common, request: Request, error: VaultctlError) -> int:
    """What could not be looked at is UNKNOWN, never CLEAR."""
    if common.style is not None:
        put("UNKNOWN  the vault could not be looked at: do not take this for clear\n")
        raise error
    place = os.path.abspath(common.vault) if common.vault else working_folder()
    answer = Answer("UNKNOWN", request.tags, request.today, unreadable=(Unsearched(place, 0, error.message),), unreadable_count=1)
    put(to_json(answer, VaultFacts(None, None, "worktree", None, None), {"message": error.message, "hint": error.hint}))
    return error.exit_code
