"""`vaultctl search`: the lessons that hold some words."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from vaultctl import wiring
from vaultctl.cli.common import Common, put, working_folder
from vaultctl.cli.options import REF
from vaultctl.errors import Exit
from vaultctl.report.find import search_json, search_text
from vaultctl.usecases import find

TABLE = (REF,)


def run(
    common: Common,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="Words that the lesson must all hold, without case.")],
    *,
    archived: Annotated[bool, typer.Option("--archived", help="Look in the archive too.")] = False,
    ref: str | None,
) -> int:
    """Search the lessons for words: tags, issue, mitigation, agent, body.

    In a terminal a table; piped, one line a lesson with tabs between its parts.  Exit code 3 when not everything could be read.
    """
    hits = find.search(wiring.open_vault(working_folder(), common.vault, ref).snapshot(), " ".join(text), archived=archived)
    style = common.style
    if style is None:
        put(search_json(hits))
    elif sys.stdout.isatty() and hits.hits:
        from vaultctl.report.tables import print_hits

        print_hits(hits, colour=style.colour)
    else:
        put(search_text(hits, style))
    for item in hits.unread:
        common.note(f"could not be read: {item.told}")
    what = "lesson holds" if len(hits.hits) == 1 else "lessons hold"
    common.note(f"{len(hits.hits) or 'no'} {what} that ({hits.files} {'file' if hits.files == 1 else 'files'} searched)")
    return Exit.UNABLE if hits.unread else Exit.OK
