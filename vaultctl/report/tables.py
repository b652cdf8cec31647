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


class Bar:
    """A bar on standard error for work that takes long; it goes away at the end.  Use as a context manager."""

    def __init__(self, what: str, *, colour: bool) -> None:
        self._what = what
        self._colour = colour
        self._start = time.monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._shown is not None:
            self._shown[0].stop()

    def tell(self, done: int, total: int, what: str | None = None) -> None:
        """Show that so many are done, of so many; `what` names work that is told apart."""
        if self._shown is None:
            if time.monotonic() - self._start < PATIENCE:
                return
            from rich.console import Console
            from rich.progress import Progress

            console = Console(file=sys.stderr, no_color=not self._colour, highlight=False, legacy_windows=False)
            progress = Progress(console=console, transient=True, refresh_per_second=4)
            progress.start()
            self._shown = progress, progress.add_task(self._what, total=total)
        progress, task = self._shown
        progress.update(task, completed=done, total=total, description=what or self._what)
