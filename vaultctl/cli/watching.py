"""The bar on standard error while something takes long, where somebody sits at a terminal and did not ask for quiet."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultctl.adapters.git.progress import Lines
    from vaultctl.cli.common import Common
    from vaultctl.report.tables import Bar
    from vaultctl.usecases.watched import Tell


@contextmanager
def watching(what: str, common: Common) -> Iterator[Tell]:
    """Gives what takes "done, of how many"."""
    if not _is_watched(common):
        yield lambda done, total: None
        return
    with _bar(what, common) as bar:
        yield bar.tell


@contextmanager
def watching_git(common: Common) -> Iterator[Lines | None]:
    """Gives what takes the lines of a git that talks to a remote; None where nobody watches."""
    if not _is_watched(common):
        yield None
        return
    from vaultctl.adapters.git.progress import reader

    with _bar("talking to the remote", common) as bar:
        yield reader(lambda step: bar.tell(step.done, step.total or step.done, step.work))


def _is_watched(common: Common) -> bool:
    return not common.quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _bar(what: str, common: Common) -> Bar:
    from vaultctl.report.tables import Bar

    return Bar(what, colour=common.color != "never" and not os.environ.get("NO_COLOR"))
