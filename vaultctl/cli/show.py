"""`vaultctl show`: one lesson, with its body."""

from __future__ import annotations

from typing import Annotated

import typer

from vaultctl import wiring
from vaultctl.adapters.clock import today as day
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import REF, TODAY
from vaultctl.errors import Exit
from vaultctl.report.find import show_json, show_text
from vaultctl.usecases import find

TABLE = (REF, TODAY)


def run(
    common: Common,
    id: Annotated[str, typer.Argument(metavar="ID", help="The id, or the name, of a lesson.")],
    *,
    ref: str | None,
    today: str | None,
) -> int:
    """Show one lesson by its id, with its body and links; archived lessons too."""
    on = day(today)
    shown = find.show(wiring.open_vault(working_folder(), common.vault, ref).snapshot(), id)
    style = common.style
    put(show_json(shown, on) if style is None else show_text(shown, on, style))
    return Exit.OK
