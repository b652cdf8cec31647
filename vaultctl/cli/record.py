"""`vaultctl record`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli import boundary
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import AGENT, DRY_RUN, NO_PUSH, TODAY, Option
from vaultctl.core.lesson import parse_category
from vaultctl.core.tags import split_list
from vaultctl.errors import Exit, UsageError
from vaultctl.formats.draft_json import parse_draft
from vaultctl.report.record import to_json, to_text
from vaultctl.usecases.record import Request

if TYPE_CHECKING:
    from vaultctl.core.draft import Value
    from vaultctl.core.problem import Problem

TABLE = (
    Option("category", ("--category",), "text", "BLOCKED, WARNING or VERIFIED.", metavar="C"),
    Option("tags", ("--tags", "-t"), "list", "The lesson's tags, with commas between them; may be given again.",
           metavar="T[,T…]"),
    Option("issue", ("--issue",), "text", "One paragraph: what goes wrong.", metavar="TEXT"),
    Option("mitigation", ("--mitigation",), "text", "One paragraph: what to do instead.", metavar="TEXT"),
    # The variable is read here: a name in --from-json goes before it.
    AGENT._replace(env=None, help="The name of the agent that speaks.  Default: VAULTCTL_AGENT."),
    Option("ttl", ("--ttl",), "text", "For how many days it holds, or indefinite.  Default: 365.", metavar="N"),
    Option("body", ("--body",), "text", "Prose for people and models; `-` reads it from standard input.", metavar="TEXT|-"),
    Option("name", ("--name",), "text", "A short slug, for [[name]] links.", metavar="SLUG"),
    Option("from_json", ("--from-json",), "text", "A JSON object with the lesson's keys; options go before what it says.",
           metavar="FILE|-"),
    Option("supersedes", ("--supersedes",), "text", "The id of the lesson that this one replaces.", metavar="ID"),
    Option("base", ("--base",), "text", "The branch to propose it for.  Default: the config's, else the remote's default one.",
           metavar="BRANCH"),
    NO_PUSH,
    Option("force", ("--force",), "flag", "Record it although it nearly repeats another lesson.", False),
    DRY_RUN,
    TODAY,
)  # fmt: skip
_ASKED = {"category": "Category (BLOCKED, WARNING or VERIFIED)", "tags": "Tags, with commas between them",
          "issue": "What goes wrong", "mitigation": "What to do instead", "source_agent": "Your name"}  # fmt: skip


def run(
    common: Common,
    *,
    category: str | None,
    tags: list[str],
    issue: str | None,
    mitigation: str | None,
    agent: str | None,
    ttl: str | None,
    body: str | None,
    name: str | None,
    from_json: str | None,
    supersedes: str | None,
    base: str | None,
    no_push: bool,
    force: bool,
    dry_run: bool,
    today: str | None,
) -> int:
    """Propose a lesson: on its own branch, with its pull request.  Nothing that is checked out changes.

    Run again after a failure, it finishes what is missing.  Exit code 0: proposed, or there already; 1: refused, with everything
    that speaks against it; 3: it got no further than the state that is printed.
    """
    if body == "-" and from_json == "-":
        raise UsageError("standard input cannot be both the body and the JSON", "put one of them into a file")
    values: dict[str, Value] = {}
    found: tuple[Problem, ...] = ()
    if from_json is not None:
        place = "standard input" if from_json == "-" else from_json
        values, found = parse_draft(_read(from_json), place)
    options = {"category": category, "issue": issue, "mitigation": mitigation, "source_agent": agent, "ttl": ttl, "name": name,
               "body": _read("-") if body == "-" else body}  # fmt: skip
    typed: dict[str, Value] = {key: value for key, value in options.items() if value is not None}
    if tags:
        typed["tags"] = tuple([tag for text in tags for tag in split_list(text)])
    values |= typed
    if os.environ.get("VAULTCTL_AGENT"):
        values.setdefault("source_agent", os.environ["VAULTCTL_AGENT"])
    found = tuple(item for item in found if item.key not in typed)
    missing = [key for key in _ASKED if key not in values and not any(item.key == key for item in found)]
    if missing and from_json is None and common.style is not None and sys.stdin.isatty() and sys.stderr.isatty():
        values |= _ask(missing)
        missing = []
    outcome = wiring.open_vault(working_folder(), common.vault).record(
        Request(values, day(today), found, supersedes, base, not no_push, force, dry_run)
    )
    for warning in outcome.warnings:
        common.note(warning)
    if common.style is None:
        put(to_json(outcome))
    else:
        put(to_text(outcome, common.style))
        if outcome.error is not None:
            boundary.report(outcome.error, common.command, json=False)
    # A command line that lacks an option is a usage error; a document that lacks a key is a draft to correct.
    is_usage = outcome.state == "refused" and (missing == ["source_agent"] or (missing and from_json is None))
    return Exit.USAGE if is_usage else outcome.exit_code


def _read(place: str) -> str:
    """The text of a file, or of standard input for `-`; bytes that are not UTF-8 are kept, to be reported."""
    try:
        if place != "-":
            content = Path(place).read_bytes()
        else:
            buffer = getattr(sys.stdin, "buffer", None)
            content = buffer.read() if buffer is not None else sys.stdin.read().encode("utf-8", "surrogatepass")
    except OSError as error:
        raise UsageError(f"{place}: {error.strerror}", "name a file that can be read, or - for standard input") from None
    return bytes(content).decode("utf-8", "surrogateescape")


def _ask(missing: list[str]) -> dict[str, Value]:
    """The form for whoever sits at a terminal, on standard error: standard output is for the answer alone."""
    answers: dict[str, Value] = {}
    for key in missing:
        text = ""
        while not text or (key == "category" and parse_category(text) is None):
            sys.stderr.write(f"{_ASKED[key]}: ")
            sys.stderr.flush()
            line = sys.stdin.readline()
            if not line:
                raise KeyboardInterrupt
            text = line.strip()
        answers[key] = tuple(split_list(text)) if key == "tags" else text
    return answers
