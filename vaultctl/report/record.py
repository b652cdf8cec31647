"""The outcome of `record` as text and as JSON (`vaultctl.record/1`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.report.escape import escape
from vaultctl.report.json import dump
from vaultctl.report.lint import diff, problem_keys

if TYPE_CHECKING:
    from vaultctl.core.problem import Problem
    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.record import Outcome

_ROLES = {"refused": "error", "exists": "bold", "committed": "bold", "pushed": "CLEAR", "proposed": "CLEAR"}
_LABEL = 9


def to_json(outcome: Outcome, command: str = "record") -> str:
    """The document of a command that records; `field` of a problem is the key that it is about, `diff` what a dry run would write."""
    error = outcome.error
    return dump({
        "schema": f"vaultctl.{command}/1",
        "id": outcome.id,
        "state": outcome.state,
        "path": outcome.path,
        "branch": outcome.branch,
        "base": outcome.base.branch,
        "base_commit": outcome.base.commit,
        "commit": outcome.commit,
        "pushed": outcome.pushed,
        "url": outcome.url,
        "problems": [_problem(problem) for problem in outcome.problems],
        "similar": [{"id": item.id, "score": item.score} for item in outcome.similar],
        "warnings": list(outcome.warnings),
        "error": {"message": error.message, "hint": error.hint} if error else None,
        "dry_run": outcome.dry_run,
        "diff": diff(outcome.changes) if outcome.dry_run else None,
    })  # fmt: skip


def _problem(problem: Problem) -> Json:
    keys = problem_keys(problem)
    assert isinstance(keys, dict)
    return {**keys, "field": problem.key or None}


def to_text(outcome: Outcome, style: Style) -> str:
    """The state that was reached with its branch, path and address, and the way on; or everything that speaks against it."""
    if outcome.state is None:
        fresh = "no commit yet" if outcome.base.commit is None else f"{outcome.base.commit[:12]}, as it was last fetched"
        top = f"would record {outcome.id} on {outcome.branch}, on top of {escape(outcome.base.branch)} ({fresh})"
        return f"{top}\n{diff(outcome.changes)}"
    lines = [" ".join(filter(None, (style.paint(outcome.state, _ROLES[outcome.state]), outcome.id)))]
    if outcome.state == "refused":
        lines += _refusal(outcome, style)
    else:
        if outcome.state == "exists" and outcome.branch is None:
            lines[0] += f": there already, merged into {escape(outcome.base.branch)}"
        elif outcome.state == "exists":
            lines[0] += ": there already, proposed" if outcome.pushed else ": there already, on a branch here"
        rows = (
            ("path", outcome.path),
            ("branch", f"{outcome.branch} (for {outcome.base.branch})" if outcome.branch else None),
            ("commit", outcome.commit if outcome.branch else None),
            ("address", outcome.url),
            ("next", _way_on(outcome)),
        )
        lines += [f"  {name:<{_LABEL}}{escape(value)}" for name, value in rows if value]
        lines += [line for problem in outcome.problems for line in _problem_lines(problem, style)]
    return "\n".join(lines) + "\n"


def _refusal(outcome: Outcome, style: Style) -> list[str]:
    lines = [line for problem in outcome.problems for line in _problem_lines(problem, style)]
    if outcome.similar:
        named = ", ".join(f"{item.id} ({item.score:.2f})" for item in outcome.similar)
        lines.append(f"  {style.paint('error', 'error')} near-duplicate: this nearly repeats {escape(named)}")
        first = escape(outcome.similar[0].id)
        if outcome.supersedes:
            # One lesson replaces one: a twin of what is replaced goes to the archive by itself.
            lines.append(f"    a lesson supersedes one other, here {escape(outcome.supersedes)}: to go on, add --force; "
                         f"if {first} says the same, retire it then: vaultctl archive {first} --reason TEXT")  # fmt: skip
        else:
            lines.append(f"    see `vaultctl show {first}`; to replace it: --supersedes {first}; if it is another matter: --force")
    return lines


def _problem_lines(problem: Problem, style: Style) -> list[str]:
    about = f"{problem.key}: " if problem.key and not problem.message.startswith(problem.key) else ""
    lines = [f"  {style.paint(problem.severity, problem.severity)} {problem.rule}: {escape(about + problem.message)}"]
    return lines + ([f"    {escape(problem.hint)}"] if problem.hint else [])


def _way_on(outcome: Outcome) -> str | None:
    if outcome.error is not None or outcome.state == "exists":
        return None
    if outcome.state == "committed":
        return "vaultctl sync sends it" if outcome.base.remote else "vaultctl queue run merges it"
    return "vaultctl queue run merges it" if outcome.state == "pushed" else "it counts once its pull request is merged"
