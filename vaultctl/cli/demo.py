"""`vaultctl demo`: flags -> request -> use case -> report -> exit."""

from __future__ import annotations

from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put
from vaultctl.cli.options import TODAY
from vaultctl.errors import Exit
from vaultctl.report.json import dump
from vaultctl.report.style import Style
from vaultctl.usecases.demo import Played
from vaultctl.wiring import setup

TABLE = (TODAY,)


def run(common: Common, *, today: str | None) -> int:
    """Walk the whole loop in a throw-away repository: no network, and nothing is left behind."""
    style = common.style
    if style is None:
        return _as_json(common, today)

    def show(played: Played) -> None:
        put(_shown(played, style))

    ok = setup.demo(day(today), "always" if style.colour else "never",
                     lambda text: put(f"\n{style.paint(f'# {text}', 'bold')}\n"), show)
    put(f"\n{'That was the whole loop; the repository is gone.' if ok else 'A step ended otherwise than it must.'}\n")
    return Exit.OK if ok else Exit.UNABLE


def _shown(played: Played, style: Style) -> str:
    end = f"{style.paint(f'[exit code {played.code}]', 'dim')}\n" if played.code or not played.as_expected else ""
    return f"{style.paint('$', 'dim')} {played.command}\n{played.output}{end}"


def _as_json(common: Common, today: str | None) -> int:
    steps: list[Played] = []
    ok = setup.demo(day(today), "never", common.detail, steps.append)
    put(dump({
        "schema": "vaultctl.demo/1",
        "ok": ok,
        "steps": [{"command": item.command, "exit_code": item.code, "expected": item.expected, "output": item.output}
                  for item in steps],
    }))  # fmt: skip
    return Exit.OK if ok else Exit.UNABLE
