"""The answer of `doctor` as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from vaultctl.report.escape import escape
from vaultctl.report.json import dump
from vaultctl.report.style import Style
from vaultctl.usecases.doctor import Check

ROLES = {"ok": "CLEAR", "warning": "warning", "missing": "error"}


def to_text(checks: Sequence[Check], style: Style) -> str:
    """One line a thing, and the way on below it where there is one."""
    lines: list[str] = []
    for check in checks:
        lines.append(f"{style.paint(f'{check.state:<8}', ROLES[check.state])} {check.name:<9} {escape(check.detail)}")
        if check.hint:
            lines.append(f"{'':<18} {escape(check.hint)}")
    return "\n".join(lines) + "\n"


def to_json(checks: Sequence[Check]) -> str:
    """The schema `vaultctl.doctor/1`."""
    return dump({
        "schema": "vaultctl.doctor/1",
        "ok": all(check.state != "missing" for check in checks),
        "checks": [{"name": item.name, "state": item.state, "detail": item.detail, "hint": item.hint} for item in checks],
    })
