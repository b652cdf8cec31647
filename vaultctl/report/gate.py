"""The verdict of `gate` as text, JSON, annotations and SARIF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.report import github, sarif
from vaultctl.report.escape import escape
from vaultctl.report.json import dump
from vaultctl.report.lint import problem_keys, problem_lines

if TYPE_CHECKING:
    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.gate_ports import Result

REVIEW = "a person must review this"


def to_text(result: Result, style: Style) -> str:
    """The problems as `lint` prints them, then the verdict in one line."""
    colour = {"pass": "CLEAR", "fail": "error", "unknown": "warning"}[result.verdict]
    return f"{problem_lines(result.problems, style)}{style.paint(_verdict(result), colour)}\n"


def _verdict(result: Result) -> str:
    words = [word for word in (result.about, REVIEW if result.review else "") if word]
    return f"{result.verdict}: {escape('; '.join(words))}" if words else result.verdict


def to_json(result: Result) -> str:
    """The schema `vaultctl.gate/1`; an unknown verdict says why in `error`."""
    document: dict[str, Json] = {
        "schema": "vaultctl.gate/1",
        "verdict": result.verdict,
        "scope": result.scope,
        "review": result.review,
        "problems": [problem_keys(problem) for problem in result.problems],
        "about": result.about,
        "notes": list(result.notes),
    }
    if result.error is not None:
        document["error"] = {"message": result.error.message, "hint": result.error.hint}
    return dump(document)


def to_github(result: Result) -> str:
    """Annotations on the lines of the pull request, those of the whole run, and the verdict for the log."""
    lines = github.render(result.problems)
    if result.error is not None:
        lines += github.command("error", f"{result.error.message}\n{result.error.hint}".strip())
    if result.review:
        lines += github.command("notice", f"{REVIEW}: {result.about}")
    return f"{lines}{_verdict(result)}\n"


def to_sarif(result: Result) -> str:
    """One SARIF log."""
    error = result.error
    failure = " ".join(text for text in (error.message, error.hint) if text) if error is not None else ""
    return sarif.render(result.problems, failure=failure)
