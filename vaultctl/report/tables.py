"""Tables for people at a terminal; the only importer of rich."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from vaultctl.report.escape import escape

if TYPE_CHECKING:
    from vaultctl.usecases.find import Hits


def print_hits(hits: Hits, *, colour: bool) -> None:
    """The lessons that a search brought, as a table that fits the terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # Text objects, never markup: a lesson's `[bold]` is printed as typed.
    table = Table(box=None, pad_edge=False, show_edge=False)
    for name, least in (("id", 6), ("category", 8), ("tags", 10), ("where it says so", 16)):
        table.add_column(name, overflow="fold", min_width=least)
    for hit in hits.hits:
        lesson = hit.entry.lesson
        category = lesson.category + (" (archived)" if hit.archived else "")
        style = {"BLOCKED": "red", "WARNING": "yellow", "VERIFIED": "green"}[lesson.category]
        table.add_row(Text(escape(lesson.id)), Text(category, style), Text(", ".join(lesson.tags)), Text(escape(hit.excerpt)))
    Console(file=sys.stdout, no_color=not colour, highlight=False, legacy_windows=False).print(table)
