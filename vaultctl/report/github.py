"""Problems as workflow commands of GitHub Actions, which shows them beside the lines of a pull request.

Format and escaping: docs.github.com, "Workflow commands for GitHub Actions"; the escapes are those of actions/toolkit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.report.escape import escape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultctl.core.problem import Problem


def render(problems: Iterable[Problem], folder: str = "") -> str:
    """One command a problem.  `folder` is where the vault lies in the repository, as `sub/folder/`."""
    return "".join(_command(problem, folder) for problem in problems)


def command(kind: str, message: str) -> str:
    """A command that stands at no line; `kind` is `error`, `warning` or `notice`."""
    return f"::{kind} title=vaultctl::{_data(escape(message, keep=chr(10)))}\n"


def _command(problem: Problem, folder: str) -> str:
    message = problem.message + (f"\n{problem.hint}" if problem.hint else "")
    place = {"file": folder + problem.path, "line": str(problem.line), "col": str(problem.column),
             "title": f"vaultctl {problem.rule}"}  # fmt: skip
    properties = ",".join(f"{key}={_property(value)}" for key, value in place.items())
    return f"::{problem.severity} {properties}::{_data(escape(message, keep=chr(10)))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(escape(text)).replace(":", "%3A").replace(",", "%2C")
