"""How far a fetch or a push has come, read from git's progress lines by GitPython's `RemoteProgress`.

The one module that imports GitPython, and only when somebody watches on a terminal: the import takes longer (70 to 200 ms)
than most of what we ask of git.  The rest of GitPython is not used on purpose: its children inherit GIT_DIR and GIT_INDEX_FILE,
which would lead a hook of another repository astray, and reading a tree of 1,191 lessons through it takes twice as long as one
`git cat-file --batch`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Lines = Callable[[str], None]
"""Takes what git writes on stderr, line by line, while it works."""


@dataclass(frozen=True, slots=True)
class Step:
    """One state of the work.  `total` is None where git does not know it yet; `rate` is git's own text, may be empty."""

    work: str
    done: int
    total: int | None
    finished: bool
    rate: str = ""


PATIENCE = 0.7
"""Seconds before a line is read at all: what is done sooner is not worth the import."""


def reader(show: Callable[[Step], None], patience: float = PATIENCE) -> Lines:
    """Gives what to set as a repository's `watch`; it calls `show` for each step of a fetch or push."""
    start = time.monotonic()
    read: Lines | None = None

    def take(line: str) -> None:
        nonlocal read
        if read is None:
            if time.monotonic() - start < patience:
                return
            read = _steps(show)
        read(line)

    return take


def _steps(show: Callable[[Step], None]) -> Lines:
    from git import RemoteProgress

    names = {
        RemoteProgress.COUNTING: "counting objects", RemoteProgress.COMPRESSING: "compressing objects",
        RemoteProgress.WRITING: "writing objects", RemoteProgress.RECEIVING: "receiving objects",
        RemoteProgress.RESOLVING: "resolving deltas", RemoteProgress.FINDING_SOURCES: "finding sources",
        RemoteProgress.CHECKING_OUT: "checking out files",
    }  # fmt: skip

    class Progress(RemoteProgress):
        def update(
            self, op_code: int, cur_count: str | float, max_count: str | float | None = None, message: str = ""
        ) -> None:
            work = names.get(op_code & self.OP_MASK)
            if work is not None:
                total = None if max_count in (None, "") else int(float(max_count or 0))
                show(Step(work, int(float(cur_count or 0)), total, bool(op_code & self.END), message.strip(", ")))

    return Progress().new_message_handler()
