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

    def tell(self, done: int, total: int) -> None:
        """Show that so many are done, of so many."""
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
        progress.update(task, completed=done, total=total)
