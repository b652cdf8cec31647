"""Shares a long computation out to copies of this process, one a processor, where that is cheap and safe: by fork on Linux.

A copy sees everything that is in memory and sends back only its results, so nothing has to be handed to it.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LEAST = 250
"""Fewer items are not worth a process."""
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def spread(work: Callable[[Sequence[_Item]], list[_Result]], items: Sequence[_Item]) -> list[_Result]:
    """`work(items)`, done in parts: the results of each part in order.  `work` must not change anything; results are pickled.

    What a copy fails at is done here, so errors are raised as usual.
    """
    count = min(_processors(), len(items) // LEAST)
    if count < 2 or sys.platform != "linux" or threading.active_count() > 1:
        return work(items)
    size = -(-len(items) // count)
    parts = [items[at : at + size] for at in range(0, len(items), size)]
    copies = [_start(work, part) for part in parts[1:]]
    try:
        results = work(parts[0])
    except BaseException:
        for child, pipe in copies:
            os.close(pipe)  # a copy that still writes ends at that
            os.waitpid(child, 0)
        raise
    for part, found in zip(parts[1:], [_collect(*copy) for copy in copies], strict=True):
        results += found if found is not None else work(part)
    return results


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start(work: Callable[[Sequence[_Item]], list[_Result]], part: Sequence[_Item]) -> tuple[int, int]:
    """A copy at work: its process id, and the pipe that its results come through."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    # In the copy: nothing here may reach the code of the caller again, whatever happens.
    code = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(work(part), pipe, protocol=pickle.HIGHEST_PROTOCOL)
        code = 0
    finally:
        os._exit(code)


def _collect(child: int, pipe: int) -> list[Any] | None:
    """The results of a copy, as they were pickled; None where it failed."""
    with os.fdopen(pipe, "rb") as file:
        data = file.read()
    _, status = os.waitpid(child, 0)
    if status:
        return None
    with suppress(pickle.UnpicklingError, EOFError):
        results: list[Any] = pickle.loads(data)
        return results
    return None
