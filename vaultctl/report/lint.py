"""The problems of `lint` as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.counted import counted
from vaultctl.report.escape import escape
from vaultctl.report.json import dump

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultctl.core.change import FileChange
    from vaultctl.core.problem import Problem
    from vaultctl.core.rules.registry import Rule
    from vaultctl.report.json import Json
    from vaultctl.report.style import Style
    from vaultctl.usecases.lint import Result


def to_text(result: Result, style: Style) -> str:
    """One line a problem, `path:line:col: severity rule message`, as editors and CI read it; the hint stands below it, indented."""
    return problem_lines(result.problems, style)


def problem_lines(problems: Iterable[Problem], style: Style) -> str:
    """The lines of `to_text`."""
    lines = []
    for problem in problems:
        severity = style.paint(problem.severity, problem.severity)
        place = style.paint(f"{escape(problem.path)}:{problem.line}:{problem.column}:", "bold")
        lines.append(f"{place} {severity} {problem.rule} {escape(problem.message)}\n")
        if problem.hint:
            lines.append(style.paint(f"  help: {escape(problem.hint)}", "dim") + "\n")
    return "".join(lines)


def to_json(result: Result) -> str:
    """The schema `vaultctl.lint/1`; `fixed` are the files that --fix rewrote (with --dry-run: would rewrite)."""
    return dump({
        "schema": "vaultctl.lint/1",
        "problems": [problem_keys(problem) for problem in result.problems],
        "counts": {"files": result.files, "errors": result.errors, "warnings": result.warnings},
        "fixed": [change.path for change in result.changes],
    })  # fmt: skip


def problem_keys(problem: Problem) -> Json:
    """The keys of one problem, as every command shows them."""
    return {
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "severity": problem.severity,
        "rule": problem.rule,
        "message": problem.message,
        "id": problem.id,
        "fixable": problem.fixable,
        "hint": problem.hint,
    }


def summary(result: Result) -> str:
    """What it adds up to, in one line."""
    if not result.problems:
        return f"no problems in {counted(result.files, 'file')}"
    fixable = sum(problem.fixable for problem in result.problems)
    more = f"; {fixable} of them can be put right by --fix" if fixable else ""
    return f"{counted(result.errors, 'error')} and {counted(result.warnings, 'warning')} in {counted(result.files, 'file')}{more}"


def explain(rule: Rule) -> str:
    """The documentation of a rule."""
    fix = "; `lint --fix` puts it right" if rule.fixable else ""
    return f"{rule.id} ({rule.severity}{fix})\n\n{rule.doc[:1].upper()}{rule.doc[1:]}\n"


def explain_json(rule: Rule) -> str:
    """The documentation of a rule as JSON."""
    return dump({"schema": "vaultctl.lint/1", "rule": rule.id, "severity": rule.severity, "fixable": rule.fixable,
                 "doc": rule.doc})  # fmt: skip


def diff(changes: tuple[FileChange, ...]) -> str:
    """The changes as one unified diff that `git apply` takes; hidden characters are escaped, as everywhere."""
    from difflib import unified_diff

    lines: list[str] = []
    for change in changes:
        before, after = _lines(change.before), _lines(change.after)
        lines += unified_diff(before, after, f"a/{change.path}", f"b/{change.path}")
    whole = [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    return escape("".join(whole), keep="\n\t")


def _lines(content: bytes | None) -> list[str]:
    # Only at line feeds: splitlines would cut at the other ends of line of Unicode, too.
    text = (content or b"").decode("utf-8", "surrogateescape")
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]
