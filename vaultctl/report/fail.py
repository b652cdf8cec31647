"""What `fail` answers, as text and as JSON (`vaultctl.fail/1`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultctl.core.counted import counted
from vaultctl.core.strikes import NOT_WORKING, UNCATEGORISED
from vaultctl.report.escape import escape
from vaultctl.report.json import dump

if TYPE_CHECKING:
    from vaultctl.report.style import Style
    from vaultctl.usecases.fail import Outcome

_LABEL = 9


def to_json(outcome: Outcome) -> str:
    """The document; `regression` and `route` null where there is none, `content` the file for a dry run."""
    broken, route = outcome.regression, outcome.route
    return dump({
        "schema": "vaultctl.fail/1",
        "id": outcome.strike.id,
        "category": outcome.strike.category,
        "signature": outcome.strike.signature,
        "strikes": outcome.strikes,
        "threshold": outcome.threshold,
        "promote": outcome.promote,
        "pushed": outcome.pushed,
        "regression": {"lesson": broken.lesson.id, "age_days": broken.age_days, "count": broken.count} if broken else None,
        "lessons": [lesson.id for lesson in outcome.lessons],
        "route": {"input": route.input, "glob": route.glob, "tag": route.tag} if route else None,
        "commit": outcome.commit,
        "warnings": list(outcome.warnings),
        "dry_run": outcome.dry_run,
        "content": outcome.content.decode("utf-8") if outcome.dry_run else None,
    })  # fmt: skip


def to_text(outcome: Outcome, style: Style) -> str:
    """The id and the category, what it adds up to, and the way on."""
    strike = outcome.strike
    verb = "would log" if outcome.dry_run else style.paint("logged", "bold")
    lines = [f"{verb} {strike.id} under {strike.category}", f"  {'reads':<{_LABEL}}{escape(strike.signature)}"]
    if outcome.route is not None:
        lines.append(f"  {'found by':<{_LABEL}}{escape(outcome.route.glob)}, a route of {outcome.route.tag}")
    broken = outcome.regression
    if broken is not None:
        word = style.paint("regression", "error")
        lines.append(f"  {word} of {broken.lesson.id}, {counted(broken.age_days, 'day')} old, number {broken.count}")
        lines.append(f"    {escape(broken.lesson.mitigation)}")
        if broken.count >= NOT_WORKING:
            lines.append("    this lesson is not working: rewrite it")
    else:
        lines.append(f"  {'strikes':<{_LABEL}}{outcome.strikes} of {outcome.threshold}")
    others = [lesson.id for lesson in outcome.lessons if broken is None or lesson.id != broken.lesson.id]
    if others:
        lines.append(f"  {'lessons':<{_LABEL}}{escape(', '.join(others))}")
    if outcome.promote and strike.category == UNCATEGORISED:
        lines.append(f"  {'next':<{_LABEL}}log such failures with --category, so that a lesson can be made of them")
    elif outcome.promote:
        way = f'vaultctl reflect --promote {strike.category} --mitigation "…"'
        lines.append(f"  {style.paint('next', 'WARNED')}     this needs a lesson: {way}")
    if outcome.dry_run:
        lines += ["", *escape(outcome.content.decode("utf-8"), keep="\n").rstrip("\n").split("\n")]
    return "\n".join(lines) + "\n"
