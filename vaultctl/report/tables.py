"""Tables and progress bars for people at a terminal; the only importer of rich."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from vaultctl.report.escape import escape

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress, TaskID

    from vaultctl.usecases.find import Hits

PATIENCE = 0.7
"""Seconds of work before a bar appears: what is done sooner needs none."""


_NARROW = 60
"""Columns below which a table has no room: each lesson is a block of its own then."""
_COLOURS = {"BLOCKED": "red", "WARNING": "yellow", "VERIFIED": "green"}


def print_hits(hits: Hits, *, colour: bool) -> None:
    """The lessons that a search brought: a table that fits the terminal, or blocks in a narrow one."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    console = Console(file=sys.stdout, no_color=not colour, highlight=False, legacy_windows=False)
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("id", no_wrap=True)
    table.add_column("category", no_wrap=True)
    table.add_column("tags", overflow="fold", min_width=12)
    table.add_column("what it says", overflow="fold", ratio=1)
    for hit in hits.hits:
        lesson = hit.entry.lesson
        # Text objects, never markup: a lesson's `[bold]` is printed as typed.
        category = Text(lesson.category + (" (archived)" if hit.archived else ""), _COLOURS[lesson.category])
        if console.width < _NARROW:
            console.print(Text.assemble(category, " ", escape(lesson.id)))
            console.print(Padding(Text(", ".join(lesson.tags)), (0, 0, 0, 2)))
            console.print(Padding(Text(escape(hit.excerpt)), (0, 0, 1, 2)))
        else:
            table.add_row(Text(escape(lesson.id)), category, Text("\n".join(lesson.tags)), Text(escape(hit.excerpt)))
    if console.width >= _NARROW:
        console.print(table)
